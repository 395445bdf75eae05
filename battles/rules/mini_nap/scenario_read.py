"""A scenario file as a set-up."""

from collections.abc import Iterator
from typing import Any

import msgspec

from battles.engine.core import SetupError
from battles.engine.option_spec import OptionValue, echoed, written_length
from battles.engine.overlay import OverlayError, overlay
from battles.engine.shipped import decoded
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.kinds import formations_chosen
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scenario_file import (
    File,
    FileBrigade,
    FileCorps,
    FileDivision,
    FileFeature,
    FileForce,
    FileSpot,
    FileTable,
    FileUnit,
    Rectangle,
)
from battles.rules.mini_nap.setup import (
    BrigadeForce,
    CorpsForce,
    DivisionForce,
    Feature,
    Force,
    Place,
    Recruit,
    Setup,
    Table,
)
from battles.rules.mini_nap.tables import CM, DEGREE, PRINTED, NationWord, Tables


def laid(data: bytes) -> tuple[Setup, str]:
    """A scenario file as it stands, with its text, not looked through for what keeps it from being played.

    Raises:
        SetupError: it cannot be read; a sentence with the path of the part at fault.
    """
    file = decoded(data, _file)
    rules = Rules(_options(file), _tables(file))
    forces = (_force(file.forces.a, 0), _force(file.forces.b, 180 * DEGREE))
    return Setup(title=file.title, table=_table(file.table), forces=forces, rules=rules), file.text


def _file(data: bytes) -> File:
    try:
        return msgspec.json.decode(data, type=File)
    except msgspec.ValidationError as error:
        said, _, path = str(error).partition(" - at `")
        if "matching regex" in said:
            said = "This is blank, or has a character that cannot be printed"
        raise SetupError(f"{said}.", path.rstrip("`").removeprefix("$").removeprefix(".")) from None


def units_of(cm: float) -> int:
    """Centimetres as tenths of a millimetre."""
    return round(cm * CM)


def _options(file: File) -> Options:
    """The options of the file, with the size of its table among them."""
    given: dict[str, OptionValue] = dict(file.options)
    for name, size in (("table_w", file.table.width), ("table_h", file.table.height)):
        text = written_length(units_of(size))
        if given.setdefault(name, text) != text:
            sentence = f"The table has {text} cm, this says {echoed(given[name])}; leave it out here."
            raise SetupError(sentence, f"options.{name}")
    try:
        return meta.read(given)
    except ValueError as error:
        raise SetupError(str(error), "options") from None


def _tables(file: File) -> Tables:
    """The printed tables with the house rules of the file over them."""
    if not file.house:
        return PRINTED
    try:
        return overlay(PRINTED, file.house)
    except OverlayError as error:
        sentence = error.sentence[:1].upper() + error.sentence[1:]
        raise SetupError(sentence, error.path.replace("tables", "house", 1)) from None


def _table(table: FileTable) -> Table:
    features = tuple(_feature(feature) for feature in table.features)
    return Table(units_of(table.width), units_of(table.height), features)


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
    return Force(name=force.name, corps=corps, zone=_rectangle(force.zone))


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


def _units(row: FileUnit, nation: NationWord, facing: int) -> Iterator[Recruit]:
    """The units of one row, numbered where there are several."""
    if row.count > 1 and row.at:
        raise SetupError(f"{row.count} units cannot stand in one place; give each a row of its own.", "forces")
    for number in range(1, row.count + 1):
        unit = Recruit(
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


def _place(unit: Recruit, at: Any, facing: int) -> Place:
    bearing = facing if at.facing is None else round(at.facing * DEGREE)
    return Place(units_of(at.x), units_of(at.y), bearing % (360 * DEGREE), at.formation or formations_chosen(unit)[0])
