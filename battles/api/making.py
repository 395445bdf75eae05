"""Making a battle from what a program sends: its source, options and house rules, and who sits where."""

from typing import Annotated, Any, Final

from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.finding import readable as readable_army
from armies.api.problems import Problem, error
from armies.api.shapes import Visibility
from armies.exchange.cleaning import one_line
from armies.models import Army
from battles.api.shapes import BattleMade, OwnSeat
from battles.engine.core import SetupError
from battles.engine.overlay import OverlayError
from battles.models import Battle
from battles.services import sources
from battles.services.levels import LEVELS, USUAL, computer_at
from battles.services.locking import Refused
from battles.services.sources import ARMIES, NoSource, Source
from battles.services.starting import MOST_DELAY, MOST_NAME, MOST_SALT, MOST_TITLE, NewBattle, Sitting, start

ME: Final = "me"
INVITE: Final = "invite"
OPEN: Final = "open"
COMPUTER: Final = "computer:"
WHO: Final = (ME, INVITE, OPEN, *(f"{COMPUTER}{level}" for level in LEVELS))

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
    to whom you send an invitation, `open` whoever comes.
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


def made_battle(request: Request, body: BattleToMake) -> tuple[Battle, tuple[str, ...]]:
    """The battle, and what the players ought to know of their armies.

    Raises:
        Problem: ``refused``, with the field at fault.
        Refused, SetupError: it cannot be kept or played.
    """
    source = _source(request, body)
    places = usual_seats(source) | body.seats
    sittings = [sitting(request, place, who, body.name, body.salt) for place, who in places.items()]
    if not request.user.is_authenticated and not any(one.guest for one in sittings):
        raise Refused("Without an account you take a seat yourself, or nobody could go on with the battle.", "seats")
    armies = _armies(request, source, body)
    setup, notes = _setup(source, body, armies)
    title = body.title or (" against ".join(army.name for army in armies) if armies else source.title)
    new = NewBattle(
        system=source.system,
        setup=setup,
        title=title[:MOST_TITLE],
        sittings=sittings,
        visibility=body.visibility,
        delay=body.delay,
        owner=request.user if request.user.is_authenticated else None,
    )
    return start(new), notes


def usual_seats(source: Source) -> dict[str, str]:
    """Who sits where if nothing is said: the one who asks first, then the computer."""
    first, *others = source.system.sides
    return {first: ME, **dict.fromkeys(others, f"{COMPUTER}{USUAL}")}


def sitting(request: Request, place: str, who: str, name: str, salt: str) -> Sitting:
    """Who is to sit at a place.

    Raises:
        Refused: ``who`` is none of ``WHO``.
    """
    if who not in WHO:
        raise Refused(f"Who sits at a place is one of {', '.join(WHO)}.", "seats")
    if who.startswith(COMPUTER):
        return computer_at(place, who.removeprefix(COMPUTER))
    if who != ME:
        return Sitting(place=place, anyone=who == OPEN)
    added = one_line(salt).encode()
    if request.user.is_authenticated:
        return Sitting(place=place, user=request.user, name=request.user.get_full_name(), salt=added)
    return Sitting(place=place, guest=True, name=name, salt=added)


def told_of(request: Request, battle: Battle, notes: tuple[str, ...] = ()) -> BattleMade:
    """What the maker is told; the tokens of a guest's seats among it."""
    at = request.build_absolute_uri
    guest = not request.user.is_authenticated
    mine = [seat for seat in battle.seats.all() if (seat.guest if guest else seat.user_id == request.user.pk)]
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
    except NoSource:
        raise _wrong("source", "There is no such source; GET /api/v1/battles/sources lists them.") from None


def _setup(source: Source, body: BattleToMake, armies: tuple[Army, Army] | None) -> tuple[Any, tuple[str, ...]]:
    try:
        return sources.configured(source, body.options, body.house_rules, armies, cards=body.cards)
    except OverlayError as fault:
        raise _wrong(f"house_rules.{fault.path.removeprefix('tables.')}", fault.sentence) from None
    except SetupError:
        raise
    except ValueError as fault:
        raise _wrong("options", str(fault)) from None


def _armies(request: Request, source: Source, body: BattleToMake) -> tuple[Army, Army] | None:
    if source.kind != ARMIES:
        if body.armies:
            raise _wrong("armies", "This source has armies of its own.")
        return None
    sides = source.system.sides
    if set(body.armies) != set(sides):
        raise _wrong("armies", f"Give the slug of an army for each of {', '.join(sides)}.")
    try:
        a, b = (readable_army(request, body.armies[side]) for side in sides)
    except Problem as fault:
        raise _wrong("armies", str(fault.detail)) from None
    return a, b


def _wrong(field: str, sentence: str) -> Problem:
    return Problem("refused", sentence, errors=[error(field, "wrong", sentence)])
