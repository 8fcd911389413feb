"""A hypothesis and an outcome go in; the hypothesis with its history comes out. Pure."""

from __future__ import annotations

from datetime import datetime

from loadsheet.artifacts import Change, Hypothesis, HypothesisStatus
from loadsheet.errors import InputError

OUTCOMES: dict[str, HypothesisStatus] = {"confirmed": "confirmed", "falsified": "falsified"}

HOLDS = "verified again: what it rests on holds"
LACKS = "verified again: nothing that it rests on holds"


def closed(hypothesis: Hypothesis, status: str, justification: str, now: datetime) -> Hypothesis:
    """The hypothesis after an experiment; a later outcome takes the place of an earlier one.

    Raises `InputError` for a status that is no outcome, and without a justification.
    """
    outcome = OUTCOMES.get(status)
    if outcome is None:
        raise InputError(f"no outcome {status!r}; there are: {', '.join(OUTCOMES)}")
    if not justification.strip():
        raise InputError("the justification is empty: say which outcome, or who, decided it")
    return _changed(hypothesis, outcome, justification.strip(), now)


def reopened(hypothesis: Hypothesis, now: datetime) -> Hypothesis:
    """The hypothesis as pending; its history says whether its supports, as derived, held. One that is fine stays."""
    if hypothesis.status == "pending" and not hypothesis.unsupported:
        return hypothesis
    return _changed(hypothesis, "pending", LACKS if hypothesis.unsupported else HOLDS, now)


def _changed(
    hypothesis: Hypothesis, status: HypothesisStatus, why: str, now: datetime
) -> Hypothesis:
    history = (*hypothesis.history, Change(status=status, at=now, why=why))
    return hypothesis.model_copy(update={"status": status, "history": history})
