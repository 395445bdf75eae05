"""Audit of a campaign from its ledger: the books, the places, the dice, and each act decided again (CM-BOOK-03)."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from battles.engine.codec import state_hash
from campaign.war.rules.books import NotInAccount
from campaign.war.rules.dice import CampaignDice, DicePlace
from campaign.war.rules.events import Entry
from campaign.war.rules.evolve import evolve
from campaign.war.rules.state import CampaignState

MOST_PROBLEMS = 50


class Problem(Struct, frozen=True):
    """What is wrong; ``n`` is the ledger entry, counted from 0, or None for the campaign as a whole."""

    n: int | None
    sentence: str


def verify_campaign(
    start: CampaignState,
    ledger: Sequence[Entry],
    now: CampaignState | None = None,
    dice: CampaignDice | None = None,
) -> list[Problem]:
    """Problems of a ledger: books that do not balance, formations in two forces, dice not from the seed, another end.

    ``now`` is the stored state, ``dice`` the campaign's once its secret is known. The list is empty if all is well.
    """
    problems: list[Problem] = []
    state = start
    for n, entry in enumerate(ledger):
        try:
            state = evolve(state, entry)
        except (NotInAccount, KeyError) as wrong:
            problems.append(Problem(n, f"The entry does not fit the campaign: {wrong}"))
            return problems
        if entry.transfers:
            problems += [Problem(n, sentence) for sentence in unbalanced(state)]
        problems += [Problem(n, sentence) for sentence in misplaced(state)]
        if dice is not None:
            problems += [Problem(n, sentence) for sentence in false_rolls(state, entry, dice)]
        if len(problems) >= MOST_PROBLEMS:
            return problems
    if now is not None and state_hash(now) != state_hash(state):
        problems.append(Problem(None, "The stored state is not what the ledger leads to."))
    return problems


def unbalanced(state: CampaignState) -> Iterable[str]:
    """Units whose accounts are not the men and guns at the start and the replacements (CM-BOOK-03)."""
    for key, account in state.books.items():
        unit = state.setup.units[key]
        if account.men != unit.men + account.replaced:
            had = unit.men + account.replaced
            yield f"{unit.name} has {account.men:,} men in its accounts, not {had:,} (CM-BOOK-03)."
        if account.all_guns != unit.guns:
            yield f"{unit.name} has {account.all_guns} guns in its accounts, not {unit.guns} (CM-BOOK-03)."


def misplaced(state: CampaignState) -> Iterable[str]:
    """Formations that stand in two forces."""
    seen: dict[str, str] = {}
    for force in (*state.forces.values(), *(row.force for row in state.waiting)):
        for formation in force.formations:
            if formation in seen:
                yield f"{formation} stands in {seen[formation]} and {force.id} (CM-FORCE-02)."
            seen[formation] = force.id


def false_rolls(state: CampaignState, entry: Entry, dice: CampaignDice) -> Iterable[str]:
    """Rolls of an entry that are not the campaign's dice."""
    for roll in entry.rolls:
        place = DicePlace(entry.turn, state.again, roll.step, roll.rule, roll.who)
        if dice.roll(place, len(roll.faces)) != roll.faces:
            yield f"The roll for {roll.rule} of {roll.who} is not from the campaign's dice."
