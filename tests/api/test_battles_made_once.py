"""A battle that is asked for twice with one token is made once."""

from pathlib import Path
from uuid import uuid4

from battles.models import Battle
from tests.api.conftest import Api, problem


def test_a_program_makes_once_what_it_sends_twice(alices: Api) -> None:
    body = {"source": "sample:easy_napoleonics", "token": str(uuid4())}
    answers = [alices.post("battles", body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert alices.post("battles", {**body, "title": "Another"}).json()["slug"] != answers[0].json()["slug"]
    guests = [Api().post("battles", body).json() for _ in range(2)]
    assert guests[0] == guests[1]
    assert guests[0]["seats"][0]["token"]
    assert Battle.objects.count() == 3
    problem(alices.post("battles", {**body, "token": "x"}), 422, "refused")


def test_a_file_sent_twice_is_brought_in_once(alices: Api) -> None:
    text = (Path(__file__).parent.parent / "engine" / "data" / "easy_napoleonics.v2.battle").read_text()
    body = {"text": text, "token": str(uuid4())}
    answers = [alices.post("battles/import", body).json() for _ in range(2)]
    assert answers[0]["slug"] == answers[1]["slug"]
    others = [{**body, "token": str(uuid4())}, {**body, "title": "Once more"}, {"text": text}, {"text": text}]
    assert len({alices.post("battles/import", other).json()["slug"] for other in others} | {answers[0]["slug"]}) == 5
    assert Battle.objects.count() == 5
