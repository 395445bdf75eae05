"""Text, numbers and addresses that people type: made fit, or refused in a sentence beside their field."""

import json
from typing import Any

import pytest
from django.test import Client

from armies.exchange import limits, read
from armies.models import Army, ImportDraft, RatingThrow
from armies.services import commander_ratings
from armies.services.exports import export
from armies.services.locks import Refused
from armies.services.storage import facts_of

pytestmark = pytest.mark.django_db
HEAD = {"name": "French left wing", "nation": "FR", "visibility": "unlisted"}


@pytest.mark.parametrize("address", ["/armies/?q=%00", "/armies/?q=le%00ft", "/armies/?q=%ED%A0%80&nation=%00"])
def test_a_search_for_characters_that_cannot_be_kept_is_answered(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/armies/import/%00/", "/armies/import/x%00y/", "/demo/%00/", "/a/%00"])
def test_an_address_with_a_zero_leads_nowhere(client: Client, settings: Any, address: str) -> None:
    settings.MUSTER_DEMO = True
    assert client.get(address).status_code == client.post(address).status_code == 404


def test_names_and_notes_typed_in_are_made_fit_as_imported_ones_are(as_alice: Client, mine: Army) -> None:
    form = {**HEAD, "name": "Left\u202e\x00\nwing\u200b", "scope": "One \r\ntwo\x07", "place": "Quatre\nBras"}
    assert as_alice.post(f"/a/{mine.slug}/edit", form).status_code == 302
    mine.refresh_from_db()
    assert (mine.name, mine.scope, mine.place) == ("Left wing", "One\ntwo", "Quatre Bras")
    for element in mine.elements.filter(level__in=("unit", "division")):
        facts = {"type": "line_infantry", "quality": "elite", "men": "500", "basis": "sourced"}
        address = f"/a/{mine.slug}/element/{element.pk}"
        assert as_alice.post(address, {**facts, "name": "I/61e\nLigne", "note": "a\r\nb"}).status_code == 302
        element.refresh_from_db()
        assert (element.name, element.note) == ("I/61e Ligne", "a\nb")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "\u200b\u202e"}, "This field is required."),
        ({"scope": "x" * (limits.MAX_NOTE + 1)}, "at most 4000"),
        ({"place": "x" * (limits.MAX_NOTE + 1)}, "at most 4000"),
    ],
)
def test_what_an_import_would_refuse_is_refused_beside_its_field(
    as_alice: Client, mine: Army, change: dict[str, str], sentence: str
) -> None:
    answer = as_alice.post(f"/a/{mine.slug}/edit", {**HEAD, **change})
    assert answer.status_code == 422
    assert sentence in str(answer.context["form"].errors[next(iter(change))])


def test_what_was_typed_in_at_its_longest_is_exported_and_imported_again(as_alice: Client, mine: Army) -> None:
    long = {"place": "p" * limits.MAX_NOTE, "scope": "s\r\n" * (limits.MAX_NOTE // 3), "battle": "b" * limits.MAX_NAME}
    assert as_alice.post(f"/a/{mine.slug}/edit", {**HEAD, **long}).status_code == 302
    mine.refresh_from_db()
    assert read(export(mine, "json").encode(), "army.json").armies[0].scope == mine.scope


def test_a_form_sent_with_nothing_is_refused_beside_its_fields(as_alice: Client, mine: Army) -> None:
    unit = mine.elements.filter(level="unit")[0]
    for address in ("edit", "options/mini_nap", f"element/{unit.pk}"):
        answer = as_alice.post(f"/a/{mine.slug}/{address}")
        assert answer.status_code == 422, address
        assert answer.context["form"].errors, address
    assert as_alice.post("/armies/import/").status_code == 422


def test_who_must_sign_in_to_throw_comes_back_to_the_army(client: Client, mine: Army) -> None:
    assert client.post(f"/a/{mine.slug}/rate")["Location"] == f"/accounts/login/?next=/a/{mine.slug}"


def test_a_commander_is_rated_no_more_often_than_an_import_takes(mine: Army, alice: Any) -> None:
    corps = mine.elements.get(level="corps")
    RatingThrow.objects.bulk_create(
        RatingThrow(element=corps, number=number, rating="good", source="fixed")
        for number in range(1, limits.MAX_ITEMS + 1)
    )
    with pytest.raises(Refused, match="already has 200 ratings"):
        commander_ratings.rate(mine, str(corps.pk), source="fixed", rating="poor", by=alice)
    with pytest.raises(Refused, match="already has 200 ratings"):
        commander_ratings.rate_all(mine, again=True)
    assert len(json.loads(export(mine, "json"))["army"]["children"][0]["throws"]) == limits.MAX_ITEMS


def test_a_decision_holds_no_character_that_cannot_be_kept(as_alice: Client) -> None:
    preview = as_alice.post("/armies/import/", {"text": "I Corps\n  1/24e Ligne 550 veteran\n  what is this ?\n"})[
        "Location"
    ]
    assert as_alice.post(preview, {"act": "decide", "line-3": "2/24e Ligne\x00 500 veteran"}).status_code == 302
    assert ImportDraft.objects.get().decisions == {"3": "  2/24e Ligne 500 veteran"}


def test_a_version_that_is_no_number_is_passed_over(as_alice: Client, mine: Army) -> None:
    for version in ("\x00", "9" * 30, "-1", "²"):
        assert as_alice.post(f"/a/{mine.slug}/edit", {**HEAD, "version": version}).status_code == 302
    assert facts_of(mine).name == "French left wing"
