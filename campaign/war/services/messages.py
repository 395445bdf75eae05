"""Messages and dispatches of a campaign: at once or by rider, public news, and what the umpire does with them."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q, QuerySet
from msgspec import Struct, structs

from armies.exchange.clean_text import many_lines
from campaign.models import Campaign, CampaignMessage, CampaignSeat
from campaign.models.war import UMPIRE
from campaign.war.rules.command.dispatches import held_dispatch
from campaign.war.rules.events import DispatchEnded, Entry
from campaign.war.rules.order_values import Letter
from campaign.war.rules.state import CampaignState, Commander, Dispatch
from campaign.war.services import ledger
from campaign.war.services.access import CampaignAccess, Gone, NotYours, Refused, locked_campaign
from campaign.war.services.orders import MOST_LETTERS, MOST_TEXT, OrderSheet, give, leader_of, written

MOST_A_TURN: Final = 100
"""Messages of one campaign in a turn."""
MOST_SHOWN: Final = 100


class Riding(Struct, frozen=True):
    """A letter or order under way, or a letter that is sealed until the turn is resolved (``dispatch`` 0)."""

    dispatch: int
    writer: str
    to: str
    text: str
    order: bool
    held: bool
    arrives: int


def by_rider(state: CampaignState) -> bool:
    """True if letters ride, so that nothing is told at once (CM-CMD-01)."""
    return state.setup.settings.use_couriers


def leaders(access: CampaignAccess, state: CampaignState) -> set[str]:
    """The ids of the commanders whom the user plays."""
    return {leader_of(state, seat) for seat in access.mine if seat.side != UMPIRE} - {""}


def addressees(access: CampaignAccess, state: CampaignState) -> list[Commander]:
    """The commanders that the user may write to: those of their alliance with a seat or command of their own."""
    mine, alliance = leaders(access, state), state.setup.alliance
    alliances = {alliance(side) for side in access.sides}
    return [row for row in heads(state) if row.id not in mine and alliance(row.side) in alliances]


def heads(state: CampaignState) -> list[Commander]:
    """The commanders whose letters somebody reads: those of a side or of a command of its own."""
    keys = {row.commander for row in state.commands} | {side.commander for side in state.setup.sides}
    return [state.commanders[key] for key in sorted(keys) if key in state.commanders and not state.commanders[key].fate]


def partners(access: CampaignAccess, state: CampaignState) -> list[Commander]:
    """The commanders that the user plays together with somebody: the player and the deputy write to each other."""
    shared = {leader_of(state, seat) for seat in access.mine if seat.side != UMPIRE and seat.deputy_id}
    return [state.commanders[key] for key in sorted(shared) if key in state.commanders]


def readable(access: CampaignAccess) -> "QuerySet[CampaignMessage]":
    """The messages that the user may read, the newest first; at the end all are open (CM-WIN-02)."""
    rows = CampaignMessage.objects.filter(campaign=access.campaign)
    if access.sees_all:
        return rows
    state = ledger.state_of(access.campaign)
    alliances = {state.setup.alliance(side) for side in access.sides}
    own = [seat.pk for seat in access.mine if seat.side != UMPIRE]
    for_all = Q(to="") | Q(to__in=alliances, addressee="")
    to_them = Q(to__in=alliances, addressee__in=leaders(access, state))
    return rows.filter(Q(held=False) & (for_all | to_them) | Q(seat__in=own))


def published(campaign: Campaign) -> "QuerySet[CampaignMessage]":
    """The newest public news, which everybody may read who may open the campaign, the newest first."""
    return CampaignMessage.objects.filter(campaign=campaign, to="", held=False)[:MOST_SHOWN]


def send(access: CampaignAccess, text: str, *, to: str = "") -> CampaignMessage | None:
    """Send a message: at once to the players of their alliance, or by rider to the commander ``to`` (CM-CMD-01).

    To a commander of their own it goes at once: the player and the deputy read it.

    A letter by rider is sealed with the orders and leaves when the turn is resolved; None then.

    Raises:
        NotYours: they play no side.
        Refused: it is empty or too long, there are too many, or there is nobody to write to.
        CampaignOver: as ``give``.
    """
    if not access.sides:
        raise NotYours("Only players of a side write to each other.")
    text = _checked(text)
    state = ledger.state_of(access.campaign)
    own = to if to in {row.id for row in partners(access, state)} else ""
    if by_rider(state) and not own:
        _by_rider(access, state, text, to)
        return None
    with locked_campaign(access.campaign) as campaign:
        seats = [seat for seat in access.mine if seat.side != UMPIRE]
        seat = next((seat for seat in seats if own and leader_of(state, seat) == own), seats[0])
        return _store(access, campaign, text, state.setup.alliance(seat.side), seat, addressee=own)


def _by_rider(access: CampaignAccess, state: CampaignState, text: str, to: str) -> None:
    writer = next(iter(sorted(leaders(access, state))), "")
    before = tuple(row.value for row in written(access) if isinstance(row.value, Letter))
    if len(before) >= MOST_LETTERS:
        raise Refused(f"You have {MOST_LETTERS} letters for this turn already, which is the limit.", "text")
    give(access, OrderSheet(letters=(*before, Letter(writer, to, text))), turn=access.campaign.turn)


def publish(access: CampaignAccess, text: str) -> CampaignMessage:
    """Publish news that everybody reads who may see the campaign. Raises as ``send``; `NotYours` for players."""
    access.must_manage()
    text = _checked(text)
    with locked_campaign(access.campaign) as campaign:
        return _store(access, campaign, text, "", None)


def _checked(text: str) -> str:
    text = many_lines(text).strip()
    if not text or len(text) > MOST_TEXT:
        raise Refused(f"A message has 1 to {MOST_TEXT:,} characters.", "text")
    return text


def _store(
    access: CampaignAccess, campaign: Campaign, text: str, to: str, seat: CampaignSeat | None, *, addressee: str = ""
) -> CampaignMessage:
    if campaign.messages.filter(turn=campaign.turn).count() >= MOST_A_TURN:
        raise Refused(f"This turn has {MOST_A_TURN} messages, which is the limit.", "text")
    _touch(campaign)
    return CampaignMessage.objects.create(
        campaign=campaign,
        to=to,
        addressee=addressee,
        turn=campaign.turn,
        text=text,
        seat=seat,
        by=access.user,
        by_name=access.name or (seat.name if seat else ""),
    )


def deliver(campaign: Campaign, entries: Sequence[Entry]) -> None:
    """Store the letters that have arrived or were taken in an act, for who reads them now. The row is locked."""
    state = ledger.state_of(campaign)
    for entry in entries:
        event = entry.event
        if not isinstance(event, DispatchEnded) or not event.dispatch.text or event.how not in ("arrived", "taken"):
            continue
        letter, taken = event.dispatch, event.how == "taken"
        writer = state.commanders.get(letter.writer)
        reader = (entry.audience or (letter.side,))[0] if taken else letter.side
        CampaignMessage.objects.create(
            campaign=campaign,
            to=state.setup.alliance(reader),
            turn=entry.turn,
            addressee="" if taken else letter.to[:120],
            rider=True,
            text=letter.text[:MOST_TEXT],
            by_name=(writer.name if writer else "The umpire")[:80],
        )


def riding(access: CampaignAccess) -> list[Riding]:
    """What is under way: what the user wrote; all for an umpire. Who will receive it does not know of it yet."""
    state = ledger.state_of(access.campaign)
    mine = leaders(access, state)
    sealed = [
        Riding(0, row.value.writer, row.value.to, row.value.text, order=False, held=False, arrives=0)
        for row in written(access)
        if isinstance(row.value, Letter)
    ]
    return sealed + [
        Riding(row.id, row.writer, row.to, row.text, row.order is not None, row.held, row.arrives)
        for row in state.dispatches
        if row.report is None and (access.is_umpire or (row.writer in mine and not access.campaign.is_over))
    ]


# What an umpire does


def hold(access: CampaignAccess, message: int, held: bool) -> None:
    """Hold a message back from its readers, or release it. Raises `NotYours`; `Gone` if there is none."""
    access.must_umpire()
    with locked_campaign(access.campaign) as campaign:
        row = _message(campaign, message)
        row.held, row.changed_by = held, access.name
        row.save()
        _touch(campaign)


def rewrite(access: CampaignAccess, message: int, text: str) -> None:
    """Change the text of a message; its readers see that an umpire has. Raises as ``hold`` and ``send``."""
    access.must_umpire()
    text = _checked(text)
    with locked_campaign(access.campaign) as campaign:
        row = _message(campaign, message)
        row.text, row.changed_by = text, access.name
        row.save()
        _touch(campaign)


def _message(campaign: Campaign, message: int) -> CampaignMessage:
    row = CampaignMessage.objects.filter(campaign=campaign, pk=message).first()
    if row is None:
        raise Gone("There is no such message.")
    return row


def hold_rider(access: CampaignAccess, dispatch: int, *, held: bool | None = None, text: str | None = None) -> None:
    """Hold or release a rider under way, or change the letter (CM-CMD-01).

    Raises:
        NotYours: they are not an umpire.
        Gone: no such rider is under way.
    """
    access.must_umpire()
    with locked_campaign(access.campaign) as campaign:
        state = ledger.state_of(campaign)
        row = next((row for row in state.dispatches if row.id == dispatch), None)
        if row is None:
            raise Gone("This rider is not under way any more.")
        row = row if held is None else structs.replace(row, held=held)
        row = row if text is None else structs.replace(row, text=_checked(text))
        _write(access, campaign, state, row, "changed a dispatch" if held is None else "held or released a dispatch")


def write_dispatch(access: CampaignAccess, writer: str, to: str, text: str) -> None:
    """Send a letter in a commander's name, which arrives with the next step (CM-CMD-01).

    Raises:
        NotYours: they are not an umpire.
        Refused: there is no such commander, or the text is empty or too long.
    """
    access.must_umpire()
    text = _checked(text)
    with locked_campaign(access.campaign) as campaign:
        state = ledger.state_of(campaign)
        reader = state.commanders.get(to)
        force = state.forces.get(reader.force) if reader else None
        if reader is None or force is None:
            raise Refused("Choose a commander who is with a force.", "to")
        sender = writer if writer in state.commanders else ""
        row = Dispatch(0, reader.side, sender, reader.id, state.time, state.time, force.place, text=text)
        _write(access, campaign, state, row, "wrote a dispatch")


def _write(access: CampaignAccess, campaign: Campaign, state: CampaignState, row: Dispatch, what: str) -> None:
    entry = held_dispatch(state, row)
    ledger.write(campaign, "dispatch", (entry,), by=access.user, note=f"{access.name or 'The operator'} {what}.")


def _touch(campaign: Campaign) -> None:
    campaign.version += 1
    campaign.save()
