"""The odds of a melee as forecasts: who wins, what becomes of both units, and their leaders."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from battles.engine.odds import distribution
from battles.engine.pointing import Forecast, Sum
from battles.rules.easy_napoleonics import positions
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.book import Book, Labelled, remember
from battles.rules.easy_napoleonics.chances import bands_of, melee_chances
from battles.rules.easy_napoleonics.contacts import meetings
from battles.rules.easy_napoleonics.facts import Fighter, Melee
from battles.rules.easy_napoleonics.forecasting_known import Asker
from battles.rules.easy_napoleonics.forecasting_parts import (
    chances_of,
    ground_of,
    leaders,
    levels,
    needed_sum,
    shares,
    titled,
)
from battles.rules.easy_napoleonics.melee import Fight, checks_after, fight
from battles.rules.easy_napoleonics.morale import check_of, lowered, raised
from battles.rules.easy_napoleonics.odds import band_words
from battles.rules.easy_napoleonics.scoring import aspect_of_melee, plan_of
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.tables import DIE, LEVELS, Level

LevelShares = Sequence[tuple[Level, Fraction]]


def meeting(asker: Asker, state: State, one: int, two: int, words: str = "") -> Iterator[Forecast]:
    """The melee that comes of two units as they stand, if one does: who attacks is settled by EN-MELEE-05."""
    field, lay = ground_of(state)
    for found in meetings(field, lay, state):
        if {found.attacker, found.defender} == {one, two}:
            yield from melee(asker, state, found.attacker, found.defender, words)


def melee(asker: Asker, state: State, attacker: int, defender: int, words: str = "") -> Iterator[Forecast]:
    """A melee (EN-MELEE-36): its results, the levels of both afterwards, their leaders."""
    for hidden, case in asker.cases(state, attacker, defender):
        field, lay = ground_of(case)
        facts = positions.melee(field, lay, attacker, defender)
        condition = f"{words}{hidden}"
        yield _result(asker, case, (attacker, defender), facts, condition)
        found = melee_chances(field.book, facts)
        risks = found.attacker_leader_killed, found.defender_leader_killed
        after = levels_after(field.book, facts)
        fighters = zip((attacker, defender), (facts.attacker, facts.defender), after, risks, strict=True)
        for number, fighter, reached, risk in fighters:
            name = say.unit(case, number)
            shown, sums = levels(asker, case, number, reached), tuple(_checks(field.book, case, fighter))
            yield Forecast(titled(f"{name} after the melee{condition}"), shown, sums, "EN-MELEE-37")
            yield from leaders(asker, case, lay.attached(number), risk, f"with {name}{condition}")


def _result(asker: Asker, state: State, pair: tuple[int, int], facts: Melee, words: str) -> Forecast:
    book = ground_of(state)[0].book
    plan, found, bands = plan_of(book, facts), melee_chances(book, facts), bands_of(book)
    one, two = (say.unit(state, number) for number in pair)
    own = asker.good(state, pair[0])
    margins = [band_words(bands, index) for index in range(len(bands))]
    results: list[tuple[str, bool | None]] = [(f"{one} wins by {margin}", own) for margin in reversed(margins)]
    results += [("a tie", None), *((f"{two} wins by {margin}", not own) for margin in margins)]
    rows = [(what, Fraction(ways, found.of), good) for (what, good), ways in zip(results, found.bands, strict=True)]
    sums = (_score(one, plan.attacker_stands, plan.attacker), _score(two, plan.defender_stands, plan.defender))
    aspect = aspect_of_melee(book, facts)
    where = "" if aspect == "front" else f" in the {aspect}"
    return Forecast(titled(f"{one} attacks {two}{where}{words}"), chances_of(rows), sums, "EN-MELEE-36")


def _score(name: str, stands: int, rows: Labelled) -> Sum:
    dice = f"{stands}D{DIE}"
    return Sum(f"the score of {name}", rows.rows, say.plus(dice, rows.total) if rows.total else dice)


def _checks(book: Book, state: State, fighter: Fighter) -> Iterator[Sum]:
    """The checks of a unit that ties or loses, after it has dropped (EN-MELEE-37); none where it is broken by that."""
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
    """The levels of attacker and defender after a melee; a unit whose enemy broke is raised by EN-OPT-07."""
    if not book.options.melee_morale_bonus:
        found = melee_chances(book, facts)
        return shares(found.attacker), shares(found.defender)
    kept: tuple[LevelShares, LevelShares] | None = book.outcomes.get(("raised", facts))
    return kept if kept is not None else remember(book.outcomes, ("raised", facts), _raised(book, facts))


def _raised(book: Book, facts: Melee) -> tuple[LevelShares, LevelShares]:
    """Levels of both, from the melee itself on every outcome of its dice."""
    both = distribution(lambda dice: _levels(fight(dice, book, facts)))
    after: list[dict[Level, Fraction]] = [dict.fromkeys(LEVELS, Fraction(0)) for _ in range(2)]
    for (attacker, defender), share in both.items():
        after[0][raised(attacker) if defender == "broken" else attacker] += share
        after[1][raised(defender) if attacker == "broken" else defender] += share
    return tuple(after[0].items()), tuple(after[1].items())


def _levels(fought: Fight) -> tuple[Level, Level]:
    return fought.attack.level, fought.defence.level
