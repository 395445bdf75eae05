"""The cheat sheet's tables of stands, order tests and movement."""

from battles.engine.cheat_sheet import ALWAYS, Row, Table, house, signed, tabled
from battles.engine.cheat_sheet import own as own_stand
from battles.rules.snaphance import needs
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
        cells = (
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
        rows.append(Row(cells, own_stand(f"code:{code}")))
    columns = ("code", "stand", "", "era", "SP", "MP", "CB", "dice at hexes", "pikes foot / horse", "depth", "")
    known = ("SH-STAND-02", "SH-STAND-03", "SH-STAND-04", "SH-STAND-07", "SH-STAND-08")
    eras = ", ".join(f"{key if key != '60' else '1660+'} {words}" for key, words in ERAS.items())
    note = f"All values are ours: the army lists are not at hand. Eras: {eras}. Dice are added to SP."
    return tabled("Stands", columns, rows, known, note=note)


def orders(rules: Rules) -> Table:
    """SH-ORDER-01 to 05 and leaders."""
    away = number(rules, "leader_range")
    rows = (
        *(
            Row(
                (f"class {each} needs", house(f"{least}+", least, PRINTED.order_need[each])), own_stand(f"class:{each}")
            )
            for each, least in rules.tables.order_need.items()
        ),
        Row(("leader attached", signed(LEADER_ADDS)), group="adds"),
        Row((f"beyond {away}H of its leader, or he is dead", signed(OUT_OF_RANGE)), group="adds"),
        Row(("each movement after the first", signed(EXTRA_MOVEMENT)), group="adds"),
    )
    known = ("SH-ORDER-01", "SH-ORDER-02", "SH-ORDER-03", "SH-ORDER-04", "SH-ORDER-05", "SH-CMD-03", "SH-CMD-04")
    moves = ours(f"{number(rules, 'leader_move')}H", "H")
    falls = ours(f"{LEADER_KILLED} if his stand loses SP, {LEADER_KILLED_DESTROYED}+ if destroyed", "H")
    note = f"For a further movement, recovery, an opportunity. A leader moves {moves}; he falls on {falls}."
    return tabled("Order test", ("", f"1D{DIE_SIDES}"), rows, known, note=note)


def movement() -> Table:
    """SH-MOVE-01 to 13 in three columns."""
    rows = tuple((ours(row.name, row.mark), row.combat, row.shot, row.free) for row in MOVEMENT)
    known = tuple(row.rule for row in MOVEMENT)
    columns = ("", "CS", "Shot", "Dr, LC, Sk, Art")
    whose = (ALWAYS, needs.COMBAT_STAND, needs.SHOT_STAND, needs.FREE_STAND)
    return Table(title="Movement", columns=columns, rows=rows, rules=known, column_needs=whose)


def passing() -> Table:
    """Interpenetration and displacement."""
    rows = (Row((name, what), needs.line(name)) for _, name, what in PASSING)
    return tabled("Passing", ("", "How"), rows, (rule for rule, _, _ in PASSING), look="list")
