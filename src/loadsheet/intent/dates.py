"""A text and the present go in; each relative date comes out with the ISO date or interval that it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from loadsheet.intent.language import calendar, numerals, words
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
_NUMBER = rf"(?P<number>\d{{1,4}}|{numerals.one_of()})"
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
    return calendar.moved(
        today, found["unit"].casefold(), -numerals.count(found["number"])
    ).isoformat()


def _ahead(found: re.Match[str], today: date) -> str:
    return calendar.moved(
        today, found["unit"].casefold(), numerals.count(found["number"])
    ).isoformat()


def _before_yesterday(_found: re.Match[str], today: date) -> str:
    return (today - timedelta(days=2)).isoformat()


_WHICH = {"letzten": "last", "pasado": "last"}


def _weekday(found: re.Match[str], today: date) -> str:
    which = (found["which"] or "").casefold()
    number = _WEEKDAYS[found["weekday"].casefold()]
    return calendar.weekday(number, _WHICH.get(which, which), today).isoformat()


def _span(found: re.Match[str], today: date) -> str:
    steps = calendar.STEPS[found["which"].casefold()]
    first, after = calendar.unit(found["unit"].casefold(), steps, today)
    return f"{first.isoformat()}/{(after - timedelta(days=1)).isoformat()}"


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
