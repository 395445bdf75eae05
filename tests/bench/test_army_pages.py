"""Speed of the army pages and of the import, as ratios within one run."""

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.urls import include, path

from armies.models import Army, Element
from armies.services.exports import export
from armies.services.import_drafts import import_file
from armies.services.storage import create
from tests.armies.builders import big
from tests.bench.measures import fill, ratio

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


BARE_ROWS = engines["django"].from_string(
    """<!doctype html><html><head><title>Army</title></head><body><nav><a href="/">Home</a> {{ user }}</nav>
<main><table>
<thead><tr><th>Id</th><th>Name</th><th>Type</th><th>Quality</th><th>Men</th><th>Guns</th></tr></thead><tbody>
{% for e in elements %}<tr class="{% cycle 'odd' 'even' %}"><td>{{ e.id }}</td>
<td><a href="/a/x/element/{{ e.id }}">{{ e.name }}</a></td>
<td>{{ e.type }}</td><td>{{ e.quality }}+</td><td>{{ e.men }}</td><td>{{ e.guns }}</td></tr>
{% endfor %}</tbody></table></main></body></html>"""
)


def bare_rows(request: HttpRequest, slug: str) -> HttpResponse:
    """A row for each formation and unit of an army and who is signed in, by a plain Django view."""
    elements = Element.objects.filter(army__slug=slug).order_by("position")
    return HttpResponse(BARE_ROWS.render({"elements": elements}, request))


urlpatterns = [path("bare", bare), path("bare/<slug:slug>", bare_rows), path("", include("campaign.project.urls"))]


@pytest.mark.urls("tests.bench.test_army_pages")
def test_a_list_page_costs_at_most_half_more_than_a_bare_view() -> None:
    fill(60)
    client = Client()
    assert client.get("/armies/").content.count(b"army-row") == 50
    assert ratio(lambda: client.get("/armies/"), lambda: client.get("/bare"), most=1.6) <= 1.6


@pytest.mark.usefixtures("as_served")
@pytest.mark.urls("tests.bench.test_army_pages")
def test_a_list_page_of_a_member_costs_little_more_than_a_bare_view(alice: Any) -> None:
    """With the queries for the session, the user, the frame of the page and what the user co-edits."""
    fill(60)
    client = Client()
    client.force_login(alice)
    assert client.get("/armies/").content.count(b"army-row") == 50
    assert ratio(lambda: client.get("/armies/"), lambda: client.get("/bare"), most=1.6) <= 1.6


@pytest.mark.usefixtures("as_served")
@pytest.mark.urls("tests.bench.test_army_pages")
@pytest.mark.parametrize(
    ("units", "system", "asked"),
    [
        (60, "mini_nap", ""),
        (60, "easy_napoleonics", ""),
        (60, "recorded", ""),
        (300, "mini_nap", ""),
        (2_000, "mini_nap", ""),
        (2_000, "mini_nap", "&open=all"),
    ],
)
def test_an_army_page_costs_at_most_twice_a_bare_view_of_its_rows(units: int, system: str, asked: str) -> None:
    """A row for each formation and unit, whether the page shows them all or a large army's upper levels."""
    row = create(big(units))
    client = Client()
    page, bare_page = f"/a/{row.slug}?system={system}{asked}", f"/bare/{row.slug}"
    whole = units <= 300 or asked
    assert client.get(page).content.count(b'<tr class="u"') == (units if whole else 0)
    assert client.get(bare_page).content.count(b"<td><a") == row.elements.count()
    rounds = 25 if units < 100 else 4
    assert ratio(lambda: client.get(page), lambda: client.get(bare_page), rounds, most=2.1) <= 2.1


@pytest.mark.usefixtures("as_served")
@pytest.mark.urls("tests.bench.test_army_pages")
@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics", "recorded"])
def test_the_page_of_an_owner_costs_at_most_twice_a_bare_view_of_its_rows(system: str, alice: Any) -> None:
    row = create(big(60), alice)
    client = Client()
    client.force_login(alice)
    page, bare_page = f"/a/{row.slug}?system={system}", f"/bare/{row.slug}"
    assert client.get(page).content.count(b"/element/") >= 60
    assert b"alice" in client.get(bare_page).content
    assert ratio(lambda: client.get(page), lambda: client.get(bare_page), most=2.6) <= 2.6


def test_a_large_army_sends_no_more_than_its_upper_levels_and_a_branch_no_more_than_its_rows() -> None:
    row = create(big(2_000))
    division, client = row.elements.filter(level="division")[0], Client()
    page = client.get(f"/a/{row.slug}").content
    branch = client.get(f"/a/{row.slug}?open={division.pk}&part=branch").content
    assert len(page) < 80_000
    assert len(branch) < 40_000


def test_ten_thousand_armies_are_listed_as_quickly_as_a_hundred() -> None:
    """Each measured against a page without armies. Of over a thousand armies no nation is counted; all are offered."""
    client = Client()

    def cost() -> float:
        return ratio(lambda: client.get("/armies/"), lambda: client.get("/rules/"))

    fill(100)
    assert client.get("/armies/").status_code == client.get("/rules/").status_code == 200
    few = cost()
    fill(9_900)
    assert cost() <= 1.45 * few


def test_importing_150_units_costs_no_more_than_reading_150_pages_would() -> None:
    """Under a second on any machine that serves a page of this army in a tenth of one."""
    text = export(create(big(150)), "csv").encode()
    row = create(big(150))
    client = Client()
    client.get(f"/a/{row.slug}")
    pages = ratio(lambda: import_file(text, "big.csv", None), lambda: client.get(f"/a/{row.slug}"), rounds=3, most=4)
    assert pages <= 4
