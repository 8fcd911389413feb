"""Paths in; documents out, one at a time, with a readable reason for each file that is not one.

A file whose stamp says that it is as it was is not read again. Markdown and reStructuredText are taken as they are, and
plain text but for the marks of its headings and lists: line ends stay, a byte-order mark does not, so that offset 0 is
the first character after it.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from loadsheet.artifacts import Document, Skipped, digest
from loadsheet.corpus import formats, frontmatter
from loadsheet.corpus.dates import iso_time
from loadsheet.corpus.find import FoundFile, Root, find, places_of, shown, why
from loadsheet.corpus.formats import TEXT, Extracted, Limits, Unreadable
from loadsheet.corpus.formats.encoding import decode
from loadsheet.corpus.formats.plain import as_markdown
from loadsheet.corpus.formats.workshop import Workshop
from loadsheet.corpus.headings import first_heading
from loadsheet.ports import StoredDocument

ONLY_FRONT_MATTER = "holds front matter and no text below it, so there is nothing to cite"
"""Its fields describe a text; a title without one would be found and say nothing."""

FRESH_SECONDS = 2.0
"""A file that was written so shortly before it was read may be written again without its times showing it."""


@dataclass(frozen=True, slots=True)
class ReadPolicy:
    """How files are read, and what they may cost."""

    file_megabytes: float = 50
    total_megabytes: float = 5_000
    limits: Limits = field(default_factory=Limits)
    gitignore: bool = True
    recipe: str = ""
    """What else decides how a document is stored: a file that was stored by another one is read again."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was when it was read, on one line of text."""

    seen: str
    """Its size, times and number; empty where they cannot be trusted."""
    content: str
    recipe: str

    def __str__(self) -> str:
        return f"{self.seen}/{self.content}/{self.recipe}"

    @classmethod
    def of(cls, written: str | None) -> Stamp | None:
        """The stamp that was written down."""
        parts = (written or "").split("/", 2)
        return cls(*parts) if len(parts) == 3 else None


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document that was read, and its file's stamp."""

    document: Document
    stamp: str


@dataclass(frozen=True, slots=True)
class Same:
    """A file that is as it was when it was stored."""

    id: str


Item = Loaded | Same | Skipped


def load(
    roots: Iterable[Root],
    *,
    stored: Iterable[StoredDocument] = (),
    reading: ReadPolicy | None = None,
    erased: Collection[str] = (),
    readmitted: Collection[str] = (),
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Item]:
    """Read every file under `roots`, in a fixed order, until `stop` says so.

    A file that is `stored` already keeps its id and its root, also when it is found from another path. What was
    `erased`, by the digests of its places, is passed by, but for the paths that are `readmitted`.
    """
    how = reading or ReadPolicy()
    names = TakenIds.of(stored)
    left = how.total_megabytes * 1e6
    seen: set[str] = set()
    with closing(Workshop(how.limits)) as workshop:
        reader = FileReader(how, names, workshop, erased, readmitted)
        for root in roots:
            for found in find(root, ignore=how.gitignore):
                if stop():
                    return
                if isinstance(found, Skipped):
                    yield found
                elif str(found.path) not in seen:
                    seen.add(str(found.path))
                    item, size = reader.read(found, left)
                    left -= size
                    yield item


@dataclass(slots=True)
class FileReader:
    """Reads files, each as a document, as the same as before, or as a reason."""

    how: ReadPolicy
    names: TakenIds
    workshop: Workshop
    erased: Collection[str] = ()
    readmitted: Collection[str] = ()

    def read(self, found: FoundFile, left: float) -> tuple[Item, int]:
        """One file, and the bytes that count against what is `left` of the whole."""
        try:
            erased = self._was_erased(found)
            made = self._unwanted(found, erased) or self._read(found, left, erased)
        except OSError as error:
            made = Unreadable(f"cannot be read: {why(error)}", passing=True)
        if isinstance(made, Unreadable):
            return Skipped(path=shown(found.path), reason=made.reason, passing=made.passing), 0
        return made

    def _unwanted(self, found: FoundFile, erased: bool) -> Unreadable | None:
        """Why a file is not even looked at."""
        suffix = found.path.suffix.lower()
        if erased and str(found.path) not in self.readmitted:
            return Unreadable("was erased: to take it in again, add the file itself")
        if not found.named and not formats.is_wanted(found.path.name, suffix):
            return Unreadable(formats.unread(suffix), passing=True)
        return None

    def _read(self, found: FoundFile, left: float, erased: bool) -> tuple[Item, int] | Unreadable:
        now = time.time_ns()
        status = found.path.stat()
        size = status.st_size
        if refused := self._beyond(status, left):
            return refused
        # What was erased is stored anew, be it the same: storing it is what admits it again.
        before = None if erased else self._before(found)
        look = _look(status, now)
        if before and look and before.seen == look:
            return Same(self.names.files[str(found.path)][0]), size
        with open(found.path, "rb", buffering=0) as file:
            data = file.read(size + 1)
            data += file.read(self._limit) if len(data) > size else b""  # it has grown meanwhile
        if len(data) > self._limit:
            return self._too_large()
        stamp = Stamp(look, hashlib.sha256(data).hexdigest()[:32], self.how.recipe)
        if before and before.content == stamp.content:
            return Same(self.names.files[str(found.path)][0]), size
        item = self.document(found, data)
        return item if isinstance(item, Unreadable) else (Loaded(item, str(stamp)), size)

    def _beyond(self, status: os.stat_result, left: float) -> Unreadable | None:
        """Why a file of that status is not opened."""
        size = status.st_size
        if not stat.S_ISREG(status.st_mode):
            return Unreadable("is not a regular file")
        if size > self._limit:
            return self._too_large(f" ({size / 1e6:.0f} MB)")
        if size > left:
            given = f"{self.how.total_megabytes:g} MB at a time; see the setting add_megabytes"
            return Unreadable(f"is beyond {given}", passing=True)
        return None

    @property
    def _limit(self) -> int:
        """The bytes that a file may have."""
        return int(self.how.file_megabytes * 1_000_000)

    def _too_large(self, size: str = "") -> Unreadable:
        given = f"{self.how.file_megabytes:g} MB{size}"
        return Unreadable(f"is larger than {given}; see the setting file_megabytes")

    def _was_erased(self, found: FoundFile) -> bool:
        """Whether the file of an erased document lies there, or is what a link leads to."""
        places = places_of(str(found.path)) if self.erased else ()
        return any(digest(place) in self.erased for place in places)

    def _before(self, found: FoundFile) -> Stamp | None:
        """The stamp of the file when it was stored, where it would be stored alike."""
        stamp = Stamp.of(self.names.stamps.get(str(found.path)))
        return stamp if stamp and stamp.recipe == self.how.recipe else None

    def document(self, found: FoundFile, data: bytes) -> Document | Unreadable:
        """The document in the bytes of a file."""
        made = extracted(data, found.path.suffix, self.workshop)
        if isinstance(made, Unreadable):
            return made
        name, root = self.names.take(found)
        return document_of(made, name, path=str(found.path), root=root, stem=found.path.stem)


def extracted(data: bytes, suffix: str, workshop: Workshop) -> Extracted | Unreadable:
    """The text in the bytes of a file, or why there is none."""
    kind = formats.format_of(suffix, data)
    if kind != TEXT:
        made = workshop.read(kind, data)
    elif (decoded := decode(data)) is None:
        way = formats.WAYS_OUT.get(suffix.lower())
        made = Unreadable(
            "is binary" + (f": {way}" if way else ", or in an encoding that nobody knows")
        )
    else:
        plain = suffix.lower() in formats.PLAIN
        made = Extracted(as_markdown(decoded.text) if plain else decoded.text, notes=decoded.notes)
    if isinstance(made, Unreadable):
        return made
    if len(made.text) > workshop.limits.characters:
        return formats.too_long(workshop.limits)
    if not made.text.strip():
        return Unreadable("is empty")
    start = frontmatter.end(made.text) if kind == TEXT else 0
    return made if made.text[start:].strip() else Unreadable(ONLY_FRONT_MATTER)


def document_of(
    made: Extracted, name: str, *, path: str | None, root: str | None, stem: str
) -> Document:
    """What was taken out of a file as a document, with the title and time that it gives itself."""
    front = frontmatter.read(made.text)
    title = front.title or made.title
    if not title and not made.pages:
        title = first_heading(made.text, front.end, path or name)
    return Document(
        id=name,
        text=made.text,
        title=title or stem,
        timestamp=front.timestamp or iso_time(made.timestamp or ""),
        path=path,
        root=root,
        pages=made.pages,
        notes=made.notes,
    )


def _look(status: os.stat_result, now: int) -> str:
    """The marks of a file that change with it; nothing where it was written a moment ago."""
    # The time of its last change of any kind cannot be set back by a program, as that of its content can.
    newest = max(status.st_mtime_ns, status.st_ctime_ns)
    if newest > now - FRESH_SECONDS * 1e9:
        return ""
    return f"{status.st_size}-{status.st_mtime_ns}-{status.st_ctime_ns}-{status.st_ino}"


# ---------------------------------------------------------------- naming


@dataclass(slots=True)
class TakenIds:
    """The ids that are taken, and the files that have one."""

    taken: dict[str, str | None] = field(default_factory=dict[str, str | None])
    """Each id with its path; None for a document that is no file."""
    files: dict[str, tuple[str, str | None]] = field(
        default_factory=dict[str, tuple[str, str | None]]
    )
    """Each path with its id and its root."""
    stamps: dict[str, str] = field(default_factory=dict[str, str])
    """Each path with what its file was like."""

    @classmethod
    def of(cls, stored: Iterable[StoredDocument]) -> TakenIds:
        """The names of the documents that the store holds."""
        names = cls()
        for document in stored:
            names.taken[document.id] = document.path
            if document.path is not None:
                names.files[document.path] = (document.id, document.root)
                if document.stamp is not None:
                    names.stamps[document.path] = document.stamp
        return names

    def take(self, found: FoundFile) -> tuple[str, str | None]:
        """The id and the root of a file: those that it has, or the first free ones."""
        path = str(found.path)
        if path not in self.files:
            name = document_id(found.relative, found.root, path, self.taken)
            self.taken[name] = path
            self.files[path] = (name, str(found.root))
        return self.files[path]


def document_id(relative: str, root: Path, path: str, taken: Mapping[str, str | None]) -> str:
    """The first of `a.md`, `docs/a.md`, `docs~2/a.md`, … that no other file has."""
    name = root.name if root.name != relative else root.parent.name
    candidate, count = relative, 0
    while candidate in taken and taken[candidate] != path:
        count += 1
        candidate = f"{name}~{count}/{relative}" if count > 1 else f"{name}/{relative}"
    return candidate
