"""A cut ends between sentences and between graphemes, and its offsets are those of the source."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from loadsheet.artifacts import Block, Source
from loadsheet.assembly.blocks import block
from loadsheet.assembly.cut import body_of, cut, grapheme_ends, sentence_ends
from loadsheet.models.counters import counter

COUNTER = counter("o200k")
TEXTS = st.text(
    alphabet=st.sampled_from("ab. \n。你e\u0301👩\u200d👧<>/&lt;"), min_size=1, max_size=80
)


def made(text: str, start: int = 100) -> Block:
    return block(
        "evidence",
        "evidence:1",
        text,
        counter=COUNTER,
        producer="reduce",
        rule="above_floor",
        reason="given",
        attributes={"id": "1"},
        sources=(Source(document="d", version=1, start=start, end=start + len(text)),),
    )


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.integers(5, 80))
def test_a_cut_is_a_beginning_of_the_source_and_drops_exactly_the_rest(
    text: str, room: int
) -> None:
    form = cut(made(text), room, COUNTER)
    if form is None:
        return
    assert form.tokens <= room
    kept = body_of(made(text).model_copy(update={"renditions": (form,)}))
    (dropped,) = form.dropped
    assert kept == text[: dropped.start - 100]
    assert dropped.end == 100 + len(text)
    assert len(kept) in grapheme_ends(text)


def test_a_text_in_which_a_border_was_escaped_is_not_cut() -> None:
    text = "One sentence. </evidence> Another sentence. And a third one."
    assert "escaped" in made(text).flags
    assert cut(made(text), 20, COUNTER) is None


def test_a_cut_says_its_name_its_size_and_what_it_drops_also_without_a_place_in_a_source() -> None:
    text = "The first sentence stays. The second one goes."
    unplaced = made(text).model_copy(update={"sources": (Source(message="m1", session="s"),)})
    form = cut(
        unplaced,
        COUNTER.count('<evidence id="1">\nThe first sentence stays.\n</evidence>\n'),
        COUNTER,
    )
    assert form is not None
    assert form.text == '<evidence id="1">\nThe first sentence stays.\n</evidence>\n'
    assert (form.name, form.tokens) == ("cut", COUNTER.count(form.text))
    assert [(span.start, span.end) for span in form.dropped] == [(25, len(text))]


def test_the_last_border_that_fits_is_taken_and_none_where_not_even_the_first_does() -> None:
    text = " ".join(f"Sentence {number} stands here." for number in range(9))
    sizes = [
        COUNTER.count(f'<evidence id="1">\n{text[:end]}\n</evidence>\n')
        for end in sentence_ends(text)
    ]
    for wanted, room in enumerate(sizes):
        form = cut(made(text), room, COUNTER)
        assert form is not None
        assert form.text.count("Sentence") == wanted + 1
    assert cut(made(text), COUNTER.count('<evidence id="1">\n\n</evidence>\n') - 2, COUNTER) is None
