"""Base of every battle endpoint: the battle, the caller's access, request bodies, error answers."""

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Error, Problem, error
from armies.exchange.clean_text import one_line
from battles.api.shapes import LineNumber
from battles.engine import registry
from battles.engine.core import UMPIRE, SetupError, SideId
from battles.models import Battle, Seat
from battles.services.access import Access, access_of
from battles.services.play.action_menu import action_of
from battles.services.play.groups import MOST_MEMBERS
from battles.services.play.lock import CannotAct, Gone, NotYours, Over, Paused, Refused, Stale
from battles.services.play.reconstruction import update_rules_of
from battles.services.view.battle_query import shown_battle

T = TypeVar("T")

SEAT_TOKEN: Final = "Seat-Token"  # noqa: S105  the name of a header
MISSING: Final = "There is no battle at this address, or you may not see it."
NO_SEAT: Final = "You have no seat in this battle. If you play as a guest, send the token of your seat as Seat-Token."


def given(value: T | UnsetType, now: T) -> T:
    """The value of a field that a body may leave out; ``now`` stays then."""
    return now if isinstance(value, UnsetType) else value


def guest_seat_ids(request: Request) -> list[int]:
    """The id of the guest's seat that the request names, if any.

    Seats in a browser's session do not count here, because guests' requests need no CSRF token.

    Raises:
        Problem: ``not-signed-in``, the token belongs to no seat (any more).
    """
    token = one_line(request.headers.get(SEAT_TOKEN, ""))[:80]
    if not token:
        return []
    seats = list(Seat.objects.filter(token=token, guest=True).values_list("pk", flat=True))
    if not seats:
        raise Problem("not-signed-in", "This Seat-Token belongs to no seat. Somebody else may have the seat now.")
    return seats


def access_to_battle(request: Request, slug: str) -> Access:
    """The caller's access to the battle.

    Raises:
        Problem: ``not-found`` if there is none or the caller may not see it; the answer does not tell which.
    """
    seats = guest_seat_ids(request)
    battle_row = Battle.objects.readable_by(request.user, seats).select_related("owner").filter(slug=slug).first()
    if battle_row is None:
        raise Problem("not-found", MISSING)
    return access_of(battle_row, request.user, seats)


def side_to_act(access: Access, side: str) -> SideId:
    """The side that a request acts for: the named one, else the caller's first side that must decide now.

    Raises:
        NotYours: the caller has no seat.
    """
    awaited = [own for own in access.sides if own in access.battle.awaited and own != UMPIRE]
    return side or next(iter(awaited), "") or own_side(access, "")


def own_side(access: Access, side: str) -> SideId:
    """The side of a request outside the rules, such as an undo: the named one, else the caller's own.

    Raises:
        NotYours: the caller has no seat.
    """
    if side:
        return side
    if not access.own:
        raise NotYours(NO_SEAT)
    return access.seat.place if access.seat else access.own[0]


SEAT: Final = (SEAT_TOKEN, "The token of your seat, if you play as a guest. Anybody who has it can play there.")
PLAY: Final = "play"
"""The rate limit class of requests that follow a battle or act in it."""

FIELDS: Final = {"sittings": "seats", "file": "text"}
"""Names of fields here, by their name in the services, if they differ."""


class BattleEndpoint(Endpoint):
    """An endpoint of one battle or of all."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for armies, and refusals of a battle become problems."""
        return super().handle_exception(problem_of(exc) or exc)

    def once(self, request: Request, work: Callable[[], HttpResponse]) -> HttpResponse:
        """As for armies; a replayed answer is sent only if the caller may still see the battle.

        A battle under older rules is updated first, because a refusal would roll back that update too.
        """
        if "battle" in self.kwargs and "Idempotency-Key" in request.headers:
            update_rules_of(self.kwargs["battle"])
        answer = super().once(request, work)
        if "Idempotency-Replayed" in answer and answer.status_code != 204 and "battle" in self.kwargs:
            access_to_battle(request, self.kwargs["battle"])
        return answer


def guest_operation(**terms: Any) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """An operation that guests may use too; they name their seat in a header."""
    return operation(headers=(SEAT,), signed_in=False, **terms)


def problem_of(fault: Exception) -> Problem | None:
    """The problem for a refusal of the services; None for any other exception."""
    match fault:
        case Stale():
            return Problem("moved-on", str(fault), extra={"n": fault.n})
        case Refused():
            entry = _error(fault)
            return Problem("refused", entry.detail, errors=[entry])
        case NotYours():
            return Problem("forbidden", str(fault))
        case Over():
            return Problem("over", str(fault))
        case Paused():
            return Problem("paused", str(fault))
        case CannotAct():
            return Problem("conflict", str(fault))
        case SetupError():
            return Problem("refused", str(fault), errors=[error(fault.path, "setup", str(fault))])
        case Gone():
            return Problem("not-found", str(fault))
    return None


def _error(fault: Refused) -> Error:
    rules = fault.refusal
    if rules is None:
        return error(FIELDS.get(fault.field, fault.field), "refused", str(fault))
    return Error("action", rules.code, rules.sentence, rules.rule)


Side = Annotated[str, Meta(max_length=8, description="The side to act for. Not needed if you act for one side only.")]
Expect = LineNumber | None
Token = Annotated[UUID, Meta(description="A new UUID for each request: sent twice, it is carried out once.")]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action as the options list it, or in notation."""

    action: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4_000)] = ""
    side: Side = ""


class ToAct(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action as the options list it, or in notation.

    `expect` is the last line of your feed that you have read (`n`); null skips this check.
    """

    action: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4_000)] = ""
    side: Side = ""
    expect: Expect
    token: Token


class ToActTogether(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Actions of several units, in the order in which they are played, each as the options list it.

    `expect` as for an action.
    """

    actions: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_MEMBERS)]
    side: Side = ""
    expect: Expect
    token: Token


class ToDo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request outside the rules, such as an undo; `expect` as for an action."""

    side: Side = ""
    expect: Expect
    token: Token


class ToLeave(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step to leave to the computer; `expect` as for an action."""

    expect: Expect
    token: Token


class ToAsk(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request to the other side; `expect` as for an action."""

    side: Side = ""
    expect: Expect


class ToResign(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The side that resigns."""

    side: Side = ""
    token: Token


def chosen_action(access: Access, body: Chosen | ToAct) -> Any:
    """The action in a request.

    Raises:
        Refused: it is not an action of the battle's rules, or not exactly one of its two forms was sent.
    """
    if (body.action is None) == (not body.notation):
        raise Refused("Send either an action or its notation.", "action")
    if body.action is not None:
        return action_of(registry.load(access.battle.system), msgspec.json.encode(body.action))
    try:
        return shown_battle(access, tail=1).read_notation(body.notation)
    except ValueError as fault:
        raise Refused(str(fault), "notation") from None
