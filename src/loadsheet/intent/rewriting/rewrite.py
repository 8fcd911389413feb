"""A question and what the conversation was about go in; the question as it stands alone comes out, with its reasons.

A question is rewritten only where something in it points back: it opens like a continuation, lacks a verb, holds a
pronoun, or counts along a list. Everything else is left word for word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from loadsheet.artifacts import Leaning
from loadsheet.corpus.terms import word_set
from loadsheet.intent.flags import cues
from loadsheet.intent.language import words
from loadsheet.intent.language.answer_type import NAME
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rewriting import anaphora, standalone
from loadsheet.intent.rewriting.phrases import phrases
from loadsheet.intent.rewriting.substitution import vary
from loadsheet.intent.rewriting.superlatives import ranked_otherwise


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a question may lean on."""

    subject: str = ""
    """The last question that was looked up, as it stands alone."""
    topic: frozenset[str] = frozenset()
    """The stems of the words in which it was spoken of."""
    entities: tuple[str, ...] = ()
    """The names that it speaks of, the most salient first."""
    terms: tuple[str, ...] = ()
    """The words that it turns on, the most salient first."""
    salience: tuple[tuple[str, float], ...] = ()
    """The same words, each with how salient it is."""
    options: tuple[str, ...] = ()
    """The last list that an answer gave."""
    pending: str = ""
    """The question that got a clarifying question back."""
    numbers: int = 0
    """How many numbers the last answer holds."""
    answer: frozenset[str] = frozenset()
    """The stems of the words of the last answer."""
    said: str = ""
    """The last answer."""
    asked: bool = False
    """Whether the last answer ended with a question."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a question was read."""

    query: str
    form: Leaning
    reason: str
    resolved: tuple[tuple[str, str], ...] = ()
    unresolved: tuple[str, ...] = ()
    switch: bool = False
    """Whether it opens another subject."""
    continues: str = ""
    """The question whose kind it shares, where it is a variant of one."""


FOCUS = 3
"""Words that a question without a subject of its own borrows: fewer find too much, more find something else."""

WHOLE = 5
"""A subject of so few telling words is borrowed whole."""


def resolve(question: str, before: Conversation) -> Resolution:
    """The question as it stands alone, how it leans on the conversation, and why it was read that way."""
    text = question.strip()
    if before.pending:
        return _completed(text, before)
    if not before.subject and not before.entities:
        missing = standalone.dangling(text)
        if missing:
            return Resolution(text, "opening", "nothing was said before", unresolved=missing)
        return Resolution(text, "opening", "the conversation begins with it")
    if anaphora.REPAIR.search(text):
        meant = anaphora.REPAIR_WORDS.sub(" ", text).strip(" ,.!?;:")
        if meant:
            return _repaired(meant, before)
    if found := anaphora.SWITCH.match(text):
        rest = text[found.end() :].strip()
        if len(words.content_words(rest)) >= 1:
            named = words.stems(found.group(0)) - words.stems(
                "back different thing something another topic"
            )
            query = text if "back to" in found.group(0).lower() and named else rest
            return Resolution(
                query,
                "self_contained",
                "the user says that it is about something else",
                switch=True,
            )
    return _leaning(text, before)


def _leaning(text: str, before: Conversation) -> Resolution:
    """Ellipsis first, then what points back, and what does neither is left alone."""
    lead = anaphora.LEAD.match(text)
    body = text[lead.end() :].strip() if lead else text
    body = body or text
    joined = anaphora.AND.match(body)
    rest = body[joined.end() :].strip() if joined else standalone.without_marks(body)
    rest = rest or body
    if query := ranked_otherwise(before.subject, rest):
        why, pair = "it asks for another end of the same", (rest.rstrip(" ?.!"), query)
        return Resolution(query, "ellipsis", why, (pair,), continues=before.subject)
    content = words.content_words(rest)
    pointing = standalone.points_back(rest)
    asks = anaphora.WH.match(rest.lstrip("¿ ")) or (len(content) > 1 and anaphora.WH.search(rest))
    fragment = not standalone.has_verb(rest) and not asks
    if fragment and not pointing and content and not standalone.names_itself(rest, before.topic):
        return _fragment(text, rest, before, joined=bool(joined))
    if pointing:
        pointed = _pointed(rest, before)
        # `And his wife?` names a variant with the help of a pronoun.
        if joined and fragment and pointed.resolved:
            return replace(pointed, form="ellipsis", continues=before.subject)
        return pointed
    if not joined and standalone.tells_of_self(text):
        return Resolution(text, "self_contained", "self-contained: it tells, and asks nothing")
    near = words.stems(before.subject) | before.answer
    if standalone.too_short(rest, content, near):
        return _aspect(text, rest, before, "it asks something and names no subject")
    bare = anaphora.WH.match(rest) is not None
    return Resolution(
        rest if bare else text, "self_contained", "self-contained: it names its own subject"
    )


def _fragment(text: str, rest: str, before: Conversation, *, joined: bool) -> Resolution:
    """What asks nothing by itself: a variant of what was asked, or another aspect of what was spoken of."""
    if not joined and standalone.is_key(rest, before.subject):
        return Resolution(text, "self_contained", "self-contained: it is a key by itself")
    if not joined and not standalone.fills_a_slot(rest):
        return _aspect(text, rest, before, "it names an aspect and no subject")
    now = _NOW.match(rest.strip(" ?.!")) and standalone.tells_of_self(before.subject)
    varied = None if now else vary(before.subject, rest.rstrip(" ?.!"), alone=not joined)
    query = varied or _beside(rest, before)
    why = "it names a variant and asks nothing of its own"
    pair = (rest.rstrip(" ?.!"), query)
    return Resolution(query, "ellipsis", why, (pair,), continues=before.subject)


_NOW = Pattern(
    r"^(?:now|then|jetzt|nun|dann|maintenant|alors|ahora|entonces|ora|adesso|allora)$",
    fits="now",
    misses="now and then",
)
"""Says that something was told that may change an answer; in what was told it takes the place of nothing."""


def _repaired(meant: str, before: Conversation) -> Resolution:
    """What was meant: a question of its own, or what takes the place of what was understood."""
    why = "what was meant takes the place of what was understood"
    if anaphora.ASKS_FULLY.match(meant) and words.content_words(meant):
        if standalone.points_back(meant):
            return replace(_pointed(meant, before), form="repair", reason=why)
        return Resolution(meant, "repair", why)
    query = vary(before.subject, meant) or _beside(meant, before)
    return Resolution(query, "repair", why, ((meant, query),))


def _completed(text: str, before: Conversation) -> Resolution:
    """The answer to a clarifying question completes the question that was asked first."""
    chosen, pairs, missing = _counted(text, before.options)
    anew = bool(anaphora.ASKS_FULLY.match(text)) and bool(words.content_words(text))
    if not pairs and anew and not standalone.points_back(text):
        return Resolution(text, "self_contained", "self-contained: it asks anew")
    plain = anaphora.REPAIR_WORDS.sub(" ", anaphora.LEAD.sub("", chosen)).strip(" ,.!;:")
    query = f"{before.pending.rstrip(' ?.!')}: {plain or chosen}"
    return Resolution(
        query,
        "completion",
        "it answers the question that was asked back",
        ((text, query), *pairs),
        missing,
    )


def _beside(fragment: str, before: Conversation) -> str:
    """A fragment with what it continues, where it takes the place of nothing in it."""
    return _with_words(fragment, _focus(before, fragment))


def _with_words(text: str, about: str) -> str:
    """A text with words beside it that it does not say."""
    return f"{text.rstrip(' ?.!')} ({about})?"


def _aspect(text: str, rest: str, before: Conversation, why: str) -> Resolution:
    """The words of the turn, with the subject beside them."""
    if _gave_the_value(rest, before.subject):
        return Resolution(text, "self_contained", "it asks for what the question before it gave")
    subject = _focus(before, rest)
    if not subject:
        return Resolution(text, "aspect", why, unresolved=(rest.rstrip(" ?.!"),))
    asks = words.stems(rest)
    if _says_all_of(before.subject, asks) or not words.stems(subject) - asks:
        return Resolution(text, "self_contained", "self-contained: it names what was spoken of")
    if asks and asks <= words.stems(before.subject) and standalone.tells(before.subject):
        return Resolution(text, "self_contained", "self-contained: it asks for what was told")
    lone = not words.content_words(rest)
    plain = re.sub(r"[()]", "", before.subject).rstrip(" ?.!")
    about = plain if lone else subject
    return Resolution(_with_words(rest, about), "aspect", why, ((rest.rstrip(" ?.!"), about),))


def _says_all_of(subject: str, asks: frozenset[str]) -> bool:
    """Whether a question with the stems `asks` names each thing that the subject speaks of: it needs no other."""
    things = [words.stems(subject[p.start : p.end]) - ASKING for p in phrases(subject)]
    return bool(things) and all(thing <= asks for thing in things)


def _gave_the_value(question: str, subject: str) -> bool:
    """Whether all that a subject has beside the question is of the kind that the question asks for: `When are dogs
    allowed?` after `Are dogs allowed on Monday?`."""
    said = words.stems(question) | ASKING
    left = [p for p in phrases(subject) if words.stems(subject[p.start : p.end]) - said]
    values = [subject[p.outset : p.end] for p in left]
    if cues.ASKS_WHEN.search(question):
        return bool(left) and all(map(cues.TIME_ALONE.fullmatch, values))
    if cues.ASKS_NUMBER.search(question):
        fresh = [
            w for value in values for w in words.content_words(value) if words.stem(w) not in said
        ]
        return bool(fresh) and fresh[0][0].isdigit()
    who = bool(cues.ASKS_WHO.search(question)) and not cues.ASKS_WHO.search(subject)
    return who and bool(left) and all(p.names and not p.thing and not p.lead for p in left)


def _pointed(rest: str, before: Conversation) -> Resolution:
    """The question with what points back replaced by what it points to."""
    who = cues.ASKS_WHO.search(rest) and not words.content_words(rest)
    found = anaphora.PRONOUN.search(rest) if who else None
    if found and (role := _role_in(before.said, before.subject)):
        query = f"{rest[: found.start()]}{role}{rest[found.end() :]}"
        why = "it asks who has the part that was named"
        return Resolution(query, "anaphora", why, ((found[0], role),))
    text, pairs, missing = _counted(rest, before.options)
    query, both = _replace_both(text, before)
    pairs += both
    query, more = _replace_pronouns(query, before)
    pairs += more
    beside = query != text and query.endswith(")?")
    if not beside and (found := anaphora.DEMONSTRATIVE.search(query)):
        query, named = _replace_noun(query, found, before)
        pairs += named
    if anaphora.BARE_DEFINITE.search(query) and not pairs and (focus := _focus(before, query)):
        pairs += (("the subject", focus),)
        query = _with_words(query, focus)
    reason = (
        "it points back: " + ", ".join(what for what, _ in pairs)
        if pairs
        else "it points back to nothing known"
    )
    return Resolution(query, "anaphora", reason, pairs, missing)


def _role_in(answer: str, subject: str) -> str:
    """Somebody whom an answer names by a part in something, and its question does not: `the treasurer`."""
    asked = words.stems(subject)
    certain = (one for one in phrases(answer) if one.article == "D" and not one.names)
    said = (answer[one.start : one.end] for one in certain)
    return next((one for one in said if NAME.fits(one) and not words.stems(one) <= asked), "")


def _replace_noun(
    text: str, found: re.Match[str], before: Conversation
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """`that policy` replaced by the policy that was spoken of; beside what was spoken of, where none of it is one."""
    noun = words.stem(words.bare(found["noun"]))
    phrase = next(
        (
            p
            for p in phrases(before.subject)
            if noun in words.stems(before.subject[p.start : p.end])
        ),
        None,
    )
    if phrase is not None:
        meant = before.subject[phrase.start : phrase.end]
        return text.replace(found[0], meant, 1), ((found[0], meant),)
    if focus := _focus(before, text):
        return _with_words(text, focus), ((found[0], focus),)
    return text, ()


def _counted(
    text: str, options: tuple[str, ...]
) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]:
    """`the second one` replaced by the second of the last list; what counts past its end stays unresolved."""
    found = anaphora.ORDINAL.search(text)
    if found is None:
        other = anaphora.OTHER.search(text)
        return (text, (), (other.group(0),)) if other and len(options) != 2 else (text, (), ())
    place = anaphora.ORDINALS[found.group("which").casefold()]
    try:
        chosen = options[place]
    except IndexError:
        return text, (), (found.group(0),)
    own = "'s" if found.group("own") else ""
    return (
        text[: found.start()] + chosen + own + text[found.end() :],
        ((found.group(0), chosen),),
        (),
    )


def _replace_both(text: str, before: Conversation) -> tuple[str, tuple[tuple[str, str], ...]]:
    found = anaphora.BOTH.search(text)
    if found is None:
        return text, ()
    pair = before.options[:2] if len(before.options) == 2 else before.entities[:2]
    if len(pair) < 2:
        return text, ()
    named = " and ".join(sorted(pair, key=before.subject.find))
    return text[: found.start()] + named + text[found.end() :], ((found.group(0), named),)


def _replace_pronouns(text: str, before: Conversation) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The first pronoun becomes what it stands for; the others stand for the same and stay."""
    masked = anaphora.DUMMY_IT.sub(lambda found: "·" * len(found.group(0)), text)
    found = anaphora.PRONOUN.search(masked)
    if found is None:
        return text, ()
    said = found.group(0).casefold()
    somebody = said in _OF_ANYTHING and _SOMEBODY.search(before.subject) is not None
    focus = _focus(before, text, person=somebody or said in _OF_A_PERSON)
    if not focus:
        return text, ()
    pair = ((found.group(0), focus),)
    apart = focus not in before.subject or standalone.tells_of_self(before.subject)
    if apart and focus not in before.entities:
        # Words from here and there are no phrase that could stand in a sentence, nor is what somebody told.
        return _with_words(text, focus), pair
    put = f"{focus}'s" if found.group("owner") else focus
    return text[: found.start()] + put + text[found.end() :], pair


def _focus(before: Conversation, question: str = "", *, person: bool = False) -> str:
    """What a pronoun stands for: the most salient name for a person, else the words that the talk turns on.

    The words are the most salient ones that the question does not hold itself.
    """
    if person:
        named = [n for n in before.entities if not any(map(words.is_code, n.split()))]
        asked = [name for name in named if name in before.subject]
        if not asked and (theirs := _SOMEBODY.search(before.subject)):
            return theirs[0]
        if name := next(iter(asked or named), ""):
            return name
    if whole := _spoken_of(before.subject, question):
        return whole
    mine = words.stems(question)
    telling = [word for word in before.terms if words.stem(word) not in mine]
    return " ".join(telling[:FOCUS]) or core(before.subject)


_OF_A_PERSON = word_set("he she his her him hers")
_OF_ANYTHING = word_set("il elle lui er sie ihm ihr ihn él ella lei")
"""Pronouns of languages in which things are he and she, too: of somebody only where somebody was spoken of."""
_SOMEBODY = Pattern(
    r"\b(?:my|our)(?: \w+)?? (?:son|daughter|child|wife|husband|partner|brother|sister|father|mother|mom|mum|dad|"
    r"cousin|"
    r"uncle|aunt|niece|nephew|boss|manager|doctor|dentist|teacher|friend|neighbou?r|colleague|landlord|lawyer)\b|"
    r"\b(?:mein|meine|unsere?) (?:sohn|tochter|kind|frau|mann|partnerin|partner|bruder|schwester|vater|mutter|chefin|"
    r"chef|ärztin|arzt|freundin|freund|nachbarin|nachbar)\b|"
    r"\b(?:mon|ma|notre) (?:fils|fille|enfant|femme|mari|frère|sœur|soeur|père|mère|patronne?|médecin|amie?|"
    r"voisine?)\b|\b(?:mi|nuestr[oa]) (?:hij[oa]|esposa|marido|herman[oa]|padre|madre|jef[ea]|médic[oa]|amig[oa]|"
    r"vecin[oa])\b|\b(?:mio|mia) (?:figli[oa]|moglie|marito|fratello|sorella|padre|madre|capo|medico)\b",
    fits="my elder son",
    misses="my car",
)
"""Somebody of the one who speaks."""


def _spoken_of(subject: str, question: str) -> str:
    """The phrases of a short subject as they stand, without those whose every word is in the question."""
    said = words.stems(question) | ASKING
    kept = [p for p in phrases(subject) if words.stems(subject[p.start : p.end]) - said]
    pieces = [subject[(p.outset if n else p.start) : p.end] for n, p in enumerate(kept)]
    about = " ".join(pieces)
    return about if len(words.content_words(about)) <= WHOLE else ""


def core(question: str) -> str:
    """What a question is about: its content words in order, without what only asks."""
    kept = [word for word in words.content_words(question) if words.stem(word) not in ASKING]
    return " ".join(dict.fromkeys(words.bare(word) for word in kept))


ASKING = frozenset(
    map(
        words.stem,
        word_set(
            "question answer tell explain summarise summarize summary overview give describe list "
            "compare exact "
            "exactly wording words quote verbatim gist please mean short broad terms outline best "
            "difference"
        ),
    )
)
"""Stems that say how to answer, and not what about."""
