"""Changes that are told in several words, and plain statements about named or definite subjects."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import loadsheet
from loadsheet.artifacts import MemoryRecord, Scope
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.resolve import instead_of, old_value
from loadsheet.memory.extraction.speech import Speech

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def kept(text: str) -> list[MemoryRecord]:
    return candidates(Speech(text=text, scope=Scope(), said_at=MONDAY, message="m"))


def stated(text: str) -> list[tuple[str, str, str]]:
    return [(record.subject, record.key, record.value) for record in kept(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Turns out I love rowing.", ("user", "attitude: rowing", "likes rowing")),
        ("Honestly, I hate opera.", ("user", "attitude: opera", "dislikes opera")),
        (
            "Forget what I said, I can't stand kale.",
            ("user", "attitude: kale", "dislikes kale"),
        ),
        ("I now prefer night trains.", ("user", "preference: trains", "I now prefer night trains.")),
        ("We have a new piano tuner: Mr. Falk.", ("user", "piano tuner", "Mr. Falk")),
        ("They moved me to desk 12.", ("user", "desk", "12")),
        ("Ownership of the wiki went to Mei.", ("Mei", "own", "wiki")),
        ("Call me Kit.", ("user", "name", "Kit")),
        ("Ana became head of sales.", ("Ana", "head of", "sales")),
        ("My vet raised it, I give 20 g of oats now.", ("user", "give g", "20 g of oats")),
        ("The ferry got cancelled, it leaves at 9:30 now.", ("ferry", "leave at", "9:30")),
        ("We no longer ship to Linz, we ship to Graz.", ("user", "ship", "to Graz")),
    ],
)  # fmt: skip
def test_a_change_has_its_new_value_however_it_is_told(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert stated(text) == [expected]


@pytest.mark.parametrize(
    ("told", "change", "value", "key"),
    [
        ("I work at Acme.", "I left Acme and joined Bolt last week.", "Bolt", "work at"),
        ("We use vim for notes.", "We switched the notes from vim to emacs.", "emacs for notes", "use"),
        ("We ship to Linz.", "We no longer ship to Linz, we ship to Graz.", "to Graz", "ship"),
        ("I drink tea.", "I drink juice instead of tea.", "juice", "drink"),
    ],
)  # fmt: skip
def test_a_change_that_names_the_old_value_is_of_what_had_it(
    told: str, change: str, value: str, key: str
) -> None:
    (old,), (new,) = kept(told), kept(change)
    assert new.correction
    assert old_value(new.text)
    found = instead_of(new, [old])
    assert (found.subject, found.key, found.value) == (old.subject, key, value)


def test_one_sentence_tells_where_somebody_was_in_turn() -> None:
    text = "Kim was on Pay from January to March, on Find from April to June, and is on Pay again since July."
    assert [
        (record.value, record.valid_from is not None and record.valid_from.month, record.valid_to is None)
        for record in kept(text)
    ] == [("Pay", 1, False), ("Find", 4, False), ("Pay", 7, True)]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Group 5b meets in hall 3.", ("Group 5b", "meet in", "hall 3")),
        ("The choir meets in hall 3.", ("choir", "meet in", "hall 3")),
        ("The kiosk sells rolls at noon.", ("kiosk", "sell", "rolls at noon")),
        ("The valve controls the flow.", ("valve", "control", "flow")),
        ("Codeine is safe for this patient.", ("Codeine", "safe for", "this patient")),
        ("Guests may use the sauna.", ("Guests", "may use", "sauna")),
        ("Guests may not use the sauna.", ("Guests", "may use", "not sauna")),
        ("Visitors must wear a badge.", ("Visitors", "must wear", "badge")),
        ("Ich wohne in Graz.", ("user", "live in", "Graz")),
        ("Ich bin Vegetarierin.", ("user", "diet", "vegetarian")),
        ("Meine Katze heißt Mimi.", ("user's cat", "name", "Mimi")),
        ("Ich bin keine Vegetarierin mehr.", ("user", "diet", "not vegetarian")),
        ("J'habite à Graz.", ("user", "live in", "Graz")),
        ("Je travaille chez Acme.", ("user", "work at", "Acme")),
        ("Je suis végétarienne.", ("user", "diet", "vegetarian")),
        ("Je ne suis plus végétarien.", ("user", "diet", "not vegetarian")),
    ],
)
def test_a_plain_statement_of_somebody_or_something_is_kept(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert stated(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Explain this prompt.",
        "Summarize this file.",
        "Read my notes about Rome.",
        "No nuts in any recipe, ever.",
        "Let's aim to ship in May.",
        "Sure, let's set up a meeting.",
        "Write the tests first.",
        "Call me later.",
        "The release may slip.",
        "Users may see errors.",
        "The new rules apply to everyone.",
    ],
)
def test_a_request_or_a_guess_is_no_fact(text: str) -> None:
    assert stated(text) == []


async def after(*told: str) -> list[tuple[str, str, str]]:
    """Status, subject and value of what is remembered after each of these turns, a minute apart."""
    now = MONDAY

    def clock() -> datetime:
        return now

    async with loadsheet.Agent.open(
        ":memory:", settings={"embedder": "none"}, clock=clock
    ) as agent:
        for text in told:
            await agent.ask(text)
            now += timedelta(minutes=1)
        return [(r.status, r.subject, r.value) for r in await agent.memory.list()]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We ship to Linz.", "We now ship to Graz."),
        ("I write docs in vim.", "I write docs in emacs now."),
        ("I use tabs.", "I now use spaces."),
        ("I drive a van.", "I drive a Skoda now."),
        ("I commute by bike.", "I commute by tram now."),
        ("I wear size 38 boots.", "Actually I wear size 39 boots."),
        ("I sleep six hours a night.", "I sleep eight hours a night now."),
        ("The code rotates every 30 days.", "The code now rotates every 60 days."),
        ("The dough rests for 40 minutes.", "The dough rests for 50 minutes now."),
        ("We use Perl for the reports.", "We use Ruby for the reports these days."),
        ("My twins go to bed at 7.", "My twins go to bed at 8 now."),
        ("Vera leads the core team.", "Otto leads the core team now."),
        ("Ms. Kern represents the tenants.", "Mr. Bauer represents the tenants instead of Ms. Kern."),
        ("Ada is the head of sales.", "Ben is now the head of sales."),
        ("I'm engaged to Kim.", "I'm married to Kim."),
        ("I'm single.", "I'm engaged to Kim now."),
        ("I drive a van.", "I sold the van and bought a canoe."),
        ("My dentist is Dr. Lim.", "I've changed dentists, it's Dr. Roth now."),
        ("My club is Aero.", "I've joined another club, Blitz."),
        ("I give 20 g of oats.", "My oats were cut to 5 g."),
        ("My ferry leaves at 9:40.", "The ferry got delayed, it leaves at 11:15 now."),
        ("I prefer tabs.", "On second thought, I prefer spaces."),
        ("I take the bus to work.", "I take the train to work now."),
        ("I take metformin.", "Actually I take lisinopril."),
        ("I take metformin.", "I take lisinopril instead."),
        ("I take metformin.", "I take lisinopril now, not metformin."),
        ("I take metformin.", "I no longer take metformin, I take lisinopril."),
        ("I take 5 mg of warfarin.", "I take 10 mg of warfarin now."),
        ("I take 5 mg of warfarin.", "Actually I take 20 mg of lisinopril."),
        ("I play for Leeds.", "I play for York now."),
        ("I eat lunch at 12.", "I eat lunch at 1 now."),
        ("I live in Linz.", "I live in Graz these days."),
        ("Ravi owns the wiki.", "Mei owns the wiki now."),
        ("The kiln listens on port 1.", "The kiln doesn't listen on port 1, it listens on port 2."),
    ],
)  # fmt: skip
async def test_a_marked_change_leaves_one_plain_record(old: str, new: str) -> None:
    kept = await after(old, new)
    assert kept[0][0] == "superseded"
    assert "active" in [status for status, *_ in kept]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I have a cat.", "I have a dog now."),
        ("I speak Welsh.", "I speak Czech now."),
        ("I use vim.", "I now also use emacs."),
        ("We use Perl for the reports.", "We use Ruby for the tests now."),
        ("Vera likes rowing.", "Otto likes rowing now."),
        ("Vera works at Acme.", "Otto works at Acme now."),
        ("My twins go to school at 8.", "My twins go to bed at 7 now."),
        ("I visited Linz.", "I have now visited Graz."),
        ("I play chess.", "I play tennis."),
        ("I play chess.", "I play tennis now."),
        ("I take metformin.", "I take lisinopril now."),
        ("The patient takes metformin.", "The patient takes lisinopril these days."),
        ("I take 5 mg of warfarin.", "I take 20 mg of lisinopril now."),
        ("I take 5 mg of warfarin.", "I take 20 mg of lisinopril."),
        ("The cake needs 2 cups of sugar.", "The cake needs 3 cups of flour now."),
        ("I eat eggs.", "I eat fish now."),
        ("We sell bikes.", "We sell scooters nowadays."),
        ("I follow Ana on Chirp.", "I follow Ben on Chirp now."),
        ("Ravi owns a Skoda.", "Mei owns a Skoda now."),
        ("Vera leads a team.", "Otto leads a team now."),
        ("I drive a van.", "I sold the boat."),
    ],
)
async def test_what_only_comes_to_what_was_leaves_it_alone(one: str, other: str) -> None:
    assert {status for status, *_ in await after(one, other)} == {"active"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We use Perl.", "We use Ruby for the reports now."),
        ("I use vim.", "I use a tablet now."),
    ],
)
async def test_a_change_of_doubtful_extent_is_a_conflict(one: str, other: str) -> None:
    assert {status for status, *_ in await after(one, other)} == {"disputed"}


async def test_where_several_hold_a_new_one_replaces_none() -> None:
    kept = await after("We ship to Linz.", "We ship to Graz.", "We ship to Wels now.")
    assert {status for status, *_ in kept} == {"active"}


@pytest.mark.parametrize(
    "change",
    [
        "{} on Friday instead.",
        "{} on Friday after all.",
        "{} on Friday from now on.",
        "{} now on Friday.",
        "Oops, {} on Friday.",
        "It changed: {} on Friday.",
        "Change of plans: {} on Friday.",
        "Just to correct myself, {} on Friday.",
        "As of today {} on Friday.",
    ],
)
@pytest.mark.parametrize("subject", ["the rehearsal is", "my class is", "lunch is"])
async def test_the_words_that_mark_a_change_are_no_part_of_what_is_said(
    subject: str, change: str
) -> None:
    told = f"{subject} on Monday."
    said = change.format(subject)
    kept_ = await after(told[0].upper() + told[1:], said[0].upper() + said[1:])
    assert [(status, value) for status, _, value in kept_] == [
        ("superseded", "Monday"),
        ("active", "Friday"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Answers in Dutch from now on.",
        "Your replies are short from now on.",
        "Use feet from now on.",
    ],
)
async def test_how_answers_are_to_be_from_now_on_is_a_rule(text: str) -> None:
    assert {record.type for record in kept(text)} == {"procedural"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada is the head of sales.", "The head of sales is Ben now."),
        ("The head of sales is Ada.", "Ben is the head of sales now."),
        ("My manager is Ada.", "My new manager is Ben."),
        ("My new manager is Ada.", "My manager is now Ben."),
        ("Call me Ed.", "Stop calling me Ed."),
        ("Ich wohne in Graz.", "Ich wohne jetzt in Linz."),
        ("Ich bin Vegetarier.", "Ich bin kein Vegetarier mehr."),
        ("J'habite à Graz.", "J'habite maintenant à Linz."),
        ("Je suis végétarien.", "Je ne suis plus végétarien."),
    ],
)
async def test_a_change_meets_what_is_told_the_other_way_round(one: str, other: str) -> None:
    assert [status for status, *_ in await after(one, other)] == ["superseded", "active"]


def test_a_verb_that_is_left_out_is_that_of_the_statement_before() -> None:
    text = (
        "Kim was on Pay January–March 2025, then Find April–June 2025, later Docs July–August 2025."
    )
    assert [
        (r.subject, r.value, r.valid_from and r.valid_from.month) for r in kept(text)
    ] == [("Kim", "Pay", 1), ("Kim", "Find", 4), ("Kim", "Docs", 7)]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "question", "read"),
    [
        ("My florist hates football.", "What does my florist hate?", True),
        ("My florist hates football.", "What do I hate?", False),
        ("I'm lactose intolerant.", "Recommend a dessert.", True),
        ("I have coeliac disease.", "What should I cook tonight?", True),
        ("I have coeliac disease.", "What should I wear tonight?", False),
        ("I don't like mushrooms.", "Suggest a recipe.", True),
        ("I live in Graz.", "Is it windy tomorrow?", True),
        ("I live in Graz.", "Is the door closed tomorrow?", False),
    ],
)
async def test_what_bears_on_a_question_is_read_and_nothing_else(
    told: str, question: str, read: bool
) -> None:
    async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.ask(told, session="before")
        ready = await agent.prepare(question)
        kinds = {entry.kind for entry in ready.manifest.entries}
        assert bool(kinds & {"memory", "structured_state"}) == read


@pytest.mark.parametrize(
    "change", ["The ramipril was increased to 10 mg.", "Mum takes 10 mg of ramipril now."]
)
async def test_of_two_amounts_in_a_sentence_a_change_ends_the_one_that_it_names(
    change: str,
) -> None:
    told = "Mum takes 5 mg of ramipril in the morning and 20 mg of simvastatin at night."
    kept = await after(told, change)
    assert [(status, value.split(" in ")[0]) for status, _, value in kept] == [
        ("superseded", "5 mg of ramipril"),
        ("active", "20 mg of simvastatin at night"),
        ("active", "10 mg of ramipril"),
    ]
