"""The panel beside the board: who is awaited, what the picked unit may do, why not, and how the dice may fall."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.http import urlencode
from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.picture import Block
from battles.engine.pointing import Forecast
from battles.services import choosing
from battles.services.acting import action_of
from battles.services.advising import advice
from battles.services.choosing import Choice, Menu, Spot
from battles.services.forecasting import forecast
from battles.services.locking import CannotAct
from battles.services.look import Look
from battles.services.position import system_of
from battles.services.standing import Standing

SHORT: Final = 12
"""A unit with no more actions than this shows them all at once."""
WEIGHED: Final = 6
"""Of so few actions each is asked whether dice hang on it; of more only those directed against somebody."""
MOST_ASKED: Final = 2_000
"""Characters of what an address may pick."""


class Row(Struct, frozen=True):
    """A choice in a list, and the address's query that weighs it; ``""`` where no dice hang on it."""

    choice: Choice
    words: str
    weigh: str


class Way(Struct, frozen=True):
    """Somewhere to point at, or somebody to pick, and the address's query that does so."""

    words: str
    count: int
    query: str


class Panel(Struct, frozen=True, kw_only=True):
    """What the panel shows. ``areas`` and ``targets`` are what it marks on the board."""

    unit: str = ""
    at: str = ""
    block: Block | None = None
    menu: Menu = Menu()
    actors: tuple[Way, ...] = ()
    spots: tuple[Way, ...] = ()
    heading: str = ""
    shown: tuple[Row, ...] = ()
    reasons: tuple[tuple[str, Refusal], ...] = ()
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    weighed: Choice | None = None
    advised: str = ""
    forecasts: tuple[Forecast, ...] = ()
    back: str = ""
    example: str = ""

    @property
    def movable(self) -> tuple[str, ...]:
        """The units that may be dragged."""
        return tuple(actor.key for actor in self.menu.actors)


def panel(standing: Standing, look: Look, ask: Any) -> Panel:
    """The panel for what an address picks: ``unit``, ``at`` a place it points at, ``weigh`` an action, ``advice``."""
    unit, at, weigh = (ask.get(name, "")[:MOST_ASKED] for name in ("unit", "at", "weigh"))
    block = next((one for one in (*look.scene.blocks, *look.scene.off) if one.key == unit), None)
    found = choosing.menu(look)
    if ask.get("advice") and (told := advice(look)) is not None:
        return replace(_weighing(standing, look, found, block, told.text, ""), advised=told.reason)
    if weigh:
        return _weighing(standing, look, found, block, weigh, _query(unit=unit, at=at))
    if block is None:
        return _all(standing, look, found)
    return _of(standing, look, found, block, at)


def _all(standing: Standing, look: Look, menu: Menu) -> Panel:
    """Nobody is picked: who may act, or all of it where there is little."""
    actors = tuple(Way(actor.words, 0, _query(unit=actor.key)) for actor in menu.actors)
    shown = _rows(standing, look, menu.choices, "", "") if menu.question else ()
    keys = tuple(actor.key for actor in menu.actors)
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
    )


def _of(standing: Standing, look: Look, menu: Menu, block: Block, at: str) -> Panel:
    """One unit: the places it may point at, its actions there, or why there are none."""
    spots = choosing.spots(look, block.key)
    here = next((spot for spot in spots if spot.at == at), None) if at else None
    few = sum(len(spot.choices) for spot in spots) <= SHORT
    once = {choice.text: choice for spot in spots for choice in spot.choices} if few and not at else {}
    shown = tuple(here.choices if here else once.values())
    ground = {area.key for area in look.ground.areas}
    ask_why = look.acts_as is not None and not shown and (at or not spots)
    return Panel(
        unit=block.key,
        at=at,
        block=block,
        menu=menu,
        spots=() if shown else tuple(_way(block, spot) for spot in spots),
        heading=here.words if here else "What it may do",
        shown=_rows(standing, look, shown, block.key, at, block.name),
        reasons=choosing.reasons(look, block.key, at) if ask_why else (),
        areas=tuple(spot.at for spot in spots if spot.at in ground),
        targets=tuple(spot.at for spot in spots if spot.at not in ground),
        back=_query(unit=block.key),
        example=shown[0].notation if shown else "",
    )


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
    )


def _rows(
    standing: Standing, look: Look, choices: Sequence[Choice], unit: str, at: str, name: str = ""
) -> tuple[Row, ...]:
    found = []
    for choice in choices:
        asked = choice.aim.targets or len(choices) <= WEIGHED
        weigh = _query(unit=unit, at=at, weigh=choice.text) if asked and _forecasts(standing, look, choice.text) else ""
        found.append(Row(choice, _short(choice.words, name), weigh))
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
    return Way(spot.words, len(spot.choices), _query(unit=block.key, at=spot.at))


def _query(**words: str) -> str:
    return urlencode({name: value for name, value in words.items() if value})
