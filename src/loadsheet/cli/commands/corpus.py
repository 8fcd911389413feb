"""What can be typed about documents."""

from __future__ import annotations

from typing import Annotated

import typer

from loadsheet.cli.commands.options import epilog

app = typer.Typer()


@app.command(
    epilog=epilog(
        "loadsheet add ~/notes report.pdf 'docs/**/*.md'", "date | loadsheet add - --name today.txt"
    )
)
def add(
    context: typer.Context,
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Files, folders, patterns such as 'docs/**/*.pdf'; - reads stdin.",
        ),
    ],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="With -: what the document is called.")
    ] = None,
) -> None:
    """Add files and folders; again: take in what changed."""
    from loadsheet.cli import corpus as body

    body.add(context.obj, paths, name)


@app.command(epilog=epilog("loadsheet sync"))
def sync(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="Files, folders, patterns. [default: all that were ever added]",
        ),
    ] = None,
) -> None:
    """Take in what is new or changed, and remove what is gone."""
    from loadsheet.cli import corpus as body

    body.sync(context.obj, paths or [])


@app.command(epilog=epilog("loadsheet remove draft.md"))
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
    """Remove documents from search; --erase leaves nothing of them.

    Without it their versions stay readable, for citations.
    """
    from loadsheet.cli import corpus as body

    body.remove(context.obj, ids, erase=erase, yes=yes)


@app.command(epilog=epilog("loadsheet check --repair"))
def check(
    context: typer.Context,
    repair: Annotated[
        bool, typer.Option("--repair", help="Put right what does not agree.")
    ] = False,
) -> None:
    """Find drift between documents and indexes; exit 1 for any.

    The indexes are that of the text, the vectors, the summaries, and what memory is searched by.
    """
    from loadsheet.cli import corpus as body

    body.check(context.obj, repair=repair)


@app.command(epilog=epilog("loadsheet show leave.md --version 1 --span 120:450"))
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


@app.command(epilog=epilog("loadsheet documents --json"))
def documents(context: typer.Context) -> None:
    """List the documents of the workspace."""
    from loadsheet.cli import corpus as body

    body.documents(context.obj)


@app.command(epilog=epilog('loadsheet search "days of leave" --limit 3'))
def search(
    context: typer.Context,
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="What to look for; - reads it from stdin.")
    ],
    limit: Annotated[str, typer.Option(metavar="N", help="At most so many passages.")] = "10",
    session: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Read it as the next turn of this conversation."),
    ] = None,
) -> None:
    """Find passages, without asking a question."""
    from loadsheet.cli import corpus as body

    body.search(context.obj, query, limit, session)
