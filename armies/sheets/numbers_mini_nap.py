"""What stands behind the numbers of a Mini-Nap roster: faults, totals, throws, moves, strength points."""

from collections.abc import Sequence
from typing import Literal

from armies.paper.words import Entry, Part
from armies.rules import mini_nap
from armies.rules.facts import Corps, Division
from armies.rules.groups import Group, Section, title, unit_at
from armies.rules.tree import Place
from armies.sheets import departures, wording
from armies.sheets.army_mini_nap import MiniArmy
from battles.rules.mini_nap import tables


def closing_parts(at: MiniArmy, units: Sequence[Place]) -> tuple[Part, ...]:
    """The closing pages of the roster, part by part; what is empty is left out."""
    parts = (
        at.faults.part(),
        departures.house_part(at.army, "mini_nap"),
        departures.overrides_part((unit_at(place).name, (at.unit(place).reckoning,)) for place in units),
        Part("Totals", _totals(at, units)),
        Part("Commanders’ ratings", _throws(at)),
        Part("When command stands are lost", _losses(at)),
        Part("What types and ratings give", _kinds(at, units)),
        Part("How the strength points came about", _reckonings(at)),
        wording.sources(at.army),
        Part("Notes on formations and units", wording.unit_notes(at.army)),
    )
    return tuple(part for part in parts if part.entries)


def _totals(at: MiniArmy, units: Sequence[Place]) -> tuple[Entry, ...]:
    entries = []
    for chapter in at.chapters:
        if chapter.at:
            words = (at.totals(chapter.units), wording.strengths(chapter.at.element))
            entries.append(Entry(title(chapter.at), " · ".join(filter(None, words))))
    words = (at.totals(units), wording.strengths(at.army))
    return (*entries, Entry("The army", " · ".join(filter(None, words))))


def _throws(at: MiniArmy) -> tuple[Entry, ...]:
    """Every throw in order, the earlier ones too."""
    entries = []
    for chapter in at.chapters:
        for place in (chapter.at, *(section.at for section in chapter.sections)):
            if place is None or not isinstance(place.element, Corps | Division):
                continue
            level: Literal["corps", "division"] = "corps" if isinstance(place.element, Corps) else "division"
            nation = mini_nap.command_nation(place, at.army)
            for number, throw in enumerate(place.element.throws, 1):
                last = number == len(place.element.throws)
                lead = f"{place.element.commander or place.element.name}, throw {number}{'' if last else ', replaced'}"
                by = f" By {throw.by}." if throw.by else ""
                when = f" {wording.moment(throw.at)}." if throw.at else ""
                text = mini_nap.explain_throw(throw, level, nation, at.options).sentence
                entries.append(Entry(lead, f"{text}.{by}{when}"))
    return tuple(entries)


def _losses(at: MiniArmy) -> tuple[Entry, ...]:
    """The loss that takes the stand of a Division or Brigade, once for each number of units."""
    sections = [section for chapter in at.chapters for section in chapter.sections]
    parts: list[Section | Group] = [*sections, *(group for section in sections for group in section.groups)]
    sizes = {len(part.units) for part in parts if part.at and mini_nap.stand_can_be_lost(part.at.element)}
    return tuple(
        Entry(f"Of {wording.counted(size, 'unit')}", mini_nap.explain_stand_loss(size, at.options).sentence)
        for size in sorted(sizes - {0})
    )


def _kinds(at: MiniArmy, units: Sequence[Place]) -> tuple[Entry, ...]:
    """The moves, dice and bonuses on the roster, once each, with their rules."""
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


def _reckonings(at: MiniArmy) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for chapter in at.chapters:
        for section in chapter.sections:
            names = filter(None, (title(chapter.at), title(section.at)))
            entries.append(Entry(" · ".join(names) or "Under no Corps"))
            entries.extend(wording.together(_lines(at, section)))
    return tuple(entries)


def _lines(at: MiniArmy, section: Section) -> list[tuple[str, str]]:
    out = []
    for place in section.units:
        unit = unit_at(place)
        origin = wording.figures(unit)
        out.append((unit.name, "; ".join(filter(None, (at.unit(place).strength.sentence, origin)))))
    return out
