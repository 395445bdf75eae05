"""The cheat sheet of a battle (section 15): tables only, from the numbers and options that it is fought by.

For the page, the paper and the rulebook alike. A number that the club has put in the place of the printed one carries
a dagger, and so does the note of its table. The tables stand in the order of a turn.
"""

from battles.engine.cheat_sheet import HOUSE, Page, Table, chosen, noted
from battles.rules.easy_napoleonics import cheat_sheet_fight as fight
from battles.rules.easy_napoleonics import cheat_sheet_fire as fire
from battles.rules.easy_napoleonics import cheat_sheet_side as side
from battles.rules.easy_napoleonics import cheat_sheet_turn as turn
from battles.rules.easy_napoleonics.meta import OPTION_SPECS
from battles.rules.easy_napoleonics.rules import Rules

__all__ = ["HOUSE", "Table", "pages", "sheet"]


def pages(rules: Rules) -> tuple[Page, ...]:
    """The sheet on its one page."""
    return (Page("Cheat sheet", sheet(rules)),)


def sheet(rules: Rules) -> tuple[Table, ...]:
    """Every table of the sheet, in its order, with the values that ``rules`` has chosen."""
    found = (
        turn.turn(rules),
        side.grades(rules),
        side.levels(rules),
        turn.movement(rules),
        turn.actions(rules),
        turn.contact(rules),
        fire.fire_dice(rules),
        fire.fire_modifiers(rules),
        fire.line_of_fire(rules),
        fight.stands(rules),
        fight.melee_modifiers(rules),
        fight.results(rules),
        fire.terrain(rules),
        side.leaders(rules),
        side.nations(rules),
        side.victory(rules),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in found if table.rows)
