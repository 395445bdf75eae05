"""Values of melees and volleys from exact chances, cached by the facts that they depend on."""

from fractions import Fraction
from typing import Any, Final

from battles.rules.easy_napoleonics.ai.weights import LOST, POINT, POWER
from battles.rules.easy_napoleonics.combat import plan_of
from battles.rules.easy_napoleonics.facts import Checker, Fighter, Firer, Melee, Target
from battles.rules.easy_napoleonics.fire import shot_of
from battles.rules.easy_napoleonics.morale import check_of
from battles.rules.easy_napoleonics.odds.exact import Levels, check_chance, levels_after_fire, melee_chances
from battles.rules.easy_napoleonics.rules import ARTILLERY, Book, remember
from battles.rules.easy_napoleonics.state import Occupancy, Unit
from battles.rules.easy_napoleonics.tables import LEVELS, Aspect, Formation, Level, Terrain
from battles.rules.easy_napoleonics.terrain import Field

Traits = tuple[Any, ...]
"""Facts of a unit that chances depend on: kind, grade, level, formation, armored, nation, leader, moved, terrain."""

Clash = tuple[int, int, int]
"""Thousandths of its value that the attacker loses, the same for the defender, and how often the defender breaks."""

_PARTS: Final = tuple(10 * LOST[level] for level in LEVELS)
_LOST: Final = dict(zip(LEVELS, _PARTS, strict=True))


def value_of(unit: Unit) -> int:
    """Value of a fresh unit: its worth to its own side and to the enemy together."""
    return POINT * unit.worth + POWER[unit.kind]


def traits_of(unit: Unit, terrain: Terrain, leader: bool, formation: Formation | None = None) -> Traits:
    """Traits of a unit on a terrain, in its formation or another."""
    moved = unit.moved_in_column
    return (
        unit.kind,
        unit.grade,
        unit.level,
        formation or unit.formation,
        unit.armored,
        unit.nation,
        leader,
        moved,
        terrain,
    )


class ExactValues:
    """Values from exact chances under one book of rules (cached)."""

    __slots__ = ("_by_numbers", "_checks", "_clashes", "_hurts", "_shots", "_volleys", "book")

    def __init__(self, book: Book) -> None:
        self.book = book
        self._by_numbers: dict[Any, Clash] = {}
        self._clashes: dict[Any, Clash] = {}
        self._hurts: dict[Any, int] = {}
        self._checks: dict[Any, int] = {}
        self._shots: dict[Any, tuple[int, int]] = {}
        self._volleys: dict[Any, int] = {}

    def clash(self, attacker: Traits, defender: Traits, aspect: Aspect, charged: bool = True) -> Clash:
        """Losses of both units in a melee."""
        key = (attacker, defender, aspect, charged)
        cached = self._clashes.get(key)
        if cached is None:
            cached = remember(self._clashes, key, self._clash(attacker, defender, aspect, charged))
        return cached

    def _clash(self, attacker: Traits, defender: Traits, aspect: Aspect, charged: bool) -> Clash:
        """Losses in a melee; melees with the same stands, net modifier, levels and checks share an answer."""
        own, enemy = _fighter(attacker, charged), _fighter(defender, False)
        melee = Melee(attacker=own, defender=enemy, aspect=aspect)
        plan = plan_of(self.book, melee)
        checks = [check_of(self.book, one, one.level, one.leader)[0] for one in (own, enemy)]
        key = (
            plan.attacker_stands,
            plan.defender_stands,
            plan.net,
            own.level,
            enemy.level,
            *checks,
            own.leader,
            enemy.leader,
        )
        cached: Clash | None = self._by_numbers.get(key)
        if cached is None:
            chances = melee_chances(self.book, melee)
            broken = chances.defender.ways[-1] * 1000 // chances.defender.of
            cached = self._by_numbers[key] = (
                _part(chances.attacker, own.level),
                _part(chances.defender, enemy.level),
                broken,
            )
        return cached

    def break_chances(
        self, attacker: Traits, defender: Traits, aspect: Aspect, charged: bool = True
    ) -> tuple[Fraction, Fraction]:
        """Chances that the attacker and that the defender breaks in a melee."""
        own, enemy = _fighter(attacker, charged), _fighter(defender, False)
        chances = melee_chances(self.book, Melee(attacker=own, defender=enemy, aspect=aspect))
        one, two = (Fraction(levels.ways[-1], levels.of) for levels in (chances.attacker, chances.defender))
        return one, two

    def hurt(self, firer: Traits, target: Traits, aspect: Aspect, dice: int) -> int:
        """Thousandths of its value that a volley of one unit costs the target."""
        key = (firer, target, aspect, dice)
        cached = self._hurts.get(key)
        if cached is None:
            shot = self.shot(firer, target, aspect, dice)
            cached = remember(self._hurts, key, self.hurts((shot,), target))
        return cached

    def shot(self, firer: Traits, target: Traits, aspect: Aspect, dice: int) -> tuple[int, int]:
        """Number of dice, and the natural face that each needs."""
        key = (firer, target, aspect, dice)
        cached = self._shots.get(key)
        return cached if cached is not None else remember(self._shots, key, self._shot(firer, target, aspect, dice))

    def _shot(self, firer: Traits, target: Traits, aspect: Aspect, dice: int) -> tuple[int, int]:
        kind, grade, level, formation, _, nation, leader, _, _ = firer
        facts = Firer(
            kind=kind,
            grade=grade,
            level=level,
            formation=formation,
            leader=leader,
            nation=nation,
            aspect=aspect,
            dice=dice,
        )
        return shot_of(self.book, facts, _target(target))[:2]

    def hurts(self, shots: tuple[tuple[int, int], ...], target: Traits) -> int:
        """Thousandths of its value that simultaneous shots cost the target."""
        key = (shots, target)
        cached = self._volleys.get(key)
        if cached is None:
            level, levels = self._after(shots, target)
            cached = remember(self._volleys, key, _part(levels, level))
        return cached

    def _after(self, shots: tuple[tuple[int, int], ...], target: Traits) -> tuple[Level, Levels]:
        """Level of a target before simultaneous shots, and chances of its levels after them."""
        facts = _target(target)
        needed = check_of(self.book, facts, facts.level, facts.leader)[0]
        return facts.level, levels_after_fire(self.book, shots, facts.level, needed)

    def breaks(self, shots: tuple[tuple[int, int], ...], target: Traits) -> int:
        """How often simultaneous shots break the target, per 1,000."""
        _, levels = self._after(shots, target)
        return levels.ways[-1] * 1000 // levels.of

    def passes(self, unit: Traits) -> int:
        """How often a unit passes a check, per 1,000."""
        cached = self._checks.get(unit)
        if cached is None:
            kind, grade, level, formation, _, nation, leader, moved, _ = unit
            checker = Checker(
                kind=kind,
                grade=grade,
                level=level,
                formation=formation,
                nation=nation,
                leader=leader,
                moved_in_column=moved,
            )
            chance = check_chance(self.book, checker)
            cached = remember(self._checks, unit, 1000 * chance.numerator // chance.denominator)
        return cached


def _part(levels: Levels, before: Level) -> int:
    good, fair, bad, broken = levels.ways
    cost = _PARTS[0] * good + _PARTS[1] * fair + _PARTS[2] * bad + _PARTS[3] * broken
    return cost // levels.of - _LOST[before]


def _fighter(traits: Traits, charged: bool) -> Fighter:
    kind, grade, level, formation, armored, nation, leader, moved, terrain = traits
    return Fighter(
        kind=kind,
        grade=grade,
        level=level,
        formation=formation,
        armored=armored,
        nation=nation,
        leader=leader,
        charged=charged,
        moved_in_column=moved,
        terrain=terrain,
    )


def _target(traits: Traits) -> Target:
    kind, grade, level, formation, _, nation, leader, moved, terrain = traits
    return Target(
        kind=kind,
        grade=grade,
        level=level,
        formation=formation,
        nation=nation,
        leader=leader,
        moved_in_column=moved,
        terrain=terrain,
    )


_KEPT: Final = 16
_EXACT_VALUES: Final[dict[int, ExactValues]] = {}


def exact_values_of(book: Book) -> ExactValues:
    """Exact values of a book of rules (cached)."""
    cached = _EXACT_VALUES.get(id(book))
    if cached is None or cached.book is not book:
        if len(_EXACT_VALUES) >= _KEPT:
            _EXACT_VALUES.clear()
        cached = _EXACT_VALUES[id(book)] = ExactValues(book)
    return cached


def led(occupancy: Occupancy, number: int) -> bool:
    """True if a leader is with a unit."""
    return occupancy.units[number].cell in occupancy.men and bool(occupancy.attached(number))


def dice_at(field: Field, unit: Unit, distance: int) -> int:
    """Dice of a unit at a range; guns count as unlimbered."""
    formation = "unlimbered" if unit.kind in ARTILLERY else unit.formation
    return field.book.fire_dice.get((unit.kind, formation, distance), 0)
