"""A time by its name in (`the end of March`, `Q1 2025`, `the 12th`); its first day and the day after its last out.

Each form stands here once, with what it means. `intent.dates` reads the relative ones, in other languages, too;
memory's `times` reads the phrases that are made of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from loadsheet.corpus.dates import NAMED
from loadsheet.corpus.terms import one_of
from loadsheet.intent.language import calendar, numerals

_ORDINALS = ("first", "second", "third", "fourth")

MONTH = f"(?:{NAMED})"
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_YEAR = r"(?P<year>(?:19|20)\d{2})"
_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_WHICH = r"(?P<which>next|last|this|coming|past|previous|current)"
_UNIT = r"(?P<unit>week|weekend|month|quarter|year)"
_STRETCH = rf"{MONTH}(?:,? (?:19|20)\d{{2}})?|(?:19|20)\d{{2}}|Q[1-4](?:[ /](?:19|20)\d{{2}})?"
COUNT = rf"(?:\d{{1,3}}|{one_of(numerals.ENGLISH)}|an?|a couple of)"
"""How many units a phrase counts."""


@dataclass(frozen=True, slots=True)
class Named:
    """The first day that a name means, and the day after its last."""

    first: date
    after: date
    again: str = ""
    """After which unit the same name means another time: a weekday after a week, a month without a year after one."""


@dataclass(frozen=True, slots=True)
class MomentForm:
    """A form of names, with groups for their parts, and what such a name means seen from a day."""

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


def read(forms: Iterable[MomentForm], phrase: str, today: date) -> Named | None:
    """What a phrase of one of the forms means; None where it has none of them, or no calendar has the time."""
    try:
        return next((one for form in forms if (one := form.read(phrase.strip(), today))), None)
    except (ValueError, OverflowError):
        return None


def named(phrase: str, today: date) -> Named | None:
    """What a phrase names, seen from a day; None where it names no time, or one that no calendar has."""
    return read(_FORMS, phrase, today)


def _edge(found: re.Match[str], today: date) -> Named:
    """`the end of March` is its last day, `the beginning of next week` its first."""
    of = re.sub(r"^the\s+", "this ", found["of"], flags=re.IGNORECASE)
    within = named(of, today) or Named(today, today + timedelta(days=1))
    length = (within.after - within.first).days
    at = {"end": length - 1, "middle": length // 2}.get(found["edge"].casefold(), 0)
    return _one(within.first + timedelta(days=at), within.again)


def _dated(found: re.Match[str], today: date) -> Named:
    year = int(found["year"]) if found["year"] else today.year
    day = date(year, calendar.MONTHS[found["month"].casefold()], int(found["day"]))
    return _one(day, "" if found["year"] else "year")


def _numbered(found: re.Match[str], today: date) -> Named:
    """`the 12th`: the next one."""
    day = int(found["day"])
    month = today if today.day <= day else calendar.moved(today.replace(day=1), "month", 1)
    return _one(month.replace(day=day), "month")


def stretch(found: re.Match[str], today: date) -> Named:
    """A month, a quarter or a year, by the groups `month`, `quarter` and `year`."""
    given = found.groupdict()
    year = int(given["year"]) if given.get("year") else today.year
    first, unit = date(year, 1, 1), "year"
    if given.get("month"):
        first, unit = date(year, calendar.MONTHS[given["month"].casefold()], 1), "month"
    elif given.get("quarter"):
        quarter = given["quarter"].casefold()
        place = _ORDINALS.index(quarter) if quarter in _ORDINALS else int(quarter) - 1
        first, unit = date(year, place * 3 + 1, 1), "quarter"
    return Named(*calendar.unit(unit, 0, first), "" if given.get("year") else "year")


def weekday(found: re.Match[str], today: date) -> Named:
    """A day of the week, by the groups `which` and `weekday`."""
    which = (found.groupdict().get("which") or "").casefold()
    which = {"letzten": "last", "nächsten": "next"}.get(which, which)
    day = calendar.weekday(calendar.WEEKDAYS[found["weekday"].casefold()], which, today)
    return _one(day, "" if which else "week")


def unit(found: re.Match[str], today: date) -> Named:
    """A unit that lies before or behind this one, by the groups `which` and `unit`."""
    steps = calendar.steps(found.groupdict().get("which") or "this")
    return Named(*calendar.unit(calendar.unit_called(found["unit"]), steps, today))


def near(found: re.Match[str], today: date) -> Named:
    """A day that is called by how far it is away."""
    said = " ".join(found[0].casefold().split()).removeprefix("the ")
    return _one(today + timedelta(days=calendar.DAYS[said]))


def ago(found: re.Match[str], today: date) -> Named:
    """`two weeks ago` is a day, `two months ago` a month, by the groups `number` and `unit`."""
    name, count = calendar.unit_called(found["unit"]), numerals.count(found["number"])
    if name in {"day", "week"}:
        return _one(calendar.moved(today, name, -count))
    return Named(*calendar.unit(name, -count, today))


def _one(day: date, again: str = "") -> Named:
    return Named(day, day + timedelta(days=1), again)


AGO = MomentForm(rf"(?P<number>{COUNT}) (?P<unit>(?:day|week|month|year)s?) ago", ago)
NEAR = MomentForm(
    "(?:the )?day before yesterday|the day after tomorrow|last night|earlier today|this (?:morning|afternoon|evening)"
    "|yesterday|today|tonight|tomorrow",
    near,
)
_FORMS = (
    MomentForm(
        r"(?:the )?(?P<edge>end|beginning|start|middle) of"
        rf" (?P<of>(?:the|this|next|last) (?:day|week|month|quarter|year)|{_STRETCH})",
        _edge,
    ),
    MomentForm(r"(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})", lambda f, _: _one(date.fromisoformat(f[0]))),
    MomentForm(rf"(?:the )?{_NUMBER} (?:of )?(?P<month>{MONTH})(?:,? {_YEAR})?", _dated),
    MomentForm(rf"(?P<month>{MONTH})\.? {_NUMBER}(?:,? {_YEAR})?", _dated),
    MomentForm(rf"Q(?P<quarter>[1-4])(?:[ /]{_YEAR})?", stretch),
    MomentForm(rf"the (?P<quarter>{'|'.join(_ORDINALS)}) quarter(?: of {_YEAR})?", stretch),
    MomentForm(rf"(?P<month>{MONTH})(?:,? {_YEAR})?", stretch),
    MomentForm(_YEAR, stretch),
    MomentForm(
        r"the (?P<day>\d{1,2})(?:st|nd|rd|th)(?! (?!(?:and|to|at|of|until|till)\b)[a-z])", _numbered
    ),
    MomentForm(rf"(?:{_WHICH} )?(?P<weekday>{DAY})", weekday),
    MomentForm(rf"(?:the )?{_WHICH} {_UNIT}", unit),
    MomentForm(r"the (?P<unit>weekend)", unit),
    NEAR,
)  # fmt: skip
MOMENT = f"(?:{'|'.join(form.bare for form in _FORMS)})"
"""A time by its name: a date, a month, a day of the week."""


def is_moment(text: str) -> bool:
    """Whether a text names a time and nothing else."""
    return re.fullmatch(MOMENT, text.strip(), re.IGNORECASE) is not None
