-- ?1 the FTS query, ?2 how many; a heading or title that names the term tells twice as much as the text.
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
    version.pages
FROM (
    SELECT rowid, bm25(index_{id}, 1.0, 2.0, 1.0) AS score
    FROM index_{id}
    WHERE index_{id} MATCH ?1
    ORDER BY score
    LIMIT ?2
) AS found
JOIN passages AS passage ON passage.id = found.rowid
JOIN documents AS document ON document.id = passage.document
JOIN versions AS version ON version.id = document.version
JOIN version_chunks AS place ON place.version = version.id AND place.passage = passage.id
