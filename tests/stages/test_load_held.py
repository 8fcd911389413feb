"""What is held on a turn."""

from __future__ import annotations

from datetime import UTC, datetime

from loadsheet.adapters import IN_MEMORY, store_from
from loadsheet.artifacts import Chunk, Document, Scope, SessionState, Turn
from loadsheet.intent.held.titles import MOST, Titles
from loadsheet.ports import Store
from loadsheet.stages.load_held import Hold

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def turn(text: str) -> Turn:
    return Turn(id="t1", scope=Scope(), text=text, asked_at=NOON)


async def put(store: Store, title: str, *headings: str) -> None:
    text = f"{title} says something."
    chunk = Chunk(ordinal=0, start=0, end=len(text), text=text, tokens=5, headings=headings)
    await store.put("default", Document(id=title, text=text, title=title), [chunk], NOON)


async def test_the_titles_and_headings_that_speak_of_a_turn_come_from_the_documents() -> None:
    store = store_from(IN_MEMORY)
    await put(store, "Travel policy", "Hotels", "Trains")
    await put(store, "Overtime rules")
    held = await Hold(documents=store)(turn("which hotels may I take"), SessionState(scope=Scope()))
    assert (held.titles, held.headings) == ((), ("Hotels",))
    state = SessionState(scope=Scope(), subject="How is overtime paid?")
    assert (await Hold(documents=store)(turn("and trains"), state)).titles == ("Overtime rules",)
    await store.close()


async def test_titles_are_read_again_only_when_documents_have_changed() -> None:
    store = store_from(IN_MEMORY)
    await put(store, "Travel policy", "Hotels")
    first = await store.headings("default")
    assert await store.headings("default") is first
    await put(store, "Travel policy", "Inns")
    assert (await store.headings("default")).headings == ("Inns",)
    await store.remove("default", ["Travel policy"])
    assert (await store.headings("default")).titles == ()
    assert (await store.headings("elsewhere")).titles == ()
    await store.close()


def test_of_many_titles_those_with_the_rarest_words_of_the_turn_are_kept() -> None:
    titles = Titles([*(f"Minutes of meeting {n}" for n in range(100)), "Minutes on parking"])
    about = titles.about("what do the minutes say about parking")
    assert len(about) == MOST
    assert "Minutes on parking" in about
