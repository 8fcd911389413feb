"""Records and texts in; a state file that holds them nowhere out, with a report of what was reached."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from loadsheet.artifacts import MemoryRecord, Message, Span, digest
from loadsheet.corpus.find import places_of
from loadsheet.corpus.sentences import split
from loadsheet.memory.keeping.forget import (
    FORGOTTEN,
    FORGOTTEN_TURN,
    LONG_ENOUGH,
    Place,
    cut_of,
    forgetting,
    in_json,
    moved,
    pattern,
    redacted,
    state_without,
)
from loadsheet.memory.keeping.provenance import Release
from loadsheet.ports import Counter, Erased, ErasedDocuments
from loadsheet.stores.sqlite.columns import to_column, unpack
from loadsheet.stores.sqlite.opening import MEMORY
from loadsheet.stores.sqlite.passages import Passages
from loadsheet.stores.sqlite.records import note_sentences, note_sources
from loadsheet.stores.sqlite.traces import DROP_ORPHANS
from loadsheet.stores.sqlite.vectors import forget_vectors

_MARKER = re.compile(r"\s?\[\d+\]")


class Erasing(Passages):
    """Takes what was forgotten out of every table, index and page of the file."""

    async def erase(
        self,
        workspace: str,
        counter: Counter,
        at: datetime,
        *,
        ids: Sequence[str] = (),
        subject: str | None = None,
    ) -> Erased:
        """Remove records, or all of a subject, with what goes with them: no file of the state holds it any more."""

        def work() -> Erased:
            number = self.connection.workspace(workspace)
            if number is None:
                return Erased()
            messages = [message for _, message in self._messages(number)]
            gone = forgetting(self._every_record(number), messages, ids, subject)
            if not (gone.records or gone.texts):
                return Erased()
            with self.connection.transaction():
                found = pattern(gone.texts)
                self._erase_records(number, gone.records, found, at)
                done = Erased(
                    records=gone.records,
                    messages=self._erase_messages(number, found, counter, gone.cuts),
                    states=self._erase_states(number, found),
                    turns=self._erase_turns(number, gone.records, pattern(in_json(gone.texts))),
                    remains=self._remaining(number, found),
                )
                forget_vectors(self.connection, number)
            self._scrub(f"memory_{number}", f"said_{number}", f"outlines_{number}")
            return replace(done, files=self._files(gone.texts))

        return await self.connection.run(work)

    async def erase_documents(
        self, workspace: str, names: Sequence[str], counter: Counter, at: datetime
    ) -> ErasedDocuments:
        """Remove every version of the documents and all that was made of it: no file of the state holds them."""

        def work() -> ErasedDocuments:
            number = self.connection.workspace(workspace)
            if number is None:
                return ErasedDocuments()
            with self.connection.transaction():
                gone = {name: self._erase_document(number, name) for name in dict.fromkeys(names)}
                there = tuple(name for name, versions in gone.items() if versions)
                if not there:
                    return ErasedDocuments()
                paths = {path for versions in gone.values() for path in versions if path}
                self._pass_by(number, paths)
                sources = [f'"document":{json.dumps(n, ensure_ascii=False)}' for n in there]
                source = re.compile("|".join(map(re.escape, sources)))
                read, held = self._turns_about(number, frozenset(there), source)
                turns = self._forget_turns(number, held)
                answers = {id for turn, id in turns.items() if turn in read}
                said = self._erase_answers(number, answers, counter)
                # Later turns of the session carry what was answered.
                repeated = pattern(said)
                again = self._turns_with(number, pattern(in_json(said)))
                turns |= self._forget_turns(number, again - turns.keys())
                self._erase_states(number, repeated)
                done = ErasedDocuments(
                    documents=there,
                    versions=sum(map(len, gone.values())),
                    records=self._erase_sourced(number, source, at),
                    messages=len(answers) + self._erase_messages(number, repeated, counter),
                    turns=len(turns),
                    paths=tuple(sorted(paths)),
                )
                forget_vectors(self.connection, number)
            self._scrub(
                f"index_{number}", f"memory_{number}", f"said_{number}", f"outlines_{number}"
            )
            return done

        return await self.connection.run(work)

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

    def _erase_sourced(self, workspace: int, source: re.Pattern[str], at: datetime) -> int:
        """Records that were made of the documents."""
        rows = self.connection.rows(
            "SELECT seq, id, body FROM records WHERE workspace = ?", workspace
        )
        gone = [(seq, id) for seq, id, body in rows if source.search(body)]
        self._bury(workspace, gone, at)
        return len(gone)

    def _turns_about(
        self, workspace: int, names: frozenset[str], source: re.Pattern[str]
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

    def _erase_answers(self, workspace: int, named: Set[str], counter: Counter) -> list[str]:
        """Answers that were given with the documents at hand: nobody can tell which of their words are whose. Returns
        their sentences, but for those that the user had said."""
        said: list[str] = []
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
            self._erase_spoken_of(workspace, session)
        # What an answer quotes of the user's is the user's.
        told = "\n".join(own)
        return [sentence for sentence in said if sentence not in told]

    def _erase_spoken_of(self, workspace: int, session: str) -> None:
        """What a session speaks of: its names and single words come from everything that was said in it."""
        self.connection.rows(
            "UPDATE states SET body = json_remove(body, '$.options', '$.entities', '$.terms', '$.topic') "
            "WHERE workspace = ? AND session = ?",
            workspace,
            session,
        )

    def _messages(self, workspace: int) -> list[tuple[int, Message]]:
        rows = self.connection.rows(
            "SELECT seq, body FROM messages WHERE workspace = ? ORDER BY seq", workspace
        )
        return [(seq, Message.model_validate_json(body)) for seq, body in rows]

    def _every_record(self, workspace: int) -> list[MemoryRecord]:
        rows = self.connection.rows("SELECT body FROM records WHERE workspace = ?", workspace)
        return [MemoryRecord.model_validate_json(body) for (body,) in rows]

    def _files(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The files of the state folder in which one of the texts still stands as it was written."""
        if self.connection.path == MEMORY:
            return ()
        wanted = [text.encode() for text in texts]
        files = (
            path for path in sorted(Path(self.connection.path).parent.iterdir()) if path.is_file()
        )
        return tuple(
            path.name for path in files if any(text in path.read_bytes() for text in wanted)
        )

    def _erase_records(
        self, workspace: int, ids: Sequence[str], found: re.Pattern[str], at: datetime
    ) -> None:
        connection, gone = self.connection, frozenset(ids)
        rows = connection.rows("SELECT seq, id FROM records WHERE workspace = ?", workspace)
        self._bury(workspace, [(seq, id) for seq, id in rows if id in gone], at)
        for seq, reason in connection.rows(
            "SELECT seq, reason FROM reviews WHERE workspace = ?", workspace
        ):
            if found.search(reason):
                connection.rows("DELETE FROM reviews WHERE seq = ?", seq)

    def _bury(self, workspace: int, gone: Sequence[tuple[int, str]], at: datetime) -> None:
        """Take records out with what waits for a decision on them; the id and the time stay."""
        connection = self.connection
        for seq, id in gone:
            connection.rows(f"DELETE FROM memory_{workspace} WHERE rowid = ?", seq)
            connection.rows("DELETE FROM record_sources WHERE record = ?", seq)
            connection.rows("DELETE FROM records WHERE seq = ?", seq)
            connection.rows(
                "DELETE FROM reviews WHERE workspace = ? AND (record = ? OR reason LIKE ?)",
                workspace,
                id,
                f"%{id}%",
            )
            connection.rows(
                "INSERT INTO tombstones (workspace, id, forgotten_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                workspace,
                id,
                to_column(at),
            )
        self._release(workspace, frozenset(id for _, id in gone))

    def _release(self, workspace: int, gone: frozenset[str]) -> None:
        """Let what the records contradicted be plain again, and hold their names no longer."""
        rows = self.connection.rows(
            "SELECT body FROM records WHERE workspace = ? AND status = 'disputed'", workspace
        )
        sides = (MemoryRecord.model_validate_json(body) for (body,) in rows)
        for side in sides:
            if gone.isdisjoint(side.disputes):
                continue
            for made in Release(gone).decide(side, ()).writes:
                self.connection.rows(
                    "UPDATE records SET status = ?, body = ? WHERE workspace = ? AND id = ?",
                    made.status,
                    made.model_dump_json(exclude_defaults=True),
                    workspace,
                    made.id,
                )

    def _erase_messages(
        self,
        workspace: int,
        found: re.Pattern[str],
        counter: Counter,
        cuts: Mapping[Place, Sequence[Span]] | None = None,
    ) -> int:
        count = 0
        for seq, message in self._messages(workspace):
            sentences = (cuts or {}).get((message.session, message.id), ())
            cut = cut_of(message.content, sentences, found)
            if not cut and not any(found.search(text) for _, text in message.parts()):
                continue
            self._rewrite(workspace, seq, redacted(message, found, cut), counter)
            self._move_sources(workspace, message, cut)
            self._erase_spoken_of(workspace, message.session)
            count += 1
        return count

    def _move_sources(self, workspace: int, message: Message, cut: Sequence[Span]) -> None:
        """Let the records that stay say where they stand in a message of which a part is gone."""
        for seq, body in self.connection.rows(
            "SELECT DISTINCT r.seq, r.body FROM records AS r JOIN record_sources AS s ON s.record = r.seq "
            "WHERE s.workspace = ? AND s.session = ? AND s.message = ?",
            workspace,
            message.session,
            message.id,
        ):
            made = moved(MemoryRecord.model_validate_json(body), message, cut)
            self.connection.rows(
                "UPDATE records SET body = ? WHERE seq = ?",
                made.model_dump_json(exclude_defaults=True),
                seq,
            )
            self.connection.rows("DELETE FROM record_sources WHERE record = ?", seq)
            note_sources(self, workspace, seq, made)

    def _rewrite(self, workspace: int, seq: int, message: Message, counter: Counter) -> None:
        """Put a message in the place of what it was, its sizes counted anew."""
        sizes = tuple(counter.count(text) for _, text in message.parts())
        made = message.model_copy(update={"tokens": sizes})
        self._forget_sentences(workspace, seq)
        self.connection.rows(
            "UPDATE messages SET body = ?, tokens = ? WHERE seq = ?",
            made.model_dump_json(exclude_defaults=True),
            sum(sizes),
            seq,
        )
        note_sentences(self, workspace, seq, made)

    def _forget_sentences(self, workspace: int, seq: int) -> None:
        connection = self.connection
        rows = connection.rows("SELECT id FROM utterances WHERE message = ?", seq)
        connection.many(f"DELETE FROM said_{workspace} WHERE rowid = ?", rows)
        connection.rows("DELETE FROM utterances WHERE message = ?", seq)

    def _erase_states(self, workspace: int, found: re.Pattern[str]) -> int:
        connection, count = self.connection, 0
        rows = connection.rows("SELECT session, body FROM states WHERE workspace = ?", workspace)
        for session, body in rows:
            if found.search(body):
                made = json.dumps(state_without(json.loads(body), found), ensure_ascii=False)
                connection.rows(
                    "UPDATE states SET body = ? WHERE workspace = ? AND session = ?",
                    made,
                    workspace,
                    session,
                )
                count += 1
        return count

    def _erase_turns(self, workspace: int, ids: Sequence[str], found: re.Pattern[str]) -> int:
        """Turns that hold the text, or that read or wrote the record."""
        named = "|".join(rf'"{re.escape(id)}"' for id in ids) or r"(?!)"
        held = self._turns_with(workspace, found) | self._turns_with(workspace, re.compile(named))
        return len(self._forget_turns(workspace, held))

    def _turns_with(self, workspace: int, found: re.Pattern[str]) -> set[int]:
        """The turns whose question, events or bodies hold what is looked for."""
        held = self._turns_saying(workspace, found)
        return held | {turn for turn, body in self._bodies(workspace) if found.search(body)}

    def _turns_saying(self, workspace: int, found: re.Pattern[str]) -> set[int]:
        """The turns whose question or events hold it."""
        held = set[int]()
        for seq, question, body in self.connection.rows(
            "SELECT t.seq, t.question, e.body FROM turns AS t LEFT JOIN events AS e ON e.turn = t.seq "
            "WHERE t.workspace = ?",
            workspace,
        ):
            if found.search(question) or found.search(body or ""):
                held.add(seq)
        return held

    def _bodies(self, workspace: int) -> Iterator[tuple[int, str]]:
        """What the stored turns hold: each turn's number with each of its texts."""
        rows = self.connection.raw.execute(
            "SELECT l.turn, b.body FROM bodies AS b JOIN turn_bodies AS l ON l.body = b.id WHERE b.workspace = ?",
            (workspace,),
        )
        for turn, body in rows:
            yield turn, unpack(body)

    def _forget_turns(self, workspace: int, held: Iterable[int]) -> dict[int, str]:
        """Let turns keep their place and lose what they held; returns their ids by their numbers."""
        connection, names = self.connection, dict[int, str]()
        for seq in held:
            (names[seq],) = connection.rows("SELECT id FROM turns WHERE seq = ?", seq)[0]
            connection.rows("DELETE FROM events WHERE turn = ?", seq)
            connection.rows("DELETE FROM turn_bodies WHERE turn = ?", seq)
            connection.rows(
                "UPDATE turns SET question = ?, outcome = ? WHERE seq = ?",
                FORGOTTEN,
                FORGOTTEN_TURN,
                seq,
            )
        connection.rows(DROP_ORPHANS, workspace)
        return names

    def _remaining(self, workspace: int, found: re.Pattern[str]) -> tuple[str, ...]:
        """The documents of which a version says the same: they are the user's own, and are erased by name."""
        rows = self.connection.rows(
            "SELECT v.document, t.body FROM versions AS v "
            "JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash "
            "WHERE v.workspace = ? ORDER BY v.document",
            workspace,
        )
        names = (name for name, body in rows if found.search(unpack(body)))
        return tuple(f"document {name}" for name in dict.fromkeys(names))

    def _scrub(self, *indexes: str) -> None:
        """Merge deleted terms out of the indexes, and rewrite the file without free pages and log."""
        connection = self.connection
        for table in indexes:
            if connection.row("SELECT 1 FROM sqlite_schema WHERE name = ?", table):
                connection.rows(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        connection.rows("VACUUM")
        connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")


def _sentences(answer: str) -> list[str]:
    """The sentences of an answer by which it is found again, without their markers."""
    plain = _MARKER.sub("", answer)
    found = (plain[span.start : span.end] for span in split(plain))
    return [text for text in found if len(text) >= LONG_ENOUGH]


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
