"""A recorded prompt and who answers it go in; what each block gave to the answer comes out, as measurements.

Each block is left out, or has its numbers changed, while every other one stays as it was aboard, and the question is
asked again. A delta is no verdict: where the answer stays, what corroborates it is looked for by leaving out two.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from loadsheet.artifacts import (
    Answer,
    Artifact,
    Block,
    Context,
    Loading,
    ModelCandidate,
    Outcome,
    Reply,
    Value,
)
from loadsheet.assembly.citing import unmarked
from loadsheet.errors import InputError
from loadsheet.evals.answers import overlap
from loadsheet.evals.case import CaseTurn
from loadsheet.evals.metrics import citation_grounding, constraint_adherence, text_of
from loadsheet.evals.recorded import Recorded
from loadsheet.evals.sought import says
from loadsheet.ports import Counter
from loadsheet.stages.assemble import Assemble
from loadsheet.stages.generate import ANSWERING

MEASURED = ANSWERING | {"background"}
"""The kinds of block that are left out one by one; history is left out as a whole."""

CALLS = 40
"""How often a model is asked at the most where nothing is said: some eight blocks, and the pairs among them."""

LEAST_CALLS = 2
"""The whole prompt, and the prompt without one block: with fewer there is nothing to compare."""

COVERS = 0.5
"""The part of an answer's words that a block has which may cover for another one."""

METRICS = ("correctness", "grounding", "constraint_adherence", "uncertainty")

REDUNDANT = "redundant? look for corroboration"
"""What is said of a block that says the answer, and without which it stays: no proof that the block was noise."""

IRRELEVANT = "irrelevant: it does not say the answer"
"""What is said of a block without which the answer stays, and that could not cover for another one either."""

HISTORY = "history"

Variant = Literal["whole", "without", "perturbed"]
Ask = Callable[[Context], Awaitable[Reply]]


class Scores(Value):
    """One answer by each metric, 0 to 1, none of which makes up for another; None is not applicable."""

    correctness: float | None = None
    """Whether it says what is expected; without an expectation how many words it shares with the answer as it was."""
    grounding: float | None = None
    """The part of its citations whose quotation stands in the cited block."""
    constraint_adherence: float | None = None
    uncertainty: float | None = None
    """Whether it answered where the prompt holds what is expected, and abstained where it does not."""

    def minus(self, other: Scores) -> Scores:
        """The difference by each metric that both have."""
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in METRICS}
        made = {n: None if a is None or b is None else a - b for n, (a, b) in pairs.items()}
        return Scores(**made)


class Measured(Value):
    """What came of asking again without some blocks, or with them perturbed."""

    blocks: tuple[str, ...]
    kind: str = ""
    tokens: int = 0
    way: Variant
    answer: str
    outcome: Outcome
    scores: Scores
    delta: Scores = Scores()
    """Against the whole prompt, asked again."""
    unchanged: bool = False
    """Whether no metric moved; without an expectation, whether the answer says the same, its markers aside."""
    note: str = ""
    corroborated_by: tuple[str, ...] = ()
    """The blocks that cover for it: without both of them the answer changes."""


class Planned(Value):
    """What a measurement costs at the most, before it is made."""

    model: str
    blocks: int
    calls: int
    tokens: int
    cost: float


class Contribution(Artifact):
    """What each block of a turn's prompt gave to its answer."""

    turn: str
    question: str
    reference: tuple[str, ...]
    """What is expected; empty where the answer is compared with itself."""
    planned: Planned
    calls: int
    whole: Measured
    rows: tuple[Measured, ...]
    pairs: tuple[Measured, ...] = ()
    unmeasured: tuple[str, ...] = ()
    """The blocks for which no call was left."""


@dataclass(frozen=True)
class Ablation:
    """A recorded prompt that can be put together again with less in it."""

    loading: Loading
    """What was aboard, each block in the one form that it had."""
    context: Context
    wanted: CaseTurn
    counter: Counter
    answered: str
    """What was answered at the time."""

    @classmethod
    def of(cls, recorded: Recorded, wanted: CaseTurn, counter: Counter) -> Ablation:
        """The bench of a turn. Raises `InputError` for one that no model was asked in."""
        loading, context, reply = recorded.loading, recorded.context, recorded.reply
        if loading is None or context is None or reply is None or recorded.asking is None:
            raise InputError(
                f"turn {recorded.turn.id} was answered by no model: there is no prompt to measure"
            )
        return cls(_as_aboard(loading, context), context, wanted, counter, reply.text)

    @property
    def blocks(self) -> list[Block]:
        """What is left out one by one, the best first, in the order of assembly's precedence."""
        order = {kind: place for place, kind in enumerate(self.loading.policy.precedence)}
        made = [block for block in self.loading.materials.blocks if block.kind in MEASURED]
        return sorted(made, key=lambda b: (order.get(b.kind, 99), -(b.score or 0.0), b.id))

    @property
    def names(self) -> list[str]:
        """The blocks by id, and history where there is some."""
        history = [HISTORY] if self.loading.materials.history else []
        return [*(block.id for block in self.blocks), *history]

    def without(self, *names: str) -> Context:
        """The prompt without some blocks, and otherwise as it was."""
        materials = self.loading.materials
        history = {"history": (), "history_before": 0} if HISTORY in names else {}
        kept = tuple(block for block in materials.blocks if block.id not in names)
        return self._assembled({"blocks": kept, **history})

    def perturbed(self, name: str) -> Context:
        """The prompt in which the numbers of a block are others."""
        blocks = (
            changed(b, self.counter) if b.id == name else b for b in self.loading.materials.blocks
        )
        return self._assembled({"blocks": tuple(blocks)})

    def _assembled(self, update: dict[str, object]) -> Context:
        materials = self.loading.materials.model_copy(update=update)
        loading = self.loading.model_copy(update={"materials": materials})
        return Assemble(self.counter)(loading)

    def covering(self) -> list[str]:
        """The blocks that may cover for one another: they say what is expected, or half of what was answered."""
        texts = {block.id: block.renditions[0].text for block in self.blocks}
        expected = self.wanted.answer_contains
        return [
            name
            for name, text in texts.items()
            if any(says(text, one) for one in expected)
            or (not expected and overlap(text, unmarked(self.answered))[0] >= COVERS)
        ]

    def planned(self, model: ModelCandidate, calls: int | None = None) -> Planned:
        """What it costs at the most. Raises `InputError` for `calls` that measure nothing."""
        count = len(self.names)
        if calls is not None and calls < LEAST_CALLS:
            raise InputError(
                f"calls = {calls} measures no block: one call asks the whole prompt again, and each block needs one; "
                f"allow {LEAST_CALLS} or more, 1 + {count} for every block of this turn"
            )
        pairs = len(self.covering())
        most = min(CALLS if calls is None else calls, 1 + count + pairs * (pairs - 1) // 2)
        tokens, reserve = self.context.manifest.total_tokens, self.loading.budget.output_reserve
        return Planned(
            model=model.name,
            blocks=count,
            calls=most,
            tokens=most * tokens,
            cost=most * model.cost(tokens, min(reserve, model.output_limit)),
        )

    @property
    def scored(self) -> bool:
        """Whether what is right is known."""
        return bool(self.wanted.answer_contains)

    def scores(self, context: Context, reply: Reply) -> Scores:
        """An answer by each metric."""
        answer = Answer(
            text=reply.text,
            citations=reply.citations,
            outcome=reply.outcome,
            confidence=1.0,
            turn_id="",
            manifest=context.manifest,
            prompt=context.prompt,
            invalid_markers=reply.invalid_markers,
        )
        right = self._correct(reply.text)
        return Scores(
            correctness=right,
            grounding=citation_grounding(self.wanted, answer),
            constraint_adherence=constraint_adherence(self.wanted, answer),
            uncertainty=self._certain(answer),
        )

    def _correct(self, text: str) -> float:
        expected = self.wanted.answer_contains
        if not expected:
            return overlap(unmarked(text), unmarked(self.answered))[2]
        return sum(says(text, one) for one in expected) / len(expected)

    def _certain(self, answer: Answer) -> float | None:
        if not self.wanted.answer_contains:
            return None
        texts = [text_of(answer, e) for e in answer.manifest.entries if e.kind in ANSWERING]
        there = all(any(says(t, one) for t in texts) for one in self.wanted.answer_contains)
        return float(there == (answer.outcome == "answered"))


async def measure(
    bench: Ablation, ask: Ask, planned: Planned, *, turn: str, perturb: bool = False
) -> Contribution:
    """Ask again without each block, and without the pairs that may cover for one another, within the planned calls."""
    left = Calls(ask, planned.calls)
    whole = await _asked(bench, left, bench.context, (), "whole", None)
    assert whole is not None
    rows: list[Measured] = []
    missed: list[str] = []
    for name in bench.names:
        changes = perturb and name != HISTORY
        made = bench.perturbed(name) if changes else bench.without(name)
        row = await _asked(bench, left, made, (name,), "perturbed" if changes else "without", whole)
        rows += [row] if row else []
        missed += [] if row else [name]
    pairs = [] if perturb else [p async for p in _pairs(bench, left, rows, whole)]
    return Contribution(
        turn=turn,
        question=bench.wanted.question,
        reference=bench.wanted.answer_contains,
        planned=planned,
        calls=left.used,
        whole=whole,
        rows=tuple(_corroborated(row, pairs) for row in rows),
        pairs=tuple(pairs),
        unmeasured=tuple(missed),
    )


@dataclass(slots=True)
class Calls:
    """Asks a model, so many times at the most."""

    ask: Ask
    most: int
    used: int = 0

    async def reply(self, context: Context) -> Reply | None:
        """The reply; None where no call is left."""
        if self.used >= self.most:
            return None
        self.used += 1
        return await self.ask(context)


async def _asked(
    bench: Ablation,
    calls: Calls,
    context: Context,
    names: tuple[str, ...],
    way: Variant,
    whole: Measured | None,
) -> Measured | None:
    reply = await calls.reply(context)
    if reply is None:
        return None
    scores = bench.scores(context, reply)
    entries = [e for e in bench.context.manifest.entries if e.id in names or e.kind in names]
    delta = scores.minus(whole.scores) if whole else Scores()
    kept = not any(delta.model_dump().values())
    same = whole is not None and kept and (bench.scored or _bare(reply.text) == _bare(whole.answer))
    return Measured(
        blocks=names,
        kind=" + ".join(dict.fromkeys(e.kind for e in entries)),
        tokens=sum(e.tokens for e in entries),
        way=way,
        answer=reply.text,
        outcome=reply.outcome,
        scores=scores,
        delta=delta,
        unchanged=same,
        note=_stayed(bench, names) if same else "",
    )


def _stayed(bench: Ablation, names: tuple[str, ...]) -> str:
    """Why the answer may have stayed. What history says is not looked at."""
    says_it = {HISTORY, *bench.covering()}
    return REDUNDANT if says_it.intersection(names) else IRRELEVANT


async def _pairs(
    bench: Ablation, calls: Calls, rows: Sequence[Measured], whole: Measured
) -> AsyncIterator[Measured]:
    alone = {row.blocks[0] for row in rows if row.unchanged}
    for one, other in combinations([name for name in bench.covering() if name in alone], 2):
        names = (one, other)
        row = await _asked(bench, calls, bench.without(*names), names, "without", whole)
        if row is None:
            return
        yield row.model_copy(update={"note": "" if row.unchanged else "they cover for each other"})


def _corroborated(row: Measured, pairs: Sequence[Measured]) -> Measured:
    """A row with the blocks that cover for it: without both the answer changes, and without either it does not."""
    mine = [pair for pair in pairs if row.blocks[0] in pair.blocks and not pair.unchanged]
    others = tuple(name for pair in mine for name in pair.blocks if name != row.blocks[0])
    return row.model_copy(update={"corroborated_by": others})


def _bare(text: str) -> str:
    return " ".join(unmarked(text).split())


def _as_aboard(loading: Loading, context: Context) -> Loading:
    """A loading that holds what was aboard and nothing else, so that nothing comes aboard for what is left out."""
    forms = {entry.id: entry.rendition for entry in context.manifest.entries}
    blocks = tuple(
        block.model_copy(update={"renditions": (form,)})
        for block in loading.materials.blocks
        for form in block.renditions
        if forms.get(block.id) == form.name
    )
    history = tuple(m for m in loading.materials.history if m.id in forms)
    update = {"blocks": blocks, "history": history, "left_out": ()}
    materials = loading.materials.model_copy(update=update)
    return loading.model_copy(update={"materials": materials})


_DIGITS = re.compile(r"\d")


def changed(block: Block, counter: Counter) -> Block:
    """A block in whose text every digit is the next one; what stands around the text stays."""
    form = block.renditions[0]
    head, line, rest = form.text.partition("\n")
    body, foot, tail = rest.rpartition("</")
    other = _DIGITS.sub(lambda found: str((int(found[0]) + 1) % 10), body)
    text = f"{head}{line}{other}{foot}{tail}"
    made = form.model_copy(update={"text": text, "tokens": counter.count(text)})
    return block.model_copy(update={"renditions": (made,)})
