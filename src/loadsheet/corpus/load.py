"""Paths in; documents out, one at a time, with a readable reason for each file that is not one.

Markdown and plain text in UTF-8 are read as they are: line ends stay, a byte-order mark does not, so that offset 0
is the first character after it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from loadsheet.artifacts import Document, Skipped
from loadsheet.corpus import frontmatter
from loadsheet.corpus.headings import first_heading
from loadsheet.errors import InputError
from loadsheet.ports import StoredDocument

KINDS = (".md", ".markdown", ".txt", ".text", ".rst")
"""The file names that a folder is searched for; a file that is named itself may end in anything."""

LIMIT_MB = 50
"""A larger file is rarely prose, and is read whole into memory."""

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Found:
    """A file under an added path: where it is and what it is called from there."""

    path: Path
    relative: str
    root: Path
    named: bool = False
    """Whether the user named the file itself."""


def load(
    paths: Iterable[str | os.PathLike[str]],
    *,
    stored: Iterable[StoredDocument] = (),
    limit_mb: float = LIMIT_MB,
) -> Iterator[Document | Skipped]:
    """Read every file under `paths`, in a fixed order; raises before the first when a path is missing.

    A file that is `stored` already keeps its id and its root, also when it is found from another path.
    """
    roots = [_absolute(path) for path in paths]
    names = Names.of(stored)
    return _read_all(roots, names, limit_mb)


def _read_all(roots: list[Path], names: Names, limit_mb: float) -> Iterator[Document | Skipped]:
    seen: set[str] = set()
    for root in roots:
        for found in find(root):
            if isinstance(found, Skipped):
                yield found
                continue
            if str(found.path) in seen:
                continue
            seen.add(str(found.path))
            yield read(found, names, limit_mb)


def _absolute(path: str | os.PathLike[str]) -> Path:
    root = Path(os.path.abspath(Path(path).expanduser()))  # keeps symbolic links
    if not os.path.lexists(root):
        raise InputError(f"nothing at '{path}': name a file or a folder that exists")
    return root


# ---------------------------------------------------------------- finding


def find(root: Path) -> list[Found | Skipped]:
    """The files under `root` in the order of their names; hidden ones are passed over, links followed once."""
    if not root.is_dir():
        return [_entry(root, root)]
    top = os.path.realpath(root)
    known = {top}
    found, links = _walk(root, root, known)
    # Real files and folders come first, so that a link never takes their place.
    while links:
        link = links.pop(0)
        target = os.path.realpath(link)
        if target in known or Path(top).is_relative_to(target):
            continue
        known.add(target)
        if link.is_dir():
            more, further = _walk(link, root, known)
            found += more
            links = sorted(links + further)
        else:
            found.append(_entry(link, root))
    return sorted(found, key=lambda item: Path(item.path).parts)


def _walk(folder: Path, root: Path, known: set[str]) -> tuple[list[Found | Skipped], list[Path]]:
    """What lies in a folder and below it, and the links there, which nobody has followed yet."""
    found: list[Found | Skipped] = []
    links: list[Path] = []
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError as error:
            found.append(Skipped(path=_shown(place), reason=f"cannot be opened: {_why(error)}"))
            continue
        for entry in entries:
            path = Path(entry.path)
            if entry.name.startswith("."):
                continue
            if entry.is_symlink():
                links.append(path)
                continue
            target = os.path.realpath(path)
            if target in known:
                continue
            known.add(target)
            if entry.is_dir():
                waiting.append(path)
            else:
                found.append(_entry(path, root))
    return found, sorted(links)


def _entry(path: Path, root: Path) -> Found | Skipped:
    if not _is_utf8(str(path)):
        return Skipped(path=_shown(path), reason="its name is not UTF-8; rename it")
    if path == root:
        return Found(path, path.name, root, named=True)
    return Found(path, path.relative_to(root).as_posix(), root)


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: Path) -> str:
    return os.fsencode(path).decode("utf-8", "replace")


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


# ---------------------------------------------------------------- reading


def read(found: Found, names: Names, limit_mb: float = LIMIT_MB) -> Document | Skipped:
    """One file as a document, or the reason why it is none."""
    path = str(found.path)

    def skipped(reason: str) -> Skipped:
        return Skipped(path=_shown(found.path), reason=reason)

    if not found.named and found.path.suffix.lower() not in KINDS:
        kind = f"a {found.path.suffix} file" if found.path.suffix else "a file without an ending"
        return skipped(f"is {kind}; of a folder, {', '.join(KINDS)} are read")
    limit = int(limit_mb * 1_000_000)
    try:
        status = found.path.stat()
        if not stat.S_ISREG(status.st_mode):
            return skipped("is not a regular file")
        if status.st_size > limit:
            return skipped(f"is larger than {limit_mb:g} MB ({status.st_size / 1e6:.0f} MB)")
        with found.path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        return skipped(f"cannot be read: {_why(error)}")
    if len(data) > limit:
        return skipped(f"is larger than {limit_mb:g} MB")
    text = decoded(data)
    if text is None:
        return skipped(_not_text(data))
    front = frontmatter.read(text)
    if not text[front.end :].strip():
        return skipped("is empty")
    name, root = names.take(found)
    return Document(
        id=name,
        text=text,
        title=front.title or first_heading(text, front.end, path) or found.path.stem,
        timestamp=front.timestamp,
        path=path,
        root=root,
    )


def decoded(data: bytes) -> str | None:
    """The text of a UTF-8 file without its byte-order mark; None when it is not text."""
    if b"\0" in data:
        return None
    try:
        return data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _not_text(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is UTF-16; save it as UTF-8"
    if b"\0" in data:
        return "is binary"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"is not UTF-8 (byte 0x{data[error.start]:02x} at {error.start})"
    return "is not text"


# ---------------------------------------------------------------- naming


@dataclass(slots=True)
class Names:
    """The ids that are taken, and the files that have one."""

    taken: dict[str, str | None] = field(default_factory=dict[str, str | None])
    """Each id with its path; None for a document that is no file."""
    files: dict[str, tuple[str, str | None]] = field(
        default_factory=dict[str, tuple[str, str | None]]
    )
    """Each path with its id and its root."""

    @classmethod
    def of(cls, stored: Iterable[StoredDocument]) -> Names:
        """The names of the documents that the store holds."""
        names = cls()
        for document in stored:
            names.taken[document.id] = document.path
            if document.path is not None:
                names.files[document.path] = (document.id, document.root)
        return names

    def take(self, found: Found) -> tuple[str, str | None]:
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
