"""A text and the present go in; each relative date comes out with the ISO date or interval that it means."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, tzinfo

from loadsheet.corpus.terms import one_of
from loadsheet.intent.language import calendar, numerals, words
from loadsheet.intent.language.moments import (
    AGO,
    NEAR,
    MomentForm,
    Named,
    ago,
    near,
    read,
    stretch,
    unit,
    weekday,
)
from loadsheet.intent.language.pattern import Pattern

_SPOKEN_IN = {"hier": "fr", "morgen": "de", "mañana": "es"}
"""Words that mean a day in one language only: `hier` is here in German."""
_COUNT = rf"(?P<number>\d{{1,4}}|{one_of(numerals.NUMERALS)}|a couple of)"
_UNIT = r"(?P<unit>(?:day|week|month|year)s?)"
_OTHER_UNIT = r"(?P<unit>tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?|días?|semanas?|mes(?:es)?|años?)"
_PAST = Pattern(
    r"\b(?:did|was|were|had|has|have|happened|met|sold|said|went|came|\w{3,}ed|war|waren|hatten?|hat|haben|wurden?|geschah|"
    r"était|passé|avons|avez|fue|fueron|pasó)\b|了",
    fits="What did we do on Sunday?",
    misses="What is due on Sunday?",
)
"""Asks or tells of what is over."""


def absolute(text: str, asked_at: datetime, zone: tzinfo) -> tuple[tuple[str, str], ...]:
    """Each relative date in its order with what it means in `zone`.

    Weeks begin on Monday. A weekday or a month by itself is the next one, the last one where the text speaks of what is
    over, and with `last` the one before today.
    """
    today = asked_at.astimezone(zone).date()
    code = words.language(text)
    found: list[tuple[str, str]] = []
    for match in _RELATIVE.finditer(text):
        phrase = match[0]
        if _SPOKEN_IN.get(phrase.casefold(), code) == code and (one := read(_FORMS, phrase, today)):
            found.append((phrase, _iso(_meant(one, text, today))))
    return tuple(found)


def _meant(one: Named, text: str, today: date) -> Named:
    """Of what comes again, the last one where the text speaks of what is over, else the one that is not over yet."""
    over = _PAST.search(text) is not None
    if one.again and over and one.first > today:
        return _moved(one, -1)
    return _moved(one, 1) if one.again and not over and one.after <= today else one


def _moved(one: Named, count: int) -> Named:
    first, after = (calendar.moved(day, one.again, count) for day in (one.first, one.after))
    return Named(first, after)


def _iso(one: Named) -> str:
    days = dict.fromkeys((one.first, one.after - timedelta(days=1)))
    return "/".join(day.isoformat() for day in days)


def _ahead(found: re.Match[str], today: date) -> Named:
    day = calendar.moved(
        today, calendar.unit_called(found["unit"]), numerals.count(found["number"])
    )
    return Named(day, day + timedelta(days=1))


def _lately(found: re.Match[str], today: date) -> Named:
    """`in the last 3 days` ends today, `in the next 3 days` begins then."""
    count = calendar.steps(found["which"]) * numerals.count(found["number"])
    other = calendar.moved(today, calendar.unit_called(found["unit"]), count)
    return Named(min(today, other), max(today, other) + timedelta(days=1))


_SPACED = (
    NEAR,
    AGO,
    MomentForm(rf"(?:vor|il y a|hace) {_COUNT} {_OTHER_UNIT}", ago),
    MomentForm(rf"(?:in|within) {_COUNT} {_UNIT}(?: from now)?", _ahead),
    MomentForm(rf"(?:in|dans|en|dentro de) {_COUNT} {_OTHER_UNIT}", _ahead),
    MomentForm(
        rf"(?:in|within|during|over|for) the (?P<which>last|past|next|coming) {_COUNT} {_UNIT}",
        _lately,
    ),
    MomentForm(
        rf"(?:in|während) den (?P<which>letzten|vergangenen|nächsten|kommenden) {_COUNT} {_OTHER_UNIT}",
        _lately,
    ),
    MomentForm(
        r"(?P<which>last|past|previous|this|current|next|coming) (?P<unit>week|weekend|month|quarter|year)",
        unit,
    ),
    MomentForm(
        r"(?P<which>(?:letzt|vorig|vergangen|dies|nächst|kommend)e[nrsm]?)"
        r" (?P<unit>woche|wochenende|monat|quartal|jahr)",
        unit,
    ),
    MomentForm(
        r"(?:la |le |l['’]|el )?(?P<unit>semaine|mois|année|semana|mes|año)"
        r" (?P<which>derni[eè]re?|prochaine?|pasad[oa]|próxim[oa])",
        unit,
    ),
    MomentForm(
        r"(?:la |el )?(?P<which>cette|cet?|est[ea]|próxim[oa]) (?P<unit>semaine|mois|année|semana|mes|año)",
        unit,
    ),
    MomentForm(
        rf"(?P<which>last|next|this|letzten|nächsten) (?P<weekday>{one_of(calendar.WEEKDAYS)})",
        weekday,
    ),
    MomentForm(rf"(?:on|am) (?P<weekday>{one_of(calendar.WEEKDAYS)})", weekday),
    MomentForm(
        rf"(?:in|im|en|during) (?P<month>{one_of(calendar.MONTHS)})(?! (?:of )?\d)", stretch
    ),
    MomentForm(
        r"(?<!am\s)(?<!guten\s)(?<!jeden\s)(?<!heute\s)(?<!gestern\s)"
        rf"(?:{one_of(day for day in calendar.DAYS if not words.has_han(day))})",
        near,
    ),
)
"""The names of relative times in languages with spaces between words."""
_HAN = (
    MomentForm(r"(?P<which>上个?|下个?|本|这个?)(?P<unit>周|星期|月)", unit),
    MomentForm(r"(?P<which>去|今|明)(?P<unit>年)", unit),
    MomentForm(one_of(day for day in calendar.DAYS if words.has_han(day)), near),
)
_FORMS = (*_SPACED, *_HAN)
_RELATIVE = Pattern(
    rf"(?<!\w)(?:{'|'.join(form.bare for form in _SPACED)})(?!\w)|{'|'.join(form.bare for form in _HAN)}",
    fits="two weeks ago",
    misses="two weeks",
)
