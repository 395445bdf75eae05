"""Facts about units in a volley, a melee or a check, and how to read them from a position."""

from msgspec import Struct

from battles.kits.hex import line_of_sight
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import Occupancy
from battles.rules.easy_napoleonics.tables import Aspect, Formation, Grade, Kind, Level, NationTag, Terrain
from battles.rules.easy_napoleonics.terrain import Field


class Checker(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, cache_hash=True
):
    """A unit that takes a morale check (EN-MORALE-06).

    ``moved_in_column``: it made a Move or Sidestep in column this turn. ``formation`` matters to French infantry
    only (EN-NATION-03); None means any formation but column.
    """

    grade: Grade
    level: Level = "good"
    leader: bool = False
    kind: Kind = "infantry"
    formation: Formation | None = None
    nation: NationTag = "none"
    moved_in_column: bool = False


class Firer(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, cache_hash=True
):
    """A unit that fires (EN-ART-14).

    ``aspect`` is the side of the target that the fire hits (EN-ART-15, EN-ART-16); ``range`` is in hexes. ``dice`` are
    fired at this target; None means all that kind, formation and range allow. ``unit`` is its number in the battle.
    """

    kind: Kind
    grade: Grade
    level: Level = "good"
    formation: Formation
    leader: bool = False
    nation: NationTag = "none"
    aspect: Aspect = "front"
    range: int = 1
    dice: int | None = None
    unit: int = -1


class Target(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, cache_hash=True
):
    """A unit fired at. If ``leader``, then ``leaders`` is the number of leaders with it; each rolls (EN-LEADER-03)."""

    kind: Kind
    grade: Grade
    level: Level = "good"
    formation: Formation
    leader: bool = False
    leaders: int = 1
    nation: NationTag = "none"
    moved_in_column: bool = False
    terrain: Terrain = "open"


class Volley(
    Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True
):
    """All that one side fires at one target as one event (EN-ART-18, EN-MUSK-06)."""

    firers: tuple[Firer, ...]
    target: Target


class Fighter(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, cache_hash=True
):
    """A unit in a melee, as it is when the melee is chosen (EN-MELEE-19).

    ``charged``: it charged this enemy this turn (EN-MELEE-04), which only an attacker can. ``terrain`` is its own
    hex. If ``leader`` is true, ``leaders`` is the number of leaders with it.
    """

    kind: Kind
    grade: Grade
    level: Level = "good"
    formation: Formation
    armored: bool = False
    leader: bool = False
    leaders: int = 1
    nation: NationTag = "none"
    charged: bool = False
    moved_in_column: bool = False
    terrain: Terrain = "open"


class Melee(
    Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True
):
    """Two units that fight. ``aspect`` is the side of the defender that is attacked (EN-MELEE-11)."""

    attacker: Fighter
    defender: Fighter
    aspect: Aspect = "front"


Checked = Checker | Target | Fighter
"""A unit that can take a check."""

AnyUnit = Checker | Firer | Target | Fighter
"""Facts about one unit."""


def checker(occupancy: Occupancy, number: int) -> Checker:
    """Facts of a unit that tries to rally or to form hasty square."""
    unit = occupancy.units[number]
    return Checker(
        grade=unit.grade,
        level=unit.level,
        leader=bool(occupancy.attached(number)),
        kind=unit.kind,
        formation=unit.formation,
        nation=unit.nation,
        moved_in_column=unit.moved_in_column,
    )


def target(field: Field, occupancy: Occupancy, number: int) -> Target:
    """Facts of a unit as a target of fire."""
    unit = occupancy.units[number]
    leaders = len(occupancy.attached(number))
    return Target(
        kind=unit.kind,
        grade=unit.grade,
        level=unit.level,
        formation=unit.formation,
        leader=leaders > 0,
        leaders=max(1, leaders),
        nation=unit.nation,
        moved_in_column=unit.moved_in_column,
        terrain=field.terrain_at(unit.cell),
    )


def firer(field: Field, occupancy: Occupancy, number: int, at: int, dice: int | None = None) -> Firer:
    """Facts of a unit that fires at another."""
    unit = occupancy.units[number]
    return Firer(
        kind=unit.kind,
        grade=unit.grade,
        level=unit.level,
        formation=unit.formation,
        leader=bool(occupancy.attached(number)),
        nation=unit.nation,
        aspect=fire_aspect(field, occupancy, number, at),
        range=field.grid.distance(unit.cell, occupancy.units[at].cell),
        dice=dice,
        unit=number,
    )


def volley(field: Field, occupancy: Occupancy, at: int, dice: tuple[tuple[int, int], ...]) -> Volley:
    """Facts of a mission: ``dice`` pairs each unit that fires with its number of dice."""
    firers = tuple(firer(field, occupancy, number, at, count) for number, count in dice)
    return Volley(firers=firers, target=target(field, occupancy, at))


def fire_aspect(field: Field, occupancy: Occupancy, number: int, at: int) -> Aspect:
    """Side of the target that the fire hits, from the places and facings (EN-ART-15, EN-ART-16)."""
    unit, enemy = occupancy.units[number], occupancy.units[at]
    grid = field.grid
    if unit.kind not in ARTILLERY or grid.distance(unit.cell, enemy.cell) == 1:
        return grid.aspect(enemy.cell, enemy.facing, unit.cell)
    q, r = grid.axial[unit.cell]
    far_q, far_r = grid.axial[enemy.cell]
    return line_of_sight.aspect_of_fire(unit.facing, far_q - q, far_r - r, enemy.facing, field.options.graze_favours)


def melee(field: Field, occupancy: Occupancy, attacker: int, defender: int) -> Melee:
    """Facts of a melee; the aspect is that of the attacker's hex around the defender (EN-MELEE-11)."""
    own, enemy = occupancy.units[attacker], occupancy.units[defender]
    return Melee(
        attacker=_fighter(field, occupancy, attacker, defender in own.charged),
        defender=_fighter(field, occupancy, defender, False),
        aspect=field.grid.aspect(enemy.cell, enemy.facing, own.cell),
    )


def _fighter(field: Field, occupancy: Occupancy, number: int, charged: bool) -> Fighter:
    unit = occupancy.units[number]
    leaders = len(occupancy.attached(number))
    return Fighter(
        kind=unit.kind,
        grade=unit.grade,
        level=unit.level,
        formation=unit.formation,
        armored=unit.armored,
        leader=leaders > 0,
        leaders=max(1, leaders),
        nation=unit.nation,
        charged=charged,
        moved_in_column=unit.moved_in_column,
        terrain=field.terrain_at(unit.cell),
    )
