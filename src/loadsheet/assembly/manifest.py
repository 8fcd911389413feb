"""The manifest: an entry for every part of every message, written while the prompt is put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.artifacts import (
    AssemblyPolicy,
    Block,
    Budget,
    ChatMessage,
    CounterName,
    Entry,
    LedgerRow,
    LeftOut,
    Manifest,
    Message,
    PolicyName,
    Prompt,
    Source,
)
from loadsheet.assembly.render import Chosen, chat_message
from loadsheet.errors import InputError
from loadsheet.ports import Counter


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is aboard, in its order, and what is not."""

    system: Sequence[Chosen]
    between: Sequence[Message]
    last: Sequence[Chosen]
    left_out: Sequence[LeftOut]
    ledger: tuple[LedgerRow, ...]
    notes: tuple[str, ...] = ()


def manifest_of(
    sheet: Sheet, budget: Budget, policy: AssemblyPolicy, counter: Counter
) -> tuple[Prompt, Manifest]:
    """The prompt and its manifest.

    Every message is counted once more as a whole. Where the whole is not the sum of its blocks (a tokenizer whose
    tokens reach across a border), such a token belongs to the entry with its first byte, any other difference to the
    last entry of the message, and a note says so.
    """
    messages, entries, notes = _written(sheet, counter)
    framing = counter.framing(messages)
    sent = characters(messages)
    covered = sum(entry.end - entry.start for entry in entries)
    manifest = Manifest.model_construct(
        schema_version=1,
        coverage=covered / sent if sent else 1.0,
        total_tokens=sum(entry.tokens for entry in entries) + framing,
        framing_tokens=framing,
        cacheable_tokens=sum(entry.tokens for entry in entries if _is_prefix(entry, sheet)),
        counter=CounterName(name=counter.name, exact=counter.exact),
        budget=budget,
        policy=PolicyName(name=policy.name, hash=policy.hash),
        strategy=policy.strategy,
        entries=tuple(entries),
        left_out=tuple(sheet.left_out),
        ledger=sheet.ledger,
        notes=(*sheet.notes, *notes),
    )
    return Prompt.model_construct(schema_version=1, messages=tuple(messages)), manifest


def _written(sheet: Sheet, counter: Counter) -> tuple[list[ChatMessage], list[Entry], list[str]]:
    """The messages in their order, an entry for each text in them, and a note for each count that did not add up."""
    messages: list[ChatMessage] = []
    entries: list[Entry] = []
    notes: list[str] = []

    def add(role: str, blocks: Sequence[Chosen]) -> None:
        if not blocks:
            return
        content, made = _framed(blocks, len(messages))
        if note := _check(content, made, counter):
            notes.append(f"message {len(messages)}: {note}")
        entries.extend(made)
        messages.append({"role": role, "content": content})

    add("system", sheet.system)
    for message in sheet.between:
        entries += _history_entries(message, len(messages))
        messages.append(chat_message(message))
    add("user", sheet.last)
    return messages, entries, notes


def characters(messages: Sequence[ChatMessage]) -> int:
    """The code points of every text that the messages carry, tool-call fields too."""
    total = 0
    for message in messages:
        total += len(message["content"]) + len(message.get("name", ""))
        total += len(message.get("tool_call_id", ""))
        for call in message.get("tool_calls", ()):
            function = call["function"]
            total += len(call["id"]) + len(function["name"]) + len(function["arguments"])
    return total


def _is_prefix(entry: Entry, sheet: Sheet) -> bool:
    return bool(sheet.system) and entry.message == 0


def _framed(blocks: Sequence[Chosen], message: int) -> tuple[str, list[Entry]]:
    """The content that the blocks make, and an entry for each."""
    texts: list[str] = []
    entries: list[Entry] = []
    position = 0
    for block, form in blocks:
        rendition = block.renditions[form]
        end = position + len(rendition.text)
        entries.append(_entry(block, form, message, position, end))
        texts.append(rendition.text)
        position = end
    return "".join(texts), entries


def _entry(block: Block, form: int, message: int, start: int, end: int) -> Entry:
    rendition = block.renditions[form]
    return Entry.trusted(
        id=block.id,
        kind=block.kind,
        producer=block.producer,
        rule=block.rule,
        reason=block.reason,
        message=message,
        field="content",
        start=start,
        end=end,
        tokens=rendition.tokens,
        rendition=rendition.name,
        score=block.score,
        conflict=block.conflict,
        sources=block.sources,
        dropped=rendition.dropped,
        flags=block.flags,
    )


def _history_entries(message: Message, index: int) -> list[Entry]:
    """An entry for each field of a transcript message that holds text."""
    parts = message.parts()
    if len(message.tokens) != len(parts):
        raise InputError(
            f"message {message.id!r} has {len(message.tokens)} token counts for {len(parts)} texts: "
            "set `tokens` to the size of each of its `parts()`"
        )
    source = Source.model_construct(message=message.id, session=message.session)
    return [
        Entry.trusted(
            id=message.id if field == "content" else f"{message.id}.{field}",
            kind="history",
            producer="transcript",
            rule="newest_units",
            reason="the newest messages that the room of history holds",
            message=index,
            field=field,
            start=0,
            end=len(text),
            tokens=tokens,
            rendition="cut" if message.dropped and field == "content" else "full",
            score=None,
            conflict=None,
            sources=(source,),
            dropped=message.dropped if field == "content" else (),
            flags=(),
        )
        for (field, text), tokens in zip(parts, message.tokens, strict=True)
    ]


def _check(content: str, entries: list[Entry], counter: Counter) -> str | None:
    """Count the whole content; make the entries add up to it where it is larger or exactly known."""
    whole = counter.count(content)
    difference = whole - sum(entry.tokens for entry in entries)
    if difference == 0 or (difference < 0 and not counter.exact):
        return None
    if difference > 0:
        entries[-1] = _heavier(entries[-1], difference)
        return (
            f"the whole is {difference:+d} tokens against its blocks; the last entry carries them"
        )
    for index in range(len(entries) - 1, 0, -1):
        pair = entries[index - 1], entries[index]
        both, *each = (
            content[a:b]
            for a, b in ((pair[0].start, pair[1].end), *((e.start, e.end) for e in pair))
        )
        reaching = counter.count(both) - sum(map(counter.count, each))
        entries[index] = _heavier(pair[1], max(reaching, -pair[1].tokens))
    _even_out(entries, whole)
    return (
        f"the whole is {difference:+d} tokens against its blocks: tokens reach across borders, "
        "and one that does belongs to the entry with its first byte"
    )


def _even_out(entries: list[Entry], whole: int) -> None:
    """Add what the borders alone do not explain to the last entries; none falls below 0."""
    rest = whole - sum(entry.tokens for entry in entries)
    for index in range(len(entries) - 1, -1, -1):
        step = max(rest, -entries[index].tokens)
        entries[index] = _heavier(entries[index], step)
        rest -= step


def _heavier(entry: Entry, tokens: int) -> Entry:
    return entry.model_copy(update={"tokens": entry.tokens + tokens}) if tokens else entry
