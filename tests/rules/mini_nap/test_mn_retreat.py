"""Units that their owner takes out of the game."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.lots import SELDOM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import anytime, deciding, lots
from battles.rules.mini_nap.evolve_units import stand_with, unit_with
from battles.rules.mini_nap.frames import Joining
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import battle, brigade, corps, division, force, mm, playing, recruit, spot


def field(*enemies: Any, step: str = "manoeuvre", **facts: Any) -> State:
    """Two Brigades of a, the first chosen, all in command; enemies, or one far away."""
    one = brigade(recruit("one", at=(10, 10)), recruit("two", at=(20, 10)), place=spot(10, 6))
    other = brigade(recruit("three", at=(30, 10)), place=spot(30, 6))
    mine = force(corps(division(one, other, place=spot(20, 15)), place=spot(20, 4)))
    foes = force(*(enemies or (recruit("enemy", at=(150, 100)),)))
    return battle(mine, foes, step=step, brigade=0, **facts)


def refused(state: State, action: Any, side: str = "a") -> tuple[str, str] | None:
    refusal = deciding.refuse(state, side, action)
    if refusal is None:
        return None
    assert refusal.sentence.endswith(".")
    return refusal.code, refusal.rule


def done(state: State, action: Any) -> Play:
    assert refused(state, action) is None
    return deciding.decide(state, "a", action, playing(state).dice)


@pytest.mark.rule("MN-RETREAT-01", "any number of units, whichever Brigade they belong to, at any moment")
@pytest.mark.rule("MN-RETREAT-05", "a retreated unit counts as lost")
@pytest.mark.parametrize("step", ["choose", "command", "manoeuvre"])
def test_units_of_any_brigade_retreat(step: str) -> None:
    state = field(step=step)
    offered = {option.actor for option in deciding.options(state, "a") if option.kind == "retreat"}
    assert offered == {"unit 0", "unit 1", "unit 2"}
    play = done(state, act.Retreat(1))
    assert play.state.units[1].where == "retreated"
    assert (play.state.brigades[0].lost, play.state.divisions[0].lost) == (1, 1)
    assert refused(play.state, act.Retreat(1)) == ("gone", "MN-RETREAT-01")
    assert refused(play.state, act.Retreat(2)) is None


@pytest.mark.rule("MN-RETREAT-02", "not a unit that charged or fired in this initiative, nor one out of command")
@pytest.mark.parametrize(
    ("unit", "notes", "found"),
    [
        (0, {"charged": True}, ("done_already", "MN-RETREAT-02")),
        (0, {"fired": True}, ("done_already", "MN-RETREAT-02")),
        (2, {"fired": True}, None),
        (0, {"yellow": True, "blue": "reaction", "manoeuvred": True}, None),
        (0, {"crew_in": 1}, ("not_for_kind", "MN-REACT-35")),
        (3, {}, ("not_yours", "MN-RETREAT-01")),
        (7, None, ("no_such", "MN-RETREAT-01")),
    ],
)
def test_who_may_not_retreat(unit: int, notes: Any, found: Any) -> None:
    state = field() if notes is None else unit_with(field(), unit, **notes)
    assert refused(state, act.Retreat(unit)) == found


@pytest.mark.rule("MN-RETREAT-02", "cautious is enough")
@pytest.mark.rule("MN-RETREAT-02", "Y34: the check is made at that very moment, whatever the one before said")
@pytest.mark.parametrize(("away", "found"), [(24, None), (25, ("out_of_reach", "MN-RETREAT-02"))])
def test_the_check_is_made_at_that_moment(away: float, found: Any) -> None:
    state = stand_with(unit_with(field(), 0, command="in"), 0, where="removed")
    state = stand_with(state, 1, x=mm(10 + 2.5 + away + 1.25), y=mm(10))
    assert refused(state, act.Retreat(0)) == found


@pytest.mark.rule("MN-RULING-98", "only by the side that has the initiative, and not while something is under way")
def test_when_nobody_retreats() -> None:
    state = field()
    assert refused(state, act.Retreat(3), "b") == ("not_deciding", "MN-SEQ-03")
    under_way = replace(state, stack=(Joining(),))
    refusal = anytime.refuse(under_way, "a", act.Retreat(0))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("wrong_phase", "MN-RETREAT-01")
    assert not list(anytime.options(under_way, "a"))


ENEMY = recruit("enemy", at=(10, 12), facing=180)


@pytest.mark.rule("MN-RETREAT-03", "contact does not forbid it; the enemy has then broken through")
@pytest.mark.rule("MN-RULING-31", "unless another of a's units still touches him, or he is in square or a battery")
@pytest.mark.parametrize(
    ("enemy", "white"),
    [
        (ENEMY, True),
        (recruit("enemy", at=(15, 12), facing=180), False),
        (recruit("enemy", at=(10, 13), formation="solid_square"), False),
        (recruit("enemy", "foot_artillery", at=(10, 12.5), facing=180), False),
    ],
)
def test_whoever_touched_it_breaks_through(enemy: Any, white: bool) -> None:
    state = field(enemy, step="choose")
    if enemy.place.x == mm(15):
        state = unit_with(state, 1, x=mm(15.1))
    play = done(state, act.Retreat(0))
    assert play.state.units[3].white is white


@pytest.mark.rule("MN-RULING-56", "contact forbids it where the option says so")
def test_contact_may_forbid_it() -> None:
    state = field(ENEMY, options=Options(retreat_from_contact=False))
    assert refused(state, act.Retreat(0)) == ("locked", "MN-RULING-56")
    assert refused(state, act.Retreat(1)) is None


@pytest.mark.rule("MN-RETREAT-04", "an attached Brigade stand goes along, or stays touching the place")
@pytest.mark.parametrize("stays", [True, False])
def test_an_attached_stand_may_stay(stays: bool) -> None:
    state = stand_with(field(), 2, unit=0, x=mm(10), y=mm(10))
    assert refused(state, act.Retreat(1, leave_stand=True)) == ("not_needed", "MN-RETREAT-04")
    play = done(state, act.Retreat(0, leave_stand=stays))
    stand = play.state.stands[2]
    assert (stand.where, stand.unit) == ("table" if stays else "removed", -1)
    if stays:
        assert (stand.x, stand.y) == (mm(10), mm(10))
    else:
        assert [event.rule for event in play.events if hasattr(event, "stand")] == ["MN-RETREAT-04"]


@pytest.mark.rule("MN-RETREAT-04", "where the middle is taken it stands at the side")
def test_a_stand_that_stays_finds_free_ground() -> None:
    state = stand_with(field(ENEMY), 2, unit=0, x=mm(10), y=mm(10))
    play = done(state, act.Retreat(0, leave_stand=True))
    stand = play.state.stands[2]
    assert stand.where == "table"
    assert (stand.x, stand.y) != (mm(10), mm(10))


@pytest.mark.rule("MN-RETREAT-01", "whoever plays by lot retreats too, but seldom")
@pytest.mark.parametrize("step", ["choose", "manoeuvre"])
def test_a_player_by_lot_seldom_retreats(step: str) -> None:
    state, chances = field(step=step), Chances(b"lots")
    drawn = [lots.by_lot(state, "a", chances) for _ in range(400)]
    retreats = sum(isinstance(action, act.Retreat) for action in drawn)
    assert 0 < retreats <= 400 * 2 / SELDOM
