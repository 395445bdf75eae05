"""A campaign as one file, ``campaign-record/1``: written whole, and read back with the same hash."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db import transaction
from msgspec import Meta, Struct

from armies.exchange.clean_text import one_line
from armies.models import Visibility
from battles.engine import registry
from battles.engine.codec import decode, encode, state_hash
from battles.engine.rng import commitment
from campaign.models import Campaign, CampaignAct, CampaignEntry, CampaignSeat
from campaign.war.rules.dice import SCHEME
from campaign.war.rules.events import Entry
from campaign.war.rules.files.faults import Fault, FaultyFile, decode_file
from campaign.war.rules.order_values import TurnOrders
from campaign.war.rules.resolution import resolve_turn
from campaign.war.rules.state import CampaignState, Result
from campaign.war.services import engagements, ledger
from campaign.war.services.access import CampaignAccess, NotYours, Refused
from campaign.war.services.creation import MOST_TITLE, SETTLINGS
from campaign.war.services.ledger import verify

FORMAT: Final = "campaign-record/1"
MOST_BYTES: Final = 20_000_000
MOST_ACTS: Final = 5_000

Text = Annotated[str, Meta(max_length=400)]


class ActRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One act with its ledger entries. ``orders`` or ``result`` are what it was decided from."""

    kind: Literal["resolve", "settle", "balance", "take_back", "end", "look", "desk", "dispatch"]
    turn: Annotated[int, Meta(ge=1, le=100_000)]
    rules_version: Annotated[int, Meta(ge=1, le=100_000)]
    entries: tuple[Entry, ...]
    orders: TurnOrders | None = None
    result: Result | None = None
    by: Annotated[str, Meta(max_length=80)] = ""
    note: Text = ""


class SeatRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat; people are not in the file."""

    side: Annotated[str, Meta(max_length=40)]
    command: Annotated[str, Meta(max_length=60)] = ""
    computer: Annotated[str, Meta(max_length=10)] = ""


class CampaignRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the format ``campaign-record/1``: all but people, clubs, links and orders that are still sealed.

    ``secret`` is the seed of the dice in hexadecimal digits, ``hash`` that of the last state.
    """

    format: Literal["campaign-record/1"]
    title: Annotated[str, Meta(max_length=MOST_TITLE)]
    template: Annotated[str, Meta(max_length=60)]
    system: Annotated[str, Meta(max_length=40)]
    settling: Annotated[str, Meta(max_length=10)]
    scheme: Annotated[str, Meta(max_length=20)]
    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    start: CampaignState
    seats: Annotated[tuple[SeatRow, ...], Meta(max_length=60)]
    acts: Annotated[tuple[ActRow, ...], Meta(max_length=MOST_ACTS)]
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


def export(access: CampaignAccess) -> bytes:
    """The file of a campaign; equal campaigns give equal bytes.

    Raises:
        NotYours: it is not over, and they are not an umpire: the file holds what is hidden.
    """
    if not access.sees_all:
        raise NotYours("The file holds what is hidden. You can take it when the campaign is over; an umpire, before.")
    campaign = access.campaign
    entries = ledger.entries_of(campaign)
    record = CampaignRecord(
        format=FORMAT,
        title=campaign.title,
        template=campaign.template,
        system=campaign.system,
        settling=campaign.settling,
        scheme=campaign.scheme,
        secret=bytes(campaign.secret).hex(),
        start=ledger.start_of(campaign),
        seats=tuple(SeatRow(row.side, row.command, row.computer) for row in campaign.seats.order_by("side", "command")),
        acts=tuple(_act_row(act, entries) for act in campaign.record.order_by("n")),
        hash=campaign.state_hash,
    )
    return encode(record)


def _act_row(act: CampaignAct, entries: Sequence[Entry]) -> ActRow:
    given = bytes(act.given)
    return ActRow(
        kind=act.kind,  # type: ignore[arg-type]
        turn=act.turn,
        rules_version=act.rules_version,
        entries=tuple(entries[act.first : act.first + act.count]),
        orders=decode(given, TurnOrders) if act.kind == "resolve" else None,
        result=decode(given, Result) if act.kind == "settle" else None,
        by=act.by_name,
        note=act.note,
    )


def import_campaign(
    content: bytes, owner: Any, *, title: str = "", visibility: str = Visibility.UNLISTED, token: UUID | None = None
) -> Campaign:
    """Store the campaign of a file after checking all of it; it goes on where it stood, with free seats.

    Raises:
        FaultyFile: it is damaged, of another or a newer format, or too large; with the path.
        Refused: its ledger, dice or hash are not right; nothing is stored.
    """
    if token is not None and (made := Campaign.objects.filter(asked=token, owner=owner).first()):
        return made
    record = _read(content)
    with transaction.atomic():
        campaign = _rows(record, owner, one_line(title)[:MOST_TITLE], visibility, token)
        wrong = _wrong(campaign)
        if not wrong and campaign.state_hash != record.hash:
            wrong = "Its hash is not that of its last state."
        if wrong:
            raise Refused(f"This campaign breaks its rules. {wrong}", "file")
        engagements.open_rows(campaign)
    return campaign


def _wrong(campaign: Campaign) -> str:
    """Why an imported campaign cannot be played; empty if its ledger is right and its next turn can be resolved."""
    try:
        for problem in verify(campaign):
            return problem.sentence
        state = ledger.state_of(campaign)
        if state.phase == "orders":
            resolve_turn(state, TurnOrders(), ledger.dice_of(campaign, dry=True))
    except Exception as fault:  # junk may break any rule
        return f"It cannot be played on ({type(fault).__name__})."
    return ""


def _read(content: bytes) -> CampaignRecord:
    record: CampaignRecord = decode_file(content, CampaignRecord, FORMAT, MOST_BYTES)
    if record.scheme != SCHEME:
        raise FaultyFile([Fault("$.scheme", f"Its dice are of the scheme {record.scheme}; this program has {SCHEME}.")])
    if record.system and record.system not in registry.playable():
        raise FaultyFile([Fault("$.system", f"There is no rule system {record.system}.")])
    if record.settling not in SETTLINGS:
        raise FaultyFile([Fault("$.settling", f"The computer settles by one of {', '.join(SETTLINGS)}.")])
    places = {(seat.side, seat.command) for seat in record.seats}
    if len(places) < len(record.seats):
        raise FaultyFile([Fault("$.seats", "A seat stands twice.")])
    return record


def _rows(record: CampaignRecord, owner: Any, title: str, visibility: str, token: UUID | None) -> Campaign:
    if visibility not in Visibility.values:
        raise Refused(f"Visibility is one of {', '.join(Visibility.values)}.", "visibility")
    secret = bytes.fromhex(record.secret)
    campaign = Campaign(
        owner=owner,
        title=title or record.title or record.start.setup.name[:MOST_TITLE],
        visibility=visibility,
        template=record.template,
        system=record.system,
        settling=record.settling,
        scheme=record.scheme,
        secret=secret,
        commitment=commitment(secret),
        start=encode(record.start),
        asked=token,
    )
    rows, acts, state = _folded(record)
    ledger.store_state(campaign, state)
    campaign.head, campaign.acts = len(rows) - 1, len(acts)
    campaign.save()
    CampaignSeat.objects.bulk_create(
        CampaignSeat(campaign=campaign, side=row.side, command=row.command, computer=row.computer)
        for row in record.seats
    )
    CampaignEntry.objects.bulk_create(
        CampaignEntry(campaign=campaign, n=n, act=act, turn=entry.turn, line=encode(entry))
        for n, (act, entry) in enumerate(rows)
    )
    CampaignAct.objects.bulk_create(_stored_act(campaign, *row) for row in acts)
    return campaign


def _folded(
    record: CampaignRecord,
) -> tuple[list[tuple[int, Entry]], list[tuple[int, ActRow, int, str]], CampaignState]:
    """Entries with the number of their act; acts with their first entry and the hash after them; the last state."""
    state = record.start
    rows: list[tuple[int, Entry]] = []
    acts: list[tuple[int, ActRow, int, str]] = []
    for n, act in enumerate(record.acts):
        first = len(rows)
        try:
            state = ledger.folded(state, act.entries)
        except Exception as fault:  # junk may break any rule
            raise Refused(f"Act {n} does not fit the campaign ({type(fault).__name__}).", "file") from None
        rows += [(n, entry) for entry in act.entries]
        acts.append((n, act, first, state_hash(state)))
    return rows, acts, state


def _stored_act(campaign: Campaign, n: int, act: ActRow, first: int, after: str) -> CampaignAct:
    given = act.orders if act.kind == "resolve" else act.result
    return CampaignAct(
        campaign=campaign,
        n=n,
        kind=act.kind,
        turn=act.turn,
        first=first,
        count=len(act.entries),
        given=b"" if given is None else encode(given),
        rules_version=act.rules_version,
        state_hash=after,
        note=act.note,
        by_name=act.by,
    )
