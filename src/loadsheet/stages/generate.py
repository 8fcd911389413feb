"""The prompt goes in; the answer comes out, with every citation checked against the manifest."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import Artifact, Context, ModelCandidate, Reply
from loadsheet.intent.language.translations import everywhere, say
from loadsheet.ports import ChatModel, Piece
from loadsheet.stages.citation_markers import MarkerFilter, citations, cited_entries
from loadsheet.trace import StageReport

NO_ANSWER = say("no_answer", "en")
"""What a model is told to say, word for word, when the evidence does not hold the answer."""

OF_ANOTHER_TIME = ", and what is remembered of it holds at another time than the one asked of"

ANSWERING = frozenset({"evidence", "attachment", "memory", "structured_state"})
"""The kinds of block that an answer of something looked up may rest on."""

Say = Callable[[str], None]
"""Takes each piece of the answer as it comes."""


class Asking(Artifact):
    """The prompt, and whether there is enough in it to ask a model at all."""

    context: Context
    sufficient: bool
    searched: str
    max_tokens: int
    model: ModelCandidate
    language: str = "en"
    """The language that what is said by rule is said in."""
    looked_up: bool = True
    """Whether the answer needs something that was looked up."""


@dataclass(frozen=True, slots=True)
class Generate:
    """Ask the model, or declare that the evidence is not sufficient and ask nobody."""

    name: ClassVar[str] = "generate"
    model: ChatModel
    say: Say = lambda _piece: None

    async def __call__(self, given: Asking, /) -> Reply:
        """Raises `ModelError` when the model fails before it has said anything, or in the middle."""
        if not given.sufficient or (given.looked_up and not aboard(given.context)):
            reply = insufficient(lacking(given), self.model.name, given.language)
            self.say(reply.text)
            return reply
        known = cited_entries(given.context)
        check, said = MarkerFilter(known), Trimmed(self.say)
        usage: tuple[tuple[str, int], ...] = ()
        async for piece in self._pieces(given):
            usage = piece.usage or usage
            said.feed(check.feed(piece.text))
        said.feed(check.finish())
        text, outcome = said.text, "answered"
        if not text or any(refused in text for refused in everywhere("no_answer")):
            outcome = "insufficient_evidence"
        if not text:
            text = say("nothing_said", given.language)
            self.say(text)
        return Reply(
            text=text,
            citations=citations(text, given.context, known),
            outcome=outcome,
            invalid_markers=tuple(check.invalid),
            model=self.model.name,
            usage=usage,
        )

    def _pieces(self, given: Asking) -> AsyncIterator[Piece]:
        return self.model.stream(given.context.prompt, max_tokens=given.max_tokens)

    def report(self, given: Asking, gave: Reply, /) -> StageReport:
        """The failure signals are markers that point nowhere, and an answer that cites nothing."""
        failure = None
        if gave.validity == 0:
            failure = f"ungrounded: every marker named no source: {list(gave.invalid_markers)}"
        elif gave.invalid_markers:
            failure = f"markers without a source removed: {list(gave.invalid_markers)}"
        elif gave.outcome == "answered" and not gave.citations:
            failure = "the answer cites nothing"
        usage = dict(gave.usage)
        return StageReport(
            tokens=usage.get("output_tokens"),
            cost=_cost(usage, given.model),
            failure=failure,
            decisions=(f"{gave.outcome} by {gave.model}", *_counted(usage, given.context)),
        )


@dataclass(slots=True)
class Trimmed:
    """Passes an answer on as it comes, without the blanks before and behind it."""

    say: Say
    text: str = ""
    """What was passed on."""
    _held: str = ""

    def feed(self, more: str) -> None:
        """Pass on what is no blank at an end; blanks that may be one are held until something follows."""
        waiting = self._held + more if self.text else (self._held + more).lstrip()
        piece = waiting.rstrip()
        self._held = waiting[len(piece) :]
        if piece:
            self.text += piece
            self.say(piece)


def _counted(usage: Mapping[str, int], context: Context) -> tuple[str, ...]:
    """What the provider counted, to stand beside our own count."""
    if not usage:
        return ()
    return (
        f"the server counted {usage.get('input_tokens', 0)} tokens read, where the manifest counts "
        f"{context.manifest.total_tokens}, and {usage.get('output_tokens', 0)} written",
    )


def _cost(usage: Mapping[str, int], model: ModelCandidate) -> float | None:
    """What the provider's own counts cost; None where it sent none."""
    if not usage:
        return None
    return model.cost(usage.get("input_tokens", 0), usage.get("output_tokens", 0))


def aboard(context: Context) -> bool:
    """Whether the prompt holds anything to answer from, more than a reference to it."""
    return any(
        entry.kind in ANSWERING and entry.rendition != "reference"
        for entry in context.manifest.entries
    )


def lacking(given: Asking) -> str:
    """What was searched, and why what was found does not answer: no room in the budget, or of another time."""
    if not given.sufficient:
        of_then = any(row.rule == "another_time" for row in given.context.manifest.left_out)
        return f"{given.searched}{OF_ANOTHER_TIME if of_then else ''}"
    budget = given.context.manifest.budget.prompt_tokens
    return f"{given.searched}, and what was found does not fit a prompt of {budget} tokens"


def insufficient(searched: str, model: str, code: str = "en") -> Reply:
    """The declared answer for a question that the evidence does not carry."""
    return Reply(
        text=f"{say('not_enough', code)} {searched}{'。' if code in {'zh', 'ja'} else '.'}",
        outcome="insufficient_evidence",
        model=model,
    )
