"""A question and a fragment go in; the question with the fragment in the place of what it varies comes out."""

from __future__ import annotations

import re
from typing import NamedTuple

from loadsheet.intent.flags import cues
from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rewriting.phrases import LEADS, SELVES, Phrase, phrases

_TAIL = Pattern(
    r"\s*(?:,?\s*(?:too|as well|also|likewise|instead|then|please|auch|aussi|también))+\W*$",
    fits="for trainees too?",
    misses="for trainees",
)
_OF = re.compile(r"\bof\s+")
_HAN = re.compile(
    r"(?P<whose>.*[A-Za-z0-9]|.*?[的の])(?P<what>[^A-Za-z0-9]+?)"
    r"(?P<asks>(?:是|要|需要|はいくら|は)?(?:多少|几|什么|怎么|谁|哪|吗|いくら|何|どこ|誰|です).*)?$"
)
"""A question in a script without spaces: whose, what, and what is asked of it."""
_PLACES = frozenset(
    ["in", "on", "at", "en", "im", "bei", "à", "dans", "chez", "nel", "nella", "to", "nach"]
)
"""Leads of a place or a time: what was asked of somebody may be asked of it beside."""


def vary(question: str, fragment: str, *, alone: bool = False) -> str | None:
    """The question with the fragment in the place of the phrase it varies; None where nothing in it is alike.

    A fragment that stands `alone`, with no word that says that it goes on (`and`), takes the place only of a thing that
    is formed as it is.

    A time takes the place of a time, a phrase that of the one with the same lead, a name that of a name, and a thing
    that of the thing which is like it. What says of itself how it belongs to the question may stand beside all of it.
    """
    plain = _TAIL.sub("", fragment).strip(" ,?.!？。")
    if words.has_han(plain):
        return _written_together(question, plain)
    new, old = phrases(plain, fragment=True), phrases(question)
    if not new or not old:
        return None
    said = new[0]
    question, old = _without(question, old, [phrase.lead for phrase in new[1:]])
    if not old:
        return None
    if cues.TIME_ALONE.fullmatch(plain):
        return _timed(question, plain, old)
    named = bool(said.names) and said.thing is None and said.article != "I" and len(new) == 1
    if said.lead:
        return _led(question, plain, said, old, named=named)
    if named:
        return _named(question, plain, said, old)
    return _thing(question, plain, said, old, alone=alone)


def _without(
    question: str, old: tuple[Phrase, ...], leads: list[str]
) -> tuple[str, tuple[Phrase, ...]]:
    """The question without the phrases that the fragment has anew: `the weather in May` brings its own `in`."""
    again: list[Phrase] = []
    for lead in filter(None, reversed(leads)):
        left = [phrase for phrase in old if phrase.lead == lead and phrase not in again]
        again += left[-1:]
    for phrase in sorted(again, key=lambda phrase: -phrase.start):
        question = question[: phrase.outset].rstrip() + question[phrase.end :]
    return question, phrases(question) if again else old


def _written_together(question: str, plain: str) -> str | None:
    """Another thing of the same owner, in a script without spaces: `特斯拉Model 3换轮胎多少钱` varied by `保养呢`."""
    found, new = _HAN.match(question), plain.rstrip("呢はの")
    if not (found and new):
        return None
    if new[-1] in found["whose"]:  # it is of the same kind as the owner
        return f"{new}{found['whose'][-1]}{question[found.end('whose') :]}"
    return f"{found['whose']}{new}{found['asks'] or ''}"


def _timed(question: str, plain: str, old: tuple[Phrase, ...]) -> str:
    """Another time in the place of the one that was asked of, or beside a question that asks of none."""
    times = [p for p in old if cues.TIME_ALONE.fullmatch(question[p.outset : p.end])]
    if times:
        leads = plain.split(maxsplit=1)[0].casefold() in LEADS
        return _put(question, plain, times[-1].outset if leads else times[-1].start, times[-1].end)
    return f"{question.rstrip(' ?.!')} {plain}?"


def _led(
    question: str, plain: str, said: Phrase, old: tuple[Phrase, ...], *, named: bool
) -> str | None:
    """`for EU customers` varied by `for the UK`; of two names only the name changes."""
    rest = plain[said.start :]
    for phrase in reversed(old):
        other = not named and not said.names and phrase.names and phrase.thing is None
        if phrase.lead != said.lead or other or (named and not phrase.names and not phrase.thing):
            continue  # a plan is no other Docsy: it stands beside
        if named and phrase.names:
            return _put_name(question, plain, said, phrase)
        return _put(question, rest, phrase.start, phrase.end)
    if named and said.lead not in _PLACES and (made := _named(question, plain, said, old)):
        return made
    return f"{question.rstrip(' ?.!')} {plain}?"


def _named(question: str, plain: str, said: Phrase, old: tuple[Phrase, ...]) -> str | None:
    """A name in the place of the last one that is written alike: capitals, a code, a word; else of the last."""
    shape = _shape(plain[said.names[-1][0] : said.names[-1][1]])
    named = [phrase for phrase in old if phrase.names]
    alike = [p for p in named if _shape(question[p.names[-1][0] : p.names[-1][1]]) == shape]
    found = next(reversed(alike or named), None)
    return _put_name(question, plain, said, found) if found else None


def _put_name(question: str, plain: str, said: Phrase, old: Phrase) -> str:
    """The new name where the old one stands; one of two that begin alike changes only what is behind that."""
    new, (start, end) = plain[said.names[0][0] : said.names[-1][1]], old.names[-1]
    if old.thing is None and said.article:
        return _put(question, plain[said.start : said.end], old.start, old.end)
    begins = f" {question[start:end]} ".rfind(f" {new.split()[0]} ")
    return _put(question, new, start + max(begins, 0), end)


def _thing(
    question: str, plain: str, said: Phrase, old: tuple[Phrase, ...], *, alone: bool
) -> str | None:
    """A thing in the place of the one that is most like it, as long as something else is left to be asked about."""
    alike = [p for p in old if p.thing or said.names]
    ranked = sorted(alike, key=lambda p: _likeness(question, plain, said, p))
    if not ranked:
        return None
    best = ranked[-1]
    same = _head(plain, said) == _head(question, best)
    if len(old) < 2 and not same and (said.names or not best.names):
        return None  # nothing would be left of the question
    if alone and not same and not _likeness(question, plain, said, best).formed:
        return None
    if same and (of := _OF.search(question, best.start, best.end)):
        return _put(question, plain, of.end(), best.end)  # `hours of annual leave` by `sick leave`
    if best.names and best.thing and not said.names:
        return _put(question, plain[said.thing[0] if said.thing else 0 :], *best.thing)
    before = question[: best.start].split()
    teller = len(before) == 1 and before[0].casefold() in SELVES
    # What somebody does is no part of a thing that is asked about: `ich wohne in Oslo` by `das Wetter`.
    return _put(question, plain, 0 if teller else best.start, best.end)


class _Likeness(NamedTuple):
    """How much a phrase is of the kind of a fragment: in its last word, names, article and number; then as what is
    asked about rather than what that belongs to; then as the later one."""

    word: bool
    names: bool
    article: bool
    number: bool
    free: bool
    start: int

    @property
    def formed(self) -> bool:
        """Whether both have the same kind of article and the same number: `awards` is no other `member`."""
        return self.article and self.number


def _likeness(question: str, plain: str, said: Phrase, old: Phrase) -> _Likeness:
    head, other = _head(plain, said), _head(question, old)
    return _Likeness(
        words.stem(head) == words.stem(other),
        bool(said.names) == bool(old.names),
        said.article == old.article,
        head.endswith("s") == other.endswith("s"),
        not old.lead,
        old.start,
    )


def _head(text: str, phrase: Phrase) -> str:
    start, end = phrase.thing or (phrase.start, phrase.end)
    return text[start:end].rsplit(maxsplit=1)[-1]


def _put(question: str, new: str, start: int, end: int) -> str:
    return question[:start] + new + question[end:]


def _shape(name: str) -> str:
    """How a name is written: with digits, all capitals, or capitalised."""
    if any(c.isdigit() for c in name):
        return "code"
    return "capitals" if words.is_code(name) else "word"
