"""Passages go in; the pairs in which a sentence of one says another value than the same sentence of the other.

Two sentences are twins when they are alike but for one run of words, or but for their numbers. What differs must stand
after the verb, or the colon: before it stands what the sentence is about, and sentences about different things do not
disagree. Headings and other lines without a verb say nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loadsheet.corpus.repeats import HARMLESS, NEGATIONS, Reading, Word
from loadsheet.corpus.terms import word_set

VERBS = word_set(
    "is are was were be has have had will would can could may might must shall should do does did becomes became "
    "remains takes costs runs uses listens begins ends starts lasts needs allows requires"
)
MOST_VALUE = 6
"""Words that a value has at the most; more are another sentence."""

SAME = 0.5
"""The part of the longer sentence that both must share."""

FEWEST = 2
"""Words that both must share, and with which both must begin or end."""


class _Sentence(NamedTuple):
    passage: int
    words: tuple[Word, ...]
    texts: tuple[str, ...]
    shape: tuple[str, ...]
    """The words, with a mark in the place of each number."""


def twins(readings: Sequence[Reading]) -> list[tuple[int, int]]:
    """The pairs of passages that disagree in a sentence, by their places."""
    every = [
        sentence for place, reading in enumerate(readings) for sentence in _stated(place, reading)
    ]
    found = {
        (min(one.passage, other.passage), max(one.passage, other.passage))
        for one, other in _close(every)
        if one.passage != other.passage and differ(one, other)
    }
    return sorted(found)


def _stated(passage: int, reading: Reading) -> Iterator[_Sentence]:
    """The sentences of a passage that state something."""
    for line, words in reading.lines:
        texts = tuple(word.text for word in words)
        if len(words) > FEWEST and (":" in line or not VERBS.isdisjoint(texts)):
            yield _Sentence(passage, words, texts, tuple(map(_shape, texts)))


def _close(every: Sequence[_Sentence]) -> Iterator[tuple[_Sentence, _Sentence]]:
    """The pairs that begin or end with the same words."""
    ends: dict[tuple[str, ...], list[int]] = defaultdict(list)
    met: set[tuple[int, int]] = set()
    for number, sentence in enumerate(every):
        for key in (("^", *sentence.shape[:FEWEST]), ("$", *sentence.shape[-FEWEST:])):
            met.update((other, number) for other in ends[key])
            ends[key].append(number)
    for one, other in sorted(met):
        yield every[one], every[other]


def differ(first: _Sentence, second: _Sentence) -> bool:
    """Whether two sentences say a different value of the same thing."""
    one, other = first.words, second.words
    if first.shape == second.shape:
        changed = next((i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), None)
        return changed is not None and _after_verb(one, changed, len(one) - changed - 1)
    start = _shared(first.texts, second.texts)
    end = _shared(first.texts[::-1], second.texts[::-1])
    end = min(end, len(one) - start, len(other) - start)
    longer = max(len(one), len(other))
    if start + end < max(FEWEST, SAME * longer) or longer - start - end > MOST_VALUE:
        return False
    here, there = one[start : len(one) - end], other[start : len(other) - end]
    if not here or not there:
        return any(_negates(word.text) for word in (*here, *there))
    telling = all(any(w.text not in HARMLESS for w in words) for words in (here, there))
    return telling and _after_verb(one, start, end)


def _shape(text: str) -> str:
    return "#" if not text.isalpha() and any(map(str.isdigit, text)) else text


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _after_verb(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether a verb stands before what differs; without one something must, and only numbers and names follow it."""
    verbs = [i for i, word in enumerate(words) if word.text in VERBS]
    if verbs:
        return verbs[0] < start
    return start > 0 and all(word.guarded for word in words[len(words) - end :])


def _negates(text: str) -> bool:
    return text in NEGATIONS or text.endswith("n't") or text in "不没無无非未勿莫"
