"""What belongs to a club: armies, scenarios, battles, table games, campaigns, and its house rules."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from msgspec import Struct

from armies.models import Army, HouseRules
from armies.models.visibility import Visibility
from armies.services import house_rules
from armies.services.locks import Gone, Refused
from battles.engine.armies.facts import HouseRules as Rules
from battles.engine.armies.systems import house_in_force, house_specs
from battles.engine.options import OptionValue
from battles.models import Battle, Scenario, TableGame
from battles.pages.battle_list import latest_first
from battles.rules import SYSTEMS
from campaign.club.services import clubs
from campaign.club.services.clubs import writing
from campaign.club.services.membership import memberships_of
from campaign.club.services.permissions import may, place_of, require
from campaign.models import Campaign, CampaignStatus, Club, Membership

MOST_SOUGHT: Final = 80
MOST_COMING: Final = 10
COMING_PAST: Final = timedelta(hours=6)
"""How long a game that has begun still counts as coming."""


class Kind(Struct, frozen=True):
    """A kind of thing that can belong to a club: its model, singular and plural, the field of its name."""

    model: Any
    one: str
    many: str
    name: str
    heavy: tuple[str, ...] = ()
    """Columns that lists leave in the database."""


KINDS: Final[Mapping[str, Kind]] = {
    "army": Kind(Army, "army", "armies", "name", ("copied_ids",)),
    "drawn": Kind(Scenario, "scenario", "scenarios", "title", ("content", "copied_content", "taken_over")),
    "battle": Kind(Battle, "battle", "battles", "title", ("setup", "state", "secret", "lines")),
    "table": Kind(TableGame, "table game", "table games", "title", ("setup", "books", "secret")),
    "war": Kind(Campaign, "campaign", "campaigns", "title", ("start", "state", "secret")),
}
"""By the first part of a key such as ``army:k3m9x2``, in the order of pages."""


def clubs_to_share_with(user: Any) -> list[Club]:
    """The clubs in which ``user`` may put things, by name."""
    if not getattr(user, "is_authenticated", False):
        return []
    return [place.club for place in memberships_of(user) if may(place, "share")]


def things(club: Club, kind: str, user: Any, sought: str = "") -> QuerySet[Any]:
    """What of a kind belongs to the club and ``user``, a member, may see, the latest change first.

    Battles are in the order of the battle list, campaigns by when they began: nothing hidden changes these orders.
    """
    of = KINDS[kind]
    rows = of.model._default_manager.filter(club=club).filter(~Q(visibility=Visibility.PRIVATE) | Q(owner=user))
    for word in sought.split():
        rows = rows.filter(**{f"{of.name}__icontains": word})
    rows = rows.select_related("owner").defer(*of.heavy)
    if kind == "battle":
        return latest_first(rows, "club")  # type: ignore[no-any-return]
    return rows.order_by("-created" if kind == "war" else "-updated", "-pk")  # type: ignore[no-any-return]


class Coming(Struct, frozen=True):
    """Something of the club with a date: a game that is planned, or the deadline of a campaign's turn."""

    at: datetime
    row: Any
    what: str


def coming(club: Club, user: Any) -> list[Coming]:
    """Coming games and deadlines of the club that ``user``, a member, may see: at most 10, the next first."""
    after = timezone.now() - COMING_PAST
    rows = []
    for kind in ("battle", "table"):
        planned = things(club, kind, user).filter(planned__gte=after).order_by("planned", "pk")[:MOST_COMING]
        rows += [Coming(row.planned, row, KINDS[kind].one) for row in planned]
    waiting = things(club, "war", user).filter(deadline__gte=after, status=CampaignStatus.ORDERS, paused=None)
    for row in waiting.order_by("deadline", "pk")[:MOST_COMING]:
        rows.append(Coming(row.deadline, row, f"orders for turn {row.turn} are due"))
    return sorted(rows, key=lambda each: each.at)[:MOST_COMING]


def changed(row: Any) -> datetime:
    """When a thing changed, as members may know: a battle with the last line of its spectators, who may be behind.

    Of a campaign it is when it began: orders are sealed.
    """
    if isinstance(row, Campaign):
        return row.created
    if not isinstance(row, Battle):
        return row.updated  # type: ignore[no-any-return]
    return row.created if row.delay and not row.is_over else getattr(row, "news", row.created)


def find(kind: str, slug: str, user: Any) -> Any:
    """The thing of this kind and slug, if ``user`` owns it or may see it in a club.

    Raises:
        Gone: there is none.
    """
    of = KINDS.get(kind)
    rows = of.model._default_manager.select_related("club", "owner").defer(*of.heavy).filter(slug=slug) if of else ()
    for row in rows:
        is_shared = row.club is not None and row.visibility != Visibility.PRIVATE and place_of(row.club, user)
        if row.owner_id == user.pk or is_shared:
            return row
    raise Gone("There is nothing at this address, or you may not see it.")


def put(row: Any, club: Club, *, by: Any) -> Any:
    """Let a thing belong to the club; what only its owner sees is seen by the members then. Returns it.

    Raises:
        Refused: it is not the thing of ``by``, it belongs to another club, or the role of ``by`` does not allow it.
        Gone: the thing or the club was deleted.
    """
    with writing(club) as of:
        require(of, by, "share")
        there = locked(row)
        if there.owner_id != by.pk:
            raise Refused("club", "Only its owner can put it into a club.")
        if there.club_id == of.pk:
            return there
        if there.club_id is not None:
            raise Refused("club", f"It belongs to {there.club.name}. Take it out there first.")
        there.club = of
        if hidden_words := getattr(there, "hidden_words", ""):
            raise Refused("club", hidden_words)
        if there.visibility == Visibility.PRIVATE:
            there.visibility = Visibility.CLUB
        there.save(update_fields=["club", "visibility"])
        clubs.write_record(of, "shared", by=by, thing=KINDS[kind_of(there)].one, title=str(there))
    return there


def put_new(row: Any, user: Any, slug: str, *, keep: bool = False) -> None:
    """As `put`, for a new thing and the slug of a club. Unless ``keep``, an address alone does not open it.

    Raises:
        Refused: as `put`, or ``user`` is no member of the club.
        Gone: as `put`.
    """
    if not getattr(user, "is_authenticated", False):
        raise Refused("club", "Sign in to put something into a club.")
    place = Membership.objects.filter(user=user, club__slug=slug).select_related("club").first()
    if place is None:
        raise Refused("club", "You are not a member of this club.")
    there = put(row, place.club, by=user)
    if there.visibility == Visibility.UNLISTED and not keep:
        there.visibility = Visibility.CLUB
        there.save(update_fields=["visibility"])
    row.club, row.visibility = there.club, there.visibility


def take_out(row: Any, *, by: Any) -> Any:
    """Let a thing belong to no club; what the club saw is private then. Returns it.

    Raises:
        Refused: ``by`` neither owns it nor may take things out of the club.
        Gone: it was deleted, or belongs to no club any more.
    """
    if row.club is None:
        raise Gone("It belongs to no club any more.")
    with writing(row.club) as club:
        there = locked(row)
        if there.club_id != club.pk:
            raise Gone("It no longer belongs to this club.")
        if there.owner_id != by.pk:
            require(club, by, "take_out")
        _release(there)
        clubs.write_record(
            club, "unshared", by=by, about=there.owner, thing=KINDS[kind_of(there)].one, title=str(there)
        )
    return there


def counts(club: Club, owner: Any = None) -> list[tuple[int, str]]:
    """How many things of each kind belong to the club, or those of ``owner``; without kinds of which there is none."""
    found = []
    for of in KINDS.values():
        rows = of.model._default_manager.filter(club=club)
        count = rows.filter(owner=owner).count() if owner is not None else rows.count()
        if count:
            found.append((count, of.one if count == 1 else of.many))
    return found


def kind_of(row: Any) -> str:
    """The kind of a thing: a key of `KINDS`."""
    return next(kind for kind, of in KINDS.items() if isinstance(row, of.model))


def locked(row: Any) -> Any:
    """The row of the thing, locked until the transaction ends.

    Raises:
        Gone: it was deleted.
    """
    rows = KINDS[kind_of(row)].model._default_manager.select_for_update(of=("self",))
    there = rows.filter(pk=row.pk).first()
    if there is None:
        raise Gone("It was deleted in the meantime.")
    return there


def _release(row: Any) -> None:
    row.club = None
    if row.visibility == Visibility.CLUB:
        row.visibility = Visibility.PRIVATE
    row.save(update_fields=["club", "visibility"])


def in_force(rules: HouseRules | None) -> list[tuple[str, Any]]:
    """The title of each system with the values that the house rules change."""
    plain = Rules(name=rules.name, overlays=rules.overlays) if rules else None
    return [(SYSTEMS[system].title, house_in_force(system, plain)) for system in house_specs()]


def change_house_rules(
    club: Club, overlays: Mapping[str, Mapping[str, OptionValue]], *, expect: datetime | None = None, by: Any = None
) -> int:
    """Save the club's values and recount every army that uses them. Returns the number of armies whose counts changed.

    The first change creates the club's house rules, under the club's name.

    Raises:
        Refused: a value is not allowed; nothing is saved.
        HouseRulesChanged: somebody else has changed them since ``expect``.
    """
    with transaction.atomic():
        row = Club.objects.select_for_update(of=("self",)).select_related("house_rules").get(pk=club.pk)
        rules = row.house_rules
        if rules is None:
            rules = row.house_rules = HouseRules.objects.create(name=row.name)
            row.save(update_fields=["house_rules"])
            expect = None
        changed = house_rules.change(rules, overlays, expect=expect)
        if by is not None:
            clubs.write_record(row, "house_rules", by=by)
        return changed


def adoptable_house_rules(owner: Any, army: Army) -> list[HouseRules]:
    """The house rules that ``army`` may use: those of its owner's clubs, and those it uses already."""
    house_rules_offered = [
        place.club.house_rules
        for place in memberships_of(owner)
        if place.club.house_rules and may(place, "adopt_house_rules")
    ]
    if army.house_rules and army.house_rules not in house_rules_offered:
        house_rules_offered.append(army.house_rules)
    return house_rules_offered
