"""A file of JSON goes in; its objects come out, each with the words that say where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from loadsheet.errors import InputError


def objects(path: Path, what: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of a `.json` file, a list or one alone, or of a `.jsonl` file, one a line; `what` each of them is.

    Raises `InputError` that names the file and the place of what cannot be read.
    """
    text = _text(path, what)
    if path.suffix.lower() == ".json":
        yield from listed(path, _parsed(text, str(path)), what)
        return
    # Not splitlines: a JSON text may hold U+2028 and the like.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            place = f"{path}: line {number}"
            yield place, _object(place, _parsed(line, place), what)


def listed(path: Path, given: Any, what: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a list, or one alone."""
    rows = cast("list[Any]", given if isinstance(given, list) else [given])
    for index, row in enumerate(rows):
        place = f"{path}: {what}s[{index}]"
        yield place, _object(place, row, what)


def _text(path: Path, what: str) -> str:
    if path.suffix.lower() not in {".json", ".jsonl", ".ndjson"}:
        raise InputError(f"'{path}' is neither .json nor .jsonl: name a file of {what}s in JSON")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"'{path}' is not UTF-8 at byte {error.start}: convert it first"
        ) from error
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror or error}") from error


def _parsed(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        if not isinstance(error, json.JSONDecodeError):
            raise InputError(f"{place}: nested too deep") from error
        line = f"line {error.lineno}, " if "line" not in place.rsplit(":", 1)[-1] else ""
        raise InputError(f"{place}: {line}column {error.colno}: {error.msg}") from error


def _object(place: str, value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{place}: a {what} is an object in braces, this is {_kind(value)}")
    return cast("dict[str, Any]", value)


def _kind(value: object) -> str:
    if isinstance(value, list):
        return "a list"
    return "a text" if isinstance(value, str) else json.dumps(value)
