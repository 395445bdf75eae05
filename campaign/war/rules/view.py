"""What one side knows of a campaign, built up from nothing (CM-SIGHT-06, CM-ORDER-01).

A view of an alliance's forces, its reports, its points and the public facts. Nothing of the enemy is in it that no
report says. It is the same for all states that the side cannot tell apart.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct, structs

from campaign.war.rules.battle.result import seen_losses
from campaign.war.rules.books import Account
from campaign.war.rules.events import Corrected, DispatchSent, EngagementBegan, Entry, Settled, TakenBack
from campaign.war.rules.forces import drawn_out, present_leg, strength
from campaign.war.rules.intelligence.knowledge import knowers, known_forces
from campaign.war.rules.state import (
    CampaignState,
    Command,
    Commander,
    Contact,
    Depot,
    Dispatch,
    Engaged,
    Engagement,
    Force,
    Phase,
    Reinforcement,
    Report,
    Verdict,
)
from campaign.war.rules.tables import Grade, Weather
from campaign.war.rules.victory import Score, scores


class OwnForce(Struct, frozen=True):
    """A force of the viewer's alliance: all of it, its strength, and the metres of road under its column."""

    force: Force
    foot: int
    horse: int
    guns: int
    light_horse: int
    column: int
    order: str


class CampaignView(Struct, frozen=True):
    """What a side knows at a time. ``fading`` are reports that are faint; ``refuted`` those that are no longer true."""

    campaign: str
    side: str
    alliance: str
    turn: int
    time: int
    phase: Phase
    weather: Weather
    forces: tuple[OwnForce, ...]
    coming: tuple[Reinforcement, ...]
    books: Mapping[str, Account]
    quality: Mapping[str, Grade]
    commands: tuple[Command, ...]
    commanders: tuple[Commander, ...]
    reports: tuple[Report, ...]
    faint: tuple[Report, ...]
    refuted: tuple[str, ...]
    own_points: tuple[str, ...]
    broken: tuple[str, ...]
    depots: tuple[Depot, ...]
    contacts: tuple[Contact, ...]
    engagements: tuple[Engagement, ...]
    dispatches: tuple[Dispatch, ...]
    won: int
    verdict: Verdict | None = None
    scores: Mapping[str, Score] = {}


def view(state: CampaignState, side: str, command: str = "") -> CampaignView:
    """What ``side`` knows, with ``courier`` only what the named command knows; the scores once it is over."""
    setup = state.setup
    alliance = setup.alliance(side)
    allies = setup.allies(alliance)
    own = tuple(force for force in state.forces.values() if force.side in allies)
    knower = command or (knowers(state, alliance)[0] if len(knowers(state, alliance)) == 1 else alliance)
    known = known_forces(state, knower, alliance)
    every = dict(state.known.get(knower, {}))
    keys = {force.id for force in own}
    return CampaignView(
        campaign=setup.id,
        side=side,
        alliance=alliance,
        turn=state.turn,
        time=state.time,
        phase=state.phase,
        weather=state.weather,
        forces=tuple(_own(state, force) for force in own),
        coming=tuple(row for row in state.waiting if row.force.side in allies),
        books={unit: account for unit, account in state.books.items() if setup.units[unit].side in allies},
        quality={unit: grade for unit, grade in state.quality.items() if setup.units[unit].side in allies},
        commands=tuple(row for row in state.commands if row.side in allies),
        commanders=tuple(row for row in state.commanders.values() if row.side in allies),
        reports=tuple(known[of] for of in sorted(known)),
        faint=tuple(every[of] for of in sorted(every) if of not in known),
        refuted=tuple(of for of in state.refuted.get(knower, ()) if of in every),
        own_points=tuple(sorted(point for point, owner in state.owners.items() if owner == alliance)),
        broken=state.known_broken.get(knower, ()),
        depots=tuple(depot for depot in state.depots if depot.side in allies),
        contacts=tuple(row for row in state.contacts if row.first in keys or row.second in keys),
        engagements=tuple(engagement_view(state, row, alliance) for row in _own_engagements(state, alliance)),
        dispatches=tuple(
            sealed(row) for row in state.dispatches if row.side in allies and row.report is None and row.writer
        ),
        won=state.points.get(alliance, 0),
        verdict=state.verdict,
        scores=scores(state) if state.phase == "over" else {},
    )


def _own(state: CampaignState, force: Force) -> OwnForce:
    found = strength(state, force.formations)
    return OwnForce(
        force=force,
        foot=found.foot,
        horse=found.horse,
        guns=found.guns,
        light_horse=found.light,
        column=drawn_out(force.column),
        order=present_leg(force).order,
    )


def _own_engagements(state: CampaignState, alliance: str) -> list[Engagement]:
    return [row for row in state.engagements.values() if alliance in (row.attacker, row.defender)]


def engagement_view(state: CampaignState, engagement: Engagement, alliance: str) -> Engagement:
    """An engagement as a side knows it: without what of the enemy has not yet come up."""

    def seen(rows: tuple[Engaged, ...], own: bool) -> tuple[Engaged, ...]:
        if own or engagement.status == "settled":
            return rows
        return tuple(structs.replace(row, arrivals=()) for row in rows if row.formations)

    attacks = engagement.attacker == alliance
    return structs.replace(
        engagement, attackers=seen(engagement.attackers, attacks), defenders=seen(engagement.defenders, not attacks)
    )


def _settled(state: CampaignState, event: Settled, allies: Collection[str]) -> Settled:
    """A settled engagement as a side knows it: unhurt units of the enemy are not named."""
    units = state.setup.units
    own = {state.setup.alliance(side) for side in allies}
    return structs.replace(
        event,
        result=structs.replace(event.result, losses=seen_losses(state, event.result.losses, own)),
        damaged={unit: guns for unit, guns in event.damaged.items() if units[unit].side in allies},
        stray={unit: men for unit, men in event.stray.items() if units[unit].side in allies},
    )


def sealed(dispatch: Dispatch) -> Dispatch:
    """A dispatch under way as a side knows it: that a rider is out, not what was written (CM-CMD-01)."""
    return structs.replace(dispatch, text="", order=None, report=None, lost=False)


def readable(entry: Entry, side: str) -> bool:
    """True if a side may read a ledger entry while the campaign runs."""
    return entry.audience is None or side in entry.audience


def entry_view(state: CampaignState, entry: Entry, side: str) -> Entry | None:
    """A ledger entry as a side may read it, or None: with its own transfers and forces alone.

    ``state`` is any state of the campaign from that entry on.
    """
    if not readable(entry, side):
        return None
    setup = state.setup
    allies = setup.allies(setup.alliance(side))
    event = entry.event
    if isinstance(event, EngagementBegan):
        event = EngagementBegan(engagement_view(state, event.engagement, setup.alliance(side)))
    elif isinstance(event, Settled):
        event = _settled(state, event, allies)
    elif isinstance(event, DispatchSent):
        event = DispatchSent(sealed(event.dispatch))
    elif isinstance(event, Corrected | TakenBack):
        return None
    return Entry(
        turn=entry.turn,
        time=entry.time,
        event=event,
        transfers=tuple(row for row in entry.transfers if setup.units[row.unit].side in allies),
        changes=tuple(row for row in entry.changes if row.force.rpartition(".")[0] in allies),
        rolls=entry.rolls,
        audience=entry.audience,
    )
