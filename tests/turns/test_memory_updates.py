"""What was told, told anew, or told beside something else, asked for in another session."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

import pytest
from tests.turns.test_memory import Day, held, recalled, remembering

import loadsheet

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
ROUTES = ("fixed", "rules")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("before", "after", "question", "value"),
    [
        (
            "The deadline is 5 June.",
            "The deadline is now 9 June.",
            "When is the deadline?",
            "9 June",
        ),
        ("the quota is 40 seats.", "the quota is now 60 seats.", "What is the quota?", "60 seats"),
        (
            "The caterer is Olsen.",
            "The caterer isn't Olsen, it's Berg.",
            "Who is the caterer?",
            "Berg",
        ),
        ("The caterer is Olsen.", "The caterer is Berg, not Olsen.", "Who is the caterer?", "Berg"),
        ("My wife is Mia.", "My wife isn't Mia, she's Lea.", "Who is my wife?", "Lea"),
        ("Our depot is in York.", "We moved the depot to Leeds.", "Where is our depot?", "Leeds"),
        (
            "The keys are in the hall.",
            "The keys are on the shelf now.",
            "Where are the keys?",
            "shelf",
        ),
        ("I use vim.", "I switched from vim to emacs.", "Which editor do I use?", "emacs"),
        ("Our host is Azure.", "We moved from Azure to GCP.", "Who is our host?", "GCP"),
        ("Our chef is Paolo.", "Paolo left, our chef is Nadia now.", "Who is our chef?", "Nadia"),
        ("The essay is due on 3 May.", "The essay deadline was moved to 9 May.", "When is the essay due?", "9 May"),
        ("I have 2 bikes.", "I have 3 bikes.", "How many bikes do I have?", "3 bikes"),
        ("I take the 7:10 train.", "I take the 6:50 train now.", "Which train do I take?", "6:50"),
        ("Rosa teaches music.", "Rosa teaches art now, not music.", "What does Rosa teach?", "art"),
        (
            "I'm allergic to eggs.",
            "I'm not allergic to eggs, I was mistaken.",
            "Am I allergic to eggs?",
            "not allergic",
        ),
        (
            "The launch date is May 2.",
            "The launch slipped to May 9.",
            "When is the launch?",
            "May 9",
        ),
    ],
)  # fmt: skip
async def test_a_value_told_anew_is_the_one_that_is_recalled(
    before: str, after: str, question: str, value: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(before)
        await agent.ask(after)
        answer = await agent.ask(question, session="other")
        assert value in " ".join(recalled(answer))
        assert before not in recalled(answer)
        old = next(record for record in await held(agent) if record.text == before)
        assert old.status == "superseded"


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("one", "other", "question", "value"),
    [
        ("My car is red.", "My car is in the garage.", "Where is my car?", "garage"),
        ("My car is red.", "My car is in the garage.", "What colour is my car?", "red"),
        ("My flight is on 3 May.", "My flight is at 10:00.", "When is my flight?", "3 May"),
        ("Tom is a plumber.", "Tom is tall.", "Is Tom a plumber?", "plumber"),
        ("My laptop is a ThinkPad.", "My laptop is broken.", "Which laptop do I have?", "ThinkPad"),
        ("The review is due on Friday.", "The review is 9 pages long.", "When is the review due?", "Friday"),
        ("I live in Rome.", "Actually, I'm a manager.", "Where do I live?", "Rome"),
        ("My boss is Tom.", "My boss is on holiday.", "Who is my boss?", "Tom"),
    ],
)  # fmt: skip
async def test_what_says_something_else_of_the_same_thing_replaces_nothing(
    one: str, other: str, question: str, value: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(one)
        await agent.ask(other)
        assert {record.status for record in await held(agent)} == {"active"}
        assert value in " ".join(recalled(await agent.ask(question, session="other")))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("told", "question", "value"),
    [
        ("I live in Rome, my brother lives in Oslo.", "Where does my brother live?", "Oslo"),
        ("My father lives in Turin and he is 68.", "How old is my father?", "68"),
        ("I work at Acme and live in Bonn.", "Where do I live?", "I live in Bonn."),
        ("I'm from Peru.", "Where am I from?", "Peru"),
        ("I'm a nurse at St Mary's.", "What is my job?", "nurse"),
        ("Maria leads the Apollo team.", "Who leads the Apollo team?", "Maria"),
        ("Mia is my niece.", "Who is my niece?", "Mia"),
        ("I turned 40.", "How old am I?", "40"),
        ("I can't eat shellfish.", "What should I eat for dinner?", "shellfish"),
        ("The gate code of the Leeds depot is 2580.", "What is the gate code?", "2580"),
        ("The vendor is Kestrel.", "Who is the vendor?", "Kestrel"),
        ("Our oldest client is Nordwind.", "Who is our oldest client?", "Nordwind"),
        ("Dr. Ruiz is on call this weekend.", "Who is on call this weekend?", "Ruiz"),
        ("The dough needs 250 g of flour.", "How much flour does the dough need?", "250"),
        ("My insurance covers dental.", "Does my insurance cover dental?", "dental"),
    ],
)
async def test_what_was_told_is_recalled_in_another_session(
    told: str, question: str, value: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told)
        answer = await agent.ask(question, session="other")
        assert value in " ".join(recalled(answer))


async def test_a_statement_beside_one_that_was_superseded_is_shown_without_it() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("I live in Rome, my brother lives in Oslo.")
        await agent.ask("I live in Paris now.")
        answer = await agent.ask("Where does my brother live?", session="other")
        assert recalled(answer) == ["my brother lives in Oslo."]
        assert "Rome" not in answer.prompt.serialized()


async def test_what_a_session_spoke_of_before_hides_nothing_that_a_turn_names_itself() -> None:
    async with remembering(Day(MONDAY)) as agent:
        for text in ("The vendor is Kestrel.", "I live in Bonn."):
            await agent.ask(text)
        await agent.ask("Where do I live?", session="other")
        answer = await agent.ask("Who is the vendor?", session="other")
        assert "The vendor is Kestrel." in recalled(answer)


NOTES = "My doctor is Dr Baum. Her rooms are in the old mill."
CV = "# About\n\nMy name is Tom Baker. I live in Leeds. I work at Acme. My email is tom@acme.example."


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is my name?", "Tom"),
        ("Where do I live?", "Leeds"),
        ("Where do I work?", "Acme"),
        ("What is my email?", "tom@acme.example"),
    ],
)
async def test_what_a_documents_author_says_of_themselves_answers_nothing_about_the_user(
    question: str, value: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents([loadsheet.Document(id="cv.md", text=CV)])
        answer = await agent.ask(question)
        assert (answer.outcome, value in answer.text) == ("insufficient_evidence", False)
        assert "said by its author of themselves" in answer.text
        assert value in answer.prompt.messages[-1]["content"]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        ("I live in Bergen.", "Where do I live?", "Bergen", "Leeds"),
        ("My name is Ida Moe.", "So, what is my name?", "Ida", "Tom"),
        ("I work at Borealis.", "Where do I work now?", "Borealis", "Acme"),
        ("My doctor is Dr Moe.", "Who is my doctor these days?", "Moe", "Baum"),
    ],
)
async def test_what_memory_holds_of_the_user_is_quoted_before_what_an_author_says_of_themselves(
    told: str, question: str, right: str, wrong: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        pages = (loadsheet.Document(id=f"{n}.md", text=text) for n, text in enumerate((CV, NOTES)))
        await agent.add_documents(pages)
        await agent.ask(told)
        answer = await agent.ask(question, session="other")
        assert (right in answer.text, wrong in answer.text) == (True, False)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("My badge is broken. Ask the porter for another.", "My badge is broken, what do I do?", "porter"),
        ("My parcel is lost. Write to the depot.", "What do I do when my parcel is lost?", "depot"),
        ("My physio is Dr Ito.", "Who is my physio?", "Ito"),
        ("My bike is in the cellar.", "Where is my bike?", "cellar"),
        ("My locker code is 7719.", "What is my locker code?", "7719"),
    ],
)  # fmt: skip
async def test_a_document_in_the_first_person_answers_what_is_not_asked_of_the_user_themselves(
    text: str, question: str, value: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents([loadsheet.Document(id="faq.md", text=text)])
        answer = await agent.ask(question)
        assert answer.outcome == "answered"
        assert value in answer.prompt.messages[-1]["content"]


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        (CV, "What is the email of Tom Baker?", "tom@acme.example"),
        (CV, "Where do I live according to the file?", "Leeds"),
        ("Your refund window is 14 days.", "What is my refund window?", "14 days"),
        ("How do I reset my password? Press reset.", "How do I reset my password?", "reset"),
        ("I met Ana Lima in Porto in June 2019.", "Where did I meet Ana Lima?", "Porto"),
    ],
)
async def test_a_document_answers_the_user_where_it_speaks_to_them_or_is_asked_itself(
    text: str, question: str, value: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.add_documents([loadsheet.Document(id="d.md", text=text)])
        answer = await agent.ask(question)
        assert value in answer.prompt.messages[-1]["content"]
        assert "author" not in answer.text


async def test_what_disagrees_has_the_same_label_in_memory_and_in_evidence() -> None:
    document = loadsheet.Document(
        id="v.md", text="The caterer is Olsen.", timestamp=datetime(2026, 2, 1, tzinfo=UTC)
    )
    async with remembering(Day(MONDAY)) as agent:
        await agent.add_documents([document])
        await agent.ask("The caterer is Berg.")
        answer = await agent.ask("Who is the caterer?", session="other")
        said = answer.prompt.messages[-1]["content"]
        labels = [line.split('disagrees="')[1] for line in said.split("\n") if "disagrees" in line]
        assert [label.split('"')[0] for label in labels] == ["group 1", "group 1"]
        assert len({e.conflict for e in answer.manifest.entries if e.conflict}) == 1


async def test_records_that_contradict_one_another_stand_under_one_label() -> None:
    async with remembering(Day(MONDAY)) as agent:
        for text in ("I'm vegan.", "I ate two eggs for breakfast.", "I had steak for dinner."):
            await agent.ask(text)
        answer = await agent.ask("What should I eat for dinner?", session="other")
        assert answer.prompt.messages[-1]["content"].count('disagrees="group 1"') == 3
        assert len({e.conflict for e in answer.manifest.entries if e.conflict}) == 1


def in_hand(answer: loadsheet.Answer) -> list[str]:
    return [entry.id for entry in answer.manifest.entries if entry.kind == "task_state"]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("told", "over"),
    [
        ("I'm working on the billing migration.", "I'm done with the billing migration."),
        ("We are currently busy with the audit.", "The audit is finished."),
        ("I'm in the middle of moving to Bonn.", "I've finished moving to Bonn."),
    ],
)
async def test_the_work_in_hand_is_kept_by_session_until_it_is_done(
    told: str, over: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told)
        (task,) = await held(agent)
        assert (task.type, task.trigger) == ("task_state", "session")
        here = await agent.ask("How tall is Everest?")
        assert in_hand(here) == ["task_state"]
        assert told in here.prompt.messages[-1]["content"]
        there = await agent.ask("What was I working on?", session="other")
        assert (in_hand(there), recalled(there)) == ([], [told])
        await agent.ask(over)
        assert in_hand(await agent.ask("How tall is Everest?")) == []
        assert recalled(await agent.ask("What am I working on?", session="third")) == []


async def test_each_session_has_its_own_work_in_hand_and_a_new_one_takes_its_place() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("I'm working on the audit.", session="a")
        await agent.ask("I'm working on the budget.", session="b")
        assert {record.status for record in await held(agent)} == {"active"}
        await agent.ask("I'm working on the tax return now.", session="a")
        assert [r.status for r in await held(agent)] == ["superseded", "active", "active"]


async def test_the_fresher_of_memory_and_a_document_comes_first_in_the_answer() -> None:
    document = loadsheet.Document(
        id="d.md",
        text="The refund window is 14 days.",
        timestamp=datetime(2026, 2, 1, tzinfo=UTC),
    )
    async with remembering(Day(MONDAY)) as agent:
        await agent.add_documents([document])
        await agent.ask("Actually the refund window is 30 days.")
        answer = await agent.ask("How long is the refund window?", session="other")
        assert answer.text.index("30 days") < answer.text.index("14 days")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("told", "changed"),
    [
        ("My bike is green.", "We went from green to white in May."),
        ("My lucky number is 7.", "They changed from 7 to 9 people."),
        ("My lucky number is 7.", "We went from 7 to 9 people."),
        ("My sister's dog is old.", "We changed from old to new."),
        ("I live in Ghent.", "We moved from Jira to Linear."),
    ],
)
async def test_a_change_of_something_else_changes_nothing(
    told: str, changed: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told)
        await agent.ask(changed)
        (record,) = await held(agent)
        assert (record.text, record.status) == (told, "active")


async def test_a_change_of_home_is_one_where_the_old_one_is_known() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("I live in Ghent.")
        await agent.ask("Our office is Ghent.")
        await agent.ask("We moved from Ghent to Bruges.")
        current = {r.key: r.value for r in await held(agent) if r.status == "active"}
        assert current["live in"] == "Bruges"
        assert "Ghent" in current.values()


async def test_a_dated_document_outdates_an_older_remark_until_a_person_decides() -> None:
    day = Day(datetime(2026, 3, 2, tzinfo=UTC))
    async with remembering(day) as agent:
        await agent.ask("The EU refund window is 20 days.")
        text, dated = "The EU refund window is 30 days.", datetime(2026, 5, 1, tzinfo=UTC)
        await agent.add_documents([loadsheet.Document(id="policy", text=text, timestamp=dated)])
        day.now = datetime(2026, 6, 1, tzinfo=UTC)
        answer = await agent.ask("What is the EU refund window?", session="later")
        assert answer.text.startswith("The EU refund window is 30 days.")
        sides = {e.kind: e.conflict for e in answer.manifest.entries if e.conflict}
        assert set(sides) == {"evidence", "memory"}
        assert len(set(sides.values())) == 1
        (waiting,) = await agent.memory.reviews()
        await agent.memory.settle(waiting.id, "reject")
        answer = await agent.ask("What is the EU refund window?", session="settled")
        assert answer.text == "The EU refund window is 20 days."
        assert await agent.memory.reviews() == []


async def test_two_documents_without_a_date_that_disagree_are_disputed() -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        for number, due in enumerate(("Oct 15", "Oct 10")):
            text = f"The launch deadline is {due}."
            await agent.add_documents([loadsheet.Document(id=f"d{number}", text=text)])
            await agent.ask("What is the launch deadline?", session=f"s{number}")
        records = await held(agent)
        assert {(r.value, r.status) for r in records} == {
            ("Oct 15", "disputed"),
            ("Oct 10", "disputed"),
        }
        assert {r.valid_from for r in records} == {None}
        (waiting,) = await agent.memory.reviews()
        assert "nothing tells which is newer" in waiting.reason


async def test_a_secret_that_memory_refuses_is_not_recalled_from_the_transcript() -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        await agent.ask("My password is hunter2-XY77.")
        answer = await agent.ask("What is my password?", session="other")
        assert "hunter2" not in answer.prompt.serialized() + answer.text
        assert "secret" in {row.rule for row in answer.manifest.left_out}


async def test_a_status_or_a_type_that_there_is_not_is_refused_by_name() -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        with pytest.raises(
            loadsheet.InputError,
            match=r"no status 'bogus'; there are: active.*; hypothesis: pending",
        ):
            await agent.memory.list("bogus")
        with pytest.raises(loadsheet.InputError, match="no type 'bogus'; there are: fact"):
            await agent.memory.list(type=cast("Any", "bogus"))


async def test_who_is_back_somewhere_is_elsewhere_no_more() -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        await agent.ask("I'm in Berlin until Friday.")
        await agent.ask("I'm back in Rome.")
        assert [r.value for r in await held(agent, "active")] == ["Rome"]


async def test_a_dish_that_is_disliked_bears_on_a_meal() -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        await agent.ask("I love sushi.")
        await agent.ask("Actually, I can't stand sushi anymore.")
        answer = await agent.ask("Suggest dinner.", session="other")
        assert recalled(answer) == ["Actually, I can't stand sushi anymore."]


@pytest.mark.parametrize(
    "told", ['Bob said: "I live in Paris."', "Translate: I live in Paris.", "Note: my cat is Mo."]
)
async def test_what_is_quoted_or_to_be_worked_on_is_nobodys_statement(told: str) -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        await agent.ask(told)
        assert await held(agent) == []


@pytest.mark.parametrize(
    ("told", "then", "kept"),
    [
        ("My son is four.", "No, he is five.", ("user's son", "age", "five")),
        ("My sister lives in Linz.", "Actually she lives in Graz.", ("user's sister", "live in", "Graz")),
        ("Our new server is in Linz.", "It is in Graz now.", ("user", "server", "Graz")),
        ("The drill is at 9:00.", "It was moved to 9:15.", ("drill", "at", "9:15")),
    ],
)  # fmt: skip
async def test_a_pronoun_corrects_what_alone_was_just_spoken_of(
    told: str, then: str, kept: tuple[str, str, str]
) -> None:
    async with remembering(Day(datetime(2026, 3, 1, tzinfo=UTC))) as agent:
        await agent.ask(told)
        await agent.ask(then)
        old, new = await agent.memory.list()
        assert (old.status, new.supersedes) == ("superseded", (old.id,))
        assert (new.subject, new.key, new.value) == kept


@pytest.mark.parametrize("then", ["He works at Acme.", "They left for Oslo."])
async def test_a_pronoun_that_cannot_mean_what_was_said_tells_nothing_of_it(then: str) -> None:
    async with remembering(Day(datetime(2026, 3, 1, tzinfo=UTC))) as agent:
        await agent.ask("The drill is at 9:00.")
        await agent.ask(then)
        (record,) = await agent.memory.list()
        assert (record.value, record.status) == ("9:00", "active")
