"""Sight and reports (CM-SIGHT)."""

import pytest
from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.events import Sighted
from campaign.war.rules.sight import halved, look, reach_of, reported
from campaign.war.rules.state import CampaignState, Command, Depot, Leg, Reinforcement
from campaign.war.rules.tables import REPORT_ERROR
from campaign.war.rules.view import known_forces, view
from tests.war.small_campaigns import at, campaign, force, line_map, steps


def looked(state: CampaignState, faces: tuple[int, ...] = (3, 4, 1, 1), minute: int | None = None) -> CampaignState:
    act = Act(state, FixedDice({"CM-SIGHT-03": faces}))
    act.begins = state.time if minute is None else minute
    act.ends = act.now = act.begins + 60
    look(act)
    return act.state


@pytest.mark.rule("CM-EX-04", "12,000 true, 2D6 = 4: report 8,500; 300 true, 2: 500")
def test_reported_men() -> None:
    assert reported(12_000, REPORT_ERROR[4 - 2]) == 8_500
    assert reported(300, REPORT_ERROR[2 - 2]) == 500


@pytest.mark.rule("CM-EX-04", "22,000 true: 19,000 to 25,000 in 24 of 36")
def test_most_reports_are_near() -> None:
    totals = [first + second for first in range(1, 7) for second in range(1, 7)]
    assert sum(19_000 <= reported(22_000, REPORT_ERROR[total - 2]) <= 25_000 for total in totals) == 24


@pytest.mark.rule("CM-EX-21", "400 light horse by night in rain see 500 at 1,875 m")
def test_halvings_multiply() -> None:
    state = campaign(line_map(60), force("red", 1, "a", horse=400), force("blue", 1, "b", horse=500))
    act = Act(state, FixedDice({}))
    assert halved(reach_of(act, state.forces["red.1"]), True, True, True) == 1_875


@pytest.mark.rule("CM-SIGHT-01", "5 km, 15 with 300 light horse, 25 if ordered to scout")
@pytest.mark.parametrize(
    ("horse", "leg", "away", "seen"),
    [
        (299, "hold", 5, True),
        (299, "hold", 6, False),
        (300, "hold", 15, True),
        (300, "hold", 16, False),
        (300, "scout", 25, True),
        (300, "scout", 26, False),
    ],
)
def test_how_far_a_force_sees(horse: int, leg: str, away: int, seen: bool) -> None:
    own = force("red", 1, "a", horse=horse, legs=(Leg(leg),))  # type: ignore[arg-type]
    state = looked(campaign(line_map(away), own, force("blue", 1, "b", foot=9_000)))
    assert bool(known_forces(state, "red", "red")) is seen


@pytest.mark.rule("CM-SIGHT-03", "a report gives rounded men by the roll, and the name on 10 or more")
def test_a_report() -> None:
    state = campaign(line_map(4), force("red", 1, "a", foot=900), force("blue", 1, "b", foot=12_000, guns=8))
    report = looked(state, (2, 2, 4, 6)).known["red"]["blue.1"]
    assert (report.men, report.name, report.place, report.arms) == (
        8_500,
        "General blue.1",
        Place(point="b"),
        ("foot", "guns"),
    )
    assert looked(state, (2, 2, 4, 5)).known["red"]["blue.1"].name == ""


@pytest.mark.rule("CM-SIGHT-03", "one roll a day for a pair of forces, a new report every 6 hours")
@pytest.mark.rule("CM-RULING-03", "the force that rolls stands first in the key of the die")
def test_reports_come_every_six_hours() -> None:
    state = campaign(line_map(4), force("red", 1, "a", foot=900), force("blue", 1, "b", foot=900))
    dice = FixedDice({})
    act = steps(state, 14, dice)
    times = [row.time for entry in act.entries if hasattr(entry.event, "reports") for row in entry.event.reports]
    own = sorted(set(times))
    assert own == [at(5), at(11), at(17)]
    assert [place.who for place, _ in dice.asked if place.rule == "CM-SIGHT-03"] == ["red.1+blue.1", "blue.1+red.1"]


@pytest.mark.rule("CM-RULING-01", "a report is void once an own force sees that the enemy is gone")
def test_a_report_is_refuted() -> None:
    state = looked(campaign(line_map(2, 40), force("red", 1, "a", foot=900), force("blue", 1, "b", foot=900)))
    assert known_forces(state, "red", "red")
    gone = structs.replace(state.forces["blue.1"], place=Place(point="c"))
    state = looked(structs.replace(state, forces={**state.forces, "blue.1": gone}))
    assert not known_forces(state, "red", "red")
    assert state.known["red"]["blue.1"].place == Place(point="b")


@pytest.mark.rule("CM-BOOK-04", "light horse that are too weak do not scout")
def test_weak_light_horse_does_not_scout() -> None:
    state = campaign(line_map(12), force("red", 1, "a", horse=2_000), force("blue", 1, "b", foot=900))
    unit = next(key for key in state.books if key.startswith("red"))
    weak = structs.replace(state.books[unit], present=499, dead=1_501)
    assert known_forces(looked(state), "red", "red")
    assert not known_forces(looked(structs.replace(state, books={**state.books, unit: weak})), "red", "red")


@pytest.mark.rule("CM-SIGHT-06", "with open information everybody sees all")
def test_open_information() -> None:
    state = campaign(line_map(60), force("red", 1, "a", foot=900), force("blue", 1, "b", foot=777), information="open")
    assert known_forces(state, "red", "red")["blue.1"].men == 777


@pytest.mark.rule("CM-SIGHT-06", "with couriers a commander knows what the own force sees, the rest by dispatch")
def test_reports_by_courier() -> None:
    state = campaign(
        line_map(24, 4),
        force("red", 1, "a", foot=900),
        force("red", 2, "b", foot=900),
        force("blue", 1, "c", foot=900),
        information="courier",
    )
    state = structs.replace(state, commands=(Command("red.c1", "red", "Army", "red:1", ("red.1", "red.2")),))
    assert not known_forces(steps(state, 3).state, "red.c1", "red")
    assert known_forces(steps(state, 5).state, "red.c1", "red")


@pytest.mark.rule("CM-SIGHT-01", "against a force with more light horse a force sees half as far")
@pytest.mark.parametrize(("horse", "seen"), [(0, True), (400, True), (600, False)])
def test_a_screen_of_light_horse(horse: int, seen: bool) -> None:
    """12 km away, of 15 that 400 light horse see."""
    state = campaign(line_map(12), force("red", 1, "a", horse=400), force("blue", 1, "b", foot=3000, horse=horse))
    known = steps(state, 2).state.known
    assert ("blue.1" in known.get("red", {})) is seen


@pytest.mark.rule("CM-SIGHT-06", "a view has the books, commanders, depots and reinforcements of its own side alone")
def test_a_view_has_nothing_of_the_enemy() -> None:
    own, other = force("red", 1, "a", foot=900), force("blue", 1, "b", foot=900)
    depots = (Depot("red", "a"), Depot("blue", "b"))
    state = campaign(line_map(30), own, other, depots=depots)
    state = structs.replace(state, waiting=(Reinforcement(structs.replace(other[0], id="blue.2"), at(12)),))
    seen = view(state, "red")
    assert {key[:3] for key in (*seen.books, *seen.quality)} == {"red"}
    assert [row.side for row in (*seen.commanders, *seen.depots)] == ["red", "red"]
    assert seen.coming == ()
    assert [row.force.id for row in seen.forces] == ["red.1"]


@pytest.mark.rule("CM-SIGHT-03", "every report has a number of its own, the later the higher")
def test_reports_are_numbered() -> None:
    own = force("red", 1, "a", horse=600)
    act = steps(campaign(line_map(4), own, force("blue", 1, "b", foot=3_000), force("blue", 2, "b", foot=900)), 13)
    numbers = {
        side: [
            report.id
            for entry in act.entries
            if isinstance(entry.event, Sighted) and entry.event.knower == side
            for report in entry.event.reports
        ]
        for side in ("red", "blue")
    }
    assert len(numbers["red"]) >= 4
    assert sorted({*numbers["red"], *numbers["blue"]}) == list(range(1, 1 + sum(map(len, numbers.values()))))
    assert all(each == sorted(each) for each in numbers.values())
