"""The tags of a page come in one by one; its markdown and what it says of itself come out.

Neither its depth nor its faults matter then. Where it says what its main part is, only that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from loadsheet.corpus.formats import TooLong
from loadsheet.corpus.formats.cells import OpenTable, cell_of
from loadsheet.corpus.formats.markup import escaped
from loadsheet.corpus.formats.unseen import Looks, hides

SILENT = frozenset(
    "script style template noscript svg math iframe object embed canvas video audio select button textarea "  # noqa: SIM905
    "nav footer dialog datalist map".split()
)
"""What a reader of the page does not read."""

BLOCKS = frozenset(
    "address article aside blockquote body center details dd div dl dt fieldset figcaption figure form h1 h2 h3 h4 "  # noqa: SIM905
    "h5 h6 header hgroup hr li main ol p pre search section summary ul table caption".split()
)
VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)
"""What has no end, so that nothing can be inside of it."""

PERMALINK = "¶§\u200b\u200d\ufeff "
"""What generators of pages put behind a heading, to link to it."""
SPACE = re.compile(r"[ \t\r\n\f\u00a0]+")
LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight)-([\w+#-]{1,20})")
ARRANGED = frozenset("table h1 h2 h3 h4 h5 h6 pre ul ol".split())  # noqa: SIM905
"""What makes a cell of a table without headings a place on the page, and no value."""
LABEL = 80
"""Characters of a term, and of a value, that are written on one line."""
DEEPEST = 8
"""Levels of a list that are indented; deeper ones stand at this one."""
TIMES = frozenset(
    {
        "article:modified_time",
        "article:published_time",
        "dcterms.modified",
        "dcterms.created",
        "dc.date",
        "last-modified",
        "date",
    }
)


@dataclass(slots=True)
class Listing:
    """A list that is open: the number of its next item, or None where items have bullets."""

    number: int | None


@dataclass(slots=True)
class HtmlBlock:
    """A paragraph, a table, or the neighbouring items of a list."""

    parts: list[str]
    within: bool
    """Whether it stands in the main part of the page."""
    item: bool


class Page:
    """Takes the tags of a page one by one and writes markdown."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self.blocks: list[HtmlBlock] = []
        self.inline: list[str] = []
        self.lists: list[Listing] = []
        self.tables: list[OpenTable] = []
        self.silent: list[str] = []
        self.looks = Looks()
        self.hiding = False
        """Whether what is silent is text that is hidden."""
        self.hidden = 0
        """Characters of such text."""
        self.main = 0
        self.main_tag = ""
        self.quotes = 0
        self.heading = 0
        self.mark = ""
        self.term: HtmlBlock | None = None
        """The term of a list of terms that was written last."""
        self.pre: list[str] | None = None
        self.language = ""
        self.titling = False
        self.titles: list[str] = []
        self.first = ""
        self.time: str | None = None

    # ------------------------------------------------------------ the parser's calls

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag opens."""
        tag = tag.lower()
        if self.silent or self._silences(tag, attributes):
            if tag not in VOID:
                self.silent.append(tag)
            return
        self._enter(tag, attributes)
        if tag == "meta":
            self._meta(attributes)
        elif tag == "link":
            if "stylesheet" in attributes.get("rel", ""):
                self.looks.elsewhere()
        elif tag == "title":
            self.titling = not self.titles
        elif tag == "br":
            (self.inline if self.pre is None else self.pre).append("\n")
        elif tag == "img":
            self.data(f" {attributes.get('alt', '')} ")
        elif self.pre is not None:
            self.language = self.language or _language(attributes)
        elif tag in {"td", "th"} or tag == "tr":
            self._cell(tag, attributes)
        elif tag == "code" or tag in {"kbd", "samp"}:
            self.inline.append("`")
        elif tag in BLOCKS:
            self._block(tag, attributes)

    def end(self, tag: str) -> None:
        """A tag closes."""
        tag = tag.lower()
        if self.silent:
            # The parser balances tags, so that the last one that opened is the one that closes.
            if tag not in VOID:
                self.silent.pop()
            return
        if tag not in VOID:
            self.looks.leave()
        if self.main == 1 and tag == self.main_tag:
            self._flush()
        self.main -= self.main > 0 and tag == self.main_tag
        if tag == "title":
            self.titling = False
        elif tag == "pre" and self.pre is not None:
            self._code()
        elif self.pre is not None:
            return
        elif tag in {"td", "th"}:
            self._close_cell()
        elif tag == "code" or tag in {"kbd", "samp"}:
            self._close_code()
        elif tag in BLOCKS:
            self._close(tag)

    def data(self, text: str) -> None:
        """Text between tags."""
        if self.silent or self.looks.blank:
            if self.silent[-1:] == ["style"]:
                self.looks.read(text)
            elif self.hiding or not self.silent:
                self.hidden += len(text.strip())
            return
        if self.titling:
            self.titles.append(text)
        elif self.pre is not None:
            self.pre.append(text)
            self._count(len(text))
        else:
            self.inline.append(SPACE.sub(" ", text))
            self._count(len(text))

    def comment(self, text: str) -> None:
        """A comment says nothing."""

    def pi(self, target: str, data: str | None = None) -> None:
        """A processing instruction says nothing."""

    def close(self) -> None:
        """The page ends, whatever is still open."""
        self.silent.clear()
        if self.pre is not None:
            self._code()
        while self.tables:
            self._close("table")
        self._flush()

    # ------------------------------------------------------------ what comes out

    def text(self) -> str:
        """The main part where the page names one that holds text, else all of it."""
        main = [block for block in self.blocks if block.within]
        parts = ["\n".join(block.parts) for block in main or self.blocks]
        heading = f"# {self.first}"
        if main and self.first and heading not in parts:
            parts.insert(0, heading)
        return "\n\n".join(parts)

    @property
    def name(self) -> str:
        """The first heading of the first level, else the title of the page."""
        return self.first or " ".join("".join(self.titles).split())

    # ------------------------------------------------------------ blocks

    def _silences(self, tag: str, attributes: Mapping[str, str]) -> bool:
        """Whether nothing in a tag is read; where something is, how it looks is noted."""
        aside = (
            tag in SILENT
            or attributes.get("aria-hidden") == "true"
            or attributes.get("role") in {"navigation", "contentinfo", "search"}
        )
        style = self.looks.style(tag, attributes)
        self.hiding = not aside and hides(style, attributes)
        if not aside and not self.hiding and tag not in VOID:
            self.looks.enter(style)
        return aside or self.hiding

    def _enter(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Count how deep in the main part of the page we are, by the tag that it began with."""
        if self.main:
            self.main += tag == self.main_tag and tag not in VOID
        elif tag == "main" or attributes.get("role") == "main":
            self._flush()
            self.main, self.main_tag = 1, tag

    def _meta(self, attributes: Mapping[str, str]) -> None:
        name = (attributes.get("property") or attributes.get("name") or "").lower()
        if name in TIMES and (self.time is None or name.endswith("modified_time")):
            self.time = attributes.get("content")

    def _block(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self.tables and self.tables[-1].inside and not self.tables[-1].layout:
            if tag not in ARRANGED or (self.tables[-1].headed and tag != "table"):
                is_next = tag in {"li", "dt"} and "".join(self.inline).strip()
                self.inline.append("; " if is_next else "\n")
                return
            self._become_layout()
        self._flush()
        if tag in {"ul", "ol"}:
            if not self.lists and self.blocks:
                self.blocks[-1].item = False
            start = attributes.get("start", "1")
            number = int(start) if start.isascii() and start.isdecimal() and len(start) < 7 else 1
            self.lists.append(Listing(number if tag == "ol" else None))
        elif tag in {"li", "dd"}:
            self.mark = self._bullet()
        elif tag == "blockquote":
            self.quotes += 1
        elif tag == "pre":
            self.pre, self.language = [], _language(attributes)
        elif tag == "table":
            self.tables.append(OpenTable())
        elif tag[0] == "h" and tag[1:].isdecimal():
            self.heading = int(tag[1:])

    def _close(self, tag: str) -> None:
        if self.tables and self.tables[-1].inside and not self.tables[-1].layout and tag != "table":
            self.inline.append("\n")
            return
        self._flush()
        if tag in {"ul", "ol"} and self.lists:
            self.lists.pop()
        elif tag == "blockquote" and self.quotes:
            self.quotes -= 1
        elif tag == "table" and self.tables:
            self._emit_table(self.tables.pop())
        elif tag in {"li", "dd"}:
            self.mark = ""
        if tag == "dt" and self.blocks:
            self.term = self.blocks[-1]
        self.heading = 0

    def _bullet(self) -> str:
        if not self.lists or self.lists[-1].number is None:
            return "- "
        number = self.lists[-1].number
        self.lists[-1].number = number + 1
        return f"{number}. "

    def _flush(self) -> None:
        """End the paragraph that is being written."""
        text = tidy("".join(self.inline))
        self.inline.clear()
        if not text:
            return
        if self.heading:
            line = " ".join(text.split()).rstrip(PERMALINK)
            if self.heading == 1 and not self.first:
                self.first = line
            self._emit(f"{'#' * self.heading} {line}")
            return
        text = escaped(text) if text[0] in "#`~=-" or "\n" in text else text
        if self.mark:
            text, self.mark = self.mark + self._of_term(text), ""
            self._emit(text, item=True)
        else:
            self._emit(text)

    def _of_term(self, text: str) -> str:
        """A value behind the term that it is of, which has waited for it; a long one, or a text, stands below it."""
        waiting, self.term = self.term, None
        if waiting is None or self.blocks[-1] is not waiting or len(waiting.parts) > 1:
            return text
        said = waiting.parts[0]
        if len(said) > LABEL or len(text) > LABEL or "\n" in said + text:
            return text
        self.blocks.pop()
        return f"{said.rstrip(':')}: {text}"

    def _emit(self, text: str, *, item: bool = False) -> None:
        depth = min(len(self.lists), DEEPEST)
        indent = "  " * (depth - 1 if item else depth) if depth else ""
        quote = "> " * min(self.quotes, DEEPEST)
        if indent or quote:
            rest = quote + indent + ("  " if item else "")
            text = quote + indent + text.replace("\n", "\n" + rest)
        within = self.main > 0
        # Items of one list stand in neighbouring lines.
        if item and self.blocks and self.blocks[-1].item and self.blocks[-1].within == within:
            self.blocks[-1].parts.append(text)
        else:
            self.blocks.append(HtmlBlock([text], within, item))

    def _count(self, characters: int) -> None:
        self.size += characters
        if self.size > self.limit:
            raise TooLong

    # ------------------------------------------------------------ code

    def _close_code(self) -> None:
        """Backticks around what is code, unless nothing stands between them."""
        if self.inline and self.inline[-1] == "`":
            self.inline.pop()
        else:
            self.inline.append("`")

    def _code(self) -> None:
        body = "".join(self.pre or ()).replace("\r\n", "\n").strip("\n")
        self.pre = None
        if not body.strip():
            return
        longest = max((len(run) for run in re.findall(r"`+", body)), default=0)
        fence = "`" * max(3, longest + 1)
        self._emit(f"{fence}{self.language}\n{body}\n{fence}")

    # ------------------------------------------------------------ tables

    def _cell(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self.tables:
            self._flush()
            return
        table = self.tables[-1]
        self._close_cell()
        if tag == "tr":
            table.begin()
        else:
            table.open(tag, attributes)

    def _close_cell(self) -> None:
        if not self.tables or not self.tables[-1].inside:
            return
        table = self.tables[-1]
        table.inside = False
        if table.layout:
            self._flush()
            return
        table.add(cell_of("".join(self.inline)).replace(" ; ", "; "))
        self.inline.clear()

    def _become_layout(self) -> None:
        """The table holds blocks: what was taken for values so far becomes paragraphs."""
        table = self.tables[-1]
        waiting, self.inline = self.inline, []
        for cell in table.cells():
            self.inline.append(cell)
            self._flush()
        table.rows.clear()
        table.layout = True
        self.inline = waiting

    def _emit_table(self, table: OpenTable) -> None:
        if made := table.markdown():
            self._emit(made)
            return
        for cell in table.cells():
            self.inline.append(cell)
            self._flush()


def tidy(text: str) -> str:
    """A paragraph without the spaces around its lines and without soft hyphens."""
    lines = (SPACE.sub(" ", line).strip() for line in text.replace("\u00ad", "").split("\n"))
    return "\n".join(line for line in lines if line)


def _language(attributes: Mapping[str, str]) -> str:
    found = LANGUAGE.search(attributes.get("class", ""))
    return found.group(1) if found else ""
