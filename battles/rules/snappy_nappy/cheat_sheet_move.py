"""The cheat sheet's tables of movement, command and hidden units."""

from battles.engine.cheat_sheet import ALWAYS, Need, Row, Said, Table, ground, house, tabled
from battles.engine.cheat_sheet import own as own_unit
from battles.rules.snappy_nappy import needs
from battles.rules.snappy_nappy.cheat_sheet_cells import number, ours, quarters, share
from battles.rules.snappy_nappy.rules import Rules
from battles.rules.snappy_nappy.tables import (
    ADJACENT,
    BACKWARD_TIMES,
    DIE_SIDES,
    EARLY_UNTIL,
    ENEMY_GAP,
    FREE_PIVOT_DEGREES,
    HIGHEST_RATING,
    INTERPRETATION,
    LATE_MINUTES,
    ORDERS,
    PRINTED,
    QUARTERS,
    REVEALS_NEEDED,
    SOON_MINUTES,
    STREAM_QUARTERS,
)


def rates(rules: Rules) -> Table:
    """Inches by unit and formation."""
    rows = []
    for mover, own in rules.tables.rates.items():
        printed = PRINTED.rates[mover]
        cells = [
            ours(house(value, value, getattr(printed, name)), mark)
            for name, mark in zip(("line", "column", "road_march"), own.marks, strict=True)
            for value in (getattr(own, name),)
        ]
        square = "–" if own.square is None else ours(house(own.square, own.square, printed.square), "H")
        rows.append(Row((own.word, *cells, square), own_unit(f"mover:{mover}")))
    return tabled(
        "Movement",
        ("inches", "line", "column", "road", "square"),
        rows,
        ("SN-MOVE-01", "SN-MOVE-02", "SN-MOVE-05"),
        note="In a whole phase. A wheel costs the path of its outer front corner.",
        notes=(Said("Artillery: line is unlimbered, column limbered.", own_unit(needs.GUNS)),),
        column_needs=(ALWAYS, ALWAYS, ALWAYS, ALWAYS, own_unit(needs.FOOT)),
    )


def manoeuvres(rules: Rules) -> Table:
    """What else a movement costs, as shares of the allowance, and what bars it."""
    forced = quarters(QUARTERS + rules.tables.forced_march_quarters)
    forced_cell = house(
        f"{forced} of road",
        rules.tables.forced_march_quarters,
        PRINTED.forced_march_quarters,
    )
    woods = ours(number(rules, "woods_cavalry"), "H")
    rows = (
        Row(("change formation, limber", ours(share(rules, "change_quarters"), "H"))),
        Row(("about-face", ours(share(rules, "about_face_quarters"), "H"))),
        Row(("backward", ours(f"× {BACKWARD_TIMES}", "H"))),
        Row(("guns pivot", ours(f"free to {FREE_PIVOT_DEGREES}°", "H")), own_unit(needs.GUNS)),
        Row(("woods, infantry", ours("half", "H")), _ground("woods", needs.FOOT)),
        Row(("woods, cavalry in column", woods), _ground("woods", needs.HORSE)),
        Row(("woods, guns", ours("by road", "H")), _ground("woods", needs.GUNS)),
        Row(("rough, town", ours("half", "H")), ground("ground:rough", "ground:town")),
        Row(("stream", ours(f"+{quarters(STREAM_QUARTERS)}", "H")), ground("ground:stream")),
        Row(("forced march, then a check", ours(forced_cell, "H"))),
    )
    note = f"Parts of the allowance. Not within {ENEMY_GAP} of an enemy but by a charge."
    known = ("SN-MOVE-03", "SN-MOVE-04", "SN-MOVE-06", "SN-MOVE-07", "SN-MOVE-09")
    return tabled("Manoeuvres", ("", "costs"), rows, known, note=note)


def _ground(kind: str, arm: str) -> Need:
    return Need(own=frozenset({arm}), ground=frozenset({f"ground:{kind}"}))


def command(rules: Rules) -> Table:
    """Radius, the check out of command, leaders, couriers, what a commander may make of his order."""
    radii: dict[str, list[str]] = {}
    led: dict[str, set[str]] = {}
    for nation, own in rules.tables.nations.items():
        printed = PRINTED.nations[nation]
        text = house(own.radius, own.radius, printed.radius)
        early = house(own.early_radius, own.early_radius, printed.early_radius)
        text = text if own.radius == own.early_radius else f"{text} (to {EARLY_UNTIL}: {early})"
        radii.setdefault(text, []).append(own.word if nation != "other" else ours(own.word, "H"))
        led.setdefault(text, {"leader:yes"}).add(f"nation:{nation}")
    bonus = number(rules, "leader_bonus", "+{}")
    may = "; ".join(f"{rating}: {INTERPRETATION[rating]}" for rating in range(HIGHEST_RATING, -1, -1))
    rows = (
        *(Row((", ".join(names), text), own_unit(*led[text])) for text, names in radii.items()),
        Row(("Out of command", "stays; one check: passed moves at half rate, failed nothing")),
        Row(("Leader", f"moves {number(rules, 'leader_move')}; attached {bonus} on checks")),
        Row(("He falls", f"on {_killed(rules)} of 1D{DIE_SIDES}, if his unit is hit or loses")),
        Row(("Courier", ours(_courier(rules), "H"))),
        Row(("Interpretation", ours(f"by rating {may}", "H"))),
    )
    known = ("SN-CMD-02", "SN-CMD-04", "SN-CMD-05", "SN-LEAD-02", "SN-LEAD-03", "SN-ORDER-05", "SN-ORDER-07")
    return tabled("Command (inches)", ("", "Radius and rules"), rows, known, look="list")


def _killed(rules: Rules) -> str:
    highest = rules.options.leader_killed_on
    return "never" if not highest else "1" if highest == 1 else f"1–{highest}"


def _courier(rules: Rules) -> str:
    soon = rules.tables.soon
    near = house(f"1–{soon}", soon, PRINTED.soon)
    late = f"{soon + 1}–{DIE_SIDES}"
    return f"{near} {SOON_MINUTES} min, next turn; {late} {LATE_MINUTES} min, the one after; within {ADJACENT}: at once"


def orders() -> Table:
    """SN-ORDER-02: the ladder."""
    rows = tuple((ours(row.word, row.mark), row.demands, f"charges: {row.charges}") for row in ORDERS.values())
    known = ("SN-ORDER-02", "SN-ORDER-03", "SN-ORDER-08", "SN-ORDER-09")
    columns = ("Order", "Each Movement Phase", "Charges")
    return Table(title="Orders", columns=columns, rows=rows, rules=known, look="list")


def hidden(rules: Rules) -> Table:
    """Reveal rolls by distance, and what reveals by itself."""
    own, printed = rules.tables.reveal, PRINTED.reveal
    cells = ["certain" if row.needed <= 1 else f"{row.needed}+" for row in own]
    bands = tuple(f"to {row.inches}" for row in own)
    numbers = tuple(ours(house(cell, a, b), "H") for cell, a, b in zip(cells, own, printed, strict=True))
    automatic = "Firing, charging or being charged reveals at once. " if rules.options.auto_reveal else ""
    note = (
        f"In woods or town {number(rules, 'reveal_cover', '+{}')} beyond {own[0].inches}. "
        f"{REVEALS_NEEDED} successes: type, then the miniatures. {automatic}"
        "One roll a unit, at the end of its movement; cavalry moves, rolls, moves on."
    )
    known = ("SN-HIDE-02", "SN-HIDE-03", "SN-HIDE-05", "SN-HIDE-06", "SN-HIDE-07")
    return Table(
        title="Reveal (D10, inches)", columns=("", *bands), rows=(("needs", *numbers),), rules=known, note=note
    )
