"""Hits, removals, and the command stands and batteries that go with them."""

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat.losses import (
    add_hits,
    counts_as_lost,
    is_removed,
    must_keep_formation,
    points_after,
    remove_units,
    settle_losses,
    stand_loss_limit,
)
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import FORMATIONS, CommandLossRule, Formation, Quality
from tests.rules.mini_nap.builders.table_positions import (
    battle,
    brigade,
    corps,
    division,
    force,
    kinds,
    playing,
    recruit,
)

READINGS: dict[CommandLossRule, list[int | None]] = {
    "exceed_exact_half": [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8],
    "exceed_rounded_half": [None, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8],
    "reach_rounded_half": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7],
}
"""Section 6.3: the loss at which a stand goes, of 1 to 14 units."""


def regiment(count: int, **facts: int) -> State:
    """One Brigade of so many lines; its stand is number 2, after those of Corps and Division."""
    return battle(force(*(recruit(f"unit {n}", at=(10 * n, 10)) for n in range(count))), **facts)  # type: ignore[arg-type]


@pytest.mark.rule("MN-LOSS-01", "one hit takes one point")
@pytest.mark.rule("MN-LOSS-04", "points never fall below 0")
@pytest.mark.parametrize(("points", "hits", "left"), [(6, 1, 5), (6, 0, 6), (2, 2, 0), (2, 5, 0)])
def test_hits_take_points(points: int, hits: int, left: int) -> None:
    assert points_after(points, hits) == left


@pytest.mark.rule("MN-LOSS-02", "a unit goes at 1 point or less")
@pytest.mark.rule("MN-LOSS-03", "unformed units, squares and Guards go only at 0")
@pytest.mark.parametrize("rating", ["guard", "elite", "untrained"])
@pytest.mark.parametrize("formation", FORMATIONS)
def test_who_goes_at_one_point(rating: Quality, formation: Formation) -> None:
    stays = rating == "guard" or formation not in ("line", "column")
    assert not is_removed(2, rating, formation)
    assert is_removed(1, rating, formation) is not stays
    assert is_removed(0, rating, formation)


@pytest.mark.rule("MN-LOSS-06", "a unit with 1 point stays out of line and column unless it is Guard")
def test_one_point_keeps_a_formation() -> None:
    assert must_keep_formation(1, "veteran", "skirmish_line", "line")
    assert must_keep_formation(1, "veteran", "solid_square", "column")
    assert not must_keep_formation(1, "veteran", "skirmish_line", "solid_square")
    assert not must_keep_formation(2, "veteran", "skirmish_line", "line")
    assert not must_keep_formation(1, "guard", "solid_square", "column")
    assert not must_keep_formation(1, "veteran", "line", "column")


@pytest.mark.rule("MN-CMD-45", "a Division stand goes when more than half is lost, by each reading")
@pytest.mark.rule("MN-CMD-46", "a Brigade stand likewise")
@pytest.mark.parametrize("rule", READINGS)
def test_the_loss_at_which_a_stand_goes(rule: CommandLossRule) -> None:
    assert [stand_loss_limit(units, rule) for units in range(1, 15)] == READINGS[rule]


@pytest.mark.rule("MN-MARKER-06", "each hit marker is a point lost")
@pytest.mark.rule("MN-LOSS-02", "Y01 and Y03: a line of 2 points is removed by a hit, a Guard line is not")
@pytest.mark.parametrize(
    ("rating", "formation", "where"),
    [
        ("trained", "line", "destroyed"),
        ("guard", "line", "table"),
        ("trained", "skirmish_line", "table"),
        ("trained", "solid_square", "table"),
    ],
)
def test_a_hit_removes_at_once(rating: str, formation: str, where: str) -> None:
    one = recruit("one", "light_infantry", points=2, rating=rating, formation=formation)
    play = playing(battle(force(one, recruit("other", at=(20, 0)))))
    add_hits(play, 0, 1, "MN-REACT-44")
    settle_losses(play)
    assert (play.unit(0).points, play.unit(0).where) == (1, where)
    assert [event.rule for event in play.events if isinstance(event, happened.Hit)] == ["MN-REACT-44"]


@pytest.mark.rule("MN-LOSS-02", "only a loss removes: a unit that stands at 1 point from before stays")
def test_only_who_has_lost_is_removed() -> None:
    play = playing(battle(force(recruit("weak", points=1), recruit("hurt", at=(20, 0)))))
    add_hits(play, 1, 1, "MN-REACT-44")
    settle_losses(play)
    assert [unit.where for unit in play.state.units[:2]] == ["table", "table"]
    add_hits(play, 0, 1, "MN-REACT-44")
    settle_losses(play)
    assert play.unit(0).where == "destroyed"


@pytest.mark.rule("MN-LOSS-07", "markers go with a unit, and its Brigade and Division count the loss")
@pytest.mark.rule("MN-RULING-58", "losses of both sides apply together, the active side's first")
def test_losses_of_both_sides_go_together() -> None:
    state = battle(force(*(recruit(points=2, at=(10 * n, 0)) for n in range(4))), active="b")
    state = unit_with(state, 0, blue="reaction", yellow=True, white=True)
    play = playing(unit_with(state, 4, points=2))
    add_hits(play, 0, 2, "MN-REACT-44")
    add_hits(play, 4, 2, "MN-REACT-44")
    settle_losses(play)
    gone = next(event for event in play.events if isinstance(event, happened.Gone))
    assert gone.units == (4, 0)
    assert (gone.brigades, gone.divisions) == (((0, 1), (1, 1)), ((0, 1), (1, 1)))
    assert (play.state.brigades[0].lost, play.state.divisions[0].lost) == (1, 1)
    unit = play.unit(0)
    assert (unit.blue, unit.yellow, unit.white) == ("", False, False)


@pytest.mark.rule("MN-CMD-41", "Y24: an attached Brigade stand goes with its unit")
def test_an_attached_stand_goes_with_its_unit() -> None:
    state = regiment(6)
    state = replace(state, stands=(*state.stands[:2], replace(state.stands[2], unit=3), *state.stands[3:]))
    play = playing(state)
    remove_units(play, (3,), "destroyed", "MN-LOSS-02")
    assert play.state.stands[2].where == "removed"
    assert [event.rule for event in play.events if isinstance(event, happened.StandRemoved)] == ["MN-CMD-41"]


@pytest.mark.rule("MN-CMD-46", "Y31: a Brigade of six keeps its stand at three losses and loses it at the fourth")
def test_a_brigade_stand_goes_with_more_than_half() -> None:
    play = playing(regiment(6))
    remove_units(play, (0, 1, 2), "destroyed", "MN-LOSS-02")
    assert [stand.where for stand in play.state.stands[:3]] == ["table"] * 3
    remove_units(play, (3,), "destroyed", "MN-LOSS-02")
    assert [stand.where for stand in play.state.stands[:3]] == ["table", "removed", "removed"]
    rules = [event.rule for event in play.events if isinstance(event, happened.StandRemoved)]
    assert rules == ["MN-CMD-45", "MN-CMD-46"]


@pytest.mark.rule("MN-CMD-46", "a Brigade stand that is attached stays whatever is lost")
def test_an_attached_stand_outlasts_losses() -> None:
    state = regiment(6)
    state = replace(state, stands=(*state.stands[:2], replace(state.stands[2], unit=5), *state.stands[3:]))
    play = playing(state)
    remove_units(play, (0, 1, 2, 3), "destroyed", "MN-LOSS-02")
    assert [stand.where for stand in play.state.stands[:3]] == ["table", "removed", "table"]


@pytest.mark.rule("MN-CMD-44", "a Corps stand is never lost by losses")
@pytest.mark.rule("MN-CMD-47", "a Brigade or Division stand with no unit left goes")
def test_a_stand_without_units_goes() -> None:
    state = battle(force(recruit("alone")), options=Options(command_loss_rule="exceed_rounded_half"), active="a")
    play = playing(state)
    remove_units(play, (0,), "destroyed", "MN-LOSS-02")
    assert [stand.where for stand in play.state.stands[:3]] == ["table", "removed", "removed"]
    assert {event.rule for event in play.events if isinstance(event, happened.StandRemoved)} == {"MN-CMD-47"}


@pytest.mark.rule("MN-CMD-47", "units that are still to come keep their stand")
def test_units_to_come_keep_a_stand() -> None:
    play = playing(battle(force(recruit("here"), recruit("late", at=None), recruit("later", at=None))))
    remove_units(play, (0,), "destroyed", "MN-LOSS-02")
    assert [stand.where for stand in play.state.stands[:3]] == ["table"] * 3


@pytest.mark.rule("MN-RETREAT-05", "a retreated unit counts as lost unless the option says otherwise")
@pytest.mark.rule("MN-RULING-04", "so do units lost over the edge; units destroyed always count")
@pytest.mark.parametrize("counted", [True, False])
def test_retreats_count_by_option(counted: bool) -> None:
    state = battle(
        force(*(recruit(at=(10 * n, 0)) for n in range(4))), options=Options(retreated_units_count_as_losses=counted)
    )
    play = playing(state)
    remove_units(play, (0,), "retreated", "MN-RETREAT-01")
    remove_units(play, (1,), "lost", "MN-RULING-59")
    assert play.state.brigades[0].lost == (2 if counted else 0)
    remove_units(play, (2,), "destroyed", "MN-LOSS-02")
    assert play.state.divisions[0].lost == (3 if counted else 1)
    assert [counts_as_lost(play.state, unit) for unit in play.state.units[:4]] == [counted, counted, True, False]


@pytest.mark.rule("MN-REACT-34", "an abandoned battery is lost when its square is no square any more or is removed")
@pytest.mark.rule("MN-REACT-34", "Y30: and when the square inches away from it")
@pytest.mark.parametrize("cause", ["reformed", "removed", "inched", "neither"])
def test_an_orphaned_battery_is_lost(cause: str) -> None:
    square = recruit("square", at=(0, 0), formation="solid_square")
    guns = brigade(recruit("guns", "foot_artillery", at=(0, 3.5)), name="guns", kind="artillery")
    state = unit_with(battle(force(brigade(square), guns)), 1, crew_in=0)
    play = playing(state)
    if cause == "reformed":
        play.tell(happened.Reformed(unit=0, formation="column", x=0, y=0, facing=0))
        settle_losses(play)
    elif cause == "removed":
        remove_units(play, (0,), "destroyed", "MN-LOSS-02")
    else:
        play.tell(happened.Moved(unit=0, travel="inch", x=0, y=-10 if cause == "inched" else 0, facing=0))
        settle_losses(play)
    battery = play.unit(1)
    lost = cause != "neither"
    assert (battery.where, battery.crew_in) == (("lost", NONE) if lost else ("table", 0))
    assert play.state.divisions[0].lost == {"reformed": 1, "removed": 2, "inched": 1, "neither": 0}[cause]


@pytest.mark.rule("MN-REACT-34", "a square that is as near as contact allows still holds it")
@pytest.mark.rule("MN-GEO-04", "contact is 0.05 cm")
@pytest.mark.parametrize(("gap", "where"), [(0.05, "table"), (0.06, "lost")])
def test_a_battery_is_held_as_far_as_contact_reaches(gap: float, where: str) -> None:
    square = recruit("square", at=(20, 20), formation="solid_square")
    guns = brigade(recruit("guns", "foot_artillery", at=(20, 23.5 + gap)), name="guns", kind="artillery")
    play = playing(unit_with(battle(force(brigade(square), guns)), 1, crew_in=0))
    settle_losses(play)
    assert play.unit(1).where == where


@pytest.mark.rule("MN-RULING-58", "removals, then attached stands, then stands by losses, then orphaned batteries")
def test_the_order_of_what_follows() -> None:
    brigades = (
        brigade(recruit("square", formation="solid_square", points=2), recruit("line", at=(20, 0))),
        brigade(recruit("guns", "foot_artillery", at=(0, 3.5)), name="guns", kind="artillery"),
    )
    state = battle(force(corps(division(*brigades))))
    state = unit_with(state, 2, crew_in=0)
    state = replace(state, stands=(*state.stands[:2], replace(state.stands[2], unit=0), *state.stands[3:]))
    play = playing(state)
    add_hits(play, 0, 2, "MN-REACT-44")
    settle_losses(play)
    assert kinds(play) == ["hit", "gone", "stand_removed", "gone", "stand_removed"]
    assert [event.rule for event in play.events[1:]] == ["MN-LOSS-02", "MN-CMD-41", "MN-REACT-34", "MN-CMD-45"]
