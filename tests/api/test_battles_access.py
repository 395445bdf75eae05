"""Who may ask what of a battle: every operation of the description, by everybody; and what no operation is."""

from collections.abc import Callable
from typing import Any

import pytest

from armies.models import Visibility
from battles.models import Battle, Entry, Invitation, Seat
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.play.invitations import invite
from campaign.api.description import document
from tests.api.battle_requests import fought
from tests.api.conftest import Api, problem
from tests.databases import undone

WHO = ("stranger", "signed_in", "read_only", "player", "owner")
WITHOUT_BATTLE = {"battle_list", "battle_create", "battle_sources", "battle_import"}
BY_INVITATION = {"invitation_retrieve", "invitation_take_up"}
READS = {
    "battle_retrieve", "battle_ground", "battle_options", "battle_why", "battle_entries", "battle_verify",
    "battle_dice", "battle_advice", "note_list", "seat_list",
}  # fmt: skip
"""For whoever sees the battle."""
SEATED = {
    "battle_act", "battle_act_together", "battle_undo", "battle_takeback", "battle_resign", "battle_draw",
    "battle_answer", "battle_pause", "battle_resume", "battle_odds", "battle_leave_step", "seat_open", "seat_leave",
    "seat_to_computer", "seat_come_back", "invitation_make", "invitation_take_back", "orders_give",
}  # fmt: skip
"""For who has a seat; on Alice's seat for her alone."""
OWN = {"orders_read"}
"""For who sits there, by any key of his."""
OPEN_SEAT = {"seat_take"}
OWNERS = {"battle_show", "battle_delete"}
UMPIRES = {"battle_export"}
AT_THE_END = {"battle_report"}
"""For whoever sees the battle, once it is over."""
STREAM = {"battle_live"}
NOTES = {"note_write", "note_delete"}
"""Beside a line and of a note that are not there."""


def operations() -> list[tuple[str, str, str]]:
    """(name, method, address) of every operation on battles."""
    return [
        (said["operationId"], method.upper(), address)
        for address, methods in document()["paths"].items()
        for method, said in methods.items()
        if address.startswith("/api/v1/battles")
    ]


@pytest.fixture
def cast(alice: Any, bob: Any, charlie: Any, key_of: Callable[..., str]) -> dict[str, Api]:
    """Alice made the battle and plays side a, Bob plays side b, Charlie is signed in."""
    return {
        "stranger": Api(),
        "signed_in": Api(key_of(charlie)),
        "read_only": Api(key_of(alice, may_write=False)),
        "player": Api(key_of(bob)),
        "owner": Api(key_of(alice)),
    }


def asked(api: Api, method: str, address: str, battle: Battle) -> Any:
    """The answer to a request with the example of the description, on the seat of side a."""
    said = document()["paths"][address][method.lower()]
    body = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples")
    sent = next(iter(body.values()))["value"] if body else None
    token = Invitation.objects.get(seat__battle=battle).token
    return api.ask(method, address.format(battle=battle.slug, place="a", token=token, key=1), sent)


def test_every_operation_is_in_the_matrix() -> None:
    groups = (WITHOUT_BATTLE, BY_INVITATION, READS, SEATED, OWN, OPEN_SEAT, OWNERS, UMPIRES, AT_THE_END, STREAM, NOTES)
    assert sorted(name for group in groups for name in group) == sorted(name for name, _, _ in operations())


@pytest.mark.parametrize("visible", [True, False], ids=["unlisted", "private"])
def test_each_may_do_what_is_his(
    cast: dict[str, Api], alice: Any, bob: Any, visible: bool, many_requests: None
) -> None:
    row = fought(alice, bob, visibility=Visibility.UNLISTED if visible else Visibility.PRIVATE)
    invite(access_of(row, alice), "a")
    wrong = []
    for name, method, address in operations():
        if name in WITHOUT_BATTLE | BY_INVITATION | STREAM:
            continue
        for who in WHO:
            with undone():
                answer = asked(cast[who], method, address, row)
                is_sound = answer.status_code in want(name, who, visible, method != "GET")
                if not is_sound or (answer.status_code >= 400 and not is_refused(answer, row, alice)):
                    wrong.append((name, who, answer.content))
    assert not wrong


def is_refused(answer: Any, row: Battle, alice: Any) -> bool:
    """True if ``answer`` is the problem of its status, and nothing was done in the battle."""
    kinds = {401: "not-signed-in", 403: "forbidden", 404: "not-found", 409: "", 422: "refused"}
    kind = kinds[answer.status_code]
    return (
        answer["Content-Type"] == "application/problem+json"
        and (not kind or answer.json()["type"].endswith(f"problem-{kind}"))
        and Entry.objects.filter(battle=row).count() == 1
        and Seat.objects.filter(battle=row, place="a", user=alice).exists()
    )


def want(name: str, who: str, visible: bool, writes: bool) -> set[int]:
    """The statuses that ``who`` may get; the rules of the battle may refuse who may act."""
    if who == "stranger" and name in OWNERS:
        return {401}
    if who == "read_only" and writes:
        return {403}
    if not visible and who in ("stranger", "signed_in"):
        return {404}
    if name in READS:
        return {200}
    if name in AT_THE_END:
        return {422}
    if name in OWN:
        return {200} if who in ("owner", "read_only") else {403}
    if name in UMPIRES:
        return {403}
    if name in OPEN_SEAT:
        return {403}
    if name in NOTES:
        return {404}
    if name in OWNERS:
        return {200, 204, 422} if who == "owner" else {403}
    if who == "owner":
        return {200, 201, 204, 409, 422}
    return {200, 201, 409, 422} if who == "player" and name.startswith(("battle_", "note_")) else {403, 422}


def test_an_invitation_opens_a_private_battle_to_nobody_who_has_not_taken_it_up(
    cast: dict[str, Api], alice: Any, bob: Any
) -> None:
    row = fought(alice, bob, Sitting(place="b"), visibility=Visibility.PRIVATE)
    token = invite(access_of(row, alice), "b").token
    assert cast["stranger"].get(f"battles/invitations/{token}").status_code == 200
    problem(cast["stranger"].get(f"battles/{row.slug}"), 404, "not-found")
    assert cast["player"].post(f"battles/invitations/{token}", {}).status_code == 201
    assert cast["player"].get(f"battles/{row.slug}").status_code == 200


def test_other_methods_are_none(alices: Api, alice: Any, bob: Any) -> None:
    row = fought(alice, bob)
    token = invite(access_of(row, alice), "a").token
    for address, methods in document()["paths"].items():
        if not address.startswith("/api/v1/battles"):
            continue
        for method in {"get", "post", "put", "patch", "delete"} - set(methods):
            answer = alices.ask(method.upper(), address.format(battle=row.slug, place="a", token=token, key=1))
            problem(answer, 405, "method")
            assert answer["Allow"]


def test_what_is_not_accepted_and_parameters_that_are_none_are_refused(alices: Api, alice: Any, bob: Any) -> None:
    row = fought(alice, bob)
    for what in ("", "/ground", "/options", "/why", "/entries", "/verify", "/dice", "/report", "/seats"):
        problem(alices.get(f"battles/{row.slug}{what}", Accept="text/html"), 406, "not-acceptable")
        problem(alices.get(f"battles/{row.slug}{what}?nonesuch=1"), 400, "parameters")
        problem(alices.get(f"battles/no-such-battle{what}"), 404, "not-found")
