"""Speed of a campaign's pages: the map and the desk beside a bare view of their size; an order shown and given."""

import time
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import include, path

from campaign.models import Campaign, CampaignEntry, CampaignSeat
from campaign.war.services import engagements, turns
from campaign.war.services.creation import NewCampaign, create, template_files
from tests.bench.measures import chess_game, rate, ratio
from tests.war.stored.campaigns import SECRET, at, fresh

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.bench,
    pytest.mark.usefixtures("as_served"),
    pytest.mark.urls("tests.bench.test_campaign_pages"),
]

AT_MOST = {"": 1.5, "/desk": 1.5}
"""Bare views of as many bytes and queries that a page may cost, by its address in the campaign."""
MOST_DECISIONS = 4_000
"""Decisions of chess that a tap may cost the server: 100 ms where one takes 25 us."""
MOST_TAPS = 1.8
"""Taps that an order may cost."""
KNOWN = 2
"""Queries of the bare page for the session and its user."""
BARE = engines["django"].from_string(
    """<!doctype html><html><head><title>Entries</title></head><body><nav><a href="/">Home</a> {{ user }}</nav>
<main><table><thead><tr><th>Id</th><th>Entry</th><th>Act</th><th>Turn</th><th>Campaign</th></tr></thead><tbody>
{% for rows in found %}{% for e in rows %}<tr class="{% cycle 'odd' 'even' %}"><td>{{ e.id }}</td>
<td><a href="/campaigns/x?entry={{ e.n }}">{{ e.n }}</a></td><td>{{ e.act }}</td><td>{{ e.turn }}</td>
<td>{{ e.campaign_id }}</td></tr>{% endfor %}{% endfor %}</tbody></table></main></body></html>"""
)


def bare(request: HttpRequest, slug: str, queries: int, rows: int) -> HttpResponse:
    """Entries of a campaign in so many queries, as a plain table of so many rows."""
    entries = CampaignEntry.objects.filter(campaign__slug=slug).defer("line").order_by("n")
    share = rows // max(1, queries)
    return HttpResponse(BARE.render({"found": [list(entries[:share]) for _ in range(queries)]}, request))


urlpatterns = [path("bare/<slug:slug>/<int:queries>/<int:rows>", bare), path("", include("campaign.project.urls"))]


@pytest.fixture
def belgium(alice: Any) -> Campaign:
    """Belgium, with fifty forces, after two turns; alice owns it and plays the French."""
    files = template_files("belgium-1815")
    settings = {"run_on": False, "absent": "computer"}
    campaign = create(NewCampaign(files=files, owner=alice, secret=SECRET, settings=settings))
    seats = CampaignSeat.objects.filter(campaign=campaign)
    seats.filter(side="french").update(user=alice, name="alice", anyone=False)
    for turn in (1, 2):
        turns.resolve(at(campaign, alice), turn)
        while fresh(campaign).status == "engagements":
            fight = next(row for row in engagements.fights(fresh(campaign)) if row.engagement.status == "open")
            engagements.choose(at(campaign, alice), fight.engagement.id, "quick")
    return campaign


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", AT_MOST)
def test_a_page_costs_at_most_half_more_than_a_bare_view_of_its_size(belgium: Campaign, alice: Any, page: str) -> None:
    client, address = signed_in(alice), f"/campaigns/{belgium.slug}{page}"
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        size = len(client.get(address).content)
    queries = len(asked) - KNOWN
    one = len(client.get(f"/bare/{belgium.slug}/{queries}/{100 * queries}").content) // (100 * queries)
    plain = f"/bare/{belgium.slug}/{queries}/{size // one}"
    assert abs(len(client.get(plain).content) - size) < size // 10
    times = ratio(lambda: client.get(address), lambda: client.get(plain), most=AT_MOST[page])
    print(f"{page or '/'}: {size:,} bytes, {queries + KNOWN} queries, {times:.2f} bare views")  # noqa: T201
    assert times <= AT_MOST[page]


def test_an_order_is_drawn_in_time(belgium: Campaign, alice: Any) -> None:
    """A tap on a place shows its way; the order given shows the next force. Each is asked for as the script does."""
    client = signed_in(alice)
    asked = {"force": "french.1", "order": "march", "to": "quatre-bras", "posture": "attack", "pace": "normal"}
    address = f"/campaigns/{belgium.slug}"

    def tap() -> HttpResponse:
        return client.get(address, asked)

    def give() -> HttpResponse:
        return client.post(f"{address}/order", asked, headers={"Prefer": "return=representation"})

    def cost() -> float:
        start = time.process_time()
        for _ in range(5):
            tap()
        return (time.process_time() - start) / 5

    assert b"Give this order" in tap().content
    assert b">ordered<" in give().content
    least = min(cost() * rate(chess_game, 0.5, bytes([turn])) for turn in range(3))
    times = ratio(give, tap, most=MOST_TAPS)
    print(f"a tap: {least:.0f} decisions of chess; an order: {times:.2f} taps")  # noqa: T201
    assert least <= MOST_DECISIONS
    assert times <= MOST_TAPS
