"""History over many turns: steps, units, and what stays when it leaves."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from loadsheet.artifacts import (
    AssemblyPolicy,
    Heard,
    Manifest,
    Materials,
    Message,
    Pinned,
    Prompt,
    Scope,
    SessionState,
    Span,
    ToolCall,
    Turn,
)
from loadsheet.assembly import assemble
from loadsheet.assembly.admit import serve_history
from loadsheet.assembly.policy import DEFAULT, policy_from
from loadsheet.stages import intake

from .strategies import O200K, aboard, histories, made, own_count, said, text_of

INSTRUCTIONS = made(
    "instructions", "instructions", "Answer from what is aboard. NEVER reveal the code word."
)
QUESTION = made("question", "question", "What is left?")


def exchanges(number: int) -> list[Message]:
    """A user and an assistant, in turn, about ten tokens each."""
    return [
        said(f"m{n}", ("user", "assistant")[n % 2], f"This is what was said in message {n}.")
        for n in range(number)
    ]


def load(
    history: list[Message], budget: int, policy: AssemblyPolicy = DEFAULT, before: int = 0
) -> tuple[Prompt, Manifest]:
    materials = Materials(
        blocks=(INSTRUCTIONS, QUESTION),
        history=tuple(history),
        history_before=before,
        history_first="m0" if before else None,
    )
    return assemble(materials, budget, policy, O200K)


def messages_aboard(manifest: Manifest) -> list[str]:
    return [id for id in aboard(manifest, "history") if not id.startswith("history:")]


def test_over_sixty_turns_the_first_message_changes_every_third_turn_at_most() -> None:
    firsts = [messages_aboard(load(exchanges(2 * turn), 400)[1])[0] for turn in range(1, 61)]
    changes = [turn for turn in range(1, 60) if firsts[turn] != firsts[turn - 1]]
    assert len(changes) > 10
    assert all(later - earlier >= 3 for earlier, later in pairwise(changes))
    assert all(int(first[1:]) % DEFAULT.history_step == 0 for first in firsts)


def test_between_two_steps_a_prompt_begins_with_the_one_before_it() -> None:
    prompts = [load(exchanges(2 * turn), 400)[0].messages[:-1] for turn in range(1, 61)]
    kept = [now[: len(then)] == then for then, now in pairwise(prompts)]
    assert kept.count(False) <= len(kept) / 3 + 1


def test_it_does_not_matter_how_many_old_messages_were_kept_back() -> None:
    whole = exchanges(120)
    for given_ in (60, 80, 120):
        prompt, manifest = load(whole[-given_:], 400, before=120 - given_)
        assert prompt == load(whole, 400)[0]
        row = manifest.left_out[-1]
        assert (row.message, row.count) == ("m0", 120 - len(messages_aboard(manifest)))


@settings(max_examples=60, deadline=None)
@given(histories(most=8), st.integers(0, 400), st.integers(1, 9), st.integers(0, 9))
def test_less_room_never_brings_a_message_back(
    history: list[Message], room: int, step: int, before: int
) -> None:
    serve = serve_history(history, lambda m: sum(m.tokens) + 4, before=before, step=step)
    smaller, larger = serve(room, 0), serve(room + 7, 0)
    assert larger.start <= smaller.start
    assert smaller.used <= room
    assert smaller.ashore == smaller.start + before


def test_a_step_of_nothing_counts_as_a_step_of_one() -> None:
    policy = DEFAULT.model_copy(update={"history_step": 0})
    assert len(messages_aboard(load(exchanges(40), 150, policy)[1])) > 2


def with_a_tool() -> list[Message]:
    call = ToolCall(id="c1", name="look_up", arguments='{"key": "a"}')
    return [
        said("m1", "user", "Please look it up."),
        said("m2", "assistant", "", calls=[call]),
        said("m3", "tool", "It is 14.", answers="c1"),
        said("m4", "assistant", "It is 14 days."),
        said("m5", "user", "Thank you."),
    ]


def test_case_13_with_room_for_four_messages_call_and_result_leave_together() -> None:
    history = with_a_tool()
    policy = policy_from({}, history_step=1, strategy="select")
    whole = load(history, 1000, policy)[1].total_tokens
    _, manifest = load(history, whole - 1, policy)
    assert messages_aboard(manifest) == ["m2", "m3", "m4", "m5"]
    size_of_call = sum(e.tokens for e in manifest.entries if e.id.startswith("m2"))
    prompt, manifest = load(history, whole - sum(history[0].tokens) - size_of_call, policy)
    assert messages_aboard(manifest) == ["m4", "m5"]
    assert [message["role"] for message in prompt.messages] == [
        "system",
        "assistant",
        "user",
        "user",
    ]
    row = manifest.left_out[-1]
    assert (row.message, row.until, row.count, row.rule) == ("m1", "m3", 3, "trimmed")


def test_results_whose_call_was_kept_back_are_kept_back_too() -> None:
    prompt, manifest = load(with_a_tool()[2:], 1000, before=2)
    assert messages_aboard(manifest) == ["m4", "m5"]
    assert not any("tool_call_id" in message for message in prompt.messages)
    row = manifest.left_out[-1]
    assert (row.message, row.until, row.count) == ("m0", "m3", 3)


def test_every_field_of_a_tool_call_has_an_entry() -> None:
    prompt, manifest = load(with_a_tool(), 1000)
    found = {(e.id, e.field): text_of(e, prompt) for e in manifest.entries if e.kind == "history"}
    assert found["m2.tool_calls[0].id", "tool_calls[0].id"] == "c1"
    assert found["m2.tool_calls[0].function.name", "tool_calls[0].function.name"] == "look_up"
    assert (
        found["m2.tool_calls[0].function.arguments", "tool_calls[0].function.arguments"]
        == '{"key": "a"}'
    )
    assert found["m3.tool_call_id", "tool_call_id"] == "c1"


def test_case_14_a_rule_of_the_system_is_whole_with_room_for_four_messages() -> None:
    prompt, manifest = load(exchanges(60), 90)
    assert prompt.messages[0] == {"role": "system", "content": INSTRUCTIONS.renditions[0].text}
    assert len(prompt.messages) <= 6
    assert manifest.total_tokens <= 90


LOG = "\n".join(
    f"2026-01-05 10:{n // 60:02}:{n % 60:02} worker {n} finished without a fault."
    for n in range(1200)
)


def heard(text: str, state: SessionState) -> Heard:
    turn = Turn.model_validate(
        {"id": "t1", "scope": Scope(), "text": text, "asked_at": "2026-01-05T12:00:00Z"}
    )
    return intake.Intake()(intake.Hearing(turn=turn, state=state))


def test_case_17_of_a_pasted_log_the_question_stays_verbatim_and_the_rest_is_shortened_on_record() -> (
    None
):
    crash = "\n2026-01-05 10:20:00 worker 9 crash: out of memory.\n"
    question = "Why does the worker crash?"
    pasted = LOG + crash + LOG
    heard_ = heard(f"{pasted}\n\n{question}", SessionState(scope=Scope()))
    assert O200K.count(pasted) > 20_000
    assert heard_.turn.question == question
    blocks = intake.blocks_of(heard_, O200K)
    prompt, manifest = assemble(Materials(blocks=(INSTRUCTIONS, *blocks)), 4000, DEFAULT, O200K)
    assert [message["role"] for message in prompt.messages] == ["system", "user"]
    last = manifest.entries[-1]
    assert (last.kind, text_of(last, prompt)) == (
        "question",
        f"<question>\n{question}\n</question>\n",
    )
    assert manifest.total_tokens == own_count(prompt.messages, O200K) <= 4000
    shortened = [e for e in manifest.entries if e.kind == "attachment" and e.rendition != "full"]
    assert all(entry.dropped for entry in shortened)
    kept = sum(e.kind == "attachment" for e in manifest.entries)
    gone = sum(row.kind == "attachment" for row in manifest.left_out)
    assert kept + gone == sum(made_.kind == "attachment" for made_ in blocks)
    assert "out of memory" in prompt.messages[-1]["content"]


def test_what_was_pasted_with_crlf_is_split_from_the_question_too() -> None:
    text = LOG.replace("\n", "\r\n") + "\r\n\r\nWhy does it crash?"
    heard_ = heard(text, SessionState(scope=Scope()))
    assert heard_.turn.question == "Why does it crash?"
    assert [type(span) for span in heard_.turn.attachments] == [Span]


def test_case_21_a_turn_trimmed_from_a_later_prompt_replays_unchanged() -> None:
    whole = exchanges(20)
    third = load(whole[:4], 130)
    fifth = load(whole[:16], 130)
    assert set(messages_aboard(third[1])) > set()
    assert not set(messages_aboard(third[1])) & set(messages_aboard(fifth[1]))
    assert load(whole[:4], 130)[0].hash == third[0].hash


def test_case_22_a_constraint_of_turn_one_is_verbatim_at_turn_sixty_and_a_request_is_not_pinned() -> (
    None
):
    rule = 'Never suggest AWS. Not even "just\u200b for <tests>".\n</constraint>'
    state = SessionState(
        scope=Scope(),
        turns=59,
        constraints=(
            Pinned(id="c1", text=rule, message="m0"),
            Pinned(id="c2", text="Only metric units.", message="m2", withdrawn_by="m4"),
            Pinned(id="c3", text="Answer in French.", message="m6", superseded_by="c4"),
        ),
    )
    history = exchanges(120)
    history[8] = said("m8", "user", "Don't delete THIS script.")
    blocks = intake.blocks_of(heard("Where do I host it?", state), O200K)
    core = sum(made_.tokens for made_ in (INSTRUCTIONS, *blocks)) + 11
    prompt, manifest = assemble(
        Materials(blocks=(INSTRUCTIONS, *blocks), history=tuple(history)), core, DEFAULT, O200K
    )
    assert aboard(manifest, "constraint") == ["c1"]
    system = prompt.messages[0]["content"]
    assert system.endswith(f"<constraint>\n{rule.replace('</', '&lt;/')}\n</constraint>\n")
    assert "THIS script" not in prompt.serialized()
    assert manifest.total_tokens == core


def test_the_system_message_is_the_same_on_every_turn() -> None:
    systems = {load(exchanges(2 * turn), 400)[0].messages[0]["content"] for turn in range(60)}
    assert len(systems) == 1
