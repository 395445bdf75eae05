"""The options of a battle: those of the rulebook, their values, and what is refused."""

import re
from importlib import resources
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import replace

from battles.engine.options import OptionSpec
from battles.engine.settings import differing, overlay, patch_of
from battles.rules.easy_napoleonics import army
from battles.rules.easy_napoleonics import rules as books
from battles.rules.easy_napoleonics.facts import Firer, Target
from battles.rules.easy_napoleonics.fire import fire_modifiers
from battles.rules.easy_napoleonics.meta import META, OPTION_SPECS, TABLE_RULES, read, written
from battles.rules.easy_napoleonics.rules import Book, Options, Rules, book_of, remember
from battles.rules.easy_napoleonics.tables import FIRE_MODIFIERS, PRINTED, Printed, Tables
from tests.rules.easy_napoleonics.builders.facts import infantry

RULEBOOK = resources.files("battles.rules.easy_napoleonics").joinpath("rulebook.md").read_text(encoding="utf-8")
SECTION = RULEBOOK.split("\n## 13. Options\n")[1].split("\n## 14.")[0]
ROWS = {
    name: (values, rule.replace("R-", "EN-RULING-") if rule.startswith("R-") else rule)
    for names, values, rule in re.findall(r"^\| (`.*`) \| (.*?) \| (.*?) \|$", SECTION, re.MULTILINE)
    for name in re.findall(r"`(\w+)`", names)
}
HINTS = get_type_hints(Options)
NUMBERS = [name for name, spec in OPTION_SPECS.items() if spec.kind == "number"]
GROUPS = (
    "Victory",
    "Armies",
    "Board",
    "Turn",
    "Movement and contact",
    "Fire",
    "Melee",
    "Leaders",
    "Nations",
)


def values_of(spec: OptionSpec) -> list[Any]:
    """Some values that an option allows."""
    return {
        "tick": [True, False],
        "number": [spec.least, min(spec.most, 7)],
        "number_or_none": [spec.least, 90, "none"],
        "sides": ["0,0", "2,0", "0,3"],
        "choice": list(spec.allowed),
        "set": ["", *spec.allowed, ",".join(spec.allowed)],
    }[spec.kind]


def test_options_are_those_of_the_rulebook() -> None:
    assert set(OPTION_SPECS) == set(ROWS) == set(Options.__struct_fields__)


@pytest.mark.rule("EN-OPT-09", "no side is favoured unless a battle says so")
@pytest.mark.rule("EN-OPT-10", "levels are open unless a battle says otherwise")
@pytest.mark.rule("EN-OPT-11", "one leader a side unless a battle says otherwise")
@pytest.mark.rule("EN-OPT-12", "no national rule is in force unless a battle says so")
@pytest.mark.rule("EN-OPT-14", "terrain is not rolled for unless a battle says so")
@pytest.mark.parametrize("name", ROWS)
def test_defaults_and_values_are_those_of_the_rulebook(name: str) -> None:
    values, rule = ROWS[name]
    spec = OPTION_SPECS[name]
    if spec.kind == "choice":
        assert list(spec.allowed) == values.split(", ")
        assert spec.default == spec.allowed[0]
    elif spec.kind == "set":
        chosen = set(re.findall(r"\w+", values)) if values.startswith("{") else set()
        assert set(str(spec.default).split(",")) - {""} == chosen
    elif spec.kind == "sides":
        assert (spec.default, values) == ("0,0", "0 for both sides")
    else:
        known = [word for word in ROWS if ROWS[word] == ROWS[name]]
        default = values.split(", ")[known.index(name)]
        assert str(spec.default).lower() == default
    assert spec.rule == {"points_tolerance": "EN-COST-04"}.get(name, rule)
    assert f"**{spec.rule}" in RULEBOOK


@pytest.mark.parametrize("name", OPTION_SPECS)
def test_a_form_starts_from_what_a_battle_starts_from(name: str) -> None:
    spec = OPTION_SPECS[name]
    assert getattr(read({name: spec.default}), name) == getattr(Options(), name)
    assert (spec.group in GROUPS, bool(spec.label), spec.sentence.endswith(".")) == (True, True, True)


def test_options_stand_in_the_order_of_their_groups() -> None:
    assert tuple(dict.fromkeys(spec.group for spec in OPTION_SPECS.values())) == GROUPS
    groups = [GROUPS.index(spec.group) for spec in OPTION_SPECS.values()]
    assert groups == sorted(groups)


@pytest.mark.parametrize("name", [name for name, spec in OPTION_SPECS.items() if spec.kind == "choice"])
def test_a_choice_offers_what_the_rules_know(name: str) -> None:
    assert get_origin(HINTS[name]) is Literal
    assert OPTION_SPECS[name].allowed == get_args(HINTS[name])
    assert all(OPTION_SPECS[name].words.values())


@pytest.mark.parametrize("name", OPTION_SPECS)
def test_what_is_written_is_read_as_the_same(name: str) -> None:
    for value in values_of(OPTION_SPECS[name]):
        # A board of the fewest rows has no room for the zones as printed.
        options = read({name: value, **({"deployment_depth": 1} if name == "board_rows" else {})})
        assert read(written(options)) == options
        if name != "board_rows":
            assert set(written(options)) <= {name}


def test_only_what_differs_is_written() -> None:
    assert written(Options()) == {}
    sent = {
        "national_rules": "russia, france",
        "time_limit_minutes": "None",
        "initiative_bonus": " 2, 0",
        "max_turns": "9",
    }
    options = read(sent)
    assert (options.national_rules, options.time_limit_minutes) == (("france", "russia"), None)
    assert (options.initiative_bonus, options.max_turns) == ((2, 0), 9)
    assert written(options) == {
        "max_turns": 9,
        "time_limit_minutes": "none",
        "initiative_bonus": "2,0",
        "national_rules": "france,russia",
    }


def test_equal_sets_are_equal_options() -> None:
    assert read({"blocking_terrain": "woods,hill"}) == read({"blocking_terrain": "hill, woods,hill"})


@pytest.mark.rule("EN-RULING-99", "each number is taken from its least to its most, and refused beyond in a sentence")
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_have_two_ends(name: str) -> None:
    spec = OPTION_SPECS[name]
    room = {"board_rows": 60, "deployment_depth": 1} | {name: 0}
    for value in (spec.least, spec.most):
        assert getattr(read(room | {name: value}), name) == value
    for value, end in ((spec.most + 1, "most"), (spec.least - 1, "least")):
        with pytest.raises(ValueError, match=rf"{name} must be a whole number of at {end} .*\({spec.rule}\)\.$"):
            read({name: value})


@pytest.mark.rule("EN-RULING-99", "a hundred leaders; a million of anything that no other bound holds")
def test_upper_ends() -> None:
    assert {name: OPTION_SPECS[name].most for name in NUMBERS if OPTION_SPECS[name].most != 1_000_000} == {
        "leaders_per_side": 100,
        "max_turns": 100,
        "board_columns": 60,
        "board_rows": 60,
        "deployment_depth": 30,
        "terrain_feature_hexes": 20,
        "square_stands_vs_cavalry": 2,
    }


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("luck", 1, "Easy Napoleonics has no option luck; it has victory_points_to_win, "),
        ("breakthrough", 1, "breakthrough must be true or false, not 1 (EN-OPT-01)."),
        ("time_limit_minutes", 0, "time_limit_minutes, if not none, must be a whole number of at least 1, not 0"),
        ("time_limit_minutes", "never", "not 'never' (EN-RULING-69)."),
        ("initiative_bonus", 2, "initiative_bonus must be a number for each of two sides with a comma between them"),
        ("initiative_bonus", "2", "not '2' (EN-OPT-09)."),
        ("initiative_bonus", "1,2,3", "not '1,2,3'"),
        ("initiative_bonus", True, "not True"),
        ("initiative_bonus", "2,x", "initiative_bonus of side b must be a whole number of at least 0, not 'x'"),
        ("initiative_bonus", "-1,0", "initiative_bonus of side a must be a whole number of at least 0, not '-1'"),
        (
            "blocking_terrain",
            "woods,pond",
            "blocking_terrain must be any of woods, hill, settlement, separated by commas",
        ),
        ("lock_scope", "all", "lock_scope must be one of any_adjacent, front_contact, not 'all' (EN-RULING-24)."),
        ("square_stands_vs_cavalry", 3, "square_stands_vs_cavalry must be a whole number of at most 2, not 3"),
    ],
)
def test_what_is_not_allowed_is_refused_in_a_sentence(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read({name: value})


@pytest.mark.rule("EN-RULING-70", "the two zones of deployment do not meet in a row")
def test_zones_need_room_on_the_board() -> None:
    assert read({"board_rows": 6}).deployment_depth == 3
    with pytest.raises(
        ValueError, match=r"^deployment_depth is 3; a board of 5 rows leaves each side 2 \(EN-RULING-70\)\."
    ):
        read({"board_rows": 5})


def test_an_army_and_a_battle_share_their_options() -> None:
    assert all(army.OPTION_SPECS[name] is OPTION_SPECS[name] for name in army.OPTION_SPECS)


# The tables, where a club has numbers of its own


def test_every_table_stands_under_a_rule_of_the_book() -> None:
    assert {path.partition(".")[0] for path in TABLE_RULES} == set(Tables.__struct_fields__)
    assert [rule for rule in TABLE_RULES.values() if f"**{rule}**" not in RULEBOOK] == []
    assert META.table_rules is TABLE_RULES


def test_a_club_lays_its_numbers_over_the_printed_ones() -> None:
    patch = {
        "fire": {"infantry": {"line": {"dice": 3}}, "horse_artillery": {"long": {"far": 7}}},
        "fire_modifiers": {"flank": {"value": 3}},
        "melee_results": {"2": {"drop": 2}},
        "moves": {"infantry": {"column": {"hexes": 3}}},
        "masse": {"hexes": 2},
        "leader_move": 6,
    }
    own = overlay(PRINTED, patch)
    assert patch_of(own, PRINTED) == patch
    assert [(each.path, each.value, each.printed, each.rule) for each in differing(own, PRINTED, META.table_rules)] == [
        ("fire.infantry.line.dice", 3, 2, "EN-MUSK-02"),
        ("fire.horse_artillery.long.far", 7, 6, "EN-ART-05"),
        ("fire_modifiers.flank.value", 3, 2, "EN-ART-14"),
        ("melee_results.2.drop", 2, 3, "EN-MELEE-36"),
        ("moves.infantry.column.hexes", 3, 2, "EN-MOVE-01"),
        ("masse.hexes", 2, 1, "EN-NATION-06"),
        ("leader_move", 6, 5, "EN-MOVE-01"),
    ]


def test_equal_rules_share_a_book() -> None:
    first, second = Rules(Options(max_turns=7)), Rules(Options(max_turns=7))
    assert book_of(first) is book_of(second) is book_of(first)


def test_other_options_and_other_tables_have_books_of_their_own() -> None:
    plain, turns = Rules(), Rules(Options(max_turns=7))
    house = Rules(tables=Tables(leader_killed_on=2))
    assert len({id(book_of(rules)) for rules in (plain, turns, house)}) == 3
    assert book_of(house).tables.leader_killed_on == 2


def test_books_are_not_kept_without_end() -> None:
    for turns in range(books.MOST_BOOKS + 5):
        book_of(Rules(Options(max_turns=1000 + turns)))
    assert len(books._books) <= books.MOST_BOOKS


def test_a_full_memo_starts_anew() -> None:
    memo: dict[int, int] = {}
    for number in range(books.MOST_KEPT + 1):
        remember(memo, number, number)
    assert memo == {books.MOST_KEPT: books.MOST_KEPT}


def test_an_answer_is_worked_out_once_and_is_that_of_its_own_book() -> None:
    house = {**FIRE_MODIFIERS, "column": Printed("target in column", 3, "EN-ART-14")}
    plain, other = Book(Rules()), Book(Rules(tables=replace(Tables(), fire_modifiers=house)))
    firer, target = Firer(**infantry()), Target(**infantry(formation="column"))
    assert fire_modifiers(plain, firer, target) is fire_modifiers(plain, firer, target)
    assert (fire_modifiers(plain, firer, target).total, fire_modifiers(other, firer, target).total) == (1, 3)
