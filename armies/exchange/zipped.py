"""A packed file opened with care: how much it would unpack to is known before anything is unpacked."""

import io
import zipfile
from typing import Final

from armies.exchange.limits import MAX_RATIO
from armies.exchange.outcome import Unreadable

SMALL: Final = 100_000
"""Bytes up to which a member may be packed as tightly as it likes."""
WAYS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
SIGNATURES: Final = (b"PK\x03\x04", b"PK\x05\x06")


def is_zip(data: bytes) -> bool:
    return data.startswith(SIGNATURES)


def opened(data: bytes, what: str, *, members: int, unpacked: int) -> zipfile.ZipFile:
    """The ZIP file that ``data`` is; no more of a member is ever read than it says that it holds.

    Args:
        what: how the sentences name it: ``The workbook``.
        members: how many files may be in it.
        unpacked: bytes that all of them may have together when they are unpacked.

    Raises:
        Unreadable: it is no ZIP file, or beyond a limit, or a member is encrypted or packed in a rare way.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, UnicodeError):
        raise Unreadable(f"{what} is damaged or cut off: it is not a whole ZIP file.") from None
    infos = archive.infolist()
    if len(infos) > members:
        raise Unreadable(f"{what} holds {len(infos):,} files; at most {members:,} are read.")
    if (total := sum(info.file_size for info in infos)) > unpacked:
        raise Unreadable(f"{what} would unpack to {total:,} bytes; at most {unpacked:,} are read.")
    for info in infos:
        if info.flag_bits & 1:
            raise Unreadable(f"{what} is locked with a password; save it without one.")
        if info.compress_type not in WAYS:
            raise Unreadable(f"{what} is packed in a way that is not read here; pack it as an ordinary ZIP file.")
        if info.file_size > SMALL and info.file_size > MAX_RATIO * max(info.compress_size, 1):
            raise Unreadable(f"{what} holds a file that grows more than {MAX_RATIO} times when it is unpacked.")
    return archive


def member(archive: zipfile.ZipFile, name: str, what: str) -> bytes:
    """The bytes of one member.

    Raises:
        Unreadable: there is no such member, or it is damaged.
    """
    try:
        return archive.read(name)
    except KeyError:
        raise Unreadable(f"{what} holds no file {name}.") from None
    except Exception:
        # Whatever zlib and zipfile make of damaged bytes, the owner is told the same.
        raise Unreadable(f"{what} is damaged: {name} in it cannot be unpacked.") from None
