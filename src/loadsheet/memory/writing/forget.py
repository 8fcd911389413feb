"""Records, messages and what must be forgotten go in; what goes with it comes out (`redact` takes it out). Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TypeVar

from loadsheet.artifacts import CURRENT, Episode, MemoryRecord, Message, Source, Span
from loadsheet.corpus.sentences import split
from loadsheet.corpus.terms import terms
from loadsheet.intent.language import common
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal
from loadsheet.memory.writing.redact import is_long, pattern, without_spans

SHORTEST = 4
"""A shorter value is too common a word to be looked for by itself."""


MessagePlace = tuple[str | None, str | None]
"""The session and the id of a message."""

Cuts = Mapping[MessagePlace, tuple[Span, ...]]
"""The sentences of messages, by where these stand."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What a forgetting takes with it."""

    records: tuple[str, ...] = ()
    cuts: Cuts = field(default_factory=dict[MessagePlace, tuple[Span, ...]])
    """The sentences of each message that go."""
    names: tuple[str, ...] = ()
    """Names and telling values: of one thing, wherever they stand."""
    said: tuple[str, ...] = ()
    """Sentences, observations and beliefs, as they were said, which nobody says that stays."""

    def __bool__(self) -> bool:
        return bool(self.records or self.names or self.said)

    @property
    def texts(self) -> tuple[str, ...]:
        """What may stand nowhere any more, in whatever other words. A short saying stands there by chance: were it
        looked for, `a` would go from every message.
        """
        return tuple(dict.fromkeys((*self.names, *filter(is_long, self.said))))

    @property
    def short(self) -> tuple[str, ...]:
        """What goes only where it is all that a message or a record says."""
        return tuple(text for text in self.said if not is_long(text))

    def also(
        self, records: Iterable[str] = (), said: Iterable[str] = (), cuts: Cuts | None = None
    ) -> Forgetting:
        """This forgetting with more records, sayings and sentences of messages."""
        return Forgetting(
            tuple(dict.fromkeys((*self.records, *records))),
            {**self.cuts, **(cuts or {})},
            self.names,
            tuple(dict.fromkeys((*self.said, *said))),
        )


def with_former(ids: Sequence[str], records: Sequence[MemoryRecord]) -> frozenset[str]:
    """Records, and all that they stand in the place of: a number that is forgotten is so with the one before it."""
    former = {record.id: record.supersedes for record in records}
    found, waiting = set[str](), list(ids)
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += former.get(one, ())
    return frozenset(found)


def forgetting(
    records: Sequence[MemoryRecord],
    messages: Sequence[Message],
    ids: Sequence[str] = (),
    subject: str | None = None,
    believed: Iterable[str] = (),
) -> Forgetting:
    """What goes with records, or with a subject: the records that are of it or name it, and the sentences that do.

    What somebody else says of the same stays theirs: a value goes everywhere only where no record that stays has it.
    A subject is somebody of whom there is a record, who spoke, or whom a record or something that is `believed` names.
    """
    names = called(subject, records) if subject is not None else frozenset[str]()
    words = _spelled(names, records, messages)
    named = pattern(words)
    wanted = with_former(ids, records)
    direct = {
        r.id for r in records if r.id in wanted or _is_of(r, names) or named.search(said_in(r))
    }
    owners = [r for r in records if _is_of(r, names) or (r.key == "name" and _is(r.value, names))]
    spoken = [message for message in messages if _is(_speaker(message), names)]
    known = owners or spoken or _is_named(named, names, records, believed)
    if subject is not None and not known:
        return Forgetting()  # a name that nobody has is a word like any other
    sources = [source for r in records if r.id in direct for source in r.sources]
    cuts = {_place(m): _cut(m, named, sources, whole=m in spoken) for m in messages}
    gone = [r for r in records if r.id in direct or _is_cut(r, cuts)]
    kept = [r for r in records if r not in gone]
    going = Forgetting(tuple(r.id for r in gone), cuts)
    heard = [_of(m, span) for m in messages for span in cuts[_place(m)]]
    said = [*nobodys(heard, left_of(going, records, messages)), *_statements(gone, kept)]
    names = (*words, *(text for text in values_of(gone) if not _is_theirs(text, kept)))
    made = Forgetting(cuts=cuts, names=names, said=tuple(dict.fromkeys(said)))
    found = pattern(made.texts)
    gone += [r for r in kept if found.search(r.text)]
    return made.also(r.id for r in gone)


def _is_named(
    named: re.Pattern[str],
    names: Iterable[str],
    records: Iterable[MemoryRecord],
    believed: Iterable[str],
) -> bool:
    """Whether somebody is named in what was believed or observed, or, as names are written, in another record."""
    if not stems_of(names):
        return False  # `the` names nobody
    if any(map(named.search, believed)):
        return True
    return any(
        record.confirmed_by == "host" or not match[0].islower()
        for record in records
        for match in named.finditer(record.text)
    )


def _statements(gone: Iterable[MemoryRecord], kept: Sequence[MemoryRecord]) -> list[str]:
    return [r.text.strip() for r in gone if r.text.strip() and not _is_theirs(r.text, kept)]


def with_replies(
    gone: Forgetting,
    records: Sequence[MemoryRecord],
    messages: Sequence[Message],
    turns: Set[str] = frozenset(),
) -> Forgetting:
    """A forgetting with what an assistant said after it: each sentence with a word that nobody else has said.

    Such is a reply to a message that is cut, and an answer of one of `turns`, in which what is forgotten was at hand.
    """
    ids = frozenset(gone.records)
    lost = [said_in(record) for record in records if record.id in ids]
    lost += [_of(m, span) for m in messages for span in gone.cuts.get(_place(m), ())]
    own = stems_of([*lost, *gone.said]) - stems_of(left_of(gone, records, messages))
    cuts, said = dict[MessagePlace, tuple[Span, ...]](), list[str]()
    for reply in _replies(messages, gone.cuts, turns):
        was = gone.cuts.get(_place(reply), ())
        spans = [
            span
            for span in split(reply.content)
            if span in was or own & stems_of([_of(reply, span)])
        ]
        cuts[_place(reply)] = tuple(spans)
        said += [_of(reply, span) for span in spans]
    return gone.also(said=said, cuts=cuts)


def left_of(
    gone: Forgetting, records: Sequence[MemoryRecord], messages: Sequence[Message]
) -> list[str]:
    """What the records say that stay, and what people say that stays. What an assistant says, it says after others."""
    ids = frozenset(gone.records)
    kept = [said_in(record) for record in records if record.id not in ids]
    told = (message for message in messages if message.role != "assistant")
    return [*kept, *(without_spans(m.content, gone.cuts.get(_place(m), ())) for m in told)]


def nobodys(said: Iterable[str], left: Sequence[str]) -> Iterator[str]:
    """The sayings that stand in nothing that is left; a short one stands there by chance, but where it is all of it."""
    whole, every = frozenset(map(normal, left)), "\n".join(left)
    for text in dict.fromkeys(text.strip() for text in said):
        if text and (text not in every if is_long(text) else normal(text) not in whole):
            yield text


def _replies(
    messages: Sequence[Message], cuts: Mapping[MessagePlace, Sequence[Span]], turns: Set[str]
) -> Iterator[Message]:
    """What an assistant said in one of the turns, or with nothing but its own words after a message that is cut."""
    cut_before: dict[str, bool] = {}
    for message in messages:
        if message.role == "user":
            cut_before[message.session] = bool(cuts.get(_place(message)))
        elif message.turn in turns or cut_before.get(message.session):
            yield message


def stems_of(texts: Iterable[str]) -> frozenset[str]:
    """The words of texts that name something, in the form in which they are compared."""
    return frozenset(common.naming(stem for text in texts for stem in terms(text)))


def called(subject: str, records: Iterable[MemoryRecord]) -> frozenset[str]:
    """A subject and who that is by another name: `user's wife` and `Mia`."""
    names = {normal(subject)}
    for record in records:
        if record.key == "name" and not record.multi and record.status in CURRENT:
            pair = {normal(record.subject), normal(record.value)}
            names |= pair if normal(subject) in pair else set()
    return frozenset(names)


def _speaker(message: Message) -> str:
    """Who said it: without a name it is the user; a program is nobody of whom anything is remembered."""
    return message.name or (USER if message.role == "user" else "")


def _of(message: Message, span: Span) -> str:
    return message.content[span.start : span.end]


def _is(name: str, names: frozenset[str]) -> bool:
    return normal(name) in names


def _is_of(record: MemoryRecord, names: frozenset[str]) -> bool:
    """Whether a record is of somebody of these names, or of what is theirs: `Jack's dog` goes with Jack."""
    subject = normal(record.subject)
    return subject in names or any(subject.startswith(f"{name}'s ") for name in names)


def _spelled(
    names: frozenset[str], records: Iterable[MemoryRecord], messages: Iterable[Message]
) -> list[str]:
    """The names as they are written, but for what no sentence calls anybody by."""
    written = {spelled for r in records for spelled in (r.subject, r.value) if _is(spelled, names)}
    written |= {m.name for m in messages if m.name and _is(m.name, names)}
    found = {*names, *written} - {USER}
    return sorted(name for name in found if len(name) > 1)


def said_in(record: MemoryRecord) -> str:
    """Everything that a record says in words."""
    return "\n".join((record.subject, record.key, record.value, record.text, record.condition))


def _place(of: Message | Source) -> MessagePlace:
    return of.session, of.id if isinstance(of, Message) else of.message


def _cut(
    message: Message, named: re.Pattern[str], sources: Sequence[Source], *, whole: bool
) -> tuple[Span, ...]:
    """The sentences of a message that name somebody or that a source lies in; all of them with `whole`."""
    own = [source for source in sources if _place(source) == _place(message)]
    return tuple(
        span
        for span in split(message.content)
        if whole
        or named.search(_of(message, span))
        or any(_lies_in(source, (span,)) for source in own)
    )


def _lies_in(source: Source, spans: Iterable[Span]) -> bool:
    start, end = source.start or 0, source.end or 0
    return any(span.overlaps(start, end) for span in spans)


def _is_cut(record: MemoryRecord, cuts: Mapping[MessagePlace, Sequence[Span]]) -> bool:
    """Whether nothing is left of what a record was made of."""
    return bool(record.sources) and all(
        _lies_in(source, cuts.get(_place(source), ())) for source in record.sources
    )


def _is_theirs(text: str, kept: Sequence[MemoryRecord]) -> bool:
    """Whether a record that stays says a statement in the same words, or has a value in its own."""
    name = normal(text)
    return any(name == normal(r.text) or f" {name} " in f" {normal(r.value)} " for r in kept)


Sourced = TypeVar("Sourced", MemoryRecord, Episode)
"""What says where it stands."""


def moved(record: Sourced, message: Message, cut: Sequence[Span]) -> Sourced:
    """A record that stays, with its sources where they stand in a message that is cut; what is cut is none any more."""

    def now(at: int) -> int:
        return len(without_spans(message.content[:at], (s for s in cut if s.end <= at)))

    sources: list[Source] = []
    for source in record.sources:
        if _place(source) != _place(message) or source.start is None or source.end is None:
            sources.append(source)
        elif not _lies_in(source, cut):
            place = {"start": now(source.start), "end": now(source.end)}
            sources.append(source.model_copy(update=place))
    return record.model_copy(update={"sources": tuple(sources)})


def values_of(records: Iterable[MemoryRecord]) -> list[str]:
    """The values of records that are telling by themselves, apart from what was said with them."""
    found: dict[str, None] = {}
    for record in records:
        liked = re.sub(r"^(?:likes|dislikes|not) ", "", record.value)
        for value in (record.value, liked):
            if value != record.text and is_telling(value):
                found[value.strip()] = None
    return list(found)


def is_telling(value: str) -> bool:
    """Whether a value names one thing wherever it stands: it has a digit, a capital letter or several words."""
    special = any(c.isdigit() or c.isupper() for c in value) or " " in value.strip()
    return len(value) >= SHORTEST and special


def naming(gone: Forgetting) -> re.Pattern[str]:
    """Finds the JSON of what read or wrote a record that goes, or a message that is cut."""
    places = [
        json.dumps({"message": message, "session": session}, separators=(",", ":"))[1:-1]
        for (session, message), spans in gone.cuts.items()
        if spans
    ]
    named = [*(json.dumps(id) for id in gone.records), *places]
    return re.compile("|".join(map(re.escape, named)) or r"(?!)")
