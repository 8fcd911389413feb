"""A turn goes in; the rules that it sets for later turns, and those that it lifts, come out in the user's own words.

A rule outlives its turn: it says so (`from now on`), it binds every answer (`never suggest …`), or it sets how answers
are given (`answer in French`). A wish for this once, about this thing, or inside of a question is not one; and what
stands in quotation marks is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules import forgetting
from loadsheet.intent.rules.manner import THING, ends, manner


@dataclass(frozen=True, slots=True)
class Rules:
    """What a turn sets and lifts."""

    stated: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


SHORT = 4
"""Words of a clause that can only be about the rule in force: `English again, please`."""

_CLAUSE = Pattern(
    r"(?<=[.!?;。！？])\s+|\n+|\s+[–—-]\s+(?=(?:are|is|do|does|did|can|may|what|who|how|when|where|which|why)\b)|"
    r",\s+(?=(?:from (?:now|here) on|ab jetzt|désormais|a partir de|da (?:adesso|ora)|"
    r"d['’]ora in poi)\b)|,?\s+(?:and|but|und|aber|et|mais|y|pero)\s+(?=(?:drop|forget|stop|"
    r"lift|cancel|make|use|never|always|don't|ignore|only)\b)",
    fits="Be brief. Cite pages.",
    misses="be brief and cite pages",
)
_STANDING = Pattern(
    r"\b(?:from (?:now|here|this point|today|(?:the )?next \w+) on(?:wards?)?|new rule|standing order|house rule|"
    r"from here on out|going forward|"
    r"henceforth|in (?:the )?future|in everything that follows|"
    r"for (?:the )?(?:rest|remainder|duration) of (?:the (?:day|week|conversation|session|chat|"
    r"year|project|trip)|this|our|my)\b|for the (?:whole|entire) \w+\b|until (?:i (?:say|tell)|"
    r"further notice)|(?:as a|general) rule|every time|each time|at all times|"
    r"in (?:all|every|each) (?:your |future |following )?(?:answers?|repl(?:y|ies)|responses?|"
    r"drafts?|messages?|summar(?:y|ies)|emails?|mails?|case)|throughout|"
    r"ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|künftig|in zukunft|immer|niemals|für den rest|"
    r"désormais|dorénavant|à partir de (?:maintenant|là)|à l'avenir|toujours|jamais|"
    r"d['’]ora in (?:poi|avanti)|da (?:adesso|ora|oggi)(?: in poi)?|in futuro|sempre|mai più|künftig|nur noch|"
    r"a partir de (?:ahora|hoy)|de ahora en adelante|en adelante|siempre|nunca)\b|以后|从现在(?:起|开始)|"
    r"今后|每次|永远",
    fits="from now on cite the page",
    misses="cite the page",
)
_OPENERS = (
    r"^\W*(?:(?:ok(?:ay)?|and|also|oh|well|so|but|hm+|please|pls|actually|one more thing|"
    r"by the way|btw|"
    r"note|remember)\b[\s,.:]*)*"
)
_BINDING = Pattern(
    _OPENERS + r"(?:(?:never|always|only ever|whenever you|when(?:ever)? (?:i|you) (?!was|were|did|"
    r"had|say|said|mean)\w+[^,]*,\s*(?!i\b|we\b|it\b|i.m\b)\w+)\b|"
    r"(?:could|can|would|will) you (?:please )?(?:always|never)\b|no (?:more )?\w+[^?]*, ever\b|"
    r"(?:don't|do not|please don't) (?:ever|(?:suggest|recommend|mention|bring up|use|include|"
    r"cite|show me|talk|refer|propose|consider|offer|give me|call me|address|start|end|add|"
    r"apologi[sz]e|repeat)\b)|"
    r"(?:avoid|exclude|leave out|skip|omit|ignore|stick to|restrict (?:yourself|everything|"
    r"answers)|limit (?:yourself|everything|answers)|keep (?:all |your |the )?(?:answers|replies|"
    r"it|everything) (?:to|under|below|short|brief|within)|stop (?:using|suggesting|mentioning|"
    r"recommending|adding|calling))\b|"
    r"only (?:consider|use|suggest|recommend|show|include|look at|cite|answer|search|mention|give|"
    r"list|count|quote|speak|write|reply)\b|"
    r"(?:just|only|nur|seulement|sólo|solo) (?:the )?[A-Z][\w-]*(?: (?:and|or|und|et|"
    r"y) [A-Z][\w-]*)*\W*$)",
    fits="never suggest shellfish",
    misses="what do you suggest",
)
_ONLY_NAME = Pattern(
    r"^\W*(?:just|only|nur|seulement|sólo|solo)\b",
    fits="only Lisbon",
    misses="Lisbon only",
)
_ONLY_DO = Pattern(
    r"^\W*only (?:ever|consider|use|suggest|recommend|show|include|look|cite|answer|search|mention|"
    r"give|list|count|quote|speak|write|reply)\b",
    fits="only suggest trains",
    misses="only trains",
)
_MANNER = Pattern(
    _OPENERS
    + r"(?:(?:answer|reply|respond|speak|talk|write)(?: to)?(?: me)?(?: only)? in (?P<how>[A-Z]\w+|"
    r"bullet points?|bullets|plain \w+|short sentences|full sentences|metric\b.*|lower ?case|"
    r"capitals)\W*(?:please|only)?\W*$|"
    r"use (?:metric|imperial|british|american|us|uk|simple|plain|formal|informal|celsius|"
    r"fahrenheit|bullet|24|si)\b|call me \w+|address (?:me|us)\b|"
    r"(?:antworte?|schreib\w*|sprich) (?:mir )?(?:bitte )?(?:nur )?(?:noch )?(?:auf|in) \w+\W*$|"
    r"duze? mich|siez\w* mich|(?:réponds|répondez|parle|écris)(?:-moi)? (?:toujours )?en \w+\W*$|"
    r"(?:tu peux|vous pouvez) me (?:tutoyer|vouvoyer)|(?:responde|contesta|habla|"
    r"escribe)\w* (?:siempre )?en \w+\W*$|trátame|tutéame)",
    fits="answer in German",
    misses="the answer is in the German file",
)
_ONE_OFF = Pattern(
    r"\b(?:this (?:time|once|one|script|file|email|mail|letter|message|answer|question|table|"
    r"section|list|page|document|line|folder|branch|row|record|draft)|just (?:this )?once|"
    r"only (?:this )?once|only today|for once|for now|"
    r"right now|at the moment|this (?:morning|afternoon|evening)|ausnahmsweise|dieses mal|diesmal|"
    r"nur (?:dieses|heute)|cette fois|pour une fois|esta vez|por una vez)\b|这次|这一次",
    fits="just this once in French",
    misses="always in French",
)
_ABOUT_ME = Pattern(
    r"^\W*(?:(?:and|but|well|oh|actually|because)\b\W*)*(?:i|i'm|i've|i'd|he|she|they|it|my|our|"
    r"people|ich|er|mein\w*|je|mon|ma|elle|il|yo|mi|never ?mind|always (?:was|is|has))\b",
    fits="I never eat shellfish",
    misses="never suggest shellfish",
)
_FILTERS = Pattern(
    r"\b(?:the ones?|those|these|them|that one|which ones)\b|^\W*(?:nur|seulement|sólo|solo|solamente) (?:die|der|das|"
    r"den|"
    r"ceux|celles|celui|celle|los|las|el|la|quelli|quelle)\b",
    fits="only the ones with a balcony",
    misses="only balconies",
)
"""What picks among things that were just shown."""
_WORKS_ON_TEXT = Pattern(
    r"^\W*(?:(?:please|pls|can you|could you)\b\W*)*(?:fix|correct|proofread|translate|rewrite|rephrase|shorten|polish|"
    r"check|list|summari[sz]e|simplify)\b[^\"“„«:]*[:\n]\s*[\"“„«`]?",
    fits="translate this: “never mind the gap”",
    misses="never translate names",
)
"""Work on a text that stands behind a colon: whatever it says sets no rules."""
_TAG = Pattern(
    r",?\s*(?:ok(?:ay)?|right|alright|please|yes|will you|would you)\s*\?\s*$",
    fits="keep it short, ok?",
    misses="keep it short",
)
_QUESTION = re.compile(r"[?？]\s*$")
_ASKS = Pattern(
    r"^\W*(?:(?:and|so|but|ok|well)\W+)*(?:how|what|why|when(?! (?:i|you|we)\b)|where|who|which|"
    r"is|are|do(?!n't| not)|does|did|should|have|has)\b(?! ever\b)",
    fits="how do you cite a page",
    misses="cite the page",
)
_FOR_ME = Pattern(
    r"\b(?:i want|i'd like|i would like|i need) (?:you to|all|every|only|no more|your answers)\b|"
    r"\b(?:you|answers|replies) (?:should|must|shall|may) (?:never|always|only|not)\b|"
    r"\bno (?:more )?\w+ (?:from now|any ?more|in (?:your|the) answers)",
    fits="I want you to cite pages",
    misses="you cited page 4",
)
_LIFTS = Pattern(
    r"\b(?:drop|lift|scrap|remove|cancel|undo|revoke|withdraw|abandon|forget(?: about)?|disregard|"
    r"never ?mind|stop (?:applying|following|using|respecting|keeping)|give up|get rid of|"
    r"no more) (?:the|that|those|these|this|my|all|what i said)\b(?! (?:file|table|row|email|"
    r"script))|"
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
    r"auf))\b|\b(?:plus besoin|ne (?:s'applique|vaut) plus|oublie|n'est plus nécessaire)\b|"
    r"\b(?:ya no (?:hace falta|es necesario|quiero)|olvida|puedes volver a)\b|不用再|取消|不再需要|可以不用",
    fits="drop the rule on trains",
    misses="the train was late",
)
_ENDS = Pattern(
    r"\b(?:again|any ?more|any longer|no longer|stop|back(?: (?:on|in))?|after all|drop|scrap|forget|lift|cancel|off|"
    r"normal(?:ly)?|"
    r"too now|wieder|nicht mehr|vergiss|lass|weg|oublie|laisse|reparler|à nouveau|olvida|quita|deja|ya no|otra vez|"
    r"lascia stare|lascia perdere|togli|basta)\b|取消|不用|不必",
    fits="trains are fine again",
    misses="trains are fine",
)
"""What may end a rule, where it speaks of one that is in force."""
_LETS_GO = Pattern(
    r"^\W*(?:(?:ok|and|y|et|e|und|anzi|no|nah|bon|bueno)\b\W*)*(?:oublie ça|laisse tomber|lascia stare|lascia perdere|"
    r"quita "
    r"lo de|deja lo de|olvida lo de|vergiss (?:das|es)|drop (?:that|the)|scrap (?:that|the))\b",
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
_CHANGES = Pattern(
    r"^\W*(?:(?:ok|and|no|actually|please)\b\W*)*(?:make (?:that|it|the)\b|change (?:that|it|"
    r"the)\b.*\bto\b|raise|lower)",
    fits="make that five sentences",
    misses="five sentences",
)
_TRIM_HEAD = Pattern(
    r"^\W*(?:(?:ok(?:ay)?|oh|well|hm+|so|also|actually|alright|thanks)\b[\s,.:;!–-]*)+",
    fits="ok, cite pages",
    misses="cite pages",
)
_TRIM_TAIL = Pattern(
    r"(?:,\s*(?:please|thanks|bitte|merci|por favor|ok(?:ay)?|i (?:get|was|know|am|have|need|"
    r"can't|don't)\b[^,]*|s'il (?:te|vous) plaît|avec plaisir))+[\s.!。！,]*$",
    fits="cite pages, please",
    misses="please cite pages",
)


_WHOLESALE = Pattern(
    r"^\W*(?:(?:ok(?:ay)?|please|now|well|so|from now on|you (?:can|may|should)|let's|just)\b\W*)*"
    r"(?:forget|ignore|disregard|drop|lift|cancel|scrap|remove|withdraw|undo|revoke)\b(?: about)?\W+"
    r"(?:(?:all|every|each|any)\W+(?:one\W+)?(?:of\W+)?)?(?:(?:the|my|your|these|those|our)\W+)?"
    r"(?:(?:previous|earlier|former|prior|old|existing|other|standing)\W+)*"
    r"(?:rules|instructions|constraints|restrictions|(?<=every )(?:rule|instruction|constraint|restriction))"
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

_RULE = Pattern(
    r"\b(?:rule|limit|restriction|constraint|cut-?off|cap|filter|instruction|exclusion|condition|requirement|ban)s?\b",
    fits="the limit on words",
    misses="the words",
)
"""Calls a rule by what it is."""


def rules(text: str, in_force: tuple[str, ...] = ()) -> Rules:
    """The constraints that a turn states, and the words that withdraw one; `in_force` are those it could lift."""
    stated: list[str] = []
    withdrawn: list[str] = []
    if _WORKS_ON_TEXT.match(text):
        return Rules()
    for said in clauses(text):
        clause = _TAG.sub("", said)
        plain = words.QUOTED.sub(" ", clause).strip()
        if not plain or _QUESTION.search(plain) or _ASKS.match(plain):
            continue
        if _WHOLESALE.match(plain):
            withdrawn.append(trimmed(clause))
            continue
        told = forgetting.request(plain)
        if told is not None and told.plain and _bears(plain, in_force) is None:
            continue  # it speaks of what was told, not of a rule
        if forgetting.edits(plain) and _bears(plain, in_force) is None:
            continue
        if lifts(plain, in_force) or _lifts_manner(plain, in_force):
            withdrawn.append(trimmed(clause))
        elif states(plain) or (_CHANGES.search(plain) and _bears(plain, in_force) is not None):
            stated.append(trimmed(clause))
    return Rules(tuple(stated), tuple(withdrawn))


def clauses(text: str) -> list[str]:
    """The sentences of a turn, and the clauses of a sentence that each begin with an instruction."""
    masked = words.QUOTED.sub(lambda found: "·" * len(found.group(0)), text)
    edges = [0, *(edge for found in _CLAUSE.finditer(masked) for edge in found.span()), len(text)]
    pieces = (text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    return [piece.strip() for piece in pieces if piece.strip()]


def states(clause: str) -> bool:
    """Whether a clause sets a rule for the turns to come."""
    if _ONE_OFF.search(clause) or (_FILTERS.search(clause) and not _STANDING.search(clause)):
        return False
    if _FOR_ME.search(clause):
        return True
    if _ABOUT_ME.search(clause):
        return bool(_STANDING.search(clause)) and "you" in clause.casefold().split()
    if _ONLY_NAME.match(clause) and not _ONLY_DO.match(clause) and not _STANDING.search(clause):
        # `Only EU` binds what follows; `just the ones with …` filters what was shown.
        rest = _ONLY_NAME.sub("", clause)
        named = sum(len(name.split()) for name in words.names("x " + rest))
        return bool(named) and len(words.content_words(rest)) <= named
    return bool(_STANDING.search(clause) or _BINDING.search(clause) or _MANNER.search(clause))


def lifts(clause: str, in_force: tuple[str, ...] = ()) -> bool:
    """Whether a clause ends a rule: by its words, and where rules are known also by speaking of one of them."""
    if _ONE_OFF.search(clause):
        return False
    if _LETS_GO.search(clause):
        return True
    named = bool(in_force) and _bears(clause, in_force) is not None
    short = bool(in_force) and len(words.words(clause)) <= SHORT
    ends = _ENDS.search(clause) and not _STANDING.search(clause)
    if ends and (named or short) and not any(map(str.isdigit, clause)):
        return True
    if not _LIFTS.search(clause):
        return False
    generic = _RULE.search(clause)
    plain = bool(_NEEDLESS.search(clause))
    return bool(generic) or plain or not in_force or _bears(clause, in_force) is not None


def _lifts_manner(clause: str, in_force: tuple[str, ...]) -> bool:
    """Whether a clause denies or permits what a rule in force says otherwise, and sets nothing itself."""
    said = manner(clause)
    if said is None or said.force == "set" or _ONE_OFF.search(clause) or states(clause):
        return False
    return bool(ended(clause, tuple(("", rule) for rule in in_force)))


def lifted(withdrawal: str, in_force: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The ids of the constraints that a withdrawal ends: what it speaks of, or the only one there is.

    What lifts all rules lifts each. A withdrawal that names something (`You may suggest AWS again`) never lifts a rule
    that does not speak of it.
    """
    if found := ended(withdrawal, in_force):
        return found
    names = words.names(withdrawal)
    return (in_force[-1][0],) if len(in_force) == 1 and not names else ()


def ended(said: str, in_force: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The ids of the rules that words end: those of the same manner, or the one that is closest in words.

    Words that deny or permit a language, a length or the like end rules of that manner only.
    """
    if _WHOLESALE.match(said):
        return tuple(id for id, _ in in_force)
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
    for clause in clauses(text):
        plain = words.QUOTED.sub(" ", clause).strip()
        if not plain or _QUESTION.search(plain) or _ASKS.match(plain) or _ONE_OFF.search(plain):
            continue
        if _WHOLESALE.match(plain):
            return dict.fromkeys((id for id, _ in rules_), trimmed(clause))
        meant = manner(plain)
        against = meant is not None and (meant.force != "set" or bool(_STOPS.search(plain)))
        ending = superseded(plain, rules_) if against else ()
        if not ending and _RULE.search(plain) and lifts(plain):
            ending = ended(plain, rules_)
        found |= dict.fromkeys(ending, trimmed(clause))
    return found


def superseded(said: str, in_force: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The ids of the rules that a new one, or its denial, takes the place of: those of the same attribute."""
    new = manner(said)
    if new is None:
        return ()
    return tuple(id for id, text in in_force if (old := manner(text)) and ends(new, old))


def trimmed(clause: str) -> str:
    """The clause without what frames it: an `ok` before it, a `please` or a reason behind it."""
    return _TRIM_TAIL.sub("", _TRIM_HEAD.sub("", clause)).strip()


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
