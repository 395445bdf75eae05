"""The builder's tree: its rows as HTML, and the edits that its forms post."""

import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from armies.building.edits import Add, Bulk, Change, Delete, Duplicate, Edit, Move, Step
from armies.building.element_tree import ARMY
from armies.building.values import CHECKS
from armies.markup import SEVERITIES, icon, lead, sym
from armies.models import Army
from armies.models import Change as Entry
from armies.services import history
from armies.services.army_changes import amend_merged
from armies.services.assessment import Assessment
from armies.services.locks import Refused
from armies.services.pasted_rows import paste_edit
from armies.templatetags.armies import flags, strength_words
from battles.engine.armies import facts
from battles.engine.armies.reckoning import Fault

FLAGS: Final = ("lancer", "irregular", "kgl", "armoured", "reserve")
MOST_DIGITS: Final = 6
EDITED: Final = {
    "unit": ("name", "commander", "type", "quality", "men", "guns", "gun_weight"),
    "brigade": ("name", "commander", "kind", "reserve"),
    "division": ("name", "commander", "kind"),
    "corps": ("name", "commander"),
}
"""The facts that can be edited in place. The element's own page has all facts."""
ADDED: Final = {"": "corps", "corps": "division", "division": "brigade", "brigade": "unit"}
"""The level that can always be added at the end of each level. Levels that are present can be added too."""
ANYTHING: Final = ("corps", "division", "brigade", "unit")
"""The levels that can be added to an empty army."""
BEGIN: Final = (
    "Nothing here yet. Start with a corps or with your largest formation, or paste rows from a spreadsheet or lines "
    "of an order of battle."
)


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


def faults_by_element(assessment: Assessment, system: str) -> dict[str, list[Fault]]:
    """The faults of an army under ``system`` by element; those of the army itself have the key ``""``."""
    by_element: dict[str, list[Fault]] = {}
    for fault in assessment.faults(system):
        by_element.setdefault(fault.element, []).append(fault)
    return by_element


class Sum(NamedTuple):
    """Points, men and units of an element and everything under it, and its nation."""

    points: int
    men: int
    units: int
    nation: str


class Rows:
    """The tree of an army under one system."""

    def __init__(self, assessment: Assessment, system: str, slug: str) -> None:
        self.assessment = assessment
        self.slug = slug
        self.mapped = assessment.mapped(system)
        self.faults = faults_by_element(assessment, system)
        self.page = reverse("armies:build", args=[slug])
        self.under = "" if self.mapped is assessment.first else f"&amp;system={system}"
        self.element_page = reverse("armies:element", args=[slug, "00000000-0000-0000-0000-000000000000"])[:-36]
        self.sums: dict[str, Sum] = {}
        for child in assessment.army.children:
            self._add_up(child, assessment.army.nation)

    def _add_up(self, element: facts.Element, nation: str) -> Sum:
        own = element.nation or nation
        if isinstance(element, facts.Unit):
            foot_or_horse = (element.men or 0) if element.type not in facts.ARTILLERY else 0
            total = Sum(self.mapped.points(self.assessment.by_id[element.id]), foot_or_horse, 1, own)
        else:
            points = men = units = 0
            for child in element.children:
                below = self._add_up(child, own)
                points, men, units = points + below.points, men + below.men, units + below.units
            total = Sum(points, men, units, own)
        self.sums[element.id] = total
        return total

    def html(self) -> SafeString:
        """The whole tree: nested lists, an item for each element."""
        return self._root("".join([self.item(child) for child in self.assessment.army.children]))

    def root(self) -> SafeString:
        """The top list without its items."""
        return self._root("")

    def _root(self, items: str) -> SafeString:
        army = self.assessment.army
        adds = self._adds(army.children, "", "", army.name)
        return mark_safe(  # noqa: S308
            f'<ul class="treelist" data-id="" data-level="" aria-label="Order of battle">{items}{adds}</ul>'
        )

    def item(self, element: facts.Element, whole: bool = True) -> str:
        """The item of an element; if ``whole``, with the items under it."""
        points, men, units, nation = self.sums[element.id]
        if isinstance(element, facts.Unit):
            return self._node(element, "unit", nation, self._unit_words(element), points, "")
        level = type(element).__name__.lower()
        parts = [self.item(child) for child in element.children] if whole else []
        below = (
            f'<ul data-id="{element.id}" data-level="{level}" aria-label="Under {escape(element.name)}">'
            f"{''.join(parts)}{self._adds(element.children, element.id, level, element.name)}</ul>"
        )
        words = [escape(element.commander)] if element.commander else []
        words.append(f"{units} unit{'' if units == 1 else 's'}, {men:,} men" if units else "empty")
        if isinstance(element, facts.Brigade) and element.kind != "infantry":
            words.append("division artillery" if element.kind == "artillery" else element.kind)
        if getattr(element, "reserve", False):
            words.append("reserve")
        return self._node(element, level, nation, ", ".join(words), points, below)

    def _unit_words(self, unit: facts.Unit) -> str:
        kind = f"{unit.gun_weight} " if unit.gun_weight else ""
        words = [f"{kind}{unit.type.replace('_', ' ')}", strength_words(unit), unit.quality, *flags(unit)]
        if unit.overrides:
            words.append("overridden")
        return ", ".join(words)

    def _node(self, element: facts.Element, level: str, nation: str, words: str, points: int, below: str) -> str:
        name, id_ = escape(element.name), element.id
        if isinstance(element, facts.Unit):
            sign = sym(element.type, nation, element.lancer, label=False)
        elif isinstance(element, facts.Brigade) and element.kind == "artillery":
            sign = sym("foot_artillery", nation, label=False)
        else:
            sign = lead(level, nation, label=False)
        faults = "".join([self._fault(fault) for fault in self.faults.get(id_, ())])
        return (
            f'<li id="e-{id_}" data-id="{id_}" data-level="{level}" data-facts="{self._facts(element, level)}">'
            f'<div class="node l-{level}"><span class="grip" aria-hidden="true">{icon("grip")}</span>{sign}'
            f'<a class="nm" href="{self.element_page}{id_}">{name}<span class="small">{words}</span>{faults}</a>'
            f'<span class="sp">{points}</span>'
            f'<a class="btn square more" href="{self.element_page}{id_}#place" aria-label="Actions for {name}">'
            f"{icon('more')}</a></div>{below}</li>"
        )

    def _facts(self, element: facts.Element, level: str) -> str:
        values: Mapping[str, Any] = {name: getattr(element, name) for name in EDITED[level]}
        return escape(json.dumps({k: v for k, v in values.items() if v}, ensure_ascii=False, separators=(",", ":")))

    def _fault(self, fault: Fault) -> str:
        css, mark, word = SEVERITIES[fault.severity]
        return f'<span class="fault {css}">{icon(mark, word)}<span>{escape(fault.sentence)}</span></span>'

    def _adds(self, children: tuple[facts.Element, ...], parent: str, level: str, name: str) -> str:
        """The links that add new elements or paste rows at the end of the army or a formation."""
        there = {type(child).__name__.lower() for child in children}
        begin = f'<p class="soft">{BEGIN}</p>' if not parent and not there else ""
        offered = ANYTHING if begin else [each for each in ANYTHING if each in there or each == ADDED[level]]
        links = "".join([self._add(parent, each, name) for each in offered])
        paste = f"{self.page}/paste?parent={parent}{self.under}"
        return (
            f'<li class="adds">{begin}{links}<a href="{paste}" data-paste="{parent}">'
            f'Paste rows<span class="sr"> into {escape(name)}</span></a></li>'
        )

    def _add(self, parent: str, level: str, name: str) -> str:
        return (
            f'<a href="{self.page}/add?level={level}&amp;parent={parent}{self.under}" '
            f'data-add="{level}" data-parent="{parent}">'
            f'{icon("plus")}{level.capitalize()}<span class="sr"> under {escape(name)}</span></a>'
        )
