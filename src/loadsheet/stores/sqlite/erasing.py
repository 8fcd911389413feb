"""Documents go in; a state file that holds them and what was made of them nowhere comes out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from typing import Any, cast

from loadsheet.artifacts import MemoryRecord, Message, digest
from loadsheet.corpus.find import places_of
from loadsheet.corpus.sentences import split
from loadsheet.memory.writing.forget import Forgetting, naming
from loadsheet.memory.writing.forget_beliefs import with_documents
from loadsheet.memory.writing.redact import FORGOTTEN, in_json, is_long, pattern
from loadsheet.ports import Counter, ErasedDocuments
from loadsheet.stores.sqlite.columns import unpack
from loadsheet.stores.sqlite.forgetting import ForgettingRecords
from loadsheet.stores.sqlite.vectors import forget_vectors

_MARKER = re.compile(r"\s?\[\d+\]")


class Erasing(ForgettingRecords):
    """Takes documents out with every trace of them."""

    async def erase_documents(
        self, workspace: str, names: Sequence[str], counter: Counter, at: datetime
    ) -> ErasedDocuments:
        """Remove every version of the documents and all that was made of it: no file of the state holds them."""

        def work() -> ErasedDocuments:
            number = self.connection.workspace(workspace)
            if number is None:
                return ErasedDocuments()
            with self.connection.transaction():
                texts = self._texts_of(number, names)
                if not texts:
                    return ErasedDocuments()
                source = _source_of(texts)
                remembered = self._remembered(number, texts, source)
                gone = {name: self._erase_document(number, name) for name in texts}
                paths = {path for versions in gone.values() for path in versions if path}
                self._pass_by(number, paths)
                turns, messages = self._erase_said(
                    number, frozenset(texts), source, remembered, counter
                )
                done = ErasedDocuments(
                    documents=tuple(texts),
                    versions=sum(map(len, gone.values())),
                    records=self._erase_remembered(number, remembered, at),
                    messages=messages,
                    turns=turns,
                    paths=tuple(sorted(paths)),
                )
                forget_vectors(self.connection, number)
            self._scrub(
                f"index_{number}", f"memory_{number}", f"said_{number}", f"outlines_{number}"
            )
            return done

        return await self.connection.run(work)

    def _erase_said(
        self,
        workspace: int,
        names: Set[str],
        source: re.Pattern[str],
        remembered: Forgetting,
        counter: Counter,
    ) -> tuple[int, int]:
        """Take out what was said of the documents and of what is remembered of them; how many turns and messages."""
        read, held = self._turns_about(workspace, names, source)
        held |= self._turns_with(workspace, naming(remembered))
        turns = self._forget_turns(workspace, held)
        answers = {id for turn, id in turns.items() if turn in read}
        said, sessions = self._erase_answers(workspace, answers, counter)
        said += remembered.texts
        # Later turns of the session carry what was answered.
        repeated = pattern(said)
        again = self._turns_with(workspace, pattern(in_json(said)))
        turns |= self._forget_turns(workspace, again - turns.keys())
        sessions += self._erase_messages(workspace, repeated, counter)
        self._erase_states(workspace, repeated, frozenset(sessions))
        return len(turns), len(sessions)

    def _pass_by(self, workspace: int, paths: Set[str]) -> None:
        """Let no search of a folder read the files again; a hash tells nobody what they are called."""
        places = {digest(place) for path in paths for place in places_of(path)}
        self.connection.many(
            "INSERT INTO erased (workspace, place) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [(workspace, place) for place in sorted(places)],
        )
        self.connection.many(
            "DELETE FROM roots WHERE workspace = ? AND path = ?",
            [(workspace, path) for path in sorted(paths)],
        )

    def _erase_document(self, workspace: int, name: str) -> list[str | None]:
        """Take a document with its versions, passages and texts out; the path of each version that there was."""
        connection = self.connection
        versions = connection.rows(
            "SELECT id, text_hash, path FROM versions WHERE workspace = ? AND document = ?",
            workspace,
            name,
        )
        self.drop_document(workspace, name)
        for version, _, _ in versions:
            connection.rows("DELETE FROM version_chunks WHERE version = ?", version)
            connection.rows("DELETE FROM versions WHERE id = ?", version)
        connection.many(
            "DELETE FROM texts WHERE workspace = ?1 AND hash = ?2 AND NOT EXISTS "
            "(SELECT 1 FROM versions WHERE workspace = ?1 AND text_hash = ?2)",
            [(workspace, text) for text in {text for _, text, _ in versions}],
        )
        return [path for _, _, path in versions]

    def _texts_of(self, workspace: int, names: Sequence[str]) -> dict[str, str]:
        """What the versions of documents say, by their names; those that there are."""
        found: dict[str, str] = {}
        for name in dict.fromkeys(names):
            rows = self.connection.rows(
                "SELECT t.body FROM versions AS v LEFT JOIN texts AS t "
                "ON t.workspace = v.workspace AND t.hash = v.text_hash "
                "WHERE v.workspace = ? AND v.document = ?",
                workspace,
                name,
            )
            if rows:
                found[name] = "\n\n".join(unpack(body) for (body,) in rows if body is not None)
        return found

    def _remembered(
        self, workspace: int, texts: Mapping[str, str], source: re.Pattern[str]
    ) -> Forgetting:
        """What memory has of documents."""
        rows = self.connection.rows("SELECT id, body FROM records WHERE workspace = ?", workspace)
        return with_documents(
            texts,
            [id for id, body in rows if source.search(body)],
            self._every_belief(workspace),
            [MemoryRecord.model_validate_json(body) for _, body in rows],
            [message for _, message in self._messages(workspace)],
        )

    def _erase_remembered(self, workspace: int, gone: Forgetting, at: datetime) -> int:
        """Records that were made of the documents, and beliefs that rest on them."""
        rows = self.connection.rows("SELECT seq, id FROM records WHERE workspace = ?", workspace)
        self._bury(workspace, [(seq, id) for seq, id in rows if id in gone.records], at)
        self._drop_beliefs(workspace, gone.records)
        return len(gone.records)

    def _turns_about(
        self, workspace: int, names: Set[str], source: re.Pattern[str]
    ) -> tuple[set[int], set[int]]:
        """The turns in whose prompt a part of one of the documents stood, and all that name one in any way."""
        read, held = set[int](), self._turns_saying(workspace, source)
        for turn, body in self._bodies(workspace):
            if source.search(body):
                held.add(turn)
                # What stood in a prompt is named as a source in its manifest.
                if turn not in read and names & _aboard(body):
                    read.add(turn)
        return read, held

    def _erase_answers(
        self, workspace: int, named: Set[str], counter: Counter
    ) -> tuple[list[str], list[str]]:
        """Answers that were given with the documents at hand: nobody can tell which of their words are whose. Returns
        their sentences, but for those that the user had said, and the session of each."""
        said: list[str] = []
        sessions: list[str] = []
        own: list[str] = []
        rows = self.connection.rows(
            "SELECT seq, session, turn, body FROM messages WHERE workspace = ?", workspace
        )
        for seq, session, turn, body in rows:
            message = Message.model_validate_json(body)
            if message.role != "assistant":
                own.append(message.content)
            if message.role != "assistant" or turn not in named:
                continue
            said += _sentences(message.content)
            made = message.model_copy(update={"content": FORGOTTEN})
            self._rewrite(workspace, seq, made, counter)
            sessions.append(session)
        # What an answer quotes of the user's is the user's.
        told = "\n".join(own)
        return [sentence for sentence in said if sentence not in told], sessions


def _source_of(names: Iterable[str]) -> re.Pattern[str]:
    """Finds the JSON of a source in one of the documents."""
    sources = (f'"document":{json.dumps(name, ensure_ascii=False)}' for name in names)
    return re.compile("|".join(map(re.escape, sources)))


def _sentences(answer: str) -> list[str]:
    """The sentences of an answer by which it is found again, without their markers."""
    plain = _MARKER.sub("", answer)
    found = (plain[span.start : span.end] for span in split(plain))
    return [text for text in found if is_long(text)]


def _aboard(body: str) -> set[str]:
    """The documents in the prompt of a stored manifest; none for a body that is something else."""
    if not body.startswith("{") or '"entries":' not in body:
        return set()
    try:
        sheet = cast("dict[str, list[dict[str, Any]]]", json.loads(body))
    except ValueError:  # a long text of somebody's that looks like one
        return set()
    entries = sheet.get("entries", ())
    return {s["document"] for entry in entries for s in entry.get("sources", ()) if "document" in s}
