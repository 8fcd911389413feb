"""Passages go in; the pairs in which a sentence of one says another value than the same sentence of the other.

Two sentences are twins when they are alike but for one run of words, or but for their numbers. What differs must stand
after the verb, or the colon: before it stands what the sentence is about, and sentences about different things do not
disagree. Headings and other lines without a verb say nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from loadsheet.corpus.repeats import HARMLESS, ComparedText, Word, negates, reading, shared_start
from loadsheet.corpus.terms import stem, word_set
from loadsheet.funnel.asking import Question
from loadsheet.funnel.stated import alike

VERBS = word_set(
    "is are was were be been has have had will would can could may might must shall should do does did becomes became "
    "remains takes costs runs uses listens begins ends starts lasts needs allows requires opens closes "
    "ist sind war waren wird werden beträgt betragen gilt dauert kostet beginnt endet liegt kann darf muss "
    "est sont était sera coûte dure commence es son era fue será cuesta dura empieza è sono costa inizia é são foi "
    "zijn bedraagt duurt kost 是 为 為 は "
    "cannot can't won't wouldn't couldn't isn't aren't wasn't weren't hasn't haven't doesn't don't didn't mustn't"
)
BEHIND = word_set("in for at on with during within under")
"""Words that lead to what a statement holds for: two of them behind a verb, or one behind a value."""
MOST_VALUE = 6
"""Words that a value has at the most; more are another sentence."""

MOST_STATED = 60
"""Sentences of a passage that are held against those of others: more has only one that was not cut."""

ASIDE = re.compile(
    r"^[ \t>]*(```|~~~).*?(?:^[ \t>]*\1|\Z)|<!--.*?(?:-->|\Z)|\A---\n.*?^---$", re.M | re.S
)
"""Code, comments and the fields at the head of a file: they state nothing."""
UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]。\s*$")
"""A sentence of a script without spaces: its verb stands in its middle, whatever it is."""
SAYS_NOTHING = re.compile(r"\?[\"'”’»)\]*_]*\s*$|[{};]\s*$|::|[-=]>|\w\(\)|==|^\s*[$%]\s|^\s*//")
"""A question, or a line of code that was cut out of its fence."""
IDENTIFIER = re.compile(r"#\d|\w[/\\]\w|\w\.\w+\W*$")
"""A number of an issue, a path, the name of a file: each thing has its own."""

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


def twins(readings: Sequence[ComparedText], asked: Question) -> list[tuple[int, int]]:
    """The pairs of passages that disagree in a sentence, by their places."""
    every = [
        sentence
        for place, text in enumerate(readings)
        for sentence in islice(_stated(place, text), MOST_STATED)
    ]
    found = {
        (min(one.passage, other.passage), max(one.passage, other.passage))
        for one, other in _close(every)
        if differ(one, other, asked)
    }
    return sorted(found)


def _stated(passage: int, text: ComparedText) -> Iterator[_Sentence]:
    """The sentences of a passage that state something; a label does with a value that is no identifier."""
    for line, words in reading(ASIDE.sub("\n\n", text.text)).lines:
        if len(words) <= FEWEST or SAYS_NOTHING.search(line):
            continue
        texts = tuple(word.text for word in words)
        labelled = ":" in line and not IDENTIFIER.search(line)
        if labelled or not VERBS.isdisjoint(texts) or UNSPACED.search(line):
            yield _Sentence(passage, words, texts, tuple(map(_shape, texts)))


def _close(every: Sequence[_Sentence]) -> Iterator[tuple[_Sentence, _Sentence]]:
    """The pairs of different passages that begin or end with the same words."""
    ends: dict[tuple[str, ...], list[int]] = defaultdict(list)
    met: set[tuple[int, int]] = set()
    for number, sentence in enumerate(every):
        for key in (("^", *sentence.shape[:FEWEST]), ("$", *sentence.shape[-FEWEST:])):
            alike = ends[key]
            met.update((at, number) for at in alike if every[at].passage != sentence.passage)
            ends[key].append(number)
    for one, other in sorted(met):
        yield every[one], every[other]


def differ(first: _Sentence, second: _Sentence, asked: Question) -> bool:
    """Whether two sentences say a different value of the same thing."""
    one, other = first.texts, second.texts
    start = shared_start(one, other)
    end = min(shared_start(one[::-1], other[::-1]), len(one) - start, len(other) - start)
    if start == len(one) == len(other):
        return False
    if first.shape == second.shape:
        changed = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        elsewhere = any(not BEHIND.isdisjoint(one[max(0, at - 2) : at]) for at in changed[1:])
    else:
        here, there = one[start : len(one) - end], other[start : len(other) - end]
        longer = max(len(one), len(other))
        if start + end < max(FEWEST, SAME * longer) or longer - start - end > MOST_VALUE:
            return False
        if not here or not there:
            return any(map(negates, (*here, *there)))
        if HARMLESS.issuperset(here) or HARMLESS.issuperset(there):
            return False
        if alike(" ".join(here), " ".join(there)):
            return False
        elsewhere = _elsewhere(one[:start], here, there)
        if _denied(here, there) and not elsewhere:
            return True
    if elsewhere or _answered(first, second, asked):
        return False
    named = start > 0 and stem(one[start - 1]) in asked.named
    return named or _after_verb(first.words, start, end)


def _denied(here: Sequence[str], there: Sequence[str]) -> bool:
    """Whether the verb of one is that of the other denied: `can`, `cannot`."""
    both = (*here, *there)
    verbs = [text for text in both if not negates(text)]
    return len(verbs) < len(both) <= FEWEST and VERBS.issuperset(verbs)


def _elsewhere(before: Sequence[str], here: Sequence[str], there: Sequence[str]) -> bool:
    """Whether what differs says of what, or when, the sentences hold, and is no value, or not a value alone.

    `Open to all in the Berlin office` and `in the Munich office` speak of two offices, `at 9 on weekdays` and `at 10 on
    Sundays` of different days; and one unit may be written in two ways.
    """
    if not BEHIND.isdisjoint(here[1:]) and not BEHIND.isdisjoint(there[1:]):
        return True
    if before and before[-1][-1].isdigit() and len(here) == len(there) == 1:
        short, long = sorted((here[0], there[0]), key=len)
        return len(short) > 2 and long.startswith(short)
    verb = next((place for place, text in enumerate(before) if text in VERBS), len(before))
    names = not any(map(str.isdigit, "".join((*here, *there))))
    return names and sum(text in BEHIND for text in before[verb:]) > 1


def _answered(first: _Sentence, second: _Sentence, asked: Question) -> bool:
    """Whether both say all that may be so or not: they disagree on that, and a name that differs is another subject."""
    if asked.kind != "polarity":
        return False
    said = (frozenset(map(stem, sentence.texts)) for sentence in (first, second))
    changed = frozenset(first.texts).symmetric_difference(second.texts)
    return all(asked.words <= words for words in said) and not any(map(negates, changed))


def _shape(text: str) -> str:
    return "#" if not text.isalpha() and any(map(str.isdigit, text)) else text


def _after_verb(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether a verb stands before what differs; without one something must, and only numbers and names follow it."""
    verbs = [i for i, word in enumerate(words) if word.text in VERBS]
    if verbs:
        return verbs[0] < start
    return start > 0 and all(word.guarded for word in words[len(words) - end :])
