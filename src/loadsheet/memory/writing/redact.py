"""A text, and what is forgotten, go in; the text without it, and what finds it, come out. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence, Set
from typing import Any, cast

import regex

from loadsheet.artifacts import Message, Span
from loadsheet.intent.language import words

FORGOTTEN = "[forgotten]"
"""What stands where something was."""

FORGOTTEN_TURN = "forgotten"
"""The outcome of a turn whose trace was redacted."""

LONG_ENOUGH = 12
"""Letters of a sentence that is not said by chance; a sign that is a syllable or a word counts for three of them."""

SHORTEST_NAME = 3
"""A shorter text is looked for as it is spelled: `UK` is not `uk`, and `Jo` begins no `jo`."""

DERIVED = frozenset({"subject", "answered", "pending", "options", "entities", "terms", "topic"})
"""Of a session's state what is put together of words from all that was said: nobody can tell which are whose."""

HEARD = frozenset({"constraints", "questions", "told", "first_question"})
"""What of it stands there as it was said."""

_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]")
"""The signs of scripts in which nothing tells where a word ends."""

_APOSTROPHE = "['’ʼ＇]"
"""However it is typed, a word with one is the same word."""


def is_long(text: str) -> bool:
    """Whether a text is not said by chance."""
    return len(text) + 2 * len(_UNSPACED.findall(text)) >= LONG_ENOUGH


def without_spans(text: str, spans: Iterable[Span]) -> str:
    """A text with a mark in the place of each run of spans that only space keeps apart."""
    made, at = "", 0
    for span in spans:
        between = text[at : span.start]
        made += between if between.strip() or not made.endswith(FORGOTTEN) else ""
        made += "" if made.endswith(FORGOTTEN) else FORGOTTEN
        at = span.end
    return made + text[at:]


def cut_of(text: str, cut: Iterable[Span], found: re.Pattern[str]) -> list[Span]:
    """The sentences of a text that go, and what is found in the others, in their order."""
    spans = list(cut)
    for match in found.finditer(text):
        if not any(span.overlaps(*match.span()) for span in spans):
            spans.append(Span(start=match.start(), end=match.end()))
    return sorted(spans, key=lambda span: span.start)


def pattern(texts: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the texts as whole words, longest first, whatever their spacing and, but for the shortest, case."""
    ordered = sorted({text for text in texts if text.strip()}, key=len, reverse=True)
    return re.compile("|".join(map(_words, ordered)) if ordered else r"(?!)", re.IGNORECASE)


def _words(text: str) -> str:
    """An expression for a text; where a script keeps no words apart, nothing tells where one ends."""
    text = words.folded(text.strip())
    found = r"\s+".join(re.escape(word).replace("'", _APOSTROPHE) for word in text.split())
    before = "" if _UNSPACED.match(text[0]) else r"(?<!\w)"
    after = "" if _UNSPACED.match(text[-1]) else r"(?!\w)"
    return rf"{before}(?{'-i' if len(text) < SHORTEST_NAME else ''}:{found}){after}"


def whole(texts: Iterable[str]) -> re.Pattern[str]:
    """Finds each of the texts in the JSON of a prompt where it is all that a message says."""
    found = "|".join(re.escape(json.dumps(text, ensure_ascii=False)) for text in texts)
    return re.compile(rf'"content":(?:{found})' if found else r"(?!)")


def in_json(texts: Sequence[str]) -> list[str]:
    """The texts as they stand in JSON, beside themselves."""
    return [*texts, *(json.dumps(text, ensure_ascii=False)[1:-1] for text in texts)]


def redacted(message: Message, found: re.Pattern[str], cut: Sequence[Span] = ()) -> Message:
    """The message without what is forgotten; its sizes are those from before."""
    values = cast("dict[str, Any]", without(message.model_dump(mode="json"), found))
    content = without_spans(message.content, cut)
    kept = {"id": message.id, "session": message.session, "content": content}
    return Message.model_validate({**values, **kept})


def state_without(
    state: dict[str, Any],
    found: re.Pattern[str],
    said: str | None = None,
    stems: Set[str] = frozenset(),
) -> dict[str, Any]:
    """A session's state without what is forgotten: no rule and no work in hand says nothing but that it was.

    `said` is what is left of a session from which something went: then its state holds no words but from there. Of
    another one `stems`, those of what is forgotten, go from its topic, which has words of what is remembered, too.
    """
    made = cast("dict[str, Any]", without(state, found))
    if FORGOTTEN in made.get("task_state", ""):
        made["task_state"] = ""
    if rules := made.get("constraints"):
        made["constraints"] = [rule for rule in rules if FORGOTTEN not in rule.get("text", "")]
    if said is None:
        if topic := made.get("topic"):
            made["topic"] = [word for word in topic if word not in stems]
        return made
    kept = {name: value for name, value in made.items() if name not in DERIVED}
    for name in HEARD & kept.keys():
        kept[name] = _heard(kept[name], said)
    return kept


def topic_of(texts: Iterable[str]) -> frozenset[str]:
    """The stems of what is forgotten, as a topic has them."""
    return words.stems(" ".join(texts))


def _heard(value: Any, said: str) -> Any:
    """What is left of words that were taken from what was said."""
    if isinstance(value, str):
        return value if value in said else ""
    rows = cast("list[Any]", value)
    return [row for row in rows if (row["text"] if isinstance(row, dict) else row) in said]


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
