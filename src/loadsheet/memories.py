"""What an agent remembers, for its host: records to list, read, write, settle, carry elsewhere and forget."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from loadsheet.artifacts import (
    Artifact,
    MemoryRecord,
    MemoryType,
    RecordStatus,
    Scope,
    Source,
    Value,
    WriteReceipt,
    digest,
)
from loadsheet.errors import InputError, UnknownError
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal
from loadsheet.memory.recall import select
from loadsheet.memory.recall.asking import subjects
from loadsheet.memory.recall.status import GONE
from loadsheet.memory.writing.package import Adopt, imported, linked
from loadsheet.memory.writing.policy import CURRENT
from loadsheet.memory.writing.provenance import documents_of, lost
from loadsheet.memory.writing.review import Verdict, settled
from loadsheet.ports import Counter, Erased, PassageStore, Review
from loadsheet.stages.memory_writer import Memory

PACKAGE = "loadsheet.memory"
"""What the first line of a package says that it is."""


class MemoryHit(Value):
    """A record that bears on a query."""

    record: str
    text: str
    score: float


class ForgetReport(Artifact):
    """What was forgotten, by id, and every place that was reached."""

    records: tuple[str, ...] = ()
    messages: int = 0
    states: int = 0
    turns: int = 0
    remains: tuple[str, ...] = ()
    """The documents of which a version says the same; erase them by their names."""
    files: tuple[str, ...] = ()
    """The files of the state that still hold one of the texts: a document says the same."""

    @property
    def complete(self) -> bool:
        """Whether the texts stand nowhere any more."""
        return not self.remains and not self.files


class ImportReport(Artifact):
    """What a package brought: the ids here for the ids there, and those that were here already."""

    package: str
    ids: dict[str, str]
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryManager:
    """The memory of one workspace."""

    memory: Memory
    workspace: str
    counter: Counter
    documents: PassageStore

    # ------------------------------------------------------------ reading

    async def list(
        self, status: str | None = None, *, type: MemoryType | None = None
    ) -> Sequence[MemoryRecord]:
        """The records, in the order of their writing; one whose interval is over has the status `expired`.

        Raises `InputError` for a status or a type that there is not.
        """
        _one_of("status", status, get_args(RecordStatus))
        _one_of("type", type, get_args(MemoryType))
        found = await self.memory.store.records(self.workspace)
        now = self.memory.clock()
        shown = (as_shown(record, now) for record in found)
        return [r for r in shown if status in (None, r.status) and type in (None, r.type)]

    async def get(self, id: str) -> MemoryRecord:
        """One record. Raises `UnknownError`."""
        found = await self.memory.store.records(self.workspace, ids=[id])
        if not found:
            raise UnknownError(f"no record {id!r} in workspace {self.workspace!r}")
        return as_shown(found[0], self.memory.clock())

    async def history(self, subject: str, key: str) -> Sequence[MemoryRecord]:
        """Every record of a key, in the order of the time from which it holds. Raises `UnknownError`."""
        found = await self.memory.store.records(self.workspace, subject=subject, key=key)
        if not found:
            raise UnknownError(await self._no_key(subject, key))
        return sorted(found, key=lambda r: (r.valid_from or r.recorded_at, r.recorded_at))

    async def _no_key(self, subject: str, key: str) -> str:
        of_it = await self.memory.store.records(self.workspace, subject=subject)
        if not of_it:
            return (
                f"nothing is remembered of '{subject}' in workspace {self.workspace!r}: "
                "`loadsheet memory list` names the subjects"
            )
        keys = ", ".join(repr(name) for name in sorted({record.key for record in of_it}))
        return f"nothing is remembered of '{subject}' under the key '{key}'; its keys are: {keys}"

    async def as_of(
        self, at: datetime, *, known_at: datetime | None = None, subject: str | None = None
    ) -> Sequence[MemoryRecord]:
        """What was true at `at`, as it is known now, or as it was known at `known_at`."""
        found = await self.memory.store.records(self.workspace, subject=subject)
        return [r for r in (known(record, known_at) for record in found) if r and r.holds_at(at)]

    async def recall(self, query: str, limit: int = 10) -> Sequence[MemoryHit]:
        """The records that bear on `query`, best first; superseded and expired ones never do.

        Raises `InputError` for a limit below zero.
        """
        if limit < 0:
            raise InputError(f"limit {limit} is below zero: say how many are wanted at the most")
        now, store = self.memory.clock(), self.memory.store
        named = [*subjects(query), USER]
        keyed = await store.about(self.workspace, named, now)
        worded = await store.find(self.workspace, query, at=now, limit=limit)
        best = select.bearings(query, [*keyed, *worded], now)
        hits = {
            b.record.id: MemoryHit(record=b.record.id, text=b.record.text, score=b.score)
            for b in best
        }
        floor = min((hit.score for hit in hits.values()), default=1.0)
        for place, record in enumerate(worded, start=1):
            score = round(floor / (1 + place), 4)
            hits.setdefault(record.id, MemoryHit(record=record.id, text=record.text, score=score))
        return list(hits.values())[:limit]

    # ------------------------------------------------------------ writing

    async def record(
        self, content: str, session: str | None = None, run: str | None = None
    ) -> WriteReceipt:
        """Keep an observation of the host's as an episodic record."""
        if not content.strip():
            raise InputError("the observation is empty: say what happened")
        now, scope = self.memory.clock(), self._scope(session, run)
        made = MemoryRecord(
            id="",
            scope=scope,
            type="episodic",
            subject=scope.run,
            key=f"observation: {digest(content)[:12]}",
            multi=True,
            value=content,
            text=content,
            said_at=now,
            valid_from=now,
            recorded_at=now,
            confirmed_by="host",
            trigger="words",
            expiry="never",
            sources=(Source(session=scope.session, start=0, end=len(content)),),
        )
        return (await self.memory.write(self.workspace, [made]))[0]

    async def reviews(self, *, settled: bool = False) -> Sequence[Review]:
        """The conflicts that wait for a person; with `settled`, those that were decided too."""
        found = await self.memory.store.reviews(self.workspace)
        rows = await self.memory.store.records(self.workspace, status="disputed")
        disputed = {row.id for row in rows}
        waiting = {r.id for r in found if r.decision is None and r.record in disputed}
        return [r for r in found if r.id in waiting or (settled and r.decision is not None)]

    async def settle(self, review: int, verdict: Verdict, value: str | None = None) -> MemoryRecord:
        """Decide a conflict: `accept` the record, `reject` it for what it contradicts, or `edit` its value."""
        _one_of("verdict", verdict, get_args(Verdict))
        waiting = {found.id: found for found in await self.reviews()}
        if review not in waiting:
            raise UnknownError(f"no open review {review}: list them with `loadsheet memory review`")
        record = await self.get(waiting[review].record)
        others = await self.memory.store.records(self.workspace, ids=record.disputes)
        if verdict == "edit" and not (value or "").strip():
            raise InputError("an edit needs a value: say what is true")
        now = self.memory.clock()
        writes = settled(record, others, verdict, value or "", now)
        await self.memory.store.settle(self.workspace, review, verdict, now, writes)
        return writes[0]

    async def refresh(self) -> Sequence[WriteReceipt]:
        """End the facts whose document says them no more; returns a receipt for each.

        Called by the agent whenever documents change.
        """
        store = self.memory.store
        found = await store.records(self.workspace, confirmed_by="document")
        named = documents_of(found)
        if not named:
            return []
        current = {row.id for row in await self.documents.documents(self.workspace)}
        texts = {
            name: await self.documents.text(self.workspace, name) if name in current else None
            for name in named
        }
        return await self.memory.end(self.workspace, lost(found, texts), GONE)

    # ------------------------------------------------------------ forgetting

    async def forget(
        self, *, record: str | None = None, subject: str | None = None
    ) -> ForgetReport:
        """Take a record with all that it replaced, or everything about a subject, out of every place of the state.

        The place stays: a redacted message says `[forgotten]`, a redacted turn replays as forgotten. Raises
        `UnknownError` for a record that is not there, and for a subject who said nothing and of whom nothing is
        remembered.
        """
        if (record is None) == (subject is None):
            raise InputError("say what to forget: a record or a subject")
        ids = [(await self.get(record)).id] if record is not None else []
        now = self.memory.clock()
        done = await self.memory.store.erase(
            self.workspace, self.counter, now, ids=ids, subject=subject
        )
        if (
            subject is not None
            and normal(subject) != USER
            and not any((done.records, done.messages))
        ):
            raise UnknownError(
                f"nothing is remembered of '{subject}', and nobody of that name has spoken: "
                "`loadsheet memory list` names the subjects"
            )
        return report_of(done)

    # ------------------------------------------------------------ carrying elsewhere

    async def export(self, path: str | os.PathLike[str]) -> int:
        """Write every record of the workspace to a file, a line each; returns how many."""
        found = await self.memory.store.records(self.workspace)
        head = {"package": PACKAGE, "workspace": self.workspace, "records": len(found)}
        lines = [
            json.dumps(head),
            *(record.model_dump_json(exclude_defaults=True) for record in found),
        ]
        try:
            Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise InputError(
                f"the package '{os.fspath(path)}' cannot be written ({reason}): name a place that you may write to"
            ) from error
        return len(found)

    async def import_package(self, path: str | os.PathLike[str]) -> ImportReport:
        """Offer the current records of a package to the write policy, and take their history over with its links.

        Importing it again adds nothing.
        """
        head, found = read_package(Path(path))
        origin = f"{head.get('workspace', '')}"
        names, added = await self._offered(found, origin)
        there = await self.memory.store.records(self.workspace)
        # What comes home is here under its own name, what came from elsewhere names its origin.
        held = {f"{self.workspace}/{r.id}" for r in there}
        held |= {source.record for r in there for source in r.sources}
        past = [r for r in found if r.id not in names and f"{origin}/{r.id}" not in held]
        past = [r for r in past if r.status not in CURRENT]
        added |= {record.id: self.memory.ids("r") for record in past}
        names |= added
        await self._adopted([r for r in found if r.id in added], origin, names)
        skipped = tuple(record.id for record in found if record.id not in added)
        return ImportReport(package=origin, ids=added, skipped=skipped)

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
        """Write the links of what was added, and the records that only history knows."""
        store = self.memory.store
        ids = [names[record.id] for record in found]
        here = {r.id: r for r in await store.records(self.workspace, ids=ids)} if ids else {}
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
        await store.write(self.workspace, made, Adopt(names))

    def _scope(self, session: str | None, run: str | None) -> Scope:
        name = session or "main"
        return Scope(workspace=self.workspace, session=name, run=run or name)


def _one_of(name: str, value: str | None, allowed: Sequence[str]) -> None:
    if value is not None and value not in allowed:
        raise InputError(f"no {name} {value!r}; there are: {', '.join(allowed)}")


def as_shown(record: MemoryRecord, now: datetime) -> MemoryRecord:
    """The record with the status that it has now: its time may be over."""
    over = record.status in {"active", "disputed"} and record.expired_at(now)
    return record.model_copy(update={"status": "expired"}) if over else record


def known(record: MemoryRecord, at: datetime | None) -> MemoryRecord | None:
    """The record as it was believed at `at`: not yet, before something took its place, or before it was taken back."""
    ended = record.superseded_at
    if record.status == "expired" and ended is not None and (at is None or ended <= at):
        return None
    if at is None:
        return record
    if record.recorded_at > at:
        return None
    if record.superseded_at is not None and record.superseded_at > at:
        return record.model_copy(
            update={"status": "active", "valid_to": None, "superseded_by": None}
        )
    return record


def report_of(done: Erased) -> ForgetReport:
    """What the host is told of a forgetting."""
    return ForgetReport(
        records=done.records,
        messages=done.messages,
        states=done.states,
        turns=done.turns,
        remains=done.remains,
        files=done.files,
    )


def read_package(path: Path) -> tuple[dict[str, Any], list[MemoryRecord]]:
    """The head and the records of a package. Raises `InputError` for a file that is none."""
    none = f"'{path}' is no package of memory: export one with `loadsheet memory export`"
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        head: dict[str, Any] = json.loads(first)
        if head["package"] != PACKAGE:
            raise InputError(none)
        return head, [MemoryRecord.model_validate_json(line) for line in lines if line.strip()]
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(none) from error
