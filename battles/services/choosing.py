"""What somebody may do now, arranged for picking: by unit, then by the place on the board it points at.

The system lists the actions and says what each points at; nothing here knows a rule.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from battles.engine.codec import encode
from battles.engine.core import Option, Refusal, RuleSystem, SideId
from battles.engine.pointing import Aim

QUESTION: Final = 8
"""Where there are no more actions than this in all, they are put as one question."""
SHORT: Final = 14
"""An actor with no more actions than this shows them all at once."""
MOST_REASONS: Final = 6
"""Reasons that are given for one place."""


class Choice(Struct, frozen=True):
    """One action: in words, in its short form, as JSON to be sent back, and what it points at."""

    words: str
    notation: str
    text: str
    aim: Aim


class Spot(Struct, frozen=True):
    """A place that actions of one actor point at: an area's key, a unit's, or ``""`` for where it stands."""

    at: str
    words: str
    choices: tuple[Choice, ...]


class Actor(Struct, frozen=True):
    """Somebody who may do something, and in how many ways."""

    key: str
    words: str
    count: int


class Menu(Struct, frozen=True):
    """All that a side may do: its actors, and the actions that are nobody's, such as to end a phase.

    Where ``question``, there is so little to choose from that ``choices`` holds all of it.
    """

    actors: tuple[Actor, ...]
    choices: tuple[Choice, ...]
    question: bool


def menu(system: RuleSystem[Any], state: Any, seen: Any, options: Sequence[Option]) -> Menu:
    """What ``options`` hold."""
    total = sum(len(option.actions) for option in options)
    if total <= QUESTION:
        return Menu((), tuple(_choices(system, state, seen, options)), question=True)
    counts: dict[str, list[Option]] = {}
    for option in options:
        counts.setdefault(option.actor, []).append(option)
    actors = [
        Actor(key, system.offer(state, found[0]), sum(len(option.actions) for option in found))
        for key, found in counts.items()
        if key
    ]
    return Menu(tuple(actors), tuple(_choices(system, state, seen, counts.get("", ()))), question=False)


def spots(system: RuleSystem[Any], state: Any, seen: Any, options: Sequence[Option], actor: str) -> tuple[Spot, ...]:
    """The actions of ``actor`` by the place they point at, in the order in which the places first come."""
    own = [option for option in options if option.actor == actor]
    found: dict[str, list[Choice]] = {}
    for choice in _choices(system, state, seen, own):
        for at in places_of(choice.aim):
            found.setdefault(at, []).append(choice)
    names = _names(system, seen)
    return tuple(Spot(at, names.get(at, at), tuple(choices)) for at, choices in found.items())


def places_of(aim: Aim) -> tuple[str, ...]:
    """Where somebody may tap for an action: where it leads and each unit it is directed against, else its actor."""
    return (*aim.areas[-1:], *aim.targets) or ("",)


def reasons(
    system: RuleSystem[Any], state: Any, seen: Any, side: SideId, actor: str, at: str
) -> tuple[tuple[str, Refusal], ...]:
    """Why ``actor`` may not do what is meant by pointing at ``at``: each try in words, and its refusal.

    The same reason is given once. Empty where something may be done there.
    """
    found: dict[tuple[str, str], tuple[str, Refusal]] = {}
    for action in system.meant(seen, side, actor, at):
        refusal = system.refuse(state, side, action)
        if refusal is None:
            return ()
        found.setdefault((refusal.rule, refusal.sentence), (system.choice(state, action), refusal))
    return tuple(found.values())[:MOST_REASONS]


def _choices(system: RuleSystem[Any], state: Any, seen: Any, options: Iterable[Option]) -> list[Choice]:
    return [
        Choice(
            system.choice(state, action),
            system.notation(state, action),
            encode(action).decode(),
            system.aim(seen, action),
        )
        for option in options
        for action in option.actions
    ]


def _names(system: RuleSystem[Any], seen: Any) -> dict[str, str]:
    blocks = system.scene(seen).blocks
    areas = system.ground(seen).areas
    return {area.key: area.words for area in areas} | {block.key: block.name for block in blocks}
