"""A sentence and what it says in; the record of it, with its source, time and trigger, out."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from loadsheet.artifacts import MemoryRecord, MemoryType, Source, Span
from loadsheet.intent.language.moments import is_moment
from loadsheet.memory.extraction import acts, grammar
from loadsheet.memory.extraction.grammar import Statement
from loadsheet.memory.extraction.instructions import condition_of, named, preferred
from loadsheet.memory.extraction.resolve import kind
from loadsheet.memory.extraction.shapes import (
    MOST_OF_SELF,
    dates,
    is_appointed,
    is_empty,
    is_event,
    lasts,
    names_somebody,
    shaped,
)
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.language import forms, states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import MEASURE, singular, unit_of
from loadsheet.memory.language.text import normal
from loadsheet.memory.language.times import Interval, behind, interval, passing


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
        """Who somebody of the speaker's is, and who the speaker is, where a sentence says it in passing."""
        return [
            *self._greeted(),
            *(self._named(found["who"], found["name"], found) for found in self._introduced()),
            *(
                record
                for found in forms.LISTED.finditer(self.sentence)
                for record in self._listed(found)
            ),
        ]

    def _introduced(self) -> list[re.Match[str]]:
        found = [
            *forms.INTRODUCED.finditer(self.sentence),
            *forms.HAS_NAMED.finditer(self.sentence),
        ]
        return [one for one in found if not w.CALENDAR & set(one["name"].casefold().split())]

    def _greeted(self) -> list[MemoryRecord]:
        """`Hi, I'm Tessa from Graz`: after a greeting a capital is a name."""
        # A greeting may be a sentence of its own: `Good morning! This is Marta.`
        begins = self.span.start <= w.LONGEST_GREETING
        said = self.speech.said(Span(start=0, end=self.span.end)) if begins else ""
        found = forms.GREETED.match(said)
        if found is None or found.end() <= self.span.start or not names_somebody(found["name"]):
            return []
        speaker = self.speech.speaker
        inside = Span(start=self.span.start, end=found.end())
        part = replace(self, span=inside, sentence=said[inside.start : inside.end])
        made = [
            part._record("fact", subject=speaker, key="name", value=found["name"], trigger="key")
        ]
        if found["home"]:
            home = found["home"]
            made.append(
                part._record("fact", subject=speaker, key="from", value=home, trigger="key")
            )
        return made

    def _listed(self, found: re.Match[str]) -> list[MemoryRecord]:
        """`two kids, Ben (4) and Mia (7)`: each has a name, and an age."""
        who = singular((found["who"] or found["whose"]).casefold())
        if who not in w.PEOPLE:
            return []
        made: list[MemoryRecord] = []
        for one in forms.LISTED_NAME.finditer(found["names"]):
            made.append(self._named(who, one["name"], found))
            if one["age"]:
                age = one["age"]
                part = self._part(found)
                made.append(
                    part._record("fact", subject=one["name"], key="age", value=age, trigger="key")
                )
        return made

    def _named(self, who: str, name: str, found: re.Match[str]) -> MemoryRecord:
        """Somebody of the speaker's by name; of most one may have several."""
        return self._part(found)._record(
            "fact",
            subject=f"{self.speech.speaker}'s {who.casefold()}",
            key="name",
            value=name,
            multi=who.casefold() not in w.ONLY_ONES,
            trigger="key",
        )

    def _part(self, found: re.Match[str]) -> Making:
        """The part of the sentence that says so, which is what is kept of it."""
        start = self.speech.place(self.sentence, self.span.start)
        inside = Span(start=start + found.start(), end=start + found.end())
        return replace(self, span=inside, sentence=found[0])

    def preference(self, bare: str) -> MemoryRecord:
        """What somebody would rather have."""
        stated = grammar.parse(bare, self.speech.speaker)
        corrects = self.correction or (stated is not None and stated.changed)
        topic = preferred(bare)
        return replace(self, correction=corrects)._record(
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
        if (listed := forms.LISTED.search(bare)) is not None and listed["who"]:
            bare = bare[: listed.start("names")].rstrip(" ,:–—-")  # who they are is kept of each
        when = interval(bare, self.speech.said_at, self.speech.zone)
        if when is not None and grammar.of_another(bare, when.start):
            when = None  # `My insurance is with Aviva and it renews in October`
        stated = self._stated(bare, when)
        if when is not None and stated is not None and acts.is_past(stated):
            when = behind(when, self.speech.said_at.astimezone(self.speech.zone))
        whole = grammar.parse(bare, self.speech.speaker)
        if when is not None and stated is not None and not dates(when, stated):
            when, stated = None, whole
        moved = whole is not None and whole.changed and is_moment(whole.value)
        if when is not None and (moved or is_appointed(bare, when)):
            # `My flight is on 3 May at 10:00`: the time is what is said, not when it is so.
            when, stated = Interval("value", None, None, 0, 0), whole
        said_at = self.speech.said_at
        ends = when is not None and stated is not None and lasts(when, stated, said_at)
        if stated is None or is_empty(stated, self.speech.speaker, ends=ends):
            return None
        subject, key, value, single = shaped(stated, self.speech.speaker)
        if when is None and self.speech.source is None and normal(value) in states.PASSING:
            when = passing(self.speech.said_at, self.speech.zone)
            single = False
        event = is_event(stated, when)
        made = self.dated(
            "episodic" if event else "fact",
            subject=subject,
            key=key,
            value=value,
            multi=not single,
            when=when,
            ends=ends,
        )
        if made.valid_from is None and not acts.is_past(stated):
            made = made.model_copy(update={"valid_from": self.speech.said_at})
        corrects = self.correction or stated.changed or bool(forms.RETRACTED.search(bare))
        return made.model_copy(update={"correction": corrects})

    def switched(self, new: str) -> MemoryRecord:
        """Another value in the place of one that is named: what it is of, memory knows by the old one."""
        when = interval(new, self.speech.said_at, self.speech.zone)
        value = f"{new[: when.start]}{new[when.stop :]}" if when else new
        made = self._record(
            "fact",
            subject=self.speech.speaker,
            key="",
            value=value.strip(),
            trigger="key",
            valid_from=when.begin if when and when.begin else self.speech.said_at,
        )
        return made.model_copy(update={"correction": True})

    def change(self) -> MemoryRecord:
        """A sentence that says of something that it is so no more: of what, memory must find."""
        made = self._record(
            "fact", subject=self.speech.speaker, key="", value=self.sentence, trigger="key"
        )
        return made.model_copy(update={"correction": True})

    def correcting(self, bare: str) -> MemoryRecord | None:
        """A value alone in the place of one that was just said, `No, green.`: what it is of, memory must find."""
        if (found := forms.NOT_BUT.match(bare)) is not None:
            return self.switched((found["new"] or found["that"]).strip())
        changed = forms.IT_CHANGED.match(bare)
        bare = bare[changed.end() :] if changed else forms.IT_IS.sub("", bare)
        bare, since = self._since(grammar.CHANGING.sub("", bare))
        said = normal(bare).split()
        if not 0 < len(said) <= MOST_OF_SELF or w.NO_VALUES & set(said):
            return None
        made = self._record(
            "fact",
            subject=self.speech.speaker,
            key="",
            value=forms.WORD_END.sub("", bare),
            unit=unit_of(bare),
            valid_from=since or self.speech.said_at,
            trigger="key",
        )
        return made.model_copy(update={"correction": True})

    def _since(self, bare: str) -> tuple[str, datetime | None]:
        """A value without the time since which it is so, and that time: `30 days since May`; a date is a value."""
        when = interval(bare, self.speech.said_at, self.speech.zone)
        if when is None or when.begin is None or when.begin > self.speech.said_at:
            return bare, None
        value = " ".join(f"{bare[: when.start]} {bare[when.stop :]}".split()).strip(" ,.")
        plain = (value and kind(value) != "word") or MEASURE.match(value)
        return (value, when.begin) if plain else (bare, None)

    def dated(
        self,
        type: MemoryType,
        *,
        subject: str,
        key: str,
        value: str,
        multi: bool,
        when: Interval | None = None,
        ends: bool | None = None,
    ) -> MemoryRecord:
        """A fact or an event with the time that its sentence names, and whether it ends with that."""
        if ends is None:
            when = interval(self.sentence, self.speech.said_at, self.speech.zone)
            stated = grammar.parse(self.sentence, self.speech.speaker)
            ends = when is not None and lasts(when, stated, self.speech.said_at)
        event = type == "episodic"
        begin, end = (when.begin, when.end) if when else (None, None)
        return self._record(
            type,
            subject=subject,
            key=key,
            value=value,
            multi=multi or event,
            unit=unit_of(value),
            valid_from=begin if begin or (when and when.kind == "until") else self.speech.said_at,
            valid_to=end if event or ends else None,
            trigger="time" if event else "key",
            expiry="at valid_to" if ends and end and not event else "when superseded",
        )

    def _stated(self, bare: str, when: Interval | None) -> Statement | None:
        """The statement without its phrase of time, where something is left of its value."""
        speaker = self.speech.speaker
        if when is not None:
            without = " ".join(f"{bare[: when.start]} {bare[when.stop :]}".split())
            stated = grammar.parse(re.sub(r"\s+([.,!])", r"\1", without).lstrip(", "), speaker)
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
        at = speech.place(self.sentence, self.span.start)
        written = speech.text[at : at + len(self.sentence)] if at >= 0 else self.sentence
        source = base.model_copy(update={"start": start, "end": end})
        values: dict[str, object] = {
            "id": "",
            "scope": speech.scope,
            "type": type,
            "subject": subject,
            "key": key,
            "value": value,
            "text": written,
            "said_at": speech.said_at,
            "valid_from": speech.said_at,
            "recorded_at": speech.said_at,
            "confirmed_by": "document" if speech.source else "user",
            "correction": self.correction,
            "trigger": trigger,
            "sources": (source,),
        }
        return MemoryRecord.model_validate(values | more)
