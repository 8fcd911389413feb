"""A number, in digits or in a word, goes in; how many it says comes out. English, German, French, Spanish, Italian."""

from __future__ import annotations

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_GERMAN = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
_FRENCH = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze"
_SPANISH = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce"
_ITALIAN = "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici"
_TENS = (
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"],
    range(20, 110, 10),
)

ENGLISH = {name: number for number, name in enumerate(_ENGLISH.split())} | dict(
    zip(*_TENS, strict=True)
)
"""The English words for numbers."""
NUMERALS = {
    **{
        name: number
        for line in (_ITALIAN, _SPANISH, _FRENCH, _GERMAN)
        for number, name in enumerate(line.split())
    },
    **dict.fromkeys(["a", "an", "ein", "eine", "einen", "einem", "einer", "une", "una"], 1),
    **ENGLISH,
}
"""The words for numbers of all languages; an article counts one."""
CARDINALS = {
    name: number
    for name, number in NUMERALS.items()
    if name in {"one", "eins"} or (number != 1 and name not in {"due", "sei"})
}
"""Those that are nothing but a number wherever they stand: no article, not the English `due`, not the German `sei`."""


def count(number: str) -> int:
    """How many a number or a word for one says: `3`, `three`, `a`, `a couple of`."""
    word = number.casefold()
    if word.endswith("couple of"):
        return 2
    return NUMERALS[word] if word in NUMERALS else int(word)
