"""Every deliberate failure of Loadsheet, in one tree.

    LoadsheetError                exit code
    ├── InputError                2   what the caller gave cannot be used
    │   ├── UnknownError          2   an id that names nothing here
    │   │   └── ForgottenError    1   what was there was forgotten on request
    │   └── BudgetError           2   the core does not fit; `.blocks` says how large each part is
    ├── SettingsError             2   a setting is missing, malformed or needs an extra
    └── BackendError              3   something outside of the program failed
        ├── StoreError            3   the state file cannot be read or written
        └── ModelError            3   a model endpoint failed or answered nonsense
            └── WindowError       3   the server says that the prompt is longer than its window

A message names the value and the way out. Adapters translate the errors of their library in one place and chain
the cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class LoadsheetError(Exception):
    """The root of the tree: catch it to catch every deliberate failure."""

    exit_code: ClassVar[int] = 2


class InputError(LoadsheetError):
    """What the caller gave cannot be used as it is."""


class UnknownError(InputError):
    """An id that names nothing in this workspace."""


class ForgottenError(UnknownError):
    """What the id names was forgotten on request, so it can be neither shown nor made again."""

    exit_code: ClassVar[int] = 1


class BudgetError(InputError):
    """The core alone is larger than the budget, or a block may not be shortened and does not fit.

    `blocks` maps the id of each block that must be aboard to its size in tokens. `fitted` is what would have been
    sent without the failing rule, where there is such a thing.
    """

    def __init__(
        self, message: str, *, blocks: Mapping[str, int], fitted: object | None = None
    ) -> None:
        super().__init__(message)
        self.blocks: dict[str, int] = dict(blocks)
        self.fitted = fitted


class SettingsError(LoadsheetError):
    """A setting is missing, malformed, or asks for an extra that is not installed."""


class BackendError(LoadsheetError):
    """Something outside of the program failed; trying again may help."""

    exit_code: ClassVar[int] = 3


class StoreError(BackendError):
    """The state cannot be read or written."""


class ModelError(BackendError):
    """A model endpoint failed, or answered what cannot be used."""


class WindowError(ModelError):
    """The server says that the prompt is longer than the model's window."""
