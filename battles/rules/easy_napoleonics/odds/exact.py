"""Exact chances in closed form, fast enough for computer players."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import lcm
from operator import sub
from typing import Final

from msgspec import Struct

from battles.engine.odds import binomial_table, sum_table
from battles.rules.easy_napoleonics.combat import checks_after, plan_of, risks_leader
from battles.rules.easy_napoleonics.facts import Checked, Fighter, Melee, Target, Volley
from battles.rules.easy_napoleonics.fire import shot_of
from battles.rules.easy_napoleonics.morale import check_of, lowered
from battles.rules.easy_napoleonics.rules import Book, remember
from battles.rules.easy_napoleonics.tables import DIE, LEVELS, MELEE_RESULTS, Level, MeleeResult

WIDEST: Final = 40
"""The melee table has net modifiers from -WIDEST to WIDEST."""

MOST_STANDS: Final = 2
"""The melee table has 1 and 2 stands per side."""

Ways = tuple[int, ...]

PRINTED_BANDS: Final[Ways] = tuple(row.least for row in MELEE_RESULTS if row.least)
"""Least differences of the melee results other than a tie (EN-MELEE-36)."""


class Levels(Struct, frozen=True):
    """Number of ways to end Good, Fair, Bad and Broken, in the order of ``LEVELS``, out of ``of`` ways."""

    ways: tuple[int, int, int, int]
    of: int

    def chance(self, level: Level) -> Fraction:
        return Fraction(self.ways[LEVELS.index(level)], self.of)


class VolleyChances(Struct, frozen=True):
    """Chances of a volley: ways for 0, 1, ... hits out of ``of``, the target's level, and the death of each leader."""

    hits: Ways
    of: int
    levels: Levels
    leader_killed: Fraction


class MeleeChances(Struct, frozen=True):
    """Chances of a melee.

    ``bands`` are ways out of ``of``, as in ``melee_row``; the levels are those of both units afterwards. A leader's
    chance is that of each leader with the unit to be killed.
    """

    bands: Ways
    of: int
    attacker: Levels
    defender: Levels
    attacker_leader_killed: Fraction
    defender_leader_killed: Fraction


def check_chance(book: Book, checker: Checked) -> Fraction:
    """Chance to pass one check, also to rally or to form hasty square (EN-MORALE-05)."""
    face, _ = check_of(book, checker, checker.level, checker.leader)
    return Fraction(DIE + 1 - face, DIE)


@lru_cache(maxsize=4096)
def levels_after(level: Level, needed: int, checks: int) -> Levels:
    """Level after ``checks`` checks, each with the needed natural face ``needed``.

    Source: EN-MORALE-09, EN-MORALE-10, EN-MORALE-11.
    """
    passed = binomial_table(checks, DIE, needed)
    return _levels((lowered(level, checks - count), ways) for count, ways in enumerate(passed))


@lru_cache(maxsize=4096)
def hits_of(shots: tuple[tuple[int, int], ...]) -> Ways:
    """Ways for 0, 1, ... hits of ``shots``, pairs of dice and needed face, out of 10 ** number of dice."""
    ways = [1]
    for count, needed in shots:
        ways = _product(ways, binomial_table(count, DIE, needed))
    return tuple(ways)


def levels_after_fire(book: Book, shots: tuple[tuple[int, int], ...], level: Level, needed: int) -> Levels:
    """Level of a target after ``shots`` (pairs of dice and needed face); each of its checks needs ``needed``."""
    key = (shots, level, needed)
    cached: Levels | None = book.levels.get(key)
    return cached if cached is not None else remember(book.levels, key, _levels_after_fire(shots, level, needed))


def _levels_after_fire(shots: Sequence[tuple[int, int]], level: Level, needed: int) -> Levels:
    """Each die independently costs a level if it hits and its check fails."""
    lost = [1]
    for count, face in shots:
        costly = (DIE + 1 - face) * (needed - 1)
        for _ in range(count):
            lost = _product(lost, (DIE * DIE - costly, costly))
    return _levels((lowered(level, steps), ways) for steps, ways in enumerate(lost))


def volley_chances(book: Book, volley: Volley) -> VolleyChances:
    """Chances of a volley (EN-ART-18, EN-MUSK-06, EN-LEADER-06)."""
    cached: VolleyChances | None = book.outcomes.get(volley)
    if cached is not None:
        return cached
    target = volley.target
    shots = tuple([shot_of(book, firer, target)[:2] for firer in volley.firers])
    hits = hits_of(shots)
    of = sum(hits)
    with_leader = levels_after_fire(book, shots, target.level, _face(book, target, target.leader))
    death = Fraction(_deaths(book), DIE) if target.leader else Fraction(0)
    levels = with_leader
    if target.leader and book.risk_first:
        without = levels_after_fire(book, shots, target.level, _face(book, target, False))
        levels = _mixed(with_leader, without, *_all_killed(book, target))
    chances = VolleyChances(hits, of, levels, death * Fraction(of - hits[0], of))
    remember(book.outcomes, volley, chances)
    return chances


def bands_of(book: Book) -> Ways:
    """Least differences at which melee results change, 1 first: 1 and 5 as printed (EN-MELEE-36)."""
    return tuple(sorted({1} | {row.least for row in book.tables.melee_results if row.least > 1}))


def melee_row(attacker_stands: int, defender_stands: int, net: int, bands: Ways = PRINTED_BANDS) -> Ways:
    """Ways for each result of a melee, out of 10 ** number of stands.

    First the attacker's wins from the largest band to the smallest, then the tie, then the defender's wins from the
    smallest to the largest: A5+, A1-4, tie, D1-4, D5+. ``net`` is the attacker's modifiers minus the defender's;
    ``bands`` are those of ``bands_of``.
    """
    tails, low = _tails(attacker_stands, defender_stands)
    last = len(tails) - 1
    reached = [tails[min(max(cut - net - low, 0), last)] for cut in _cuts(bands)]
    return tuple(map(sub, [*reached, tails[0]], [0, *reached]))


def melee_table(bands: Ways = PRINTED_BANDS) -> dict[tuple[int, int, int], Ways]:
    """``melee_row`` by attacker's stands, defender's stands (1 or 2 each) and net (-40 to 40): 324 rows."""
    cuts = _cuts(bands)
    pad = WIDEST + cuts[0]
    nets = range(-WIDEST, WIDEST + 1)
    table: dict[tuple[int, int, int], Ways] = {}
    for attack, defence in product(range(1, MOST_STANDS + 1), repeat=2):
        tails, low = _tails(attack, defence)
        every = tails[0]
        wide = [every] * pad + list(tails) + [0] * pad
        reached = []
        for cut in cuts:
            first = pad + cut - WIDEST - low
            reached.append(wide[first : first + len(nets)][::-1])
        over, under = [*reached, [every] * len(nets)], [[0] * len(nets), *reached]
        columns = [map(sub, upper, lower) for upper, lower in zip(over, under, strict=True)]
        table.update(zip([(attack, defence, net) for net in nets], zip(*columns, strict=True), strict=True))
    return table


def melee_chances(book: Book, melee: Melee) -> MeleeChances:
    """Chances of a melee (EN-MELEE-36, EN-MELEE-37, EN-MELEE-38, EN-LEADER-06)."""
    cached: MeleeChances | None = book.outcomes.get(melee)
    if cached is not None:
        return cached
    plan, bands = plan_of(book, melee), bands_of(book)
    row = melee_row(plan.attacker_stands, plan.defender_stands, plan.net, bands)
    of, tie = sum(row), row[len(bands)]
    won, lost = row[: len(bands)][::-1], row[len(bands) + 1 :]
    chances = MeleeChances(
        row,
        of,
        _levels_after_melee(book, melee.attacker, bands, lost, tie, of),
        _levels_after_melee(book, melee.defender, bands, won, tie, of),
        _leader_killed(book, melee.attacker, sum(lost), tie, of),
        _leader_killed(book, melee.defender, sum(won), tie, of),
    )
    remember(book.outcomes, melee, chances)
    return chances


def _levels_after_melee(book: Book, fighter: Fighter, bands: Ways, lost: Ways, tie: int, of: int) -> Levels:
    parts = [
        (_levels_after_result(book, fighter, book.result(least), True), ways)
        for least, ways in zip(bands, lost, strict=True)
    ]
    parts.append((_levels_after_result(book, fighter, book.result(0), False), tie))
    parts.append((_levels([(fighter.level, 1)]), of - tie - sum(lost)))
    scale = lcm(*(levels.of for levels, _ in parts))
    ways = [0] * len(LEVELS)
    for levels, weight in parts:
        weight *= scale // levels.of
        for step, count in enumerate(levels.ways):
            ways[step] += count * weight
    return Levels((ways[0], ways[1], ways[2], ways[3]), of * scale)


def _levels_after_result(book: Book, fighter: Fighter, row: MeleeResult, lost: bool) -> Levels:
    """Level of a unit after the result ``row``; ``lost`` is false after a tie."""

    def after(leader: bool) -> Levels:
        checks, face = checks_after(book, fighter, row, leader)
        return levels_after(lowered(fighter.level, row.drop), face, checks)

    if book.risk_first and risks_leader(book, fighter, lost):
        return _mixed(after(True), after(False), *_all_killed(book, fighter))
    return after(fighter.leader)


def _leader_killed(book: Book, fighter: Fighter, lost: int, tie: int, of: int) -> Fraction:
    ways = lost * risks_leader(book, fighter, True) + tie * risks_leader(book, fighter, False)
    return Fraction(ways * _deaths(book), of * DIE)


def _face(book: Book, target: Target, leader: bool) -> int:
    return check_of(book, target, target.level, leader)[0]


def _deaths(book: Book) -> int:
    """Number of faces of a leader's die that kill (EN-LEADER-06)."""
    return min(max(book.tables.leader_killed_on, 0), DIE)


def _all_killed(book: Book, unit: Target | Fighter) -> tuple[int, int]:
    """Ways for every leader with ``unit`` to be killed, and all ways; only then is the modifier lost (EN-LEADER-03)."""
    return _deaths(book) ** unit.leaders, DIE**unit.leaders


def _mixed(usual: Levels, other: Levels, ways: int, of: int) -> Levels:
    """``other`` in ``ways`` out of ``of``, else ``usual``; both have the same number of ways."""
    good, fair, bad, broken = (a * (of - ways) + b * ways for a, b in zip(usual.ways, other.ways, strict=True))
    return Levels((good, fair, bad, broken), usual.of * of)


def _levels(weighted: Iterable[tuple[Level, int]]) -> Levels:
    ways = dict.fromkeys(LEVELS, 0)
    for level, weight in weighted:
        ways[level] += weight
    good, fair, bad, broken = ways.values()
    return Levels((good, fair, bad, broken), good + fair + bad + broken)


def _product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Ways for each sum of two counts, from the ways for each count."""
    products = [0] * (len(left) + len(right) - 1)
    for index, weight in enumerate(left):
        if weight:
            for more, ways in enumerate(right, start=index):
                products[more] += weight * ways
    return products


def _cuts(bands: Ways) -> Ways:
    """Least difference of each result, from the attacker's best to the defender's."""
    return (*reversed(bands), *(1 - least for least in bands))


@lru_cache(maxsize=64)
def _tails(attacker_stands: int, defender_stands: int) -> tuple[Ways, int]:
    """Ways for the attacker's dice minus the defender's to reach each difference, and the least difference.

    The first number is for the least difference or more, the next for one more, and so on down to 0 ways.
    """
    differences = _product(sum_table(attacker_stands, DIE), sum_table(defender_stands, DIE)[::-1])
    return tuple(accumulate([0, *reversed(differences)]))[::-1], attacker_stands - DIE * defender_stands
