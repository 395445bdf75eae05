"""Battles to be held up: one of sixty units on four hundred hexes, and one that has gone on for very long."""

import json
from typing import Any

from battles.engine.record import Record
from battles.engine.rng import Chances
from battles.models import Battle
from battles.services.create.battle_start import Sitting
from battles.services.create.from_file import ImportedBattle, import_battle
from tests.battles.services.steps import SYSTEM, deployed

KINDS = ("infantry", "infantry", "infantry", "light_cavalry", "field_artillery", "heavy_cavalry")
GRADES = ("seasoned", "veteran", "conscript")
TERRAIN = ".w.......h....s.....p...."


STRETCH = 30
"""Entries between two at which a long battle goes back to its beginning."""


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
    return SYSTEM.scenarios.read(json.dumps(scenario).encode())


def _force(side: str, count: int, columns: int, middle: int, step: int) -> dict[str, Any]:
    lines = [_unit(side, n, 1 + 2 * n % columns, middle + step * (2 + 2 * n // columns)) for n in range(count)]
    lead = [{"name": f"General {side.upper()}", "hex": lines[0]["at"]["hex"]}]
    return {"name": "Blue" if side == "a" else "Red", "leaders": lead, "units": lines}


def _unit(side: str, n: int, column: int, row: int) -> dict[str, Any]:
    name = f"{n + 1}th Regiment of {'Blue' if side == 'a' else 'Red'}"
    at = {"hex": f"{column:02}{row:02}"}
    return {"name": name, "kind": KINDS[n % len(KINDS)], "grade": GRADES[n % len(GRADES)], "at": at}


def long_lived(alice: Any, bob: Any, entries: int) -> Battle:
    """A battle of Alice, side a, against Bob with so many entries: it goes on, for much of it was taken back."""
    record: Record[Any] = Record.new(SYSTEM, deployed("clash", max_turns=99, victory_points_to_win=999), bytes(32))
    chances = Chances(b"long")
    while len(record.entries) < entries:
        sides = sorted(SYSTEM.deciding(record.state))
        if len(record.entries) % STRETCH == 0 or not sides:
            record.undo_to("a", 1)
            continue
        option = chances.choice(SYSTEM.options(record.state, sides[0]))
        record.play(sides[0], chances.choice(option.actions))
    brought = ImportedBattle(record.battle(), is_over=False, awaited="a", digest="")
    return import_battle(brought, alice, (Sitting(place="a", user=alice), Sitting(place="b", user=bob)))
