"""Records and texts in; a state file that holds them nowhere out, with a report of what was reached."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from loadsheet.artifacts import Message
from loadsheet.memory.forget import FORGOTTEN, FORGOTTEN_TURN, in_json, pattern, redacted, without
from loadsheet.memory.text import normal
from loadsheet.ports import Counter, Erased
from loadsheet.stores.sqlite.base import Part
from loadsheet.stores.sqlite.connection import to_column, unpack
from loadsheet.stores.sqlite.records import note_sentences
from loadsheet.stores.sqlite.traces import DROP_ORPHANS
from loadsheet.stores.sqlite.vectors import forget_vectors


class Erasing(Part):
    """Takes what was forgotten out of every table, index and page of the file."""

    async def erase(
        self,
        workspace: str,
        ids: Sequence[str],
        texts: Sequence[str],
        counter: Counter,
        at: datetime,
        speaker: str | None = None,
    ) -> Erased:
        """Remove records and every place that holds one of `texts`, so that no file of the state holds them."""

        def work() -> Erased:
            number = self.connection.workspace(workspace)
            if number is None:
                return Erased()
            said = self._said_by(number, speaker)
            if speaker is not None and not ids and not said:
                return Erased()  # a name that nobody has is a word like any other
            with self.connection.transaction():
                gone = [*texts, *said]
                found = pattern(gone)
                done = Erased(
                    records=self._erase_records(number, ids, found, at),
                    messages=self._erase_messages(number, found, counter),
                    states=self._erase_states(number, found),
                    turns=self._erase_turns(number, ids, pattern(in_json(gone))),
                    remains=self._remaining(number, found),
                )
                forget_vectors(self.connection, number)
            self._scrub(number)
            return replace(done, files=self._files(gone))

        return await self.connection.run(work)

    def _said_by(self, workspace: int, speaker: str | None) -> list[str]:
        """Everything that a person said who is to be forgotten, line by line."""
        if speaker is None:
            return []
        rows = self.connection.rows("SELECT body FROM messages WHERE workspace = ?", workspace)
        said = (Message.model_validate_json(body) for (body,) in rows)
        lines = [
            m.content.splitlines() for m in said if m.name and normal(m.name) == normal(speaker)
        ]
        return [line.strip() for found in lines for line in found if line.strip()]

    def _files(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The files of the state folder in which one of the texts still stands as it was written."""
        if self.connection.path == ":memory:":
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
    ) -> int:
        connection = self.connection
        rows = connection.rows("SELECT seq, id, body FROM records WHERE workspace = ?", workspace)
        gone = [
            (seq, id)
            for seq, id, body in rows
            if id in ids or found.search(json.loads(body)["text"])
        ]
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
        for seq, reason in connection.rows(
            "SELECT seq, reason FROM reviews WHERE workspace = ?", workspace
        ):
            if found.search(reason):
                connection.rows("DELETE FROM reviews WHERE seq = ?", seq)
        return len(gone)

    def _erase_messages(self, workspace: int, found: re.Pattern[str], counter: Counter) -> int:
        connection, count = self.connection, 0
        rows = connection.rows("SELECT seq, body FROM messages WHERE workspace = ?", workspace)
        for seq, body in rows:
            message = Message.model_validate_json(body)
            if not any(found.search(text) for _, text in message.parts()):
                continue
            made = redacted(message, found, counter)
            self._forget_sentences(workspace, seq)
            connection.rows(
                "UPDATE messages SET body = ?, tokens = ? WHERE seq = ?",
                made.model_dump_json(exclude_defaults=True),
                sum(made.tokens),
                seq,
            )
            note_sentences(self, workspace, seq, made)
            count += 1
        return count

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
                made = json.dumps(without(json.loads(body), found), ensure_ascii=False)
                connection.rows(
                    "UPDATE states SET body = ? WHERE workspace = ? AND session = ?",
                    made,
                    workspace,
                    session,
                )
                count += 1
        return count

    def _erase_turns(self, workspace: int, ids: Sequence[str], found: re.Pattern[str]) -> int:
        """Turns that hold the text, or that read or wrote the record, keep their place and lose what they held."""
        connection = self.connection
        named = re.compile("|".join(rf'"{re.escape(id)}"' for id in ids) or r"(?!)")
        held = {
            turn
            for turn, body in connection.raw.execute(
                "SELECT l.turn, b.body FROM bodies AS b JOIN turn_bodies AS l ON l.body = b.id WHERE b.workspace = ?",
                (workspace,),
            )
            if found.search(unpack(body)) or named.search(unpack(body))
        }
        for seq, question, body in connection.rows(
            "SELECT t.seq, t.question, e.body FROM turns AS t LEFT JOIN events AS e ON e.turn = t.seq "
            "WHERE t.workspace = ?",
            workspace,
        ):
            if found.search(question) or found.search(body or ""):
                held.add(seq)
        for seq in held:
            connection.rows("DELETE FROM events WHERE turn = ?", seq)
            connection.rows("DELETE FROM turn_bodies WHERE turn = ?", seq)
            connection.rows(
                "UPDATE turns SET question = ?, outcome = ? WHERE seq = ?",
                FORGOTTEN,
                FORGOTTEN_TURN,
                seq,
            )
        connection.rows(DROP_ORPHANS, workspace)
        return len(held)

    def _remaining(self, workspace: int, found: re.Pattern[str]) -> tuple[str, ...]:
        """The documents that say the same: they are the user's own, and are removed by name."""
        rows = self.connection.rows(
            "SELECT d.name, t.body FROM documents AS d JOIN versions AS v ON v.id = d.version "
            "JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash WHERE d.workspace = ?",
            workspace,
        )
        return tuple(f"document {name}" for name, body in rows if found.search(unpack(body)))

    def _scrub(self, workspace: int) -> None:
        """Merge deleted terms out of the indexes, and rewrite the file without free pages and log."""
        connection = self.connection
        for table in (f"memory_{workspace}", f"said_{workspace}", f"outlines_{workspace}"):
            if connection.row("SELECT 1 FROM sqlite_schema WHERE name = ?", table):
                connection.rows(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        connection.rows("VACUUM")
        connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
