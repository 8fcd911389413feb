"""A document's name comes in; its versions, or what one of them says, go out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Excerpt, Source
from loadsheet.corpus.chunk import pages_of
from loadsheet.documents.library import Library
from loadsheet.errors import InputError, UnknownError
from loadsheet.ports import StoredVersion


@dataclass(frozen=True, slots=True)
class Versions:
    """Reads every version of a document, also those that search does not see any more."""

    library: Library

    async def versions(self, document: str) -> Sequence[StoredVersion]:
        """Every version of a document, oldest first. Raises `UnknownError` when there was never one."""
        found = await self.library.store.versions(self.library.workspace, document)
        if not found:
            raise UnknownError(
                f"no document {document!r} in workspace {self.library.workspace!r}: "
                "list them with `loadsheet documents`"
            )
        return found

    async def show(
        self,
        document: str,
        *,
        version: int | None = None,
        start: int | None = None,
        end: int | None = None,
    ) -> Excerpt:
        """A part of any version of a document, the newest and all of it by default.

        Raises `UnknownError` for what never was, and `InputError` for a part that the text does not have.
        """
        versions = await self.versions(document)
        wanted = version or versions[-1].version
        found = next((row for row in versions if row.version == wanted), None)
        text = await self.library.store.text(self.library.workspace, document, wanted)
        if found is None or text is None:
            known = f"1 to {versions[-1].version}" if len(versions) > 1 else "only version 1"
            raise UnknownError(f"{document} has no version {version}: there is {known}")
        begin, stop = start or 0, len(text) if end is None else end
        if not 0 <= begin <= stop <= len(text):
            raise InputError(
                f"{document} v{wanted} has {len(text)} characters: {begin}:{stop} is not a part of it"
            )
        return _excerpt(document, found, text, begin, stop)

    async def outdated(self, sources: Iterable[Source]) -> dict[tuple[str, int], StoredVersion]:
        """The versions among `sources` that search does not see any more, by document and version."""
        cited = {(s.document, s.version) for s in sources if s.document and s.version is not None}
        found: dict[tuple[str, int], StoredVersion] = {}
        for document in sorted({name for name, _ in cited}):
            for held in await self.library.store.versions(self.library.workspace, document):
                if (document, held.version) in cited and not held.current:
                    found[document, held.version] = held
        return found


def _excerpt(document: str, found: StoredVersion, text: str, begin: int, stop: int) -> Excerpt:
    pages = pages_of(found.pages, begin, stop)
    return Excerpt(
        document=document,
        version=found.version,
        title=found.title,
        start=begin,
        end=stop,
        text=text[begin:stop],
        page=pages[0] if pages else None,
        last_page=pages[-1] if pages else None,
        timestamp=found.timestamp,
        added_at=found.added_at,
        superseded_by=found.superseded_by,
        superseded_at=found.superseded_at,
        removed_at=found.removed_at,
        current=found.current,
    )
