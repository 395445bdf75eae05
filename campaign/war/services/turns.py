"""Resolve a turn in one act with the orders of computers, try it out, and let turns run on (CM-TIME-05, CM-AI-01)."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from msgspec import Struct, structs

from battles.engine.words import listed
from battles.services.play.invitations import A_GUEST
from campaign.models import Campaign, CampaignSeat, CampaignStatus
from campaign.models.war import UMPIRE
from campaign.war.rules.act import Act
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.computer import CHARACTERS, Character, Decision, briefing, decisions
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.events import Ended, Entry
from campaign.war.rules.order_values import TurnOrders
from campaign.war.rules.resolution import NotNow, resolve_turn, stops_running_on
from campaign.war.rules.state import CampaignState, Force
from campaign.war.rules.victory import verdict
from campaign.war.services import engagements, ledger, messages, turns
from campaign.war.services.access import (
    CampaignAccess,
    CampaignOver,
    Gone,
    Moved,
    NotYours,
    Refused,
    command_key,
    locked_campaign,
    operator_access,
)
from campaign.war.services.orders import gather, is_due

__all__ = ["CHARACTERS", "decided", "with_computers"]

STAND_IN: Final[Character] = "steady"
"""The character that leads for an absent player, where the campaign says so (CM-ORDER-05)."""


def with_computers(campaign: Campaign, state: CampaignState, given: TurnOrders) -> TurnOrders:
    """The orders of a turn with those of computer commanders; an order that a person gave stands."""
    ordered = {order.force for order in given.orders}
    own = {row.order.force: row.order for row in decided(campaign, state, ordered)}
    orders = {order.force: order for order in given.orders} | own
    return structs.replace(given, orders=tuple(orders[force] for force in sorted(orders)))


def decided(campaign: Campaign, state: CampaignState, ordered: set[str]) -> Iterator[Decision]:
    """What computers decide for forces that have no order in ``ordered``, each with its reason."""
    seats = [seat for seat in campaign.seats.order_by("id") if seat.side != UMPIRE]
    characters = {force.id: _character(campaign, state, seats, force) for force in state.forces.values()}
    for side in state.setup.sides:
        for character in CHARACTERS:
            mine = {key for key, own in characters.items() if own == character and state.forces[key].side == side.key}
            if side.key in state.given_up or not mine - ordered:
                continue
            for row in decisions(briefing(state, side.key), character):
                if row.order.force in mine - ordered and refuse(state, side.key, row.order) is None:
                    yield row


def _character(campaign: Campaign, state: CampaignState, seats: list[CampaignSeat], force: Force) -> Character | None:
    """The computer that commands a force; None for a person, or for nobody."""
    command = command_key(state, force.id)
    rows = [seat for seat in seats if seat.side == force.side and seat.command in ("", command)]
    taken = [seat for seat in rows if seat.has_person or seat.computer]
    seat = max(taken, key=lambda row: len(row.command), default=None)
    if seat is not None and seat.computer in CHARACTERS:
        return seat.computer
    absent = seat is None or (seat.ready < campaign.turn and not _has_written(campaign, seat))
    return STAND_IN if absent and state.setup.settings.absent == "computer" else None


def _has_written(campaign: Campaign, seat: CampaignSeat) -> bool:
    return campaign.orders.filter(turn=campaign.turn, again=campaign.again, seat=seat).exists()


MOST_RUN: Final = 30
"""Turns that one request resolves, at most."""


class TurnResolved(Struct, frozen=True):
    """A turn that was resolved: its number, the state before it, its entries, and the state after it."""

    turn: int
    before: CampaignState
    entries: tuple[Entry, ...]
    after: CampaignState


class Resolution(Struct, frozen=True):
    """The turns that one request resolved, and why it stopped."""

    turns: tuple[TurnResolved, ...]
    stopped: str
    campaign: Campaign


def resolve(access: CampaignAccess, turn: int, *, expect: int | None = None) -> Resolution:
    """Resolve a turn, and those that run on after it; each is one act that is written whole or not at all.

    Raises:
        NotYours, Refused: they may not resolve it yet; the sentence says who has not sent orders.
        Moved: it is resolved already, or ``expect`` is not the campaign's version.
        CampaignOver: the campaign has ended.
    """
    with locked_campaign(access.campaign, expect) as campaign:
        _must_be_at(campaign, turn)
        must_have_all_orders(access, campaign)
        first = _resolve_one(campaign, access)
        stopped = _stop(campaign, first)
    done = [first]
    settings = first.after.setup.settings
    while settings.run_on and not stopped and len(done) < min(settings.run_on_turns, MOST_RUN):
        with locked_campaign(campaign) as campaign:
            if (
                campaign.turn != done[-1].turn + 1
                or campaign.orders.filter(turn=campaign.turn, again=campaign.again).exists()
            ):
                stopped = "There are new orders."
                break
            done.append(_resolve_one(campaign, access))
            stopped = _stop(campaign, done[-1])
    return Resolution(tuple(done), stopped, campaign)


def _stop(campaign: Campaign, done: TurnResolved) -> str:
    if campaign.status == CampaignStatus.ENGAGEMENTS:
        return "An engagement is open."
    if campaign.is_over:
        return "The campaign has ended."
    return "Something has happened that asks for orders." if stops_running_on(done.entries) else ""


def _must_be_at(campaign: Campaign, turn: int) -> None:
    if campaign.is_over:
        raise CampaignOver
    if campaign.turn > turn or (campaign.turn == turn and campaign.status == CampaignStatus.ENGAGEMENTS):
        now = "its engagements are open" if campaign.turn == turn else f"the campaign is at turn {campaign.turn}"
        raise Moved(f"Turn {turn} is resolved already; {now} (CM-TIME-05).", campaign.version)
    if campaign.turn < turn:
        raise Refused(f"Turn {turn} has not begun: the campaign is at turn {campaign.turn} (CM-TIME-05).", "turn")
    if campaign.status == CampaignStatus.ENGAGEMENTS:
        raise Refused("Settle the open engagements first (CM-TIME-05).", "turn")
    if campaign.paused is not None:
        raise Refused("The campaign is paused. Let the clock run again first.", "turn")


def must_have_all_orders(access: CampaignAccess, campaign: Campaign) -> None:
    """Refuse to resolve before the deadline while a player has not sent orders.

    Umpires may, and organisers who command no side: silence counts as standing orders (CM-ORDER-05).
    """
    if access.is_umpire or (access.is_organiser and not access.sides):
        return
    if not access.mine and not access.is_organiser:
        raise NotYours("Only players, the organiser and the umpire resolve a turn.")
    if campaign.by_hand and not access.may_manage:
        raise Refused("The organiser resolves the turns of this campaign. Your orders are sent.", "turn")
    if is_due(campaign):
        return
    late = [seat for seat in access.people if seat.ready < campaign.turn and seat not in access.mine]
    if late:
        raise Refused(
            f"Orders are missing from {names_of(late)}. Wait for them or for the deadline (CM-TIME-05).", "turn"
        )


def names_of(seats: Sequence[CampaignSeat]) -> str:
    """The players of some seats, each once."""
    return listed(list(dict.fromkeys(seat.name or A_GUEST for seat in seats)))


def all_sent(campaign: Campaign, seats: Sequence[CampaignSeat]) -> bool:
    """True if every player has sent all orders of the present turn, and there is one (CM-TIME-05)."""
    people = [seat for seat in seats if seat.has_person and seat.side != UMPIRE]
    return campaign.status == CampaignStatus.ORDERS and bool(people) and all(s.ready >= campaign.turn for s in people)


def is_closed(campaign: Campaign) -> bool:
    """True if the deadline has passed and the turn waits for an organiser who resolves by hand."""
    return campaign.status == CampaignStatus.ORDERS and campaign.by_hand and is_due(campaign)


def resolves_itself(campaign: Campaign, seats: Sequence[CampaignSeat], turn: int) -> bool:
    """True if the present turn, which is ``turn``, is resolved now that all orders are sent (CM-TIME-05)."""
    held = campaign.paused is not None or campaign.by_hand
    return turn == campaign.turn and not held and all_sent(campaign, seats)


def given_orders(campaign: Campaign, state: CampaignState) -> TurnOrders:
    """What players have sent for the present turn, with the orders of computer commanders."""
    return turns.with_computers(campaign, state, gather(campaign, state))


def _resolve_one(campaign: Campaign, access: CampaignAccess) -> TurnResolved:
    """Resolve the present turn of a campaign whose row is locked."""
    before = ledger.state_of(campaign)
    orders = given_orders(campaign, before)
    try:
        resolved = resolve_turn(before, orders, ledger.dice_of(campaign))
    except NotNow as fault:
        raise Refused(str(fault), "turn") from None
    turn = campaign.turn
    campaign.deadline = next_deadline(campaign)
    campaign.seats.update(written=0)
    ledger.write(campaign, "resolve", resolved.entries, given=orders, by=access.user, note=f"Turn {turn} resolved.")
    messages.deliver(campaign, resolved.entries)
    engagements.open_rows(campaign)
    engagements.settle_what_is_ready(campaign)
    return TurnResolved(turn, before, resolved.entries, ledger.state_of(campaign))


def next_deadline(campaign: Campaign) -> datetime | None:
    """The first deadline of the campaign's rhythm that leaves half an interval or more; None without an interval.

    A turn that was resolved before its deadline, because all had sent, does not push the rhythm back. A deadline that
    was extended does: later ones count from it.
    """
    if not campaign.interval:
        return None
    step, now = timedelta(hours=campaign.interval), timezone.now()
    if campaign.deadline is None:
        return now + step
    missing = now + step / 2 - campaign.deadline
    return campaign.deadline + step * -(-missing // step)


def dry_run(access: CampaignAccess, *, real: bool = False) -> TurnResolved:
    """What a resolution would do now; nothing of it is stored (chapter 2 of the rulebook).

    Its dice are used nowhere else. With ``real`` an umpire asks for the campaign's own, and the record says so.

    Raises:
        NotYours: they are not an umpire without a side; others would learn what is hidden.
        CampaignOver, Refused: there is nothing to resolve.
    """
    access.must_umpire()
    campaign = access.campaign
    state = ledger.state_of(campaign)
    if campaign.is_over:
        raise CampaignOver
    if real:
        with locked_campaign(campaign) as row:
            ledger.write(row, "look", (), by=access.user, note="The umpire tried the turn with the campaign’s dice.")
    try:
        dice = ledger.dice_of(campaign, dry=not real)
        resolved = resolve_turn(state, given_orders(campaign, state), dice)
    except NotNow as fault:
        raise Refused(str(fault), "turn") from None
    return TurnResolved(campaign.turn, state, resolved.entries, resolved.state)


def end_now(access: CampaignAccess) -> None:
    """End the campaign with the points as they are; all secrets are opened (CM-WIN-02).

    Raises:
        NotYours: they may not manage the campaign.
        CampaignOver, Refused: it has ended already, or an engagement is open.
    """
    access.must_manage()
    with locked_campaign(access.campaign) as campaign:
        if campaign.is_over:
            raise CampaignOver
        if campaign.status != CampaignStatus.ORDERS:
            raise Refused("Settle the open engagements first (CM-TIME-05).", "turn")
        act = Act(ledger.state_of(campaign), FixedDice({}))
        act.add(Ended(verdict(act.state, "The umpire ended the campaign.", "CM-WIN-02")))
        ledger.write(campaign, "end", act.entries, by=access.user, note="The campaign was ended.")


def due_campaigns(now: datetime | None = None) -> Iterator[Campaign]:
    """Campaigns whose deadline has passed while they wait for orders."""
    rows = Campaign.objects.filter(status=CampaignStatus.ORDERS, by_hand=False, paused=None)
    yield from rows.filter(deadline__lte=now or timezone.now()).order_by("deadline", "id")


def resolve_due(now: datetime | None = None) -> int:
    """Resolve every turn that is due, and settle engagements nobody chose a way for; returns how many turns."""
    count = 0
    for campaign in list(due_campaigns(now)):
        try:
            count += len(resolve(operator_access(campaign), campaign.turn).turns)
        except (CampaignOver, Gone, Moved, Refused):  # somebody has resolved, paused or deleted it in the meantime
            continue
    engagements.settle_overdue(now)
    return count
