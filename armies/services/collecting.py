"""What a player owns: kept, changed, read from text, and set against what an army needs."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from msgspec import Struct

from armies.building.collection import CommandStands, Row, command_stands, compare, needs
from armies.exchange.holdings import ANY, Holding, checked, order
from armies.models import Holding as HoldingRow
from armies.rules import easy_napoleonics, facts
from armies.services.assessing import Assessment
from armies.services.locking import Refused
from battles.rules.easy_napoleonics import tables as easy_tables

COUNTED: Final = ("stands", "figures", "note")


class Comparison(Struct, frozen=True):
    """What an army needs under one system against what one player owns; ``command`` is needed, not owned."""

    rows: tuple[Row, ...]
    command: tuple[CommandStands, ...]

    @property
    def needed(self) -> int:
        return sum(row.need.stands for row in self.rows)

    @property
    def missing(self) -> int:
        return sum(row.missing for row in self.rows)


def holdings_of(user: Any) -> list[Holding]:
    """What ``user`` owns, in the order of the lists; nothing for who is not signed in."""
    return [_plain(row) for row in rows_of(user)] if user.is_authenticated else []


def rows_of(user: Any) -> list[HoldingRow]:
    """The stored rows of a signed-in user, nation by nation in the order of the lists."""
    return sorted(HoldingRow.objects.filter(owner=user), key=lambda row: order(row.nation, row.type))


def comparison(assessment: Assessment, system: str, owned: Iterable[Holding]) -> Comparison:
    """What the army needs under ``mini_nap`` (MN-BASE-01 to 03) or ``easy_napoleonics`` (EN-UNIT-02)."""
    made: Mapping[str, Any] = assessment.mini_nap_units if system == "mini_nap" else assessment.easy_units
    places = [place for place in assessment.places if isinstance(place.element, facts.Unit)]
    rows = compare(needs((place, made[place.element.id].stands) for place in places), owned)
    return Comparison(rows, _command(assessment, system))


def _command(assessment: Assessment, system: str) -> tuple[CommandStands, ...]:
    if system == "mini_nap":
        return command_stands(assessment.army)
    count = len(easy_napoleonics.leaders(assessment.army, assessment.easy_options))
    return (CommandStands("leader", count * easy_tables.LEADER_STANDS, None, ("EN-UNIT-02",)),) if count else ()


def add(user: Any, *, nation: str, kind: str, stands: int, figures: int, note: str = "") -> Holding:
    """Add a row.

    Raises:
        Refused: a value that cannot be kept, or a row of this nation and type is there. So there can never be more
            rows than nations times types.
    """
    with transaction.atomic():
        row = _checked(nation, kind, stands, figures, note)
        if (nation, kind) in _locked(user):
            raise Refused("type", "There is a row of this nation and type already; change that one.")
        _row(user, row).save()
    return row


def change(user: Any, changes: Mapping[int, Mapping[str, Any]]) -> int:
    """Give rows new stands, figures and notes, all or none; returns how many became other than they were.

    Args:
        changes: by the row's id, its ``stands``, ``figures`` and ``note``. Ids that are not the user's are passed over.

    Raises:
        Refused: a value that cannot be kept; the field is the row's id.
    """
    changed = []
    with transaction.atomic():
        for row in _locked(user).values():
            if row.pk not in changes:
                continue
            new = changes[row.pk]
            try:
                made = checked(row.nation, row.type, new["stands"], new["figures"], new["note"])
            except ValueError as error:
                raise Refused(str(row.pk), str(error)) from error
            if made != _plain(row):
                row.stands, row.figures, row.note = made.stands, made.figures, made.note
                changed.append(row)
        HoldingRow.objects.bulk_update(changed, COUNTED)
    return len(changed)


def remove(user: Any, row: int) -> bool:
    """Remove a row of the user's; False where it is not there."""
    deleted, _ = HoldingRow.objects.filter(owner=user, pk=row).delete()
    return bool(deleted)


def put(user: Any, holdings: Iterable[Holding]) -> tuple[int, int]:
    """Keep rows that were read from text, each in the place of one of its nation and type.

    Returns:
        How many rows are new, and how many took the place of another.
    """
    with transaction.atomic():
        owned = _locked(user)
        new: list[HoldingRow] = []
        changed: list[HoldingRow] = []
        for holding in holdings:
            there = owned.get((holding.nation, holding.type))
            row = _row(user, holding, there)
            (changed if there else new).append(row)
        HoldingRow.objects.bulk_create(new)
        HoldingRow.objects.bulk_update(changed, COUNTED)
    return len(new), len(changed)


def _checked(nation: str, kind: str, stands: int, figures: int, note: str) -> Holding:
    try:
        return checked(nation, kind, stands, figures, note)
    except ValueError as error:
        raise Refused("stands", str(error)) from error


def _locked(user: Any) -> dict[tuple[str, str], HoldingRow]:
    """The user's rows by nation and type, for one writer at a time."""
    get_user_model().objects.select_for_update().get(pk=user.pk)
    return {(row.nation, row.type): row for row in HoldingRow.objects.filter(owner=user)}


def _row(user: Any, holding: Holding, there: HoldingRow | None = None) -> HoldingRow:
    row = there or HoldingRow(owner=user, nation=holding.nation, type=holding.type)
    row.stands, row.figures, row.note = holding.stands, holding.figures, holding.note
    return row


def _plain(row: HoldingRow) -> Holding:
    return Holding(row.nation or ANY, row.type, row.stands, row.figures, row.note)
