"""The documents of an agent, for its host: files and texts in, what was done with each, and what became of it, out.

`add` and `sync` are one way with two manners: `add` wants what it names to be there, `sync` takes what is there.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loadsheet.artifacts import (
    AddReport,
    CheckReport,
    Document,
    Excerpt,
    Partial,
    Skipped,
    Source,
    given_texts,
)
from loadsheet.corpus import index
from loadsheet.corpus.ahead import BATCH_CHARACTERS, BATCH_DOCUMENTS, Ahead, batched
from loadsheet.corpus.chunk import chunk, pages_of
from loadsheet.corpus.cutting import Cutting
from loadsheet.corpus.find import Root
from loadsheet.corpus.formats import EDITION, Limits, Unreadable
from loadsheet.corpus.formats.workshop import Workshop
from loadsheet.corpus.load import Loaded, ReadPolicy, Same, document_of, extracted, load
from loadsheet.corpus.tally import AddProgress, Tally
from loadsheet.embedding import Embedding, EmbeddingProgress
from loadsheet.errors import InputError, UnknownError
from loadsheet.ports import (
    Clock,
    Counter,
    Cut,
    ErasedDocuments,
    Store,
    StoredDocument,
    StoredVersion,
)
from loadsheet.settings import Settings
from loadsheet.wording import Wording, WordingProgress


@dataclass(frozen=True, slots=True)
class Library:
    """The documents of one workspace: it takes them in, keeps them up to date, and out again."""

    store: Store
    workspace: str
    counter: Counter
    settings: Settings
    clock: Clock
    refresh: Callable[[], Awaitable[object]]
    """Has memory look again at what rests on documents."""
    embedding: Embedding | None = None
    """What gives passages their vectors; None without an embedder."""
    wording: Wording | None = None
    """What has a model say what sections are about; None where the settings name none."""

    # ------------------------------------------------------------ files

    async def add(
        self, *paths: str | os.PathLike[str], progress: AddProgress | None = None
    ) -> AddReport:
        """Add files, folders and patterns; what is gone from them goes, what is unchanged costs nothing.

        A file that cannot be read is named in `skipped`. Raises `InputError` for a path that does not exist, and when
        nothing could be added and nothing was to go; both change nothing.
        """
        roots = [Root.of(path) for path in paths]
        tally = Tally(progress)
        async with self.store.adding():
            stored = await self.store.documents(self.workspace)
            await self._take_in(roots, stored, tally, named=roots)
            gone = index.gone(stored, roots, tally.seen, tally.skipped)
            if not tally.seen and not gone:
                raise InputError(_nothing_added(paths, tally.skipped))
            report = tally.report(await self._settle(roots, gone))
        return await self._changed(report)

    async def sync(
        self, *paths: str | os.PathLike[str], progress: AddProgress | None = None
    ) -> AddReport:
        """Bring the documents up to date with the paths; without any, with every path that was ever added.

        Unlike `add` it takes a folder that is gone for one that has become empty. A path that is gone with the folder
        around it, as a disk that is not mounted, keeps its documents and is named.
        """
        async with self.store.adding():
            report = await self._sync(paths, Tally(progress))
        return await self._changed(report)

    async def _sync(self, paths: Sequence[str | os.PathLike[str]], tally: Tally) -> AddReport:
        named = [str(Root.at(path).path) for path in paths]
        stored = await self.store.documents(self.workspace)
        wanted = named or await self.store.roots(self.workspace)
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
        await self.store.unfollow(self.workspace, lost)
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
        erased = await self.store.erased(self.workspace)
        items = load(
            roots,
            stored=stored,
            reading=self.reading,
            erased=erased,
            readmitted={str(root.path) for root in named},
            stop=stop.is_set,
        )
        with closing(Cutting(self.counter, self.settings.chunk_tokens)) as cutting:
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
        removed = await self.store.remove(self.workspace, gone, self.clock())
        paths = [str(root.path) for root in roots]
        await self.store.follow(self.workspace, list(dict.fromkeys(paths)))
        return removed

    # ------------------------------------------------------------ texts

    async def add_documents(self, documents: Iterable[Document]) -> AddReport:
        """Add texts that are in memory; an id that is there already is replaced.

        Raises `InputError` for what is no document.
        """
        given_texts(documents, "what is added")
        tally = Tally(None)
        cuts: list[Cut] = []
        for document in documents:
            cuts.append(self._cut(_given(document)))
            full = sum(len(cut.document.text) for cut in cuts) >= BATCH_CHARACTERS
            if full or len(cuts) >= BATCH_DOCUMENTS:
                await self._store(cuts, tally)
                cuts.clear()
        await self._store(cuts, tally)
        return await self._changed(tally.report())

    async def add_bytes(self, data: bytes, *, name: str) -> AddReport:
        """Add what a file of that name would hold. Raises `InputError` when it is no document."""
        suffix = Path(name).suffix
        limit = self.settings.file_megabytes
        if len(data) > limit * 1e6:
            raise InputError(f"{name} is larger than {limit:g} MB; see the setting file_megabytes")
        with closing(Workshop(self.reading.limits)) as workshop:
            made = await asyncio.to_thread(extracted, data, suffix, workshop)
        if isinstance(made, Unreadable):
            raise InputError(f"{name} {made.reason}")
        document = document_of(made, name, path=None, root=None, stem=Path(name).stem)
        tally = Tally(None)
        await self._store([self._cut(document)], tally)
        return await self._changed(tally.report())

    async def _store(self, cuts: Sequence[Cut], tally: Tally) -> None:
        if cuts:
            put = await self.store.put_all(self.workspace, cuts, self.clock())
            tally.stored(cuts, put)

    # ------------------------------------------------------------ what goes, and what follows

    async def remove(self, ids: str | Sequence[str]) -> Sequence[str]:
        """Remove documents from search; returns those that were there. Raises `UnknownError` when none was."""
        wanted = [ids] if isinstance(ids, str) else ids
        gone = await self.store.remove(self.workspace, wanted, self.clock())
        await self.refresh()
        if wanted and not gone:
            raise UnknownError(
                f"no document has the id {wanted[0]!r} in workspace {self.workspace!r}"
            )
        return gone

    async def erase(self, ids: str | Sequence[str]) -> ErasedDocuments:
        """Remove documents for good, also such as were removed before, and report what was reached.

        Nothing of any version stays in a table, index or file of the state. Turns that read them cannot be replayed,
        their answers say `[forgotten]`, and what memory took from them goes. Raises `UnknownError` when there was never
        one of these ids.
        """
        wanted = [ids] if isinstance(ids, str) else ids
        # An `add` that read a file before it was erased must not store it afterwards.
        async with self.store.adding():
            done = await self.store.erase_documents(
                self.workspace, wanted, self.counter, self.clock()
            )
        if wanted and not done.documents:
            raise UnknownError(
                f"no document ever had the id {wanted[0]!r} in workspace {self.workspace!r}"
            )
        return done

    async def _changed(self, report: AddReport) -> AddReport:
        """What follows when documents have changed: records that rest on them, and vectors."""
        await self.refresh()
        if self.embedding:
            self.embedding.begin()
        return report

    # ------------------------------------------------------------ vectors and summaries

    async def embed(self, progress: EmbeddingProgress | None = None) -> Partial:
        """Wait until every passage has its vector, and say how many there are; none without an embedder.

        `add` and `add_documents` begin with it in the background, and what was stopped goes on here. Raises
        `ModelError` when the embedder fails; what it made until then is kept.
        """
        if self.embedding:
            return await self.embedding.finish(progress)
        passages = sum(row.chunks for row in await self.store.documents(self.workspace))
        return Partial(source="vectors", have=0, of=passages)

    async def summarize(self, progress: WordingProgress | None = None) -> Partial:
        """Make the summaries that overviews are found by, and say how many there are; none with `route = "fixed"`.

        With the setting `outline` a model is asked, once for each section, what it is about: `progress` is told
        how far it is. Raises `ModelError` when it fails; what it said until then is kept, and the next call goes on.
        """
        if self.settings.route == "fixed":
            return Partial(source="summaries", have=0, of=0)
        while (made := await self.store.summarize(self.workspace)).have < made.of:
            pass
        return await self.wording.finish(progress) if self.wording else made

    # ------------------------------------------------------------ versions

    async def versions(self, document: str) -> Sequence[StoredVersion]:
        """Every version of a document, oldest first. Raises `UnknownError` when there was never one."""
        found = await self.store.versions(self.workspace, document)
        if not found:
            raise UnknownError(
                f"no document {document!r} in workspace {self.workspace!r}: list them with `loadsheet documents`"
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
        found = next((v for v in versions if v.version == (version or versions[-1].version)), None)
        text = found and await self.store.text(self.workspace, document, found.version)
        if found is None or text is None:
            known = f"1 to {versions[-1].version}" if len(versions) > 1 else "only version 1"
            raise UnknownError(f"{document} has no version {version}: there is {known}")
        begin, stop = start or 0, len(text) if end is None else end
        if not 0 <= begin <= stop <= len(text):
            raise InputError(
                f"{document} v{found.version} has {len(text)} characters: {begin}:{stop} is not a part of it"
            )
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

    async def outdated(self, sources: Iterable[Source]) -> dict[tuple[str, int], StoredVersion]:
        """The versions among `sources` that search does not see any more, by document and version."""
        cited = {(s.document, s.version) for s in sources if s.document and s.version is not None}
        found: dict[tuple[str, int], StoredVersion] = {}
        for document in sorted({name for name, _ in cited}):
            for held in await self.store.versions(self.workspace, document):
                if (document, held.version) in cited and not held.current:
                    found[document, held.version] = held
        return found

    async def unsynced(self) -> list[Loaded | Skipped]:
        """What a `sync` would take in or skip, of every path that was added; nothing is stored."""
        stored = await self.store.documents(self.workspace)
        roots = [Root.at(path) for path in await self.store.roots(self.workspace)]
        erased = await self.store.erased(self.workspace)
        there = [root for root in roots if root.exists()]

        def read() -> list[Loaded | Skipped]:
            items = load(there, stored=stored, reading=self.reading, erased=erased)
            return [item for item in items if not isinstance(item, Same)]

        return await asyncio.to_thread(read)

    # ------------------------------------------------------------ drift

    async def check(self, *, repair: bool = False) -> CheckReport:
        """What does not agree between documents, passages, text index, vectors, summaries, and memory and its index.

        With `repair` it is put right, and what is missing of vectors is made in the background.
        """
        repaired: list[str] = []
        if repair:
            repaired += await self.store.repair(self.workspace, lambda d: self._cut(d).chunks)
            repaired += await self.store.check_vectors(self.workspace, repair=True)
            repaired += await self.store.check_summaries(self.workspace, repair=True)
            repaired += await self.store.check_memory(self.workspace, repair=True)
        drift = [
            *await self.store.check(self.workspace),
            *await self.store.check_vectors(self.workspace),
            *await self.store.check_summaries(self.workspace),
            *await self.store.check_memory(self.workspace),
        ]
        rows = await self.store.documents(self.workspace)
        return CheckReport(
            drift=tuple(drift),
            repaired=tuple(repaired),
            documents=len(rows),
            passages=sum(row.chunks for row in rows),
            waiting=await self._waiting(begin=repair),
        )

    async def _waiting(self, *, begin: bool) -> int:
        """How many passages wait for their vector, with `begin` in the background; none without an embedder."""
        if self.embedding is None:
            return 0
        if begin:
            self.embedding.begin()
        state = await self.store.embedded(self.workspace, self.embedding.name)
        return state.of - state.have

    # ------------------------------------------------------------ how

    @property
    def reading(self) -> ReadPolicy:
        """How the settings want files to be read."""
        chosen = self.settings
        return ReadPolicy(
            file_megabytes=chosen.file_megabytes,
            total_megabytes=chosen.add_megabytes,
            limits=Limits(chosen.file_characters, chosen.file_seconds),
            gitignore=chosen.gitignore,
            recipe=f"{EDITION}-{chosen.chunk_tokens}-{self.counter.name}",
        )

    def _cut(self, document: Document) -> Cut:
        return Cut(document, chunk(document, self.counter, target=self.settings.chunk_tokens))


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
