"""The drill: the manifests of docs/worked-trace.md, written by hand, against those that assembly writes.

Each table is read from the page, its producer blocks are made in exactly the stated sizes (a token is a word here, so
that the sizes can be given), and what `assemble` makes of them is compared with the table, row by row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from loadsheet.artifacts import Block, ChatMessage, Manifest, Materials, Message, Rendition, Source
from loadsheet.assembly import assemble
from loadsheet.assembly.frame import frame
from loadsheet.assembly.policy import DEFAULT

PAGE = Path(__file__).parents[2] / "docs" / "worked-trace.md"
BUDGET = 2000


class Words:
    """A token is a word; three more frame a message, and three open the reply, as the page reckons."""

    name = "words"
    exact = True

    def count(self, text: str) -> int:
        return len(text.split())

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        return 3 * len(messages) + 3


@dataclass(frozen=True)
class Row:
    """One line of a table."""

    block: str
    kind: str
    producer: str
    rule: str
    reason: str
    source: str
    tokens: int


def tables() -> dict[int, list[Row]]:
    """The rows of each turn, in their order."""
    found: dict[int, list[Row]] = {}
    for turn in re.split(r"^## Turn ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        cells = [line.strip("|").split("|") for line in turn.splitlines() if line.startswith("|")]
        rows = [[cell.strip() for cell in row] for row in cells[2:]]
        found[int(turn[0])] = [Row(*row[:6], tokens=int(row[6])) for row in rows]
    return found


TABLES = tables()


def source(row: Row) -> tuple[Source, ...]:
    kind, _, name = row.source.partition(" ")
    match kind:
        case "record":
            key, time = name.split(" at ")
            return (Source(record=f"{key}@{time}", status="active"),)
        case "message":
            return (Source(message=name),)
        case "settings":
            return ()
        case document:
            return (Source(document=document),)


def block(row: Row) -> Block:
    """The block of a row, with as many words as the row has tokens; the two lines that frame it are two words."""
    text = frame(row.kind, " ".join([row.block] * (row.tokens - 2)))
    return Block(
        id=row.block,
        kind=row.kind,
        producer=row.producer,
        rule=row.rule,
        reason=row.reason,
        renditions=(Rendition(name="full", text=text, tokens=row.tokens),),
        sources=source(row),
    )


def messages(row: Row) -> list[Message]:
    """The messages that a row of history stands for; together they have its tokens."""
    first, last = (int(number) for number in re.findall(r"m(\d+)", row.source))
    count = last - first + 1
    sizes = [row.tokens // count + (n < row.tokens % count) for n in range(count)]
    return [
        Message(
            id=f"m{first + n}",
            session="s",
            role=("user", "assistant")[n % 2],
            content=" ".join(["word"] * size),
            tokens=(size,),
        )
        for n, size in enumerate(sizes)
    ]


def assembled(turn: int) -> Manifest:
    """What assembly makes of a turn's producer blocks, best evidence first as reduce gives it."""
    rows = TABLES[turn]
    blocks = [block(row) for row in rows if row.kind not in {"history", "framing"}]
    evidence = [made for made in blocks if made.kind == "evidence"]
    others = [made for made in blocks if made.kind != "evidence"]
    history = [message for row in rows if row.kind == "history" for message in messages(row)]
    materials = Materials(blocks=(*others, *reversed(evidence)), history=tuple(history))
    return assemble(materials, BUDGET, DEFAULT, Words())[1]


def sizes(manifest: Manifest) -> list[tuple[str, int]]:
    """(kind, tokens) of each block in the order of the prompt, the messages of history together."""
    found: list[tuple[str, int]] = []
    for entry in manifest.entries:
        if found and entry.kind == found[-1][0] == "history":
            found[-1] = ("history", found[-1][1] + entry.tokens)
        else:
            found.append((entry.kind, entry.tokens))
    return [*found, ("framing", manifest.framing_tokens)]


def test_the_page_tells_four_turns() -> None:
    assert list(TABLES) == [1, 2, 3, 4]
    assert all(row.producer and row.rule and row.reason for rows in TABLES.values() for row in rows)


@pytest.mark.parametrize(("turn", "tokens"), [(1, 890), (2, 716), (3, 402), (4, 522)])
def test_the_producer_blocks_add_up_as_in_the_specification(turn: int, tokens: int) -> None:
    manifest = assembled(turn)
    assert sum(entry.tokens for entry in manifest.entries if entry.kind != "question") == tokens


@pytest.mark.parametrize("turn", TABLES)
def test_the_manifest_is_the_one_written_by_hand(turn: int) -> None:
    manifest = assembled(turn)
    assert sizes(manifest) == [(row.kind, row.tokens) for row in TABLES[turn]]
    written = {row.block: (row.producer, row.rule, row.reason) for row in TABLES[turn]}
    for entry in manifest.entries:
        assert entry.producer
        assert entry.rule
        assert entry.reason
        if entry.kind != "history":
            assert (entry.producer, entry.rule, entry.reason) == written[entry.id]
    assert manifest.left_out == ()
    assert manifest.total_tokens == sum(row.tokens for row in TABLES[turn])
    assert manifest.coverage == 1.0


@pytest.mark.parametrize("turn", TABLES)
def test_the_question_and_the_framing_stand_beside_the_producer_blocks(turn: int) -> None:
    manifest = assembled(turn)
    assert manifest.entries[-1].kind == "question"
    blocks = sum(entry.tokens for entry in manifest.entries)
    assert manifest.framing_tokens == manifest.total_tokens - blocks > 0


@pytest.mark.parametrize("turn", TABLES)
def test_the_text_of_the_page_names_the_sums_of_its_tables(turn: int) -> None:
    text = PAGE.read_text("utf-8").split(f"## Turn {turn}")[1].split("## Turn")[0]
    total = sum(row.tokens for row in TABLES[turn])
    parts = [row.tokens for row in TABLES[turn] if row.kind not in {"question", "framing"}]
    assert f"{' + '.join(map(str, parts))} = **{sum(parts)}** tokens" in text
    assert f"the prompt is {total} tokens" in text


def test_turn_four_shows_two_memory_blocks_with_one_key_and_no_conflict_decided() -> None:
    found = [entry for entry in assembled(4).entries if entry.kind == "memory"]
    records = [source.record or "" for entry in found for source in entry.sources]
    assert [record.split("@")[0] for record in records] == ["eu_refund_window"] * 2
    assert len(set(records)) == 2
    assert not any(entry.kind == "evidence" for entry in assembled(4).entries)
