"""Corrections of a ledger that is only ever added to (CM-FIX-01, CM-FIX-02)."""

from collections.abc import Sequence

from msgspec import Struct, structs

from campaign.war.rules.act import Act
from campaign.war.rules.books import Account, Transfer
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.events import Corrected, Entry, PhaseBegan, TakenBack
from campaign.war.rules.evolve import evolve
from campaign.war.rules.state import CampaignState

MEN = ("present", "stragglers", "hospital", "dead")
GUNS = (("guns", "present"), ("damaged", "damaged"), ("destroyed", "destroyed"))
CAPTURED = "captured"


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
    """The entries that were taken back, by their number in the ledger: they are shown struck through."""
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
