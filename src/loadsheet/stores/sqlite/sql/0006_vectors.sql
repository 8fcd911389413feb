-- The models that made vectors, by the name that a search must share with them.
CREATE TABLE embedders (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    -- Grows with everything that a matrix in memory must follow.
    changes INTEGER NOT NULL DEFAULT 0,
    UNIQUE (workspace, name)
) STRICT;

-- A vector under the hash of the text that it was made of, as little-endian float32: a text that comes back costs
-- nothing.
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    embedder INTEGER NOT NULL REFERENCES embedders (id),
    hash TEXT NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (embedder, hash)
) STRICT;

-- Which vector a passage has; what was written later has a higher number.
CREATE TABLE passage_vectors (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    embedder INTEGER NOT NULL REFERENCES embedders (id),
    passage INTEGER NOT NULL,
    vector INTEGER NOT NULL REFERENCES vectors (id),
    UNIQUE (embedder, passage)
) STRICT;

CREATE INDEX vectors_of_passage ON passage_vectors (passage);
CREATE INDEX passages_of_vector ON passage_vectors (vector);

-- Whoever drops a passage, no search by vectors finds it again.
CREATE TRIGGER passage_vectors_follow AFTER DELETE ON passages BEGIN
    DELETE FROM passage_vectors WHERE passage = old.id;
    UPDATE embedders SET changes = changes + 1 WHERE workspace = old.workspace;
END;
