"""Questions for odds: facts as JSON, refused if no battle can have them, answered with exact chances and modifiers."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct, field

from battles.engine.forecast import Answer, OddsError, Query, answered, chance_answer, collected, help_of, query_of
from battles.engine.odds import binomial_table
from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.combat import aspect_of_melee, plan_of
from battles.rules.easy_napoleonics.command import INITIATIVE_SIDES, initiative_modifiers, initiative_odds
from battles.rules.easy_napoleonics.facts import AnyUnit, Checked, Checker, Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.fire import shot_of
from battles.rules.easy_napoleonics.morale import check_of, raised
from battles.rules.easy_napoleonics.odds.exact import (
    Levels,
    bands_of,
    check_chance,
    levels_after,
    melee_chances,
    volley_chances,
)
from battles.rules.easy_napoleonics.resolution import count_dice
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY, SQUARES, Book, ModifierSum, Rules, book_of
from battles.rules.easy_napoleonics.tables import (
    ARMORED_KINDS,
    DIE,
    KIND_WORDS,
    LEVELS,
    PRINTED,
    Aspect,
    Formation,
    Tables,
)

_FOOT: frozenset[Formation] = frozenset({"line", "column"})


class Impossible(Struct, frozen=True):
    """An impossible fact. ``sentence`` ends with its ``rule``; ``path`` is empty for the facts as a whole."""

    path: str
    rule: str
    sentence: str


def _fault(path: str, rule: str, sentence: str) -> Impossible:
    return Impossible(path, rule, f"{sentence} ({rule}).")


def impossible_check(book: Book, checker: Checker) -> tuple[Impossible, ...]:
    """Everything that is impossible for a unit that takes a check."""
    return tuple(_unit(book, checker, ""))


@collected
def impossible_rally(book: Book, checker: Checker) -> Iterator[Impossible]:
    """Everything that is impossible for a unit that tries to rally."""
    yield from _unit(book, checker, "")
    if checker.level == "good":
        yield _fault("level", "EN-RALLY-01", "A unit at Good cannot rally; only Fair and Bad units may try")


@collected
def impossible_hasty_square(book: Book, checker: Checker) -> Iterator[Impossible]:
    """Everything that is impossible for a unit that tries to form hasty square."""
    yield from _unit(book, checker, "")
    if checker.kind != "infantry":
        yield _fault("kind", "EN-SQUARE-01", f"{_words(checker)} cannot form square; only infantry can")
    elif checker.formation is not None and checker.formation not in _FOOT:
        yield _fault("formation", "EN-SQUARE-04", "Infantry can try a hasty square only from line or column")


@collected
def impossible_volley(book: Book, volley: Volley) -> Iterator[Impossible]:
    """Everything that is impossible in a volley."""
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


@collected
def impossible_melee(book: Book, melee: Melee) -> Iterator[Impossible]:
    """Everything that is impossible in a melee."""
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


__all__ = ["QUERIES", "OddsError", "Query", "ask", "help_text"]

MOST_CHECKS: Final = 100
"""Most checks in one question."""


class FireFacts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All fire of one side at one target in one phase."""

    firers: tuple[Firer, ...]
    target: Target
    options: dict[str, Any] = field(default_factory=dict)


class CheckFacts(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit, and the number of checks that it takes at once."""

    checks: int = 1
    options: dict[str, Any] = field(default_factory=dict)


class TryFacts(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that takes one check to rally or to form hasty square."""

    options: dict[str, Any] = field(default_factory=dict)


class MeleeFacts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two units that fight, and the side of the defender that is attacked."""

    attacker: Fighter
    defender: Fighter
    aspect: Aspect = "front"
    options: dict[str, Any] = field(default_factory=dict)


class InitiativeFacts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The side that won the last turns in a row, and the number of turns."""

    streak_side: Literal["a", "b"] | None = None
    streak: int = 0
    options: dict[str, Any] = field(default_factory=dict)


def ask(what: str, text: bytes | str, tables: Tables = PRINTED) -> Answer:
    """Answer question ``what`` of ``QUERIES`` about the facts in ``text``; the answer is ready for JSON.

    Chances are exact: a fraction and a percentage. ``tables`` may have a club's own numbers.

    Raises:
        OddsError: there is no such question, or the facts cannot be read or are impossible.
    """
    return answered(QUERIES, what, text, meta.read, lambda options: book_of(Rules(options, tables)))


def questions() -> Mapping[str, str]:
    """All questions, each with a description of its JSON keys."""
    return {what: help_of(query) for what, query in QUERIES.items()}


def help_text(what: str) -> str:
    """Description of the JSON keys of question ``what``, one per line. Raises ``OddsError`` if there is none."""
    return help_of(query_of(QUERIES, what))


def _fire(book: Book, facts: FireFacts) -> Answer:
    target = facts.target
    volley = Volley(firers=facts.firers, target=target)
    _refuse(impossible_volley(book, volley))
    chances = volley_chances(book, volley)
    answer: Answer = {
        "shots": [_shot(book, firer, target) for firer in facts.firers],
        "check": _check(book, target, target.leader),
        "hits": {str(hits): chance_answer(Fraction(ways, chances.of)) for hits, ways in enumerate(chances.hits)},
        "levels": _levels(chances.levels),
    }
    if target.leader:
        answer["leader_killed"] = chance_answer(chances.leader_killed)
        if book.risk_first:
            answer["check_without_leader"] = _check(book, target, False)
    return answer


def _shot(book: Book, firer: Firer, target: Target) -> Answer:
    dice, face, rows = shot_of(book, firer, target)
    return {"unit": firer.unit, "dice": dice, "needed": face, "hit": _reach(face), **_modifiers(rows)}


def _checks(book: Book, facts: CheckFacts) -> Answer:
    checker = _checker(facts)
    _refuse(impossible_check(book, checker))
    count = facts.checks
    if not 1 <= count <= MOST_CHECKS:
        raise OddsError(f"A unit takes 1 to {MOST_CHECKS} checks at once, not {count}.", "checks")
    check = _check(book, checker, checker.leader)
    passed, of = binomial_table(count, DIE, check["needed"]), DIE**count
    return {
        "check": check,
        "failures": {str(count - good): chance_answer(Fraction(passed[good], of)) for good in range(count, -1, -1)},
        "levels": _levels(levels_after(checker.level, check["needed"], count)),
    }


def _rally(book: Book, facts: TryFacts) -> Answer:
    checker = _checker(facts)
    _refuse(impossible_rally(book, checker))
    return {
        "check": _check(book, checker, checker.leader),
        "success": chance_answer(check_chance(book, checker)),
        "level_after_success": raised(checker.level),
        "level_after_failure": checker.level,
    }


def _hasty_square(book: Book, facts: TryFacts) -> Answer:
    checker = _checker(facts)
    _refuse(impossible_hasty_square(book, checker))
    success = check_chance(book, checker)
    always = book.options.hasty_square_fire == "lost_always"
    return {
        "check": _check(book, checker, checker.leader),
        "success": chance_answer(success),
        "fire_lost": chance_answer(Fraction(1) if always else 1 - success),
    }


def _melee(book: Book, facts: MeleeFacts) -> Answer:
    melee = Melee(attacker=facts.attacker, defender=facts.defender, aspect=facts.aspect)
    _refuse(impossible_melee(book, melee))
    plan, chances, bands = plan_of(book, melee), melee_chances(book, melee), bands_of(book)
    wide = [band_words(bands, index) for index in range(len(bands))]
    names = [f"attacker wins by {words}" for words in reversed(wide)]
    names += ["tie", *(f"defender wins by {words}" for words in wide)]
    attack = _score(plan.attacker_stands, plan.attacker, chances.attacker)
    defence = _score(plan.defender_stands, plan.defender, chances.defender)
    if melee.attacker.leader:
        attack["leader_killed"] = chance_answer(chances.attacker_leader_killed)
    if melee.defender.leader:
        defence["leader_killed"] = chance_answer(chances.defender_leader_killed)
    results = {name: chance_answer(Fraction(ways, chances.of)) for name, ways in zip(names, chances.bands, strict=True)}
    return {"attacker": attack, "defender": defence, "results": results}


def band_words(bands: tuple[int, ...], index: int) -> str:
    """Differences of one result of a melee, such as ``1 to 4`` (EN-MELEE-36)."""
    least = bands[index]
    if index + 1 == len(bands):
        return f"{least} or more"
    most = bands[index + 1] - 1
    return f"{least}" if most == least else f"{least} to {most}"


def _score(count: int, rows: ModifierSum, levels: Levels) -> Answer:
    score = f"{count}D{DIE}" + (f"{rows.total:+}" if rows.total else "")
    return {"stands": count, "score": score, **_modifiers(rows), "levels": _levels(levels)}


def _initiative(book: Book, facts: InitiativeFacts) -> Answer:
    side, streak = facts.streak_side, facts.streak
    if streak < 0 or (streak > 0) != (side is not None):
        sentence = "streak_side and streak go together: the side that won the last turns, and how many (EN-INIT-02)."
        raise OddsError(sentence, "streak")
    rows, odds = initiative_modifiers(book, side, streak), initiative_odds(book, side, streak)
    return {
        name: {"wins": chance_answer(odds[name]), **_modifiers(own)}
        for name, own in zip(INITIATIVE_SIDES, rows, strict=True)
    }


QUERIES: Final[Mapping[str, Query]] = MappingProxyType(
    {
        "fire": Query("Fire of one side at one target, as one event (EN-ART-18).", FireFacts, _fire),
        "check": Query("Morale checks that a unit takes at once (EN-MORALE-10).", CheckFacts, _checks),
        "rally": Query("A try to rally (EN-RALLY-01).", TryFacts, _rally),
        "melee": Query("A melee of two units (EN-MELEE-36).", MeleeFacts, _melee),
        "hasty_square": Query("A try to form hasty square (EN-SQUARE-05).", TryFacts, _hasty_square),
        "initiative": Query("Which side wins the initiative (EN-INIT-01).", InitiativeFacts, _initiative),
    }
)
"""Questions by name."""


def _refuse(wrong: tuple[Impossible, ...]) -> None:
    if wrong:
        raise OddsError(wrong[0].sentence, wrong[0].path)


def _checker(facts: Checker) -> Checker:
    """The facts without other keys of the question."""
    return Checker(**{key: getattr(facts, key) for key in Checker.__struct_fields__})


def _check(book: Book, checker: Checked, leader: bool) -> Answer:
    face, rows = check_of(book, checker, checker.level, leader)
    return {"needed": face, "pass": _reach(face), **_modifiers(rows)}


def _modifiers(rows: ModifierSum) -> Answer:
    listed = [{"rule": row.rule, "what": row.what, "value": row.value} for row in rows.rows]
    return {"modifier": rows.total, "modifiers": listed}


def _levels(levels: Levels) -> Answer:
    return {level: chance_answer(levels.chance(level)) for level in LEVELS}


def _reach(face: int) -> Answer:
    return chance_answer(Fraction(DIE + 1 - face, DIE))
