"""A clause goes in; whether it sets a rule for the turns to come, and for how long, comes out."""

from __future__ import annotations

from functools import lru_cache

from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.requests import OPENERS, SPEAK, bids, says_with_verb
from loadsheet.intent.rules.style import NO_NAME
from loadsheet.intent.rules.told import is_statement, is_told, says_how
from loadsheet.intent.rules.trimming import TRIM_TAIL

STANDING = Pattern(
    r"\b(?:from (?:now|here|this point|today|(?:the )?next \w+) on(?:wards?)?|new rule|standing order|house rule|"
    r"from here on out|going forward|"
    r"henceforth|in (?:the )?future|in everything that follows|"
    r"for (?:the )?(?:rest|remainder|duration) of (?:the (?:day|week|conversation|session|chat|"
    r"year|project|trip)|(?:this|our|my)(?: \w+)?)\b|for the (?:whole|entire) \w+\b|until (?:i (?:say|"
    r"tell)(?: you)?(?: otherwise| so)?|"
    r"further notice)|(?:as a|general) rule|every time|each time|at all times|"
    r"in (?:all|every|each) (?:your |future |following |the )?(?:\w+ )?(?:answers?|repl(?:y|ies)|responses?|examples?|"
    r"snippets?|code|recipes?|letters?|reports?|lists?|tables?|"
    r"drafts?|messages?|summar(?:y|ies)|emails?|mails?|case)|throughout|"
    r"ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|künftig|in zukunft|für den rest|"
    r"désormais|dorénavant|à partir de (?:maintenant|là)|à l'avenir|"
    r"d['’]ora in (?:poi|avanti)|da (?:adesso|ora|oggi)(?: in poi)?|in futuro|"
    r"a partir de (?:ahora|hoy)|de ahora en adelante|en adelante)\b|以后|从现在(?:起|开始)|"
    r"今后|每次|永远",
    fits="from now on cite the page",
    misses="cite the page",
)
_ONLY = r"show|look|answer|search|give|list|count|quote|speak|write|reply"
"""What else may be done only in a certain way."""

_FORBIDS = Pattern(
    OPENERS
    + rf"(?:(?:don't|do not|please don't) (?:ever|(?:{SPEAK}|show me|talk|offer|give me|call me (?=\w)|address|"
    rf"start|end|add|"
    rf"apologi[sz]e|repeat|reveal|disclose|leak|share my|store my|pass on)\b)|only (?:{SPEAK}|{_ONLY})\b)",
    fits="don't suggest shellfish",
    misses="why don't you suggest anything",
)
_BINDING = Pattern(
    OPENERS
    + r"(?:(?:never|always|only ever|when (?:i|you) (?!was|were|did|had|say|said|mean)\w+[^,]*,"
    r"\s*(?!i\b|we\b|it\b|i.m\b)\w+)\b|"
    r"no (?:more )?\w+[^?]*, ever\b|"
    r"(?:avoid|refrain from|steer clear of|stay away from|exclude|leave out|skip|omit|ignore|stick to|"
    r"restrict (?:yourself|everything|answers)|"
    r"limit (?:yourself|everything|answers)|"
    r"keep (?:all |your |the |every |each )?(?:answers?|repl(?:y|ies)|it|everything|sentences|paragraphs|language|"
    r"wording|"
    r"explanations) (?:to|under|below|short|brief|simple|plain|concise|within)|"
    r"stop (?:using|suggesting|mentioning|recommending|adding|calling))\b|"
    r"(?:just|only|nur|seulement|sólo|solo) (?:the )?[A-Z][\w-]*(?: (?:and|or|und|et|y) [A-Z][\w-]*)*\W*$)",
    fits="never suggest shellfish",
    misses="what do you suggest",
)
_NOT_BARE = r"had|been|was|were|in|is|are|am|has|have|having|did|does|do|will|would|can|could|mind|an?|the|my|to"
"""Words behind `never` and `always` that ask for nothing."""

_NOT_ASKED = (
    r"i|we|you|he|she|they|it|there|the|an?|my|our|your|his|her|their|this|that|is|are|do|does|what|who|how|when|where|"
    r"which|why|no ?(?:body|one|thing)|every(?:body|one|thing)|some(?:body|one|thing)|people|ich|wir|er|es|man|je|"
    r"il|elle|"
    r"on|nous|yo|io|el|la|le|der|die|das|mi|mon|ma|mein\w*|kein\w*|niemand|jeder|alle|personne|rien|nadie|nada|nessuno"
)
"""What a clause begins with that is no request."""

_INSIDE = Pattern(
    r"(?:[,:;–—]\s*|\b(?:so|that|hence|therefore|please|and|but|remember|to|(?:that|sure|important) you|don't|"
    r"do not)\s+)"
    rf"(?:please\s+|you\s+)?(?:never|always)(?: again| ever)?,?\s+(?!(?:{_NOT_BARE})\b|\w+(?:ed|s)\b)\w+|"
    r"(?:[,:;–—]\s*|\b(?:so|and|but|please)\s+)(?:please\s+)?(?:don't|do not) (?:ever \w+|(?:suggest|recommend|mention|"
    r"propose|offer|use|include|cite)\b)|"
    r"\byou (?:are|were) (?:never|always) to \w+|\byou(?:['’]re| are) not (?:allowed|permitted|supposed|to)\b|"
    r"\bi (?:only|just) want\b[^.?!]*\b(?:from now on|going forward|in (?:the )?future)\b|"
    r"^\W*(?:please )?(?:never|always)(?: again| ever)? (?!again|mind|is\b|was\b|had\b|been\b|in my\b)\w+|"
    r"\bunder (?:no|any) circumstances?\b|"
    r"\b(?:every|each|all|any|the|your) (?:of your )?(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)) "
    r"(?:must|should|ha(?:s|ve) to|needs? to|(?:is|are) to)\b|"
    rf"^\W*(?:in|for|with) (?:all|every|each|any) (?:[\w-]+ ){{0,3}}[\w-]+, (?!(?:{_NOT_ASKED})\b)\w+|"
    r"^\W*(?:(?:my|our|a|the|one|another|new|general|house|first|second|only) )*(?:rule|instruction|requirement|"
    r"constraint|restriction)s?\s*:|"
    r"^\W*(?:all|every|any) (?:\w+ )?(?:code|examples?|output|snippets?|figures|numbers|dates?|prices|amounts|units|"
    r"titles|"
    r"headings|text) (?:must|should|ha(?:s|ve) to|needs? to) be (?:in|given|shown|written|formatted|quoted)\b|"
    r"^\W*(?:(?!the|my|our|this|that|it|he|she|i|we)[\w-]+ ){1,3}(?:is|are) (?:off[ -]limits|taboo|not an option)\W*$|"
    r"^\W*(?:please )?treat (?:everything|all|anything)\b|"
    r"\bi (?:never|don't ever|do not ever) (?:ever )?(?:want|wish)\b|"
    r"\bi (?:don't|do not) (?:want|wish)\b[^.?!]*\b(?:ever|again|any ?more)\b",
    fits="I'm vegan, so never suggest meat.",
    misses="He never suggested meat.",
)
"""A rule in the middle of what is said around it, or by other words than those at a clause's head."""
_CONDITIONAL = Pattern(
    OPENERS + r"(?:whenever|(?:every|each) time"
    r"|(?:when|if) (?:i|we) (?:ask|mention|say|talk|request|discuss|send|share|paste))\b"
    rf"[^,?]*,\s*(?!(?:{_NOT_ASKED}|can|could|will|would|should)\b)\w+|"
    rf"{OPENERS}(?:whatever|whichever|no matter|regardless of|irrespective of|even (?:if|when)|egal|quoi que|"
    rf"peu importe|"
    r"quelle que soit|pregunte|diga|sea|qualunque|qualsiasi)\b[^,:?]*\b(?:ask|say|write|type|send|talk|language|"
    r"question|"
    r"topic|subject|happens|frage|sage|schreibe?|sprache|thema|demande|dise|écrive|langue|question|pregunte|diga|"
    r"idioma|"
    rf"lengua|chieda|chiedo|dica|lingua|domanda)\b[^,:?]*[,:]\s*(?!(?:{_NOT_ASKED}|can|could|will|would|should)\b)\w+",
    fits="If I ask for a deadline, name the weekday as well.",
    misses="Whenever I go there, it rains.",
)
"""Asks for something whenever something is asked, said or so."""
KIND = Pattern(
    r"^(?:please\s+)?(?:for|in|with)\s+(?P<condition>(?:\w+\s+){0,4}"
    r"(?:questions?|requests?|topics?|tasks?|emails?|code|recipes?|answers|replies|messages|reports?|letters|summaries"
    r"|trips?|travel))\s*,\s+(?:please\s+|always\s+|never\s+)*"
    r"(?:use|keep|give|write|answer|reply|prefer|leave|add|include|avoid|list|show|stick|put|start|skip)\b",
    fits="For code questions, use Python.",
    misses="For code questions, we have a wiki.",
)
"""Asks for something under a kind of request."""
_THIS = Pattern(
    r"\b(?:in|of|from|for|to|with|on|at) th(?:is|at) "
    r"(?!conversation|chat|session|thread|project|workspace|year|way|rule|kind|sort|type|matter|point|on\b)\w+|"
    r"\b(?:mention|tell|show|say|send|repeat|shar|touch|delet|do)(?:e|ing)? (?:this|that|it)\b|"
    r"\b(?:slide|page|chapter|section|step|line|row|item|question|paragraph|point|part|figure|table)s? \d+\b|"
    r"\b(?:the|my|your) (?:last|previous|first|second|third|next|latest) \w+|"
    r"\bhere\W*$|\btoday\b(?! on)|\btonight\b|\btomorrow\b|(?<!ab )\bheute\b|\bdies(?:e[rsnm]?)?\b|^\W*\w+ das\b|"
    r"\baujourd['’]hui\b|"
    r"\bc(?:e|et|ette) (?!soit)\w+|\best[ea] \w+|\bquest[oa] \w+|"
    r"\bonly (?:list|give|show|name) (?:me )?(?:\d+|one|two|three|four|five)\b",
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
_ONLY_DO = Pattern(
    rf"^\W*only (?:ever|{SPEAK}|{_ONLY})\b",
    fits="only suggest trains",
    misses="only trains",
)
_MANNER = Pattern(
    OPENERS
    + r"(?:(?:answer|reply|respond|speak|talk)(?: to)?(?: me)?(?: only)? (?:like (?:an?|the|i)|as (?:if|though))\b|"
    r"(?:write|use) (?:in )?(?:short|simple|plain|full|easy|large|big|small) (?:sentences|words|language|lines|"
    r"paragraphs|headings|letters)\b|"
    r"(?:answer|reply|respond|speak|talk|write)(?: to)?(?: me)?(?: only)? in (?P<how>[A-Z]\w+|rhymes?|verse|"
    r"bullet points?|bullets|plain \w+|short sentences|full sentences|metric\b.*|lower ?case|"
    r"capitals)\W*(?:please|only)?\W*$|"
    r"use (?:metric|imperial|british|american|us|uk|simple|plain|formal|informal|celsius|"
    rf"fahrenheit|bullet|24|si)\b|call me (?!an?\b)(?!(?:{NO_NAME.form}))\w+|address (?:me|us)\b|"
    r"(?:antworte?|schreib\w*|sprich) (?:mir )?(?:bitte )?(?:nur )?(?:noch )?(?:auf|in) \w+\W*$|"
    r"duze? mich|siez\w* mich|(?:réponds|répondez|parle|écris)(?:-moi)? (?:toujours )?en \w+\W*$|"
    r"(?:tu peux|vous pouvez) me (?:tutoyer|vouvoyer)|(?:responde|contesta|habla|"
    r"escribe)\w* (?:siempre )?en \w+\W*$|trátame|tutéame)",
    fits="answer in German",
    misses="the answer is in the German file",
)
ONE_OFF = Pattern(
    r"\b(?:this (?:time|once|one|script|file|email|mail|letter|message|answer|question|table|"
    r"section|list|page|document|line|folder|branch|row|record|draft)|just (?:this )?once|"
    r"only (?:this )?once|only today|for once|for now|"
    r"right now|at the moment|this (?:morning|afternoon|evening)|ausnahmsweise|dieses mal|diesmal|"
    r"nur (?:dieses|heute)|cette fois|pour une fois|esta vez|por una vez)\b|这次|这一次",
    fits="just this once in French",
    misses="always in French",
)
_ABOUT_ME = Pattern(
    opening("because") + r"(?:i|i'm|i've|i'd|he|she|they|it|my|our|"
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
_FOR_ME = Pattern(
    r"\b(?:i want|i'd like|i would like|i need) (?:all|every|only|no more|your answers)\b"
    r"(?! (?:the|those|these|of)\b)(?![^.?!]* of (?:the|this|that|my)\b)|"
    r"\b(?:you|answers|replies) (?:should|must|shall|may) (?:never|always|only|not)\b|"
    r"\bi (?:don['’]t|do not|never) want you to (?!know|think|believe|worry|feel|get|forget|remember)\w+|"
    r"\bi['’]?(?:d| would) (?:rather|prefer)(?: it if| that)? you (?:never|always|not|didn['’]t|don['’]t)\b|"
    r"\bno (?:more )?\w+ (?:from now|any ?more|in (?:your|the) answers)",
    fits="I want all prices in euros",
    misses="you cited page 4",
)
_WANTED = Pattern(
    r"\bi(?:['’]d| would)? (?:want|like|need) (?:all|every|only|no more)\b",
    fits="I want all prices in euros",
    misses="I want you to cite pages",
)
"""Names what is wanted: that of answers for good, or a thing for once."""
_PLURAL_ONLY = Pattern(
    r"\bonly (?!the\b|these\b|those\b|my\b|\d)(?:[\w-]+ ){0,3}[\w-]+s\W*$",
    fits="I want only vegan recipes",
    misses="I want only the totals",
)
_OBLIGES = Pattern(
    opening()
    + r"(?:you (?:are(?: always)? to|must|should|shall|have to|need to|ought to)|you['’]re(?: always)? to|"
    r"i(?:['’]d| would)? (?:like|want|need|expect|prefer|require) you to)\s+(?=\w)",
    fits="You are to answer in French.",
    misses="You answer in French.",
)
"""Bids the answerer by naming them; what it bids may be for once."""
_ANSWERING = Pattern(
    r"^\W*(?:always |only )?(?:(?:cite|quote|use|name|give|add|include|mention|show) (?!the\b|th(?:is|at|e[sm]e?)\b|"
    r"those\b|my\b|me\b|it\b|an?\b|all\b|\d)\w|(?:answer|reply|respond|speak|talk) (?:in|to me|like|as|with|only)\b|"
    r"(?:be|stay|keep|avoid|stop|refrain)\b)",
    fits="cite pages",
    misses="cite the page in that report",
)
"""What is done with every answer, and to no one thing."""
_REASON = Pattern(
    r",\s*(?:(?:so|hence|therefore|thus|alors|donc|also|deshalb|daher|perciò|quindi|así que|por eso)\b,?\s*"
    r"(?:(?:please|bitte)\s+)?|(?:please|pls|bitte)\s+)",
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


_WITHIN = (_INSIDE, _CONDITIONAL, KIND)


@lru_cache(maxsize=256)
def states(clause: str) -> bool:
    """Whether a clause sets a rule for the turns to come."""
    inside = any(form.search(clause) for form in _WITHIN)
    lasting = inside or bool(STANDING.search(clause) or _EVER.search(clause))
    passing = not lasting and (_FILTERS.search(clause) or _THIS.search(clause))
    if ONE_OFF.search(clause) or passing or is_told(clause):
        return False
    if inside or bids(clause) or _is_wanted(clause) or _obliges(clause) or _ends_in_always(clause):
        return True
    if reason := _REASON.search(clause):
        behind = clause[reason.end() :]
        return not ONLY_NAME.match(behind) and states(behind)
    return (not _ABOUT_ME.search(clause) and _begins(clause)) or _holds_on(clause)


def _is_wanted(clause: str) -> bool:
    """Whether it says what the user wants of every answer: of a thing that is wanted, it must say how it is to be."""
    if not _FOR_ME.search(clause):
        return False
    return not _WANTED.search(clause) or says_how(clause) or bool(_PLURAL_ONLY.search(clause))


def _obliges(clause: str) -> bool:
    """Whether it bids the answerer by name to do what is done with every answer."""
    found = _OBLIGES.match(clause)
    rest = clause[found.end() :] if found else ""
    return bool(rest) and (_ANSWERING.search(rest) is not None or states(rest))


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
    if ONLY_NAME.match(clause) and not _ONLY_DO.match(clause):
        # `Only EU` and `only EU sources` bind what follows; `just the ones with …` filters what was shown.
        rest = ONLY_NAME.sub("", TRIM_TAIL.sub("", clause))
        named = sum(len(name.split()) for name in words.names("x " + rest))
        few = len(words.content_words(rest)) <= named + 1
        return bool(named) and few and not _TELLS.search(rest)
    return any(form.search(clause) for form in (_FORBIDS, _BINDING, _MANNER))


def lasts(clause: str) -> bool:
    """Whether a clause sets a rule that outlives the conversation: in words of its own, and not bound to this one."""
    own = words.QUOTED.sub(" ", words.folded(clause))
    named = ONLY_NAME.match(own) and not _ONLY_DO.match(own) and not STANDING.search(own)
    if _BOUND.search(own) or not states(own) or named:
        return False
    forms = (*_WITHIN, STANDING, _FOR_ME, _FORBIDS)
    return says_with_verb(own) or any(form.search(own) for form in forms)
