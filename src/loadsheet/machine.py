"""What this machine gives where a host hands in nothing: the present, its zone, new ids."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count

_numbers = count()


def now() -> datetime:
    """The default clock: the present, in UTC."""
    return datetime.now(UTC)


def new_id(prefix: str) -> str:
    """The default ids: the prefix, the time in milliseconds, a running number and a random end; later ids sort later.

    The number keeps ids of one process apart, the random end those of several.
    """
    number = next(_numbers) % 0x10000
    return f"{prefix}{time.time_ns() // 1_000_000:011x}{number:04x}{secrets.token_hex(2)}"


class MachineZone(tzinfo):
    """The zone that this machine is set to, summer time and all: looked up anew for each time."""

    def utcoffset(self, dt: datetime | None) -> timedelta | None:
        """How far the machine's time is ahead of UTC at `dt`; None for no time."""
        return dt and dt.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, dt: datetime | None) -> timedelta | None:
        """Not known by itself."""
        return None

    def tzname(self, dt: datetime | None) -> str | None:
        """What the machine calls its time at `dt`; None for no time."""
        return dt and dt.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, dt: datetime) -> datetime:
        """`dt`, whose numbers are UTC's, in the machine's time."""
        return dt.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)
