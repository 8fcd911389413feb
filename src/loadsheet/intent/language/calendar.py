"""Words of the calendar and a day in; the days that they name, counted from that day, out. Pure.

What a reader of dates needs whatever the sentence is read for: intake writes dates out, memory says when a thing holds.
Weeks begin on Monday; the last day of an interval is the one before its `after`.
"""

from __future__ import annotations

from datetime import date, timedelta

STEPS = {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1}
"""Words before a unit, and how many units on they lead."""


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
