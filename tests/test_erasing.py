"""Erasing documents: nothing of them stays, and nothing else changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from loadsheet import Agent
from loadsheet.artifacts import Document
from loadsheet.errors import InputError, UnknownError
from loadsheet.models.embed_hashing import HashingEmbedder
from loadsheet.ports import StoredDocument
from loadsheet.stores.sqlite.passages import Passages

SECRET = "The vault of Marlowe House opens with the code 4711-XK after dusk."
OLDER = "The vault of Marlowe House opened with the code 0815-QQ until spring."
OTHER = "Lunch is served from noon on weekdays."


async def rows(agent: Agent) -> Sequence[StoredDocument]:
    return await agent.store.documents(agent.workspace)


def held(state: Path, *words: str) -> list[str]:
    """Which of the words stand in a file of the state, as they are or as the index has them."""
    content = b"".join(path.read_bytes() for path in state.iterdir() if path.is_file()).lower()
    return [word for word in words if word.lower().encode() in content]


async def test_nothing_of_an_erased_document_stays_in_any_file_of_the_state(tmp_path: Path) -> None:
    state = tmp_path / "state"
    async with Agent.open(state, embedder=HashingEmbedder(32)) as agent:
        await agent.add_documents([Document(id="vault.md", text=OLDER, title="Vault")])
        await agent.add_documents(
            [
                Document(id="vault.md", text=SECRET, title="Vault"),
                Document(id="canteen.md", text=OTHER, title="Canteen"),
            ]
        )
        await agent.embed()
        about = await agent.ask("Which code opens the vault of Marlowe House?", session="one")
        assert "4711-XK" in about.text
        kept = await agent.ask("When is lunch served?", session="two")
        done = await agent.erase("vault.md")
        assert (done.documents, done.versions, done.messages) == (("vault.md",), 2, 1)
        assert done.turns >= 1
        assert [row.id for row in await rows(agent)] == ["canteen.md"]
        assert (await agent.check()).drift == ()
        with pytest.raises(UnknownError, match=r"no document 'vault\.md' in workspace"):
            await agent.show("vault.md", version=1)
        again = await agent.ask("Which code opens the vault of Marlowe House?", session="three")
        assert "4711" not in again.text
        assert kept.text == (await agent.ask("When is lunch served?", session="four")).text
    assert held(state, "4711-XK", "0815-QQ", "dusk") == []
    assert held(state, "weekdays") == ["weekdays"]


async def test_what_an_answer_said_of_it_goes_from_later_turns_of_the_session_too(
    tmp_path: Path,
) -> None:
    state = tmp_path / "state"
    async with Agent.open(state, settings={}) as agent:
        texts = [Document(id="vault.md", text=SECRET), Document(id="canteen.md", text=OTHER)]
        await agent.add_documents(texts)
        for question in (
            "Which code opens the vault of Marlowe House?",
            "Thanks!",
            "When is lunch served?",
        ):
            last = await agent.ask(question)
        await agent.erase("vault.md")
        assert (await agent.trace(last.turn_id)).events == ()
    assert held(state, "4711-XK", "dusk", "marlowe") == ["marlowe"]  # it stands in the question


async def test_titles_of_erased_documents_are_not_kept_when_another_takes_their_place(
    tmp_path: Path,
) -> None:
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        for name, title in (("a.md", "Leave"), ("b.md", "Divorce")):
            await agent.add_documents([Document(id=name, text="A text.", title=title)])
        assert (await agent.store.headings(agent.workspace)).titles == ("Leave", "Divorce")
        await agent.erase("b.md")
        await agent.add_documents([Document(id="c.md", text="Another text.", title="Travel")])
        assert (await agent.store.headings(agent.workspace)).titles == ("Leave", "Travel")


async def test_a_document_that_was_removed_before_can_still_be_erased(tmp_path: Path) -> None:
    state = tmp_path / "state"
    async with Agent.open(state, settings={}) as agent:
        await agent.add_documents([Document(id="vault.md", text=SECRET)])
        await agent.remove("vault.md")
        assert (await agent.show("vault.md")).text == SECRET
        assert (await agent.erase(["vault.md", "nothing.md"])).documents == ("vault.md",)
        with pytest.raises(UnknownError, match=r"no document ever had the id 'vault\.md'"):
            await agent.erase("vault.md")
    assert held(state, "4711-XK", "dusk") == []


async def test_what_another_document_or_workspace_says_stays_there(tmp_path: Path) -> None:
    state = tmp_path / "state"
    async with (
        Agent.open(state, settings={}) as mine,
        Agent.open(state, settings={"workspace": "theirs"}) as theirs,
    ):
        texts = [Document(id="a.md", text=SECRET), Document(id="b.md", text=SECRET)]
        await mine.add_documents(texts)
        await theirs.add_documents(texts[:1])
        await mine.erase("a.md")
        assert (await mine.show("b.md")).text == SECRET
        assert (await mine.search("code of the vault"))[0].document == "b.md"
        assert (await theirs.show("a.md")).text == SECRET
        for agent in (mine, theirs):
            assert (await agent.check()).drift == ()


async def test_what_memory_took_from_an_erased_document_goes_and_what_the_user_said_stays(
    tmp_path: Path,
) -> None:
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        await agent.add_documents([Document(id="vault.md", text="The vault code is 4711-XK.\n")])
        await agent.ask("My vault code is 9999-ZZ.")
        await agent.ask("What is the vault code?")
        assert "9999-ZZ" in (await agent.ask("What is my vault code?")).text
        before = await agent.memory.list()
        sourced = [
            record for record in before if any(s.document == "vault.md" for s in record.sources)
        ]
        done = await agent.erase("vault.md")
        assert done.records == len(sourced)
        after = [record.id for record in await agent.memory.list()]
        gone = {record.id for record in sourced}
        assert after == [record.id for record in before if record.id not in gone]
        assert after
        tail = await agent.store.tail(agent.workspace, "main", tokens=1_000)
        assert tail[0].content == "My vault code is 9999-ZZ."


async def test_an_erased_file_stays_away_until_it_is_added_by_its_own_name(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    vault, canteen = folder / "vault.md", folder / "canteen.md"
    vault.write_text(SECRET)
    canteen.write_text(OTHER)
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        await agent.add(folder)
        assert (await agent.erase("vault.md")).paths == (str(vault),)
        vault.write_text(SECRET + " Ask for Anna.")
        for report in (
            await agent.add(folder),
            await agent.sync(),
            await agent.sync(folder),
            await agent.add(str(folder / "*.md")),
        ):
            assert [Path(row.path).name for row in report.skipped] == ["vault.md"]
            assert report.skipped[0].reason.startswith("was erased: to take it in again")
            assert [row.id for row in await rows(agent)] == ["canteen.md"]
        assert (await agent.add(vault)).added == ("vault.md",)
        assert (await agent.sync()).skipped == ()
        assert len(await rows(agent)) == 2


@pytest.mark.parametrize("failure", ["unreadable", "stopped"])
async def test_an_add_that_fails_does_not_lift_an_erasure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    vault = folder / "vault.md"
    vault.write_text(SECRET)
    (folder / "canteen.md").write_text(OTHER)
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        await agent.add(folder)
        await agent.erase("vault.md")
        with monkeypatch.context() as broken:
            if failure == "unreadable":
                vault.write_text("")
            else:
                broken.setattr(Passages, "_write", stopped)
            with pytest.raises((InputError, MemoryError)):
                await agent.add(vault)
        vault.write_text(SECRET)
        assert [Path(row.path).name for row in (await agent.sync(folder)).skipped] == ["vault.md"]
        assert [row.id for row in await rows(agent)] == ["canteen.md"]


async def test_a_file_that_another_document_was_erased_from_is_admitted_by_its_name_though_unchanged(
    tmp_path: Path,
) -> None:
    vault = tmp_path / "docs" / "vault.md"
    vault.parent.mkdir()
    vault.write_text(SECRET)
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        await agent.add(vault)
        await agent.add_documents([Document(id="copy", text=OTHER, path=str(vault))])
        await agent.erase("copy")
        assert (await agent.add(vault)).unchanged == ("vault.md",)
        assert (await agent.add(vault.parent)).skipped == ()
        assert [row.id for row in await rows(agent)] == ["vault.md"]


def stopped(*_args: object) -> None:
    """What ends a transaction in its middle."""
    raise MemoryError


async def test_a_link_does_not_lead_back_to_an_erased_file(tmp_path: Path) -> None:
    real, folder = tmp_path / "real", tmp_path / "docs"
    real.mkdir()
    folder.mkdir()
    (real / "vault.md").write_text(SECRET)
    (folder / "canteen.md").write_text(OTHER)
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        await agent.add(real)
        await agent.erase("vault.md")
        (folder / "link.md").symlink_to(real / "vault.md")
        assert (await agent.add(folder)).added == ("canteen.md",)


async def test_what_names_an_erased_file_is_not_in_the_state_either(tmp_path: Path) -> None:
    path = tmp_path / "memo-about-marlowe.md"
    path.write_text(OTHER)
    async with Agent.open(tmp_path / "state", settings={}) as agent:
        await agent.add(path)
        await agent.erase("memo-about-marlowe.md")
        with pytest.raises(InputError, match="nothing was added yet"):
            await agent.sync()
    assert held(tmp_path / "state", "marlowe") == []
