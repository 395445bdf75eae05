"""What somebody is shown of a battle, now or at an earlier line of his feed; always the same number of queries."""

from functools import cached_property
from typing import Final

from battles.engine.core import UMPIRE, SideId
from battles.models import Battle, ComputerTurn, Offer, Seat, Status, Told
from battles.services.lines import last_shown, lines_of, rows_until
from battles.services.locking import Gone
from battles.services.look import Facts, Look, Offered, Side, Times, Undo
from battles.services.position import Position, now, then
from battles.services.standing import Standing
from battles.services.submitting import last_line
from battles.services.taking_back import CORRECTED

TAIL: Final = 40
"""Lines of the feed that a page shows."""


def look(standing: Standing, at: int | None = None, *, tail: int = TAIL) -> Look:
    """The battle as it is shown to whoever is ``standing`` there.

    Args:
        at: a line of his own feed; None for now. A spectator's now is the battle's delay ago.

    Raises:
        Gone: his feed has no such line.
    """
    battle = standing.battle
    last = last_shown(standing)
    if at is not None and not 0 <= at <= last:
        raise Gone(f"There is no line {at} here.")
    is_now = last == last_line(battle, standing.viewer) and at in (None, last)
    n = last if at is None else at
    feed = rows_until(standing, n, tail)
    position = now(battle) if is_now else then(battle, feed[-1].seq if feed else -1)
    return _Looking(standing, position, feed, n, last, is_now=is_now, is_past=at is not None and at != last).look()


class _Looking:
    """One look, put together."""

    def __init__(
        self,
        standing: Standing,
        position: Position,
        feed: list[Told],
        n: int,
        last: int,
        *,
        is_now: bool,
        is_past: bool,
    ) -> None:
        self._standing = standing
        self._battle = standing.battle
        self._position = position
        self._feed = feed
        self._n = n
        self._last = last
        self._is_now = is_now
        self._is_past = is_past
        self._goes_on = is_now and self._battle.status == Status.PLAYING
        ends = is_now and self._battle.is_over
        begun = position.seq >= 0
        self._awaited = () if ends or not begun else position.awaited

    def look(self) -> Look:
        battle, standing, position = self._battle, self._standing, self._position
        may_act = tuple(side for side in self._awaited if side in standing.sides and self._goes_on)
        if self._goes_on and standing.may_umpire and position.system.options(position.state, UMPIRE):
            may_act = (*may_act, UMPIRE)
        over = self._is_now and battle.is_over
        status = Status(battle.status) if self._is_now else Status.PLAYING if position.seq >= 0 else Status.GATHERING
        newest = self._feed[-1] if self._feed else None
        return Look(
            facts=facts_of(battle),
            viewer=standing.viewer,
            status=status.value,
            status_words=str(status.label),
            is_past=self._is_past,
            n=self._n,
            last=self._last,
            sides=self._sides(),
            umpire=next((seat.name for seat in standing.seats if seat.place == UMPIRE), ""),
            own=standing.own,
            may_act=may_act,
            acts_as=standing.viewer
            if standing.viewer in may_act and standing.viewer != UMPIRE
            else next(iter(may_act), None),
            is_owner=standing.is_owner,
            turn=position.turn,
            phase=newest.phase if newest else "",
            score=position.system.score(position.state),
            outcome=battle.ended if over else "",
            winner=(battle.winner or None) if over else None,
            feed=lines_of(standing, self._feed),
            offers=self._offers(),
            undo=self._undo(),
            times=Times(position.system.time_limit(position.state), battle.begun, newest.created if newest else None),
            seen=position.system.view(position.state, standing.viewer),
            _battle=battle,
            _position=position,
            _since=self._since(),
            _told=tuple(row.seq for row in self._feed if row.entry is not None and not row.undone),
        )

    def _since(self) -> int:
        """The entry after which what moved is recent: his own last, or the one before the last line; -1 for none."""
        sides = [(row.seq, row.entry.side) for row in self._feed if row.entry is not None]
        own = [seq for seq, side in sides if side in self._standing.own]
        missed = own[-1:] or [seq for seq, _ in sides[:1] if self._standing.own]
        return min(missed + [seq for seq, _ in sides[-2:-1]], default=-1)

    def _sides(self) -> tuple[Side, ...]:
        seats = {seat.place: seat for seat in self._standing.seats}
        faults = self._faults(seats)
        return tuple(self._side(side, seats[side], faults) for side in self._position.system.sides)

    def _side(self, side: SideId, seat: Seat, faults: dict[str, str]) -> Side:
        awaited = side in self._awaited
        fault = faults.get(side, "")
        return Side(
            side=side,
            name=self._position.system.side_name(self._position.state, side),
            who=seat.name,
            kind="computer" if seat.computer else "user" if seat.user_id else "guest" if seat.guest else "open",
            anyone=seat.anyone and seat.is_open,
            awaited=awaited,
            thinking=awaited and bool(seat.computer) and self._goes_on and not fault,
            fault=fault,
            mine=side in self._standing.own,
        )

    def _faults(self, seats: dict[str, Seat]) -> dict[str, str]:
        """Why a computer player that is awaited has failed."""
        if not (self._goes_on and any(seats[side].computer for side in self._awaited)):
            return {}
        turns = ComputerTurn.objects.filter(battle=self._battle, head=self._battle.head)
        return dict(turns.filter(state=ComputerTurn.State.FAILED).values_list("side", "fault"))

    def _offers(self) -> tuple[Offered, ...]:
        if not self._goes_on:
            return ()
        sides = set(self._standing.sides)
        system, state = self._position.system, self._position.state
        names = {side: system.side_name(state, side) for side in system.sides}
        return tuple(
            Offered(
                key=f"{offer.kind}:{offer.side}",
                side=offer.side,
                words=f"{names[offer.side]} asks for {offer.get_kind_display()}{self._back_to(offer)}.",
                yours=offer.side in sides,
                may_answer=bool(sides - {offer.side, UMPIRE}),
            )
            for offer in self._asked
            if not offer.closed
        )

    @cached_property
    def _asked(self) -> tuple[Offer, ...]:
        """What was asked since the last move."""
        return tuple(self._battle.offers.all())

    def _back_to(self, offer: Offer) -> str:
        """How far back: the first line of his feed that would be taken back, where he is shown it."""
        if offer.to is None or not self._feed or self._feed[0].seq > offer.to:
            return ""
        gone = [row.n for row in self._feed if row.entry is not None and not row.undone and row.seq > offer.to]
        return f": all from line {gone[0]} on would be taken back" if gone else ""

    def _undo(self) -> Undo:
        """What he sees of it: an own last line may be taken back unasked where nobody can have acted unseen."""
        if not self._goes_on or not self._standing.sides:
            return Undo("no")
        entries = [row.entry for row in self._feed if row.entry is not None]
        last = entries[-1] if entries else None
        if set(self._position.system.sides) <= set(self._standing.sides):
            at = next((entry for entry in entries if entry.seq == self._battle.stands), last)
            if self._battle.stands > 0 and at is not None and not at.side:
                return Undo("no", CORRECTED)
            return Undo("free") if self._battle.stands > 0 else Undo("no", "Nothing was done yet.")
        if last is None or not any(entry.side in self._standing.own for entry in entries):
            return Undo("no", "You have done nothing yet that could be taken back.")
        if next(entry.side for entry in reversed(entries) if entry.side in ("", *self._standing.own)) == "":
            return Undo("no", CORRECTED)
        if last.side in self._standing.own and last.free:
            return Undo("free")
        if any(offer.kind == Offer.Kind.TAKEBACK and offer.side in self._standing.own for offer in self._asked):
            return Undo("no", "You have asked for a step back since the last move.")
        if last.side not in self._standing.own:
            return Undo("ask", "The other side has acted since, so it must agree.")
        reason = "Dice have fallen, something hidden was shown, or the other side may have acted unseen"
        return Undo("ask", f"{reason}, so it must agree.")


def facts_of(battle: Battle) -> Facts:
    """What a battle is; the secret of its dice once it is over."""
    system = now(battle).system
    return Facts(
        slug=battle.slug,
        title=battle.title,
        system=battle.system,
        system_title=system.meta.title,
        rules_version=battle.rules_version,
        visibility=battle.visibility,
        delay=battle.delay,
        owner=battle.owner.get_username() if battle.owner else "",
        created=battle.created,
        begun=battle.begun,
        scheme=battle.scheme,
        commitment=battle.commitment,
        salts=tuple(battle.salts),
        secret=bytes(battle.secret).hex() if battle.is_over else "",
    )
