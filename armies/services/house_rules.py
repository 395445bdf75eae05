"""House rules of armies: adopt them, change them, and update the counts of their armies."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Sum

from armies.building.edits import SetHead
from armies.models import Army, Change, HouseRules
from armies.services.apply_edit import amend
from armies.services.locks import Refused, writing
from armies.services.storage import count, facts_of
from battles.engine.armies.systems import read_house, refuse_house
from battles.engine.options import OptionValue

MOST_ARMIES: Final = 200
MOST_UNITS: Final = 5_000
"""The most armies under one club's house rules, and the most units of them: all are counted in one transaction."""
COUNTS: Final = ("units", "foot", "horse", "guns", "strength_points", "cost", "errors", "warnings", "search")


class HouseRulesChanged(Exception):
    """Someone else changed the house rules after the user saw them."""


def adopt(army: Army, rules: HouseRules | None, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Set or remove the army's house rules and update its counts.

    Args:
        by: the user who does it.
        expect: the version of the army that the user saw.

    Returns:
        The entry in the army's history; None if nothing changed.

    Raises:
        Refused: too many armies or units have these house rules.
        Stale: the army has a newer version.
        Gone: the army was deleted in the meantime.
    """
    with transaction.atomic():
        if rules is not None:
            HouseRules.objects.select_for_update(no_key=True).get(pk=rules.pk)
            _refuse_too_many(army, rules)
        words = f"Set the house rules of {rules.name}." if rules else "Removed the house rules."
        return amend(army, SetHead({"house_rules": rules.pk if rules else None}, words), by=by, expect=expect)


def _refuse_too_many(army: Army, rules: HouseRules) -> None:
    others = rules.armies.exclude(pk=army.pk)
    if others.count() >= MOST_ARMIES:
        raise Refused("rules", f"{MOST_ARMIES} armies have the house rules of {rules.name}; no more are allowed.")
    units = (others.aggregate(units=Sum("units"))["units"] or 0) + army.units
    if units > MOST_UNITS:
        sentence = f"The armies with the house rules of {rules.name} would have {units:,} units"
        raise Refused("rules", f"{sentence}; at most {MOST_UNITS:,} are allowed.")


def change(
    rules: HouseRules, overlays: Mapping[str, Mapping[str, OptionValue]], *, expect: datetime | None = None
) -> int:
    """Store a club's values that differ from the printed ones, and update the counts of its armies.

    Args:
        overlays: all values by rule system and key; others are as printed.
        expect: ``updated`` of the house rules that the user saw.

    Returns:
        The number of armies with changed counts.

    Raises:
        Refused: values that are not allowed; ``faults`` has a sentence for each, under ``<system>.<key>``.
        HouseRulesChanged: someone else changed them after ``expect``.
    """
    wrong = [(f"{system}.{key}", sentence) for (system, key), sentence in refuse_house(overlays).items()]
    if wrong:
        first, *more = wrong
        raise Refused(*first, *more)
    with transaction.atomic():
        row = HouseRules.objects.select_for_update(no_key=True).get(pk=rules.pk)
        if expect is not None and row.updated != expect:
            raise HouseRulesChanged("Someone else has changed these house rules in the meantime.")
        row.overlays = read_house(overlays)
        row.save()
        return sum(_recounted(army) for army in row.armies.all())


def _recounted(army: Army) -> bool:
    """Update the counts of the army; True if any changed. Its content, version and dates stay."""
    with writing(army) as row:
        before = [getattr(row, name) for name in COUNTS]
        count(row, facts_of(row))
        if before == [getattr(row, name) for name in COUNTS]:
            return False
        row.save(update_fields=COUNTS)
    return True
