"""What administrators do to accounts: find, lock, unlock and delete them, and make links for a new password."""

from typing import Any, Final

from allauth.account.app_settings import PASSWORD_RESET_TOKEN_GENERATOR
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse

from armies.services.locks import Gone, Refused
from campaign.accounts import deletion
from campaign.club.services import clubs
from campaign.models import is_demo_member

CLOSED: Final = "Your own account, those of other administrators and the demo accounts are not changed here."


def accounts_with(sought: str = "") -> QuerySet[User]:
    """The accounts whose name, shown name or e-mail address contains a text; all if it is empty.

    What is left of deleted accounts is not among them.
    """
    there = User.objects.exclude(profile__former=True)
    if not sought:
        return there
    return there.filter(Q(username__icontains=sought) | Q(first_name__icontains=sought) | Q(email__icontains=sought))


def require_changeable(user: User, by: Any) -> None:
    """Refuse an account that ``by`` may not change.

    Raises:
        Refused: it is the own account of ``by``, an administrator's, or a shared demo account.
    """
    if (by is not None and user.pk == by.pk) or user.is_superuser or is_demo_member(user):
        raise Refused("user", CLOSED)


def set_locked(user: User, locked: bool, *, by: Any) -> User:
    """Lock an account, or unlock it; a locked user is signed out everywhere, and their API tokens stop working.

    Args:
        by: the administrator; None for a command at the server.

    Raises:
        Refused: as `require_changeable`.
        Gone: it was deleted in the meantime.
    """
    with transaction.atomic():
        there = _locked(user, by)
        if there.is_active == locked:
            there.is_active = not locked
            there.save(update_fields=["is_active"])
            clubs.write_record(None, "locked" if locked else "unlocked", by=by, about=there)
    return there


def password_link(user: User, *, by: Any) -> str:
    """The path of a page on which the user chooses a new password; it works once.

    Raises:
        Refused: as `require_changeable`.
        Gone: it was deleted in the meantime.
    """
    with transaction.atomic():
        there = _locked(user, by)
        clubs.write_record(None, "password_link", by=by, about=there)
        token = PASSWORD_RESET_TOKEN_GENERATOR().make_token(there)
    return reverse("account_reset_password_from_key", args=[user_pk_to_url_str(there), token])


def delete(user: User, name: str, *, by: Any) -> deletion.Plan:
    """Delete an account as `deletion.delete_account` does, and record it.

    Raises:
        Refused: as `require_changeable`, or as there.
        Gone: it was deleted in the meantime.
    """
    was = user.get_username()
    with transaction.atomic():
        require_changeable(user, by)
        done = deletion.delete_account(user, name)
        clubs.write_record(None, "account_deleted", by=by, name=was)
    return done


def _locked(user: User, by: Any) -> User:
    there = User.objects.select_for_update().filter(pk=user.pk).first()
    if there is None:
        raise Gone("This account was deleted in the meantime.")
    require_changeable(there, by)
    return there
