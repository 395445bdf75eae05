"""Verify a stored campaign: the books, the dice, each act decided again, and the stored copies (CM-BOOK-03)."""

from collections.abc import Iterator, Sequence

from battles.engine.codec import Unreadable, decode, state_hash
from battles.engine.rng import commitment
from campaign.models import Campaign, CampaignAct, CampaignEntry
from campaign.war.rules.act import Act
from campaign.war.rules.battle.quick import settle as settle_quickly
from campaign.war.rules.events import Entry
from campaign.war.rules.order_values import TurnOrders
from campaign.war.rules.resolution import decide
from campaign.war.rules.settlement import settle
from campaign.war.rules.state import CampaignState, Result
from campaign.war.rules.tables import RULES_VERSION
from campaign.war.rules.verify import Problem, verify_campaign
from campaign.war.services import ledger
from campaign.war.services.access import CampaignAccess


def verify(campaign: Campaign) -> list[Problem]:
    """What is wrong with a stored campaign; empty if all is well."""
    try:
        start, state = ledger.start_of(campaign), ledger.state_of(campaign)
        rows = list(CampaignEntry.objects.filter(campaign=campaign).order_by("n"))
        entries = [ledger.decode_entry(row.line) for row in rows]
        acts = list(campaign.record.order_by("n"))
        dice = ledger.dice_of(campaign)
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
        if not _decided_alike(campaign, state, act, own):
            yield Problem(act.first, "The rules decide this act in another way.")
        state = ledger.folded(state, own)
        if state_hash(state) != act.state_hash:
            yield Problem(act.first, "The act leads to another state than the stored hash says.")
        done += act.count
    if done != campaign.head + 1:
        yield Problem(None, "Ledger entries belong to no act.")


def _decided_alike(campaign: Campaign, state: CampaignState, act: CampaignAct, own: tuple[Entry, ...]) -> bool:
    """True for an act of older rules too: only its entries, books and dice are checked."""
    if act.rules_version != RULES_VERSION:
        return True
    dice = ledger.dice_of(campaign)
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
