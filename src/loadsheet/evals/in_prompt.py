"""A prepared prompt and what is relevant go in; what of it is in the prompt, and how dense that is, comes out."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from collections.abc import Set as AbstractSet

from loadsheet.artifacts import Answer, CandidateList, Entry, Prepared, SessionState
from loadsheet.evals.bench import Bench, FigureSums, asked
from loadsheet.evals.metrics import text_of
from loadsheet.evals.steps import WHOLE, ways_of


async def other_ways(
    bench: Bench,
    state: SessionState,
    question: str,
    budget: int,
    found: CandidateList,
    made: Prepared,
) -> AsyncIterator[tuple[str, Prepared]]:
    """The prompt as it was made, then with each step the other way; what was found is searched once for all of them."""
    if not bench.steps:
        return
    yield WHOLE, made
    for way, pipeline in ways_of(bench.pipeline, found).items():
        other, _ = await asked(pipeline, state, question, budget, keeps=False)
        yield way, other


def compared(
    tally: FigureSums, way: str, whole: Prepared, other: Prepared, relevant: AbstractSet[str]
) -> None:
    """The density of a prompt that was made in another way, and that of both where both hold as much evidence.

    A prompt that holds less is denser for that alone. Of both the best evidence is read, as far as the shorter goes.
    """
    tokens = min(sum(sizes(made).values()) for made in (whole, other))
    tally.add(way, "density", telling(other, relevant) / other.manifest.total_tokens)
    for name, made in (("of equal tokens", other), ("as set up", whole)):
        tally.add(way, name, telling(made, relevant, tokens) / tokens if tokens else 0.0)
    tally.add(way, "evidence tokens", sum(sizes(other).values()))


def sizes(made: Prepared) -> dict[str, int]:
    """The documents whose text is in the prompt as evidence, with the tokens of their blocks.

    A block is its own document's; the documents that it stands for are there with it, for no tokens of their own.
    """
    found: dict[str, int] = {}
    for entry in shown(made):
        for place, name in enumerate(_documents(entry)):
            found[name] = found.get(name, 0) + (0 if place else entry.tokens)
    return found


def telling(made: Prepared, relevant: AbstractSet[str], tokens: int | None = None) -> float:
    """The tokens of the blocks that say something relevant, of the best ones that fill so many tokens, or of all.

    Of what repeats a block that was read already nothing counts.
    """
    room = math.inf if tokens is None else tokens
    found, said = 0.0, set[str]()
    for entry in sorted(shown(made), key=lambda row: (-(row.score or 0.0), _number(row))):
        taken = min(entry.tokens, room)
        room -= taken
        text = text_of(made, entry).partition("\n")[2]
        if relevant & set(_documents(entry)) and text not in said:
            found += taken
        said.add(text)
    return found


def _documents(entry: Entry) -> list[str]:
    return [source.document for source in entry.sources if source.document]


def _number(entry: Entry) -> int:
    """Its place in the order of the evidence: `evidence:3`."""
    return int(entry.id.rpartition(":")[2])


def shown(made: Answer | Prepared) -> list[Entry]:
    """The blocks of evidence that hold text, and do not only point to it."""
    return [
        row
        for row in made.manifest.entries
        if row.kind == "evidence" and row.rendition != "reference"
    ]
