"""An object that answers for others: a method of theirs in; the same method of its own out.

A facade says who does what, and nothing twice: signature, promise and work of each method stand where it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

Whole = TypeVar("Whole")
Part = TypeVar("Part")
Given = ParamSpec("Given")
Made = TypeVar("Made")


def done_by(
    part_of: Callable[[Whole], Part], method: Callable[Concatenate[Part, Given], Made]
) -> Callable[Concatenate[Whole, Given], Made]:
    """A method of the whole that is done by its part: `part_of` finds the part whenever it is called.

    To whoever looks it is the part's own, a coroutine function where that is one, with its signature and its help.
    """
    return cast("Callable[Concatenate[Whole, Given], Made]", _DoneBy(part_of, method))


class _DoneBy:
    def __init__(self, part_of: Callable[[Any], Any], method: Callable[..., Any]) -> None:
        self._part_of, self._method = part_of, method

    def __get__(self, whole: Any, owner: type[Any]) -> Any:
        return self._method if whole is None else self._method.__get__(self._part_of(whole))
