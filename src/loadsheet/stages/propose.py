"""What the rules made of a turn goes in; it comes out with what a model proposed, where that was accepted.

A model may word a question that leans on the conversation, pick among the routes that the rules left close, and word
what is searched in other ways. What it loses, invents or does not answer is refused, on record, and the deterministic
form stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    EXPANDED,
    Artifact,
    Heard,
    Prompt,
    Query,
    RoutePlan,
)
from loadsheet.errors import ModelError
from loadsheet.intent.proposals import Refused, expanded, kept_near, rewritten
from loadsheet.ports import ChatModel, Embedder
from loadsheet.stages.planned import adopted, offered
from loadsheet.surrogates import in_characters
from loadsheet.trace import StageReport

MAX_TOKENS = 120
"""What a question takes at the most."""

PICK_TOKENS = 4
"""What a number takes."""

UNSURE = 0.8
"""Confidence of a route below which a model is asked, where one is set."""

TASK = (
    "Rewrite the user's question so that it can be understood without the conversation. Keep every name, number and "
    "quotation as it is. Answer with the question alone."
)
WORDINGS = (
    "Word the user's question in two other ways, as a document that answers it might say it. Use other words for the "
    "same; add no name, number or fact. Answer with the two lines alone."
)
CHOICE = "Where is the answer to the question to be found? Answer with the number of one line and nothing else."

MEANS = {
    "internal_corpus": "in the indexed documents",
    "structured_store": "in a verified row of the store",
    "memory": "in what the user said or did before",
    "none": "nothing has to be looked up",
}
"""What a model reads for a source."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Let a model word a question that leans on the conversation."""

    name: ClassVar[str] = "propose"
    model: ChatModel
    seconds: float = 5.0
    """When a model counts as silent: a turn has more to do than to wait for a wording."""

    async def __call__(self, given: Heard, /) -> Heard:
        """The turn with the model's wording, or as it was with the reason for the refusal in its notes."""
        turn = given.turn
        if turn.form in {"opening", "self_contained"}:
            return given
        said = f"Before: {given.state.subject}\nQuestion: {turn.question}"
        answer = await asked(self.model, TASK, said, MAX_TOKENS, self.seconds)
        found = answer if isinstance(answer, Refused) else rewritten(turn.question, answer)
        if isinstance(found, Refused):
            update = {"notes": (*turn.notes, f"rewriting refused: {found.reason}")}
            return given.model_copy(update={"turn": turn.model_copy(update=update)})
        update = {"query": found, "notes": (*turn.notes, f"rewritten from: {turn.query}")}
        after = given.next_state
        if after.subject == turn.query:
            after = after.model_copy(update={"subject": found})
        return given.model_copy(
            update={"turn": turn.model_copy(update=update), "next_state": after}
        )

    def report(self, _given: Heard, gave: Heard, /) -> StageReport:
        """The failure signal is a proposal that was refused."""
        notes = gave.turn.notes
        refused = next((note for note in notes if note.startswith("rewriting refused")), None)
        return StageReport(failure=refused, decisions=notes)


class Picking(Artifact):
    """A turn with the plan of the rules, and those that they rejected."""

    heard: Heard
    plan: RoutePlan


@dataclass(frozen=True, slots=True)
class Pick:
    """Let a model choose among the routes that the rules offer, where they are not sure."""

    name: ClassVar[str] = "pick"
    model: ChatModel
    seconds: float = 5.0

    async def __call__(self, given: Picking, /) -> RoutePlan:
        """The plan of the model's pick, or that of the rules with the reason of the refusal among its triggers."""
        plan = given.plan
        choices = offered(plan)
        if plan.rule == "fixed" or plan.confidence >= UNSURE or len(set(choices.values())) < 2:
            return plan
        lines = [f"{n}. {MEANS[source]}" for n, source in enumerate(choices.values(), start=1)]
        said = "\n".join((f"Question: {given.heard.turn.query}", *lines))
        answer = await asked(self.model, CHOICE, said, PICK_TOKENS, self.seconds)
        return adopted(given.heard, plan, answer)

    def report(self, given: Picking, gave: RoutePlan, /) -> StageReport:
        """The failure signal is a pick that was refused."""
        new = gave.triggers[len(given.plan.triggers) :]
        refused = next((line for line in new if "refused" in line), None)
        return StageReport(failure=refused, decisions=(f"{gave.source} by {gave.rule}",))


@dataclass(frozen=True, slots=True)
class Expand:
    """Let a model word what is searched in other ways."""

    name: ClassVar[str] = "expand"
    model: ChatModel
    seconds: float = 5.0
    embedder: Embedder | None = None
    """Tells which wordings ask for something else, where there is one."""

    async def __call__(self, given: Picking, /) -> RoutePlan:
        """The plan with the model's wordings beside the question; what is refused stands among its triggers."""
        plan, queries = given.plan, given.plan.queries.queries
        if not queries:
            return plan
        question = queries[0].text
        answer = await asked(
            self.model, WORDINGS, f"Question: {question}", MAX_TOKENS, self.seconds
        )
        if isinstance(answer, Refused):
            taken, refused = list[str](), [answer]
        else:
            taken, refused = expanded(question, answer)
            taken, astray = await self._alike(question, taken)
            refused += astray
        known = {query.text for query in queries}
        more = tuple(Query(text=one, purpose=EXPANDED) for one in taken if one not in known)
        said = (f"wording refused: {one.reason}" for one in refused)
        update = {
            "queries": plan.queries.model_copy(update={"queries": (*queries, *more)}),
            "triggers": (*plan.triggers, *said),
        }
        return plan.model_copy(update=update)

    async def _alike(
        self, question: str, wordings: Sequence[str]
    ) -> tuple[list[str], list[Refused]]:
        """The wordings that are near enough to the question, and the others; all of them where nothing can tell."""
        if self.embedder is None or not wordings:
            return list(wordings), []
        try:
            asked_for, *rows = await self.embedder.embed([question, *wordings], as_query=True)
        except ModelError:  # the search names it, and words are searched all the same
            return list(wordings), []
        return kept_near(wordings, [float(row @ asked_for) for row in rows])

    def report(self, given: Picking, gave: RoutePlan, /) -> StageReport:
        """The failure signal is that every wording was refused."""
        new = gave.queries.queries[len(given.plan.queries.queries) :]
        refused = gave.triggers[len(given.plan.triggers) :]
        failure = "; ".join(refused) if refused and not new else None
        return StageReport(
            failure=failure, decisions=(*(f"also searched: {one.text}" for one in new), *refused)
        )


async def asked(
    model: ChatModel, task: str, said: str, max_tokens: int, seconds: float
) -> str | Refused:
    """What a model answers to a task; a refusal where it fails or is silent."""
    prompt = Prompt(
        messages=({"role": "system", "content": task}, {"role": "user", "content": said})
    )
    try:
        async with asyncio.timeout(seconds):
            pieces = [p.text async for p in model.stream(prompt, max_tokens=max_tokens)]
        return in_characters("".join(pieces))
    except TimeoutError:
        return Refused("", f"{model.name} gave no answer within {seconds:g} s")
    except ModelError as error:
        return Refused("", f"{model.name} failed: {error}")
