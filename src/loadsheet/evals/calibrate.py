"""Questions whose answers are known, and what a search brings for them, go in; thresholds that fit them come out.

Three are fitted: the confidence from which evidence suffices, the relevance below which a passage is no evidence, and
the part of the best relevance that one needs once there is a lot. Each is fitted on either half of the questions and
tried on the other one first: where that does not bear it out, the threshold stays as it is.
"""

from __future__ import annotations

import math
import re
import statistics
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from loadsheet.artifacts import Artifact, CandidateList, Value
from loadsheet.evals.chance import SURE, needed, pairs_needed, sign_test, wilson
from loadsheet.evals.questions import QuestionCase
from loadsheet.evals.ranking import auroc
from loadsheet.funnel.rank import within_cap
from loadsheet.stages.reduce import Found, Reduce

Given = TypeVar("Given")

KEEP = 0.97
"""The part of the relevant passages that must stay above a fitted floor, and again under a fitted cap."""

LEAST = 0.9
"""The part of them that must stay, for sure, on questions that a floor or a cap was not fitted to."""

STEPS = 20
"""Thresholds are tried in so many steps between 0 and 1."""

FEW = 3
"""Fewer questions of a kind say nothing about a threshold."""

WEAK = 20
"""Fewer questions of a kind say little: a part of them is off by a tenth as often as not."""


class Sample(Value):
    """What a search brought for a question: each passage with its relevance, its tokens, and whether it answers."""

    question: str
    answerable: bool
    confidence: float
    passages: tuple[tuple[float, int, bool], ...] = ()


class Point(Value):
    """A place on the curve: what a threshold lets through of either kind of question."""

    threshold: float
    answered: float
    """The part of the answerable questions that it calls sufficient."""
    refused: float
    """The part of the others that it does not."""

    @property
    def accuracy(self) -> float:
        """The mean of both, so that the rarer kind counts as much."""
        return (self.answered + self.refused) / 2


class Fitted(Value):
    """A setting, what it was and what fits."""

    setting: str
    before: float
    after: float
    why: str


class ThresholdOutcome(Value):
    """What thresholds do to questions: those that they were fitted to, or others."""

    questions: int
    answered: float | None
    """The part of the answerable questions that they call sufficient; None without any."""
    refused: float | None
    """The part of the others that they do not."""
    kept: float | None
    """The part of the passages that answer which stay; None where none was found."""
    tokens: int
    """The tokens that stay for a question, on average."""


class Calibration(Artifact):
    """What was fitted, with the accuracy of before and after, and the curve behind it."""

    questions: int
    answerable: int
    found: int
    """Answerable questions of which at least one passage that answers was found."""
    fitted: tuple[Fitted, ...]
    before: Point | None = None
    after: Point | None = None
    auroc: float | None = None
    """How well confidence tells both kinds of question apart: .5 is chance."""
    curve: tuple[Point, ...] = ()
    warning: str = ""
    """Why the figures are weak; empty where there are questions enough."""
    confirmed: tuple[ThresholdOutcome, ThresholdOutcome] | None = None
    """What the thresholds of before and of after do to other questions, where some were given."""

    @property
    def settings(self) -> dict[str, float]:
        """The values to set."""
        return {row.setting: row.after for row in self.fitted}


def sample_of(question: QuestionCase, found: CandidateList, reduce: Reduce) -> Sample:
    """A question with what was found for it, as a turn judges it."""
    bare = replace(reduce, skip=reduce.skip | {"conflicts", "compress"})
    searched = Found(question=question.question, candidates=found)
    made = bare(searched)
    return Sample(
        question=question.question,
        answerable=question.answerable,
        confidence=made.confidence,
        passages=tuple(
            (item.bearing.relevance, item.candidate.tokens, question.answered_by(item))
            for item in bare.ranked(searched)
        ),
    )


def fit(samples: Sequence[Sample], settings: Mapping[str, float]) -> Calibration:
    """The thresholds that suit the samples; `settings` holds what they are now, and `evidence_room`."""
    telling = [one for one in samples if any(right for _, _, right in one.passages)]
    floor = _floor(telling, settings["evidence_floor"])
    cap = _cap(telling, floor.after, settings["evidence_cap"], int(settings["evidence_room"]))
    enough, curve = _sufficiency(samples, settings["sufficiency"])
    return Calibration(
        questions=len(samples),
        answerable=sum(one.answerable for one in samples),
        found=len(telling),
        fitted=(enough, floor, cap),
        before=_point(samples, enough.before) if curve else None,
        after=_point(samples, enough.after) if curve else None,
        auroc=_told_apart(samples) if curve else None,
        curve=curve,
        warning=weakness(samples),
    )


def _told_apart(samples: Sequence[Sample]) -> float | None:
    """How well the confidence tells answerable questions from the others."""
    found = auroc([(one.confidence, one.answerable) for one in samples])
    return None if found is None else round(found, 4)


def weakness(samples: Sequence[Sample]) -> str:
    """Why what is fitted to so few questions is weak; empty where they are enough."""
    yes = sum(one.answerable for one in samples)
    no = len(samples) - yes
    if min(yes, no) >= WEAK:
        return ""
    return f"{yes} answerable questions and {no} others: below {WEAK} of either kind the figures are weak"


def halves(rows: Sequence[Given]) -> tuple[Sequence[Given], Sequence[Given]]:
    """The first half and the second one: neighbours, which are often of one conversation, stay together."""
    return rows[: len(rows) // 2], rows[len(rows) // 2 :]


def outcome(samples: Sequence[Sample], settings: Mapping[str, float]) -> ThresholdOutcome:
    """What thresholds, with `evidence_room`, do to samples."""
    answers = tokens = found = 0
    for one in samples:
        found += sum(right for _, _, right in one.passages)
        rows = [row for row in one.passages if row[0] >= settings["evidence_floor"]]
        room = int(settings["evidence_room"])
        stay = rows[: within_cap([(r, t) for r, t, _ in rows], settings["evidence_cap"], room)]
        answers += sum(right for _, _, right in stay)
        tokens += sum(size for _, size, _ in stay)
    sure = [(one.answerable, one.confidence >= settings["sufficiency"]) for one in samples]
    yes = [enough for answerable, enough in sure if answerable]
    no = [not enough for answerable, enough in sure if not answerable]
    return ThresholdOutcome(
        questions=len(samples),
        answered=_mean(yes) if yes else None,
        refused=_mean(no) if no else None,
        kept=round(answers / found, 4) if found else None,
        tokens=round(tokens / len(samples)) if samples else 0,
    )


def _sufficiency(samples: Sequence[Sample], now: float) -> tuple[Fitted, tuple[Point, ...]]:
    yes = sum(one.answerable for one in samples)
    if min(yes, len(samples) - yes) < FEW:
        why = f"it takes {FEW} questions of either kind, answerable and not, to tell"
        return Fitted(setting="sufficiency", before=now, after=now, why=why), ()
    here, near, best = _point(samples, now), *_nearest(samples, now)
    after = near.threshold
    why = (
        f"balanced accuracy {here.accuracy:.2f} → {near.accuracy:.2f}, {best.accuracy:.2f} at best"
    )
    if after != now:
        said, borne_out = _tried(samples, now)
        why, after = f"{why}; {said}", after if borne_out else now
    steps = (_point(samples, number / STEPS) for number in range(1, STEPS))
    return Fitted(setting="sufficiency", before=now, after=after, why=why), tuple(steps)


def _nearest(samples: Sequence[Sample], now: float) -> tuple[Point, Point]:
    """The threshold to take, and the very best one.

    Of those that the questions cannot tell apart the one that is nearest to what was set: the very best of a few
    questions is the best by chance.
    """
    yes = sum(one.answerable for one in samples)
    seen = sorted({one.confidence for one in samples})
    # Between two confidences every threshold does the same: the middle is the safest.
    middles = [(a + b) / 2 for a, b in pairwise(seen)]
    points = [_point(samples, round(value, 4)) for value in middles or [now]]
    best = max(points, key=lambda p: (p.accuracy, p.answered, -abs(p.threshold - now)))
    enough = best.accuracy - _error(best, yes, len(samples) - yes)
    alike = (p for p in (_point(samples, now), *points) if p.accuracy >= enough)
    return min(alike, key=lambda p: (abs(p.threshold - now), -p.accuracy)), best


def _tried(samples: Sequence[Sample], now: float) -> tuple[str, bool]:
    """What a threshold does on the half that it was not fitted to, in words, and whether that bears it out.

    It has to gain in balanced accuracy, and to put right so many more questions than it puts wrong that chance does
    not: a question counts in the half in which it was not fitted.
    """
    parts = [halves([one for one in samples if one.answerable is kind]) for kind in (True, False)]
    gains: dict[bool, list[int]] = {True: [], False: []}
    for number in (0, 1):
        fitted = _nearest([one for kind in parts for one in kind[number]], now)[0].threshold
        for one in (one for kind in parts for one in kind[1 - number]):
            right = [(one.confidence >= limit) is one.answerable for limit in (now, fitted)]
            gains[one.answerable].append(right[1] - right[0])
    gain = math.fsum(statistics.fmean(rows) for rows in gains.values()) / 2
    every = [*gains[True], *gains[False]]
    better, worse = every.count(1), every.count(-1)
    by_chance = sign_test(better, worse)
    said = (
        f"fitted on one half {gain:+.3f} on the other, {better} questions put right and {worse} wrong, "
        f"by chance in {by_chance:.0%} of cases"
    )
    if gain > 0 and better > worse and by_chance <= SURE:
        return said, True
    more = pairs_needed(better, worse, len(every)) if gain > 0 else None
    wanted = f"; it takes some {more} questions like these" if more else ""
    return f"{said}, which does not bear it out: it stays{wanted}", False


def _error(point: Point, yes: int, no: int) -> float:
    """How far a point's accuracy may be off: half the width of what its two parts may be."""
    parts = ((point.answered, yes), (point.refused, no))
    ranges = [wilson(round(part * count), count, z=1.0) for part, count in parts]
    return math.sqrt(math.fsum(((high - low) / 2) ** 2 for low, high in ranges)) / 2


def _point(samples: Sequence[Sample], threshold: float) -> Point:
    yes = [one.confidence >= threshold for one in samples if one.answerable]
    no = [one.confidence < threshold for one in samples if not one.answerable]
    return Point(threshold=threshold, answered=_mean(yes), refused=_mean(no))


def _floor(telling: Sequence[Sample], now: float) -> Fitted:
    """The highest relevance that still lets `KEEP` of the passages that answer through."""
    right = [r for one in telling for r, _, answers in one.passages if answers]
    if len(right) < FEW:
        return _unfitted("evidence_floor", now)
    after = _quantile(right)
    wrong = [r for one in telling for r, _, answers in one.passages if not answers]
    stay, below = sum(r >= after for r in right), _mean([r < after for r in wrong])
    why = f"{stay} of {len(right)} passages that answer stay; {below:.0%} of the others go"
    kept = 0
    for one, other in _both_ways(telling):
        limit = _quantile([r for row in one for r, _, answers in row.passages if answers])
        kept += sum(r >= limit for row in other for r, _, answers in row.passages if answers)
    held = sum(r >= now for r in right)
    return _borne_out("evidence_floor", now, after, why, kept, held, len(right))


def _quantile(right: Sequence[float]) -> float:
    """The relevance that `KEEP` of the passages reach; of none 0."""
    ordered = sorted(right)
    return math.floor(ordered[int(len(ordered) * (1 - KEEP))] * 1000) / 1000 if ordered else 0.0


def _cap(telling: Sequence[Sample], floor: float, now: float, room: int) -> Fitted:
    """The highest cap that still lets `KEEP` of the passages that answer, and lie above the floor, through."""
    above = [[row for row in one.passages if row[0] >= floor] for one in telling]
    total = sum(answers for rows in above for _, _, answers in rows)
    if total < FEW:
        return _unfitted("evidence_cap", now)
    after = _highest(above, room)
    right, tokens = _under(above, after, room)
    part = tokens / (_under(above, 0.0, room)[1] or 1)
    why = f"{right} of {total} passages that answer stay, in {part:.0%} of the tokens"
    kept = sum(_under(other, _highest(one, room), room)[0] for one, other in _both_ways(above))
    held = _under(above, now, room)[0]
    return _borne_out("evidence_cap", now, after, why, kept, held, total)


JudgedPassages = Sequence[tuple[float, int, bool]]


def _highest(above: Sequence[JudgedPassages], room: int) -> float:
    total = sum(answers for rows in above for _, _, answers in rows)
    steps = [number / STEPS for number in range(STEPS + 1)]
    return max(cap for cap in steps if _under(above, cap, room)[0] >= KEEP * total)


def _under(above: Sequence[JudgedPassages], cap: float, room: int) -> tuple[int, int]:
    """The passages that answer and stay under a cap, and the tokens of all that stay."""
    right = tokens = 0
    for rows in above:
        stay = rows[: within_cap([(r, t) for r, t, _ in rows], cap, room)]
        right += sum(answers for _, _, answers in stay)
        tokens += sum(size for _, size, _ in stay)
    return right, tokens


def _both_ways(rows: Sequence[Given]) -> tuple[tuple[Sequence[Given], Sequence[Given]], ...]:
    """Each half to fit on, with the other one to try it on."""
    one, other = halves(rows)
    return (one, other), (other, one)


def _borne_out(
    setting: str, now: float, after: float, why: str, kept: int, held: int, total: int
) -> Fitted:
    """The fit, or what was set where the questions do not bear it out.

    To ask more, a fit on one half has to keep `LEAST` of the passages of the other for sure. To ask less, what was set
    has to lose more than it may, for sure: it keeps `held` of them.
    """
    if after > now:
        low, high = wilson(kept, total)
        why += f"; fitted on one half it keeps {low:.0%} to {high:.0%} of the other"
        if low < LEAST:
            more = needed(kept, total, LEAST)
            wanted = f", and it takes some {more} passages like these" if more else ""
            why, after = f"{why}, which may be below {LEAST:.0%}: it stays{wanted}", now
    elif after < now:
        low, high = wilson(held, total)
        why += f"; {now:g} keeps {low:.0%} to {high:.0%}"
        if high >= KEEP:
            why, after = f"{why}, which may be the {KEEP:.0%} that are asked: it stays", now
        elif total < WEAK:
            why, after = f"{why}, and it takes {WEAK} passages that answer to tell: it stays", now
    return Fitted(setting=setting, before=now, after=after, why=why)


def _unfitted(setting: str, now: float) -> Fitted:
    why = f"fewer than {FEW} passages that answer were found: nothing to fit it on"
    return Fitted(setting=setting, before=now, after=now, why=why)


def _mean(values: Sequence[bool]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0


def written(text: str, values: Mapping[str, float]) -> str:
    """The text of a settings file with these values at its top level; everything else stays as it is."""
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    top, rest = (text[: table.start()], text[table.start() :]) if table else (text, "")
    for name, value in values.items():
        line = f"{name} = {value:g}"
        top, count = re.subn(rf"^{name}\s*=.*$", line, top, flags=re.MULTILINE)
        if not count:
            top = f"{top.rstrip()}\n{line}\n" if top.strip() else f"{line}\n"
    made = top + ("\n" if rest and not top.endswith("\n\n") else "") + rest
    tomllib.loads(made)
    return made
