from __future__ import annotations

import json
from pathlib import Path

import pytest

from loadsheet.artifacts import Document
from loadsheet.errors import InputError
from loadsheet.evals.case import load_cases

GOOD = '{"id": "a", "turns": [{"question": "Why?"}]}'


def written(folder: Path, text: str, name: str = "cases.jsonl") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_line_is_a_case_and_a_line_of_gates_is_none(tmp_path: Path) -> None:
    held = load_cases(written(tmp_path, f'{GOOD}\n\n{{"gates": ["outcome_match>=1"]}}\n'))
    assert [case.id for case in held.cases] == ["a"]
    assert held.gates == ("outcome_match>=1",)


@pytest.mark.parametrize("form", ["[%s]", '{"cases": [%s], "gates": []}', "%s"])
def test_a_json_file_holds_a_list_an_object_of_cases_or_one_case(tmp_path: Path, form: str) -> None:
    assert len(load_cases(written(tmp_path, form % GOOD, "cases.json")).cases) == 1


def test_documents_are_inline_or_paths_from_the_folder_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    documents = ["docs", {"id": "d1", "text": "Refunds take 14 days."}]
    line = json.dumps({"id": "a", "documents": documents, "turns": [{"question": "?"}]})
    (case,) = load_cases(written(tmp_path, line)).cases
    assert case.documents == (
        str(tmp_path / "docs"),
        Document(id="d1", text="Refunds take 14 days."),
    )


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path: Path) -> None:
    line = '{"id": "a", "turns": [{"question": "one\u2028two"}]}'
    (case,) = load_cases(written(tmp_path, line)).cases
    assert case.turns[0].question == "one\u2028two"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", r"line 2: column 2: Expecting"),
        ("[]", r"line 2: a case is an object in braces, this is a list"),
        ('{"id": "b"}', r"line 2: turns: field required"),
        ('{"id": "", "turns": [{"question": "?"}]}', r"line 2: id: must not be empty"),
        ('{"id": "b", "turns": []}', r"line 2: turns: a case needs at least one turn"),
        (
            '{"id": "b", "turns": [{"question": " "}]}',
            r"line 2: turns\[0\].question: must not be empty",
        ),
        (
            '{"id": "b", "turns": [{"question": "?", "cites": "d"}]}',
            r'line 2: turns\[0\].cites: must be a list, such as \["…"\]',
        ),
        (
            '{"id": "b", "turns": [{"question": "?", "answer_contain": []}]}',
            r"line 2: turns\[0\].answer_contain: unknown field; fields: question, answer_contains",
        ),
        (
            '{"id": "b", "turns": [{"question": "?", "outcome": "right"}]}',
            r"line 2: turns\[0\].outcome: input should be 'answered'",
        ),
        (
            '{"id": "b", "turns": [{"question": "?", "budget": 0}]}',
            r"line 2: turns\[0\].budget: input should be greater than 0",
        ),
        (
            '{"id": "b", "documents": ["nowhere"], "turns": [{"question": "?"}]}',
            r"line 2: documents\[0\]: nothing at 'nowhere', taken from",
        ),
        (
            '{"id": "b", "documents": [{"id": "d"}], "turns": [{"question": "?"}]}',
            r"line 2: documents\[0\].text: field required",
        ),
        (
            '{"id": "b", "documents": [{"id": "d", "text": "", "txt": ""}], "turns": [{"question": "?"}]}',
            r"line 2: documents\[0\].txt: unknown field; fields: id, text, title, timestamp",
        ),
        (
            '{"id": "b", "documents": [7], "turns": [{"question": "?"}]}',
            r"line 2: documents\[0\]: a document is a path or an object with id and text",
        ),
        (GOOD, r"line 2: id 'a' is that of .*line 1 too"),
        ('{"gates": "outcome_match>=1"}', r"line 2: gates: must be a list of texts"),
        ('{"gates": [], "id": "b"}', r"line 2: 'id' stands beside 'gates'"),
    ],
)
def test_a_mistake_is_named_by_file_line_and_field(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(InputError, match=rf"cases\.jsonl: {says}"):
        load_cases(written(tmp_path, f"{GOOD}\n{line}\n"))


def test_a_mistake_in_json_is_named_by_its_place(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cases\.json: line 3, column 1: Expecting"):
        load_cases(written(tmp_path, "[\n{}\n{}]", "cases.json"))
    with pytest.raises(InputError, match=r"cases\.json: cases\[1\]: turns: field required"):
        load_cases(written(tmp_path, f'[{GOOD}, {{"id": "b"}}]', "cases.json"))
    with pytest.raises(InputError, match="unknown field 'gate'; fields: cases, gates"):
        load_cases(written(tmp_path, f'{{"cases": [{GOOD}], "gate": []}}', "cases.json"))


@pytest.mark.parametrize(
    ("name", "says"), [("none.jsonl", "cannot be read"), ("a.yaml", "neither")]
)
def test_a_file_that_is_not_there_or_not_json_is_named(
    tmp_path: Path, name: str, says: str
) -> None:
    with pytest.raises(InputError, match=says):
        load_cases(tmp_path / name)


def test_a_file_without_a_case_or_of_another_encoding_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no case in it"):
        load_cases(written(tmp_path, "\n"))
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "caf\xe9"}')
    with pytest.raises(InputError, match="not UTF-8 at byte 11"):
        load_cases(tmp_path / "latin.jsonl")
