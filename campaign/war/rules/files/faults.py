"""Faults in a file, each with the path of the value and a sentence."""

import json
from typing import Any

from msgspec import Struct

from battles.engine.codec import Unreadable, decode

MOST_BYTES = 5_000_000
MOST_SHOWN = 20


class Fault(Struct, frozen=True):
    """What is wrong at ``path``, as ``$.edges[3].to``; ``sentence`` says it to the user."""

    path: str
    sentence: str


class FaultyFile(ValueError):
    """A file that cannot be used, with all its faults."""

    def __init__(self, faults: list[Fault]) -> None:
        shown = [f"{fault.path}: {fault.sentence}" for fault in faults[:MOST_SHOWN]]
        if len(faults) > MOST_SHOWN:
            shown.append(f"And {len(faults) - MOST_SHOWN} more.")
        super().__init__(" ".join(shown))
        self.faults = faults


class Faults:
    """Faults collected while a file is read."""

    def __init__(self) -> None:
        self.all: list[Fault] = []

    def add(self, path: str, sentence: str) -> None:
        self.all.append(Fault(path, sentence))

    def check(self) -> None:
        """Raise ``FaultyFile`` if there are any."""
        if self.all:
            raise FaultyFile(self.all)


def decode_file(content: bytes, type: Any, form: str, most: int = MOST_BYTES) -> Any:
    """The value of ``type`` in a JSON file of the format ``form``.

    Raises:
        FaultyFile: too large, another or a newer format, not JSON, or not of this form; with the path.
    """
    check_format(content, form, most)
    try:
        return decode(content.removeprefix(b"\xef\xbb\xbf"), type)
    except Unreadable as wrong:
        raise FaultyFile([Fault(wrong.path or "$", wrong.sentence)]) from None


def check_format(content: bytes, form: str, most: int = MOST_BYTES) -> None:
    """Raise if the file is too large or names another format than ``form``; what is no JSON is left to the decoder.

    Raises:
        FaultyFile: too large, another or a newer format.
    """
    if len(content) > most:
        raise FaultyFile([Fault("$", f"The file has more than {most // 1_000_000} million bytes.")])
    try:
        head = json.loads(content)
    except (ValueError, RecursionError):
        return
    given = head.get("format") if isinstance(head, dict) else None
    if given == form:
        return
    kind, _, version = form.partition("/")
    text = given if isinstance(given, str) else ""
    word, _, number = text.partition("/")
    if word == kind and number.isdigit() and int(number) > int(version):
        raise FaultyFile([Fault("$.format", f"It is {text[:40]}, made by a newer Muster; this one reads {form}.")])
    raise FaultyFile([Fault("$.format", f"This must be {form}, not {str(given)[:40]}.")])
