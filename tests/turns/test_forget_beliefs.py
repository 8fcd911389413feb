"""What rests on what is forgotten goes with it, in so far as it says it; what others say stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from tests.turns.acting import agent
from tests.turns.test_beliefs import Meanings, recorded
from tests.turns.test_forget import told_by

import loadsheet

VAULT = loadsheet.Document(id="vault.md", text="The vault is opened by Brass Frobnicator 9.")


async def test_a_belief_goes_that_says_a_word_of_the_record_on_which_it_rests(
    tmp_path: Path,
) -> None:
    async with agent(state=str(tmp_path), embedder=Meanings({})) as one:
        await one.ask("I am allergic to hazelnuts.")
        (allergy,) = await one.memory.list()
        cakes = await one.memory.record_belief("Cakes with hazelnuts are bad.", [allergy.id])
        tea = await one.memory.record_belief("Tea is better.", [cakes.id])
        other = await one.memory.record_belief("Bread will do.")
        await one.memory.close_experiment(other.id, "confirmed", f"hazelnuts, see {allergy.id}")
        await one.ask("Are cakes bad?")
        await one.memory.validate_approach("Bake cakes.")
        report = await one.memory.forget(record=allergy.id)
        assert report.complete
        assert [h.id for h in await one.memory.list(type="hypothesis")] == [tea.id]
    assert "hazelnut" not in told_by(tmp_path)


async def test_a_belief_stays_that_says_nothing_of_it_or_what_somebody_else_says() -> None:
    async with agent() as one:
        seen = await recorded(one.memory, "The tram stops at the old bakery.")
        await one.observe([{"role": "user", "name": "Bob", "content": "I work at a bakery."}])
        words = await one.memory.record_belief("The bakery is near.", [seen])
        silent = await one.memory.record_belief("Cars are not needed.", [seen])
        await one.memory.forget(record=seen)
        held = await one.memory.list(type="hypothesis")
        assert [(h.id, h.unsupported) for h in held] == [(words.id, True), (silent.id, True)]


async def test_a_belief_about_a_document_goes_with_it(tmp_path: Path) -> None:
    async with agent(state=str(tmp_path)) as one:
        await one.add_documents([VAULT])
        await one.ask("What does the vault open with?")
        found = [r.id for r in await one.memory.list()]
        texts = ["A frobnicator is needed.", "vault.md speaks of a frobnicator.", "Buy brass."]
        supports = [found, [], []]
        beliefs = [
            await one.memory.record_belief(text, on)
            for text, on in zip(texts, supports, strict=True)
        ]
        why = "it is written: The vault is opened by Brass Frobnicator 9."
        await one.memory.close_experiment(beliefs[2].id, "confirmed", why)
        kept = await one.memory.record_belief("Locksmiths are dear.", found)
        await one.ask("What opens the vault, and are locksmiths dear?")
        await one.erase("vault.md")
        assert [h.id for h in await one.memory.list(type="hypothesis")] == [kept.id]
    assert "brass" not in told_by(tmp_path)
    assert "frobnicator" not in told_by(tmp_path)


@pytest.mark.parametrize("kind", ["observation", "belief"])
@pytest.mark.parametrize("word", ["a", "deploy", "disk full"])
async def test_a_short_text_that_is_forgotten_takes_no_word_from_what_others_said(
    kind: str, word: str
) -> None:
    async with agent() as one:
        said = f"Is {word} late? It was a {word} again."
        await one.observe([{"role": "user", "content": said}], session="s")
        answer = await one.ask("And the other one?", session="s")
        made = (
            await recorded(one.memory, word)
            if kind == "observation"
            else (await one.memory.record_belief(word)).id
        )
        report = await one.memory.forget(record=made)
        assert (report.records, report.messages, report.turns) == ((made,), 0, 0)
        (first, *_) = await one.store.tail(one.workspace, "s", tokens=999)
        assert first.content == said
        assert (await one.replay(answer.turn_id)).serialized() == answer.prompt.serialized()


async def test_a_turn_that_read_a_short_observation_is_forgotten_with_it() -> None:
    async with agent() as one:
        seen = await recorded(one.memory, "disk full")
        read = await one.ask("Is the disk full?")
        assert ">\ndisk full\n<" in read.prompt.messages[-1]["content"]
        await one.memory.forget(record=seen)
        with pytest.raises(loadsheet.ForgottenError):
            await one.replay(read.turn_id)


async def test_a_short_reply_to_what_is_forgotten_goes_from_later_turns_too() -> None:
    async with agent() as one:
        told = {"role": "user", "content": "I eat zorbs.", "id": "m1"}
        await one.observe(
            [told, {"role": "assistant", "content": "Zorbs, ok.", "id": "m2"}], session="s"
        )
        later = await one.ask("And for lunch?", session="s")
        seen = [r for r in await one.memory.list() if "zorb" in r.text]
        assert seen
        await one.memory.forget(record=seen[0].id)
        tail = await one.store.tail(one.workspace, "s", tokens=999)
        assert not [m for m in tail if "zorb" in m.content.casefold()]
        with pytest.raises(loadsheet.ForgottenError):
            await one.replay(later.turn_id)


WORDS = ("quixel", "zorblat", "plonk 77", "Öderang", "vrimmel")


@examples(max_examples=10, deadline=None)
@given(
    word=st.sampled_from(WORDS),
    form=st.sampled_from(["The {} broke the press.", "{}", "Never trust a {} near the oven."]),
    chain=st.lists(
        st.tuples(
            st.sampled_from(["{} is at fault.", "Check the {}.", "Ask about tea.", "It rains."]),
            st.sampled_from(["", "because of the {}", "measured"]),
        ),
        min_size=1,
        max_size=4,
    ),
)
async def test_no_byte_of_the_state_has_a_word_of_a_forgotten_observation_or_of_what_rests_on_it(
    tmp_path_factory: pytest.TempPathFactory, word: str, form: str, chain: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("state")
    async with agent(state=str(folder), embedder=Meanings({})) as one:
        bob = {"role": "user", "name": "Bob", "content": "The bridge is shut, so I drink tea."}
        await one.observe([bob], session="s")
        seen = below = await recorded(one.memory, form.format(word), run="r")
        await one.memory.accept((await one.memory.consolidate_run("r")).id)
        for text, why in chain:
            made = await one.memory.record_belief(text.format(word), [below, [seen, below]])
            if why:
                await one.memory.close_experiment(made.id, "confirmed", why.format(word))
            below = made.id
        await one.ask("What is at fault, and what broke the press?")
        await one.memory.recall("Who broke the press?")
        report = await one.memory.forget(record=seen)
        assert report.complete
        left = await one.memory.list(type="hypothesis")
        assert len(left) == sum("{}" not in text + why for text, why in chain)
        (first, *_) = await one.store.tail(one.workspace, "s", tokens=999)
        assert first.content == bob["content"]
        beliefs = await one.store.beliefs(one.workspace)
        assert not [b for b in beliefs if word.casefold() in b.model_dump_json().casefold()]
