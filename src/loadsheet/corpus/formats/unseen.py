"""The tags of a page in, with what its own style sheets say of them; whether anybody sees their text out.

What nobody sees is not what the page says to its readers: it is left out, and counted. What a style sheet in another
file says is not known; where a page names one, its background may be any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

INVISIBLE = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|(?:opacity|zoom):0(?![.\d]*[1-9])"
    r"|(?:left|top|text-indent|margin-left):-\d{3,}|transform:scale\(0|clip:rect\(0\D*0\D*0\D*0|clip-path:inset\((?:50|100)%"
    r"|font-size:(?:0(?![.\d]*[1-9])|[01]?(?:\.\d+)?p[xt]|2px|0?\.0\d*r?em|\d(?:\.\d+)?%))"
    r"|^(?=.*overflow:(?:hidden|clip)).*(?:^|;)(?:max-)?(?:height|width):0(?:px|em|rem|%)?(?:;|$)"
)
"""A style that shows nothing of a text, or nothing that anyone can read."""
CLASSES = frozenset({"sr-only", "visually-hidden", "screen-reader-text", "skip-link"})
"""Classes of what is there for a screen reader only, and stands elsewhere for the others."""
ALIKE = 16
"""Steps of 255 by which each part of two colours may differ for no eye to tell them apart."""

NAMED = {
    "white": (255, 255, 255),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "black": (0, 0, 0),
}
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MEDIA = re.compile(r"@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^{};]*;")
"""What holds for some readers only, as in print."""
SELECTOR = re.compile(r"(?:[a-z][\w-]*|\*)?(?:[.#][\w-]+)?", re.IGNORECASE)
"""A selector that one tag decides."""
RGB = re.compile(r"rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)(?:[,/ ]+([\d.]+%?))?\)")
HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
COLOUR = re.compile(rf"{RGB.pattern}|#[0-9a-f]+|[a-z]+(?:\([^)]*\))?")

Colour = tuple[int, int, int] | str
"""Red, green and blue; as it is written where it is written otherwise, `transparent` where nothing shows."""


@dataclass(slots=True)
class Looks:
    """How the text of the open tags looks."""

    rules: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """By selector what the style sheets of the page say."""
    open: list[tuple[Colour | None, Colour | None]] = field(
        default_factory=lambda: [(None, (255, 255, 255))]
    )
    """The colour of the text and of what is behind it, in each open tag; None where nobody knows."""

    def read(self, sheet: str) -> None:
        """A style sheet of the page."""
        for selectors, body in RULE.findall(MEDIA.sub("", COMMENT.sub("", sheet))):
            said = declared(body)
            for selector in map(str.strip, selectors.split(",")):
                if SELECTOR.fullmatch(selector):
                    self.rules.setdefault(selector, {}).update(said)

    def elsewhere(self) -> None:
        """The page names a style sheet of another file."""
        self.open = [(colour, None) for colour, _ in self.open]

    def style(self, tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """What is said of a tag, what is nearer to it last."""
        made: dict[str, str] = {}
        for selector in _selectors(tag, attributes) if self.rules else ():
            made |= self.rules.get(selector, {})
        if ground := attributes.get("bgcolor"):
            made["background"] = ground.lower()
        if tag == "font" and (colour := attributes.get("color")):
            made["color"] = colour.lower()
        return made | declared(attributes.get("style", ""))

    def enter(self, style: Mapping[str, str]) -> None:
        """A tag opens that is no void one."""
        colour, ground = self.open[-1]
        if "color" in style and style["color"] != "inherit":
            colour = colour_of(style["color"])
        behind = style.get("background-color", style.get("background"))
        if behind is not None and (seen := colour_of(behind)) != "transparent":
            ground = seen
        self.open.append((colour, ground))

    def leave(self) -> None:
        """The last tag that opened closes."""
        if len(self.open) > 1:
            self.open.pop()

    @property
    def blank(self) -> bool:
        """Whether text here has the colour of what is behind it."""
        colour, ground = self.open[-1]
        return colour == "transparent" or (colour is not None and alike(colour, ground))


def hides(style: Mapping[str, str], attributes: Mapping[str, str]) -> bool:
    """Whether nobody sees what is in a tag."""
    return (
        "hidden" in attributes
        or not CLASSES.isdisjoint(attributes.get("class", "").split())
        or (bool(style) and INVISIBLE.search(";".join(map(":".join, style.items()))) is not None)
    )


def declared(body: str) -> dict[str, str]:
    """The properties of a style, in small letters and without what makes no difference."""
    parts = (part.partition(":") for part in body.lower().replace("!important", "").split(";"))
    return {name.strip(): " ".join(value.split()) for name, sign, value in parts if sign}


def colour_of(written: str) -> Colour | None:
    """A colour; None for a picture or a gradient, which may have any."""
    found = None if "(" in written and "rgb" not in written else COLOUR.search(written)
    if found is None or found[0] in {"none", "initial", "unset"}:
        return "transparent" if written in {"none", "initial", "unset"} else None
    if rgb := RGB.fullmatch(found[0]):
        *parts, alpha = rgb.groups()
        if alpha is not None and float(alpha.rstrip("%")) < 0.05:
            return "transparent"
        red, green, blue = map(int, parts)
        return red, green, blue
    if digits := HEX.fullmatch(found[0]):
        every = digits[1] if len(digits[1]) > 4 else "".join(sign * 2 for sign in digits[1])
        red, green, blue, *alpha = bytes.fromhex(every)
        return "transparent" if alpha and alpha[0] < 12 else (red, green, blue)
    return NAMED.get(found[0], found[0])


def alike(one: Colour, other: Colour | None) -> bool:
    """Whether no eye tells two colours apart."""
    if isinstance(one, str) or isinstance(other, str) or other is None:
        return one == other
    return all(abs(a - b) < ALIKE for a, b in zip(one, other, strict=True))


def note(characters: int) -> tuple[str, ...]:
    """That hidden text was left out."""
    if not characters:
        return ()
    return (f"{characters:,} characters that no reader of it sees were left out",)


def _selectors(tag: str, attributes: Mapping[str, str]) -> Iterator[str]:
    """The selectors that one tag decides, the nearest last."""
    yield from ("*", tag)
    for name in attributes.get("class", "").split():
        yield from (f".{name}", f"{tag}.{name}")
    if name := attributes.get("id"):
        yield from (f"#{name}", f"{tag}#{name}")
