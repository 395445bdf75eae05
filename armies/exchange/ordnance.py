"""Guns as they are written: ``6x9pdr``, ``8 guns``, ``5 x 9-pdr, 1 howitzer``."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from armies.rules.facts import GunWeight

MEDIUM_FROM: Final = 6
HEAVY_ABOVE: Final = 9
"""MN-WEAPON-03: light below 6 pounds, medium from 6 to 9, heavy above."""

POUND: Final = r"(?:pdrs?|pounders?|pfd|pf(?:ü|ue|u)nder|livres|lbs?|pf)\b\.?"
SPEC: Final = re.compile(rf"(?<![\w.,/-])(\d{{1,3}})\s?[x×*]\s?(\d{{1,3}})\s?-?\s?{POUND}", re.IGNORECASE)
HOWITZERS: Final = re.compile(
    r"(?:\+\s?|and\s|et\s|und\s)?(?<![\w.,/-])(\d{1,3})\s?(?:x\s?)?(?:howitzers?|how|hows|haubitzen?|obusiers?"
    r"|licornes?|unicorns?)\b\.?",
    re.IGNORECASE,
)
GUNS: Final = re.compile(
    r"(?<![\w.,/-])(\d{1,9})\s?(?:guns?|pi[eè]ces?|gesch(?:ü|ue|u)tze?n?|cannons?|canons?|kanonen)\b", re.IGNORECASE
)
CALIBRE: Final = re.compile(rf"(?:(?:de|of|von|a|à) )?(?<![\w.,/-])(\d{{1,3}})\s?-?\s?{POUND}", re.IGNORECASE)


class Guns(Struct, frozen=True):
    """``count`` pieces with howitzers; ``weight`` is that of most guns, None where no calibre is told."""

    count: int | None = None
    weight: GunWeight | None = None


def weight_of(pounds: int) -> GunWeight:
    """MN-WEAPON-03."""
    if pounds < MEDIUM_FROM:
        return "light"
    return "heavy" if pounds > HEAVY_ABOVE else "medium"


def take_guns(text: str, gap: str) -> tuple[Guns, str]:
    """The guns told in ``text``, and ``text`` with ``gap`` where they stood.

    A number of guns is the whole, howitzers in it; without one the calibres and howitzers are added.
    A calibre that begins the line, fills brackets or has words after it is part of the name and stays.
    """
    told: list[int] = []
    pieces: dict[GunWeight, int] = {}
    howitzers = 0

    def spec(match: re.Match[str]) -> str:
        weight = weight_of(int(match[2]))
        pieces[weight] = pieces.get(weight, 0) + int(match[1])
        return gap

    def howitzer(match: re.Match[str]) -> str:
        nonlocal howitzers
        howitzers += int(match[1])
        return gap

    def guns(match: re.Match[str]) -> str:
        told.append(int(match[1]))
        return gap

    def calibre(match: re.Match[str]) -> str:
        pieces.setdefault(weight_of(int(match[1])), 0)
        before, after = text[: match.start()].strip(), text[match.end() :].lstrip()
        return match[0] if not before or before.endswith("(") or after[:1].isalpha() else gap

    text = SPEC.sub(spec, text)
    text = HOWITZERS.sub(howitzer, text)
    text = GUNS.sub(guns, text)
    text = CALIBRE.sub(calibre, text)
    added = sum(pieces.values()) + howitzers
    return Guns(told[0] if told else added or None, _most(pieces)), text


def _most(pieces: Mapping[GunWeight, int]) -> GunWeight | None:
    if not pieces:
        return None
    return max(pieces, key=lambda weight: pieces[weight])
