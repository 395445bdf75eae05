"""Our rulings where the campaign rules leave a gap (CM-RULING)."""

import pytest
from msgspec import structs

from campaign.war.rules.books import Account
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.state import Leg, Side
from campaign.war.rules.victory import scores
from tests.war.small_campaigns import at, campaign, force, line_map, march, steps

THREE = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"), Side("green", "Green", "green"))


@pytest.mark.rule("CM-RULING-05", "of two that meet on a road the first by the ties rule came up, and so attacks")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_heads_that_meet_on_a_road(first: str) -> None:
    own = force("red", 1, "a", foot=3_000, legs=(march("b", posture="attack"),))
    other = force("blue", 1, "b", foot=3_000, legs=(march("a", posture="attack"),))
    sides = tuple(side for key in (first, "red", "blue") for side in THREE if side.key == key)
    sides = tuple(dict.fromkeys(sides))
    state = campaign(line_map(5), own, other, start="1815-06-15T10:00", sides=sides)
    (engagement,) = steps(state, 5).state.engagements.values()
    assert (engagement.attacker, engagement.meeting) == (first, True)


@pytest.mark.rule("CM-RULING-05", "two that reach one point in a step both stop there")
def test_two_that_reach_one_point() -> None:
    own = force("red", 1, "a", foot=3_000, legs=(march("c"),))
    other = force("blue", 1, "c", foot=3_000, legs=(march("a"),))
    after = steps(campaign(line_map(5, 5), own, other, start="1815-06-15T10:00"), 2).state
    assert {row.place for row in after.forces.values()} == {Place(point="b")}


@pytest.mark.rule("CM-RULING-06", "an engagement is dated at the end of its step, and its light counts from then")
def test_the_time_of_an_engagement() -> None:
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack", enter=True),))
    state = campaign(line_map(20, 3, 20), own, force("blue", 1, "c", foot=3_000), start="1815-06-15T10:00")
    for count in range(1, 5):
        if engagements := steps(state, count).state.engagements:
            break
    assert [(row.begins, row.light) for row in engagements.values()] == [(at(10 + count), at(11 - count))]


@pytest.mark.rule("CM-RULING-07", "with three alliances the dead count for enemies as the captured do, else the first")
@pytest.mark.parametrize(
    ("captured", "want"),
    [({"blue": 1_000, "green": 3_000}, {"red": 0, "blue": 2, "green": 6}), ({}, {"red": 0, "blue": 4, "green": 0})],
)
def test_whose_the_dead_are(captured: dict[str, int], want: dict[str, int]) -> None:
    rows = [force("red", 1, "a", foot=9_000), force("blue", 1, "b", foot=900), force("green", 1, "c", foot=900)]
    state = campaign(line_map(20, 20), *rows, sides=THREE)
    lost = Account(9_000 - 4_000 - sum(captured.values()), 0, dead=4_000, captured=captured)
    state = structs.replace(state, books={**state.books, "red1/brigade 1/line_infantry": lost})
    assert {alliance: row.men for alliance, row in scores(state, at_end=False).items()} == want


@pytest.mark.rule("CM-RULING-12", "a third alliance that comes up to a battle halts 2 km short, whatever its posture")
def test_a_third_alliance_halts() -> None:
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack", enter=True),))
    third = force("green", 1, "d", heavy=900, legs=(march("c", posture="attack", enter=True),))
    rows = (own, force("blue", 1, "c", foot=3_000, legs=(Leg("hold"),)), third)
    state = campaign(line_map(20, 3, 25), *rows, sides=THREE, start="1815-06-15T10:00")
    after = steps(state, 8).state
    assert len(after.engagements) == 1
    assert after.forces["green.1"].place == Place(road="c--d", metres=2_000)
    assert not after.forces["green.1"].engaged
