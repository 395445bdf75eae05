"""Checks of a whole army under Mini-Nap: its tree, and each of its parts."""

from collections import Counter
from collections.abc import Iterator

from msgspec import structs

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Element, Unit
from battles.engine.armies.house_rules import marked
from battles.engine.armies.reckoning import Fault
from battles.engine.armies.tree import Place, number, totals, walk
from battles.rules.mini_nap.army.brigade_checks import brigade_faults
from battles.rules.mini_nap.army.division_checks import corps_faults, division_faults
from battles.rules.mini_nap.army.house_rules import limit, limit_mark
from battles.rules.mini_nap.army.options import DEFAULTS, OPTION_SPECS, Options
from battles.rules.mini_nap.army.overrides import army_as_overridden
from battles.rules.mini_nap.army.unit_checks import unit_faults
from battles.rules.mini_nap.army.words import count, name_of


def faults(army: Army, options: Options = DEFAULTS) -> list[Fault]:
    """Every fault of the army under MN-ORG, MN-VAL, MN-TYPE and MN-WEAPON.

    Faults of the whole army (no element) come first, then those of elements in printed order. An element without
    an id gets its place in the tree as one, as in ``tree.number``. ``org_strict`` turns warnings into errors
    (MN-RULING-66); ``max_corps_per_side`` is MN-VAL-09. Units are read with their owner's overrides (MN-RULING-95).
    """
    numbered = army_as_overridden(number(army))
    listed = [*_army_faults(numbered, options), *_same_id(army)]
    listed += _same_names(numbered.children)
    order = {"": -1}
    for index, place in enumerate(walk(numbered)):
        order.setdefault(place.element.id, index)
        listed += _place_faults(place, options)
    listed.sort(key=lambda fault: order[fault.element])
    if options.org_strict:
        listed = [
            structs.replace(fault, severity="error") if fault.severity == "warning" else fault for fault in listed
        ]
    return listed


def _place_faults(place: Place, options: Options) -> Iterator[Fault]:
    element = place.element
    yield from _misplaced(place)
    if isinstance(element, Unit):
        yield from unit_faults(place, element, options)
        return
    yield from _empty(element)
    yield from _same_names(element.children)
    if isinstance(element, Brigade):
        yield from brigade_faults(element, options)
    elif isinstance(element, Division):
        yield from division_faults(element, options)
    else:
        yield from corps_faults(element, options)


def _army_faults(army: Army, options: Options) -> Iterator[Fault]:
    """Faults of the whole army (MN-ORG-01, MN-VAL-09, MN-ORG-18, MN-RULING-06, MN-ORG-15, MN-VAL-30)."""
    corps = sum(isinstance(child, Corps) for child in army.children)
    if not army.children:
        yield Fault("error", "MN-ORG-01", "The army is empty: a side has one or more Corps.")
        return
    if corps > options.max_corps_per_side:
        most = options.max_corps_per_side
        yield Fault(
            "error",
            "MN-VAL-09",
            f"The army has {count(corps, 'Corps', 'Corps')}: a side has at most {most}, "
            f"unless the option “{OPTION_SPECS['max_corps_per_side'].label}” allows more.",
        )
    units = totals(army).units
    side = limit(options.house, "side")
    if not side.holds(units):
        text = marked(f"the game is meant for about {side.words} a side", limit_mark(options.house, "side"))
        yield Fault("info", side.rule, f"The army has {count(units, 'unit')}: {text}.")


def _misplaced(place: Place) -> Iterator[Fault]:
    """A fault if the element is not under the next higher level (MN-ORG-01, MN-ORG-14)."""
    element = place.element
    above = place.above[-1] if place.above else None
    where = f"directly under {name_of(above)}" if above else "directly under the army"
    if isinstance(element, Unit) and not isinstance(above, Brigade):
        rule = "MN-ORG-01" if isinstance(above, Division) else "MN-ORG-14"
        text = f"{name_of(element)} is {where}: every unit belongs to a Brigade."
        yield Fault("error", rule, text, element.id)
    if isinstance(element, Brigade) and not isinstance(above, Division):
        text = f"{name_of(element)} is {where}: every Brigade belongs to a Division."
        yield Fault("error", "MN-ORG-14", text, element.id)
    if isinstance(element, Division) and not isinstance(above, Corps):
        text = f"{name_of(element)} is {where}: every Division belongs to a Corps."
        yield Fault("error", "MN-ORG-01", text, element.id)


_HOLDS = {Corps: ("Corps", "Division"), Division: ("Division", "Brigade"), Brigade: ("Brigade", "unit")}


def _empty(element: Corps | Division | Brigade) -> Iterator[Fault]:
    """A fault if the formation is empty (MN-ORG-01)."""
    if not element.children:
        level, part = _HOLDS[type(element)]
        text = f"{name_of(element)} is empty: a {level} has one or more {part}s."
        yield Fault("error", "MN-ORG-01", text, element.id)


def _same_id(army: Army) -> Iterator[Fault]:
    """Faults for ids that are used twice (MN-VAL-01)."""
    ids = Counter(place.element.id for place in walk(army) if place.element.id)
    for identity, times in ids.items():
        if times > 1:
            yield Fault(
                "error", "MN-VAL-01", f"The id {identity} is used {times} times: every element has its own.", identity
            )


def _same_names(siblings: tuple[Element, ...]) -> Iterator[Fault]:
    """A note for each sibling after the first that has the same name (MN-VAL-01, MN-RULING-93)."""
    seen: set[str] = set()
    for sibling in siblings:
        name = sibling.name.strip().casefold()
        if name and name in seen:
            text = f"{sibling.name} has the same name as another beside it: the two are hard to tell apart on paper."
            yield Fault("info", "MN-VAL-01", text, sibling.id)
        seen.add(name)
