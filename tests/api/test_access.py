"""Who may do what: every operation of the description but those on battles, tables and `APART`, by everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from armies.models import Army, Change, CoEditor, Holding, ShareLink, Visibility
from armies.services.army_creation import remember
from armies.services.storage import create, tree_of
from campaign.api.description import document
from tests.api.conftest import Api, problem
from tests.armies.builders import army as facts
from tests.databases import undone

APART = {"Sheets", "Clubs", "Moderation", "Account", "Campaigns", "Scenarios"}
"""What has tests of its own: test_sheets, test_club_access, test_moderation, test_deletion, test_campaigns,
test_scenario_originals."""
WHO = ("stranger", "signed_in", "read_only", "co_editor", "former", "owner")
OPEN = {"root", "nation_list", "nation_retrieve", "system_list", "template_list", "schema", "army_list"}
"""For everybody."""
SIGNED_IN = {"army_create", "import_read", "figures_list", "figures_add"}
"""For whoever is signed in; the writing ones not with a token that reads."""
READS = {
    "army_retrieve", "army_tree", "element_list", "element_retrieve", "army_checks", "army_reckonings",
    "unit_reckonings", "throw_list", "army_export", "army_roster", "army_chart", "card_list",
    "army_original",
}  # fmt: skip
"""Of an army that all may see: for everybody. Of a private one: for its owner and its co-editors."""
EDITS = {
    "army_change", "army_options", "element_add", "element_change", "element_delete", "element_move",
    "element_duplicate", "element_paste", "army_update", "army_bulk", "army_undo", "army_redo", "change_list",
    "change_retrieve", "change_back", "change_revert", "throw_make", "card_draw", "card_choose",
    "army_original_take_over",
}  # fmt: skip
"""For the owner and his co-editors."""
OWNERS = {
    "army_delete", "sharing_retrieve", "sharing_change", "link_make", "link_take_back", "co_editor_remove",
}  # fmt: skip
"""For the owner alone."""
ONES_OWN = {"figures_retrieve", "figures_change", "figures_delete"}
"""Rows of Alice's that nobody else sees."""


def operations() -> list[tuple[str, str, str]]:
    """(name, method, address) of every operation of the description but those on battles, tables and `APART`."""
    return [
        (said["operationId"], method.upper(), address)
        for address, methods in document()["paths"].items()
        for method, said in methods.items()
        if not address.startswith(("/api/v1/battles", "/api/v1/tables")) and not APART & {*said["tags"]}
    ]


@pytest.fixture
def cast(alice: Any, bob: Any, charlie: Any, organiser: Any, key_of: Callable[..., str], mine: Army) -> dict[str, Api]:
    """A client for each of ``WHO``: Alice owns, Bob co-edits, the organiser did, Charlie is signed in."""
    CoEditor.objects.create(army=mine, user=bob)
    CoEditor.objects.create(army=mine, user=organiser).delete()
    return {
        "stranger": Api(),
        "signed_in": Api(key_of(charlie)),
        "read_only": Api(key_of(alice, may_write=False)),
        "co_editor": Api(key_of(bob)),
        "former": Api(key_of(organiser)),
        "owner": Api(key_of(alice)),
    }


def asked(api: Api, name: str, method: str, address: str, army: Army) -> Any:
    """The answer to a sound request for an operation on ``army``."""
    places = {
        "slug": army.slug,
        "element": str(army.elements.get(name="I/2e Léger").pk),
        "number": "2",
        "system": "mini_nap",
        "form": "csv",
        "code": "FR",
        "link": str(ShareLink.objects.get(army=army).pk),
        "user": "bob",
        "holding": str(Holding.objects.get(owner=army.owner).pk),
    }
    said = document()["paths"][address][method.lower()]
    body = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples")
    sent = next(iter(body.values()))["value"] if body else None
    if name == "element_move":
        sent = {"parent": str(army.elements.get(name="2nd Brigade").pk)}
    if name == "card_choose":
        sent = {"card": api.get(f"armies/{army.slug}/cards").json().get("choices", ["x"])[0]}
    matched = any(one["name"] == "If-Match" for one in said.get("parameters", []))
    return api.ask(method, address.format(**places), sent, match="*" if matched else None)


def want(name: str, who: str, visible: bool, writes: bool) -> int:
    """The status that ``who`` is to get; 200 for any success."""
    if who == "stranger" and (name in SIGNED_IN | EDITS | OWNERS | ONES_OWN):
        return 401
    if who == "read_only" and writes:
        return 403
    if name in OPEN | SIGNED_IN:
        return 200
    his = who in ("owner", "read_only")
    if name in ONES_OWN:
        return 200 if his else 404
    if not (visible or his or who == "co_editor"):
        return 404
    if name in READS or his or (name in EDITS and who == "co_editor"):
        return 200
    return 403


def test_every_operation_is_in_the_matrix() -> None:
    groups = (OPEN, SIGNED_IN, READS, EDITS, OWNERS, ONES_OWN)
    assert sorted(name for group in groups for name in group) == sorted(name for name, _, _ in operations())


@pytest.mark.parametrize("visible", [True, False], ids=["unlisted", "private"])
def test_each_may_do_what_is_his(
    cast: dict[str, Api], alice: Any, mine: Army, visible: bool, many_requests: None
) -> None:
    army = create(facts(), alice, visibility=Visibility.UNLISTED if visible else Visibility.PRIVATE)
    CoEditor.objects.create(army=army, user=CoEditor.objects.get().user)
    ShareLink.objects.create(army=army, kind="view")
    Holding.objects.create(owner=alice, type="light_infantry")
    wrong = []
    for name, method, address in operations():
        with undone():
            prepare(cast, name, Army.objects.get(pk=army.pk))
            before = Change.objects.filter(army=army).count()
            for who in WHO:
                status = want(name, who, visible, method != "GET")
                with undone():
                    answer = asked(cast[who], name, method, address, army)
                    written = Change.objects.filter(army=army).count() - before
                if status == 200 and answer.status_code >= 300:
                    wrong.append((name, who, answer.content))
                elif status != 200 and (answer.status_code, written) != (status, 0):
                    wrong.append((name, who, written, answer.content))
                elif status != 200:
                    problem(answer, status, {401: "not-signed-in", 403: "forbidden", 404: "not-found"}[status])
    assert not wrong


def prepare(cast: dict[str, Api], name: str, army: Army) -> None:
    """Make the changes that an operation of the history needs: one by each who may be asked to take his back."""
    if name in ("army_undo", "army_redo") or name.startswith("change_"):
        cast["owner"].patch(f"armies/{army.slug}", {"name": "By the owner"}, match="*")
        cast["co_editor"].patch(f"armies/{army.slug}", {"commander": "By the co-editor"}, match="*")
    if name.startswith("army_original"):
        army.copied_from = create(facts(), army.owner, visibility=Visibility.PUBLIC)
        army.save()
        remember(army, tree_of(army.copied_from), 1)
        cast["owner"].patch(f"armies/{army.copied_from.slug}", {"commander": "Another"}, match="*")
    if name == "card_choose":
        cast["owner"].post(f"armies/{army.slug}/cards", {"faces": [11, 1, 1]}, match="*")
    if name == "army_redo":
        for who in ("co_editor", "owner"):
            cast[who].post(f"armies/{army.slug}/undo", match="*")


def test_one_whose_account_is_deleted_meanwhile_is_told_so(alices: Api, alice: Any) -> None:
    left = [alice.pk]

    def deleting(execute: Any, sql: str, *rest: Any) -> Any:
        if left and sql.startswith("SAVEPOINT"):
            User.objects.filter(pk=left.pop()).delete()
        return execute(sql, *rest)

    with connection.execute_wrapper(deleting):
        answer = alices.post("figures", {"type": "line_infantry", "stands": 1})
    assert problem(answer, 401, "not-signed-in")["detail"] == "Your account was deleted in the meantime."
