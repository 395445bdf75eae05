"""A unit on a line of text, as people write it in English, French and German."""

from typing import Any

import pytest

from .texts import facts_of, one_army, read_text, refused, sentences, unit_of, units_of

TRAINED = "no quality is given, so trained."
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
        (1, "2,700 is taken as the men, 25 as part of the name; taken as line infantry; " + TRAINED)
    ]
    assert sentences(read_text("11e Ligne veteran")) == [(1, "No men are given.")]
    assert sentences(read_text("67e Ligne 900, trained, Colonel Dupont")) == [
        (1, "“Colonel Dupont” is kept as a note.")
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("63e Ligne 2x450", "“2x450” is not one figure; write the total."),
        ("65e Ligne 450+430", "“450+430” is not one figure; write the total."),
        ("68e Ligne 800-900", "“800-900” is a range; one figure is needed."),
        ("1/9th Line 1,100 each", "“1,100 each” is a figure for each part; write the total."),
        ("IR Nr. 15 Zach 2 Bat. à 900 Mann", "“à 900” is a figure for each part; write the total."),
        (
            "24e Ligne 1 083 hommes",
            "“1 083” may be one figure or two; write it without the space, or with a comma and a space.",
        ),
        (
            "25e Ligne 550, 24 officers",
            "It is not clear what “24 officers” counts; write for instance: 550 men, 24 officers.",
        ),
        (
            "11e Legere: 1st Bn 600, 2nd Bn 500",
            "Two figures are given, 600 and 500; write one, and every unit on a line of its own.",
        ),
        (
            "54e Ligne 962 men, 55e Ligne 1148 men",
            "Two numbers of men are given; write one, and every unit on a line of its own.",
        ),
        ("1/9th Line, 2/9th Line 1,100", "The line names more than one unit; write every unit on a line of its own."),
        ("24e Ligne -550", "A figure is negative; men and guns are counted from 1."),
        ("24e Ligne 0", "The men of a unit must be between 1 and 20,000; this says 0."),
        (
            "24e Ligne 999999999999999999999",
            "The men of a unit must be between 1 and 20,000; this says 999,999,999,999.",
        ),
        ("Heavy cavalry of the line 27 [foo]", "“foo” in the square brackets is not understood."),
        ("Reserve cavalry 300", "It is cavalry; whether heavy, medium or light cavalry is missing."),
        ("4 guns", "The unit has no name."),
        ("24e Ligne 500 [nation: Narnia]", "“Narnia” is not a nation that is known here."),
    ],
)
def test_a_line_that_cannot_be_so_waits_for_a_decision(line: str, sentence: str) -> None:
    reading = read_text("1/1er Ligne 500 veteran", line)
    assert [(p.line, p.text, p.sentence) for p in refused(reading)] == [(2, line, sentence)]
    assert len(one_army(reading).children) == 1


def test_a_line_of_which_nothing_is_known_says_what_is_needed() -> None:
    (problem,) = refused(read_text("1/1er Ligne 500 veteran", "And then they marched."))
    assert problem.sentence == (
        "This line is not understood. A unit needs a type or its troops' name and a number of men or guns; "
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
