"""What the store holds and what was found now in; what must go out."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from loadsheet.artifacts import Skipped
from loadsheet.corpus.find import Root
from loadsheet.ports import StoredDocument


def gone(
    stored: Iterable[StoredDocument],
    roots: Iterable[Root],
    seen: Iterable[str],
    skipped: Iterable[Skipped] = (),
) -> tuple[str, ...]:
    """The documents under `roots` whose file is not found there any more, by id.

    `seen` are the ids that were found just now. A file that could not be opened or read for the moment keeps its
    document; one that has become empty, binary or too large does not. What another root has brought stays for as long
    as its file is there.
    """
    roots = list(roots)
    own = {str(root.path) for root in roots}
    # A shell gives a pattern as thousands of files; each is its own root, and nothing can lie under one.
    wide = [root for root in roots if root.pattern or not os.path.isfile(root.path)]
    kept = set(seen)
    passing = [Path(item.path) for item in skipped if item.passing]
    refused = {item.path for item in skipped if not item.passing}
    found: list[str] = []
    for document in stored:
        if document.id in kept or document.path is None:
            continue
        path = Path(document.path)
        if document.path not in own and not any(
            path.is_relative_to(root.folder) and root.matches(path) for root in wide
        ):
            continue
        if any(path.is_relative_to(place) for place in passing):
            continue
        if document.root in own or document.path in refused or not os.path.lexists(document.path):
            found.append(document.id)
    return tuple(sorted(found))
