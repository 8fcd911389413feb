"""A table in a file, from `add` to the answer."""

from __future__ import annotations

from pathlib import Path

from tests.turns.acting import agent

CITIES = "Aachen Bonn Celle Dresden Essen Fulda Gera Hamm".split()  # noqa: SIM905


async def test_a_row_far_below_its_head_is_found_by_the_name_of_a_column(tmp_path: Path) -> None:
    rows = (f"{name} {n},Main Street {n},0228 {n:04}" for n in range(30) for name in CITIES)
    (tmp_path / "offices.csv").write_text("Office,Address,Phone number\n" + "\n".join(rows))
    async with agent() as asked:
        assert (await asked.add(tmp_path)).added == ("offices.csv",)
        answer = await asked.ask("What is the phone number of Gera 23?")
        assert "0228 0023" in answer.text
        block = answer.prompt.messages[-1]["content"].split("<evidence")[-1]
        assert 'columns="Office | Address | Phone number"' in block
        source = next(e for e in answer.manifest.entries if e.id == "evidence:1").sources[0]
        shown = await asked.show(
            "offices.csv", version=source.version, start=source.start, end=source.end
        )
        assert "| Gera 23 | Main Street 23 | 0228 0023 |" in shown.text
        assert "Phone number" not in shown.text
