"""A statement in; the subject, key and value under which it is kept, and whether it is worth keeping, out."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from loadsheet.memory.extraction import acts, aspects, grammar
from loadsheet.memory.extraction.grammar import Statement
from loadsheet.memory.extraction.resolve import kind
from loadsheet.memory.language import food, forms, states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import MEASURE, unit_of
from loadsheet.memory.language.text import normal
from loadsheet.memory.language.times import Interval

MOST_OF_SELF = 4
"""Words that somebody needs to say what they are; more of them say how they feel."""


def shaped(stated: Statement, speaker: str) -> tuple[str, str, str, bool]:
    """Subject, key, value and whether there is one value: attitudes and diets get a key of their own.

    What somebody thinks of a thing is keyed by the thing, so that a change of mind meets what it changes.
    """
    verb = stated.verb
    if _is_name_of(stated, speaker) or _is_own_name(stated, speaker):
        return stated.subject, "name", stated.value, True
    if set(stated.key.split()) <= w.DATING and kind(stated.value) == "date":
        return stated.subject, "on", stated.value, stated.single
    if stated.key == "work for" and stated.value[:1].isupper():
        stated = replace(stated, key="work at")  # one works at Acme or for Acme: it is one employer
    if verb in w.LIKES or verb in w.DISLIKES:
        liked = (verb in w.LIKES) != stated.negated
        object_ = _object(stated)
        return (
            stated.subject,
            f"attitude: {normal(object_)}",
            f"{'likes' if liked else 'dislikes'} {object_}",
            True,
        )
    if (being := _of_being(stated, speaker)) is not None:
        return being
    own = stated.subject == speaker or stated.subject.startswith(f"{speaker}'s ")
    several = not stated.single or acts.is_meal(stated)
    if several and (act := acts.act_of(stated, own=own)):
        return stated.subject, *act, False
    if (unit := unit_of(stated.value)) and verb not in w.COPULAS | w.SINGULAR_VERBS:
        return stated.subject, f"{stated.key} {unit}", stated.value, stated.single
    if stated.negated and verb not in w.COPULAS:
        return stated.subject, stated.key, f"not {stated.value}", stated.single
    return stated.subject, stated.key, stated.value, stated.single


def _of_being(stated: Statement, speaker: str) -> tuple[str, str, str, bool] | None:
    """How a statement of what somebody is has a key of its own: their diet, their age, a measure, whose they are."""
    subject, key = stated.subject, stated.key
    value = normal(stated.value)
    plain = acts.denied(value) or value
    is_ = key in {"is", "been"}
    if is_ and plain in food.FORBIDDEN:
        return subject, "diet", value, True
    if is_ and value in food.ABSTAINING:
        return subject, "drink", "not alcohol", False
    someone = subject[:1].isupper() or subject.startswith(speaker)
    if someone and key == "is" and forms.AGE.match(value):
        return subject, "age", stated.value, True
    if subject == speaker and key == "is":
        return subject, key, stated.value, False
    *measure, adjective = value.split()
    if key == "is" and adjective in states.MEASURES and MEASURE.match(" ".join(measure)):
        return subject, states.MEASURES[adjective], " ".join(measure), True
    if key == "is" and not stated.negated and (found := forms.MINE.fullmatch(stated.value)):
        person = found[1].casefold()
        return f"{speaker}'s {person}", "name", subject, person in w.ONLY_ONES
    return None


def is_appointed(bare: str, when: Interval) -> bool:
    """Whether the time that a sentence names is all that it says of its subject, but for the hour."""
    before, behind = grammar.clause(bare)[: when.start], grammar.clause(bare)[when.stop :]
    rest = re.sub(
        r"\b(?:at|by|from|around|about|sharp|o['’]clock|am|pm|noon|midnight)\b|[\d:.,\s]",
        "",
        behind,
    )
    said = re.sub(
        r"\s(?:at|by|from|around|about)\s+[\d:.]+(?: ?[ap]m)?\s*$", " ", before, flags=re.I
    )
    last = normal(said).split(" ")[-1]
    named = any(char.isdigit() for char in bare[when.start : when.stop])
    return (
        when.kind == "at"
        and not rest
        and (last in w.COPULAS | w.APPOINTED or (named and last in w.SCHEDULED))
    )


def _is_name_of(stated: Statement, speaker: str) -> bool:
    """Whether it says who somebody is whom the speaker has only one of: `my wife is Ana`."""
    person = stated.subject.removeprefix(f"{speaker}'s ")
    named = stated.value.removeprefix("not ").split()
    return (
        person in w.ONLY_ONES
        and person != stated.subject
        and stated.key == "is"
        and len(named) <= MOST_OF_SELF
        and all(word[:1].isupper() and word.isalpha() for word in named)
    )


def _is_own_name(stated: Statement, speaker: str) -> bool:
    """Whether it says who somebody is themselves: `I'm Priya.`, and not `I'm German.`"""
    own = stated.subject == speaker and stated.key == "is" and not stated.negated
    return own and names_somebody(stated.value)


def names_somebody(value: str) -> bool:
    """Whether capitals are those of a name, and not of where somebody is from, or of what they believe in."""
    said = {*value.casefold().split()}
    return (
        _NAME.fullmatch(value) is not None
        and value.istitle()
        and not w.KINDS_OF_PEOPLE & said
        and not any(word.endswith(w.OF_A_PEOPLE) for word in said)
    )


_NAME = re.compile(forms.NAME)


def dates(when: Interval, stated: Statement) -> bool:
    """Whether a phrase of time says when a statement holds.

    A length does so of where or how somebody is now: `I'm in Rome for three days`, and not `I run for an hour`. An hour
    does unless it comes again every day: `The server is down until 18:00`, and not `The shop is open until 18:00`.
    """
    copula = stated.verb in w.COPULAS
    if when.kind == "for":
        doing = f"{stated.key} {stated.value}".removeprefix("is ").split(" ")[0].endswith("ing")
        return not stated.past and (_is_placed(stated) or (copula and doing))
    habitual = normal(stated.value).split(" ")[0] in w.HABITUAL
    return not when.hourly or (copula and not habitual)


def lasts(when: Interval, stated: Statement | None, said_at: datetime) -> bool:
    """Whether a state is said to hold no longer than for the time named: `until Friday`, `this week`.

    What changed, or came to be, holds from then on: `I moved to Leeds today`. `On Friday` and `in 2024` are all the
    time of what was so, and of where or how somebody will be.
    """
    if when.kind in {"span", "until", "for"}:
        return True
    if when.kind != "at" or (stated and (stated.changed or acts.ends(stated))):
        return False
    if when.ongoing or stated is None:
        return when.ongoing
    if stated.past and stated.verb in w.COPULAS:
        done = [stated.key.split(" ")[0], normal(stated.value).split(" ")[0]]
        return not any(word in w.PASTS or word.endswith(("ed", "en")) for word in done)
    value = normal(stated.value)
    passes = stated.key == "is" and aspects.scales(value, value) == "same"
    ahead = when.begin is not None and when.begin > said_at
    return ahead and (passes or _is_placed(stated))


def _is_placed(stated: Statement) -> bool:
    """Whether it says where somebody or something is, which they are for a time."""
    value = normal(stated.value)
    place = stated.key.split(" ")[-1] in w.PLACES and not value[:1].isdigit()
    return stated.verb in w.COPULAS and (place or value.split(" ")[0] in w.AWAY)


def _object(stated: Statement) -> str:
    more = stated.key.split(" ")[1:]
    return " ".join([*more, stated.value])


def is_event(stated: Statement, when: Interval | None) -> bool:
    """Something that somebody did at a time, not a state that lasts; a meal happened even where no time is named."""
    if acts.is_past(stated) and not stated.negated and acts.is_meal(stated):
        return True
    return (
        when is not None
        and (when.kind == "day" or (when.kind == "at" and stated.verb not in w.COPULAS))
        and not (stated.changed or acts.ends(stated))
    )


def is_empty(stated: Statement, speaker: str, *, ends: bool) -> bool:
    """Whether it tells a wish or what somebody is doing, or points to what the sentence itself does not name."""
    first = normal(stated.value).split(" ")[0]
    if any(form.search(stated.subject) for form in (forms.MARKUP, forms.ASIDE, forms.BROUGHT_IN)):
        return True
    number = re.search(r"[^\W\d_]", stated.subject) is None
    if number and stated.key.split(" ")[0] in w.PREPOSITIONS | {"is"}:
        return True  # `9,000 is for flowers`, and not the release of 4.2
    begins = normal(stated.subject).split(" ")[0]
    if begins in w.BIDS | w.LEADING or (begins in w.REQUESTS and stated.verb not in w.COPULAS):
        return True
    if stated.subject == speaker and stated.verb in {"got", "get"} and first in w.PETS:
        return False
    needs = stated.verb in {"need", "needs", "needed"} and stated.subject != speaker
    given = stated.verb in _GIVEN and unit_of(stated.value) and stated.subject != speaker
    wants = {stated.verb, first, stated.key.split(" ")[0]} & w.INTENTS
    if wants and not needs and not given and not _has(stated):
        return True
    if (
        stated.key == "is"
        and stated.subject == speaker
        and len(stated.value.split()) > MOST_OF_SELF + 2 * ends
    ):
        return True
    if stated.verb in w.COPULAS and first.endswith("ing") and stated.key == "is" and not ends:
        return True
    if stated.key == "is" and stated.subject == speaker and first in w.OF_NO_NOTE | states.MOODS:
        return True
    here = first in w.HERE and stated.verb in w.COPULAS and stated.key != "is"
    return (
        (first in w.OTHERS | {"it's"} and not (here and " " in stated.value))
        or normal(stated.subject).split(" ")[0] in w.OTHERS | w.PRONOUNS
        or _is_theirs(stated.subject)
    )


_GIVEN = w.word_set("get gets got")


def _has(stated: Statement) -> bool:
    """Whether something of the speaker's has an amount: `Our plan has 10 GB`, where the noun is no verb of wishing."""
    return stated.verb in {"has", "have"} and bool(unit_of(stated.value))


def _is_theirs(subject: str) -> bool:
    """Whether it is somebody's whom another sentence names: `her fiancé`, and not the title `His Dark Materials`."""
    first, *rest = subject.split(" ")
    return first.casefold() in w.THEIRS and bool(rest) and rest[0].islower()
