"""Sealed orders: written by players, read by their writers and the umpire, gathered for a turn (CM-ORDER-01)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from django.db.models import F
from django.utils import timezone
from msgspec import Meta, Struct

from battles.engine.codec import Unreadable, decode, encode
from campaign.models import Campaign, CampaignOrders, CampaignSeat, CampaignStatus
from campaign.models.war import UMPIRE
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.order_values import DepotOrder, Letter, Order, Precedence, Ride, TurnOrders
from campaign.war.rules.state import CampaignState
from campaign.war.rules.supply import refuse_depot
from campaign.war.services import ledger
from campaign.war.services.access import CampaignAccess, CampaignOver, NotYours, Refused, command_key, locked_campaign
from campaign.war.words import seat_words

MOST_BYTES: Final = 8_000
"""Bytes of one order with all its parts."""
MOST_LETTERS: Final = 10
"""Letters of one seat in a turn."""
MOST_TEXT: Final = 2_000

Sent = DepotOrder | Letter | Order | Precedence | Ride
LETTER, GIVE_UP, PRECEDENCE, DEPOT, RIDE = "letter/", "give_up", "precedence", "depot/", "ride/"
KINDS: Final[dict[str, type]] = {LETTER: Letter, PRECEDENCE: Precedence, DEPOT: DepotOrder, RIDE: Ride}


class OrderSheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player sends for a turn. A later order for a force, depot or commander replaces the one before.

    `withdraw` names forces whose order is withdrawn. `letters`, if sent, replace your letters of the turn. `give_up`
    true gives the side up at the resolution; false takes that back.
    """

    orders: Annotated[tuple[Order, ...], Meta(max_length=400)] = ()
    withdraw: Annotated[tuple[str, ...], Meta(max_length=400)] = ()
    precedence: Precedence | None = None
    depots: Annotated[tuple[DepotOrder, ...], Meta(max_length=40)] = ()
    rides: Annotated[tuple[Ride, ...], Meta(max_length=40)] = ()
    letters: Annotated[tuple[Letter, ...], Meta(max_length=MOST_LETTERS)] | None = None
    give_up: bool | None = None


class WrittenOrder(Struct, frozen=True):
    """A stored order: the seat that sent it, what it is about, and when it was sent."""

    seat: int
    about: str
    value: Sent | bool
    by: str
    sent: datetime


def open_turn(campaign: Campaign, now: datetime | None = None) -> int:
    """The turn that orders written now count for; a late order counts for the next one (CM-ORDER-05)."""
    if campaign.status == CampaignStatus.ENGAGEMENTS or is_due(campaign, now):
        return campaign.turn + 1
    return campaign.turn


def is_due(campaign: Campaign, now: datetime | None = None) -> bool:
    """True if the deadline of the present turn has passed; while the campaign is paused no deadline passes."""
    return campaign.deadline is not None and campaign.deadline <= (campaign.paused or now or timezone.now())


def give(access: CampaignAccess, sheet: OrderSheet, *, turn: int, ready: bool | None = None) -> int:
    """Store orders; returns the turn that they count for, which is later than ``turn`` if they come late.

    Either all orders of the sheet are taken or none. ``ready`` says whether all orders of the player's seats are sent.
    An umpire may write for every seat that a person or nobody has; the record says so, without the orders.

    Raises:
        NotYours: a force, depot or commander that they do not command.
        Refused: the rules forbid an order; the sentence has the rule.
        CampaignOver: the campaign is over.
    """
    if not access.sides and not access.is_umpire:
        raise NotYours("You command no force in this campaign. Take a seat first.")
    with locked_campaign(access.campaign) as campaign:
        if campaign.is_over:
            raise CampaignOver
        counts_for = open_turn(campaign)
        if turn > counts_for:
            raise Refused(f"Turn {turn} has not begun; orders now count for turn {counts_for} (CM-ORDER-05).", "turn")
        writer = _Writer(access, campaign, counts_for)
        written_for = writer.write(sheet)
        CampaignSeat.objects.filter(pk__in=[seat.pk for seat in written_for]).update(written=F("written") + 1)
        if ready is not None:
            mine = [seat.pk for seat in access.mine if seat.side != UMPIRE]
            CampaignSeat.objects.filter(pk__in=mine).update(ready=counts_for if ready else 0)
            campaign.version += 1
            campaign.save(update_fields=["version", "updated"])
        if access.is_umpire and not access.is_operator:
            _record(access, campaign, written_for)
    return counts_for


def _record(access: CampaignAccess, campaign: Campaign, seats: Sequence[CampaignSeat]) -> None:
    """Say in the record for whom an umpire wrote orders; the orders themselves are sealed."""
    state = ledger.state_of(campaign)
    names = ", ".join(
        dict.fromkeys(f"{seat.name or 'nobody'} ({seat_words(state, seat.side, seat.command)})" for seat in seats)
    )
    if names:
        ledger.write(campaign, "desk", (), by=access.user, note=f"{access.name} wrote orders for {names}.")


class _Writer:
    """Checks and stores the orders of one user for one turn."""

    def __init__(self, access: CampaignAccess, campaign: Campaign, turn: int) -> None:
        self.access = access
        self.campaign = campaign
        self.turn = turn
        self.state = ledger.state_of(campaign)
        self.now = timezone.now()
        self.rows: list[CampaignOrders] = []

    def write(self, sheet: OrderSheet) -> list[CampaignSeat]:
        """Store a sheet; returns the seats whose orders it changes."""
        for place, order in enumerate(sheet.orders):
            self._order(order, f"orders[{place}]")
        if sheet.precedence is not None:
            self._precedence(sheet.precedence)
        for depot in sheet.depots:
            self._depot(depot)
        for ride in sheet.rides:
            self._ride(ride)
        for number, letter in enumerate(sheet.letters or ()):
            self._letter(letter, number)
        if sheet.give_up is not None:
            self._put(self._chief(self._side()), GIVE_UP, sheet.give_up)
        stored = CampaignOrders.objects.filter(
            campaign=self.campaign, turn=self.turn, again=self.campaign.again, seat__in=self._seats()
        )
        changed = {row.seat_id for row in self.rows}
        gone = stored.filter(about__in=sheet.withdraw)
        if sheet.letters is not None:
            gone = gone | stored.filter(about__startswith=LETTER)
        changed |= set(gone.values_list("seat", flat=True))
        gone.delete()
        for row in self.rows:
            stored.filter(seat=row.seat, about=row.about).delete()
            row.save()
        return [seat for seat in self._seats() if seat.pk in changed]

    def _seats(self) -> Sequence[CampaignSeat]:
        if self.access.is_umpire:
            return [seat for seat in self.access.seats if seat.side != UMPIRE]
        return [seat for seat in self.access.mine if seat.side != UMPIRE]

    def _put(self, seat: CampaignSeat, about: str, value: Sent | bool) -> None:
        line = encode(value)
        if len(line) > MOST_BYTES:
            raise Refused(f"An order has at most {MOST_BYTES:,} bytes; this one has {len(line):,}.", "orders")
        by = self.access.user
        self.rows = [row for row in self.rows if (row.seat_id, row.about) != (seat.pk, about)]
        self.rows.append(
            CampaignOrders(
                campaign=self.campaign,
                turn=self.turn,
                again=self.campaign.again,
                seat=seat,
                about=about[:120],
                line=line,
                by=by,
                by_name=self._signature(seat),
                sent=self.now,
            )
        )

    def _signature(self, seat: CampaignSeat) -> str:
        """The name of the writer; "by X for Y" where an umpire writes."""
        acts_for = self.access.is_umpire and not self.access.is_operator
        player = seat.name or seat_words(self.state, seat.side, seat.command)
        return f"{self.access.name} for {player}"[:80] if acts_for else self.access.name

    def _side(self) -> str:
        sides = self.access.sides
        if len(sides) != 1:
            raise Refused("You play several sides; name the side in what you send.", "side")
        return sides[0]

    def _chief(self, side: str) -> CampaignSeat:
        """The seat of the commander-in-chief, who alone orders for the whole side."""
        for seat in self._seats():
            if seat.side == side and not seat.command:
                return seat
        raise NotYours("Only the commander-in-chief of a side may order this (CM-MARCH-05).")

    def _order(self, order: Order, path: str) -> None:
        force = self.state.forces.get(order.force)
        seat = None
        if force is not None and self.access.is_umpire:
            command = command_key(self.state, force.id)
            own = [row for row in self._seats() if row.side == force.side and row.command in ("", command)]
            seat = max(own, key=lambda row: len(row.command), default=None)
        elif force is not None:
            seat = self.access.seat_for(self.state, force)
        if force is None or seat is None:
            raise Refused(f"You command no force {order.force[:40]} (CM-ORDER-01).", path)
        refused = refuse(self.state, force.side, order)
        if refused is not None:
            named = refused.rule in refused.sentence
            raise Refused(refused.sentence if named else f"{refused.sentence} ({refused.rule})", path)
        self._put(seat, force.id, order)

    def _precedence(self, value: Precedence) -> None:
        seat = self._chief(value.side)
        own = {force.id for force in self.state.forces.values() if force.side == value.side}
        if len(set(value.forces)) < len(value.forces) or not set(value.forces) <= own:
            raise Refused("The order of march names forces of your side, each once (CM-MARCH-05).", "precedence")
        self._put(seat, PRECEDENCE, value)

    def _depot(self, value: DepotOrder) -> None:
        seat = self._chief(value.side)
        if refused := refuse_depot(self.state, value):
            raise Refused(refused, "depots")
        self._put(seat, f"{DEPOT}{value.point}", value)

    def _ride(self, value: Ride) -> None:
        commander, target = self.state.commanders.get(value.commander), self.state.forces.get(value.force)
        own = None if commander is None else self.state.forces.get(commander.force)
        if commander is None or commander.side not in {seat.side for seat in self._seats()}:
            raise Refused(f"You have no commander {value.commander[:60]} (CM-CMD-01).", "rides")
        if target is None or own is None or target.side != commander.side or target.place != own.place:
            raise Refused(f"{commander.name} may change to a force at the same point only (CM-CMD-01).", "rides")
        seat = self.access.seat_for(self.state, target) or self._chief(commander.side)
        self._put(seat, f"{RIDE}{value.commander}", value)

    def _letter(self, value: Letter, number: int) -> None:
        writer, to = self.state.commanders.get(value.writer), self.state.commanders.get(value.to)
        seat = next((row for row in self._seats() if writer and leader_of(self.state, row) == writer.id), None)
        if writer is None or seat is None:
            raise Refused(f"You do not write for {value.writer[:60]} (CM-CMD-01).", "letters")
        alliance = self.state.setup.alliance
        if to is None or to.id == writer.id or alliance(to.side) != alliance(writer.side):
            raise Refused("A letter goes to another commander of your alliance (CM-CMD-01).", "letters")
        if not value.text.strip() or len(value.text) > MOST_TEXT:
            raise Refused(f"A letter has 1 to {MOST_TEXT:,} characters.", "letters")
        self._put(seat, f"{LETTER}{number}", value)


def leader_of(state: CampaignState, seat: CampaignSeat) -> str:
    """The id of the commander whom a seat plays; empty for an umpire."""
    for command in state.commands:
        if command.id == seat.command:
            return command.commander
    return next((side.commander for side in state.setup.sides if side.key == seat.side), "")


def written(access: CampaignAccess, turn: int | None = None) -> Iterator[WrittenOrder]:
    """Stored orders of a turn that the user may read: their own; all for an umpire, or when the campaign is over."""
    campaign = access.campaign
    counts_for = open_turn(campaign) if turn is None else turn
    rows = CampaignOrders.objects.filter(campaign=campaign, turn=counts_for, again=campaign.again)
    if not access.sees_all:
        rows = rows.filter(seat__in=[seat.pk for seat in access.mine if seat.side != UMPIRE])
    for row in rows.order_by("sent", "id"):
        yield WrittenOrder(row.seat_id, row.about, value_of(row), row.by_name, row.sent)


def value_of(row: CampaignOrders) -> Any:
    """The order that a stored row holds."""
    kind = next((kind for prefix, kind in KINDS.items() if row.about.startswith(prefix)), Order)
    return decode(bytes(row.line), bool if row.about == GIVE_UP else kind)


def gather(campaign: Campaign, state: CampaignState) -> TurnOrders:
    """All orders of the present turn; of several for one force the last counts (CM-ORDER-01, CM-CMD-01).

    An order whose form a newer version no longer knows is left out.
    """
    seats = {seat.pk: seat for seat in campaign.seats.all()}
    commanded = {
        (seat.side, seat.command) for seat in seats.values() if seat.command and (seat.has_person or seat.computer)
    }
    rows = CampaignOrders.objects.filter(campaign=campaign, turn=campaign.turn, again=campaign.again)
    lists: dict[type, list[Any]] = {kind: [] for kind in (Order, *KINDS.values())}
    writers: dict[str, str] = {}
    give_up: dict[str, bool] = {}
    for row in rows.order_by("sent", "id"):
        try:
            value = value_of(row)
        except Unreadable:
            continue
        seat = seats[row.seat_id]
        if isinstance(value, bool):
            give_up[seat.side] = value
            continue
        lists[type(value)].append(value)
        if isinstance(value, Order):
            command = command_key(state, value.force)
            rides = not seat.command and (seat.side, command) in commanded
            writers.pop(value.force, None)
            writers.update({value.force: leader_of(state, seat)} if rides else {})
    last = {order.force: order for order in lists[Order]}
    return TurnOrders(
        orders=tuple(last[force] for force in sorted(last)),
        precedence=tuple(lists[Precedence]),
        depots=tuple(lists[DepotOrder]),
        rides=tuple(lists[Ride]),
        letters=tuple(lists[Letter]),
        writers=writers,
        give_up=tuple(sorted(side for side, up in give_up.items() if up)),
    )
