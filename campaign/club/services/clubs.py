"""Found, change and delete clubs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from armies.exchange.clean_text import many_lines, one_line
from armies.models.visibility import Visibility
from armies.services.locks import Gone, Refused
from campaign.club.services import record
from campaign.models import ArmyEditors, Club, Colour, Membership, PrintSetup, Role, is_demo_member

MOST_FOUNDED: Final = 10
"""Clubs of which one person may be organiser when founding another."""
MOST_LISTED: Final = 100
"""Clubs of others that a list shows."""
MOST_NAME: Final = 80
MOST_ABOUT: Final = 2000
RESERVED: Final = frozenset({"new", "join", "belongs"})
"""Last parts of addresses under `/club/` that are not a club's."""
SHARED_ACCOUNT: Final = (
    "All visitors share this demo account, so it cannot found or join clubs. Create your own account."
)
FIELDS: Final = {
    "name": "name",
    "place": "place",
    "about": "description",
    "colour": "colour",
    "listed": "listing",
    "army_editors": "editors of armies",
}
"""What a change of each field is called in the record."""


class ClubChanged(Exception):
    """Somebody else changed the club since the writer read it; ``club`` is its present state."""

    def __init__(self, club: Club) -> None:
        super().__init__(f"{club.name} was changed by someone else in the meantime.")
        self.club = club


@contextmanager
def writing(club: Club) -> Iterator[Club]:
    """The club's row, locked until the block ends; either all of the block is written or nothing.

    Raises:
        Gone: the club was deleted in the meantime.
    """
    with transaction.atomic():
        row = Club.objects.select_for_update(of=("self",)).filter(pk=club.pk).first()
        if row is None:
            raise Gone(f"{club.name} was deleted in the meantime.")
        yield row


def refuse_shared_account(user: Any) -> None:
    """Refuse a shared demo account.

    Raises:
        Refused: ``user`` is a shared account of the demo club.
    """
    if is_demo_member(user):
        raise Refused("user", SHARED_ACCOUNT)


def found(user: Any, **values: Any) -> Club:
    """Found a club with ``user`` as its organiser.

    Args:
        values: ``name``, and if wanted ``place``, ``about``, ``colour``, ``listed`` and ``army_editors``.

    Raises:
        Refused: a value is not allowed, the user organises ten clubs already, or is a shared demo account.
    """
    refuse_shared_account(user)
    club = Club(**_checked(values))
    with transaction.atomic():
        if Membership.objects.filter(user=user, role=Role.ORGANISER).count() >= MOST_FOUNDED:
            raise Refused(
                "name", f"You organise {MOST_FOUNDED} clubs already, which is the limit. Hand one over first."
            )
        _save_with_slug(club)
        Membership.objects.create(club=club, user=user, role=Role.ORGANISER)
        record.write(club, "founded", by=user)
    return club


def _save_with_slug(club: Club) -> None:
    """Save under an address made from the name, with a number where another club has it."""
    base = slugify(club.name)[:70] or "club"
    for number in range(1, 1000):
        club.slug = base if number == 1 and base not in RESERVED else f"{base}-{number}"
        if Club.objects.filter(slug=club.slug).exists():
            continue
        try:
            with transaction.atomic():
                club.save(force_insert=True)
        except IntegrityError:
            continue
        return
    raise Refused("name", "A thousand clubs have this name already. Choose another.")


def change(club: Club, *, by: Any, expect: int | None = None, **values: Any) -> Club:
    """Change the club's own fields; its address stays. Returns the club as it is now.

    Raises:
        Refused: a value is not allowed; nothing is saved.
        ClubChanged: ``expect`` is not None and not the club's version.
        Gone: the club was deleted in the meantime.
    """
    with writing(club) as row:
        if expect is not None and expect != row.version:
            raise ClubChanged(row)
        wanted = _checked({name: getattr(row, name) for name in FIELDS} | values)
        changed = [name for name, value in wanted.items() if getattr(row, name) != value]
        if changed:
            for name in changed:
                setattr(row, name, wanted[name])
            row.version += 1
            row.save(update_fields=[*changed, "version"])
            record.write(row, "changed", by=by, fields=", ".join(FIELDS[name] for name in changed))
    return row


def delete(club: Club) -> None:
    """Delete the club with its memberships; print set-ups go back to who saved them, armies keep their house rules.

    What belongs to it stays with its owners; what only the club saw is private then.

    Raises:
        Refused: it is the demo club.
        Gone: it was deleted in the meantime.
    """
    with writing(club) as row:
        if row.demo:
            raise Refused("club", "The demo club cannot be deleted.")
        PrintSetup.objects.filter(club=row).update(club=None)
        for things in (row.armies, row.scenarios, row.battles, row.table_games):
            things.filter(visibility=Visibility.CLUB).update(visibility=Visibility.PRIVATE)
        row.delete()


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    """The values cleaned.

    Raises:
        Refused: one is not allowed; it names each field.
    """
    cleaned: dict[str, Any] = {
        "name": one_line(str(values.get("name", ""))),
        "place": one_line(str(values.get("place", ""))),
        "about": many_lines(str(values.get("about", ""))),
        "colour": str(values.get("colour", Colour.BLUE)),
        "listed": bool(values.get("listed", False)),
        "army_editors": str(values.get("army_editors", ArmyEditors.NOBODY)),
    }
    faults = []
    if not cleaned["name"]:
        faults.append(("name", "Give the club a name."))
    for field, most in (("name", MOST_NAME), ("place", MOST_NAME), ("about", MOST_ABOUT)):
        if len(cleaned[field]) > most:
            what = FIELDS[field]
            faults.append(
                (field, f"The {what} may have at most {most:,} characters; this one has {len(cleaned[field]):,}.")
            )
        elif not cleaned[field].replace("\n", "").isprintable():
            faults.append((field, f"The {FIELDS[field]} cannot contain invisible characters."))
    if cleaned["colour"] not in Colour.values:
        faults.append(
            ("colour", f"There is no colour “{cleaned['colour'][:40]}”. Choose one of {', '.join(Colour.values)}.")
        )
    if cleaned["army_editors"] not in ArmyEditors.values:
        faults.append(("army_editors", "The armies are edited by organiser, umpire, player, or nobody else (empty)."))
    if faults:
        raise Refused(*faults[0], *faults[1:])
    return cleaned
