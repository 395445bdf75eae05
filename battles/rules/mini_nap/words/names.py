"""Names, lengths, bearings and counts in sentences; sentences with the rules they cite."""

from collections.abc import Iterable, Sequence
from typing import Final

from battles.engine.core import SideId
from battles.engine.dice import Roll
from battles.engine.words.sides import agrees, in_sentence
from battles.engine.words.verbs import plural, with_verb
from battles.kits.open_table.bearings import FULL
from battles.rules.mini_nap.movement.paths import cm as cm
from battles.rules.mini_nap.state import NONE, Stand, State
from battles.rules.mini_nap.tables import DEGREE, FORMATIONS, Formation
from battles.rules.mini_nap.terrain.features import feature_named, features_in_play

POINTS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""Compass points; north is up the table."""

_OCTANT: Final = FULL // len(POINTS)


def sentence_of(*parts: str, rules: Iterable[str]) -> str:
    """Sentences, each with a capital and a full stop; the cited rules come before the last stop, each once."""
    text = " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts if part)
    cited = ", ".join(dict.fromkeys(rule for rule in rules if rule))
    return f"{text[:-1]} ({cited})." if cited else text


def side(state: State, number: SideId) -> str:
    """The name of a side in the middle of a sentence: ``the French``."""
    return in_sentence(side_name(state, number))


def side_label(state: State, number: SideId) -> str:
    """The name of a side without an article of ours, for headings, scores and brackets."""
    return _lower(side_name(state, number))


def side_verb(state: State, number: SideId, one: str, many: str) -> str:
    """The name of a side in a sentence, with the form of a verb that agrees with it."""
    return f"{side(state, number)} {agrees(side_name(state, number), one, many)}"


def side_name(state: State, number: SideId) -> str:
    """The name of a side as its army states it."""
    return state.setup.forces[number == "b"].name


def unit(state: State, number: int) -> str:
    """The name of a unit; with its side, Brigade or number if another unit has the same name."""
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
    return f"{_lower(own.name)} ({side_label(state, own.side)})"


def unit_does(state: State, number: int, words: str) -> str:
    """A unit and what it does: ``Wathiez's Lancers charge``; ``words`` is the form for one: ``charges``."""
    return with_verb(unit(state, number), words)


def units(state: State, numbers: Iterable[int]) -> str:
    return listed(unit(state, number) for number in numbers)


def units_do(state: State, numbers: Sequence[int], words: str) -> str:
    """Units and what they do, as `unit_does`."""
    if len(numbers) == 1:
        return unit_does(state, numbers[0], words)
    return f"{units(state, numbers)} {plural(words)}"


def brigade(state: State, number: int) -> str:
    """The name of a Brigade; with its Division or number if its side has another of that name."""
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


def acting(state: State) -> str:
    """The Division or Brigade with the initiative; ``""`` before one is chosen."""
    if state.division != NONE:
        return division(state, state.division)
    return brigade(state, state.brigade) if state.brigade != NONE else ""


def stand(state: State, number: int) -> str:
    """The name of a command stand; its number if there is no such stand."""
    return stand_name(state, state.stands[number]) if number < len(state.stands) else f"command stand {number}"


def stand_name(state: State, own: Stand) -> str:
    """The name of a commander, with side or command if another has the same name; unnamed: the command."""
    if not own.name:
        return f"the commander of {_commanded(state, own)}"
    post = own.side, own.level, own.of
    namesakes = [each for each in state.stands if each.name == own.name and (each.side, each.level, each.of) != post]
    if not namesakes:
        return _lower(own.name)
    on_own_side = any(each.side == own.side for each in namesakes)
    return f"{_lower(own.name)} ({_commanded(state, own) if on_own_side else side_label(state, own.side)})"


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
    """``60.5, 42 cm``: a place, measured from the left and the southern edge."""
    x, y = (cm(each).removesuffix(" cm") if each >= 0 else f"-{cm(-each).removesuffix(' cm')}" for each in place)
    return f"{x}, {y} cm"


def feature(state: State, key: str) -> str:
    """A terrain feature by its kind; with its key if there are several of that kind."""
    placed = feature_named(state, key)
    if placed is None:
        return key
    alike = {each.feature.key for each in features_in_play(state) if each.word == placed.word}
    return f"{placed.word} ({key})" if len(alike) > 1 else f"the {placed.word}"


def in_formation(formation: Formation) -> str:
    """``in line``; ``unlimbered`` for a battery."""
    return "unlimbered" if formation == "battery" else f"in {FORMATIONS[formation].word}"


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    items = list(words)
    return " and ".join([*([", ".join(items[:-1])] if len(items) > 1 else []), *items[-1:]])


def count(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def points(number: int) -> str:
    return count(number, "strength point")


def faces(rolls: Iterable[Roll]) -> str:
    """Natural die faces: ``7 and 3``."""
    return listed(str(face) for roll in rolls for face in roll.faces)
