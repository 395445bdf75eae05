"""Read a viewer's page view of a battle, now or at an earlier log line, in a constant number of queries."""

from functools import cached_property, partial
from itertools import dropwhile
from typing import Final

import msgspec
from msgspec import Raw, Struct

from armies.services.people import display_name
from battles.engine.core import UMPIRE, SideId
from battles.engine.words import does
from battles.models import Battle, ComputerTurn, Offer, Seat, Status
from battles.services.access import Access
from battles.services.play.game_controls import ASKS, CORRECTED
from battles.services.play.lock import Gone
from battles.services.play.position import Position, current_position, position_at
from battles.services.play.submission import BY_ORDER, last_line
from battles.services.view.battle_view import (
    MOST_ROLLED,
    Facts,
    Offered,
    ShownBattle,
    Side,
    Times,
    Undo,
    only_computers,
)
from battles.services.view.feed_lines import FeedRow, last_shown, lines_of, rows_until

TAIL: Final = 40
"""Lines of the feed that a page shows."""
ROLLED: Final = " rolled "
"""What a sentence says of its dice."""
FREE: Final = "Free until dice are rolled or your opponent acts."
AGREES: Final = "The computer has acted since, but no dice were rolled: it agrees."
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
        feed: list[FeedRow],
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
        sides = self._sides()
        return ShownBattle(
            facts=facts_of(battle),
            viewer=access.viewer,
            status=status.value,
            status_words=str(status.label),
            is_past=self._is_past,
            n=self._n,
            last=self._last,
            sides=sides,
            umpire=next((seat.name for seat in access.seats if seat.place == UMPIRE), ""),
            own=access.own,
            may_act=may_act,
            acts_as=self._acts_as(may_act),
            is_owner=access.is_owner,
            turn=position.turn,
            length=position.system.ui.length(position.state),
            phase=newest.phase if newest else "",
            score=position.system.text.score(position.state),
            outcome=battle.ended if over else "",
            winner=(battle.winner or None) if over else None,
            rolled=self._rolled(),
            latest=self._latest(),
            is_noted=bool(self._feed) and self._feed[-1].entry is None,
            offers=self._offers(),
            undo=self._undo(sides),
            times=Times(position.system.time_limit(position.state), battle.begun, newest.created if newest else None),
            seen=position.view(access.viewer),
            _battle=battle,
            _position=position,
            _read_feed=partial(lines_of, access, self._feed),
            _since=self._since(),
            _told=tuple(row.seq for row in self._feed if row.entry is not None and not row.undone),
        )

    def _acts_as(self, may_act: tuple[SideId, ...]) -> SideId | None:
        viewer = self._access.viewer
        return viewer if viewer in may_act and viewer != UMPIRE else next(iter(may_act), None)

    def _since(self) -> int:
        """The entry after which a move counts as recent: the user's last one, or the last but one; -1 for none.

        None after an undo: what it moves back is no move.
        """
        rows = [row for row in self._feed if row.entry is not None]
        if rows[-2:-1] and rows[-2].undone:
            return -1
        own = [row.seq for row in rows if self._chose(row)]
        missed = own[-1:] or [row.seq for row in rows[:1] if self._access.own]
        return min(missed + [row.seq for row in rows[-2:-1]], default=-1)

    def _chose(self, row: FeedRow) -> bool:
        """True if the user chose the action of a row; what their standing orders did is no choice."""
        return row.entry is not None and row.entry.side in self._access.own and not row.by_name.endswith(BY_ORDER)

    def _may_act(self) -> tuple[SideId, ...]:
        """The sides that must decide and that the user may act for."""
        may_act = tuple(side for side in self._awaited if side in self._access.sides and self._is_playing)
        if self._is_playing and self._access.may_umpire and self._position.options(UMPIRE):
            may_act = (*may_act, UMPIRE)
        return may_act

    def _rolled(self) -> tuple[str, ...]:
        """Sentences of entries with dice since the user's last choice, its own first; a spectator's of the last entry.

        Of many, those of the user's choice and the newest. What came after the dice without any ends them, such as who
        acts next.
        """
        played = [row for row in self._feed if row.entry is not None and not row.undone]
        own = [n for n, row in enumerate(played) if self._chose(row)]
        since = played[own[-1] if own else -1 :] if self._has_moved() else []
        first, later = self._sentences(since[:1]), self._sentences(since[1:])
        newest = later[-(MOST_ROLLED - len(first)) :] if len(first) < MOST_ROLLED else ()
        rolled = (*first[:MOST_ROLLED], *newest)
        closing = _texts(since[-1])[-1:] if newest and not _has_dice(since[-1]) else []
        return (*rolled, *(text for text in closing if text != self._battle.ended))

    def _sentences(self, rows: list[FeedRow]) -> tuple[str, ...]:
        """The sentences of those rows whose entries rolled dice, from the first roll on, without that of the end."""
        ended = self._battle.ended if self._is_now else ""
        sentences: list[str] = []
        for row in filter(_has_dice, rows):
            texts = [text for text in _texts(row) if text != ended]
            sentences += dropwhile(lambda text: ROLLED not in text, texts) if ROLLED in " ".join(texts) else texts
        return tuple(sentences)

    def _has_moved(self) -> bool:
        """True if a side has acted: what the start rolled, such as ratings, stands in the log alone."""
        return any(row.entry is not None and row.entry.side for row in self._feed)

    def _latest(self) -> str:
        newest = next(filter(None, map(_texts, reversed(self._feed))), [])
        return " ".join(newest if self._has_moved() else newest[-1:])

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
                words=f"{does(names[offer.side], *ASKS[offer.kind])}{self._undone_since(offer)}.",
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

    def _undo(self, sides: tuple[Side, ...]) -> Undo:
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
        if only_computers(sides):
            mine = max(n for n, entry in enumerate(entries) if entry.side in self._access.own)
            agrees = all(entry.free for entry in entries[mine:])
            return Undo("ask", AGREES) if agrees else Undo("no", "Dice were rolled since your last action.")
        if last.side not in self._access.own:
            return Undo("ask", "Your opponent has acted since and must agree.")
        reason = "Dice were rolled, something hidden was revealed, or your opponent may have acted unseen"
        return Undo("ask", f"{reason}, so your opponent must agree.")


class _Rolls(Struct):
    """The dice of a stored entry; its other fields are skipped."""

    rolls: tuple[Raw, ...] = ()


def _texts(row: FeedRow) -> list[str]:
    """The sentences of a row of the log, without its headings."""
    return [text for text, is_heading in row.lines if not is_heading]


def _has_dice(row: FeedRow) -> bool:
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
