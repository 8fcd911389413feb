"""What the parts of the store share."""

from __future__ import annotations

from collections.abc import Sequence

from loadsheet.stores.sqlite.connection import Connection


class StorePart:
    """A part of the store: its methods run their statements on the connection's thread."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def stems(self, text: str) -> Sequence[str]:
        """The stems of a text, in order, as the text index has them."""
        return self.connection.stems(text)
