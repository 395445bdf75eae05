"""Create a battle, and write its first entry once every side has a player."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models import Visibility
from armies.services.people import display_name
from battles.ai import players
from battles.ai.search import MOST_SECONDS
from battles.engine.codec import encode
from battles.engine.core import UMPIRE
from battles.engine.dice import SCHEME, SeededDice, commitment
from battles.engine.options import OptionValue
from battles.engine.record import Entry
from battles.engine.system import RuleSystem
from battles.models import Battle, Seat, Status
from battles.models.battle import new_secret
from battles.services.play import entry_writer, position
from battles.services.play.lock import Refused
from battles.services.view.feed import WORDING

MOST_TITLE: Final = 120
MOST_NAME: Final = 80
MOST_DELAY: Final = 24 * 60
"""The most minutes that spectators may be behind."""
MOST_SALT: Final = 64
"""Bytes that a seat may add to the key of the dice."""
MOST_YEARS: Final = 10
"""Years from now, at most, for which a game is planned."""
MOST_OPEN: Final = 200
"""Unfinished battles of one owner."""
MOST_GUESTS: Final = 10_000
"""Unfinished battles of all guests together."""


class Sitting(Struct, frozen=True, kw_only=True):
    """The occupant of a seat in a new battle: a user, a guest, a computer player by its name, or nobody yet.

    With ``anyone`` the seat is open to everybody who sees the battle. ``salt`` are bytes that the seat adds to the key
    of the dice. ``name`` is the name that the others read, ``orders`` are the standing orders of the seat by name.
    """

    place: str
    user: Any = None
    guest: bool = False
    computer: str = ""
    seconds: float = 0.0
    anyone: bool = False
    name: str = ""
    salt: bytes = b""
    orders: Mapping[str, OptionValue] = {}


class NewBattle(Struct, frozen=True, kw_only=True):
    """A battle to create. ``setup`` is its system's set-up, with options and house rules; seats not named are open.

    ``token`` comes from the form: the same battle requested twice with one token is created once. ``content`` is a
    digest of everything else that makes the request different, such as an imported file.
    """

    system: RuleSystem[Any]
    setup: Any
    title: str
    sittings: Sequence[Sitting] = ()
    visibility: str = Visibility.UNLISTED
    delay: int = 0
    owner: Any = None
    token: UUID | None = None
    content: str = ""


def start(new: NewBattle) -> Battle:
    """Create a battle and its seats. It begins at once if every side has a player, else it waits for players.

    If the same battle was already requested with the same token, return that battle.

    Raises:
        Refused: a value is wrong, or there are too many battles; ``field`` says which.
        SetupError: the set-up cannot be played.
    """

    def create() -> Battle:
        battle = create_rows(new, new_secret())
        begin(battle)
        return battle

    return create_once(new, create)


def create_once(new: NewBattle, make: Callable[[], Battle]) -> Battle:
    """Create a battle by ``make`` in a transaction; return an earlier battle of the same request and token instead."""
    digest = _asked(new)
    try:
        with transaction.atomic():
            return _made(digest) or make()
    except IntegrityError:
        earlier = _made(digest)
        if earlier is None:
            raise
        return earlier


def _made(digest: str | None) -> Battle | None:
    return Battle.objects.filter(asked=digest).first() if digest else None


def _asked(new: NewBattle) -> str | None:
    """Digest of a request and its token, 32 hexadecimal digits; None without a token."""
    if new.token is None:
        return None
    seats = [
        (
            sitting.place,
            sitting.user.pk if sitting.user else None,
            sitting.guest,
            sitting.computer,
            sitting.seconds,
            sitting.anyone,
            sitting.name,
            sitting.salt.hex(),
        )
        for sitting in new.sittings
    ]
    owner = new.owner.pk if new.owner else None
    facts = (new.token.hex, owner, new.system.key, new.title, str(new.visibility), new.delay, seats, new.content)
    return blake2b(encode(facts) + encode(new.setup), digest_size=16, person=b"muster-asked-1").hexdigest()


def create_rows(new: NewBattle, secret: bytes) -> Battle:
    """Create the rows of a battle that has not begun, in the caller's transaction. Raises as ``start``."""
    _check(new)
    new.system.start(new.setup)
    title = checked_title(new.title)
    _room_for(new.owner)
    battle = Battle.objects.create(
        owner=new.owner,
        title=title,
        visibility=new.visibility,
        delay=new.delay,
        system=new.system.key,
        rules_version=new.system.version,
        setup=encode(new.setup),
        scheme=SCHEME,
        secret=secret,
        commitment=commitment(secret),
        asked=_asked(new),
        wording=WORDING,
    )
    Seat.objects.bulk_create(_seats(battle, new))
    return battle


def begin(battle: Battle) -> bool:
    """Begin a battle if every side has a player: play everything before the first decision. True if it began.

    The row is new or locked by the caller. The key of the dice is complete only now, with the salt of every seat, so
    no player can see a die and then leave.
    """
    seats = list(battle.seats.all())
    sides = [seat for seat in seats if seat.place != UMPIRE]
    if battle.status != Status.GATHERING or any(seat.is_open for seat in sides):
        return False
    battle.salts = [seat.salt for seat in sides]
    battle.rules_version = position.system_of(battle.system).version
    battle.status = Status.PLAYING
    battle.begun = timezone.now()
    before = position.current_position(battle)
    dice = SeededDice(position.dice_key(battle), 0)
    step = before.system.begin(before.state, dice)
    entry_writer.write(battle, before, Entry(0, rolls=tuple(dice.rolls), events=step.events), step.state)
    return True


def _check(new: NewBattle) -> None:
    check_visibility(new.visibility)
    check_delay(new.delay)
    places = (*new.system.sides, UMPIRE)
    named = [sitting.place for sitting in new.sittings]
    for sitting in new.sittings:
        if sitting.place not in places or named.count(sitting.place) > 1:
            raise Refused(f"The seats of this battle are {', '.join(places)}, one each.", "sittings")
        if len(sitting.salt) > MOST_SALT:
            raise Refused(f"The words for the dice have at most {MOST_SALT} bytes.", "salt")
        if sitting.computer:
            check_computer(new.system, sitting.place, sitting.computer, sitting.seconds)
        if sitting.place == UMPIRE and sitting.user and any(sitting.user == of.user for of in _sides(new)):
            raise Refused("An umpire sees both sides and cannot play one of them.", "umpire")


def _sides(new: NewBattle) -> list[Sitting]:
    return [sitting for sitting in new.sittings if sitting.place != UMPIRE]


def check_computer(system: RuleSystem[Any], place: str, name: str, seconds: float) -> None:
    """Raise `Refused` if this computer player cannot play at ``place`` in a battle of ``system``."""
    if place == UMPIRE:
        raise Refused("The computer can play a side but cannot be the umpire.", "computer")
    if not 0 <= seconds <= MOST_SECONDS:
        raise Refused(f"The computer may think at most {MOST_SECONDS:g} seconds about a decision.", "seconds")
    try:
        players.player(name, system, b"seed", simulations=1)
    except ValueError as error:
        raise Refused(str(error), "computer") from error


def check_visibility(visibility: str, club: int | None = None) -> None:
    """Raise `Refused` for an unknown visibility, or for "the club" of what belongs to none; ``club`` is its id."""
    if visibility not in Visibility.values:
        raise Refused(f"The visibility is one of {', '.join(Visibility.values)}.", "visibility")
    if visibility == Visibility.CLUB and club is None:
        raise Refused("It belongs to no club. Put it into one first.", "visibility")


def check_delay(delay: int) -> None:
    """Raise `Refused` for a delay out of range."""
    if not 0 <= delay <= MOST_DELAY:
        raise Refused(f"Spectators can be 0 to {MOST_DELAY:,} minutes behind.", "delay")


def checked_title(text: str) -> str:
    """``text`` as a title. Raises `Refused` if it is empty or too long."""
    title = one_line(text)
    if not title:
        raise Refused("Enter a title.", "title")
    if len(title) > MOST_TITLE:
        raise Refused(f"A title has at most {MOST_TITLE} characters; this one has {len(title):,}.", "title")
    return title


def checked_plan(text: str) -> datetime | None:
    """The moment for which a game is planned, from a form or the API; None for "". Without a zone it is the server's.

    Raises:
        Refused: it is no date with a time, or too far away.
    """
    if not text.strip():
        return None
    try:
        at = parse_datetime(text.strip())
    except ValueError:
        at = None
    if at is None:
        raise Refused("Enter the planned date with its time, such as 2027-05-14 19:30.", "planned")
    at = at if timezone.is_aware(at) else timezone.make_aware(at)
    if abs(at.year - timezone.now().year) > MOST_YEARS:
        raise Refused(f"Plan a game for a day within {MOST_YEARS} years.", "planned")
    return at


def _room_for(owner: Any) -> None:
    """Raise `Refused` if ``owner``, or all guests together, have too many unfinished battles."""
    unfinished = Battle.objects.exclude(status=Status.OVER)
    if owner is not None and unfinished.filter(owner=owner).count() >= MOST_OPEN:
        raise Refused(f"You have {MOST_OPEN} unfinished battles, the maximum. End or delete one first.", "title")
    if owner is None and unfinished.filter(owner=None).count() >= MOST_GUESTS:
        raise Refused("Guests have too many unfinished battles at the moment. Sign in, or try again later.", "title")


def _seats(battle: Battle, new: NewBattle) -> list[Seat]:
    """A seat for each side, and one for the umpire if there is one."""
    by_place = {sitting.place: sitting for sitting in new.sittings}
    seats = []
    for place in (*new.system.sides, *((UMPIRE,) if UMPIRE in by_place else ())):
        sitting = by_place.get(place) or Sitting(place=place)
        name = one_line(sitting.name) or (display_name(sitting.user) if sitting.user else "")
        seats.append(
            Seat(
                battle=battle,
                place=place,
                user=sitting.user,
                guest=sitting.guest and sitting.user is None,
                computer=sitting.computer if sitting.user is None and not sitting.guest else "",
                seconds=sitting.seconds,
                anyone=sitting.anyone,
                name=name[:MOST_NAME] or _usual_name(sitting),
                salt=sitting.salt.hex(),
                orders=dict(sitting.orders),
                makers=sitting.guest and sitting.user is None,
            )
        )
    return seats


def _usual_name(sitting: Sitting) -> str:
    if sitting.computer:
        return f"the computer, {sitting.computer}"
    return "A guest" if sitting.guest else ""
