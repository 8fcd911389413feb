"""Flags, environment and loadsheet.toml in; the settings out, each knowing where it came from.

The order is flags, then `LOADSHEET_…` variables (`__` between the names of nested ones), then
`loadsheet.toml` in the current folder or the file that is given, then the defaults. What cannot be
used is one line that names the value and the way out.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from loadsheet.errors import SettingsError
from loadsheet.settings.fields import INSTRUCTIONS, Settings
from loadsheet.settings.sources import FILE, is_remote, nearest, shown

__all__ = [
    "FILE",
    "INSTRUCTIONS",
    "Setting",
    "Settings",
    "is_remote",
    "load_settings",
    "nearest",
    "origins",
]


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of `loadsheet config`; `value` is shown as JSON, a secret as asterisks."""

    name: str
    value: str
    origin: str
    """`default`, `file …`, `environment …` or `flag`."""
    description: str


def load_settings(
    flags: Mapping[str, Any] | None = None, path: str | os.PathLike[str] | None = None
) -> Settings:
    """The settings under `flags`, of which those that are None were not given, with the file at
    `path`."""
    given = {str(name): value for name, value in (flags or {}).items() if value is not None}
    unknown = [name for name in given if name not in Settings.model_fields]
    if unknown:
        raise SettingsError(f"unknown setting {unknown[0]!r}{nearest(unknown[0], Settings)}")
    return Settings(_file=path, **given)


def origins(settings: Settings) -> list[Setting]:
    """Each setting with its value and where it came from, in the order of their definition."""
    came = settings._origins  # pyright: ignore[reportPrivateUsage]
    return [
        Setting(
            name,
            shown(getattr(settings, name)),
            came.get(name, "default"),
            field.description or "",
        )
        for name, field in Settings.model_fields.items()
    ]
