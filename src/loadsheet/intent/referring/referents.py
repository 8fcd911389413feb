"""A question and what the conversation was about go in; the question as it stands alone comes out, with its reasons.

A question is rewritten only where something in it points back: it opens like a continuation, lacks a verb, holds a
pronoun, or counts along a list. Everything else is left word for word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from loadsheet.artifacts import Leaning
from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import words
from loadsheet.intent.language.vocabulary import ACTIONS
from loadsheet.intent.referring import pointers
from loadsheet.intent.referring.slots import vary


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a question may lean on."""

    subject: str = ""
    """The last question that was looked up, as it stands alone."""
    topic: frozenset[str] = frozenset()
    """The stems of the words in which it was spoken of."""
    entities: tuple[str, ...] = ()
    """The names that it speaks of, the most salient first."""
    terms: tuple[str, ...] = ()
    """The words that it turns on, the most salient first."""
    salience: tuple[tuple[str, float], ...] = ()
    """The same words, each with how salient it is."""
    options: tuple[str, ...] = ()
    """The last list that an answer gave."""
    pending: str = ""
    """The question that got a clarifying question back."""
    numbers: int = 0
    """How many numbers the last answer holds."""
    answer: frozenset[str] = frozenset()
    """The stems of the words of the last answer."""
    asked: bool = False
    """Whether the last answer ended with a question."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a question was read."""

    query: str
    form: Leaning
    reason: str
    resolved: tuple[tuple[str, str], ...] = ()
    unresolved: tuple[str, ...] = ()
    switch: bool = False
    """Whether it opens another subject."""
    continues: str = ""
    """The question whose kind it shares, where it is a variant of one."""


FOCUS = 3
"""Words that a question without a subject of its own borrows: fewer find too much, more find something else."""

NARROW = 2
"""A question of so few telling words that shares one with the subject, and names nothing, is about the subject."""

SHORT = 0
"""A question of so few telling words is borrowed whole."""


def resolve(question: str, before: Conversation) -> Resolution:
    """The question as it stands alone, how it leans on the conversation, and why it was read that way."""
    text = question.strip()
    if before.pending:
        return _completed(text, before)
    if not before.subject and not before.entities:
        missing = _pointers(text)
        if missing:
            return Resolution(text, "opening", "nothing was said before", unresolved=missing)
        return Resolution(text, "opening", "the conversation begins with it")
    if pointers.REPAIR.search(text):
        meant = pointers.REPAIR_WORDS.sub(" ", text).strip(" ,.!?;:")
        if meant:
            query = vary(before.subject, meant) or _beside(meant, before)
            return Resolution(
                query,
                "repair",
                "what was meant takes the place of what was understood",
                ((meant, query),),
            )
    if found := pointers.SWITCH.match(text):
        rest = text[found.end() :].strip()
        if len(words.content_words(rest)) >= 1:
            named = words.stems(found.group(0)) - words.stems(
                "back different thing something another topic"
            )
            query = text if "back to" in found.group(0).lower() and named else rest
            return Resolution(
                query,
                "self_contained",
                "the user says that it is about something else",
                switch=True,
            )
    return _leaning(text, before)


def _leaning(text: str, before: Conversation) -> Resolution:
    """Ellipsis first, then what points back, and what does neither is left alone."""
    lead = pointers.LEAD.match(text)
    body = text[lead.end() :].strip() if lead else text
    body = body or text
    joined = pointers.AND.match(body)
    rest = body[joined.end() :].strip() if joined else body
    rest = rest or body
    content = words.content_words(rest)
    pointing = _points_back(rest)
    fragment = not _has_verb(rest)
    asking = bool(pointers.WH.match(rest.lstrip("¿ ")))
    if fragment and not asking and not pointing and content and not _names_itself(rest, before):
        if joined or _fills_a_slot(rest):
            query = vary(before.subject, rest.rstrip(" ?.!")) or _beside(rest, before)
            why = "it names a variant and asks nothing of its own"
            pair = (rest.rstrip(" ?.!"), query)
            return Resolution(query, "ellipsis", why, (pair,), continues=before.subject)
        return _aspect(text, rest, before, "it names an aspect and no subject")
    if pointing:
        pointed = _pointed(text, rest, before)
        # `And his wife?` names a variant with the help of a pronoun.
        varies = bool(joined) and fragment and not asking and bool(pointed.resolved)
        if varies:
            return replace(pointed, form="ellipsis", continues=before.subject)
        return pointed
    if _too_short(rest, content, before):
        return _aspect(text, rest, before, "it asks something and names no subject")
    return Resolution(text, "self_contained", "self-contained: it names its own subject")


def _completed(text: str, before: Conversation) -> Resolution:
    """The answer to a clarifying question completes the question that was asked first."""
    chosen, pairs, missing = _counted(text, before.options)
    anew = bool(pointers.ASKS_FULLY.match(text)) and bool(words.content_words(text))
    if not pairs and anew and not _points_back(text):
        return Resolution(text, "self_contained", "self-contained: it asks anew")
    plain = pointers.REPAIR_WORDS.sub(" ", pointers.LEAD.sub("", chosen)).strip(" ,.!;:")
    query = f"{before.pending.rstrip(' ?.!')}: {plain or chosen}"
    return Resolution(
        query,
        "completion",
        "it answers the question that was asked back",
        ((text, query), *pairs),
        missing,
    )


def _beside(fragment: str, before: Conversation) -> str:
    """A fragment with what it continues, where it takes the place of nothing in it."""
    about = core(before.subject)
    if len(about.split()) > SHORT:
        about = _focus(before, fragment)
    return f"{fragment.rstrip(' ?.!')} ({about})?"


def _aspect(text: str, rest: str, before: Conversation, why: str) -> Resolution:
    """The words of the turn, with the subject beside them."""
    subject = _focus(before, rest)
    if not subject:
        return Resolution(text, "aspect", why, unresolved=(rest.rstrip(" ?.!"),))
    lone = not words.content_words(rest)
    plain = re.sub(r"[()]", "", before.subject).rstrip(" ?.!")
    about = plain if lone else subject
    return Resolution(
        f"{rest.rstrip(' ?.!')} ({about})?", "aspect", why, ((rest.rstrip(" ?.!"), about),)
    )


def _pointed(text: str, rest: str, before: Conversation) -> Resolution:
    """The question with what points back replaced by what it points to."""
    query, pairs, missing = _counted(rest, before.options)
    query, both = _replace_both(query, before)
    pairs += both
    query, more = _replace_pronouns(query, before)
    pairs += more
    for found in pointers.DEMONSTRATIVE.finditer(query):
        focus = _focus(before, query)
        if focus and found.group("noun").casefold() not in focus.casefold():
            pairs += ((found.group(0), focus),)
            query = f"{query.rstrip(' ?.!')} ({focus})?"
            break
        if focus:
            pairs += ((found.group(0), focus),)
            query = query.replace(found.group(0), focus, 1)
            break
    if pointers.BARE_DEFINITE.search(query) and not pairs and (focus := _focus(before, query)):
        pairs += (("the subject", focus),)
        query = f"{query.rstrip(' ?.!')} ({focus})?"
    reason = (
        "it points back: " + ", ".join(what for what, _ in pairs)
        if pairs
        else "it points back to nothing known"
    )
    return Resolution(query, "anaphora", reason, pairs, missing)


def _counted(
    text: str, options: tuple[str, ...]
) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]:
    """`the second one` replaced by the second of the last list; what counts past its end stays unresolved."""
    found = pointers.ORDINAL.search(text)
    if found is None:
        other = pointers.OTHER.search(text)
        return (text, (), (other.group(0),)) if other and len(options) != 2 else (text, (), ())
    place = pointers.ORDINALS[found.group("which").casefold()]
    try:
        chosen = options[place]
    except IndexError:
        return text, (), (found.group(0),)
    own = "'s" if found.group("own") else ""
    return (
        text[: found.start()] + chosen + own + text[found.end() :],
        ((found.group(0), chosen),),
        (),
    )


def _replace_both(text: str, before: Conversation) -> tuple[str, tuple[tuple[str, str], ...]]:
    found = pointers.BOTH.search(text)
    if found is None:
        return text, ()
    pair = before.options[:2] if len(before.options) == 2 else before.entities[:2]
    if len(pair) < 2:
        return text, ()
    named = " and ".join(sorted(pair, key=before.subject.find))
    return text[: found.start()] + named + text[found.end() :], ((found.group(0), named),)


def _replace_pronouns(text: str, before: Conversation) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The first pronoun becomes what it stands for; the others stand for the same and stay."""
    masked = pointers.DUMMY_IT.sub(lambda found: "·" * len(found.group(0)), text)
    found = pointers.PRONOUN.search(masked)
    if found is None:
        return text, ()
    focus = _focus(
        before, text, person=found.group(0).casefold() in {"he", "she", "his", "her", "him", "hers"}
    )
    if not focus:
        return text, ()
    put = f"{focus}'s" if found.group("owner") else focus
    return text[: found.start()] + put + text[found.end() :], ((found.group(0), focus),)


def _focus(before: Conversation, question: str = "", *, person: bool = False) -> str:
    """What a pronoun stands for: the most salient name for a person, else the words that the talk turns on.

    The words are the most salient ones that the question does not hold itself.
    """
    if person:
        named = (n for n in before.entities if not any(map(words.is_code, n.split())))
        if name := next(named, ""):
            return name
    mine = words.stems(question)
    telling = [word for word in before.terms if words.stem(word) not in mine]
    return " ".join(telling[:FOCUS]) or core(before.subject)


def core(question: str) -> str:
    """What a question is about: its content words in order, without what only asks."""
    kept = [word for word in words.content_words(question) if words.stem(word) not in ASKING]
    return " ".join(dict.fromkeys(words.bare(word) for word in kept))


ASKING = frozenset(
    map(
        words.stem,
        word_set(
            "question answer tell explain summarise summarize summary overview give describe list "
            "compare exact "
            "exactly wording words quote verbatim gist please mean short broad terms outline best "
            "difference"
        ),
    )
)
"""Stems that say how to answer, and not what about."""


def _pointers(text: str) -> tuple[str, ...]:
    """What points back in a text that has nothing before it."""
    masked = pointers.DUMMY_IT.sub(" ", text)
    found = pointers.PRONOUN.search(masked) or pointers.ORDINAL.search(masked)
    inside = found is not None and _named_before(text, found.start())
    return (found.group(0),) if found and not inside else ()


def _named_before(text: str, place: int) -> bool:
    """Whether a pronoun at `place` may stand for something in its own sentence, since that is named before it.

    For `it` one telling word will do; whose something is takes a name, or two.
    """
    head = text[:place]
    owner = pointers.PRONOUN.match(text, place)
    needed = 2 if owner is not None and not owner.group("thing") else 1
    return bool(words.names(head)) or len(words.content_words(head)) >= needed


def _points_back(text: str) -> bool:
    masked = words.QUOTED.sub(" ", pointers.DUMMY_IT.sub(" ", text))
    if any(p.search(masked) for p in (pointers.ORDINAL, pointers.BOTH, pointers.OTHER)):
        return True
    found = pointers.PRONOUN.search(masked)
    if found and not _named_before(masked, found.start()):
        return True
    if demonstrated := pointers.DEMONSTRATIVE.search(masked):
        return (
            not _named_before(masked, demonstrated.start()) or len(words.content_words(masked)) <= 4
        )
    return (
        bool(pointers.BARE_DEFINITE.search(masked))
        and len(words.content_words(masked)) <= 2
        and not words.names(masked)
    )


def _has_verb(text: str) -> bool:
    if words.has_han(text):
        return len(words.stems(text)) > 4 or not text.rstrip("？?").endswith("呢")
    if pointers.FINITE.search(text):
        return True
    first = next(iter(words.words(text)), "").casefold()
    return first in ACTIONS and len(words.words(text)) > 2


def _fills_a_slot(text: str) -> bool:
    """Whether a fragment names what could stand in the place of another: a name, or a phrase with its preposition."""
    plain = text.rstrip(" ?.!")
    return (
        bool(words.names("x " + plain))
        or bool(pointers.PREPOSITION.match(plain))
        or words.has_han(plain)
    )


def _names_itself(text: str, before: Conversation) -> bool:
    """Whether a fragment is a search of its own: it says several telling words, and none of the subject's."""
    if words.QUOTED.search(text):
        return len(words.content_words(text)) >= 2
    return len(words.content_words(text)) >= 3 and not words.stems(text) & before.topic


def _too_short(text: str, content: list[str], before: Conversation) -> bool:
    """Whether a question says too little to be looked up by itself."""
    if words.has_han(text):
        return len(words.stems(text)) <= 3
    if words.names(text) or words.QUOTED.search(text):
        return False
    return len(content) <= 1 or (len(content) <= NARROW and bool(words.stems(text) & before.topic))
