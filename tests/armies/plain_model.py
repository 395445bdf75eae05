"""An army as nested plain lists, edited the slow and obvious way: the reference for the real edits."""

from collections.abc import Iterator
from typing import Any

Node = dict[str, Any]

RANK = {"army": 4, "corps": 3, "division": 2, "brigade": 1, "unit": 0}
ARM = {"line": "infantry", "light": "infantry", "foot": "artillery", "horse": "artillery"}
NEW: dict[str, dict[str, Any]] = {
    "corps": {"name": "New corps", "command_nation": "", "throws": []},
    "division": {"name": "New division", "kind": "", "throws": []},
    "brigade": {"name": "New brigade", "kind": "infantry", "reserve": False},
    "unit": {
        "name": "New unit", "type": "line_infantry", "quality": "trained", "men": None, "guns": None,
        "gun_weight": None, "lancer": False, "irregular": False, "kgl": False, "armoured": False, "sub_units": None,
        "sub_unit": "", "basis": "unknown", "sources": [], "overrides": [],
    },
}  # fmt: skip
COMMON = {"commander": "", "nation": "", "note": ""}


def node(level: str, facts: dict[str, Any], children: list[Node] | None = None, at: str | None = None) -> Node:
    """An element with default facts; without ``at`` it has no id yet."""
    return {"id": at, "level": level, "facts": {**COMMON, **NEW[level], **facts}, "children": children or []}


def nodes(root: Node) -> Iterator[Node]:
    """Every element under ``root``, in printed order."""
    for child in root["children"]:
        yield child
        yield from nodes(child)


def find(root: Node, at: str) -> Node:
    return root if not at else next(found for found in nodes(root) if found["id"] == at)


def parent_of(root: Node, at: str) -> Node:
    return next(held for held in [root, *nodes(root)] if any(child["id"] == at for child in held["children"]))


def arm(unit: Node) -> str:
    word = unit["facts"]["type"]
    return "cavalry" if word.endswith("cavalry") else ARM[word.split("_")[0]]


def follow(parent: Node) -> None:
    """A brigade that was empty takes its kind from the one unit that came into it."""
    if parent["level"] == "brigade" and len(parent["children"]) == 1:
        parent["facts"]["kind"] = arm(parent["children"][0])


def add(root: Node, level: str, parent: str, position: int | None, facts: dict[str, Any]) -> bool:
    into = find(root, parent)
    most = len(into["children"])
    if RANK[level] >= RANK[into["level"]] or (position is not None and position > most):
        return False
    into["children"].insert(most if position is None else position, node(level, facts))
    follow(into)
    return True


def move(root: Node, at: str, parent: str, position: int | None) -> bool:
    moved, old = find(root, at), parent_of(root, at)
    if any(held["id"] == parent for held in [moved, *nodes(moved)]):
        return False
    into = find(root, parent)
    room = len(into["children"]) - (into is old)
    if RANK[moved["level"]] >= RANK[into["level"]] or (position is not None and position > room):
        return False
    old["children"].remove(moved)
    into["children"].insert(len(into["children"]) if position is None else position, moved)
    if into is not old:
        follow(into)
    return True


def step(root: Node, at: str, way: str) -> bool:
    """One place up, down, out or in, as a hand would do it on paper."""
    parent = parent_of(root, at)
    index = next(i for i, child in enumerate(parent["children"]) if child["id"] == at)
    same = [held for held in nodes(root) if held["level"] == parent["level"]]
    place = same.index(parent) if parent in same else 0
    if way == "up":
        if index:
            return move(root, at, parent["id"], index - 1)
        return parent in same and place > 0 and move(root, at, same[place - 1]["id"], None)
    if way == "down":
        if index + 1 < len(parent["children"]):
            return move(root, at, parent["id"], index + 1)
        return parent in same and place + 1 < len(same) and move(root, at, same[place + 1]["id"], 0)
    if way == "out":
        if not parent["id"]:
            return False
        above = parent_of(root, parent["id"])
        return move(root, at, above["id"], above["children"].index(parent) + 1)
    return index > 0 and move(root, at, parent["children"][index - 1]["id"], None)


def duplicate(root: Node, at: str) -> bool:
    parent = parent_of(root, at)
    of = find(root, at)
    taken = [child["facts"]["name"] for child in parent["children"]]
    number = 2
    while f"{of['facts']['name']} {number}" in taken:
        number += 1
    twin = _copied(of)
    twin["facts"]["name"] = f"{of['facts']['name']} {number}"
    parent["children"].insert(parent["children"].index(of) + 1, twin)
    return True


def _copied(of: Node) -> Node:
    facts = {name: [] if name == "throws" else value for name, value in of["facts"].items()}
    return {"id": None, "level": of["level"], "facts": facts, "children": [_copied(child) for child in of["children"]]}


def delete(root: Node, at: str) -> bool:
    parent = parent_of(root, at)
    parent["children"] = [child for child in parent["children"] if child["id"] != at]
    return True


def scale(root: Node, of: str, types: tuple[str, ...], per_cent: int) -> bool:
    """Men of the units times ``per_cent``, half a man rounded up, one man at least."""
    start = find(root, of)
    units = [held for held in [start, *nodes(start)] if held["level"] == "unit"]
    units = [held for held in units if not types or held["facts"]["type"] in types]
    wanted = [(held, held["facts"]["men"]) for held in units if held["facts"]["men"]]
    after = [max(1, int(men * per_cent / 100 + 0.5)) for _, men in wanted]
    if not units or any(men > 20_000 for men in after):
        return False
    for (held, _), men in zip(wanted, after, strict=True):
        held["facts"]["men"] = men
    return True


def totals(root: Node) -> tuple[int, int, int, int]:
    """Units, foot, horse and guns."""
    units = [held for held in nodes(root) if held["level"] == "unit"]

    def total(kind: str, fact: str) -> int:
        return sum(unit["facts"][fact] or 0 for unit in units if arm(unit) == kind)

    return len(units), total("infantry", "men"), total("cavalry", "men"), total("artillery", "guns")
