"""Writes `settings.md` beside it, from the settings themselves: `python docs/settings.py`."""

from __future__ import annotations

import json
from pathlib import Path

from loadsheet import Settings

PAGE = Path(__file__).with_suffix(".md")
LONGEST = 60
"""Characters of a default that has room in the table."""

HEAD = """\
# Settings

Each one is a flag of `loadsheet` where it has one, an environment variable (`LOADSHEET_BUDGET=4000`), a line of
`loadsheet.toml` (`budget = 4000`), or an argument (`settings={"budget": 4000}`); the first of these that says something
wins. `loadsheet config` shows each value and where it came from, `loadsheet config NAME` what a setting is for. A name
that is none, and a value out of range, are refused with the way out. `python docs/settings.py` writes this page.

| setting | default | what it is for |
|---|---|---|
"""


def page() -> str:
    """The page: every setting in the order in which they are declared."""
    return HEAD + "".join(
        f"| `{name}` | {shown(field.get_default(call_default_factory=True))} | {field.description} |\n"
        for name, field in Settings.model_fields.items()
    )


def shown(default: object) -> str:
    """A default as a file of settings would say it."""
    if default is None:
        return "none"
    said = json.dumps(default, ensure_ascii=False, default=str)
    return f"`{said}`" if len(said) <= LONGEST else "a text; `loadsheet config` shows it"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
