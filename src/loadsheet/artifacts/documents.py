"""Documents, the passages that they are cut into, and what an `add` did."""

from __future__ import annotations

from pydantic import (
    AwareDatetime,
    Field,
)

from loadsheet.artifacts.base import Artifact, Given, Moment, Value


class Document(Given):
    """A text of the user's. `id` names it in its workspace; adding the id again replaces it."""

    id: str = Field(min_length=1)
    text: str
    title: str = ""
    timestamp: Moment | None = None
    """When the text was true or written; sources are compared by it."""
    path: str | None = None
    """The absolute path of the file that it was read from."""
    root: str | None = None
    """The path that was added; a file that is gone from it is removed with the next `add`."""
    pages: tuple[int, ...] = ()
    """Where each page begins in `text`; empty for a text without pages."""
    notes: tuple[str, ...] = ()
    """What a reader should know of how it was read from its file; it is told once and not kept."""


Pages = tuple[int, int]
"""The pages on which a passage begins and ends, counted from 1."""


class Chunk(Value):
    """A passage of one document version: `document.text[start:end] == text`."""

    ordinal: int
    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()
    """The headings above the passage, outermost first."""
    section: str = ""
    """The number of the innermost numbered heading (`3.2`), or nothing."""
    tokens: int
    """The size of `text` by the counter of the settings."""
    pages: Pages | None = None
    columns: str = ""
    """The names of the columns (`City | Phone`), where it goes on with the rows of a table that begins before it."""


class Skipped(Value):
    """A file that could not be added, and why."""

    path: str
    reason: str
    passing: bool = Field(default=False, exclude=True)
    """Whether it may well be read another time, as it is: a document that was read from it before stays."""


class Note(Value):
    """What a reader should know of how a document was read: a guessed encoding, hidden text that was left out."""

    id: str
    text: str


class Excerpt(Artifact):
    """A part of a document as one of its versions has it, and what became of that version."""

    document: str
    version: int
    title: str
    start: int
    end: int
    text: str
    page: int | None = None
    """The page that it begins on, where the document has pages."""
    last_page: int | None = None
    """The page that it ends on."""
    timestamp: AwareDatetime | None = None
    added_at: AwareDatetime
    superseded_by: int | None = None
    superseded_at: AwareDatetime | None = None
    removed_at: AwareDatetime | None = None
    current: bool
    """Whether search sees this version."""


class CheckReport(Artifact):
    """What does not agree in the store, in words, and what was repaired of it."""

    drift: tuple[str, ...] = ()
    repaired: tuple[str, ...] = ()
    documents: int = 0
    passages: int = 0
    waiting: int = 0
    """Passages that have no vector yet, where an embedder makes them."""


class AddReport(Artifact):
    """What an `add` did, by document id; `skipped` names files that could not be read."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[Note, ...] = ()
    """What a reader should know of how a document was read."""
