"""Sharing and figures over the API."""

from typing import Any

from armies.models import Army, CoEditor, Holding, Visibility
from tests.api.conftest import Api, problem


def test_the_owner_says_who_finds_his_army(alices: Api, stranger: Api, mine: Army) -> None:
    at = f"armies/{mine.slug}"
    assert stranger.get(at).status_code == 200
    assert alices.patch(f"{at}/sharing", {"visibility": "private"}).json()["visibility"] == "private"
    problem(stranger.get(at), 404, "not-found")
    assert alices.get(at)["ETag"] == '"1"'


def test_a_view_link_opens_a_private_army_until_it_is_taken_back(alices: Api, stranger: Api, mine: Army) -> None:
    at = f"armies/{mine.slug}"
    Army.objects.update(visibility=Visibility.PRIVATE)
    link = alices.post(f"{at}/links", {"kind": "view", "label": "for the umpire"}).json()
    edit = alices.post(f"{at}/links", {"kind": "edit"}).json()
    for part in ("", "/tree", "/elements", "/checks", "/export/csv"):
        assert stranger.get(f"{at}{part}?link={link['token']}").status_code == 200
        problem(stranger.get(f"{at}{part}?link={edit['token']}"), 404, "not-found")
    assert len(alices.get(f"{at}/sharing").json()["links"]) == 2
    assert alices.delete(f"{at}/links/{link['id']}").status_code == 204
    problem(stranger.get(f"{at}?link={link['token']}"), 404, "not-found")
    problem(alices.delete(f"{at}/links/{link['id']}"), 404, "not-found")


def test_a_co_editor_is_removed_by_name(alices: Api, bobs: Api, bob: Any, mine: Army) -> None:
    at = f"armies/{mine.slug}"
    CoEditor.objects.create(army=mine, user=bob)
    assert bobs.patch(at, {"name": "Bob was here"}, match=1).status_code == 200
    assert [row["user"] for row in alices.get(f"{at}/sharing").json()["co_editors"]] == ["bob"]
    assert alices.delete(f"{at}/co-editors/bob").status_code == 204
    problem(bobs.patch(at, {"name": "Bob was here again"}, match=2), 403, "forbidden")
    problem(alices.delete(f"{at}/co-editors/bob"), 404, "not-found")


def test_figures_are_kept_for_their_owner_alone(alices: Api, bobs: Api) -> None:
    made = alices.post("figures", {"nation": "FR", "type": "line_infantry", "stands": 24})
    assert made.status_code == 201
    row = made.json()
    twice = alices.post("figures", {"nation": "FR", "type": "line_infantry", "stands": 1})
    assert problem(twice, 422, "refused")["errors"][0]["field"] == "type"
    problem(alices.patch(f"figures/{row['id']}", {"stands": 0}), 422, "refused")
    problem(alices.post("figures", {"nation": "XX", "type": "line_infantry"}), 422, "refused")
    problem(alices.post("figures", {"type": "elephants"}), 422, "refused")
    assert alices.patch(f"figures/{row['id']}", {"stands": 30, "note": "half painted"}).json()["stands"] == 30
    assert alices.get("figures").json()["items"] == [{**row, "stands": 30, "note": "half painted"}]
    for ask in (bobs.get, bobs.delete):
        problem(ask(f"figures/{row['id']}"), 404, "not-found")
    assert bobs.get("figures").json() == {"items": [], "next": None}
    assert alices.delete(f"figures/{row['id']}").status_code == 204
    assert not Holding.objects.exists()
