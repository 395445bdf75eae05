"""Contact, getting away, delays, engagements and arrivals (CM-CONTACT, CM-ENG)."""

import pytest
from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place, Stretch
from campaign.war.rules.contact.retreat import delay_result, modifiers, way_back
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.evolve import without_force
from campaign.war.rules.state import CampaignState, Contact, Leg
from campaign.war.rules.tables import GET_AWAY_NEEDED
from tests.war.small_campaigns import at, campaign, force, kinds, line_map, march, steps

TOTALS = [first + second for first in range(1, 7) for second in range(1, 7)]


def clash(
    red: str, blue: str, *, foot: int = 9_000, enemy: int = 9_000, start: str = "1815-06-15T10:00", **settings: int
) -> CampaignState:
    """Red marches 3 km onto blue at b; both with a way back."""
    own = force("red", 1, "b", foot=foot, legs=(march("c", posture=red, enter=True),), came_by="a--b")
    other = force("blue", 1, "c", foot=enemy, legs=(Leg("hold", blue),))  # type: ignore[arg-type]
    return campaign(line_map(20, 3, 20), own, other, start=start, **settings)


def outcome(act: Act) -> str:
    """What has come of a contact."""
    names = kinds(act)
    if "EngagementBegan" in names:
        return "battle"
    tries = [entry.event for entry in act.entries if type(entry.event).__name__ == "GetAwayTried"]
    if tries:
        return "+".join(f"{row.force} {'free' if row.free else 'rolls'}" for row in tries)
    return "touch" if act.state.contacts else "nothing"


@pytest.mark.rule("CM-CONTACT-02", "what comes of a contact is the card's table")
@pytest.mark.parametrize(
    ("red", "blue", "want"),
    [
        ("attack", "attack", "battle"),
        ("attack", "accept", "battle"),
        ("attack", "avoid", "blue.1 rolls"),
        ("accept", "attack", "battle"),
        ("accept", "accept", "touch"),
        ("accept", "avoid", "blue.1 free"),
        ("avoid", "attack", "red.1 rolls"),
        ("avoid", "accept", "red.1 free"),
        ("avoid", "avoid", "red.1 free+blue.1 free"),
    ],
)
def test_the_table_of_contact(red: str, blue: str, want: str) -> None:
    assert outcome(steps(clash(red, blue, foot=3_000, enemy=3_000), 3, FixedDice({"CM-CONTACT-03": (6, 6)}))) == want


@pytest.mark.rule(
    "CM-CONTACT-02", "who accepts and is attacked defends; where both attack, the one that came up attacks"
)
@pytest.mark.parametrize(
    ("red", "blue", "attacker", "meeting"),
    [("attack", "accept", "red", False), ("accept", "attack", "blue", False), ("attack", "attack", "red", True)],
)
def test_who_attacks(red: str, blue: str, attacker: str, meeting: bool) -> None:
    (engagement,) = steps(clash(red, blue, foot=3_000, enemy=3_000), 4).state.engagements.values()
    assert (engagement.attacker, engagement.meeting) == (attacker, meeting)


@pytest.mark.rule("CM-EX-12", "get away: 21 of 36; mounted, more light horse, night 33; fatigue 7, strung out 3")
@pytest.mark.parametrize(
    ("facts", "want"),
    [
        ((False, False, False, 0, False), 21),
        ((True, True, True, 5, False), 33),
        ((False, False, False, 7, True), 3),
    ],
)
def test_chances_to_get_away(facts: tuple[bool, bool, bool, int, bool], want: int) -> None:
    modifier = sum(row.number for row in modifiers(*facts))
    assert sum(total + modifier >= GET_AWAY_NEEDED for total in TOTALS) == want


@pytest.mark.rule("CM-CONTACT-03", "who gets away goes 8 km back and avoids for 4 hours; who fails defends")
def test_getting_away() -> None:
    away = steps(clash("attack", "avoid", foot=3_000), 3, FixedDice({"CM-CONTACT-03": (3, 4)}))
    blue = away.state.forces["blue.1"]
    assert (blue.place, blue.away - blue.since) == (Place(road="c--d", metres=8_000), 4 * 60)
    failed = steps(clash("attack", "avoid", foot=3_000, enemy=3_000), 4, FixedDice({"CM-CONTACT-03": (3, 3)}))
    (engagement,) = failed.state.engagements.values()
    assert engagement.defender == "blue"


@pytest.mark.rule("CM-ORDER-03", "a force also avoids if the enemy seems more than 2 to 1")
@pytest.mark.parametrize(("enemy", "want"), [(6_000, "touch"), (6_500, "red.1 free")])
def test_avoiding_superior_numbers(enemy: int, want: str) -> None:
    assert outcome(steps(clash("accept", "accept", foot=3_000, enemy=enemy), 3)) == want


@pytest.mark.rule("CM-EX-29", "reported 20,000, attack_at 10: 18,000 wait, 20,500 attack")
@pytest.mark.rule("CM-CONTACT-08", "an attacker waits until the men up are as many as the enemies reported")
@pytest.mark.parametrize(("foot", "want"), [(18_000, "touch"), (20_500, "battle")])
def test_closing_up(foot: int, want: str) -> None:
    assert outcome(steps(clash("attack", "accept", foot=foot, enemy=20_000), 12)) == want


@pytest.mark.rule("CM-CONTACT-08", "after 6 hours of daylight an attacker who waits only accepts")
def test_an_attacker_tires_of_waiting() -> None:
    state = steps(clash("attack", "accept", foot=6_000, enemy=9_000, start="1815-06-15T06:00"), 9).state
    assert state.forces["red.1"].waits
    assert (
        not steps(clash("attack", "accept", foot=6_000, enemy=9_000, start="1815-06-15T06:00"), 7)
        .state.forces["red.1"]
        .waits
    )


@pytest.mark.rule(
    "CM-CONTACT-09", "no battle begins with less than 2 hours of light; it is looked at again at first light"
)
def test_no_battle_in_the_evening() -> None:
    late = steps(clash("attack", "accept", foot=3_000, enemy=3_000, start="1815-06-15T18:00"), 3)
    assert outcome(late) == "touch"
    state = clash("attack", "accept", foot=3_100, enemy=3_000, start="1815-06-15T18:00", use_supply=False)
    (engagement,) = steps(state, 11).state.engagements.values()
    assert engagement.begins == at(5, day=1)


@pytest.mark.rule("CM-EX-13", "delay, first die 3: 8,000 against 24,000 120 minutes; 24,001 60; 48,000 none")
@pytest.mark.rule("CM-EX-13", "second die 4: 160 men each")
def test_a_delay() -> None:
    assert delay_result(8_000, 24_000, False, 3, 4) == (120, 160)
    assert delay_result(8_000, 24_001, False, 3, 4) == (60, 160)
    assert delay_result(8_000, 48_000, False, 3, 4) is None
    assert delay_result(8_000, 30_000, True, 3, 4) == (120, 160)


@pytest.mark.rule("CM-CONTACT-04", "a delaying force costs the attacker time and men and stands 5 km back")
@pytest.mark.rule("CM-RULING-09", "it stands back at the end of the step; the attackers stand still for their minutes")
def test_a_delay_on_the_map() -> None:
    own = force("red", 1, "b", foot=9_000, legs=(march("c", posture="attack"), march("d", posture="attack")))
    other = force("blue", 1, "c", foot=8_000, legs=(Leg("delay", back_to="d"),))
    act = steps(
        campaign(line_map(20, 3, 20), own, other, start="1815-06-15T10:00"), 2, FixedDice({"CM-CONTACT-04": (3, 4)})
    )
    assert act.state.forces["blue.1"].place == Place(road="c--d", metres=5_000)
    assert act.state.forces["red.1"].held_until == act.begins + 120
    assert 8_000 - act.state.books["blue1/brigade 1/line_infantry"].present == 160
    assert not act.state.engagements


@pytest.mark.rule("CM-CONTACT-01", "two heads on a road stop where they met, in proportion to their walks")
def test_heads_meet_on_a_road() -> None:
    own = force("red", 1, "a", foot=3_000, legs=(march("b", posture="attack"),))
    other = force("blue", 1, "b", heavy=3_000, legs=(march("a", posture="attack"),))
    state = campaign(line_map(5), own, other, start="1815-06-15T10:00")
    assert steps(state, 1).state.forces["red.1"].place == Place(road="a--b", metres=2_000)


@pytest.mark.rule("CM-CONTACT-01", "a head stops at the tail of an enemy's column")
def test_a_head_reaches_a_column() -> None:
    own = force("red", 1, "a", heavy=3_000, legs=(march("b", posture="attack"),))
    other, *rest = force("blue", 1, "b", foot=9_000, legs=(Leg("hold"),))
    place = Place(road="a--b", metres=9_000)
    long = structs.replace(other, place=place, column=(Stretch("a--b", 9_000, 2_700),))
    state = campaign(line_map(20), own, (long, *rest), start="1815-06-15T10:00")
    assert steps(state, 1).state.forces["red.1"].place == Place(road="a--b", metres=2_700)


@pytest.mark.rule("CM-CONTACT-02", "forces in touch may not pass each other")
@pytest.mark.rule("CM-ORDER-06", "an enemy in touch across its way drops an order, and the owner is told why")
def test_no_way_past_an_enemy_in_touch() -> None:
    own = force("red", 1, "b", foot=3_000, legs=(march("d", enter=True),))
    state = campaign(line_map(20, 3, 20), own, force("blue", 1, "c", foot=3_000), start="1815-06-15T10:00")
    after = steps(state, 5).state.forces["red.1"]
    assert after.place == Place(point="c")
    assert "bars the way" in after.idle


@pytest.mark.rule(
    "CM-CONTACT-10", "the way back is the first free one: back_to, the road it came by, a depot, any road"
)
def test_the_way_back() -> None:
    own = force("red", 1, "b", foot=3_000, came_by="b--c", legs=(Leg("hold", back_to="a"),))
    act = Act(campaign(line_map(20, 20), own), FixedDice({}))
    back = way_back(act, act.state.forces["red.1"], 8_000)
    assert back is not None
    assert back.place == Place(road="a--b", metres=12_000)
    without = structs.replace(act.state.forces["red.1"], legs=(Leg("hold"),))
    other = way_back(act, without, 8_000)
    assert other is not None
    assert other.place == Place(road="b--c", metres=8_000)


@pytest.mark.rule("CM-CONTACT-10", "a way with an enemy on it is not free")
def test_no_way_back_through_enemies() -> None:
    own = force("red", 1, "b", foot=3_000, came_by="a--b")
    other, *rest = force("blue", 1, "b", foot=900)
    third, *more = force("blue", 2, "b", foot=900)
    near = structs.replace(other, place=Place(road="a--b", metres=15_000))
    far = structs.replace(third, place=Place(road="b--c", metres=5_000))
    act = Act(campaign(line_map(20, 20), own, (near, *rest), (far, *more)), FixedDice({}))
    assert way_back(act, act.state.forces["red.1"], 8_000) is None


@pytest.mark.rule("CM-ENG-02", "supporting forces within 12 km come on 7 or more, formation by formation")
@pytest.mark.parametrize(("faces", "want"), [((3, 4), True), ((3, 3), False)])
def test_marching_to_the_guns(faces: tuple[int, int], want: bool) -> None:
    ground = line_map(20, 3, 10)
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack"),))
    helper = force("blue", 2, "d", foot=4_000, guns=8, brigades=2, legs=(Leg("hold", support=True),))
    state = campaign(ground, own, force("blue", 1, "c", foot=3_000), helper, start="1815-06-15T08:00")
    act = steps(state, 4, FixedDice({"CM-ENG-02": faces}))
    (engagement,) = act.state.engagements.values()
    rows = [row for row in engagement.defenders if row.force == "blue.2"]
    assert bool(rows) is want
    if want:
        head = 10_000 * 60 // 2_500
        assert [arrival.minutes for arrival in rows[0].arrivals] == [head + 46, head + 79]
        assert act.state.forces["blue.2"].engaged == engagement.id


@pytest.mark.rule("CM-ENG-02", "who would come too late halts 3 km short")
def test_who_comes_too_late_halts_short() -> None:
    ground = line_map(20, 3, 12)
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack"),))
    helper = force("blue", 2, "d", foot=4_000, legs=(march("c"),))
    state = campaign(ground, own, force("blue", 1, "c", foot=3_000), helper, start="1815-06-15T14:00", turn_hours=6)
    late = structs.replace(
        state, forces={**state.forces, "blue.2": structs.replace(state.forces["blue.2"], held_until=at(17))}
    )
    act = steps(late, 6)
    (engagement,) = act.state.engagements.values()
    assert [row.force for row in engagement.defenders] == ["blue.1"]
    assert act.state.forces["blue.2"].engaged == 0
    assert act.net.between(engagement.place, act.state.forces["blue.2"].place) >= 3_000


@pytest.mark.rule("CM-ENG-01", "formations within 3 km are there from the beginning; a crossing lies between")
def test_an_engagement_at_a_bridge() -> None:
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack"),))
    ground = line_map(20, 3, 20, rivers=("b-c@c",))
    state = campaign(ground, own, force("blue", 1, "c", foot=3_000, brigades=3), start="1815-06-15T10:00")
    (engagement,) = steps(state, 4).state.engagements.values()
    assert (engagement.ground.crossing, engagement.ground.crossing_at) == ("medium", "sambre@c")
    assert len(engagement.defenders[0].formations) == 3
    assert engagement.light == at(21) - engagement.begins


@pytest.mark.rule(
    "CM-TIME-08", "an engagement takes its forces for the rest of the turn: whoever is in it marches no more"
)
@pytest.mark.parametrize("engaged", [True, False])
def test_who_is_engaged_marches_no_more(engaged: bool) -> None:
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack"),))
    state = campaign(line_map(20, 3, 20), own, force("blue", 1, "c", foot=3_000), start="1815-06-15T10:00")
    state = steps(state, 4).state
    there = state.forces["blue.1"]
    assert there.engaged == 1
    away = structs.replace(there, legs=(march("d"),), way=("d",), engaged=1 if engaged else 0)
    after = steps(structs.replace(state, forces={**state.forces, "blue.1": away}), 1).state.forces["blue.1"]
    assert (after.place == there.place) is engaged


@pytest.mark.rule("CM-WEATHER-02", "a battle is told the weather")
def test_a_battle_is_told_the_weather() -> None:
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack"),))
    other = force("blue", 1, "c", foot=3_000)
    state = campaign(line_map(20, 3, 20), own, other, start="1815-06-15T10:00", weather={0: "rain"})
    (engagement,) = steps(state, 4).state.engagements.values()
    assert engagement.ground.weather == "rain"


@pytest.mark.rule("CM-CONTACT-07", "who comes up to a fight of others stops 2 km short")
def test_who_comes_later_stops_short() -> None:
    own = force("red", 1, "b", foot=3_000, legs=(march("c", posture="attack"),))
    late = force("blue", 2, "d", heavy=900, legs=(march("c", posture="avoid", enter=True),))
    state = campaign(line_map(20, 3, 20), own, force("blue", 1, "c", foot=3_000), late, start="1815-06-15T10:00")
    after = steps(state, 9).state
    assert after.forces["red.1"].engaged == 1
    assert after.forces["blue.2"].place == Place(road="c--d", metres=2_000)


@pytest.mark.rule("CM-BOOK-04", "a force without men and guns is struck off, and is in touch with nobody")
def test_contacts_of_a_force_that_is_gone_end() -> None:
    state = campaign(line_map(20), force("red", 1, "a", foot=9), force("blue", 1, "b", foot=9))
    one, other = (Contact("red.1", name, "red.1", Place(point="b"), at(5)) for name in ("blue.1", "blue.2"))
    state = structs.replace(state, contacts=(one, other))
    after = without_force(state, "blue.1")
    assert (after.contacts, list(after.forces)) == ((other,), ["red.1"])
    assert without_force(state, "red.1").contacts == ()
