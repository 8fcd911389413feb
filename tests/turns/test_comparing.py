"""Questions that hold several things beside each other, over whole turns, with routing off."""

from __future__ import annotations

from pathlib import Path

import pytest

import loadsheet

CHANGES = """# Changelog

## 2.3

- The importer reads CSV files.

## 2.2

- Search is faster.

## 2.1

- First public release.
"""
BOATS = "# Boats\n\n| Boat | Price |\n|---|---|\n| Gull | 40 EUR |\n| Petrel | 95 EUR |\n"
MINUTES = "# Minutes\n\nThe roof leaks badly. Ben asks for offers. The fair is on 8 July.\n"


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        ("What changed between 2.2 and 2.3?", CHANGES, "The importer reads CSV files. [2]"),
        ("What changed between version 2.1 and version 2.2?", CHANGES, "Search is faster."),
        ("Which boat is the most expensive?", BOATS, "| Petrel | 95 EUR | [1]"),
        ("Summarise the minutes.", MINUTES, "The roof leaks badly. [1] Ben asks for offers. [1]"),
    ],
)
async def test_what_is_held_beside_each_other_is_answered(
    tmp_path: Path, asked: str, text: str, said: str
) -> None:
    async with loadsheet.Agent.open(tmp_path, settings={"embedder": "none"}) as agent:
        await agent.add_documents([loadsheet.Document(id="page.md", text=text)])
        answer = await agent.ask(asked)
    assert (answer.outcome, said in answer.text) == ("answered", True), answer.text
