"""Checks of facts that no battle can have: a sentence, its rule, and the path of the wrong part."""

from collections.abc import Iterator

from msgspec import Struct

from battles.rules.easy_napoleonics.combat import aspect_of_melee
from battles.rules.easy_napoleonics.facts import AnyUnit, Checker, Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.refusal import count_dice
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY, SQUARES, Book
from battles.rules.easy_napoleonics.tables import ARMORED_KINDS, KIND_WORDS, Formation

_FOOT: frozenset[Formation] = frozenset({"line", "column"})


class Impossible(Struct, frozen=True):
    """An impossible fact. ``sentence`` ends with its ``rule``; ``path`` is empty for the facts as a whole."""

    path: str
    rule: str
    sentence: str


def _fault(path: str, rule: str, sentence: str) -> Impossible:
    return Impossible(path, rule, f"{sentence} ({rule}).")


def impossible_volley(book: Book, volley: Volley) -> tuple[Impossible, ...]:
    """Everything that is impossible in a volley."""
    return tuple(_volley(book, volley))


def impossible_melee(book: Book, melee: Melee) -> tuple[Impossible, ...]:
    """Everything that is impossible in a melee."""
    return tuple(_melee(book, melee))


def impossible_check(book: Book, checker: Checker) -> tuple[Impossible, ...]:
    """Everything that is impossible for a unit that takes a check."""
    return tuple(_unit(book, checker, ""))


def impossible_rally(book: Book, checker: Checker) -> tuple[Impossible, ...]:
    """Everything that is impossible for a unit that tries to rally."""
    return tuple(_rally(book, checker))


def impossible_hasty_square(book: Book, checker: Checker) -> tuple[Impossible, ...]:
    """Everything that is impossible for a unit that tries to form hasty square."""
    return tuple(_hasty_square(book, checker))


def _rally(book: Book, checker: Checker) -> Iterator[Impossible]:
    yield from _unit(book, checker, "")
    if checker.level == "good":
        yield _fault("level", "EN-RALLY-01", "A unit at Good cannot rally; only Fair and Bad units may try")


def _hasty_square(book: Book, checker: Checker) -> Iterator[Impossible]:
    yield from _unit(book, checker, "")
    if checker.kind != "infantry":
        yield _fault("kind", "EN-SQUARE-01", f"{_words(checker)} cannot form square; only infantry can")
    elif checker.formation is not None and checker.formation not in _FOOT:
        yield _fault("formation", "EN-SQUARE-04", "Infantry can try a hasty square only from line or column")


def _volley(book: Book, volley: Volley) -> Iterator[Impossible]:
    target = volley.target
    yield from _unit(book, target, "target")
    if not volley.firers:
        yield _fault("firers", "EN-ART-18", "At least one unit must fire")
    for number, firer in enumerate(volley.firers):
        path = f"firers[{number}]"
        yield from _unit(book, firer, path)
        yield from _firer(book, firer, path)
        if firer.aspect != "front" and target.formation in SQUARES and not book.options.squares_have_flanks:
            yield _fault(f"{path}.aspect", "EN-SQUARE-02", "A square has no flank or rear; its aspect is front")
    if len({firer.kind in ARTILLERY for firer in volley.firers}) > 1:
        yield _fault("firers", "EN-SEQ-01", "Batteries and infantry fire in different phases, never together")
    if len(volley.firers) > 1 and book.options.fire_pooling == "by_firer":
        yield _fault("firers", "EN-RULING-02", "With fire_pooling by_firer each unit fires alone")


def _firer(book: Book, firer: Firer, path: str) -> Iterator[Impossible]:
    words = _words(firer)
    if firer.kind in CAVALRY:
        yield _fault(f"{path}.kind", "EN-MUSK-01", f"{words} never fires; only infantry and artillery do")
        return
    if firer.formation == "limbered":
        yield _fault(f"{path}.formation", "EN-ART-01", "A limbered battery cannot fire; it must be unlimbered")
        return
    most = book.fire_dice.get((firer.kind, firer.formation, firer.range), 0)
    guns = firer.kind in ARTILLERY
    if not most:
        reach = max(band.far for band in book.tables.fire[firer.kind])
        rule = "EN-ART-03" if guns else "EN-MUSK-02"
        ranges = f"1 to {reach} hexes" if reach > 1 else "1 hex"
        yield _fault(f"{path}.range", rule, f"{words} fires at {ranges}, not {firer.range}")
    elif firer.dice is not None and guns and firer.dice != most:
        yield _fault(
            f"{path}.dice",
            "EN-ART-18",
            f"A battery fires all its dice at one target: {count_dice(most)}, not {firer.dice}",
        )
    elif firer.dice is not None and not 0 < firer.dice <= most:
        yield _fault(
            f"{path}.dice", "EN-MUSK-03", f"Infantry in {_name(firer.formation)} has {count_dice(most)} for a target"
        )


def _melee(book: Book, melee: Melee) -> Iterator[Impossible]:
    attacker, defender = melee.attacker, melee.defender
    yield from _unit(book, attacker, "attacker")
    yield from _unit(book, defender, "defender")
    if attacker.kind in ARTILLERY:
        yield _fault("attacker.kind", "EN-MELEE-03", "Artillery never attacks; it only defends")
    elif attacker.formation in {"square", "hasty_square"}:
        yield _fault("attacker.formation", "EN-MELEE-03", "A square never attacks; it only defends")
    elif attacker.formation == "masse" and defender.kind in CAVALRY:
        yield _fault("attacker.formation", "EN-MELEE-03", "A masse does not attack cavalry")
    if defender.charged:
        yield _fault("defender.charged", "EN-MELEE-05", "The unit that charged is the attacker")
    if aspect_of_melee(book, melee) != melee.aspect:
        yield _fault("aspect", "EN-MELEE-11", f"{_name(defender.formation).capitalize()} has no {melee.aspect} here")


def _unit(book: Book, unit: AnyUnit, path: str) -> Iterator[Impossible]:
    """Everything that is impossible for any unit."""
    at = f"{path}." if path else ""
    if unit.level == "broken":
        yield _fault(f"{at}level", "EN-UNIT-06", "A broken unit is removed; it can do nothing")
    yield from _formation(book, unit, at)
    if isinstance(unit, Fighter) and unit.armored and unit.kind not in ARMORED_KINDS:
        yield _fault(f"{at}armored", "EN-UNIT-05", f"{_words(unit)} is never armored; only heavy cavalry may be")
    if isinstance(unit, Target | Fighter):
        most = book.options.leaders_per_side
        if unit.terrain == "pond" and book.options.pond_impassable:
            yield _fault(f"{at}terrain", "EN-MOVE-04", "No unit can stand in a pond; it is impassable")
        if unit.leader and not 0 < unit.leaders <= most:
            yield _fault(
                f"{at}leaders",
                "EN-LEADER-01",
                f"A side has {most} leader{'s' * (most != 1)}; {unit.leaders} cannot be here",
            )
    if isinstance(unit, Checker | Target | Fighter) and unit.moved_in_column:
        formation = unit.formation
        if unit.kind in ARTILLERY or formation not in {None, "column", "hasty_square"}:
            yield _fault(
                f"{at}moved_in_column", "EN-ACTION-04", "A unit that moved in column is in column or hasty square"
            )


def _formation(book: Book, unit: AnyUnit, at: str) -> Iterator[Impossible]:
    formation = unit.formation
    if formation is None:
        return
    if formation == "masse":
        if not book.has_rule_of("austria", unit):
            sentence = "Only Austrian infantry can form masse, with austria among national_rules"
            yield _fault(f"{at}formation", "EN-NATION-06", sentence)
        return
    own = [move.formation for move in book.tables.moves[unit.kind]]
    if formation not in own and not (formation == "hasty_square" and "square" in own):
        has = ", ".join(_name(name) for name in own)
        yield _fault(f"{at}formation", "EN-UNIT-03", f"{_words(unit)} has no {_name(formation)}; it has {has}")


def _words(unit: AnyUnit) -> str:
    return KIND_WORDS[unit.kind].capitalize()


def _name(formation: Formation) -> str:
    return formation.replace("_", " ")
