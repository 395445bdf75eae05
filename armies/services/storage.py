"""Read armies from database rows, and write whole armies or differences to rows."""

from collections import defaultdict
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import F, TextField
from django.db.models.functions import Cast
from msgspec import structs
from msgspec.json import decode

from armies.building.difference import Difference
from armies.building.element_tree import ARMY, FIELDS, HEAD_FIELDS, Record, Tree, army_of_tree, tree_of_army
from armies.exchange.files.oob_json import without_ids
from armies.models import Army, Element, HouseRules, RatingThrow, Visibility
from armies.services.assessment import Assessment
from battles.engine.armies import facts
from battles.engine.armies.tree import walk

ELEMENT_COLUMNS = ("id", "parent_id", "level", *dict.fromkeys(name for names in FIELDS.values() for name in names))
ELEMENT_COLUMNS = tuple(name for name in ELEMENT_COLUMNS if name != "throws")
LISTS = ("sources", "overrides")
AS_TEXT = {f"{name}_text": Cast(name, TextField()) for name in ("id", "parent_id", *LISTS)}
"""Columns read as text: decoding them here takes a tenth of the time of Django's field conversion."""

READ = tuple(f"{name}_text" if f"{name}_text" in AS_TEXT else name for name in ELEMENT_COLUMNS)
RATING_FIELDS = ("rating", "source", "faces", "modifier", "rule", "by", "at")
HEX = 32
"""Digits of an id without dashes."""

NO_RATINGS: list[Record] = []


def facts_of(army: Army) -> facts.Army:
    """The army as plain values; each element has the ``id`` of its row."""
    return army_of_tree(tree_of(army), house_of(army))


def house_of(army: Army) -> facts.HouseRules | None:
    """The army's house rules, or None."""
    rules = army.house_rules
    return facts.HouseRules(name=rules.name, overlays=rules.overlays) if rules else None


def tree_of(army: Army) -> Tree:
    """The army as a tree, with the ids of its rows."""
    tree = Tree(head_of(army))
    throws = _ratings(army)
    for row in army.elements.order_by("position").annotate(**AS_TEXT).values_list(*READ):
        values = dict(zip(ELEMENT_COLUMNS, row, strict=True))
        for name in LISTS:
            values[name] = decode(values[name])
        element, parent = _dashed(values["id"]), _dashed(values["parent_id"] or ARMY)
        tree.records[element] = _record(values, throws.get(element, NO_RATINGS))
        tree.parents[element] = parent
        tree.under.setdefault(parent, []).append(element)
        if values["level"] != "unit":
            tree.under.setdefault(element, [])
    return tree


def _dashed(element: str) -> str:
    """An id as ``uuid.UUID`` writes it; SQLite has it without dashes."""
    if len(element) != HEX:
        return element
    return f"{element[:8]}-{element[8:12]}-{element[12:16]}-{element[16:20]}-{element[20:]}"


def head_of(army: Army) -> Record:
    """The army's own record."""
    return {**{name: getattr(army, name) for name in HEAD_FIELDS}, "house_rules": army.house_rules_id}


def _record(row: dict[str, Any], throws: list[Record]) -> Record:
    level = row["level"]
    record: Record = {"level": level}
    for name in FIELDS[level]:
        record[name] = throws if name == "throws" else row[name]
    if level == "unit":
        record["gun_weight"] = record["gun_weight"] or None
    elif level == "brigade":
        record["kind"] = record["kind"] or "infantry"
    return record


def _ratings(army: Army) -> dict[str, list[Record]]:
    ratings: dict[str, list[Record]] = defaultdict(list)
    rows = RatingThrow.objects.filter(element__army=army).order_by("number")
    for element, *values in rows.values_list("element_id", *RATING_FIELDS):
        ratings[str(element)].append(dict(zip(RATING_FIELDS, values, strict=True)))
    return ratings


WRITTEN_COLUMNS = tuple(
    field.attname for field in Element._meta.concrete_fields if field.attname not in ("id", "army_id")
)
MOST_SHIFTS = 4
"""Up to this many groups of rows that move by the same number of positions, each group is one query."""

PLACED = {"parent", "throws", "gun_weight"}
"""Facts of a record without a column of the same name and value."""

FEW_COLUMNS = 2
"""Up to this many changed columns, only these are written, in statements of some hundreds of rows."""


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
    """Write ``army`` as a new row with all its elements and ratings; all or nothing.

    Elements get new ids, because the ids in ``army`` may belong to another army. Its house rules are ``house_rules``;
    those in ``army`` belong to a club and are ignored. ``origin`` is a sentence about the army's origin.
    """
    tree = tree_of_army(without_ids(army), new_id)
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
    """Write every element and rating of ``tree`` for an army without elements."""
    elements = [_element(row, at, record) for at, record in tree.all_at().items() if at != ARMY]
    Element.objects.bulk_create(elements)
    RatingThrow.objects.bulk_create(
        [rating for at, record in tree.records.items() for rating in _rating_rows(at, record)]
    )


def write_difference(row: Army, change: Difference, tree: Tree, user: Any = None) -> None:
    """Write the elements and ratings of ``tree`` that differ from the stored ones, in a few queries."""
    elements = {at: pair for at, pair in change.items() if at != ARMY}
    deleted = [at for at, (_, after) in elements.items() if after is None]
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
            throws += _rating_rows(at, after, len(stored), user)
    if len(shifted) > MOST_SHIFTS:
        written += [at for ids in shifted.values() for at in ids]
        shifted.clear()
    if written:
        _write_rows([_element(row, at, tree.at(at)) for at in written], [elements[at] for at in written])
    for places, ids in shifted.items():
        Element.objects.filter(army=row, pk__in=ids).update(position=F("position") + places)
    if deleted:  # last, so that elements moved away from a deleted row are not deleted with it
        Element.objects.filter(army=row, pk__in=deleted).delete()
    RatingThrow.objects.bulk_create(throws)


def _write_rows(rows: list[Element], changes: list[list[Record | None]]) -> None:
    """Write whole rows, new or not; if many rows get the same values, write only the changed columns."""
    before, after = changes[0]
    alike = before is not None and after is not None and all(set(b or ()) == set(after) for b, _ in changes)
    if alike and after is not None and after.keys().isdisjoint(PLACED) and all(a == after for _, a in changes):
        Element.objects.filter(pk__in=[row.pk for row in rows]).update(**after)
    elif alike and after is not None and after.keys().isdisjoint(PLACED) and len(after) <= FEW_COLUMNS:
        Element.objects.bulk_update(rows, sorted(after))
    else:
        Element.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=WRITTEN_COLUMNS)


def write_head(row: Army, head: Record) -> None:
    """Copy the army's own record to its row; the caller saves it."""
    for name in HEAD_FIELDS:
        setattr(row, name, head[name])
    row.house_rules_id = head["house_rules"]


def count(row: Army, army: facts.Army) -> Assessment:
    """Update the counts of ``row`` from ``army``, and return the assessment; the caller saves the row."""
    assessment = Assessment(army)
    row.units = assessment.totals.units
    row.foot = assessment.totals.foot
    row.horse = assessment.totals.horse
    row.guns = assessment.totals.guns
    row.strength_points = assessment.number("strength_points")
    row.cost = assessment.number("cost")
    row.errors = assessment.count("error")
    row.warnings = assessment.count("warning")
    row.search = _search_text(army)
    return assessment


def _search_text(army: facts.Army) -> str:
    """Names of the army, its battle and its formations in lower case, for the list's search."""
    words = [army.name, army.commander, army.battle, army.date, army.place, army.nation]
    for place in walk(army):
        if not isinstance(place.element, facts.Unit):
            words += [place.element.name, place.element.commander]
    return "\n".join(word.casefold() for word in words if word)


def _element(army: Army, element: str, record: Record) -> Element:
    """The row of a record that includes its parent and position."""
    values = {name: value for name, value in record.items() if name not in ("parent", "throws")}
    if record["level"] == "unit":
        values["gun_weight"] = record["gun_weight"] or ""
    return Element(id=element, army_id=army.pk, parent_id=record["parent"] or None, **values)


def _rating_rows(element: str, record: Record, stored: int = 0, user: Any = None) -> list[RatingThrow]:
    """The rows of a record's ratings after the first ``stored``, which are already written.

    Ratings by ``user`` are linked to them; those of other users, restored from the history, have only a name.
    """
    name = user.get_username() if user is not None else ""
    return [
        RatingThrow(element_id=element, number=number, user=user if rating["by"] == name else None, **rating)
        for number, rating in enumerate(record.get("throws", ()), 1)
        if number > stored
    ]
