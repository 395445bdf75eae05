"""What the Easy Napoleonics roster of an army says, before anything is drawn."""

from collections.abc import Sequence
from typing import Final

from armies.paper.words import Entry, Masthead, Part
from armies.rules import easy_napoleonics
from armies.rules.easy_napoleonics import EasyUnit, Options
from armies.rules.easy_napoleonics.rolls import symbol_of
from armies.rules.facts import Army
from armies.rules.groups import Chapter, Group, chapters, title, unit_at
from armies.rules.reckoning import Reckoning
from armies.rules.tree import Place
from armies.sheets import departures, wording
from armies.sheets.cards_easy_napoleonics import cards_division, cards_part
from armies.sheets.departures import marked
from armies.sheets.model import EasyBrigade, EasyCorps, EasyDivision, EasyLeader, EasyLine, EasyRoster
from armies.sheets.roster_style import NONE_LOST, USUAL_STYLE, Losses, RosterStyle, titled
from armies.sheets.wording import Faults, counted
from battles.rules.easy_napoleonics import tables

LEVELS: Final = ("Good", "Fair", "Bad", "Broken")
"""EN-MORALE-03, best first."""


class _Army:
    """An army under one set of options, with what several parts of the roster need."""

    def __init__(self, army: Army, options: Options, losses: Losses, style: RosterStyle) -> None:
        self.army = army
        self.losses = losses
        self.style = style
        self.options = options
        self.faults = Faults(easy_napoleonics.faults(army, options), army)
        self.chapters = chapters(army)
        self.places = [place for chapter in self.chapters for place in chapter.units]
        self.cost = easy_napoleonics.army_cost(army, options)
        self.worth = easy_napoleonics.army_victory_points(army, options)
        self.budget = easy_napoleonics.budget(army, options)
        self.card_kinds = {unit.kind for unit in easy_napoleonics.card_units(army, options)}
        self._units = {id(place): easy_napoleonics.map_unit(place, options) for place in self.places}

    def unit(self, place: Place) -> EasyUnit:
        return self._units[id(place)]

    def nation(self, place: Place, over: str) -> str:
        """The adjective of a nation that differs from that above, where the roster shows it."""
        return wording.nation_mark(place, over) if self.style.nation else ""

    def totals(self, places: Sequence[Place]) -> str:
        """``6 units · cost 48 · 12 VP``."""
        units = [self.unit(place) for place in places]
        cost = sum(unit.cost.value for unit in units)
        worth = sum(unit.victory_points.value for unit in units)
        return f"{counted(len(units), 'unit')} · cost {cost:,} · {worth:,} VP"


def easy_roster(
    army: Army, options: Options, losses: Losses = NONE_LOST, style: RosterStyle = USUAL_STYLE
) -> EasyRoster:
    """The roster's words. Every element of ``army`` has an id (``armies.rules.tree.number``)."""
    at = _Army(army, options, losses, style)
    cost, left = f"cost {at.cost.value:,} of {options.points_budget:,}", at.budget.lines[-1].value
    return EasyRoster(
        masthead=Masthead(
            title=army.name,
            system=titled("Easy Napoleonics", losses),
            commander=army.commander,
            occasion=wording.occasion(army),
            totals=f"{cost}, {left} · worth {at.worth.value:,} victory points",
            faults=at.faults.summary,
        ),
        nation=army.nation,
        levels=LEVELS,
        leaders=tuple(
            EasyLeader(
                _leader(leader),
                easy_napoleonics.leader_cost(options).value,
                easy_napoleonics.leader_victory_points(options).value,
                f"leader {number}" in losses.commanders,
            )
            for number, leader in enumerate(easy_napoleonics.leaders(army, options), 1)
        ),
        divisions=(
            *(division for chapter in at.chapters for division in _divisions(at, chapter)),
            *cards_division(army, options, losses),
        ),
        foot=_foot(at),
        closing=_closing(at),
    )


def _leader(leader: easy_napoleonics.Leader) -> str:
    return f"{leader.name}, {leader.of}" if leader.name and leader.of else leader.name or "A leader without a name"


def _divisions(at: _Army, chapter: Chapter) -> list[EasyDivision]:
    name = title(chapter.at) or ("A Corps without a name" if chapter.at else "Under no Corps")
    corps = EasyCorps(name, _detail(at, chapter.at, at.army.nation), at.totals(chapter.units))
    over = chapter.at.nation if chapter.at else at.army.nation
    if not chapter.sections:
        return [EasyDivision(corps, name, "", "", "", ())]
    out = []
    for index, section in enumerate(chapter.sections):
        loose = "Directly under the Corps" if chapter.at else "Under no Division"
        division = title(section.at) or ("A Division without a name" if section.at else loose)
        nation = section.at.nation if section.at else over
        out.append(
            EasyDivision(
                corps=None if index else corps,
                path=f"{name} · {division}",
                name=division,
                detail=_detail(at, section.at, over),
                totals=at.totals(section.units),
                brigades=tuple(_brigade(at, group, nation) for group in section.groups),
            )
        )
    return out


def _detail(at: _Army, place: Place | None, over: str) -> str:
    """Commander, nation where it is another than that above, and the marks of faults."""
    if place is None:
        return ""
    words = ", ".join(filter(None, (place.element.commander, at.nation(place, over))))
    return " ".join(filter(None, (words, at.faults.mark(place))))


def _brigade(at: _Army, group: Group, over: str) -> EasyBrigade:
    return EasyBrigade(
        name=title(group.at) or ("A Brigade without a name" if group.at else "Units under no Brigade"),
        detail=_detail(at, group.at, over),
        totals=at.totals(group.units),
        units=tuple(_unit(at, place, group.at.nation if group.at else over) for place in group.units),
    )


def _unit(at: _Army, place: Place, over: str) -> EasyLine:
    unit = at.unit(place)
    facts = unit_at(place)
    loss = at.losses.of(place.element.id)
    notes = [
        loss.gone,
        at.faults.mark(place),
        at.nation(place, over),
        _armor(unit),
        _tag(unit),
        f"under {facts.commander}" if facts.commander else "",
    ]
    return EasyLine(
        symbol=symbol_of(unit, facts),
        name=facts.name or "A unit without a name",
        kind=marked(tables.KIND_WORDS[unit.kind], "kind" in unit.overridden),
        grade=marked(tables.GRADE_WORDS[unit.grade].capitalize(), "grade" in unit.overridden),
        needed=f"{unit.grade_needed}+",
        stands=unit.stands,
        cost=unit.cost.value,
        victory_points=unit.victory_points.value,
        notes=", ".join(filter(None, notes)),
        basis=wording.basis_of(facts) if at.style.basis else "",
        cost_mark=marked("", "cost" in unit.overridden),
        worth_mark=marked("", "victory_points" in unit.overridden),
        struck=loss.struck,
        gone=loss.gone,
    )


def _armor(unit: EasyUnit) -> str:
    if "armored" in unit.overridden:
        return marked("armored" if unit.armored else "not armored", True)
    return "armored" if unit.armored else ""


def _tag(unit: EasyUnit) -> str:
    """The national rule that it has; and its nation tag where the owner chose it."""
    if "nation_tag" in unit.overridden:
        tag = "no nation tag" if unit.nation_tag == "none" else f"{unit.nation_tag} {'rule' if unit.effects else 'tag'}"
        return marked(tag, True)
    return f"{unit.nation_tag} rule" if unit.effects else ""


def _foot(at: _Army) -> tuple[Entry, ...]:
    """The moves and fire of the kinds of unit that the army has, the national rules in force, the signs used."""
    there = at.card_kinds | {at.unit(place).kind for place in at.places}
    kinds = [kind for kind in tables.KINDS if kind in there]
    moves = "; ".join(f"{tables.KIND_WORDS[kind]}: {_moves(at, kind)}" for kind in kinds)
    fire = "; ".join(f"{tables.KIND_WORDS[kind]}: {_fire(kind)}" for kind in kinds if tables.FIRE[kind])
    effects = {effect: unit.nation_tag for unit in map(at.unit, at.places) for effect in unit.effects}
    national = "; ".join(f"{tag}: {effect.text} ({effect.rule})" for effect, tag in effects.items())
    signs = ["strike a level as it is lost; who comes to the grey one is gone"]
    signs += [wording.BASIS_KEY] if at.style.basis else []
    signs += [wording.FAULT_KEY] if at.faults.all else []
    signs += [departures.MARK_KEY] if any(at.unit(place).overridden for place in at.places) else []
    lines = (
        ("Moves, hexes.", moves),
        ("Fire dice (at hexes).", fire),
        ("National.", national),
        ("Signs.", "; ".join(signs)),
    )
    key = tuple(Entry(lead, f"{text}.") for lead, text in lines if text)
    return (*departures.house_foot(at.army, "easy_napoleonics"), *key)


def _moves(at: _Army, kind: tables.Kind) -> str:
    moves = (at.unit(place).moves for place in at.places if at.unit(place).kind == kind)
    longest = max(moves, key=len, default=tables.MOVES[kind])
    return ", ".join(f"{move.formation} {move.hexes}" for move in longest)


def _fire(kind: tables.Kind) -> str:
    """``close (1–2) 3``: the band, its hexes, its dice."""
    return ", ".join(
        f"{band.label} ({band.near if band.far == band.near else f'{band.near}–{band.far}'}) {band.dice}"
        for band in tables.FIRE[kind]
    )


def _closing(at: _Army) -> tuple[Part, ...]:
    parts = (
        at.faults.part(),
        departures.house_part(at.army, "easy_napoleonics"),
        departures.overrides_part((unit_at(place).name, _whys(at.unit(place))) for place in at.places),
        Part("Totals", _totals(at)),
        Part("What cost and worth come to", _sums(at)),
        cards_part(at.army, at.options),
        Part("What each sort of unit costs and is worth", _sorts(at)),
        Part("How the units came about", _mappings(at)),
        wording.sources(at.army),
        Part("Notes on formations and units", wording.unit_notes(at.army)),
    )
    return tuple(part for part in parts if part.entries)


def _whys(unit: EasyUnit) -> tuple[Reckoning, ...]:
    return unit.reckoning, unit.cost, unit.victory_points


def _totals(at: _Army) -> tuple[Entry, ...]:
    entries = [Entry(title(chapter.at), at.totals(chapter.units)) for chapter in at.chapters if chapter.at]
    words = (at.totals(at.places), wording.strengths(at.army))
    return (*entries, Entry("The army without leaders", " · ".join(filter(None, words))))


def _sums(at: _Army) -> tuple[Entry, ...]:
    sums = (("Cost", at.cost), ("Budget", at.budget), ("Victory points", at.worth))
    return tuple(Entry(name, f"{reckoning.sentence}.") for name, reckoning in sums)


def _sorts(at: _Army) -> tuple[Entry, ...]:
    """The arithmetic of cost and victory points, once for each sort of unit; by itself for one overridden."""
    entries: dict[str, Entry] = {}
    for place in at.places:
        unit = at.unit(place)
        own = "cost" in unit.overridden or "victory_points" in unit.overridden
        words = f"{unit.words}, {place.element.name}" if own else unit.words
        text = f"cost: {unit.cost.sentence}. Victory points: {unit.victory_points.sentence}."
        entries.setdefault(words, Entry(f"{words[0].upper()}{words[1:]}", text))
    return tuple(entries[name] for name in sorted(entries))


def _mappings(at: _Army) -> tuple[Entry, ...]:
    """How history became game, each sentence once, with the units that it is true of."""
    names: dict[str, list[str]] = {}
    for place in at.places:
        names.setdefault(at.unit(place).reckoning.sentence, []).append(place.element.name)
    return tuple(Entry(", ".join(who), f"{text}.") for text, who in names.items())
