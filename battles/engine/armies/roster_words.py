"""Words and style of rosters: titled texts, totals, faults, sources, changed values, losses in a battle."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from msgspec import Struct

from battles.engine.armies.facts import Army, Basis, Element, Source, Unit, counted
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import Fault, HouseSpec, Reckoning, values_in_force
from battles.engine.armies.tree import Place, chapters, totals, walk
from battles.engine.words import capitalized


class RosterStyle(NamedTuple):
    """What a roster shows: optional columns, a page for each division, and what is behind the numbers.

    ``closing`` are check results, arithmetic and sources on pages of their own; ``basis`` marks the source of each
    number. ``moves`` are the moves and dice on the roster of a force.
    """

    points: bool = True
    notes: bool = True
    nation: bool = True
    basis: bool = False
    moves: bool = True
    page_each: bool = False
    closing: bool = False


USUAL_STYLE: Final = RosterStyle()


class Loss(Struct, frozen=True):
    """A unit's losses: the number of its boxes crossed off; ``gone`` in words if it is out of play."""

    struck: int = 0
    gone: str = ""


class Losses(Struct, frozen=True):
    """An army's losses at some moment of a battle.

    ``since`` names that battle. ``units`` are by the id of their element; unhurt ones may be left out. ``commanders``
    are the ids of formations whose commanders are lost, or muster roll keys of leaders without a formation.
    """

    since: str
    units: Mapping[str, Loss] = {}
    commanders: frozenset[str] = frozenset()

    def of(self, element: str) -> Loss:
        """A unit's losses."""
        return self.units.get(element, UNHURT)


UNHURT: Final = Loss()
NONE_LOST: Final = Losses("")
"""The losses of a fresh army."""


def titled(system: str, losses: Losses) -> str:
    """``Mini-Nap roster``, or ``Mini-Nap roster as after the Battle of Quatre Bras``."""
    return f"{system} roster as after {losses.since}" if losses.since else f"{system} roster"


class Entry(Struct, frozen=True):
    """A short paragraph: ``lead`` in bold, then ``text``. Without text it is a heading over the following ones."""

    lead: str
    text: str = ""


class Part(Struct, frozen=True):
    """A titled list among the closing pages; ``rules`` are rule IDs shown beside the title."""

    title: str
    entries: tuple[Entry, ...]
    intro: str = ""


class Masthead(Struct, frozen=True):
    """The head of the first page: the army, its battle, its totals, and the number of its faults."""

    title: str
    system: str
    commander: str
    occasion: str
    totals: str
    faults: str


class Rating(Struct, frozen=True):
    """The boxes for a commander's rating: each word with its radius, the crossed one, and how it was decided."""

    choices: tuple[str, ...]
    chosen: int | None
    how: str


BASIS_MARKS: Final[dict[Basis, str]] = {"sourced": "s", "recalled": "r", "derived": "d", "unknown": "?"}
BASIS_KEY: Final = "figures: s read in a source, r recalled, d worked out, ? not said"
FAULT_KEY: Final = "† a fault, by number"
SEVERITIES: Final[dict[str, tuple[str, str, str]]] = {
    "error": ("Error", "error", "errors"),
    "warning": ("Warning", "warning", "warnings"),
    "info": ("Note", "note", "notes"),
}


def moment(text: str) -> str:
    """A stored moment for readers, ``2 May 2026, 09:05 UTC``; any other text is unchanged."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return text
    if when.tzinfo is None:
        return f"{when:%d %B %Y, %H:%M}".lstrip("0")
    return f"{when.astimezone(UTC):%d %B %Y, %H:%M} UTC".lstrip("0")


def strengths(of: Army | Element) -> str:
    """``16,710 foot · 4,716 horse · 56 guns``, without those that are 0."""
    have = totals(of)
    words = [
        f"{have.foot:,} foot" if have.foot else "",
        f"{have.horse:,} horse" if have.horse else "",
        counted(have.guns, "gun") if have.guns else "",
    ]
    return " · ".join(filter(None, words))


def occasion(army: Army) -> str:
    """The battle, its day and place: ``Battle of Quatre Bras, 16 June 1815``."""
    return ", ".join(filter(None, (army.battle, day(army.date))))


def day(iso: str) -> str:
    """``1815-06-16`` as ``16 June 1815``; any other text is unchanged."""
    try:
        when = date.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{when.day} {when:%B} {when.year}"


def nation_mark(place: Place, over: str) -> str:
    """The adjective of a nation if it differs from that of the formation above, else nothing."""
    if place.nation == over or not place.nation:
        return ""
    nation = nations().get(place.nation)
    return nation.adjective if nation else place.nation


class Faults:
    """An army's faults, numbered in their order, with their marks by element."""

    def __init__(self, faults: Sequence[Fault], army: Army) -> None:
        order = list(SEVERITIES)
        self.all = sorted(faults, key=lambda fault: order.index(fault.severity))
        self._where = {place.element.id: _path(place) for place in walk(army)}
        self._marks: dict[str, str] = {}
        for index, fault in enumerate(self.all, 1):
            before = self._marks.get(fault.element, "")
            self._marks[fault.element] = f"{before} †{index}".lstrip()

    def mark(self, place: Place | None) -> str:
        """``†3 †5`` for the faults of an element."""
        if place is None or not place.element.id:
            return ""
        return self._marks.get(place.element.id, "")

    @property
    def summary(self) -> str:
        """``2 errors, 3 warnings``; empty if there are none."""
        counts = {name: sum(1 for fault in self.all if fault.severity == name) for name in SEVERITIES}
        return ", ".join(
            counted(counts[name], one, many) for name, (_, one, many) in SEVERITIES.items() if counts[name]
        )

    def part(self) -> Part:
        """The list of faults, each with its rule and its place."""
        return Part("Faults", tuple(self._entry(n, fault) for n, fault in enumerate(self.all, 1)))

    def _entry(self, number: int, fault: Fault) -> Entry:
        where = self._where.get(fault.element, "")
        sentence = f"{fault.sentence} ({fault.rule})" if fault.rule else fault.sentence
        return Entry(f"†{number} {SEVERITIES[fault.severity][0]}", f"{sentence} {where}".rstrip())


def _path(place: Place) -> str:
    return "At " + " › ".join(element.name or "nameless" for element in (*place.above, place.element)) + "."


def basis_of(unit: Unit) -> str:
    """The letter for the source of a unit's figure."""
    return BASIS_MARKS[unit.basis]


def figures(unit: Unit) -> str:
    """The source of a unit's figure: ``derived, S1 S4``; empty if not stated."""
    basis = "" if unit.basis == "unknown" else unit.basis
    return ", ".join(filter(None, (basis, " ".join(unit.sources))))


def together(lines: Iterable[tuple[str, str]]) -> tuple[Entry, ...]:
    """Neighbours with the same sentence as one entry, with all their names before it."""
    out = []
    for text, run in groupby(lines, key=lambda line: line[1]):
        out.append(Entry(", ".join(name for name, _ in run), text))
    return tuple(out)


def sources(army: Army) -> Part:
    """The sources of the army's figures, their reliability, and its notes."""
    entries = [Entry(source.id, _source(source)) for source in army.sources]
    entries += [Entry(f"Confidence, {name}", text) for name, text in army.confidence.items()]
    if army.scope:
        entries.append(Entry("Scope", army.scope))
    if army.place:
        entries.append(Entry("Place", army.place))
    entries += [Entry("Note", note) for note in army.notes]
    return Part("Sources and notes", tuple(entries))


def _source(source: Source) -> str:
    where = f"{source.where}." if source.where and source.where != "-" else ""
    return " ".join(filter(None, (f"{source.title}.", where, f"For: {source.used_for}." if source.used_for else "")))


def unit_notes(army: Army) -> tuple[Entry, ...]:
    """The notes of formations and units."""
    notes = ((place.element.name or "nameless", place.element.note) for place in walk(army))
    return together((name, note) for name, note in notes if note)


MARK: Final = "‡"
"""Marks a value that the owner overrode."""
MARK_KEY: Final = f"{MARK} overridden by the owner, reason at the end"


def sentences(words: Iterable[str]) -> str:
    """Each of these words as a sentence."""
    return " ".join(f"{capitalized(each)}." for each in words)


def marked(words: str, overridden: bool) -> str:
    """``words``, with the mark if the owner overrode them."""
    return f"{words}{MARK}" if overridden else words


def overrides_part(units: Iterable[tuple[str, tuple[Reckoning, ...]]]) -> Part:
    """The owner's overrides, unit by unit: old value, new value, reason.

    Args:
        units: the name of each unit with the arithmetic that ends with its overrides.
    """
    entries = []
    for name, reckonings in units:
        lines = dict.fromkeys(line.sentence for why in reckonings for line in why.lines if line.overridden)
        entries += [Entry(f"{MARK} {name or 'A unit without a name'}", f"{'; '.join(lines)}.")] if lines else []
    return Part("Overridden by the owner", tuple(entries))


def house_part(army: Army, system: str, specs: Mapping[str, HouseSpec]) -> Part:
    """Every number that the club changed, under the club's name."""
    values = values_in_force(system, specs, army.house)
    if not values or army.house is None:
        return Part("House rules", ())
    entries = [Entry(army.house.name or "A club without a name")]
    for group, run in groupby(values, lambda value: value.group):
        words = "; ".join(f"{value.label}: {value.sentence}" for value in run)
        entries.append(Entry(f"{group}.", f"{words}."))
    return Part("House rules", tuple(entries))


def house_foot(army: Army, system: str, specs: Mapping[str, HouseSpec]) -> tuple[Entry, ...]:
    """The line at the foot of every page that names the club's house rules; empty without house rules."""
    values = values_in_force(system, specs, army.house)
    if not values or army.house is None:
        return ()
    whose = f"of {army.house.name}: " if army.house.name else ""
    what = f"{counted(len(values), 'value differs', 'values differ')} from the book, listed at the end"
    return (Entry("House rules", f"{whose}{what}."),)


U = TypeVar("U")


class RosterArmy(Generic[U]):
    """An army as its roster shows it, under one set of options. ``convert`` and ``check`` are the system's own.

    ``has_commanders`` is false if the commanders of formations have no part in the system's rules.
    """

    has_commanders: ClassVar[bool] = True
    convert: ClassVar[Callable[[Place, Any], Any]]
    check: ClassVar[Callable[[Army, Any], Sequence[Fault]]]

    def __init__(self, army: Army, options: Any, losses: Losses = NONE_LOST, style: RosterStyle = USUAL_STYLE) -> None:
        self.army = army
        self.losses = losses
        self.style = style
        self.options = options
        self.faults = Faults(type(self).check(army, options) if style.closing else (), army)
        self.chapters = chapters(army)
        self.places = [place for chapter in self.chapters for place in chapter.units]
        self._units: dict[int, U] = {id(place): type(self).convert(place, options) for place in self.places}

    def unit(self, place: Place) -> U:
        """The unit at ``place`` in the system."""
        return self._units[id(place)]

    def nation(self, place: Place, over: str) -> str:
        """The adjective of a nation that differs from ``over``, the nation above; empty if the roster hides it."""
        return nation_mark(place, over) if self.style.nation else ""

    def detail(self, place: Place | None, over: str) -> str:
        """Commander of a formation, nation if it differs from the one above, and marks of faults."""
        if place is None or isinstance(place.element, Unit):
            return ""
        lost = "lost" if self.has_commanders and place.element.id in self.losses.commanders else ""
        words = ", ".join(filter(None, (place.element.commander, lost, self.nation(place, over))))
        return " ".join(filter(None, (words, self.faults.mark(place))))

    def sign_keys(self, overridden: bool) -> list[str]:
        """The keys of the signs on this roster; ``overridden`` if the owner changed a value."""
        shown = ((BASIS_KEY, self.style.basis), (FAULT_KEY, bool(self.faults.all)), (MARK_KEY, overridden))
        return [key for key, is_shown in shown if is_shown]
