"""The pages of a document in; the same without the heads and feet that run through them out. Pure.

What runs through pages stands between the two halves of a sentence that goes over a page, and would be quoted with what
stands under it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

FEWEST = 3
"""Pages that a line must stand on."""

SHARE = 0.4
"""The part of the pages that it must stand on: heads of left and right pages may differ."""

EDGE = 2
"""Lines at the top and at the bottom that are looked at."""

NUMBERS = 3
"""A line with more of them is a row of a table."""

NUMBER = re.compile(r"\d{1,5}")
BARE = re.compile(r"[\W\d_]*")
"""A page number alone, whatever stands around it."""


def kept_lines(pages: Sequence[Sequence[str]]) -> list[list[int]]:
    """The numbers of the lines of each page that do not run through them; the first of those that are alike stays.

    The last line may have the number of its page in it, the first may only be that number: `Chapter 3` on a third page
    is what the page is about. Page numbers stay nowhere: which page it is, is known. The next line runs only beside one
    that does.
    """
    runs = [dict[int, bool]() for _ in pages]
    for place in (*range(EDGE), *range(-1, -EDGE - 1, -1)):
        _mark(pages, runs, place)
    return [
        [at for at in range(len(page)) if not out.get(at)]
        for page, out in zip(pages, runs, strict=True)
    ]


def _mark(lines: Sequence[Sequence[str]], runs: Sequence[dict[int, bool]], place: int) -> None:
    """Note the lines that run at a place of each page, from the top or with a negative one from the bottom; whether
    each goes."""
    at = [_at(page, known, place) for page, known in zip(lines, runs, strict=True)]
    forms = [
        set(_forms(page[row], number, place)) if row is not None else set[str]()
        for number, (page, row) in enumerate(zip(lines, at, strict=True))
    ]
    count = Counter(form for own in forms for form in own)
    most = max(FEWEST, SHARE * sum(row is not None for row in at))
    seen = set[str]()
    for known, row, own in zip(runs, at, forms, strict=True):
        running = {form for form in own if count[form] >= most}
        if row is not None and running:
            known[row] = bool(running & seen) or any("\0" in form for form in running)
        seen |= running


def _at(page: Sequence[str], known: Mapping[int, bool], place: int) -> int | None:
    """Where the line at a place stands among those of a page that say something; None where none may run there."""
    said = [row for row, line in enumerate(page) if line.strip()]
    if len(said) - len(known) < 2:  # what is the whole of a page is no head and no foot
        return None
    beside = {1: 0, -2: -1}.get(place)
    return said[place] if beside is None or said[beside] in known else None


def _forms(line: str, page: int, place: int) -> Iterator[str]:
    """A line as it is, and with each number in the place of which that of its page may stand."""
    text = " ".join(line.split()).casefold()
    numbers = NUMBER.findall(text)
    yield text
    numbered = place == -1 or (place == 0 and BARE.fullmatch(text))
    if not numbers or len(numbers) > NUMBERS or not numbered:
        return
    for chosen in product((False, True), repeat=len(numbers)):
        if any(chosen):
            held = iter(zip(numbers, chosen, strict=True))

            def of_page(_: re.Match[str], held: Iterator[tuple[str, bool]] = held) -> str:
                number, is_page = next(held)
                return f"\0{int(number) - page}" if is_page else number

            yield NUMBER.sub(of_page, text)
