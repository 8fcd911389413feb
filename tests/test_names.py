"""A name has one meaning in the whole of the code, so that whoever reads it in one room knows it in every other."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import loadsheet

SOURCE = Path(loadsheet.__file__).parent


def test_no_two_rooms_have_a_class_of_one_name() -> None:
    rooms: dict[str, list[str]] = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                rooms[node.name].append(file.relative_to(SOURCE).as_posix())
    twice = {name: where for name, where in rooms.items() if len(where) > 1}
    assert twice == {}
