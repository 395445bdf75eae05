"""The systems side by side: the page and its PDF."""

from typing import Any

import pytest
from django.test import Client

from armies.models import Army
from armies.services.writing import create
from tests.armies.builders import army, big, unit

pytestmark = pytest.mark.django_db

EVIL = "<script>alert(1)</script>"


def addresses(row: Army) -> list[str]:
    base = f"/a/{row.slug}/compare"
    return [base, f"{base}.pdf", f"{base}.pdf?paper=letter&orientation=portrait"]


def test_who_may_read_the_army_may_compare(client: Client, mine: Army) -> None:
    for address in addresses(mine):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer["X-Robots-Tag"] == "noindex", address


def test_a_private_army_is_not_compared_for_others(client: Client, mine: Army, charlie: Any) -> None:
    Army.objects.update(visibility="private")
    client.force_login(charlie)
    for address in addresses(mine):
        assert client.get(address).status_code == 404, address


def test_a_unit_stands_under_every_system_with_its_arithmetic(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/compare").content.decode()
    row = next(row for row in text.split("<tr ") if row.startswith('class="lv-unit') and "I/2e Léger" in row)
    for words in ("430", "veteran", "3+", "430 men / 100", "MN-SP-01", "EN-COST-01", "EN-RULING-94"):
        assert words in row


def test_the_page_says_shares_faults_and_disagreements(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/compare").content.decode()
    for words in ("Shares of the arms", "Infantry", "strength points", "% of the cost in Easy Napoleonics"):
        assert words in text


def test_ids_on_the_page_are_different_and_links_into_it_arrive(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/compare").content.decode()
    ids = [part.split('"')[0] for part in text.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    for link in (part.split('"')[0] for part in text.split('href="#')[1:]):
        assert link in ids


@pytest.mark.parametrize("query", ["paper=a3", "orientation=flat", "paper=%00"])
def test_a_paper_that_is_not_known_is_refused_with_a_sentence(client: Client, mine: Army, query: str) -> None:
    answer = client.get(f"/a/{mine.slug}/compare.pdf?{query}")
    assert answer.status_code == 400
    assert "for a comparison: it is one of" in answer.content.decode()


def test_queries_do_not_grow_with_the_army(as_alice: Client, alice: Any, django_assert_max_num_queries: Any) -> None:
    for size in (5, 150):
        row = create(big(size), alice)
        with django_assert_max_num_queries(8):
            assert as_alice.get(f"/a/{row.slug}/compare").status_code == 200


def test_a_large_army_shares_its_arithmetic_and_stays_small(as_alice: Client, alice: Any) -> None:
    row = create(big(1000), alice)
    text = as_alice.get(f"/a/{row.slug}/compare").content.decode()
    assert len(text) < 3_000_000
    assert "How the numbers came about" in text
    for link in {part.split('"')[0] for part in text.split('class="why-link" href="#')[1:]}:
        assert f'id="{link}"' in text
    assert text.count("430 men / 100") == 1


def test_script_in_names_stays_text(as_alice: Client, alice: Any) -> None:
    evil = army(unit(EVIL, commander=EVIL), unit("Other", men=2000), name=EVIL, battle=EVIL)
    row = create(evil, alice)
    text = as_alice.get(f"/a/{row.slug}/compare").content.decode()
    assert EVIL not in text
    assert " style=" not in text


def test_an_empty_army_is_compared(client: Client, mine: Army) -> None:
    mine.elements.all().delete()
    for address in addresses(mine):
        assert client.get(address).status_code == 200, address
