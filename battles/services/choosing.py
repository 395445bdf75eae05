"""What somebody may do now, arranged for picking: by unit, then by the place on the board it points at.

The system lists the actions and says what each points at; nothing here knows a rule.
"""

from collections.abc import Iterable
from math import dist
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import Option, Refusal
from battles.engine.picture import Block, Ground, spot_of
from battles.engine.pointing import Aim, taking_part
from battles.services.acting import action_of, json_of
from battles.services.locking import Refused
from battles.services.look import Look
from battles.services.position import system_of

QUESTION: Final = 8
"""Where there are no more actions than this in all, they are put as one question."""
MOST_REASONS: Final = 6
"""Reasons that are given for one place."""
MOST_MEANT: Final = 24
"""Actions that are offered where somebody points at open ground."""
BY: Final = 0.25
"""Of a step: how far from a spot of an open table somebody may stand who is said to stand there."""
CM: Final = 100
"""Tenths of a millimetre."""


class Choice(Struct, frozen=True):
    """One action: in words, in its short form, as JSON to be sent back, what it points at.

    ``ghosts`` are the blocks that it moves or turns, as they would stand, the actor first. What is ``seldom`` wanted
    stands behind all else.
    """

    words: str
    notation: str
    text: str
    aim: Aim
    ghosts: tuple[Block, ...] = ()
    seldom: bool = False


class Spot(Struct, frozen=True):
    """A place that actions of one actor point at: the key of an area, a spot, or a unit, be it its own.

    Where ``likeliest``, the choices are the nearest to what was pointed at, likeliest first.
    """

    at: str
    words: str
    choices: tuple[Choice, ...]
    likeliest: bool = False


class Group(Struct, frozen=True):
    """The actions of one actor and of one kind, in words that say how many there are."""

    kind: str
    words: str
    choices: tuple[Choice, ...]


class Actor(Struct, frozen=True):
    """Somebody who may do something, in words that say how many ways there are; ``seldom`` where no more is wanted."""

    key: str
    words: str
    seldom: bool = False


class Menu(Struct, frozen=True):
    """All that a side may do: its actors, and the actions that are nobody's, such as to end a phase.

    Where ``question``, there is so little to choose from, or nobody to choose first, that ``choices`` holds all of it.
    """

    actors: tuple[Actor, ...] = ()
    choices: tuple[Choice, ...] = ()
    question: bool = False


def menu(look: Look) -> Menu:
    """What the viewer may do now."""
    options = look.options
    if sum(len(option.actions) for option in options) <= QUESTION or not any(option.actor for option in options):
        choices = sorted(_choices(look, options), key=lambda choice: choice.seldom)
        return Menu((), tuple(choices), question=bool(options))
    own: dict[str, list[Option]] = {}
    for option in options:
        own.setdefault(option.actor, []).append(option)
    actors = (_actor(look, key, offered) for key, offered in own.items() if key)
    ordered = tuple(sorted(actors, key=lambda actor: actor.seldom))
    return Menu(ordered, tuple(_choices(look, (option for option in options if not option.actor))))


def _actor(look: Look, key: str, options: list[Option]) -> Actor:
    """Somebody and what he is offered; what is seldom wanted is told only of who is offered nothing else."""
    usual = [option for option in options if not option.seldom]
    return Actor(key, _together([look.offer(option) for option in usual or options]), seldom=not usual)


def _together(offers: list[str]) -> str:
    """What one actor is offered, his name said once."""
    name, colon, first = offers[0].partition(": ")
    rest = [offer.removeprefix(f"{name}: ") for offer in offers[1:]]
    return "".join((name, colon, ", ".join([first, *rest]))) if colon else ", ".join(offers)


def spots(look: Look, actor: str) -> tuple[Spot, ...]:
    """The actions of ``actor`` by the place they point at, in the order in which the places first come."""
    found: dict[str, list[Choice]] = {}
    taken = list(taking_part(look.aim, look.options, actor))
    seldom = _seldom(look)
    for (action, aim), ghosts in zip(taken, look.ghosts([action for action, _ in taken]), strict=True):
        for at in places_of(aim):
            found.setdefault(at, []).append(_choice(look, action, aim, ghosts, seldom))
    names = _names(look) if found else {}
    return tuple(
        Spot(at, names.get(at) or _spot_words(look.ground, at), tuple(choices)) for at, choices in found.items()
    )


def pointed(look: Look, actor: str, at: str) -> Spot | None:
    """What ``actor`` may do that is meant by a spot of an open table; None where that is nothing, or it is no spot."""
    if spot_of(at) is None:
        return None
    legal = [action for action in look.meant(actor, at) if look.refuse(action) is None][:MOST_MEANT]
    found = zip(legal, look.ghosts(legal), strict=True)
    choices = tuple(_choice(look, action, look.aim(action), ghosts) for action, ghosts in found)
    words = _spot_words(look.ground, at)
    reached = any(_is_by(look.ground, ghost, at) for choice in choices for ghost in choice.ghosts[:1])
    return Spot(at, words if reached else f"Nearest to {words}", choices, likeliest=True) if choices else None


def _is_by(ground: Ground, ghost: Block, at: str) -> bool:
    """Whether a block would stand at a spot, or as near as anybody points."""
    spot = spot_of(at)
    return spot is not None and dist(spot, ghost.at) <= BY * ground.step


def meant_himself(look: Look, actor: str) -> tuple[Choice, ...]:
    """What pointing at an actor himself may mean, such as the initiative for his Brigade."""
    legal = [action for action in look.meant(actor, actor) if look.refuse(action) is None][:MOST_MEANT]
    seldom = _seldom(look)
    found = zip(legal, look.ghosts(legal), strict=True)
    return tuple(_choice(look, action, look.aim(action), ghosts, seldom) for action, ghosts in found)


def groups(look: Look, actor: str, spots: Iterable[Spot]) -> tuple[Group, ...]:
    """The options of an actor of which something leads to open ground, each with its choices among ``spots``."""
    known = {choice.text: choice for spot in spots for choice in spot.choices}
    found = []
    for option in look.options:
        if option.actor == actor:
            own = tuple(known[text] for text in map(json_of, option.actions) if text in known)
            if any(spot_of(at) for choice in own for at in places_of(choice.aim)):
                found.append(Group(option.kind, look.offer(option), own))
    return tuple(found)


def is_ground(look: Look, key: str) -> bool:
    """Whether a key is that of ground: of an area, or of a spot of an open table."""
    return spot_of(key) is not None or any(area.key == key for area in look.ground.areas)


def places_of(aim: Aim) -> tuple[str, ...]:
    """Where somebody may tap for an action: where it leads and each unit it is directed against, else its actor."""
    return (*aim.areas[-1:], *aim.targets) or (aim.actor,)


def weighed(look: Look, text: str) -> Choice | None:
    """The action that reads ``text``, where the viewer may do it now."""
    try:
        action = action_of(system_of(look.facts.system), text)
    except Refused:
        return None
    if look.acts_as is None or look.refuse(action) is not None:
        return None
    return _choice(look, action, look.aim(action), look.ghosts([action])[0])


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
    actions = [action for option in options for action in option.actions]
    seldom = _seldom(look)
    found = zip(actions, look.ghosts(actions), strict=True)
    return [_choice(look, action, look.aim(action), ghosts, seldom) for action, ghosts in found]


def _seldom(look: Look) -> frozenset[str]:
    """The actions that are seldom wanted."""
    return frozenset(json_of(action) for option in look.options if option.seldom for action in option.actions)


def _choice(
    look: Look, action: Any, aim: Aim, ghosts: tuple[Block, ...], seldom: frozenset[str] = frozenset()
) -> Choice:
    text = json_of(action)
    return Choice(look.choice(action), look.notation(action), text, aim, ghosts, text in seldom)


def _spot_words(ground: Ground, key: str) -> str:
    """``60.5 cm from the left, 42.0 cm from the foot`` for a spot; any other key as it is."""
    at = spot_of(key)
    if at is None:
        return key
    left, foot = (side * ground.tenths / ground.step / CM for side in (at[0], ground.height - at[1]))
    return f"{left:.1f} cm from the left, {foot:.1f} cm from the foot"


def _names(look: Look) -> dict[str, str]:
    scene = look.scene
    ground = look.ground
    names = {area.key: area.words if ground.open else f"{area.key}, {area.words}" for area in ground.areas}
    return names | {block.key: block.name for block in (*scene.blocks, *scene.off)}
