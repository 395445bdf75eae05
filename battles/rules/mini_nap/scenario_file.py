"""What a scenario file says, as its JSON: lengths in centimetres, bearings in degrees, words of the rulebook."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from battles.engine.option_spec import OptionValue
from battles.rules.mini_nap.tables import (
    BrigadeKind,
    CommanderRating,
    FeatureKind,
    Formation,
    GunWeight,
    NationWord,
    Quality,
    UnitType,
)

FORMAT: Final = "muster-scenario/1"
MOST_NAME = 80
MOST_TEXT = 4_000
MOST_CORNERS = 60
MOST_CM = 1_000

Centimetres = Annotated[float, Meta(ge=-MOST_CM, le=MOST_CM)]
Spot = tuple[Centimetres, Centimetres]
Rectangle = tuple[Centimetres, Centimetres, Centimetres, Centimetres]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f]+$")]
"""Words of one line, not blank."""
Commander = Annotated[str, Meta(max_length=MOST_NAME, pattern=r"^((?=.*\S)[^\x00-\x1f\x7f]+)?$")]
"""A name, or nothing."""
Number = Annotated[int, Meta(ge=0, le=1_000)]


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a file; what is as it usually is may be left out."""


class FileFeature(Part, frozen=True, kw_only=True):
    """Something on the table (`setup.Feature`); ``width`` in cm."""

    key: Name
    kind: FeatureKind
    points: Annotated[tuple[Spot, ...], Meta(min_length=2, max_length=MOST_CORNERS)]
    width: Annotated[float, Meta(ge=0, le=MOST_CM)] = 0
    levels: Number | None = None
    strength: Number = 0
    over: str = ""
    church: bool = False
    name: Commander = ""


class FileTable(Part, frozen=True, kw_only=True):
    """The table in cm, and what lies on it."""

    width: Centimetres = 180
    height: Centimetres = 120
    features: tuple[FileFeature, ...] = ()


class FilePlace(Part, frozen=True, kw_only=True):
    """Where a unit stands from the start; it faces the enemy's edge and is in its usual formation unless it says so."""

    x: Centimetres
    y: Centimetres
    facing: Annotated[float, Meta(ge=0, lt=360)] | None = None
    formation: Formation | None = None


class FileSpot(Part, frozen=True, kw_only=True):
    """Where a command stand is from the start."""

    x: Centimetres
    y: Centimetres


class FileUnit(Part, frozen=True, kw_only=True):
    """A unit, or with ``count`` so many of them, numbered. Its nation is its Brigade's unless it says another."""

    name: Name
    type: UnitType
    rating: Quality
    points: Annotated[int, Meta(ge=1, le=200)]
    count: Annotated[int, Meta(ge=1, le=40)] = 1
    nation: NationWord | None = None
    kgl: bool = False
    lancer: bool = False
    irregular: bool = False
    weight: GunWeight | None = None
    at: FilePlace | None = None


class FileBrigade(Part, frozen=True, kw_only=True):
    """A Brigade (`setup.BrigadeForce`); its nation is that of its Corps unless it says another."""

    name: Name
    kind: BrigadeKind
    units: tuple[FileUnit, ...]
    nation: NationWord | None = None
    commander: Commander = ""
    at: FileSpot | None = None
    arrives: Number = 0
    entry: Rectangle | None = None


class FileDivision(Part, frozen=True, kw_only=True):
    """A Division."""

    name: Name
    brigades: tuple[FileBrigade, ...]
    kind: Literal["infantry", "cavalry", "mixed"] = "infantry"
    commander: Commander = ""
    rating: CommanderRating | None = None
    at: FileSpot | None = None


class FileCorps(Part, frozen=True, kw_only=True):
    """A Corps; ``nation`` commands it."""

    name: Name
    nation: NationWord
    divisions: tuple[FileDivision, ...]
    commander: Commander = ""
    rating: CommanderRating | None = None
    at: FileSpot | None = None


class FileForce(Part, frozen=True, kw_only=True):
    """A side. ``zone`` is left, bottom, right and top of where it deploys."""

    name: Name
    corps: tuple[FileCorps, ...]
    zone: Rectangle | None = None


class FileForces(Part, frozen=True, kw_only=True):
    """Both sides."""

    a: FileForce
    b: FileForce


class File(Part, frozen=True, kw_only=True):
    """A whole scenario. ``options`` are by name, ``house`` are numbers laid over the tables."""

    format: Literal["muster-scenario/1"]
    system: Literal["mini_nap"]
    title: Name
    text: Annotated[str, Meta(max_length=MOST_TEXT)] = ""
    table: FileTable = FileTable()
    forces: FileForces
    options: dict[str, OptionValue] = {}
    house: dict[str, Any] = {}
