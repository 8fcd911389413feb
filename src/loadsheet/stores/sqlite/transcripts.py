"""Messages in, sessions out: the `TranscriptStore` of the embedded store. Nothing here changes a message."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from loadsheet.artifacts import Message, SessionState
from loadsheet.errors import InputError
from loadsheet.ports import SessionSummary
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.columns import from_column, to_column
from loadsheet.stores.sqlite.sentences import note_sentences

TITLE_LIMIT = 80
"""Characters of a session's first question in a list."""

NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When a session was used in which nothing carries a time."""

LIST_SESSIONS = """
SELECT
    session,
    (SELECT body FROM messages AS first
     WHERE first.workspace = m.workspace AND first.session = m.session AND first.role = 'user'
     ORDER BY first.seq LIMIT 1),
    count(DISTINCT turn),
    max(timestamp)
FROM messages AS m
WHERE workspace = ?
GROUP BY session
ORDER BY max(seq) DESC
"""


class Transcripts(StorePart):
    """The immutable messages of each session, and what each conversation has established."""

    async def append(
        self,
        workspace: str,
        messages: Sequence[Message],
        state: SessionState,
        base: SessionState | None = None,
    ) -> None:
        """Add messages and replace the session's state, in one transaction.

        Where the stored state is not `base` any more, `state.onto` brings both together. A message that is
        stored already is not stored again; another one under its id is an `InputError`.
        """

        def work() -> None:
            connection = self.connection
            with connection.transaction():
                number = connection.made_workspace(workspace)
                for message in messages:
                    self._append(number, message)
                stored = self._state(number, state.scope.session) if base else None
                merged = state.onto(stored, base) if stored and base else state
                connection.rows(
                    "INSERT INTO states (workspace, session, body) VALUES (?, ?, ?) "
                    "ON CONFLICT (workspace, session) DO UPDATE SET body = excluded.body",
                    number,
                    state.scope.session,
                    merged.model_dump_json(),
                )

        await self.connection.run(work)

    def _append(self, workspace: int, message: Message) -> None:
        body = message.model_dump_json(exclude_defaults=True)
        stored = self.connection.row(
            "SELECT body FROM messages WHERE workspace = ? AND session = ? AND id = ?",
            workspace,
            message.session,
            message.id,
        )
        if stored is not None:
            if _said(Message.model_validate_json(stored[0])) == _said(message):
                return
            raise InputError(
                f"session '{message.session}' holds another message '{message.id}': give each message its own id"
            )
        self.connection.rows(
            "INSERT INTO messages (workspace, session, id, role, turn, timestamp, tokens, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            workspace,
            message.session,
            message.id,
            message.role,
            message.turn,
            to_column(message.timestamp),
            sum(message.tokens),
            body,
        )
        note_sentences(self, workspace, self.connection.raw.last_insert_rowid(), message)

    async def tail(self, workspace: str, session: str, *, tokens: int) -> Sequence[Message]:
        """The newest messages, oldest first, until their sizes exceed `tokens`, and the one that exceeds it."""

        def work() -> list[Message]:
            number = self.connection.workspace(workspace)
            found: list[Message] = []
            size = 0
            for body, message_size in self.connection.raw.execute(
                "SELECT body, tokens FROM messages WHERE workspace = ? AND session = ? ORDER BY seq DESC",
                (number, session),
            ):
                found.append(Message.model_validate_json(body))
                size += message_size
                if size > tokens:
                    break
            return found[::-1]

        return await self.connection.run(work)

    async def messages(self, workspace: str, session: str, ids: Sequence[str]) -> Sequence[Message]:
        """The messages of the session with these ids, oldest first."""

        def work() -> list[Message]:
            number = self.connection.workspace(workspace)
            rows = self.connection.raw.execute(
                "SELECT body FROM messages WHERE workspace = ? AND session = ? "
                "AND id IN (SELECT value FROM json_each(?)) ORDER BY seq",
                (number, session, json.dumps(list(ids))),
            )
            return [Message.model_validate_json(body) for (body,) in rows]

        return await self.connection.run(work) if ids else ()

    async def length(self, workspace: str, session: str) -> tuple[int, str | None]:
        """How many messages the session has, and the id of the first."""

        def work() -> tuple[int, str | None]:
            number = self.connection.workspace(workspace)
            row = self.connection.row(
                "SELECT count(*), (SELECT id FROM messages WHERE workspace = ?1 AND session = ?2 "
                "ORDER BY seq LIMIT 1) FROM messages WHERE workspace = ?1 AND session = ?2",
                number,
                session,
            )
            return (row[0], row[1]) if row else (0, None)

        return await self.connection.run(work)

    async def state(self, workspace: str, session: str) -> SessionState | None:
        """The session's state; None before its first turn."""

        def work() -> SessionState | None:
            return self._state(self.connection.workspace(workspace), session)

        return await self.connection.run(work)

    def _state(self, workspace: int | None, session: str) -> SessionState | None:
        row = self.connection.row(
            "SELECT body FROM states WHERE workspace = ? AND session = ?", workspace, session
        )
        return SessionState.model_validate_json(row[0]) if row else None

    async def sessions(self, workspace: str) -> Sequence[SessionSummary]:
        """Every session of the workspace, the one used last first."""

        def work() -> list[SessionSummary]:
            rows = self.connection.rows(LIST_SESSIONS, self.connection.workspace(workspace))
            return [
                SessionSummary(
                    id=session,
                    title=_title(first),
                    turns=turns,
                    last_used=from_column(used) or NEVER,
                )
                for session, first, turns, used in rows
            ]

        return await self.connection.run(work)


def _said(message: Message) -> tuple[object, ...]:
    return (message.role, *message.parts())


def _title(body: str | None) -> str:
    if body is None:
        return ""
    words = " ".join(Message.model_validate_json(body).content.split())
    return words if len(words) <= TITLE_LIMIT else words[: TITLE_LIMIT - 1].rstrip() + "…"
