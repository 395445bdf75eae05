"""Which sides must decide, over whole random battles (section 10.3), and nations on the board (section 8.2)."""

from collections.abc import Iterator
from typing import Any

import pytest

from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, ChooseFireOrder, ChooseMover, Done, Fight, Fire, Rally
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.builders.positions import (
    act,
    at,
    choices,
    kinds,
    leader,
    listed,
    only,
    position,
    unit,
    values,
)

FAR = unit("b", (14, -11), facing=3)
KINDS = ("infantry", "infantry", "light_cavalry", "heavy_cavalry", "field_artillery", "horse_artillery")
VALUES: tuple[dict[str, Any], ...] = (
    {},
    {"fire_pooling": "by_firer", "melee_check_level": "before_drop", "lone_leader_contact": "remove"},
    {"lone_leader_contact": "block", "leader_risk_timing": "before_checks", "leader_risk_on_tie": True},
    {"initiative_chooses_fire_order": False, "lock_timing": "turn_start", "lock_scope": "front_contact"},
    {"passive_contact_melee": "always", "continuing_melee_attacker": "original", "squares_have_flanks": True},
    {"passive_contact_melee": "never", "hasty_square_fire": "lost_always", "hasty_square_duration": "until_reformed"},
    {"victory_timing": "end_of_turn", "hidden_morale": True, "artillery_arc": "cone60", "graze_favours": "firer"},
    {"hill_sight": "always_block", "blocking_terrain": ("hill",), "stream_effect": "halt", "pond_impassable": False},
    {"hill_sight": "never_block", "hasty_square_when_locked": False, "standing_attack_hasty_square": False},
    {"musketry_after_change_and_move": True, "formation_change_free_facing": True, "leaders_per_side": 2},
    {"horse_limber_move_unlimber": False, "melee_conditions_both_sides": True, "melee_conditions_per_stand": True},
    {"square_stands_vs_cavalry": 2, "solid_square_scope": "masse_only", "leaders_per_side": 0, "max_turns": 4},
)


def begun(seed: int, **options: Any) -> State:
    """Two small armies close to each other."""
    units = []
    for side, row, facing in (("a", 2, 0), ("b", -2, 3)):
        for place in range(8):
            kind, nation = KINDS[place % 6], ("france", "austria", "russia")[place % 3]
            formation = "limbered" if "artillery" in kind else "column" if place % 2 else "line"
            q = place - 3 - (row > 0)
            units.append(unit(side, (q, row), kind=kind, nation=nation, facing=facing, formation=formation, worth=3))
    count = options.get("leaders_per_side", 1)
    men = [leader(side, (n, row)) for side, row in (("a", 3), ("b", -3)) for n in range(count)]
    ground = {(0, 0): "hill", (2, 0): "woods", (-2, 0): "stream", (-4, 1): "pond", (3, -1): "settlement"}
    options = {"breakthrough": True, "melee_morale_bonus": True, "grand_battery": True, **options}
    state = {"mover": "ab"[seed % 2]}
    nations = ("austria", "france", "russia")
    return position(units, men, acting=state["mover"], terrain=ground, state=state, national_rules=nations, **options)


def battle(seed: int, **options: Any) -> Iterator[tuple[State, str, Any, Any]]:
    """A random battle: state, deciding side, its options, and the step."""
    key = bytes([seed])
    chances, state, entry = Chances(key), begun(seed, **options), 0
    while sides := SYSTEM.deciding(state):
        (side,) = sides
        found = SYSTEM.options(state, side)
        option = found[chances.below(len(found))]
        entry += 1
        action = option.actions[chances.below(len(option.actions))]
        step = SYSTEM.decide(state, side, action, SeededDice(key, entry))
        yield state, side, found, step
        state = step.state


def sound(state: State) -> None:
    """What holds at every moment of a battle."""
    cells: dict[int, list[int]] = {}
    for number, one in enumerate(state.units):
        assert (one.level == "broken") == (one.cell < 0)
        if one.cell >= 0:
            cells.setdefault(one.cell, []).append(number)
    for there in cells.values():
        kinds_there = {state.units[number].kind for number in there}
        assert len(there) == 1 or (len(there) == 2 and kinds_there <= {"field_artillery", "horse_artillery"})
        assert len({state.units[number].side for number in there}) == 1
    fleeing = {owed.leader for owed in state.pending if owed.kind == "relocate"}
    for number, man in enumerate(state.leaders):
        assert (man.cell >= 0) == man.alive
        assert man.left >= 0
        there = cells.get(man.cell, [])
        assert number in fleeing or all(state.units[one].side == man.side for one in there)


@pytest.mark.rule("EN-SETUP-01", "random battles end and no side is asked if there is only one answer")
@pytest.mark.rule("EN-SETUP-03", "All game dice are D10.")
@pytest.mark.rule("EN-UNIT-04", "random battles end and no side is asked if there is only one answer")
@pytest.mark.rule("EN-UNIT-06", "A broken unit never acts.")
@pytest.mark.rule("EN-OPT-12", "random battles end and no side is asked if there is only one answer")
@pytest.mark.parametrize("options", VALUES, ids=lambda options: next(iter(options), "defaults"))
@pytest.mark.parametrize("seed", [1, 2])
def test_random_battles_end_and_nobody_is_asked_what_has_one_answer(options: dict[str, Any], seed: int) -> None:
    last, turns = None, 0
    for state, side, found, step in battle(seed, **options):
        assert side in ("a", "b")
        assert sum(len(option.actions) for option in found) > 1 or not found[0].complete
        sound(step.state)
        for event in step.events:
            assert all(roll.sides == 10 for roll in getattr(event, "rolls", ()))
            if event.kind == "activated":
                assert state.units[event.unit].cell >= 0
                assert not state.units[event.unit].locked
        last, turns = step.state, step.state.turn
    assert last is not None
    assert last.outcome is not None
    assert turns <= options.get("max_turns", 10)


@pytest.mark.rule("EN-SEQ-01", "A fire phase without a mission and a melee phase without a pair are skipped.")
def test_phases_in_which_nobody_can_do_anything_are_skipped() -> None:
    step = act(position([unit("a", (0, 0)), FAR], acting="b"), "b", Done())
    assert kinds(step) == ["turn_ended", "turn_began", "initiative_won"]


@pytest.mark.rule("EN-SEQ-01", "a side with nothing to do is not asked")
def test_a_side_with_nothing_to_do_is_not_asked() -> None:
    shaken = unit("a", (0, 0), level="bad")
    state = position([shaken, FAR], phase="initiative", state={"holder": "b", "mover": ""}, acting="b")
    step = act(state, "b", ChooseMover("b"))
    assert [(event.phase, event.side) for event in step.events[1:]] == [("rally", "b"), ("rally", "a")]
    assert SYSTEM.deciding(step.state) == {"a"}
    assert choices(step.state, "a") == {"rally", "done"}
    step = act(step.state, "a", Rally(0), 10)
    assert kinds(step) == ["rallied", "phase_began"]
    assert step.state.phase == "movement"


@pytest.mark.rule("EN-NATION-02", "a nation adds to fire")
@pytest.mark.rule("EN-NATION-07", "Every infantry fire die.")
@pytest.mark.rule("EN-NATION-01", "a nation adds to fire")
@pytest.mark.parametrize(
    ("nation", "formation", "bonus"),
    [
        ("england", "line", 1),
        ("england", "column", 0),
        ("austria", "line", 1),
        ("austria", "masse", 1),
        ("prussia", "line", 0),
    ],
)
@pytest.mark.parametrize("on", [True, False])
def test_a_nation_adds_to_fire(nation: str, formation: str, bonus: int, on: bool) -> None:
    state = position(
        [unit("a", (0, 0), nation=nation, formation=formation), unit("b", (0, -1), facing=3), FAR],
        phase="musketry",
        national_rules=(nation,) if on else (),
    )
    dice = 2 if formation == "line" else 1
    (shot,) = only(act(state, "a", Fire(1, ((0, dice),)), *[1] * dice), "fired").shots
    assert sum(values(shot.modifiers).values()) == bonus * on


@pytest.mark.rule("EN-NATION-03", "a french column that moved checks better until the turn ends")
@pytest.mark.rule("EN-RULING-72", "a french column that moved checks better until the turn ends")
@pytest.mark.parametrize(
    ("action", "formation", "needed"),
    [
        (Activate(0, cell=at(0, -1)), "column", 6),
        (Activate(0, formation="column", cell=at(0, -2)), "line", 6),
        (Activate(0, facing=1), "column", 7),
        (Activate(0, cell=at(0, -1)), "line", 7),
        (Activate(0, formation="line", cell=at(0, -1)), "column", 7),
    ],
)
def test_a_french_column_that_moved_checks_better_until_the_turn_ends(action: Any, formation: str, needed: int) -> None:
    guns = unit("b", (0, -8), facing=3, kind="field_artillery")
    french = unit("a", (0, 0), nation="france", formation=formation)
    state = act(position([french, guns], national_rules=("france",)), "a", action).state
    state = act(act(state, "a", Done()).state if state.acting == "a" else state, "b", Done()).state
    state = act(state, "a", ChooseFireOrder("b")).state
    (fire,) = listed(state, "b", "fire")
    dice = fire.dice[0][1]
    assert only(act(state, "b", fire, *[10] * 2 * dice), "fired").needed == needed


@pytest.mark.rule("EN-NATION-04", "a column that charges fights as its nation does")
@pytest.mark.rule("EN-NATION-05", "a column that charges fights as its nation does")
@pytest.mark.rule("EN-NATION-08", "a column that charges fights as its nation does")
@pytest.mark.rule("EN-NATION-09", "This turn's movement only.")
@pytest.mark.parametrize(
    ("nation", "charged", "stands", "total"),
    [("france", True, 2, 7), ("france", False, 1, 3), ("prussia", True, 1, 4), ("prussia", False, 1, 3)],
)
def test_a_column_that_charges_fights_as_its_nation_does(nation: str, charged: bool, stands: int, total: int) -> None:
    column = unit("a", (0, 0), nation=nation, formation="column", charged=(1,) if charged else ())
    russian = unit("b", (0, -1), facing=3, nation="russia")
    state = position(
        [column, russian, FAR, unit("a", (-5, 9))],
        phase="melee",
        state={"listed": True, "pairs": ((0, 1),)},
        national_rules=("france", "prussia", "russia"),
    )
    fought = only(act(state, "a", Fight(0, 1), *[10] * stands, 10, 10, *([10, 10] if stands == 2 else ())), "fought")
    assert (fought.attack.stands, fought.attack.total - 10 * stands) == (stands, total)
    assert fought.defence.total == 20 + 6 + 2


@pytest.mark.rule("EN-NATION-04", "A charge at another unit is none at this one.")
def test_a_column_that_charged_another_has_no_bonus_here() -> None:
    column = unit("a", (0, 0), nation="france", formation="column", charged=(2,))
    units = [column, unit("b", (0, -1), facing=3), unit("b", (1, -1), facing=3), unit("a", (-5, 9))]
    pairs = {"listed": True, "pairs": ((0, 1),)}
    state = position(units, phase="melee", state=pairs, national_rules=("france",))
    assert only(act(state, "a", Fight(0, 1), 10, 10, 10), "fought").attack.stands == 1
