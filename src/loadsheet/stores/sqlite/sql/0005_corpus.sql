-- Where each page of a version begins, and when its document was removed while it was the current one.
ALTER TABLE versions ADD COLUMN pages TEXT;
ALTER TABLE versions ADD COLUMN removed_at TEXT;

-- What the file was when it was read, so that one that has not changed is not read again.
ALTER TABLE documents ADD COLUMN stamp TEXT;

-- The paths and patterns that were added.
CREATE TABLE roots (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    path TEXT NOT NULL,
    UNIQUE (workspace, path)
) STRICT;
