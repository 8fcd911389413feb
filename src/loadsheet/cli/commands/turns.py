"""What can be typed about turns: those that are stored, and one that would be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loadsheet.cli.commands.options import epilog

app = typer.Typer()


TurnArgument = Annotated[
    str | None,
    typer.Argument(metavar="[TURN]", help="A turn's id, or an end of it. [default: the last turn]"),
]


@app.command(epilog=epilog("loadsheet manifest --all"))
def manifest(
    context: typer.Context,
    turn: TurnArgument = None,
    every: Annotated[bool, typer.Option("--all", help="List every row instead of groups.")] = False,
) -> None:
    """Show who put what into a prompt, and what stayed out."""
    from loadsheet.cli import turns as body

    body.manifest(context.obj, turn, every=every)


@app.command(epilog=epilog("loadsheet funnel --all"))
def funnel(
    context: typer.Context,
    turn: TurnArgument = None,
    every: Annotated[
        bool, typer.Option("--all", help="List each passage that was removed.")
    ] = False,
) -> None:
    """Show how candidates became evidence, step by step.

    What each step kept and removed, why, and by which score.
    """
    from loadsheet.cli import turns as body

    body.funnel(context.obj, turn, every=every)


@app.command(epilog=epilog("loadsheet trace --list", "loadsheet trace --stage route"))
def trace(
    context: typer.Context,
    turn: TurnArgument = None,
    stage: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Show what went into a stage and what came out, as JSON."
        ),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List the stored turns, newest first.")
    ] = False,
    session: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --list: only this session.")
    ] = None,
) -> None:
    """Show a turn's stages: time, tokens, decisions."""
    from loadsheet.cli import turns as body

    body.trace(context.obj, turn, stage=stage, listed=listed, session=session)


@app.command(epilog=epilog("loadsheet replay 9a51f"))
def replay(
    context: typer.Context,
    turn: Annotated[str, typer.Argument(metavar="TURN", help="A turn's id, or an end of it.")],
) -> None:
    """Assemble a prompt again from its trace; exit 1 if it differs."""
    from loadsheet.cli import turns as body

    body.replay(context.obj, turn)


@app.command(
    epilog=epilog(
        'loadsheet doctor --expected "30 days"', "loadsheet doctor 9a51f --evidence doc_17.md"
    )
)
def doctor(
    context: typer.Context,
    turn: TurnArgument = None,
    expected: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="What the answer should have said.")
    ] = None,
    evidence: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DOCUMENT[:START-END]", help="The document, or the part of it, that holds it."
        ),
    ] = None,
    case: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file of cases, of which one turn asks the same."),
    ] = None,
) -> None:
    """Name the stage at fault in a turn; exit 1 when one is.

    Without an expectation, the stages' own signals are read. No model is asked and nothing is written.
    """
    from loadsheet.cli import doctor as body

    body.examine(context.obj, body.DoctorRequest(turn, expected or (), evidence or (), case))


@app.command(
    epilog=epilog('loadsheet contribution --expected "30 days"', "loadsheet contribution --perturb")
)
def contribution(
    context: typer.Context,
    turn: TurnArgument = None,
    expected: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="What the answer should say.")
    ] = None,
    case: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file of cases, of which one turn asks the same."),
    ] = None,
    perturb: Annotated[
        bool, typer.Option("--perturb", help="Change the numbers of each block instead.")
    ] = False,
    calls: Annotated[
        int | None,
        typer.Option(metavar="N", help="Ask the model so often at the most. [default: 40]"),
    ] = None,
) -> None:
    """Measure what each block of a prompt gave to the answer.

    The question is asked again without each block, and without the pairs that may cover for one another. What that may
    cost is said before.
    """
    from loadsheet.cli import contribution as body

    body.measure(context.obj, body.ContributionRequest(turn, expected or (), case, perturb, calls))


@app.command(epilog=epilog("loadsheet diff 9a51f 77c02"))
def diff(
    context: typer.Context,
    before: Annotated[str, typer.Argument(metavar="TURN", help="The turn to start from.")],
    after: Annotated[str, typer.Argument(metavar="TURN", help="The turn to compare it with.")],
) -> None:
    """Compare the manifests of two turns."""
    from loadsheet.cli import turns as body

    body.diff(context.obj, before, after)


@app.command(epilog=epilog('loadsheet route "And for the UK?" --session work'))
def route(
    context: typer.Context,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="The question; - reads it from stdin.")
    ],
    session: Annotated[
        str, typer.Option(metavar="NAME", help="The conversation that it belongs to.")
    ] = "main",
) -> None:
    """Explain where an answer would be looked for; ask nothing."""
    from loadsheet.cli import route as body

    body.explain(context.obj, question, session=session)
