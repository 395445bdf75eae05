"""The lock of a campaign, for one writer at a time, and what refuses a request about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.db import transaction

from battles.services.live.broadcast import wake_campaign
from battles.services.play.lock import CannotAct, Gone, NotYours, Over, Refused
from campaign.models import Campaign

__all__ = ["CampaignOver", "CannotAct", "Gone", "Moved", "NotYours", "Refused", "locked_campaign"]

NO_CAMPAIGN = "There is no campaign at this address, or you may not see it."


class Moved(CannotAct):
    """The campaign has changed since the writer read it; ``version`` is its version now."""

    code = "stale"

    def __init__(self, sentence: str, version: int) -> None:
        super().__init__(sentence)
        self.version = version


class CampaignOver(Over):
    """The campaign has ended."""

    def __init__(self) -> None:
        CannotAct.__init__(self, "The campaign is over.")


@contextmanager
def locked_campaign(campaign: Campaign, expect: int | None = None) -> Iterator[Campaign]:
    """Lock the campaign's row until the block ends; all of the block is written or nothing. Its streams wake then.

    SQLite has no row locks: there the transaction itself is the lock (``transaction_mode`` IMMEDIATE).

    Raises:
        Gone: the campaign was deleted in the meantime.
        Moved: ``expect`` is not None and not its version.
    """
    with transaction.atomic():
        row = Campaign.objects.select_for_update(of=("self",)).filter(pk=campaign.pk).first()
        if row is None:
            raise Gone("This campaign was deleted in the meantime.")
        if expect is not None and row.version != expect:
            raise Moved("The campaign has changed since you read it. Read it again.", row.version)
        yield row
        transaction.on_commit(partial(wake_campaign, campaign.pk))
