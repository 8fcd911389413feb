"""A record that was made of a document's sentence in; whether the sentence states it by itself out. Pure.

What a document gives memory is looked up by its subject and key, far from the passage that it stood in. So the sentence
must be one, name its subject in it, tell the relation by a verb that is known as one, and give a value that can be
looked up: a number, a date, a name, or a state. All else of a document is found where it stands.
"""

from __future__ import annotations

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.terms import word_set
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction import grammar
from loadsheet.memory.extraction.extract import hedged
from loadsheet.memory.extraction.resolve import VAGUE, kind
from loadsheet.memory.extraction.speech import opening
from loadsheet.memory.extraction.verbs import main_verb
from loadsheet.memory.language import states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import MEASURE, present
from loadsheet.memory.language.text import QUOTES

LONGEST_VALUE = 6
"""Words of a value that can be looked up; a longer one is an explanation."""

_ENDS = lazy_re(r"[.!。][\"”’')\]]*$")
_LAID_OUT = lazy_re(r"[\[\]()<>{}|`*_#:;]|https?|\s[–—-]\s")
"""Marks of layout and of what is put in between: a name or a value that holds one was cut at it, or holds two."""
_POINTING = w.OTHERS | w.OWNERS | w.SELF | w.CONDITIONALS | word_set("yourself itself themselves")
"""What stands for something that another sentence, or nobody, names."""
_JOINING = word_set(
    "and or but while because since although though as so then than once before after either"
)


def stands_alone(record: MemoryRecord) -> bool:
    """Whether the sentence of a record states it without the rest of its document."""
    text = " ".join(record.text.split())
    bare, _ = opening(text)
    if not _ENDS.search(text) or hedged(bare):
        return False
    tokens = grammar.TOKEN.findall(grammar.clause(grammar.led(grammar.expand(bare))))
    lower = [token.strip(QUOTES + ",;:!?").casefold() for token in tokens]
    at = main_verb(tokens, lower)
    return at is not None and _names(tokens[:at], lower[:at]) and _tells(lower[at], record)


def _names(tokens: list[str], lower: list[str]) -> bool:
    """Whether the words before the verb name something: they begin no clause, bid nothing and point to nothing."""
    first = lower[0]
    plain = all(_LAID_OUT.search(token) is None and "," not in token for token in tokens)
    leads = first in w.PREPOSITIONS | _JOINING | w.NOBODY or lower[-1] in w.PREPOSITIONS
    # A bid begins with its verb, a doing with its form: `Click on`, `Ensuring`; behind a name stands no small word.
    bids = first in w.VERBS | w.REQUESTS or first.endswith("ing")
    does = len(tokens) > 1 and tokens[1].islower() and bids
    return plain and not (leads or does or _POINTING.intersection(lower))


def _tells(verb: str, record: MemoryRecord) -> bool:
    """Whether a verb that is known as one leads to a value that can be looked up."""
    value = record.value.removeprefix("not ")
    said = [word.strip(QUOTES + ".,!?").casefold() for word in value.split()]
    if not _known(verb) or len(said) > LONGEST_VALUE or _LAID_OUT.search(value):
        return False
    if (_POINTING | w.RELATIVES).intersection(said) or said[0] in _JOINING | w.PREPOSITIONS:
        return False
    if kind(value) != "word" or MEASURE.match(value):
        return True
    return verb in w.COPULAS and record.key in VAGUE and not states.STATES.isdisjoint(said)


def _known(verb: str) -> bool:
    known = w.AUXILIARIES | w.MODALS | w.VERBS
    return verb in known or verb in w.IRREGULAR or present(verb) in w.VERBS
