"""A stored message or record in; its sentences in the text index, and those that it was made of, kept."""

from __future__ import annotations

from loadsheet.artifacts import MemoryRecord, Message
from loadsheet.corpus.others import fenced, others
from loadsheet.memory.extraction.telling import told
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.opening import statement


def note_sources(part: StorePart, workspace: int, seq: int, record: MemoryRecord) -> None:
    """Keep which sentences of which messages a stored record was made of."""
    part.connection.many(
        "INSERT INTO record_sources (workspace, session, message, start, record) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [
            (workspace, source.session, source.message, source.start or 0, seq)
            for source in record.sources
            if source.message is not None and source.session is not None
        ],
    )


def note_sentences(part: StorePart, workspace: int, seq: int, message: Message) -> None:
    """Add the sentences of a stored message to the text index of the transcript."""
    if message.role not in {"user", "assistant"} or not message.content.strip():
        return
    connection = part.connection
    connection.raw.execute(statement("memory").replace("{id}", str(workspace)))
    # What a user pasted or quoted is not theirs, and no later conversation reads it as if it were.
    closed = others(message.content) if message.role == "user" else fenced(message.content)
    for span, whole in told(message.content, closed):
        text = message.content[whole.start : whole.end]
        connection.rows(
            'INSERT INTO utterances (workspace, message, role, start, "end") VALUES (?, ?, ?, ?, ?)',
            workspace,
            seq,
            message.role,
            span.start,
            span.end,
        )
        connection.rows(
            f"INSERT INTO said_{workspace} (rowid, text, grams) VALUES (?, ?, ?)",
            connection.raw.last_insert_rowid(),
            text,
            terms.grams(text),
        )
