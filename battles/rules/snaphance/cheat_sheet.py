"""The cheat sheet of Snaphance (section 18): tables only, from the numbers and options that are chosen.

A number that the club has put in the place of ours carries a dagger; what the source leaves open is marked as ours.
"""

from battles.engine.cheat_sheet import OURS_NOTE, Page, Table, chosen, noted
from battles.rules.snaphance import cheat_sheet_fight as fight
from battles.rules.snaphance import cheat_sheet_ground as ground
from battles.rules.snaphance import cheat_sheet_stands as stands
from battles.rules.snaphance.meta import OPTION_SPECS
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.tables import STEPS


def pages(rules: Rules) -> tuple[Page, ...]:
    """The sheet of play on its one page; the stands of all eras on another, those of an army beside the rest."""
    catalogue = Page("Stands of a draft", (noted(stands.profiles(rules)),), joined=True)
    return (Page("Cheat sheet of a draft", sheet(rules)), catalogue)


def sheet(rules: Rules) -> tuple[Table, ...]:
    """Every table of the first page, in its order."""
    found = (
        _sequence(rules),
        stands.orders(rules),
        stands.movement(),
        stands.passing(),
        fight.fire(rules),
        fight.moving(),
        fight.melee(rules),
        fight.charges(rules),
        fight.morale(rules),
        fight.results(rules),
        ground.terrain(),
        ground.town(rules),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in found if table.rows)


def _sequence(rules: Rules) -> Table:
    rows = tuple((str(place), *step) for place, step in enumerate(STEPS, start=1))
    note = f"First player's turn, then the second's; {rules.options.turn_limit} turns. The steps are ours. {OURS_NOTE}"
    known = ("SH-TURN-01", "SH-TURN-03", "SH-TURN-04", "SH-TURN-05")
    return Table(title="Player turn", columns=("", "Step", "What"), rows=rows, rules=known, note=note, look="steps")
