"""What somebody is shown of a battle, now or at an earlier line of his feed; always the same number of queries."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count
from django.utils import timezone

from battles.engine.core import PUBLIC, UMPIRE, SideId
from battles.models import Battle, ComputerTurn, Note, Seat, Status, Told
from battles.services.locking import Gone
from battles.services.look import Facts, Line, Look, Offered, Side, Times, Undo
from battles.services.position import Position, now, then
from battles.services.standing import Standing
from battles.services.submitting import last_line

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
    feed = _feed(standing, n, tail)
    position = now(battle) if is_now else then(battle, feed[-1].seq if feed else -1)
    return _Looking(standing, position, feed, n, last, is_now=is_now, is_past=at is not None and at != last).look()


def lines_since(standing: Standing, n: int, most: int = 200) -> tuple[Line, ...]:
    """The lines of his feed after ``n``, at most ``most`` of them."""
    last = last_shown(standing)
    rows = _rows(standing).filter(n__gt=n, n__lte=last).order_by("n")[:most]
    return _lines(standing, list(rows))


def lines_until(standing: Standing, n: int, most: int = 200) -> tuple[Line, ...]:
    """The last ``most`` lines of his feed up to ``n``."""
    return _lines(standing, _feed(standing, min(n, last_shown(standing)), most))


def last_shown(standing: Standing) -> int:
    """The last line that he may see now; a spectator is behind by the battle's delay until it is over."""
    until = _shown_until(standing)
    if until is None:
        return last_line(standing.battle, standing.viewer)
    newest = _rows(standing).filter(created__lte=until).order_by("-n").first()
    return -1 if newest is None else newest.n


def _shown_until(standing: Standing) -> datetime | None:
    """The time that a spectator who is behind is shown; None for whoever is shown what is now."""
    battle = standing.battle
    if standing.viewer != PUBLIC or not battle.delay or battle.is_over:
        return None
    return timezone.now() - timedelta(minutes=battle.delay)


def _rows(standing: Standing) -> Any:
    return Told.objects.filter(battle=standing.battle, viewer=standing.viewer)


def _feed(standing: Standing, n: int, tail: int) -> list[Told]:
    rows = _rows(standing).filter(n__lte=n).select_related("entry").defer("entry__line").order_by("-n")[:tail]
    return list(rows)[::-1]


def _lines(standing: Standing, rows: list[Told]) -> tuple[Line, ...]:
    notes = _notes(standing, rows)
    return tuple(
        Line(
            n=row.n,
            lines=tuple((text, is_heading) for text, is_heading in row.lines),
            by_name=row.by_name,
            turn=row.turn,
            phase=row.phase,
            undone=row.undone,
            is_notice=row.entry_id is None,
            created=row.created,
            notes=notes.get(row.n, 0),
        )
        for row in rows
    )


def readable_notes(standing: Standing, n: int) -> Any:
    """The notes that he may read beside his lines up to ``n``: those for all and his own side's, for an umpire all.

    A spectator reads a note as late as he is shown what is told.
    """
    found = Note.objects.filter(battle=standing.battle)
    if (until := _shown_until(standing)) is not None:
        found = found.filter(created__lte=until)
    if not standing.may_umpire:
        found = found.filter(viewer__in=("", *standing.own))
    if n >= last_line(standing.battle, standing.viewer):
        return found
    ends = dict(_rows(standing).filter(n__in=(n, n + 1)).values_list("n", "seq"))
    return found.filter(seq__lte=max(ends.get(n, -1), ends[n + 1] - 1))


def beside(seqs: Sequence[int], seq: int) -> int:
    """Of lines told at the entries ``seqs``, the place of the one that a note to entry ``seq`` stands beside.

    It is the line of that entry; where he has none, the one before it; -1 where there is none.
    """
    place = bisect_left(seqs, seq)
    return place if place < len(seqs) and seqs[place] == seq else place - 1


def _notes(standing: Standing, rows: list[Told]) -> dict[int, int]:
    """How many notes that he may read stand beside each line."""
    found: dict[int, int] = {}
    if not rows:
        return found
    readable = readable_notes(standing, rows[-1].n).filter(seq__gte=rows[0].seq)
    seqs = [row.seq for row in rows]
    for seq, count in readable.values_list("seq").annotate(count=Count("id")).order_by("seq"):
        n = rows[beside(seqs, seq)].n
        found[n] = found.get(n, 0) + count
    return found


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
            feed=_lines(standing, self._feed),
            offers=self._offers(),
            undo=self._undo(),
            times=Times(position.system.time_limit(position.state), battle.begun, newest.created if newest else None),
            seen=position.system.view(position.state, standing.viewer),
            _battle=battle,
            _position=position,
            _since=self._since(),
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
                words=f"{names[offer.side]} asks for {offer.get_kind_display()}.",
                yours=offer.side in sides,
                may_answer=bool(sides - {offer.side, UMPIRE}),
            )
            for offer in self._battle.offers.filter(closed=False)
        )

    def _undo(self) -> Undo:
        """What he sees of it: an own last line may be taken back unasked where nobody can have acted unseen."""
        if not self._goes_on or not self._standing.sides:
            return Undo("no")
        if set(self._position.system.sides) <= set(self._standing.sides):
            return Undo("free") if self._battle.stands > 0 else Undo("no", "Nothing was done yet.")
        entries = [row.entry for row in self._feed if row.entry is not None]
        last = entries[-1] if entries else None
        if last is None or not any(entry.side in self._standing.own for entry in entries):
            return Undo("no", "You have done nothing yet that could be taken back.")
        if last.side in self._standing.own and last.free:
            return Undo("free")
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
