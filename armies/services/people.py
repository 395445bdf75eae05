"""People of an army: shown names, share links, co-editors, and what stays when an account is deleted."""

from typing import Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.module_loading import import_string

from armies.exchange.clean_text import one_line
from armies.models import Army, Change, CoEditor, RatingThrow, ShareLink
from armies.models.army import ArmyQuerySet
from armies.models.visibility import seen_by_others
from armies.services.locks import Gone, Refused, writing


def display_name(user: Any) -> str:
    """The name of ``user`` that others see: the shown name, else the one to sign in with."""
    return str(user.get_full_name() or user.get_username())


MOST_LINKS: Final = 20
MOST_CO_EDITORS: Final = 20
MOST_LABEL: Final = 80
FIELD: Final = "club"
"""The field of a form that has the slug of a club; empty for none."""


def make_link(army: Army, kind: str, label: str = "") -> ShareLink:
    """Create a share link to the army; its token is its key.

    Args:
        kind: ``view`` to see the army, ``edit`` to become its co-editor.
        label: the owner's label for it, at most 80 characters.

    Raises:
        Refused: an unknown kind, a label that is too long, or the army has 20 links.
        Gone: the army was deleted in the meantime.
    """
    if kind not in ShareLink.Kind.values:
        raise Refused("kind", "A link lets others see the army or become its co-editor; choose one.")
    label = one_line(label)
    if len(label) > MOST_LABEL:
        raise Refused(
            "label", f"The label of a link may have at most {MOST_LABEL} characters; this one has {len(label):,}."
        )
    with writing(army) as row:
        if row.links.count() >= MOST_LINKS:
            raise Refused("kind", f"An army may have at most {MOST_LINKS} links; end one first.")
        return ShareLink.objects.create(army=row, kind=kind, label=label)


def end_link(army: Army, link: int) -> str:
    """End a share link; co-editors who used it stay co-editors. Returns its label.

    Raises:
        Gone: the link no longer exists.
    """
    with writing(army) as row:
        share_link = _link(row, link)
        share_link.delete()
    return str(share_link)


def renew(army: Army, link: int) -> ShareLink:
    """End a share link and create another of the same kind and label with a new address.

    Raises:
        Gone: the link no longer exists.
    """
    with writing(army) as row:
        old = _link(row, link)
        old.delete()
        return ShareLink.objects.create(army=row, kind=old.kind, label=old.label)


def accept(link: ShareLink, user: Any) -> CoEditor:
    """Make ``user`` a co-editor of the link's army; no effect if they are one already.

    Raises:
        Refused: it is not a link for co-editors, the user owns the army, or it has 20 co-editors.
        Gone: the link was ended, or the army was deleted.
    """
    with writing(link.army) as row:
        if _link(row, link.pk).kind != ShareLink.Kind.EDIT:
            raise Refused("kind", "This link lets you see the army, not change it.")
        if row.owner_id == user.pk:
            raise Refused("user", f"{row.name} is your own army.")
        co_editor = row.co_editors.filter(user=user).first()
        if co_editor is not None:
            return co_editor
        if row.co_editors.count() >= MOST_CO_EDITORS:
            raise Refused("user", f"{row.name} has {MOST_CO_EDITORS} co-editors; no more are allowed.")
        return CoEditor.objects.create(army=row, user=user)


def remove_co_editor(army: Army, user: int) -> CoEditor | None:
    """Remove the co-editor with this user id; None if that user was not a co-editor."""
    with writing(army) as row:
        co_editor = row.co_editors.filter(user=user).select_related("user").first()
        if co_editor is not None:
            co_editor.delete()
    return co_editor


def _link(army: Army, link: int) -> ShareLink:
    """The army's link with this id.

    Raises:
        Gone: the army has no such link.
    """
    share_link = army.links.filter(pk=link).first()
    if share_link is None:
        raise Gone("This link no longer works.")
    return share_link


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


def with_others(user: Any) -> ArmyQuerySet:
    """The armies of ``user`` that another account co-edits or has a copy of, or that other members of a club see."""
    co_editors = CoEditor.objects.filter(army=OuterRef("pk"))
    copies = Army.objects.filter(Q(owner__isnull=False), copied_from=OuterRef("pk"))
    copies = copies.exclude(owner=user).exclude(owner__profile__former=True)
    used = Q(Exists(co_editors)) | Q(Exists(copies.order_by())) | seen_by_others(user)
    return Army.objects.filter(used, owner=user)


def rename_author(user: Any, name: str) -> None:
    """Put ``name`` where histories, ratings and the origin of copies name ``user``."""
    before = display_name(user)
    Change.objects.filter(user=user).update(by=name)
    RatingThrow.objects.filter(user=user).update(by=name)
    for copy in Army.objects.filter(copied_from__owner=user, origin__contains=f" of {before}"):
        origin = copy.origin.replace(f" of {before}", f" of {name}", 1)[:300]
        Army.objects.filter(pk=copy.pk).update(origin=origin)
