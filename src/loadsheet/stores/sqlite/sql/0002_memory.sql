-- Everything that memory holds, superseded records too. Subject and key are in the form in which they are compared.
CREATE TABLE records (
    seq INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    subject TEXT NOT NULL,
    key TEXT NOT NULL,
    status TEXT NOT NULL,
    valid_from TEXT,
    valid_to TEXT,
    body TEXT NOT NULL,
    UNIQUE (workspace, id)
) STRICT;

CREATE INDEX records_of_subject ON records (workspace, subject, key);

-- Which sentence of which message a record was made of.
CREATE TABLE record_sources (
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session TEXT NOT NULL,
    message TEXT NOT NULL,
    start INTEGER NOT NULL,
    record INTEGER NOT NULL REFERENCES records (seq),
    PRIMARY KEY (workspace, session, message, start, record)
) STRICT, WITHOUT ROWID;

-- What was forgotten: the id and the time, and nothing else.
CREATE TABLE tombstones (
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    id TEXT NOT NULL,
    forgotten_at TEXT NOT NULL,
    UNIQUE (workspace, id)
) STRICT;

-- The sentences of the transcript, for its text index.
CREATE TABLE utterances (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    message INTEGER NOT NULL REFERENCES messages (seq),
    role TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL
) STRICT;

CREATE INDEX utterances_of_message ON utterances (message);

-- Conflicts that a person may settle, and what was decided.
CREATE TABLE reviews (
    seq INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    record TEXT NOT NULL,
    reason TEXT NOT NULL,
    raised_at TEXT NOT NULL,
    decision TEXT,
    decided_at TEXT,
    UNIQUE (workspace, record, reason)
) STRICT;
