"""Sides for the sheets of kits: a common one, and one that nobody should have."""

from battles.engine.roll import Roll, RollCommander, RollGroup, RollUnit, Track

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
