"""Seats and invitations: invite, join, hand over, let the computer play; title and visibility of a battle."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.utils import timezone

from armies.exchange.clean_text import one_line
from armies.models import Visibility
from armies.services.people import display_name
from battles.engine.core import UMPIRE
from battles.engine.words import in_sentence
from battles.models import Battle, Invitation, Seat, Status, Told
from battles.services.access import Access
from battles.services.create.battle_start import (
    MOST_NAME,
    MOST_SALT,
    begin,
    check_computer,
    check_delay,
    check_visibility,
    checked_plan,
    checked_title,
)
from battles.services.create.request import computer_title
from battles.services.play import entry_writer
from battles.services.play.lock import Gone, NotYours, Over, Refused
from battles.services.play.position import current_position
from battles.services.play.reconstruction import locked_for_writing
from battles.services.view.feed import notice

MOST_INVITATIONS: Final = 5
"""Open invitations to one seat."""

AWAY: Final = timedelta(days=7)
"""If a side has not decided for so long, the other players may give its seat to the computer."""

A_GUEST: Final = "A guest"


class Asked(NamedTuple):
    """Somebody of the battle's club who can be asked to take a seat: a member, or without an account a guest."""

    name: str
    user: Any = None

    @property
    def key(self) -> str:
        """``member:<name to sign in with>`` or ``guest:<name>``."""
        return f"guest:{self.name}" if self.user is None else f"member:{self.user.get_username()}"


def people_to_ask(access: Access) -> list[Asked]:
    """The members and guests of the battle's club without a seat in it, for a member of the club; two queries.

    Guests of the role are among the members: they have an account.
    """
    club = access.battle.club
    if club is None or access.user is None:
        return []
    seated = {seat.user_id for seat in access.seats}
    names = {seat.name for seat in access.seats if seat.guest}
    users = [row.user for row in club.memberships.select_related("user")]
    if access.user not in users:
        return []
    members = [Asked(display_name(user), user) for user in users if user.pk not in seated]
    guests = [Asked(guest.name) for guest in club.guests.all() if guest.name not in names]
    return [*sorted(members, key=lambda each: each.name.casefold()), *guests]


def invite(access: Access, place: str, whom: str = "") -> Invitation:
    """Create an invitation: a link that gives the seat to the first person who accepts it, for 14 days.

    A player may hand over their own seat. The owner and everybody with a seat may invite to an open one.

    Args:
        whom: the ``key`` of a person of the battle's club, whom it is for; a member gets a notice.

    Raises:
        NotYours: the seat is neither open nor the user's own.
        Refused: the seat has five open invitations already, or that person cannot be asked.
        Over, Gone: the battle is over or deleted, or has no such place.
    """
    with locked_for_writing(access.battle) as battle:
        seat = _seat(battle, place)
        _must_give(access, seat)
        asked = next((each for each in people_to_ask(access) if each.key == whom), None) if whom else Asked("")
        if asked is None:
            raise Refused(
                "This person is no member or guest of the battle’s club, or has a seat in this battle already.", "whom"
            )
        live = seat.invitations.filter(used=None, ends__gt=timezone.now())
        if live.count() >= MOST_INVITATIONS:
            raise Refused(f"This seat has {MOST_INVITATIONS} open invitations already. Cancel one first.", "place")
        if asked.name and live.filter(asked=asked.user, asked_name=asked.name).exists():
            raise Refused(f"{asked.name} is asked to take this seat already.", "whom")
        return Invitation.objects.create(seat=seat, asked=asked.user, asked_name=asked.name, by=access.user)


def revoke_invitation(access: Access, place: str, invitation: int) -> None:
    """Cancel an open invitation. Raises as ``invite``; `Gone` if it does not exist any more."""
    with locked_for_writing(access.battle) as battle:
        seat = _seat(battle, place)
        _must_give(access, seat)
        deleted, _ = seat.invitations.filter(pk=invitation, used=None).delete()
        if not deleted:
            raise Gone("This invitation was accepted or cancelled already.")


def invitation_of(token: str) -> Invitation:
    """The invitation of a link, to show it before it is accepted.

    Raises:
        Gone: there is none, or it was cancelled.
        Refused: it was accepted or has expired; the sentence says which.
        Over: the battle is over.
    """
    invitation = Invitation.objects.select_related("seat__battle").filter(token=token[:40]).first()
    if invitation is None:
        raise Gone("There is no such invitation. It may have been cancelled.")
    _must_be_open(invitation, invitation.seat.battle)
    return invitation


def accept_invitation(token: str, user: Any, seat_ids: Collection[int] = (), *, name: str = "", salt: str = "") -> Seat:
    """Accept an invitation: give the seat to ``user``. The battle begins if this was the last open side.

    Args:
        user: the new player; without an account they play as a guest, by the link of the seat.
        seat_ids: the ids of the guest seats whose link was opened in their browser.
        name: the name of a guest.
        salt: any text that the dice depend on too, if the battle has not begun.

    Raises:
        Refused: the invitation was used, has expired or is for somebody else, the user has a seat already, or a name
            is too long.
        Gone: it was cancelled.
        Over: the battle is over.
    """
    battle = invitation_of(token).seat.battle
    with locked_for_writing(battle) as row:
        invitation = Invitation.objects.select_related("seat").filter(token=token[:40]).first()
        if invitation is None:
            raise Gone("This invitation was cancelled.")
        _must_be_open(invitation, row)
        if is_for_other(invitation, user):
            name = invitation.asked_name
            raise Refused(f"This invitation is for {name}. Sign in as {name} to take the seat.", "invitation")
        seat = _sit(row, invitation.seat, user, seat_ids, name or invitation.asked_name, salt)
        invitation.used, invitation.seat = timezone.now(), seat
        invitation.save(update_fields=["used", "seat"])
        seat.invitations.filter(used=None).delete()
        return seat


def is_for_other(invitation: Invitation, user: Any) -> bool:
    """True if the invitation is for a member of a club, and ``user`` is somebody else."""
    return invitation.asked_id is not None and invitation.asked_id != getattr(user, "pk", None)


def take_seat(access: Access, place: str, seat_ids: Collection[int] = (), *, name: str = "", salt: str = "") -> Seat:
    """Take a seat that is open to anyone. Raises as ``accept_invitation``, and `NotYours` if it is not open to them."""
    if access.judges:
        raise NotYours("You see this hidden battle to judge it. You cannot play in it.")
    with locked_for_writing(access.battle) as battle:
        seat = _seat(battle, place)
        if not (seat.is_open and seat.anyone):
            raise NotYours("This seat needs an invitation. Ask the owner of the battle for one.")
        return _sit(battle, seat, access.user, seat_ids, name, salt)


def seat_of(token: str) -> Seat:
    """The guest's seat whose link has this token. Raises `Gone` if there is none (any more)."""
    seat = Seat.objects.select_related("battle").filter(token=token[:40], guest=True).first()
    if seat is None:
        raise Gone("There is no such seat. Somebody else may have it now.")
    return seat


def leave_seat(access: Access, place: str) -> None:
    """Leave the user's own seat; it is open then.

    Raises:
        NotYours: the seat is not theirs.
        Over, Gone: the battle is over or deleted.
    """
    with locked_for_writing(access.battle) as battle:
        seat = _seat(battle, place)
        _must_sit(access, seat)
        _empty(seat)
        notice(battle, f"{seat.name or 'Somebody'} leaves {_of(battle, place)}.", access.name)


def vacate(battle: Battle, seats: Iterable[Seat], name: str) -> None:
    """Take the player ``name`` out of their seats for good, inside ``locked_for_writing``.

    The seats are open then; where a computer player sits in, it keeps the seat.
    """
    for seat in seats:
        place = seat.place
        if seat.sits_in:
            seat.user, seat.guest = None, False
            seat.name = computer_title(seat)[:MOST_NAME]
            seat.save()
        else:
            _empty(seat)
        notice(battle, f"{name} leaves {_of(battle, place)}.", name, settles=True)


def give_to_computer(access: Access, place: str, computer: str, seconds: float) -> None:
    """Let a computer player sit in for a player, or take an open seat.

    Players take their seat back with ``return_to_seat``. If a player has not decided for a week, the others may give
    the seat to the computer too; that player can also take it back.

    Raises:
        NotYours: it is another player's seat, and they have not been away for a week.
        Refused: there is no such computer player, or it does not know these rules.
        Over, Gone: the battle is over or deleted.
    """
    with locked_for_writing(access.battle) as battle:
        seat = _seat(battle, place)
        if not (access.own and _is_away(battle, seat)):
            _must_give(access, seat)
        was_open = seat.is_open
        check_computer(current_position(battle).system, place, computer, seconds)
        seat.computer, seat.seconds, seat.anyone = computer, seconds, False
        if not seat.sits_in:
            seat.name = computer_title(seat)[:MOST_NAME]
        seat.save()
        words = f"{computer_title(seat).capitalize()} plays {_of(battle, place)}."
        notice(battle, words, access.name, settles=was_open)
        if not begin(battle):
            entry_writer.queue_computer_turns(battle)


def return_to_seat(access: Access, place: str) -> None:
    """Take the user's own seat back from the computer player that sits in.

    Raises:
        Refused: no computer player sits in.
        NotYours, Over, Gone: as ``leave_seat``.
    """
    with locked_for_writing(access.battle) as battle:
        seat = _seat(battle, place)
        _must_sit(access, seat)
        if not seat.sits_in:
            raise Refused("The computer does not play for you.", "place")
        seat.computer, seat.seconds = "", 0.0
        seat.save()
        battle.computer_turns.filter(side=place).delete()
        notice(battle, f"{seat.name} plays {_of(battle, place)} again.", access.name, settles=True)


def open_to_anyone(access: Access, place: str, anyone: bool) -> None:
    """Open a free seat to everybody who sees the battle, or close it. Raises as ``invite``."""
    with locked_for_writing(access.battle) as battle:
        seat = _seat(battle, place)
        _must_give(access, seat)
        if not seat.is_open:
            raise Refused("This seat is taken.", "place")
        seat.anyone = anyone
        seat.save(update_fields=["anyone"])


def _seat(battle: Battle, place: str) -> Seat:
    """The seat at a place. Raises `Over` if the battle is over."""
    if battle.status == Status.OVER:
        raise Over
    seat = battle.seats.filter(place=place[:8]).first()
    if seat is None:
        raise Gone("This battle has no such place.")
    return seat


def _must_sit(access: Access, seat: Seat) -> None:
    """Raise `NotYours` if the user does not have this seat (any more)."""
    if access.stands_in:
        raise NotYours(f"You stand in for {access.stands_in}, who alone can give the seat away or leave it.")
    if seat.place not in access.own or seat.pk not in [each.pk for each in access.seats]:
        raise NotYours("This is not your seat.")


def _must_give(access: Access, seat: Seat) -> None:
    """Raise `NotYours` if the user may not give the seat away: an open one is given by the owner and the players."""
    if seat.is_open or (seat.computer and not seat.sits_in):
        if not (access.own or access.is_owner):
            raise NotYours("Only the owner and the players of this battle may give this seat away.")
        return
    _must_sit(access, seat)


def _must_be_open(invitation: Invitation, battle: Battle) -> None:
    if invitation.used is not None:
        raise Refused("This invitation was accepted already. Each invitation is for one person.", "invitation")
    if invitation.ends <= timezone.now():
        raise Refused("This invitation has expired. Ask for a new one.", "invitation")
    if battle.status == Status.OVER:
        raise Over


def _is_away(battle: Battle, seat: Seat) -> bool:
    """True if the others have waited a week for a decision of this side."""
    if battle.status != Status.PLAYING or seat.place not in battle.awaited:
        return False
    last = Told.objects.filter(battle=battle, viewer=UMPIRE).order_by("-n").first()
    return last is not None and last.created <= timezone.now() - AWAY


def _sit(battle: Battle, seat: Seat, user: Any, seat_ids: Collection[int], name: str, salt: str) -> Seat:
    """Give a seat to ``user`` instead of its present holder, and begin the battle if every side has a player now."""
    account = user if getattr(user, "is_authenticated", False) else None
    for other in battle.seats.all():
        if (account and other.user_id == account.pk) or (other.guest and other.pk in seat_ids):
            raise Refused(f"You have a seat in this battle already: {_of(battle, other.place)}.", "invitation")
    name, salt = one_line(name), one_line(salt)
    if len(name) > MOST_NAME:
        raise Refused(f"A name has at most {MOST_NAME} characters; this one has {len(name):,}.", "name")
    if len(salt.encode()) > MOST_SALT:
        raise Refused(f"The words for the dice have at most {MOST_SALT} bytes.", "salt")
    seat = _empty(seat)
    seat.user, seat.guest, seat.anyone = account, account is None, False
    seat.name = display_name(account)[:MOST_NAME] if account else name or A_GUEST
    seat.salt = salt.encode().hex() if battle.status == Status.GATHERING else ""
    seat.save()
    notice(battle, f"{seat.name} takes {_of(battle, seat.place)}.", seat.name, settles=True)
    begin(battle)
    return seat


def _empty(seat: Seat) -> Seat:
    """Replace a seat by an empty one. It is a new row, so a browser that holds the old seat gets nothing."""
    place, seat.place = seat.place, f"{seat.place}-"
    seat.save(update_fields=["place"])
    fresh = Seat.objects.create(battle=seat.battle, place=place)
    seat.invitations.update(seat=fresh)
    seat.delete()
    return fresh


def _of(battle: Battle, place: str) -> str:
    """The name of a place."""
    if place == UMPIRE:
        return "the umpire's seat"
    position = current_position(battle)
    return in_sentence(position.system.text.side_name(position.state, place))


def share_battle(access: Access, *, visibility: str, delay: int) -> None:
    """Set who may see the battle, and how many minutes spectators are behind. A new delay is noted in the log.

    Raises:
        NotYours: the user is not the owner.
        Refused: a value is wrong.
        Gone: the battle was deleted.
    """
    check_visibility(visibility, access.battle.club_id)
    check_delay(delay)
    _must_own(access)
    with locked_for_writing(access.battle) as battle:
        if battle.hidden_words and visibility != Visibility.PRIVATE:
            raise Refused(battle.hidden_words, "visibility")
        before = battle.delay
        battle.visibility, battle.delay = visibility, delay
        battle.set_news()
        battle.save(update_fields=["visibility", "delay", "listed"])
        if delay != before and not battle.is_over:
            minutes = "1 minute" if delay == 1 else f"{delay} minutes"
            notice(battle, f"From now on spectators are {minutes} behind.", access.name)


def rename_battle(access: Access, title: str) -> None:
    """Give the battle another title. Raises as ``share_battle``."""
    title = checked_title(title)
    _must_own(access)
    with locked_for_writing(access.battle) as battle:
        battle.title = title
        battle.save(update_fields=["title"])


def plan_battle(access: Access, planned: str) -> None:
    """Set when the players want to meet, as ``checked_plan``; "" for no date. Raises as ``share_battle``."""
    at = checked_plan(planned)
    _must_own(access)
    with locked_for_writing(access.battle) as battle:
        battle.planned = at
        battle.save(update_fields=["planned"])


def _must_own(access: Access) -> None:
    if not access.is_owner:
        raise NotYours("Only its owner may change the title, the date and the visibility of a battle.")
