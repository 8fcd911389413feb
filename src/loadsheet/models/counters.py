"""A text in, its tokens out: the adapters of the `Counter` port.

A producer counts a text once and stores the number with it, so nothing here caches. A text that one
call of a library does not take is counted in pieces.

**Framing** follows the form that OpenAI publishes for its chat models: three tokens around each
message, the tokens of its role, one for a name, and three that open the reply. The server of a
hosted model does not say what it really does, so for one it is an upper bound; what the provider
counted stands beside it. For tool calls nothing is published: the JSON around one (at most 15
tokens) is counted in full.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import category

from loadsheet.errors import SettingsError
from loadsheet.lazy import lazy_regex
from loadsheet.surrogates import in_characters

if TYPE_CHECKING:
    from pathlib import Path

    from bpe_openai._bindings import PyTokenizer
    from tokenizers import Tokenizer

    from loadsheet.artifacts import ChatMessage
    from loadsheet.ports import Counter

EncodingName = Literal["o200k_base", "cl100k_base"]

PIECE = 50_000
"""Characters in one call. A character is at most four bytes and a token at least one, so a piece
stays at or below the 200,000 tokens, and far below the 1,000,000 characters, above which bpe-openai
refuses."""

BORDER = lazy_regex(
    r"""(?rx)                           # from the end of the window backwards
      (?<=\n)(?=[^\s/])                 # a line that begins with neither space nor slash
    | (?<=\p{L})(?=[\p{N}\p{P}\p{S}\p{Z}])(?!')
    | (?<=\p{N})(?=[\p{P}\p{S}\p{Z}])(?!')
    """
)
"""Places where both shipped encodings always end a word, so that the sizes of the two sides add up
exactly. Their patterns split a text into words before any merge: a run of letters ends before what
is neither letter, mark nor apostrophe, a group of digits before what is not a digit, and a line
break takes further breaks, and o200k slashes, with it, but nothing else."""

PER_MESSAGE = 3
"""The delimiters around each message, as published."""

PER_NAME = 1
"""A participant's name costs one more than its own tokens, as published."""

PER_CALL = 15
"""The JSON around a tool call:
`{"id":"","type":"function","function":{"name":"","arguments":""}}`."""

PER_RESULT = 3
"""The field that ties a tool's result to its call. Not published; the JSON key with its quotes and
colon."""

REPLY = 3
"""What opens the reply, as published."""

TEMPLATE = 3
"""What chat templates of open models spend on a message beyond the published form: a line break
after the role, one after the message, and, for some, a second delimiter around the role."""

VARIES = lazy_regex(r"[^\x00-\x7f]|[0-9]|(?<=(\W)\1\1)\1")
"""Characters on which vocabularies differ most: scripts other than plain Latin, digits, and long
runs of one sign."""

SPARSE = 3
"""Characters of a token from which words are taken for those of a language; in prose and code a token has four."""

DENSE = 0.5
"""What each token beyond that counts more."""

SHORT = 2
"""What a text counts more, as the margin of a short one is less than a token. With 1 two of 400,000 random strings were
counted too small."""

HELD = lazy_regex("0+")
"""The places of such characters, while the rest is counted."""


def counter(name: str) -> Counter:
    """The counter that a setting or a manifest names.

    Settings say `o200k`, `cl100k`, `estimate`, `strict`, or the path of a tokenizer.json or of its
    folder. The name of each counter finds it again, so that a replay counts alike. Raises `SettingsError` for another.
    """
    match name:
        case "o200k" | "o200k_base":
            return BpeCounter("o200k_base")
        case "cl100k" | "cl100k_base":
            return BpeCounter("cl100k_base")
        case "estimate":
            return EstimateCounter()
        case "strict" | "strict(bytes)":
            return EstimateCounter(strict=True)
        case _:
            pass
    if estimate := re.fullmatch(r"estimate\(o200k_base×([0-9.]+)\)", name):
        return EstimateCounter(float(estimate[1]))
    named = re.fullmatch(r"tokenizer\((.+)\)", name)
    from pathlib import Path  # here, as a process that only cuts has no other use for it

    path = Path(named[1] if named else name).expanduser()
    if path.is_dir():
        path /= "tokenizer.json"
    if not path.is_file():
        raise SettingsError(
            f"counter {name!r} is neither o200k, cl100k, estimate, strict nor the path of a tokenizer.json"
        )
    return TokenizerCounter(path)


class BpeCounter:
    """Counts by an encoding of OpenAI's, o200k_base or cl100k_base, which the package carries.

    The size of a text longer than a piece is exact as well, unless 50,000 characters hold not one
    border between words; such a piece, of no language, counts its bytes, which is never too few.
    """

    exact: bool = True

    def __init__(self, encoding: EncodingName) -> None:
        self.name: str = encoding
        self._encoding: PyTokenizer | None = None

    def count(self, text: str) -> int:
        """The tokens of `text` alone."""
        if len(text) <= PIECE:
            return self._tokens(text)
        return sum(
            self._tokens(piece) if whole else byte_count(piece) for piece, whole in pieces(text)
        )

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        """The tokens around the contents, by the published form."""
        return frame(messages, self.count)

    def _tokens(self, text: str) -> int:
        if self._encoding is None:
            self._encoding = encoding(self.name)
        try:
            return self._encoding.count(text)
        except UnicodeEncodeError:
            return self._encoding.count(in_characters(text))


COMPILED = "bpe_openai._bindings"
OPENING = Lock()


def encoding(name: str) -> PyTokenizer:
    """Open an encoding that the package carries."""
    with OPENING:
        return _compiled().tokenizer_for_encoding(name)


def _compiled() -> Any:
    """The compiled part of bpe-openai by itself, which has all that counting takes.

    The package around it reads the tables of three encodings when it is imported, for what is not used here: that took
    a third of the time of a first question.
    """
    if COMPILED in sys.modules:
        return sys.modules[COMPILED]
    package = find_spec(COMPILED.partition(".")[0])
    found = PathFinder.find_spec(COMPILED, package and package.submodule_search_locations)
    if found is None or found.loader is None:
        return import_module(COMPILED)
    # Under its own name, so that whoever imports the package finds it there: it can be made only once in a process.
    made = sys.modules[COMPILED] = module_from_spec(found)
    found.loader.exec_module(made)
    return made


class TokenizerCounter:
    """Counts by a model's own `tokenizer.json`, with nothing added to the text.

    Contents are exact. A long text is counted in pieces cut at line breaks, which is exact for
    tokenizers that keep a line break apart, and otherwise too many by at most a token a piece.
    Framing is an upper bound: it is the chat template's, which is no part of the file.
    """

    exact: bool = True

    def __init__(self, path: str | Path) -> None:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise SettingsError(
                f"counter '{path}' needs an extra: pip install 'loadsheet[tokenizers]'"
            ) from error
        try:
            self._tokenizer: Tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises bare exceptions
            raise SettingsError(
                f"counter '{path}' is not a tokenizer.json that can be read: {error}"
            ) from error
        # A file may ask for short or padded sequences, as for embeddings: that would be the wrong
        # size.
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.name: str = f"tokenizer({path})"

    def count(self, text: str) -> int:
        """The tokens of `text` alone, without those that a template would add."""
        return sum(self._tokens(piece) for piece, _ in pieces(text))

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        """The tokens around the contents: the published form, and what open models' templates spend
        beyond it."""
        return frame(messages, self.count) + TEMPLATE * (len(messages) + 1)

    def _tokens(self, text: str) -> int:
        sound = text.encode("utf-8", "replace").decode("utf-8")
        return len(self._tokenizer.encode(sound, add_special_tokens=False).ids)


class EstimateCounter:
    """A labelled estimate, meant to be too high, for a model whose tokenizer is not at hand.

    Vocabularies agree on plain words, and differ on other scripts, digits and runs of one sign:
    there each byte counts as a token, and the rest counts by o200k_base, times `margin`. Words of
    no language, where vocabularies agree by chance alone, count more the denser their tokens stand,
    and each text two more, as a short one leaves a margin no room.

    `strict` counts every byte, which is proven to be enough for each tokenizer that falls back to
    bytes. The estimate is measured: of 1,000,000 random strings of letters, punctuation and all of
    ASCII, up to 60 long, it covered cl100k_base and o200k_base in every one.
    """

    exact: bool = False

    def __init__(self, margin: float = 1.2, *, strict: bool = False) -> None:
        if not margin >= 1 or math.isinf(margin):
            raise SettingsError(f"margin {margin} of the token estimate must be 1 or more")
        self.margin: float = margin
        self.strict: bool = strict
        self._base: BpeCounter = BpeCounter("o200k_base")
        self.name: str = "strict(bytes)" if strict else f"estimate({self._base.name}×{margin:g})"

    def count(self, text: str) -> int:
        """No fewer tokens than the model would count."""
        if self.strict:
            return byte_count(text)
        return self._whole(text)

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        """The tokens around the contents: the published form, and what open models' templates spend
        beyond it."""
        return frame(messages, self.count) + TEMPLATE * (len(messages) + 1)

    def _whole(self, text: str) -> int:
        # A digit stands alone in every vocabulary; a space in its place would join the spaces around it.
        held, varying = VARIES.subn("0", text)
        plain, runs = HELD.subn("0", held)
        outside = byte_count(text) - len(text)
        tokens, characters = self._base.count(plain) - runs, len(plain) - runs
        dense = math.ceil(DENSE * max(0.0, tokens - characters / SPARSE))
        apart = SHORT if text else 0
        return math.ceil(tokens * self.margin) + dense + apart + varying + outside


def frame(messages: Sequence[ChatMessage], count: Callable[[str], int]) -> int:
    """The tokens around and between contents in the form that OpenAI publishes, by `count`."""
    total = REPLY
    for message in messages:
        total += PER_MESSAGE + count(message["role"])
        if "name" in message:
            total += PER_NAME
        if "tool_call_id" in message:
            total += PER_RESULT
        total += PER_CALL * len(message.get("tool_calls", ()))
    return total


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Cut `text` into pieces of at most `PIECE` characters, at the last border of each.

    The second value is False for a piece that stands beside a cut through a word, because there is
    no border.
    """
    start, whole = 0, True
    while len(text) - start > PIECE:
        border = _border(text, start + 1, start + PIECE)
        if border is None:
            yield text[start : start + PIECE], False
            start, whole = start + PIECE, False
        else:
            yield text[start:border], whole
            start, whole = border, True
    yield text[start:], whole


def _border(text: str, start: int, end: int) -> int | None:
    """The last place between where a word surely ends.

    `regex` may know letters of a newer Unicode than the encodings do; behind one of these nothing ends for sure. The
    tables of Python are older than both.
    """
    while (found := BORDER.search(text, start, end)) is not None:
        if category(text[found.start() - 1]) != "Cn":
            return found.start()
        end = found.start()
    return None


def byte_count(text: str) -> int:
    """The bytes of `text`: no tokenizer that falls back to bytes makes more tokens of it."""
    return len(text.encode("utf-8", "surrogatepass"))


__all__ = [
    "BpeCounter",
    "EstimateCounter",
    "TokenizerCounter",
    "counter",
]
