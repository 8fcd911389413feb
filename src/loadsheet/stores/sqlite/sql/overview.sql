-- ?1 the FTS query, ?2 how many summaries; the passages that hold their sentences, and the place of each in its summary.
SELECT sentence.value ->> 2, found.score, sentence.key
FROM (
    SELECT rowid, bm25(outlines_{id}, 1.0, 2.0, 1.0) AS score
    FROM outlines_{id}
    WHERE outlines_{id} MATCH ?1
    ORDER BY score, rowid
    LIMIT ?2
) AS found
JOIN summaries AS summary ON summary.id = found.rowid
JOIN json_each(summary.sentences) AS sentence
