"""The cheat sheet of a battle (section 7, and section 8 of the terrain volume): tables only, from the numbers in force.

A number that the club has put in the place of the printed one carries a dagger, and so does the note of its table. The
tables stand in the order of a Turn.
"""

from battles.engine.cheat_sheet import Page, Table, chosen, house, noted
from battles.rules.mini_nap import cheat_sheet_command as command
from battles.rules.mini_nap import cheat_sheet_fight as fight
from battles.rules.mini_nap import cheat_sheet_fire as fire
from battles.rules.mini_nap import cheat_sheet_ground as ground
from battles.rules.mini_nap import cheat_sheet_move as move
from battles.rules.mini_nap import cheat_sheet_react as react
from battles.rules.mini_nap.meta import OPTION_SPECS
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import DIE_SIDES, PHASES, PRINTED


def pages(rules: Rules) -> tuple[Page, ...]:
    """The sheet of the rules, and that of terrain where terrain counts; options stand on the last."""
    options = chosen(OPTION_SPECS, rules.options)
    told = (options,) if options.rows else ()
    if not rules.options.terrain_rules:
        return (Page("Cheat sheet", (*sheet(rules), *told)),)
    return (Page("Cheat sheet", sheet(rules)), Page("Terrain", (*terrain_sheet(rules), *told)))


def sheet(rules: Rules) -> tuple[Table, ...]:
    """Every table of the first page, in its order."""
    found = (
        _sequence(rules),
        command.command(rules),
        command.quality(rules),
        move.movement(rules),
        move.manoeuvre(rules),
        move.distances(rules),
        move.charges(rules),
        move.division(rules),
        react.reactions(rules),
        fire.artillery(rules),
        fire.small_arms(rules),
        fire.screen(rules),
        fight.combat(rules),
        fight.joining(rules),
        fight.break_through(rules),
        fight.removed(),
        command.markers(),
        command.commanders(rules),
    )
    return tuple(noted(table) for table in found)


def terrain_sheet(rules: Rules) -> tuple[Table, ...]:
    """The tables of the second."""
    found = (ground.features(rules), ground.going(), ground.cover(rules), ground.advantage(), ground.structures(rules))
    return tuple(noted(table) for table in found)


def _dice(rules: Rules, name: str) -> str:
    own = getattr(rules.tables, name)
    return house(f"{own}D{DIE_SIDES}", own, getattr(PRINTED, name))


def _sequence(rules: Rules) -> Table:
    first = f"{_dice(rules, 'first_initiative_dice')} each, the higher has the first initiative."
    holder, other = _dice(rules, "holder_dice"), _dice(rules, "other_side_dice")
    rows = (
        ("", "Turn.", first),
        ("", "Initiative.", "Own blue, yellow off; choose a Brigade or Division; move stands; check command."),
        *((str(place), phase, "") for place, phase in enumerate(PHASES, start=1)),
        (
            "",
            "Then",
            f"holder {holder} v other side {other}, until all Brigades are used. All markers off at Turn end.",
        ),
    )
    known = ("MN-SEQ-01", "MN-SEQ-02", "MN-SEQ-03", "MN-SEQ-06", "MN-SEQ-09", "MN-SEQ-11")
    return Table(title="Sequence", columns=("", "Step", "What"), rows=rows, rules=known, look="steps")
