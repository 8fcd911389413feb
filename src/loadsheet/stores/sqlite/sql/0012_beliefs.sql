-- Hypotheses and episodes, which are no records: neither is read by a key, and neither is a fact.
CREATE TABLE beliefs (
    seq INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    id TEXT NOT NULL,
    class TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (workspace, id)
) STRICT;

-- The vector of what a record or a belief says, as little-endian float32, under its id and a model's name.
CREATE TABLE memory_vectors (
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    embedder TEXT NOT NULL,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (workspace, embedder, id)
) STRICT;

-- Whoever drops a record or a belief, no search by vectors finds it again.
CREATE TRIGGER record_vectors_follow AFTER DELETE ON records BEGIN
    DELETE FROM memory_vectors WHERE workspace = old.workspace AND id = old.id;
END;

CREATE TRIGGER belief_vectors_follow AFTER DELETE ON beliefs BEGIN
    DELETE FROM memory_vectors WHERE workspace = old.workspace AND id = old.id;
END;
