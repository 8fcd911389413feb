"""A text and the present go in; each relative date comes out with the ISO date or interval that it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern

_WEEKDAYS = {
    name: number
    for names in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lunes martes miércoles jueves viernes sábado domingo",
    )
    for number, name in enumerate(names.split())
}
_DAYS = {
    "yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1, "gestern": -1, "heute": 0, "vorgestern": -2,
    "übermorgen": 2, "hier": -1, "aujourd'hui": 0, "demain": 1, "ayer": -1, "anteayer": -2, "hoy": 0,
    "昨天": -1, "今天": 0, "明天": 1,
}  # fmt: skip
_NUMBERS = {
    name: number
    for number, name in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
} | {"a": 1, "an": 1}
_NUMBER = rf"(?P<number>\d{{1,4}}|{'|'.join(_NUMBERS)})"
_UNIT = r"(?P<unit>day|week|month|year)s?"


@dataclass(frozen=True, slots=True)
class _Form:
    pattern: Pattern
    meant: Callable[[re.Match[str], date], str]


def absolute(text: str, asked_at: datetime, zone: tzinfo) -> tuple[tuple[str, str], ...]:
    """Each relative date in its order with what it means in `zone`.

    Weeks begin on Monday. A weekday by itself is the next one; with `last` the one before today.
    """
    today = asked_at.astimezone(zone).date()
    french = words.language(text) == "fr"
    found: list[tuple[int, str, str]] = []
    taken: list[tuple[int, int]] = []
    for form in _FORMS:
        for match in form.pattern.finditer(text):
            if match.group(0).casefold() == "hier" and not french:
                continue  # In German it means here.
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            try:
                meant = form.meant(match, today)
            except (ValueError, OverflowError):
                continue  # A date beyond the calendar means nothing.
            taken.append(match.span())
            found.append((match.start(), match.group(0), meant))
    return tuple((phrase, meant) for _, phrase, meant in sorted(found))


def _day(found: re.Match[str], today: date) -> str:
    return (today + timedelta(days=_DAYS[found.group(0).casefold()])).isoformat()


def _ago(found: re.Match[str], today: date) -> str:
    return _moved(today, found["unit"].casefold(), -_count(found["number"])).isoformat()


def _ahead(found: re.Match[str], today: date) -> str:
    return _moved(today, found["unit"].casefold(), _count(found["number"])).isoformat()


def _before_yesterday(_found: re.Match[str], today: date) -> str:
    return (today - timedelta(days=2)).isoformat()


def _weekday(found: re.Match[str], today: date) -> str:
    number = _WEEKDAYS[found["weekday"].casefold()]
    which = (found["which"] or "").casefold()
    if which in {"last", "letzten", "pasado"}:
        return (today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)).isoformat()
    if which == "next":
        # The one of next week, as most people mean it.
        monday = today - timedelta(days=today.weekday())
        return (monday + timedelta(days=7 + number)).isoformat()
    return (today + timedelta(days=(number - today.weekday()) % 7)).isoformat()


def _span(found: re.Match[str], today: date) -> str:
    steps = {
        "last": -1,
        "past": -1,
        "previous": -1,
        "this": 0,
        "current": 0,
        "next": 1,
        "coming": 1,
    }[found["which"].casefold()]
    unit = found["unit"].casefold()
    if unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(weeks=steps)
        return _interval(first, first + timedelta(days=6))
    if unit == "weekend":
        first = today - timedelta(days=today.weekday()) + timedelta(weeks=steps, days=5)
        return _interval(first, first + timedelta(days=1))
    length = {"month": 1, "quarter": 3, "year": 12}[unit]
    month = (today.month - 1) // length * length
    first = _month(today.year, month + steps * length)
    return _interval(first, _month(today.year, month + (steps + 1) * length) - timedelta(days=1))


def _month(year: int, months: int) -> date:
    return date(year + months // 12, months % 12 + 1, 1)


def _moved(today: date, unit: str, count: int) -> date:
    if unit in {"day", "week"}:
        return today + timedelta(days=count * (7 if unit == "week" else 1))
    first = _month(today.year, today.month - 1 + count * (12 if unit == "year" else 1))
    last = _month(first.year, first.month) - timedelta(
        days=1
    )  # months count from 0: the end of `first`
    return first.replace(day=min(today.day, last.day))


def _interval(first: date, last: date) -> str:
    return f"{first.isoformat()}/{last.isoformat()}"


def _count(number: str) -> int:
    return _NUMBERS.get(number.casefold()) or int(number)


def _form(pattern: str, meant: Callable[[re.Match[str], date], str]) -> _Form:
    return _Form(Pattern(rf"(?<!\w)(?:{pattern})(?!\w)"), meant)


_FORMS = (
    _form(r"(?:the )?day before yesterday|avant-hier", _before_yesterday),
    _form(rf"{_NUMBER} {_UNIT} ago", _ago),
    _form(rf"(?:in|within) {_NUMBER} {_UNIT}(?: from now)?", _ahead),
    _form(
        r"(?P<which>last|past|previous|this|current|next|coming) (?P<unit>week|weekend|month|"
        r"quarter|year)",
        _span,
    ),
    _form(
        rf"(?:(?P<which>last|next|this|on|letzten|am) )(?P<weekday>{'|'.join(_WEEKDAYS)})", _weekday
    ),
    _form("|".join(sorted(_DAYS, key=len, reverse=True)), _day),
)
