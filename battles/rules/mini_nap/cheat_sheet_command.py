"""The tables of the cheat sheet on command, commanders, quality and markers."""

from battles.engine.cheat_sheet import ALWAYS, Need, Row, Said, Table, fought, house, own, signed, tabled
from battles.rules.mini_nap import needs
from battles.rules.mini_nap.cheat_sheet_cells import allowance, number
from battles.rules.mini_nap.ratings import table_of
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    COMMANDER_DICE,
    DIE_SIDES,
    MARKERS,
    PRINTED,
    CommanderRating,
    NationWord,
    RatingRow,
)

_SHORT = {"excellent": "Exc.", "good": "Good", "average": "Avg.", "poor": "Poor", "dreadful": "Dread."}


def command(rules: Rules) -> Table:
    """MN-CMD-01 to 42: radius and what lies beyond it."""
    tables = rules.tables
    radii = [house(row.radius, row.radius, PRINTED.commanders[each].radius) for each, row in tables.commanders.items()]
    stands, _ = allowance(tables.command_stand_move, PRINTED.command_stand_move)
    note = (
        f"Radius in cm of Division or Corps stand. Cautious to {number(rules, 'cautious_radius')}: test to charge. "
        "Beyond: no charge but a counter-charge, test to fire. "
        f"Stands move {stands}; a Brigade's attaches within {number(rules, 'attach_distance')}: in command. "
        f"One that evades keeps {number(rules, 'stand_evade_clear')} off, radius 0."
    )
    known = ("MN-CMD-01", "MN-CMD-12", "MN-CMD-13", "MN-CMD-14", "MN-CMD-20", "MN-CMD-21", "MN-CMD-31", "MN-CMD-42")
    return Table(
        title="Command",
        columns=tuple(row.word for row in tables.commanders.values()),
        rows=(tuple(radii),),
        rules=(*known, *(row.rule for row in tables.commanders.values())),
        note=note,
    )


def commanders(rules: Rules) -> Table:
    """MN-CMD-50 to 61: the totals that give each rating."""
    lines: dict[str, tuple[RatingRow, RatingRow, set[str]]] = {}
    for nation in rules.tables.corps_table:
        table = table_of(rules, "corps", nation)
        lines.setdefault(table.title, (table, _printed(rules, nation), set()))[2].add(f"nation:{nation}")
    rows = [
        Row((_title(title), *_bands(table, printed)), own(needs.CORPS, *nations), "corps")
        for title, (table, printed, nations) in lines.items()
    ]
    division = ("Division", *_bands(rules.tables.division_table, PRINTED.division_table))
    rows.append(Row(division, own(needs.DIVISION), "division"))
    columns = (f"{COMMANDER_DICE}D{DIE_SIDES}", *(_SHORT[each] for each in PRINTED.commanders))
    cited = (*(f"MN-CMD-{n}" for n in range(50, 58)), "MN-CMD-60", "MN-CMD-61")
    return tabled("Commanders", columns, rows, cited, notes=_added(rules))


def _added(rules: Rules) -> list[Said]:
    """What a nation adds to the throw for a Division's commander."""
    return [
        Said(f"{nation.capitalize()} Divisions {_more(nation, more)}.", own(needs.DIVISION, f"nation:{nation}"))
        for nation, more in rules.tables.division_modifiers.items()
        if more
    ]


def _more(nation: NationWord, more: int) -> str:
    return house(signed(more), more, PRINTED.division_modifiers.get(nation))


def _title(title: str) -> str:
    return title.partition(",")[0] if ", and allied" in title else title


def _printed(rules: Rules, nation: NationWord) -> RatingRow:
    return table_of(Rules(rules.options), "corps", nation)


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


def quality(rules: Rules) -> Table:
    """MN-RATE-01 to 07."""
    qualities = rules.tables.qualities
    needed = tuple(
        house(f"{row.needed}+", row.needed, PRINTED.qualities[each].needed) for each, row in qualities.items()
    )
    note = (
        f"1D{DIE_SIDES} for: extension, limber and flee, emergency square, feint, opportunity charge, break out of "
        "square, cautious charge, fire out of command, melee dice."
    )
    bonus = (
        Said(
            f"{nation.capitalize()} column: square {house(signed(more), more, PRINTED.square_test_bonus.get(nation))}.",
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
    """MN-MARKER-01 to 06."""
    rows = (Row((row.marker, f"{row.on}: {row.meaning}"), _MARKED.get(row.marker, ALWAYS)) for row in MARKERS)
    return tabled("Markers", ("Marker", "Means"), rows, (row.rule for row in MARKERS), look="list")
