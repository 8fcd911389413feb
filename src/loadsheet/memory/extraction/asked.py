"""A question in; the words of it that name what is asked about, and what is asked of it, out. Pure."""

from __future__ import annotations

import re

from loadsheet.memory.language.phrases import USER, entity

_LEAD = r"^(?:so |and |but )*"
_IS = re.compile(
    rf"{_LEAD}(?:what|which|who|when|where|how(?: \w+)?)(?:['’]s| is| are| was| were) (?P<of>\S.*)$",
    re.IGNORECASE,
)
_DOES = re.compile(
    rf"{_LEAD}(?:what|which|when|where|how)(?: \w+){{0,2}}? (?:do|does|did) (?P<of>\S.*?) (?P<verb>[a-z]+)$",
    re.IGNORECASE,
)


def asked_thing(question: str) -> str:
    """The phrase that a question asks about: `a day pass`; empty where its form does not tell."""
    found = _form(question)
    return found["of"] if found else ""


def asked_of(question: str) -> tuple[str, str] | None:
    """Subject and key of what a question asks for, in its own words; None where its form does not tell."""
    found = _form(question)
    if found is None:
        return None
    tokens = found["of"].split()
    subject, noun = entity(tokens, [token.casefold() for token in tokens], USER)
    if not subject or (subject == USER and not noun):
        return None
    return subject, noun or found.groupdict().get("verb", "is").casefold()


def _form(question: str) -> re.Match[str] | None:
    said = question.strip().rstrip("?!. ")
    return _IS.match(said) or _DOES.match(said)
