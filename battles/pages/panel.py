"""The panel beside the board: who is awaited, what the picked unit may do, why not, and how the dice may fall."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.http import urlencode
from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.picture import Block, Reach, spot_of
from battles.engine.pointing import Forecast
from battles.pages.board_poses import NO_POSES, Poses, of_choices, of_spots
from battles.services import choosing
from battles.services.acting import action_of
from battles.services.advising import advice
from battles.services.choosing import Choice, Group, Menu, Spot
from battles.services.forecasting import forecast
from battles.services.locking import CannotAct
from battles.services.look import Look
from battles.services.position import system_of
from battles.services.standing import Standing

SHORT: Final = 12
"""A unit with no more actions than this shows them all at once."""
DOCKED: Final = 2
"""So many actions that are nobody's, such as to end a phase, keep their place at the foot; more are a list."""
WEIGHED: Final = 6
"""Of so few actions each is asked whether dice hang on it; of more only those directed against somebody."""
MOST_ASKED: Final = 2_000
"""Characters of what an address may pick."""


class Row(Struct, frozen=True):
    """A choice in a list, and the address's query that weighs it; ``""`` where no dice hang on it.

    ``pose`` names what the board shows of it.
    """

    choice: Choice
    words: str
    weigh: str
    pose: str = ""

    @property
    def seldom(self) -> bool:
        """Whether it is folded away behind all else."""
        return self.choice.seldom

    @property
    def stands(self) -> str:
        """How the actor would stand after it, in words."""
        return self.choice.ghosts[0].words if self.choice.ghosts else ""


class Way(Struct, frozen=True):
    """Somewhere to point at, or somebody to pick, and the address's query that does so."""

    words: str
    count: int
    query: str
    seldom: bool = False


class Panel(Struct, frozen=True, kw_only=True):
    """What the panel shows.

    ``areas`` and ``targets`` are what it marks on the board, ``poses`` what it previews, ``reaches`` how far the unit
    reaches, None where that was not asked. ``here`` is the address's query for what is picked, without the reaches.
    """

    unit: str = ""
    at: str = ""
    block: Block | None = None
    menu: Menu = Menu()
    actors: tuple[Way, ...] = ()
    spots: tuple[Way, ...] = ()
    is_open: bool = False
    heading: str = ""
    shown: tuple[Row, ...] = ()
    reasons: tuple[tuple[str, Refusal], ...] = ()
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    weighed: Choice | None = None
    advised: str = ""
    forecasts: tuple[Forecast, ...] = ()
    back: str = ""
    here: str = ""
    example: str = ""
    poses: Poses = NO_POSES
    reaches: tuple[Reach, ...] | None = None

    @property
    def is_choice(self) -> bool:
        """Whether there is somebody or something to choose, or a reason why not."""
        return bool(self.block or self.actors or self.shown or self.reasons or self.listed)

    @property
    def listed(self) -> tuple[Choice, ...]:
        """The actions that are nobody's where they are a list, such as which Brigade acts; while nobody is picked."""
        choices = self.menu.choices
        return choices if len(choices) > DOCKED and not self.menu.question and not self.unit else ()

    @property
    def docked(self) -> tuple[Choice, ...]:
        """The actions that are nobody's where they are few."""
        choices = self.menu.choices
        return () if len(choices) > DOCKED or self.menu.question else choices

    @property
    def movable(self) -> tuple[str, ...]:
        """The units that may be dragged."""
        return tuple(actor.key for actor in self.menu.actors if not actor.seldom)


def panel(standing: Standing, look: Look, ask: Any) -> Panel:
    """The panel for what an address picks.

    ``unit`` and ``at`` a place it points at, or ``kind`` of what it may do; ``weigh`` an action; ``advice``; ``reach``.
    """
    unit, at, kind, weigh = (ask.get(name, "")[:MOST_ASKED] for name in ("unit", "at", "kind", "weigh"))
    block = next((one for one in (*look.scene.blocks, *look.scene.off) if one.key == unit), None)
    found = choosing.menu(look)
    if ask.get("advice") and (told := advice(look)) is not None:
        return replace(_weighing(standing, look, found, block, told.text, ""), advised=told.reason)
    if weigh:
        return _weighing(standing, look, found, block, weigh, _query(unit=unit, at=at, kind=kind))
    if block is None:
        return _all(standing, look, found)
    picked = _of(standing, look, found, block, at, kind)
    reaches = look.about(block.key) if ask.get("reach") else None
    return replace(picked, reaches=reaches, here=_query(unit=block.key, at=picked.at, kind=kind))


def _all(standing: Standing, look: Look, menu: Menu) -> Panel:
    """Nobody is picked: who may act, or all of it where there is little."""
    actors = tuple(Way(actor.words, 0, _query(unit=actor.key), actor.seldom) for actor in menu.actors)
    poses = of_choices(menu.choices) if menu.question else NO_POSES
    shown = _rows(standing, look, menu.choices, poses=poses) if menu.question else ()
    keys = tuple(actor.key for actor in menu.actors if not actor.seldom)
    example = next((choice.notation for choice in menu.choices), "")
    targets = keys or tuple(dict.fromkeys(key for row in shown for key in row.choice.aim.targets))
    areas = tuple(dict.fromkeys(area for row in shown for area in row.choice.aim.areas))
    return Panel(
        menu=menu,
        actors=actors,
        shown=shown,
        heading="What do you do?",
        areas=areas,
        targets=targets,
        example=example,
        poses=poses,
    )


def _of(standing: Standing, look: Look, menu: Menu, block: Block, at: str, kind: str) -> Panel:
    """One unit: the places it may point at, its actions there or of one kind, or why there are none."""
    spots = choosing.spots(look, block.key)
    at = _pointed(look, spots, at)
    here = next((spot for spot in spots if spot.at == at), None) if at else None
    here = here or choosing.pointed(look, block.key, at)
    groups = choosing.groups(look, block.key, spots) if look.ground.open else ()
    group = next((one for one in groups if one.kind == kind and not at), None)
    few = sum(len(spot.choices) for spot in spots) <= SHORT
    once = {choice.text: choice for spot in spots for choice in spot.choices} if few and not at else {}
    if not at and look.acts_as is not None and all(choice.seldom for choice in once.values()) and few:
        once |= {choice.text: choice for choice in choosing.meant_himself(look, block.key)}
    found = here.choices if here else group.choices if group else tuple(once.values())
    shown = tuple(sorted(found, key=lambda choice: choice.seldom))
    poses = of_spots(spots if here in spots or not here else (*spots, here), block, look.ground)
    ask_why = look.acts_as is not None and not shown and (at or not spots)
    ways = (*(_kind(block, one) for one in groups), *(_way(block, one) for one in spots if not spot_of(one.at)))
    return Panel(
        unit=block.key,
        at=at,
        block=block,
        menu=menu,
        spots=() if shown else tuple(sorted(ways, key=lambda way: way.seldom)),
        is_open=look.ground.open,
        heading=here.words if here else _short(group.words, block.name) if group else "What it may do",
        shown=_rows(standing, look, shown, block, _query(unit=block.key, at=at, kind=kind), poses, at),
        reasons=choosing.reasons(look, block.key, at) if ask_why else (),
        areas=tuple(spot.at for spot in spots if choosing.is_ground(look, spot.at)),
        targets=tuple(spot.at for spot in spots if not choosing.is_ground(look, spot.at)),
        back=_query(unit=block.key),
        example=shown[0].notation if shown else "",
        poses=poses,
    )


def _pointed(look: Look, spots: Sequence[Spot], at: str) -> str:
    """``at``, or the ground under the unit there, where a leader may ride to it but nothing is done to the unit."""
    places = {spot.at for spot in spots}
    under = next((block.area for block in look.scene.blocks if block.key == at), "")
    return under if at not in places and under in places else at


def _weighing(standing: Standing, look: Look, menu: Menu, block: Block | None, text: str, back: str) -> Panel:
    """One action and how its dice may fall; all there is where it may not be done any more."""
    choice = choosing.weighed(look, text)
    if choice is None:
        return _all(standing, look, menu)
    return Panel(
        unit=choice.aim.actor,
        block=block,
        menu=menu,
        weighed=choice,
        forecasts=_forecasts(standing, look, text),
        areas=choice.aim.areas,
        targets=choice.aim.targets,
        back=back,
        poses=of_choices((choice,)),
    )


def _rows(
    standing: Standing,
    look: Look,
    choices: Sequence[Choice],
    block: Block | None = None,
    back: str = "",
    poses: Poses = NO_POSES,
    at: str = "",
) -> tuple[Row, ...]:
    """Choices as a list; ``back`` is the query for the list, ``at`` the place that it is about."""
    name = block.name if block else ""
    found = []
    for choice in choices:
        asked = choice.aim.targets or len(choices) <= WEIGHED
        weighs = asked and _forecasts(standing, look, choice.text)
        weigh = "&".join(filter(None, (back, _query(weigh=choice.text)))) if weighs else ""
        found.append(Row(choice, _short(choice.words, name), weigh, poses.name_of(choice, at)))
    return tuple(found)


def _short(words: str, name: str) -> str:
    """An action in words without the unit that stands above it."""
    head, colon, rest = words.partition(": ")
    return rest[:1].upper() + rest[1:] if name and colon and head.startswith(name) else words


def _forecasts(standing: Standing, look: Look, text: str) -> tuple[Forecast, ...]:
    """How the dice of an action may fall."""
    try:
        return forecast(standing, look.acts_as or "", action_of(system_of(look.facts.system), text))
    except CannotAct:
        return ()


def _way(block: Block, spot: Spot) -> Way:
    if len(spot.choices) == 1 and spot.at == block.key:
        (choice,) = spot.choices
        return Way(_short(choice.words, block.name), 1, _query(unit=block.key, at=spot.at), choice.seldom)
    seldom = all(choice.seldom for choice in spot.choices)
    return Way(spot.words, len(spot.choices), _query(unit=block.key, at=spot.at), seldom)


def _kind(block: Block, group: Group) -> Way:
    return Way(_short(group.words, block.name), len(group.choices), _query(unit=block.key, kind=group.kind))


def _query(**words: str) -> str:
    return urlencode({name: value for name, value in words.items() if value})
