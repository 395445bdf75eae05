"""After a battle: losses, guns, pursuit, cut off, hospital; with the worked examples."""

import pytest
from msgspec.structs import replace

from campaign.war.rules import tables
from campaign.war.rules.battle import result as aftermath
from campaign.war.rules.books import Transfer, loss_parts, post
from campaign.war.rules.day import hospital_day
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import Engaged, Result, UnitLoss
from tests.war.engagements import Part, small

FOOT: Part = ("line_infantry", 1000, "trained")
GUNS: Part = ("foot_artillery", 8, "trained")
RED, BLUE = "red/Corps/Division/Brigade {}/Unit", "blue/Corps/Division/Brigade {}/Unit"


@pytest.mark.rule("CM-EX-16", "7 men lost, beaten: 1, 2, 2, 2")
@pytest.mark.rule("CM-AFTER-01", "men lost are split by what became of their side")
@pytest.mark.parametrize(
    ("men", "outcome", "want"),
    [
        (7, "beaten", (1, 2, 2, 2)),
        (1000, "holds", (150, 450, 400, 0)),
        (1000, "left", (150, 400, 350, 100)),
        (1000, "beaten", (150, 350, 250, 250)),
        (1000, "routed", (120, 250, 230, 400)),
        (0, "routed", (0, 0, 0, 0)),
    ],
)
def test_split(men: int, outcome: str, want: tuple[int, ...]) -> None:
    assert tuple(loss_parts(tables.TABLES, men, outcome)) == want  # type: ignore[arg-type]


def won(*losses: UnitLoss, outcome: str = "beaten") -> Result:
    return Result(1, "red", "red", 300, losses, states={"red": "holds", "blue": outcome})  # type: ignore[dict-item]


@pytest.mark.rule("CM-AFTER-03", "guns of the side that holds the field are damaged, the loser's captured")
def test_guns() -> None:
    state, engagement = small([FOOT, GUNS], [FOOT, GUNS])
    result = won(UnitLoss(RED.format(1), 0, 2), UnitLoss(BLUE.format(1), 0, 3))
    books = post(state.books, aftermath.transfers_of(state, engagement, result))
    assert (books[RED.format(1)].damaged, books[RED.format(1)].guns) == (2, 6)
    assert (books[BLUE.format(1)].captured_guns, books[BLUE.format(1)].guns) == ({"red": 3}, 5)
    assert aftermath.damaged(aftermath.transfers_of(state, engagement, result)) == {RED.format(1): 2}


@pytest.mark.rule("CM-AFTER-01", "stragglers of a lost battle are marked with it, those of the winner are not")
def test_men_in_the_books() -> None:
    state, engagement = small([FOOT], [FOOT])
    result = won(UnitLoss(RED.format(0), 100), UnitLoss(BLUE.format(0), 200))
    transfers = aftermath.transfers_of(state, engagement, result)
    books = post(state.books, transfers)
    red, blue = books[RED.format(0)], books[BLUE.format(0)]
    assert (red.present, red.dead, red.hospital, red.stragglers, red.captured) == (900, 15, 45, 40, {})
    assert (blue.present, blue.dead, blue.hospital, blue.stragglers, blue.captured) == (800, 30, 70, 50, {"red": 50})
    assert {transfer.battle for transfer in transfers if transfer.target == "stragglers"} == {0, 1}
    assert all(account.men == 1000 for account in books.values())


@pytest.mark.rule("CM-AFTER-01", "a campaign may have its own split of losses")
def test_own_split() -> None:
    rows = {**tables.LOSS_SPLIT, "beaten": tables.LossSplit(1000, 0, 0, 0, 0)}
    settings = Settings(tables=tables.CampaignTables(loss_split=rows))
    state, engagement = small([FOOT], [FOOT], settings=settings)
    books = post(state.books, aftermath.transfers_of(state, engagement, won(UnitLoss(BLUE.format(0), 200))))
    assert books[BLUE.format(0)].dead == 200


@pytest.mark.rule("CM-EX-17", "5,000 horse against 2,000: of 20,000 foot 1,500 or 3,000, of 8,000 foot 800 or 1,600")
@pytest.mark.parametrize(
    ("foot", "outcome", "want"),
    [
        (20_000, "beaten", 1500),
        (20_000, "routed", 3000),
        (8_000, "beaten", 800),
        (8_000, "routed", 1600),
        (8_000, "left", 0),
    ],
)
def test_pursuit(foot: int, outcome: str, want: int) -> None:
    assert aftermath.pursued(5_000, 2_000, foot, outcome) == want  # type: ignore[arg-type]
    assert aftermath.pursued(2_000, 5_000, foot, outcome) == 0  # type: ignore[arg-type]


@pytest.mark.rule("CM-AFTER-05", "only horse that lost under 200 per mille pursues, and it captures foot")
@pytest.mark.parametrize(("lost", "want"), [(0, 500), (199, 400), (200, 0)])
def test_who_pursues(lost: int, want: int) -> None:
    horse: Part = ("heavy_cavalry", 1000, "trained")
    state, engagement = small([horse], [("line_infantry", 6000, "trained")])
    transfers = [
        each
        for each in aftermath.transfers_of(state, engagement, won(UnitLoss(RED.format(0), lost)))
        if each.rule == "CM-AFTER-05"
    ]
    assert sum(each.number for each in transfers) == want
    assert all((each.target, each.by) == ("captured", "red") for each in transfers)


@pytest.mark.rule("CM-EX-18", "of 5,001 men cut off 2,501 are captured; 3,900 surrender")
@pytest.mark.parametrize(
    ("men", "want"), [(5001, (2501, False)), (3900, (3900, True)), (4000, (2000, False)), (3999, (3999, True))]
)
def test_cut_off(men: int, want: tuple[int, bool]) -> None:
    assert aftermath.cut_off(men) == want
    assert aftermath.cut_off(men, nowhere=True) == (men, True)


@pytest.mark.rule("CM-AFTER-04", "who is cut off loses half of the men and all guns as captured")
def test_books_of_a_force_that_is_cut_off() -> None:
    state, _ = small([FOOT], [("line_infantry", 4000, "trained"), ("line_infantry", 1001, "trained"), GUNS])
    transfers = aftermath.cut_off_transfers(state, state.forces["blue"].formations, "red")
    books = post(state.books, transfers)
    assert sum(account.captured.get("red", 0) for account in books.values()) == 2501
    assert books[BLUE.format(2)].captured_guns == {"red": 8}
    assert all(isinstance(each, Transfer) and each.rule == "CM-AFTER-04" for each in transfers)


@pytest.mark.rule("CM-AFTER-04", "how far the loser retreats, and how long he is shaken")
@pytest.mark.parametrize(
    ("outcome", "metres", "hours"), [("holds", 0, 0), ("left", 5000, 0), ("beaten", 12_000, 12), ("routed", 18_000, 24)]
)
def test_retreat(outcome: str, metres: int, hours: int) -> None:
    assert aftermath.retreat_metres(outcome) == metres  # type: ignore[arg-type]
    rows = {key: replace(row, retreat=row.retreat * 2) for key, row in tables.LOSS_SPLIT.items()}
    own = tables.CampaignTables(loss_split=rows)
    assert aftermath.retreat_metres(outcome, own) == 2 * metres  # type: ignore[arg-type]
    until = aftermath.shaken_until(outcome, 1000)  # type: ignore[arg-type]
    assert until == (1000 + hours * tables.HOUR if hours else 0)


@pytest.mark.rule("CM-TIRE-01", "an engagement adds 2 to fatigue, a lost one 3, to 10 at most")
@pytest.mark.parametrize(("outcome", "before", "after"), [("holds", 5, 7), ("left", 5, 8), ("beaten", 9, 10)])
def test_fatigue(outcome: str, before: int, after: int) -> None:
    assert aftermath.fatigue_of(outcome, before) == after  # type: ignore[arg-type]


@pytest.mark.rule("CM-EX-07", "1,000 in hospital: 20 return and 15 die; after 20 days 301 and 209, 490 are left")
def test_hospital() -> None:
    left, back, dead = 1000, 0, 0
    assert hospital_day([1000]) == ([20], [15])
    for _ in range(20):
        (returned,), (died,) = hospital_day([left])
        back, dead, left = back + returned, dead + died, left - returned - died
    assert (back, dead, left) == (301, 209, 490)


@pytest.mark.rule("CM-EX-19", "30 men in hospital in units of 20 and 10: one returns a day, first of the 20")
def test_hospital_of_two_units() -> None:
    assert hospital_day([20, 10]) == ([1, 0], [0, 0])
    assert hospital_day([]) == ([], [])


@pytest.mark.rule("CM-BOOK-01", "of allies the one with most men there captures")
def test_captor() -> None:
    state, engagement = small([FOOT, FOOT, FOOT], [FOOT])
    own = engagement.attackers[0]
    allies = (
        Engaged("red", "red", own.formations[:1]),
        Engaged("green", "green", own.formations[1:]),
    )
    green = replace(state.setup.sides[0], key="green", name="Green")
    assert aftermath.captor(state, replace(engagement, defenders=()), "red") == "blue"
    state = replace(state, setup=replace(state.setup, sides=(*state.setup.sides, green)))
    assert aftermath.captor(state, replace(engagement, attackers=allies), "blue") == "green"
    assert aftermath.captor(state, engagement, "blue") == "red"
