"""A text in; a small sketch of its word shingles out, and from two sketches how much the texts have in common.

A sketch is the smallest hashes of all shingles (bottom-k): where two texts are equal so are their sketches, and the
hashes below the smaller of both bounds are a fair sample of what they share.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

from loadsheet.corpus.terms import beyond_ascii

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE = 48
"""Hashes in a sketch: 192 bytes a passage, and an error of about .07 around a similarity of .5."""

WIDTH = 3
"""Words in a shingle: an edit of one word changes three of them."""

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"
"""Scripts that write without spaces: each sign counts as a word."""
_SIGN = re.compile(f"[{_UNSPACED}]")
_BETWEEN = re.compile(rf"[^\w\x00-\x7f{_UNSPACED}]+")
"""What is part of no word, beyond ASCII."""
_WORD = re.compile(rb"[a-z0-9\x80-\xff]+")


def sketch(text: str) -> bytes:
    """The smallest hashes of the shingles of `text`, ascending; empty for a text without words.

    White space, punctuation and case make no difference.
    """
    words = _WORD.findall(_plain(text))
    if len(words) < WIDTH:
        found = {crc32(b"".join(words))} if words else set[int]()
    else:
        runs = (words[start:] for start in range(WIDTH))
        found = set(map(crc32, map(b"".join, zip(*runs, strict=False))))
    smallest = sorted(found)[:SIZE]
    return struct.pack(f"<{len(smallest)}I", *smallest)


def sketches(texts: Sequence[str]) -> list[bytes]:
    """The sketch of each text: what `sketch` makes of it, of many texts at once."""
    if sum(map(len, texts)) < MANY:
        return [sketch(text) for text in texts]
    return _sketched(texts)


MANY = 50_000
"""Characters from which it pays to do it with numpy, which has to be imported."""

LONG_WORD = 64
"""Bytes that a word has at most for its text to be done with others."""


def _sketched(texts: Sequence[str]) -> list[bytes]:
    import numpy as np

    # Every word of every text by its place in one string of bytes.
    parts = [_plain(text) for text in texts]
    whole = np.frombuffer(b"\n".join(parts) + b"\n", np.uint8)
    ends_of_texts = np.cumsum([len(part) + 1 for part in parts])
    among = _tables().word.take(whole)
    borders = np.flatnonzero(among[1:] != among[:-1]) + 1
    borders = np.append(0, borders) if among[0] else borders
    starts, lengths = borders[::2], borders[1::2] - borders[::2]
    last = np.searchsorted(starts, ends_of_texts)
    counts = np.diff(last, prepend=0)
    text_of = np.repeat(np.arange(len(texts), dtype=np.uint64), counts)

    single = counts < WIDTH
    single[text_of[lengths > LONG_WORD]] = True
    kept = ~single[text_of]
    text_of, lengths = text_of[kept], lengths[kept]
    words = _checksums(whole, starts[kept], lengths)

    # The checksum of a shingle follows from those of its words.
    run = words
    for step in range(1, WIDTH):
        run = _lengthened(run[:-1], lengths[step:]) ^ words[step:]
    within = text_of[: len(run)] == text_of[WIDTH - 1 :]
    # The texts stand in order already, which makes a sort that looks for order twice as fast.
    keys = np.sort(text_of[: len(run)][within] << np.uint64(32) | run[within], kind="stable")
    keys = keys[np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))] if len(keys) else keys
    firsts = np.searchsorted(keys, np.arange(len(texts) + 1, dtype=np.uint64) << np.uint64(32))
    packed = keys.astype("<u4").tobytes()
    places = zip(texts, single.tolist(), firsts.tolist(), firsts[1:].tolist(), strict=False)
    return [
        sketch(text) if alone else packed[4 * first : 4 * min(end, first + SIZE)]
        for text, alone, first, end in places
    ]


class _Tables:
    """What CRC-32 does to all bytes, by numpy."""

    def __init__(self) -> None:
        import numpy as np

        self.word: NDArray[np.bool_] = np.zeros(256, np.bool_)
        """Whether a byte is part of a word."""
        self.word[[*b"0123456789abcdefghijklmnopqrstuvwxyz", *range(128, 256)]] = True
        one = np.arange(256, dtype=np.uint32)
        for _ in range(8):
            one = np.where(one & 1, one >> 1 ^ np.uint32(0xEDB88320), one >> 1)
        self.byte: NDArray[np.uint32] = one
        """What one more byte makes of a checksum."""
        byte = np.arange(256, dtype=np.uint32)
        after: list[NDArray[np.uint32]] = [np.stack([byte << np.uint32(n) for n in (0, 8, 16, 24)])]
        for _ in range(LONG_WORD):
            after.append((one[after[-1] & 255] ^ after[-1] >> 8).astype(np.uint32))
        self.zeros: NDArray[np.uint32] = np.stack(after, axis=1).reshape(4, -1)
        """What so many bytes of zero make of each byte of a checksum."""


_tables = cache(_Tables)


def _checksums(
    whole: NDArray[np.uint8], starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint32]:
    """The CRC-32 of each word."""
    import numpy as np

    byte = _tables().byte
    # The longest first, so that those that have another byte stand side by side.
    order = np.argsort(-lengths.astype(np.int8), kind="stable")
    at, size = starts[order], lengths[order]
    made = np.full(len(at), 0xFFFFFFFF, np.uint32)
    for place in range(int(size[0]) if len(size) else 0):
        left = int(np.searchsorted(-size, -place))
        part = made[:left]
        made[:left] = byte[(part ^ whole[at[:left] + place]) & 255] ^ part >> 8
    found = np.empty_like(made)
    found[order] = ~made
    return found


def _lengthened(made: NDArray[np.uint32], by: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Checksums, after so many bytes of zero."""
    first, second, third, fourth = _tables().zeros
    at = by << 8
    return (
        first[at | made & 255]
        ^ second[at | made >> 8 & 255]
        ^ third[at | made >> 16 & 255]
        ^ fourth[at | made >> 24]
    )


def _plain(text: str) -> bytes:
    """The text with its words as runs of small letters, digits and bytes beyond ASCII."""
    plain = text.encode("utf-8", "replace")
    if text.isascii():
        return plain.lower()
    signs = set(beyond_ascii(text))
    if len(signs) > FEW_SIGNS:
        return (
            text.translate({ord(sign): _as_words(sign) for sign in signs})
            .encode("utf-8", "replace")
            .lower()
        )
    for sign in signs:
        plain = plain.replace(sign.encode("utf-8", "replace"), _as_words(sign).encode())
    return plain.lower()


@lru_cache(maxsize=4096)
def _as_words(sign: str) -> str:
    """What a character beyond ASCII says in a word, or between words."""
    return _SIGN.sub(r" \g<0> ", _BETWEEN.sub(" ", sign.casefold()))


FEW_SIGNS = 24
"""Different characters beyond ASCII up to which replacing one after the other is faster than looking at each
character of a text."""


def hashes(made: bytes) -> frozenset[int]:
    """The hashes of a sketch."""
    return frozenset(struct.unpack(f"<{len(made) // 4}I", made))


def containment(one: frozenset[int], other: frozenset[int]) -> float:
    """About how much of the text with fewer shingles stands in the other, 0 to 1.

    1 where a sketch is too small a sample to tell: an estimate must not rule out what only reading can.
    """
    if not one or not other:
        return float(one == other)
    shared = len(one & other)
    bound = min((max(half) for half in (one, other) if len(half) >= SIZE), default=None)
    if bound is None:
        return shared / min(len(one), len(other))
    few = min(sum(map(bound.__ge__, half)) for half in (one, other))
    return shared / few if few >= ENOUGH else 1.0


ENOUGH = 6
"""Hashes that a sample needs to tell anything."""
