"""What can be typed to talk."""

from __future__ import annotations

from typing import Annotated

import typer

from loadsheet.cli.commands.options import epilog

app = typer.Typer()


@app.command(epilog=epilog('loadsheet ask "How many days of leave do I have?" --session work'))
def ask(
    context: typer.Context,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="The question; - reads it from stdin.")
    ],
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


@app.command(epilog=epilog("loadsheet chat --session work"))
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
    from loadsheet.cli import chat as body

    body.chat(context.obj, session=session, resume=resume)


@app.command(epilog=epilog("loadsheet sessions"))
def sessions(context: typer.Context) -> None:
    """List the conversations of the workspace."""
    from loadsheet.cli import conversation as body

    body.sessions(context.obj)


@app.command(epilog=epilog("loadsheet rules --session work", "loadsheet rules --end t51f.1"))
def rules(
    context: typer.Context,
    session: Annotated[
        str, typer.Option(metavar="NAME", help="The conversation that they hold in.")
    ] = "main",
    end: Annotated[
        str | None, typer.Option(metavar="RULE", help="End this one first, by its id.")
    ] = None,
) -> None:
    """List the rules that are in force in a conversation."""
    from loadsheet.cli import conversation as body

    body.rules(context.obj, session, end)
