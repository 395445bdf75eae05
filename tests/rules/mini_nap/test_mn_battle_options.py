"""The options of a battle of Mini-Nap: their names, values and defaults, and the tables a club may lay over."""

import re
from importlib import resources
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from armies.rules import mini_nap as army
from battles.engine import codec
from battles.engine.option_spec import OptionSpec
from battles.engine.overlay import differing, numbers, overlay
from battles.rules.mini_nap.meta import META, OPTION_SPECS, TABLE_RULES, read, written
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.tables import CM, PRINTED, Tables

BOOK = resources.files("battles.rules.mini_nap")
RULEBOOK = BOOK.joinpath("rulebook.md").read_text(encoding="utf-8")
TERRAIN = BOOK.joinpath("rulebook_terrain.md").read_text(encoding="utf-8")
SECTION = (
    RULEBOOK.split("\n## 4. Options\n")[1].split("\nWhen `exhausted")[0].split("\nNumbers are taken within bounds")[0]
)
SECTION += TERRAIN.split("\n## 7. Options\n")[1].split("\n## 8.")[0]
ROWS: dict[str, tuple[str, str]] = {}
for names, kind, default in re.findall(r"^\| (`.*`) \| (.*?) \| (.*?) \|$", SECTION, re.MULTILINE):
    found = re.findall(r"`(\w+)`", names)
    defaults = default.split(", ") if len(found) > 1 else [default]
    ROWS |= dict(zip(found, ((kind, one) for one in defaults), strict=True))

BOUNDS: dict[str, tuple[str, str]] = {}
for names, least, most in re.findall(
    r"^\| (`.*`) \| ([\d.]+) \| ([\d.-]+) \|$", RULEBOOK.split("\nNumbers are taken within bounds")[1], re.MULTILINE
):
    BOUNDS |= dict.fromkeys(re.findall(r"`(\w+)`", names), (least, most))

NOT_BUILT = {"overhead_fire", "bounce_through"}
"""Only false is built."""
LAID_OVER = {"base_sizes", "linear_widths"}
"""Tables of a club."""
HINTS = get_type_hints(Options)
LENGTHS = [name for name, spec in OPTION_SPECS.items() if spec.kind == "length"]
NUMBERS = [name for name, spec in OPTION_SPECS.items() if spec.kind == "number"]


def values_of(spec: OptionSpec) -> list[Any]:
    """Some values that an option allows."""
    return {
        "tick": [True, False],
        "number": [spec.least, min(spec.most, 7)],
        "length": [spec.least / CM, spec.most / CM],
        "choice": list(spec.allowed),
    }[spec.kind]


def room_for(name: str) -> dict[str, Any]:
    """Other options that leave an option all its values."""
    return {
        "table_h": {"deploy_depth": "10"},
        "deploy_depth": {"table_h": 600},
        "contact_tol_cm": {"min_gap_cm": 1},
        "min_gap_cm": {"contact_tol_cm": "0.01"},
    }.get(name, {})


def test_options_are_those_of_the_rulebook() -> None:
    assert set(OPTION_SPECS) == set(ROWS) - NOT_BUILT - LAID_OVER == set(Options.__struct_fields__)
    assert all("only false is implemented" in ROWS[name][0] for name in NOT_BUILT)


@pytest.mark.rule("MN-RULING-66", "nothing set gives the rules as specified")
@pytest.mark.parametrize("name", OPTION_SPECS)
def test_defaults_and_values_are_those_of_the_rulebook(name: str) -> None:
    spec, (kind, default) = OPTION_SPECS[name], ROWS[name]
    assert f"**{spec.rule}**" in RULEBOOK + TERRAIN
    assert str(spec.default).lower() == ("50" if name == "army_break_share" else default.strip('"'))
    assert (spec.kind == "tick") == (kind == "bool")
    assert set(re.findall(r'"(\w+)"', kind)) == set(spec.allowed)
    hint = HINTS[name]
    assert set(get_args(hint) if get_origin(hint) is not None else ()) == set(spec.allowed)
    assert spec.sentence.endswith(".")
    assert all((spec.label, spec.group))
    assert getattr(read({}), name) == getattr(Options(), name)


@pytest.mark.parametrize("name", OPTION_SPECS)
def test_what_is_written_is_read_as_the_same(name: str) -> None:
    for value in values_of(OPTION_SPECS[name]):
        options = read({**room_for(name), name: value})
        assert read(written(options)) == options
        assert set(written(options)) <= {name, *room_for(name)}


@pytest.mark.rule("MN-RULING-60", "lengths are centimetres with decimals, in play tenths of a millimetre")
def test_lengths_are_centimetres() -> None:
    options = read({"contact_tol_cm": "0.1", "min_gap_cm": 0.25, "table_w": 240, "deploy_depth": " 030.5 "})
    assert (options.contact_tol_cm, options.min_gap_cm, options.table_w, options.deploy_depth) == (
        10,
        25,
        24_000,
        3_050,
    )
    assert written(options) == {"contact_tol_cm": "0.1", "min_gap_cm": "0.25", "table_w": "240", "deploy_depth": "30.5"}
    assert read({"table_w": "180.00"}) == Options()


@pytest.mark.rule("MN-RULING-60", "each number is taken from its least to its most, and refused beyond in a sentence")
@pytest.mark.parametrize("name", NUMBERS + LENGTHS)
def test_numbers_have_two_ends(name: str) -> None:
    spec = OPTION_SPECS[name]
    scale = CM if spec.kind == "length" else 1
    for value in (spec.least, spec.most):
        assert getattr(read(room_for(name) | {name: value / CM if scale == CM else value}), name) == value
    for value in (spec.most + 1, spec.least - 1):
        with pytest.raises(ValueError, match=rf"^{name} is a .* not .*\({spec.rule}\)\.$"):
            read({name: value / CM if scale == CM else value})


@pytest.mark.rule("MN-RULING-60", "the ends are those of the rulebook")
def test_the_ends_of_numbers_are_those_of_the_rulebook() -> None:
    assert set(BOUNDS) == set(NUMBERS + LENGTHS)
    for name, (least, most) in BOUNDS.items():
        spec = OPTION_SPECS[name]
        scale = CM if spec.kind == "length" else 1
        assert spec.least == round(float(least) * scale)
        if most != "-":
            assert spec.most == round(float(most) * scale)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"overhead_fire": True}, "Mini-Nap has no option overhead_fire; it has max_corps_per_side"),
        ({"terrain_rules": 1}, "terrain_rules is true or false, not 1 (MN-RULING-09)."),
        (
            {"table_w": "1,80"},
            "table_w is a length in centimetres from 60 to 600, with at most two",
        ),
        ({"table_w": True}, "not True (MN-RULING-60)."),
        ({"skirmish_gap_cm": "0.455"}, "skirmish_gap_cm is a length in centimetres from 0.4 to 0.5"),
        ({"min_gap_cm": "-1"}, "not '-1' (MN-RULING-16)."),
        ({"deploy_depth": 61}, "deploy_depth is 61 cm; a table 120 cm high leaves each side 60 cm (MN-RULING-60)."),
        ({"contact_tol_cm": "0.1"}, "min_gap_cm is 0.1 cm; units are in contact at 0.1 cm, and the gap is more"),
    ],
)
def test_what_is_not_allowed_is_refused_in_a_sentence(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read(values)


def test_an_army_and_a_battle_share_their_options() -> None:
    assert all(army.OPTION_SPECS[name] is OPTION_SPECS[name] for name in army.OPTION_SPECS)


# The tables, where a club has numbers of its own


def test_every_table_stands_under_a_rule_of_the_book() -> None:
    assert {path.partition(".")[0] for path in TABLE_RULES} == set(Tables.__struct_fields__)
    assert [rule for rule in TABLE_RULES.values() if f"**{rule}**" not in RULEBOOK + TERRAIN] == []
    assert all(row.rule for row in numbers(PRINTED, META.table_rules))


@pytest.mark.rule("MN-BASE-09", "base sizes are a club's to lay down")
def test_a_club_lays_its_own_numbers_over_any_table() -> None:
    patch = {"bases": {"infantry": {"width": 300}}, "moves": {"line_infantry": {"line": {"moves": {"0": 9}}}}}
    tables = overlay(PRINTED, patch)
    assert (tables.bases["infantry"].width, tables.moves["line_infantry"]["line"].moves) == (300, (9,))
    assert [(row.path, row.value, row.printed, row.rule) for row in differing(tables, PRINTED, TABLE_RULES)] == [
        ("bases.infantry.width", 300, 250, "MN-BASE-01"),
        ("moves.line_infantry.line.moves.0", 9, 6, "MN-MOVE-01"),
    ]
    rules = Rules(read({"turn_limit": 8}), tables)
    assert codec.decode(codec.encode(rules), Rules) == rules


def test_every_number_of_the_tables_can_be_otherwise() -> None:
    for row in numbers(PRINTED, TABLE_RULES):
        patch: Any = row.value + 1
        for part in reversed(row.path.split(".")):
            patch = {part: patch}
        assert [each.path for each in differing(overlay(PRINTED, patch), PRINTED)] == [row.path]


# Nothing that can be set is without effect


def modules() -> dict[str, str]:
    """The text of the rules' modules by name, without those that say what can be set, or what things are called."""
    saying = {"tables.py", "meta.py", "options.py", "rules.py"}
    found = {file.name: file.read_text(encoding="utf-8") for file in BOOK.iterdir() if file.name.endswith(".py")}
    return {name: text for name, text in found.items() if name not in saying and not name.startswith("words")}


@pytest.mark.parametrize("name", Tables.__struct_fields__)
def test_every_table_is_read_from_those_of_the_battle(name: str) -> None:
    """A constant of ``tables`` in its place would not know a club's numbers."""
    texts = modules()
    assert any(re.search(rf"\btables\.{name}\b", text) for text in texts.values())
    assert [file for file, text in texts.items() if re.search(rf"\b{name.upper()}\b", text)] == []


ELSEWHERE = {"org_strict"}
"""Options that bear on armies as they are fielded."""


@pytest.mark.parametrize("name", sorted(set(Options.__struct_fields__) - ELSEWHERE))
def test_every_option_is_read(name: str) -> None:
    assert any(re.search(rf"\.{name}\b", text) for text in modules().values())
