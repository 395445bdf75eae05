"""A large battle: sixty units on a board of four hundred hexes, in contact from the first turn on."""

import json
from typing import Any

from tests.battles.services.verbs import SYSTEM

KINDS = ("infantry", "infantry", "infantry", "light_cavalry", "field_artillery", "heavy_cavalry")
GRADES = ("seasoned", "veteran", "conscript")
TERRAIN = ".w.......h....s.....p...."


def sixty(units: int = 60, columns: int = 20, rows: int = 20, **options: Any) -> Any:
    """A set-up with so many units, half on each side, drawn up three hexes apart."""
    lies = [[TERRAIN[(row * 7 + column * 3) % len(TERRAIN)] for column in range(columns)] for row in range(rows)]
    middle = rows // 2
    forces = {side: _force(side, units // 2, columns, middle, step) for side, step in (("a", 1), ("b", -1))}
    for force in forces.values():
        for unit in force["units"]:
            lies[int(unit["at"]["hex"][2:]) - 1][int(unit["at"]["hex"][:2]) - 1] = "."
    scenario = {
        "format": "muster-scenario/1",
        "system": "easy_napoleonics",
        "title": "Sixty",
        "board": {"map": ["".join(row) for row in lies]},
        "options": {"deployment_order": "preset", "max_turns": 99, "victory_points_to_win": 999, **options},
        "forces": forces,
    }
    return SYSTEM.read_scenario(json.dumps(scenario).encode())


def _force(side: str, count: int, columns: int, middle: int, step: int) -> dict[str, Any]:
    lines = [_unit(side, n, 1 + 2 * n % columns, middle + step * (2 + 2 * n // columns)) for n in range(count)]
    lead = [{"name": f"General {side.upper()}", "hex": lines[0]["at"]["hex"]}]
    return {"name": "Blue" if side == "a" else "Red", "leaders": lead, "units": lines}


def _unit(side: str, n: int, column: int, row: int) -> dict[str, Any]:
    name = f"{n + 1}th Regiment of {'Blue' if side == 'a' else 'Red'}"
    at = {"hex": f"{column:02}{row:02}"}
    return {"name": name, "kind": KINDS[n % len(KINDS)], "grade": GRADES[n % len(GRADES)], "at": at}
