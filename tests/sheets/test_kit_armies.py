"""Sheets of a kit for the armies that come with the program: nothing off the paper, over other words or on a cut."""

import io

import pdfplumber
import pytest

from armies.paper.faces import MM
from armies.paper.section import Bound, bind
from armies.rules.rolls import roll_of
from battles.engine import registry
from battles.sheets.hidden_markers import type_markers
from battles.sheets.hidden_numbers import numbered
from battles.sheets.marker_pages import SIZES
from battles.sheets.status_markers import loss_markers, order_chits, status_markers
from campaign.sheets.catalogue import KINDS
from campaign.sheets.kinds import Order, Sided, Subject, read_choices
from tests.sheets.cheat_pages import overlapping
from tests.sheets.kit_rolls import ODD, side
from tests.sheets.orders import BATTLES, sides
from tests.sheets.reading import BY, PAPERS, misplaced, pdf

NAMED = {
    "losses": {"as": "strips"},
    "hidden": {},
    "plan": {"names": "yes"},
    "dispatches": {},
    "result": {"names": "yes"},
}
"""Kinds that hold words of an army; the others are the same for all."""
SYSTEMS = ("mini_nap", "easy_napoleonics", "snappy_nappy")


def every(sided: Sided, system: str, paper: str) -> Bound:
    """The sheets of a kit with words of a side, in one file."""
    subject = Subject("army:x", sided.title, system, registry.printed(system), (sided,), secret="a secret")
    sections = []
    for key, given in NAMED.items():
        if not KINDS[key].lacks(subject):
            choices = read_choices(KINDS[key], given)
            sections += KINDS[key].make(Order(subject, "a", subject.sides, choices, paper, BY))
    return bind(sections, BY, title="Kit", subject="Kit", paper=paper)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("battle", BATTLES)
def test_all_sheets_of_a_historical_army_are_clean(battle: str, system: str) -> None:
    place = SYSTEMS.index(system) % 2
    army = sides(battle)[place]
    bound = every(Sided("a", army.name, roll_of(army, system), army), system, PAPERS[place])
    assert bound.troubles == ()
    assert misplaced(bound.data) == []
    assert overlapping(bound.data) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_odd_names_leave_the_sheets_clean_and_are_told(paper: str) -> None:
    bound = every(Sided("a", ODD[4], side(60, names=ODD)), "snappy_nappy", paper)
    assert misplaced(bound.data) == []
    assert overlapping(bound.data) == []
    assert any("does not fit" in trouble for trouble in bound.troubles)
    assert all(len(trouble) < 320 for trouble in bound.troubles)


@pytest.mark.parametrize("size", [min(SIZES), max(SIZES)])
@pytest.mark.parametrize("system", registry.keys())
def test_no_letter_of_a_marker_lies_on_a_cut(system: str, size: int) -> None:
    kit, roll = registry.kit(system, registry.printed(system)), side(20)
    sections = [status_markers(kit.markers, "x", roll, size), loss_markers(kit.tally, "x", roll, size)]
    if kit.orders:
        sections.append(order_chits(kit.orders, "x", roll, size))
    if kit.hidden:
        sections.append(type_markers(numbered(roll, kit.hidden, "s"), kit.hidden.steps, "x", "FR", size))
    for section in sections:
        with pdfplumber.open(io.BytesIO(pdf(section))) as opened:
            assert [word for page in opened.pages for word in on_cuts(page)] == []


def on_cuts(page: pdfplumber.page.Page) -> list[str]:
    """Letters among the markers that a cut goes through."""
    long = [line for line in page.lines if line["linewidth"] == 0.25 and line["bottom"] < page.height - 22 * MM]
    columns = [line["x0"] for line in long if line["x0"] == line["x1"]]
    rows = [line["top"] for line in long if line["top"] == line["bottom"] and line["width"] < 189 * MM]
    if not columns:
        return []
    head, foot = min(rows), max(rows)
    letters = [char for char in page.chars if head < char["top"] and char["bottom"] < foot and char["text"].strip()]
    hair = 0.2
    return [
        char["text"]
        for char in letters
        if any(char["x0"] + hair < x < char["x1"] - hair for x in columns)
        or any(char["top"] + hair < y < char["bottom"] - hair for y in rows)
    ]
