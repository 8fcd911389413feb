-- The text index of workspace {id}. Each workspace has its own, so that neither a score nor the time of a
-- search depends on what others hold.
CREATE VIEW IF NOT EXISTS passages_{id} AS
SELECT id, text, context, grams FROM passages WHERE workspace = {id};

CREATE VIRTUAL TABLE IF NOT EXISTS index_{id} USING fts5 (
    text,
    context,
    grams,
    content = 'passages_{id}',
    content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
