"""Quick settling: strength, what multiplies it, shifts, odds, losses, leaders; with the worked examples."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from campaign.war.rules import tables
from campaign.war.rules.battle import quick
from campaign.war.rules.battle.result import faults
from campaign.war.rules.books import Account
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import BattleGround, CampaignState, Engagement, Result
from campaign.war.rules.tables import HOUR
from tests.war.engagements import Part, small

FOOT: Part = ("line_infantry", 1000, "trained")
ELEVEN_TO_FIVE = 4
"""The face of the die for a battle of six hours."""


def thrown(*faces: int) -> Callable[..., tuple[int, ...]]:
    """A roll that gives these faces in order."""
    left: Iterator[int] = iter(faces)

    def roll(count: int, rule: str, *who: str) -> tuple[int, ...]:
        return tuple(next(left) for _ in range(count))

    return roll


def fault_free(state: CampaignState, engagement: Engagement, result: Result) -> bool:
    return faults(state, engagement, result) == ()


def both(state: CampaignState, engagement: Engagement, minutes: int = 6 * HOUR) -> tuple[Fraction, Fraction]:
    return quick.strengths(state, engagement, minutes)


@pytest.mark.rule("CM-EX-05", "18,000 trained foot with 36 guns against veterans who stood: 201,600 to 175,680")
def test_the_printed_example() -> None:
    attackers: list[Part] = [("line_infantry", 18_000, "trained"), ("foot_artillery", 36, "trained")]
    defenders: list[Part] = [("line_infantry", 12_000, "veteran"), ("foot_artillery", 24, "trained")]
    state, engagement = small(attackers, defenders, stood=4 * HOUR)
    assert both(state, engagement) == (201_600, 175_680)
    assert quick.shift_of(*both(state, engagement)) == 0


@pytest.mark.rule("CM-QUICK-01", "foot counts 10, horse 15 or 10 in close country, a gun 600, by quality")
@pytest.mark.parametrize(
    ("part", "terrain", "want"),
    [
        (("line_infantry", 100, "trained"), "plain", 1000),
        (("light_infantry", 100, "guard"), "plain", 1500),
        (("light_infantry", 100, "elite"), "plain", 1250),
        (("line_infantry", 100, "veteran"), "plain", 1100),
        (("line_infantry", 100, "untrained"), "plain", 800),
        (("heavy_cavalry", 100, "trained"), "rolling", 1500),
        (("heavy_cavalry", 100, "trained"), "forest", 1000),
        (("light_cavalry", 100, "trained"), "hills", 1000),
        (("medium_cavalry", 100, "trained"), "mountains", 1000),
        (("foot_artillery", 8, "trained"), "plain", 4800),
    ],
)
def test_strength_of_a_unit(part: Part, terrain: str, want: int) -> None:
    ground = BattleGround("field", terrain)  # type: ignore[arg-type]
    state, engagement = small([part], [FOOT], ground=ground)
    assert both(state, engagement)[0] == want


@pytest.mark.rule("CM-QUICK-01", "each point of fatigue over 3 takes 30 per mille")
@pytest.mark.parametrize(("fatigue", "want"), [(3, 10_000), (4, 9_700), (10, 7_900)])
def test_fatigue(fatigue: int, want: int) -> None:
    state, engagement = small([FOOT], [FOOT], fatigue=(fatigue, 0))
    assert both(state, engagement)[0] == want
    fresh, engagement = small([FOOT], [FOOT], fatigue=(fatigue, 0), settings=Settings(use_fatigue=False))
    assert both(fresh, engagement)[0] == 10_000


@pytest.mark.rule("CM-EX-14", "a battle from 11:00 with a 4 lasts to 17:00; who comes at 14:30 counts 416 per mille")
def test_share_of_an_arrival() -> None:
    assert quick.hours_of(4, 10 * HOUR) == 6 * HOUR
    assert quick.hours_of(4, 5 * HOUR) == 5 * HOUR
    state, engagement = small([FOOT, FOOT], [FOOT], coming={1: 210})
    assert [part.share for part in quick.parts_of(state, engagement.attackers, 6 * HOUR)] == [1000, 416]
    assert both(state, engagement)[0] == 14_160
    assert [part.share for part in quick.parts_of(state, engagement.attackers, 3 * HOUR)] == [1000]


@pytest.mark.rule("CM-QUICK-01", "the defender has the best factor that holds for half of his men; none in a meeting")
@pytest.mark.parametrize(
    ("stood", "ground", "want"),
    [
        (0, {}, 1000),
        (4 * HOUR - 1, {}, 1000),
        (4 * HOUR, {}, 1200),
        (4 * HOUR, {"works": 1}, 1400),
        (0, {"crossing": "stream"}, 1200),
        (0, {"crossing": "minor"}, 1300),
        (0, {"crossing": "medium"}, 1500),
        (0, {"crossing": "major", "works": 2}, 1500),
        (0, {"fortress": True, "crossing": "major"}, 3000),
    ],
)
def test_factor_of_the_defender(stood: int, ground: dict[str, object], want: int) -> None:
    place = replace(BattleGround("field", "rolling"), **ground)
    state, engagement = small([FOOT], [FOOT], stood=stood, ground=place)
    parts = quick.parts_of(state, engagement.defenders, 6 * HOUR)
    assert quick.defender_factor(engagement, parts) == want
    assert quick.defender_factor(replace(engagement, meeting=True), parts) == 1000


@pytest.mark.rule("CM-QUICK-01", "a factor must hold for half of the defender's men or more")
@pytest.mark.parametrize(("men", "want"), [(1000, 1200), (999, 1000)])
def test_half_of_the_men(men: int, want: int) -> None:
    state, engagement = small([FOOT], [("line_infantry", men, "trained"), FOOT], stood=5 * HOUR)
    part = engagement.defenders[0]
    first, second = part.formations
    engagement = replace(
        engagement, defenders=(replace(part, formations=(first,)), replace(part, formations=(second,), stood=0))
    )
    parts = quick.parts_of(state, engagement.defenders, 6 * HOUR)
    assert quick.defender_factor(engagement, parts) == want


@pytest.mark.rule("CM-QUICK-02", "the shift by the ratio of strengths")
@pytest.mark.parametrize(
    ("attacker", "defender", "want"),
    [
        (1, 4, -5), (1, 3, -3), (1, 2, -2), (2, 3, -1), (5, 6, 0), (1, 1, 0), (6, 5, 1), (3, 2, 2), (2, 1, 3),
        (3, 1, 5), (2999, 1000, 3), (1199, 1000, 0),
    ],
)  # fmt: skip
def test_shifts(attacker: int, defender: int, want: int) -> None:
    assert quick.shift_of(Fraction(attacker), Fraction(defender)) == want


@pytest.mark.rule("CM-QUICK-02", "the commanders' ratings count by their difference, at most 2")
@pytest.mark.parametrize(
    ("ratings", "want"),
    [(("", ""), 0), (("good", ""), 1), (("excellent", "dreadful"), 2), (("poor", "good"), -2), (("good", "good"), 0)],
)
def test_commanders(ratings: tuple[str, str], want: int) -> None:
    assert quick.command_shift(*small([FOOT], [FOOT], ratings=ratings)) == want


@pytest.mark.rule("CM-QUICK-02", "the result by the total, and the losses of both sides")
@pytest.mark.parametrize(
    ("total", "ending", "attacker", "defender"),
    [
        (-3, "attacker_routed", 280, 90), (2, "attacker_routed", 280, 90), (3, "attacker_beaten", 200, 110),
        (5, "attack_fails", 160, 120), (7, "undecided", 140, 140), (9, "defender_gives_way", 120, 160),
        (11, "defender_beaten", 110, 200), (12, "defender_routed", 90, 280), (17, "defender_routed", 90, 280),
    ],
)  # fmt: skip
def test_results(total: int, ending: str, attacker: int, defender: int) -> None:
    row = quick.row_of(total)
    assert (row.ending, row.attacker_loss, row.defender_loss) == (ending, attacker, defender)


@pytest.mark.rule("CM-EX-15", "total 8, 30,000 against 10,000: 1,800 and 1,600 lost; at 3:1 35 of 36 are won")
def test_losses_of_unequal_sides() -> None:
    state, engagement = small([("line_infantry", 30_000, "trained")], [("line_infantry", 10_000, "trained")])
    result = quick.settle(state, engagement, thrown(4, 1, 2, 1, 1, 1, 1))
    assert [loss.men for loss in result.losses] == [1800, 1600]
    assert result.states == {"red": "holds", "blue": "left"}
    assert (result.winner, result.field, result.minutes) == ("red", "red", 6 * HOUR)
    assert quick.odds(state, engagement).attacker == Fraction(35, 36)


@pytest.mark.rule("CM-QUICK-02", "the odds count every length of the battle and every 2D6, and add up to 1")
def test_odds() -> None:
    state, engagement = small([FOOT, FOOT], [FOOT, FOOT], coming={1: 4 * HOUR})
    odds = quick.odds(state, engagement)
    assert sum(odds.endings.values()) == 1
    assert odds.attacker + odds.defender + odds.endings["undecided"] == 1
    want = Fraction(0)
    for face in range(1, 7):
        added = quick.shift(state, engagement, quick.hours_of(face, engagement.light))
        want += Fraction(sum(a + b + added >= 8 for a in range(1, 7) for b in range(1, 7)), 216)
    assert odds.attacker == want
    assert len({quick.shift(state, engagement, (2 + face) * HOUR) for face in (1, 6)}) == 2


@pytest.mark.rule("CM-QUICK-03", "losses are shared out by men; the routed lose half of their guns, the beaten a fifth")
@pytest.mark.parametrize(("dice", "guns"), [((4, 5), 3), ((6, 6), 9)])
def test_losses_by_unit(dice: tuple[int, int], guns: int) -> None:
    parts: list[Part] = [
        ("line_infantry", 1500, "trained"),
        ("line_infantry", 800, "trained"),
        ("foot_artillery", 19, "trained"),
    ]
    state, engagement = small([("line_infantry", 2000, "trained"), ("foot_artillery", 36, "trained")], parts)
    result = quick.settle(state, engagement, thrown(4, *dice, 1, 1, 1, 1))
    own = [loss for loss in result.losses if loss.unit.startswith("blue")]
    per_mille = quick.row_of(sum(dice) + quick.shift(state, engagement, 6 * HOUR)).defender_loss
    assert sum(loss.men for loss in own) == 2300 * per_mille // 1000
    assert abs(own[0].men * 800 - own[1].men * 1500) < 2300
    assert sum(loss.guns for loss in own) == guns
    assert not any(loss.guns for loss in result.losses if loss.unit.startswith("red"))


@pytest.mark.rule("CM-AFTER-07", "2D6 for each commander: hit on 12, of the routed on 11 too and captured on 10")
@pytest.mark.parametrize(
    ("routed", "faces", "want"),
    [
        (False, (5, 6), None), (True, (5, 5), ("captured", None)), (False, (5, 5), None),
        (False, (6, 6, 3, 5), ("hurt", 5)), (False, (6, 6, 4), ("hurt", None)), (False, (6, 6, 5), ("dead", None)),
        (True, (5, 6, 6), ("dead", None)),
    ],
)  # fmt: skip
def test_fates(routed: bool, faces: Sequence[int], want: tuple[str, int | None] | None) -> None:
    fate = quick.leader_fate("ney", routed, thrown(*faces))
    assert (fate and (fate.fate, fate.days)) == want


@pytest.mark.rule(
    "CM-MAP-04", "the garrison of a stormed fortress fights as untrained foot and has no losses in the books"
)
def test_a_garrison() -> None:
    ground = BattleGround("field", "plain", fortress=True)
    state, engagement = small([FOOT, FOOT], [("line_infantry", 100, "trained")], ground=ground)
    state = replace(state, garrisons={"field": 500})
    assert both(state, engagement)[1] == 3000
    storm = replace(engagement, storm=True)
    assert both(state, storm)[1] == 15_000
    result = quick.settle(state, storm, thrown(4, 6, 6, 1, 1, 1, 1))
    assert {loss.unit.partition("/")[0] for loss in result.losses} == {"red", "blue"}
    assert fault_free(state, storm, result)


@pytest.mark.rule("CM-BOOK-04", "a unit under 250 per mille of its start does not fight")
def test_weak_units() -> None:
    state, engagement = small([FOOT, FOOT], [FOOT])
    weak = next(key for key in state.books if key.startswith("red"))
    state = replace(state, books={**state.books, weak: Account(249, dead=751)})
    assert both(state, engagement)[0] == 10_000


@pytest.mark.rule("CM-QUICK-02", "the forces of the dice are in the order of the ties rule")
def test_who_the_dice_concern() -> None:
    state, engagement = small([FOOT], [FOOT])
    asked: list[tuple[str, ...]] = []

    def roll(count: int, rule: str, *who: str) -> tuple[int, ...]:
        asked.append((rule, *who))
        return (1,) * count

    quick.settle(state, engagement, roll)
    assert ("CM-QUICK-02", "red", "blue") in asked
    assert len(set(asked)) == len(asked)
    assert tables.DIE == 6
