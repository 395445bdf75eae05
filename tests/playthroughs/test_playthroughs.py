"""Battles that are kept as they were played: what changes one of them changes the game.

`manage.py regenerate_playthroughs FOLDER` plays them again from the table of their folder; a person reads the diff.
"""

import json
import shutil
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from battles.engine.battle_file import read, write
from battles.engine.codec import state_hash
from battles.engine.core import PUBLIC, UMPIRE
from battles.engine.record import Battle
from battles.engine.replay import battle_log, notes, state, states, verify
from battles.management.arguments import Fault
from battles.management.commands.regenerate_playthroughs import playthroughs

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/table.json"))
FILES = sorted(HERE.glob("*/*.battle"))
MOST_BYTES = 50_000

ENDS = {
    "points": "points",
    "annihilation": "annihilation",
    "objective": "objective",
    "mutual_defeat": "mutual_defeat",
    "draw": "draw",
    "time_called": "mutual_defeat",
}
"""How each battle of Easy Napoleonics that is named for its end ends."""

MINI_NAP_ENDS = {
    "near": ("b", "turn_limit"),
    "army_break": ("a", "army_break"),
    "both_break": (None, "army_break"),
    "no_units": ("a", "no_units"),
    "deployed": ("a", "turn_limit"),
}
"""How battles of Mini-Nap end: who wins, and by what."""


@cache
def battle(path: Path) -> Battle:
    return read(path.read_bytes())


def happened(name: str) -> list[str]:
    """The kinds of events of a battle of Easy Napoleonics."""
    entries = battle(HERE / "easy_napoleonics" / f"{name}.battle").entries
    return [event.kind for entry in entries for event in entry.events]


every = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_folder_has_the_battles_of_its_table(folder: Path) -> None:
    table = json.loads((folder / "table.json").read_text(encoding="utf-8"))
    assert sorted(row["file"] for row in table["battles"]) == sorted(path.name for path in folder.glob("*.battle"))


@every
def test_nothing_is_wrong_with_a_kept_battle(path: Path) -> None:
    assert path.stat().st_size < MOST_BYTES
    assert verify(battle(path)) == []
    assert notes(battle(path)) == []
    assert write(battle(path)) == path.read_bytes()


@every
def test_a_kept_battle_is_replayed_to_its_last_state(path: Path) -> None:
    kept = battle(path)
    *_, last = states(kept)
    assert [state_hash(one) for one in states(kept)] == [entry.hash for entry in kept.entries]
    assert state(kept) == last
    assert kept.system.outcome(last) is not None
    assert kept.system.deciding(last) == frozenset()


@every
def test_a_kept_battle_is_told_to_everybody(path: Path) -> None:
    kept = battle(path)
    for viewer in (*kept.system.sides, PUBLIC, UMPIRE):
        told = list(battle_log(kept, viewer=viewer))
        assert len(told) > len(kept.entries) / 2
        assert all(line.text.strip() and "None" not in line.text for line in told)
        assert sum(line.is_heading for line in told) >= 2


@pytest.mark.rule("EN-VP-02", "a battle ends by points")
@pytest.mark.rule("EN-VP-03", "a battle ends in a draw")
@pytest.mark.rule("EN-VP-04", "a battle ends with both sides beaten, by turns and by time")
@pytest.mark.rule("EN-VP-07", "a battle ends with an army gone")
@pytest.mark.rule("EN-SETUP-12", "a battle ends with an objective held")
@pytest.mark.parametrize("name", ENDS)
def test_there_is_a_battle_for_each_way_to_end(name: str) -> None:
    kept = battle(HERE / "easy_napoleonics" / f"{name}.battle")
    assert kept.system.outcome(state(kept)).reason == ENDS[name]
    assert ("time_called" in happened(name)) == (name == "time_called")


@pytest.mark.rule("MN-RULING-60", "a battle ends by losses, by the limit of Turns and with a side gone")
@pytest.mark.parametrize("name", MINI_NAP_ENDS)
def test_there_is_a_battle_of_mini_nap_for_each_way_to_end(name: str) -> None:
    kept = battle(HERE / "mini_nap" / f"{name}.battle")
    outcome = kept.system.outcome(state(kept))
    assert (outcome.winner, outcome.reason) == MINI_NAP_ENDS[name]


@pytest.mark.rule("MN-RULING-32", "points are allotted in secret in one kept battle and openly in another")
def test_secret_allotments_are_told_to_their_side_alone() -> None:
    for name, secret in (("both_break", True), ("options", False)):
        kept = battle(HERE / "mini_nap" / f"{name}.battle")
        allotted = [event for entry in kept.entries for event in entry.events if event.kind == "allotted"]
        assert allotted
        assert all((event.audience is not None) == secret for event in allotted)
        told = [
            line.text for line in battle_log(kept, viewer=PUBLIC) if "has allotted its strength points" in line.text
        ]
        assert bool(told) == secret


@pytest.mark.rule("MN-HTH-02", "a kept battle has a unit that joins in")
@pytest.mark.rule("MN-REACT-10", "a kept battle has a skirmish line that falls back")
@pytest.mark.rule("MN-BREAK-08", "a kept battle has a break-through charge")
@pytest.mark.rule("MN-EXTEND-03", "a kept battle has an extended charge")
@pytest.mark.rule("MN-REACT-70", "a kept battle has a counter-charge")
@pytest.mark.parametrize(
    ("name", "travel"),
    [
        ("both_break", "join"),
        ("army_break", "fall_back"),
        ("near", "break_charge"),
        ("near", "extension"),
        ("deployed", "counter"),
    ],
)
def test_units_are_seen_to_move_in_every_way(name: str, travel: str) -> None:
    entries = battle(HERE / "mini_nap" / f"{name}.battle").entries
    assert travel in {event.travel for entry in entries for event in entry.events if event.kind == "moved"}


@pytest.mark.rule("EN-OPT-10", "a battle is kept in which levels are hidden")
def test_what_is_hidden_is_not_told() -> None:
    kept = battle(HERE / "easy_napoleonics" / "hidden_morale.battle")
    whole = [line.text for line in battle_log(kept)]
    for viewer in (*kept.system.sides, PUBLIC):
        assert [line.text for line in battle_log(kept, viewer=viewer)] != whole


@pytest.mark.rule("EN-OPT-01", "a battle is kept with a breakthrough")
@pytest.mark.rule("EN-OPT-08", "a battle is kept with two batteries in a hex")
def test_a_battle_has_a_breakthrough_and_a_grand_battery() -> None:
    name = "breakthrough_and_grand_battery"
    assert "advanced" in happened(name)
    shared = []
    for one in states(battle(HERE / "easy_napoleonics" / f"{name}.battle")):
        cells = [unit.cell for unit in one.units if unit.cell >= 0]
        shared.append(len(set(cells)) < len(cells))
    assert any(shared)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_smallest_is_made_again_as_it_is(folder: Path) -> None:
    smallest = min(folder.glob("*.battle"), key=lambda path: path.stat().st_size)
    assert playthroughs(str(folder), smallest.name) == {smallest.name: smallest.read_bytes()}


def one_row(folder: Path, **changes: Any) -> Path:
    """A folder with the table of one short battle."""
    shutil.copytree(HERE / "easy_napoleonics", folder, ignore=shutil.ignore_patterns("*.battle"))
    table = json.loads((folder / "table.json").read_text(encoding="utf-8"))
    row = next(row for row in table["battles"] if row["file"] == "draw.battle")
    table["battles"] = [row | changes]
    (folder / "table.json").write_text(json.dumps(table), encoding="utf-8")
    return folder


def test_the_command_writes_what_has_changed_and_nothing_else(tmp_path: Path) -> None:
    folder, said = one_row(tmp_path / "kept"), StringIO()
    call_command("regenerate_playthroughs", str(folder), stdout=said)
    call_command("regenerate_playthroughs", str(folder), stdout=said)
    first, again = said.getvalue().splitlines()
    assert first.endswith("bytes, written")
    assert again.endswith("bytes, unchanged")
    assert [path.name for path in folder.glob("*.battle")] == ["draw.battle"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"scenario": "nowhere.json"}, "nowhere.json cannot be read"),
        ({"options": {"max_turns": 0}}, "draw.battle: max_turns"),
        ({"seed": "one"}, "is not a table of playthroughs"),
    ],
)
def test_a_wrong_row_is_said_in_a_sentence(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    folder = one_row(tmp_path / "kept", **changes)
    with pytest.raises(Fault, match=says):
        call_command("regenerate_playthroughs", str(folder))
    assert list(folder.glob("*.battle")) == []
