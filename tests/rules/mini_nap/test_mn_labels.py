"""Names and labels of the table as it is drawn: clear of structures, and of bodies of troops from far."""

from msgspec.structs import replace

from battles.engine.registry import load
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import battle, brigade, force, spot
from tests.rules.mini_nap.mn_fights import noted
from tests.rules.mini_nap.mn_moves import field, foot
from tests.rules.mini_nap.mn_pictures import blocks
from tests.rules.mini_nap.test_mn_drawing import feature, ground


def test_a_structure_keeps_its_name_off_itself_and_an_area_does_not() -> None:
    house = feature("house", "landmark", (80, 70), (80, 74), (86, 74), (86, 70), name="The mill")
    wood = feature("wood", "wood", (20, 70), (20, 90), (40, 90), (40, 70), name="Copse")
    names = {name.text: name for name in ground(field(foot(y=20), features=(house, wood))).names}
    assert (names["The mill"].at, names["The mill"].about) == ((830, 480), (60, 40))
    assert names["Copse"].about == (0, 0)


def test_the_name_of_a_river_stands_half_way_along_it_or_clear_of_its_bridge() -> None:
    river = feature("river", "river", (0, 60), (180, 60), name="The Selke")
    bridge = feature("bridge", "bridge", (88, 57), (88, 63), (92, 63), (92, 57), over="river", name="Stone bridge")
    (alone,) = ground(field(foot(y=20), features=(river,))).names
    assert alone.at == (900, 600)
    name = ground(field(foot(y=20), features=(river, bridge))).names[0]
    assert (name.text, name.at) == ("The Selke", (450, 600))


def test_the_selke_leaves_the_bridge_at_rothenau_free() -> None:
    system = load("mini_nap")
    drawn = system.ground(system.view(system.start(system.scenario("village_and_bridge")), "a"))
    names = {name.text: name.at for name in drawn.names}
    assert abs(names["The Selke"][0] - names["Stone bridge"][0]) >= 160


def led(*names: str, commander: str = "General Morand") -> State:
    """A Brigade of battalions in a row, ten centimetres apart, under a commander."""
    units = [foot(name, x=10 * place) for place, name in enumerate(names)]
    return battle(force(brigade(*units, commander=commander, place=spot(30, 30))))


def bodies(state: State) -> dict[str, str]:
    """The labels of Brigades of the first side, by the block that they stand by."""
    return {key: block.body for key, block in blocks(state).items() if block.body and block.side == "a"}


def test_a_brigade_goes_by_its_commander_at_the_unit_in_its_midst() -> None:
    state = led("first", "second", "third", "fourth")
    assert bodies(state) in ({"unit 1": "Morand"}, {"unit 2": "Morand"})
    assert bodies(noted(state, 0, where="destroyed")) == {"unit 2": "Morand"}


def test_a_brigade_that_is_not_on_the_table_and_one_without_a_commander_have_no_label() -> None:
    state = led("first")
    assert bodies(noted(state, 0, where="destroyed")) == {}
    assert bodies(replace(state, stands=())) == {}


def test_commanders_have_their_family_names_on_the_table() -> None:
    stands = [block for block in blocks(led("first")).values() if block.shape == "leader"]
    assert "Morand" in {stand.label for stand in stands}
