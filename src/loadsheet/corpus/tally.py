"""Files and documents go in as they are dealt with; a report of all of them comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from loadsheet.artifacts import AddReport, Note, Skipped
from loadsheet.corpus.load import Same
from loadsheet.ports import Cut

AddProgress = Callable[[str, str], None]
"""Called with a document's id or a file's path, and `added`, `changed`, `unchanged` or `skipped`."""


@dataclass(slots=True)
class Tally:
    """What was done so far."""

    progress: AddProgress | None
    done: dict[str, list[str]] = field(
        default_factory=lambda: {"added": [], "changed": [], "unchanged": []}
    )
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    notes: list[Note] = field(default_factory=list[Note])

    @property
    def seen(self) -> list[str]:
        """The documents that are there, by id."""
        return [name for names in self.done.values() for name in names]

    def note(self, name: str, status: str) -> None:
        """One document, and what became of it."""
        self.done[status].append(name)
        if self.progress:
            self.progress(name, status)

    def skip(self, item: Skipped) -> None:
        """One file that is no document."""
        self.skipped.append(item)
        if self.progress:
            self.progress(item.path, "skipped")

    def pass_by(self, aside: Iterable[Same | Skipped]) -> None:
        """Files that are no new documents."""
        for item in aside:
            if isinstance(item, Same):
                self.note(item.id, "unchanged")
            else:
                self.skip(item)

    def stored(self, cuts: Sequence[Cut], statuses: Sequence[str]) -> None:
        """Documents that are stored now."""
        for cut, status in zip(cuts, statuses, strict=True):
            self.note(cut.document.id, status)
            self.notes += [Note(id=cut.document.id, text=said) for said in cut.document.notes]

    def report(self, removed: Sequence[str] = ()) -> AddReport:
        """All of it."""
        return AddReport(
            added=tuple(self.done["added"]),
            changed=tuple(self.done["changed"]),
            unchanged=tuple(self.done["unchanged"]),
            removed=tuple(removed),
            skipped=tuple(self.skipped),
            notes=tuple(self.notes),
        )
