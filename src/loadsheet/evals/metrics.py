"""What was expected of a turn and what came of it go in; a value from 0 to 1 comes out, or None: not applicable.

One metric measures one thing, and none makes up for another: a fluent answer that is wrong, or right and without a
source, shows in the metric that it fails. A metric that does not apply is left out of the mean, never counted as 0
or 1.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from loadsheet.artifacts import Answer, Citation, Entry, Prepared
from loadsheet.assembly.citing import unmarked
from loadsheet.assembly.frame import attributes_of
from loadsheet.evals.case import CaseTurn
from loadsheet.evals.sought import literally

_WORD = re.compile(r"[^\W_]+(?:[.,:’'][^\W_]+)*")


Metric = Callable[[CaseTurn, Answer], float | None]


def answer_correctness(expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the expected texts that the answer holds."""
    return _part(holds(answer.text, text) for text in expected.answer_contains)


def answer_exclusion(expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the forbidden texts that the answer keeps away from."""
    return _part(not holds(answer.text, text) for text in expected.answer_excludes)


def outcome_match(expected: CaseTurn, answer: Answer) -> float | None:
    """Whether the turn ended as expected."""
    return None if expected.outcome is None else float(answer.outcome == expected.outcome)


def citation_grounding(expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the citations whose quote stands, word for word, in the cited block of the prompt.

    An answer without any citation has invented all of it and gets 0; one that abstains, or needs no source, is not
    measured.
    """
    if not _needs_sources(expected, answer):
        return None
    quotes = answer.citations
    return _part(grounded(answer, citation) for citation in quotes) if quotes else 0.0


def citation_support(expected: CaseTurn, answer: Answer) -> float | None:
    """How much of the cited sentences' words the cited blocks hold; a number that they do not hold makes it 0.

    For models that rephrase, where a word-for-word match is too much to ask.
    """
    if not _needs_sources(expected, answer):
        return None
    values = [support(answer, citation) for citation in answer.citations]
    return sum(values) / len(values) if values else 0.0


def citation_validity(_expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the answer's markers that name a block aboard the prompt."""
    cited = [cited_entry(answer, citation) is not None for citation in answer.citations]
    return _part((*cited, *(False for _ in answer.invalid_markers)))


def citation_recall(expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the expected sources that the answer cites."""
    made = answer.citations
    return _part(
        any(_names(name, citation.source.document, citation.label) for citation in made)
        for name in expected.cites or ()
    )


def evidence_recall(expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the expected sources whose text is aboard the prompt; a bare reference is not."""
    aboard = [entry for entry in answer.manifest.entries if entry.rendition != "reference"]
    return _part(
        any(_entry_names(name, entry, answer) for entry in aboard) for name in expected.wanted
    )


def constraints_aboard(expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the constraints in force that stand in the prompt, in the user's own words."""
    pinned = [
        text_of(answer, entry) for entry in answer.manifest.entries if entry.kind == "constraint"
    ]
    return _part(any(row.text in text for text in pinned) for row in expected.constraints)


def constraint_adherence(expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the constraints that the answer heeds, of those that say how to tell."""
    checked = [row for row in expected.constraints if row.answer_contains or row.answer_excludes]
    text = answer.text
    return _part(
        all(holds(text, wanted) for wanted in row.answer_contains)
        and not any(holds(text, unwanted) for unwanted in row.answer_excludes)
        for row in checked
    )


def manifest_coverage(_expected: CaseTurn, answer: Answer) -> float | None:
    """The part of the prompt's characters that an entry of the manifest owns."""
    return answer.manifest.coverage


METRICS: dict[str, Metric] = {
    metric.__name__: metric
    for metric in (
        answer_correctness,
        answer_exclusion,
        outcome_match,
        citation_grounding,
        citation_support,
        citation_validity,
        citation_recall,
        evidence_recall,
        constraints_aboard,
        constraint_adherence,
        manifest_coverage,
    )
}
"""Every metric by its name, in the order of a report."""


# ---------------------------------------------------------------- texts


def plain(text: str) -> str:
    """The text as it is compared: without markers, in one case, one form of characters and single spaces."""
    bare = unicodedata.normalize("NFKC", unmarked(text).replace("&lt;", "<"))
    return " ".join(bare.casefold().split())


def holds(text: str, wanted: str) -> bool:
    """Whether a text holds another one; a number at its edge must be whole, so that 114 days are not 14 days."""
    return literally(plain(wanted)).search(plain(text)) is not None


def grounded(answer: Answer, citation: Citation) -> bool:
    """Whether the quote stands in the block that it cites."""
    entry = cited_entry(answer, citation)
    quote = plain(citation.quote)
    return entry is not None and bool(quote) and quote in plain(text_of(answer, entry))


def support(answer: Answer, citation: Citation) -> float:
    """The part of the quote's words that stand in the cited block, or 0 when a number of it does not."""
    entry = cited_entry(answer, citation)
    words = set(_WORD.findall(plain(citation.quote)))
    if entry is None or not words:
        return 0.0
    there = set(_WORD.findall(plain(text_of(answer, entry))))
    if any(any(sign.isdigit() for sign in word) for word in words - there):
        return 0.0
    return len(words & there) / len(words)


def cited_entry(answer: Answer, citation: Citation) -> Entry | None:
    """The entry of the manifest with the citation's source; None when no block of the prompt has it."""
    return next((entry for entry in answer.manifest.entries if entry.has(citation.source)), None)


def text_of(made: Answer | Prepared, entry: Entry) -> str:
    """The part of the prompt that an entry owns; nothing for a field of a tool call."""
    if entry.field != "content":
        return ""
    return made.prompt.messages[entry.message]["content"][entry.start : entry.end]


def _needs_sources(expected: CaseTurn, answer: Answer) -> bool:
    """Whether an answer must cite; what it repeats from memory or from a verified row has no marker to cite."""
    if answer.outcome != "answered" or expected.cites == ():
        return False
    told = [
        plain(text_of(answer, entry))
        for entry in answer.manifest.entries
        if entry.kind in {"memory", "structured_state"}
    ]
    return bool(answer.citations) or not any(plain(answer.text) in text for text in told)


def _part(held: Iterable[bool]) -> float | None:
    """The part that is true, or None where there was nothing to look at."""
    values = list(held)
    return sum(values) / len(values) if values else None


def _entry_names(name: str, entry: Entry, answer: Answer) -> bool:
    label = attributes_of(text_of(answer, entry)).get("source", "")
    return any(_names(name, source.document, label) for source in entry.sources)


def _names(name: str, document: str | None, label: str) -> bool:
    """Whether a case's name means this source: the document's id or its stem, or the label or a section above it."""
    if document is not None and name in {document, document.rsplit(".", 1)[0]}:
        return True
    return label == name or label.startswith((f"{name}.", f"{name} "))
