"""The words of a phrase in; whom or what it is about, the value that it names, and whether there is one, out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loadsheet.corpus.terms import has_ending_s, one_of
from loadsheet.intent.language import numerals
from loadsheet.lazy import lazy_re
from loadsheet.memory.language import words as w

USER = "user"
"""The subject of what somebody says of themselves, where the message does not name them."""

MOST_VALUE_WORDS = 12
"""A longer value is a thought, not a value."""

PROPER = lazy_re(r"[\"“'‘]?[^\W\d_a-z]|[\"“]|[\d$€£#]")
MEASURE = lazy_re(
    rf"^(?:[~≈]?[$€£]?\d[\d,.:/]*\s*|(?!one|zero)(?:{one_of(numerals.ENGLISH)}) )"
    r"(?P<unit>%|[^\W\d_]+)?"
)


def own(subject: str, speaker: str = USER) -> bool:
    """Whether a subject is the one who speaks, or somebody of theirs: `user`, `user's doctor`."""
    return subject == speaker or subject.startswith(f"{speaker}'s ")


def entity(tokens: list[str], lower: list[str], speaker: str) -> tuple[str, str]:
    """The thing that a subject phrase is about, and what the phrase names of it: `the capital of France`."""
    while lower and lower[-1] in w.ADVERBS:
        tokens, lower = tokens[:-1], lower[:-1]
    if not lower or (lower[0] in w.OTHERS and len(lower) == 1):
        return "", ""
    if lower[0] in w.ALL and lower[1:2] and lower[1] in w.OWNERS:
        tokens, lower = tokens[1:], lower[1:]
    if lower[0] in w.PRONOUNS:
        return (speaker, "") if len(lower) == 1 else ("", "")
    if lower[0] in {"my", "our"}:
        return _possessed(tokens[1:], lower[1:], speaker)
    of = next((i for i in range(1, len(lower) - 1) if lower[i + 1] in {"my", "our"}), 0)
    if (
        of
        and lower[of] == "of"
        and tokens[of + 1].islower()
        and w.PREPOSITIONS.isdisjoint(lower[of + 1 :])
    ):
        subject, noun = _possessed(tokens[of + 2 :], lower[of + 2 :], speaker)
        what = unadorned(tokens[:of])  # `the colour of my sister's car` is the car colour of hers
        if subject == speaker:
            return f"{_whose(speaker)} {noun}", what
        return subject, f"{noun} {what}".strip()
    for at, token in enumerate(tokens[:-1]):
        if re.search(r"['’]s$|s['’]$", token):
            return unadorned(tokens[: at + 1]), unadorned(tokens[at + 1 :])
    if lower[0] in w.ARTICLES or tokens[0].islower():
        return _definite(tokens, lower)
    split = next((i for i, word in enumerate(lower) if word == "of" and 0 < i <= 3), None)
    if split is not None and lower[0] in _HEADS:
        return unadorned(tokens[split + 1 :]), unadorned(tokens[:split])
    return unadorned(tokens), ""


_HEADS = w.word_set(
    "capital director author head leader owner date time name price cost size number version status place"
)
"""Nouns that name an attribute even where no article stands before them."""


def _possessed(tokens: list[str], lower: list[str], speaker: str) -> tuple[str, str]:
    if not lower:
        return "", ""
    for at, word in enumerate(lower):
        bare = re.sub(r"['’]s$", "", word)
        if bare in w.PEOPLE:
            rest = tokens[at + 1 :]
            if bare != word:
                return f"{_whose(speaker)} {bare}", unadorned(rest)
            owner = next((i for i, one in enumerate(rest) if re.search(r"['’]s?$", one)), None)
            if owner is not None and owner < 2 and not rest[0].islower():
                return unadorned(rest[: owner + 1]), unadorned(rest[owner + 1 :])
            if rest and all(not token.islower() for token in rest):
                return unadorned(rest), ""
            if not rest:
                return f"{_whose(speaker)} {unadorned(tokens)}", ""
    owner = next((at for at, word in enumerate(lower[:-1]) if re.search(r"['’]s$", word)), None)
    if owner is not None and all(token.islower() for token in tokens[: owner + 1]):
        return f"{_whose(speaker)} {unadorned(tokens[: owner + 1])}", unadorned(tokens[owner + 1 :])
    return speaker, unadorned(tokens)


def _whose(speaker: str) -> str:
    return f"{speaker}'s"


def _definite(tokens: list[str], lower: list[str]) -> tuple[str, str]:
    """`the A of B`, `the A that B does`, `the A that does B`: about B, where B is a name, or the last noun."""
    links = [i for i, word in enumerate(lower) if i and word in {"of", "for", "in"}]
    for at, word in enumerate(lower):
        if not at or word not in w.RELATIVES:
            continue
        begin = next((i for i in range(at + 1, len(tokens)) if PROPER.match(tokens[i])), None)
        if begin is None:
            break
        end = begin + 1
        while end < len(tokens) and (
            not tokens[end].islower() or lower[end] in {"of", "the", "and"}
        ):
            end += 1
        return unadorned(tokens[begin:end]), unadorned(
            [*tokens[:at], *tokens[at + 1 : begin], *tokens[end:]]
        )
    for at in links:
        rest = (
            at + 2
            if at + 1 < len(lower) and lower[at + 1] in w.ARTICLES and tokens[at + 1].islower()
            else at + 1
        )
        if rest < len(tokens) and PROPER.match(tokens[rest]):
            return unadorned(tokens[at + 1 :]), unadorned(tokens[:at])
    if links and links[0] + 1 < len(tokens):
        return unadorned(tokens[links[0] + 1 :]), unadorned(tokens[: links[0]])
    return unadorned(tokens), ""


def unadorned(tokens: list[str], *, subject: bool = True) -> str:
    """A phrase without the article before it, the possessive after it and the quotes around it."""
    kept = list(tokens)
    while len(kept) > 1 and kept[0].casefold() in w.ARTICLES and (subject or kept[0].islower()):
        del kept[0]
    text = " ".join(kept).strip(" ,;:")
    text = re.sub(r"['’]s$", "", text)
    return text[1:-1] if len(text) > 2 and text[0] in '"“' and text[-1] in '"”' else text


def valued(tokens: list[str]) -> str | None:
    """The value that words name; None where they are too many, or none of them is a word."""
    if not tokens or len(tokens) > MOST_VALUE_WORDS:
        return None
    tokens = untailed(tokens)
    if not tokens:
        return None
    text = unadorned(tokens, subject=False).rstrip(",;:")
    return text if re.search(r"\w", text) else None


def untailed(tokens: list[str]) -> list[str]:
    """A value without what only says since when or how much it is denied: `jazz any more`."""
    while tokens:
        said = [token.casefold().strip(".,;:!") for token in tokens]
        tail = next((t.split() for t in w.TAILS if said[-len(t.split()) :] == t.split()), None)
        if tail is not None:
            tokens = tokens[: -len(tail)]
        elif len(tokens) > 1 and said[-1] in w.ADVERBS:
            tokens = tokens[:-1]
        else:
            break
    return tokens


def present(verb: str) -> str:
    """A verb of the present without the ending of the third person."""
    if verb == "has":
        return "have"
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "oes")):
        return verb[:-2]
    return verb[:-1] if has_ending_s(verb) else verb


@dataclass(frozen=True, slots=True)
class Predicate:
    """The parts of a predicate that tell whether there is one value or several."""

    verb: str
    words: tuple[str, ...]
    noun: str
    value: str
    copula: bool
    indefinite: bool = False
    """Whether it names one of a kind: `a plumber` is one thing that somebody is."""

    @property
    def single(self) -> bool:
        """Whether the form says that there is one value: a definite noun, a state, an agent, a size, one of a kind."""
        if not self.noun and _RECURS.search(self.value):
            return False  # who works on Sundays may work on Mondays, too
        if _listed(self.value) or any(word in w.PLURAL_ADJECTIVES for word in self.words):
            return False
        if self.noun:
            return not _plural(self.noun)
        if "the" in self.words or self.words[-1:] == ("by",):
            return True
        if MEASURE.match(self.value) or self.verb in w.SINGULAR_VERBS:
            return True
        if self.copula:
            return bool(self.words) or not self.indefinite
        return False


_RECURS = lazy_re(r"\b(?:\w+days|weekends)$", re.I)


def _listed(value: str) -> bool:
    return (
        bool(re.search(r",\s+\S+.*\b(?:and|or)\b|\S+ and \S+$", value)) and not value[:1].isupper()
    )


def _plural(noun: str) -> bool:
    last = re.split(r"\s(?:of|that|which|where|whose|for)\s", noun.casefold())[0].split()[-1]
    return has_ending_s(last) and not last.endswith(("headquarters", "news"))


def unit_of(value: str) -> str:
    """The unit of a measured value: `14 days` → `days`."""
    found = MEASURE.match(value)
    return (found["unit"] or "") if found else ""


def singular(noun: str) -> str:
    """One of what a noun of people or animals names several of."""
    if noun in w.PLURALS:
        return w.PLURALS[noun]
    return noun.removesuffix("s")
