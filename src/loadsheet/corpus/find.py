"""Paths and patterns in; the files that they name out, in a fixed order.

Hidden files are passed over, links followed once and never in a circle, and what a `.gitignore` says is obeyed as git
does: the nearest one decides, and what lies in an ignored folder cannot be taken back.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from loadsheet.artifacts import Skipped, given_path
from loadsheet.errors import InputError

IGNORE_FILE = ".gitignore"
MAGIC = re.compile(r"[*?\[]")
"""A path that holds one of these and does not exist is a pattern."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file under an added path: where it is and what it is called from there."""

    path: Path
    relative: str
    root: Path
    named: bool = False
    """Whether the user named the file itself, or its ending."""


@dataclass(frozen=True)
class Root:
    """What the user added: a file, a folder, or a pattern."""

    path: Path
    """Absolute, with its links; of a pattern, all of it."""

    @classmethod
    def at(cls, path: str | os.PathLike[str]) -> Root:
        """The root that a path names, whatever is there. Raises `InputError` for an empty one."""
        named = os.path.expanduser(given_path(path, "a path"))
        return cls(Path(os.path.abspath(named)))  # keeps symbolic links

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> Root:
        """The root that a path names. Raises `InputError` when nothing is there."""
        root = cls.at(path)
        if not root.exists():
            what = "nothing matches" if root.pattern else "nothing at"
            raise InputError(f"{what} '{os.fspath(path)}': name a file or a folder that exists")
        return root

    @cached_property
    def pattern(self) -> bool:
        """Whether it is a pattern; a file that is really called so is none."""
        return bool(MAGIC.search(str(self.path))) and not os.path.lexists(self.path)

    @cached_property
    def folder(self) -> Path:
        """Where the search begins: of a pattern, the last folder before its first wildcard."""
        if not self.pattern:
            return self.path
        plain: list[str] = []
        for part in self.path.parts:
            if MAGIC.search(part):
                break
            plain.append(part)
        return Path(*plain)

    def exists(self) -> bool:
        """Whether there is anything to search."""
        if self.pattern:
            return os.path.isdir(self.folder) and any(
                isinstance(item, FoundFile) for item in find(self)
            )
        return os.path.lexists(self.path)

    def matches(self, path: Path) -> bool:
        """Whether a file under `folder` is meant."""
        if not self.pattern:
            return True
        wanted = self.path.relative_to(self.folder).parts
        return _match(path.relative_to(self.folder).parts, wanted)


def _match(names: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the parts of a path fit those of a pattern: `**` stands for any number of folders."""
    if not wanted:
        return not names
    if wanted[0] != "**":
        return bool(names) and fnmatchcase(names[0], wanted[0]) and _match(names[1:], wanted[1:])
    rest = wanted[1:] or ("*",)
    return any(_match(names[index:], rest) for index in range(len(names)))


def find(root: Root, *, ignore: bool = True) -> list[FoundFile | Skipped]:
    """The files that `root` names, in the order of their paths; without `ignore`, also what git would ignore."""
    top = root.folder
    if not os.path.isdir(top):
        return [_entry(top, root, named=True)]
    search = _Search(root, Ignored.above(top) if ignore else None)
    found, links = search.walk(top)
    # Real files and folders come first, so that a link never takes their place.
    while links:
        link = links.pop(0)
        target = os.path.realpath(link)
        if target in search.known or Path(os.path.realpath(top)).is_relative_to(target):
            continue
        search.known.add(target)
        if os.path.isdir(link):
            more, further = search.walk(link)
            found += more
            links = sorted(links + further)
        elif root.matches(link):
            found.append(_entry(link, root))
    return sorted(found, key=lambda item: str(item.path).split(os.sep))


@dataclass(slots=True)
class _Search:
    """One search: what it looks for, and the places that it has been to."""

    root: Root
    ignored: Ignored | None
    known: set[str] = field(default_factory=set[str])

    def walk(self, folder: Path) -> tuple[list[FoundFile | Skipped], list[Path]]:
        """What lies in a folder and below it, and the links there, which nobody has followed yet."""
        found: list[FoundFile | Skipped] = []
        links: list[Path] = []
        waiting = [(folder, os.path.realpath(folder), self.ignored)]
        self.known.add(waiting[0][1])
        while waiting:
            place, real, above = waiting.pop()
            try:
                entries = sorted(os.scandir(place), key=lambda entry: entry.name)
            except OSError as error:
                reason = f"cannot be opened: {why(error)}"
                found.append(Skipped(path=shown(place), reason=reason, passing=True))
                continue
            ignored = above and above.below(place, entries)
            for entry in self._visible(entries, ignored):
                path = Path(entry.path)
                if entry.is_symlink():
                    links.append(path)
                    continue
                # What is no link itself lies where its folder really is.
                target = os.path.join(real, entry.name)
                if target in self.known:
                    continue
                self.known.add(target)
                if _is_folder(entry):
                    waiting.append((path, target, ignored))
                elif self.root.matches(path):
                    found.append(_entry(path, self.root))
        return found, sorted(links)

    def _visible(
        self, entries: list[os.DirEntry[str]], ignored: Ignored | None
    ) -> Iterator[os.DirEntry[str]]:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if ignored and ignored.holds(entry.path, folder=_is_folder(entry)):
                continue
            yield entry


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself, or what may not be looked at
        return False


def _entry(path: Path, root: Root, *, named: bool = False) -> FoundFile | Skipped:
    if not _is_utf8(str(path)):
        return Skipped(path=shown(path), reason="its name is not UTF-8; rename it")
    if named:
        return FoundFile(path, path.name, root.path, named=True)
    # A pattern that names an ending asks for it, as naming the file does.
    named = root.pattern and root.path.suffix == path.suffix != ""
    below = str(path).removeprefix(str(root.folder)).lstrip(os.sep)
    return FoundFile(path, below.replace(os.sep, "/"), root.path, named)


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def places_of(path: str) -> tuple[str, ...]:
    """A path as it is, and where it leads when its links are followed."""
    return tuple(dict.fromkeys((path, os.path.realpath(path))))


def shown(path: Path) -> str:
    """A path as it can be printed."""
    return os.fsencode(path).decode("utf-8", "replace")


def why(error: OSError) -> str:
    """What the system says, in its own words."""
    return (error.strerror or type(error).__name__).lower()


# ---------------------------------------------------------------- what git ignores


@dataclass(frozen=True, slots=True)
class Ignored:
    """The `.gitignore` files that hold for a folder, the nearest last."""

    files: tuple[tuple[Path, Any], ...] = ()
    """Each with the folder that its patterns start from."""

    @classmethod
    def above(cls, folder: Path) -> Ignored:
        """What the folders above say, up to the top of the repository; nothing when they ignore the folder itself.

        Whoever names a folder wants what is in it.
        """
        places: list[Path] = []
        for place in folder.parents if not os.path.exists(folder / ".git") else ():
            places.append(place)
            if os.path.exists(place / ".git"):
                break
        else:
            places = []
        made = cls()
        for place in reversed(places):
            made = made.with_file(place)
        return cls() if made.holds(str(folder), folder=True) else made

    def below(self, folder: Path, entries: list[os.DirEntry[str]]) -> Ignored:
        """With what the folder itself says."""
        own = any(entry.name == IGNORE_FILE for entry in entries)
        return self.with_file(folder) if own else self

    def with_file(self, folder: Path) -> Ignored:
        """With the `.gitignore` of a folder, where it has one that can be read."""
        try:
            lines = (folder / IGNORE_FILE).read_text("utf-8", "replace").splitlines()
        except OSError:
            return self
        from pathspec import GitIgnoreSpec

        rules: Any = GitIgnoreSpec.from_lines(line for line in lines if _is_rule(line))
        return Ignored((*self.files, (folder, rules)))

    def holds(self, path: str, *, folder: bool) -> bool:
        """Whether a path is ignored; the nearest file that says anything about it decides."""
        for base, rules in reversed(self.files):
            name = os.path.relpath(path, base).replace(os.sep, "/")
            included: bool | None = rules.check_file(name + "/" if folder else name).include
            if included is not None:
                return included
        return False


def _is_rule(line: str) -> bool:
    """Whether a line is a pattern; git passes over one that is none, and so do we."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
