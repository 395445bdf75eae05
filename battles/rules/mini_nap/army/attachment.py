"""Formations that a reserve may join before play, and the rules each choice breaks (MN-ORG-11, MN-ORG-12, MN-ORG-13).

Each choice is tried on a copy of the army. It breaks the rules for which the copy has a fault and the army has none.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import structs

from battles.engine.armies.facts import ARTILLERY, Army, Brigade, Corps, Division, DivisionKind, Element, Unit
from battles.engine.armies.group import NEW_BRIGADE, Attachment, KindChoice
from battles.engine.armies.reckoning import Fault
from battles.engine.armies.tree import Place, number, walk
from battles.rules.mini_nap.army.checks import faults
from battles.rules.mini_nap.army.options import DEFAULTS, Options

NEW_NAME: Final = "Division artillery"
"""Name of the Brigade that an attachment creates."""

DIVISION_KINDS: Final[tuple[DivisionKind, ...]] = ("", "infantry", "cavalry", "mixed")


def attachments(army: Army, element: str, options: Options = DEFAULTS) -> tuple[Attachment, ...]:
    """The formations that this Brigade or battery could join, those that break the fewest rules first.

    A Brigade joins a Division and is then marked as a reserve (MN-ORG-13). A battery joins a Brigade, or a Division
    that has no division artillery yet (MN-ORG-12). The formation it belongs to now is left out. Equal choices keep
    the printed order.

    Raises:
        ValueError: no such element, or one that is never a reserve of its Corps; the message is for the user.
    """
    numbered = number(army)
    place = _place(numbered, element)
    moved = place.element
    if not _may_move(moved):
        name = moved.name or "This"
        raise ValueError(f"{name} cannot be attached: only Brigades and batteries can (MN-ORG-12, MN-ORG-13).")
    present = place.above[-1].id if place.above else ""
    before, rest = faults(numbered, options), _replaced(numbered, element, None)
    choices = []
    for other in walk(rest):
        child = _child_for(other.element, moved)
        if child and other.element.id != present:
            parent = structs.replace(other.element, children=(*other.element.children, child))  # type: ignore[union-attr]
            breaks, mends = _changed(before, faults(_replaced(rest, parent.id, parent), options))
            choice = Attachment(
                parent=parent.id,
                name=parent.name,
                above=tuple(formation.name for formation in other.above),
                new_brigade=child.id == NEW_BRIGADE,
                breaks=breaks,
                mends=mends,
            )
            choices.append(choice)
    return tuple(sorted(choices, key=lambda choice: _weight(choice.breaks)))


def attached(army: Army, element: str, parent: str) -> Army:
    """``army`` with the Brigade or battery ``element`` under ``parent``, as ``attachments`` offers it.

    Every element has an id; the id of a new division artillery Brigade is ``NEW_BRIGADE``.

    Raises:
        ValueError: no such elements, or a parent that it cannot join; the message is for the user.
    """
    numbered = number(army)
    moved = _place(numbered, element).element
    rest = _replaced(numbered, element, None)
    formation = _place(rest, parent).element
    child = _child_for(formation, moved) if _may_move(moved) else None
    if child is None:
        raise ValueError(f"{moved.name or 'This'} cannot join {formation.name or 'that'} (MN-ORG-12, MN-ORG-13).")
    return _replaced(rest, parent, structs.replace(formation, children=(*formation.children, child)))  # type: ignore[union-attr]


def _may_move(moved: Element) -> bool:
    return isinstance(moved, Brigade) or (isinstance(moved, Unit) and moved.type in ARTILLERY)


def _child_for(formation: Element, moved: Element) -> Brigade | Unit | None:
    """The new child of ``formation`` when ``moved`` joins it; None if it cannot join."""
    if isinstance(moved, Brigade):
        return structs.replace(moved, reserve=True) if isinstance(formation, Division) else None
    if not isinstance(moved, Unit) or isinstance(formation, Brigade):
        return moved if isinstance(moved, Unit) else None
    if isinstance(formation, Division) and not any(
        getattr(child, "kind", "") == "artillery" for child in formation.children
    ):
        return Brigade(name=NEW_NAME, kind="artillery", reserve=True, children=(moved,), id=NEW_BRIGADE)
    return None


def attachable(army: Army) -> tuple[Place, ...]:
    """Elements still to attach: Brigades outside a Division and batteries outside a Brigade (MN-ORG-14)."""
    return tuple(place for place in walk(number(army)) if _is_unattached(place))


def kinds(army: Army, division: str, options: Options = DEFAULTS) -> tuple[KindChoice, ...]:
    """The kinds that the Division could be given, and the rules each breaks (MN-ORG-13, MN-RULING-88).

    Raises:
        ValueError: no such element, or it is not a Division; the message is for the user.
    """
    numbered = number(army)
    chosen = _place(numbered, division).element
    if not isinstance(chosen, Division):
        raise ValueError(
            f"{chosen.name or 'This'} is not a Division: only a Division has a kind to choose (MN-ORG-13)."
        )
    before = faults(numbered, options)
    choices = []
    for kind in DIVISION_KINDS:
        after = faults(_replaced(numbered, division, structs.replace(chosen, kind=kind)), options)
        breaks, mends = _changed(before, after)
        choices.append(KindChoice(kind=kind, chosen=kind == chosen.kind, breaks=breaks, mends=mends))
    return tuple(choices)


def _is_unattached(place: Place) -> bool:
    above = place.above[-1] if place.above else None
    if isinstance(place.element, Brigade):
        return not isinstance(above, Division)
    return isinstance(place.element, Unit) and place.element.type in ARTILLERY and not isinstance(above, Brigade)


def _place(army: Army, element: str) -> Place:
    for place in walk(army):
        if place.element.id == element:
            return place
    raise ValueError(f"This army has no element {element[:40] or 'without an id'}: it may have been removed.")


def _replaced(army: Army, element: str, instead: Element | None) -> Army:
    """``army`` with the element of that id replaced by ``instead``, or removed if that is None."""

    def visit(elements: tuple[Element, ...]) -> Iterator[Element]:
        for each in elements:
            if each.id == element:
                if instead is not None:
                    yield instead
            elif isinstance(each, Corps | Division | Brigade):
                yield structs.replace(each, children=tuple(visit(each.children)))
            else:
                yield each

    return structs.replace(army, children=tuple(visit(army.children)))


def _changed(before: list[Fault], after: list[Fault]) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
    """The new faults and the cured faults; a fault whose sentence changed but not its rule is neither."""
    return _additional(after, before), _additional(before, after)


def _additional(faults: list[Fault], others: list[Fault]) -> tuple[Fault, ...]:
    """The faults without a counterpart of the same severity, rule and element in ``others``."""
    unmatched = Counter(_fault_key(fault) for fault in others)
    sentences = {fault.sentence for fault in others}
    additional = []
    for fault in sorted(faults, key=lambda fault: fault.sentence not in sentences):
        if unmatched[_fault_key(fault)]:
            unmatched[_fault_key(fault)] -= 1
        else:
            additional.append(fault)
    return tuple(fault for fault in faults if fault in additional)


def _fault_key(fault: Fault) -> tuple[str, str, str]:
    return fault.severity, fault.rule, fault.element


def _weight(breaks: tuple[Fault, ...]) -> tuple[int, int, int]:
    """Numbers of errors, warnings and notes, as a sort key."""
    severities = Counter(fault.severity for fault in breaks)
    return severities["error"], severities["warning"], severities["info"]
