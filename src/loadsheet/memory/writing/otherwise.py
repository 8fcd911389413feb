"""What is said by a mark of change and what is held go in; what is so no more, and what instead, out. Pure.

People tell a change in other words than they told what it changes: `I pay 60 euros for the gym` and `The gym is 70
euros now`, `Ben offered to feed my cat` and `Ben can't, Ida will feed my cat`. What both have in common is the thing
that is named and the kind of the value: an amount of one unit, an hour, a date, a number that tells one from another, a
place, a name, or who does it. Where two things held could be meant, neither is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.quantities import quantity
from loadsheet.corpus.terms import one_of
from loadsheet.intent.language import numerals
from loadsheet.intent.language.answer_forms import MONTH, WEEKDAY
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction.acts import lemma
from loadsheet.memory.extraction.candidate import Making
from loadsheet.memory.extraction.extract import tells
from loadsheet.memory.extraction.grammar import TOKEN, expand
from loadsheet.memory.extraction.pieces import in_place, points
from loadsheet.memory.extraction.resolve import kind
from loadsheet.memory.extraction.speech import Speech, opening, spoken
from loadsheet.memory.extraction.verbs import main_verb
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER, entity, own, present, unit_of
from loadsheet.memory.language.text import QUOTES, normal, related, stem, terms

MOST_WORDS = 25
"""Words of a sentence that tells a change: a longer one argues."""

_MARK = lazy_re(
    r"\b(?:now|these days|nowadays|instead|after all|no longer|any ?more|from now on)\b|,\s+(?:and\s+)?so\s"
    rf"|\b(?:{one_of(w.CHANGED | w.PLACING)})\b"
    r"|\b(?:can['’]t|won['’]t|cannot|(?:does|do|is|are|will)(?:n['’]t| not))\b",
    re.I,
)
"""Says that something is so from now on, or no more."""

_SETTLED = lazy_re(r"\b(?:will|won['’]t|can['’]t|cannot)\b", re.I)
_JOINT = lazy_re(
    r"\s*;\s+|,\s+(?:(?:and|but)\s+)?(?:so\s+)?|\s+(?:and|but)\s+(?=\S+\s)|\s+[–—-]\s+", re.I
)
_CLOCK = (
    r"\b\d{1,2}[:.]\d\d(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?[ap]\.?m\b|(?<=\bat )\d{1,2}\b(?!\s?[^\W\d_])"
)
_DATE = (
    rf"(?:\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?)?{MONTH}(?:\s+\d{{1,2}}\b)?(?:,?\s+\d{{4}}\b)?"
    rf"|{WEEKDAY}|\b\d{{4}}-\d\d-\d\d\b"
)
_CALLED = r"(?<=\bcalled )[A-Z]\w+|(?<=\bnamed )[A-Z]\w+"
_BEFORE = one_of(w.PREPOSITIONS | w.UNTIL | w.ADVERBS | w.AUXILIARIES | w.MODALS | w.VERBS)
_LABEL = (
    rf"\b(?!(?:{_BEFORE})\b)(?P<noun>[a-z]{{3,}}) (?P<label>\d+|[A-Z])\b"
    r"(?! ?(?:(?!(?:now|instead|and|but)\b)[a-z%€]|[.,:]\d))"
)
_AMOUNT = (
    rf"(?:(?P<money>[€$£]) ?)?\b(?P<number>\d[\d.,]*\d|\d+|{one_of(numerals.ENGLISH)})\b"
    r" ?(?P<unit>[^\W\d_]+|[%€])?"
)
_VALUE = lazy_re(
    rf"(?P<clock>{_CLOCK})|(?P<date>(?i:{_DATE}))|(?P<called>{_CALLED})|{_LABEL}|(?i:{_AMOUNT})"
)
_NAME = lazy_re(r"\b(?:(?:Dr|Mr|Mrs|Ms|Herr|Frau|Prof)\.? )?[A-Z]\w+(?: [A-Z]\w+)?")
_TITLE = lazy_re(r"(?:Dr|Mr|Mrs|Ms|Herr|Frau|Prof)\b")
_PLACE = lazy_re(rf"\b(?:{one_of(w.PLACES | w.TOWARDS)})\s+(?=\S)", re.I)
_SWITCH = lazy_re(
    r"^(?P<who>.+?)\s+(?:(?:has|have)\s+)?(?:switched|changed|swapped|put|moved)(?:\s+(?P<whom>me|us|him|her|it|them))?"
    r"(?:\s+over)?\s+(?P<by>to|on)\s+(?:the\s+)?(?!an?\s)(?P<new>[^\W\d][^,.;]*?)(?:\s+(?:now|instead))?[.!]*$",
    re.I,
)
_DOING = w.COMING | w.USING | w.word_set("study learn train on")
"""What somebody may switch to another thing from: what they take, play, use or are on."""


class GivenValue(NamedTuple):
    """A value that a sentence gives, and of which kind it is."""

    kind: str
    said: str


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of what is said, and where its verb stands."""

    text: str
    tokens: list[str]
    lower: list[str]
    at: int

    @property
    def subject(self) -> str:
        return " ".join(self.tokens[: self.at])

    @property
    def verb(self) -> str:
        """The verb that carries the meaning: behind a modal, or behind `is` where something is changed."""
        behind = self.lower[self.at + 1 : self.at + 2]
        leads = self.lower[self.at] in w.MODALS | w.AUXILIARIES
        return (
            behind[0]
            if leads and behind and (_carries(self.lower[self.at], behind[0]))
            else self.lower[self.at]
        )

    @property
    def rest(self) -> list[str]:
        """What stands behind that verb."""
        skip = 1 if self.verb == self.lower[self.at] else 2
        return self.lower[self.at + skip :]

    @property
    def negated(self) -> bool:
        return any(
            word in w.NEGATIONS or word.endswith(("n't", "n’t", "cannot")) for word in self.lower
        )

    @property
    def object_(self) -> list[str]:
        """What something is done to, up to where it says in which way."""
        ends = (place for place, word in enumerate(self.rest) if word in _ENDS)
        return self.rest[: next(ends, len(self.rest))]

    @property
    def active(self) -> bool:
        """Whether somebody changes something, or puts it somewhere."""
        changes = self.verb in w.CHANGED | w.PLACING and self.verb == self.lower[self.at]
        return changes and bool(self.object_)

    @property
    def thing(self) -> list[str]:
        """The words for what is spoken of: what somebody changes or puts somewhere, or else the subject.

        What a clause says of `we` is what it names beside its verb and its value.
        """
        if self.active:
            return self.object_
        if self.at == 1 and self.lower[0] in w.PRONOUNS | w.OTHERS:
            return normal(_VALUE.sub(" ", " ".join(self.rest))).split()
        return self.lower[: self.at]


_ENDS = w.PREPOSITIONS | w.UNTIL | w.PLACES | w.TOWARDS | w.word_set("back up down out off forward")


def _carries(helper: str, word: str) -> bool:
    return helper in w.MODALS or word in w.CHANGED


def values(text: str) -> Iterator[GivenValue]:
    """The values of a text, in their order."""
    for found in _VALUE.finditer(text):
        for name in ("clock", "date", "called"):
            if found[name]:
                yield GivenValue(name, found[name])
        if found["label"]:
            yield GivenValue(stem(found["noun"]), found["label"])
        elif found["number"]:
            yield _amount(found)


def _amount(found: re.Match[str]) -> GivenValue:
    """A number with its unit, by what it measures or counts; a number alone where no unit stands behind it."""
    unit = found["unit"] or found["money"] or ""
    if not unit or unit.casefold() in _NO_UNITS:
        return GivenValue("number", found["number"])
    measured = quantity(f"1 {unit}")
    return GivenValue((measured and measured.kind) or stem(unit), found[0].strip())


_NO_UNITS = w.PREPOSITIONS | w.ADVERBS | w.ARTICLES | w.UNTIL | w.word_set("and or but instead")


def changing(speech: Speech) -> list[MemoryRecord]:
    """The sentences that may say of something that it is so no more, each as a correction without a key."""
    said = [(span, speech.said(span).strip()) for span in spoken(speech)]
    return [
        Making(speech, span, text, correction=True).change()
        for span, text in said
        if len(text.split()) <= MOST_WORDS and _MARK.search(text)
        # What will be so, and what cannot be, is told like what is so.
        if tells(speech, _SETTLED.sub("do", text))
    ]


def otherwise(
    candidate: MemoryRecord, known: Sequence[MemoryRecord], about: str = ""
) -> list[MemoryRecord]:
    """The candidate in the place of what it says to be so no more; nothing where it says that of nothing, or where it
    may mean what several sentences told. `about` is what a pronoun speaks of."""
    clauses = _clauses(candidate.text, about)
    held = [r for r in known if r.type == "fact" and r.confirmed_by == "user"]
    for told in (_valued, _placed, _done_by, _in_role, _switched):
        found = [(r, made) for r in held if (made := told(candidate, clauses, r)) is not None]
        if found:
            one = len({record.sources[0].message for record, _ in found}) == 1
            return [made for _, made in found] if one else []
    return []


def _clauses(text: str, about: str) -> list[_Clause]:
    """The clauses of a sentence that have a verb, each with its subject, and what is put somewhere, in place."""
    made: list[_Clause] = []
    bare = _FROM_NOW.sub("", opening(text)[0])
    for part in _JOINT.split(expand(bare)):
        said = in_place(part, about) if about and points(part) else part
        if made and said.split(" ")[0].casefold() in w.PLACING:  # `and hung them on the hook`
            said = f"{made[-1].subject} {_THEM.sub(' '.join(made[-1].thing), said, count=1)}"
        tokens = TOKEN.findall(said.strip().rstrip(".!"))
        lower = [token.strip(QUOTES + ",;:!?").casefold() for token in tokens]
        at = main_verb(tokens, lower)
        if at:
            made.append(_Clause(said, tokens, lower, at))
    return made


_FROM_NOW = lazy_re(r"^from now on,?\s+", re.I)
_THEM = lazy_re(r"\b(?:it|them)\b")


def _instead(candidate: MemoryRecord, held: MemoryRecord, **more: str) -> MemoryRecord:
    """The candidate under the name of what is held, in its place."""
    named = {
        "subject": held.subject,
        "key": held.key,
        "multi": held.multi,
        "supersedes": (held.id,),
    }
    unit = unit_of(more.get("value", ""))
    return candidate.model_copy(update={**named, "unit": unit, **more})


def _names(thing: Sequence[str], held: MemoryRecord) -> bool:
    """Whether what is spoken of is what is held: all its words stand there, and whose it is does not differ."""
    wanted = terms(" ".join(thing))
    said = set(terms(f"{held.subject} {held.key} {held.value} {held.text}"))
    mine = not w.OWNERS.isdisjoint(thing[:1]) and thing[0] in {"my", "our"}
    other = (
        set(terms(held.subject.removeprefix(f"{USER}'s "))) if held.subject != USER else set[str]()
    )
    if mine and not other <= set(wanted):
        return False
    return bool(wanted) and all(any(related(term, word) for word in said) for term in wanted)


def _valued(
    candidate: MemoryRecord, clauses: Sequence[_Clause], held: MemoryRecord
) -> MemoryRecord | None:
    """Another value of one kind: of the same thing, or of who speaks where the kind is told by its noun (`desk 4`)."""
    mine = list(values(held.value)) or list(values(held.text))
    for clause in clauses:
        for of, new in values(clause.text):
            old = [value.said for value in mine if value.kind == of]
            if len(old) != 1 or normal(old[0]) == normal(new) or _past(held):
                continue
            noun = [of] if of != "number" and of in terms(held.text) else []
            selves = held.subject == USER and noun and not terms(" ".join(clause.thing))
            if not _of_another(clause, held, old[0]) and (
                selves or _names([*clause.thing, *noun], held)
            ):
                return _instead(candidate, held, value=_put(held.value, old[0], new))
    return None


def _of_another(clause: _Clause, held: MemoryRecord, old: str) -> bool:
    """Whether each gives its value to what the other does not name: two cups of sugar, three of flour."""
    known = terms(f"{held.subject} {held.key} {held.text}")
    plain = w.COPULAS | w.AUXILIARIES | w.CHANGED | w.PLACING | w.STAYING_SO
    verb = stem(lemma(present(clause.verb)))
    if clause.verb not in plain and not any(related(verb, one) for one in known):
        return True  # when it closes says nothing of when it opens
    agent = clause.active or clause.subject.casefold() in w.PRONOUNS
    mine = terms(
        _VALUE.sub(" ", " ".join([*([] if agent else clause.tokens[: clause.at]), *clause.rest]))
    )
    whose = held.subject.removeprefix(USER)
    theirs = terms(f"{whose} {held.key} {held.value.replace(old, ' ')}")
    more = [one for one in mine if not any(related(one, other) for other in known)]
    return bool(more) and not all(any(related(one, other) for other in mine) for one in theirs)


def _past(held: MemoryRecord) -> bool:
    return held.key.split(" ")[0] in w.PASTS


def _put(value: str, old: str, new: str) -> str:
    """A value with a part of it replaced; the new part alone where the value is more than that."""
    return value.replace(old, new) if old in value else new


def _placed(
    candidate: MemoryRecord, clauses: Sequence[_Clause], held: MemoryRecord
) -> MemoryRecord | None:
    """Another place of what lay somewhere: `I moved the passport to the safe`."""
    before = _PLACE.search(held.text)
    if before is None:
        return None
    lay = held.model_copy(update={"text": held.text[: before.start()], "value": ""})
    for clause in clauses:
        place = _PLACE.search(clause.text) or _TO.search(clause.text)
        if clause.active and clause.verb in w.PLACING and place and _names(clause.thing, lay):
            new = clause.text[place.start() :].rstrip(" .!")
            at = _PLACE.search(held.value)
            value = f"{held.value[: at.start()]}{new}" if at else new.partition(" ")[2]
            return _instead(candidate, held, value=value)
    return None


_TO = lazy_re(r"\bto\s+(?=\S)")


def _done_by(
    candidate: MemoryRecord, clauses: Sequence[_Clause], held: MemoryRecord
) -> MemoryRecord | None:
    """Somebody else who does the same, where a clause beside it names who did it: `Ben can't, Ida will feed my cat`."""
    for beside, clause in permutations(clauses, 2):
        who = set(terms(held.subject.removeprefix(f"{USER}'s ")))
        if held.subject == USER or not who or not who <= set(terms(beside.text)):
            continue
        does = terms(" ".join([lemma(present(clause.verb)), *clause.rest]))
        said = terms(f"{held.key} {held.value}")
        subject, _ = entity(clause.tokens[: clause.at], clause.lower[: clause.at], USER)
        same = does and all(any(related(one, other) for other in said) for one in does)
        if same and subject and not who & set(terms(subject)):
            return _instead(candidate, held, subject=subject, value=held.value)
    return None


def _in_role(
    candidate: MemoryRecord, clauses: Sequence[_Clause], held: MemoryRecord
) -> MemoryRecord | None:
    """Another one in a role, where a clause beside it names who had it: `Dr Hahn retired, so I go to Dr Vega now`."""
    name = _NAME.fullmatch(held.value)
    if name is None or held.key.split(" ")[-1] in w.PREPOSITIONS or not own(held.subject):
        return None
    for beside, clause in permutations(clauses, 2):
        if held.value not in beside.text or _FOR_NOW.search(clause.text):
            continue
        for found in _NAME.finditer(clause.text):
            dated = not w.CALENDAR.isdisjoint(normal(found[0]).split())
            alike = not dated and bool(_TITLE.match(found[0])) == bool(_TITLE.match(held.value))
            if (
                alike
                and found[0] != held.value
                and len(found[0].split()) == len(held.value.split())
            ):
                return _instead(candidate, held, value=found[0])
    return None


_FOR_NOW = lazy_re(
    rf"\b(?:today|tonight|tomorrow|for now|meanwhile|until|this week\w*|{WEEKDAY})\b", re.I
)


def _switched(
    candidate: MemoryRecord, _clauses: Sequence[_Clause], held: MemoryRecord
) -> MemoryRecord | None:
    """What somebody takes or plays instead of what they did: `The doctor switched me to bisoprolol`."""
    found = _SWITCH.match(expand(opening(candidate.text)[0]))
    if found is None or held.key.split(" ")[0] not in _DOING:
        return None
    whom = (found["whom"] or found["who"]).split()
    subject, _ = entity(whom, [word.casefold() for word in whom], USER)
    theirs = whom[0].casefold() in {"him", "her", "it", "them"} and held.key == found["by"]
    said = held.value.split()
    ends = next((at for at, word in enumerate(said) if at and word in w.PREPOSITIONS), len(said))
    alike = kind(found["new"]) == kind(held.value) and len(found["new"].split()) == ends
    if not alike or not (theirs or normal(subject) == normal(held.subject)):
        return None
    made = _instead(candidate, held, value=" ".join([found["new"], *said[ends:]]))
    # Who is switched by somebody is switched from what they take; from what one switches oneself, nothing tells.
    doubt = {"supersedes": (), "disputes": (held.id,)}
    return made if found["whom"] else made.model_copy(update=doubt)
