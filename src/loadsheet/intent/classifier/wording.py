"""A turn and what is held go in; the signs of its wording come out: its words, and which of them stand side by side.

Words that frame a question are taken as they are. One that names something counts as what speaks of it: `<row>`,
`<fact>`, `<title>`, `<topic>` for what was spoken of before, `<new>` for what nothing that is held speaks of. So `What
is the deposit?` and `What is the quorum?` are worded alike where a row is held on either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from loadsheet.intent.held.matching import Shelf
from loadsheet.intent.held.titles import Titles
from loadsheet.intent.language.match import held, pieces

SAYS = "says "
"""How the name of such a sign begins."""

START, END, NUMBER, NEW, TITLE, TOPIC = "^", "$", "#", "new", "title", "topic"

READ = 60
"""Words of a turn that are read."""

WEIGHTS = Path(__file__).with_name("wording.tsv")
"""What each table makes of the wording, a line each: its name, the sign and a weight for each option."""

Rows = Mapping[str, tuple[float, ...]]


def wording(text: str, shelf: Shelf, titles: Titles, topic: Collection[str]) -> dict[str, float]:
    """The signs of the wording of a text that any table weighs."""
    weighed = vocabulary()
    found = (SAYS + said for said in _said(_placed(text, shelf, titles, topic)))
    return {sign: 1.0 for sign in found if sign in weighed}


def in_words(sign: str) -> str:
    """Such a sign as it is told to a reader: `it begins with “what is”`."""
    said = sign.removeprefix(SAYS)
    begins, ends = said.startswith(f"{START} "), said.endswith(f" {END}")
    bare = said.removeprefix(f"{START} ").removesuffix(f" {END}").replace(NUMBER, "<number>")
    whole = "is nothing but" if begins and ends else ""
    return f"it {whole or ('begins with' if begins else 'ends with' if ends else 'says')} “{bare}”"


def weights_of(table: str) -> Rows:
    """What a table makes of the wording."""
    return _read().get(table, {})


@cache
def vocabulary() -> Collection[str]:
    """The signs that any table weighs."""
    return frozenset(sign for rows in _read().values() for sign in rows)


@cache
def _read() -> Mapping[str, Rows]:
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    for line in WEIGHTS.read_text("utf-8").splitlines():
        table, said, *scores = line.split("\t")
        found.setdefault(table, {})[SAYS + said] = tuple(map(float, scores))
    return found


def _placed(text: str, shelf: Shelf, titles: Titles, topic: Collection[str]) -> Iterator[str]:
    """The words of a text, those that name something as what speaks of them; equal neighbours are one."""
    last = ""
    for word, stems in pieces(text)[:READ]:
        said = word if not word[0].isdigit() else NUMBER
        if stems and said != NUMBER:
            kinds = [*shelf.kinds_of(stems[0]), *((TITLE,) if titles.name(stems[0]) else ())]
            of_topic = (TOPIC,) if held(stems[0], topic) else ()
            said = f"<{'|'.join((*kinds[:2], *of_topic)) or NEW}>"
        if said != last or said[0] != "<":
            yield said
        last = said


def _said(placed: Iterator[str]) -> Iterator[str]:
    said = (START, *placed, END)
    yield from said[1:-1]
    for one, other in pairwise(said):
        yield f"{one} {other}"
