"""The cheat sheet's tables of terrain and towns."""

from msgspec.structs import replace

from battles.engine.cheat_sheet import Need, Row, Table, tabled
from battles.rules.snaphance import needs
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.tables import TERRAIN, TOWN


def terrain() -> Table:
    """Section 12: what each ground does."""
    rows = (Row((row.word, row.enter, row.recover, row.charge, row.dice), needs.line(row.word)) for row in TERRAIN)
    columns = ("", "enter", "recover", "CB and depth", "melee dice")
    note = "Gendarmes as Lancers, Swiss Pike as Pike, Tercio as P&S. A hill is seen no deeper than its edge."
    known = (*(row.rule for row in TERRAIN), "SH-LOS-03", "SH-RULING-15")
    return tabled("Terrain", columns, rows, known, note=note)


def town(rules: Rules) -> Table:
    """Section 13, or that a town is impassable by the option."""
    known = ("SH-TOWN-01", "SH-TOWN-02", "SH-TOWN-03", "SH-TOWN-08", "SH-TOWN-09", "SH-TOWN-10")
    columns = ("", "attacks it", "defends, attacks out")
    lying = frozenset({"ground:town"})
    if rules.options.town_mode == "impassable":
        row = Row(("every stand", "impassable", "impassable"), Need(ground=lying))
        return tabled("Town", columns, (row,), known)
    rows = (Row((row.word, row.attack, row.defend), replace(needs.line(row.word), ground=lying)) for row in TOWN)
    note = "No CB, nothing for flank or rear. A beaten stand may stay for 1 SP more. MCS, Pike, P&S halt, disorder."
    return tabled("Town", columns, rows, known, note=note)
