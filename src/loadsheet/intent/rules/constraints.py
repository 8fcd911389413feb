"""A turn goes in; the rules that it sets for later turns, and those that it lifts, come out in the user's own words.

A rule outlives its turn: it says so (`from now on`), it binds every answer (`never suggest …`), or it sets how answers
are given (`answer in French`). A wish for this once, about this thing, or inside of a question is not one; and what
stands in quotation marks is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.language.vocabulary import ACTIONS
from loadsheet.intent.rules import forgetting
from loadsheet.intent.rules.clauses import ASKS, bidding
from loadsheet.intent.rules.joined import leads
from loadsheet.intent.rules.requests import says_without_verb, shapes_answers
from loadsheet.intent.rules.standing import ONE_OFF, STANDING, TRIM_TAIL, states
from loadsheet.intent.rules.style import THING, ends, manner


@dataclass(frozen=True, slots=True)
class Rules:
    """What a turn sets and lifts."""

    stated: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


SHORT = 4
"""Words of a clause that can only be about the rule in force: `English again, please`."""

_PIECES = re.compile(r"[.,;:!?–—]\s+|\n+")
_END = (
    r"drop|lift|scrap|scratch|strike|remove|cancel|undo|revoke|withdraw|abandon|forget(?: about)?|disregard|"
    r"vergiss|streich\w*|oublie[zr]?|annule[zr]?|olvida|quita|dimentica|lascia (?:stare|perdere)"
)
"""What ends a rule where it is done to one."""
_RULES = (
    r"\b(?:rule|limit|restriction|constraint|cut-?off|cap|filter|instruction|exclusion|condition|requirement|ban)s?\b|"
    r"\b(?:regeln?|beschränkung|grenze|vorgabe|verbot|règles?|limite|consigne|interdiction|reglas?|límite|regol[ae])\b"
)
_RULE = Pattern(_RULES, fits="the limit on words", misses="the words")
"""Calls a rule by what it is."""
_IS_OVER = (
    r"(?:is|are|['’]s) (?:now )?(?:gone|over|off|void|history|lifted|dropped|cancel+ed|withdrawn|finished|"
    r"not needed)\b|"
    r"(?:(?:no longer|doesn['’]t|does not|don['’]t|do not|needn['’]t) appl(?:y|ies))\b|gilt nicht mehr|"
    r"gelten nicht mehr|"
    r"(?:ist|sind) (?:aufgehoben|weg|vorbei)|ne (?:s['’]applique|vaut) plus|(?:est|sont) (?:levée?s?|terminée?s?)|"
    r"ya no (?:aplica|vale)n?|non vale più"
)
_OVER = Pattern(
    rf"^(?P<which>[^.?!]*?)(?:{_RULES})(?P<on> [^.?!]{{1,40}}?)? (?:{_IS_OVER})",
    fits="the word limit is gone",
    misses="the train is gone",
)
"""Says of a rule that it holds no longer."""
_LIFTS = Pattern(
    rf"\b(?:{_END}|never ?mind|stop (?:applying|following|using|respecting|keeping)|give up|get rid of|"
    r"do without|no more) (?:the|that|those|these|this|my|all|what i said|die|das|diese?|la|cette|ma|esa|esta|quella)\b"
    rf"(?! (?:file|table|row|email|script))|\bignore (?:that|this|those|these|my) (?:\w+ )?(?:{_RULES})|"
    r"\b(?:the|that|my|those) [^.?!]{2,60}\b(?:can|may|could) go\b|\b(?:is|are|'s) (?:fine|"
    r"ok(?:ay)?|allowed|welcome|all right|alright)(?: again| after all| now| too)|\b(?:again|"
    r"after all) (?:allowed|fine|ok)\b|"
    r"\b(?:take|put|bring|let|include|count) [^.?!]{2,60}\bback (?:in|on)?\b|\b(?:you|we) (?:can|"
    r"may|could|should) [^.?!]*\bagain\b|\b(?:you (?:needn't|don't (?:have|need) to)|"
    r"no (?:longer )?need (?:to|for)|there'?s no need (?:to|for))\b[^?!]*\b(?:any ?more|"
    r"any longer|now|longer)\b|"
    r"\bno longer (?:necessary|needed|applies|required|stick|limit|restrict)|\b(?:doesn't|"
    r"does not|don't|do not) apply any ?more|\bany ?more\b.*\bi know them\b|"
    r"\b(?:nicht mehr (?:nötig|nur|gelten|zu \w+)|gilt nicht mehr|vergiss|wieder (?:erlaubt|"
    r"auf|in ordnung|okay?|möglich))\b|\b(?:plus besoin|ne (?:s'applique|vaut) plus|oublie|n'est plus nécessaire)\b|"
    r"\b(?:ya no (?:hace falta|es necesario|quiero)|olvida|puedes volver a)\b|不用再|取消|不再需要|可以不用",
    fits="drop the rule on trains",
    misses="the train was late",
)
_ENDS_AT_HEAD = Pattern(rf"^\W*(?:{_END})\b", fits="Scratch that", misses="AWS is fine")
_AGAIN = (
    r"\bdu (?:darfst|kannst) [^.?!]*\bwieder\b|\btu peux [^.?!]*\b(?:de|à) nouveau\b|\bpuedes volver a\b|"
    r"\bpuoi di nuovo\b"
)
_ENDS = Pattern(
    r"\b(?:again|any ?more|any longer|no longer|stop|back(?: (?:on|in))?|after all|drop|scrap|forget|lift|cancel|off|"
    r"normal(?:ly)?|too now|wieder|nicht mehr|vergiss|lass|weg|oublie|laisse|reparler|(?:à|de) nouveau|olvida|quita|"
    r"deja|ya no|otra vez|lascia (?:stare|perdere)|togli|basta)\b|取消|不用|不必",
    fits="trains are fine again",
    misses="trains are fine",
)
"""What may end a rule, where it speaks of one that is in force."""
_LETS_GO = Pattern(
    opening("anzi", "no", "nah", "bon", "bueno")
    + r"(?:oublie ça|laisse tomber|lascia (?:stare|perdere)|"
    r"quita lo de|deja lo de|olvida lo de|vergiss (?:das|es)|(?:drop|scrap|scratch|strike) (?:that|the)\b)|"
    rf"{_AGAIN}",
    fits="lascia stare i treni",
    misses="i treni sono lenti",
)
_NEEDLESS = Pattern(
    r"\bya no hace falta\b|\bplus besoin\b|\bbrauchst du nicht mehr\b|\bnicht mehr nötig\b|"
    r"\bno longer (?:need|necessary)\b|\bany ?more\b|\b(?:you|we) (?:can|may) [^.?!]*\bagain\b|"
    r"不用再|不再需要",
    fits="no longer necessary to cite pages",
    misses="cite pages",
)
_SWITCHES = Pattern(
    opening("let['’]?s", "can we", "could we") + r"(?:switch|go|change|return)(?: back)? to ",
    fits="please switch back to English",
    misses="the switch back to English",
)
_CHANGES = Pattern(
    opening("no") + r"(?:make (?:that|it|the)\b|change (?:that|it|the)\b.*\bto\b|raise|lower)",
    fits="make that five sentences",
    misses="five sentences",
)
_TRIM_HEAD = Pattern(
    r"^\W*(?:(?:ok(?:ay)?|oh|well|hm+|so|also|actually|alright|thanks)\b[\s,.:;!–-]*)+",
    fits="ok, cite pages",
    misses="cite pages",
)
_WHOLESALE = Pattern(
    opening("from now on", "you (?:can|may|should)", "let's", "just") + rf"(?:{_END}|ignore)\b\W+"
    r"(?:(?:all|every|each|any)\W+(?:one\W+)?(?:of\W+)?)?(?:(?:the|my|your|these|those|our)\W+)?"
    r"(?:(?:previous|earlier|former|prior|old|existing|other|standing)\W+)*"
    r"(?:rules|instructions|constraints|restrictions|regeln|règles|reglas|regole|"
    r"(?<=every )(?:rule|instruction|constraint|restriction))"
    r"(?:\W+(?:from before|so far|now|above|(?:that |which )?i (?:gave|set|told|have given|have set)(?: you)?"
    r"|of mine|please|again|any ?more))*\W*$",
    fits="forget all the rules",
    misses="forget the train",
)
"""Lifts every rule there is."""

_STOPS = Pattern(
    r"\b(?:stop|quit|cease|no longer|don['’]t|do not)\b",
    fits="stop citing pages",
    misses="cite pages",
)
"""Forbids what may have been asked for."""

_STOP_DOING = Pattern(
    r"^\W*(?:please\s+)?(?:stop|quit)\s+(?=\w+ing\b)",
    fits="Stop calling me Captain",
    misses="stop at the corner",
)
_FORBIDS = Pattern(
    r"\b(?:never|not|don['’]t|no|stop|avoid|without)\b",
    fits="never call me Captain",
    misses="call me Captain",
)

_TELLS = Pattern(
    opening() + r"(?:i|we|he|she|it|they|my|our|his|her|their|let's|"
    r"ich|wir|er|sie|es|mein\w*|unser\w*|je|j['’]|nous|on|ils?|elles?|mon|ma|mes|yo|nosotros|mi|mis|io|noi)\b|"
    r"\b(?:is|are|was|were|am|has|have|had|hurts?)\b",
    fits="my back hurts again",
    misses="English again, please",
)
"""Tells something, and so speaks of no rule unless it names what a rule speaks of."""


_OF_OTHERS = Pattern(
    opening()
    + r"(?:(?:my|our|the|his|her|their|mein\w*|unser\w*|mon|ma|notre|mi|nuestr\w+) (?:\w+ )?\w+|he|she|they|er|"
    r"sie|il|elle|ils|[A-Z]\w+) (?:says?|said|tells?|told|thinks?|thought|claims?|writes?|wrote|sagt\w*|meint\w*|"
    r"schreibt|dit|dice|dijo) (?!(?:me|us) to\b)|"
    r"\b(?:according to|by|under|per|laut|selon|según) (?:my|our|his|her|their|the|unser\w*|notre|nuestr\w+) \w+",
    fits="My boss says you can mention prices again.",
    misses="I said you can mention prices again.",
)
"""Tells what somebody else says, or what holds among others, and so lifts nothing."""


_ALLOWS = Pattern(
    r"\b(?:fine|ok(?:ay)?|allowed|welcome|all ?right|acceptable|possible|good|back|off|over|lifted|needed|necessary|"
    r"required|"
    r"stop|drop|scrap|forget|lift|cancel|need|want|know|if you (?:like|want|must)|erlaubt|ordnung|möglich|nötig)\b",
    fits="trains are fine again",
    misses="my boss likes trains again",
)
"""What is told of a thing so that it may be spoken of again."""


def rules(text: str, in_force: tuple[str, ...] = (), before: str = "") -> Rules:
    """The constraints that a turn states, and the words that withdraw one; `in_force` are those it could lift.

    `Forget that.` speaks of what was said just `before` it, and so lifts a rule that was set there, and no older one.
    """
    if shapes_answers(text):
        return Rules(stated=(trimmed(text.strip()),))
    stated: list[str] = []
    withdrawn: list[str] = []
    shapes: list[str] = []
    for clause, plain in bidding(text):
        if _WHOLESALE.match(plain):
            withdrawn.append(trimmed(clause))
            continue
        told = forgetting.request(plain)
        if told is not None and told.plain and _bears(plain, in_force) is None:
            continue  # it speaks of what was told, not of a rule
        if (
            told is not None
            and told.about == "last"
            and not any(rule in before for rule in in_force)
        ):
            continue
        if forgetting.edits(plain) and _bears(plain, in_force) is None:
            continue
        if lifts(plain, in_force) or _lifts_manner(plain, in_force):
            withdrawn.append(trimmed(clause))
        elif (
            states(plain)
            or leads(plain)
            or _switches(plain)
            or (_CHANGES.search(plain) and _bears(plain, in_force) is not None)
        ):
            stated.append(trimmed(clause))
        elif shapes_answers(plain):
            stated.append(trimmed(clause))
            shapes.append(stated[-1])
    found = Rules(tuple(stated), tuple(withdrawn))
    if shapes and (found.stated == tuple(shapes) or asked_beside(text, found)):
        # Beside a question, what only shapes answers is a wish for this once.
        return replace(found, stated=tuple(rule for rule in stated if rule not in shapes))
    return found


def asked_beside(text: str, found: Rules) -> str:
    """What a turn asks beside the rules that it sets and lifts; empty where it asks nothing."""
    for said in (*found.stated, *found.withdrawn):
        text = text.replace(said, " ", 1)
    left = text.strip(" \t\n.,;:!–—-")
    asks = left.endswith(("?", "？")) or any(map(_asks, _PIECES.split(left)))
    return left if asks and words.content_words(left) else ""


def _asks(piece: str) -> bool:
    """Whether a piece of a sentence begins with a word that asks, or with a request."""
    first = next(iter(words.words(piece)), "").casefold()
    return ASKS.match(piece) is not None or first in ACTIONS


def _switches(clause: str) -> bool:
    """Whether a clause bids to go over to another language."""
    said = manner(clause) if _SWITCHES.match(clause) else None
    return said is not None and (said.attribute, said.force) == ("language", "set")


def lifts(clause: str, in_force: tuple[str, ...] = ()) -> bool:
    """Whether a clause ends a rule: by its words, and where rules are known also by speaking of one of them."""
    if _lifts_nothing(clause) or _of_what_was_shown(clause):
        return False
    if _LETS_GO.search(clause) or any(_stops(clause, rule) for rule in in_force):
        return True
    tells = _TELLS.search(clause) is not None
    named = bool(in_force) and _bears(clause, in_force) is not None
    short = bool(in_force) and len(words.words(clause)) <= SHORT and not tells
    ends = _ENDS.search(clause) and not STANDING.search(clause)
    spoken_of = named and (not tells or _ALLOWS.search(clause) is not None)
    if ends and (spoken_of or short) and not any(map(str.isdigit, clause)):
        return True
    if over := _OVER.search(clause):
        return named or not words.stems(f"{over['which']} {over['on'] or ''}")
    if not _LIFTS.search(clause):
        return False
    generic = _RULE.search(clause)
    plain = bool(_NEEDLESS.search(clause))
    return bool(generic) or plain or not in_force or _bears(clause, in_force) is not None


def _lifts_nothing(clause: str) -> bool:
    """Whether a clause speaks of this time alone, or says what somebody else says."""
    return ONE_OFF.search(clause) is not None or _OF_OTHERS.search(clause) is not None


_OF_THAT = re.compile(
    r"\b(?:in|of|from|on) that \w|\bthe (?:last|first|previous|next) (?!rule)\w", re.IGNORECASE
)


def _of_what_was_shown(clause: str) -> bool:
    """Whether a clause speaks of what was shown, and of no rule: `Drop the prices from that table.`"""
    return _OF_THAT.search(clause) is not None and not _RULE.search(clause)


def _lifts_manner(clause: str, in_force: tuple[str, ...]) -> bool:
    """Whether a clause denies or permits what a rule in force says otherwise, and sets nothing itself."""
    said = manner(clause)
    sets = states(clause) and not says_without_verb(clause)
    if said is None or said.force == "set" or _lifts_nothing(clause) or sets:
        return False
    return bool(ended(clause, tuple(("", rule) for rule in in_force)))


def lifted(withdrawal: str, in_force: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The ids of the constraints that a withdrawal ends: what it speaks of, or the only one there is.

    What lifts all rules lifts each. A withdrawal that names something (`You may suggest AWS again`) never lifts a rule
    that does not speak of it.
    """
    if found := ended(withdrawal, in_force):
        return found
    code = words.language(withdrawal)
    rest = _RULE.sub("", _ENDS_AT_HEAD.sub("", withdrawal))
    names = [name for name in words.names(rest) if not words.is_function_word(name, code)]
    return (in_force[-1][0],) if len(in_force) == 1 and not names else ()


def ended(said: str, in_force: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The ids of the rules that words end: those of the same manner, or the one that is closest in words.

    Words that deny or permit a language, a length or the like end rules of that manner only.
    """
    if _WHOLESALE.match(said):
        return tuple(id for id, _ in in_force)
    if found := tuple(id for id, rule in in_force if _stops(said, rule)):
        return found
    if found := superseded(said, in_force):
        return found
    meant = manner(said)
    if meant is not None and meant.force != "set" and not meant.attribute.startswith(THING):
        return ()
    place = _bears(said, tuple(text for _, text in in_force))
    return () if place is None else (in_force[place][0],)


def lifting(text: str, rules_: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The rules that outlive a conversation which a text lifts, each with the words that do.

    What was asked for once and for all is lifted by a denial or a permission of its manner, or as the rule that it is.
    """
    found: dict[str, str] = {}
    for clause, plain in bidding(text):
        if ONE_OFF.search(plain):
            continue
        if _WHOLESALE.match(plain):
            return dict.fromkeys((id for id, _ in rules_), trimmed(clause))
        meant = manner(plain)
        against = meant is not None and (meant.force != "set" or bool(_STOPS.search(plain)))
        ending = superseded(plain, rules_) if against else ()
        ending = ending or tuple(id for id, rule in rules_ if _stops(plain, rule))
        if not ending and _RULE.search(plain) and lifts(plain):
            ending = ended(plain, rules_)
        found |= dict.fromkeys(ending, trimmed(clause))
    return found


def _stops(clause: str, rule: str) -> bool:
    """Whether a clause stops just what a rule asks for: `Stop calling me Captain` ends `Always call me Captain`."""
    found = _STOP_DOING.match(clause)
    doing = words.stems(clause[found.end() :]) if found else frozenset[str]()
    return bool(doing) and doing <= words.stems(rule) and not _FORBIDS.search(rule)


def superseded(said: str, in_force: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The ids of the rules that a new one, or its denial, takes the place of: those of the same attribute."""
    new = manner(said)
    if new is None:
        return ()
    return tuple(id for id, text in in_force if (old := manner(text)) and ends(new, old))


def trimmed(clause: str) -> str:
    """The clause without what frames it: an `ok` before it, a `please` or a reason behind it."""
    return TRIM_TAIL.sub("", _TRIM_HEAD.sub("", clause)).strip()


def _bears(clause: str, in_force: tuple[str, ...]) -> int | None:
    """Which of the rules shares most content with a clause, the newest of equals."""
    mine = words.stems(clause) | _long_words(clause)
    shared = [
        (len(mine & (words.stems(rule) | _long_words(rule))), place)
        for place, rule in enumerate(in_force)
    ]
    best = max(shared, default=(0, 0))
    return best[1] if best[0] else None


def _long_words(text: str) -> frozenset[str]:
    """The words of a rule that may tell it apart, though they tell no subject: `show`, `answer`."""
    return frozenset(word.casefold() for word in words.words(text) if len(word) > 3) - _FRAMES


_FRAMES = word_set("never always only again from that this with your have more longer please")
