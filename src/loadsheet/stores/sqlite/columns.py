"""Texts and times as the columns of the file hold them."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime
from typing import Any

Row = tuple[Any, ...]

COMPRESSED_FROM = 1024
"""A shorter text gains nothing from being compressed."""


def pack(text: str) -> str | bytes:
    """A text as it is stored."""
    return zlib.compress(text.encode(), 1) if len(text) >= COMPRESSED_FROM else text


def unpack(body: str | bytes) -> str:
    """The text that was stored."""
    return body if isinstance(body, str) else zlib.decompress(body).decode()


def to_column(time: datetime | None) -> str | None:
    """A time as it is stored: in UTC, so that it sorts."""
    return None if time is None else time.astimezone(UTC).isoformat(timespec="microseconds")


def from_column(value: str | None) -> datetime | None:
    """The time that was stored."""
    return None if value is None else datetime.fromisoformat(value)
