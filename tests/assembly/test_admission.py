"""Who goes aboard, told by examples that can be followed with a pencil: a token is a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from loadsheet.artifacts import (
    AssemblyPolicy,
    Block,
    ChatMessage,
    KindPolicy,
    Manifest,
    Materials,
    Prompt,
)
from loadsheet.assembly import assemble
from loadsheet.assembly.admit import serve_blocks
from loadsheet.assembly.policy import DEFAULT, policy_from
from loadsheet.errors import BudgetError, InputError, SettingsError
from loadsheet.ports import Counter

from .strategies import (
    CL100K,
    ESTIMATE,
    O200K,
    aboard,
    ashore,
    made,
    own_count,
    said,
    scores,
    text_of,
)


class Words:
    """A token is a word, and a message costs one more: sizes that anyone can add up."""

    name = "words"
    exact = True

    def count(self, text: str) -> int:
        return len(text.split())

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        return len(messages)


WORDS = Words()


def sized(
    kind: str, id: str, tokens: int, *, score: float | None = None, record: str | None = None
) -> Block:
    """A block of exactly `tokens` words, its two borders included."""
    return made(kind, id, "w " * (tokens - 2), WORDS, score=score, record=record, shorten=False)


def turns(number: int, tokens: int) -> tuple[object, ...]:
    return tuple(said(f"m{n}", "user", "w " * (tokens - 1), WORDS) for n in range(number))


def loaded(
    *blocks: Block, budget: int, policy: AssemblyPolicy = DEFAULT, history: tuple[object, ...] = ()
) -> Manifest:
    question = sized("question", "question", 9)
    materials = Materials(blocks=(*blocks, question), history=history)  # pyright: ignore[reportArgumentType]
    return assemble(materials, budget, policy, WORDS)[1]


def ledger(manifest: Manifest) -> list[tuple[str, int, int, int, int, int]]:
    """kind, share, used, given, taken, ashore"""
    return [(r.kind, r.share, r.used, r.given, r.taken, r.ashore) for r in manifest.ledger]


def evidence(number: int, tokens: int) -> list[Block]:
    return [sized("evidence", f"e{n}", tokens, score=1 - n / 100) for n in range(number)]


def test_what_one_kind_leaves_goes_to_the_kinds_with_blocks_still_ashore() -> None:
    manifest = loaded(*evidence(3, 200), sized("memory", "r", 40), budget=1010)
    assert aboard(manifest, "evidence") == ["e2", "e1", "e0"]
    assert ledger(manifest) == snapshot(
        [
            ("structured_state", 100, 0, 100, 0, 0),
            ("evidence", 550, 600, 0, 50, 0),
            ("memory", 100, 40, 60, 0, 0),
            ("history", 200, 0, 200, 0, 0),
            ("background", 50, 0, 50, 0, 0),
        ]
    )


def test_the_pool_is_not_filled_for_its_own_sake() -> None:
    manifest = loaded(*evidence(1, 50), budget=1010)
    assert manifest.total_tokens == 1 + 9 + 50
    assert ledger(manifest) == snapshot(
        [
            ("structured_state", 100, 0, 100, 0, 0),
            ("evidence", 550, 50, 500, 0, 0),
            ("memory", 100, 0, 100, 0, 0),
            ("history", 200, 0, 200, 0, 0),
            ("background", 50, 0, 50, 0, 0),
        ]
    )


def test_history_gives_way_to_evidence_before_memory_does() -> None:
    history = turns(4, 50)
    manifest = loaded(*evidence(3, 300), sized("memory", "r", 90), budget=1010, history=history)
    assert aboard(manifest, "evidence") == ["e2", "e1", "e0"]
    assert aboard(manifest, "memory") == ["r"]
    assert aboard(manifest, "history") == ["history:m0"]
    assert ledger(manifest) == snapshot(
        [
            ("structured_state", 100, 0, 100, 0, 0),
            ("evidence", 550, 900, 0, 350, 0),
            ("memory", 100, 90, 10, 0, 0),
            ("history", 200, 6, 194, 0, 4),
            ("background", 50, 0, 50, 0, 0),
        ]
    )


def test_history_keeps_its_minimum() -> None:
    policy = policy_from({"history": {"minimum": 0.1}}, history_step=1)
    manifest = loaded(*evidence(4, 240), budget=1010, history=turns(6, 50), policy=policy)
    assert ledger(manifest) == snapshot(
        [
            ("structured_state", 100, 0, 100, 0, 0),
            ("evidence", 550, 720, 0, 170, 1),
            ("memory", 100, 0, 100, 0, 0),
            ("history", 200, 56, 144, 0, 5),
            ("background", 50, 0, 50, 0, 0),
        ]
    )


def tall(full: int, half: int, id: str = "e") -> Block:
    """One block of evidence that has a shorter form."""
    whole = sized("evidence", id, full)
    shorter = sized("evidence", id, half).renditions[0].model_copy(update={"name": "half"})
    return whole.model_copy(update={"renditions": (*whole.renditions, shorter)})


def test_a_block_that_fits_to_the_token_is_aboard() -> None:
    for budget, expected in ((60, ["e0"]), (59, [])):
        assert aboard(loaded(*evidence(1, 50), budget=budget), "evidence") == expected


def test_the_reference_to_old_messages_is_aboard_where_it_fits_to_the_token() -> None:
    """It is six words: `<history from="m0" until="m3" messages="4" reference="true" />`."""
    for budget, expected in ((16, ["history:m0"]), (15, [])):
        manifest = loaded(budget=budget, history=turns(4, 50))
        assert aboard(manifest, "history") == expected
        assert ("history:m0", "trimmed") in ashore(manifest)


def test_a_message_goes_before_a_reference_to_it() -> None:
    manifest = loaded(budget=10 + 52, history=turns(4, 50))
    assert aboard(manifest, "history") == ["m3"]


def test_a_shortened_block_grows_by_what_others_leave() -> None:
    manifest = loaded(tall(900, 450), budget=1010)
    assert form_of_e(manifest) == "full"
    assert manifest.ledger[1].taken == 350


def test_history_does_not_give_way_to_evidence_that_is_aboard_in_a_shorter_form() -> None:
    manifest = loaded(tall(900, 450), budget=1010, history=turns(4, 50))
    assert form_of_e(manifest) == "half"
    assert len(aboard(manifest, "history")) == 4


def test_a_block_does_not_grow_into_the_place_of_a_worse_one() -> None:
    """With 260 tokens of pool the first block could be whole, if the second went ashore for it."""
    second = sized("evidence", "second", 90, score=0.1)
    manifest = loaded(tall(750, 450), second, budget=1010, history=turns(4, 50))
    assert aboard(manifest, "evidence") == ["second", "e"]
    assert form_of_e(manifest) == "half"
    assert len(aboard(manifest, "history")) == 4


def test_the_best_block_grows_by_what_is_left_though_not_all_can() -> None:
    """Its share holds half of each. The best takes 240 of what nobody wants, and no other goes for it."""
    found = (tall(340, 100, "first"), tall(340, 100, "second"), tall(340, 100, "third"))
    manifest = loaded(*found, budget=10 + 600)
    forms = {entry.id: entry.rendition for entry in manifest.entries if entry.kind == "evidence"}
    assert forms == {"first": "full", "second": "half", "third": "half"}
    assert (manifest.ledger[1].taken, manifest.ledger[1].ashore) == (210, 0)


@given(
    st.lists(st.tuples(st.integers(3, 90), st.integers(3, 90)), min_size=1, max_size=6),
    st.integers(0, 400),
    st.integers(0, 200),
)
def test_with_more_tokens_the_better_block_grows_and_none_that_was_aboard_goes(
    sizes: list[tuple[int, int]], tokens: int, more: int
) -> None:
    found = [tall(max(pair) + 1, min(pair), f"e{n}") for n, pair in enumerate(sizes)]
    serve = serve_blocks(found, {"evidence": {"full", "half"}})
    first = serve(tokens, 0)
    again = serve(tokens + more, len(first.chosen))
    assert again.ashore <= first.ashore
    assert again.used <= tokens + more
    before, after = ([form for _, form in load.chosen] for load in (first, again))
    assert after[: len(before)] <= before  # the first to differ is fuller
    kept, used = found[: len(first.chosen)], 0
    for position, block in enumerate(kept):
        rest = sum(other.renditions[1].tokens for other in kept[position + 1 :])
        if after[position]:
            assert used + block.renditions[0].tokens + rest > tokens + more
        used += block.renditions[after[position]].tokens


def test_what_history_gave_too_much_comes_back() -> None:
    policy = policy_from({}, history_step=1)
    manifest = loaded(*evidence(2, 400), budget=1010, history=turns(10, 50), policy=policy)
    assert aboard(manifest, "evidence") == ["e1", "e0"]
    assert len(aboard(manifest, "history")) == 4
    assert ledger(manifest) == snapshot(
        [
            ("structured_state", 100, 0, 100, 0, 0),
            ("evidence", 550, 800, 0, 250, 0),
            ("memory", 100, 0, 100, 0, 0),
            ("history", 200, 156, 44, 0, 7),
            ("background", 50, 0, 50, 0, 0),
        ]
    )


def test_verified_state_is_served_before_evidence() -> None:
    manifest = loaded(*evidence(1, 90), sized("structured_state", "row", 90), budget=110)
    assert aboard(manifest, "structured_state") == ["row"]
    assert ashore(manifest) == [("e0", "no_room")]


def test_a_block_below_its_floor_is_left_out_by_name() -> None:
    policy = policy_from({"evidence": {"floor": 0.5}})
    low = sized("evidence", "low", 10, score=0.49)
    at = sized("evidence", "at", 10, score=0.5)
    free = sized("evidence", "free", 10)
    manifest = loaded(low, at, free, budget=500, policy=policy)
    assert aboard(manifest, "evidence") == ["at", "free"]
    row = manifest.left_out[0]
    assert (row.id, row.rule, row.reason) == snapshot(
        ("low", "floor", "score 0.490 is below the floor 0.5 of evidence")
    )


def test_a_record_stands_in_one_block_the_one_of_the_kind_that_goes_first() -> None:
    manifest = loaded(
        sized("memory", "said", 10, record="r1"),
        sized("structured_state", "row", 10, record="r1"),
        sized("memory", "else", 10, record="r2"),
        budget=500,
    )
    assert aboard(manifest, "structured_state") + aboard(manifest, "memory") == ["row", "else"]
    row = manifest.left_out[0]
    assert (row.id, row.rule, row.reason) == snapshot(
        ("said", "one_block_per_record", "record r1 is that of block row, which goes first")
    )


def test_a_record_that_the_core_holds_is_not_said_again() -> None:
    task = sized("task_state", "task", 10, record="r1")
    manifest = loaded(sized("memory", "again", 10, record="r1"), task, budget=500)
    assert ashore(manifest) == [("again", "one_block_per_record")]


def test_constraints_above_their_cap_are_an_error_that_names_each() -> None:
    policy = policy_from({}, constraint_cap=30)
    with pytest.raises(BudgetError, match="cap is 30") as raised:
        loaded(
            sized("constraint", "a", 20), sized("constraint", "b", 15), budget=500, policy=policy
        )
    assert raised.value.blocks == {"a": 20, "b": 15}


def test_case_15_evidence_degrades_before_instructions_and_the_error_names_sizes() -> None:
    instructions = sized("instructions", "i", 80)
    manifest = loaded(instructions, sized("evidence", "e", 120), budget=100)
    assert aboard(manifest, "instructions") == ["i"]
    assert ashore(manifest) == [("e", "no_room")]
    with pytest.raises(BudgetError) as raised:
        loaded(sized("instructions", "i", 200), sized("evidence", "e", 200), budget=100)
    assert raised.value.blocks == {"i": 200, "question": 9}


@given(
    st.lists(scores, min_size=2, max_size=6), st.sampled_from(["evidence", "memory", "background"])
)
def test_case_16_with_room_for_some_the_best_stay(found: list[float | None], kind: str) -> None:
    blocks = [sized(kind, f"b{n}", 20, score=score) for n, score in enumerate(found)]
    manifest = loaded(*blocks, budget=10 + 20 + 19)
    best = max(found, key=lambda score: 2.0 if score is None else score)
    assert aboard(manifest, kind) == [f"b{found.index(best)}"]


def test_the_strategy_error_raises_with_what_would_have_been_sent() -> None:
    policy = policy_from({"evidence": {"floor": 0.2}}, strategy="error")
    low = sized("evidence", "low", 10, score=0.1)
    assert loaded(low, sized("evidence", "e", 50), budget=100, policy=policy).total_tokens == 60
    with pytest.raises(BudgetError) as raised:
        loaded(low, sized("evidence", "e", 500), budget=100, policy=policy)
    assert raised.value.blocks == {"e": 500}
    assert raised.value.fitted is not None


def form_of_e(manifest: Manifest) -> str | None:
    return next((entry.rendition for entry in manifest.entries if entry.id == "e"), None)


def test_each_strategy_chooses_among_its_own_forms() -> None:
    names = ("full", "half", "quarter", "cut", "reference")
    full = sized("evidence", "e", 60)
    forms = tuple(
        full.renditions[0].model_copy(
            update={"name": name, "tokens": tokens, "text": "w " * tokens}
        )
        for name, tokens in zip(names, (60, 40, 30, 20, 10), strict=True)
    )
    laddered = full.model_copy(update={"renditions": forms})
    seen = {
        strategy: [
            form_of_e(loaded(laddered, budget=budget, policy=policy))
            for budget in (75, 55, 45, 35, 25)
        ]
        for strategy in ("select", "truncate", "summarize", "demote", "auto")
        if (policy := policy_from({}, strategy=strategy))
    }
    assert seen == snapshot(
        {
            "select": ["full", None, None, None, None],
            "truncate": ["full", "cut", "cut", "cut", None],
            "summarize": ["full", "half", "quarter", None, None],
            "demote": ["full", "reference", "reference", "reference", "reference"],
            "auto": ["full", "half", "quarter", "cut", "reference"],
        }
    )


def test_a_kind_that_precedence_does_not_name_is_served_last_not_lost() -> None:
    policy = DEFAULT.model_copy(update={"precedence": ("evidence",)})
    manifest = loaded(*evidence(1, 20), sized("background", "case", 20), budget=500, policy=policy)
    assert aboard(manifest, "background") == ["case"]
    tight = loaded(*evidence(1, 20), sized("background", "case", 20), budget=35, policy=policy)
    assert ashore(tight) == [("case", "no_room")]


def test_a_policy_of_few_kinds_is_enough() -> None:
    rows = tuple(row for row in DEFAULT.kinds if row.kind in {"question", "evidence"})
    policy = DEFAULT.model_copy(update={"kinds": rows})
    manifest = loaded(*evidence(1, 20), budget=500, policy=policy, history=turns(2, 5))
    assert aboard(manifest, "evidence") == ["e0"]
    assert [(row.message, row.until, row.count) for row in manifest.left_out] == [("m0", "m1", 2)]


def test_a_kind_that_the_policy_does_not_know_is_an_error() -> None:
    odd = sized("evidence", "e", 5).model_copy(update={"kind": "rumour"})
    with pytest.raises(InputError, match="rumour"):
        loaded(odd, budget=100)


def test_history_is_given_as_messages_not_as_blocks() -> None:
    framed = sized("memory", "m", 5).model_copy(update={"kind": "history"})
    with pytest.raises(InputError, match="messages"):
        loaded(framed, budget=100)


def test_an_account_that_is_no_kind_is_an_error() -> None:
    row = KindPolicy(kind="attachment", tier="recall", place="last", account="nobody")
    policy = DEFAULT.model_copy(
        update={"kinds": (*(r for r in DEFAULT.kinds if r.kind != "attachment"), row)}
    )
    with pytest.raises(InputError, match="nobody"):
        loaded(sized("attachment", "a", 5), budget=100, policy=policy)


def test_only_the_first_block_ashore_is_said_not_to_fit() -> None:
    manifest = loaded(
        sized("evidence", "huge", 900, score=1.0),
        sized("evidence", "small", 5, score=0.5),
        budget=100,
    )
    assert [(row.id, row.reason.split("; ")[1]) for row in manifest.left_out] == snapshot(
        [("huge", "no form of this block fits"), ("small", "a better block is ashore")]
    )


@pytest.mark.parametrize("budget", [-5, 0, 1, 9])
def test_a_budget_below_the_core_is_an_error_however_small(budget: int) -> None:
    with pytest.raises(BudgetError) as raised:
        loaded(budget=budget)
    assert raised.value.blocks == {"question": 9}


def test_nothing_makes_an_empty_prompt_and_history_alone_is_a_prompt() -> None:
    prompt, manifest = assemble(Materials(), 0, DEFAULT, WORDS)
    assert prompt.messages == ()
    assert (manifest.total_tokens, manifest.coverage) == (0, 1.0)

    history = tuple(said(f"m{n}", "user", "two words", O200K) for n in range(3))
    materials = Materials(history=history)
    whole = assemble(materials, 1000, DEFAULT, O200K)[1].total_tokens
    prompt, manifest = assemble(materials, whole, DEFAULT, O200K)
    assert [message["role"] for message in prompt.messages] == ["user"] * 3
    assert not manifest.left_out
    prompt, manifest = assemble(materials, whole - 1, DEFAULT, O200K)
    assert all(message["content"] == "two words" for message in prompt.messages)
    assert [row.rule for row in manifest.left_out] == ["trimmed"]


def test_a_block_larger_than_the_window_goes_aboard_in_a_shorter_form() -> None:
    text = "The engine stalls when it is cold. " + "Nothing of note happened today. " * 3000
    passage = made("evidence", "e", text, question="Why does the engine stall?")
    manifest = assemble(
        Materials(blocks=(passage, made("question", "q", "Why?"))), 200, DEFAULT, O200K
    )[1]
    entry = next(e for e in manifest.entries if e.id == "e")
    assert entry.rendition == "reference"
    assert [(span.start, span.end) for span in entry.dropped] == [(0, len(text))]


@pytest.mark.parametrize("counter", [O200K, CL100K, ESTIMATE], ids=lambda counter: counter.name)
def test_case_19_han_text_never_exceeds_the_budget(counter: Counter) -> None:
    history = tuple(said(f"m{n}", "user", "你好世界" * 50, counter) for n in range(40))
    blocks = (
        made("evidence", "e", "你好世界。" * 200, counter),
        made("evidence", "long", "你好世界" * 5000, counter),
        made("question", "q", "什么？", counter),
    )
    prompt, manifest = assemble(Materials(blocks=blocks, history=history), 4000, DEFAULT, counter)
    assert "e" in aboard(manifest, "evidence")
    assert manifest.counter.exact is (counter is not ESTIMATE)
    own = (counter,) if counter.exact else (O200K, CL100K)
    assert all(
        own_count(prompt.messages, tokenizer) <= manifest.total_tokens <= 4000 for tokenizer in own
    )


@pytest.mark.parametrize(
    "text", ["你好" * 150, "👨‍👩‍👧‍👦", "v1.2.3 shipped.", "", "\u0301", "e\u0301 " * 300]
)
@pytest.mark.parametrize("budget", [14, 30, 60, 2000])
def test_case_20_every_character_sent_exists_in_its_source(text: str, budget: int) -> None:
    passage = made("evidence", "e", text)
    prompt, manifest = assemble(
        Materials(blocks=(passage, made("question", "q", "?"))), budget, DEFAULT, O200K
    )
    for entry in manifest.entries:
        if entry.id == "e" and entry.rendition != "reference":
            body = "\n".join(text_of(entry, prompt).split("\n")[1:-2])
            assert set(body) <= set(text) | {"…", " "}


def test_settings_out_of_range_are_refused_by_name() -> None:
    for rows, values, name in (
        ({"evidence": {"share": 5}}, {}, "evidence.share"),
        ({"memory": {"share": -0.1}}, {}, "memory.share"),
        ({"memory": {"minimum": 2}}, {}, "memory.minimum"),
        ({"attachment": {"account": "nobody"}}, {}, "attachment.account"),
        ({"evidence": {"renditions": ["third"]}}, {}, "evidence.renditions"),
        ({}, {"strategy": "guess"}, "strategy"),
        ({}, {"history_step": 0}, "history_step"),
        ({}, {"precedence": ("rumour",)}, "precedence"),
        ({"evidence": {"share": 0.6}}, {}, "1.05"),
        ({"evidence": {"kind": "memory"}}, {}, "evidence.kind"),
        ({"evidence": {"place": "between"}}, {}, "only history stands between"),
        ({"history": {"tier": "core"}}, {}, "never core"),
        ({"memory": {"account": "instructions"}}, {}, "no share of its own"),
    ):
        with pytest.raises(SettingsError, match=name):
            policy_from(rows, **values)


def test_score_and_order_decide_within_a_kind_and_attachments_follow_evidence_on_a_tie() -> None:
    blocks = [
        made("attachment", "a", "pasted", WORDS, score=0.5),
        made("evidence", "e", "found", WORDS, score=0.5),
        made("attachment", "best", "pasted", WORDS, score=0.9),
    ]
    manifest = loaded(*blocks, budget=500)
    assert [e.id for e in manifest.entries] == ["a", "e", "best", "question"]


def test_settings_that_change_nothing_make_the_default_policy() -> None:
    assert policy_from({}) == policy_from({"evidence": {"share": 0.55}}, strategy="auto") == DEFAULT
    assert policy_from({"evidence": {"share": 0.5}}).name == "settings"


def test_the_error_of_the_strategy_error_names_what_does_not_fit_and_the_way_out() -> None:
    strict = DEFAULT.model_copy(update={"strategy": "error"})
    with pytest.raises(BudgetError) as caught:
        loaded(*evidence(7, 100), budget=210, policy=strict)
    assert caught.value.blocks == {f"e{n}": 100 for n in range(2, 7)}
    assert str(caught.value) == (
        "5 blocks do not fit 210 tokens (e2, e3, e4, e5, e6) and the strategy is `error`: "
        "raise the budget or choose another strategy"
    )
    prompt, manifest = cast("tuple[Prompt, Manifest]", caught.value.fitted)
    assert aboard(manifest, "evidence") == ["e1", "e0"]
    assert own_count(prompt.messages, WORDS) == manifest.total_tokens
