"""Decode a file's bytes: text encodings, kinds of files, typed JSON, and ZIP files with limits."""

import codecs
import io
import re
import zipfile
from typing import Final, TypeVar

import msgspec

from armies.exchange.clean_text import HIDDEN
from armies.exchange.draft_army import Kind, Unreadable
from armies.exchange.limits import MAX_BYTES, MAX_RATIO
from armies.exchange.table.columns import is_table
from armies.exchange.text.army_header import FORMAT

BINARY_SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
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
"""First bytes of files that are not text."""

MARKUP: Final = re.compile(r"\s*<(?:!doctype|html|\?xml|svg)\b", re.IGNORECASE)

BOMS: Final[tuple[tuple[bytes, str], ...]] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""UTF-32 comes before UTF-16, because its mark begins with that of UTF-16."""

CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
MOST_CONTROLS: Final = 100
"""A file with more than one control character in this many characters is not text."""

SAVE_AS: Final = "Save it as text, CSV or JSON in UTF-8 and try again."


def decode_text(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of ``data`` with line feeds as line ends, and notes on how it was decoded.

    Raises:
        Unreadable: the file is too large, empty, or not text.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The file has {len(data):,} bytes; at most {MAX_BYTES:,} are allowed.")
    if not data.strip():
        raise Unreadable("The file is empty.")
    for signature, what in BINARY_SIGNATURES:
        if data.startswith(signature):
            raise Unreadable(f"This is {what}, not text. {SAVE_AS}")
    text, notes = _text(data)
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if not HIDDEN.sub("", text).strip():
        raise Unreadable("The file is empty.")
    if MARKUP.match(text) and not _has_rows(text):
        raise Unreadable(f"This is a web page or another XML document, not an army. {SAVE_AS}")
    if len(CONTROLS.findall(text)) * MOST_CONTROLS > len(text):
        raise Unreadable(f"This is not text: it is full of control characters. {SAVE_AS}")
    return text, notes


def _has_rows(text: str) -> bool:
    """True if the source of a web page may hold a list: it has rows, list items or headings."""
    return re.search(r"<(?:tr|li|h[1-6]|p)\b", text, re.IGNORECASE) is not None and "<svg" not in text[:200].lower()


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
    return text, ("The file is not UTF-8; it was read as Windows-1252 (Latin-1). Check the accents.",)


T = TypeVar("T")


class Head(msgspec.Struct):
    """The fields at the beginning of each of our files; other fields are ignored."""

    format: str = ""
    schema_version: int = 1


def decode_json(text: str, kind: type[T]) -> T:
    """``text`` as ``kind``.

    Raises:
        Unreadable: it is not JSON, nested too deep, or does not fit ``kind``; with the path.
    """
    try:
        return msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=kind)
    except msgspec.ValidationError as error:
        raise Unreadable(f"The file does not fit its format: {error}.") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unreadable(f"The file is not valid JSON: {error}.") from None
    except RecursionError:
        raise Unreadable("The JSON is nested too deep to be an army.") from None


OOB: str = "oob/1"
ORBAT: str = "ORBAT-mapper"
MUSTER: str = "muster-army"


def ending(filename: str) -> str:
    """The extension of a file name in lower case, without the dot."""
    return filename.rpartition(".")[2].lower() if "." in filename else ""


def detect(text: str, filename: str) -> Kind:
    """The kind of ``text`` by its beginning, then by the extension of ``filename``.

    Raises:
        Unreadable: it is JSON in an unknown format.
    """
    if text.lstrip().startswith("{") and not text.lstrip().startswith("{{") and not text.lstrip().startswith("{|"):
        return _json_kind(text)
    if ending(filename) == "json":
        return _json_kind(text)
    own_text = text.startswith(f"Format: {FORMAT}")
    if ending(filename) in ("csv", "tsv") or (not own_text and is_table(text)):
        return "csv"
    return "text"


class Typed(msgspec.Struct, frozen=True):
    """The kind of a scenario of ORBAT Mapper."""

    type: str = ""


def _json_kind(text: str) -> Kind:
    if ORBAT in text[:2_000] and decode_json(text, Typed).type == ORBAT:
        return "orbat"
    name = decode_json(text, Head).format
    if name == OOB:
        return "oob"
    if name == MUSTER:
        return "muster"
    if name.startswith("oob/"):
        raise Unreadable(f"The file is in the format {name}; this program reads {OOB}.")
    raise Unreadable(f"This is JSON, but its format is “{name[:40]}”; known formats are {MUSTER} and {OOB}.")


SMALL: Final = 100_000
"""Unpacked bytes up to which a member may have any compression ratio."""

COMPRESSIONS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ZIP_SIGNATURES: Final = (b"PK\x03\x04", b"PK\x05\x06")


def is_zip(data: bytes) -> bool:
    return data.startswith(ZIP_SIGNATURES)


def open_zip(data: bytes, what: str, *, members: int, unpacked: int) -> zipfile.ZipFile:
    """``data`` as an open ZIP file. No more of a member is ever read than its declared size.

    Args:
        what: its name in sentences: ``The workbook``.
        members: the most files allowed in it.
        unpacked: the most bytes allowed in all its files together, unpacked.

    Raises:
        Unreadable: it is not a ZIP file, is beyond a limit, or has an encrypted member or an unknown compression.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, UnicodeError):
        raise Unreadable(f"{what} is damaged or cut off: it is not a whole ZIP file.") from None
    infos = archive.infolist()
    if len(infos) > members:
        raise Unreadable(f"{what} contains {len(infos):,} files; at most {members:,} are allowed.")
    if (total := sum(info.file_size for info in infos)) > unpacked:
        raise Unreadable(f"{what} would unpack to {total:,} bytes; at most {unpacked:,} are allowed.")
    for info in infos:
        if info.flag_bits & 1:
            raise Unreadable(f"{what} is locked with a password; save it without one.")
        if info.compress_type not in COMPRESSIONS:
            raise Unreadable(f"{what} uses an unknown compression; save it as an ordinary ZIP file.")
        if info.file_size > SMALL and info.file_size > MAX_RATIO * max(info.compress_size, 1):
            raise Unreadable(f"{what} contains a file that grows more than {MAX_RATIO} times when it is unpacked.")
    return archive


def read_member(archive: zipfile.ZipFile, name: str, what: str) -> bytes:
    """The bytes of the member ``name``.

    Raises:
        Unreadable: the member does not exist or is damaged.
    """
    try:
        return archive.read(name)
    except KeyError:
        raise Unreadable(f"{what} has no file {name}.") from None
    except Exception:
        # zlib and zipfile raise many kinds of errors for damaged bytes; all get the same sentence.
        raise Unreadable(f"{what} is damaged: {name} in it cannot be unpacked.") from None
