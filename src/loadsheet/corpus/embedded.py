"""A passage in, the text that its vector is made of out."""

from __future__ import annotations

FORM = 1
"""The number of the form below; another number makes new vectors of everything."""


def embedded(context: str, text: str) -> str:
    """The text that stands for a passage: its title and headings, a line each, and what it says.

    A line that the text begins with itself is left out: said twice it would count twice.
    """
    said = context.casefold()
    # No more of the text than may be needed: no character becomes less than one.
    begins = text.lstrip()[: len(said)].casefold()
    lines = zip(context.split("\n"), said.split("\n"), strict=True)
    return "\n".join([*(line for line, folded in lines if not begins.startswith(folded)), text])


def index_name(embedder: str) -> str:
    """The name under which the vectors of a model are kept: vectors of another form are another model's."""
    return f"{embedder} form {FORM}"
