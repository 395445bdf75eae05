"""Lists as people paste them: each unit, commander and total of the shipped lists, and the ledger of their tokens."""

import unicodedata
from pathlib import Path

import pytest

from armies.exchange.clean_text import fold, words
from armies.exchange.reader import read
from tests.exchange.found_lists import LISTS, all_units, claimed, expected, figures, lines_of, reading_of, tokens

BY_NAME = pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)


@BY_NAME
def test_each_army_has_the_units_men_guns_and_commanders_of_its_list(path: Path) -> None:
    wanted, reading = expected(path)["armies"], reading_of(path)
    asked = {problem.line for problem in reading.blocking}
    assert len(reading.armies) == len(wanted)
    for army, want in zip(reading.armies, wanted, strict=True):
        found = [unit for _, unit in all_units(army)]
        men = sum(unit.men or 0 for unit in found if not unit.type.endswith("artillery"))
        sure = [unit for unit in want["units"] if not (unit.get("question_ok") and unit["line"] in asked)]
        foot_and_horse = sum(unit["men"] or 0 for unit in sure if not unit["guns"])
        assert men in (want["men"], foot_and_horse)
        assert sum(unit.guns or 0 for unit in found) == want["guns"]
        people = " ".join([army.commander, *(name for above, _ in all_units(army) for name in above)])
        for commander in want["commander_names"]:
            assert set(words(commander["name"])) <= set(words(people)), commander


@BY_NAME
def test_each_unit_has_the_name_type_and_place_that_its_list_gives(path: Path) -> None:
    reading = reading_of(path)
    found = [pair for army in reading.armies for pair in all_units(army)]
    asked = {problem.line for problem in reading.blocking}
    for want in (unit for army in expected(path)["armies"] for unit in army["units"]):
        if want["line"] in asked and want.get("question_ok"):
            continue
        place = {word for key in ("corps", "division", "brigade") for word in words(want.get(key) or "")}
        fits = [
            unit
            for above, unit in found
            if set(words(want["name"])) <= set(words(unit.name)) and place <= set(words(" ".join(above)))
        ]
        assert fits, want
        assert want["type"] in (None, *(unit.type for unit in fits)), want


@BY_NAME
def test_only_doubtful_lines_are_asked_about(path: Path) -> None:
    reading, want = reading_of(path), expected(path)
    asked = {problem.line for problem in reading.blocking}
    assert {question["line"] for question in want["ambiguous"]} <= asked
    assert not asked & {line["line"] for line in want["lines_that_are_no_units"]}


@pytest.mark.parametrize("path", [p for p in LISTS if p.suffix not in (".json", ".html")], ids=lambda path: path.stem)
def test_every_number_and_word_of_every_line_has_exactly_one_disposition(path: Path) -> None:
    """The law: the tokens that the ledger has for a line are those that an independent tokenizer finds in it."""
    reading = reading_of(path)
    ledger = claimed(reading)
    assert reading.ledger
    for number, text in lines_of(path).items():
        assert ledger.get(number, tokens("")) == tokens(unicodedata.normalize("NFC", text)), (number, text)


@pytest.mark.parametrize(
    ("name", "shape"),
    [("01-printed-officers-men", "list"), ("02-wiki-vimeiro", "wiki"), ("03-html-wagram-saxons", "page")],
)
def test_a_text_from_elsewhere_is_called_what_it_is(name: str, shape: str) -> None:
    assert next(reading_of(path).shape for path in LISTS if path.stem == name) == shape


def test_folding_keeps_places_and_reads_cyrillic() -> None:
    text = "Егерский № 5 – «Königsbrück» 1½"
    assert len(fold(text)) == len(text)
    assert fold(text).startswith("egerskii # 5 - «konigsbruck» 1%")


@BY_NAME
def test_a_list_is_read_the_same_each_time(path: Path) -> None:
    assert figures(reading_of(path)) == figures(reading_of(path))


@pytest.mark.parametrize("words", ["3/5th Silesian Landwehr 600", "3/5th Silesian Landwehr 600 untrained"])
def test_a_large_number_behind_landwehr_is_its_strength(words: str) -> None:
    text = f"I Corps - General Yorck\n  1st Brigade - Steinmetz\n    {words}\n    1/1st East Prussian 700 veteran\n"
    (army,) = read(text.encode()).armies
    units = army.children[0].children[0].children
    assert [(unit.name, unit.men) for unit in units] == [("3/5th Silesian Landwehr", 600), ("1/1st East Prussian", 700)]


LONG_HEAD = "Artillery of the left and of the right and of the centre of all the three lines together"


@pytest.mark.parametrize(
    "line",
    [f"{LONG_HEAD}: Foy's battery 6 guns, 110 men", "General en Jefe: Tte. Gral. D. Venegas\nCdr: Foy; later Ney"],
)
def test_no_line_stops_the_reading(line: str) -> None:
    text = f"Ejército de La Mancha, 11-VIII-1809\n{line}\nI Corps (Ney)\n1st Brigade (Foy)\n1/24e Ligne (12/540)\n"
    assert any(unit.name == "1/24e Ligne" for army in read(text.encode()).armies for _, unit in all_units(army))


def test_a_table_under_headings_that_nobody_knows_keeps_its_figures_and_tells_how_they_are_read() -> None:
    rows = ["Garde, 1814", "Bezeichnung\tOrt\tKampfkraft\tFeuerkraft", "1er Tirailleurs\tParis\t612\t"]
    rows += ["2e Voltigeurs\tParis\t588\t", "1re batterie à pied\tMeaux\t110\t8", ""]
    reading = read("\n".join(rows).encode(), "guard.tsv")
    units = [unit for army in reading.armies for _, unit in all_units(army)]
    assert [(unit.men, unit.guns) for unit in units] == [(612, None), (588, None), (110, 8)]
    said = [problem.sentence for problem in reading.problems]
    assert any("“612” under “Kampfkraft” is read as the men" in sentence for sentence in said)
    assert any("“8” under “Feuerkraft” is read as the guns" in sentence for sentence in said)


def test_headings_below_the_heading_of_a_group_of_columns_are_read_with_it() -> None:
    rows = ["Division;;Brigade;Regiment;Force;;Guns", "No.;General;;;Officers;Men;"]
    rows += ["1st;Foy;Chemineau;6th Léger;46;1055;", ";;;69th Ligne;50;1408;", ";;Desgraviers;39th Ligne;49;918;"]
    reading = read("\n".join([*rows, "2nd;Clauzel;Berlier;25th Léger;54;1485;", ""]).encode(), "arapiles.csv")
    units = [pair for army in reading.armies for pair in all_units(army)]
    assert [unit.men for _, unit in units] == [1055, 1408, 918, 1485]
    assert ["Foy" in above[0] for above, _ in units] == [True, True, True, False]


@pytest.mark.parametrize(
    ("line", "name", "men", "guns"),
    [
        ("3rd Landwehr Cavalry, 180-ish sabres", "3rd Landwehr Cavalry", 180, 0),
        ("56th Line, 2 bns (590 + 575)", "56th Line", 1165, 0),
        ("IR 23 Forcade (2 Bat. zu je 650)", "IR 23 Forcade", 1300, 0),
        ("2 bat. à 640 hommes, 97e Ligne", "97e Ligne", 1280, 0),
        ("Husaren H 5 Ruesch, 7 1/2 Schw., 820 Pferde", "Husaren H 5 Ruesch", 820, 0),
        ("2 Positions-Batterien zu 12 Pfd., 12 Geschütze", "Positions-Batterien", 0, 12),
        ("Battery of 6-pdrs, 8 guns", "Battery of 6-pdrs", 0, 8),
        ("three foot batteries of 8", "foot batteries", 0, 24),
        ("3 pułk piechoty, 2 bat. – 1 530 ludzi", "3 pułk piechoty", 1530, 0),
        ("1/,2/,LW/Davidovich Infantry Regiment #34 (48/2,590)", "Davidovich Infantry Regiment #34", 2590, 0),
        ("Bataillonskanonen: 24 Dreipfünder", "Bataillonskanonen", 0, 24),
    ],
)
def test_figures_as_they_are_written_by_hand(line: str, name: str, men: int, guns: int) -> None:
    (army,) = read(f"French\n1st Brigade - Foy\n24e Ligne (14/500)\n{line}\n".encode()).armies
    (_, *units) = [unit for _, unit in all_units(army)]
    assert all(unit.name.endswith(f"/{name}") or unit.name == name for unit in units)
    assert (sum(unit.men or 0 for unit in units), sum(unit.guns or 0 for unit in units)) == (men, guns)


@pytest.mark.parametrize(
    "line",
    ["4th Line, 3 bns - 1,850/1,900 men", "9th Line (2 bns) and 21st Line (2 bns): 1,666", "2nd Division (4,500 men)"],
)
def test_a_figure_that_may_be_read_in_two_ways_is_asked_about(line: str) -> None:
    text = f"French\n1st Division\n1st Brigade - Foy\n24e Ligne 500 men\n{line}\n"
    assert [problem.line for problem in read(text.encode()).blocking] == [5]


def test_points_and_ratings_of_a_game_are_no_strengths() -> None:
    text = "Austrians\nBrigade 1 - Klenau, rating 7\nIR 7 Schröder 1600 men, 76 pts\n6pdr battery (8 guns) 44 pts\n"
    (army,) = read(text.encode(), "points.txt").armies
    units = [unit for _, unit in all_units(army)]
    assert [(unit.men, unit.guns) for unit in units] == [(1600, None), (None, 8)]
    assert army.children[0].commander == "Klenau"


def test_a_sentence_with_figures_is_a_question_and_no_unit() -> None:
    text = "1st Brigade: Brig. Gen. Pack\n7th Line, 815 men\nThanks! Page 45 of my copy says 7th Line had 900 though.\n"
    reading = read(text.encode(), "forum.txt")
    assert [problem.line for problem in reading.blocking] == [3]


@pytest.mark.parametrize("answer", ["3e Voltigeurs|Paris|518|", "3e Voltigeurs, 518 men, light infantry, trained"])
def test_what_is_written_instead_of_a_row_is_read_as_a_row_if_it_has_its_cells(answer: str) -> None:
    rows = ["Garde, 1814", "Bezeichner|Ort|Kampfkraft|Feuerkraft", "1er Tirailleurs|Paris|612|"]
    rows += ["2e Voltigeurs|Paris|588|", "3e Voltigeurs|Paris|5zz8|", "1re batterie à pied|Meaux|110|8", ""]
    text = "\n".join(rows).encode()
    assert [problem.line for problem in read(text, "guard.txt").blocking] == [5]
    reading = read(text, "guard.txt", decisions={5: answer})
    units = [unit for army in reading.armies for _, unit in all_units(army)]
    assert not reading.blocking
    assert [(unit.name, unit.men) for unit in units if unit.name.startswith("3e")] == [("3e Voltigeurs", 518)]


@pytest.mark.parametrize(
    ("title", "nation"),
    [
        ("Union Army, 3 July 1863", "US"),
        ("United States forces, 5 July 1814", "US"),
        ("Confederate Army, 3 July 1863", "CS"),
        ("Army of the Two Sicilies, 1806", "TS"),
        ("Esercito piemontese, 1796", "SA"),
        ("Troops of the Grand Duchy of Berg, 1812", "BG"),
    ],
)
def test_an_army_has_the_nation_that_its_title_names(title: str, nation: str) -> None:
    (army,) = read(f"{title}\n1st Brigade - Foy\n1st Regiment 540 men\n2nd Regiment 610 men\n".encode()).armies
    assert army.nation == nation


def test_general_berg_is_no_duchy() -> None:
    (army,) = read(b"Russian Army\n5th Division - Berg\nPerm Infantry 540 men\nMogilev Infantry 610 men\n").armies
    assert (army.nation, army.children[0].commander, army.children[0].nation) == ("RU", "Berg", "")


@pytest.mark.parametrize(
    ("title", "name", "nation"),
    [
        ("French, 16 June 1815", "French", "FR"),
        ("Wagram, 16 June 1815", "Wagram", ""),
        ("Morning of 16 June 1815", "1st Division", ""),
    ],
)
def test_a_name_beside_a_date_is_kept(title: str, name: str, nation: str) -> None:
    (army,) = read(f"{title}\n1st Division\nFoy\n92e Ligne 850 men\n93e Ligne 780 men\n".encode()).armies
    assert (army.name, army.nation, army.date) == (name, nation, "1815-06-16")
    assert army.children[0].commander == "Foy"
