"""Deletion of abandoned battles and games with their packets."""

import structlog
from django.db.models import Q

from battles.services import retention
from campaign.models import PrintJob

log = structlog.get_logger("muster.expiry")


def delete_abandoned(most: int = retention.MOST) -> int:
    """Delete at most ``most`` abandoned battles and games of visitors, with their packets. Returns their number."""
    keys = retention.delete_abandoned(most)
    if keys:
        theirs = Q()
        for key in keys:
            theirs |= Q(subject=key) | Q(subject__startswith=f"{key}:")
        PrintJob.objects.filter(theirs).delete()
        battles = sum(key.startswith("battle:") for key in keys)
        log.info("deleted abandoned games of visitors", battles=battles, games=len(keys) - battles)
    return len(keys)
