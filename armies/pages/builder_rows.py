"""The builder's tree as markup, put together in one go: an army has hundreds of rows."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any, Final

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from armies.arithmetic import SEVERITIES
from armies.rules import facts
from armies.rules.reckoning import Fault
from armies.services.assessing import Assessment
from armies.signs import icon, lead, sym
from armies.templatetags.armies import flags, strength_words

EDITED: Final = {
    "unit": ("name", "commander", "type", "quality", "men", "guns", "gun_weight"),
    "brigade": ("name", "commander", "kind", "reserve"),
    "division": ("name", "commander", "kind"),
    "corps": ("name", "commander"),
}
"""The facts that are edited in place; the element's own page has all of them."""
ADDED: Final = {"": "corps", "corps": "division", "division": "brigade", "brigade": "unit"}
"""What is added at the end of each level, besides what stands there already."""
ANYTHING: Final = ("corps", "division", "brigade", "unit")
"""What an army without an element can begin with."""
BEGIN: Final = (
    "Nothing here yet. Begin with a corps, or with the largest formation you have; or paste rows from a spreadsheet "
    "or lines of an order of battle."
)


class Rows:
    """The tree of an army under one system."""

    def __init__(self, assessment: Assessment, system: str, slug: str) -> None:
        self.assessment = assessment
        self.slug = slug
        self.easy = system == "easy_napoleonics"
        self.faults: dict[str, list[Fault]] = {}
        for fault in assessment.faults(system):
            self.faults.setdefault(fault.element, []).append(fault)
        self.page = reverse("armies:build", args=[slug])
        self.under = f"&amp;system={system}" if self.easy else ""
        self.element_page = reverse("armies:element", args=[slug, "00000000-0000-0000-0000-000000000000"])[:-36]

    def html(self) -> SafeString:
        """The whole tree: nested lists, an item for each element."""
        army = self.assessment.army
        items = "".join([self._item(child, army.nation)[0] for child in army.children])
        adds = self._adds(army.children, "", "", army.name)
        return mark_safe(  # noqa: S308
            f'<ul class="treelist" data-id="" data-level="" aria-label="Order of battle">{items}{adds}</ul>'
        )

    def _item(self, element: facts.Element, nation: str) -> tuple[str, int, int, int]:
        """The item's markup, and the points, men and units under it."""
        own = element.nation or nation
        if isinstance(element, facts.Unit):
            points = self._points(element)
            foot_or_horse = (element.men or 0) if element.type not in facts.ARTILLERY else 0
            return self._node(element, "unit", own, self._unit_words(element), points, ""), points, foot_or_horse, 1
        level = type(element).__name__.lower()
        parts, points, men, units = [], 0, 0, 0
        for child in element.children:
            part, more_points, more_men, more_units = self._item(child, own)
            parts.append(part)
            points, men, units = points + more_points, men + more_men, units + more_units
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
        return self._node(element, level, own, ", ".join(words), points, below), points, men, units

    def _points(self, unit: facts.Unit) -> int:
        if self.easy:
            return self.assessment.easy_units[unit.id].cost.value
        return self.assessment.mini_nap_units[unit.id].points

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
        known: Mapping[str, Any] = {name: getattr(element, name) for name in EDITED[level]}
        return escape(json.dumps({k: v for k, v in known.items() if v}, ensure_ascii=False, separators=(",", ":")))

    def _fault(self, fault: Fault) -> str:
        css, mark, word = SEVERITIES[fault.severity]
        return f'<span class="fault {css}">{icon(mark, word)}<span>{escape(fault.sentence)}</span></span>'

    def _adds(self, children: tuple[facts.Element, ...], parent: str, level: str, name: str) -> str:
        """The item that offers new elements at the end of the army or a formation, and to paste rows into it."""
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
