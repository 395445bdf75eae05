"""The resolution of a turn: one act, all or nothing, in the order of the steps (CM-TIME-05, CM-TIME-07)."""

from msgspec import Struct

from campaign.war.rules.act import Act
from campaign.war.rules.command.dispatches import arrive, follow_commanders, send_all
from campaign.war.rules.command.orders import go_on, take_orders
from campaign.war.rules.contact.meetings import hold_in_touch, meet
from campaign.war.rules.contact.outcome import look_again, touch, turn_end
from campaign.war.rules.day import account
from campaign.war.rules.dice import CampaignDice
from campaign.war.rules.events import (
    Ended,
    EngagementBegan,
    Entry,
    ForceChange,
    LegBegan,
    OrderDropped,
    PhaseBegan,
    SideGaveUp,
    Sighted,
    StruckOff,
    Touched,
)
from campaign.war.rules.evolve import evolve
from campaign.war.rules.forces import present_leg
from campaign.war.rules.march import plan, write
from campaign.war.rules.sight import look
from campaign.war.rules.state import CampaignState, TurnOrders
from campaign.war.rules.supply import order_depots, reinforce
from campaign.war.rules.victory import end_if_over, timed_points
from campaign.war.rules.works import mask, take_points, work

__all__ = ["NotNow", "close_turn", "decide", "evolve", "resolve_turn", "run_on", "turn_end"]


class NotNow(ValueError):
    """The campaign is in another phase; a sentence for the user."""


class Resolved(Struct, frozen=True):
    """What a resolution wrote, and the state after it."""

    state: CampaignState
    entries: tuple[Entry, ...]


def decide(state: CampaignState, orders: TurnOrders, dice: CampaignDice) -> tuple[Entry, ...]:
    """The entries of a turn's resolution; ``evolve`` applies them.

    Raises:
        NotNow: an engagement is open, or the campaign has ended.
    """
    return resolve_turn(state, orders, dice).entries


def resolve_turn(state: CampaignState, orders: TurnOrders, dice: CampaignDice) -> Resolved:
    """As ``decide``, with the state after it."""
    if state.phase != "orders":
        why = "Settle the open engagements first" if state.phase == "engagements" else "The campaign has ended"
        raise NotNow(f"{why} (CM-TIME-05).")
    act = Act(state, dice)
    end = turn_end(act)
    for side in orders.give_up:
        if side in act.alliances and side not in act.state.given_up:
            act.add(SideGaveUp(side))
    for begins in range(state.time, end, act.settings.step_minutes):
        step(act, begins, orders if begins == state.time else None)
    act.begins = act.ends = act.now = end
    if end >= state.setup.end:
        account(act)
    if any(engagement.status == "open" for engagement in act.state.engagements.values()):
        act.add(PhaseBegan("engagements", state.turn))
    else:
        close_turn(act)
    return Resolved(act.state, tuple(act.entries))


def stops_running_on(entries: tuple[Entry, ...]) -> bool:
    """True if something in a turn asks for new orders: a contact, the end of a march, a new enemy (CM-TIME-06)."""
    for entry in entries:
        event = entry.event
        if isinstance(event, Touched | EngagementBegan | OrderDropped | Ended):
            return True
        if isinstance(event, LegBegan) and event.leg.order != "march":
            return True
        if isinstance(event, Sighted) and event.new:
            return True
    return False


def run_on(state: CampaignState, orders: TurnOrders, dice: CampaignDice) -> Resolved:
    """A turn, and with ``run_on`` those after it until something happens, all in one act (CM-TIME-06)."""
    done = resolve_turn(state, orders, dice)
    entries = done.entries
    for _ in range(state.setup.settings.run_on_turns - 1 if state.setup.settings.run_on else 0):
        if done.state.phase != "orders" or stops_running_on(done.entries):
            break
        done = resolve_turn(done.state, TurnOrders(), dice)
        entries += done.entries
    return Resolved(done.state, entries)


def step(act: Act, begins: int, orders: TurnOrders | None) -> None:
    """One step (CM-TIME-07); engaged forces do nothing else for the rest of the turn (CM-TIME-08)."""
    act.begins = act.now = begins
    act.ends = begins + act.settings.step_minutes
    account(act)
    reinforce(act)
    if orders is not None:
        take_orders(act, send_all(act, orders))
        order_depots(act, orders)
    arrive(act)
    go_on(act)
    act.now = act.ends
    safe: set[str] = set()
    look_again(act, safe)
    walks, stay = hold_in_touch(act, plan(act))
    for force in stay:
        if present_leg(force).order == "march" and not force.idle:
            act.drop(act.state.forces[force.id], "An enemy in touch bars the way.", "CM-ORDER-06")
    walks, contacts = meet(act, walks, frozenset(safe))
    write(act, walks)
    touch(act, contacts, safe)
    look(act)
    work(act)
    mask(act)
    take_points(act, walks)
    strike_off(act)
    timed_points(act)


def strike_off(act: Act) -> None:
    """Forces without men and guns are struck off; their commanders go to the nearest of their own (CM-BOOK-04)."""
    gone = [
        force for force in act.forces() if not force.engaged and act.strength(force).men + act.strength(force).guns == 0
    ]
    for force in gone:
        act.add(StruckOff(force.id), audience=act.allies(force.side))
    if gone:
        follow_commanders(act)


def close_turn(act: Act) -> None:
    """The end of a turn, once its engagements are settled: the next turn, or the end of the campaign (CM-TIME-05)."""
    if not end_if_over(act):
        ended = [ForceChange(force=f.id, way=()) for f in act.forces() if f.joins]
        act.add(PhaseBegan("orders", act.state.turn + 1), changes=ended)
