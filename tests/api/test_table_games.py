"""Games on a real table over the API: who may do what, a shot with typed dice, what is refused."""

from typing import Any
from uuid import uuid4

import pytest

from battles.models import TableGame
from battles.services.tracker import entries as tracker_entries
from campaign.api.description import document
from tests.api.conftest import Api, problem

READS = {"table_retrieve", "table_inquire", "table_record"}
"""For whoever is signed in and sees the game."""
WITHOUT_GAME = {"table_list", "table_create"}
KEEPERS = {"table_note", "table_dice", "table_undo"}


@pytest.fixture
def game(alices: Api) -> str:
    """Alice's game; its address."""
    made = alices.post("tables", {"source": "sample:mini_nap", "title": "Ligny"})
    assert made.status_code == 201
    return f"tables/{made.json()['game']['slug']}"


def note(api: Api, game: str, key: str, *, typed: bool = False, **facts: str) -> Any:
    version = api.get(game).json()["version"]
    sent = {"key": key, "facts": facts, "typed": typed, "expect": version, "token": str(uuid4())}
    return api.post(f"{game}/notes", sent)


def operations() -> list[tuple[str, str, str, Any]]:
    """(name, method, address, an example of its body) of every operation on games."""
    found = []
    for address, methods in document()["paths"].items():
        for method, said in methods.items():
            if address.startswith("/api/v1/tables"):
                examples = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples")
                body = next(iter(examples.values()))["value"] if examples else None
                found.append((said["operationId"], method.upper(), address, body))
    return found


@pytest.mark.parametrize(("name", "method", "address", "body"), operations(), ids=lambda each: str(each)[:20])
def test_who_may_do_what(
    name: str, method: str, address: str, body: Any, game: str, alices: Api, bobs: Api, stranger: Api
) -> None:
    at = address.replace("tables/{game}", game)
    assert stranger.ask(method, at, body).status_code == 401
    seen = bobs.ask(method, at, body).status_code
    assert seen < 300 if name in READS | WITHOUT_GAME else seen == 403
    if name not in WITHOUT_GAME:
        TableGame.objects.update(visibility="private")
        assert bobs.ask(method, at, body).status_code == 404
    owner = alices.ask(method, at, body).status_code
    assert owner == 409 if name == "table_dice" else owner in (200, 201, 204, 409)


def test_the_owner_changes_the_title_the_planned_date_and_who_may_read(game: str, alices: Api) -> None:
    shown = alices.patch(game, {"planned": "2026-12-04T19:30:00+01:00"}).json()
    assert shown == {"title": "Ligny", "visibility": "unlisted", "planned": "2026-12-04T18:30:00Z"}
    shown = alices.patch(game, {"title": "Ligny, the evening", "visibility": "private"}).json()
    assert shown == {"title": "Ligny, the evening", "visibility": "private", "planned": "2026-12-04T18:30:00Z"}
    assert alices.patch(game, {"planned": None}).json()["planned"] is None
    refused = problem(alices.patch(game, {"planned": "2926-12-04T19:30:00Z", "title": "Wavre"}), 422, "refused")
    assert refused["errors"][0]["detail"] == "Plan a game for a day within 10 years."
    assert TableGame.objects.get().title == "Ligny, the evening"


def test_a_shot_with_typed_dice(game: str, alices: Api) -> None:
    assert note(alices, game, "ratings").status_code == 200
    awaited = note(alices, game, "initiative", typed=True).json()["throw"]
    assert awaited == {
        "words": "Blue rolls for the initiative",
        "rule": "MN-SEQ-01",
        "count": 2,
        "sides": 6,
        "number": 0,
    }
    assert (
        problem(alices.post(f"{game}/dice", {"faces": [7, 1]}), 422, "refused")["errors"][0]["detail"]
        == "The faces of a D6 are 1 to 6."
    )
    alices.post(f"{game}/dice", {"faces": [6, 6], "number": 0})
    now = alices.post(f"{game}/dice", {"faces": [1, 1], "number": 1}).json()
    assert now["throw"] is None
    assert now["books"]["heading"] == "Blue has the initiative"
    assert note(alices, game, "choose", brigade="brigade 0").status_code == 200
    facts = {"firer": "unit 0", "target": "unit 15"}
    asked = alices.post(f"{game}/inquiry", {"key": "fire", "facts": facts}).json()
    assert asked["odds"][0]["chances"][1] == {"what": "1 hit", "exact": "25/36", "share": 25 / 36}
    note(alices, game, "fire", typed=True, **facts)
    now = alices.post(f"{game}/dice", {"faces": [6, 6]}).json()
    row = next(row for group in now["books"]["groups"] for row in group["rows"] if row["key"] == "unit 15")
    assert (row["boxes"], row["lost"]) == (6, 2)
    entries = alices.get(f"{game}/record?since=2").json()["entries"]
    assert [entry["note"]["key"] for entry in entries] == ["fire"]
    assert tracker_entries.verify(TableGame.objects.get()) == []


def test_what_is_refused_has_its_rule(game: str, alices: Api) -> None:
    refused = problem(note(alices, game, "fire", firer="unit 0", target="unit 15"), 422, "refused")
    assert refused["errors"][0]["rule"] == "MN-SEQ-03"
    sent = {"key": "strike", "facts": {"unit": "unit 3"}, "expect": 0, "token": str(uuid4())}
    assert alices.post(f"{game}/notes", sent).status_code == 200
    assert alices.post(f"{game}/notes", sent).status_code == 200
    assert problem(alices.post(f"{game}/notes", sent | {"token": str(uuid4())}), 409, "moved-on")["n"] == 1
    assert len(alices.get(f"{game}/record").json()["entries"]) == 1
    assert problem(alices.post("tables", {"source": "nonsense"}), 422, "refused")["errors"][0]["field"] == "source"
