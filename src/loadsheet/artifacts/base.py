"""What every artifact is made of: frozen values, where they belong, and where a text came from."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from datetime import datetime
from operator import index
from typing import TYPE_CHECKING, Annotated, Any, Self, SupportsIndex, cast

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
)

from loadsheet.errors import InputError


class Value(BaseModel):
    """A frozen part of an artifact."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=False, defer_build=True)

    @classmethod
    def trusted(cls, **values: Any) -> Self:
        """A value made of every one of its fields, known to be right, without a check.

        What pydantic's `model_construct` does, without looking for defaults and aliases: a prompt's hundreds of rows
        are made four times as fast.
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "__dict__", values)
        object.__setattr__(made, "__pydantic_fields_set__", set(values))
        object.__setattr__(made, "__pydantic_extra__", None)
        object.__setattr__(made, "__pydantic_private__", None)
        return made


class Given(Value):
    """A value that a host makes itself, from its fields by name or in their order.

    What cannot be one raises `InputError`, which names the field.
    """

    if not TYPE_CHECKING:  # so that a checker knows each class's fields

        def __init__(self, /, *ordered: Any, **named: Any) -> None:
            fields = list(type(self).model_fields)
            twice = [name for name in fields[: len(ordered)] if name in named]
            if twice or len(ordered) > len(fields):
                what = f"{twice[0]} is given twice" if twice else f"{len(ordered)} values are given"
                raise InputError(f"{type(self).__name__}: {what}; fields: {', '.join(fields)}")
            try:
                super().__init__(**dict(zip(fields, ordered, strict=False)), **named)
            except ValidationError as error:
                raise InputError(refused(type(self).__name__, error)) from error

        # Says to pydantic that a value inside of another one is made without it, so that the whole is refused as one.
        __init__.__pydantic_base_init__ = True


def refused(name: str, error: ValidationError) -> str:
    """A line for the first thing that is wrong with a value of that name."""
    first = error.errors()[0]
    place = ".".join([name, *(str(part) for part in first["loc"])])
    given = "" if first["type"] == "missing" else f" (it is {first['input']!r:.80})"
    return f"{place}: {first['msg']}{given}"


class Artifact(Value):
    """What one stage gives to another: a frozen value that names the version of its form."""

    schema_version: int = 1


def digest(text: str) -> str:
    """The name under which a body of text is stored: the first 32 hex digits of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def given_tokens(given: object) -> int:
    """The budget that a host hands in. Raises `InputError` for what is no whole number."""
    return given_number(given, "the budget", "a whole number of tokens")


def given_number(given: object, what: str, wanted: str = "a whole number") -> int:
    """A number that a host hands in. Raises `InputError` for what is no whole one."""
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        raise InputError(f"{what} is {given!r:.60}: give {wanted}")
    return index(given)


def given_text(given: object, what: str) -> str:
    """A text that a host hands in. Raises `InputError` for what is none, or could be neither stored nor sent."""
    if not isinstance(given, str):
        raise InputError(f"{what} is {given!r:.60}: give a text")
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"character {error.start} of {what} is half of a surrogate pair: take it out"
        ) from error
    return given


def given_texts(given: object, what: str) -> None:
    """Raises `InputError` for what is no list of what is wanted: a text alone would be taken for its characters."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(f"{what} is {given!r:.60}: give a list")


def given_path(given: object, what: str) -> str:
    """A path that a host hands in. Raises `InputError` for what is none, or an empty one."""
    path = os.fspath(cast("os.PathLike[str]", given)) if isinstance(given, os.PathLike) else given
    if not isinstance(path, str):
        raise InputError(f"{what} is {given!r:.60}: give a path")
    if not path:
        raise InputError(f"{what} is empty: name a file or a folder, . for the current one")
    return path


def given_time(given: object, what: str) -> datetime:
    """A time that a host hands in. Raises `InputError` for what is none, or is in no zone."""
    if not isinstance(given, datetime) or given.tzinfo is None:
        raise InputError(f"{what} is {given!r:.60}: give a datetime with a time zone")
    return given


def _no_number(given: object) -> object:
    """A time as it is given. A number would be taken for seconds, or for milliseconds, of some era."""
    if given is None or isinstance(given, datetime):
        return given
    if not isinstance(given, str) or re.fullmatch(r"\s*[+-]?\d+(?:\.\d*)?\s*", given):
        raise ValueError("give a datetime or ISO 8601, each with its zone")
    return given


Moment = Annotated[AwareDatetime, BeforeValidator(_no_number)]
"""A time with its zone, as a host hands it in."""


class Scope(Value):
    """Where an observation belongs. Nothing crosses a workspace."""

    workspace: str = "default"
    session: str = "main"
    run: str = "main"
    """One piece of work: the session, unless the host names another."""


class Source(Value):
    """Where a text came from: exactly one of `document`, `message` and `record` is set."""

    document: str | None = None
    version: int | None = None
    start: int | None = None
    """Where it begins in that text, in code points; `end` is the first that is not of it."""
    end: int | None = None
    page: int | None = None
    """The page of the document that it begins on, where it has pages."""
    page_starts: tuple[int, ...] | None = None
    """Where each later page begins, as an offset like `start`, where it reaches over several."""
    message: str | None = None
    session: str | None = None
    until: str | None = None
    """The last of a run of messages that begins with `message`."""
    count: int | None = None
    record: str | None = None
    status: str | None = None
    """The record's, when the prompt was made."""

    @model_serializer(mode="wrap")
    def _set_fields(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Only what is set: a document's place, a message, or a record."""
        return {name: value for name, value in write(self).items() if value is not None}

    def holds(self, other: Source) -> bool:
        """Whether `other` is the same, or a part of the same text."""
        within = (
            self.start is not None and self.end is not None
            and other.start is not None and other.end is not None
            and self.start <= other.start and other.end <= self.end
        )  # fmt: skip
        if self.document is None or not within:
            return self == other
        return (self.document, self.version) == (other.document, other.version)


class Span(Value):
    """A part of a source, `start` inclusive and `end` exclusive."""

    start: int
    end: int
    source: int = 0
    """Which of the sources that stand beside it, where there are several."""

    def overlaps(self, start: int, end: int) -> bool:
        """Whether it has a character in common with the part of the same source from `start` to `end`."""
        return self.start < end and start < self.end
