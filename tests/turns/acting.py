"""What the tests of whole turns share: an agent over a few documents, with a clock and ids of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import loadsheet
from loadsheet.ports import ChatModel, Embedder, Reranker, TracePage

EU = """# Refunds in the EU

## 3 Windows

### 3.2 Customers in the European Union

The refund window for EU customers is 14 days from delivery. Postage is paid by the customer.
"""
UK = """# Refunds in the UK

## 2 Windows

### 2.4 Customers in the United Kingdom

The refund window for UK customers is 28 days from delivery. Store credit is an alternative.
"""
DOCUMENTS = (
    loadsheet.Document(id="doc_17.md", text=EU),
    loadsheet.Document(id="doc_31.md", text=UK),
)


def ticking(start: datetime = datetime(2026, 3, 1, 9, tzinfo=UTC)) -> Iterator[datetime]:
    """Times a second apart."""
    return (start + timedelta(seconds=second) for second in count())


def agent(
    model: ChatModel | None = None,
    settings: Mapping[str, Any] | None = None,
    state: str = ":memory:",
    embedder: Embedder | None = None,
    reranker: Reranker | None = None,
) -> loadsheet.Agent:
    """An agent whose every value is the same in each run."""
    times, numbers = ticking(), count(1)
    return loadsheet.Agent.open(
        state,
        settings=loadsheet.Settings(_file=None, **(settings or {})),
        clock=lambda: next(times),
        ids=lambda prefix: f"{prefix}{next(numbers)}",
        model=model,
        embedder=embedder,
        reranker=reranker,
    )


def story(page: TracePage) -> list[str]:
    """A turn's events as lines that a reviewer can agree or disagree with."""
    lines: list[str] = []
    for event in page.events:
        lines.append(f"{event.stage}: {'; '.join(event.decisions) or '-'}")
        if event.failure:
            lines.append(f"    signal: {event.failure}")
    return lines


def table(manifest: loadsheet.Manifest) -> list[str]:
    """A manifest as lines: kind, id, rendition, tokens, producer and rule."""
    rows = [
        f"{entry.kind} {entry.id} {entry.rendition} {entry.tokens} {entry.producer}/{entry.rule}"
        for entry in manifest.entries
    ]
    return [*rows, f"framing {manifest.framing_tokens}, total {manifest.total_tokens}"]
