"""Armies of Snaphance: points, the sample armies, what an army breaks."""

from typing import Any

import pytest

from battles.engine.armies.systems import list_groups, recording_groups
from battles.rules.snaphance.army import (
    ARMY,
    Command,
    Force,
    Stand,
    faults,
    force_points,
    samples,
    stand_points,
)
from battles.rules.snaphance.army.army_list import army_list_of, catalogue
from tests.rules.snaphance.builders.rulebook_tables import rows


def stand(code: str = "PIK", training: str = "B", **more: Any) -> Stand:
    return Stand(code=code, training=training, **more)


def command(*stands: Stand, **more: Any) -> Command:
    base: dict[str, Any] = {"name": "Foot", "leaders": ("A captain",), "general": True}
    return Command(**{**base, "stands": stands or (stand(), stand()), **more})


def army(*commands: Command, era: str = "16", **more: Any) -> Force:
    return Force(name="An army", era=era, commands=commands or (command(),), **more)


def broken(force: Force, limit: int | None = None) -> list[tuple[str, str]]:
    return [(fault.severity, fault.rule) for fault in faults(force, limit)]


@pytest.mark.rule("SH-ARMY-02", "every price of the rulebook's table")
@pytest.mark.rule("SH-EX-62", "Gendarmes of class A cost 39")
@pytest.mark.rule("SH-EX-63", "P&S of the 17th century, class B, 34")
@pytest.mark.rule("SH-EX-64", "a Tercio of class A 46")
def test_points() -> None:
    printed: dict[str, tuple[str, ...]] = {}
    for row in rows("### 19.2 Points"):
        printed |= {cells[0]: tuple(cells[1:4]) for cells in (row[:4], row[5:9]) if cells[0]}
    assert {row[0]: row[-3:] for row in catalogue().rows} == printed
    why = stand_points(stand("GEN", "A"))
    assert (why.value, why.lines[-1].text) == (39, "31 × 5/4 for class A, half up")


@pytest.mark.parametrize("row", rows("### 19.3 Sample"), ids=lambda row: row[0])
@pytest.mark.rule("SH-ARMY-03", "the sample armies have the points, stands and strength that the rulebook prints")
@pytest.mark.rule("SH-RULING-30", "each in three commands, and they break nothing")
def test_samples(row: list[str]) -> None:
    force = list(samples().values())[[each[0] for each in rows("### 19.3 Sample")].index(row[0])]
    found = ARMY.sample_lists()[next(key for key, one in samples().items() if one is force)]
    strength = next(fact.text for fact in found.facts if fact.label == "Strength")
    assert f"{found.points.value} ({found.units} stands, {strength})" == row[2]
    assert (len(found.groups), found.faults) == (3, ())


@pytest.mark.rule("SH-ARMY-04", "type, class, era, and the numbers of the profile")
@pytest.mark.rule("SH-ARMY-08", "Gendarmes and Swiss outside the 16th century are warned of besides")
def test_stands_that_there_are_not() -> None:
    assert broken(army(command(stand("XXX"), stand(), stand()))) == [("error", "SH-ARMY-04")]
    assert broken(army(command(stand(training="D"), stand()))) == [("error", "SH-ARMY-04")]
    assert broken(army(command(stand("PS17"), stand()))) == [("error", "SH-ARMY-04")]
    assert broken(army(command(stand(points=5), stand()))) == [("error", "SH-ARMY-04")]
    late = army(command(stand("SWP"), stand()), era="17")
    assert broken(late) == [("error", "SH-ARMY-04"), ("warning", "SH-ARMY-08")]
    assert ("error", "SH-ARMY-04") in broken(army(era="18"))
    assert stand_points(stand("XXX")).value == 0


@pytest.mark.rule("SH-ARMY-05", "a block is of one type that forms blocks, three ranks at most")
@pytest.mark.rule("SH-RULING-29", "a block is its ranks, each a stand")
def test_blocks() -> None:
    three = [stand(block="a")] * 3
    assert broken(army(command(*three))) == []
    assert broken(army(command(*three, stand(block="a")))) == [("error", "SH-ARMY-05")]
    assert broken(army(command(stand(block="a"), stand("SWP", block="a")))) == [("error", "SH-ARMY-05")]
    assert broken(army(command(stand("GEN", block="a"), stand("GEN", block="a")))) == [("error", "SH-ARMY-05")]
    cells = [unit.cells[-1] for unit in army_list_of(army(command(*three, stand()))).groups[0].units]
    assert cells == ["a 1", "a 2", "a 3", "–"]


@pytest.mark.rule("SH-ARMY-06", "a general, a leader for each command, no stand without one")
@pytest.mark.rule("SH-ARMY-01", "five leaders at most, two to eight stands under each")
def test_leaders() -> None:
    assert broken(army(command(general=False))) == [("error", "SH-ARMY-06")]
    assert broken(army(command(), command())) == [("error", "SH-ARMY-06")]
    assert broken(army(command(leaders=()))) == [("error", "SH-ARMY-06")]
    assert broken(army(command(leaders=("A", "B")))) == [("error", "SH-ARMY-06")]
    assert broken(army(loose=(stand(),))) == [("error", "SH-ARMY-06")]
    assert broken(army(command(), *[command(general=False)] * 5)) == [("warning", "SH-ARMY-01")]
    assert broken(army(command(stand()))) == [("warning", "SH-ARMY-07")]
    assert broken(army(command(*[stand()] * 9))) == [("warning", "SH-ARMY-07")]


@pytest.mark.rule("SH-ARMY-07", "half of the strength in combat stands, and no more points than were agreed on")
@pytest.mark.rule("SH-RULING-31", "one gun for every four other stands")
def test_shares() -> None:
    assert broken(army(command(stand(), stand("SHT16"), stand("SHT16")))) == [("warning", "SH-ARMY-07")]
    guns = [*[stand()] * 4, stand("ARF")]
    assert broken(army(command(*guns))) == []
    assert broken(army(command(*guns[1:]))) == [("warning", "SH-ARMY-08")]
    sound = army()
    assert broken(sound, force_points(sound).value) == []
    assert broken(sound, force_points(sound).value - 1) == [("warning", "SH-ARMY-07")]


@pytest.mark.rule("SH-RULING-28", "no recorded army is one of Snaphance: its period is another")
def test_it_is_of_another_century() -> None:
    assert "snaphance" in list_groups()
    assert "snaphance" not in recording_groups()


@pytest.mark.rule("SH-STAND-01", "a line has type, class, strength boxes, charge bonus, movement and dice")
@pytest.mark.rule("SH-STAND-05", "a box for each strength point")
def test_the_list_of_an_army() -> None:
    (group,) = army_list_of(army(command(stand("SHT16", "A"), stand()))).groups
    assert group.units[0].cells == ("Shot", "A", "2", "0", "1: 0, 2: −1", "–", "–")
    assert [len(unit.boxes) for unit in group.units] == [3, 4]
    assert group.commander == "A captain, general"
