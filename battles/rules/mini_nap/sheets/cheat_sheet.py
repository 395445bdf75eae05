"""The cheat sheet: its pages, and tables of sequence, command, commanders, quality and markers (section 7)."""

from typing import Final

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    Need,
    NoteSentence,
    Page,
    Row,
    Table,
    chosen,
    fought,
    house,
    noted,
    own,
    signed,
    tabled,
)
from battles.rules.mini_nap.combat.losses import stand_loss_limit
from battles.rules.mini_nap.command.commanders import rating_table
from battles.rules.mini_nap.meta import OPTION_SPECS
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import cheat_sheet_combat as fight
from battles.rules.mini_nap.sheets import cheat_sheet_combat as fire
from battles.rules.mini_nap.sheets import cheat_sheet_movement as ground
from battles.rules.mini_nap.sheets import cheat_sheet_movement as move
from battles.rules.mini_nap.sheets import cheat_sheet_movement as react
from battles.rules.mini_nap.sheets import needs
from battles.rules.mini_nap.sheets.cheat_sheet_combat import allowance, number
from battles.rules.mini_nap.tables import (
    COMMANDER_DICE,
    DIE_SIDES,
    MARKERS,
    PHASES,
    PRINTED,
    CommanderRating,
    NationWord,
    RatingRow,
)

_SHORT = {"excellent": "Exc.", "good": "Good", "average": "Avg.", "poor": "Poor", "dreadful": "Dread."}


def command(rules: Rules) -> Table:
    """Command radii, and limits on units outside them.

    Source: MN-CMD-01, MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10, MN-CMD-12, MN-CMD-13, MN-CMD-14,
    MN-CMD-03, MN-CMD-04, MN-CMD-05, MN-CMD-20, MN-CMD-21, MN-CMD-31, MN-CMD-42.
    """
    tables = rules.tables
    radii = [house(row.radius, row.radius, PRINTED.commanders[each].radius) for each, row in tables.commanders.items()]
    stands, _ = allowance(tables.command_stand_move, PRINTED.command_stand_move)
    note = (
        "The radius of a Division or Corps stand, in cm. "
        f"A unit further away, but within {number(rules, 'cautious_radius')} cm, is cautious: it tests to charge. "
        "A unit beyond that may only counter-charge, and tests to fire. "
        f"Stands move {stands} cm once a Turn: a Brigade stand with its Brigade, a Division stand with one of its "
        "Brigades, a Corps stand in any initiative of its side. A Brigade stand attaches to a unit within "
        f"{number(rules, 'attach_distance')} cm; that unit is in command. A stand that evades stays "
        f"{number(rules, 'stand_evade_clear')} cm from the enemy and has radius 0."
    )
    cited = tuple(f"MN-CMD-{each}" for each in ("01", "03", "04", "05", "12", "13", "14", "20", "21", "31", "42"))
    return Table(
        title="Command",
        columns=tuple(row.word for row in tables.commanders.values()),
        rows=(tuple(radii),),
        rules=(*cited, *(row.rule for row in tables.commanders.values())),
        note=note,
    )


LISTED_UNITS: Final = (3, 4, 5, 6, 8, 10, 12)
"""Units at the start for which the sheet gives the loss that removes a stand."""
_STANDS: Final = own(needs.CORPS, needs.DIVISION)


def stand_losses(rules: Rules) -> Table:
    """When command stands are removed.

    Source: MN-CMD-40, MN-CMD-41, MN-CMD-42, MN-CMD-44, MN-CMD-45, MN-CMD-46, MN-CMD-47.
    """
    limits = [(units, stand_loss_limit(units, rules.options.command_loss_rule)) for units in LISTED_UNITS]
    counts = ", ".join(f"{at or units} of {units}" for units, at in limits)
    rows = (
        Row(("Any stand", "Charging cavalry touches it, or it must evade and has no place to go."), _STANDS),
        Row(("Division, Brigade", f"It has lost so many units: {counts}."), own(needs.DIVISION)),
        Row(("Brigade attached to a unit", "It is lost only with that unit."), _STANDS),
        Row(("Corps", "It is lost only like any stand, not by units lost."), own(needs.CORPS)),
    )
    cited = ("MN-CMD-40", "MN-CMD-41", "MN-CMD-42", "MN-CMD-44", "MN-CMD-45", "MN-CMD-46", "MN-CMD-47")
    return tabled("Command stands lost", ("Stand", "When"), rows, cited, look="list")


def commanders(rules: Rules) -> Table:
    """The rolls that give each rating.

    Source: MN-CMD-50, MN-CMD-51, MN-CMD-52, MN-CMD-53, MN-CMD-54, MN-CMD-55, MN-CMD-56, MN-CMD-57, MN-CMD-60,
    MN-CMD-61.
    """
    lines: dict[str, tuple[RatingRow, RatingRow, set[str]]] = {}
    for nation in rules.tables.corps_table:
        table = rating_table(rules, "corps", nation)
        lines.setdefault(table.title, (table, _printed(rules, nation), set()))[2].add(f"nation:{nation}")
    rows = [
        Row((_title(title), *_bands(table, printed)), own(needs.CORPS, *nations), "corps")
        for title, (table, printed, nations) in lines.items()
    ]
    division = ("Division", *_bands(rules.tables.division_table, PRINTED.division_table))
    rows.append(Row(division, own(needs.DIVISION), "division"))
    columns = (f"{COMMANDER_DICE}D{DIE_SIDES}", *(_SHORT[each] for each in PRINTED.commanders))
    cited = (*(f"MN-CMD-{each}" for each in range(50, 58)), "MN-CMD-60", "MN-CMD-61")
    allied = NoteSentence("Allied Corps under French or British command use that row.", own(needs.CORPS))
    return tabled("Commanders", columns, rows, cited, notes=[allied, *_roll_modifiers(rules)])


def _roll_modifiers(rules: Rules) -> list[NoteSentence]:
    """Notes on what nations add to the roll for a Division commander."""
    return [
        NoteSentence(
            f"{nation.capitalize()} Divisions {_signed(nation, modifier)}.", own(needs.DIVISION, f"nation:{nation}")
        )
        for nation, modifier in rules.tables.division_modifiers.items()
        if modifier
    ]


def _signed(nation: NationWord, modifier: int) -> str:
    return house(signed(modifier), modifier, PRINTED.division_modifiers.get(nation))


def _title(title: str) -> str:
    return title.partition(",")[0] if ", and allied" in title else title


def _printed(rules: Rules, nation: NationWord) -> RatingRow:
    return rating_table(Rules(rules.options), "corps", nation)


def _bands(own: RatingRow, printed: RatingRow) -> list[str]:
    """The rolls for each rating: ``10+``, ``6–9``, ``3−``; ``–`` for none."""
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


def deployment(rules: Rules) -> Table:
    """Deployment and arrivals (MN-RULING-60, MN-RULING-67, MN-RULING-97, MN-RULING-100)."""
    first = f"Each side rolls {COMMANDER_DICE}D{DIE_SIDES}; the lower deploys first, then Division by Division in turn."
    arrivals = (
        "Before the first roll of the Turn you place the Brigade in its zone, as in deployment; the side that deployed "
        "first goes first. Its stands come with it. What you do not place waits for a later Turn."
    )
    rows = (
        ("Ratings", "Roll them before deployment, first for Corps, then for Divisions."),
        ("First", first),
        ("Units", "Wholly in your zone, in any formation that they may take."),
        ("Arrivals", arrivals),
    )
    cited = ("MN-RULING-60", "MN-RULING-67", "MN-RULING-97", "MN-RULING-100")
    return tabled("Deployment, arrivals", ("", ""), map(Row, rows), cited, look="list")


def quality(rules: Rules) -> Table:
    """Quality ratings and the tests that use them.

    Source: MN-RATE-01, MN-RATE-02, MN-RATE-03, MN-RATE-04, MN-RATE-05, MN-RATE-06, MN-RATE-07.
    """
    qualities = rules.tables.qualities
    needed = tuple(
        house(f"{row.needed}+", row.needed, PRINTED.qualities[each].needed) for each, row in qualities.items()
    )
    note = (
        f"Roll 1D{DIE_SIDES}; you need the number or more. Tests: extension, limber and flee, emergency square, "
        f"feint, opportunity charge, break out "
        "of square, cautious charge, fire out of command, melee dice."
    )
    bonus = (
        NoteSentence(
            f"{nation.capitalize()} columns add to their test for a square: "
            f"{house(signed(more), more, PRINTED.square_test_bonus.get(nation))}.",
            fought((needs.FOOT, f"nation:{nation}", "form:column"), (needs.HORSE,)),
        )
        for nation, more in rules.tables.square_test_bonus.items()
        if more
    )
    return tabled(
        "Quality test",
        tuple(row.word for row in qualities.values()),
        (Row(needed),),
        (*(row.rule for row in qualities.values()), "MN-RATE-07", "MN-REACT-42"),
        note=note,
        notes=bonus,
        column_needs=tuple(own(f"grade:{each}") for each in qualities),
    )


_MARKED: dict[str, Need] = {"orange": own(needs.GUNS)}


def markers() -> Table:
    """Markers (MN-MARKER-01, MN-MARKER-02, MN-MARKER-03, MN-MARKER-04, MN-MARKER-05, MN-MARKER-06)."""
    rows = (Row((row.marker, f"{row.on} {row.meaning}"), _MARKED.get(row.marker, ALWAYS)) for row in MARKERS)
    return tabled("Markers", ("Marker", "Means"), rows, (row.rule for row in MARKERS), look="list")


def pages(rules: Rules) -> tuple[Page, ...]:
    """The page of rules, and the page of terrain if terrain rules are on; the last page lists the options."""
    options = chosen(OPTION_SPECS, rules.options)
    option_tables = (options,) if options.rows else ()
    if not rules.options.terrain_rules:
        return (Page("Cheat sheet", (*sheet(rules), *seldom(rules), *option_tables)),)
    second = (*terrain_sheet(rules), *seldom(rules), *option_tables)
    return (Page("Cheat sheet", sheet(rules)), Page("Terrain", second))


def sheet(rules: Rules) -> tuple[Table, ...]:
    """The tables of the first page, in order."""
    tables = (
        _sequence(rules),
        command(rules),
        quality(rules),
        move.movement(rules),
        move.manoeuvre(rules),
        move.distances(rules),
        move.charges(rules),
        react.reactions(rules),
        fire.artillery(rules),
        fire.hits(rules),
        fire.small_arms(rules),
        fire.screen(rules),
        fight.combat(rules),
        fight.joining(rules),
        fight.break_through(rules),
        markers(),
    )
    return tuple(noted(table) for table in tables)


def seldom(rules: Rules) -> tuple[Table, ...]:
    """Tables that are needed less often, for the second page if there is one."""
    tables = (
        move.division(rules),
        move.passing_through(),
        fight.removed(),
        fight.retreat(rules),
        stand_losses(rules),
        commanders(rules),
        deployment(rules),
    )
    return tuple(map(noted, tables))


def terrain_sheet(rules: Rules) -> tuple[Table, ...]:
    """The tables of the second page, in order."""
    tables = (
        ground.features(rules),
        ground.terrain_movement(),
        ground.cover(rules),
        ground.advantage(),
        ground.structures(rules),
    )
    return tuple(noted(table) for table in tables)


def _dice(rules: Rules, name: str) -> str:
    own = getattr(rules.tables, name)
    return house(f"{own}D{DIE_SIDES}", own, getattr(PRINTED, name))


def _sequence(rules: Rules) -> Table:
    dice = _dice(rules, "first_initiative_dice")
    first = f"Each side rolls {dice}; the higher has the first initiative (equal: again)."
    named = rules.options.first_initiative
    if named != "rolled":
        first += f" In Turn 1 side {named.upper()} has it without a roll."
    holder, other = _dice(rules, "holder_dice"), _dice(rules, "other_side_dice")
    rows = (
        ("", "Turn.", first),
        (
            "",
            "Initiative.",
            "Your emergency squares become solid. Remove your blue and yellow markers, choose a Brigade or Division, "
            "move its stands and check who is in command.",
        ),
        *((str(place), phase, "") for place, phase in enumerate(PHASES, start=1)),
        (
            "",
            "Next.",
            f"The holder rolls {holder}, the other side {other} (equal: again); the higher has the next initiative. "
            "Each Brigade acts once a Turn. If a side has none left, the other acts without a roll. Then remove all "
            "markers.",
        ),
    )
    cited = ("MN-SEQ-01", "MN-SEQ-02", "MN-SEQ-03", "MN-SEQ-06", "MN-SEQ-09", "MN-SEQ-11")
    return Table(title="Sequence", columns=("", "Step", "What"), rows=rows, rules=cited, look="steps")
