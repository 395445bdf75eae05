"""The roster of a force by its muster roll, read back."""

import io
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from armies.sheets.army_roster import roll_roster, roster
from battles.engine import registry
from battles.engine.armies.roster_words import RosterStyle
from battles.engine.sheets.muster_roll import Roll, RollGroup, RollUnit, Track
from tests.sheets.builders import sides
from tests.sheets.pdf_text import misplaced, pages, pdf, text, without_spaces
from tests.sheets.rolls import roll
from tests.sheets.small_armies import NAMES

every_system = pytest.mark.parametrize("system", registry.playable())
every_paper = pytest.mark.parametrize("paper", ["a4", "letter"])


@every_paper
@pytest.mark.parametrize("side", ["a", "b"])
@every_system
def test_every_unit_commander_and_fact_of_a_force_is_on_it(system: str, side: str, paper: str) -> None:
    force = roll(system, side)
    data = pdf(roll_roster(force, "Quatre Bras"), paper)
    assert misplaced(data) == []
    read = without_spaces(" ".join(pages(data)))
    for unit in force.units:
        assert without_spaces(unit.name) in read
        assert all(without_spaces(word) in read for word in unit.quality.split())
    for commander in (*force.commanders, *(group.commander for group in force.groups if group.commander)):
        assert without_spaces(commander.name) in read
    assert data == pdf(roll_roster(force, "Quatre Bras"), paper)


def test_what_is_gone_is_said_and_a_new_roll_has_another_mark() -> None:
    force = roll("mini_nap")
    group = force.groups[0]
    fallen = msgspec.structs.replace(
        force,
        groups=(
            msgspec.structs.replace(
                group, units=(msgspec.structs.replace(group.units[0], gone=True), *group.units[1:])
            ),
        ),
    )
    assert "gone" in text(pdf(roll_roster(fallen, "Quatre Bras")))
    whole, less = (roll_roster(each, "Quatre Bras").digest for each in (force, fallen))
    assert whole != less


@every_paper
def test_names_of_any_kind_and_length_are_set_whole(paper: str) -> None:
    units = tuple(
        RollUnit(
            key=str(number), name=name, kind="infantry", symbol="line_infantry", track=Track("Strength", ("",) * 60)
        )
        for number, name in enumerate(NAMES)
    )
    odd = Roll(side="a", title=NAMES[0], system="mini_nap", groups=(RollGroup(key="g", title=NAMES[-1], units=units),))
    data = pdf(roll_roster(odd, "A battle"), paper)
    assert misplaced(data) == []


def test_a_force_without_units_has_a_page_that_says_so() -> None:
    assert "no units" in text(pdf(roll_roster(Roll(side="a", title="Nobody", system="mini_nap"), "None")))


def test_a_page_for_each_division_and_units_without_what_they_do() -> None:
    force = roll("mini_nap")
    divisions = {group.above for group in force.groups}
    apart = roll_roster(force, "Quatre Bras", style=RosterStyle(page_each=True))
    assert len(pages(pdf(apart))) == len(divisions)
    bare = roll_roster(force, "Quatre Bras", style=RosterStyle(moves=False, points=False, notes=False))
    assert "skirm." in text(pdf(apart))
    assert not {"skirm.", "Notes"} & set(text(pdf(bare)).split())
    assert len({each.digest for each in (apart, bare, roll_roster(force, "Quatre Bras"))}) == 3


def rings(data: bytes, turns: int) -> int:
    """How often the rings of so many Turns are set."""
    document = PdfReader(io.BytesIO(data))
    drawn = 0
    for page in document.pages:
        names = [name for name, form in page["/Resources"].get("/XObject", {}).items() if _numbers(form) == turns]
        content = page.get_contents().get_data().decode("latin-1")
        drawn += sum(content.count(f"{name} Do") for name in names)
    return drawn


def _numbers(form: Any) -> int:
    return form.get_object().get_data().count(b" Tj")


def test_every_command_that_is_chosen_in_a_turn_has_a_ring_for_each() -> None:
    force = roll("mini_nap")
    data = pdf(roll_roster(force, "Quatre Bras"))
    divisions = {group.above for group in force.groups}
    assert force.turns == 12
    assert rings(data, 12) == len(force.groups) + len(divisions)
    assert "Fill the ring of the Turn in which you choose the command." in text(data)
    longer = msgspec.structs.replace(force, turns=30)
    assert rings(pdf(roll_roster(longer, "Quatre Bras")), 12) == len(force.groups) + len(divisions)
    short = msgspec.structs.replace(force, turns=5)
    assert rings(pdf(roll_roster(short, "Quatre Bras")), 5) == len(force.groups) + len(divisions)


def test_where_no_command_is_chosen_there_are_no_rings() -> None:
    force = roll("easy_napoleonics")
    assert force.turns == 0
    data = pdf(roll_roster(force, "Quatre Bras"))
    assert "ring" not in text(data).split()


TITLES = {
    "mini_nap": ("Unit", "Type", "Rating", "Needs", "SP", "Cross off 1 per hit", "line", "column", "skirm.", "Notes"),
    "easy_napoleonics": ("Unit", "Kind", "Grade", "Needs", "Stands", "VP", "Morale", "Notes"),
}


@pytest.mark.parametrize("system", TITLES)
def test_a_force_has_the_columns_of_the_roster_of_an_army(system: str) -> None:
    army = text(pdf(roster(sides("quatre-bras-1815")[0], system=system)))
    force = text(pdf(roll_roster(roll(system), "Quatre Bras")))
    for title in TITLES[system]:
        assert title in army
        assert title in force


def test_the_rings_are_those_of_the_turns_that_the_battle_has() -> None:
    playing = registry.load("mini_nap")
    setup = playing.scenarios.load("quatre_bras")
    options = msgspec.structs.replace(setup.rules.options, turn_limit=8)
    shorter = msgspec.structs.replace(setup, rules=msgspec.structs.replace(setup.rules, options=options))
    assert registry.sheets("mini_nap").roll(playing.start(shorter), "a").turns == 8
