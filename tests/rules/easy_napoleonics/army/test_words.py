"""The arithmetic of Easy Napoleonics, and its faults, in words: each sentence whole, with its rules."""

from typing import Any

import pytest

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.tree import Place, number
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import (
    army_cost,
    army_victory_points,
    budget,
    faults,
    map_unit,
    options,
    unit_cost,
    unit_victory_points,
)


def _unit(name: str = "1/24e Ligne", type_: str = "line_infantry", quality: str = "trained", **changes: Any) -> Unit:
    return Unit(name=name, type=type_, quality=quality, **changes)


def _army(*units: Unit, nation: str = "FR") -> Army:
    return number(Army(name="Army", nation=nation, commander="Soult", children=units))


@pytest.mark.rule("EN-COST-02", "cost per stand, then stands, and no word of armour where there is none")
@pytest.mark.parametrize(
    ("kind", "grade", "title", "sentence"),
    [
        (
            "infantry",
            "militia",
            "Why 2 points?",
            "militia infantry, a stand: 1 (EN-COST-02); 2 stands × 1: 2 (EN-COST-01, EN-UNIT-02)",
        ),
        (
            "horse_artillery",
            "old_guard",
            "Why 11 points?",
            "old guard horse artillery, a stand: 11 (EN-COST-02); 1 stand × 11: 11 (EN-COST-01, EN-UNIT-02)",
        ),
    ],
)
def test_a_cost_in_words(kind: tables.Kind, grade: tables.Grade, title: str, sentence: str) -> None:
    cost = unit_cost(kind, grade)
    assert (cost.title, cost.sentence) == (title, sentence)
    assert cost == unit_cost(kind, grade, False)


@pytest.mark.rule("EN-RULING-54", "the surcharge of armour is named, nought by default")
def test_a_surcharge_in_words() -> None:
    assert unit_cost("heavy_cavalry", "elite", True).sentence == (
        "elite heavy cavalry, a stand: 7 (EN-COST-02); 2 stands × 7: 14 (EN-COST-01, EN-UNIT-02); "
        "armored, 2 stands × 0: +0 (EN-RULING-54); cost: 14 (EN-COST-01)"
    )


@pytest.mark.rule("EN-VP-05", "grade step, kind offset and their sum, or the floor of 1, or 3 under flat3")
@pytest.mark.parametrize(
    ("kind", "grade", "model", "title", "sentence"),
    [
        (
            "infantry",
            "conscript",
            "graded",
            "Why 1 victory point?",
            "conscript, its step: 0 (EN-RULING-64); infantry, its offset: +0 (EN-RULING-64); "
            "0 + 0 = 0, but at least 1: 1 (EN-VP-05, EN-RULING-64)",
        ),
        (
            "field_artillery",
            "militia",
            "graded",
            "Why 1 victory point?",
            "militia, its step: −1 (EN-RULING-64); field artillery, its offset: +1 (EN-RULING-64); "
            "−1 + 1 = 0, but at least 1: 1 (EN-VP-05, EN-RULING-64)",
        ),
        (
            "heavy_cavalry",
            "militia",
            "graded",
            "Why 1 victory point?",
            "militia, its step: −1 (EN-RULING-64); heavy cavalry, its offset: +2 (EN-RULING-64); −1 + 2: 1 (EN-VP-05)",
        ),
        (
            "field_artillery",
            "guard",
            "flat3",
            "Why 3 victory points?",
            "field artillery of any grade: 3 (EN-VP-05, EN-RULING-64)",
        ),
    ],
)
def test_victory_points_in_words(kind: tables.Kind, grade: tables.Grade, model: str, title: str, sentence: str) -> None:
    worth = unit_victory_points(kind, grade, options({"vp_model": model}))
    assert (worth.title, worth.sentence) == (title, sentence)


ARMORED = _unit("1er Cuirassiers", "heavy_cavalry", "elite", armoured=True)


@pytest.mark.rule("EN-VP-01", "an army's sums cite every rule that made them, its leader's 5 points among them")
def test_the_sums_of_an_army_in_words() -> None:
    army = _army(_unit(), _unit("2/24e Ligne"), ARMORED)
    chosen = options({"armored_surcharge_per_stand": 2, "leaders_per_side": 2})
    cost, worth = army_cost(army, chosen), army_victory_points(army, chosen)
    assert (cost.title, worth.title) == (
        "Why does the army cost 50 points?",
        "Why is the army worth 17 victory points?",
    )
    assert cost.sentence == (
        "2 seasoned infantry × 6: 12 (EN-COST-01, EN-COST-02); "
        "1 elite armored heavy cavalry × 18: 18 (EN-COST-01, EN-COST-02, EN-RULING-54); "
        "2 leaders × 10: 20 (EN-COST-01, EN-UNIT-01); total: 50 (EN-COST-01)"
    )
    assert worth.sentence == (
        "2 seasoned infantry × 1: 2 (EN-VP-01, EN-VP-05, EN-RULING-64); "
        "1 elite armored heavy cavalry × 5: 5 (EN-VP-01, EN-VP-05, EN-RULING-64); "
        "2 leaders × 5: 10 (EN-VP-01, EN-UNIT-01); total: 17 (EN-VP-01)"
    )


@pytest.mark.rule("EN-UNIT-01", "one leader is one, and without leaders none is counted")
def test_leaders_in_words() -> None:
    army = _army(_unit())
    assert army_cost(army).lines[1].text == "1 leader × 10"
    without = army_cost(army, options({"leaders_per_side": 0}))
    assert [line.text for line in without.lines] == ["1 seasoned infantry × 6", "total"]
    assert without.value == 6


@pytest.mark.rule("EN-RULING-67", "what is left of the budget, or over it, by the point")
@pytest.mark.parametrize(
    ("allowed", "title", "last"),
    [
        (17, "Why 1 point left?", "17 − 16: 1 point left (EN-COST-04)"),
        (16, "Why 0 points left?", "16 − 16: 0 points left (EN-COST-04)"),
        (15, "Why 1 point over?", "15 − 16: 1 point over (EN-COST-04)"),
        (20, "Why 4 points left?", "20 − 16: 4 points left (EN-COST-04)"),
    ],
)
def test_the_budget_in_words(allowed: int, title: str, last: str) -> None:
    left = budget(_army(_unit()), options({"points_budget": allowed}))
    assert left.title == title
    assert left.sentence == (
        f"budget of a basic army: {allowed} (EN-RULING-67); cost of this army: 16 (EN-COST-01); {last}"
    )


@pytest.mark.rule("EN-RULING-98", "each fault with its severity, its rule and its whole sentence, the army's first")
def test_faults_in_words() -> None:
    army = _army(_unit(), _unit("1/24e  ligne"), _unit("Chasseurs", "light_cavalry", armoured=True))
    found = faults(army, options({"points_budget": 29, "national_rules": "austria"}))
    assert [(fault.severity, fault.rule, fault.element, fault.sentence) for fault in found] == [
        (
            "warning",
            "EN-COST-04",
            "",
            "The army costs 30 points: 1 over its budget of 29 (AB-02). You can still play: "
            "agree on another budget, or on something extra for the other side.",
        ),
        (
            "warning",
            "EN-VP-02",
            "",
            "The army is worth 10 victory points, and 20 are needed to win: its enemy cannot win by points (AB-06).",
        ),
        (
            "info",
            "EN-NATION-01",
            "",
            "The national rule of Austria is in force, but this army has no infantry of that nation: "
            "the rule has no effect (AB-05).",
        ),
        ("warning", "AB-08", "1", "2 units are called 1/24e  ligne: give each its own name."),
        (
            "warning",
            "EN-UNIT-05",
            "2",
            "Chasseurs is recorded as armoured, but only heavy cavalry is armored in the game: "
            "its armor has no effect (AB-04).",
        ),
    ]


@pytest.mark.rule("EN-COST-04", "points left are said with the tolerance that they pass")
def test_points_left_in_words() -> None:
    chosen = options({"points_budget": 20, "points_tolerance": 3, "victory_points_to_win": 1})
    (fault,) = faults(_army(_unit()), chosen)
    assert fault.sentence == (
        "The army costs 16 points: 4 left of its budget of 20 (AB-02). An enemy who spends all has 4 more; two "
        "basic armies may differ by 3 at most."
    )
    assert faults(_army(), chosen)[0].sentence == "The army has no units: it would lose at once (AB-06)."


@pytest.mark.rule("EN-RULING-95", "armour that counts for nothing says why, and is not spoken of where there is none")
def test_armour_in_words() -> None:
    def said(**changes: Any) -> str:
        return map_unit(Place(_unit(**changes), (), "PT")).reckoning.sentence

    assert "armoured: nothing: only heavy cavalry is armored (EN-RULING-95, EN-UNIT-05)" in said(armoured=True)
    assert "armour" not in said()
    assert "Portugal: no nation tag (EN-RULING-96, EN-UNIT-07)" in said()
    assert "untrained, irregular: militia, 9+ on 1D10 (EN-RULING-94, EN-MORALE-02)" in said(
        type_="light_cavalry", quality="untrained", irregular=True
    )


@pytest.mark.rule("EN-RULING-96", "the Legion is England's by its flag too, and says so")
@pytest.mark.parametrize("nation", ["GB", "KGL", "HAN", ""])
def test_the_legion_by_its_flag(nation: str) -> None:
    of = map_unit(Place(_unit(kgl=True), (), nation), options({"national_rules": "england"}))
    assert of.nation_tag == "england"
    assert [effect.rule for effect in of.effects] == ["EN-NATION-02"]
    assert "King's German Legion: nation tag england (EN-RULING-96, EN-UNIT-07)" in of.reckoning.sentence
    assert "national rule in force: in line: +1 on each fire die (EN-NATION-02)" in of.reckoning.sentence
