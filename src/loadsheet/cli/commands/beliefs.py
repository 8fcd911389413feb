"""What can be typed of `loadsheet memory …` that is about beliefs, episodes and packages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated

import typer

from loadsheet.cli.commands.memory import app
from loadsheet.cli.commands.options import epilog
from loadsheet.cli.door import SAYS_NO, Door

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.artifacts import Belief

BeliefArgument = Annotated[str, typer.Argument(metavar="BELIEF", help="A hypothesis's id.")]


@app.command(epilog=epilog("loadsheet memory believe 'The pool leaks.' --support r7f3a,r81bc"))
def believe(
    context: typer.Context,
    content: Annotated[str, typer.Argument(metavar="TEXT", help="What is believed.")],
    support: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IDS",
            help="An alternative that it rests on: an id, or several with commas that hold only together. "
            "May be given again.",
        ),
    ] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="What it takes for granted. May be given again."),
    ] = None,
    confidence: Annotated[
        float, typer.Option(metavar="NUMBER", help="How sure that is, from 0 to 1.")
    ] = 0.5,
) -> None:
    """Record a hypothesis as pending, with what it rests on."""
    supports = [one.split(",") for one in support or []]

    async def work(agent: Agent) -> Belief:
        return await agent.memory.record_belief(
            content, supports, assumptions=assume or [], confidence=confidence
        )

    shown(context, work)


@app.command(epilog=epilog("loadsheet memory close h19c2 falsified 'dye was seen nowhere'"))
def close(
    context: typer.Context,
    belief: BeliefArgument,
    status: Annotated[str, typer.Argument(metavar="STATUS", help="confirmed or falsified.")],
    why: Annotated[str, typer.Argument(metavar="WHY", help="Which outcome, or who, decided it.")],
) -> None:
    """Confirm or falsify a hypothesis; what rests on a false one is unsupported."""

    shown(context, lambda agent: agent.memory.close_experiment(belief, status, why))


@app.command(epilog=epilog("loadsheet memory reverify h19c2"))
def reverify(context: typer.Context, belief: BeliefArgument) -> None:
    """Put a closed or unsupported hypothesis back to pending."""

    shown(context, lambda agent: agent.memory.reverify_hypothesis(belief))


@app.command(epilog=epilog("loadsheet memory validate 'Double the connection pool.'"))
def validate(
    context: typer.Context,
    plan: Annotated[str, typer.Argument(metavar="PLAN", help="What is to be done.")],
) -> None:
    """List the false or unsupported hypotheses that bear on a plan; exit 1 if there are any."""
    from loadsheet.cli import memory as body

    door: Door = context.obj

    found = door.run(lambda agent: agent.memory.validate_approach(plan))
    door.tell(
        {"records": found},
        lambda: (
            body.believed(found, "that bear on the plan")
            if found
            else "Nothing doubted bears on it."
        ),
    )
    if found:
        raise typer.Exit(SAYS_NO)


@app.command(epilog=epilog("loadsheet memory consolidate 'incident 7'"))
def consolidate(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run, or a session.")],
) -> None:
    """Propose an episode of what was observed in a run."""

    shown(context, lambda agent: agent.memory.consolidate_run(run))


@app.command(epilog=epilog("loadsheet memory accept e55d0"))
def accept(
    context: typer.Context,
    episode: Annotated[str, typer.Argument(metavar="EPISODE", help="An episode's id.")],
) -> None:
    """Let an episode be recalled, once you have read it."""

    shown(context, lambda agent: agent.memory.accept(episode))


@app.command("remove-package", epilog=epilog("loadsheet memory remove-package default/3f2a9c1b"))
def remove_package(
    context: typer.Context,
    package: Annotated[
        str, typer.Argument(metavar="PACKAGE", help="Its name, as its import reported it.")
    ],
) -> None:
    """Take out all that an import of that workspace brought."""
    door: Door = context.obj

    from loadsheet.cli.text import records_and_beliefs

    gone = door.run(lambda agent: agent.memory.remove_package(package))
    door.tell(
        {"package": package, "removed": gone}, lambda: f"{records_and_beliefs(len(gone))} removed"
    )


def shown(context: typer.Context, work: Callable[[Agent], Awaitable[Belief]]) -> None:
    """Print the belief that a command made."""
    from loadsheet.cli import memory as body

    door: Door = context.obj
    made = door.run(work)
    door.tell(made, lambda: body.detail(made))
