"""A message in; the candidates of memory that it holds out, without any model.

Each sentence is one of: a standing instruction, a preference, a dated event, a fact, or nothing. What is asked,
supposed, quoted or too long to have a plain form is nothing: it stays in the transcript, where it can be found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from loadsheet.artifacts import MemoryRecord, MemoryType, Span, WriteReceipt
from loadsheet.corpus.others import quoted
from loadsheet.corpus.sentences import ends_asking
from loadsheet.intent.language.words import language
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction import grammar, unsupported
from loadsheet.memory.extraction.appointments import both
from loadsheet.memory.extraction.asked import asked_thing
from loadsheet.memory.extraction.candidate import Making
from loadsheet.memory.extraction.instructions import standing
from loadsheet.memory.extraction.object_pronoun import in_full
from loadsheet.memory.extraction.paraphrase import plainly
from loadsheet.memory.extraction.pieces import StatedClause, in_place, pieces, points
from loadsheet.memory.extraction.resolve import about, kind
from loadsheet.memory.extraction.speech import (
    MOST_SENTENCES,
    Speech,
    only_corrects,
    opening,
    spoken,
    uttered,
)
from loadsheet.memory.language import forms
from loadsheet.memory.language import words as w
from loadsheet.memory.language.text import normal

LONGEST_ASIDE = 2
"""Words of a sentence after which one still speaks of what was spoken of before it: `Sorry!`"""

SHORT_PIECE = 30
"""Characters of a piece that may say nothing by itself: `The flight got rescheduled`."""

MOST_OF_SHORT = 16
"""Words of a sentence whose pieces are read although it has no form as a whole: a longer one argues."""


def candidates(speech: Speech) -> list[MemoryRecord]:
    """What may be written of a message, in its order; ids are provisional."""
    return list(_candidates(speech))


@lru_cache(maxsize=32)
def _candidates(speech: Speech) -> tuple[MemoryRecord, ...]:
    """Made once: several steps of a turn ask for the same."""
    found: list[MemoryRecord] = []
    made: list[MemoryRecord] = []
    for span in spoken(speech):
        if forms.JOKES.search(opening(speech.said(span).strip())[0]):
            if speech.said(span).strip(" .!").count(" ") < LONGEST_ASIDE:
                del found[len(found) - len(made) :]  # `Just kidding!` takes back what stands before
            continue
        made = _of_sentence(speech, span)
        found += made
        if len(speech.said(span).split()) > LONGEST_ASIDE:
            speech = replace(speech, about=about(made, speech.said_at))
        before = tuple(record.text for record in made) or speech.before
        speech = replace(speech, before=before, corrects=only_corrects(speech.said(span)))
    return tuple(found)


def _of_sentence(speech: Speech, span: Span) -> list[MemoryRecord]:
    """What may be written of a sentence."""
    made = _candidate(speech, span)
    if made is not None and made.type == "fact" and (two := _appointed(speech, span)):
        return two
    several = _states(speech, span, made)
    said = _stated(speech, span, whole=made is not None) if several else []
    if made is not None:
        said = said or [made]
    sentence = speech.said(span).strip()
    names = (
        Making(speech, span, sentence, correction=False).names() if tells(speech, sentence) else []
    )
    return without_names(said, names) + names


def _appointed(speech: Speech, span: Span) -> list[MemoryRecord]:
    """What a sentence says of the place and of the date of something to come, if it says both."""
    sentence = speech.said(span).strip()
    bare, correction = opening(sentence)
    if speech.source is not None:
        return []
    made: list[MemoryRecord] = []
    for text, part in both(bare, speech.said_at, speech.zone, speech.speaker).items():
        at = speech.place(part, span.start)
        inside = Span(start=at, end=at + len(part)) if at >= 0 else span
        record = Making(speech, inside, part if at >= 0 else sentence, correction).fact(text)
        if record is None:
            return []
        made.append(record)
    return made


STATED: frozenset[MemoryType] = frozenset({"fact", "episodic"})
"""What a sentence states; it may state several things."""


def _states(speech: Speech, span: Span, made: MemoryRecord | None) -> bool:
    """Whether a sentence may make several statements: it has a form, or is short and each of its pieces has one."""
    if made is not None:
        return made.type in STATED
    sentence = speech.said(span).strip()
    return len(sentence.split()) <= MOST_OF_SHORT and tells(speech, sentence)


def tells(speech: Speech, sentence: str) -> bool:
    """Whether a person tells something by a sentence: they do not ask, suppose, quote or play."""
    if speech.source is not None or not sentence or ends_asking(sentence):
        return False
    bare, _ = opening(sentence)
    unsaid = quoted(sentence) or unsupported.why(bare)
    return not (unsaid or forms.PRETENDED.match(bare) or forms.ASKS.match(bare) or hedged(bare))


def without_names(said: list[MemoryRecord], names: list[MemoryRecord]) -> list[MemoryRecord]:
    """What is said without what only says again who somebody is."""
    known = {normal(record.value) for record in names}
    return [
        r
        for r in said
        if not (r.key in {"is", "name"} and normal(r.value).partition(" from ")[0] in known)
    ]


def _stated(speech: Speech, span: Span, *, whole: bool) -> list[MemoryRecord]:
    """What each statement of a sentence says, where a person makes several in one; none where it makes one.

    Where it has no form as a whole, each of its pieces must have one.
    """
    sentence = speech.said(span)
    bare, correction = opening(sentence.strip())
    parts = pieces(bare, speech.speaker) if speech.source is None else []
    if len(parts) < 2 and not (parts and parts[0].start):
        return []
    shift = span.start + len(sentence.rstrip()) - len(bare)
    made: list[MemoryRecord] = []
    silent: list[StatedClause] = []
    for part in parts:
        inside = Span(start=shift + part.start, end=shift + part.end)
        said = Making(speech, inside, bare[part.start : part.end], correction or part.replaces)
        plain = forms.THAT.sub("", opening(part.reads)[0])
        if unsupported.why(plain) or hedged(plain):
            if not whole:
                return []
            continue
        if part.replaces and made:
            made.pop()  # what is denied says no more than what takes its place
            if len(sentence.split()) <= MOST_OF_SHORT:  # it names what was so before
                said = Making(speech, span, sentence.strip(), correction=True)
        record = _fact(said, plain)
        made += [record] if record is not None else []
        silent += [part] if record is None else []
    asides = all(part.end - part.start <= SHORT_PIECE and part != parts[-1] for part in silent)
    return made if whole or (made and asides) else []


def refused(speech: Speech) -> list[WriteReceipt]:
    """The sentences of a person that look like facts and are none of theirs, each with the reason; those not read."""
    heard = (speech.said(span).strip() for span in spoken(speech))
    reasons = ((text, unsupported.why(opening(text)[0])) for text in heard if text)
    found = [
        WriteReceipt(status="refused", reason=reason, text=text)
        for text, reason in reasons
        if reason is not None and not ends_asking(text)
    ]
    unread = uttered(speech)[MOST_SENTENCES:]
    if unread:
        reason = (
            f"{len(unread)} sentences were not read: of one message the first {MOST_SENTENCES} are"
        )
        text = speech.text[unread[0].start : unread[0].end]
        found.append(WriteReceipt(status="refused", reason=reason, text=text))
    return found


def _candidate(speech: Speech, span: Span) -> MemoryRecord | None:
    sentence = speech.said(span).strip()
    if not sentence or quoted(sentence):
        return None
    bare, correction = opening(sentence)
    correction |= speech.corrects
    if speech.source is None and (forms.PRETENDED.match(bare) or forms.ASKS.match(bare)):
        return None
    record = Making(speech, span, sentence, correction)
    if speech.source is None and unsupported.why(bare):
        return None
    if speech.source is None and standing(bare):
        return record.instruction(bare)
    if ends_asking(sentence):
        return None
    if speech.source is None and forms.PREFERENCE.match(grammar.expand(bare)):
        return record.preference(bare)
    if speech.source is None and hedged(bare):
        return None
    plain = forms.THAT.sub("", bare)
    if speech.source is not None:
        return record.fact(plain)
    if (switch := forms.SWITCH.match(plain) or forms.LEFT_FOR.match(plain)) is not None:
        return record.switched(switch["new"])
    if (task := forms.TASK.match(grammar.expand(plain))) is not None:
        return None if normal(task["task"]) in w.OTHERS else record.task(task["task"])
    if (end := forms.DONE.match(plain)) is not None and end["task"]:
        return None
    if speech.about and points(plain) and not forms.IT_CHANGED.match(plain):
        plain = in_place(plain, speech.about)
    plain = in_full(plain, speech.before)
    made = _fact(record, plain) or _of_asked(record, plain)
    corrects = correction or any(
        form.match(bare) for form in (forms.NOT_BUT, forms.IT_CHANGED, forms.IT_IS_NOW)
    )
    return record.correcting(bare) if made is None and corrects else made


_FROM_NOW = lazy_re(r"(?:from now on|as of (?:now|today)|starting (?:now|today)),?\s+(?=\S)", re.I)
"""Says that what follows is so from now on."""


def _fact(record: Making, plain: str) -> MemoryRecord | None:
    """What somebody states in English, or in a wording of another language that is read: `ist am` has no verb of it."""
    if begins := _FROM_NOW.match(plain):
        record, plain = replace(record, correction=True), plain[begins.end() :]
    said = plainly(plain)
    foreign = said == plain and language(plain) not in {"en", "und"}
    words = re.split(r"[\s'’]+", plain.casefold())
    if foreign and not any(
        word in w.ENGLISH or word in w.PASTS or word.endswith("ed") for word in words
    ):
        return None
    return record.fact(said)


def _of_asked(record: Making, plain: str) -> MemoryRecord | None:
    """What a change says of what was asked about, where it begins with a pronoun: `It costs 15 euros now.`"""
    thing = asked_thing(record.speech.asked) if points(plain) else ""
    made = record.fact(plainly(in_place(plain, thing))) if thing else None
    if made is None or not made.correction or made.key == "is":
        return None
    return made if kind(made.value) != "word" else None  # and not `It changed my life`


def done(speech: Speech) -> list[str]:
    """The tasks that a message says are done, in its words."""
    said = (opening(speech.said(span).strip())[0] for span in spoken(speech))
    found = (forms.DONE.match(text) for text in said if not text.endswith("?"))
    return [(one["task"] or one["what"]).strip() for one in found if one is not None]


def hedged(sentence: str) -> bool:
    """Whether the first clause supposes rather than states; what those of a kind may do is stated."""
    plain = re.sub(r"\bMay\b", "", grammar.clause(grammar.expand(sentence)))
    said = re.findall(r"[^\W_]+(?:['’]\w+)?", plain.casefold())
    if not said or said[0] in w.CONDITIONALS or any(word in w.HEDGES for word in said):
        return bool(said)
    stated = grammar.parse(sentence)
    rule = stated is not None and stated.key.split(" ")[0] in w.PERMITTED
    return not rule and any(word in w.MODALS for word in said)
