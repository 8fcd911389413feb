"""What a page says by its print alone, as headings, paragraphs, tables and labels, is written out."""

from __future__ import annotations

import pytest
from tests.corpus.making import Printed, pdf, printed

from loadsheet.corpus.formats import Extracted, Limits
from loadsheet.corpus.formats.pdf import read


def text_of(*texts: Printed) -> str:
    found = read(pdf([printed(*texts)]), Limits())
    assert isinstance(found, Extracted)
    return found.text


def rows(top: float, *lines: str, columns: tuple[float, ...] = (60, 240, 340)) -> list[Printed]:
    """Lines whose cells, parted by a bar, stand in columns."""
    return [
        (column, top - 16 * n, cell)
        for n, line in enumerate(lines)
        for column, cell in zip(columns, line.split("|"), strict=False)
        if cell
    ]


def test_a_line_in_bold_is_a_heading_and_its_number_says_how_deep() -> None:
    assert text_of(
        (60, 700, "Lease", "B", 16),
        (60, 670, "4. Repairs", "B"),
        (60, 655, "The Landlord repairs the boiler, the pipes and"),
        (60, 643, "the roof. The Tenant changes the bulbs."),
        (60, 620, "4.1 Pets", "B"),
        (60, 605, "No dogs."),
    ) == (
        "# Lease\n\n## 4. Repairs\n\nThe Landlord repairs the boiler, the pipes and\nthe roof. The Tenant changes "
        "the bulbs.\n\n### 4.1 Pets\n\nNo dogs."
    )


def test_a_heading_over_two_lines_is_one() -> None:
    assert text_of(
        (60, 700, "Terms for the hire", "F", 16),
        (60, 682, "of canoes and kayaks", "F", 16),
        (60, 650, "Canoes are hired by the day, and"),
        (60, 638, "kayaks by the hour."),
    ).startswith("# Terms for the hire of canoes and kayaks\n\nCanoes")


@pytest.mark.parametrize(
    "bold", ["Never leave the kettle alone.", "Take care,", "Safety " * 20, "12.50"]
)
def test_a_sentence_in_bold_is_no_heading(bold: str) -> None:
    assert "#" not in text_of((60, 700, bold, "B"), (60, 670, "It boils dry in an hour or two."))


def test_what_is_all_in_bold_has_no_headings() -> None:
    lines: list[Printed] = [(60, 700 - 12 * n, f"Line {n} of a poem", "B") for n in range(4)]
    assert "#" not in text_of(*lines, (60, 600, "Below."))


def test_space_between_lines_parts_paragraphs_but_no_sentence() -> None:
    assert (
        text_of(
            (60, 700, "The bus leaves at nine and is"),
            (60, 688, "at the lake by ten."),
            (60, 668, "Bring a coat, for the wind on"),
            (60, 640, "the lake is cold."),
        )
        == "The bus leaves at nine and is\nat the lake by ten.\n\nBring a coat, for the wind on\nthe lake is cold."
    )


def test_lines_in_columns_are_a_table_and_totals_stand_in_it() -> None:
    given = rows(
        700, "Item|Quantity|Amount", "Slate|640|1,504.00", "Labour|9|2,385.00", "VAT||777.80"
    )
    assert text_of(*given) == (
        "| Item | Quantity | Amount |\n| --- | --- | --- |\n| Slate | 640 | 1,504.00 |\n"
        "| Labour | 9 | 2,385.00 |\n| VAT |  | 777.80 |"
    )


def test_numbers_name_columns_where_other_values_stand_below() -> None:
    given = rows(700, "Stop|1|2", "Harbour|06:10|06:40", "Market|06:18|06:48")
    assert text_of(*given).startswith("| Stop | 1 | 2 |\n| --- |")


def test_labels_with_values_are_a_list() -> None:
    given = rows(700, "Invoice date|3 May 2026", "Due date|17 May 2026", "Reference|RB-55")
    assert text_of(*given) == (
        "- Invoice date: 3 May 2026\n- Due date: 17 May 2026\n- Reference: RB-55"
    )


def test_labels_beside_labels_are_read_one_column_after_the_other() -> None:
    lines = ("Employee|Ruth|Pay date|30 October", "Department|Hygiene|Tax code|1257L")
    made: list[Printed] = []
    for left, bottom, text, *_ in rows(700, *lines, columns=(60, 150, 300, 400)):
        made.append((left, bottom, text, "B" if left in {60, 300} else "F"))
    assert text_of(*made) == (
        "- Employee: Ruth\n- Department: Hygiene\n- Pay date: 30 October\n- Tax code: 1257L"
    )


def test_tables_side_by_side_are_two() -> None:
    lines = (
        "Payments|Amount|Deductions|Amount",
        "Basic pay|2,841.00|Tax|386.20",
        "||Pension|157.18",
    )
    assert text_of(*rows(700, *lines, columns=(60, 150, 300, 400))) == (
        "| Payments | Amount |\n| --- | --- |\n| Basic pay | 2,841.00 |\n\n"
        "| Deductions | Amount |\n| --- | --- |\n| Tax | 386.20 |\n| Pension | 157.18 |"
    )


def test_a_label_alone_with_its_value_at_the_other_side_is_joined_to_it() -> None:
    assert "\n\nNet pay: 2,339.42" in text_of(
        (60, 700, "What is paid out at the end of the month."),
        (60, 660, "Net pay"),
        (400, 660, "2,339.42"),
    )


def test_a_cell_over_several_lines_is_one_though_its_row_is_painted_cell_by_cell() -> None:
    assert text_of(
        *rows(700, "Code|Meaning|What to do"),
        (60, 680, "E8"), (240, 680, "Pump"), (240, 669, "blocked"), (340, 680, "Clean it"),
        (60, 650, "E9"), (240, 650, "Leak"), (340, 650, "Call us"),
    ) == (
        "| Code | Meaning | What to do |\n| --- | --- | --- |\n| E8 | Pump blocked | Clean it |\n"
        "| E9 | Leak | Call us |"
    )  # fmt: skip


def test_the_mark_of_an_item_stands_before_it() -> None:
    assert (
        text_of(
            (60, 700, "1."),
            (90, 700, "Open the lid."),
            (60, 684, "2."),
            (90, 684, "Press the button."),
        )
        == "1. Open the lid.\n2. Press the button."
    )


def test_two_columns_of_text_are_read_one_after_the_other() -> None:
    left: list[Printed] = [
        (60, 700 - 12 * n, f"The first column says much, line {n}") for n in range(9)
    ]
    right: list[Printed] = [
        (320, 700 - 12 * n, f"the second column goes on with {n}") for n in range(9)
    ]
    said = text_of(*left, *right)
    assert "|" not in said
    assert said.index("line 8") < said.index("with 0")


def test_what_only_looks_like_markup_is_none() -> None:
    assert text_of((60, 700, "# 4 is the number of the house.")).startswith("\\# 4")


def test_labels_beside_an_address_and_totals_below_the_items_are_no_rows_of_one_table() -> None:
    said = text_of(
        *rows(720, "Invoice date|3 May 2026", "Due date|17 May 2026", columns=(340, 450)),
        (60, 684, "Bill to", "B"), (200, 684, "Work at", "B"), (60, 668, "Ann Lee"), (200, 668, "Mill Lane"),
        *rows(600, "Item|Quantity|Price|Amount", "Slate|640|2.35|1,504.00", "Skip|1|240.00|240.00",
              columns=(60, 250, 400, 480)),
        *rows(552, "Net|1,744.00", "Balance due|2,092.80", columns=(330, 480)),
    )  # fmt: skip
    assert said == (
        "- Invoice date: 3 May 2026\n- Due date: 17 May 2026\n\n"
        "| Bill to | Work at |\n| --- | --- |\n| Ann Lee | Mill Lane |\n\n"
        "| Item | Quantity | Price | Amount |\n| --- | --- | --- | --- |\n| Slate | 640 | 2.35 | 1,504.00 |\n"
        "| Skip | 1 | 240.00 | 240.00 |\n\n- Net: 1,744.00\n- Balance due: 2,092.80"
    )


def test_letters_that_are_hardly_larger_make_no_heading_and_bold_ones_do() -> None:
    assert (
        text_of(
            (60, 700, "A. Lee, B. Moss", "F", 10.0),
            (60, 680, "Abstract", "B", 10.0),
            (60, 665, "We followed the hedgehogs of three", "F", 9.0),
            (60, 654, "suburbs for two summers.", "F", 9.0),
        )
        == "A. Lee, B. Moss\n\n# Abstract\n\nWe followed the hedgehogs of three\nsuburbs for two summers."
    )


def test_bare_numbers_before_sentences_are_those_of_a_list() -> None:
    assert (
        text_of(
            (60, 700, "1"),
            (80, 700, "Open the lid."),
            (60, 684, "2"),
            (80, 684, "Press the button."),
        )
        == "1. Open the lid.\n2. Press the button."
    )
