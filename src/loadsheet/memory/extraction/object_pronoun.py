"""A statement with a pronoun for what it is done to, and what was said before, in; the statement in full out. Pure.

`I parked the van on level 2.` `Sorry, I parked it on level 3.`: who does the same to `it` does it to the van.
"""

from __future__ import annotations

from collections.abc import Sequence

from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction.acts import lemma
from loadsheet.memory.extraction.grammar import TOKEN, expand
from loadsheet.memory.extraction.pieces import may_mean
from loadsheet.memory.extraction.verbs import main_verb
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import present
from loadsheet.memory.language.text import QUOTES, normal

_PRONOUNS = {"it": "it", "them": "they", "him": "he", "her": "she"}
"""Pronouns of whom or what something is done to, each as it stands before a verb."""


def has_pronoun(sentence: str) -> bool:
    """Whether a statement has such a pronoun behind its verb."""
    _, lower, at = _read(sentence)
    return at is not None and lower[at + 1 : at + 2] != [] and lower[at + 1] in _PRONOUNS


def in_full(sentence: str, before: Sequence[str]) -> str:
    """The sentence with the thing that one of those before names by the same verb; as it stands where none does."""
    tokens, lower, at = _read(sentence)
    if at is None or not has_pronoun(sentence):
        return sentence
    rest = tokens[at + 2 :]
    for said in before:
        thing = _thing(said, lower[at], rest)
        head = thing[-1].strip(QUOTES + ",;:!?.") if thing else ""
        if head and may_mean(_PRONOUNS[lower[at + 1]], head):
            return " ".join([*tokens[: at + 1], *thing, *rest])
    return sentence


def _thing(said: str, verb: str, rest: Sequence[str]) -> list[str]:
    """What a sentence with this verb is done to; none where it is of another verb, or its form does not tell.

    It ends before a preposition where `rest`, which follows the pronoun, begins with one, and else before as many
    words: `painted the fence green`, `painted it blue`.
    """
    tokens, lower, at = _read(said)
    if at is None or lemma(present(lower[at])) != lemma(present(verb)) or not rest:
        return []
    object_, low = tokens[at + 1 :], lower[at + 1 :]
    if rest[0].casefold() in w.PREPOSITIONS:
        end = next((i for i, word in enumerate(low) if word in w.PREPOSITIONS), len(low))
        return object_[:end]
    end = len(object_) - len(rest)
    plain = end > 1 and low[0] in w.ARTICLES | w.OWNERS and w.PREPOSITIONS.isdisjoint(low[:end])
    return object_[:end] if plain else []


def _read(sentence: str) -> tuple[list[str], list[str], int | None]:
    """The words of a sentence, the same in lower case without their marks, and where its verb stands."""
    tokens = TOKEN.findall(expand(sentence).strip().rstrip(".!"))
    lower = [token.strip(QUOTES + ",;:!?").casefold() for token in tokens]
    return tokens, lower, main_verb(tokens, lower)


def explained(said: str, value: str) -> str:
    """What was said with the thing behind its pronoun, where only the value of its record names it.

    `I put it in the shed` of `spare key in the shed` → `I put it (the spare key) in the shed`.
    """
    for found in _PRONOUN.finditer(said):
        rest = normal(said[found.end() :]).split()
        words = value.split()
        ends = next((n for n in range(1, len(words)) if _begins(rest, words[n:])), 0)
        thing = " ".join(words[:ends])
        if thing and thing.casefold() not in said.casefold():
            the = "the " if thing[:1].islower() else ""
            return f"{said[: found.end()]} ({the}{thing}){said[found.end() :]}"
    return said


def _begins(rest: list[str], words: list[str]) -> bool:
    said = normal(" ".join(words)).split()
    return rest[: len(said)] == said


_PRONOUN = lazy_re(rf"(?<=\s)(?:{'|'.join(_PRONOUNS)})(?=\s)")
