"""A statement and what was said before go in; whether it corrects a value comes out."""

from __future__ import annotations

import re

from loadsheet.intent import words

_CHANGED = re.compile(
    r"\b(?:changed|moved|switched|went (?:up|down)|goes (?:up|down)|(?:got|was|were|been|is|"
    r"are) (?:raised|lowered|bumped|increased|reduced|cut|extended|shortened|replaced|updated|"
    r"postponed|moved|renamed|corrected))\b[^?]*\b(?:to|by|from|for|until|since|in|with)\b"
    r"|\b(?:is|are|isn't|aren't|was|does|doesn't|am|i'm|have|has|haven't)\b[^?]*\b(?:no longer|"
    r"not any ?more|any ?more|any longer)\b|\bno longer\b"
    r"|\b(?:is|are|was|were|that's|it's) (?:wrong|not right|incorrect|outdated|out of date|"
    r"not correct|mistaken|false)\b|^\W*(?:not right|wrong|incorrect|not true|no longer true)\b"
    r"|\bnot (?:on |in |at |from |the )?[\w.,€$£%:/-]+,? (?:but|it's|it is|rather)\b|,? (?:but|"
    r"and) not (?:on |in |at )?(?:the )?\w*\d"
    r"|\b(?:has|have|'s|just|recently|she|he|they|it) (?:just )?(?:turned|become|became) \w+"
    r"|\b(?:the (?:right|correct|new|current) \w+ is|should be|make that|i misspoke|typo)\b"
    r"|\b(?:ist|sind|hat|haben|habe)\b[^?]*\b(?:nicht mehr|inzwischen|geändert|erhöht|gesenkt)\b|"
    r"\bsondern\b"
    r"|\b(?:n'est plus|n'ai plus|n'a plus|n'avons plus|ne sont plus|a changé|est passée? (?:à|"
    r"de))\b|\b(?:ya no (?:es|tengo|tiene|son)|ha cambiado|pasó a|ahora (?:es|son))\b"
    r"|不是.*(?:是|而是)|改成|变成|现在是",
    re.IGNORECASE,
)
_NO_MORE = re.compile(
    r"\b(?:isn't|aren't|is not|are not|doesn't|don't|hasn't|haven't|is|are|has|"
    r"have)\b[^?]*\b(?:no longer|any ?more|any longer)\b|"
    r"\b(?:is|are) now\b[^?]*\d|\bput [^?]* (?:up|down) to\b|\b(?:has|have|'s|was|were|they|"
    r"got) (?:been )?(?:raised|lowered|increased|reduced|bumped|cut)\b[^?]* to\b",
    re.IGNORECASE,
)
_VALUE_NOW = re.compile(
    r"^\W*(?:(?:no|oh|sorry|hold on|wait|actually|well|but|hm+)\b\W*)*(?:it's|it is|that's|"
    r"they're|its|hers is|his is|theirs is|ours is|mine is|es sind|c'est|es) (?:[\w ]{0,12})?\d",
    re.IGNORECASE,
)
_NAME_NOW = re.compile(
    r"^\W*(?:(?:no|oh|sorry|wait|actually|i meant)\b\W*)+(?:it's|it is|that's|his name is|"
    r"her name is) (?-i:[A-Z])\w+",
    re.IGNORECASE,
)
_ACTUALLY = re.compile(
    r"^\W*(?:(?:no|oh|sorry|wait|hold on)\b\W*)*(?:actually|in fact|correction|eigentlich|"
    r"tatsächlich|en fait|en réalité|en realidad)\b",
    re.IGNORECASE,
)
_HEARSAY = re.compile(
    r"\b(?:i was told|they say|people say|i heard|i think|i believe|i guess|it seems|"
    r"seem to remember)\b",
    re.IGNORECASE,
)


def corrects(statement: str, *, topic: frozenset[str], known: frozenset[str]) -> bool:
    """Whether a statement says that a value is wrong or has changed.

    `actually` by itself corrects nothing: the statement says what changed, or names a value for what was spoken of.
    `known` are the stems of what rows and records hold.
    """
    if _HEARSAY.search(statement):
        return False
    shared = words.stems(statement) & (topic | known)
    if _NO_MORE.search(statement):
        return True
    if _CHANGED.search(statement):
        return bool(shared) or bool(
            re.match(
                r"^\W*(?:no|not|wrong|hold on|oh|sorry|actually|it|that|he|she|they|hers|his)\b",
                statement,
                re.IGNORECASE,
            )
        )
    if _VALUE_NOW.search(statement):
        return bool(topic)
    if _NAME_NOW.search(statement):
        return bool(topic)
    return bool(_ACTUALLY.search(statement) and shared and any(c.isdigit() for c in statement))
