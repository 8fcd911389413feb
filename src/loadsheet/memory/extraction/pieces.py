"""A sentence in; the statements that it makes one after the other, each with its subject in place, out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loadsheet.intent.language.moments import MOMENT
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction.acts import lemma
from loadsheet.memory.extraction.grammar import (
    FULL,
    TOKEN,
    Statement,
    expand,
    parse,
)
from loadsheet.memory.extraction.verbs import DEGREES, main_verb
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import QUOTES


@dataclass(frozen=True, slots=True)
class StatedClause:
    """One statement of a sentence, where it stands, and how it reads with its subject in place."""

    start: int
    end: int
    reads: str
    replaces: bool = False
    """Whether it says what is so in the place of what the piece before denies."""


_JOINT = lazy_re(
    r"\s*;\s+|,\s+(?:(?:and|but)\s+)?(?:so\s+(?!that\b))?"
    r"(?!(?:which|who|because|since|although|though|if|as|so|while|when|where|not)\b)"
    r"|\s+(?:and|but)\s+|\s+[–—]\s+|:\s+",
    re.I,
)
_THEN = lazy_re(r"(?:then|later|afterwards|after that)\s+(?=[A-Z\d])")
_TO_DO = lazy_re(rf"\sto\s(?!{MOMENT})", re.I)
_HE = lazy_re(r"(?:he|she|it|they)(?:['’](?P<verb>s|re|ve))?(?=\s)", re.I)
_HIS = lazy_re(r"(?:his|her|its|their)(?=\s)", re.I)
_DEPENDENT = (
    w.OTHERS | w.CONDITIONALS | w.word_set("while because since although though once after before")
)
_AMOUNT_OF = lazy_re(
    r"\b\d[\d.,]*\s?[^\W\d_]+ (?:of (?!(?:the|a|an|my|our|his|her|their|these|those|them|us)\b)|for )[^\W\d_]",
    re.I,
)
"""An amount of something, or for something: `5 mg of ramipril`, `60 euros for the gym`."""
MOST_OF_ASIDE = 5
"""Words of what is told on the way: `My doctor raised it`."""
MOST_OF_A_VALUE = 4
"""Words of a value that stands for itself: `not Kestrel but Heron`."""


def pieces(sentence: str, speaker: str = USER) -> list[StatedClause]:
    """The statements that a sentence makes one after the other; one piece where it makes a single one.

    `I live in Rome, my brother lives in Oslo` makes two. What only goes on with a value (`tea and coffee`) is no piece.
    """
    made: list[StatedClause] = []
    begin, skip, put, replaces = 0, 0, "", False
    joints = list(_JOINT.finditer(sentence))
    for number, joint in enumerate(joints):
        said = put + sentence[begin + skip : joint.start()]
        ends = joints[number + 1].start() if number + 1 < len(joints) else len(sentence)
        rest = sentence[joint.end() : ends]
        head = _head(rest, said, speaker)
        aside = None if head or not joint[0].strip() else _after_aside(said, rest, speaker)
        if aside is not None:  # `Paolo left, our chef is Nadia`
            begin, (skip, put), replaces = joint.end(), aside, False
        elif head is not None:
            made.append(StatedClause(begin, joint.start(), said, replaces))
            begin, (skip, put, replaces) = joint.end(), head
    made.append(StatedClause(begin, len(sentence), put + sentence[begin + skip :], replaces))
    return made


def _after_aside(said: str, rest: str, speaker: str) -> tuple[int, str] | None:
    """How a statement begins before which a few words tell something of their own that has no plain form.

    `The flight got rescheduled, it leaves at 11:15` is about the flight.
    """
    tokens = said.split()
    first = tokens[0].strip(QUOTES + ",;:!?.").casefold() if tokens else ""
    short = 2 <= len(tokens) <= MOST_OF_ASIDE and first not in _DEPENDENT | w.PREPOSITIONS
    if not short or parse(said, speaker) is not None:
        return None
    who = subject_words(said)
    if (found := _HE.match(rest)) and who and who.casefold() not in w.PRONOUNS:
        put = _named(found, who)
        return (found.end(), put) if parse(put + rest[found.end() :], speaker) else None
    own = re.match(r"(?:my|our|the|i|we)\s", rest, re.IGNORECASE) is not None
    return (0, "") if own and parse(rest, speaker) is not None else None


def _head(rest: str, said: str, speaker: str) -> tuple[int, str, bool] | None:
    """How the next statement begins after `said`: what to leave away of it, what to put there, whether it replaces.

    None where it is no statement of its own.
    """
    before, who = parse(said, speaker), subject_words(said)
    first = rest.split(" ", 1)[0].strip(QUOTES + ",;:!?.").casefold()
    if before is None or not who or said.split(" ", 1)[0].casefold() in _DEPENDENT:
        return None
    denied = before.negated and before.verb in w.COPULAS
    named = who.casefold() not in w.PRONOUNS
    if (found := _HE.match(rest)) and named:
        skip, put = found.end(), _named(found, who)
        again = parse(put + rest[skip:], speaker)
        return (skip, put, _takes_place(before, again)) if again is not None else None
    if (found := _HIS.match(rest)) and named:
        put = _named(found, who)
        return (found.end(), put, False) if parse(put + rest[found.end() :], speaker) else None
    if denied and len(rest.split()) <= MOST_OF_A_VALUE and parse(rest, speaker) is None:
        put = f"{who} is "
        return (0, put, True) if parse(put + rest, speaker) else None
    if before.verb in w.COPULAS and first == before.key and first in w.PREPOSITIONS:
        put = f"{who} {'was' if before.past else 'is'} "  # `was on A in May, on B in June`
        return (0, put, False) if parse(put + rest, speaker) else None
    if before.verb in w.COPULAS and before.key in w.PREPOSITIONS and (then := _THEN.match(rest)):
        put = (
            f"{who} {'was' if before.past else 'is'} {before.key} "  # `on A in May, then B in June`
        )
        return (then.end(), put, False) if parse(put + rest[then.end() :], speaker) else None
    if (gap := _gapped(rest, said)) is not None:  # `Ana is responsible for A and Otto for B`
        return (*gap, False) if parse(gap[1] + rest[gap[0] :], speaker) else None
    if (put := _amount_of(rest, said, before)) and parse(put + rest, speaker):
        return 0, put, False
    goes_on = first in w.SINGULAR_VERBS | w.COPULAS and not _TO_DO.search(said)
    goes_on |= first in w.ACQUIRED and lemma(before.verb) in w.PARTING
    if goes_on and before.verb not in w.LIKES | w.DISLIKES | w.INTENTS:
        put = f"{who} "
        return (0, put, False) if parse(put + rest, speaker) else None
    after = None if first in _DEPENDENT else parse(rest, speaker)
    return (0, "", _takes_place(before, after)) if after is not None else None


def _gapped(rest: str, said: str) -> tuple[int, str] | None:
    """How a statement begins that leaves out the verb of the one before: a name, and the same preposition again."""
    tokens, who = rest.split(), subject_words(said)
    at = next((n for n, word in enumerate(tokens[:4]) if word in w.PREPOSITIONS), 0)
    before = said[len(who) :].split() if said.startswith(who) else []
    named = bool(at) and all(token[:1].isupper() for token in tokens[:at])
    if not named or tokens[at] not in before or len(tokens) - at > MOST_OF_A_VALUE:
        return None
    verb = " ".join(before[: before.index(tokens[at])])
    name = " ".join(tokens[:at])
    return (len(name), f"{name} {verb}") if verb and rest.startswith(name) else None


def _amount_of(rest: str, said: str, before: Statement) -> str:
    """What a further amount goes on with, up to the one before: `Mum takes 5 mg of A and 20 mg of B`; else nothing."""
    further, first = _AMOUNT_OF.match(rest), _AMOUNT_OF.search(said)
    if not (further and first and _AMOUNT_OF.match(before.value)):
        return ""
    return said[: first.start()]


def _takes_place(before: Statement, after: Statement) -> bool:
    """Whether what is denied has another value now: `We no longer deploy to A, we deploy to B`."""
    is_ = before.verb in w.COPULAS and after.verb in w.COPULAS
    one = (before.subject, before.key) == (after.subject, after.key)
    return (one or is_) and before.negated and not after.negated


def points(sentence: str) -> bool:
    """Whether a sentence begins with somebody or something that another one names."""
    return bool(_HE.match(sentence) or _HIS.match(sentence))


def in_place(sentence: str, who: str) -> str:
    """A sentence with what it speaks of in the place of the pronoun that it begins with, where that may mean it."""
    found = _HE.match(sentence) or _HIS.match(sentence)
    if found is None or not may_mean(found[0].casefold(), who.rsplit(maxsplit=1)[-1]):
        return sentence
    return _named(found, who) + sentence[found.end() :]


def _named(found: re.Match[str], who: str) -> str:
    """The name that a pronoun stands for, with what is joined to the pronoun."""
    if "verb" not in found.re.groupindex:
        return f"{who}'s"
    return f"{who} {FULL[found['verb'].lower()]}" if found["verb"] else who


def may_mean(pronoun: str, noun: str) -> bool:
    """Whether a pronoun may stand for a noun: `they` for several, `he` for somebody, `it` for no person."""
    word = noun.casefold()
    if pronoun.startswith("the"):
        return word.endswith("s") or word in w.PLURALS
    if pronoun.startswith("it"):
        return word not in w.PEOPLE - w.PETS
    return word in w.PEOPLE or noun[:1].isupper()


def subject_words(sentence: str) -> str:
    """The words before the verb of a statement; empty where it has no plain form."""
    tokens = TOKEN.findall(expand(sentence))
    lower = [token.strip(QUOTES + ",;:!?").casefold() for token in tokens]
    at = main_verb(tokens, lower)
    if at is None:
        return ""
    kept = [t for t, low in zip(tokens[:at], lower, strict=False) if low not in DEGREES]
    return " ".join(kept)
