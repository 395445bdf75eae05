"""Scenario files: shipped, read, written again, and refused."""

import json
from importlib import resources
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from armies.exchange import read
from battles.engine.armies.facts import Unit
from battles.engine.armies.tree import walk
from battles.engine.core import SetupError
from battles.engine.dice import SeededDice
from battles.kits.open_table.footprints import path
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.army import map_unit
from battles.rules.mini_nap.positions import footprint_of
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.scenario import files, parts
from battles.rules.mini_nap.scenario.check import warnings
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import Setup
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.terrain import cost
from tests.rules.mini_nap.builders.table_positions import battle, force, mm, recruit

DEPLOYED = ("gemioncourt", "ligny", "mont_saint_jean", "quatre_bras_deployed", "saint_amand")
UNDEPLOYED = ("division_meeting", "quatre_bras", "village_and_bridge")
KEYS = tuple(sorted((*DEPLOYED, *UNDEPLOYED)))
SHIPPED = resources.files("battles.rules.mini_nap").joinpath("scenarios")


def file_of(key: str) -> Any:
    return json.loads(SHIPPED.joinpath(f"{key}.json").read_bytes())


def refused(file: Any) -> str:
    """The whole sentence of a file that is not read, its path first."""
    with pytest.raises(SetupError) as raised:
        SYSTEM.scenarios.read(json.dumps(file).encode())
    return str(raised.value)


def test_what_is_shipped() -> None:
    assert tuple(SYSTEM.scenarios.shipped()) == KEYS
    for key in KEYS:
        assert SYSTEM.scenarios.load(key).title == SYSTEM.scenarios.shipped()[key]
        assert len(SYSTEM.scenarios.text_of(key)) > 200
        assert warnings(SYSTEM.scenarios.load(key)) == ()
    with pytest.raises(
        SetupError, match=r"There is no scenario 'waterloo'; the scenarios are division_meeting, gemioncourt, ligny, "
    ):
        SYSTEM.scenarios.load("waterloo")


@pytest.mark.parametrize("key", KEYS)
def test_what_is_written_is_read_as_the_same(key: str) -> None:
    setup = SYSTEM.scenarios.load(key)
    again = files.opened(files.written(setup, "A text."))
    assert (again.setup, again.text) == (setup, "A text.")


@pytest.mark.parametrize("key", KEYS)
def test_a_shipped_file_fits_the_schema_and_the_battle_begins(key: str) -> None:
    assert msgspec.convert(file_of(key), parts.File).title == SYSTEM.scenarios.load(key).title
    state = initial_state(SYSTEM.scenarios.load(key))
    begun = turn.begin(state, SeededDice(b"k" * 32, 0)).state
    assert (begun.step in ("edges", "deployment")) == (key in UNDEPLOYED)
    assert begun.turn == (key in DEPLOYED)
    assert all(stand.rating for stand in begun.stands if stand.level != "brigade")
    assert any(turn.options(begun, side) for side in "ab")


def test_the_schema_is_one_of_a_file() -> None:
    schema = files.schema()
    assert schema["$ref"].endswith("File")
    assert set(schema["$defs"]["File"]["properties"]) == set(parts.File.__struct_fields__)


@pytest.mark.rule("MN-SP-01", "the units of Quatre Bras have the points of the shipped order of battle")
@pytest.mark.rule("MN-RULING-97", "they come up as they came")
def test_quatre_bras_is_that_of_the_armies() -> None:
    oob = resources.files("armies").joinpath("data/oob/quatre-bras-1815.json").read_bytes()
    known = {}
    for army in read(oob).armies:
        for place in walk(army):
            if isinstance(place.element, Unit):
                unit = map_unit(place)
                known[unit.name] = (unit.type, unit.quality, unit.points, unit.nation, unit.kgl, unit.weight)
    state = initial_state(SYSTEM.scenarios.load("quatre_bras"))
    assert len(state.units) == 97
    for unit in state.units:
        assert known[unit.name] == (unit.type, unit.rating, unit.points, unit.nation, unit.kgl, unit.weight)
    forces = SYSTEM.scenarios.load("quatre_bras").forces
    arrives = {
        division.name: {brigade.arrives for brigade in division.brigades}
        for each in forces
        for corps in each.corps
        for division in corps.divisions
    }
    assert arrives == {
        "5th Infantry Division": {0},
        "9th Infantry Division": {0},
        "2nd Light Cavalry Division": {0},
        "6th Infantry Division": {3},
        "11th Cavalry Division (part)": {5},
        "2nd Netherlands Division": {0},
        "Netherlands cavalry (part)": {2},
        "3rd British Division (part)": {6},
        "5th British Division": {3},
        "Brunswick Corps": {4},
    }
    assert {corps.nation for corps in forces[0].corps} == {"french"}
    assert {corps.nation for corps in forces[1].corps} == {"british"}


@pytest.mark.rule("MNT-STREAM-01", "a ford of a river is waded at half rate, beside it the river bars everybody")
@pytest.mark.rule("MNT-RIVER-01", "a river is impassable but at bridges and fords")
@pytest.mark.parametrize(("x", "barred"), [(121.5, False), (119.5, True), (40, True)])
def test_a_ford_opens_a_river(x: float, barred: bool) -> None:
    table = SYSTEM.scenarios.load("village_and_bridge").table
    state = battle(force(recruit(at=(x, 40))), features=table.features)
    unit = state.units[0]
    shape, way = footprint_of(state.setup.rules, unit), path(0, mm(30))
    assert (cost.first_barred_ground(state, unit, "move", shape, way) is not None) is barred
    if not barred:
        assert cost.travel_cost(state, unit, "move", shape, way, way.length) > way.length


def test_the_size_of_the_table_is_an_option() -> None:
    file = file_of("quatre_bras")
    assert SYSTEM.scenarios.load("quatre_bras").rules.options.table_h == 15_000
    file["options"]["table_h"] = "120"
    assert refused(file) == "options.table_h: The table has 150 cm, but this option says '120'; leave the option out."


def changed(key: str, *at: Any, value: Any) -> Any:
    """A shipped file with one part otherwise."""
    file = part = file_of(key)
    for step in at[:-1]:
        part = part[step]
    part[at[-1]] = value
    return file


UNIT = ("forces", "a", "corps", 0, "divisions", 0, "brigades", 0, "units", 0)


@pytest.mark.parametrize(
    ("at", "value", "sentence"),
    [
        (("format",), "muster-scenario/9", "format: Invalid enum value 'muster-scenario/9'."),
        (("system",), "chess", "system: Invalid enum value 'chess'."),
        (("weather",), "rain", "Object contains unknown field `weather`."),
        ((*UNIT, "sp"), 6, "forces.a.corps[0].divisions[0].brigades[0].units[0]: Object contains unknown field `sp`."),
        (
            (*UNIT, "points"),
            "six",
            "forces.a.corps[0].divisions[0].brigades[0].units[0].points: Expected `int`, got `str`.",
        ),
        ((*UNIT, "points"), 0, "forces.a.corps[0].divisions[0].brigades[0].units[0].points: Expected `int` >= 1."),
        ((*UNIT, "name"), "", "units[0].name: Expected `str` of length >= 1."),
        ((*UNIT, "weight"), "light", "units[0].weight: I/2e Léger is light infantry and cannot have a weight of guns"),
        (("options",), {"luck": 1}, "options: Mini-Nap has no option luck; it has"),
        (("house",), {"luck": 1}, "house.luck: There is no luck."),
        (("house",), {"sum_per_hit": 0}, "house.sum_per_hit: The number must be at least 1, not 0."),
        (("table", "features", 0, "kind"), "swamp", "table.features[0].kind: Invalid enum value 'swamp'."),
        (("table", "features", 2, "points"), [[1, 1], [2, 2]], "table.features[2].points: Quatre Bras has no shape."),
        (("forces", "b", "zone"), None, "Give a deployment zone to both sides or to neither."),
    ],
)
def test_what_is_refused(at: tuple[Any, ...], value: Any, sentence: str) -> None:
    assert sentence in refused(changed("quatre_bras", *at, value=value))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"no json", "The file is not readable JSON"),
        (b"\xff", "The file is not readable JSON"),
        (b'{"house": {"a": ' + b"[" * 100_000, "nested too deep"),
        (b" " * 1_000_001, "The file has 1,000,001 bytes; at most 1,000,000 are allowed."),
        (b"[]", "Expected `object`, got `array`."),
    ],
)
def test_what_is_no_scenario(data: bytes, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence.replace("(", r"\(")):
        SYSTEM.scenarios.read(data)


def small(*rows: dict[str, Any]) -> Any:
    """A file of one Brigade a side."""

    def side(name: str, units: list[dict[str, Any]]) -> Any:
        brigade = {"name": "Brigade", "kind": "infantry", "units": units, "nation": "austrian"}
        division = {"name": "Division", "brigades": [brigade]}
        return {"name": name, "corps": [{"name": "Corps", "nation": "french", "divisions": [division]}]}

    plain = {"name": "Foot", "type": "line_infantry", "rating": "veteran", "points": 6}
    head = {"format": "muster-scenario/1", "system": "mini_nap", "title": "Small"}
    return head | {"forces": {"a": side("A", [plain | row for row in rows or ({},)]), "b": side("B", [plain])}}


def opened(file: Any) -> Setup:
    return SYSTEM.scenarios.read(json.dumps(file).encode())


def test_what_may_be_left_out() -> None:
    setup = opened(small({"count": 3}, {"name": "Guard", "nation": "other"}))
    assert (setup.table.width, setup.table.height, setup.rules.options) == (18_000, 12_000, Options())
    units = setup.forces[0].corps[0].divisions[0].brigades[0].units
    assert [unit.name for unit in units] == ["Foot 1", "Foot 2", "Foot 3", "Guard"]
    assert [unit.nation for unit in units] == ["austrian"] * 3 + ["other"]


def test_places_are_centimetres_and_degrees() -> None:
    setup = opened(small({"at": {"x": 20.25, "y": 10.5}}, {"name": "Two", "at": {"x": 40, "y": 10, "facing": 12.5}}))
    first, second = (unit.place for unit in setup.forces[0].corps[0].divisions[0].brigades[0].units)
    assert first is not None
    assert second is not None
    assert (first.x, first.y, first.facing, first.formation) == (2_025, 1_050, 0, "line")
    assert second.facing == 125
    file = small()
    file["forces"]["b"]["corps"][0]["divisions"][0]["brigades"][0]["units"][0] |= {"at": {"x": 40, "y": 110}}
    (foe,) = opened(file).forces[1].corps[0].divisions[0].brigades[0].units
    assert foe.place is not None
    assert foe.place.facing == 1_800
    assert "3 units cannot have the same place" in refused(small({"count": 3, "at": {"x": 20, "y": 10}}))


@pytest.mark.rule("MN-RULING-60", "a battle without a title has the names of its forces")
def test_a_battle_without_a_title_is_named_after_its_forces() -> None:
    one, other = (
        replace(each, name=name)
        for each, name in zip(SYSTEM.scenarios.sample({}).forces, ("The one", "the other"), strict=True)
    )
    assert files.open_setup(one, other).title == "The one against the other"
    assert files.open_setup(one, other, title="A fight").title == "A fight"
