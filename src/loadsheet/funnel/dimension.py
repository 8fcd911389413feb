"""A question for a size, a weight or a price, and a text, go in; whether the text holds such a value comes out.

`How tall is the crane?` is not answered by what a lift costs, however much is said of the crane.
"""

from __future__ import annotations

from loadsheet.intent.language import numerals
from loadsheet.intent.language.pattern import Pattern

_NUMBER = rf"(?:\d[\d.,]*|\b(?:an?|half|thousand|{numerals.one_of(numerals.ENGLISH)})\b)"

DIMENSIONS = (
    (
        Pattern(
            r"\bhow (?:tall|high|wide|deep|broad|thick)\b|\bwhat(?:'s| is| are) the (?:height|width|depth|thickness)\b",
            fits="How tall is the crane?",
            misses="Who is the tallest?",
        ),
        Pattern(
            rf"{_NUMBER}\W{{0,2}}\s*(?:m|cm|mm|km|met(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|inch(?:es)?"
            r"|in|ft|foot|feet|yards?|miles?|stor(?:e?y|eys|ies)|floors?|percent|%|points?|levels?)(?!\w)|\d\s*['\"″′]",
            fits="no higher than 2.2 metres",
            misses="85 € a lift",
        ),
    ),
    (
        Pattern(
            r"\bhow heavy\b|\b(?:what|how much) (?:does|do|did|would|will|can|may)\b[^?.]*\bweigh\b"
            r"|\bwhat(?:'s| is) the weight\b",
            fits="How heavy is the parcel?",
            misses="How heavily is it taxed?",
        ),
        Pattern(
            rf"{_NUMBER}\W{{0,2}}\s*(?:g|kg|mg|t|lbs?|oz|grams?|kilo(?:gram)?s?|tons?|tonnes?|pounds?|ounces?|stone)(?!\w)",
            fits="weight: 4.2 kg",
            misses="held at 14.2 m",
        ),
    ),
    (
        Pattern(
            r"\b(?:what|how much) (?:does|do|did|would|will)\b[^?.]*\bcost\b|\bhow expensive\b"
            r"|\bwhat(?:'s| is| was) the (?:price|cost)\b",
            fits="What does a colour print cost?",
            misses="What drives the cost?",
        ),
        Pattern(
            r"[$€£¥₹%]|\b(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|pence|cents?|francs?|kron\w+|yen|rupees?|bucks?)\b"
            r"|\b(?:free|charges?|percent|nothing|price[sd]?|costs?|fees?|discount)\b|\d[.,]\d\d\b|\d{3}",
            fits="colour pages are 10 cents each",
            misses="they sign the waiver at the desk",
        ),
    ),
)
"""What a question asks for, and how a value of that kind is written. A price may be a share, or nothing."""


def holds(question: str, text: str) -> bool:
    """Whether a text holds a value of each kind that the question asks for."""
    return all(value.search(text) for asks, value in DIMENSIONS if asks.search(question))
