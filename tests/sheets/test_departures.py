"""Overrides and house rules on the rosters: the marks, the reasons, the club's numbers; nothing off the paper."""

from typing import Any

import pytest
from msgspec import structs

from battles.engine.armies.facts import Army, Brigade, Corps, Division, HouseRules, Override, Unit
from battles.engine.armies.systems import house_in_force
from battles.engine.armies.tree import walk
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.mini_nap import army as mini_nap
from tests.sheets.builders import sides
from tests.sheets.pdf_text import PAPERS, SYSTEMS, misplaced, pages, roster_pdf, text, without_spaces

CLUB = "Sound the Charge"
OVERLAYS: dict[str, dict[str, Any]] = {
    "mini_nap": {"men_per_point": 80, "radius.good": 17, "infantry_brigade.most": 3},
    "easy_napoleonics": {"cost.infantry.veteran": 5, "leader_cost": 12, "tag_of.FR": "none"},
}
LAID = {
    "mini_nap": (("type", "line_infantry"), ("quality", "elite"), ("strength_points", 9)),
    "easy_napoleonics": (
        ("kind", "heavy_cavalry"),
        ("grade", "old_guard"),
        ("armored", True),
        ("nation_tag", "russia"),
        ("cost", 30),
        ("victory_points", 11),
    ),
}


def overridden(reason: str = "of the scenario") -> tuple[Override, ...]:
    return tuple(
        Override(system=system, what=what, value=value, reason=reason)
        for system, values in LAID.items()
        for what, value in values
    )


def army(reason: str = "of the scenario", club: str = CLUB) -> Army:
    """One division of Quatre Bras with its second battalion overridden, under house rules."""
    whole = sides("quatre-bras-1815")[0]
    corps = whole.children[0]
    assert isinstance(corps, Corps)
    division = corps.children[0]
    assert isinstance(division, Division)
    brigade = division.children[0]
    assert isinstance(brigade, Brigade)
    first, second, *rest = brigade.children
    own = structs.replace(second, overrides=overridden(reason))
    changed = structs.replace(brigade, children=(first, own, *rest))
    one = structs.replace(corps, children=(structs.replace(division, children=(changed, *division.children[1:])),))
    return structs.replace(whole, children=(one,), house=HouseRules(name=club, overlays=OVERLAYS))


def mapped() -> dict[str, Any]:
    place = next(p for p in walk(army()) if isinstance(p.element, Unit) and p.element.overrides)
    house = army().house
    return {
        "mini_nap": mini_nap.map_unit(place, mini_nap.options({}, house)),
        "easy_napoleonics": easy_napoleonics.map_unit(place, easy_napoleonics.options({}, house)),
    }


@pytest.mark.rule("MN-RULING-95", "an overridden value carries a mark, and the key says what the mark means")
def test_marks_of_mini_nap() -> None:
    first = pages(roster_pdf(army()))[0]
    assert "line infantry‡" in first
    assert "Elite‡" in first
    assert first.count("‡") == 4
    assert "‡ overridden by the owner, reason at the end" in " ".join(first.split())


@pytest.mark.rule("EN-RULING-100", "an overridden value carries a mark")
def test_marks_of_easy_napoleonics() -> None:
    words = " ".join(pages(roster_pdf(army(), "easy_napoleonics"))[0].split())
    for marked in ("heavy cavalry‡", "Old guard‡", "armored‡", "russia tag‡"):
        assert marked in words
    assert words.count("‡") == 7


@pytest.mark.rule("MN-RULING-95", "every override stands at the end with both values and its reason")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_reasons_stand_at_the_end(system: str, paper: str) -> None:
    words = without_spaces(text(roster_pdf(army(), system, paper)))
    unit = mapped()[system]
    reckonings = [unit.reckoning] if system == "mini_nap" else [unit.reckoning, unit.cost, unit.victory_points]
    lines = [line for why in reckonings for line in why.lines if line.overridden]
    assert len(lines) == len(LAID[system])
    assert (
        without_spaces("Overridden by the owner ‡ II/2e Léger " + "; ".join(line.sentence for line in lines)) in words
    )


@pytest.mark.rule("EN-RULING-101", "the club's numbers stand under its name, and every page of units says so")
@pytest.mark.parametrize("system", SYSTEMS)
def test_house_rules_are_listed(system: str) -> None:
    data = roster_pdf(army(), system)
    words = without_spaces(text(data))
    values = house_in_force(system, army().house)
    assert len(values) == 3
    for value in values:
        assert without_spaces(f"{value.label}: {value.sentence}") in words
    assert without_spaces(f"House rules {CLUB} {values[0].group}.") in words
    for page in pages(data):
        on = f"House rules of {CLUB}: 3 values differ from the book" in " ".join(page.split())
        assert on != ("Arithmetic and sources" in page)
    assert without_spaces(f"house rule of {CLUB}") in words


@pytest.mark.rule("MN-RULING-96", "numbers on the roster are the club's: points, radii, a leader's cost")
def test_the_numbers_are_the_clubs() -> None:
    assert "Good 17" in " ".join(pages(roster_pdf(army()))[0].split())
    assert "602 men / 80" in text(roster_pdf(army()))
    own = easy_napoleonics.options({}, army().house)
    cost = easy_napoleonics.army_cost(army(), own).value
    assert f"cost {cost:,} of 104" in text(roster_pdf(army(), "easy_napoleonics"))
    assert cost != easy_napoleonics.army_cost(army()).value


@pytest.mark.rule("MN-RULING-96", "without overrides and house rules a roster says nothing of them")
@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_said_without_them(system: str) -> None:
    words = text(roster_pdf(sides("quatre-bras-1815")[0], system))
    assert "‡" not in words
    assert "house rule" not in words.casefold()
    assert "verridden" not in words


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("word", ["x", "long words ", "Ж█ "])
def test_long_reasons_and_names_stay_on_the_paper(system: str, paper: str, word: str) -> None:
    reason, club = (word * 200)[:200].strip(), (word * 80)[:80].strip()
    data = roster_pdf(army(reason, club), system, paper)
    assert misplaced(data) == []
