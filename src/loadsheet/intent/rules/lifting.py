"""Words in; the rules in force that they lift, out: none by what speaks of something else.

A rule is lifted by what denies or permits its manner (`Emojis are fine now`), by what speaks of it (`You can suggest
AWS again`), or as the rule that it is (`Drop that rule`), and by nobody but the user.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from loadsheet.corpus.sentences import ends_asking
from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.clauses import bidding
from loadsheet.intent.rules.general import NAMES_PARTS
from loadsheet.intent.rules.requests import SPEAK, says_without_verb
from loadsheet.intent.rules.standing import (
    ONE_OFF,
    SCOPE,
    STANDING,
    behind_reason,
    is_of_manner,
    loosens,
    states,
)
from loadsheet.intent.rules.style import NEEDLESS, PERMITS, THING, aspects, ends, manner
from loadsheet.intent.rules.trimming import trimmed

SHORT = 4
"""Words of a clause that can only be about the rule in force: `English again, please`."""

_END = (
    r"drop|lift|scrap|scratch|strike|remove|cancel|undo|revoke|withdraw|abandon|forget(?: about)?|disregard|vergiss"
    r"|streich\w*|oublie[zr]?|annule[zr]?|olvida|quita|dimentica|lascia (?:stare|perdere)"
)
"""What ends a rule where it is done to one."""
_RULE = Pattern(
    r"\b(?:rule|limit|restriction|constraint|cut-?off|cap|filter|instruction|exclusion|condition|requirement"
    r"|ban)s?\b|\b(?:regeln?|beschränkung|grenze|vorgabe|verbot|règles?|limite|consigne|interdiction|reglas?|límite"
    r"|regol[ae])\b",
    fits="the limit on words",
    misses="the words",
)
"""Calls a rule by what it is."""
_OVER = Pattern(
    rf"^(?P<which>[^.?!]*?)(?:{_RULE.form})(?P<on> [^.?!]{{1,40}}?)? (?:(?:is|are|['’]s) (?:now )?(?:gone|over|off"
    rf"|void|history|lifted|dropped|cancel+ed|withdrawn|finished|not needed)\b|(?:(?:no longer|doesn['’]t|does not"
    rf"|don['’]t|do not|needn['’]t) appl(?:y|ies)|(?:can|may) go)\b|gilt nicht mehr|gelten nicht mehr"
    rf"|(?:ist|sind) (?:aufgehoben"
    rf"|weg|vorbei)|ne (?:s['’]applique|vaut) plus|(?:est|sont) (?:levée?s?|terminée?s?)|ya no (?:aplica|vale)n?"
    rf"|non vale più)",
    fits="the word limit is gone",
    misses="the train is gone",
)
"""Says of a rule that it holds no longer."""
_ENDS_AT_HEAD = Pattern(
    opening("anzi", "no", "nah", "bon", "bueno", "you can", "you may")
    + rf"(?:{_END}|never ?mind (?=the\b|that\b|those\b|these\b|my\b|what i said)|stop|give up|get rid of|do without"
    rf"|no more(?! than\b)|ignore (?:that|this|those|these|my) (?:\w+ )?(?={_RULE.form})|oublie ça|laisse tomber"
    rf"|lascia (?:stare|perdere)|quita lo de|deja lo de|olvida lo de|vergiss (?:das|es)|don['’]t stick to)\b",
    fits="Scratch that",
    misses="AWS is fine",
)
"""Begins with what ends a rule."""
_AGAIN = Pattern(
    r"\b(?:again|any ?more|any longer|no longer|back(?: (?:on|in))?|after all|normal(?:ly)?|wieder|nicht mehr|weg"
    r"|(?:à|de) nouveau|reparler|otra vez|ya no|puedes volver a|puoi di nuovo|basta|togli)\b|取消|不用|不必",
    fits="trains are fine again",
    misses="trains are fine",
)
"""Says that something is as it was before."""
NORMAL = Pattern(
    opening("from now on", "you can", "let['’]s")
    + r"(?:(?:go |switch |be )?back to (?:the |your |my )?(?:normal|usual|default|ordinary)|(?:answer|reply|write"
    r"|talk|speak) (?:normally|as (?:usual|before|normal))|(?:normal|usual) (?:answers|replies) again)\b",
    fits="Back to normal answers.",
    misses="Back to Norway.",
)
"""Lifts every rule about how answers are given."""
WHOLESALE = Pattern(
    opening("from now on", "you (?:can|may|should)", "let's", "just") + rf"(?:{_END}|ignore)\b\W+"
    r"(?:(?:all|every|each|any)\W+(?:one\W+)?(?:of\W+)?)?(?:(?:the|my|your|these|those|our)\W+)?(?:(?:previous"
    r"|earlier|former|prior|old|existing|other|standing)\W+)*(?:(?:rules|instructions|constraints|restrictions"
    r"|regeln|règles|reglas|regole|(?<=every )(?:rule|instruction|constraint|restriction))(?:\W+(?:from before"
    r"|so far|now|above|(?:that |which )?i (?:gave|set|told|have given|have set)(?: you)?|of mine|please|again"
    r"|any ?more))*|(?:everything|all|whatever)(?: that)? i (?:said|told you|asked)(?: you)? (?:about|on) (?:how"
    r"|the way|your answers|answering)\b.*)\W*$",
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
_TELLS = Pattern(
    opening()
    + r"(?:(?:i|we|he|she|it|they|my|our|his|her|their)\b(?! (?:don['’]t|do not|no longer) (?:mind|need|want)\b)"
    r"|let's|ich|wir|er|es|mein\w*|unser\w*|je|j['’]|nous|on|ils?|elles?|mon|ma|mes|yo|nosotros|mi|mis|io|noi)\b",
    fits="my back hurts again",
    misses="English again, please",
)
"""Tells something of people or things, and so speaks of no rule."""


_ANSWERING = Pattern(
    rf"\b(?:{SPEAK}|answer|reply|say|tell|give|giv(?=ing)|quote|show|add|name|avoid|talk|speak|write)(?:e?s|e?d|ing)?\b|"
    r"\b(?:end|begin|start|finish|clos|open)\w{0,4} with\b|\b\w*(?:antwort|empfehl|erwähn|nenn|zitier|verwend)\w*"
    r"|\b(?:répond|cit|sugg|recommand|mentionn|recom|sugier|mencion|respond|rispond|consigli)\w*",
    fits="You can suggest trains again.",
    misses="You can go to bed again.",
)
"""Speaks of what is done in answers."""


_NTH = Pattern(
    r"\b(?:the (?P<nth>first|second|third|fourth|fifth|last) (?:rule|instruction|constraint|restriction|requirement)"
    r"|(?:rule|instruction) (?:no\.? |number )?(?P<number>[1-9]))\b",
    fits="drop the second rule",
    misses="drop the rule on seconds",
)
"""Names a rule by its place among those in force."""
_NTHS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}


def _counted(said: str, in_force: Sequence[tuple[str, str]]) -> tuple[str, ...] | None:
    """The id of the rule that words name by its place, none past the end; None where they name no place."""
    found = _NTH.search(said)
    if found is None:
        return None
    place = _NTHS[found["nth"].casefold()] if found["nth"] else int(found["number"]) - 1
    return (in_force[place][0],) if in_force and place < len(in_force) else ()


def lifts(clause: str, in_force: tuple[str, ...] = ()) -> bool:
    """Whether a clause ends a rule: by its words, and where rules are known also by speaking of one of them."""
    if WHOLESALE.match(clause) or NORMAL.match(clause):
        return True
    if _lifts_nothing(clause) or SCOPE.match(clause):
        return False
    if any(_stops(clause, rule) for rule in in_force):
        return True
    return _frees(clause, in_force) or _ends(clause, in_force)


def _frees(clause: str, in_force: tuple[str, ...]) -> bool:
    """Whether a clause lets something be done or left undone, of which a rule in force speaks, or only a rule can."""
    bid = behind_reason(clause)
    if not (PERMITS.search(bid) or NEEDLESS.search(bid) or _AGAIN.search(bid)):
        return False
    if any(map(str.isdigit, clause)) or (STANDING.search(bid) and not loosens(bid)):
        return False
    if _TELLS.search(bid):
        return False
    free = loosens(bid) or bid != clause or not _adds(clause, in_force)
    if free and bears(clause, in_force) is not None:
        return True
    short = len(words.words(clause)) <= SHORT and any(
        aspects(clause) & aspects(r) for r in in_force
    )
    said = manner(bid)
    of_manner = said is not None and not said.attribute.startswith((THING, "address"))
    often = _AGAIN.search(bid) or _ALSO.search(bid)
    anew = STANDING.search(bid) or (_ANSWERING.search(bid) and often and not _POINTED.search(bid))
    of_answers = loosens(bid) and (of_manner or anew or NAMES_PARTS.match(bid))
    pointed = NEEDLESS.search(bid) and not _of_its_own(clause)
    return bool(short or of_answers or pointed or _RULE.search(clause))


def _ends(clause: str, in_force: tuple[str, ...]) -> bool:
    """Whether a clause ends a rule as the rule that it is, or by what it is about."""
    named, bid = bears(clause, in_force) is not None, behind_reason(clause)
    if over := _OVER.search(clause):
        return (
            named
            or _NTH.search(clause) is not None
            or not words.stems(f"{over['which']} {over['on'] or ''}")
        )
    if not _ENDS_AT_HEAD.match(bid) or (in_force and _adds(bid, in_force)):
        return False
    return named or not _of_its_own(clause) or _RULE.search(clause) is not None


def widens(clause: str, in_force: Sequence[str]) -> tuple[str, ...]:
    """The rules that keep answers to some things, to which a clause adds: `Switzerland is fine, too`, of `only EU`.

    They stay in force beside what is added. What names nothing new, or adds whatever there is, lifts them.
    """
    bid = behind_reason(clause)
    if not (PERMITS.search(bid) and _ALSO.search(bid)) or _ANYTHING.search(bid) or aspects(bid):
        return ()
    said = " ".join(found[0] for found in _ANSWERING.finditer(bid))
    own = _of_its_own(bid) - words.stems(said)
    return tuple(
        rule
        for rule in in_force
        if _RESTRICTS.search(rule)
        and _of_one_kind(bid, rule)
        and own - words.stems(rule) - _long_words(rule)
    )


def _of_one_kind(bid: str, rule: str) -> bool:
    """Whether a bid says something of the kind that a rule restricts: in a word of it, or a name as it does."""
    alike = _long_words(bid) & _long_words(rule) or words.stems(bid) & words.stems(rule)
    return bool(alike) or bool(words.names(f"x {bid}") and words.names(f"x {rule}"))


_ALSO = Pattern(
    r"\b(?:as well|too(?=\W*$|[,;.]| now| please)|also|auch|aussi|también|además|anche)\b",
    fits="Rome as well",
    misses="Rome",
)
_ANYTHING = Pattern(
    r"\b(?:any\w*|again|all|every\w*|others?|else|outside|beyond|whatever|both|andere\w*|alle\w*|autres?|tou[ts]\w*"
    r"|otr[oa]s?|altr[ie])\b",
    fits="other sources",
    misses="the website",
)
_POINTED = Pattern(r"\b(?:those|these|them|it|this)\b", fits="add those", misses="add prices")
_RESTRICTS = Pattern(
    r"\b(?:only|just|nothing but|exclusively|solely|stick to|nur|ausschließlich|seulement|uniquement|sólo|solo"
    r"|solamente|soltanto)\b",
    fits="only EU suppliers",
    misses="no EU suppliers",
)


def _lifts_nothing(clause: str) -> bool:
    """Whether a clause speaks of this time alone, or of what was shown: `Drop the prices from that table.`"""
    shown = _OF_THAT.search(clause) is not None and not _RULE.search(clause)
    return shown or ONE_OFF.search(clause) is not None


def _adds(clause: str, in_force: tuple[str, ...]) -> bool:
    """Whether a clause speaks of something that no rule speaks of: `Cancel the AWS invoice`, of a ban on AWS."""
    if _RULE.search(clause) or _ANSWERING.search(clause):
        return False
    own = _of_its_own(clause)
    return not any(own <= words.stems(rule) | _long_words(rule) for rule in in_force)


def takes_back(clause: str, before: str) -> bool:
    """Whether a clause points back at what was told just before it: `Scratch that.` after `I live in Rome.`"""
    asked = _POINTS.match(clause) is None or ends_asking(before)
    return bool(before) and not asked and not _of_its_own(clause)


_POINTS = Pattern(
    opening("no", "nah", "sorry", "wait") + rf"(?:{_END}|never ?mind) (?:that|this|it)\W*$",
    fits="Scratch that.",
    misses="Scratch that rule.",
)
_OF_THAT = re.compile(
    r"\b(?:in|of|from|on) that \w|\bthe (?:last|first|previous|next) (?!rule)\w", re.IGNORECASE
)


def lifts_manner(clause: str, in_force: tuple[str, ...]) -> bool:
    """Whether a clause denies or permits what a rule in force says otherwise, and sets nothing itself."""
    said = manner(clause)
    sets = states(clause) and not says_without_verb(clause)
    if said is None or said.force == "set" or _lifts_nothing(clause) or sets:
        return False
    ending = ended if said.attribute.startswith(THING) else superseded
    return bool(ending(clause, tuple(("", rule) for rule in in_force)))


def lifted(withdrawal: str, in_force: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The ids of the constraints that a withdrawal ends: what it speaks of, or the only one there is.

    What lifts all rules lifts each. A withdrawal that names something (`You may suggest AWS again`) never lifts a rule
    that does not speak of it.
    """
    found = ended(withdrawal, in_force)
    if found or _NTH.search(withdrawal):
        return found
    return (in_force[-1][0],) if len(in_force) == 1 and not _of_its_own(withdrawal) else ()


def _of_its_own(withdrawal: str) -> frozenset[str]:
    """What the words that end something speak of: nothing in `Drop that rule`, the meeting in `Cancel the meeting`."""
    framing = [found[0] for form in (_RULE, _ANSWERING) for found in form.finditer(withdrawal)]
    return words.stems(withdrawal) - _ENDING - words.stems(" ".join(framing))


_ENDING = frozenset(
    map(
        words.stem,
        word_set(
            "drop lift scrap scratch strike remove cancel undo revoke withdraw abandon forget disregard stop applying "
            "apply following follow using use respecting respect keeping keep stick sticking do bother limit restrict "
            "necessary need needed needn't required require longer earlier previous former last fine okay allowed "
            "welcome after normal normally ignore mind never don't please off back "
            "vergiss streich streiche gilt nötig weg lass brauchst oublie oubliez annule laisse tomber ça besoin plus "
            "nécessaire cette cet diese dieser diesen esa esta esto quella questa "
            "olvida quita deja falta necesario dimentica lascia stare perdere 取消 不用再 不再需要 可以不用"
        ),
    )
)
"""The stems by which a rule is ended, and which say nothing of what it was."""


def ended(said: str, in_force: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The ids of the rules that words end: those of the same manner, or the one that is closest in words.

    Words that deny or permit a language, a length or the like end rules of that manner only.
    """
    if WHOLESALE.match(said):
        return tuple(id for id, _ in in_force)
    if NORMAL.match(said):
        return tuple(id for id, rule in in_force if is_of_manner(rule))
    if (counted := _counted(said, in_force)) is not None:
        return counted
    if found := tuple(id for id, rule in in_force if _stops(said, rule)):
        return found
    if found := superseded(said, in_force):
        return found
    meant = manner(said)
    if meant and meant.force != "set" and not (meant.attribute.startswith(THING) or meant.scope):
        return ()
    place = bears(said, tuple(text for _, text in in_force))
    return () if place is None else (in_force[place][0],)


def lifting(text: str, rules_: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The rules that outlive a conversation which a text lifts, each with the words that do.

    What was asked for once and for all is lifted by a denial or a permission of its manner, or as the rule that it is.
    """
    found: dict[str, str] = {}
    for clause, plain in bidding(text):
        if ONE_OFF.search(plain):
            continue
        if WHOLESALE.match(plain):
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
    return bool(doing) and doing <= words.stems(rule)


def superseded(said: str, in_force: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The ids of the rules that a new one, or its denial, takes the place of: those of the same attribute."""
    new = manner(said)
    if new is None:
        return ()
    return tuple(id for id, text in in_force if (old := manner(text)) and ends(new, old))


def bears(clause: str, in_force: tuple[str, ...]) -> int | None:
    """Which of the rules a clause speaks of: one of the same attribute of answers, or with most of its words."""
    mine = words.stems(clause) | _long_words(clause)
    said = " ".join(found[0] for found in _ANSWERING.finditer(clause))
    # `Stop suggesting Azure` speaks of Azure, and not of whatever is never to be suggested.
    mine = (mine - words.stems(said) - _long_words(said)) or mine
    of = aspects(clause)
    shared = [
        (len(of & aspects(rule)) * 2 + len(mine & (words.stems(rule) | _long_words(rule))), place)
        for place, rule in enumerate(in_force)
    ]
    best = max(shared, default=(0, 0))
    return best[1] if best[0] else None


def _long_words(text: str) -> frozenset[str]:
    """The words of a rule that may tell it apart, though they tell no subject: `show`, `answer`."""
    return frozenset(word.casefold() for word in words.words(text) if len(word) > 3) - _FRAMES


_FRAMES = word_set(
    "never always only again from that this with your have more longer please don't needn't doesn't need"
)
