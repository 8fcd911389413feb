"""What can be typed: every command with its arguments and options, a module a group, in the order of the help.

The work is done in the modules of `cli` that each command imports when it is called.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from loadsheet.cli.commands import beliefs, corpus, talk, tuning, turns
from loadsheet.cli.commands.options import epilog
from loadsheet.cli.door import Door

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

for _group in (corpus, talk, turns, tuning):
    app.add_typer(_group.app)
app.add_typer(beliefs.app, name="memory")


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


@app.command(epilog=epilog("loadsheet demo", "loadsheet demo --full"))
def demo(
    context: typer.Context,
    full: Annotated[
        bool, typer.Option("--full", help="Print the manifest of each turn, piece by piece.")
    ] = False,
) -> None:
    """Four turns over bundled documents, each with what its prompt held and why."""
    from loadsheet.cli import demo as body

    body.show(context.obj, full=full)
