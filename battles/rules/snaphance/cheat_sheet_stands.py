"""The cheat sheet's tables of stands, order tests and movement."""

from battles.engine.cheat_sheet import Table, house, signed
from battles.rules.snaphance.cheat_sheet_cells import bands, number, ours, pikes
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.tables import (
    COMBAT,
    DIE_SIDES,
    ERAS,
    EXTRA_MOVEMENT,
    LEADER_ADDS,
    LEADER_KILLED,
    LEADER_KILLED_DESTROYED,
    MOVEMENT,
    OUT_OF_RANGE,
    PASSING,
    PRINTED,
)


def profiles(rules: Rules) -> Table:
    """SH-STAND-02: every type with its numbers, all of them ours."""
    rows = []
    for code, own in rules.tables.profiles.items():
        printed = PRINTED.profiles[code]
        charge = "none" if own.charge is None else signed(own.charge)
        rows.append(
            (
                code,
                own.word,
                "CS" if own.kind in COMBAT else "SS",
                ", ".join(era if era != "60" else "1660+" for era in own.eras),
                house(own.points, own.points, printed.points),
                house(own.moves, own.moves, printed.moves),
                house(charge, own.charge, printed.charge),
                house(bands(own), own.fire, printed.fire),
                house(pikes(own), (own.pike_foot, own.pike_horse), (printed.pike_foot, printed.pike_horse)),
                str(own.depth),
                own.other,
            )
        )
    columns = ("Code", "Stand", "", "Era", "SP", "MP", "CB", "Dice at hexes", "Pikes foot / horse", "Depth", "")
    known = ("SH-STAND-02", "SH-STAND-03", "SH-STAND-04", "SH-STAND-07", "SH-STAND-08")
    eras = ", ".join(f"{key if key != '60' else '1660+'} {words}" for key, words in ERAS.items())
    note = f"All values are ours: the army lists are not at hand. Eras: {eras}. Dice are added to SP."
    return Table(title="Stands", columns=columns, rows=tuple(rows), rules=known, note=note)


def orders(rules: Rules) -> Table:
    """SH-ORDER-01 to 05 and leaders."""
    need = ", ".join(
        f"{training} {house(f'{least}+', least, PRINTED.order_need[training])}"
        for training, least in rules.tables.order_need.items()
    )
    away = number(rules, "leader_range")
    rows = (
        (f"needs (D{DIE_SIDES})", need),
        ("leader attached", signed(LEADER_ADDS)),
        (f"beyond {away}H of its leader, or he is dead", signed(OUT_OF_RANGE)),
        ("each movement after the first", signed(EXTRA_MOVEMENT)),
        ("leader moves", ours(f"{number(rules, 'leader_move')}H", "H")),
        ("he falls", ours(f"{LEADER_KILLED} if his stand loses SP, {LEADER_KILLED_DESTROYED}+ if destroyed", "H")),
    )
    known = ("SH-ORDER-01", "SH-ORDER-02", "SH-ORDER-03", "SH-ORDER-04", "SH-ORDER-05", "SH-CMD-03", "SH-CMD-04")
    note = "For a further movement, recovery, an opportunity."
    return Table(title="Order test", columns=("", "1D6"), rows=rows, rules=known, note=note)


def movement() -> Table:
    """SH-MOVE-01 to 13 in three columns."""
    rows = tuple((ours(row.name, row.mark), row.combat, row.shot, row.free) for row in MOVEMENT)
    known = tuple(row.rule for row in MOVEMENT)
    return Table(title="Movement", columns=("", "CS", "Shot", "Dr, LC, Sk, Art"), rows=rows, rules=known)


def passing() -> Table:
    """Interpenetration and displacement."""
    rows = tuple((name, what) for _, name, what in PASSING)
    return Table(title="Passing", columns=("", "How"), rows=rows, rules=tuple(rule for rule, _, _ in PASSING))
