"""Squares: on purpose and in haste (section 5.5)."""

from typing import Any

import pytest

from battles.engine.dice import ScriptedDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import facts as easy_napoleonics_facts
from battles.rules.easy_napoleonics.actions import Accept, Activate, Done, Fire, HastySquare, Relocate
from battles.rules.easy_napoleonics.combat import aspect_of_melee, plan_of
from battles.rules.easy_napoleonics.fire import has_fire
from battles.rules.easy_napoleonics.movement.moves import can_attack
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.terrain import field_of
from tests.rules.easy_napoleonics.builders.positions import (
    act,
    activations,
    at,
    changed,
    every,
    go,
    kinds,
    leader,
    listed,
    only,
    play,
    position,
    unit,
)

SPARE = unit("a", (0, 8))
AWAY = unit("b", (0, -11), facing=3)
HORSE = unit("a", (0, 0), kind="light_cavalry", grade="veteran")
CHARGE = go(1, -1)
"""The horse goes to where (1, -2) and (2, -2) lie in front of it."""


def charged(*foes: Any, first: Any = HORSE, action: Activate = CHARGE, leaders: Any = (), **options: Any) -> State:
    """The position after a charge."""
    state = position([first, *foes, SPARE, AWAY], leaders, **options)
    return play(state, "a", action)


def asked(state: State) -> list[int]:
    """The units that may still try hasty square, first the one whose turn it is."""
    return [owed.unit for owed in reversed(state.pending) if owed.kind == "hasty_square"]


def line(q: int = 1, r: int = -2, **facts: Any) -> Any:
    return unit("b", (q, r), **{"facing": 3, **facts})


@pytest.mark.rule("EN-SQUARE-01", "only infantry, by one action")
@pytest.mark.parametrize("kind", ["infantry", "light_cavalry", "heavy_cavalry", "field_artillery", "horse_artillery"])
def test_only_infantry_forms_square_on_purpose(kind: str) -> None:
    start = "limbered" if kind.endswith("artillery") else "line"
    state = position([unit("a", (0, 0), kind=kind, formation=start), SPARE, AWAY])
    formed = [action for action in activations(state) if action.formation == "square"]
    assert bool(formed) == (kind == "infantry")
    if formed:
        assert play(state, "a", Activate(0, "square")).units[0].used == 1


@pytest.mark.rule("EN-SQUARE-02", "a square shows its front to all units, unless the option gives it flanks")
@pytest.mark.rule("EN-RULING-26", "a square has no rear")
@pytest.mark.parametrize("formation", ["square", "hasty_square"])
@pytest.mark.parametrize(("flanks", "aspect"), [(False, "front"), (True, "rear")])
def test_a_square_has_no_rear(formation: str, flanks: bool, aspect: str) -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -1), formation=formation)], squares_have_flanks=flanks)
    field = field_of(state)
    assert aspect_of_melee(field.book, easy_napoleonics_facts.melee(field, field.occupancy(state), 0, 1)) == aspect


@pytest.mark.rule("EN-SQUARE-03", "a square never moves and never attacks")
@pytest.mark.rule("EN-RULING-38", "nor does a failed check move it")
@pytest.mark.parametrize("formation", ["square", "hasty_square"])
def test_a_square_neither_moves_nor_attacks(formation: str) -> None:
    state = position([unit("a", (0, 0), formation=formation), line(0, -1), SPARE, AWAY])
    assert not can_attack(state.units[0], state.units[1])
    assert not [action for action in activations(state) if action.formation is None and action.cell >= 0]
    shot = position(
        [unit("a", (0, -2)), unit("b", (0, -3), facing=3, formation=formation), SPARE, AWAY], phase="musketry"
    )
    hit = play(shot, "a", Fire(1, ((0, 1),)), 10, 1)
    assert (hit.units[1].level, hit.units[1].cell) == ("fair", at(0, -3))


@pytest.mark.rule("EN-SQUARE-04", "cavalry charges infantry in line or column, from any side")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize(
    ("facts", "may"),
    [
        ({"formation": "line"}, True),
        ({"formation": "column"}, True),
        ({"formation": "square"}, False),
        ({"formation": "masse"}, False),
        ({"kind": "heavy_cavalry"}, False),
        ({"kind": "field_artillery"}, False),
    ],
)
def test_who_may_try_hasty_square(facing: int, facts: dict[str, Any], may: bool) -> None:
    state = charged(line(facing=facing, **facts))
    assert asked(state) == ([1] if may else [])


@pytest.mark.rule("EN-SQUARE-04", "only against cavalry")
def test_infantry_that_charges_gives_no_hasty_square() -> None:
    assert asked(charged(line(), first=unit("a", (0, 0)))) == []


@pytest.mark.rule("EN-SQUARE-04", "whatever actions the infantry has used")
@pytest.mark.rule("EN-RULING-39", "when the charge ends and before the next activation")
def test_the_square_is_tried_at_once_whatever_was_done_before() -> None:
    state = charged(line(used=2, activated=True, reformed=True, moved="move"))
    assert asked(state) == [1]
    assert SYSTEM.deciding(state) == frozenset("b")
    assert {action.attempt for action in listed(state, "b", "hasty_square")} == {True, False}
    assert SYSTEM.refuse(state, "a", Activate(2, facing=1)) is not None
    assert SYSTEM.deciding(play(state, "b", HastySquare(False))) == frozenset("a")


@pytest.mark.rule("EN-SQUARE-05", "one check: passed it is a square, failed it stays as it was and loses its fire")
@pytest.mark.rule("EN-RULING-40", "or loses it by any attempt, where the option says so")
@pytest.mark.parametrize(
    ("face", "option", "formation", "mute"),
    [
        (7, "lost_on_failure", "hasty_square", False),
        (6, "lost_on_failure", "line", True),
        (7, "lost_always", "hasty_square", True),
        (6, "lost_always", "line", True),
    ],
)
def test_an_attempt(face: int, option: str, formation: str, mute: bool) -> None:
    tried = act(charged(line(), hasty_square_fire=option), "b", HastySquare(True), face).state.units[1]
    assert (tried.formation, tried.mute, tried.level, tried.tried_square) == (formation, mute, "good", True)


@pytest.mark.rule("EN-SQUARE-05", "an attempt that is declined costs nothing")
def test_declining_costs_nothing() -> None:
    declined = act(charged(line()), "b", HastySquare(False)).state.units[1]
    assert (declined.formation, declined.mute, declined.tried_square) == ("line", False, False)


@pytest.mark.rule("EN-SQUARE-06", "one attempt a turn, even if charged again")
@pytest.mark.rule("EN-RULING-39", "one attempt a turn")
def test_one_attempt_a_turn() -> None:
    second = unit("a", (3, -1), kind="light_cavalry", facing=5)
    state = charged(line(), second)
    failed = play(state, "b", HastySquare(True), 2)
    again = play(failed, "a", Activate(2, cell=at(2, -2)))
    assert 1 in again.units[2].charged
    assert asked(again) == []
    declined = play(play(state, "b", HastySquare(False)), "a", Activate(2, cell=at(2, -2)))
    assert asked(declined) == [1]


@pytest.mark.rule("EN-SQUARE-07", "the square fires if it has an action left")
@pytest.mark.parametrize("used", [0, 1, 2])
def test_a_hasty_square_fires_with_an_action_left(used: int) -> None:
    formed = play(charged(line(used=used)), "b", HastySquare(True), 9)
    assert has_fire(field_of(formed), formed.units[1]) == (used < 2)


@pytest.mark.rule("EN-SQUARE-08", "it counts at once: +2 to be shot at, one stand in melee")
def test_a_hasty_square_counts_at_once() -> None:
    formed = play(charged(line()), "b", HastySquare(True), 9)
    field = field_of(formed)
    assert easy_napoleonics_facts.melee(field, field.occupancy(formed), 0, 1).defender.formation == "hasty_square"
    gun = changed(formed, 2, kind="field_artillery", formation="unlimbered", cell=at(1, -5), facing=3)
    shot = easy_napoleonics_facts.volley(field_of(gun), field_of(gun).occupancy(gun), 1, ((2, 2),))
    assert shot.target.formation == "hasty_square"


@pytest.mark.rule("EN-SQUARE-09", "at the end of the turn it is solid, without an action")
@pytest.mark.rule("EN-RULING-41", "or stays hasty until it changes, by the option")
@pytest.mark.parametrize(("option", "later"), [("end_of_turn", "square"), ("until_reformed", "hasty_square")])
def test_how_long_a_square_is_hasty(option: str, later: str) -> None:
    square = unit("b", (0, -5), formation="hasty_square")
    state = position([unit("a", (0, 0)), square, SPARE], acting="b", hasty_square_duration=option)
    ended = play(state, "b", Done(), 9, 1)
    assert ended.turn == 2
    assert ended.units[1].formation == later


def stood_before(*, infantry: Any = None, **options: Any) -> State:
    """Cavalry has turned, stepped next to infantry, and a turn later is about to move again."""
    turned = unit("a", (0, 0), kind="light_cavalry", facing=1)
    state = position([turned, infantry or line(), SPARE, AWAY], passive_contact_melee="never", **options)
    met = play(state, "a", go(1, -1, facing=0))
    assert asked(met) == []
    return play(met, "a", Done())


def to_next_movement(state: State) -> State:
    """Go on to the cavalry's next movement phase without actions; side a has the initiative and moves first."""
    for _ in range(12):
        if state.pending and state.pending[-1].kind == "hasty_square":
            return state
        (side,) = SYSTEM.deciding(state)
        if state.turn == 2 and state.phase == "movement" and side == "a":
            return state
        found = listed(state, side, "done") or [
            action for kind in ("choose_mover", "choose_fire_order") for action in listed(state, side, kind)
        ]
        state = SYSTEM.decide(state, side, found[0], ScriptedDice((9, 1))).state
    raise AssertionError("the next movement phase did not come")


@pytest.mark.rule("EN-SQUARE-10", "cavalry that came without a charge gives the chance when it moves next")
@pytest.mark.rule("EN-RULING-43", "unless the option is off")
@pytest.mark.parametrize("option", [True, False])
def test_infantry_before_standing_cavalry_has_its_chance(option: bool) -> None:
    state = to_next_movement(stood_before(standing_attack_hasty_square=option))
    assert asked(state) == ([1] if option else [])
    if option:
        assert state.turn == 2
        again = to_next_turn(play(state, "b", HastySquare(False)))
        assert asked(again) == []


def to_next_turn(state: State) -> State:
    """The rest of the movement phase, done."""
    (side,) = SYSTEM.deciding(state)
    return play(state, side, Done()) if listed(state, side, "done") else state


@pytest.mark.rule("EN-SQUARE-10", "not where the infantry came to the cavalry")
def test_infantry_that_made_the_contact_has_no_chance() -> None:
    horse = unit("a", (0, 0), kind="light_cavalry", locked=False)
    foe = line(1, -2, facing=2)
    state = position([horse, foe, SPARE, AWAY], acting="b", state={"mover": "b"}, passive_contact_melee="never")
    met = play(state, "b", Activate(1, facing=3, cell=at(0, -1)))
    assert met.units[1].charged == ()
    assert met.standing == ()
    assert asked(to_next_movement(met)) == []


@pytest.mark.rule("EN-SQUARE-10", "not once a melee of the two was fought")
def test_infantry_that_fought_the_cavalry_has_no_second_chance() -> None:
    """The infantry attacks the cavalry that came to it, and both stand their ground."""
    turned = unit("a", (0, 0), kind="light_cavalry", facing=1)
    met = play(position([turned, line(), SPARE, AWAY]), "a", go(1, -1, facing=0))
    assert met.standing == ((0, 1),)
    melee = to_accept(play(met, "a", Done()))
    fought = play(melee, "b", Accept(True), 3, 3, 3, 3, 10, 10, 10, 10, 9, 1)
    assert (fought.turn, fought.units[0].level, fought.units[1].level) == (2, "fair", "fair")
    assert fought.standing == ()
    assert asked(to_next_movement(fought)) == []


def to_accept(state: State) -> State:
    """Go on to the question whether the infantry attacks, without other actions."""
    while not (state.pending and state.pending[-1].kind == "accept"):
        (side,) = SYSTEM.deciding(state)
        found = listed(state, side, "done") or listed(state, side, "choose_fire_order")
        state = SYSTEM.decide(state, side, found[0], ScriptedDice(())).state
    return state


@pytest.mark.rule("EN-SQUARE-10", "only while the cavalry has the infantry in a front hex")
@pytest.mark.parametrize("facing", range(6))
def test_infantry_that_the_cavalry_no_longer_faces_has_no_chance(facing: int) -> None:
    horse = unit("a", (0, 0), kind="light_cavalry", facing=facing)
    state = position(
        [horse, line(1, -1), SPARE, AWAY], phase="rally", acting="b", state={"standing": ((0, 1),), "turn": 2}
    )
    moves = play(state, "b", Done())
    assert moves.phase == "movement"
    assert asked(moves) == ([1] if facing in (0, 1) else [])


@pytest.mark.rule("EN-SQUARE-10", "not in square, where there is nothing to form")
def test_a_square_before_standing_cavalry_has_nothing_to_form() -> None:
    assert asked(to_next_movement(stood_before(infantry=line(formation="square")))) == []


@pytest.mark.rule("EN-SQUARE-11", "two units charged by one Move may each try, by number")
def test_two_charged_units_may_each_try() -> None:
    for places in (((1, -2), (2, -2)), ((2, -2), (1, -2))):
        state = charged(line(*places[0]), line(*places[1]))
        assert asked(state) == [1, 2]
        second = play(state, "b", HastySquare(True), 9)
        assert asked(second) == [2]
        both = play(second, "b", HastySquare(True), 9)
        assert [both.units[n].formation for n in (1, 2)] == ["hasty_square"] * 2


@pytest.mark.rule("EN-SQUARE-12", "the square keeps its unit's facing")
@pytest.mark.parametrize("facing", range(6))
def test_a_hasty_square_keeps_its_facing(facing: int) -> None:
    formed = play(charged(line(facing=facing)), "b", HastySquare(True), 9)
    assert formed.units[1].facing == facing


@pytest.mark.rule("EN-SQUARE-12", "a lone leader is run over first, flees, and may help the square")
@pytest.mark.rule("EN-RULING-86", "die at entry, the Move goes on, then the leader flees, then the square is tried")
@pytest.mark.parametrize(("refuge", "formation"), [((1, -2), "hasty_square"), ((3, -3), "line")])
def test_a_lone_leader_flees_before_the_square_is_tried(refuge: tuple[int, int], formation: str) -> None:
    state = position([HORSE, line(), SPARE, AWAY], [leader("b", (1, -1))])
    step = act(state, "a", go(1, -1, over=(0,)), 5)
    assert kinds(step)[:2] == ["activated", "leader_tested"]
    assert [owed.kind for owed in reversed(step.state.pending)] == ["relocate", "hasty_square"]
    fled = play(step.state, "b", Relocate(at(*refuge)))
    assert play(fled, "b", HastySquare(True), 6).units[1].formation == formation


@pytest.mark.rule("EN-RULING-42", "infantry that had an enemy beside it")
@pytest.mark.parametrize(("option", "may"), [(True, [1]), (False, [])])
def test_infantry_that_had_an_enemy_beside_it(option: bool, may: list[int]) -> None:
    other = unit("a", (0, -2), facing=1)
    assert asked(charged(line(), other, hasty_square_when_locked=option)) == may
    assert asked(charged(line(), hasty_square_when_locked=option)) == [1]


@pytest.mark.rule("EN-EX-D15", "a 7 passes for a seasoned line, and the melee is against a square")
def test_example_of_a_square_formed_in_time() -> None:
    step = act(charged(line()), "b", HastySquare(True), 7)
    tried = only(step, "square_tried")
    assert (tried.passed, tried.needed) == (True, 7)
    assert step.state.units[0].charged == (1,)
    field = field_of(step.state)
    facts = easy_napoleonics_facts.melee(field, field.occupancy(step.state), 0, 1)
    plan = plan_of(field.book, facts)
    assert (plan.attacker_stands, plan.attacker.total, plan.defender_stands, plan.defender.total) == (2, 5, 1, 3)


@pytest.mark.rule("EN-EX-D16", "cavalry that turned first: no charge, no square, no melee, and a chance a turn later")
def test_example_of_cavalry_that_turned() -> None:
    turned = unit("a", (0, 0), kind="light_cavalry", facing=1)
    step = act(position([turned, line(facing=0), SPARE, AWAY]), "a", go(1, -1, facing=0))
    assert only(step, "activated").charged == ()
    assert asked(step.state) == []
    later = to_next_movement(step.state)
    assert later.turn == 2
    assert every(step, "fought") == []
    assert asked(later) == [1]
    assert act(later, "b", HastySquare(True), 7).state.units[1].formation == "hasty_square"
