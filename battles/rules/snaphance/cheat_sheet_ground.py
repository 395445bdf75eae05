"""The cheat sheet's tables of terrain and towns."""

from battles.engine.cheat_sheet import Table
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.tables import TERRAIN, TOWN


def terrain() -> Table:
    """Section 12: what each ground does."""
    rows = tuple((row.word, row.enter, row.recover, row.charge, row.dice) for row in TERRAIN)
    columns = ("Terrain", "Enter", "Recover", "CB and depth", "Melee dice")
    note = "Gendarmes as Lancers, Swiss Pike as Pike, Tercio as P&S. A hill is seen no deeper than its edge."
    known = (*(row.rule for row in TERRAIN), "SH-LOS-03", "SH-RULING-15")
    return Table(title="Terrain", columns=columns, rows=rows, rules=known, note=note)


def town(rules: Rules) -> Table:
    """Section 13, or that a town is impassable by the option."""
    known = ("SH-TOWN-01", "SH-TOWN-02", "SH-TOWN-03", "SH-TOWN-08", "SH-TOWN-09", "SH-TOWN-10")
    columns = ("Town hex: stand", "attacks it", "defends, attacks out")
    if rules.options.town_mode == "impassable":
        return Table(title="Town", columns=columns, rows=(("every stand", "impassable", "impassable"),), rules=known)
    rows = tuple((row.word, row.attack, row.defend) for row in TOWN)
    note = "No CB, nothing for flank or rear. A beaten stand may stay for 1 SP more. MCS, Pike, P&S halt, disorder."
    return Table(title="Town", columns=columns, rows=rows, rules=known, note=note)
