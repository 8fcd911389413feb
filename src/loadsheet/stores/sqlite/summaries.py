"""Documents without summaries in, their summaries kept; the passages that hold what a summary says out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest

from loadsheet.artifacts import Candidate, CandidateList, Partial, Query, QuerySet
from loadsheet.corpus.summaries import Summary, SummaryPassage, summaries
from loadsheet.ports import Section, Worded
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.candidates import by_reading, candidates
from loadsheet.stores.sqlite.columns import Row, unpack
from loadsheet.stores.sqlite.opening import statement

FOUND_BY = "summaries"
"""The name of the index of summaries in candidates."""

DIGITS = 9
"""Scores are rounded to so many, so that equal ones tie and the passage id decides."""

AT_ONCE = 200_000
"""Characters that are read between two commits: a tenth of a second, in which nothing else reads the store."""

CURRENT = """
SELECT d.id, d.name, v.id, v.title, t.body, t.characters FROM documents AS d JOIN versions AS v ON v.id = d.version
JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash
WHERE d.workspace = ?1 AND v.chunks > 0
"""
WITHOUT = CURRENT + (
    "AND NOT EXISTS (SELECT 1 FROM summaries AS s WHERE s.document = d.id) ORDER BY d.id"
)
PIECES = """
SELECT c.start, c."end", p.headings, p.id FROM version_chunks AS c JOIN passages AS p ON p.id = c.passage
WHERE c.version = ? ORDER BY c.ordinal
"""
SAVE = """
INSERT INTO summaries (workspace, document, headings, sentences, extent, text, context, grams)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
READABLE = 12_000
"""Characters that a model is given of a section: some 3,000 tokens, which every model reads and few sections exceed."""

WORTH = 600
"""Characters below which a section says in its own words what it is about."""

UNWORDED = """
SELECT s.id, s.document, v.id, v.title, t.body, s.headings
FROM summaries AS s JOIN documents AS d ON d.id = s.document JOIN versions AS v ON v.id = d.version
JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash
WHERE s.workspace = ?1 AND s.extent >= ?2 AND s.worded_by IS NOT ?3 ORDER BY s.id LIMIT ?4
"""
WORDED = """
SELECT count(*), coalesce(sum(worded_by IS ?3), 0) FROM summaries WHERE workspace = ?1 AND extent >= ?2
"""
REPLACE = """
INSERT INTO summaries (id, workspace, document, headings, sentences, extent, text, context, grams, wording, worded_by,
refused) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
REFUSED = """
SELECT d.name, s.headings, s.refused FROM summaries AS s JOIN documents AS d ON d.id = s.document
WHERE s.workspace = ? AND s.worded_by = ? AND s.refused != '' ORDER BY s.id
"""
COUNT = """
SELECT count(*), coalesce(sum(EXISTS (SELECT 1 FROM summaries AS s WHERE s.document = d.id)), 0)
FROM documents AS d JOIN versions AS v ON v.id = d.version WHERE d.workspace = ? AND v.chunks > 0
"""


class Summaries(StorePart):
    """The summaries of every workspace, with one text index for each workspace."""

    # ------------------------------------------------------------ writing

    async def summarize(self, workspace: str) -> Partial:
        """Make the summaries of the next documents that have none, in one transaction; how many have theirs now."""

        def work() -> Partial:
            number = self.connection.workspace(workspace)
            if number is None:
                return Partial(source=FOUND_BY, have=0, of=0)
            if self.connection.row(WITHOUT, number) is not None:
                with self.connection.transaction():
                    self._summarize(number)
            return self._summarized(number)

        return await self.connection.run(work)

    def _summarize(self, workspace: int) -> None:
        self.connection.raw.execute(statement("outlines").replace("{id}", str(workspace)))
        waiting: list[Row] = []
        size = 0
        for row in self.connection.raw.execute(WITHOUT, (workspace,)):
            waiting.append(row)
            size += row[5]
            if size >= AT_ONCE:
                break
        for document, _, version, title, body, _ in waiting:
            text = unpack(body)
            pieces = self._pieces(version)
            made = [_columns(text, title, one, pieces) for one in summaries(text, pieces)]
            self.connection.many(SAVE, [(workspace, document, *columns) for columns in made])

    def _pieces(self, version: int) -> list[SummaryPassage]:
        return [
            SummaryPassage(start, end, tuple(json.loads(headings)), passage)
            for start, end, headings, passage in self.connection.rows(PIECES, version)
        ]

    def _summarized(self, workspace: int) -> Partial:
        documents, have = self.connection.rows(COUNT, workspace)[0]
        return Partial(source=FOUND_BY, have=have, of=documents)

    # ------------------------------------------------------------ a model's words

    async def unworded(
        self, workspace: str, model: str, limit: int
    ) -> tuple[Partial, Sequence[Section]]:
        """How many of the summaries that a model can add to have been asked of this one, with what was refused, and
        the next that have not."""

        def work() -> tuple[Partial, Sequence[Section]]:
            number = self.connection.workspace(workspace)
            if number is None:
                return Partial(source=FOUND_BY, have=0, of=0), ()
            of, have = self.connection.rows(WORDED, number, WORTH, model)[0]
            rows = self.connection.rows(UNWORDED, number, WORTH, model, limit)
            found = [self._section(row) for row in rows]
            refused = tuple(_refusal(*row) for row in self.connection.rows(REFUSED, number, model))
            return Partial(source=FOUND_BY, have=have, of=of, refused=refused), found

        return await self.connection.run(work)

    def _section(self, row: Row) -> Section:
        id, document, version, title, body, written = row
        headings = tuple(json.loads(written))
        whole = unpack(body)
        own = [piece for piece in self._pieces(version) if _within(piece.headings, headings)]
        text = "\n".join(whole[piece.start : piece.end] for piece in own)
        if len(text) > READABLE:
            parts = self.connection.rows(
                "SELECT headings, text FROM summaries WHERE document = ? ORDER BY id", document
            )
            said = (text for path, text in parts if _within(json.loads(path), headings))
            text = "\n".join(said)[:READABLE]
        return Section(id=id, title=title, headings=headings, text=text)

    async def keep_wordings(self, workspace: str, model: str, worded: Sequence[Worded]) -> None:
        """Keep what a model says of sections, or why it was refused; neither is asked for again."""

        def work() -> None:
            number = self.connection.workspace(workspace)
            with self.connection.transaction():
                for one in worded:
                    self._reword(number, one, model)

        await self.connection.run(work)

    def _reword(self, workspace: int | None, one: Worded, model: str) -> None:
        row = self.connection.row(
            "SELECT document, headings, sentences, extent, text, context, wording FROM summaries "
            "WHERE id = ? AND workspace = ?",
            one.id,
            workspace,
        )
        if row is None:  # its document has changed or gone meanwhile
            return
        *kept, text, context, before = row
        said = text.removesuffix(f"\n{before}") if before else text
        columns = _searched(said, context, one.text)
        # The index follows what goes and what comes.
        self.connection.rows("DELETE FROM summaries WHERE id = ?", one.id)
        of_model = (one.text, model, one.refused)
        self.connection.rows(REPLACE, one.id, workspace, *kept, *columns, *of_model)

    # ------------------------------------------------------------ reading

    async def overview(self, queries: QuerySet) -> CandidateList:
        """The passages that hold the sentences of the best summaries for each query, best first.

        The first sentence of a summary counts its whole score, the second half of it, and so on, so that several
        sections come before all of one.
        """

        def work() -> CandidateList:
            number = self.connection.workspace(queries.workspace)
            if number is None:
                return CandidateList()
            with self.connection.reading():
                state = self._summarized(number)
                found = (
                    [
                        row
                        for query in queries.queries
                        for row in self._best_of(number, query, queries.limit)
                    ]
                    if state.have
                    else []
                )
            partial = (state,) if state.have < state.of else ()
            return CandidateList(candidates=tuple(found), documents=state.of, partial=partial)

        return await self.connection.run(work)

    def _best_of(self, workspace: int, query: Query, limit: int) -> list[Candidate]:
        wanted = terms.terms(query.text, self.stems)
        if not wanted:
            return []
        sql = statement("overview").replace("{id}", str(workspace))
        scores: dict[int, float] = {}
        for passage, score, place in self.connection.rows(sql, terms.expression(wanted), limit):
            counted = round(-score / (1 + place), DIGITS)
            scores[passage] = max(scores.get(passage, 0.0), counted)
        matched = by_reading(self.connection, wanted)
        return candidates(self.connection, FOUND_BY, query, matched, scores, limit)

    # ------------------------------------------------------------ drift

    async def check_summaries(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between texts and their summaries, in words; with `repair` it is taken out.

        What was taken out is made again with the next question that wants an overview; none yet is no drift.
        """

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            if number is None or not self._was_summarized(number):
                return []
            with self.connection.transaction():
                said = self._outline_drift(number)
                if repair and said:
                    # Without their triggers, which would tell a damaged index to forget what it may not hold.
                    self.connection.drop_index(f"outlines_{number}")
                    for moment in ("come", "go"):
                        self.connection.rows(f"DROP TRIGGER IF EXISTS outlines_{number}_{moment}")
                    self.connection.rows("DELETE FROM summaries WHERE workspace = ?", number)
                return said

        return await self.connection.run(work)

    def _was_summarized(self, workspace: int) -> bool:
        """Whether there is anything of an overview: the index, what keeps it up to date, or a summary."""
        own = (f"outlines_{workspace}", f"outlines_{workspace}_come", f"outlines_{workspace}_go")
        sql = "SELECT 1 FROM summaries WHERE workspace = ?"
        return any(map(self.connection.has, own)) or bool(self.connection.row(sql, workspace))

    def _outline_drift(self, workspace: int) -> list[str]:
        said: list[str] = []
        for document, name, version, title, body, _ in self.connection.rows(CURRENT, workspace):
            held = self.connection.rows(
                "SELECT wording, headings, sentences, extent, text, context, grams FROM summaries "
                "WHERE document = ? ORDER BY id",
                document,
            )
            if not held:
                continue
            text, pieces = unpack(body), self._pieces(version)
            wanted = [
                _columns(text, title, one, pieces, row[0] if row else "")
                for one, row in zip_longest(summaries(text, pieces), held)
                if one is not None
            ]
            if [row[1:] for row in held] != wanted:
                said.append(f"{name}: its summaries are not those of its text")
        sql = "SELECT count(*) FROM summaries WHERE workspace = ? AND document NOT IN (SELECT id FROM documents)"
        if strays := self.connection.rows(sql, workspace)[0][0]:
            said.append(f"{strays} summaries belong to no document")
        if not self.connection.agrees(f"outlines_{workspace}"):
            said.append("the index of summaries does not agree with them")
        return said


def _columns(
    text: str, title: str, made: Summary, pieces: Sequence[SummaryPassage], wording: str = ""
) -> Row:
    """A summary as it is stored, from its headings to what is searched."""
    said = "\n".join(text[one.start : one.end] for one in made.sentences)
    context = "\n".join(
        dict.fromkeys(part for part in (title, *made.headings, *made.outline) if part)
    )
    places = [(one.start, one.end, one.passage) for one in made.sentences]
    own = (piece for piece in pieces if _within(piece.headings, made.headings))
    return (
        json.dumps(made.headings, ensure_ascii=False),
        json.dumps(places, separators=(",", ":")),
        sum(piece.end - piece.start for piece in own),
        *_searched(said, context, wording),
    )


def _searched(said: str, context: str, wording: str) -> tuple[str, str, str]:
    """What is searched of a summary: its text, the names around it, and the pairs of signs of both."""
    text = f"{said}\n{wording}" if wording else said
    return text, context, terms.grams(f"{context}\n{text}")


def _within(path: Sequence[str], above: Sequence[str]) -> bool:
    return list(path[: len(above)]) == list(above)


def _refusal(document: str, headings: str, reason: str) -> str:
    """A section by its path, and why what a model said of it was not taken."""
    return f"{' › '.join((document, *json.loads(headings)))}: {reason}"
