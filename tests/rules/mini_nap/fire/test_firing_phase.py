"""Shots, losses, return fire, supporting fire and suppression in their order (section 8.12).

Source: MN-FIRE-43, MN-FIRE-44, MN-FIRE-50, MN-FIRE-51, MN-FIRE-52, MN-FIRE-53, MN-FIRE-54, MN-FIRE-60, MN-FIRE-61,
MN-FIRE-62.
"""

import pytest
from msgspec.structs import replace

from battles.engine.core import SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.reactions import fire
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import ForceUnit, State, Unit
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import asked, foot, go, guns, horse, light, listed, noted, on, strip, why
from tests.rules.mini_nap.builders.shots import COLUMN, shooting
from tests.rules.mini_nap.builders.table_positions import kinds, playing


def best(state: State, firer: int, target: int) -> act.Fire:
    """The best shot of a unit at another."""
    found = targets.best_aim(state, firer, target)
    assert found is not None
    return act.Fire(firer, target, found[0], found[1])  # type: ignore[arg-type]


def answers(play: Resolution) -> list[act.ReturnFire]:
    """The return fire that is listed now."""
    return listed(play.state, "b", "return_fire") if play.state.stack else []


def shots(play: Resolution) -> list[happened.Fired]:
    return [event for event in play.events if isinstance(event, happened.Fired)]


@pytest.mark.rule("MN-FIRE-43", "X13: a line at a column rolls 3 dice; a sum of 13 is 2 hits")
@pytest.mark.rule("MN-FIRE-44", "each hit takes a strength point at once")
@pytest.mark.rule("MN-FIRE-04", "a unit may be fired at any number of times")
def test_a_shot() -> None:
    state = shooting(foot(), foot("second", 5.1), against=(foot("enemy", 1, 6, 180, **COLUMN),))
    play = go(state, best(state, 0, 2), 6, 6, 1)
    (shot,) = shots(play)
    assert (shot.count.dice, shot.total, shot.hits, shot.points) == (3, 13, 2, 4)
    assert (play.state.units[2].points, play.state.units[0].fired) == (4, True)
    assert "return_fire" in asked(play)
    on(play, "b", act.Pass())
    again = best(play.state, 1, 2)
    assert why(play.state, again) == ""
    assert why(play.state, best(state, 0, 2)) == "MN-FIRE-01"


LOSSES = [
    ("Y01", foot("target", 0, 5, 180, rating="trained", points=2), "destroyed", False),
    ("Y02", light("target", 0, 5, 180, points=2), "table", True),
    ("Y03", foot("target", 0, 5, 180, rating="guard", points=2), "table", True),
]


@pytest.mark.rule("MN-FIRE-50", "who is still in play returns fire, after losses; who is gone does not")
@pytest.mark.rule("MN-FIRE-53", "a battery within 6 cm of its last place supports all the same")
@pytest.mark.rule("MN-RULING-48", "support for a target that is gone is measured to its last place")
@pytest.mark.parametrize(("name", "target", "where", "returns"), LOSSES)
def test_return_fire_after_losses(name: str, target: ForceUnit, where: str, returns: bool) -> None:
    state = shooting(foot(), against=(target, guns("support", 5, 9, 200)))
    halved = 1 if name == "Y02" else 2
    play = go(state, best(state, 0, 1), *((6,) if halved == 1 else (3, 3)))
    assert (play.state.units[1].where, play.state.units[1].points) == (where, 1)
    units = {action.unit for action in answers(play)}
    assert units == ({1, 2} if returns else {2})
    if not returns:
        other = act.ReturnFire(1, answers(play)[0].aim)
        assert why(play.state, other, "b") == "MN-FIRE-02"
        support = on(playing(play.state, 1, 1, 1), "b", answers(play)[0])
        assert support.state.stack == ()
        assert support.state.units[2].yellow


def answer(state: State, firer: int, target: int) -> act.ReturnFire:
    """The best shot of a unit at another, in return."""
    shot = best(state, firer, target)
    return act.ReturnFire(firer, shot.aim, shot.face)


@pytest.mark.rule("MN-FIRE-51", "once per initiative, by the yellow marker")
@pytest.mark.rule("MN-FIRE-54", "return fire gives a yellow marker; once the firer is gone no more is rolled")
@pytest.mark.rule("MN-FIRE-52", "active units do not answer return fire")
@pytest.mark.rule("MN-MARKER-02", "a yellow marker bars return fire")
def test_return_fire_marks_and_ends() -> None:
    enemies = foot("enemy", 0.5, 5, 180), guns("support", 6, 9, 200)
    state = shooting(foot(points=3), foot("second", 5.1), against=enemies)
    play = go(state, best(state, 0, 2), 1, 1)
    assert {action.unit for action in answers(play)} == {2, 3}
    own = next(action for action in answers(play) if action.unit == 2)
    one = on(playing(play.state, 1, 2), "b", own)
    assert (one.state.units[2].yellow, one.state.units[2].fired) == (True, False)
    assert {action.unit for action in answers(one)} == {3}
    assert why(one.state, own, "b") == "MN-FIRE-51"
    on(one, "b", act.Pass())
    assert not one.state.stack
    later = go(one.state, best(one.state, 1, 2), 1, 1)
    assert {action.unit for action in answers(later)} == {3}
    assert why(later.state, answer(later.state, 2, 1), "b") == "MN-MARKER-02"
    gone = on(playing(play.state, 6, 6), "b", own)
    assert gone.state.units[0].where == "destroyed"
    assert gone.state.stack == ()


@pytest.mark.rule("MN-FIRE-53", "batteries alone, within 6 cm, without yellow, by all rules of fire")
@pytest.mark.parametrize(
    ("friend", "notes", "rule"),
    [
        (guns("support", 6.9, 10, 200), {}, ""),
        (guns("support", 11, 10, 225), {}, "MN-FIRE-53"),
        (foot("support", 5.1, 5, 180), {}, "MN-FIRE-53"),
        (guns("support", 6.9, 10, 200), {"yellow": True}, "MN-MARKER-02"),
        (guns("support", 6.9, 10, 200), {"mute": True}, "MN-FIRE-02"),
    ],
)
def test_supporting_fire(friend: ForceUnit, notes: dict[str, bool], rule: str) -> None:
    state = noted(shooting(foot(), against=(foot("enemy", 0, 5, 180), friend)), 2, **notes)
    play = go(state, best(state, 0, 1), 1, 1)
    action = answer(play.state, 2, 0) if rule != "MN-FIRE-53" else act.ReturnFire(2, (9000, 6100), "")
    assert why(play.state, action, "b") == rule
    assert (2 in {listed_one.unit for listed_one in answers(play)}) is (not rule)


@pytest.mark.rule("MN-REACT-65", "Y35: after a failed opportunity charge a unit returns fire only by option")
@pytest.mark.rule("MN-RULING-83", "by option a failed opportunity charge leaves a unit free to answer")
def test_idle_units_do_not_answer() -> None:
    state = noted(shooting(foot(), against=(foot("enemy", 0, 5, 180),)), 1, idle=True)
    play = go(state, best(state, 0, 1), 1, 1)
    assert asked(play) == ()
    assert not play.state.stack
    free = shooting(foot(), against=(foot("enemy", 0, 5, 180),), options=Options(failed_opportunity_charge_idle=False))
    assert "return_fire" in asked(go(free, best(free, 0, 1), 1, 1))


@pytest.mark.rule("MN-FIRE-06", "out of command: a quality test before the shot; failure ends the unit's fire")
@pytest.mark.rule("MN-RULING-81", "it has not fired then")
def test_fire_out_of_command() -> None:
    state = noted(shooting(foot(), against=(foot("enemy", 0, 5, 180),)), 0, command="out")
    failed = go(state, best(state, 0, 1), 1)
    assert (failed.state.units[0].mute, failed.state.units[0].fired, failed.state.stack) == (True, False, ())
    assert why(failed.state, best(state, 0, 1)) == "MN-FIRE-02"
    passed = go(state, best(state, 0, 1), 6, 1, 1)
    assert kinds(passed).count("fired") == 1
    assert passed.state.units[0].fired


def battery(points: int = 4, *, second: bool = True, target: ForceUnit | None = None) -> State:
    """Two batteries of side a side by side, skirmishers of so many points before both, a target far behind them."""
    skirmishers = light("skirmishers", 1.6, 6, 180, points=points)
    more = (guns("other", 3.2),) if second else ()
    return shooting(guns(), *more, against=(skirmishers, target or foot("enemy", 0, 30, 180)))


@pytest.mark.rule("MN-FIRE-60", "skirmishers with the battery in range may suppress before the shot")
@pytest.mark.rule("MN-FIRE-61", "Y17: with 4 points the declaring battery only; Y18: with 5 both")
@pytest.mark.parametrize(("points", "expected"), [(4, [(0,)]), (5, [(0,), (0, 1)])])
def test_what_may_be_suppressed(points: int, expected: list[tuple[int, ...]]) -> None:
    state = battery(points)
    play = go(state, best(state, 0, 2))
    assert [action.batteries for action in listed(play.state, "b", "suppress")] == expected
    assert why(play.state, act.Suppress(2, (1,)), "b") == "MN-FIRE-61"
    assert why(play.state, act.Suppress(2, (1, 0)), "b") == ("" if points == 5 else "MN-FIRE-61")
    assert fire.max_suppressed(PRINTED, points) == (2 if points == 5 else 1)


@pytest.mark.rule("MN-FIRE-61", "the battery that declares its shot must be within their reach, not only another one")
def test_only_the_battery_that_declares_is_suppressed() -> None:
    state = shooting(
        guns(), guns("other", 8), against=(light("skirmishers", 8, 6, 180, points=5), foot("enemy", 0, 30, 180))
    )
    assert "suppress" not in asked(go(state, best(state, 0, 3), 1, 1))
    assert [each.batteries for each in listed(go(state, best(state, 1, 2)).state, "b", "suppress")] == [(1,)]


@pytest.mark.rule("MN-FIRE-61", "no dice; a yellow marker on the skirmishers and on each battery")
@pytest.mark.rule("MN-FIRE-62", "a suppressed battery does not fire")
@pytest.mark.rule("MN-RULING-81", "it has not fired, and is not declared again")
def test_suppression() -> None:
    state = battery(5)
    play = on(go(state, best(state, 0, 2)), "b", act.Suppress(2, (0, 1)))
    assert [unit.yellow for unit in play.state.units] == [True, True, True, False]
    assert [unit.fired for unit in play.state.units] == [False] * 4
    assert (play.state.stack, shots(play)) == ((), [])
    assert listed(play.state, "a", "fire") == []


@pytest.mark.rule("MN-MARKER-02", "Y19: gone when its owner next gains the initiative")
def test_yellow_goes_with_the_initiative() -> None:
    state = battery(5)
    play = on(go(state, best(state, 0, 2)), "b", act.Suppress(2, (0,)))
    expected: tuple[tuple[SideId, list[bool]], ...] = ("b", [True, False]), ("a", [False, True])
    for side, left in expected:
        fresh = playing(play.state)
        fresh.tell(happened.InitiativeGained(side=side, rule="MN-SEQ-08"))
        assert [fresh.state.units[number].yellow for number in (0, 2)] == left


@pytest.mark.rule("MN-FIRE-60", "not formed, not yellow, not out of range, not against small arms")
@pytest.mark.rule("MN-FIRE-62", "return fire of a battery is not suppressed")
def test_no_suppression() -> None:
    state = battery()
    yellow = noted(state, 2, yellow=True)
    play = go(yellow, best(yellow, 0, 2), 1)
    assert len(shots(play)) == 1
    formed = shooting(guns(), against=(foot("line", 0, 5.5, 180), foot("enemy", 20, 30, 180)))
    assert "suppress" not in asked(go(formed, best(formed, 0, 1), 1, 1, 1))
    far = shooting(guns(), against=(light("skirmishers", 0, 6.6, 180), foot("enemy", 20, 30, 180)))
    assert "suppress" not in asked(go(far, best(far, 0, 1), 1))
    infantry = shooting(foot(), against=(light("skirmishers", 0, 5, 180),))
    assert "return_fire" in asked(go(infantry, best(infantry, 0, 1), 1))


@pytest.mark.rule("MN-RULING-49", "passing the suppression lets the shot go on to its dice")
def test_suppression_is_passed() -> None:
    state = battery()
    play = on(go(state, best(state, 0, 2), 3), "b", act.Pass())
    assert len(shots(play)) == 1
    assert turn.deciders(play.state) == ("b",)
    assert why(play.state, act.Suppress(2, (0,)), "b") == "MN-FIRE-60"


@pytest.mark.rule("MN-RULING-80", "a battery that would be shot at without dice may be suppressed")
def test_suppression_without_dice() -> None:
    state = shooting(
        guns(),
        against=(light("skirmishers", 0, 6, 180), foot("enemy", 20, 30, 180)),
        features=(strip("wall", 1.5, 1.9),),
    )
    assert targets.best_aim(state, 1, 0) is None
    play = go(state, best(state, 0, 2))
    assert "suppress" in asked(play)


@pytest.mark.rule("MN-CHARGE-13", "a charged unit that fire removes leaves its charger with break-through")
@pytest.mark.rule("MN-RULING-175", "so has another unit that only the removed unit touched")
@pytest.mark.rule("MN-BREAK-02", "removed before combat; not while another enemy is in contact, and not a square")
def test_fire_takes_the_charged_unit_away() -> None:
    target = foot("target", 1.5, 3, 180, rating="trained", points=2)
    battery = guns("battery", 12, 0, 287, weight="heavy")

    def shot(charger: ForceUnit, *more: ForceUnit) -> Unit:
        state = noted(shooting(charger, battery, against=(target, *more)), 0, charged=True, impact=True)
        play = go(state, best(state, 1, 2), 6, 6, 6, 6)
        assert play.state.units[2].where == "destroyed"
        return play.state.units[0]

    assert shot(horse()).white
    assert not shot(horse(), foot("second", -3.5, 3, 180)).white
    assert not shot(foot(formation="solid_square")).white
    held = shooting(horse(), battery, against=(replace(target, points=6),))
    spared = go(held, best(held, 1, 2), 6, 6, 6, 6)
    assert not spared.state.units[0].white
