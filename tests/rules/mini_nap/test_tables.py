"""Every table of both volumes against the lines of the rulebook."""

import re
from collections.abc import Iterator
from importlib import resources

import pytest

from battles.engine.armies.nations import nations
from battles.rules.mini_nap import tables
from battles.rules.mini_nap import terrain_tables as ground
from battles.rules.mini_nap.tables import PRINTED as PRINTED_TABLES
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.terrain_tables import EFFECTS, GOING
from tests.rules.mini_nap.builders.rulebook_tables import RULEBOOK, cells


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
@pytest.mark.rule("MN-TYPE-02", "light infantry is infantry")
@pytest.mark.rule("MN-TYPE-03", "heavy cavalry is cavalry")
@pytest.mark.rule("MN-TYPE-04", "medium cavalry is cavalry")
@pytest.mark.rule("MN-TYPE-05", "light cavalry is cavalry")
@pytest.mark.rule("MN-TYPE-06", "foot artillery is artillery")
@pytest.mark.rule("MN-TYPE-07", "horse artillery is artillery")
@pytest.mark.rule("MN-WEAPON-05", "no type is of rockets")
def test_types_are_those_of_the_rulebook() -> None:
    for row in tables.TYPES.values():
        assert cells(row.rule)[:2] == [row.word, row.unit_class]
    assert [row.rule for row in tables.TYPES.values()] == [f"MN-TYPE-0{n}" for n in range(1, 8)]


@pytest.mark.rule("MN-RATE-01", "each rating has its word and its number")
def test_ratings_are_those_of_the_rulebook() -> None:
    for row in tables.QUALITIES.values():
        assert cells(row.rule)[:2] == [row.word, str(row.needed)]


@pytest.mark.rule("MN-BASE-01", "each base has its size and number")
@pytest.mark.rule("MN-BASE-02", "a cavalry stand is 2.5 by 4 cm, two to a unit")
@pytest.mark.rule("MN-BASE-04", "a Brigade stand is a circle of 2.5 cm with one figure")
@pytest.mark.rule("MN-BASE-05", "a Division stand is a circle of 2.5 cm with two figures")
@pytest.mark.rule("MN-BASE-06", "a Corps stand is a circle of 2.5 cm with three figures")
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
    moves = [row for by_formation in tables.MOVES.values() for row in by_formation.values()]
    rows = {row.rule: row for row in (*moves, tables.PROLONG, tables.COMMAND_STAND_MOVE)}
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
        assert all(formation in tables.MOVES[of] for formation in open_)


REACHES = {
    "side_step": ("side-step, step-back", "0 to 6"),
    "step_back": ("side-step, step-back", "0 to 6"),
    "oblique": ("oblique", "0 to 3 and 0 to 3"),
    "fall_back_infantry": ("fall-back, infantry skirmish line", "12 to 18"),
    "fall_back_cavalry": ("fall-back, cavalry skirmish line", "18 to 30"),
    "limber_and_flee": ("limber up and flee", "12 to 20"),
    "feint": ("feint charge, backwards", "6 to 12"),
    "join": ("joining in", "0 to 6"),
    "rally_back_infantry": ("rally back", "3 to 6 infantry"),
    "rally_back_cavalry": ("rally back", "6 to 12 cavalry"),
    "rally_forward_infantry": ("rally forward", "0 to 6 infantry"),
    "rally_forward_cavalry": ("rally forward", "0 to 12 cavalry"),
    "division_near": ("Division manoeuvre", "0 to 24"),
    "division_far": ("Division manoeuvre", "0 to 36"),
    "stand_evade": ("command stand evade", "6 to 12"),
}
"""What the rulebook calls each of the other distances, and the words it has for it."""


@pytest.mark.rule("MN-MOVE-16", "the other distances are as printed")
def test_other_distances_are_those_of_the_rulebook() -> None:
    assert set(tables.REACHES) == set(REACHES)
    printed = RULEBOOK.split("- **MN-MOVE-16**")[1]
    for act, row in tables.REACHES.items():
        action, words = REACHES[act]
        line = next(line for line in printed.splitlines() if line.startswith(f"| {action} |"))
        distances = line.split("|")[2].replace("or 0 to 36", ", 0 to 36").strip()
        assert words in distances
        assert words.startswith(f"{row.least} to {row.most}")
        assert f"**{row.rule}**" in RULEBOOK


@pytest.mark.rule("MN-EXTEND-03", "one die of extension for foot and light cavalry, two for medium, three for heavy")
def test_extension_dice_are_those_of_the_rulebook() -> None:
    dice = tables.EXTENSION_DICE
    assert (dice["line_infantry"], dice["light_infantry"]) == (dice["light_cavalry"], dice["light_cavalry"])
    printed = "{light_cavalry}D6 cm infantry and light cavalry, {medium_cavalry}D6 medium cavalry"
    assert printed.format(**dice) + f", {dice['heavy_cavalry']}D6 heavy cavalry" in RULEBOOK
    assert len(dice) == 5


@pytest.mark.rule("MN-SQUARE-01", "a square inches 2 cm within 12 cm of enemy cavalry, else 4")
def test_the_inch_is_that_of_the_rulebook() -> None:
    short, long = tables.MOVES["line_infantry"]["solid_square"].moves
    near = f"up to {short} cm when an enemy cavalry unit is within {tables.INCH_NEAR_CAVALRY} cm of it"
    assert f"{near}, else up to {long} cm" in RULEBOOK


@pytest.mark.rule("MN-FIRE-43", "six pips a hit")
def test_hits_are_those_of_the_rulebook() -> None:
    assert f"Hits = floor(sum / {tables.SUM_PER_HIT})" in RULEBOOK


@pytest.mark.rule("MN-SEQ-01", "two dice each for the first initiative")
@pytest.mark.rule("MN-SEQ-06", "then three for the side that held it, and two for the other")
def test_initiative_dice_are_those_of_the_rulebook() -> None:
    assert f"each side throws {tables.FIRST_INITIATIVE_DICE}D6; higher gains the first initiative" in RULEBOOK
    printed = f"the side that held it throws {tables.HOLDER_DICE}D6, the other {tables.OTHER_SIDE_DICE}D6"
    assert printed in RULEBOOK


GUIDES = {
    "INFANTRY_BRIGADE": ("MN-ORG-04", 2, 10, "fewer than 2 or more than 10 is W"),
    "INFANTRY_BRIGADE_BATTERIES": ("MN-ORG-04", 0, 1, "More than 1 battery is W"),
    "CAVALRY_BRIGADE": ("MN-ORG-06", 1, 2, "1 or 2 regiments usual"),
    "CAVALRY_BRIGADE_OCCASIONAL": ("MN-ORG-06", 3, 3, "3 is I (very occasional)"),
    "CAVALRY_BRIGADE_RARE": ("MN-ORG-06", 4, 4, "4 is W (rare)"),
    "CAVALRY_BRIGADE_BATTERIES": ("MN-ORG-06", 0, 1, "More than 1 horse battery is W"),
    "MIXED_BRIGADE": ("MN-ORG-09", 1, 5, "6 or more battalions is W"),
    "MIXED_BRIGADE_BATTERIES": ("MN-ORG-09", 0, 1, "2 batteries is W (rare)"),
    "MIXED_BRIGADE_BATTERIES_RARE": ("MN-ORG-09", 2, 2, "2 batteries is W (rare), 3 or more is W"),
    "DIVISION_ARTILLERY": ("MN-ORG-11", 1, 2, "1 or 2 batteries usual, more is W"),
    "DIVISION_ARTILLERY_BRIGADES": ("MN-ORG-11", 0, 1, "more than one such Brigade in a Division is W"),
    "RESERVES_IN_CORPS": ("MN-ORG-13", 0, 2, "more than two such Brigades in a Corps"),
    "SIDE": ("MN-ORG-15", 35, 50, "about 35 to 50 units a side"),
    "BATTERY_GUNS": ("MN-VAL-26", 1, 8, "battery over 8 guns outside Russia"),
    "BATTERY_GUNS_RUSSIAN": ("MN-VAL-26", 1, 12, "over 12 anywhere"),
    "HORSE_BATTERY_GUNS": ("MN-VAL-27", 6, 6, "horse battery with other than 6 guns"),
    "FOOT_BATTERY_GUNS": ("MN-VAL-27", 6, 8, "foot battery below 6 or above 8"),
}


@pytest.mark.rule("MN-RULING-66", "every guide has the ends that its rule prints")
@pytest.mark.parametrize("name", GUIDES)
def test_guides_are_those_of_the_rulebook(name: str) -> None:
    limit: tables.Limit = getattr(tables, name)
    rule, least, most, printed = GUIDES[name]
    assert (limit.rule, limit.least, limit.most) == (rule, least, most)
    line = next(line for line in RULEBOOK.splitlines() if f"**{rule}**" in line)
    assert printed in line
    assert [limit.holds(count) for count in (least - 1, least, most, most + 1)] == [False, True, True, False]


def test_every_guide_is_compared() -> None:
    assert {name for name, thing in vars(tables).items() if isinstance(thing, tables.Limit)} == set(GUIDES)


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


@pytest.mark.rule("MN-WEAPON-05", "a battery is light, medium or heavy, and nothing else")
@pytest.mark.rule("MN-FIRE-34", "batteries roll the dice printed for their weight and range")
@pytest.mark.rule("MN-FIRE-35", "medium batteries have 3, 2 and 1 dice")
def test_battery_dice_are_those_of_the_rulebook() -> None:
    for weight, row in tables.BATTERY_DICE.items():
        assert cells(row.rule) == [weight, str(row.close), str(row.medium), str(row.long)]


@pytest.mark.rule("MN-WEAPON-02", "small arms are fired in the formations of foot, all kinds alike")
@pytest.mark.rule("MN-FIRE-30", "infantry rolls the dice printed for its formation")
@pytest.mark.rule("MN-FIRE-31", "a skirmish line has 2 dice")
@pytest.mark.rule("MN-FIRE-32", "a column has 1 die")
@pytest.mark.rule("MN-FIRE-33", "any square has 1 die")
def test_small_arms_dice_are_those_of_the_rulebook() -> None:
    for formation, (rule, dice) in tables.SMALL_ARMS_DICE.items():
        firer, printed = cells(rule)
        assert printed == str(dice)
        assert formation.split("_")[-1] in firer or formation == "skirmish_line"
    foot = {formation for kind in ("line_infantry", "light_infantry") for formation in tables.FORMATIONS_OPEN[kind]}
    assert set(tables.SMALL_ARMS_DICE) == foot


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


@pytest.mark.rule("MN-CMD-07", "Good reaches 16 cm")
@pytest.mark.rule("MN-CMD-08", "Average reaches 14 cm")
@pytest.mark.rule("MN-CMD-09", "Poor reaches 12 cm")
@pytest.mark.rule("MN-CMD-10", "Dreadful reaches 10 cm")
@pytest.mark.rule("MN-CMD-06", "each commander's rating has its radius")
def test_radii_are_those_of_the_rulebook() -> None:
    for row in tables.COMMANDERS.values():
        assert cells(row.rule) == [row.word, str(row.radius)]
    assert [row.radius for row in tables.COMMANDERS.values()] == [18, 16, 14, 12, 10]
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


BOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook_terrain.md").read_text(encoding="utf-8")


def rows(heading: str, until: str) -> dict[str, list[str]]:
    """The cells of a printed table by the key in its first column, rulings and notes left out."""
    part = BOOK.split(heading)[1].split(until)[0]
    found = re.findall(r"^\| `(\w+)` \| (.*) \|$", part, re.MULTILINE)
    return {key: [re.sub(r" R\d\d", "", cell.strip()) for cell in cells.split("|")] for key, cells in found}


T1 = rows("### 1.1 ", "### 1.2")
T2 = rows("### 1.2 ", "### 1.3")
PRINTED: list[FeatureKind] = [kind for kind in EFFECTS if kind not in ("ford", "road", "bridge")]


def ways(cell: str) -> list[str]:
    return [word.strip() for word in cell.split("/")]


@pytest.mark.rule("MNT-MOVE-01", "T1: who goes how on what")
@pytest.mark.rule("MNT-GEN-04", "T1: who may not")
@pytest.mark.rule("MNT-WOOD-02", "no artillery in a wood")
@pytest.mark.rule("MNT-FOREST-01", "skirmishers and stands alone in a forest")
@pytest.mark.parametrize("kind", PRINTED)
def test_going_is_as_printed(kind: FeatureKind) -> None:
    _, foot, light_foot, horse, light_horse, guns, stand = T1[kind]
    table = GOING[kind]
    formed = {"formed_infantry": foot, "formed_cavalry": horse}
    for user, cell in formed.items():
        row = table[user]  # type: ignore[index]
        assert [row.move, row.charge, row.intercept] == ways(cell)
    for user, cell in {"unformed_infantry": light_foot, "unformed_cavalry": light_horse}.items():
        row = table[user]  # type: ignore[index]
        assert [row.move, row.charge] == ways(cell)
    row = table["artillery"]
    assert [row.prolong, row.redeploy] == ways(guns)
    assert table["stand"].move == stand


def test_every_kind_is_printed() -> None:
    assert set(T1) == {*EFFECTS, "open"} - {"ford"}
    assert set(T2) == set(EFFECTS) - {"ford"}
    assert GOING["ford"] == GOING["stream"]


@pytest.mark.rule("MNT-BRIDGE-01", "any unit crosses, but no battery by prolonging")
def test_bridges_are_as_printed() -> None:
    _, foot, light_foot, horse, light_horse, guns, stand = T1["bridge"]
    assert ways(foot) == ways(horse) == ["cross", "over", "over"]
    assert ways(light_foot) == ways(light_horse) == ["cross", "over"]
    assert (ways(guns), stand) == (["no", "cross"], "cross")
    for row in GOING["bridge"].values():
        assert (row.move, row.charge, row.intercept, row.prolong, row.redeploy) == (
            "over",
            "over",
            "over",
            "no",
            "over",
        )


@pytest.mark.rule("MNT-LOS-01", "T2: levels")
@pytest.mark.rule("MNT-COVER-01", "T2: what gives cover")
@pytest.mark.rule("MNT-FENCE-05", "T2: a wall stops bounces, a hedge does not")
@pytest.mark.rule("MNT-STREAM-06", "T2: nothing bounces into or beyond a stream")
@pytest.mark.rule("MNT-BOUNCE-01", "T2: the bounces are kept as data")
@pytest.mark.rule("MNT-HTH-01", "T2: what gives an advantage")
@pytest.mark.parametrize("kind", [kind for kind in EFFECTS if kind != "ford"])
def test_effects_are_as_printed(kind: FeatureKind) -> None:
    height, cover, advantage, onto, beyond, occupant, small, guns = T2[kind]
    row = EFFECTS[kind]
    levels = {"2 or more": tuple(range(2, 10)), "1 or 2": (1, 2)}
    assert row.levels == (levels[height] if height in levels else (int(height),))
    assert row.cover is (cover == "yes") is small.startswith("cover") is guns.startswith("cover")
    words = {"yes": "defender", "against units in it": "over_those_in"}
    assert row.advantage == words.get(advantage, "none")
    assert (row.bounces_onto, row.bounces_beyond) == (onto == "yes", beyond == "yes")
    bars = {"no": (False, True), "infantry yes; artillery no": (True, False)}
    assert (row.bars_guns, row.bars_all) == bars.get(occupant, (False, False))


@pytest.mark.rule("MNT-GEN-01", "T3: areas with an edge, lines with a width")
@pytest.mark.rule("MNT-RULING-05", "the usual widths of lines")
def test_shapes_and_widths_are_as_printed() -> None:
    part = BOOK.split("### 1.3 ")[1].split("## 2.")[0]
    areas = re.search(r"\| general \(area\) \| (.*?) \|", part)
    lines = re.search(r"\| linear \| (.*?) \|", part)
    assert areas
    assert lines
    assert {kind for kind, row in EFFECTS.items() if row.shape == "area"} == {*areas[1].split(", "), "ford"}
    assert {kind for kind, row in EFFECTS.items() if row.shape == "line"} == set(lines[1].split(", "))
    widths = part.split("Default widths")[1]
    for kind in lines[1].split(", "):
        printed = re.search(rf"{kind} (\d(?:\.\d)?)", widths)
        assert printed
        assert PRINTED_TABLES.linear_widths[kind] == round(float(printed[1]) * 100)  # type: ignore[index]


CONSTANTS = [
    (ground.STREAM_AT_MOST, 200, "stream at most 2 cm wide, river over 2 cm"),
    (ground.WOOD_ACROSS, (500, 1000), "wood: largest extent in any direction 10, smallest 5 cm"),
    (ground.VILLAGE_ACROSS, (500, 1000), "village: 5 to 10 cm across in every direction"),
    (ground.LANDMARK_ACROSS, 500, "landmark at most 5 cm in any direction"),
    (ground.WOODS_APART, 1500, "woods at least 15 cm apart"),
    (ground.VILLAGES_APART, 4000, "villages at least 40 cm apart"),
    (ground.CHURCH_WITHIN, 500, "village church within 5 cm of a village"),
    (ground.BANK_WITHIN, 300, "Bank woods (within 3 cm of a river) are exempt from spacing"),
    ((ground.STREAM_FROM, ground.SCATTER_DIE), (4, 6), "A stream from edge to edge on 4 or more of 1D6"),
    (ground.ROAD_FROM, 3, "a road up the table on 3 or more"),
    (ground.FORD_UP_TO, 2, "where it crosses the stream a ford on 1 or 2, else a bridge"),
    (ground.PART_OF_TABLE, 21_600, "for each full 180 by 120 cm of table and once at least"),
    ((ground.BEARING_DIE, ground.PLACE_DIE), (12, 100), "1D12 for how it lies, and D100 across and up the table"),
    (ground.SCATTER_RIM, 300, "3 cm inside its edges, for its middle"),
    (ground.SCATTER_TRIES, 20, "up to 20 places in all"),
    (ground.SCATTER_CLEAR, 200, "within 2 cm of another that is not high ground or within 2 cm of a unit"),
    (
        (tables.STRENGTH_LARGE, tables.STRENGTH_SMALL),
        (9, 5),
        "`structure_strength_large` = 9, `structure_strength_small`",
    ),
    (dict(ground.SPAN_WIDE), {"bridge": 500, "ford": 700}, ""),
    ((ground.SPAN_OVER, ground.SPAN_WITHIN), (100, 1000), ""),
]
"""A constant, its value in tenths of a millimetre, and where the rulebook prints it, if it does."""


@pytest.mark.rule("MNT-PLACE-01", "sizes and distances of terrain are as printed")
@pytest.mark.rule("MNT-RULING-33", "so are the numbers by which dice lay it")
@pytest.mark.rule("MNT-RULING-19", "and the woods that are exempt")
@pytest.mark.parametrize(("value", "wanted", "words"), CONSTANTS)
def test_numbers_of_the_ground_are_as_printed(value: object, wanted: object, words: str) -> None:
    assert value == wanted
    assert words in BOOK
