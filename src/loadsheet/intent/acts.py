"""A turn's own form and what was said before go in; the signs that tell a question, a remark and a correction apart."""

from __future__ import annotations

import re

from loadsheet.artifacts import IntentVector
from loadsheet.intent import words
from loadsheet.intent.corrections import change_signs
from loadsheet.intent.referents import Conversation
from loadsheet.intent.shelf import Shelf


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
    }


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
    }
    return {name: 1.0 for name, holds in found.items() if holds}


_I_TELL = re.compile(
    r"^\W*(?:\w+,? )?(?:i|i'm|i've|i'd|we|we're|we've|my|our|ich|wir|mein\w*|unser\w*|je|j'ai|nous|mon|ma|mes|yo|mi|"
    r"mis|io|"
    r"mio|mia)\b|^我",
    re.IGNORECASE,
)
_LAUGHS = re.compile(
    r"\b(?:lol|haha+|hehe|wow|ouch|phew|ugh|jaja|mdr)\b|哈哈|[\U0001F300-\U0001FAFF]|:\)",
    re.IGNORECASE,
)
_HAPPENED = re.compile(
    r"\b(?:was|were|had|got|came|went|told me|said|\w{3,}ed|war|hatte|était|fue|era)\b",
    re.IGNORECASE,
)
