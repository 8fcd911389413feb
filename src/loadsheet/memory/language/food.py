"""What a general word of food and drink covers, and what a diet rules out: the only words here of a subject matter."""

from __future__ import annotations

from functools import lru_cache

from loadsheet.corpus.terms import word_set
from loadsheet.memory.language.text import terms

LAND = word_set(
    "steak beef pork bacon ham chicken turkey lamb veal burger sausage meatball meatballs brisket "
    "ribs duck venison meat"
)
PORK = word_set("pork bacon ham prosciutto salami chorizo lard gammon")
SEA = word_set("fish salmon tuna shrimp prawn prawns sushi cod lobster crab oyster oysters")
ANIMAL = word_set("cheese milk egg eggs butter yogurt yoghurt honey cream")
NUTS = word_set(
    "nut nuts walnut almond hazelnut cashew pistachio pecan macadamia peanut chestnut marzipan nougat pesto satay"
)
GLUTEN = word_set("gluten wheat bread pasta spaghetti noodles barley rye couscous croissant bagel")
FORBIDDEN = {
    "vegetarian": LAND | PORK | SEA,
    "vegan": LAND | PORK | SEA | ANIMAL,
    "pescatarian": LAND | PORK,
}
"""What a diet rules out."""

ALCOHOL = word_set(
    "alcohol beer beers wine whisky whiskey vodka gin rum tequila champagne cider cocktail cocktails brandy sake ale "
    "lager prosecco margarita"
)
ABSTAINING = word_set("teetotal teetotaler teetotaller")
"""What somebody is who drinks no alcohol."""
ALL_FOOD = LAND | PORK | SEA | ANIMAL | NUTS | GLUTEN
ALL_DRINKS = ALCOHOL | word_set(
    "coffee tea water juice soda cola lemonade espresso cappuccino latte americano mocha macchiato"
)
CATEGORIES = {
    "meat": LAND | PORK,
    "pork": PORK,
    "fish": SEA,
    "seafood": SEA,
    "shellfish": word_set(
        "shrimp prawn prawns lobster crab oyster oysters mussel mussels clam clams scallops"
    ),
    "nuts": NUTS,
    "gluten": GLUTEN,
    "wheat": GLUTEN,
    "dairy": ANIMAL - word_set("egg eggs honey"),
    "lactose": ANIMAL - word_set("egg eggs honey"),
    "alcohol": ALCOHOL,
    "booze": ALCOHOL,
    "caffeine": word_set("coffee espresso tea cola"),
    "coffee": word_set("espresso espressos cappuccino latte americano mocha macchiato"),
}
"""What a general word of food and drink covers."""

BESIDE = {
    "diet": ("eat",),
    "allergic to": ("eat", "drink"),
    "eat": ("diet", "allergic to"),
    "drink": ("allergic to",),
}
"""The keys under which something may stand that contradicts a key."""


@lru_cache(maxsize=1)
def _covered() -> dict[str, frozenset[str]]:
    """The stems of what each general word covers, by its own."""
    return {
        stem: frozenset(terms(" ".join(words)))
        for word, words in (CATEGORIES | FORBIDDEN).items()
        for stem in terms(word)
    }


def covers(what: str, value: str) -> bool:
    """Whether a value names what is spoken of, or something that it covers: `nuts`, and `walnut bread`."""
    wanted, said = terms(what), set(terms(value))
    named = bool(wanted) and set(wanted) <= said
    return named or any(_covered().get(word, frozenset()) & said for word in wanted)
