"""The XML of a DOCX whose writer used no styles for headings in; its paragraphs that look like headings marked as such.

They are told as those of a PDF are: by larger letters or bold ones, or by numbers that count up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from loadsheet.corpus.formats.columns import Cell, Row
from loadsheet.corpus.formats.layout import headings_of

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
LOOKS = "LooksLikeHeading"
"""The style of such a paragraph, with its level behind."""

USUAL = 11.0
"""Points of letters of which nothing is said."""

NO_OUTLINE = 9
"""The level of what stands in no outline, in Word's own count."""

ARRANGED = Row((Cell("", 0, 0), Cell("", 1, 1)), USUAL, 0)
"""What stands for a table among the paragraphs."""


@dataclass(frozen=True, slots=True)
class _Style:
    """What a style of paragraphs says of their looks; None where it says nothing."""

    size: float | None = None
    strong: bool | None = None
    level: int | None = None
    """Of a heading, counted from 1."""


def mark_headings(root: Any, styles: Any) -> bool:
    """Give the paragraphs of a document that look like headings a style that says so; whether there are any.

    Where a writer used styles for headings these are all there are.
    """
    known = _styles(styles)
    body = root.find(f"{W}body")
    told = [] if body is None else [
        (item, _row(item, known) if item.tag == f"{W}p" else ARRANGED)
        for item in body
        if item.tag in {f"{W}p", f"{W}tbl"}
    ]  # fmt: skip
    if any(_level(item, known) for item, _ in told):
        return False
    said = [(item, row) for item, row in told if row.text or row is ARRANGED]
    levels = headings_of([[row for _, row in said]])[0]
    for at, level in levels.items():
        _restyle(said[at][0], level)
    return bool(levels)


def _styles(styles: Any) -> dict[str, _Style]:
    """Every style of a paragraph by its id, with what it takes over from the one it is based on; the usual as ``."""
    if styles is None:
        return {}
    found = {style.get(f"{W}styleId", ""): style for style in styles.iter(f"{W}style")}
    usual = _own(styles.find(f"{W}docDefaults/{W}rPrDefault"))
    return {"": usual, **{name: _resolved(style, found, usual, 9) for name, style in found.items()}}


def _resolved(style: Any, found: Mapping[str, Any], usual: _Style, deep: int) -> _Style:
    below = style.find(f"{W}basedOn")
    base = found.get("" if below is None else below.get(f"{W}val", ""))
    under = usual if base is None or not deep else _resolved(base, found, usual, deep - 1)
    own = _own(style)
    return _Style(
        own.size if own.size is not None else under.size,
        own.strong if own.strong is not None else under.strong,
        own.level if own.level is not None else under.level,
    )


def _own(style: Any) -> _Style:
    if style is None:
        return _Style()
    name = style.find(f"{W}name")
    said = "" if name is None else name.get(f"{W}val", "").lower()
    headed = said.startswith("heading ") and said[8:].isdecimal()
    level = int(said[8:]) if headed else _outline(style)
    return _Style(*_looks(style.find(f"{W}rPr")), level)


def _outline(holder: Any) -> int | None:
    """The level of a heading that a style or a paragraph itself gives."""
    found = holder.find(f"{W}pPr/{W}outlineLvl")
    value = "" if found is None else found.get(f"{W}val", "")
    return int(value) + 1 if value.isdecimal() and int(value) < NO_OUTLINE else None


def _looks(given: Any) -> tuple[float | None, bool | None]:
    """The size and the boldness that properties of runs say."""
    if given is None:
        return None, None
    size, bold = given.find(f"{W}sz"), given.find(f"{W}b")
    points = "" if size is None else size.get(f"{W}val", "")
    strong = None if bold is None else bold.get(f"{W}val", "true") not in {"0", "false", "off"}
    return (int(points) / 2 if points.isdecimal() else None), strong


def _style(paragraph: Any, known: Mapping[str, _Style]) -> _Style:
    named = paragraph.find(f"{W}pPr/{W}pStyle")
    usual = known.get("", _Style())
    return usual if named is None else known.get(named.get(f"{W}val", ""), usual)


def _level(item: Any, known: Mapping[str, _Style]) -> int | None:
    """The level of a paragraph that a style, or it itself, makes a heading."""
    return (_outline(item) or _style(item, known).level) if item.tag == f"{W}p" else None


def _row(paragraph: Any, known: Mapping[str, _Style]) -> Row:
    """A paragraph as a line of a page."""
    style = _style(paragraph, known)
    runs = list(_runs(paragraph))
    looks = [_looks(run.find(f"{W}rPr")) for _, run in runs]
    sizes = [size or style.size or USUAL for size, _ in looks]
    strong = bool(runs) and all(style.strong if bold is None else bold for _, bold in looks)
    text = " ".join("".join(said for said, _ in runs).split())
    return Row((Cell(text, 0, 0, strong),), max(sizes, default=USUAL), 0)


def _runs(paragraph: Any) -> Iterator[tuple[str, Any]]:
    """The runs of a paragraph that say something."""
    for run in paragraph.iter(f"{W}r"):
        said = "".join(part.text or "" if part.tag == f"{W}t" else " " for part in run)
        if said.strip():
            yield said, run


def _restyle(paragraph: Any, level: int) -> None:
    """Make a paragraph a heading, and nothing else beside it: no item of a list."""
    looks = paragraph.find(f"{W}pPr")
    if looks is None:
        looks = paragraph.makeelement(f"{W}pPr")
        paragraph.insert(0, looks)
    for name in ("pStyle", "numPr"):
        for given in looks.findall(f"{W}{name}"):
            looks.remove(given)
    style = looks.makeelement(f"{W}pStyle")
    style.set(f"{W}val", f"{LOOKS}{level}")
    looks.insert(0, style)
