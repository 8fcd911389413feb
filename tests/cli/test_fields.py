from __future__ import annotations

from loadsheet.cli.text import rows


def test_a_field_is_shown_in_words_and_never_as_a_value_of_the_language() -> None:
    assert rows([["r1", "h2"], ["r3"]]) == ["r1 and h2 or r3"]
    assert rows([{"record": "r1", "start": 0}, {"message": "m1"}]) == [
        "record r1, start 0",
        "message m1",
    ]
    assert rows({"at": "2026-03-01", "why": "it was seen"}) == ["at 2026-03-01, why it was seen"]
    assert [rows(True), rows({}), rows([]), rows(0.5)] == [["yes"], [], [], ["0.5"]]
