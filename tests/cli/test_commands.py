"""Each command, in the words and numbers that a user sees."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from tests.cli.running import Run, run

from loadsheet.cli.commands import app
from loadsheet.cli.commands.options import hoisted

QUESTION = "Summarize our Q3 refund policy for EU customers."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    made.mkdir()
    (made / "leave.md").write_text("# Leave\n\nEmployees have 25 days of annual leave.\n")
    (made / "tea.txt").write_text("The tea is in the kitchen on the third floor.\n")
    (made / "image.md").write_bytes(b"\x89PNG\x00\x01\x02")
    return made


def test_add_counts_what_it_did_and_names_what_it_skipped(fresh: Run, folder: Path) -> None:
    first = fresh("add", str(folder))
    assert first.code == 0
    assert first.out.startswith("2 added, 0 changed, 0 unchanged, 0 removed, 1 skipped\n")
    assert f"skipped {folder / 'image.md'}: " in first.out
    (folder / "tea.txt").write_text("The tea is in the kitchen on the fourth floor.\n")
    (folder / "leave.md").unlink()
    assert fresh("add", str(folder)).out.startswith(
        "0 added, 1 changed, 0 unchanged, 1 removed, 1 skipped\n"
    )


def test_a_file_that_may_not_be_read_is_skipped_and_named_among_others(
    fresh: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = folder / "tea.txt"

    def may(path: os.PathLike[str] | str, mode: int, **more: Any) -> bool:
        return os.fspath(path) != str(locked) and allowed(path, mode, **more)

    def opened(path: Any, *given: Any, **more: Any) -> Any:
        if path == locked:
            raise PermissionError(13, "Permission denied")
        return openly(path, *given, **more)

    allowed = os.access
    openly: Any = open
    monkeypatch.setattr(os, "access", may)
    monkeypatch.setattr("builtins.open", opened)
    result = fresh("add", str(folder / "leave.md"), str(locked))
    assert result.code == 0
    assert "1 added, " in result.out
    assert f"skipped {locked}: cannot be read: permission denied" in result.out


def test_an_answer_ends_with_its_citations_and_where_to_read_more(cli: Run) -> None:
    result = cli("ask", QUESTION, "--session", "new")
    answer, citation, footer = result.out.strip().split("\n\n")
    assert result.code == 0
    # What was said in another session contradicts the document, and nobody has decided between them.
    assert re.sub(r" \([0-9-]+ to [0-9-]+\)", "", answer) == (
        "Actually the EU window changed to 30 days last month. "
        "Under the Q3 refund policy, the refund window for EU customers is 14 days from delivery. [1] "
        "There is no minimum order value, and sale items are treated in the same way as goods at full price. [2] "
        "Support staff approve refunds up to 400 euros. [3] "
        "Companies that buy on account have no general right to a refund. [4] "
        "A request that reaches us after the window has closed is not rejected out of hand. [5]"
    )
    assert citation.startswith('[1] doc_17 §3.2 — "Under the Q3 refund policy')
    assert " of 8,000 tokens · 14 pieces of evidence · turn t" in footer
    assert footer.endswith("`loadsheet manifest` shows why")


def test_ask_prints_the_manifest_too_when_it_is_wanted(cli: Run) -> None:
    result = cli("ask", QUESTION, "--manifest")
    assert "\nLedger" in result.out
    assert "\nCoverage 100 %" in result.out


def test_a_question_can_come_from_stdin(cli: Run) -> None:
    assert "14 days from delivery" in cli("ask", "-", stdin=QUESTION + "\n").out


def test_the_lack_of_evidence_is_an_answer(fresh: Run) -> None:
    result = fresh("ask", "What is the refund window?")
    assert result.code == 0
    assert "not enough evidence" in result.out
    assert "nothing is indexed yet" in result.out


def test_documents_are_listed_and_removed(cli: Run) -> None:
    assert "8 documents  workspace default" in cli("documents").out
    result = cli("remove", "doc_17.md", "doc_99.md")
    assert result.code == 0
    assert "1 document removed" in result.out
    assert "no document has the id doc_99.md" in result.out
    assert "doc_17.md" not in cli("documents").out


def test_a_document_that_is_erased_cannot_be_shown_any_more(cli: Run) -> None:
    result = cli("remove", "--erase", "--yes", "doc_17.md", "doc_99.md")
    done, missing, file = result.out.splitlines()
    assert (result.code, done, missing) == (
        0,
        "1 document erased: 1 version, 4 turns with 4 answers, 1 record of memory",
        "no document has the id doc_99.md",
    )
    assert file.endswith(
        "doc_17.md is still there; add and sync pass it by until you add the file itself"
    )
    assert "no document 'doc_17.md'" in cli("show", "doc_17.md").err
    assert cli("remove", "--erase", "--yes", "doc_17.md").code == 2


def test_whoever_sits_at_a_terminal_is_asked_before_anything_is_erased(state: Path) -> None:
    def typed(answer: str, *options: str) -> str:
        command = ("remove", *options, "doc_17.md", "doc_08.md")
        return run("--state", str(state), *command, stdin=answer, terminal=True).err

    assert "Erase doc_17.md, doc_08.md for good?" in typed("n\n", "--erase")
    assert run("--state", str(state), "show", "doc_17.md").code == 0
    assert "for good" not in typed("", "--erase", "--yes")
    assert run("--state", str(state), "show", "doc_17.md").code == 2


def test_search_shows_the_place_the_score_and_the_text(cli: Run) -> None:
    out = cli("search", "refund window for UK customers", "--limit", "1").out
    assert out.startswith(" 1  doc_31 §2.4\n")
    assert "doc_31.md v1 " in out
    assert "28 days from delivery" in out
    assert " 2  " not in out


def test_search_that_finds_nothing_says_so(cli: Run) -> None:
    assert cli("search", "zygomorphic").out == "Nothing found.\n"


def test_config_says_where_each_value_came_from(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loadsheet.toml").write_text("candidates = 12\n")
    monkeypatch.setenv("LOADSHEET_TRACE_DAYS", "7")
    rows = json.loads(cli("config", "--budget", "4000", "--json").out)
    assert (rows["budget"]["value"], rows["budget"]["origin"]) == (4000, "flag")
    assert rows["candidates"]["origin"].startswith("file ")
    assert rows["trace_days"]["origin"] == "environment LOADSHEET_TRACE_DAYS"
    assert rows["strategy"]["origin"] == "default"
    head, *table = cli("config").out.splitlines()
    row = next(row for row in table if row.startswith("trace_days"))
    origin, value = (head.index(title) for title in ("Where it came from", "Value"))
    assert row[origin:value].split() == ["environment", "LOADSHEET_TRACE_DAYS"]
    assert row[value:] == "7"


def test_workspaces_do_not_see_one_another(cli: Run) -> None:
    assert cli("documents", "--workspace", "other").out.startswith(
        "No documents in workspace other"
    )
    assert cli("--workspace=other", "sessions").out.startswith("No sessions in workspace other")


def test_options_stand_before_or_after_the_command(state: Path) -> None:
    before = run("--state", str(state), "--json", "--budget", "900", "config")
    after = run("config", "--budget=900", "--json", "--state", str(state))
    assert before == after
    assert json.loads(after.out)["budget"]["value"] == 900


def test_what_follows_two_dashes_is_the_question(cli: Run) -> None:
    given = json.loads(cli("ask", "--json", "--", "--state of refunds").out)
    assert given["outcome"] in {"answered", "insufficient_evidence"}
    assert json.loads(cli("trace", "--list", "--json").out)[0]["question"] == "--state of refunds"


# ---------------------------------------------------------------- JSON


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (("documents",), None),
        (("search", "refund"), None),
        (("sessions",), None),
        (("trace", "--list"), None),
        (("trace", "--stage", "reduce"), None),
        (("trace",), {"record", "events", "artifacts"}),
        (("manifest",), {"entries", "left_out", "ledger", "coverage", "total_tokens", "counter"}),
        (
            ("ask", QUESTION),
            {"text", "citations", "outcome", "confidence", "turn_id", "manifest", "prompt"},
        ),
        (("remove", "doc_08.md"), {"removed", "unknown"}),
        (("config",), {"state", "budget"}),
        (("demo",), {"added", "turns"}),
    ],
)
def test_json_is_the_artifact_and_nothing_else(
    cli: Run, arguments: tuple[str, ...], keys: set[str] | None
) -> None:
    result = cli(*arguments, "--json")
    value: Any = json.loads(result.out)
    assert result.code == 0
    assert result.err == ""
    assert isinstance(value, list) if keys is None else keys <= value.keys()


def test_add_as_json_is_the_report(fresh: Run, folder: Path) -> None:
    report = json.loads(fresh("add", str(folder), "--json").out)
    assert report["added"] == ["leave.md", "tea.txt"]
    assert [Path(row["path"]).name for row in report["skipped"]] == ["image.md"]


# ---------------------------------------------------------------- conversations


def test_a_session_is_listed_and_resumed(cli: Run) -> None:
    first = cli("chat", "--session", "work", stdin=f"{QUESTION}\n\n/quit\nnever read\n")
    assert first.code == 0
    assert "14 days from delivery. [1]" in first.out
    second = cli("chat", "--resume", stdin="And for the UK?\n/manifest\n")
    assert "28 days" in second.out
    assert "  session work  " in second.out, "the conversation before is aboard"
    rows = json.loads(cli("sessions", "--json").out)
    assert {row["id"]: row["turns"] for row in rows} == {"work": 2, "demo": 4}
    assert cli("sessions").out.splitlines()[1].split()[:2] == ["work", "2"]


def test_chat_as_json_is_a_line_for_each_answer(cli: Run) -> None:
    result = cli("chat", "--json", stdin=f"{QUESTION}\nAnd for the UK?\n")
    assert [json.loads(row)["outcome"] for row in result.out.splitlines()] == [
        "answered",
        "answered",
    ]


def test_chat_as_json_keeps_to_lines_of_json_whatever_is_typed(cli: Run) -> None:
    typed = f"{QUESTION}\n/manifest\n/sessions\n/help\n/frobnicate\n"
    rows = [json.loads(row) for row in cli("chat", "--json", stdin=typed).out.splitlines()]
    assert rows[0]["manifest"] == rows[1]
    assert {row["id"] for row in rows[2]} == {"demo", "main"}
    assert len(rows) == 3


def test_the_rules_in_force_are_listed_and_one_of_them_is_ended(fresh: Run) -> None:
    assert fresh("rules").out == "No rule is in force in session main.\n"
    for text in ("Never suggest AWS.", "Always answer in French."):
        fresh("ask", text)
    rows = json.loads(fresh("rules", "--json").out)
    assert [row["text"] for row in rows] == ["Never suggest AWS.", "Always answer in French."]
    assert "Never suggest AWS." in fresh("chat", stdin="/rules\n").out
    left = fresh("rules", "--end", rows[0]["id"]).out
    assert "Always answer in French." in left
    assert "AWS" not in left
    assert fresh("rules", "--end", rows[0]["id"]).code == 2


def test_a_word_that_ends_or_explains_a_chat_is_no_question(fresh: Run) -> None:
    result = fresh("chat", stdin="Help\nexit\nIs tea hot?\n")
    assert result.out.count("/manifest") == 1
    assert fresh("trace", "--list").out.count("\n") <= 1


def test_an_unknown_word_with_a_slash_does_not_end_the_chat(cli: Run) -> None:
    result = cli("chat", stdin=f"/frobnicate\n{QUESTION}\n/help\n/sessions\n")
    assert result.code == 0
    assert "no command '/frobnicate'" in result.err
    assert "14 days from delivery" in result.out
    assert "/manifest" in result.out


def test_config_of_one_setting_says_what_it_is_for_and_where_its_default_comes_from(
    cli: Run,
) -> None:
    out = cli("config", "budget").out
    assert out.startswith("budget = 8000  (default)\n")
    assert "Default: " in out
    assert json.loads(cli("config", "budget", "--json").out).keys() == {"budget"}
    assert "did you mean 'budget'?" in cli("config", "bugdet").err


def test_a_group_of_commands_by_itself_shows_its_help(cli: Run) -> None:
    shown = cli("memory")
    assert (shown.code, shown.out) == (0, cli("memory", "--help").out)


def commands(group: Any, *names: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *names, name)
        else:
            yield (*names, name), command


EVERY = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("names", EVERY, ids=" ".join)
def test_the_help_of_a_command_has_examples_that_can_be_typed(names: tuple[str, ...]) -> None:
    examples = re.findall(r"^\$ (?:\w+ \| )?loadsheet (.+)", EVERY[names].epilog, re.MULTILINE)
    assert examples
    for example in examples:
        words = hoisted(shlex.split(example))
        words = words[words.index(names[0]) :]
        assert tuple(words[: len(names)]) == names
        EVERY[names].make_context(names[-1], words[len(names) :])


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("add", "nowhere"), "'nowhere'"),
        (("add", "void"), "void"),
        (("ask", ""), "the question is empty"),
        (("ask", " \n"), "the question is empty"),
        (("search", ""), "the query is empty"),
        (("manifest", "t-unknown"), "'t-unknown'"),
        (("trace", "t-unknown"), "'t-unknown'"),
        (("trace", "--stage", "loading"), "'loading'"),
        (("trace", "--session", "demo"), "--list"),
        (("replay", "t-unknown"), "'t-unknown'"),
        (("diff", "t-unknown", "t-unknown"), "'t-unknown'"),
        (("remove", "doc_99.md"), "'doc_99.md'"),
        (("ask", QUESTION, "--budget", "20"), "20"),
        (("ask", QUESTION, "--budget", "many"), "many"),
        (("ask", QUESTION, "--session", ""), "session"),
        (("chat", "--resume", "--session", "x"), "'x'"),
        (("config", "--config", "nowhere.toml"), "nowhere.toml"),
        (("ask",), "loadsheet ask --help"),
        (("frobnicate",), "frobnicate"),
        (("ask", "x", "--frobnicate"), "--frobnicate"),
        (("search", "x", "--limit", "0"), "'0'"),
        (("search", "x", "--limit", "few"), "'few'"),
        (("eval", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_bad_input_is_one_line_that_names_it_and_exit_2(
    cli: Run, tmp_path: Path, arguments: tuple[str, ...], named: str
) -> None:
    (tmp_path / "void").mkdir()
    result = cli(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert result.err.startswith("loadsheet: ")
    assert named in result.err
    as_json = cli(*arguments, "--json")
    error = json.loads(as_json.err)["error"]
    assert (as_json.code, as_json.out, error.keys()) == (2, "", {"type", "message"})
    assert named in error["message"]


@pytest.mark.parametrize("text", ["\udcff refund", "refund \ud83d"])
def test_what_is_no_text_is_refused_before_anything_is_answered(cli: Run, text: str) -> None:
    before = cli("trace", "--list").out
    for arguments, stdin in (
        (("ask", text), ""),
        (("ask", "-"), text),
        (("search", text), ""),
        (("search", "-"), text),
        (("chat",), f"{text}\n"),
    ):
        result = cli(*arguments, stdin=stdin)
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
        assert "not valid Unicode" in result.err
    assert cli("trace", "--list").out == before


def test_a_state_file_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "loadsheet.db").write_bytes(b"no database" * 1000)
    result = run("documents", "--state", str(tmp_path / "bad"))
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "loadsheet.db" in result.err


def test_a_model_that_does_not_answer_is_exit_3(cli: Run) -> None:
    pytest.importorskip("pydantic_ai")
    result = cli("ask", QUESTION, "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    assert (result.code, result.err.count("\n")) == (3, 1)


def test_a_bug_is_one_line_and_exit_70(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from loadsheet.agent import Agent

    def broken(*_given: object, **_named: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(Agent, "open", broken)
    result = cli("documents")
    assert (result.code, result.out) == (70, "")
    assert result.err == (
        "loadsheet: unexpected ZeroDivisionError: by nothing; run it again with --debug to see where\n"
    )
    with pytest.raises(ZeroDivisionError):
        cli("documents", "--debug")


def test_ctrl_c_that_something_wrapped_in_an_error_of_its_own_is_exit_130(
    cli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from loadsheet.agent import Agent

    def broken(*_given: object, **_named: object) -> None:
        raise RuntimeError("while a class was made") from KeyboardInterrupt()

    monkeypatch.setattr(Agent, "open", broken)
    result = cli("documents")
    assert (result.code, result.out, result.err) == (130, "", "")
