"""Audit of a campaign from its ledger, and corrections, which are only ever added to it (CM-BOOK-03, CM-FIX)."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from battles.engine.codec import state_hash
from campaign.war.rules.act import Act
from campaign.war.rules.books import Account, NotInAccount, Transfer
from campaign.war.rules.dice import CampaignDice, DicePlace, FixedDice
from campaign.war.rules.events import Corrected, Entry, PhaseBegan, TakenBack
from campaign.war.rules.evolve import evolve
from campaign.war.rules.state import CampaignState

MEN = ("present", "stragglers", "hospital", "dead")
GUNS = (("guns", "present"), ("damaged", "damaged"), ("destroyed", "destroyed"))
CAPTURED = "captured"
MOST_PROBLEMS = 50


class CannotCorrect(ValueError):
    """A correction that cannot be; a sentence for the user."""


class Change(Struct, frozen=True):
    """What a correction would change in a unit's account, for a preview."""

    unit: str
    before: Account
    after: Account


def balance(
    state: CampaignState, wanted: Sequence[tuple[str, Account]], entry: int, by: str, why: str
) -> tuple[Entry, ...]:
    """The entry that brings some units' accounts to what they should be; places and later fights stay (CM-FIX-02).

    ``entry`` is the ledger entry that it corrects.

    Raises:
        CannotCorrect: no reason, or accounts that do not add up to what the unit had and got.
    """
    if not why.strip():
        raise CannotCorrect("Say why you correct the books (CM-FIX-01).")
    transfers: list[Transfer] = []
    for unit, account in wanted:
        old = state.books.get(unit)
        if old is None:
            raise CannotCorrect(f"There is no unit {unit[:80]} (CM-FIX-02).")
        if account.men != old.men or account.all_guns != old.all_guns or account.replaced != old.replaced:
            raise CannotCorrect(
                f"{state.setup.units[unit].name}: the accounts must add up to {old.men:,} men (CM-BOOK-03)."
            )
        if any(number < 0 for number in (*_men(account).values(), *_guns(account).values())):
            raise CannotCorrect(f"{state.setup.units[unit].name}: an account has no negative number (CM-BOOK-01).")
        transfers += _moves(unit, _men(old), _men(account), "men")
        transfers += _moves(unit, _guns(old), _guns(account), "guns")
    act = Act(state, FixedDice({}))
    act.add(Corrected(entry, by, why), transfers=transfers)
    return tuple(act.entries)


def preview(state: CampaignState, entries: Sequence[Entry]) -> list[Change]:
    """What a correction would change (CM-FIX-02)."""
    after = state
    for entry in entries:
        after = evolve(after, entry)
    return [Change(unit, old, after.books[unit]) for unit, old in state.books.items() if after.books[unit] != old]


def take_back(start: CampaignState, ledger: Sequence[Entry], turn: int, by: str, why: str) -> Entry:
    """The entry that returns the campaign to the beginning of a turn; later entries stay, struck through (CM-FIX-02).

    Its state holds new dice for the turn (``again``).

    Raises:
        CannotCorrect: no reason, or a turn that has not been resolved.
    """
    if not why.strip():
        raise CannotCorrect("Say why you take the turn back (CM-FIX-01).")
    state, again = start, start.again
    for entry in ledger:
        state = evolve(state, entry)
        again = max(again, state.again)
    if not 1 <= turn < state.turn and not (turn == state.turn and state.phase != "orders"):
        raise CannotCorrect(f"Turn {turn} has not been resolved (CM-FIX-02).")
    before = state_at_turn(start, ledger, turn)
    event = TakenBack(turn, by, why, structs.replace(before, again=again + 1))
    return Entry(turn=state.turn, time=before.time, event=event)


def state_at_turn(start: CampaignState, ledger: Sequence[Entry], turn: int) -> CampaignState:
    """The state at the beginning of a turn, as it was last; balances made before its resolution count."""
    state = found = start
    is_beginning = turn == start.turn
    for entry in ledger:
        state = evolve(state, entry)
        if isinstance(entry.event, PhaseBegan | TakenBack):
            is_beginning = state.phase == "orders" and state.turn == turn
        elif not isinstance(entry.event, Corrected):
            is_beginning = False
        found = state if is_beginning else found
    return found


def struck(ledger: Sequence[Entry]) -> set[int]:
    """The entries that no longer count, by their number in the ledger: they are shown struck through (CM-FIX-02)."""
    gone: set[int] = set()
    for n, entry in enumerate(ledger):
        if isinstance(entry.event, TakenBack):
            gone |= {
                place
                for place, old in enumerate(ledger[:n])
                if old.turn >= entry.event.turn and not isinstance(old.event, TakenBack)
            }
    return gone


def _men(account: Account) -> dict[tuple[str, str], int]:
    rows = {(name, ""): int(getattr(account, name)) for name in MEN}
    return {**rows, **{(CAPTURED, side): men for side, men in account.captured.items()}}


def _guns(account: Account) -> dict[tuple[str, str], int]:
    rows = {(name, ""): int(getattr(account, field)) for field, name in GUNS}
    return {**rows, **{(CAPTURED, side): guns for side, guns in account.captured_guns.items()}}


def _moves(unit: str, old: dict[tuple[str, str], int], new: dict[tuple[str, str], int], what: str) -> list[Transfer]:
    """Transfers from accounts that have too much to those that have too little, through ``present``."""
    transfers = []
    for account, side in sorted({*old, *new}):
        number = new.get((account, side), 0) - old.get((account, side), 0)
        if account == "present" or not number:
            continue
        source, target = (account, "present") if number < 0 else ("present", account)
        transfers.append((number > 0, Transfer(unit, source, target, abs(number), "CM-FIX-02", what, by=side)))  # type: ignore[arg-type]
    return [transfer for _, transfer in sorted(transfers, key=lambda row: row[0])]


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
