"""The bytes of a message in; its head as a list, what it says, and below it what it answers out, as markdown."""

from __future__ import annotations

import re
from datetime import datetime
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from loadsheet.corpus.formats import Extracted, Limits, Unreadable, html
from loadsheet.corpus.formats.encoding import Decoded, decode
from loadsheet.corpus.formats.markup import escaped

HEADS = ("From", "To", "Cc", "Date")
LONGEST = 2_000
"""Characters of a line of the head that are read: to take a list of thousands of addresses apart takes minutes."""

QUOTED = re.compile(r"[ \t]*((?:>[ \t]?)+)")
"""What stands before a line of a message that is answered, a sign for each answer."""

ADDRESS = re.compile(r"[ \t]*<([^<>\s]+@[^<>\s]+)>")


def read(data: bytes, limits: Limits) -> Extracted | Unreadable:
    """The message: who wrote to whom and when, its text, and the messages that it answers, each under who wrote it."""
    message = message_from_bytes(data, policy=policy.default)
    if not _said(message, "From"):
        return Unreadable("is no message: it does not say who wrote it")
    subject = _said(message, "Subject")
    heads = [f"- {name}: {said}" for name in HEADS if (said := _said(message, name))]
    attached = [part.get_filename() or "" for part in message.iter_attachments()]
    if named := ", ".join(filter(None, attached)):
        heads.append(f"- Attached: {named}")
    body = _body(message, limits)
    title = [f"# {subject}"] if subject else []
    return Extracted(
        "\n\n".join((*title, "\n".join(heads), threaded(body))).rstrip(),
        title=subject,
        timestamp=_time(message),
    )


def _said(message: EmailMessage, name: str) -> str:
    """A line of the head, with addresses in brackets that are not those of a tag."""
    raw = next(
        (str(value) for key, value in message.raw_items() if key.lower() == name.lower()), ""
    )
    try:
        said = raw[:LONGEST] + "…" if len(raw) > LONGEST else str(message.get(name, ""))
    except (ValueError, IndexError, MessageError):  # the library raises them for faulty heads
        return ""
    return ADDRESS.sub(r" (\1)", " ".join(said.split())).strip()


def _time(message: EmailMessage) -> str | None:
    try:
        found: datetime = parsedate_to_datetime(str(message["Date"]))
    except (TypeError, ValueError, IndexError):
        return None
    return found.isoformat()


def _body(message: EmailMessage, limits: Limits) -> str:
    """What a message says, as plain text where it has that."""
    part = message.get_body(("plain", "html"))
    raw = part.get_payload(decode=True) if part is not None else None
    decoded = decode(raw, part.get_content_charset()) if part and isinstance(raw, bytes) else None
    if part is None or decoded is None:
        return ""
    if part.get_content_subtype() == "html":
        return html.convert(Decoded(decoded.text, decoded.encoding, plain=True), limits).text
    return escaped(decoded.text.replace("\r\n", "\n").replace("\r", "\n").strip())


def threaded(text: str) -> str:
    """A message with each that it answers below it under the line that says who wrote it.

    Where the answers stand among the lines that they answer, all stays as it is.
    """
    lines = text.split("\n")
    depths = [_depth(line) for line in lines]
    said = [depth for line, depth in zip(lines, depths, strict=True) if line.strip()]
    if not said or said != sorted(said) or said[-1] == 0:
        return text
    made: list[str] = []
    following = [*depths[1:], 0]
    for at in range(len(lines) - 2, -1, -1):
        if not lines[at + 1].strip():
            following[at] = following[at + 1]
    for line, depth, after in zip(lines, depths, following, strict=True):
        bare = QUOTED.sub("", line, count=1) if depth else line
        if after > depth and bare.rstrip().endswith(":"):
            made += ["", f"## {bare.strip().rstrip(':')}", ""]
        else:
            made.append(bare)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(made))


def _depth(line: str) -> int:
    """How many messages further back a line stands."""
    found = QUOTED.match(line)
    return found[1].count(">") if found else 0
