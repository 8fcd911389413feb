-- Where the files of erased documents lie, as hashes: a search of their folders passes them by.
CREATE TABLE erased (
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    place TEXT NOT NULL,
    PRIMARY KEY (workspace, place)
) STRICT, WITHOUT ROWID;
