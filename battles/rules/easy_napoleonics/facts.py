"""What a procedure must know of units in a volley, a melee or a check: facts only, no hexes and no turn.

A board works them out from a position, odds and games on paper state them. Aspects are as they lie on the ground;
squares without flanks are the procedures' concern (EN-SQUARE-02, EN-MELEE-11). ``impossible`` says what cannot be.
"""

from msgspec import Struct

from battles.rules.easy_napoleonics.tables import Aspect, Formation, Grade, Kind, Level, NationTag, Terrain


class Checker(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, cache_hash=True
):
    """A unit that takes a morale check (EN-MORALE-06).

    ``moved_in_column``: it made a Move or Sidestep in column this turn. ``formation`` matters to French infantry
    only (EN-NATION-03); None is any but column.
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

    ``aspect`` is how it lies to its target (EN-ART-15, 16), ``range`` is in hexes. ``dice`` are those it fires at
    this target; None is all that it has by kind, formation and range. ``unit`` is its number in the battle.
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
    """A unit fired at. ``leaders`` is how many stand with it where ``leader`` is true: each rolls (EN-LEADER-03)."""

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
    """A unit in a melee, as it is when its melee is picked (EN-MELEE-19).

    ``charged``: it charged this enemy this turn (EN-MELEE-04), which only an attacker can. ``terrain`` is its own
    hex. ``leaders`` is how many stand with it where ``leader`` is true.
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
    """Two units that fight. ``aspect`` is how the attacker lies to the defender (EN-MELEE-11)."""

    attacker: Fighter
    defender: Fighter
    aspect: Aspect = "front"


Checked = Checker | Target | Fighter
"""Whoever can take a check."""

AnyUnit = Checker | Firer | Target | Fighter
"""Facts about one unit."""
