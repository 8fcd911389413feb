"""A text with halves of characters goes in; one of whole characters comes out."""

from __future__ import annotations


def in_characters(text: str) -> str:
    """`text` with the two halves of a surrogate pair as the one character that they are; a half alone becomes U+FFFD.

    Some servers cut a character in two between the pieces of a stream, and some fonts have faulty tables.
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
