"""A passage in, the text that its vector is made of out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

FORM = 1
"""The number of the form below; another number makes new vectors of everything."""


def embedded(context: str, text: str) -> str:
    """The text that stands for a passage: its title and headings, a line each, and what it says.

    A line that the text begins with itself is left out: said twice it would count twice.
    """
    lines, longest = _lines(context)
    # No more of the text than may be needed: no character becomes less than one.
    begins = text.lstrip()[:longest].casefold()
    kept = [line for line, said in lines if not begins.startswith(said)]
    return "\n".join((*kept, text))


@lru_cache(maxsize=64)
def _lines(context: str) -> tuple[Sequence[tuple[str, str]], int]:
    """The lines, each as it is and with its case folded, and the length of the longest; neighbours have the same."""
    lines = [(line, line.casefold()) for line in context.split("\n")]
    return lines, max(len(said) for _, said in lines)


def index_name(embedder: str) -> str:
    """The name under which the vectors of a model are kept: vectors of another form are another model's."""
    return f"{embedder} form {FORM}"
