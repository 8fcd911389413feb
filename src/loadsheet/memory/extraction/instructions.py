"""A sentence in; what somebody asks for from now on, under which condition, and what they would rather have, out."""

from __future__ import annotations

import re

from loadsheet.intent.rules.standing import KIND, lasts
from loadsheet.intent.rules.style import THING, manner
from loadsheet.memory.extraction import grammar
from loadsheet.memory.language import forms
from loadsheet.memory.language.text import normal

MOST_OF_SIDE = 4
"""Words of a thing that somebody chooses; more of them are a thought."""


def standing(sentence: str) -> bool:
    """Whether the sentence asks for something from now on; `never` before a statement of the past does not."""
    return not sentence.endswith("?") and lasts(sentence)


def preferred(sentence: str) -> str:
    """What a preference chooses between, so that a change of mind meets it; empty where it does not say.

    `tea over coffee` and `coffee over tea` choose between the two; `dark mode` and `light mode` are both of the mode.
    """
    found = forms.PREFERENCE.match(sentence)
    said = grammar.CHANGING.sub("", grammar.clause(sentence))[found.end() :] if found else ""
    chosen = re.split(r"\s(?:over|to|rather than|than|instead of)\s", said, maxsplit=1)
    if len(chosen) == 2 and all(len(side.split()) <= MOST_OF_SIDE for side in chosen):
        return " or ".join(sorted(normal(side) for side in chosen))
    head, *scope = re.split(r"\s(?=(?:for|in|on|when|with|at)\s)", said.strip(), maxsplit=1)
    words = normal(head).split()
    if not 1 < len(words) <= MOST_OF_SIDE:
        return ""
    return " ".join([words[-1], *(normal(part) for part in scope)])


def named(sentence: str, condition: str = "") -> str:
    """The attribute of answers that an instruction sets, empty where it sets none that has one value at a time.

    What is said of a thing under a condition is named by the condition: it is many things that one wants of medicine.
    """
    said = manner(sentence.replace(condition, " ") if condition else sentence)
    if said is None or said.force != "set" or (condition and said.attribute.startswith(THING)):
        return ""
    return said.name


def condition_of(sentence: str) -> str:
    """When an instruction applies, in the user's words; empty where it names no condition."""
    found = forms.CONDITION.search(sentence) or KIND.search(sentence)
    return found["condition"].strip() if found else ""
