"""What can be typed: every command with its arguments and options. The work is done in the modules that each imports.

The options of `loadsheet` itself may stand before or after the command: `hoisted` moves them to the front.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from loadsheet.cli.door import Door
from loadsheet.cli.memory import app as memory

GLOBAL_OPTIONS = ("--state", "--workspace", "--config", "--model", "--base-url", "--budget")
"""Options with a value that every command takes."""

GLOBAL_FLAGS = ("--json", "--debug")
"""Options without a value that every command takes."""

EPILOG = (
    "The options of `loadsheet` itself (--state, --workspace, --config, --model, --base-url, --budget, --json, "
    "--debug) may stand before or after the command."
)

app = typer.Typer(
    name="loadsheet",
    help="Ask your documents, and read the signed manifest of every prompt: who put what aboard, why, what it weighs.",
    epilog="Begin with `loadsheet demo`, or with `loadsheet add PATH` and `loadsheet ask QUESTION`. "
    "Exit codes: 0 done, 1 a check says no, 2 bad input or settings, 3 a backend failed.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(memory, name="memory")


def hoisted(arguments: Sequence[str]) -> list[str]:
    """The arguments with the options of every command in front; what follows `--` stays where it is."""
    front: list[str] = []
    rest: list[str] = []
    waiting = iter(arguments)
    for word in waiting:
        if word == "--":
            rest += [word, *waiting]
        elif word in GLOBAL_OPTIONS:
            front += [word, *(value for value in [next(waiting, None)] if value is not None)]
        elif word in GLOBAL_FLAGS or word.split("=", 1)[0] in GLOBAL_OPTIONS:
            front.append(word)
        else:
            rest.append(word)
    return front + rest


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"loadsheet {version('loadsheet')}")
        except PackageNotFoundError:
            typer.echo("loadsheet, from a source tree that is not installed")
        raise typer.Exit


@app.callback()
def every(
    context: typer.Context,
    state: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="The folder that holds the state. [default: .loadsheet]"),
    ] = None,
    workspace: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The workspace; nothing crosses from one to another."),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The settings file. [default: loadsheet.toml, if there]"),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The chat model. [default: quote, ask no model]"),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="An OpenAI-compatible endpoint for the model.")
    ] = None,
    budget: Annotated[
        str | None, typer.Option(metavar="N", help="Tokens of a whole prompt. [default: 8000]")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON on stdout, and nothing else.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where an unexpected error came from.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The options of every command."""
    del version
    flags: dict[str, Any] = {
        "state": state,
        "workspace": workspace,
        "model": model,
        "base_url": base_url,
        "budget": budget,
    }
    context.obj = Door(flags=flags, config=config, as_json=json, debug=debug)


@app.command(epilog=EPILOG)
def demo(context: typer.Context) -> None:
    """Four turns over bundled documents, each with its manifest."""
    from loadsheet.cli import demo as body

    body.show(context.obj)


@app.command(epilog=EPILOG)
def add(
    context: typer.Context,
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Files, folders, patterns such as 'docs/**/*.pdf'; - reads stdin.",
            readable=False,
        ),
    ],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="With -: what the document is called.")
    ] = None,
) -> None:
    """Add files and folders; again: take in what changed."""
    from loadsheet.cli import corpus as body

    body.add(context.obj, paths, name)


@app.command(epilog=EPILOG)
def sync(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="Files, folders, patterns. [default: all that were ever added]",
            readable=False,
        ),
    ] = None,
) -> None:
    """Take in what is new or changed, and remove what is gone."""
    from loadsheet.cli import corpus as body

    body.sync(context.obj, paths or [])


@app.command(epilog=EPILOG)
def remove(
    context: typer.Context,
    ids: Annotated[
        list[str], typer.Argument(metavar="ID...", help="As `loadsheet documents` shows them.")
    ],
    *,
    erase: Annotated[
        bool,
        typer.Option(
            "--erase",
            help="Erase every version, and what answers, traces and memory took from it; it cannot be undone.",
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --erase: do not ask.")] = False,
) -> None:
    """Remove documents from search; their versions stay readable, unless they are erased."""
    from loadsheet.cli import corpus as body

    body.remove(context.obj, ids, erase=erase, yes=yes)


@app.command(epilog=EPILOG)
def check(
    context: typer.Context,
    repair: Annotated[
        bool, typer.Option("--repair", help="Put right what does not agree.")
    ] = False,
) -> None:
    """Find drift between documents, text index, vectors and summaries; exit 1 if there is any."""
    from loadsheet.cli import corpus as body

    body.check(context.obj, repair=repair)


@app.command(epilog=EPILOG)
def show(
    context: typer.Context,
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="As `loadsheet documents` shows it.")
    ],
    version: Annotated[
        int | None, typer.Option("--version", metavar="N", help="[default: the newest]")
    ] = None,
    span: Annotated[
        str | None,
        typer.Option(metavar="A:B", help="Characters A to B, as citations name them."),
    ] = None,
) -> None:
    """Print a document, or what a citation of any version of it says."""
    from loadsheet.cli import corpus as body

    body.show(context.obj, document, version, span)


@app.command(epilog=EPILOG)
def documents(context: typer.Context) -> None:
    """List the documents of the workspace."""
    from loadsheet.cli import corpus as body

    body.documents(context.obj)


@app.command(epilog=EPILOG)
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What to look for; - reads it from stdin.")],
    limit: Annotated[str, typer.Option(metavar="N", help="At most so many passages.")] = "10",
) -> None:
    """Find passages, without asking a question."""
    from loadsheet.cli import corpus as body

    body.search(context.obj, query, limit)


@app.command(epilog=EPILOG)
def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="The question; - reads it from stdin.")],
    session: Annotated[
        str, typer.Option(metavar="NAME", help="The conversation that it belongs to.")
    ] = "main",
    manifest: Annotated[
        bool, typer.Option("--manifest", help="Print the manifest as well.")
    ] = False,
) -> None:
    """Answer one question from the documents, with citations."""
    from loadsheet.cli import conversation as body

    body.ask(context.obj, question, session=session, with_manifest=manifest)


@app.command(epilog=EPILOG)
def chat(
    context: typer.Context,
    session: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Begin this conversation, or go on with it. [default: main]"
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the session used last.")
    ] = False,
) -> None:
    """Hold a conversation; Ctrl-D ends it."""
    from loadsheet.cli import conversation as body

    body.chat(context.obj, session=session, resume=resume)


@app.command(epilog=EPILOG)
def sessions(context: typer.Context) -> None:
    """List the conversations of the workspace."""
    from loadsheet.cli import conversation as body

    body.sessions(context.obj)


TurnArgument = Annotated[
    str | None,
    typer.Argument(metavar="[TURN]", help="A turn's id, or an end of it. [default: the last turn]"),
]


@app.command(epilog=EPILOG)
def manifest(
    context: typer.Context,
    turn: TurnArgument = None,
    every: Annotated[bool, typer.Option("--all", help="List every row instead of groups.")] = False,
) -> None:
    """Show who put what into a prompt, and what stayed out."""
    from loadsheet.cli import turns as body

    body.manifest(context.obj, turn, every=every)


@app.command(epilog=EPILOG)
def funnel(
    context: typer.Context,
    turn: TurnArgument = None,
    every: Annotated[
        bool, typer.Option("--all", help="List each passage that was removed.")
    ] = False,
) -> None:
    """Show how candidates became evidence: what each step kept and removed, and by which score."""
    from loadsheet.cli import turns as body

    body.funnel(context.obj, turn, every=every)


@app.command(epilog=EPILOG)
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


@app.command(epilog=EPILOG)
def replay(
    context: typer.Context,
    turn: Annotated[str, typer.Argument(metavar="TURN", help="A turn's id, or an end of it.")],
) -> None:
    """Assemble a prompt again from its trace; exit 1 if it differs."""
    from loadsheet.cli import turns as body

    body.replay(context.obj, turn)


@app.command(epilog=EPILOG)
def diff(
    context: typer.Context,
    before: Annotated[str, typer.Argument(metavar="TURN", help="The turn to start from.")],
    after: Annotated[str, typer.Argument(metavar="TURN", help="The turn to compare it with.")],
) -> None:
    """Compare the manifests of two turns."""
    from loadsheet.cli import turns as body

    body.diff(context.obj, before, after)


@app.command(epilog=EPILOG)
def route(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="The question; - reads it from stdin.")],
    session: Annotated[
        str, typer.Option(metavar="NAME", help="The conversation that it belongs to.")
    ] = "main",
) -> None:
    """Explain where the rules would look for an answer, and why; ask nothing."""
    from loadsheet.cli import route as body

    body.explain(context.obj, question, session=session)


@app.command(epilog=EPILOG)
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
    """Fit the thresholds of evidence to questions of your own, whose answers you know."""
    from loadsheet.cli import calibration as body

    body.run(context.obj, file, confirm=confirm, write=write, force=force)


@app.command("eval", epilog=EPILOG)
def evaluate(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A file of cases, .jsonl or .json; or `route`, `memory`, `retrieval` or `answers`, to measure that.",
            readable=False,
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="With `memory`, `retrieval` or `answers` for FILE: the sets to measure on.",
        ),
    ] = None,
    gates: Annotated[
        list[str] | None,
        typer.Option(
            "--gate", metavar="GATE", help="What a mean must reach, as 'citation_grounding>=0.9'."
        ),
    ] = None,
    labelled: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With `route`: conversations with the right plans."),
    ] = None,
    judged: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="With `route`: questions with judged passages."),
    ] = None,
    steps: Annotated[
        bool,
        typer.Option("--steps", help="With `retrieval`: each step of the funnel with and without."),
    ] = False,
    half: Annotated[
        str | None,
        typer.Option(
            metavar="HALF",
            help="With `answers`: only the first or the second half of the questions.",
        ),
    ] = None,
) -> None:
    """Run the cases of a file; exit 1 when a gate fails."""
    if str(file) == "answers":
        from loadsheet.cli import retrieval

        retrieval.measure_answers(context.obj, data, gates or [], retrieval.half_of(half))
        return
    if str(file) == "memory":
        from loadsheet.cli.memory import measure

        measure(context.obj, data)
        return
    if str(file) == "retrieval":
        from loadsheet.cli import retrieval

        retrieval.measure(context.obj, data, gates or [], steps=steps)
        return
    if str(file) == "route":
        from loadsheet.cli import route as routing

        routing.measure(context.obj, labelled, judged)
        return
    from loadsheet.cli import evaluation as body

    body.run(context.obj, file, gates or [])


@app.command(epilog=EPILOG)
def config(context: typer.Context) -> None:
    """Show each setting and where its value came from."""
    from loadsheet.cli import configuration as body

    body.show(context.obj)
