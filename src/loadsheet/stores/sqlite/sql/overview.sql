-- ?1 the FTS query, ?2 how many summaries; the passages that hold their sentences.
SELECT
    document.name,
    version.version,
    version.title,
    passage.headings,
    passage.section,
    place.start,
    place."end",
    passage.text,
    passage.context,
    passage.grams,
    passage.tokens,
    version.timestamp,
    found.score,
    passage.shingles,
    version.pages,
    sentence.key
FROM (
    SELECT rowid, bm25(outlines_{id}, 1.0, 2.0, 1.0) AS score
    FROM outlines_{id}
    WHERE outlines_{id} MATCH ?1
    ORDER BY score, rowid
    LIMIT ?2
) AS found
JOIN summaries AS summary ON summary.id = found.rowid
JOIN json_each(summary.sentences) AS sentence
JOIN documents AS document ON document.id = summary.document
JOIN versions AS version ON version.id = document.version
JOIN passages AS passage ON passage.id = sentence.value ->> 2
JOIN version_chunks AS place ON place.version = version.id AND place.passage = passage.id
