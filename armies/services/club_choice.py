"""The club to which a new army, scenario, battle or table game belongs, asked of the app that knows clubs."""

from typing import Any, Final

from django.conf import settings
from django.utils.module_loading import import_string

FIELD: Final = "club"
"""The field of a form that has the slug of a club; empty for none."""


def clubs_to_share_with(user: Any) -> list[Any]:
    """The clubs in which ``user`` may put things, by name."""
    choices: list[Any] = import_string(settings.MUSTER_CLUBS_TO_SHARE_WITH)(user)
    return choices


def put_in_club(row: Any, user: Any, slug: str, *, keep: bool = False) -> None:
    """Let a new thing of ``user`` belong to the club with this slug, whose members see it; nothing if it is empty.

    Args:
        keep: who has the address may open it as before; otherwise only the members see it.

    Raises:
        Refused: there is no such club, or the role of ``user`` does not allow it.
    """
    if slug:
        import_string(settings.MUSTER_PUT_IN_CLUB)(row, user, slug[:80], keep=keep)
