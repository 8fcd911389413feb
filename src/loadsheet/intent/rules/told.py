"""A clause with the words of a rule in; whether it tells how things are, or what somebody said, and asks nothing, out.

`Never again will I fly.`, `Always late, that train.` and `Never give up is his motto.` begin as a rule does. A rule has
a verb behind `never` or `always` that can be done, or says without one how answers are to be.
"""

from __future__ import annotations

from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.general import says_how

_PLEASE = Pattern(
    r"\b(?:please|pls|bitte|s['’]il (?:te|vous) plaît|stp|svp|por favor|per favore)\b|,\s*(?:because|since|i['’]m"
    r"|i am|i have)\b",
    fits="Always with units, please",
    misses="Always with the same people",
)
"""Bids, or says why."""

_DONE = Pattern(
    opening() + r"(?:toujours|siempre|sempre) \w+(?:er|ir|re|ar)\b",
    fits="Toujours citer la page",
    misses="Toujours la même chose",
)


def names_manner(clause: str) -> bool:
    """Whether a clause that begins with `always` in another language, and has no verb of answering, bids all the
    same: by a courtesy, by how answers are to be, or by what is to be with them."""
    return any(form.search(clause) for form in (_PLEASE, _DONE)) or says_how(clause)


_OF_ANSWERS = Pattern(
    r"\b(?:you|your|yours|(?<!body )(?<!one )answers?|repl(?:y|ies)|responses?|respond|du|dich|dir|deine?\w*"
    r"|sie sollen|antwort\w*|tu|te|toi|ta|tes|ton|vous|votre|vos|réponses?|tú|tus?|respuestas?|ti|tuo\w*"
    r"|rispost\w+)\b|你|您|回答|回复",
    fits="I want short answers",
    misses="I want coffee",
)
"""Speaks of who answers, or of answers."""

_OUGHT = Pattern(
    r"\b(?:must|should|shall|(?:only|just) want|ha(?:s|ve) to|needs? to|(?:is|are) (?:to|only to|never to"
    r"|always to)|(?:is|are) (?:not )?(?:off[ -]limits|taboo|not an option|allowed|forbidden|banned|fine|ok(?:ay)?)"
    r"|muss|müssen|soll(?:en)?|darf|dürfen|doit|doivent|debe[ns]?|deve|devono)\b|不要|别|必须|应该|只",
    fits="all prices must be net",
    misses="all prices are net",
)
_SUBJECT = Pattern(
    opening()
    + r"(?:i|we|he|she|it|they|there|(?:i|we|he|she|it|they|there)['’]\w+|the|an?|my|our|his|her|their|its|this"
    r"|these|those|every(?:one|body|thing)|no(?:body|thing)|some(?:one|body|thing)|people|(?:\w+ )?(?:ich|wir|er"
    r"|es|man)|mein\w*|unser\w*|d(?:er|ie|as)|ein|je|j['’]\w+|nous|on|il|elle|ils|elles|l[ae]s?|l['’]\w+|mon|ma"
    r"|mes|notre|nos|un|une|yo|nosotros|él|ella|ellos|el|los|mis?|nuestr\w+|io|noi|lui|lei|i|gli|mia|nostr\w+"
    r"|\w{3,}(?<!sol)o (?:en|de|da|a|con|in|per|por|desde|al|el|la|il|mi|un))\b|^\W*(?:我|他|她|它)",
    fits="I work from home",
    misses="work from home",
)
"""Begins with what a statement is about, or with a verb that says it."""
_IS_SO = Pattern(
    r"\b(?:is|are|was|were|am|will|has|have|had|can|could|would|goes|costs?|ist|sind|bin|hat|habe|wird|werden|gilt"
    r"|gelten|est|sont|sera|seront|es|son|está|están|è|sarà)\b|^\W*\w+t (?:d(?:er|ie|as)|ein\w*|mein\w*|unser\w*)\b",
    fits="cars will fly",
    misses="cite pages",
)
"""Says what is, was or will be so."""


def is_statement(clause: str) -> bool:
    """Whether words that hold from now on tell how things are from then on: `From now on I work from home.`

    What speaks of answers or says what must be bids, however it begins.
    """
    if _OF_ANSWERS.search(clause) or _OUGHT.search(clause) or says_how(clause):
        return False
    return bool(_SUBJECT.search(clause) or _IS_SO.search(clause))
