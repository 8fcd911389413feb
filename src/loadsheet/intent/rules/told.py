"""A clause with the words of a rule in; whether it tells how things are, or what somebody said, and asks nothing, out.

`Never again will I fly.`, `Always late, that train.` and `Never give up is his motto.` begin as a rule does. A rule has
a verb behind `never` or `always` that can be done, or says without one how answers are to be.
"""

from __future__ import annotations

from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.style import THING, manner

_EVER = opening("remember", "note") + r"(?:never|always)(?: (?:again|ever|before|once))*"
_WHO = r"i|we|he|she|they|it|there|people|nobody|somebody|someone|everybody|everyone"

_INVERTED = Pattern(
    rf"{_EVER} (?:(?:will|would|shall|can|could|did|does|has|had|am|is|are|was|were|might) (?!you\b)\w|"
    rf"(?:do|have|must|may|should) (?!it\b)(?:{_WHO})\b(?! (?:want|wish|need)\b))",
    fits="Never again will I fly.",
    misses="Never should you mention prices.",
)
"""The verb stands before its subject, as in no bid; who wants something bids for it."""

_NO_VERB = Pattern(
    rf"{_EVER}(?:[\s,.!]*$| (?:(?:{_WHO}|heard|seen|saw|knew|went|thought|got|felt|took|met|ate|came|said|made|gave|"
    r"found|lost|left|told|understood|been|\w{2,}ed|"
    r"an?|the|my|our|his|her|their|this|these|those|any\w*|some\w*|enough|same|such|so|too|quite|very|and|"
    r"on|at|up|down|over|behind|around|between|in (?:an?|the|my|our|his|her|their|trouble|need|pain)|with (?:my|our|"
    r"his|"
    r"her|their|him|them|me|us)|\w+(?:ful|ous|less)|\w*[aeiouy]\w*ing)\b|"
    r"(?:late|early|busy|hungry|thirsty|sick|ill|cold|hot|warm|full|empty|slow|quick|ready|sure|right|wrong|sad|lucky|"
    r"alone|there|here|true|nice|good|great|happy|glad|fun|easy|hard|better|worth|cheap|expensive|off)"
    r"(?:\W*$|\s*,| (?:for|to|when|about|with|in|at|on|of|as|than|it|that)\b)|"
    r"(?-i:[a-z])[a-z]+(?<!s)(?<!focu)s(?:\W*$| (?:to|on|in|at|me|us|out|old|the|my|with|for|when|after|before)\b)))",
    fits="Always late, that train.",
    misses="Always cite the page.",
)
"""What stands behind `never` or `always` is nothing that somebody can be bidden to do: what was, a thing, a state, the
place of something, or what it does."""

_PLEASE = Pattern(
    r"\b(?:please|pls|bitte|s['’]il (?:te|vous) plaît|stp|svp|por favor|per favore)\b|"
    r",\s*(?:because|since|i['’]m|i am|i have)\b",
    fits="Always with units, please",
    misses="Always with the same people",
)
"""Bids, or says why."""

_SAYS = (
    r"(?:(?:always|often|once|used to|likes to|would) )?"
    r"(?:says?|said|t(?:old|ells?) (?:me|us)|puts? it|sagt\w*|dit|disait|dice|decía|diceva)"
)
_NOT_ME = r"(?!i\b|we\b|you\b|ich\b|wir\b|je\b|on\b|yo\b|io\b)"
_REPORTED = Pattern(
    rf",\s*(?!(?:as|wie|comme|como|come) (?:i|we|you|ich|wir|je|yo|io)\b){_NOT_ME}(?:\w+ ){{1,3}}{_SAYS}\W*$|"
    rf",\s*(?:says?|said|according to|so|laut|selon|dit|dice) {_NOT_ME}(?:(?:my|our|the|his|her|their|mein\w*|unser\w*|"
    r"mon|ma|mi|il mio|la mia) )?\w+\W*$|"
    rf"\b(?:is|was) what {_NOT_ME}\w+ |"
    r"\b(?:is|was) (?:his|her|their|(?:my|our|the) [\w-]+['’]s|(?-i:[A-Z])\w+['’]s|the (?:\w+ )?\w+ (?:in|of|on|from))"
    r"(?: \w+){0,4}\W*$|"
    r"\b(?:myself|ourselves|himself|herself)\W*$|,\s*(?:i|we|he|she|they) (?:do|does|did)\W*$|"
    rf"{opening('because')}{_NOT_ME}(?:(?:my|our|the|his|her) )?\w+ (?:told|asked|taught|advised|warned) (?:me|us) "
    r"(?:(?:to )?(?:never|always)|not to)\b",
    fits="Never give up is his motto.",
    misses="Never give up, I say.",
)
"""Says whose words these are."""

_BARE = Pattern(
    opening() + r"(?:immer|stets|niemals|toujours|sempre|siempre)\b",
    fits="Immer dasselbe.",
    misses="Es ist immer dasselbe.",
)
_WITH = Pattern(
    rf"{_BARE.form} (?:mit|ohne|avec|sans|con|sin|senza) (?!de[rmn]\b|d(?:ie|as)\b|ein|mein|unser|l[eao]s?\b|l['’]|un|"
    r"mi\b|el\b|i\b|il\b)\w",
    fits="Immer mit Seitenzahl",
    misses="Immer mit der Ruhe",
)
_DONE = Pattern(
    opening() + r"(?:toujours|siempre|sempre) \w+(?:er|ir|re|ar)\b",
    fits="Toujours citer la page",
    misses="Toujours la même chose",
)


def is_told(clause: str) -> bool:
    """Whether words that could set a rule tell what was never or always so, or what others say."""
    if _REPORTED.search(clause) or _INVERTED.search(clause):
        return True
    if _NO_VERB.search(clause) is None:
        return False
    return not (_PLEASE.search(clause) or says_how(clause))


def names_manner(clause: str) -> bool:
    """Whether a clause that begins with `always` in another language, and has no verb of answering, bids all the
    same: by a courtesy, by how answers are to be, or by what is to be with them."""
    return any(form.search(clause) for form in (_PLEASE, _WITH, _DONE)) or says_how(clause)


def says_how(clause: str) -> bool:
    """Whether words, with a verb or without one, say how answers are to be: `always bullets`, `under 100 words`."""
    return any(
        said is not None and not said.attribute.startswith(THING)
        for said in (manner(clause), manner(f"use {clause}"))
    )


_OF_ANSWERS = Pattern(
    r"\b(?:you|your|yours|(?<!body )(?<!one )answers?|repl(?:y|ies)|responses?|respond|du|dich|dir|deine?\w*|"
    r"sie sollen|antwort\w*|tu|te|toi|"
    r"ta|tes|ton|vous|votre|vos|réponses?|tú|tus?|respuestas?|ti|tuo\w*|rispost\w+)\b|你|您|回答|回复",
    fits="I want short answers",
    misses="I want coffee",
)
"""Speaks of who answers, or of answers."""

_OUGHT = Pattern(
    r"\b(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) (?:to|only to|never to|always to)|(?:is|are) (?:not )?"
    r"(?:off[ -]limits|taboo|not an option|allowed|forbidden|banned|fine|ok(?:ay)?)|muss|müssen|soll(?:en)?|darf|"
    r"dürfen|"
    r"doit|doivent|debe[ns]?|deve|devono)\b|不要|别|必须|应该|只",
    fits="all prices must be net",
    misses="all prices are net",
)
_SUBJECT = Pattern(
    opening()
    + r"(?:i|we|he|she|it|they|there|(?:i|we|he|she|it|they|there)['’]\w+|the|an?|my|our|his|her|their|its|this|these|"
    r"those|every(?:one|body|thing)|no(?:body|thing)|some(?:one|body|thing)|people|"
    r"(?:\w+ )?(?:ich|wir|er|es|man)|mein\w*|unser\w*|d(?:er|ie|as)|ein|"
    r"je|j['’]\w+|nous|on|il|elle|ils|elles|l[ae]s?|l['’]\w+|mon|ma|mes|notre|nos|un|une|"
    r"yo|nosotros|él|ella|ellos|el|los|mis?|nuestr\w+|io|noi|lui|lei|i|gli|mia|nostr\w+|\w{3,}(?<!sol)o (?:en|de|da|a|"
    r"con|in|per|por|desde|al|el|la|il|mi|un))\b|^\W*(?:我|他|她|它)",
    fits="I work from home",
    misses="work from home",
)
"""Begins with what a statement is about, or with a verb that says it."""
_IS_SO = Pattern(
    r"\b(?:is|are|was|were|am|will|has|have|had|can|could|would|goes|costs?|ist|sind|bin|hat|habe|wird|werden|gilt|"
    r"gelten|"
    r"est|sont|sera|seront|es|son|está|están|è|sarà)\b|^\W*\w+t (?:d(?:er|ie|as)|ein\w*|mein\w*|unser\w*)\b",
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
