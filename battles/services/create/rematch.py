"""A battle fought again: the same set-up and the same players, on the same or on swapped sides."""

from uuid import UUID

from armies.models import Army
from battles.models import Battle, Fielded, Seat
from battles.services.access import Access
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play.lock import NotYours, Refused
from battles.services.play.position import setup_of, system_of


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
        return Sitting(place=place, user=own, guest=own is None, name=seat.name)
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
