"""The pages that a rule ID leads to."""

from typing import Any

import pytest
from django.urls import reverse

from battles import rules
from battles.engine import registry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_a_rulebook_opens_for_anybody(client: Any, key: str) -> None:
    answer = client.get(reverse("rules:book", args=[key]))
    text = answer.content.decode()
    assert answer.status_code == 200
    assert f"<h1>{rules.RULEBOOKS[key].title}</h1>" in text
    assert text.count("<h1") == 1
    assert f'id="{rules.RULEBOOKS[key].prefix}-RULING-01"' in text


def test_addresses_are_those_that_links_are_made_of() -> None:
    assert reverse("rules:book", args=["mini_nap"]) == "/rules/mini_nap/"
    assert reverse("rules:index") == "/rules/"


def test_the_index_leads_to_every_rulebook(client: Any) -> None:
    text = client.get(reverse("rules:index")).content.decode()
    for key, system in rules.RULEBOOKS.items():
        assert f'<a href="{reverse("rules:book", args=[key])}">{system.title}</a>' in text


@pytest.mark.parametrize("key", rules.SYSTEMS)
def test_a_rulebook_leads_to_its_cheat_sheet(client: Any, key: str) -> None:
    address = reverse("rules:sheet", args=[key])
    assert f'href="{address}"' in client.get(reverse("rules:book", args=[key])).content.decode()
    answer = client.get(address)
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert client.get(reverse("rules:sheet", args=["chess"])).status_code == 404


def test_the_rulebook_of_campaigns_has_no_sheets_of_a_rules_system(client: Any) -> None:
    text = client.get(reverse("rules:book", args=["campaign"])).content.decode()
    assert "cheat-sheet.pdf" not in text
    assert "Track a game" not in text
    assert client.get(reverse("rules:sheet", args=["campaign"])).status_code == 404


@pytest.mark.parametrize("key", rules.SYSTEMS)
def test_a_draft_is_called_one_and_says_what_that_means(client: Any, key: str) -> None:
    text = client.get(reverse("rules:book", args=[key])).content.decode()
    assert ("Battles are not possible yet" in text) == registry.meta(key).is_draft


@pytest.mark.parametrize("system", ["chess", "Mini_Nap", "<b>chess"])
def test_an_unknown_system_is_not_found(client: Any, system: str) -> None:
    answer = client.get(reverse("rules:book", args=[system]))
    assert answer.status_code == 404
    assert b"<b>chess" not in answer.content


def test_a_rulebook_asks_the_database_nothing_for_a_stranger(client: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get(reverse("rules:book", args=["mini_nap"]))


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_a_rulebook_never_scrolls_sideways(page: Any, key: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.goto(reverse("rules:book", args=[key])).ok
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_a_link_to_a_rule_shows_that_rule(page: Any) -> None:
    assert page.goto(reverse("rules:book", args=["easy_napoleonics"]) + "#EN-COST-02").ok
    rule = page.locator("#EN-COST-02")
    assert rule.evaluate("e => e.matches(':target')")
    top = rule.bounding_box()["y"]
    assert 0 <= top < 800
