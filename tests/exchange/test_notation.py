"""Overrides, draws of cards and house rules in text and tables."""

from typing import Any

import pytest
from msgspec import structs

from armies.exchange import read, to_csv, to_json, to_text
from armies.exchange.text.notation import draw_text, override_text, read_draw, read_override
from battles.engine.armies.facts import Army, Draw, HouseRules, Override, Unit
from tests.exchange.builders import one_army, refused

OVERRIDE = Override(system="mini_nap", what="quality", value="guard", reason="as the scenario has it")
DRAW = Draw(faces=(3, 11), cards=("Heavy guns", "Scouts"), choice="Lancers", by="alice", at="2026-01-02")
UNIT = Unit(name="24e Ligne", type="line_infantry", quality="veteran", men=550)


def test_an_override_is_written_so() -> None:
    assert override_text(OVERRIDE) == 'mini_nap.quality = "guard" | as the scenario has it'
    assert override_text(structs.replace(OVERRIDE, value=4, reason="a; b")) == 'mini_nap.quality = 4 | "a; b"'
    assert read_override("mini_nap.base=true|why") == Override(system="mini_nap", what="base", value=True, reason="why")


@pytest.mark.parametrize("text", ["", "mini_nap", "a = 4", "a.b = 4", "a.b.c = 4 | x", "a.b | x = 4"])
def test_what_is_no_override_is_told_how_to_be_written(text: str) -> None:
    with pytest.raises(ValueError, match="is not understood as an override"):
        read_override(text)


@pytest.mark.parametrize("value", ["", "guard", "1.5", "null", "[1]", "[" * 9_000])
def test_the_value_of_an_override_is_a_number_a_truth_or_a_text(value: str) -> None:
    with pytest.raises(ValueError, match="is a number, true, false or a"):
        read_override(f"a.b = {value} | why")


def test_a_draw_is_written_so() -> None:
    told = "seed, faces 3+11, card = Heavy guns, card = Scouts, choice = Lancers, by = alice, at = 2026-01-02"
    assert draw_text(DRAW) == told
    assert read_draw(told) == DRAW


@pytest.mark.parametrize("text", ["faces x", "faces", "seed, cards = a", "nonsense", "faces 1+-2", "faces " + "9" * 9])
def test_what_is_no_draw_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not understood"):
        read_draw(text)


def test_they_stand_in_the_text_and_the_table() -> None:
    army = Army(name="A", draws=(DRAW,), children=(structs.replace(UNIT, overrides=(OVERRIDE, OVERRIDE)),))
    assert 'override: mini_nap.quality = "guard" | as the scenario has it' in to_text(army)
    assert f"Draw: {draw_text(DRAW)}" in to_text(army)
    assert "draw" in to_csv(army)


@pytest.mark.parametrize("write", [to_text, to_csv])
def test_the_name_of_house_rules_is_told_and_not_kept(write: object) -> None:
    army = Army(name="A", house=HouseRules(name="Our club", overlays={"mini_nap": {"x": 1}}), children=(UNIT,))
    reading = read(write(army).encode())  # type: ignore[operator]
    assert one_army(reading) == structs.replace(army, house=None)
    assert any("under the house rules “Our club”" in note for note in reading.notes)


def test_a_wrong_override_is_a_line_to_decide() -> None:
    (problem,) = refused(read(b'"24e Ligne", line infantry, veteran [override: nonsense]\n'))
    assert problem.sentence.startswith("“nonsense” is not understood as an override")
    head = "level,unit,arm,class,quality,men,basis,overrides\n"
    (problem,) = refused(read(f"{head}unit,24e,infantry,line,veteran,5,unknown,nonsense\n".encode()))
    assert problem.sentence.startswith("“nonsense” is not understood as an override")


def test_a_wrong_draw_is_a_line_to_decide() -> None:
    (problem,) = refused(read(b"Army: A\nDraw: nonsense\n24e Ligne 550 veteran\n"))
    assert problem.line == 2


@pytest.mark.parametrize(
    ("options", "kept", "sentence"),
    [
        (
            {"mini_nap": {"nonsense": 1, "org_strict": True}},
            {"mini_nap": {"org_strict": True}},
            "no army option nonsense",
        ),
        ({"chess": {"clock": 5}}, {}, "'chess' is not a system with options"),
        (
            {"easy_napoleonics": {"points_budget": "many"}},
            {"easy_napoleonics": {}},
            "points_budget must be a whole number",
        ),
    ],
)
def test_an_option_that_is_not_understood_is_left_out_and_said(options: Any, kept: Any, sentence: str) -> None:
    reading = read(to_json(Army(name="A", options=options)).encode())
    assert reading.armies[0].options == {name: values for name, values in kept.items() if values}
    (problem,) = reading.problems
    assert sentence in problem.sentence
    assert problem.sentence.endswith("It was left out.")
    assert (problem.place, problem.blocking) == ("In the file", False)


@pytest.mark.parametrize("line", ["mini_nap.nonsense = 3", "chess", 'easy_napoleonics.points_budget = "many"'])
def test_such_an_option_in_a_text_waits_for_a_decision(line: str) -> None:
    reading = read(f"Army: A\nOption: {line}\nI Corps\n  1/2e Ligne 600\n".encode())
    assert [problem.line for problem in reading.blocking] == [2]
    assert reading.armies[0].options == {}


def test_house_rules_in_our_own_file_are_said_to_stay_behind() -> None:
    army = Army(name="A", house=HouseRules(name="The Club", overlays={"mini_nap": {}}))
    assert read(to_json(army).encode()).notes == (
        "The army was written under the house rules “The Club”; they belong to a club and are not imported.",
    )
