"""An agent's record: a stored turn in; what was sent and why out, the same bytes again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loadsheet.adapters import counter_named
from loadsheet.agent.parts import AgentParts
from loadsheet.artifacts import (
    Context,
    Loading,
    Manifest,
    Prompt,
)
from loadsheet.errors import ForgottenError, UnknownError
from loadsheet.evals.recorded import Recorded
from loadsheet.memory.writing.redact import FORGOTTEN_TURN
from loadsheet.ports import (
    Counter,
    TracePage,
    TurnRecord,
)
from loadsheet.stages.assemble import Assemble
from loadsheet.trace import last_run


@dataclass(frozen=True, slots=True)
class Record:
    """Shows what became of a turn."""

    parts: AgentParts

    async def turns(self, session: str | None = None) -> Sequence[TurnRecord]:
        """The stored turns, newest first."""
        return await self.parts.store.turns(self.parts.workspace, session)

    async def trace(self, turn: str | None = None) -> TracePage:
        """The record of a turn, by its id or an unambiguous beginning or end of it; the last turn by default.

        Raises `UnknownError` for none, for several, and for a turn whose trace is not kept any more.
        """
        turns = await self.turns()
        page = await self.parts.store.page(self.parts.workspace, _find(turns, turn))
        if page is None:
            raise UnknownError(f"the trace of turn {turn!r} is not kept any more")
        return page

    async def signed(self, turn: str | None = None) -> tuple[TurnRecord, Context]:
        """A turn with the prompt that it was answered from and its manifest; by default the last that had a prompt.

        Raises what `trace` raises, `UnknownError` for a turn that failed before it had a prompt, and `ForgottenError`
        for one that was forgotten.
        """
        names = [turn] if turn is not None else [record.id for record in await self.turns()]
        for name in names or [None]:
            page = _kept(await self.trace(name))
            if last := last_run(page, "assemble"):
                return page.record, Context.model_validate(last.gave)
        which = f"turn {turn}" if turn is not None else "every turn"
        raise UnknownError(f"{which} failed before a prompt was assembled")

    async def context(self, turn: str | None = None) -> Context:
        """The prompt that a turn was answered from, with its manifest; by default of the last turn that had one.

        Raises what `signed` raises.
        """
        return (await self.signed(turn))[1]

    async def manifest(self, turn: str | None = None) -> Manifest:
        """The manifest of a turn, by default of the last that had a prompt. Raises what `signed` raises."""
        return (await self.context(turn)).manifest

    async def replayed(self, turn: str) -> Replayed:
        """A turn assembled again from its trace, beside what was sent.

        It counts as the turn counted, whatever the settings say now. Raises what `replay` raises, and
        `SettingsError` where that counter, a file of a tokenizer, is not there any more.
        """
        page = _kept(await self.trace(turn))
        made = replay(page, counter_named)
        if made is None:
            raise UnknownError(f"turn {page.record.id} failed before a prompt was assembled")
        return made

    async def recorded(self, turn: str | None = None) -> Recorded:
        """What each stage of a turn took and gave, by default of the last one. Raises what `trace` raises, and
        `ForgottenError`."""
        return Recorded(_kept(await self.trace(turn)))

    async def replay(self, turn: str) -> Prompt:
        """The prompt of a turn again, byte for byte, from its trace alone.

        Raises `UnknownError` for a turn of which no prompt is kept, `ForgottenError` for one that was forgotten.
        """
        return (await self.replayed(turn)).made


@dataclass(frozen=True, slots=True)
class Replayed:
    """A turn assembled again from its trace."""

    stored: Prompt
    made: Prompt

    @property
    def same(self) -> bool:
        """Whether the bytes are equal."""
        return self.stored.serialized() == self.made.serialized()


def replay(page: TracePage, counter_of: Callable[[str], Counter]) -> Replayed | None:
    """Assemble the last prompt of a stored turn again, from its trace alone; None for a turn that had none.

    `counter_of` gives the counter that the trace names: by what a host counts today, sizes could differ.
    """
    last = last_run(page, "assemble")
    if last is None:
        return None
    loading, stored = Loading.model_validate(last.given), Context.model_validate(last.gave)
    made = Assemble(counter_of(loading.counter))(loading).prompt
    return Replayed(stored=stored.prompt, made=made)


def _kept(page: TracePage) -> TracePage:
    """The page, unless what it held was forgotten."""
    if page.record.outcome == FORGOTTEN_TURN:
        raise ForgottenError(
            f"turn {page.record.id} is forgotten: it held what was to be forgotten"
        )
    return page


SHORTEST = 4
"""Characters of a turn's id that name it: one alone is a slip of the hand more often than a turn."""


def _find(turns: Sequence[TurnRecord], wanted: str | None) -> str:
    """The id of the one turn that `wanted` names; raises `UnknownError` for none or several."""
    if wanted is None:
        if not turns:
            raise UnknownError("no turn is stored yet: ask something first")
        return turns[0].id
    ids = [turn.id for turn in turns]
    if wanted in ids:
        return wanted
    is_long = len(wanted) >= SHORTEST
    found = [n for n in ids if is_long and (n.startswith(wanted) or n.endswith(wanted))]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UnknownError(f"no turn {wanted!r}: list them with `loadsheet trace --list`")
    raise UnknownError(
        f"{wanted!r} names {len(found)} turns, {found[0]} among them: write more of it"
    )
