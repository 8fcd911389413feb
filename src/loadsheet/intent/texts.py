"""A piece of a turn goes in; whether it has the form of a text that was written to somebody else, or is said to be one,
comes out.

A letter is known by its salutation and its close, a log, a table or code by lines that are built alike. What somebody
tells in paragraphs of their own has neither, and is no such text unless it is introduced as one: `Summarise this: …`.
"""

from __future__ import annotations

import re

from loadsheet.corpus.sentences import ends_asking, split
from loadsheet.intent.flags.signals import intent_of
from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rewriting.anaphora import WH

TEXT = (
    r"(?:logs?|texts?|files?|code|snippets?|e-?mails?|mails?|letters?|messages?|documents?|docs?|output|trace(?:back)?s?|"
    r"config\w*|paste|lists?|tables?|notes?|articles?|transcripts?|script|contract|attachment|report|poem|sentences?|"
    r"paragraphs?|chats?|reviews?|invoices?|"
    r"datei|brief|nachricht|anhang|notiz|satz|absatz|fichier|lettre|courriel|texte|phrase|archivo|carta|texto|registro|"
    r"correo|mensaje|nota|frase|messaggio|testo|lettera)"
)
"""Nouns for what is written."""

_SHORT, _LONG = 5, 5
"""Words that a salutation or a close has at the most, and a line of the body of a letter at the least."""

_SALUTATION = re.compile(r"[^\n]*[,!，！]\s*")
_STOPPED = re.compile(r"[.!?:;。！？]\s*$")
_CLOSED = re.compile(r"\w+(?: \w+){0,2}, [^\W\d_]+(?: [^\W\d_]+)?")
_HEADED = Pattern(
    r"\s*(?:from|to|sent|date|subject|von|an|gesendet|betreff|de|à|para|objet|asunto|oggetto)\s*:.*\S",
    fits="Subject: your order",
    misses="your order",
)
"""The first line of the head of a mail."""
_RECORD = re.compile(
    r"\s*[\[(<]?\d{1,4}[-:./]\d|.*\S[ \t]*(?:\t|\|)|\s*\||.*[;{}]\s*$|[^,;]+([,;])[^,; ][^,;]*\1[^,; ]"
)
"""A line that begins with a time or a date, has cells, or ends like one of a program."""
_RECORDS = 3
"""Lines built alike that make a log, a table or code."""

_LENGTH = 300
"""Characters from which a paragraph that tells nothing of who types it was not typed."""

_HERE = Pattern(
    r"\b(?:this|these|(?:the )?following|diese[rsnm]?|folgende\w*|ce|cet|cette|ces|suivante?s?|est[aeo]s?|"
    r"siguientes?|quest[aeo]|seguenti?)\b|\b(?:below|above|unten|oben|ci-dessous|ci-dessus|a continuación|qui sotto)\b",
    fits="What does this mean",
    misses="What does it mean",
)
_THIS_TEXT = Pattern(
    rf"\b(?:this|these|(?:the )?following|diese[rsnm]?|folgende\w*|ce|cet|cette|ces|est[aeo]s?|quest[aeo])"
    rf"(?: [\w-]+)? {TEXT}\b|\b{TEXT} (?:below|above|unten|oben|ci-dessous|ci-dessus|suivant\w*|siguiente|seguente)\b",
    fits="Summarise this email",
    misses="Summarise the email",
)
"""Speaks of a text that is given with it."""
_ON_WORDING = Pattern(
    r"\b(?:translate|proofread|rewrite|rephrase|reword|paraphrase|polish|(?:fix|correct|check) (?:the|my|any) "
    r"(?:grammar|spelling|typos?|wording|punctuation)|übersetze?|korrigiere?|formuliere?|traduis\w*|traduce|traduci|"
    r"corrige\w*|correggi|reformule\w*|reescribe|riscrivi)\b",
    fits="Translate to French",
    misses="Explain the contract",
)
"""Bids what can be done to a wording alone."""
_ON_TEXT = Pattern(
    rf"{_ON_WORDING.form}|\b(?:fix|correct|explain|list|find|tell|say|summari[sz]e|simplify|shorten|sum|put|turn|"
    r"answer|reply|respond|write|draft|extract|check|review|read|analy[sz]e|classify|count|describe|"
    r"fasse?|beantworte|erkläre?|kürze?|prüfe?|schreibe?|lies|"
    r"résume\w*|répond\w*|explique\w*|raccourci\w*|écri\w*|lis|resum\w*|respond\w*|explica\w*|acorta|escribe|lee|"
    r"riassumi|rispondi|spiega|accorcia|scrivi|leggi)\b",
    fits="Summarise this",
    misses="Remember this",
)
"""Bids what can be done to a text."""
_PRESENTS = Pattern(
    r"^\W*(?:(?:ok|hi|hello|so|now|please|look|hallo|bonjour|hola)\W+)*"
    r"(?:(?:here|this|below)(?:['’]s| is| are| comes)|(?:hier|das|dies) (?:ist|sind|kommt)|voici|voilà|c['’]est|"
    r"aquí (?:está|tienes|va)|est[aeo] es|ecco|quest[aeo] è) "
    rf"(?:[\w'’-]+ ){{1,4}}?{TEXT}\b",
    fits="Here is a note",
    misses="Here is my idea",
)
"""Presents a text."""


def introduces(head: str, rest: str, *, below: bool) -> bool:
    """Whether words with a colon bid or ask something of the text behind it; `below`: that begins on a line of its own.

    What they bid can be done to a text alone, or they point at it. What is to be remembered, or followed, is no such
    text, and questions behind a colon are the user's own.
    """
    if _ON_WORDING.search(head):
        return True
    asks = _ON_TEXT.search(head) or WH.search(head) or "?" in head
    quoted = words.QUOTED.match(rest.lstrip()) is not None
    pointed = bool(_HERE.search(head)) or below or quoted
    return bool(asks and pointed and (quoted or _reads_on(rest)) and not asking(rest))


def presents(head: str) -> bool:
    """Whether words with a colon, which ask nothing, present the text behind it: `Here is a note: …`."""
    return _PRESENTS.match(head) is not None


def speaks_of(piece: str, rest: str) -> bool:
    """Whether a paragraph that asks speaks of the text in the others: `Summarise this email.`"""
    bids = _ON_TEXT.search(piece) is not None and not WH.search(piece)
    own = _of_self(rest) and not bids
    return bool(_THIS_TEXT.search(piece)) and not own and not asking(rest)


def is_foreign(text: str, *, ended: bool) -> bool:
    """Whether a text beside a question has the form of one that was not written to who is asked.

    `ended`: the question stands behind it, so that a letter must have a close.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return False
    if len(lines) > 1 and _HEADED.match(lines[0]):
        return True
    if _is_record(lines) or _is_letter(lines, ended=ended):
        return True
    return len(text) >= _LENGTH and len(split(text)) > 1 and not _of_self(text)


def _is_record(lines: list[str]) -> bool:
    alike = sum(_RECORD.match(line) is not None for line in lines)
    return alike >= _RECORDS and 2 * alike >= len(lines)


def _is_letter(lines: list[str], *, ended: bool) -> bool:
    """Whether lines have a salutation and a body, or a body and a close.

    What is told of oneself without a salutation is said to who is asked.
    """
    closed = _is_closed(lines)
    saluted = bool(_SALUTATION.fullmatch(lines[0])) and _few(lines[0])
    body = any(len(words.words(line)) >= _LONG for line in lines[1 if saluted else 0 :])
    if ended or not saluted:
        return body and closed and (saluted or not _of_self("\n".join(lines)))
    return body


def _is_closed(lines: list[str]) -> bool:
    """Whether the last lines are a formula and a name."""
    if len(lines) > 1 and _CLOSED.fullmatch(lines[-1].strip(" .")):
        return True
    for formula, name in zip(lines[-4:], lines[-3:], strict=False):
        short = _few(formula) and not _STOPPED.search(formula) and formula is not lines[0]
        if short and _few(name) and all(word[:1].isupper() for word in words.words(name)):
            return True
    return False


def _few(line: str) -> bool:
    return 0 < len(words.words(line)) <= _SHORT


def _reads_on(text: str) -> bool:
    """Whether a text says something, and is no mere name or heading of what is meant."""
    return len(words.words(text)) > _SHORT or words.has_han(text)


def asking(text: str) -> bool:
    """Whether a text is nothing but questions."""
    said = [text[span.start : span.end].strip() for span in split(text)]
    asked = [ends_asking(one) or WH.match(one) is not None for one in said]
    return all(asked)


def _of_self(text: str) -> bool:
    """Whether a text tells of who types it."""
    return "self_reference: first_person" in intent_of(text).signals
