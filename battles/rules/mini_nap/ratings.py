"""Commanders' ratings, thrown once before deployment (MN-CMD-50 to 61)."""

from collections.abc import Iterator

from battles.engine.dice import Dice
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import Stand, State
from battles.rules.mini_nap.tables import (
    COMMANDER_DICE,
    COMMANDER_WHEN_FIXED,
    DIE_SIDES,
    CommanderRating,
    Level,
    NationWord,
    RatingRow,
)


def table_of(rules: Rules, level: Level, nation: NationWord) -> RatingRow:
    """The table of a commander whose Corps that nation commands (MN-RULING-01, 62)."""
    if level == "division":
        return rules.tables.division_table
    if nation == "russian" and rules.options.russian_corps_overlap == "poor_wins":
        return rules.tables.corps_russian_poor_wins
    return rules.tables.corps_table[nation]


def modifier_of(rules: Rules, level: Level, nation: NationWord) -> int:
    """What is added to his 2D6: a Division commander's by nation (MN-CMD-60)."""
    return rules.tables.division_modifiers.get(nation, 0) if level == "division" else 0


def rating_of(table: RatingRow, total: int) -> CommanderRating:
    """The rating that a total gives: the first whose least it reaches; the last takes the rest."""
    return next(rating for rating, least in table.bands if least is None or total >= least)


def rate(play: Play) -> None:
    """Every rating that the set-up leaves open (MN-CMD-61): by dice, or Average where nothing is thrown."""
    roll = play.options.commander_ratings == "roll"
    found = [(number, _thrown(play, stand) if roll else COMMANDER_WHEN_FIXED) for number, stand in unrated(play.state)]
    if found:
        play.tell(happened.RatingsThrown(ratings=tuple(found), rolls=play.thrown()))


def unrated(state: State) -> Iterator[tuple[int, Stand]]:
    """Commanders without a rating: Corps first, then Divisions (MN-RULING-67)."""
    for level in ("corps", "division"):
        for number, stand in enumerate(state.stands):
            if stand.level == level and stand.rating is None:
                yield number, stand


def _thrown(play: Play, stand: Stand) -> CommanderRating:
    state, rules = play.state, play.state.setup.rules
    level: Level = "corps" if stand.level == "corps" else "division"
    corps = stand.of if level == "corps" else state.divisions[stand.of].corps
    nation = state.corps[corps].nation
    table = table_of(rules, level, nation)
    return thrown_by(play.dice, table, modifier_of(rules, level, nation))


def thrown_by(dice: Dice, table: RatingRow, modifier: int) -> CommanderRating:
    """A commander's throw and the rating that it gives."""
    return rating_of(table, dice.total(COMMANDER_DICE, DIE_SIDES, table.rule) + modifier)
