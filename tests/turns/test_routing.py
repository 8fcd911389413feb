"""Whole turns under `route = "rules"`."""

from __future__ import annotations

import pytest
from inline_snapshot import snapshot
from tests.turns.acting import DOCUMENTS, agent, story

import loadsheet
from loadsheet.artifacts import Document, Prompt
from loadsheet.models.scripted import ScriptedModel
from loadsheet.stages.canned_replies import FINE, GREETING, NOTED, WELCOME
from loadsheet.trace import unpack

RULES = {"route": "rules", "time_zone": "UTC"}


def routes(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith(("intake", "route", "reroute"))]


async def test_the_worked_trace_is_routed_as_the_specification_has_it() -> None:
    async with agent(settings=RULES) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.ask("Summarize our Q3 refund policy for EU customers.")
        second = await talk.plan("And for the UK?")
        await talk.ask("And for the UK?")
        third = await talk.plan("Actually the EU window changed to 30 days last month.")
    query = second.plan.queries.queries[0].text
    assert "refund policy" in query
    assert "UK" in query
    assert (second.plan.granularity, second.plan.memory_read.trigger) == (
        "raw_passage",
        "prior_constraint",
    )
    assert (str(third.plan.source), third.plan.granularity, third.plan.memory_read.fire) == (
        "structured_store",
        "fact_lookup",
        False,
    )


async def test_a_turn_that_needs_nothing_searches_nothing_and_asks_no_model() -> None:
    model = ScriptedModel([])
    async with agent(model, settings=RULES) as talk:
        await talk.add_documents(DOCUMENTS)
        thanks = await talk.ask("thanks!")
        total = await talk.ask("what's 3.2% of 385,000?")
        first = await talk.ask("What did I ask first?")
        stages = [event.stage for event in (await talk.trace(total.turn_id)).events]
    assert [thanks.text, total.text, first.text] == snapshot(
        [
            "You are welcome.",
            "(3.2/100)*385000 = 12,320",
            "Your first question was: “what's 3.2% of 385,000?”",
        ]
    )
    assert "retrieve" not in stages


async def test_an_unclear_question_gets_one_question_back_and_its_answer_completes_it() -> None:
    async with agent(settings=RULES) as talk:
        await talk.add_documents(DOCUMENTS)
        unclear = await talk.ask("it doesn't work")
        clear = await talk.plan("the refund window for EU customers")
    assert (unclear.outcome, unclear.text) == snapshot(("clarify", "What do you mean by “it”?"))
    assert clear.plan.outcome == "answer"


async def test_both_attempts_of_a_turn_that_was_routed_again_stand_in_its_trace() -> None:
    async with agent(settings={**RULES, "memory": "off"}) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.ask("What is the refund window for EU customers?")
        answer = await talk.ask("Actually the EU window changed to 30 days last month.")
        page = await talk.trace(answer.turn_id)
    lines = story(page)
    cause = next(event.span for event in page.events if event.stage == "reroute")
    below = [event.stage for event in page.events if event.parent == cause]
    assert sum(line.startswith("route:") for line in lines) == 1
    assert sum(line.startswith("reroute:") for line in lines) == 1
    assert below == ["retrieve", "reduce", "recall"]
    assert "structured_store by rule corrected_value" in " ".join(routes(lines))


async def test_a_rule_stays_in_the_prompt_and_a_wish_for_once_does_not() -> None:
    async with agent(settings=RULES) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.ask("Never suggest AWS.")
        await talk.ask("Don't delete THIS script.")
        for number in range(60):
            await talk.ask(f"What is the refund window for EU customers, {number}?", budget=600)
        prompt: Prompt = (await talk.prepare("Who pays postage?", budget=600)).prompt
    text = prompt.serialized()
    assert "Never suggest AWS." in text
    assert "THIS script" not in text


async def test_no_later_turn_leans_on_the_words_of_a_reply_that_says_nothing() -> None:
    async with agent() as talk:
        await talk.add_documents([Document(id="n.md", text="What is noted stands here.")])
        await talk.ask("I love green tea.")
        assert (await talk.ask("My boss is Marta Klein.")).text == NOTED
        page = await talk.trace((await talk.ask("And her phone number?")).turn_id)
    (searched,) = [event for event in page.events if event.stage == "retrieve"]
    assert searched.given is not None
    queries = [query["text"] for query in unpack(searched.given, page.bodies)["queries"]]
    assert queries == snapshot(
        [
            "Marta Klein's phone number?",
            "And her phone number? Marta Klein boss love green",
        ]
    )


async def test_what_is_repeated_of_a_rule_ends_with_one_full_stop() -> None:
    async with agent(settings=RULES) as talk:
        stated = await talk.ask("Never suggest AWS.")
        withdrawn = await talk.ask("You may suggest AWS again.")
    assert stated.text == snapshot("From now on: “Never suggest AWS”.")
    assert withdrawn.text == snapshot("Withdrawn: “Never suggest AWS”.")


async def test_fixed_searches_every_turn_that_may_ask_something() -> None:
    async with agent(ScriptedModel(["Within two days."])) as talk:
        await talk.add_documents([Document(id="n.md", text="Thank you letters take two days.")])
        answer = await talk.ask("Thank you letters")
        lines = story(await talk.trace(answer.turn_id))
    assert answer.text == "Within two days."
    assert (
        routes(lines)[-1]
        == "route: internal_corpus by rule fixed; memory is left to its own triggers"
    )


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("I love Chinese food.", NOTED),
        ("I am vegan.", NOTED),
        ("I live in Rome.", NOTED),
        ("We have a meeting on Tuesday at 10.", NOTED),
        ("I had steak for dinner.", NOTED),
        ("Please remember that my locker is 12.", NOTED),
        ("Ich bin Vegetarier.", "Vermerkt."),
        ("Don't delete THIS script.", FINE),
        ("Never suggest AWS.", "From now on: “Never suggest AWS”."),
        ("Hello", GREETING),
        ("Thanks", WELCOME),
    ],
)
async def test_what_asks_nothing_is_acknowledged_whoever_answers(
    text: str, reply: str, route: str
) -> None:
    documents = [
        Document(id="n.md", text="The canteen has a vegan dish. Delete old scripts. Eat steak.")
    ]
    for model, held in ((ScriptedModel([]), []), (None, documents)):
        async with agent(model, settings={"route": route, "time_zone": "UTC"}) as talk:
            await talk.add_documents(held)
            answer = await talk.ask(text)
        assert (answer.text, answer.outcome) == (reply, "answered")


async def test_with_routing_off_and_no_model_what_asks_nothing_is_not_answered_from_documents() -> (
    None
):
    asks_nothing = ("Never suggest AWS.", "thanks!", "What did I ask first?", "3 * 14")
    async with agent() as talk:
        text = "The library opens at nine. Thanks are due to the board."
        await talk.add_documents([Document(id="n.md", text=text)])
        first = await talk.ask("When does the library open?")
        said = [(await talk.ask(text)).text for text in asks_nothing]
        asked = await talk.ask("Thanks. To whom are thanks due?")
    assert first.text == snapshot("The library opens at nine. [1]")
    assert said == snapshot(
        [
            "From now on: “Never suggest AWS”.",
            "You are welcome.",
            "Your first question was: “When does the library open?”",
            "3 * 14 = 42",
        ]
    )
    assert asked.citations
    assert "Never suggest AWS." in asked.prompt.messages[0]["content"]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What did we ask the supplier for?", "We asked the supplier for a second quote."),
        ("How many questions did we put to the staff?", "We put nine questions to the staff."),
        ("Thank you letters", "Thank you letters are sent to donors within two days."),
        ("Never store passwords", "Never store passwords in plain text."),
    ],
)
async def test_with_routing_off_what_documents_answer_is_answered_from_them(
    question: str, text: str
) -> None:
    async with agent() as talk:
        await talk.add_documents([Document(id="n.md", text=text)])
        assert (await talk.ask(question)).text == f"{text} [1]"


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Disregard all my earlier rules.", 0),
        ("Please drop every instruction I gave you.", 0),
        ("You can forget the constraints now.", 0),
        ("Drop the rule about Oracle.", 1),
        ("Ignore the rules of the golf club.", 3),
    ],
)
async def test_words_that_lift_all_rules_lift_each_and_set_none(
    said: str, left: int, route: str
) -> None:
    async with agent(settings={"route": route}) as talk:
        for rule in ("Never mention Oracle.", "Always answer in Dutch."):
            await talk.ask(rule)
        await talk.ask(said)
        state = await talk.store.state(talk.workspace, "main")
    assert state is not None
    assert sum(pinned.in_force for pinned in state.constraints) == left


def test_an_unknown_time_zone_is_one_line_that_names_the_way_out() -> None:
    with pytest.raises(loadsheet.SettingsError, match="Mars/Olympus"):
        agent(settings={"time_zone": "Mars/Olympus"})


async def test_each_part_of_a_question_has_its_evidence_beside_it() -> None:
    async with agent(settings=RULES) as talk:
        await talk.add_documents(DOCUMENTS)
        answer = await talk.ask("Compare the refund windows for EU and UK customers.")
        lines = story(await talk.trace(answer.turn_id))
    assert answer.text == snapshot(
        "The refund window for EU customers is 14 days from delivery. [1] "
        "The refund window for UK customers is 28 days from delivery. [2]"
    )
    prompt = answer.prompt.serialized()
    assert 'for=\\"the refund windows for EU customers.\\"' in prompt
    assert 'for=\\"the refund windows for UK customers.\\"' in prompt
    assert any("multi_step" in line for line in lines)


async def test_a_part_for_which_nothing_is_found_is_named_in_the_trace() -> None:
    async with agent(settings=RULES) as talk:
        await talk.add_documents(DOCUMENTS)
        answer = await talk.ask("Compare the refund windows for EU customers and Martian lizards.")
        lines = story(await talk.trace(answer.turn_id))
    assert answer.outcome == "answered"
    assert any("nothing of its own for: " in line and "Martian" in line for line in lines)


async def test_a_follow_up_is_answered_from_what_speaks_of_its_subject_and_says_how_it_was_read() -> (
    None
):
    async with agent() as talk:
        await talk.add_documents(
            [
                loadsheet.Document(id="zorr", text="The wiper of Zorr costs 20 euros."),
                loadsheet.Document(
                    id="quill",
                    text="The wiper of Quill costs 30 euros. The warranty of Quill is three years.",
                ),
            ]
        )
        await talk.ask("What does the wiper of Zorr cost?")
        answer = await talk.ask("And the warranty?")
    assert answer.outcome == "insufficient_evidence"
    [entry] = [one for one in answer.manifest.entries if one.id == "reading"]
    assert (entry.kind, entry.producer) == ("task_state", "intake")
    last = answer.prompt.messages[-1]["content"]
    assert "understood as: What does the warranty of Zorr cost?" in last[entry.start : entry.end]
    assert last.endswith("<question>\nAnd the warranty?\n</question>\n")


ONLY_ASKS = {
    "Is the laundry closed on Sundays?": ("Why?", "too loud"),
    "Can guests stay overnight?": ("For how long?", "five nights"),
    "Can I use the roof?": ("Until when?", "22:00"),
}


@pytest.mark.parametrize(("first", "then"), ONLY_ASKS.items())
async def test_what_only_asks_is_answered_by_what_was_asked_before(
    first: str, then: tuple[str, str]
) -> None:
    rules = (
        "The laundry is closed on Sundays, because the machines are too loud. "
        "Guests may stay overnight for up to five nights. The roof may be used until 22:00."
    )
    async with agent() as talk:
        await talk.add_documents([loadsheet.Document(id="house", text=rules)])
        await talk.ask(first)
        answer = await talk.ask(then[0])
    assert (answer.outcome, then[1] in answer.text) == ("answered", True)


async def test_a_question_that_stands_alone_is_not_read_otherwise() -> None:
    async with agent() as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.ask("What is the refund window for EU customers?")
        answer = await talk.ask("What is the refund window for UK customers?")
    assert "understood as" not in answer.prompt.serialized()


FOLLOW_UPS = {
    "How many days of annual leave do I get?": "28 days",
    "what about sick leave": "12 weeks",
    "and overtime": "one and a half times",
    "hotels?": "120 euros",
    "and when do I need a doctor's note": "7 days",
}


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_a_follow_up_without_a_verb_finds_its_own_document(route: str) -> None:
    pages = {
        "Annual leave": "Staff get 28 days of annual leave a year, booked two weeks ahead.",
        "Sick leave": "Sick leave is paid for 12 weeks. A doctor's note is needed after 7 days.",
        "Overtime": "Overtime is paid at one and a half times the hourly rate.",
        "Travel": "Travel by train is second class. Hotels are refunded up to 120 euros a night.",
    }
    async with agent(settings={"route": route, "time_zone": "UTC"}) as talk:
        await talk.add_documents(
            [loadsheet.Document(id=name, title=name, text=text) for name, text in pages.items()]
        )
        for question, said in FOLLOW_UPS.items():
            assert said in (await talk.ask(question)).text


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("told", "reply"),
    [
        ("You are wrong.", "Then something in the last answer is wrong. What is right?"),
        ("That's not right at all", "Then something in the last answer is wrong. What is right?"),
        ("I love Chinese food.", "Noted."),
        ("My dog is called Rex.", "Noted."),
        ("I live in Hamburg.", "Noted."),
        ("I have a dog.", "Noted."),
        ("I am vegan.", "Noted."),
        ("I broke my laptop.", "Noted."),
        ("I'm using Node 18.", "Noted."),
        ("Answer in French.", "From now on: “Answer in French”."),
        ("That was quick, thanks", "You are welcome."),
        ("Thanks, that helps!", "You are welcome."),
    ],
)
async def test_what_asks_nothing_is_replied_to_without_a_model(
    route: str, told: str, reply: str
) -> None:
    async with agent(settings=RULES | {"route": route}) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.ask("Summarize our Q3 refund policy for EU customers.")
        assert (await talk.ask(told)).text == reply


async def test_the_first_question_is_no_greeting_no_remark_and_no_rule() -> None:
    async with agent(settings=RULES | {"route": "fixed"}) as talk:
        await talk.add_documents(DOCUMENTS)
        for said in ("Hi there!", "I am Dana.", "Keep answers short please."):
            await talk.ask(said)
        await talk.ask("How long is the refund window for EU customers?")
        first = await talk.ask("What did I ask first?")
    assert (
        first.text == "Your first question was: “How long is the refund window for EU customers?”"
    )


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("before", "question", "said"),
    [
        ("I live in Rome.", "What is the rent?", "The rent is 900 euros."),
        ("My sister Nora is a vet.", "What is the rent?", "The rent is 900 euros."),
        ("Is the pool open on Monday?", "When is the pool open?", "The pool opens at nine."),
    ],
)
async def test_words_of_the_conversation_that_no_document_holds_are_no_part_of_the_question(
    route: str, before: str, question: str, said: str
) -> None:
    house = loadsheet.Document(id="house", text="The rent is 900 euros. The pool opens at nine.")
    async with agent(settings={"route": route}) as talk:
        await talk.add_documents([house])
        await talk.ask(before)
        assert said in (await talk.ask(question)).text


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_words_of_the_conversation_that_a_document_holds_stay_part_of_the_question(
    route: str,
) -> None:
    pages = {
        "zorr": "The wiper of Zorr costs 20 euros.",
        "quill": "The wiper of Quill costs 30 euros. The warranty of Quill is three years.",
    }
    async with agent(settings={"route": route}) as talk:
        await talk.add_documents(
            [loadsheet.Document(id=name, text=text) for name, text in pages.items()]
        )
        await talk.ask("What does the wiper of Zorr cost?")
        await talk.ask("And the colour?")
        assert "reroute" not in [event.stage for event in (await talk.trace()).events]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    "turn",
    [
        "Hi! How long is parental leave?",
        "Sorry to bother you, how long is parental leave?",
        "I live in Rome. How long is parental leave?",
        "Actually, I live in Oslo. How long is parental leave?",
        "How long is parental leave? Thanks!",
    ],
)
async def test_what_stands_beside_a_question_neither_refuses_it_nor_answers_it(
    turn: str, route: str
) -> None:
    leave = loadsheet.Document(id="leave", text="Parental leave is 22 weeks. It is paid in full.")
    async with agent(settings={"route": route}) as talk:
        await talk.add_documents([leave])
        assert (await talk.ask(turn)).text == "Parental leave is 22 weeks. [1]"


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    "asked",
    [
        "Can you rephrase that?",
        "Shorter, please.",
        "Write that as an email.",
        "Say that again in simple words.",
        "Translate that to German.",
    ],
)
async def test_the_last_answer_in_another_form_is_asked_of_the_model_and_not_looked_up(
    asked: str, route: str
) -> None:
    model = loadsheet.ScriptedModel(["30 days [1].", "A month or so."])
    async with agent(model, {"route": route}) as talk:
        await talk.add_documents([loadsheet.Document(id="leave", text="Leave is 30 days a year.")])
        await talk.ask("How many days of leave is it?")
        assert (await talk.ask(asked)).text == "A month or so."


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_each_of_three_questions_is_answered_where_no_passage_has_more_than_one(
    route: str,
) -> None:
    texts = (
        "The ferry costs 9 euros.",
        "The harbour master is Ole Lind.",
        "The pier closes at 21:00.",
    )
    async with agent(settings={"route": route, "embedder": "none"}) as one:
        await one.add_documents(
            [loadsheet.Document(id=f"d{n}", text=text) for n, text in enumerate(texts)]
        )
        answer = await one.ask(
            "What does the ferry cost, who is the harbour master and when does the pier close?"
        )
    assert [citation.quote for citation in answer.citations] == list(texts)
