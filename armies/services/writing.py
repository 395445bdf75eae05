"""From plain values to rows: an army is made, or its counts are made again, in one transaction."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from msgspec import to_builtins

from armies.models import Army, Element, RatingThrow, Visibility
from armies.rules import facts
from armies.rules.tree import walk
from armies.services.assessing import Assessment


def create(
    army: facts.Army,
    owner: Any = None,
    *,
    visibility: str = Visibility.UNLISTED,
    historical: bool = False,
    slug: str = "",
) -> Army:
    """Write ``army`` with all its elements and throws; all or nothing.

    Element ids are made anew: the ids in ``army`` may be another army's.
    """
    row = Army(owner=owner, visibility=visibility, historical=historical, **_head(army))
    if slug:
        row.slug = slug
    elements: list[Element] = []
    throws: list[RatingThrow] = []
    for element, new, parent, position in _numbered(army.children, None):
        elements.append(_row(row, element, new, parent, position))
        if isinstance(element, facts.Corps | facts.Division):
            throws += [_throw(new, number, throw) for number, throw in enumerate(element.throws, 1)]
    _count(row, army)
    with transaction.atomic():
        row.save()
        Element.objects.bulk_create(elements)
        RatingThrow.objects.bulk_create(throws)
    return row


def recount(row: Army, army: facts.Army) -> None:
    """Make the counts of ``row`` again from ``army`` and move its version on, in the writer's transaction."""
    _count(row, army)
    row.version += 1
    row.save()


def _head(army: facts.Army) -> dict[str, Any]:
    return {
        "name": army.name,
        "nation": army.nation,
        "commander": army.commander,
        "battle": army.battle,
        "date": army.date,
        "place": army.place,
        "scope": army.scope,
        "sources": to_builtins(army.sources),
        "notes": list(army.notes),
        "confidence": dict(army.confidence),
        "options": to_builtins(army.options),
    }


def _count(row: Army, army: facts.Army) -> None:
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


def _numbered(
    elements: tuple[facts.Element, ...], parent: UUID | None
) -> Iterator[tuple[facts.Element, UUID, UUID | None, int]]:
    for position, element in enumerate(elements):
        new = uuid4()
        yield element, new, parent, position
        if not isinstance(element, facts.Unit):
            yield from _numbered(element.children, new)


def _row(army: Army, element: facts.Element, new: UUID, parent: UUID | None, position: int) -> Element:
    row = Element(
        id=new,
        army=army,
        parent_id=parent,
        position=position,
        name=element.name,
        commander=element.commander,
        nation=element.nation,
        note=element.note,
    )
    match element:
        case facts.Corps():
            row.level, row.command_nation = Element.Level.CORPS, element.command_nation
        case facts.Division():
            row.level, row.kind = Element.Level.DIVISION, element.kind
        case facts.Brigade():
            row.level, row.kind, row.reserve = Element.Level.BRIGADE, element.kind, element.reserve
        case facts.Unit():
            row.level = Element.Level.UNIT
            write_unit_facts(row, element)
    return row


def write_unit_facts(row: Element, unit: facts.Unit) -> None:
    """Copy a unit's facts to its row."""
    row.type, row.quality = unit.type, unit.quality
    row.men, row.guns, row.gun_weight = unit.men, unit.guns, unit.gun_weight or ""
    row.lancer, row.irregular, row.kgl, row.armoured = unit.lancer, unit.irregular, unit.kgl, unit.armoured
    row.sub_units, row.sub_unit = unit.sub_units, unit.sub_unit
    row.basis, row.sources = unit.basis, list(unit.sources)


def _throw(element: UUID, number: int, throw: facts.Throw) -> RatingThrow:
    return RatingThrow(
        element_id=element,
        number=number,
        rating=throw.rating,
        source=throw.source,
        faces=list(throw.faces),
        modifier=throw.modifier,
        rule=throw.rule,
        by=throw.by,
        at=throw.at,
    )
