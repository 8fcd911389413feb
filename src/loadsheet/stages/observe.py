"""Another program's conversation goes in; messages of our transcript, and what memory took of them, come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from pydantic import ValidationError

from loadsheet.artifacts import Message, Scope, WriteReceipt, WriteReceipts, given_texts
from loadsheet.errors import InputError
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.language.phrases import USER
from loadsheet.ports import Counter, Ids
from loadsheet.stages.memory_writer import REFUSED, Memory
from loadsheet.stages.remember import heeded, is_first, told
from loadsheet.stages.speech import placed

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
    given_texts(given, "what is observed")
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
        _check_calls(position, calls)
        values["tool_calls"] = tuple(
            {"id": call["id"], **_function(call["function"])} for call in calls
        )
        values["content"] = _content(position, fields)
        values["id"] = values.get("id") or ids("m")
        values["timestamp"] = values.get("timestamp") or now
        made = Message.model_validate({**values, "session": session})
        _check_text(made)
        if made.role == "tool" and made.tool_call_id is None:
            raise InputError(f"message {position} is a result of no call: it needs tool_call_id")
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


def check_results(made: Sequence[Message], before: Sequence[Message]) -> None:
    """Raises `InputError` for the first result whose call stands neither earlier among the messages nor `before`."""
    calls = {call.id for message in before for call in message.tool_calls}
    for position, message in enumerate(made):
        if message.tool_call_id is not None and message.tool_call_id not in calls:
            raise InputError(
                f"message {position} is the result of a call {message.tool_call_id!r}, which nobody made before it"
            )
        calls.update(call.id for call in message.tool_calls)


def _content(position: int, fields: Mapping[str, Any]) -> object:
    """The text of a message, the parts of one that has several on lines of their own; only calls need no text."""
    given = fields.get("content")
    if given is None and fields.get("role") == "assistant" and fields.get("tool_calls"):
        return ""
    if given is None:
        raise InputError(
            f"message {position} has no content: only an assistant that calls a tool says nothing"
        )
    if not isinstance(given, list):
        return given
    parts = cast("list[object]", given)
    texts = [
        cast("Mapping[str, Any]", part).get("text") if isinstance(part, Mapping) else None
        for part in parts
    ]
    if not all(isinstance(text, str) for text in texts):
        raise InputError(
            f"message {position} has a part that is no text: describe in words what it shows"
        )
    return "\n".join(cast("list[str]", texts))


def _check_calls(position: int, calls: Iterable[Mapping[str, Any]]) -> None:
    """A result names its call: every call of a message has an id of its own."""
    ids = [call["id"] for call in calls]
    for number, id in enumerate(ids):
        if id == "" or id in ids[:number]:
            why = f"two tool calls with the id {id!r}" if id else "a tool call with an empty id"
            raise InputError(f"message {position} has {why}: its result could not be told apart")


def _check_text(message: Message) -> None:
    for _, text in message.parts():
        text.encode()


def _function(function: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": function["name"], "arguments": function["arguments"]}


async def remembered(
    memory: Memory | None, messages: Sequence[Message], workspace: str
) -> WriteReceipts:
    """Offer what people said to the write policy; a message that holds no fact is refused with a receipt."""
    if memory is None:
        rows = [refusal(message, REFUSED) for message in messages]
        return WriteReceipts(receipts=tuple(rows), reason=REFUSED)
    receipts: list[WriteReceipt] = []
    for message in messages:
        made = await observed(memory, message, workspace)
        receipts += made or [refusal(message, "nothing in it has the form of a fact")]
    return WriteReceipts(receipts=tuple(receipts))


async def observed(memory: Memory, message: Message, workspace: str) -> Sequence[WriteReceipt]:
    """What became of a message of another program's conversation; only those of people give anything.

    What it asks to forget was asked of somebody else: it is refused with a receipt.
    """
    if message.role != "user" or message.timestamp is None:
        return []
    scope = Scope(workspace=workspace, session=message.session, run=message.session)
    heard = Speech(
        text=message.content,
        scope=scope,
        said_at=message.timestamp,
        zone=memory.zone,
        speaker=message.name or USER,
        message=message.id,
    )
    speech = await placed(heard, memory.store)
    first = [c for c in candidates(speech) if is_first(c)]
    rest, turned_down, _ = await told(memory, speech)
    order = [*first, *rest] if memory.model else candidates(speech)
    receipts, _ = await heeded(memory, workspace, speech, order)
    return [*receipts, *turned_down]


def refusal(message: Message, reason: str) -> WriteReceipt:
    """The receipt of a message that nothing was written of."""
    return WriteReceipt(status="refused", reason=reason, text=message.content[:200])
