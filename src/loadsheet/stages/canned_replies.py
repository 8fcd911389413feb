"""A turn that needs no model goes in; what is said to it comes out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import Heard, Reply, RoutePlan
from loadsheet.intent.flags import arithmetic, utterance_type
from loadsheet.intent.flags.signals import intent_of
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.language.translations import everywhere, say
from loadsheet.intent.rewriting.anaphora import ORDINALS, SUBJECT
from loadsheet.intent.rewriting.standalone import without_marks
from loadsheet.intent.rules.standing import is_of_a_life
from loadsheet.intent.rules.style import manner
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.grammar import clause
from loadsheet.memory.extraction.pieces import subject_words
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.language import words as w
from loadsheet.stages.generate import Say
from loadsheet.trace import StageReport

_THANKS = Pattern(
    r"\b(?:thank|thanks|thx|ta|cheers|appreciated|danke|dank|merci|gracias|obrigad[oa]|grazie)\b|"
    r"谢|辛苦|ありがとう",
    fits="many thanks",
    misses="hello",
)
_HELLO = Pattern(
    r"\b(?:hi|hello|hey|morning|evening|afternoon|hallo|moin|guten|bonjour|bonsoir|salut|hola|"
    r"buen[oa]s)\b|你好|您好|こんにちは",
    fits="good morning",
    misses="many thanks",
)
_ABOUT_ME = Pattern(
    r"\b(?:who|what) are you\b|\bwhat can you\b",
    fits="who are you",
    misses="who is Ana",
)
_FIRST = Pattern(
    r"\b(?:first|premi(?:er|[eè]re?)|erste\w*|primera?)\b|第一|\bzuerst\b",
    fits="my first question",
    misses="my question",
)
_LAST = Pattern(
    r"\b(?:last|latest|previous|before|just|(?:moment|minute) ago|my question|zuletzt|letzte\w*|dernière?|"
    r"última?|ultima)\b",
    fits="my last question",
    misses="the question",
)
_YOUR_ANSWER = Pattern(
    r"\byour?\b[^?]*\b(?:say|said|answer(?:ed)?|repl(?:y|ied)|response)\b",
    fits="what did you say",
    misses="what did I say",
)
_NTH = Pattern(
    r"\b(?P<which>second|third|fourth|fifth)\b",
    fits="my second question",
    misses="my question",
)
_ALL = Pattern(
    r"\bso far\b|\bquestions\b|\bbisher\b|\b(?:everything|all)\b[^?]*\basked\b|\bi(?: have|['’]ve)? asked(?: you)?\W*$|"
    r"\bhave i asked(?: you)?\W*$|\bsummary\b|\bwhat (?:have |did )?we\b|"
    r"\b(?:summari[sz]e|sum up|recap|résume\w*|fasse?|"
    r"resume)\b",
    fits="what have I asked so far",
    misses="what did I ask first",
)
_HOW_MANY = Pattern(
    r"\bhow many\b|\bwie viele\b|\bcombien\b|\bcuánt[oa]s\b|几个",
    fits="how many questions",
    misses="which questions",
)


NOTED = say("noted", "en")
"""What is said to what somebody tells."""

DISPUTED = say("disputed", "en")
"""What is said to who says that an answer is wrong, and not what is right."""

WELCOME, GREETING, FINE = (say(name, "en") for name in ("welcome", "greeting", "fine"))
"""What is said to thanks, to a greeting, and to other courtesy."""

_EMPTY = frozenset(everywhere("noted", "disputed", "welcome", "greeting", "fine", "nothing_said"))
_SAYS_NOTHING = (
    *everywhere("not_enough", "no_answer", "set", "lifted"),
    *filter(None, (phrase.partition("{}")[0] for phrase in everywhere("idle"))),
)


def says_nothing(reply: str) -> bool:
    """Whether a reply says nothing of what the conversation is about, so that no later turn leans on its words."""
    return reply in _EMPTY or reply.startswith(_SAYS_NOTHING)


_WORD = re.compile(r"[\w'’]+")
_STOPS = (".", "!", "。", "！")
TOLD = "statement: tells"
"""The signal of a turn that has the form of a statement."""
_MARK = re.compile(r"[?？؟]")
_OF_THE_CONVERSATION = """
    what which did do i ask asked say said first second third last latest before previous just now moment ago you my
    question questions was were is how many have so far in this the conversation chat who are can tell me again our
    summarise summarize recap sum up summary talk talked discuss discussed about could please give a
"""
OF_THE_CONVERSATION = frozenset(_OF_THE_CONVERSATION.split())
"""Words of which a question may be made that the transcript alone answers."""


@dataclass(frozen=True, slots=True)
class Speak:
    """Say what the plan already holds; no model is asked."""

    name: ClassVar[str] = "generate"
    say: Say = lambda _piece: None

    def __call__(self, given: RoutePlan, /) -> Reply:
        """The reply of the plan."""
        self.say(given.reply)
        outcome = "clarify" if given.outcome == "clarify" else "answered"
        return Reply(text=given.reply, outcome=outcome, model=f"rule:{given.rule}")

    def report(self, _given: RoutePlan, gave: Reply, /) -> StageReport:
        """Says that no model spoke."""
        return StageReport(decisions=(f"{gave.outcome} by {gave.model}, no model was asked",))


def spoken(heard: Heard) -> str:
    """The reply where the turn itself, or the transcript, holds it; empty where a model has to speak."""
    text, intent = heard.turn.question, heard.turn.intent
    if (sum_ := arithmetic.expression(text)) and (value := arithmetic.evaluate(sum_)) is not None:
        return f"{sum_} = {arithmetic.shown(value)}"
    reckons = dict(heard.turn.signs).get("reckons")
    if reckons and (sum_ := arithmetic.loosely(text)):
        value = arithmetic.evaluate(sum_)
        return f"{sum_} = {arithmetic.shown(value)}" if value is not None else ""
    if intent.has("conversation"):
        return _of_conversation(heard)
    if heard.turn.correction == "value" or (intent.question >= 0.5 and not intent.has("chit_chat")):
        return ""
    if intent.has("statement") and heard.turn.correction:
        return DISPUTED
    if heard.turn.stated or heard.turn.withdrawn:
        return of_rules(heard)
    if intent.has("chit_chat"):
        if _THANKS.search(text):
            return WELCOME
        return GREETING if _HELLO.search(text) else FINE
    return ""


def tells(heard: Heard) -> bool:
    """Whether a turn tells something that memory may keep, and asks nothing."""
    turn, pasted = heard.turn.turn, heard.turn.attachments
    speech = Speech(turn.text, turn.scope, turn.asked_at, pasted=pasted)
    return not _MARK.search(heard.turn.question) and bool(candidates(speech))


_WANTS = Pattern(
    r"^\W*(?:i|we)(?:['’]\w+)?\s+(?:(?:really|just|still|also)\s+)?(?:want|need|wish|wonder\w*|look\w*|try\w*|forgot"
    r"|can(?:not|['’]t)?|could|don['’]t|do not|didn['’]t|like to|have (?:a|an|some) (?:question|problem|issue))\b|"
    r"^\W*(?:je\s+(?:peux|veux|voudrais|cherche|dois)|on\s+(?:peut|doit)|ich\s+(?:will|möchte|brauche|suche|kann|darf)|"
    r"(?:yo\s+)?(?:quiero|necesito|busco|puedo)|(?:io\s+)?(?:voglio|vorrei|cerco|posso))\b",
    fits="I want a refund",
    misses="I sold the car",
)
"""A wish or a trouble, in the form of a statement: it asks."""


_INVERTED = Pattern(
    r"^\W*(?!(?:\w+\s+){0,2}(?:wann|was|wer|wem|wen|wie\w*|wo\w*|warum|welche\w*)\b)(?:\w+\s+){1,2}(?!(?:will|woll|möcht|brauch|such|benötig|kann|könn|soll|muss|müss)\w*)\w+\s+(?:ich|wir)\b",
    fits="Gestern habe ich Ana getroffen.",
    misses="Jetzt brauche ich einen Plan.",
)
"""German tells of oneself with the verb before who does it, behind a time or a place."""


_POSSESSED = Pattern(
    r"^\W*(?:mein\w*|unser\w*|mon|ma|mes|notre|nos|mis?|nuestr\w+|(?:il |la )?(?:mio|mia)|my|our)\s+(?:[\w-]+\s+){1,3}"
    r"(?:ist|sind|war|heißt|est|sont|s['’]appelle|es|son|se llama|è|sono|si chiama|is|are|was)\s+\w",
    fits="Meine Ärztin ist Dr Lund.",
    misses="Meine Ärztin?",
)
"""Says what somebody or something of the user's is."""
_FIRST_PERSON = Pattern(
    r"^\W*(?:(?:ahora|ya|ora|adesso|no|non)\s+)?(?!(?:cuant|quant|cuand|quand|com|sol|dov|per)o\b)[a-zà-ÿ]{3,}o\s+"
    r"(?:en|a|al|de|del|in|con|da|per|por|para|un|una|dos|due|tres|tre)\b",
    fits="Vivo en Roma.",
    misses="Cuanto en total",
)
"""Spanish and Italian tell of oneself by the verb alone."""


def states(heard: Heard) -> bool:
    """Whether a turn has the form of a statement, also one of which memory makes no record."""
    text = without_marks(heard.turn.question)
    if _MARK.search(text) or _WANTS.match(text):
        return False
    told = SUBJECT.match(text) or _INVERTED.match(text) or _POSSESSED.match(text)
    return told is not None or _FIRST_PERSON.match(text) is not None or _says_so(text)


def _says_so(text: str) -> bool:
    """Whether a text says how something is, and asks for nothing: several sentences, an outcry, or one with a verb."""
    text = text.rstrip()
    if not text.endswith(_STOPS):
        return False
    several = len(_SENTENCE.split(text)) > 1
    return several or text.endswith("!") or is_of_a_life(text) or _has_a_verb(text)


_SENTENCE = re.compile(r"(?<=[^\W\d_]{2}[.!])\s+(?=[A-ZÀ-Þ])")


def _has_a_verb(text: str) -> bool:
    """Whether a sentence says what somebody or something does or did: `The team won.`"""
    who = subject_words(clause(text)).casefold().split()
    return bool(who) and w.RELATIVES.isdisjoint(who) and who[0] not in w.REQUESTS | w.CONDITIONALS


def certain(heard: Heard) -> bool:
    """Whether a turn asks nothing beyond doubt: it holds nothing but courtesy, a sum or a question about the
    conversation, only sets or lifts rules, or tells what memory may keep."""
    text, intent = heard.turn.question, heard.turn.intent
    if arithmetic.expression(text):
        return True
    said = {word.casefold() for word in _WORD.findall(text)}
    courteous = said <= utterance_type.COURTEOUS and not _MARK.search(text)
    # `Never store passwords` may be the title of a text; who addresses the one that answers writes a sentence.
    rules = (*heard.turn.stated, *heard.turn.withdrawn)
    ruled = bool(rules) and (text.rstrip().endswith(_STOPS) or any(map(manner, rules)))
    of_talk = intent.has("conversation") and said <= OF_THE_CONVERSATION
    return courteous or ruled or of_talk or declares(heard)


def declares(heard: Heard) -> bool:
    """Whether a turn tells of the user what memory may keep, in the form of a statement that stands alone."""
    turn = heard.turn
    alone = turn.form in {"opening", "self_contained"} and not turn.correction
    told = TOLD in turn.intent.signals and turn.intent.has("self_reference")
    return alone and told and not turn.intent.has("question") and tells(heard)


def asked_back(heard: Heard) -> str:
    """The one question that goes back: about what stayed unresolved, or about what is meant at all."""
    missing, options = heard.turn.unresolved, heard.state.options
    code = heard.turn.language
    if heard.turn.readings:
        return say("which_one", code, ", ".join(heard.turn.readings))
    if missing and options:
        return f"Which one do you mean by “{missing[0]}”: {', '.join(options)}?"
    if missing:
        return say("meant_by", code, missing[0])
    return say("more_exactly", code)


def _of_conversation(heard: Heard) -> str:
    """What the transcript itself answers: one of the questions, all of them, or how many there were."""
    text, state = heard.turn.question, heard.state
    asked = [said for said in state.questions if not intent_of(said).has("chit_chat")]
    if _ABOUT_ME.search(text):
        return "I look things up in the documents that were added here, and say where each answer stands."
    if _YOUR_ANSWER.search(text):
        return ""
    if not state.questions:
        return "This is your first question."
    if _HOW_MANY.search(text):
        return f"{state.turns + 1}, with this one."
    if _FIRST.search(text):
        return f"Your first question was: “{state.first_question}”"
    if found := _NTH.search(text):
        which = found["which"].casefold()
        # The state keeps the last questions only: of a long conversation the second is not among them.
        known = state.turns == len(state.questions) and ORDINALS[which] < len(asked)
        return f"Your {which} question was: “{asked[ORDINALS[which]]}”" if known else ""
    if asked and _ALL.search(text):
        return f"You asked: {_quoted(asked)}."
    if asked and _LAST.search(text):
        return f"Your last question was: “{asked[-1]}”"
    return ""


def _ended(heard: Heard) -> tuple[str, ...]:
    """The rules that the turn ended, in the words in which they were set."""
    left = {pinned.id for pinned in heard.next_state.constraints if pinned.in_force}
    before = (pinned for pinned in heard.state.constraints if pinned.in_force)
    return tuple(pinned.text for pinned in before if pinned.id not in left)


def of_rules(heard: Heard) -> str:
    """What was set and lifted, empty where neither was; nothing is said to be lifted that was not in force.

    Where nothing was lifted, the rules that are in force are named."""
    turn, code = heard.turn, heard.turn.language
    idle = [text for text in turn.withdrawn if text not in turn.lifted]
    left = [pinned.text for pinned in heard.next_state.constraints if pinned.in_force]
    parts = (
        f"{say('set', code)} {_quoted(turn.stated)}." if turn.stated else "",
        f"{say('lifted', code)} {_quoted(_ended(heard) or turn.lifted)}." if turn.lifted else "",
        say("idle", code, _quoted(idle)) if idle else "",
        say("in_force", code, _quoted(left)) if idle and left else "",
    )
    return " ".join(part for part in parts if part)


LISTED = 50
"""Documents that are named to who asks for them."""


def of_documents(names: Sequence[str]) -> str:
    """What is indexed, each on a line of its own."""
    if not names:
        return "Nothing is indexed yet."
    more = len(names) - LISTED
    lines = [f"- {name}" for name in names[:LISTED]]
    lines += [f"- … and {more} more"] if more > 0 else []
    count = "1 document is" if len(names) == 1 else f"{len(names)} documents are"
    return "\n".join((f"{count} indexed:", *lines))


def _quoted(texts: Sequence[str]) -> str:
    # The sentence around the user's words ends by itself.
    return "; ".join(f"“{text.rstrip('.。')}”" for text in texts)
