"""A prompt in, pieces quoted from its evidence out: an answer that needs no model.

It reads the prompt and nothing else, so it answers what any model would have to answer from.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import regex

from loadsheet.artifacts import Prompt
from loadsheet.corpus.terms import terms
from loadsheet.intent.beside import parted
from loadsheet.intent.language import words
from loadsheet.intent.language.common import CHOOSING, naming
from loadsheet.intent.rewriting import anaphora
from loadsheet.intent.rewriting.rewrite import core
from loadsheet.intent.rules.answer_format import form_of
from loadsheet.intent.rules.constraints import asked_beside, rules
from loadsheet.lazy import lazy_regex
from loadsheet.memory.recall.overview import overview
from loadsheet.ports import Piece
from loadsheet.quoting.choosing import choose_each
from loadsheet.quoting.composing import lacking, written
from loadsheet.quoting.format_limits import kept
from loadsheet.quoting.going_on import gone_on
from loadsheet.quoting.overview import is_whole
from loadsheet.quoting.prompt_view import Passage, PromptView, read

AGAIN = lazy_regex(
    r"\W*(?:(?:please|sorry|can you|could you)\W+)*(?:(?:repeat|say)\s+(?:that|it|this|your\s+(?:last|previous)\s+"
    r"(?:answer|reply|response))(?:\s+again)?|what\s+did\s+you\s+(?:just\s+)?(?:say|answer|reply)"
    r"|wiederhol\w*\s+(?:bitte\s+)?(?:das|deine\s+\w+\s+antwort)|was\s+hast\s+du\s+(?:gerade|eben)\s+gesagt"
    r"|répète[rz]?\s+(?:ça|cela|ta\s+dernière\s+réponse)|repite\s+(?:eso|tu\s+última\s+respuesta))"
    r"(?:\W+(?:please|bitte))?\W*",
    regex.IGNORECASE,
)
"""Questions for the last answer once more, and for nothing else."""

PRONOUN = lazy_regex(
    r"\b(?:his|hers?|him|he|she|its?|their|theirs|them|they|ihre?[mnrs]?|sein\w*|ihm|ihn|son|sa|ses|leurs?|sus?|suo|sua)\b",
    regex.IGNORECASE,
)
"""What stands for a name that was said before: `What is her email?` asks for that of the one who is meant alone."""

WORD = lazy_regex(r"\s*\S+")


class ExtractiveModel:
    """A chat model that quotes what of the evidence answers best, in the form that is asked for."""

    name: str = "extractive"

    async def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        """The quotes, each with its marker, word by word; or that the evidence does not answer."""
        for word in WORD.findall(answer(prompt, max_tokens)):
            yield Piece(word)


def _bearing(sheet: PromptView) -> tuple[str, Sequence[Passage]]:
    """The question, and the passages that may answer it, as far as it leans on the conversation.

    Of a summary that a fragment varies (`And for the UK?`) it is what the documents say of that alone. What only asks
    (`Why?`, `What is step 2?`, `And the shortest?`) has its words from the conversation. Else what speaks of the name
    that the question has from there answers it, or of the thing, and not what speaks of another.
    """
    if sheet.asked != sheet.question and is_whole(sheet.asked):
        mine = words.stems(sheet.question)
        bearing = [one for one in sheet.passages if mine & words.stems(one.text)]
        return (f"{core(sheet.asked)}?", bearing) if bearing else (sheet.question, sheet.passages)
    if sheet.asked == sheet.question:
        return sheet.question, sheet.passages
    if CHOOSING.issuperset(naming(terms(anaphora.STEP.sub(" ", sheet.question)))):
        return sheet.asked, sheet.passages
    names = words.stems(" ".join(words.names(sheet.asked))) - words.stems(sheet.question)
    lent = names or words.stems(sheet.asked)  # of a thing: with all that the question says itself
    named = [one for one in sheet.passages if lent <= words.stems(f"{one.label} {one.text}")]
    if names and named and PRONOUN.search(sheet.question):
        return sheet.asked, named
    return sheet.question, named if _speak_of(sheet, named) else sheet.passages


def _speak_of(sheet: PromptView, named: Sequence[Passage]) -> bool:
    """Whether passages speak of what the question itself names, or no others do: `How much is a locker?` after what an
    error means opens a subject of its own. What a fragment names is of the subject before."""
    if anaphora.AND.match(sheet.question):
        return bool(named)
    own = frozenset(naming(terms(sheet.question)))
    near, beside = (
        any(not own.isdisjoint(terms(f"{one.label} {one.text}")) for one in passages)
        for passages in (named, [one for one in sheet.passages if one not in named])
    )
    return bool(named) and (near or not beside)


def _asked(sheet: PromptView, question: str) -> str:
    """What is asked, without a rule, a greeting or a statement beside it; with the statement behind it where the
    evidence speaks of a name in it: `I'm in Germany. How long is the leave?`"""
    part = parted(asked_beside(question, rules(question, sheet.rules)) or question)
    evidence = " ".join(passage.text for passage in sheet.passages if not passage.subject)
    bears = any(name in evidence for name in words.names(f"x {part.told}"))
    return f"{part.asked} {part.told}" if part.told and bears else part.asked


def answer(prompt: Prompt, max_tokens: int) -> str:
    """The answer to the question of a prompt, in at most so many tokens, but with one quote at the least."""
    sheet = read(prompt)
    if sheet.before and AGAIN.fullmatch(sheet.question):
        return sheet.before
    asked, passages = _bearing(sheet)
    form, question = form_of(_asked(sheet, asked), sheet.rules)
    quotes, unanswered = choose_each(question, passages, sheet.rules)
    if sheet.asked != sheet.question:
        quotes = gone_on(sheet.question, sheet.asked, sheet.before, quotes, sheet.passages)
    if not quotes:
        return lacking(question, passages, words.language(sheet.question))
    whole = overview(question) is not None
    quotes, items = (quotes, True) if whole else (kept(quotes, form), form.items)
    most = None if whole else form.sentences
    code = words.language(sheet.question)
    text = written(quotes[:1], unanswered, items=items, most=most, code=code)
    for count in range(2, len(quotes) + 1):
        longer = written(quotes[:count], unanswered, items=items, most=most, code=code)
        if len(longer.encode()) > 2 * max_tokens:
            break
        text = longer
    return text
