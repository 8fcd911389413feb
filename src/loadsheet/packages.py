"""Memory as a file: what a workspace holds goes out as a package, comes into another one, and goes from there again."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from loadsheet.artifacts import (
    CURRENT,
    Belief,
    Episode,
    Hypothesis,
    ImportReport,
    MemoryRecord,
    digest,
    given_path,
)
from loadsheet.corpus.find import why
from loadsheet.errors import InputError, StoreError, UnknownError
from loadsheet.memory.writing.forget_beliefs import said_in
from loadsheet.memory.writing.package import (
    Adopt,
    brought_by,
    carried,
    imported,
    linked,
    origin_of,
    packages_of,
    unpacked,
)
from loadsheet.ports import Held, Revised, Store
from loadsheet.stages.memory_writer import Memory

PACKAGE = "loadsheet.memory"
"""What the first line of a package says that it is."""

CLASSES: dict[str, type[Hypothesis] | type[Episode]] = {
    "hypothesis": Hypothesis,
    "episode": Episode,
}
"""The name that stands before a belief in its line; a record's line is the record alone."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package as it was read."""

    origin: str
    """Its name: `workspace/identity`, the same for every export of a workspace."""
    records: list[MemoryRecord] = field(default_factory=list[MemoryRecord])
    beliefs: list[Belief] = field(default_factory=list[Belief])


@dataclass(frozen=True, slots=True)
class Packages:
    """Carries the memory of one workspace to other ones."""

    memory: Memory
    workspace: str
    store: Store

    async def export(self, path: str | os.PathLike[str]) -> int:
        """Write every record, hypothesis and episode of the workspace to a file, a line each; returns how many.

        Raises `InputError` for a path that is none, or that cannot be written.
        """
        given_path(path, "the package's path")
        found = await self.store.records(self.workspace)
        beliefs = await self.store.beliefs(self.workspace)
        head = {
            "package": PACKAGE,
            "workspace": self.workspace,
            "identity": await self.store.identity(self.workspace),
            "records": len(found),
            "beliefs": len(beliefs),
        }
        lines = [
            json.dumps(head),
            *(record.model_dump_json(exclude_defaults=True) for record in found),
            *map(_line, beliefs),
        ]
        try:
            Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(
                f"the package '{os.fspath(path)}' cannot be written ({why(error)}): name a place that you may write to"
            ) from error
        return len(found) + len(beliefs)

    async def import_package(
        self, path: str | os.PathLike[str], *, trusted: bool = False
    ) -> ImportReport:
        """Offer the current records of a package to the write policy, and take their history and the beliefs over with
        their links; each names its origin.

        What was verified there is here once somebody has looked at it: an episode is proposed again, and a value that a
        host confirmed is no verified row; with `trusted` both stay as they were. Importing it again adds nothing. Where
        the store fails on the way, the error names the package: `remove_package` takes out what of it is here.

        Raises `InputError` for a file that is no package or is cut off, `StoreError` where the store fails.
        """
        package = read_package(Path(given_path(path, "the package's path")))
        try:
            return await self._imported(package if trusted else unverified(package))
        except StoreError as error:
            raise StoreError(
                f"{error}; a part of package {package.origin!r} may be here: take it out with "
                f"`loadsheet memory remove-package {package.origin}`, then import it again"
            ) from error

    async def _imported(self, package: Package) -> ImportReport:
        origin, found = package.origin, package.records
        here = await self.store.records(self.workspace)
        home = origin == await self._home()
        own = {r.id for r in here if home}
        # What comes home is here under its own name, what came from elsewhere names its origin.
        names, added = await self._offered([r for r in found if r.id not in own], origin)
        names |= {id: id for id in own}
        there = await self.store.records(self.workspace)
        brought = brought_by(there, origin)
        past = [r for r in found if r.id not in names and r.id not in brought]
        past = [
            r for r in past if r.status not in CURRENT and not self.memory.refuses(r.text, r.value)
        ]
        added |= {record.id: self.memory.ids("r") for record in past}
        names |= brought | added
        # An import that was broken off may have left what it brought without its links.
        wanted = {*brought, *added} - own
        await self._adopted([r for r in found if r.id in wanted], origin, names)
        added |= await self._believed(package, names)
        every = (*found, *package.beliefs)
        skipped = tuple(one.id for one in every if one.id not in added)
        return ImportReport(package=origin, ids=added, skipped=skipped)

    async def remove_package(self, package: str) -> Sequence[str]:
        """Take out all that a package brought, by the name in its report; returns the ids that are gone.

        What somebody here said too stays, without the package as a source, and what a record of the package had taken
        the place of holds again. Removed beliefs are gone, not falsified; what rests on them is unsupported, unless
        another alternative stands. Raises `UnknownError` for a package of which nothing is here.
        """

        def taken_out(held: Held) -> Revised:
            made = unpacked(held.records(), held.beliefs, package)
            if not made.gone and not made.records:
                raise UnknownError(self._no_package(package, held))
            return made

        return (await self.store.revise(self.workspace, taken_out, self.memory.clock())).gone

    def _no_package(self, package: str, held: Held) -> str:
        none = f"nothing of a package {package!r} is in workspace {self.workspace!r}"
        names = ", ".join(packages_of([*held.records(), *held.beliefs]))
        return f"{none}; there are: {names}" if names else none

    async def _believed(self, package: Package, names: Mapping[str, str]) -> dict[str, str]:
        """Take over the beliefs that are not here yet; the ids here for the ids there."""
        added: dict[str, str] = {}
        origin, home = package.origin, package.origin == await self._home()

        def taken(held: Held) -> Revised:
            here = {origin_of(b, origin): b.id for b in held.beliefs}
            here |= {b.id: b.id for b in held.beliefs if home}
            wanted = [
                b
                for b in package.beliefs
                if b.id not in here and not self.memory.refuses(*_words(b))
            ]
            added.update(
                {b.id: self.memory.ids("e" if isinstance(b, Episode) else "h") for b in wanted}
            )
            links = {**names, **here, **added}
            return Revised([carried(b, added[b.id], origin, links) for b in wanted])

        if package.beliefs:
            await self.store.revise(self.workspace, taken, self.memory.clock())
        return added

    async def _home(self) -> str:
        """The name of this workspace's own packages."""
        return f"{self.workspace}/{await self.store.identity(self.workspace)}"

    async def _offered(
        self, found: Sequence[MemoryRecord], origin: str
    ) -> tuple[dict[str, str], dict[str, str]]:
        """What the policy made of the current records: the names here, and those that are new."""
        names: dict[str, str] = {}
        added: dict[str, str] = {}
        for record in found:
            if record.status not in CURRENT:
                continue
            here = imported(record, self.workspace, origin)
            (receipt,) = await self.memory.write(self.workspace, [here])
            if receipt.record:
                names[record.id] = receipt.record
                if receipt.status != "confirmed":
                    added[record.id] = receipt.record
        return names, added

    async def _adopted(
        self, found: Sequence[MemoryRecord], origin: str, names: dict[str, str]
    ) -> None:
        """Write the links of what was brought, and the records that only history knows."""
        store = self.store
        ids = [names[record.id] for record in found]
        here = {r.id: r for r in await store.records(self.workspace, ids=ids)}
        made = [
            linked(
                here.get(
                    names[record.id],
                    imported(record, self.workspace, origin).model_copy(
                        update={"id": names[record.id], "status": record.status}
                    ),
                ),
                record,
                names,
            )
            for record in found
        ]
        changed = [record for record in made if record != here.get(record.id)]
        await store.write(self.workspace, changed, Adopt(names))


def read_package(path: Path) -> Package:
    """A package from its file. Raises `InputError` for one that is none."""
    none = f"'{path}' is no package of memory: export one with `loadsheet memory export`"
    try:
        text = path.read_text(encoding="utf-8")
        first, *lines = text.split("\n")
        head: dict[str, Any] = json.loads(first)
        if head["package"] != PACKAGE:
            raise InputError(none)
        # One that was made where nothing could be kept is told by what it holds.
        identity = head.get("identity") or digest(text)[:8]
        package = Package(f"{head.get('workspace', '')}/{identity}")
        for line in filter(str.strip, lines):
            _read(package, cast("dict[str, Any]", json.loads(line)))
        for name, had in (("records", package.records), ("beliefs", package.beliefs)):
            # One that was made before beliefs were counted does not say how many it has.
            if len(had) < head.get(name, 0):
                of = f"{len(had)} of its {head[name]} {name}"
                raise InputError(f"'{path}' is cut off, with {of}: export it again")
        return package
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(none) from error


def unverified(package: Package) -> Package:
    """A package of which nobody here has verified anything."""
    records = [
        record.model_copy(update={"confirmed_by": "user"})
        if record.type == "fact" and record.confirmed_by == "host"
        else record
        for record in package.records
    ]
    beliefs = [
        belief.model_copy(update={"status": "proposed"}) if isinstance(belief, Episode) else belief
        for belief in package.beliefs
    ]
    return Package(package.origin, records, beliefs)


def _read(package: Package, row: dict[str, Any]) -> None:
    named = next((name for name in CLASSES if name in row), None)
    if named is None:
        package.records.append(MemoryRecord.model_validate(row))
    else:
        package.beliefs.append(CLASSES[named].model_validate(row[named]))


def _words(belief: Belief) -> list[str]:
    """All that a belief says, line by line."""
    run = belief.run if isinstance(belief, Episode) else ""
    return [run, *said_in(belief).split("\n")]


def _line(belief: Belief) -> str:
    name = next(name for name, made in CLASSES.items() if isinstance(belief, made))
    body = belief.model_dump(mode="json", exclude_defaults=True, exclude={"unsupported"})
    return json.dumps({name: body}, ensure_ascii=False)
