"""What was heard goes in; the yes-or-no questions that the rules of the route ask of it come out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from loadsheet.artifacts import Heard, IntentVector, Known, MemoryType, NormalizedTurn, Origin
from loadsheet.intent.classifier.continuity import goes_on
from loadsheet.intent.classifier.weights import EFFORT
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.conditions import MET, condition_met, condition_of

REMEMBERED: dict[str, MemoryType] = {"fact": "fact", "event": "episodic", "task": "task_state"}
"""What may answer from memory, as the signs name it, with the type of its records."""

_NO_VALUE = ("fine_grained", "abstract", "event_level", "how_to", "permission", "drafting")
"""What is asked for is no value."""

SHORT = 2
"""Telling words of a question beside a pasted text that can only be about it, where it speaks of them."""

CONTEXT_WORDS = 5
"""Words of the conversation that a search takes along: from 3 to 8 they find alike."""

NAMED = 0.25
"""The part of a turn that a row or record must speak of for the turn to be understood by it."""

_BARE_ACT = Pattern(
    opening("can you", "could you") + r"(?:delete|rewrite|change|edit|redo|fix|"
    r"remove|send|do|open|start|cancel|update|check|move|copy|print|explain|"
    r"continue)(?: me)? (?:it|that|this|them|those|the (?:form|file|other one|document|link|"
    r"thing))(?: back)?\W*$",
    fits="delete it",
    misses="delete the second clause",
)
_VAGUE = Pattern(
    r"^\W*(?:it|that|this|they) (?:doesn't|does not|don't|isn't|won't|is not|"
    r"still doesn't) (?:work|help|start|open|load|go)\w*\W*$"
    r"|^\W*(?:which|what)(?: one)? (?:should|shall|do|would) (?:i|we|you) (?:take|use|choose|do|"
    r"pick|buy|get)\W*$|^\W*(?:help|help me|what now|and now|why not|how so|how (?:much|many|long|"
    r"often|far))\W*$",
    fits="it doesn't work",
    misses="the boiler doesn't work",
)
_TAG = Pattern(
    r"\b(?:ok|okay|please|right|would you|will you|yes)\s*[?？]\s*$",
    fits="keep it short, ok?",
    misses="keep it short",
)
"""What asks for assent only."""
_ASKS_BESIDE = Pattern(
    r"(?:^|[.,;:!–—-]\s*|\band )(?:what|who|when|where|why|how|which|is|are|do|does|did|can|could|may|must|should|has|"
    r"have|summari[sz]e|tell|show|give|find|quote|list|compare|explain)\b(?:\W+\w+){2}",
    fits="be brief. what does it cost",
    misses="be brief",
)
"""A question or a request in what is left of a turn that sets a rule."""
_DOCUMENT = Pattern(
    r"\b(?:gist|summary|overview|outline|content) of [^?]*\b(?:file|report|letter|contract|policy|"
    r"manual|guide|minutes)s?\b|"
    r"\b(?:according to|going by|based on|from|in|with) (?:the|our|my|"
    r"what the) (?:\w+ ){0,3}?(?:minutes|guide|manual|handbook|documents?|docs|files?|notes|"
    r"reports?|letters?|journal|log|catalogue|contracts?|brochures?|policy|reviews|recipes?|"
    r"planner)\b",
    fits="according to the handbook",
    misses="according to Ana",
)


_FORBIDS = Pattern(
    opening("no", "wait") + r"(?:don['’]t|do not)\b(?! (?:you|i|we|they|know|think|"
    r"understand|see|want|like|care|remember|have|need|get)\b)[^?？]*$|"
    r"^\W*ne \w+ pas (?:ce|cet|cette|ces)\b[^?？]*$|^\W*\w+ (?:bitte )?(?:diese[sn]?|das|den|die)\b[^?？]* nicht\W*$",
    fits="don't delete this script",
    misses="don't you have a script",
)
"""What is not to be done now: it asks for nothing."""
_SAYS_WHAT = Pattern(
    r"\b(?:that|which) (?:says|tells|explains|lists) (?:them |him |her |people )?(?:what|when|how|why|who|where)\b|"
    r"\b(?:on|about) (?:how|what|when|why|who|where)\b",
    fits="a note that says when to pay",
    misses="a note for Ana",
)
"""A text that is to say what stands somewhere."""


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

    def sign(self, name: str) -> float:
        """How much of a sign the turn shows."""
        return self.signs.get(name, 0.0)

    @cached_property
    def signs(self) -> dict[str, float]:
        """The signs of the turn, by name."""
        return dict(self.turn.signs)

    # ------------------------------------------------------------ what kind of turn

    @property
    def chatting(self) -> bool:
        """A greeting, thanks, or a remark that wants nothing."""
        return self.intent.has("chit_chat")

    @property
    def only_instructs(self) -> bool:
        """It sets or lifts a rule and asks nothing beside it."""
        rules = (*self.turn.stated, *self.turn.withdrawn)
        if not rules:
            return False
        rest = self.turn.question
        for text in rules:
            rest = rest.replace(text, ". ", 1)
        rest = _TAG.sub("", rest)
        return not re.search(r"[?？]\s*$", rest) and not _ASKS_BESIDE.search(rest)

    @property
    def tells(self) -> bool:
        """It states a fact and asks nothing."""
        return self.intent.has("statement") and self.turn.form in {"opening", "self_contained"}

    @property
    def forbids(self) -> bool:
        """It says what is not to be done this once."""
        return not self.intent.has("question") and bool(_FORBIDS.match(self.turn.question))

    @property
    def computes(self) -> bool:
        """Its numbers, or those of the last answers, are all that it needs; what asks how to do a thing needs more."""
        reckons = self.sign("reckons") > 0 and not self.intent.has("how_to")
        return self.intent.has("arithmetic") or reckons

    @property
    def reworks(self) -> bool:
        """It wants the last answer in another form."""
        shown = bool(self.turn.attachments)
        return self.intent.has("transform") and bool(self.heard.state.turns) and not shown

    @property
    def drafts_freely(self) -> bool:
        """It wants a text for which nothing has to be looked up: it names no document, and no title speaks of it."""
        if not self.intent.has("drafting") or self.sign("title_said") >= NAMED:
            return False
        text = self.turn.question
        return not (_DOCUMENT.search(text) or _SAYS_WHAT.search(text))

    @property
    def asks_documents(self) -> bool:
        """It asks what is indexed."""
        return self.turn.documents is not None

    @property
    def asks_of_pasted(self) -> bool:
        """It asks about the text that was pasted with it, or introduces it."""
        if not self.turn.reads_pasted:
            return False
        text = self.turn.question
        here = re.search(r"\b(?:this|that|it|above|below|here|following)\b|[:：]\s*$", text)
        short = len(words.content_words(text)) <= SHORT
        return bool(here or (short and self._in_pasted))

    @property
    def _in_pasted(self) -> bool:
        """Whether the question says nothing that no pasted text speaks of."""
        turn = self.turn
        read = [turn.turn.text[span.start : span.end] for span in turn.attachments]
        read += [pasted.text for pasted in turn.recalled]
        said = words.stems(turn.question)
        return not said or any(said & words.stems(text) for text in read)

    @property
    def underspecified(self) -> bool:
        """It cannot be understood from the conversation, from what is held, or from what was pasted with it."""
        text = self.turn.question
        if self.turn.readings or self.turn.reads_pasted:
            return bool(self.turn.readings)
        named = max(self.sign(f"{kind}_said") for kind in ("row", *REMEMBERED))
        if self.turn.form == "completion" or named >= NAMED:
            return False
        bare = bool(_BARE_ACT.match(text))
        vague = bool(_VAGUE.match(text)) and not self.heard.state.subject
        return bool(self.turn.unresolved) or bare or vague

    @property
    def may_remark(self) -> bool:
        """Whether it may ask for nothing; what has the form of a question or a request always asks."""
        return not (self.sign("question") or self.intent.has("drafting"))

    # ------------------------------------------------------------ what is held

    def may_answer(self, source: Origin) -> bool:
        """Whether a source holds anything on the turn; a row holds a value, and no reason, gist, wording or account."""
        if source is Origin.STRUCTURED_STORE:
            value = not (self.intent.has(*_NO_VALUE) or self.sign("why"))
            return value and any(row.kind == "row" for row in self.turn.known)
        if source is Origin.MEMORY:
            told = self.heard.state.answered or self.heard.state.told
            return bool(told) or any(self.sign(f"{kind}_held") for kind in REMEMBERED)
        return True

    @cached_property
    def standing(self) -> list[Known]:
        """The standing instructions whose condition is met."""
        rules = [row for row in self.turn.known if row.type == "procedural" and condition_of(row)]
        text = f"{self.turn.query} {self.turn.question}"
        return [row for row in rules if condition_met(row, text) >= MET]

    @property
    def tastes(self) -> list[Known]:
        """The tastes and habits that are held."""
        return [
            row for row in self.turn.known if row.type == "procedural" and not condition_of(row)
        ]

    # ------------------------------------------------------------ what memory is read for

    @property
    def manner(self) -> str:
        """The trigger of a turn that looks nothing up, but may be answered in a certain manner."""
        if self.sign("condition") >= MET:
            return "standing_instruction"
        writes = self.intent.has("drafting") and self.sign("wish_with_tastes") > 0
        return "preference_bears" if writes else "none"

    @property
    def leaning_types(self) -> tuple[MemoryType, ...]:
        """Facts, and instructions where one of them is what was set."""
        return ("fact", "procedural") if self.standing else ("fact",)

    @property
    def slot_types(self) -> tuple[MemoryType, ...]:
        """Facts, and what says how to answer where it bears."""
        also = self.standing or (self.intent.has("preference") and self.tastes)
        return ("fact", "procedural") if also else ("fact",)

    @property
    def taste_types(self) -> tuple[MemoryType, ...]:
        """Tastes, and facts that speak of what is wished for, or where there is no taste."""
        facts = self.sign("fact_whole") > 0 or not self.tastes
        return (("procedural",) if self.tastes else ()) + (("fact",) if facts else ())

    @property
    def remembered_types(self) -> tuple[MemoryType, ...]:
        """The types of the records that speak of most of the turn."""
        parts = {kind: self.sign(f"{kind}_whole") for kind in ("fact", "event", "task")}
        if self.sign("past_with_events") and not parts["task"]:
            parts["event"] += 0.5
            parts["fact"] -= 0.5
        if self.sign("status_with_tasks"):
            parts["task"] += 0.5
        best = max(parts.values())
        if best <= 0:
            parts, best = {"event": self.sign("event_held"), "task": self.sign("task_held")}, 1.0
        return tuple(REMEMBERED[kind] for kind, part in parts.items() if part >= best > 0)

    # ------------------------------------------------------------ how much work

    @property
    def written(self) -> str:
        """What is asked as it was written, without what stands beside it."""
        return self.turn.asked or self.turn.question

    @property
    def context(self) -> str:
        """The question with what the turn tells beside it, and with the most salient words of the conversation that it
        does not hold, where it goes on; what a fragment takes the place of is none of them."""
        turn, state = self.turn, self.heard.state
        written = f"{self.written} {turn.told}".rstrip()
        if not goes_on(turn.form, turn.topic_switch, self.signs):
            return written
        mine = words.stems(written)
        if turn.form == "ellipsis" and turn.query in dict(turn.resolved).values():
            mine |= words.stems(state.subject) - words.stems(turn.query)
        said = [term.text for term in state.terms if words.stem(term.text) not in mine]
        return " ".join((written, *said[:CONTEXT_WORDS]))

    @cached_property
    def many(self) -> bool:
        """One search is too little."""
        return EFFORT.best(self.signs) == "multi_step"
