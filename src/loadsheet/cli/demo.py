"""The command `demo`: four turns about refunds over the bundled documents, each with what its prompt held."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.resources import as_file, files
from shlex import quote
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from loadsheet.cli import footing, sheets, tables
from loadsheet.cli.by_kind import by_kind
from loadsheet.cli.conversation import answered, spoken
from loadsheet.cli.door import PAGE, Door, called
from loadsheet.cli.text import counted

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.artifacts import AddReport, Answer


@dataclass(frozen=True, slots=True)
class Scene:
    """A turn of the demo, and what there is to see in it."""

    question: str
    watch: str
    """What to look at in the prompt above."""


SCENES = (
    Scene(
        question="Summarize our Q3 refund policy for EU customers.",
        watch="The reason of a passage names the words of the question that it speaks of. What was found and not "
        "taken is left out by a rule, and counted.",
    ),
    Scene(
        question="And for the UK?",
        watch="The question leans on the one before it. How it was read is aboard, as the user's own words, beside the "
        "conversation as history, and the page on the UK is found.",
    ),
    Scene(
        question="Actually the EU window changed to 30 days last month.",
        watch="The correction was written before anything was looked up: what the first answer cited is superseded and "
        "kept, and the verified row is what answers. `loadsheet memory list` shows both.",
    ),
    Scene(
        question="What's the EU refund window?",
        watch="30 days, from memory. The passage that says 14 days is older than the correction; where it is aboard, "
        "it stands as the other side of the same conflict.",
    ),
)
"""The conversation of docs/worked-trace.md."""

NOT_ENOUGH = " No passage speaks of enough of it, so no model is asked, and the answer says what was searched."
"""Added to what there is to see where the evidence was not sufficient."""

SESSION = "demo"


def show(door: Door, *, full: bool = False) -> None:
    """Index the bundled documents and hold the conversation; the state is dropped afterwards, unless one is named.

    `full` prints each manifest whole.
    """
    named, door.piped = door.flags.get("state"), PAGE
    with ExitStack() as held:
        kept = (
            str(named)
            if named
            else held.enter_context(tempfile.TemporaryDirectory(prefix="loadsheet-demo-"))
        )
        folder = held.enter_context(as_file(files("loadsheet") / "examples" / "refunds"))

        async def whole() -> tuple[str, list[Answer]]:
            async with door.agent(kept) as agent:
                report = await agent.add(folder)
                await agent.embed()
                if not door.as_json:
                    door.show(opening(report, door.look, models=list(agent.pipeline.models)))
                session = await _session(agent)
                answers = [
                    await _scene(door, agent, f"Turn {number}", scene, session, full=full)
                    for number, scene in enumerate(SCENES, start=1)
                ]
                if door.as_json:
                    door.give(as_json(report, answers))
                return session, answers

        session, answers = asyncio.run(whole())
    if not door.as_json:
        door.show(closing(answers, state=str(named) if named else None, session=session))


async def _session(agent: Agent) -> str:
    """A name that no session of the state has yet, so that the demo always begins anew."""
    taken = {row.id for row in await agent.sessions()}
    names = (
        SESSION if number == 1 else f"{SESSION}-{number}" for number in range(1, len(taken) + 2)
    )
    return next(name for name in names if name not in taken)


async def _scene(
    door: Door, agent: Agent, title: str, scene: Scene, session: str, *, full: bool
) -> Answer:
    """Print one turn."""
    if door.as_json:
        return await agent.ask(scene.question, session=session)
    asked = Text(f"› {scene.question}", style="bold cyan")
    door.show(Text(), banner(title, door.look), asked, Text())
    if full:
        answer = await answered(door, agent, scene.question, session)
        name = f"Manifest of turn {answer.turn_id}"
        below = [Text(), sheets.manifest(answer.manifest, door.look, title=name), Text()]
    else:
        answer = await spoken(door, agent, scene.question, session)
        below = [*footing.places(answer.citations), Text(), by_kind(answer, door.look)]
    is_short = answer.outcome == "insufficient_evidence"
    door.show(*below, _see(scene.watch + (NOT_ENOUGH if is_short else "")))
    return answer


def opening(report: AddReport, look: tables.Look, *, models: Sequence[str]) -> RenderableType:
    """What this is and what was indexed."""
    count = len(report.added) + len(report.changed) + len(report.unchanged)
    is_quoting = list(models) == ["extractive"]
    who = "No model is asked: answers are quoted" if is_quoting else f"{', '.join(models)} answers"
    return Group(
        banner("Loadsheet", look),
        Text(
            f"{counted(count, 'document')} of a small mail-order shop, and a conversation of four turns. {who} from "
            "the evidence. Below each answer stands what was in its prompt, by kind, what it weighs, and why."
        ),
    )


def banner(title: str, look: tables.Look) -> Text:
    """A title with a line to the end of the terminal."""
    made = Text.assemble(("━━ ", "bright_black"), (title, "bold"), no_wrap=True)
    if look.width:
        made.append(" " + "━" * max(look.width - len(title) - 4, 0), style="bright_black")
    return made


def _see(text: str) -> Text:
    return Text.assemble(("See: ", "bold green"), text)


def closing(answers: Sequence[Answer], *, state: str | None, session: str) -> RenderableType:
    """What to type next."""
    name, place = called(), quote(state or "")
    rows: dict[str, str] = {
        f"{name} demo --full": "every piece of a prompt, with its rule",
        f"{name} demo --state demo/": "keeps the state, to look into",
        f"{name} add PATH": "index documents of your own",
        f'{name} ask "…"': "ask them; chat holds a conversation",
        f"{name} manifest": "the manifest of the last turn",
    }
    if state is not None:
        first, last = answers[0].turn_id, answers[-1].turn_id
        rows = {
            f"{name} trace --state {place}": "the stages of the last turn, with time and decisions",
            f"{name} replay {last} --state {place}": "assemble its prompt again, byte for byte",
            f"{name} diff {first} {last} --state {place}": "what came and went between two turns",
            f"{name} chat --session {session} --state {place}": "go on with the conversation",
        }
    table = tables.columns(tables.whole("", "cyan"), tables.whole("", "dim"), header=False)
    for command, what in rows.items():
        table.add_row(command, what)
    return Group(Text(), Text("Next", style="bold"), table)


def as_json(report: AddReport, answers: Sequence[Answer]) -> dict[str, Any]:
    """The whole demo as data."""
    return {
        "added": report,
        "turns": [
            {"question": scene.question, "answer": answer}
            for scene, answer in zip(SCENES, answers, strict=True)
        ],
    }
