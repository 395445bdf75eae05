"""Figures of a club: who owns what, which armies can be fielded together, what is missing and who has it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from armies.exchange.table.holdings import ANY, Holding, order
from armies.models import Army
from armies.models import Holding as HoldingRow
from armies.services import collection
from armies.services.assessment import Assessment
from armies.services.collection import Need, Row, compare
from armies.services.locks import Gone, Refused
from armies.services.people import display_name
from armies.services.storage import facts_of
from battles.engine.armies.systems import built_titles
from campaign.club.services import ownership
from campaign.models import Club, Membership

MOST_ARMIES: Final = 6
"""Armies that are compared with the figures together."""
MOST_OFFERED: Final = 100
"""Armies of the club among which a page lets choose."""


class Owned(Struct, frozen=True):
    """What one member owns of a nation and type."""

    name: str
    user: int
    stands: int
    figures: int


class Pooled(Struct, frozen=True):
    """What the members own together of a nation and type, the most first."""

    nation: str
    type: str
    owners: tuple[Owned, ...]

    @property
    def stands(self) -> int:
        return sum(each.stands for each in self.owners)

    @property
    def figures(self) -> int:
        return sum(each.figures for each in self.owners)


class Needed(Struct, frozen=True):
    """A need of the chosen armies compared with what the members own together, and who has it.

    ``owners`` have stands of the nation, ``any_owners`` stands that fit every nation.
    """

    row: Row
    owners: tuple[Owned, ...]
    any_owners: tuple[Owned, ...]


class Fielding(Struct, frozen=True):
    """Armies that are to be fielded together: what they need and what is missing."""

    armies: tuple[Army, ...]
    system: str
    rows: tuple[Needed, ...]

    @property
    def needed(self) -> int:
        return sum(each.row.need.stands for each in self.rows)

    @property
    def missing(self) -> int:
        return sum(each.row.missing for each in self.rows)


def show(place: Membership, shown: bool) -> None:
    """Let the club see the figures of the member, or not any more."""
    Membership.objects.filter(pk=place.pk).update(shows_figures=shown)
    place.shows_figures = shown


def pool(club: Club) -> tuple[Pooled, ...]:
    """What the members who show their figures own, by nation and type in list order; one query."""
    shown = Membership.objects.filter(club=club, shows_figures=True).values("user")
    owned: dict[tuple[str, str], list[Owned]] = {}
    for row in HoldingRow.objects.filter(owner__in=shown).select_related("owner"):
        one = Owned(display_name(row.owner), row.owner_id, row.stands, row.figures)
        owned.setdefault((row.nation, row.type), []).append(one)
    return tuple(
        Pooled(nation, kind, tuple(sorted(owners, key=lambda each: (-each.stands, -each.figures, each.name))))
        for (nation, kind), owners in sorted(owned.items(), key=lambda item: order(*item[0]))
    )


def armies_to_field(club: Club, user: Any) -> list[Army]:
    """The armies of the club that ``user``, a member, may see, the latest change first."""
    return list(ownership.things(club, "army", user)[:MOST_OFFERED])


def fielding(club: Club, user: Any, slugs: Collection[str], system: str, pooled: Iterable[Pooled]) -> Fielding:
    """Compare what armies of the club need together with the figures of its members.

    Raises:
        Refused: no army or more than six are chosen, or there is no such system.
        Gone: one of the armies is not in the club, or not for ``user`` to see.
    """
    if system not in built_titles():
        raise Refused("system", f"There is no system “{system[:40]}”. Choose one of {', '.join(built_titles())}.")
    if not 1 <= len(set(slugs)) <= MOST_ARMIES:
        raise Refused("armies", f"Choose 1 to {MOST_ARMIES} armies.")
    rows = {row.slug: row for row in ownership.things(club, "army", user).filter(slug__in=set(slugs))}
    if len(rows) < len(set(slugs)):
        raise Gone("One of these armies does not belong to the club any more, or you may not see it.")
    armies = tuple(rows[slug] for slug in dict.fromkeys(slugs))
    by_key = {(each.nation, each.type): each for each in pooled}
    holdings = [Holding(each.nation, each.type, each.stands, each.figures) for each in by_key.values()]
    compared = compare(_needs_together(armies, system), holdings)
    return Fielding(armies, system, tuple(_needed(row, by_key) for row in compared))


def _needs_together(armies: Iterable[Army], system: str) -> list[Need]:
    """What armies need on one table: the units and stands of each nation and type added up."""
    together: dict[tuple[str, str], Need] = {}
    for army in armies:
        for row in collection.comparison(Assessment(facts_of(army)), system, ()).rows:
            key = (row.need.nation, row.need.type)
            before = together.get(key, Need(*key, 0, 0))
            together[key] = Need(*key, before.units + row.need.units, before.stands + row.need.stands)
    return sorted(together.values(), key=lambda need: order(need.nation, need.type))


def _needed(row: Row, by_key: Mapping[tuple[str, str], Pooled]) -> Needed:
    own = by_key.get((row.need.nation, row.need.type)) if row.need.nation != ANY else None
    anyone = by_key.get((ANY, row.need.type))
    return Needed(row, own.owners if own else (), anyone.owners if anyone else ())
