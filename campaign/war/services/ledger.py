"""The stored ledger of a campaign: its states and entries, the function that writes an act, verification."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from armies.services.people import display_name
from battles.engine.codec import Unreadable, decode, encode, state_hash
from battles.engine.rng import commitment, key
from campaign.models import Campaign, CampaignAct, CampaignEntry, CampaignStatus
from campaign.war.rules.act import Act
from campaign.war.rules.audit import Problem, verify_campaign
from campaign.war.rules.battle.quick import settle as settle_quickly
from campaign.war.rules.dice import DryDice, SeededCampaignDice
from campaign.war.rules.events import Entry, Joined, StruckOff, TakenBack
from campaign.war.rules.evolve import evolve
from campaign.war.rules.order_values import TurnOrders
from campaign.war.rules.resolution import decide
from campaign.war.rules.settlement import settle
from campaign.war.rules.state import CampaignState, Result
from campaign.war.rules.tables import RULES_VERSION
from campaign.war.services.access import CampaignAccess, Refused

MOST_ENTRIES: Final = 500_000
CACHE: Final = "decoded state"
KEPT_STATES: Final = 8
"""Decoded states in the memory of a process."""


def state_of(campaign: Campaign) -> CampaignState:
    """The present state. A process keeps the latest ones decoded, for the pages and orders of the same turn."""
    cached = campaign.__dict__.get(CACHE)
    if cached is not None and cached[0] == campaign.state_hash:
        return cached[1]  # type: ignore[no-any-return]
    return _decoded(bytes(campaign.state))


@lru_cache(maxsize=KEPT_STATES)
def _decoded(text: bytes) -> CampaignState:
    state: CampaignState = decode(text, CampaignState)
    return state


def start_of(campaign: Campaign) -> CampaignState:
    """The state before the first turn."""
    state: CampaignState = decode(bytes(campaign.start), CampaignState)
    return state


def former_names(campaign: Campaign, state: CampaignState, entries: Iterable[Entry], side: str) -> dict[str, str]:
    """Names by id of forces of the beginning that ``side`` may know, if forces end in ``entries``; else none."""
    if not any(isinstance(entry.event, StruckOff | Joined) for entry in entries):
        return {}
    allies = state.setup.allies(state.setup.alliance(side))
    forces = start_of(campaign).forces.values()
    return {force.id: force.name for force in forces if state.verdict is not None or force.side in allies}


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


def standing_entries(campaign: Campaign) -> list[Entry]:
    """The ledger in order, without the entries of turns that were taken back (CM-FIX-02)."""
    rows = CampaignEntry.objects.filter(campaign=campaign)
    for n, turn in taken_back(campaign):
        rows = rows.exclude(n__lte=n, turn__gte=turn)
    return [decode_entry(line) for line in rows.order_by("n").values_list("line", flat=True)]


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


def verify(campaign: Campaign) -> list[Problem]:
    """What is wrong with a stored campaign; empty if all is well."""
    try:
        start, state = start_of(campaign), state_of(campaign)
        rows = list(CampaignEntry.objects.filter(campaign=campaign).order_by("n"))
        entries = [decode_entry(row.line) for row in rows]
        acts = list(campaign.record.order_by("n"))
        dice = dice_of(campaign)
        problems = verify_campaign(start, entries, state, dice)
        problems += _copies(campaign, state, [row.n for row in rows])
        return problems or list(_acts(campaign, start, entries, acts))
    except Unreadable as fault:
        return [Problem(None, f"A stored part cannot be read. {fault}")]


def verified_for(access: CampaignAccess) -> list[Problem]:
    """As ``verify``, for a user: only who sees everything reads what is wrong in an entry."""
    problems = verify(access.campaign)
    if access.sees_all:
        return problems
    return [Problem(row.n, "This entry is not right.") if row.n is not None else row for row in problems]


def _copies(campaign: Campaign, state: CampaignState, numbers: Sequence[int]) -> Iterator[Problem]:
    if list(numbers) != list(range(campaign.head + 1)):
        yield Problem(None, "Ledger entries are missing.")
    if campaign.state_hash != state_hash(state):
        yield Problem(None, "The stored hash is not that of the state.")
    if (campaign.turn, campaign.status, campaign.again) != (state.turn, state.phase, state.again):
        yield Problem(None, "The list shows another turn than the state.")
    if campaign.commitment != commitment(bytes(campaign.secret)):
        yield Problem(None, "The secret of the dice is not the one that was committed to.")


def _acts(
    campaign: Campaign, state: CampaignState, entries: Sequence[Entry], acts: Sequence[CampaignAct]
) -> Iterator[Problem]:
    """Each act, decided again from the orders or the result it was decided from."""
    done = 0
    for act in acts:
        if act.first != done:
            yield Problem(None, f"Act {act.n} does not begin where the one before it ends.")
            return
        own = tuple(entries[act.first : act.first + act.count])
        stored: CampaignState = decode(encode(state), CampaignState)  # in its order of keys, as the act was decided
        if not any(_decided_alike(campaign, same, act, own) for same in (stored, state)):
            yield Problem(act.first, "The rules decide this act in another way.")
        state = folded(state, own)
        if state_hash(state) != act.state_hash:
            yield Problem(act.first, "The act leads to another state than the stored hash says.")
        done += act.count
    if done != campaign.head + 1:
        yield Problem(None, "Ledger entries belong to no act.")


def _decided_alike(campaign: Campaign, state: CampaignState, act: CampaignAct, own: tuple[Entry, ...]) -> bool:
    """True for an act of older rules too: only its entries, books and dice are checked."""
    if act.rules_version != RULES_VERSION:
        return True
    dice = dice_of(campaign)
    if act.kind == "resolve":
        return decide(state, decode(bytes(act.given), TurnOrders), dice) == own
    if act.kind == "settle":
        result: Result = decode(bytes(act.given), Result)
        if result.settled == "quick":
            engagement = state.engagements[result.engagement]
            if settle_quickly(state, engagement, Act(state, dice).roll) != result:
                return False
        return settle(state, result, dice) == own
    return True
