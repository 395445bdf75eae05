"""Sending a form once more after somebody else wrote: only what its sender changed himself is written."""

from collections.abc import Mapping
from typing import Any

from armies.building.trees import ARMY
from armies.building.values import checked
from armies.models import Army
from armies.services.history import state_at
from armies.services.locking import Refused


def own_part(army: Army, number: int | None, element: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of ``values`` that differ from what the form showed: the facts of ``element`` after change ``number``.

    All of them where that state is not known, or is the present one.
    """
    if number is None or number == army.version:
        return dict(values)
    try:
        then = state_at(army, number)
        record = then.head if element == ARMY else then.records.get(element)
        kept = checked(ARMY if element == ARMY else str((record or {})["level"]), values)
    except (Refused, KeyError):
        return dict(values)
    return {name: value for name, value in values.items() if record is None or kept[name] != record[name]}
