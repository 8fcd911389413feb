-- The text indexes of memory in workspace {id}: records that are current, and the sentences of the transcript.
-- They hold no text, so that what is deleted from them can be merged away.
CREATE VIRTUAL TABLE IF NOT EXISTS memory_{id} USING fts5 (
    subject,
    key,
    text,
    grams,
    content = '',
    contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE VIRTUAL TABLE IF NOT EXISTS said_{id} USING fts5 (
    text,
    grams,
    content = '',
    contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2'
);
