"""The design's invariants, each as the sentence that it promises."""

from __future__ import annotations

import collections
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from loadsheet.artifacts import AssemblyPolicy, Block, Budget, Entry, Loading, Manifest, Prompt
from loadsheet.assembly import assemble, demand, parse
from loadsheet.assembly.ladder import ladder
from loadsheet.errors import BudgetError
from loadsheet.models.counters import TokenizerCounter
from loadsheet.ports import Counter
from loadsheet.trace import pack, unpack

from .strategies import (
    CL100K,
    ESTIMATE,
    O200K,
    Given,
    fields,
    givens,
    own_count,
    passages,
    policies,
    text_of,
    texts,
)

tried = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def check_every_code_point_has_one_entry(prompt: Prompt, manifest: Manifest) -> None:
    spans: dict[tuple[int, str], list[tuple[int, int]]] = collections.defaultdict(list)
    for entry in manifest.entries:
        spans[entry.message, entry.field].append((entry.start, entry.end))
    for place, text in fields(prompt.messages).items():
        position = 0
        for start, end in sorted(spans.pop(place, [])):
            assert start == position
            position = end
        assert position == len(text)
    assert not spans
    assert manifest.coverage == 1.0


def check_sums(prompt: Prompt, manifest: Manifest, counter: Counter) -> None:
    entries = sum(entry.tokens for entry in manifest.entries)
    assert entries + manifest.framing_tokens == manifest.total_tokens
    assert manifest.framing_tokens == counter.framing(prompt.messages)
    assert all(entry.tokens >= 0 for entry in manifest.entries)
    if counter.exact:
        assert manifest.total_tokens == own_count(prompt.messages, counter)
    else:
        assert manifest.total_tokens >= own_count(prompt.messages, counter)


@pytest.mark.parametrize("counter", [O200K, CL100K, ESTIMATE], ids=lambda c: c.name)
@tried
@given(data=st.data())
def test_every_code_point_has_one_entry_and_the_entries_add_up_to_the_prompt(
    counter: Counter, data: st.DataObject
) -> None:
    prompt, manifest = data.draw(givens(counter)).fitting()
    check_every_code_point_has_one_entry(prompt, manifest)
    check_sums(prompt, manifest, counter)


def is_said(entry: Entry) -> bool:
    """Whether the entry is a message of the transcript, not the reference to some."""
    return entry.kind == "history" and entry.rule != "reference_to_range"


@pytest.fixture(scope="session")
def reaching(tmp_path_factory: pytest.TempPathFactory) -> TokenizerCounter:
    """A model's tokenizer whose tokens reach from the end of one block into the next."""
    return reaching_counter(tmp_path_factory.mktemp("bpe") / "tokenizer.json")


def reaching_counter(path: Path) -> TokenizerCounter:
    from tokenizers import Tokenizer, models, trainers

    tokenizer = Tokenizer(models.BPE(unk_token="?"))
    corpus = [
        "<evidence>\na\n</evidence>\n<evidence>\nb\n</evidence>\n<question>\nwhy\n</question>\n"
    ] * 20
    corpus.append("".join(map(chr, range(32, 127))))
    trainer: Any = trainers.BpeTrainer(vocab_size=220, special_tokens=["?"], show_progress=False)
    tokenizer.train_from_iterator(corpus, trainer)
    tokenizer.save(str(path))
    return TokenizerCounter(path)


@tried
@given(data=st.data())
def test_the_sum_is_exact_where_tokens_reach_across_blocks_and_a_note_says_so(
    reaching: TokenizerCounter, data: st.DataObject
) -> None:
    given_ = data.draw(givens(reaching))
    prompt, manifest = given_.fitting()
    check_every_code_point_has_one_entry(prompt, manifest)
    check_sums(prompt, manifest, reaching)
    stored = {b.id: {r.name: r.tokens for r in b.renditions} for b in given_.materials.blocks}
    changed = [
        e for e in manifest.entries if e.id in stored and e.tokens != stored[e.id][e.rendition]
    ]
    assert bool(changed) <= bool(manifest.notes)
    assert manifest.total_tokens <= given_.budget


@tried
@given(givens())
def test_outside_of_history_every_character_comes_from_an_offered_rendition(case: Given) -> None:
    """Assembly adds one thing of its own: the reference that says which messages were not sent."""
    prompt, manifest = case.fitting()
    offered = {(b.id, r.name): r.text for b in case.materials.blocks for r in b.renditions}
    said_before = {
        (message.id, field): text
        for message in case.materials.history
        for field, text in message.parts()
    }
    for entry in manifest.entries:
        text = text_of(entry, prompt)
        if entry.rule == "reference_to_range":
            assert text.startswith("<history from=")
            assert text.endswith(' reference="true" />\n')
            assert text.count("\n") == 1
        elif entry.kind == "history":
            assert said_before[entry.sources[0].message or "", entry.field] == text
        else:
            assert text == offered[entry.id, entry.rendition]


@tried
@given(givens(), st.text(max_size=9))
def test_a_producer_cannot_pin_a_block_whatever_it_writes_on_it(case: Given, claim: str) -> None:
    update = {
        "producer": claim,
        "rule": "always",
        "reason": "pinned core",
        "flags": ("core", "pinned"),
    }
    pinned = tuple(b.model_copy(update=update) for b in case.materials.blocks)
    louder = Given(case.materials.model_copy(update={"blocks": pinned}), case.policy, case.budget)
    one, other = case.assembled(), louder.assembled()
    assert (one and one[0]) == (other and other[0])


@tried
@given(givens(), st.randoms(use_true_random=False))
def test_the_order_between_blocks_of_different_kinds_changes_nothing(
    case: Given, random: Any
) -> None:
    kinds = [b.kind for b in case.materials.blocks]
    random.shuffle(kinds)
    queues: dict[str, Iterator[Block]] = {
        kind: iter([b for b in case.materials.blocks if b.kind == kind]) for kind in kinds
    }
    shuffled = tuple(next(queues[kind]) for kind in kinds)
    other = Given(case.materials.model_copy(update={"blocks": shuffled}), case.policy, case.budget)
    assert case.assembled() == other.assembled()


@tried
@given(
    givens(policy=lambda: policies(("select", "truncate", "summarize", "demote", "auto", "error")))
)
def test_no_prompt_is_larger_than_its_budget(case: Given) -> None:
    found = case.assembled()
    if found is not None:
        assert found[1].total_tokens <= case.budget
        assert own_count(found[0].messages, case.counter) <= case.budget


@tried
@given(givens())
def test_the_core_is_aboard_byte_for_byte_or_an_error_names_each_part_with_its_size(
    case: Given,
) -> None:
    if case.assembled() is None:
        with pytest.raises(BudgetError) as raised:
            assemble(case.materials, case.budget, case.policy, case.counter)
        assert raised.value.blocks == {b.id: b.tokens for b in case.core}
        assert all(f"{id} {size}" in str(raised.value) for id, size in raised.value.blocks.items())
        return
    prompt, manifest = assemble(case.materials, case.budget, case.policy, case.counter)
    texts_aboard = {e.id: text_of(e, prompt) for e in manifest.entries if e.field == "content"}
    assert {b.id: b.renditions[0].text for b in case.core}.items() <= texts_aboard.items()


def room_of(case: Given) -> int:
    """What the budget leaves beside the core and the framing of the messages that blocks stand in."""
    refused = {
        row.id for row in (case.fitting()[1].left_out) if row.rule not in {"no_room", "trimmed"}
    }
    offered = [b for b in case.materials.blocks if b.id not in refused]
    roles = {"system" if case.policy.of(b.kind).place == "system" else "user" for b in offered}
    framing = case.counter.framing([{"role": role, "content": ""} for role in sorted(roles)])
    return case.budget - framing - sum(b.tokens for b in case.core)


@tried
@given(givens())
def test_while_evidence_is_ashore_history_and_memory_are_down_to_their_minimum(case: Given) -> None:
    _, manifest = case.fitting()
    rows = {row.kind: row for row in manifest.ledger}
    if rows["evidence"].ashore or rows["structured_state"].ashore:
        for kind in ("history", "memory"):
            assert rows[kind].used <= int(room_of(case) * case.policy.of(kind).minimum)


@tried
@given(givens())
def test_the_worse_evidence_leaves_first(case: Given) -> None:
    _, manifest = case.fitting()
    for kinds in ({"evidence", "attachment"}, {"memory"}, {"background"}, {"structured_state"}):
        in_prompt = [e.score for e in manifest.entries if e.kind in kinds]
        not_in = [
            row.score for row in manifest.left_out if row.kind in kinds and row.rule == "no_room"
        ]
        worst = min((2.0 if score is None else score for score in in_prompt), default=2.0)
        assert all((2.0 if score is None else score) <= worst for score in not_in)


@tried
@given(givens())
def test_a_tool_call_and_its_results_are_aboard_together_or_not_at_all(case: Given) -> None:
    messages = case.fitting()[0].messages
    called = {call["id"] for message in messages for call in message.get("tool_calls", [])}
    answered = {message["tool_call_id"] for message in messages if "tool_call_id" in message}
    assert called == answered


@tried
@given(givens())
def test_the_ledger_balances(case: Given) -> None:
    prompt, manifest = case.fitting()
    room = room_of(case)
    for row in manifest.ledger:
        assert row.used == row.share - row.given + row.taken
        assert min(row.given, row.taken) == 0 <= row.used
        assert row.share == int(room * case.policy.of(row.kind).share)
    assert sum(row.used for row in manifest.ledger) <= room
    accounts = {row.kind: row.account or row.kind for row in case.policy.kinds}
    used: dict[str, int] = collections.Counter()
    for entry in manifest.entries:
        used[accounts[entry.kind]] += entry.tokens
    for row in manifest.ledger:
        if row.kind != "history":
            assert row.used == used[row.kind]
    between = [message for message in prompt.messages[:-1] if message["role"] != "system"]
    if (
        manifest.entries
        and manifest.entries[-1].field == "content"
        and is_said(manifest.entries[-1])
    ):
        between.append(prompt.messages[-1])
    history = next(row for row in manifest.ledger if row.kind == "history")
    assert history.used == used["history"] + O200K.framing(between) - O200K.framing([])


@tried
@given(givens())
def test_whatever_was_offered_is_in_the_prompt_or_in_the_left_out_list(case: Given) -> None:
    _, manifest = case.fitting()
    materials = case.materials
    blocks_in = [e.id for e in manifest.entries if e.kind != "history"]
    blocks_out = [row.id for row in manifest.left_out if row.kind != "history"]
    offered = [*(b.id for b in materials.blocks), *(row.id for row in materials.left_out)]
    assert sorted(blocks_in + blocks_out) == sorted(offered)
    assert all(row.stage and row.rule and row.reason for row in manifest.left_out)

    places = {message.id: place for place, message in enumerate(materials.history)}
    stay = sorted(places[e.id] for e in manifest.entries if is_said(e) and e.field == "content")
    start = len(places) - len(stay)
    assert stay == list(range(start, len(places)))
    runs = [row for row in manifest.left_out if row.kind == "history"]
    gone = materials.history_before + start
    assert [run.count for run in runs] == ([gone] if gone else [])
    for run in runs:
        assert run.message == (materials.history_first or materials.history[0].id)
        if start:
            assert run.until == materials.history[start - 1].id
        else:
            assert run.until == (run.message if gone == 1 else None)


def bare(text: str) -> str:
    return "".join(text.split())


@tried
@given(passages(marks=True), texts(3), st.integers(0, 50))
def test_a_shorter_form_is_what_its_dropped_spans_leave_of_the_source(
    text: str, question: str, offset: int
) -> None:
    for form in ladder(text, question, offset=offset):
        pieces: list[str] = []
        position = 0
        for span in form.dropped:
            assert position <= span.start - offset < span.end - offset <= len(text)
            pieces += [text[position : span.start - offset], "…"]
            assert text[span.start - offset : span.end - offset].strip()
            position = span.end - offset
        pieces.append(text[position:])
        assert bare(form.text) == bare("".join(pieces))


@tried
@given(passages(marks=True), texts(3))
def test_a_shorter_form_is_cut_between_graphemes(text: str, question: str) -> None:
    import regex

    borders = {0, len(text), *(found.end() for found in regex.finditer(r"\X", text))}
    for form in ladder(text, question):
        for span in form.dropped:
            assert span.start in borders
            assert span.end in borders


@tried
@given(givens())
def test_the_rendered_prompt_parses_back_to_the_entries(case: Given) -> None:
    prompt, manifest = case.fitting()
    written = [
        (e.kind, e.message, e.start, e.end) for e in manifest.entries if e.field == "content"
    ]
    assume(not written or not is_said(manifest.entries[-1]))
    assert [tuple(part) for part in parse(prompt.messages)] == written


@tried
@given(givens())
def test_a_stored_loading_assembles_to_the_same_bytes(case: Given) -> None:
    found = case.assembled()
    loading = Loading(
        materials=case.materials,
        budget=Budget(prompt_tokens=case.budget),
        policy=case.policy,
        counter=case.counter.name,
    )
    bodies: dict[str, str] = {}
    name = pack(loading, bodies)
    stored = json.loads(json.dumps(bodies))
    for again in (
        Loading.model_validate_json(loading.model_dump_json()),
        Loading.model_validate(unpack(name, stored)),
    ):
        other = Given(again.materials, again.policy, again.budget.prompt_tokens).assembled()
        assert (found is None) == (other is None)
        if found and other:
            assert other[0].serialized() == found[0].serialized()
            assert other[1].model_dump_json() == found[1].model_dump_json()


@tried
@given(givens())
def test_with_a_budget_of_the_demand_everything_is_aboard_in_full(case: Given) -> None:
    materials = case.materials.model_copy(update={"history_before": 0, "history_first": None})
    size = demand(materials, 10**6, case.policy, case.counter)
    found = Given(materials, case.policy, size).assembled()
    assert found is not None
    assert found[1].total_tokens == size
    assert not [row for row in found[1].left_out if row.rule in {"no_room", "trimmed"}]
    assert all(entry.rendition == "full" for entry in found[1].entries)
    assert demand(materials, size - 1, case.policy, case.counter) == size - 1


def select_only(step: int) -> AssemblyPolicy:
    from loadsheet.assembly.policy import policy_from

    return policy_from({}, strategy="select", history_step=step)


@settings(tried, max_examples=25)
@given(
    givens(
        policy=lambda: st.integers(1, 6).map(select_only),
        kinds=("instructions", "question", "evidence", "attachment", "memory"),
    )
)
def test_less_room_never_brings_a_whole_block_of_evidence_back(case: Given) -> None:
    """With whole blocks, no minimums and no kinds that stand before or beside evidence."""
    most = case.with_budget(100_000).assembled()
    assert most is not None
    gone: set[str] = set()
    for budget in range(most[1].total_tokens, 0, -3):
        found = case.with_budget(budget).assembled()
        if found is None:
            break
        left = {row.id for row in found[1].left_out if row.kind in {"evidence", "attachment"}}
        assert gone <= left
        gone = left


@tried
@given(st.data())
def test_shares_above_one_still_give_no_prompt_that_is_too_large(data: st.DataObject) -> None:
    case = data.draw(givens())
    greedy = tuple(row.model_copy(update={"share": 0.9}) for row in case.policy.kinds)
    policy = case.policy.model_copy(update={"kinds": greedy})
    found = Given(case.materials, policy, case.budget).assembled()
    assert found is None or found[1].total_tokens <= case.budget
