"""Made-up texts of a known size, the same in every run; and questions from a folder's own headings and sentences."""

from __future__ import annotations

import random
import re
from pathlib import Path

from loadsheet.corpus.formats import FORMATS, TEXT
from loadsheet.corpus.sentences import split

WORDS = (  # noqa: SIM905
    "the refund window opens on delivery and a customer may return goods to our warehouse by post with label "
    "invoice number order carton support team answers within three working days about payment shipping warranty "
    "repair desk photograph of fault address country currency bank transfer card account page request policy "
    "deadline holiday season weight furniture lamp shelf kitchen credit store partner terms complaint history"
).split()


def prose(chance: random.Random, words: int) -> str:
    """Sentences of made-up prose; a word is a little more than a token."""
    made: list[str] = []
    while len(made) < words:
        sentence = [
            chance.choice(WORDS) for _ in range(min(chance.randint(7, 16), words - len(made)))
        ]
        if chance.random() < 0.3:
            sentence[-1] = str(chance.randint(2, 400))
        sentence[0] = sentence[0].capitalize()
        made += [*sentence[:-1], f"{sentence[-1]}."]
    return " ".join(made)


def messages(count: int) -> list[str]:
    """The contents of a conversation: `count` messages of about 60 tokens."""
    chance = random.Random(count)
    return [prose(chance, chance.randint(38, 65)) for _ in range(count)]


_HEADING = re.compile(r"^#{1,4} +(.{8,80}?) *#*$", re.MULTILINE)
_STARTS_PLAIN = re.compile(r"[A-Z][a-z]")


def questions(folder: Path, count: int) -> list[str]:
    """`count` questions, half about headings and half about sentences of the folder's files, the same each time."""
    chance = random.Random(7)
    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and FORMATS.get(path.suffix) == TEXT
    ]
    headings = sorted({match.group(1) for text in texts for match in _HEADING.finditer(text)})
    sentences = sorted(
        {
            said
            for text in texts
            for span in split(text)
            if 60 <= len(said := text[span.start : span.end]) <= 200
            and _STARTS_PLAIN.match(said)
            and "\n" not in said
        }
    )
    asked = [f"What should I know about {heading.strip('*_ ')}?" for heading in headings]
    told = [f"Is it true that {said[0].lower()}{said[1:].rstrip('.')}?" for said in sentences]
    half = count // 2
    picked = chance.sample(asked, min(half, len(asked)))
    picked += chance.sample(told, min(count - len(picked), len(told)))
    chance.shuffle(picked)
    return picked
