"""A turn's own form and what was said before go in; the signs that tell a question, a remark and a correction apart."""

from __future__ import annotations

import re

from loadsheet.artifacts import IntentVector
from loadsheet.intent.classifier.corrections import change_signs
from loadsheet.intent.held.matching import Shelf, asked_of
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rewriting.rewrite import Conversation


def act_signs(text: str, raw: IntentVector, before: Conversation, shelf: Shelf) -> dict[str, float]:
    """What tells a question, a remark and a correction apart."""
    flags = (
        "question",
        "statement",
        "fine_grained",
        "abstract",
        "event_level",
        "how_to",
        "permission",
        "preference",
        "drafting",
    )
    return {
        **{flag: 1.0 for flag in flags if raw.has(flag)},
        **({"begins": 1.0} if not before.subject and not before.topic else {}),
        **{
            signal.replace(": ", "_"): 1.0
            for signal in raw.signals
            if signal.startswith(("question: ", "statement: "))
        },
        **change_signs(text, before.topic, shelf),
        **_form(text),
        **_of_held(text, shelf),
    }


def _of_held(text: str, shelf: Shelf) -> dict[str, float]:
    """Whether a turn speaks of a value that is held, and says another one."""
    fits = shelf.fits(asked_of(text, text))
    spoken_of = [(fit.part, item) for item, fit in fits if item.kind in {"row", "fact"}]
    part, item = max(spoken_of, key=lambda pair: pair[0], default=(0.0, None))
    if item is None or not part:
        return {}
    said, known = _DIGITS.findall(text), _DIGITS.findall(f"{item.known.key} {item.known.text}")
    other = any(number not in known for number in said)
    return {"of_value": part, **({"other_value": part} if other else {})}


def _form(text: str) -> dict[str, float]:
    said = words.words(text)
    found = {
        "mark": "?" in text or "？" in text,
        "exclaims": text.rstrip().endswith(("!", "！")),
        "one_word": len(said) == 1,
        "few_words": len(said) <= 3,
        "many_words": len(said) > 7,
        "i_tell": _I_TELL.search(text) is not None,
        "laughs": _LAUGHS.search(text) is not None,
        "happened": _HAPPENED.search(text) is not None,
        "asks_inside": _ASKS_INSIDE.search(text) is not None,
        "declares": _DECLARES.match(text) is not None,
        "thanks": _THANKS.search(text) is not None,
    }
    return {name: 1.0 for name, holds in found.items() if holds}


_I_TELL = Pattern(
    r"^\W*(?:\w+,? )?(?:i|i'm|i've|i'd|we|we're|we've|my|our|ich|wir|mein\w*|unser\w*|je|j'ai|nous|mon|ma|mes|yo|mi|"
    r"mis|io|"
    r"mio|mia)\b|^我",
    fits="my sister moved to Porto",
    misses="the office moved to Porto",
)
_LAUGHS = Pattern(
    r"\b(?:lol|haha+|hehe|wow|ouch|phew|ugh|jaja|mdr)\b|哈哈|[\U0001F300-\U0001FAFF]|:\)",
    fits="lol, third time this week",
    misses="the third time this week",
)
_HAPPENED = Pattern(
    r"\b(?:was|were|had|got|came|went|told me|said|\w{3,}ed|war|hatte|était|fue|era)\b",
    fits="the printer broke down, I called Ana",
    misses="the printer is slow",
)
_ASKS_INSIDE = Pattern(
    r"\b(?:what|whats|which|who|whos|whose|whom|when|where|why|how|wheres|whens|hows|was|wer|wie|wo|wann|warum|welche\w*|"
    r"wieviel\w*|qui|quoi|quel\w*|quand|où|comment|pourquoi|combien|qué|quién|cuál\w*|cuándo|dónde|cómo|cuánt\w+|che|chi|"
    r"quale|quali|quando|dove|come|perché|quant[oaie])\b|"
    r"(?:^|[.,;:!?] |\band )(?:is|are|do|does|did|can|could|may|must|should|will|would|has|have|any|am)\b|"
    r"[什谁哪几吗呢怎]|多少",
    fits="for the trip, which visa do I take",
    misses="the trip is in May",
)
"""A word that asks, wherever it stands."""
_DECLARES = Pattern(
    opening("no", "yes", "phew", "right", "sorry", "sir", "perdona", "il", "ay")
    + r"(?!(?:what|whats|who|whos|when|whens|where|wheres|how|hows|why|which|is|are|do|does|did|can|could|may|must|"
    r"should|will|would|has|have)\b)(?:[\w.#°-]+ ){0,3}?[\w.#°-]+(?:['’](?:s|re|ve|ll|m|d)\b| (?:is|are|was|were|has|"
    r"have|had|will|came|went|said|told|got|gets|comes|goes|works|ist|sind|war|hat|est|sont|es|son|è|sono|se llama)\b)",
    fits="the boiler is older than the house",
    misses="is the boiler old",
)
"""A clause that begins with its subject and its verb."""
_THANKS = Pattern(
    r"\b(?:thank(?:s| you)|thx|ta|cheers|kind of you|appreciate\w*|danke|merci|gracias|grazie)\b|谢",
    fits="thanks for that",
    misses="that is all",
)
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
