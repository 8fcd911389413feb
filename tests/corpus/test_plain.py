"""What the lines of plain text are, where their form shows it, is marked; all else stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.corpus.formats import Extracted, Limits, Unreadable
from loadsheet.corpus.formats.mail import read, threaded
from loadsheet.corpus.formats.plain import as_markdown
from loadsheet.corpus.headings import first_heading

LEASE = """LEASE
1. Term
The lease runs for a year.

2. The flat
2.1 Pets
No dogs are kept.
2.2 Smoking
Nobody smokes inside.
3. Keys
A lost key costs 12.
"""


def test_numbers_that_count_up_make_headings_of_short_lines() -> None:
    marked = [line for line in as_markdown(LEASE).splitlines() if line.startswith("#")]
    assert marked == [
        "# LEASE",
        "## 1. Term",
        "## 2. The flat",
        "### 2.1 Pets",
        "### 2.2 Smoking",
        "## 3. Keys",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. Chop the onions\n2. Fry them\n3. Serve\n",
        "1. Chop the onions and\nfry them.\n2. Stir in the\npaprika.\n",
        "1. Wash it first.\nThen dry it.\n2. Iron it.\nFold it.\n",
        "7. Seven\nis a number\n9. Nine\nis another\n",
        "buy cat food\ncall the dentist\n",
        "Dear Ann,\nI am well.\n\nKind regards\nBen\n",
        "One line alone",
        "Serves: 8\nPrep: 30 minutes\n",
        "# A title\n\n1. Term\nA year.\n2. Rent\nA lot.\n",
        "See you at 10:30.\nBring a coat.\nAnd a hat.\n",
    ],
)
def test_lists_letters_and_markdown_stay_as_they_are(text: str) -> None:
    assert as_markdown(text) == text


def test_lines_that_stand_above_the_texts_are_headings() -> None:
    text = "Ingredients\r\n2 eggs\r\nflour\r\n\r\nMethod\r\nMix it all.\r\nBake it.\r\n"
    assert as_markdown(text) == text.replace("Ingredients", "## Ingredients").replace(
        "Method", "## Method"
    )
    assert as_markdown("NOTES\nThe key is with Ann.\n\nShe is in.\n").startswith("## NOTES\n")


@pytest.mark.parametrize(
    "line",
    [
        "2026-10-14 02:00:01,377 WARN [disk] 91% full",
        "[14/10/2026, 18:04:11] Priti: Who has the key?",
        "14.10.26, 18:04 - Priti: Who has the key?",
        "Oct 14 02:00:01 host sshd[1]: accepted",
        '10.0.0.1 - - [14/Oct/2026:02:00:01 +0000] "GET / HTTP/1.1" 200',
        "18:04 Priti: Who has the key?",
    ],
)
def test_lines_with_a_time_each_are_items_with_what_goes_on_below_them(line: str) -> None:
    text = f"Exported today\n{line}\n{line}\nand more\n\tat x.py\n{line}\n"
    assert as_markdown(text) == (
        f"Exported today\n- {line}\n- {line}\n  and more\n  \tat x.py\n- {line}\n"
    )


def test_the_few_records_of_a_log_that_say_that_something_failed_are_found_by_a_heading() -> None:
    lines = [f"2026-10-14 02:{n:02}:01 INFO [http] GET /orders/{n} 200" for n in range(30)]
    lines[20] = "2026-10-14 02:20:01 FATAL [main] out of memory"
    marked = as_markdown("\n".join(lines))
    assert (
        "/19 200\n\n###### 2026-10-14 02:20 FATAL\n\n- 2026-10-14 02:20:01 FATAL [main] out of memory\n\n"
        "###### 2026-10-14 02:21\n\n- 2026-10-14 02:21:01 INFO"
    ) in marked
    assert first_heading(marked, 0, "a.txt") == ""
    many = "\n".join(line.replace("INFO", "ERROR") for line in lines)
    assert "#" not in as_markdown(many)


@given(st.text(alphabet="A1. -:\n\r\ta#", max_size=60))
def test_marks_are_put_before_lines_and_nothing_goes(text: str) -> None:
    bare = [line.lstrip("#- ") for line in text.splitlines()]
    assert [line.lstrip("#- ") for line in as_markdown(text).splitlines()] == bare


# ---------------------------------------------------------------- messages

MAIL = b"""From: Naomi Feld <naomi@estates.example>\r
To: Ines <ines@duarte.example>\r
Subject: =?utf-8?q?Re=3A_Boiler_=E2=80=93_service?=\r
Date: Tue, 10 Nov 2026 16:22:05 +0100\r
Content-Type: text/plain; charset=utf-8\r
Content-Transfer-Encoding: quoted-printable\r
\r
The engineer comes on Thurs=\r
day.\r
--=20\r
Naomi\r
\r
On Mon, Ines wrote:\r
> Any morning suits\r
> us.\r
>\r
> On Fri, Naomi wrote:\r
>> Which days suit you?\r
"""


def test_a_message_says_who_wrote_it_and_each_that_it_answers_who_wrote_that() -> None:
    assert read(MAIL, Limits()) == Extracted(
        "# Re: Boiler – service\n\n- From: Naomi Feld (naomi@estates.example)\n- To: Ines (ines@duarte.example)\n"
        "- Date: Tue, 10 Nov 2026 16:22:05 +0100\n\nThe engineer comes on Thursday.\n\\-- \nNaomi\n\n"
        "## On Mon, Ines wrote\n\nAny morning suits\nus.\n\n## On Fri, Naomi wrote\n\nWhich days suit you?",
        title="Re: Boiler – service",
        timestamp="2026-11-10T16:22:05+01:00",
    )


def test_a_message_of_html_alone_is_read_as_a_page_and_what_is_attached_is_named() -> None:
    made = (
        b"From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\n"
        b"<h2>Menu</h2><p>Soup.</p>\n--x\nContent-Type: application/pdf\n"
        b"Content-Disposition: attachment; filename=menu.pdf\n\nAAAA\n--x--\n"
    )
    found = read(made, Limits())
    assert isinstance(found, Extracted)
    assert found.text == "- From: a@b.example\n- Attached: menu.pdf\n\n## Menu\n\nSoup."


def test_answers_among_the_lines_that_they_answer_stay_there() -> None:
    text = "On Mon, Ines wrote:\n> Which day?\nThursday.\n> And when?\nAt nine."
    assert threaded(text) == text


def test_a_list_of_thousands_of_addresses_is_not_taken_apart_and_what_is_no_message_says_so() -> (
    None
):
    found = read(b"From: " + b"a@b.example, " * 20_000 + b"\n\nHello.", Limits())
    assert isinstance(found, Extracted)
    assert len(found.text) < 3_000
    assert read(b"Hello.\n\nNo head.", Limits()) == Unreadable(
        "is no message: it does not say who wrote it"
    )
