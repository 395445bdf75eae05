"""Stands and figures that a player owns: store, change, import them, and compare them with what an army needs."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from msgspec import Struct

from armies.exchange.table.holdings import ANY, Holding, checked, order
from armies.models import Holding as HoldingRow
from armies.services.assessment import Assessment
from armies.services.locks import Refused
from battles.engine.armies import facts
from battles.engine.armies.facts import Unit
from battles.engine.armies.mapped import CommandStands
from battles.engine.armies.tree import Place


class Need(Struct, frozen=True):
    """The number of units of one nation and type in an army, and the stands that they need."""

    nation: str
    type: str
    units: int
    stands: int


class Row(Struct, frozen=True):
    """One need compared with the stands that the player owns.

    ``owned`` are all the player's stands of this nation; ``own`` of them, and ``of_any`` of those for any nation, are
    used for this need. ``ratio`` is (figures, stands) of the player's stands, those of the nation first; None if the
    player stated neither.
    """

    need: Need
    owned: int
    own: int
    of_any: int
    ratio: tuple[int, int] | None

    @property
    def missing(self) -> int:
        """Stands that the player lacks."""
        return self.need.stands - self.own - self.of_any

    @property
    def figures(self) -> int | None:
        """Figures on all needed stands."""
        return self._figures(self.need.stands)

    @property
    def missing_figures(self) -> int | None:
        """Figures on the missing stands."""
        return self._figures(self.missing)

    def _figures(self, stands: int) -> int | None:
        """Figures on this number of stands at the player's ratio, rounded up."""
        return None if self.ratio is None else -(-stands * self.ratio[0] // self.ratio[1])


def needs(units: Iterable[tuple[Place, int]]) -> tuple[Need, ...]:
    """The needs of an army, by nation and type in list order.

    Args:
        units: the place of every unit, with the stands that the rule system gives it.
    """
    counts: dict[tuple[str, str], list[int]] = {}
    for place, stands in units:
        assert isinstance(place.element, Unit)  # noqa: S101  # the caller gives units only
        count = counts.setdefault((place.nation, place.element.type), [0, 0])
        count[0] += 1
        count[1] += stands
    all_needs = (Need(nation, kind, *count) for (nation, kind), count in counts.items())
    return tuple(sorted(all_needs, key=lambda need: order(need.nation, need.type)))


def compare(needed: Iterable[Need], owned: Iterable[Holding]) -> tuple[Row, ...]:
    """Each need compared with the stands owned. Stands for any nation are used last, and each only once."""
    by_key = {(holding.nation, holding.type): holding for holding in owned}
    left = {kind: holding.stands for (nation, kind), holding in by_key.items() if nation == ANY}
    rows = []
    for need in needed:
        own = by_key.get((need.nation, need.type)) if need.nation != ANY else None
        anyone = by_key.get((ANY, need.type))
        used = min(need.stands, own.stands) if own else 0
        of_any = min(need.stands - used, left.get(need.type, 0))
        if of_any:
            left[need.type] -= of_any
        ratio = next((ratio for holding in (own, anyone) if holding and (ratio := ratio_of(holding))), None)
        rows.append(Row(need, own.stands if own else 0, used, of_any, ratio))
    return tuple(rows)


def ratio_of(holding: Holding) -> tuple[int, int] | None:
    """(figures, stands) of a holding; None if one of them is not stated."""
    return (holding.figures, holding.stands) if holding.figures and holding.stands else None


COUNTED: Final = ("stands", "figures", "note")


class Comparison(Struct, frozen=True):
    """Needs of an army under one system compared with a player's stands; ``command`` are needed command stands."""

    rows: tuple[Row, ...]
    command: tuple[CommandStands, ...]

    @property
    def needed(self) -> int:
        return sum(row.need.stands for row in self.rows)

    @property
    def missing(self) -> int:
        return sum(row.missing for row in self.rows)


def holdings_of(user: Any) -> list[Holding]:
    """The holdings of ``user`` in list order; none if the user is not signed in."""
    return [_plain(row) for row in rows_of(user)] if user.is_authenticated else []


def rows_of(user: Any) -> list[HoldingRow]:
    """The stored rows of a signed-in user in list order."""
    return sorted(HoldingRow.objects.filter(owner=user), key=lambda row: order(row.nation, row.type))


def comparison(assessment: Assessment, system: str, owned: Iterable[Holding]) -> Comparison:
    """The army's needs under ``system`` compared with the stands owned."""
    mapped = assessment.mapped(system)
    places = [place for place in assessment.places if isinstance(place.element, facts.Unit)]
    rows = compare(needs((place, mapped.stands(place)) for place in places), owned)
    return Comparison(rows, mapped.command_stands())


def add(user: Any, *, nation: str, kind: str, stands: int, figures: int, note: str = "") -> Holding:
    """Add a row.

    Raises:
        Refused: a value is not allowed, or there is a row of this nation and type. So there are never more rows than
            nations times types.
    """
    with transaction.atomic():
        row = _checked(nation, kind, stands, figures, note)
        if (nation, kind) in _locked(user):
            raise Refused("type", "You have a row of this nation and type already; change that one.")
        _row(user, row).save()
    return row


def change(user: Any, changes: Mapping[int, Mapping[str, Any]]) -> int:
    """Set stands, figures and notes of rows, all or none; return how many rows changed.

    Args:
        changes: by the row's id, its ``stands``, ``figures`` and ``note``. Ids of other users' rows are ignored.

    Raises:
        Refused: a value is not allowed; the field is the row's id.
    """
    changed = []
    with transaction.atomic():
        for row in _locked(user).values():
            if row.pk not in changes:
                continue
            new = changes[row.pk]
            try:
                holding = checked(row.nation, row.type, new["stands"], new["figures"], new["note"])
            except ValueError as error:
                raise Refused(str(row.pk), str(error)) from error
            if holding != _plain(row):
                row.stands, row.figures, row.note = holding.stands, holding.figures, holding.note
                changed.append(row)
        HoldingRow.objects.bulk_update(changed, COUNTED)
    return len(changed)


def remove(user: Any, row: int) -> bool:
    """Remove a row of ``user``; False if there is no such row."""
    deleted, _ = HoldingRow.objects.filter(owner=user, pk=row).delete()
    return bool(deleted)


def store(user: Any, holdings: Iterable[Holding]) -> tuple[int, int]:
    """Store holdings read from text; each replaces a row of its nation and type.

    Returns:
        The number of new rows and of replaced rows.
    """
    with transaction.atomic():
        owned = _locked(user)
        new: list[HoldingRow] = []
        changed: list[HoldingRow] = []
        for holding in holdings:
            existing = owned.get((holding.nation, holding.type))
            row = _row(user, holding, existing)
            (changed if existing else new).append(row)
        HoldingRow.objects.bulk_create(new)
        HoldingRow.objects.bulk_update(changed, COUNTED)
    return len(new), len(changed)


def _checked(nation: str, kind: str, stands: int, figures: int, note: str) -> Holding:
    try:
        return checked(nation, kind, stands, figures, note)
    except ValueError as error:
        raise Refused("stands", str(error)) from error


def _locked(user: Any) -> dict[tuple[str, str], HoldingRow]:
    """The user's rows by nation and type, locked for one writer."""
    get_user_model().objects.select_for_update().get(pk=user.pk)
    return {(row.nation, row.type): row for row in HoldingRow.objects.filter(owner=user)}


def _row(user: Any, holding: Holding, existing: HoldingRow | None = None) -> HoldingRow:
    row = existing or HoldingRow(owner=user, nation=holding.nation, type=holding.type)
    row.stands, row.figures, row.note = holding.stands, holding.figures, holding.note
    return row


def _plain(row: HoldingRow) -> Holding:
    return Holding(row.nation or ANY, row.type, row.stands, row.figures, row.note)
