"""Passages go in, best first; the groups of those that disagree on what is asked come out.

No model reads them. A question asks for a kind of value: a date, a number, a name, a place, what something is, or yes
or no. Each passage gives the value of that kind that stands nearest to what the question asks about; two passages
disagree when their values cannot both be meant and neither text holds the other's. What a question asks for is in
`asking`, which values a sentence gives in `values`. Apart from the question, two
sentences that are alike but for one value disagree, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from loadsheet.corpus.repeats import ComparedText, reading
from loadsheet.corpus.terms import terms
from loadsheet.funnel.asking import Question
from loadsheet.funnel.stated import Stated, opposed, stated
from loadsheet.funnel.twins import twins
from loadsheet.funnel.values import AnswerValue, agree, dates, numbers, places, same_subject, values

FAR = 14
"""Words between a value and what is asked about from which they have nothing to do with each other."""

NEAR = 6
"""Words between a value and the word for what is asked within which they belong together."""

OPENING = 120
"""Characters at the beginning of a passage that say whom it is about."""

MOST_PASSAGES = 24
"""Passages that are held against each other: what ranks lower is rarely aboard."""

MOST_SENTENCES = 40
"""Sentences of a passage that are read for a value."""

SUBJECT_PART = 0.5
"""The part of the words of the subject that a passage must hold to speak of it; without a subject, of the question."""

HEADED = re.compile(r"^#{1,6}\s", re.MULTILINE)
"""A heading, as a text writes it: what a passage without one is about it may have said before."""

NAMED_KINDS = frozenset({"place", "name", "class"})
"""Kinds of value that are told from other words only where the question names its subject."""


class Claim(NamedTuple):
    """A value that a passage gives, with what speaks for its being the answer."""

    value: AnswerValue
    score: float
    """How near it stands to what is asked about."""
    likely: bool
    """Whether it stands right beside the word for what is asked, or with the name of what is asked about."""
    sure: bool
    """Whether it stands with all of that name, or beside the word and a part of the name."""


@dataclass(frozen=True)
class PassageClaims:
    """A passage, and what it says in answer."""

    reading: ComparedText
    asked: Question

    @cached_property
    def answer(self) -> Claim | None:
        """The value of the kind that is asked for, the nearest to what is asked about, and how surely it is meant."""
        kind = self.asked.kind
        if not kind or not self._speaks_of_it:
            return None
        best: Claim | None = None
        for sentence in self.reading.written[:MOST_SENTENCES]:
            for found in self._answers(kind, sentence):
                if best is None or found.score > best.score:
                    best = found
        return best

    @cached_property
    def stated(self) -> list[Stated]:
        """What it says in answer where it says every word of the question, by itself or by what stands above it."""
        return stated(self.reading.text, self.asked)

    @property
    def value(self) -> AnswerValue | None:
        """The value that it gives in answer."""
        return self.answer.value if self.answer else None

    def sides_with(self, other: PassageClaims) -> bool:
        """Whether it gives an answer for the same subject, whatever the answer is."""
        kind, one, two = self.asked.kind, self.value, other.value
        if not kind or one is None or two is None:
            return False
        return same_subject(kind, one, two)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(self.reading.terms)

    @cached_property
    def _dates(self) -> tuple[AnswerValue, ...]:
        return tuple(value for value, _ in dates(self.reading.text))

    @cached_property
    def _digits(self) -> frozenset[str]:
        return frozenset(value.key[0] for value, _ in numbers(self.reading.text, frozenset()))

    @property
    def _speaks_of_it(self) -> bool:
        """Whether the passage is about what the question is about."""
        asked, kind = self.asked, self.asked.kind
        if kind in NAMED_KINDS and not asked.subject:
            return False
        wanted = asked.subject or asked.words
        return len(wanted & self._words) >= SUBJECT_PART * len(wanted)

    def _answers(self, kind: str, sentence: str) -> Iterator[Claim]:
        """The values of a sentence as answers, by how near they stand to what is asked about; none far away from it."""
        found = list(values(kind, sentence, self.asked))
        anchors = list(places(sentence, self.asked.about)) if found else []
        own = list(places(sentence, self.asked.subject)) if found else []
        if not anchors and not own:
            return
        named = bool(self.asked.subject) and self.asked.subject <= frozenset(
            terms(f"{self.reading.text[:OPENING]} {sentence}")
        )
        for value, place in found:
            near = min(_distance(sentence, place, other) for other in anchors or own)
            if near >= FAR:
                continue
            score = (2.0 if anchors else 0.0) + (1.0 if own else 0.0) - near / FAR
            beside = bool(anchors) and near <= NEAR
            likely = beside or named or bool(own)
            yield Claim(value, score, likely, named or (beside and bool(own)))

    def holds(self, value: AnswerValue) -> bool:
        """Whether the text has that value anywhere."""
        kind = self.asked.kind
        if kind == "date":
            return any(
                all(not a or a == b for a, b in zip(value.key, other.key, strict=True))
                for other in self._dates
            )
        if kind == "number":
            return value.key[0] in self._digits
        if kind in {"", "polarity"}:
            return False
        return self._words.issuperset(value.key)


def conflicts(question: str, texts: Sequence[str]) -> list[tuple[int, ...]]:
    """The groups of passages that disagree, by their places in `texts`; a passage is in one group at the most.

    All that answers the question is one group as soon as two of its answers disagree.
    """
    asked = Question(question)
    readings = [reading(text) for text in texts[:MOST_PASSAGES]]
    said = [PassageClaims(one, asked) for one in readings]
    pairs = {
        (one, other)
        for other in range(len(said))
        for one in range(other)
        if disagree(said[one], said[other]) or _opposed(said[one], said[other])
    }
    # What answers the question is a side of the conflict, also where it holds the values of several others.
    pairs.update(
        (first, place)
        for first in {pair[0] for pair in pairs}
        for place, one in enumerate(said)
        if one.sides_with(said[first])
    )
    pairs.update(pair for pair in twins(readings, asked) if not _of_another(asked, readings, pair))
    return _components(sorted(pairs))


def disagree(one: PassageClaims, other: PassageClaims) -> bool:
    """Whether two passages answer the question with values that cannot both be meant.

    Both must seem to answer it, and one of them must do so beyond doubt.
    """
    kind, first, second = one.asked.kind, one.answer, other.answer
    if first is None or second is None:
        return False
    if not (first.likely and second.likely and (first.sure or second.sure)):
        return False
    if agree(kind, first.value, second.value):
        return False
    return not (one.holds(second.value) or other.holds(first.value))


def _of_another(asked: Question, readings: Sequence[ComparedText], pair: tuple[int, int]) -> bool:
    """Whether only one of two passages has a word of the names that the question asks of, and the other says in a
    heading of what it is."""
    for one, other in (pair, pair[::-1]):
        has, lacks = (frozenset(readings[place].terms) & asked.subject for place in (one, other))
        if has and not lacks and HEADED.search(readings[other].text):
            return True
    return False


def _opposed(one: PassageClaims, other: PassageClaims) -> bool:
    """Whether nothing that one says in answer is what the other does."""
    pairs = [(a, b) for a in one.stated for b in other.stated]
    return any(opposed(a, b) for a, b in pairs) and not any(
        a.of == b.of and a.value == b.value for a, b in pairs
    )


def _components(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    group: dict[int, int] = {}
    members: dict[int, set[int]] = {}
    for one, other in pairs:
        if one == other:
            continue
        first, second = (group.setdefault(place, place) for place in (one, other))
        for place in (one, other):
            members.setdefault(group[place], {place})
        if first != second:
            keep, gone = min(first, second), max(first, second)
            members[keep] |= members.pop(gone)
            for place in members[keep]:
                group[place] = keep
    return [tuple(sorted(found)) for _, found in sorted(members.items())]


def _distance(sentence: str, one: int, other: int) -> int:
    """The words between two places."""
    first, last = sorted((one, other))
    return len(sentence[first:last].split())
