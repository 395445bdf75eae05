"""The nations that an army can belong to, and their regiments by year, read once from data beside this module."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import count, islice

import msgspec
from msgspec import Struct

from battles.engine.armies.facts import GunWeight, Quality, UnitType


class Nation(Struct, frozen=True):
    """One nation: its code, its names, its colours for counters and maps, and short notes on its armies."""

    code: str
    name: str
    adjective: str
    colour: str
    accent: str
    text: str
    years: str
    corps: str
    infantry: str
    cavalry: str
    artillery: str
    rating_range: str

    @property
    def the_name(self) -> str:
        """The name in the middle of a sentence: ``the United States``."""
        return f"the {self.name}" if WITH_ARTICLE.match(self.name) else self.name

    @property
    def css(self) -> str:
        """The CSS class of this nation's colours for symbols and stripes."""
        return f"n-{self.code.lower()}"


WITH_ARTICLE = re.compile(r"(?:Grand )?Duchy|Kingdom|King's|.*(?:States|Sicilies|Netherlands|Empire)$")


@cache
def nations() -> dict[str, Nation]:
    """Every nation by its code, in the order of the file."""
    text = resources.files("battles.engine.armies").joinpath("nations.json").read_text(encoding="utf-8")
    return {row["code"]: Nation(**row) for row in json.loads(text)["nations"]}


def find(text: str) -> Nation | None:
    """The nation with this code, name or adjective, in any case; None if there is none."""
    wanted = text.strip().casefold()
    for nation in nations().values():
        if wanted in (nation.code.casefold(), nation.name.casefold(), nation.adjective.casefold()):
            return nation
    return None


class Period(Struct, frozen=True, forbid_unknown_fields=True):
    """The facts of a troop from the year ``since`` until its next period.

    ``quality`` gives weights to the qualities of its units, ``men`` the least and the most men of a unit.
    """

    since: int = msgspec.field(name="from")
    quality: dict[Quality, int]
    men: tuple[int, int] | None = None
    guns: int | None = None


class Troop(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of regiment. ``name`` is the pattern of a unit's name: ``{b}/{ne} Ligne``.

    ``{n}``, ``{nth}`` (1st) and ``{ne}`` (1er, 2e) are a number of ``numbers`` (first to last, without ``skip``),
    ``{r}`` is one of ``of``, ``{b}`` the battalion of ``battalions``. ``share`` is the troop's weight within its arm;
    troops ``apart`` form brigades of their own; a force has at most ``most`` regiments of it.
    """

    key: str
    type: UnitType
    name: str
    share: int
    until: int
    periods: tuple[Period, ...]
    numbers: tuple[int, int] | None = None
    skip: tuple[int, ...] = ()
    of: tuple[str, ...] = ()
    battalions: int = 1
    most: int | None = None
    apart: bool = False
    lancer: bool = False
    irregular: bool = False
    armoured: bool = False
    gun_weight: GunWeight | None = None

    def at(self, year: int) -> Period | None:
        """The period of that year; None if the troop did not exist."""
        periods = [period for period in self.periods if period.since <= year <= self.until]
        return periods[-1] if periods else None


class Establishment(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A nation's army: the years in which it had one, its troops, and its organisation.

    ``brigade`` is the usual number of battalions in a brigade, ``brigades`` that of brigades in a division,
    ``cavalry`` the share of horse in hundredths, ``corps`` the level above divisions.
    """

    years: tuple[tuple[int, int], ...]
    brigade: int
    brigades: int
    cavalry: int
    corps: str
    troops: tuple[Troop, ...]


class _File(Struct, frozen=True):
    nations: dict[str, Establishment]


@cache
def establishments() -> Mapping[str, Establishment]:
    """The army of every nation by its code, in the order of ``nations``."""
    file = msgspec.json.decode(
        resources.files("battles.engine.armies").joinpath("troops.json").read_bytes(), type=_File
    )
    return {code: file.nations[code] for code in nations()}


def regiment_names(troop: Troop) -> Iterator[tuple[str, int]]:
    """Each regiment's name pattern with only ``{b}`` open, and its first battalion's number; never ends.

    After the last regiment, names repeat with later battalions, or with a number behind.
    """
    for turn in count():
        for regiment in _regiments(troop):
            first = turn * troop.battalions + 1
            yield (regiment if "{b}" in regiment or not turn else f"{regiment} ({turn + 1})"), first


def regiment_count(troop: Troop) -> int:
    """Number of regiments of the troop that have names."""
    return sum(1 for _ in _regiments(troop))


def _regiments(troop: Troop) -> Iterator[str]:
    if troop.of:
        for name in troop.of:
            yield troop.name.replace("{r}", name)
        return
    first, last = troop.numbers or (1, 1)
    for number in range(first, last + 1):
        if number not in troop.skip:
            french = "1er" if number == 1 else f"{number}e"
            yield troop.name.replace("{nth}", ordinal(number)).replace("{ne}", french).replace("{n}", str(number))


def battalion_name(regiment: str, battalion: int) -> str:
    """``2/24e Ligne`` from the regiment's pattern ``{b}/24e Ligne``."""
    return regiment.replace("{b}", str(battalion))


def unit_names(troop: Troop, units: int) -> tuple[str, ...]:
    """The names of ``units`` units of a troop, regiment by regiment."""
    names = (
        battalion_name(regiment, first + offset)
        for regiment, first in regiment_names(troop)
        for offset in range(troop.battalions)
    )
    return tuple(islice(names, units))


def ordinal(number: int) -> str:
    """``1st``, ``22nd``, ``113th``."""
    last = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else last}"
