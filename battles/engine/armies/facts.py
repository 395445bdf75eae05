"""An army as plain values: the chain of command, and the recorded facts of each unit.

All parts share this form. The rules read it, imports create it, exports and sheets print it, and the database stores
it. Nothing in it belongs to one rules system.

An army is a tree. A corps, a division and a brigade hold everything directly under them, in order. A level may be
missing (a battery directly under its corps): that is a fault (MN-ORG-14), but such an army can still be stored, shown
and printed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

UnitType = Literal[
    "line_infantry",
    "light_infantry",
    "heavy_cavalry",
    "medium_cavalry",
    "light_cavalry",
    "foot_artillery",
    "horse_artillery",
]
"""The unit types in which history is recorded here.

Source: MN-TYPE-01, MN-TYPE-02, MN-TYPE-03, MN-TYPE-04, MN-TYPE-05, MN-TYPE-06, MN-TYPE-07.
"""

Quality = Literal["guard", "elite", "veteran", "trained", "untrained"]
"""MN-RATE-01, MN-RATE-02, MN-RATE-03, MN-RATE-04, MN-RATE-05."""

GunWeight = Literal["light", "medium", "heavy"]
"""MN-WEAPON-03: most guns under 6 pounds, 6 to 9, over 9."""

Basis = Literal["sourced", "recalled", "derived", "unknown"]
"""Where a unit's number comes from: read in a source, remembered, worked out, or not stated."""

BrigadeKind = Literal["infantry", "cavalry", "mixed", "artillery"]
"""MN-ORG-02; ``artillery`` is the division artillery."""

DivisionKind = Literal["", "infantry", "cavalry", "mixed"]
"""MN-ORG-13: declared by the owner; empty if not declared."""

CommanderRating = Literal["excellent", "good", "average", "poor", "dreadful"]
"""MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10."""

UNIT_TYPES: Final[tuple[UnitType, ...]] = UnitType.__args__  # type: ignore[attr-defined]
QUALITIES: Final[tuple[Quality, ...]] = Quality.__args__  # type: ignore[attr-defined]
GUN_WEIGHTS: Final[tuple[GunWeight, ...]] = GunWeight.__args__  # type: ignore[attr-defined]
BASES: Final[tuple[Basis, ...]] = Basis.__args__  # type: ignore[attr-defined]
BRIGADE_KINDS: Final[tuple[BrigadeKind, ...]] = BrigadeKind.__args__  # type: ignore[attr-defined]
COMMANDER_RATINGS: Final[tuple[CommanderRating, ...]] = CommanderRating.__args__  # type: ignore[attr-defined]

INFANTRY: Final[frozenset[str]] = frozenset({"line_infantry", "light_infantry"})
CAVALRY: Final[frozenset[str]] = frozenset({"heavy_cavalry", "medium_cavalry", "light_cavalry"})
ARTILLERY: Final[frozenset[str]] = frozenset({"foot_artillery", "horse_artillery"})


class Throw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One rating of a commander; the last one counts, the earlier ones stay on record.

    ``source`` is ``seed`` (the server rolled), ``manual`` (real dice typed in) or ``fixed``
    (a historical rating; no dice). ``faces`` are the natural faces, ``modifier`` is added to
    their sum, ``rule`` names the row of the table that gave ``rating``.
    """

    rating: CommanderRating
    source: Literal["seed", "manual", "fixed"]
    faces: tuple[int, ...] = ()
    modifier: int = 0
    rule: str = ""
    by: str = ""
    at: str = ""


class Override(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A value that the owner sets for one unit under one system, in place of the converted value, and the reason.

    ``system`` is the key of a rules system, ``what`` one of the values that it allows to override.
    """

    system: str
    what: str
    value: bool | int | str
    reason: str


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unit", tag_field="level"):
    """An infantry battalion, a cavalry regiment or a battery, with its recorded facts.

    ``men`` are the unit's men, for a battery its gunners if known; ``guns`` counts howitzers.
    ``sub_units`` is the number of companies, squadrons or battalions, ``sub_unit`` says which of these.
    ``nation`` is a nation's code; empty means the nation of the formation above.
    """

    name: str
    type: UnitType
    quality: Quality
    men: int | None = None
    guns: int | None = None
    gun_weight: GunWeight | None = None
    lancer: bool = False
    irregular: bool = False
    kgl: bool = False
    armoured: bool = False
    sub_units: int | None = None
    sub_unit: Literal["", "battalions", "companies", "squadrons"] = ""
    commander: str = ""
    nation: str = ""
    basis: Basis = "unknown"
    sources: tuple[str, ...] = ()
    note: str = ""
    overrides: tuple[Override, ...] = ()
    id: str = ""


class Brigade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="brigade", tag_field="level"):
    """A brigade. ``reserve`` marks one that was a corps reserve before play (MN-ORG-13)."""

    name: str
    kind: BrigadeKind
    commander: str = ""
    nation: str = ""
    note: str = ""
    reserve: bool = False
    children: tuple[Unit, ...] = ()
    id: str = ""


class Division(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="division", tag_field="level"):
    """A division; ``throws`` are the ratings of its commander, in order."""

    name: str
    kind: DivisionKind = ""
    commander: str = ""
    nation: str = ""
    note: str = ""
    throws: tuple[Throw, ...] = ()
    children: tuple[Brigade | Unit, ...] = ()
    id: str = ""


class Corps(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="corps", tag_field="level"):
    """A corps, a column, or a whole small army: the level above divisions.

    ``command_nation`` selects the commander tables if it is not the corps' own (MN-RULING-62).
    """

    name: str
    commander: str = ""
    nation: str = ""
    command_nation: str = ""
    note: str = ""
    throws: tuple[Throw, ...] = ()
    children: tuple[Division | Brigade | Unit, ...] = ()
    id: str = ""


Formation = Corps | Division | Brigade
Element = Corps | Division | Brigade | Unit


class Source(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A published source of strengths; units name it by ``id``."""

    id: str
    title: str
    where: str = ""
    used_for: str = ""


class HouseRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A club's own numbers: by rules system, the table values that the club has changed.

    ``name`` is the club's; it is shown wherever one of its numbers applies.
    """

    name: str
    overlays: dict[str, dict[str, bool | int | str]] = {}


class Draw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One draw of random cards (EN-COST-08); the last one counts, the earlier ones stay on record.

    ``faces`` are the dice that chose the cards, in order: the place of each among the cards that were left.
    ``cards`` names the cards drawn, ``choice`` the unit that the owner took for a choice card, empty until then.
    """

    faces: tuple[int, ...]
    cards: tuple[str, ...]
    choice: str = ""
    source: Literal["seed", "manual"] = "seed"
    by: str = ""
    at: str = ""


class Army(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One side's army. ``nation`` is the code that its elements inherit; ``date`` is YYYY-MM-DD or empty.

    ``options`` holds, by rules system, the options that differ from the defaults, ``house`` the house rules that the
    army is built under, ``draws`` the draws of random cards for it.
    """

    name: str
    nation: str = ""
    commander: str = ""
    battle: str = ""
    date: str = ""
    place: str = ""
    scope: str = ""
    sources: tuple[Source, ...] = ()
    notes: tuple[str, ...] = ()
    confidence: dict[str, str] = {}
    options: dict[str, dict[str, bool | int | str]] = {}
    house: HouseRules | None = None
    draws: tuple[Draw, ...] = ()
    children: tuple[Element, ...] = ()


TYPE_WORDS: Final[Mapping[UnitType, str]] = MappingProxyType(
    {
        "line_infantry": "line infantry",
        "light_infantry": "light infantry",
        "heavy_cavalry": "heavy cavalry",
        "medium_cavalry": "medium cavalry",
        "light_cavalry": "light cavalry",
        "foot_artillery": "foot artillery",
        "horse_artillery": "horse artillery",
    }
)

MEDIUM_GUNS_FROM: Final = 6
MEDIUM_GUNS_TO: Final = 9
"""Pounds of the lightest and the heaviest medium guns (MN-WEAPON-03)."""


def counted(number: int, one: str, many: str = "") -> str:
    """``1 unit``, ``41 units``, ``16,710 foot``."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def strength_words(unit: Unit) -> str:
    """A unit's size: ``601 men`` or ``8 guns``."""
    if unit.type in ARTILLERY:
        return counted(unit.guns, "gun") if unit.guns else "guns not stated"
    return f"{unit.men:,} men" if unit.men else "men not stated"


def weight_of(pounds: int) -> GunWeight:
    """The weight of a gun by its shot (MN-WEAPON-03)."""
    if pounds < MEDIUM_GUNS_FROM:
        return "light"
    return "medium" if pounds <= MEDIUM_GUNS_TO else "heavy"
