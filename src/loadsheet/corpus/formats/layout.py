"""The lines of pages with where and how they are printed in; their text as markdown out. Pure.

A reader knows a heading by its letters, a paragraph by the space above it, and a table by its columns. What is said by
that alone is written out here: `## 4. Repairs`, an empty line, `| Item | Amount |`, `- Due date: 13 November`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from loadsheet.corpus.formats.columns import Row, grid_end, written
from loadsheet.corpus.formats.markup import escaped
from loadsheet.corpus.formats.outline import is_title, numbered

LARGER = 1.15
"""How much larger than the others letters are that a reader takes for those of a heading, if they are not bold."""

SMALLER = 0.93
"""How small those of a heading may be that are bold."""

APART = 1.25
"""How much more than from line to line it is from paragraph to paragraph."""

LONGEST = 110
"""Characters of a heading."""

DEEPEST = 6
MOST_TOGETHER = 2
"""Lines that a heading may run over; more that look like one are a text in bold."""

NUMBERED = re.compile(r"(?:[A-Z]\.)?(\d{1,3}(?:\.\d{1,3})*)[.)]?\s+(?=\S)")
STOP = re.compile(r"[.;,!…][\"'”’)\]]*$")
END_OF_SENTENCE = re.compile(r"[.!?:;。！？…\"'”’»)\]]\s*$")
BROKEN_WORD = re.compile(r"(?:\ufffe|\u00ad|\x02)\n?")
"""Where a word was cut at the end of a line, as PDFium marks it; the word is whole without it."""


@dataclass(frozen=True, slots=True)
class PrintedLook:
    """How headings of a document look: what is larger comes first, then what has the shorter number."""

    size: float
    strong: bool
    depth: int


def text_of(pages: Sequence[Sequence[Row]]) -> list[str]:
    """The text of each page as markdown."""
    body = _Body.of([row for page in pages for row in page])
    return [
        _page(page, levels, body) for page, levels in zip(pages, headings_of(pages), strict=True)
    ]


def headings_of(pages: Sequence[Sequence[Row]]) -> list[dict[int, int]]:
    """The rows of each page that are headings, with their levels."""
    body = _Body.of([row for page in pages for row in page])
    found = [body.headings(page) for page in pages]
    looks = sorted(
        {look for page in found for look in page.values()},
        key=lambda look: (-look.size, look.depth, not look.strong),
    )
    levels = {look: level for level, look in enumerate(looks, 1)}
    made = [{row: levels[look] for row, look in headed.items()} for headed in found]
    if not any(
        NUMBERED.match(page[row].text) for page, own in zip(pages, made, strict=True) for row in own
    ):
        _add_numbered(pages, made, len(looks))
    return [{row: min(DEEPEST, level) for row, level in headed.items()} for headed in made]


def _add_numbered(
    pages: Sequence[Sequence[Row]], made: Sequence[dict[int, int]], below: int
) -> None:
    """Note the headings that nothing but their numbers tells, below the others, and the title above them."""
    places = [(number, at) for number, page in enumerate(pages) for at in range(len(page))]
    lines = [pages[number][at].text for number, at in places]
    found = numbered(lines)
    if found and not below and is_title(lines[0]) and 0 not in found:
        made[0][0] = below = 1
    for place, depth in found.items():
        number, at = places[place]
        if len(pages[number][at].cells) == 1:
            made[number].setdefault(at, below + depth)


@dataclass(frozen=True, slots=True)
class _Body:
    """How most of a document is printed."""

    size: float
    strong: bool
    step: float
    """From line to line, in sizes of a letter."""

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Body:
        sizes, strong = Counter[float](), Counter[bool]()
        for row in rows:
            sizes[_half(row.size)] += len(row.text)
            strong[row.strong] += len(row.text)
        if not rows:
            return cls(0.0, strong=False, step=0.0)
        steps = sorted(
            step
            for one, after in pairwise(rows)
            if len(one.cells) == len(after.cells) == 1
            and 0 < (step := (one.bottom - after.bottom) / one.size) < 3
        )
        return cls(
            max(sizes, key=lambda size: (sizes[size], -size)),
            strong=strong[True] > strong[False],
            step=steps[len(steps) // 5] if steps else 0.0,
        )

    def parted(self, above: Row, row: Row) -> bool:
        """Whether a paragraph ends between two lines of a page."""
        if not END_OF_SENTENCE.search(above.text) and row.text[:1].islower():
            return False
        step = above.bottom - row.bottom
        return not 0 <= step <= APART * self.step * max(above.size, row.size)

    def headings(self, page: Sequence[Row]) -> dict[int, PrintedLook]:
        """The rows of a page that are headings, each with its look."""
        looks = {at: look for at, row in enumerate(page) if (look := self._look(row))}
        held: dict[int, PrintedLook] = {}
        for run in _runs(looks):
            if len(run) <= MOST_TOGETHER and run[-1] + 1 < len(page):
                held |= {at: looks[at] for at in run}
        return held

    def _look(self, row: Row) -> PrintedLook | None:
        bold = row.strong and not self.strong and row.size >= SMALLER * self.size
        text = row.text
        if len(row.cells) > 1 or not (bold or row.size > LARGER * self.size):
            return None
        if len(text) > LONGEST or STOP.search(text):
            return None
        number = NUMBERED.match(text)
        said = text[number.end() :] if number else text
        if not any(map(str.isalpha, said)):
            return None
        return PrintedLook(_half(row.size), row.strong, number[1].count(".") + 1 if number else 1)


def _half(size: float) -> float:
    return round(2 * size) / 2


def _runs(looks: Mapping[int, PrintedLook]) -> Iterator[list[int]]:
    """The rows that look alike and follow one another."""
    run: list[int] = []
    for at, look in sorted(looks.items(), key=lambda item: item[0]):
        if run and (at != run[-1] + 1 or look != looks[run[-1]]):
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _page(rows: Sequence[Row], levels: dict[int, int], body: _Body) -> str:
    """The blocks of a page, with an empty line between any two."""
    blocks: list[list[str]] = []
    at = 0
    while at < len(rows):
        end = grid_end(rows, at, levels)
        if end > at:
            blocks.append(written(rows[at:end]))
            at = end
            continue
        row, text = rows[at], escaped(rows[at].text)
        above = rows[at - 1] if at else None
        level = levels.get(at, 0)
        goes_on = bool(blocks) and above is not None and not body.parted(above, row)
        if level:
            if goes_on and levels.get(at - 1) == level and not NUMBERED.match(text):
                blocks[-1][-1] += f" {text}"
            else:
                blocks.append([f"{'#' * level} {text}"])
        elif goes_on and at - 1 not in levels and not blocks[-1][0].startswith("|"):
            blocks[-1].append(text)
        else:
            blocks.append([text])
        at += 1
    return BROKEN_WORD.sub("", "\n\n".join("\n".join(block) for block in blocks))
