"""Every unit of Snappy Nappy with its price at each grade (sections 20.1 and 20.2)."""

from armies.rules.snappy_nappy.force import SnUnit
from armies.rules.snappy_nappy.options import Options
from armies.rules.snappy_nappy.price import unit_points
from battles.engine.cheat_sheet import Table
from battles.rules.snappy_nappy import tables

GRADES = tuple(tables.GRADES)


def catalogue() -> Table:
    """A row for each type, its points at each grade for a start at Firm; ``–`` where there is no such unit."""
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
        title="Units and their points, beginning at Firm",
        columns=("Code", "Unit", "Stands", *words),
        rows=tuple(rows),
        rules=("SN-ARMY-02", "SN-ARMY-04"),
        note=f"A stand that begins Bold costs {bold} more. A leader costs {leader}; a C-in-C {tables.CIC_POINTS} more.",
    )
