"""Scenario files to start from, and how to change and read one."""

import copy
import json
from typing import Any

from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.state import Setup
from battles.rules.easy_napoleonics.system import SYSTEM
from battles.rules.easy_napoleonics.victory import cost

UNIT = {"name": "Foot", "kind": "infantry", "grade": "seasoned"}
GUNS = {"name": "Guns", "kind": "field_artillery", "grade": "veteran"}
BASE: dict[str, Any] = {
    "format": "muster-scenario/1",
    "system": "easy_napoleonics",
    "title": "A small fight",
    "board": {"columns": 6, "rows": 8, "terrain": {"pond": ["0304"], "woods": ["0204-0205"]}},
    "forces": {
        "a": {"name": "Red", "units": [UNIT, GUNS], "leaders": [{"name": "Rouge"}]},
        "b": {"name": "Blue", "units": [UNIT, GUNS], "leaders": [{"name": "Bleu"}]},
    },
    "objectives": [{"name": "The wood", "hexes": ["0204-0205"]}],
}
PRESET: dict[str, Any] = {
    **BASE,
    "options": {"deployment_order": "preset"},
    "forces": {
        "a": {
            "name": "Red",
            "units": [{**UNIT, "at": {"hex": "0207"}}, {**GUNS, "at": {"hex": "0307"}}],
            "leaders": [{"name": "Rouge", "hex": "0207"}],
        },
        "b": {
            "name": "Blue",
            "units": [{**UNIT, "at": {"hex": "0202"}}, {**GUNS, "at": {"hex": "0302"}}],
            "leaders": [{"name": "Bleu", "hex": "0401"}],
        },
    },
}


def changed(base: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """``base`` with ``value`` under the keys of ``path``; None takes the key out."""
    file = copy.deepcopy(base)
    *above, last = path.split("/")
    at: Any = file
    for key in above:
        at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
    if value is None:
        del at[last]
    elif isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return file


def read(file: dict[str, Any]) -> Setup:
    return SYSTEM.scenarios.read(json.dumps(file).encode())


def points(setup: Setup) -> list[int]:
    """What the two forces cost, leaders included."""
    return [
        sum(cost(unit.kind, unit.grade, unit.armored) for unit in force.units) + len(force.leaders) * tables.LEADER_COST
        for force in setup.forces
    ]
