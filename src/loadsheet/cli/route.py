"""The commands `route` and `eval route`: explain how a question would be routed, and measure how well routing does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from loadsheet.artifacts import NormalizedTurn, RoutePlan
from loadsheet.cli.door import Door, question_of
from loadsheet.cli.tables import columns, heading, whole
from loadsheet.cli.text import line
from loadsheet.errors import InputError

if TYPE_CHECKING:
    from loadsheet.evals.searches import SearchedDomain

EXPLAINED = "the settings say route = fixed: this is what the rules would do"
"""What the explanation says where routing is off."""


def explain(door: Door, question: str, *, session: str) -> None:
    """Show the plan that the rules make of a question in a session; nothing is written."""
    asked = question_of(question)
    routed = door.run(lambda agent: agent.plan(asked, session=session))
    if door.as_json:
        door.give(routed.plan)
        return
    note = EXPLAINED if door.settings().route == "fixed" else ""
    door.show(shown(routed.heard.turn, routed.plan, note))


def shown(turn: NormalizedTurn, plan: RoutePlan, note: str = "") -> RenderableType:
    """The plan with its rule, how the turn was read, the signals, the alternatives, the queries and the memory read."""
    table = columns("", whole(""), header=False)
    for name, value in facts(turn, plan):
        table.add_row(Text(name, style="cyan"), Text(line(value)))
    return Group(heading(f"Route by rule {plan.rule}", note), table)


def facts(turn: NormalizedTurn, plan: RoutePlan) -> list[tuple[str, str]]:
    """What the explanation says, in its order, as name and value."""
    memory = plan.memory_read
    read = f"{', '.join(memory.types)} on {memory.trigger}" if memory.fire else "not read"
    rows = [
        ("source", str(plan.source)),
        ("granularity", plan.granularity),
        ("effort", plan.effort),
        ("memory", read),
        ("confidence", f"{plan.confidence:.2f}"),
        ("outcome", plan.outcome),
        ("reply", plan.reply),
        ("read as", f"{turn.form}: {turn.reason}"),
        *(("resolved", f"{what} → {meant}") for what, meant in turn.resolved),
        *(("unresolved", what) for what in turn.unresolved),
        *(("constraint", text) for text in turn.stated),
        *(("withdrawn", text) for text in turn.withdrawn),
        *(("date", f"{phrase} → {meant}") for phrase, meant in turn.dates),
        *(("signal", signal) for signal in plan.intent.signals),
        *(("because", reason) for reason in plan.reasons),
        *(("query", f"{query.text} ({query.purpose})") for query in plan.queries.queries),
        *(("key", key) for key in plan.queries.keys),
        *(("instead", f"{row.source} by {row.rule}, {row.score:.2f}") for row in plan.alternatives),
        *(("trigger", trigger) for trigger in plan.triggers),
    ]
    return [(name, value) for name, value in rows if value]


def measure(door: Door, labelled: Path | None, judged: Path | None) -> None:
    """Print accuracy by field on labelled conversations, and recall and density on a judged set."""
    import asyncio

    from loadsheet.evals import route, searches

    if labelled is None and judged is None:
        raise InputError("nothing to measure on: give --labelled FILE, --judged DIR, or both")
    lines = route.report(route.accuracy(labelled)) if labelled else []
    lines += searches.report(asyncio.run(_judged(judged))) if judged else []
    if door.as_json:
        door.give({"report": lines})
    else:
        door.show(*(Text(text) for text in lines))


async def _judged(folder: Path) -> Sequence[SearchedDomain]:
    from loadsheet.adapters import IN_MEMORY, store_from
    from loadsheet.evals.searches import index, judge, questions

    asked = questions(folder)
    store = store_from(IN_MEMORY)
    made: list[SearchedDomain] = []
    try:
        for domain in sorted({row.domain for row in asked}):
            await index(store, folder / domain)
            made.append(await judge(store, domain, [row for row in asked if row.domain == domain]))
    finally:
        await store.close()
    return made
