"""Sums and labels of the manifest, on prompts small enough to count by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from loadsheet.artifacts import ChatMessage, Materials
from loadsheet.assembly import assemble
from loadsheet.assembly.policy import DEFAULT
from loadsheet.errors import BudgetError, InputError

from .strategies import O200K, made, said


class Bordering:
    """Counts characters, except that one token holds a block's end and the beginning of the next."""

    name = "bordering"
    exact = True

    def count(self, text: str) -> int:
        return len(text) - 12 * text.count("</evidence>\n<")

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        return len(messages)


def test_a_token_across_a_border_belongs_to_the_block_with_its_first_byte() -> None:
    counter = Bordering()
    blocks = [made("evidence", str(n), "word", counter, shorten=False) for n in range(9)]
    question = made("question", "q", "", counter)
    materials = Materials(blocks=(*blocks, question))
    prompt, manifest = assemble(materials, 1000, DEFAULT, counter)
    sizes = {entry.id: entry.tokens for entry in manifest.entries}
    whole = blocks[0].tokens
    assert sizes["8"] == whole  # the worst evidence stands first
    assert sizes["0"] == whole - 12
    assert sizes["q"] == question.tokens - 12 > 0
    assert manifest.total_tokens == counter.count(prompt.messages[0]["content"]) + 1
    assert "first byte" in manifest.notes[0]


def test_messages_without_a_character_are_covered_whole() -> None:
    manifest = assemble(Materials(history=(said("m", "user", ""),)), 50, DEFAULT, O200K)[1]
    assert manifest.coverage == 1.0


def test_a_message_that_was_not_counted_is_an_error_that_names_it() -> None:
    message = said("m7", "user", "Hello").model_copy(update={"tokens": ()})
    with pytest.raises(InputError, match="'m7'"):
        assemble(Materials(history=(message,)), 50, DEFAULT, O200K)


class Growing(Bordering):
    """Counts characters, and ten more for each border between two blocks: the whole is more than its parts."""

    def count(self, text: str) -> int:
        return len(text) + 10 * text.count(">\n<")


def test_where_the_whole_is_more_than_its_blocks_it_still_fits_the_budget() -> None:
    counter = Growing()
    core = [made("task_state", "t", "task", counter), made("question", "q", "why", counter)]
    evidence = [made("evidence", str(n), "word", counter, shorten=False) for n in range(3)]
    whole = sum(block.tokens for block in (*core, *evidence)) + 4 * 10 + 1

    def aboard(budget: int) -> list[str]:
        manifest = assemble(Materials(blocks=(*core, *evidence)), budget, DEFAULT, counter)[1]
        assert manifest.total_tokens <= budget
        return [entry.id for entry in manifest.entries]

    assert aboard(whole) == ["t", "2", "1", "0", "q"]
    assert aboard(whole - 1) == ["t", "1", "0", "q"]
    least = sum(block.tokens for block in core) + 10 + 1
    assert aboard(least) == ["t", "q"]
    with pytest.raises(BudgetError, match=f"needs {least} tokens") as raised:
        aboard(least - 1)
    assert raised.value.blocks == {block.id: block.tokens for block in core}
