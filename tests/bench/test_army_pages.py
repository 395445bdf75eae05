"""Speed of the army pages and of the import, as ratios within one run."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.urls import include, path

from armies.models import Army
from armies.services.exporting import export
from armies.services.importing import import_file
from armies.services.writing import create
from tests.armies.builders import big

pytestmark = [pytest.mark.django_db, pytest.mark.bench]

BARE = engines["django"].from_string(
    """<!doctype html><html><head><title>Armies</title></head><body><nav><a href="/">Home</a></nav><main><table>
<thead><tr><th>Id</th><th>Name</th><th>Commander</th><th>Battle</th><th>SP</th><th>Guns</th></tr></thead><tbody>
{% for a in armies %}<tr class="{% cycle 'odd' 'even' %}"><td>{{ a.id }}</td>
<td><a href="/a/{{ a.slug }}">{{ a.name }}</a></td>
<td>{{ a.commander }}</td><td>{{ a.battle }}+</td><td>{{ a.strength_points }}</td><td>{{ a.guns }}</td></tr>
{% endfor %}</tbody></table></main></body></html>"""
)


def bare(request: HttpRequest) -> HttpResponse:
    """Fifty rows by a plain Django view: objects, a template, the same middleware, nothing else."""
    return HttpResponse(
        BARE.render({"armies": Army.objects.filter(visibility="public").order_by("-updated")[:50]}, request)
    )


urlpatterns = [path("bare", bare), path("", include("campaign.urls"))]


def ratio(act: Callable[[], Any], anchor: Callable[[], Any], rounds: int = 25) -> float:
    """CPU of ``act`` over CPU of ``anchor``: the least of each over ``rounds`` taken in turn."""
    least = [float("inf"), float("inf")]
    for _ in range(rounds):
        for index, run in enumerate((act, anchor)):
            start = time.process_time()
            for _ in range(3):
                run()
            least[index] = min(least[index], time.process_time() - start)
    return least[0] / least[1]


def fill(count: int, **facts: Any) -> None:
    """``count`` public armies without elements."""
    rows = [
        Army(
            name=f"Army {n:05}",
            commander="General Reille",
            battle="Quatre Bras",
            visibility="public",
            nation="FR",
            **facts,
        )
        for n in range(count)
    ]
    Army.objects.bulk_create(rows, batch_size=500)


@pytest.mark.urls("tests.bench.test_army_pages")
def test_a_list_page_costs_at_most_half_more_than_a_bare_view() -> None:
    fill(60)
    client = Client()
    assert client.get("/armies/").content.count(b"army-row") == 50
    assert ratio(lambda: client.get("/armies/"), lambda: client.get("/bare")) <= 1.5


def test_ten_thousand_armies_are_listed_as_quickly_as_a_hundred() -> None:
    """Each measured against a page that has no army, so that the machine's own pace is left out."""
    client = Client()

    def cost() -> float:
        return ratio(lambda: client.get("/armies/"), lambda: client.get("/rules/"))

    fill(100)
    assert client.get("/armies/").status_code == client.get("/rules/").status_code == 200
    few = cost()
    fill(9_900)
    assert cost() <= 1.3 * few


def test_importing_150_units_costs_no_more_than_reading_150_pages_would() -> None:
    """Under a second on any machine that serves a page of this army in a tenth of one."""
    text = export(create(big(150)), "csv").encode()
    row = create(big(150))
    client = Client()
    client.get(f"/a/{row.slug}")
    assert ratio(lambda: import_file(text, "big.csv", None), lambda: client.get(f"/a/{row.slug}"), rounds=3) <= 4
