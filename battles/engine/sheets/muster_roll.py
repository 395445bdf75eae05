"""A side's force in words, for cards, labels and other sheets of any system; the roll of an army list."""

from collections import deque
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.armies.army_list import ArmyList, Leads, ListedGroup, ListedUnit
from battles.engine.armies.army_list import Fact as ListedFact
from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.tree import walk


class Fact(Struct, frozen=True):
    """A fact of a unit, a commander or a command: ``Move`` ``18``, and its rule."""

    label: str
    text: str
    rule: str = ""


class Track(Struct, frozen=True):
    """Boxes to cross off: strength points, or levels of morale, in the order in which they are lost.

    ``boxes`` are the words in them, ``""`` for a plain box. ``struck`` of them are crossed off already. The box with
    the index ``last`` is grey: the last one that counts, or what ``title`` says; -1 for none.
    """

    title: str
    boxes: tuple[str, ...]
    struck: int = 0
    last: int = -1
    rule: str = ""


class RollUnit(Struct, frozen=True, kw_only=True):
    """A unit. ``key`` is unique within the roll; ``quality`` ends with the needed roll if there is one.

    It has ``stands`` stands, each with a base ``wide`` and ``deep`` in tenths of a millimetre, 0 if the system does not
    say. ``present`` are its recorded men or guns, such as ``602 men``; ``gone`` means out of play for good.
    ``formation`` is the one in which it stands on the board, such as ``in column``; empty if it does not stand there.
    """

    key: str
    name: str
    kind: str
    symbol: str
    nation: str = ""
    quality: str = ""
    facts: tuple[Fact, ...] = ()
    track: Track | None = None
    points: int | None = None
    notes: tuple[str, ...] = ()
    wide: int = 0
    deep: int = 0
    stands: int = 1
    present: str = ""
    gone: bool = False
    formation: str = ""


class RollCommander(Struct, frozen=True, kw_only=True):
    """A commander, named or not. ``of`` is the command's name, ``level`` army, corps, division or brigade.

    ``above`` are the commands over it, the highest first. ``rating`` is the word of the system, ``radius`` the command
    radius in tenths of a millimetre, 0 if not stated; ``choices`` are the possible ratings while there is none.
    ``losses`` has a box for each unit, crossed off when it is lost; the last box that counts removes the stand.
    ``base`` is the diameter of the round stand in tenths of a millimetre, 0 if the system does not say.
    """

    key: str
    name: str
    of: str
    level: str
    symbol: str
    nation: str = ""
    rating: str = ""
    radius: int = 0
    choices: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    losses: Track | None = None
    base: int = 0
    gone: bool = False

    @property
    def path(self) -> tuple[str, ...]:
        """The names of the commands over this one, then its own."""
        return (*self.above, self.of)

    @property
    def rating_words(self) -> str:
        """The rating; a number says what it is."""
        return f"rating {self.rating}" if self.rating.isdecimal() else self.rating


class RollGroup(Struct, frozen=True, kw_only=True):
    """Units that belong together, usually a brigade. ``above`` are the commands over it, the highest first."""

    key: str
    title: str
    above: tuple[str, ...] = ()
    commander: RollCommander | None = None
    facts: tuple[Fact, ...] = ()
    units: tuple[RollUnit, ...] = ()

    @property
    def place(self) -> str:
        """Its title with the command over it, since every division may have a first brigade."""
        return ", ".join((*self.above[-1:], self.title))


class Roll(Struct, frozen=True, kw_only=True):
    """A side's command. ``commanders`` are those over more than one group.

    ``turns`` is the number of Turns if the commands are chosen one by one in each of them; else 0. ``unbased`` says in
    a sentence why its units have no base width; "" if they have one.
    """

    side: str
    title: str
    system: str
    nation: str = ""
    facts: tuple[Fact, ...] = ()
    commanders: tuple[RollCommander, ...] = ()
    groups: tuple[RollGroup, ...] = ()
    turns: int = 0
    unbased: str = ""

    def under(self, commander: RollCommander) -> tuple[RollGroup, ...]:
        """The groups under a commander of more than one: all of them for the army commander."""
        if commander.level == "army":
            return self.groups
        return self.below(commander.path)

    def below(self, path: tuple[str, ...]) -> tuple[RollGroup, ...]:
        """The groups under a command, named by the commands over it, the highest first, and itself; all for ()."""
        return tuple(group for group in self.groups if group.above[: len(path)] == path)

    @property
    def units(self) -> tuple[RollUnit, ...]:
        return tuple(unit for group in self.groups for unit in group.units)


def roll_of_list(listed: ArmyList) -> Roll:
    """The roll of an army list: a group for each division of a corps, or for each command."""
    return Roll(
        side=listed.title,
        title=listed.title,
        system=listed.system,
        nation=listed.nation,
        facts=(
            Fact("Units", str(listed.units)),
            Fact("Points", f"{listed.points.value:,}"),
            *map(_fact, listed.facts),
        ),
        commanders=tuple(_commanders(listed)),
        groups=tuple(group for at, one in enumerate(listed.groups) for group in _groups(listed, at, one)),
        unbased=listed.unbased,
    )


def with_presence(roll: Roll, army: Army) -> Roll:
    """The roll with the recorded men or guns of each unit that has the name of a recorded one."""
    recorded: dict[str, deque[str]] = {}
    for place in walk(army):
        if isinstance(place.element, Unit):
            recorded.setdefault(place.element.name, deque()).append(_presence(place.element))
    groups = tuple(
        replace(
            group,
            units=tuple(
                replace(unit, present=recorded[unit.name].popleft()) if recorded.get(unit.name) else unit
                for unit in group.units
            ),
        )
        for group in roll.groups
    )
    return replace(roll, groups=groups)


def _presence(unit: Unit) -> str:
    """``602 men``, or ``8 guns`` of a battery."""
    if unit.guns is not None:
        return f"{unit.guns:,} {'gun' if unit.guns == 1 else 'guns'}"
    return f"{unit.men:,} {'man' if unit.men == 1 else 'men'}" if unit.men is not None else ""


def _fact(fact: ListedFact) -> Fact:
    return Fact(fact.label, fact.text, fact.rule)


def _commanders(listed: ArmyList) -> Iterator[RollCommander]:
    """Its chief, and the leaders of groups that have several parts."""
    if listed.chief is not None:
        yield _commander("chief", listed.chief, listed.title, "army", listed.nation, ())
    for at, group in enumerate(listed.groups):
        if group.leads is not None and _in_parts(group):
            yield _leader(listed, at, group, group.leads)


def _in_parts(group: ListedGroup) -> bool:
    return any(unit.under for unit in group.units)


def _leader(listed: ArmyList, at: int, group: ListedGroup, leads: Leads) -> RollCommander:
    nation = group.nation or listed.nation
    return _commander(f"group {at + 1}", leads, group.title, "corps", nation, tuple(map(_fact, group.facts)))


def _commander(key: str, leads: Leads, of: str, level: str, nation: str, facts: tuple[Fact, ...]) -> RollCommander:
    return RollCommander(
        key=key,
        name=leads.name,
        of=of,
        level=level,
        symbol=f"leader_{level}",
        nation=nation,
        rating=leads.rating,
        radius=leads.radius,
        facts=facts,
    )


def _groups(listed: ArmyList, at: int, group: ListedGroup) -> Iterator[RollGroup]:
    """The parts of a group, or the whole group with its leader."""
    key = f"group {at + 1}"
    if not _in_parts(group):
        leads = group.leads
        yield RollGroup(
            key=key,
            title=group.title,
            commander=_leader(listed, at, group, leads) if leads is not None else None,
            facts=tuple(map(_fact, group.facts)),
            units=tuple(_unit(listed, group, unit) for unit in group.units),
        )
        return
    for part, (under, units) in enumerate(groupby(group.units, key=lambda unit: unit.under), 1):
        yield RollGroup(
            key=f"{key}.{part}",
            title=under or "Directly under the corps",
            above=(group.title,),
            units=tuple(_unit(listed, group, unit) for unit in units),
        )


def _unit(listed: ArmyList, group: ListedGroup, unit: ListedUnit) -> RollUnit:
    cells = list(zip(listed.columns, unit.cells, strict=True))
    facts = (Fact(column.title, cell) for column, cell in cells if not column.says)
    return RollUnit(
        key=unit.number,
        name=unit.name or "A unit without a name",
        kind=next((cell for column, cell in cells if column.says == "kind"), ""),
        symbol=unit.symbol,
        nation=group.nation or listed.nation,
        quality=next((cell for column, cell in cells if column.says == "quality"), ""),
        facts=(Fact("No.", unit.number), *facts),
        track=_track(listed, unit),
        points=unit.points.value,
        notes=(unit.notes,) if unit.notes else (),
        wide=unit.wide,
        deep=unit.deep,
        stands=unit.stands,
    )


def _track(listed: ArmyList, unit: ListedUnit) -> Track | None:
    """The boxes of a unit as in the list; without words if they only count."""
    if not unit.boxes:
        return None
    counts = unit.boxes == tuple(map(str, range(1, len(unit.boxes) + 1)))
    grey = f"{listed.box_title}, grey: {listed.grey}" if listed.grey and unit.chosen is not None else listed.box_title
    return Track(
        grey,
        ("",) * len(unit.boxes) if counts else unit.boxes,
        last=-1 if unit.chosen is None else unit.chosen,
    )
