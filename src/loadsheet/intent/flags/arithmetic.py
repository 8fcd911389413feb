"""A question in; the sum that it asks for, and its value, out. Only numbers and operators are ever evaluated."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext
from functools import lru_cache

from loadsheet.intent.language.pattern import Pattern

DEEPEST = 40
"""Parentheses and operators beyond this are no question that a person asks."""

LARGEST_POWER = 64
"""An exponent above this would only keep the processor busy."""

_LEAD = Pattern(
    r"^\s*(?:(?:and|so|ok|okay|please|now)\b,?\s*)*(?:what(?:'s| is|s)|how much (?:is|are|makes?)|"
    r"calculate|compute|"
    r"was (?:ist|sind|ergibt)|wie ?viel (?:ist|sind)|combien (?:font|fait)|cuánto (?:es|son))?\s*",
    fits="how much is 3 * 4",
)
_WORDS = (
    (
        Pattern(
            r"(\d+(?:\.\d+)?)\s*(?:%|percent|per cent|prozent|pour cent|por ciento)\s*(?:of|von|"
            r"de)\s*",
        ),
        r"(\1/100)*",
    ),
    (Pattern(r"\bdifference\s+between\s+(\d[\d.]*)\s+and\s+(?=\d)"), r"\1-"),
    (Pattern(r"\bplus\b|\band\b(?=\s*\d)"), "+"),
    (Pattern(r"\bminus\b|\bless\b"), "-"),
    (
        Pattern(r"\btimes\b|\bmultiplied by\b|\bmal\b|\bfois\b|\bpor\b|(?<=\d)\s*[x×·]\s*(?=\d)"),
        "*",
    ),
    (Pattern(r"\bdivided by\b|\bover\b(?=\s*\d)|÷|\bgeteilt durch\b|\bdivisé par\b"), "/"),
    (Pattern(r"\bto the power of\b|\^"), "**"),
    (Pattern(r"\bsquared\b"), "**2"),
    (re.compile(r"(?<=\d),(?=\d{3}\b)"), ""),
    (re.compile(r"(?<=\d)k\b"), "*1000"),
    (re.compile(r"[−–]"), "-"),
)
_ONLY_SUM = re.compile(r"[\d\s.()+\-*/]*")

_BINARY: dict[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: Decimal.__add__,
    ast.Sub: Decimal.__sub__,
    ast.Mult: Decimal.__mul__,
    ast.Div: Decimal.__truediv__,
}


@lru_cache(maxsize=256)
def expression(text: str) -> str | None:
    """The sum in a question that asks for nothing else, in plain operators; None for any other text."""
    if len(text) > 200 or not any(map(str.isdigit, text)):
        return None
    rest = _LEAD.sub("", text, count=1).strip().rstrip("?=!. ")
    for pattern, put in _WORDS:
        rest = pattern.sub(put, rest)
    return (
        rest.strip()
        if _ONLY_SUM.fullmatch(rest) and re.search(r"\d[\s)]*[-+*/]+\s*[(\d]", rest)
        else None
    )


def loosely(text: str) -> str | None:
    """The sum in a text that also names what is counted: `so 11 holidays times 8 hours is`; None where words remain
    between two numbers that are no operator, or a number stands alone."""
    if len(text) > 200:
        return None
    rest = text
    for pattern, put in _WORDS:
        rest = pattern.sub(put, rest)
    kept = re.sub(r"[^\W\d_]+|[?!,;:€$£]", " ", rest)
    kept = " ".join(kept.split()).strip(" .=")
    whole = _ONLY_SUM.fullmatch(kept) and not re.search(r"\d[\s)]+[(\d]", kept)
    return kept if whole and re.search(r"\d[\s)]*[-+*/]+\s*[(\d]", kept) else None


def evaluate(sum_: str) -> Decimal | None:
    """The value of a sum of numbers, exact to 28 digits; None where there is none."""
    try:
        tree = ast.parse(sum_.strip(), mode="eval")
        with localcontext() as context:
            context.prec = 28
            return _value(tree.body, DEEPEST)
    except (
        SyntaxError,
        ValueError,
        DivisionByZero,
        InvalidOperation,
        Overflow,
        RecursionError,
        MemoryError,
    ):
        return None


def shown(value: Decimal) -> str:
    """A number as a person writes it: no trailing zeros, no exponent, at most ten decimals."""
    text = f"{value:,.10f}"
    return text.rstrip("0").rstrip(".")


def _value(node: ast.expr, depth: int) -> Decimal:
    if depth == 0:
        raise ValueError("too deep")
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return Decimal(str(number))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, depth - 1)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand, depth - 1)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            exponent = _value(right, depth - 1)
            if abs(exponent) > LARGEST_POWER:
                raise ValueError("too large a power")
            return _value(left, depth - 1) ** exponent
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_value(left, depth - 1), _value(right, depth - 1))
        case _:
            raise ValueError("not a sum")
