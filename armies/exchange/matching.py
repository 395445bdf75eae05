"""Match the elements of a file with those of a stored army, so that an update keeps its history, ratings and links."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import structs

from armies.exchange.files.oob_json import without_ids
from armies.exchange.limits import MAX_ITEMS, level_of
from battles.engine.armies.facts import Army, Corps, Division, Element, Unit

ELEMENT_KEPT: Final = (
    *("commander", "nation", "command_nation", "note"),
    *("men", "guns", "gun_weight", "sub_units", "sub_unit"),
)
"""Facts of an element that keep their old value if a list does not state them."""
KEPT: Final = (
    *("nation", "commander", "battle", "date", "place", "scope"),
    *("sources", "notes", "confidence", "options", "house"),
)
"""Facts of the army that keep their old value in the same way."""


@dataclass(eq=False)
class Node:
    """An element in its tree; the top node is the army. ``twin`` is the matching node of the other tree."""

    element: Element | Army
    bare: Element | Army
    depth: int = 0
    children: list["Node"] = field(default_factory=list)
    twin: "Node | None" = None

    @property
    def kind(self) -> tuple[str, str]:
        """Its level and, for a unit, its type."""
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


def with_matched_ids(old: Army, new: Army, *, full: bool = True) -> Army:
    """``new`` with the ids of the matching elements of ``old``, one to one; elements without a match have no id.

    Elements match by level and name from the top down, equal elements first; then by name and type if only one
    is left on each side; then by commander; then, under the same formation, by order among those of the same level
    and type. A unit without overrides keeps those of ``old``. Rolled dice are never lost: ratings and draws of
    ``new`` come after those of ``old``.

    Args:
        full: ``new`` is complete. If False, facts that are empty in ``new`` also keep their old value: those of
            the army, and the commander, nation, note, strength, basis and sources of an element.
    """
    before, after = _tree(old), _tree(without_ids(new))
    _pair(before, after)
    while _by_words(before, after) or _by_order(before):
        pass
    old_facts = {} if full else _left_open(old, new, KEPT)
    draws = _appended(old.draws, new.draws)
    return structs.replace(
        new, **old_facts, draws=draws, children=tuple(_built(child, full) for child in after.children)
    )


def _tree(army: Army) -> Node:
    def grow(element: Element | Army, bare: Element | Army, depth: int) -> Node:
        node = Node(element, bare, depth)
        if not isinstance(element, Unit) and not isinstance(bare, Unit):
            pairs = zip(element.children, bare.children, strict=True)
            node.children = [grow(child, bare_child, depth + 1) for child, bare_child in pairs]
        return node

    return grow(army, without_ids(army), 0)


def _all(top: Node) -> Iterable[Node]:
    """Every element under ``top``, level by level from the top, each level in printed order."""
    pending = deque(top.children)
    while pending:
        node = pending.popleft()
        yield node
        pending.extend(node.children)


def _pair(old: Node, new: Node) -> None:
    """Make two nodes twins, then their children by name."""
    pending = deque([(old, new)])
    while pending:
        above, below = pending.popleft()
        above.twin, below.twin = below, above
        for key in (_whole, _alone, _named, _level_and_name):
            pending.extend(_join(above.children, below.children, key))


def _join(old: list[Node], new: list[Node], key: Key, *, once: bool = False) -> list[tuple[Node, Node]]:
    """Pairs of nodes without a twin that have the same key, in order; they become twins.

    Nodes with the key None are never paired. With ``once`` a key must belong to one node on each side.
    """
    sides: list[dict[Hashable, list[Node]]] = []
    for nodes in (old, new):
        by_key: dict[Hashable, list[Node]] = defaultdict(list)
        for node in nodes:
            if node.twin is None and (value := key(node)) is not None:
                by_key[value].append(node)
        sides.append(by_key)
    pairs = []
    for value, olds in sides[0].items():
        news = sides[1].get(value, [])
        if once and (len(olds) > 1 or len(news) > 1):
            continue
        for one, other in zip(olds, news, strict=False):
            one.twin, other.twin = other, one
            pairs.append((one, other))
    return pairs


def _by_words(before: Node, after: Node) -> bool:
    """Pair nodes anywhere in the trees by name and type, then by commander; True if any were paired."""
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
    """Pair nodes by order among those of their level and type, in the highest formations possible; True if any were."""
    depth: int | None = None
    for top in (before, *_all(before)):
        if depth is not None and top.depth > depth:
            break
        if top.twin is not None and (pairs := _join(top.children, top.twin.children, _kind)):
            depth = top.depth
            for old, new in pairs:
                _pair(old, new)
    return depth is not None


def _appended(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items of ``old``, then those of ``new`` that are not among them."""
    return (*old, *(item for item in new if item not in old))[:MAX_ITEMS]


def _twin(node: Node) -> Node:
    if node.twin is None:
        raise LookupError("a node without a twin")
    return node.twin


def _left_open(old: Any, new: Any, names: Iterable[str]) -> dict[str, Any]:
    """The facts among ``names`` that are empty in ``new``, with their values in ``old``."""
    both = [name for name in names if hasattr(old, name) and hasattr(new, name)]
    return {name: getattr(old, name) for name in both if not getattr(new, name)}


def _built(node: Node, full: bool) -> Any:
    """The element of the file with the id of its twin and the facts kept from it."""
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
            changes["throws"] = _appended(was.throws, node.element.throws)
    if not isinstance(node.element, Unit):
        changes["children"] = tuple(_built(child, full) for child in node.children)
    return structs.replace(node.element, **changes)
