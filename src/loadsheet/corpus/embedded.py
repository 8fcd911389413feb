"""A passage in, the text that its vector is made of out."""

from __future__ import annotations

FORM = 1
"""The number of the form below; another number makes new vectors of everything."""


def embedded(context: str, text: str) -> str:
    """The text that stands for a passage: its title and headings, a line each, and what it says.

    A line that the text begins with itself is left out: said twice it would count twice.
    """
    lines = context.split("\n")
    plain = [line.casefold() for line in lines]
    # No more of the text than may be needed: no character becomes less than one.
    begins = text.lstrip()[: max(map(len, plain))].casefold()
    kept = [line for line, said in zip(lines, plain, strict=True) if not begins.startswith(said)]
    return "\n".join((*kept, text))


def index_name(embedder: str) -> str:
    """The name under which the vectors of a model are kept: vectors of another form are another model's."""
    return f"{embedder} form {FORM}"
