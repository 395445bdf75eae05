"""Headings of corps, divisions and brigades, and the elements under them."""

import pytest

from battles.engine.armies.facts import Brigade, Corps, Division
from tests.exchange.builders import one_army, outline, read_text, refused, sentences

HEADINGS = [
    ("II Corps - General Reille", "corps", "II Corps", "General Reille"),
    ("Ier Corps d'armée : général Drouet d'Erlon", "corps", "Ier Corps d'armée", "général Drouet d'Erlon"),
    ("II. Armeekorps, FZM Graf Kolowrat", "corps", "II. Armeekorps", "FZM Graf Kolowrat"),
    ("Corps Wrede", "corps", "Corps Wrede", "Wrede"),
    ("5th Infantry Division (Bachelu)", "division", "5th Infantry Division", "Bachelu"),
    ("1re division d'infanterie : général Quiot", "division", "1re division d'infanterie", "général Quiot"),
    ("3rd Division (Maj. Gen. E. Pakenham)", "division", "3rd Division", "Maj. Gen. E. Pakenham"),
    (
        "Cavalry Division - Lt. Gen. Sir Stapleton Cotton",
        "division",
        "Cavalry Division",
        "Lt. Gen. Sir Stapleton Cotton",
    ),
    ("Division Rechberg", "division", "Division Rechberg", "Rechberg"),
    ("2nd Brigade Campi", "brigade", "2nd Brigade", "Campi"),
    ("Brigade Buol", "brigade", "Brigade Buol", "Buol"),
    ("Le Marchant's Heavy Brigade", "brigade", "Le Marchant's Heavy Brigade", "Le Marchant"),
    ("1st Bde: Maitland", "brigade", "1st Bde", "Maitland"),
    ("Kürassier-Brigade Lederer", "brigade", "Kürassier-Brigade", "Lederer"),
    ("1st Brigade (4 battalions, 2,400 men)", "brigade", "1st Brigade", ""),
    ("1st Brigade: Soye, 4 battalions", "brigade", "1st Brigade", "Soye"),
    ("**2nd Brigade** - Campi", "brigade", "2nd Brigade", "Campi"),
    ("[b]2nd Brigade[/b]", "brigade", "2nd Brigade", ""),
    ("== 6th Division ==", "division", "6th Division", ""),
]


@pytest.mark.parametrize(("line", "level", "name", "commander"), HEADINGS)
def test_a_heading(line: str, level: str, name: str, commander: str) -> None:
    reading = read_text(line, "24e Ligne 550")
    assert not reading.blocking
    (formation,) = one_army(reading).children
    assert (type(formation).__name__.lower(), formation.name, formation.commander) == (level, name, commander)


def test_a_total_in_a_heading_is_not_kept_and_that_is_said() -> None:
    assert sentences(read_text("1st Brigade - 4 battalions, 2,400 men", "24e Ligne 550 veteran")) == [
        (1, "The total of 2,400 is not imported; Muster adds up the units.")
    ]


def test_a_heading_and_a_unit_on_one_line_are_both_read() -> None:
    reading = read_text("Brigade Quiot : 54e de ligne (2 bataillons) 962 hommes", "55e de ligne 500")
    assert outline(one_army(reading)) == [
        "brigade Brigade Quiot (Quiot)", ".unit I/54e de ligne", ".unit II/54e de ligne", "unit 55e de ligne",
    ]  # fmt: skip


TREE = [
    "corps II Corps (Reille)",
    ".division 5th Division (Bachelu)",
    "..brigade 1st Brigade (Husson)",
    "...unit 24e Ligne",
    "...unit 25e Ligne",
    "..brigade 2nd Brigade (Campi)",
    "...unit 26e Ligne",
    ".division 6th Division (Jérôme)",
]
ITEMS = [
    (0, "II Corps: Reille"),
    (1, "5th Division: Bachelu"),
    (2, "1st Brigade: Husson"),
    (3, "24e Ligne 500"),
    (3, "25e Ligne 500"),
    (2, "2nd Brigade: Campi"),
    (3, "26e Ligne 500"),
    (1, "6th Division: Jérôme"),
]


@pytest.mark.parametrize("indent", ["  ", "\t", " ", "    ", "\t\t", ""])
def test_spaces_tabs_and_no_indentation_at_all_give_the_same_tree(indent: str) -> None:
    assert outline(one_army(read_text(*(indent * depth + line for depth, line in ITEMS)))) == TREE


@pytest.mark.parametrize("bullet", ["- ", "* ", "• ", "◦ ", "– ", "1) ", "(1) ", "a) ", "1.1 ", "1.2.3. ", "+ "])
@pytest.mark.parametrize("indent", ["  ", ""])
def test_bullets_and_numbers_of_lists_are_no_part_of_a_name(bullet: str, indent: str) -> None:
    assert outline(one_army(read_text(*(indent * depth + bullet + line for depth, line in ITEMS)))) == TREE


def test_wiki_bullets_of_several_stars() -> None:
    assert outline(one_army(read_text(*("*" * (depth + 1) + " " + line for depth, line in ITEMS)))) == TREE


def test_a_number_with_a_dot_is_an_ordinal_unless_another_follows() -> None:
    lines = outline(one_army(read_text("1. Division", "2. Brigade", "1. 3rd Foot 500", "2. Jäger 500")))
    assert lines == ["division 1. Division", ".brigade 2. Brigade", "..unit 3rd Foot", "..unit 2. Jäger"]


def test_tabs_with_spaces_are_told_of() -> None:
    note = (
        "The lines are indented with tabs and with spaces; a tab counts as two spaces. "
        "Check which lines are under which."
    )
    assert note in read_text("I Corps", "\t1st Division", "    24e Ligne 500").notes
    assert note not in read_text("I Corps", "  1st Division", "    24e Ligne 500").notes


def test_levels_may_be_missing_and_lines_go_back_to_the_level_they_fit() -> None:
    lines = [
        "Army: A",
        "Battery X 6x6pdr",
        "Brigade X",
        "  24e Ligne 500",
        "1st Division",
        "  25e Ligne 500",
        "II Corps",
    ]
    assert outline(one_army(read_text(*lines))) == [
        "unit Battery X",
        "brigade Brigade X (X)",
        ".unit 24e Ligne",
        "division 1st Division",
        ".unit 25e Ligne",
        "corps II Corps",
    ]


def test_a_regiment_over_its_battalions_names_them() -> None:
    reading = read_text("Brigade X", "  24e Ligne", "    1st Battalion 550", "    2nd Battalion 540", "  25e Ligne 600")
    assert outline(one_army(reading)) == [
        "brigade Brigade X (X)", ".unit I/24e Ligne", ".unit II/24e Ligne", ".unit 25e Ligne",
    ]  # fmt: skip


def test_troops_with_lines_under_them_keep_their_guns() -> None:
    reading = read_text("12 Pfünder Batterie Dietz (6)", " 6lb foot battery: 6 guns")
    assert [getattr(unit, "guns", None) for unit in one_army(reading).children] == [6, 6]


def test_stars_below_a_line_make_it_a_heading() -> None:
    reading = read_text("1st Division", "Reserve cavalry (Röder)", "  * 2nd Dragoons 400", "  * 3rd Dragoons 400")
    assert outline(one_army(reading))[1] == ".brigade Reserve cavalry (Röder)"


def test_a_corps_beside_a_division_is_a_division_too() -> None:
    lines = ["Right wing", "  X Corps", "    24e Ligne 5", "  Y Brigade", "    Z Brigade", "      25e Ligne 5"]
    assert [line for line in outline(one_army(read_text("Army: A", *lines))) if "unit" not in line] == [
        "corps Right wing", ".division X Corps", ".division Y Brigade", "..brigade Z Brigade",
    ]  # fmt: skip


def test_wrong_nesting_is_refused_with_what_to_write() -> None:
    what = "Wrong nesting: “%s” is read as a corps and is under %s, a brigade."
    do = 'Write its level before its name, as in: Division "%s".'
    for lines, name, above in (
        (("Army: A", "A Brigade", "  2nd Corps", "    24e Ligne 500"), "2nd Corps", "A Brigade"),
        (("Format: muster-text 1", "Army: A", 'Brigade "A"', '  Corps "B"'), "B", "A"),
    ):
        (problem,) = refused(read_text(*lines))
        assert problem.sentence == f"{what % (name, above)} {do % name}"


def test_a_heading_names_its_nation() -> None:
    for line, code in (("4th Hanoverian Brigade - Best", "HAN"), ("Preussisches Korps von Bülow", "PR")):
        (formation,) = one_army(read_text("Nation: British", line, "  1st Infantry 500")).children
        assert formation.nation == code


def test_batteries_under_a_heading_are_a_brigade_of_artillery() -> None:
    division = one_army(read_text("1st Division", "  Artillery - Adye", "    Battery X 6x9pdr")).children[0]
    assert isinstance(division, Division)
    (guns,) = division.children
    assert isinstance(guns, Brigade)
    assert (guns.name, guns.commander, guns.kind) == ("Artillery", "Adye", "artillery")


@pytest.mark.parametrize(
    ("units", "kind"),
    [
        (["24e Ligne 500"], "infantry"),
        (["1er Hussards 300"], "cavalry"),
        (["24e Ligne 500", "1er Hussards 300"], "mixed"),
        (["Battery X 6x6pdr"], "artillery"),
        (["24e Ligne 500", "Battery X 6x6pdr"], "infantry"),
        ([], "infantry"),
    ],
)
@pytest.mark.rule("MN-ORG-02", "the kind of a brigade that says none is that of its units")
def test_the_kind_of_a_brigade(units: list[str], kind: str) -> None:
    (brigade,) = one_army(read_text("Brigade A", *(f"  {unit}" for unit in units))).children
    assert isinstance(brigade, Brigade)
    assert brigade.kind == kind


def test_ratings_and_notes_stand_under_their_formation() -> None:
    (corps,) = one_army(read_text("II Corps", "  * rated: good", "  > came late", "  5th Division")).children
    assert isinstance(corps, Corps)
    assert (corps.note, corps.throws[0].rating, corps.throws[0].source) == ("came late", "good", "fixed")
    (problem,) = refused(read_text("Brigade A", "  * rated: good", "  24e Ligne 500"))
    assert problem.sentence == "Write a rating under the corps or division whose commander was rated."
