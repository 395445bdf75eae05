"""The stored ledger of a campaign: its states, its entries, and the one function that writes an act."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from armies.services.display_name import display_name
from battles.engine.codec import decode, encode, state_hash
from battles.engine.rng import key
from campaign.models import Campaign, CampaignAct, CampaignEntry, CampaignStatus
from campaign.war.rules.dice import DryDice, SeededCampaignDice
from campaign.war.rules.events import Entry, TakenBack
from campaign.war.rules.evolve import evolve
from campaign.war.rules.state import CampaignState
from campaign.war.rules.tables import RULES_VERSION
from campaign.war.services.lock import Refused

MOST_ENTRIES: Final = 500_000
CACHE: Final = "decoded state"


def state_of(campaign: Campaign) -> CampaignState:
    """The present state, decoded once for each row read."""
    cached = campaign.__dict__.get(CACHE)
    if cached is not None and cached[0] == campaign.state_hash:
        return cached[1]  # type: ignore[no-any-return]
    state: CampaignState = decode(bytes(campaign.state), CampaignState)
    campaign.__dict__[CACHE] = (campaign.state_hash, state)
    return state


def start_of(campaign: Campaign) -> CampaignState:
    """The state before the first turn."""
    state: CampaignState = decode(bytes(campaign.start), CampaignState)
    return state


def entries_of(campaign: Campaign, *, most: int | None = None) -> list[Entry]:
    """The ledger in order, or its first ``most`` entries; one query."""
    rows = CampaignEntry.objects.filter(campaign=campaign).order_by("n").values_list("line", flat=True)
    return [decode_entry(line) for line in (rows if most is None else rows[:most])]


def taken_back(campaign: Campaign) -> list[tuple[int, int]]:
    """The entries that took turns back, each with the turn to which the campaign returned."""
    acts = CampaignAct.objects.filter(campaign=campaign, kind="take_back").values_list("first", flat=True)
    rows = CampaignEntry.objects.filter(campaign=campaign, n__in=list(acts)).values_list("n", "line")
    events = [(n, decode_entry(line).event) for n, line in rows]
    return [(n, event.turn) for n, event in events if isinstance(event, TakenBack)]


def decode_entry(line: Any) -> Entry:
    """A ledger entry from its stored line."""
    entry: Entry = decode(bytes(line), Entry)
    return entry


def dice_of(campaign: Campaign, *, dry: bool = False) -> SeededCampaignDice:
    """The campaign's dice; for a dry run dice that are used nowhere else (chapter 2 of the rulebook)."""
    secret = key(bytes(campaign.secret), [])
    return DryDice(secret) if dry else SeededCampaignDice(secret)


def folded(state: CampaignState, entries: Iterable[Entry]) -> CampaignState:
    """The state after some entries."""
    for entry in entries:
        state = evolve(state, entry)
    return state


def write(
    campaign: Campaign, kind: str, entries: Sequence[Entry], *, given: Any = None, by: Any = None, note: str = ""
) -> CampaignAct:
    """Write an act of a campaign whose row is locked: its entries, the state after them, and its line of the record.

    Args:
        given: what it was decided from, as a value with JSON.
        by: the user; None for the server.
        note: a sentence for the record.

    Raises:
        Refused: the ledger is full.
    """
    first, n = campaign.head + 1, campaign.acts
    if first + len(entries) > MOST_ENTRIES:
        raise Refused(f"This campaign has {MOST_ENTRIES:,} ledger entries, the maximum.")
    state = folded(state_of(campaign), entries)
    CampaignEntry.objects.bulk_create(
        CampaignEntry(campaign=campaign, n=first + place, act=n, turn=entry.turn, line=encode(entry))
        for place, entry in enumerate(entries)
    )
    campaign.head += len(entries)
    campaign.acts += 1
    campaign.version += 1
    store_state(campaign, state)
    campaign.save()
    return CampaignAct.objects.create(
        campaign=campaign,
        n=n,
        kind=kind,
        turn=entries[0].turn if entries else campaign.turn,
        first=first,
        count=len(entries),
        given=b"" if given is None else encode(given),
        rules_version=RULES_VERSION,
        state_hash=campaign.state_hash,
        note=note[:400],
        by=by if getattr(by, "is_authenticated", False) else None,
        by_name=name_of(by),
    )


def store_state(campaign: Campaign, state: CampaignState) -> None:
    """Put a state and its copies for the lists into a row, without saving it."""
    campaign.state = encode(state)
    campaign.state_hash = state_hash(state)
    campaign.status = CampaignStatus(state.phase)
    campaign.turn, campaign.again = state.turn, state.again
    campaign.__dict__[CACHE] = (campaign.state_hash, state)


def name_of(user: Any) -> str:
    """The name of a user in the record; empty for the server."""
    return display_name(user)[:80] if getattr(user, "is_authenticated", False) else ""
