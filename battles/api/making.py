"""Making a battle from what a program sends: its source, options and house rules, and who sits where."""

from typing import Annotated, Any

from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.problems import Problem, error
from armies.api.shapes import Visibility
from armies.exchange.cleaning import one_line
from battles.api.bodies import Token
from battles.api.shapes import BattleMade, OwnSeat
from battles.engine.core import SetupError
from battles.engine.overlay import OverlayError
from battles.models import Battle
from battles.services import sources
from battles.services.making import WHO, Asked, make, usual_places
from battles.services.sources import NoSource, OfDraft, Source
from battles.services.starting import MOST_DELAY, MOST_NAME, MOST_SALT, MOST_TITLE

Title = Annotated[str, Meta(max_length=MOST_TITLE)]
Name = Annotated[str, Meta(max_length=MOST_NAME, description="What a guest is called.")]
Salt = Annotated[str, Meta(max_length=MOST_SALT, description="Any words of yours; the dice depend on them too.")]
Delay = Annotated[int, Meta(ge=0, le=MOST_DELAY, description="Minutes that spectators are behind.")]
Seats = Annotated[
    dict[str, str],
    Meta(max_length=8, description=f"By place, each side or `umpire`: {', '.join(f'`{who}`' for who in WHO)}."),
]


class BattleToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle to be made. `source` is a key of `GET /api/v1/battles/sources`.

    `options` are by name, `house_rules` a club's numbers by table. `armies` are slugs by side, for a source that asks
    for them, and with `cards` those without a draw draw their random cards. In `seats`, `me` is you, `invite` somebody
    to whom you send an invitation, `open` whoever comes. The same sent twice with one `token` is made once.
    """

    source: Annotated[str, Meta(max_length=200)]
    title: Title = ""
    options: dict[str, bool | int | str] = {}
    house_rules: dict[str, Any] = {}
    armies: Annotated[dict[str, str], Meta(max_length=8)] = {}
    cards: bool = False
    seats: Seats = {}
    name: Name = ""
    salt: Salt = ""
    visibility: Visibility = "unlisted"
    delay: Delay = 0
    token: Token | None = None


def made_battle(request: Request, body: BattleToMake) -> tuple[Battle, tuple[str, ...]]:
    """The battle, and what the players ought to know of their armies.

    Raises:
        Problem: ``refused``, with the field at fault.
        Refused, SetupError: it cannot be kept or played.
    """
    source = _source(request, body)
    asked = Asked(
        source=source,
        user=request.user,
        places=usual_places(source) | body.seats,
        title=body.title,
        values=body.options,
        house=body.house_rules or None,
        armies=body.armies,
        cards=body.cards,
        name=body.name,
        salt=one_line(body.salt),
        visibility=body.visibility,
        delay=body.delay,
        token=body.token,
    )
    try:
        return make(asked)
    except OverlayError as fault:
        raise _wrong(f"house_rules.{fault.path.removeprefix('tables.')}", fault.sentence) from None
    except SetupError:
        raise
    except ValueError as fault:
        raise _wrong("options", str(fault)) from None


def told_of(request: Request, battle: Battle, notes: tuple[str, ...] = ()) -> BattleMade:
    """What the maker is told; the tokens of a guest's seats among it."""
    at = request.build_absolute_uri
    guest = not request.user.is_authenticated
    mine = [
        seat
        for seat in battle.seats.all()
        if (seat.guest and seat.makers if guest else seat.user_id == request.user.pk)
    ]
    return BattleMade(
        slug=battle.slug,
        title=battle.title,
        address=at(f"/api/v1/battles/{battle.slug}"),
        page=at(reverse("battles:battle", args=[battle.slug])),
        seats=[OwnSeat(battle.slug, seat.place, seat.token if guest else None) for seat in mine],
        notes=list(notes),
    )


def _source(request: Request, body: BattleToMake) -> Source:
    try:
        return sources.find(one_line(body.source), request.user)
    except OfDraft as draft:
        raise _wrong("source", str(draft)) from None
    except NoSource:
        raise _wrong("source", "There is no such source; GET /api/v1/battles/sources lists them.") from None


def _wrong(field: str, sentence: str) -> Problem:
    return Problem("refused", sentence, errors=[error(field, "wrong", sentence)])
