"""The page of a large army: divisions that show their units when they are opened, with script and without."""

import re
from typing import Any

import pytest
from django.test import Client

from armies.models import Army
from armies.services.storage import create
from tests.armies.builders import army, big, unit

pytestmark = pytest.mark.django_db


@pytest.fixture
def large(alice: Any, settings: Any) -> Army:
    """Sixty-one units in three divisions, where an army of sixty is shown whole."""
    settings.MUSTER_WHOLE_ARMY = 60
    return create(big(61), alice)


def id_of(row: Army, name: str) -> str:
    return str(row.elements.get(name=name).pk)


def units_on(page: str) -> int:
    return page.count('<tr class="u"')


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics", "recorded"])
def test_it_shows_its_divisions_and_all_its_totals(client: Client, large: Army, system: str) -> None:
    text = client.get(f"/a/{large.slug}?system={system}").content.decode()
    assert units_on(text) == 0
    assert [text.count(f"<h3>Division {n}</h3>") for n in range(3)] == [1, 1, 1]
    assert "12,900 men" in text, "thirty battalions of 430"
    assert "26,230 men" in text, "all of them"
    assert "Show 30 units" in text
    assert "Show 1 unit<" in text


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics", "recorded"])
def test_a_branch_is_what_the_page_shows_when_it_is_open(client: Client, large: Army, system: str) -> None:
    address, division = f"/a/{large.slug}?system={system}", id_of(large, "Division 1")
    branch = client.get(f"{address}&open={division}&part=branch").content.decode()
    assert units_on(branch) == 30
    page = client.get(f"{address}&open={division}").content.decode()
    assert branch in page
    assert units_on(page) == 30
    everything = client.get(f"{address}&open=all").content.decode()
    assert branch in everything
    assert units_on(everything) == 61
    for n in range(3):
        one = client.get(f"{address}&open={id_of(large, f'Division {n}')}&part=branch").content.decode()
        assert one in everything


def test_each_link_of_a_closed_division_opens_it(client: Client, large: Army) -> None:
    text = client.get(f"/a/{large.slug}").content.decode()
    links = re.findall(r'<a href="([^"#]+)(#[^"]+)?" data-branch>', text)
    assert len(links) == 3
    for address, _ in links:
        assert units_on(client.get(address.replace("&amp;", "&")).content.decode()) in (30, 1)


def test_a_unit_opens_the_division_that_holds_it(client: Client, large: Army) -> None:
    unit_id = id_of(large, "3/Regiment 4")
    text = client.get(f"/a/{large.slug}?open={unit_id}").content.decode()
    assert f'id="e-{unit_id}"' in text
    assert units_on(text) == 30


def test_a_fault_leads_to_its_row_though_its_division_is_closed(client: Client, large: Army) -> None:
    large.elements.filter(name="3/Regiment 4").update(men=None)
    text = client.get(f"/a/{large.slug}").content.decode()
    address = f"/a/{large.slug}?system=mini_nap&amp;open={id_of(large, '3/Regiment 4')}"
    assert f'<a href="{address}#e-{id_of(large, "3/Regiment 4")}">3/Regiment 4</a>' in text


def test_loose_units_open_too(client: Client, alice: Any, settings: Any) -> None:
    settings.MUSTER_WHOLE_ARMY = 1
    row = create(army(unit("First"), unit("Second"), unit("Third")), alice)
    text = client.get(f"/a/{row.slug}").content.decode()
    assert units_on(text) == 0
    [address] = re.findall(r'<a href="([^"#]+)" data-branch>Show 3 units', text)
    assert units_on(client.get(address.replace("&amp;", "&")).content.decode()) == 3


@pytest.mark.parametrize("asked", ["part=branch", "open=nonsense&part=branch", "open=all&part=branch"])
def test_a_branch_that_is_not_there_is_404(client: Client, large: Army, asked: str) -> None:
    assert client.get(f"/a/{large.slug}?{asked}").status_code == 404


def test_parts_are_checked_as_the_page_is(client: Client, large: Army, charlie: Any) -> None:
    """The addresses of parts have the same access as the page: others get 404 for a private army."""
    Army.objects.update(visibility="private")
    client.force_login(charlie)
    division, unit_id = id_of(large, "Division 1"), id_of(large, "3/Regiment 4")
    for part in (f"?open={division}&part=branch", f"/why/s-{unit_id}?part=sum", f"/why/s-{unit_id}", "/why/army-sp"):
        answer = client.get(f"/a/{large.slug}{part}")
        assert answer.status_code == 404, part
        assert b"Regiment" not in answer.content, part


def test_a_page_lists_a_hundred_faults_and_leads_to_the_others(client: Client, alice: Any, settings: Any) -> None:
    settings.MUSTER_WHOLE_ARMY = 60
    row = create(big(120), alice)
    row.elements.filter(level="unit").update(men=None)
    text = client.get(f"/a/{row.slug}").content.decode()
    assert text.count('<div class="where">') <= 100
    [address] = re.findall(r'<a href="([^"]+)">show all problems', text)
    assert (
        client.get(f"/a/{row.slug}{address.replace('&amp;', '&')}").content.decode().count('<div class="where">') >= 120
    )


def test_its_queries_are_those_of_a_small_army(client: Client, large: Army, django_assert_num_queries: Any) -> None:
    division, unit_id = id_of(large, "Division 1"), id_of(large, "3/Regiment 4")
    small, page = create(big(5)), f"/a/{large.slug}"
    addresses = (f"/a/{small.slug}", page, f"{page}?open={division}&part=branch", f"{page}/why/s-{unit_id}?part=sum")
    for address in addresses:
        with django_assert_num_queries(3):
            assert client.get(address).status_code == 200
