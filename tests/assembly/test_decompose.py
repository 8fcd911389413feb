"""Everything over as many prompts as it takes, told with words for tokens."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from loadsheet.artifacts import Block, Budget, Manifest, Materials, Message, Prompt, ToolCall
from loadsheet.assembly import decompose, demand, parse
from loadsheet.assembly.offer import left_out
from loadsheet.assembly.policy import DEFAULT
from loadsheet.errors import BudgetError

from .strategies import made, said
from .test_admission import WORDS, sized

POLICY = DEFAULT.model_copy(update={"history_step": 1})


def aboard(slices: Sequence[tuple[Prompt, Manifest]]) -> list[list[str]]:
    """The ids aboard of each slice beside the core; a message once, by its content."""
    found: list[list[str]] = []
    for _, manifest in slices:
        ids = [e.id for e in manifest.entries if e.kind != "question" and e.field == "content"]
        found.append(ids)
    return found


def materials(*blocks: Block, history: tuple[Message, ...] = ()) -> Materials:
    return Materials(blocks=(sized("question", "question", 5), *blocks), history=history)


def test_items_fill_one_slice_after_the_other_in_their_order() -> None:
    memories = [sized("memory", f"memory:{n}", 10) for n in range(5)]
    # 5 words of the question and 1 of framing leave 24: two memories each.
    made_slices = decompose(materials(*memories), Budget(prompt_tokens=30), POLICY, WORDS)
    assert aboard(made_slices) == [
        ["memory:0", "memory:1"],
        ["memory:2", "memory:3"],
        ["memory:4"],
    ]
    for prompt, manifest in made_slices:
        assert "question" in [part.kind for part in parse(prompt.messages)]
        assert manifest.total_tokens <= 30
        assert manifest.left_out == ()


def test_a_slice_is_filled_to_the_last_token() -> None:
    memories = [sized("memory", f"memory:{n}", 12) for n in range(2)]
    assert len(decompose(materials(*memories), Budget(prompt_tokens=30), POLICY, WORDS)) == 1
    assert len(decompose(materials(*memories), Budget(prompt_tokens=29), POLICY, WORDS)) == 2


def test_history_follows_the_blocks_and_a_call_stays_with_its_results() -> None:
    history = (
        said("m0", "user", "w w w", WORDS),
        said("m1", "assistant", "", WORDS, calls=[ToolCall(id="c1", name="look", arguments="{}")]),
        said("m2", "tool", "w " * 6, WORDS, answers="c1"),
        said("m3", "tool", "w w", WORDS, answers="c1"),
        said("m4", "assistant", "w w w", WORDS),
    )
    slices = decompose(
        materials(sized("memory", "memory:0", 10), history=history),
        Budget(prompt_tokens=26),
        POLICY,
        WORDS,
    )
    # The memory and the first message take 10 + 4 of 20; the call with its results takes 3 + 7 + 3 and 3 of framing.
    assert aboard(slices) == [["m0", "memory:0"], ["m1", "m2", "m3", "m4"]]


def test_an_item_larger_than_a_slice_gets_one_of_its_own_and_is_counted_there() -> None:
    large = sized("memory", "large", 60)
    small = [sized("memory", f"small:{n}", 10) for n in range(2)]
    slices = decompose(
        materials(small[0], large, small[1]), Budget(prompt_tokens=30), POLICY, WORDS
    )
    assert aboard(slices) == [["small:0"], [], ["small:1"]]
    assert [row.id for row in slices[1][1].left_out] == ["large"]


def test_without_items_there_is_one_slice_with_the_core() -> None:
    ((prompt, manifest),) = decompose(materials(), Budget(prompt_tokens=30), POLICY, WORDS)
    assert [entry.id for entry in manifest.entries] == ["question"]
    assert len(prompt.messages) == 1


def test_a_core_that_fits_no_slice_raises() -> None:
    with pytest.raises(BudgetError) as caught:
        decompose(materials(), Budget(prompt_tokens=5), POLICY, WORDS)
    assert caught.value.blocks == {"question": 5}
    assert str(caught.value) == (
        "the core needs 6 tokens (question 5), the budget is 5: raise it or shorten one of them"
    )


def test_demand_is_what_all_of_it_takes_in_full_but_no_more_than_the_budget() -> None:
    given = Materials(
        blocks=(
            sized("instructions", "instructions", 7),
            sized("question", "question", 5),
            sized("evidence", "evidence:1", 20, score=0.9),
            sized("memory", "memory:1", 8),
        ),
        history=tuple(said(f"m{n}", "user", "w w w", WORDS) for n in range(10)),
    )
    # Two messages of framing, 40 of blocks, and ten times three words with their framing.
    assert demand(given, 1000, POLICY, WORDS) == 2 + 40 + 10 * 4
    assert demand(given, 60, POLICY, WORDS) == 60
    floored = POLICY.model_copy(
        update={
            "kinds": tuple(
                row.model_copy(update={"floor": 0.95}) if row.kind == "evidence" else row
                for row in POLICY.kinds
            )
        }
    )
    assert demand(given, 1000, floored, WORDS) == 2 + 20 + 10 * 4


def test_a_left_out_row_carries_all_that_is_known_of_its_block() -> None:
    block = made("evidence", "evidence:1", "w w w", WORDS, score=0.4, shorten=False)
    row = left_out(block, "floor", "too low")
    assert (row.id, row.kind, row.stage, row.rule, row.reason) == (
        "evidence:1",
        "evidence",
        "assemble",
        "floor",
        "too low",
    )
    assert (row.tokens, row.score, row.sources) == (block.tokens, 0.4, block.sources)
    assert (row.message, row.until, row.count) == (None, None, None)
