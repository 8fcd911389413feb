"""Records or a subject go in; a state file that holds them nowhere comes out, with a report of what was reached."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from loadsheet.artifacts import Episode, ForgetReport
from loadsheet.memory.writing.forget import Forgetting, forgetting, is_telling, naming, with_replies
from loadsheet.memory.writing.forget_beliefs import said_in, with_beliefs
from loadsheet.memory.writing.redact import in_json, is_long, pattern, topic_of, whole
from loadsheet.ports import Counter
from loadsheet.stores.sqlite.columns import unpack
from loadsheet.stores.sqlite.opening import MEMORY
from loadsheet.stores.sqlite.redacting import Redacting
from loadsheet.stores.sqlite.vectors import forget_vectors

COLUMNS = """
SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
WHERE t.schema = 'main' AND t.type = 'table'
"""
"""Those of every table but the text indexes, whose words are stems."""


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
            return done.model_copy(update={"files": self._files(gone.texts)})

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
            "SELECT v.document, v.title, t.body FROM versions AS v "
            "JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash "
            "WHERE v.workspace = ? ORDER BY v.document",
            workspace,
        )
        names = (
            name
            for name, title, body in rows
            if any(map(found.search, (name, title, unpack(body))))
        )
        return tuple(f"document {name}" for name in dict.fromkeys(names))

    def _files(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The files of the state folder in which one of the texts still stands, though no row of the state has it.

        Only what stands among bytes by no chance is looked for there.
        """
        if self.connection.path == MEMORY:
            return ()
        state = Path(self.connection.path)
        files = [path for path in sorted(state.parent.iterdir()) if path.is_file()]
        sure = in_json([text for text in texts if is_long(text) or is_telling(text)])
        left = {path.name: _standing(sure, path.read_bytes()) for path in files}
        rows = {text for held in left.values() for text in held if self._is_in_a_row(text)}
        return tuple(
            name
            for name, held in left.items()
            if held - (rows if name.startswith(state.name) else set())
        )

    def _is_in_a_row(self, text: str) -> bool:
        """Whether what stays says it: another workspace, a document, or a longer word."""
        return any(
            self.connection.row(f'SELECT 1 FROM "{table}" WHERE instr("{column}", ?) LIMIT 1', text)
            for table, column in self.connection.rows(COLUMNS)
        )


def _standing(texts: Iterable[str], body: bytes) -> set[str]:
    return {text for text in texts if text.encode() in body}
