"""Citation markers in an answer: which entries they name, which they do not, and what they stand behind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from loadsheet.artifacts import Citation, Context, Entry, Source, Span
from loadsheet.artifacts.plan import on_pages
from loadsheet.assembly.citing import MarkerReader, Run, cut_off, decided, numbers, parted, plain
from loadsheet.assembly.frame import attributes_of, unescaped
from loadsheet.corpus.sentences import bare, split
from loadsheet.corpus.terms import terms
from loadsheet.surrogates import in_characters

LEFT_OVER = re.compile(r"^[\s.,;:!?。，；：]*(?:\([^()\n]{1,40}\)[\s.,;:!?。，；：]*)?")
"""What stands behind a marker and belongs to what it stands behind: the end of a sentence, a date in brackets."""

FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})[^\n]*$", re.MULTILINE)


HALF = re.compile(r"[\ud800-\udbff]$")
"""The first half of a surrogate pair, whose other half may come next."""


class MarkerFilter:
    """Passes text on, without the markers that name no entry; those are listed in `invalid`.

    `[1, 3]`, `[1-3]`, `【1】` and other digits than ours are written as `[1][3]`. What may be the beginning of
    a marker, or of code, which is passed as it is, is held back until it is decided; so is the first half of a
    character that a server cut in two.
    """

    def __init__(self, known: Mapping[int, Entry]) -> None:
        self.known = known
        self.invalid: list[int] = []
        self._held = ""
        self._reader = MarkerReader()

    def feed(self, text: str) -> str:
        """The text that is decided."""
        waiting = self._held + text
        cut = decided(waiting)
        if cut == len(waiting) and HALF.search(waiting):
            cut -= 1
        self._held = waiting[cut:]
        return self._checked(in_characters(waiting[:cut]))

    def finish(self) -> str:
        """What is still held back at the end; a marker that was cut off is taken out."""
        held, self._held = in_characters(self._held), ""
        end = cut_off(held)
        said = self._checked(held[:end])
        self.invalid += numbers(held[end:])
        return said

    def _checked(self, text: str) -> str:
        said, passed = "", 0
        for run in self._reader.runs(text):
            said += text[passed : run.start] + self._known_only(run)
            passed = run.end
        return said + text[passed:]

    def _known_only(self, run: Run) -> str:
        said = ""
        for joint, marker in parted(run.markers):
            named = numbers(marker)
            self.invalid += [number for number in named if number not in self.known]
            kept = "".join(f"[{number}]" for number in named if number in self.known)
            said += (joint if said else "") + kept if kept else ""
        return run.gap + said if said else ""


def cited_entries(context: Context) -> dict[int, Entry]:
    """The entries that a marker may name, by their number."""
    found: dict[int, Entry] = {}
    for entry in context.manifest.entries:
        kind, _, number = entry.id.partition(":")
        if kind == "evidence" and number.isdigit():
            found[int(number)] = entry
    return found


def citations(text: str, context: Context, known: Mapping[int, Entry]) -> tuple[Citation, ...]:
    """A citation for each quotation of each marker, in order; the quotation is empty where it stands behind nothing."""
    made: dict[tuple[int, str], Citation] = {}
    for number, before in _marked(text):
        if entry := known.get(number):
            content = context.prompt.messages[entry.message]["content"]
            source = content[entry.start : entry.end]
            said = quote(unescaped(before), unescaped(source))
            place = cited_place(entry, unescaped(source), said)
            label = _pages_of(place) if place != entry.sources[0] else ""
            label = label or attributes_of(source).get("source", entry.id)
            made[number, said] = Citation(marker=number, label=label, quote=said, source=place)
    return tuple(made.values())


def cited_place(entry: Entry, block: str, said: str) -> Source:
    """Where a quotation from a passage over several pages stands; the passage's own place where that cannot be told."""
    place = entry.sources[0]
    if not place.page_starts or place.page is None or place.start is None or place.end is None:
        return place
    text = block[block.index("\n") + 1 : block.rindex("\n</")] if "\n</" in block else ""
    at = text.find(said) if said else -1
    # A shortened text, or one that is written otherwise than in the document, has other offsets.
    if at < 0 or len(text) != place.end - place.start:
        return place
    start = place.start + at
    end = start + len(said)
    begun = sum(1 for begins in place.page_starts if begins <= start)
    later = tuple(begins for begins in place.page_starts if start < begins < end)
    return place.model_copy(
        update={
            "start": start,
            "end": end,
            "page": place.page + begun,
            "page_starts": later or None,
        }
    )


def _pages_of(place: Source) -> str:
    first = place.page or 1
    return on_pages(place.document or "", first, first + len(place.page_starts or ()))


def _marked(text: str) -> Iterator[tuple[int, str]]:
    """Each marker's number with what it stands behind; of two with no more than `and` between them the same.

    A marker before all that its sentence says, or after what only leads to it, speaks for what follows.
    """
    before, start = "", 0
    runs = list(MarkerReader().runs(text))
    ends = [run.start for run in runs[1:]] + [len(text)]
    for run, end in zip(runs, ends, strict=False):
        said = LEFT_OVER.sub("", text[start : run.start]).strip()
        start = run.end
        before = said if terms(said) else before or _first(text[start:end]) or said
        for number in numbers(run.markers):
            yield number, before


def _first(text: str) -> str:
    """The first sentence of a text that says something."""
    said = (text[span.start : span.end] for span in split(text))
    return next((sentence for sentence in said if terms(sentence)), "")


def quote(before: str, source: str) -> str:
    """What a marker stands behind, as the source writes it: all since the one before it where the source says so, else
    the last sentence; empty where that says nothing.

    Only white space may differ, as in the row of a table that is quoted without its padding, and the backslashes before
    what would be a marker.
    """
    if whole := _written(before, source):
        return whole
    behind_code = FENCE.split(before)[-1]
    last = next((behind_code[one.start : one.end] for one in reversed(split(behind_code))), "")
    item = bare(last, Span(start=0, end=len(last)))  # what the answer lists, its source may not
    said = last[item.start :]
    row = last.rpartition("\n")[2]  # it stands under its head, with other rows between them
    written = next(filter(None, (_written(one, source) for one in (last, said, row))), "")
    written = written or _cut(said, source)
    return written or (last if terms(last) else "")


def _cut(said: str, source: str) -> str:
    """What a quotation that breaks off with `…` has of its source."""
    return _written(said.removesuffix("…").rstrip(), source) if said.endswith("…") else ""


def _written(said: str, source: str) -> str:
    """The words of a source that differ from what is said in white space at most; empty where it has none."""
    said = said if said in source else plain(said)
    if said in source:
        return said
    found = re.search(r"\s+".join(map(re.escape, said.split())), source) if said.split() else None
    return found[0] if found else ""
