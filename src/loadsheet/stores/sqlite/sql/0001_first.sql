CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- Every text under its hash: as it is, or compressed when it is long.
CREATE TABLE texts (
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    hash TEXT NOT NULL,
    characters INTEGER NOT NULL,
    body ANY NOT NULL,
    UNIQUE (workspace, hash)
) STRICT;

-- Every version of every document that was ever added; never rewritten.
CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    document TEXT NOT NULL,
    version INTEGER NOT NULL,
    title TEXT NOT NULL,
    timestamp TEXT,
    path TEXT,
    root TEXT,
    text_hash TEXT NOT NULL,
    layout TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    added_at TEXT NOT NULL,
    UNIQUE (workspace, document, version)
) STRICT;

-- The documents that search sees, each with its current version.
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    version INTEGER NOT NULL REFERENCES versions (id),
    UNIQUE (workspace, name)
) STRICT;

-- The passages of current versions; one that an edit did not touch keeps its row.
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    document INTEGER NOT NULL REFERENCES documents (id),
    text TEXT NOT NULL,
    context TEXT NOT NULL,
    grams TEXT NOT NULL,
    headings TEXT NOT NULL,
    section TEXT NOT NULL,
    tokens INTEGER NOT NULL
) STRICT;

CREATE INDEX passages_of_document ON passages (document);

-- Where each passage of a version stands in its text; of an old version the passages may be gone.
CREATE TABLE version_chunks (
    version INTEGER NOT NULL REFERENCES versions (id),
    passage INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    PRIMARY KEY (version, passage)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
    seq INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session TEXT NOT NULL,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    turn TEXT,
    timestamp TEXT,
    tokens INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (workspace, session, id)
) STRICT;

CREATE INDEX messages_of_session ON messages (workspace, session, seq);

CREATE TABLE states (
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (workspace, session)
) STRICT;

CREATE TABLE turns (
    seq INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    id TEXT NOT NULL,
    session TEXT NOT NULL,
    question TEXT NOT NULL,
    outcome TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    UNIQUE (workspace, id)
) STRICT;

CREATE TABLE events (
    turn INTEGER NOT NULL REFERENCES turns (seq),
    ordinal INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (turn, ordinal)
) STRICT, WITHOUT ROWID;

-- What the events name, once under its hash; it goes with the last turn that holds it.
CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    hash TEXT NOT NULL,
    body ANY NOT NULL,
    UNIQUE (workspace, hash)
) STRICT;

CREATE TABLE turn_bodies (
    turn INTEGER NOT NULL REFERENCES turns (seq),
    body INTEGER NOT NULL REFERENCES bodies (id),
    PRIMARY KEY (turn, body)
) STRICT, WITHOUT ROWID;

CREATE INDEX turns_of_body ON turn_bodies (body);
