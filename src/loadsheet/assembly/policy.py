"""The kinds of block and how each is treated: the table that admission reads.

The shares, the order of precedence and the order in which kinds give way are the design's defaults; each is a
setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from loadsheet.artifacts import AssemblyPolicy, KindPolicy
from loadsheet.errors import SettingsError

LADDER = ("full", "half", "quarter", "excerpt", "summary", "cut", "reference")
"""Every rendition there is, fullest first."""

KINDS = (
    KindPolicy(kind="instructions", tier="core", place="system"),
    KindPolicy(kind="skill", tier="core", place="system"),
    KindPolicy(kind="constraint", tier="core", place="system"),
    KindPolicy(
        kind="history",
        tier="archival",
        place="between",
        share=0.20,
        renditions=("full", "reference"),
    ),
    KindPolicy(kind="task_state", tier="core", place="last"),
    KindPolicy(kind="background", tier="archival", place="last", share=0.05, renditions=LADDER),
    KindPolicy(
        kind="memory",
        tier="recall",
        place="last",
        share=0.10,
        renditions=LADDER,
    ),
    KindPolicy(kind="structured_state", tier="recall", place="last", share=0.10),
    KindPolicy(
        kind="evidence",
        tier="recall",
        place="last",
        share=0.55,
        renditions=LADDER,
        best_last=True,
    ),
    KindPolicy(
        kind="attachment",
        tier="recall",
        place="last",
        renditions=LADDER,
        account="evidence",
        best_last=True,
    ),
    KindPolicy(kind="question", tier="core", place="last"),
)
"""In their order in the prompt: the system message, the messages between, the last user message."""

KIND_NAMES = tuple(row.kind for row in KINDS)

PRECEDENCE = ("structured_state", "evidence", "memory", "history", "background")
"""Who is served first, and whose word counts when kinds disagree."""

GIVES_WAY = ("history", "memory")

DEFAULT = AssemblyPolicy(name="default", kinds=KINDS, precedence=PRECEDENCE, gives_way=GIVES_WAY)

RENDITIONS_OF = {
    "auto": frozenset(LADDER),
    "select": frozenset({"full"}),
    "truncate": frozenset({"full", "cut"}),
    "summarize": frozenset({"full", "half", "quarter", "excerpt", "summary"}),
    "demote": frozenset({"full", "reference"}),
    "error": frozenset({"full"}),
}
"""Which forms a strategy may choose for a block that does not fit whole."""


def accounts(policy: AssemblyPolicy) -> tuple[str, ...]:
    """The kinds that are served, in their order: by precedence, then those that it does not name."""
    kinds = [row.account or row.kind for row in policy.kinds if row.tier != "core"]
    named = [kind for kind in policy.precedence if kind in kinds]
    return tuple(dict.fromkeys((*named, *kinds)))


def policy_from(overrides: Mapping[str, Mapping[str, Any]], **values: Any) -> AssemblyPolicy:
    """The default policy with some values replaced, by kind (`overrides`) and for the whole (`values`).

    Raises `SettingsError` for a kind that does not exist, a value out of its range, or shares above 1 in sum.
    """
    unknown = sorted(set(overrides) - set(KIND_NAMES))
    if unknown:
        raise SettingsError(
            f"assembly kind {unknown[0]!r} does not exist; kinds: {', '.join(KIND_NAMES)}"
        )
    rows: list[KindPolicy] = []
    for row in KINDS:
        changed = {**row.model_dump(), **overrides.get(row.kind, {})}
        try:
            rows.append(_possible(KindPolicy.model_validate(changed), row))
        except ValidationError as error:
            raise SettingsError(f"assembly.{row.kind}.{_first(error)}") from error
    total = sum(row.share for row in rows)
    if total > 1 + 1e-9:
        raise SettingsError(f"assembly shares add up to {total:.2f}; lower them to 1 or less")
    base = DEFAULT.model_dump() | {"kinds": tuple(rows)} | values
    try:
        made = AssemblyPolicy.model_validate(base)
    except ValidationError as error:
        raise SettingsError(f"assembly.{_first(error)}") from error
    for name in ("precedence", "gives_way", "makes_room_for"):
        for kind in getattr(made, name):
            if kind not in KIND_NAMES:
                raise SettingsError(f"{name}: {kind!r} is no kind; kinds: {', '.join(KIND_NAMES)}")
    if made.history_step < 1:
        raise SettingsError(f"assembly.history_step: {made.history_step} must be 1 or more")
    return made if made == DEFAULT else made.model_copy(update={"name": "settings"})


def _possible(row: KindPolicy, base: KindPolicy) -> KindPolicy:
    """The row, when assembly can do what it says; `base` is the row that it replaces."""
    if row.kind != base.kind:
        raise SettingsError(f"assembly.{base.kind}.kind: a kind keeps its name")
    if "between" in {row.place, base.place} and (row.place, row.tier) != (base.place, base.tier):
        raise SettingsError(
            f"assembly.{row.kind}: only history stands between, as messages, and it is never core"
        )
    if row.account is not None and row.account in KIND_NAMES:
        home = next(other for other in KINDS if other.kind == row.account)
        if home.tier == "core" or home.account is not None:
            raise SettingsError(
                f"assembly.{row.kind}.account: {row.account!r} has no share of its own"
            )
    for name, value in (("share", row.share), ("minimum", row.minimum)):
        if not 0 <= value <= 1:
            raise SettingsError(f"assembly.{row.kind}.{name}: {value:g} must be from 0 to 1")
    if row.account is not None and row.account not in KIND_NAMES:
        raise SettingsError(f"assembly.{row.kind}.account: {row.account!r} is no kind")
    for form in row.renditions:
        if form not in LADDER:
            raise SettingsError(
                f"assembly.{row.kind}.renditions: {form!r} is none of {', '.join(LADDER)}"
            )
    return row


def _first(error: ValidationError) -> str:
    """The first thing that is wrong, with its place."""
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
