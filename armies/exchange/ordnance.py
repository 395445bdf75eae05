"""Guns as they are written: ``6x9pdr``, ``8 guns``, ``5 x 9-pdr, 1x5.5" howitzer``, ``4 canons de 6``."""

import re
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from armies.rules.facts import GunWeight
from battles.rules.mini_nap.tables import MEDIUM_GUNS_FROM, MEDIUM_GUNS_TO

POUND: Final = r"(?:pdrs?|pounders?|pfd|pf(?:ü|ue|u)nder|livres|pounds?|lbs?|pf)\b\.?"
POUNDS_SAID: Final = MappingProxyType({"three": 3, "four": 4, "six": 6, "eight": 8, "nine": 9, "twelve": 12})
CALIBRES: Final = rf"(\d{{1,3}}|{'|'.join(POUNDS_SAID)})\s?-?\s?{POUND}"
JOINED: Final = r"(?:\+\s?|\b(?:and|et|und)\s)?"
PIECES: Final = r"(?:guns?|pi[eè]ces?|gesch(?:ü|ue|u)tze?n?|cannons?|canons?|kanonen)\b"
SPEC: Final = re.compile(rf"{JOINED}(?<![\w.,/-])(\d{{1,3}})\s?[x×*]\s?{CALIBRES}(?:\s{PIECES})?", re.IGNORECASE)
SPACED: Final = re.compile(
    rf"{JOINED}(?<![\w.,/-])(?<!no )(?<!no\. )(?<!nr )(?<!nr\. )(?<!n° )(\d{{1,2}})\s{CALIBRES}(?:\s{PIECES})?(?!\s?-)",
    re.IGNORECASE,
)
"""``5 9-pdrs``: a number before the calibre, unless the line says ``No. 2 12pdr`` or counts its guns elsewhere."""
HOWITZERS: Final = re.compile(
    rf"{JOINED}(?<![\w.,/-])(\d{{1,3}})\s?(?:[x×]\s?)?"
    rf"(?:\d{{1,2}}(?:[.,]\d|\s?½)?\s?-?\s?(?:\"|''|”|″|in\b\.?|inch(?:es)?\b|zoll\b|pouces\b|{POUND})?\s?-?\s?)?"
    r"(?:howitzers?|how|hows|haubitzen?|obusiers?|licornes?|unicorns?)\b\.?",
    re.IGNORECASE,
)
"""With or without their size: ``2 howitzers``, ``1x5.5" how``, ``2 7pfd. Haubitzen``."""
GUNS: Final = re.compile(
    rf"(?<![\w.,/-])(\d{{1,9}})\s?(?:[x×]\s?)?{PIECES}"
    rf"(?:\s(?:de|of|von|a|à)\s(\d{{1,2}})(?!\d|[.,]\d)(?:\s?{POUND})?)?",
    re.IGNORECASE,
)
CALIBRE: Final = re.compile(rf"(?:(?:de|of|von|a|à) )?(?<![\w.,/-]){CALIBRES}", re.IGNORECASE)


class Guns(Struct, frozen=True):
    """``count`` pieces with howitzers; ``weight`` is that of most guns, None where no calibre is told.

    ``doubt`` says what was taken for granted of the howitzers.
    """

    count: int | None = None
    weight: GunWeight | None = None
    doubt: str = ""


def weight_of(pounds: int) -> GunWeight:
    """The weight of a gun by its shot (MN-WEAPON-03)."""
    if pounds < MEDIUM_GUNS_FROM:
        return "light"
    return "medium" if pounds <= MEDIUM_GUNS_TO else "heavy"


class Count:
    """Adds up what the patterns find; its methods take a match and give what stands there instead."""

    def __init__(self, gap: str) -> None:
        self.gap = gap
        self.told: list[int] = []
        self.pieces: dict[GunWeight, int] = {}
        self.howitzers = 0

    def spec(self, match: re.Match[str]) -> str:
        weight = weight_of(_pounds(match[2]))
        self.pieces[weight] = self.pieces.get(weight, 0) + int(match[1])
        return self.gap

    def howitzer(self, match: re.Match[str]) -> str:
        self.howitzers += int(match[1])
        return self.gap

    def guns(self, match: re.Match[str]) -> str:
        if match[2]:
            return self.spec(match)
        self.told.append(int(match[1]))
        return self.gap

    def calibre(self, match: re.Match[str]) -> str:
        self.pieces.setdefault(weight_of(_pounds(match[1])), 0)
        before, after = match.string[: match.start()].strip(), match.string[match.end() :].lstrip(" -")
        return match[0] if not before or before.endswith("(") or after[:1].isalpha() else self.gap

    def _most(self) -> GunWeight:
        return max(self.pieces, key=lambda weight: self.pieces[weight])

    @property
    def total(self) -> Guns:
        weight = self._most() if self.pieces else None
        added = sum(self.pieces.values()) + self.howitzers
        if not self.told:
            return Guns(added or None, weight)
        told = self.told[0]
        doubt = f"the howitzers are counted among the {told} guns" if self.howitzers and added != told else ""
        return Guns(told, weight, doubt)


def take_guns(text: str, gap: str) -> tuple[Guns, str]:
    """The guns told in ``text``, and ``text`` with ``gap`` where they stood.

    A number of guns is the whole, howitzers in it; without one, or where it has its calibre (``4 canons de
    6``), the calibres and howitzers are added.
    A calibre that begins the line, fills brackets or has words after it is part of the name and stays.
    """
    count = Count(gap)
    text = SPEC.sub(count.spec, text)
    text = HOWITZERS.sub(count.howitzer, text)
    text = GUNS.sub(count.guns, text)
    if not count.told:
        text = SPACED.sub(count.spec, text)
    text = CALIBRE.sub(count.calibre, text)
    return count.total, text


def _pounds(text: str) -> int:
    return POUNDS_SAID.get(text.lower()) or int(text)
