"""The record of stored turns: manifest, trace, replay, diff, and the demo that made them."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections import Counter
from pathlib import Path

import pytest
from rich.cells import cell_len
from tests.cli.running import Run, run

from loadsheet import Agent, Manifest
from loadsheet.cli.demo import SCENES
from loadsheet.cli.text import number, seconds
from loadsheet.trace import pack, unpack


def test_every_turn_replays_the_same(cli: Run, turns: list[str]) -> None:
    assert len(turns) == 4
    for turn in turns:
        result = cli("replay", turn)
        assert result.code == 0
        assert result.out.startswith(f"Turn {turn} replays the same: ")
        assert json.loads(cli("replay", turn, "--json").out)["same"] is True


def test_a_turn_is_found_by_the_end_of_its_id(cli: Run, turns: list[str]) -> None:
    assert cli("replay", turns[0][-6:]).out.startswith(f"Turn {turns[0]} ")
    slip = cli("replay", turns[0][-1:])
    assert (slip.code, slip.err) == (
        2,
        f"loadsheet: no turn '{turns[0][-1:]}': list them with `loadsheet trace --list`\n",
    )


async def _forge(state: Path, turn: str) -> None:
    """Store another prompt than the one that was assembled."""
    async with Agent.open(state) as agent:
        page = await agent.trace(turn)
        bodies = dict(page.bodies)
        context = await agent.context(turn)
        messages = [dict(message) for message in context.prompt.messages]
        messages[-1]["content"] = str(messages[-1]["content"]).replace("14 days", "99 days", 1)
        prompt = type(context.prompt).model_validate({"messages": messages})
        name = pack(context.model_copy(update={"prompt": prompt}), bodies)
        assert unpack(name, bodies) != unpack(page.events[-4].gave or "", bodies)
        events = tuple(
            dataclasses.replace(event, gave=name) if event.stage == "assemble" else event
            for event in page.events
        )
        await agent.store.keep(
            agent.workspace, dataclasses.replace(page, events=events, bodies=bodies)
        )


def test_a_replay_with_other_bytes_shows_the_difference_and_is_exit_1(
    cli: Run, state: Path, turns: list[str]
) -> None:
    asyncio.run(_forge(state, turns[0]))
    result = cli("replay", turns[0])
    assert result.code == 1
    assert result.out.startswith(f"Turn {turns[0]} differs: ")
    assert any(row.startswith("-") and "99 days" in row for row in result.out.splitlines())
    assert any(row.startswith("+") and "14 days" in row for row in result.out.splitlines())
    as_json = cli("replay", turns[0], "--json")
    assert (as_json.code, json.loads(as_json.out)["same"]) == (1, False)


def test_the_manifest_on_a_pipe_says_everything_in_one_line_each(
    cli: Run, turns: list[str]
) -> None:
    sheet = json.loads(cli("manifest", turns[1], "--json").out)
    rows = cli("manifest", turns[1], "--all").out.splitlines()
    for entry in sheet["entries"]:
        row = next(row for row in rows if row.startswith(entry["id"] + " "))
        for name in ("producer", "rule", "reason"):
            assert entry[name] in row
        assert f"{entry['tokens']:,}" in row.split()
    assert any(row.startswith("framing ") and f" {sheet['framing_tokens']} " in row for row in rows)
    assert any(row.startswith("total ") and f" {sheet['total_tokens']:,} " in row for row in rows)


def test_the_manifest_is_that_of_the_last_turn_that_had_one_and_names_it(
    cli: Run, turns: list[str]
) -> None:
    assert cli("ask", "What is the refund window?", "--budget", "20").code == 2
    out = cli("manifest").out
    assert out.startswith("The last turn with a prompt; a later one failed before it had one.\n")
    assert f"Manifest of turn {turns[-1]}" in out
    assert "failed before a prompt was assembled" in cli("manifest", last_turn(cli)).err


def last_turn(cli: Run) -> str:
    return json.loads(cli("trace", "--list", "--json").out)[0]["id"]


def test_the_manifest_as_json_is_the_one_that_the_answer_carried_and_is_read_back_as_such(
    cli: Run,
) -> None:
    asked = json.loads(cli("ask", "What is the refund window?", "--json").out)
    text = cli("manifest", "--json").out
    assert json.loads(text) == asked["manifest"]
    assert Manifest.model_validate_json(text).model_dump(mode="json") == asked["manifest"]


def test_many_left_out_rows_are_one_group_unless_all_are_wanted(cli: Run, turns: list[str]) -> None:
    rows = json.loads(cli("manifest", turns[0], "--json").out)["left_out"]
    count, groups = len(rows), Counter((row["stage"], row["rule"]) for row in rows)
    grouped = cli("manifest", turns[0]).out
    assert f"Left out  {count} pieces, --all lists each" in grouped
    for (stage, rule), size in groups.items():
        assert f"{size} × evidence  {stage}  {rule}" in grouped
    every = cli("manifest", turns[0], "--all").out
    assert len(every.splitlines()) == len(grouped.splitlines()) + count - len(groups)


def test_the_trace_names_every_stage_and_what_it_decided(cli: Run, turns: list[str]) -> None:
    out = cli("trace", turns[2]).out
    stages = [row["stage"] for row in json.loads(cli("trace", turns[2], "--json").out)["events"]]
    assert {
        "intake",
        "correct",
        "route",
        "retrieve",
        "reduce",
        "assemble",
        "generate",
        "score",
    } <= set(stages)
    for stage in stages:
        assert f"─ {stage} " in out
    assert "superseded: instead of '14 days from delivery'" in out
    assert "read on corrected: 1 blocks" in out
    assert "answered by extractive" in out


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_the_trace_loses_no_time_and_no_token_at_any_width(
    cli: Run, turns: list[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = cli("trace", turns[0]).out
    events = json.loads(cli("trace", turns[0], "--json").out)["events"]
    words = " ".join(out.split())
    assert max(map(len, out.splitlines())) <= width
    assert "…" not in "".join(out.splitlines()[4:])
    for event in events:
        assert seconds(event["seconds"]) in words
        assert event["tokens"] is None or number(event["tokens"]) in words


def test_a_stage_shows_what_went_in_and_what_came_out(cli: Run, turns: list[str]) -> None:
    (event,) = json.loads(cli("trace", turns[0], "--stage", "retrieve").out)
    assert event["given"]["queries"][0]["text"] == SCENES[0].question
    assert event["gave"]["candidates"][0]["document"]


def test_a_diff_says_what_came_and_what_went(cli: Run, turns: list[str]) -> None:
    def kinds(before: str, after: str) -> set[tuple[str, str]]:
        found = json.loads(cli("diff", before, after, "--json").out)
        return {(row["what"], row["kind"]) for row in found["entries"]}

    assert {("came", "evidence"), ("came", "history"), ("changed", "question")} <= kinds(*turns[:2])
    assert {("went", "evidence"), ("went", "history"), ("changed", "question")} <= kinds(
        turns[1], turns[0]
    )
    out = cli("diff", turns[0], turns[1]).out
    assert f"{turns[0]} → {turns[1]}" in out
    assert "Total " in out


def test_a_turn_does_not_differ_from_itself(cli: Run, turns: list[str]) -> None:
    found = json.loads(cli("diff", turns[0], turns[0], "--json").out)
    assert (found["entries"], found["settings"]) == ([], [])
    assert "The same entries are aboard" in cli("diff", turns[0], turns[0]).out


def test_the_demo_holds_the_worked_trace_and_says_what_there_is_to_see(tmp_path: Path) -> None:
    result = run("demo")
    assert result.code == 0
    lines = result.out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert len(lines) <= 96, "two screens"
    said = " ".join(result.out.split())
    for scene in SCENES:
        assert f"› {scene.question}" in result.out
        assert scene.watch in said
    assert "30 days" in result.out.split("› What's the EU refund window?")[1]
    assert "the refund window for EU customers is 14 days from delivery. [1]" in said
    assert "[1] doc_31 §2.4" in said
    assert said.count("Aboard Pieces Tokens Share For instance instructions 1 171") == 4
    assert not (tmp_path / ".loadsheet").exists(), "its state is a temporary one"


def test_the_whole_demo_has_each_manifest_and_each_quote(fresh: Run) -> None:
    out = fresh("demo", "--full").out
    assert '[1] doc_17 §3.2 — "' in out
    assert out.count("Coverage 100 %") == 4


def test_the_demo_begins_a_new_session_each_time(cli: Run) -> None:
    assert cli("demo").code == 0
    assert {row["id"] for row in json.loads(cli("sessions", "--json").out)} == {"demo", "demo-2"}


def test_the_demo_as_json_has_an_answer_a_turn(fresh: Run) -> None:
    turns = json.loads(fresh("demo", "--json").out)["turns"]
    assert [turn["answer"]["outcome"] for turn in turns] == [
        "answered",
        "answered",
        "answered",
        "answered",
    ]
    said = [turn["answer"]["text"] for turn in turns]
    assert said[0].startswith(
        "Under the Q3 refund policy, the refund window for EU customers is 14 days from delivery."
    )
    assert "30 days" in said[2]
    assert "30 days" in said[3]
    assert "14 days" not in said[3]
