"""What was heard goes in; the yes-or-no questions that the rules of the route ask of it come out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from loadsheet.artifacts import Heard, IntentVector, Known, MemoryType, NormalizedTurn
from loadsheet.intent import words
from loadsheet.intent.holdings import (
    ABOUT,
    Bearing,
    about_user,
    bearings,
    condition_holds,
    is_conditional,
    key_stems,
    own_things,
    telling,
)

MOSTLY = 0.8
"""The part of a question's telling words from which a record is all that it asks for."""

_SO_MUCH = re.compile(
    r"\b(?:that(?:'s| is| makes| would be| comes to| saved us)|makes)\b[^?]*\b(?:how (?:much|"
    r"many)|what)\b|^\W*times \d|\bis that an? (?:drop|rise|increase|decrease|gain|loss) of\b|"
    r"\b(?:how much|how many)\b[^?]*\b(?:is that|does that make)\W*$|^\W*so\b[^?]*\bhow (?:much|"
    r"many)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\bhow (?:many|much|long)\b[^?]*\bbetween (?:the two|them|those|these)\b", re.IGNORECASE
)
_SEEKS_NUMBER = re.compile(
    r"\b(?:percentage|percent|ratio|how many (?:days|weeks|months|years|hours)|how much (?:more|"
    r"less|is that|does that|do i|did that)|how much$|how many \w+$|sum|total|difference|makes|"
    r"times|add|multiply|subtract|divide|saved us|per (?:year|month|week|day))\b",
    re.IGNORECASE,
)
_AT_HAND = re.compile(
    r"\b(?:those|the) two\b|\bboth\b|\bthat\b|\bthe (?:bigger|smaller|larger|dearer|"
    r"cheaper) one\b|\bif i start\b",
    re.IGNORECASE,
)
_BARE_ACT = re.compile(
    r"^\W*(?:(?:please|can you|could you|now|ok)\b\W*)*(?:delete|rewrite|change|edit|redo|fix|"
    r"remove|send|do|open|start|cancel|update|check|move|copy|print|explain|"
    r"continue)(?: me)? (?:it|that|this|them|those|the (?:form|file|other one|document|link|"
    r"thing))(?: back)?\W*$",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"^\W*(?:it|that|this|they) (?:doesn't|does not|don't|isn't|won't|is not|"
    r"still doesn't) (?:work|help|start|open|load|go)\w*\W*$"
    r"|^\W*(?:which|what)(?: one)? (?:should|shall|do|would) (?:i|we|you) (?:take|use|choose|do|"
    r"pick|buy|get)\W*$|^\W*(?:help|help me|what now|and now|why not|how so|how (?:much|many|long|"
    r"often|far))\W*$",
    re.IGNORECASE,
)
_DOCUMENT = re.compile(
    r"\b(?:gist|summary|overview|outline|content) of [^?]*\b(?:file|report|letter|contract|policy|"
    r"manual|guide|minutes)s?\b|"
    r"\b(?:according to|going by|based on|from|in|with) (?:the|our|my|"
    r"what the) (?:\w+ ){0,3}?(?:minutes|guide|manual|handbook|documents?|docs|files?|notes|"
    r"reports?|letters?|journal|log|catalogue|contracts?|brochures?|policy|reviews|recipes?|"
    r"planner)\b",
    re.IGNORECASE,
)
_NEXT_STEP = re.compile(
    r"\b(?:next|missing|left|open|remaining|to do|status|stand|progress|leave off|done|pending|"
    r"waiting|outstanding)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sight:
    """The view of a turn that the rules of the route have."""

    heard: Heard

    @property
    def turn(self) -> NormalizedTurn:
        """The turn."""
        return self.heard.turn

    @property
    def intent(self) -> IntentVector:
        """Its flags."""
        return self.heard.turn.intent

    # ------------------------------------------------------------ what kind of turn

    @property
    def chatting(self) -> bool:
        """A greeting, thanks, or a remark that wants nothing."""
        return self.intent.has("chit_chat")

    @property
    def only_instructs(self) -> bool:
        """It sets or lifts a rule and asks nothing."""
        return bool(self.turn.stated or self.turn.withdrawn) and not re.search(
            r"(?<!\bok)(?<!\bokay)(?<!\bplease)(?<!\bright)\s*[?？]\s*$", self.turn.question
        )

    @property
    def tells(self) -> bool:
        """It states a fact and asks nothing."""
        return self.intent.has("statement") and self.turn.form in {"opening", "self_contained"}

    @property
    def computes(self) -> bool:
        """Its numbers, or those of the last answers, are all that it needs."""
        if self.intent.has("arithmetic"):
            return True
        text = self.turn.question
        derived = _SO_MUCH.search(text) and (not self.rows_asked or any(map(str.isdigit, text)))
        if self.heard.state.turns and (derived or _BETWEEN.search(text)):
            return True
        if not _SEEKS_NUMBER.search(text):
            return False
        at_hand = len(re.findall(r"\d+(?:[.,/]\d+)*", text))
        held = bool(_AT_HAND.search(text)) and not self.rows_asked
        return (
            (at_hand >= 2 or (at_hand >= 1 and held))
            and not words.names(re.sub(r"\d\S*", "", text))
        ) or (
            held
            and self.turn.form in {"anaphora", "aspect", "ellipsis"}
            and len(words.stems(text)) <= 5
        )

    @property
    def reworks(self) -> bool:
        """It wants the last answer in another form."""
        return self.intent.has("transform") and bool(self.heard.state.turns)

    @property
    def drafts_freely(self) -> bool:
        """It wants a text for which nothing has to be looked up."""
        return self.intent.has("drafting") and not _DOCUMENT.search(self.turn.question)

    @property
    def asks_of_pasted(self) -> bool:
        """It asks about the text that was pasted with it."""
        return bool(self.turn.attachments) and bool(
            re.search(r"\b(?:this|that|it|above|below|here|following)\b", self.turn.question)
        )

    @property
    def underspecified(self) -> bool:
        """It cannot be understood from the conversation, nor from what is held."""
        text = self.turn.question
        if self.turn.form == "completion" or self._records_named:
            return False
        bare = bool(_BARE_ACT.match(text))
        vague = bool(_VAGUE.match(text)) and not self.heard.state.subject
        return bool(self.turn.unresolved) or bare or vague

    # ------------------------------------------------------------ what is held

    @cached_property
    def bearings(self) -> list[Bearing]:
        """How the rows and records bear on the question."""
        found = bearings(self.turn.query or self.turn.question, self.turn.known)
        if self.turn.form not in {"aspect", "anaphora", "ellipsis"}:
            return found
        # Borrowed words name the subject; what is asked of a row are the turn's own.
        own = words.stems(self.turn.question)
        return [row for row in found if row.known.kind == "record" or row.shared & own]

    def of_type(self, *types: str) -> list[Bearing]:
        """The records of these types that bear on the question."""
        return [
            row for row in self.bearings if row.known.kind == "record" and row.known.type in types
        ]

    @cached_property
    def rows_asked(self) -> list[Known]:
        """The verified rows that the question asks for: together they speak of most of it."""
        if self.intent.has(
            "fine_grained", "abstract", "event_level", "how_to", "permission", "drafting"
        ):
            return []
        rows = [row for row in self.bearings if row.known.kind == "row"]
        best = max((len(row.shared) for row in rows), default=0)
        close = [row for row in rows if len(row.shared) == best]
        spoken_of = frozenset[str]().union(*(row.shared for row in close))
        asked = telling(self.turn.query or self.turn.question)
        if not asked or len(spoken_of & asked) / len(asked) < ABOUT:
            return []
        return [row.known for row in close if row.key >= 1 / 3 or row.part >= MOSTLY]

    def _holds_all(self, row: Bearing) -> bool:
        """Whether a record speaks of nearly all that the question names, and of every name in it."""
        named = words.stems(" ".join(words.names(self.turn.query))) & telling(self.turn.query)
        return row.part >= MOSTLY and named <= row.shared

    @cached_property
    def facts_asked(self) -> list[Known]:
        """The remembered facts that the question asks for, and nothing besides: one of them, or all together."""
        facts = self.of_type("fact")
        whole = [row.known for row in facts if self._holds_all(row)]
        best = max((len(row.shared) for row in facts), default=0)
        close = [row for row in facts if len(row.shared) == best]
        asked = telling(self.turn.query)
        together = frozenset[str]().union(*(row.shared for row in close))
        if whole or len(close) < 2 or not asked or len(together) < MOSTLY * len(asked):
            return whole
        return [row.known for row in close]

    @cached_property
    def facts_measured(self) -> list[Known]:
        """The remembered facts that the question names as its measure: `within our budget`."""
        own = own_things(self.turn.query)
        return [row.known for row in self.of_type("fact") if own & key_stems(row.known)]

    @cached_property
    def _records_named(self) -> list[Known]:
        """The records that the question speaks of."""
        return [
            row.known for row in self.of_type("fact", "episodic", "task_state") if row.part >= 0.25
        ]

    @property
    def answered_before(self) -> bool:
        """The same was answered, or told, in this session."""
        mine = words.stems(self.turn.query)
        if self.turn.form not in {"self_contained", "opening"} or len(mine) < 2:
            return False
        asked = any(_alike(mine, words.stems(text)) >= 0.75 for text in self.heard.state.answered)
        told = any(
            len(mine & words.stems(text)) >= max(2, 0.6 * len(mine))
            for text in self.heard.state.told
        )
        return asked or told

    @property
    def asks_memory(self) -> bool:
        """It asks for what the user told, did or decided, or for what was answered already."""
        if _DOCUMENT.search(self.turn.question):
            return False
        asks_past = self.intent.has("past_with_us") and bool(self.of_type("episodic", "task_state"))
        at_work = bool(self.of_type("task_state")) and bool(_NEXT_STEP.search(self.turn.question))
        own = self.intent.has("self_reference") and self.intent.has("event_level")
        lived = own and len(self.of_type("episodic")) > 1
        both = any(signal.endswith("two_questions") for signal in self.intent.signals)
        about = any(self._holds_all(row) for row in self.of_type("fact", "episodic", "task_state"))
        asked = about or bool(self.facts_asked)
        plain = asked and not self.intent.has("permission", "drafting", "how_to", "preference")
        return not both and (plain or asks_past or at_work or lived or self.answered_before)

    # ------------------------------------------------------------ what memory is read for

    @property
    def needs_key(self) -> bool:
        """It asks for a remembered value, or names one as its measure."""
        single = bool(self.facts_asked) and not self.intent.has("abstract", "event_level")
        return single or bool(self.facts_measured) or self.answered_before

    @property
    def leans_on_value(self) -> bool:
        """It asks for the variant, the reach or the reason of what was established before."""
        if self.intent.has("reach") and self.turn.form != "opening":
            return True
        if self.intent.has("supposition") and self.turn.form != "opening":
            return True
        looked_up = self.heard.state.last_route.startswith("internal_corpus")
        by_wording = any(
            "rule_for_one_case" not in signal
            for signal in self.intent.signals
            if signal.startswith("fine_grained")
        )
        plain = (
            not by_wording and not self.intent.has("how_to", "abstract", "event_level")
        ) or self._rule_for_case
        return self.turn.form == "ellipsis" and looked_up and plain

    @property
    def _rule_for_case(self) -> bool:
        signals = self.intent.signals
        return (
            "fine_grained: rule_for_one_case" in signals
            and sum(s.startswith("fine_grained") for s in signals) == 1
        )

    @property
    def leaning_types(self) -> tuple[MemoryType, ...]:
        """Facts, and instructions where one of them is what was set."""
        return ("fact", "procedural") if self.standing else ("fact",)

    @property
    def needs_slot(self) -> bool:
        """It cannot be answered without something about the user that it does not say."""
        if self.intent.has("past_with_us", "drafting") or len(self.rows_asked) == 1:
            return False
        if self.intent.has("preference") and self.tastes and not self.of_type("fact"):
            return False
        named = self.of_type("fact")
        of_user = [row for row in self.turn.known if row.kind == "record" and about_user(row)]
        asks_for_me = self.intent.has("self_reference") and self.turn.form in {
            "opening",
            "self_contained",
        }
        return (bool(of_user) and asks_for_me) or (
            bool(named) and self.intent.has("permission", "self_reference")
        )

    @property
    def slot_types(self) -> tuple[MemoryType, ...]:
        """Facts, and tastes where a choice is wanted."""
        return (
            ("fact", "procedural") if self.intent.has("preference") and self.tastes else ("fact",)
        )

    @cached_property
    def standing(self) -> list[Known]:
        """The standing instructions whose condition holds."""
        text = self.turn.query or self.turn.question
        if self.turn.form == "ellipsis":
            text = f"{text} {self.heard.state.subject}"
        return [
            row
            for row in self.turn.known
            if row.type == "procedural" and condition_holds(row, text)
        ]

    @property
    def tastes(self) -> list[Known]:
        """The tastes and habits that are held."""
        return [
            row for row in self.turn.known if row.type == "procedural" and not is_conditional(row)
        ]

    @property
    def taste_bears(self) -> bool:
        """A choice or a draft is wanted, and a taste may narrow it."""
        wants = self.intent.has("preference", "drafting")
        return wants and bool(self.tastes or self.of_type("fact"))

    @property
    def taste_types(self) -> tuple[MemoryType, ...]:
        """Procedural, or fact where the record is a fact."""
        return ("procedural",) if self.tastes else ("fact",)

    @property
    def speaks_of_remembered(self) -> bool:
        """It is about something on which records are held, and asks for no single key."""
        return bool(self._records_named) and (self.asks_memory or self.intent.has("past_with_us"))

    @property
    def remembered_types(self) -> tuple[MemoryType, ...]:
        """The types of the records that it speaks of."""
        order: tuple[MemoryType, ...] = ("fact", "episodic", "procedural", "task_state")
        held = {row.type for row in self._records_named}
        if self.intent.has("past_with_us") and "episodic" in held:
            held -= {"fact"}
        return tuple(kind for kind in order if kind in held)

    # ------------------------------------------------------------ how much work

    @property
    def many(self) -> bool:
        """One search is too little."""
        return self.intent.has("comparison", "aggregation")


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    union = one | other
    return len(one & other) / len(union) if union else 0.0
