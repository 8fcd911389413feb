"""The tables that weigh the signs of a turn: how much each speaks for what.

The score of an option is the sum of what the signs of the turn say for it, each times how much of it is seen; the
highest score wins. The weights were fitted on the labelled conversations of `evals/routing` and rounded to a tenth
(`python evals/routing/fit.py --write` does it anew); signs that told too little were left away.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from loadsheet.intent.classifier.wording import in_words, weights_of

REASONS = 3
"""What spoke for an option most: so much of it is told."""


@dataclass(frozen=True)
class Weight:
    """What one sign says, for each option of its table."""

    sign: str
    why: str
    scores: tuple[float, ...]
    by_hand: bool = False
    """Whether it was set by hand, since no labelled conversation has its sign."""

    @cached_property
    def mean(self) -> float:
        """What it says for an option on average."""
        return math.fsum(self.scores) / len(self.scores)


@dataclass(frozen=True)
class WeightTable:
    """Options, what speaks for each from the start, and what each sign adds; its name is that of its rows on wording."""

    name: str
    options: tuple[str, ...]
    base: tuple[float, ...]
    weights: tuple[Weight, ...]

    @cached_property
    def by_sign(self) -> Mapping[str, Weight]:
        """The weights by the name of their sign."""
        said = weights_of(self.name).items()
        worded = (Weight(sign, in_words(sign), scores) for sign, scores in said)
        return {row.sign: row for row in (*self.weights, *worded)}

    def odds(self, signs: Mapping[str, float]) -> dict[str, float]:
        """How likely each option is, best first; together they are 1. Ties keep the order of the options."""
        odds = zip(self.options, self._odds(signs), strict=True)
        return dict(sorted(odds, key=lambda pair: -pair[1]))

    def best(self, signs: Mapping[str, float]) -> str:
        """The option that the signs speak for most."""
        odds = self._odds(signs)
        return self.options[odds.index(max(odds))]

    def _odds(self, signs: Mapping[str, float]) -> list[float]:
        """How likely each option is, in the order of the options."""
        rows = self.by_sign
        seen = [(rows[name].scores, value) for name, value in signs.items() if name in rows]
        # Most signs are seen whole.
        said = [row if value == 1.0 else [value * score for score in row] for row, value in seen]
        # The sums are exact, whatever order the signs come in.
        scores = [math.fsum(column) for column in zip(self.base, *said, strict=True)]
        most = max(scores)
        parts = [math.exp(score - most) for score in scores]
        whole = math.fsum(parts)
        return [part / whole for part in parts]

    def reasons(self, signs: Mapping[str, float], option: str) -> tuple[str, ...]:
        """What spoke for an option most, in words, the strongest first."""
        place = self.options.index(option)
        rows = self.by_sign
        seen = [(rows[name], value) for name, value in signs.items() if name in rows]
        said = [((row.scores[place] - row.mean) * value, row.why) for row, value in seen]
        ranked = sorted(
            (pair for pair in said if pair[0] > 0), key=lambda pair: (-pair[0], pair[1])
        )
        return tuple(why for _, why in ranked[:REASONS])


SOURCE = WeightTable(
    name="SOURCE",
    options=("documents", "verified_row", "remembered", "at_hand", "remark",),
    base=(0.8, -0.4, -1.0, -0.6, -0.2),
    weights=(
        Weight("abstract", "it wants the gist", (0.7, -0.6, -0.3, -0.1, -0.1)),
        Weight("again", "it asks for something once more", (-0.1, -0.5, 0.9, -0.7, -0.2)),
        Weight("again_with_records", "it asks for something once more, and records are held", (-0.4, 0.2, 0.7, -0.2, -0.4)),
        Weight("aggregation", "it goes over many things", (0.1, 0.4, -0.4, 0.1, -0.3)),
        Weight("and", "it begins with and", (0.6, 1.0, 0.1, -0.8, -1.2)),
        Weight("anew_unshared", "it begins like a question of its own, in words that were not said before", (0.1, 0.0, 0.3, -0.5, 0.1)),
        Weight("answers_back", "the last answer ended with a question", (0.5, 0.2, 0.2, -0.2, -0.7)),
        Weight("any_of_topic", "some of its words were spoken of", (-0.2, -0.1, 0.0, 0.5, 0.0)),
        Weight("asked_before", "the same was asked before in this session", (0.8, -2.1, 1.9, -0.6, 0.0)),
        Weight("asks_inside", "it holds a word that asks", (0.1, -0.2, 0.6, -0.2, -0.5)),
        Weight("begins", "nothing was spoken of before", (-0.3, 1.6, -1.0, -1.3, -0.1)),
        Weight("condition", "it speaks of the condition of a standing instruction", (0.5, 0.4, -0.7, 0.6, -0.9)),
        Weight("declares", "it begins with its subject and its verb", (0.0, -0.2, 0.1, -0.5, 0.5)),
        Weight("drafting", "a text is wanted", (-0.1, 0.5, -0.4, 0.0, -0.1)),
        Weight("event_level", "it wants an account of what happened", (0.4, -0.4, 0.7, -0.1, -0.7)),
        Weight("event_said", "an event speaks of what it says", (0.2, -1.2, 0.7, -0.3, -0.2)),
        Weight("event_whole", "an event speaks of what it means", (-0.8, -0.7, 1.3, 0.1, -0.2)),
        Weight("exclaims", "it ends with an exclamation mark", (-0.2, -0.1, -0.1, -0.6, 0.9)),
        Weight("fact_key", "the key of a fact names what it asks for", (0.1, -0.5, 1.4, -0.5, -0.8)),
        Weight("fact_kind", "a fact holds a value of the kind that is asked for", (-0.1, -0.1, 0.9, -0.1, -0.8)),
        Weight("fact_named", "it names most of the key of a fact", (-0.7, 0.0, 1.3, -0.1, -0.5)),
        Weight("fact_said", "a fact speaks of what it says", (0.3, -1.0, 1.2, -0.5, -0.3)),
        Weight("few_words", "it is three words at the most", (0.1, 0.1, -0.5, 0.0, 0.4)),
        Weight("fine_grained", "it wants the wording", (0.7, -0.2, 0.3, -0.6, -0.7)),
        Weight("has_number", "it holds a number", (-0.1, 0.4, 0.1, 0.3, -0.5)),
        Weight("last_from_memory", "the last answer came from memory", (-0.1, -0.1, -0.5, 0.2, 0.5)),
        Weight("last_from_rows", "the last answer came from a verified row", (-0.2, 0.3, 0.1, 0.4, -0.4)),
        Weight("leans_on_memory", "it leans on an answer from memory", (-0.4, 0.1, 0.2, -0.1, 0.4)),
        Weight("mark", "it holds a question mark", (0.2, 0.1, 0.3, 0.0, -0.8)),
        Weight("names_document", "it names a kind of document", (0.4, -0.4, 0.0, 0.3, -0.7)),
        Weight("numbers_at_hand", "it holds a number, and so does the last answer", (-0.1, -0.2, -0.5, 0.7, 0.1)),
        Weight("of_answer", "its words stand in the last answer", (-0.2, -0.5, -0.8, -0.2, 1.5)),
        Weight("of_topic", "its words were spoken of", (0.2, -0.2, 0.2, -0.1, -0.2)),
        Weight("other_name", "it names what was not spoken of", (0.0, 0.0, -0.1, -0.1, 0.3)),
        Weight("own_past_with_events", "it asks what the user went through, and events are held", (-0.1, 0.1, 0.4, -0.7, 0.2)),
        Weight("past", "it speaks of the past", (0.2, -0.1, 0.0, -0.4, 0.4)),
        Weight("past_with_events", "it speaks of the past, and events are held", (-0.3, -0.4, 0.8, 0.0, -0.4)),
        Weight("past_with_us", "it asks for what was said or done together", (-0.3, -0.4, 0.7, -0.1, -0.2)),
        Weight("permission", "it asks whether something is allowed", (1.1, -1.1, -1.1, 0.5, 0.1)),
        Weight("question", "it has the form of a question or a request", (0.4, 0.1, 0.3, -0.5, -0.9)),
        Weight("question_asks", "it has the form of a question", (0.2, 0.3, 0.5, -0.3, -0.9)),
        Weight("question_requests", "it has the form of a request", (-0.1, -0.9, 0.3, 0.9, -0.3)),
        Weight("quotes", "it holds words in quotation marks", (-0.3, -0.7, -0.8, 1.8, -0.1)),
        Weight("recalls", "it speaks of something that both remember", (0.0, 0.4, -0.1, -0.7, 0.4)),
        Weight("recalls_with_events", "it speaks of something that both remember, and events are held", (-0.8, -0.1, 1.1, -0.4, 0.1)),
        Weight("row_kind", "a row holds a value of the kind that is asked for", (-0.4, 0.8, -0.2, -0.2, -0.6)),
        Weight("row_named", "it names most of the key of a row", (-0.4, 0.7, -0.3, -0.7, 0.1)),
        Weight("row_said", "a row speaks of what it says", (-0.8, 1.2, -0.4, -0.7, -0.9)),
        Weight("row_whole", "a row speaks of what it means", (-1.1, 1.0, -1.0, 1.1, -0.4)),
        Weight("same_held", "what is held on it is the same as before", (0.2, 0.0, 0.1, -0.5, 0.2)),
        Weight("says_little", "it has one telling word, or none", (0.2, 0.2, -0.1, -0.1, -0.3)),
        Weight("says_much", "it has three telling words or more", (0.3, -0.3, 0.1, -0.3, -0.3)),
        Weight("so", "it begins with so", (-0.2, -1.2, 0.2, 0.8, 0.4)),
        Weight("status_with_tasks", "it asks how far something is, and work is on record", (-1.2, -0.5, 1.4, 0.1, -0.1)),
        Weight("strange", "nothing that is held speaks of its words", (0.4, -0.8, -1.0, 0.2, 0.2)),
        Weight("supposes", "it puts another condition", (0.5, 0.0, -0.5, 1.2, -1.3)),
        Weight("task_key", "the key of a task names what it asks for", (-0.6, -0.4, 2.1, -0.6, -1.0)),
        Weight("task_said", "a task speaks of what it says", (-0.6, -0.7, 1.2, -0.4, 0.2)),
        Weight("task_whole", "a task speaks of what it means", (0.2, -1.0, 1.1, -0.4, -0.2)),
        Weight("temporal", "it names a time", (0.0, 0.4, -0.3, -0.1, 0.0)),
        Weight("title_only", "a title speaks of it, and nothing that is held", (0.7, -0.3, -1.0, -0.5, -0.4)),
        Weight("title_said", "titles speak of its words", (0.7, 0.4, -0.5, -0.6, -0.8)),
        Weight("told_before", "the user told it in this session", (-0.4, -0.6, 1.0, 0.0, 0.0)),
        Weight("varies_documents", "it puts another case in the place of one from the documents", (0.2, -0.5, 0.0, 0.0, 0.2)),
        Weight("wish", "something is to be chosen or made for the user", (0.1, 0.2, 0.1, 0.6, -1.1)),
        Weight("wish_with_tastes", "something is to be chosen or made for the user, whose tastes are held", (0.6, -0.5, 0.0, 0.4, -0.7)),
    ),
)  # fmt: skip
"""Where the answer of a turn is: in documents, rows or memory, at hand in the conversation, or nowhere: it asks nothing."""

SUBJECT = WeightTable(
    name="SUBJECT",
    options=("stays", "opens",),
    base=(0.7, -0.7),
    weights=(
        Weight("again", "it asks for something once more", (-0.5, 0.5)),
        Weight("and", "it begins with and", (0.7, -0.7)),
        Weight("answers_back", "the last answer ended with a question", (0.3, -0.3)),
        Weight("ends_asking", "it ends with a question mark", (-0.3, 0.3)),
        Weight("event_whole", "an event speaks of what it means", (0.3, -0.3)),
        Weight("last_from_documents", "the last answer came from the documents", (-1.2, 1.2)),
        Weight("last_from_memory", "the last answer came from memory", (-0.8, 0.8)),
        Weight("last_from_rows", "the last answer came from a verified row", (-1.0, 1.0)),
        Weight("leans_on_documents", "it leans on an answer from the documents", (0.4, -0.4)),
        Weight("mark", "it holds a question mark", (0.4, -0.4)),
        Weight("nothing_left", "it has no telling word", (1.0, -1.0)),
        Weight("numbers_at_hand", "it holds a number, and so does the last answer", (0.4, -0.4)),
        Weight("of_answer", "its words stand in the last answer", (2.4, -2.4)),
        Weight("of_topic", "its words were spoken of", (0.9, -0.9)),
        Weight("other_held", "what is held on it is another thing than before", (-0.2, 0.2)),
        Weight("other_title", "the titles that it names are others than before", (-0.4, 0.4)),
        Weight("past", "it speaks of the past", (-0.1, 0.1)),
        Weight("points", "it points back", (0.4, -0.4)),
        Weight("question_asks", "it has the form of a question", (-0.5, 0.5)),
        Weight("row_whole", "a row speaks of what it means", (0.2, -0.2)),
        Weight("same_held", "what is held on it is the same as before", (0.8, -0.8)),
        Weight("says_a_lot", "it has five telling words or more", (-0.4, 0.4)),
        Weight("says_little", "it has one telling word, or none", (0.5, -0.5)),
        Weight("says_much", "it has three telling words or more", (-0.5, 0.5)),
        Weight("so", "it begins with so", (0.7, -0.7)),
        Weight("statement", "it tells something", (0.8, -0.8)),
        Weight("statement_tells", "it has the form of a statement", (-0.4, 0.4)),
        Weight("strange", "nothing that is held speaks of its words", (1.2, -1.2)),
        Weight("task_key", "the key of a task names what it asks for", (-0.6, 0.6)),
        Weight("title_only", "a title speaks of it, and nothing that is held", (-0.2, 0.2)),
        Weight("only_names", "it is nothing but names that were not spoken of", (0.0, 3.0), by_hand=True),
    ),
)  # fmt: skip
"""Whether a turn stays with its subject or opens another."""

TRIGGER = WeightTable(
    name="TRIGGER",
    options=("none", "key_match", "prior_constraint", "slot_needed", "standing_instruction", "preference_bears", "subject_match",),
    base=(1.1, -0.9, -0.3, -0.9, -0.7, -1.0, -1.0),
    weights=(
        Weight("abstract", "it wants the gist", (0.8, -0.2, -0.4, -0.5, -0.3, -0.7, 1.0)),
        Weight("again_with_records", "it asks for something once more, and records are held", (0.2, 1.6, -1.2, -0.5, -0.9, 0.2, 0.1)),
        Weight("aggregation", "it goes over many things", (0.3, 0.1, -0.6, 0.2, -0.1, -0.3, 0.0)),
        Weight("and", "it begins with and", (-0.1, -0.1, 0.4, 0.0, 0.3, -0.2, -0.4)),
        Weight("anew_unshared", "it begins like a question of its own, in words that were not said before", (0.1, 0.1, -0.9, 0.5, 0.1, 0.0, 0.4)),
        Weight("begins", "nothing was spoken of before", (0.1, -0.9, -1.9, 1.1, 0.7, 0.8, 0.2)),
        Weight("comparison", "it holds things beside each other", (0.4, 0.2, 0.3, -0.3, -0.2, -0.5, -0.1)),
        Weight("condition", "it speaks of the condition of a standing instruction", (-0.6, -0.4, 0.0, -0.5, 2.1, -1.0, -0.3)),
        Weight("condition_met", "it meets half of the condition of a standing instruction", (-0.4, -0.3, 0.1, -0.2, 1.3, -0.6, -0.3)),
        Weight("event_level", "it wants an account of what happened", (0.9, -0.3, -1.2, -0.3, 0.1, -0.5, 1.3)),
        Weight("event_whole", "an event speaks of what it means", (-0.4, -1.5, -0.2, -1.0, -0.8, -0.7, 2.4)),
        Weight("fact_beside", "another source answers, and a fact speaks of it", (-0.4, 0.3, -0.2, 0.2, 0.0, 0.0, 0.1)),
        Weight("fact_key", "the key of a fact names what it asks for", (-1.0, 1.8, -0.3, 0.8, -0.8, 0.0, -0.9)),
        Weight("fact_key_beside", "another source answers, and the key of a fact is named", (-0.2, 0.7, -1.0, 0.5, -0.3, 0.1, 0.0)),
        Weight("fact_whole", "a fact speaks of what it means", (-1.0, 2.0, 0.1, -0.1, -0.6, 0.0, -0.9)),
        Weight("fine_grained", "it wants the wording", (1.2, -0.7, -0.7, -0.6, 0.6, -1.2, 0.6)),
        Weight("from_documents", "the documents are read", (0.9, -1.0, 0.5, -0.6, -0.3, -0.5, -1.0)),
        Weight("from_memory", "memory answers", (-0.3, 0.6, -0.4, -0.6, -0.6, -1.3, 0.8)),
        Weight("from_rows", "verified rows are read", (1.3, -0.9, -1.0, -0.1, -0.4, -0.3, -1.1)),
        Weight("how_to", "it asks what to do", (0.1, -0.3, -0.5, -0.3, 1.1, 0.2, -0.4)),
        Weight("leans_on_documents", "it leans on an answer from the documents", (-0.1, 0.2, 0.4, -0.1, -0.2, 0.0, -0.2)),
        Weight("memory_again", "memory answers, and it was asked or told before", (-0.5, 1.7, 0.6, -0.2, 0.1, 0.0, -1.5)),
        Weight("memory_event", "memory answers, and an event speaks of it", (0.1, -0.7, 0.9, 0.2, 0.7, -0.3, -0.1)),
        Weight("memory_status", "memory answers, and it asks how far something is", (0.3, -0.5, -0.7, -0.7, -0.4, -0.2, 1.6)),
        Weight("memory_task", "memory answers, and a task speaks of it", (-0.8, -0.5, -0.2, -0.5, -0.3, -0.1, 1.8)),
        Weight("names_document", "it names a kind of document", (0.2, 0.1, -0.4, -0.4, 0.1, 0.1, -0.1)),
        Weight("own", "it speaks of the user or theirs", (-0.6, 0.5, -0.3, 1.2, -0.3, 0.1, 0.2)),
        Weight("own_beside", "another source answers, and it speaks of the user, about whom facts are held", (-0.1, 0.8, 0.5, 0.0, -0.1, 0.1, -1.0)),
        Weight("own_with_facts", "it speaks of the user, and facts about them are held", (-0.1, 0.0, -0.4, 0.8, -0.5, -0.1, 0.0)),
        Weight("past_with_events", "it speaks of the past, and events are held", (0.0, -0.5, -0.4, -0.6, -0.3, -0.9, 1.2)),
        Weight("permission", "it asks whether something is allowed", (0.4, -0.3, 0.4, 0.5, -0.3, -0.7, -0.1)),
        Weight("points", "it points back", (0.0, -0.4, 0.4, -0.1, 0.2, -0.1, 0.2)),
        Weight("preference", "a choice is wanted", (-0.8, -0.9, -0.4, 0.5, -0.6, 1.7, 0.4)),
        Weight("reach", "it asks whether something applies to another case", (-0.2, -0.4, 0.9, 0.2, -0.3, -0.2, 0.0)),
        Weight("reach_of_value", "it asks whether what was said applies to another case", (0.0, -0.2, 1.0, -0.2, -0.2, -0.2, -0.3)),
        Weight("recalls", "it speaks of something that both remember", (0.5, -0.1, -0.5, 0.2, 0.2, -0.5, 0.3)),
        Weight("recalls_with_events", "it speaks of something that both remember, and events are held", (-0.8, -0.6, -0.2, 0.0, 0.5, 0.3, 0.9)),
        Weight("row_whole", "a row speaks of what it means", (0.9, 0.2, 0.3, -0.1, -0.2, -1.0, -1.1)),
        Weight("rule_said", "an instruction or taste speaks of what it says", (-0.6, -0.6, 0.0, -0.9, 1.0, 1.1, 0.0)),
        Weight("rule_whole", "an instruction or taste speaks of what it means", (-1.6, -0.4, -0.4, -0.8, 2.1, 1.2, -0.2)),
        Weight("supposes", "it puts another condition", (0.0, 0.2, 0.9, -0.3, 0.0, -0.8, 0.1)),
        Weight("supposes_of_value", "it puts another condition to what the documents said", (0.2, -0.1, 0.2, 0.5, -0.5, -0.4, 0.0)),
        Weight("task_whole", "a task speaks of what it means", (0.1, -1.1, 0.0, -0.6, -0.4, -0.6, 2.0)),
        Weight("taste_beside", "the documents are read for a choice, and tastes are held", (-0.4, 0.1, 0.1, 0.0, -0.1, 0.9, -0.8)),
        Weight("rule_for_one_case", "it wants a rule text for one case", (-0.8, 0.0, 1.5, -0.1, -0.3, -0.1, -0.2)),
        Weight("varies_documents", "it puts another case in the place of one from the documents", (-0.3, -0.2, 0.7, -0.7, 0.5, -0.3, 0.0)),
        Weight("varies_value", "it puts another case in the place of one from the documents, and wants a value", (0.1, -0.5, 0.5, -0.2, -0.3, 0.3, -0.2)),
        Weight("why", "it asks for a reason", (-0.1, -0.6, 1.7, -0.7, -0.7, -0.4, 0.8)),
        Weight("wish", "something is to be chosen or made for the user", (0.3, -0.5, -0.1, -0.4, 0.0, 0.3, 0.3)),
        Weight("wish_with_tastes", "something is to be chosen or made for the user, whose tastes are held", (-0.6, -0.1, 0.0, 0.0, -0.1, 1.0, -0.2)),
        Weight("here_with_facts", "it asks about where the user is, and facts about them are held", (0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0), by_hand=True),
    ),
)  # fmt: skip
"""What memory is read for, in a turn that is looked up."""

ACT = WeightTable(
    name="ACT",
    options=("asks", "tells", "corrects",),
    base=(1.3, -0.4, -2.1),
    weights=(
        Weight("abstract", "it wants the gist", (1.2, -0.2, -1.5)),
        Weight("actually", "it begins with actually", (-1.0, 0.6, 0.4)),
        Weight("asks_inside", "it holds a word that asks", (0.5, -0.4, -0.5)),
        Weight("begins", "nothing was spoken of before", (0.6, 0.7, -1.5)),
        Weight("begins_pointing", "it begins by pointing to what was spoken of", (-0.4, 0.1, 0.4)),
        Weight("contrasts", "it sets a value against one that was spoken of", (-0.3, -0.2, 0.5)),
        Weight("declares", "it begins with its subject and its verb", (-0.4, 0.5, 0.2)),
        Weight("denies", "it begins with no", (-0.1, -0.9, 1.0)),
        Weight("drafting", "a text is wanted", (1.1, -0.5, -0.6)),
        Weight("ends_asking", "it ends with a question mark", (0.7, -0.6, -0.7)),
        Weight("event_level", "it wants an account of what happened", (1.1, -0.6, -0.8)),
        Weight("exclaims", "it ends with an exclamation mark", (-1.1, 1.0, 0.2)),
        Weight("few_words", "it is three words at the most", (0.1, 0.6, -0.7)),
        Weight("fine_grained", "it wants the wording", (1.1, -0.5, -1.3)),
        Weight("from_now", "it says what holds now", (-0.8, 0.0, 1.1)),
        Weight("happened", "it says that something happened", (-0.5, 0.1, 0.8)),
        Weight("has_changed", "it says that something changed", (-1.0, -0.4, 1.3)),
        Weight("has_value", "it holds a number or a name", (-0.6, -0.1, 1.3)),
        Weight("i_tell", "it begins with the user or theirs", (0.1, 0.0, -0.1)),
        Weight("laughs", "it laughs or sighs", (-0.9, 1.3, -0.4)),
        Weight("many_words", "it is eight words or more", (0.1, -0.2, 0.0)),
        Weight("mark", "it holds a question mark", (0.5, -0.5, -0.4)),
        Weight("no_more", "it says what holds no more", (-0.5, -0.5, 1.1)),
        Weight("of_value", "a row or fact that is held speaks of it", (1.1, -1.7, 0.1)),
        Weight("one_word", "it is one word", (0.3, 0.5, -0.8)),
        Weight("other_value", "it speaks of a value that is held, and says another number", (-1.2, -0.7, 1.9)),
        Weight("outdates", "it says that something is over", (-0.6, -0.4, 1.0)),
        Weight("preference", "a choice is wanted", (1.1, -0.6, -0.6)),
        Weight("question", "it has the form of a question or a request", (0.6, -0.5, -0.7)),
        Weight("question_asks", "it has the form of a question", (0.7, -0.5, -0.8)),
        Weight("question_requests", "it has the form of a request", (0.0, -0.1, 0.2)),
        Weight("says_value", "it says a value of what was spoken of", (-0.3, -0.6, 0.9)),
        Weight("statement_tells", "it has the form of a statement", (-0.5, 0.4, 0.4)),
        Weight("thanks", "it gives thanks", (-1.1, 1.6, -0.5)),
    ),
)  # fmt: skip
"""What a turn does that sets no rule and is no courtesy."""

EFFORT = WeightTable(
    name="EFFORT",
    options=("single_shot", "multi_step",),
    base=(1.1, -1.1),
    weights=(
        Weight("abstract", "it wants the gist", (-0.1, 0.1)),
        Weight("aggregation", "it goes over many things", (-1.1, 1.1)),
        Weight("comparison", "it holds things beside each other", (-1.5, 1.5)),
        Weight("drafting", "a text is wanted", (-0.6, 0.6)),
        Weight("event_level", "it wants an account of what happened", (0.0, 0.0)),
        Weight("few_words", "it is three words at the most", (0.2, -0.2)),
        Weight("fine_grained", "it wants the wording", (1.2, -1.2)),
        Weight("has_number", "it holds a number", (-0.1, 0.1)),
        Weight("how_to", "it asks what to do", (0.5, -0.5)),
        Weight("mark", "it holds a question mark", (-0.2, 0.2)),
        Weight("names_document", "it names a kind of document", (0.2, -0.2)),
        Weight("past", "it speaks of the past", (0.0, 0.0)),
        Weight("permission", "it asks whether something is allowed", (0.1, -0.1)),
        Weight("points", "it points back", (0.0, 0.0)),
        Weight("question", "it has the form of a question or a request", (0.4, -0.4)),
        Weight("row_whole", "a row speaks of what it means", (0.5, -0.5)),
        Weight("says_little", "it has one telling word, or none", (0.1, -0.1)),
        Weight("says_much", "it has three telling words or more", (-0.1, 0.1)),
        Weight("title_said", "titles speak of its words", (-0.2, 0.2)),
        Weight("why", "it asks for a reason", (0.5, -0.5)),
        Weight("wish", "something is to be chosen or made for the user", (0.3, -0.3)),
    ),
)  # fmt: skip
"""Whether one search is enough."""
