"""What a general word of food and drink covers, and what a diet rules out: the only words here of a subject matter."""

from __future__ import annotations

import re
from functools import lru_cache

from loadsheet.corpus.terms import word_set
from loadsheet.memory.language.text import terms

LAND = word_set(
    "steak beef pork bacon ham chicken turkey lamb veal burger sausage meatball meatballs brisket "
    "ribs duck venison meat"
)
PORK = word_set("pork bacon ham prosciutto salami chorizo lard gammon")
SEA = word_set("fish salmon tuna shrimp prawn prawns sushi cod lobster crab oyster oysters")
ANIMAL = word_set("cheese milk milkshake egg eggs butter yogurt yoghurt honey cream")
NUTS = word_set(
    "nut nuts walnut almond hazelnut cashew pistachio pecan macadamia peanut chestnut marzipan nougat pesto satay"
)
GLUTEN = word_set(
    "gluten wheat bread pasta spaghetti noodles barley rye couscous croissant bagel baguette pizza toast"
)
SWEETS = word_set(
    "sugar chocolate cake candy sweet cookie biscuit doughnut donut pie pastry soda cola dessert syrup"
)
FORBIDDEN = {
    "vegetarian": LAND | PORK | SEA,
    "vegan": LAND | PORK | SEA | ANIMAL,
    "pescatarian": LAND | PORK,
    "keto": GLUTEN | SWEETS,
    "halal": PORK,
    "kosher": PORK | word_set("shrimp prawn lobster crab oyster"),
}
"""What a diet rules out."""

BOUNDS = word_set(
    "intolerant intolerance allergy allergies coeliac celiac diabetic diabetes kosher halal keto gluten diet lactose"
)
"""Words of what somebody is or has that bears on every meal."""
GREENS = word_set(
    "mushroom mushrooms coriander cilantro onion onions garlic tomato tomatoes olive olives spinach broccoli kale "
    "celery beetroot aubergine eggplant zucchini cucumber pepper peppers beans lentils tofu rice potato potatoes corn "
    "curry soup salad liver anchovies"
)

ALCOHOL = word_set(
    "alcohol beer beers wine whisky whiskey vodka gin rum tequila champagne cider cocktail cocktails brandy sake ale "
    "lager prosecco margarita"
)
ABSTAINING = word_set("teetotal teetotaler teetotaller")
"""What somebody is who drinks no alcohol."""
ALL_FOOD = LAND | PORK | SEA | ANIMAL | NUTS | GLUTEN | SWEETS | GREENS
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
    "sugar": SWEETS,
    "wheat": GLUTEN,
    "dairy": ANIMAL - word_set("egg eggs honey"),
    "lactose": ANIMAL - word_set("egg eggs honey"),
    "alcohol": ALCOHOL,
    "booze": ALCOHOL,
    "caffeine": word_set("coffee espresso tea cola"),
    "coffee": word_set("espresso espressos cappuccino latte americano mocha macchiato"),
}
"""What a general word of food and drink covers."""


@lru_cache(maxsize=1)
def _covered() -> dict[str, frozenset[str]]:
    """The stems of what each general word covers, by its own."""
    return {
        stem: frozenset(terms(" ".join(words)))
        for word, words in (CATEGORIES | FORBIDDEN).items()
        for stem in terms(word)
    }


_PLANTS = r"(?:oat|soya?|almond|rice|coconut|cashew|hemp|pea|peanut|cocoa|nut|plant)"
_INSTEAD = re.compile(
    rf"\b(?P<of>{_PLANTS})[ -](?:milk|butter|cream|yogh?urt|cheese)\b"
    r"|\b(?:non-?alcoholic|alcohol-free|vegan|vegetarian|veggie|plant-based|meatless|fake|mock|tofu|\w+-free)\s+\w+"
    r"|\b(?:ginger|root) (?:beer|ale)\b|\bcoffee (?=(?:cake|ice cream|table)\b)",
    re.IGNORECASE,
)
"""Names what stands in the place of a thing by its name: `oat milk`, `vegan sausages`, `non-alcoholic beer`."""


def covers(what: str, value: str) -> bool:
    """Whether a value names what is spoken of, or something that it covers: `nuts`, and `walnut bread`."""
    wanted, said = terms(what), _named(value)
    return bool(wanted) and (
        set(wanted) <= said or any(_covered().get(word, frozenset()) & said for word in wanted)
    )


def covering(value: str) -> list[str]:
    """The general words that cover what a value names."""
    return [word for word in CATEGORIES | FORBIDDEN if covers(word, value)]


def _named(value: str) -> set[str]:
    """The stems of what a value names, without what only goes by the name of something else."""
    return set(terms(_INSTEAD.sub(lambda found: found["of"] or "", value)))
