"""The ``oob/1`` files of historical battles: one file a battle, two sides in it, each an army.

Strict: a key that is not in the format, a wrong type or an unknown word is refused with its path.
"""

from collections import Counter
from typing import Literal

from msgspec import Struct

from armies.exchange.checking import checked
from armies.exchange.json_text import decode
from armies.exchange.limits import MAX_BATTALIONS, figure
from armies.exchange.outcome import Problem, Reading, Unreadable
from armies.exchange.splitting import split
from armies.exchange.troops import flags_in
from armies.rules.facts import (
    INFANTRY,
    Army,
    Basis,
    Brigade,
    BrigadeKind,
    Corps,
    Division,
    GunWeight,
    Quality,
    Source,
    Unit,
    UnitType,
)

GENERAL_KNOWLEDGE = "GK"
"""A source that needs no entry of its own."""


class OobUnit(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    type: UnitType
    rating: Quality
    basis: Basis
    derived: bool = False
    src: tuple[str, ...] = ()
    men: int | None = None
    battalions: int | None = None
    companies: int | None = None
    squadrons: int | None = None
    guns: int | None = None
    gun_weight: GunWeight | None = None
    lancers: bool = False
    nation: str = ""
    note: str = ""


class OobBrigade(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: BrigadeKind
    units: tuple[OobUnit, ...]
    commander: str = ""
    nation: str = ""
    note: str = ""


class OobDivision(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    brigades: tuple[OobBrigade, ...]
    commander: str = ""
    nation: str = ""
    note: str = ""


class OobCorps(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    nation: str
    divisions: tuple[OobDivision, ...]
    commander: str = ""
    note: str = ""


class OobSide(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    corps: tuple[OobCorps, ...]
    commander: str = ""


class Control(Struct, frozen=True, forbid_unknown_fields=True):
    what: str
    men: int | None
    src: str
    compare: str = ""

    @property
    def sentence(self) -> str:
        """The known total as a note of the army."""
        men = "" if self.men is None else f" {self.men:,} men"
        return f"Control: {self.what}:{men} ({self.src}); {self.compare}".replace(": (", " (").rstrip("; ")


class OobFile(Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["oob/1"]
    id: str
    name: str
    sides: tuple[OobSide, ...]
    date: str = ""
    place: str = ""
    scope: str = ""
    control: tuple[Control, ...] = ()
    sources: tuple[Source, ...] = ()
    confidence: dict[str, str] = {}
    notes: tuple[str, ...] = ()


def read_oob(text: str) -> Reading:
    """Both sides of a battle, each as an army; regiments of several battalions are split.

    Raises:
        Unreadable: the file is not as its format says, with the path of what is wrong.
    """
    file = decode(text, OobFile)
    notes: list[str] = []
    problems: list[Problem] = []
    armies: list[Army] = []
    for side in file.sides:
        army, found = checked(_army(file, side, notes))
        armies.append(army)
        problems += found
    if not armies:
        raise Unreadable("The file holds no side.")
    return Reading("oob", tuple(armies), tuple(problems), tuple(notes))


def _army(file: OobFile, side: OobSide, notes: list[str]) -> Army:
    """One side, with the file's sources, notes, known totals and confidence."""
    return Army(
        name=side.name,
        nation=_nation(side),
        commander=side.commander,
        battle=file.name,
        date=file.date,
        place=file.place,
        scope=file.scope,
        sources=file.sources,
        notes=(*file.notes, *(control.sentence for control in file.control)),
        confidence=dict(file.confidence),
        children=tuple(_corps(corps, file, notes) for corps in side.corps),
    )


def _nation(side: OobSide) -> str:
    """The nation of most of a side's corps; of two with equally many, the one with more units."""
    corps = Counter(corps.nation for corps in side.corps)
    units = Counter(
        unit.nation or brigade.nation or division.nation or corps.nation
        for corps in side.corps
        for division in corps.divisions
        for brigade in division.brigades
        for unit in brigade.units
    )
    return max(corps, key=lambda code: (corps[code], units[code]), default="")


def _corps(corps: OobCorps, file: OobFile, notes: list[str]) -> Corps:
    divisions = tuple(_division(division, corps.nation, file, notes) for division in corps.divisions)
    return Corps(name=corps.name, commander=corps.commander, nation=corps.nation, note=corps.note, children=divisions)


def _division(division: OobDivision, nation: str, file: OobFile, notes: list[str]) -> Division:
    below = division.nation or nation
    return Division(
        name=division.name,
        commander=division.commander,
        nation=division.nation,
        note=division.note,
        children=tuple(_brigade(brigade, below, file, notes) for brigade in division.brigades),
    )


def _brigade(brigade: OobBrigade, nation: str, file: OobFile, notes: list[str]) -> Brigade:
    below = brigade.nation or nation
    names = Counter(given.name for given in brigade.units)
    notes += [f"Two units of {brigade.name} are named “{name}”." for name, count in names.items() if count > 1]
    return Brigade(
        name=brigade.name,
        kind=brigade.kind,
        commander=brigade.commander,
        nation=brigade.nation,
        note=brigade.note,
        children=tuple(unit for given in brigade.units for unit in _units(given, below, file, notes)),
    )


def _units(given: OobUnit, nation: str, file: OobFile, notes: list[str]) -> tuple[Unit, ...]:
    unit = _unit(given, given.nation or nation, file, notes)
    if given.battalions is None:
        return (unit,)
    if not 1 <= given.battalions <= MAX_BATTALIONS:
        raise Unreadable(
            f"{given.name}: battalions must be between 1 and {MAX_BATTALIONS}; {figure(given.battalions)} are given."
        )
    if given.battalions > 1 and unit.type not in INFANTRY:
        raise Unreadable(f"{given.name}: battalions are given for a unit that is not infantry.")
    try:
        return split(unit, given.battalions)
    except ValueError as error:
        raise Unreadable(f"{given.name}: {error}") from None


def _unit(given: OobUnit, nation: str, file: OobFile, notes: list[str]) -> Unit:
    """One unit; flags by its name (``troops.flags_in``) and by what the file says of lances and cuirasses."""
    year = int(file.date[:4]) if file.date[:4].isdecimal() else None
    flags = flags_in(given.name, given.type, nation, year)
    if flags["irregular"] and given.lancers:
        notes.append(
            f"{given.name}: irregular and therefore not lancers here (MN-TYPE-10), though the file says lances."
        )
    if flags["armoured"] and "without cuirass" in given.note:
        flags["armoured"] = False
        notes.append(f"{given.name}: not armoured, after the file's note.")
    listed = {source.id for source in file.sources} | {GENERAL_KNOWLEDGE}
    notes += [
        f"{given.name} names the source “{source}”, which the file does not list."
        for source in given.src
        if source not in listed
    ]
    kind = "companies" if given.companies is not None else "squadrons" if given.squadrons is not None else ""
    return Unit(
        name=given.name,
        type=given.type,
        quality=given.rating,
        men=given.men,
        guns=given.guns,
        gun_weight=given.gun_weight,
        lancer=given.lancers and not flags["irregular"],
        irregular=flags["irregular"],
        kgl=flags["kgl"],
        armoured=flags["armoured"],
        sub_units=given.companies if given.companies is not None else given.squadrons,
        sub_unit=kind,  # type: ignore[arg-type]
        nation=given.nation,
        basis="derived" if given.derived else given.basis,
        sources=given.src,
        note=given.note,
    )
