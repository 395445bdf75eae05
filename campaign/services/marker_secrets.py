"""What hidden markers are numbered by, so that nobody works the numbers out who may not know them."""

from django.utils.crypto import salted_hmac

from campaign.services.asking import Asker


def secret_of(key: str, asker: Asker) -> str:
    """What hidden markers of a subject are numbered by.

    A battle has one for whoever may know a side of it, so that a player and the umpire get the same numbers. What
    others may print from too, both sides of it, has another for each account, so that an enemy's is of no use.
    """
    whose = "battle" if key.startswith("battle:") else "operator" if asker.operator else asker.user.pk
    return salted_hmac("muster.hidden-markers", f"{whose}/{key}", algorithm="sha256").hexdigest() if whose else ""
