"""The command `config`: each setting, its value, and where that came from."""

from __future__ import annotations

import json

from rich.table import Column
from rich.text import Text

from loadsheet.cli.door import Door
from loadsheet.cli.tables import columns, whole
from loadsheet.cli.text import shortened

LONG = 60
"""A value is cut there on a terminal; --json has it whole."""


def show(door: Door) -> None:
    """Print every setting."""
    from loadsheet.settings import origins

    rows = origins(door.settings())
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
        return
    limit = LONG if door.look.width else None
    table = columns(
        Column("Setting", no_wrap=True, style="cyan"),
        whole("Where it came from", "dim"),
        whole("Value"),
    )
    for row in rows:
        style = "" if row.origin == "default" else "bold"
        table.add_row(row.name, row.origin, Text(shortened(row.value, limit), style=style))
    hint = "Set them in loadsheet.toml, by LOADSHEET_NAME in the environment, or by an option."
    door.show(table, Text(hint, style="dim"))


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
