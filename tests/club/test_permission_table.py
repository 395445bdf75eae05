"""The table of permissions of the whole installation: every address has a row in a table, or an exemption by name.

Clubs, armies and the API have tables of their own, which fail for an address without a row. Here are the rows of
campaigns, of battles, scenarios and table games that are private, and of administrators. `exempt_addresses` names the
rest, each with its method and the tests that show who may.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, path, reverse
from django.urls.resolvers import RoutePattern

from armies.models import Visibility
from campaign.api.description import document
from campaign.club.services import clubs, membership, ownership
from campaign.models import CampaignSeat, Membership
from campaign.war.services import turns
from campaign.war.services.access import operator_access
from tests.api import test_access, test_battles_access, test_campaigns, test_sheets, test_table_games
from tests.armies.access_matrix import TABLE as ARMIES
from tests.club import test_club_access
from tests.club.builders import club_of_roles, made, person
from tests.club.exempt_addresses import EXEMPT, EXEMPT_OPERATIONS, exempt_operations, exempt_pairs
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
KINDS = {"b": "battle", "s": "drawn", "table": "table"}
"""The things that nobody without a part in them opens while they are private, by the beginning of their addresses."""
SUFFIXES = {"battles:file": "svg", "battles:scenario_file": "json", "battles:report_file": "pdf"}
"""Where an address takes a suffix, one that it knows: another is refused before anybody is looked up."""
STREAMS = {"battles:live", "battles:table_live", "battles:army_live", "war:live"}
API = (test_access, test_campaigns, test_battles_access, test_table_games, test_sheets)
"""Tables of the API, each with its ``operations``; clubs have theirs in test_club_access."""


def addresses(below: Any = None, names: str = "", route: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    """Every address of the project: its name, its route and its pattern."""
    for one in get_resolver().url_patterns if below is None else below:
        here = route + str(one.pattern).removeprefix("^")
        if isinstance(one, URLPattern):
            yield f"{names}{one.name}", here, one
        else:
            yield from addresses(one.url_patterns, f"{names}{one.namespace}:" if one.namespace else names, here)


def methods_of(view: Callable[..., Any] | None) -> tuple[str, ...]:
    """The methods that a view answers, without HEAD; GET and POST if it does not restrict them itself."""
    while view is not None:
        if hasattr(view, "view_class"):
            names = [name for name in view.view_class.http_method_names if hasattr(view.view_class, name)]
            return tuple(name.upper() for name in names if name not in ("head", "options"))
        around = inspect.getclosurevars(view).nonlocals if inspect.isfunction(view) else {}
        if "request_method_list" in around:
            return tuple(name for name in around["request_method_list"] if name != "HEAD")
        view = getattr(view, "__wrapped__", None)
    return ("GET", "POST")


def kind_of(route: str) -> str:
    """The kind of thing whose address it is, a key of `KINDS`; "" for all others."""
    beginning = re.match(r"(\w+)/(<slug:slug>|\(\?P<slug>)", route)
    return beginning[1] if beginning and beginning[1] in KINDS else ""


def without_row(below: Any = None) -> set[tuple[str, str]]:
    """Method and name of the addresses of pages that are in no table."""
    tables = {*CAMPAIGN, *ARMIES, *(f"clubs:{name}" for name in test_club_access.PAGES)}
    return {
        (method, name)
        for name, route, pattern in addresses(below)
        if name not in tables and (name in STREAMS or not kind_of(route)) and name != "api:None"
        for method in methods_of(pattern.callback)
        if method not in ADMINISTRATORS.get(name, {})
    }


def test_every_page_has_a_row_or_is_exempt_by_name_and_method() -> None:
    assert sorted(without_row()) == sorted(exempt_pairs())
    assert {*CAMPAIGN, *ADMINISTRATORS, *ARMIES} <= {name for name, _, _ in addresses()}


def test_an_address_that_nobody_has_thought_about_is_noticed() -> None:
    families: list[Any] = [
        ("battles/", "battles"),
        ("armies/", "armies"),
        ("print/", "printing"),
        ("notices/", "notices"),
    ]
    invented = path("invented", lambda _: None, name="invented")
    below: Any = [URLResolver(RoutePattern(route), [invented], namespace=name) for route, name in families]
    assert without_row(below) == {(method, f"{name}:invented") for _, name in families for method in ("GET", "POST")}


def test_every_operation_of_the_api_has_a_row_or_is_exempt_by_name() -> None:
    rows = [one[0] for table in API for one in table.operations()]
    rows += [said["operationId"] for each in test_club_access.described().values() for said in each.values()]
    described = document()["paths"]
    known = [said["operationId"] for methods in described.values() for said in methods.values()]
    assert sorted([*rows, *exempt_operations()]) == sorted(known)
    served = {re.sub("<[^>]*>", "{}", route).rstrip("/") for name, route, _ in addresses() if name == "api:None"}
    assert served == {re.sub("{[^}]*}", "{}", at).strip("/") for at in described} - {"api/v1/schema"}


def test_exemptions_name_tests_that_exist() -> None:
    missing = [where for _, where, _ in (*EXEMPT, *EXEMPT_OPERATIONS) if not Path(where).is_file()]
    assert not missing


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
        name: [1] if "number" in pattern.pattern.converters else [ARGUMENTS[name]] if name in ARGUMENTS else []
        for name, _, pattern in addresses()
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


@pytest.mark.parametrize("who", ["nobody", "stranger", "organiser", "administrator"])
def test_what_is_private_has_no_address_for_those_outside(
    people: dict[str, Any], who: str, many_requests: None
) -> None:
    founder = person("founder")
    Membership.objects.create(club=people["club"], user=founder)
    rows = {kind: ownership.put(made(kind, founder), people["club"], by=founder) for kind in KINDS.values()}
    for row in rows.values():
        type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PRIVATE)
    client = browser(people, who)
    wrong = []
    for name, route, pattern in addresses():
        if not kind_of(route) or name in STREAMS:
            continue
        converters = pattern.pattern.converters or dict.fromkeys(pattern.pattern.regex.groupindex)
        values: dict[str, Any] = {key: 0 if "Int" in type(each).__name__ else "a" for key, each in converters.items()}
        values |= {"slug": rows[KINDS[kind_of(route)]].slug}
        values |= {"suffix": SUFFIXES[name]} if "suffix" in values else {"n": "0"} if "n" in values else {}
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
    for name, _, pattern in addresses():
        for method, granted in ADMINISTRATORS.get(name, {}).items():
            address = reverse(name, kwargs={key: arguments[key] for key in pattern.pattern.converters})
            status = asked(client, method, address).status_code
            wanted = granted if who == "administrator" else 302 if who == "nobody" else 404
            wrong += [f"{method} {name}: {status}, not {wanted}"] * (status != wanted)
    assert not wrong, "\n".join(wrong)
