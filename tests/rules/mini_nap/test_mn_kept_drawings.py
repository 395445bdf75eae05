"""A drawing with everything in it: its file, its sheets, its brushes, its faults; and each unit's line of a roll."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import scenario
from battles.rules.mini_nap.rolls_command import Command, commander
from battles.rules.mini_nap.rolls_unit import entry
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scenario_read import laid
from battles.rules.mini_nap.setup import Setup
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_kept import kept, told

SETUP: Setup = rich.setup(Options(turn_limit=9, deploy_depth=2_550, aim_step_cm=25))
CONTENT = scenario.written(SETUP, "What it is about.\n\nAnd more.")


def filed(value: Any, path: str = "") -> list[str]:
    """A file line by line: rows of numbers and of facts without parts in one."""
    if isinstance(value, dict) and any(isinstance(each, dict | list) for each in value.values()):
        plain = {key: each for key, each in value.items() if not isinstance(each, dict | list)}
        found = [f"{path}: {plain}"] if plain else []
        parts = [filed(each, f"{path}.{key}" if path else key) for key, each in value.items() if key not in plain]
        return found + [line for part in parts for line in part]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [line for number, each in enumerate(value) for line in filed(each, f"{path}[{number}]")]
    return [f"{path}: {value}"]


def rolls() -> list[str]:
    """Units and commanders as a muster roll has them."""
    rules = Rules()
    state = rich.rich()
    found = []
    for number, unit in enumerate(state.units):
        row = entry(unit, rules, key=f"{number}", start=unit.start, nation="XX", notes=("one",), gone=number == 3)
        found.append(told(row))
    for start in (0, 1, 4):
        found.append(told(entry(state.units[0], rules, key="other", start=start)))
    for level in ("corps", "division", "brigade"):
        for rating in (None, "excellent", "dreadful") if level != "brigade" else (None,):
            for units, lost in ((0, 0), (1, 0), (4, 2), (7, 7)) if level != "corps" else ((0, 0),):
                made: Any = Command(key="k", level=level, name="N", of="O", rating=rating, units=units, lost=lost)  # type: ignore[arg-type]
                found.append(told(commander(made, rules)))
    return found


def lines() -> list[str]:
    draft = SYSTEM.draft(CONTENT)
    found = ["# the file", *filed(msgspec.json.decode(CONTENT)), "# faults", *map(told, draft.faults), *draft.notes]
    found += ["# options and house rules", told(draft.options), told(draft.house)]
    for sheet in draft.sheets:
        found.append(f"# {sheet.key}: {sheet.title}, {sheet.group}{' grows' * sheet.grows}")
        found += [" | ".join(row.values()).replace(chr(10), "¶").rstrip() for row in sheet.rows]
    found.append("# brushes")
    found += [told(replace(brush, turns=())) for brush in draft.palette]
    found += ["# zones", *(told(zone) for zone in draft.scene.zones)]
    return [*found, "# muster rolls", *rolls()]


@pytest.mark.rule("MN-RULING-60", "a drawing in its file, on its sheets and in its brushes, and units on a muster roll")
def test_a_drawing_line_by_line() -> None:
    assert lines() == kept("drawings")


@pytest.mark.rule("MN-RULING-60", "what is written of a set-up is that set-up when it is read")
def test_what_is_written_is_read() -> None:
    assert laid(CONTENT) == (SETUP, "What it is about.\n\nAnd more.")
    assert laid(scenario.written(rich.setup(), "")) == (rich.setup(), "")
