"""Following a battle: who somebody is there, that he is at his seat, and the stream that tells him of his own feed.

A stream says how many lines the viewer's own feed has and nothing else, so that whatever is hidden from him leaves no
trace in it: no number, no event, no change in the rhythm of its pings.
"""

from collections.abc import AsyncIterator, Callable, Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone
from msgspec import Struct

from battles.models import Battle, Seat
from battles.services import streaming
from battles.services.lines import last_shown
from battles.services.locking import Gone
from battles.services.standing import standing_of
from battles.services.streaming import News

SEEN_EVERY: Final = timedelta(seconds=20)
"""How often it is written, at most, that somebody is at his seat."""


class Place(Struct, frozen=True):
    """Who follows a battle: as which viewer, on which seat, as which user, and the last line of his feed (or -1).

    ``seen_at`` is when it was last written that he was there.
    """

    battle: int
    viewer: str
    seat: int | None
    user: int | None
    n: int
    seen_at: datetime | None


Who = Callable[[], tuple[Any, Collection[int]]]
"""A user, and the ids of the seats whose own link was opened in his browser."""

Look = Callable[[], Place | None]
"""Asks who he is now; None for one who may not read the battle, or not any more."""


def place_of(slug: str, who: Who) -> Place | None:
    """Who somebody is at a battle, and how far his feed goes; None where he may not read it.

    His rights are asked after the feeds are read, so that what is told of them is his to know.
    """
    battle = Battle.objects.defer("setup", "state").filter(slug=slug).first()
    if battle is None:
        return None
    user, seats = who()
    try:
        standing = standing_of(battle, user, seats)
    except Gone:
        return None
    seat = standing.seat
    return Place(
        battle.pk,
        standing.viewer,
        seat.pk if seat else None,
        user.pk,
        last_shown(standing),
        seat.seen_at if seat else None,
    )


def here(place: Place, shown: int) -> None:
    """Write that he is at his seat, where the page shows line ``shown``; now and then is enough."""
    now = timezone.now()
    if place.seat is None or (place.seen_at is not None and place.seen_at > now - SEEN_EVERY):
        return
    Seat.objects.filter(pk=place.seat).update(seen_at=now, seen=Greatest(F("seen"), min(shown, place.n)))


async def stream(look: Look, first: Place, *, after: int, viewer: str, who: str) -> AsyncIterator[str]:
    """The lines of an event stream for one who was ``first`` and has seen his feed up to line ``after``.

    ``viewer`` is who he was when his page was made. The stream ends when he is another one or may not read the battle
    any more; else as `streaming.stream`.
    """

    def present(shown: int) -> News | None:
        place = look()
        if place is None:
            return None
        here(place, shown)
        return News(place.n, (place.viewer, place.seat) == (viewer, first.seat))

    async for lines in streaming.stream(first.battle, who, present, after=after):
        yield lines
