from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.making import pdf

from loadsheet import Agent
from loadsheet.artifacts import AddReport
from loadsheet.cli.lists import standing
from loadsheet.cli.text import source
from loadsheet.corpus import load as loading
from loadsheet.errors import InputError
from loadsheet.evals.case import CaseTurn
from loadsheet.evals.metrics import citation_validity
from loadsheet.stores.sqlite import SqliteStore, alone


@pytest.fixture
async def agent() -> AsyncIterator[Agent]:
    async with Agent.open(":memory:", settings={}) as opened:
        yield opened


def write(folder: Path, **files: str | bytes) -> Path:
    """Files with the given contents, `a__md` for `a.md`, written an hour ago as far as they tell."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name.replace("__", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


async def ids(agent: Agent) -> list[str]:
    return [row.id for row in await agent.store.documents(agent.workspace)]


def counts(report: AddReport) -> tuple[int, int, int, int, int]:
    return (
        len(report.added), len(report.changed), len(report.unchanged), len(report.removed),
        len(report.skipped),
    )  # fmt: skip


async def test_sync_adds_updates_and_removes_what_every_path_ever_added_has(
    agent: Agent, tmp_path: Path
) -> None:
    docs = write(tmp_path / "docs", a__md="One.", b__md="Two.", c__md="Three.")
    notes = write(tmp_path / "notes", n__txt="Note.", m__log="Log.")
    await agent.add(docs)
    await agent.add(notes / "*.log", notes / "n.txt")
    (docs / "a.md").unlink()
    write(docs, b__md="Two changed.", d__md="Four.")
    (notes / "n.txt").unlink()
    write(notes, k__log="Another log.")
    report = await agent.sync()
    assert (report.added, report.changed) == (("d.md", "k.log"), ("b.md",))
    assert (report.unchanged, report.removed) == (("c.md", "m.log"), ("a.md", "n.txt"))
    assert counts(await agent.sync()) == (0, 0, 5, 0, 0)
    assert await ids(agent) == ["b.md", "c.md", "d.md", "k.log", "m.log"]


async def test_sync_knows_the_paths_of_documents_that_were_added_before_paths_were_remembered(
    agent: Agent, tmp_path: Path
) -> None:
    docs = write(tmp_path / "docs", a__md="One.")
    await agent.add(docs)
    await agent.store.unfollow(agent.workspace, await agent.store.roots(agent.workspace))
    write(docs, b__md="Two.")
    assert (await agent.sync()).added == ("b.md",)
    assert await agent.store.roots(agent.workspace) == [str(docs)]


async def test_a_folder_that_has_become_empty_empties_and_one_that_always_was_is_refused(
    agent: Agent, tmp_path: Path
) -> None:
    docs = write(tmp_path / "docs", a__md="One.")
    await agent.add(docs)
    (docs / "a.md").unlink()
    assert (await agent.add(docs)).removed == ("a.md",)
    assert await agent.search("one") == []
    with pytest.raises(InputError, match="it holds no documents"):
        await agent.add(docs)


async def test_a_path_that_is_empty_or_never_was_there_is_an_error(
    agent: Agent, tmp_path: Path
) -> None:
    for work in (agent.add, agent.sync):
        with pytest.raises(InputError, match="a path is empty"):
            await work("")
    with pytest.raises(InputError, match="nothing was read from it"):
        await agent.sync(tmp_path / "mistyped")


@pytest.mark.parametrize("wrong", [None, 7, b"docs"])
async def test_what_is_no_path_is_refused_by_one_error(wrong: Any) -> None:
    async with Agent.open(":memory:") as agent:
        for refused in (agent.add, agent.sync, agent.memory.export, agent.memory.import_package):
            with pytest.raises(InputError, match="give a path"):
                await refused(wrong)


async def test_sync_keeps_what_may_only_be_away(agent: Agent, tmp_path: Path) -> None:
    docs = write(tmp_path / "disk/docs", a__md="One.")
    await agent.add(docs)
    os.rename(tmp_path / "disk", tmp_path / "unplugged")
    report = await agent.sync()
    assert counts(report) == (0, 0, 0, 0, 1)
    assert "is kept" in report.skipped[0].reason
    os.rename(tmp_path / "unplugged", tmp_path / "disk")
    assert (await agent.sync()).unchanged == ("a.md",)


async def test_a_folder_that_is_gone_goes_and_is_not_looked_for_again(
    agent: Agent, tmp_path: Path
) -> None:
    docs = write(tmp_path / "docs", a__md="One.")
    await agent.add(docs)
    (docs / "a.md").unlink()
    docs.rmdir()
    report = await agent.sync()
    assert (report.removed, len(report.skipped)) == (("a.md",), 1)
    with pytest.raises(InputError, match=r"nothing was added yet"):
        await agent.sync()


async def test_a_file_that_was_named_stays_when_its_folder_is_added(
    agent: Agent, tmp_path: Path
) -> None:
    docs = write(tmp_path / "docs", a__md="One.", x__log="Log.")
    await agent.add(docs / "x.log")
    await agent.add(docs)
    assert await ids(agent) == ["a.md", "x.log"]


def _must_not_be_called(*_given: object) -> None:
    pytest.fail("the file was read or cut")


async def test_an_unchanged_file_is_neither_read_nor_cut_nor_written(
    agent: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = write(tmp_path / "docs", a__md="One.", b__md="Two.")
    monkeypatch.setattr(loading, "FRESH_SECONDS", -3600.0)
    await agent.add(docs)
    store = agent.store
    assert isinstance(store, SqliteStore)
    writes = store.connection.raw.total_changes()
    monkeypatch.setattr(loading, "extracted", _must_not_be_called)
    monkeypatch.setattr(Path, "open", _must_not_be_called)
    monkeypatch.setattr(type(agent.counter), "count", _must_not_be_called)
    assert counts(await agent.add(docs)) == (0, 0, 2, 0, 0)
    assert store.connection.raw.total_changes() == writes


async def test_a_change_that_keeps_size_and_time_is_seen(agent: Agent, tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", a__md="One.")
    hour_ago = time.time() - 3600
    os.utime(docs / "a.md", (hour_ago, hour_ago))
    await agent.add(docs)
    write(docs, a__md="Two.")
    os.utime(docs / "a.md", (hour_ago, hour_ago))
    assert (await agent.add(docs)).changed == ("a.md",)


async def test_another_size_of_passages_cuts_every_file_again(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", a__md="One sentence is here. " * 60, b__md="Short.")
    for tokens, expected in ((240, (2, 0, 0, 0, 0)), (64, (0, 1, 1, 0, 0)), (64, (0, 0, 2, 0, 0))):
        async with Agent.open(tmp_path / "state", settings={"chunk_tokens": tokens}) as agent:
            assert counts(await agent.add(docs)) == expected


async def test_what_is_stored_when_an_add_is_stopped_stays_and_the_next_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = write(tmp_path / "docs", **{f"f{n:03}__md": f"File {n}." for n in range(400)})
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        read = loading.extracted
        count = 0

        def slower(*given: object) -> object:
            nonlocal count
            count += 1
            if count == 390:
                task.cancel()
            return read(*given)  # pyright: ignore[reportArgumentType]

        monkeypatch.setattr(loading, "extracted", slower)
        task = asyncio.create_task(agent.add(docs))
        with pytest.raises(asyncio.CancelledError):
            await task
    monkeypatch.setattr(loading, "extracted", read)
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        before = await ids(agent)
        assert 64 <= len(before) < 400
        report = await agent.add(docs)
        assert set(report.unchanged) == set(before)
        assert len(report.added) == 400 - len(before)
        assert (await agent.check()).drift == ()


async def test_bytes_are_read_as_a_file_of_that_name_would_be(agent: Agent) -> None:
    await agent.add_bytes(b"# Note\n\nText.", name="note.md")
    await agent.add_bytes(pdf(["A page of leave."]), name="piped")
    assert await ids(agent) == ["note.md", "piped"]
    (hit,) = await agent.search("leave")
    assert hit.label == "piped p. 1"
    with pytest.raises(InputError, match=r"x.txt is binary"):
        await agent.add_bytes(b"\0\1\2", name="x.txt")


async def test_the_page_is_in_the_manifest(agent: Agent, tmp_path: Path) -> None:
    filler = "\n".join(["Nothing of interest stands in this line of the page at all."] * 30)
    data = pdf([filler, "The cafeteria opens at nine.\n" + filler, filler])
    await agent.add(write(tmp_path / "docs", book__pdf=data))
    answer = await agent.ask("When does the cafeteria open?")
    entry = next(entry for entry in answer.manifest.entries if entry.kind == "evidence")
    assert entry.sources[0].page in {1, 2}
    assert "book.pdf p" in entry.reason
    assert entry.model_dump()["sources"][0]["page"] == entry.sources[0].page


async def test_files_beyond_a_limit_are_named_and_what_was_stored_of_them_stays(
    tmp_path: Path,
) -> None:
    docs = write(tmp_path / "docs", a__md="a" * 900_000, b__md="b" * 900_000)
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        assert counts(await agent.add(docs)) == (2, 0, 0, 0, 0)
    async with Agent.open(tmp_path / "state", settings={"add_megabytes": 1}) as agent:
        report = await agent.add(docs)
        assert counts(report) == (0, 0, 1, 0, 1)
        assert "add_megabytes" in report.skipped[0].reason
        assert await ids(agent) == ["a.md", "b.md"]
    async with Agent.open(tmp_path / "other", settings={"file_characters": 1000}) as agent:
        with pytest.raises(InputError, match=r"holds more than 0.001 million characters"):
            await agent.add(docs)


async def test_a_guessed_encoding_is_reported(agent: Agent, tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", a__txt="Größe".encode("cp1252"), b__txt="Größe")
    report = await agent.add(docs)
    assert [(row.id, row.text.split(";")[0]) for row in report.notes] == [
        ("a.txt", "read as cp1252")
    ]


# ---------------------------------------------------------------- drift


DAMAGE = {
    "a passage is gone": "DELETE FROM passages WHERE text LIKE '%leave%'",
    "a passage was changed": "UPDATE passages SET text = 'Something else.' WHERE text LIKE '%leave%'",
    "the index lost a row": "DELETE FROM index_1_docsize WHERE id = 1",
    "the index was emptied": "INSERT INTO index_1 (index_1) VALUES ('delete-all')",
    "a passage belongs to nobody": "UPDATE passages SET document = 99 WHERE text LIKE '%leave%'",
    "places are gone": "DELETE FROM version_chunks",
    "a summary says something else": "UPDATE summaries SET text = 'Something else.' WHERE id = 1",
    "a document was dropped by hand": "DELETE FROM documents WHERE name = 'b.md'",
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_the_check_names_drift_and_repairs_it(
    agent: Agent, tmp_path: Path, damage: str
) -> None:
    docs = write(
        tmp_path / "docs", a__md="# Leave\n\nThirty days of leave.", b__md="# Travel\n\nBy train."
    )
    await agent.add(docs)
    store = agent.store
    assert isinstance(store, SqliteStore)
    await store.summarize(agent.workspace)
    assert (await agent.check()).drift == ()
    store.connection.rows(DAMAGE[damage])
    assert len((await agent.check()).drift) >= 1
    report = await agent.check(repair=True)
    assert report.repaired
    assert report.drift == ()
    assert [hit.document for hit in await agent.search("leave")] == ["a.md"]
    await agent.sync()
    assert [hit.document for hit in await agent.search("train")] == ["b.md"]


async def test_a_document_whose_text_is_lost_goes_and_comes_back_with_its_file(
    agent: Agent, tmp_path: Path
) -> None:
    await agent.add(write(tmp_path / "docs", a__md="Thirty days of leave.", b__md="By train."))
    store = agent.store
    assert isinstance(store, SqliteStore)
    store.connection.rows("UPDATE texts SET body = 'Other' WHERE body LIKE '%leave%'")
    report = await agent.check(repair=True)
    assert "loadsheet sync" in report.repaired[0]
    assert await agent.search("leave") == []
    assert (await agent.sync()).added == ("a.md",)
    assert (await agent.check()).drift == ()
    assert len(await agent.search("leave")) == 1


# ---------------------------------------------------------------- versions


async def test_a_citation_of_an_old_version_resolves_and_says_what_superseded_it(
    tmp_path: Path,
) -> None:
    times = (datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 30))
    async with Agent.open(":memory:", settings={}, clock=lambda: next(times)) as agent:
        docs = write(tmp_path / "docs", a__md="The refund window is 30 days.", b__md="By train.")
        await agent.add(docs)
        answer = await agent.ask("What is the refund window?")
        (source,) = (c.source for c in answer.citations)
        write(docs, a__md="The refund window is 14 days.")
        await agent.add(docs)
        assert source.document is not None
        old = await agent.show(
            source.document, version=source.version, start=source.start, end=source.end
        )
        assert old.text == "The refund window is 30 days."
        assert (old.current, old.superseded_by) == (False, 2)
        new = await agent.show("a.md")
        assert (new.version, new.current, new.added_at) == (2, True, old.superseded_at)
        aboard = [s for entry in answer.manifest.entries for s in entry.sources]
        assert list(await agent.outdated(aboard)) == [("a.md", 1)]
        await agent.remove("a.md")
        gone = await agent.show("a.md")
        assert (gone.text, gone.current) == ("The refund window is 14 days.", False)
        assert gone.removed_at is not None
        with pytest.raises(InputError, match=r"has no version 7: there is 1 to 2"):
            await agent.show("a.md", version=7)
        with pytest.raises(InputError, match=r"20:99 is not a part of it"):
            await agent.show("a.md", start=20, end=99)


async def test_adds_of_overlapping_and_like_named_folders_at_once_name_every_file_once(
    tmp_path: Path,
) -> None:
    docs = write(tmp_path / "docs", a__md="One.", b__md="Two.")
    inner = write(docs / "inner", c__md="Three.")
    notes = write(tmp_path / "notes", a__md="Another one.")
    names = [[docs], [inner], [notes], [docs, notes], [inner / "c.md"]]
    async with contextlib.AsyncExitStack() as stack:
        path = tmp_path / "state"
        agents = [await stack.enter_async_context(Agent.open(path, settings={})) for _ in range(3)]
        adds = [agents[number % 3].add(*paths) for number, paths in enumerate(names)]
        await asyncio.gather(*adds)
        rows = await agents[0].store.documents(agents[0].workspace)
        files = [docs / "a.md", docs / "b.md", inner / "c.md", notes / "a.md"]
        assert sorted(str(row.path) for row in rows) == sorted(map(str, files))
        assert {row.version for row in rows} == {1}


def test_an_add_waits_for_another_process_and_goes_on_when_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = write(tmp_path / "docs", a__md="One.")
    held = """if True:
        import asyncio, sys
        from loadsheet.stores.sqlite import SqliteStore

        async def hold():
            async with SqliteStore.open(sys.argv[1]).adding():
                print("held", flush=True)
                await asyncio.sleep(600)

        asyncio.run(hold())
    """

    async def add() -> AddReport:
        async with Agent.open(state, settings={}) as agent:
            tried: list[float] = []

            async def again(seconds: float) -> None:
                tried.append(seconds)
                assert not await agent.store.documents(agent.workspace)
                if len(tried) == 3:
                    other.kill()
                await asyncio.sleep(seconds)

            monkeypatch.setattr(alone, "sleep", again)
            report = await agent.add(docs)
            assert len(tried) >= 3
            return report

    state = tmp_path / "state"
    state.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", held, str(state / "loadsheet.db")], stdout=subprocess.PIPE
    ) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == b"held\n"
            assert asyncio.run(add()).added == ("a.md",)
        finally:
            other.kill()


async def test_five_states_of_one_folder_are_five_versions_of_what_changed(tmp_path: Path) -> None:
    data = os.environ.get("HANDBOOK_STATES")
    if not data:
        pytest.skip("HANDBOOK_STATES names no folder of yearly states")
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        for state in sorted(Path(data).iterdir()):
            if state.is_dir():
                shutil.rmtree(tmp_path / "docs", ignore_errors=True)
                shutil.copytree(state, tmp_path / "docs")
                await agent.add(tmp_path / "docs")
        assert (await agent.check()).drift == ()
        for row in await agent.store.documents(agent.workspace):
            versions = await agent.versions(row.id)
            assert [v.version for v in versions] == list(range(1, row.version + 1))
            assert [v.current for v in versions] == [False] * (row.version - 1) + [True]
            for version in versions:
                shown = await agent.show(row.id, version=version.version)
                assert len(shown.text) == version.characters


async def test_a_citation_stands_where_its_quotation_does_not_where_the_passage_begins(
    agent: Agent, tmp_path: Path
) -> None:
    pages = (
        "The laboratory opens at eight in the morning.",
        "Solvent waste is collected on Thursdays.",
        "The lift is out of order.",
    )
    write(tmp_path / "docs", lab__pdf=pdf(pages))
    await agent.add(tmp_path / "docs")
    assert [row.chunks for row in await agent.store.documents(agent.workspace)] == [1]
    for number, question in enumerate(
        (
            "When does the laboratory open?",
            "When is solvent waste collected?",
            "What is out of order?",
        ),
        start=1,
    ):
        answer = await agent.ask(question, session=str(number))
        assert [c.label for c in answer.citations] == [f"lab.pdf p. {number}"], answer.text
        (cited,) = answer.citations
        assert cited.quote == pages[number - 1]
        assert source(cited.source).startswith(f"lab.pdf v1 p. {number} ")
        assert (cited.source.page, cited.source.page_starts) == (number, None)
        found = await agent.show("lab.pdf", start=cited.source.start, end=cited.source.end)
        assert (found.text, found.page) == (cited.quote, number)
        assert citation_validity(CaseTurn(question=question), answer) == 1.0
    shown = await agent.show("lab.pdf")
    assert (shown.page, shown.last_page) == (1, 3)
    assert ", pp. 1–3, added" in standing(shown).plain
