"""Every account page is ours: drawn by our templates, in our frame, for whoever may see it."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.contrib.auth.models import User
from django.template.loader import get_template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

pytestmark = pytest.mark.django_db
OURS = Path(configured.BASE_DIR)


def _addresses(patterns: list[Any], prefix: str = "") -> list[str]:
    """Every address below /accounts/ that needs no argument."""
    found: list[str] = []
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += _addresses(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and "<" not in route and "(" not in route:
            found.append(f"/{route}")
    return [address for address in found if address.startswith("/accounts/")]


def test_there_is_something_to_check() -> None:
    assert "/accounts/login/" in _addresses(get_resolver().url_patterns)


@pytest.mark.parametrize("signed_in", [False, True])
def test_every_account_page_is_drawn_by_our_templates(client: Client, alice: User, signed_in: bool) -> None:
    foreign: dict[str, str] = {}
    pages = 0
    for address in _addresses(get_resolver().url_patterns):
        if signed_in:
            client.force_login(alice)
        else:
            client.logout()
        answer = client.get(address, follow=True)
        assert answer.status_code in (200, 404), address
        pages += answer.status_code == 200
        for template in answer.templates:
            if template.name and not template.name.startswith("django/forms"):
                source = Path(get_template(template.name).origin.name)  # type: ignore[attr-defined]
                if OURS / "templates" not in source.parents:
                    foreign[template.name] = address
    assert not foreign
    assert pages > 8


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"])
def test_every_control_has_a_label_and_none_has_a_text_inside(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "placeholder" not in page
    assert "style=" not in page
    for field in client.get(address).context["form"].visible_fields():
        assert f'for="{field.id_for_label}"' in page


def test_where_there_is_no_name_the_address_of_the_accounts_leads_to_sign_in(client: Client) -> None:
    assert client.get("/accounts/")["Location"] == "/accounts/login/"
