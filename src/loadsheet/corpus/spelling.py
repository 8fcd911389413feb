"""Words that are spelled in two ways: `organisation` and `organization`, `colour` and `color`."""

from __future__ import annotations

from functools import lru_cache

from loadsheet.lazy import lazy_re

_RULES = (
    (r"[^\W\d_]{2,}[^\Waeou]", "is", "iz", "e[drs]?|ers|ing|ations?|ational"),
    (
        "col|fav|lab|neighb|hon|behavi|harb|flav|hum|rum|endeav|vap|od|rig|vig|arm|tum",
        "our",
        "or",
        r"\w*",
    ),
    (
        "cent|theat|met|lit|fib|calib|spect|lust|(?:kilo|milli|centi)met|millilit",
        "re",
        "er",
        "s?",
    ),
    ("lic|def|off|pret", "ence", "ense", "s?"),
    ("catal|dial|anal", "ogue", "og", "s?"),
    ("anal|paral|catal", "ys", "yz", "e[drs]?|ing"),
    ("progra|(?:kilo)?gra", "mme", "m", "s?"),
    ("judg|acknowledg", "ement", "ment", "s?"),
    ("jewel", "lery", "ry", ""),
    ("gr", "ey", "ay", "s?"),
    ("enrol|fulfil|instal", "", "l", "s?|ments?"),
    ("alumin", "ium", "um", ""),
)
"""How words begin whose middle the British and the Americans spell each in their way, and how they may end. Words that
both spell alike are no harm: `promise` is looked for as `promize`, too, which nobody writes."""


_SPELLED = lazy_re(
    "|".join(f"({begins})(?:{one}|{other})({ends})" for begins, one, other, ends in _RULES)
)
"""All of them in one, two groups each."""


@lru_cache(maxsize=50_000)
def spellings(word: str) -> tuple[str, ...]:
    """A word in lower case as the British and as the Americans spell it; the word alone where both spell it alike."""
    found = _SPELLED.fullmatch(word)
    if found is None or (last := found.lastindex) is None:
        return (word,)
    _, british, american, _ = _RULES[last // 2 - 1]
    begins, ends = found[last - 1], found[last]
    return (begins + british + ends, begins + american + ends)
