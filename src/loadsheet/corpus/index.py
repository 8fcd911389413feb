"""What the store holds and what was found now in; what need not be written and what must go out."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from loadsheet.artifacts import Document, Skipped, digest
from loadsheet.ports import StoredDocument


def unchanged(stored: StoredDocument | None, document: Document) -> bool:
    """Whether storing `document` again would change nothing, as long as it is cut alike."""
    return stored is not None and (
        (stored.title, stored.timestamp, stored.path, stored.root, stored.text_hash)
        == (document.title, document.timestamp, document.path, document.root, digest(document.text))
    )


def gone(
    stored: Iterable[StoredDocument],
    roots: Iterable[str | os.PathLike[str]],
    seen: Iterable[str],
    skipped: Iterable[Skipped] = (),
) -> tuple[str, ...]:
    """The documents under `roots` whose file is no longer there, by id.

    `seen` are the ids that were read just now. A file that is there and could not be opened or read keeps its
    document; one that has become empty, binary or too large does not.
    """
    # Keeps symbolic links, as `load` does.
    places = [Path(os.path.abspath(Path(root).expanduser())) for root in roots]
    kept = set(seen)
    closed = [Path(item.path) for item in skipped if item.reason.startswith("cannot be ")]
    return tuple(
        sorted(
            document.id
            for document in stored
            if document.id not in kept
            and document.path is not None
            and any(Path(document.path).is_relative_to(place) for place in places)
            and not any(Path(document.path).is_relative_to(place) for place in closed)
        )
    )
