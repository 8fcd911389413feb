"""Sections with their central sentences in; what a model says each is about, kept beside them, out.

A question that wants an overview uses other words than the sections that answer it. A model's wording is searched with
the section's own sentences, and is never shown: evidence is what the document says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loadsheet.artifacts import Partial, Prompt
from loadsheet.intent.proposals import Refused, summarized
from loadsheet.ports import ChatModel, Section, SummaryStore, Worded
from loadsheet.surrogates import in_characters

AT_ONCE = 4
"""Sections between two commits: what a model was paid for is not lost."""

MAX_TOKENS = 160
"""What two or three sentences take."""

TASK = (
    "Say in two or three sentences what the text below is about and what it decides, for somebody who looks for it in "
    "other words. Use only what it says: no number and no name that is not in it. Answer with these sentences alone."
)

WordingProgress = Callable[[Partial], None]
"""Called with how many sections a model was asked for, after each commit."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Has every section of a workspace worded, once; what was stopped goes on where it was."""

    store: SummaryStore
    model: ChatModel
    workspace: str

    async def finish(self, progress: WordingProgress | None = None) -> Partial:
        """Ask for every section that was not asked for yet. Raises `ModelError` when the model fails."""
        while True:
            state, waiting = await self.store.unworded(self.workspace, self.model.name, AT_ONCE)
            if progress:
                progress(state)
            if not waiting:
                return state
            made: list[Worded] = []
            try:
                for section in waiting:
                    made.append(await self._worded(section))
            finally:
                await self.store.keep_wordings(self.workspace, self.model.name, made)

    async def _worded(self, section: Section) -> Worded:
        """The model's wording, or why it is not taken: it says what the section does not."""
        path = " › ".join(part for part in (section.title, *section.headings) if part)
        prompt = Prompt(
            messages=(
                {"role": "system", "content": TASK},
                {"role": "user", "content": f"{path}\n\n{section.text}"},
            )
        )
        pieces = [p.text async for p in self.model.stream(prompt, max_tokens=MAX_TOKENS)]
        found = summarized(f"{path}\n{section.text}", in_characters("".join(pieces)))
        if isinstance(found, Refused):
            return Worded(section.id, refused=found.reason)
        return Worded(section.id, found)
