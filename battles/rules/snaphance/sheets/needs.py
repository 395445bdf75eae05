"""What a force needs at the table: lines of the cheat sheet, markers, rulers and forms."""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    HOUSE,
    OURS,
    Need,
    Profile,
    Row,
    fought,
    ground,
    house,
    own,
    signed,
)
from battles.engine.sheets.kit_list import Form, Grid, Kit, Marker, Tally
from battles.rules.snaphance.options import Rules
from battles.rules.snaphance.tables import (
    BREAK_PERCENT,
    COMBAT,
    ERAS,
    EXTRA_MOVEMENT,
    PRINTED,
    PROFILES,
    Code,
    Mark,
    ModifierRow,
    ProfileRow,
    TrainingClass,
)

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


def number(rules: Rules, name: str) -> str:
    """A number of the tables by name, marked if the club changed it."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


def ours(text: str, mark: Mark) -> str:
    """``text``, with a mark if it is our own."""
    return f"{text}{OURS}" if mark == "H" else text


def dice(rows: tuple[ModifierRow, ...], printed: tuple[ModifierRow, ...]) -> list[tuple[str, str]]:
    """Modifiers by their names in the tables, with signs, in order."""
    return [
        (ours(row.name, row.mark), house(signed(row.dice), row.dice, was.dice))
        for row, was in zip(rows, printed, strict=True)
    ]


def lines(rows: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """Rows with the stands they are for, without abbreviations."""
    return (Row((spelled(name), value), line(name)) for name, value in rows)


def bands(row: ProfileRow) -> str:
    """Hexes and dice, such as ``1: +1, 2: 0``; ``–`` for a stand that cannot fire."""
    near, words = 1, []
    for band in row.fire:
        reach = str(near) if near == band.far else f"{near}–{band.far}"
        words.append(f"{reach}: {signed(band.dice)}")
        near = band.far + 1
    return ", ".join(words) or "–"


def pikes(row: ProfileRow) -> str:
    """Dice of the pike bonus against foot and horse, or ``–``."""
    if row.pike_foot is None or row.pike_horse is None:
        return "–"
    return f"{signed(row.pike_foot)} / {signed(row.pike_horse)}"


_MARKERS: Final = (
    Marker(
        key="disordered",
        word="disordered",
        short="D",
        what="It has fewer dice and worse morale. An order test recovers it.",
        rule="SH-DIS-01",
        on="The stand moved or fought out of order.",
        until="when it recovers",
        share=4,
    ),
    Marker(
        key="movement",
        word="movement",
        short=str(EXTRA_MOVEMENT).replace("-", "−"),
        what="One for each movement in this player turn.",
        rule="SH-ORDER-05",
        on="The stand moved.",
        until="at the end of the player turn",
        share=8,
    ),
    Marker(
        key="fired",
        word="fired",
        short="F",
        what="It cannot fire again.",
        rule="SH-TURN-05",
        on="The stand fired in this step.",
        until="at the end of the player turn",
        share=3,
    ),
    Marker(
        key="engaged",
        word="engaged",
        short="E",
        what="It cannot move; the melee goes on.",
        rule="SH-MELEE-08",
        on="Both stands of a drawn melee have it.",
        until="when the melee is decided or broken off",
        share=3,
    ),
    Marker(
        key="evading",
        word="evading",
        short="EV",
        what="Fire at it has 1 die less.",
        rule="SH-EVADE-04",
        on="The stand evaded a charge.",
        until="at the end of the player turn",
        share=1,
    ),
    Marker(
        key="leader_dead",
        word="leader dead",
        short="†",
        what="It modifies order tests of the command.",
        rule="SH-ORDER-04",
        on="A command whose leader died has it.",
        per="commander",
        share=3,
    ),
)
"""Markers of stands and commands; evading is optional."""


def kit(rules: Rules) -> Kit:
    """The kit: markers (SH-DIS, SH-EVADE, SH-FIRE, SH-MELEE), strength points lost, and forms."""
    return Kit(
        markers=tuple(each for each in _MARKERS if each.key != "evading" or rules.options.evade),
        tally=Tally(title="Strength points lost", what="Strength points that the stand has lost.", rule="SH-STAND-05"),
        forms=(_army(rules),),
        reckoning=_reckoning(rules),
    )


def _army(rules: Rules) -> Form:
    need = ", ".join(f"{training} {least}+" for training, least in rules.tables.order_need.items())
    grid = Grid(
        title="Stands",
        columns=("Stand", "Command", "Class", "SP at the start", "SP lost"),
        blank=20,
        rule="SH-STAND-01",
    )
    text = f"Eras: {', '.join(ERAS.values())}. Order test by class: {need}."
    return Form(key="army", title="Army list", text=text, lines=("Side", "Era", "General"), grids=(grid,))


def _reckoning(rules: Rules) -> tuple[Grid, ...]:
    """The grid for victory (SH-WIN-01, SH-WIN-02)."""
    verdict = Grid(
        title="Victory",
        columns=("", "First side", "Second side"),
        rows=(
            "Strength points at the start",
            "Points of stands destroyed or gone",
            f"{BREAK_PERCENT} per cent or more lost at the end of a player turn: broken",
            f"End of turn {rules.options.turn_limit}: share lost",
        ),
        rule="SH-WIN-01",
    )
    return (verdict,)
