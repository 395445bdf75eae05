"""The chart of a force that no army of the army manager stands behind."""

import pytest
from msgspec.structs import replace

from armies.paper.faces import width
from armies.paper.fitting import SLACK
from armies.sheets.chart import drawn
from armies.sheets.chart_boxes import lines
from armies.sheets.chart_model import ChartNode
from armies.sheets.chart_roll import roll_chart
from battles.engine import registry
from tests.sheets.reading import BY, pages, pdf, solid
from tests.sheets.test_roll_roster import roll


def nodes(root: ChartNode) -> list[ChartNode]:
    return [root, *(node for child in root.children for node in nodes(child))]


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("system", registry.playable())
def test_every_unit_and_commander_stands_in_its_place(system: str, side: str) -> None:
    force = roll(system, side)
    words = roll_chart(force, "The rules", "Quatre Bras")
    found = nodes(words.root)
    assert [unit.name for node in found for unit in node.units] == [unit.name for unit in force.units]
    assert len({node.key for node in found}) == len(found)
    read = solid(" ".join(pages(pdf(drawn(words, BY, paper="a3").section))))
    leaders = (*force.commanders, *(group.commander for group in force.groups if group.commander))
    assert all(solid(name) in read for name in (*(unit.name for unit in force.units), *(one.name for one in leaders)))


def test_divisions_stand_under_their_corps_and_a_chart_may_end_at_brigades() -> None:
    words = roll_chart(roll("mini_nap"), "The rules", "Quatre Bras", units=False)
    assert [child.name for child in words.root.children] == ["II Corps", "III Cavalry Corps (part)"]
    assert [len(child.children) for child in words.root.children] == [4, 1]
    assert not any(node.units for node in nodes(words.root))


def test_what_is_left_of_a_unit_and_what_is_gone_is_said() -> None:
    force = roll("mini_nap")
    group = force.groups[0]
    first, second = group.units[:2]
    assert first.track
    hurt = replace(first, track=replace(first.track, struck=2))
    fallen = replace(force, groups=(replace(group, units=(hurt, replace(second, gone=True))),))
    units = [unit for node in nodes(roll_chart(fallen, "The rules", "").root) for unit in node.units]
    assert [unit.figures for unit in units] == ["Veteran 3+ · 4", "Veteran 3+ · 6 · gone"]


def test_units_of_a_side_without_commands_stand_under_the_side_itself() -> None:
    words = roll_chart(roll("easy_napoleonics"), "The rules", "Quatre Bras")
    assert words.root.children == ()
    assert len(words.root.units) == len(roll("easy_napoleonics").units)
    assert words.key == "Of each unit: quality; what is gone is marked"
    assert roll_chart(roll("mini_nap"), "The rules", "").key.startswith("Of each unit: quality and boxes left")
    assert roll_chart(roll("easy_napoleonics"), "The rules", "", units=False).root.units == ()


def test_a_word_that_is_whole_when_it_is_condensed_is_not_broken() -> None:
    words = "Новоингерманландский мушкетёрский полк"
    natural = width("Новоингерманландский", "semi", 7.0)
    assert lines(words, "semi", 7.0, natural * 0.9).lines[0] == "Новоингерманландский"
    assert lines(words, "semi", 7.0, natural * 0.9).width <= natural * 0.9 + SLACK
    assert lines(words, "semi", 7.0, natural * 1.1).squeeze == 1.0
    assert lines(words, "semi", 7.0, natural * 0.5).lines[0] != "Новоингерманландский"
