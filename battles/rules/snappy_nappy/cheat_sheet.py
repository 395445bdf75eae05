"""The cheat sheet of Snappy Nappy (section 19): tables only, from the numbers and options that are chosen.

A number that the club has put in the place of ours carries a dagger; what the source leaves open is marked as ours.
"""

from battles.engine.cheat_sheet import ALWAYS, OURS_NOTE, Page, Row, Table, chosen, house, noted, tabled
from battles.engine.cheat_sheet import own as own_unit
from battles.rules.snappy_nappy import cheat_sheet_fight as fight
from battles.rules.snappy_nappy import cheat_sheet_move as move
from battles.rules.snappy_nappy import needs
from battles.rules.snappy_nappy.cheat_sheet_cells import added, ours, times
from battles.rules.snappy_nappy.meta import OPTION_SPECS
from battles.rules.snappy_nappy.rules import Rules
from battles.rules.snappy_nappy.tables import LEVELS, PHASES, PRINTED, RALLY_CEILING, RALLY_CLEAR


def pages(rules: Rules) -> tuple[Page, ...]:
    """The sheet on its one page."""
    return (Page("Cheat sheet of a draft", sheet(rules)),)


def sheet(rules: Rules) -> tuple[Table, ...]:
    """Every table of the sheet, in its order."""
    found = (
        _sequence(rules),
        _grades(rules),
        _levels(rules),
        move.rates(rules),
        move.manoeuvres(rules),
        fight.dice(rules),
        fight.modifiers(rules),
        fight.melee(rules),
        fight.results(rules),
        fight.checks(rules),
        move.command(rules),
        move.orders(),
        move.hidden(rules),
        _rally(),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in found if table.rows)


def _sequence(rules: Rules) -> Table:
    rows = tuple((str(place), *phase) for place, phase in enumerate(PHASES, start=1))
    note = f"Last turn: {rules.options.turn_limit}. {OURS_NOTE}"
    known = ("SN-TURN-01", "SN-TURN-02", "SN-TURN-04")
    return Table(title="Sequence", columns=("", "Phase", "What"), rows=rows, rules=known, note=note, look="steps")


def _grades(rules: Rules) -> Table:
    shift, printed_shift = rules.tables.cavalry_to_hit_shift, PRINTED.cavalry_to_hit_shift
    rows = []
    for grade, own in rules.tables.grades.items():
        printed = PRINTED.grades[grade]
        cavalry = house(own.to_hit + shift, own.to_hit + shift, printed.to_hit + printed_shift)
        cells = (
            own.word[:1].upper() + own.word[1:],
            house(own.check, own.check, printed.check),
            house(own.to_hit, own.to_hit, printed.to_hit),
            ours(cavalry, "H"),
            times(own.halves, printed.halves),
        )
        rows.append(Row(cells, own_unit(f"grade:{grade}")))
    columns = ("", "check", "to hit", "cavalry to hit", "melee")
    known = ("SN-UNIT-04", "SN-FIRE-05", "SN-MORALE-01", "SN-MELEE-05")
    needs_of = (ALWAYS, ALWAYS, ALWAYS, own_unit(needs.HORSE), ALWAYS)
    return tabled("Grades (D10)", columns, rows, known, column_needs=needs_of)


def _levels(rules: Rules) -> Table:
    rows = []
    for level, own in rules.tables.levels.items():
        printed = PRINTED.levels[level]
        cells = [
            added(getattr(own, name), getattr(printed, name)) if getattr(own, name) is not None else "none"
            for name in ("check", "fire", "melee")
        ]
        rows.append((own.word, *cells))
    known = ("SN-UNIT-08", "SN-UNIT-09", "SN-UNIT-07", "SN-MORALE-04", "SN-MORALE-08", "SN-MORALE-11")
    bars = " ".join(f"{row.word}: {row.may_not}." for row in rules.tables.levels.values() if row.may_not)
    note = (
        f"{bars} Below {rows[-1][0]}: removed. Modifiers of the new level count at once. Disrupted and Panic are ours."
    )
    columns = ("", "check", "fire", "melee")
    return Table(title="Morale ladder", columns=columns, rows=tuple(rows), rules=known, note=note)


def _rally() -> Table:
    rows = (
        ("When", "Command Phase, First Player first; once a unit"),
        ("Who", f"below {LEVELS[RALLY_CEILING].word}, no revealed enemy within {RALLY_CLEAR}"),
        ("What", f"one check; passed: one level up, at most {LEVELS[RALLY_CEILING].word}; failed: nothing"),
    )
    known = ("SN-MORALE-09", "SN-MORALE-10")
    return Table(title="Rally", columns=("", "What"), rows=rows, rules=known, look="list")
