"""A question and sentences of the transcript go in; those that bear on it, cut to what bears, come out. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from loadsheet.artifacts import Source
from loadsheet.corpus.sentences import ends_asking
from loadsheet.corpus.terms import terms as corpus_terms
from loadsheet.intent.language.answer_type import AnswerType, answer_type
from loadsheet.intent.language.common import EVERYDAY
from loadsheet.intent.language.words import is_function_word, language, names
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction import unsupported
from loadsheet.memory.extraction.speech import opening
from loadsheet.memory.extraction.telling import TELLS
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER, own
from loadsheet.memory.language.text import normal, related, terms, words
from loadsheet.memory.recall.asking import Asked, of_another, of_the_user_alone, subjects
from loadsheet.memory.recall.status import REASONS
from loadsheet.ports import Utterance

NUMBER_BONUS = 0.1
"""What a sentence with a number gains where the question asks for one."""

HAPPENED_BONUS = 0.1
"""What a sentence that tells of something done gains where the question asks whether it was."""

MESSAGE = 0.15
"""How much the rest of its message tells of a sentence."""

LEXICAL = 0.3
"""How much the index's own score tells beside the part of the question that a sentence speaks of."""

LONGEST = 350
"""Characters of a part that is shown: some seventy tokens."""

HELD_WHOLE = 2
"""A question of so few telling words is answered only by what speaks of each of them, a longer one of half."""

_WHEN_IT_WAS = lazy_re(
    r"\b(?:when|what (?:day|date))\b.*?\b(?:did|was|were|have|has|had)\b"
    r"|\bwann\s+(?:hab\w*|has?t|war\w*|wurde\w*|bin)\b|\bwann\s+(?:ist|sind)\b.*\w(?:en|t)\W*$"
    r"|\bquand\s+(?:est-ce\s+que\s+)?(?:\w+\s+)?(?:j['’])?(?:ai|as|a|avons|avez|ont|était|étaient|fut)\b"
    r"|\bcuándo\s+(?:\w+\s+)?\w+(?:é|í|ó|aste|iste|amos|imos|aron|ieron|fue|fui)\b"
    r"|\bquando\s+(?:ho|hai|ha|abbiamo|avete|hanno|era|erano)\b",
    re.I,
)
"""Asks when something was, which the date of the message may tell."""

_OWNED = lazy_re(r"\w['’]s\s+(?P<thing>[^\W\d_][\w-]+)\W*$")
_TO_US = frozenset({"you", "your", "we", "us", "our"})
_QUANTITY = lazy_re(
    r"\b(?:how (?:many|much|long|often|old|far)|when|what (?:time|date|day|year|percentage|score)|average|rate|total"
    r"|number|budget|deadline|price|cost|amount|count|version|accuracy)\b",
    re.IGNORECASE,
)
_NEGATED = lazy_re(
    r"\b(?:never|no longer|not yet|(?:have|has|had|did|do|does|is|are|was|were)(?: not|n['’]t)(?! (?:sure|certain)))\b",
    re.IGNORECASE,
)
"""Says that something is not so; `not sure` says nothing of it."""
_HAPPENED = lazy_re(
    r"\b(?:i|we|i['’]ve|we['’]ve|my|our)\b.*(?:\d|ed\b)|['’]ve\b|\bnever\b", re.IGNORECASE
)
_NEVER = frozenset({"never", "longer"})
_INTERJECTION = lazy_re(
    r"^(?:(?:hm+|ok(?:ay)?|cool|great|nice|thanks|thank you|sure|right|well|so|and|but|also|oh|yes|yeah|no|hey|hi"
    r"|hello|please)\b[\s,.!:;–—-]*)+",
    re.I,
)
"""What people say before they come to what they say."""
_BORDER = lazy_re(
    r"(?:,|;|\s[–—-])\s+(?=(?:and|but|so|which|because|since|especially|specifically|considering|including|although|though"
    r"|while|given|i|i['’]\w+|it|we)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence with its relevance, and where in it the part stands that bears on the question."""

    utterance: Utterance
    score: float
    start: int
    end: int
    held: frozenset[str] = frozenset()
    """The words of the question that its message speaks of."""

    @property
    def text(self) -> str:
        """The part that bears."""
        return self.utterance.text[self.start : self.end]


def ranked(question: str, said: Sequence[Utterance]) -> list[Spoken]:
    """The sentences, those that speak of most of the question first; rare words of it tell more.

    A question that can be answered with yes or no gets the best sentences of both kinds, for and against, in turn.
    """
    asked = tuple(dict.fromkeys(terms(question)))
    if not asked or not said:
        return []
    held = [set(terms(utterance.text)) for utterance in said]
    short = abbreviations(question)
    hits = [
        {term for term in asked if any(related(term, word) for word in words_)}.union(
            *(short[name] for name in words(utterance.text) if name in short)
        )
        for utterance, words_ in zip(said, held, strict=True)
    ]
    spread = Counter(term for hit in hits for term in hit)
    weight = {term: math.log1p(len(said) / (1 + spread[term])) for term in asked}
    total = math.fsum(weight.values()) or 1.0
    around: dict[tuple[str, str], set[str]] = {}
    for utterance, hit in zip(said, hits, strict=True):
        around.setdefault((utterance.session, utterance.message), set()).update(hit)
    best = max(utterance.score for utterance in said) or 1.0
    wants_past = asks_yes_or_no(question)
    wants_number = bool(_QUANTITY.search(question))
    made: list[Spoken] = []
    for utterance, hit in zip(said, hits, strict=True):
        own = math.fsum(weight[term] for term in sorted(hit)) / total
        if wants_past:
            own = max(own, _denies(utterance.text, hit))
        message = around[utterance.session, utterance.message]
        near = math.fsum(weight[term] for term in sorted(message)) / total
        score = (1 - LEXICAL - MESSAGE) * own + MESSAGE * near + LEXICAL * utterance.score / best
        score += NUMBER_BONUS if wants_number and re.search(r"\d", utterance.text) else 0.0
        score += HAPPENED_BONUS if wants_past and _HAPPENED.search(utterance.text) else 0.0
        start, end = window(utterance.text, hit)
        made.append(Spoken(utterance, round(score, 4), start, end, frozenset(message)))
    made.sort(key=lambda one: (-one.score, one.utterance.message, one.utterance.start))
    return _in_turn(made) if asks_yes_or_no(question) else made


def suffices(question: str, said: Spoken) -> bool:
    """Whether a sentence may be the answer: its message speaks of what the question is about, and it holds a value of
    the kind that is asked for. `The plumber comes on Tuesday.` tells nothing of the electrician."""
    telling = [word for word in words(question) if not EVERYDAY.issuperset(corpus_terms(word))]
    asked = dict.fromkeys(terms(" ".join(telling)))
    kind = answer_type(question)
    named = set(terms(" ".join(_named_in(question, kind))))
    least = len(asked) if len(asked) <= HELD_WHOLE else len(asked) / 2
    if not named <= said.held or len(asked.keys() & said.held) < least:
        return False
    return kind is None or bool(_WHEN_IT_WAS.search(question)) or kind.fits(said.text)


def _named_in(question: str, kind: AnswerType | None) -> list[str]:
    """The names of a question; the word that asks is none, though it begins with a capital: `Wann`, `Quand`."""
    asks = kind.asked.search(question) if kind else None
    code = language(question)
    return [
        name
        for name in names(question)
        if not is_function_word(name, code) and (asks is None or name not in asks[0])
    ]


def _denies(text: str, hit: set[str]) -> float:
    """How much of what a sentence denies the question speaks of: who never met her never worked with her either."""
    found = _NEGATED.search(text)
    if found is None:
        return 0.0
    edges = [0, *(border.end() for border in _BORDER.finditer(text)), len(text)]
    begin = max(edge for edge in edges if edge <= found.start())
    denied = set(terms(text[begin : min(edge for edge in edges if edge > found.start())])) - _NEVER
    return sum(any(related(word, term) for term in hit) for word in denied) / max(len(denied), 1)


def abbreviations(text: str) -> dict[str, set[str]]:
    """The initials of words that follow one another, with what they stand for: `two-factor authentication` → `2FA`."""
    runs = [word for word in re.split(r"[\W_]+", text) if word]
    parts_of = {word: set(words(word.replace("-", " "))) for word in words(text)}
    holding: dict[str, list[str]] = {}
    for word, parts in parts_of.items():
        for part in parts:
            holding.setdefault(part, []).append(word)
    made: dict[str, set[str]] = {}
    for start in range(len(runs)):
        for end in range(start + 3, min(start + 5, len(runs)) + 1):
            meant = runs[start:end]
            initials = "".join(w.DIGITS.get(word.casefold(), word[0]) for word in meant).upper()
            made[initials] = {
                term
                for part in meant
                for word in holding.get(part, ())
                if parts_of[word] <= set(meant)
                for term in terms(word)
            }
    return made


def _in_turn(found: Sequence[Spoken]) -> list[Spoken]:
    """The best sentence against after the best one for, and so on."""
    against = [one for one in found if _NEGATED.search(one.text)]
    rest = [one for one in found if not _NEGATED.search(one.text)]
    made: list[Spoken] = []
    for place in range(max(len(against), len(rest))):
        made += [*rest[2 * place : 2 * place + 2], *against[place : place + 1]]
    return made


def window(text: str, hit: set[str]) -> tuple[int, int]:
    """From the first to the last clause that speaks of the question or tells a number, if that is short enough.

    Of a longer one the clauses around the one that speaks most of the question.
    """
    edges = [0, *(found.end() for found in _BORDER.finditer(text)), len(text)]
    clauses = list(pairwise(edges))
    weights = [len(hit & set(terms(text[start:end]))) for start, end in clauses]
    bears = [
        place
        for place, (start, end) in enumerate(clauses)
        if weights[place] or re.search(r"\d", text[start:end])
    ]
    if not bears:
        return 0, min(len(text), LONGEST)
    first, last = bears[0], bears[-1]
    if clauses[last][1] - clauses[first][0] > LONGEST:
        first = last = max(bears, key=lambda place: (weights[place], -place))
        while last + 1 < len(clauses) and clauses[last + 1][1] - clauses[first][0] <= LONGEST:
            last += 1
        while first > 0 and clauses[last][1] - clauses[first - 1][0] <= LONGEST:
            first -= 1
    start, end = clauses[first][0], clauses[last][1]
    return start, start + len(text[start:end].rstrip(" ,;–—-"))


def asks_yes_or_no(question: str) -> bool:
    """Whether the question can be answered with yes or no."""
    said = words(question)
    return bool(said) and said[0].casefold() in w.AUXILIARIES


def asks_of_answers(question: str) -> bool:
    """Whether the question asks for what the assistant said."""
    return bool(_TO_US & {word.casefold() for word in words(question)})


_ASKS = w.RELATIVES | {"what", "why", "how"}
"""Words that ask, also behind another one: `Until when …?`, `And since what year …?`."""


_WONDERS = lazy_re(
    r"^(?:i|we) (?:(?:do not|don['’]t) know|wonder|forgot|(?:am|['’]m|are|['’]re) not sure)\b|^(?:i have )?no idea\b",
    re.I,
)
"""Says that one does not know, which answers nothing."""


def asking(text: str) -> bool:
    """Whether a sentence only asks; a request may tell something on the way."""
    bare = _INTERJECTION.sub("", text, count=1)
    if _WONDERS.match(bare):
        return True
    said = [re.split(r"['’]", word.casefold())[0] for word in words(bare)]
    openers = w.OTHERS | w.AUXILIARIES | w.MODALS | w.PREPOSITIONS | w.RELATIVES
    begins = bool(said) and (said[0] in openers or not _ASKS.isdisjoint(said[:3]))
    requests = bool(said) and said[0] in w.REQUESTS
    if not (requests or (begins and text.rstrip().endswith("?"))):
        return False
    return not TELLS.search(bare) or not w.SELF & set(said)


def echoes(question: str, text: str) -> bool:
    """Whether a sentence says nothing that the question does not say itself."""
    asked = set(terms(question))
    return all(any(related(word, term) for term in asked) for word in terms(text))


SPOKEN_FLOOR = 0.3
"""The relevance from which a sentence of the transcript is offered."""


def unfit(
    question: str, utterance: Utterance, score: float, own: str | None = None
) -> tuple[str, str] | None:
    """Why a sentence of the transcript is not offered: rule and reason.

    `own` is the question without what it borrows: what a sentence states that was borrowed of it is no echo.
    """
    whole = question if own is None or ends_asking(utterance.text) else own
    if (how := REASONS.get(utterance.status)) is not None:
        return utterance.status, how
    if unsupported.is_secret(utterance.text):
        return "secret", "it tells a secret, which memory keeps only with keep_secrets"
    if unsupported.silent_on(question, opening(utterance.text)[0]):
        return "reported", "it is not what the user says of themselves"
    if asking(utterance.text):
        return "question", "it only asks"
    if echoes(whole, utterance.text) and not asks_yes_or_no(question):
        return "echo", "it says nothing that the question does not"
    if score < SPOKEN_FLOOR:
        return "below_floor", f"relevance {score:.2f} is below the floor {SPOKEN_FLOOR:g}"
    asked_of = normal(utterance.subject) in subjects(question)
    if named(utterance.subject) and asked_of and _lacks_what_is_owned(question, utterance.text):
        return "other_key", f"it says something else of {utterance.subject}"
    if of_the_user_alone(Asked.of(question), utterance.subject, utterance.text):
        return "other_subject", f"it is about {utterance.subject}, and the question about the user"
    of_another = named(utterance.subject) and not asked_of and not _ASKS_WHO.search(question)
    if of_another and not _names(question) & set(words(utterance.text)):
        return "other_subject", f"it is about {utterance.subject}"
    if utterance.subject in {"", "user"} and about_others(question, utterance.text):
        return "other_subject", "it is about the user, and the question about somebody else"
    return None


_ASKS_WHO = lazy_re(r"\b(?:who|whom|whose)\b", re.I)


def _lacks_what_is_owned(question: str, said: str) -> bool:
    """Whether a question asks for what somebody has, and a sentence does not name it: `When is Ana's birthday?`"""
    owned = _OWNED.search(question)
    wanted = terms(owned["thing"]) if owned else []
    return bool(wanted) and not any(related(wanted[0], word) for word in terms(said))


def named(subject: str) -> bool:
    """Whether a subject is somebody or something by name, so that what is said of it answers nothing of another."""
    return subject != USER and (own(subject) or not subject[:1].islower()) and bool(subject)


def _names(question: str) -> set[str]:
    """The words of a question that are written as names."""
    return {
        word for word in words(question)[1:] if word[:1].isupper() and word.casefold() not in w.SELF
    }


def about_others(question: str, said: str) -> bool:
    """Whether a sentence speaks of the user, and a question of somebody else and of the user not at all."""
    if not w.SELF & {word.casefold() for word in words(said)}:
        return False
    return of_another(question)


def within(source: Source, utterance: Utterance) -> bool:
    """Whether a record was made of a sentence of the transcript, or of a clause of it."""
    same = (source.message, source.session) == (utterance.message, utterance.session)
    return same and utterance.start <= (source.start or 0) < utterance.end
