"""Works, crossings, fortresses, points, the end, corrections and the audit (CM-WORK, CM-MAP, CM-WIN, CM-FIX)."""

import pytest
from msgspec import structs

from campaign.war.rules.audit import CannotCorrect, balance, preview, struck, take_back, verify_campaign
from campaign.war.rules.books import Account, NotInAccount, Transfer, post, shares
from campaign.war.rules.campaign_map import Bars, Place, network, way
from campaign.war.rules.dice import DryDice, FixedDice, SeededCampaignDice
from campaign.war.rules.evolve import evolve
from campaign.war.rules.resolution import resolve_turn
from campaign.war.rules.state import Formation, Leg, Objective, TurnOrders
from campaign.war.rules.tables import MARCH_RATE
from campaign.war.rules.victory import decisive, scores, verdict
from campaign.war.services.creation import shipped_state
from campaign.war.story import stories
from tests.war.small_campaigns import at, campaign, force, line_map, march, steps


@pytest.mark.rule(
    "CM-EX-30", "Charleroi's bridge broken: the roads to Châtelet and Fleurus are open, that to Beaumont cut"
)
@pytest.mark.rule("CM-MAP-03", "a road with a crossing at both ends is cut only when both are broken")
def test_charleroi_bridge() -> None:
    net = network(shipped_state("belgium-1815").setup.map)
    broken = ("sambre@charleroi",)

    def cut(first: str, second: str) -> bool:
        return net.cuts(net.roads[net.road_between(first, second) or ""], broken)

    assert [cut("charleroi", other) for other in ("chatelet", "fleurus", "beaumont")] == [False, False, True]
    assert net.cuts(net.roads[net.road_between("charleroi", "chatelet") or ""], ("sambre@charleroi", "sambre@chatelet"))


@pytest.mark.rule(
    "CM-MAP-07", "the quickest way on a dry day; of equal ones the point whose id comes first, from the end"
)
def test_quickest_way() -> None:
    net = network(shipped_state("belgium-1815").setup.map)
    start = Place(point="charleroi")
    assert way(net, start, "quatre-bras", MARCH_RATE) == ("gosselies", "frasnes", "quatre-bras")
    assert way(net, start, "quatre-bras", MARCH_RATE, bars=Bars(frozenset({"frasnes"}))) != (
        "gosselies",
        "frasnes",
        "quatre-bras",
    )
    assert way(net, start, "charleroi", MARCH_RATE) == ()


@pytest.mark.rule("CM-WORK-01", "works rise by a level for 12 hours of hold with 2,000 foot, to 2; marching loses them")
@pytest.mark.parametrize(("foot", "hours", "want"), [(2_000, 11, 0), (2_000, 12, 1), (1_999, 24, 0), (2_000, 36, 2)])
def test_works(foot: int, hours: int, want: int) -> None:
    own = force("red", 1, "a", foot=foot, legs=(Leg("hold", works=True, hours=36), march("b")))
    state = campaign(line_map(20), own, use_supply=False, use_fatigue=False)
    assert steps(state, hours).state.forces["red.1"].works == want
    assert steps(state, 38).state.forces["red.1"].works == 0


@pytest.mark.rule("CM-WORK-02", "a crossing breaks on 2D6 of 6 or more after each 2 hours; repairs take 8 hours")
def test_breaking_and_repairing_a_bridge() -> None:
    ground = line_map(20, 20, rivers=("b-c@b",))
    own = force(
        "red",
        1,
        "b",
        foot=500,
        legs=(Leg("break_crossing", crossing="sambre@b"), Leg("mend_crossing", crossing="sambre@b")),
    )
    state = campaign(ground, own)
    assert steps(state, 2, FixedDice({"CM-WORK-02": (1, 4, 2, 4)})).state.broken == ()
    assert steps(state, 4, FixedDice({"CM-WORK-02": (1, 4, 2, 4)})).state.broken == ("sambre@b",)
    assert steps(state, 9, FixedDice({"CM-WORK-02": (2, 4)})).state.broken == ("sambre@b",)
    assert steps(state, 10, FixedDice({"CM-WORK-02": (2, 4)})).state.broken == ()


@pytest.mark.rule("CM-MAP-04", "hostile forces cannot enter a fortress with a garrison; without one it falls")
@pytest.mark.parametrize(
    ("garrison", "want"), [({"b": 1_000}, Place(road="a--b", metres=8_000)), ({}, Place(point="b"))]
)
def test_a_fortress(garrison: dict[str, int], want: Place) -> None:
    ground = line_map(10, points={"b": {"fortified": "fortress"}})
    own = force("red", 1, "a", foot=500, legs=(march("b", posture="attack"),))
    state = campaign(ground, own, owners={"a": "red", "b": "blue"}, depots=())
    after = steps(structs.replace(state, garrisons=garrison), 6).state
    assert after.forces["red.1"].place == want
    assert after.owners["b"] == ("blue" if garrison else "red")


@pytest.mark.rule("CM-MAP-04", "half as many men as the garrison mask it; then friends may pass")
@pytest.mark.parametrize(("foot", "want"), [(500, True), (499, False)])
def test_a_mask(foot: int, want: bool) -> None:
    ground = line_map(10, 10, points={"b": {"fortified": "fortress"}})
    masker, *rest = force("red", 1, "a", foot=foot, legs=(Leg("mask", fortress="b"),))
    near = structs.replace(masker, place=Place(road="a--b", metres=8_000))
    friend = force("red", 2, "a", heavy=300, legs=(march("c"),))
    state = campaign(ground, (near, *rest), friend, owners={"b": "blue"})
    masked = {"b": state.time} if want else {}
    after = steps(structs.replace(state, garrisons={"b": 1_000}, masked=masked), 8).state
    assert ("b" in after.masked) is want
    assert (after.forces["red.2"].place.point == "c") is want


@pytest.mark.rule("CM-MAP-04", "nobody attacks a garrison in its fortress; it may attack who masks it")
@pytest.mark.parametrize(("red", "blue", "want"), [("attack", "accept", 0), ("accept", "attack", 1)])
def test_a_sally(red: str, blue: str, want: int) -> None:
    ground = line_map(10, points={"b": {"fortified": "fortress"}})
    masker, *rest = force("red", 1, "a", foot=900, legs=(Leg("mask", red, fortress="b"),))  # type: ignore[arg-type]
    near = structs.replace(masker, place=Place(road="a--b", metres=8_000))
    inside = force("blue", 1, "b", foot=1_000, legs=(Leg("hold", blue),))  # type: ignore[arg-type]
    state = campaign(ground, (near, *rest), inside, owners={"b": "blue"}, start="1815-06-15T10:00")
    assert len(steps(state, 4).state.engagements) == want


@pytest.mark.rule("CM-WORK-03", "a garrison masked for 14 days without a break surrenders")
def test_a_siege() -> None:
    ground = line_map(10, points={"b": {"fortified": "fortress"}})
    masker, *rest = force("red", 1, "a", foot=900, legs=(Leg("mask", fortress="b"),))
    near = structs.replace(masker, place=Place(road="a--b", metres=8_000))
    state = campaign(ground, (near, *rest), owners={"b": "blue"}, use_sieges=True, garrison_days=1, use_supply=False)
    state = structs.replace(state, garrisons={"b": 1_000})
    assert "b" in steps(state, 24).state.garrisons
    after = steps(state, 24 + 21).state
    assert after.owners["b"] == "red"
    assert not after.garrisons


@pytest.mark.rule("CM-MAP-03", "a road's own crossing lies at the end nearer to the force; else where the crossing is")
@pytest.mark.parametrize(
    ("river", "crossing", "metres", "want"),
    [
        ("a-b", "sambre@a--b", 5_000, "a"),
        ("a-b", "sambre@a--b", 10_000, "a"),
        ("a-b", "sambre@a--b", 15_000, "b"),
        ("a-b@b", "sambre@b", 5_000, "b"),
        ("a-b@a", "sambre@a", 15_000, "a"),
    ],
)
def test_where_a_broken_crossing_stops_a_force(river: str, crossing: str, metres: int, want: str) -> None:
    net = network(line_map(20, rivers=(river,)))
    place = Place(road="a--b", metres=metres)
    assert net.shut_ends(place, (crossing,)) == {want}
    assert net.shut_ends(place, ()) == set()


@pytest.mark.rule("CM-MAP-05", "a point belongs to who last had a force there; passing is enough")
def test_points_change_hands() -> None:
    own = force("red", 1, "a", heavy=100, legs=(march("c"),))
    after = steps(campaign(line_map(2, 2), own, owners={"b": "blue"}), 3).state
    assert (after.owners["b"], after.owners["c"]) == ("red", "red")


@pytest.mark.rule("CM-MAP-05", "who takes a point reads so; who loses one reads at once that it is lost, and no more")
def test_the_story_tells_what_was_taken_and_what_was_lost() -> None:
    own = force("red", 1, "a", heavy=100, legs=(march("c"),))
    act = steps(campaign(line_map(2, 2), own, owners={"b": "blue"}), 3)
    red, blue = (
        [line.text for story in stories(act.state, act.entries, side) for line in story.lines]
        for side in ("red", "blue")
    )
    assert [text for text in red if "falls to" in text] == ["B falls to Red.", "C falls to Red."]
    assert [text for text in blue if "falls to" in text or "loses" in text] == ["Blue loses B."]


@pytest.mark.rule("CM-WIN-01", "points for places, men, guns and broken corps, rounded down for each kind")
def test_points() -> None:
    objective = Objective("a", 5)
    state = campaign(
        line_map(2),
        force("red", 1, "a", foot=5_000),
        force("blue", 1, "b", foot=5_000, guns=30),
        objectives=(objective,),
    )
    foot, guns = (key for key in state.books if key.startswith("blue"))
    books = {
        **state.books,
        foot: structs.replace(state.books[foot], present=3_001, dead=999, captured={"red": 1_000}),
        guns: structs.replace(state.books[guns], guns=11, captured_guns={"red": 19}),
    }
    state = structs.replace(state, books=books, points={"red": 2})
    assert scores(state)["red"] == (7, 1, 1, 0)
    for minor, major, winner, degree in ((9, 12, "red", "minor"), (4, 9, "red", "major"), (10, 12, "", "draw")):
        setup = structs.replace(state.setup, minor=minor, major=major)
        final = verdict(structs.replace(state, setup=setup), "", "CM-WIN-01")
        assert (final.winner, final.degree, final.points) == (winner, degree, {"red": 9, "blue": 0})


@pytest.mark.rule("CM-WIN-02", "a decisive point held for its hours without a break wins")
def test_a_decisive_point() -> None:
    state = campaign(line_map(2), force("red", 1, "a", foot=5), objectives=(Objective("a", 5, hold_hours=10),))
    assert decisive(state, state.time + 599) is None
    assert decisive(state, state.time + 600) == "red"
    assert decisive(structs.replace(state, held={"a": state.time + 60}), state.time + 600) is None


@pytest.mark.rule("CM-BOOK-01", "men and guns are in one account, and all accounts add up to those at the start")
@pytest.mark.parametrize(
    ("source", "target", "what", "by"),
    [
        *(("present", target, "men", "") for target in ("stragglers", "hospital", "dead")),
        ("present", "captured", "men", "red"),
        *(("present", target, "guns", "") for target in ("damaged", "destroyed")),
        ("present", "captured", "guns", "red"),
    ],
)
def test_nothing_is_lost_from_one_account_to_another(source: str, target: str, what: str, by: str) -> None:
    books = {"u": Account(900, 8)}
    (after,) = post(books, [Transfer("u", source, target, 3, "x", what=what, by=by)]).values()  # type: ignore[arg-type]
    assert (after.men, after.all_guns) == (900, 8)
    assert (after.present, after.guns) == ((897, 8) if what == "men" else (900, 5))


@pytest.mark.rule("CM-BOOK-01", "a transfer takes no more than there is")
def test_transfers() -> None:
    books = {"u": Account(10, 2)}
    after = post(books, [Transfer("u", "present", "captured", 4, "CM-AFTER-01", by="red")])
    assert (after["u"].present, after["u"].captured, after["u"].men) == (6, {"red": 4}, 10)
    for wrong in (
        Transfer("u", "present", "dead", 11, "x"),
        Transfer("u", "present", "damaged", 1, "x"),
        Transfer("v", "present", "dead", 1, "x"),
        Transfer("u", "present", "dead", -1, "x"),
    ):
        with pytest.raises(NotInAccount, match="CM-BOOK-01"):
            post(books, [wrong])


def test_shares_by_largest_remainder() -> None:
    assert shares(7, (150, 350, 250, 250)) == [1, 2, 2, 2]
    assert shares(5, ()) == []
    assert shares(5, (0, 0)) == [0, 0]


@pytest.mark.rule("CM-FIX-02", "a balance brings the books to what they should be; it must add up")
def test_balance() -> None:
    state = campaign(line_map(2), force("red", 1, "a", foot=100))
    (unit,) = state.books
    wanted = structs.replace(state.books[unit], present=70, dead=10, captured={"blue": 20})
    (entry,) = entries = balance(state, [(unit, wanted)], 3, "umpire", "a slip of the pen")
    assert evolve(state, entry).books[unit] == wanted
    assert [change.after for change in preview(state, entries)] == [wanted]
    back = balance(evolve(state, entry), [(unit, state.books[unit])], 4, "umpire", "it was right")
    assert evolve(evolve(state, entry), back[0]).books[unit] == state.books[unit]
    with pytest.raises(CannotCorrect, match="add up to 100"):
        balance(state, [(unit, structs.replace(wanted, dead=11))], 3, "umpire", "x")
    with pytest.raises(CannotCorrect, match="Say why"):
        balance(state, [(unit, wanted)], 3, "umpire", " ")


@pytest.mark.rule("CM-FIX-02", "a turn taken back stays in the ledger, struck through, and gets new dice")
def test_taking_a_turn_back() -> None:
    state = campaign(line_map(4), force("red", 1, "a", foot=900), force("blue", 1, "b", foot=900), turn_hours=6)
    dice = SeededCampaignDice(b"seed")
    first = resolve_turn(state, TurnOrders(), dice)
    entry = take_back(state, first.entries, 1, "umpire", "a wrong order")
    back = evolve(first.state, entry)
    assert structs.replace(back, again=0) == state
    assert struck([*first.entries, entry]) == set(range(len(first.entries)))
    again = resolve_turn(back, TurnOrders(), dice)
    rolls = [roll.faces for row in first.entries for roll in row.rolls]
    assert rolls
    assert rolls != [roll.faces for row in again.entries for roll in row.rolls]
    assert verify_campaign(state, [*first.entries, entry, *again.entries], again.state, dice) == []
    with pytest.raises(CannotCorrect, match="has not been resolved"):
        take_back(state, first.entries, 2, "umpire", "x")


@pytest.mark.rule("CM-BOOK-03", "the audit finds books that do not balance, false dice and another end")
def test_audit() -> None:
    state = campaign(line_map(4), force("red", 1, "a", foot=900), force("blue", 1, "b", foot=900), turn_hours=6)
    dice = SeededCampaignDice(b"seed")
    done = resolve_turn(state, TurnOrders(), dice)
    assert verify_campaign(state, done.entries, done.state, dice) == []
    assert verify_campaign(state, done.entries, done.state, SeededCampaignDice(b"other"))
    assert verify_campaign(state, done.entries[:-1], done.state)
    (unit, *_) = state.books
    wrong = structs.replace(
        done.entries[-1],
        transfers=(Transfer(unit, "replacements", "dead", 3, "x"), Transfer(unit, "dead", "hospital", 9, "x")),
    )
    assert verify_campaign(state, (*done.entries[:-1], wrong))


def test_a_dry_run_rolls_other_dice() -> None:
    state = campaign(line_map(4), force("red", 1, "a", foot=900), force("blue", 1, "b", foot=900), turn_hours=6)
    real = [r.faces for e in resolve_turn(state, TurnOrders(), SeededCampaignDice(b"k")).entries for r in e.rolls]
    dry = [r.faces for e in resolve_turn(state, TurnOrders(), DryDice(b"k")).entries for r in e.rolls]
    assert len(real) == len(dry)
    assert real != dry


def test_times_are_minutes() -> None:
    assert at(1, 30, day=1) == 1530


@pytest.mark.rule("CM-WIN-01", "2 points for an enemy corps with under half of its start present at the end")
@pytest.mark.parametrize(("present", "want"), [(4_499, 2), (4_500, 0)])
def test_a_broken_corps(present: int, want: int) -> None:
    state = campaign(line_map(20), force("red", 1, "a", foot=9_000), force("blue", 1, "b", foot=9_000))
    corps = Formation("red1", "I Corps", "corps")
    formations = {**state.setup.formations, "red1": corps}
    state = structs.replace(state, setup=structs.replace(state.setup, formations=formations))
    lost = Account(present, 0, hospital=9_000 - present)
    state = structs.replace(state, books={**state.books, "red1/brigade 1/line_infantry": lost})
    assert scores(state)["blue"].corps == want
    assert scores(state, at_end=False)["blue"].corps == 0
