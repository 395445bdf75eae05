"""The link by which the first administrator of an installation creates the account."""

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.urls import reverse

HOURS: Final = 48
"""How long a link is valid."""
SALT: Final = "campaign.first_administrator"
CONTENT: Final = "administrator"


def is_needed() -> bool:
    """True while the installation has no administrator."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()


def link(origin: str = "") -> str:
    """A link to the page that makes the first administrator. It works for one account, within 48 hours.

    Args:
        origin: scheme and host, such as ``http://127.0.0.1:8000``. Behind https it is the first allowed host.
    """
    if settings.MUSTER_HTTPS:
        host = next((host for host in settings.ALLOWED_HOSTS if host != "*"), "")
        origin = f"https://{host.lstrip('.')}" if host else origin
    token = signing.TimestampSigner(salt=SALT).sign(CONTENT).partition(":")[2]
    return f"{origin}{reverse('first_administrator', args=[token])}"


def is_valid(token: str) -> bool:
    """True if the token was made here in the last 48 hours and no administrator exists."""
    try:
        signing.TimestampSigner(salt=SALT).unsign(f"{CONTENT}:{token}", max_age=HOURS * 60 * 60)
    except signing.BadSignature:
        return False
    return is_needed()
