"""The table of permissions of the whole installation: every address has a row somewhere, or a reason to have none.

Clubs, armies and the API have tables of their own, which fail for an address without a row. Here are the rows of
campaigns, of battles, scenarios and table games that are private, and of administrators; and the reasons of the rest.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from campaign.api.schema import document
from campaign.club.services import clubs, membership
from campaign.models import CampaignSeat, Membership
from campaign.war.services import turns
from campaign.war.services.access import operator_access
from tests.api import test_access, test_battles_access, test_campaigns
from tests.armies.access_matrix import TABLE as ARMIES
from tests.club.builders import club_of_roles, made, person
from tests.war.stored.campaigns import fresh, meeting

pytestmark = pytest.mark.django_db

PART = ("player", "enemy", "umpire")
"""Who takes part in the campaign."""
OUTSIDE = ("nobody", "stranger", "guest", "organiser", "ex-member", "organiser elsewhere", "administrator")
"""Who does not: the club to which it belongs opens nothing private."""
CAMPAIGN: dict[str, tuple[str, dict[str, str], tuple[str, ...]]] = {
    "war:campaign": ("GET", {}, PART),
    "war:diary": ("GET", {}, PART),
    "war:forces": ("GET", {}, PART),
    "war:engagement": ("GET", {}, PART),
    "war:people": ("GET", {}, PART),
    "war:messages": ("GET", {}, PART),
    "war:since": ("GET", {}, PART),
    "war:desk": ("GET", {}, ("umpire",)),
    "war:people_change": ("POST", {"side": "red"}, PART),
    "war:message_act": ("POST", {"text": "Hold the bridge."}, PART),
    "war:try_turn": ("POST", {}, ("umpire",)),
    "war:take_back": ("POST", {}, ("umpire",)),
    "war:balance": ("POST", {}, ("umpire",)),
    "war:desk_act": ("POST", {}, ("umpire",)),
    "war:delete": ("POST", {}, ("umpire",)),
    "war:staff": ("GET", {}, ("player", "enemy")),
    "war:staff_orders": ("POST", {}, ("player", "enemy")),
    "war:ledger": ("GET", {}, PART),
    "war:film": ("GET", {}, PART),
    "war:gazette": ("GET", {}, PART),
    "war:result": ("GET", {}, PART),
    "war:confirm": ("POST", {}, PART),
    "war:dispute": ("POST", {"why": "The losses are wrong."}, PART),
    "war:order": ("POST", {"force": "red.1", "order": "hold"}, ("player", "umpire")),
    "war:end_turn": ("POST", {"turn": "1"}, PART),
    "war:choose": ("POST", {"way": "quick"}, PART),
    "war:collect": ("POST", {}, PART),
}
"""By address: the method, what is sent, and who may; all others get 404.

What an umpire may not do for a side is refused in a sentence, on the page to which the answer leads."""
ARGUMENTS = {"war:people_change": "take", "war:message_act": "send", "war:desk_act": "pause", "war:since": "-1"}
"""What an address takes behind the campaign; those of an engagement take its number."""
ADMINISTRATORS = {
    "accounts": {"GET": 200},
    "account_lock": {"POST": 302},
    "account_password_link": {"POST": 201},
    "account_delete": {"GET": 200, "POST": 422},
    "operator_clubs": {"GET": 200},
    "appoint": {"POST": 422},
    "operator_storage": {"GET": 200},
    "operator_mail": {"GET": 200, "POST": 422},
    "reports": {"GET": 200},
    "installation_record": {"GET": 200},
    "operator": {"GET": 200},
}
"""For administrators alone; others get 404, and visitors sign in."""
KINDS = {"b/<slug:slug>": "battle", "s/<slug:slug>": "drawn", "table/<slug:slug>": "table"}
"""The addresses of things that nobody without a part in them opens while they are private, by the beginning."""
SOUND = {"suffix": "svg", "n": "0"}
"""What an address takes where another value is refused before anybody is looked up."""
STREAMS = {"battles:live", "battles:table_live", "battles:army_live", "war:live"}
OPEN = {
    "home": "a page for everybody",
    "style": "a page for everybody",
    "profile": "one's own; signed in",
    "delete_account": "one's own; tests/accounts/test_deletion.py",
    "tokens": "one's own; signed in",
    "token_revoke": "one's own; tests/accounts/test_profile.py",
    "account_record": "one's own; test_moderation.py",
    "first_administrator": "who has the link; tests/accounts/test_first_administrator.py",
    "report": "who may open the thing; test_moderation.py",
    "decide": "administrators and organisers; test_moderation.py",
    "report_answer": "administrators and organisers; test_moderation.py",
    "metrics": "who has the token; tests/project/test_operator_page.py",
    "healthz": "monitoring; says nothing but the state",
    "readyz": "monitoring; says nothing but the state",
    "war:list": "one's own and public ones",
    "war:start": "everybody may start one",
    "war:found": "everybody with an account may found one",
    "war:join": "who has the link of an invitation",
    "war:own_seat": "who has the link of the seat",
}
"""Addresses without a row, with the reason."""
OPEN_FAMILIES = {
    "account_": "allauth's pages of one's own account; tests/accounts",
    "mfa_": "allauth's pages of one's own account; tests/accounts/test_second_factor.py",
    "rules:": "rulebooks and army lists are for everybody",
    "printing:": "a sheet asks its subject; tests/printing/test_subjects.py",
    "demo:": "the demo club alone; tests/accounts/test_demo_club.py",
    "notices:": "one's own, or who has the secret address; tests/notices",
    "clubs:": "a table of their own; test_club_access.py",
    "api:": "a table of their own; below",
    "armies:": "lists, imports and figures are one's own; those below /a/ have a table of their own",
    "battles:": "lists and forms are one's own; those of a thing are in KINDS",
}
API = {
    "clubs": "test_club_access.py",
    "club-invitations": "test_club_access.py",
    "campaigns": "tests/api/test_campaigns.py",
    "battles": "tests/api/test_battles_access.py",
    "tables": "tests/api/test_table_games.py",
    "account": "one's own; tests/accounts/test_deletion.py, test_moderation.py, tests/notices",
    "reports": "test_moderation.py",
    "hidden": "test_moderation.py",
    "sheets": "a sheet asks its subject; tests/api/test_sheets.py",
    "packets": "a sheet asks its subject; tests/api/test_sheets.py",
    "print-setups": "one's own and the club's; tests/api/test_sheets.py",
}
"""Where the rows of the API's operations are, by the first part of the address; the rest are in test_access.py."""


def addresses(found: Any = None, names: str = "", route: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every address of the project: its name, its pattern, and the converters of its arguments."""
    for one in found or get_resolver().url_patterns:
        here = route + str(one.pattern).removeprefix("^")
        if isinstance(one, URLPattern):
            yield f"{names}{one.name}", here, one.pattern.converters
        else:
            yield from addresses(one.url_patterns, f"{names}{one.namespace}:" if one.namespace else names, here)


def test_every_page_has_a_row_or_a_reason() -> None:
    rows = {*CAMPAIGN, *ADMINISTRATORS, *ARMIES, *OPEN, *STREAMS}
    without = [
        (name, route)
        for name, route, _ in addresses()
        if name not in rows
        and not route.startswith(tuple(KINDS))
        and not any(name.startswith(family) for family in OPEN_FAMILIES)
    ]
    assert not without
    names = {name for name, _, _ in addresses()}
    assert {*CAMPAIGN, *ADMINISTRATORS, *OPEN} <= names
    assert all(any(name.startswith(family) for name in names) for family in OPEN_FAMILIES)


def test_every_operation_of_the_api_is_in_one_table() -> None:
    covered = {name for name, *_ in (*test_access.operations(), *test_campaigns.operations())}
    covered |= {name for name, *_ in test_battles_access.operations()}
    without, parts = set(), set()
    for address, methods in document()["paths"].items():
        parts.add(address.split("/")[3])
        for said in methods.values():
            if address.split("/")[3] not in API and not test_access.APART & {*said["tags"]}:
                without |= {said["operationId"]} - covered
    assert not without
    assert set(API) <= parts


@pytest.fixture
def people() -> dict[str, Any]:
    """A club, its people, and those outside."""
    club, found = club_of_roles()
    found["enemy"] = person("enemy")
    found |= {name: person(name.replace(" ", "-")) for name in ("stranger", "ex-member", "organiser elsewhere")}
    found["administrator"] = person("administrator")
    found["administrator"].is_superuser = found["administrator"].is_staff = True
    found["administrator"].save()
    clubs.found(found["organiser elsewhere"], name="Another club")
    for name in ("enemy", "ex-member"):
        Membership.objects.create(club=club, user=found[name])
    membership.remove(club, found["ex-member"].pk, by=found["organiser"])
    return found | {"club": club}


def browser(people: dict[str, Any], who: str) -> Client:
    client = Client()
    if who != "nobody":
        client.force_login(people[who])
    return client


def asked(client: Client, method: str, address: str, sent: dict[str, str] | None = None) -> Any:
    """The answer; whatever is done is taken back."""
    with transaction.atomic():
        answer = client.post(address, sent or {}) if method == "POST" else client.get(address)
        transaction.set_rollback(True)
    return answer


def test_a_private_campaign_opens_to_those_who_take_part(people: dict[str, Any]) -> None:
    founder = person("founder")
    Membership.objects.create(club=people["club"], user=founder, role="umpire")
    campaign = meeting(founder, people["player"], people["enemy"], visibility="private", club=people["club"].slug)
    CampaignSeat.objects.create(campaign=campaign, side="umpire", user=people["umpire"])
    turns.resolve(operator_access(fresh(campaign)), 1)
    behind = {
        name: [1] if "number" in converters else [ARGUMENTS[name]] if name in ARGUMENTS else []
        for name, _, converters in addresses()
        if name in CAMPAIGN
    }
    wrong = []
    for who in (*PART, *OUTSIDE):
        client = browser(people, who)
        for name, (method, sent, allowed) in CAMPAIGN.items():
            address = reverse(name, args=[campaign.slug, *behind[name]])
            status = asked(client, method, address, sent).status_code
            if (status in (200, 302, 409, 422)) != (who in allowed) or (
                who not in allowed and status not in (403, 404)
            ):
                wrong.append(f"{who}: {method} {name} {status}")
            if who not in allowed:
                other = asked(client, "GET" if method == "POST" else "POST", address).status_code
                wrong += [f"{who}: {name} answers another method with {other}"] * (other not in (403, 404, 405))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("who", OUTSIDE)
def test_what_is_private_has_no_address_for_those_outside(people: dict[str, Any], who: str, settings: Any) -> None:
    settings.MUSTER_RATES = dict.fromkeys(settings.MUSTER_RATES, 100_000)
    founder = person("founder")
    rows = {kind: made(kind, founder) for kind in KINDS.values()}
    client = browser(people, who)
    wrong = []
    for name, route, converters in addresses():
        beginning = next((each for each in KINDS if route.startswith(each)), "")
        if not beginning or name in STREAMS:
            continue
        values: dict[str, Any] = {key: 0 if "Int" in type(each).__name__ else "a" for key, each in converters.items()}
        values |= {"slug": rows[KINDS[beginning]].slug} | {key: value for key, value in SOUND.items() if key in values}
        address = reverse(name, kwargs=values)
        for method in ("GET", "POST"):
            answer = asked(client, method, address)
            signs_in = answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
            if answer.status_code not in (403, 404, 405) and not signs_in:
                wrong.append(f"{method} {name}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("who", ["nobody", "stranger", "organiser", "administrator"])
def test_the_administrators_pages_are_theirs(people: dict[str, Any], who: str) -> None:
    client = browser(people, who)
    arguments = {"user": people["stranger"].pk, "club": people["club"].pk}
    wrong = []
    for name, _, converters in addresses():
        for method, granted in ADMINISTRATORS.get(name, {}).items():
            address = reverse(name, kwargs={key: arguments[key] for key in converters})
            status = asked(client, method, address).status_code
            wanted = granted if who == "administrator" else 302 if who == "nobody" else 404
            wrong += [f"{method} {name}: {status}, not {wanted}"] * (status != wanted)
    assert not wrong, "\n".join(wrong)
