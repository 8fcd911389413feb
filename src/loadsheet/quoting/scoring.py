"""What a question needs and a piece in; how well the piece answers it out.

Words that few pieces hold tell more. A heading gives its words, at less, to what stands beneath it; the document's own
question gives them to its answer. Ties go to the passage that comes first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import regex

from loadsheet.intent.language.answer_forms import NUMBER
from loadsheet.intent.language.answer_type import MEASURES
from loadsheet.intent.language.common import EVERYDAY, share
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.counting import names
from loadsheet.quoting.cutting import POINTER, Quotable, SectionKey, announces, is_question
from loadsheet.quoting.overview import is_whole
from loadsheet.quoting.wanted import Wanted, wanted

CONTEXT = 0.4
"""What a word counts that stands only in the heading above a piece."""

ANSWERS = 0.9
"""What a word counts that stands only in the document's own question; what follows the first sentence of the answer
counts half of it, and so on."""

LABELLED = 0.8
"""What a label counts whose words are all asked for, in parts of the weightiest word of the question."""

COVERS = 0.5
"""The part of the question's weight that a heading, or the document's own question, must hold for what stands under it
to answer without a word of the question in it."""

LONG = 30
"""Words from which a piece loses: a long one holds many words by chance."""

FIRST = 0.35
"""What a piece of the first passage gains; the second gains half of it, and so on."""

CODE = 0.3
"""What a block of code counts where neither code nor a way to do something is asked for."""

HOW = lazy_regex(
    r"\bhow\s+(?:do|does|can|could|should|shall|would|to|must|is|are)\b|\bsteps?\b|\b(?:procedure|instructions|process|code|commands?|examples?|snippet|query|script|befehl\w*|beispiel\w*)\b"
    r"|\bwie\s+(?:mache|kann|muss|wird|werden|richte|installiere)\b|\bcomment\b|\bcómo\b|怎么|如何",
    regex.IGNORECASE,
)
"""Questions for a way to do something: its steps are quoted whole and in order."""

Scored = tuple[float, Quotable]


@dataclass(frozen=True)
class Need:
    """What a question asks for; what follows from it is worked out once, for every piece that is held against it."""

    asked: tuple[str, ...]
    """Its informative words, in their order."""
    weights: dict[str, float]
    """What each of them tells."""
    kind: Wanted
    overview: bool
    steps: bool
    subject: frozenset[str]
    """Those of them that it asks about."""
    spoken_in: frozenset[SectionKey]
    """The sections that speak of what it asks about, and not only of what it asks: of the pump in `What does the pump
    cost?`"""

    @cached_property
    def wanted(self) -> frozenset[str]:
        """Its informative words."""
        return frozenset(self.asked)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Its informative words that stand beside each other."""
        return frozenset(pairwise(self.asked))

    def spoken_of(self, taken: Sequence[Quotable]) -> bool:
        """Whether one of the pieces stands where something speaks of what the question asks about; what is counted is
        told in the piece itself, since a number is nowhere far, and of what there are so many is told by its name."""
        if not self.spoken_in:
            return True
        of, counted = self.kind.of, self.kind.counted is not None
        if of:
            return any(of & (one.context | one.asked) or names(one.prose, of) for one in taken)
        if counted and self.subject:
            return any(self.subject & one.near for one in taken)
        return any(one.section in self.spoken_in for one in taken)

    def labelled(self, one: Quotable) -> bool:
        """Whether a piece says of what it gives the value, and that is what is asked for."""
        return (
            bool(one.label) and one.label <= self.wanted | self.kind.named | self.kind.asked.about
        )

    def weight(self, of: frozenset[str]) -> float:
        """The weight of its words among these."""
        return math.fsum(self.weights[term] for term in sorted(self.wanted & of))

    def covered(self, by: frozenset[str]) -> bool:
        """Whether these words hold most of the question's weight."""
        part = len(self.wanted & by) / len(self.wanted)
        whole = math.fsum(self.weights.values())
        return bool(by) and max(part, self.weight(by) / whole) >= COVERS


def need_of(question: str, asked: Sequence[str], found: Sequence[Quotable]) -> Need:
    """What a question needs, of whose words the pieces say how rare they are."""
    spread = Counter(term for one in found for term in one.near)
    kind = wanted(question)
    subject = frozenset(asked) - MEASURES - EVERYDAY - {kind.unit}
    return Need(
        asked=tuple(asked),
        weights={
            term: share(term, len(found)) * math.log(1 + (len(found) + 1) / (spread[term] + 0.5))
            for term in frozenset(asked)
        },
        kind=kind,
        overview=is_whole(question),
        steps=HOW.search(question) is not None,
        subject=subject,
        spoken_in=frozenset(one.section for one in found if not subject or subject & one.near),
    )


def ranked(need: Need, found: Sequence[Quotable]) -> list[Scored]:
    """The pieces that may answer, best first."""
    scored = ((round(_score(one, need), 9), one) for one in found if _may_answer(one, need))
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].passage))


def _may_answer(one: Quotable, need: Need) -> bool:
    """Whether a piece shares a word with the question, or stands where the question is asked or named."""
    if one.asks:
        return False
    if (
        one.label & need.kind.asked.about
        or one.terms & need.wanted
        or (one.goes_on and one.context & need.wanted)
    ):
        return True
    if one.asked:
        return one.under == 0 and need.covered(one.asked)
    heads = frozenset(one.heads)
    named = bool(heads) and (
        heads <= need.wanted or (bool(heads & need.wanted) and need.covered(one.context))
    )
    return named and (one.under == 0 or need.labelled(one))


def _score(one: Quotable, need: Need) -> float:
    weights = need.weights
    own = need.weight(one.terms)
    answers = ANSWERS / (1 + one.under) * need.weight(one.asked - one.terms)
    above = need.weight(one.context - one.terms - one.asked)
    together = math.fsum(
        0.3 * min(weights[first], weights[second])
        for first, second in sorted(need.pairs & one.pairs)
    )
    score = own + answers + CONTEXT * above + together
    score += need.kind.gain(one.prose) * max(weights.values())
    if need.labelled(one):
        score += LABELLED * max(weights.values())
    score *= need.kind.part(one.prose) * _manner(one)
    if one.whole and one.whole.kind == "code" and not need.steps and one.text == one.whole.text:
        score *= CODE  # what runs says little to who asks for words
    return score * (1 + FIRST / (1 + one.passage))


def _manner(one: Quotable) -> float:
    """What is left of a score for how a piece is worded: a question, an announcement, a pointer, a label."""
    left = 1.0
    if is_question(one.text):
        left *= 0.4  # a question of the document's own is no answer
    elif announces(one.text) and one.whole is None:
        left *= 0.75  # it announces what it does not say
    if one.leads:
        left *= 0.2  # a menu, a table of contents
    elif POINTER.match(one.text):
        left *= 0.6
    if one.words > LONG and (one.whole is None or one.whole.kind != "code"):
        left *= LONG / one.words
    elif one.words < 4 and not (NUMBER.search(one.prose) or one.asked or one.whole):
        left *= 0.6  # a label, a link, a table's corner
    return left
