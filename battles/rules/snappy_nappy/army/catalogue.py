"""Every unit of Snappy Nappy with its points at each grade (sections 20.1 and 20.2)."""

from battles.engine.sheets.cheat_pages import Table
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army.force import SnUnit
from battles.rules.snappy_nappy.army.options import Options
from battles.rules.snappy_nappy.army.price import unit_points

GRADES = tuple(tables.GRADES)


def catalogue() -> Table:
    """A row for each type with its points at each grade, starting at Firm; ``–`` if the type has no such grade."""
    options = Options(starting_level="firm")
    rows = []
    for code, row in tables.CATALOGUE.items():
        least = GRADES.index(row.least_grade)
        units = [SnUnit(name="", code=code, grade=grade) for grade in GRADES]
        prices = [str(unit_points(unit, options).value) if place >= least else "–" for place, unit in enumerate(units)]
        rows.append((code, row.word, str(row.stands), *prices))
    words = (row.word for row in tables.GRADES.values())
    bold = tables.LEVELS["bold"].points
    leader = f"{tables.LEADER_RATING_POINTS} for each rating and 1 for every {tables.RADIUS_PER_POINT} inches of radius"
    return Table(
        title="Units and their points, starting at Firm",
        columns=("Code", "Unit", "Stands", *words),
        rows=tuple(rows),
        rules=("SN-ARMY-02", "SN-ARMY-04"),
        note=f"A stand that starts at Bold costs {bold} more. "
        f"A leader costs {leader}; a C-in-C {tables.CIC_POINTS} more.",
    )
