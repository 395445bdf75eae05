"""What a unit brings to a melee (section 7.2): the stands that count, and all that is added to their dice."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from battles.engine.core import Modifier
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY, SQUARES, Book, Labelled, remember
from battles.rules.easy_napoleonics.facts import Fighter, Melee
from battles.rules.easy_napoleonics.tables import GRADE_WORDS, MELEE_TERRAIN, Aspect

Role = Literal["attacker", "defender"]
"""EN-MELEE-05."""


class Plan(Struct, frozen=True):
    """What a melee is fought with: counted stands, and what is added to the dice of each unit."""

    attacker_stands: int
    attacker: Labelled
    defender_stands: int
    defender: Labelled

    @property
    def net(self) -> int:
        """What is added to the attacker's dice, less what is added to the defender's."""
        return self.attacker.total - self.defender.total


def stands(book: Book, melee: Melee, role: Role) -> int:
    """Stands that count, and so D10 (EN-MELEE-12, 13)."""
    own, enemy = _pair(melee, role)
    if own.formation in SQUARES and enemy.kind in CAVALRY:
        return max(book.tables.counted_stands[own.formation], book.options.square_stands_vs_cavalry)
    if own.formation == "column" and _charges(melee, role) and book.has_rule_of("france", own):
        return book.tables.french_column_stands
    return book.tables.counted_stands[own.formation]


def aspect_of_melee(book: Book, melee: Melee) -> Aspect:
    """The aspect that counts: a square has no flank or rear, and a masse has none to cavalry (EN-MELEE-11)."""
    formation = melee.defender.formation
    closed = formation in SQUARES and (formation != "masse" or melee.attacker.kind in CAVALRY)
    return "front" if closed and not book.options.squares_have_flanks else melee.aspect


def plan_of(book: Book, melee: Melee) -> Plan:
    """Stands and modifiers of both units."""
    known: Plan | None = book.fights.get(melee)
    if known is not None:
        return known
    attack, defence = stands(book, melee, "attacker"), stands(book, melee, "defender")
    plan = Plan(attack, _score(book, melee, "attacker", attack), defence, _score(book, melee, "defender", defence))
    remember(book.fights, melee, plan)
    return plan


def score_modifiers(book: Book, melee: Melee, role: Role) -> Labelled:
    """What is added to the dice of a unit, troop bonus included (EN-MELEE-13, 14)."""
    plan = plan_of(book, melee)
    return plan.attacker if role == "attacker" else plan.defender


def _pair(melee: Melee, role: Role) -> tuple[Fighter, Fighter]:
    return (melee.attacker, melee.defender) if role == "attacker" else (melee.defender, melee.attacker)


def _charges(melee: Melee, role: Role) -> bool:
    """EN-NATION-09; only an attacker has charged his enemy (EN-MELEE-05)."""
    return role == "attacker" and melee.attacker.charged


def _score(book: Book, melee: Melee, role: Role, count: int) -> Labelled:
    tables, own = book.tables, _pair(melee, role)[0]
    words = f"{GRADE_WORDS[own.grade]}, {count} stand{'s' * (count != 1)}"
    rows = [Modifier("EN-MELEE-20", words, tables.troop_bonus[own.grade] * count)]
    for name in _stand_bonuses(book, own, role):
        bonus = tables.stand_bonuses[name]
        rows.append(Modifier(bonus.rule, bonus.what, bonus.value * count))
    level = tables.level_modifier[own.level]
    rows.append(Modifier(level.rule, level.what, level.value))
    for name in _once(book, melee, role):
        printed = tables.melee_modifiers[name]
        rows.append(Modifier(printed.rule, printed.what, printed.value))
    times = count if book.options.melee_conditions_per_stand else 1
    for name in _conditions(book, melee, role):
        printed = tables.melee_conditions[name]
        rows.append(Modifier(printed.rule, printed.what, printed.value * times))
    return Labelled(sum(row.value for row in rows), tuple(row for row in rows if row.value))


def _stand_bonuses(book: Book, own: Fighter, role: Role) -> Iterator[str]:
    """EN-MELEE-14: national bonuses that count for each stand."""
    if book.has_rule_of("austria", own):
        yield "austrian"
    if role == "defender" and book.has_rule_of("russia", own):
        yield "russian"


def _once(book: Book, melee: Melee, role: Role) -> Iterator[str]:
    """EN-MELEE-22, 23: what is added once, whatever the options."""
    own = _pair(melee, role)[0]
    if own.leader:
        yield "leader"
    if own.formation == "column" and _charges(melee, role):
        if book.has_rule_of("france", own):
            yield "french_column"
        if book.has_rule_of("prussia", own):
            yield "prussian_column"


def _conditions(book: Book, melee: Melee, role: Role) -> Iterator[str]:
    """EN-MELEE-24 to 33, by who may use them (EN-MELEE-17)."""
    own, enemy = _pair(melee, role)
    if own.armored and own.kind in CAVALRY:
        yield "armored"
    if own.kind == "heavy_cavalry" and enemy.kind == "light_cavalry":
        yield "heavy_v_light"
    if role == "attacker":
        yield from _ground(book, melee)
    if role == "attacker" or book.options.melee_conditions_both_sides:
        yield from _match(book, own, enemy)


def _ground(book: Book, melee: Melee) -> Iterator[str]:
    """EN-MELEE-26, 32, 33."""
    if melee.defender.terrain in MELEE_TERRAIN and melee.attacker.terrain not in MELEE_TERRAIN:
        yield "terrain"
    aspect = aspect_of_melee(book, melee)
    if aspect != "front":
        yield aspect


def _match(book: Book, own: Fighter, enemy: Fighter) -> Iterator[str]:
    """EN-MELEE-27 to 31: who meets whom."""
    if own.kind in ARTILLERY:
        return
    if enemy.kind in ARTILLERY:
        yield "v_guns"
    elif own.kind in CAVALRY:
        if enemy.formation == "hasty_square":
            yield "cavalry_v_hasty"
        elif enemy.formation in SQUARES:
            if enemy.formation == "masse" or book.options.solid_square_scope == "all_deliberate":
                yield "cavalry_v_solid"
        elif enemy.kind == "infantry":
            yield "cavalry_v_infantry"
    elif enemy.formation in SQUARES and enemy.formation != "masse":
        yield "infantry_v_square"
