"""A battle turned by half a circle is the same battle: no hex or facing is special."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Deploy, DeployLeader, Done
from battles.rules.easy_napoleonics.state import Board, Force, Objective, Place, Setup, State
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.turn.legality import explain
from tests.rules.easy_napoleonics.builders.battles import COLUMNS, ROWS, eager, listed, mutated, small_setup
from tests.rules.easy_napoleonics.builders.positions import play, position, unit

SIZE = COLUMNS * ROWS
LAST = SIZE - 1
NATIONS = "england, france, austria, prussia, russia"
BESIDE, AHEAD = COLUMNS, 2 * COLUMNS
"""The hexes one and two rows south of the first."""


def across(cell: int) -> int:
    """A cell seen from the other end; what is off the board stays as it is."""
    return LAST - cell if 0 <= cell < SIZE else cell


def about(facing: int | None) -> int | None:
    """A facing seen from the other end; what is none stays as it is."""
    return (facing + 3) % 6 if facing is not None and 0 <= facing < 6 else facing


def placed(pairs: Any) -> Any:
    """Pairs of a cell and what is there."""
    return tuple(sorted((across(cell), there) for cell, there in pairs))


def turned(thing: Any) -> Any:
    """A unit, a leader, a decision, a place or an action seen from the other end."""
    fields = type(thing).__struct_fields__
    seen = {name: turn(getattr(thing, name)) for name, turn in (("cell", across), ("facing", about)) if name in fields}
    return replace(thing, **seen)


def turned_force(force: Force) -> Force:
    def stand(one: Any) -> Any:
        return replace(one, place=one.place and turned(one.place))

    return replace(
        force,
        units=tuple(map(stand, force.units)),
        leaders=tuple(map(stand, force.leaders)),
        zone=tuple(sorted(map(across, force.zone))),
    )


def turned_setup(setup: Setup) -> Setup:
    goals = tuple(replace(goal, cells=tuple(sorted(map(across, goal.cells)))) for goal in setup.objectives)
    board = replace(setup.board, terrain=placed(setup.board.terrain))
    a, b = map(turned_force, setup.forces)
    return replace(setup, board=board, forces=(a, b), objectives=goals)


def turned_state(state: State, setup: Setup) -> State:
    """``state`` seen from the other end, in the battle of ``setup``, which is turned already."""
    return replace(
        state,
        setup=setup,
        board=setup.board,
        units=tuple(turned(unit) if unit.cell >= 0 or unit.level == "broken" else unit for unit in state.units),
        leaders=tuple(map(turned, state.leaders)),
        pending=tuple(map(turned, state.pending)),
        held=placed(state.held),
    )


def cornered(chances: Chances, first: dict[str, int], men: dict[str, int], **more: Any) -> Setup:
    """A small battle with the first unit of a side and its leader on these cells, and an objective in the corner."""
    goal = Objective(name="Corner", cells=(0, BESIDE), hold=1, side="a", from_turn=1)
    setup = small_setup(chances, deployment_order="preset", objectives=(goal,), max_turns=3, **more)
    wanted = {*first.values(), *men.values()}
    forces = []
    for side, force in zip("ab", setup.forces, strict=True):
        units = [unit for unit in force.units if unit.place.cell not in wanted]
        if side in first:
            facing = 3 if side == "b" else 0
            shape = "unlimbered" if units[0].kind.endswith("artillery") else "line"
            units[0] = replace(units[0], place=Place(first[side], facing, shape))
        captain = replace(force.leaders[0], place=Place(men.get(side, units[-1].place.cell)))
        forces.append(replace(force, units=tuple(units), leaders=(captain,)))
    ground = tuple(pair for pair in setup.board.terrain if pair[0] not in wanted)
    return replace(setup, board=replace(setup.board, terrain=ground), forces=(forces[0], forces[1]))


PLAIN: dict[str, Any] = {"national_rules": NATIONS, "breakthrough": True}
CORNERS: dict[str, tuple[dict[str, int], dict[str, int], dict[str, Any]]] = {
    "melee": ({"b": 0, "a": BESIDE}, {}, {**PLAIN, "kinds": ("infantry", "infantry", "heavy_cavalry")}),
    "melee of the other side": ({"a": 0, "b": BESIDE}, {"a": 0}, {"lock_scope": "front_contact"}),
    "charge": ({"b": 0, "a": AHEAD}, {}, {**PLAIN, "kinds": ("infantry", "light_cavalry")}),
    "charge into the corner": ({"a": AHEAD, "b": 1}, {}, {"kinds": ("light_cavalry", "infantry"), "ground": False}),
    "leader alone": ({"a": BESIDE}, {"b": 0}, {"kinds": ("light_cavalry", "infantry"), "ground": False}),
    "leader with guns": ({"b": 0}, {"b": 0}, {"kinds": ("field_artillery", "horse_artillery"), "ground": False}),
    "guns against guns": ({"a": 0}, {"a": 1}, {"kinds": ("horse_artillery", "infantry"), "grand_battery": True}),
    "late locks": ({"b": 0, "a": AHEAD}, {}, {"lock_timing": "turn_start", "hill_sight": "never_block"}),
}
"""Who stands in and by the first hex, which leaders, and the rest of the battle."""


def both(setup: Setup, seed: str, cell: int = LAST) -> Iterator[tuple[State, State, str]]:
    """Every decision of a battle and of the one turned round, with the same choices and dice.

    Units and leaders are deployed on ``cell`` if they may; leaders stay where they are in the first turn.
    """
    around = turned_setup(setup)
    chances, key = Chances(f"choices {seed}".encode()), seed.encode()
    here, there = (SYSTEM.begin(SYSTEM.start(one), SeededDice(key, 0)).state for one in (setup, around))
    for entry in range(1, 120):
        assert turned_state(here, around) == there
        deciding = sorted(SYSTEM.deciding(here))
        if not deciding:
            return
        side = deciding[0]
        yield here, there, side
        legal = listed(here, side)
        if here.turn == 1:
            legal.pop("move_leader", None)
        wanted = [one for kind in ("deploy", "deploy_leader") for one in legal.get(kind, ()) if one.cell == cell]
        action = chances.choice(wanted) if wanted else eager(chances, here, legal)
        here = SYSTEM.decide(here, side, action, SeededDice(key, entry)).state
        there = SYSTEM.decide(there, side, turned(action), SeededDice(key, entry)).state


def everything(state: State, side: str) -> set[Any]:
    """All that is listed, and found in the list that it comes from."""
    found = set()
    for option in SYSTEM.options(state, side):
        assert all(action in option.actions for action in option.actions)
        found.update(option.actions)
    return found


def alike(here: State, there: State, side: str, action: Any) -> None:
    """An action is refused for the same reason, or for none, from both ends."""
    why, turned_why = (
        explain(field_of(state), state, side, tried) for state, tried in ((here, action), (there, turned(action)))
    )
    assert (why and (why.code, why.rule)) == (turned_why and (turned_why.code, turned_why.rule)), action


@pytest.mark.rule("EN-FACE-02", "directions are the same all over the board")
@pytest.mark.rule("EN-FACE-04", "front, flank and rear turn with the unit")
@pytest.mark.rule("EN-FACE-09", "the first hex of a board is a hex like every other")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("name", CORNERS)
def test_a_battle_turned_round_is_the_same_battle(name: str, number: int) -> None:
    first, men, more = CORNERS[name]
    chances = Chances(f"{name} {number}".encode())
    for here, there, side in both(cornered(chances, first, men, **more), f"{name} {number}"):
        legal = everything(here, side)
        assert {turned(action) for action in legal} == everything(there, side)
        for action in chances.shuffled(sorted(legal, key=repr))[:12]:
            assert explain(field_of(here), here, side, action) is None, action
            alike(here, there, side, action)
            junk = mutated(action, [], chances)
            if junk is not None:
                alike(here, there, side, junk)


@pytest.mark.rule("EN-SETUP-09", "the first hex of a zone is open to deployment like every other")
@pytest.mark.parametrize("ground", [{}, {"ground": False}, {"pond_impassable": False}])
@pytest.mark.parametrize("cell", [0, LAST])
def test_deployment_turned_round_is_the_same(cell: int, ground: dict[str, bool]) -> None:
    setup = small_setup(Chances(b"deployment"), units=4, draws=True, grand_battery=True, **ground)
    seen: set[int] = set()
    for here, there, side in both(setup, "deployment", cell):
        if here.phase not in ("cards", "deployment"):
            break
        legal = everything(here, side)
        assert {turned(action) for action in legal} == everything(there, side)
        seen |= {action.cell for action in legal if isinstance(action, Deploy | DeployLeader)}
        place = setup.forces[side == "b"].zone[3]
        for number in range(len(here.units)):
            alike(here, there, side, Deploy(number, place, 0, "line"))
        for number in range(len(here.leaders)):
            alike(here, there, side, DeployLeader(number, place))
    assert {0, LAST} <= seen


@pytest.mark.rule("EN-SQUARE-10", "infantry and cavalry in the first hex of a board are no exception")
@pytest.mark.parametrize(("horse", "foot"), [(0, COLUMNS), (COLUMNS, 0)])
def test_cavalry_stands_before_infantry_in_the_corner(horse: int, foot: int) -> None:
    facing = 3 if horse == 0 else 0
    cavalry = replace(unit("a", kind="light_cavalry", facing=facing), cell=horse)
    infantry = replace(unit("b", facing=about(facing)), cell=foot)
    state = position([cavalry, infantry], phase="rally", acting="b", state={"standing": ((0, 1),)})
    small = Board(COLUMNS, ROWS)
    state = replace(state, board=small, setup=replace(state.setup, board=small))
    (owed,) = play(state, "b", Done()).pending
    assert (owed.kind, owed.unit, owed.other) == ("hasty_square", 1, 0)
