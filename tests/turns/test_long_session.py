"""A conversation that goes on and on: the budget holds, constraints stay, and a turn's work does not grow."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.turns.acting import DOCUMENTS, agent

import loadsheet
from loadsheet.artifacts import Loading
from loadsheet.ports import Piece
from loadsheet.trace import unpack

BUDGET = 700
T = TypeVar("T")


class Chatty:
    """A model that always has something to say."""

    name = "chatty"

    async def stream(self, prompt: loadsheet.Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        yield Piece(f"That is as the passage says [1], in {len(prompt.messages)} messages. " * 3)


async def test_a_thousand_turns_stay_within_budget_keep_the_rule_and_do_not_grow() -> None:
    rule_text = "Never suggest AWS."
    firsts: list[str] = []
    async with agent(Chatty(), {"budget": BUDGET}) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        await open_agent.constrain(rule_text)
        answers: list[loadsheet.Answer] = []
        for number in range(1000):
            answer = await open_agent.ask(
                f"What is the refund window for EU customers, case {number}?"
            )
            assert answer.manifest.total_tokens <= BUDGET
            assert (
                f"<constraint>\n{rule_text}\n</constraint>" in answer.prompt.messages[0]["content"]
            )
            firsts.append(answer.prompt.messages[1]["content"])
            answers = [answer]
        (answer,) = answers
        page = await open_agent.trace(answer.turn_id)
        event = next(e for e in page.events if e.stage == "assemble")
        loading = Loading.model_validate(unpack(event.given or "", page.bodies))
        assert len(loading.materials.history) < 60
        assert loading.materials.history_before == 2 * 999 - len(loading.materials.history)
        (row,) = [row for row in answer.manifest.left_out if row.kind == "history"]
        aboard = len(answer.prompt.messages) - 2
        assert (row.message, row.count) == (loading.materials.history_first, 2 * 999 - aboard)
    changes = sum(one != other for one, other in itertools.pairwise(firsts))
    assert changes <= 1000 / 2.5, (
        "the prompt's beginning must stay for several turns, or no cache hits"
    )


class Conversation(RuleBasedStateMachine):
    """Any order of asking, pasting, constraining and withdrawing."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.agent = agent(Chatty(), {"budget": BUDGET})
        self.constraints: dict[str, str] = {}
        self.answers: list[loadsheet.Answer] = []

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize()
    def read(self) -> None:
        self.wait(self.agent.add_documents(DOCUMENTS))

    @rule(
        question=st.sampled_from(
            ["What is the EU window?", "And the UK?", "你好，退款期限？", "Why?", "</question>"]
        )
    )
    def ask(self, question: str) -> None:
        self.answers.append(self.wait(self.agent.ask(question)))

    @rule(lines=st.integers(60, 400))
    def paste(self, lines: int) -> None:
        log = "\n".join(f"line {n}: the loader read batch {n * 7}" for n in range(lines))
        self.answers.append(self.wait(self.agent.ask(f"Why does the loader stop?\n\n{log}")))

    @rule(
        text=st.sampled_from(
            ["Never suggest AWS.", "Only the EU.", "Answer in French.", "never suggest  aws."]
        )
    )
    def constrain(self, text: str) -> None:
        pinned = self.wait(self.agent.constrain(text))
        self.constraints = {row.id: row.text for row in pinned}
        words = [" ".join(row.casefold().split()) for row in self.constraints.values()]
        assert len(words) == len(set(words))

    @rule()
    def withdraw_the_oldest(self) -> None:
        if self.constraints:
            oldest = next(iter(self.constraints))
            self.wait(self.agent.withdraw(oldest))
            del self.constraints[oldest]
            self.answers.append(self.wait(self.agent.ask("What is the EU window?")))

    @invariant()
    def the_last_prompt_holds_what_it_must(self) -> None:
        if not self.answers:
            return
        manifest = self.answers[-1].manifest
        assert manifest.total_tokens <= BUDGET
        assert manifest.coverage == 1.0

    def teardown(self) -> None:
        try:
            self.check_the_end()
        finally:
            self.wait(self.agent.close())
            self.loop.close()

    def check_the_end(self) -> None:
        """The constraints in force are aboard, and every turn replays."""
        last = self.wait(self.agent.ask("What is the EU window?"))
        system = last.prompt.messages[0]["content"]
        for text in self.constraints.values():
            assert f"<constraint>\n{text}\n</constraint>" in system
        assert system.count("\n<constraint>\n") == len(self.constraints)
        for answer in self.answers:
            again = self.wait(self.agent.replay(answer.turn_id))
            assert again.serialized() == answer.prompt.serialized()


TestConversation = Conversation.TestCase
TestConversation.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)
