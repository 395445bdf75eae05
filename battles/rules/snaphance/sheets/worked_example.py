"""A worked example: fire, a morale test, the charge of a pike block, pursuit (sections 7 to 11).

The numbers of dice are those of SH-EX-23 and SH-EX-31.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from battles.engine.dice import Dice
from battles.engine.sheets.cheat_pages import Page, Table, chance_lines, example_dice, numbered, signed, step
from battles.rules.snaphance.options import Rules
from battles.rules.snaphance.tables import (
    DIE_SIDES,
    HIT_ON,
    MORALE_DISORDERED,
    MORALE_HIT,
    MORALE_LOST,
    PAIR_OF,
    PURSUERS,
    Code,
)

_KEY: Final = "Snaphance, lesson 15"
_SHOT: Final[Code] = "SHT17"
_PIKE: Final[Code] = "PIK"
_SWISS: Final[Code] = "SWP"


def lesson(rules: Rules) -> Page:
    """The page with the example."""
    return Page("A worked example", numbered((*_fire(rules), *_charge(rules))))


def _roll_hits(rules: Rules, dice: Dice, count: int) -> tuple[tuple[int, ...], int]:
    faces = dice.roll(count, DIE_SIDES, "SH-DICE-02") if count > 0 else ()
    return faces, hits(rules, faces.count(HIT_ON), faces.count(PAIR_OF))


def _fire(rules: Rules) -> Iterator[Table]:
    shot = rules.tables.profiles[_SHOT]
    near = shot.fire[0].dice if shot.fire else 0
    pool = max(0, shot.points + near)
    dice = example_dice(_KEY, 0)
    faces, count = _roll_hits(rules, dice, pool)
    pairs = "each pair of" if rules.options.double_five_mode == "per_pair" else "two or more"
    rows = [
        ("strength points", str(shot.points)),
        ("at 1 hex", signed(near)),
        ("dice", str(pool)),
        ("rolled", ", ".join(map(str, faces)) or "–"),
        (f"hits: {HIT_ON}, or {pairs} {PAIR_OF}s", str(count)),
    ]
    lead = "Shot of the 17th century that did not move fires at a fresh stand of Pike in the open, 1 hex away."
    yield step("Fire", lead, rows, ("SH-FIRE-01", "SH-DICE-02", "SH-DICE-03"))
    chances = _spread(rules, pool)
    yield step("Chances", "", chance_lines((_hits(each), chances[each]) for each in sorted(chances)), ("SH-DICE-02",))
    yield _test(rules, dice, "The test", "the Pike", rules.tables.profiles[_PIKE].points, count, _cap(rules, "fire"))


def _hits(count: int) -> str:
    return "1 hit" if count == 1 else f"{count} hits"


def _cap(rules: Rules, name: str) -> int:
    return next(row.points for row in rules.tables.caps if row.name == name)


def _test(rules: Rules, dice: Dice, title: str, who: str, points: int, count: int, cap: int) -> Table:
    """The table of one test for all hits (SH-MORALE-01, SH-MORALE-02, SH-MORALE-03, SH-MORALE-04)."""
    cited = ("SH-MORALE-01", "SH-MORALE-02", "SH-MORALE-03", "SH-MORALE-05", "SH-MORALE-06")
    if not count:
        return step(title, f"No hit: {who} does not test.", (("hits", "0"),), cited)
    need = points + count * MORALE_HIT
    (face,) = dice.roll(1, DIE_SIDES, "SH-MORALE-01")
    passed = face == 1 or (face != DIE_SIDES and face <= need)
    lost = 0 if passed else min(cap, _costs(rules, count, face - need))
    rows = [
        ("strength points at the start", str(points)),
        (f"hits just taken: {count}", signed(count * MORALE_HIT)),
        ("passes at or below", str(max(1, need))),
        ("rolled", str(face)),
        ("result", "passes" if passed else "fails"),
        (f"strength points lost, at most {cap}", str(lost)),
    ]
    note = f"Disorder would add {signed(MORALE_DISORDERED)}, and each point lost earlier {signed(MORALE_LOST)}."
    return step(title, f"{who[:1].upper()}{who[1:]} tests once for all hits.", rows, cited, result=note)


def _costs(rules: Rules, count: int, margin: int) -> int:
    """Strength points that a failed test costs, before the cap."""
    return {"hits": count, "margin": max(1, margin), "fixed_one": 1}[rules.options.sp_loss_mode]


def _charge(rules: Rules) -> Iterator[Table]:
    tables = rules.tables
    swiss, pike = tables.profiles[_SWISS], tables.profiles[_PIKE]
    rank = next(row for row in tables.melee if row.name.endswith("each rank behind, against foot"))
    behind = (swiss.depth - 1) * rank.dice if rules.options.depth_bonus_per_rank else rank.dice
    pool = swiss.points + (swiss.charge or 0) + behind
    dice = example_dice(_KEY, 1)
    ours, won = _roll_hits(rules, dice, pool)
    theirs, lost = _roll_hits(rules, dice, pike.points)
    rows = [
        ("strength points", str(swiss.points)),
        ("charge bonus", signed(swiss.charge or 0)),
        (f"pikes: {swiss.depth - 1} ranks behind, against foot", signed(behind)),
        ("dice of the Swiss", str(pool)),
        ("rolled", ", ".join(map(str, ours))),
        ("hits", str(won)),
        ("dice of the Pike: strength points", str(pike.points)),
        ("rolled", ", ".join(map(str, theirs))),
        ("hits", str(lost)),
    ]
    lead = f"A Swiss block {swiss.depth} stands deep charges a single stand of Pike in front, in the open."
    result = "More hits win." if won != lost else "Equal hits: a draw, the melee goes on."
    yield step("The charge", lead, rows, ("SH-MELEE-01", "SH-MELEE-05", "SH-PIKE-01"), result=result)
    if won > lost:
        yield _test(rules, dice, "The loser's test", "the Pike", pike.points, won, _cap(rules, "melee lost"))
        yield _pursuit(rules, dice)
    yield _chances(rules, pool, pike.points)


def _pursuit(rules: Rules, dice: Dice) -> Table:
    (face,) = dice.roll(1, DIE_SIDES, "SH-PURSUIT-01")
    hexes = rules.tables.pursuit["swiss_pike"][face - 1]
    back = rules.tables.retreat["foot"]
    rows = [
        ("the Pike retreats, in disorder", f"{back}H"),
        ("pursuit roll", str(face)),
        (f"{PURSUERS['swiss_pike']} pursue", f"{hexes}H"),
        ("the Pike is caught", "yes" if hexes >= back and hexes else "no"),
    ]
    return step("Retreat, pursuit", "", rows, ("SH-RETREAT-01", "SH-PURSUIT-01"))


def _chances(rules: Rules, one: int, other: int) -> Table:
    ours, theirs = (_spread(rules, count) for count in (one, other))
    pairs = [(a, b, p * q) for a, p in ours.items() for b, q in theirs.items()]
    rows = (
        ("the Swiss win", sum((share for a, b, share in pairs if a > b), Fraction(0))),
        ("a draw", sum((share for a, b, share in pairs if a == b), Fraction(0))),
        ("the Pike wins", sum((share for a, b, share in pairs if a < b), Fraction(0))),
    )
    return step("Chances", f"Chances of {one} dice against {other}:", chance_lines(rows), ("SH-MELEE-01", "SH-DICE-02"))


def _spread(rules: Rules, count: int) -> dict[int, Fraction]:
    """The chance of each number of hits, counted die by die from sixes and fives."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(count):
        grown: Counter[tuple[int, int]] = Counter()
        for (sixes, fives), number in ways.items():
            grown[sixes + 1, fives] += number
            grown[sixes, fives + 1] += number
            grown[sixes, fives] += number * (DIE_SIDES - 2)
        ways = grown
    totals: Counter[int] = Counter()
    for (sixes, fives), number in ways.items():
        totals[hits(rules, sixes, fives)] += number
    return {each: Fraction(number, DIE_SIDES**count) for each, number in totals.items()}


def hits(rules: Rules, sixes: int, fives: int) -> int:
    """Hits of sixes and fives: each six, and each pair of fives, or one pair by option (SH-DICE-02, SH-DICE-03)."""
    pairs = fives // 2
    return sixes + (min(1, pairs) if rules.options.double_five_mode == "at_most_one" else pairs)
