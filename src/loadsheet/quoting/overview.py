"""A question for the whole of something and the pieces in; the lines that say what it says out.

Meant is a document, or the sections of it that a version in the question names; each section says its first sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import regex

from loadsheet.intent.language.answer_forms import VERSION
from loadsheet.intent.language.words import language
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.cutting import POINTER, Quotable, is_question
from loadsheet.quoting.prompt_view import Passage

LINES = 5
"""The most lines of an overview."""

WHOLE = lazy_regex(
    r"\bsummari[sz]\w*|\bsummary\b|\boverview\b|\boutline\b|\bsum\s+up\b|\bwhat\b[^?]*\babout\W*$|\bwhat\s+(?:was|were)\s+discussed\s+(?:on|at|in|during)\b|\bzusammen(?:fass\w*)?\W*$"
    r"|\bzusammenfassung\b|\büberblick\b|\bworum\s+geht\b|^\W*résume\w*|\brésumé\b|\bde\s+quoi\s+parle|\bresumen\b|\bde\s+qué"
    r"\s+trata|\briassum\w*|\briassunto\b|总结|概述|要約|まとめて",
    regex.IGNORECASE,
)
"""Questions for the whole of a document or a section."""

CHANGES = lazy_regex(
    r"\bchang(?:es?|ed)\b|\b(?:is|was|are|were|what['’]?s)\s+new\b|\bdifferen(?:ce|t)|\bcompare\b|\bneu\b|\bgeändert\b|\bänderungen"
    r"\b|\bunterschied|\bvergleich|\bchangé|\bnouveau|\bcambi[óo]|\bnovedades|变化|变更|変更",
    regex.IGNORECASE,
)
"""Questions for all that a version brought."""


NAMED = lazy_regex(
    rf"\b(?:versions?|releases?)\s+({VERSION.pattern})|(?<![\w.])(v\d+(?:\.\d+)+|\d+(?:\.\d+){{2,}})(?![\w.])",
    regex.IGNORECASE,
)
"""A version that a question names: `version 2.8`, `v2.8`, `2.8.1`; a decimal is none."""


LATEST = lazy_regex(
    r"\b(?:latest|newest|most\s+recent|current|last|aktuell\w*|neuest\w*|letzte\w*|dernière)\s+(?:version|release)\b",
    regex.IGNORECASE,
)


def is_whole(question: str) -> bool:
    """Whether a question asks for the whole of something, or for what a version changed."""
    if (VERSION.search(question) or LATEST.search(question)) and CHANGES.search(question):
        return True
    resumes = language(question) == "es" and regex.match(r"\W*resume\b", question, regex.IGNORECASE)
    return bool(resumes) or WHOLE.search(question) is not None


def is_between(question: str) -> bool:
    """Whether a question asks for what changed from one version to another, which is one answer and not two."""
    return CHANGES.search(question) is not None and len(VERSION.findall(question)) > 1


def of_version(question: str, found: Sequence[Quotable]) -> list[Quotable]:
    """The pieces of the versions that are asked for; all where none is. Of a version that nothing speaks of, nothing is
    said; what changed between two is what came after the first."""
    told = [one for one in found if not one.leads]
    every = sorted({version for one in told for version in versions(one.context)})
    changes = CHANGES.search(question) is not None
    asked = {_order(one[1] or one[2]) for one in NAMED.finditer(question)}
    if changes:
        asked |= {_order(one[0]) for one in VERSION.finditer(question)}
    if LATEST.search(question):
        asked |= set(every[-1:])
    if changes and len(asked) > 1:
        asked = {one for one in every if min(asked) < one <= max(asked)}
    elif not asked:
        return list(found)
    return [one for one in told if asked & versions(one.near)]


def versions(said: frozenset[str]) -> frozenset[tuple[int, ...]]:
    """The versions among some terms."""
    return frozenset(_order(term) for term in said if VERSION.fullmatch(term))


def _order(version: str) -> tuple[int, ...]:
    """What a version is compared by."""
    return tuple(map(int, version.casefold().lstrip("v").split(".")))


def lines(
    wanted: frozenset[str], found: Sequence[Quotable], passages: Sequence[Passage]
) -> list[Quotable]:
    """The first sentences of each section of the document that holds most of the question's words, the best first."""
    told = [one for one in found if _tells(one) and passages[one.passage].source]
    if not told:
        return []
    names: dict[str, frozenset[str]] = {}
    for one in told:
        name = passages[one.passage].document_name
        names[name] = names.get(name, frozenset()) | (wanted & one.near)
    meant = max(names, key=lambda name: len(names[name]))  # of equal ones the first
    own = [one for one in told if passages[one.passage].document_name == meant]
    sections = [list(group) for _, group in groupby(own, key=lambda one: (one.passage, one.heads))]
    each = max(1, LINES // len(sections))
    return [one for section in sections[:LINES] for one in section[:each]]


def _tells(one: Quotable) -> bool:
    bare = one.leads or one.asks or is_question(one.text) or POINTER.match(one.text)
    return not bare and (one.words > 3 or one.whole is not None)
