"""The pages of a game on a real table: who may open them, forms without script, parts for a script, queries."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from armies.models import Army
from armies.models.visibility import Visibility
from armies.services.storage import create
from battles.engine.tracker import Note
from battles.models import TableGame
from battles.rules.easy_napoleonics.army import sample_army
from battles.services.tracker import entries
from battles.services.tracker.games import Editor, tracker_state

pytestmark = pytest.mark.django_db

PAGES = ("", "/now", "/record", "/share", "/since/-1", "/cheat-sheet.pdf")
DEEDS = ("/note", "/dice", "/undo", "/change/share", "/change/key", "/change/delete")
JUNK = ("\x00", "9" * 5000, "unit 99999", "{", "Ω", "<script>alert(1)</script>", "' OR 1=1 --")


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def phone(alice: Any) -> Client:
    """Alice's."""
    return signed_in(alice)


def at(game: TableGame, rest: str = "") -> str:
    return f"/table/{game.slug}{rest}"


def post(client: Client, game: TableGame, key: str, *, script: bool = False, **facts: str) -> Any:
    game = TableGame.objects.get(pk=game.pk)
    do = facts.pop("do", "app")
    data = {"note": key, "do": do, "expect": game.version, "token": uuid4()}
    data |= {f"f.{name}": value for name, value in facts.items()}
    accept = "application/json" if script else "text/html"
    return client.post(at(game, "/note"), data, headers={"Accept": accept})


def begun(client: Client, game: TableGame) -> None:
    assert post(client, game, "ratings").status_code == 302
    assert post(client, game, "initiative").status_code == 302
    kept = tracker_state(TableGame.objects.get(pk=game.pk))
    number = next(place for place, each in enumerate(kept.brigades) if each.side == kept.active)
    assert post(client, game, "choose", brigade=f"brigade {number}").status_code == 302


def test_who_reads_and_who_writes(game: TableGame, phone: Client, bob: Any) -> None:
    stranger = signed_in(bob)
    for client in (phone, stranger, Client()):
        for page in PAGES:
            answer = client.get(at(game, page))
            assert answer.status_code == 200
            assert answer["X-Robots-Tag"] == "noindex"
            assert "private" in answer["Cache-Control"]
            assert client.post(at(game, page)).status_code == 405
        for deed in DEEDS:
            assert client.get(at(game, deed)).status_code == 405
    for client in (stranger, Client()):
        assert "data-act" not in client.get(at(game)).content.decode()
        assert client.get(at(game, "/qr.svg")).status_code == 404
        assert game.key not in client.get(at(game, "/share")).content.decode()
        for deed in DEEDS[:3]:
            assert client.post(at(game, deed), {"token": uuid4()}).status_code == 404
        for deed in DEEDS[3:]:
            assert client.post(at(game, deed)).status_code == 403
    assert phone.get(at(game, "/qr.svg"))["Content-Type"] == "image/svg+xml"
    assert TableGame.objects.get().head == -1


def test_of_a_private_game_there_is_nothing_for_a_stranger(game: TableGame, phone: Client, bob: Any) -> None:
    TableGame.objects.update(visibility=Visibility.PRIVATE)
    for client in (signed_in(bob), Client()):
        for rest in PAGES:
            assert client.get(at(game, rest)).status_code == 404
        for rest in DEEDS:
            assert client.post(at(game, rest)).status_code == 404
    assert phone.get(at(game)).status_code == 200


def test_the_link_lets_a_second_phone_keep_the_books(game: TableGame, bob: Any) -> None:
    for client in (signed_in(bob), Client()):
        assert client.get(f"/table/join/{game.key}").status_code == 200
        assert client.post(f"/table/join/{game.key}").status_code == 302
        assert post(client, game, "strike", unit="unit 3").status_code == 302
    assert tracker_state(TableGame.objects.get()).units[3].points == 4
    assert list(game.keepers.all()) == [bob]
    assert signed_in(bob).get("/table/").content.decode().count("battlerow") == 1
    assert Client().get("/table/join/nonsense").status_code == 404


def test_a_game_in_a_few_clicks(alice: Any) -> None:
    for client in (signed_in(alice), Client()):
        assert client.get("/table/new").status_code == 200
        data = {"from": "sample:mini_nap", "token": uuid4()}
        answer = client.post("/table/new", data)
        assert answer.status_code == 302
        assert client.post("/table/new", data)["Location"] == answer["Location"]
        assert "data-act" in client.get(answer["Location"]).content.decode()
    for wrong in ("", "sample:nonsense", "armies:mini_nap", *JUNK):
        assert signed_in(alice).post("/table/new", {"from": wrong, "army_a": wrong}).status_code in (400, 422)
    assert TableGame.objects.count() == 2


def test_the_army_of_a_friend_is_pasted_by_its_address(phone: Client, alice: Any, bob: Any) -> None:
    own, his = (create(sample_army("FR"), user) for user in (alice, bob))
    data = {"from": "armies:easy_napoleonics", "army_a": own.slug, "token": uuid4()}
    assert his.slug not in phone.get("/table/new").content.decode()
    answer = phone.post("/table/new", data)
    assert answer.status_code == 422
    assert "Choose an army for each side, or paste its address." in answer.content.decode()
    answer = phone.post("/table/new", data | {"link_b": f"https://muster.example/a/{his.slug}?x=1"})
    assert answer.status_code == 302
    Army.objects.filter(pk=his.pk).update(visibility=Visibility.PRIVATE)
    data |= {"link_b": f"/a/{his.slug}", "token": uuid4()}
    assert "or you may not see it" in phone.post("/table/new", data).content.decode()


def test_the_system_of_the_last_game_is_open(game: TableGame, phone: Client) -> None:
    for client, query, key in (
        (phone, "", "mini_nap"),
        (Client(), "?system=mini_nap", "mini_nap"),
        (Client(), "?system=x", ""),
    ):
        page = client.get(f"/table/new{query}").content.decode()
        shown = page.partition(' name="system" open>')[2].partition("</details>")[0]
        assert ("Mini-Nap" in shown) is bool(key)


def test_return_fire_is_offered_after_a_shot(game: TableGame, phone: Client) -> None:
    begun(phone, game)
    kept = tracker_state(TableGame.objects.get())
    firer = next(place for place, unit in enumerate(kept.units) if unit.brigade == kept.brigade)
    target = next(place for place, unit in enumerate(kept.units) if unit.side != kept.active)
    post(phone, game, "fire", firer=f"unit {firer}", target=f"unit {target}")
    assert f"{kept.units[target].name}: return fire" in phone.get(at(game)).content.decode()
    post(phone, game, "fire", firer=f"unit {target}", target=f"unit {firer}")
    page = phone.get(at(game)).content.decode()
    assert "return fire</a>" not in page
    assert ": support, if within 6 cm</a>" in page
    phone.post(at(game, "/undo"), {"token": uuid4()})
    assert ": support, if" not in phone.get(at(game)).content.decode()


def test_a_shot_by_forms_alone(game: TableGame, phone: Client) -> None:
    begun(phone, game)
    kept = tracker_state(TableGame.objects.get())
    firer = next(place for place, unit in enumerate(kept.units) if unit.brigade == kept.brigade)
    target = next(place for place, unit in enumerate(kept.units) if unit.side != kept.active)
    look = post(phone, game, "fire", do="look", firer=f"unit {firer}", target=f"unit {target}")
    page = phone.get(look["Location"]).content.decode()
    assert "1 hit" in page
    assert "69 %" in page
    assert 'name="do" value="typed"' in page
    assert post(phone, game, "fire", do="typed", firer=f"unit {firer}", target=f"unit {target}").status_code == 302
    assert "2D6" in phone.get(at(game)).content.decode()
    sent = phone.post(at(game, "/dice"), {"faces": "6 6", "number": "0", "do": "typed", "token": uuid4()})
    assert sent.status_code == 302
    assert tracker_state(TableGame.objects.get()).units[target].points == 4
    assert entries.verify(TableGame.objects.get()) == []


def test_what_is_refused_says_why_and_keeps_the_question(game: TableGame, phone: Client) -> None:
    begun(phone, game)
    kept = tracker_state(TableGame.objects.get())
    idle = next(i for i, unit in enumerate(kept.units) if unit.side == kept.active and unit.brigade != kept.brigade)
    target = next(place for place, unit in enumerate(kept.units) if unit.side != kept.active)
    for script in (False, True):
        answer = post(phone, game, "fire", script=script, firer=f"unit {idle}", target=f"unit {target}")
        assert answer.status_code == 422
        assert "Firing unit" in answer.content.decode()


def test_old_forms_are_told_that_the_books_moved_on(game: TableGame, phone: Client) -> None:
    data = {"note": "strike", "f.unit": "unit 3", "expect": "0"}
    assert phone.post(at(game, "/note"), data | {"token": uuid4()}).status_code == 302
    answer = phone.post(at(game, "/note"), data | {"token": uuid4()})
    assert answer.status_code == 409
    assert "since you last looked" in answer.content.decode()


def test_a_script_gets_the_parts_and_asks_for_news(game: TableGame, phone: Client) -> None:
    answer = post(phone, game, "strike", script=True, unit="unit 3").json()
    assert set(answer["parts"]) == {"top", "rows", "hand", "log"}
    assert phone.get(at(game, f"/now?v={answer['version']}")).status_code == 204
    assert phone.get(at(game, "/now?v=0")).json()["version"] == answer["version"]


def test_undo_by_a_form(game: TableGame, phone: Client) -> None:
    post(phone, game, "strike", unit="unit 3")
    assert "Undo" in phone.get(at(game)).content.decode()
    version = TableGame.objects.get().version
    assert phone.post(at(game, "/undo"), {"expect": version, "token": uuid4()}).status_code == 302
    assert tracker_state(TableGame.objects.get()).units[3].points == 6
    assert 'class="undone"' in phone.get(at(game, "/record")).content.decode()


@pytest.mark.parametrize("junk", JUNK)
def test_junk_breaks_nothing(game: TableGame, phone: Client, junk: str) -> None:
    begun(phone, game)
    head = TableGame.objects.get().head
    for key in (junk, "fire", "fight", "test", "mark", "stand", "divide"):
        assert post(phone, game, key, unit=junk, firer=junk, one=junk, stand=junk).status_code in (400, 409, 422)
    for data in ({"faces": junk, "number": junk}, {"do": "drop"}, {"token": junk, "expect": junk}):
        for deed in ("/dice", "/undo", "/note"):
            assert phone.post(at(game, deed), data).status_code in (400, 409, 422)
    asked = [{name: junk, "ask": "fight"} for name in ("ask", "unit", "at", "f.unit", "v", "page")]
    for page in PAGES:
        for data in asked if page == "" else [dict.fromkeys(("v", "page", "unit", "ask"), junk)]:
            assert phone.get(at(game, page), data).status_code in (200, 400)
    assert TableGame.objects.get().head == head


def test_a_page_costs_the_same_however_long_the_game(
    game: TableGame, phone: Client, keeper: Editor, django_assert_num_queries: Any
) -> None:
    costs = {at(game): 6, at(game, "/now?v="): 4, at(game, "?ask=fight"): 6, at(game, "?unit=unit%203"): 6}
    begun(phone, game)
    for _ in range(2):
        for address, queries in costs.items():
            with django_assert_num_queries(queries):
                assert phone.get(address).status_code == 200
        for key in ("strike", "right") * 20:
            note = Note(key, {"unit": "unit 3"})
            entries.add_entry(game, keeper, note, expect=None, token=uuid4())
