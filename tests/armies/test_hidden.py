"""Hidden is hidden: words of a private army stand nowhere that somebody without a right to it can get to."""

import io
import logging
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from pypdf import PdfReader

from armies.building.edits import Add, Change, Delete
from armies.exchange.files.archive_file import unpack
from armies.models import Army, Element, HouseRules
from armies.services import house_rules, people
from armies.services.apply_edit import amend
from armies.services.army_changes import change_head, set_visibility
from armies.services.army_creation import copied
from armies.services.storage import create
from armies.services.user_archive import archive_of
from campaign.club.services.ownership import change_house_rules
from campaign.models import Club, Membership
from tests.armies.access_matrix import TABLE, Scene
from tests.armies.builders import army

pytestmark = pytest.mark.django_db

MARK = "Zanzibar"
"""A word in every text written after the army became private, and in no other text."""
STRANGERS = ("nobody", "stranger", "ex-co-editor", "late link holder", "clubmate")
HREF = re.compile(r'(?:href|action|src)="([^"#]*)')
STARTS = (
    "/",
    "/armies/",
    f"/armies/?q={MARK}",
    "/armies/?whose=co_edited",
    "/armies/?whose=mine",
    "/figures",
    "/club/",
)
MOST_PAGES = 50
PASSED_OVER = ("/static/", "/rules/", "/account", "/style", "http", "/demo", "mailto:", "data:", "/api/")


@pytest.fixture
def hidden(alice: Any, bob: Any, charlie: Any, organiser: Any) -> Scene:
    """Alice's army with marks in all that can be written of it, private since others copied it and looked at it."""
    scene = Scene(alice, bob, charlie, organiser)
    row = scene.army
    late = people.make_link(row, "view", f"{MARK} link")
    for name in ("late link holder", "clubmate"):
        scene.browsers[name] = Client()
    scene.browsers["late link holder"].get(f"/v/{late.token}")
    people.end_link(row, late.pk)
    scene.browsers["clubmate"].force_login(_clubmate(row, alice))
    set_visibility(copied(row, charlie), "public")
    set_visibility(row, "private")
    _mark(row, alice)
    people.make_link(row, "view", f"{MARK} link")
    return scene


def _clubmate(row: Army, alice: Any) -> Any:
    """The user who runs the club with the army's house rules."""
    mate = get_user_model().objects.create_user("mate")
    club = Club.objects.create(name="Sound the Charge", slug="charge")
    Membership.objects.create(club=club, user=mate, role="organiser")
    Membership.objects.create(club=club, user=alice)
    change_house_rules(club, {"mini_nap": {"men_per_point": 50, "men_rounded_up": 25}})
    house_rules.adopt(row, HouseRules.objects.get(), by=alice)
    return mate


def _mark(row: Army, alice: Any) -> None:
    facts = ("name", "commander", "battle", "place", "scope")
    change_head(row, {fact: f"{MARK} {fact}" for fact in facts}, by=alice)
    for element in Element.objects.filter(army=row):
        values = {"name": f"{MARK} {element.level}", "commander": f"{MARK} officer", "note": f"{MARK} note"}
        amend(row, Change(element=str(element.pk), values=values), by=alice)
    amend(row, Add(level="corps", parent="", values={"name": f"{MARK} gone"}), by=alice)
    gone = Element.objects.get(army=row, name=f"{MARK} gone")
    amend(row, Delete(element=str(gone.pk)), by=alice)
    Army.objects.filter(pk=row.pk).update(origin=f"From {MARK}.")
    row.refresh_from_db()


def words_of(response: Any) -> str:
    """All that an answer tells: its headers and its body, a PDF or a ZIP by what is in it."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if body[:4] == b"%PDF":
        told = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages)
    elif body[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(body)) as file:
            told = "\n".join(file.read(name).decode("utf-8", "replace") for name in file.namelist())
    else:
        told = body.decode("utf-8", "replace")
    return f"{response.headers}\n{told}"


def walked(browser: Client, starts: Iterator[str] | tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every page that leads on from ``starts``, with what it tells."""
    waiting, seen = list(starts), set(starts)
    while waiting and len(seen) < MOST_PAGES:
        address = waiting.pop(0)
        told = words_of(browser.get(address))
        yield address, told
        for link in map(unescape, HREF.findall(told)):
            to = f"{address.partition('?')[0]}{link}" if link.startswith("?") else link
            if to.startswith("/") and not to.startswith(PASSED_OVER) and to not in seen:
                seen.add(to)
                waiting.append(to)


def test_no_page_that_leads_anywhere_tells_of_it(hidden: Scene) -> None:
    for person in STRANGERS:
        pages = dict(walked(hidden.browsers[person], STARTS))
        assert len(pages) > len(STARTS)
        typed = pages.pop(f"/armies/?q={MARK}")
        assert MARK not in typed.replace(f"“{MARK}”", "").replace(f'value="{MARK}"', "").replace(f"q={MARK}", "")
        assert [address for address, told in pages.items() if MARK in told] == [], person
        assert [address for address, told in pages.items() if f"/a/{hidden.army.slug}" in told] == [], person


def test_none_of_its_addresses_tells_of_it(
    hidden: Scene, many_requests: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    slug = hidden.army.slug
    addresses = [hidden.address(name, row) for name, row in TABLE.items() if name != "armies:leave"]
    addresses += [f"/a/{slug}.{suffix}" for suffix in ("pdf", "csv", "xlsx", "json", "txt")]
    addresses += [
        f"/a/{slug}/chart.pdf",
        f"/a/{slug}/chart.svg?system=mini_nap",
        f"/a/{slug}.pdf?system=easy_napoleonics",
    ]
    for person in STRANGERS:
        browser = hidden.browsers[person]
        for address in addresses:
            for answer in (browser.get(address), browser.post(address)):
                assert MARK not in words_of(answer), (person, address)
                assert answer.status_code in (302, 404, 405), (person, address)
    assert not [record for record in caplog.records if MARK in record.getMessage()]


def test_the_archive_of_another_has_nothing_of_it(hidden: Scene, charlie: Any, bob: Any) -> None:
    for user in (charlie, bob):
        assert MARK not in str(unpack(archive_of(user)))
        assert MARK not in str(unpack(archive_of(user, [hidden.army.slug])))


def test_who_holds_a_view_link_sees_the_army_but_no_history_no_link_and_no_co_editor(hidden: Scene, bob: Any) -> None:
    browser, slug = hidden.browsers["link holder"], hidden.army.slug
    tokens = [link.token for link in hidden.army.links.all()]
    for name, row in TABLE.items():
        if row.right == "read" and row.get == 200:
            told = words_of(browser.get(hidden.address(name, row)))
            secret = [word for word in (*tokens, f"{MARK} link", f"{MARK} gone", bob.username) if word in told]
            assert not secret, name
    assert MARK in words_of(browser.get(f"/a/{slug}"))


def test_an_old_page_of_the_builder_writes_nothing_and_tells_nothing(hidden: Scene) -> None:
    browser, slug = hidden.browsers["ex-co-editor"], hidden.army.slug
    before = Army.objects.get(slug=slug).version
    unit = Element.objects.filter(army=hidden.army, level="unit")[0].pk
    for form in ({"act": "undo", "version": "1"}, {"act": "change", "element": unit, "name": "X", "version": "1"}):
        for address in (f"/a/{slug}/build", f"/a/{slug}/build?system=mini_nap"):
            answer = browser.post(address, form)
            assert (answer.status_code, MARK in words_of(answer)) == (404, False)
    assert Army.objects.get(slug=slug).version == before


def test_a_comparison_of_a_copy_by_another_stays_as_it_was_copied(hidden: Scene, charlie: Any) -> None:
    copy = Army.objects.get(owner=charlie)
    other = create(army(), charlie)
    for row in (copy, other):
        for suffix in ("", "/history", "/build", "/compare", "/chart", "/share", ".json", ".txt"):
            assert MARK not in words_of(hidden.browsers["stranger"].get(f"/a/{row.slug}{suffix}"))
