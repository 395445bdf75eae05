"""Words of the notation: numbers, lengths, bearings, places and names."""

import json
import re
from collections.abc import Sequence
from typing import Final, TypeVar

from battles.engine.words.sides import capitalized
from battles.kits.open_table.bearings import FULL
from battles.rules.mini_nap.decisions import LONGEST_KEY, MOST_LENGTH, MOST_NUMBER, Spot
from battles.rules.mini_nap.tables import CM, DEGREE

MOST_ECHOED: Final = 40
"""Most characters of a wrong word that an error sentence repeats."""

_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+|"', re.DOTALL)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")
_COUNT: Final = re.compile(r"[0-9]{1,5}")
_LENGTH: Final = re.compile(r"(-?)([0-9]{1,4})(?:\.([0-9]{1,2}))?")
_ANGLE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]))?")

T = TypeVar("T", bound=str)


class NotationError(ValueError):
    """A text that cannot be read; the sentence says what is wrong and where."""


def echoed(word: str) -> str:
    """A typed word for an error sentence, cut if it is long."""
    return word if len(word) <= MOST_ECHOED else f"{word[:MOST_ECHOED]}…"


def length_of(tenths: int) -> str:
    """``6.5`` for 650: a length in centimetres."""
    return f"{'-' if tenths < 0 else ''}{_decimal(abs(tenths), CM)}"


def angle_of(tenths: int) -> str:
    """``22.5`` for 225: a bearing in degrees."""
    return _decimal(tenths, DEGREE)


def _decimal(number: int, unit: int) -> str:
    whole, rest = divmod(number, unit)
    return f"{whole}.{rest:0{len(str(unit)) - 1}}".rstrip("0") if rest else str(whole)


def spot_of(spot: Spot) -> str:
    """``60.5,42``: a place in centimetres, from the left and the southern edge."""
    return ",".join(map(length_of, spot))


def key_of(key: str) -> str:
    """A feature's name, in quotes unless it is a plain word."""
    return key if _PLAIN.fullmatch(key) else json.dumps(key)


class Words:
    """Reader of the words of a text, one by one. Errors are `NotationError`s about the current word."""

    def __init__(self, text: str) -> None:
        self.words: tuple[str, ...] = tuple(_WORD.findall(text))
        self.place = 0
        self.form = ""
        """How the action is written, for error sentences."""

    @property
    def next(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, what: str) -> str:
        """Read the next word, which should be ``what``."""
        word = self.next
        if not word:
            raise NotationError(f"{_capital(what)} is missing at the end.{self.form}")
        self.place += 1
        return word

    def wrong(self, sentence: str) -> NotationError:
        """The error about the word read last."""
        return NotationError(f"{sentence}: not {echoed(self.words[self.place - 1])}.{self.form}")

    def one_of(self, allowed: Sequence[T], what: str) -> T:
        """Read the next word, which should be one of ``allowed``."""
        word = self.take(what).lower()
        for candidate in allowed:
            if word == candidate:
                return candidate
        raise self.wrong(f"{_capital(what)} must be one of {', '.join(allowed)}")

    def take_if(self, *allowed: str) -> str:
        """Read the next word if it is one of ``allowed``; else return ``""`` and read nothing."""
        word = self.next.lower()
        if word not in allowed or not word:
            return ""
        self.place += 1
        return word

    def number(self, what: str) -> int:
        """Read the number of a unit, command stand, Brigade or Division."""
        return self.counted(self.take(what), what)

    def counted(self, word: str, what: str) -> int:
        """``word``, a part of the word read last, as a number."""
        if not _COUNT.fullmatch(word) or int(word) > MOST_NUMBER:
            raise self.wrong(f"{_capital(what)} must be a number, such as 12")
        return int(word)

    def length(self, what: str = "a distance") -> int:
        """Read a length, in tenths of a millimetre."""
        tenths = _tenths(self.take(what))
        if tenths is None or not 0 <= tenths <= MOST_LENGTH:
            raise self.wrong(f"{_capital(what)} must be in centimetres, such as 6.5")
        return tenths

    def angle(self, what: str = "a bearing") -> int:
        """Read a bearing, in tenths of a degree."""
        match = _ANGLE.fullmatch(self.take(what))
        tenths = FULL if match is None else int(match[1]) * DEGREE + int(match[2] or 0)
        if tenths >= FULL:
            raise self.wrong(f"{_capital(what)} must be in degrees from 0 to 359.9, such as 45")
        return tenths

    def spot(self, what: str = "a place") -> Spot:
        """Read a place, in tenths of a millimetre."""
        coordinates = [_tenths(part) for part in self.take(what).split(",")]
        valid = [part for part in coordinates if part is not None and abs(part) <= MOST_LENGTH]
        if len(coordinates) != 2 or len(valid) != 2:
            raise self.wrong(
                f"{_capital(what)} must be in centimetres from the left and the southern edge, such as 60.5,42"
            )
        return valid[0], valid[1]

    def key(self, what: str) -> str:
        """Read the name of a feature."""
        word = self.take(what)
        if word.startswith('"'):
            try:
                word = json.loads(word)
            except ValueError:
                raise self.wrong(f"{_capital(what)} in quotes must end with a quote") from None
        if re.search("[\ud800-\udfff]", word):
            raise self.wrong(f"{_capital(what)} has half of a character, which cannot be stored")
        if not 0 < len(word) <= LONGEST_KEY:
            raise self.wrong(f"{_capital(what)} must have 1 to {LONGEST_KEY} characters")
        return word

    def end(self) -> None:
        """Raise if words are left."""
        if self.next:
            raise NotationError(f"Nothing may follow: word {self.place + 1} is {echoed(self.next)}.{self.form}")


def _tenths(word: str) -> int | None:
    """Centimetres as tenths of a millimetre; None if the word is no length."""
    match = _LENGTH.fullmatch(word)
    if match is None:
        return None
    sign, whole, part = match.groups()
    tenths = int(whole) * CM + int(f"{part or ''}00"[:2])
    return -tenths if sign else tenths


def _capital(what: str) -> str:
    return capitalized(what)
