"""Small PDF and DOCX files, made byte by byte, so that none has to be carried along."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
"""What a password is filled up with."""


def pdf(
    pages: Sequence[str | bytes],
    *,
    title: str = "",
    modified: str = "",
    password: str | None = None,
) -> bytes:
    """A PDF with a page for each text, a line for each line; bytes are what the page paints, word for word.

    With a password it is encrypted.
    """
    file_id = b"0123456789abcdef"
    key, owner, user = _keys(password, file_id) if password is not None else (b"", b"", b"")
    kids = " ".join(f"{5 + 2 * n} 0 R" for n in range(len(pages)))
    info = f"<< /Title ({title}) /ModDate ({modified}) >>"
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(
            b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name
            for name in (b"Helvetica", b"Helvetica-Bold")
        ),
    ]
    for number, text in enumerate(pages):
        content = _content(text)
        if key:
            content = _rc4(_object_key(key, 6 + 2 * number), content)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {6 + 2 * number} 0 R "
            f"/Resources << /Font << /F 3 0 R /B 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    objects.append(info.encode("latin-1"))
    trailer = b"/Root 1 0 R /Size %d /ID [<%s> <%s>]" % (
        len(objects) + 2, file_id.hex().encode(), file_id.hex().encode(),
    )  # fmt: skip
    if key:
        objects.append(
            b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>"
            % (owner.hex().encode(), user.hex().encode())
        )
        trailer += b" /Encrypt %d 0 R" % len(objects)
    else:
        trailer += b" /Info %d 0 R" % len(objects)
    return _file(objects, trailer)


Printed = (
    tuple[float, float, str] | tuple[float, float, str, str] | tuple[float, float, str, str, float]
)
"""Where a text stands on a page, from the left and from the foot, and its font (`F`, or `B` in bold) and its size."""


def printed(*texts: Printed) -> bytes:
    """What paints texts where they stand."""
    made: list[bytes] = []
    for left, bottom, text, *looks in texts:
        font, size = [*looks, *("F", 10.0)[len(looks) :]]
        made.append(f"BT /{font} {size} Tf {left} {bottom} Td ({text}) Tj ET".encode("cp1252"))
    return b"\n".join(made)


def _content(text: str | bytes) -> bytes:
    if isinstance(text, bytes):
        return text
    lines = [b"BT /F 12 Tf 14 TL 72 720 Td"]
    for line in text.split("\n"):
        shown = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        lines.append(b"(" + shown.encode("cp1252", "replace") + b") Tj T*")
    return b"\n".join([*lines, b"ET"])


def _file(objects: Sequence[bytes], trailer: bytes) -> bytes:
    made = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"trailer\n<< %s >>\nstartxref\n%d\n%%%%EOF\n" % (trailer, start)
    return bytes(made)


def _keys(password: str, file_id: bytes) -> tuple[bytes, bytes, bytes]:
    """The key of the file and what it tells of its passwords, by the oldest of PDF's own methods."""
    padded = (password.encode() + PAD)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    permissions = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + permissions + file_id).digest()[:5]
    return key, owner, _rc4(key, PAD)


def _object_key(key: bytes, number: int) -> bytes:
    return hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]


def _rc4(key: bytes, data: bytes) -> bytes:
    box = list(range(256))
    j = 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    made = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        made.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(made)


WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Target="word/document.xml" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>'
)
STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/></w:style>'
    for n in range(1, 7)
)


def docx(
    paragraphs: Sequence[tuple[str, str]] = (),
    table: Sequence[Sequence[str]] = (),
    *,
    title: str = "",
    modified: str = "",
) -> bytes:
    """A DOCX of paragraphs, each with the name of its style (`Heading1`) or none, and then a table.

    A text may also be runs in Word's own XML.
    """
    body = "".join(_paragraph(style, text) for style, text in paragraphs)
    if table:
        rows = "".join(
            "<w:tr>" + "".join(f"<w:tc>{_paragraph('', c)}</w:tc>" for c in row) + "</w:tr>"
            for row in table
        )
        body += f"<w:tbl>{rows}</w:tbl>"
    core = (
        '<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t">'
        f"<dc:title>{escape(title)}</dc:title>"
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{modified}</dcterms:modified></cp:coreProperties>'
    )
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        archive.writestr(
            "word/document.xml", f"<w:document {WORD}><w:body>{body}</w:body></w:document>"
        )
        archive.writestr("word/styles.xml", f"<w:styles {WORD}>{STYLES}</w:styles>")
        archive.writestr("docProps/core.xml", core)
    return held.getvalue()


def _paragraph(style: str, text: str) -> str:
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    plain = f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
    return f"<w:p>{named}{text if text.startswith('<w:') else plain}</w:p>"
