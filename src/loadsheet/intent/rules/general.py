"""A bid in; whether it is of answers in general, and not of one thing that is asked for now, out.

`Give weights in grams` is of every weight that an answer tells, `Give me the weight of the pump in grams` of one. The
sign is the object: a part of answers (a price, a source, a heading) that stands for all of its kind, or the answers
themselves. What is bidden beside `never` and `always` is done in answers, or else of a life (`Never take line 9`).
"""

from __future__ import annotations

from typing import NamedTuple

from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.style import THING, aspects, manner

OPENERS = opening("one more thing", "note", "remember")
"""What may stand before a bid."""

_PARTS = (
    r"answer|repl(?:y|ies)|response|explanation|summar(?:y|ies)|title|heading|header|headline|caption|paragraph"
    r"|sentence|line|word|list|table|bullet(?:[ -]?point)?|figure|number|digit|decimal|percentage|footnote|quot(?:e"
    r"|ation)|citation|source|reference|link|url|page|section|clause|chapter|file|document|folder|name|term"
    r"|abbreviation|acronym|emoji|joke|pun|example|recipe|snippet|comment|translation|bracket|timestamp|total"
    r"|disclaimer|claim|statement|fact|letter|e?mail|message|symbol|unit|price|cost|fee|amount|sum|total|value|rate"
    r"|date|deadline|day|time|hour|year|month|weight|mass|length|distance|height|width|size|area|volume|speed"
    r"|temperature|dos(?:e|age)|quantit(?:y|ies)|measure(?:ment)?|currenc(?:y|ies)|duration|age"
)
"""What answers are made of: the parts of a text, and what is told of things in numbers or names."""
_MASS = (
    r"code|spelling|grammar|punctuation|language|wording|english|jargon|tone|style|small talk|markdown|print"
    r"|technical|legal|plain|(?:decimal )?commas?|(?:exclamation|quotation) marks"
)
"""Parts of answers that have no plural."""


class _Tongue(NamedTuple):
    """What the forms of bids are made of in one language."""

    presents: str
    """Bids to put something into an answer, or to put it there in some way."""
    treats: str
    """Bids to do something with parts of answers, whichever they are."""
    every: str
    all_: str
    part: str
    parts: str
    answers: str
    manner: str
    """How a part of answers can be given: what stands behind its name."""
    of_one: str
    """Says of which ones it speaks, and so of these alone."""
    pointed: str
    """Stands before what is one."""
    whenever: str


_ENGLISH = _Tongue(
    presents=r"give|show|put|write|quote|mention|tell|name|state|say|use|keep|add|include|mark|express|cite|indicate"
    r"|provide|specify|print|present|report|set|call|leave|place|attach|start|begin|end|finish|open|close",
    treats=r"spell out|round|abbreviate|explain|define|expand|cite|quote|convert|capitali[sz]e|bold|avoid|drop|skip"
    r"|leave out|omit|use|format|sort",
    every="each|every|any|all",
    all_="all|any|your",
    part=_PARTS,
    parts=rf"(?:(?:{_PARTS})s?(?<=s)|{_MASS})",
    answers="answers?|repl(?:y|ies)|responses?|explanations|summaries",
    manner=r"in|with|without|as|to|by|per|behind|before|after|beside|above|below|under|day|month|year|net|gross|incl\w*|out"
    r"|excl\w*|plus|rounded|first|separately|short|simple|brief",
    of_one=r"(?:of|from|for|between|since|until|on|before|after|by|under|above|below)"
    r" (?:noon|midnight|the|th(?:is|at|ese|ose)|my|our|[A-Z]\w|\d)|(?:in|at|under) (?:the|th(?:is|at|ese|ose)|my"
    r"|our|\d{4}|question|section|page|table|chapter)\b",
    pointed=r"the|this|that|these|those|my|our|an?|some|which|what|how|it|one|two|three|four|five|\d+",
    whenever=r"whenever|(?:each|every) time|(?<!tell me )(?<!say )when (?:you|i|we|asked)\b(?!['’])",
)
_GERMAN_PARTS = (
    r"antwort|satz|zeile|wort|liste|tabelle|zahl|quelle|seite|abschnitt|datei|dokument|name|begriff|abkürzung"
    r"|beispiel|preis|kosten|betrag|summe|wert|datum|frist|tag|uhrzeit|zeit|jahr|gewicht|länge|entfernung|größe"
    r"|temperatur|menge|dosis|währung|einheit|zitat|überschrift|aussage|angabe"
)
_GERMAN = _Tongue(
    presents=r"gib|geben|nenne?|zeige?|schreibe?|verwende|benutze|nutze|zitiere|erwähne|setze?|füge?|formuliere|sag",
    treats=r"runde|erkläre?|zitiere|kürze|vermeide",
    every=r"jede[rnms]?|alle[rn]?",
    all_=r"alle[rn]?|sämtliche[rn]?|deine|ihre",
    part=_GERMAN_PARTS,
    parts=r"\w*(?:preise|beträge|summen|werte|daten|angaben|fristen|zeiten|gewichte|längen|entfernungen|größen"
    r"|temperaturen|mengen|zahlen|quellen|seiten|namen|begriffe|abkürzungen|sätze|antworten|überschriften|maße"
    r"|einheiten)",
    answers="antwort(?:en)?",
    manner=r"in|mit|ohne|auf|als|kurz|knapp|einfach|netto|brutto|inklusive",
    of_one=r"(?:von|vom|aus|im|des|der|zu[rm]?|für) (?!jede|alle)\w",
    pointed=r"d(?:er|ie|as|en|em)|diese\w*|mein\w*|unser\w*|ein\w*|zwei|drei|\d+",
    whenever=r"immer wenn|jedes mal|sobald du|wenn (?:du|ich|sie)",
)
_FRENCH_PARTS = (
    r"réponse|phrase|ligne|mot|liste|tableau|chiffre|nombre|source|page|section|clause|fichier|document|nom|terme"
    r"|abréviation|exemple|prix|coût|montant|somme|total|valeur|date|délai|heure|année|poids|longueur|distance"
    r"|taille|température|quantité|dose|devise|unité|citation|titre|affirmation"
)
_FRENCH = _Tongue(
    presents=r"donne[rz]?|indique[rz]?|précise[rz]?|cite[rz]?|écri(?:s|vez|re)|utilise[rz]?|mentionne[rz]?|montre[rz]?"
    r"|exprime[rz]?|explique[rz]?|nomme[rz]?|mets|mettez|ajoute[rz]?|garde[rz]?|fais|faites",
    treats=r"arrondi(?:s|ssez|r)|explique[rz]?|cite[rz]?|évite[rz]?",
    every="chaque|toute|tout",
    all_="tous les|toutes les|les|des|tes|vos",
    part=_FRENCH_PARTS,
    parts=rf"(?:{_FRENCH_PARTS})[sx]?(?<=[sx])",
    answers="réponses?",
    manner=r"en|avec|sans|à|au|ttc|ht|courtes?|brèves?|simples?",
    of_one=r"(?:du|de la|des|de) \w|d(?:e l)?['’]\w",
    pointed=r"le|la|un|une|cette|ce|cet|mon|ma|mes|ton|ta|deux|trois|\d+",
    whenever=r"(?:à )?chaque fois que|(?:quand|lorsque) (?:tu|je|vous|on)|lorsqu['’]on",
)
_TONGUES = (_ENGLISH, _GERMAN, _FRENCH)
_POLITE = r"(?:(?:please|pls|bitte|mir|me|us|also|just|s['’]il te plaît),? )*"
_OF_EACH = (
    r"(?:of|for|per|de|von|für) (?:each|every|chaque|jede\w?) (?!claim|statement|fact|figure|quot|answer|chiffre"
    r"|affirm|citation|zahl|aussage|angabe)"
)
"""Asks for something of each thing there is, unless that is what answers are made of."""


def _each(say: _Tongue) -> str:
    """Bids something for each answer, each of its parts, or whenever something is told."""
    return (
        rf"{OPENERS}{_POLITE}(?:{say.presents}"
        rf"|{say.treats})\b(?![^.?!]*\b{_OF_EACH})[^.?!]*?\b(?:(?:{say.every}) (?:of your |single "
        rf"|(?!of\b)\w+ )?(?:{say.answers}|{say.part})\b|your (?:\w+ )?(?:answers|replies|responses)\b"
        rf"|(?:{say.whenever}))"
    )


def _some(say: _Tongue) -> str:
    """Bids that parts of answers, whichever they are, be given in some way, or that something be done with them."""
    some = rf"{_POLITE}(?:(?:{say.all_}) )?(?:(?!(?:{say.pointed})\b)[\w-]+ ){{0,2}}?{say.parts}\b"
    more = r"(?: (?:and|or|und|et) \w+)?,? ?(?:please |bitte )?"
    bids = rf"{OPENERS}{_POLITE}(?:(?:don't|do not) )?"
    return (
        rf"{bids}(?:(?:{say.presents}) {some}{more}(?=(?:{say.manner})\b)|(?:{say.treats}) {some})"
    )


_EACH = Pattern(
    "|".join(map(_each, _TONGUES)),
    fits="Name the page whenever you quote the manual.",
    misses="Name the page of the manual.",
)
_SOME = Pattern(
    "|".join(map(_some, _TONGUES)),
    fits="Give weights in grams.",
    misses="Give me the weight of the pump in grams.",
)
_OF_ONE = Pattern(
    "|".join(rf"\b(?:{say.of_one})" for say in _TONGUES),
    flags=0,
    fits="all prices of May",
    misses="all prices in euros",
)


def of_each(bid: str) -> bool:
    """Whether a bid is of each answer, of each of its parts, or of whenever something is told."""
    found = _EACH.search(bid)
    return found is not None and _OF_ONE.match(bid[found.end() :].lstrip()) is None


def in_general(bid: str) -> bool:
    """Whether a bid, without `never` or `always`, is of parts of answers whichever they are, or of their manner."""
    if found := _SOME.search(bid):
        rest = bid[found.end() :]
        place = _IN_NAME.match(rest) is not None and not aspects(rest)
        return not place and _OF_ONE.search(rest) is None
    return _WISHED.search(bid) is not None or _is_of_manner(bid)


_IN_NAME = Pattern(r"(?:in|à|en) [A-Z][a-z]", flags=0, fits="in Lisbon", misses="in euros")
"""Says where something is, unless it names a language or a unit."""
_WISHED = Pattern(
    rf"{OPENERS}(?:i(?:['’]d| would)? (?:like|want|need|prefer|expect)|give me|use|write(?: in)?) (?:(?:all|only"
    rf"|your|my) )*(?:(?:(?:short|brief|long|detailed|simple|plain|full|easy|large|big|small|formal|clear"
    rf"|precise)(?:er)? ){{1,2}}(?:{_ENGLISH.answers}|{_ENGLISH.parts})\b|(?:{_ENGLISH.answers}"
    rf"|{_ENGLISH.parts}) (?={_ENGLISH.manner})(?!by (?-i:[A-Z]))\w+ (?!the\b|my\b|this\b|that\b|\d))"
    rf"|{OPENERS}(?:[\w-]+ )?{_ENGLISH.parts},? (?:always (?:{_ENGLISH.manner})\b"
    rf"|(?:{_ENGLISH.manner}) .*\b(?:please|pls|always)\W*$)",
    fits="I'd like prices without tax.",
    misses="I'd like the prices.",
)
"""Says how parts of answers are wanted."""

_IS_SO = Pattern(
    rf"{OPENERS}{_POLITE}(?:(?:{_ENGLISH.presents}|answer|reply|respond|speak|talk|be|sound|stay|verwende|benutze"
    rf"|antworte)|utilise[rz]?)\b(?!.*\b(?:it|this|that|these|those)\b)",
    fits="Use British spelling.",
    misses="Put it in two lines.",
)
_TONE = Pattern(
    rf"{OPENERS}(?:(?:be|stay|sound) (?:as |more |very |always )?(?:brief|concise|terse|formal|informal|polite"
    rf"|friendly|blunt|direct|honest|frank|kind|gentle|precise|specific|neutral|objective|critical|casual|clear"
    rf"|to the point)\b|keep (?:all |your |the |every |each |my )*(?:answers?|repl(?:y|ies)|responses?|sentences"
    rf"|paragraphs|language|wording|style|tone|explanations) \w|schreibe? (?:kurze?|knappe?|einfache?) \w"
    rf"|halte? (?:deine|die|alle|ihre) (?:antwort\w*|sätze|sprache) \w|garde[rz]? (?:tes|vos|les|un"
    rf"|le) (?:réponses?|phrases|ton|style) \w|keep (?:it|everything|things) (?:short|brief|simple|plain|concise"
    rf"|formal|polite|civil|friendly|to|under|below|within)\b)",
    fits="Keep the tone friendly.",
    misses="Keep the receipt.",
)
"""Says in which tone, or of which make, answers are to be."""


def _is_of_manner(bid: str) -> bool:
    """Whether a bid says how answers are to be, and speaks of nothing else."""
    if _TONE.search(bid):
        return True
    said = manner(bid) if _IS_SO.search(bid) else None
    return said is not None and not said.attribute.startswith(THING) and not said.scope


def of_style(bid: str) -> bool:
    """Whether a bid sets what every answer has, whatever is asked: its spelling, its units, its tone."""
    said = manner(bid) if _SETS.search(bid) else None
    return said is not None and said.attribute in _STYLE and not said.scope


_SETS = Pattern(
    rf"{OPENERS}{_POLITE}(?:let['’]?s |can we |could we )?(?:use|keep to|stick to|(?:switch|go|change"
    rf"|return)(?: back)? to|verwende|benutze|utilise[rz]?|antworte?|schreib\w*|sprich|réponds|répondez|parle|écris"
    rf"|responde|contesta|habla|escribe)\b",
    fits="Use British spelling.",
    misses="Give weights in grams.",
)
_STYLE = frozenset(
    {
        "language",
        "spelling",
        "units",
        "temperature",
        "distance",
        "weight",
        "currency",
        "clock",
        "formality",
    }
)
NAMES_PARTS = Pattern(
    rf"{OPENERS}(?:{_PARTS})s(?<=s)\b",
    fits="Tables are fine again.",
    misses="The tables are fine again.",
)
"""Begins with parts of answers, whichever they are."""

_SPEAKS = (
    r"(?:suggest|recommend|propose|advise|offer|mention|bring up|refer|talk|speak|discuss|say(?! never)|tell"
    r"|answer(?! the (?:door|phone))|reply|respond|write|describe|explain|define|translate|quote|cite|paraphrase"
    r"|rephrase|reword|summari[sz]e|compare|comment|claim|promise|imply|hint|speculate|guess|assume|invent|make up"
    r"|fabricate|exaggerate|sugar-?coat|gloss|conclude|lecture|moralize|patroni[sz]e|flatter|praise|apologi[sz]e"
    r"|joke|swear|curse|reveal|disclose|leak|divulge|share|expose|use|include|name|list|state|spell|abbreviate"
    r"|capitali[sz]e|convert|format|highlight|italici[sz]e|underline|bold|flag|show|repeat|consider|delete|store|log"
    r"|forward|publish|contact|schedule|send|pick|choose|select|assign|roster|overwrite|pass on|sign (?:as|off|with)"
    r"|(?:start|begin|end|finish|open|close) (?:[\w']+ ){0,2}with|(?:should|must|shall|may) you"
    r"|be (?:[\w-]+ )?(?:brief|concise|formal|informal|polite|friendly|honest|precise|neutral))"
)
"""What is done with words, and for whoever asks for it: it binds an answerer whatever it is done to."""

_OF_SPEECH = Pattern(
    rf"{_SPEAKS}\b(?! (?:[\w-]+ )?your (?!answers?\b|repl|responses?\b|own\b|{_PARTS}))",
    fits="suggest trains",
    misses="take line 9",
)
_HEADS_NO_BID = Pattern(
    r"^(?:had|has|have|enough|much|many|more|less|quite|very|any\w*|some\w*|same|was|were|is|are|am|did|does|do"
    r"|will|would|can|could|been|before|mind|an?|the|my|our|his|her|their|this|these|those|on|at|so|such|too|in my"
    r"|i|we|he|she|they|it|there|\w{2,}ed|\w*[aeiouy]\w*ing|\w{2,}(?<!s)(?<!focu)s)\b",
    fits="had prices",
    misses="alphabetise names",
)
_OF_ANSWERS = Pattern(
    rf"\b(?:me|us|(?:your|all|any|every|each) (?:\w+ )?(?:answers?|repl(?:y|ies)|responses?)|(?:{_PARTS})s?(?! \d)"
    rf"|{_MASS}|please|pls)\b",
    fits="greet me",
    misses="take line 9",
)


def is_done_in_answers(done: str, before: str = "") -> bool:
    """Whether what is always or never to be done is done in answers, or to the one who asks for it.

    What is done with words is, whatever it is done to; anything else where it is done to a part of answers, or `me`.
    """
    if _OF_SPEECH.match(done):
        return True
    own = done.split(",", maxsplit=1)[0]
    if _PLACES.match(done) and _OF_ANSWERS.search(before):
        return True  # `Examples with football, never with food`
    if "your answers" in own:
        return True
    if says_how(own):
        return True
    if _HEADS_NO_BID.match(done):
        return False
    behind = own.partition(" ")[2]
    return _OF_ANSWERS.search(behind) is not None


_PLACES = Pattern(
    r"(?:with|without|in|on|under|above|below|beside|behind|before|after|by|underneath)\b",
    fits="beside",
    misses="bedside",
)


def says_how(clause: str) -> bool:
    """Whether words, with a verb or without one, say how answers are to be: `always bullets`, `under 100 words`."""
    return any(
        said is not None and not said.attribute.startswith(THING)
        for said in (manner(clause), manner(f"use {clause}"))
    )
