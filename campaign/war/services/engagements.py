"""Settle engagements: the way is chosen, a result is proposed and confirmed, the aftermath follows (CM-ENG-04)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, get_args

from django.utils import timezone
from msgspec import Struct, structs

from armies.exchange.clean_text import one_line
from battles.engine import registry
from battles.engine.codec import decode, encode
from battles.engine.core import SetupError
from battles.engine.rng import key
from battles.models import Battle, TableGame
from battles.services.create.battle_start import Sitting
from campaign.models import Campaign, CampaignEngagement, CampaignSeat, CampaignStatus
from campaign.models.war import UMPIRE
from campaign.war.rules.act import Act
from campaign.war.rules.battle.encounters import NobodyFights
from campaign.war.rules.battle.quick import settle as settle_quickly
from campaign.war.rules.battle.result import NoResult, faults
from campaign.war.rules.resolution import NotNow
from campaign.war.rules.settlement import settle
from campaign.war.rules.state import CampaignState, Engagement, Result, Settling
from campaign.war.services import ledger
from campaign.war.services.access import CampaignAccess, CampaignOver, NotYours, Refused, locked_campaign
from campaign.war.services.engagement_battles import (
    BattleChoice,
    NotOver,
    NotThisBattle,
    create_battle,
    create_table_game,
    fought_by_computers,
    result_of_battle,
    result_of_game,
    stopped_result,
)

WAYS: Final[tuple[str, ...]] = get_args(Settling)
BY_DICE: Final = ("quick", "computer")
"""Ways whose result nobody writes: it is confirmed as it comes."""
SETTLED: Final[dict[Settling, str]] = {
    "board": "fought on the board",
    "table": "fought at the table",
    "written": "the result is written in",
    "computer": "fought by computers",
    "quick": "settled quickly",
}
"""How an engagement was settled, for the record."""
MOST_WHY: Final = 300
WATCHED: Final = "watched"
"""Key among the choices that says that computers fight on a board, to be watched."""
SIDES: Final = "ab"
"""The sides of a battle: attacker and defender."""


class Fight(Struct, frozen=True):
    """An engagement of the state with the row that says how it is settled."""

    row: CampaignEngagement
    engagement: Engagement


def open_rows(campaign: Campaign) -> None:
    """Create the rows of engagements that have none, in the transaction of the act that began them."""
    state = ledger.state_of(campaign)
    rows = CampaignEngagement.objects.filter(campaign=campaign, again=campaign.again)
    known = set(rows.values_list("number", flat=True))
    CampaignEngagement.objects.bulk_create(
        CampaignEngagement(campaign=campaign, number=number, turn=engagement.turn, again=campaign.again)
        for number, engagement in state.engagements.items()
        if engagement.status == "open" and number not in known
    )


def fights(campaign: Campaign) -> list[Fight]:
    """The engagements of the campaign as it now stands, the first first."""
    state = ledger.state_of(campaign)
    rows = {row.number: row for row in campaign.engagements.filter(again__lte=campaign.again).order_by("again")}
    pairs = [Fight(rows[number], row) for number, row in state.engagements.items() if number in rows]
    return sorted(pairs, key=lambda pair: (pair.engagement.begins, pair.engagement.id))


def parties(access: CampaignAccess, engagement: Engagement) -> tuple[str, ...]:
    """The alliances of an engagement for which the user may decide; both for an umpire.

    The owner decides for alliances in which no person commands.
    """
    both = (engagement.attacker, engagement.defender)
    if access.is_umpire:
        return both
    setup = ledger.state_of(access.campaign).setup
    mine = {setup.alliance(side) for side in access.sides}
    if access.is_owner:
        mine |= set(both) - with_people(access.campaign, access.seats)
    return tuple(alliance for alliance in both if alliance in mine)


def known_alliances(access: CampaignAccess, engagement: Engagement) -> tuple[str, ...]:
    """The alliances of an engagement whose formations the user may know: their own; both without secrets."""
    both = (engagement.attacker, engagement.defender)
    setup = ledger.state_of(access.campaign).setup
    if access.sees_all or setup.settings.information == "open":
        return both
    own = {setup.alliance(side) for side in access.sides}
    return tuple(alliance for alliance in both if alliance in own)


def with_people(campaign: Campaign, seats: Sequence[CampaignSeat]) -> set[str]:
    """The alliances in which a person commands."""
    setup = ledger.state_of(campaign).setup
    return {setup.alliance(seat.side) for seat in seats if seat.has_person and seat.side != UMPIRE}


def has_umpire(seats: Sequence[CampaignSeat]) -> bool:
    """True if a person is the umpire."""
    return any(seat.side == UMPIRE and seat.has_person for seat in seats)


def choose(
    access: CampaignAccess,
    number: int,
    way: str,
    *,
    system: str = "",
    options: Mapping[str, Any] | None = None,
    game: str = "",
    watch: bool = False,
) -> CampaignEngagement:
    """Choose how an engagement is settled. When both sides agree, or an umpire says so, it is done (CM-ENG-04).

    ``board`` creates a battle, ``table`` a tracked game unless it names one, ``computer`` and ``quick`` give a result
    at once. With ``watch`` computers fight a ``computer`` battle on a board, move by move.

    Raises:
        NotYours: their side is not in it.
        Refused: it is settled, there is no such way, system or game, or a side has nobody who can fight.
    """
    with locked_campaign(access.campaign) as campaign:
        fight = open_fight(campaign, number)
        mine = _must_decide(access, fight.engagement)
        row = fight.row
        if row.battle_id is not None:
            raise Refused("The battle has been created already. Play it, or stop it and take its result.", "way")
        _check_way(campaign, way, system)
        row.choices |= dict.fromkeys([*mine, *([WATCHED] if watch and way == "computer" else [])], way)
        row.system = system or row.system or campaign.system
        row.options = dict(options or row.options)
        if game:
            row.game = _game(game, access)
        both = (fight.engagement.attacker, fight.engagement.defender)
        silent = set(both) - with_people(campaign, access.seats)
        if all(row.choices.get(alliance) == way or alliance in silent for alliance in both):
            _begin(campaign, fight, way, access)
        row.save()
        settle_what_is_ready(campaign, by=access.user)
        _touch(campaign)
    return row


def _check_way(campaign: Campaign, way: str, system: str) -> None:
    if way not in WAYS:
        raise Refused(f"An engagement is settled by one of {', '.join(WAYS)} (CM-ENG-04).", "way")
    key_of = system or campaign.system
    if way in ("board", "computer") and key_of not in registry.playable():
        known = ", ".join(registry.playable())
        raise Refused(f"Choose a rule system for this battle: one of {known} (CM-ENG-04).", "system")


def _game(slug: str, access: CampaignAccess) -> TableGame:
    game = TableGame.objects.readable_by(access.user).filter(slug=slug).first() if access.user else None
    if game is None:
        raise Refused("There is no tracked game at this address that you may see.", "game")
    return game


def _begin(campaign: Campaign, fight: Fight, way: str, access: CampaignAccess) -> None:
    """The agreed way begins: a battle, or a result at once."""
    row, engagement = fight.row, fight.engagement
    row.settling = way
    is_watched = way == "computer" and WATCHED in row.choices
    choice = BattleChoice(
        system=row.system,
        options=row.options,
        sittings=() if is_watched else _sittings(campaign, engagement, access.seats),
        owner=campaign.owner,
        visibility=campaign.visibility,
    )
    state = ledger.state_of(campaign)
    try:
        if way == "board" or is_watched:
            row.battle, _ = create_battle(state, engagement, choice)
        elif way == "table" and row.game is None and row.system:
            row.game = create_table_game(state, engagement, row.system, campaign.owner, options=row.options)
            row.game.keepers.set([sitting.user for sitting in choice.sittings if sitting.user])
    except (NobodyFights, SetupError, ValueError) as fault:
        raise Refused(str(fault), "way") from None
    if way in BY_DICE and not is_watched:
        row.result = encode(result_by_dice(campaign, engagement, way, row.system, row.options))
        row.confirmed = [engagement.attacker, engagement.defender]


def _sittings(campaign: Campaign, engagement: Engagement, seats: Sequence[CampaignSeat]) -> list[Sitting]:
    """The umpire and the players of a battle: of each alliance the player whose side has most forces there."""
    setup = ledger.state_of(campaign).setup
    sittings = []
    pairs = zip(
        SIDES,
        (engagement.attacker, engagement.defender),
        (engagement.attackers, engagement.defenders),
        strict=True,
    )
    for place, alliance, parts in pairs:
        there = [part.side for part in parts]
        people = [seat for seat in seats if seat.has_person and seat.side != UMPIRE]
        own = [seat for seat in people if setup.alliance(seat.side) == alliance]
        if own:
            first = max(own, key=lambda seat: (there.count(seat.side), -len(seat.command), -seat.pk))
            sittings.append(Sitting(place=place, user=first.user, guest=first.guest, name=first.name))
    players = {sitting.user for sitting in sittings}
    umpire = next((seat for seat in seats if seat.side == UMPIRE and seat.user and seat.user not in players), None)
    if umpire is not None:
        sittings.append(Sitting(place=UMPIRE, user=umpire.user, name=umpire.name))
    return sittings


def result_by_dice(
    campaign: Campaign, engagement: Engagement, way: str, system: str, options: Mapping[str, Any]
) -> Result:
    """The result of an engagement that is settled quickly, or that computers fight (CM-QUICK-02, CM-ENG-04).

    Raises:
        Refused: the computer cannot fight it; the sentence says why.
    """
    state = ledger.state_of(campaign)
    if way == "quick":
        return settle_quickly(state, engagement, Act(state, ledger.dice_of(campaign)).roll)
    place = f"computer/{campaign.again}/{engagement.id}".encode()
    try:
        return fought_by_computers(state, engagement, system, key(bytes(campaign.secret), [place]), options)
    except (NobodyFights, SetupError, ValueError) as fault:
        raise Refused(str(fault), "way") from None


def open_fight(campaign: Campaign, number: int) -> Fight:
    """An open engagement of a campaign.

    Raises:
        CampaignOver: the campaign has ended.
        Refused: there is no such engagement, or it is settled.
    """
    if campaign.is_over:
        raise CampaignOver
    for fight in fights(campaign):
        if fight.engagement.id == number:
            if fight.engagement.status != "open":
                raise Refused(f"Engagement {number} is settled already (CM-ENG-07).", "engagement")
            return fight
    raise Refused(f"There is no engagement {number} (CM-ENG-01).", "engagement")


def _must_decide(access: CampaignAccess, engagement: Engagement) -> tuple[str, ...]:
    mine = parties(access, engagement)
    if not mine:
        raise NotYours("Your side is not in this engagement.")
    return mine


def propose(access: CampaignAccess, number: int, result: Result) -> CampaignEngagement:
    """Enter the result of an engagement, or correct it; the other side then confirms it (CM-ENG-07).

    Raises:
        NotYours: their side is not in it.
        Refused: it is settled, or the result cannot be; all sentences that say why.
    """
    with locked_campaign(access.campaign) as campaign:
        fight = open_fight(campaign, number)
        mine = _must_decide(access, fight.engagement)
        if fight.row.settling in BY_DICE:
            raise Refused("Dice have settled this engagement; nobody writes its result (CM-QUICK-02).", "way")
        known = known_alliances(access, fight.engagement)
        _enter(campaign, fight, structs.replace(result, engagement=number), mine, access.seats, known)
        settle_what_is_ready(campaign, by=access.user)
        _touch(campaign)
    return fight.row


def collect(access: CampaignAccess, number: int, *, stop: bool = False) -> CampaignEngagement:
    """Take the result of the engagement's battle or tracked game.

    With ``stop`` a battle ends as it stands, undecided; so does a game that has not ended (CM-RULING-47).

    Raises:
        NotYours: their side is not in it.
        Refused: it has neither, or the battle goes on.
    """
    with locked_campaign(access.campaign) as campaign:
        fight = open_fight(campaign, number)
        mine = _must_decide(access, fight.engagement)
        result = _fought(ledger.state_of(campaign), fight, stop)
        _enter(campaign, fight, result, mine, access.seats)
        settle_what_is_ready(campaign, by=access.user)
        _touch(campaign)
    return fight.row


def take_result(battle: Battle) -> None:
    """Enter the result of a battle that is over in the campaign that it belongs to, if there is one (CM-ENG-07).

    Sides without a person confirm it; so does the only side with one. The campaign then goes on.
    """
    waiting = CampaignEngagement.objects.filter(battle=battle, settled=False, result=None)
    row = waiting.select_related("campaign").first()
    if row is None:
        return
    with locked_campaign(row.campaign) as campaign:
        fight = next((f for f in fights(campaign) if f.row.pk == row.pk and f.engagement.status == "open"), None)
        if fight is None or fight.row.result is not None:
            return
        seats = list(campaign.seats.all())
        people = with_people(campaign, seats) & {fight.engagement.attacker, fight.engagement.defender}
        mine = tuple(people) if len(people) == 1 or fight.row.settling in BY_DICE else ()
        _enter(campaign, fight, _fought(ledger.state_of(campaign), fight, stop=False), mine, seats)
        settle_what_is_ready(campaign)
        _touch(campaign)


def _fought(state: CampaignState, fight: Fight, stop: bool) -> Result:
    """The result of an engagement's battle or tracked game."""
    row = fight.row
    try:
        if row.battle is not None:
            read = stopped_result if stop else result_of_battle
            return read(state, fight.engagement, row.battle, row.options)
        if row.game is not None:
            return result_of_game(state, fight.engagement, row.game, row.options)
    except (NotOver, NotThisBattle) as fault:
        raise Refused(str(fault), "engagement") from None
    raise Refused("This engagement has no battle and no tracked game. Write its result in.", "engagement")


def _enter(
    campaign: Campaign,
    fight: Fight,
    result: Result,
    mine: Sequence[str],
    seats: Sequence[CampaignSeat],
    known: Sequence[str] | None = None,
) -> None:
    """Store a proposed result. The alliance that enters it and alliances without a person have confirmed it."""
    wrong = faults(ledger.state_of(campaign), fight.engagement, result, known)
    if wrong:
        raise Refused(" ".join(wrong), "result")
    both = (fight.engagement.attacker, fight.engagement.defender)
    silent = set(both) - with_people(campaign, seats)
    fight.row.settling = fight.row.settling or result.settled
    fight.row.result = encode(structs.replace(result, settled=fight.row.settling))
    fight.row.confirmed = [alliance for alliance in both if alliance in mine or alliance in silent]
    fight.row.disputed = ""
    fight.row.save()


def confirm(access: CampaignAccess, number: int) -> CampaignEngagement:
    """Confirm the proposed result; when both sides have, the aftermath follows (CM-ENG-07).

    Raises:
        NotYours: their side is not in it.
        Refused: there is no result yet, or it is settled.
    """
    with locked_campaign(access.campaign) as campaign:
        fight = open_fight(campaign, number)
        mine = _must_decide(access, fight.engagement)
        if fight.row.result is None:
            raise Refused("There is no result to confirm yet (CM-ENG-07).", "engagement")
        fight.row.confirmed = sorted({*fight.row.confirmed, *mine})
        fight.row.save()
        settle_what_is_ready(campaign, by=access.user)
        _touch(campaign)
    return fight.row


def dispute(access: CampaignAccess, number: int, why: str) -> CampaignEngagement:
    """Say why the proposed result is not right; the umpire or the other side then enters another (CM-ENG-07).

    Raises:
        NotYours: their side is not in it.
        Refused: there is no result, no reason, their side has confirmed it, or it is settled.
    """
    with locked_campaign(access.campaign) as campaign:
        fight = open_fight(campaign, number)
        mine = _must_decide(access, fight.engagement)
        text = one_line(why)
        if fight.row.result is None or fight.row.settling in BY_DICE:
            raise Refused("There is no result to dispute (CM-ENG-07).", "engagement")
        if not text or len(text) > MOST_WHY:
            raise Refused(f"Say in 1 to {MOST_WHY} characters what is not right.", "why")
        if set(mine) <= set(fight.row.confirmed):
            raise Refused("Your side has confirmed this result. Enter another one instead.", "engagement")
        fight.row.disputed = f"{access.name or 'A guest'}: {text}"[:400]
        fight.row.save()
        _touch(campaign)
    return fight.row


def result_in(row: CampaignEngagement) -> Result | None:
    """The proposed or final result that a stored row holds."""
    if row.result is None:
        return None
    result: Result = decode(bytes(row.result), Result)
    return result


def settle_what_is_ready(campaign: Campaign, by: Any = None, *, alone: bool = True) -> None:
    """Settle engagements in the order in which they began, as far as their results are confirmed (CM-TIME-05).

    An engagement in which no person commands is settled as the owner has chosen (CM-AI-03), unless ``alone`` is false:
    then only results that are there. The row is locked.
    """
    seats = list(campaign.seats.all())
    while campaign.status == CampaignStatus.ENGAGEMENTS:
        fight = next((pair for pair in fights(campaign) if pair.engagement.status == "open"), None)
        if fight is None:
            return
        both = {fight.engagement.attacker, fight.engagement.defender}
        umpired = has_umpire(seats)
        if alone and fight.row.result is None and not umpired and not both & with_people(campaign, seats):
            _settle_alone(campaign, fight)
        result = result_in(fight.row)
        silent = set() if umpired else both - with_people(campaign, seats)
        if result is None or not both <= {*fight.row.confirmed, *silent}:
            return
        _settle(campaign, fight, result, by)


def _settle_alone(campaign: Campaign, fight: Fight, way: str = "") -> None:
    """Settle by dice. Where a system cannot fight it, quickly."""
    row = fight.row
    row.settling, row.system = way or campaign.settling, row.system or campaign.system
    try:
        result = result_by_dice(campaign, fight.engagement, row.settling, row.system, row.options)
    except Refused:
        row.settling = "quick"
        result = result_by_dice(campaign, fight.engagement, "quick", "", {})
    row.result = encode(result)
    row.confirmed = [fight.engagement.attacker, fight.engagement.defender]
    row.save()


def _settle(campaign: Campaign, fight: Fight, result: Result, by: Any) -> None:
    try:
        entries = settle(ledger.state_of(campaign), result, ledger.dice_of(campaign))
    except (NoResult, NotNow) as fault:
        raise Refused(str(fault), "result") from None
    note = f"Battle {fight.engagement.id}: {SETTLED[result.settled]}."
    ledger.write(campaign, "settle", entries, given=result, by=by, note=note)
    fight.row.settled = True
    fight.row.save()


def settle_overdue(now: datetime | None = None) -> int:
    """Settle quickly what nobody chose a way for in ``settle_days``, where the campaign says so (CM-ENG-04)."""
    moment, count = now or timezone.now(), 0
    waiting = CampaignEngagement.objects.filter(settled=False, settling="", result=None)
    for row in waiting.filter(campaign__status=CampaignStatus.ENGAGEMENTS).select_related("campaign"):
        settings = ledger.state_of(row.campaign).setup.settings
        if settings.settle_default != "quick" or row.created + timedelta(days=settings.settle_days) > moment:
            continue
        with locked_campaign(row.campaign) as campaign:
            fight = next((f for f in fights(campaign) if f.row.pk == row.pk and f.engagement.status == "open"), None)
            if fight is not None and fight.row.result is None and not fight.row.settling:
                _settle_alone(campaign, fight, "quick")
                settle_what_is_ready(campaign)
                count += 1
    return count


def _touch(campaign: Campaign) -> None:
    campaign.version += 1
    campaign.save()
