"""A draft is offered for no battle and no table game, and whoever asks for one is told why in a sentence."""

from typing import Any

import pytest
from django.test import Client

from battles.engine import registry
from battles.services.create import sources
from tests.battles.management.refusals import refused

DRAFTS = sorted({*registry.keys()} - {*registry.playable()})

every_draft = pytest.mark.parametrize("draft", DRAFTS)


@every_draft
def test_the_commands_say_so(draft: str) -> None:
    sentence = (
        f"You cannot fight battles with {draft} yet; the systems that you can play are: easy_napoleonics, mini_nap."
    )
    assert refused("odds", draft, "fire", "{}") == sentence
    assert refused("battle", "--a", "random", "--b", "random", "--system", draft) == sentence
    assert refused("simulate", "--a", "random", "--b", "random", "--system", draft) == sentence


@pytest.mark.django_db
@every_draft
def test_no_page_offers_it(client: Client, alice: Any, draft: str) -> None:
    client.force_login(alice)
    for address in ("/battles/new", "/table/new", "/scenarios/new"):
        answer = client.get(address, follow=True)
        assert answer.status_code in (200, 405), address
        assert draft not in answer.content.decode(), address


@pytest.mark.django_db
@every_draft
@pytest.mark.parametrize("kind", sorted(sources.KINDS))
def test_nothing_makes_a_battle_of_it(alice: Any, draft: str, kind: str) -> None:
    with pytest.raises(sources.UnknownSource, match=f"You cannot fight battles with {draft} yet"):
        sources.find_source(f"{kind}:{draft}:village", alice)


@pytest.mark.django_db
@every_draft
def test_the_api_says_so(client: Client, alice: Any, draft: str) -> None:
    client.force_login(alice)
    for address in ("/api/v1/battles", "/api/v1/tables"):
        answer = client.post(address, {"source": f"sample:{draft}", "title": "A game"}, content_type="application/json")
        assert answer.status_code in (400, 404, 422), address
        assert f"You cannot fight battles with {draft} yet" in answer.content.decode(), address
