from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stages.talking import Talk

from loadsheet.artifacts import SessionState
from loadsheet.intent.reading import KEPT, TOPIC_LIMIT
from loadsheet.intent.rewriting.salience import ENTITY_LIMIT, TERM_LIMIT
from loadsheet.stages.intake import Intake


def test_a_follow_up_by_group_takes_the_place_of_the_group_before() -> None:
    talk = Talk()
    _, second = talk.queries("Summarize our Q3 refund policy for EU customers.", "And for the UK?")
    assert second == "Summarize our Q3 refund policy for UK customers."


def test_each_variant_keeps_the_thing_and_changes_the_need() -> None:
    queries = Talk().queries(
        "How much is a Tesla Model 3 tyre change?", "What about a service?", "And a windscreen?"
    )
    assert queries == [
        "How much is a Tesla Model 3 tyre change?",
        "How much is a Tesla Model 3 service?",
        "How much is a Tesla Model 3 windscreen?",
    ]


def test_a_question_that_names_its_own_subject_is_never_rewritten() -> None:
    talk = Talk()
    talk.say("What does section SPC-0500 say?")
    heard, _ = talk.say("SCARLET ALBATROSS CLOSEOUT 9928")
    assert heard.turn.query == "SCARLET ALBATROSS CLOSEOUT 9928"
    assert heard.turn.reason.startswith("self-contained")
    assert heard.turn.topic_switch


def test_an_announced_change_of_subject_leaves_the_old_one_behind() -> None:
    talk = Talk()
    talk.say("How many vacation days does a full-time employee get?")
    heard, _ = talk.say("Now something else: do I need approval to work from Portugal?")
    assert heard.turn.query == "do I need approval to work from Portugal?"
    assert heard.turn.topic_switch


def test_the_second_one_is_the_second_of_the_last_list() -> None:
    talk = Talk()
    talk.say("Which funds avoid tobacco?", "Two do: 1. Nordlys Global, 2. Meridian Small Cap.")
    heard, _ = talk.say("What does the second one charge?")
    assert heard.turn.query == "What does Meridian Small Cap charge?"
    assert heard.turn.resolved == (("the second one", "Meridian Small Cap"),)


def test_what_counts_past_the_end_of_the_list_stays_unresolved() -> None:
    talk = Talk()
    talk.say("Which funds avoid tobacco?", "Nordlys Global and Meridian Small Cap.")
    heard, plan = talk.say("What about the third one?")
    assert heard.turn.unresolved == ("the third one",)
    assert plan.outcome == "clarify"


def test_a_pronoun_borrows_the_words_that_the_talk_turns_on() -> None:
    talk = Talk()
    talk.say("How did the Hanseatic League decline?", "The Dutch outcompeted it.")
    heard, _ = talk.say("When was its last diet held?")
    assert "Hanseatic League" in heard.turn.query
    assert heard.turn.form == "anaphora"


def test_a_repair_replaces_what_was_misunderstood() -> None:
    talk = Talk()
    talk.say("What did the colony in hive 3 go through last winter?")
    heard, _ = talk.say("No, hive 5 I meant.")
    assert heard.turn.correction == "question"
    assert "5" in heard.turn.query
    assert "3" not in heard.turn.query.split()


def test_actually_alone_corrects_nothing() -> None:
    talk = Talk()
    talk.say("What is the EU refund window?", "14 days.")
    assert talk.say("Actually the EU window changed to 30 days.")[0].turn.correction == "value"
    assert talk.say("Actually, that was quick. Thanks.")[0].turn.correction == ""


def test_a_standing_rule_is_pinned_word_for_word_and_a_wish_for_once_is_not() -> None:
    talk = Talk()
    talk.say("Never suggest AWS.")
    talk.say("Don't delete THIS script.")
    talk.say("Answer this one in French, just this once.")
    assert [pinned.text for pinned in talk.state.constraints] == ["Never suggest AWS."]


def test_a_rule_is_lifted_by_words_that_speak_of_it() -> None:
    talk = Talk()
    talk.say("From here on ignore anything below 10k a year.")
    talk.say("Only consider suppliers in Norway.")
    talk.say("ok you can drop that 10k cutoff again")
    in_force = [pinned.text for pinned in talk.state.constraints if pinned.in_force]
    assert in_force == ["Only consider suppliers in Norway."]


def test_quoted_words_set_no_rule() -> None:
    heard, _ = Talk().say('"Never use the passive" it says on my mug. Does the guide agree?')
    assert heard.turn.stated == ()


def test_relative_dates_are_made_absolute() -> None:
    heard, _ = Talk().say("What did the board decide yesterday, and what last month?")
    assert heard.turn.dates == (
        ("yesterday", "2026-03-03"),
        ("last month", "2026-02-01/2026-02-28"),
    )


def test_a_clarified_question_is_completed_by_the_answer() -> None:
    talk = Talk()
    _, plan = talk.say("it doesn't work", "What doesn't work?")
    assert plan.outcome == "clarify"
    heard, plan = talk.say("the vpn, whenever I'm on the train")
    assert plan.outcome == "answer"
    assert heard.turn.query == "it doesn't work: the vpn, whenever I'm on the train"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=300).filter(str.strip), max_size=30))
def test_no_conversation_makes_the_state_grow_without_limit(texts: list[str]) -> None:
    talk = Talk()
    for text in texts:
        talk.say(text, text)
    state: SessionState = talk.state
    assert len(state.topic) <= TOPIC_LIMIT
    assert len(state.terms) <= TERM_LIMIT
    assert len(state.entities) <= ENTITY_LIMIT
    assert max(len(state.questions), len(state.told), len(state.answered)) <= KEPT


def test_the_same_turn_is_heard_alike_each_time() -> None:
    heard = [Talk().say("And for the UK?")[0].model_dump_json() for _ in range(3)]
    assert len(set(heard)) == 1
    assert Intake.name == "intake"


EVERYDAY = {
    "How many days of leave are there?": "Every employee has 28 days of leave. [1]",
    "When does the London office close?": "The office in London closes at 18:00. [1]",
    "What does a ticket cost?": "A ticket costs 12 euros. [1]",
    "How heavy is the pump?": "The pump weighs 300 g. [1]",
    "Where does my sister live?": "My sister lives in Bari.",
    "Who waters the plants?": "Nina waters the plants.",
}
"""Questions that name their own subject, with what each is answered."""


@given(st.lists(st.sampled_from(sorted(EVERYDAY)), min_size=2, max_size=12))
@settings(max_examples=60, deadline=None)
def test_a_question_is_read_alike_wherever_it_is_asked_and_however_often(asked: list[str]) -> None:
    talk = Talk()
    for question in asked:
        heard, _ = talk.say(question, EVERYDAY[question])
        assert heard.turn.query == question
