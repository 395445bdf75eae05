"""Needs of the lines of the cheat sheet (stands, blocks, classes, terrain), and abbreviations in the tables."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.sheets.cheat_pages import ALWAYS, HOUSE, OURS, Need, Profile, fought, ground, own
from battles.rules.snaphance.tables import COMBAT, PROFILES, Code, TrainingClass

MOUNTED = ("kind:mounted_combat", "kind:mounted_support")
ON_FOOT = ("kind:foot_combat", "kind:foot_support")
MCS = "kind:mounted_combat"
CS = ("kind:mounted_combat", "kind:foot_combat")
GUNS = "kind:artillery"
SUPPORT = ("kind:mounted_support", "kind:foot_support", GUNS)
BLOCK = "block:yes"


def profile(code: Code, training: TrainingClass, *, block: bool = False) -> Profile:
    """The profile of a stand of the catalogue."""
    words = {f"code:{code}", f"stand:{PROFILES[code].word}", f"kind:{PROFILES[code].kind}", f"class:{training}"}
    return frozenset(words | ({BLOCK} if block else set()))


def stands(*words: str) -> tuple[str, ...]:
    """Need words for stands, by their names in the tables."""
    return tuple(f"stand:{word}" for word in words)


GUN_STANDS: Final = stands("Artillery, light", "Artillery, field", "Artillery, heavy")
SKIRMISHERS: Final = stands("Skirmishers", "Light Cavalry")
PIKES: Final = stands("Pike", "Swiss Pike", "P&S", "Tercio")
_SHOT: Final = stands("Shot")
_WOODS: Final = frozenset({"ground:woods"})


def _in_woods(*names: str) -> Need:
    return Need(acts=frozenset(stands(*names)), ground=_WOODS)


LINES: Final[Mapping[str, Need]] = MappingProxyType(
    {
        "Art straight at a block's front or rear, each extra rank": fought((GUNS,), (BLOCK,)),
        "target evading": fought((), stands("Light Cavalry", "Dragoons", "Skirmishers")),
        "at Sk or LC in the open": fought((), SKIRMISHERS),
        "at Art in the open": fought((), GUN_STANDS),
        "second rank of Pistols": fought(stands("Pistols")),
        "at prepared defences (not Art, Sk, LC)": ground("ground:defences"),
        "Art at prepared defences": Need(acts=frozenset({GUNS}), ground=frozenset({"ground:defences"})),
        "Dragoons": own(*stands("Dragoons")),
        "Light Cavalry": own(*stands("Light Cavalry")),
        "Skirmishers": own(*stands("Skirmishers")),
        "Artillery": own(GUNS),
        "uphill of the enemy": ground("ground:hill"),
        "pikes in front: each rank behind, against foot": fought(PIKES, ON_FOOT),
        "pikes in front: each rank behind, against horse": fought(PIKES, MOUNTED),
        "P&S, Tercio in front": fought(stands("P&S", "Tercio")),
        "Shot in the open, unsupported, against MCS": fought(_SHOT, (MCS,)),
        "Shot in the open, unsupported, against LC": fought(_SHOT, stands("Light Cavalry")),
        "Shot out of cover against any CS, further": fought(_SHOT, CS),
        "Foot": fought(ON_FOOT, (MCS,)),
        "No bonus": fought(MOUNTED, PIKES),
        "Evade": fought(stands("Light Cavalry", "Dragoons", "Skirmishers")),
        "guns at range 1": fought((GUNS,)),
        "to Sk or LC": fought((), SKIRMISHERS),
        "cavalry against infantry": fought(MOUNTED, ON_FOOT),
        "LC, in any event": fought((), stands("Light Cavalry")),
        "Gendarmes (must pursue)": fought(stands("Gendarmes")),
        "Swiss Pike (must pursue)": fought(stands("Swiss Pike")),
        "other cavalry with a charge bonus (may)": fought(MOUNTED),
        "other infantry with a charge bonus (may)": fought(ON_FOOT),
        "Combat stand": own(*CS),
        "Combat onto support stand": own(*CS),
        "Support stand": own(*SUPPORT),
        "Support onto support stand": own(*SUPPORT),
        "stream": ground("ground:stream"),
        "defences": ground("ground:defences"),
        "fields, rough": ground("ground:fields", "ground:rough"),
        "woods: Lancers": _in_woods("Lancers", "Gendarmes"),
        "woods: P&S, Pike": _in_woods("P&S", "Pike", "Swiss Pike", "Tercio"),
        "woods: Skirmishers": _in_woods("Skirmishers"),
        "woods: Shot, Dragoons": _in_woods("Shot", "Dragoons"),
        "woods: Horse, Pistols": _in_woods("Horse", "Pistols"),
        "woods: Light Cavalry": _in_woods("Light Cavalry"),
        "woods: Artillery": Need(acts=frozenset({GUNS}), ground=_WOODS),
        "hill": ground("ground:hill"),
        "swamp": ground("ground:swamp"),
        "mounted": fought(MOUNTED),
        "foot": fought(ON_FOOT),
        "Pike": fought(stands("Pike", "Swiss Pike")),
        "Tercio": fought(stands("Tercio")),
        "P&S": fought(stands("P&S")),
    }
)
"""Needs of lines, by their names in the tables; all other lines are for everybody."""

COMBAT_STAND: Final = own(*(f"kind:{kind}" for kind in COMBAT))
SHOT_STAND: Final = own(*_SHOT)
FREE_STAND: Final = own(*stands("Dragoons", "Light Cavalry", "Skirmishers"), *GUN_STANDS)


def line(name: str) -> Need:
    """The need of a line, by its name without marks."""
    return LINES.get(name.rstrip(f"{HOUSE}{OURS}"), ALWAYS)


_SPELLED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Art": "Artillery",
        "CS": "combat stand",
        "Dr": "Dragoons",
        "LC": "Light Cavalry",
        "MCS": "mounted combat stand",
        "Sk": "Skirmishers",
    }
)
"""Abbreviations in the names of the tables."""


def spelled(name: str) -> str:
    """A name of the tables without abbreviations: ``at Skirmishers or Light Cavalry in the open``."""
    return re.sub(r"\b[A-Z]\w+\b", lambda found: _SPELLED.get(found[0], found[0]), name)
