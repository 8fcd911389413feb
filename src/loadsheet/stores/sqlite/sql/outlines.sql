-- The text index over the summaries of workspace {id}; it follows their table by itself.
CREATE VIEW IF NOT EXISTS summaries_{id} AS
SELECT id, text, context, grams FROM summaries WHERE workspace = {id};

CREATE VIRTUAL TABLE IF NOT EXISTS outlines_{id} USING fts5 (
    text,
    context,
    grams,
    content = 'summaries_{id}',
    content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TRIGGER IF NOT EXISTS outlines_{id}_come AFTER INSERT ON summaries WHEN new.workspace = {id} BEGIN
    INSERT INTO outlines_{id} (rowid, text, context, grams) VALUES (new.id, new.text, new.context, new.grams);
END;
CREATE TRIGGER IF NOT EXISTS outlines_{id}_go AFTER DELETE ON summaries WHEN old.workspace = {id} BEGIN
    INSERT INTO outlines_{id} (outlines_{id}, rowid, text, context, grams)
    VALUES ('delete', old.id, old.text, old.context, old.grams);
END;
