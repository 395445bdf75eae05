"""The words that short forms are made of: numbers, lengths, bearings, places and names, written and read one by one.

Lengths are written in centimetres and bearings in degrees, each with as many decimals as it needs. A name is written
in quotes unless it is a plain word.
"""

import json
import re
from collections.abc import Sequence
from typing import Final, TypeVar

from battles.engine.table.bearings import FULL
from battles.rules.mini_nap.actions_parts import LONGEST_KEY, MOST_LENGTH, MOST_NUMBER, Spot
from battles.rules.mini_nap.tables import CM, DEGREE

MOST_ECHOED: Final = 40
"""Characters of a wrong word that its sentence repeats."""

_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+|"', re.DOTALL)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")
_COUNT: Final = re.compile(r"[0-9]{1,5}")
_LENGTH: Final = re.compile(r"(-?)([0-9]{1,4})(?:\.([0-9]{1,2}))?")
_ANGLE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]))?")

T = TypeVar("T", bound=str)


class NotationError(ValueError):
    """A text that cannot be read: a sentence that says what is wrong and where."""


def echoed(word: str) -> str:
    """A word from outside for a sentence, cut where it is long."""
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
    """``60.5,42``: a place in centimetres, from the left and from below."""
    return ",".join(map(length_of, spot))


def key_of(key: str) -> str:
    """The name of a feature, in quotes unless it is a plain word."""
    return key if _PLAIN.fullmatch(key) else json.dumps(key)


class Words:
    """The words of a text one after the other; every fault is a `NotationError` about the word it stands at."""

    def __init__(self, text: str) -> None:
        self.words: tuple[str, ...] = tuple(_WORD.findall(text))
        self.place = 0
        self.form = ""
        """How what is being read is written, for the sentences of faults."""

    @property
    def next(self) -> str:
        """The word to be read, empty at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, what: str) -> str:
        """The next word, which is to be a ``what``."""
        word = self.next
        if not word:
            raise NotationError(f"Here {what} is missing at the end.{self.form}")
        self.place += 1
        return word

    def wrong(self, sentence: str) -> NotationError:
        """The fault of the word that was read last."""
        return NotationError(f"{sentence}: not {echoed(self.words[self.place - 1])}.{self.form}")

    def one_of(self, allowed: Sequence[T], what: str) -> T:
        """The next word, which is to be one of ``allowed``."""
        word = self.take(what).lower()
        for known in allowed:
            if word == known:
                return known
        raise self.wrong(f"{_capital(what)} is one of {', '.join(allowed)}")

    def found(self, *allowed: str) -> str:
        """The next word where it is one of ``allowed``; else ``""``, and nothing is read."""
        word = self.next.lower()
        if word not in allowed or not word:
            return ""
        self.place += 1
        return word

    def number(self, what: str) -> int:
        """The number of a unit, a command stand, a Brigade or a Division."""
        return self.counted(self.take(what), what)

    def counted(self, word: str, what: str) -> int:
        """``word``, of the word that was read last, as such a number."""
        if not _COUNT.fullmatch(word) or int(word) > MOST_NUMBER:
            raise self.wrong(f"{_capital(what)} has a number, such as 12")
        return int(word)

    def length(self, what: str = "a distance") -> int:
        """A length in tenths of a millimetre."""
        made = _tenths(self.take(what))
        if made is None or not 0 <= made <= MOST_LENGTH:
            raise self.wrong(f"{_capital(what)} is centimetres, such as 6.5")
        return made

    def angle(self, what: str = "a bearing") -> int:
        """A bearing in tenths of a degree."""
        match = _ANGLE.fullmatch(self.take(what))
        made = FULL if match is None else int(match[1]) * DEGREE + int(match[2] or 0)
        if made >= FULL:
            raise self.wrong(f"{_capital(what)} is degrees from 0 to 359.9, such as 45")
        return made

    def spot(self, what: str = "a place") -> Spot:
        """A place in tenths of a millimetre."""
        found = [_tenths(part) for part in self.take(what).split(",")]
        whole = [part for part in found if part is not None and abs(part) <= MOST_LENGTH]
        if len(found) != 2 or len(whole) != 2:
            raise self.wrong(f"{_capital(what)} is centimetres from the left and from below, such as 60.5,42")
        return whole[0], whole[1]

    def key(self, what: str) -> str:
        """The name of a feature."""
        word = self.take(what)
        if word.startswith('"'):
            try:
                word = json.loads(word)
            except ValueError:
                raise self.wrong(f"{_capital(what)} in quotes ends with a quote") from None
        if re.search("[\ud800-\udfff]", word):
            raise self.wrong(f"{_capital(what)} has half of a letter, which no file can hold")
        if not 0 < len(word) <= LONGEST_KEY:
            raise self.wrong(f"{_capital(what)} has 1 to {LONGEST_KEY} characters")
        return word

    def end(self) -> None:
        """Nothing may be left."""
        if self.next:
            raise NotationError(f"Nothing may follow from word {self.place + 1}, {echoed(self.next)}.{self.form}")


def _tenths(word: str) -> int | None:
    """A length of centimetres; None where it is none."""
    match = _LENGTH.fullmatch(word)
    if match is None:
        return None
    sign, whole, part = match.groups()
    made = int(whole) * CM + int(f"{part or ''}00"[:2])
    return -made if sign else made


def _capital(what: str) -> str:
    return f"{what[:1].upper()}{what[1:]}"
