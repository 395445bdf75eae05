"""The muster roll of an army under Mini-Nap."""

from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Unit
from battles.engine.armies.tree import Chapter, Group, Place, Section, chapters, title
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.checks import has_command_stand
from battles.rules.mini_nap.army.mapping import map_unit
from battles.rules.mini_nap.army.options import Options
from battles.rules.mini_nap.army.ratings import radius, standing_rating
from battles.rules.mini_nap.meta import KEY
from battles.rules.mini_nap.rules import Options as BattleOptions
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets.muster_roll import Command, commander, entry
from battles.rules.mini_nap.state import ForceUnit


def roll(army: Army, options: Options) -> Roll:
    """The roll of ``army``, brigade by brigade in printed order. Every element has an id (``tree.number``)."""
    return _Reader(army, options).roll()


def rules_of(options: Options) -> Rules:
    """Rules of a battle under an army's options and its club's numbers (MN-RULING-96)."""
    return Rules(BattleOptions(command_loss_rule=options.command_loss_rule), tables_of(options))


def tables_of(options: Options) -> tables.Tables:
    """Tables of a battle with the club's numbers (MN-RULING-96)."""
    rows = {rating: replace(row, radius=radius(rating, options)) for rating, row in tables.PRINTED.commanders.items()}
    return replace(tables.PRINTED, commanders=rows)


class _Reader:
    """Reads an army under one set of options."""

    def __init__(self, army: Army, options: Options) -> None:
        self._army = army
        self._options = options
        self._rules = rules_of(options)

    def roll(self) -> Roll:
        corps_chapters = chapters(self._army)
        groups = tuple(group for chapter in corps_chapters for group in self._groups(chapter))
        units = [unit for group in groups for unit in group.units]
        points = sum(len(unit.track.boxes) for unit in units if unit.track)
        return Roll(
            side=self._army.name,
            title=self._army.name,
            system=KEY,
            nation=self._army.nation,
            facts=(Fact("Units", str(len(units))), Fact("Strength", f"{points:,} SP", "MN-SP-01")),
            commanders=tuple(self._commanders(corps_chapters)),
            groups=groups,
            turns=self._rules.options.turn_limit,
        )

    def _commanders(self, corps_chapters: tuple[Chapter, ...]) -> Iterator[RollCommander]:
        """The army commander, unless they also lead a Corps, then Corps and Division commanders."""
        corps = {chapter.at.element.commander for chapter in corps_chapters if chapter.at}
        if self._army.commander and self._army.commander not in corps:
            yield RollCommander(
                key="army",
                name=self._army.commander,
                of=self._army.name,
                level="army",
                symbol="leader_army",
                nation=self._army.nation,
            )
        for chapter in corps_chapters:
            if chapter.at is not None and isinstance(chapter.at.element, Corps):
                yield self._commander(chapter.at, chapter)
            for section in chapter.sections:
                if section.at is not None and isinstance(section.at.element, Division):
                    yield self._commander(section.at, section)

    def _commander(self, place: Place, over: Chapter | Section | Group) -> RollCommander:
        at = place.element
        level = "corps" if isinstance(at, Corps) else "division" if isinstance(at, Division) else "brigade"
        return commander(
            Command(
                key=at.id,
                level=level,  # type: ignore[arg-type]
                name=at.commander,
                of=at.name,
                above=tuple(each.name for each in place.above),
                nation=place.nation,
                rating=standing_rating(at.throws, self._options) if isinstance(at, Corps | Division) else None,
                units=0 if level == "corps" else len(over.units),
            ),
            self._rules,
        )

    def _groups(self, chapter: Chapter) -> Iterator[RollGroup]:
        for section in chapter.sections:
            above = tuple(filter(None, (title(chapter.at), title(section.at))))
            for number, group in enumerate(section.groups):
                at = group.at
                stand = at is not None and isinstance(at.element, Brigade) and has_command_stand(at.element)
                yield RollGroup(
                    key=at.element.id if at else f"loose {number} under {'/'.join(above)}",
                    title=title(at) or ("A Brigade without a name" if at else "Units under no Brigade"),
                    above=above,
                    commander=self._commander(at, group) if at and stand else None,
                    units=tuple(self._unit(place) for place in group.units),
                )

    def _unit(self, place: Place) -> RollUnit:
        unit = map_unit(place, self._options)
        recruit = ForceUnit(
            name=unit.name or "A unit without a name",
            type=unit.type,
            rating=unit.quality,
            points=unit.points,
            nation=unit.nation,
            kgl=unit.kgl,
            lancer=unit.lancer,
            irregular=unit.irregular,
            weight=unit.weight,
        )
        facts = place.element
        under = f"under {facts.commander}" if isinstance(facts, Unit) and facts.commander else ""
        notes = (under,) if under else ()
        return entry(recruit, self._rules, key=facts.id, start=unit.points, nation=place.nation, notes=notes)
