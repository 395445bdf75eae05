"""The account at 00:00: fatigue, stragglers, supply, guns, weather (CM-TIRE, CM-STRAG, CM-SUPPLY, CM-WEATHER)."""

import pytest
from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.day import begin_day, fatigue_after, rolled_weather, settle_day, stragglers, straggling_rate
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.state import CampaignState, Day, Depot, DepotOrder, Leg, TurnOrders
from campaign.war.rules.supply import depot_metres, feed, move_depots
from campaign.war.rules.tables import REPORT_ERROR, STRAGGLING
from tests.war.small_campaigns import at, campaign, force, line_map, march, steps

HALT, NORMAL, FORCED = Day(rested=False), Day(light=300, rested=False), Day(light=900, rested=False)
REST = Day()


def at_midnight(state: CampaignState, dice: FixedDice | None = None) -> Act:
    act = Act(state, dice or FixedDice({}))
    act.begins = act.ends = act.now = 1440
    return act


@pytest.mark.rule("CM-EX-28", "fatigue 5, next day: 5, 7, 4, 3, and 5 for a halt without supply")
@pytest.mark.rule("CM-TIRE-02", "a night's halt or a day's rest lowers fatigue, not without supply")
@pytest.mark.parametrize(
    ("day", "fed", "want"),
    [(NORMAL, True, 5), (FORCED, True, 7), (HALT, True, 4), (REST, True, 3), (HALT, False, 5)],
)
def test_fatigue_of_a_day(day: Day, fed: bool, want: int) -> None:
    assert fatigue_after(5, day, fed) == want


@pytest.mark.rule("CM-TIRE-01", "fatigue rises to 10 at most")
def test_fatigue_ends_at_ten() -> None:
    assert fatigue_after(9, FORCED, True) == 10


@pytest.mark.rule("CM-TIRE-01", "more than 8 hours, or any in the dark, tire more")
@pytest.mark.parametrize(("day", "want"), [(Day(light=480), 0), (Day(light=481), 2), (Day(dark=30), 2)])
def test_hard_marches(day: Day, want: int) -> None:
    assert fatigue_after(0, day, True) == want
    assert straggling_rate(STRAGGLING, day, 0, "dry", 0) == {480: 5, 481: 20, 30: 15}[day.light + day.dark]


@pytest.mark.rule("CM-EX-10", "fatigue 2 after a forced march")
@pytest.mark.rule("CM-EX-25", "a night march of 5 hours, then 10 by day: fatigue 2, rate 30")
def test_fatigue_of_night_and_day() -> None:
    day = Day(light=600, dark=300, rested=False)
    assert fatigue_after(0, day, True) == 2
    assert straggling_rate(STRAGGLING, day, 2, "dry", 0) == 30


@pytest.mark.rule("CM-EX-02", "600 trained men, marched 7 hours, fatigue 2: 3 stragglers")
def test_stragglers_of_a_march() -> None:
    rate = straggling_rate(STRAGGLING, Day(light=420), 2, "dry", 0)
    assert stragglers(600, rate, "trained") == 3


@pytest.mark.rule("CM-EX-03", "480 guard, 12 hours, fatigue 5, rain: rate 33, 7 stragglers; with luck and 11: 10")
@pytest.mark.rule("CM-STRAG-05", "the luck of the day multiplies")
def test_stragglers_of_the_guard() -> None:
    rate = straggling_rate(STRAGGLING, Day(light=720), 5, "rain", 0)
    assert rate == 33
    assert stragglers(480, rate, "guard") == 7
    assert stragglers(480, rate, "guard", REPORT_ERROR[11 - 2]) == 10


@pytest.mark.rule("CM-STRAG-01", "without supply men straggle: 5 per mille on the first day, 15 after")
@pytest.mark.parametrize(("hunger", "want"), [(0, 0), (1, 5), (2, 15), (3, 15)])
def test_hungry_men_straggle(hunger: int, want: int) -> None:
    assert straggling_rate(STRAGGLING, HALT, 0, "mud", hunger) == want


@pytest.mark.rule("CM-STRAG-01", "at 00:00 each unit loses by its quality, the weather of the day, and hunger")
@pytest.mark.parametrize(
    ("quality", "weather", "foot", "want"),
    [
        ("trained", "dry", 1_000, 16),
        ("guard", "dry", 1_000, 6),
        ("untrained", "dry", 1_000, 22),
        ("trained", "rain", 1_000, 22),
        ("trained", "mud", 1_000, 28),
        ("trained", "dry", 2_000, 55),
    ],
)
def test_new_stragglers_of_a_day(quality: str, weather: str, foot: int, want: int) -> None:
    """A village feeds 1,500; fatigue 5 stays 5 after a march and a halt, and rises to 6 without food."""
    own = force("red", 1, "a", foot=foot, quality=quality, day=NORMAL, fatigue=5)
    act = at_midnight(campaign(line_map(30), own, weather={0: weather}))
    settle_day(act)
    rows = [row for entry in act.entries for row in entry.transfers if row.rule == "CM-STRAG-01"]
    assert sum(row.number for row in rows) == want


@pytest.mark.rule("CM-WEATHER-02", "the scenario gives each day's weather; dry where it does not, or without weather")
@pytest.mark.parametrize(
    ("given", "use_weather", "want"), [({1: "mud"}, True, "mud"), ({0: "mud"}, True, "dry"), ({1: "mud"}, False, "dry")]
)
def test_the_weather_of_a_day(given: dict[int, str], use_weather: bool, want: str) -> None:
    own = force("red", 1, "a", foot=1_000)
    act = at_midnight(campaign(line_map(30), own, weather=given, use_weather=use_weather))
    begin_day(act)
    assert act.state.weather == want


@pytest.mark.rule("CM-WEATHER-01", "days of rain that the scenario gives count too: after two of them comes mud")
@pytest.mark.parametrize(
    ("given", "want"), [(("rain", "rain"), "mud"), (("dry", "rain"), "dry"), (("rain", "dry"), "dry")]
)
def test_mud_after_two_days_of_rain(given: tuple[str, str], want: str) -> None:
    own = force("red", 1, "a", foot=1_000)
    state = campaign(line_map(30), own, weather=dict(enumerate(given)), use_weather_dice=True)
    for day in range(3):
        act = Act(state, FixedDice({"CM-WEATHER-01": (1, 1)}))
        act.begins = day * 1440
        begin_day(act)
        state = act.state
    assert state.weather == want


@pytest.mark.rule("CM-STRAG-02", "a quarter of the stragglers return if the force did not march, none near an enemy")
@pytest.mark.parametrize(("away", "day", "want"), [(30, HALT, 25), (30, NORMAL, 10), (8, HALT, 0)])
def test_stragglers_return(away: int, day: Day, want: int) -> None:
    state = campaign(
        line_map(away), force("red", 1, "a", foot=1000, day=day), force("blue", 1, "b", foot=1000), use_supply=False
    )
    (unit,) = [key for key in state.books if key.startswith("red")]
    lost = structs.replace(state.books[unit], present=900, stragglers=100)
    act = at_midnight(structs.replace(state, books={**state.books, unit: lost}))
    settle_day(act)
    back = sum(row.number for entry in act.entries for row in entry.transfers if row.rule == "CM-STRAG-02")
    assert back == want


@pytest.mark.rule("CM-EX-23", "a town near hungry forces of 6,000 and 3,000 feeds the first; next day it has 4,000")
@pytest.mark.rule("CM-SUPPLY-02", "a point feeds the largest hungry force within 10 km, hostile or not")
def test_a_town_feeds_the_largest() -> None:
    ground = line_map(5, 30, points={"a": {"size": "town"}, "b": {"size": "village"}})
    state = campaign(ground, force("red", 1, "a", foot=3_000), force("blue", 1, "a", foot=6_000))
    state = structs.replace(state, forage={"b": 0})
    act = at_midnight(state)
    feed(act)
    assert (act.state.forces["blue.1"].hunger, act.state.forces["red.1"].hunger) == (0, 1)
    assert act.state.forage["a"] == 4_000


@pytest.mark.rule("CM-SUPPLY-01", "a depot feeds over at most 80 km of open way")
@pytest.mark.parametrize(
    ("roads", "broken", "enemy", "want"),
    [((40, 40), False, False, 0), ((40, 41), False, False, 1), ((10, 10), True, False, 1), ((10, 10), False, True, 1)],
)
def test_a_depot_feeds_by_an_open_way(roads: tuple[int, int], broken: bool, enemy: bool, want: int) -> None:
    ground = line_map(*roads, rivers=("b-c@b",))
    forces = [force("red", 1, "c", foot=9_000)] + ([force("blue", 1, "b", foot=100)] if enemy else [])
    state = campaign(ground, *forces, depots=(Depot("red", "a"),), sides=campaign(ground, *forces).setup.sides)
    act = at_midnight(structs.replace(state, broken=("sambre@b",) if broken else ()))
    feed(act)
    assert act.state.forces["red.1"].hunger == want


@pytest.mark.rule("CM-SUPPLY-01", "an enemy at its own place does not cut a force off")
def test_an_enemy_at_its_own_place() -> None:
    state = campaign(
        line_map(10), force("red", 1, "b", foot=9_000), force("blue", 1, "b", foot=9_000), depots=(Depot("red", "a"),)
    )
    assert depot_metres(at_midnight(state), "red") == {"a": 0, "b": 10_000}


@pytest.mark.rule("CM-SUPPLY-04", "a depot moves 20 km a day and serves a day after it has come")
def test_a_depot_moves() -> None:
    state = campaign(line_map(30), force("red", 1, "a", foot=100), depots=(Depot("red", "a", to="b"),))
    act = at_midnight(state)
    move_depots(act)
    assert act.state.depots == (Depot("red", "a", to="b", metres=20_000),)
    act.begins = 2880
    move_depots(act)
    assert act.state.depots == (Depot("red", "b", serves=2880 + 1440),)


@pytest.mark.rule("CM-SUPPLY-04", "a depot whose point the enemy owns is the enemy's")
@pytest.mark.rule("CM-RULING-13", "a captured depot serves from the 00:00 at which it changes hands")
def test_a_depot_is_captured() -> None:
    state = campaign(line_map(30), force("red", 1, "a", foot=100), depots=(Depot("red", "a"),), owners={"a": "blue"})
    act = at_midnight(state)
    move_depots(act)
    assert act.state.depots == (Depot("blue", "a", serves=act.begins),)


@pytest.mark.rule("CM-AFTER-03", "two days after a battle half of the damaged guns return, rounded up")
def test_guns_are_repaired() -> None:
    state = campaign(line_map(30), force("red", 1, "a", guns=9), use_supply=False)
    (unit,) = state.books
    books = {unit: structs.replace(state.books[unit], guns=4, damaged=5)}
    state = structs.replace(state, books=books, damaged={0: {unit: 5}})
    act = at_midnight(state)
    act.begins = 1440
    settle_day(act)
    assert act.state.books[unit].damaged == 5
    act.begins = 2880
    settle_day(act)
    account = act.state.books[unit]
    assert (account.guns, account.destroyed, account.damaged) == (7, 2, 0)


@pytest.mark.rule("CM-EX-24", "weather dice in summer 9, 10, 5, 5: rain, rain, mud, dry; 12, 4, 4: rain, mud, dry")
@pytest.mark.rule("CM-WEATHER-01", "after two days of rain, or a 12, comes mud")
@pytest.mark.parametrize(
    ("totals", "want"), [((9, 10, 5, 5), ["rain", "rain", "mud", "dry"]), ((12, 4, 4), ["rain", "mud", "dry"])]
)
def test_weather_dice(totals: tuple[int, ...], want: list[str]) -> None:
    mud, rain, days = False, 0, []
    for total in totals:
        weather, mud, rain = rolled_weather(total, True, mud, rain)
        days.append(weather)
    assert days == want


@pytest.mark.rule("CM-REINF-02", "replacements reach the weakest unit first, a tenth of its start at most")
def test_replacements() -> None:
    state = campaign(
        line_map(30), force("red", 1, "a", foot=1000, brigades=2), depots=(Depot("red", "a"),), replacements={"FR": 70}
    )
    setup = structs.replace(
        state.setup, sides=tuple(structs.replace(side, nations=("FR",)) for side in state.setup.sides)
    )
    first, second = state.books
    books = {
        first: structs.replace(state.books[first], present=480, dead=20),
        second: structs.replace(state.books[second], present=400, dead=100),
    }
    act = at_midnight(structs.replace(state, setup=setup, books=books))
    settle_day(act)
    assert (act.state.books[first].replaced, act.state.books[second].replaced) == (20, 50)


@pytest.mark.rule("CM-TIME-04", "the account at 00:00 settles the day before the step that begins then")
def test_the_account_stands_before_the_first_step() -> None:
    state = campaign(
        line_map(60),
        force("red", 1, "a", foot=500, legs=(march("b", pace="forced"),)),
        start="1815-06-15T16:00",
        use_supply=False,
    )
    after = steps(state, 9).state.forces["red.1"]
    assert (after.fatigue, after.day.light, after.hunger) == (2, 0, 0)
    assert steps(state, 8).state.forces["red.1"].day.light == at(5)


@pytest.mark.rule("CM-REINF-01", "reinforcements come at their hour; where an enemy stands, to the nearest own point")
@pytest.mark.parametrize(("enemy", "want"), [(None, "b"), ("b", "a")])
def test_reinforcements(enemy: str | None, want: str) -> None:
    from campaign.war.rules.state import Reinforcement

    late, formations, units = force("red", 2, "b", foot=900)
    others = [force("blue", 1, enemy, foot=900)] if enemy else []
    state = campaign(line_map(20), force("red", 1, "a", foot=900), (late, formations, units), *others)
    forces = {key: own for key, own in state.forces.items() if key != "red.2"}
    owners = {"a": "red"} | ({enemy: "blue"} if enemy else {})
    state = structs.replace(state, forces=forces, waiting=(Reinforcement(late, at(5)),), owners=owners)
    assert "red.2" not in steps(state, 1).state.forces
    assert steps(state, 2).state.forces["red.2"].place == Place(point=want)


@pytest.mark.rule("CM-STRAG-05", "2D6 a day for each force, from the first entry of the table on 2 to the last on 12")
@pytest.mark.parametrize(("faces", "want"), [((1, 1), REPORT_ERROR[0]), ((3, 4), REPORT_ERROR[5]), ((6, 6), 2000)])
def test_the_luck_of_a_day(faces: tuple[int, int], want: int) -> None:
    own = force("red", 1, "a", foot=1_000, day=NORMAL, fatigue=5)
    act = at_midnight(campaign(line_map(30), own, use_luck=True), FixedDice({"CM-STRAG-05": faces}))
    settle_day(act)
    rows = [row for entry in act.entries for row in entry.transfers if row.rule == "CM-STRAG-01"]
    rate = straggling_rate(STRAGGLING, NORMAL, 5, "dry", 0)
    assert sum(row.number for row in rows) == stragglers(1_000, rate, "trained", want)


@pytest.mark.rule(
    "CM-TIRE-02", "a day of hold takes 1 off fatigue, a day wholly at rest 2; with an enemy near it only holds"
)
@pytest.mark.parametrize(
    ("order", "away", "want"), [("hold", 60, 4), ("rest", 60, 3), ("rest", 4, 4), ("rest", 10, 4), ("rest", 11, 3)]
)
def test_a_day_of_rest(order: str, away: int, want: int) -> None:
    """Its light horse reports the enemy up to 15 km off."""
    own = force("red", 1, "a", foot=900, horse=600, legs=(Leg(order),), fatigue=5)  # type: ignore[arg-type]
    other = force("blue", 1, "b", foot=900)
    state = campaign(line_map(away), own, other, use_supply=False)
    assert steps(state, 21).state.forces["red.1"].fatigue == want


@pytest.mark.rule("CM-SUPPLY-04", "a depot moves to points of its alliance alone")
@pytest.mark.parametrize(("to", "want"), [("b", "b"), ("c", "")])
def test_ordering_a_depot(to: str, want: str) -> None:
    ground = line_map(30, 30)
    state = campaign(ground, force("red", 1, "a", foot=9), depots=(Depot("red", "a"),), owners={"a": "red", "b": "red"})
    orders = TurnOrders(depots=(DepotOrder("red", "a", to), DepotOrder("blue", "a", "b")))
    assert steps(state, 1, orders=orders).state.depots[0].to == want


@pytest.mark.rule("CM-AFTER-08", "at 00:00 20 per mille of a force's men in hospital return and 15 die")
def test_a_day_in_hospital() -> None:
    state = campaign(line_map(9), force("red", 1, "a", foot=5_000), use_supply=False)
    (unit,) = state.books
    books = {unit: structs.replace(state.books[unit], present=4_000, hospital=1_000)}
    act = at_midnight(structs.replace(state, books=books))
    settle_day(act)
    assert (act.state.books[unit].hospital, act.state.books[unit].dead) == (965, 15)
