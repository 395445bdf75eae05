"""The tables of Snappy Nappy against its rulebook, and its worked examples as far as they follow from tables."""

import re
from fractions import Fraction
from math import comb

import pytest

from battles.rules.snappy_nappy import tables
from tests.rules.snappy_nappy.builders.rulebook_tables import rows


def chance(needed: int, modifier: int) -> Fraction:
    """Of one fire die: it must be higher than the number, a natural 10 hits and a 1 misses.

    Source: SN-FIRE-05, SN-FIRE-06, SN-FIRE-07.
    """
    faces = range(1, tables.DIE_SIDES + 1)
    hits = [face for face in faces if face == faces[-1] or (face > faces[0] and face + modifier > needed)]
    return Fraction(len(hits), len(faces))


@pytest.mark.rule("SN-UNIT-04", "the five grades with their numbers stand in the table as in the rulebook")
@pytest.mark.rule("SN-FIRE-05", "cavalry hits on a number that is two higher")
def test_grades() -> None:
    printed = rows("### 1.1 Grades")
    made = [
        [row.word, str(row.check), str(row.to_hit), str(row.to_hit + tables.CAVALRY_TO_HIT_SHIFT)]
        for row in tables.GRADES.values()
    ]
    assert [row[:4] for row in printed] == made
    multipliers = [Fraction(row[4].removeprefix("x ")) for row in printed]
    assert multipliers == [Fraction(row.halves, 2) for row in tables.GRADES.values()]


@pytest.mark.rule("SN-UNIT-08", "six levels in their order, each with its three columns")
@pytest.mark.rule("SN-UNIT-07", "below Rout a unit is removed")
def test_levels() -> None:
    printed = rows("### 1.2 Morale")
    for row, own in zip(printed, tables.LEVELS.values(), strict=False):
        assert row[0] == own.word
        assert int(row[1]) == own.check
        assert row[2:4] == (
            ["no fire", "no melee"]
            if own.fire is None
            else [f"{own.fire:+d}".replace("+0", "0"), f"{own.melee:+d}".replace("+0", "0")]
        )
    assert (len(printed), printed[-1][0]) == (len(tables.LEVELS) + 1, "(eliminated)")


@pytest.mark.rule("SN-TURN-01", "the eight phases in their order")
def test_phases() -> None:
    assert [row[1] for row in rows("## 3. Turn")] == [name for name, _ in tables.PHASES]


@pytest.mark.rule("SN-ORDER-02", "seven orders, the most aggressive first")
def test_orders() -> None:
    printed = rows("`order_ladder`")
    assert [row[1] for row in printed] == [row.word for row in tables.ORDERS.values()]
    assert [row[3] for row in printed[2:]] == ["cavalry only", "no", 'only enemies within 6"', "no", "no"]


@pytest.mark.rule("SN-MOVE-02", "inches by unit and formation")
def test_rates() -> None:
    for row in rows("Rates: table `movement_rates`"):
        own = next(rate for rate in tables.RATES.values() if rate.word == row[0])
        numbers = [re.sub(r"\D", "", cell) for cell in row[1:5]]
        assert numbers == [
            str(own.line),
            str(own.column),
            str(own.road_march),
            "" if own.square is None else str(own.square),
        ]


@pytest.mark.rule("SN-FIRE-03", "dice of batteries by type and range, heavy guns to 11 inches")
@pytest.mark.rule("SN-EX-15", "the dice at 2, 5, 7, 9, 11 and 12 inches")
def test_artillery() -> None:
    printed = rows("[H] `artillery_dice`:")
    assert {row[0]: tuple(int(cell.replace("-", "0")) for cell in row[1:]) for row in printed} == dict(
        tables.ARTILLERY_DICE
    )
    assert tables.ARTILLERY_RANGES == (2, 5, 7, 9, 11)


@pytest.mark.rule("SN-FIRE-08", "every fire modifier, the flank and the rear each by itself")
def test_fire_modifiers() -> None:
    printed = [cell for row in rows("Table `fire_modifiers`")[1:] for cell in row[1].split(" / ")]
    assert [int(cell) for cell in printed] == [row.value for row in tables.FIRE_MODIFIERS]


@pytest.mark.rule("SN-MELEE-05", "every melee modifier: what adds, what multiplies, how long it lasts")
def test_melee_modifiers() -> None:
    printed = [row for row in rows("Table `melee_modifiers`") if row[0] not in ("morale level", "grade")]
    told = [
        (row[1], Fraction(cell.split()[0]) * (1 if row[1] == "add" else 2), row[3])
        for row in printed
        for cell in row[2].split(" / ")
        if row[2] != "3/2" and row[2] != "1/2"
    ]
    told += [(row[1], Fraction(row[2]) * 2, row[3]) for row in printed if row[2] in ("3/2", "1/2")]
    assert sorted(told) == sorted((row.kind, Fraction(row.value), row.lasts) for row in tables.MELEE_MODIFIERS)


@pytest.mark.rule("SN-MELEE-08", "what each margin does")
def test_results() -> None:
    for row, own in zip(rows("Table `melee_results`:"), tables.RESULTS.values(), strict=True):
        assert row[:3] == [own.word, str(own.levels), "1, both sides" if own.word == "tie" else str(own.checks)]
        assert (row[3] == "yes", row[4] != "-") == (own.retreat, own.gain == 1)


@pytest.mark.rule("SN-HIDE-06", "the chance to reveal by distance")
@pytest.mark.rule("SN-EX-43", "1, 4/5, 3/5, 2/5, 1/5, and in woods 2 less beyond 3 inches")
def test_reveal() -> None:
    assert [Fraction(11 - row.needed, 10) for row in tables.REVEAL] == [1, *(Fraction(n, 5) for n in (4, 3, 2, 1))]
    covered = [Fraction(max(0, 11 - row.needed - tables.REVEAL_COVER), 10) for row in tables.REVEAL[1:]]
    assert covered == [Fraction(n, 5) for n in (3, 2, 1, 0)]


@pytest.mark.parametrize("row", rows("### 18.2 Hit chances"), ids=lambda row: row[0])
@pytest.mark.rule("SN-EX-06", "the chances of a militia to hit, by modifier, against its number and that of cavalry")
@pytest.mark.rule("SN-EX-07", "the chances of a conscript to hit, by modifier, against its number and that of cavalry")
@pytest.mark.rule("SN-EX-08", "the chances of a veteran to hit, by modifier, against its number and that of cavalry")
@pytest.mark.rule("SN-EX-09", "the chances of the elite to hit, by modifier, against its number and that of cavalry")
@pytest.mark.rule(
    "SN-EX-10", "the chances of the Old Guard to hit, by modifier, against its number and that of cavalry"
)
@pytest.mark.rule("SN-FIRE-06", "equality is a miss: the worked examples of hit chances per die")
def test_hit_chances(row: list[str]) -> None:
    grade = next(own for own in tables.GRADES.values() if own.word == row[1])
    shift = tables.CAVALRY_TO_HIT_SHIFT
    cells = [(0, 0), (0, 1), (0, 2), (0, -1), (0, -2), (shift, 0), (shift, 1), (shift, 2)]
    assert [chance(grade.to_hit + more, modifier) for more, modifier in cells] == [Fraction(cell) for cell in row[2:]]


@pytest.mark.rule("SN-EX-11", "where reaching the number is enough a die hits one face in ten more often")
@pytest.mark.rule("SN-EX-12", "militia at -2 hit by the natural 10 alone")
@pytest.mark.rule("SN-RULING-02", "a natural 1 fails and a natural 10 passes, so no check is hopeless")
def test_other_ways_to_hit() -> None:
    militia = tables.GRADES["militia"].to_hit
    assert (chance(militia, -2), Fraction(sum(face - 2 > militia for face in range(1, 11)), 10)) == (Fraction(1, 10), 0)
    for row in tables.GRADES.values():
        assert chance(row.to_hit - 1, 0) == chance(row.to_hit, 0) + Fraction(1, 10)


@pytest.mark.rule("SN-EX-13", "two dice of veterans at Bold against cavalry in column: 4/25, 12/25, 9/25")
@pytest.mark.rule("SN-EX-14", "a medium battery of veterans at 4 and at 2 inches")
def test_volleys() -> None:
    column = next(row.value for row in tables.FIRE_MODIFIERS if row.name == "target cavalry in column")
    each = chance(tables.GRADES["veteran"].to_hit, (tables.LEVELS["bold"].fire or 0) + column)
    assert [volley(2, each, hits) for hits in range(3)] == [Fraction(n, 25) for n in (4, 12, 9)]
    plain = chance(tables.GRADES["veteran"].to_hit, 0)
    far, near = (tables.ARTILLERY_DICE["medium"][tables.ARTILLERY_RANGES.index(band)] for band in (5, 2))
    assert [volley(far, plain, hits) for hits in range(3)] == [Fraction(n, 25) for n in (9, 12, 4)]
    assert [volley(near, plain, hits) for hits in range(4)] == [Fraction(n, 125) for n in (27, 54, 36, 8)]


def volley(dice: int, each: Fraction, hits: int) -> Fraction:
    """The chance of so many hits."""
    return comb(dice, hits) * each**hits * (1 - each) ** (dice - hits)


@pytest.mark.rule("SN-EX-03", "52 to 18: add, then multiply by grade and charge, each in halves")
@pytest.mark.rule("SN-MELEE-03", "first add, then multiply by the product of all multipliers")
@pytest.mark.rule("SN-RULING-09", "two and two multiply to four")
def test_the_printed_melee() -> None:
    charge = next(row.value for row in tables.MELEE_MODIFIERS if row.name == "cavalry charging infantry in line")
    french = Fraction(tables.GRADES["elite"].halves, 2) * Fraction(charge, 2)
    prussians = Fraction(tables.GRADES["veteran"].halves, 2)
    ours = sum((face + (tables.LEVELS["wary"].melee or 0)) * french for face in (6, 9))
    theirs = sum((face + (tables.LEVELS["bold"].melee or 0)) * prussians for face in (3, 5))
    assert (ours, theirs, ours / theirs) == (52, 18, Fraction(26, 9))


@pytest.mark.rule("SN-CMD-02", "each nation's radius, and the early one up to 1808")
@pytest.mark.rule("SN-LEAD-05", "ratings of spring 1813: French 2, Russians and Prussians 1")
def test_nations() -> None:
    radius = {name: (row.radius, row.early_radius, row.rating) for name, row in tables.NATIONS.items()}
    assert {radius[name][:2] for name in ("french", "french_allies", "british")} == {(18, 18)}
    assert {radius[name][:2] for name in ("austria", "prussia", "russia")} == {(12, 9)}
    assert {radius[name][:2] for name in ("spain", "turkey")} == {(9, 9)}
    assert (radius["french"][2], radius["russia"][2], radius["prussia"][2]) == (2, 1, 1)


@pytest.mark.rule("SN-TER-01", "woods and every other terrain with its three numbers")
def test_terrain() -> None:
    for row, own in zip(rows("## 12. Terrain"), tables.TERRAIN, strict=True):
        assert row[:2] == [own.rule, own.word]
        numbers = [int((re.match(r"[+-]?\d", cell) or [0])[0]) for cell in row[4:7]]
        assert numbers == [own.fire, own.melee, own.check]
