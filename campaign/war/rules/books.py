"""The books: every man and gun of a unit in one account, and how men lost are split (CM-BOOK-01, CM-AFTER-01)."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct, structs

from campaign.war.rules.tables import CampaignTables, Outcome

What = Literal["men", "guns"]

MenAccount = Literal["present", "stragglers", "hospital", "dead", "captured"]
GunAccount = Literal["present", "damaged", "captured", "destroyed"]
AccountName = Literal["present", "stragglers", "hospital", "dead", "captured", "damaged", "destroyed", "replacements"]
"""Where men or guns may be. ``replacements`` is the world outside: men come from it and never return (CM-REINF-02)."""

MEN_ACCOUNTS: tuple[MenAccount, ...] = ("present", "stragglers", "hospital", "dead", "captured")
GUN_ACCOUNTS: tuple[GunAccount, ...] = ("present", "damaged", "captured", "destroyed")


class NotInAccount(ValueError):
    """A transfer of more than there is, or between accounts that do not exist."""


class Transfer(Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """``number`` men or guns of ``unit`` from one account to another, by ``rule`` (CM-BOOK-01).

    ``by`` is the side that captures. ``battle`` is the engagement in which stragglers were lost (CM-STRAG-03).
    The time and the ledger entry are those of the entry that holds the transfer.
    """

    unit: str
    source: AccountName
    target: AccountName
    number: int
    rule: str
    what: What = "men"
    by: str = ""
    battle: int = 0


class Account(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the men and guns of one unit are.

    ``captured`` and ``captured_guns`` are by side. ``replaced`` counts replacements since the start.
    """

    present: int
    guns: int = 0
    stragglers: int = 0
    hospital: int = 0
    dead: int = 0
    captured: Mapping[str, int] = {}
    replaced: int = 0
    damaged: int = 0
    destroyed: int = 0
    captured_guns: Mapping[str, int] = {}

    @property
    def men(self) -> int:
        """The sum of all accounts of men: those at the start and the replacements (CM-BOOK-03)."""
        return self.present + self.stragglers + self.hospital + self.dead + sum(self.captured.values())

    @property
    def all_guns(self) -> int:
        """The sum of all accounts of guns."""
        return self.guns + self.damaged + self.destroyed + sum(self.captured_guns.values())


Books = Mapping[str, Account]
"""The account of each unit, by its id."""

_FIELD: Mapping[tuple[str, str], str] = {
    ("men", "present"): "present",
    ("men", "stragglers"): "stragglers",
    ("men", "hospital"): "hospital",
    ("men", "dead"): "dead",
    ("men", "captured"): "captured",
    ("guns", "present"): "guns",
    ("guns", "damaged"): "damaged",
    ("guns", "captured"): "captured_guns",
    ("guns", "destroyed"): "destroyed",
}


def post(books: Books, transfers: Iterable[Transfer]) -> dict[str, Account]:
    """The books after ``transfers``, in order.

    Raises:
        NotInAccount: a transfer takes more than there is, or names no account or unit.
    """
    changed = dict(books)
    for transfer in transfers:
        account = changed.get(transfer.unit)
        if account is None:
            raise NotInAccount(f"There is no unit {transfer.unit} (CM-BOOK-01).")
        changed[transfer.unit] = _posted(account, transfer)
    return changed


def _posted(account: Account, transfer: Transfer) -> Account:
    if transfer.number < 0:
        raise NotInAccount(f"{transfer.unit}: a transfer has no negative number (CM-BOOK-01).")
    changes: dict[str, object] = {}
    if transfer.source == "replacements":
        changes["replaced"] = account.replaced + transfer.number
    else:
        changes[_field(transfer, transfer.source)] = _changed(account, transfer, transfer.source, -transfer.number)
    between = structs.replace(account, **changes)
    return structs.replace(
        between, **{_field(transfer, transfer.target): _changed(between, transfer, transfer.target, transfer.number)}
    )


def _field(transfer: Transfer, name: str) -> str:
    field = _FIELD.get((transfer.what, name))
    if field is None:
        raise NotInAccount(f"{transfer.unit}: {transfer.what} have no account {name} (CM-BOOK-01).")
    return field


def _changed(account: Account, transfer: Transfer, name: str, number: int) -> object:
    field = _field(transfer, name)
    value = getattr(account, field)
    there = value.get(transfer.by, 0) if name == "captured" else value
    if there + number < 0:
        raise NotInAccount(
            f"{transfer.unit}: {-number} {transfer.what} cannot leave {name}, where there are {there} (CM-BOOK-01)."
        )
    if name != "captured":
        return value + number
    return {side: men for side, men in {**value, transfer.by: there + number}.items() if men}


def shares(number: int, weights: Iterable[int]) -> list[int]:
    """``number`` shared out by ``weights`` with the largest remainder; ties go to the first.

    All zero without weights. A share is never over its weight if ``number`` is not over their sum.
    """
    parts = list(weights)
    total = sum(parts)
    if not total:
        return [0] * len(parts)
    shared = [number * part // total for part in parts]
    left = number - sum(shared)
    order = sorted(range(len(parts)), key=lambda place: (-(number * parts[place] % total), place))
    for place in order[:left]:
        shared[place] += 1
    return shared


def loss_parts(tables: CampaignTables, men: int, outcome: Outcome) -> list[int]:
    """Dead, hospital, stragglers and captured of some men lost, by largest remainder."""
    row = tables.loss_split[outcome]
    return shares(men, (row.dead, row.hospital, row.stragglers, row.captured))


def split_loss(
    tables: CampaignTables, unit: str, men: int, outcome: Outcome, by: str, rule: str, battle: int = 0
) -> list[Transfer]:
    """The transfers of a unit's men lost; ``by`` is the side that captures."""
    accounts: tuple[AccountName, ...] = ("dead", "hospital", "stragglers", "captured")
    return [
        Transfer(
            unit,
            "present",
            account,
            number,
            rule,
            by=by if account == "captured" else "",
            battle=battle if account == "stragglers" else 0,
        )
        for account, number in zip(accounts, loss_parts(tables, men, outcome), strict=True)
        if number
    ]
