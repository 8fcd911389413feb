"""Words in; a pattern of what may stand before that which a sentence says, out: `Ok, and now please …`."""

from __future__ import annotations

JOINING = (
    r"ok(?:ay)?|and|so|but|now|then|well|oh|ah|hm+|also|actually|alright|please|pls|by the way|btw"
    r"|und|aber|daher|deshalb|bitte|et|mais|alors|donc|s['’]il (?:te|vous) plaît|stp|svp|y|pero|así que|por eso"
    r"|por favor|e|ma|quindi|perciò|per favore"
)
"""What joins a sentence to the one before it, and courtesies: they change nothing of what it says."""

MARKS = (
    r"no|nope|nah|yes|yeah|yep|wait|oops|whoops|sorry|pardon|correction|hey|hi|hello|euh|bah|ähm?|ehm|uhm?|erm|wow|ugh|argh|aha|omg|lol|damn|gosh"
    r"|right|great|nein|ja|doch|ups|hoppla|quatsch|korrektur|moment|ach|äh|eigentlich|naja|entschuldigung|non|oui|"
    r"oups|zut|tiens"
    r"|mince|en fait|au fait|perd[oó]na?|uy|vaya|en realidad|anzi|ops|scusa|cioè|ah sì|haha"
)
"""What marks a sentence as a correction, an answer or an outcry: said of no one, and about nothing."""


def opening(*more: str) -> str:
    """What may open a sentence, any number of times or never, from its beginning: words that join, and `more`."""
    return rf"^\W*(?:(?:{'|'.join((JOINING, *more))})\b(?!-)\W*)*"
