"""Bytes in; their text and the name of their encoding out.

A byte-order mark decides, then UTF-8, which hardly anything else passes for. Texts that are mostly ASCII are read in
the European code page whose letters fit best; other scripts are left to charset-normalizer, which is good at them and
bad at telling French from Romanian.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""UTF-32 comes first: its mark begins with that of UTF-16."""

CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
HIGH = re.compile(rb"[\x80-\xff]")
LETTER = re.compile(rb"[A-Za-z\x80-\xff]")
SAMPLE = 200_000
"""Bytes that a guess is made from."""

SIGNS = "“”‘’‚„–—…•«»‹›°§©®™€£¿¡·×½¼ªº\u00a0\u00ad"
WESTERN = frozenset("àâäæçèéêëîïìíñòóôöøœùúûüßåáãõÿÀÂÄÆÇÈÉÊËÎÏÌÍÑÒÓÔÖØŒÙÚÛÜÅÁÃÕ" + SIGNS)
CENTRAL = frozenset("ąćęłńóśźżáčďéěíňřšťúůýžľĺőűöüäßđâîăĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽĽŐŰÖÜÄĐÂÎĂ" + SIGNS)
TURKISH = frozenset("çğıöşüâîûÇĞİÖŞÜÂÎÛ" + SIGNS)
BALTIC = frozenset("āčēģīķļņšūžąęėįųõäöüĀČĒĢĪĶĻŅŠŪŽĄĘĖĮŲÕÄÖÜ" + SIGNS)

EUROPEAN = (
    ("cp1252", WESTERN),
    ("cp1250", CENTRAL),
    ("iso8859-2", CENTRAL),
    ("cp1254", TURKISH),
    ("cp1257", BALTIC),
    ("mac-roman", WESTERN),
    ("cp850", WESTERN),
)
"""In the order of how common they are: the first of those that fit equally well is taken."""

BEYOND = re.compile(r"[^\x00-\x7f](?:(?<=[®™©°½¼×»›ªº])[^\W\d_])?")
"""A character beyond ASCII; with the letter after it where none can follow, so that it fits no set."""

CYRILLIC = ("cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic")
FREQUENT = frozenset("оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУ")
"""The letters that make up most of a text in Russian and its neighbours; in the wrong page they are others."""

MOSTLY = 0.45
"""A European text has fewer letters than this share beyond ASCII."""

DAMAGE = 0.05
"""UTF-8 with fewer faults than this share of its longer characters is UTF-8 with faults."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and the encoding that it was in; `plain` is UTF-8 without a fault."""

    text: str
    encoding: str
    plain: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """That the encoding is a guess, where it is one."""
        return (
            () if self.plain else (f"read as {self.encoding}; save it as UTF-8 if that is wrong",)
        )


def decode(data: bytes, declared: str | None = None) -> Decoded | None:
    """The text of `data` without its byte-order mark, None when it is none; `declared` is what the file claims."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], name)
    if wide := _wide(data):
        return wide
    if b"\0" in data:
        return None
    try:
        return Decoded(data.decode("utf-8"), "utf-8", plain=True)
    except UnicodeDecodeError:
        pass
    if len(CONTROL.findall(data[:SAMPLE])) * 100 > min(len(data), SAMPLE):
        return None
    return (
        _declared(data, declared)
        or _damaged(data)
        or _european(data)
        or _cyrillic(data)
        or _guessed(data)
    )


def _marked(data: bytes, name: str) -> Decoded | None:
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        text = data.decode(name, "replace")
        if text.count("\ufffd") * 20 > len(text):
            return None
        name += " with faults"
    if "\0" in text:
        return None
    return Decoded(text, name, plain=name == "utf-8")


def _wide(data: bytes) -> Decoded | None:
    """UTF-16 without a mark, as its zeros show: at least a third of every second byte, hardly any of the others."""
    sample = data[:SAMPLE]
    half = len(sample) // 2
    if half < 2 or len(data) % 2:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    for name, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if many * 3 >= half and few * 50 <= half:
            try:
                text = data.decode(name)
            except UnicodeDecodeError:
                return None
            return None if "\0" in text else Decoded(text, name)
    return None


def _declared(data: bytes, name: str | None) -> Decoded | None:
    try:
        found = codecs.lookup(name or "").name
        # Browsers read Latin-1 as its superset, and pages rely on that.
        found = "cp1252" if found in {"iso8859-1", "ascii"} else found
        return Decoded(data.decode(found), found)
    except (LookupError, ValueError, AttributeError):
        return None


def _damaged(data: bytes) -> Decoded | None:
    """UTF-8 with a fault here and there, as a cut or a bad copy leaves it."""
    text = data.decode("utf-8", "replace")
    faults = text.count("\ufffd")
    longer = sum(map(len, re.findall(r"[^\x00-\x7f]+", text))) - faults
    return Decoded(text, "utf-8 with faults") if faults <= longer * DAMAGE else None


def _european(data: bytes) -> Decoded | None:
    sample = data[:SAMPLE]
    high, letters = len(HIGH.findall(sample)), len(LETTER.findall(sample))
    if not high or high > letters * MOSTLY:
        return None
    best, fitting = None, 0.0
    for name, known in EUROPEAN:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        beyond = BEYOND.findall(text[:SAMPLE])
        fits = sum(found in known for found in beyond) / len(beyond) if beyond else 0.0
        if fits > fitting:
            best, fitting = Decoded(text, name), fits
    return best if fitting >= 0.9 else None


def _cyrillic(data: bytes) -> Decoded | None:
    best, fitting = None, 0.0
    for name in CYRILLIC:
        text = data.decode(name, "replace")
        beyond = re.findall(r"[^\x00-\x7f]", text[:SAMPLE])
        fits = sum(found in FREQUENT for found in beyond) / len(beyond) if beyond else 0.0
        # Other scripts come out as words in capitals, or with capitals inside.
        upper = sum(found.isupper() for found in beyond)
        if fits > fitting and upper * 3 < len(beyond):
            best, fitting = Decoded(text, name), fits
    return best if fitting >= 0.65 and len(data) >= 12 else None


def _guessed(data: bytes) -> Decoded | None:
    from charset_normalizer import from_bytes

    found = from_bytes(data[:SAMPLE]).best()
    if found is None:
        return None
    text = data.decode(found.encoding, "replace")
    faults = text.count("\ufffd")
    if "\0" in text or faults * 100 > len(text):
        return None
    return Decoded(text, found.encoding + (" with faults" if faults else ""))
