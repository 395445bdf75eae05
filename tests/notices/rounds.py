"""A round of a worker."""

from campaign.notices.mail import send_due
from campaign.notices.sources import refresh_turns


def remind() -> int:
    """Notices of turns and the mail that is due; how many mails were sent."""
    refresh_turns()
    return send_due()
