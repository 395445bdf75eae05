"""The panel beside the board: whose turn it is, the selected unit's actions, reasons against them, odds."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.http import urlencode
from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.forecast import Forecast, brief_words
from battles.engine.picture import Block, Reach, spot_of
from battles.engine.words import capitalized, in_sentence, with_verb
from battles.pages.board.unit_blocks import NO_POSES, Poses, of_choices, of_spots
from battles.services.access import Access
from battles.services.jobs.computer_turns import advice
from battles.services.play import action_menu
from battles.services.play.action_menu import Choice, Group, Menu, Spot, action_of
from battles.services.play.position import system_of
from battles.services.play.submission import skip_orders, skips_in_force
from battles.services.view.battle_view import ShownBattle

SHORT: Final = 12
"""A unit with up to so many actions shows all of them at once."""
DOCKED: Final = 2
"""Up to so many actions without an actor, such as to end a phase, stay at the bottom; more are a list."""
WEIGHED: Final = 6
"""Up to so many actions all get a chance; of more, only those with a target."""
MOST_CHANCES: Final = 12
"""Choices or targets whose chance is shown at once."""
FEW: Final = 6
"""Up to so many places of a unit are listed open; more are folded, for the board shows them."""
BEFORE_NAME: Final = re.compile(r"(\b(at|against|the|your)\b|[\s:])*$")
"""Words between a verb and the name of its target."""
MOST_ASKED: Final = 2_000
"""The most characters of a parameter in an address."""


class Row(Struct, frozen=True):
    """A choice in a list, and the query that shows its odds.

    ``key`` names its chance in the answer of ``chances``; ``""`` if dice decide nothing of it. ``chance`` is that
    chance in words, if it is already known. ``verb`` is what it does to the chosen target: ``Fire``. ``pose`` names its
    preview on the board.
    """

    choice: Choice
    words: str
    weigh: str
    key: str = ""
    pose: str = ""
    verb: str = ""
    chance: str = ""

    @property
    def seldom(self) -> bool:
        """True if it is listed under “more actions”."""
        return self.choice.seldom

    @property
    def stands(self) -> str:
        """The actor's position after it, in words."""
        return self.choice.preview_blocks[0].words if self.choice.preview_blocks else ""


class Way(Struct, frozen=True):
    """A place or unit to choose, and the query that chooses it; ``count`` actions lead there.

    ``key`` and ``chance`` as in `Row`, of its first action. ``is_ground``: the board shows it as a marked place.
    """

    words: str
    count: int
    query: str
    seldom: bool = False
    is_ground: bool = False
    key: str = ""
    chance: str = ""
    choice: Choice | None = None


class Panel(Struct, frozen=True, kw_only=True):
    """The contents of the panel.

    ``areas`` and ``targets`` are its marks on the board, ``poses`` its previews, ``reaches`` the unit's ranges, None if
    they were not requested. ``here`` is the query for the selection, without the ranges. ``place`` names what is
    clicked; ``said`` answers a click to which no action belongs. A click on one of ``foes`` keeps the unit selected.
    ``idle`` says why the unit has no usual action, ``short`` why it does not get as far as the clicked place.
    ``is_aimed`` is True if its actions have targets, and none moves it.
    """

    unit: str = ""
    at: str = ""
    block: Block | None = None
    menu: Menu = Menu()
    actors: tuple[Way, ...] = ()
    spots: tuple[Way, ...] = ()
    is_open: bool = False
    is_aimed: bool = False
    heading: str = ""
    shown: tuple[Row, ...] = ()
    reasons: tuple[tuple[str, Refusal], ...] = ()
    said: str = ""
    idle: str = ""
    short: str = ""
    place: str = ""
    foes: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    weighed: Choice | None = None
    advised: str = ""
    forecasts: tuple[Forecast, ...] = ()
    chance: str = ""
    back: str = ""
    here: str = ""
    example: str = ""
    poses: Poses = NO_POSES
    reaches: tuple[Reach, ...] | None = None
    skips: Mapping[str, str] = {}
    """Standing orders that would skip the present decision, each with its text."""
    in_force: tuple[str, ...] = ()
    """The texts of the standing orders that skip decisions of the viewer."""

    @property
    def primary(self) -> Row | None:
        """The action of the panel's button: the best one at the chosen target, or the only one."""
        rows = [row for row in self.shown if not row.seldom]
        return rows[0] if rows and self.block and (self.at or len(rows) == 1) else None

    @property
    def others(self) -> tuple[Row, ...]:
        """The rows that are not the panel's button."""
        return tuple(row for row in self.shown if row is not self.primary)

    @property
    def variants(self) -> str:
        """The word for the other rows if they are the same act at the same target with other units or dice."""
        if not (self.primary and self.primary.verb and self.others) or any(
            row.choice.target.areas for row in self.shown
        ):
            return ""
        return "combination" if any(row.choice.target.others for row in self.shown) else "choice"

    @property
    def grounds(self) -> tuple[Way, ...]:
        """The marked places of the board, if they are many; they are then folded."""
        grounds = tuple(way for way in self.spots if way.is_ground)
        return grounds if len(grounds) > FEW else ()

    @property
    def unfolded(self) -> tuple[Way, ...]:
        """The places and units to choose that are not folded."""
        return tuple(way for way in self.spots if not way.is_ground) if self.grounds else self.spots

    @property
    def is_choice(self) -> bool:
        """True if there is a unit or action to choose, or a reason why there is none."""
        return bool(self.block or self.actors or self.shown or self.reasons or self.said or self.listed)

    @property
    def listed(self) -> tuple[Choice, ...]:
        """Actions without an actor, such as which Brigade acts, if they are a list; only while no unit is selected."""
        return self.menu.choices if self._is_list and not self.menu.question and not self.unit else ()

    @property
    def docked(self) -> tuple[Choice, ...]:
        """Actions without an actor, if they are few."""
        return () if self._is_list or self.menu.question else self.menu.choices

    @property
    def _is_list(self) -> bool:
        """True if actions without an actor are many, or each has two buttons."""
        choices = self.menu.choices
        return len(choices) > DOCKED or any(choice.shortcut for choice in choices)

    @property
    def movable(self) -> tuple[str, ...]:
        """The keys of units that may be dragged."""
        return tuple(actor.key for actor in self.menu.actors if not actor.seldom)


def panel(access: Access, view: ShownBattle, ask: Any) -> Panel:
    """The panel for the query of an address.

    Its parameters: ``unit``; ``at``, the target; ``kind`` of actions; ``weigh``, an action; ``advice``; ``reach``.
    """
    unit, at, kind, weigh = (ask.get(name, "")[:MOST_ASKED] for name in ("unit", "at", "kind", "weigh"))
    block = next((one for one in (*view.scene.blocks, *view.scene.off) if one.key == unit), None)
    menu = action_menu.menu(view)
    if ask.get("advice") and (suggestion := advice(view)) is not None:
        return replace(_weighing(view, menu, block, suggestion.text, ""), advised=suggestion.reason)
    if weigh:
        return _weighing(view, menu, block, weigh, _query(unit=unit, at=at, kind=kind))
    if block is None:
        bare = _all(view, menu)
        orders = skips_in_force(access, view)
        return replace(bare, skips=skip_orders(access, view), in_force=orders, said=_no_unit(view, at))
    picked = _of(view, menu, block, at, kind)
    reaches = view.reaches_of(block.key) if ask.get("reach") else None
    return replace(picked, reaches=reaches, here=_query(unit=block.key, at=picked.at, kind=kind))


def _all(view: ShownBattle, menu: Menu) -> Panel:
    """The panel without a selection: the units that can act, or all actions if they are few."""
    actors = tuple(Way(actor.words, 0, _query(unit=actor.key), actor.seldom) for actor in menu.actors)
    poses = of_choices(menu.choices) if menu.question else NO_POSES
    shown = _rows(menu.choices, poses=poses) if menu.question else ()
    keys = tuple(actor.key for actor in menu.actors if not actor.seldom)
    example = next((choice.notation for choice in menu.choices), "")
    targets = keys or tuple(dict.fromkeys(key for row in shown for key in row.choice.target.targets))
    areas = tuple(dict.fromkeys(area for row in shown for area in row.choice.target.areas))
    return Panel(
        menu=menu,
        actors=actors,
        shown=shown,
        heading="Your choices",
        areas=areas,
        targets=targets,
        example=example,
        poses=poses,
    )


def _of(view: ShownBattle, menu: Menu, block: Block, at: str, kind: str) -> Panel:
    """The panel of one unit: its targets, its actions at a target or of one kind, or why there are none."""
    spots = action_menu.spots(view, block.key)
    at = _pointed(view, spots, at) or _only_enemy(view, block, spots)
    here = next((spot for spot in spots if spot.at == at), None) if at else None
    here = here or (action_menu.spot_for_click(view, block.key, at) if block.side == view.acts_as else None)
    here = here and action_menu.best_first(view, block.key, here)
    groups = action_menu.groups(view, block.key, spots) if view.ground.open else ()
    group = next((one for one in groups if one.kind == kind and not at), None)
    choices = here.choices if here else group.choices if group else _at_once(view, block, spots, at)
    shown = tuple(sorted(choices, key=lambda choice: choice.seldom))
    poses = of_spots(spots if here in spots or not here else (*spots, here), block, view.ground)
    is_own = block.side == view.acts_as
    reasons = action_menu.refusals_at(view, block.key, at) if is_own and not shown and (at or not spots) else ()
    is_idle = is_own and not at and shown and all(choice.seldom for choice in shown)
    place = action_menu.place_words(view, at) if at else ""
    barred = _barred(view, block, at, shown)
    ways, is_aimed = _ways(view, block, groups, spots)
    return Panel(
        unit=block.key,
        at=at,
        block=block,
        menu=menu,
        spots=() if shown else ways,
        is_open=view.ground.open,
        is_aimed=is_aimed,
        heading=here.words if here else _kind_words(block, group) if group else "Actions",
        shown=_rows(shown, block, _query(unit=block.key, at=at, kind=kind), poses, at, place),
        reasons=reasons,
        short=here.short if here else "",
        idle=action_menu.refusal_of_unit(view, block.key) if is_idle else "",
        said=barred if shown or reasons or (spots and not at) else _no_action(view, block, place),
        place=place,
        foes=tuple(one.key for one in view.scene.blocks if one.side != block.side) if is_own else (),
        areas=tuple(spot.at for spot in spots if action_menu.is_ground(view, spot.at)),
        targets=tuple(spot.at for spot in spots if not action_menu.is_ground(view, spot.at)),
        back=_query(unit=block.key),
        example=shown[0].notation if shown else "",
        poses=poses,
    )


def _pointed(view: ShownBattle, spots: Sequence[Spot], at: str) -> str:
    """``at``; if it is no target, the area under the unit there, or the unit in the area there, that is one."""
    places = {spot.at for spot in spots}
    near = (one.area if one.key == at else one.key for one in view.scene.blocks if at in (one.key, one.area))
    return at if at in places else next((key for key in near if key in places), at)


def _at_once(view: ShownBattle, block: Block, spots: Sequence[Spot], at: str) -> tuple[Choice, ...]:
    """The actions of a unit without a target, if they are few."""
    if block.side != view.acts_as:
        return ()
    few = sum(len(spot.choices) for spot in spots) <= SHORT
    once = {choice.text: choice for spot in spots for choice in spot.choices} if few and not at else {}
    if not at and view.acts_as is not None and all(choice.seldom for choice in once.values()) and few:
        once |= {choice.text: choice for choice in action_menu.choices_at_actor(view, block.key)}
    return tuple(once.values())


def _only_enemy(view: ShownBattle, block: Block, spots: Sequence[Spot]) -> str:
    """The enemy that a unit can act against if it can do nothing else; ``""`` otherwise."""
    only = spots[0].at if len(spots) == 1 else ""
    return only if any(one.key == only and one.side != block.side for one in view.scene.blocks) else ""


def _no_unit(view: ShownBattle, at: str) -> str:
    """The answer to a click on a place while no unit is selected."""
    if not at or view.acts_as is None:
        return ""
    return f"None of your units stands at {action_menu.place_words(view, at)}. Choose one of your units first."


def _no_action(view: ShownBattle, block: Block, place: str) -> str:
    """The answer if a unit has neither an action nor a refusal; ``place`` is what is clicked, in words."""
    if view.acts_as is None:
        return ""
    if block.side != view.acts_as:
        owner = next((side.name for side in view.sides if side.side == block.side), "the other side")
        return f"{with_verb(block.name, 'belongs')} to {in_sentence(owner)}. Choose one of your own units."
    return f"{with_verb(block.name, 'has')} no action at {place} now. Choose another place." if place else ""


def _barred(view: ShownBattle, block: Block, at: str, shown: Sequence[Choice]) -> str:
    """Why a unit may not act against the enemy that is clicked, if it can only move towards it; ``""`` otherwise."""
    is_enemy = any(one.key == at and one.side != block.side for one in view.scene.blocks)
    if not (is_enemy and shown and block.side == view.acts_as) or any(at in each.target.targets for each in shown):
        return ""
    return action_menu.refusal_against(view, block.key, at)


def _weighing(view: ShownBattle, menu: Menu, block: Block | None, text: str, back: str) -> Panel:
    """The panel of one action with its odds; without a selection if the action is not legal any more."""
    choice = action_menu.legal_choice(view, text)
    if choice is None:
        return _all(view, menu)
    forecasts = _forecasts(view, text)
    return Panel(
        unit=choice.target.actor,
        block=block,
        menu=menu,
        weighed=choice,
        chance=brief_words(forecasts),
        forecasts=forecasts,
        areas=choice.target.areas,
        targets=choice.target.targets,
        back=back,
        poses=of_choices((choice,)),
    )


def _rows(
    choices: Sequence[Choice],
    block: Block | None = None,
    back: str = "",
    poses: Poses = NO_POSES,
    at: str = "",
    place: str = "",
) -> tuple[Row, ...]:
    """The rows of choices; ``back`` is the query of the list, ``at`` its target and ``place`` the target's name."""
    name = block.name if block else ""
    rows = []
    for number, choice in enumerate(choices):
        words = _short(choice.words, name)
        decides = choice.target.targets or (choice.target.actor and len(choices) <= WEIGHED)
        key = f"r{number}" if decides and number < MOST_CHANCES else ""
        weigh = "&".join(filter(None, (back, _query(weigh=choice.text))))
        verb = verb_of(words, place) if choice.target.targets else ""
        rows.append(Row(choice, words, weigh, key, poses.name_of(choice, at), verb))
    return tuple(rows)


def verb_of(words: str, target: str) -> str:
    """What an action in words does to a named target: ``Fire`` of ``Fire at the 5th Militia``; ``""`` without it."""
    head, named, _ = words.partition(target) if target else ("", "", "")
    return BEFORE_NAME.sub("", head) if named else ""


def _short(words: str, name: str) -> str:
    """An action in words without the unit's name, which is the heading."""
    rest = words[len(name) :].partition(": ")[2] if name and words.startswith(name) else ""
    return rest[:1].upper() + rest[1:] if rest else words


def with_chances(view: ShownBattle, bare: Panel) -> Panel:
    """``bare`` with the chances of its rows and targets, and with the odds of its button."""
    shown = tuple(replace(row, chance=_chance(view, row.choice)) if row.key else row for row in bare.shown)
    spots = tuple(
        replace(way, chance=_chance(view, way.choice)) if way.key and way.choice else way for way in bare.spots
    )
    primary = bare.primary
    forecasts = _forecasts(view, primary.choice.text) if primary and primary.key else bare.forecasts
    return replace(bare, shown=shown, spots=spots, forecasts=forecasts)


def _chance(view: ShownBattle, choice: Choice) -> str:
    return brief_words(_forecasts(view, choice.text))


def _forecasts(view: ShownBattle, text: str) -> tuple[Forecast, ...]:
    """The odds of a legal action."""
    return view.forecasts(action_of(system_of(view.facts.system), text))


def _way(view: ShownBattle, block: Block, spot: Spot, number: int) -> Way:
    """The ``number``-th target of a unit."""
    query, first = _query(unit=block.key, at=spot.at), spot.choices[0]
    key = f"s{number}" if first.target.targets and number < MOST_CHANCES else ""
    if len(spot.choices) == 1 and spot.at == block.key:
        return Way(_short(first.words, block.name), 1, query, first.seldom, key=key, choice=first)
    seldom = all(choice.seldom for choice in spot.choices)
    is_ground = action_menu.is_ground(view, spot.at)
    return Way(spot.words, len(spot.choices), query, seldom, is_ground, key, choice=first)


def _ways(
    view: ShownBattle, block: Block, groups: Sequence[Group], spots: Sequence[Spot]
) -> tuple[tuple[Way, ...], bool]:
    """The targets of a unit, then its other ways, seldom used ones last; and whether it only has targets."""
    places = sorted((one for one in spots if not spot_of(one.at)), key=lambda one: action_menu.is_ground(view, one.at))
    kinds = [_kind(block, one) for one in groups]
    aims: list[Way] = []
    others: list[Way] = []
    for number, one in enumerate(places):
        (aims if one.choices[0].target.targets else others).append(_way(view, block, one, number))
    is_aimed = bool(aims) and all(way.seldom for way in (kinds if view.ground.open else others))
    return tuple(sorted((*aims, *kinds, *others), key=lambda way: way.seldom)), is_aimed


def _kind(block: Block, group: Group) -> Way:
    seldom = all(choice.seldom for choice in group.choices)
    return Way(_kind_words(block, group), len(group.choices), _query(unit=block.key, kind=group.kind), seldom)


def _kind_words(block: Block, group: Group) -> str:
    """What a group of actions does: ``Change formation``."""
    return capitalized(_short(group.words, block.name).removeprefix("Can "))


def _query(**words: str) -> str:
    return urlencode({name: value for name, value in words.items() if value})
