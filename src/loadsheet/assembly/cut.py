"""The strategy `truncate`: the first block that does not fit whole gets a form that ends where the room does.

Which block that is, and how much room is left, shows only after an admission without it. So this runs before
`assemble`, which then finds one more rendition to choose.
"""

from __future__ import annotations

from collections.abc import Sequence

from loadsheet.artifacts import AssemblyPolicy, Block, Budget, Materials, Rendition, Span
from loadsheet.assembly.engine import NO_ROOM, assemble
from loadsheet.assembly.ladder import whole_sentences
from loadsheet.errors import BudgetError
from loadsheet.ports import Counter


def with_cut(
    materials: Materials, budget: Budget, policy: AssemblyPolicy, counter: Counter
) -> Materials:
    """The materials, with a cut form of the first block that does not fit whole.

    The cut is at the last sentence border that fits, at the last grapheme border where there is none.
    """
    whole_only = policy.model_copy(update={"strategy": "select"})
    try:
        _, manifest = assemble(materials, budget, whole_only, counter)
    except BudgetError:
        return materials  # the core is too large: `assemble` will say so
    ashore = [row.id for row in manifest.left_out if row.rule in NO_ROOM]
    room = budget.prompt_tokens - manifest.total_tokens
    by_id = {made.id: made for made in materials.blocks}
    first = next((by_id[name] for name in ashore if name in by_id), None)
    form = cut(first, room, counter) if first is not None else None
    if first is None or form is None:
        return materials
    shortened = first.model_copy(update={"renditions": (first.renditions[0], form)})
    blocks = tuple(shortened if made is first else made for made in materials.blocks)
    return materials.model_copy(update={"blocks": blocks})


def cut(made: Block, room: int, counter: Counter) -> Rendition | None:
    """The longest beginning of a block that fits in `room` tokens, or None when none does.

    A block in which something had to be escaped is not cut: offsets in what is sent are not those of its source.
    """
    if "escaped" in made.flags:
        return None
    body = body_of(made)
    for borders in (sentence_ends(body), grapheme_ends(body)):
        best = _longest(made, body, borders, room, counter)
        if best is not None:
            return best
    return None


def body_of(made: Block) -> str:
    """The text of a block's fullest form, without its borders."""
    return made.renditions[0].text.split("\n", 1)[1].rsplit("\n", 2)[0]


def sentence_ends(text: str) -> list[int]:
    """Where a sentence of `text` ends, the last one left away."""
    return [span.end for span in whole_sentences(text) if span.end < len(text)]


def grapheme_ends(text: str) -> list[int]:
    """Where a grapheme cluster of `text` ends, the last one left away."""
    import regex

    return [found.end() for found in regex.finditer(r"\X", text)][:-1]


def _longest(
    made: Block, body: str, borders: Sequence[int], room: int, counter: Counter
) -> Rendition | None:
    """The cut at the last of `borders` that fits, found by halving."""
    best: Rendition | None = None
    low, high = 0, len(borders) - 1
    while low <= high:
        middle = (low + high) // 2
        form = _cut_at(made, body, borders[middle], counter)
        if form.tokens <= room:
            best, low = form, middle + 1
        else:
            high = middle - 1
    return best


def _cut_at(made: Block, body: str, end: int, counter: Counter) -> Rendition:
    opening = made.renditions[0].text.split("\n", 1)[0]
    text = f"{opening}\n{body[:end]}\n</{made.kind}>\n"
    start = next((s.start for s in made.sources if s.start is not None), 0)
    dropped = (Span(start=start + end, end=start + len(body)),)
    return Rendition(name="cut", text=text, tokens=counter.count(text), dropped=dropped)
