"""Where a reserve may be attached before play, and what each choice would break (MN-ORG-11 to 13).

Nothing is decided here: each choice is made in a copy of the army, and what ``faults`` says of the copy and not of
the army as it stands is what the choice breaks.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from armies.rules.facts import ARTILLERY, Army, Brigade, Corps, Division, DivisionKind, Element, Unit
from armies.rules.mini_nap.options import DEFAULTS, Options
from armies.rules.mini_nap.organisation import faults
from armies.rules.reckoning import Fault
from armies.rules.tree import Place, number, walk

NEW: Final = "new"
NEW_NAME: Final = "Division artillery"
"""Id and name of a Brigade that an attachment would make."""

DIVISION_KINDS: Final[tuple[DivisionKind, ...]] = ("", "infantry", "cavalry", "mixed")


class Attachment(Struct, frozen=True, kw_only=True):
    """A formation that a Brigade or a battery could join, by its id.

    ``new_brigade`` says that a battery would make up a new division artillery Brigade there (MN-ORG-12).
    ``breaks`` are the faults that this would bring, ``mends`` those that it would take away.
    """

    parent: str
    name: str
    above: tuple[str, ...]
    new_brigade: bool
    breaks: tuple[Fault, ...]
    mends: tuple[Fault, ...]


class KindChoice(Struct, frozen=True, kw_only=True):
    """A kind that a Division could be declared to be, empty where it is left to its Brigades; faults as above."""

    kind: DivisionKind
    chosen: bool
    breaks: tuple[Fault, ...]
    mends: tuple[Fault, ...]


def attachments(army: Army, element: str, options: Options = DEFAULTS) -> tuple[Attachment, ...]:
    """Every formation that the Brigade or battery of that id could join, those that break least first.

    A Brigade joins a Division and is then marked as the reserve that it was (MN-ORG-13); a battery joins a Brigade,
    or a Division without division artillery as its first (MN-ORG-12). Where it stands now is left out. Among equals
    the printed order holds.

    Raises:
        ValueError: no such element, or one that is never a reserve of its Corps; a sentence for the user.
    """
    numbered = number(army)
    place = _place(numbered, element)
    moved = place.element
    if not _may_move(moved):
        raise ValueError(f"{moved.name or 'This'} cannot be attached: only Brigades and batteries are (MN-ORG-12, 13).")
    now = place.above[-1].id if place.above else ""
    before, rest = faults(numbered, options), _replaced(numbered, element, None)
    found = []
    for other in walk(rest):
        joining = _joining(other.element, moved)
        if joining and other.element.id != now:
            to = structs.replace(other.element, children=(*other.element.children, joining))  # type: ignore[union-attr]
            breaks, mends = _changed(before, faults(_replaced(rest, to.id, to), options))
            choice = Attachment(
                parent=to.id,
                name=to.name,
                above=tuple(formation.name for formation in other.above),
                new_brigade=joining.id == NEW,
                breaks=breaks,
                mends=mends,
            )
            found.append(choice)
    return tuple(sorted(found, key=lambda choice: _weight(choice.breaks)))


def attached(army: Army, element: str, parent: str) -> Army:
    """``army`` with the Brigade or battery ``element`` joined to ``parent`` as ``attachments`` offers it.

    Every element has its id; a new division artillery Brigade has ``NEW`` for one.

    Raises:
        ValueError: no such elements, or a parent that it cannot join; a sentence for the user.
    """
    numbered = number(army)
    moved = _place(numbered, element).element
    rest = _replaced(numbered, element, None)
    to = _place(rest, parent).element
    joining = _joining(to, moved) if _may_move(moved) else None
    if joining is None:
        raise ValueError(f"{moved.name or 'This'} cannot join {to.name or 'that'} (MN-ORG-12, 13).")
    return _replaced(rest, parent, structs.replace(to, children=(*to.children, joining)))  # type: ignore[union-attr]


def _may_move(moved: Element) -> bool:
    return isinstance(moved, Brigade) or (isinstance(moved, Unit) and moved.type in ARTILLERY)


def _joining(to: Element, moved: Element) -> Brigade | Unit | None:
    """What would stand under ``to`` for ``moved``; None where it cannot stand there."""
    if isinstance(moved, Brigade):
        return structs.replace(moved, reserve=True) if isinstance(to, Division) else None
    if not isinstance(moved, Unit) or isinstance(to, Brigade):
        return moved if isinstance(moved, Unit) else None
    if isinstance(to, Division) and not any(getattr(child, "kind", "") == "artillery" for child in to.children):
        return Brigade(name=NEW_NAME, kind="artillery", reserve=True, children=(moved,), id=NEW)
    return None


def attachable(army: Army) -> tuple[Place, ...]:
    """What still waits to be attached: Brigades outside a Division and batteries outside a Brigade (MN-ORG-14)."""
    return tuple(place for place in walk(number(army)) if _waits(place))


def kinds(army: Army, division: str, options: Options = DEFAULTS) -> tuple[KindChoice, ...]:
    """What each kind that the Division of that id could be declared to be would break (MN-ORG-13, MN-RULING-88).

    Raises:
        ValueError: no such element, or one that is no Division; a sentence for the user.
    """
    numbered = number(army)
    chosen = _place(numbered, division).element
    if not isinstance(chosen, Division):
        raise ValueError(f"{chosen.name or 'This'} is no Division: only Divisions have a kind to declare (MN-ORG-13).")
    before = faults(numbered, options)
    choices = []
    for kind in DIVISION_KINDS:
        after = faults(_replaced(numbered, division, structs.replace(chosen, kind=kind)), options)
        breaks, mends = _changed(before, after)
        choices.append(KindChoice(kind=kind, chosen=kind == chosen.kind, breaks=breaks, mends=mends))
    return tuple(choices)


def _waits(place: Place) -> bool:
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
    """``army`` with ``instead`` in the place of the element of that id; without it where that is None."""

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
    """The faults that came and those that went; one that only words itself otherwise counts as neither."""
    return _beyond(after, before), _beyond(before, after)


def _beyond(faults: list[Fault], known: list[Fault]) -> tuple[Fault, ...]:
    """The faults past as many of the same severity, rule and element as are ``known``."""
    left = Counter(_sort(fault) for fault in known)
    sentences = {fault.sentence for fault in known}
    found = []
    for fault in sorted(faults, key=lambda fault: fault.sentence not in sentences):
        if left[_sort(fault)]:
            left[_sort(fault)] -= 1
        else:
            found.append(fault)
    return tuple(fault for fault in faults if fault in found)


def _sort(fault: Fault) -> tuple[str, str, str]:
    return fault.severity, fault.rule, fault.element


def _weight(breaks: tuple[Fault, ...]) -> tuple[int, int, int]:
    """Errors, warnings and notes, to sort by."""
    severities = Counter(fault.severity for fault in breaks)
    return severities["error"], severities["warning"], severities["info"]
