"""Attaching reserves before play, and overriding what a system makes of a unit."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs, to_builtins

from armies.building.army_edits import Replace
from armies.building.edits import Change as ChangeFacts
from armies.models import Army, Change
from armies.rules import facts
from armies.rules.mini_nap.attachment import NEW, attached
from armies.rules.overriding import OVERRIDE_SPECS, refuse_override
from armies.services.amending import amend
from armies.services.locking import Refused, writing
from armies.services.reading import facts_of, tree_of


def attach(army: Army, element: str, parent: str, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Join a reserve Brigade or battery to ``parent`` (MN-ORG-12, 13).

    Raises:
        Refused: it cannot join that.
        Stale: the army has moved on.
    """
    with writing(army, expect) as row:
        plain = facts_of(row)
        try:
            joined = attached(plain, element, parent)
        except ValueError as error:
            raise Refused("parent", str(error)) from error
        tree = tree_of(row)
        words = f"Attached {tree.name(element)} to {tree.name(parent)}."
        return amend(row, Replace(_without_new(joined), words), by=by)


def _without_new(army: facts.Army) -> facts.Army:
    """``army`` with no id on the Brigade that was made, so that it gets one."""

    def visit(element: facts.Element) -> facts.Element:
        changes: dict[str, Any] = {"id": "" if element.id == NEW else element.id}
        if not isinstance(element, facts.Unit):
            changes["children"] = tuple(visit(child) for child in element.children)
        return structs.replace(element, **changes)

    return structs.replace(army, children=tuple(visit(child) for child in army.children))


def override(
    army: Army,
    unit: str,
    system: str,
    values: Mapping[str, bool | int | str],
    reason: str,
    *,
    by: Any = None,
    expect: int | None = None,
) -> Change | None:
    """Lay down what ``unit`` is under ``system``: ``values`` by what they override, all for one reason.

    They take the place of those it had under that system; without values it has none there any more.

    Raises:
        Refused: no such unit, or an override that may not stand; the field is what it overrides, or ``reason``.
        Stale: the army has moved on.
    """
    if system not in OVERRIDE_SPECS:
        raise Refused("system", f"A system with overrides is one of {', '.join(OVERRIDE_SPECS)}.")
    if values and not reason.strip():
        raise Refused("reason", "Say why: the reason stands beside the value, on screen and on paper.")
    faults = [(what, why) for what, value in values.items() if (why := refuse_override(system, what, value, reason))]
    if faults:
        raise Refused(*faults[0], *faults[1:])
    with writing(army, expect) as row:
        tree = tree_of(row)
        if unit not in tree.records or tree.level(unit) != "unit":
            raise Refused("element", "There is no such unit in this army.")
        kept = [each for each in tree.records[unit]["overrides"] if each["system"] != system]
        laid = [facts.Override(system=system, what=what, value=value, reason=reason) for what, value in values.items()]
        return amend(row, ChangeFacts(unit, {"overrides": [*kept, *to_builtins(laid)]}), by=by)
