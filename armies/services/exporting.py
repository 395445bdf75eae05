"""An army as text: for another program, for a spreadsheet, for a friend, for a forum."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from armies import exchange
from armies.models import Army
from armies.rules import facts, mini_nap
from armies.rules.opting import TITLES
from armies.rules.tree import Place, totals
from armies.services.assessing import Assessment
from armies.services.rating import commanders, standing
from armies.services.reading import facts_of


def _forum(army: facts.Army) -> str:
    units = Assessment(army).mini_nap_units
    return exchange.to_forum(army, points=lambda place: units[place.element.id].points)


def _json(army: facts.Army) -> str:
    return exchange.to_json(army, numbers=numbers(army))


EXPORTS: Final = MappingProxyType({"json": _json, "csv": exchange.to_csv, "text": exchange.to_text, "forum": _forum})
"""Format to the function that writes it."""


def export(army: Army, form: str) -> str:
    """``army`` in one of the forms of ``EXPORTS``."""
    writer: Callable[[facts.Army], str] = EXPORTS[form]
    return writer(facts_of(army))


def workbook(army: Army) -> bytes:
    """``army`` as a workbook (XLSX): the wide table, and a sheet of totals and faults under both systems."""
    now = facts_of(army)
    return exchange.to_workbook(now, _told(Assessment(now)))


def _told(assessment: Assessment) -> list[tuple[str | int, ...]]:
    whole = assessment.totals
    rows: list[tuple[str | int, ...]] = [
        (assessment.army.name,),
        ("Units", whole.units),
        ("Foot", whole.foot),
        ("Horse", whole.horse),
        ("Guns", whole.guns),
        ("Strength points in Mini-Nap", assessment.strength_points),
        ("Cost in Easy Napoleonics", assessment.cost.value),
        ("Victory points in Easy Napoleonics", assessment.victory_points.value),
    ]
    for system, title in TITLES.items():
        faults = _faults(assessment, system)
        rows.append((f"Faults under {title}" if faults else f"No faults under {title}",))
        rows += [(", ".join(f["at"]) or "the army", f["severity"], f["rule"], f["sentence"]) for f in faults]
    return rows


def numbers(army: facts.Army) -> dict[str, Any]:
    """Every number that the rules give, with its arithmetic: for the JSON export. Readers pass over it."""
    assessment = Assessment(army)
    whole = assessment.totals
    return {
        "foot": whole.foot,
        "horse": whole.horse,
        "guns": whole.guns,
        "strength_points": assessment.strength_points,
        "strength_points_why": assessment.strength.sentence,
        "cost": assessment.cost.value,
        "cost_why": assessment.cost.sentence,
        "victory_points": assessment.victory_points.value,
        "victory_points_why": assessment.victory_points.sentence,
        "commanders": [_commander(place, assessment) for place in commanders(assessment.army)],
        "stands": [_stand(at, assessment) for at in assessment.places if mini_nap.stand_can_be_lost(at.element)],
        "units": [_unit(place, assessment) for place in assessment.places if isinstance(place.element, facts.Unit)],
        "faults": {system: _faults(assessment, system) for system in ("mini_nap", "easy_napoleonics")},
    }


def _path(place: Place) -> list[str]:
    """The names from the top of the army down to the element."""
    return [*(above.name for above in place.above), place.element.name]


def _commander(place: Place, assessment: Assessment) -> dict[str, Any]:
    rating, why = standing(place, assessment)
    return {
        "of": _path(place),
        "name": place.element.commander,
        "rating": rating,
        "radius": why.value if why else None,
        "radius_why": why.sentence if why else None,
    }


def _stand(place: Place, assessment: Assessment) -> dict[str, Any]:
    units = totals(place.element).units
    why = mini_nap.explain_stand_loss(units, assessment.mini_nap_options)
    return {"of": _path(place), "units": units, "lost_at": why.value, "lost_at_why": why.sentence}


def _unit(place: Place, assessment: Assessment) -> dict[str, Any]:
    mini, easy = assessment.mini_nap_units[place.element.id], assessment.easy_units[place.element.id]
    return {
        "unit": _path(place),
        "strength_points": mini.points,
        "strength_points_why": mini.strength.sentence,
        "mini_nap": mini.reckoning.sentence,
        "easy_napoleonics": easy.reckoning.sentence,
        "cost": easy.cost.value,
        "cost_why": easy.cost.sentence,
        "victory_points": easy.victory_points.value,
        "victory_points_why": easy.victory_points.sentence,
    }


def _faults(assessment: Assessment, system: str) -> list[dict[str, Any]]:
    """Each fault with the path of the element at fault; the path is empty for the army itself."""
    paths = {place.element.id: _path(place) for place in assessment.places}
    return [
        {"severity": fault.severity, "rule": fault.rule, "sentence": fault.sentence, "at": paths.get(fault.element, [])}
        for fault in assessment.faults(system)
    ]
