"""Who besides the owner may see or change an army: its links and its co-editors."""

from typing import Any, Final

from armies.exchange.cleaning import one_line
from armies.models import Army, CoEditor, ShareLink
from armies.services.locking import Gone, Refused, writing

MOST_LINKS: Final = 20
MOST_CO_EDITORS: Final = 20
MOST_LABEL: Final = 80


def make_link(army: Army, kind: str, label: str = "") -> ShareLink:
    """A new link to the army; its token is its key.

    Args:
        kind: ``view`` to see the army, ``edit`` to become its co-editor.
        label: what the owner calls it, at most 80 characters.

    Raises:
        Refused: an unknown kind, a label that is too long, or the army has 20 links.
        Gone: the army was deleted meanwhile.
    """
    if kind not in ShareLink.Kind.values:
        raise Refused("kind", "A link lets others see the army or become its co-editor; choose one.")
    label = one_line(label)
    if len(label) > MOST_LABEL:
        raise Refused("label", f"What the link is for may have {MOST_LABEL} characters; this has {len(label):,}.")
    with writing(army) as row:
        if row.links.count() >= MOST_LINKS:
            raise Refused("kind", f"An army has at most {MOST_LINKS} links; take one back first.")
        return ShareLink.objects.create(army=row, kind=kind, label=label)


def take_back(army: Army, link: int) -> str:
    """End a link and what it let others see; who became a co-editor by it stays one. Returns what it was called.

    Raises:
        Gone: there is no such link any more.
    """
    with writing(army) as row:
        found = _link(row, link)
        found.delete()
    return str(found)


def renew(army: Army, link: int) -> ShareLink:
    """Take a link back and make another of the same kind and label, with an address of its own.

    Raises:
        Gone: there is no such link any more.
    """
    with writing(army) as row:
        old = _link(row, link)
        old.delete()
        return ShareLink.objects.create(army=row, kind=old.kind, label=old.label)


def accept(link: ShareLink, user: Any) -> CoEditor:
    """Make ``user`` a co-editor of the army that ``link`` is for; twice is once.

    Raises:
        Refused: the link does not make co-editors, the army is his own, or it has 20 co-editors.
        Gone: the link was taken back, or the army was deleted.
    """
    with writing(link.army) as row:
        if _link(row, link.pk).kind != ShareLink.Kind.EDIT:
            raise Refused("kind", "This link lets you see the army, not change it.")
        if row.owner_id == user.pk:
            raise Refused("user", f"{row.name} is your own army.")
        there = row.co_editors.filter(user=user).first()
        if there is not None:
            return there
        if row.co_editors.count() >= MOST_CO_EDITORS:
            raise Refused("user", f"{row.name} has {MOST_CO_EDITORS} co-editors, and that is the most.")
        return CoEditor.objects.create(army=row, user=user)


def remove_co_editor(army: Army, user: int) -> CoEditor | None:
    """Take the right to change the army from the user with this id; None where he had none."""
    with writing(army) as row:
        there = row.co_editors.filter(user=user).select_related("user").first()
        if there is not None:
            there.delete()
    return there


def _link(army: Army, link: int) -> ShareLink:
    """The link, if it is the army's.

    Raises:
        Gone: it is not.
    """
    found = army.links.filter(pk=link).first()
    if found is None:
        raise Gone("This link was taken back.")
    return found
