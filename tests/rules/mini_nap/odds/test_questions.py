"""Questions for odds: worked examples of the rulebook from stated facts, and impossible facts."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from battles.engine.forecast import OddsError
from battles.rules.mini_nap.combat.combatants import CombatGroup
from battles.rules.mini_nap.odds.questions import QUERIES, ask, questions
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.combat_examples import DUELS, FRAYS, RULEBOOK, row
from tests.rules.mini_nap.builders.forecasts import duel, won


def said(what: str, **facts: Any) -> dict[str, Any]:
    return dict(ask(what, json.dumps(facts)))


def rows(heading: str, columns: int) -> list[list[str]]:
    """The rows of the table under a heading of the rulebook that has so many columns."""
    section = RULEBOOK.split(f"### {heading} ")[1].split("\n##")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [cells for cells in found[1:] if len(cells) == columns]


def share(answer: dict[str, str]) -> Fraction:
    return Fraction(answer["fraction"])


# Fire

LINE: dict[str, Any] = {"unit_class": "infantry", "formation": "line"}
GUNS: dict[str, Any] = {"unit_class": "artillery", "rating": "veteran"}
SHOTS: dict[str, dict[str, Any]] = {
    "V01": {**LINE, "rating": "veteran", "target": "line"},
    "V02": {**LINE, "rating": "veteran", "target": "column"},
    "V04": {**LINE, "rating": "veteran", "target": "emergency_square"},
    "V05": {**LINE, "rating": "veteran", "target": "skirmish_line"},
    "V07": {**LINE, "formation": "column", "rating": "veteran", "target": "line"},
    "V10": {**LINE, "rating": "guard", "target": "column"},
    "V12": {**LINE, "formation": "solid_square", "rating": "guard", "target": "column"},
    "V15": {**GUNS, "weight": "heavy", "band": "close", "target": "line"},
    "V17": {**GUNS, "weight": "heavy", "band": "long", "target": "line"},
    "V20": {**GUNS, "weight": "medium", "band": "long", "nation": "british", "target": "battery"},
    "V24": {**GUNS, "weight": "light", "band": "long", "nation": "french", "rating": "elite", "target": "line"},
    "V26": {
        **GUNS,
        "weight": "heavy",
        "band": "close",
        "nation": "french",
        "rating": "guard",
        "target": "solid_square",
    },
    "V27": {**GUNS, "weight": "heavy", "band": "medium", "target": "column", "screened": True},
    "V28": {**GUNS, "weight": "heavy", "band": "long", "target": "column", "screened": True},
    "V32": {**GUNS, "weight": "medium", "band": "medium", "nation": "british", "target": "line", "screened": True},
}
NO_SHOT: dict[str, tuple[dict[str, Any], str]] = {
    "V08": ({**LINE, "formation": "column", "rating": "veteran", "target": "skirmish_line"}, "MN-FIRE-42"),
    "V14": ({**LINE, "rating": "veteran", "target": "column", "screened": True}, "MN-FIRE-23"),
    "V21": ({**GUNS, "weight": "medium", "band": "long", "nation": "british", "kgl": True, "target": "battery"}, "42"),
    "V23": ({**GUNS, "weight": "light", "band": "long", "target": "line"}, "MN-FIRE-42"),
    "V29": ({**GUNS, "weight": "heavy", "band": "close", "target": "column", "screened": True}, "MN-FIRE-23"),
    "V30": ({**GUNS, "weight": "heavy", "band": "medium", "target": "battery", "screened": True}, "MN-FIRE-24"),
}


def shot(facts: dict[str, Any], **target: Any) -> dict[str, Any]:
    return said("fire", **{**facts, "target": {"formation": facts["target"], **target}})


@pytest.mark.rule("MN-FIRE-42", "the dice of the rulebook's shots, from facts")
@pytest.mark.rule("MN-FIRE-43", "their hits")
@pytest.mark.parametrize("example", SHOTS)
def test_a_shot(example: str) -> None:
    dice, *chances, mean = row(example, 7)[1:]
    found = shot(SHOTS[example])
    hits = {int(number): share(chance) for number, chance in found["hits"].items()}
    more = sum((chance for number, chance in hits.items() if number > 2), Fraction(0))
    assert found["dice"] == int(dice)
    assert [*(hits.get(number, Fraction(0)) for number in range(3)), more] == [Fraction(cell) for cell in chances]
    assert Fraction(found["mean_hits"]) == Fraction(mean)
    halved = sum(each["value"] for each in found["modifiers"])
    assert found["basic"] + halved == found["dice"]


@pytest.mark.rule("MN-FIRE-23", "no odds of a shot that cannot be fired")
@pytest.mark.parametrize("example", NO_SHOT)
def test_no_shot(example: str) -> None:
    facts, rule = NO_SHOT[example]
    assert row(example, 7)[1] == "no shot"
    with pytest.raises(OddsError, match=rule):
        shot(facts)


@pytest.mark.rule("MN-LOSS-02", "what a target has left: removed at 1, a Guard at 0")
def test_what_a_target_has_left() -> None:
    left = {rating: shot(SHOTS["V02"], points=2, rating=rating)["points_left"] for rating in ("veteran", "guard")}
    assert {points: share(each) for points, each in left["veteran"].items()} == {
        "2": Fraction(5, 108),
        "0": Fraction(103, 108),
    }
    assert share(left["guard"]["1"]) == Fraction(125, 216)
    assert share(left["guard"]["0"]) == Fraction(3, 8)


# Tests


@pytest.mark.rule("MN-RATE-07", "one number for every test")
def test_quality() -> None:
    for rating, needs, passed, bonus, both in rows("8.4", 5):
        found = said("quality", rating=rating, cautious=True)
        assert f"{found['test']['needed']}+" == needs
        assert [share(found["test"]["pass"]), share(found["both"])] == [Fraction(passed), Fraction(both)]
        assert share(said("quality", rating=rating, bonus=1)["test"]["pass"]) == Fraction(bonus)


@pytest.mark.rule("MN-EXTEND-03", "the dice of an extension")
@pytest.mark.parametrize("cells", rows("8.7", 6), ids=lambda cells: "-".join(cells[:3]))
def test_extension(cells: list[str]) -> None:
    kind, rating, short, enough, made, cautious = cells
    facts = {"type": "line_infantry" if kind == "infantry" else kind, "rating": rating, "shortfall": int(short)}
    found = said("extend", **facts)
    assert [share(found["dice_enough"]), share(found["charge_made"])] == [Fraction(enough), Fraction(made)]
    assert share(said("extend", **facts, cautious=True)["charge_made"]) == Fraction(cautious)


@pytest.mark.rule("MN-EXTEND-06", "a part of a centimetre too far is too far")
def test_shortfalls_in_parts_of_a_centimetre() -> None:
    facts = {"type": "light_cavalry", "rating": "guard"}
    assert share(said("extend", **facts, shortfall=3.1)["dice_enough"]) == Fraction(1, 2)
    assert share(said("extend", **facts, shortfall=0.5)["dice_enough"]) == 1


# Combat


def facts_of(fray: CombatGroup) -> dict[str, Any]:
    units = [
        {
            "side": unit.side,
            "unit_class": unit.fighter.unit_class,
            "rating": unit.fighter.rating,
            "formation": unit.fighter.formation,
            "lancer": unit.fighter.lancer,
            "points": unit.points,
            "charging": unit.charging,
            "plan": unit.plan,
        }
        for unit in fray.units
    ]
    contacts = [
        {"unit": each.unit, "enemy": each.enemy, "outflanking": each.outflanking, "halvings": each.halvings}
        for each in fray.facings
        if each.outflanking or each.halvings
    ]
    every = contacts if len(units) == 2 else [*contacts, *({"unit": 2, "enemy": n} for n in range(2))]
    return {"units": units, "contacts": every}


@pytest.mark.rule("MN-HTH-10", "a combat from facts has the odds of the rulebook, contacts given one way or not at all")
@pytest.mark.parametrize("example", DUELS)
def test_duels(example: str) -> None:
    found = said("hand_to_hand", **facts_of(DUELS[example]))
    impact, melee, a_first, b_first, a, b, gone, rounds = row(example, 9)[1:]
    sets = ["/".join(str(each["sets"]) for each in found[kind]) for kind in ("impact", "melee")]
    assert sets == [impact, melee]
    results = found["results"]
    assert [results[name]["decimal"] for name in ("a_wins", "b_wins", "all_gone")] == [a, b, gone]
    assert results["both_left"]["decimal"] == "0.000000"
    assert found["melee_rounds"] == rounds
    squares = [unit.fighter.formation.endswith("square") for unit in DUELS[example].units]
    guns = [unit.fighter.unit_class == "artillery" for unit in DUELS[example].units]
    for through, first, square, gun in zip(found["breaks_through"], (a_first, b_first), squares, guns, strict=True):
        assert through["decimal"] == ("0.000000" if square or gun else first)


@pytest.mark.rule("MN-HTH-11", "two against one, by plan")
@pytest.mark.parametrize("example", FRAYS)
def test_two_against_one(example: str) -> None:
    found = said("hand_to_hand", **facts_of(FRAYS[example]))
    results = found["results"]
    assert [results[name]["decimal"] for name in ("a_wins", "b_wins", "all_gone")] == row(example, 6)[2:5]


@pytest.mark.rule("MN-HTH-14", "a combat that has passed its impact round, reckoned here in another way")
def test_a_combat_from_its_melee_on() -> None:
    facts = facts_of(DUELS["D09"])
    found = said("hand_to_hand", **facts, start="melee")
    _, ends = duel((5, 6), (3, 4), (0, 0), (2, 1))
    assert [found["results"][name]["decimal"] for name in ("a_wins", "b_wins", "all_gone")] == [
        f"{float(chance):.6f}" for chance in won(ends)
    ]
    assert "impact" not in found
    assert "breaks_through" not in found


CHARGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "E01": ({"rating": "trained", "formation": "line", "points": 6}, {"rating": "veteran", "points": 5}),
    "E02": (
        {"rating": "trained", "formation": "column", "points": 6, "nation": "austrian"},
        {"rating": "veteran", "points": 5},
    ),
    "E03": (
        {"rating": "veteran", "formation": "column", "points": 6, "nation": "british"},
        {"rating": "elite", "points": 5},
    ),
    "E04": ({"rating": "trained", "formation": "line", "points": 3}, {"rating": "veteran", "points": 4}),
    "E05": ({"rating": "untrained", "formation": "column", "points": 7}, {"rating": "trained", "points": 6}),
    "E06": ({"rating": "elite", "formation": "line", "points": 6}, {"rating": "veteran", "points": 5, "lancer": True}),
}


@pytest.mark.rule("MN-REACT-42", "the square, the feint and the combats from facts")
@pytest.mark.parametrize("example", CHARGES)
def test_emergency_squares(example: str) -> None:
    foot, horse = CHARGES[example]
    found = said("emergency_square", infantry=foot, cavalry=horse)
    names = ("cavalry_wins", "infantry_wins", "both_gone")
    exact = [found["square_forms"]["fraction"], found["cavalry_feints"]["fraction"]]
    assert [*exact, *(found[name]["decimal"] for name in names)] == row(example, 7)[2:]


@pytest.mark.rule("MN-REACT-42", "neither a line nor the KGL adds to its test")
@pytest.mark.rule("MN-REACT-50", "cavalry may fight every square instead of feinting")
def test_who_adds_nothing_and_who_never_feints() -> None:
    foot, horse = CHARGES["E03"]
    for more in ({"kgl": True}, {"formation": "line"}):
        assert said("emergency_square", infantry={**foot, **more}, cavalry=horse)["test"]["bonus"] == 0
    found = said("emergency_square", infantry=foot, cavalry=horse, feints=False)
    assert found["cavalry_feints"]["fraction"] == "0"
    total = sum(float(found[name]["decimal"]) for name in ("cavalry_wins", "infantry_wins", "both_gone"))
    assert total == pytest.approx(1, abs=1e-5)


# Initiative and ratings


@pytest.mark.rule("MN-SEQ-06", "three dice against two, ties thrown again")
@pytest.mark.rule("MN-SEQ-01", "two dice each")
def test_initiative() -> None:
    for facts, cells in zip(({"throw": "first"}, {}), rows("8.5", 6), strict=True):
        found = said("initiative", **facts)
        assert [found["first_throw"][name]["fraction"] for name in ("a", "tie", "b")] == cells[1:4]
        assert found["gains"]["a"]["fraction"] == cells[4].split(" = ")[0]
        assert found["mean_throws"] == cells[5].split(" = ")[0]
    assert said("initiative")["mean_kept_in_a_row"] == "1009/197"
    assert said("initiative", holder="b")["gains"]["a"]["fraction"] == "197/1206"


RATINGS = [cells for cells in rows("8.6", 8) if cells[1] in ("corps", "division")]


@pytest.mark.rule("MN-CMD-50", "the ratings of Corps commanders by nation")
@pytest.mark.rule("MN-CMD-60", "the ratings of Division commanders by nation")
@pytest.mark.parametrize("cells", RATINGS, ids=lambda cells: "-".join(cells[:2]))
def test_ratings(cells: list[str]) -> None:
    nation, level, *chances, radius = cells
    found = said("rating", level=level, nation="prussian" if nation == "all others" else nation)
    assert [each["fraction"] for each in found["ratings"].values()] == chances
    assert found["mean_radius_cm"] == radius


@pytest.mark.rule("MN-RULING-01", "by option a Russian Corps commander is never Dreadful")
def test_options_count() -> None:
    found = said("rating", level="corps", nation="russian", options={"russian_corps_overlap": "poor_wins"})
    assert (found["ratings"]["poor"]["fraction"], found["ratings"]["dreadful"]["fraction"]) == ("13/18", "0")
    with pytest.raises(OddsError, match="options: "):
        said("initiative", options={"weather": "rain"})


@pytest.mark.rule("MN-RULING-67", "by option nothing is thrown, and who has no rating is Average")
def test_a_rating_that_nobody_throws_for() -> None:
    found = said("rating", level="corps", nation="russian", options={"commander_ratings": "fixed"})
    assert {rating: each["fraction"] for rating, each in found.pop("ratings").items() if each["fraction"] != "0"} == {
        "average": "1"
    }
    assert found == {"rule": "MN-RULING-67", "mean_radius_cm": str(PRINTED.commanders["average"].radius)}


def test_every_rating_of_the_rulebook_is_read() -> None:
    assert len(RATINGS) == 15
    assert len(rows("8.7", 6)) == 13


# What cannot be

A = {"side": "a", "unit_class": "infantry", "rating": "veteran", "formation": "line", "points": 5}
B = {**A, "side": "b"}

FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("fire", {**LINE, "rating": "good", "target": {"formation": "line"}}, "rating: 'good' is not one of guard, elite"),
    ("fire", {**LINE, "rating": "elite"}, "target is required"),
    (
        "fire",
        {"unit_class": "cavalry", "rating": "elite", "target": {"formation": "line"}},
        "unit_class: Cavalry cannot",
    ),
    (
        "fire",
        {"unit_class": "infantry", "rating": "elite", "target": {"formation": "line"}},
        "State the formation",
    ),
    ("fire", {**GUNS, "band": "close", "target": {"formation": "line"}}, "weight: State the weight"),
    ("fire", {**GUNS, "weight": "light", "target": {"formation": "line"}}, "band: State the weight"),
    ("fire", {**LINE, "rating": "elite", "band": "close", "target": {"formation": "line"}}, "band: Small arms have no"),
    (
        "fire",
        {**LINE, "rating": "elite", "formation": "battery", "target": {"formation": "line"}},
        "Infantry cannot be",
    ),
    (
        "fire",
        {**LINE, "rating": "elite", "target": {"formation": "line", "points": 0}},
        "target.points: A unit must",
    ),
    ("hand_to_hand", {"units": [A]}, "units: A combat needs units of side a and of side b"),
    ("hand_to_hand", {"units": [A, {**B, "points": 101}]}, "units[1].points: A unit must have 1 to 100"),
    (
        "hand_to_hand",
        {"units": [A, {**B, "formation": "battery"}]},
        "units[1].formation: Infantry cannot be in battery",
    ),
    ("hand_to_hand", {"units": [{**A, "lancer": True}, B]}, "units[0].lancer: Only cavalry"),
    (
        "hand_to_hand",
        {"units": [{**A, "formation": "solid_square", "charging": True}, B]},
        "units[0].charging: Artillery and squares",
    ),
    ("hand_to_hand", {"units": [A, B], "contacts": [{"unit": 0, "enemy": 2}]}, "contacts[0].enemy: There is no unit 2"),
    (
        "hand_to_hand",
        {"units": [A, B], "contacts": [{"unit": 0, "enemy": 0}]},
        "contacts[0]: The unit and its enemy are on the same side",
    ),
    ("hand_to_hand", {"units": [A, B], "contacts": [{"unit": 0, "enemy": 1}] * 2}, "contacts[1]: This contact"),
    (
        "hand_to_hand",
        {"units": [A, B], "contacts": [{"unit": 0, "enemy": 1, "halvings": 6}]},
        "halvings must be 0 to 5",
    ),
    (
        "hand_to_hand",
        {"units": [A, A, B], "contacts": [{"unit": 0, "enemy": 2}]},
        "contacts: Unit 1 is not in contact with",
    ),
    (
        "hand_to_hand",
        {"units": [A, A, B, B], "contacts": [{"unit": 0, "enemy": 2}, {"unit": 3, "enemy": 1}]},
        "contacts: Unit 1 is not in the same combat as unit 0",
    ),
    (
        "hand_to_hand",
        {"units": [{**A, "points": 20}, {**A, "points": 20}, {**B, "points": 20}]},
        "This combat is too large",
    ),
    ("quality", {"rating": "elite", "bonus": 1.5}, "bonus: 1.5 is not a whole number"),
    ("quality", {"rating": "elite", "mood": 1}, "There is no key 'mood' here; the keys are"),
    ("extend", {"type": "foot_artillery", "rating": "elite", "shortfall": 1}, "type: 'foot_artillery' is not one of"),
    ("extend", {"type": "light_cavalry", "rating": "elite", "shortfall": 0}, "shortfall: A target within reach"),
    (
        "extend",
        {"type": "light_cavalry", "rating": "elite", "shortfall": 6.1},
        "shortfall: The longest extension is 6 cm",
    ),
    ("extend", {"type": "light_cavalry", "rating": "elite", "shortfall": True}, "shortfall: True is not a number"),
    (
        "emergency_square",
        {"infantry": CHARGES["E01"][0], "cavalry": {**CHARGES["E01"][1], "formation": "skirmish_line"}},
        "cavalry: Unformed cavalry may charge formed infantry only if",
    ),
    ("initiative", {"holder": "c"}, "holder: 'c' is not one of a, b"),
]


@pytest.mark.parametrize(("what", "facts", "sentence"), FAULTS)
def test_what_cannot_be_gets_a_sentence(what: str, facts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OddsError, match=re.escape(sentence)):
        said(what, **facts)


def test_every_question_tells_its_keys() -> None:
    told = questions()
    assert list(told) == ["fire", "hand_to_hand", "quality", "extend", "emergency_square", "initiative", "rating"]
    for what, query in QUERIES.items():
        assert told[what].startswith(query.sentence)
        for name in query.facts.__struct_fields__:
            assert re.search(rf"^  {name}\b", told[what], re.MULTILINE), name
    with pytest.raises(OddsError, match="There are no odds for 'weather'"):
        ask("weather", "{}")
