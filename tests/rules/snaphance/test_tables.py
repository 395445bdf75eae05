"""The tables of Snaphance against its rulebook, and its worked examples as far as they follow from tables."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from battles.rules.snaphance import tables
from battles.rules.snaphance.sheets.needs import bands
from tests.rules.snaphance.builders.rulebook_tables import RULEBOOK, rows


def hits(counts: Counter[int]) -> int:
    """SH-DICE-02, SH-DICE-03: sixes, and each pair of fives."""
    return counts[tables.HIT_ON] + counts[tables.PAIR_OF] // 2


def hit_chances(dice: int) -> Counter[int]:
    """How many of all equally likely throws give each number of hits."""
    found: Counter[int] = Counter()
    for faces in combinations_with_replacement(range(1, tables.DIE_SIDES + 1), dice):
        counts = Counter(faces)
        found[hits(counts)] += factorial(dice) // prod(factorial(count) for count in counts.values())
    return found


@pytest.mark.rule("SH-STAND-02", "every profile as the rulebook has it")
@pytest.mark.rule("SH-STAND-07", "the pike bonus by era")
@pytest.mark.rule("SH-STAND-08", "only pikes and tercios form blocks, of three ranks at most")
def test_profiles() -> None:
    made: dict[str, list[str]] = {}
    for row in rows("### 2.1 Profiles"):
        for code in row[0].split(" / "):
            made[code] = row
    assert list(made) == list(tables.PROFILES)
    for code, row in made.items():
        own = tables.PROFILES[code]
        charge = "none" if own.charge is None else f"{own.charge:+d}".replace("+0", "0")
        assert [*row[4:7]] == [str(own.points), str(own.moves), charge], code
        told = bands(own).replace(": ", ":").replace(",", "").replace("–", "-").replace("−", "-")
        assert row[7] == told, code
        pikes = re.search(r"foot (\S+) / horse (\S+?)(?:,|$)", row[8])
        assert (pikes and (int(pikes[1]), int(pikes[2]))) == (
            None if own.pike_foot is None else (own.pike_foot, own.pike_horse)
        )
        assert own.depth == (3 if "block up to 3" in row[8] else 1)


@pytest.mark.rule("SH-STAND-03", "Gendarmes to Pistols and pikes to tercios are combat stands, the others support")
@pytest.mark.rule("SH-STAND-04", "each stand is of the eras that the rulebook names")
def test_kinds_and_eras() -> None:
    combat = {code for code, row in tables.PROFILES.items() if row.kind in tables.COMBAT}
    support = {"LC", "DR", "SHT16", "SHT17", "SHT60", "SK", "ARL", "ARF", "ARH"}
    assert combat == set(tables.PROFILES) - support
    assert [code for code, row in tables.PROFILES.items() if row.eras == ("16",)] == [
        "GEN",
        "HRS16",
        "SHT16",
        "SWP",
        "PS16",
    ]


@pytest.mark.parametrize("row", rows("### 17.1 Hits"), ids=lambda row: row[0])
@pytest.mark.rule("SH-EX-01", "the chances of hits with 0 dice")
@pytest.mark.rule("SH-EX-02", "the chances of hits with 1 dice")
@pytest.mark.rule("SH-EX-03", "the chances of hits with 2 dice")
@pytest.mark.rule("SH-EX-04", "the chances of hits with 3 dice")
@pytest.mark.rule("SH-EX-05", "the chances of hits with 4 dice")
@pytest.mark.rule("SH-EX-06", "the chances of hits with 5 dice")
@pytest.mark.rule("SH-EX-07", "the chances of hits with 6 dice")
@pytest.mark.rule("SH-EX-08", "the chances of hits with 7 dice")
@pytest.mark.rule("SH-EX-09", "the chances of hits with 8 dice")
@pytest.mark.rule("SH-EX-10", "the chances of hits with 9 dice")
@pytest.mark.rule("SH-EX-11", "the chances of hits with 10 dice")
@pytest.mark.rule("SH-EX-12", "fives pair up, sixes stand alone")
@pytest.mark.rule("SH-DICE-03", "hits with 0 to 10 dice, as the worked examples have them")
def test_hits(row: list[str]) -> None:
    for faces, number in (((5,), 0), ((5, 5), 1), ((5, 5, 5), 1), ((5, 5, 5, 5), 2), ((6, 5), 1), ((6, 6, 5, 5, 1), 3)):
        assert hits(Counter(faces)) == number
    dice = int(row[1])
    found, whole = hit_chances(dice), tables.DIE_SIDES**dice
    assert [Fraction(found[number], whole) for number in range(3)] == [Fraction(cell) for cell in row[2:5]]
    assert Fraction(sum(n for number, n in found.items() if number > 2), whole) == Fraction(row[5])
    assert Fraction(sum(number * n for number, n in found.items()), whole) == Fraction(row[6])


@pytest.mark.parametrize("row", rows("### 17.2 Order"), ids=lambda row: row[0])
@pytest.mark.rule("SH-EX-14", "class A by modifier")
@pytest.mark.rule("SH-EX-15", "class B by modifier")
@pytest.mark.rule("SH-EX-16", "class C by modifier")
@pytest.mark.rule("SH-ORDER-02", "A passes on 3, B on 4, C on 5")
def test_order_tests(row: list[str]) -> None:
    need = tables.ORDER_NEED[row[1]]  # type: ignore[index]
    chances = [Fraction(max(0, 7 - max(1, need - modifier)), 6) for modifier in (1, 0, -1, -2)]
    assert chances == [Fraction(cell) for cell in row[2:6]]


@pytest.mark.rule("SH-PURSUIT-01", "the distances for each face")
@pytest.mark.rule("SH-EX-53", "Gendarmes come 0 to 3 hexes with 1/6, 1/3, 1/3, 1/6")
@pytest.mark.rule("SH-EX-54", "Swiss Pike 1/6, 1/3, 1/2")
@pytest.mark.rule("SH-EX-55", "other cavalry the same")
@pytest.mark.rule("SH-EX-56", "other infantry 1/2, 1/2")
def test_pursuit() -> None:
    printed = [[int(cell.removesuffix("H")) for cell in row[1:7]] for row in rows("Table `pursuit_table`:")]
    assert printed == [list(row) for row in tables.PURSUIT.values()]
    shares = [[Fraction(row.count(hexes), len(row)) for hexes in range(4)] for row in tables.PURSUIT.values()]
    for row, share in zip(rows("### 17.6 Pursuit"), shares, strict=True):
        assert share == [Fraction(cell.replace("-", "0")) for cell in row[2:6]]


@pytest.mark.rule("SH-MORALE-05", "the most that each event costs")
@pytest.mark.rule("SH-EX-22", "the caps of the worked example")
def test_caps() -> None:
    caps = {row.name: row.points for row in tables.CAPS}
    assert [name for name, points in caps.items() if points == 2] == ["melee lost", "guns at range 1"]
    assert set(caps.values()) == {1, 2}


@pytest.mark.rule("SH-FIRE-01", "the fire modifiers are those of the rules that follow it, each as its rule has it")
def test_fire_modifiers() -> None:
    for row in tables.FIRE:
        text = RULEBOOK[RULEBOOK.index(f"**{row.rule}**") :].split("\n- **")[0]
        assert re.search(rf"(?<!\d){row.dice:+d} di", text), row.rule


@pytest.mark.rule("SH-TER-00", "every terrain of section 12 has its row")
@pytest.mark.rule("SH-TOWN-08", "the dice of an attack on a town hex")
@pytest.mark.rule("SH-TOWN-09", "the dice of its defence")
def test_ground() -> None:
    for row in tables.TERRAIN:
        assert f"**{row.rule}**" in RULEBOOK
    assert {row.word: (row.attack.split(",")[0], row.defend.split(",")[0]) for row in tables.TOWN} == {
        "mounted": ("−2", "−3"),
        "foot": ("−1", "0"),
        "Pike": ("−1", "−2"),
        "Tercio": ("−1", "−2"),
        "P&S": ("−1", "−1"),
    }
