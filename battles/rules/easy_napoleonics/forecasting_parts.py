"""The odds of each procedure as forecasts: checks, volleys, leaders at risk, initiative, preparation."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from battles.engine.core import Modifier
from battles.engine.odds import percent
from battles.engine.pointing import Chance, Forecast, Sum
from battles.rules.easy_napoleonics import positions, tables
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.chances import Levels, VolleyChances, check_chance, volley_chances
from battles.rules.easy_napoleonics.field import Field, field_of
from battles.rules.easy_napoleonics.fire import shot_of
from battles.rules.easy_napoleonics.forecasting_known import Asker
from battles.rules.easy_napoleonics.initiative import INITIATIVE_SIDES, initiative_modifiers, initiative_odds
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.morale import check_of
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.tables import DIE, LEVELS, Grade, Level

Shots = tuple[tuple[int, int], ...]
"""Units that fire and the dice of each."""


def ground_of(state: State) -> tuple[Field, Lay]:
    """The field of a state and where everything stands in it."""
    field = field_of(state)
    return field, field.lay(state)


def titled(words: str) -> str:
    """``words`` as a title, which begin with a name as it stands in the middle of a sentence."""
    return words[:1].upper() + words[1:]


def chances_of(rows: Sequence[tuple[str, Fraction, bool | None]]) -> tuple[Chance, ...]:
    """Those that can come."""
    return tuple(Chance(what, share, good) for what, share, good in rows if share)


def needed_sum(state: State, what: str, grade: Grade, face: int, rows: Sequence[Modifier]) -> Sum:
    """What a die must show: the grade's number less the modifiers, never below 2 nor above 10 (EN-MORALE-07)."""
    number = state.setup.rules.tables.grade_number[grade]
    share = percent(Fraction(DIE + 1 - face, DIE))
    result = f"{face} or more on a D{DIE}, {share}"
    if face != number - sum(row.value for row in rows):
        result += "; a natural 10 is always enough" if face == DIE else "; a natural 1 is never enough"
    return Sum(f"{what}: {tables.GRADE_WORDS[grade]}, {number} or more", tuple(rows), result)


def check(
    asker: Asker, state: State, number: int, deed: str, rule: str, passed: str, failed: str
) -> Iterator[Forecast]:
    """One check, to rally or to form square (EN-MORALE-05): what becomes of it if it is passed, or failed."""
    for words, case in asker.cases(state, number):
        field, lay = ground_of(case)
        checker = positions.checker(lay, number)
        face, rows = check_of(field.book, checker, checker.level, checker.leader)
        share = check_chance(field.book, checker)
        good = asker.good(case, number)
        yield Forecast(
            titled(f"{say.unit(case, number)} tries to {deed}{words}"),
            chances_of([(passed, share, good), (failed, 1 - share, not good)]),
            (needed_sum(case, "the check", checker.grade, face, rows.rows),),
            rule,
        )


def levels(asker: Asker, state: State, number: int, after: Sequence[tuple[Level, Fraction]]) -> tuple[Chance, ...]:
    """The levels that a unit may have afterwards; a loss is good for its enemy."""
    before, own = LEVELS.index(state.units[number].level), asker.good(state, number)
    rows = []
    for level, share in after:
        change = LEVELS.index(level) - before
        words = f"still {say.LEVEL_WORDS[level]}" if not change else say.LEVEL_WORDS[level]
        if level == "broken":
            words = "Broken and out of play"
        rows.append((words, share, None if not change else own == (change < 0)))
    return chances_of(rows)


def shares(found: Levels) -> list[tuple[Level, Fraction]]:
    """The chance of each level."""
    return [(level, found.chance(level)) for level in LEVELS]


def volley(asker: Asker, state: State, target: int, dice: Shots, words: str = "") -> Iterator[Forecast]:
    """Fire of one side at one target (EN-ART-18): its hits, the target's level after them, the leaders with it.

    Hits hang on the levels of those that fire, the rest on that of the target as well.
    """
    firers = [number for number, _ in dice]
    for hidden, case in asker.cases(state, *firers):
        yield _hits(asker, case, target, dice, f"{words}{hidden}")
    for hidden, case in asker.cases(state, *firers, target):
        yield from _struck(asker, case, target, dice, f"{words}{hidden}")


def volley_odds(state: State, target: int, dice: Shots) -> VolleyChances:
    field, lay = ground_of(state)
    return volley_chances(field.book, positions.volley(field, lay, target, dice))


def _hits(asker: Asker, state: State, target: int, dice: Shots, words: str) -> Forecast:
    found = volley_odds(state, target, dice)
    field, lay = ground_of(state)
    facts = positions.volley(field, lay, target, dice)
    sums = []
    for firer in facts.firers:
        many, face, rows = shot_of(field.book, firer, facts.target)
        what = f"{say.unit(state, firer.unit)}, {say.count(many, 'die', 'dice')} at range {firer.range}"
        sums.append(needed_sum(state, what, firer.grade, face, rows.rows))
    good = asker.good(state, dice[0][0])
    rows_of = [
        (say.count(hits, "hit") if hits else "no hit", Fraction(ways, found.of), good == (hits > 0))
        for hits, ways in enumerate(found.hits)
    ]
    numbers = [number for number, _ in dice]
    title = f"{say.units(state, numbers)} {'fires' if len(dice) == 1 else 'fire'} at {say.unit(state, target)}{words}"
    rule = "EN-ART-13" if state.units[numbers[0]].kind in ARTILLERY else "EN-MUSK-05"
    return Forecast(titled(title), chances_of(rows_of), tuple(sums), rule)


def _struck(asker: Asker, state: State, target: int, dice: Shots, words: str) -> Iterator[Forecast]:
    """What the checks and the leaders' dice do to the target."""
    found = volley_odds(state, target, dice)
    field, lay = ground_of(state)
    facts = positions.target(field, lay, target)
    face, rows = check_of(field.book, facts, facts.level, facts.leader)
    sums = [needed_sum(state, "each hit is a check", facts.grade, face, rows.rows)]
    if facts.leader and field.book.risk_first:
        face, rows = check_of(field.book, facts, facts.level, False)
        sums.append(needed_sum(state, "each check once its leader has fallen", facts.grade, face, rows.rows))
    title = f"{say.unit(state, target)} after the fire{words}"
    yield Forecast(title, levels(asker, state, target, shares(found.levels)), tuple(sums), "EN-ART-19")
    yield from leaders(
        asker, state, lay.attached(target), found.leader_killed, f"with {say.unit(state, target)}{words}"
    )


def leaders(
    asker: Asker, state: State, men: Sequence[int], killed: Fraction, words: str, rule: str = "EN-LEADER-06"
) -> Iterator[Forecast]:
    """A die for each leader at risk (EN-LEADER-06, 09); nothing where there is no risk."""
    for man in men if killed else ():
        own = state.leaders[man].side == asker.side
        rows = [("killed", killed, not own), ("unhurt", 1 - killed, None)]
        yield Forecast(titled(f"{say.leader(state, man)}, {words}"), chances_of(rows), rule=rule)


def initiative(asker: Asker, state: State) -> Forecast:
    """The dice for the initiative of the turn that begins (EN-INIT-01)."""
    book = field_of(state).book
    holder = state.holder or None
    found, modifiers = initiative_odds(book, holder, state.streak), initiative_modifiers(book, holder, state.streak)
    rows = [(say.side(state, side), found[side], side == asker.side) for side in INITIATIVE_SIDES]
    sums = tuple(
        Sum(f"the die of {say.side(state, side)}", own.rows, say.plus(f"D{DIE}", own.total) if own.total else f"D{DIE}")
        for side, own in zip(INITIATIVE_SIDES, modifiers, strict=True)
    )
    return Forecast(f"Initiative of turn {state.turn}", chances_of(rows), sums, "EN-INIT-01")


def low_roll(state: State) -> Forecast:
    """Who deploys first: equal dice are thrown again, so both are as likely (EN-SETUP-07)."""
    rows = [(say.side(state, side), Fraction(1, 2), None) for side in INITIATIVE_SIDES]
    return Forecast("Who deploys first", chances_of(rows), rule="EN-SETUP-07")


def scattered() -> Iterator[Forecast]:
    """How many woods, hills and settlements there will be (EN-SETUP-06)."""
    share = Fraction(1, tables.TERRAIN_DIE)
    for terrain in tables.SCATTERED:
        rows = [(str(count), share, None) for count in range(1, tables.TERRAIN_DIE + 1)]
        yield Forecast(f"Features of {terrain}", chances_of(rows), rule="EN-SETUP-06")
