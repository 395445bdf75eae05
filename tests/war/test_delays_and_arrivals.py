"""Delays, who belongs to a contact, and who comes up to a battle (CM-CONTACT-04, CM-CONTACT-07, CM-ENG-02)."""

from typing import Any

import pytest
from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.state import CampaignState, Day, Engaged, Leg, Side
from campaign.war.rules.view import engagement_view
from tests.war.small_campaigns import at, campaign, force, kinds, line_map, march, steps

ATTACK = march("c", posture="attack", enter=True)
DELAY = Leg("delay", back_to="d")
THREE = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"), Side("green", "Green", "green"))


def standing(made: Any, place: Place) -> Any:
    """A force of ``force`` at another place."""
    own, *rest = made
    return (structs.replace(own, place=place), *rest)


def delayed(*others: Any, foot: int = 24_001, hour: int = 10, far: int = 3, **ground: Any) -> Act:
    """Red attacks 8,000 men of blue who delay at c, some km away; the dice are 3 and 4."""
    red = force("red", 1, "b", foot=foot, legs=(ATTACK,))
    blue = force("blue", 1, "c", foot=8_000, legs=(DELAY,))
    chart = line_map(20, far, 20, **ground)
    state = campaign(chart, red, blue, *others, start=f"1815-06-15T{hour}:00", avoid_at=0)
    dice = FixedDice({"CM-CONTACT-03": (6, 6), "CM-CONTACT-04": (3, 4, 3, 4)})
    act = Act(state, dice)
    for number in range(1 + far // 2):
        act = steps(act.state, 1, dice) if number == 0 else _on(act, dice)
        if "Delayed" in kinds(act) or "GetAwayTried" in kinds(act):
            return act
    return act


def _on(act: Act, dice: FixedDice) -> Act:
    """The next step after those of an act."""
    return steps(structs.replace(act.state, time=act.ends), 1, dice)


def minutes_of(act: Act) -> int:
    """Minutes that the delay of blue's first force costs."""
    event = next(entry.event for entry in act.entries if type(entry.event).__name__ == "Delayed")
    return int(event.minutes)  # type: ignore[union-attr]


@pytest.mark.rule("CM-CONTACT-04", "less than a third of the attacker's men: (1D6 + 1) x 15 minutes, begun at once")
def test_a_delay_begins_before_the_attacker_has_closed_up() -> None:
    act = delayed(far=9)
    assert minutes_of(act) == 60
    assert act.state.forces["red.1"].held_until == act.begins + 60


@pytest.mark.rule("CM-CONTACT-04", "works or a crossing between the two cost the attacker twice the minutes")
@pytest.mark.parametrize("ground", [{"points": {"c": {"fortified": "fieldworks"}}}, {"rivers": ("b-c@c",)}])
def test_a_good_place_doubles_the_minutes(ground: Any) -> None:
    assert minutes_of(delayed(**ground)) == 120


@pytest.mark.rule("CM-CONTACT-04", "all within 3 km count")
def test_all_within_3_km_delay_together() -> None:
    assert minutes_of(delayed(force("blue", 2, "c", foot=8_000, legs=(DELAY,)), foot=40_000)) == 120


@pytest.mark.rule("CM-CONTACT-04", "the attacker loses men as who holds the field, the other as who left it")
def test_losses_of_a_delay() -> None:
    books = delayed(foot=20_000).state.books
    red, blue = (books[f"{side}1/brigade 1/line_infantry"] for side in ("red", "blue"))
    assert (red.dead, red.hospital, red.stragglers, sum(red.captured.values())) == (24, 72, 64, 0)
    assert (blue.dead, blue.hospital, blue.stragglers, blue.captured) == (24, 64, 56, {"red": 16})


@pytest.mark.rule("CM-CONTACT-04", "with less than 2 hours of light it counts as avoid: the force rolls to get away")
def test_nobody_delays_in_the_evening() -> None:
    act = delayed(hour=18, foot=9_000)
    assert "Delayed" not in kinds(act)
    assert "GetAwayTried" in kinds(act)


@pytest.mark.rule("CM-CONTACT-04", "six times outnumbered it must try to get away")
@pytest.mark.parametrize(("foot", "want"), [(47_999, "Delayed"), (48_000, "GetAwayTried")])
def test_six_times_outnumbered(foot: int, want: str) -> None:
    assert want in kinds(delayed(foot=foot))


def fight(*others: Any, legs: Leg = ATTACK, hour: int = 8, dice: Any = (6, 6), **values: Any) -> CampaignState:
    """Red's 3,000 attack blue's 3,000 at c, with others about; red comes from b, 3 km away."""
    red = force("red", 1, "b", foot=3_000, legs=(legs,))
    ground = values.pop("ground", line_map(20, 3, 13))
    blue = force("blue", 1, "c", foot=3_000)
    state = campaign(ground, red, blue, *others, start=f"1815-06-15T{hour:02}:00", avoid_at=0, **values)
    return steps(state, 4, FixedDice({"CM-ENG-02": dice}, rest=6)).state


def defenders(state: CampaignState) -> dict[str, Engaged]:
    (engagement,) = state.engagements.values()
    return {row.force: row for row in engagement.defenders}


@pytest.mark.rule("CM-CONTACT-07", "all forces within 3 km of a contact belong to it, and no others")
@pytest.mark.parametrize(("metres", "want"), [(3_000, ["blue.1", "blue.2"]), (3_001, ["blue.1"])])
def test_who_belongs_to_a_contact(metres: int, want: list[str]) -> None:
    near = standing(force("blue", 2, "d", foot=900), Place(road="c--d", metres=metres))
    assert list(defenders(fight(near, attack_at=5))) == want


@pytest.mark.rule("CM-CONTACT-07", "each compares its posture with the most warlike of the enemy")
@pytest.mark.parametrize(("second", "free"), [("attack", False), ("accept", True)])
def test_the_most_warlike_enemy_counts(second: str, free: bool) -> None:
    red = force("red", 1, "b", foot=3_000, legs=(march("c", posture="accept", enter=True),))
    with_it = standing(force("red", 2, "b", foot=900, legs=(Leg("hold", second),)), Place(road="b--c", metres=2_000))  # type: ignore[arg-type]
    blue = force("blue", 1, "c", foot=3_000, legs=(Leg("hold", "avoid"),))
    state = campaign(line_map(20, 3, 20), red, with_it, blue, start="1815-06-15T10:00", avoid_at=0)
    act = steps(state, 3, FixedDice({}, rest=6))
    tries = [entry.event for entry in act.entries if type(entry.event).__name__ == "GetAwayTried"]
    assert tries[0].free is free  # type: ignore[union-attr]


@pytest.mark.rule("CM-CONTACT-07", "of three alliances the two that met first fight; the third stops 2 km before them")
@pytest.mark.parametrize(("posture", "engagements"), [("accept", 0), ("attack", 1)])
def test_a_third_alliance_stops_short(posture: str, engagements: int) -> None:
    red = force("red", 1, "b", foot=3_000, legs=(march("c", posture=posture, enter=True),))
    green = force("green", 1, "d", heavy=900, legs=(march("c", posture="attack", enter=True),))
    blue = force("blue", 1, "c", foot=3_000)
    ground = line_map(20, 3, 20)
    state = campaign(ground, red, blue, green, start="1815-06-15T08:00", sides=THREE, avoid_at=0)
    after = steps(state, 9).state
    assert len(after.engagements) == engagements
    assert not any("green.1" in (row.first, row.second) for row in after.contacts)
    assert after.forces["green.1"].place.road == "c--d"
    if engagements:
        assert after.forces["green.1"].place.metres == 2_000


def helper(*legs: Leg, number: int = 2, **facts: Any) -> Any:
    """Blue's second force, which hears the guns from d if its legs say that it supports."""
    return force("blue", number, "d", foot=2_000, legs=legs or (Leg("hold", support=True),), **facts)


@pytest.mark.rule("CM-ENG-02", "only those within 12 km come, with support, and not with posture avoid")
@pytest.mark.parametrize(
    ("legs", "metres", "want"),
    [
        (Leg("hold", support=True), 12_000, True),
        (Leg("hold", support=True), 12_001, False),
        (Leg("hold"), 12_000, False),
        (Leg("hold", "avoid", support=True), 12_000, False),
    ],
)
def test_who_marches_to_the_guns(legs: Leg, metres: int, want: bool) -> None:
    comer = standing(helper(legs), Place(road="c--d", metres=metres))
    assert ("blue.2" in defenders(fight(comer))) is want


@pytest.mark.rule("CM-ENG-02", "no force comes past a hostile force")
def test_nobody_comes_past_an_enemy() -> None:
    ground = line_map(20, 3, 10)
    barred = standing(force("red", 2, "b", foot=900), Place(road="c--d", metres=5_000))
    assert "blue.2" in defenders(fight(helper(), ground=ground))
    assert "blue.2" not in defenders(fight(helper(), barred, ground=ground))


@pytest.mark.rule("CM-ENG-02", "2D6 and the commander's initiative: 7 or more")
@pytest.mark.parametrize(("initiative", "want"), [(0, False), (1, True)])
def test_initiative_helps_to_hear_the_guns(initiative: int, want: bool) -> None:
    red = force("red", 1, "b", foot=3_000, legs=(ATTACK,))
    blue = force("blue", 1, "c", foot=3_000)
    state = campaign(line_map(20, 3, 10), red, blue, helper(), start="1815-06-15T08:00", avoid_at=0)
    leader = structs.replace(state.commanders["blue:2"], rating="good")
    state = structs.replace(
        state,
        setup=structs.replace(state.setup, initiative={"good": initiative}),
        commanders={**state.commanders, "blue:2": leader},
    )
    assert ("blue.2" in defenders(steps(state, 4, FixedDice({"CM-ENG-02": (3, 3)})).state)) is want


@pytest.mark.rule("CM-ENG-02", "who has marched 15 hours of the day comes no more")
@pytest.mark.rule("CM-MARCH-02", "together at most 15 hours of marching in a day")
@pytest.mark.parametrize(("hours", "want"), [(10, True), (12, False)])
def test_a_tired_force_does_not_come(hours: int, want: bool) -> None:
    comer = helper(day=Day(light=hours * 60, rested=False))
    assert ("blue.2" in defenders(fight(comer, ground=line_map(20, 3, 10)))) is want


@pytest.mark.rule("CM-ENG-02", "columns that arrive by one road follow each other")
def test_columns_follow_each_other() -> None:
    rows = defenders(fight(helper(), helper(number=3), ground=line_map(20, 3, 10), dice=(6, 6, 6, 6)))
    (first,), (second,) = rows["blue.2"].arrivals, rows["blue.3"].arrivals
    assert first.minutes == 240 + 34
    assert second.minutes == first.minutes + 34


@pytest.mark.rule("CM-ENG-02", "who would arrive after the turn's end marches and halts 3 km short of the battle")
def test_a_helper_that_comes_too_late_halts_3_km_short() -> None:
    red = force("red", 1, "b", foot=3_000, legs=(ATTACK,))
    blue = force("blue", 1, "c", foot=3_000)
    comer = helper(held_until=at(17))
    ground = line_map(20, 3, 10)
    state = campaign(ground, red, blue, comer, start="1815-06-15T14:00", turn_hours=6, avoid_at=0)
    act = steps(state, 6, FixedDice({"CM-ENG-02": (6, 6)}))
    late = act.state.forces["blue.2"]
    assert "blue.2" not in defenders(act.state)
    assert late.place == Place(road="c--d", metres=3_000)


@pytest.mark.rule("CM-SIGHT-06", "of a battle the enemy knows who is there, not who is still coming up")
def test_the_enemy_does_not_know_who_comes_up() -> None:
    state = fight(helper(), ground=line_map(20, 3, 10))
    (engagement,) = state.engagements.values()
    assert [row.force for row in engagement_view(state, engagement, "blue").defenders] == ["blue.1", "blue.2"]
    assert [row.force for row in engagement_view(state, engagement, "red").defenders] == ["blue.1"]
