"""Walks an army: elements with formations, nations and totals; corps, divisions and brigades of a roster."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct, structs

from battles.engine.armies.facts import (
    ARTILLERY,
    CAVALRY,
    INFANTRY,
    Army,
    Brigade,
    Corps,
    Division,
    Element,
    Formation,
    Unit,
)


class Place(Struct, frozen=True, gc=False):
    """An element at its place: ``above`` are the formations over it, outermost first."""

    element: Element
    above: tuple[Formation, ...]
    nation: str

    @property
    def depth(self) -> int:
        return len(self.above)


def walk(army: Army) -> Iterator[Place]:
    """Every element in printed order, each with its own or inherited nation's code."""

    def descend(elements: tuple[Element, ...], above: tuple[Formation, ...], nation: str) -> Iterator[Place]:
        for element in elements:
            own = element.nation or nation
            yield Place(element, above, own)
            if not isinstance(element, Unit):
                yield from descend(element.children, (*above, element), own)

    yield from descend(army.children, (), army.nation)


def units(of: Army | Element) -> Iterator[Unit]:
    """Every unit of an army or under an element; a unit yields itself."""
    if isinstance(of, Unit):
        yield of
        return
    for child in of.children:
        yield from units(child)


class Totals(Struct, frozen=True, gc=False):
    """Totals of a formation. ``men`` are foot and horse; gunners are not counted."""

    units: int
    foot: int
    horse: int
    guns: int

    @property
    def men(self) -> int:
        return self.foot + self.horse


def totals(of: Army | Element) -> Totals:
    """The totals, counted each time."""
    count = foot = horse = guns = 0
    for unit in units(of):
        count += 1
        if unit.type in INFANTRY:
            foot += unit.men or 0
        elif unit.type in CAVALRY:
            horse += unit.men or 0
        elif unit.type in ARTILLERY:
            guns += unit.guns or 0
    return Totals(count, foot, horse, guns)


def number(army: Army) -> Army:
    """``army`` with an id on every element that has none: its place in the tree, ``0.2.1``."""

    def visit(elements: tuple[Element, ...], path: str) -> tuple[Element, ...]:
        out: list[Element] = []
        for index, element in enumerate(elements):
            here = f"{path}{index}"
            changes: dict[str, object] = {"id": element.id or here}
            if isinstance(element, Corps | Division | Brigade):
                changes["children"] = visit(element.children, f"{here}.")
            out.append(structs.replace(element, **changes))
        return tuple(out)

    return structs.replace(army, children=visit(army.children, ""))


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
