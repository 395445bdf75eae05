"""Units and leaders that arrive during the battle (EN-RULING-120)."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.codec import decode, encode
from battles.engine.core import SetupError
from battles.engine.dice import ScriptedDice
from battles.engine.drafting import Stroke
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, Deploy, Done, MoveLeader
from battles.rules.easy_napoleonics.notation.positions import read_position, write_position
from battles.rules.easy_napoleonics.resolution import Resolution
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.builders.positions import every, kinds, only

ROAD = ["0501", "0601", "0401"]


def unit(name: str, kind: str = "infantry", at: str = "", **facts: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "grade": "seasoned", **({"at": {"hex": at}} if at else {}), **facts}


def coming(name: str, kind: str = "infantry", turn: int = 2, entry: Any = ROAD, **facts: Any) -> dict[str, Any]:
    return unit(name, kind, arrives=turn, entry=list(entry), **facts)


def file(*later: dict[str, Any], enemies: tuple[str, ...] = ("0510",), **options: Any) -> dict[str, Any]:
    """A battle on a board of 10 by 12 hexes: side b has a unit in 0905, and ``later`` arrives in the north."""
    places = options.setdefault("deployment_order", "preset") == "preset"
    return {
        "format": "muster-scenario/1",
        "system": "easy_napoleonics",
        "title": "Late",
        "board": {
            "columns": 10,
            "rows": 12,
            "courses": [{"kind": "road", "name": "North road", "hexes": ["0501", "0502"]}],
        },
        "options": {"leaders_per_side": 1, "first_mover": "a", "max_turns": 5, **options},
        "forces": {
            "a": {
                "name": "Blue",
                "units": [unit(f"Foot {at}", at=at if places else "") for at in enemies],
                "leaders": [{"name": "Ney", "hex": "0112"} if places else {"name": "Ney"}],
            },
            "b": {
                "name": "Red",
                "units": [unit("Guard", at="0905" if places else ""), *later],
                "leaders": [{"name": "The Duke", "arrives": 2, "entry": ["0501"]}],
            },
        },
    }


def start_of(content: dict[str, Any]) -> Any:
    return SYSTEM.start(SYSTEM.scenarios.read(json.dumps(content).encode()))


def turn(state: State, number: int, *faces: int) -> Any:
    """The step in which side b's movement of a turn begins; nobody does anything until then."""
    dice = ScriptedDice(faces)
    while True:
        (side,) = SYSTEM.deciding(state)
        actions = [action for option in SYSTEM.options(state, side) for action in option.actions]
        done = Done() if Done() in actions else actions[0]
        step = SYSTEM.decide(state, side, done, dice)
        state = step.state
        if state.turn == number and state.phase == "movement" and state.acting == "b":
            return step


def arrive(*later: dict[str, Any], enemies: tuple[str, ...] = ("0510",), **options: Any) -> Any:
    """The step in which turn 2 brings ``later``."""
    state = SYSTEM.begin(start_of(file(*later, enemies=enemies, **options)), ScriptedDice(())).state
    return turn(state, 2, 9, 1)


def with_guard(state: State, cell: int) -> State:
    """The state with the Guard in another hex."""
    units = tuple(replace(each, cell=cell) if each.name == "Guard" else each for each in state.units)
    return replace(state, units=units)


@pytest.mark.rule("EN-RULING-120", "units come on as their side's movement begins, in the order given, leaders last")
def test_units_enter_in_the_order_given_by_the_first_free_hex() -> None:
    step = arrive(coming("First"), coming("Guns", "horse_artillery"), coming("Horse", "light_cavalry"))
    assert kinds(step)[-5:] == ["phase_began", "entered", "entered", "entered", "leader_placed"]
    events = every(step, "entered")
    assert [event.cell for event in events] == [4, 5, 3]
    assert [(event.facing, event.formation) for event in events] == [(3, "column"), (3, "limbered"), (3, "column")]
    assert [each.name for each in step.state.units if each.cell in (4, 5, 3)] == ["First", "Guns", "Horse"]
    duke = step.state.leaders[1]
    assert (duke.cell, duke.left, duke.arrival) == (4, 5, None)


@pytest.mark.rule("EN-RULING-120", "coming on costs no action: the unit may act at once, and a leader may move")
def test_a_unit_that_came_on_acts_in_the_same_movement() -> None:
    state = arrive(coming("First")).state
    assert SYSTEM.refuse(state, "b", Activate(2, cell=14)) is None
    assert SYSTEM.refuse(state, "b", MoveLeader(1, 14)) is None
    moved = SYSTEM.decide(state, "b", Activate(2, cell=14), ScriptedDice(())).state
    assert moved.units[2].cell == 14


@pytest.mark.rule("EN-RULING-120", "troops of earlier turns come first")
def test_troops_of_an_earlier_turn_that_waited_come_first() -> None:
    later = file(coming("Late", turn=3), coming("Early", entry=ROAD[:1]))
    state = with_guard(SYSTEM.begin(start_of(later), ScriptedDice(())).state, 4)
    second = turn(state, 2, 9, 1)
    assert only(second, "delayed").units == (3,)
    third = turn(with_guard(second.state, 60), 3, 9, 1)
    assert [event.unit for event in every(third, "entered")] == [3, 2]


@pytest.mark.rule("EN-RULING-120", "a hex with a unit, next to an enemy, or with an enemy leader is not free")
@pytest.mark.parametrize(
    ("enemies", "want"),
    [(("0510",), 4), (("0502",), 3), (("0402",), 5), (("0502", "0402"), None), (("0501",), None)],
)
def test_a_hex_next_to_an_enemy_is_closed(enemies: tuple[str, ...], want: int | None) -> None:
    step = arrive(coming("First"), enemies=enemies)
    assert [event.cell for event in every(step, "entered")] == ([] if want is None else [want])
    if want is None:
        (late,) = only(step, "delayed").units
        assert (step.state.units[late].name, step.state.units[late].cell) == ("First", -1)


@pytest.mark.rule("EN-RULING-120", "who finds no free hex waits for the next turn, and is refused with the reason")
def test_who_waits_is_refused_by_its_turn() -> None:
    state = SYSTEM.begin(start_of(file(coming("First"))), ScriptedDice(())).state
    assert state.units[2].arrival is not None
    step = SYSTEM.decide(state, "a", Done(), ScriptedDice(()))
    refused = SYSTEM.refuse(step.state, "b", Activate(2, cell=14))
    assert refused.sentence == "First cannot be activated: it arrives in turn 2 (EN-RULING-120)."
    led = SYSTEM.refuse(step.state, "b", MoveLeader(1, 14))
    assert led.rule == "EN-RULING-120"


@pytest.mark.rule("EN-RULING-120", "units that have still to come keep their side in the battle")
def test_a_side_with_units_to_come_is_not_annihilated() -> None:
    state = SYSTEM.begin(start_of(file(coming("First", turn=4))), ScriptedDice(())).state
    guard = next(number for number, each in enumerate(state.units) if each.name == "Guard")
    gone = tuple(replace(each, cell=-1, level="broken") if n == guard else each for n, each in enumerate(state.units))
    play = Resolution(replace(state, units=gone), ScriptedDice(()))
    play.end_if_decided()
    assert play.state.outcome is None


@pytest.mark.rule("EN-RULING-120", "troops that arrive are not deployed before the battle and need no room in the zone")
def test_arrivals_are_not_deployed() -> None:
    state = SYSTEM.begin(start_of(file(coming("First"), deployment_order="b_first")), ScriptedDice(())).state
    assert [option.actor for option in SYSTEM.options(state, "b")] == ["unit 1"]
    refused = SYSTEM.refuse(state, "b", Deploy(2, 4, 3, "line"))
    assert refused.rule == "EN-RULING-120"


@pytest.mark.rule("EN-RULING-120", "both sides know all arrivals")
@pytest.mark.parametrize("viewer", ["a", "b", "umpire"])
def test_the_scene_shows_turn_and_place(viewer: Any) -> None:
    state = SYSTEM.begin(start_of(file(coming("First"))), ScriptedDice(())).state
    scene = SYSTEM.ui.scene(SYSTEM.secrets.view(state, viewer))
    zones = [(zone.name, zone.side, zone.areas) for zone in scene.zones if zone.kind == "arrival"]
    assert zones == [("Turn 2", "b", tuple(ROAD)), ("Turn 2", "b", ("0501",))]
    notes = {block.name: block.note for block in scene.off}
    assert notes == {
        "First": "turn 2, North road, 0501, 0601 or 0401",
        "The Duke": "turn 2, North road, 0501",
    }
    after = SYSTEM.ui.scene(SYSTEM.secrets.view(turn(state, 2, 9, 1).state, viewer))
    assert [zone for zone in after.zones if zone.kind == "arrival"] == []


def test_a_position_with_arrivals_is_written_and_read_back() -> None:
    state = start_of(file(coming("First")))
    assert "arrives 2 0501,0601,0401" in write_position(state)
    assert read_position(write_position(state), state.setup) == state
    assert decode(encode(state), State) == state


def test_a_state_without_arrivals_is_stored_as_before() -> None:
    state = SYSTEM.start(SYSTEM.scenarios.load("village"))
    assert b"arrival" not in encode(state)


def test_the_file_is_written_as_it_was_read() -> None:
    content = file(coming("First"))
    written = json.loads(SYSTEM.scenarios.write(SYSTEM.scenarios.read(json.dumps(content).encode())))
    assert written["forces"]["b"]["units"][1]["entry"] == ROAD
    assert written["forces"]["b"]["leaders"] == content["forces"]["b"]["leaders"]
    assert SYSTEM.scenarios.special_rules(start_of(content).setup)[1:] == (
        "Arriving in turn 2: First (Red), North road, 0501, 0601 or 0401 (EN-RULING-120).",
        "Arriving in turn 2: The Duke (Red), North road, 0501 (EN-RULING-120).",
    )


@pytest.mark.rule("EN-RULING-120", "an arrival has a turn of the battle and edge hexes that can be entered")
@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (
            coming("First", turn=6),
            "units[1].arrives: First arrives in turn 6; the battle has turns 1 to 5 (EN-RULING-120).",
        ),
        ({**unit("First"), "entry": ROAD}, "units[1].arrives: First arrives in turn 0; the battle has turns 1 to 5"),
        ({**unit("First"), "arrives": 2}, "units[1].entry: First arrives in no hex; give at least one edge hex"),
        (coming("First", entry=["0505"]), "units[1].entry: First arrives in 0505, which is not at an edge"),
        (coming("First", at="0504"), "units[1].at: First arrives later; it cannot have a place at the start."),
        (coming("First", entry=["0599"]), "units[1].entry[0]: "),
    ],
)
def test_wrong_arrivals_are_refused_with_their_path(row: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as fault:
        start_of(file(row))
    assert str(fault.value).startswith(f"forces.b.{sentence}")


def test_a_pond_is_no_way_in() -> None:
    content = file(coming("First"))
    content["board"]["terrain"] = {"pond": ["0601"]}
    with pytest.raises(SetupError, match="First arrives in 0601, which is a pond"):
        start_of(content)


@pytest.mark.rule("EN-RULING-120", "the editor adds and removes arrivals, and paints their hexes in order")
def test_the_editor_changes_arrivals() -> None:
    drafting = SYSTEM.drafting
    content = json.dumps(file(unit("First"))).encode()
    assert [brush.key for brush in drafting.draft(content).palette if brush.key.startswith("entry.")] == [
        "entry.leader.b.0",
        "entry.none",
    ]
    rows = [dict(row) for row in next(s for s in drafting.draft(content).sheets if s.key == "forces.b.units").rows]
    rows[1]["arrives"] = "3"
    content = drafting.fill(content, "forces.b.units", rows)
    words = {brush.key: brush.words for brush in drafting.draft(content).palette}
    assert words["entry.unit.b.1"] == "First arrives here in turn 3"
    content = drafting.paint(content, [Stroke("entry.unit.b.1", ("0601",)), Stroke("entry.unit.b.1", ("0501",))])
    assert json.loads(content)["forces"]["b"]["units"][1]["entry"] == ["0601", "0501"]
    assert drafting.draft(content).faults == ()
    content = drafting.paint(content, [Stroke("entry.none", ("0601", "0501"))])
    assert "entry" not in json.loads(content)["forces"]["b"]["units"][1]
    assert [fault.path for fault in drafting.draft(content).faults] == [
        "forces.b.units[1].entry",
    ]
    rows[1]["arrives"] = ""
    content = drafting.fill(content, "forces.b.units", rows)
    assert "arrives" not in json.loads(content)["forces"]["b"]["units"][1]


def test_a_smaller_board_keeps_the_hexes_that_it_has() -> None:
    content = json.dumps(file(coming("First", entry=["0501", "1001"]))).encode()
    smaller = json.loads(SYSTEM.drafting.set_options(content, {"board_columns": 9}))
    assert smaller["forces"]["b"]["units"][1]["entry"] == ["0501"]
