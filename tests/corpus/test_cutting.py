from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from typing import Any

import apsw
import pytest

from loadsheet.adapters import STATE_FILE
from loadsheet.agent import Agent
from loadsheet.artifacts import Chunk, Document
from loadsheet.corpus import cutting
from loadsheet.corpus.ahead import Ahead, Batch
from loadsheet.corpus.chunk import chunks
from loadsheet.corpus.cutting import Cutting
from loadsheet.corpus.formats import Extracted
from loadsheet.corpus.formats.workshop import Workshop
from loadsheet.corpus.load import Loaded
from loadsheet.models.counters import BpeCounter

COUNTER = BpeCounter("o200k_base")
ROWS = """
SELECT v.document, v.text_hash, v.layout, p.*, c.* FROM versions AS v
JOIN version_chunks AS c ON c.version = v.id JOIN passages AS p ON p.id = c.passage ORDER BY c.version, c.ordinal
"""
PAGES = (0, 900, 1_800)
DOCUMENTS = [
    Document(
        id="a.md", text="---\ntitle: A\n---\n# Leave\n\n## 3.2 Days\n\n" + "Five days. " * 900
    ),
    Document(id="b.rst", text="Leave\n=====\n\nFive days.\n\nMore\n----\n\nNone."),
    Document(id="c.pdf", text="Seite für Seite, “wie gedruckt”. " * 100, pages=PAGES),
    Document(id="d.md", text="休假天数为五天。" * 200 + "\n\n```\ncode\n```\n"),
    Document(id="e.md", text="half of a pair: \ud83d"),
    Document(id="f.md", text=" \n"),
]


class OwnCounter(BpeCounter):
    """Counts as the other, and cannot be found again by its name."""

    def __init__(self) -> None:
        super().__init__("o200k_base")
        self.count("its encoding is opened by the name that it has now")
        self.name = "of the house"


@pytest.fixture
def opened() -> Iterator[Cutting]:
    """With another process, which has no document yet."""
    joined = Event()
    with closing(Cutting(COUNTER, 240, width=2, many=0)) as made:
        made.when_joined(joined.set)
        made.cut([])
        assert joined.wait(60)
        made.cut([])  # by this process, which has nothing to do with it from then on
        yield made


def test_whoever_cuts_them_the_passages_are_the_same(opened: Cutting) -> None:
    assert opened.beside == 1
    assert opened.cut(DOCUMENTS) == chunks(DOCUMENTS, COUNTER, target=240)


def test_what_a_process_had_that_ended_is_cut_here(opened: Cutting) -> None:
    opened.children[0].kill()
    assert opened.cut(DOCUMENTS) == chunks(DOCUMENTS, COUNTER, target=240)
    assert not opened.beside
    assert opened.cut(DOCUMENTS[:1]) == chunks(DOCUMENTS[:1], COUNTER, target=240)


def test_a_counter_that_cannot_be_found_again_is_left_to_this_process() -> None:
    with closing(Cutting(OwnCounter(), 240, width=2, many=0)) as opened:
        opened.cut([])
        while not (opened.children and opened.children[0].ended):
            time.sleep(0.001)
        assert opened.cut(DOCUMENTS) == chunks(DOCUMENTS, COUNTER, target=240)
        assert not opened.beside


def test_few_documents_or_one_core_start_no_process() -> None:
    with closing(Cutting(COUNTER, 240, width=2)) as opened:
        opened.cut(DOCUMENTS)
        assert not opened.children
    with closing(Cutting(COUNTER, 240, width=1, many=0)) as opened:
        opened.cut(DOCUMENTS)
        assert not opened.children


async def test_an_add_with_other_processes_stores_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(200):
        text = f"# Rule {number}\n\n" + f"Clause {number} holds for everybody. " * 80
        (folder / f"{number:03}.md").write_text(text)

    async def stored(cores: int, many: int) -> list[tuple[object, ...]]:
        monkeypatch.setattr(cutting, "cores", lambda: cores)
        monkeypatch.setattr(cutting, "MANY", many)
        place = tmp_path / f"state{cores}"
        clock = lambda: datetime(2026, 1, 1, tzinfo=UTC)  # noqa: E731
        async with Agent.open(place, settings={"embedder": "none"}, clock=clock) as agent:
            await agent.add(folder)
        file: Any = apsw.Connection(str(place / STATE_FILE))
        return list(file.execute(ROWS))

    alone = await stored(1, 0)
    assert await stored(3, 0) == alone
    assert len(alone) > 200


def test_nothing_of_it_is_left_even_before_it_was_ready() -> None:
    threads = set(enumerate_threads())
    with closing(Cutting(COUNTER, 240, width=2, many=0)) as opened:
        opened.cut([])
        while not opened.children:
            time.sleep(0.001)
    assert [child.ended for child in opened.children] == [True]
    assert set(enumerate_threads()) <= threads


def test_where_no_thread_can_be_started_this_process_goes_on_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_more(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", no_more)
    with closing(Cutting(COUNTER, 240, width=3, many=0)) as opened:
        assert opened.cut(DOCUMENTS) == chunks(DOCUMENTS, COUNTER, target=240)


def test_a_process_whose_pipes_are_closed_has_ended(opened: Cutting) -> None:
    for child in opened.children:
        child.close()
    assert opened.cut(DOCUMENTS) == chunks(DOCUMENTS, COUNTER, target=240)
    assert not opened.beside


def test_nothing_is_imported_from_a_folder_of_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("lxml", "html", "pypdfium2", "mammoth"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the documents')")
    monkeypatch.chdir(tmp_path)
    for place in ("", str(tmp_path)):
        monkeypatch.setattr(sys, "path", [place, *sys.path])
        with closing(Workshop()) as workshop:
            made = workshop.read("html", b"<h1>Leave</h1><p>Five days.</p>")
        assert isinstance(made, Extracted)


async def test_one_who_is_cancelled_twice_waits_for_what_was_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on, ended = Event(), Event(), Event()

    class Slow(Cutting):
        def cut(self, documents: Sequence[Document]) -> list[list[Chunk]]:
            begun.set()
            go_on.wait()
            ended.set()
            return super().cut(documents)

    async def take_in() -> None:
        batches = iter([Batch([Loaded(DOCUMENTS[0], "stamp")], [])])
        with closing(Slow(COUNTER, 240)) as slow:
            ahead = Ahead(batches, slow)
            try:
                async for _ in ahead:
                    pass
            finally:
                await ahead.end()
                assert ended.is_set()

    task = asyncio.create_task(take_in())
    await asyncio.to_thread(begun.wait)
    for _ in range(2):
        task.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_nothing_is_cut_while_this_process_stores_what_it_has_cut_alone() -> None:
    cut: list[int] = []

    class Alone(Cutting):
        def cut(self, documents: Sequence[Document]) -> list[list[Chunk]]:
            cut.append(len(cut))
            return super().cut(documents)

    batches = iter([Batch([Loaded(document, "stamp")], []) for document in DOCUMENTS[:3]])
    with closing(Alone(COUNTER, 240)) as alone:
        ahead = Ahead(batches, alone)
        stored = 0
        async for _ in ahead:
            await asyncio.sleep(0.02)  # time enough to cut the next one
            stored += 1
            assert len(cut) == stored
        await ahead.end()
    assert stored == 3


async def test_another_process_cuts_while_this_one_stores() -> None:
    both = Event()
    found: list[int] = []

    class Joined(Cutting):
        """As if another process had begun to cut at once."""

        def when_joined(self, tell: Callable[[], object]) -> None:
            tell()

        def cut(self, documents: Sequence[Document]) -> list[list[Chunk]]:
            found.append(len(documents))
            if len(found) > 1:
                both.set()
            return chunks(documents, COUNTER, target=240)

    batches = iter([Batch([Loaded(document, "stamp")], []) for document in DOCUMENTS[:2]])
    with closing(Joined(COUNTER, 240, width=2)) as two:
        ahead = Ahead(batches, two)
        async for _ in ahead:
            assert await asyncio.to_thread(both.wait, 10)
        await ahead.end()


@pytest.mark.parametrize(
    "opened_by",
    [
        cutting.CHILD.partition("serve(")[0],
        "from loadsheet.corpus.formats import docx, html, page, pdf, sheet, workshop",
    ],
)
def test_a_process_that_cuts_or_reads_is_there_without_the_models_of_artifacts(
    opened_by: str,
) -> None:
    code = f"{opened_by}\nimport sys; assert 'pydantic' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
