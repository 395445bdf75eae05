"""Lines of a text that are no element: the army's facts, totals, comments, notes, titles; and decisions."""

import pytest

from armies.exchange import Unreadable, read
from tests.exchange.builders import one_army, outline, read_text, refused, sentences, units_of

TOTAL = "Totals are not imported; Muster adds up the units."


@pytest.mark.parametrize(
    "line",
    [
        "Total: 7,819 men",
        "TOTAL 7 bataillons, 8 escadrons",
        "Grand total 20,000 men and 64 guns",
        "Sub-total: 1,200",
        "Gesamt: 12.000 Mann",
        "Gesamtstärke 12.000",
        "Summe 1200",
        "II Corps total: 20,000 men",
        "Sous-total : 900 hommes",
    ],
)
def test_a_total_is_told_of_and_not_kept(line: str) -> None:
    reading = read_text("Army: A", "24e Ligne 550 veteran", line)
    assert sentences(reading) == [(3, TOTAL)]
    assert not reading.blocking
    assert outline(one_army(reading)) == ["unit 24e Ligne"]


def test_facts_of_the_army_stand_above_it() -> None:
    army = one_army(
        read_text(
            "Armee: Preußische Armee",
            "Nation: Preußen",
            "Kommandeur: Blücher",
            "Schlacht: Ligny",
            "Datum: 16. Juni 1815",
            "Ort: Ligny",
            "Source: S1 | Der Feldzug | Berlin 1900",
            "Note: from memory",
            "24. Infanterieregiment 700",
        )
    )
    assert (army.name, army.nation, army.commander, army.battle) == ("Preußische Armee", "PR", "Blücher", "Ligny")
    assert (army.date, army.place, army.notes) == ("1815-06-16", "Ligny", ("from memory",))
    assert [(s.id, s.title, s.where) for s in army.sources] == [("S1", "Der Feldzug", "Berlin 1900")]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Date: 6/16/1815", "“6/16/1815” is not a date; write it as 1815-06-16."),
        ("Date: 31 June 1815", "“31 June 1815” is not a date; write it as 1815-06-16."),
        ("Nation: Narnia", "“Narnia” is not a known nation."),
        ("Source: | x", "Write a source as: Source: S1 | title | where | used for."),
        ("Confidence: strengths", "Write confidence as: Confidence: strengths = high."),
        ("Option: mini_nap.x = [1]", "Write an option as: Option: mini_nap.max_corps_per_side = 2."),
        ("Format: other 1", "“other 1” is not the format of Muster's texts, muster-text 1."),
    ],
)
def test_a_fact_of_the_army_that_is_not_understood(line: str, sentence: str) -> None:
    assert [(p.line, p.sentence) for p in refused(read_text("Army: A", line, "24e Ligne 550"))] == [(2, sentence)]


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("French at Quatre Bras", "FR"),
        ("Armée française", "FR"),
        ("Österreichische Armee", "AT"),
        ("Preussisches Heer", "PR"),
        ("Anglo-Portuguese Army", "GB"),
        ("Austro-Russian Army", "AT"),
        ("Army of Portugal", ""),
    ],
)
def test_a_title_names_the_army_and_its_nation(title: str, code: str) -> None:
    reading = read_text(title, "", "1st Division", "  24e Ligne 550")
    army = one_army(reading)
    assert (army.name, army.nation) == (title, code)
    assert (1, "This line is read as the name of the army.") in sentences(reading)


def test_a_line_with_a_rank_is_the_commander_of_the_line_above() -> None:
    reading = read_text("French Army", "Marshal Ney", "II Corps", "Gen. Reille", "24e Ligne 550", "Gen. Dupont")
    army = one_army(reading)
    assert (army.commander, outline(army)[0]) == ("Marshal Ney", "corps II Corps (Gen. Reille)")
    said = "This line is read as the commander of the line above."
    assert [line for line, sentence in sentences(reading) if sentence == said] == [2, 4]
    assert [p.line for p in refused(reading)] == [6]


def test_a_rank_with_the_word_division_is_no_division() -> None:
    lines = outline(one_army(read_text("I Corps", "Général de Division Drouet, Comte d'Erlon", "24e Ligne 500")))
    assert lines[0] == "corps I Corps (Général de Division Drouet, Comte d'Erlon)"


def test_the_marks_of_a_forum_are_taken_off() -> None:
    reading = read_text("[b]French[/b]", "[list]", "[*]24e Ligne 550 [Vet]", "[*]25e Ligne - 550 - Elite", "[/list]")
    army = one_army(reading)
    assert (army.name, outline(army)) == ("French", ["unit 24e Ligne", "unit 25e Ligne"])
    assert sentences(reading) == [(1, "This line is read as the name of the army.")]


def test_comments_and_quoted_lines_that_look_like_troops_are_told_of() -> None:
    reading = read_text("24e Ligne 550 veteran", "# a remark", "# 25e Ligne 500", "> 26e Ligne 600", "> fine men")
    assert sentences(reading) == [
        (3, "A line that begins with # is a comment and was left out."),
        (4, "A line that begins with > is a note; it was added to the line above."),
    ]
    (unit,) = units_of("24e Ligne 550 veteran # the brave", "  > fine men")
    assert (unit.name, unit.note) == ("24e Ligne", "fine men")


def test_a_decision_replaces_a_line_or_leaves_it_out() -> None:
    lines = ("Army: A", "24e Ligne 5x110", "Staff", "25e Ligne 500")
    assert [p.line for p in refused(read_text(*lines))] == [2, 3]
    reading = read_text(*lines, decisions={2: "24e Ligne 550\n26e Ligne 400", 3: None})
    assert not reading.blocking
    assert outline(one_army(reading)) == ["unit 24e Ligne", "unit 26e Ligne", "unit 25e Ligne"]
    assert [p.line for p in reading.problems] == [2, 2, 4]


def test_two_units_of_one_name_are_told_of() -> None:
    reading = read_text("Brigade A", "  24e Ligne 550 veteran", "  24e Ligne 500 veteran")
    assert (1, "Two units of Brigade A are named “24e Ligne”.") in sentences(reading)
    assert not reading.blocking


def test_hidden_characters_are_taken_out_and_told_of() -> None:
    reading = read_text("24e\u200b Ligne\u202e 550 veteran")
    assert outline(one_army(reading)) == ["unit 24e Ligne"]
    assert sentences(reading) == [(1, "Hidden control characters were removed.")]


def test_several_armies_in_one_text_and_the_wanted_one() -> None:
    text = b"Army: French\n24e Ligne 550\nArmy: Allied\nNation: British\n24th Foot 500\n"
    assert [army.name for army in read(text).armies] == ["French", "Allied"]
    assert [army.name for army in read(text, side="alli").armies] == ["Allied"]
    with pytest.raises(Unreadable, match="no side “x”, or more than one; its sides are “French”, “Allied”"):
        read(text, side="x")


def test_an_army_without_a_name_has_that_of_the_file() -> None:
    (army,) = read(b"24e Ligne 550", "C:\\lists\\my_army.txt").armies
    assert army.name == "my army"


def test_a_newer_text_of_ours_is_refused() -> None:
    with pytest.raises(Unreadable, match="version 2 of Muster's format; this program reads version 1"):
        read_text("Format: muster-text 2", "Army: A")


def test_prose_is_no_order_of_battle() -> None:
    with pytest.raises(Unreadable, match="This is not an order of battle"):
        read_text(*["It was a dark and stormy night, and the rain fell in torrents."] * 30)


def test_a_decision_stays_where_its_line_stood() -> None:
    text = b"1st Brigade\n  I/2e Ligne 600 line infantry\n  nonsense\n  III/2e Ligne 600 line infantry"
    army = read(text, decisions={3: "II/2e Ligne 600 line infantry"}).armies[0]
    (brigade,) = army.children
    assert [unit.name for unit in brigade.children] == ["I/2e Ligne", "II/2e Ligne", "III/2e Ligne"]
