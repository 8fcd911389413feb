"""How something may be: words of one scale each, those that pass within a day, and what negates or measures them."""

from __future__ import annotations

from loadsheet.corpus.terms import word_set

SCALES = tuple(
    word_set(line)
    for line in (
        "red blue green yellow black white grey gray brown orange purple pink silver gold beige violet turquoise",
        "up down online offline reachable unreachable running stopped",
        "on off",
        "open opened closed shut",
        "full empty",
        "sick ill healthy well unwell",
        "permanent temporary interim",
        "old new young ancient modern",
        "tall short",
        "big small large little tiny huge",
        "hot cold warm cool",
        "fast slow",
        "cheap expensive",
        "available unavailable",
        "free busy occupied taken vacant",
        "active inactive",
        "enabled disabled",
        "locked unlocked",
        "married single divorced widowed engaged",
        "alive dead",
        "awake asleep",
        "public private",
        "paid unpaid",
        "early late",
        "broken fixed repaired",
        "finished unfinished",
        "dirty clean",
        "wet dry",
        "strict lenient",
        "mandatory compulsory optional voluntary",
        "safe unsafe dangerous",
        "valid invalid",
        "stable unstable",
        "deep shallow",
        "wide narrow",
        "thick thin",
        "heavy light",
        "long short",
        "strong weak",
        "easy hard difficult",
        "noisy loud quiet silent",
        "bright dark dim",
        "rich poor",
        "hungry full",
        "happy sad",
        "electric diesel petrol hybrid",
        "male female",
        "vegetarian vegan pescatarian omnivorous",
        "employed unemployed retired",
        "left-handed right-handed",
    )
)
"""Words of one scale each: what has one of them has none of the others, and may have one of another scale."""

MOODS = word_set(
    "hungry thirsty tired sleepy exhausted bored asleep awake angry excited nervous upset sad grumpy dizzy drunk "
    "hungover stressed annoyed"
)
"""States that pass within the day: of themselves people say them for the moment."""
PASSING = MOODS | word_set("sick ill unwell poorly feverish better worse")
"""States that pass: they are kept as something that was so on a day."""
STATES = frozenset[str]().union(*SCALES) - PASSING
"""What something may come to be, for longer than a day."""
NEGATING = ("un", "in", "im", "ir", "dis", "non-", "non")
"""Prefixes that turn a state into its opposite."""
SHORTEST_NEGATED = 3
"""Letters of a state that a prefix negates; with fewer anything begins alike."""
STATE_ENDINGS = ("ful", "ous", "ive", "able", "ible", "ish", "less", "ed", "ing")
"""Endings of words that say how something is, in whatever letters they are typed."""

MEASURES = {
    "old": "age", "tall": "height", "heavy": "weight", "wide": "width", "deep": "depth", "big": "size", "fast": "speed",
    "expensive": "price",
}  # fmt: skip
"""Adjectives of a measure, each with the noun of what is measured."""
