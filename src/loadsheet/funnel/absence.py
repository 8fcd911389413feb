"""What was searched goes in; why it does not suffice, and the words that an answer says it with, come out."""

from __future__ import annotations

from loadsheet.artifacts import CandidateList, Lack

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


def searched(found: CandidateList, lack: Lack = "", repeats: int = 0) -> str:
    """What was searched, for an answer that has to say so."""
    late = "; ".join(f"{row.source} did not answer ({row.reason})" for row in found.missing)
    if lack == "empty_index":
        return "nothing is indexed yet"
    if lack == "not_answered":
        return late
    documents = "1 document" if found.documents == 1 else f"{found.documents} documents"
    passages = len({row.passage_id for row in found.candidates})
    said = f"{documents} searched, {_counted(passages)} looked at"
    if lack == "only_repeats":
        said += f", {repeats} of them repeat others and none bears enough on the question"
    elif lack == "nothing_relevant":
        said += ", none of them bears enough on the question"
    elif lack == "other_speaker":
        said += ", and what bears on the question is said by its author of themselves"
    elif lack == "nothing_found":
        said = f"{documents} searched, no passage speaks of it"
    return f"{said}; {late}" if late else said


def _counted(passages: int) -> str:
    return "1 passage" if passages == 1 else f"{passages} passages"
