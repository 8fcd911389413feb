"""A clause in; the manner of answering that it sets, denies or permits out, so that it meets what it replaces.

`Answer in German` and `Answer in French` are of one attribute, the language, which has one value at a time. `Do not
answer in French` denies a value, `you can answer in English now` permits another one: both end what says otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from loadsheet.corpus.terms import has_ending_s, word_set
from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern, PatternTable
from loadsheet.intent.rules.lengths import length

THING = "about "
"""What the attribute of a thing begins with that is never, always or again to be spoken of."""

Force = Literal["set", "deny", "permit"]

_NAMES = (
    "english englisch anglais inglés ingles inglese|german deutsch allemand alemán aleman tedesco"
    "|french französisch français francais francés francese|spanish spanisch español espanol espagnol spagnolo"
    "|italian italienisch italiano italien|portuguese português portugais|dutch nederlands|polish polski|russian"
    "|ukrainian|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|arabic|hebrew|persian|farsi|hindi|urdu|bengali"
    "|tamil|chinese mandarin|cantonese|japanese|korean|vietnamese|thai|indonesian|malay|swahili|danish|swedish"
    "|norwegian|finnish|icelandic|irish|welsh|catalan|basque|croatian|serbian|slovene|slovenian|lithuanian|latvian"
    "|estonian|latin|esperanto|afrikaans|albanian"
)
_LANGUAGES = {name: line.split()[0] for line in _NAMES.split("|") for name in line.split()}
"""The names of languages, each with the one that it is compared by."""

_VALUES = PatternTable(
    (Pattern(rf"\b(?:{form})\b"), (attribute, value))
    for attribute, value, form in (
        ("spelling", "british", r"british|uk|commonwealth|britisch\w*|britannique"),
        ("spelling", "american", r"american|us|amerikanisch\w*|américaine?"),
        ("length", "short", r"short(?:er)?|brief(?:ly|er)?|concise(?:ly)?|terse(?:ly)?|succinct(?:ly)?|to the point"),
        (
            "length",
            "long",
            r"long|(?<!no )longer|detailed|in(?:to)? (?:more |full |great )?detail|verbose|elaborate|thorough(?:ly)?",
        ),
        ("format", "bullets", r"bullets?(?:[ -]?points?)?|bulleted|(?:bulleted |numbered )lists?|bullet form"),
        ("format", "table", r"tables?|tabular(?: form)?"),
        ("format", "prose", r"prose|(?:in|full|running|flowing) (?:sentences|paragraphs)|running text"),
        ("format", "plain", r"plain text"),
        ("format", "markdown", r"markdown"),
        ("format", "json", r"json"),
        ("units", "metric", r"metric|si units"),
        ("units", "imperial", r"imperial|us customary|customary units"),
        ("temperature", "celsius", r"celsius|centigrade"),
        ("temperature", "fahrenheit", r"fahrenheit"),
        ("temperature", "kelvin", r"kelvin"),
        ("distance", "metres", r"met(?:re|er)s?"),
        ("distance", "feet", r"feet|foot|inch(?:es)?"),
        ("distance", "kilometres", r"kilomet(?:re|er)s?|kms?"),
        ("distance", "miles", r"miles?"),
        ("weight", "grams", r"grams?|grammes|gramm"),
        ("weight", "kilograms", r"kilograms?|kilos?|kgs?"),
        ("weight", "pounds", r"pounds?|lbs?"),
        ("currency", "euros", r"euros?|eur"),
        ("currency", "dollars", r"(?:us )?dollars?|usd"),
        ("currency", "francs", r"(?:swiss )?francs?|chf"),
        ("currency", "pounds", r"pounds? sterling|gbp"),
        ("clock", "24", r"24[ -]?h(?:ours?|rs?)?(?: (?:clock|time|format))?"),
        ("clock", "12", r"12[ -]?h(?:ours?|rs?)?(?: (?:clock|time|format))?|am/pm"),
        ("formality", "formal", r"formal(?:ly)?"),
        ("formality", "informal", r"informal(?:ly)?|casual(?:ly)?"),
        ("address", "first names", r"first[ -]names?"),
    )
)  # fmt: skip
_NAMED = {
    "length": Pattern(
        r"\b(?:(?:write|say|tell me) more|longer|short(?:er)?|brief(?:er)?|detail(?:s|ed)?|length|lines?|sentences?"
        r"|words?|paragraphs?|as long|kürzer|kurz|länger|ausführlich\w*|zeilen?|sätze\w*|lignes?|phrases?"
        r"|plus long\w*)\b"
    ),
    "language": Pattern(r"\b(?:languages?|sprachen?|langues?|idiomas?|lingu[ae])\b"),
    "spelling": Pattern(r"\b(?:spelling|rechtschreibung|orthographe)\b"),
    "weight": Pattern(r"\b(?:weights?|gewichte?|poids)\b"),
    "temperature": Pattern(r"\b(?:temperatur\w*|températures?|degrees)\b"),
    "distance": Pattern(r"\b(?:distances?|lengths|heights?|längen|entfernungen|longueurs?)\b"),
    "currency": Pattern(r"\b(?:currenc(?:y|ies)|währung\w*|devises?)\b"),
    "formality": Pattern(
        r"\b(?:in)?formal\w*|\bpolite\w*|\b(?:tu|vou)[tv]o[iy]e\w*|\b(?:siez|duz)\w+"
    ),
}
"""How attributes of answers are named where no value of theirs is."""

_MANNER_OF = {
    "length": Pattern(
        r"\b(?:answers?|answering|repl(?:y|ies|ying)|respon[ds]\w*|explain\w*|explanations?|keep (?:it|them|things"
        r"|everything|your|all|the)|(?:you )?(?:stay|be|go)\b|being|write|writing|as? \w+ as)\b",
    ),
    "format": Pattern(
        r"\b(?:in|as|with|use|using|no|format\w*|want|like|give me|without|of|the)\s+(?:\w+\s+){0,2}?$",
    ),
    "spelling": Pattern(r"\b(?:english|spellings?|orthograph\w+|rechtschreibung)\b"),
    "formality": Pattern(
        r"\b(?:answers?|answering|repl\w+|respon[ds]\w*|tone|style|language|be|being|sound|stay|write|writing|speak"
        r"|talk|address|register|keep)\b",
    ),
}
"""What else a clause must say for a word to be of that attribute: a short hike is no short answer."""

_OF_A_THING = Pattern(
    r"\s+(?!(?:[\w-]+,?\s+){1,2}(?:answers?|replies|responses|explanations?)\b)(?!(?:answers?|answering|repl\w+"
    r"|respon[ds]\w*|explanations?|summar\w+|version|form|text|and|but|or|when|if|unless|for|in|from|please|now"
    r"|again|instead|as|than|enough|to|with|on|about|possible|too|always|also|where|whenever|because|since|until|by"
    r"|at|of|only|unless|next|this|going|henceforth|any|anymore|everywhere|everything|over|ones?|rather|though"
    r"|while|mode|style|is|are)\b)[^\W\d_]",
    fits=" hikes near Porto",
    misses=".",
)
"""How a clause goes on in which a word of length is said of a thing: short walks are no short answers."""

_CALLED = Pattern(
    r"\b(?:call|address) me (?:as |by )?(?P<name>[\w' -]{2,40}?)(?=$|[.,;!]| please| from| in )",
    fits="call me Bea",
    misses="call Bea",
)
NO_NAME = Pattern(
    r"(?:before|after|at|on|in|by|from|until|till|during|about|around|for|when|if|while|once|every|each|any|only"
    r"|back|again|now|later|soon|early|late|tomorrow|today|tonight|noon|midnight|mornings?|afternoons?|evenings?"
    r"|weekdays?|weekends?|daily|weekly|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|to|with|via|over|whenever|this"
    r"|next)\b|\d",
    fits="before noon",
    misses="Bea",
)
"""How what is no name begins: `call me before noon` says when."""
_SOURCE = (
    r"\w*(?:book|source|document|doc|file|folder|wiki|website|internet|page|paper|article|journal|manual"
    r"|report)s?"
)
_ONLY_FROM = Pattern(
    r"\b(?:only|just|solely|exclusively|stick to|stay with|restrict \w+(?: \w+)? to"
    r"|limit \w+(?: \w+)? to)\b(?P<object>(?:\s+[\w'’.-]+){1,8})",
 fits="only the printed handbooks", misses="the printed handbooks",)  # fmt: skip
_SOURCE_NOUN = Pattern(
    rf"\b(?:{_SOURCE}|(?:poli|stud)(?:y|ies)|policy|literature|database|web)\b",
    fits="the handbook",
    misses="the train",
)

_SPEAK = r"suggest|recommend|propose|offer|consider|mention|bring up|talk about|discuss|refer to|point (?:me )?to"
_THING = Pattern(
    rf"\b(?P<verb>{_SPEAK}|use|us(?=ing)|include|add|show|cite|quote|list"
    r"|(?:end|begin|start|finish|clos|open)(?=\w{0,4} with))(?:e|s|es|ing|d|ed|ning)?\s+(?:with\s+)?(?:(?:me|us|any"
    r"|the|a|an|any more|to me)\s+)*(?P<object>[\w][^.,;:!?]*)",
    fits="suggest trains",
    misses="trains are slow",
)
_SHUN = Pattern(
    r"\b(?:avoid|exclud|leav|skip|omit|ignor)(?:e|s|es|ing|d|ed|ping)?\s+(?:out\s+)?(?:any |the "
    r"|all )?(?P<object>[\w][^.,;:!?]*)",
    fits="avoid trains",
    misses="trains are slow",
)
_FINE = (
    r"(?:fine|ok|okay|allowed|all right|alright|acceptable|welcome|possible|permitted|good|an option|on the (?:table"
    r"|menu))"
)
PERMITS = Pattern(
    rf"(?<!if )(?<!as )(?<!that )(?<!what )(?<!where )(?<!when )(?<!how )\b(?:you|we|one) (?:(?:can|may|could"
    rf"|might)(?!['’]t|not)|are (?:free|allowed|welcome) to)\b(?! (?:not|only|never)\b)|\bfeel free to\b"
    rf"|\b(?:du (?:darfst|kannst)|(?:darfst|kannst) du|sie (?:dürfen|können)|ihr dürft|tu peux|vous pouvez|puedes"
    rf"|puoi)\b|\bgo ahead and\b|\bi (?:don['’]t|do not) mind\b|\bno problem with\b"
    rf"|\bas (?:\w+ )?\w+ as you (?:need|like|want|wish|please)\b"
    rf"|(?:\b(?:is|are|(?:may|can) be)|['’]s|['’]re) (?:(?:now|again|also|back) )*(?:{_FINE}\b|in any\b)"
    rf"|\bany \w+ (?:will|would) do\b|\b(?:is|are)(?:n['’]t| not"
    rf"| no longer) (?:forbidden|banned|prohibited|off[ -]limits)\b|\b(?:ist|sind) (?:(?:jetzt|nun|wieder"
    rf"|auch) )*(?:erlaubt|in ordnung|okay?|möglich)\b",
    fits="you may use French now",
    misses="use French",
)
"""Lets something be done that was not to be, or need not have been."""
_FINE_THING = Pattern(
    rf"^\W*(?:\w+,\s+)*(?P<object>[\w][^.,;:!?]*?)(?: (?:is|are)|['’]s) (?:(?:now|again|also|back) )*(?:{_FINE}"
    rf"|(?:not|no longer) (?:forbidden|banned|prohibited|off[ -]limits))\b",
    fits="trains are fine again",
    misses="take trains",
)
NEEDLESS = Pattern(
    r"\bno (?:longer |more |further )?(?:need|reason)\b|\b(?:needn['’]t|(?:don['’]t|do not|no longer) (?:have"
    r"|need) to)\b|\b(?:not|no longer|isn['’]t|aren['’]t) (?:\w+ )?(?:needed|necessary|required|wanted)\b"
    r"|\b(?:don['’]t|do not) (?:worry|bother|care) (?:about|with)\b|\bplus besoin\b|\bnicht mehr (?:nötig|zu \w+)\b"
    r"|\b(?:brauchst|musst) (?:\w+ )*(?:nicht|keine?n?) (?:\w+ )?mehr\b|\bya no hace falta\b|\bcan go(?: now"
    r"| again)?\W*(?:$|[;,])|不用再|不再需要|可以不用",
    fits="no need to cite pages",
    misses="cite pages",
)
"""Says that something need not be done."""
_CEASES = Pattern(
    rf"{NEEDLESS.form}|\b(?:i |we )?(?:don['’]t|do not|no longer) (?:need|want)\b|\benough (?:of|with)\b|\b(?:stop"
    rf"|quit|cease|drop|forget|lift|scrap|cancel|end)\b|\bno more\b|\bno longer\b",
    fits="stop citing pages",
    misses="cite pages",
)
_DENIES = Pattern(
    r"\b(?:do not|don['’]t|never|not|without|must(?:n['’]t| not)|should(?:n['’]t| not)|can(?:['’]t|not))\b"
    r"|\bno\b(?!\W*,)",
    fits="do not cite pages",
    misses="cite pages",
)
_SINCE = Pattern(
    r"\b(?:any ?more|any longer|now|again|from now on|going forward|after all|too|as well|please|at all|ever"
    r"|instead|either|these days|for me|in (?:your|the) (?:answers?|replies|responses))\b",
 fits="in French from now on", misses="in French",)  # fmt: skip
_FRAME = word_set(
    "answer answers answering per reply replies replying respond responds responding response responses speak speaking "
    "talk talking write writing always never please from now on only use using me my i you your all every each in the "
    "a an to and as at be being is are it them this that with of for keep stay give make sure want would like need do "
    "not don don't no more any again actually just everything when ever question questions going forward future can "
    "may could should must will system units unit clock time format language english spelling style tone text switch "
    "continue stop everywhere by default remember well too instead longer back then so but also ok okay we us if "
    "temperature temperatures distance distances weight weights possible rather have go into fine allowed alright "
    "acceptable welcome needed necessary required wanted cite quote consult "
    "verwende benutze rechtschreibung utilise orthographe du darfst kannst "
    "sie dürfen wieder auf antworten antworte sprechen sprich ab jetzt bitte immer nur noch mir tu "
    "peux "
    "vous pouvez de nouveau à répondre réponds répondez parler parle toujours désormais en moi puedes volver responder "
    "responde siempre ahora puoi rispondere rispondi sempre ora"
)
"""Words of a clause that say nothing of what it holds for."""


SHORT = 6
"""Words of a clause that denies or permits a value and needs to say no more: `prose is fine`."""


@dataclass(frozen=True, slots=True)
class Manner:
    """What a clause says of one attribute of answers."""

    attribute: str
    value: str
    force: Force = "set"
    scope: frozenset[str] = frozenset()
    """What it holds for, where it is not for everything: `emails`."""

    @property
    def name(self) -> str:
        """The attribute with what it holds for: two instructions of one name cannot both be followed."""
        return " ".join([self.attribute, *sorted(self.scope)])


def manner(clause: str) -> Manner | None:
    """What a clause says of the manner of answers; None where it says nothing of an attribute that is known."""
    plain = words.QUOTED.sub(" ", words.folded(clause))
    return _thing(plain) if (found := _attribute(plain)) is None else found


@lru_cache(maxsize=256)
def aspects(text: str) -> frozenset[str]:
    """The attributes of answers that a text speaks of, by their name or by any value of theirs."""
    values = {
        f"{attribute} {value}" if attribute == "format" else attribute
        for form, (attribute, value) in _VALUES.near(text)
        if form.search(text)
    }
    said = (found[0].casefold() for found in re.finditer(r"[^\W\d_]+", text))
    language = {"language"} if any(word in _LANGUAGES for word in said) else set[str]()
    return frozenset(
        values | language | {name for name, form in _NAMED.items() if form.search(text)}
    )


def ends(new: Manner, old: Manner) -> bool:
    """Whether what is said now ends an instruction of before: one value of an attribute at a time."""
    if old.force == "permit" or not _same(new, old):
        return False
    if old.force == "deny":
        return new.force != "deny" and new.value == old.value and new.scope <= old.scope
    if new.force == "set":
        return new.value != old.value and new.scope == old.scope
    if new.force == "deny":
        return new.value == old.value
    return old.value != new.value and new.scope <= old.scope


def _same(new: Manner, old: Manner) -> bool:
    if not (new.attribute.startswith(THING) and old.attribute.startswith(THING)):
        limited = new.force != "set" and new.attribute == old.attribute.split()[0] == "length"
        return limited or new.attribute == old.attribute
    mine, theirs = set(new.attribute.split()), set(old.attribute.split())
    # Of several things that are named together, one may be spoken of again and the others not. Who asks for a thing
    # from now on leaves alone what was said of one kind of it.
    part = new.force != "set" and mine < theirs and not theirs & {"or", "and"}
    return mine == theirs or part


def _force(clause: str) -> Force:
    if _CEASES.search(clause):
        return "deny"
    if PERMITS.search(clause):
        return "permit"
    return "deny" if _DENIES.search(clause) else "set"


def _attribute(clause: str) -> Manner | None:
    """The first attribute with a value that a clause names."""
    force = _force(clause)
    if (found := _CALLED.search(clause)) and not NO_NAME.match(found["name"]):
        return Manner("address", found["name"].casefold().strip(), force)
    if (found := _ONLY_FROM.search(clause)) and _SOURCE_NOUN.search(found["object"]):
        return Manner("sources", _objects(found["object"]), force)
    if limit := length(clause):
        # `No more than two sentences` denies nothing by itself.
        rest = clause[: limit.said.start()] + clause[limit.said.end() :]
        # A limit of words says nothing of how many points there are.
        return Manner(
            f"length in {limit.unit}", str(limit.number), _force(rest), _scope(clause, limit.said)
        )
    for form, (attribute, value) in _VALUES.near(clause):
        if (found := form.search(clause)) and _is_of(attribute, clause, found):
            return Manner(attribute, value, force, _scope(clause, found))
    return _language(clause, force)


def _is_of(attribute: str, clause: str, found: re.Match[str]) -> bool:
    if attribute == "length" and _OF_A_THING.match(clause[found.end() :]):
        return False
    needed = _MANNER_OF.get(attribute)
    short = _force(clause) != "set" and len(words.words(clause)) <= SHORT
    if needed is None or (short and attribute != "spelling"):
        return True
    return bool(needed.search(clause[: found.start()] if attribute == "format" else clause))


def _language(clause: str, force: Force) -> Manner | None:
    """A language to answer in: named after `in` or its like, or anywhere where one is denied or permitted."""
    for found in re.finditer(r"[^\W\d_]+", clause):
        value = _LANGUAGES.get(found[0].casefold())
        if value is None:
            continue
        before = clause[: found.start()]
        in_ = re.search(
            r"\b(?:in|to|into|use|speak|speaking|using|auf|en|only|just|back to)\s+$", before, re.I
        )
        alone = not before.strip() and len(words.words(clause)) <= SHORT
        if in_ or alone or (force != "set" and len(words.words(clause)) <= 10):
            if re.match(
                r"\s+(?!(?:please|only|from|when|if|now|again|any|for|and|but|too|instead|is|are|antworten|sprechen"
                r"|schreiben|bitte|wieder|répondre|parler|écrire|responder|hablar|rispondere)\b)[a-z]{3,}",
                clause[found.end() :],
            ):
                continue  # French wine, German customers
            return Manner("language", value, force, _scope(clause, found))
    return None


def _scope(clause: str, value: re.Match[str]) -> frozenset[str]:
    """The telling words of a clause beside the value and the frame of an instruction."""
    rest = _SINCE.sub(" ", clause[: value.start()] + " " + clause[value.end() :])
    said = (re.split(r"['’]", word.casefold())[0] for word in words.words(rest))
    return frozenset(_singular(word) for word in said if word not in _FRAME and len(word) > 1)


def _thing(clause: str) -> Manner | None:
    """A thing that is never to be spoken of, always, or may be."""
    bare = _SINCE.sub(" ", clause)
    if found := _SHUN.search(bare):
        rest = bare[: found.start()]
        lifted = _CEASES.search(rest) or _DENIES.search(rest)
        return _of(
            found["object"], "permitted" if lifted else "never", "permit" if lifted else "set"
        )
    if found := _THING.search(bare):
        before = bare[: found.start()]
        if _CEASES.search(before):
            # `Stop suggesting X` and `no longer suggest X` forbid it; `no need to suggest X` asks for nothing.
            stops = re.search(r"\b(?:stop|quit|cease|no longer)\b", before, re.I)
            return _of(found["object"], "never" if stops else "always", "set" if stops else "deny")
        if PERMITS.search(before):
            return _of(found["object"], "permitted", "permit")
        if _DENIES.search(before):
            return _of(found["object"], "never", "set")
        return _of(found["object"], "always", "set")
    if (found := _FINE_THING.search(bare)) and len(words.words(found["object"])) <= 6:
        return _of(found["object"], "permitted", "permit")
    return None


def _of(object_: str, value: str, force: Force) -> Manner | None:
    said = _objects(object_)
    if force == "permit" and _SOURCE_NOUN.search(object_):
        return Manner("sources", said, force)
    return Manner(f"{THING}{said}", value, force) if said else None


def _objects(text: str) -> str:
    """The telling words of what is spoken of, as stems in their order."""
    cut = re.split(r"\b(?:when|if|unless|because|since|while|whenever)\b", text, maxsplit=1)[0]
    said = (word.casefold() for word in words.words(cut))
    return " ".join(_singular(word) for word in said if word in {"or", "and"} or word not in _FRAME)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and has_ending_s(word) else word
