"""Words of the calendar and a day in; the days that they name, counted from that day, out. Pure.

What a reader of dates needs whatever the sentence is read for: intake writes dates out, memory says when a thing holds.
English, German, French, Spanish, Chinese. Weeks begin on Monday; the last day of an interval is the one before its
`after`.
"""

from __future__ import annotations

from datetime import date, timedelta

from loadsheet.corpus.dates import MONTH

WEEKDAYS = {
    name: number
    for names in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lunes martes miércoles jueves viernes sábado domingo",
    )
    for number, name in enumerate(names.split())
}
"""The days of the week, each with its number: Monday is 0."""
MONTHS = {
    name: number
    for names in (
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    )
    for number, name in enumerate(names.split(), start=1)
} | {name: int(number) for name, number in MONTH.items()}
"""The months, in short, too, where they are English, each with its number."""
DAYS = {
    "day before yesterday": -2, "yesterday": -1, "last night": -1, "earlier today": 0, "today": 0, "tonight": 0,
    "this morning": 0, "this afternoon": 0, "this evening": 0, "tomorrow": 1, "day after tomorrow": 2,
    "gestern": -1, "heute": 0, "vorgestern": -2, "morgen": 1, "übermorgen": 2,
    "hier": -1, "aujourd'hui": 0, "demain": 1, "avant-hier": -2, "après-demain": 2,
    "ayer": -1, "anteayer": -2, "hoy": 0, "mañana": 1, "昨天": -1, "今天": 0, "明天": 1, "前天": -2, "后天": 2,
}  # fmt: skip
"""What a day is called by how many days on it is."""
_UNITS = {
    **dict.fromkeys(("tag", "tage", "tagen", "jour", "jours", "día", "días"), "day"),
    **dict.fromkeys(("woche", "wochen", "semaine", "semaines", "semana", "semanas", "周", "星期"), "week"),
    **dict.fromkeys(("monat", "monate", "monaten", "mois", "mes", "meses", "月"), "month"),
    **dict.fromkeys(("jahr", "jahre", "jahren", "an", "ans", "année", "año", "años", "年"), "year"),
    "wochenende": "weekend", "quartal": "quarter",
}  # fmt: skip
_STEPS = {
    **dict.fromkeys(("last", "past", "previous", "letzt", "vorig", "vergangen", "derni", "pasad"), -1),
    **dict.fromkeys(("上", "上个", "去"), -1),
    **dict.fromkeys(("this", "current", "dies", "ce", "cet", "cette", "est", "本", "这", "这个", "今"), 0),
    **dict.fromkeys(("next", "coming", "nächst", "kommend", "prochain", "próxim", "下", "下个", "明"), 1),
}  # fmt: skip
"""Words before a unit or behind it, without their endings, and how many units on they lead."""


def unit_called(name: str) -> str:
    """The unit that a word names, in the plural or not: `day`, `week`, `weekend`, `month`, `quarter` or `year`."""
    said = name.casefold()
    return _UNITS.get(said) or said.removesuffix("s")


def steps(which: str) -> int:
    """How many units on a word leads: -1 `last`, 0 `this`, 1 `next`."""
    said = which.casefold()
    return _STEPS[max((name for name in _STEPS if said.startswith(name)), key=len)]


def moved(day: date, unit: str, count: int) -> date:
    """The day so many units on; the last of its month where that has no such day."""
    if unit in {"day", "week"}:
        return day + timedelta(days=count * (7 if unit == "week" else 1))
    first = _month(day.year, day.month - 1 + count * (12 if unit == "year" else 1))
    last = _month(first.year, first.month) - timedelta(
        days=1
    )  # months count from 0: the end of `first`
    return first.replace(day=min(day.day, last.day))


def unit(name: str, steps: int, today: date) -> tuple[date, date]:
    """The first day of the unit that lies so many steps from today's, and the day after its last."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=steps)
    if name == "week":
        return monday, monday + timedelta(days=7)
    if name == "weekend":
        return monday + timedelta(days=5), monday + timedelta(days=7)
    length = {"month": 1, "quarter": 3, "year": 12}[name]
    month = (today.month - 1) // length * length + steps * length
    return _month(today.year, month), _month(today.year, month + length)


def weekday(number: int, which: str, today: date) -> date:
    """A weekday by its number, Monday is 0: the next one, with `last` the one before today, with `next` next week's."""
    if which == "last":
        return today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    if which == "next":  # The one of next week, as most people mean it.
        return unit("week", 1, today)[0] + timedelta(days=number)
    return today + timedelta(days=(number - today.weekday()) % 7)


def _month(year: int, months: int) -> date:
    return date(year + months // 12, months % 12 + 1, 1)
