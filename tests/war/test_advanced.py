"""Turns that run on, daylight, and the advanced settings (CM-TIME, chapter 16)."""

from typing import Any

import pytest
from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.audit import unbalanced
from campaign.war.rules.battle import quick
from campaign.war.rules.calendar import daylight, is_night, minute_of, moment
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.events import Retreated, Settled
from campaign.war.rules.evolve import evolve
from campaign.war.rules.resolution import NotNow, resolve_turn, run_on
from campaign.war.rules.settings import read_settings
from campaign.war.rules.settlement import settle
from campaign.war.rules.state import CampaignState, Dispatch, Leg, Result, TurnOrders, UnitLoss
from campaign.war.rules.tables import DAYLIGHT
from campaign.war.rules.view import entry_view, view
from tests.war.small_campaigns import JUNE, at, campaign, force, kinds, line_map, march, steps


@pytest.mark.rule("CM-TIME-03", "June is light from 04:00 to 21:00, December from 08:00 to 16:00")
def test_daylight() -> None:
    assert daylight(DAYLIGHT, JUNE, at(12, day=1)) == (at(4, day=1), at(21, day=1))
    assert daylight(DAYLIGHT, "1812-12-01", at(12)) == (at(8), at(16))
    assert [is_night(DAYLIGHT, JUNE, at(hour)) for hour in (3, 4, 20, 21)] == [True, False, False, True]
    assert len(DAYLIGHT) == 12


@pytest.mark.rule("CM-TIME-03", "a campaign may change its table of daylight")
@pytest.mark.parametrize(("daylight", "hours"), [([[4, 21]] * 12, 8), ([[6, 9]] * 12, 3)])
def test_another_table_of_daylight(daylight: list[list[int]], hours: int) -> None:
    """A normal march is by day."""
    settings = read_settings({"daylight": daylight})
    state = campaign(line_map(60), force("red", 1, "a", foot=500, legs=(march("b"),)), tables=settings.tables)
    assert steps(state, 20).state.forces["red.1"].day.light == hours * 60


@pytest.mark.rule("CM-TIME-01", "times are local minutes from the first day")
def test_moments() -> None:
    assert minute_of(JUNE, moment(JUNE, at(17, 30, day=2))) == at(17, 30, day=2)


@pytest.mark.rule("CM-TIME-06", "turns follow each other until the end of a march, at most run_on_turns")
@pytest.mark.parametrize(("length", "on", "turns"), [(60, True, 2), (60, False, 1), (500, True, 3)])
def test_running_on(length: int, on: bool, turns: int) -> None:
    own = force("red", 1, "a", foot=900, legs=(march("b"),))
    state = campaign(
        line_map(length), own, force("blue", 1, "b", foot=9), run_on=on, run_on_turns=3, use_supply=False, days=30
    )
    far = structs.replace(state, forces={key: row for key, row in state.forces.items() if key == "red.1"})
    blue = structs.replace(state.forces["blue.1"], place=Place(point="b"))
    state = structs.replace(far, forces={**far.forces, "blue.1": blue})
    if length == 60:
        legs = (march("b", enter=True),)
        ahead = structs.replace(state.forces["red.1"], legs=legs, place=Place(road="a--b", metres=22_000), faces="b")
        state = structs.replace(state, forces={**state.forces, "red.1": ahead})
    assert run_on(state, TurnOrders(), FixedDice({})).state.turn == 1 + turns


@pytest.mark.rule("CM-TIME-02", "everything in a step happens at once; a step has 60, 30 or 15 minutes")
@pytest.mark.rule("CM-TIME-07", "what comes of a step is dated at its end")
def test_entries_of_a_step_are_dated_at_its_end() -> None:
    own = force("red", 1, "a", foot=900, legs=(march("b"),))
    act = steps(campaign(line_map(60), own, step_minutes=15), 2)
    times = {entry.time for entry in act.entries if type(entry.event).__name__ == "Marched"}
    assert times == {at(4, 15), at(4, 30)}


def battle(foot: int = 9_000, enemy: int = 3_000, **settings: bool) -> CampaignState:
    """The end of a turn in which red has attacked blue at c."""
    own = force("red", 1, "b", foot=foot, legs=(march("c", posture="attack", enter=True),), brigades=3)
    other = force("blue", 1, "c", foot=enemy, legs=(Leg("hold", avoid_at=0),), brigades=2)
    state = campaign(line_map(20, 3, 30), own, other, start="1815-06-15T08:00", turn_hours=8, **settings)
    return resolve_turn(state, TurnOrders(), FixedDice({})).state


def settled(state: CampaignState, result: Result, dice: FixedDice | None = None) -> CampaignState:
    for entry in settle(state, result, dice or FixedDice({})):
        state = evolve(state, entry)
        assert list(unbalanced(state)) == []
    return state


def result_of(state: CampaignState, winner: str, state_word: str, **losses: int) -> Result:
    loser = "blue" if winner == "red" else "red"
    rows = tuple(UnitLoss(f"{side}1/brigade 1/line_infantry", men=men) for side, men in losses.items())
    return Result(1, winner, winner, 240, rows, states={winner: "holds", loser: state_word})  # type: ignore[dict-item]


@pytest.mark.rule("CM-TIME-08", "an engagement takes its forces for the turn; retreats stand at the turn's end")
@pytest.mark.rule("CM-AFTER-04", "the loser goes back; the winner stands at the defender's place")
@pytest.mark.parametrize(
    ("word", "metres", "hours"), [("left", 5_000, 0), ("beaten", 12_000, 12), ("routed", 18_000, 24)]
)
def test_a_retreat(word: str, metres: int, hours: int) -> None:
    state = battle()
    after = settled(state, result_of(state, "red", word, red=300, blue=400))
    blue, red = after.forces["blue.1"], after.forces["red.1"]
    assert (blue.place, red.place) == (Place(road="c--d", metres=metres), Place(point="c"))
    assert blue.shaken == (state.time + hours * 60 if hours else 0)
    assert (blue.fatigue, red.fatigue) == (3, 2)
    assert (after.phase, after.turn) == ("orders", 2)


@pytest.mark.rule("CM-AFTER-02", "without a winner both hold the field and are in touch")
def test_an_undecided_battle() -> None:
    state = battle()
    after = settled(state, Result(1, "", "", 240))
    assert [(row.first, row.second) for row in after.contacts] == [("red.1", "blue.1")]


COMING = {"came_by": "c--d", "faces": "c"}
"""On the road from d."""


def placed(made: Any, road: str, metres: int, **facts: Any) -> Any:
    """A force of ``force`` that stands on a road."""
    own, *rest = made
    return (structs.replace(own, place=Place(road=road, metres=metres), **facts), *rest)


def battle_of(*others: Any, enemy: int = 3_000, far: int = 3) -> CampaignState:
    """As ``battle``, with other forces near c."""
    own = force("red", 1, "b", foot=9_000, legs=(march("c", posture="attack", enter=True),), came_by="a--b")
    blue = force("blue", 1, "c", foot=enemy, legs=(Leg("hold", avoid_at=0),))
    state = campaign(line_map(20, far, 30), own, blue, *others, start="1815-06-15T08:00", turn_hours=8, attack_at=1)
    return resolve_turn(state, TurnOrders(), FixedDice({})).state


@pytest.mark.rule("CM-AFTER-04", "the winner stands at the defender's place, with all of his forces that fought")
def test_all_of_the_winner_stand_at_the_defenders_place() -> None:
    state = battle_of(placed(force("red", 2, "b", foot=900), "b--c", 1_000))
    after = settled(state, result_of(state, "red", "beaten", blue=400))
    assert {after.forces[key].place for key in ("red.1", "red.2")} == {Place(point="c")}


@pytest.mark.rule("CM-AFTER-04", "the loser's forces retreat, the hindmost first")
def test_the_hindmost_retreat_first() -> None:
    state = battle_of(placed(force("blue", 2, "d", foot=900, legs=(Leg("hold", avoid_at=0),)), "c--d", 2_500, **COMING))
    entries = settle(state, result_of(state, "red", "beaten", blue=400), FixedDice({}))
    retreats = [entry.event.force for entry in entries if isinstance(entry.event, Retreated)]
    assert retreats == ["blue.2", "blue.1"]


def hemmed_in(enemy: int) -> CampaignState:
    """Blue at c between red's 9,000, who came from b, 8 km away, and 900 of red 2.5 km behind it, on the road to d."""
    behind = placed(force("red", 2, "d", foot=900), "c--d", 2_500, **COMING)
    guard = placed(force("red", 3, "b", foot=900), "b--c", 7_000, faces="c")
    return battle_of(behind, guard, enemy=enemy, far=8)


@pytest.mark.rule("CM-AFTER-04", "who left the field and is cut off stays, in touch, and loses nobody by it")
def test_who_left_the_field_and_is_cut_off_stays_in_touch() -> None:
    state = hemmed_in(5_000)
    after = settled(state, result_of(state, "red", "left", blue=100))
    assert after.forces["blue.1"].place == Place(point="c")
    assert any("blue.1" in (row.first, row.second) for row in after.contacts)
    assert after.books["blue1/brigade 1/line_infantry"].present == 4_900


@pytest.mark.rule("CM-AFTER-04", "cut off, others lose half of their men and stand 5 km beyond the weakest enemy there")
def test_who_is_cut_off_stands_beyond_the_weakest_enemy() -> None:
    state = hemmed_in(8_000)
    after = settled(state, result_of(state, "red", "beaten", blue=400))
    account = after.books["blue1/brigade 1/line_infantry"]
    assert (account.present, sum(account.captured.values())) == (3_800, 3_900)
    assert after.forces["blue.1"].place == Place(road="c--d", metres=5_000)


@pytest.mark.rule("CM-AFTER-04", "cut off, with under 2,000 men left, all are captured")
def test_a_force_that_is_cut_off_surrenders() -> None:
    state = battle()
    behind, formations, units = force("red", 2, "c", foot=900)
    setup = structs.replace(
        state.setup,
        units={**state.setup.units, **{unit.id: unit for unit in units}},
        formations={**state.setup.formations, **{row.id: row for row in formations}},
    )
    from campaign.war.rules.books import Account

    books = {**state.books, **{unit.id: Account(unit.men) for unit in units}}
    at_rear = structs.replace(behind, place=Place(road="c--d", metres=4_000))
    at_front = structs.replace(behind, id="red.3", number=3, formations=(), place=Place(road="b--c", metres=1_000))
    state = structs.replace(
        state, setup=setup, books=books, forces={**state.forces, "red.2": at_rear, "red.3": at_front}
    )
    after = settled(state, result_of(state, "red", "beaten", blue=400))
    assert "blue.1" not in after.forces
    captured = sum(account.captured.get("red", 0) for key, account in after.books.items() if key.startswith("blue"))
    assert captured > 2_600


@pytest.mark.rule("CM-AFTER-07", "a leader who is dead has a successor")
def test_a_leader_is_lost() -> None:
    from campaign.war.rules.state import Command, LeaderFate

    state = battle()
    result = structs.replace(result_of(state, "red", "beaten", blue=400), leaders=(LeaderFate("blue:1", "dead"),))
    commands = (Command("first", "blue", "First", "blue:1"), Command("second", "red", "Second", "red:1"))
    after = settled(structs.replace(state, commands=commands), result)
    assert after.commanders["blue:1"].fate == "dead"
    assert [command.commander for command in after.commands] == ["blue:#1", "red:1"]
    successor = after.commanders[after.forces["blue.1"].commander]
    assert (successor.id, successor.rating) == ("blue:#1", "average")


@pytest.mark.rule("CM-AFTER-07", "the next in rank takes over, unless he leads for his side already")
@pytest.mark.parametrize(("side", "want"), [("", "Foy"), ("red", "Foy"), ("blue", "Successor of General blue.1")])
def test_the_next_in_rank_takes_over(side: str, want: str) -> None:
    from campaign.war.rules.state import Commander, LeaderFate

    state = battle()
    brigade = state.forces["blue.1"].formations[0]
    led = structs.replace(state.setup.formations[brigade], commander="Foy", rating="superior")
    setup = structs.replace(state.setup, formations={**state.setup.formations, brigade: led})
    others = {"other": Commander("other", "Foy", side, "", "average")} if side else {}
    state = structs.replace(state, setup=setup, commanders={**state.commanders, **others})
    result = structs.replace(result_of(state, "red", "beaten", blue=400), leaders=(LeaderFate("blue:1", "dead"),))
    after = settled(state, result)
    successor = after.commanders[after.forces["blue.1"].commander]
    assert (successor.name, successor.rating) == (want, "superior" if want == "Foy" else "average")


@pytest.mark.rule("CM-TIME-05", "battles are settled in the order in which they began, each once")
def test_a_result_for_no_open_engagement() -> None:
    state = battle()
    with pytest.raises(NotNow, match="Engagement 2 is not open"):
        settle(state, Result(2, "", "", 0), FixedDice({}))
    with pytest.raises(NotNow):
        settle(settled(state, Result(1, "", "", 60)), Result(1, "", "", 60), FixedDice({}))


@pytest.mark.rule("CM-EXP-01", "a winner's unit that lost 100 per mille rises on 11; one that lost 400 falls on 4")
def test_experience() -> None:
    state = battle(use_experience=True)
    result = result_of(state, "red", "beaten", red=300, blue=700)
    after = settled(state, result, FixedDice({"CM-EXP-01": (5, 6, 2, 2)}))
    assert after.quality == {"red1/brigade 1/line_infantry": "veteran", "blue1/brigade 1/line_infantry": "untrained"}
    same = settled(state, result, FixedDice({"CM-EXP-01": (5, 5, 2, 3)}))
    assert same.quality == {}


@pytest.mark.rule("CM-EXP-01", "from 100 per mille on a winner's unit may rise, from 400 on any may fall")
@pytest.mark.parametrize(
    ("red", "blue", "want"),
    [(299, 599, {}), (300, 599, {"red1": "veteran"}), (299, 600, {"blue1": "untrained"})],
)
def test_how_much_a_unit_must_lose(red: int, blue: int, want: dict[str, str]) -> None:
    state = battle(use_experience=True)
    dice = FixedDice({"CM-EXP-01": (6, 6) if red == 300 else (1, 1)})
    after = settled(state, result_of(state, "red", "beaten", red=red, blue=blue), dice)
    assert {unit.partition("/")[0]: grade for unit, grade in after.quality.items()} == want


@pytest.mark.rule("CM-STRAG-03", "half of a lost battle's stragglers fall to who first owns the point nearest to it")
@pytest.mark.parametrize(("on", "want"), [(True, 50), (False, 0)])
def test_lost_stragglers(on: bool, want: int) -> None:
    state = battle(use_lost_stragglers=on)
    after = settled(state, result_of(state, "red", "beaten", blue=400))
    unit = "blue1/brigade 1/line_infantry"
    before = after.books[unit].captured["red"]
    later = resolve_turn(after, TurnOrders(), FixedDice({})).state
    assert later.owners["c"] == "red"
    assert later.books[unit].captured["red"] - before == want


@pytest.mark.rule("CM-MAP-05", "the winner of a battle in the last turn has its place before the points are counted")
def test_a_place_won_in_the_last_turn() -> None:
    state = battle()
    state = structs.replace(state, setup=structs.replace(state.setup, end=state.time))
    after = settled(state, result_of(state, "red", "beaten", blue=400))
    assert after.verdict is not None
    assert (state.owners.get("c"), after.owners["c"]) == ("blue", "red")


@pytest.mark.rule("CM-WORK-03", "a storm is an engagement against a fortress; a garrison that loses surrenders")
def test_a_storm() -> None:
    ground = line_map(10, points={"b": {"fortified": "fortress"}})
    own, *rest = force("red", 1, "a", foot=9_000, legs=(Leg("mask", fortress="b", storm=True),))
    near = structs.replace(own, place=Place(road="a--b", metres=8_000))
    state = campaign(
        ground, (near, *rest), owners={"b": "blue"}, use_sieges=True, start="1815-06-15T08:00", turn_hours=8
    )
    state = resolve_turn(structs.replace(state, garrisons={"b": 1_000}), TurnOrders(), FixedDice({})).state
    (engagement,) = state.engagements.values()
    assert engagement.ground.fortress
    result = quick.settle(state, engagement, Act(state, FixedDice({})).roll)
    after = settled(state, structs.replace(result, winner="red", field="red", states={}))
    assert after.owners["b"] == "red"
    assert not after.garrisons


@pytest.mark.rule("CM-WORK-04", "a train bridges a broken crossing in 6 hours and stays with the bridge")
def test_pontoons() -> None:
    ground = line_map(20, 20, rivers=("b-c@b",))
    own, formations, units = force(
        "red", 1, "b", foot=600, legs=(Leg("bridge", crossing="sambre@b", hours=None), march("a"))
    )
    rows = [structs.replace(row, train=True) for row in formations]
    other = force("red", 2, "b", foot=600, legs=(Leg("hold", hours=6), march("c")))
    state = structs.replace(campaign(ground, (own, rows, units), other, use_pontoons=True), broken=("sambre@b",))
    assert not steps(state, 5).state.pontoons
    bridged = steps(state, 6).state
    assert bridged.pontoons == {"sambre@b": "red1/brigade 1"}
    after = steps(state, 8).state
    assert after.forces["red.2"].place.road == "b--c"
    assert not after.pontoons
    assert after.broken == ("sambre@b",)


@pytest.mark.rule("CM-FIX-01", "an entry names what happened, when, and who may read it")
def test_every_entry_has_a_time_and_a_turn() -> None:
    act = steps(campaign(line_map(60), force("red", 1, "a", foot=900, legs=(march("b"),))), 3)
    assert kinds(act)
    assert all(entry.turn == 1 and entry.time >= at(4) for entry in act.entries)


@pytest.mark.rule("CM-SIGHT-06", "of a settled battle a side reads the enemy's losses, not his unhurt units and strays")
@pytest.mark.parametrize(("side", "other"), [("red", "blue"), ("blue", "red")])
def test_what_a_side_reads_of_a_settled_battle(side: str, other: str) -> None:
    state = battle()
    unhurt = UnitLoss(f"{other}1/brigade 2/line_infantry")
    result = result_of(state, "red", "beaten", red=300, blue=400)
    result = structs.replace(result, losses=(*result.losses, unhurt))
    first = settle(state, result, FixedDice({}))[0]
    assert isinstance(first.event, Settled)
    seen = entry_view(state, first, side)
    assert seen is not None
    assert isinstance(seen.event, Settled)
    assert {row.unit[:3] for row in first.transfers} == {"red", "blu"}
    assert {state.setup.units[row.unit].side for row in seen.transfers} == {side}
    assert {state.setup.units[unit].side for unit in seen.event.stray} <= {side}
    assert {row.unit for row in seen.event.result.losses} == {row.unit for row in result.losses} - {unhurt.unit}


@pytest.mark.rule("CM-CMD-01", "a rider who is out is known to his side, not what he carries")
def test_a_dispatch_under_way_is_sealed() -> None:
    state = battle()
    out = Dispatch(1, "red", "red:1", "red:1", at(8), at(20), Place(point="a"), text="Hold the bridge.")
    state = structs.replace(state, dispatches=(out,))
    (shown,) = view(state, "red").dispatches
    assert (shown.text, shown.order, shown.id) == ("", None, 1)
    assert view(state, "blue").dispatches == ()
