"""What is forgotten is gone from every file of the state, and nothing else is."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import apsw
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from tests.turns.acting import DOCUMENTS, agent
from tests.turns.test_memory import Day, remembering

import loadsheet
from loadsheet.stores.sqlite.columns import unpack


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def day() -> Day:
    return Day(datetime(2026, 3, 2, tzinfo=UTC))


async def test_a_forgotten_record_is_in_no_file_and_its_turn_replays_as_forgotten(
    tmp_path: Path,
) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        await agent.ask("My passport number is X4411Z.")
        kept = await agent.ask("My favourite colour is dark blue.", session="other")
        told = await agent.ask("What is my passport number?", session="third")
        assert "X4411Z" in told.text
        (record,) = [r for r in await agent.memory.list() if "passport" in r.key]
        assert b"X4411Z" in bytes_of(tmp_path)
        report = await agent.memory.forget(record=record.id)
        assert report.records == (record.id,)
        assert report.complete
        assert b"X4411Z" not in bytes_of(tmp_path)
        with pytest.raises(loadsheet.ForgottenError, match="is forgotten"):
            await agent.replay(told.turn_id)
        assert (await agent.replay(kept.turn_id)).hash == kept.prompt.hash
        assert [r.value for r in await agent.memory.list()] == ["dark blue"]
        again = await agent.ask("What is my passport number?", session="fourth")
        assert "X4411Z" not in again.prompt.serialized()
    assert b"X4411Z" not in bytes_of(tmp_path)


@pytest.mark.parametrize("name", ["bo", "Li", "ana", "message", "Zorbinian"])
async def test_whatever_a_speaker_is_called_nothing_is_left_of_them(
    tmp_path: Path, name: str
) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        said = {"role": "user", "name": name, "content": "I live in Graz.", "id": "m2"}
        await agent.observe([{"role": "user", "content": "I like plain soups."}, said])
        report = await agent.memory.forget(subject=name)
        assert (len(report.records), report.remains, report.files) == (1, (), ())
    assert b"Graz" not in bytes_of(tmp_path)


async def test_what_stays_where_it_is_meant_to_stay_is_no_leak(tmp_path: Path) -> None:
    package = tmp_path / "m.jsonl"
    state = tmp_path / "state"
    async with remembering(day(), str(state)) as agent:
        await agent.ask("My wife is Leonora Vale.")
        await agent.memory.export(package)
    async with remembering(day(), str(state), workspace="copy") as other:
        await other.memory.import_package(package)
    async with remembering(day(), str(state)) as agent:
        assert (await agent.memory.forget(subject="Leonora Vale")).complete
    async with remembering(day(), str(state), workspace="copy") as other:
        assert [r.value for r in await other.memory.list()] == ["Leonora Vale"]
        shutil.copy(package, state / "m.jsonl")
        assert (await other.memory.forget(subject="Leonora Vale")).files == ("m.jsonl",)


async def test_a_document_that_is_called_so_is_named(tmp_path: Path) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        note = loadsheet.Document(id="n", title="Letters to Zorbinian", text="Nothing yet.")
        await agent.add_documents([note])
        said = {"role": "user", "name": "Zorbinian", "content": "I live in Graz.", "id": "m2"}
        await agent.observe([said])
        assert (await agent.memory.forget(subject="Zorbinian")).remains == ("document n",)


async def test_forgetting_a_person_leaves_the_other_as_they_were(tmp_path: Path) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        said = [
            ("Annika", "I live in Trondheim."),
            ("Benno", "I live in Basel."),
            ("Annika", "I'm allergic to hazelnuts."),
            ("Benno", "I'm allergic to walnuts."),
        ]
        await agent.observe(
            [
                {"role": "user", "name": name, "content": text, "id": f"m{n}"}
                for n, (name, text) in enumerate(said)
            ]
        )
        before = [r for r in await agent.memory.list() if r.subject == "Benno"]
        report = await agent.memory.forget(subject="Annika")
        assert len(report.records) == 2
        assert report.messages == 2
        assert [r for r in await agent.memory.list() if r.subject == "Benno"] == before
        assert len(await agent.memory.list()) == 2
    left = bytes_of(tmp_path)
    for gone in (b"Annika", b"Trondheim", b"hazelnuts"):
        assert gone not in left
    for kept in (b"Benno", b"Basel", b"walnuts"):
        assert kept in left


async def test_what_is_somebodys_goes_with_them_and_so_does_each_sentence_that_names_them(
    tmp_path: Path,
) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        await agent.ask("Jack's dog is called Frobozz. Jack lives in Plughtown. I live in Rome.")
        await agent.ask("What is Jack's dog called?", session="other")
        await agent.memory.forget(subject="Jack")
        assert [(r.subject, r.value) for r in await agent.memory.list()] == [("user", "Rome")]
        answer = await agent.ask("What is the dog called?", session="next")
        assert answer.outcome == "insufficient_evidence"
        (told, *_) = await agent.store.tail(agent.workspace, "main", tokens=999)
        assert told.content == "[forgotten] I live in Rome."
        assert "Rome" in (await agent.ask("Where do I live?", session="home")).text
    assert b"Frobozz" not in bytes_of(tmp_path)


async def test_what_somebody_tells_of_their_own_goes_with_them_by_name(tmp_path: Path) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        said = [
            ("Ann", "I live in Berlin. My dog is called Frobozz."),
            ("Bob", "I live in Berlin."),
        ]
        await agent.observe(
            [{"role": "user", "name": name, "content": text} for name, text in said]
        )
        await agent.memory.forget(subject="Ann")
        assert [(r.subject, r.value) for r in await agent.memory.list()] == [("Bob", "Berlin")]
        (ann, bob) = await agent.store.tail(agent.workspace, "main", tokens=999)
        assert (ann.content, bob.content) == ("[forgotten]", "I live in Berlin.")


async def test_a_record_that_stays_says_where_its_sentence_stands_now() -> None:
    async with remembering(day()) as agent:
        await agent.ask("Jack lives in Plughtown. I work at a bakery.")
        await agent.memory.forget(subject="Jack")
        (record,), (told, *_) = (
            await agent.memory.list(),
            await agent.store.tail(agent.workspace, "main", tokens=999),
        )
        (source,) = record.sources
        assert told.content[source.start : source.end] == "I work at a bakery."


SAID = (
    "{name} lives in Plughtown.",
    "My friend {name} hates football.",
    "{name}'s dog is called Frobozz.",
    "My boss is {name}.",
    "The depot is run by {name} and lies in Leeds.",
    "Never mention {name} again.",
    "Always ask {name} when I talk about money.",
    "I'm working on the birthday of {name}.",
    "Where does {name} live?",
    "What do you know about {name}?",
    "I live in Rome.",
    "Where do I live?",
)


def told_by(folder: Path) -> str:
    """Every column of every table, unpacked, and the bytes of every file."""
    found = [bytes_of(folder).decode("latin-1")]
    for file in folder.glob("*.db"):
        connection = cast("Any", apsw.Connection(str(file)))
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema")]
        for table in tables:
            if "_" in table and table.rsplit("_", 1)[-1] in {"data", "idx", "docsize", "config"}:
                continue  # parts of an index, whose words are in the bytes of the file
            if not connection.execute(f"PRAGMA table_info('{table}')").fetchall():
                continue
            for row in connection.execute(f"SELECT * FROM '{table}'"):
                found += [_read(value) for value in row]
    return "\n".join(found).casefold()


def _read(value: Any) -> str:
    if isinstance(value, bytes):
        return unpack(value) if value[:1] == b"x" else value.decode("latin-1")
    return str(value)


@examples(max_examples=6, deadline=None)
@given(
    said=st.lists(st.sampled_from(SAID), min_size=1, max_size=3),
    name=st.sampled_from(["Zebulon", "Zoë Quux", "Özgür Ağaçlı", "田中太郎"]),
    named=st.booleans(),
)
async def test_no_byte_of_the_state_names_who_was_forgotten(
    tmp_path_factory: pytest.TempPathFactory, said: list[str], name: str, named: bool
) -> None:
    folder = tmp_path_factory.mktemp("state")
    async with remembering(day(), str(folder)) as agent:
        who = {"name": name} if named else {}
        first = f"{name} is a plumber. I like tea."
        await agent.observe([{"role": "user", "content": first, **who}], session="before")
        for number, text in enumerate(said):
            await agent.ask(text.format(name=name), session=f"s{number % 2}")
        assert name.casefold() in told_by(folder)
        await agent.memory.forget(subject=name)
        assert name.casefold() not in told_by(folder)


ECHOES = (
    "Noted: {word}.",
    "I see, {word}. Lovely.",
    "You are fond of {word} then, and I shall remember it.",
    "Sure.",
)
TOLD = (
    "I live in {word}.",
    "By the way, {word} is my favourite place, and I go there often.",
    "My password hint is {word}.",
    "Never suggest {word} to me.",
    "I'm allergic to {word}.",
    "Is {word} far?",
)


@examples(max_examples=8)
@given(
    said=st.lists(
        st.tuples(st.sampled_from(TOLD), st.sampled_from(ECHOES)), min_size=1, max_size=4
    ),
    word=st.sampled_from(["Zofomunivi", "quixberries", "Öderangs"]),
    who=st.sampled_from([None, "Ann"]),
)
async def test_what_somebody_said_goes_with_them_and_so_does_what_was_said_back(
    tmp_path_factory: pytest.TempPathFactory,
    said: list[tuple[str, str]],
    word: str,
    who: str | None,
) -> None:
    folder = tmp_path_factory.mktemp("state")
    async with remembering(day(), str(folder)) as agent:
        for number, (text, echo) in enumerate(said):
            name = {"name": who} if who else {}
            told = {"role": "user", "content": text.format(word=word), **name}
            back = {"role": "assistant", "content": echo.format(word=word)}
            await agent.observe([told, back], session=f"s{number % 2}")
        bob = {"role": "user", "name": "Bob", "content": "I live in Basel."}
        await agent.observe(
            [bob, {"role": "assistant", "content": "Basel is lovely. Sure."}], session="s0"
        )
        for question in ("What about it?", "Where do I live?", "Why?"):
            if who is None:
                await agent.ask(question, session="s0")
        before = [r for r in await agent.memory.list() if r.subject == "Bob"]
        report = await agent.memory.forget(subject=who or "user")
        assert report.complete
        assert word.casefold() not in told_by(folder)
        assert [r for r in await agent.memory.list() if r.subject == "Bob"] == before
        kept = [m.content for m in await agent.store.tail(agent.workspace, "s0", tokens=9999)]
        assert "I live in Basel." in kept
        assert "Basel is lovely. Sure." in kept


async def test_a_package_that_comes_home_adds_nothing(tmp_path: Path) -> None:
    package = tmp_path / "memory.jsonl"
    async with remembering(day()) as agent:
        await agent.ask("I live in Rome.")
        await agent.ask("Actually I live in Oslo.")
        await agent.memory.export(package)
        before = await agent.memory.list()
        report = await agent.memory.import_package(package)
        assert report.ids == {}
        assert await agent.memory.list() == before


async def test_a_package_carries_records_to_another_workspace_once(tmp_path: Path) -> None:
    package = tmp_path / "memory.jsonl"
    async with remembering(day()) as agent:
        await agent.ask("I live in Rome.")
        assert await agent.memory.export(package) == 1
    async with remembering(day(), workspace="there") as other:
        report = await other.memory.import_package(package)
        assert len(report.ids) == 1
        (record,) = await other.memory.list()
        assert record.sources[0].record is not None
        assert record.sources[0].record.startswith("default/")
        again = await other.memory.import_package(package)
        assert (again.ids, len(again.skipped)) == ({}, 1)
        assert len(await other.memory.list()) == 1


async def test_a_package_carries_what_was_superseded_with_its_links(tmp_path: Path) -> None:
    package = tmp_path / "memory.jsonl"
    async with remembering(day()) as agent:
        await agent.ask("I live in Rome.")
        await agent.ask("Actually I live in Oslo.")
        assert await agent.memory.export(package) == 2
    async with remembering(day(), workspace="there") as other:
        await other.ask("I work at a bakery.")
        report = await other.memory.import_package(package)
        _, *brought = await other.memory.list()
        old, new = sorted(brought, key=lambda record: record.status, reverse=True)
        assert (old.value, old.status, new.value, new.status) == (
            "Rome",
            "superseded",
            "Oslo",
            "active",
        )
        assert (old.superseded_by, new.supersedes) == (new.id, (old.id,))
        assert set(report.ids.values()) == {old.id, new.id}
        assert await other.memory.history("user", "live in") == [old, new]
        again = await other.memory.import_package(package)
        assert (again.ids, len(again.skipped)) == ({}, 2)
        assert len(await other.memory.list()) == 3


async def test_a_conflict_is_settled_by_a_person_with_a_row_for_it() -> None:
    async with remembering(day()) as agent:
        await agent.ask("I'm vegetarian.")
        await agent.ask("I had steak for dinner.")
        (waiting,) = await agent.memory.reviews()
        kept = await agent.memory.settle(waiting.id, "reject")
        assert kept.status == "superseded"
        assert [r.value for r in await agent.memory.list("active")] == ["vegetarian"]
        assert await agent.memory.reviews() == []
        (row,) = await agent.memory.reviews(settled=True)
        assert row.decision == "reject"


async def test_what_was_true_then_and_what_was_known_then_are_two_questions() -> None:
    clock = Day(datetime(2026, 7, 2, tzinfo=UTC))
    async with remembering(clock) as agent:
        await agent.ask("Alex is on Payments from January to March.")
        await agent.ask("Alex was on Search April–June.")
        before = clock.now
        await agent.ask("Alex is on Payments again from July.")
        may = datetime(2026, 5, 15, tzinfo=UTC)
        autumn = datetime(2026, 9, 15, tzinfo=UTC)
        assert [r.value for r in await agent.memory.as_of(may)] == ["Search"]
        assert [r.value for r in await agent.memory.as_of(autumn)] == ["Payments"]
        assert await agent.memory.as_of(autumn, known_at=before) == []


async def test_the_host_keeps_and_recalls_observations() -> None:
    async with remembering(day()) as agent:
        assert await agent.memory.recall("anything at all") == []
        receipt = await agent.memory.record("The canary build failed on arm64.", session="ci")
        assert receipt.status == "stored"
        (hit,) = await agent.memory.recall("canary build")
        assert hit.record == receipt.record
        with pytest.raises(loadsheet.UnknownError):
            await agent.memory.get("r-none")


async def test_a_subject_that_nobody_has_is_refused_and_nothing_is_touched() -> None:
    async with agent() as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.memory.record_belief("Deploy 41 broke the retries.")
        answer = await talk.ask("What is the refund window for EU customers?")
        for name in ("the", "refund", "nobody"):
            with pytest.raises(
                loadsheet.LoadsheetError, match=f"nothing is remembered of '{name}'"
            ):
                await talk.memory.forget(subject=name)
        assert len(await talk.memory.list(type="hypothesis")) == 1
        assert (await talk.replay(answer.turn_id)).serialized() == answer.prompt.serialized()


async def test_a_record_is_forgotten_with_all_that_it_replaced() -> None:
    async with agent() as talk:
        for number in ("0151 234567", "0151 777777", "0151 999999"):
            await talk.ask(f"My phone number is {number}.")
        (record,) = await talk.memory.list(status="active")
        await talk.memory.forget(record=record.id)
        assert await talk.memory.list() == []
