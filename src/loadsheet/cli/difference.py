"""Two manifests go in; what came, went and changed between them comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from loadsheet.artifacts import Artifact, Entry, LeftOut, Manifest, Source, Value

BY_ID = frozenset({"instructions", "skill", "task_state", "question"})
"""Kinds of which a prompt has one block, whatever it says. The others are known by their source."""

EntryKey = tuple[str, ...]


class Changed(Value):
    """One entry in two manifests; a side is None where the entry is not aboard."""

    what: Literal["came", "went", "changed"]
    kind: str
    before: Entry | None = None
    after: Entry | None = None
    changes: tuple[str, ...] = ()
    """What is different, in words."""
    left_out: LeftOut | None = None
    """Why it is not aboard in the manifest that misses it, where that manifest says so."""


class LeftOutCount(Value):
    """How many rows one rule of one stage left out, before and after."""

    stage: str
    rule: str
    before: int
    after: int


class Difference(Artifact):
    """What is different between two manifests."""

    before: str
    after: str
    entries: tuple[Changed, ...]
    same: int
    """Entries that are alike in both."""
    left_out: tuple[LeftOutCount, ...]
    settings: tuple[str, ...] = ()
    """Budget, policy, strategy and counter, where they differ."""
    total_tokens: tuple[int, int]
    framing_tokens: tuple[int, int]


def compare(before: Manifest, after: Manifest, *, names: tuple[str, str]) -> Difference:
    """The difference, in the order in which the prompts have the entries: gone ones first."""
    old = _keyed(before.entries)
    new = _keyed(after.entries)
    rows = [
        Changed(what="went", kind=entry.kind, before=entry, left_out=_reason(after.left_out, entry))
        for key, entry in old.items()
        if key not in new
    ]
    rows += [
        row
        for key, entry in new.items()
        if (row := _changed(old.get(key), entry, before.left_out)) is not None
    ]
    return Difference(
        before=names[0],
        after=names[1],
        entries=tuple(rows),
        same=len(new) - sum(row.after is not None for row in rows),
        left_out=tuple(_counts(before.left_out, after.left_out)),
        settings=tuple(_settings(before, after)),
        total_tokens=(before.total_tokens, after.total_tokens),
        framing_tokens=(before.framing_tokens, after.framing_tokens),
    )


def _changed(old: Entry | None, new: Entry, left_out: Iterable[LeftOut]) -> Changed | None:
    """How an entry of the later manifest came to be as it is; None where it is as it was."""
    if old is None:
        return Changed(what="came", kind=new.kind, after=new, left_out=_reason(left_out, new))
    changes = tuple(changed(old, new))
    made = Changed(what="changed", kind=new.kind, before=old, after=new, changes=changes)
    return made if changes else None


def changed(before: Entry, after: Entry) -> list[str]:
    """What is different about an entry, in words."""
    pairs = (
        ("rendition", before.rendition, after.rendition),
        ("tokens", before.tokens, after.tokens),
        ("version", _versions(before), _versions(after)),
        ("rule", before.rule, after.rule),
        ("conflict", before.conflict or "none", after.conflict or "none"),
    )
    found = [f"{name} {old} → {new}" for name, old, new in pairs if old != new]
    if before.kind in BY_ID and not found and before.sources != after.sources:
        found.append("another text")
    return found


def _keyed(entries: Iterable[Entry]) -> dict[EntryKey, Entry]:
    keyed: dict[EntryKey, Entry] = {}
    for entry in entries:
        key = _key(entry.kind, entry.id, entry.sources)
        number = 0
        while (*key, entry.field, str(number)) in keyed:
            number += 1
        keyed[(*key, entry.field, str(number))] = entry
    return keyed


def _key(kind: str, name: str, sources: Sequence[Source]) -> EntryKey:
    if kind in BY_ID or not sources:
        return (kind, name)
    return (kind, *(_place(source) for source in sources))


def _place(source: Source) -> str:
    """The place of a source, whatever its version."""
    return source.model_copy(update={"version": None, "status": None}).model_dump_json(
        exclude_none=True
    )


def _versions(entry: Entry) -> str:
    return ", ".join(str(source.version) for source in entry.sources if source.version is not None)


def _reason(rows: Iterable[LeftOut], entry: Entry) -> LeftOut | None:
    key = _key(entry.kind, entry.id, entry.sources)
    if entry.kind in BY_ID:
        return None
    return next((row for row in rows if _key(row.kind, row.id, row.sources) == key), None)


def _counts(before: Iterable[LeftOut], after: Iterable[LeftOut]) -> list[LeftOutCount]:
    old = Counter[tuple[str, str]]()
    new = Counter[tuple[str, str]]()
    for rows, counts in ((before, old), (after, new)):
        for row in rows:
            counts[row.stage, row.rule] += row.count or 1
    return [
        LeftOutCount(stage=stage, rule=rule, before=old[stage, rule], after=new[stage, rule])
        for stage, rule in sorted(old | new)
    ]


def _settings(before: Manifest, after: Manifest) -> list[str]:
    pairs = (
        ("budget", before.budget.prompt_tokens, after.budget.prompt_tokens),
        ("output reserve", before.budget.output_reserve, after.budget.output_reserve),
        ("policy", _policy(before), _policy(after)),
        ("strategy", before.strategy, after.strategy),
        ("counter", before.counter.name, after.counter.name),
    )
    return [f"{name} {old} → {new}" for name, old, new in pairs if old != new]


def _policy(manifest: Manifest) -> str:
    return f"{manifest.policy.name} {manifest.policy.hash[:8]}"
