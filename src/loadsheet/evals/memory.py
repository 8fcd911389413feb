"""Conversations with probing questions go in; how well memory kept, corrected and recalled them comes out.

Two forms of set are read. Numbered facts of which later ones replace earlier ones, with questions and answers (a file
with `context`, `questions` and `answers`). Long conversations with questions that name the messages which hold the
evidence (a `….chat.json` beside a `….questions.json`). Each is fed message by message through `observe`; no answer
reaches the agent.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast

from loadsheet.artifacts import (
    Answer,
    Artifact,
    MemoryRecord,
    Prepared,
    Value,
    WriteReceipts,
)
from loadsheet.errors import InputError

BUDGET = 1000
"""The prompt that recall is measured in: a large one holds most of what people say."""

INSTRUCTION_TOKENS = 250
"""What standing instructions may take of it."""

RECALLED = frozenset({"memory", "structured_state"})
"""The kinds of block that are made of what is remembered."""

INSTRUCTIONS = frozenset({"standing_instruction", "condition_open"})
"""The rules by which instructions are recalled."""

EPOCH = datetime(2024, 1, 1, tzinfo=UTC)
PACE = timedelta(hours=1)
"""Between two messages of a conversation that carries no times."""

_NUMBERED = re.compile(r"^\s*\d+[.)]\s+")


class Remembering(Protocol):
    """What the measure asks of an agent."""

    async def observe(
        self, messages: Iterable[Mapping[str, Any]], *, session: str
    ) -> WriteReceipts:
        """Take messages in."""
        ...

    async def ask(self, question: str, *, session: str, budget: int | None = None) -> Answer:
        """Answer a question."""
        ...

    async def prepare(self, question: str, *, session: str, budget: int | None = None) -> Prepared:
        """The prompt of a question; nothing is written."""
        ...

    @property
    def memory(self) -> Any:
        """The records."""
        ...


OpenMemory = Callable[[], AbstractAsyncContextManager[Remembering]]
"""Opens an agent over an empty state, with memory on."""


class MemoryFigure(Value):
    """One figure: the part that held, of how many, and how many could not be judged."""

    set: str
    metric: str
    held: float
    count: int
    left_out: int = 0
    target: float | None = None
    at_most: bool = False

    @property
    def value(self) -> float | None:
        """The part, or the mean; None of nothing."""
        return round(self.held / self.count, 4) if self.count else None


class MemoryReport(Artifact):
    """Every figure that was measured."""

    rows: tuple[MemoryFigure, ...]


async def measure(folder: Path, open_agent: OpenMemory) -> MemoryReport:
    """Measure every set under `folder`. Raises `InputError` where there is none."""
    rows: list[MemoryFigure] = []
    for path in sorted(folder.rglob("*.json")):
        if path.name.endswith(".chat.json") or path.name.endswith(".questions.json"):
            continue
        content = _read(path)
        if {"context", "questions", "answers"} <= content.keys():
            rows += await facts(path.stem, content, open_agent)
    chats = sorted(folder.rglob("*.chat.json"))
    if chats:
        rows += await conversations(chats, open_agent)
    if not rows:
        raise InputError(f"'{folder}' holds no set of facts and no conversations with questions")
    return MemoryReport(rows=tuple(rows))


# ---------------------------------------------------------------- facts that replace one another


async def facts(
    name: str, content: Mapping[str, Any], open_agent: OpenMemory
) -> list[MemoryFigure]:
    """Current values in the answers, and superseded ones in answers and prompts."""
    lines = [_NUMBERED.sub("", line) for line in str(content["context"]).splitlines()]
    stated = [line for line in lines if line.strip() and not line.endswith(":")]
    right = stale = shown = 0
    questions: Sequence[str] = content["questions"]
    async with open_agent() as agent:
        messages = [
            {"role": "user", "content": text, "id": f"m{n}"} for n, text in enumerate(stated)
        ]
        await agent.observe(messages, session="told")
        records: Sequence[MemoryRecord] = await agent.memory.list()
        old = [record for record in records if record.status == "superseded"]
        for number, question in enumerate(questions):
            answer = await agent.ask(question, session=f"q{number}")
            expected = content["answers"][number]
            wanted = [expected] if isinstance(expected, str) else expected
            right += any(normalised(value) in normalised(answer.text) for value in wanted)
            stale += any(record.text in answer.text for record in old)
            shown += any(record.text in text for text in current_blocks(answer) for record in old)
    count, target = len(questions), 0.30 if "mh" in name else 0.95
    row = partial(MemoryFigure, set=name, count=count)
    return [
        row(metric="current value in the answer", held=right, target=target),
        row(metric="superseded value in the answer", held=stale, target=0, at_most=True),
        row(metric="superseded value shown as current", held=shown, target=0, at_most=True),
    ]


def normalised(text: str) -> str:
    """The form in which sets of facts compare answers: no case, marks or articles; `metrics.plain` keeps these."""
    bare = text.lower().translate(str.maketrans("", "", string.punctuation))
    return " ".join(word for word in bare.split() if word not in {"a", "an", "the"})


def current_blocks(answer: Answer | Prepared) -> list[str]:
    """The texts of memory that a prompt shows without a mark that they are not current."""
    return [
        text
        for _, text, _ in recalled(answer)
        if 'status="superseded"' not in text.split("\n", 1)[0]
    ]


def recalled(made: Answer | Prepared) -> list[tuple[str, str, int]]:
    """(kind, text, tokens) of each block of memory, in the order of the prompt."""
    found: list[tuple[str, str, int]] = []
    for entry in made.manifest.entries:
        if entry.kind in RECALLED:
            content = made.prompt.messages[entry.message]["content"]
            found.append((entry.kind, content[entry.start : entry.end], entry.tokens))
    return found


# ---------------------------------------------------------------- long conversations


async def conversations(chats: Sequence[Path], open_agent: OpenMemory) -> list[MemoryFigure]:
    """Updates above what they replace, both sides of contradictions, instructions, refusals and growth."""
    tally = HeldCount()
    for path in chats:
        chat = _read(path)
        asked = _read(path.with_name(path.name.replace(".chat.", ".questions.")))
        messages = [_message(number, row) for number, row in enumerate(chat["messages"])]
        async with open_agent() as agent:
            receipts = await agent.observe(messages, session="chat")
            turns = sum(message["role"] == "user" for message in messages)
            tally.add(
                "refusal rate",
                sum(r.status == "refused" for r in receipts.receipts),
                len(receipts.receipts),
            )
            tally.add("records per 100 turns", 100 * len(await agent.memory.list()), turns)
            for probe in asked.get("knowledge_update", ()):
                await _update(agent, probe, tally)
            for probe in asked.get("contradiction_resolution", ()):
                await _contradiction(agent, probe, tally)
            for probe in asked.get("instruction_following", ()):
                await _instruction(agent, probe, tally)
    return tally.rows()


async def _update(agent: Remembering, probe: Mapping[str, Any], tally: HeldCount) -> None:
    ids = probe["source_chat_ids"]
    old, new = _names(ids.get("original_info")), _names(ids.get("updated_info"))
    if not old or not new or old & new:
        tally.leave_out("updated statement aboard")
        tally.leave_out("updated above the original")
        return
    places = _places(await agent.prepare(probe["question"], session="probe", budget=BUDGET))
    first = min((place for place, name, _ in places if name in new), default=None)
    before = min(
        (place for place, name, marked in places if name in old and not marked), default=None
    )
    tally.add("updated statement aboard", first is not None)
    tally.add(
        "updated above the original", first is not None and (before is None or first < before)
    )


async def _contradiction(agent: Remembering, probe: Mapping[str, Any], tally: HeldCount) -> None:
    ids = probe["source_chat_ids"]
    one, other = _names(ids.get("first_statement")), _names(ids.get("second_statement"))
    if not one or not other:
        tally.leave_out("both sides shown")
        return
    places = _places(await agent.prepare(probe["question"], session="probe", budget=BUDGET))
    aboard = {name for _, name, _ in places}
    tally.add("both sides shown", bool(one & aboard) and bool(other & aboard))


async def _instruction(agent: Remembering, probe: Mapping[str, Any], tally: HeldCount) -> None:
    wanted = _names(probe["source_chat_ids"])
    ready = await agent.prepare(probe["question"], session="probe", budget=BUDGET)
    entries = [e for e in ready.manifest.entries if e.rule in INSTRUCTIONS]
    aboard = {source.message for entry in entries for source in entry.sources}
    within = sum(entry.tokens for entry in entries) <= INSTRUCTION_TOKENS
    tally.add("standing instruction present", bool(wanted & aboard) and within)


def _places(ready: Prepared) -> list[tuple[int, str, bool]]:
    """(place, message, whether it is marked as superseded) of what recall put into the prompt."""
    found: list[tuple[int, str, bool]] = []
    for place, entry in enumerate(ready.manifest.entries):
        if entry.kind not in RECALLED:
            continue
        marked = any(source.status == "superseded" for source in entry.sources)
        found += [(place, source.message, marked) for source in entry.sources if source.message]
    return found


class HeldCount:
    """Counts what held."""

    TARGETS: Mapping[str, float] = {
        "updated above the original": 0.95,
        "both sides shown": 0.80,
        "standing instruction present": 0.95,
    }

    def __init__(self) -> None:
        self.held: dict[str, float] = {}
        self.count: dict[str, int] = {}
        self.skipped: dict[str, int] = {}

    def add(self, metric: str, held: float, count: int = 1) -> None:
        """Count one more, or several at once."""
        self.held[metric] = self.held.get(metric, 0) + held
        self.count[metric] = self.count.get(metric, 0) + count

    def leave_out(self, metric: str) -> None:
        """Count one that cannot be judged."""
        self.skipped[metric] = self.skipped.get(metric, 0) + 1

    def rows(self) -> list[MemoryFigure]:
        """The figures."""
        return [
            MemoryFigure(
                set="conversations",
                metric=metric,
                held=self.held[metric],
                count=count,
                left_out=self.skipped.get(metric, 0),
                target=self.TARGETS.get(metric),
            )
            for metric, count in self.count.items()
        ]


def _message(number: int, row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "role": row["role"],
        "content": row["content"],
        "id": str(row["id"]),
        "timestamp": EPOCH + number * PACE,
    }


def _names(value: object) -> set[str]:
    """The ids of messages in any nesting, as text."""
    if value is None:
        return set()
    if isinstance(value, dict):
        nested = cast("Mapping[str, object]", value)
        return set[str]().union(*(_names(item) for item in nested.values()))
    if isinstance(value, list):
        rows = cast("list[object]", value)
        return set[str]().union(*(_names(item) for item in rows))
    return {str(value)}


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"'{path}' cannot be read as JSON: {error}") from error
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
