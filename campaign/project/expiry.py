"""Deletion of abandoned battles, games and campaigns with their packets."""

from collections import Counter

import structlog
from django.db.models import Q

from battles.services import departure as battle_departure
from campaign.accounts.deletion import delete_unused_names
from campaign.models import PrintJob
from campaign.war.services import departure

log = structlog.get_logger("muster.expiry")


def delete_abandoned(most: int = battle_departure.MOST) -> int:
    """Delete at most ``most`` abandoned games and campaigns of visitors, with packets. Returns their number.

    The names of deleted accounts that nothing needs any more go too.
    """
    keys = battle_departure.delete_abandoned(most)
    keys += departure.delete_abandoned(most - len(keys))
    if keys:
        theirs = Q()
        for key in keys:
            theirs |= Q(subject=key) | Q(subject__startswith=f"{key}:")
        PrintJob.objects.filter(theirs).delete()
        delete_unused_names()
        kinds = Counter(key.partition(":")[0] for key in keys)
        log.info(
            "deleted abandoned games of visitors", battles=kinds["battle"], games=kinds["table"], campaigns=kinds["war"]
        )
    return len(keys)
