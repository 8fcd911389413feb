-- ?1 the FTS query, ?2 how many; a heading or title that names the term tells twice as much as the text.
SELECT rowid, bm25(index_{id}, 1.0, 2.0, 1.0) AS score
FROM index_{id}
WHERE index_{id} MATCH ?1
ORDER BY score
LIMIT ?2
