"""Work that has a task of its own goes in; what it gives comes out, whatever becomes of it or of the one who waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

from loadsheet.errors import LoadsheetError, ModelError

T = TypeVar("T")

GRACE = 1.0
"""Seconds that a host's code has for its cleaning up when nobody waits for it any more; then it is left alone."""


async def answered(who: str, seconds: float, work: Awaitable[T]) -> T:
    """What a host's code gives; whatever it raises instead, and that it is late, as a `ModelError` that names it.

    What it cancels in its task is its own affair, and what never ends is left behind.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait([task], timeout=seconds)
    finally:
        await ended(who, task)
    if not done:
        raise ModelError(f"{who} gave nothing within {seconds:g} s")
    try:
        return task.result()
    except LoadsheetError:
        raise
    except (Exception, asyncio.CancelledError) as error:
        raise ModelError(f"{who} failed ({type(error).__name__}: {error})") from error


async def ended(who: str, task: asyncio.Future[Any]) -> None:
    """End what a host's code does; what goes wrong with that changes nothing any more, and stands in the log."""
    if task.done():
        return
    task.cancel()
    await asyncio.wait([task], timeout=GRACE)
    if not task.done():
        wrong = f"did not end within {GRACE:g} s"
    elif task.cancelled() or (error := task.exception()) is None:
        return
    else:
        wrong = f"failed ({type(error).__name__}: {error})"
    logging.getLogger("loadsheet").warning("%s was to end and %s", who, wrong)


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """What the work gives; one who is cancelled meanwhile waits for it all the same, and passes that on afterwards."""
    task, cancelled = asyncio.create_task(work), None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    return task.result()
