"""A time by its name in (`the end of March`, `Q1 2025`, `the 12th`); its first day and the day after its last out.

Each form stands here once, with what it means; `times` reads the phrases that are made of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from loadsheet.intent.language import calendar

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NEAR = {
    "the day before yesterday": -2, "yesterday": -1, "last night": -1, "earlier today": 0, "today": 0, "tonight": 0,
    "this morning": 0, "this afternoon": 0, "this evening": 0, "tomorrow": 1, "the day after tomorrow": 2,
}  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth")

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_YEAR = r"(?P<year>(?:19|20)\d{2})"
_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_WHICH = r"(?P<which>next|last|this|coming|past|previous|current)"
_UNIT = r"(?P<unit>week|weekend|month|quarter|year)"
_STRETCH = rf"{MONTH}(?:,? (?:19|20)\d{{2}})?|(?:19|20)\d{{2}}|Q[1-4](?:[ /](?:19|20)\d{{2}})?"


@dataclass(frozen=True, slots=True)
class Named:
    """The first day that a name means, and the day after its last."""

    first: date
    after: date
    again: str = ""
    """After which unit the same name means another time: a weekday after a week, a month without a year after one."""


@dataclass(frozen=True, slots=True)
class _Form:
    text: str
    means: Callable[[re.Match[str], date], Named]

    @property
    def bare(self) -> str:
        """The form without names of groups, so that it may stand twice in a pattern."""
        return re.sub(r"\?P<\w+>", "?:", self.text).replace(" ", r"\s+")

    def read(self, phrase: str, today: date) -> Named | None:
        """What a phrase of this form means; None where it has another form."""
        found = re.fullmatch(self.text.replace(" ", r"\s+"), phrase, re.IGNORECASE)
        return None if found is None else self.means(found, today)


def named(phrase: str, today: date) -> Named | None:
    """What a phrase names, seen from a day; None where it names no time, or one that no calendar has."""
    try:
        return next((one for form in _FORMS if (one := form.read(phrase.strip(), today))), None)
    except (ValueError, OverflowError):
        return None


def _edge(found: re.Match[str], today: date) -> Named:
    """`the end of March` is its last day, `the beginning of next week` its first."""
    of = re.sub(r"^the\s+", "this ", found["of"], flags=re.IGNORECASE)
    within = named(of, today) or Named(today, today + timedelta(days=1))
    length = (within.after - within.first).days
    at = {"end": length - 1, "middle": length // 2}.get(found["edge"].casefold(), 0)
    return _one(within.first + timedelta(days=at), within.again)


def _dated(found: re.Match[str], today: date) -> Named:
    year = int(found["year"]) if found["year"] else today.year
    day = date(year, _month(found["month"]), int(found["day"]))
    return _one(day, "" if found["year"] else "year")


def _numbered(found: re.Match[str], today: date) -> Named:
    """`the 12th`: the next one."""
    day = int(found["day"])
    month = today if today.day <= day else calendar.moved(today.replace(day=1), "month", 1)
    return _one(month.replace(day=day), "month")


def _stretch(found: re.Match[str], today: date) -> Named:
    """A month, a quarter or a year."""
    given = found.groupdict()
    year = int(given["year"]) if given["year"] else today.year
    first, unit = date(year, 1, 1), "year"
    if given.get("month"):
        first, unit = date(year, _month(given["month"]), 1), "month"
    elif given.get("quarter"):
        quarter = given["quarter"].casefold()
        place = _ORDINALS.index(quarter) if quarter in _ORDINALS else int(quarter) - 1
        first, unit = date(year, place * 3 + 1, 1), "quarter"
    return Named(*calendar.unit(unit, 0, first), "" if given["year"] else "year")


def _weekday(found: re.Match[str], today: date) -> Named:
    which = (found["which"] or "").casefold()
    day = calendar.weekday(_DAYS.index(found["weekday"].casefold()), which, today)
    return _one(day, "" if which else "week")


def _unit(found: re.Match[str], today: date) -> Named:
    steps = calendar.STEPS[found.groupdict("this").get("which", "this").casefold()]
    return Named(*calendar.unit(found["unit"].casefold(), steps, today))


def _near(found: re.Match[str], today: date) -> Named:
    return _one(today + timedelta(days=_NEAR[" ".join(found[0].casefold().split())]))


def _one(day: date, again: str = "") -> Named:
    return Named(day, day + timedelta(days=1), again)


def _month(word: str) -> int:
    return _MONTHS.index(word.casefold()[:3]) + 1


_NEAREST = sorted(_NEAR, key=len, reverse=True)
_FORMS = (
    _Form(
        r"(?:the )?(?P<edge>end|beginning|start|middle) of"
        rf" (?P<of>(?:the|this|next|last) (?:day|week|month|quarter|year)|{_STRETCH})",
        _edge,
    ),
    _Form(r"(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})", lambda f, _: _one(date.fromisoformat(f[0]))),
    _Form(rf"(?:the )?{_NUMBER} (?:of )?(?P<month>{MONTH})(?:,? {_YEAR})?", _dated),
    _Form(rf"(?P<month>{MONTH})\.? {_NUMBER}(?:,? {_YEAR})?", _dated),
    _Form(rf"Q(?P<quarter>[1-4])(?:[ /]{_YEAR})?", _stretch),
    _Form(rf"the (?P<quarter>{'|'.join(_ORDINALS)}) quarter(?: of {_YEAR})?", _stretch),
    _Form(rf"(?P<month>{MONTH})(?:,? {_YEAR})?", _stretch),
    _Form(_YEAR, _stretch),
    _Form(
        r"the (?P<day>\d{1,2})(?:st|nd|rd|th)(?! (?!(?:and|to|at|of|until|till)\b)[a-z])", _numbered
    ),
    _Form(rf"(?:{_WHICH} )?(?P<weekday>{DAY})", _weekday),
    _Form(rf"(?:the )?{_WHICH} {_UNIT}", _unit),
    _Form(r"the (?P<unit>weekend)", _unit),
    _Form("|".join(_NEAREST), _near),
)  # fmt: skip
MOMENT = f"(?:{'|'.join(form.bare for form in _FORMS)})"
"""A time by its name: a date, a month, a day of the week."""


def is_moment(text: str) -> bool:
    """Whether a text names a time and nothing else."""
    return re.fullmatch(MOMENT, text.strip(), re.IGNORECASE) is not None
