"""What the parts of the store share."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from loadsheet.stores.sqlite.connection import Connection


class Part:
    """A part of the store: its methods run their statements on the connection's thread."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def stems(self, text: str) -> Sequence[str]:
        """The stems of a text, in order, as the text index has them."""
        return self.connection.tokenizer(
            text.encode("utf-8", "replace"),
            apsw.FTS5_TOKENIZE_QUERY,
            None,
            include_offsets=False,
            include_colocated=False,
        )
