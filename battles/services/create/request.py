"""Create a battle from a form or an API request: source, title, seats, levels of the computer; or fight it again."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from armies.models import Army
from armies.models.visibility import Visibility, usable_by
from battles.engine.core import all_skipped
from battles.engine.system import RuleSystem
from battles.models import Battle, Fielded, Seat
from battles.services.access import Access
from battles.services.create import from_armies
from battles.services.create.battle_start import MOST_TITLE, NewBattle, Sitting, start
from battles.services.create.sources import ARMIES, DRAWN, Source, configured_setup
from battles.services.play.lock import NotYours, Refused
from battles.services.play.position import setup_of, system_of

ME: Final = "me"
INVITE: Final = "invite"
OPEN: Final = "open"
COMPUTER: Final = "computer:"


class Level(Struct, frozen=True):
    """A computer player and the ``seconds`` that it may think about a decision."""

    player: str
    seconds: float
    title: str
    text: str


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "recruit": Level("random", 0.0, "Recruit", "plays any legal action, without a plan"),
        "captain": Level("greedy", 0.0, "Captain", "compares the odds of its actions, one at a time"),
        "colonel": Level("marshal", 0.05, "Colonel", "tries its best actions to the end of its turn, for a moment"),
        "marshal": Level("marshal", 0.3, "Marshal", "tries its best actions to the end of its turn"),
        "emperor": Level("marshal", 1.2, "Emperor", "tries its best actions to the end of its turn, and takes longest"),
    }
)
"""The levels, the weakest first."""

DELIBERATE: Final = ("colonel", "emperor")
"""Levels that differ from the marshal only in time."""

CERTAIN: Final = "looks one turn ahead: counts what the enemy may answer"
"""Text of the marshal in systems where it searches without a time limit."""

USUAL: Final = "captain"
"""The level that a first battle is offered with."""


def levels_of(system: RuleSystem[Any]) -> Mapping[str, Level]:
    """The levels that play differently in battles of a system."""
    if system.ai.evaluator is None:
        return {key: level for key, level in LEVELS.items() if level.player == "random"}
    if not system.ai.certain:
        return LEVELS
    levels = {key: level for key, level in LEVELS.items() if key not in DELIBERATE}
    return levels | {"marshal": replace(LEVELS["marshal"], text=CERTAIN)}


def level_of(system: RuleSystem[Any], key: str) -> Level:
    """A level by its key.

    Raises:
        Refused: battles of the system have no such level.
    """
    levels = levels_of(system)
    if key not in levels:
        raise Refused(f"The level of the computer is one of {', '.join(levels)}. Nothing was changed.", "level")
    return levels[key]


def computer_at(place: str, level: Level) -> Sitting:
    """A computer player of this level at a place of a new battle."""
    return Sitting(place=place, computer=level.player, seconds=level.seconds, name=f"The computer, {level.title}")


def computer_title(seat: Seat) -> str:
    """The name of the computer player at a seat, such as ``the computer, captain``."""
    for level in LEVELS.values():
        if (level.player, level.seconds) == (seat.computer, seat.seconds):
            return f"the computer, {level.title.lower()}"
    return f"the computer, {seat.computer}"


WHO: Final = (ME, INVITE, OPEN, *(f"{COMPUTER}{level}" for level in LEVELS))
"""Occupants that a form may ask for: yourself, the holder of a link, anyone, a computer player."""


class BattleRequest(Struct, frozen=True, kw_only=True):
    """A battle that a user asks for in a form or through the API.

    ``places`` gives by place who sits there, one of ``WHO``. ``values`` are options by name, ``house`` a patch of the
    tables, ``armies`` slugs by side. ``name`` and ``salt`` belong to the seats that the user takes; with ``skips``
    these have the standing orders that skip optional decisions. The same request sent twice with one ``token`` creates
    one battle.
    """

    source: Source
    user: Any
    places: Mapping[str, str]
    title: str = ""
    values: Mapping[str, Any] = {}
    house: Mapping[str, Any] | None = None
    armies: Mapping[str, str] = {}
    cards: bool = False
    name: str = ""
    salt: str = ""
    visibility: str = Visibility.UNLISTED
    delay: int = 0
    token: UUID | None = None
    skips: bool = False


def create_battle(request: BattleRequest) -> tuple[Battle, tuple[str, ...]]:
    """Create a battle; return it and notes for the players about their armies.

    Raises:
        Refused: a value is wrong; ``field`` says which.
        SetupError: it cannot be played.
        ValueError: a wrong option or house rule; a sentence.
    """
    source, user = request.source, request.user
    sittings = tuple(
        sitting_of(source.system, place, who, user, request.name, request.salt) for place, who in request.places.items()
    )
    if request.skips:
        orders = all_skipped(source.system.ui.standing_orders)
        sittings = tuple(replace(each, orders=orders) if each.user or each.guest else each for each in sittings)
    if not user.is_authenticated and not any(sitting.guest for sitting in sittings):
        raise Refused("Without an account, take at least one seat yourself.", "seats")
    armies = armies_of(source, request.armies, user)
    setup, notes = configured_setup(source, request.values, request.house, armies, cards=request.cards)
    title = request.title or (" against ".join(army.name for army in armies) if armies else source.title)
    new = NewBattle(
        system=source.system,
        setup=setup,
        title=title[:MOST_TITLE],
        sittings=sittings,
        visibility=request.visibility,
        delay=request.delay,
        owner=user if user.is_authenticated else None,
        token=request.token,
    )
    battle = start(new)
    if armies:
        from_armies.record(source.system, armies, battle=battle)
    elif source.kind == DRAWN:
        from_armies.record_scenario_armies(source.name, setup, user, battle=battle)
    return battle, notes


def usual_places(source: Source) -> dict[str, str]:
    """The default seats: the user plays the first side, the computer the others."""
    first, *others = source.system.sides
    return {first: ME, **dict.fromkeys(others, f"{COMPUTER}{USUAL}")}


def sitting_of(system: RuleSystem[Any], place: str, who: str, user: Any, name: str = "", salt: str = "") -> Sitting:
    """The occupant of a place. ``me`` is ``user``, or a guest without an account.

    Raises:
        Refused: ``who`` is none of ``WHO``, or a level of the computer that the system does not have.
    """
    if who not in WHO:
        raise Refused(f"A seat is given to one of {', '.join(WHO)}.", "seats")
    if who.startswith(COMPUTER):
        return computer_at(place, level_of(system, who.removeprefix(COMPUTER)))
    if who != ME:
        return Sitting(place=place, anyone=who == OPEN)
    added = salt.strip().encode("utf-8", "replace")
    if user.is_authenticated:
        return Sitting(place=place, user=user, salt=added)
    return Sitting(place=place, guest=True, name=name, salt=added)


def armies_of(source: Source, slugs: Mapping[str, str], user: Any) -> tuple[Army, Army] | None:
    """The armies of both sides, for a source that needs them; None for a source with armies of its own.

    Raises:
        Refused: a side has no army, ``user`` may not see one, or the source has armies of its own.
    """
    if source.kind != ARMIES:
        if slugs:
            raise Refused("This source has its own armies. Do not send any.", "armies")
        return None
    sides = source.system.sides
    if set(slugs) != set(sides):
        raise Refused(f"Choose an army for each side ({', '.join(sides)}).", "armies")
    rows = Army.objects.readable_by(user).filter(usable_by(user), slug__in=list(slugs.values()))
    armies = {army.slug: army for army in rows}
    missing = [slug for slug in slugs.values() if slug not in armies]
    if missing:
        raise Refused(f"There is no army “{missing[0][:80]}”, or you may not see it.", "armies")
    a, b = (armies[slugs[side]] for side in sides)
    return a, b


def play_again(access: Access, *, is_swapped: bool, token: UUID | None) -> tuple[Battle, tuple[str, ...]]:
    """Create a battle like the one that is over; return it and the places that other people are to be invited to.

    Computer players take part again. The user's own seats are taken at once; those of other people stay open.

    Raises:
        NotYours: the user did not play.
        Refused: the battle is not over, or there are too many battles.
        SetupError: the set-up can no longer be played.
    """
    battle = access.battle
    if not access.own:
        raise NotYours("Only the players of a battle may play it again.")
    if not battle.is_over:
        raise Refused("This battle is not over. End it first, then play again.")
    system = system_of(battle.system)
    moves = dict(zip(system.sides, reversed(system.sides), strict=True)) if is_swapped else {}
    sittings = tuple(_sitting(access, seat, moves.get(seat.place, seat.place)) for seat in access.seats)
    again = start(
        NewBattle(
            system=system,
            setup=setup_of(battle),
            title=battle.title,
            sittings=sittings,
            visibility=battle.visibility,
            delay=battle.delay,
            owner=access.user,
            token=token,
        )
    )
    _copy_armies(battle, again, access)
    return again, tuple(sitting.place for sitting in sittings if _is_open(sitting))


def _sitting(access: Access, seat: Seat, place: str) -> Sitting:
    """The occupant of a seat of the earlier battle, at ``place`` in the new one."""
    if seat.place in access.own:
        own = access.user if seat.user_id else None
        return Sitting(place=place, user=own, guest=own is None, name=seat.name, orders=seat.orders)
    if seat.computer and not seat.sits_in:
        return Sitting(place=place, computer=seat.computer, seconds=seat.seconds, name=seat.name)
    return Sitting(place=place)


def _is_open(sitting: Sitting) -> bool:
    return not (sitting.user or sitting.guest or sitting.computer)


def _copy_armies(battle: Battle, again: Battle, access: Access) -> None:
    """Store the armies of the earlier battle that the user may see as those of the new one."""
    readable = Army.objects.readable_by(access.user) if access.user else Army.objects.none()
    for row in Fielded.objects.filter(battle=battle, army__in=readable):
        values = {"army": row.army, "units": row.units, "commanders": row.commanders}
        Fielded.objects.get_or_create(battle=again, side=row.side, defaults=values)
