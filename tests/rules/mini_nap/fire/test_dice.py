"""Dice of a shot and their hits, by the worked examples of the rulebook and by what fires (MN-FIRE)."""

import re
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.fire import dice, targets
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import ForceUnit, State, unit_class
from battles.rules.mini_nap.tables import PRINTED, Band, Quality
from tests.rules.mini_nap.builders.manoeuvres import (
    asked,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    noted,
    passed,
    plan,
    why,
)
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.shots import (
    COLUMN,
    FORMATIONS,
    RULEBOOK,
    SHOTS,
    agree,
    aimed,
    firer_of,
    hits,
    place,
    shooting,
    verdict,
)
from tests.rules.mini_nap.builders.table_positions import mm, recruit

PRINTED_HITS = {
    int(row[0]): [Fraction(cell) for cell in row[1:8]]
    for row in (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in RULEBOOK.split("### 8.2 ")[1].split("### 8.3")[0].splitlines()
        if re.match(r"^\| \d ", line)
    )
}
MEANS = {1: "0.166667", 2: "0.750000", 3: "1.333333", 4: "1.916667", 5: "2.500000", 6: "3.083333"}


@pytest.mark.rule("MN-FIRE-43", "hits are the sum of the dice by sixes")
@pytest.mark.parametrize("dice", range(1, 7))
def test_distribution_of_hits(dice: int) -> None:
    found = hits(dice)
    assert [found.get(number, Fraction()) for number in range(7)] == PRINTED_HITS[dice]
    assert format(float(sum(number * chance for number, chance in found.items())), ".6f") == MEANS[dice]


@pytest.mark.rule("MN-FIRE-43", "0 to 5 none, 6 to 11 one, and so on to 42 and over")
def test_hits_of_a_sum() -> None:
    ends = [5, 6, 11, 12, 17, 18, 23, 24, 29, 30, 35, 36, 41, 42, 47, 48]
    assert [dice.hits_for(PRINTED, total) for total in ends] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
    assert dice.hits_for(replace(PRINTED, sum_per_hit=5), 10) == 2


def target_of(words: str) -> ForceUnit:
    """The target that a shot's words name."""
    formation = FORMATIONS[words.removeprefix("cavalry ")]
    kind = {"battery": "foot_artillery", "skirmish_line": "light_infantry"}.get(formation, "line_infantry")
    made: dict[str, Any] = {"type": "heavy_cavalry" if words.startswith("cavalry ") else kind, "formation": formation}
    if formation == "battery":
        made |= {"points": 4, "weight": "medium"}
    return recruit("target", **made, at=(X, Y), facing=180)


def deep(unit: ForceUnit) -> float:
    """Half the depth of a unit that has a place, in centimetres."""
    assert unit.place
    return positions.footprint_size(Rules(), unit_class(unit), unit.place.formation)[1] / 2 / CM


def ahead(unit: ForceUnit, y: float) -> ForceUnit:
    """A unit with its centre so far up from the middle of the table."""
    assert unit.place
    return replace(unit, place=replace(unit.place, y=mm(Y + y)))


def position(words: str) -> State:
    """The shot as it stands on the table."""
    who, rest = words.split(" at ", 1)
    band = re.search(r", (?:range )?(\d+(?:\.\d)?)", rest)
    far = float(band[1]) if band else 3.0
    firer, target = firer_of(who), target_of(rest.split(",")[0])
    units = [ahead(target, deep(firer) + far + deep(target))]
    screen = re.search(r", enemy (skirmishers|battery) in the zone", rest)
    if screen:
        between = target_of({"skirmishers": "skirmish line"}.get(screen[1], screen[1]))
        units.append(ahead(between, deep(firer) + far / 2))
    return shooting(firer, against=tuple(units))


@pytest.mark.rule("MN-FIRE-42", "the dice of each printed shot as they are counted on the table")
@pytest.mark.rule("MN-FIRE-20", "half dice at unformed units")
@pytest.mark.rule("MN-FIRE-40", "one die more at squares and columns")
@pytest.mark.rule("MN-FIRE-13", "no shot out of range; the band is that of the range")
@pytest.mark.parametrize(("name", "words", "dice", "odds"), [shot for shot in SHOTS if shot[0][0] == "V"])
def test_printed_shots(name: str, words: str, dice: str, odds: str) -> None:
    state = position(words)
    best = targets.best_aim(state, 0, 1)
    assert (str(best[2].count.dice) if best else "no shot") == dice
    if best:
        agree(best[2].count.dice, odds)


def test_every_printed_shot_is_read() -> None:
    assert len(SHOTS) == 32 + 14
    assert verdict(targets.aim_shot(position(SHOTS[0][1]), 0, 1, (0, 0), "")) == "MN-FIRE-10"


SQUARE: dict[str, Any] = {"formation": "solid_square"}
EMERGENCY: dict[str, Any] = {"formation": "emergency_square"}

SMALL_ARMS: list[tuple[str, ForceUnit, int]] = [
    ("MN-FIRE-30", foot(), 2),
    ("MN-FIRE-31", light(), 2),
    ("MN-FIRE-32", foot(**COLUMN), 1),
    ("MN-FIRE-33", foot(**SQUARE), 1),
    ("MN-FIRE-33", foot(**EMERGENCY), 1),
]


@pytest.mark.rule("MN-FIRE-31", "infantry in skirmish line rolls 2 dice at a line in range")
@pytest.mark.rule("MN-FIRE-32", "infantry in column rolls 1 die at a line in range")
@pytest.mark.rule("MN-FIRE-33", "infantry in any square rolls 1 die at a line in range")
@pytest.mark.parametrize(("rule", "firer", "dice"), SMALL_ARMS)
def test_small_arms_on_the_table(rule: str, firer: ForceUnit, dice: int) -> None:
    state = shooting(firer, against=(foot("enemy", 0, 5.5, 180),))
    play = go(state, act.Fire(0, 1, place(0, 4.5)), *[1] * dice)
    (shot,) = [event for event in play.events if isinstance(event, happened.Fired)]
    assert (shot.count.basic, shot.count.dice, shot.total) == (dice, dice, dice), rule


MEDIUM = [(20.0, "close", 3), (20.1, "medium", 2), (40.0, "medium", 2), (40.1, "long", 1), (80.0, "long", 1)]


@pytest.mark.rule("MN-FIRE-35", "a medium battery rolls 3 dice to 20 cm, 2 to 40 and 1 to 80")
@pytest.mark.parametrize(("away", "band", "dice"), MEDIUM)
def test_medium_batteries_on_the_table(away: float, band: str, dice: int) -> None:
    state = shooting(guns(y=-45), against=(foot("enemy", 0, -45 + 1.5 + away + 1, 180),))
    made = aimed(state, 1, 0, -45 + 1.5 + away)
    assert isinstance(made, targets.AimedShot)
    assert (made.band, made.count.dice) == (band, dice)


@pytest.mark.rule("MN-FIRE-35", "a medium battery does not fire farther than 80 cm")
def test_beyond_long_range() -> None:
    state = shooting(guns(y=-45), against=(foot("enemy", 0, 37.6, 180),))
    assert verdict(aimed(state, 1, 0, 36.6)) == "MN-FIRE-13"


BETWEEN: list[tuple[float, ForceUnit, int | str]] = [
    (60, light("screen", 0, 30), 2),
    (60, guns("screen", 0, 30), 2),
    (30, light("screen", 0, 15), 1),
    (30, foot("screen", 0, 15), "MN-FIRE-11"),
    (60, foot("screen", 0, 30), "MN-FIRE-11"),
]


@pytest.mark.rule("MN-FIRE-12", "enemy unformed units may stand in the zone of a battery, formed ones may not")
@pytest.mark.parametrize(("far", "screen", "dice"), BETWEEN)
def test_who_may_stand_in_the_zone(far: float, screen: ForceUnit, dice: int | str) -> None:
    state = shooting(guns(weight="heavy"), against=(foot("enemy", 0, far + 1, 180), screen))
    assert verdict(aimed(state, 1, 0, far)) == dice
    assert why(state, act.Fire(0, 1, place(0, far))) == ("" if isinstance(dice, int) else dice)


@pytest.mark.rule("MN-FIRE-26", "the band is that of the target that is named, wherever the screen stands")
@pytest.mark.parametrize(
    ("screen", "far", "bands", "basic"), [(10, 30, ("close", "medium"), (4, 3)), (35, 60, ("medium", "long"), (3, 2))]
)
def test_the_band_is_that_of_the_target(
    screen: float, far: float, bands: tuple[str, str], basic: tuple[int, int]
) -> None:
    state = shooting(guns(weight="heavy"), against=(foot("enemy", 0, far + 1, 180), light("screen", 0, screen)))
    shots = [aimed(state, 2, 0, screen - 1), aimed(state, 1, 0, far)]
    found = [(each.band, each.count.basic) for each in shots if isinstance(each, targets.AimedShot)]
    assert found == list(zip(bands, basic, strict=True))


RATINGS: tuple[Quality, ...] = ("elite", "veteran", "trained", "untrained")


@pytest.mark.rule("MN-FIRE-41", "neither strength nor rating changes the dice, but for the modifiers")
@pytest.mark.parametrize("points", [1, 2, 6, 12])
def test_strength_and_rating_do_not_count(points: int) -> None:
    for rating in RATINGS:
        state = shooting(foot(rating=rating, points=points), against=(foot("enemy", 0, 5, 180),))
        assert verdict(aimed(state, 1, 0, 4)) == 2
        battery = guns(rating=rating, points=min(points, 6), weight="medium")
        state = shooting(battery, against=(foot("enemy", 0, 31, 180),))
        assert verdict(aimed(state, 1, 0, 30)) == 2
    guard = shooting(foot(rating="guard", points=points), against=(foot("enemy", 0, 5, 180),))
    assert verdict(aimed(guard, 1, 0, 4)) == 3


def dice_of(**facts: Any) -> int:
    """Dice at a formed line from small arms or guns."""
    given = {"unit_class": "infantry", "formation": "line", "rating": "veteran", "target": "line", **facts}
    return dice.shot_dice(PRINTED, dice.ShotFacts(**given)).dice


@pytest.mark.rule("MN-FIRE-31", "infantry in skirmish line rolls 2 dice")
@pytest.mark.rule("MN-FORM-09", "a skirmish line fires like a line")
@pytest.mark.rule("MN-FIRE-32", "infantry in column rolls 1 die")
@pytest.mark.rule("MN-FIRE-33", "infantry in any square rolls 1 die")
def test_dice_of_small_arms_go_by_formation() -> None:
    formations = ("line", "skirmish_line", "column", "solid_square", "emergency_square")
    assert [dice_of(formation=each) for each in formations] == [2, 2, 1, 1, 1]


@pytest.mark.rule("MN-FIRE-35", "a medium battery rolls 3, 2 or 1 die at close, medium or long range")
def test_dice_of_a_medium_battery_go_by_range() -> None:
    bands: tuple[Band, ...] = ("close", "medium", "long")
    gun = {"unit_class": "artillery", "formation": "battery", "weight": "medium"}
    assert [dice_of(band=band, **gun) for band in bands] == [3, 2, 1]


@pytest.mark.rule("MN-FIRE-41", "a unit of one strength point rolls the dice of one of six")
def test_dice_do_not_depend_on_strength() -> None:
    state = shooting(foot(), foot("weak", 10, points=1), against=(foot("enemy", 5, 6, 180),))
    found = [targets.best_aim(state, number, 2) for number in (0, 1)]
    assert [each and each[2].count.dice for each in found] == [2, 2]


@pytest.mark.rule("MN-RULING-42", "20 cm is close, 40 is medium and 80 is long")
@pytest.mark.parametrize(
    ("length", "band"),
    [(2_000, "close"), (2_001, "medium"), (4_000, "medium"), (4_001, "long"), (8_000, "long"), (8_001, None)],
)
def test_bands_share_their_borders_with_the_nearer(length: int, band: str | None) -> None:
    assert dice.range_band(PRINTED, length) == band


@pytest.mark.rule("MN-RULING-42", "the nearer band comes first in whatever order a club's table has them")
def test_bands_go_by_their_reach() -> None:
    turned = replace(PRINTED, battery_range=dict(reversed(PRINTED.battery_range.items())))
    assert [dice.range_band(turned, length) for length in (2_000, 4_000, 8_000)] == ["close", "medium", "long"]


SCREEN = light("screen", 0, 24, 180)


@pytest.mark.rule("MN-FIRE-12", "enemy skirmishers may be in the zone at medium range")
@pytest.mark.rule("MN-FIRE-26", "the band is that of the target, not of who stands before it")
@pytest.mark.rule("MN-FIRE-25", "fire through them is halved once")
def test_a_battery_fires_through_skirmishers_at_medium_range() -> None:
    made = aimed(shooting(guns(), against=(foot("enemy", 0, 30, 180), SCREEN)), 1, 0, 29)
    assert isinstance(made, targets.AimedShot)
    assert (made.band, made.count.dice, made.count.halved) == ("medium", 1, ("MN-FIRE-22",))
    near = aimed(shooting(guns(), against=(foot("enemy", 0, 19, 180), light("screen", 0, 14, 180))), 1, 0, 18)
    assert verdict(near) == "MN-FIRE-23"


@pytest.mark.rule("MN-RULING-44", "an unformed target behind an unformed screen is no target at medium range")
@pytest.mark.rule("MN-FIRE-24", "skirmishers hide skirmishers")
def test_skirmishers_hide_skirmishers_at_medium_range() -> None:
    made = aimed(shooting(guns(), against=(light("enemy", 0, 30, 180), SCREEN)), 1, 0, 29)
    assert verdict(made) == "MN-FIRE-24"


@pytest.mark.rule("MN-RULING-50", "a shot that would have no dice may not be declared")
def test_no_shot_without_dice() -> None:
    state = shooting(foot(formation="column"), against=(light("enemy", 0, 7, 180),))
    made = aimed(state, 1, 0, 6)
    assert not isinstance(made, Refusal)
    assert made.count.dice == 0
    assert why(state, act.Fire(0, 1, place(0, 6))) == "MN-HALVE-03"
    assert listed(state, "a", "fire") == []


@pytest.mark.rule("MN-EXTEND-08", "a disordered unit may still fire")
def test_a_disordered_unit_fires() -> None:
    state = noted(shooting(foot(), against=(foot("enemy", 0, 6, 180),)), 0, blue="disorder")
    assert targets.refuse_firer(state, 0) is None


@pytest.mark.rule("MN-RULING-12", "a square of either kind keeps a unit in play at one strength point")
@pytest.mark.parametrize(
    ("formation", "gone"),
    [("line", True), ("column", True), ("solid_square", False), ("emergency_square", False), ("skirmish_line", False)],
)
def test_one_point_in_a_square_is_enough(formation: Any, gone: bool) -> None:
    assert losses.is_removed(1, "veteran", formation) is gone


@pytest.mark.rule("MN-RULING-17", "exactly 12 cm is not over 12 cm")
@pytest.mark.rule("MN-RULING-85", "what counts is how far apart the bases were where the charge began")
@pytest.mark.parametrize(("away", "may"), [(1_199, False), (1_200, False), (1_201, True)])
def test_a_square_is_for_charges_from_over_twelve(away: int, may: bool) -> None:
    state = noted(field(horse(), against=(foot("enemy", 0, 30, 180),)), 0, charged_from=away)
    assert charge_answers.allows_squares(state, 0) is may


@pytest.mark.rule("MN-RULING-85", "the length of the charge's own way does not count")
def test_a_charge_notes_the_least_distance() -> None:
    for y, away, may in ((16, 1_181, False), (16.5, 1_230, True)):  # Each is over 14 cm away straight ahead.
        play = passed(go(field(horse(), against=(foot("enemy", 4, y, 225),)), plan(move=act.Charge(1)), 1))
        assert play.state.units[0].charged_from == away
        assert ("emergency_square" in asked(play)) is may
