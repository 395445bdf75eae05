"""How men lost are split between dead, hospital, astray and captured (CM-AFTER-01)."""

from campaign.war.rules.books import AccountName, Transfer, shares
from campaign.war.rules.tables import CampaignTables, Outcome


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
