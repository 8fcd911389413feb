from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import loadsheet
from loadsheet.machine import MachineZone

NIGHT = datetime(2025, 7, 25, 2, tzinfo=UTC)


@pytest.fixture(params=["Asia/Tokyo", "Pacific/Honolulu", "Europe/Berlin", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ZoneInfo]:
    """The zone that this process is set to."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield ZoneInfo(request.param)
    time.tzset()


def test_the_machines_zone_is_that_of_the_machine_in_summer_and_winter(zone: ZoneInfo) -> None:
    for days in range(0, 800, 7):
        at = NIGHT + timedelta(days=days)
        here, there = at.astimezone(MachineZone()), at.astimezone(zone)
        assert here.replace(tzinfo=None) == there.replace(tzinfo=None)
        assert (here.utcoffset(), here.tzname()) == (there.utcoffset(), there.tzname())
        assert here.astimezone(UTC) == at


async def _met(clock: loadsheet.ports.Clock | None, **settings: str) -> datetime | None:
    async with loadsheet.Agent.open(":memory:", clock=clock, settings=settings) as agent:
        await agent.observe(
            [{"role": "user", "content": "I met Ana yesterday.", "timestamp": NIGHT.isoformat()}],
            session="s",
        )
        (record,) = await agent.memory.list()
    return record.valid_from


async def test_a_hosts_time_means_the_same_day_on_every_machine(zone: ZoneInfo) -> None:
    assert await _met(lambda: NIGHT) == datetime(2025, 7, 24, tzinfo=UTC)
    tokyo = await _met(lambda: NIGHT, time_zone="Asia/Tokyo")
    assert tokyo == datetime(2025, 7, 24, tzinfo=ZoneInfo("Asia/Tokyo"))


async def test_without_a_hosts_clock_yesterday_is_that_of_the_machine(zone: ZoneInfo) -> None:
    day = NIGHT.astimezone(zone).date() - timedelta(days=1)
    assert await _met(None) == datetime(day.year, day.month, day.day, tzinfo=zone)
