"""From the bytes of a file to its text, or a sentence why not."""

import codecs
import re
from typing import Final

from armies.exchange.cleaning import HIDDEN
from armies.exchange.limits import MAX_BYTES
from armies.exchange.outcome import Unreadable

SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a zip file or a document that is one (ods, docx)"),
    (b"PK\x05\x06", "a zip file"),
    (b"\xd0\xcf\x11\xe0", "an old workbook or document (xls, doc)"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture or a sound"),
    (b"BM\x00", "a picture"),
    (b"II*\x00", "a picture"),
    (b"MM\x00*", "a picture"),
    (b"\x1f\x8b", "a packed file"),
    (b"BZh", "a packed file"),
    (b"\xfd7zXZ", "a packed file"),
    (b"7z\xbc\xaf", "a packed file"),
    (b"Rar!", "a packed file"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3", "a database"),
    (b"{\\rtf", "a rich text document"),
)
"""How files begin that are not text."""

MARKUP: Final = re.compile(r"\s*<(?:!doctype|html|\?xml|svg)\b", re.IGNORECASE)

BOMS: Final[tuple[tuple[bytes, str], ...]] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""UTF-32 stands before UTF-16: its mark begins with the other's."""

CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
MOST_CONTROLS: Final = 100
"""One control character in so many is a slip; more is not text."""

SAVE_AS: Final = "Save it as text, CSV or JSON in UTF-8 and try again."


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of ``data`` with line feeds for line ends, and notes on how it was read.

    Raises:
        Unreadable: the file is too large, empty, or not text.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The file has {len(data):,} bytes; at most {MAX_BYTES:,} are read.")
    if not data.strip():
        raise Unreadable("The file is empty.")
    for signature, what in SIGNATURES:
        if data.startswith(signature):
            raise Unreadable(f"This is {what}, not text. {SAVE_AS}")
    text, notes = _text(data)
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if not HIDDEN.sub("", text).strip():
        raise Unreadable("The file is empty.")
    if MARKUP.match(text):
        raise Unreadable(f"This is a web page or another XML document, not an army. {SAVE_AS}")
    if len(CONTROLS.findall(text)) * MOST_CONTROLS > len(text):
        raise Unreadable(f"This is not text: it is full of control characters. {SAVE_AS}")
    return text, notes


def _text(data: bytes) -> tuple[str, tuple[str, ...]]:
    for mark, encoding in BOMS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding), ()
            except UnicodeDecodeError as error:
                raise Unreadable(
                    f"The file says that it is {encoding.upper()} but is damaged at byte {error.start + len(mark):,}. "
                    + SAVE_AS
                ) from None
    if b"\0" in data:
        raise Unreadable(f"This is not text: it holds zero bytes. {SAVE_AS}")
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text, ("The file is not UTF-8; it was read as Windows-1252 (Latin-1). Look at the accents.",)
