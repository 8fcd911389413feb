"""A sentence in; who it speaks of, what it says of it, and the value, out.

It reads the form of English statements: subject, verb, complement. Where a form is not clear it gives nothing, since
a fact that is wrong costs more than one that stays in the transcript only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from loadsheet.memory.extraction.resolve import kind
from loadsheet.memory.extraction.verbs import main_verb
from loadsheet.memory.language import forms, states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import (
    MEASURE,
    PROPER,
    USER,
    Predicate,
    entity,
    present,
    unadorned,
    untailed,
    valued,
)
from loadsheet.memory.language.text import QUOTES

MOST_SUBJECT_WORDS = 14

AT_ALL = "at all"
"""What a denial without an object denies: `I don't smoke`."""

TOKEN = re.compile(r"\S+")
_CONTRACTED = re.compile(
    r"\b(i|he|she|it|we|they|you|that|there|what|who|here)['’](m|s|re|ve|d|ll)\b", re.I
)
_BARE = re.compile(r"^(im|ive)(?=\s)", re.I)
_BARES = {"im": "am", "ive": "have"}
"""Contractions at the beginning of a sentence, as they are typed without an apostrophe."""
FULL = {"m": "am", "s": "is", "re": "are", "ve": "have", "d": "would", "ll": "will"}
_BREAK = re.compile(
    r"\s*(?:;|\s[–—-]\s|\sand\s(?=(?:it|he|she|they)\s)|,\s+(?=(?:and|but|so|because|which|who|where|though|although|while|since|as|if|can|could|do|does"
    r"|what|how|i|we|it|he|she|they|please)\b)|\s(?=(?:because|although|though|so that|but|whereas|which means)\b))",
    re.I,
)
_NEW = re.compile(rf"^(?:{'|'.join(sorted(w.NEWER))})\s+(?=\w)", re.I)
"""Says that there is another value now; it is no part of what the value is of."""
INSTEAD = re.compile(
    r"(?:,\s+(?:and |but )?(?:not|no longer)|,?\s+(?:instead of|in place of))\s+(?P<old>[^,]+)$",
    re.I,
)
"""Names the value that is not the one: `Heron, not Kestrel`."""
CHANGING = re.compile(
    r",?\s+(?:now|these days|nowadays|instead|after all|from now on|as of (?:today|now)|as it turns out)[.!]*$",
    re.I,
)
"""What stands behind a value that took the place of another one."""
_LEAD = re.compile(
    r"(?:(?P<authority>(?:under|according to|per|by|as per|following|based on|as of|pursuant to|in line with"
    r"|in accordance with)\s[^,.;:?!]{2,60})"
    r"|(?P<scope>(?:for(?! (?:example|instance)\b)|within|among|across)\s[^,.;:?!]{2,60})),\s+(?=\w)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a sentence says: `key` of `subject` is `value`."""

    subject: str
    key: str
    value: str
    single: bool
    """Whether the form says that there is one value only."""
    negated: bool = False
    changed: bool = False
    """Whether it says that the value became another."""
    verb: str = ""
    past: bool = False


def expand(text: str) -> str:
    """The text with contracted verbs written out, and common wordings of liking by their verb."""
    text = _BARE.sub(lambda m: f"I {_BARES[m[1].lower()]}", text)
    text = _CONTRACTED.sub(lambda m: f"{m[1]} {FULL[m[2].lower()]}", text)
    text = forms.PLANNED.sub(lambda m: "is" if m["verb"].lower() == "be" else m["verb"], text)
    for wording, verb in w.ATTITUDES:
        text = wording.sub(verb, text, count=1)
    return text


def of_another(text: str, at: int) -> bool:
    """Whether what stands at a place is said by a statement behind the first one, which has a subject of its own."""
    rest = text[len(clause(text)) : at]
    return re.match(r"\s*,?\s*and\s+(?:it|he|she|they)\s", rest, re.IGNORECASE) is not None


def clause(text: str) -> str:
    """The first clause of a sentence, without its last punctuation."""
    cut = _BREAK.split(text, maxsplit=1)[0]
    return re.sub(r"(?<=[^.])[.!;,:]+$|\.(?=\.$)|(?<=\w)\.$", "", cut.strip()).strip()


def parse(sentence: str, speaker: str = USER) -> Statement | None:
    """What the first clause of `sentence` states; None where its form is not that of a plain statement."""
    plain = clause(led(expand(sentence)))
    instead = CHANGING.sub("", INSTEAD.sub("", plain))
    tokens = TOKEN.findall(instead)
    lower = [token.strip(QUOTES + ",;:!?").casefold() for token in tokens]
    at = main_verb(tokens, lower)
    if at is None or not 0 < at <= MOST_SUBJECT_WORDS:
        return None
    if newer := at > 2 and lower[0] in {"my", "our"} and lower[1] in w.NEWER:
        del tokens[1], lower[1]
        at -= 1
    begin = at
    while begin > 1 and (lower[begin - 1] in w.NEGATIONS or lower[begin - 1] in w.ADVERBS):
        begin -= 1
    if (made := _made_other(tokens, lower, begin, at, speaker)) is not None:
        return made
    near = {"now", "longer"} & {*lower[begin:at], *lower[at + 1 : at + 3]}
    changed = near or newer or instead != plain
    subject, noun = entity(tokens[:begin], lower[:begin], speaker)
    if not subject or lower[0] in w.NOBODY:
        return None
    if noun.casefold() in w.PEOPLE and _of_person(tokens[:begin], tokens[at:], lower[at:]):
        subject, noun = unadorned(tokens[:begin]), ""
    elif noun and subject == speaker and (_is_alive(lower[at:]) or _acts(noun, lower[at])):
        mine = next((i for i, word in enumerate(lower) if word in {"my", "our"}), 0)
        subject, noun = _somebody(tokens[mine + 1 : begin], speaker), ""
    elif noun and subject != speaker and _does(subject, noun, lower[at:]):
        subject, noun = unadorned(tokens[:begin]), ""
    plain = _NEW.sub("", noun)
    denied = any(word in w.NEGATIONS for word in lower[begin:at])
    made = _predicate(tokens[at:], lower[at:], subject, plain, negated=denied)
    changed = bool(changed) or plain != noun
    return replace(made, changed=True) if made is not None and changed else made


def _made_other(
    tokens: list[str], lower: list[str], begin: int, at: int, speaker: str
) -> Statement | None:
    """What somebody changes: `we moved the office to Linz` says where the office is now."""
    verb = lower[at]
    rest, low = tokens[at + 1 :], lower[at + 1 :]
    by = begin == 1 and lower[0] in w.PRONOUNS | {"they"}
    # What others change is named, and its value is no plain word: `The news brought my mother to tears.`
    named = begin == at and (
        low[:1] in (["the"], ["my"], ["our"]) or "".join(rest[:1]).endswith("'s")
    )
    if not (by or named) or verb not in w.CHANGES | w.REPLACING:
        return None
    if verb in w.REPLACING:
        if not ("with" in low and "as" in low and low.index("with") < low.index("as")):
            return None
        with_, as_ = low.index("with"), low.index("as")
        about, value = (rest[as_ + 1 :], low[as_ + 1 :]), valued(rest[with_ + 1 : as_])
    else:
        to = led_to(rest, low) or 0
        of = next((at for at in range(to) if low[at] in {"from", "by"}), to)
        while of and low[of - 1] in w.PARTICLES:
            of -= 1
        about, value = (rest[:of], low[:of]), valued(rest[to + 1 :])
    if not about[0] or about[1][0] in w.PREPOSITIONS or value is None:
        return None
    if not by and value[:1].islower():
        return None
    subject, noun = entity(*about, speaker)
    if not subject or (subject == speaker and not noun):
        return None
    return Statement(subject, _key(noun, []), value, single=True, changed=True, verb="is")


def led(sentence: str) -> str:
    """The sentence with what leads it in where it belongs: who says so goes, whom it holds for follows the subject.

    `Under the refund policy, the window is 14 days` is about the window; `For UK customers, the window is 28 days` is
    about the window for UK customers.
    """
    found = _LEAD.match(sentence)
    if found is None:
        return sentence
    rest = sentence[found.end() :]
    if found["authority"]:
        return rest
    tokens = TOKEN.findall(rest)
    at = main_verb(tokens, [token.strip(QUOTES + ",;:!?").casefold() for token in tokens])
    if at is None or w.SELF & set(found["scope"].casefold().split()):
        return sentence
    scope = found["scope"][:1].lower() + found["scope"][1:]
    return " ".join([*tokens[:at], scope, *tokens[at:]])


def _acts(noun: str, verb: str) -> bool:
    """Whether something of the speaker's does something: `our intern Luis uses Emacs` is of Luis, and `my flight leaves
    at 9` says when the flight is."""
    is_ = w.AUXILIARIES | w.MODALS | w.CHANGED | w.BECOMING | w.TURNING | w.STAYING_SO | w.SCHEDULED
    return verb not in is_ and noun.casefold().split(" ")[-1] not in w.ATTRIBUTES


def _does(subject: str, noun: str, lower: list[str]) -> bool:
    """Whether what is named by two things does something itself: `the boiler in flat 3 broke` is not of the flat.

    Somebody is not known by `a friend of mine`.
    """
    mine = subject.split(" ", maxsplit=1)[0].strip(",").casefold() in w.SELF
    return not mine and _acts(noun, lower[0]) and w.COPULAS.isdisjoint(lower)


def _is_alive(lower: list[str]) -> bool:
    """Whether only somebody does or is what a predicate says: `my accountant` is not the one who speaks."""
    said = [word for word in lower if word not in w.ADVERBS and word not in w.NEGATIONS]
    if said[:1] and said[0] in {"has", "have", "had"} and said[1:2] and said[1] in w.ARTICLES:
        return True
    if said and said[0] in w.AUXILIARIES and len(said) > 1:
        said = said[1:]
    return bool(said) and said[0] in w.LIKES | w.DISLIKES | w.LIVING


def _somebody(tokens: list[str], speaker: str) -> str:
    """Who is meant behind `my`: by the name that stands there, or as whose they are."""
    ends = next((at + 1 for at, token in enumerate(tokens) if token.endswith(",")), len(tokens))
    called = tokens[:ends]
    while called and not called[0][:1].isupper():
        called = called[1:]
    named = called and called != tokens[:ends] and all(token[:1].isupper() for token in called)
    return unadorned(called) if named else f"{speaker}'s {unadorned(tokens[:ends])}"


def _of_person(subject: list[str], said: list[str], lower: list[str]) -> bool:
    """Whether something is said of `Jack's sister`, and not who she is: `Jack's sister is Ana` is about Jack."""
    if not any(re.search(r"['’]s$|s['’]$", token) for token in subject[:-1]):
        return False
    named = lower[0] in w.COPULAS and len(said) > 1 and bool(PROPER.match(said[1]))
    return not named


@dataclass(frozen=True, slots=True)
class _Verb:
    """The verb that carries the meaning, with what stands behind it."""

    verb: str
    rest: list[str]
    low: list[str]
    negated: bool
    multi: bool = False
    """Whether there are others: `also`, `too`."""

    @classmethod
    def of(cls, tokens: list[str], lower: list[str], *, negated: bool) -> _Verb:
        """Without the helpers and the adverbs that lead to it."""
        verb, rest, low = lower[0], tokens[1:], lower[1:]
        negated |= verb.endswith(("n't", "n’t")) or verb == "never"
        multi = False
        if verb in w.AUXILIARIES and verb not in w.COPULAS and low:
            verb, rest, low, negated = _perfect(verb, rest, low, negated)
        while low and (low[0] in w.ADVERBS or low[0] in w.NEGATIONS):
            negated |= low[0] in w.NEGATIONS
            multi |= low[0] in {"also", "too"}
            rest, low = rest[1:], low[1:]
        return cls(verb, rest, low, negated, multi)

    @property
    def became(self) -> bool:
        """Whether it tells a state that begins: `turned 40`."""
        turned = self.verb in w.TURNING and _is_state(self.verb, self.rest)
        return self.verb in w.BECOMING or turned

    @property
    def copula(self) -> bool:
        """Whether it tells what something is."""
        return self.verb in w.COPULAS or self.became

    def change(self, *, of_themselves: bool) -> tuple[list[str], list[str]] | None:
        """The words from the one that tells a change on, where a new value follows: `was moved to 11 December`.

        Who goes somewhere themselves changes no value: `I went back to Rome`.
        """
        verb, rest, low = self.verb, self.rest, self.low
        changes = self.copula or verb in {"got", "gets", "get"}
        changed = changes and bool(low) and low[0] in w.CHANGED
        if changed and led_to(rest[1:], low[1:], w.PARTICLES) is not None:
            return rest, low
        aside = low[:1] in (["up"], ["down"], ["back"])
        moves = verb in w.CHANGES or (aside and verb in {"went", "goes", "go", "came"})
        if moves and not of_themselves and led_to(rest, low, w.PARTICLES) is not None:
            return [verb, *rest], [verb, *low]
        return None


def _predicate(
    tokens: list[str], lower: list[str], subject: str, noun: str, *, negated: bool
) -> Statement | None:
    """The relation and the value of what stands from the verb on."""
    if lower[0] in w.MODALS:
        return _rule(lower[0], tokens[1:], lower[1:], subject) if not noun else None
    said = _Verb.of(tokens, lower, negated=negated)
    if said.copula and said.low and said.low[0] in {"called", "named"} and not noun:
        name = valued(said.rest[1:])
        return Statement(subject, "name", name, single=True, verb="is") if name else None
    themselves = subject == USER and not noun and said.verb != "moved"
    if change := said.change(of_themselves=themselves):
        return _change(*change, subject, noun)
    return _related(said, subject, noun, only="only" in lower)


def _related(said: _Verb, subject: str, noun: str, *, only: bool) -> Statement | None:
    """The statement that a verb makes of what stands behind it, where that names a value."""
    copula, rest, low = said.copula, said.rest, said.low
    taken = relation(rest, low, copula=copula)
    words = [*([] if copula else [present(said.verb)]), *low[:taken]]
    value = valued(rest[taken:])
    if value is None and said.negated and not copula and not untailed(rest):
        value = AT_ALL
    if value is None:
        return None
    if words == ["have"] and not noun and not said.negated and (own := _numbered(rest, low)):
        return Statement(subject, *own, single=True, verb="is")
    indefinite = low[taken : taken + 1] in (["a"], ["an"])
    verb = "is" if said.became else said.verb
    form = Predicate(verb, tuple(low[:taken]), noun, value, copula, indefinite)
    return Statement(
        subject=subject,
        key=_key(noun, words),
        value=f"not {value}" if said.negated and copula else value,
        single=(not said.multi and form.single) or (copula and only),
        negated=said.negated,
        changed=said.became,
        verb=verb,
        past=verb in {"was", "were", "had", "did"} or verb.endswith("ed"),
    )


def _numbered(rest: list[str], low: list[str]) -> tuple[str, str] | None:
    """What something has by which it is told from others: `has the tag LT-4471` is its tag; None where it has none."""
    if low[:1] != ["the"] or not 3 <= len(rest) <= 4:
        return None
    noun, value = rest[1:-1], rest[-1]
    plain = all(word.isalpha() and word.islower() for word in noun)
    plain &= w.PREPOSITIONS.isdisjoint(noun)
    return (" ".join(noun), value) if plain and re.search(r"\d", value) else None


def _rule(modal: str, rest: list[str], low: list[str], subject: str) -> Statement | None:
    """What those of a kind may or must do: `Students may use calculators`; of one it would be a guess."""
    negated = modal.endswith("n't") or modal == "cannot" or low[:1] in (["not"], ["never"])
    at = 1 if low[:1] in (["not"], ["never"]) else 0
    several = subject.endswith("s") or subject.casefold() in w.PLURALS
    if modal not in w.PERMITTING or not several or low[at : at + 1] == [] or subject == USER:
        return None
    verb, value = low[at], valued(rest[at + 1 :])
    if verb not in {*w.VERBS, *w.IRREGULAR.values()} - w.INTENTS or value is None:
        return None
    key = f"{'must' if modal.startswith('must') else 'may'} {verb}"
    return Statement(subject, key, value, single=False, negated=negated, verb=verb)


def _is_state(verb: str, tokens: list[str]) -> bool:
    """Whether what somebody turned or got is a state: `turned 40`, `got married`, and not `got a car`."""
    said = " ".join(tokens).casefold()
    aged = verb.startswith("turn") and forms.AGE.match(said) is not None
    return aged or said.split(" ")[0].strip(",.") in states.STATES


def _perfect(
    verb: str, rest: list[str], low: list[str], negated: bool
) -> tuple[str, list[str], list[str], bool]:
    """`has been`, `did not use`, `have never written`: the verb that carries the meaning."""
    skipped = 0
    while skipped < len(low) and (low[skipped] in w.NEGATIONS or low[skipped] in w.ADVERBS):
        negated |= low[skipped] in w.NEGATIONS
        skipped += 1
    if skipped < len(low):
        follows = low[skipped]
        if follows == "been":
            return "is", rest[skipped + 1 :], low[skipped + 1 :], negated
        if follows == "got":
            return "have", rest[skipped + 1 :], low[skipped + 1 :], negated
        base = follows in w.VERBS or follows in w.IRREGULAR.values()
        helper = verb.startswith(("do", "did")) and (negated or base)
        participle = (
            follows.endswith(("ed", "en"))
            and follows not in w.PEOPLE
            and not MEASURE.match(f"{follows} ")
        )
        if helper or follows in w.VERBS or participle:
            return follows, rest[skipped + 1 :], low[skipped + 1 :], negated
    return verb, rest, low, negated


def led_to(tokens: list[str], lower: list[str], beside: frozenset[str] | None = None) -> int | None:
    """Where the preposition stands behind which a verb of change names the new value: `to 11 December`, `until May`.

    Only a date, a number or a name may follow further off: `moved again, by two weeks, to 14 May`. Of words that stand
    between, those in `beside` tell nothing, and where that is given nothing else may.
    """
    for at, word in enumerate(lower[:-1]):
        follows = kind(" ".join(tokens[at + 1 :]))
        if word != "to" and not (word in w.UNTIL and follows == "date"):
            continue
        if at and lower[at - 1] in w.CAUSES:
            return None
        between = frozenset(lower[:at])
        near = beside is None or between <= beside
        return at if near or (follows != "word" and between & w.FURTHER) else None
    return None


def _moved_to(value: str) -> str:
    """The key of where somebody is who moved: their home, or what else has that name: `the York office`, `room 309`."""
    said = value.split()
    small = [word for word in said if word.isalpha() and word.islower()]
    if not small and "." not in value.rstrip("."):
        return "live in"
    head = said[-1] if said[-1] in small else said[0]
    return "live in" if head in w.HOMES else head if head in small else "move to"


def _change(rest: list[str], low: list[str], subject: str, noun: str) -> Statement | None:
    to = led_to(rest[1:], low[1:])
    value = None if to is None else valued(rest[to + 2 :])
    if value is None:
        return None
    themselves = subject == USER or PROPER.match(subject)
    if (
        low[0] == "moved"
        and not noun
        and themselves
        and kind(value) != "date"
        and not value[0].isdigit()
    ):
        where = _moved_to(value)
        return Statement(subject, where, value, single=True, changed=True, verb="live")
    return Statement(subject, _key(noun, []), value, single=True, changed=True, verb="is")


def relation(tokens: list[str], lower: list[str], *, copula: bool) -> int:
    """How many words after the verb belong to the relation: `born in the city of`, `a citizen of`, `listens on`."""
    taken = at = 0
    while at < len(lower) - 1 and (not PROPER.match(tokens[at]) or at == 0):
        word = lower[at]
        if word in w.PREPOSITIONS:
            taken = at = at + 1
            noun = _kind_of(tokens, lower, at)
            taken = at = at + noun
            if not noun:
                break
            continue
        noun = _kind_of(tokens, lower, at)
        if noun:
            taken = at = at + noun
            continue
        follows = lower[at + 1]
        if not copula and word in w.ARTICLES:
            break
        if follows in w.PREPOSITIONS and tokens[at].islower() and (copula or word in w.PARTICLES):
            at += 1
            continue
        break
    return taken


def _kind_of(tokens: list[str], lower: list[str], at: int) -> int:
    """The length of `the city of`, `a citizen of`, `the official language of` at `at`; 0 where there is none."""
    if at >= len(lower) or lower[at] not in w.ARTICLES:
        return 0
    for end in range(at + 1, min(at + 4, len(lower) - 1)):
        if not tokens[end].islower():
            return 0
        if lower[end] == "of" and end > at + 1:
            return end + 1 - at
    return 0


def _key(noun: str, words: list[str]) -> str:
    """The name of a relation: the noun where there is one, else the verb with its prepositions, without articles.

    `The headquarters of X is located in the city of Y`: what the verb adds says nothing that the noun does not.
    """
    kept = [word for word in words if word not in w.ARTICLES and word not in w.ADVERBS]
    if noun and "due" in kept:
        return f"{noun.casefold()} due"  # how much the rent is, and when it is due, are two things
    return noun.casefold() or " ".join(kept) or "is"
