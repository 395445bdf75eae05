"""Battle files from and to the disk, for commands."""

import os
from pathlib import Path

from battles.engine.battle_file import MOST_BYTES, read
from battles.engine.codec import Unreadable
from battles.engine.record import Battle
from battles.management.faults import Fault


def battle_in(name: str) -> Battle:
    """The battle of a ``.battle`` file.

    Raises:
        Fault: the file is not there, is too large, or is no battle.
    """
    return _read(name, content_of(name))


def _read(name: str, content: bytes) -> Battle:
    try:
        return read(content)
    except Unreadable as error:
        raise Fault(f"{name}: {error}") from error


def content_of(name: str) -> bytes:
    """The bytes of a file of at most 20 MB.

    Raises:
        Fault: it cannot be read, or is larger.
    """
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Fault(f"{name} cannot be read: {os.strerror(error.errno or 0)}.") from error
    if len(content) > MOST_BYTES:
        raise Fault(f"{name} is larger than 20 MB.")
    return content


def write_whole(name: str, content: bytes) -> None:
    """Write a file, or leave what was there.

    Raises:
        Fault: it cannot be written.
    """
    target = Path(name)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(content)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Fault(f"{name} cannot be written: {os.strerror(error.errno or 0)}.") from error


def must_be_writable(name: str) -> None:
    """Say before a long battle that its file cannot be written after it.

    Raises:
        Fault: the folder is not there, or the name is a folder's.
    """
    target = Path(name)
    if target.is_dir():
        raise Fault(f"{name} is a folder, not a file.")
    if not target.absolute().parent.is_dir() or not os.access(target.absolute().parent, os.W_OK):
        raise Fault(f"{name} cannot be written: there is no such folder, or it may not be written to.")
