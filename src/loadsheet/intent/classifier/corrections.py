"""A statement and what was said before go in; whether it corrects a value comes out."""

from __future__ import annotations

from loadsheet.corpus.sentences import ends_asking
from loadsheet.corpus.terms import one_of
from loadsheet.intent.held.matching import Shelf
from loadsheet.intent.language import match, numerals, words
from loadsheet.intent.language.pattern import Pattern

_CHANGED = Pattern(
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
    fits="the fee was raised to 40 euros",
    misses="the fee is 40 euros",
)
_NO_MORE = Pattern(
    r"\b(?:isn't|aren't|is not|are not|doesn't|don't|hasn't|haven't|is|are|has|"
    r"have)\b[^?]*\b(?:no longer|any ?more|any longer)\b|"
    r"\b(?:is|are) now\b[^?]*\d|\bput [^?]* (?:up|down) to\b|\b(?:has|have|'s|was|were|they|"
    r"got) (?:been )?(?:raised|lowered|increased|reduced|bumped|cut)\b[^?]* to\b",
    fits="Ana is no longer the chair",
    misses="Ana is the chair",
)
_VALUE_NOW = Pattern(
    r"^\W*(?:(?:no|oh|sorry|hold on|wait|actually|well|but|hm+)\b\W*)*(?:it's|it is|that's|"
    r"they're|he's|he is|she's|she is|they are|its|hers is|his is|theirs is|ours is|mine is|es sind|c'est|es) "
    rf"(?:[\w ]{{0,12}}\d|(?:only |now |about |just )?(?!one\b)(?:{one_of(numerals.ENGLISH)})(?![-\w]))",
    fits="no, it's 40 euros",
    misses="no trains on Sunday",
)
_NAME_NOW = Pattern(
    r"^\W*(?:(?:no|oh|sorry|wait|actually|i meant)\b\W*)+(?:it's|it is|that's|his name is|"
    r"her name is) (?-i:[A-Z])\w+",
    fits="sorry, his name is Tomas",
    misses="his name is on the list",
)
_ACTUALLY = Pattern(
    r"\b(?:actually|in fact|correction|btw|by the way|eigentlich|tatsächlich|en fait|en réalité|en realidad|in realtà|"
    r"veramente)\b|其实",
    fits="actually it closes at six",
    misses="it closes at six",
)
_CONTRAST = Pattern(
    r"(?:,| \bbut| \band)? ?\b(?:not|instead of|rather than|nicht|et non(?: pas)?|no|non|statt)\b (?:on |in |at |the |"
    r"der |"
    r"die |das |le |la |el )?(?P<old>[\w.,:/€$£%-]*\w)",
    fits="it is 40, not 35",
    misses="it is 40",
)
"""A value beside another that is not right: `6.8 not 6.1`."""
_DENIES = Pattern(
    r"^\W*(?:no|nope|nah|nein|non|not (?:true|right|quite)|wrong|falsch|stimmt nicht|faux|mal)\b[\s,.:;!-]+\S|"
    r"^\W*(?:不对|不是|错)",
    fits="wrong, the fee is 40",
    misses="the fee is 40",
)
_PAST_IT = Pattern(
    r"\b(?:old one|out ?dated|out of date|last (?:week|month|year|term|season)['’]?s|superseded|has(?:n't)? changed|"
    r"changed|"
    r"retired|renewed|raised|lowered|disqualified|(?:came|went|gone|come) (?:up|down)|dropped|misread|mixed up|"
    r"my mistake|"
    r"(?:i )?checked|update (?:that|it|this)|left|moved (?:up|down|on|to)|swapped|replaced|renamed|(?:is|are|'s|have|"
    r"got|has been|been) (?:a )?new|"
    r"neu|"
    r"nouveau|nouvelle|nuev[oa]|nuov[oa]|no longer|any ?more|n'est plus|ya no|non più|nicht mehr|wrong|correction)\b",
    fits="that figure is out of date",
    misses="that figure is in the table",
)
_FROM_NOW = Pattern(
    r"\b(?:now|nowadays|these days|as of|since|meanwhile|inzwischen|jetzt|seit|ab|désormais|maintenant|depuis|"
    r"passé[es]? à|"
    r"ahora|desde|adesso|ormai|dal)\b|现在|起|改",
    fits="as of May the fee is 40",
    misses="the fee is 40",
)
_POINTS = Pattern(
    r"^\W*(?:(?:no|oh|sorry|wait|hold on|actually|well|but|nope|nah)\b\W*)*(?:it|its|it's|that|that's|thats|they|"
    r"they're|"
    r"she|she's|he|he's|hers|his|theirs|ours|mine|the (?:new|right|correct)|die|der|das|es|c'est|elle|il|è|son|no|"
    r"不对)",
    fits="it's on the second floor",
    misses="on the second floor",
)

DISPUTES = Pattern(
    r"^\W*(?:(?:no|nope|nah|sorry|but|well|i think)\b\W*)*(?:you(?: are|['’]re)|(?:that|this|it)(?:['’]s| is| was)?|"
    r"(?:the|your) (?:last )?answer(?: is| was)?|das ist|c['’]est|es)? ?(?:(?:all|just|simply|completely) )?"
    r"(?:wrong|incorrect|false|mistaken|(?:not|isn['’]t|wasn['’]t|can['’]t be|cannot be) (?:quite |at all )?"
    r"(?:right|true|correct)|falsch|(?:das )?stimmt nicht|faux|falso)(?: at all)?[^\w?]*$|"
    r"^\W*(?:你|这|那)?(?:不对|错了)\W*$",
    fits="You are wrong.",
    misses="You are wrong, it is 40.",
)
"""A turn that says that an answer is wrong, and no more."""


def change_signs(statement: str, topic: frozenset[str], shelf: Shelf) -> dict[str, float]:
    """What in a turn says that a value is another one now; `topic` are the stems of what was spoken of."""
    contrast = _CONTRAST.search(statement)
    now = bool(_VALUE_NOW.search(statement) or _NAME_NOW.search(statement))
    value = now or any(map(str.isdigit, statement)) or bool(words.names("x " + statement))
    found: dict[str, float] = {
        "denies": _DENIES.search(statement) is not None,
        "contrasts": contrast is not None and _is_value(contrast["old"], topic, shelf),
        "outdates": _PAST_IT.search(statement) is not None,
        "from_now": _FROM_NOW.search(statement) is not None,
        "actually": _ACTUALLY.search(statement) is not None,
        "no_more": _NO_MORE.search(statement) is not None,
        "has_changed": _CHANGED.search(statement) is not None,
        "says_value": now,
        "has_value": value,
        "begins_pointing": _POINTS.match(statement) is not None and bool(topic),
        "ends_asking": ends_asking(statement),
    }
    return {name: float(value) for name, value in found.items() if value}


def _is_value(old: str, topic: frozenset[str], shelf: Shelf) -> bool:
    """Whether what is denied is a value: a number, a name, or something that was spoken of."""
    stem = words.stem(old.casefold())
    named = any(map(str.isdigit, old)) or old[:1].isupper()
    return named or match.held(stem, topic) or shelf.speaks(stem)
