"""Marches: speed, hours, columns and halts (CM-MARCH)."""

import pytest
from msgspec import structs

from campaign.war.rules.campaign_map import FAR, Place, Road, Stretch, network
from campaign.war.rules.command.orders import way_for
from campaign.war.rules.forces import drawn_out, strength, up_within
from campaign.war.rules.march import Halts
from campaign.war.rules.settings import read_settings
from campaign.war.rules.state import Day, Leg, Precedence, TurnOrders
from tests.war.small_campaigns import at, campaign, force, kinds, line_map, march, steps, turn

CORPS = {"foot": 20_000, "heavy": 2_000, "guns": 48}


@pytest.mark.rule("CM-EX-01", "20,000 foot, 2,000 horse and 48 guns are 9,690 m long on a chaussee")
@pytest.mark.rule("CM-MARCH-03", "a column is half as long on a chaussee")
def test_length_of_a_corps() -> None:
    state = campaign(line_map(17), force("red", 1, "a", **CORPS))
    found = strength(state, state.forces["red.1"].formations)
    assert (found.length("chaussee"), found.length("road")) == (9690, 19_380)


@pytest.mark.rule("CM-EX-01", "17 km of chaussee take 5 h 40 min for the head, 3 h 14 min more for the tail")
def test_seventeen_kilometres_of_chaussee() -> None:
    state = campaign(line_map(17, kind="chaussee"), force("red", 1, "a", **CORPS, legs=(march("b"),)), step_minutes=15)
    head = steps(state, 23).state.forces["red.1"]
    assert (head.place, head.since) == (Place(point="b"), at(4) + 5 * 60 + 40)
    assert steps(state, 35).state.forces["red.1"].column
    assert steps(state, 36).state.forces["red.1"].column == ()


@pytest.mark.rule("CM-EX-10", "forced from 04:00 in June: 37 km of chaussee to 16:20")
@pytest.mark.rule("CM-MARCH-01", "speeds are those of the table")
def test_forced_march_on_a_chaussee() -> None:
    ground = line_map(37, kind="chaussee")
    state = campaign(ground, force("red", 1, "a", foot=500, guns=1, legs=(march("b", pace="forced"),)))
    after = steps(state, 13).state.forces["red.1"]
    assert (after.place.point, after.since, after.day.light) == ("b", at(16, 20), 12 * 60 + 20)


@pytest.mark.rule("CM-EX-10", "20 km of track in mud to 18:03")
@pytest.mark.rule("CM-WEATHER-02", "mud takes a quarter off the speed")
def test_forced_march_in_mud() -> None:
    ground = line_map(20, kind="track")
    state = campaign(ground, force("red", 1, "a", foot=500, legs=(march("b", pace="forced"),)), weather={0: "mud"})
    after = steps(state, 15).state.forces["red.1"]
    assert (after.place.point, after.since) == ("b", at(18, 3))


@pytest.mark.rule("CM-MARCH-02", "a normal march ends after 8 hours of light and goes on the next day")
def test_normal_march_goes_on_the_next_day() -> None:
    state = campaign(line_map(60), force("red", 1, "a", foot=500, legs=(march("b"),)), use_supply=False)
    day = steps(state, 20).state
    assert day.forces["red.1"].place == Place(road="a--b", metres=20_000)
    assert steps(state, 24 + 8).state.forces["red.1"].place == Place(road="a--b", metres=40_000)


@pytest.mark.rule("CM-MARCH-02", "night marches go in the dark, 8 hours at most, 15 with those by day")
@pytest.mark.parametrize(("day", "want"), [(Day(), 3 * 60), (Day(dark=7 * 60), 60), (Day(light=14 * 60), 60)])
def test_night_march(day: Day, want: int) -> None:
    own = force("red", 1, "a", foot=500, legs=(march("b", pace="night"),), day=day)
    state = campaign(line_map(60), own, start="1815-06-15T21:00")
    after = steps(state, 3).state.forces["red.1"]
    assert after.day.dark - day.dark == want
    assert after.place.metres == 1500 * want // 60


@pytest.mark.rule("CM-EX-09", "EX-01's corps halts on a road: after 3 h 386 per mille have closed up")
@pytest.mark.rule("CM-MARCH-04", "a halted column closes up at its speed")
def test_a_corps_closes_up() -> None:
    own, *rest = force("red", 1, "a", **CORPS)
    long = structs.replace(own, place=Place(road="a--b", metres=25_000), column=(Stretch("a--b", 25_000, 5_620),))
    after = steps(campaign(line_map(60), (long, *rest)), 3).state.forces["red.1"]
    assert after.up * 1000 // 19_380 == 386
    assert drawn_out(after.column) == 19_380 - 7_500


@pytest.mark.rule("CM-EX-09", "two brigades of 4,000 foot, the first with 8 guns, are up after 79 and 146 minutes")
@pytest.mark.parametrize(("minutes", "up"), [(78, 0), (79, 1), (145, 1), (146, 2)])
def test_brigades_come_up(minutes: int, up: int) -> None:
    own, *rest = force("red", 1, "a", foot=8_000, guns=8, brigades=2)
    state = campaign(line_map(60), (own, *rest))
    column = (Stretch("a--b", 25_000, 18_920),)
    halted = structs.replace(own, place=Place(road="a--b", metres=25_000), column=column, up=2500 * minutes // 60)
    assert len(up_within(strength(state, own.formations), halted, "road", 0)) == up


@pytest.mark.rule(
    "CM-EX-26", "the next column leaves Beaumont at 10:30 in steps of 30 minutes, at 11:00 in those of 60"
)
@pytest.mark.rule("CM-MARCH-05", "a column waits until the road before it is free")
@pytest.mark.parametrize(("step", "hour", "minute"), [(30, 10, 30), (60, 11, 0)])
def test_the_next_column_leaves_beaumont(step: int, hour: int, minute: int) -> None:
    legs = (march("b", pace="forced"),)
    first = force("red", 1, "a", foot=16_851, heavy=1_017, guns=38, legs=legs)
    state = campaign(line_map(60), first, force("red", 2, "a", foot=3_000, legs=legs), step_minutes=step)
    assert strength(state, state.forces["red.1"].formations).length("road") == 15_346
    before = steps(state, (at(hour, minute) - at(4)) // step)
    assert before.state.forces["red.2"].place.point == "a"
    assert steps(state, (at(hour, minute) - at(4)) // step + 1).state.forces["red.2"].place.road == "a--b"


@pytest.mark.rule("CM-MARCH-05", "where two want one road, the one of lower precedence waits")
def test_precedence_on_one_road() -> None:
    legs = (march("b"),)
    ground = line_map(30)
    state = campaign(ground, force("red", 1, "a", foot=3_000, legs=legs), force("red", 2, "a", foot=3_000, legs=legs))
    assert [steps(state, 1).state.forces[key].place.point for key in ("red.1", "red.2")] == ["", "a"]
    orders = TurnOrders(precedence=(Precedence("red", ("red.2", "red.1")),))
    after = steps(state, 1, orders=orders).state
    assert [after.forces[key].place.point for key in ("red.1", "red.2")] == ["a", ""]


@pytest.mark.rule("CM-MARCH-05", "columns in opposite directions pass freely")
def test_opposite_columns_pass() -> None:
    first = force("red", 1, "a", foot=9_000, legs=(march("b"),))
    second = force("red", 2, "b", foot=9_000, legs=(march("a"),))
    after = steps(campaign(line_map(15), first, second), 6).state
    assert (after.forces["red.1"].place.point, after.forces["red.2"].place.point) == ("b", "a")


@pytest.mark.rule("CM-MARCH-04", "a column that turns about closes up first")
@pytest.mark.rule("CM-RULING-04", "one that turns about closes up and goes on in the same step")
def test_turning_about() -> None:
    own, *rest = force("red", 1, "a", foot=10_000, legs=(march("a"),))
    place = Place(road="a--b", metres=20_000)
    long = structs.replace(own, place=place, column=(Stretch("a--b", 20_000, 13_000),))
    state = campaign(line_map(30), (long, *rest))
    assert steps(state, 2).state.forces["red.1"].place == place
    assert steps(state, 3).state.forces["red.1"].place.metres == 19_500


@pytest.mark.rule("CM-MARCH-08", "a march halts 2 km before an enemy that it knows, unless it attacks")
@pytest.mark.parametrize(("posture", "want"), [("accept", "touch"), ("attack", "b")])
def test_halt_short(posture: str, want: str) -> None:
    own = force("red", 1, "a", foot=9_000, legs=(march("b", posture=posture),))
    state = campaign(line_map(10), own, force("blue", 1, "b", foot=9_000, legs=(Leg("hold"),)))
    after = steps(state, 8).state.forces["red.1"].place
    assert after == (Place(point="b") if want == "b" else Place(road="a--b", metres=8_000))


@pytest.mark.rule("CM-MAP-03", "a broken crossing stops every force; the road is cut from both ends")
def test_a_broken_crossing_cuts_its_road() -> None:
    ground = line_map(10, 10, rivers=("b-c@b",))
    own = force("red", 1, "a", foot=500, legs=(march("c"),))
    state = structs.replace(campaign(ground, own), broken=("sambre@b",))
    act = steps(state, 8)
    assert act.state.forces["red.1"].place.point == "b"
    assert "OrderDropped" in kinds(act)


@pytest.mark.rule("CM-ORDER-05", "without new orders a force goes on with its legs, then does its standing orders")
def test_legs_then_standing_orders() -> None:
    legs, standing = (march("b"), Leg("rest", hours=2)), (march("c"),)
    state = campaign(line_map(5, 5), force("red", 1, "a", foot=500, legs=legs, standing=standing))
    assert steps(state, 4).state.forces["red.1"].legs[0].order == "rest"
    after = turn(state).forces["red.1"]
    assert (after.place.point, after.legs[0].order) == ("c", "hold")


@pytest.mark.rule("CM-MAP-07", "the quickest way is that of the campaign's own table of speeds")
@pytest.mark.parametrize(("track", "points"), [(1900, ("b", "c")), (2500, ("c",))])
def test_another_table_of_speeds(track: int, points: tuple[str, ...]) -> None:
    """22 km of road by b, or 20 km of track."""
    ground = line_map(11, 11)
    ground = structs.replace(ground, roads=(*ground.roads, Road("a--c", "a", "c", 20_000, "track")))
    tables = read_settings({"march_rate": {"foot": {"track": track}}}).tables
    state = campaign(ground, force("red", 1, "a", foot=500), tables=tables)
    assert way_for(state, state.forces["red.1"], march("c"), Place(point="a")) == points


@pytest.mark.rule("CM-MARCH-08", "a head halts short of an enemy on its road, counted from where it stands")
@pytest.mark.parametrize(
    ("metres", "way", "want"),
    [
        (0, ("b",), (9_000, "enemy")),
        (4_000, ("b",), (5_000, "enemy")),
        (10_500, ("b",), (0, "enemy")),
        (14_000, ("b",), (FAR, "")),
        (14_000, ("a",), (1_000, "enemy")),
        (4_000, ("a",), (FAR, "")),
    ],
)
def test_how_far_a_head_may_go(metres: int, way: tuple[str, ...], want: tuple[int, str]) -> None:
    net = network(line_map(20, 20))
    halts = Halts()
    halts.put(Place(road="a--b", metres=11_000), 2_000, "enemy")
    start = Place(road="a--b", metres=metres) if metres else Place(point="a")
    assert halts.reach(net, start, way) == want
