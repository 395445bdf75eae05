"""The cheat sheet of a battle (section 7, and section 8 of the terrain volume): tables only, from the numbers in force.

A number that the club has put in the place of the printed one carries a dagger, and so does the note of its table.
"""

from battles.engine.cheat_sheet import Page, Table, chosen, house, noted
from battles.rules.mini_nap import cheat_sheet_fight as fight
from battles.rules.mini_nap import cheat_sheet_ground as ground
from battles.rules.mini_nap import cheat_sheet_move as move
from battles.rules.mini_nap.cheat_sheet_cells import allowance, number
from battles.rules.mini_nap.meta import OPTION_SPECS
from battles.rules.mini_nap.ratings import table_of
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    COMMANDER_DICE,
    DIE_SIDES,
    MARKERS,
    PHASES,
    PRINTED,
    CommanderRating,
    RatingRow,
)


def pages(rules: Rules) -> tuple[Page, ...]:
    """The sheet of the rules, and that of terrain where terrain counts."""
    found = [Page("Cheat sheet", sheet(rules))]
    if rules.options.terrain_rules:
        found.append(Page("Terrain", terrain_sheet(rules)))
    return tuple(found)


def sheet(rules: Rules) -> tuple[Table, ...]:
    """Every table of the first page, in its order."""
    found = (
        _sequence(rules),
        fight.quality(rules),
        move.movement(rules),
        move.distances(rules),
        move.charges(rules),
        move.reactions(rules),
        move.division(rules),
        fight.fire(rules),
        fight.small_arms(rules),
        fight.combat(rules),
        fight.joining(rules),
        _command(rules),
        _commanders(rules),
        _markers(),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in found if table.rows)


def terrain_sheet(rules: Rules) -> tuple[Table, ...]:
    """The tables of the second."""
    return tuple(noted(table) for table in (ground.features(rules), ground.structures(rules)))


def _dice(rules: Rules, name: str) -> str:
    own = getattr(rules.tables, name)
    return house(f"{own}D{DIE_SIDES}", own, getattr(PRINTED, name))


def _sequence(rules: Rules) -> Table:
    first = f"each {_dice(rules, 'first_initiative_dice')}, higher has the first initiative"
    holder, other = _dice(rules, "holder_dice"), _dice(rules, "other_side_dice")
    after = f"holder {holder}, other side {other}; until all Brigades are used"
    rows = (
        ("Turn begins", first),
        ("Initiative", "choose a Brigade, or a Division; stands; command check"),
        *((str(place), phase) for place, phase in enumerate(PHASES, start=1)),
        ("Next", after),
        ("Markers", "own blue and yellow go when you gain the initiative, all at the end of the Turn"),
    )
    known = ("MN-SEQ-01", "MN-SEQ-02", "MN-SEQ-03", "MN-SEQ-06", "MN-SEQ-09", "MN-SEQ-11")
    return Table(title="Sequence", columns=("Step", "What"), rows=rows, rules=known)


def _command(rules: Rules) -> Table:
    own = rules.tables
    radii = [house(row.radius, row.radius, PRINTED.commanders[each].radius) for each, row in own.commanders.items()]
    stands, _ = allowance(own.command_stand_move, PRINTED.command_stand_move)
    note = (
        f"Cautious to {number(rules, 'cautious_radius')}: test to charge. Beyond: no charge but a counter-charge, "
        f"test to fire. Stands move {stands}; Brigade stands attach within {number(rules, 'attach_distance')}. "
        f"A stand that evades keeps {number(rules, 'stand_evade_clear')} from the enemy and has radius 0."
    )
    known = ("MN-CMD-01", "MN-CMD-12", "MN-CMD-13", "MN-CMD-14", "MN-CMD-20", "MN-CMD-21", "MN-CMD-31", "MN-CMD-42")
    return Table(
        title="Command radius (cm)",
        columns=("", *(row.word for row in own.commanders.values())),
        rows=(("in command", *radii),),
        rules=(*known, *(row.rule for row in own.commanders.values())),
        note=note,
    )


def _commanders(rules: Rules) -> Table:
    """MN-CMD-50 to 60: the totals that give each rating."""
    own = rules.tables
    lines: dict[str, tuple[RatingRow, RatingRow]] = {}
    for nation in own.corps_table:
        table = table_of(rules, "corps", nation)
        lines.setdefault(table.title, (table, _printed(rules, nation)))
    rows = [(f"Corps: {title}", *_bands(*found)) for title, found in lines.items()]
    rows.append(("Division: all", *_bands(own.division_table, PRINTED.division_table)))
    added = ", ".join(
        house(f"{nation.capitalize()} {more:+}", more, PRINTED.division_modifiers.get(nation)).replace("-", "−")
        for nation, more in own.division_modifiers.items()
        if more
    )
    words = tuple(row.word for row in own.commanders.values())
    note = f"{COMMANDER_DICE}D{DIE_SIDES}. Division commanders add by the Corps' nation: {added}."
    rules_cited = (*(f"MN-CMD-{n}" for n in range(50, 58)), "MN-CMD-60", "MN-CMD-61")
    return Table(title="Commanders", columns=("", *words), rows=tuple(rows), rules=rules_cited, note=note)


def _printed(rules: Rules, nation: str) -> RatingRow:
    return table_of(Rules(rules.options), "corps", nation)  # type: ignore[arg-type]


def _bands(own: RatingRow, printed: RatingRow) -> list[str]:
    """What gives each rating: ``10+``, ``6–9``, ``3−``; ``–`` for none."""
    words: dict[CommanderRating, str] = {}
    above: int | None = None
    for rating, least in own.bands:
        if least is None:
            words[rating] = "all" if above is None else f"{above - 1}−"
        elif above is None:
            words[rating] = f"{least}+"
        else:
            words[rating] = f"{least}–{above - 1}" if least < above - 1 else str(least)
        above = least
    return [house(words.get(rating, "–"), own.bands, printed.bands) for rating in PRINTED.commanders]


def _markers() -> Table:
    rows = tuple((row.marker, row.on, row.meaning) for row in MARKERS)
    return Table(
        title="Markers", columns=("Marker", "On", "Means"), rows=rows, rules=tuple(row.rule for row in MARKERS)
    )
