"""Materials and a policy go in; the blocks that may go aboard, sorted into core and accounts, come out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import AssemblyPolicy, Block, LeftOut, Materials
from loadsheet.assembly.policy import accounts
from loadsheet.errors import InputError

STAGE = "assemble"
"""What the manifest calls the stage that left a block ashore."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The blocks that may go aboard, by account, best first, and those that may not."""

    core: list[Block]
    accounts: dict[str, list[Block]]
    refused: list[LeftOut]


def offer(artifacts: Materials, policy: AssemblyPolicy) -> Offered:
    """Sort the blocks into core and accounts; refuse what lies below its floor or stands twice.

    The order between kinds is the policy's, so that it does not matter which producer came first. Raises
    `InputError` for a kind that the policy does not know.
    """
    rows = {row.kind: row for row in policy.kinds}
    place = {row.kind: number for number, row in enumerate(policy.kinds)}
    core: list[Block] = []
    found: dict[str, list[Block]] = defaultdict(list)
    refused: list[LeftOut] = []
    for block in sorted(artifacts.blocks, key=lambda block: place.get(block.kind, -1)):
        row = rows.get(block.kind)
        if row is None:
            raise InputError(f"block {block.id!r} has the unknown kind {block.kind!r}")
        if row.place == "between":
            raise InputError(
                f"block {block.id!r}: {block.kind} is given as messages, not as blocks"
            )
        if (row.account or row.kind) not in rows:
            raise InputError(f"kind {row.kind!r} has the unknown account {row.account!r}")
        if row.tier == "core":
            core.append(block)
        elif row.floor is not None and block.score is not None and block.score < row.floor:
            reason = f"score {block.score:.3f} is below the floor {row.floor:g} of {block.kind}"
            refused.append(left_out(block, "floor", reason))
        else:
            found[row.account or row.kind].append(block)
    for blocks in found.values():
        blocks.sort(key=_best_first)
    served = {kind: found[kind] for kind in accounts(policy)}
    return Offered(core, _once(core, served, refused), refused)


def _best_first(block: Block) -> float:
    return float("-inf") if block.score is None else -block.score


def _once(
    core: Sequence[Block], served: Mapping[str, list[Block]], refused: list[LeftOut]
) -> dict[str, list[Block]]:
    """Keep each record in the first block that has it, the core before all; the others join `refused`."""
    seen = {record: block.id for block in core for record in _records(block)}
    kept: dict[str, list[Block]] = {}
    for kind, blocks in served.items():
        kept[kind] = []
        for block in blocks:
            records = _records(block)
            twice = next((record for record in records if record in seen), None)
            if twice is None:
                seen.update(dict.fromkeys(records, block.id))
                kept[kind].append(block)
            else:
                reason = f"record {twice} is that of block {seen[twice]}, which goes first"
                refused.append(left_out(block, "one_block_per_record", reason))
    return kept


def _records(block: Block) -> list[str]:
    return [source.record for source in block.sources if source.record is not None]


def left_out(block: Block, rule: str, reason: str, stage: str = STAGE) -> LeftOut:
    """The row that says why a block is not in the prompt."""
    return LeftOut.trusted(
        id=block.id,
        kind=block.kind,
        stage=stage,
        rule=rule,
        reason=reason,
        tokens=block.tokens,
        score=block.score,
        sources=block.sources,
        message=None,
        until=None,
        count=None,
    )
