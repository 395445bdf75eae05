"""House rules: an army is built under them, and when they change, every army built under them is counted again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Sum

from armies.building.army_edits import SetHead
from armies.models import Army, Change, HouseRules
from armies.rules.house import read_house, refuse_house
from armies.services.amending import amend
from armies.services.locking import Refused, writing
from armies.services.reading import facts_of
from armies.services.writing import count
from battles.engine.option_spec import OptionValue

MOST_ARMIES: Final = 200
MOST_UNITS: Final = 5_000
"""Armies under one club's house rules and their units together: all are counted again in one transaction."""
COUNTS: Final = ("units", "foot", "horse", "guns", "strength_points", "cost", "errors", "warnings", "search")


class Overtaken(Exception):
    """The house rules were changed by somebody else since they were looked at."""


def adopt(army: Army, rules: HouseRules | None, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Build the army under these house rules, or under none; its counts follow.

    Args:
        by: the user who decides it.
        expect: the version of the army that was looked at.

    Returns:
        The entry in the army's history; None where nothing changed.

    Raises:
        Refused: too many armies or units are built under these house rules.
        Stale: the army has moved on.
        Gone: the army was deleted meanwhile.
    """
    with transaction.atomic():
        if rules is not None:
            HouseRules.objects.select_for_update(no_key=True).get(pk=rules.pk)
            _refuse_too_many(army, rules)
        words = f"Built under the house rules of {rules.name}." if rules else "Built without house rules."
        return amend(army, SetHead({"house_rules": rules.pk if rules else None}, words), by=by, expect=expect)


def _refuse_too_many(army: Army, rules: HouseRules) -> None:
    others = rules.armies.exclude(pk=army.pk)
    if others.count() >= MOST_ARMIES:
        raise Refused("rules", f"{MOST_ARMIES} armies are built under the house rules of {rules.name}, the most.")
    units = (others.aggregate(units=Sum("units"))["units"] or 0) + army.units
    if units > MOST_UNITS:
        sentence = f"The armies under the house rules of {rules.name} would have {units:,} units; {MOST_UNITS:,}"
        raise Refused("rules", f"{sentence} is the most.")


def change(
    rules: HouseRules, overlays: Mapping[str, Mapping[str, OptionValue]], *, expect: datetime | None = None
) -> int:
    """Keep a club's values, those that differ from the printed ones, and count its armies again.

    Args:
        overlays: by rule system, the values by key; all of them, for what is not named is as printed.
        expect: ``updated`` of the house rules that were looked at.

    Returns:
        How many armies have other counts now.

    Raises:
        Refused: values that are not allowed; ``faults`` has a sentence for each, under ``<system>.<key>``.
        Overtaken: somebody else has changed them since ``expect``.
    """
    wrong = [(f"{system}.{key}", sentence) for (system, key), sentence in refuse_house(overlays).items()]
    if wrong:
        first, *more = wrong
        raise Refused(*first, *more)
    with transaction.atomic():
        row = HouseRules.objects.select_for_update(no_key=True).get(pk=rules.pk)
        if expect is not None and row.updated != expect:
            raise Overtaken("Somebody else has changed these house rules meanwhile.")
        row.overlays = read_house(overlays)
        row.save()
        return sum(_recounted(army) for army in row.armies.all())


def _recounted(army: Army) -> bool:
    """Count the army again; True where something became other. What it holds, its version and its age stay."""
    with writing(army) as row:
        before = [getattr(row, name) for name in COUNTS]
        count(row, facts_of(row))
        if before == [getattr(row, name) for name in COUNTS]:
            return False
        row.save(update_fields=COUNTS)
    return True
