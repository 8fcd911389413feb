"""A phrase of time in; the interval that it names out, in the zone of the one who speaks."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as clock_time

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
MOMENT = (
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}|(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+\d{{4}})?"
    rf"|{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?|{_MONTH}(?:,?\s+\d{{4}})?|(?:19|20)\d{{2}}"
    rf"|(?:next|last|this|coming)\s+(?:{_DAY}|week|month|year)|{_DAY}|today|tonight|tomorrow|yesterday"
    r"|the\s+end\s+of\s+(?:the|this)\s+(?:week|month|year))"
)
"""A time by its name: a date, a month, a day of the week."""
_AGO = r"(?:\d{1,3}|an?|one|two|three|four|five|six)\s+(?:day|week|month|year)s?\s+ago"
_NEAR = (
    r"yesterday|earlier\s+today|today|tonight|tomorrow|this\s+(?:morning|afternoon|evening)|last\s+night"
    rf"|(?:last|next|this)\s+(?:{_DAY}|week|month|year)"
)
_B = r"(?<![\w-])"
_E = r"(?![\w-])"
PHRASES = (
    (
        "span",
        re.compile(
            rf"{_B}(?:from\s+|between\s+)?({MOMENT})\s*(?:to|until|till|through|and|–|—|-)\s*({MOMENT}){_E}",
            re.I,
        ),
    ),
    ("until", re.compile(rf"{_B}(?:until|till|through|up to)\s+({MOMENT}){_E}", re.I)),
    (
        "since",
        re.compile(
            rf"{_B}(?:since|from|starting|beginning|as of|effective)\s+({MOMENT})(?:\s+on(?:wards?)?)?{_E}",
            re.I,
        ),
    ),
    (
        "at",
        re.compile(
            rf"{_B}(?:(?:on|in|during)\s+({MOMENT})|({_AGO})|({_NEAR})){_E}",
            re.I,
        ),
    ),
)
_COUNT = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch of time in UTC, open where nothing is said, and where in the text it is named."""

    kind: str
    """`span`, `until`, `since` or `at`."""
    begin: datetime | None
    end: datetime | None
    start: int
    stop: int
    ongoing: bool = False
    """Whether the phrase names a time that is not over when it is said: `today`, `this week`."""


_ONGOING = re.compile(
    r"\b(?:today|tonight|this\s+(?:week|month|year|morning|afternoon|evening))\b", re.I
)


def interval(text: str, now: datetime, zone: tzinfo) -> Interval | None:
    """The first phrase of time in `text`; None where there is none that can be resolved."""
    for kind, pattern in PHRASES:
        for found in pattern.finditer(text):
            made = _resolve(kind, [part for part in found.groups() if part], now.astimezone(zone))
            if made is not None:
                begin, end = made
                ongoing = _ONGOING.search(found[0]) is not None
                return Interval(kind, begin, end, found.start(), found.end(), ongoing)
    return None


def is_moment(text: str) -> bool:
    """Whether a text names a time and nothing else."""
    return re.fullmatch(MOMENT, text.strip(), re.IGNORECASE) is not None


def _resolve(
    kind: str, parts: list[str], local: datetime
) -> tuple[datetime | None, datetime | None] | None:
    """The interval of a phrase; None for one that no calendar has, or that lies beyond its end, as `9999-12-31`."""
    try:
        return _begin_and_end(kind, parts, local)
    except (ValueError, OverflowError):
        return None


def _begin_and_end(
    kind: str, parts: list[str], local: datetime
) -> tuple[datetime | None, datetime | None] | None:
    days = [_days(part, local.date()) for part in parts]
    first = days[0]
    if first is None:
        return None
    if kind == "span":
        last = days[1]
        if last is None:
            return None
        begin, end = first[0], last[1]
        if end <= begin:  # from November to February
            end = end.replace(year=end.year + 1)
        return _utc(begin, local), _utc(end, local)
    if kind == "until":
        return None, _utc(first[1], local)
    if kind == "since":
        return _utc(first[0], local), None
    return _utc(first[0], local), _utc(first[1], local)


_BARE_DAY = re.compile(rf"(?<!next )(?<!this )(?<!coming )\b{_DAY}\b", re.I)
_YEAR = re.compile(r"\d{4}|\byear\b", re.I)
_AS_OF = re.compile(r"\bas (?:of|at)\b", re.I)
_PAST = re.compile(r"\b(?:was|were|did|had|wasn['’]t|weren['’]t|didn['’]t|hadn['’]t)\b", re.I)
_PRESENT = re.compile(
    r"\b(?:is|are|am|does|has|have|will|isn['’]t|aren['’]t|(?:happen|take|start|begin|end|open|close|leave)s)\b"
    r"|['’]s going\b",
    re.I,
)


def behind(when: Interval, text: str, said_at: datetime) -> Interval:
    """The interval of something past: `on Sunday` is the Sunday before, `in May` the last May."""
    begin, end = when.begin, when.end
    if when.kind != "at" or begin is None or end is None or begin <= said_at:
        return when
    if _BARE_DAY.search(text, when.start, when.stop):
        week = timedelta(days=7)
        return replace(when, begin=begin - week, end=end - week)
    if re.search(_MONTH, text[when.start : when.stop], re.I) and not _YEAR.search(
        text, when.start, when.stop
    ):
        with suppress(ValueError):  # there is no 29 February in the year before
            year = said_at.year - 1
            later = end.year - begin.year
            return replace(when, begin=begin.replace(year=year), end=end.replace(year=year + later))
    return when


def glossed(text: str, said_at: datetime, zone: tzinfo, *, event: bool | None = None) -> str:
    """A text in which the first relative time is followed by the date that it meant when it was said: `yesterday
    (2025-07-24)`. Of a bare weekday only who knows whether the text tells of an event can say which one is meant.
    """
    when = interval(text, said_at, zone)
    if when is None or re.search(rf"\d|\b{_MONTH}\b", text[when.start : when.stop], re.I):
        return text
    if when.kind == "at" and _BARE_DAY.search(text, when.start, when.stop) and event is None:
        return text
    when = behind(when, text, said_at) if event else when
    day = timedelta(days=1)
    first = when.begin.astimezone(zone).date().isoformat() if when.begin else ""
    last = (when.end.astimezone(zone) - day).date().isoformat() if when.end else ""
    dates = " to ".join(dict.fromkeys(filter(None, (first, last))))
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
    when = behind(replace(when, kind="at"), said, now)  # a span that is asked of is past as a whole
    if when.begin is None or when.end is None or when.end > now:
        return None
    return Then(when.begin, when.end, question[when.start : when.stop])


def passing(said_at: datetime, zone: tzinfo) -> Interval | None:
    """The day on which something was said that is so for hours: `My dog is hungry.`"""
    today = interval("today", said_at, zone)
    return None if today is None else replace(today, kind="day", start=0, stop=0)


def _utc(day: date, local: datetime) -> datetime:
    return datetime.combine(day, clock_time(), local.tzinfo).astimezone(UTC)


def _days(phrase: str, today: date) -> tuple[date, date] | None:
    """The first day that a phrase names, and the day after its last."""
    text = re.sub(r"[,.]|\b(?:the|of)\b", " ", phrase.casefold())
    words = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text).split()
    try:
        return _named(words, today) or _dated(words, today)
    except (ValueError, OverflowError):
        return None


def _named(words: list[str], today: date) -> tuple[date, date] | None:
    joined = " ".join(words)
    near = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "last night": -1}
    near |= dict.fromkeys(("earlier today", "this morning", "this afternoon", "this evening"), 0)
    if joined in near:
        return _day(today + timedelta(days=near[joined]))
    if words[-1] == "ago":
        count = _COUNT.get(words[0]) or int(words[0])
        return _back(count, words[1].rstrip("s"), today)
    which, unit = (words[0], words[-1]) if len(words) > 1 else ("", words[-1])
    if unit in DAYS:
        ahead = (DAYS.index(unit) - today.weekday()) % 7
        if which == "last":
            ahead = ahead - 7 if ahead else -7
        elif which == "next" and not ahead:
            ahead = 7
        return _day(today + timedelta(days=ahead))
    if unit in {"week", "month", "year"}:
        return _unit(unit, {"last": -1, "next": 1}.get(which, 0), today)
    return None


def _dated(words: list[str], today: date) -> tuple[date, date] | None:
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", words[0]):
        return _day(date.fromisoformat(words[0]))
    numbers = [int(word) for word in words if word.isdigit()]
    month = next((n for word in words if (n := _month(word))), None)
    year = next((number for number in numbers if number > 31), today.year)
    day = next((number for number in numbers if number <= 31), None)
    if month is None:
        return (date(year, 1, 1), date(year + 1, 1, 1)) if numbers and day is None else None
    if day is not None:
        return _day(date(year, month, day))
    first = date(year, month, 1)
    return first, _add_months(first, 1)


def _month(word: str) -> int | None:
    return next(
        (n for n, name in enumerate(MONTHS, 1) if len(word) >= 3 and name.startswith(word[:4])),
        None,
    )


def _day(day: date) -> tuple[date, date]:
    return day, day + timedelta(days=1)


def _back(count: int, unit: str, today: date) -> tuple[date, date]:
    if unit in {"day", "week"}:
        return _day(today - timedelta(days=count * (7 if unit == "week" else 1)))
    return _unit(unit, -count, today)


def _unit(unit: str, ahead: int, today: date) -> tuple[date, date]:
    if unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
        return monday, monday + timedelta(days=7)
    if unit == "year":
        return date(today.year + ahead, 1, 1), date(today.year + ahead + 1, 1, 1)
    first = _add_months(today.replace(day=1), ahead)
    return first, _add_months(first, 1)


def _add_months(day: date, count: int) -> date:
    months = day.year * 12 + day.month - 1 + count
    return day.replace(year=months // 12, month=months % 12 + 1)
