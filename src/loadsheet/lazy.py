"""A regular expression in; one that is compiled when it is first used out.

Each process compiles its expressions anew, and most commands use few of the hundreds that reading a turn takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import regex


class _Later:
    """Stands for an expression: what is asked of it is kept here, so that it is found as soon as that of its own."""

    def __init__(self, make: Callable[[str, int], Any], form: str, flags: int) -> None:
        self._make, self._flags = make, flags
        self.pattern = form

    @cached_property
    def _made(self) -> Any:
        return self._make(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._made, name)
        self.__dict__[name] = value
        return value


def lazy_re(form: str, flags: int = 0) -> re.Pattern[str]:
    """An expression of Python's `re`; what is wrong with it is raised by its first use."""
    return cast("re.Pattern[str]", _Later(re.compile, form, flags))


def lazy_regex(form: str, flags: int = 0) -> regex.Pattern[str]:
    """The same of the library `regex`, which knows the classes of Unicode."""
    return cast("regex.Pattern[str]", _Later(_regex, form, flags))


def _regex(form: str, flags: int) -> regex.Pattern[str]:
    import regex

    return regex.compile(form, flags)
