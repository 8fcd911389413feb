"""The words of a sentence in; where the finite verb of its main clause stands out.

A word is a verb where it is known as one, or where its form and its neighbours leave nothing else.
"""

from __future__ import annotations

import re

from loadsheet.intent.language import numerals
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import present

DEGREES = w.NEGATIONS | w.ADVERBS
"""What may stand between a subject and its verb."""


def main_verb(tokens: list[str], lower: list[str]) -> int | None:
    """Where the finite verb of the main clause stands."""
    clause_depth = 0
    for at in range(len(tokens)):
        word = lower[at]
        if at and word in w.RELATIVES and tokens[at].islower():
            clause_depth += 1
        elif at and (word in w.AUXILIARIES or word in w.MODALS or _is_verb(tokens, lower, at)):
            is_ = word in w.AUXILIARIES or word in w.MODALS
            if not clause_depth or (is_ and w.COPULAS.isdisjoint(lower[at + 1 :])):
                return at
            clause_depth -= 1  # `customers who live in the UK get 28 days`
    return None


def _is_verb(tokens: list[str], lower: list[str], at: int) -> bool:
    word, before = lower[at], lower[_before(lower, at)]
    if re.search(r"['’]s$", before):
        return False
    article = before in w.ARTICLES and (at == 1 or tokens[at - 1].islower())
    if not tokens[at].islower() or article or before in w.PREPOSITIONS or before in w.OWNERS:
        return False
    if word in w.OTHERS | w.OWNERS | w.PREPOSITIONS | DEGREES:
        return False
    if at + 1 < len(lower) and lower[at + 1] in w.COPULAS:
        return False  # `the project lead is Ana`
    if _is_participle(lower, at):
        return False
    if word in w.VERBS | w.PRETERITES or (word in w.IRREGULAR and before in w.PRONOUNS):
        return True
    if word in w.IRREGULAR and not _verb_behind(lower, at):
        return True  # `the pipe burst`, and not `the bread cut at home is dry`
    if (
        present(word) in w.VERBS
        and lower[at + 1 : at + 2] != ["of"]
        and not _verb_behind(lower, at)
    ):
        return True  # `meets`, and not `site visits take place`
    between = set(lower[1:at])
    if lower[0] in w.PRONOUNS and between & w.NEGATIONS and between <= DEGREES:
        return word not in DEGREES  # `I never fly`: what follows the denial is what is denied
    if any(later in w.COPULAS for later in lower[at + 1 :]):
        return False
    cased = not tokens[_before(lower, at)].islower() or re.match(r"\d", before) is not None
    named = before in w.PRONOUNS or (cased and at <= 5)
    if named and re.fullmatch(r"[^\W\d_]{2,}(?:[^s]s|ed)", word):
        return True
    if before in w.PEOPLE and re.fullmatch(r"[a-z]{3,}ed", word):
        return True  # `my cat scratched me`
    return _takes_object(tokens, lower, at)


def _before(lower: list[str], at: int) -> int:
    """Where the last word before stands that is no degree: `I also parked the car`."""
    return next((i for i in range(at - 1, 0, -1) if lower[i] not in DEGREES), 0)


def _is_participle(lower: list[str], at: int) -> bool:
    """Whether it says which one is meant, and another verb follows: `the code found in the drawer is 4711`."""
    word, behind = lower[at], lower[at + 1 :]
    done = word in w.IRREGULAR.keys() - w.PRETERITES or word.endswith("ed")
    if (
        not done
        or lower[at - 1] in w.PRONOUNS
        or behind[:1] == []
        or behind[0] not in w.PREPOSITIONS
    ):
        return False
    verb = next((i for i, later in enumerate(behind) if later in w.COPULAS), 0)
    return verb > 1 and _JOINING.isdisjoint(behind[:verb])


_JOINING = (
    w.RELATIVES | w.OTHERS | w.PRONOUNS | w.CONDITIONALS | w.word_set("and or but because as so")
)


def _verb_behind(lower: list[str], at: int) -> bool:
    """Whether another verb follows, so that a word that looks like one is a noun of several."""
    verbs = w.VERBS | w.AUXILIARIES | w.MODALS
    return any(word in verbs for word in lower[at + 1 :])


MOST_OF_HABIT = 7
"""Words of a sentence that says no more than what somebody or something does."""


def _is_habit(tokens: list[str], lower: list[str], at: int) -> bool:
    """Whether a short sentence only has this word for a verb: `I commute by bike`, `I sleep six hours a night`, `the
    password rotates every 30 days`."""
    if not at < len(tokens) - 2 or len(tokens) > MOST_OF_HABIT or _verb_behind(lower, at):
        return False
    follows = lower[at + 1]
    if at == 1 and lower[0] in w.PRONOUNS:
        counted = follows in numerals.ENGLISH or follows == "size"
        plain = re.fullmatch(r"[a-z]{3,}", tokens[at]) and lower[at] not in w.ADVERBS | w.INTENTS
        return bool(plain) and (counted or follows in w.HOW)
    third = re.fullmatch(r"[a-z]{2,}[^s]s", tokens[at]) and not lower[at - 1].endswith("s")
    measured = follows in w.HOW | {"every", "for", "in"} and tokens[at + 2][:1].isdigit()
    return bool(third) and lower[0] in w.ARTICLES | w.OWNERS and 2 <= at <= 4 and measured


def _takes_object(tokens: list[str], lower: list[str], at: int) -> bool:
    """Whether a word that is no known verb has a subject before it and a number or a name behind it.

    `I pay 40 euros`, `the truck carries 12 pallets`.
    """
    opens = r"[^\W\d_a-z]|[$€£\d]|(?:an?|the|my|our)$"
    if _is_habit(tokens, lower, at):
        return True
    if at + 1 >= len(tokens) or not re.match(opens, tokens[at + 1]):
        return False
    if at == 1 and lower[0] in w.PRONOUNS and lower[2] not in w.ARTICLES | w.OWNERS:
        return bool(re.fullmatch(r"[a-z]{3,}", tokens[at])) and lower[at] not in w.ADVERBS
    begins = lower[0] in w.ARTICLES | w.OWNERS and 2 <= at <= 4
    third = bool(re.fullmatch(r"[a-z]{2,}[^s]s", tokens[at])) and not lower[at - 1].endswith("s")
    if not (begins and third):
        return False
    follows = lower[at + 1] in w.ARTICLES | w.OWNERS and not _verb_behind(lower, at)
    return follows or re.match(r"[$€£\d]", tokens[at + 1]) is not None
