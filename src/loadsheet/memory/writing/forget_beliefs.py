"""What is forgotten and the beliefs go in; the beliefs that go with it, and episodes in fewer words, come out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from loadsheet.artifacts import Belief, Episode, Hypothesis, MemoryRecord, Message, Source, Span
from loadsheet.corpus.sentences import split
from loadsheet.memory.beliefs.bearing import text_of
from loadsheet.memory.beliefs.episodes import EXTRACT, without
from loadsheet.memory.beliefs.standing import members
from loadsheet.memory.writing import forget
from loadsheet.memory.writing.forget import Forgetting, left_of, nobodys, stems_of
from loadsheet.memory.writing.redact import is_long, pattern


def with_beliefs(
    gone: Forgetting,
    beliefs: Sequence[Belief],
    records: Sequence[MemoryRecord],
    messages: Sequence[Message],
    ids: Sequence[str] = (),
    subject: str | None = None,
) -> tuple[Forgetting, list[Episode]]:
    """A forgetting with the beliefs that it takes, and the episodes that lose a part.

    A hypothesis goes that is named, that names the subject, as `the user` does, or says what is forgotten; so does one
    that rests on what goes, or gives its id as a reason, and says a word of it that nobody says who stays. An episode
    goes of whose sources nothing is left.
    """
    # A subject that is no name (`the`) is nobody's, whatever says the word.
    owner = pattern(filter(lambda name: stems_of([name]), [subject or ""]))
    named = pattern(gone.texts)
    lost: list[Belief] = []
    kept: list[Belief] = []
    for belief in beliefs:
        direct = belief.id in ids or (
            isinstance(belief, Hypothesis) and owner.search(said_in(belief))
        )
        made = None if direct else _left(belief, gone, named)
        if made is None:
            lost.append(belief)
        else:
            kept.append(made)
    told = {record.id: forget.said_in(record) for record in records}
    left = left_of(gone, records, messages)
    gone = _with_resting(gone, lost, kept, told, left)
    return gone, [b for b in kept if isinstance(b, Episode) and b not in beliefs]


def with_documents(
    texts: Mapping[str, str],
    sourced: Sequence[str],
    beliefs: Sequence[Belief],
    records: Sequence[MemoryRecord],
    messages: Sequence[Message],
) -> Forgetting:
    """What goes of memory with documents, whose texts are given by their ids: the records `sourced` from them, and the
    hypotheses that quote a sentence of them, or rest on such a record or name a document, and say a word of it that
    nobody says who stays.
    """
    gone, every = Forgetting(tuple(sourced)), "\n".join(texts.values())
    left = left_of(gone, records, messages)
    hypotheses = [belief for belief in beliefs if isinstance(belief, Hypothesis)]
    said = "\n".join(map(said_in, hypotheses))
    sentences = (every[span.start : span.end] for span in (split(every) if hypotheses else ()))
    quoted = pattern(nobodys((s for s in sentences if is_long(s) and s in said), left))
    lost = [h for h in hypotheses if quoted.search(said_in(h))]
    kept = [h for h in hypotheses if h not in lost]
    told = {**texts, **dict.fromkeys(sourced, every)}
    made = _with_resting(gone.also(texts), lost, kept, told, left)
    return Forgetting(tuple(id for id in made.records if id not in texts), said=made.said)


def _with_resting(
    gone: Forgetting,
    lost: Sequence[Belief],
    kept: Iterable[Belief],
    told: Mapping[str, str],
    left: Sequence[str],
) -> Forgetting:
    """A forgetting with the beliefs that are lost, and those of the kept ones that rest on what goes, and on these.

    `told` has the words of what goes by its id, `left` what stays.
    """
    words, waiting = stems_of(left), list(kept)
    telling, going, every = dict(told), list(lost), list(lost)
    while True:
        gone = gone.also(b.id for b in going)
        telling |= {b.id: said_in(b) for b in going}
        going = _resting(gone, [b for b in waiting if isinstance(b, Hypothesis)], telling, words)
        if not going:
            break
        waiting = [belief for belief in waiting if belief not in going]
        every += going
    return gone.also(said=nobodys(_sayings(every), [*left, *map(said_in, waiting)]))


def said_in(belief: Belief) -> str:
    """All that a belief says, with why it was closed."""
    whys = (change.why for change in belief.history) if isinstance(belief, Hypothesis) else ()
    return "\n".join((text_of(belief), *whys))


def _resting(
    gone: Forgetting, kept: Sequence[Hypothesis], told: Mapping[str, str], others: Set[str]
) -> list[Hypothesis]:
    """The hypotheses that say a word of what they rest on and that goes, which is not of `others`, nor of a hypothesis
    that rests on nothing that goes. `told` has the words of each id.
    """
    lost, reason = frozenset(gone.records) & told.keys(), pattern(gone.records)
    on = {h.id: (members([h]) & lost) | set(reason.findall(said_in(h))) & lost for h in kept}
    theirs = others | stems_of(said_in(h) for h in kept if not on[h.id])
    return [
        h for h in kept if (stems_of(told[id] for id in on[h.id]) - theirs) & stems_of([said_in(h)])
    ]


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


def _sayings(beliefs: Iterable[Belief]) -> Iterator[str]:
    """The words of beliefs that are a host's, or a model's."""
    for belief in beliefs:
        if isinstance(belief, Hypothesis):
            yield from (belief.content, *belief.assumptions, *(c.why for c in belief.history))
        elif belief.written_by != EXTRACT or not belief.sentences:
            yield belief.summary
