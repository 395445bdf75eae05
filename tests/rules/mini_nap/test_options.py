"""Options of a battle, the tables that a club may change, and what the rules leave out."""

import re
from importlib import resources
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from battles.engine import codec
from battles.engine.options import OptionSpec
from battles.engine.settings import differing, numbers, overlay
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import army, turn
from battles.rules.mini_nap.fire import firing_phase
from battles.rules.mini_nap.hidden import view
from battles.rules.mini_nap.meta import META, OPTION_SPECS, TABLE_RULES, read, written
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import Feature
from battles.rules.mini_nap.tables import PRINTED, FeatureKind, Tables
from battles.rules.mini_nap.terrain import cost
from battles.rules.mini_nap.ui.scene import ground
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, strip
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.shots import aimed, place, shooting, verdict
from tests.rules.mini_nap.builders.table_positions import mm

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
        with pytest.raises(ValueError, match=rf"^{name} must be a .* not .*\({spec.rule}\)\.$"):
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
        ({"terrain_rules": 1}, "terrain_rules must be true or false, not 1 (MN-RULING-09)."),
        (
            {"table_w": "1,80"},
            "table_w must be a length in centimetres from 60 to 600, with at most two",
        ),
        ({"table_w": True}, "not True (MN-RULING-60)."),
        ({"skirmish_gap_cm": "0.455"}, "skirmish_gap_cm must be a length in centimetres from 0.4 to 0.5"),
        ({"min_gap_cm": "-1"}, "not '-1' (MN-RULING-16)."),
        ({"deploy_depth": 61}, "deploy_depth is 61 cm; a table 120 cm high leaves each side 60 cm (MN-RULING-60)."),
        ({"contact_tol_cm": "0.1"}, "min_gap_cm is 0.1 cm; units are in contact at 0.1 cm, and the gap must be larger"),
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
    """The text of the rules' modules by name, without those that define options, name things, or build armies.

    Armies outside a battle have their own house values (`tests/rules/mini_nap/army/test_house_values.py`).
    """
    definitions = {"tables.py", "meta.py", "options.py", "rules.py"}
    folder = Path(str(BOOK))
    texts = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob("*.py")}
    return {
        name: text
        for name, text in texts.items()
        if name not in definitions and not name.startswith(("words", "army/"))
    }


def test_every_table_is_read_from_those_of_the_battle() -> None:
    """A constant of ``tables`` in its place would not know a club's numbers."""
    words = {file: {*re.findall(r"\btables\.\w+", text), *re.findall(r"\w+", text)} for file, text in modules().items()}
    read_anywhere = set().union(*words.values())
    assert [name for name in Tables.__struct_fields__ if f"tables.{name}" not in read_anywhere] == []
    constants = {name.upper() for name in Tables.__struct_fields__}
    assert {file: found & constants for file, found in words.items() if found & constants} == {}


ELSEWHERE = {"org_strict"}
"""Options that bear on armies as they are fielded."""


def test_every_option_is_read() -> None:
    found = {name for text in modules().values() for name in re.findall(r"\.(\w+)\b", text)}
    assert sorted(set(Options.__struct_fields__) - ELSEWHERE - found) == []


KINDS = {action.__struct_config__.tag for action in get_args(act.AnyAction)}
WOOD = Feature(
    key="wood", kind="wood", points=tuple((mm(X + x), mm(Y + y)) for x, y in ((-9, -9), (-9, 9), (9, 9), (9, -9)))
)


def named(*parts: str) -> list[str]:
    """The options and kinds of action whose names have one of these parts."""
    return [name for name in (*OPTION_SPECS, *KINDS) for part in parts if part in name]


@pytest.mark.rule("MN-RULING-07", "the weather is clear, and no unit builds or pulls down")
@pytest.mark.rule("MNT-FENCE-06", "earthworks are there before the battle, as walls, and no unit digs")
def test_no_weather_and_no_engineers() -> None:
    assert named("weather", "mud", "engineer", "build", "dig", "demolish", "repair") == []
    assert "wall" in get_args(FeatureKind)
    assert "earthwork" not in get_args(FeatureKind)


@pytest.mark.rule("MNT-BOUNCE-02", "no shot bounces, so that no feature need stop one")
def test_no_bounces() -> None:
    assert named("bounce") == []
    assert set(act.Fire.__struct_fields__) == {"unit", "target", "aim", "face"}


@pytest.mark.rule("MNT-PLACE-13", "rough ground is one of two kinds: passable, or not")
def test_rough_ground_is_marked() -> None:
    assert [kind for kind in get_args(FeatureKind) if kind.startswith("rough")] == ["rough", "rough_x"]


@pytest.mark.rule("MNT-FORM-02", "trees are not moved by who stands among them")
def test_a_wood_stays_as_it_is_drawn() -> None:
    inside, outside = (view(field(foot(y=y), features=(WOOD,)), "a") for y in (0, -20))
    assert ground(inside) == ground(outside)


@pytest.mark.rule(
    "MN-RULING-64", "whatever is tried is legal or refused by a rule: nothing is left for a die to settle"
)
@pytest.mark.parametrize("step", ["choose", "manoeuvre", "fire", "hand_to_hand", "break_active"])
def test_no_dispute_is_left_to_a_die(step: str) -> None:
    assert named("dispute", "umpire", "referee") == []
    state = field(
        foot(), horse(x=20), guns(x=-20), against=(foot("foe", y=6, facing=180), light("out", 9, 9)), step=step
    )
    tried: list[Any] = [
        *(act.Fire(firer, target, place(0, 5)) for firer in (0, 1, 2, 9) for target in (0, 3, 4, 9)),
        *(act.ChooseBrigade(brigade) for brigade in (0, 1, 9)),
        *(act.Retreat(unit) for unit in (0, 3, 9)),
        act.Done(),
        act.Pass(),
        act.Stay(),
        act.ChooseEdge("lower"),
    ]
    for side in "ab":
        for action in tried:
            refusal = turn.refuse(state, side, action)
            assert refusal is None or (refusal.rule and refusal.sentence.endswith((".", ")")))


@pytest.mark.rule(
    "MNT-RULING-01", "to intercept is to charge or counter-charge who moves; no other movement is so called"
)
def test_what_the_terrain_volume_calls_interception() -> None:
    assert {travel for travel, column in cost.COST_COLUMNS.items() if column == "intercept"} == {
        "opportunity",
        "counter",
    }


@pytest.mark.rule("MNT-RULING-01", "a stand's zone of fire is its unit's one triangle, musket fire is small arms")
@pytest.mark.parametrize(("left", "right", "covered"), [(-2.4, -1.4, True), (1.4, 2.4, True), (2.6, 3.6, False)])
def test_cover_by_the_triangle_of_the_unit(left: float, right: float, covered: bool) -> None:
    wall = strip("wall", 1.5, 1.9, left, right)
    state = shooting(foot(), against=(foot("foe", y=5, facing=180),), features=(wall,))
    made = aimed(state, 1, 0, 4)
    assert verdict(made) == (1 if covered else 2)


@pytest.mark.rule(
    "MNT-RULING-23", "a battery fires at a structure from where it stands and does not move for the range"
)
@pytest.mark.parametrize(("away", "band"), [(20, "close"), (20.1, "medium"), (40, "medium"), (40.1, "long")])
def test_no_step_for_a_better_range(away: float, band: str) -> None:
    village = strip("village", away + 1.5, away + 9.5, -4, 4)
    state = shooting(guns(), against=(foot("far", 40, 10, 180),), features=(village,))
    made = firing_phase.aim_at_structure(state, 0, "village", place(0, away + 1.5))
    assert isinstance(made, firing_phase.StructureShot)
    assert made.band == band
    assert set(act.FireStructure.__struct_fields__) == {"unit", "structure", "aim"}
