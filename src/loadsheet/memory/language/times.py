"""A phrase of time in; the interval that it names out, in the zone of the one who speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as clock_time

from loadsheet.intent.language import calendar, numerals
from loadsheet.intent.language.moments import AGO, COUNT, DAY, MOMENT, MONTH, named
from loadsheet.lazy import lazy_re

_CLOCK = r"(?:\d{1,2}:\d{2}(?:\s?[ap]m)?|\d{1,2}\s?[ap]m|noon|midnight)"
_UNIT = r"(?:week|weekend|month|quarter|year)"
_LENGTH = r"(?:minute|hour|day|week|month|year)s?"
_NEAR = (
    r"(?:the )?day before yesterday|yesterday|earlier today|today|tonight|tomorrow"
    rf"|this (?:morning|afternoon|evening)|last night|(?:last|next|this|coming) (?:{DAY}|{_UNIT})"
)
_TO = r"(?:to|until|till|through|and|–|—|-)"


def _phrase(form: str) -> re.Pattern[str]:
    return lazy_re(rf"(?<![\w-])(?:{form})(?![\w-])".replace(" ", r"\s+"), re.IGNORECASE)


_PHRASES = (
    ("span", _phrase(rf"(?:from |between )?({MOMENT})\s*{_TO}\s*({MOMENT})")),
    ("until", _phrase(
        rf"(?:(?:up )?until|till|through|up to) (?:({MOMENT})(?:,? (?:at )?({_CLOCK}))?|({_CLOCK}))"
    )),
    ("rest", _phrase(rf"for (?:the )?rest of (the|this) (day|{_UNIT})")),
    ("ahead", _phrase(
        rf"(?:for|over|during) (?:the (?:next|coming)|another) ((?:{COUNT} )?{_LENGTH})"
    )),
    ("for", _phrase(rf"for (?:about )?({COUNT} {_LENGTH})(?! (?:ago|every|each|a|per)\b)")),
    ("since", _phrase(
        rf"(since|from|starting|beginning|as of|effective) ({MOMENT})(?: on(?:wards?)?)?"
    )),
    ("at", _phrase(rf"(?:on|in|during|(?:at|over)(?= the )) ({MOMENT})|({AGO.bare})|({_NEAR})")),
)  # fmt: skip
"""The ways to say when, each with the times that it names; `Interval.kind` says what is made of them."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch of time in UTC, open where nothing is said, and where in the text it is named."""

    kind: str
    """`span`, `until`, `for` (so long, and nothing tells from when), `since` or `at`."""
    begin: datetime | None
    end: datetime | None
    start: int
    stop: int
    ongoing: bool = False
    """Whether the phrase names a time that is not over when it is said: `today`, `this week`."""
    hourly: bool = False
    """Whether it names an hour and no day: it may come again every day."""
    again: str = ""
    """After which unit the same words name another time: `week`, `month` or `year`; empty where they never do."""


_ONGOING = lazy_re(
    r"\b(?:today|tonight|this\s+(?:week|weekend|month|quarter|year|morning|afternoon|evening))\b",
    re.I,
)
_PERFECT = lazy_re(
    r"(?:\b(?:has|have)|['’](?:ve|s))\s+(?:\w+\s+){0,2}?(?:been|\w+(?:ed|en|t))\b", re.I
)


def interval(text: str, now: datetime, zone: tzinfo) -> Interval | None:
    """The first phrase of time in `text`; None where there is none that can be resolved."""
    local = now.astimezone(zone)
    for kind, pattern in _PHRASES:
        for found in pattern.finditer(text):
            try:
                made = _made(kind, found, local)
            except (ValueError, OverflowError):  # no calendar has it, or it lies beyond its end
                continue
            if made is not None:
                ongoing = _ONGOING.search(found[0]) is not None
                return replace(made, start=found.start(), stop=found.end(), ongoing=ongoing)
    return None


def _made(kind: str, found: re.Match[str], local: datetime) -> Interval | None:
    parts = [part for part in found.groups() if part]
    if kind in {"ahead", "for"}:
        return _lasting(kind, parts[0], found, local)
    if kind == "rest":
        _, after = calendar.unit(parts[1], 0, local.date()) if parts[1] != "day" else _today(local)
        return Interval("until", local.astimezone(UTC), _utc(after, local), 0, 0)
    if kind == "span":
        return _between(parts[0], parts[1], local)
    if kind == "until":
        return _until(parts, local)
    one = named(parts[-1], local.date()) or AGO.read(parts[-1], local.date())
    if one is None:
        return None
    begin, end = _utc(one.first, local), _utc(one.after, local)
    if kind == "at":
        return Interval(kind, begin, end, 0, 0, again=one.again)
    past = parts[0].casefold() == "since"  # what starts on Friday may do so or have done so
    return behind(Interval(kind, begin, None, 0, 0, again=one.again if past else ""), local)


def _between(first: str, last: str, local: datetime) -> Interval | None:
    """`Between January and March 2025`: a year that stands behind the last is the year of both."""
    begins = named(first, local.date())
    ends = begins and named(last, begins.first if begins.again else local.date())
    if begins is None or ends is None:
        return None
    if begins.again == "year" and not ends.again and ends.first.year != begins.first.year:
        begins = replace(begins, first=begins.first.replace(year=ends.first.year), again="")
        if begins.first >= ends.after:
            begins = replace(begins, first=calendar.moved(begins.first, "year", -1))
    elif ends.again:
        ends = named(last, begins.first) or ends
    after = ends.after
    if after <= begins.first:  # from November to February
        after = calendar.moved(after, ends.again or "year", 1)
    again = begins.again if ends.again else ""
    return Interval("span", _utc(begins.first, local), _utc(after, local), 0, 0, again=again)


def _until(parts: list[str], local: datetime) -> Interval | None:
    """`until Friday at 18:00`, `until 18:00`: an hour without a day is the next one."""
    *days, last = parts
    hour = _hour(last)
    if hour is None:
        days = [last]
    day = named(days[0], local.date()) if days else None
    if days and day is None:
        return None
    if day is not None and hour is None:
        return Interval("until", None, _utc(day.after, local), 0, 0, again=day.again)
    end = datetime.combine(day.first if day else local.date(), hour or clock_time(), local.tzinfo)
    if day is None and end <= local:
        end += timedelta(days=1)
    return Interval("until", None, end.astimezone(UTC), 0, 0, hourly=day is None)


def _hour(text: str) -> clock_time | None:
    found = re.fullmatch(r"(\d{1,2})(?::(\d{2}))?\s?([ap]m)?", text, re.IGNORECASE)
    if text.casefold() in {"noon", "midnight"}:
        return clock_time(12 if text.casefold() == "noon" else 0)
    if found is None or not (found[2] or found[3]):
        return None
    half = (found[3] or "").casefold()
    return clock_time(
        int(found[1]) % (12 if half else 24) + 12 * (half == "pm"), int(found[2] or 0)
    )


def _lasting(kind: str, length: str, found: re.Match[str], local: datetime) -> Interval:
    """`for the next two weeks` begins now; `have lived here for two years` began then; the rest says only how long."""
    *number, unit = length.split()
    count, unit = numerals.count(" ".join(number)) if number else 1, calendar.unit_called(unit)
    if kind == "for" and _PERFECT.search(found.string, 0, found.start()):
        return Interval("since", _later(local, unit, -count), None, 0, 0)
    kind = "until" if kind == "ahead" else "for"
    return Interval(kind, local.astimezone(UTC), _later(local, unit, count), 0, 0)


def _later(local: datetime, unit: str, count: int) -> datetime:
    if unit in {"minute", "hour"}:
        return local.astimezone(UTC) + count * timedelta(**{f"{unit}s": 1})
    day = calendar.moved(local.date(), unit, count)
    return datetime.combine(day, local.timetz()).astimezone(UTC)


_AS_OF = lazy_re(r"\bas (?:of|at)\b", re.I)
_PAST = lazy_re(r"\b(?:was|were|did|had|wasn['’]t|weren['’]t|didn['’]t|hadn['’]t)\b", re.I)
_PRESENT = lazy_re(
    r"\b(?:is|are|am|does|has|have|will|isn['’]t|aren['’]t|(?:happen|take|start|begin|end|open|close|leave)s)\b"
    r"|['’]s going\b",
    re.I,
)


def behind(when: Interval, said_at: datetime) -> Interval:
    """The interval of something past, in the zone of `said_at`: `on Sunday` is the last one, `in May` the last May."""
    last = when.end if when.kind == "until" else when.begin
    if when.kind == "span" or not when.again or last is None or last <= said_at:
        return when
    begin, end = (
        None if one is None else _later(one.astimezone(said_at.tzinfo), when.again, -1)
        for one in (when.begin, when.end)
    )
    return replace(when, begin=begin, end=end)


def glossed(text: str, said_at: datetime, zone: tzinfo, *, event: bool | None = None) -> str:
    """A text in which the first relative time is followed by the date that it meant when it was said: `yesterday
    (2025-07-24)`. Of a bare weekday only who knows whether the text tells of an event can say which one is meant.
    """
    when = interval(text, said_at, zone)
    if when is None or when.kind == "for":
        return text
    phrase = text[when.start : when.stop]
    if re.search(rf"\d|\b{MONTH}\b", phrase, re.I):
        return text
    if when.kind == "at" and when.again == "week" and event is None:
        return text
    when = behind(when, said_at.astimezone(zone)) if event else when
    first = when.begin.astimezone(zone).date().isoformat() if when.begin else ""
    last = (when.end.astimezone(zone) - timedelta(microseconds=1)).date() if when.end else ""
    dates = " to ".join(dict.fromkeys(filter(None, (first, str(last)))))
    return f"{text[: when.stop]} ({dates}){text[when.stop :]}"


@dataclass(frozen=True, slots=True)
class Then:
    """A time that is over, and the words by which a question asks of it."""

    begin: datetime
    end: datetime
    phrase: str

    def without(self, question: str) -> str:
        """The question without the time that it asks of."""
        named = rf"(?<![\w-]){re.escape(self.phrase)}(?![\w-])"
        rest = " ".join(re.sub(named, "", question).split())
        return re.sub(r"\s+([?.,!])", r"\1", rest).strip(" ,")


def asked_of(question: str, now: datetime, zone: tzinfo) -> Then | None:
    """The time, over by `now`, of which a question asks what held then; None for one that asks what holds.

    `Which of those I met last month is a nurse?` names a past time and asks of the present; `as of May` never does.
    """
    as_of = _AS_OF.search(question) is not None
    if not as_of and _PRESENT.search(question) and not _PAST.search(question):
        return None
    said = _AS_OF.sub("in   ", question)  # of the same length: the places stay
    when = interval(said, now, zone)
    if when is None or when.kind not in {"at", "span"}:
        return None
    # a span that is asked of is past as a whole
    when = behind(replace(when, kind="at"), now.astimezone(zone))
    if when.begin is None or when.end is None or when.end > now:
        return None
    return Then(when.begin, when.end, question[when.start : when.stop])


def passing(said_at: datetime, zone: tzinfo) -> Interval | None:
    """The day on which something was said that is so for hours: `My dog is hungry.`"""
    today = interval("today", said_at, zone)
    return None if today is None else replace(today, kind="day", start=0, stop=0)


def _today(local: datetime) -> tuple[date, date]:
    return local.date(), local.date() + timedelta(days=1)


def _utc(day: date, local: datetime) -> datetime:
    return datetime.combine(day, clock_time(), local.tzinfo).astimezone(UTC)
