"""What becomes of the markers that a model writes, over whole turns."""

from __future__ import annotations

from pathlib import Path

import pytest

import loadsheet

FEES = "The fee is 20 euros. The rent is 50 euros, as is shown in [3] and [9]."


async def failed(state: Path, turn: str) -> str | None:
    """The failure signal of the turn's generation."""
    async with loadsheet.Agent.open(state, settings={"embedder": "none"}) as agent:
        page = await agent.trace(turn)
        return next(event.failure for event in page.events if event.stage == "generate")


async def told(state: Path, *replies: str) -> loadsheet.Answer:
    """The answer to one question over one document, by a model that says this, or by quotation."""
    model = loadsheet.ScriptedModel(list(replies)) if replies else None
    async with loadsheet.Agent.open(state, settings={"embedder": "none"}, model=model) as agent:
        await agent.add_documents([loadsheet.Document(id="fees", text=FEES)])
        return await agent.ask("What is the rent, what is the fee?", session="s")


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        (
            "The fee is 20 euros. [1] The rent is 50. [1]",
            ["The fee is 20 euros.", "The rent is 50."],
        ),
        ("The fee is 20 [1]. The rent is 50 [1].", ["The fee is 20", "The rent is 50"]),
        ("[1] The fee is 20. Ask the desk.", ["The fee is 20."]),
        ("The fee is 20 [1] and [1].", ["The fee is 20"]),
        ("Also and [1].", [""]),
        ("Take `rows[1]`.\n```\nx[1]\n```\nThe fee is 20 [1].", ["The fee is 20"]),
    ],
)
async def test_every_span_that_a_marker_stands_behind_is_a_citation(
    tmp_path: Path, text: str, quotes: list[str]
) -> None:
    answer = await told(tmp_path, text)
    assert [(one.marker, one.quote) for one in answer.citations] == [(1, said) for said in quotes]


async def test_an_answer_whose_markers_all_name_nothing_is_not_to_be_trusted(
    tmp_path: Path,
) -> None:
    answer = await told(tmp_path, "The fee is 30 euros [7]. The rent is 60 [8].")
    assert answer.text == "The fee is 30 euros. The rent is 60."
    assert (answer.citations, answer.invalid_markers, answer.confidence) == ((), (7, 8), 0.0)
    assert answer.outcome == "answered"
    assert "ungrounded" in (await failed(tmp_path, answer.turn_id) or "")


async def test_an_invented_marker_takes_its_part_of_the_confidence(tmp_path: Path) -> None:
    sure = await told(tmp_path / "sure", "The fee is 20 euros [1].")
    answer = await told(tmp_path / "unsure", "The fee is 20 euros [1]. The rent is 60 [8].")
    assert answer.confidence == pytest.approx(sure.confidence / 2)


async def test_a_model_that_finds_no_answer_in_the_evidence_lowers_the_confidence_that_it_suffices(
    tmp_path: Path,
) -> None:
    answer = await told(tmp_path, "The evidence does not answer this.")
    assert (answer.outcome, answer.confidence < 0.5) == ("insufficient_evidence", True)


@pytest.mark.parametrize("text", ["", "[7]", " "])
async def test_a_model_that_says_nothing_has_not_answered(tmp_path: Path, text: str) -> None:
    answer = await told(tmp_path, text)
    assert (answer.text, answer.outcome) == ("The model gave no answer.", "insufficient_evidence")


async def test_a_documents_own_numbers_in_brackets_are_quoted_and_cite_nothing(
    tmp_path: Path,
) -> None:
    answer = await told(tmp_path)
    assert {one.marker for one in answer.citations} == {1}
    assert answer.invalid_markers == ()
    assert r"The rent is 50 euros, as is shown in \[3\] and \[9\]." in answer.text
    assert answer.citations[-1].quote == "The rent is 50 euros, as is shown in [3] and [9]."


async def test_a_link_in_a_quoted_row_stays_whole(tmp_path: Path) -> None:
    row = "| Bonn | Main Street 4 | [7](https://x.example/7) |"
    table = f"| Office | Address | Plan |\n|---|---|---|\n{row}\n"
    async with loadsheet.Agent.open(tmp_path, settings={"embedder": "none"}) as agent:
        await agent.add_documents([loadsheet.Document(id="offices", text=table)])
        answer = await agent.ask("What is the address of the Bonn office?")
    assert f"{row} [1]" in answer.text
    assert (answer.invalid_markers, [one.marker for one in answer.citations]) == ((), [1])
