"""A statement of what somebody does or has goes in; its key and value, under which acts and denials meet, come out.

`I never fly` and `I flew to Rome` are about one thing, and so are `I sold my car` and `I drove my car today`. Pure.
"""

from __future__ import annotations

import re

from loadsheet.intent.language.moments import is_moment
from loadsheet.memory.extraction.grammar import AT_ALL, Statement
from loadsheet.memory.language import food
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import present
from loadsheet.memory.language.text import normal


def lemma(verb: str) -> str:
    """The verb without its endings: `flew` → `fly`, `smoking` → `smoke`, `applied` → `apply`."""
    word = verb.casefold()
    if word in w.IRREGULAR:
        return w.IRREGULAR[word]
    if word.endswith("ied"):
        return word[:-1] if len(word) <= 4 else f"{word[:-3]}y"
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base == word or len(base) < 3:
            continue
        doubled = base[-1] == base[-2] and base[-1] not in "lsz"
        if doubled or re.search(r"[aeiou].*[eo]ll$", base):  # `planned`, `cancelled`
            return base[:-1]
        if base in w.VERBS or (base + "e" not in w.VERBS and not _silent(base)):
            return base
        return f"{base}e"
    return word


def _silent(base: str) -> bool:
    """Whether an `e` fell away before the ending: after a single vowel with a consonant, `smok`."""
    ends = re.search(r"(?:[aeiou][bcdgkmnptvz]|[cgvz]|(?<![su])s|[^aeiou]l|th|[aiu]r)$", base)
    return bool(ends) and not re.search(r"(?:[aeo][aeiou]|i[eiou]|u[eiou])[a-z]$", base)


def is_past(stated: Statement) -> bool:
    """Whether the verb tells of something done."""
    return stated.past or stated.verb in w.PASTS


def act_of(stated: Statement, *, own: bool) -> tuple[str, str] | None:
    """Key and value of an act, a possession or a denial; None where the statement is of another kind.

    Of others than the speaker only a bare verb is an act: what stands after it may name a relation.
    """
    if stated.verb in w.COPULAS or stated.key.split(" ")[0] in w.COPULAS:
        return None
    words = stated.key.split(" ")
    if not own and len(words) > 1:
        return None
    value = " ".join([*words[1:], stated.value])
    verb = lemma(present(stated.verb))
    if ended := _ended(verb, value) if is_past(stated) or verb not in w.PARTING else None:
        return ended
    key = _consumed(verb, value) or (w.SAME_ACT.get(verb, verb) if own else verb)
    if stated.negated and (key, value) == ("drink", AT_ALL):
        value = "alcohol"  # who does not drink drinks coffee
    return key, f"not {value}" if stated.negated else value


def _ended(verb: str, value: str) -> tuple[str, str] | None:
    """`quit smoking`, `gave up meat`, `sold my car`: a denial of what held before."""
    first, _, rest = value.partition(" ")
    if first == "up" and verb == "give":
        verb, (first, _, rest) = "quit", rest.partition(" ")
    if verb in w.QUITTING:
        if first.endswith("ing") and len(first) > 4:
            done = lemma(first)
            return _consumed(done, rest) or done, f"not {rest or AT_ALL}"
        key = _consumed("eat", first) or _consumed("drink", first)
        return (key, f"not {f'{first} {rest}'.strip()}") if key else None
    lost = re.sub(r"^(?:away|rid of)\s+", "", value) if verb in {"give", "get"} else value
    if verb in w.PARTING or lost != value:
        what = re.sub(r"^(?:my|our|the)\s+(?:old\s+)?", "", lost, flags=re.I)
        plain = re.split(r"\s(?:to|for|on|in|last|at|because)\s", what)[0]
        thing = not plain[:1].isdigit() and not is_moment(plain)  # `Nuno cancelled yesterday`
        return ("have", f"not {plain}") if thing else None
    return None


_MEAL = re.compile(
    r"\bfor (?:breakfast|brunch|lunch|dinner|supper|dessert|a snack|starters)\b", re.I
)


def _consumed(verb: str, value: str) -> str | None:
    """`eat` or `drink` where the verb and what stands after it say so: one has a beer, and a steak."""
    said = {word.removesuffix("s") for word in normal(value).split()} | set(normal(value).split())
    if verb not in {"eat", "drink", "have", "order", "try", "consume"}:
        return None
    if verb == "drink" or (said & food.ALL_DRINKS and not said & food.ALL_FOOD):
        return "drink"
    return (
        "eat" if said & food.ALL_FOOD or _MEAL.search(value) or (verb == "eat" and said) else None
    )


def ends(stated: Statement) -> bool:
    """Whether it ends a habit or a possession, which is so from then on: `I quit smoking`, `I sold my car`."""
    verb = lemma(present(stated.verb))
    rest = " ".join([*stated.key.split(" ")[1:], stated.value])
    return not stated.negated and stated.verb not in w.COPULAS and _ended(verb, rest) is not None


def is_meal(stated: Statement) -> bool:
    """Whether something was eaten or drunk: it happened at a time, also where none is named."""
    return stated.verb not in w.COPULAS and _consumed(lemma(stated.verb), stated.value) is not None


def denied(value: str) -> str | None:
    """What a value denies: `not X` → X; None where it denies nothing."""
    return normal(value)[4:] if normal(value).startswith("not ") else None
