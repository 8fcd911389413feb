"""A message in; the candidates of memory that it holds out, without any model.

Each sentence is one of: a standing instruction, a preference, a dated event, a fact, or nothing. What is asked,
supposed, quoted or too long to have a plain form is nothing: it stays in the transcript, where it can be found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo

from loadsheet.artifacts import MemoryRecord, MemoryType, Scope, Source, Span, WriteReceipt
from loadsheet.corpus import sentences
from loadsheet.intent.manner import THING, manner
from loadsheet.memory import acts, grammar, unsupported
from loadsheet.memory import words as w
from loadsheet.memory.grammar import USER, Statement
from loadsheet.memory.text import normal
from loadsheet.memory.times import Interval, interval, passing

MOST_OF_SELF = 4
"""Words that somebody needs to say what they are; more of them say how they feel."""

LONGEST = 1000
"""Characters of a sentence that can hold a plain statement; a longer one is pasted text."""

_STANDING = re.compile(
    r"^(?:please\s+)?(?:(?:from now on|going forward|in (?:the )?future|for all future \w+|as a rule)\b[\s,:]*"
    r"|(?:always|never|don['’]t ever|do not ever|remember to|make sure (?:to|you) always|be sure to always)\b"
    r"|(?:every time|whenever|each time)\b)",
    re.IGNORECASE,
)
_FROM_NOW_ON = re.compile(
    r"\b(?:from (?:now|here) on|going forward|at all times|henceforth)\W*(?:please)?\W*$",
    re.I,
)
"""Says at the end of a request that it holds for good."""
_WHEN = re.compile(
    r"^(?:please\s+)?(?:when|if)\s+(?:i|we)\s+(?:ask|mention|say|talk|request|want|need|discuss|send|share)\b",
    re.I,
)
_WISH = re.compile(
    r"\b(?:i(?: would|['’]d)? (?:want|like|need|prefer)|i['’]d like) you to (?:always|never)\b",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|every time|each time|in case|as soon as)\s+"
    r"(?P<condition>(?:i|we|you|there|it|someone|anyone|the|a|an|asked|asking"
    r"|discussing|writing|talking|giving|answering)\b.*?)(?:[.,;!]|$)",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"^(?:i|we)\s+(?:really\s+|strongly\s+|usually\s+|generally\s+|would\s+|do\s+)*(?:prefer|(?:would|['’]d) rather)\b",
    re.I,
)
_TASK = re.compile(
    r"^(?:i|we)(?: am| are| have been)? (?:(?:currently|now|still|just|back to|mainly) )*"
    r"(?:working on|busy with|in the middle of)\s+(?P<task>[^,.;!?]{3,160}?)"
    r"(?:\s+(?:now|today|at the moment|right now|these days))?(?=$|[,.;!]|\s(?:and|but|because|so|which|where|when)\b)",
    re.IGNORECASE,
)
"""What somebody has in hand."""
_SWITCH = re.compile(
    r"^(?:i|we)(?: have|['’]ve)? (?:(?:just|recently|finally|now) )?"
    r"(?:switched|moved|changed|migrated|went|converted)(?: over)? from "
    r"(?P<old>[^,.;!?]{1,60}?) to (?P<new>[^,.;!?]{1,60})",
    re.IGNORECASE,
)
"""Says which value took the place of which."""
_DONE = re.compile(
    r"^(?:(?:i|we)(?: am| are| have|['’]ve|['’]m|['’]re)? (?:now |just |finally )?(?:done with"
    r"|finished(?: with)?|completed|through with|gave up on|stopped working on|no longer working on)\s+"
    r"(?P<task>[^,.;!?]{2,160})"
    r"|(?P<what>(?:the|that|this|our|my) [^,.;!?]{2,80}) (?:is|are) (?:now |finally )?(?:done|finished|completed?)"
    r"(?: now| today| at last| finally)?\s*(?:$|[,.;!]))",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"\*\*|__|^[\"“'‘](?![^\"”'’]*[\"”'’])|[{}<>|]")
"""A subject with marks of layout, or a quotation that does not end in it, is a piece of a pasted text."""
_ASIDE = re.compile(r"(?:sure|yes|yeah|thanks|great|okay|ok|hmm+|cool),", re.I)
_AGE = re.compile(r"^\d{1,3}(?: years?(?: old)?)?$")
_INTRODUCED = re.compile(
    rf"\b[Mm]y ({'|'.join(sorted(w.ONLY_ONES))}),? ([^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]+)?)\b"
)
_MINE = re.compile(rf"(?:my|our) ((?:\w+ )?(?:{'|'.join(sorted(w.PEOPLE))}))", re.I)
"""`Jack is my cousin` says who my cousin is."""
_WORD_END = re.compile(r"[\s.,;:!]+$")
_QUOTED = re.compile(r"^\s*(?:>|```|\||[\"“].*[\"”]\s*$)")
_CODE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_THAT = re.compile(
    r"^(?:i|we)\s+(?:know|said|told you|mentioned|confirm|can confirm|found out|learned|heard|noticed)\s+(?:that\s+)?",
    re.I,
)
_RETRACTED = re.compile(r"\b(?:no longer|not .{0,40}any ?more)\b", re.I)


@dataclass(frozen=True, slots=True)
class Speech:
    """One message: who said it, where, when, and in which zone they live."""

    text: str
    scope: Scope
    said_at: datetime
    zone: tzinfo = UTC
    speaker: str = USER
    message: str | None = None
    source: Source | None = None
    """Where the text stands when it is a document's; its offsets begin at `source.start`."""
    pasted: tuple[Span, ...] = field(default=())
    """What in the text was pasted: evidence, not speech."""


def candidates(speech: Speech) -> list[MemoryRecord]:
    """What may be written of a message, in its order; ids are provisional."""
    found: list[MemoryRecord] = []
    for span in spoken(speech):
        made = _candidate(speech, span)
        if made is None:
            continue
        found += _stated(speech, span) or [made] if made.type in STATED else [made]
        found += _instead(made)
        found += Making(speech, span, made.text, correction=False).names()
    return found


STATED: frozenset[MemoryType] = frozenset({"fact", "episodic"})
"""What a sentence states; it may state several things."""


def _stated(speech: Speech, span: Span) -> list[MemoryRecord]:
    """What each statement of a sentence says, where a person makes several in one; none where it makes one."""
    sentence = speech.text[span.start : span.end]
    bare, correction = opening(sentence.strip())
    parts = grammar.pieces(bare, speech.speaker) if speech.source is None else []
    if len(parts) < 2 and not (parts and parts[0].start):
        return []
    shift = span.start + len(sentence.rstrip()) - len(bare)
    made: list[MemoryRecord] = []
    for part in parts:
        inside = Span(start=shift + part.start, end=shift + part.end)
        said = Making(speech, inside, bare[part.start : part.end], correction or part.replaces)
        plain = _THAT.sub("", opening(part.reads)[0])
        if unsupported.why(plain) or hedged(plain):
            continue
        if part.replaces and made:
            made.pop()  # what is denied says no more than what takes its place
        if (record := said.fact(unsupported.present(plain))) is not None:
            made.append(record)
    return made


def _instead(made: MemoryRecord) -> list[MemoryRecord]:
    """What a statement names as so no more, where its key may have several values: `biology now, not chemistry`."""
    old = grammar.INSTEAD.search(grammar.clause(made.text))
    if old is None or not made.multi or made.type != "fact" or made.confirmed_by == "document":
        return []
    return [made.model_copy(update={"value": f"not {old['old']}", "correction": True})]


def refused(speech: Speech) -> list[WriteReceipt]:
    """The sentences of a person that look like facts and are none of theirs, each with the reason."""
    said = (speech.text[span.start : span.end].strip() for span in spoken(speech))
    reasons = ((text, unsupported.why(opening(text)[0])) for text in said if text)
    return [
        WriteReceipt(status="refused", reason=reason, text=text)
        for text, reason in reasons
        if reason is not None and not text.endswith(("?", "？"))
    ]


def spoken(speech: Speech) -> list[Span]:
    """The sentences that somebody says in a message: none that is pasted, code, quoted or too long."""
    found: list[Span] = []
    shut = closed(speech)
    for whole in sentences.split(speech.text):
        span = sentences.bare(speech.text, whole)
        inside = any(span.start < other.end and other.start < span.end for other in shut)
        quoted = speech.text[whole.start : span.start].lstrip().startswith(">")
        if not (inside or quoted or span.end - span.start > LONGEST):
            found.append(span)
    return found


def closed(speech: Speech) -> list[Span]:
    """What of a message nobody says: what was pasted, and code."""
    code = (Span(start=m.start(), end=m.end()) for m in _CODE.finditer(speech.text))
    return [*speech.pasted, *code]


def _candidate(speech: Speech, span: Span) -> MemoryRecord | None:
    sentence = speech.text[span.start : span.end].strip()
    if not sentence or _QUOTED.match(sentence):
        return None
    bare, correction = opening(sentence)
    record = Making(speech, span, sentence, correction)
    if speech.source is None and unsupported.why(bare):
        return None
    if speech.source is None and standing(bare):
        return record.instruction(bare)
    if sentence.endswith(("?", "？")) or (speech.source is None and hedged(bare)):
        return None
    if speech.source is None and _PREFERENCE.match(grammar.expand(bare)):
        return record.preference(bare)
    plain = _THAT.sub("", bare)
    if speech.source is not None:
        return record.fact(plain)
    if (switch := _SWITCH.match(plain)) is not None:
        return record.switched(switch["new"])
    if (task := _TASK.match(grammar.expand(plain))) is not None:
        return None if normal(task["task"]) in w.OTHERS else record.task(task["task"])
    if (end := _DONE.match(plain)) is not None and end["task"]:
        return None
    made = record.fact(unsupported.present(plain))
    return record.correcting(bare) if made is None and correction else made


def done(speech: Speech) -> list[str]:
    """The tasks that a message says are done, in its words."""
    said = (opening(speech.text[span.start : span.end].strip())[0] for span in spoken(speech))
    found = (_DONE.match(text) for text in said if not text.endswith("?"))
    return [(one["task"] or one["what"]).strip() for one in found if one is not None]


def opening(sentence: str) -> tuple[str, bool]:
    """The sentence without what introduces it, and whether that says that something was wrong."""
    correction = False
    while found := w.OPENINGS.match(sentence):
        if not found.end() or found.end() == len(sentence):
            break
        correction |= found["correction"] is not None
        sentence = sentence[found.end() :]
    return sentence, correction


def standing(sentence: str) -> bool:
    """Whether the sentence asks for something from now on; `never` before a statement of the past does not."""
    if sentence.endswith("?"):
        return False
    if _STANDING.match(sentence) or _WHEN.match(sentence) or _WISH.search(sentence):
        return True
    first = re.split(r"['’ ]", normal(sentence))[0]
    return (
        _FROM_NOW_ON.search(sentence) is not None
        and first not in w.PRONOUNS | w.OTHERS | w.OWNERS | w.ARTICLES
        and grammar.parse(sentence) is None
    )


def hedged(sentence: str) -> bool:
    """Whether the first clause supposes rather than states."""
    plain = re.sub(r"\bMay\b", "", grammar.clause(grammar.expand(sentence)))
    said = re.findall(r"[^\W_]+(?:['’]\w+)?", plain.casefold())
    return bool(said) and (
        said[0] in w.CONDITIONALS or any(word in w.HEDGES or word in w.MODALS for word in said)
    )


def preferred(sentence: str) -> str:
    """What a preference chooses between, so that a change of mind meets it; empty where it does not say.

    `tea over coffee` and `coffee over tea` choose between the two; `dark mode` and `light mode` are both of the mode.
    """
    found = _PREFERENCE.match(sentence)
    said = grammar.clause(sentence)[found.end() :] if found else ""
    chosen = re.split(r"\s(?:over|to|rather than|than|instead of)\s", said, maxsplit=1)
    if len(chosen) == 2 and all(len(side.split()) <= MOST_OF_SELF for side in chosen):
        return " or ".join(sorted(normal(re.sub(r"\bnow$", "", side.strip())) for side in chosen))
    head, *scope = re.split(r"\s(?=(?:for|in|on|when|with|at)\s)", said.strip(), maxsplit=1)
    words = normal(head).split()
    if not 1 < len(words) <= MOST_OF_SELF:
        return ""
    return " ".join([words[-1], *(normal(part) for part in scope)])


def named(sentence: str, condition: str = "") -> str:
    """The attribute of answers that an instruction sets, empty where it sets none that has one value at a time.

    What is said of a thing under a condition is named by the condition: it is many things that one wants of medicine.
    """
    said = manner(sentence.replace(condition, " ") if condition else sentence)
    if said is None or said.force != "set" or (condition and said.attribute.startswith(THING)):
        return ""
    return said.name


def condition_of(sentence: str) -> str:
    """When an instruction applies, in the user's words; empty where it names no condition."""
    found = _CONDITION.search(sentence)
    return found["condition"].strip() if found else ""


@dataclass(frozen=True, slots=True)
class Making:
    """Makes records of one sentence."""

    speech: Speech
    span: Span
    sentence: str
    correction: bool

    def instruction(self, bare: str, condition: str = "") -> MemoryRecord:
        """A standing instruction, in the user's own words; one of a manner that has one value replaces another."""
        condition = condition or condition_of(bare)
        name = named(bare, condition)
        parts = ", ".join(part for part in (name, normal(condition)) if part)
        return self._record(
            "procedural",
            subject=self.speech.speaker,
            key=f"instruction: {parts}" if parts else "instruction",
            value=bare,
            multi=not name,
            condition=condition,
            trigger="condition",
            expiry="until withdrawn",
        )

    def names(self) -> list[MemoryRecord]:
        """Who somebody is whom the speaker has only one of: `my wife Ana`."""
        if self.speech.source is not None:
            return []
        start = self.speech.text.find(self.sentence, self.span.start)
        return [
            replace(
                self,
                span=Span(start=start + found.start(), end=start + found.end()),
                sentence=found[0],
            )._record(
                "fact",
                subject=f"{self.speech.speaker}'s {found[1].casefold()}",
                key="name",
                value=found[2],
                trigger="key",
            )
            for found in _INTRODUCED.finditer(self.sentence)
        ]

    def preference(self, bare: str) -> MemoryRecord:
        """What somebody would rather have."""
        topic = preferred(bare)
        return self._record(
            "procedural",
            subject=self.speech.speaker,
            key=f"preference: {topic}" if topic else "preference",
            value=bare,
            multi=not topic,
            trigger="condition",
            expiry="until withdrawn",
        )

    def task(self, what: str) -> MemoryRecord:
        """What somebody has in hand: one thing in a session."""
        return self._record(
            "task_state",
            subject=self.speech.speaker,
            key="task",
            value=what,
            trigger="session",
            expiry="when done",
        )

    def fact(self, bare: str) -> MemoryRecord | None:
        """What the sentence states; None where it has no plain form."""
        when = interval(bare, self.speech.said_at, self.speech.zone)
        stated = self._stated(bare, when)
        if when is not None and _is_appointed(bare, when):
            # `My flight is on 3 May at 10:00`: the time is what is said, not when it is so.
            when, stated = (
                Interval("value", None, None, 0, 0),
                grammar.parse(bare, self.speech.speaker),
            )
        if stated is None or _empty(stated, self.speech.speaker):
            return None
        subject, key, value, single = shaped(stated, self.speech.speaker)
        if when is None and self.speech.source is None and normal(value) in w.PASSING:
            when = passing(self.speech.said_at, self.speech.zone)
            single = False
        event = _is_event(stated, when)
        made = self.dated(
            "episodic" if event else "fact",
            subject=subject,
            key=key,
            value=value,
            multi=not single,
            when=when,
        )
        corrects = self.correction or stated.changed or bool(_RETRACTED.search(bare))
        return made.model_copy(update={"correction": corrects})

    def switched(self, new: str) -> MemoryRecord:
        """Another value in the place of one that is named: what it is of, memory knows by the old one."""
        made = self._record(
            "fact", subject=self.speech.speaker, key="", value=new.strip(), trigger="key"
        )
        return made.model_copy(update={"correction": True})

    def correcting(self, bare: str) -> MemoryRecord | None:
        """A value alone in the place of one that was just said, `No, green.`: what it is of, memory must find."""
        value = normal(bare)
        said = value.split()
        if not 0 < len(said) <= MOST_OF_SELF or w.NO_VALUES & set(said):
            return None
        return self._record(
            "fact",
            subject=self.speech.speaker,
            key="",
            value=_WORD_END.sub("", bare),
            trigger="key",
        )

    def dated(
        self,
        type: MemoryType,
        *,
        subject: str,
        key: str,
        value: str,
        multi: bool,
        when: Interval | None = None,
    ) -> MemoryRecord:
        """A fact or an event with the time that its sentence names."""
        when = when or interval(self.sentence, self.speech.said_at, self.speech.zone)
        event = type == "episodic"
        begin, end = (when.begin, when.end) if when else (None, None)
        return self._record(
            type,
            subject=subject,
            key=key,
            value=value,
            multi=multi or event,
            unit=grammar.unit_of(value),
            valid_from=begin if begin or (when and when.kind == "until") else self.speech.said_at,
            valid_to=end if event or (when and _lasts(when)) else None,
            trigger="time" if event else "key",
            expiry="at valid_to" if when and end and not event else "when superseded",
        )

    def _stated(self, bare: str, when: Interval | None) -> Statement | None:
        """The statement without its phrase of time, where something is left of its value."""
        speaker = self.speech.speaker
        if when is not None:
            without = " ".join(f"{bare[: when.start]} {bare[when.stop :]}".split())
            stated = grammar.parse(re.sub(r"\s+([.,!])", r"\1", without), speaker)
            if stated is not None:
                return stated
        return grammar.parse(bare, speaker)

    def _record(
        self, type: MemoryType, *, subject: str, key: str, value: str, trigger: str, **more: object
    ) -> MemoryRecord:
        speech = self.speech
        offset = (speech.source.start or 0) if speech.source else 0
        base = speech.source or Source(message=speech.message, session=speech.scope.session)
        start, end = self.span.start + offset, self.span.end + offset
        source = base.model_copy(update={"start": start, "end": end})
        values: dict[str, object] = {
            "id": "",
            "scope": speech.scope,
            "type": type,
            "subject": subject,
            "key": key,
            "value": value,
            "text": self.sentence,
            "said_at": speech.said_at,
            "valid_from": speech.said_at,
            "recorded_at": speech.said_at,
            "confirmed_by": "document" if speech.source else "user",
            "correction": self.correction,
            "trigger": trigger,
            "sources": (source,),
        }
        return MemoryRecord.model_validate(values | more)


def shaped(stated: Statement, speaker: str = USER) -> tuple[str, str, str, bool]:
    """Subject, key, value and whether there is one value: attitudes and diets get a key of their own.

    What somebody thinks of a thing is keyed by the thing, so that a change of mind meets what it changes.
    """
    verb = stated.verb
    if _is_name_of(stated, speaker):
        return stated.subject, "name", stated.value, True
    if stated.key == "work for" and stated.value[:1].isupper():
        stated = replace(stated, key="work at")  # one works at Acme or for Acme: it is one employer
    if verb in w.LIKES or verb in w.DISLIKES:
        liked = (verb in w.LIKES) != stated.negated
        object_ = _object(stated)
        return (
            stated.subject,
            f"attitude: {normal(object_)}",
            f"{'likes' if liked else 'dislikes'} {object_}",
            True,
        )
    value = normal(stated.value)
    plain = acts.denied(value) or value
    one = plain in w.FORBIDDEN or _AGE.match(value)
    if stated.subject == speaker and stated.key == "is" and not one:
        return stated.subject, stated.key, stated.value, False
    if stated.key in {"is", "been"} and (acts.denied(value) or value) in w.FORBIDDEN:
        return stated.subject, "diet", value, True
    someone = stated.subject[:1].isupper() or stated.subject.startswith(speaker)
    if someone and stated.key in {"is", "turned", "turn"} and _AGE.match(value):
        return stated.subject, "age", stated.value, True
    if (found := _MINE.fullmatch(stated.value)) and stated.key == "is" and not stated.negated:
        person = found[1].casefold()
        return f"{speaker}'s {person}", "name", stated.subject, person in w.ONLY_ONES
    own = stated.subject == speaker or stated.subject.startswith(f"{speaker}'s ")
    several = not stated.single or acts.is_meal(stated)
    if several and (act := acts.act_of(stated, own=own)):
        return stated.subject, *act, False
    if (unit := grammar.unit_of(stated.value)) and verb not in w.COPULAS | w.SINGULAR_VERBS:
        return stated.subject, f"{stated.key} {unit}", stated.value, stated.single
    if stated.negated and verb not in w.COPULAS:
        return stated.subject, stated.key, f"not {stated.value}", stated.single
    return stated.subject, stated.key, stated.value, stated.single


def _is_appointed(bare: str, when: Interval) -> bool:
    """Whether the time that a sentence names is all that it says of its subject, but for the hour."""
    before, behind = grammar.clause(bare)[: when.start], grammar.clause(bare)[when.stop :]
    rest = re.sub(
        r"\b(?:at|by|from|around|about|sharp|o['’]clock|am|pm|noon|midnight)\b|[\d:.,\s]",
        "",
        behind,
    )
    said = re.sub(
        r"\s(?:at|by|from|around|about)\s+[\d:.]+(?: ?[ap]m)?\s*$", " ", before, flags=re.I
    )
    last = normal(said).split(" ")[-1]
    named = any(char.isdigit() for char in bare[when.start : when.stop])
    return (
        when.kind == "at"
        and not rest
        and (last in w.COPULAS | w.APPOINTED or (named and last in w.SCHEDULED))
    )


def _is_name_of(stated: Statement, speaker: str) -> bool:
    """Whether it says who somebody is whom the speaker has only one of: `my wife is Ana`."""
    person = stated.subject.removeprefix(f"{speaker}'s ")
    named = stated.value.removeprefix("not ").split()
    return (
        person in w.ONLY_ONES
        and person != stated.subject
        and stated.key == "is"
        and len(named) <= MOST_OF_SELF
        and all(word[:1].isupper() and word.isalpha() for word in named)
    )


def _lasts(when: Interval) -> bool:
    """Whether a state is said to hold for the time named: `until Friday`, `this week`, and not `on Friday`."""
    return when.kind in {"span", "until"} or when.ongoing


def _object(stated: Statement) -> str:
    more = stated.key.split(" ")[1:]
    return " ".join([*more, stated.value])


def _is_event(stated: Statement, when: Interval | None) -> bool:
    """Something that somebody did at a time, not a state that lasts; a meal happened even where no time is named."""
    if acts.is_past(stated) and not stated.negated and acts.is_meal(stated):
        return True
    return (
        when is not None
        and (when.kind == "day" or (when.kind == "at" and stated.verb not in w.COPULAS))
        and not stated.changed
    )


def _empty(stated: Statement, speaker: str) -> bool:
    """Whether it tells a wish or what somebody is doing, or points to what the sentence itself does not name."""
    first = normal(stated.value).split(" ")[0]
    if _MARKUP.search(stated.subject) or _ASIDE.match(stated.subject):
        return True
    if normal(stated.subject).split(" ")[0] in w.BIDS:
        return True
    needs = stated.verb in {"need", "needs", "needed"} and stated.subject != speaker
    if {stated.verb, first, stated.key.split(" ")[0]} & w.INTENTS and not needs:
        return True
    if (
        stated.key == "is"
        and stated.subject == speaker
        and len(stated.value.split()) > MOST_OF_SELF
    ):
        return True
    if stated.verb in w.COPULAS and first.endswith("ing") and stated.key == "is":
        return True
    if stated.key == "is" and stated.subject == speaker and first in w.OF_NO_NOTE | w.MOODS:
        return True
    return (
        first in w.OTHERS | {"it's"}
        or normal(stated.subject).split(" ")[0] in w.OTHERS | w.PRONOUNS
    )
