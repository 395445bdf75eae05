"""The list of armies: page by page, narrowed, sorted, in few queries."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from armies.models import Army, CoEditor
from armies.services.storage import create
from tests.api.conftest import Api, problem
from tests.armies.builders import army as small
from tests.armies.builders import big


def rows(api: Api, query: str = "") -> list[str]:
    """The names on the first page."""
    answer = api.get(f"armies?{query}")
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["items"]]


def fill(count: int, **facts: Any) -> None:
    """``count`` armies, public unless said."""
    made = [Army(**{"name": f"Army {n:03}", "visibility": "public", "nation": "FR", **facts}) for n in range(count)]
    Army.objects.bulk_create(made)


@pytest.mark.parametrize("ordering", ["updated", "name", "date", "strength_points", "cost"])
def test_following_next_meets_every_army_once(stranger: Api, db: None, ordering: str) -> None:
    fill(23, date="1815-06-16")
    Army.objects.filter(name__lt="Army 010").update(date="", cost=7, updated=timezone.now() - timedelta(days=1))
    seen: list[str] = []
    address = f"armies?limit=5&ordering={ordering}"
    while address:
        answer = stranger.get(address)
        page = answer.json()
        seen += [row["slug"] for row in page["items"]]
        assert answer.headers.get("Link", "") == (f'<{page["next"]}>; rel="next"' if page["next"] else "")
        address = (page["next"] or "").removeprefix("http://testserver")
        assert len(seen) <= 23
    by = {"updated": "-updated", "strength_points": "-strength_points", "cost": "-cost"}.get(ordering, ordering)
    tie = "id" if ordering in ("name", "date") else "-id"
    assert seen == list(Army.objects.order_by(by, tie).values_list("slug", flat=True))


def test_what_is_written_meanwhile_shifts_no_page(stranger: Api, db: None) -> None:
    fill(6)
    first = stranger.get("armies?limit=3&ordering=name").json()
    Army.objects.create(name="Army 000a", visibility="public")
    Army.objects.filter(name="Army 001").delete()
    second = stranger.get(first["next"].removeprefix("http://testserver")).json()
    assert [row["name"] for row in second["items"]] == ["Army 003", "Army 004", "Army 005"]


@pytest.mark.parametrize("cursor", ["x", "e30", "WyJuYW1lLGlkIiwgMV0", "!!!", "bmFtZQ==", "WyJuYW1lLGlkIixbMV0sMl0"])
def test_a_cursor_that_is_none_is_refused(stranger: Api, db: None, cursor: str) -> None:
    problem(stranger.get(f"armies?ordering=name&cursor={cursor}"), 400, "parameters")


@pytest.mark.parametrize(
    "values",
    [[5, 5], ["x", 5], ["2020-01-01T00:00:00", 5], ["9999-12-31T23:59:59-14:00", 5], ["2020-01-01T00:00:00Z", -1]],
)
def test_a_cursor_with_other_values_is_refused(stranger: Api, db: None, values: list[Any]) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps(["-updated,-id", *values]).encode()).decode().rstrip("=")
    problem(stranger.get(f"armies?cursor={cursor}"), 400, "parameters")


def test_a_cursor_fits_its_own_order_only(stranger: Api, db: None) -> None:
    fill(3)
    cursor = stranger.get("armies?limit=1&ordering=name").json()["next"].partition("cursor=")[2].partition("&")[0]
    problem(stranger.get(f"armies?ordering=cost&cursor={cursor}"), 400, "parameters")


def test_each_filter_narrows(alices: Api, alice: Any, bob: Any) -> None:
    base = {"visibility": "public", "nation": "FR"}
    Army.objects.create(name="A", **base, strength_points=10, cost=5, battle="Quatre Bras", search="reille quatre")
    Army.objects.create(name="B", **{**base, "nation": "GB"}, strength_points=20, cost=9, historical=True, search="b")
    Army.objects.create(name="C", owner=alice, visibility="private", nation="AT", search="c")
    Army.objects.create(name="D", owner=bob, visibility="private", search="d")
    shared = Army.objects.create(name="E", owner=bob, visibility="private", search="e")
    CoEditor.objects.create(army=shared, user=alice)
    assert rows(alices, "ordering=name") == ["A", "B", "C", "E"]
    for query, want in {
        "nation=FR": "A", "nation=FR&nation=GB": "AB", "nation=XX": "", "battle=quatre": "A", "battle=bras": "",
        "owner=me": "C", "historical=true": "B", "historical=false": "ACE", "visibility=private": "CE",
        "min_strength_points=10&max_strength_points=10": "A", "min_cost=6": "B", "max_cost=5": "ACE",
        "q=Reille": "A", "q=quatre+reille": "A", "q=reille+b": "",
    }.items():  # fmt: skip
        assert "".join(rows(alices, f"ordering=name&{query}")) == want, query
    assert rows(Api(), "owner=me") == []


def test_a_row_holds_the_summary_only(stranger: Api, db: None) -> None:
    fill(1)
    (row,) = stranger.get("armies").json()["items"]
    assert set(row) == {
        "slug", "name", "nation", "commander", "battle", "date", "owner", "historical", "visibility", "units", "foot",
        "horse", "guns", "strength_points", "cost", "errors", "warnings", "version", "updated",
    }  # fmt: skip


def test_the_list_takes_as_many_queries_for_fifty_as_for_one(
    alices: Api, alice: Any, django_assert_num_queries: Any
) -> None:
    alices.get("armies")  # notes the use of the token
    for count in (1, 49):
        fill(count, owner=alice)
        with django_assert_num_queries(3):  # the token, what the user co-edits, the list
            assert alices.get("armies?limit=100").status_code == 200


@pytest.mark.parametrize(
    ("part", "most"), [("", 3), ("/tree", 4), ("/elements", 4), ("/checks", 4), ("/reckonings", 4), ("/throws", 4)]
)
def test_reading_an_army_takes_as_many_queries_for_150_units_as_for_five(
    alices: Api, alice: Any, django_assert_max_num_queries: Any, part: str, most: int
) -> None:
    alices.get("")
    for army in (create(small(), alice), create(big(150), alice)):
        with django_assert_max_num_queries(most):
            assert alices.get(f"armies/{army.slug}{part}").status_code == 200


def test_changing_a_unit_takes_as_many_queries_in_150_units_as_in_five(
    alices: Api, alice: Any, django_assert_max_num_queries: Any
) -> None:
    alices.get("")
    for army in (create(small(), alice), create(big(150), alice)):
        unit = army.elements.filter(level="unit").first()
        assert unit is not None
        alices.patch(f"armies/{army.slug}/elements/{unit.pk}", {"men": 500}, match="*")
        with django_assert_max_num_queries(14):
            answer = alices.patch(f"armies/{army.slug}/elements/{unit.pk}", {"men": 510}, match="*")
        assert answer.json()["version"] == 3
