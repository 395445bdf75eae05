"""Who sits where: invitations, open seats, handing a seat over, and computer players who sit in."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from armies.exchange.cleaning import one_line
from battles.engine.core import UMPIRE
from battles.models import Battle, Invitation, Seat, Status, Told
from battles.services import recording
from battles.services.correcting import writing
from battles.services.levels import title_of
from battles.services.locking import Gone, NotYours, Over, Refused
from battles.services.position import now
from battles.services.standing import Standing
from battles.services.starting import MOST_NAME, MOST_SALT, begin, check_computer
from battles.services.telling import notice

MOST_INVITATIONS: Final = 5
"""Invitations to one seat that may be taken up."""
AWAY: Final = timedelta(days=7)
"""After so long without a line of the feed, an awaited side may be given to the computer by the others."""
A_GUEST: Final = "A guest"


def invite(standing: Standing, place: str) -> Invitation:
    """A link that seats whoever takes it up first, for 14 days.

    Who sits there hands his seat over by it; an open seat is given by the owner and by who plays or umpires.

    Raises:
        NotYours: the seat is neither open nor his.
        Refused: there are five such links already.
        Over, Gone: the battle is over, or not there; it has no such place.
    """
    with writing(standing.battle) as battle:
        seat = _seat(battle, place)
        _must_give(standing, seat)
        live = seat.invitations.filter(used=None, ends__gt=timezone.now())
        if live.count() >= MOST_INVITATIONS:
            raise Refused(f"There are {MOST_INVITATIONS} invitations to this seat; take one back first.", "place")
        return Invitation.objects.create(seat=seat)


def take_invitation_back(standing: Standing, place: str, invitation: int) -> None:
    """End an invitation that nobody has taken up. Raises as ``invite``; `Gone` where it is not there any more."""
    with writing(standing.battle) as battle:
        seat = _seat(battle, place)
        _must_give(standing, seat)
        deleted, _ = seat.invitations.filter(pk=invitation, used=None).delete()
        if not deleted:
            raise Gone("This invitation was taken up or taken back.")


def invitation_of(token: str) -> Invitation:
    """The invitation of a link, to be shown before it is taken up.

    Raises:
        Gone: there is none, or it was taken back.
        Refused: it was taken up, has ended, or the battle is over; the sentence says which.
    """
    found = Invitation.objects.select_related("seat__battle").filter(token=token[:40]).first()
    if found is None:
        raise Gone("There is no such invitation; it may have been taken back.")
    _must_stand(found, found.seat.battle)
    return found


def take_up(token: str, user: Any, held: Collection[int] = (), *, name: str = "", salt: str = "") -> Seat:
    """Sit down where an invitation leads; the battle begins if that was the last open side.

    Args:
        user: who sits down; without an account he is a guest and plays by the seat's own link.
        held: the ids of the seats whose own link was opened in his browser.
        name: what a guest is called.
        salt: any text that he adds to the chance of the dice, before the battle begins.

    Raises:
        Refused: the invitation was used or has ended, he sits at this battle already, or a name is too long.
        Gone: it was taken back.
        Over: the battle is over.
    """
    battle = invitation_of(token).seat.battle
    with writing(battle) as row:
        found = Invitation.objects.select_related("seat").filter(token=token[:40]).first()
        if found is None:
            raise Gone("This invitation was taken back.")
        _must_stand(found, row)
        seat = _sit(row, found.seat, user, held, name, salt)
        Invitation.objects.filter(pk=found.pk).update(used=timezone.now(), seat=seat)
        seat.invitations.filter(used=None).delete()
        return seat


def sit_down(standing: Standing, place: str, held: Collection[int] = (), *, name: str = "", salt: str = "") -> Seat:
    """Take a seat that is open to anyone. Raises as ``take_up``, and `NotYours` where it is not open to anyone."""
    with writing(standing.battle) as battle:
        seat = _seat(battle, place)
        if not (seat.is_open and seat.anyone):
            raise NotYours("This seat is not open to anyone; ask who made the battle for an invitation.")
        return _sit(battle, seat, standing.user, held, name, salt)


def seat_of(token: str) -> Seat:
    """The guest's seat whose own link has this token. Raises `Gone` where there is none (any more)."""
    found = Seat.objects.select_related("battle").filter(token=token[:40], guest=True).first()
    if found is None:
        raise Gone("There is no such seat; it may have been given to somebody else.")
    return found


def leave(standing: Standing, place: str) -> None:
    """Give up one's own seat; it is open then.

    Raises:
        NotYours: it is not his.
        Over, Gone: the battle is over, or not there.
    """
    with writing(standing.battle) as battle:
        seat = _seat(battle, place)
        _must_sit(standing, seat)
        _empty(seat)
        notice(battle, f"{seat.name or 'Somebody'} leaves {_of(battle, place)}.", standing.name)


def give_to_computer(standing: Standing, place: str, computer: str, seconds: float) -> None:
    """Let a computer player sit in, or take an open seat.

    One's own seat can be taken again by ``come_back``. Of somebody who has kept the others waiting for a week the
    others may give the seat away; he too can come back.

    Raises:
        NotYours: it is somebody else's seat, and he is not that late.
        Refused: there is no such computer player, or it cannot play these rules.
        Over, Gone: the battle is over, or not there.
    """
    with writing(standing.battle) as battle:
        seat = _seat(battle, place)
        if not (standing.own and _is_away(battle, seat)):
            _must_give(standing, seat)
        was_open = seat.is_open
        check_computer(now(battle).system, place, computer, seconds)
        seat.computer, seat.seconds, seat.anyone = computer, seconds, False
        if not seat.sits_in:
            seat.name = title_of(seat)[:MOST_NAME]
        seat.save()
        words = f"{title_of(seat).capitalize()} plays {_of(battle, place)}."
        notice(battle, words, standing.name, settles=was_open)
        if not begin(battle):
            recording.owe(battle)


def come_back(standing: Standing, place: str) -> None:
    """Take one's own seat again from the computer player that sits in.

    Raises:
        Refused: none sits in.
        NotYours, Over, Gone: as ``leave``.
    """
    with writing(standing.battle) as battle:
        seat = _seat(battle, place)
        _must_sit(standing, seat)
        if not seat.sits_in:
            raise Refused("No computer player sits in for you.", "place")
        seat.computer, seat.seconds = "", 0.0
        seat.save()
        battle.computer_turns.filter(side=place).delete()
        notice(battle, f"{seat.name} plays {_of(battle, place)} again.", standing.name, settles=True)


def open_to_anyone(standing: Standing, place: str, anyone: bool) -> None:
    """Say whether whoever sees the battle may take an open seat. Raises as ``invite``."""
    with writing(standing.battle) as battle:
        seat = _seat(battle, place)
        _must_give(standing, seat)
        if not seat.is_open:
            raise Refused("Somebody sits there.", "place")
        seat.anyone = anyone
        seat.save(update_fields=["anyone"])


def _seat(battle: Battle, place: str) -> Seat:
    """The seat, while the battle is not over."""
    if battle.status == Status.OVER:
        raise Over
    found = battle.seats.filter(place=place[:8]).first()
    if found is None:
        raise Gone("This battle has no such place.")
    return found


def _must_sit(standing: Standing, seat: Seat) -> None:
    """Raise `NotYours` where he does not sit there, or not any more."""
    if seat.place not in standing.own or seat.pk not in [each.pk for each in standing.seats]:
        raise NotYours("You do not sit there.")


def _must_give(standing: Standing, seat: Seat) -> None:
    """Raise `NotYours` where he may not say who sits there: at an open seat those of the battle may, else who sits."""
    if seat.is_open or (seat.computer and not seat.sits_in):
        if not (standing.own or standing.is_owner):
            raise NotYours("Only who made this battle or plays in it may say who sits there.")
        return
    _must_sit(standing, seat)


def _must_stand(invitation: Invitation, battle: Battle) -> None:
    if invitation.used is not None:
        raise Refused("This invitation was taken up already; each seats one.", "invitation")
    if invitation.ends <= timezone.now():
        raise Refused("This invitation has ended; ask for a new one.", "invitation")
    if battle.status == Status.OVER:
        raise Over


def _is_away(battle: Battle, seat: Seat) -> bool:
    """Whether a side has kept the others waiting for a week."""
    if battle.status != Status.PLAYING or seat.place not in battle.awaited:
        return False
    last = Told.objects.filter(battle=battle, viewer=UMPIRE).order_by("-n").first()
    return last is not None and last.created <= timezone.now() - AWAY


def _sit(battle: Battle, seat: Seat, user: Any, held: Collection[int], name: str, salt: str) -> Seat:
    """Put somebody on a seat in the place of who sat there, and begin if every side is taken now."""
    known = user if getattr(user, "is_authenticated", False) else None
    for other in battle.seats.all():
        if (known and other.user_id == known.pk) or (other.guest and other.pk in held):
            raise Refused(f"You sit at this battle already, as {_of(battle, other.place)}.", "invitation")
    name, salt = one_line(name), one_line(salt)
    if len(name) > MOST_NAME:
        raise Refused(f"A name has at most {MOST_NAME} characters; this one has {len(name):,}.", "name")
    if len(salt.encode()) > MOST_SALT:
        raise Refused(f"What you add to the dice has at most {MOST_SALT} bytes.", "salt")
    seat = _empty(seat)
    seat.user, seat.guest, seat.anyone = known, known is None, False
    seat.name = (known.get_full_name() or known.get_username())[:MOST_NAME] if known else name or A_GUEST
    seat.salt = salt.encode().hex() if battle.status == Status.GATHERING else ""
    seat.save()
    notice(battle, f"{seat.name} takes {_of(battle, seat.place)}.", seat.name, settles=True)
    begin(battle)
    return seat


def _empty(seat: Seat) -> Seat:
    """The seat with nobody on it, as a row of its own: what a browser keeps of the old one opens nothing."""
    place, seat.place = seat.place, f"{seat.place}-"
    seat.save(update_fields=["place"])
    fresh = Seat.objects.create(battle=seat.battle, place=place)
    seat.invitations.update(seat=fresh)
    seat.delete()
    return fresh


def _of(battle: Battle, place: str) -> str:
    """A place in words."""
    if place == UMPIRE:
        return "the umpire's seat"
    stands = now(battle)
    return str(stands.system.side_name(stands.state, place))
