"""The command `config`: each setting, its value, and where that came from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Column, Table
from rich.text import Text

from loadsheet.cli.door import Door
from loadsheet.cli.tables import columns, whole
from loadsheet.cli.text import shortened
from loadsheet.errors import UnknownError

if TYPE_CHECKING:
    from loadsheet.settings import Setting

LONG = 60
"""A value is cut there on a terminal; --json has it whole."""

HINT = (
    "Set them in loadsheet.toml, by LOADSHEET_NAME in the environment, or by an option; "
    "`loadsheet config SETTING` says what one is for and where its default comes from."
)


def show(door: Door, name: str | None = None) -> None:
    """Print every setting, or what one is for. Raises `UnknownError` for a name that is none."""
    from loadsheet.settings import Settings, nearest, origins

    rows = origins(door.settings())
    if name is not None:
        rows = [row for row in rows if row.name == name]
        if not rows:
            raise UnknownError(f"unknown setting {name!r}{nearest(name, Settings)}")
    if door.as_json:
        door.give(
            {
                row.name: {
                    "value": _value(row.value),
                    "origin": row.origin,
                    "description": row.description,
                }
                for row in rows
            }
        )
    elif name is not None:
        door.show(*(said for row in rows for said in _whole(row)))
    else:
        door.show(_table(rows, LONG if door.look.width else None), Text(HINT, style="dim"))


def _table(rows: Sequence[Setting], limit: int | None) -> Table:
    table = columns(
        Column("Setting", no_wrap=True, style="cyan"),
        whole("Where it came from", "dim"),
        whole("Value"),
    )
    for row in rows:
        style = "" if row.origin == "default" else "bold"
        table.add_row(row.name, row.origin, Text(shortened(row.value, limit), style=style))
    return table


def _whole(row: Setting) -> tuple[Text, ...]:
    """A setting with all that is said of it."""
    value = Text.assemble((row.name, "cyan"), " = ", row.value, (f"  ({row.origin})", "dim"))
    return value, Text(row.description)


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
