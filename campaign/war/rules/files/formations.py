"""Units and formations of a campaign from armies of the library or of ``oob/1`` (CM-FORCE-01, CM-FORCE-04)."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from armies.exchange.files.oob_json import read_oob
from armies.exchange.import_result import Unreadable
from battles.engine.armies.facts import ARTILLERY, Army, Brigade, Corps, Division
from battles.engine.armies.facts import Unit as ArmyUnit
from campaign.war.rules.files.faults import Fault, FaultyFile
from campaign.war.rules.state import Formation, Unit

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


def army_of(content: bytes) -> Army:
    """The army in an ``oob/1`` file; a file of two sides gives the formations of both.

    Raises:
        FaultyFile: it does not fit its format.
    """
    try:
        reading = read_oob(content.decode())
    except (Unreadable, UnicodeDecodeError) as wrong:
        raise FaultyFile([Fault("$", str(wrong))]) from None
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
