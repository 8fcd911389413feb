"""A passage in, the text that its vector is made of out."""

from __future__ import annotations

FORM = 1
"""The number of the form below; another number makes new vectors of everything."""


def embedded(context: str, text: str) -> str:
    """The text that stands for a passage: its title and headings, a line each, and what it says.

    A line that the text begins with itself is left out: said twice it would count twice.
    """
    begins = text.lstrip().casefold()
    lines = [line for line in context.split("\n") if not begins.startswith(line.casefold())]
    return "\n".join((*lines, text))


def index_name(embedder: str) -> str:
    """The name under which the vectors of a model are kept: vectors of another form are another model's."""
    return f"{embedder} form {FORM}"
