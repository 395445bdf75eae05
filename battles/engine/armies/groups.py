"""An army as a roster prints it: corps, divisions and brigades, even if it leaves out levels.

A unit or brigade at too high a level keeps its place in the order, in a group without a formation, so that the roster
shows the whole army.
"""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Element, Formation, Unit
from battles.engine.armies.tree import Place


class Group(Struct, frozen=True):
    """A brigade and its units; ``at`` is None for units under no brigade."""

    at: Place | None
    units: tuple[Place, ...]


class Section(Struct, frozen=True):
    """A division and its brigades; ``at`` is None for elements under no division."""

    at: Place | None
    groups: tuple[Group, ...]

    @property
    def units(self) -> tuple[Place, ...]:
        return tuple(unit for group in self.groups for unit in group.units)


class Chapter(Struct, frozen=True):
    """A corps and its divisions; ``at`` is None for elements under no corps."""

    at: Place | None
    sections: tuple[Section, ...]

    @property
    def units(self) -> tuple[Place, ...]:
        return tuple(unit for section in self.sections for unit in section.units)


def chapters(army: Army) -> tuple[Chapter, ...]:
    """The whole army in printed order; every unit is in exactly one group."""
    out: list[Chapter] = []
    for whole, places in _runs(_under(army.children, (), army.nation), Corps):
        if whole:
            out.extend(Chapter(place, _sections(_inside(place))) for place in places)
        else:
            out.append(Chapter(None, _sections(places)))
    return tuple(out)


def title(place: Place | None) -> str:
    """The name of a formation, empty for none."""
    return place.element.name if place else ""


def unit_at(place: Place) -> Unit:
    """The unit at a place of a group.

    Raises:
        TypeError: it is a formation.
    """
    if not isinstance(place.element, Unit):
        raise TypeError(f"{place.element.name} is not a unit.")
    return place.element


def _sections(places: list[Place]) -> tuple[Section, ...]:
    out: list[Section] = []
    for whole, run in _runs(places, Division):
        if whole:
            out.extend(Section(place, _groups(_inside(place))) for place in run)
        else:
            out.append(Section(None, _groups(run)))
    return tuple(out)


def _groups(places: list[Place]) -> tuple[Group, ...]:
    out: list[Group] = []
    for whole, run in _runs(places, Brigade):
        if whole:
            out.extend(Group(place, tuple(_inside(place))) for place in run)
        else:
            out.append(Group(None, tuple(run)))
    return tuple(out)


def _runs(places: list[Place], level: type) -> Iterator[tuple[bool, list[Place]]]:
    """Neighbours that are all of ``level``, or all not, together."""
    for whole, run in groupby(places, lambda place: isinstance(place.element, level)):
        yield whole, list(run)


def _inside(place: Place) -> list[Place]:
    if isinstance(place.element, Unit):
        return []
    return _under(place.element.children, (*place.above, place.element), place.nation)


def _under(elements: tuple[Element, ...], above: tuple[Formation, ...], nation: str) -> list[Place]:
    return [Place(element, above, element.nation or nation) for element in elements]
