from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Span
from loadsheet.corpus.sentences import bare, split


def texts(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Smith paid 3.14 euros. He left.", ["Dr. Smith paid 3.14 euros.", "He left."]),
        ("v1.2.3 shipped. Done.", ["v1.2.3 shipped.", "Done."]),
        ("The U.S. Government pays. Good.", ["The U.S. Government pays.", "Good."]),
        ("He lives in the U.S. She does not.", ["He lives in the U.S.", "She does not."]),
        ("Bring a form, e.g. Form 12. Sign it.", ["Bring a form, e.g. Form 12.", "Sign it."]),
        ("See No. 5 and Fig. 2 there. Then go.", ["See No. 5 and Fig. 2 there.", "Then go."]),
        (
            "Beginn am 3. Mai 2027, z. B. um 9 Uhr. Danach Pause.",
            ["Beginn am 3. Mai 2027, z. B. um 9 Uhr.", "Danach Pause."],
        ),
        (
            "Jeden 2. Montag bis zum 15. Danach nicht.",
            ["Jeden 2. Montag bis zum 15.", "Danach nicht."],
        ),
        ("Er wohnt in Haus 3. Die Tür ist rot.", ["Er wohnt in Haus 3.", "Die Tür ist rot."]),
        ("Vgl. Abs. 2 und Nr. 5 dort. Ende.", ["Vgl. Abs. 2 und Nr. 5 dort.", "Ende."]),
        ("La Sra. Medina abre. Mme. Roux ferme.", ["La Sra. Medina abre.", "Mme. Roux ferme."]),
        ("My dog is Max. Max is six.", ["My dog is Max.", "Max is six."]),
        ("Ask Ed. Nora knows too.", ["Ask Ed.", "Nora knows too."]),
        ("Max. Breite 5 cm. Born on Jan. 5.", ["Max. Breite 5 cm.", "Born on Jan. 5."]),
        ("The 3rd ed. Cambridge Press has it.", ["The 3rd ed. Cambridge Press has it."]),
        ("Montag, 3. Mai, ist zu. Gut so.", ["Montag, 3. Mai, ist zu.", "Gut so."]),
        ("Mein 2. Kind ist da. Siehe Abb. 3 dort.", ["Mein 2. Kind ist da.", "Siehe Abb. 3 dort."]),
        ("He said no. Then he left.", ["He said no.", "Then he left."]),
        ("J. R. R. Tolkien wrote. Yes.", ["J. R. R. Tolkien wrote.", "Yes."]),
        ('"Stop!" he said. "Why?"', ['"Stop!" he said.', '"Why?"']),
        ("It ended (really.) Then more.", ["It ended (really.)", "Then more."]),
        ("Wait... what? Yes.", ["Wait... what?", "Yes."]),
        ("At 5 p.m. we meet. Come.", ["At 5 p.m. we meet.", "Come."]),
        ("Price: $3.50. Pay now.", ["Price: $3.50.", "Pay now."]),
        ("一句話。第二句！第三句？", ["一句話。", "第二句！", "第三句？"]),
        ("彼は「はい。」と言った。終わり。", ["彼は「はい。」", "と言った。", "終わり。"]),
        ("値は３．１４です。次。", ["値は３．１４です。", "次。"]),
        ("- first item\n- second item\n", ["- first item", "- second item"]),
        ("1. One thing\n2. Another. More.", ["1. One thing", "2. Another.", "More."]),
        ("A wrapped\nline goes on. Next\none.", ["A wrapped\nline goes on.", "Next\none."]),
        ("No stop here\n\nNew paragraph", ["No stop here", "New paragraph"]),
        ("# Title\nText follows. End.", ["# Title", "Text follows.", "End."]),
        ("## 5. Next meeting\nIt is in May.", ["## 5. Next meeting", "It is in May."]),
        ("# Who? What?\r\nAnn. Tea.", ["# Who? What?", "Ann.", "Tea."]),
        ("Intro:\r\n\r\n* a\r\n* b\r\n", ["Intro:", "* a", "* b"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_a_sentence_ends_where_a_reader_would_end_it(text: str, sentences: list[str]) -> None:
    assert texts(text) == sentences


@given(st.text(st.sampled_from("aB1 .!?。\r\n-#|*\"'Dr。」\u3000é你")))
def test_sentences_are_in_order_and_hold_every_visible_character(text: str) -> None:
    last = 0
    for span in split(text):
        assert last <= span.start < span.end
        assert not text[last : span.start].strip()
        part = text[span.start : span.end]
        assert part == part.strip()
        last = span.end
    assert not text[last:].strip()


def test_the_mark_of_a_list_item_can_be_left_out() -> None:
    text = "> - [x] Done."
    span = bare(text, Span(start=0, end=len(text)))
    assert text[span.start : span.end] == "Done."


@pytest.mark.parametrize(
    "piece",
    [" ", "\n", "\n   ", "!", ".)", "# a\n\x0b", "[*_`", "> ", "Dr. ", "a", "。", "\n- ", "#"],
)
def test_a_long_run_of_anything_is_split(piece: str) -> None:
    text = piece * 50_000 + "x"
    assert "".join("".join(texts(text)).split()) == "".join(text.split())
