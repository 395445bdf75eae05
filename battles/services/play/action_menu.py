"""Legal actions arranged for the panel and the board; actions as JSON; the odds of an action."""

import json
from collections.abc import Iterable, Sequence
from math import dist
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.codec import Unreadable, decode, encode
from battles.engine.core import Action, Option, Refusal, Shortcut, SideId
from battles.engine.forecast import Aim, Forecast, taking_part
from battles.engine.picture import Block, Ground, spot_of
from battles.engine.system import RuleSystem
from battles.services.access import Access
from battles.services.play.lock import Refused
from battles.services.play.position import current_position, system_of
from battles.services.view.battle_view import ShownBattle

MOST_BYTES: Final = 10_000
"""Bytes of an action; the longest real one has some hundreds."""


def action_of(system: RuleSystem[Any], content: str | bytes) -> Action:
    """The action in ``content``, which is JSON.

    Raises:
        Refused: it is no action of this system; the sentence says what is wrong and where.
    """
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    if len(raw) > MOST_BYTES:
        raise Refused(f"An action has at most {MOST_BYTES:,} bytes; this one has {len(raw):,}.", "action")
    try:
        action: Action = decode(raw, system.action_type)
    except Unreadable as wrong:
        raise Refused(f"This is not an action of the battle's rules. {wrong}", "action") from None
    return action


def json_of(action: Action) -> str:
    """``action`` as the JSON that ``action_of`` reads."""
    return encode(action).decode()


def plain_of(action: Action) -> dict[str, Any]:
    """``action`` as plain values, for the API."""
    fields: dict[str, Any] = json.loads(encode(action))
    return fields


QUESTION: Final = 8
"""Up to so many actions in all are shown as one question."""

ON_THE_WAY: Final = frozenset({"occupied", "impassable", "off_board", "out_of_reach"})
"""Codes of refusals that say what keeps a unit from a place."""
OF_UNIT: Final = frozenset({"not_yours", "gone", "done_already", "no_action_left"})
"""Codes of refusals that do not depend on a unit's target."""
MOST_REASONS: Final = 6
"""Reasons shown for one place."""

MOST_CANDIDATES: Final = 24
"""Actions offered for a click on open ground."""

BY: Final = 0.25
"""Part of a step: a block this close to a spot of an open table counts as at the spot."""

CM: Final = 100
"""Tenths of a millimetre."""


class Choice(Struct, frozen=True):
    """One action: in words, in notation, as JSON, and its target on the board.

    ``preview_blocks`` are the blocks that it moves or turns, at their new places, the actor first. A ``seldom`` action
    comes after all others. With a ``shortcut`` it may be played with the end of the step after it.
    """

    words: str
    notation: str
    text: str
    target: Aim
    preview_blocks: tuple[Block, ...] = ()
    seldom: bool = False
    shortcut: Shortcut | None = None


class Spot(Struct, frozen=True):
    """A target of actions of one actor: the key of an area, a spot or a unit (it may be the actor itself).

    With ``likeliest`` the choices are those nearest to the click, the likeliest first; ``short`` says why none of them
    reaches it.
    """

    at: str
    words: str
    choices: tuple[Choice, ...]
    likeliest: bool = False
    short: str = ""


class Group(Struct, frozen=True):
    """The actions of one actor and one kind; ``words`` say how many."""

    kind: str
    words: str
    choices: tuple[Choice, ...]


class Actor(Struct, frozen=True):
    """A unit or leader that can act; ``words`` sum up its actions. ``seldom`` if all of its actions are seldom used."""

    key: str
    words: str
    seldom: bool = False


class Menu(Struct, frozen=True):
    """All actions of a side: its actors, and the actions without an actor, such as to end a phase.

    With ``question``, ``choices`` holds every action: there are few, or none of them has an actor.
    """

    actors: tuple[Actor, ...] = ()
    choices: tuple[Choice, ...] = ()
    question: bool = False


def menu(view: ShownBattle) -> Menu:
    """The menu of the viewer's actions now."""
    options = view.options
    if not any(option.actor for option in options) or _are_few(options):
        choices = sorted(_choices(view, options), key=lambda choice: choice.seldom)
        return Menu((), tuple(choices), question=bool(options))
    own: dict[str, list[Option]] = {}
    for option in by_own_actor(view, options):
        own.setdefault(option.actor, []).append(option)
    actors = (_actor(view, key, offered) for key, offered in own.items() if key)
    ordered = tuple(sorted(actors, key=lambda actor: actor.seldom))
    return Menu(ordered, tuple(_choices(view, (option for option in options if not option.actor))))


def by_own_actor(view: ShownBattle, options: Sequence[Option]) -> list[Option]:
    """``options`` with units of the acting side as actors.

    An option of an enemy, such as to be fired at, is divided among the units that act against it: one option for each
    kind and unit, with all of its targets.
    """
    enemies = {block.key for block in view.scene.blocks if block.side != view.acts_as}
    own = [option for option in options if option.actor not in enemies]
    shared: dict[tuple[str, str], list[Any]] = {}
    for option in options:
        if option.actor in enemies:
            for action in option.actions:
                target = view.target(action)
                for actor in (target.actor, *target.others):
                    shared.setdefault((option.kind, actor), []).append(action)
    return [*own, *(Option(kind, actor, tuple(actions)) for (kind, actor), actions in shared.items())]


def _are_few(options: Sequence[Option]) -> bool:
    """True if the options have at most `QUESTION` actions; no more are listed than it takes to know."""
    if len(options) > QUESTION:
        return False
    count = 0
    for option in options:
        count += len(option.actions)
        if count > QUESTION:
            return False
    return True


def _actor(view: ShownBattle, key: str, options: list[Option]) -> Actor:
    """An actor and its offers; seldom used ones are named only if there are no others."""
    usual = [option for option in options if not option.seldom]
    return Actor(key, _together([view.offer(option) for option in usual or options]), seldom=not usual)


def _together(offers: list[str]) -> str:
    """The offers of one actor as one text, with the actor's name once."""
    name, colon, first = offers[0].partition(": ")
    rest = [offer.removeprefix(f"{name}: ").removeprefix("can ") for offer in offers[1:]]
    return "".join((name, colon, ", ".join([first, *rest]))) if colon else ", ".join(offers)


def spots(view: ShownBattle, actor: str) -> tuple[Spot, ...]:
    """The actions of ``actor`` by target, in the order in which the targets first occur; none for an enemy."""
    if any(block.key == actor and block.side != view.acts_as for block in view.scene.blocks):
        return ()
    choices_by_place: dict[str, list[Choice]] = {}
    aimed = list(taking_part(view.target, view.options, actor))
    seldom = _seldom(view.options)
    for (action, target), blocks in zip(aimed, view.preview_blocks([action for action, _ in aimed]), strict=True):
        for at in places_of(target):
            choices_by_place.setdefault(at, []).append(_choice(view, action, target, blocks, seldom))
    names = _names(view) if choices_by_place else {}
    return tuple(
        Spot(at, names.get(at) or _spot_words(view.ground, at), tuple(choices))
        for at, choices in choices_by_place.items()
    )


def spot_for_click(view: ShownBattle, actor: str, at: str) -> Spot | None:
    """Candidate actions of ``actor`` for a click on a place or another block; None if none of them is legal."""
    if at in ("", actor):
        return None
    candidates = [(action, view.refuse(action)) for action in view.actions_for_click(actor, at)]
    legal = [action for action, refusal in candidates if refusal is None][:MOST_CANDIDATES]
    pairs = zip(legal, view.preview_blocks(legal), strict=True)
    choices = tuple(_choice(view, action, view.target(action), blocks) for action, blocks in pairs)
    words = place_words(view, at)
    reached = spot_of(at) is None or any(
        _is_by(view.ground, block, at) for choice in choices for block in choice.preview_blocks[:1]
    )
    if not choices:
        return None
    if reached:
        return Spot(at, words, choices, likeliest=True)
    refusals = (refusal for _, refusal in candidates if refusal is not None and refusal.code in ON_THE_WAY)
    short = next((refusal.cited for refusal in refusals), "")
    return Spot(at, f"Nearest to {words}", choices, likeliest=True, short=short)


def _is_by(ground: Ground, block: Block, at: str) -> bool:
    """True if a block is at a spot, within the accuracy of a click."""
    spot = spot_of(at)
    return spot is not None and dist(spot, block.at) <= BY * ground.step


def choices_at_actor(view: ShownBattle, actor: str) -> tuple[Choice, ...]:
    """Candidate actions for a click on the actor itself, such as taking the initiative for its Brigade."""
    legal = [action for action in view.actions_for_click(actor, actor) if view.refuse(action) is None][:MOST_CANDIDATES]
    seldom = _seldom(view.options)
    pairs = zip(legal, view.preview_blocks(legal), strict=True)
    return tuple(_choice(view, action, view.target(action), blocks, seldom) for action, blocks in pairs)


def best_first(view: ShownBattle, actor: str, spot: Spot) -> Spot:
    """``spot`` with its choices in the order of a click, the best first, if units can act together there."""
    if not any(choice.target.others for choice in spot.choices):
        return spot
    order = {json_of(action): place for place, action in enumerate(view.actions_for_click(actor, spot.at))}
    choices = sorted(spot.choices, key=lambda choice: order.get(choice.text, len(order)))
    return replace(spot, choices=tuple(choices))


def groups(view: ShownBattle, actor: str, spots: Iterable[Spot]) -> tuple[Group, ...]:
    """The options of an actor that can lead to open ground, each with its choices from ``spots``."""
    choices = {choice.text: choice for spot in spots for choice in spot.choices}
    listed = []
    for option in view.options:
        if option.actor == actor:
            own = tuple(choices[text] for text in map(json_of, option.actions) if text in choices)
            if any(spot_of(at) for choice in own for at in places_of(choice.target)):
                listed.append(Group(option.kind, view.offer(option), own))
    return tuple(listed)


def is_ground(view: ShownBattle, key: str) -> bool:
    """True if a key names an area or a spot of an open table."""
    return spot_of(key) is not None or key in view.area_keys


def places_of(target: Aim) -> tuple[str, ...]:
    """The keys to click for an action: its destination and each target unit, else its actor."""
    return (*target.areas[-1:], *target.targets) or (target.actor,)


def legal_choice(view: ShownBattle, text: str) -> Choice | None:
    """The action in the JSON ``text``; None if it is not legal for the viewer now."""
    try:
        action = action_of(system_of(view.facts.system), text)
    except Refused:
        return None
    if view.acts_as is None or view.refuse(action) is not None:
        return None
    return _choice(view, action, view.target(action), view.preview_blocks([action])[0])


def refusals_at(view: ShownBattle, actor: str, at: str) -> tuple[tuple[str, Refusal], ...]:
    """Why ``actor`` has no legal action at ``at``: each candidate action in words, and its refusal.

    The same reason is given once. That it is not the phase for an action is said only if nothing else stands in the
    way, and once. Empty if one of the candidates is legal.
    """
    refusals: dict[tuple[str, str], tuple[str, Refusal]] = {}
    for action in view.actions_for_click(actor, at):
        refusal = view.refuse(action)
        if refusal is None:
            return ()
        refusals.setdefault((refusal.rule, refusal.sentence), (view.choice(action), refusal))
    telling = [each for each in refusals.values() if each[1].code != "wrong_phase"]
    return tuple(telling[:MOST_REASONS] or list(refusals.values())[:1])


def refusal_against(view: ShownBattle, actor: str, at: str) -> str:
    """Why ``actor`` may not act against the block ``at``: the first refusal of what a click there means, or ``""``."""
    against = (action for action in view.actions_for_click(actor, at) if at in view.target(action).targets)
    refusal = next(filter(None, map(view.refuse, against)), None)
    return refusal.cited if refusal is not None and refusal.code != "wrong_phase" else ""


def refusal_of_unit(view: ShownBattle, actor: str) -> str:
    """Why a unit has none of its usual actions, such as that it has moved; ``""`` if that depends on the target."""
    at = next((block.key for block in view.scene.blocks if block.side != view.acts_as), actor)
    refusal = next(map(view.refuse, view.actions_for_click(actor, at)), None)
    return refusal.cited if refusal is not None and refusal.code in OF_UNIT else ""


def _choices(view: ShownBattle, options: Iterable[Option]) -> list[Choice]:
    options = list(options)
    actions = [action for option in options for action in option.actions]
    seldom = _seldom(options)
    pairs = zip(actions, view.preview_blocks(actions), strict=True)
    return [_choice(view, action, view.target(action), blocks, seldom) for action, blocks in pairs]


def _seldom(options: Iterable[Option]) -> frozenset[str]:
    """The seldom used actions of ``options``, as JSON."""
    return frozenset(json_of(action) for option in options if option.seldom for action in option.actions)


def _choice(
    view: ShownBattle, action: Any, target: Aim, blocks: tuple[Block, ...], seldom: frozenset[str] = frozenset()
) -> Choice:
    text = json_of(action)
    return Choice(
        view.choice(action), view.notation(action), text, target, blocks, text in seldom, view.shortcut(action)
    )


def _spot_words(ground: Ground, key: str) -> str:
    """``60.5 cm from the left, 42.0 cm from the southern edge`` for a spot; any other key as it is."""
    at = spot_of(key)
    if at is None:
        return key
    left, foot = (side * ground.tenths / ground.step / CM for side in (at[0], ground.height - at[1]))
    return f"{left:.1f} cm from the left, {foot:.1f} cm from the southern edge"


def place_words(view: ShownBattle, at: str) -> str:
    """A place, a feature or a block in words."""
    return _names(view).get(at) or _spot_words(view.ground, at)


def _names(view: ShownBattle) -> dict[str, str]:
    scene = view.scene
    ground = view.ground
    names = {area.key: area.words if ground.open else f"{area.key}, {area.words}" for area in ground.areas}
    return names | {block.key: block.name for block in (*scene.blocks, *scene.off)}


def forecast(access: Access, side: SideId, action: Any) -> tuple[Forecast, ...]:
    """The exact odds of ``action`` for ``side``, step by step; empty if it rolls no dice.

    Raises:
        NotYours: the user may not act for this side.
        Refused: the action is not legal now.
    """
    access.must_act_for(side)
    position = current_position(access.battle)
    refusal = position.system.refuse(position.state, side, action)
    if refusal is not None:
        raise Refused(refusal)
    forecasts: tuple[Forecast, ...] = position.system.odds.forecast(position.view(side), side, action)
    return forecasts
