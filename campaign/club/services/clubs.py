"""Clubs: found, change and delete them, and the record of what was done in them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final
from zoneinfo import available_timezones

from django.db import IntegrityError, transaction
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify
from msgspec import Struct

from armies.exchange.clean_text import many_lines, one_line
from armies.models import Army
from armies.models.visibility import Visibility
from armies.services.locks import Gone, Refused
from armies.services.people import display_name
from battles.models import Battle, Scenario
from campaign.club.services.permissions import may
from campaign.models import ArmyEditors, Club, ClubRecord, Colour, Membership, PrintSetup, Role, is_demo_member

SENTENCES: Final[Mapping[str, str]] = {
    "founded": "{by} founded the club.",
    "changed": "{by} changed the club’s {fields}.",
    "invited": "{by} made an invitation as {role}{label}.",
    "revoked": "{by} ended the invitation{label}.",
    "joined": "{about} joined as {role}, invited by {inviter}.",
    "guest_joined": "{about} joined as {role} in the place of the guest {guest}, invited by {inviter}.",
    "asked": "{about} asked to join.",
    "withdrew": "{about} withdrew the request to join.",
    "accepted": "{by} accepted the request of {about}, who joined as {role}.",
    "declined": "{by} declined the request of {about}.",
    "role": "{by} changed the role of {about} from {before} to {role}.",
    "removed": "{by} removed {about}, who was {role}.",
    "left": "{about} left the club.",
    "guest_added": "{by} added the guest {guest}.",
    "guest_removed": "{by} removed the guest {guest}.",
    "offered": "{by} offered the club to {about}.",
    "offer_withdrawn": "{by} withdrew the offer of the club to {about}.",
    "offer_declined": "{about} declined to take the club over.",
    "handed_over": "{about} took the club over from {giver}, who stays as {role}.",
    "shared": "{by} put the {thing} {title} into the club.",
    "unshared": "{by} took the {thing} {title} out of the club.",
    "deputy": "{by} named {about} as deputy from {start} to {end}.",
    "deputy_ended": "{by} ended the time of {who} as deputy.",
    "house_rules": "{by} changed the house rules.",
    "hidden": "{by} hid the {thing} {title}: {reason}",
    "restored": "{by} shows the {thing} {title} again.",
    "opened": "{by} opened the hidden {thing} {title} to judge it.",
    "report_left": "{by} answered a report about the {thing} {title} and left it as it is.",
    "appointed": "{by}, an administrator, made {about} an organiser.",
    "imported": "{by} imported a list of members: {count}.",
    "locked": "{by} locked the account of {about}.",
    "unlocked": "{by} unlocked the account of {about}.",
    "password_link": "{by} made a link for a new password of {about}.",
    "account_deleted": "{by} deleted the account {name}.",
    "webhook": "{by} set up the webhook {name}, which posts news of the club to {host}.",
    "webhook_changed": "{by} changed the webhook {name}.",
    "webhook_removed": "{by} removed the webhook {name}.",
}
"""By the kind of an entry."""
ROLE_FIELDS: Final = ("role", "before")
MOST_RECORDED: Final = 200
"""Entries that the page shows, the latest first."""
AT_THE_SERVER: Final = "A command at the server"
"""Who does what a command does."""
MOST_FOUNDED: Final = 10
"""Clubs of which one person may be organiser when founding another."""
MOST_LISTED: Final = 100
"""Clubs of others that a list shows."""
MOST_NAME: Final = 80
MOST_ABOUT: Final = 2000


class RecordEntry(Struct, frozen=True):
    """An entry as it is shown: when, a sentence, and the name of its club; "" for the installation."""

    at: datetime
    sentence: str
    club: str = ""


def name_of(user: Any) -> str:
    """The name that others see; of a deleted account, that it is deleted."""
    return display_name(user) if user is not None else "a deleted account"


def write_record(club: Club | None, kind: str, *, by: Any, about: Any = None, **data: str) -> None:
    """Record that ``by`` did something, in the transaction that does it.

    Args:
        club: None for the installation.
        by: None for a command at the server.
    """
    names = {"by": name_of(by) if by is not None else AT_THE_SERVER}
    if about is not None:
        names["about"] = name_of(about)
    ClubRecord.objects.create(club=club, by=by, about=about, kind=kind, data={**names, **data})


def record_entries(place: Membership) -> list[RecordEntry]:
    """The latest entries: all for an organiser, for other members what they did and what was done to them."""
    rows: QuerySet[ClubRecord] = ClubRecord.objects.filter(club_id=place.club_id)
    if not may(place, "record"):
        rows = rows.filter(Q(by=place.user_id) | Q(about=place.user_id))
    return record_in_sentences(rows[:MOST_RECORDED])


def entries_about(user: Any) -> list[RecordEntry]:
    """The latest entries about what was done to ``user``, in all clubs and by administrators."""
    rows = ClubRecord.objects.filter(about=user).select_related("club")
    return record_in_sentences(rows[:MOST_RECORDED], with_clubs=True)


def entries_of_installation() -> list[RecordEntry]:
    """The latest entries about what administrators did, and about what was hidden anywhere."""
    theirs = Q(club=None) | Q(kind__in=("hidden", "restored", "opened", "report_left", "appointed"))
    rows = ClubRecord.objects.filter(theirs).select_related("club")
    return record_in_sentences(rows[:MOST_RECORDED], with_clubs=True)


def record_in_sentences(rows: Iterable[ClubRecord], *, with_clubs: bool = False) -> list[RecordEntry]:
    """The entries in sentences; ``with_clubs`` names the club of each."""
    return [
        RecordEntry(row.at, _record_sentence(row), row.club.name if with_clubs and row.club else "") for row in rows
    ]


def _record_sentence(row: ClubRecord) -> str:
    words = {key: Role(value).with_article if key in ROLE_FIELDS else value for key, value in row.data.items()}
    if label := words.get("label"):
        words["label"] = f" “{label}”"
    return SENTENCES[row.kind].format_map(words)


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
    "time_zone": "time zone",
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
        values: ``name``, and if wanted the others of `FIELDS`.

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
        write_record(club, "founded", by=user)
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


def sized(rows: QuerySet[Club]) -> QuerySet[Club]:
    """The clubs with their numbers of ``members``, ``armies_in``, ``scenarios_in`` and ``battles_in``."""

    def number(model: type[Model]) -> Coalesce:
        of_club = model._default_manager.filter(club=OuterRef("pk")).order_by().values("club")
        return Coalesce(Subquery(of_club.annotate(number=Count("pk")).values("number")), 0)

    return rows.annotate(
        members=number(Membership),
        armies_in=number(Army),
        scenarios_in=number(Scenario),
        battles_in=number(Battle),
    )


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
            write_record(row, "changed", by=by, fields=", ".join(FIELDS[name] for name in changed))
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
        for things in (row.armies, row.scenarios, row.battles, row.table_games, row.campaigns):
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
        "time_zone": str(values.get("time_zone", "")),
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
    if cleaned["time_zone"] and cleaned["time_zone"] not in available_timezones():
        faults.append(("time_zone", f"There is no time zone “{one_line(cleaned['time_zone'])[:40]}”."))
    if faults:
        raise Refused(*faults[0], *faults[1:])
    return cleaned
