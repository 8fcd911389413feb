"""Records or a subject go in; a state file that holds them nowhere comes out, with a report of what was reached."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from loadsheet.artifacts import Episode, ForgetReport
from loadsheet.memory.writing.forget import (
    Forgetting,
    forgetting,
    in_json,
    naming,
    pattern,
    topic_of,
    whole,
    with_replies,
)
from loadsheet.memory.writing.forget_beliefs import said_in, with_beliefs
from loadsheet.ports import Counter
from loadsheet.stores.sqlite.columns import unpack
from loadsheet.stores.sqlite.opening import MEMORY
from loadsheet.stores.sqlite.redacting import Redacting
from loadsheet.stores.sqlite.vectors import forget_vectors


class ForgettingRecords(Redacting):
    """Takes what was forgotten out of every table, index and page of the file."""

    async def erase(
        self,
        workspace: str,
        counter: Counter,
        at: datetime,
        *,
        ids: Sequence[str] = (),
        subject: str | None = None,
    ) -> ForgetReport:
        """Remove records, or all of a subject, with what goes with them: no file of the state holds it any more."""

        def work() -> ForgetReport:
            number = self.connection.workspace(workspace)
            if number is None:
                return ForgetReport()
            # What is looked at is what is cut: other writers wait.
            with self.connection.transaction():
                gone, kept, told = self._forgettable(number, ids, subject)
                if not gone:
                    return ForgetReport()
                done = self._forget(number, gone, kept, told, counter, at)
            self._scrub(f"memory_{number}", f"said_{number}", f"outlines_{number}")
            return done.model_copy(update={"files": self._files(number, gone.texts)})

        return await self.connection.run(work)

    def _forgettable(
        self, workspace: int, ids: Sequence[str], subject: str | None
    ) -> tuple[Forgetting, Sequence[Episode], set[int]]:
        """What must go, the episodes that stay without some of their sentences, and the turns that name what goes."""
        messages = [message for _, message in self._messages(workspace)]
        records = self._every_record(workspace)
        beliefs = self._every_belief(workspace)
        gone = forgetting(records, messages, ids, subject, map(said_in, beliefs))
        gone, kept = with_beliefs(gone, beliefs, records, messages, ids, subject)
        if not gone:
            return gone, kept, set()
        told = self._turns_with(workspace, naming(gone))
        turns = frozenset(map(self._id, told))
        return with_replies(gone, records, messages, turns), kept, told

    def _forget(
        self,
        workspace: int,
        gone: Forgetting,
        kept: Sequence[Episode],
        told: set[int],
        counter: Counter,
        at: datetime,
    ) -> ForgetReport:
        """Take it out of every table; the report says how many rows of each were reached."""
        found = pattern(gone.texts)
        held = told | self._turns_with(
            workspace, pattern(in_json(gone.texts)), naming(gone), whole(gone.short)
        )
        self._erase_records(workspace, gone.records, found, at)
        self._drop_beliefs(workspace, gone.records)
        for episode in kept:
            self._save_belief(workspace, episode)
        sessions = self._erase_messages(workspace, found, counter, gone.cuts)
        done = ForgetReport(
            records=gone.records,
            messages=len(sessions),
            states=self._erase_states(workspace, found, frozenset(sessions), topic_of(gone.texts)),
            turns=len(self._forget_turns(workspace, held)),
            remains=self._remaining(workspace, found),
        )
        forget_vectors(self.connection, workspace)
        return done

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

    def _files(self, workspace: int, texts: Sequence[str]) -> tuple[str, ...]:
        """The files of the state folder in which one of the texts still stands, though no other workspace says it."""
        if self.connection.path == MEMORY:
            return ()
        files = [p for p in sorted(Path(self.connection.path).parent.iterdir()) if p.is_file()]
        held = {path.name: path.read_bytes() for path in files}
        left = [t for t in texts if any(t.encode() in body for body in held.values())]
        mine = [text.encode() for text in left if not self._is_said_elsewhere(workspace, text)]
        return tuple(name for name, body in held.items() if any(text in body for text in mine))

    def _is_said_elsewhere(self, workspace: int, text: str) -> bool:
        (found,) = self.connection.rows(
            "SELECT EXISTS (SELECT 1 FROM messages WHERE workspace <> ?1 AND instr(body, ?2)) "
            "OR EXISTS (SELECT 1 FROM records WHERE workspace <> ?1 AND instr(body, ?2)) "
            "OR EXISTS (SELECT 1 FROM beliefs WHERE workspace <> ?1 AND instr(body, ?2))",
            workspace,
            in_json([text])[-1],
        )
        return bool(found[0])
