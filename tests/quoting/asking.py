"""What the tests of quoting share: a page is asked, and what is quoted of it comes back."""

from __future__ import annotations

from loadsheet.quoting.choosing import choose_each
from loadsheet.quoting.prompt_view import Passage


def quoted(question: str, *pages: str) -> str:
    """What is quoted in answer of pages, each the whole of a document, a line for each quotation."""
    passages = [Passage(n, page, document=True) for n, page in enumerate(pages, 1)]
    found, _ = choose_each(question, passages)
    return "\n".join(quote.text for quote in found)
