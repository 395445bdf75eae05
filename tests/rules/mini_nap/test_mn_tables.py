"""Every table of Mini-Nap against the rulebook's own lines."""

import re
from collections.abc import Iterator
from importlib import resources

import pytest

from armies.rules.nations import nations
from battles.rules.mini_nap import tables

RULEBOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook.md").read_text(encoding="utf-8")


def cells(rule: str) -> list[str]:
    """The cells after the rule ID in its line of a table."""
    line = next(line for line in RULEBOOK.splitlines() if line.startswith(f"| **{rule}** |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def table_rules(value: object) -> Iterator[str]:
    """Every rule ID in a table's rows."""
    if isinstance(value, str):
        if re.fullmatch(r"MN-[A-Z]+-\d\d", value):
            yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from table_rules(part)
    elif hasattr(value, "items"):
        for part in value.values():
            yield from table_rules(part)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from table_rules(getattr(value, name))


@pytest.mark.rule("MN-TYPE-01", "each type has its word and its class")
def test_types_are_those_of_the_rulebook() -> None:
    for row in tables.TYPES.values():
        assert cells(row.rule)[:2] == [row.word, row.unit_class]


@pytest.mark.rule("MN-RATE-01", "each rating has its word and its number")
def test_ratings_are_those_of_the_rulebook() -> None:
    for row in tables.QUALITIES.values():
        assert cells(row.rule)[:2] == [row.word, str(row.needed)]


@pytest.mark.rule("MN-BASE-01", "each base has its size and number")
def test_bases_are_those_of_the_rulebook() -> None:
    for unit_class, row in tables.BASES.items():
        name, size, stands = cells(row.rule)
        assert name == f"{unit_class} stand"
        assert size == f"{row.width / 100} x {row.depth / 100} cm"
        assert stands == str(row.stands)
    for level, (rule, figures) in tables.COMMAND_FIGURES.items():
        assert cells(rule)[0] == f"{level.capitalize()} command stand"
        assert f"diameter {tables.COMMAND_STAND_DIAMETER / 100} cm, {figures} mounted" in cells(rule)[1]


@pytest.mark.rule("MN-FORM-01", "each formation is formed or not as printed")
def test_formations_are_those_of_the_rulebook() -> None:
    for row in tables.FORMATIONS.values():
        word, _, formed = cells(row.rule)
        assert (word, formed) == (row.word, "yes" if row.formed else "no")


@pytest.mark.rule("MN-FORM-05", "light infantry and light cavalry skirmish, lancers never, irregulars always")
def test_who_may_skirmish() -> None:
    skirmish = {kind for kind, open_ in tables.FORMATIONS_OPEN.items() if "skirmish_line" in open_}
    assert skirmish == {"light_infantry", "light_cavalry", "irregular"}
    assert tables.FORMATIONS_OPEN["irregular"] == ("skirmish_line",)
    squares = {kind for kind, open_ in tables.FORMATIONS_OPEN.items() if "solid_square" in open_}
    assert squares == {"line_infantry", "light_infantry"}


@pytest.mark.rule("MN-MOVE-01", "every allowance and charge is as printed")
def test_moves_are_those_of_the_rulebook() -> None:
    rows = {row.rule: row for row in (*tables.MOVES.values(), tables.PROLONG, tables.COMMAND_STAND_MOVE)}
    del rows["MN-SQUARE-02"]
    assert sorted(rows) == [f"MN-MOVE-{n:02}" for n in range(1, 13)]
    for rule, row in rows.items():
        _, move, charge = cells(rule)
        assert [int(cm) for cm in re.findall(r"\d+", move)] == list(row.moves)
        assert charge == ("no" if row.charge is None else str(row.charge))


@pytest.mark.rule("MN-MOVE-01", "every formation that a unit can form has an allowance")
def test_every_open_formation_has_a_move() -> None:
    for kind, open_ in tables.FORMATIONS_OPEN.items():
        of = "light_cavalry" if kind in ("lancer", "irregular") else kind
        assert all((of, formation) in tables.MOVES for formation in open_)


@pytest.mark.rule("MN-MOVE-16", "the other distances are as printed")
def test_other_distances_are_those_of_the_rulebook() -> None:
    for row in tables.OTHER_DISTANCES:
        lines = [line for line in RULEBOOK.splitlines() if line.startswith(f"| {row.action.split(',')[0]}")]
        named = [line for line in lines if line.startswith(f"| {row.action} |")] or lines
        assert f"{row.least} to {row.most}" in named[0]


@pytest.mark.rule("MN-CHARGE-09", "the charge matrix is as printed")
def test_charge_matrix_is_that_of_the_rulebook() -> None:
    for charger, answers in tables.CHARGE_MATRIX.items():
        line = next(line for line in RULEBOOK.splitlines() if line.startswith(f"| {charger.replace('_', ' ')} |"))
        printed = [cell.strip() for cell in line.strip("|").split("|")][1:]
        assert printed == [answer.replace("outflanking", "only if it outflanks") for answer in answers.values()]


@pytest.mark.rule("MN-CHARGE-07", "infantry never charges cavalry")
@pytest.mark.parametrize("charger", ["formed_infantry", "unformed_infantry"])
def test_infantry_never_charges_cavalry(charger: tables.Charger) -> None:
    answers = tables.CHARGE_MATRIX[charger]
    assert (answers["formed_cavalry"], answers["unformed_cavalry"]) == ("no", "no")


@pytest.mark.rule("MN-FIRE-34", "batteries throw the dice printed for their weight and range")
def test_battery_dice_are_those_of_the_rulebook() -> None:
    for weight, row in tables.BATTERY_DICE.items():
        assert cells(row.rule) == [weight, str(row.close), str(row.medium), str(row.long)]


@pytest.mark.rule("MN-FIRE-30", "infantry throws the dice printed for its formation")
def test_small_arms_dice_are_those_of_the_rulebook() -> None:
    for formation, (rule, dice) in tables.SMALL_ARMS_DICE.items():
        firer, printed = cells(rule)
        assert printed == str(dice)
        assert formation.split("_")[-1] in firer or formation == "skirmish_line"


@pytest.mark.rule("MN-FIRE-37", "each bonus adds what is printed")
def test_fire_bonuses_are_those_of_the_rulebook() -> None:
    for row in tables.FIRE_BONUSES:
        who, printed = cells(row.rule)
        assert printed == f"+{row.dice}"
        assert (row.nation or "guard") in who.lower()
    assert cells(tables.DENSE_TARGET_DICE[0])[1] == f"+{tables.DENSE_TARGET_DICE[1]}"


@pytest.mark.rule("MN-FIRE-13", "ranges end at 4, 20, 40 and 80 cm, each end within its band")
def test_ranges_are_those_of_the_rulebook() -> None:
    close, medium, long = (tables.BATTERY_RANGE[band] for band in ("close", "medium", "long"))
    printed = f"up to {tables.SMALL_ARMS_RANGE} cm. Artillery: close up to {close}, medium over {close} to {medium}"
    assert f"{printed}, long over {medium} to {long}" in RULEBOOK


@pytest.mark.rule("MN-CMD-06", "each commander's rating has its radius")
def test_radii_are_those_of_the_rulebook() -> None:
    for row in tables.COMMANDERS.values():
        assert cells(row.rule) == [row.word, str(row.radius)]
    assert f"Else within {tables.CAUTIOUS_RADIUS} cm of either" in RULEBOOK
    assert f"within {tables.ATTACH_DISTANCE} cm of the stand" in RULEBOOK


@pytest.mark.rule("MN-MARKER-01", "each marker has its colour")
def test_markers_are_those_of_the_rulebook() -> None:
    for row in tables.MARKERS:
        colour = cells(row.rule)[0]
        assert row.marker.split()[-1] == colour.split()[0]


@pytest.mark.rule("MN-SEQ-03", "the phases of an initiative in order")
def test_phases_are_those_of_the_rulebook() -> None:
    assert ", ".join(tables.PHASES) in RULEBOOK


@pytest.mark.rule("MN-TYPE-11", "every nation of the records has a word; Hanover and Portugal are other, not British")
def test_nations_have_words() -> None:
    assert set(tables.NATION_WORDS) <= set(nations())
    assert {tables.NATION_WORDS.get(code, "other") for code in ("HAN", "PT", "BW", "NL", "ES")} == {"other"}
    assert tables.NATION_WORDS["KGL"] == tables.NATION_WORDS["GB"] == "british"
    line = next(line for line in RULEBOOK.splitlines() if "**MN-TYPE-11**" in line)
    assert all(f"`{word}`" in line for word in tables.NATION_WORDS.values())


@pytest.mark.rule("MN-ORG-04", "every rule that a table cites stands in the rulebook")
def test_every_cited_rule_exists() -> None:
    cited = {rule for name in dir(tables) if name.isupper() for rule in table_rules(getattr(tables, name))}
    assert len(cited) > 60
    assert {rule for rule in cited if f"**{rule}**" not in RULEBOOK} == set()
