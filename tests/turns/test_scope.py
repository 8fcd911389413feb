"""Two workspaces in one file, in any order of doing things: what one holds is in nothing that the other gives."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import loadsheet
from loadsheet.ports import Piece

T = TypeVar("T")
MARKS = {"a": "Alderway", "b": "Zebulon"}
"""A name for each workspace that stands in everything that is said and stored there."""

WORKSPACES = st.sampled_from(sorted(MARKS))


class Repeating:
    """A model that says again all that it is given."""

    name = "repeating"

    async def stream(self, prompt: loadsheet.Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        yield Piece(f"{prompt.messages[-1]['content'][:400]} [1]")


class Workspaces(RuleBasedStateMachine):
    """Any order of adding, asking, observing, recording, forgetting and removing in both."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.agents = {name: self.opened(name) for name in MARKS}
        self.turns: dict[str, list[str]] = {name: [] for name in MARKS}
        self.count = 0

    def opened(self, name: str) -> loadsheet.Agent:
        return loadsheet.Agent.open(
            self.folder.name,
            workspace=name,
            settings={"embedder": "none", "route": "rules"},
            model=Repeating(),
        )

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def number(self) -> int:
        self.count += 1
        return self.count

    @rule(name=WORKSPACES)
    def add(self, name: str) -> None:
        text = f"# {MARKS[name]} fees\n\nThe {MARKS[name]} fee is {self.number()} euros."
        document = loadsheet.Document(id="fees.md", text=text, title=f"{MARKS[name]} fees")
        self.wait(self.agents[name].add_documents([document]))

    @rule(name=WORKSPACES, said=st.sampled_from(["I live in {}.", "Never suggest {}.", "And {}?"]))
    def tell(self, name: str, said: str) -> None:
        answer = self.wait(self.agents[name].ask(said.format(MARKS[name])))
        self.turns[name].append(answer.turn_id)

    @rule(name=WORKSPACES)
    def observe(self, name: str) -> None:
        message = {"role": "user", "content": f"My dentist is Dr. {MARKS[name]}."}
        self.wait(self.agents[name].observe([message], session=f"s{self.number()}"))

    @rule(name=WORKSPACES)
    def believe(self, name: str) -> None:
        memory = self.agents[name].memory
        seen = self.wait(memory.record(f"{MARKS[name]} paid the fee {self.number()}.", run="r"))
        self.wait(memory.record_belief(f"{MARKS[name]} pays each fee.", [seen.record or ""]))
        self.wait(memory.accept(self.wait(memory.consolidate_run("r")).id))

    @rule(name=WORKSPACES)
    def forget(self, name: str) -> None:
        if self.wait(self.agents[name].memory.list()):
            self.wait(self.agents[name].memory.forget(subject="user"))

    @rule(name=WORKSPACES)
    def remove(self, name: str) -> None:
        if self.wait(self.agents[name].store.documents(name)):
            self.wait(self.agents[name].remove(["fees.md"]))

    @rule(name=WORKSPACES)
    def carry(self, name: str) -> None:
        package = Path(self.folder.name) / f"{name}.jsonl"
        self.wait(self.agents[name].memory.export(package))
        assert MARKS[other(name)] not in package.read_text()

    @invariant()
    def nothing_crosses(self) -> None:
        for name, agent in self.agents.items():
            mark = MARKS[other(name)].casefold()
            for given in self.wait(everything(agent)):
                assert mark not in given.casefold()
            for turn in self.turns[other(name)]:
                try:
                    self.wait(agent.replay(turn))
                except loadsheet.UnknownError:
                    continue
                raise AssertionError(f"{name} replays a turn of the other workspace")

    def teardown(self) -> None:
        for agent in self.agents.values():
            self.wait(agent.close())
        self.loop.close()
        self.folder.cleanup()


def other(name: str) -> str:
    return next(one for one in MARKS if one != name)


async def everything(agent: loadsheet.Agent) -> list[str]:
    """All that a workspace gives to somebody who asks for what both hold."""
    ready = await agent.prepare("What is the fee, where do I live and who is my dentist?")
    return [
        *(message["content"] for message in ready.prompt.messages),
        ready.manifest.model_dump_json(),
        *(hit.model_dump_json() for hit in await agent.search("fee fees euros")),
        *(record.model_dump_json() for record in await agent.memory.list()),
        *(str(hit) for hit in await agent.memory.recall("dentist live fee")),
        *(str(belief) for belief in await agent.memory.list(type="hypothesis")),
        *(str(episode) for episode in await agent.memory.list(type="episode")),
        *(str(belief) for belief in await agent.memory.validate_approach("Pay the fee.")),
        str(await agent.memory.assemble_context("Help.", "Pay.", "Who pays each fee?", 900)),
        *(str(row) for row in await agent.turns()),
        *(str(row) for row in await agent.sessions()),
        *(str(row) for row in await agent.store.documents(agent.workspace)),
        str(await agent.constraints()),
    ]


TestWorkspaces = Workspaces.TestCase
TestWorkspaces.settings = settings(max_examples=5, stateful_step_count=10, deadline=None)
