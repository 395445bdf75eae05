"""What a sentence is made of: names, lengths, bearings, counts, and the rules at its end."""

from collections.abc import Iterable
from typing import Final

from battles.engine.core import SideId
from battles.engine.dice import Roll
from battles.engine.table.bearings import FULL
from battles.rules.mini_nap.ground import lying, named
from battles.rules.mini_nap.paths import cm as cm
from battles.rules.mini_nap.state import Stand, State
from battles.rules.mini_nap.tables import DEGREE, FORMATIONS, Formation

POINTS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""Bearings in words: up the table is north."""

_OCTANT: Final = FULL // len(POINTS)


def sentence_of(*parts: str, rules: Iterable[str]) -> str:
    """Sentences one after the other, each with a capital and a stop, and the rules, each once, before the last stop."""
    text = " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts if part)
    cited = ", ".join(dict.fromkeys(rule for rule in rules if rule))
    return f"{text[:-1]} ({cited})." if cited else text


def side(state: State, number: SideId) -> str:
    """The name of a side in the middle of a sentence."""
    return _lower(side_name(state, number))


def side_name(state: State, number: SideId) -> str:
    """The name of a side as it is given."""
    return state.setup.forces[number == "b"].name


def unit(state: State, number: int) -> str:
    """The name of a unit, with its side, its Brigade or its number where another has that name; its number for none."""
    if number >= len(state.units):
        return f"unit {number}"
    own = state.units[number]
    namesakes = [one for place, one in enumerate(state.units) if one.name == own.name and place != number]
    if not namesakes:
        return _lower(own.name)
    if any(one.brigade == own.brigade for one in namesakes):
        return f"{_lower(own.name)} (unit {number})"
    if any(one.side == own.side for one in namesakes):
        return f"{_lower(own.name)} ({brigade(state, own.brigade)})"
    return f"{_lower(own.name)} ({side(state, own.side)})"


def units(state: State, numbers: Iterable[int]) -> str:
    return listed(unit(state, number) for number in numbers)


def brigade(state: State, number: int) -> str:
    """The name of a Brigade, with its Division or its number where its side has another of that name."""
    if number >= len(state.brigades):
        return f"Brigade {number}"
    own = state.brigades[number]
    others = [each for place, each in enumerate(state.brigades) if place != number]
    namesakes = [each for each in others if (each.name, each.side) == (own.name, own.side)]
    if not namesakes:
        return _lower(own.name)
    among = f"Brigade {number}"
    if all(each.division != own.division for each in namesakes):
        among = _lower(state.divisions[own.division].name)
    return f"{_lower(own.name)} ({among})"


def division(state: State, number: int) -> str:
    return _lower(state.divisions[number].name) if number < len(state.divisions) else f"Division {number}"


def stand(state: State, number: int) -> str:
    """A commander by his name, or by what he commands; by his number for none."""
    return stand_name(state, state.stands[number]) if number < len(state.stands) else f"command stand {number}"


def stand_name(state: State, own: Stand) -> str:
    """A commander by his name, with his side or what he commands where another has it; else by what he commands."""
    if not own.name:
        return f"the commander of {_commanded(state, own)}"
    place = own.side, own.level, own.of
    namesakes = [each for each in state.stands if each.name == own.name and (each.side, each.level, each.of) != place]
    if not namesakes:
        return _lower(own.name)
    ours = any(each.side == own.side for each in namesakes)
    return f"{_lower(own.name)} ({_commanded(state, own) if ours else side(state, own.side)})"


def _commanded(state: State, own: Stand) -> str:
    if own.level == "corps":
        return _lower(state.corps[own.of].name)
    return division(state, own.of) if own.level == "division" else brigade(state, own.of)


def _lower(name: str) -> str:
    """A name in the middle of a sentence."""
    return f"the{name[3:]}" if name.startswith("The ") else name


def bearing(angle: int) -> str:
    """``north-east (45°)``."""
    point = POINTS[(angle + _OCTANT // 2) % FULL // _OCTANT]
    return f"{point} ({degrees(angle)})"


def degrees(angle: int) -> str:
    """``45°``, ``22.5°``."""
    whole, tenths = divmod(angle, DEGREE)
    return f"{whole}.{tenths}°" if tenths else f"{whole}°"


def spot(place: tuple[int, int]) -> str:
    """``60.5, 42 cm``: a place from the left and from below."""
    x, y = (cm(each).removesuffix(" cm") if each >= 0 else f"-{cm(-each).removesuffix(' cm')}" for each in place)
    return f"{x}, {y} cm"


def feature(state: State, key: str) -> str:
    """A feature of the ground by its name or by what it is, with its key where there is another such."""
    found = named(state, key)
    if found is None:
        return key
    alike = {each.feature.key for each in lying(state) if each.word == found.word}
    return f"{found.word} ({key})" if len(alike) > 1 else f"the {found.word}"


def in_formation(formation: Formation) -> str:
    """``in line``; a battery is always one."""
    return "unlimbered" if formation == "battery" else f"in {FORMATIONS[formation].word}"


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    found = list(words)
    return " and ".join([*([", ".join(found[:-1])] if len(found) > 1 else []), *found[-1:]])


def count(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def points(number: int) -> str:
    return count(number, "strength point")


def faces(rolls: Iterable[Roll]) -> str:
    """Natural faces as a list: ``7 and 3``."""
    return listed(str(face) for roll in rolls for face in roll.faces)
