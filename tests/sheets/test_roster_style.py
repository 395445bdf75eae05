"""Rosters with columns left out, a page a division, as after a battle; blank rosters and casualty reports."""

import io

import pdfplumber
import pytest
from msgspec.structs import replace

from armies.sheets.army_roster import blank_roster, roster
from armies.sheets.casualty_report import casualty_report
from armies.sheets.charts.organisation_chart import chart
from battles.engine import registry
from battles.engine.armies.roster_words import Loss, Losses, RosterStyle
from battles.engine.armies.systems import roll_of
from battles.engine.armies.tree import number, units
from campaign.printing.sheets.army_sheets import CARDS, LABELS, ROSTERS
from campaign.printing.sheets.kinds import BadChoice, Order, Sided, Subject, read_choices
from tests.sheets.builders import BATTLES, sides
from tests.sheets.pdf_text import BY, PAPERS, SYSTEMS, misplaced, pages, pdf, text, without_spaces

NEY = number(sides("quatre-bras-1815")[0])
UNITS = list(units(NEY))
BARE = RosterStyle(points=False, notes=False, nation=False, basis=False, page_each=True, closing=False)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", [*SYSTEMS, "snappy_nappy"])
def test_a_bare_roster_has_every_unit_and_no_column_that_is_left_out(system: str, paper: str) -> None:
    data = pdf(roster(NEY, system=system, style=BARE), paper)
    words = text(data)
    if system != "snappy_nappy":
        assert [unit.name for unit in UNITS if without_spaces(unit.name) not in without_spaces(words)] == []
    for word in ("Notes", "Arithmetic and sources", "where its figure is from", "Points", "Cost VP"):
        assert word not in words
    assert misplaced(data) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_division_has_a_page_where_that_is_asked(system: str) -> None:
    sheets = pages(pdf(roster(NEY, system=system, style=BARE)))
    for name in ("5th Infantry Division", "6th Infantry Division", "9th Infantry Division"):
        assert sum(name in sheet for sheet in sheets) == 1
    assert not any("5th Infantry Division" in sheet and "6th Infantry Division" in sheet for sheet in sheets)


@pytest.mark.rule("MN-CMD-46", "loss boxes of a brigade are struck for its units out of play")
@pytest.mark.parametrize("system", SYSTEMS)
def test_losses_are_struck_and_told(system: str) -> None:
    gone = "destroyed" if system == "mini_nap" else "broken"
    losses = Losses("Quatre Bras, Turn 6", {UNITS[0].id: Loss(2), UNITS[1].id: Loss(4, gone)}, frozenset({"0.0.0"}))
    hurt, fresh = (pdf(roster(NEY, system=system, losses=lost)) for lost in (losses, Losses("")))
    words = without_spaces(text(hurt)).casefold()
    assert without_spaces("roster as after Quatre Bras, Turn 6").casefold() in words
    assert gone in words
    assert ("generalhusson,lost" in words) == (system == "mini_nap")
    assert "asafter" not in without_spaces(text(fresh)).casefold()
    assert misplaced(hurt) == []


def test_units_of_men_that_nobody_knows_do_not_stop_losses() -> None:
    strange = Losses("X", {"nobody": Loss(3), UNITS[0].id: Loss(99, "destroyed")})
    assert pages(pdf(roster(NEY, system="mini_nap", losses=strange)))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", registry.army_systems())
def test_a_blank_roster_has_the_columns_of_its_system(system: str, paper: str) -> None:
    data = pdf(blank_roster(system, 3), paper)
    sheets = pages(data)
    assert len(sheets) == 3
    for word in ("Unit", "Army", "Commander" if system != "easy_napoleonics" else "Leader"):
        assert word in sheets[0]
    assert misplaced(data) == []


@pytest.mark.parametrize("system", [*SYSTEMS, "snappy_nappy"])
@pytest.mark.parametrize("battle", BATTLES)
def test_a_casualty_report_counts_every_unit_brigade_and_division(battle: str, system: str) -> None:
    roll = roll_of(sides(battle)[0], system)
    data = pdf(casualty_report(roll))
    words = without_spaces(text(data))
    for unit in roll.units:
        assert without_spaces(unit.name) in words
    for group in roll.groups:
        assert without_spaces(group.title) in words
        for name in group.above:
            assert without_spaces(name) in words
    assert without_spaces(f"{roll.title}: {len(roll.units)} units") in words
    assert misplaced(data) == []


def test_a_report_is_filled_with_what_is_known() -> None:
    rules = registry.load("mini_nap")
    state = rules.start(rules.scenarios.load("quatre_bras"))
    first = replace(state.units[0], points=2, where="table")
    after = replace(state, units=(first, replace(state.units[1], points=1, where="destroyed"), *state.units[2:]))
    roll = registry.sheets("mini_nap").roll(after, "a")
    filled, empty = text(pdf(casualty_report(roll, filled=True))), text(pdf(casualty_report(roll)))
    assert "1 of 6 units removed" in filled
    assert "destroyed" in filled
    assert "destroyed" not in empty


@pytest.mark.parametrize(
    ("battle", "pages_needed"), [("quatre-bras-1815", 1), ("lutzen-1813", 1), ("austerlitz-1805", 3)]
)
def test_an_army_stands_on_one_page_of_a3_and_a_very_large_one_on_few_after_an_overview(
    battle: str, pages_needed: int
) -> None:
    made = chart(sides(battle)[1], system="mini_nap", paper="a3", version="0", date="today")
    assert len(made.pages) == pages_needed


def order(kind, **chosen: str) -> Order:
    """Of an army that has fought; of a force that no army is behind for the kind that is made of one."""
    lost = Losses("Quatre Bras", {UNITS[1].id: Loss(5, "destroyed")})
    side = Sided("a", "French", roll_of(NEY, "mini_nap"), None if kind.key == "field_roster" else NEY, lost)
    subject = Subject("army:x", "French", "mini_nap", registry.settings("mini_nap").rules(), (side,))
    return Order(subject, "", (side,), read_choices(kind, chosen), "a4", BY)


@pytest.mark.parametrize("kind", [*ROSTERS, *CARDS, *LABELS], ids=lambda kind: kind.key)
def test_every_value_of_every_choice_makes_a_sheet(kind) -> None:
    assert kind.lacks(order(kind).subject) == ""
    found = {}
    for choice in kind.choices:
        for value in choice.values or (str(max(1, choice.least)), str(min(choice.most, 3) or choice.most)):
            if choice.values or int(value) >= choice.least:
                section = kind.make(order(kind, **{choice.key: value}))[0]
                found[choice.key, value] = section.digest
    for choice in kind.choices:
        digests = {digest for (key, _), digest in found.items() if key == choice.key}
        assert len(digests) > 1 or choice.key == "own", choice.key


def test_the_roster_as_after_the_last_battle_is_asked_for_by_a_choice() -> None:
    kind = ROSTERS[0]
    after = text(pdf(kind.make(order(kind, state="after"))[0]))
    assert "destroyed" in after
    assert "destroyed" not in text(pdf(kind.make(order(kind))[0]))


def test_a_brigade_that_there_is_not_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadChoice, match="There is no brigade 99: French has 17"):
        CARDS[0].make(order(CARDS[0], brigade="99"))
    with pytest.raises(BadChoice, match="whole number from 15 to 120"):
        read_choices(LABELS[0], {"own": "14"})


def strokes(data: bytes, page: int = 0) -> int:
    """How many boxes of a page are struck: slanting lines of the weight of a stroke."""
    with pdfplumber.open(io.BytesIO(data)) as document:
        lines = document.pages[page].lines
    return sum(line["linewidth"] == 1.1 and line["width"] > 1 and line["height"] > 1 for line in lines)


@pytest.mark.rule("MN-LOSS-01", "a box is struck for each point lost, and one of those over it for a unit")
def test_boxes_are_struck_one_by_one() -> None:
    losses = Losses("X", {UNITS[0].id: Loss(2), UNITS[1].id: Loss(5, "destroyed")})
    assert strokes(pdf(roster(NEY, system="mini_nap", losses=losses))) == 2 + 5 + 1 + 1
    assert strokes(pdf(roster(NEY, system="mini_nap"))) == 0


@pytest.mark.rule("EN-MORALE-03", "a level is struck for each that a unit has fallen, all of a broken one")
def test_levels_are_struck_one_by_one() -> None:
    losses = Losses("X", {UNITS[0].id: Loss(1), UNITS[1].id: Loss(4, "broken")}, frozenset({"leader 1"}))
    assert strokes(pdf(roster(NEY, system="easy_napoleonics", losses=losses))) == 1 + 4 + 1


def test_a_casualty_report_of_one_group_gives_its_total_once() -> None:
    of = roll_of(sides("quatre-bras-1815")[0], "mini_nap")
    one = replace(of, groups=(replace(of.groups[0], above=()),))
    assert "Totals" not in text(pdf(casualty_report(one)))
    assert "Totals" in text(pdf(casualty_report(of)))
    assert "Totals" in text(pdf(casualty_report(replace(one, groups=(replace(one.groups[0], units=of.units[:1]),)))))
