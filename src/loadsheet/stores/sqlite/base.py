"""What the parts of the store share."""

from __future__ import annotations

from loadsheet.stores.sqlite.connection import Connection


class Part:
    """A part of the store: its methods run their statements on the connection's thread."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
