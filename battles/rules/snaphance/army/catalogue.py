"""Every stand of Snaphance with its values and its points in each class (sections 19.1 and 19.2)."""

from battles.engine.sheets.cheat_pages import Table, signed
from battles.rules.snaphance import tables
from battles.rules.snaphance.army.force import Stand
from battles.rules.snaphance.army.price import stand_points
from battles.rules.snaphance.sheets.cheat_sheet import bands


def catalogue() -> Table:
    """A row for each profile, with its points in class A, B and C."""
    rows = []
    for code, row in tables.PROFILES.items():
        prices = [str(stand_points(Stand(code=code, training=training)).value) for training in tables.CLASS_QUARTERS]
        eras = ", ".join(tables.ERAS[era] for era in row.eras) if len(row.eras) < len(tables.ERAS) else "all"
        charge = "none" if row.charge is None else signed(row.charge)
        rows.append((code, row.word, eras, str(row.points), str(row.moves), charge, bands(row), *prices))
    columns = ("Code", "Stand", "Eras", "SP", "MP", "CB", "Dice at hexes", *tables.CLASS_QUARTERS)
    note = f"A leader costs {tables.LEADER_POINTS} points. All values are ours: the army lists are not available."
    cited = ("SH-ARMY-02", "SH-STAND-02")
    return Table(title="Stands and their points", columns=columns, rows=tuple(rows), rules=cited, note=note)
