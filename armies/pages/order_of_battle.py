"""The order of battle on an army's page: corps, divisions, brigades and units with totals and faults."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from armies.markup import fault_tag, lead, reckoning_tag, sym, thousands
from armies.services.assessment import Assessment
from armies.templatetags.armies import flags, strength_words, strengths
from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.mapped import ColumnRole, RowCell, RowColumn
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import Fault, Reckoning
from battles.engine.armies.systems import builder_groups
from battles.engine.armies.tree import Totals


@dataclass(slots=True)
class Part:
    """A formation with its contents, or elements that are in no formation.

    ``points`` and ``worth`` are sums over its units; ``worth`` is used only by systems with a second number. ``loss``
    is the number of lost units that removes its commander, if it has one.
    """

    formation: facts.Formation | None
    nation: str
    faults: list[Fault]
    parts: list["Part"] = field(default_factory=list)
    units: list[facts.Unit] = field(default_factory=list)
    totals: Totals = field(default_factory=lambda: Totals(0, 0, 0, 0))
    points: int = 0
    worth: int = 0
    loss: Reckoning | None = None

    @property
    def key(self) -> str:
        """The id of the formation, or of the first element if there is none."""
        if self.formation:
            return self.formation.id
        return self.parts[0].key if self.parts else self.units[0].id

    def ids(self) -> Iterator[str]:
        """Its own id and the ids of everything in it."""
        if self.formation:
            yield self.formation.id
        for part in self.parts:
            yield from part.ids()
        for unit in self.units:
            yield unit.id


LEVELS = (facts.Corps, facts.Division, facts.Brigade)


class Ledger:
    """The sections of an army under one system; ``recorded`` uses the numbers of the first system."""

    def __init__(self, assessment: Assessment, system: str) -> None:
        self.assessment = assessment
        self.mapped = assessment.first if system == "recorded" else assessment.mapped(system)
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        for fault in self.mapped.faults():
            self.faults[fault.element].append(fault)
        self.sections = self._parts(assessment.army.children, 0, assessment.army.nation)

    def _parts(self, elements: Iterable[facts.Element], level: int, nation: str) -> list[Part]:
        """A part for each formation of ``LEVELS[level]``, and one for the elements between two of them."""
        parts: list[Part] = []
        loose: list[facts.Element] = []
        for element in elements:
            if isinstance(element, LEVELS[level]):
                if loose:
                    parts.append(self._part(None, loose, level, nation))
                    loose = []
                parts.append(self._part(element, element.children, level, element.nation or nation))
            else:
                loose.append(element)
        if loose:
            parts.append(self._part(None, loose, level, nation))
        return parts

    def _part(
        self, formation: facts.Formation | None, children: Iterable[facts.Element], level: int, nation: str
    ) -> Part:
        part = Part(formation, nation, self.faults.get(formation.id, []) if formation else [])
        if level + 1 < len(LEVELS):
            part.parts = self._parts(children, level + 1, nation)
        else:
            part.units = [unit for unit in children if isinstance(unit, facts.Unit)]
        self._add_up(part)
        if formation:
            part.loss = self.mapped.stand_loss(formation, part.totals.units)
        return part

    def _add_up(self, part: Part) -> None:
        """Set the sums of ``part`` from everything under it."""
        units = foot = horse = guns = 0
        for below in part.parts:
            units, foot = units + below.totals.units, foot + below.totals.foot
            horse, guns = horse + below.totals.horse, guns + below.totals.guns
            part.points += below.points
            part.worth += below.worth
        for unit in part.units:
            units += 1
            foot += (unit.men or 0) if unit.type in facts.INFANTRY else 0
            horse += (unit.men or 0) if unit.type in facts.CAVALRY else 0
            guns += unit.guns or 0
            place = self.assessment.by_id[unit.id]
            part.points += self.mapped.points(place)
            part.worth += self.mapped.worth(place)
        part.totals = Totals(units, foot, horse, guns)


RECORDED: Final = (
    RowColumn("Type", "kind"),
    RowColumn("Men or guns", "strength"),
    RowColumn("Quality", "quality"),
    RowColumn("Figure", "points"),
)
"""The columns of an army as recorded. The last shows the basis of the figures and sums the first system's points."""

CLASSES: Final[dict[ColumnRole, str]] = {
    "kind": "men soft",
    "strength": "men num",
    "figure": "men num",
    "quality": "rat",
    "worth": "rat num",
    "points": "num",
}
"""CSS classes of a cell by the role of its column."""


def heads(system: str) -> tuple[tuple[str, str], ...]:
    """The headings of the columns after the unit's name, each with its CSS class."""
    if system == "recorded":
        return tuple((column.title, "num" if column.role == "strength" else "") for column in RECORDED)
    return tuple((column.title, _head(column)) for column in registry.army(system).row_columns)


def _head(column: RowColumn) -> str:
    return "num" if "num" in CLASSES[column.role] else ""


def columns_of(system: str) -> tuple[RowColumn, ...]:
    """The columns of a system's rows, or those of an army as recorded."""
    return RECORDED if system == "recorded" else registry.army(system).row_columns


def plural(count: int) -> str:
    return "" if count == 1 else "s"


class UnitRows:
    """Table rows of an army's units under one system.

    ``page`` is the army's address; without it, each row contains the arithmetic of its numbers. With ``may_edit``,
    each name is a link to the unit's own page.
    """

    def __init__(self, ledger: Ledger, system: str, page: str = "", may_edit: bool = False) -> None:
        self.ledger = ledger
        self.system = system
        self.page = page
        self.element_page = f"{page}/element/" if may_edit else ""
        self.recorded = system == "recorded"
        self.columns = columns_of(system)
        self.cells = self._recorded if self.recorded else self._mapped

    def row(self, unit: facts.Unit, nation: str) -> str:
        """The row of ``unit`` in a formation of ``nation``."""
        own = unit.nation or nation
        name = escape(unit.name)
        if self.element_page:
            name = f'<a class="edit" href="{self.element_page}{unit.id}">{name}</a>'
        cells, summary, overridden = self.cells(unit)
        badges = "".join([f' <span class="badge">{escape(words)}</span>' for words in self._badges(unit, own)])
        for what, why in overridden.items():
            badges += f' <span class="badge warn">{escape(what.replace("_", " "))} overridden: {escape(why)}</span>'
        below = f' <span class="small soft">{escape(unit.commander)}</span>' if unit.commander else ""
        below += f' <span class="small soft only-narrow">{summary}</span>'
        if unit.id in self.ledger.faults:
            below += "".join([fault_tag(fault) for fault in self.ledger.faults[unit.id]])
        if self.recorded and unit.note:
            below += f' <span class="small muted">{escape(unit.note)}</span>'
        return (
            f'<tr class="u" id="e-{unit.id}"><td><div class="nm">{sym(unit.type, own, unit.lancer)}'
            f"<span>{name}{badges}</span>{below}</div></td>{cells}</tr>"
        )

    def number(self, reckoning: Reckoning, id: str, text: str = "") -> str:
        """A number of a row, which opens its arithmetic."""
        return reckoning_tag(reckoning, id, text, f"{self.page}/why/{id}" if self.page else "")

    def _badges(self, unit: facts.Unit, nation: str) -> list[str]:
        """Whose unit it is where that is not the army's nation, and its flags."""
        foreign = nation != self.ledger.assessment.army.nation and nation in nations()
        return [nations()[nation].adjective, *flags(unit)] if foreign else flags(unit)

    def _mapped(self, unit: facts.Unit) -> tuple[str, str, dict[str, str]]:
        row = self.ledger.mapped.row(self.ledger.assessment.by_id[unit.id])
        cells = "".join(
            [
                f'<td class="{CLASSES[column.role]}">{self._cell(column, cell, unit)}</td>'
                for column, cell in zip(self.columns, row.cells, strict=True)
            ]
        )
        return cells, row.summary, dict(row.overridden)

    def _cell(self, column: RowColumn, cell: RowCell, unit: facts.Unit) -> str:
        if column.role == "strength":
            return (
                f'{strength_words(unit)}<span class="basis" title="{unit.basis}"> {unit.basis[0]}'
                f'<span class="sr">: {unit.basis}</span></span>'
            )
        words = self.number(cell.why, f"{cell.id}-{unit.id}", cell.text) if cell.why else cell.text
        return f'{words} <span class="muted">{cell.muted}</span>' if cell.muted else words

    def _recorded(self, unit: facts.Unit) -> tuple[str, str, dict[str, str]]:
        strength = strength_words(unit)
        weight = f", {unit.gun_weight}" if unit.gun_weight else ""
        sources = "".join(
            [f' <a class="rule-id" href="#source-{escape(one)}">{escape(one)}</a>' for one in unit.sources]
        )
        cells = (
            f'<td class="men soft">{unit.type.replace("_", " ")}{weight}</td><td class="men num">{strength}</td>'
            f'<td class="rat">{unit.quality.capitalize()}</td><td>{unit.basis}{sources}</td>'
        )
        return cells, f"{strength}, {unit.quality}", {}


ALL: Final = "all"
"""Value in ``opened`` that opens every division."""

NOTHING: Final = '<div class="empty"><h3>No units yet</h3><p>This army has no formations and no units.</p></div>'


class OrderOfBattle:
    """HTML of the sections of a ledger.

    ``page`` is the army's address; empty if it has none. ``opened`` are ids of elements whose divisions are open;
    ``ALL`` opens every division.
    """

    def __init__(
        self,
        ledger: Ledger,
        system: str,
        page: str = "",
        *,
        may_edit: bool = False,
        opened: Collection[str] = (ALL,),
    ) -> None:
        self.ledger = ledger
        self.system = system
        self.columns = columns_of(system)
        self.word = registry.army(system if system != "recorded" else next(iter(builder_groups()))).points_word
        self.recorded = system == "recorded"
        self.page = page
        self.may_edit = may_edit
        self.opened = frozenset(opened)
        self.rows = UnitRows(ledger, system, page, may_edit)

    def html(self) -> SafeString:
        """The whole order of battle."""
        return mark_safe("".join([self._corps(part) for part in self.ledger.sections]) or NOTHING)  # noqa: S308

    def branch(self, element: str) -> SafeString | None:
        """The contents of the division that is or contains ``element``; None if there is none."""
        for section in self.ledger.sections:
            for block in section.parts:
                if block.key == element or element in block.ids():
                    return mark_safe(self._inside(block))  # noqa: S308
        return None

    def _faults(self, part: Part) -> str:
        return "".join([fault_tag(fault) for fault in part.faults])

    def _edit(self, formation: facts.Formation, words: str) -> str:
        return f'<a class="edit" href="{self.page}/element/{formation.id}">{words}</a>' if self.may_edit else ""

    def _worth(self, part: Part) -> str:
        return f"<b>{thousands(part.points)}</b> {self.word}"

    def _corps(self, section: Part) -> str:
        formation, totals = section.formation, section.totals
        title = "Under no corps"
        words = sign = id_ = ""
        if formation:
            id_ = f' id="e-{formation.id}"'
            sign = lead("corps", section.nation)
            edit = self._edit(formation, f'Edit<span class="sr"> {escape(formation.name)}</span>')
            title = f"{escape(formation.name)} {edit}" if edit else escape(formation.name)
            words = f'<span class="cmd">{escape(formation.commander or "Commander not named")}</span>'
            words += f' <span class="small muted">{escape(formation.note)}</span>' if formation.note else ""
        return (
            f'<section class="corps"{id_}><div class="corps-head">{sign or "<span></span>"}<div><h2>{title}</h2>{words}'
            f'</div><div class="tot">{self._worth(section)}<br><span class="small">{thousands(totals.men)} men, '
            f"{thousands(totals.guns)} gun{plural(totals.guns)}</span></div></div>{self._faults(section)}"
            f"{''.join([self._division(block) for block in section.parts])}</section>"
        )

    def _division(self, block: Part) -> str:
        formation, totals = block.formation, block.totals
        name, commander, sign, id_ = "Under no division", "", "<span></span>", ""
        if formation:
            name, commander = escape(formation.name), escape(formation.commander or "commander not named")
            sign, id_ = lead("division", block.nation, size="s24"), f' id="e-{formation.id}"'
        opened = self._is_open(block)
        return (
            f'<details class="div"{" open" if opened else ""}{id_}><summary>{sign}<span><h3>{name}</h3> '
            f'<span class="cmd">{commander}</span></span> <span class="tot"><span>{thousands(totals.men)} men, '
            f"{thousands(totals.guns)} gun{plural(totals.guns)}, </span>{self._worth(block)}</span></summary>"
            f"{self._inside(block) if opened else self._unopened(block)}</details>"
        )

    def _is_open(self, block: Part) -> bool:
        return ALL in self.opened or block.key in self.opened or not self.opened.isdisjoint(block.ids())

    def _unopened(self, block: Part) -> str:
        """The link that opens a closed division."""
        units = f"{block.totals.units:,} unit{plural(block.totals.units)}" if block.totals.units else "formations"
        address = f"{self.page}?system={self.system}&amp;open={block.key}"
        anchor = f"#e-{block.key}" if block.formation else ""
        return f'<p class="branch"><a href="{address}{anchor}" data-branch>Show {units}</a></p>'

    def _inside(self, block: Part) -> str:
        formation = block.formation
        note = f'<p class="small muted">{escape(formation.note)}</p>' if formation and formation.note else ""
        loss = f"<div>Unit losses that remove the commander: {self._loss(block)}</div>" if self._loss(block) else ""
        edit = self._edit(formation, f"Edit {escape(formation.name)}") if formation else ""
        acts = f'<div class="row between small soft">{loss}{edit}</div>' if loss or edit else ""
        titles = "".join(
            [f'<th scope="col"{f" class={kind}" if kind else ""}>{words}</th>' for words, kind in heads(self.system)]
        )
        return (
            f'{note}{self._faults(block)}{acts}<table class="oob"><colgroup><col><col class="c-sec"><col class="c-men">'
            f'<col class="c-rat"><col class="c-sp"></colgroup><thead><tr><th scope="col">Unit</th>{titles}</tr></thead>'
            f"{''.join([self._brigade(group) for group in block.parts])}</table>"
        )

    def _loss(self, part: Part) -> str:
        """How many units the formation loses before its commander is removed."""
        if self.recorded or part.loss is None or part.formation is None:
            return ""
        return self.rows.number(part.loss, f"l-{part.formation.id}")

    def _brigade(self, group: Part) -> str:
        formation = group.formation
        words = self._brigade_words(group, formation) if formation else "<b>Under no brigade</b>"
        sums = self._sums(group)
        numbers = "".join([f'<td class="{CLASSES[role]}">{words}</td>' for role, words in sums])
        id_ = f' id="e-{formation.id}"' if formation else ""
        return (
            f'<tbody><tr class="bde"{id_}><th colspan="{1 + len(self.columns) - len(sums)}" scope="rowgroup">{words}'
            f"{self._faults(group)}</th>{numbers}</tr>"
            f"{''.join([self.rows.row(unit, group.nation) for unit in group.units])}</tbody>"
        )

    def _sums(self, group: Part) -> list[tuple[ColumnRole, str]]:
        """A brigade's sums by column, from the first column that has a sum."""
        words: dict[ColumnRole, str] = {
            "strength": str(strengths(group.totals)),
            "worth": thousands(group.worth),
            "points": thousands(group.points),
        }
        cells = [(column.role, words.get(column.role, "")) for column in self.columns]
        first = next(index for index, (role, _) in enumerate(cells) if role in words)
        return cells[first:]

    def _brigade_words(self, group: Part, formation: facts.Formation) -> str:
        artillery = isinstance(formation, facts.Brigade) and formation.kind == "artillery"
        sign = "" if artillery else lead("brigade", group.nation, size="s24")
        words = f"{sign}<b>{escape(formation.name)}</b>"
        if formation.commander:
            words += f", {escape(formation.commander)}"
        if loss := self._loss(group):
            words += f' · <span class="small soft nowrap">unit losses that remove the commander: {loss}</span>'
        if isinstance(formation, facts.Brigade) and formation.reserve:
            words += ' <span class="badge">reserve</span>'
        if edit := self._edit(formation, f'Edit<span class="sr"> {escape(formation.name)}</span>'):
            words += f" {edit}"
        if any(column.role == "strength" for column in self.columns):
            total = strengths(group.totals)
            words += f'<br class="only-narrow"><span class="small soft only-narrow">{total}</span>'
        if formation.note:
            words += f'<br><span class="small muted">{escape(formation.note)}</span>'
        return words
