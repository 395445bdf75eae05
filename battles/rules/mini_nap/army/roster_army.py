"""The army of a Mini-Nap roster with the values of its parts, and the closing pages: faults, totals, arithmetic."""

from collections.abc import Sequence
from typing import Literal

from battles.engine.armies import roster_words
from battles.engine.armies.facts import Corps, Division, counted
from battles.engine.armies.roster_words import (
    Entry,
    Part,
    RosterArmy,
)
from battles.engine.armies.tree import Group, Place, Section, title, unit_at
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.checks import faults
from battles.rules.mini_nap.army.house_rules import HOUSE_SPECS
from battles.rules.mini_nap.army.mapping import MiniNapUnit, map_unit
from battles.rules.mini_nap.army.ratings import (
    command_nation,
    explain_stand_loss,
    explain_throw,
    stand_can_be_lost,
    stand_lost_at,
)
from battles.rules.mini_nap.meta import KEY
from battles.rules.mini_nap.sheets.muster_roll import LEFT


class MiniArmy(RosterArmy[MiniNapUnit]):
    """An army, for the parts of its roster."""

    convert = staticmethod(map_unit)
    check = staticmethod(faults)

    def points(self, places: Sequence[Place]) -> int:
        return sum(self.unit(place).points for place in places)

    def totals(self, places: Sequence[Place]) -> str:
        """``41 units · 208 SP``."""
        return f"{counted(len(places), 'unit')} · {self.points(places):,} SP"

    def lost(self, places: Sequence[Place]) -> int:
        """Number of these units that are out of play and count as lost (MN-RULING-04)."""
        spared = "" if self.options.retreated_units_count_as_losses else LEFT["retreated"]
        words = [self.losses.of(place.element.id).gone for place in places]
        return sum(word not in ("", spared) for word in words)

    def loss(self, count: int) -> tuple[int | None, str]:
        """The loss that removes a stand, or words if none does (MN-CMD-45, MN-CMD-46, MN-CMD-47)."""
        at = stand_lost_at(count, self.options)
        return at, "" if at or not count else "stand removed with the last unit"


def closing_parts(at: MiniArmy, units: Sequence[Place]) -> tuple[Part, ...]:
    """The parts of the roster's closing pages, empty parts left out."""
    parts = (
        at.faults.part(),
        roster_words.house_part(at.army, KEY, HOUSE_SPECS),
        roster_words.overrides_part((unit_at(place).name, (at.unit(place).reckoning,)) for place in units),
        Part("Totals", _totals(at, units)),
        Part("Commanders’ ratings", _rating_rolls(at)),
        Part("When to remove command stands", _losses(at)),
        Part("Values of types and ratings", _kinds(at, units)),
        Part("Arithmetic of strength points", _strength_arithmetic(at)),
        roster_words.sources(at.army),
        Part("Notes on formations and units", roster_words.unit_notes(at.army)),
    )
    return tuple(part for part in parts if part.entries)


def _totals(at: MiniArmy, units: Sequence[Place]) -> tuple[Entry, ...]:
    entries = []
    for chapter in at.chapters:
        if chapter.at:
            words = (at.totals(chapter.units), roster_words.strengths(chapter.at.element))
            entries.append(Entry(title(chapter.at), " · ".join(filter(None, words))))
    words = (at.totals(units), roster_words.strengths(at.army))
    return (*entries, Entry("The army", " · ".join(filter(None, words))))


def _rating_rolls(at: MiniArmy) -> tuple[Entry, ...]:
    """Every rating roll in order, replaced ones too."""
    entries = []
    for chapter in at.chapters:
        for place in (chapter.at, *(section.at for section in chapter.sections)):
            if place is None or not isinstance(place.element, Corps | Division):
                continue
            level: Literal["corps", "division"] = "corps" if isinstance(place.element, Corps) else "division"
            nation = command_nation(place, at.army)
            for number, throw in enumerate(place.element.throws, 1):
                last = number == len(place.element.throws)
                lead = f"{place.element.commander or place.element.name}, roll {number}{'' if last else ', replaced'}"
                by = f" By {throw.by}." if throw.by else ""
                when = f" {roster_words.moment(throw.at)}." if throw.at else ""
                text = explain_throw(throw, level, nation, at.options).sentence
                entries.append(Entry(lead, f"{text}.{by}{when}"))
    return tuple(entries)


def _losses(at: MiniArmy) -> tuple[Entry, ...]:
    """The loss that removes the stand of a Division or Brigade, once for each number of units."""
    sections = [section for chapter in at.chapters for section in chapter.sections]
    parts: list[Section | Group] = [*sections, *(group for section in sections for group in section.groups)]
    sizes = {len(part.units) for part in parts if part.at and stand_can_be_lost(part.at.element)}
    return tuple(
        Entry(f"With {counted(size, 'unit')}", explain_stand_loss(size, at.options).sentence)
        for size in sorted(sizes - {0})
    )


def _kinds(at: MiniArmy, units: Sequence[Place]) -> tuple[Entry, ...]:
    """The moves, dice and bonuses on the roster, each once, with its rule."""
    moves: dict[str, str] = {}
    bonuses: dict[str, str] = {}
    for unit in map(at.unit, units):
        kind = "lancers" if unit.kind == "lancer" else unit.type_word if unit.kind == unit.type else unit.kind
        moves.setdefault(kind, "; ".join(f"{o.word} {o.move} cm ({o.rule}, {o.move_rule})" for o in unit.formations))
        if unit.weight and unit.dice:
            row = tables.BATTERY_DICE[unit.weight]
            moves.setdefault(f"{unit.weight} guns", f"dice {row.close}, {row.medium}, {row.long} ({row.rule})")
        for bonus in unit.bonuses:
            bonuses[f"{bonus.word} {bonus.added:+d}"] = bonus.rule
        row_ = tables.QUALITIES[unit.quality]
        moves.setdefault(row_.word, f"{row_.needed}+ ({row_.rule})")
    return tuple(Entry(lead, text) for lead, text in (moves | bonuses).items())


def _strength_arithmetic(at: MiniArmy) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for chapter in at.chapters:
        for section in chapter.sections:
            names = filter(None, (title(chapter.at), title(section.at)))
            entries.append(Entry(" · ".join(names) or "Under no Corps"))
            entries.extend(roster_words.together(_lines(at, section)))
    return tuple(entries)


def _lines(at: MiniArmy, section: Section) -> list[tuple[str, str]]:
    lines = []
    for place in section.units:
        unit = unit_at(place)
        origin = roster_words.figures(unit)
        lines.append((unit.name, "; ".join(filter(None, (at.unit(place).strength.sentence, origin)))))
    return lines
