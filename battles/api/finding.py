"""Which battle a request may see, and who he is there. Who may not see one is told that it is not there."""

from typing import Final

from rest_framework.request import Request

from armies.api.problems import Problem
from armies.exchange.cleaning import one_line
from battles.engine.core import UMPIRE, SideId
from battles.models import Battle, Seat
from battles.services.locking import NotYours
from battles.services.standing import Standing, standing_of

SEAT_TOKEN: Final = "Seat-Token"  # noqa: S105  the name of a header
MISSING: Final = "There is no battle at this address, or you may not see it."
NO_SEAT: Final = "You have no seat in this battle. Who plays as a guest sends the token of his seat as Seat-Token."


def held(request: Request) -> list[int]:
    """The id of the guest's seat that the request names, if it names one.

    What a browser's session holds does not count here, since requests by strangers need no CSRF token.

    Raises:
        Problem: ``not-signed-in``, its token is that of no seat (any more).
    """
    token = one_line(request.headers.get(SEAT_TOKEN, ""))[:80]
    if not token:
        return []
    found = list(Seat.objects.filter(token=token, guest=True).values_list("pk", flat=True))
    if not found:
        raise Problem("not-signed-in", "This Seat-Token is that of no seat; it may have been given to somebody else.")
    return found


def present(request: Request, slug: str) -> Standing:
    """Who the one who asks is at the battle.

    Raises:
        Problem: ``not-found``, if there is none or he may not see it; that it is private does not show.
    """
    seats = held(request)
    found = Battle.objects.readable_by(request.user, seats).select_related("owner").filter(slug=slug).first()
    if found is None:
        raise Problem("not-found", MISSING)
    return standing_of(found, request.user, seats)


def side_to_act(standing: Standing, said: str) -> SideId:
    """The side that a request acts for: the one it names, else the first that is awaited and that he may act for.

    Raises:
        NotYours: he has no seat.
    """
    awaited = [side for side in standing.sides if side in standing.battle.awaited and side != UMPIRE]
    return said or next(iter(awaited), "") or own_side(standing, "")


def own_side(standing: Standing, said: str) -> SideId:
    """The side that something is done for besides the rules: the one named, else his own, the awaited one first.

    Raises:
        NotYours: he has no seat.
    """
    if said:
        return said
    if not standing.own:
        raise NotYours(NO_SEAT)
    return standing.seat.place if standing.seat else standing.own[0]
