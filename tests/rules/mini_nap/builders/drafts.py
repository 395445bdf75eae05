"""Scenarios in the editor, and what is drawn and refused in them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from battles.engine.core import SetupError
from battles.engine.drafting import Stroke
from battles.rules.mini_nap.system import SYSTEM

BARE = SYSTEM.drafting.new("A day in May", {})


UNITS = "forces.a.corps.divisions.brigades.units"


BRIGADES = "forces.a.corps.divisions.brigades"


HIGH = 1200
"""Millimetres of the table from foot to top."""


def cm(*places: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    """Places in centimetres from the left and from the foot as points of the picture."""
    return tuple((round(x * 10), HIGH - round(y * 10)) for x, y in places)


def drawn(*strokes: Stroke, on: bytes = BARE) -> Any:
    """The file after strokes."""
    return json.loads(SYSTEM.drafting.paint(on, strokes))


def lying(*strokes: Stroke, on: bytes = BARE) -> list[Any]:
    """What lies on the table after strokes."""
    return list(drawn(*strokes, on=on).get("table", {}).get("features", []))


def refused(question: Any) -> SetupError:
    with pytest.raises(SetupError) as raised:
        question()
    return raised.value


def brigade(name: str, **cells: str) -> Mapping[str, str]:
    return {"name": name, "kind": "infantry", **cells}


def unit(name: str, **cells: str) -> Mapping[str, str]:
    return {"name": name, "type": "line_infantry", "rating": "veteran", "points": "6", **cells}


def manned() -> bytes:
    """A drawing where side a has two Brigades, of two units and of one."""
    content = SYSTEM.drafting.fill(BARE, BRIGADES, [brigade("Red"), brigade("Blue")])
    rows = [unit("Foot", of="0.0.0", count="2"), unit("Guns", type="foot_artillery", weight="medium", of="0.0.1")]
    return SYSTEM.drafting.fill(content, UNITS, rows)
