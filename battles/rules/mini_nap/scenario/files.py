"""Reading and writing scenario files; shipped scenarios; set-ups of two forces; a scenario's own rules in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.options import OptionValue
from battles.engine.scenario_file import FORMAT, formatted
from battles.engine.scenarios import Arriving, Scenario
from battles.engine.settings import patch_of
from battles.engine.words import does, edge_of
from battles.kits.open_table.footprints import CM, DEGREE
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.meta import SETTINGS, read
from battles.rules.mini_nap.rules import DEFAULTS, Rules
from battles.rules.mini_nap.scenario.check import check
from battles.rules.mini_nap.scenario.parts import (
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
    read_unchecked,
)
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
)
from battles.rules.mini_nap.tables import PRINTED, NationWord, Quality, UnitType

CENTIMETRE: Final = 100
"""A centimetre in units of the table."""
FROM_THE_WEST: Final = ("north", "south")
"""Edges along which one counts from the west; along the others one counts from the south."""


def special_rules(setup: Setup) -> tuple[str, ...]:
    """What both players read before the battle, a sentence for each rule."""
    return (*_first_initiative(setup), *(each.sentence for each in arrivals(setup)))


def _first_initiative(setup: Setup) -> Iterator[str]:
    first = setup.rules.options.first_initiative
    if first != "rolled":
        yield f"{does(setup.forces[first == 'b'].name, 'has', 'have')} the first initiative of Turn 1 (MN-RULING-105)."


def arrivals(setup: Setup) -> tuple[Arriving, ...]:
    """The Brigades that arrive later, by side and Turn (MN-RULING-97)."""
    sides: tuple[SideId, ...] = ("a", "b")
    return tuple(
        _arriving(setup.table, side, force, turn)
        for side, force in zip(sides, setup.forces, strict=True)
        for turn in sorted({brigade.arrives for _, brigade in _brigades(force) if brigade.arrives})
    )


def _brigades(force: Force) -> list[tuple[DivisionForce, BrigadeForce]]:
    divisions = [division for corps in force.corps for division in corps.divisions]
    return [(division, brigade) for division in divisions for brigade in division.brigades]


def _arriving(table: Table, side: SideId, force: Force, turn: int) -> Arriving:
    coming: dict[int, list[str]] = {}
    divisions: dict[int, DivisionForce] = {}
    places: dict[str, None] = {}
    for division, brigade in _brigades(force):
        if brigade.arrives == turn:
            divisions[id(division)] = division
            coming.setdefault(id(division), []).append(brigade.name)
            places[_place_words(table, brigade)] = None
    who = "; ".join(_division_words(divisions[key], names) for key, names in coming.items())
    sentence = f"Arriving in Turn {turn}: {who} ({force.name}) (MN-RULING-97)."
    return Arriving(side, turn, who, "; ".join(places), sentence)


def _division_words(division: DivisionForce, names: list[str]) -> str:
    """A Division with its Brigades that arrive; only its name where all come at once."""
    return division.name if len(names) == len(division.brigades) else f"{division.name} ({', '.join(names)})"


def _place_words(table: Table, brigade: BrigadeForce) -> str:
    """Where a Brigade arrives: ``southern edge, 70 to 130 cm from the west``."""
    if brigade.entry is None:
        return "its own deployment zone"
    left, bottom, right, top = brigade.entry
    edge = edge_of([((left + right) / 2, table.height - (bottom + top) / 2)], table.width, table.height)
    across, up = _span(left, right, table.width, "west"), _span(bottom, top, table.height, "south")
    spans = (across if edge in FROM_THE_WEST else up,) if edge else (across, up)
    return ", ".join(filter(None, (f"{edge}ern edge" if edge else "", *spans)))


def _span(start: int, end: int, whole: int, corner: str) -> str:
    """``70 to 130 cm from the west``; empty for the whole length."""
    if start <= 0 and end >= whole:
        return ""
    return f"{start / CENTIMETRE:g} to {end / CENTIMETRE:g} cm from the {corner}"


def victory(setup: Setup) -> tuple[str, ...]:
    """What wins and when the battle ends, a sentence for each way (MN-RULING-60)."""
    options = setup.rules.options
    return (
        f"A side loses if more than {options.army_break_share} per cent of its starting units are lost "
        "at the end of a Turn (MN-RULING-60).",
        "A side that has no unit left, on the table or still to arrive, loses when the initiative ends (MN-RULING-60).",
        f"The battle ends after {options.turn_limit} {'Turn' if options.turn_limit == 1 else 'Turns'}. The side that "
        "has lost the smaller share of its units wins; equal shares are a draw (MN-RULING-60).",
    )


def file_of(setup: Setup, text: str = "") -> File:
    """The file of ``setup``, with ``text`` as its description."""
    options = meta.written(setup.rules.options)
    options.pop("table_w", None)
    options.pop("table_h", None)
    return File(
        format=FORMAT,
        system="mini_nap",
        title=setup.title,
        text=text,
        situation=setup.situation,
        table=_table(setup.table),
        forces=FileForces(a=_force(setup.forces[0]), b=_force(setup.forces[1])),
        options=options,
        house=patch_of(setup.rules.tables, PRINTED),
    )


def _cm(units: int) -> float:
    """Tenths of a millimetre as centimetres."""
    return _wholes(units, CM)


def _wholes(units: int, whole: int) -> float:
    """``units`` in wholes of ``whole`` units each; an int if there is no remainder."""
    return units // whole if units % whole == 0 else units / whole


def _table(table: Table) -> FileTable:
    return FileTable(width=_cm(table.width), height=_cm(table.height), features=tuple(map(_feature, table.features)))


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
    corps, zone = tuple(map(_corps, force.corps)), _rectangle(force.zone)
    return FileForce(name=force.name, task=force.task, corps=corps, zone=zone)


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
    """A Brigade's part. It states its nation if all units have one that differs from the Corps."""
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


def _unit(unit: ForceUnit, nation: NationWord) -> FileUnit:
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
    facing = _wholes(place.facing, DEGREE)
    return FilePlace(x=_cm(place.x), y=_cm(place.y), facing=facing, formation=place.formation)


def opened(data: bytes, key: str = "") -> Scenario[Setup]:
    """The battle that a scenario file describes, with its text.

    Raises:
        SetupError: a fault of the file, with a sentence for the user and the path of the part at fault.
    """
    setup, text = read_unchecked(data)
    check(setup)
    return Scenario(key=key, text=text, setup=setup)


def written(setup: Setup, text: str = "") -> bytes:
    """The file of ``setup``, with ``text`` as its description."""
    return formatted(file_of(setup, text))


def schema() -> Mapping[str, Any]:
    """The JSON Schema of a scenario file."""
    return msgspec.json.schema(File)


def open_setup(force_a: Force, force_b: Force, rules: Rules = DEFAULTS, title: str = "") -> Setup:
    """Two forces on an open table of the options' size (MN-RULING-60).

    Raises:
        SetupError: the first fault of the set-up.
    """
    options = rules.options
    setup = Setup(
        title=title or f"{force_a.name} against {force_b.name}",
        table=Table(options.table_w, options.table_h),
        forces=(force_a, force_b),
        rules=rules,
    )
    check(setup)
    return setup


def with_options(setup: Setup, values: Mapping[str, OptionValue]) -> Setup:
    """``setup`` with options by name. An open table takes the size in the options; a scenario's own table stays."""
    before = setup.rules.options
    changed: Setup = SETTINGS.with_options(setup, values)
    own = (setup.table.width, setup.table.height) != (before.table_w, before.table_h)
    if own or setup.table.features:
        return changed
    options = changed.rules.options
    return replace(changed, table=Table(options.table_w, options.table_h))


def sample_force(name: str, nation: NationWord = "other") -> Force:
    """A Division of two infantry Brigades, a cavalry Brigade and division artillery: 15 units."""
    foot = [
        BrigadeForce(
            name=f"{word} Brigade", kind="infantry", units=_battalions(word, nation), commander=f"{word} brigadier"
        )
        for word in ("First", "Second")
    ]
    horse = BrigadeForce(
        name="Cavalry Brigade",
        kind="cavalry",
        units=(
            _sample_unit("Hussars", "light_cavalry", nation),
            _sample_unit("Dragoons", "medium_cavalry", nation, points=4),
        ),
        commander="Cavalry brigadier",
    )
    guns = BrigadeForce(
        name="Division artillery",
        kind="artillery",
        units=(
            ForceUnit(
                name="Foot battery", type="foot_artillery", rating="veteran", points=4, nation=nation, weight="medium"
            ),
        ),
    )
    division = DivisionForce(
        name=f"{name} Division", kind="mixed", brigades=(*foot, horse, guns), commander="General of Division"
    )
    corps = CorpsForce(name=f"{name} Corps", nation=nation, divisions=(division,), commander="General commanding")
    return Force(name=name, corps=(corps,))


def sample_setup(values: Mapping[str, OptionValue]) -> Setup:
    """Two sample Divisions on an open table of the options' size (MN-RULING-60)."""
    a, b = (sample_force(name) for name in ("Blue", "Red"))
    return open_setup(a, b, Rules(read(values)), "Two sample divisions")


def _battalions(word: str, nation: NationWord) -> tuple[ForceUnit, ...]:
    light = _sample_unit(f"{word} light battalion", "light_infantry", nation)
    ratings: tuple[Quality, ...] = ("elite", "veteran", "veteran", "trained", "trained")
    lines = (
        _sample_unit(f"{word} line battalion {number}", "line_infantry", nation, rating=rating)
        for number, rating in enumerate(ratings, start=1)
    )
    return (light, *lines)


def _sample_unit(
    name: str, type: UnitType, nation: NationWord, rating: Quality = "veteran", points: int = 6
) -> ForceUnit:
    return ForceUnit(name=name, type=type, rating=rating, points=points, nation=nation)
