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
_MONTHS = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    )
    for number, name in enumerate(names.split(), start=1)
}
_DAYS = {
    "yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1, "gestern": -1, "heute": 0, "vorgestern": -2,
    "morgen": 1, "übermorgen": 2, "hier": -1, "aujourd'hui": 0, "demain": 1, "avant-hier": -2, "après-demain": 2,
    "ayer": -1, "anteayer": -2, "hoy": 0, "mañana": 1, "昨天": -1, "今天": 0, "明天": 1, "前天": -2, "后天": 2,
}  # fmt: skip
_SPOKEN_IN = {"hier": "fr", "morgen": "de", "mañana": "es"}
"""Words that mean a day in one language only: `hier` is here in German."""
_UNITS = {
    **dict.fromkeys(("tag", "tage", "tagen", "jour", "jours", "día", "días"), "day"),
    **dict.fromkeys(("woche", "wochen", "semaine", "semaines", "semana", "semanas", "周", "星期"), "week"),
    **dict.fromkeys(("monat", "monate", "monaten", "mois", "mes", "meses", "月"), "month"),
    **dict.fromkeys(("jahr", "jahre", "jahren", "an", "ans", "année", "año", "años", "年"), "year"),
    "wochenende": "weekend", "quartal": "quarter",
}  # fmt: skip
_STEPS = {
    **calendar.STEPS,
    **dict.fromkeys(("letzt", "vorig", "vergangen", "derni", "pasad", "上", "上个", "去"), -1),
    **dict.fromkeys(("dies", "ce", "cet", "cette", "est", "本", "这", "这个", "今"), 0),
    **dict.fromkeys(("nächst", "kommend", "prochain", "próxim", "下", "下个", "明"), 1),
}
"""Words before a unit or behind it, without their endings, and how many units on they lead."""
_NUMBER = rf"(?P<number>\d{{1,4}}|{numerals.one_of()})"
_UNIT = r"(?P<unit>(?:day|week|month|year)s?)"
_OTHER_UNIT = r"(?P<unit>tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?|días?|semanas?|mes(?:es)?|años?)"
_PAST = Pattern(
    r"\b(?:did|was|were|had|has|have|happened|met|sold|said|went|came|\w{3,}ed|war|waren|hatten?|hat|haben|wurden?|geschah|"
    r"était|passé|avons|avez|fue|fueron|pasó)\b|了",
    fits="What did we do on Sunday?",
    misses="What is due on Sunday?",
)
"""Asks or tells of what is over."""


@dataclass(frozen=True, slots=True)
class _Form:
    pattern: Pattern
    meant: Callable[[re.Match[str], date], str]


def absolute(text: str, asked_at: datetime, zone: tzinfo) -> tuple[tuple[str, str], ...]:
    """Each relative date in its order with what it means in `zone`.

    Weeks begin on Monday. A weekday or a month by itself is the next one, the last one where the text speaks of what is
    over, and with `last` the one before today.
    """
    today = asked_at.astimezone(zone).date()
    code = words.language(text)
    found: list[tuple[int, str, str]] = []
    taken: list[tuple[int, int]] = []
    for form in _FORMS:
        for match in form.pattern.finditer(text):
            if _SPOKEN_IN.get(match.group(0).casefold(), code) != code:
                continue
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


def _unit(found: re.Match[str]) -> str:
    said = found["unit"].casefold()
    return _UNITS.get(said) or said.removesuffix("s")


def _ago(found: re.Match[str], today: date) -> str:
    return calendar.moved(today, _unit(found), -numerals.count(found["number"])).isoformat()


def _ahead(found: re.Match[str], today: date) -> str:
    return calendar.moved(today, _unit(found), numerals.count(found["number"])).isoformat()


def _lately(found: re.Match[str], today: date) -> str:
    """`in the last 3 days` ends today, `in the next 3 days` begins then."""
    step = _steps(found["which"])
    other = calendar.moved(today, _unit(found), step * numerals.count(found["number"]))
    return "/".join(day.isoformat() for day in sorted((today, other)))


def _before_yesterday(_found: re.Match[str], today: date) -> str:
    return (today - timedelta(days=2)).isoformat()


_WHICH = {"letzten": "last", "pasado": "last", "nächsten": "next"}


def _weekday(found: re.Match[str], today: date) -> str:
    which = (found["which"] or "").casefold()
    which = _WHICH.get(which, which)
    over = which in {"on", "am", "le", "el"} and _PAST.search(found.string) is not None
    number = _WEEKDAYS[found["weekday"].casefold()]
    return calendar.weekday(number, "last" if over else which, today).isoformat()


def _month(found: re.Match[str], today: date) -> str:
    """The month of this year, or of the one before or after it where the text speaks of what is over or to come."""
    number = _MONTHS[found["month"].casefold()]
    over = _PAST.search(found.string) is not None
    year = today.year - (over and number > today.month) + (not over and number < today.month)
    return _whole(date(year, number, 1), "month", 0)


def _span(found: re.Match[str], today: date) -> str:
    return _whole(today, _unit(found), _steps(found["which"]))


def _whole(today: date, unit: str, steps: int) -> str:
    first, after = calendar.unit(unit, steps, today)
    return f"{first.isoformat()}/{(after - timedelta(days=1)).isoformat()}"


def _steps(which: str) -> int:
    said = which.casefold()
    return _STEPS[max((name for name in _STEPS if said.startswith(name)), key=len)]


def _han(found: re.Match[str], today: date) -> str:
    if found["year"]:
        return _whole(today, "year", _STEPS[found["year"]])
    return _whole(today, _UNITS[found["unit"]], _STEPS[found["which"]])


def _form(pattern: str, meant: Callable[[re.Match[str], date], str]) -> _Form:
    return _Form(Pattern(rf"(?<!\w)(?:{pattern})(?!\w)"), meant)


_HAN_DAYS, _SPACED_DAYS = (
    "|".join(sorted((d for d in _DAYS if words.has_han(d) is han), key=len, reverse=True))
    for han in (True, False)
)
_FORMS = (
    _form(r"(?:the )?day before yesterday", _before_yesterday),
    _form(rf"{_NUMBER} {_UNIT} ago", _ago),
    _form(rf"(?:vor|il y a|hace) {_NUMBER} {_OTHER_UNIT}", _ago),
    _form(rf"(?:in|within) {_NUMBER} {_UNIT}(?: from now)?", _ahead),
    _form(rf"(?:in|dans|en|dentro de) {_NUMBER} {_OTHER_UNIT}", _ahead),
    _form(
        rf"(?:in|within|during|over|for) the (?P<which>last|past|next|coming) {_NUMBER} {_UNIT}",
        _lately,
    ),
    _form(
        rf"(?:in|während) den (?P<which>letzten|vergangenen|nächsten|kommenden) {_NUMBER} {_OTHER_UNIT}",
        _lately,
    ),
    _form(
        r"(?P<which>last|past|previous|this|current|next|coming) (?P<unit>week|weekend|month|"
        r"quarter|year)",
        _span,
    ),
    _form(
        r"(?P<which>(?:letzt|vorig|vergangen|dies|nächst|kommend)e[nrsm]?) (?P<unit>woche|wochenende|monat|quartal|"
        r"jahr)",
        _span,
    ),
    _form(
        r"(?:la |le |l['’]|el )?(?P<unit>semaine|mois|année|semana|mes|año) (?P<which>derni[eè]re?|prochaine?|"
        r"pasad[oa]|"
        r"próxim[oa])",
        _span,
    ),
    _form(
        r"(?:la |el )?(?P<which>cette|cet?|est[ea]|próxim[oa]) (?P<unit>semaine|mois|année|semana|mes|año)",
        _span,
    ),
    _Form(
        Pattern(r"(?P<which>上个?|下个?|本|这个?)(?P<unit>周|星期|月)|(?P<year>去|今|明)年"), _han
    ),
    _form(
        rf"(?:(?P<which>last|next|this|on|letzten|nächsten|am) )(?P<weekday>{'|'.join(_WEEKDAYS)})",
        _weekday,
    ),
    _form(rf"(?:in|im|en|during) (?P<month>{'|'.join(_MONTHS)})(?! (?:of )?\d)", _month),
    _Form(Pattern(_HAN_DAYS), _day),
    _form(rf"(?<!am )(?<!guten )(?<!jeden )(?<!heute )(?<!gestern )(?:{_SPACED_DAYS})", _day),
)
