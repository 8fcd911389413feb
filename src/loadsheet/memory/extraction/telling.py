"""A message in; the spans that tell something out: its sentences without headings and closing requests, and without
what is somebody else's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from loadsheet.artifacts import Span
from loadsheet.corpus import sentences

_REQUEST = re.compile(
    r"(?:,|;|\s[-–—])\s*(?:and |so |but )*(?:can|could|would|will) you\b(?! (?:believe|imagine)).*$"
    r"|,\s*(?:and |so |but )*(?:what|how|which|where|should i|do you|is there|any)\b[^,]*\?$",
    re.IGNORECASE | re.DOTALL,
)
TELLS = re.compile(
    r"\d|\b(?:considering|given|since|because|now that|i(?:['’]ve|['’]m| have| am| was| did))\b",
    re.I,
)
"""What a request may tell on the way: a number, or something of the one who asks."""
_LETTERS = re.compile(r"[^\W\d_]{2,}")

SHORTEST = 12
"""Characters that a sentence needs to tell anything by itself."""


def told(text: str, closed: Sequence[Span] = ()) -> list[tuple[Span, Span]]:
    """Each sentence that tells something, as (the part that tells, the whole sentence); none that touches `closed`."""
    made: list[tuple[Span, Span]] = []
    for whole in sentences.split(text):
        span = sentences.bare(text, whole)
        if any(other.overlaps(span.start, span.end) for other in closed):
            continue
        said = text[span.start : span.end]
        if len(said.strip()) < SHORTEST or not _LETTERS.search(said) or said.startswith("#"):
            continue
        made.append((Span(start=span.start, end=span.start + telling(said)), span))
    return made


def telling(sentence: str) -> int:
    """How much of a sentence stands before what it asks for.

    All of it where that would leave nothing, or where the request itself tells a number or something of the speaker.
    """
    found = _REQUEST.search(sentence)
    if found is None or found.start() < SHORTEST or TELLS.search(found[0]):
        return len(sentence)
    return found.start()
