"""Messages of another program's conversation go in; messages of our transcript come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast

from pydantic import ValidationError

from loadsheet.artifacts import Message
from loadsheet.errors import InputError
from loadsheet.ports import Counter, Ids

IGNORED = frozenset({"refusal", "annotations", "audio", "function_call", "reasoning_content"})
"""Fields of other programs' messages that say nothing which a transcript keeps."""


def messages_from(
    given: Iterable[Mapping[str, Any]],
    *,
    session: str,
    counter: Counter,
    ids: Ids,
    now: datetime,
) -> list[Message]:
    """The messages with their sizes, in the order given; OpenAI form with an optional `id` and `timestamp`.

    Raises `InputError` that names the first message which is not of that form, or whose id stands twice in the session.
    """
    seen: set[str] = set()
    made: list[Message] = []
    for position, message in enumerate(given):
        made.append(_message(position, message, session, ids, now))
        if made[-1].id in seen:
            raise InputError(
                f"message {position} has the id {made[-1].id!r}, which one before it has already"
            )
        seen.add(made[-1].id)
    return [
        message.model_copy(
            update={"tokens": tuple(counter.count(text) for _, text in message.parts())}
        )
        for message in made
    ]


def _message(position: int, given: object, session: str, ids: Ids, now: datetime) -> Message:
    if not isinstance(given, Mapping):
        raise InputError(f"message {position} is no mapping with role and content: {given!r:.60}")
    fields = cast("Mapping[str, Any]", given)
    values = {name: value for name, value in fields.items() if name not in IGNORED}
    calls = values.pop("tool_calls", None) or ()
    try:
        values["tool_calls"] = tuple(
            {"id": call["id"], **_function(call["function"])} for call in calls
        )
        values["content"] = values.get("content") or ""
        values.setdefault("id", ids("m"))
        values.setdefault("timestamp", now)
        made = Message.model_validate({**values, "session": session})
        _check_text(made)
        return made
    except UnicodeEncodeError as error:
        raise InputError(
            f"message {position} holds half of a surrogate pair, which is no character"
        ) from error
    except (KeyError, TypeError) as error:
        raise InputError(
            f"message {position}: a tool call needs id and function: {error}"
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"message {position}: {where}: {first['msg']}") from error


def _check_text(message: Message) -> None:
    for _, text in message.parts():
        text.encode()


def _function(function: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": function["name"], "arguments": function["arguments"]}
