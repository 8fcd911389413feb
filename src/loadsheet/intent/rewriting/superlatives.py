"""A question for the most of something and a fragment for another end of it go in; the question for that comes out.

`Which trail is the longest?` and `And the shortest?` ask for `Which trail is the shortest?`.
"""

from __future__ import annotations

from loadsheet.intent.language.pattern import Pattern

_NO_DEGREE = (
    "interest|request|forest|guest|rest|test|west|nest|chest|vest|pest|arrest|protest|contest|harvest|invest|suggest"
    "|digest|manifest|honest|modest|conquest|attest|latest news"
)
_DEGREE = (
    rf"(?:(?:most|least)(?: (?:common|popular|modern|\w+(?:ive|ent|ant|ful|ous|al|able|ible|ed|ing)))?"
    rf"|(?!(?:{_NO_DEGREE})\b)\w{{2,}}est|worst"
    r"|(?:am )?(?!(?:erst|meist|selbst|fast|sonst|monst)\w*\b)\w{3,}ste[nrs]?"
    r"|(?:plus|moins) (?:ch[eè]re?|grande?|petite?|longue?|court|courte|récente?)"
    r"|más (?:car|barat|larg|cort|grand|pequeñ|reciente)\w*|menos \w+)"
)
SUPERLATIVE = Pattern(
    rf"\b{_DEGREE}\b", fits="the most expensive plan", misses="a guest of the forest"
)
"""What asks for the one of several that has the most or the least of something."""
OTHER_END = Pattern(
    rf"^\W*(?:(?:the|der|die|das|le|la|les|el|los|las|which(?: one)? is the|what(?:'s| is) the) )?(?P<degree>{_DEGREE})"
    r"(?: ones?)?\W*$",
    fits="the shortest one?",
    misses="the shortest trail in June?",
)
"""A fragment that is a superlative and nothing else."""


def ranked_otherwise(question: str, fragment: str) -> str | None:
    """The question with the superlative of the fragment in the place of its own; None where either has none."""
    said, old = OTHER_END.fullmatch(fragment), SUPERLATIVE.search(question)
    if said is None or old is None:
        return None
    return question[: old.start()] + said["degree"] + question[old.end() :]
