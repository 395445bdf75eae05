"""Read a viewer's page view of a battle, now or at an earlier log line, in a constant number of queries."""

from functools import cached_property, partial
from typing import Final

import msgspec
from msgspec import Raw, Struct

from armies.services.display_name import display_name
from battles.engine.core import UMPIRE, SideId
from battles.engine.words.sides import agrees, at_start
from battles.models import Battle, ComputerTurn, Offer, Seat, Status, Told
from battles.services.access import Access
from battles.services.play.lock import Gone
from battles.services.play.position import Position, current_position, position_at
from battles.services.play.submission import last_line
from battles.services.play.undo import ASKS, CORRECTED
from battles.services.view.battle_view import MOST_ROLLED, Facts, Offered, ShownBattle, Side, Times, Undo
from battles.services.view.feed_lines import last_shown, lines_of, rows_until

TAIL: Final = 40
"""Lines of the feed that a page shows."""
FREE: Final = "Free until dice are rolled or your opponent acts."
BOTH: Final = "Free: you play both sides."


def shown_battle(access: Access, at: int | None = None, *, tail: int = TAIL) -> ShownBattle:
    """The battle page view of a user.

    Args:
        at: a line of the user's feed; None for now. Spectators are behind by the battle's delay.
        tail: lines of the feed that come with it.

    Raises:
        Gone: their feed has no such line.
    """
    battle = access.battle
    last = last_shown(access)
    if at is not None and not 0 <= at <= last:
        raise Gone(f"There is no line {at} in your log.")
    is_now = last == last_line(battle, access.viewer) and at in (None, last)
    n = last if at is None else at
    feed = rows_until(access, n, tail)
    position = current_position(battle) if is_now else position_at(battle, feed[-1].seq if feed else -1)
    return _BattleReader(access, position, feed, n, last, is_now=is_now, is_past=at is not None and at != last).read()


class _BattleReader:
    """Reads one battle page view."""

    def __init__(
        self,
        access: Access,
        position: Position,
        feed: list[Told],
        n: int,
        last: int,
        *,
        is_now: bool,
        is_past: bool,
    ) -> None:
        self._access = access
        self._battle = access.battle
        self._position = position
        self._feed = feed
        self._n = n
        self._last = last
        self._is_now = is_now
        self._is_past = is_past
        self._is_playing = is_now and self._battle.status == Status.PLAYING
        is_over = is_now and self._battle.is_over
        has_begun = position.seq >= 0
        self._awaited = () if is_over or not has_begun else position.awaited

    def read(self) -> ShownBattle:
        battle, access, position = self._battle, self._access, self._position
        may_act = self._may_act()
        over = self._is_now and battle.is_over
        status = Status(battle.status) if self._is_now else Status.PLAYING if position.seq >= 0 else Status.GATHERING
        newest = self._feed[-1] if self._feed else None
        return ShownBattle(
            facts=facts_of(battle),
            viewer=access.viewer,
            status=status.value,
            status_words=str(status.label),
            is_past=self._is_past,
            n=self._n,
            last=self._last,
            sides=self._sides(),
            umpire=next((seat.name for seat in access.seats if seat.place == UMPIRE), ""),
            own=access.own,
            may_act=may_act,
            acts_as=access.viewer
            if access.viewer in may_act and access.viewer != UMPIRE
            else next(iter(may_act), None),
            is_owner=access.is_owner,
            turn=position.turn,
            length=position.system.ui.length(position.state),
            phase=newest.phase if newest else "",
            score=position.system.text.score(position.state),
            outcome=battle.ended if over else "",
            winner=(battle.winner or None) if over else None,
            rolled=self._rolled(),
            latest=self._latest(),
            offers=self._offers(),
            undo=self._undo(),
            times=Times(position.system.time_limit(position.state), battle.begun, newest.created if newest else None),
            seen=position.view(access.viewer),
            _battle=battle,
            _position=position,
            _read_feed=partial(lines_of, access, self._feed),
            _since=self._since(),
            _told=tuple(row.seq for row in self._feed if row.entry is not None and not row.undone),
        )

    def _since(self) -> int:
        """The entry after which a move counts as recent: the user's last one, or the last but one; -1 for none."""
        sides = [(row.seq, row.entry.side) for row in self._feed if row.entry is not None]
        own = [seq for seq, side in sides if side in self._access.own]
        missed = own[-1:] or [seq for seq, _ in sides[:1] if self._access.own]
        return min(missed + [seq for seq, _ in sides[-2:-1]], default=-1)

    def _may_act(self) -> tuple[SideId, ...]:
        """The sides that must decide and that the user may act for."""
        may_act = tuple(side for side in self._awaited if side in self._access.sides and self._is_playing)
        if self._is_playing and self._access.may_umpire and self._position.options(UMPIRE):
            may_act = (*may_act, UMPIRE)
        return may_act

    def _rolled(self) -> tuple[str, ...]:
        """The newest sentences of entries with dice since the user's last action; a spectator's of the last entry."""
        played = [(row.entry.side, row) for row in self._feed if row.entry is not None and not row.undone]
        own = [n for n, (side, _) in enumerate(played) if side in self._access.own]
        since = played[own[-1] if own else -1 :]
        rolled = [row for _, row in since if _has_dice(row)]
        texts = [text for row in rolled for text, is_heading in row.lines if not is_heading]
        return tuple(texts[-MOST_ROLLED:])

    def _latest(self) -> str:
        texts = ([text for text, is_heading in row.lines if not is_heading] for row in reversed(self._feed))
        return " ".join(next(filter(None, texts), ()))

    def _sides(self) -> tuple[Side, ...]:
        seats = {seat.place: seat for seat in self._access.seats}
        faults = self._faults(seats)
        return tuple(self._side(side, seats[side], faults) for side in self._position.system.sides)

    def _side(self, side: SideId, seat: Seat, faults: dict[str, str]) -> Side:
        awaited = side in self._awaited
        fault = faults.get(side, "")
        return Side(
            side=side,
            name=self._position.system.text.side_name(self._position.state, side),
            who=seat.name,
            kind="computer" if seat.computer else "user" if seat.user_id else "guest" if seat.guest else "open",
            anyone=seat.anyone and seat.is_open,
            awaited=awaited,
            thinking=awaited and bool(seat.computer) and self._is_playing and not fault,
            fault=fault,
            mine=side in self._access.own,
        )

    def _faults(self, seats: dict[str, Seat]) -> dict[str, str]:
        """By side, why a computer player that must decide has failed."""
        if not (self._is_playing and any(seats[side].computer for side in self._awaited)):
            return {}
        turns = ComputerTurn.objects.filter(battle=self._battle, head=self._battle.head)
        return dict(turns.filter(state=ComputerTurn.State.FAILED).values_list("side", "fault"))

    def _offers(self) -> tuple[Offered, ...]:
        if not self._is_playing:
            return ()
        sides = set(self._access.sides)
        system, state = self._position.system, self._position.state
        names = {side: system.text.side_name(state, side) for side in system.sides}
        return tuple(
            Offered(
                key=f"{offer.kind}:{offer.side}",
                side=offer.side,
                words=f"{at_start(names[offer.side])} {agrees(names[offer.side], *ASKS[offer.kind])}"
                f"{self._undone_since(offer)}.",
                yours=offer.side in sides,
                may_answer=bool(sides - {offer.side, UMPIRE}),
            )
            for offer in self._recent_offers
            if not offer.closed
        )

    @cached_property
    def _recent_offers(self) -> tuple[Offer, ...]:
        """The offers made since the last action, closed ones too."""
        return tuple(self._battle.offers.all())

    def _undone_since(self, offer: Offer) -> str:
        """The first line of the user's feed that would be undone, in words, if the view shows it."""
        if offer.to is None or not self._feed or self._feed[0].seq > offer.to:
            return ""
        lines = [row.n for row in self._feed if row.entry is not None and not row.undone and row.seq > offer.to]
        return f" everything since log line {lines[0]}" if lines else ""

    def _undo(self) -> Undo:
        """The user's undo, judged by their own feed: free for their own last line if nobody can have acted unseen."""
        if not self._is_playing or not self._access.sides:
            return Undo("no")
        entries = [row.entry for row in self._feed if row.entry is not None]
        last = entries[-1] if entries else None
        if set(self._position.system.sides) <= set(self._access.sides):
            at = next((entry for entry in entries if entry.seq == self._battle.stands), last)
            if self._battle.stands > 0 and at is not None and not at.side:
                return Undo("no", CORRECTED)
            return Undo("free", BOTH) if self._battle.stands > 0 else Undo("no", "There is no action to undo yet.")
        if last is None or not any(entry.side in self._access.own for entry in entries):
            return Undo("no", "You have no action to undo yet.")
        if next(entry.side for entry in reversed(entries) if entry.side in ("", *self._access.own)) == "":
            return Undo("no", CORRECTED)
        if last.side in self._access.own and last.free:
            return Undo("free", FREE)
        if any(offer.kind == Offer.Kind.TAKEBACK and offer.side in self._access.own for offer in self._recent_offers):
            return Undo("no", "You have already asked to undo since the last action.")
        if last.side not in self._access.own:
            return Undo("ask", "Your opponent has acted since and must agree.")
        reason = "Dice were rolled, something hidden was revealed, or your opponent may have acted unseen"
        return Undo("ask", f"{reason}, so your opponent must agree.")


class _Rolls(Struct):
    """The dice of a stored entry; its other fields are skipped."""

    rolls: tuple[Raw, ...] = ()


def _has_dice(row: Told) -> bool:
    return row.entry is not None and bool(msgspec.json.decode(bytes(row.entry.line), type=_Rolls).rolls)


def facts_of(battle: Battle) -> Facts:
    """The facts of a battle; with the secret of its dice once it is over."""
    system = current_position(battle).system
    return Facts(
        slug=battle.slug,
        title=battle.title,
        system=battle.system,
        system_title=system.meta.title,
        rules_version=battle.rules_version,
        visibility=battle.visibility,
        delay=battle.delay,
        owner=display_name(battle.owner) if battle.owner else "",
        created=battle.created,
        begun=battle.begun,
        scheme=battle.scheme,
        commitment=battle.commitment,
        salts=tuple(battle.salts),
        secret=bytes(battle.secret).hex() if battle.is_over else "",
    )
