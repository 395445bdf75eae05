"""Sharing: links to see, links for co-editors, how they end, and what each user reads."""

import logging
from typing import Any

import pytest
from django.test import Client

from armies.models import Army, CoEditor, ShareLink
from armies.services import people
from armies.services.locks import Gone, Refused
from armies.services.storage import create
from tests.armies.builders import army

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(mine: Army) -> Army:
    """Alice's army, private."""
    Army.objects.update(visibility="private")
    mine.refresh_from_db()
    return mine


def link(row: Army, kind: str = "view", label: str = "") -> ShareLink:
    return people.make_link(row, kind, label)


def test_a_view_link_shows_a_private_army_and_its_files_without_an_account(client: Client, private: Army) -> None:
    base = f"/a/{private.slug}"
    assert client.get(base).status_code == 404
    answer = client.get(f"/v/{link(private).token}")
    assert (answer.status_code, answer["Location"]) == (302, base)
    files = [f"{base}{end}" for end in (".pdf", ".csv", ".json", ".txt", "/qr.svg", "/share", "/figures")]
    for address in [base, *files, f"/print/army/{private.slug}/"]:
        assert client.get(address).status_code == 200, address
    assert client.get(f"{base}/edit").status_code == 302
    assert client.get("/armies/").content.count(b"army-row") == 0
    assert Client().get(base).status_code == 404


def test_a_view_link_ends_when_it_is_taken_back(client: Client, private: Army) -> None:
    first, second = link(private), link(private)
    for one in (first, second):
        client.get(f"/v/{one.token}")
    people.end_link(private, first.pk)
    assert client.get(f"/a/{private.slug}").status_code == 200
    renewed = people.renew(private, second.pk)
    assert client.get(f"/a/{private.slug}").status_code == 404
    assert client.get(f"/v/{second.token}").status_code == 404
    assert renewed.token != second.token
    assert client.get(f"/v/{renewed.token}", follow=True).status_code == 200


def test_a_view_link_is_no_way_to_change_an_army(client: Client, private: Army, bob: Any) -> None:
    client.force_login(bob)
    token = link(private).token
    client.get(f"/v/{token}")
    client.post(f"/v/{token}")
    assert client.get(f"/a/{private.slug}").status_code == 200
    for end in ("edit", "delete", "options/mini_nap"):
        assert client.get(f"/a/{private.slug}/{end}").status_code == 404
    assert not CoEditor.objects.exists()


def test_an_edit_link_asks_and_makes_one_co_editor(client: Client, private: Army, bob: Any) -> None:
    token = link(private, "edit").token
    client.force_login(bob)
    page = client.get(f"/v/{token}").content.decode()
    assert "Become a co-editor of French left wing?" in page
    assert not CoEditor.objects.exists()
    assert client.get(f"/a/{private.slug}").status_code == 404
    for _ in range(2):
        assert client.post(f"/v/{token}")["Location"] == f"/a/{private.slug}"
    assert [one.user for one in private.co_editors.all()] == [bob]
    assert "You are a co-editor of" in client.get(f"/v/{token}").content.decode()


def test_who_opens_an_edit_link_signs_in_first_and_comes_back(client: Client, private: Army) -> None:
    token = link(private, "edit").token
    for act in (client.get, client.post):
        answer = act(f"/v/{token}")
        assert answer["Location"] == f"/accounts/login/?next=/v/{token}"
        assert "French left wing" not in answer.content.decode()


def test_the_owner_who_opens_his_own_edit_link_is_told_that_the_army_is_his(as_alice: Client, private: Army) -> None:
    token = link(private, "edit").token
    assert "French left wing is yours" in as_alice.get(f"/v/{token}").content.decode()
    assert as_alice.post(f"/v/{token}").status_code == 422
    assert not CoEditor.objects.exists()


def test_a_co_editor_changes_and_throws_and_may_leave(client: Client, private: Army, bob: Any, alice: Any) -> None:
    people.accept(link(private, "edit"), bob)
    client.force_login(bob)
    base = f"/a/{private.slug}"
    form = {"name": "Renamed", "nation": "FR", "visibility": "public", "version": str(private.version)}
    assert client.post(f"{base}/edit", form).status_code == 302
    private.refresh_from_db()
    assert (private.name, private.visibility, private.owner) == ("Renamed", "private", alice)
    assert 'name="visibility"' not in client.get(f"{base}/edit").content.decode()
    assert client.post(f"{base}/rate").status_code == 302
    assert "Roll ratings" in client.get(base).content.decode()
    share = client.get(f"{base}/share").content.decode()
    assert "Leave this army" in share
    assert "/v/" not in share
    assert client.post(f"{base}/leave").status_code == 302
    assert client.get(base).status_code == 404
    assert client.post(f"{base}/leave").status_code == 404


def test_a_co_editor_removed_may_do_nothing_more(client: Client, private: Army, bob: Any, alice: Any) -> None:
    people.accept(link(private, "edit"), bob)
    client.force_login(alice)
    assert client.post(f"/a/{private.slug}/share/co-editors/{bob.pk}/remove").status_code == 302
    client.force_login(bob)
    assert client.get(f"/a/{private.slug}").status_code == 404


def test_the_list_shows_what_one_co_edits_once_and_narrows_to_it(client: Client, private: Army, bob: Any) -> None:
    create(army(name="Another’s"), private.owner, visibility="public")
    for _ in range(2):
        people.accept(link(private, "edit"), bob)
    client.force_login(bob)
    text = client.get("/armies/").content.decode()
    assert text.count("French left wing") == 1
    assert "Co-edited, private" in text
    narrowed = client.get("/armies/?whose=co_edited").content.decode()
    assert "French left wing" in narrowed
    assert "Another’s" not in narrowed
    assert Client().get("/armies/?whose=co_edited").content.count(b"army-row") == 0


def test_links_make_the_list_and_a_page_no_slower(
    as_alice: Client, alice: Any, bob: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        row = create(army(), bob, visibility="private")
        people.accept(link(row, "edit"), alice)
    with django_assert_max_num_queries(7):
        assert as_alice.get("/armies/").content.count(b"army-row") == 5
    with django_assert_max_num_queries(8):
        assert as_alice.get(f"/a/{row.slug}").status_code == 200


def test_the_owner_makes_renews_and_takes_back_links_on_the_page(as_alice: Client, private: Army) -> None:
    base = f"/a/{private.slug}/share"
    assert as_alice.post(f"{base}/links", {"kind": "view", "label": "Satur\u202eday"}).status_code == 302
    made = private.links.get()
    assert (made.kind, made.label) == ("view", "Saturday")
    page = as_alice.get(base).content.decode()
    assert f"http://testserver/v/{made.token}" in page
    assert as_alice.get(f"{base}/links/{made.pk}/qr.svg")["Content-Type"] == "image/svg+xml"
    assert as_alice.post(f"{base}/links/{made.pk}/renew").status_code == 302
    now = private.links.get()
    assert (now.label, now.token == made.token) == ("Saturday", False)
    assert as_alice.post(f"{base}/links/{now.pk}/take-back").status_code == 302
    assert not private.links.exists()
    for end in (f"links/{now.pk}/take-back", f"links/{now.pk}/renew", "links/99999999999999999999/renew"):
        assert as_alice.post(f"{base}/{end}").status_code == 404, end


@pytest.mark.parametrize(
    ("form", "sentence"),
    [({}, "required"), ({"kind": "own"}, "own"), ({"kind": "view", "label": "x" * 81}, "at most 80")],
)
def test_a_bad_link_is_refused_beside_its_field(
    as_alice: Client, private: Army, form: dict[str, str], sentence: str
) -> None:
    answer = as_alice.post(f"/a/{private.slug}/share/links", form)
    assert answer.status_code == 422
    assert sentence in str(answer.context["form"].errors)
    assert not private.links.exists()


def test_links_and_co_editors_have_limits_with_a_sentence(
    as_alice: Client, private: Army, django_user_model: Any
) -> None:
    links = [link(private, "edit") for _ in range(people.MOST_LINKS)]
    answer = as_alice.post(f"/a/{private.slug}/share/links", {"kind": "view"})
    assert answer.status_code == 422
    assert "at most 20 links" in answer.content.decode()
    guests = [django_user_model.objects.create_user(f"guest{n}") for n in range(people.MOST_CO_EDITORS + 1)]
    for person in guests[:-1]:
        people.accept(links[0], person)
    with pytest.raises(Refused, match="20 co-editors"):
        people.accept(links[0], guests[-1])
    as_alice.force_login(guests[-1])
    answer = as_alice.post(f"/v/{links[0].token}")
    assert answer.status_code == 422
    assert "20 co-editors" in answer.content.decode()


def test_a_link_taken_back_while_it_is_accepted_makes_nobody_a_co_editor(private: Army, bob: Any) -> None:
    late = link(private, "edit")
    people.end_link(private, late.pk)
    with pytest.raises(Gone):
        people.accept(late, bob)
    assert not CoEditor.objects.exists()


def test_the_visibility_is_set_on_the_share_page(as_alice: Client, private: Army) -> None:
    address = f"/a/{private.slug}/share/visibility"
    assert as_alice.post(address, {"visibility": "public"}).status_code == 302
    private.refresh_from_db()
    assert private.visibility == "public"
    assert as_alice.post(address, {"visibility": "secret"}).status_code == 422
    private.refresh_from_db()
    assert private.visibility == "public"


def test_no_token_is_logged_or_told_to_other_sites(
    client: Client, private: Army, bob: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = [link(private).token, link(private, "edit").token, "nonesuch-token"]
    for token in tokens:
        for method in ("get", "post", "put"):
            assert getattr(client, method)(f"/v/{token}")["Referrer-Policy"] == "same-origin"
        client.force_login(bob)
    ours = [record for record in caplog.records if record.name in ("muster.request", "django.request")]
    assert len(ours) == 9
    assert all("/v/<slug:token>" in str(record.msg) for record in ours)
    assert not any(token in record.getMessage() for token in tokens for record in ours)


def test_the_page_that_asks_is_kept_by_nobody(client: Client, private: Army, bob: Any) -> None:
    client.force_login(bob)
    answer = client.get(f"/v/{link(private, 'edit').token}")
    assert "private" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"


def test_a_browser_keeps_the_last_fifty_links(client: Client, alice: Any) -> None:
    tokens = []
    for _ in range(3):
        row = create(army(), alice, visibility="private")
        tokens += [(row, link(row)) for _ in range(20)]
    for _, one in tokens:
        client.get(f"/v/{one.token}")
    held = client.session["links"]
    assert held == [one.pk for _, one in tokens][-50:]


def test_an_old_form_of_the_army_leaves_visibility_that_was_changed_since(as_alice: Client, mine: Army) -> None:
    address = f"/a/{mine.slug}/edit"
    form = {"name": mine.name, "version": mine.version, "visibility": "unlisted", "visibility_was": "unlisted"}
    assert b'name="visibility_was" value="unlisted"' in as_alice.get(address).content
    as_alice.post(f"/a/{mine.slug}/share/visibility", {"visibility": "private"})
    assert as_alice.post(address, form).status_code == 302
    assert Army.objects.get().visibility == "private"
    newer = {**form, "version": Army.objects.get().version, "visibility": "public"}
    assert as_alice.post(address, newer).status_code == 302
    assert Army.objects.get().visibility == "public"


def test_the_owner_is_told_who_else_sees_a_private_army(as_alice: Client, mine: Army, bob: Any) -> None:
    Army.objects.update(visibility="private")
    address = f"/a/{mine.slug}/share"
    assert '<p class="lead">Private: only you can see it.</p>' in as_alice.get(address).content.decode()
    made = link(mine, "edit")
    people.accept(made, bob)
    told = as_alice.get(address).content.decode()
    assert '<p class="lead">Private: only you, your co-editor and people with a link can see it.</p>' in told
