"""Forecasts of single procedures: checks, volleys, melees, leaders at risk, initiative, preparation."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import Modifier, SideId
from battles.engine.dice import DiceNeeded, RecordedDice
from battles.engine.forecast import Chance, Forecast, Sum
from battles.engine.odds import distribution, percent
from battles.engine.words import capitalized, with_verb
from battles.rules.easy_napoleonics import facts as easy_napoleonics_facts
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.combat import Fight, aspect_of_melee, checks_after, fight, plan_of
from battles.rules.easy_napoleonics.command import INITIATIVE_SIDES, initiative_modifiers, initiative_odds
from battles.rules.easy_napoleonics.evolve import with_unit
from battles.rules.easy_napoleonics.facts import Fighter, Melee
from battles.rules.easy_napoleonics.fire import shot_of
from battles.rules.easy_napoleonics.morale import check_of, lowered, raised
from battles.rules.easy_napoleonics.movement.moves import meetings
from battles.rules.easy_napoleonics.odds.exact import (
    Levels,
    VolleyChances,
    bands_of,
    check_chance,
    melee_chances,
    volley_chances,
)
from battles.rules.easy_napoleonics.odds.questions import band_words
from battles.rules.easy_napoleonics.resolution import Resolution
from battles.rules.easy_napoleonics.rules import ARTILLERY, Book, ModifierSum, remember
from battles.rules.easy_napoleonics.state import Occupancy, State
from battles.rules.easy_napoleonics.tables import DIE, LEVELS, Grade, Level
from battles.rules.easy_napoleonics.terrain import Field, field_of
from battles.rules.easy_napoleonics.turn.sequence import advance, perform

STANDING: Final = LEVELS[:-1]
"""Levels of a unit in play."""

MOST_CROSSED: Final = 2
"""Most units with a hidden level for which all combinations are forecast; more units share one level."""


class Asker(NamedTuple):
    """The side that asks for a forecast, and the units whose level it does not know."""

    side: SideId
    unknown: frozenset[int]

    def good(self, state: State, number: int) -> bool:
        """True if what is good for a unit is good for this side."""
        return state.units[number].side == self.side

    def cases(self, state: State, *numbers: int) -> Iterator[tuple[str, State]]:
        """Possible levels of the units in ``numbers`` whose level is hidden: words, and the state with these levels.

        One case without words if nothing is hidden (EN-MORALE-13).
        """
        hidden = [number for number in dict.fromkeys(numbers) if number in self.unknown]
        if not hidden:
            yield "", state
        elif len(hidden) > MOST_CROSSED:
            for level in STANDING:
                yield f", if all whose morale is hidden are {say.LEVEL_WORDS[level]}", _at(state, hidden, [level] * 99)
        else:
            for levels in product(STANDING, repeat=len(hidden)):
                words = [
                    f"{with_verb(say.unit(state, number), 'is')} {say.LEVEL_WORDS[level]}"
                    for number, level in zip(hidden, levels, strict=True)
                ]
                yield f", if {say.listed(words)}", _at(state, hidden, levels)


def _at(state: State, numbers: list[int], levels: Any) -> State:
    for number, level in zip(numbers, levels, strict=False):
        state = replace(state, units=with_unit(state, number, replace(state.units[number], level=level)))
    return state


def up_to_dice(state: State, side: SideId, action: Any) -> tuple[str, Resolution]:
    """Rule that asks for the first dice of a legal action (``""`` for none), and the resolution up to them."""
    play = Resolution(state, RecordedDice(()))
    try:
        perform(play, side, action)
        advance(play)
    except DiceNeeded as needed:
        return needed.why, play
    return "", play


Shots = tuple[tuple[int, int], ...]
"""Pairs of unit and its dice."""


def ground_of(state: State) -> tuple[Field, Occupancy]:
    """Field and occupancy of a state."""
    field = field_of(state)
    return field, field.occupancy(state)


def titled(words: str) -> str:
    """``words`` with a capital letter, as a title."""
    return capitalized(words)


def chances_of(rows: Sequence[tuple[str, Fraction, bool | None]]) -> tuple[Chance, ...]:
    """Rows that are possible, as chances."""
    return tuple(Chance(what, share, good) for what, share, good in rows if share)


def needed_sum(state: State, what: str, grade: Grade, face: int, rows: Sequence[Modifier]) -> Sum:
    """Sum for a needed roll: the grade's number minus the modifiers, from 2 to 10 (EN-MORALE-07)."""
    number = state.setup.rules.tables.grade_number[grade]
    share = percent(Fraction(DIE + 1 - face, DIE))
    result = f"{face} or more on a D{DIE}, {share}"
    if face != number - sum(row.value for row in rows):
        result += "; a natural 10 is always enough" if face == DIE else "; a natural 1 is never enough"
    return Sum(f"{what} ({tables.GRADE_WORDS[grade]}, {number} or more)", tuple(rows), result)


def check(
    asker: Asker, state: State, number: int, task: str, rule: str, passed: str, failed: str
) -> Iterator[Forecast]:
    """Odds of one check (EN-MORALE-05); ``passed`` and ``failed`` are the words for its results."""
    for words, case in asker.cases(state, number):
        field, occupancy = ground_of(case)
        checker = easy_napoleonics_facts.checker(occupancy, number)
        face, rows = check_of(field.book, checker, checker.level, checker.leader)
        share = check_chance(field.book, checker)
        good = asker.good(case, number)
        yield Forecast(
            titled(f"{with_verb(say.unit(case, number), 'tries')} to {task}{words}"),
            chances_of([(passed, share, good), (failed, 1 - share, not good)]),
            (needed_sum(case, "the check", checker.grade, face, rows.rows),),
            rule,
            brief=(Chance(f"it {passed.partition(',')[0]}", share, good),) if good else (),
        )


def levels(asker: Asker, state: State, number: int, after: Sequence[tuple[Level, Fraction]]) -> tuple[Chance, ...]:
    """Chances of a unit's levels afterwards; a loss is good for its enemy."""
    before, own = LEVELS.index(state.units[number].level), asker.good(state, number)
    rows = []
    for level, share in after:
        change = LEVELS.index(level) - before
        words = f"still {say.LEVEL_WORDS[level]}" if not change else say.LEVEL_WORDS[level]
        if level == "broken":
            words = "Broken and out of play"
        rows.append((words, share, None if not change else own == (change < 0)))
    return chances_of(rows)


def shares(levels_after: Levels) -> list[tuple[Level, Fraction]]:
    """Chance of each level."""
    return [(level, levels_after.chance(level)) for level in LEVELS]


def volley(asker: Asker, state: State, target: int, dice: Shots, words: str = "") -> Iterator[Forecast]:
    """Odds of fire at one target (EN-ART-18): hits, the target's level afterwards, the leaders with it.

    The hits depend on the levels of the firing units; the rest also depends on the level of the target.
    """
    firers = [number for number, _ in dice]
    for hidden, case in asker.cases(state, *firers):
        yield _hits(asker, case, target, dice, f"{words}{hidden}")
    for hidden, case in asker.cases(state, *firers, target):
        yield from _target_after_fire(asker, case, target, dice, f"{words}{hidden}")


def volley_odds(state: State, target: int, dice: Shots) -> VolleyChances:
    field, occupancy = ground_of(state)
    return volley_chances(field.book, easy_napoleonics_facts.volley(field, occupancy, target, dice))


def _hits(asker: Asker, state: State, target: int, dice: Shots, words: str) -> Forecast:
    odds = volley_odds(state, target, dice)
    field, occupancy = ground_of(state)
    facts = easy_napoleonics_facts.volley(field, occupancy, target, dice)
    sums = []
    for firer in facts.firers:
        many, face, rows = shot_of(field.book, firer, facts.target)
        what = f"{say.unit(state, firer.unit)}, {say.count(many, 'die', 'dice')} at range {firer.range}"
        sums.append(needed_sum(state, what, firer.grade, face, rows.rows))
    good = asker.good(state, dice[0][0])
    rows_of = [
        (say.count(hits, "hit") if hits else "no hit", Fraction(ways, odds.of), good == (hits > 0))
        for hits, ways in enumerate(odds.hits)
    ]
    numbers = [number for number, _ in dice]
    title = f"{say.units(state, numbers)} {'fires' if len(dice) == 1 else 'fire'} at {say.unit(state, target)}{words}"
    rule = "EN-ART-13" if state.units[numbers[0]].kind in ARTILLERY else "EN-MUSK-05"
    brief = (Chance("at least one hit", 1 - Fraction(odds.hits[0], odds.of), good),) if good else ()
    return Forecast(titled(title), chances_of(rows_of), tuple(sums), rule, brief=brief)


def _target_after_fire(asker: Asker, state: State, target: int, dice: Shots, words: str) -> Iterator[Forecast]:
    """Odds of the checks and of the leaders' dice."""
    odds = volley_odds(state, target, dice)
    field, occupancy = ground_of(state)
    facts = easy_napoleonics_facts.target(field, occupancy, target)
    face, rows = check_of(field.book, facts, facts.level, facts.leader)
    sums = [needed_sum(state, "each hit is a check", facts.grade, face, rows.rows)]
    if facts.leader and field.book.risk_first:
        face, rows = check_of(field.book, facts, facts.level, False)
        sums.append(needed_sum(state, "each check once its leader is killed", facts.grade, face, rows.rows))
    title = f"{say.unit(state, target)} after the fire{words}"
    yield Forecast(title, levels(asker, state, target, shares(odds.levels)), tuple(sums), "EN-ART-19")
    yield from leaders(
        asker, state, occupancy.attached(target), odds.leader_killed, f"with {say.unit(state, target)}{words}"
    )


def leaders(
    asker: Asker, state: State, men: Sequence[int], killed: Fraction, words: str, rule: str = "EN-LEADER-06"
) -> Iterator[Forecast]:
    """Odds of each leader at risk (EN-LEADER-06, EN-LEADER-09); none without risk."""
    for man in men if killed else ():
        own = state.leaders[man].side == asker.side
        rows = [("killed", killed, not own), ("unhurt", 1 - killed, None)]
        yield Forecast(titled(f"{say.leader(state, man)}, {words}"), chances_of(rows), rule=rule)


def initiative(asker: Asker, state: State) -> Forecast:
    """Odds of the initiative of the turn that begins (EN-INIT-01)."""
    book = field_of(state).book
    holder = state.holder or None
    odds, modifiers = initiative_odds(book, holder, state.streak), initiative_modifiers(book, holder, state.streak)
    rows = [(say.side_label(state, side), odds[side], side == asker.side) for side in INITIATIVE_SIDES]
    sums = tuple(
        Sum(f"the die of {say.side(state, side)}", own.rows, say.plus(f"D{DIE}", own.total) if own.total else f"D{DIE}")
        for side, own in zip(INITIATIVE_SIDES, modifiers, strict=True)
    )
    return Forecast(f"Initiative of turn {state.turn}", chances_of(rows), sums, "EN-INIT-01")


def low_roll(state: State) -> Forecast:
    """Odds of deploying first: equal dice are rolled again, so both sides are equally likely (EN-SETUP-07)."""
    rows = [(say.side_label(state, side), Fraction(1, 2), None) for side in INITIATIVE_SIDES]
    return Forecast("Who deploys first", chances_of(rows), rule="EN-SETUP-07")


def random_terrain() -> Iterator[Forecast]:
    """Odds of the numbers of woods, hills and settlements (EN-SETUP-06)."""
    share = Fraction(1, tables.TERRAIN_DIE)
    for terrain in tables.SCATTERED:
        rows = [(str(count), share, None) for count in range(1, tables.TERRAIN_DIE + 1)]
        yield Forecast(f"Features of {terrain}", chances_of(rows), rule="EN-SETUP-06")


LevelShares = Sequence[tuple[Level, Fraction]]


def meeting(asker: Asker, state: State, one: int, two: int, words: str = "") -> Iterator[Forecast]:
    """Odds of the melee of two units in contact, if there is one; EN-MELEE-05 says which unit attacks."""
    field, occupancy = ground_of(state)
    for possible in meetings(field, occupancy, state):
        if {possible.attacker, possible.defender} == {one, two}:
            yield from melee(asker, state, possible.attacker, possible.defender, words)


def melee(asker: Asker, state: State, attacker: int, defender: int, words: str = "") -> Iterator[Forecast]:
    """Odds of a melee (EN-MELEE-36): results, levels of both units afterwards, leaders."""
    for hidden, case in asker.cases(state, attacker, defender):
        field, occupancy = ground_of(case)
        facts = easy_napoleonics_facts.melee(field, occupancy, attacker, defender)
        condition = f"{words}{hidden}"
        yield _result(asker, case, (attacker, defender), facts, condition)
        odds = melee_chances(field.book, facts)
        risks = odds.attacker_leader_killed, odds.defender_leader_killed
        after = levels_after(field.book, facts)
        fighters = zip((attacker, defender), (facts.attacker, facts.defender), after, risks, strict=True)
        for number, fighter, reached, risk in fighters:
            name = say.unit(case, number)
            shown, sums = levels(asker, case, number, reached), tuple(_checks(field.book, case, fighter))
            yield Forecast(titled(f"{name} after the melee{condition}"), shown, sums, "EN-MELEE-37")
            yield from leaders(asker, case, occupancy.attached(number), risk, f"with {name}{condition}")


def _result(asker: Asker, state: State, pair: tuple[int, int], facts: Melee, words: str) -> Forecast:
    book = ground_of(state)[0].book
    plan, odds, bands = plan_of(book, facts), melee_chances(book, facts), bands_of(book)
    one, two = (say.unit(state, number) for number in pair)
    own = asker.good(state, pair[0])
    margins = [band_words(bands, index) for index in range(len(bands))]
    results: list[tuple[str, bool | None]] = [
        (f"{with_verb(one, 'wins')} by {margin}", own) for margin in reversed(margins)
    ]
    results += [("a tie", None), *((f"{with_verb(two, 'wins')} by {margin}", not own) for margin in margins)]
    rows = [(what, Fraction(ways, odds.of), good) for (what, good), ways in zip(results, odds.bands, strict=True)]
    sums = (_score(one, plan.attacker_stands, plan.attacker), _score(two, plan.defender_stands, plan.defender))
    aspect = aspect_of_melee(book, facts)
    where = "" if aspect == "front" else f" in the {aspect}"
    title = titled(f"{with_verb(one, 'attacks')} {two}{where}{words}")
    won, lost = (sum((share for _, share, good in rows if good is wanted), Fraction(0)) for wanted in (True, False))
    brief = (Chance("you win the melee", won, True), Chance("you lose it", lost, False))
    return Forecast(title, chances_of(rows), sums, "EN-MELEE-36", brief=brief)


def _score(name: str, stands: int, rows: ModifierSum) -> Sum:
    dice = f"{stands}D{DIE}"
    return Sum(f"the score of {name}", rows.rows, say.plus(dice, rows.total) if rows.total else dice)


def _checks(book: Book, state: State, fighter: Fighter) -> Iterator[Sum]:
    """Needed rolls of a unit's checks after a tie or a loss (EN-MELEE-37); none if the drop breaks it."""
    bands = bands_of(book)
    margins = [(0, "tie"), *((least, f"losing by {band_words(bands, index)}") for index, least in enumerate(bands))]
    for least, words in margins:
        row = book.result(least)
        count, _ = checks_after(book, fighter, row, fighter.leader)
        if count:
            level = fighter.level if book.checks_before_drop else lowered(fighter.level, row.drop)
            face, rows = check_of(book, fighter, level, fighter.leader)
            what = f"{words}: {say.count(count, 'check')} at {say.LEVEL_WORDS[level]}"
            yield needed_sum(state, what, fighter.grade, face, rows.rows)


def levels_after(book: Book, facts: Melee) -> tuple[LevelShares, LevelShares]:
    """Levels of attacker and defender after a melee; EN-OPT-07 raises a unit whose enemy broke."""
    if not book.options.melee_morale_bonus:
        odds = melee_chances(book, facts)
        return shares(odds.attacker), shares(odds.defender)
    cached: tuple[LevelShares, LevelShares] | None = book.outcomes.get(("raised", facts))
    return cached if cached is not None else remember(book.outcomes, ("raised", facts), _raised(book, facts))


def _raised(book: Book, facts: Melee) -> tuple[LevelShares, LevelShares]:
    """Levels of both units, from every outcome of the melee's dice."""
    both = distribution(lambda dice: _levels(fight(dice, book, facts)))
    after: list[dict[Level, Fraction]] = [dict.fromkeys(LEVELS, Fraction(0)) for _ in range(2)]
    for (attacker, defender), share in both.items():
        after[0][raised(attacker) if defender == "broken" else attacker] += share
        after[1][raised(defender) if attacker == "broken" else defender] += share
    return tuple(after[0].items()), tuple(after[1].items())


def _levels(fought: Fight) -> tuple[Level, Level]:
    return fought.attack.level, fought.defence.level
