"""Whole turns in which somebody takes back what they told or asked for."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from tests.turns.test_memory import Day, held, recalled, remembering

import loadsheet

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
ROUTES = ("fixed", "rules")


async def in_force(agent: loadsheet.Agent, session: str = "main") -> list[str]:
    state = await agent.store.state(agent.workspace, session)
    return [pinned.text for pinned in state.constraints if pinned.in_force] if state else []


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("told", "request_", "question"),
    [
        ("I live in Rome.", "Forget that I live in Rome.", "Where do I live?"),
        ("I live in Rome.", "Please forget my address.", "Where do I live?"),
        ("My sister is Ana.", "Delete what you know about my sister.", "Who is my sister?"),
        ("I work at Acme.", "I want you to forget where I work.", "Where do I work?"),
        ("The vendor is Kestrel.", "Forget everything about the vendor.", "Who is the vendor?"),
        ("I'm allergic to nuts.", "Forget what I just said.", "Am I allergic to nuts?"),
        ("The gate code is 2580.", "Forget the gate code.", "What is the gate code?"),
        ("My shoe size is 43.", "Erase everything you know about me.", "What is my shoe size?"),
    ],
)
async def test_what_is_to_be_forgotten_is_recalled_no_more_and_the_answer_says_what_erases_it(
    told: str, request_: str, question: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told)
        answer = await agent.ask(request_)
        (record,) = await held(agent)
        assert (record.status, record.expiry.split(":")[0]) == ("expired", "retracted")
        assert f"No longer recalled: “{told}”" in answer.text
        assert "Nothing was erased yet" in answer.text
        later = await agent.ask(question, session="other")
        assert recalled(later) == []
        assert told not in later.prompt.serialized()
        (named,) = re.findall(r"`loadsheet memory forget --record (\S+)`", answer.text)
        report = await agent.memory.forget(record=named)
        assert (report.complete, report.records) == (True, (record.id,))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("request_", ["Forget my shoe size.", "Forget that I own a boat."])
async def test_an_answer_claims_no_forgetting_that_did_not_happen(
    request_: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("I live in Rome.")
        answer = await agent.ask(request_)
        assert "nothing was forgotten" in answer.text
        assert [record.status for record in await held(agent)] == ["active"]


async def test_a_document_that_says_so_is_named_and_keeps_its_facts() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.add_documents([loadsheet.Document(id="d.md", text="The vendor is Kestrel.")])
        await agent.ask("Who is the vendor?")
        answer = await agent.ask("Forget everything about the vendor.")
        assert "`loadsheet remove --erase d.md`" in answer.text
        assert [record.status for record in await held(agent)] == ["active"]


async def test_what_contradicted_a_retracted_record_is_plain_again() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("I'm vegan.")
        await agent.ask("I had steak for dinner.")
        await agent.ask("Forget that I'm vegan.")
        assert [record.status for record in await held(agent)] == ["expired", "active"]
        assert await agent.memory.reviews() == []


async def test_what_is_told_again_after_a_retraction_is_remembered_anew() -> None:
    async with remembering(Day(MONDAY)) as agent:
        for text in ("I live in Rome.", "Forget that I live in Rome.", "I live in Rome."):
            await agent.ask(text)
        assert [record.status for record in await held(agent)] == ["expired", "active"]


async def test_an_observed_conversation_lifts_its_own_rules_and_forgets_nothing() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("I live in Rome.")
        told = (
            "Never suggest AWS.",
            "Forget my address.",
            "Forget everything.",
            "AWS is fine now.",
        )
        seen = await agent.observe(
            [{"role": "user", "content": text} for text in told], session="s"
        )
        assert [record.status for record in await held(agent)] == ["active", "expired"]
        refused = [row.text for row in seen.receipts if row.status == "refused"]
        assert refused == ["Forget my address.", "Forget everything."]


@pytest.mark.parametrize("route", ROUTES)
async def test_what_allows_a_thing_again_is_no_fact_of_it(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("Never recommend Oracle.")
        await agent.ask("Actually, Oracle is okay now.")
        (record,) = await held(agent)
        assert (record.status, record.type) == ("expired", "procedural")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "asked",
    ["Remove my home town from the letter.", "Delete it all.", "Never use my home town, please."],
)  # fmt: skip
async def test_editing_ends_nothing_that_is_remembered(asked: str, route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("My home town is Ghent.")
        await agent.ask(asked)
        first = (await held(agent))[0]
        assert (first.value, first.status) == ("Ghent", "active")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Always answer in Dutch.", "From now on, answer in Polish."),
        ("Always keep answers short.", "From now on give me detailed answers."),
        ("Always use bullet points.", "Always use tables."),
        ("Never recommend Oracle.", "Always recommend Oracle."),
    ],
)
async def test_an_instruction_over_the_same_attribute_takes_the_place_of_the_one_before(
    before: str, after: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(before)
        await agent.ask(after)
        assert await in_force(agent) == [after]
        old, new = await held(agent)
        assert (old.status, new.status) == ("superseded", "active")
        assert (old.superseded_by, new.supersedes) == (new.id, (old.id,))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Always answer in Dutch.", "No need for Dutch any more."),
        ("Always answer in Dutch.", "You can answer in English now."),
        ("Never recommend Oracle.", "Actually, you may recommend Oracle."),
        ("Always cite your sources.", "You don't have to cite sources any more."),
        ("Always end with a summary.", "Stop ending with a summary."),
    ],
)
@pytest.mark.parametrize("session", ["main", "other"])
async def test_what_lifts_an_instruction_ends_it_in_the_session_and_in_memory(
    before: str, after: str, session: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(before)
        await agent.ask(after, session=session)
        (record,) = await held(agent)
        assert record.status == "expired"
        assert after.rstrip(".").removeprefix("Actually, ") in record.expiry
        assert await in_force(agent, session) == []
        assert recalled(await agent.ask("What is new?", session="third")) == []


async def test_an_answer_claims_no_withdrawal_where_no_rule_was_in_force() -> None:
    async with remembering(Day(MONDAY), route="rules") as agent:
        answer = await agent.ask("Drop that rule.")
        assert "Withdrawn" not in answer.text
        await agent.ask("Never recommend Oracle.")
        assert "Withdrawn" in (await agent.ask("You may recommend Oracle again.")).text


async def test_what_a_session_has_set_goes_before_what_was_asked_for_elsewhere() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("Always answer in Dutch.")
        await agent.ask("Answer in Polish.", session="other")
        assert recalled(await agent.ask("What is new?", session="other")) == []


@pytest.mark.parametrize("told", ["Always answer in Dutch.", "I'm working on the Zeta merger."])
async def test_what_is_erased_leaves_no_rule_and_no_task_behind(told: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(told)
        (record,) = await held(agent)
        assert (await agent.memory.forget(record=record.id)).complete
        answer = await agent.ask("How tall is Everest?")
        assert {"constraint", "task_state"}.isdisjoint({e.kind for e in answer.manifest.entries})


async def test_what_was_taken_back_was_known_then_and_is_not_now() -> None:
    day = Day(MONDAY)
    async with remembering(day) as agent:
        await agent.ask("I live in Rome.")
        then = day()
        day.now += timedelta(days=5)
        await agent.ask("Forget that I live in Rome.")
        assert await agent.memory.as_of(then) == []
        (record,) = await agent.memory.as_of(then, known_at=then)
        assert (record.value, record.status) == ("Rome", "active")


FEE = loadsheet.Document(id="fees.md", text="The entry fee is 12 euros. The doors open at ten.")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "asked",
    [
        "Forget what I said about Ghent. What is the entry fee?",
        "What is the entry fee? And forget that I live in Ghent.",
        "Forget that I live in Ghent, and tell me the entry fee.",
    ],
)
async def test_what_is_asked_beside_a_request_to_forget_is_answered_after_it(
    asked: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents([FEE])
        await agent.ask("I live in Ghent.")
        pieces: list[str] = []
        answer = await agent.ask(asked, say=pieces.append)
        assert (await held(agent))[0].status == "expired"
        assert answer.text.startswith("No longer recalled: “I live in Ghent.”")
        assert "12 euros" in answer.text
        assert [citation.source.document for citation in answer.citations] == ["fees.md"]
        assert "".join(pieces) == answer.text


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "asked",
    [
        "Forget my address, please. Thank you!",
        "Sorry. Please forget my address.",
        "Forget my address. My sister is Ana.",
        "Forget my address. It was a mistake.",
    ],
)
async def test_a_request_to_forget_stands_alone_where_nothing_else_is_asked(
    asked: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents([FEE])
        await agent.ask("I live in Ghent.")
        answer = await agent.ask(asked)
        assert answer.text.startswith("No longer recalled")
        assert answer.text.endswith("`.")


async def test_a_command_that_is_printed_can_be_typed_whatever_the_name() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.add_documents(
            [loadsheet.Document(id="my notes.md", text="The vendor is Kestrel.")]
        )
        await agent.ask("Who is the vendor?")
        answer = await agent.ask("Forget everything about the vendor.")
        assert "`loadsheet remove --erase 'my notes.md'`" in answer.text


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("The Orion review is done.", ["the Orion budget", "the Vega review"]),
        ("I'm done with the review.", ["the Orion review", "the Orion budget", "the Vega review"]),
        ("The Orion review is done by May.", ["the Orion review", "the Orion budget", "the Vega review"]),
        ("The Vega review is completed in three rounds.", ["the Orion review", "the Orion budget", "the Vega review"]),
        ("The Orion budget is finished now.", ["the Orion review", "the Vega review"]),
    ],
)  # fmt: skip
async def test_a_task_of_another_session_is_done_only_where_it_is_named_in_full(
    said: str, left: list[str]
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        for task in ("the Orion review", "the Orion budget", "the Vega review"):
            await agent.ask(f"I'm working on {task}.", session=task)
        await agent.ask(said, session="other")
        tasks = [r for r in await held(agent) if r.type == "task_state"]
        assert [r.value for r in tasks if r.status == "active"] == left


async def test_a_task_of_the_session_itself_is_done_where_a_part_names_it() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("I'm working on the Orion review.", session="one")
        await agent.ask("I'm working on the Vega review.", session="two")
        await agent.ask("I'm done with the review.", session="two")
        assert [record.status for record in await held(agent)] == ["active", "expired"]


async def test_the_receipts_say_what_is_plain_again() -> None:
    async with remembering(Day(MONDAY)) as agent:
        said = ("I'm vegan.", "I had steak for dinner.", "I'm not vegan.")
        seen = await agent.observe([{"role": "user", "content": text} for text in said])
        assert (seen.receipts[-1].status, seen.receipts[-1].reason) == (
            "confirmed",
            "what contradicted it has ended",
        )


async def test_what_an_erased_record_disputed_is_plain_again() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("My boat is a ketch.")
        await agent.ask("My boat is a yawl.")
        old, new = await held(agent)
        assert {old.status, new.status} == {"disputed"}
        assert (await agent.memory.forget(record=new.id)).complete
        (left,) = await agent.memory.list()
        assert (left.value, left.status, left.disputes) == ("ketch", "active", ())
        assert await agent.memory.reviews() == []


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_forget_that_ends_what_was_said_just_before_in_every_session(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("Always answer in French.")
        await agent.ask("Forget that.")
        (rule,) = await agent.memory.list()
        assert (rule.status, rule.expiry) == ("expired", "retracted: the user asked to forget it")
        for session in ("main", "other"):
            later = await agent.ask("What is the fee?", session=session)
            assert "Always answer in French" not in later.prompt.serialized()


async def test_forget_that_ends_nothing_that_was_said_before_something_else() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("I live in Graz.")
        await agent.ask("What is the fee?")
        await agent.ask("Forget it.")
        (record,) = await agent.memory.list()
        assert record.status == "active"


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize("text", ["My password is swordfish99.", "My PIN is 4321."])
async def test_who_tells_a_secret_is_told_that_it_is_not_remembered(text: str, route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        answer = await agent.ask(text)
        assert answer.text.startswith("That looks like a secret, so it is not remembered")
        assert await agent.memory.list() == []
    async with remembering(Day(MONDAY), route=route, keep_secrets=True) as agent:
        answer = await agent.ask(text)
        assert "secret" not in answer.text
        assert len(await agent.memory.list()) == 1


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_forget_that_lifts_no_rule_of_an_earlier_turn_but_ends_what_was_asked_for(
    route: str,
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        for text in ("Never suggest tofu.", "My badge number is 5531.", "What is my badge number?"):
            await agent.ask(text)
        answer = await agent.ask("Forget that.")
        assert answer.text.startswith("No longer recalled: “My badge number is 5531.”")
        ended = {record.text: record.status for record in await agent.memory.list()}
        assert ended == {
            "Never suggest tofu.": "active",
            "My badge number is 5531.": "expired",
        }
        assert "Never suggest tofu." in (await agent.ask("What is the fee?")).prompt.serialized()


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_forget_that_after_a_question_of_something_else_ends_nothing(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        for text in ("I'm allergic to nuts.", "What should I eat tonight?", "Forget that."):
            await agent.ask(text)
        (record,) = await agent.memory.list()
        assert record.status == "active"
