"""Walks an army: every element with its formations above, inherited nations, totals."""

from collections.abc import Iterator

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
