"""The first state of a campaign from its file, its map and the armies of the library (CM-FORCE-01)."""

from collections.abc import Mapping
from datetime import date

from msgspec import structs

from battles.engine.armies.facts import Army
from campaign.war.rules.books import Account
from campaign.war.rules.calendar import minute_of
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.files.campaign_file import CampaignFile, ForceRow, SideRow, StandingRow, check_on_map
from campaign.war.rules.files.faults import Faults
from campaign.war.rules.files.formations import OrderOfBattle, order_of_battle
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
