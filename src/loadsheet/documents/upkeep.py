"""What is made of documents, and whether it agrees with them: vectors, summaries, indexes."""

from __future__ import annotations

from dataclasses import dataclass

from loadsheet.artifacts import CheckReport, Partial
from loadsheet.documents.library import Library
from loadsheet.embedding import EmbeddingProgress
from loadsheet.wording import WordingProgress


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Makes vectors and summaries, and checks and repairs what is kept."""

    library: Library

    async def embed(self, progress: EmbeddingProgress | None = None) -> Partial:
        """Wait until every passage has its vector, and say how many there are; none without an embedder.

        `add` and `add_documents` begin with it in the background, and what was stopped goes on here. Raises
        `ModelError` when the embedder fails; what it made until then is kept.
        """
        if self.library.embedding:
            return await self.library.embedding.finish(progress)
        passages = sum(
            row.chunks for row in await self.library.store.documents(self.library.workspace)
        )
        return Partial(source="vectors", have=0, of=passages)

    async def summarize(self, progress: WordingProgress | None = None) -> Partial:
        """Make the summaries that overviews are found by, and say how many there are; none with `route = "fixed"`.

        With the setting `outline` a model is asked, once for each section, what it is about: `progress` is told
        how far it is. Raises `ModelError` when it fails; what it said until then is kept, and the next call goes on.
        """
        if self.library.settings.route == "fixed":
            return Partial(source="summaries", have=0, of=0)
        while (made := await self.library.store.summarize(self.library.workspace)).have < made.of:
            pass
        return await self.library.wording.finish(progress) if self.library.wording else made

    async def check(self, *, repair: bool = False) -> CheckReport:
        """What does not agree between documents, passages, text index, vectors, summaries, and memory and its index.

        With `repair` it is put right, and what is missing of vectors is made in the background.
        """
        store, workspace = self.library.store, self.library.workspace
        checks = (store.check_vectors, store.check_summaries, store.check_memory)
        repaired: list[str] = []
        if repair:
            repaired += await store.repair(workspace, lambda d: self.library.cut(d).chunks)
            repaired += [said for check in checks for said in await check(workspace, repair=True)]
        drift = [
            *await store.check(workspace),
            *[said for check in checks for said in await check(workspace)],
        ]
        rows = await store.documents(workspace)
        return CheckReport(
            drift=tuple(drift),
            repaired=tuple(repaired),
            documents=len(rows),
            passages=sum(row.chunks for row in rows),
            waiting=await self._waiting(begin=repair),
        )

    async def _waiting(self, *, begin: bool) -> int:
        """How many passages wait for their vector, with `begin` in the background; none without an embedder."""
        if self.library.embedding is None:
            return 0
        if begin:
            self.library.embedding.begin()
        state = await self.library.store.embedded(
            self.library.workspace, self.library.embedding.name
        )
        return state.of - state.have
