"""The preview of a pasted list: lines beside units, questions, habits, kept answers, corrections for the project."""

import json
from typing import Any

import pytest
from django.test import Client

from armies.exchange import read
from armies.exchange.answers import GUN_TYPES, MEN_TYPES, RANGE_KEYS, choices, decided_text
from armies.models import Army, ImportDraft, ReadingChoice
from armies.services.storage import facts_of
from battles.engine.armies.tree import units, walk
from tests.armies.pasted import LIST, paste

pytestmark = pytest.mark.django_db

TRAIN, LOOSE = 7, 10


def page(client: Client, preview: str) -> str:
    return client.get(preview).content.decode()


def act(client: Client, preview: str, **fields: str) -> str:
    """Where the posted act leads to."""
    answer = client.post(preview, fields)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"]).removeprefix(preview)


def test_the_first_line_says_what_was_read_and_each_unit_stands_beside_its_line(as_alice: Client) -> None:
    context = as_alice.get(paste(as_alice, LIST)).context
    assert context["first_line"] == "5 units, 3,045 men, 0 guns; 2 lines need you"
    became = {row.number: [one.element.name for one in row.became] for row in context["read_rows"]}
    assert became[4] == ["1/8th Légère Regiment", "2/8th Légère Regiment"]
    assert became[TRAIN] == []
    words = {(piece.text, piece.word) for row in context["read_rows"] for piece in row.pieces if piece.what}
    assert {("20 May 1813", "date"), ("38/1,214", "figure"), ("4/3rd Train Battalion (1/92", "question")} <= words


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Corps I\n  1/24e Ligne 550 veteran\n\n  2/24e Ligne 500 veteran\n", ""),
        ("unit;men;type\n1/24e Ligne;550;line infantry\n2/24e Ligne;500;line infantry\n", "a.csv"),
    ],
)
def test_every_element_knows_its_line(text: str, name: str) -> None:
    reading = read(text.encode(), name)
    lines = text.split("\n")
    (army,), (at,) = reading.armies, reading.places
    assert len(at) == 1 + len(list(walk(army)))
    for place, line in list(zip(walk(army), at[1:], strict=True))[-2:]:
        assert place.element.name in lines[line - 1]


def test_answers_lead_to_the_next_question_and_nothing_is_written_before(as_alice: Client) -> None:
    preview = paste(as_alice, LIST)
    assert as_alice.post(preview, {"act": "keep", "army": "0"}).status_code == 422
    assert act(as_alice, preview, answer=f"{TRAIN}:note") == f"#q-{LOOSE}"
    assert act(as_alice, preview, answer=f"{LOOSE}:light_infantry") == "#read"
    assert not Army.objects.exists()
    as_alice.post(preview, {"act": "keep", "army": "0"})
    army = facts_of(Army.objects.get())
    first, second = (place.element for place in walk(army) if place.element.name.endswith("Brigade"))
    assert first.note == "4/3rd Train Battalion (1/92)"
    (unit,) = [unit for unit in units(second) if unit.name.startswith("detachments")]
    assert (unit.type, unit.men, unit.note) == ("light_infantry", 120, "detachments with other brigades: c. 120")


def test_the_owner_may_keep_the_list_as_it_is_or_undo_one_answer(as_alice: Client) -> None:
    preview = paste(as_alice, LIST)
    act(as_alice, preview, act="rest")
    assert "You keep it as a note." in page(as_alice, preview)
    act(as_alice, preview, undo=str(LOOSE))
    assert [question.line for question in as_alice.get(preview).context["questions"]] == [LOOSE]


@pytest.mark.parametrize("posted", [{"answer": "7:horse_artillery"}, {"answer": "99:out"}, {"habit": "pair:none"}])
def test_an_unknown_answer_is_refused_with_a_sentence(as_alice: Client, posted: dict[str, str]) -> None:
    preview = paste(as_alice, LIST)
    answer = as_alice.post(preview, posted)
    assert answer.status_code == 422
    assert answer.context["problem"]
    assert ImportDraft.objects.get().answers == {}


def test_a_line_with_figures_may_be_a_formation_and_keeps_them_as_its_note() -> None:
    line = "Various posts, 900 men"
    text = f"French\n1st Brigade - Foy\n24e Ligne 500 men\n{line}\n26e Ligne 600 men\n"
    assert [problem.line for problem in read(text.encode()).blocking] == [4]
    assert decided_text(line, "division") == 'Division "Various posts" [note: 900 men]'
    (army,) = read(text.encode(), "", {4: decided_text(line, "brigade")}).armies
    assert [(child.name, child.note) for child in army.children] == [
        ("1st Brigade", ""),
        ("Various posts", "900 men"),
    ]
    assert not {"corps", "division", "brigade"} & {choice.key for choice in choices("24e Ligne 500? men")}


def test_every_answer_to_a_question_can_be_read() -> None:
    for text in ("4/3rd Train Battalion (1/92)", "Wagon train, 6 guns", "Park, 76 guns", "Detached: see below"):
        for choice in choices(text):
            decided = decided_text(text, choice.key)
            reading = read(LIST.encode(), "", {TRAIN: decided, LOOSE: None})
            assert reading.blocking == []


@pytest.mark.parametrize(
    ("text", "name", "kind", "figures"),
    [
        ("5th Hussars, about 400-450 men", "5th Hussars", "light_cavalry", [400, 425, 450]),
        ("Zamora (between 400 and 451 men)", "Zamora", "line_infantry", [400, 425, 451]),
        ("Soria: from 1,000 to 1,200 sabres", "Soria", "medium_cavalry", [1000, 1100, 1200]),
        ("Ulans 30-31", "Ulans", "light_cavalry", [30, 31]),
    ],
)
def test_a_range_has_its_ends_and_its_middle_among_its_answers(
    text: str, name: str, kind: str, figures: list[int]
) -> None:
    lines = LIST.replace("detachments with other brigades: c. 120", text)
    assert [problem.line for problem in read(lines.encode()).blocking] == [TRAIN, LOOSE]
    keys = [choice.key for choice in choices(text) if choice.key in RANGE_KEYS]
    for key, men in zip(keys, figures, strict=True):
        reading = read(lines.encode(), "", {TRAIN: None, LOOSE: decided_text(text, key)})
        last = [unit for army in reading.armies for unit in units(army)][-1]
        assert (last.name, last.type, last.men, reading.blocking) == (name, kind, men, [])


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Foy's horse battery, 6-8 guns", [(6, None), (7, None), (8, None)]),
        ("Foy's horse battery 6-7 guns, 120-140 men", [(6, 120), (7, 140)]),
    ],
)
def test_a_range_of_guns_has_its_ends_among_its_answers(text: str, figures: list[tuple[int, int | None]]) -> None:
    lines = f"French\n1st Brigade - Foy\n24e Ligne 500 men\n{text}\n"
    assert [problem.line for problem in read(lines.encode()).blocking] == [4]
    keys = [choice.key for choice in choices(text) if choice.key in RANGE_KEYS]
    for key, (guns, men) in zip(keys, figures, strict=True):
        reading = read(lines.encode(), "", {4: decided_text(text, key)})
        last = [unit for army in reading.armies for unit in units(army)][-1]
        assert (last.name, last.type, last.guns, last.men) == ("Foy's horse battery", "horse_artillery", guns, men)
    assert [choice.key for choice in choices(text)][-1] == "foot_artillery"


TABLE = """army;division;brigade;unit;class;men;guns;commander
French;5;Husson;1/24e Ligne;line infantry;550;;
French;5;Campi;2/24e Ligne;line infantry;500-600;;Duval
French;5;Campi;3/24e Ligne;line infantry;480;;
French;5;Campi;Wagon train;;120;;
French;5;Campi;Park;;;76;
"""


def test_a_row_of_a_table_has_the_answers_of_a_line_and_stays_in_its_formation(as_alice: Client) -> None:
    preview = paste(as_alice, TABLE)
    questions = {one.line: [choice.key for choice in one.choices] for one in as_alice.get(preview).context["questions"]}
    assert list(questions) == [3, 5, 6]
    assert questions[3][:5] == ["note", "out", *RANGE_KEYS]
    assert questions[5] == ["note", "out", *MEN_TYPES]
    assert questions[6] == ["note", "out", *GUN_TYPES]
    act(as_alice, preview, answer="3:middle")
    act(as_alice, preview, answer="5:light_cavalry")
    act(as_alice, preview, answer="6:foot_artillery")
    as_alice.post(preview, {"act": "keep", "army": "0"})
    (campi,) = [one.element for one in walk(facts_of(Army.objects.get())) if one.element.name == "Campi"]
    assert [unit.name for unit in campi.children[:3]] == ["2/24e Ligne", "3/24e Ligne", "Wagon train"]
    first, _, train, *park = campi.children
    assert (first.men, first.type, first.commander, first.note) == (550, "line_infantry", "Duval", TABLE.split("\n")[2])
    assert (train.men, train.type) == (120, "light_cavalry")
    assert sum(battery.guns for battery in park) == 76


def test_a_unit_written_instead_of_a_row_with_unknown_headings_joins_the_formation_above() -> None:
    rows = ("Korps|Div. (OC)|Bde (OC)|Regt./Bty|PS (all ranks)|Pcs", "Kleist|Reserve cavalry (Roeder)|Wrangel|")
    units_of_rows = ("Guard Cuirassiers|480|", "Silesian Cuirassiers|495?|", "Horse Battery No. 7||8")
    table = "\n".join([rows[0], *(rows[1] + unit for unit in units_of_rows)])
    assert [problem.line for problem in read(table.encode(), "a.csv").blocking] == [3]
    reading = read(table.encode(), "a.csv", {3: '"Silesian Cuirassiers", heavy cavalry, 495 men, trained'})
    assert reading.blocking == []
    (brigade,) = [one.element for one in walk(reading.armies[0]) if one.element.name == "Wrangel"]
    assert [unit.name for unit in brigade.children] == [
        "Guard Cuirassiers",
        "Silesian Cuirassiers",
        "Horse Battery No. 7",
    ]


def test_an_answer_keeps_the_battalions_of_its_line() -> None:
    decided = decided_text("Kiev Pioneers, 2 bns (12/1,020)", "line_infantry")
    reading = read(LIST.encode(), "", {TRAIN: decided, LOOSE: None})
    (unit,) = [one for army in reading.armies for one in units(army) if "Kiev" in one.name]
    assert (unit.men, unit.sub_units, unit.sub_unit) == (1020, 2, "battalions")


def test_a_habit_is_said_with_an_example_and_the_preview_follows(as_alice: Client) -> None:
    preview = paste(as_alice, LIST)
    assert "Read as officers/men: 38/1,214 is 38 officers and 1,214 men." in page(as_alice, preview)
    act(as_alice, preview, habit="officers:added")
    assert as_alice.get(preview).context["first_line"].startswith("5 units, 3,147 men")
    act(as_alice, preview, habit="pair:men/officers")
    act(as_alice, preview, habit="regiments:whole")
    assert as_alice.get(preview).context["first_line"].startswith("4 units")


def test_habits_and_answers_are_kept_for_the_next_list_said_and_forgotten(as_alice: Client, alice: Any) -> None:
    preview = paste(as_alice, LIST)
    act(as_alice, preview, habit="officers:added")
    act(as_alice, preview, answer=f"{TRAIN}:note")
    act(as_alice, preview, act="decide", **{f"line-{LOOSE}": "Depot, line infantry, 120 men, trained"})
    assert not ReadingChoice.objects.exists()
    act(as_alice, preview, act="remember")
    later = paste(as_alice, LIST.replace("4/3rd Train Battalion (1/92)", "7/5th Train Battalion (2/80)"))
    context = as_alice.get(later).context
    assert context["questions"] == []
    assert len(context["kept_in_use"]) == 3
    assert "Officers are added to the men." in page(as_alice, later)
    for row in ReadingChoice.objects.filter(owner=alice, kind="habit"):
        act(as_alice, later, forget=str(row.pk))
    assert as_alice.get(paste(as_alice, LIST)).context["first_line"].startswith("6 units, 3,165 men")
    act(as_alice, later, forget="all")
    assert not ReadingChoice.objects.exists()


def test_what_a_stranger_keeps_is_not_forgotten_by_another(as_alice: Client, bob: Any) -> None:
    row = ReadingChoice.objects.create(owner=bob, kind="habit", key="pair", value="men/officers", words="x")
    act(as_alice, paste(as_alice, LIST), forget=str(row.pk))
    assert ReadingChoice.objects.get() == row


def test_a_line_read_wrongly_is_corrected_or_saved_as_a_file(as_alice: Client) -> None:
    preview = paste(as_alice, LIST)
    address = f"{preview}line/5"
    assert "2/137th Line Infantry Regiment" in page(as_alice, address)
    report = json.loads(as_alice.post(address, {"act": "save", "text": "2/137th Line, 605 men"}).content)
    assert (report["format"], report["should_be"]) == ("muster-misread/1", "2/137th Line, 605 men")
    assert report["line"].strip() == "2/137th Line Infantry Regiment (17/588)"
    assert report["became"][0]["men"] == 588
    assert ImportDraft.objects.get().decisions == {}
    assert as_alice.post(address, {"act": "decide", "text": ""}).status_code == 422
    assert act(as_alice, address, act="decide", text="2/137th, line infantry, 605 men, trained").endswith("#l-5")
    assert "605 men" in page(as_alice, preview)
    assert as_alice.get(f"{preview}line/900").status_code == 404


def test_a_newer_text_of_an_army_is_compared_before_it_is_taken(as_alice: Client) -> None:
    text = "Army: Left wing\nNation: French\nII Corps\n  1/24e Ligne 550 veteran\n  2/24e Ligne 500 veteran\n"
    as_alice.post(paste(as_alice, text), {"act": "keep", "army": "0"})
    army = Army.objects.get()
    preview = paste(as_alice, text.replace("550", "480"))
    assert as_alice.get(preview).context["similar"] == [army]
    compared = act(as_alice, preview, compare=army.slug)
    assert "480" in page(as_alice, compared)
    assert sum(unit.men or 0 for unit in units(facts_of(army))) == 1050
    as_alice.post(compared, {"act": "bring", "army": "0", "version": str(army.version)})
    assert sum(unit.men or 0 for unit in units(facts_of(Army.objects.get()))) == 980
