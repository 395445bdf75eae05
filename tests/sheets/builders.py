"""Armies of the shipped orders of battle, and sides for the sheets of kits."""

import json
from functools import cache
from importlib import resources

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Source, Unit
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollGroup, RollUnit, Track

SYMBOLS = ("line_infantry", "light_infantry", "heavy_cavalry", "lancers", "foot_artillery")


def unit(number: int, name: str = "", **more: object) -> RollUnit:
    """A unit of six strength points."""
    name = name or f"Regiment {number}"
    symbol = SYMBOLS[number % len(SYMBOLS)]
    track = Track("Strength", ("",) * 6, last=5)
    return RollUnit(key=f"unit {number}", name=name, kind=symbol, symbol=symbol, nation="FR", track=track, **more)


def side(units: int = 20, group: int = 5, names: tuple[str, ...] = ()) -> Roll:
    """A side of so many units, so many in a group, two groups to a division."""
    groups = []
    for first in range(0, units, group):
        number = first // group
        found = tuple(unit(place, names[place % len(names)] if names else "") for place in range(first, first + group))
        leader = RollCommander(
            key=f"leader {number}", name=f"General {number}", of="Brigade", level="brigade", symbol="leader_brigade"
        )
        groups.append(
            RollGroup(
                key=f"group {number}",
                title=f"Brigade {number % 2 + 1}",
                above=("Corps", f"Division {number // 2 + 1}"),
                commander=leader,
                units=found,
            )
        )
    return Roll(side="a", title="The French", system="mini_nap", nation="FR", groups=tuple(groups))


ODD = (
    "<b>Bold & Sons</b>",
    "الحرس الملكي",
    "Guard 🎖️ of honour",
    "W" * 300,
    "a long name of many words " * 12,
    "\\( ) % \x00 end",
)

BATTLES = ("quatre-bras-1815", "salamanca-1812", "lutzen-1813", "austerlitz-1805")
ROMAN = ("I", "II", "III", "IV", "V", "VI")


@cache
def sides(battle: str) -> list[Army]:
    """Both armies of a battle, regiments split into battalions."""
    path = resources.files("armies").joinpath(f"data/oob/{battle}.json")
    order = json.loads(path.read_text(encoding="utf-8"))
    return [_army(order, side) for side in order["sides"]]


def _army(order: dict, side: dict) -> Army:
    sources = tuple(
        Source(**{k: row.get(k, "") for k in ("id", "title", "where", "used_for")}) for row in order["sources"]
    )
    return Army(
        name=side["name"],
        nation=side["corps"][0]["nation"],
        commander=side["commander"],
        battle=order["name"],
        date=order["date"],
        place=order["place"],
        scope=order["scope"],
        sources=sources,
        notes=tuple(order["notes"]),
        confidence=order["confidence"],
        children=tuple(_corps(row) for row in side["corps"]),
    )


def _common(row: dict) -> dict:
    return {key: row.get(key, "") for key in ("name", "commander", "nation", "note")}


def _corps(row: dict) -> Corps:
    return Corps(**_common(row), children=tuple(_division(child) for child in row["divisions"]))


def _division(row: dict) -> Division:
    return Division(**_common(row), children=tuple(_brigade(child) for child in row["brigades"]))


def _brigade(row: dict) -> Brigade:
    units = tuple(unit for child in row["units"] for unit in _units(child))
    return Brigade(**_common(row), kind=row["kind"], children=units)


def _units(row: dict) -> list[Unit]:
    count = row.get("battalions") or 1
    men = row.get("men")
    out = []
    for index in range(count):
        share = None if men is None else men // count + (index < men % count)
        name = f"{ROMAN[index]}/{row['name']}" if count > 1 else row["name"]
        out.append(
            Unit(
                name=name,
                type=row["type"],
                quality=row["rating"],
                men=share,
                guns=row.get("guns"),
                gun_weight=row.get("gun_weight"),
                lancer=row.get("lancers", False),
                nation=row.get("nation", ""),
                basis=row["basis"],
                sources=tuple(row["src"]),
                note=row.get("note", ""),
            )
        )
    return out
