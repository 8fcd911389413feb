"""A text in; how much it says out, in one unit for each thing that is measured, so that amounts can be compared.

`500 GB` and `1 TB` are one thing in two sizes; `500 GB` and `20 minutes` are two things, of which neither is more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import regex

from loadsheet.lazy import lazy_regex

_SIZES: Mapping[str, Mapping[str, float]] = {
    "time": {
        "ns nanosecond": 1e-9,
        "µs us microsecond": 1e-6,
        "ms msec millisecond": 1e-3,
        "s sec second sekunde seconde segundo": 1,
        "min minute minuto minuten": 60,
        "h hr hour stunde heure hora": 3600,
        "d day tag jour día": 86_400,
        "w wk week woche semaine semana": 604_800,
        "mo month monat moi mese": 2_629_800,
        "y yr year jahr année año": 31_557_600,
    },
    "length": {
        "mm millimeter millimetre": 1e-3,
        "cm centimeter centimetre": 1e-2,
        "m meter metre": 1,
        "km kilometer kilometre": 1e3,
        "inch inche": 0.0254,
        "ft foot feet": 0.3048,
        "yd yard": 0.9144,
        "mi mile": 1609.344,
    },
    "weight": {
        "mg milligram": 1e-6,
        "g gram": 1e-3,
        "kg kilo kilogram": 1,
        "t tonne ton": 1e3,
        "oz ounce": 0.0283495,
        "lb pound": 0.45359237,
    },
    "volume": {
        "ml milliliter millilitre": 1e-3,
        "cl": 1e-2,
        "l liter litre": 1,
        "m³": 1e3,
        "gal gallon": 3.785412,
    },
    "area": {"m²": 1, "sqm": 1, "ha hectare": 1e4, "km²": 1e6, "acre": 4046.8564},
    "data": {
        **{f"{p}b {p}byte": 1000.0**n for n, p in enumerate(("", "k", "m", "g", "t", "p"))},
        **{f"{p}ib": 1024.0**n for n, p in enumerate(("k", "m", "g", "t", "p"), 1)},
        **{
            f"{p}byte": 1000.0**n for n, p in enumerate(("kilo", "mega", "giga", "tera", "peta"), 1)
        },
    },
    "data rate": {f"{p}bit/s {p}bps": 1000.0**n for n, p in enumerate(("", "k", "m", "g"))},
    "frequency": {f"{p}hz": 1000.0**n for n, p in enumerate(("", "k", "m", "g"))},
    "power": {"w watt": 1, "kw kilowatt": 1e3, "mw megawatt": 1e6, "hp": 745.7},
    "energy": {"wh": 1, "kwh": 1e3, "mwh": 1e6},
    "share": {"% percent prozent": 1},
    "°c": {"°c": 1},
    "°f": {"°f": 1},
    **{
        name: {names: 1}
        for name, names in (
            ("euro", "€ eur euro"),
            ("dollar", "$ usd dollar"),
            ("pound sterling", "£ gbp"),
            ("yen", "¥ jpy yen"),
            ("franc", "chf franc franken"),
        )
    },
}
"""What is measured, and how much of its unit each way to write one is: the international system, and money as it is."""

_UNITS = {
    name: (kind, float(size))
    for kind, units in _SIZES.items()
    for names, size in units.items()
    for name in names.split()
}
_FACTORS = {
    "k": 1e3, "thousand": 1e3, "tausend": 1e3, "mille": 1e3, "mil": 1e3, "m": 1e6, "mn": 1e6, "mio": 1e6,
    "million": 1e6, "millionen": 1e6, "millones": 1e6, "bn": 1e9, "billion": 1e9, "mrd": 1e9, "milliarden": 1e9,
}  # fmt: skip
_AMOUNT = lazy_regex(
    r"(?P<before>[$€£¥]|\b(?:EUR|USD|GBP|CHF)\b)?\s*(?P<sign>(?<![\w.,])[-−])?(?P<number>(?<![\w.,])\d+(?:[.,'’]\d+)*)"
    r"(?P<factor>[kKM]\b(?!/)|\s*(?:thousand|tausend|mil(?:le)?|mi?o|mn|m[ei]llion(?:en|e?s)?|bn|billion|mrd|milliarden)\b\.?)?"
    r"\s*-?(?P<unit>°\s?[CF]\b|[%$€£¥]|(?:\p{L}+[²³]?)(?:/s\b)?)?"
)

MONEY = frozenset({"euro", "dollar", "pound sterling", "yen", "franc"})
_IN_PARTS = frozenset({"time", "length", "weight"})
"""What is told in units of several sizes at once."""

_CLOCKED = lazy_regex(r"\b(\d+)\s?h\s?(\d\d?)(?!\w)(?!\s?(?:min|m)\b)")
"""`1h30`: hours and minutes, of which only the hours are named."""


class Quantity(NamedTuple):
    """An amount: what is measured (`length`; empty for a plain number), and how much of its unit."""

    kind: str
    size: float


def quantities(text: str) -> Iterator[Quantity]:
    """The amounts of a text in their order; the parts of one amount are added (`2 h 30 min`)."""
    end = 0
    text = _CLOCKED.sub(r"\1 h \2 min", text)
    while found := _AMOUNT.search(text, end):
        end, amount = found.end(), _read(found)
        size = last = amount.size
        while amount.kind in _IN_PARTS and (found := _AMOUNT.match(text, end)):
            part = _read(found)
            if part.kind != amount.kind or part.size >= last:
                break
            end, size, last = found.end(), size + part.size, part.size
        yield Quantity(amount.kind, size)


def quantity(text: str) -> Quantity | None:
    """The first amount of a text; None where it holds no number."""
    return next(quantities(text), None)


def _read(found: regex.Match[str]) -> Quantity:
    kind, unit = _unit(found["unit"] or "")
    if not kind:
        kind, unit = _unit(found["before"] or "")
    size = number(found["number"], kind) * (-1 if found["sign"] else 1)
    size *= _FACTORS.get((found["factor"] or "").strip(" .").casefold(), 1)
    return Quantity(kind, size * unit)


def _unit(written: str) -> tuple[str, float]:
    """What a unit measures, and how much it is; a word that is none counts things, whatever they are."""
    plain = written.replace(" ", "").casefold()
    return _UNITS.get(plain) or _UNITS.get(plain.removesuffix("s")) or ("", 1.0)


def number(written: str, kind: str = "") -> float:
    """A number in figures, whatever parts its thousands: `2,400`, `2'400`, `12.5`, and `2.400` of money or things.

    What is measured is written with a point before its parts: `1.250 kg` is a little more than a kilogram.
    """
    whole, *parts = regex.split(r"[.,'’]", written)
    pointed = written.count(".") == 1 and len(parts) == 1
    if whole == "0" or (pointed and kind in _SIZES and kind not in MONEY):
        return float(f"{whole}.{''.join(parts) or 0}")
    thousands = [part for part in parts if len(part) == 3]
    rest = "".join(part for part in parts if len(part) != 3)
    return float(f"{whole}{''.join(thousands)}.{rest or 0}")
