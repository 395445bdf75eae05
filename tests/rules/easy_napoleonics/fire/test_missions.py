"""Fire missions: targets, dice, results and refusals (section 6)."""

from typing import Any

import pytest

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Done, Fire
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.turn.legality import explain
from tests.rules.easy_napoleonics.builders.positions import (
    act,
    changed,
    choices,
    fires,
    kinds,
    leader,
    only,
    position,
    unit,
    values,
)


def agreed(state: State, action: Fire) -> bool:
    """Whether a mission is legal, by the lists and by the rules alike."""
    why = explain(field_of(state), state, "a", action)
    assert (SYSTEM.refuse(state, "a", action) is None) == (why is None) == (action.dice in fires(state).get(1, []))
    return why is None


@pytest.mark.rule("EN-ART-12", "a hill blocks unless the firer or the target stands on one")
@pytest.mark.rule("EN-RULING-50", "or always, or never")
@pytest.mark.parametrize(
    ("sight", "hills", "clear"),
    [
        ("either_end", "between", False),
        ("either_end", "between firer", True),
        ("either_end", "between target", True),
        ("either_end", "between firer target", True),
        ("always_block", "between", False),
        ("always_block", "between firer", False),
        ("always_block", "between firer target", False),
        ("never_block", "between", True),
        ("never_block", "between firer", True),
    ],
)
def test_a_hill_between(sight: str, hills: str, clear: bool) -> None:
    places = {"firer": (0, 0), "between": (1, -2), "target": (2, -4)}
    units = [unit("a", places["firer"], kind="field_artillery"), unit("b", places["target"], facing=3)]
    terrain = {places[name]: "hill" for name in hills.split()}
    state = position(units, phase="artillery", terrain=terrain, hill_sight=sight)
    assert agreed(state, Fire(1, ((0, 2),))) == clear


@pytest.mark.rule("EN-RULING-49", "what blocks sight is what the option names")
@pytest.mark.parametrize(("kind", "clear"), [("woods", False), ("settlement", True), ("hill", True), ("stream", True)])
def test_only_terrain_that_the_option_names_blocks(kind: str, clear: bool) -> None:
    units = [unit("a", (0, 0), kind="field_artillery"), unit("b", (2, -4), facing=3)]
    state = position(units, phase="artillery", terrain={(1, -2): kind}, blocking_terrain=("woods",))
    assert agreed(state, Fire(1, ((0, 2),))) == clear


@pytest.mark.rule("EN-ACTION-05", "infantry with no action left does not fire")
@pytest.mark.rule("EN-RULING-19", "unless the option lets it fire after a change and a move, and only after both")
@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize(
    ("facts", "both"),
    [
        ({"reformed": True, "moved": "move"}, True),
        ({"reformed": True, "moved": "sidestep"}, True),
        ({"reformed": True}, False),
        ({"moved": "move"}, False),
        ({}, False),
    ],
)
def test_fire_without_an_action(facts: dict[str, object], both: bool, late: bool) -> None:
    units = [unit("a", (0, 0), used=2, **facts), unit("b", (0, -1), facing=3)]
    state = position(units, phase="musketry", musketry_after_change_and_move=late)
    assert agreed(state, Fire(1, ((0, 2),))) == (both and late)


@pytest.mark.rule("EN-RULING-19", "the option is for infantry and not for guns")
def test_guns_do_not_fire_without_an_action() -> None:
    guns = unit("a", (0, 0), kind="field_artillery", used=2, reformed=True, moved="move")
    state = position([guns, unit("b", (0, -1), facing=3)], phase="artillery", musketry_after_change_and_move=True)
    assert not agreed(state, Fire(1, ((0, 3),)))
    ready = unit("a", (0, 0), kind="field_artillery", used=1, reformed=True)
    state = position([ready, unit("b", (0, -1), facing=3)], phase="artillery")
    assert agreed(state, Fire(1, ((0, 3),)))


@pytest.mark.rule("EN-RULING-02", "by_firer: each battery fires on its own, and may")
@pytest.mark.parametrize(("pooling", "together"), [("by_target", True), ("by_firer", False)])
def test_batteries_fire_together_or_each_on_its_own(pooling: str, together: bool) -> None:
    guns = [unit("a", place, kind="field_artillery") for place in ((0, 0), (1, 0))]
    state = position([guns[0], unit("b", (1, -5), facing=3), guns[1]], phase="artillery", fire_pooling=pooling)
    assert agreed(state, Fire(1, ((0, 2),)))
    assert agreed(state, Fire(1, ((2, 2),)))
    assert agreed(state, Fire(1, ((0, 2), (2, 2)))) == together


FIELD, HORSE = {"kind": "field_artillery"}, {"kind": "horse_artillery"}


def shooting(*units: Any, leaders: Any = (), **facts: Any) -> State:
    """Side a fires its guns first; a second enemy far off keeps side b in the battle."""
    facts.setdefault("phase", "artillery")
    return position([*units, unit("b", (14, -11), facing=3)], leaders, **facts)


def muskets(*units: Any, **facts: Any) -> State:
    return shooting(*units, phase="musketry", **facts)


@pytest.mark.rule("EN-ART-01", "Unlimbered, with an action left; no unit has to fire.")
@pytest.mark.parametrize(
    ("facts", "may"),
    [({}, True), ({"used": 1}, True), ({"used": 2}, False), ({"formation": "limbered"}, False)],
)
def test_a_battery_fires_unlimbered_with_an_action_left(facts: dict[str, Any], may: bool) -> None:
    state = shooting(unit("a", (0, 0), **FIELD, **facts), unit("a", (1, 0), **FIELD), unit("b", (0, -4), facing=3))
    assert any((0, 2) in dice for dice in fires(state).get(2, ())) is may
    assert "done" in choices(state, "a")


@pytest.mark.rule("EN-ART-01", "a horse battery that moved and unlimbered has an action left to fire")
@pytest.mark.rule("EN-ACTION-05", "a horse battery that moved and unlimbered has an action left to fire")
def test_a_horse_battery_that_moved_and_unlimbered_has_an_action_left_to_fire() -> None:
    for kind, used, may in ((HORSE, 2, True), (HORSE, 3, False), (FIELD, 2, False)):
        units = [unit("a", (0, 0), **kind, used=used, reformed=True), unit("a", (1, 0), **FIELD)]
        assert any((0, 2) in dice for dice in fires(shooting(*units, unit("b", (0, -4), facing=3)))[2]) is may


@pytest.mark.rule("EN-EX-F17", "a battery has the dice of its range")
@pytest.mark.rule("EN-EX-F18", "a battery has the dice of its range")
@pytest.mark.rule("EN-ART-02", "a battery has the dice of its range")
@pytest.mark.rule("EN-ART-03", "a battery has the dice of its range")
@pytest.mark.rule("EN-ART-04", "a battery has the dice of its range")
@pytest.mark.rule("EN-ART-05", "a battery has the dice of its range")
@pytest.mark.rule("EN-SETUP-02", "Ranges are counted in hexes.")
@pytest.mark.parametrize(
    ("kind", "dice"),
    [
        (FIELD, {1: 3, 2: 3, 3: 2, 6: 2, 7: 1, 9: 1, 10: 0}),
        (HORSE, {1: 3, 2: 3, 3: 2, 4: 2, 5: 1, 6: 1, 7: 0}),
    ],
)
def test_a_battery_has_the_dice_of_its_range(kind: dict[str, str], dice: dict[int, int]) -> None:
    for reach, count in dice.items():
        state = shooting(unit("a", (0, 0), **kind), unit("b", (0, -reach), facing=3))
        assert fires(state).get(1) == ([((0, count),)] if count else None)


@pytest.mark.rule("EN-ART-18", "Any of the batteries that can, all dice of each, once per target.")
@pytest.mark.rule("EN-RULING-02", "any batteries may join a mission with all their dice")
@pytest.mark.rule("EN-RULING-53", "any batteries may join a mission with all their dice")
def test_any_batteries_may_join_a_mission_with_all_their_dice() -> None:
    guns = [unit("a", (0, 0), **FIELD), unit("a", (1, 0), **HORSE)]
    state = shooting(*guns, unit("b", (0, -4), facing=3), unit("b", (1, -6), facing=3))
    assert set(fires(state)[2]) == {((0, 2), (1, 1)), ((0, 2),), ((1, 1),)}
    state = act(state, "a", Fire(2, ((0, 2),)), 1, 1).state
    assert 2 not in fires(state)
    assert set(fires(state)) == {3}


@pytest.mark.rule("EN-RULING-02", "by firer each battery is an event and the target may be named again")
def test_by_firer_each_battery_is_an_event_and_the_target_may_be_named_again() -> None:
    guns = [unit("a", (0, 0), **FIELD), unit("a", (1, 0), **FIELD)]
    state = shooting(*guns, unit("b", (0, -4), facing=3), fire_pooling="by_firer")
    assert fires(state)[2] == [((0, 2),), ((1, 2),)]
    step = act(state, "a", Fire(2, ((0, 2),)), 10, 1, 1)
    assert only(step, "fired").level == "fair"
    assert fires(step.state) == {2: [((1, 2),)]}
    fired = only(act(step.state, "a", Fire(2, ((1, 2),)), 10, 1, 7), "fired")
    assert (fired.needed, fired.level) == (8, "bad")


@pytest.mark.rule("EN-ART-19", "A check a hit, and nothing else.")
@pytest.mark.parametrize(
    ("dice", "checks", "level"), [((10, 1), (6,), "fair"), ((10, 10), (6, 6), "bad"), ((1, 1), (), "good")]
)
def test_each_hit_is_one_check(dice: tuple[int, ...], checks: tuple[int, ...], level: str) -> None:
    state = shooting(unit("a", (0, 0), **FIELD), unit("a", (1, 0), **FIELD), unit("b", (0, -4), facing=3))
    step = act(state, "a", Fire(2, ((0, 2),)), *dice, *checks)
    assert only(step, "fired").hits == len(checks)
    target = step.state.units[2]
    assert target == changed(state, 2, level=level).units[2]


@pytest.mark.rule("EN-ART-20", "fire into a contact is free and a battery in contact may fire far")
def test_fire_into_a_contact_is_free_and_a_battery_in_contact_may_fire_far() -> None:
    units = [unit("a", (0, 0), **FIELD), unit("a", (3, -3)), unit("b", (3, -4), facing=3), unit("b", (-1, 0), facing=1)]
    state = shooting(*units)
    assert 2 in fires(state)
    step = act(state, "a", Fire(2, ((0, 2),)), 1, 1)
    assert step.state.units[1] == state.units[1]


@pytest.mark.rule("EN-MUSK-01", "only infantry fires small arms")
@pytest.mark.rule("EN-RULING-53", "only infantry fires small arms")
@pytest.mark.parametrize("kind", ["light_cavalry", "heavy_cavalry", "field_artillery"])
def test_only_infantry_fires_small_arms(kind: str) -> None:
    state = muskets(unit("a", (0, 0), kind=kind), unit("a", (5, 0)), unit("b", (0, -1), facing=3), unit("b", (5, -1)))
    assert 2 not in fires(state)
    assert 3 in fires(state)


@pytest.mark.rule("EN-MUSK-02", "Range 1, front hexes only; a square all round.")
@pytest.mark.rule("EN-SQUARE-02", "musketry reaches the front hexes and that of a square all six")
@pytest.mark.parametrize(
    ("formation", "front"), [("line", True), ("column", True), ("square", False), ("masse", False)]
)
def test_musketry_reaches_the_front_hexes_and_that_of_a_square_all_six(formation: str, front: bool) -> None:
    for place in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -2), (2, -2)):
        state = muskets(unit("a", (0, 0), formation=formation), unit("a", (6, 0)), unit("b", place), unit("b", (6, -1)))
        near = place not in ((0, -2), (2, -2))
        assert (2 in fires(state)) is (near and (not front or place in ((0, -1), (1, -1))))


@pytest.mark.rule("EN-MUSK-03", "infantry has the dice of its formation")
@pytest.mark.rule("EN-MUSK-04", "infantry has the dice of its formation")
@pytest.mark.parametrize(
    ("formation", "ways"),
    [("line", [2, 1]), ("column", [1]), ("square", [1]), ("hasty_square", [1]), ("masse", [1])],
)
def test_infantry_has_the_dice_of_its_formation(formation: str, ways: list[int]) -> None:
    state = muskets(unit("a", (0, 0), formation=formation), unit("b", (0, -1)), unit("b", (1, -1)))
    assert fires(state) == {target: [((0, count),) for count in ways] for target in (1, 2)}


@pytest.mark.rule("EN-MUSK-04", "a line splits its fire into two missions and one action")
@pytest.mark.rule("EN-MUSK-06", "a line splits its fire into two missions and one action")
@pytest.mark.rule("EN-EX-F19", "a line splits its fire into two missions and one action")
def test_a_line_splits_its_fire_into_two_missions_and_one_action() -> None:
    column, line = unit("b", (0, -1), facing=3, formation="column"), unit("b", (1, -1), facing=3)
    step = act(muskets(unit("a", (0, 0)), column, line), "a", Fire(1, ((0, 1),)), 6, 10)
    assert only(step, "fired").shots[0].needed == 6
    state = step.state
    assert state.units[0].used == 1
    assert fires(state) == {2: [((0, 1),)]}
    step = act(state, "a", Fire(2, ((0, 1),)), 6)
    assert (only(step, "fired").shots[0].needed, only(step, "fired").hits) == (7, 0)


@pytest.mark.rule("EN-MUSK-06", "The second die goes to another target or lapses.")
def test_a_die_held_back_is_lost_where_its_other_target_has_been_named() -> None:
    units = [unit("a", (0, 0)), unit("a", (1, 0)), unit("b", (0, -1), facing=3), unit("b", (1, -1), facing=3)]
    state = act(muskets(*units), "a", Fire(3, ((1, 2),)), 1, 1).state
    assert set(fires(state)) == {2}
    step = act(state, "a", Fire(2, ((0, 1),)), 1)
    assert only(step, "fired").target == 2
    assert 3 not in fires(step.state)


@pytest.mark.rule("EN-MUSK-06", "The second die is for a different target, by_firer too.")
def test_by_firer_a_line_does_not_fire_its_second_die_at_the_same_target() -> None:
    foes = [unit("b", (0, -1), facing=3), unit("b", (1, -1), facing=3)]
    state = muskets(unit("a", (0, 0)), *foes, fire_pooling="by_firer")
    assert fires(act(state, "a", Fire(1, ((0, 1),)), 1).state) == {2: [((0, 1),)]}


@pytest.mark.rule("EN-MUSK-03", "One die at each of two units in two hexes.")
@pytest.mark.rule("EN-RULING-44", "a square fires one die at each of two units at most")
@pytest.mark.rule("EN-RULING-45", "a square fires one die at each of two units at most")
@pytest.mark.parametrize("formation", ["square", "hasty_square", "masse"])
def test_a_square_fires_one_die_at_each_of_two_units_at_most(formation: str) -> None:
    foes = [unit("b", place) for place in ((0, -1), (0, 1), (1, 0))]
    state = muskets(unit("a", (0, 0), formation=formation), *foes)
    state = act(state, "a", Fire(1, ((0, 1),)), 1).state
    assert set(fires(state)) == {2, 3}
    step = act(state, "a", Fire(2, ((0, 1),)), 1)
    assert step.state.acting == "b"


@pytest.mark.rule("EN-RULING-87", "a square keeps its second die when the first breaks its target")
@pytest.mark.rule("EN-EX-D22", "a square keeps its second die when the first breaks its target")
def test_a_square_keeps_its_second_die_when_the_first_breaks_its_target() -> None:
    units = [unit("a", (0, 0), formation="square"), unit("b", (0, -1), level="bad"), unit("b", (0, 1))]
    step = act(muskets(*units), "a", Fire(1, ((0, 1),)), 10, 1)
    assert step.state.units[1].level == "broken"
    assert fires(step.state) == {2: [((0, 1),)]}


@pytest.mark.rule("EN-RULING-87", "It counts hexes, not units, at its first die.")
@pytest.mark.rule("EN-OPT-08", "a square with enemies in one hex has one die")
def test_a_square_with_enemies_in_one_hex_has_one_die() -> None:
    guns = [unit("b", (0, -1), facing=3, **FIELD), unit("b", (0, -1), facing=3, **FIELD)]
    state = muskets(unit("a", (0, 0), formation="square"), *guns, grand_battery=True)
    assert set(fires(state)) == {1, 2}
    assert act(state, "a", Fire(1, ((0, 1),)), 1).state.turn == 2


@pytest.mark.rule("EN-MUSK-05", "Modifiers and aspect of the board.")
@pytest.mark.rule("EN-ART-16", "musketry counts where it comes from and who fires")
@pytest.mark.rule("EN-SETUP-13", "musketry counts where it comes from and who fires")
@pytest.mark.parametrize(
    ("place", "aspect"), [((0, -1), {}), ((1, 0), {"fire at the flank": 2}), ((0, 1), {"fire at the rear": 3})]
)
def test_musketry_counts_where_it_comes_from_and_who_fires(place: tuple[int, int], aspect: dict[str, int]) -> None:
    facing = {(0, -1): 3, (1, 0): 5, (0, 1): 0}[place]
    firer = unit("a", place, facing=facing, level="fair")
    state = muskets(firer, unit("b", (0, 0)), leaders=[leader("a", place)], terrain={(0, 0): "woods"})
    (shot,) = only(act(state, "a", Fire(1, ((0, 2),)), 1, 1), "fired").shots
    cover = {"target in woods or settlement": -1}
    assert values(shot.modifiers) == {"Fair": -1, "leader with the firer": 1, **cover, **aspect}


@pytest.mark.rule("EN-RULING-26", "a square shows its front unless squares have flanks")
@pytest.mark.rule("EN-SQUARE-02", "a square shows its front unless squares have flanks")
@pytest.mark.rule("EN-ART-17", "a square shows its front unless squares have flanks")
@pytest.mark.parametrize(("option", "rear"), [(False, 0), (True, 3)])
@pytest.mark.parametrize("formation", ["square", "hasty_square", "masse"])
def test_a_square_shows_its_front_unless_squares_have_flanks(formation: str, option: bool, rear: int) -> None:
    state = shooting(unit("a", (0, 0), **FIELD), unit("b", (0, -4), formation=formation), squares_have_flanks=option)
    (shot,) = only(act(state, "a", Fire(1, ((0, 2),)), 1, 1), "fired").shots
    assert values(shot.modifiers).get("fire at the rear", 0) == rear


@pytest.mark.rule("EN-MUSK-07", "All of the first side, with its effects, before the second.")
def test_the_second_side_fires_with_what_the_first_has_left_of_it() -> None:
    units = [
        unit("a", (0, 0)),
        unit("a", (5, 0)),
        unit("b", (0, -1), facing=3, level="bad"),
        unit("b", (5, -1), facing=3),
    ]
    step = act(muskets(*units), "a", Fire(2, ((0, 2),)), 10, 1, 1)
    assert only(step, "removed").unit == 2
    state = act(step.state, "a", Done()).state
    assert state.acting == "b"
    assert {number for dice in fires(state, "b")[1] for number, _ in dice} == {3}


@pytest.mark.rule("EN-MUSK-08", "a unit that failed its hasty square does not fire")
def test_a_unit_that_failed_its_hasty_square_does_not_fire() -> None:
    state = muskets(unit("a", (0, 0), mute=True), unit("a", (5, 0)), unit("b", (0, -1)), unit("b", (5, -1)))
    assert set(fires(state)) == {3}


@pytest.mark.rule("EN-MUSK-09", "musketry needs no line of sight and terrain still covers")
def test_musketry_needs_no_line_of_sight_and_terrain_still_covers() -> None:
    ground = {(0, -1): "settlement", (0, 0): "woods", (1, -1): "woods"}
    step = act(muskets(unit("a", (0, 0)), unit("b", (0, -1)), terrain=ground), "a", Fire(1, ((0, 2),)), 1, 1)
    assert values(only(step, "fired").shots[0].modifiers)["target in woods or settlement"] == -1


@pytest.mark.rule("EN-MUSK-10", "units in contact after fire fight")
def test_units_in_contact_after_fire_fight() -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=3)]
    state = muskets(*units, state={"contacts": ((0, 1),)})
    step = act(state, "a", Fire(1, ((0, 2),)), 1, 1)
    step = act(step.state, "b", Done(), 10, 10, 1, 1, 9, 2)
    assert "fought" in kinds(step)
