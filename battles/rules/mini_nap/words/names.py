"""Names, lengths, bearings and counts in sentences; sentences with the rules they cite."""

from collections.abc import Iterable, Sequence
from typing import Final

from battles.engine.words.phrases import count as count
from battles.engine.words.phrases import faces as faces
from battles.engine.words.phrases import joined as joined
from battles.engine.words.phrases import mid_sentence
from battles.engine.words.phrases import sentence_of as sentence_of
from battles.engine.words.phrases import side as side
from battles.engine.words.phrases import side_label as side_label
from battles.engine.words.phrases import side_name as side_name
from battles.engine.words.phrases import side_verb as side_verb
from battles.engine.words.verbs import plural, with_verb
from battles.kits.open_table.bearings import DEGREE, FULL
from battles.rules.mini_nap.movement.paths import cm as cm
from battles.rules.mini_nap.state import NONE, Stand, State
from battles.rules.mini_nap.tables import FORMATIONS, Formation
from battles.rules.mini_nap.terrain.features import feature_named, features_in_play

POINTS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""Compass points; north is up the table."""

_OCTANT: Final = FULL // len(POINTS)


def unit(state: State, number: int) -> str:
    """The name of a unit; with its side, Brigade or number if another unit has the same name."""
    if number >= len(state.units):
        return f"unit {number}"
    own = state.units[number]
    namesakes = [one for place, one in enumerate(state.units) if one.name == own.name and place != number]
    if not namesakes:
        return mid_sentence(own.name)
    if any(one.brigade == own.brigade for one in namesakes):
        return f"{mid_sentence(own.name)} (unit {number})"
    if any(one.side == own.side for one in namesakes):
        return f"{mid_sentence(own.name)} ({brigade(state, own.brigade)})"
    return f"{mid_sentence(own.name)} ({side_label(state, own.side)})"


def unit_does(state: State, number: int, words: str) -> str:
    """A unit and what it does: ``Wathiez's Lancers charge``; ``words`` is the form for one: ``charges``."""
    return with_verb(unit(state, number), words)


def units(state: State, numbers: Iterable[int]) -> str:
    return joined(unit(state, number) for number in numbers)


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
        return mid_sentence(own.name)
    among = f"Brigade {number}"
    if all(each.division != own.division for each in namesakes):
        among = mid_sentence(state.divisions[own.division].name)
    return f"{mid_sentence(own.name)} ({among})"


def division(state: State, number: int) -> str:
    return mid_sentence(state.divisions[number].name) if number < len(state.divisions) else f"Division {number}"


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
        return mid_sentence(own.name)
    on_own_side = any(each.side == own.side for each in namesakes)
    return f"{mid_sentence(own.name)} ({_commanded(state, own) if on_own_side else side_label(state, own.side)})"


def _commanded(state: State, own: Stand) -> str:
    if own.level == "corps":
        return mid_sentence(state.corps[own.of].name)
    return division(state, own.of) if own.level == "division" else brigade(state, own.of)


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


def points(number: int) -> str:
    return count(number, "strength point")
