"""A clause goes in; whether it sets a rule for the turns to come, and for how long, comes out."""

from __future__ import annotations

from functools import lru_cache

from loadsheet.corpus.others import reported
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.general import (
    OPENERS,
    in_general,
    is_done_in_answers,
    of_each,
    of_style,
    says_how,
)
from loadsheet.intent.rules.requests import SPEAK, bids, says_with_verb, shapes_answers
from loadsheet.intent.rules.style import NEEDLESS, NO_NAME, PERMITS, THING, manner
from loadsheet.intent.rules.told import is_statement
from loadsheet.intent.rules.trimming import TRIM_TAIL

STANDING = Pattern(
    r"\b(?:from (?:now|here|this point|today|(?:the )?next \w+) on(?:wards?)?|new rule|standing order|house rule"
    r"|from here on out|going forward|henceforth|in (?:the )?future|in everything that follows|for (?:the )?(?:rest"
    r"|remainder|duration) of (?:the (?:day|week|conversation|session|chat|year|project|trip)|(?:this|our"
    r"|my)(?: \w+)?)\b|for the (?:whole|entire) \w+\b|until (?:i (?:say|tell)(?: you)?(?: otherwise| so)?"
    r"|further notice)|(?:as a|general) rule|every time|each time|at all times|in (?:all|every|each) (?:your "
    r"|future |following |the )?(?:\w+ )?(?:answers?|repl(?:y|ies)|responses?|examples?|snippets?|code|recipes?"
    r"|letters?|reports?|lists?|tables?|drafts?|messages?|summar(?:y|ies)|emails?|mails?|case)|throughout"
    r"|ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|künftig|in zukunft|für den rest|désormais|dorénavant"
    r"|à partir de (?:maintenant|là)|à l'avenir|d['’]ora in (?:poi|avanti)|da (?:adesso|ora|oggi)(?: in poi)?"
    r"|in futuro|a partir de (?:ahora|hoy)|de ahora en adelante|en adelante)\b|以后|从现在(?:起|开始)|今后|每次|永远",
    fits="from now on cite the page",
    misses="cite the page",
)
_NEVER = r"(?:never(?! mind\b)|always|under no circumstances|only ever|(?:don't|do not) ever)(?: again| ever)?,?"
_EVER_DONE = Pattern(
    rf"(?:{OPENERS}|[,:;–—]\s*|\b(?:so|that|hence|therefore|please|and|but|remember|to|(?:that|sure|important) you"
    rf"|you (?:are|must|should|shall|may)|you['’]re)\s+)(?:please\s+)?{_NEVER}\s+(?:please )?(?P<done>\w.*)",
    fits="I'm vegan, so never suggest meat.",
    misses="He never suggested meat.",
)
"""What is always or never to be done, at the head of a clause or behind what joins it to its reason."""

_FORBIDS = Pattern(
    rf"(?:{OPENERS}|[,:;–—]\s*|\b(?:so|and|but|please)\s+)(?:please\s+)?(?:don't|do not) (?:{SPEAK}|show me|talk"
    rf"|offer|give me|call me (?=\w)|address|start|end|add|apologi[sz]e|repeat|reveal|disclose|leak|share my"
    rf"|store my|pass on|guess|invent|speculate|assume|lecture|abbreviate|sugar-?coat)\b",
    fits="don't suggest shellfish",
    misses="why don't you suggest anything",
)
_SHUNS = Pattern(
    OPENERS
    + r"(?:(?:exclude|leave out|omit|ignore|stick to|refrain from|restrict (?:yourself|everything|answers)"
    r"|limit (?:yourself|everything|answers))\b|(?:avoid|skip|steer clear of|stay away from) (?!(?:the|an?|my"
    r"|that|this|it)\b)(?![^.?!]* (?:on|at|in|after|before) (?:the |\w+day|\d|noon))|stop (?:using|suggesting"
    r"|mentioning|recommending|adding|calling)\b|only (?:ever )?(?:show|look|answer|search|give|list|count|quote"
    r"|speak|write|reply|suggest|recommend|propose|mention|use|include|cite|refer|consider)\b"
    r"|no (?:more )?\w+[^?]*, ever\b)",
    fits="avoid shellfish",
    misses="avoid the canteen on Mondays",
)
"""Keeps something out of answers, or answers to something."""

_NOT_ASKED = (
    r"i|we|you|he|she|they|it|there|the|an?|my|our|your|his|her|their|this|that|is|are|do(?! not)|does|what|who|how"
    r"|when|where|which|why|no ?(?:body|one)|every(?:body|one|thing)|some(?:body|one|thing)|people|ich|wir|er|es|man"
    r"|je|il|elle|on|nous|yo|io|el|la|le|der|die|das|mi|mon|ma|mein\w*|kein\w*|niemand|jeder|alle|personne|rien"
    r"|nadie|nada|nessuno|can|could|will|would|should"
)
"""What a clause begins with that is no request."""

ON_CONDITION = Pattern(
    OPENERS
    + rf"(?:(?:whenever|(?:every|each) time|when (?:i|you)(?!['’]?(?: am|m)\b)(?! (?:was|were|did|had|say|said"
    rf"|mean)\b)|(?:when|if) (?:i|we|you|asked)(?:['’]re)? (?:ask|mention|say|talk|request|discuss|send|share"
    rf"|paste|list|give|not|are)\b|if (?:an?|any|two|something|there) |when there(?:['’]s| is"
    rf"| are)\b)[^,?]*,\s*(?!(?:{_NOT_ASKED})\b)\w+|(?:whatever|whichever|no matter|regardless of|irrespective of"
    rf"|even (?:if|when)|egal|quoi que|peu importe|quelle que soit|pregunte|diga|sea|qualunque"
    rf"|qualsiasi)\b[^,:?]*\b(?:ask|say|write|type|send|talk|language|question|topic|subject|happens|frage|sage"
    rf"|schreibe?|sprache|thema|demande|dise|écrive|langue|question|pregunte|diga|idioma|lengua|chieda|chiedo"
    rf"|dica|lingua|domanda)\b[^,:?]*[,:]\s*(?!(?:{_NOT_ASKED})\b)\w+|(?:in|for|with) (?:all|every|each"
    rf"|any) (?:[\w-]+ ){{0,3}}[\w-]+, (?!(?:{_NOT_ASKED})\b)\w+)",
    fits="If I ask for a deadline, name the weekday as well.",
    misses="Whenever I go there, it rains.",
)
"""Asks for something whenever something is asked, said or so."""
KIND = Pattern(
    r"^(?:please\s+)?(?:for|in|with)\s+(?P<condition>(?:\w+\s+){0,4}(?:questions?|requests?|topics?|tasks?|emails?"
    r"|code|recipes?|answers|replies|messages|reports?|letters|summaries|trips?|travel))\s*,\s+(?:please\s+"
    r"|always\s+|never\s+)*(?:use|keep|give|write|answer|reply|prefer|leave|add|include|avoid|list|show|stick|put"
    r"|start|skip)\b",
    fits="For code questions, use Python.",
    misses="For code questions, we have a wiki.",
)
"""Asks for something under a kind of request."""

_DECREES = Pattern(
    r"\b(?:every|each) (?:answer|reply|response) to (?:be|end|start|begin|have|include|name|give|cite)\b"
    r"|\byou (?:are|were) (?:never|always) to \w+|\byou(?:['’]re| are) not (?:allowed|permitted|supposed|to)\b"
    r"|\b(?:don't|do not)\b[^.?!]* under any circumstances?\b|\b(?:every|each|all|any|the"
    r"|your) (?:of your )?(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)) (?:must|should|ha(?:s|ve) to"
    r"|needs? to|(?:is|are) to)\b|^\W*(?:(?:my|our|a|the|one|another|new|general|house|first|second|only) )*(?:rule"
    r"|instruction|requirement|constraint|restriction)s?\s*:|^\W*(?:all|every|any) (?:\w+ )?(?:code|examples?"
    r"|output|snippets?|figures|numbers|dates?|prices|amounts|units|titles|headings|text) (?:must|should|ha(?:s"
    r"|ve) to|needs? to) be (?:in|given|shown|written|formatted|quoted)\b|^\W*(?:(?!the|my|our|this|that|it|he|she"
    r"|i|we)[\w-]+ ){1,3}(?:is|are) (?:off[ -]limits|taboo|not an option)\W*$|^\W*(?:please )?treat (?:everything"
    r"|all|anything)\b|\bi (?:never|don't ever|do not ever) (?:ever )?(?:want|wish)\b|\b(?:you|answers"
    r"|replies) (?:should|must|shall|may) (?:never|always|only|not)\b|\bi (?:don['’]t|do not"
    r"|never) want you to (?!know|think|believe|worry|feel|get|forget|remember)\w+|\bi['’]?(?:d| would) (?:rather"
    r"|prefer)(?: it if| that)? you (?:never|always|not|didn['’]t|don['’]t)\b|\bno (?:more )?\w+ (?:from now"
    r"|any ?more|in (?:your|the) answers)|\bi(?:['’]d| would)? (?:(?:want|like|need) only|(?:only"
    r"|just) want) (?!the\b|these\b|those\b|my\b|\d)(?:[\w-]+ ){0,3}[\w-]+s\W*$",
    fits="Every answer must end with a source.",
    misses="Every answer ends with a source.",
)
"""Says as a statement, or as a wish, what holds of answers."""
_THIS = Pattern(
    r"\b(?:in|of|from|for|to|with|on|at) th(?:is|at) (?!conversation|chat|session|thread|project|workspace|year|way"
    r"|rule|kind|sort|type|matter|point|on\b)\w+|\b(?:mention|tell|show|say|send|repeat|shar|touch|delet|do)(?:e"
    r"|ing)? (?:this|that|it)\b|\b(?:slide|page|chapter|section|step|line|row|item|question|paragraph|point|part"
    r"|figure|table)s? \d+\b|\b(?:the|my|your) (?:last|previous|first|second|third|next|latest) \w+|\bhere\W*$"
    r"|\btoday\b(?! on)|\btonight\b|\btomorrow\b|(?<!ab )\bheute\b|\bdies(?:e[rsnm]?)?\b|^\W*\w+ das\b"
    r"|\baujourd['’]hui\b|\bc(?:e|et|ette) (?!soit)\w+|\best[ea] \w+|\bquest[oa] \w+|\bonly (?:list|give|show"
    r"|name) (?:me )?(?:\d+|one|two|three|four|five)\b",
    fits="leave out the salt in that recipe",
    misses="leave out the salt",
)
"""Speaks of one thing or day, where nothing says that it holds for good."""
_EVER = Pattern(
    r"\b(?:niemals|nie|immer|stets|jamais|toujours|nunca|jamás|siempre|mai|sempre)\b",
    fits="nenne nie diese Firma",
    misses="nenne diese Firma nicht",
)
"""Says in another language that it holds for good."""
ONLY_NAME = Pattern(
    r"^\W*(?:just|only|nur|seulement|sólo|solo)\b",
    fits="only Lisbon",
    misses="Lisbon only",
)
_TELLS = Pattern(
    r"\b(?:i|we|he|she|it|they)\b",
    fits=" Tuesday and I'm tired",
    misses=" Tuesday",
)
_MANNER = Pattern(
    OPENERS
    + rf"(?:(?:answer|reply|respond|speak|talk)(?: to)?(?: me)?(?: only)? (?:like (?:an?|the|i)|as (?:if|though))\b"
    rf"|(?:answer|reply|respond|speak|talk|write)(?: to)?(?: me)?(?: only)? in (?:[A-Z]\w+|bullet points"
    rf"|plain \w+|(?:short|full) sentences|metric\b.*|lower case)\W*(?:please|only)?\W*$"
    rf"|call me (?!an?\b)(?!(?:{NO_NAME.form}))\w+|address (?:me|us)\b|duze? mich|siez\w* mich|trátame|tutéame)",
    fits="answer in German",
    misses="the answer is in the German file",
)
ONE_OFF = Pattern(
    r"\b(?:this (?:time|once|one|script|file|email|mail|letter|message|answer|question|table|section|list|page"
    r"|document|line|folder|branch|row|record|draft)|just (?:this )?once|only (?:this )?once|only today|for once"
    r"|for now|right now|at the moment|this (?:morning|afternoon|evening)|ausnahmsweise|dieses mal|diesmal"
    r"|nur (?:dieses|heute)|cette fois|pour une fois|esta vez|por una vez)\b|这次|这一次",
    fits="just this once in French",
    misses="always in French",
)
_FILTERS = Pattern(
    r"\b(?:the ones?|those|these|them|that one|which ones)\b|^\W*(?:nur|seulement|sólo|solo|solamente) (?:die|der"
    r"|das|den|ceux|celles|celui|celle|los|las|el|la|quelli|quelle)\b",
    fits="only the ones with a balcony",
    misses="only balconies",
)
"""What picks among things that were just shown."""
_OBLIGES = Pattern(
    opening()
    + r"(?:you (?:are(?: always)? to|must|should|shall|have to|need to|ought to)|you['’]re(?: always)? to|i(?:['’]d"
    r"| would)? (?:like|want|need|expect|prefer|require) you to)\s+(?=\w)",
    fits="You are to answer in French.",
    misses="You answer in French.",
)
"""Bids the answerer by naming them; what it bids may be for once."""
_REASON = Pattern(
    r",\s*(?:(?:so|hence|therefore|thus|alors|donc|also|deshalb|daher|perciò|quindi|así que"
    r"|por eso)\b,?\s*(?:(?:please|bitte)\s+)?|(?:please|pls|bitte)\s+)",
    fits="I'm dyslexic, so please keep sentences short.",
    misses="Please keep sentences short.",
)
"""Joins what is bidden to why."""
_LAST = Pattern(
    r",?\s*\b(?:always|at all times|every time)\b(?:,?\s*please)?\W*$",
    fits="Under 100 words, always.",
    misses="Always under 100 words.",
)
_BOUND = Pattern(
    r"\b(?:this|our|the (?:rest|remainder|duration) of) (?:\w+ )?(?:conversation|chat|session|thread|talk)\b",
    fits="for the rest of this chat never suggest AWS",
    misses="never suggest AWS",
)
"""Holds in one conversation only."""


SCOPE = Pattern(
    opening()
    + r"(?:[\w' ]{0,30}?\b)?(?:i|we|my \w+|our \w+|i['’]m|we['’]re|ich|wir|je|nous)\b[^.?!]*?\b(?:only|just|solely"
    r"|nur|ausschließlich|que|seulement|uniquement)\b[^.?!]*?[.,;–—] (?:(?:so|hence|therefore|thus|please|also"
    r"|bitte|alors|donc|and)\b,? )*(?:(?:leave|lass(?:en sie)?|laisse[rz]?) (?!(?:it|me|us|him|her"
    r"|them)\b)[^.?!]* (?:out|aside|weg|beiseite|aus|de côté)\b|(?:leave out|ignor(?:e|iere|ez)|exclude|omit|skip"
    r"|disregard|drop|don['’]t bother with|do not bother with) \w)[^.?!]*",
    fits="I only look after private clients, so leave companies out.",
    misses="I only have one key, so I left it out.",
)
"""Says what the one who asks has to do with, and to leave out the rest."""

_WITHIN = (ON_CONDITION, KIND, _DECREES, SCOPE)
_FOR_GOOD = Pattern(
    r"\b(?:never|always|don['’]t|do not|whenever|each|every)\b",
    fits="never suggest AWS",
    misses="answer in German",
)
"""Says by itself that it is no wish for now."""


@lru_cache(maxsize=256)
def states(clause: str) -> bool:
    """Whether a clause sets a rule for the turns to come."""
    ever = _is_ever_done(clause)
    within = ever or any(form.search(clause) for form in _WITHIN)
    each = of_each(clause)
    lasting = within or each or bool(STANDING.search(clause) or _EVER.search(clause))
    frees = loosens(clause) and not (ever or SCOPE.match(clause))
    if frees or _is_passing(clause, lasting=lasting):
        return False
    if within or bids(clause) or _obliges(clause) or _ends_in_always(clause):
        return True
    if (bid := behind_reason(clause)) != clause:
        return not ONLY_NAME.match(bid) and stands(bid)
    return each or _begins(clause) or _holds_on(clause)


def stands(bid: str) -> bool:
    """Whether words alone are a rule, or say of what form answers are to be: beside a question, a wish for once."""
    return states(bid) or (is_of_form(bid) and not _is_passing(bid) and not loosens(bid))


def is_of_form(bid: str) -> bool:
    """Whether a bid says only of what form answers are to be, or of what manner what they are made of."""
    return shapes_answers(bid) or in_general(bid)


def is_of_manner(rule: str) -> bool:
    """Whether a rule says how answers are given, and not what they are about."""
    said = manner(rule)
    return (
        is_of_form(rule)
        or of_each(rule)
        or (said is not None and not said.attribute.startswith(THING))
    )


def loosens(clause: str) -> bool:
    """Whether a clause permits something, or says that it need not be done: it takes a rule back, and sets none."""
    bid = behind_reason(clause)
    return PERMITS.search(bid) is not None or NEEDLESS.search(bid) is not None


def behind_reason(clause: str) -> str:
    """What a clause bids behind the reason for it: `My eyes are bad, so …`; the whole where it gives none first."""
    reason = _REASON.search(clause)
    return clause[reason.end() :] if reason else clause


def _is_passing(clause: str, *, lasting: bool = False) -> bool:
    """Whether a clause speaks of this time, or of one thing, and nothing in it says that it holds for good."""
    bid = behind_reason(clause)
    once = ONE_OFF.search(bid) is not None and not SCOPE.match(clause)
    return once or (not lasting and bool(_FILTERS.search(clause) or _THIS.search(bid)))


def _is_ever_done(clause: str) -> bool:
    """Whether it says what is never or always to be done in answers."""
    return any(
        is_done_in_answers(found["done"], clause[: found.start()])
        for found in _EVER_DONE.finditer(clause)
    )


def is_of_a_life(clause: str) -> bool:
    """Whether a clause says what is never or always to be done, of nothing that is done in answers: it asks nothing."""
    return _EVER_DONE.match(clause) is not None and not _is_ever_done(clause)


def _obliges(clause: str) -> bool:
    """Whether it bids the answerer by name to do what is done with every answer."""
    found = _OBLIGES.match(clause)
    return found is not None and stands(clause[found.end() :])


def _ends_in_always(clause: str) -> bool:
    """Whether it says how answers are to be, and that always."""
    found = _LAST.search(clause)
    return found is not None and says_how(clause[: found.start()])


def _holds_on(clause: str) -> bool:
    """Whether it says that something is to be so from now on."""
    rest = STANDING.sub(" ", clause).strip(" ,:.") if STANDING.search(clause) else ""
    return bool(rest) and not is_statement(rest)


def _begins(clause: str) -> bool:
    """Whether a clause begins as a bid that holds for good does."""
    if ONLY_NAME.match(clause) and not _SHUNS.match(clause):
        # `Only EU` and `only EU sources` bind what follows; `just the ones with …` filters what was shown.
        rest = ONLY_NAME.sub("", TRIM_TAIL.sub("", clause))
        named = sum(len(name.split()) for name in words.names("x " + rest))
        few = len(words.content_words(rest)) <= named + 1
        return bool(named) and few and not _TELLS.search(rest)
    return any(form.search(clause) for form in (_FORBIDS, _SHUNS, _MANNER)) or of_style(clause)


def lasts(clause: str) -> bool:
    """Whether a clause sets a rule that outlives the conversation: in words of its own, and not bound to this one."""
    own = words.QUOTED.sub(" ", words.folded(clause))
    if _BOUND.search(own) or reported(own) or not states(own):
        return False
    return says_with_verb(own) or any(form.search(own) for form in (*_WITHIN, STANDING, _FOR_GOOD))
