"""A question and a fragment go in; the question with the fragment in the place of what it varies comes out."""

from __future__ import annotations

import re
from functools import lru_cache

from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern

_PHRASE = Pattern(
    r"^(?P<lead>for|in|on|at|with|without|by|from|to|under|during|after|before|per|about|of|für|"
    r"bei|im|auf|mit|ohne|zu|von|"
    r"pour|à|au|dans|avec|sans|de|para|con|sin|en)\s+(?P<rest>.+)$",
    fits="for trainees",
    misses="trainees",
)
_ARTICLE = Pattern(
    r"^(?:the|a|an|our|my|der|die|das|ein|eine|le|la|les|un|une|el|los|las|una)\s+",
    fits="the boiler",
    misses="boiler",
)
_INDEFINITE = Pattern(
    r"^(?:an?|eine?[mnrs]?|une?|una|uno)\s",
    fits="a boiler",
    misses="the boiler",
)
_TAIL = Pattern(
    r"\s*(?:,?\s*(?:too|as well|also|likewise|instead|then|please|auch|aussi|también))+\W*$",
    fits="for trainees too?",
    misses="for trainees",
)
_STOPS = (
    r"(?=\s+(?:for|in|on|at|with|without|by|from|to|under|during|after|before|per|about|of|and|or|"
    r"if|when|that|which|who|"
    r"get|gets|have|has|is|are|do|does|für|bei|im|pour|dans|para|con)\b|[,;:?.!]|$)"
)


def vary(question: str, fragment: str) -> str | None:
    """The question with the fragment in the place of the phrase it varies; None where nothing in it is alike.

    A fragment with a preposition takes the place of the phrase after the same one, a name that of the last name of
    its form, a thing with an article that of the last such thing beside a name.
    """
    plain = _TAIL.sub("", fragment).strip(" ,")
    for put in (_after_same_word, _name_for_name, _thing_beside_name):
        if made := put(question, plain):
            return made
    return None


def _after_same_word(question: str, fragment: str) -> str | None:
    """`for EU customers` varied by `for the UK`; of two names only the name changes."""
    found = _PHRASE.match(fragment)
    if found is None:
        return None
    lead, rest = found["lead"], found["rest"]
    if made := _name_for_name(question, rest, within=lead):
        return made
    pattern = _phrase_after(lead.casefold())
    places = list(pattern.finditer(question))
    if not places:
        return None
    last = places[-1]
    return question[: last.start("old")] + rest + question[last.end("old") :]


def _name_for_name(question: str, fragment: str, within: str | None = None) -> str | None:
    """A name takes the place of the last name that is written alike: capitals, a code, a capitalised word."""
    if _INDEFINITE.match(fragment):
        return None  # A thing among several; German writes it with a capital, and it is no name.
    bare = _ARTICLE.sub("", fragment)
    new = words.names("x " + bare)
    if len(new) != 1 or len(words.content_words(bare)) > len(new[0].split()) + 1:
        return None
    old = [name for name in words.names(question) if _shape(name) == _shape(new[0])]
    if within is not None:
        old = [name for name in old if _behind(question, within, name)]
    if not old or _STARTS_REQUEST.match(old[-1]):
        return None
    place = question.rfind(old[-1])
    put = bare if _ARTICLE.search(question[:place][-5:]) or words.is_code(new[0]) else fragment
    if words.names("x " + put) and len(words.content_words(put)) > len(new[0].split()):
        put = bare
    return question[:place] + put + question[place + len(old[-1]) :]


_STARTS_REQUEST = re.compile(r"^(?:Summari[sz]e|Compare|Show|Quote|Explain|Tell|Give|List)$")


def _thing_beside_name(question: str, fragment: str) -> str | None:
    """`a Tesla Model 3 tyre change` varied by `a service`: the name stays, the thing beside it changes."""
    article = _ARTICLE.match(fragment)
    if article is None or words.names("x " + fragment):
        return None
    thing = fragment[article.end() :]
    for name in reversed(words.names(question)):
        place = question.rfind(name) + len(name)
        beside = re.match(rf"(?:['’]s)?\s+(?P<old>[a-z][^,;:?.!]*?){_STOPS}", question[place:])
        if beside and words.content_words(beside["old"]):
            before, after = (
                question[: place + beside.start("old")],
                question[place + beside.end("old") :],
            )
            return before + thing + after
    return None


def _behind(question: str, lead: str, name: str) -> bool:
    """Whether a name stands behind a preposition in the same clause."""
    clause = re.split(r"[,;:?.!]", question[: question.rfind(name)])[-1]
    return lead.casefold() in clause.casefold().split()


@lru_cache(maxsize=128)
def _phrase_after(lead: str) -> Pattern:
    return Pattern(rf"\b{re.escape(lead)}\s+(?P<old>[^,;:?.!]+?){_STOPS}")


def _shape(name: str) -> str:
    """How a name is written: with digits, all capitals, or capitalised."""
    if any(c.isdigit() for c in name):
        return "code"
    return "capitals" if words.is_code(name) else "word"
