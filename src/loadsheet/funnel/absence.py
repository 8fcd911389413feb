"""What was searched goes in; why it does not suffice, and the words that an answer says it with, come out."""

from __future__ import annotations

from loadsheet.artifacts import CandidateList, Lack
from loadsheet.intent.language.translations import say

REPETITIVE = 0.5
"""The part of the candidates that repeat others from which a search brought repeats and little else."""


def lack_of(found: CandidateList, passages: int, repeats: int) -> Lack:
    """Why there is not enough to answer from."""
    if not found.candidates and found.missing:
        return "not_answered"
    if not found.documents and not found.candidates:
        return "empty_index"
    if not found.candidates:
        return "nothing_found"
    if repeats >= REPETITIVE * passages:
        return "only_repeats"
    return "nothing_relevant"


def searched(
    found: CandidateList, lack: Lack = "", repeats: int = 0, code: str = "en", nearest: str = ""
) -> str:
    """What was searched, in a language, for an answer that has to say so, and what came `nearest` in vain."""
    late = "; ".join(f"{row.source} did not answer ({row.reason})" for row in found.missing)
    if lack == "empty_index":
        return say("empty_index", code)
    if lack == "not_answered":
        return late
    documents = _counted("document", found.documents, code)
    if lack == "nothing_found":
        said = f"{documents}, {say(lack, code)}"
    else:
        passages = len({row.passage_id for row in found.candidates})
        said = f"{documents}, {_counted('passage', passages, code)}"
        if lack in {"only_repeats", "nothing_relevant", "other_speaker"}:
            said += f", {say(lack, code, repeats)}"
        if nearest and lack == "nothing_relevant":
            near = say("nearest", code, nearest)
            said += f"{near[-1]} {near[:-1]}"
    return f"{said}; {late}" if late else said


def _counted(what: str, count: int, code: str) -> str:
    return say(f"one_{what}" if count == 1 else f"{what}s", code, count)
