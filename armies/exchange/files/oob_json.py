"""``oob/1`` files of orders of battle, and Muster's own JSON: the complete army with a version and a checksum."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from armies.exchange.draft_army import Problem, Reading, Unreadable
from armies.exchange.files.file_bytes import MUSTER, Head, decode_json
from armies.exchange.files.validation import checked
from armies.exchange.limits import MAX_BATTALIONS, number_text
from armies.exchange.text.unit_line import split_regiment
from armies.exchange.vocabulary import flags_in
from battles.engine.armies.facts import (
    INFANTRY,
    Army,
    Basis,
    Brigade,
    BrigadeKind,
    Corps,
    Division,
    Element,
    GunWeight,
    Quality,
    Source,
    Unit,
    UnitType,
)

GENERAL_KNOWLEDGE = "GK"
"""The id of a source that needs no entry in the file: general knowledge."""
SCHEMA_VERSION: Final = 2
"""Version 2 has overrides, house rules and draws of cards; a file without them has version 1."""
DIGEST_BYTES: Final = 32

AnyElement = TypeVar("AnyElement", bound=Element)


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
        """The known total as a text for the army's notes."""
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
    """The sides of a battle, each as an army; regiments of several battalions are split.

    Raises:
        Unreadable: the file does not fit its format; with the path of the fault.
    """
    file = decode_json(text, OobFile)
    notes: list[str] = []
    problems: list[Problem] = []
    armies: list[Army] = []
    for number, side in enumerate(file.sides):
        army, army_problems = checked(_army(file, side, notes, f"$.sides[{number}]"))
        armies.append(army)
        problems += army_problems
    if not armies:
        raise Unreadable("The file has no side.")
    return Reading("oob", tuple(armies), tuple(problems), tuple(notes))


def _army(file: OobFile, side: OobSide, notes: list[str], at: str) -> Army:
    """One side as an army, with the file's sources, notes, known totals and confidence; ``at`` is its path."""
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
        children=tuple(_corps(corps, file, notes, f"{at}.corps[{n}]") for n, corps in enumerate(side.corps)),
    )


def _nation(side: OobSide) -> str:
    """The nation of most of a side's corps; among nations with equally many, the one with most units."""
    corps = Counter(corps.nation for corps in side.corps)
    units = Counter(
        unit.nation or brigade.nation or division.nation or corps.nation
        for corps in side.corps
        for division in corps.divisions
        for brigade in division.brigades
        for unit in brigade.units
    )
    return max(corps, key=lambda code: (corps[code], units[code]), default="")


def _corps(corps: OobCorps, file: OobFile, notes: list[str], at: str) -> Corps:
    divisions = tuple(
        _division(division, corps.nation, file, notes, f"{at}.divisions[{n}]")
        for n, division in enumerate(corps.divisions)
    )
    return Corps(name=corps.name, commander=corps.commander, nation=corps.nation, note=corps.note, children=divisions)


def _division(division: OobDivision, nation: str, file: OobFile, notes: list[str], at: str) -> Division:
    below = division.nation or nation
    return Division(
        name=division.name,
        commander=division.commander,
        nation=division.nation,
        note=division.note,
        children=tuple(
            _brigade(brigade, below, file, notes, f"{at}.brigades[{n}]") for n, brigade in enumerate(division.brigades)
        ),
    )


def _brigade(brigade: OobBrigade, nation: str, file: OobFile, notes: list[str], at: str) -> Brigade:
    below = brigade.nation or nation
    names = Counter(oob_unit.name for oob_unit in brigade.units)
    notes += [f"Two units of {brigade.name} are named “{name}”." for name, count in names.items() if count > 1]
    return Brigade(
        name=brigade.name,
        kind=brigade.kind,
        commander=brigade.commander,
        nation=brigade.nation,
        note=brigade.note,
        children=tuple(
            unit
            for n, oob_unit in enumerate(brigade.units)
            for unit in _units(oob_unit, below, file, notes, f"{at}.units[{n}]")
        ),
    )


def _units(oob_unit: OobUnit, nation: str, file: OobFile, notes: list[str], at: str) -> tuple[Unit, ...]:
    unit = _unit(oob_unit, oob_unit.nation or nation, file, notes)
    if oob_unit.battalions is None:
        return (unit,)
    if not 1 <= oob_unit.battalions <= MAX_BATTALIONS:
        count = number_text(oob_unit.battalions)
        limits = f"between 1 and {MAX_BATTALIONS}"
        raise Unreadable(f"{oob_unit.name}: battalions must be {limits}, not {count} - at `{at}`.")
    if oob_unit.battalions > 1 and unit.type not in INFANTRY:
        raise Unreadable(f"{oob_unit.name}: the file states battalions for a unit that is not infantry - at `{at}`.")
    try:
        return split_regiment(unit, oob_unit.battalions)
    except ValueError as error:
        raise Unreadable(f"{oob_unit.name}: {error} It is at `{at}`.") from None


def _unit(oob_unit: OobUnit, nation: str, file: OobFile, notes: list[str]) -> Unit:
    """One unit; its flags come from its name and from the file's notes on lances and cuirasses."""
    year = int(file.date[:4]) if file.date[:4].isdecimal() else None
    flags = flags_in(oob_unit.name, oob_unit.type, nation, year)
    if flags["irregular"] and oob_unit.lancers:
        notes.append(f"{oob_unit.name}: irregular, so not lancers (MN-TYPE-10), although the file says lancers.")
    if flags["armoured"] and "without cuirass" in oob_unit.note:
        flags["armoured"] = False
        notes.append(f"{oob_unit.name}: not armoured, by the file's note.")
    listed = {source.id for source in file.sources} | {GENERAL_KNOWLEDGE}
    notes += [
        f"{oob_unit.name} names the source “{source}”, which the file does not list."
        for source in oob_unit.src
        if source not in listed
    ]
    kind = "companies" if oob_unit.companies is not None else "squadrons" if oob_unit.squadrons is not None else ""
    return Unit(
        name=oob_unit.name,
        type=oob_unit.type,
        quality=oob_unit.rating,
        men=oob_unit.men,
        guns=oob_unit.guns,
        gun_weight=oob_unit.gun_weight,
        lancer=oob_unit.lancers and not flags["irregular"],
        irregular=flags["irregular"],
        kgl=flags["kgl"],
        armoured=flags["armoured"],
        sub_units=oob_unit.companies if oob_unit.companies is not None else oob_unit.squadrons,
        sub_unit=kind,  # type: ignore[arg-type]
        nation=oob_unit.nation,
        basis="derived" if oob_unit.derived else oob_unit.basis,
        sources=oob_unit.src,
        note=oob_unit.note,
    )


def to_oob(army: Army) -> str:
    """The order of battle of ``army`` as an ``oob/1`` file of one side, for campaigns and other programs.

    It has formations, commanders, strengths, qualities and sources. Ratings of commanders, options and overrides are
    not in it, and flags only as far as a unit's name says them. The format has corps, divisions, brigades and units:
    an element that stands higher than that gets the formations between as its own, with its name. Names of formations
    have no slash in the format; two of one name under one formation are numbered.
    """
    corps = tuple(_written_corps(name, child, army) for name, child in _named(army.children))
    file = OobFile(
        format="oob/1",
        id=re.sub(r"[^a-z0-9]+", "-", army.name.lower()).strip("-") or "army",
        name=army.battle or army.name,
        sides=(OobSide(name=army.name, corps=corps, commander=army.commander),),
        date=army.date,
        place=army.place,
        scope=army.scope,
        sources=army.sources,
        confidence=dict(army.confidence),
        notes=army.notes,
    )
    plain = msgspec.to_builtins(file)
    for side in plain["sides"]:
        _drop_empty(side)
    return msgspec.json.format(msgspec.json.encode(plain), indent=1).decode() + "\n"


def _named(children: Iterable[AnyElement]) -> Iterator[tuple[str, AnyElement]]:
    """Elements with the names that they get in the file; those of units may be equal or hold a slash."""
    names: Counter[str] = Counter()
    for child in children:
        name = child.name if isinstance(child, Unit) else child.name.replace("/", "-")
        if not isinstance(child, Unit):
            names[name] += 1
            name = f"{name} ({names[name]})" if names[name] > 1 else name
        yield name, child


def _written_corps(name: str, child: Element, army: Army) -> OobCorps:
    if not isinstance(child, Corps):
        nation = child.nation or army.nation
        return OobCorps(name=name, nation=nation, divisions=(_written_division(name, child),))
    divisions = tuple(_written_division(below, element) for below, element in _named(child.children))
    nation = child.nation or army.nation
    return OobCorps(name=name, nation=nation, divisions=divisions, commander=child.commander, note=child.note)


def _written_division(name: str, child: Division | Brigade | Unit) -> OobDivision:
    if not isinstance(child, Division):
        return OobDivision(name=name, nation=child.nation, brigades=(_written_brigade(name, child),))
    return OobDivision(
        name=name,
        brigades=tuple(_written_brigade(below, element) for below, element in _named(child.children)),
        commander=child.commander,
        nation=child.nation,
        note=child.note,
    )


def _written_brigade(name: str, child: Brigade | Unit) -> OobBrigade:
    if isinstance(child, Unit):
        arm: BrigadeKind = "infantry" if child.type in INFANTRY else "artillery" if child.guns else "cavalry"
        return OobBrigade(name=name.replace("/", "-"), kind=arm, nation=child.nation, units=(_written_unit(child),))
    return OobBrigade(
        name=name,
        kind=child.kind,
        units=tuple(_written_unit(unit) for unit in child.children),
        commander=child.commander,
        nation=child.nation,
        note=child.note,
    )


def _written_unit(unit: Unit) -> OobUnit:
    """A unit as it is: never as a regiment to be split again."""
    return OobUnit(
        name=unit.name,
        type=unit.type,
        rating=unit.quality,
        basis=unit.basis,
        derived=unit.basis == "derived",
        src=unit.sources,
        men=unit.men,
        battalions=1 if unit.sub_unit == "battalions" and unit.sub_units == 1 else None,
        companies=unit.sub_units if unit.sub_unit == "companies" else None,
        squadrons=unit.sub_units if unit.sub_unit == "squadrons" else None,
        guns=unit.guns,
        gun_weight=unit.gun_weight,
        lancers=unit.lancer,
        nation=unit.nation,
        note=unit.note,
    )


def _drop_empty(values: dict[str, Any]) -> None:
    """Leave out empty facts of formations and units, but for names, commanders and lists."""
    for key, value in list(values.items()):
        if value is None or (key in ("nation", "note") and not value):
            del values[key]
        elif isinstance(value, list | tuple):
            for row in value:
                if isinstance(row, dict):
                    _drop_empty(row)


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in Muster's JSON format.

    ``numbers`` are the values that the rules gave the army when the file was written, for people and other
    programs. They are ignored on import and calculated again.
    """

    format: str
    schema_version: int
    checksum: str
    army: Army
    numbers: Any = None


def without_ids(army: Army) -> Army:
    """``army`` without ids, which belong to one database."""

    def strip(element: Element) -> Element:
        if isinstance(element, Unit):
            return msgspec.structs.replace(element, id="")
        changes: dict[str, Any] = {"id": "", "children": tuple(strip(child) for child in element.children)}
        return msgspec.structs.replace(element, **changes)

    return msgspec.structs.replace(army, children=tuple(strip(child) for child in army.children))


def checksum(army: Army) -> str:
    """BLAKE2b hash of the canonical JSON of ``army`` without ids, in hex."""
    return _digest(_plain(army)[0])


def to_json(army: Army, numbers: Any = None) -> str:
    """``army`` and its ``numbers`` in Muster's JSON format; equal armies give equal text."""
    plain, version = _plain(army)
    file = {"format": MUSTER, "schema_version": version, "checksum": _digest(plain), "army": plain}
    if numbers is not None:
        file["numbers"] = msgspec.to_builtins(numbers, order="deterministic")
    return msgspec.json.format(msgspec.json.encode(file), indent=1).decode() + "\n"


def _digest(plain: dict[str, Any]) -> str:
    return hashlib.blake2b(msgspec.json.encode(plain), digest_size=DIGEST_BYTES).hexdigest()


def _plain(army: Army) -> tuple[dict[str, Any], int]:
    """``army`` without ids as plain values in the order of the fields, and the schema version that it needs."""
    plain: dict[str, Any] = msgspec.to_builtins(without_ids(army), order="deterministic")
    newer = [name for name in ("house", "draws") if not _drop_unused(plain, name)]
    pending = list(plain["children"])
    while pending:
        element = pending.pop()
        pending.extend(element.get("children", ()))
        if "overrides" in element and not _drop_unused(element, "overrides"):
            newer.append("overrides")
    return plain, SCHEMA_VERSION if newer else 1


def _drop_unused(values: dict[str, Any], name: str) -> bool:
    """Remove a fact of version 2 if it is empty; True if it was removed."""
    if values[name]:
        return False
    del values[name]
    return True


def read_json(text: str) -> Reading:
    """The army of a file in Muster's JSON format.

    Raises:
        Unreadable: a newer program wrote it, it is damaged, or it does not fit the format, with the path.
    """
    version = decode_json(text, Head).schema_version
    if version > SCHEMA_VERSION:
        raise Unreadable(
            f"The file has schema version {number_text(version)}; this program reads up to {SCHEMA_VERSION}. "
            "A newer program wrote it."
        )
    if version < 1:
        raise Unreadable(f"The file has schema version {number_text(version)}; the lowest version is 1.")
    file = decode_json(text, File)
    if file.checksum != checksum(file.army):
        raise Unreadable("The checksum is wrong: the file was damaged or changed after it was written.")
    army, problems = checked(file.army)
    return Reading("muster", (army,), problems, full=True)
