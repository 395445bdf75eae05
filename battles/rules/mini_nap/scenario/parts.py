"""Parts of a scenario file, their keys in a force, and building a set-up from them. Lengths are in centimetres."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from battles.engine.core import SIDES, SetupError
from battles.engine.options import OptionValue, echoed, written_length
from battles.engine.scenario_file import MOST_NAME, MOST_TEXT, read_options, read_tables
from battles.engine.scenarios import SituationText, TaskText, decoded_as
from battles.kits.open_table.footprints import CM, DEGREE
from battles.kits.open_table.scenario import MOST_CM, MOST_CORNERS
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import (
    BrigadeForce,
    CorpsForce,
    DivisionForce,
    Feature,
    Force,
    ForceUnit,
    Place,
    Setup,
    Table,
    selectable_formations,
)
from battles.rules.mini_nap.tables import (
    PRINTED,
    BrigadeKind,
    CommanderRating,
    FeatureKind,
    Formation,
    GunWeight,
    NationWord,
    Quality,
    UnitType,
)

LEVELS: Final = ("corps", "divisions", "brigades", "units")
"""Names of the parts of a force, then of a Corps, a Division and a Brigade."""

ForcePart = TypeVar("ForcePart")


def brigades(setup: Setup) -> Iterator[tuple[str, BrigadeForce]]:
    """Every Brigade with its key, in the order of their numbers."""
    for side, force in zip(SIDES, setup.forces, strict=True):
        for number, corps in enumerate(force.corps):
            for place, division in enumerate(corps.divisions):
                for index, brigade in enumerate(division.brigades):
                    yield f"{side}.{number}.{place}.{index}", brigade


def units(setup: Setup) -> Iterator[tuple[str, ForceUnit]]:
    """Every unit with its key, in the order of their numbers."""
    for key, brigade in brigades(setup):
        for number, unit in enumerate(brigade.units):
            yield f"{key}.{number}", unit


def commands(setup: Setup) -> Iterator[tuple[str, CorpsForce | DivisionForce | BrigadeForce]]:
    """Every formation with a command stand, with its key, in the order of the stands' numbers (MN-ORG-16)."""
    for side, force in zip(SIDES, setup.forces, strict=True):
        for number, corps in enumerate(force.corps):
            yield f"{side}.{number}", corps
            for place, division in enumerate(corps.divisions):
                yield f"{side}.{number}.{place}", division
                for index, brigade in enumerate(division.brigades):
                    if brigade.kind != "artillery":
                        yield f"{side}.{number}.{place}.{index}", brigade


def with_change(setup: Setup, key: str, change: Callable[[Any], Any]) -> Setup:
    """``setup`` with ``change`` applied to the part of that key."""
    side, *places = key.split(".")
    number = SIDES.index(side)
    forces: list[Force] = list(setup.forces)
    forces[number] = _changed(forces[number], tuple(map(int, places)), LEVELS, change)
    return replace(setup, forces=(forces[0], forces[1]))


def with_all_changed(setup: Setup, change: Callable[[Any], Any]) -> Setup:
    """``setup`` with ``change`` applied to every unit and every formation with a command stand."""
    keys = [key for key, _ in units(setup)] + [key for key, _ in commands(setup)]
    for key in keys:
        setup = with_change(setup, key, change)
    return setup


def _changed(
    part: ForcePart, places: tuple[int, ...], levels: tuple[str, ...], change: Callable[[Any], Any]
) -> ForcePart:
    if not places:
        return change(part)  # type: ignore[no-any-return]
    rows = list(getattr(part, levels[0]))
    rows[places[0]] = _changed(rows[places[0]], places[1:], levels[1:], change)
    return replace(part, **{levels[0]: tuple(rows)})  # type: ignore[type-var]


Centimetres = Annotated[float, Meta(ge=-MOST_CM, le=MOST_CM)]
Spot = tuple[Centimetres, Centimetres]
Rectangle = tuple[Centimetres, Centimetres, Centimetres, Centimetres]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f]+$")]
"""Words of one line, not blank."""

Commander = Annotated[str, Meta(max_length=MOST_NAME, pattern=r"^((?=.*\S)[^\x00-\x1f\x7f]+)?$")]
"""A name, or nothing."""

Number = Annotated[int, Meta(ge=0, le=1_000)]


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a file; values equal to their defaults may be left out."""


class FileFeature(Part, frozen=True, kw_only=True):
    """A terrain feature; ``width`` is in cm."""

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
    """The table's size in cm, and its features."""

    width: Centimetres = 180
    height: Centimetres = 120
    features: tuple[FileFeature, ...] = ()


class FilePlace(Part, frozen=True, kw_only=True):
    """A unit's place at the start. By default it faces the enemy's edge in its usual formation."""

    x: Centimetres
    y: Centimetres
    facing: Annotated[float, Meta(ge=0, lt=360)] | None = None
    formation: Formation | None = None


class FileSpot(Part, frozen=True, kw_only=True):
    """A command stand's place at the start."""

    x: Centimetres
    y: Centimetres


class FileUnit(Part, frozen=True, kw_only=True):
    """A unit, or ``count`` numbered units. By default its nation is that of its Brigade."""

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
    """A Brigade. By default its nation is that of its Corps."""

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
    """A Corps; ``nation`` decides its commander table."""

    name: Name
    nation: NationWord
    divisions: tuple[FileDivision, ...]
    commander: Commander = ""
    rating: CommanderRating | None = None
    at: FileSpot | None = None


class FileForce(Part, frozen=True, kw_only=True):
    """A side, with its task for both players. ``zone`` is the left, bottom, right and top of its deployment zone."""

    name: Name
    task: TaskText = ""
    corps: tuple[FileCorps, ...]
    zone: Rectangle | None = None


class FileForces(Part, frozen=True, kw_only=True):
    """Both sides."""

    a: FileForce
    b: FileForce


class File(Part, frozen=True, kw_only=True):
    """A whole scenario. ``options`` are by name; ``house`` holds numbers that replace those of the tables."""

    format: Literal["muster-scenario/1"]
    system: Literal["mini_nap"]
    title: Name
    text: Annotated[str, Meta(max_length=MOST_TEXT)] = ""
    situation: SituationText = ""
    table: FileTable = FileTable()
    forces: FileForces
    options: dict[str, OptionValue] = {}
    house: dict[str, Any] = {}


def read_unchecked(data: bytes) -> tuple[Setup, str]:
    """The set-up and text of a scenario file, without the checks for play.

    Raises:
        SetupError: it cannot be read; the error has a sentence and the path of the part at fault.
    """
    file = decoded_as(data, File)
    rules = Rules(_options(file), read_tables(PRINTED, file.house))
    forces = (_force(file.forces.a, 0), _force(file.forces.b, 180 * DEGREE))
    table, situation = _table(file.table), file.situation.strip()
    return Setup(title=file.title, table=table, forces=forces, rules=rules, situation=situation), file.text


def units_of(cm: float) -> int:
    """Centimetres as tenths of a millimetre."""
    return round(cm * CM)


def _options(file: File) -> Options:
    """The options of the file, with the size of its table."""
    values: dict[str, OptionValue] = dict(file.options)
    for name, size in (("table_w", file.table.width), ("table_h", file.table.height)):
        text = written_length(units_of(size))
        if values.setdefault(name, text) != text:
            sentence = f"The table has {text} cm, but this option says {echoed(values[name])}; leave the option out."
            raise SetupError(sentence, f"options.{name}")
    return read_options(meta.read, values)


def _table(table: FileTable) -> Table:
    return Table(units_of(table.width), units_of(table.height), tuple(map(_feature, table.features)))


def _feature(feature: FileFeature) -> Feature:
    return Feature(
        key=feature.key,
        kind=feature.kind,
        points=tuple((units_of(x), units_of(y)) for x, y in feature.points),
        width=units_of(feature.width),
        levels=feature.levels,
        strength=feature.strength,
        over=feature.over,
        church=feature.church,
        name=feature.name,
    )


def _force(force: FileForce, facing: int) -> Force:
    corps = tuple(_corps(each, facing) for each in force.corps)
    return Force(name=force.name, corps=corps, zone=_rectangle(force.zone), task=force.task.strip())


def _rectangle(zone: Rectangle | None) -> tuple[int, int, int, int] | None:
    return None if zone is None else (units_of(zone[0]), units_of(zone[1]), units_of(zone[2]), units_of(zone[3]))


def _corps(corps: FileCorps, facing: int) -> CorpsForce:
    return CorpsForce(
        name=corps.name,
        nation=corps.nation,
        divisions=tuple(_division(each, corps.nation, facing) for each in corps.divisions),
        commander=corps.commander,
        rating=corps.rating,
        place=_spot(corps.at),
    )


def _division(division: FileDivision, nation: NationWord, facing: int) -> DivisionForce:
    return DivisionForce(
        name=division.name,
        kind=division.kind,
        brigades=tuple(_brigade(each, nation, facing) for each in division.brigades),
        commander=division.commander,
        rating=division.rating,
        place=_spot(division.at),
    )


def _brigade(brigade: FileBrigade, nation: NationWord, facing: int) -> BrigadeForce:
    own = brigade.nation or nation
    return BrigadeForce(
        name=brigade.name,
        kind=brigade.kind,
        units=tuple(unit for row in brigade.units for unit in _units(row, own, facing)),
        commander=brigade.commander,
        place=_spot(brigade.at),
        arrives=brigade.arrives,
        entry=_rectangle(brigade.entry),
    )


def _spot(at: FileSpot | None) -> Place | None:
    return None if at is None else Place(units_of(at.x), units_of(at.y))


def _units(row: FileUnit, nation: NationWord, facing: int) -> Iterator[ForceUnit]:
    """The units of one row; several units are numbered."""
    if row.count > 1 and row.at:
        raise SetupError(f"{row.count} units cannot have the same place; give each unit its own row.", "forces")
    for number in range(1, row.count + 1):
        unit = ForceUnit(
            name=row.name if row.count == 1 else f"{row.name} {number}",
            type=row.type,
            rating=row.rating,
            points=row.points,
            nation=row.nation or nation,
            kgl=row.kgl,
            lancer=row.lancer,
            irregular=row.irregular,
            weight=row.weight,
        )
        yield unit if row.at is None else msgspec.structs.replace(unit, place=_place(unit, row.at, facing))


def _place(unit: ForceUnit, at: Any, facing: int) -> Place:
    bearing = facing if at.facing is None else round(at.facing * DEGREE)
    return Place(
        units_of(at.x), units_of(at.y), bearing % (360 * DEGREE), at.formation or selectable_formations(unit)[0]
    )
