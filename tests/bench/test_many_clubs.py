"""Lists of a large installation against those of a small one: the same queries, and at most half more CPU."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.accounts.example_clubs import Sizes, fill
from campaign.models import Club, Membership
from tests.bench.measures import ratio

pytestmark = [pytest.mark.django_db, pytest.mark.bench]
SMALL = Sizes(clubs=2, members=40, armies=200, battles=40)
MORE = Sizes(clubs=20, members=400, armies=2_000, battles=400)


def lists_of(club: Club) -> tuple[str, ...]:
    return (
        *("/club/", f"/club/{club.slug}/", f"/club/{club.slug}/library", f"/club/{club.slug}/library?kind=battle"),
        *("/armies/", "/armies/?whose=club", "/battles/", "/battles/?whose=club", "/battles/?whose=public"),
    )


@pytest.mark.usefixtures("as_served")
def test_lists_of_a_large_installation_cost_what_those_of_a_small_one_do() -> None:
    """Each measured against a page without lists, before and after ten times as much was added."""
    fill(SMALL)
    member = User.objects.get(username__endswith="member-1")
    club = Membership.objects.get(user=member).club
    client = Client()
    client.force_login(member)

    def measured(address: str) -> tuple[float, int]:
        assert client.get(address).status_code == 200
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        queries = len(captured)  # later requests empty the log
        assert queries > 1
        return ratio(lambda: client.get(address), lambda: client.get("/rules/"), rounds=6), queries

    few = {address: measured(address) for address in lists_of(club)}
    fill(MORE)
    slower = []
    for address, (cost, queries) in few.items():
        now, asked = measured(address)
        if now > 1.5 * cost or asked != queries:
            slower.append(f"{address}: {now / cost:.2f} times the CPU, {asked} queries instead of {queries}")
    assert not slower, "\n".join(slower)
