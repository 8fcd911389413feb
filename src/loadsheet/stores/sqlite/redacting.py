"""What was forgotten goes in; messages, states and turns without it come out. The caller opens the transaction."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime

from loadsheet.artifacts import Belief, Episode, Hypothesis, MemoryRecord, Message, Span, digest
from loadsheet.memory.beliefs.bearing import text_of
from loadsheet.memory.writing.forget import MessagePlace, moved
from loadsheet.memory.writing.provenance import Release
from loadsheet.memory.writing.redact import (
    FORGOTTEN,
    FORGOTTEN_TURN,
    cut_of,
    redacted,
    state_without,
)
from loadsheet.ports import Counter
from loadsheet.stores.sqlite.columns import to_column, unpack
from loadsheet.stores.sqlite.passages import Passages
from loadsheet.stores.sqlite.sentences import note_sentences, note_sources
from loadsheet.stores.sqlite.traces import DROP_ORPHANS

SAVE_BELIEF = """
INSERT INTO beliefs (workspace, id, class, body) VALUES (?, ?, ?, ?)
ON CONFLICT (workspace, id) DO UPDATE SET body = excluded.body
"""


class Redacting(Passages):
    """Takes texts and records out of every place where a conversation leaves them."""

    def _messages(self, workspace: int) -> list[tuple[int, Message]]:
        rows = self.connection.rows(
            "SELECT seq, body FROM messages WHERE workspace = ? ORDER BY seq", workspace
        )
        return [(seq, Message.model_validate_json(body)) for seq, body in rows]

    def _every_record(self, workspace: int) -> list[MemoryRecord]:
        rows = self.connection.rows(
            "SELECT body FROM records WHERE workspace = ? ORDER BY seq", workspace
        )
        return [MemoryRecord.model_validate_json(body) for (body,) in rows]

    def _every_belief(self, workspace: int | None) -> list[Belief]:
        rows = self.connection.rows(
            "SELECT class, body FROM beliefs WHERE workspace = ? ORDER BY seq", workspace
        )
        return [
            (Episode if kind == "episode" else Hypothesis).model_validate_json(body)
            for kind, body in rows
        ]

    def _save_belief(self, workspace: int, belief: Belief) -> None:
        kind = "episode" if isinstance(belief, Episode) else "hypothesis"
        body = belief.model_dump_json(exclude_defaults=True, exclude={"unsupported"})
        self.connection.rows(SAVE_BELIEF, workspace, belief.id, kind, body)
        self._let_vector_go(workspace, belief.id, text_of(belief))

    def _let_vector_go(self, workspace: int, id: str, text: str) -> None:
        """Drop the vectors of what an id said before."""
        self.connection.rows(
            "DELETE FROM memory_vectors WHERE workspace = ? AND id = ? AND hash <> ?",
            workspace,
            id,
            digest(text),
        )

    def _drop_beliefs(self, workspace: int, ids: Sequence[str]) -> None:
        self.connection.many(
            "DELETE FROM beliefs WHERE workspace = ? AND id = ?", [(workspace, id) for id in ids]
        )

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
        cuts: Mapping[MessagePlace, Sequence[Span]] | None = None,
    ) -> list[str]:
        """Take what goes out of every message; the session of each that was changed."""
        sessions: list[str] = []
        for seq, message in self._messages(workspace):
            sentences = (cuts or {}).get((message.session, message.id), ())
            cut = cut_of(message.content, sentences, found)
            if not cut and not any(found.search(text) for _, text in message.parts()):
                continue
            self._rewrite(workspace, seq, redacted(message, found, cut), counter)
            self._move_sources(workspace, message, cut)
            sessions.append(message.session)
        return sessions

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
        for belief in self._every_belief(workspace):
            if isinstance(belief, Episode):
                self._save_belief(workspace, moved(belief, message, cut))

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

    def _erase_states(
        self,
        workspace: int,
        found: re.Pattern[str],
        cut: Set[str] = frozenset(),
        stems: Set[str] = frozenset(),
    ) -> int:
        """Take what is found out of every state; of a session that was cut its state holds what is still said there."""
        said = dict.fromkeys(cut, "")
        for _, message in self._messages(workspace) if cut else ():
            if message.session in said and message.role == "user":
                said[message.session] += f"{message.content}\n"
        count = 0
        for session, body in self.connection.rows(
            "SELECT session, body FROM states WHERE workspace = ?", workspace
        ):
            state = json.loads(body)
            made = state_without(state, found, said.get(session), stems)
            if made != state:
                self.connection.rows(
                    "UPDATE states SET body = ? WHERE workspace = ? AND session = ?",
                    json.dumps(made, ensure_ascii=False),
                    workspace,
                    session,
                )
                count += 1
        return count

    def _turns_with(self, workspace: int, *found: re.Pattern[str]) -> set[int]:
        """The turns whose question, events or bodies hold one of what is looked for."""

        def holds(text: str) -> bool:
            return any(one.search(text) for one in found)

        held = self._turns_saying(workspace, *found)
        return held | {turn for turn, body in self._bodies(workspace) if holds(body)}

    def _turns_saying(self, workspace: int, *found: re.Pattern[str]) -> set[int]:
        """The turns whose question or events hold one of them."""
        held = set[int]()
        for seq, question, body in self.connection.rows(
            "SELECT t.seq, t.question, e.body FROM turns AS t LEFT JOIN events AS e ON e.turn = t.seq "
            "WHERE t.workspace = ?",
            workspace,
        ):
            if any(one.search(question) or one.search(body or "") for one in found):
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
            names[seq] = self._id(seq)
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

    def _id(self, turn: int) -> str:
        (name,) = self.connection.rows("SELECT id FROM turns WHERE seq = ?", turn)[0]
        return name

    def _scrub(self, *indexes: str) -> None:
        """Merge deleted terms out of the indexes, and rewrite the file without free pages and log."""
        connection = self.connection
        for table in indexes:
            if connection.has(table):
                connection.rows(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        connection.rows("VACUUM")
        connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
