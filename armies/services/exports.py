"""An army as a file: text, JSON, CSV, workbook, order of battle, text for a forum."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from armies import exchange
from armies.models import Army
from armies.services.assessment import Assessment
from armies.services.commander_ratings import commanders, current_rating
from armies.services.storage import facts_of
from battles.engine.armies import facts
from battles.engine.armies.reckoning import Reckoning
from battles.engine.armies.systems import builder_groups, titles
from battles.engine.armies.systems import ratings as ratings_of
from battles.engine.armies.tree import Place, totals


def _forum(army: facts.Army) -> str:
    return exchange.to_forum(army, points=Assessment(army).first.points)


def _json(army: facts.Army) -> str:
    return exchange.to_json(army, numbers=numbers(army))


EXPORTS: Final = MappingProxyType(
    {"json": _json, "csv": exchange.to_csv, "text": exchange.to_text, "oob": exchange.to_oob, "forum": _forum}
)
"""Functions that write each format."""


def export(army: Army, form: str) -> str:
    """``army`` in one of the formats of ``EXPORTS``."""
    writer: Callable[[facts.Army], str] = EXPORTS[form]
    return writer(facts_of(army))


def workbook(army: Army) -> bytes:
    """``army`` as a workbook (XLSX): the wide table, and a sheet of totals and faults under each system."""
    from armies.exchange.table.workbook import to_workbook  # openpyxl takes a fifth of a command's start

    now = facts_of(army)
    return to_workbook(now, _summary(Assessment(now)))


def _summary(assessment: Assessment) -> list[tuple[str | int, ...]]:
    army_totals = assessment.totals
    rows: list[tuple[str | int, ...]] = [
        (assessment.army.name,),
        ("Units", army_totals.units),
        ("Foot", army_totals.foot),
        ("Horse", army_totals.horse),
        ("Guns", army_totals.guns),
        *(
            (f"{total.label} in {group.title}", total.why.value)
            for system, group in builder_groups().items()
            for total in assessment.mapped(system).totals()
        ),
    ]
    for system, title in titles().items():
        faults = _faults(assessment, system)
        rows.append((f"Faults under {title}" if faults else f"No faults under {title}",))
        rows += [(", ".join(f["at"]) or "the army", f["severity"], f["rule"], f["sentence"]) for f in faults]
    return rows


def numbers(army: facts.Army) -> dict[str, Any]:
    """Every number that the rules give, with its arithmetic, for the JSON export. Imports ignore it."""
    assessment = Assessment(army)
    army_totals = assessment.totals
    return {
        "foot": army_totals.foot,
        "horse": army_totals.horse,
        "guns": army_totals.guns,
        **{name: value for total in assessment.numbers.values() for name, value in _explained(total.name, total.why)},
        "commanders": [_commander(place, assessment) for place in commanders(assessment.army)],
        "stands": _stands(assessment),
        "units": [_unit(place, assessment) for place in assessment.places if isinstance(place.element, facts.Unit)],
        "faults": {system: _faults(assessment, system) for system in builder_groups()},
    }


def _path(place: Place) -> list[str]:
    """The names from the top of the army down to the element."""
    return [*(above.name for above in place.above), place.element.name]


def _commander(place: Place, assessment: Assessment) -> dict[str, Any]:
    rating, why = current_rating(place, assessment)
    return {
        "of": _path(place),
        "name": place.element.commander,
        "rating": rating,
        "radius": why.value if why else None,
        "radius_why": why.sentence if why else None,
    }


def _stands(assessment: Assessment) -> list[dict[str, Any]]:
    """The losses at which each command stand is removed, under the system that rates commanders."""
    system, ratings = ratings_of()
    options = assessment.options(system)
    rows = []
    for place in assessment.places:
        if ratings.stand_can_be_lost(place.element):
            units = totals(place.element).units
            why = ratings.explain_stand_loss(units, options)
            rows.append({"of": _path(place), "units": units, "lost_at": why.value, "lost_at_why": why.sentence})
    return rows


def _unit(place: Place, assessment: Assessment) -> dict[str, Any]:
    numbers: dict[str, Any] = {"unit": _path(place)}
    for system in builder_groups():
        for name, why in assessment.mapped(system).numbers(place).items():
            numbers.update([(name, why.sentence)] if name == system else _explained(name, why))
    return numbers


def _explained(name: str, why: Reckoning) -> tuple[tuple[str, Any], ...]:
    """A number by its name, and its arithmetic by ``<name>_why``."""
    return (name, why.value), (f"{name}_why", why.sentence)


def _faults(assessment: Assessment, system: str) -> list[dict[str, Any]]:
    """Each fault with the path of the element at fault; the path is empty for the army itself."""
    paths = {place.element.id: _path(place) for place in assessment.places}
    return [
        {"severity": fault.severity, "rule": fault.rule, "sentence": fault.sentence, "at": paths.get(fault.element, [])}
        for fault in assessment.faults(system)
    ]
