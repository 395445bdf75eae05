"""A unit on a line of text in English, French and German: guns, calibres, regiments split into battalions."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armies.exchange import read
from armies.exchange.text.strengths import Guns, take_guns
from armies.exchange.text.unit_line import shares, split_regiment
from battles.engine.armies.facts import Unit
from tests.exchange.builders import facts_of, one_army, read_text, refused, sentences, unit_of, units_of

LIGNE = Unit(name="24e Ligne", type="line_infantry", quality="veteran", men=1100, basis="sourced", sources=("S1",))


@given(total=st.integers(1, 20_000), parts=st.integers(1, 12))
def test_shares_add_up_and_differ_by_one_at_most(total: int, parts: int) -> None:
    each = shares(total, parts)
    assert (len(each), sum(each)) == (parts, total)
    assert max(each) - min(each) <= 1
    assert each == sorted(each, reverse=True)


def test_the_first_battalions_get_the_odd_men() -> None:
    assert shares(11, 4) == [3, 3, 3, 2]


def test_a_regiment_becomes_its_battalions() -> None:
    first, second = split_regiment(LIGNE, 2)
    assert (first.name, second.name, first.men, second.men) == ("I/24e Ligne", "II/24e Ligne", 550, 550)
    for battalion in (first, second):
        assert (battalion.quality, battalion.sources, battalion.basis) == ("veteran", ("S1",), "derived")
        assert (battalion.sub_units, battalion.sub_unit) == (1, "battalions")
        assert battalion.note == "the regiment has 1,100 men (sourced) in 2 battalions, shared evenly"


def test_one_battalion_is_left_as_it_is() -> None:
    (only,) = split_regiment(LIGNE, 1)
    assert (only.name, only.men, only.basis, only.sub_units) == ("24e Ligne", 1100, "sourced", 1)


def test_a_regiment_without_a_figure_is_split_without_one() -> None:
    units = units_of("24e Ligne 3 bns")
    assert [(unit.name, unit.men) for unit in units] == [
        ("I/24e Ligne", None),
        ("II/24e Ligne", None),
        ("III/24e Ligne", None),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "3e Ligne (2 bns) 1,151",
        "3e Ligne: 2 battalions, 1151 men",
        "3e Ligne 2 bataillons 1151 hommes",
        "3e Ligne (2 bat., 1151 h.)",
        "3e Ligne 2 Btl. 1.151 Mann",
        "3e Ligne, 2 Baone, 1151 Mann",
        "3e Ligne; 1151 men; 2 battalions",
        "3e Ligne 2 x bns 1151",
    ],
)
def test_battalions_as_people_write_them(line: str) -> None:
    assert [(unit.name, unit.men) for unit in units_of(line)] == [("I/3e Ligne", 576), ("II/3e Ligne", 575)]


def test_a_split_is_said() -> None:
    assert sentences(read_text("3e Ligne 2 bns 1150 veteran")) == [
        (1, "Split into 2 battalions, with the men divided evenly.")
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("24e Ligne 13 bns 9000", "The battalions of a regiment must be between 1 and 12, not 13."),
        ("24e Ligne 3 bns 2 men", "2 men cannot be divided into 3 battalions."),
        ("7e Hussards 2 bns 400", "The line states battalions for a unit that is not infantry."),
        ("Foot battery 2 bns 6x6pdr", "The line states battalions for a unit that is not infantry."),
    ],
)
def test_battalions_that_cannot_be(line: str, sentence: str) -> None:
    assert [p.sentence for p in refused(read_text("1/1er Ligne 500", line))] == [sentence]


def test_a_name_without_room_for_the_number_waits_for_a_decision() -> None:
    name = "Ligne " + "x" * 110
    (problem,) = refused(read_text("1/1er Ligne 500", f"{name} 2 bns 900"))
    assert problem.sentence == "The regiment's name is too long to put a number before it: at most 115 letters."


@pytest.mark.parametrize("line", ["2nd Dragoons 4 sqns 400", "Light company 2 coys 200"])
def test_squadrons_and_companies_are_no_battalions(line: str) -> None:
    (unit,) = units_of(line)
    assert unit.sub_units == int(line.split()[2])


def test_a_regiment_of_a_table_is_split_too() -> None:
    units = one_army(read(b"unit,bns,men\n24e Ligne,3,1000\n")).children
    assert [(unit.name, unit.men) for unit in units if isinstance(unit, Unit)] == [
        ("I/24e Ligne", 334), ("II/24e Ligne", 333), ("III/24e Ligne", 333),
    ]  # fmt: skip
    assert [p.sentence for p in refused(read(b"unit,bns,men\n24e Ligne,0,1000\n"))] == [
        "Column battalions: a regiment needs at least 1 battalion."
    ]


LINES = [
    ("Battery Cleeves 6x9pdr", "Battery Cleeves", "foot_artillery", 6, "medium"),
    ("Sandham's Battery RA - 5x9pdr, 1x5.5\" howitzer", "Sandham's Battery RA", "foot_artillery", 6, "medium"),
    ("Kuhlmann's Horse Battery - 5 x 9pdr + 1 howitzer", "Kuhlmann's Horse Battery", "horse_artillery", 6, "medium"),
    ("Kuhlmann's Battery KGL Horse 6 guns", "Kuhlmann's Battery KGL Horse", "horse_artillery", 6, None),
    ("Ross' Troop RHA (6 x 6-pdr)", "Ross' Troop RHA", "horse_artillery", 6, "medium"),
    ("Lawson's Battery (5 9-pdrs, 1 5½\" howitzer)", "Lawson's Battery", "foot_artillery", 6, "medium"),
    ("Sympher's battery, 6 nine-pounders", "Sympher's battery", "foot_artillery", 6, "medium"),
    ('6/18e art. à pied (6x6lb, 2x5.5" how)', "6/18e art. à pied", "foot_artillery", 8, "medium"),
    ("2e batterie à cheval : 4 canons de 6, 2 obusiers", "2e batterie à cheval", "horse_artillery", 6, "medium"),
    ("20e batterie à pied (6 pièces de 12, 2 obusiers)", "20e batterie à pied", "foot_artillery", 8, "heavy"),
    ("Positionsbatterie 4 12-Pfünder, 2 7pfd. Haubitzen", "Positionsbatterie", "foot_artillery", 6, "heavy"),
    ("Brigadebatterie 8 x 3-Pfünder", "Brigadebatterie", "foot_artillery", 8, "light"),
    ("Kavalleriebatterie 6x6pfd", "Kavalleriebatterie", "horse_artillery", 6, "medium"),
    ("1. 6-Pfünder-Batterie, 8 Geschütze", "1. 6-Pfünder-Batterie", "foot_artillery", 8, "medium"),
    ("12pdr battery No. 2 (8 guns)", "12pdr battery No. 2", "foot_artillery", 8, "heavy"),
    ("Foot Battery Nr. 7 (6x6pdr, 2 howitzers)", "Foot Battery Nr. 7", "foot_artillery", 8, "medium"),
    ("Battery No. 2 12pdr, 8 guns (6x12pdr, 2 how)", "Battery No. 2", "foot_artillery", 8, "heavy"),
    ("Mortar battery 4 howitzers", "Mortar battery", "foot_artillery", 4, None),
]


@pytest.mark.parametrize(("line", "name", "unit_type", "guns", "weight"), LINES)
def test_a_battery(line: str, name: str, unit_type: str, guns: int, weight: str | None) -> None:
    unit = unit_of(line)
    assert (unit.name, unit.type, unit.guns, unit.gun_weight, unit.men) == (name, unit_type, guns, weight, None)


@pytest.mark.parametrize(
    ("pounds", "weight"),
    [(3, "light"), (4, "light"), (5, "light"), (6, "medium"), (9, "medium"), (12, "heavy"), (18, "heavy")],
)
@pytest.mark.rule("MN-WEAPON-03", "light below 6 pounds, medium from 6 to 9, heavy above")
def test_the_weight_is_that_of_the_pounds(pounds: int, weight: str) -> None:
    assert unit_of(f"Battery X 8x{pounds}pdr").gun_weight == weight


def test_the_weight_is_that_of_most_guns() -> None:
    assert take_guns("6x12pdr, 2x6pdr", "") == (Guns(8, "heavy"), ", ")
    assert take_guns("2x12pdr, 6x6pdr", "") == (Guns(8, "medium"), ", ")


def test_a_number_of_guns_is_the_whole_and_says_so_where_it_may_not_be() -> None:
    assert unit_of("6lb foot battery: 6 guns, 2 howitzers veteran").guns == 6
    assert sentences(read_text("6lb foot battery: 6 guns, 2 howitzers veteran")) == [
        (1, "The howitzers are counted among the 6 guns.")
    ]
    assert sentences(read_text("Foot battery: 8 guns (6x6pdr, 2 how) veteran")) == []


def test_a_bare_number_is_guns_up_to_24_and_gunners_beyond() -> None:
    assert (unit_of("Battery Rogers 24").guns, unit_of("Battery Rogers 24").men) == (24, None)
    assert (unit_of("Battery Rogers 25").guns, unit_of("Battery Rogers 25").men) == (None, 25)
    assert sentences(read_text("Foot battery Rogers 6 9pdr veteran")) == []
    assert (1, "6 is read as the number of guns; the weight of the guns is not stated.") in sentences(
        read_text("Foot battery Rogers 6 veteran")
    )


def test_a_battery_number_is_not_taken_for_guns() -> None:
    unit = unit_of("Foot Battery No. 3 12pdr")
    assert (unit.name, unit.guns, unit.gun_weight) == ("Foot Battery No. 3", None, "heavy")


def test_too_many_guns_wait_for_a_decision() -> None:
    assert [p.sentence for p in refused(read_text("Grand Battery 49 guns"))] == [
        "The guns of a unit must be between 1 and 48, not 49."
    ]


def test_batteries_share_the_guns_of_their_line() -> None:
    units = units_of("Three 12-pdr foot batteries, 18 guns", "1/24e Ligne 550")
    assert [unit.guns for unit in units] == [6, 6, 6, None]


TRAINED = "no quality is stated, so it is read as trained."
FOOT: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("1/24e Ligne 550 veteran", "1/24e Ligne", "line_infantry", "veteran", {"men": 550}),
    ("1/95th Rifles, 550 men, elite", "1/95th Rifles", "light_infantry", "elite", {"men": 550}),
    ("10e Demi-brigade 1100 untrained", "10e Demi-brigade", "line_infantry", "untrained", {"men": 1100}),
    ("9e demi-brigade légère 900", "9e demi-brigade légère", "light_infantry", "trained", {"men": 900}),
    ("2/58th Foot – 400", "2/58th Foot", "line_infantry", "trained", {"men": 400}),
    ("1/42nd Foot (Black Watch), 1,079", "1/42nd Foot (Black Watch)", "line_infantry", "trained", {"men": 1079}),
    ("1/88th (Connaught Rangers) 663", "1/88th (Connaught Rangers)", "line_infantry", "trained", {"men": 663}),
    ("3/1st Foot Guards - 1021 - Guard", "3/1st Foot Guards", "line_infantry", "guard", {"men": 1021}),
    ("Grenadiers 450 crack", "Grenadiers", "line_infantry", "elite", {"men": 450}),
    ("12th Caçadores 325", "12th Caçadores", "light_infantry", "trained", {"men": 325}),
    ("I/2e Léger: 601 Vet.", "I/2e Léger", "light_infantry", "veteran", {"men": 601}),
    ("105e de ligne : 983 hommes", "105e de ligne", "line_infantry", "trained", {"men": 983}),
    ("1er Grenadiers à pied 1280 Vieille Garde", "1er Grenadiers à pied", "line_infantry", "guard", {"men": 1280}),
    ("1. Jäger-Bataillon 850 Mann", "1. Jäger-Bataillon", "light_infantry", "trained", {"men": 850}),
    (
        "Landwehrbataillon Hradisch, 600, Rekruten",
        "Landwehrbataillon Hradisch",
        "line_infantry",
        "untrained",
        {"men": 600},
    ),
    ("Grenadierbataillon Scovaud (500)", "Grenadierbataillon Scovaud", "line_infantry", "trained", {"men": 500}),
    ("Füsilier-Bataillon, Stärke 700", "Füsilier-Bataillon", "light_infantry", "trained", {"men": 700}),
    ("-29e Ligne 400", "29e Ligne", "line_infantry", "trained", {"men": 400}),
    ("28e Ligne = 600", "28e Ligne", "line_infantry", "trained", {"men": 600}),
    ("Ligne No. 12 500", "Ligne No. 12", "line_infantry", "trained", {"men": 500}),
    ("24e Ligne ca. 1'083", "24e Ligne", "line_infantry", "trained", {"men": 1083}),
    ("24e Ligne ~1.083", "24e Ligne", "line_infantry", "trained", {"men": 1083}),
    ("24e Ligne 550 present", "24e Ligne", "line_infantry", "trained", {"men": 550}),
    ("Sappers (1 coy) 80", "Sappers", "line_infantry", "trained", {"men": 80, "sub_units": 1, "sub_unit": "companies"}),
]
HORSE: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("16th LD 273", "16th LD", "light_cavalry", "trained", {"men": 273}),
    ("4th DG 330", "4th DG", "heavy_cavalry", "trained", {"men": 330}),
    ("Scots Greys 400 vets", "Scots Greys", "heavy_cavalry", "veteran", {"men": 400}),
    (
        "2nd Dragoons 4 sqns 400",
        "2nd Dragoons",
        "medium_cavalry",
        "trained",
        {"men": 400, "sub_units": 4, "sub_unit": "squadrons"},
    ),
    ("4e lanciers 296", "4e lanciers", "light_cavalry", "trained", {"men": 296, "lancer": True}),
    (
        "3e Chasseurs à cheval (3 esc.) 365 sabres",
        "3e Chasseurs à cheval",
        "light_cavalry",
        "trained",
        {"men": 365, "sub_units": 3, "sub_unit": "squadrons"},
    ),
    ("7e Cuirassiers, 480 chevaux", "7e Cuirassiers", "heavy_cavalry", "trained", {"men": 480, "armoured": True}),
    (
        "Chevauxlegers-Regiment Nr. 4 Vincent, 6 Esk., 720 Pferde",
        "Chevauxlegers-Regiment Nr. 4 Vincent",
        "light_cavalry",
        "trained",
        {"men": 720, "sub_units": 6, "sub_unit": "squadrons"},
    ),
    (
        "Kürassiere Nr. 2, 4 Schwadronen 480 Säbel",
        "Kürassiere Nr. 2",
        "heavy_cavalry",
        "trained",
        {"men": 480, "sub_units": 4, "sub_unit": "squadrons", "armoured": True},
    ),
    ("Don Cossacks 300", "Don Cossacks", "light_cavalry", "untrained", {"men": 300, "irregular": True}),
    ("1st Hussars, KGL 399", "1st Hussars", "light_cavalry", "trained", {"men": 399, "kgl": True, "nation": "KGL"}),
]


@pytest.mark.parametrize(("line", "name", "unit_type", "quality", "facts"), [*FOOT, *HORSE])
def test_a_line_of_foot_or_horse(line: str, name: str, unit_type: str, quality: str, facts: dict[str, Any]) -> None:
    unit = unit_of(line)
    assert (unit.name, unit.type, unit.quality) == (name, unit_type, quality)
    assert facts_of(unit) == facts


def test_british_dragoons_are_heavy_and_others_medium() -> None:
    british, french = units_of("Army: A", "Nation: British", "3rd Dragoons 339", "12e Dragons 300 [nation: French]")
    assert (british.type, french.type) == ("heavy_cavalry", "medium_cavalry")


def test_what_is_taken_for_granted_is_said() -> None:
    assert sentences(read_text("IR 25 Zedwitz 2700")) == [
        (1, "2,700 is read as the number of men, 25 as part of the name; read as line infantry; " + TRAINED)
    ]
    assert sentences(read_text("11e Ligne veteran")) == [(1, "The number of men is not stated.")]
    assert sentences(read_text("67e Ligne 900, trained, Colonel Dupont")) == [
        (1, "“Colonel Dupont” is imported as a note.")
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("63e Ligne 2x450", "“2x450” is not a single figure; write the total."),
        ("65e Ligne 450+430", "“450+430” is not a single figure; write the total."),
        ("68e Ligne 800-900", "“800-900” is a range; one figure is needed."),
        ("1/9th Line 1,100 each", "“1,100 each” is a figure for each part; write the total."),
        ("IR Nr. 15 Zach 9 Komp. à 90 Mann", "“à 90” is a figure for each part; write the total."),
        ("1/9th Line, 2/9th Line 1,100", "The line names more than one unit; write each unit on its own line."),
        ("24e Ligne -550", "A figure is negative; men and guns are counted from 1."),
        ("24e Ligne 0", "The men of a unit must be between 1 and 20,000, not 0."),
        (
            "24e Ligne 999999999999999999999",
            "The men of a unit must be between 1 and 20,000, not 999,999,999,999.",
        ),
        ("Heavy cavalry of the line 27 [elite; foo]", "“foo” in the square brackets is not understood."),
        ("4 guns", "The unit has no name."),
        ("24e Ligne 500 [nation: Narnia]", "“Narnia” is not a known nation."),
    ],
)
def test_a_line_that_cannot_be_so_waits_for_a_decision(line: str, sentence: str) -> None:
    reading = read_text("1/1er Ligne 500 veteran", line)
    assert [(p.line, p.text, p.sentence) for p in refused(reading)] == [(2, line, sentence)]
    assert len(one_army(reading).children) == 1


@pytest.mark.parametrize(
    ("line", "men"),
    [
        ("24e Ligne 1 083 hommes", {"24e Ligne": 1083}),
        ("25e Ligne 550, 24 officers", {"25e Ligne": 550}),
        ("11e Legere: 1st Bn 600, 2nd Bn 500", {"I/11e Legere": 600, "II/11e Legere": 500}),
        ("54e Ligne 962 men, 55e Ligne 1148 men", {"54e Ligne": 962, "55e Ligne": 1148}),
        ("Reserve cavalry 300", {"Reserve cavalry": 300}),
    ],
)
def test_a_line_that_the_plain_notation_has_not_is_read_as_a_found_list(line: str, men: dict[str, int]) -> None:
    assert {unit.name: unit.men for unit in units_of("1/1er Ligne 500 veteran", line)[1:]} == men


def test_a_line_of_which_nothing_is_known_says_what_is_needed() -> None:
    (problem,) = refused(read_text("1/1er Ligne 500 veteran", "And then they marched."))
    assert problem.sentence == (
        "This line is not understood. A unit needs a type or a telling name, and a number of men or guns; "
        "a formation needs a word such as Corps, Division or Brigade."
    )
    (problem,) = refused(read_text("1/1er Ligne 500 veteran", "Pontoniers 100"))
    assert problem.sentence.startswith("The type is missing: add one of line infantry, light infantry,")


def test_other_numbers_of_a_line_are_not_lost() -> None:
    unit = unit_of("36th Foot, 700 men, 24 officers")
    assert (unit.men, unit.name, unit.note) == (700, "36th Foot", "24 officers")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script> Ligne", '=HYPERLINK("http://x") Ligne', "<b>24e</b> Ligne"]
)
def test_markup_and_formulas_in_a_name_stay_text(name: str) -> None:
    assert unit_of(f"{name} 500").name == name


@pytest.mark.parametrize("line", ["72e Ligne x2 (995)", "72e Ligne × 2, 995 men"])
def test_a_regiment_times_a_number_is_that_many_battalions(line: str) -> None:
    units = units_of(line)
    assert [(unit.name, unit.men) for unit in units] == [("I/72e Ligne", 498), ("II/72e Ligne", 497)]
