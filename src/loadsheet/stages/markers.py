"""Citation markers in an answer: which entries they name, which they do not, and what they stand behind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from loadsheet.artifacts import Citation, Context, Entry, Span
from loadsheet.artifacts.plan import on_pages
from loadsheet.assembly.frame import attributes_of, unescaped
from loadsheet.corpus.sentences import bare, split

_NUMBERS = r"\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*"
_ONE = rf"\[\s*{_NUMBERS}\s*\]"
_RUN = re.compile(rf"(\s?)({_ONE}(?: ?{_ONE})*)")
_WAITING = re.compile(rf"\s?(?:{_ONE} ?)*(?:\[[\d\s,;–-]{{0,40}})?\Z")
_CUT_OFF = re.compile(r"\s?\[[\d\s,;–-]*\d[\d\s,;–-]*\Z")
_PART = re.compile(r"(\d{1,4})(?:\s*[–-]\s*(\d{1,4}))?")

LONGEST_RANGE = 20
"""`[1-9]` names nine entries; a longer range is no citation but something else in brackets."""


class MarkerFilter:
    """Passes text on, without the markers that name no entry; those are listed in `invalid`.

    `[1, 3]`, `[1-3]` and other digits than ours are written as `[1][3]`. What may be the beginning of a marker is held
    back until it is decided.
    """

    def __init__(self, known: Mapping[int, Entry]) -> None:
        self.known = known
        self.invalid: list[int] = []
        self._held = ""

    def feed(self, text: str) -> str:
        """The text that is decided."""
        waiting = self._held + text
        found = _WAITING.search(waiting)
        cut = found.start() if found else len(waiting)
        self._held = waiting[cut:]
        return self._checked(waiting[:cut])

    def finish(self) -> str:
        """What is still held back at the end; a marker that was cut off is taken out."""
        held, self._held = self._held, ""
        cut_off = _CUT_OFF.search(held)
        if cut_off:
            self.invalid += numbers(cut_off.group(0))
            held = held[: cut_off.start()]
        return self._checked(held)

    def _checked(self, text: str) -> str:
        return _RUN.sub(self._known_only, text)

    def _known_only(self, run: re.Match[str]) -> str:
        named = numbers(run.group(2))
        self.invalid += [number for number in named if number not in self.known]
        kept = [f"[{number}]" for number in named if number in self.known]
        return run.group(1) + "".join(kept) if kept else ""


def numbers(marker: str) -> list[int]:
    """The numbers that a marker, or a run of them, names, in order."""
    found: list[int] = []
    for part in _PART.finditer(marker):
        first = int(part.group(1))
        last = int(part.group(2)) if part.group(2) else first
        span = range(first, last + 1) if first <= last <= first + LONGEST_RANGE else (first, last)
        found += [number for number in span if number not in found]
    return found


def cited_entries(context: Context) -> dict[int, Entry]:
    """The entries that a marker may name, by their number."""
    found: dict[int, Entry] = {}
    for entry in context.manifest.entries:
        kind, _, number = entry.id.partition(":")
        if kind == "evidence" and number.isdigit():
            found[int(number)] = entry
    return found


def citations(text: str, context: Context, known: Mapping[int, Entry]) -> tuple[Citation, ...]:
    """Each marker once, in order, with the words that it stands behind."""
    made: dict[int, Citation] = {}
    for number, before in _marked(text):
        if number in known and number not in made:
            entry = known[number]
            content = context.prompt.messages[entry.message]["content"]
            source = content[entry.start : entry.end]
            said = quote(unescaped(before), unescaped(source))
            made[number] = Citation(
                marker=number,
                label=page_label(entry, source, said)
                or attributes_of(source).get("source", entry.id),
                quote=said,
                source=entry.sources[0],
            )
    return tuple(made.values())


def page_label(entry: Entry, block: str, said: str) -> str:
    """Where a quotation from a passage over several pages stands; empty where its place cannot be told."""
    place = entry.sources[0]
    whole = entry.rendition == "full" and "escaped" not in entry.flags
    at = block.find(said, block.index("\n") + 1)
    if not place.page_starts or not whole or at < 0 or place.page is None or place.start is None:
        return ""
    start = place.start + at - (block.index("\n") + 1)
    first, last = (
        place.page + sum(1 for begins in place.page_starts if begins <= offset)
        for offset in (start, start + len(said) - 1)
    )
    return on_pages(place.document or "", first, last)


def _marked(text: str) -> Iterator[tuple[int, str]]:
    """Each marker's number with the text since the markers before it."""
    start = 0
    for run in _RUN.finditer(text):
        before = text[start : run.start()].strip()
        start = run.end()
        for number in numbers(run.group(2)):
            yield number, before


def quote(before: str, source: str) -> str:
    """What a marker stands behind, as the source writes it: all since the one before it where the source says so, else
    the last sentence.

    Only white space may differ, as in the row of a table that is quoted without its padding.
    """
    if whole := _written(before, source):
        return whole
    sentences = split(before)
    if not sentences:
        return before
    last = before[sentences[-1].start : sentences[-1].end].strip()
    item = bare(
        last, Span(start=0, end=len(last))
    )  # an answer may list what no list of the source holds
    said = last[item.start :]
    return _written(last, source) or _written(said, source) or _cut(said, source) or last


def _cut(said: str, source: str) -> str:
    """What a quotation that breaks off with `…` has of its source."""
    return _written(said.removesuffix("…").rstrip(), source) if said.endswith("…") else ""


def _written(said: str, source: str) -> str:
    """The words of a source that differ from what is said in white space at the most; empty where it has none."""
    if said in source:
        return said
    found = re.search(r"\s+".join(map(re.escape, said.split())), source) if said.split() else None
    return found[0] if found else ""
