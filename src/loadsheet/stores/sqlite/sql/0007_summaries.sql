-- The central sentences of a document and of each of its sections, made when a question first wants an overview.
CREATE TABLE summaries (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    document INTEGER NOT NULL REFERENCES documents (id),
    -- The path of the section as a JSON list; the document's own is empty.
    headings TEXT NOT NULL,
    -- Each sentence as [start, end, passage], the weightiest first; offsets into the text of the current version.
    sentences TEXT NOT NULL,
    text TEXT NOT NULL,
    context TEXT NOT NULL,
    grams TEXT NOT NULL
) STRICT;

CREATE INDEX summaries_of_document ON summaries (document);

-- Whoever drops a passage or changes a document, its summaries go; those that it needs then are made when they are.
CREATE TRIGGER summaries_follow_passages AFTER DELETE ON passages BEGIN
    DELETE FROM summaries WHERE document = old.document;
END;
CREATE TRIGGER summaries_follow_version AFTER UPDATE OF version ON documents WHEN old.version <> new.version BEGIN
    DELETE FROM summaries WHERE document = old.id;
END;
