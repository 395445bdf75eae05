"""Figures of a club: who shows them, what armies need together, what is missing and who has it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armies.models import Army
from armies.models import Holding as HoldingRow
from armies.services.assessment import Assessment
from armies.services.collection import comparison
from armies.services.locks import Gone, Refused
from armies.services.storage import create, facts_of
from campaign.club.services import figures, membership, ownership
from campaign.models import Club, Membership
from tests.armies.builders import army
from tests.club.builders import club_of_roles

pytestmark = pytest.mark.django_db
SYSTEM = "easy_napoleonics"


@pytest.fixture
def club() -> Club:
    """A club of which the organiser and the player show their figures, and the umpire does not."""
    club, people = club_of_roles()
    for role in ("organiser", "player"):
        figures.show(Membership.objects.get(club=club, user=people[role]), True)
    return club


def user(role: str) -> User:
    return User.objects.get(username=role)


def own(role: str, nation: str, kind: str, stands: int) -> None:
    HoldingRow.objects.create(owner=user(role), nation=nation, type=kind, stands=stands, figures=stands * 6)


def in_club(club: Club, role: str = "player") -> Army:
    row = create(army(), user(role))
    ownership.put(row, club, by=user(role))
    return Army.objects.get(pk=row.pk)


def needs(row: Army) -> dict[tuple[str, str], int]:
    compared = comparison(Assessment(facts_of(row)), SYSTEM, ())
    return {(each.need.nation, each.need.type): each.need.stands for each in compared.rows}


def test_only_figures_that_members_show_are_seen(club: Club) -> None:
    own("organiser", "FR", "line_infantry", 10)
    own("player", "FR", "line_infantry", 30)
    own("umpire", "FR", "line_infantry", 99)
    (row,) = figures.pool(club)
    assert (row.stands, row.figures) == (40, 240)
    assert [(each.name, each.stands) for each in row.owners] == [("player", 30), ("organiser", 10)]
    membership.remove(club, user("player").pk, by=user("player"))
    assert [each.name for each in figures.pool(club)[0].owners] == ["organiser"]


def test_two_armies_need_the_stands_of_both_and_each_stand_is_used_once(club: Club) -> None:
    first, second = in_club(club), in_club(club, "organiser")
    (nation, kind), stands = next(iter(needs(first).items()))
    own("organiser", nation, kind, stands)
    own("player", "", kind, 1)
    alone = figures.fielding(club, user("guest"), [first.slug], SYSTEM, figures.pool(club))
    both = figures.fielding(club, user("guest"), [first.slug, second.slug], SYSTEM, figures.pool(club))
    row = next(each for each in both.rows if (each.row.need.nation, each.row.need.type) == (nation, kind))
    assert row.row.need.stands == 2 * stands
    assert row.row.missing == stands - 1
    assert [each.name for each in row.owners] == ["organiser"]
    assert [each.name for each in row.any_owners] == ["player"]
    assert next(each for each in alone.rows if each.row.need.type == kind).row.missing == 0
    assert both.needed == 2 * alone.needed


def test_armies_that_are_not_the_clubs_or_too_many_are_refused(club: Club, alice: User) -> None:
    foreign = create(army(), alice)
    with pytest.raises(Gone):
        figures.fielding(club, user("player"), [foreign.slug], SYSTEM, ())
    private = in_club(club)
    Army.objects.filter(pk=private.pk).update(visibility="private")
    with pytest.raises(Gone):
        figures.fielding(club, user("organiser"), [private.slug], SYSTEM, ())
    for slugs, system in (([], SYSTEM), ([str(n) for n in range(7)], SYSTEM), ([private.slug], "chess")):
        with pytest.raises(Refused):
            figures.fielding(club, user("player"), slugs, system, ())


def test_the_page_asks_the_same_for_many_members(club: Club, client: Client, django_assert_num_queries: Any) -> None:
    chosen = in_club(club)
    own("player", "FR", "line_infantry", 30)
    client.force_login(user("guest"))
    address = f"/club/sound-the-charge/figures?army={chosen.slug}&system={SYSTEM}"
    client.get(address)
    with django_assert_num_queries(10):
        page = client.get(address).content.decode()
    assert "player 30" in page
    for number in range(8):
        person = User.objects.create(username=f"p{number}")
        Membership.objects.create(club=club, user=person, shows_figures=True)
        own(f"p{number}", "FR", "line_infantry", 5)
    with django_assert_num_queries(10):
        client.get(address)
    assert client.get("/club/sound-the-charge/figures?army=none").status_code in (404, 422)


def test_figures_are_shown_and_hidden_on_the_page_and_over_the_api(club: Club, client: Client) -> None:
    own("umpire", "FR", "line_infantry", 7)
    client.force_login(user("umpire"))
    base = "/api/v1/clubs/sound-the-charge/figures"
    assert client.get(base).json() == {"shown": False, "figures": []}
    client.post("/club/sound-the-charge/figures/shown", {"shown": "on"})
    assert client.get(base).json()["figures"][0]["owners"] == [{"name": "umpire", "stands": 7, "figures": 42}]
    assert client.put(base, {"shown": False}, content_type="application/json").json()["figures"] == []
    row = in_club(club)
    needed = client.get(f"{base}/needed?armies={row.slug}").json()
    assert needed["needed"] == needed["missing"] == sum(needs(row).values())
    assert client.get(f"{base}/needed?armies=none").status_code == 404
