"""A question in; its phrases out: the names and things that it speaks of, each with where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import words
from loadsheet.intent.language.vocabulary import ACTIONS

LEADS = word_set(
    "for in on at with without by from to under during after before per about of until since within "
    "für bei beim im am auf mit ohne zu zum zur von vom seit bis nach pour à au aux dans avec sans de du des chez "
    "depuis para con sin en del desde hasta nel nella di da dal"
)
"""Words before a phrase that say how it belongs to the question."""

_JOINING = word_set("of de di von")
"""What makes one thing of two: `notice of termination`, `changement de pneus`."""

_INDEFINITE = word_set("a an ein eine einen einem einer un une una uno")
_DEFINITE = word_set(
    "the der die das den dem le la les el los las il lo gli i our my your unser unsere mein meine notre mon ma mi"
)
_VERBS = word_set(
    "cost costs take takes last lasts say says weigh weighs need needs use uses work works mean means pay get gets "
    "apply applies open opens close closes start starts end ends begin begins happen happens go goes run runs "
    "cover covers charge charges require requires look looks include includes "
    "wurde wurden kostet kosten dauert dauern wiegt beginnt endet gilt braucht öffnet schließt zahlt coûte coûtent "
    "dure durent pèse commence ouvre ferme cuesta cuestan dura duran pesa empieza abre cierra vale costa costano inizia"
)
"""What is asked of a thing by a verb that anything may have: no part of what the thing is called."""

SELVES = word_set("i we you ich wir du sie je nous tu vous yo io")
_BEFORE_VERBS = word_set("how wie who wer qui quién chi")
"""Words after which stands what is measured or done, and not of what: how loud, who leads."""

_BORDER = re.compile(r"[^\w\s'’&/-]")
_RUN = re.compile(r"(?P<lead>[LJ]?)(?P<article>[ID]*)(?P<said>[TNC](?:[TNC]|JT)*)")
"""A phrase among the classes of its words: a lead, an article, and telling words, names or codes."""
_LONE = re.compile(r"(?<![LJNC])N(?![NC])")
_NAMES = re.compile(r"[NC]+")
_THINGS = re.compile(r"T(?:JT|T)*")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of telling words in a text."""

    outset: int
    """Where its lead begins, or its article, or its first word."""
    start: int
    """Where its article begins, or its first word."""
    end: int
    lead: str
    """The word that says how it belongs to the question: `for`; empty where there is none."""
    article: str
    """Whether it is one of several (`I`), a certain one (`D`), or neither."""
    names: tuple[tuple[int, int], ...]
    """Where names stand in it."""
    thing: tuple[int, int] | None
    """Where the last of it stands that is no name."""


@lru_cache(maxsize=512)
def phrases(text: str, *, fragment: bool = False) -> tuple[Phrase, ...]:
    """The phrases of a text in their order; words that only ask, and verbs that anything may have, are in none.

    The first word of a sentence is written like a name, that of a fragment is one where it is.
    """
    found = [*words.WORD.finditer(text)]
    code, spans = words.language(text), list[tuple[int, int]]()
    classes = ""
    for number, one in enumerate(found):
        if number and _BORDER.search(text, found[number - 1].end(), one.start()):
            classes, spans = classes + "|", [*spans, (one.start(), one.start())]
        before = found[number - 1][0].casefold() if number else ""
        named = words.is_code(one[0]) and not text.isupper()
        class_ = "C" if named else _class(one[0], before, code)
        classes, spans = classes + class_, [*spans, one.span()]
    if not fragment and classes[:1] == "N" and classes[1:2] not in {"N", "C"}:
        classes = f"T{classes[1:]}"
    if code == "de":
        classes = _LONE.sub("T", classes)  # where every noun is
    return tuple(_phrase(text, run, spans) for run in _RUN.finditer(classes))


def _class(word: str, before: str, code: str) -> str:
    low = words.bare(word).casefold()
    if low in LEADS:
        return "J" if low in _JOINING else "L"
    if low in _INDEFINITE or low in _DEFINITE:
        return "I" if low in _INDEFINITE else "D"
    if words.is_code(word) or (len(word) == 1 and word.isupper() and before and low != "i"):
        return "C"
    asks = (
        low in _VERBS or before in _BEFORE_VERBS or low in SELVES or (not before and low in ACTIONS)
    )
    called = code == "en" and bool(before) and word.istitle() and len(word) > 1
    if asks or (words.is_function_word(low, code) and not called):  # `in May`, `is Will in`
        return "B"
    return "N" if words.is_name(word) else "T"


def _phrase(text: str, run: re.Match[str], spans: list[tuple[int, int]]) -> Phrase:
    places = [n.span() for n in _NAMES.finditer(run.string, run.start("said"), run.end())]
    things = [n.span() for n in _THINGS.finditer(run.string, run.start("said"), run.end())]
    lead = spans[run.start("lead")] if run["lead"] else None
    start = spans[run.start("article")][0]
    return Phrase(
        outset=lead[0] if lead else start,
        start=start,
        end=spans[run.end() - 1][1],
        lead=text[lead[0] : lead[1]].casefold() if lead else "",
        article=run["article"][-1:],
        names=tuple((spans[a][0], _owner(text, spans[b - 1])) for a, b in places),
        thing=(spans[things[-1][0]][0], spans[things[-1][1] - 1][1]) if things else None,
    )


def _owner(text: str, span: tuple[int, int]) -> int:
    """Where a name ends, its possessive ending aside."""
    return span[0] + len(words.bare(text[span[0] : span[1]]))
