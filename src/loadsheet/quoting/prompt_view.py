"""A prompt in; its question, its rules and the passages that may be quoted out."""

from __future__ import annotations

import html
import math
import re
from dataclasses import dataclass

import regex

from loadsheet.artifacts import Prompt
from loadsheet.assembly import parse
from loadsheet.assembly.citing import unmarked
from loadsheet.assembly.frame import READ_AS, attributes_of, unescaped

LABELS = ("source", "title", "under", "columns", "subject", "key")
"""The attributes of a block that say what its text is about."""

PLACE = re.compile(r" (?:§|› |p\. \d)")
"""What parts the name of a document from the place in it."""

MARKUP = regex.compile(
    r"\{\{.*?\}\}|!\[[^\]]*\]\([^)]*\)|</?\w[^<>]*>|(?<=\])\([^)\s]*\)|https?://\S+"
    r"|^\[\^[^\]]+\]:",
    regex.DOTALL,
)
"""What a reader of the page does not see as prose: templates, pictures, tags, the targets of links, note marks."""

HIDDEN = regex.compile(
    r"<!--.*?-->|(?<=\]\(\s*)\{%.*?%\}(?=\s*\))|^[ \t]*(?:\{%[^\n]*?%\}[ \t]*)+$",
    regex.DOTALL | regex.MULTILINE,
)
"""What no reader of the page sees at all, and may run over lines: comments, targets that a template writes, lines of
templates alone. A template within a sentence (`Tell {% channel "kit" %}.`) stands for words of it."""

WRAPPED = regex.compile(r"(?<=\S)[ \t]*\n[ \t]*(?=[^\s|>#`~])(?!(?:[-*+]|\d{1,3}[.)])\s)")
"""The end of a line behind which the same paragraph, item or row goes on."""

MARKED = regex.compile(r"[<{\]]|://")
"""What every such mark holds: most sentences have none of it."""

QUOTABLE = frozenset({"evidence", "attachment", "structured_state", "memory"})
"""The kinds of block that may answer the question."""

READABLE = QUOTABLE | {"question", "constraint", "task_state"}
"""The kinds of block that a quoting model reads."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A block that may be quoted: its marker in the prompt, its text, and where it stands."""

    marker: int | None
    text: str
    label: str = ""
    subject: str = ""
    """Whom a row of memory is about."""
    key: str = ""
    """What it says of them."""
    source: str = ""
    """The label of where it stands: `doc_17 §3.2`, `leave › Sick leave`, `leave.pdf p. 12`."""
    document: bool = False
    """Whether a document says it, and not the user."""
    parts: tuple[str, ...] = ()
    """The parts of the question that it was found for."""
    group: str = ""
    """The group of what it disagrees with, in memory or evidence."""
    date: str = ""
    """When it was said; empty where nobody knows."""
    pasted: bool = False
    """Whether it is what the user pasted."""
    verified: bool = False
    """Whether it is a verified row, which outranks what documents say."""

    @property
    def document_name(self) -> str:
        """The document in which it stands."""
        return PLACE.split(self.source, maxsplit=1)[0]

    @property
    def of(self) -> tuple[str, str]:
        """Of what a row of memory gives a value; one may like several things."""
        return self.subject, self.key.partition(":")[0]


@dataclass(frozen=True, slots=True)
class PromptView:
    """What a quoting model reads of a prompt."""

    question: str
    asked: str
    """What it asks with what it leans on in the conversation, where it does; else the same."""
    rules: tuple[str, ...]
    """The user's standing rules, of this session and of others, in their own words."""
    before: str
    """What was answered last, without its markers; empty where nothing was, or where it has no room."""
    passages: list[Passage]
    """In the order of their markers; before them verified rows, and what was pasted."""


def read(prompt: Prompt) -> PromptView:
    """The question of a prompt, its rules, and the passages to answer from, with the characters of their sources."""
    question, asked, rules = "", "", list[str]()
    passages: list[Passage] = []
    for kind, message, start, end in parse(prompt.messages):
        block = prompt.messages[message]["content"][start:end]
        opening = block.partition("\n")[0]
        if kind not in READABLE or opening.endswith("/>"):
            continue
        body = block[len(opening) + 1 : block.rindex("</")].removesuffix("\n")
        attributes = attributes_of(block)
        if kind == "question":
            question = body
        elif attributes.get("type") == "belief":
            continue  # what may be wrong is nobody's answer
        elif kind == "task_state":
            asked = body.removeprefix(READ_AS) if body.startswith(READ_AS) else asked
        elif kind == "constraint" or attributes.get("type") == "instruction":
            rules.append(body)
        else:
            passages.append(_passage(kind, attributes, unescaped(body)))
    passages.sort(key=_precedence)
    before = next((m["content"] for m in reversed(prompt.messages) if m["role"] == "assistant"), "")
    return PromptView(question, asked or question, tuple(rules), unmarked(before), passages)


def _precedence(passage: Passage) -> tuple[bool, bool, float]:
    """Verified rows go first, then what the user pasted, which is what a question beside it is about."""
    number = math.inf if passage.marker is None else passage.marker
    return not passage.verified, not passage.pasted, number


def seen(text: str) -> str:
    """A text with blanks, as many, in the place of what no reader of the page sees."""
    if "<!--" not in text and "{%" not in text:
        return text
    return HIDDEN.sub(lambda found: regex.sub(r"[^\n]", " ", found[0]), text)


def prose(text: str) -> str:
    """What a reader of the page sees of a text as words, wherever its lines are broken."""
    plain = MARKUP.sub(" ", text) if MARKED.search(text) else text
    return WRAPPED.sub(" ", plain) if "\n" in plain else plain


def _passage(kind: str, attributes: dict[str, str], text: str) -> Passage:
    marker = attributes.get("id", "")
    return Passage(
        marker=int(marker) if marker.isdecimal() else None,
        text=text,
        label=" ".join(attributes.get(name, "") for name in LABELS),
        subject=attributes.get("subject", ""),
        key=attributes.get("key", ""),
        document=kind == "evidence",
        pasted=kind == "attachment",
        source=attributes.get("source", ""),
        parts=tuple(map(html.unescape, filter(None, attributes.get("for", "").split(" | ")))),
        group=attributes.get("disagrees", ""),
        date=attributes.get("date", ""),
        verified=kind == "structured_state",
    )
