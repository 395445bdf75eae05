"""Making a battle, and its first entry once every side is taken."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from hashlib import blake2b
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from msgspec import Struct

from armies.exchange.cleaning import one_line
from armies.models import Visibility
from battles.ai import players
from battles.ai.search import MOST_SECONDS
from battles.engine.codec import encode
from battles.engine.core import UMPIRE, RuleSystem
from battles.engine.dice import SCHEME, SeededDice, commitment
from battles.engine.record import Entry
from battles.models import Battle, Seat, Status
from battles.models.battle import new_secret
from battles.services import position, recording
from battles.services.locking import Refused

MOST_TITLE: Final = 120
MOST_NAME: Final = 80
MOST_DELAY: Final = 24 * 60
"""Minutes that spectators may be behind."""
MOST_SALT: Final = 64
"""Bytes that a seat may add to the chance of the dice."""
MOST_OPEN: Final = 200
"""Battles that are not over, of one owner."""
MOST_GUESTS: Final = 2_000
"""Battles that are not over and have no owner, of all guests together."""
LEFT: Final = timedelta(days=14)
"""How long a battle of guests alone is kept untouched, once there are too many."""


class Sitting(Struct, frozen=True, kw_only=True):
    """Who sits at a place: a user, a guest, a computer player by its name, or nobody yet.

    Where ``anyone``, whoever sees the battle may take the open seat. ``salt`` are bytes that the seat adds to the
    chance of the dice. ``name`` is what the others call him.
    """

    place: str
    user: Any = None
    guest: bool = False
    computer: str = ""
    seconds: float = 0.0
    anyone: bool = False
    name: str = ""
    salt: bytes = b""


class NewBattle(Struct, frozen=True, kw_only=True):
    """A battle to be made. ``setup`` is its system's, with options and house rules; seats not named are open.

    ``token`` is that of the form that asks for it: the same asked twice with it is made once. ``content`` is a digest
    of what else is asked for.
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
    """Make a battle and its seats. It begins at once where every side is taken, and else waits for players.

    Where the same was asked for with the same token, it is the battle that was made then.

    Raises:
        Refused: something of it cannot be kept, or there are too many battles; ``field`` says which.
        SetupError: the set-up cannot be played.
    """

    def begun() -> Battle:
        battle = prepared(new, new_secret())
        begin(battle)
        return battle

    return once(new, begun)


def once(new: NewBattle, make: Callable[[], Battle]) -> Battle:
    """What ``make`` makes, in a transaction, or the battle that was made when the same was asked for with its token."""
    asked = _asked(new)
    try:
        with transaction.atomic():
            return _made(asked) or make()
    except IntegrityError:
        earlier = _made(asked)
        if earlier is None:
            raise
        return earlier


def _made(asked: str | None) -> Battle | None:
    return Battle.objects.filter(asked=asked).first() if asked else None


def _asked(new: NewBattle) -> str | None:
    """What is asked for with a token, in 32 hexadecimal digits; None without a token."""
    if new.token is None:
        return None
    seats = [
        (
            of.place,
            of.user.pk if of.user else None,
            of.guest,
            of.computer,
            of.seconds,
            of.anyone,
            of.name,
            of.salt.hex(),
        )
        for of in new.sittings
    ]
    owner = new.owner.pk if new.owner else None
    facts = (new.token.hex, owner, new.system.key, new.title, str(new.visibility), new.delay, seats, new.content)
    return blake2b(encode(facts) + encode(new.setup), digest_size=16, person=b"muster-asked-1").hexdigest()


def prepared(new: NewBattle, secret: bytes) -> Battle:
    """The rows of a battle that has not begun, in a transaction of the caller. Raises as ``start``."""
    _check(new)
    new.system.start(new.setup)
    title = title_of(new.title)
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
    )
    Seat.objects.bulk_create(_seats(battle, new))
    return battle


def begin(battle: Battle) -> bool:
    """Play what comes before the first decision, where every side is taken; whether it began.

    The row is new or held by the caller. Only now do the dice have their key: every seat has had its say in it, and
    nobody has seen a die that he could have run away from.
    """
    seats = list(battle.seats.all())
    sides = [seat for seat in seats if seat.place != UMPIRE]
    if battle.status != Status.GATHERING or any(seat.is_open for seat in sides):
        return False
    battle.salts = [seat.salt for seat in sides]
    battle.rules_version = position.system_of(battle.system).version
    battle.status = Status.PLAYING
    battle.begun = timezone.now()
    before = position.now(battle)
    dice = SeededDice(position.dice_key(battle), 0)
    step = before.system.begin(before.state, dice)
    recording.write(battle, before, Entry(0, rolls=tuple(dice.rolls), events=step.events), step.state)
    return True


def _check(new: NewBattle) -> None:
    check_visibility(new.visibility)
    check_delay(new.delay)
    places = (*new.system.sides, UMPIRE)
    named = [sitting.place for sitting in new.sittings]
    for sitting in new.sittings:
        if sitting.place not in places or named.count(sitting.place) > 1:
            raise Refused(f"A battle has one seat each for {', '.join(places)}.", "sittings")
        if len(sitting.salt) > MOST_SALT:
            raise Refused(f"A seat may add {MOST_SALT} bytes to the chance of the dice.", "salt")
        if sitting.computer:
            check_computer(new.system, sitting.place, sitting.computer, sitting.seconds)
        if sitting.place == UMPIRE and sitting.user and any(sitting.user == of.user for of in _sides(new)):
            raise Refused("An umpire sees both sides, so he plays neither.", "umpire")


def _sides(new: NewBattle) -> list[Sitting]:
    return [sitting for sitting in new.sittings if sitting.place != UMPIRE]


def check_computer(system: RuleSystem[Any], place: str, name: str, seconds: float) -> None:
    """Raise `Refused` for a computer player that cannot play a place of a battle of ``system``."""
    if place == UMPIRE:
        raise Refused("The computer plays a side; it is no umpire.", "computer")
    if not 0 <= seconds <= MOST_SECONDS:
        raise Refused(f"The computer takes at most {MOST_SECONDS:g} seconds for a decision.", "seconds")
    try:
        players.player(name, system, b"seed", simulations=1)
    except ValueError as error:
        raise Refused(str(error), "computer") from error


def check_visibility(visibility: str) -> None:
    """Raise `Refused` for what is no visibility."""
    if visibility not in Visibility.values:
        raise Refused(f"Who may see it is one of {', '.join(Visibility.values)}.", "visibility")


def check_delay(delay: int) -> None:
    """Raise `Refused` for a delay that spectators cannot have."""
    if not 0 <= delay <= MOST_DELAY:
        raise Refused(f"Spectators are 0 to {MOST_DELAY:,} minutes behind.", "delay")


def title_of(text: str) -> str:
    """``text`` as a title. Raises `Refused` where it is empty or too long."""
    title = one_line(text)
    if not title:
        raise Refused("A battle has a title.", "title")
    if len(title) > MOST_TITLE:
        raise Refused(f"A title has at most {MOST_TITLE} characters; this one has {len(title):,}.", "title")
    return title


def _room_for(owner: Any) -> None:
    """Raise `Refused` where ``owner``, or guests together, have too many battles going on."""
    going = Battle.objects.exclude(status=Status.OVER)
    if owner is not None and going.filter(owner=owner).count() >= MOST_OPEN:
        raise Refused(f"You have {MOST_OPEN} battles that are not over; end or delete one first.", "title")
    if owner is None and going.filter(owner=None).count() >= MOST_GUESTS and not _forget_left():
        raise Refused("Guests have too many battles going on at the moment. Sign in, or try again later.", "title")


def _forget_left() -> int:
    """Delete the battles of guests alone that nobody has touched for two weeks; how many rows went."""
    guests = Battle.objects.filter(owner=None, updated__lt=timezone.now() - LEFT).exclude(seats__user__isnull=False)
    return guests.delete()[0]


def _seats(battle: Battle, new: NewBattle) -> list[Seat]:
    """A seat for each side, and one for an umpire where there is to be one."""
    by_place = {sitting.place: sitting for sitting in new.sittings}
    found = []
    for place in (*new.system.sides, *((UMPIRE,) if UMPIRE in by_place else ())):
        of = by_place.get(place) or Sitting(place=place)
        name = one_line(of.name) or (of.user.get_full_name() or of.user.get_username() if of.user else "")
        found.append(
            Seat(
                battle=battle,
                place=place,
                user=of.user,
                guest=of.guest and of.user is None,
                computer=of.computer if of.user is None and not of.guest else "",
                seconds=of.seconds,
                anyone=of.anyone,
                name=name[:MOST_NAME] or _usual_name(of),
                salt=of.salt.hex(),
                makers=of.guest and of.user is None,
            )
        )
    return found


def _usual_name(of: Sitting) -> str:
    if of.computer:
        return f"the computer, {of.computer}"
    return "A guest" if of.guest else ""
