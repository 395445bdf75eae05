"""Edits of an army, read from the forms of the builder."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest

from armies.building.army_edits import Bulk
from armies.building.edits import Add, Change, Delete, Duplicate, Edit, Move, Step
from armies.building.element_tree import ARMY
from armies.building.values import CHECKS
from armies.models import Army
from armies.models import Change as Entry
from armies.services import history
from armies.services.concurrent_edits import amend_merged
from armies.services.locks import Refused
from armies.services.pasted_rows import paste_edit

FLAGS: Final = ("lancer", "irregular", "kgl", "armoured", "reserve")
MOST_DIGITS: Final = 6


def act(request: HttpRequest, army: Army, expect: int | None) -> Entry | None:
    """Carry out the posted act and return its entry in the history; None if nothing changed.

    Raises:
        Refused: it is not possible; names the field at fault.
        Stale, Gone: see ``amend_merged``.
    """
    wanted = request.POST.get("act", "")
    if wanted == "undo":
        return history.undo(army, by=request.user, expect=expect, merge=True)
    if wanted == "redo":
        return history.redo(army, by=request.user, expect=expect, merge=True)
    maker = MAKERS.get(wanted)
    if maker is None:
        raise Refused("act", "Choose an action.")
    return amend_merged(army, maker(request.POST), by=request.user, expect=expect)


def _values(post: Mapping[str, str], level: str) -> dict[str, Any]:
    """The facts in the posted data. A flag is true if it is 1, on or true."""
    values: dict[str, Any] = {}
    for name in CHECKS.get(level, {}):
        if name in post and name not in ("sources", "overrides"):
            values[name] = post[name] in ("1", "on", "true") if name in FLAGS else post[name]
    return values


def _position(post: Mapping[str, str]) -> int | None:
    text = post.get("position", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise Refused("position", "The position must be a whole number, counted from 0.")
    return int(text)


def _add(post: Mapping[str, str]) -> Edit:
    level = post.get("level", "")
    return Add(level, post.get("parent", ARMY), _position(post), _values(post, level))


def _change(post: Mapping[str, str]) -> Edit:
    return Change(post.get("element", ""), _values(post, post.get("level", "unit")))


def _move(post: Mapping[str, str]) -> Edit:
    return Move(post.get("element", ""), post.get("parent", ARMY), _position(post))


def _step(post: Mapping[str, str]) -> Edit:
    return Step(post.get("element", ""), post.get("way", ""))


def _duplicate(post: Mapping[str, str]) -> Edit:
    return Duplicate(post.get("element", ""))


def _delete(post: Mapping[str, str]) -> Edit:
    return Delete(post.get("element", ""))


def _paste(post: Mapping[str, str]) -> Edit:
    return paste_edit(post.get("text", ""), post.get("parent", ARMY))


def _bulk(post: Mapping[str, str]) -> Edit:
    values = {name: value for name, value in _values(post, "unit").items() if value not in ("", False)}
    scale = post.get("scale", "").strip().removesuffix("%").strip()
    if scale and (not scale.isdecimal() or len(scale) > MOST_DIGITS):
        raise Refused("scale", "The scale must be a whole number of per cent, such as 90 to remove a tenth.")
    under, kind = post.get("element", ""), post.get("only", "")
    return Bulk((under,) if under else (), (kind,) if kind else (), values, int(scale) if scale else None)


MAKERS: Final[dict[str, Callable[[Mapping[str, str]], Edit]]] = {
    "add": _add,
    "change": _change,
    "move": _move,
    "step": _step,
    "duplicate": _duplicate,
    "delete": _delete,
    "paste": _paste,
    "bulk": _bulk,
}
