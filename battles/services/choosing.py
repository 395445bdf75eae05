"""What somebody may do now, arranged for picking: by unit, then by the place on the board it points at.

The system lists the actions and says what each points at; nothing here knows a rule.
"""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import Option, Refusal
from battles.engine.pointing import Aim, taking_part
from battles.services.acting import json_of
from battles.services.look import Look

QUESTION: Final = 8
"""Where there are no more actions than this in all, they are put as one question."""
MOST_REASONS: Final = 6
"""Reasons that are given for one place."""


class Choice(Struct, frozen=True):
    """One action: in words, in its short form, as JSON to be sent back, and what it points at."""

    words: str
    notation: str
    text: str
    aim: Aim


class Spot(Struct, frozen=True):
    """A place that actions of one actor point at: an area's key, or a unit's, be it its own."""

    at: str
    words: str
    choices: tuple[Choice, ...]


class Actor(Struct, frozen=True):
    """Somebody who may do something, in words that say how many ways there are."""

    key: str
    words: str


class Menu(Struct, frozen=True):
    """All that a side may do: its actors, and the actions that are nobody's, such as to end a phase.

    Where ``question``, there is so little to choose from that ``choices`` holds all of it.
    """

    actors: tuple[Actor, ...] = ()
    choices: tuple[Choice, ...] = ()
    question: bool = False


def menu(look: Look) -> Menu:
    """What the viewer may do now."""
    options = look.options
    if sum(len(option.actions) for option in options) <= QUESTION:
        return Menu((), tuple(_choices(look, options)), question=bool(options))
    first: dict[str, Option] = {}
    for option in options:
        first.setdefault(option.actor, option)
    actors = tuple(Actor(key, look.offer(option)) for key, option in first.items() if key)
    return Menu(actors, tuple(_choices(look, (option for option in options if not option.actor))))


def spots(look: Look, actor: str) -> tuple[Spot, ...]:
    """The actions of ``actor`` by the place they point at, in the order in which the places first come."""
    found: dict[str, list[Choice]] = {}
    for action, aim in taking_part(look.aim, look.options, actor):
        for at in places_of(aim):
            found.setdefault(at, []).append(_choice(look, action, aim))
    names = _names(look) if found else {}
    return tuple(Spot(at, names.get(at, at), tuple(choices)) for at, choices in found.items())


def places_of(aim: Aim) -> tuple[str, ...]:
    """Where somebody may tap for an action: where it leads and each unit it is directed against, else its actor."""
    return (*aim.areas[-1:], *aim.targets) or (aim.actor,)


def weighed(look: Look, text: str) -> Choice | None:
    """The action that reads ``text``, where the viewer may do it now."""
    for choice in _choices(look, look.options):
        if choice.text == text:
            return choice
    return None


def reasons(look: Look, actor: str, at: str) -> tuple[tuple[str, Refusal], ...]:
    """Why ``actor`` may not do what is meant by pointing at ``at``: each try in words, and its refusal.

    The same reason is given once. Empty where something may be done there.
    """
    found: dict[tuple[str, str], tuple[str, Refusal]] = {}
    for action in look.meant(actor, at):
        refusal = look.refuse(action)
        if refusal is None:
            return ()
        found.setdefault((refusal.rule, refusal.sentence), (look.choice(action), refusal))
    return tuple(found.values())[:MOST_REASONS]


def _choices(look: Look, options: Iterable[Option]) -> list[Choice]:
    return [_choice(look, action, look.aim(action)) for option in options for action in option.actions]


def _choice(look: Look, action: Any, aim: Aim) -> Choice:
    return Choice(look.choice(action), look.notation(action), json_of(action), aim)


def _names(look: Look) -> dict[str, str]:
    scene = look.scene
    names = {area.key: f"{area.key}, {area.words}" for area in look.ground.areas}
    return names | {block.key: block.name for block in (*scene.blocks, *scene.off)}
