"""Answers of the API about campaigns, built from views: nothing that a user may not know gets in."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from django.contrib.auth.models import User
from django.http import HttpResponse
from msgspec import to_builtins
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.problems import Error, Problem
from battles.api.endpoint import problem_of as battle_problem
from campaign.models import Campaign
from campaign.war.api import shapes, war_shapes
from campaign.war.report import place_words
from campaign.war.rules.audit import Change
from campaign.war.rules.battle.quick import Known, odds
from campaign.war.rules.battle.result import seen_losses
from campaign.war.rules.calendar import moment
from campaign.war.rules.events import Entry
from campaign.war.rules.files.faults import FaultyFile
from campaign.war.rules.state import CampaignState, Engagement, Report, Result
from campaign.war.rules.tables import PER_MILLE
from campaign.war.rules.view import CampaignView, OwnForce, entry_view, view
from campaign.war.services import ledger
from campaign.war.services.access import NO_CAMPAIGN, CampaignAccess, CampaignOver, Moved, access_of
from campaign.war.services.creation import CAMPAIGNS, shipped_campaign
from campaign.war.services.engagements import Fight, parties, result_in
from campaign.war.story import sentence_of
from campaign.war.words import order_words

TAG: Final[dict[str, Any]] = {"tag": "Campaigns"}


class CampaignEndpoint(Endpoint):
    """An endpoint of one campaign or of all."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for armies, and refusals of a campaign become problems."""
        return super().handle_exception(_problem_of(exc) or exc)

    def once(self, request: Request, work: Callable[[], HttpResponse]) -> HttpResponse:
        """As for armies; a replayed answer is sent only if the caller may still see the campaign."""
        answer = super().once(request, work)
        if "Idempotency-Replayed" in answer and answer.status_code != 204 and "campaign" in self.kwargs:
            self.access(request, self.kwargs["campaign"])
        return answer

    def access(self, request: Request, slug: str) -> CampaignAccess:
        """The caller's access to the campaign.

        Raises:
            Problem: ``not-found`` if there is none or the caller may not see it; the answer does not tell which.
        """
        rows = Campaign.objects.readable_by(request.user).select_related("owner", "club")
        campaign = rows.filter(slug=slug).first()
        if campaign is None:
            raise Problem("not-found", NO_CAMPAIGN)
        return access_of(campaign, request.user)


def user_named(name: str) -> User | None:
    """The user who signs in with this name; None for an empty one.

    Raises:
        Problem: there is no such user.
    """
    if not name:
        return None
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        sentence = f"There is no user {name[:60]}."
        raise Problem("refused", sentence, errors=[Error("user", "refused", sentence)])
    return user


def _problem_of(fault: Exception) -> Problem | None:
    match fault:
        case Moved():
            return Problem("conflict", str(fault), extra={"version": fault.version})
        case CampaignOver():
            return Problem("conflict", str(fault))
        case FaultyFile():
            errors = [Error(row.path[:200], "faulty", row.sentence) for row in fault.faults]
            return Problem("refused", str(fault), errors=errors)
    return battle_problem(fault)


def views_for(access: CampaignAccess, state: CampaignState) -> list[CampaignView]:
    """The views that a user gets: one for their side or command, one for each alliance if they see everything."""
    if access.sees_all:
        return [view(state, alliance) for alliance in state.setup.alliances]
    seats = [seat for seat in access.mine if seat.side in access.sides]
    first = {state.setup.alliance(seat.side): seat for seat in reversed(seats)}
    courier = state.setup.settings.information == "courier"
    return [
        view(state, seat.side, _command(state, seat.side, seat.command) if courier else "") for seat in first.values()
    ]


def _command(state: CampaignState, side: str, command: str) -> str:
    """The command whose knowledge a seat has; that of the commander-in-chief for a whole side."""
    own = [row for row in state.commands if row.side == side]
    leader = next((row.commander for row in state.setup.sides if row.key == side), "")
    chief = next((row.id for row in own if row.commander == leader), own[0].id if own else "")
    return command or chief


def campaign_now(access: CampaignAccess) -> shapes.CampaignNow:
    """A campaign as a user sees it."""
    campaign = access.campaign
    state = ledger.state_of(campaign)
    setup = state.setup
    return shapes.CampaignNow(
        slug=campaign.slug,
        title=campaign.title,
        template=campaign.template,
        summary=shipped_campaign(campaign.template).summary if campaign.template in CAMPAIGNS else "",
        system=campaign.system,
        club=campaign.club.slug if campaign.club else "",
        visibility=campaign.visibility,
        status=campaign.status,
        turn=campaign.turn,
        time=moment(setup.date, state.time),
        start=moment(setup.date, setup.start),
        end=moment(setup.date, setup.end),
        turn_hours=setup.settings.turn_hours,
        weather=state.weather,
        deadline=campaign.deadline,
        interval=campaign.interval,
        time_zone=str(campaign.zone),
        by_hand=campaign.by_hand,
        paused=campaign.paused,
        settling=campaign.settling,
        version=campaign.version,
        sides=[shapes.CampaignSideShown(side.key, side.name, side.alliance) for side in setup.sides],
        commands=[{"id": row.id, "side": row.side, "name": row.name} for row in setup.commands],
        seats=seats_shown(access),
        may=[word for word, yes in _rights(access) if yes],
        knows=[knowledge(state, seen) for seen in views_for(access, state)],
        commitment=campaign.commitment,
        secret=bytes(campaign.secret).hex() if campaign.is_over else "",
        verdict=None
        if state.verdict is None
        else war_shapes.WarVerdict(
            state.verdict.winner, state.verdict.degree, dict(state.verdict.points), state.verdict.reason
        ),
    )


def _rights(access: CampaignAccess) -> Iterable[tuple[str, bool]]:
    yield "order", bool(access.sides) and not access.campaign.is_over
    yield "manage", access.may_manage
    yield "umpire", access.is_umpire


def seats_shown(access: CampaignAccess) -> list[shapes.CampaignSeatShown]:
    """The seats; who plays them is no secret."""
    return [
        shapes.CampaignSeatShown(
            id=seat.pk,
            side=seat.side,
            command=seat.command,
            player=seat.name,
            kind="user" if seat.has_person else "computer" if seat.computer else "open",
            character=seat.computer,
            ready=seat.ready >= access.campaign.turn,
            yours=seat in access.mine,
        )
        for seat in access.seats
    ]


def knowledge(state: CampaignState, seen: CampaignView) -> war_shapes.WarKnowledge:
    """What a view holds, as the API says it."""
    reports = [_report(state, row, seen) for row in seen.reports]
    reports += [_report(state, row, seen, faint=True) for row in seen.faint]
    accounts = seen.books.values()
    return war_shapes.WarKnowledge(
        side=seen.side,
        alliance=seen.alliance,
        forces=[_force(state, row) for row in seen.forces],
        coming=[
            war_shapes.WarComing(
                row.force.id, row.force.side, row.force.name, row.force.place, moment(state.setup.date, row.arrives)
            )
            for row in seen.coming
        ],
        reports=reports,
        dispatches=[
            war_shapes.WarDispatch(
                row.id, row.writer, row.to, moment(state.setup.date, row.written), row.text, row.order
            )
            for row in seen.dispatches
            if row.report is None
        ],
        points=list(seen.own_points),
        depots=[depot.point for depot in seen.depots],
        broken=list(seen.broken),
        men=war_shapes.WarMen(
            present=sum(row.present for row in accounts),
            stragglers=sum(row.stragglers for row in accounts),
            hospital=sum(row.hospital for row in accounts),
            dead=sum(row.dead for row in accounts),
            captured=sum(sum(row.captured.values()) for row in accounts),
            guns=sum(row.guns for row in accounts),
            guns_damaged=sum(row.damaged for row in accounts),
            guns_lost=sum(row.destroyed + sum(row.captured_guns.values()) for row in accounts),
        ),
        won=seen.won,
    )


def _force(state: CampaignState, row: OwnForce) -> war_shapes.WarForce:
    force = row.force
    names = {point.id: point.name for point in state.setup.map.points}
    commander = state.commanders.get(force.commander)
    return war_shapes.WarForce(
        id=force.id,
        side=force.side,
        name=force.name,
        commander=commander.name if commander else "",
        place=force.place,
        where=place_words(state, force.place),
        faces=force.faces,
        foot=row.foot,
        horse=row.horse,
        guns=row.guns,
        light_horse=row.light_horse,
        column=row.column,
        order=order_words(force.legs or force.standing[:1], lambda point: names.get(point, point)),
        legs=list(force.legs),
        standing=list(force.standing),
        fatigue=force.fatigue,
        hunger=force.hunger,
        works=force.works,
        idle=force.idle,
        engagement=force.engaged,
        formations=list(force.formations),
    )


def _report(state: CampaignState, row: Report, seen: CampaignView, faint: bool = False) -> war_shapes.WarReport:
    return war_shapes.WarReport(
        of=row.of,
        side=row.side,
        time=moment(state.setup.date, row.time),
        place=row.place,
        where=place_words(state, row.place),
        heading=row.heading,
        arms=list(row.arms),
        men=row.men,
        name=row.name,
        contact=row.contact,
        faint=faint and row.of not in seen.refuted,
        refuted=row.of in seen.refuted,
    )


def entries_shown(
    access: CampaignAccess, state: CampaignState, rows: Sequence[tuple[int, Entry]], struck: set[int]
) -> list[shapes.LedgerEntry]:
    """Ledger entries as a user may read them; their numbers say nothing of those that they may not read.

    ``rows`` are entries with their number in the ledger; ``struck`` those whose turn was taken back.
    """
    shown: list[shapes.LedgerEntry] = []
    for n, entry in rows:
        seen = entry if access.sees_all else _seen(access, state, entry)
        if seen is None:
            continue
        event: dict[str, Any] = to_builtins(seen.event, str_keys=True, enc_hook=dict)
        kind = event.pop("kind")
        event.pop("state", None)
        shown.append(
            shapes.LedgerEntry(
                n=n if access.sees_all else len(shown),
                turn=entry.turn,
                time=moment(state.setup.date, entry.time),
                kind=kind,
                text=sentence_of(state, seen),
                event=event,
                transfers=[to_builtins(row) for row in seen.transfers],
                rolls=[to_builtins(row) for row in seen.rolls],
                struck=n in struck,
            )
        )
    return shown


def _seen(access: CampaignAccess, state: CampaignState, entry: Entry) -> Entry | None:
    for side in access.sides:
        seen = entry_view(state, entry, side)
        if seen is not None:
            return seen
    return None


def fight_shown(access: CampaignAccess, fight: Fight) -> war_shapes.WarEngagement:
    """An engagement as a user knows it; ``fight.engagement`` is already as their side sees it."""
    state, row, engagement = ledger.state_of(access.campaign), fight.row, fight.engagement
    result = result_in(row)
    return war_shapes.WarEngagement(
        number=engagement.id,
        turn=engagement.turn,
        begins=moment(state.setup.date, engagement.begins),
        light=engagement.light,
        place=engagement.place,
        where=place_words(state, engagement.place),
        attacker=engagement.attacker,
        defender=engagement.defender,
        forces=[
            war_shapes.WarEngaged(
                part.force,
                part.side,
                state.forces[part.force].name if part.force in state.forces else "",
                len(part.formations),
                [arrival.minutes for arrival in part.arrivals],
            )
            for part in (*engagement.attackers, *engagement.defenders)
        ],
        status=engagement.status,
        choices=dict(row.choices),
        settling=row.settling,
        system=row.system,
        battle=row.battle.slug if row.battle else "",
        game=row.game.slug if row.game else "",
        result=None if result is None else _result(access, state, result),
        confirmed=list(row.confirmed),
        disputed=row.disputed,
        yours=list(parties(access, engagement)) if engagement.status == "open" else [],
        odds=_odds(access, state, engagement) if engagement.status == "open" else {},
    )


def _odds(access: CampaignAccess, state: CampaignState, engagement: Engagement) -> dict[str, int]:
    """The true odds for an umpire; for a player those that follow from reports (CM-RULING-49)."""
    known = None
    if not access.sees_all:
        both = (engagement.attacker, engagement.defender)
        seen = next((row for row in views_for(access, state) if row.alliance in both), None)
        if seen is None:
            return {}
        known = Known(seen.alliance, {row.of: row for row in (*seen.faint, *seen.reports)})
    chances = odds(state, engagement, known)
    return {
        "attacker": int(chances.attacker * PER_MILLE),
        "defender": int(chances.defender * PER_MILLE),
    }


def _result(access: CampaignAccess, state: CampaignState, result: Result) -> war_shapes.WarResult:
    alliances = {state.setup.alliance(side) for side in access.sides}
    losses = result.losses if access.sees_all else seen_losses(state, result.losses, alliances)
    return war_shapes.WarResult(
        winner=result.winner,
        field=result.field,
        minutes=result.minutes,
        losses=tuple(war_shapes.WarLoss(row.unit, row.men, row.guns, row.fled) for row in losses),
        leaders=tuple(war_shapes.WarFate(row.commander, row.fate, row.days) for row in result.leaders),
        states=dict(result.states),
    )


def correction_shown(changes: Iterable[Change], turn: int, stored: bool) -> shapes.CorrectionShown:
    """What a correction changes."""
    rows = [shapes.AccountChange(row.unit, to_builtins(row.before), to_builtins(row.after)) for row in changes]
    return shapes.CorrectionShown(rows, turn, stored)


def map_shown(campaign: Campaign) -> shapes.MapRead:
    """The map of a campaign."""
    ground = ledger.state_of(campaign).setup.map
    return shapes.MapRead(
        id=ground.id,
        name=ground.name,
        points=[to_builtins(row) for row in ground.points],
        roads=[to_builtins(row) for row in ground.roads],
        rivers=[to_builtins(row) for row in ground.rivers],
        crossings=[to_builtins(row) for row in ground.crossings],
    )
