"""The prompt goes in; the answer comes out, with every citation checked against the manifest."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import Artifact, Citation, Context, Entry, ModelCandidate, Reply
from loadsheet.assembly.frame import attributes_of
from loadsheet.ports import ChatModel, Piece
from loadsheet.trace import Report

NO_ANSWER = "The evidence does not answer this."
"""What a model is told to say, word for word, when the evidence does not hold the answer."""

_MARKER = re.compile(r" ?\[(\d{1,3})\]")
_OPEN = re.compile(r" ?\[\d{0,3}\Z| \Z")

Say = Callable[[str], None]
"""Takes each piece of the answer as it comes."""


class Asking(Artifact):
    """The prompt, and whether there is enough in it to ask a model at all."""

    context: Context
    sufficient: bool
    searched: str
    max_tokens: int
    model: ModelCandidate


@dataclass(frozen=True, slots=True)
class Generate:
    """Ask the model, or declare that the evidence is not sufficient and ask nobody."""

    name: ClassVar[str] = "generate"
    model: ChatModel
    say: Say = lambda _piece: None

    async def __call__(self, given: Asking, /) -> Reply:
        """Raises `ModelError` when the model fails before it has said anything, or in the middle."""
        if not given.sufficient:
            reply = insufficient(given.searched, self.model.name)
            self.say(reply.text)
            return reply
        known = cited_entries(given.context)
        check = MarkerFilter(known)
        said: list[str] = []
        usage: tuple[tuple[str, int], ...] = ()
        async for piece in self._pieces(given):
            usage = piece.usage or usage
            self._pass_on(check.feed(piece.text), said)
        self._pass_on(check.finish(), said)
        text = "".join(said).strip()
        return Reply(
            text=text,
            citations=citations(text, given.context, known),
            outcome="insufficient_evidence" if not text or NO_ANSWER in text else "answered",
            invalid_markers=tuple(check.invalid),
            model=self.model.name,
            usage=usage,
        )

    def _pieces(self, given: Asking) -> AsyncIterator[Piece]:
        return self.model.stream(given.context.prompt, max_tokens=given.max_tokens)

    def _pass_on(self, text: str, said: list[str]) -> None:
        if text:
            said.append(text)
            self.say(text)

    def report(self, given: Asking, gave: Reply, /) -> Report:
        """The failure signals are markers that point nowhere, and an answer that cites nothing."""
        failure = None
        if gave.invalid_markers:
            failure = f"markers without a source removed: {list(gave.invalid_markers)}"
        elif gave.outcome == "answered" and not gave.citations:
            failure = "the answer cites nothing"
        usage = dict(gave.usage)
        return Report(
            tokens=usage.get("output_tokens"),
            cost=_cost(usage, given.model),
            failure=failure,
            decisions=(f"{gave.outcome} by {gave.model}",),
        )


def _cost(usage: Mapping[str, int], model: ModelCandidate) -> float | None:
    """What the provider's own counts cost; None where it sent none."""
    if not usage:
        return None
    return model.cost(usage.get("input_tokens", 0), usage.get("output_tokens", 0))


def insufficient(searched: str, model: str) -> Reply:
    """The declared answer for a question that the evidence does not carry."""
    return Reply(
        text=f"There is not enough evidence to answer this: {searched}.",
        outcome="insufficient_evidence",
        model=model,
    )


def cited_entries(context: Context) -> dict[int, Entry]:
    """The entries that a marker may name, by their number."""
    found: dict[int, Entry] = {}
    for entry in context.manifest.entries:
        kind, _, number = entry.id.partition(":")
        if kind == "evidence" and number.isdigit():
            found[int(number)] = entry
    return found


class MarkerFilter:
    """Passes text on, without the markers that name no entry; those are listed in `invalid`."""

    def __init__(self, known: Mapping[int, Entry]) -> None:
        self.known = known
        self.invalid: list[int] = []
        self._held = ""

    def feed(self, text: str) -> str:
        """The text that is decided; what may be the start of a marker is held back."""
        checked = _MARKER.sub(self._keep_known, self._held + text)
        waiting = _OPEN.search(checked)
        cut = waiting.start() if waiting else len(checked)
        self._held = checked[cut:]
        return checked[:cut]

    def finish(self) -> str:
        """What is still held back at the end."""
        held, self._held = self._held, ""
        return held

    def _keep_known(self, found: re.Match[str]) -> str:
        number = int(found.group(1))
        if number in self.known:
            return found.group(0)
        self.invalid.append(number)
        return ""


def citations(text: str, context: Context, known: Mapping[int, Entry]) -> tuple[Citation, ...]:
    """Each marker once, in order, with the words that it stands behind."""
    made: dict[int, Citation] = {}
    for found in _MARKER.finditer(text):
        number = int(found.group(1))
        if number in known and number not in made:
            entry = known[number]
            made[number] = Citation(
                marker=number,
                label=_label(context, entry),
                quote=_quote(text[: found.start()]),
                source=entry.sources[0],
            )
    return tuple(made.values())


def _label(context: Context, entry: Entry) -> str:
    content = context.prompt.messages[entry.message]["content"]
    return attributes_of(content[entry.start : entry.end]).get("source", entry.id)


def _quote(before: str) -> str:
    """The last sentence before a marker, without the markers in it."""
    clean = _MARKER.sub("", before).strip()
    pieces: Iterable[str] = re.split(r"(?<=[.!?。！？])\s+|\n+", clean)
    return list(pieces)[-1]
