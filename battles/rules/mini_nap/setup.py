"""What a battle starts from: the table, what lies on it, and the two forces with their chain of command.

Points are ``(x, y)`` in tenths of a millimetre, x to the right and y up the table; side a's edge is ``y = 0`` unless
a force says otherwise. Bearings are tenths of a degree clockwise from up the table (MN-GEO).
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.rules.mini_nap.rules import DEFAULTS, Rules
from battles.rules.mini_nap.tables import (
    TABLE_HEIGHT,
    TABLE_WIDTH,
    BrigadeKind,
    CommanderRating,
    FeatureKind,
    Formation,
    GunWeight,
    NationWord,
    Quality,
    UnitType,
)

Point = tuple[int, int]


class Feature(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Something on the table (MNT T1 to T3). ``key`` is its own within the table, such as ``wood 2``.

    ``points`` are the outline of a general feature, without repeating the first, or the middle line of a linear one,
    which is ``width`` wide (0: as printed). ``levels`` is its height, None for the printed one; ``strength`` is that
    of a structure, 0 for the option's. A bridge or ford lies ``over`` a watercourse by key. A ``church`` is a
    landmark of a village (MNT-LANDMARK-07).
    """

    key: str
    kind: FeatureKind
    points: tuple[Point, ...]
    width: int = 0
    levels: int | None = None
    strength: int = 0
    over: str = ""
    church: bool = False
    name: str = ""


class Table(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rectangle from ``(0, 0)`` to ``(width, height)`` (MN-GEO-15), with what lies on it."""

    width: int = TABLE_WIDTH
    height: int = TABLE_HEIGHT
    features: tuple[Feature, ...] = ()

    def __post_init__(self) -> None:
        """Equal tables have the same sizes, so that they are written alike."""
        for name, usual in (("width", TABLE_WIDTH), ("height", TABLE_HEIGHT)):
            if getattr(self, name) == usual:
                force_setattr(self, name, usual)


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a unit or a stand is from the start; a stand has no bearing and no formation."""

    x: int
    y: int
    facing: int = 0
    formation: Formation = "line"


class Recruit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit that a side brings (section 6.1), its strength points already counted (MN-SP)."""

    name: str
    type: UnitType
    rating: Quality
    points: int
    nation: NationWord = "other"
    kgl: bool = False
    lancer: bool = False
    irregular: bool = False
    weight: GunWeight | None = None
    place: Place | None = None


class BrigadeForce(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Brigade. One that ``arrives`` comes on at the start of that Turn, within ``entry``; 0 is there from the start.

    ``entry`` is a rectangle ``(left, bottom, right, top)``, None for the side's own zone of deployment.
    """

    name: str
    kind: BrigadeKind
    units: tuple[Recruit, ...]
    commander: str = ""
    place: Place | None = None
    arrives: int = 0
    entry: tuple[int, int, int, int] | None = None


class DivisionForce(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Division. ``rating`` is its commander's where a scenario fixes it (MN-CMD-61)."""

    name: str
    kind: Literal["infantry", "cavalry", "mixed"]
    brigades: tuple[BrigadeForce, ...]
    commander: str = ""
    rating: CommanderRating | None = None
    place: Place | None = None


class CorpsForce(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Corps; ``nation`` is the one that commands it (MN-TYPE-11, MN-RULING-62)."""

    name: str
    nation: NationWord
    divisions: tuple[DivisionForce, ...]
    commander: str = ""
    rating: CommanderRating | None = None
    place: Place | None = None


class Force(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """All that a side brings, and the rectangle ``(left, bottom, right, top)`` it may be deployed in.

    ``zone`` None is the edge that dice give it (MN-RULING-60).
    """

    name: str
    corps: tuple[CorpsForce, ...]
    zone: tuple[int, int, int, int] | None = None


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole battle before its first die."""

    title: str
    table: Table
    forces: tuple[Force, Force]
    rules: Rules = DEFAULTS

    def __post_init__(self) -> None:
        """Equal set-ups are the same values, so that they are written alike."""
        if self.rules == DEFAULTS:
            force_setattr(self, "rules", DEFAULTS)
