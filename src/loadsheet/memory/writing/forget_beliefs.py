"""What is forgotten and the beliefs go in; the beliefs that go with it, and episodes in fewer words, come out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from loadsheet.artifacts import Belief, Episode, Hypothesis, Message, Source, Span
from loadsheet.memory.beliefs.bearing import text_of
from loadsheet.memory.beliefs.episodes import EXTRACT, without
from loadsheet.memory.writing.forget import LONG_ENOUGH, Forgetting, pattern


def with_beliefs(
    gone: Forgetting,
    beliefs: Sequence[Belief],
    messages: Sequence[Message],
    ids: Sequence[str] = (),
    subject: str | None = None,
) -> tuple[Forgetting, list[Episode]]:
    """A forgetting with the beliefs that it takes, and the episodes that lose a part.

    A hypothesis goes that is named, that names the subject, as `the user` does, or says what is forgotten; an episode
    of whose sources nothing is left.
    """
    named, owner = pattern(gone.texts), pattern([subject or ""])
    lost: list[Belief] = []
    kept: list[Episode] = []
    for belief in beliefs:
        direct = belief.id in ids or (
            isinstance(belief, Hypothesis) and owner.search(said_in(belief))
        )
        made = None if direct else _left(belief, gone, named)
        if made is None:
            lost.append(belief)
        elif isinstance(made, Episode) and made != belief:
            kept.append(made)
    if not lost and not kept:
        return gone, []
    cuts = {(m.session, m.id): () for m in messages} | dict(gone.cuts)
    texts = dict.fromkeys((*gone.texts, *(text for one in lost for text in _own_words(one))))
    records = (*gone.records, *(belief.id for belief in lost))
    return Forgetting(records, cuts, tuple(texts)), kept


def said_in(belief: Belief) -> str:
    """All that a belief says, with why it was closed."""
    whys = (change.why for change in belief.history) if isinstance(belief, Hypothesis) else ()
    return "\n".join((text_of(belief), *whys))


def _left(belief: Belief, gone: Forgetting, named: re.Pattern[str]) -> Belief | None:
    if isinstance(belief, Hypothesis):
        return None if named.search(said_in(belief)) else belief

    def cut(source: Source, text: str) -> bool:
        place = Span(start=source.start or 0, end=source.end or 0)
        spans = gone.cuts.get((source.session, source.message), ())
        return (
            source.record in gone.records
            or any(span.overlaps(place.start, place.end) for span in spans)
            or named.search(text) is not None
        )

    return without(belief, cut)


def _own_words(belief: Belief) -> list[str]:
    """The words of a belief that nobody said who stays: a host's, or a model's.

    A short text stands by chance in what others say: it is looked for nowhere, or `a` would go from every message.
    """
    if isinstance(belief, Hypothesis):
        own = [belief.content, *belief.assumptions]
    else:
        own = [] if belief.written_by == EXTRACT and belief.sentences else [belief.summary]
    return [text for text in own if len(text) >= LONG_ENOUGH]
