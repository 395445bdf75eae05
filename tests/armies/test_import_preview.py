"""The preview of a pasted list: lines beside units, questions, habits, kept answers, corrections for the project."""

import json
from typing import Any

import pytest
from django.test import Client

from armies.exchange import read
from armies.exchange.answers import choices, decided_text
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


def test_every_answer_to_a_question_can_be_read() -> None:
    for text in ("4/3rd Train Battalion (1/92)", "Wagon train, 6 guns", "Park, 76 guns", "Detached: see below"):
        for choice in choices(text, "text"):
            decided = decided_text(text, choice.key)
            reading = read(LIST.encode(), "", {TRAIN: decided, LOOSE: None})
            assert reading.blocking == []
    assert [choice.key for choice in choices("a,b,300", "csv")] == ["note", "out"]


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
