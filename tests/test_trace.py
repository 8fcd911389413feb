"""The recorder: allowances are handed down, overruns are reported, and a packed artifact comes back as it was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import (
    Artifact,
    Budget,
    Candidate,
    CandidateList,
    EvidenceSet,
    Heard,
    LeftOut,
    NormalizedTurn,
    Scope,
    SessionState,
    Turn,
)
from loadsheet.errors import InputError
from loadsheet.trace import SECONDS_SHARE, Allowance, Recorder, StageReport, pack, unpack

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEXTS = st.text(max_size=300) | st.text(min_size=160, max_size=170)


def candidate(text: str) -> Candidate:
    return Candidate(
        passage_id="d@1:0-9",
        document="d",
        version=1,
        start=0,
        end=len(text),
        text=text,
        tokens=3,
        found_by="lexical",
        query="q",
        rank=1,
        score=1.5,
        timestamp=NOW,
    )


def heard(text: str) -> Heard:
    scope = Scope()
    turn = Turn(id="t1", scope=scope, text=text, asked_at=NOW)
    state = SessionState(scope=scope)
    return Heard(turn=NormalizedTurn(turn=turn, question=text), state=state, next_state=state)


@given(st.lists(TEXTS, max_size=5), TEXTS)
def test_an_artifact_comes_back_from_its_bodies_as_it_was(texts: list[str], question: str) -> None:
    bodies: dict[str, str] = {}
    found = CandidateList(candidates=tuple(candidate(text) for text in texts))
    for artifact in (found, heard(question)):
        name = pack(artifact, bodies)
        assert type(artifact).model_validate(unpack(name, bodies)) == artifact


def test_what_two_artifacts_carry_is_stored_once() -> None:
    bodies: dict[str, str] = {}
    text = "The refund window for EU customers is 14 days from delivery. " * 5
    for artifact in (CandidateList(candidates=(candidate(text),)), heard(text), heard(text)):
        pack(artifact, bodies)
    assert [body for body in bodies.values() if text in body] == [text]


def test_a_text_that_looks_like_a_reference_stays_a_text() -> None:
    bodies: dict[str, str] = {}
    name = pack(heard('{"$text": "x"}'), bodies)
    assert Heard.model_validate(unpack(name, bodies)).turn.question == '{"$text": "x"}'


@given(st.floats(0.01, 600), st.integers(0, 10**6), st.integers(0, 10**5))
def test_the_stages_together_are_given_no_more_than_the_turn(
    seconds: float, prompt: int, reserve: int
) -> None:
    budget = Budget(prompt_tokens=prompt, output_reserve=reserve, seconds=seconds)
    given_out = [Allowance.of(budget, stage) for stage in SECONDS_SHARE]
    assert sum(allowance.seconds for allowance in given_out) <= seconds * (1 + 1e-9)
    assert all(a.tokens is None or a.tokens <= max(prompt, reserve) for a in given_out)


@given(st.floats(0, 10), st.none() | st.integers(0, 100), st.none() | st.floats(0, 10))
def test_an_overrun_is_named_exactly_when_more_was_spent_than_allowed(
    seconds: float, tokens: int | None, cost: float | None
) -> None:
    allowance = Allowance(seconds=5, tokens=50, cost=5)
    over = allowance.exceeded(seconds, tokens, cost)
    assert ("seconds" in over) == (seconds > 5)
    assert ("tokens" in over) == (tokens is not None and tokens > 50)
    assert ("cost" in over) == (cost is not None and cost > 5)


class Given(Artifact):
    """What the stage below takes."""

    tokens: int


@dataclass(frozen=True)
class Spend:
    """A stage that reports the tokens that it is given, or fails."""

    name: ClassVar[str] = "reduce"

    def __call__(self, given: Given, /) -> EvidenceSet:
        if given.tokens < 0:
            raise InputError("less than nothing")
        return EvidenceSet()

    def report(self, given: Any, gave: Any, /) -> StageReport:
        return StageReport(tokens=given.tokens)


def recorder() -> Recorder:
    return Recorder(lambda: NOW, Budget(prompt_tokens=1000))


def test_a_stage_that_offers_more_than_its_share_is_said_to() -> None:
    recording = recorder()
    recording.run(Spend(), Given(tokens=550))
    recording.run(Spend(), Given(tokens=551))
    assert recording.overruns() == ("reduce used 551 tokens, its allowance was 550",)


def test_a_stage_that_fails_leaves_its_input_and_its_error() -> None:
    recording = recorder()
    with pytest.raises(InputError):
        recording.run(Spend(), Given(tokens=-1))
    (event,) = recording.events
    assert event.failure == "InputError: less than nothing"
    assert event.gave is None
    assert unpack(event.given or "", recording.bodies)["tokens"] == -1


def test_a_value_made_in_trust_is_the_value_made_with_checks() -> None:
    made = LeftOut(id="e", kind="evidence", stage="reduce", rule="r", reason="x", tokens=3)
    fields = {name: getattr(made, name) for name in LeftOut.model_fields}
    trusted = LeftOut.trusted(**fields)
    assert trusted == made
    assert trusted.model_dump_json() == made.model_dump_json()
    assert trusted.model_copy(update={"tokens": 4}).tokens == 4
