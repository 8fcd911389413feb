-- ?1 a JSON list of passages.
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
    passage.id,
    passage.shingles,
    version.pages,
    passage."columns"
FROM json_each(?1) AS wanted
JOIN passages AS passage ON passage.id = wanted.value
JOIN documents AS document ON document.id = passage.document
JOIN versions AS version ON version.id = document.version
JOIN version_chunks AS place ON place.version = version.id AND place.passage = passage.id
