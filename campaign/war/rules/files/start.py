"""The first state of a campaign from its file, its map and the armies of the library (CM-FORCE-01, CM-FORCE-04)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from msgspec import Struct, structs

from armies.exchange.draft_army import Unreadable
from armies.exchange.files.oob_json import read_oob
from battles.engine.armies.facts import ARTILLERY, Army, Brigade, Corps, Division
from battles.engine.armies.facts import Unit as ArmyUnit
from campaign.war.rules.books import Account
from campaign.war.rules.calendar import minute_of
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.files.campaign_file import CampaignFile, ForceRow, SideRow, StandingRow, check_on_map
from campaign.war.rules.files.faults import Fault, Faults, FaultyFile, check_format
from campaign.war.rules.files.map_file import MapFile, campaign_map
from campaign.war.rules.settings import read_settings
from campaign.war.rules.state import (
    CampaignState,
    Command,
    Commander,
    Depot,
    Force,
    Formation,
    Leg,
    Objective,
    Reinforcement,
    Setup,
    Side,
    Unit,
)

LEVELS = {Corps: "corps", Division: "division", Brigade: "brigade"}


class OrderOfBattle(Struct, frozen=True):
    """One army as the campaign has it: formations by path in their order, units by path, and what is wrong."""

    id: str
    formations: dict[str, Formation]
    units: dict[str, Unit]
    faults: tuple[str, ...] = ()

    def brigades(self, path: str) -> tuple[str, ...]:
        """The brigades at and under a formation's path; empty if there is no such formation."""
        under = f"{path}/"
        return tuple(
            formation.id
            for formation in self.formations.values()
            if formation.units
            and (formation.id == path or formation.id.startswith(under) or formation.id == f"{path}/*")
        )


AT_PATH: Final = re.compile(r"at `\$(?P<path>[^`]*)`")
"""The path in a sentence about a wrong value of a file."""


def army_of(content: bytes, key: str = "") -> Army:
    """The army in an ``oob/1`` file; a file of two sides gives the formations of both.

    ``key`` is the first part of its formations' paths in a campaign, and names the file in faults.

    Raises:
        FaultyFile: too large, of another or a newer format, or it does not fit its format; with the path.
    """
    root = f"armies.{key}" if key else "$"
    try:
        check_format(content, "oob/1")
        reading = read_oob(content.decode())
    except FaultyFile as wrong:
        raise FaultyFile([Fault(root + fault.path[1:], fault.sentence) for fault in wrong.faults]) from None
    except UnicodeDecodeError:
        raise FaultyFile([Fault(root, "The file is not valid UTF-8.")]) from None
    except Unreadable as wrong:
        place = AT_PATH.search(str(wrong))
        raise FaultyFile([Fault(root + (place["path"] if place else ""), str(wrong))]) from None
    first = reading.armies[0]
    children = tuple(child for army in reading.armies for child in army.children)
    return Army(name=first.name, nation=first.nation, commander=first.commander, children=children)


def order_of_battle(key: str, army: Army, side: str = "") -> OrderOfBattle:
    """The formations and units of ``army``; ``key`` is the first part of every path.

    Units that stand directly under a corps or division make a brigade of their own, at the path with ``/*``.
    """
    builder = _Builder(key, side)
    builder.walk(army.children, key, army.nation)
    return OrderOfBattle(key, builder.formations, builder.units, tuple(builder.faults))


class _Builder:
    """Formations and units while an army is walked through."""

    def __init__(self, key: str, side: str) -> None:
        self.key = key
        self.side = side
        self.formations: dict[str, Formation] = {}
        self.units: dict[str, Unit] = {}
        self.faults: list[str] = []

    def walk(self, children: tuple[Corps | Division | Brigade | ArmyUnit, ...], path: str, nation: str) -> None:
        loose = [child for child in children if isinstance(child, ArmyUnit)]
        for name, child in _named(child for child in children if not isinstance(child, ArmyUnit)):
            own = f"{path}/{name}"
            below = child.nation or nation
            units = tuple(self.unit(unit, own, name, below) for name, unit in _named_units(child.children))
            throws = getattr(child, "throws", ())
            self.formations[own] = Formation(
                id=own,
                name=child.name,
                level=LEVELS[type(child)],  # type: ignore[arg-type]
                commander=child.commander,
                nation=below,
                rating=throws[-1].rating if throws else "",
                units=units if isinstance(child, Brigade) else (),
                order=len(self.formations),
            )
            if not isinstance(child, Brigade):
                self.loose(own, child.name, units, below)
                self.walk(child.children, own, below)
        if path == self.key and loose:
            units = tuple(self.unit(unit, path, name, nation) for name, unit in _named_units(tuple(loose)))
            self.loose(path, "Army", units, nation)

    def loose(self, path: str, name: str, units: tuple[str, ...], nation: str) -> None:
        """A brigade of its own for units that stand directly under a higher formation."""
        if units:
            own = f"{path}/*"
            self.formations[own] = Formation(
                id=own, name=name, level="brigade", nation=nation, units=units, loose=True, order=len(self.formations)
            )

    def unit(self, unit: ArmyUnit, path: str, name: str, nation: str) -> str:
        own = f"{path}/{name}"
        guns = unit.type in ARTILLERY
        if (unit.guns if guns else unit.men) is None:
            self.faults.append(f"{own} has no {'guns' if guns else 'men'}.")
        self.units[own] = Unit(
            id=own,
            name=unit.name,
            side=self.side,
            arm=unit.type,
            men=0 if guns else unit.men or 0,
            guns=(unit.guns or 0) if guns else 0,
            quality=unit.quality,
            nation=unit.nation or nation,
            gun_weight=unit.gun_weight,
            lancer=unit.lancer,
        )
        return own


def _named(children: Iterator[Corps | Division | Brigade]) -> list[tuple[str, Corps | Division | Brigade]]:
    """Formations with names that are unique among them and have no slash."""
    seen: Counter[str] = Counter()
    named = []
    for child in children:
        name = child.name.replace("/", "-")
        seen[name] += 1
        named.append((name if seen[name] == 1 else f"{name} ({seen[name]})", child))
    return named


def _named_units(children: tuple[object, ...]) -> list[tuple[str, ArmyUnit]]:
    seen: Counter[str] = Counter()
    named = []
    for child in children:
        if isinstance(child, ArmyUnit):
            seen[child.name] += 1
            named.append((child.name if seen[child.name] == 1 else f"{child.name} ({seen[child.name]})", child))
    return named


def begin(file: CampaignFile, ground: MapFile, armies: Mapping[str, Army], system: str = "") -> CampaignState:
    """The state before the first turn; ``armies`` by the first part of the formations' paths.

    Raises:
        FaultyFile: a point, army or formation is missing, a brigade is placed twice or, unless ``partial``, nowhere.
    """
    faults = Faults()
    check_on_map(file, ground, faults)
    books = _orders_of_battle(file, armies, faults)
    faults.check()
    placed = _placed(file, books, faults)
    faults.check()
    return _Beginning(file, ground, books, placed, system).state()


def _orders_of_battle(file: CampaignFile, armies: Mapping[str, Army], faults: Faults) -> dict[str, OrderOfBattle]:
    """Each army that the file names, of the side of its first formation."""
    books: dict[str, OrderOfBattle] = {}
    sides: dict[str, str] = {}
    for place, row in enumerate(file.forces + file.reinforcements):
        late = place >= len(file.forces)
        path = f"$.reinforcements[{place - len(file.forces)}]" if late else f"$.forces[{place}]"
        for number, formation in enumerate(row.formations):
            key = formation.partition("/")[0]
            if key not in armies:
                faults.add(f"{path}.formations[{number}]", f"There is no army {key}.")
                continue
            if sides.setdefault(key, row.side) != row.side:
                faults.add(f"{path}.formations[{number}]", f"The army {key} serves {sides[key]} already.")
            if key not in books:
                books[key] = order_of_battle(key, armies[key], row.side)
                for sentence in books[key].faults:
                    faults.add(f"army {key}", sentence)
    return books


def _placed(file: CampaignFile, books: Mapping[str, OrderOfBattle], faults: Faults) -> dict[str, str]:
    """The force of each brigade, as ``side/name``."""
    placed: dict[str, str] = {}
    for place, row in enumerate(file.forces + file.reinforcements):
        late = place >= len(file.forces)
        path = f"$.reinforcements[{place - len(file.forces)}]" if late else f"$.forces[{place}]"
        for number, named in enumerate(row.formations):
            brigades = books[named.partition("/")[0]].brigades(named)
            if not brigades:
                faults.add(f"{path}.formations[{number}]", f"There is no formation {named}.")
            for brigade in brigades:
                if brigade in placed:
                    faults.add(f"{path}.formations[{number}]", f"{brigade} is placed twice.")
                placed[brigade] = f"{row.side}/{row.name}"
        _check_specialists(row, path, placed, faults)
    if not file.partial:
        for book in books.values():
            for formation in book.formations.values():
                if formation.units and formation.id not in placed:
                    faults.add("$.forces", f"{formation.id} is placed nowhere.")
    return placed


def _check_specialists(row: ForceRow, path: str, placed: Mapping[str, str], faults: Faults) -> None:
    """Trains and engineers belong to brigades of their force (CM-WORK-04)."""
    for key in ("trains", "engineers"):
        for number, brigade in enumerate(getattr(row, key)):
            if placed.get(brigade) != f"{row.side}/{row.name}":
                faults.add(f"{path}.{key}[{number}]", f"{row.name} has no brigade {brigade}.")


class _Beginning:
    """Builds the setup and the first state."""

    def __init__(
        self,
        file: CampaignFile,
        ground: MapFile,
        books: Mapping[str, OrderOfBattle],
        placed: Mapping[str, str],
        system: str,
    ) -> None:
        self.file = file
        self.map = campaign_map(ground, file.area)
        self.books = books
        self.placed = placed
        self.system = system
        self.settings = read_settings({**file.settings, "turn_hours": file.turn_hours})
        self.numbers: dict[str, int] = {}
        self.commanders: dict[str, Commander] = {}
        self.formations: dict[str, Formation] = {}
        self.units: dict[str, Unit] = {}
        self.alliances = {side.key: self._alliance(side) for side in file.sides}

    def state(self) -> CampaignState:
        self._order_of_battle()
        forces = [self._force(row) for row in self.file.forces]
        late = [self._force(row) for row in self.file.reinforcements]
        by_name = {(force.side, force.name): force.id for force in forces + late}
        commands = tuple(self._command(number, by_name) for number in range(len(self.file.commands)))
        for side in self.file.sides:
            self._commander(side.key, side.commander, next(f.id for f in forces + late if f.side == side.key))
        setup = self._setup(commands)
        owners = self._owners()
        owners.update({force.place.point: self.alliances[force.side] for force in forces})
        fortresses = {point.id for point in self.map.points if point.fortified == "fortress"}
        return CampaignState(
            setup=setup,
            time=setup.start,
            forces={force.id: force for force in forces},
            books={unit.id: Account(unit.men, unit.guns) for unit in self.units.values()},
            commanders=self.commanders,
            commands=commands,
            waiting=tuple(
                Reinforcement(force, minute_of(self.file.date, row.arrives))
                for force, row in zip(late, self.file.reinforcements, strict=True)
            ),
            owners=owners,
            garrisons={p: men for p, men in self.settings.garrison.items() if p in fortresses and owners.get(p)},
            depots=tuple(Depot(side.key, point) for side in self.file.sides for point in side.depots),
            numbers=dict(self.numbers),
            weather=setup.weather.get(0, "dry") if self.settings.use_weather else "dry",
        )

    def _alliance(self, side: SideRow) -> str:
        allies = {side.key, *side.allied_with}
        return next(other.key for other in self.file.sides if other.key in allies)

    def _order_of_battle(self) -> None:
        """Units that are placed, and all formations above them, numbered through."""
        rows = self.file.forces + self.file.reinforcements
        trains = {brigade for row in rows for brigade in row.trains}
        engineers = {brigade for row in rows for brigade in row.engineers}
        for book in self.books.values():
            for formation in book.formations.values():
                if formation.id in self.placed or any(path.startswith(f"{formation.id}/") for path in self.placed):
                    self.formations[formation.id] = structs.replace(
                        formation,
                        order=len(self.formations),
                        train=formation.id in trains,
                        engineers=formation.id in engineers,
                    )
                    if formation.id in self.placed:
                        self.units.update({unit: book.units[unit] for unit in formation.units})

    def _force(self, row: ForceRow) -> Force:
        number = self.numbers[row.side] = self.numbers.get(row.side, 0) + 1
        own = f"{row.side}.{number}"
        key = f"{row.side}/{row.name}"
        brigades = sorted(
            (brigade for brigade, force in self.placed.items() if force == key),
            key=lambda brigade: self.formations[brigade].order,
        )
        return Force(
            id=own,
            side=row.side,
            number=number,
            name=row.name,
            commander=self._commander(row.side, row.commander, own),
            formations=tuple(brigades),
            place=Place(point=row.at),
            faces=row.faces,
            standing=(leg_of(row.standing),) if row.standing else (),
            leg_since=minute_of(self.file.date, self.file.start),
            since=minute_of(self.file.date, self.file.start),
        )

    def _commander(self, side: str, name: str, force: str) -> str:
        own = f"{side}:{name}"
        if own not in self.commanders:
            led = [formation for formation in self.formations.values() if formation.commander == name]
            rating = next((formation.rating for formation in led if formation.rating), led[0].rating if led else "")
            self.commanders[own] = Commander(own, name, side, force, rating)
        return own

    def _command(self, number: int, forces: Mapping[tuple[str, str], str]) -> Command:
        row = self.file.commands[number]
        rides = forces[row.side, row.rides]
        commander = self._commander(row.side, row.commander, rides)
        self.commanders[commander] = structs.replace(self.commanders[commander], force=rides)
        own = tuple(forces[row.side, name] for name in row.forces)
        return Command(f"{row.side}.c{number + 1}", row.side, row.name, commander, own)

    def _owners(self) -> dict[str, str]:
        """The alliance of each point's owner on the map (CM-MAP-05)."""
        nations = {nation: self.alliances[side.key] for side in self.file.sides for nation in side.nations}
        return {point.id: nations[point.owner] for point in self.map.points if point.owner in nations}

    def _setup(self, commands: tuple[Command, ...]) -> Setup:
        file = self.file
        first = date.fromisoformat(file.date)
        return Setup(
            id=file.id,
            name=file.name,
            map=self.map,
            date=file.date,
            start=minute_of(file.date, file.start),
            end=minute_of(file.date, file.end),
            sides=tuple(
                Side(s.key, s.name, self.alliances[s.key], s.nations, self._leader(s), s.depots, s.colour)
                for s in file.sides
            ),
            settings=self.settings,
            units=self.units,
            formations=self.formations,
            weather={(date.fromisoformat(day) - first).days: word for day, word in file.weather.items()},
            commands=commands,
            objectives=tuple(
                Objective(
                    point=row.node,
                    points=row.points,
                    when=None if row.when in ("end", "daily") else minute_of(file.date, row.when),
                    daily=row.when == "daily",
                    sides=row.sides,
                    hold_hours=row.hold_hours,
                )
                for row in file.objectives
            ),
            minor=file.victory.minor,
            major=file.victory.major,
            system=self.system,
        )

    @staticmethod
    def _leader(side: SideRow) -> str:
        return f"{side.key}:{side.commander}"


def leg_of(row: StandingRow) -> Leg:
    """A standing order of the file as a leg."""
    return Leg(
        order=row.order,
        posture=row.posture,
        to=row.to,
        back_to=row.back_to,
        pace=row.pace,
        support=row.support,
        avoid_at=row.avoid_at,
        note=row.note,
    )
