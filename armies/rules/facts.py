"""An army as plain values: who commands what, and the facts each unit was recorded with.

This is the shape that everything shares. The rules read it, imports make it, exports and sheets
print it, and the database stores it. Nothing in it belongs to one rule system.

An army is a tree. A corps, a division and a brigade hold whatever stands directly under them, in
order. A level may be missing (a battery left under its corps): that is a fault (MN-ORG-14), not an
impossibility, so such an army can be kept, shown and printed.
"""

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
"""MN-TYPE-01 to 07, the terms in which history is recorded here."""

Quality = Literal["guard", "elite", "veteran", "trained", "untrained"]
"""MN-RATE-01 to 05."""

GunWeight = Literal["light", "medium", "heavy"]
"""MN-WEAPON-03: most guns under 6 pounds, 6 to 9, over 9."""

Basis = Literal["sourced", "recalled", "derived", "unknown"]
"""Where a unit's number comes from: read in a source, known but not re-read, worked out, not said."""

BrigadeKind = Literal["infantry", "cavalry", "mixed", "artillery"]
"""MN-ORG-02; ``artillery`` is the division artillery."""

DivisionKind = Literal["", "infantry", "cavalry", "mixed"]
"""MN-ORG-13: declared by the owner; empty where he has not said."""

CommanderRating = Literal["excellent", "good", "average", "poor", "dreadful"]
"""MN-CMD-06 to 10."""

UNIT_TYPES: Final[tuple[UnitType, ...]] = UnitType.__args__  # type: ignore[attr-defined]
QUALITIES: Final[tuple[Quality, ...]] = Quality.__args__  # type: ignore[attr-defined]
GUN_WEIGHTS: Final[tuple[GunWeight, ...]] = GunWeight.__args__  # type: ignore[attr-defined]
BASES: Final[tuple[Basis, ...]] = Basis.__args__  # type: ignore[attr-defined]
BRIGADE_KINDS: Final[tuple[BrigadeKind, ...]] = BrigadeKind.__args__  # type: ignore[attr-defined]
COMMANDER_RATINGS: Final[tuple[CommanderRating, ...]] = CommanderRating.__args__  # type: ignore[attr-defined]

INFANTRY: Final[frozenset[str]] = frozenset({"line_infantry", "light_infantry"})
CAVALRY: Final[frozenset[str]] = frozenset({"heavy_cavalry", "medium_cavalry", "light_cavalry"})
ARTILLERY: Final[frozenset[str]] = frozenset({"foot_artillery", "horse_artillery"})


class Throw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One time that a commander was rated; the last one counts, the earlier ones stay.

    ``source`` is ``seed`` (the server threw), ``manual`` (real dice typed in) or ``fixed``
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


class Override(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the owner lays down of one unit under one system in the place of what the mapping gives, and why.

    ``system`` is the key of a rule system, ``what`` one of the values that it lets be overridden.
    """

    system: str
    what: str
    value: bool | int | str
    reason: str


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unit", tag_field="level"):
    """An infantry battalion, a cavalry regiment or a battery, with the facts recorded of it.

    ``men`` are the unit's men, for a battery its gunners where known; ``guns`` counts howitzers.
    ``sub_units`` is how many companies, squadrons or battalions it had, ``sub_unit`` which of them.
    ``nation`` is a nation's code; empty means that of what the unit stands under.
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
    """A division; ``throws`` are the times its commander was rated, in order."""

    name: str
    kind: DivisionKind = ""
    commander: str = ""
    nation: str = ""
    note: str = ""
    throws: tuple[Throw, ...] = ()
    children: tuple[Brigade | Unit, ...] = ()
    id: str = ""


class Corps(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="corps", tag_field="level"):
    """A corps, a column, a whole small army: what stands above divisions.

    ``command_nation`` decides the commander tables where it is not the corps' own (MN-RULING-62).
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


class Source(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A work that strengths were taken from; units name it by ``id``."""

    id: str
    title: str
    where: str = ""
    used_for: str = ""


class HouseRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A club's own numbers: by rule system, the values of its tables that the club has otherwise.

    ``name`` is the club's; it stands wherever one of its numbers acts.
    """

    name: str
    overlays: dict[str, dict[str, bool | int | str]] = {}


class Draw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One draw of random cards (EN-COST-08); the last one counts, the earlier ones stay.

    ``faces`` are the dice that told the cards, in order: the place of each among the cards that were left.
    ``cards`` names what was drawn, ``choice`` what the owner of a choice card took for it, empty until then.
    """

    faces: tuple[int, ...]
    cards: tuple[str, ...]
    choice: str = ""
    source: Literal["seed", "manual"] = "seed"
    by: str = ""
    at: str = ""


class Army(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side's army. ``nation`` is the code that those under it inherit; ``date`` is YYYY-MM-DD or empty.

    ``options`` holds, by rule system, the options that differ from the specification's defaults, ``house``
    the house rules that the army is built under, ``draws`` the times that random cards were drawn for it.
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
