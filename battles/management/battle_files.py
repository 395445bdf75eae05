"""Battle files on disk, and the error for a wrong argument or file."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from battles.engine import registry
from battles.engine.battle_file import MOST_BYTES, read
from battles.engine.codec import Unreadable
from battles.engine.record import Battle


class Fault(CommandError):
    """A wrong argument or file; the text says what, where and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, returncode=2)


def system_of(key: str) -> Any:
    """The rules system of that name.

    Raises:
        Fault: there is none, it cannot be played, or it lacks a required part.
    """
    try:
        system = registry.load(key)
    except registry.UnknownSystem as error:
        raise Fault(str(error)) from error
    for problem in registry.check_play(system):
        raise Fault(f"The rule system {key}: {problem}")
    return system


def battle_in(name: str) -> Battle:
    """The battle of a ``.battle`` file.

    Raises:
        Fault: the file does not exist, is too large, or is not a battle.
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
    """Write a file completely; if that fails, keep the old one.

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
    """Fail before a long battle if its file cannot be written afterwards.

    Raises:
        Fault: the folder does not exist, or the name is a folder.
    """
    target = Path(name)
    if target.is_dir():
        raise Fault(f"{name} is a folder, not a file.")
    if not target.absolute().parent.is_dir() or not os.access(target.absolute().parent, os.W_OK):
        raise Fault(f"{name} cannot be written: there is no such folder, or you may not write to it.")
