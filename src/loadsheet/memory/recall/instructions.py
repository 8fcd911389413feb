"""A question and standing instructions in; those whose condition it meets, or may meet, out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.language import words as w
from loadsheet.memory.language.text import related, stem, terms
from loadsheet.memory.recall.asking import Asked
from loadsheet.memory.recall.bearing import Bearing
from loadsheet.ports import Utterance

INSTRUCTION_FLOOR = 0.3
"""The part of an instruction's condition that a question must speak of."""

BESIDE = 2
"""In so many sentences in the words of the question the user must have spoken of a condition, for it to be left open;
one may do so by chance."""

_ASKING = frozenset(
    stem(word)
    for word in w.word_set(
        "ask asking mention say talk talking request want need discuss question questions"
    )
)


def conditional(
    records: Iterable[MemoryRecord], read: Iterable[Bearing], said: Sequence[Utterance]
) -> tuple[list[Bearing], list[Bearing]]:
    """The standing instructions whose condition the question does not name: those left open, and those not met.

    Whether `markup structure` is what `parts of a webpage` asks for, no word of the two tells. Where what the user said
    in the words of the question speaks of the condition again and again, the two belong together: such an instruction
    names its condition itself, so that whoever reads it can judge, and comes after all that are known to bear on it.
    """
    seen = {bearing.record.id for bearing in read}
    found = [r for r in records if r.condition and r.id not in seen and r.status == "active"]
    found.sort(key=lambda record: (-record.said_at.timestamp(), record.id))
    heard = [(one.message, frozenset(terms(one.text))) for one in said] if found else []
    open_: list[Bearing] = []
    unmet: list[Bearing] = []
    for record in found:
        about, told = _condition(record), {source.message for source in record.sources}
        beside = [words_ for message, words_ in heard if message not in told]
        shared = sum(any(related(t, word) for t in about for word in words_) for words_ in beside)
        met = shared >= BESIDE
        (open_ if met else unmet).append(
            Bearing(record, 0.0, "condition_open" if met else "condition_unmet")
        )
    return open_, unmet


def is_unconditional(record: MemoryRecord) -> bool:
    """Whether a record is an instruction that holds whatever is asked."""
    procedural = record.type == "procedural" and not record.key.startswith("preference")
    return procedural and not record.condition


def heeded(asked: Asked, record: MemoryRecord) -> Bearing | None:
    """A standing instruction, or a preference, where a question meets its condition or speaks of its matter."""
    rule = "preference" if record.key.startswith("preference") else "standing_instruction"
    if is_unconditional(record):
        return Bearing(record, 1.0, rule)
    if not (about := _condition(record)):
        return None
    hit = sum(any(related(term, word) for word in asked.terms) for term in about)
    score = hit / min(len(about), max(len(asked.terms), 1))
    return Bearing(record, round(score, 4), rule) if hit and score >= INSTRUCTION_FLOOR else None


def _condition(record: MemoryRecord) -> list[str]:
    """The telling words of the condition of an instruction, or of what somebody prefers."""
    said = dict.fromkeys(terms(record.condition or record.text))
    return [term for term in said if term not in _ASKING]
