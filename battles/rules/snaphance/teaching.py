"""A worked example: musketry, its test, a pike block's charge, pursuit (sections 7 to 11), from the tables.

The pools are those of SH-EX-23 and SH-EX-31.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from battles.engine.cheat_sheet import Page, Table, signed
from battles.engine.dice import Dice
from battles.engine.teaching import likely, numbered, step, story
from battles.rules.snaphance.rules import Rules
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
    """The example on its page."""
    return Page("A worked example", numbered((*_fire(rules), *_charge(rules))))


def _throw(rules: Rules, dice: Dice, count: int) -> tuple[tuple[int, ...], int]:
    faces = dice.roll(count, DIE_SIDES, "SH-DICE-02") if count > 0 else ()
    return faces, hits(rules, faces.count(HIT_ON), faces.count(PAIR_OF))


def _fire(rules: Rules) -> Iterator[Table]:
    shot = rules.tables.profiles[_SHOT]
    near = shot.fire[0].dice if shot.fire else 0
    pool = max(0, shot.points + near)
    dice = story(_KEY, 0)
    faces, count = _throw(rules, dice, pool)
    pairs = "each pair of" if rules.options.double_five_mode == "per_pair" else "two or more"
    rows = [
        ("strength points", str(shot.points)),
        ("at 1 hex", signed(near)),
        ("dice", str(pool)),
        ("thrown", ", ".join(map(str, faces)) or "–"),
        (f"hits: {HIT_ON}, or {pairs} {PAIR_OF}s", str(count)),
    ]
    lead = "Shot of the 17th century that did not move fires at a fresh stand of Pike in the open, 1 hex away."
    yield step("Fire", lead, rows, ("SH-FIRE-01", "SH-DICE-02", "SH-DICE-03"))
    found = _spread(rules, pool)
    yield step("What was likely", "", likely((_hits(each), found[each]) for each in sorted(found)), ("SH-DICE-02",))
    yield _test(rules, dice, "The test", "the Pike", rules.tables.profiles[_PIKE].points, count, _cap(rules, "fire"))


def _hits(count: int) -> str:
    return "1 hit" if count == 1 else f"{count} hits"


def _cap(rules: Rules, name: str) -> int:
    return next(row.points for row in rules.tables.caps if row.name == name)


def _test(rules: Rules, dice: Dice, title: str, who: str, points: int, count: int, cap: int) -> Table:
    """One test for all hits (SH-MORALE-01 to 04)."""
    known = ("SH-MORALE-01", "SH-MORALE-02", "SH-MORALE-03", "SH-MORALE-05", "SH-MORALE-06")
    if not count:
        return step(title, f"No hit: {who} does not test.", (("hits", "0"),), known)
    need = points + count * MORALE_HIT
    (face,) = dice.roll(1, DIE_SIDES, "SH-MORALE-01")
    passed = face == 1 or (face != DIE_SIDES and face <= need)
    lost = 0 if passed else min(cap, _costs(rules, count, face - need))
    rows = [
        ("strength points at first", str(points)),
        (f"hits just taken, {count}", signed(count * MORALE_HIT)),
        ("passes at or under", str(max(1, need))),
        ("thrown", str(face)),
        ("so it", "passes" if passed else "fails"),
        (f"points lost, {cap} at most", str(lost)),
    ]
    more = f"Disorder would take {signed(MORALE_DISORDERED)} and each point lost before {signed(MORALE_LOST)}."
    return step(title, f"{who[:1].upper()}{who[1:]} tests once for all hits.", rows, known, result=more)


def _costs(rules: Rules, count: int, margin: int) -> int:
    """What a failed test costs before the cap, by the option."""
    return {"hits": count, "margin": max(1, margin), "fixed_one": 1}[rules.options.sp_loss_mode]


def _charge(rules: Rules) -> Iterator[Table]:
    tables = rules.tables
    swiss, pike = tables.profiles[_SWISS], tables.profiles[_PIKE]
    rank = next(row for row in tables.melee if row.name.endswith("each rank behind, against foot"))
    behind = (swiss.depth - 1) * rank.dice if rules.options.depth_bonus_per_rank else rank.dice
    pool = swiss.points + (swiss.charge or 0) + behind
    dice = story(_KEY, 1)
    ours, won = _throw(rules, dice, pool)
    theirs, lost = _throw(rules, dice, pike.points)
    rows = [
        ("strength points", str(swiss.points)),
        ("charge bonus", signed(swiss.charge or 0)),
        (f"pikes: {swiss.depth - 1} ranks behind, against foot", signed(behind)),
        ("dice of the Swiss", str(pool)),
        ("thrown", ", ".join(map(str, ours))),
        ("hits", str(won)),
        ("dice of the Pike: strength points", str(pike.points)),
        ("thrown", ", ".join(map(str, theirs))),
        ("hits", str(lost)),
    ]
    lead = f"A Swiss block {swiss.depth} stands deep charges a single stand of Pike in front, in the open."
    result = "More hits win." if won != lost else "As many hits: a draw, the melee goes on."
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
        ("pursuit: thrown", str(face)),
        (f"{PURSUERS['swiss_pike']} go", f"{hexes}H"),
        ("so it is caught", "yes" if hexes >= back and hexes else "no"),
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
    return step("What was likely", f"{one} dice against {other}:", likely(rows), ("SH-MELEE-01", "SH-DICE-02"))


def _spread(rules: Rules, count: int) -> dict[int, Fraction]:
    """The chance of each number of hits: ways to have so many sixes and fives, a die after the other."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(count):
        more: Counter[tuple[int, int]] = Counter()
        for (sixes, fives), number in ways.items():
            more[sixes + 1, fives] += number
            more[sixes, fives + 1] += number
            more[sixes, fives] += number * (DIE_SIDES - 2)
        ways = more
    found: Counter[int] = Counter()
    for (sixes, fives), number in ways.items():
        found[hits(rules, sixes, fives)] += number
    return {each: Fraction(number, DIE_SIDES**count) for each, number in found.items()}


def hits(rules: Rules, sixes: int, fives: int) -> int:
    """SH-DICE-02, SH-DICE-03: sixes, and pairs of fives, or one of them by the option."""
    pairs = fives // 2
    return sixes + (min(1, pairs) if rules.options.double_five_mode == "at_most_one" else pairs)
