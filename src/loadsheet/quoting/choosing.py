"""A question and passages in; the quotes that answer it out, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from loadsheet.corpus.terms import terms
from loadsheet.intent import parts as intent_parts
from loadsheet.intent.language.answer_type import POLARITY, REASON
from loadsheet.intent.language.inflection import COMPOUNDING, are_one, telling
from loadsheet.intent.language.words import language
from loadsheet.memory.recall.overview import overview
from loadsheet.quoting.companions import ends, led_on, own_rows, sides, with_rows, without_others
from loadsheet.quoting.comparing import both, compares
from loadsheet.quoting.composing import Quote
from loadsheet.quoting.contrast import of_what_is_asked
from loadsheet.quoting.cutting import Quotable, announces, is_question, pieces
from loadsheet.quoting.extremes import extreme
from loadsheet.quoting.multiword import Names, named, with_names, with_ranges
from loadsheet.quoting.overview import is_between, is_whole, lines, of_version
from loadsheet.quoting.personal import may_tell
from loadsheet.quoting.prompt_view import Passage
from loadsheet.quoting.rule_filter import without_barred
from loadsheet.quoting.scoring import Need, Scored, need_of, ranked
from loadsheet.quoting.steps import step

MOST_ROWS = 8
"""Verified rows that answer one question at the most."""

QUOTES = 3
"""At most so many pieces: more is a page to read, not an answer."""

CLOSE = 0.92
"""A further piece is as good as the best from this part of its score on."""

WORTH = 0.75
"""A piece that covers what the others leave open must reach this part of the best score."""

NEARLY_BESIDE = 0.25
"""What holds what is asked for goes before what does not from this part of its score on in the same passage: `The rent
is 900 a month.`, after what is let; elsewhere it must be as good as a further piece."""

SAME = 0.75
"""From this part of shared words on, two pieces say the same."""

PRESENT = frozenset(terms("now today current currently nowadays"))
"""Words that ask for what holds at present; a verified row is just that."""


def choose_each(
    question: str, passages: Sequence[Passage], rules: Sequence[str] = ()
) -> tuple[list[Quote], list[str]]:
    """The best piece for each part of the question where it has several, else those of `choose`; and the parts that
    have none.

    Who wants to see all that is remembered gets every row of it, and the rules in force.
    """
    wanted = overview(question)
    if wanted is not None:
        kept = [passage.text for passage in passages if passage.subject]
        if told := kept + ([] if wanted.named else list(rules)):
            return _once(Quote(None, text, 1.0) for text in dict.fromkeys(told)), []
    whole = is_whole(question)
    parts = list(dict.fromkeys(part for passage in passages for part in passage.parts))
    split = intent_parts.parts(question)
    one = is_between(question) or compares(question)
    if one or (len(parts) < 2 and len(split) < 2):
        return choose(question, passages, rules, whole=whole), []
    most = QUOTES if whole else 1
    found: list[Quote] = []
    open_: list[str] = []
    for number, part in enumerate(split or parts):
        own = [p for p in passages if part in p.parts] if part in parts else passages
        best = choose(part, own, rules, whole=whole)[:most]
        found += [replace(quote, part=number) for quote in best]
        open_ += [] if best else [part]
    return _once(found), open_


def _once(quotes: Iterable[Quote]) -> list[Quote]:
    """No quote that stands in another one from the same passage."""
    found: list[Quote] = []
    for quote in quotes:
        if not any(quote.text in other.text for other in found):
            found = [other for other in found if other.text not in quote.text] + [quote]
    return found


def choose(
    question: str,
    passages: Sequence[Passage],
    rules: Sequence[str] = (),
    *,
    whole: bool | None = None,
) -> list[Quote]:
    """The pieces that answer `question` best, best first; none when nothing bears on it.

    A further piece is taken when it covers words of the question that are still open, or stands with the best and is as
    good. What a document's author says of themselves is not quoted to users who ask who they are, or for what memory
    holds of them; and nothing that a standing rule bars.
    """
    code = language(question)
    rest, names = named(question)
    asked = [*telling(terms(rest), code), *names.words]
    wanted = frozenset(asked)
    if not wanted:
        return by_key(passages)
    found, rows = _quotable(question, passages, rules, wanted, names)
    if is_whole(question) if whole is None else whole:
        listed = lines(wanted, found, passages)
        if listed:
            listed = with_rows(listed, found, passages)
            return _once(Quote(passages[one.passage].marker, one.shown, 0.0) for one in listed)
    need = need_of(question, asked, found)
    best_first = ranked(need, found)
    if compared := both(rest, need, best_first):
        return _quotes(compared, need, wanted, rows, passages)
    best_first = of_what_is_asked(rest, need, best_first, passages)
    if not best_first:
        return by_key(passages)
    best_first = answering(need, best_first, passages)
    best_first = extreme(question, need, best_first, found, passages)
    taken = _taken(best_first, need)
    if not taken or not held(need, [one for _, one in taken], passages):
        return by_key(passages)
    taken = step(question, need, taken)
    if passages[taken[0][1].passage].group:
        taken = _with_sides(taken[0], need, best_first, found, passages)
    return _quotes(taken, need, wanted, rows, passages)


def _quotable(
    question: str,
    passages: Sequence[Passage],
    rules: Sequence[str],
    wanted: frozenset[str],
    names: Names,
) -> tuple[list[Quotable], list[Quotable]]:
    """What may be quoted in answer, and those of it that are verified rows."""
    found = with_names(as_asked(_said(passages), wanted, language(question)), names, passages)
    found = without_others(question, wanted, with_ranges(question, found), passages)
    found = [
        one for one in found if not passages[one.passage].document or may_tell(question, one.prose)
    ]
    found = without_barred(question, rules, found, passages)
    rows = [one for one in found if passages[one.passage].verified]
    told = rows or own_rows(question, found, passages)
    if any(wanted - PRESENT <= one.terms | one.context for one in told):
        # A verified row that says all of it outranks what documents say, and stands beside what may have ended it.
        found = [one for one in found if one in told or ends(one, told, passages)]
    return of_version(question, found), rows


def _quotes(
    taken: Sequence[Scored],
    need: Need,
    wanted: frozenset[str],
    rows: Sequence[Quotable],
    passages: Sequence[Passage],
) -> list[Quote]:
    """What was taken, as it is quoted, with what belongs to it."""
    first = passages[taken[0][1].passage]
    quotes = _once(
        quote
        for score, one in taken
        for quote in quoted(one, score, need, passages, dated=bool(first.group))
    )
    if not first.subject or first.group:
        return quotes
    if first.verified:
        quotes = _once([quotes[0], *as_well(taken[0][1], wanted, rows, passages)])
    return led_on(quotes, passages)


def _said(passages: Sequence[Passage]) -> list[Quotable]:
    """The pieces of all passages; what a user asked before is no answer."""
    return [
        one
        for index, passage in enumerate(passages)
        for one in pieces(index, passage)
        if passage.document or not is_question(one.text)
    ]


def _with_sides(
    best: Scored,
    need: Need,
    best_first: Sequence[Scored],
    found: Sequence[Quotable],
    passages: Sequence[Passage],
) -> list[Scored]:
    """The best piece with what disagrees with it, each with its own score, or that of the best where it has none."""
    score, one = best
    others = [other for _, other in best_first]
    beside = sides(one, others, found, passages, QUOTES, answers=need.kind.shows(one.prose))
    scores = {id(other): own for own, other in best_first}
    return [(scores.get(id(other), score), other) for other in beside]


def quoted(
    one: Quotable, score: float, need: Need, passages: Sequence[Passage], *, dated: bool
) -> list[Quote]:
    """A piece as it is quoted, behind what stands above it where only that holds what is asked for."""
    passage = passages[one.passage]
    above = title(one, need, passages)
    marker = passage.marker if above in one.headings else None  # a place is not written in it
    quote = Quote(
        passage.marker,
        shown(one, need),
        score,
        date=passage.date if dated and passage.document else "",
    )
    return [Quote(marker, above, score), quote] if above else [quote]


def as_well(
    best: Quotable, wanted: frozenset[str], rows: Sequence[Quotable], passages: Sequence[Passage]
) -> list[Quote]:
    """The other verified rows that answer what the best one does: of the same key, or in the same words of a question.

    Who is allergic to two things is asked for both, and two things may be due on one day.
    """
    shared = wanted & best.terms
    return [
        Quote(None, one.shown, 0.0)
        for one in rows
        if one.passage != best.passage
        and (
            passages[one.passage].of == passages[best.passage].of
            or (bool(shared) and shared <= one.terms)
        )
    ][: MOST_ROWS - 1]


def answering(need: Need, ranked: Sequence[Scored], passages: Sequence[Passage]) -> list[Scored]:
    """The pieces from the first on that holds what is asked for, where one that is nearly as good does; one that holds
    it itself goes before one whose heading does."""

    def right(score: float, one: Quotable) -> bool:
        beside = one.passage == ranked[0][1].passage
        near = score >= (NEARLY_BESIDE if beside else WORTH) * ranked[0][0]
        return near and held(need, [one], passages)

    found = [n for n, scored in enumerate(ranked) if right(*scored)]
    by_itself = (
        n
        for n in found
        if need.kind.fits(ranked[n][1].prose) or not title(ranked[n][1], need, passages)
    )
    return list(ranked[next(by_itself, found[0] if found else 0) :])


def title(one: Quotable, need: Need, passages: Sequence[Passage]) -> str:
    """What stands above a piece and holds what is asked for, which the piece does not."""
    return need.kind.heading(one.text, one.headings, passages[one.passage].source)


def held(need: Need, taken: Sequence[Quotable], passages: Sequence[Passage]) -> bool:
    """Whether what is taken from documents holds what the question asks for.

    What memory holds was recalled by what it is about, whatever words it says it in.
    """
    if any(not passages[one.passage].document for one in taken):
        return True
    said = frozenset[str]().union(*(one.near for one in taken))
    if not need.spoken_of(taken):
        return False
    text = "\n".join(f"{title(one, need, passages)}\n{shown(one, need)}" for one in taken)
    if need.kind.kind is REASON and any(
        one.fails or (one.asked and need.covered(one.asked)) for one in taken
    ):
        return True
    if need.kind.kind is POLARITY and not (POLARITY.shows(text) or need.covered(said)):
        return False
    if any(
        need.kind.named & (one.label if need.labelled(one) else frozenset(terms(one.head)))
        for one in taken
    ):
        return True  # `Place: the staff room`, a column of phone numbers
    return need.kind.held(text, said)


def by_key(passages: Sequence[Passage]) -> list[Quote]:
    """The verified rows of the first key: they were recalled by what they are about, whatever words they say it in.

    `Where am I?` is answered by `I am in Lisbon`, and `What is my age?` by `I am 34 years old`.
    """
    rows = [row for row in passages if row.verified]
    return [Quote(row.marker, row.text, 0.0) for row in rows[:MOST_ROWS] if row.of == rows[0].of]


def as_asked(found: Sequence[Quotable], wanted: frozenset[str], code: str = "en") -> list[Quotable]:
    """The pieces with the words of the question where they have another form of them: `owned` beside `own`."""
    held = frozenset[str]().union(*(one.near for one in found))
    # A part of a compound may be held whole, too.
    sought = wanted if code in COMPOUNDING else wanted - held
    beside = ((term, {word for word in sought if are_one(term, word, code)}) for term in held)
    forms = {term: words for term, words in beside if words}
    if not forms:
        return list(found)

    def said(of: frozenset[str]) -> frozenset[str]:
        return of.union(*(forms[term] for term in forms.keys() & of))

    return [
        replace(
            one,
            terms=said(one.terms),
            context=said(one.context),
            asked=said(one.asked),
            heads=tuple(next(iter(forms.get(term, ())), term) for term in one.heads),
        )
        if forms.keys() & one.near
        else one
        for one in found
    ]


def shown(one: Quotable, need: Need) -> str:
    """What is quoted of a piece: of an item that the headings answer for, or of a step, the whole list."""
    whole = one.whole
    if whole is None or whole.kind not in {"list", "steps"} or announces(one.text):
        return one.shown
    if need.steps and whole.kind == "steps":
        return whole.text
    named = bool(one.heads) and frozenset(one.heads) <= need.wanted
    own = (need.wanted & one.terms) - one.context - one.asked
    return whole.text if (named or not own) and not need.kind.single else one.shown


def _taken(ranked: Sequence[Scored], need: Need) -> list[Scored]:
    """The best piece, and those after it that say more, or as well what stands beside it."""
    taken: list[Scored] = []
    for score, one in ranked:
        if len(taken) == QUOTES or score <= 0:
            break
        if not taken:
            taken.append((score, one))
            continue
        best = taken[0][0]
        if any(_same(one, other) for _, other in taken):
            continue
        seen = frozenset[str]().union(*(other.near for _, other in taken))
        adds, left = need.weight(one.terms - seen), need.weight(need.wanted - seen)
        near = one.passage == taken[0][1].passage
        alike = near and score >= (WORTH if need.overview else CLOSE) * best
        if alike or (score >= WORTH * best and adds > 0.5 * left > 0):
            taken.append((score, one))
    return taken


def _same(one: Quotable, other: Quotable) -> bool:
    shared = len(one.terms & other.terms)
    return shared >= SAME * min(len(one.terms), len(other.terms)) and shared >= 0.5 * max(
        len(one.terms), len(other.terms)
    )
