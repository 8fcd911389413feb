"""A recorded turn, what it should have said, and what the stores hold today: what every check looks at. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from loadsheet.artifacts import (
    CURRENT,
    Block,
    Candidate,
    CandidateList,
    Entry,
    Evidence,
    LeftOut,
    MemoryRecord,
    NormalizedTurn,
    Source,
    Span,
)
from loadsheet.corpus import sentences
from loadsheet.evals.case import CaseTurn
from loadsheet.evals.metrics import holds
from loadsheet.evals.recorded import Recorded
from loadsheet.evals.sought import Fact, Place, repeats, says
from loadsheet.intent.language import words as content
from loadsheet.intent.language.answer_type import answer_type
from loadsheet.quoting.rule_filter import barred
from loadsheet.stages.generate import ANSWERING


@dataclass(frozen=True, slots=True)
class Stores:
    """What the stores hold today, as far as it bears on the turn."""

    records: tuple[MemoryRecord, ...] = ()
    """Every record of the workspace, whatever became of it."""
    drift: tuple[str, ...] = ()
    """What does not agree between documents and their index."""
    unread: tuple[str, ...] = ()
    """The files under what was added that cannot be read, each with the reason."""
    reached: CandidateList = field(default_factory=CandidateList)
    """What the turn's queries find today, with many more candidates than a turn looks at."""
    by_own_words: CandidateList = field(default_factory=CandidateList)
    """What the expected passages' own words find."""
    elsewhere: tuple[NormalizedTurn, ...] = ()
    """The turn as it would have been read in other sessions of then, the one used last first."""
    keeps: bool = True
    """Whether memory is on."""


@dataclass(frozen=True)
class Examined:
    """One turn under examination."""

    recorded: Recorded
    wanted: CaseTurn
    """What was expected of it; with the question alone where nothing is known."""
    facts: tuple[Fact, ...] = ()
    stores: Stores = field(default_factory=Stores)

    # ------------------------------------------------------------ at the source

    def usable(self, fact: Fact) -> list[Place]:
        """The places that search could find when the turn was asked."""
        return [p for p in fact.places if p.current_at(self.recorded.turn.asked_at)]

    def known(self, fact: Fact) -> list[MemoryRecord]:
        """The records that said it when memory was read."""
        return [record for record in fact.records if self.held(record)]

    def held(self, record: MemoryRecord) -> bool:
        """Whether a record was believed when memory was read."""
        at = self.recorded.read_at
        ended = record.superseded_at is not None and record.superseded_at <= at
        believed = record.status in CURRENT or record.superseded_at is not None
        return record.recorded_at <= at and believed and not ended and not record.expired_at(at)

    def sourceless(self, fact: Fact) -> bool:
        """Whether nothing that the turn could have read says it."""
        return not (self.usable(fact) or self.known(fact) or self.pasted(fact))

    def pasted(self, fact: Fact) -> list[Block]:
        """What the user pasted that says it."""
        return [b for b in self._offered("attachment") if fact.text and self._text_says(b, fact)]

    # ------------------------------------------------------------ on the way

    def candidates(self, fact: Fact) -> list[Candidate]:
        """The candidates that hold it."""
        rows = self.recorded.found.candidates.candidates
        return [row for row in rows if self._holds(fact, row.source)]

    def kept(self, fact: Fact) -> list[Evidence]:
        """The evidence that holds it, or took in a passage that does and says it too."""
        return [
            item
            for item in self.recorded.evidence.evidence
            if self._holds(fact, item.candidate.source)
            or (
                any(self._holds(fact, row.source) for row in item.corroborated_by)
                and any(says(item.candidate.whole, text) for text in self.words(fact))
            )
        ]

    def words(self, fact: Fact) -> list[str]:
        """What has to be said: the answer, or what stands at the places."""
        return [fact.text] if fact.text else [place.text for place in self.usable(fact)]

    def _holds(self, fact: Fact, source: Source) -> bool:
        return any(place.in_source(source) for place in self.usable(fact))

    def _offered(self, *kinds: str) -> list[Block]:
        loading = self.recorded.loading
        blocks = loading.materials.blocks if loading else ()
        return [block for block in blocks if block.kind in kinds]

    def _text_says(self, block: Block, fact: Fact) -> bool:
        return says(block.renditions[0].text, fact.text)

    # ------------------------------------------------------------ in the prompt

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What was aboard."""
        context = self.recorded.context
        return context.manifest.entries if context else ()

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What was not, by every stage."""
        context = self.recorded.context
        return context.manifest.left_out if context else ()

    def text_of(self, entry: Entry) -> str:
        """What of the prompt an entry owns."""
        context = self.recorded.context
        if context is None or entry.field != "content":
            return ""
        return context.prompt.messages[entry.message]["content"][entry.start : entry.end]

    def about(self, fact: Fact, sources: Sequence[Source], dropped: Sequence[Span] = ()) -> bool:
        """Whether sources, without what was dropped of them, are where it stands."""
        records = {record.id for record in self.known(fact)}
        if any(source.record in records for source in sources if source.record):
            return True
        spans = enumerate(sources)
        return any(
            place.in_source(source, [span for span in dropped if span.source == number])
            for number, source in spans
            for place in self.usable(fact)
        )

    def aboard(self, fact: Fact) -> list[Entry]:
        """The entries that carried it to the model, the best first."""
        found = [
            entry
            for entry in self.entries
            if entry.kind in ANSWERING
            and entry.rendition != "reference"
            and (
                self.about(fact, entry.sources, entry.dropped)
                or (self._in_kept(fact, entry) and says(self.text_of(entry), fact.text))
                or (entry.kind == "attachment" and says(self.text_of(entry), fact.text))
            )
        ]
        return sorted(found, key=lambda entry: -(entry.score or 0.0))

    def _in_kept(self, fact: Fact, entry: Entry) -> bool:
        """Whether an entry is the evidence that took a passage in which it stands."""
        sources = [item.candidate.source for item in self.kept(fact)]
        return bool(fact.text) and any(source in sources for source in entry.sources)

    def shortened(self, fact: Fact) -> list[Entry]:
        """The entries whose source holds it and whose text does not."""
        return [
            entry
            for entry in self.entries
            if self.about(fact, entry.sources) and entry not in self.aboard(fact)
        ]

    def ashore(self, fact: Fact, stage: str) -> list[LeftOut]:
        """The rows that say why a stage left it out."""
        rows = (row for row in self.left_out if row.stage == stage)
        return [row for row in rows if self.about(fact, row.sources)]

    # ------------------------------------------------------------ what came of it

    @cached_property
    def answer(self) -> str:
        """What was answered."""
        return self.recorded.reply.text if self.recorded.reply else ""

    @cached_property
    def unnamed(self) -> list[str]:
        """The words of the question, beside those that ask, that nothing says which the answer cites."""
        reply, heard = self.recorded.reply, self.recorded.heard
        cited = [row.source for row in reply.citations] if reply else []
        aboard = [self.text_of(entry) for entry in self.entries if any(map(entry.has, cited))]
        said = content.stems("\n".join(aboard))
        asked = (heard.turn.query if heard else "") or self.recorded.turn.question
        kind = answer_type(asked)
        words = content.content_words(kind.asked.sub(" ", asked) if kind else asked)
        named = [word for word in dict.fromkeys(words) if not kind or word not in kind.words]
        return [word for word in named if aboard and not content.stems(word) <= said]

    @cached_property
    def right(self) -> bool:
        """Whether the answer says all that is expected, and nothing that it must not."""
        texts = [fact.text for fact in self.facts if fact.text]
        said = bool(texts) and all(says(self.answer, text) for text in texts)
        return said and not self.unwanted

    @cached_property
    def unwanted(self) -> list[str]:
        """What the answer says and must not."""
        named = [text for text in self.wanted.answer_excludes if holds(self.answer, text)]
        said = [self.answer[one.start : one.end] for one in sentences.split(self.answer)]
        return named + [
            thing
            for thing, (found, rule) in self.barred.items()
            if any(found.search(one) and not repeats(one, rule) for one in said)
        ]

    @cached_property
    def barred(self) -> dict[str, tuple[re.Pattern[str], str]]:
        """What the user's rules in force keep out of this answer; each with what finds it, and the rule."""
        heard = self.recorded.heard
        if (
            heard is None or self.recorded.asking is None
        ):  # what no model said repeats the user's own words
            return {}
        rules = [one.text for one in heard.state.constraints if one.in_force]
        question = self.recorded.turn.question
        return {
            thing: (found, rule)
            for rule in rules
            for thing, found in barred(question, [rule]).items()
        }

    @cached_property
    def sought(self) -> tuple[Fact, ...]:
        """The facts that the answer may say: without those that a rule keeps out of it."""
        return tuple(fact for fact in self.facts if not self.ruled_out(fact))

    def ruled_out(self, fact: Fact) -> str:
        """The rule that keeps a fact out of the answer; empty where none does."""
        rules = (rule for found, rule in self.barred.values() if found.search(fact.text))
        return next(rules, "")

    @cached_property
    def lost(self) -> list[Fact]:
        """The facts that never reached the model."""
        return [fact for fact in self.facts if not self.aboard(fact)]
