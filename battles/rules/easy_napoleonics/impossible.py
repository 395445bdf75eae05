"""Facts that no battle can have: each in a sentence, with the rule that says so and the path of the part at fault.

Procedures do not ask; whoever takes facts from outside does, before he throws.
"""

from collections.abc import Iterator

from msgspec import Struct

from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY, SQUARES, Book
from battles.rules.easy_napoleonics.facts import AnyUnit, Checker, Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.scoring import aspect_of_melee
from battles.rules.easy_napoleonics.tables import ARMORED_KINDS, KIND_WORDS, Formation

_FOOT: frozenset[Formation] = frozenset({"line", "column"})


class Impossible(Struct, frozen=True):
    """A fact that cannot be. ``sentence`` ends with its ``rule``; ``path`` is empty for the whole."""

    path: str
    rule: str
    sentence: str


def _no(path: str, rule: str, sentence: str) -> Impossible:
    return Impossible(path, rule, f"{sentence} ({rule}).")


def impossible_volley(book: Book, volley: Volley) -> tuple[Impossible, ...]:
    """What is wrong with ``volley``; nothing where it can be."""
    return tuple(_volley(book, volley))


def impossible_melee(book: Book, melee: Melee) -> tuple[Impossible, ...]:
    """What is wrong with ``melee``; nothing where it can be."""
    return tuple(_melee(book, melee))


def impossible_check(book: Book, checker: Checker) -> tuple[Impossible, ...]:
    """What is wrong with a unit that takes a check; nothing where it can be."""
    return tuple(_unit(book, checker, ""))


def impossible_rally(book: Book, checker: Checker) -> tuple[Impossible, ...]:
    """What is wrong with a unit that tries to rally; nothing where it can be."""
    return tuple(_rally(book, checker))


def impossible_hasty_square(book: Book, checker: Checker) -> tuple[Impossible, ...]:
    """What is wrong with a unit that tries to form hasty square; nothing where it can be."""
    return tuple(_hasty_square(book, checker))


def _rally(book: Book, checker: Checker) -> Iterator[Impossible]:
    yield from _unit(book, checker, "")
    if checker.level == "good":
        yield _no("level", "EN-RALLY-01", "A unit at Good has nothing to rally from; Fair and Bad ones may try")


def _hasty_square(book: Book, checker: Checker) -> Iterator[Impossible]:
    yield from _unit(book, checker, "")
    if checker.kind != "infantry":
        yield _no("kind", "EN-SQUARE-01", f"{_words(checker)} forms no square; infantry does")
    elif checker.formation is not None and checker.formation not in _FOOT:
        yield _no("formation", "EN-SQUARE-04", "Infantry tries a hasty square from line or column only")


def _volley(book: Book, volley: Volley) -> Iterator[Impossible]:
    target = volley.target
    yield from _unit(book, target, "target")
    if not volley.firers:
        yield _no("firers", "EN-ART-18", "Somebody must fire")
    for number, firer in enumerate(volley.firers):
        path = f"firers[{number}]"
        yield from _unit(book, firer, path)
        yield from _firer(book, firer, path)
        if firer.aspect != "front" and target.formation in SQUARES and not book.options.squares_have_flanks:
            yield _no(f"{path}.aspect", "EN-SQUARE-02", "A square has no flank or rear; its aspect is front")
    if len({firer.kind in ARTILLERY for firer in volley.firers}) > 1:
        yield _no("firers", "EN-SEQ-01", "Batteries and infantry fire in phases of their own, never together")
    if len(volley.firers) > 1 and book.options.fire_pooling == "by_firer":
        yield _no("firers", "EN-RULING-02", "With fire_pooling by_firer each unit's fire is an event of its own")


def _firer(book: Book, firer: Firer, path: str) -> Iterator[Impossible]:
    words = _words(firer)
    if firer.kind in CAVALRY:
        yield _no(f"{path}.kind", "EN-MUSK-01", f"{words} never fires; only infantry and artillery do")
        return
    if firer.formation == "limbered":
        yield _no(f"{path}.formation", "EN-ART-01", "A limbered battery cannot fire; it must be unlimbered")
        return
    most = book.fire_dice.get((firer.kind, firer.formation, firer.range), 0)
    guns = firer.kind in ARTILLERY
    if not most:
        reach = max(band.far for band in book.tables.fire[firer.kind])
        rule = "EN-ART-03" if guns else "EN-MUSK-02"
        yield _no(f"{path}.range", rule, f"{words} fires at 1{f' to {reach}' * (reach > 1)} hexes, not {firer.range}")
    elif firer.dice is not None and guns and firer.dice != most:
        yield _no(f"{path}.dice", "EN-ART-18", f"A battery fires all its dice at one target: {most}, not {firer.dice}")
    elif firer.dice is not None and not 0 < firer.dice <= most:
        yield _no(f"{path}.dice", "EN-MUSK-03", f"Infantry in {_name(firer.formation)} has {most} for a target")


def _melee(book: Book, melee: Melee) -> Iterator[Impossible]:
    attacker, defender = melee.attacker, melee.defender
    yield from _unit(book, attacker, "attacker")
    yield from _unit(book, defender, "defender")
    if attacker.kind in ARTILLERY:
        yield _no("attacker.kind", "EN-MELEE-03", "Artillery never attacks; it only defends")
    elif attacker.formation in {"square", "hasty_square"}:
        yield _no("attacker.formation", "EN-MELEE-03", "A square never attacks; it only defends")
    elif attacker.formation == "masse" and defender.kind in CAVALRY:
        yield _no("attacker.formation", "EN-MELEE-03", "A masse does not attack cavalry")
    if defender.charged:
        yield _no("defender.charged", "EN-MELEE-05", "Whoever charged is the attacker")
    if aspect_of_melee(book, melee) != melee.aspect:
        yield _no("aspect", "EN-MELEE-11", f"{_name(defender.formation).capitalize()} has no {melee.aspect} here")


def _unit(book: Book, unit: AnyUnit, path: str) -> Iterator[Impossible]:
    """What no unit can be, whatever it does."""
    at = f"{path}." if path else ""
    if unit.level == "broken":
        yield _no(f"{at}level", "EN-UNIT-06", "A broken unit is removed from play; it does nothing more")
    yield from _formation(book, unit, at)
    if isinstance(unit, Fighter) and unit.armored and unit.kind not in ARMORED_KINDS:
        yield _no(f"{at}armored", "EN-UNIT-05", f"{_words(unit)} is never armored; heavy cavalry may be")
    if isinstance(unit, Target | Fighter):
        most = book.options.leaders_per_side
        if unit.terrain == "pond" and book.options.pond_impassable:
            yield _no(f"{at}terrain", "EN-MOVE-04", "Nobody stands in a pond; it is impassable")
        if unit.leader and not 0 < unit.leaders <= most:
            yield _no(f"{at}leaders", "EN-LEADER-01", f"A side's leaders are {most}; {unit.leaders} cannot be here")
    if isinstance(unit, Checker | Target | Fighter) and unit.moved_in_column:
        formation = unit.formation
        if unit.kind in ARTILLERY or formation not in {None, "column", "hasty_square"}:
            yield _no(f"{at}moved_in_column", "EN-ACTION-04", "It moved in column, so it is in column or hasty square")


def _formation(book: Book, unit: AnyUnit, at: str) -> Iterator[Impossible]:
    formation = unit.formation
    if formation is None:
        return
    if formation == "masse":
        if not book.has_rule_of("austria", unit):
            sentence = "Masse is for Austrian infantry, with austria among national_rules"
            yield _no(f"{at}formation", "EN-NATION-06", sentence)
        return
    own = [move.formation for move in book.tables.moves[unit.kind]]
    if formation not in own and not (formation == "hasty_square" and "square" in own):
        has = ", ".join(_name(name) for name in own)
        yield _no(f"{at}formation", "EN-UNIT-03", f"{_words(unit)} has no {_name(formation)}; it has {has}")


def _words(unit: AnyUnit) -> str:
    return KIND_WORDS[unit.kind].capitalize()


def _name(formation: Formation) -> str:
    return formation.replace("_", " ")
