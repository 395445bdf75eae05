"""Computer commanders of stored campaigns: they get what their side may know (CM-AI-01)."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from campaign.models import Campaign, CampaignSeat
from campaign.models.war import UMPIRE
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.computer import CHARACTERS, Character, Decision, briefing, decisions
from campaign.war.rules.order_values import TurnOrders
from campaign.war.rules.state import CampaignState, Force
from campaign.war.services.access import command_key

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
