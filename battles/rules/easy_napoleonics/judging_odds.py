"""What melees and volleys are worth by their exact chances, kept by the facts that they depend on."""

from typing import Any, Final

from battles.rules.easy_napoleonics.book import ARTILLERY, Book, remember
from battles.rules.easy_napoleonics.chances import Levels, check_chance, levels_after_fire, melee_chances
from battles.rules.easy_napoleonics.facts import Checker, Fighter, Firer, Melee, Target
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.fire import shot_of
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.morale import check_of
from battles.rules.easy_napoleonics.scoring import plan_of
from battles.rules.easy_napoleonics.state import Unit
from battles.rules.easy_napoleonics.tables import LEVELS, Aspect, Formation, Level, Terrain
from battles.rules.easy_napoleonics.weights import LOST, POINT, POWER

Traits = tuple[Any, ...]
"""Of a unit, all that chances depend on: kind, grade, level, formation, armored, nation, leader, moved, terrain."""

Clash = tuple[int, int, int]
"""Thousandths of its worth that the attacker loses, and the defender, and in how many of a thousand he breaks."""

_PARTS: Final = tuple(10 * LOST[level] for level in LEVELS)
_LOST: Final = dict(zip(LEVELS, _PARTS, strict=True))


def value_of(unit: Unit) -> int:
    """What a fresh unit is worth to its side and to the enemy together."""
    return POINT * unit.worth + POWER[unit.kind]


def traits_of(unit: Unit, terrain: Terrain, leader: bool, formation: Formation | None = None) -> Traits:
    """The traits of a unit where it stands, or in another formation."""
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


class Ledger:
    """Exact chances of one book as worths."""

    __slots__ = ("_alike", "_checks", "_clashes", "_hurts", "_shots", "_volleys", "book")

    def __init__(self, book: Book) -> None:
        self.book = book
        self._alike: dict[Any, Clash] = {}
        self._clashes: dict[Any, Clash] = {}
        self._hurts: dict[Any, int] = {}
        self._checks: dict[Any, int] = {}
        self._shots: dict[Any, tuple[int, int]] = {}
        self._volleys: dict[Any, int] = {}

    def clash(self, attacker: Traits, defender: Traits, aspect: Aspect, charged: bool = True) -> Clash:
        """What a melee costs both."""
        key = (attacker, defender, aspect, charged)
        known = self._clashes.get(key)
        if known is None:
            known = remember(self._clashes, key, self._clash(attacker, defender, aspect, charged))
        return known

    def _clash(self, attacker: Traits, defender: Traits, aspect: Aspect, charged: bool) -> Clash:
        """Melees of the same stands, balance and checks go alike, whoever fights them."""
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
        known: Clash | None = self._alike.get(key)
        if known is None:
            found = melee_chances(self.book, melee)
            broken = found.defender.ways[-1] * 1000 // found.defender.of
            known = self._alike[key] = (_part(found.attacker, own.level), _part(found.defender, enemy.level), broken)
        return known

    def hurt(self, firer: Traits, target: Traits, aspect: Aspect, dice: int) -> int:
        """Thousandths of its worth that a volley of one unit costs its target."""
        key = (firer, target, aspect, dice)
        known = self._hurts.get(key)
        if known is None:
            shot = self.shot(firer, target, aspect, dice)
            known = remember(self._hurts, key, self.hurts((shot,), target))
        return known

    def shot(self, firer: Traits, target: Traits, aspect: Aspect, dice: int) -> tuple[int, int]:
        """Dice and the natural face that each needs."""
        key = (firer, target, aspect, dice)
        known = self._shots.get(key)
        return known if known is not None else remember(self._shots, key, self._shot(firer, target, aspect, dice))

    def _shot(self, firer: Traits, target: Traits, aspect: Aspect, dice: int) -> tuple[int, int]:
        kind, grade, level, formation, _, nation, leader, _, _ = firer
        found = Firer(
            kind=kind,
            grade=grade,
            level=level,
            formation=formation,
            leader=leader,
            nation=nation,
            aspect=aspect,
            dice=dice,
        )
        return shot_of(self.book, found, _target(target))[:2]

    def hurts(self, shots: tuple[tuple[int, int], ...], target: Traits) -> int:
        """Thousandths of its worth that shots at once cost their target."""
        key = (shots, target)
        known = self._volleys.get(key)
        if known is None:
            level, found = self._after(shots, target)
            known = remember(self._volleys, key, _part(found, level))
        return known

    def _after(self, shots: tuple[tuple[int, int], ...], target: Traits) -> tuple[Level, Levels]:
        """The level of a target before and after shots at once."""
        facts = _target(target)
        needed = check_of(self.book, facts, facts.level, facts.leader)[0]
        return facts.level, levels_after_fire(self.book, shots, facts.level, needed)

    def breaks(self, shots: tuple[tuple[int, int], ...], target: Traits) -> int:
        """In how many of a thousand cases shots at once break their target."""
        _, found = self._after(shots, target)
        return found.ways[-1] * 1000 // found.of

    def passes(self, unit: Traits) -> int:
        """In how many of a thousand cases a unit passes a check."""
        known = self._checks.get(unit)
        if known is None:
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
            known = remember(self._checks, unit, 1000 * chance.numerator // chance.denominator)
        return known


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
_LEDGERS: Final[dict[int, Ledger]] = {}


def ledger_of(book: Book) -> Ledger:
    """The ledger of a book, kept with it."""
    known = _LEDGERS.get(id(book))
    if known is None or known.book is not book:
        if len(_LEDGERS) >= _KEPT:
            _LEDGERS.clear()
        known = _LEDGERS[id(book)] = Ledger(book)
    return known


def led(lay: Lay, number: int) -> bool:
    """Whether a leader is with a unit."""
    return lay.units[number].cell in lay.men and bool(lay.attached(number))


def dice_at(field: Field, unit: Unit, distance: int) -> int:
    """Dice of a unit at a range, if it stands unlimbered or as it is."""
    formation = "unlimbered" if unit.kind in ARTILLERY else unit.formation
    return field.book.fire_dice.get((unit.kind, formation, distance), 0)
