"""Texts that must be forgotten and a place that may hold them go in; the place without them comes out. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from loadsheet.artifacts import MemoryRecord, Message

FORGOTTEN = "[forgotten]"
"""What stands where something was."""

FORGOTTEN_TURN = "forgotten"
"""The outcome of a turn whose trace was redacted."""

SHORTEST = 4
"""A shorter value is too common a word to be looked for by itself."""


def traces_of(records: Iterable[MemoryRecord]) -> list[str]:
    """The texts by which records are found again: their statements, and values that are telling by themselves."""
    found: dict[str, None] = {}
    for record in records:
        for text in (record.text, record.value):
            if text == record.text or _telling(text):
                found[text.strip()] = None
        liked = re.sub(r"^(?:likes|dislikes|not) ", "", record.value)
        if _telling(liked):
            found[liked] = None
    return [text for text in found if text]


def _telling(value: str) -> bool:
    """Whether a value names one thing wherever it stands: it has a digit, a capital letter or several words."""
    special = any(c.isdigit() or c.isupper() for c in value) or " " in value.strip()
    return len(value) >= SHORTEST and special


def pattern(texts: Sequence[str]) -> re.Pattern[str]:
    """Finds any of the texts as whole words, whatever their case and spacing, longest first."""
    ordered = sorted({text for text in texts if text.strip()}, key=len, reverse=True)
    parts = (r"\s+".join(re.escape(word) for word in text.split()) for text in ordered)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)" if ordered else r"(?!)", re.IGNORECASE)


def in_json(texts: Sequence[str]) -> list[str]:
    """The texts as they stand in JSON, beside themselves."""
    return [*texts, *(json.dumps(text, ensure_ascii=False)[1:-1] for text in texts)]


def redacted(message: Message, found: re.Pattern[str]) -> Message:
    """The message without what is forgotten; its sizes are those from before."""
    values = cast("dict[str, Any]", without(message.model_dump(mode="json"), found))
    return Message.model_validate({**values, "id": message.id, "session": message.session})


def state_without(state: dict[str, Any], found: re.Pattern[str]) -> dict[str, Any]:
    """A session's state without what is forgotten: no rule and no work in hand says nothing but that it was."""
    made = cast("dict[str, Any]", without(state, found))
    if FORGOTTEN in made.get("task_state", ""):
        made["task_state"] = ""
    if rules := made.get("constraints"):
        made["constraints"] = [rule for rule in rules if FORGOTTEN not in rule.get("text", "")]
    return made


def without(value: Any, found: re.Pattern[str]) -> Any:
    """A JSON value with every forgotten text in it replaced."""
    if isinstance(value, str):
        return found.sub(FORGOTTEN, value)
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        return {key: without(item, found) for key, item in items.items()}
    if isinstance(value, list):
        rows = cast("list[Any]", value)
        return [without(item, found) for item in rows]
    return value
