"""What can be typed to measure, to fit thresholds by it, and to see what is set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loadsheet.cli.commands.options import epilog

app = typer.Typer()


@app.command(epilog=epilog("loadsheet calibrate questions.jsonl --write"))
def calibrate(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Questions, one JSON object a line: `question`, and `documents`, an `answer`, or `answerable: false`.",
            readable=False,
        ),
    ],
    confirm: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Other questions, on which the fit is tried."),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write what fits to loadsheet.toml, or to --config.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="With --write: write what a few questions say, too.")
    ] = False,
) -> None:
    """Fit the thresholds of evidence to questions of your own.

    You know their answers, or that the documents do not have one.
    """
    from loadsheet.cli import calibration as body

    body.run(context.obj, file, confirm=confirm, write=write, force=force)


File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A file of cases, .jsonl or .json; or `route`, `memory`, `retrieval`, `answers` or `freeze`.",
        readable=False,
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="With `memory`, `retrieval` or `answers` for FILE: the sets to measure on.",
    ),
]
Gates = Annotated[
    list[str] | None,
    typer.Option(
        "--gate", metavar="GATE", help="What a mean must reach, as 'citation_grounding>=0.9'."
    ),
]
Labelled = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="With `route`: conversations with the right plans."),
]
Judged = Annotated[
    Path | None, typer.Option(metavar="DIR", help="With `route`: questions with judged passages.")
]
Steps = Annotated[
    bool,
    typer.Option("--steps", help="With `retrieval`: each step of the funnel with and without."),
]
Half = Annotated[
    str | None,
    typer.Option(
        metavar="HALF", help="With `answers`: only the first or the second half of the questions."
    ),
]


Sessions = Annotated[
    list[str] | None,
    typer.Option("--session", metavar="NAME", help="With `freeze`: a conversation to keep."),
]
Output = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="With `freeze`: the file of cases to write, .json."),
]


@app.command("eval", epilog=epilog("loadsheet eval cases.jsonl --gate 'citation_grounding>=0.9'"))
def evaluate(
    context: typer.Context,
    file: File,
    data: Data = None,
    gates: Gates = None,
    labelled: Labelled = None,
    judged: Judged = None,
    steps: Steps = False,
    half: Half = None,
    sessions: Sessions = None,
    output: Output = None,
) -> None:
    """Run the cases of a file; exit 1 when a gate fails."""
    from loadsheet.cli import evaluation as body

    wanted = body.EvaluationRequest(
        file, data, gates or (), labelled, judged, steps, half, sessions or (), output
    )
    body.run(context.obj, wanted)


@app.command(epilog=epilog("loadsheet config budget"))
def config(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[SETTING]", help="What it is for, and why its default is so."),
    ] = None,
) -> None:
    """Show each setting and where its value came from."""
    from loadsheet.cli import configuration as body

    body.show(context.obj, name)
