"""Records and the transcript in; whether their text indexes hold them out, and made again where that is wanted."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from loadsheet.artifacts import MemoryRecord, Message
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.opening import statement
from loadsheet.stores.sqlite.records import searched
from loadsheet.stores.sqlite.sentences import note_sentences

RECORDS = "SELECT seq, body FROM records WHERE workspace = ? AND status IN ('active', 'disputed')"
UTTERANCES = "SELECT id FROM utterances WHERE workspace = ?"


class MemoryDrift(StorePart):
    """Compares what memory is searched by with what it holds."""

    async def check_memory(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between records, messages and their text indexes, in words; with `repair` the index is
        made again."""

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            if number is None:
                return []
            with self.connection.transaction() if repair else self.connection.reading():
                said = self._memory_drift(number)
                if repair and said:
                    self._index_again(number)
                return said

        return await self.connection.run(work)

    def _memory_drift(self, workspace: int) -> list[str]:
        rows = self.connection.rows
        records = {seq for seq, _ in rows(RECORDS, workspace)}
        sentences = {id for (id,) in rows(UTTERANCES, workspace)}
        said: list[str] = []
        if not self._holds(f"memory_{workspace}", records):
            said.append("the text index of memory does not agree with the records")
        if not self._holds(f"said_{workspace}", sentences):
            said.append("the text index of the transcript does not agree with what was said")
        return said

    def _holds(self, index: str, wanted: set[int]) -> bool:
        if not wanted and not self.connection.has(index):
            return True
        if not self.connection.agrees(index):
            return False
        try:
            held = {row for (row,) in self.connection.rows(f"SELECT rowid FROM {index}")}
        except (apsw.CorruptError, apsw.SQLError):
            return False
        return held == wanted

    def _index_again(self, workspace: int) -> None:
        connection = self.connection
        for index in (f"memory_{workspace}", f"said_{workspace}"):
            connection.drop_index(index)
        connection.raw.execute(statement("memory").replace("{id}", str(workspace)))
        connection.many(
            f"INSERT INTO memory_{workspace} (rowid, subject, key, text, grams) VALUES (?, ?, ?, ?, ?)",
            [
                (seq, *searched(MemoryRecord.model_validate_json(body)))
                for seq, body in connection.rows(RECORDS, workspace)
            ],
        )
        connection.rows("DELETE FROM utterances WHERE workspace = ?", workspace)
        for seq, body in connection.rows(
            "SELECT seq, body FROM messages WHERE workspace = ? ORDER BY seq", workspace
        ):
            note_sentences(self, workspace, seq, Message.model_validate_json(body))
