"""A clause in; whether it bids an answerer something for every answer, in words that no statement has, out.

What binds answers is bidden by a verb of answering in the form of a bid with never, always or only (`Ne cite que …`);
by naming what no answer is to have in it (`No emojis`); or by a bound on the length of each (`Max two sentences per
answer`). A verb that tells (`Je ne mange jamais …`, `The answers had at most two lines`) bids nothing.
"""

from __future__ import annotations

from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.answer_format import AnswerFormat, form_of
from loadsheet.intent.rules.general import OPENERS
from loadsheet.intent.rules.lengths import AT_MOST, BOUND, COUNTED
from loadsheet.intent.rules.told import names_manner

_BEGINS = OPENERS.replace("^", r"(?:^|[,:;–—]\s)")

SPEAK = r"suggest|recommend|propose|mention|bring up|use|include|cite|refer|consider"
"""What an answerer does with a thing."""

_DE = (
    r"(?:antworte[nt]?|schreibe?|sprich|rede|nenne?|verwende|benutze|nutze|zitiere?|gib|zeige?|empfiehl|schlage?"
    r"|erwähne|formuliere?|fasse?|duze?|sieze?|berücksichtige?|liste)"
)
_DE_ABOUT = r"(?:nenne?|verwende|benutze|nutze|zitiere?|empfiehl|schlage?|erwähne|berücksichtige?)"
_DE_INFINITIVE = (
    r"(?:antworten|schreiben|sprechen|reden|nennen|verwenden|benutzen|nutzen|zitieren|(?:an)?geben|zeigen|empfehlen"
    r"|vorschlagen|erwähnen|formulieren|duzen|siezen|berücksichtigen|auflisten)"
)
_DE_HOW = r"(?:nie(?:mals)?|kein\w{0,2}|immer|nur(?! noch ein)|stets)"
_FR = (
    r"(?:répond(?:s|ez)|écri(?:s|vez)|(?:parl|utilis|cit|donn|montr|recommand|propos|mentionn|indiqu|tutoi"
    r"|vouvoi)(?:e|ez|er)|appell(?:e|er)(?= \w+ \w)|appelez(?= \w+ \w)|emploi(?:e|er)|employez|suggère|suggére[zr]"
    r"|répondre|écrire)"
)
_ES = (
    r"(?:respond[ea]|contest[ae]|escrib[ea]|habl[ae]|us[ae]|utiliza|utilice|cit[ae]|da|dé|muestr[ae]"
    r"|recomi[ea]nd[ae]|sugi?er[ea]|prop[oó]n(?:ga)?|mencion[ae]|indica|indique|pon)"
)
_ES_NOT = (
    r"(?:respondas|contestes|escribas|hables|uses|utilices|cites|des|muestres|recomiendes|sugieras|propongas"
    r"|menciones|indiques|pongas|incluyas|llames(?= \w))"
)
_IT = r"(?:rispondi|parla|scrivi|usa|utilizza|cita|da|mostra|consiglia|suggerisci|proponi|menziona|indica)"
_IT_NOT = (
    r"(?:rispondere|parlare|scrivere|usare|utilizzare|citare|mostrare|consigliare|suggerire|proporre|menzionare"
    r"|indicare|includere|chiamar(?:mi|ci)(?= \w))"
)

_VERB = Pattern(
    rf"{_BEGINS}(?:sag(?! mal\b)e?\b[^.?!]*\b{_DE_HOW}\b.* zu mir\b|sag(?! mal\b)e?\b.* nicht \w+ zu mir\b"
    rf"|sprich mich (?:\w+ )?mit \w+ an\b|{_DE}\b(?! ich\b)[^.?!]*\b{_DE_HOW}\b(?=.*\w)"
    rf"|{_DE_ABOUT}\b(?! ich\b)[^.?!]*\bnicht\b|(?:{_DE_HOW}|ohne|nicht)\b[^.?!]*\b{_DE_INFINITIVE}\W*$|n(?:e "
    rf"|['’])(?:(?:me|nous|m['’]|y|en) ?)?(?:jamais )?{_FR}(?:-\w+)?\b(?:(?<=r)| (?:\w+ )?(?:pas|jamais|plus|que"
    rf"|qu['’]))|{_FR}(?:-moi|-nous)? (?:[^.?!]* )?(?:toujours|uniquement|seulement)\b|évite[zr]?\b(?=.*\w)|(?:no"
    rf"|nunca|jamás) (?:me |nos )?{_ES_NOT}\b|{_ES}(?:me|nos)? (?:[^.?!]* )?(?:siempre|solo|sólo"
    rf"|únicamente)\b(?=.*\w)|non (?:mi |ci )?{_IT_NOT}\b|{_IT}(?:mi|ci)? (?:[^.?!]* )?(?:sempre|solo"
    rf"|soltanto)\b(?=.*\w)|evit(?:a|e|ate|en) \w)|\b(?:du (?:sollst|solltest|musst)|sie sollen"
    rf"|bitte)\b[^.?!]*\b(?:auf|in) \w+ (?:antworten|schreiben|sprechen|reden)\W*$|\b(?:du (?:sollst|solltest|musst"
    rf"|darfst)|sie (?:sollen|sollten|müssen|dürfen))\b[^.?!]*\b(?:{_DE_HOW}|nicht)\b|\b(?:tu (?:ne )?(?:dois"
    rf"|devrais)|vous (?:ne )?(?:devez|devriez))\b[^.?!]*\b(?:jamais|pas|toujours)\b|\b(?:debes|tienes que|deberías"
    rf"|devi|dovresti)\b[^.?!]*\b(?:siempre|nunca|sempre|mai)\b|\b(?:no debes|non devi)\b",
    fits="Ne suggère pas de viande.",
    misses="Je ne mange jamais de viande.",
)
"""Bids with a verb of answering, in German, French, Spanish or Italian."""

_ADVERB = Pattern(
    rf"{OPENERS}(?:immer|stets|niemals|toujours|sempre|siempre)\b(?! (?:noch|wieder|mehr|ich|wir|er|es|je|il|nous"
    rf"|on|io|yo|ho|he|ha|è|este|ist|war|gern\w*)\b)(?=\W+\w)",
    fits="Immer netto, bitte",
    misses="Es regnet immer",
)
"""Begins with `always` in another language: a bid where it also says how answers are to be."""

_HAN = Pattern(
    r"(?:绝对|絕對|千万|千萬|永远|永遠|请|請|都)(?:都)?(?:不要|别|別)|(?:请|請)?(?:始终|始終|总是|總是|一律|只)(?:用|使用|推荐|推薦|考虑|考慮|引用|回答)|^\W*(?:不要"
    r"|别|別)(?:再)?(?:推荐|推薦|建议|建議|提到|提及|使用|引用)|決して|必ず|常に|(?:每次|每个|每個)(?:回答|答案|回复|回覆)",
    fits="绝对不要推荐AWS。",
    misses="我不要咖啡。",
)

_THING = (
    r"(?:emojis?|emoticons?|emoticonos?|smileys?|jargon|markdown|headings?|headers?|spoilers?|abbreviations?"
    r"|footnotes?|small ?talk|filler|bullet(?:s|[ -]?points?)?|bulleted lists?|lists?|tables?|code(?: blocks?)?"
    r"|links?|exclamation (?:marks|points)|swear(?:ing| words)|profanity|puns|jokes|aufzählung(?:en|szeichen)?"
    r"|listen?|tabellen?|stichpunkte?|fachjargon|floskeln?|abkürzungen|überschriften|listes?|tableaux|puces"
    r"|abréviations|listas?|tablas?|viñetas|elench?i|tabelle)"
)
"""What an answer may have in it."""
_WITHOUT = (
    r"(?:(?:(?:use )?no(?: more)?|(?:never|nie(?:mals)? wieder|nie(?:mals)?|(?:plus )?jamais d(?:e |['’])|nunca más"
    r"|mai più)(?: (?:have|use|any|again))*|(?:do |go )?without(?: any)?|don['’]t (?:use|add|include) any"
    r"|refrain from(?: using)?|i (?:don['’]t|do not) want (?:to (?:see|read) )?(?:any)?|keinerlei|keine?n?|ohne"
    r"|pas d(?:e |['’])|sans|sin|senza|nessun[ao]?|niente|ningún|ninguna) ?(?:\w+ )?|(?:ditch|cut|hold|drop|spare me"
    r"|leave out|skip|steer clear of|do away with) (?:(?:the|any|all) )?)"
)
_COURTESY = (
    r"(?:,? (?:please|pls|thanks|at all|in (?:your|the|any) (?:answers?|repl(?:y|ies)|responses?)|bitte|danke"
    r"|s['’]il (?:te|vous) plaît|svp|stp|merci|por favor|gracias|per favore|grazie|verwenden|benutzen))*\W*$"
)
_ELEMENT = Pattern(
    rf"{OPENERS}(?:{_WITHOUT}{_THING}(?:,? (?:or|and|oder|und|ou|et|o|y) (?:\w+ )?{_THING})*|leave (?:the |any "
    rf"|all )?{_THING} out){_COURTESY}|^\W*{_THING} (?:are|is) (?:(?:not|never) (?:allowed|wanted|welcome"
    rf"|permitted)|forbidden|banned|off[ -]limits)\b|^\W*(?:short|brief|concise|kurze|knappe) (?:answers|replies"
    rf"|antworten)(?: only)?,? (?:please|bitte)\W*$|^\W*(?:réponses (?:courtes|brèves)|respuestas (?:cortas|breves)"
    rf"|risposte brevi)\b",
    fits="No emojis please.",
    misses="No emojis were found in the file.",
)
"""Says what no answer is to have in it."""

_BOUND = Pattern(rf"\b(?:{BOUND}|or (?:less|fewer)|limit)\b", fits="at most", misses="at least")
_ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?|antwort(?:en)?|réponses?|respuestas?|rispost[ae])"
_EACH = Pattern(
    rf"\b(?:per|each|every|any|all|your|pro|je|jede[rn]?|alle|deine|par|chaque|tes|toutes les|por|cada|tus|a|ogni"
    rf"|tue) (?:of your )?{_ANSWERS}\b|{OPENERS}(?:(?:keep|limit|make|the|give me|write) )*(?:answers|replies"
    rf"|responses|antworten|réponses|respuestas|risposte)\b",
    fits="two sentences per answer",
    misses="two sentences in the answer",
)
_ONLY_LENGTH = Pattern(
    rf"{OPENERS}(?:use )?{BOUND} (?:of |d['’]?e? |de )?{COUNTED.form}{_COURTESY}",
    fits="No more than two sentences, please.",
    misses="No more than two sentences were read.",
)
_TOLD = Pattern(
    r"\b(?:had|has|have|was|were|took|came|contains?|fits?|he|she|they|it|i|form)\b|\b(?:is|are) (?!to\b|at most\b"
    r"|limited\b)",
    fits="The answers had at most three lines.",
    misses="Answers of at most three lines, please.",
)
"""Tells how long something is."""


_ANSWER_SO = Pattern(
    rf"{OPENERS}(?:answer|reply|respond|be|stay|antworte|schreibe?|sprich|sei|réponds|répondez|sois|soyez|responde"
    rf"|sé|rispondi|sii)\b|{OPENERS}{AT_MOST.form}",
    fits="Be brief.",
    misses="It was brief.",
)


def shapes_answers(turn: str) -> bool:
    """Whether a turn says only of what form answers are to be: `Be brief.`"""
    if _ANSWER_SO.match(turn) is None:
        return False
    form, rest = form_of(turn)
    return rest == turn and form != AnswerFormat()


def bids(clause: str) -> bool:
    """Whether a clause bids something for every answer, in words that no statement has."""
    return says_with_verb(clause) or says_without_verb(clause) or _bounds(clause)


def says_with_verb(clause: str) -> bool:
    """Whether a clause bids with a verb of answering, or with `always` or `never`, in another language than English."""
    if _VERB.search(clause) or _HAN.search(clause):
        return True
    return _ADVERB.search(clause) is not None and names_manner(clause)


def says_without_verb(clause: str) -> bool:
    """Whether a clause only names what no answer is to have in it: `No more bullet points`."""
    return _ELEMENT.search(clause) is not None


def _bounds(clause: str) -> bool:
    """Whether a clause bounds the length of every answer: `Max two sentences per answer`."""
    if _ONLY_LENGTH.search(clause):
        return True
    parts = (_BOUND, COUNTED, _EACH)
    return all(form.search(clause) for form in parts) and not _TOLD.search(clause)
