"""The fitting interfaces: budgets hold, counters add up, and nothing is said to be kept that is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import loadsheet
from loadsheet import ContextItem, ContextManager, DecomposedContext, FittedContext
from loadsheet.artifacts import Hypothesis, ToolCall
from loadsheet.context.manager import FitStrategy

TEXTS = st.text(
    alphabet=st.sampled_from("ab. \n12你好。é\u0301👩‍👩‍👧א<>/"), max_size=120
) | st.sampled_from(["", "</memory>", "<question>\nx\n</question>", "v1.2.3 shipped. Not yet."])
LISTS = st.lists(TEXTS, max_size=8)
STRATEGIES = ("select", "truncate", "summarize", "demote", "auto")
MANAGER = ContextManager()


def episodes(number: int) -> list[str]:
    return [
        f"Episode {n}. The customer from region {n} asked about refunds. The answer was {n * 3} days. "
        "Nobody complained about it afterwards. The case was closed in the same week."
        for n in range(number)
    ]


def fit(strategy: FitStrategy, budget: int, given: list[str], **rest: Any) -> FittedContext:
    made = MANAGER.fit_to_budget(
        "You help.",
        None,
        "Answer.",
        given,
        [],
        [],
        budget,
        strategy,
        **rest,
    )
    assert isinstance(made, FittedContext)
    return made


def whole(fitted: FittedContext) -> int:
    """The items aboard in full, counted from the manifest."""
    core = {"instructions", "skill", "task_state"}
    return sum(
        entry.rendition == "full" and entry.kind not in core and entry.field == "content"
        for entry in fitted.manifest.entries
    )


@settings(max_examples=150, deadline=None)
@given(LISTS, LISTS, LISTS, st.integers(20, 400), st.sampled_from(STRATEGIES))
def test_no_context_is_larger_than_its_budget_and_every_item_is_counted(
    recalled: list[str],
    case_file: list[str],
    beliefs: list[str],
    budget: int,
    strategy: FitStrategy,
) -> None:
    too_large: dict[str, int] = {}
    fitted = None
    try:
        fitted = MANAGER.fit_to_budget(
            "You help.", "Skill.", "Task.", recalled, case_file, beliefs, budget, strategy
        )
    except loadsheet.BudgetError as error:
        too_large = error.blocks
    if fitted is None:
        assert set(too_large) == {"instructions", "skill", "task_state"}
        assert sum(too_large.values()) + 11 > budget
        return
    assert isinstance(fitted, FittedContext)
    assert fitted.estimated_tokens <= budget
    given_items = len(recalled) + len(case_file) + len(beliefs)
    assert whole(fitted) + fitted.dropped + fitted.summarized + fitted.demoted == given_items
    assert fitted.budget_exceeded == (fitted.dropped > 0)
    assert fitted.manifest.coverage == 1.0


@settings(max_examples=60, deadline=None)
@given(LISTS, LISTS, st.integers(40, 300))
def test_decompose_carries_the_core_in_every_slice_and_every_item_in_one(
    recalled: list[str], case_file: list[str], budget: int
) -> None:
    made = MANAGER.fit_to_budget(
        "You help.", None, "Task.", recalled, case_file, [], budget, "decompose"
    )
    assert isinstance(made, DecomposedContext)
    assert [part.slice for part in made.slices] == list(range(len(made.slices)))
    for part in made.slices:
        assert part.slices == len(made.slices)
        assert part.estimated_tokens <= budget
        core = [
            entry.id
            for entry in part.manifest.entries
            if entry.id in {"instructions", "task_state"}
        ]
        assert core == ["instructions", "task_state"]
    total = sum(whole(part) for part in made.slices)
    assert total + made.dropped + made.summarized + made.demoted == len(recalled) + len(case_file)


def test_select_drops_from_the_end_of_the_list() -> None:
    fitted = fit("select", 200, episodes(10))
    aboard = [e.id for e in fitted.manifest.entries if e.kind == "memory"]
    assert aboard == [f"episode:{n}" for n in range(1, len(aboard) + 1)]
    assert fitted.dropped == 10 - len(aboard) > 0


def test_truncate_cuts_the_last_at_a_sentence_and_lists_the_rest_of_it_as_dropped() -> None:
    fitted = fit("truncate", 200, episodes(10))
    (cut,) = [entry for entry in fitted.manifest.entries if entry.rendition == "cut"]
    text = fitted.messages[cut.message]["content"][cut.start : cut.end]
    kept = text.split("\n")[1]
    source = episodes(10)[int(cut.id.split(":")[1]) - 1]
    assert source.startswith(kept)
    assert kept.endswith(".")
    assert [(span.start, span.end) for span in cut.dropped] == [(len(kept), len(source))]


def test_a_text_without_a_sentence_border_is_cut_between_graphemes() -> None:
    family = "👩‍👩‍👧" * 60
    fitted = fit("truncate", 120, [family])
    (cut,) = [entry for entry in fitted.manifest.entries if entry.rendition == "cut"]
    kept = fitted.messages[cut.message]["content"][cut.start : cut.end].split("\n")[1]
    assert kept
    assert len(kept) % len("👩‍👩‍👧") == 0


def test_demote_keeps_a_reference_that_says_where_the_text_is() -> None:
    fitted = fit("demote", 120, episodes(3))
    assert fitted.demoted > 0
    reference = next(e for e in fitted.manifest.entries if e.rendition == "reference")
    text = fitted.messages[reference.message]["content"][reference.start : reference.end]
    assert 'reference="true"' in text
    assert reference.dropped[0].end == len(episodes(3)[0])


def test_error_raises_and_carries_what_would_fit() -> None:
    with pytest.raises(loadsheet.BudgetError, match="do not fit 200 tokens") as caught:
        fit("error", 200, episodes(10))
    fitted = caught.value.fitted
    assert isinstance(fitted, FittedContext)
    assert fitted.dropped > 0
    assert fit("error", 4000, episodes(10)).dropped == 0


@pytest.mark.parametrize("strategy", [*STRATEGIES, "error", "decompose"])
def test_a_core_that_is_too_large_raises_in_every_strategy_and_names_each_block(
    strategy: Any,
) -> None:
    with pytest.raises(loadsheet.BudgetError) as caught:
        MANAGER.fit_to_budget("You help. " * 40, "Skill. " * 40, "Task.", [], [], [], 100, strategy)
    assert set(caught.value.blocks) == {"instructions", "skill", "task_state"}
    assert sum(caught.value.blocks.values()) > 100


def test_beliefs_are_labelled_with_what_is_known_of_them() -> None:
    belief = Hypothesis(
        id="h1", content="Refunds are slow in May.", confidence=0.4, status="pending"
    )
    fitted = MANAGER.fit_to_budget("", None, "Task.", [], [], ["Maybe so.", belief], 500, "auto")
    assert isinstance(fitted, FittedContext)
    text = fitted.messages[-1]["content"]
    assert '<memory id="b1" type="belief" status="unverified">\nMaybe so.\n</memory>' in text
    assert '<memory id="b2" type="belief" status="pending" confidence="0.4">' in text


def tiered() -> list[ContextItem]:
    call = ToolCall(id="c1", name="look_up", arguments='{"order": 7}')
    return [
        ContextItem(tier="core", role="system", content="You help."),
        ContextItem(tier="core", role="user", content="What about order 7?"),
        ContextItem(tier="archival", role="assistant", content="", tool_calls=(call,)),
        ContextItem(tier="archival", role="tool", content="shipped " * 20, tool_call_id="c1"),
        ContextItem(tier="archival", role="assistant", content="It was shipped."),
        ContextItem(tier="recall", role="user", content="Order 7 was placed in May."),
        ContextItem(tier="archival", role="user", content="The shop opened in 1990."),
    ]


def test_tiers_map_to_kinds_and_keep_roles() -> None:
    fitted = MANAGER.fit_to_budget_tiered(tiered(), 2000)
    assert isinstance(fitted, FittedContext)
    assert [m["role"] for m in fitted.messages] == [
        "system",
        "assistant",
        "tool",
        "assistant",
        "user",
    ]
    kinds = [e.kind for e in fitted.manifest.entries if e.field == "content"]
    assert kinds == [
        "instructions", "history", "history", "history", "background", "memory", "task_state",
    ]  # fmt: skip


@pytest.mark.parametrize("budget", range(40, 160, 3))
def test_a_tool_call_and_its_result_leave_together(budget: int) -> None:
    fitted = MANAGER.fit_to_budget_tiered(tiered(), budget, "select")
    assert isinstance(fitted, FittedContext)
    calls = [m for m in fitted.messages if m.get("tool_calls")]
    results = [m for m in fitted.messages if m["role"] == "tool"]
    assert len(calls) == len(results)
    fields = {e.field for e in fitted.manifest.entries if e.id.startswith("item:2.")}
    assert bool(fields) == bool(calls)


@pytest.mark.parametrize("tier", ["core", "recall", "archival"])
def test_a_tool_call_of_any_tier_is_a_message_with_all_of_its_fields(tier: Any) -> None:
    call = ToolCall(id="c1", name="look_up", arguments='{"order": 7}')
    items = [
        ContextItem(tier="core", role="user", content="What about order 7?"),
        ContextItem(tier=tier, role="assistant", content="", tool_calls=(call,)),
        ContextItem(tier=tier, role="tool", content="shipped", tool_call_id="c1"),
    ]
    fitted = MANAGER.fit_to_budget_tiered(items, 500)
    assert isinstance(fitted, FittedContext)
    assert [m["role"] for m in fitted.messages] == ["assistant", "tool", "user"]
    assert fitted.messages[0].get("tool_calls") == [
        {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": call.arguments}}
    ]  # fmt: skip
    assert fitted.messages[1].get("tool_call_id") == "c1"


@pytest.mark.parametrize("strategy", [*STRATEGIES, "error", "decompose"])
def test_a_core_message_of_the_assistant_is_aboard_or_named_in_an_error(strategy: Any) -> None:
    items = [
        ContextItem(tier="core", role="assistant", content="I will only speak of refunds.", id="vow"),
        ContextItem(tier="archival", role="assistant", content="Long ago. " * 30, id="long"),
        ContextItem(tier="core", role="user", content="Go on."),
    ]  # fmt: skip
    assert isinstance(MANAGER.fit_to_budget_tiered(items, 500), FittedContext)
    if strategy == "decompose":
        made = MANAGER.fit_to_budget_tiered(items, 80, strategy)
        assert isinstance(made, DecomposedContext)
        assert any(m["role"] == "assistant" for part in made.slices for m in part.messages)
        return
    with pytest.raises(loadsheet.BudgetError) as caught:
        MANAGER.fit_to_budget_tiered(items, 80, strategy)
    assert caught.value.blocks.keys() == {"vow"}


def test_error_raises_for_an_item_that_stands_twice() -> None:
    twice = [ContextItem(tier="recall", role="user", content=text, id="x") for text in "ab"]
    fitted = MANAGER.fit_to_budget_tiered(twice, 500, "auto")
    assert isinstance(fitted, FittedContext)
    assert fitted.dropped == 1
    with pytest.raises(loadsheet.BudgetError, match="'x' is not aboard") as caught:
        MANAGER.fit_to_budget_tiered(twice, 500, "error")
    assert isinstance(caught.value.fitted, FittedContext)


def test_a_strategy_that_does_not_exist_is_named() -> None:
    with pytest.raises(loadsheet.InputError, match="strategy 'shrink' is none of select"):
        fit(cast("FitStrategy", "shrink"), 500, [])


@pytest.mark.parametrize("budget", ["100", 1.5, True, None])
def test_a_budget_that_is_no_whole_number_is_named(budget: Any) -> None:
    with pytest.raises(loadsheet.InputError, match=f"the budget is {budget!r}: give a whole"):
        fit("select", budget, [])


class Scribe:
    """A summary provider that says what it is told to."""

    def __init__(self, summary: str | Exception) -> None:
        self.summary = summary
        self.asked: list[list[str]] = []

    async def summarize(self, texts: list[str]) -> str:
        self.asked.append(texts)
        if isinstance(self.summary, Exception):
            raise self.summary
        return self.summary


async def summarized(scribe: Scribe, budget: int = 300) -> FittedContext:
    return await MANAGER.fit_to_budget_with_summarization(
        "You help.", None, "Task.", episodes(12), [], [], budget, scribe
    )


async def test_a_summary_counts_every_item_that_it_stands_for_and_lists_what_it_lost() -> None:
    scribe = Scribe("The customer from region 11 asked about refunds. The answer was 33 days.")
    fitted = await summarized(scribe)
    (asked,) = scribe.asked
    assert fitted.summarized == len(asked) > 0
    assert (fitted.dropped, fitted.demoted) == (0, 0)
    assert whole(fitted) + fitted.summarized == 12
    entry = next(e for e in fitted.manifest.entries if e.rendition == "summary")
    lost = [asked[span.source][span.start : span.end] for span in entry.dropped]
    assert "Nobody complained about it afterwards." in lost
    assert not any("33 days" in sentence for sentence in lost)
    assert fitted.estimated_tokens <= 300


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        (RuntimeError("offline"), "failed (RuntimeError: offline)"),
        ("  ", "returned nothing"),
        ("word " * 500, "the room for it is"),
    ],
)
async def test_a_provider_that_fails_leaves_extractive_forms_and_a_note(
    summary: Any, said: str
) -> None:
    fitted = await summarized(Scribe(summary))
    assert any(said in note for note in fitted.manifest.notes)
    assert fitted.estimated_tokens <= 300
    assert whole(fitted) + fitted.dropped + fitted.summarized + fitted.demoted == 12


async def test_a_provider_is_not_asked_when_a_belief_only_stands_twice() -> None:
    scribe, belief = Scribe("never"), Hypothesis(id="h1", content="Refunds are slow.")
    fitted = await MANAGER.fit_to_budget_with_summarization(
        "You help.", None, "Task.", [], [], [belief, belief], 500, scribe
    )
    assert (scribe.asked, fitted.dropped) == ([], 1)


async def test_a_provider_is_not_asked_when_all_fits() -> None:
    scribe = Scribe("never")
    fitted = await summarized(scribe, budget=4000)
    assert scribe.asked == []
    assert (fitted.dropped, fitted.summarized) == (0, 0)


def test_the_model_that_holds_the_demand_is_chosen_or_an_error_names_the_windows() -> None:
    models = [
        loadsheet.ModelCandidate(name="far", window=200_000, local=False, priority=0),
        loadsheet.ModelCandidate(name="near", window=8_000, priority=5),
        loadsheet.ModelCandidate(name="near-large", window=32_000, priority=5),
    ]
    policy = loadsheet.RoutingPolicy(prefer_local=True)
    assert policy.select_model_for_context(6_000, models) == "near"
    assert policy.select_model_for_context(7_001, models) == "near-large"
    assert policy.select_model_for_context(40_000, models) == "far"
    assert (
        loadsheet.RoutingPolicy(prefer_local=False).select_model_for_context(6_000, models) == "far"
    )
    with pytest.raises(loadsheet.LoadsheetError, match="no model holds 900000 tokens"):
        policy.select_model_for_context(900_000, models)
    with pytest.raises(loadsheet.InputError, match="it must be 0 or more"):
        policy.select_model_for_context(-1, models)


def test_a_candidate_is_given_by_name_or_in_the_order_of_its_fields() -> None:
    given = loadsheet.ModelCandidate("far", 8000, 900, 2.0, 10.0, False, 3)
    assert given == loadsheet.ModelCandidate(
        "far", window=8000, output_limit=900, price_in=2, price_out=10, local=False, priority=3
    )


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        (loadsheet.ModelCandidate, {"name": "far"}, "ModelCandidate.window: Field required"),
        (loadsheet.ModelCandidate, {"name": "far", "window": "wide"}, ".window: .*it is 'wide'"),
        (loadsheet.ModelCandidate, {"name": "", "window": 9}, "ModelCandidate.name: .*it is ''"),
        (loadsheet.ModelCandidate, {"name": "far", "window": -1}, ".window: .*it is -1"),
        (loadsheet.ModelCandidate, {"name": "far", "window": 9, "price_in": float("nan")}, "price"),
        (loadsheet.Document, {"id": "", "text": "x"}, "Document.id: .*it is ''"),
        (
            loadsheet.Document,
            {"id": "a", "text": "x", "timestamp": "2024-01-01T00:00"},
            "timestamp",
        ),
        (loadsheet.Document, {"id": "a", "text": "x", "nmae": "b"}, "Document.nmae: Extra inputs"),
    ],
)
def test_a_value_that_a_host_cannot_make_is_an_error_that_names_the_field(
    kind: Callable[..., object], fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(loadsheet.InputError, match=message):
        kind(**fields)


def test_a_field_given_twice_and_a_value_too_many_are_errors_too() -> None:
    candidate = cast("Callable[..., object]", loadsheet.ModelCandidate)
    with pytest.raises(loadsheet.InputError, match="window is given twice"):
        candidate("far", 8000, window=9000)
    with pytest.raises(loadsheet.InputError, match="8 values are given"):
        candidate("far", 8000, 900, 2.0, 10.0, False, 3, "more")


def test_a_text_that_could_not_be_sent_and_a_list_that_is_none_are_refused_by_name() -> None:
    wrong: Any = "abc"
    with pytest.raises(loadsheet.InputError, match="a text of episodes is half of a surrogate"):
        MANAGER.fit_to_budget("s", None, "t", ["a\ud800"], [], [], 100)
    with pytest.raises(loadsheet.InputError, match="episodes is 'abc': give a list"):
        MANAGER.fit_to_budget("s", None, "t", wrong, [], [], 100)
    with pytest.raises(loadsheet.InputError, match="a text of beliefs is 1: give a text"):
        MANAGER.fit_to_budget("s", None, "t", [], [], cast("list[str]", [1]), 100)
    with pytest.raises(loadsheet.BudgetError, match="a prompt without any text takes 3 tokens"):
        MANAGER.fit_to_budget_tiered([], 1)


def test_assembly_alone_is_called_with_public_names() -> None:
    counter = loadsheet.counter("o200k")

    def made(kind: str, text: str) -> loadsheet.Block:
        return loadsheet.block(
            kind, kind, text, counter=counter, producer="host", rule="always", reason="an example"
        )

    materials = loadsheet.Materials(
        blocks=(made("instructions", "Be brief."), made("question", "Why?"))
    )
    prompt, manifest = loadsheet.assemble(materials, 200, loadsheet.policy_from({}), counter)
    found = [(kind, start, end) for kind, _, start, end in loadsheet.parse(prompt.messages)]
    assert [(e.kind, e.start, e.end) for e in manifest.entries if e.kind != "framing"] == found
