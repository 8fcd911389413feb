"""Written summaries of what does not fit, with a record of what they lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from loadsheet.artifacts import Block, Span, given_text
from loadsheet.assembly.blocks import block
from loadsheet.assembly.cut import body_of
from loadsheet.assembly.ladder import unsupported
from loadsheet.ports import Counter

INSTEAD = "extractive forms stand in its place"


class SummaryProvider(Protocol):
    """Writes one summary of several texts; it may drop any of their detail."""

    async def summarize(self, texts: list[str]) -> str:
        """The summary."""
        ...


async def summary_of(
    lost: Sequence[Block], room: int, provider: SummaryProvider, counter: Counter
) -> Block | str:
    """The summary of `lost` as a block, or the reason why there is none within `room` tokens."""
    texts = [body_of(made) for made in lost]
    try:
        summary = given_text(await provider.summarize(texts), "the summary").strip()
    except (
        Exception
    ) as error:  # the provider is the caller's: whatever it raises is a loss on record
        return f"the summary provider failed ({type(error).__name__}: {error}); {INSTEAD}"
    if not summary:
        return f"the summary provider returned nothing; {INSTEAD}"
    made = _summary_block(summary, lost, texts, counter)
    if made.tokens > room:
        return f"the summary takes {made.tokens} tokens, the room for it is {room}; {INSTEAD}"
    return made


def _summary_block(
    summary: str, lost: Sequence[Block], texts: Sequence[str], counter: Counter
) -> Block:
    kind = "memory" if any(made.kind == "memory" for made in lost) else "background"
    made = block(
        kind,
        "summary",
        summary,
        counter=counter,
        producer="summary_provider",
        rule="written_summary",
        reason=f"stands for {len(lost)} items that do not fit",
        attributes={"id": "summary", "of": str(len(lost))},
        sources=tuple(source for given in lost for source in given.sources[:1]),
    )
    dropped = tuple(
        Span(start=span.start, end=span.end, source=number)
        for number, text in enumerate(texts)
        for span in unsupported(text, summary)
    )
    form = made.renditions[0].model_copy(update={"name": "summary", "dropped": dropped})
    return made.model_copy(update={"renditions": (form,)})
