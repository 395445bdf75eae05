"""From plain values to rows: an army is made, or a difference is written, in one transaction."""

from collections import defaultdict
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from msgspec import structs

from armies.building.patches import Difference
from armies.building.trees import ARMY, HEAD_FIELDS, Record, Tree, taken_apart
from armies.exchange.muster_json import without_ids
from armies.models import Army, Element, HouseRules, RatingThrow, Visibility
from armies.rules import facts
from armies.rules.tree import walk
from armies.services.assessing import Assessment
from armies.services.reading import house_of

COLUMNS = tuple(field.attname for field in Element._meta.concrete_fields if field.attname not in ("id", "army_id"))
MOST_SHIFTS = 4
"""Groups of rows that move by the same number of places, up to which each group is one query."""
PLACED = {"parent", "throws", "gun_weight"}
"""Facts of a record that are no column of the same name and value."""
FEW_COLUMNS = 2
"""Changed columns up to which they alone are written: a statement then holds some hundreds of rows."""


def new_id() -> str:
    """An id for a new element."""
    return str(uuid4())


def create(
    army: facts.Army,
    owner: Any = None,
    *,
    visibility: str = Visibility.UNLISTED,
    historical: bool = False,
    slug: str = "",
    origin: str = "",
    copied_from: Army | None = None,
    house_rules: HouseRules | None = None,
) -> Army:
    """Write ``army`` with all its elements and throws; all or nothing.

    Element ids are made anew: the ids in ``army`` may be another army's. It is built under ``house_rules``; those
    in ``army`` are some club's own and do not come along. ``origin`` says in words what it was made from.
    """
    tree = taken_apart(without_ids(army), new_id)
    row = Army(owner=owner, visibility=visibility, historical=historical, origin=origin, copied_from=copied_from)
    row.house_rules = house_rules
    if slug:
        row.slug = slug
    write_head(row, {**tree.head, "house_rules": house_rules.pk if house_rules else None})
    count(row, structs.replace(army, house=house_of(row)))
    with transaction.atomic():
        row.save()
        write_new(row, tree)
    return row


def write_new(row: Army, tree: Tree) -> None:
    """Write every element and throw of a tree whose army has none yet."""
    elements = [_element(row, at, record) for at, record in tree.all_at().items() if at != ARMY]
    Element.objects.bulk_create(elements)
    RatingThrow.objects.bulk_create([throw for at, record in tree.records.items() for throw in _throws(at, record)])


def write_difference(row: Army, change: Difference, tree: Tree, user: Any = None) -> None:
    """Write the elements and throws in which ``tree`` differs from what is stored; a few queries, however many."""
    elements = {at: pair for at, pair in change.items() if at != ARMY}
    gone = [at for at, (_, after) in elements.items() if after is None]
    shifted, written, throws = defaultdict(list), [], []
    for at, (before, after) in elements.items():
        if after is None:
            continue
        if before is not None and set(after) == {"position"}:
            shifted[after["position"] - before["position"]].append(at)
        elif before is None or set(after) != {"throws"}:
            written.append(at)
        if "throws" in after:
            stored = (before or {}).get("throws", [])
            if after["throws"][: len(stored)] != stored:
                RatingThrow.objects.filter(element_id=at).delete()
                stored = []
            throws += _throws(at, after, len(stored), user)
    if len(shifted) > MOST_SHIFTS:
        written += [at for ids in shifted.values() for at in ids]
        shifted.clear()
    if written:
        _write_rows([_element(row, at, tree.at(at)) for at in written], [elements[at] for at in written])
    for places, ids in shifted.items():
        Element.objects.filter(army=row, pk__in=ids).update(position=F("position") + places)
    if gone:  # after the rest: what was moved away from under a row that goes must not go with it
        Element.objects.filter(army=row, pk__in=gone).delete()
    RatingThrow.objects.bulk_create(throws)


def _write_rows(rows: list[Element], changes: list[list[Record | None]]) -> None:
    """Write rows whole, new or not; where the same facts of many rows become the same, those columns alone."""
    before, after = changes[0]
    alike = before is not None and after is not None and all(set(b or ()) == set(after) for b, _ in changes)
    if alike and after is not None and after.keys().isdisjoint(PLACED) and all(a == after for _, a in changes):
        Element.objects.filter(pk__in=[row.pk for row in rows]).update(**after)
    elif alike and after is not None and after.keys().isdisjoint(PLACED) and len(after) <= FEW_COLUMNS:
        Element.objects.bulk_update(rows, sorted(after))
    else:
        Element.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=COLUMNS)


def write_head(row: Army, head: Record) -> None:
    """Copy the army's own record to its row; the caller saves it."""
    for name in HEAD_FIELDS:
        setattr(row, name, head[name])
    row.house_rules_id = head["house_rules"]


def count(row: Army, army: facts.Army) -> None:
    """Make the counts of ``row`` again from ``army``; the caller saves it."""
    assessment = Assessment(army)
    row.units = assessment.totals.units
    row.foot = assessment.totals.foot
    row.horse = assessment.totals.horse
    row.guns = assessment.totals.guns
    row.strength_points = assessment.strength_points
    row.cost = assessment.cost.value
    row.errors = assessment.count("error")
    row.warnings = assessment.count("warning")
    row.search = _search_text(army)


def _search_text(army: facts.Army) -> str:
    """Names of the army, its battle and its formations, in one case, for the list's search."""
    words = [army.name, army.commander, army.battle, army.date, army.place, army.nation]
    for place in walk(army):
        if not isinstance(place.element, facts.Unit):
            words += [place.element.name, place.element.commander]
    return "\n".join(word.casefold() for word in words if word)


def _element(army: Army, element: str, record: Record) -> Element:
    """The row of a record that says where it stands."""
    values = {name: value for name, value in record.items() if name not in ("parent", "throws")}
    if record["level"] == "unit":
        values["gun_weight"] = record["gun_weight"] or ""
    return Element(id=element, army_id=army.pk, parent_id=record["parent"] or None, **values)


def _throws(element: str, record: Record, stored: int = 0, user: Any = None) -> list[RatingThrow]:
    """The rows of a record's throws after the first ``stored``, which are written already.

    ``user`` is linked to his own; others' come back from the history by their names alone.
    """
    name = user.get_username() if user is not None else ""
    return [
        RatingThrow(element_id=element, number=number, user=user if throw["by"] == name else None, **throw)
        for number, throw in enumerate(record.get("throws", ()), 1)
        if number > stored
    ]
