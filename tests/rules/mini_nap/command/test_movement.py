"""Command stands: their moves, attaching and detaching."""

from math import cos, radians, sin
from typing import Any

import pytest
from msgspec.structs import replace

from battles.kits.open_table import distances
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.command import commanders, movement
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.evolve import stand_with, unit_with
from battles.rules.mini_nap.positions import footprint, stand_disc
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Feature, State
from tests.rules.mini_nap.builders import manoeuvres as moving
from tests.rules.mini_nap.builders.table_positions import (
    battle,
    brigade,
    corps,
    division,
    force,
    kinds,
    mm,
    playing,
    recruit,
    spot,
)

CORPS, DIVISION, BRIGADE = 0, 1, 2
SECOND = 4
"""The stand of the second Division."""


def field(*features: Feature, enemy: tuple[float, float] = (150, 100), step: str = "command", **facts: Any) -> State:
    """Two Divisions; the first's only Brigade is chosen. Corps stand at (20, 5), Division at (20, 20), Brigade at
    (12, 10), beside the lines at (10, 10) and (10, 14)."""
    lines = brigade(recruit("front", at=(10, 14)), recruit("rear", at=(10, 10)), place=spot(14, 10))
    first = division(lines, place=spot(20, 20), name="First")
    second = division(brigade(recruit("other", at=(60, 10)), place=spot(60, 6)), place=spot(60, 20), name="Second")
    mine = force(corps(first, second, place=spot(20, 5)))
    return battle(mine, force(recruit("enemy", at=enemy)), features=features, step=step, brigade=0, **facts)


def to(stand: int, *points: tuple[float, float]) -> act.MoveStand:
    """A move along points in centimetres."""
    return act.MoveStand(stand, tuple((mm(x), mm(y)) for x, y in points))


def refused(state: State, action: Any) -> tuple[str, str] | None:
    """Code and rule of a refusal, which has a sentence; None where there is none."""
    refusal = turn.refuse(state, "a", action)
    if refusal is None:
        return None
    assert refusal.sentence.endswith(".")
    return refusal.code, refusal.rule


def done(state: State, action: Any) -> Resolution:
    """What follows from a legal action of side a."""
    assert refused(state, action) is None
    return turn.decide(state, "a", action, playing(state).dice)


# Moves (MN-CMD-01, MN-CMD-02, MN-CMD-03, MN-CMD-04, MN-CMD-05)


@pytest.mark.rule("MN-CMD-01", "36 cm along any line of points")
@pytest.mark.rule("MN-MOVE-12", "a command stand moves 36 cm")
@pytest.mark.rule("MN-RULING-59", "no stand leaves the table")
@pytest.mark.parametrize(
    ("points", "found"),
    [
        ([(20, 56)], None),
        ([(20, 56.01)], ("out_of_reach", "MN-CMD-01")),
        ([(38, 20), (38, 38)], None),
        ([(38, 20), (38, 38.01)], ("out_of_reach", "MN-CMD-01")),
        ([(30, 20), (20, 20)], ("no_change", "MN-CMD-01")),
        ([(1.2, 20)], ("off_board", "MN-RULING-59")),
        ([(1.25, 20)], None),
        ([(10, 14)], ("occupied", "MN-CMD-01")),
        ([(20, 5)], ("occupied", "MN-CMD-01")),
        ([(10, 14), (4, 8)], None),
    ],
)
def test_how_far_a_stand_goes(points: list[tuple[float, float]], found: Any) -> None:
    state = field()
    action = to(DIVISION, *points)
    assert refused(state, action) == found
    if found is None:
        play = done(state, action)
        stand = play.state.stands[DIVISION]
        assert ((stand.x, stand.y), stand.moved) == (action.points[-1], True)
        assert play.events[0].path == ((2000, 2000), *action.points)


@pytest.mark.rule("MN-CMD-01", "it may not touch an enemy unit on its way, an abandoned battery apart")
def test_a_stand_goes_round_the_enemy() -> None:
    state = field(enemy=(20, 35))
    assert refused(state, to(DIVISION, (20, 45))) == ("occupied", "MN-CMD-01")
    assert refused(state, to(DIVISION, (16.3, 35), (16.3, 42))) == ("occupied", "MN-CMD-01")
    assert refused(state, to(DIVISION, (15, 35), (15, 42))) is None
    battery = unit_with(state, 3, type="foot_artillery", formation="battery", crew_in=0)
    assert refused(battery, to(DIVISION, (20, 45))) is None


def box(kind: Any, left: float, bottom: float, right: float, top: float, **facts: Any) -> Feature:
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    key = facts.pop("key", kind)
    return Feature(key=key, kind=kind, points=tuple((mm(x), mm(y)) for x, y in corners), **facts)


def line(kind: Any, *points: tuple[float, float], **facts: Any) -> Feature:
    return Feature(key=kind, kind=kind, points=tuple((mm(x), mm(y)) for x, y in points), **facts)


HILL = box("hill", 0, 30, 100, 60)
BOG = box("bog", 0, 30, 100, 40)
RIVER = line("river", (0, 30), (100, 30), width=400)


@pytest.mark.rule("MN-CMD-01", "half rate by terrain")
def test_terrain_halves_the_way() -> None:
    # The disc touches the hill after 8.75 cm: (36 - 8.75) / 2 further on.
    assert refused(field(HILL), to(DIVISION, (20, 42.37))) is None
    assert refused(field(HILL), to(DIVISION, (20, 42.39))) == ("out_of_reach", "MN-CMD-01")
    assert refused(field(HILL, options=Options(terrain_rules=False)), to(DIVISION, (20, 56))) is None


@pytest.mark.rule("MN-CMD-01", "prohibited ground bars a stand")
@pytest.mark.rule("MNT-RULING-17", "but not along a road")
@pytest.mark.rule("MNT-RULING-30", "a forest does not, a landmark does")
@pytest.mark.parametrize(
    ("features", "found"),
    [
        ((BOG,), ("impassable", "MNT-BOG-01")),
        ((BOG, line("road", (20, 0), (20, 100))), None),
        ((BOG, line("road", (24, 0), (24, 100))), ("impassable", "MNT-BOG-01")),
        ((box("forest", 0, 30, 100, 34),), None),
        ((box("landmark", 19, 30, 21, 34),), ("impassable", "MNT-LANDMARK-01")),
    ],
)
def test_what_bars_a_stand(features: tuple[Feature, ...], found: Any) -> None:
    assert refused(field(*features), to(DIVISION, (20, 45))) == found


@pytest.mark.rule("MNT-RIVER-01", "a river is crossed at bridges and fords only")
@pytest.mark.parametrize("kind", ["bridge", "ford"])
def test_a_stand_crosses_at_a_bridge(kind: str) -> None:
    state = field(RIVER, box(kind, 18, 27.5, 22, 32.5, over="river"))
    assert refused(field(RIVER), to(DIVISION, (20, 40))) == ("impassable", "MNT-RIVER-01")
    assert refused(state, to(DIVISION, (20, 40))) is None
    assert refused(state, to(DIVISION, (27, 26), (27, 40))) == ("impassable", "MNT-RIVER-01")


@pytest.mark.rule("MN-CMD-03", "a Corps stand moves once a Turn, at any time its side has the initiative")
@pytest.mark.rule("MN-CMD-04", "a Division stand as one of its Brigades gets the initiative, before the check")
@pytest.mark.rule("MN-CMD-05", "a Brigade stand in its own initiative, once")
@pytest.mark.parametrize(
    ("step", "corps_stand", "division_stand", "brigade_stand"),
    [
        ("choose", None, ("wrong_phase", "MN-CMD-04"), ("wrong_phase", "MN-CMD-05")),
        ("command", None, None, ("wrong_phase", "MN-CMD-05")),
        ("manoeuvre", None, ("wrong_phase", "MN-CMD-04"), None),
    ],
)
def test_when_a_stand_moves(step: str, corps_stand: Any, division_stand: Any, brigade_stand: Any) -> None:
    state = field(step=step)
    assert refused(state, to(CORPS, (30, 5))) == corps_stand
    assert refused(state, to(DIVISION, (30, 20))) == division_stand
    assert refused(state, to(BRIGADE, (16, 10))) == brigade_stand
    offered = {option.actor for option in turn.options(state, "a") if option.kind == "move_stand"}
    found = (corps_stand, division_stand, brigade_stand)
    assert offered == {f"stand {number}" for number, each in enumerate(found) if each is None}
    moved = replace(state, stands=tuple(replace(stand, moved=True) for stand in state.stands))
    assert refused(moved, to(CORPS, (30, 5))) == ("done_already", "MN-CMD-03")
    assert refused(moved, to(DIVISION, (30, 20))) == ("done_already", "MN-CMD-04")
    assert refused(moved, to(BRIGADE, (16, 10))) == ("done_already", "MN-CMD-05")


@pytest.mark.rule("MN-RULING-54", "another Division's stand moves only where the option lets it")
@pytest.mark.rule("MN-DIVMAN-11", "in a Division manoeuvre every Brigade stand of the Division moves")
def test_whose_stand_moves() -> None:
    assert refused(field(), to(SECOND - 1, (70, 20))) == ("wrong_phase", "MN-CMD-04")
    free = field(options=Options(division_stand_any_own_initiative=True))
    assert refused(free, to(SECOND - 1, (70, 20))) is None
    assert refused(field(step="manoeuvre"), to(SECOND, (70, 6))) == ("wrong_phase", "MN-CMD-05")
    assert refused(replace(field(step="manoeuvre"), division=1), to(SECOND, (70, 6))) is None


@pytest.mark.rule("MN-CMD-02", "a stand has no part in anything else: an enemy's, one that is gone, none at all")
def test_stands_that_do_not_move() -> None:
    state = field()
    assert refused(state, to(5, (30, 30))) == ("not_yours", "MN-CMD-01")
    assert refused(state, to(77, (30, 30))) == ("no_such", "MN-CMD-01")
    assert refused(stand_with(state, CORPS, where="removed"), to(CORPS, (30, 5))) == ("gone", "MN-CMD-01")
    assert refused(stand_with(state, CORPS, unit=0), to(CORPS, (30, 5))) == ("locked", "MN-CMD-31")


def test_samples_of_moves_are_legal() -> None:
    state = field(HILL, enemy=(20, 35))
    (option,) = (each for each in turn.options(state, "a") if each.actor == "stand 1")
    assert len(option.actions) > 20
    assert all(refused(state, action) is None for action in option.actions)


# Attaching and detaching (MN-CMD-30, MN-CMD-31, MN-CMD-32, MN-CMD-33, MN-CMD-34)


@pytest.mark.rule("MN-CMD-31", "to a unit of its own Brigade within 6 cm")
def test_a_stand_attaches() -> None:
    state = field()
    assert refused(state, act.Attach(BRIGADE, 1)) is None
    near = stand_with(state, BRIGADE, x=mm(10 + 2.5 + 6 + 1.25))
    assert refused(near, act.Attach(BRIGADE, 1)) is None
    far = stand_with(state, BRIGADE, x=mm(10 + 2.5 + 6 + 1.26))
    assert refused(far, act.Attach(BRIGADE, 1)) == ("out_of_reach", "MN-CMD-31")
    play = done(state, act.Attach(BRIGADE, 1))
    stand = play.state.stands[BRIGADE]
    assert (stand.unit, stand.x, stand.y) == (1, mm(10), mm(10))
    offered = [option.actions for option in turn.options(state, "a") if option.kind == "attach"]
    assert offered == [(act.Attach(BRIGADE, 0), act.Attach(BRIGADE, 1))]


@pytest.mark.rule("MN-CMD-30", "only as its own Brigade's initiative begins")
@pytest.mark.rule("MN-CMD-34", "Corps and Division stands never attach")
@pytest.mark.parametrize(
    ("state", "action", "found"),
    [
        (field(), act.Attach(CORPS, 0), ("not_for_kind", "MN-CMD-34")),
        (field(), act.Attach(DIVISION, 0), ("not_for_kind", "MN-CMD-34")),
        (field(), act.Attach(BRIGADE, 2), ("not_yours", "MN-CMD-31")),
        (field(), act.Attach(BRIGADE, 3), ("not_yours", "MN-CMD-31")),
        (field(), act.Attach(BRIGADE, 9), ("no_such", "MN-CMD-31")),
        (field(), act.Attach(SECOND, 2), ("wrong_phase", "MN-CMD-30")),
        (field(), act.Attach(9, 2), ("no_such", "MN-CMD-31")),
        (field(step="manoeuvre"), act.Attach(BRIGADE, 0), ("wrong_phase", "MN-SEQ-03")),
        (unit_with(field(), 0, where="destroyed"), act.Attach(BRIGADE, 0), ("gone", "MN-CMD-31")),
        (stand_with(field(), BRIGADE, shifted=True), act.Attach(BRIGADE, 0), ("done_already", "MN-RULING-99")),
        (stand_with(field(), BRIGADE, unit=0), act.Attach(BRIGADE, 0), ("no_change", "MN-CMD-31")),
        (field(), act.Detach(BRIGADE, 0, 0), ("not_needed", "MN-CMD-32")),
    ],
)
def test_when_a_stand_does_not_attach(state: State, action: Any, found: tuple[str, str]) -> None:
    assert refused(state, action) == found


def attached(**facts: Any) -> State:
    """The Brigade stand is with the front line, at (10, 14)."""
    return stand_with(field(**facts), BRIGADE, unit=0, x=mm(10), y=mm(14))


@pytest.mark.rule("MN-CMD-32", "a stand that detaches may be put down touching any side of its unit")
@pytest.mark.parametrize("facing", [0, 300, 450, 900])
def test_places_to_detach_to_touch_every_side(facing: int) -> None:
    state = unit_with(stand_with(attached(), 3, x=mm(100)), 0, y=mm(30), facing=facing)
    state = stand_with(state, BRIGADE, y=mm(30))
    shape = footprint(state, 0)
    places = [each for option in turn.options(state, "a") for each in option.actions if option.kind == "detach"]
    assert len(places) > 8
    assert all(distances.distance(shape, stand_disc(each.x, each.y)) <= 5 for each in places)
    ahead, right = radians(facing / 10), radians(facing / 10 + 90)
    for way in (ahead, right):
        off = [(each.x - mm(10)) * sin(way) + (each.y - mm(30)) * cos(way) for each in places]
        assert min(off) < 0 < max(off)


@pytest.mark.rule("MN-CMD-33", "it may change to a unit within 6 cm of the first")
@pytest.mark.rule("MN-RULING-99", "once in an initiative")
def test_a_stand_changes_its_unit() -> None:
    state = attached()
    play = done(state, act.Attach(BRIGADE, 1))
    assert play.state.stands[BRIGADE].unit == 1
    again = replace(play.state, step="command")
    assert refused(again, act.Attach(BRIGADE, 0)) == ("done_already", "MN-RULING-99")
    far = unit_with(state, 1, y=mm(14 - 2 - 6.1))
    assert refused(far, act.Attach(BRIGADE, 1)) == ("out_of_reach", "MN-CMD-33")


@pytest.mark.rule("MN-RULING-178", "a stand that only its unit keeps may change to another, and stays")
@pytest.mark.rule("MN-CMD-46", "it is removed as it detaches")
def test_a_stand_that_only_its_unit_keeps() -> None:
    state = attached()
    worn = replace(state.brigades[0], lost=state.brigades[0].start)
    state = replace(state, brigades=(worn, *state.brigades[1:]))
    changed = done(state, act.Attach(BRIGADE, 1)).state.stands[BRIGADE]
    assert (changed.unit, changed.where) == (1, "table")
    left = next(commanders.detachments(state, BRIGADE))
    assert done(state, left).state.stands[BRIGADE].where == "removed"


@pytest.mark.rule("MN-CMD-31", "an attached stand moves with its unit")
def test_a_stand_goes_with_its_unit() -> None:
    play = playing(attached())
    play.tell(happened.Moved(unit=0, travel="advance", x=mm(10), y=mm(18), facing=0))
    assert play.state.stands[BRIGADE].y == mm(18)


@pytest.mark.rule("MN-CMD-32", "a stand that detaches touches the unit, at a free place")
@pytest.mark.parametrize(
    ("place", "found"),
    [
        ((10, 16.25), None),
        ((10, 16.30), None),
        ((10, 16.31), ("out_of_reach", "MN-CMD-32")),
        ((10, 16.20), ("occupied", "MN-CMD-32")),
        ((10, 11.76), ("occupied", "MN-CMD-32")),
        ((6.25, 14), None),
    ],
)
def test_where_a_stand_detaches(place: tuple[float, float], found: Any) -> None:
    state = attached()
    action = act.Detach(BRIGADE, mm(place[0]), mm(place[1]))
    assert refused(state, action) == found
    if found is None:
        play = done(state, action)
        stand = play.state.stands[BRIGADE]
        assert (stand.unit, stand.x, stand.y, stand.shifted) == (-1, action.x, action.y, True)


def test_samples_of_places_are_legal() -> None:
    state = attached()
    (option,) = (each for each in turn.options(state, "a") if each.kind == "detach")
    assert len(option.actions) >= 10
    assert all(refused(state, action) is None for action in option.actions)


@pytest.mark.rule("MN-CMD-46", "a stand that only its unit kept goes as it detaches")
@pytest.mark.rule("MN-RULING-05", "while the losses exceed")
def test_a_stand_that_detaches_too_late_goes() -> None:
    state = attached()
    state = replace(state, brigades=(replace(state.brigades[0], lost=2), *state.brigades[1:]))
    play = done(state, act.Detach(BRIGADE, mm(10), mm(16.25)))
    assert play.state.stands[BRIGADE].where == "removed"
    assert kinds(play)[:2] == ["stand_placed", "stand_removed"]


@pytest.mark.rule("MN-CMD-17", "command is checked as the step ends, after stands have moved")
def test_command_is_checked_last() -> None:
    state = stand_with(field(), CORPS, where="removed")
    play = done(stand_with(state, DIVISION, x=mm(60), y=mm(60)), act.Done())
    assert [unit.command for unit in play.state.units[:3]] == ["out", "out", ""]
    assert kinds(play)[:2] == ["command_checked", "step_began"]
    assert play.state.step == "manoeuvre"


@pytest.mark.rule("MN-RULING-99", "and again in the next initiative")
def test_a_stand_may_attach_again_in_the_next() -> None:
    play = done(field(), act.Attach(BRIGADE, 1))
    assert play.state.stands[BRIGADE].shifted
    play.tell(happened.InitiativeGained(side="a", rule="MN-SEQ-06"))
    assert not play.state.stands[BRIGADE].shifted


@pytest.mark.rule("MN-CMD-01", "a stand that is shut in is not asked where it goes")
def test_a_stand_without_room_is_not_listed() -> None:
    bog = box("bog", 0, 0, 180, 120)
    offered = {option.actor for option in turn.options(field(bog), "a") if option.kind == "move_stand"}
    assert offered == set()


@pytest.mark.rule("MN-CMD-01", "what is listed leads to the units under a stand as well, about what bars the way")
def test_a_stand_is_offered_the_way_to_its_units() -> None:
    def ways(state: State, number: int) -> list[act.MoveStand]:
        options = [each for each in turn.options(state, "a") if each.actor == f"stand {number}"]
        return [each for option in options if option.kind == "move_stand" for each in option.actions]

    state = field()
    mine = movement.destinations(state, DIVISION)
    ends = {action.points[-1] for action in ways(state, DIVISION)}
    assert next(mine) in ends
    walled = field(box("bog", 20, 8, 23, 14))
    assert [each for each in ways(walled, DIVISION) if refused(walled, each)] == []


@pytest.mark.rule("MN-CMD-01", "a stand that is hemmed in is offered a step")
def test_a_stand_that_is_hemmed_in_is_offered_steps() -> None:
    stand = field().stands[CORPS]
    x, y = stand.x / 100, stand.y / 100
    walls = (
        box("bog", x - 9, y + 4, x + 9, y + 8, key="n"), box("bog", x - 9, y - 8, x + 9, y - 4, key="s"),
        box("bog", x - 9, y - 8, x - 4, y + 8, key="w"), box("bog", x + 4, y - 8, x + 9, y + 8, key="e"),
    )  # fmt: skip
    state = field(*walls)
    wanted = ("move_stand", f"stand {CORPS}")
    offered = [each for each in turn.options(state, "a") if (each.kind, each.actor) == wanted]
    assert offered
    assert [each for each in offered[0].actions if refused(state, each)] == []


@pytest.mark.rule("MN-RULING-151", "an enemy stand that a unit turns or forms upon evades, where no way led there")
@pytest.mark.parametrize(
    "order",
    [
        moving.plan(pivot=90),
        moving.plan(change=Change(to="column", anchor="left", side="front")),
        moving.plan(move=act.Advance(100), then=act.FreeSteps(pivot=900)),
    ],
    ids=["turn", "change", "after a move"],
)
def test_a_stand_that_a_unit_comes_upon(order: act.Manoeuvre) -> None:
    state = moving.field(moving.foot(), against=(moving.foot("enemy", x=60, y=40),))
    (number,) = [n for n, each in enumerate(state.stands) if (each.side, each.level) == ("b", "brigade")]
    change = order.before.change is not None
    x, y = (-1.25, 2.3) if change else (0, 2.4 if order.move is None else 3.4)
    there = stand_with(state, number, x=mm(moving.X + x), y=mm(moving.Y + y), where="table")
    play = moving.go(there, order)
    assert moving.asked(play) == ("evade_stand",)
    moving.on(play, "b", moving.listed(play.state, "b")[0])
    assert play.state.stack == ()
    assert play.state.stands[number].evaded
