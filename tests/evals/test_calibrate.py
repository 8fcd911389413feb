from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.errors import InputError
from loadsheet.evals.calibrate import KEEP, Sample, fit, outcome, written
from loadsheet.evals.chance import needed, pairs_needed, sign_test, wilson
from loadsheet.evals.questions import questions_from

NOW = {"sufficiency": 0.9, "evidence_floor": 0.05, "evidence_cap": 0.7, "evidence_room": 1500.0}

SAMPLES = st.lists(
    st.builds(
        Sample,
        question=st.just("q"),
        answerable=st.booleans(),
        confidence=st.floats(0, 1).map(lambda v: round(v, 4)),
        passages=st.lists(
            st.tuples(
                st.floats(0, 1).map(lambda v: round(v, 4)), st.integers(1, 400), st.booleans()
            ),
            max_size=8,
        ).map(lambda rows: tuple(sorted(rows, reverse=True))),
    ),
    min_size=1,
    max_size=20,
)


def sample(answerable: bool, confidence: float, *passages: tuple[float, int, bool]) -> Sample:
    return Sample(question="q", answerable=answerable, confidence=confidence, passages=passages)


def test_a_threshold_between_both_kinds_of_question_is_found() -> None:
    samples = [
        *(sample(True, value) for value in (0.6, 0.7, 0.8)),
        *(sample(False, value) for value in (0.1, 0.2, 0.4)),
    ] * 4
    found = fit(samples, NOW)
    assert found.settings["sufficiency"] == 0.5
    assert found.before is not None
    assert found.after is not None
    assert (found.before.accuracy, found.after.accuracy) == (0.5, 1.0)
    assert found.auroc == 1.0


def test_of_thresholds_that_do_alike_the_nearest_is_taken() -> None:
    samples = [
        *(sample(True, value) for value in (0.2, 0.6, 0.7, 0.8)),
        *(sample(False, value) for value in (0.1, 0.3, 0.3, 0.35)),
    ] * 10
    for now, fits in ((0.32, 0.475), (0.4, 0.4), (0.62, 0.475)):
        assert fit(samples, NOW | {"sufficiency": now}).settings["sufficiency"] == fits


def test_thresholds_are_tried_on_other_questions() -> None:
    samples = [
        sample(True, 0.8, (0.9, 100, True), (0.1, 300, False)),
        sample(False, 0.6, (0.2, 100, False)),
    ]
    now = outcome(samples, NOW)
    assert (now.answered, now.refused, now.kept, now.tokens) == (0, 1, 1, 250)
    fitted = outcome(samples, NOW | {"sufficiency": 0.5, "evidence_floor": 0.3})
    assert (fitted.answered, fitted.refused, fitted.kept, fitted.tokens) == (1, 0, 1, 50)
    assert outcome([], NOW).kept is None


def test_too_few_questions_of_a_kind_change_nothing() -> None:
    found = fit([sample(True, 0.8), sample(False, 0.1)], NOW)
    assert found.settings == {k: v for k, v in NOW.items() if k != "evidence_room"}
    assert (found.curve, found.auroc) == ((), None)


def test_the_floor_lies_under_the_passages_that_answer() -> None:
    rows = [sample(True, 0.9, (0.9, 100, True), (0.2, 100, False)) for _ in range(40)]
    assert fit(rows, NOW).settings["evidence_floor"] == 0.9


@given(SAMPLES)
def test_a_fit_is_never_less_accurate_than_what_was_set(samples: list[Sample]) -> None:
    found = fit(samples, NOW)
    assert all(0 <= value <= 1 for value in found.settings.values())
    if found.before and found.after:
        assert found.after.accuracy >= found.before.accuracy
        assert found.auroc is not None
        assert 0 <= found.auroc <= 1
    if found.settings["evidence_floor"] <= NOW["evidence_floor"]:
        return
    right = [r for one in samples for r, _, answers in one.passages if answers]
    kept = [value for value in right if value >= found.settings["evidence_floor"]]
    assert len(kept) >= KEEP * len(right) - 1 or len(right) < 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 1: column 2: Expecting"),
        ("[]", "a question is an object in braces, this is a list"),
        ('{"question": "q"}', "say `answerable: false`"),
        ('{"question": "q", "answers": ["x"]}', "answers"),
        ("", "are none"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_by_its_line(
    tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        questions_from(file)


def test_questions_are_read_as_cases_are(tmp_path: Path) -> None:
    line, file = '{"question": "one\u2028two", "answer": "x"}', tmp_path / "q.json"
    (tmp_path / "q.jsonl").write_text(line, encoding="utf-8")
    file.write_text(f"[{line}]", encoding="utf-8")
    assert questions_from(tmp_path / "q.jsonl") == questions_from(file)


@pytest.mark.parametrize(
    "text",
    ["", "sufficiency = 0.1\n", 'state = "x"\n\n[assembly.evidence]\nshare = 0.5\n', "# mine\n"],
)
def test_settings_are_written_at_the_top_level_and_the_rest_stays(text: str) -> None:
    made = tomllib.loads(written(text, {"sufficiency": 0.6, "evidence_floor": 0.1}))
    before = tomllib.loads(text)
    assert made == {**before, "sufficiency": 0.6, "evidence_floor": 0.1}


def test_a_threshold_that_the_other_half_does_not_bear_out_stays() -> None:
    # In the first half 0.3 parts both kinds, in the second one 0.7.
    samples = [
        *(sample(True, 0.4 + n / 100) for n in range(20)),
        *(sample(True, 0.8 + n / 100) for n in range(20)),
        *(sample(False, n / 100) for n in range(20)),
        *(sample(False, 0.4 + n / 100) for n in range(20)),
    ]
    row = fit(samples, NOW | {"sufficiency": 0.05}).fitted[0]
    assert (row.after, row.before) == (0.05, 0.05)
    assert "does not bear it out" in row.why


def test_a_floor_that_loses_too_much_of_the_other_half_stays() -> None:
    halves = [[sample(True, 0.9, (score, 100, True)) for _ in range(40)] for score in (0.3, 0.8)]
    row = fit([*halves[0], *halves[1]], NOW).fitted[1]
    assert row.after == 0.05
    assert "it stays" in row.why
    assert fit(halves[1], NOW).fitted[1].after == 0.8


def test_few_questions_of_a_kind_are_weak() -> None:
    many = [*(sample(True, 0.9) for _ in range(30)), *(sample(False, 0.1) for _ in range(19))]
    assert "30 answerable questions and 19 others" in fit(many, NOW).warning
    assert fit([*many, sample(False, 0.1)], NOW).warning == ""


def test_a_handful_of_questions_bears_no_threshold_out_and_is_told_how_many_would() -> None:
    samples = [
        *(sample(True, 0.7, (0.6, 100, True), (0.2, 100, False)) for _ in range(3)),
        *(sample(False, 0.2) for _ in range(3)),
    ]
    found = fit(samples, NOW)
    assert found.settings == {k: v for k, v in NOW.items() if k != "evidence_room"}
    assert [row.why.rpartition("it takes some ")[2] for row in found.fitted] == [
        "11 questions like these",
        "35 passages like these",
        "35 passages like these",
    ]


def test_a_handful_of_passages_below_a_floor_does_not_lower_it() -> None:
    found = fit([sample(True, 0.9, (0.9, 100, True), (0.01, 100, True))] * 3, NOW)
    assert found.settings["evidence_floor"] == NOW["evidence_floor"]
    assert "it takes 20 passages that answer to tell" in found.fitted[1].why


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_sign_test_is_the_same_either_way_and_a_part_lies_in_its_interval(
    one: int, other: int
) -> None:
    assert sign_test(one, other) == sign_test(other, one) <= 1.0
    low, high = wilson(one, one + other)
    part = one / (one + other) if one + other else 0.5
    assert 0.0 <= low <= part + 1e-9
    assert part - 1e-9 <= high <= 1.0


def test_known_values_of_the_sign_test_and_of_wilson_s_interval() -> None:
    assert [sign_test(n, 0) for n in (1, 5, 6)] == [1.0, 0.0625, 0.03125]
    assert sign_test(9, 1) == pytest.approx(0.021484375)
    assert wilson(3, 3) == pytest.approx((0.4385, 1.0), abs=1e-4)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert needed(3, 3, 0.9) == 35
    assert needed(8, 10, 0.9) is None
    assert pairs_needed(0, 0, 6) is None
