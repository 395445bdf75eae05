"""A set-up as a scenario file."""

from battles.engine.overlay import patch_of
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.scenario_file import (
    FORMAT,
    File,
    FileBrigade,
    FileCorps,
    FileDivision,
    FileFeature,
    FileForce,
    FileForces,
    FilePlace,
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
from battles.rules.mini_nap.tables import CM, DEGREE, PRINTED, NationWord


def file_of(setup: Setup, text: str = "") -> File:
    """A file that reads as ``setup`` again, with ``text`` on what it is about."""
    options = meta.written(setup.rules.options)
    options.pop("table_w", None)
    options.pop("table_h", None)
    return File(
        format=FORMAT,
        system="mini_nap",
        title=setup.title,
        text=text,
        table=_table(setup.table),
        forces=FileForces(a=_force(setup.forces[0]), b=_force(setup.forces[1])),
        options=options,
        house=patch_of(setup.rules.tables, PRINTED),
    )


def _cm(units: int) -> float:
    """Tenths of a millimetre as centimetres."""
    return _parts(units, CM)


def _parts(units: int, whole: int) -> float:
    """So many of so many that are one; whole ones without a point."""
    return units // whole if units % whole == 0 else units / whole


def _table(table: Table) -> FileTable:
    features = tuple(_feature(feature) for feature in table.features)
    return FileTable(width=_cm(table.width), height=_cm(table.height), features=features)


def _feature(feature: Feature) -> FileFeature:
    return FileFeature(
        key=feature.key,
        kind=feature.kind,
        points=tuple((_cm(x), _cm(y)) for x, y in feature.points),
        width=_cm(feature.width),
        levels=feature.levels,
        strength=feature.strength,
        over=feature.over,
        church=feature.church,
        name=feature.name,
    )


def _force(force: Force) -> FileForce:
    return FileForce(name=force.name, corps=tuple(_corps(each) for each in force.corps), zone=_rectangle(force.zone))


def _rectangle(zone: tuple[int, int, int, int] | None) -> Rectangle | None:
    return None if zone is None else (_cm(zone[0]), _cm(zone[1]), _cm(zone[2]), _cm(zone[3]))


def _corps(corps: CorpsForce) -> FileCorps:
    return FileCorps(
        name=corps.name,
        nation=corps.nation,
        divisions=tuple(_division(each, corps.nation) for each in corps.divisions),
        commander=corps.commander,
        rating=corps.rating,
        at=_spot(corps.place),
    )


def _division(division: DivisionForce, nation: NationWord) -> FileDivision:
    return FileDivision(
        name=division.name,
        kind=division.kind,
        brigades=tuple(_brigade(each, nation) for each in division.brigades),
        commander=division.commander,
        rating=division.rating,
        at=_spot(division.place),
    )


def _brigade(brigade: BrigadeForce, nation: NationWord) -> FileBrigade:
    """The nation of the Brigade is that of all its units, where they have one in common."""
    common = {unit.nation for unit in brigade.units}
    own = next(iter(common)) if len(common) == 1 else nation
    return FileBrigade(
        name=brigade.name,
        kind=brigade.kind,
        units=tuple(_unit(unit, own) for unit in brigade.units),
        nation=None if own == nation else own,
        commander=brigade.commander,
        at=_spot(brigade.place),
        arrives=brigade.arrives,
        entry=_rectangle(brigade.entry),
    )


def _spot(place: Place | None) -> FileSpot | None:
    return None if place is None else FileSpot(x=_cm(place.x), y=_cm(place.y))


def _unit(unit: Recruit, nation: NationWord) -> FileUnit:
    return FileUnit(
        name=unit.name,
        type=unit.type,
        rating=unit.rating,
        points=unit.points,
        nation=None if unit.nation == nation else unit.nation,
        kgl=unit.kgl,
        lancer=unit.lancer,
        irregular=unit.irregular,
        weight=unit.weight,
        at=_place(unit.place),
    )


def _place(place: Place | None) -> FilePlace | None:
    if place is None:
        return None
    facing = _parts(place.facing, DEGREE)
    return FilePlace(x=_cm(place.x), y=_cm(place.y), facing=facing, formation=place.formation)
