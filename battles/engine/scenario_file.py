"""Parts of a scenario file as JSON: read with the path of every fault, and written."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from battles.engine.core import SetupError
from battles.engine.options import OptionValue
from battles.engine.settings import OverlayError, overlay

FORMAT: Final = "muster-scenario/1"
"""The format that every scenario file names."""
MOST_NAME: Final = 80
"""Characters of a name or a title."""
MOST_TEXT: Final = 4_000
"""Characters that the text of a file may have."""
MOST_ROWS: Final = 500
"""Rows that one list of a file may have."""
MOST_ECHOED: Final = 40
"""Characters of a wrong value that its sentence repeats."""

Options = TypeVar("Options")
T = TypeVar("T", bound=msgspec.Struct)
W = TypeVar("W", bound=str)
P = TypeVar("P", bound="Part")


class Part:
    """An object of the file at ``path`` that may have ``keys``.

    Each method raises `SetupError` for a value that does not fit, and so does the constructor for an unknown key.
    """

    def __init__(self, value: Any, path: str, keys: Collection[str]) -> None:
        if not isinstance(value, dict):
            raise SetupError(f"This is {echoed(value)}, not an object with {', '.join(keys)}.", path)
        self.values: Final[dict[str, Any]] = value
        self.path: Final = path
        for key in value:
            if key not in keys:
                raise SetupError(f"{echoed(key)} is not a key here; use {', '.join(keys)}.", path)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def at(self, key: str) -> str:
        """The path of the value under ``key``."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, sentence: str) -> SetupError:
        return SetupError(sentence, self.at(key))

    def text(self, key: str, default: str | None = None, most: int = MOST_NAME) -> str:
        """Text of at most ``most`` characters; it may have several lines if ``most`` is more than a name's length."""
        value = self._of(key, default)
        if not isinstance(value, str):
            raise self.fault(key, f"This must be text in quotation marks, not {echoed(value)}.")
        words = value.strip()
        if not words and default is None:
            raise self.fault(key, "This may not be empty.")
        if len(words) > most:
            raise self.fault(key, f"This has {len(words):,} characters; the most is {most:,}.")
        if not (words if most == MOST_NAME else words.replace("\n", "")).isprintable():
            raise self.fault(key, "This has a character that cannot be printed.")
        return words

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self._of(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fault(key, f"This must be a whole number from {least} to {most:,}, not {echoed(value)}.")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._of(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, f"This must be true or false, not {echoed(value)}.")
        return value

    def word(self, key: str, words: Sequence[W], default: W | None = None) -> W:
        """One of ``words``, with the type that it has there."""
        value = self._of(key, default)
        for word in words:
            if value == word:
                return word
        raise self.fault(key, f"{echoed(value)} is unknown here; use one of {', '.join(words)}.")

    def part(self: P, key: str, keys: Collection[str]) -> P:
        """The object under ``key``; empty if it is missing."""
        return type(self)(self.values.get(key, {}), self.at(key), keys)

    def mapping(self, key: str) -> Mapping[str, Any]:
        """The object under ``key`` with any keys; empty if it is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(key, f"This must be an object in braces, not {echoed(value)}.")
        return value

    def rows(self, key: str, most: int = MOST_ROWS) -> list[Any]:
        """The list under ``key``; empty if it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.fault(key, f"This must be a list in square brackets, not {echoed(value)}.")
        if len(value) > most:
            raise self.fault(key, f"This has {len(value):,} rows; the most is {most:,}.")
        return value

    def parts(self: P, key: str, keys: Collection[str], most: int = MOST_ROWS) -> list[P]:
        """The objects of the list under ``key``."""
        return [type(self)(row, f"{self.at(key)}[{index}]", keys) for index, row in enumerate(self.rows(key, most))]

    def _of(self, key: str, default: object) -> Any:
        value = self.values.get(key, default)
        if value is None:
            raise self.fault(key, "This is missing." if key not in self.values else "This may not be null.")
        return value


def echoed(value: object) -> str:
    """A value of the file for a sentence: text in quotes and shortened, a list or object by its type."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nothing"}[value]
    text = repr(value)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


def read_options(read: Callable[[Mapping[str, OptionValue]], Options], values: Mapping[str, OptionValue]) -> Options:
    """The options that ``read`` makes of a file's values; raises `SetupError` for a wrong one."""
    try:
        return read(values)
    except ValueError as error:
        raise SetupError(str(error), "options") from None


def read_tables(printed: T, house: Mapping[str, Any]) -> T:
    """The printed tables with the house rules of a file; raises `SetupError` with the path of a wrong number."""
    if not house:
        return printed
    try:
        return overlay(printed, house)
    except OverlayError as error:
        sentence = error.sentence[:1].upper() + error.sentence[1:]
        raise SetupError(sentence, error.path.replace("tables", "house", 1)) from None


def formatted(file: Any) -> bytes:
    """The bytes of a file: indented JSON."""
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"
