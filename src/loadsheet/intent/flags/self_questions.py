"""A question in; whether somebody asks who they are themselves, and under which keys a statement would say so, out."""

from __future__ import annotations

import re

from loadsheet.lazy import lazy_re

_MY = r"(?:what(?:['’]?s| is| are)? )?my (?:own |full |first |last |real |current )?"
_LIKING = r"(?:like|love|enjoy|prefer|dislike|hate)"
_ASKED = tuple(
    (lazy_re(asks, re.IGNORECASE), lazy_re(keys, re.IGNORECASE))
    for asks, keys in (
        (
            rf"{_MY}(?:sur)?name(?: is)?|who (?:am i|i am)|what (?:am i|i am) called"
            r"|wer bin ich|wie hei(?:ß|ss)e ich|wie ist mein (?:vor|nach)?name|qui suis-je|comment (?:je m['’]appelle"
            r"|m['’]appell[eé]-je)|quel est mon (?:pré)?nom",
            r"(?:sur)?name",
        ),
        (
            rf"{_MY}age(?: is)?|how old (?:am i|i am)|(?:when|where) was i born|(?:when is )?{_MY}birthday(?: is)?"
            r"|wie alt bin ich|wann (?:bin ich geboren|habe ich geburtstag)|quel (?:âge ai-je|est mon âge)"
            r"|quand suis-je née?",
            r"age|birthday|born\b.*",
        ),
        (
            rf"where (?:do i|i) live|where (?:am i|i am) from|{_MY}(?:home|(?:home )?address)(?: is)?"
            r"|wo (?:wohne|lebe) ich|woher komme ich|où (?:est-ce que )?(?:j['’]habite|je vis)|où (?:habité|vis)-je",
            r"(?:live|living|from|home|address|reside|based)\b.*",
        ),
        (
            rf"where (?:do i|i) work|what do i do|{_MY}(?:job|work|profession|occupation|employer)(?: is)?"
            r"|(?:wo|was|als was|bei wem) arbeite ich|où (?:est-ce que )?je travaille|où travaillé-je",
            r"is|(?:work|job|profession|occupation|employer|employed)\b.*",
        ),
        (
            rf"{_MY}(?:e-?mail|(?:tele|mobile )?phone)(?: address| number)?(?: is)?",
            r"(?:e-?mail|(?:tele|mobile )?phone)\b.*",
        ),
        (
            rf"(?:what )?(?:am i|i am) (?:allergic|intolerant)(?: to(?: [\w ]{{1,30}})?)?"
            rf"|(?:(?:do i have|what are)(?: any| my)?|{_MY}) ?allerg(?:y|ies)",
            r"(?:allerg|intoleran)\w*\b.*|have",
        ),
        (
            rf"(?:what|which \w+) (?:do i|i) {_LIKING}(?: to \w+)?|do i {_LIKING} [\w ]{{1,30}}"
            rf"|{_MY}(?:hobby|hobbies|favou?rite [\w ]{{1,30}})",
            r"attitude: .*|(?:hobby|hobbies|favou?rite)\b.*",
        ),
    )
)  # fmt: skip
"""How somebody asks who they are, and the keys of the statements that would say so."""

_BEFORE = lazy_re(
    r"(?:(?:so|and|but|hey|hi|hello|ok|okay|please|remind me|tell me|(?:can|could|do|would) you (?:please )?"
    r"(?:tell me|remind me|remember|recall|know))\b[\s,]*)+",
    re.IGNORECASE,
)
_AFTER = lazy_re(r"(?:[\s,]+(?:now|today|again|exactly|please|for a living|most|best))+$", re.I)


def asks_who_they_are(question: str) -> re.Pattern[str] | None:
    """The keys that answer it, where somebody asks who they are themselves, and nothing else."""
    said = " ".join(question.split()).strip(" ?!.")
    if before := _BEFORE.match(said):
        said = said[before.end() :]
    said = _AFTER.sub("", said)
    return next((keys for asks, keys in _ASKED if asks.fullmatch(said)), None)
