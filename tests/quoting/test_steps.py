"""Steps of a numbered list, by their place and by their neighbours."""

from __future__ import annotations

import pytest
from tests.quoting.asking import quoted

KILN = """# Firing the kiln

1. Sweep the shelves.
2. Stack the bowls with a finger between them.
3. Close the door and bolt it.
4. Light the burner.

The kiln is checked after each firing by the fire officer.

# Opening the shop

1. Raise the shutter.
2. Fill the till.
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What do I do after stacking the bowls?", "Close the door and bolt it."),
        ("What do I do after closing the door?", "Light the burner."),
        ("What comes before stacking the bowls?", "Sweep the shelves."),
        ("What follows stacking the bowls?", "Close the door and bolt it."),
        ("Which step comes after closing the door?", "Light the burner."),
        ("What is the last step of firing the kiln?", "Light the burner."),
        ("What is step 2 of firing the kiln?", "Stack the bowls with a finger between them."),
        ("What is the third step of firing the kiln?", "Close the door and bolt it."),
        ("What is the first thing I do when opening the shop?", "Raise the shutter."),
        ("What is step two of firing the kiln?", "Stack the bowls with a finger between them."),
    ],
)
def test_a_step_is_found_by_its_place_or_by_its_neighbour_and_is_never_the_one_that_is_named(
    question: str, said: str
) -> None:
    assert quoted(question, KILN) == said


@pytest.mark.parametrize(
    "question",
    [
        "What do I do after lighting the burner?",
        "What is step 7 of firing the kiln?",
        "How many steps does firing the kiln have?",
    ],
)
def test_of_a_step_that_a_list_does_not_have_all_of_it_is_quoted(question: str) -> None:
    assert "1. Sweep the shelves." in quoted(question, KILN)
    assert "4. Light the burner." in quoted(question, KILN)


def test_what_is_no_item_of_a_list_is_answered_as_it_stands() -> None:
    assert quoted("Who checks the kiln after each firing?", KILN) == (
        "The kiln is checked after each firing by the fire officer."
    )


def test_a_list_that_goes_on_from_another_passage_counts_by_its_own_numbers() -> None:
    text = "# Firing the kiln\n\n5. Open the vents.\n6. Let it cool.\n7. Take the bowls out.\n"
    assert quoted("What is step 6 of firing the kiln?", text) == "Let it cool."


def test_a_step_is_known_by_another_form_of_its_verb() -> None:
    dal = "## Method\n\n1. Fry the onions until golden.\n2. Stir in the turmeric.\n3. Add the stock.\n"
    assert quoted("What do I do after frying the onions?", dal) == "Stir in the turmeric."
    assert quoted("What comes before adding the stock?", dal) == "Stir in the turmeric."
