"""Which elements of a file are those of an army that stands: so that a file brings it up to date and its history,
ratings and links go on.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import structs

from armies.exchange.limits import MAX_ITEMS, level_of
from armies.exchange.muster_json import without_ids
from armies.rules.facts import Army, Corps, Division, Element, Unit

ELEMENT_KEPT: Final = (
    *("commander", "nation", "command_nation", "note"),
    *("men", "guns", "gun_weight", "sub_units", "sub_unit"),
)
"""Facts of an element that stay as they were where a list leaves them open."""
KEPT: Final = (
    *("nation", "commander", "battle", "date", "place", "scope"),
    *("sources", "notes", "confidence", "options", "house"),
)
"""Facts of the army itself that stay so."""


@dataclass(eq=False)
class Node:
    """An element in its tree; the top of a tree stands for the army. ``twin`` is its like in the other tree."""

    element: Element | Army
    bare: Element | Army
    depth: int = 0
    children: list["Node"] = field(default_factory=list)
    twin: "Node | None" = None

    @property
    def kind(self) -> tuple[str, str]:
        """Its level and, of a unit, its type."""
        return level_of(self.element), getattr(self.element, "type", "")  # type: ignore[arg-type]


Key = Callable[[Node], Hashable]


def _named(node: Node) -> Hashable:
    return (*node.kind, node.element.name.casefold())


def _commanded(node: Node) -> Hashable:
    commander = node.element.commander.casefold()
    return (level_of(node.element), commander) if commander else None  # type: ignore[arg-type]


def _whole(node: Node) -> Hashable:
    return node.bare


def _alone(node: Node) -> Hashable:
    if isinstance(node.bare, Unit):
        return node.bare
    return structs.replace(node.bare, children=())


def _kind(node: Node) -> Hashable:
    return node.kind


def _level_and_name(node: Node) -> Hashable:
    return level_of(node.element), node.element.name.casefold()  # type: ignore[arg-type]


def matched(old: Army, new: Army, *, full: bool = True) -> Army:
    """``new`` with the ids of those elements of ``old`` that they are, one to one; the others have none.

    They are the same by level and names from the top down, equal ones first; then by name and type wherever
    only one is left on either side; then by their commander; then, under the same formation, by their order
    among those of their level and type. Overrides that ``new`` has none of are kept from ``old``. Dice that fell
    stay: ratings and draws of ``new`` come after those of ``old``.

    Args:
        full: ``new`` says all there is to say. Without it, facts that ``new`` leaves empty are kept as well: those
            of the army, and of an element its commander, nation, note, strength and where that comes from.
    """
    before, after = _tree(old), _tree(without_ids(new))
    _pair(before, after)
    while _by_words(before, after) or _by_order(before):
        pass
    kept = {} if full else _left_open(old, new, KEPT)
    draws = _after(old.draws, new.draws)
    return structs.replace(new, **kept, draws=draws, children=tuple(_built(child, full) for child in after.children))


def _tree(army: Army) -> Node:
    def grow(element: Element | Army, bare: Element | Army, depth: int) -> Node:
        node = Node(element, bare, depth)
        if not isinstance(element, Unit) and not isinstance(bare, Unit):
            pairs = zip(element.children, bare.children, strict=True)
            node.children = [grow(child, bare_child, depth + 1) for child, bare_child in pairs]
        return node

    return grow(army, without_ids(army), 0)


def _all(top: Node) -> Iterable[Node]:
    """Every element under ``top``, the highest first, each level in printed order."""
    waiting = deque(top.children)
    while waiting:
        node = waiting.popleft()
        yield node
        waiting.extend(node.children)


def _pair(old: Node, new: Node) -> None:
    """Make two nodes twins, then their children as far as their names tell."""
    waiting = deque([(old, new)])
    while waiting:
        above, below = waiting.popleft()
        above.twin, below.twin = below, above
        for key in (_whole, _alone, _named, _level_and_name):
            waiting.extend(_join(above.children, below.children, key))


def _join(old: list[Node], new: list[Node], key: Key, *, once: bool = False) -> list[tuple[Node, Node]]:
    """Pairs of those without a twin that have the same key, in order; ``once``: only where it is one on either side.

    A key of None joins nothing. The pairs are marked as twins at once, so that none is taken twice.
    """
    sides: list[dict[Hashable, list[Node]]] = []
    for nodes in (old, new):
        found: dict[Hashable, list[Node]] = defaultdict(list)
        for node in nodes:
            if node.twin is None and (said := key(node)) is not None:
                found[said].append(node)
        sides.append(found)
    pairs = []
    for said, olds in sides[0].items():
        news = sides[1].get(said, [])
        if once and (len(olds) > 1 or len(news) > 1):
            continue
        for one, other in zip(olds, news, strict=False):
            one.twin, other.twin = other, one
            pairs.append((one, other))
    return pairs


def _by_words(before: Node, after: Node) -> bool:
    """Twins wherever they stand now, by name and type, then by commander; True where there were any."""
    steps: tuple[tuple[Key, bool], ...] = ((_whole, True), (_named, True), (_commanded, False), (_commanded, True))
    for key, anywhere in steps:
        if anywhere:
            pairs = _join(list(_all(before)), list(_all(after)), key, once=True)
        else:
            tops = [node for node in (before, *_all(before)) if node.twin is not None]
            pairs = [pair for top in tops for pair in _join(top.children, _twin(top).children, key)]
        for old, new in pairs:
            _pair(old, new)
        if pairs:
            return True
    return False


def _by_order(before: Node) -> bool:
    """Twins by their order among those of their level and type, in the highest formations that have such."""
    depth: int | None = None
    for top in (before, *_all(before)):
        if depth is not None and top.depth > depth:
            break
        if top.twin is not None and (pairs := _join(top.children, top.twin.children, _kind)):
            depth = top.depth
            for old, new in pairs:
                _pair(old, new)
    return depth is not None


def _after(fell: tuple[Any, ...], told: tuple[Any, ...]) -> tuple[Any, ...]:
    """What fell, then what a file tells beyond it; a file that knows less of it tells nothing new."""
    return (*fell, *(one for one in told if one not in fell))[:MAX_ITEMS]


def _twin(node: Node) -> Node:
    if node.twin is None:
        raise LookupError("a node without a twin")
    return node.twin


def _left_open(old: Any, new: Any, names: Iterable[str]) -> dict[str, Any]:
    """The facts of these names that ``new`` could have and has none of, as they were."""
    both = [name for name in names if hasattr(old, name) and hasattr(new, name)]
    return {name: getattr(old, name) for name in both if not getattr(new, name)}


def _built(node: Node, full: bool) -> Any:
    """The element of the file with the id of its twin, and what it keeps of it."""
    changes: dict[str, Any] = {"id": ""}
    if node.twin is not None:
        was = node.twin.element
        changes = {} if full else _left_open(was, node.element, ELEMENT_KEPT)
        changes["id"] = getattr(was, "id", "")
        if isinstance(node.element, Unit) and isinstance(was, Unit):
            changes["overrides"] = node.element.overrides or was.overrides
            if not full and node.element.basis == "unknown" and not node.element.sources:
                changes["basis"], changes["sources"] = was.basis, was.sources
        if isinstance(node.element, Corps | Division) and isinstance(was, Corps | Division):
            changes["throws"] = _after(was.throws, node.element.throws)
    if not isinstance(node.element, Unit):
        changes["children"] = tuple(_built(child, full) for child in node.children)
    return structs.replace(node.element, **changes)
