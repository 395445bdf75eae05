"""From rows to plain values: one army in two queries, whatever its size."""

from collections import defaultdict
from typing import Any
from uuid import UUID

from armies.models import Army, Element, RatingThrow
from armies.rules import facts


def facts_of(army: Army) -> facts.Army:
    """The army as plain values; every element's ``id`` is its row's."""
    rows = list(army.elements.all())
    throws = _throws(army)
    under: dict[UUID | None, list[Element]] = defaultdict(list)
    for row in rows:
        under[row.parent_id].append(row)

    def build(parent: UUID | None) -> tuple[Any, ...]:
        return tuple(_element(row, build(row.id), throws.get(row.id, ())) for row in under.get(parent, ()))

    return facts.Army(
        name=army.name,
        nation=army.nation,
        commander=army.commander,
        battle=army.battle,
        date=army.date,
        place=army.place,
        scope=army.scope,
        sources=tuple(facts.Source(**source) for source in army.sources),
        notes=tuple(army.notes),
        confidence=army.confidence,
        options=army.options,
        children=build(None),
    )


def _throws(army: Army) -> dict[UUID, tuple[facts.Throw, ...]]:
    found: dict[UUID, list[facts.Throw]] = defaultdict(list)
    for row in RatingThrow.objects.filter(element__army=army).order_by("number"):
        found[row.element_id].append(
            facts.Throw(
                rating=row.rating,  # type: ignore[arg-type]
                source=row.source,  # type: ignore[arg-type]
                faces=tuple(row.faces),
                modifier=row.modifier,
                rule=row.rule,
                by=row.by,
                at=row.at,
            )
        )
    return {element: tuple(rows) for element, rows in found.items()}


def _element(row: Element, children: tuple[Any, ...], throws: tuple[facts.Throw, ...]) -> facts.Element:
    common: dict[str, Any] = {
        "id": str(row.id),
        "name": row.name,
        "commander": row.commander,
        "nation": row.nation,
        "note": row.note,
    }
    if row.level == Element.Level.UNIT:
        return _unit(row, common)
    common["children"] = children
    if row.level == Element.Level.BRIGADE:
        return facts.Brigade(kind=row.kind or "infantry", reserve=row.reserve, **common)  # type: ignore[arg-type]
    if row.level == Element.Level.DIVISION:
        return facts.Division(kind=row.kind, throws=throws, **common)  # type: ignore[arg-type]
    return facts.Corps(command_nation=row.command_nation, throws=throws, **common)


def _unit(row: Element, common: dict[str, Any]) -> facts.Unit:
    return facts.Unit(
        type=row.type,  # type: ignore[arg-type]
        quality=row.quality,  # type: ignore[arg-type]
        men=row.men,
        guns=row.guns,
        gun_weight=row.gun_weight or None,  # type: ignore[arg-type]
        lancer=row.lancer,
        irregular=row.irregular,
        kgl=row.kgl,
        armoured=row.armoured,
        sub_units=row.sub_units,
        sub_unit=row.sub_unit,  # type: ignore[arg-type]
        basis=row.basis,  # type: ignore[arg-type]
        sources=tuple(row.sources),
        **common,
    )
