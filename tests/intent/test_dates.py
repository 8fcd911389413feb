from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from loadsheet.intent.dates import absolute


def test_yesterday_is_that_of_the_users_zone() -> None:
    asked = datetime(2025, 7, 24, 20, tzinfo=UTC)
    assert absolute("I met Ana yesterday.", asked, ZoneInfo("Asia/Tokyo")) == (
        ("yesterday", "2025-07-24"),
    )
    assert absolute("I met Ana yesterday.", asked, UTC) == (("yesterday", "2025-07-23"),)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("two weeks ago", "2026-02-18"),
        ("in 3 months", "2026-06-04"),
        ("last Friday", "2026-02-27"),
        ("next Monday", "2026-03-09"),
        ("next quarter", "2026-04-01/2026-06-30"),
        ("last year", "2025-01-01/2025-12-31"),
        ("the day before yesterday", "2026-03-02"),
        ("gestern", "2026-03-03"),
        ("in the last 3 days", "2026-03-01/2026-03-04"),
        ("in the next two weeks", "2026-03-04/2026-03-18"),
        ("letzte Woche", "2026-02-23/2026-03-01"),
        ("nächsten Monat", "2026-04-01/2026-04-30"),
        ("vor zwei Wochen", "2026-02-18"),
        ("la semaine dernière", "2026-02-23/2026-03-01"),
        ("il y a deux jours", "2026-03-02"),
        ("this morning", "2026-03-04"),
        ("last night", "2026-03-03"),
        ("el mes pasado", "2026-02-01/2026-02-28"),
        ("hace dos días", "2026-03-02"),
        ("上周", "2026-02-23/2026-03-01"),
        ("去年", "2025-01-01/2025-12-31"),
    ],
)
def test_a_relative_date_becomes_an_iso_date(text: str, meant: str) -> None:
    asked = datetime(2026, 3, 4, 12, tzinfo=UTC)
    assert absolute(text, asked, UTC) == ((text, meant),)


def test_a_month_ago_is_that_month_and_in_a_month_is_a_day_of_the_next() -> None:
    asked = datetime(2026, 3, 31, 12, tzinfo=UTC)
    assert absolute("a month ago", asked, UTC) == (("a month ago", "2026-02-01/2026-02-28"),)
    assert absolute("in a month", asked, UTC) == (("in a month", "2026-04-30"),)


def test_a_date_beyond_the_calendar_means_nothing() -> None:
    assert absolute("9999 years ago", datetime(2026, 3, 4, tzinfo=UTC), UTC) == ()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("What was decided in January?", "2026-01-01/2026-01-31"),
        ("What is due in January?", "2027-01-01/2027-01-31"),
        ("What did I do on Sunday?", "2026-03-01"),
        ("What is due on Sunday?", "2026-03-08"),
        ("Was ist morgen fällig?", "2026-03-05"),
        ("Qu'est-ce qui s'est passé hier ?", "2026-03-03"),
        ("昨天发生了什么？", "2026-03-03"),
    ],
)
def test_a_day_or_a_month_is_the_last_one_where_the_text_speaks_of_what_is_over(
    text: str, meant: str
) -> None:
    ((_, found),) = absolute(text, datetime(2026, 3, 4, 12, tzinfo=UTC), UTC)
    assert found == meant


@pytest.mark.parametrize(
    "text", ["Guten Morgen!", "Am Morgen ist es kalt.", "Hier ist es.", "In May 2024 it rained."]
)
def test_what_only_looks_like_a_relative_date_means_none(text: str) -> None:
    assert absolute(text, datetime(2026, 3, 4, 12, tzinfo=UTC), UTC) == ()
