"""The cheat sheet's tables of fire, melee, charges, morale and results."""

from collections.abc import Iterable, Iterator

from battles.engine.cheat_sheet import Row, Said, Table, fought, house, signed, tabled
from battles.engine.cheat_sheet import own as own_stand
from battles.rules.snaphance import needs
from battles.rules.snaphance.cheat_sheet_cells import dice, ours
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.tables import (
    DIE_SIDES,
    EVADE_FROM,
    HIT_ON,
    MORALE_DISORDERED,
    MORALE_HIT,
    MORALE_LEADER,
    MORALE_LOST,
    MOST_SUPPORT,
    MOVE_AND_FIRE,
    OPPORTUNITY_RANGE,
    PAIR_OF,
    PRINTED,
    PURSUERS,
    PURSUIT,
)


def fire(rules: Rules) -> Table:
    """SH-FIRE-01 to 11: what adds dice to the firer's own."""
    pairs = "each pair of" if rules.options.double_five_mode == "per_pair" else "two or more"
    rows = (("the stand at its range", "SP + dice"), *dice(rules.tables.fire, PRINTED.fire))
    note = f"A hit is a {HIT_ON}, or {pairs} {PAIR_OF}s. One test for all hits of a firing."
    known = ("SH-FIRE-01", *(row.rule for row in rules.tables.fire), "SH-DICE-02", "SH-DICE-03", "SH-FIRE-15")
    return tabled("Firing: dice", ("", "dice"), _lines(rows), known, note=note)


def moving() -> Table:
    """Section 9.1: moving and firing."""
    rows = [(who, what) for _, who, what in MOVE_AND_FIRE]
    light = own_stand(*needs.stands("Dragoons", "Light Cavalry", "Skirmishers"))
    notes = (Said("Dr, LC, Sk: each movement after the first takes one more.", light),)
    known = (*(rule for rule, _, _ in MOVE_AND_FIRE), "SH-MFIRE-06")
    return tabled("Move and fire", ("", "dice"), _lines(rows), known, notes=notes, look="list")


def melee(rules: Rules) -> Table:
    """SH-MELEE-01 to 07 with pikes and Shot."""
    rows = [("the stand", "SP left"), *dice(rules.tables.melee, PRINTED.melee)]
    rows.insert(4, ("charging in", "its CB"))
    rows.insert(7, ("P&S, Tercio in front", ours("pikes", "H")))
    support = "cover or a CS beside them" if rules.options.shot_support_rule == "either" else "cover and a CS together"
    note = f"More hits win; {MOST_SUPPORT} supporters at most."
    notes = (Said(f"Shot are supported by {support}.", fought(needs.stands("Shot"))),)
    known = ("SH-MELEE-01", "SH-MELEE-05", "SH-PIKE-02", *(row.rule for row in rules.tables.melee), "SH-SHOT-01")
    return tabled("Melee: dice", ("", "dice"), _lines(rows), known, note=note, notes=notes)


def charges(rules: Rules) -> Table:
    """Who may charge whom, what a charge does, and how it is met."""
    rows = [
        ("foot at MCS", "never; in woods Shot, Dr, Pike, P&S; in or from towns all"),
        ("no CB", "mounted at Pike, P&S, Tercio in front; by terrain"),
        ("flank or rear, from behind", "target disordered"),
    ]
    if rules.options.defensive_fire:
        rows.append((ours("defensive fire", "H"), "charged in front: once, at range 1"))
    if rules.options.evade:
        rows.append((ours("evade", "H"), f"LC, Dr, Sk, from {EVADE_FROM}H or more"))
    if rules.options.opportunity:
        rows.append(
            (ours("opportunity", "H"), f"enemy within {OPPORTUNITY_RANGE}H: order test; fire, turn, MCS charge")
        )
    known = ("SH-CHARGE-02", "SH-CHARGE-03", "SH-CHARGE-04", "SH-CHARGE-05", "SH-CHARGE-07", "SH-EVADE-02", "SH-OPP-02")
    return tabled("Charges", ("", "What"), _lines(rows), known, look="list")


def morale(rules: Rules) -> Table:
    """SH-MORALE-01 to 10: the test and the most that an event costs."""
    adds = (
        ("commander attached", signed(MORALE_LEADER)),
        ("disordered", signed(MORALE_DISORDERED)),
        ("each SP lost before", signed(MORALE_LOST)),
        ("each hit just taken", signed(MORALE_HIT)),
    )
    caps = tuple(
        Row((f"most lost, {row.name}", house(row.points, row.points, was.points)), needs.line(row.name), "caps")
        for row, was in zip(rules.tables.caps, PRINTED.caps, strict=True)
    )
    lost = {"hits": "1 SP a hit", "margin": "SP by the margin", "fixed_one": "1 SP"}[rules.options.sp_loss_mode]
    note = (
        f"Passes at or under first SP with these; 1 passes, {DIE_SIDES} fails. "
        f"Failed: {ours(lost, 'H')}; the lowest cap counts."
    )
    known = ("SH-MORALE-01", "SH-MORALE-02", "SH-MORALE-03", "SH-MORALE-04", *(row.rule for row in rules.tables.caps))
    rows = (*(Row(each, group="adds") for each in adds), *caps)
    return tabled("Morale test", ("", ""), rows, known, note=note)


def results(rules: Rules) -> Table:
    """SH-PURSUIT-01 by the face of the die; what winner and loser do."""
    rows = []
    for who, words in PURSUERS.items():
        own, printed = rules.tables.pursuit[who], PURSUIT[who]
        cells = (house(f"{hexes}H" if hexes else "0", hexes, was) for hexes, was in zip(own, printed, strict=True))
        rows.append(Row((words, *cells), needs.line(words)))
    back, was = rules.tables.retreat, PRINTED.retreat
    foot = house(back["foot"], back["foot"], was["foot"])
    mounted = house(back["mounted"], back["mounted"], was["mounted"])
    note = (
        f"The loser and its supporters retreat, foot {foot}H, mounted {mounted}H, disordered. A draw goes on. "
        "An attached leader adds or takes 1."
    )
    known = ("SH-PURSUIT-01", "SH-PURSUIT-02", "SH-MELEE-10", "SH-MELEE-11", "SH-RETREAT-01")
    faces = tuple(str(face) for face in range(1, DIE_SIDES + 1))
    return tabled("Results and pursuit", ("winner", *faces), rows, known, note=note)


def _lines(rows: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """Rows with whom they are for."""
    return (Row(cells, needs.line(cells[0])) for cells in rows)
