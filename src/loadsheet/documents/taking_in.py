"""Files and texts come in; what was done with each goes out.

`add` and `sync` are one way with two manners: `add` wants what it names to be there, `sync` takes what is there.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loadsheet.artifacts import AddReport, Document, Skipped, given_texts
from loadsheet.corpus import index
from loadsheet.corpus.ahead import BATCH_CHARACTERS, BATCH_DOCUMENTS, Ahead, batched
from loadsheet.corpus.cutting import Cutting
from loadsheet.corpus.find import Root
from loadsheet.corpus.formats import Unreadable
from loadsheet.corpus.formats.workshop import Workshop
from loadsheet.corpus.load import Loaded, Same, document_of, extracted, load
from loadsheet.corpus.tally import AddProgress, Tally
from loadsheet.documents.library import Library
from loadsheet.errors import InputError
from loadsheet.ports import Cut, StoredDocument


@dataclass(frozen=True, slots=True)
class TakingIn:
    """Takes documents in and keeps them up to date with their files."""

    library: Library

    async def add(
        self, *paths: str | os.PathLike[str], progress: AddProgress | None = None
    ) -> AddReport:
        """Add files, folders and patterns; what is gone from them goes, what is unchanged costs nothing.

        A file that cannot be read is named in `skipped`. Raises `InputError` for a path that does not exist, and when
        nothing could be added and nothing was to go; both change nothing.
        """
        roots = [Root.of(path) for path in paths]
        tally = Tally(progress)
        async with self.library.store.adding():
            stored = await self.library.store.documents(self.library.workspace)
            await self._take_in(roots, stored, tally, named=roots)
            gone = index.gone(stored, roots, tally.seen, tally.skipped)
            if not tally.seen and not gone:
                raise InputError(_nothing_added(paths, tally.skipped))
            report = tally.report(await self._settle(roots, gone))
        return await self.library.changed(report)

    async def sync(
        self, *paths: str | os.PathLike[str], progress: AddProgress | None = None
    ) -> AddReport:
        """Bring the documents up to date with the paths; without any, with every path that was ever added.

        Unlike `add` it takes a folder that is gone for one that has become empty. A path that is gone with the folder
        around it, as a disk that is not mounted, keeps its documents and is named. Raises `InputError` where nothing
        was ever added, and for a path that is not there and from which nothing was read.
        """
        async with self.library.store.adding():
            report = await self._sync(paths, Tally(progress))
        return await self.library.changed(report)

    async def _sync(self, paths: Sequence[str | os.PathLike[str]], tally: Tally) -> AddReport:
        named = [str(Root.at(path).path) for path in paths]
        stored = await self.library.store.documents(self.library.workspace)
        wanted = named or await self.library.store.roots(self.library.workspace)
        # A state that was made before paths were remembered knows those of its documents.
        wanted = wanted or sorted({row.root for row in stored if row.root is not None})
        if not wanted:
            raise InputError("nothing was added yet: name a folder, as in `loadsheet sync docs/`")
        roots, lost = [Root.at(path) for path in wanted], list[str]()
        for root in roots:
            if not root.exists() and not root.pattern:
                if named and not index.gone(stored, [root], ()):
                    raise InputError(f"nothing at '{root.path}', and nothing was read from it")
                away = not os.path.exists(root.path.parent)
                tally.skip(_missing(root, away=away))
                lost += [] if away else [str(root.path)]
        there = [root for root in roots if root.exists()]
        await self._take_in(there, stored, tally, named=there if named else ())
        gone = index.gone(stored, roots, tally.seen, tally.skipped)
        removed = await self._settle(roots, gone)
        await self.library.store.unfollow(self.library.workspace, lost)
        return tally.report(removed)

    async def _take_in(
        self,
        roots: Sequence[Root],
        stored: Sequence[StoredDocument],
        tally: Tally,
        *,
        named: Sequence[Root],
    ) -> None:
        """Store what is new or has changed, while the next files are read and cut.

        What was erased is passed by, unless the file itself is one of the `named`; storing it admits it again.
        """
        stop = threading.Event()
        erased = await self.library.store.erased(self.library.workspace)
        items = load(
            roots,
            stored=stored,
            reading=self.library.reading,
            erased=erased,
            readmitted={str(root.path) for root in named},
            stop=stop.is_set,
        )
        with closing(Cutting(self.library.counter, self.library.settings.chunk_tokens)) as cutting:
            ahead = Ahead(batched(items), cutting)
            try:
                async for aside, cuts in ahead:
                    tally.pass_by(aside)
                    await self._store(cuts, tally)
            finally:
                stop.set()
                await ahead.end()

    async def _settle(self, roots: Sequence[Root], gone: Sequence[str]) -> Sequence[str]:
        """Remove what is gone, and remember the paths."""
        removed = await self.library.store.remove(
            self.library.workspace, gone, self.library.clock()
        )
        paths = [str(root.path) for root in roots]
        await self.library.store.follow(self.library.workspace, list(dict.fromkeys(paths)))
        return removed

    async def unsynced(self) -> list[Loaded | Skipped]:
        """What a `sync` would take in or skip, of every path that was added; nothing is stored."""
        stored = await self.library.store.documents(self.library.workspace)
        roots = [Root.at(path) for path in await self.library.store.roots(self.library.workspace)]
        erased = await self.library.store.erased(self.library.workspace)
        there = [root for root in roots if root.exists()]

        def read() -> list[Loaded | Skipped]:
            items = load(there, stored=stored, reading=self.library.reading, erased=erased)
            return [item for item in items if not isinstance(item, Same)]

        return await asyncio.to_thread(read)

    async def add_documents(self, documents: Iterable[Document]) -> AddReport:
        """Add texts that are in memory; an id that is there already is replaced.

        Raises `InputError` for what is no document.
        """
        given_texts(documents, "what is added")
        tally = Tally(None)
        cuts: list[Cut] = []
        for document in documents:
            cuts.append(self.library.cut(_given(document)))
            full = sum(len(cut.document.text) for cut in cuts) >= BATCH_CHARACTERS
            if full or len(cuts) >= BATCH_DOCUMENTS:
                await self._store(cuts, tally)
                cuts.clear()
        await self._store(cuts, tally)
        return await self.library.changed(tally.report())

    async def add_bytes(self, data: bytes, *, name: str) -> AddReport:
        """Add what a file of that name would hold. Raises `InputError` when it is no document, or is too large."""
        suffix = Path(name).suffix
        limit = self.library.settings.file_megabytes
        if len(data) > limit * 1e6:
            raise InputError(f"{name} is larger than {limit:g} MB; see the setting file_megabytes")
        with closing(Workshop(self.library.reading.limits)) as workshop:
            made = await asyncio.to_thread(extracted, data, suffix, workshop)
        if isinstance(made, Unreadable):
            raise InputError(f"{name} {made.reason}")
        document = document_of(made, name, path=None, root=None, stem=Path(name).stem)
        tally = Tally(None)
        await self._store([self.library.cut(document)], tally)
        return await self.library.changed(tally.report())

    async def _store(self, cuts: Sequence[Cut], tally: Tally) -> None:
        if cuts:
            put = await self.library.store.put_all(
                self.library.workspace, cuts, self.library.clock()
            )
            tally.stored(cuts, put)


def _given(document: object) -> Document:
    if not isinstance(document, Document):
        raise InputError(f"a document is {document!r:.60}: give Document(id=…, text=…)")
    return document


def _missing(root: Root, *, away: bool) -> Skipped:
    if away:
        reason = "is not there, nor the folder around it: what was read from it is kept"
    else:
        reason = "is gone: what was read from it goes, and it is not looked for any more"
    return Skipped(path=str(root.path), reason=reason, passing=away)


def _nothing_added(paths: Sequence[str | os.PathLike[str]], skipped: Sequence[Skipped]) -> str:
    """The line for an `add` that found nothing."""
    where = ", ".join(os.fspath(path) for path in paths) or "no path"
    why = "it holds no documents"
    if skipped:
        more = f" and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        why = f"{skipped[0].path}: {skipped[0].reason}{more}"
    return f"nothing could be added from {where}: {why}"
