"""Positions of the Manoeuvre phase, with ways to go on."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.kits.open_table.footprints import DEGREE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Feature, ForceUnit, State
from battles.rules.mini_nap.tables import FeatureKind
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.table_positions import battle, force, mm, playing, recruit

LINES = ("fence", "wall", "stream", "river", "ditch", "road")


def foot(name: str = "foot", x: float = 0, y: float = 0, facing: float = 0, **facts: Any) -> ForceUnit:
    """An infantry line, or what ``facts`` say; places are from the middle of the table."""
    return recruit(name, **{"type": "line_infantry", **facts}, at=(X + x, Y + y), facing=facing)


def horse(name: str = "horse", x: float = 0, y: float = 0, facing: float = 0, **facts: Any) -> ForceUnit:
    """Heavy cavalry in line, or what ``facts`` say."""
    return recruit(name, **{"type": "heavy_cavalry", **facts}, at=(X + x, Y + y), facing=facing)


def light(name: str = "light", x: float = 0, y: float = 0, facing: float = 0, **facts: Any) -> ForceUnit:
    """Light infantry in skirmish line, or what ``facts`` say."""
    given = {"type": "light_infantry", "formation": "skirmish_line", **facts}
    return recruit(name, **given, at=(X + x, Y + y), facing=facing)


def guns(name: str = "guns", x: float = 0, y: float = 0, facing: float = 0, **facts: Any) -> ForceUnit:
    """A medium foot battery, or what ``facts`` say."""
    given = {"type": "foot_artillery", "points": 4, "weight": "medium", **facts}
    return recruit(name, **given, at=(X + x, Y + y), facing=facing)


def strip(kind: FeatureKind, bottom: float, top: float, left: float = -10, right: float = 10, **facts: Any) -> Feature:
    """A feature across the way: an area, or a line along its middle from left to right."""
    key = facts.pop("key", kind)
    if kind in LINES:
        middle = mm(Y + (bottom + top) / 2)
        points = ((mm(X + left), middle), (mm(X + right), middle))
        return Feature(key=key, kind=kind, points=points, width=mm(top - bottom), **facts)
    corners = ((left, bottom), (left, top), (right, top), (right, bottom))
    return Feature(key=key, kind=kind, points=tuple((mm(X + x), mm(Y + y)) for x, y in corners), **facts)


def field(
    *a: ForceUnit,
    against: tuple[ForceUnit, ...] = (),
    features: tuple[Feature, ...] = (),
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Side a's only Brigade manoeuvres, all in command. ``a`` and then ``against`` are the units from 0."""
    enemy = against or (recruit("far", at=(5, 115)),)
    state = battle(
        force(*a), force(*enemy), features=features, options=options, **{"step": "manoeuvre", "brigade": 0, **changes}
    )
    return replace(state, units=tuple(replace(unit, command="in") for unit in state.units))


def plan(number: int = 0, move: Any = None, **steps: Any) -> act.Manoeuvre:
    """A manoeuvre: steps before as ``pivot`` (degrees), ``about``, ``change``; after it as ``then``."""
    then = steps.pop("then", act.NO_FREE_STEPS)
    more = {name: steps.pop(name) for name in ("defend", "leave") if name in steps}
    return act.Manoeuvre(number, before(**steps), move, then, **more)


def before(
    pivot: float | None = None, *, about: bool = False, change: Any = None, change_first: bool = True
) -> act.FreeSteps:
    """Free steps; ``pivot`` is the bearing in degrees."""
    bearing = None if pivot is None else round(pivot * DEGREE) % 3600
    return act.FreeSteps(change=change, pivot=bearing, about_face=about, change_first=change_first)


def refused(state: State, action: Any, side: str = "a") -> Refusal | None:
    """Why an action may not be taken now."""
    handler = turn.current_handler(state)
    if not isinstance(action, handler.takes):
        return Refusal("wrong_phase", "", "It answers nothing now.")
    return handler.refuse(state, side, action)


def why(state: State, action: Any, side: str = "a") -> str:
    """The rule of a refusal; ``""`` where the action may be taken."""
    found = refused(state, action, side)
    return "" if found is None else found.rule


def go(state: State, action: Any, *faces: int) -> Resolution:
    """Do a legal manoeuvre and go on to the next choice."""
    return on(playing(state, *faces), "a", action)


def on(play: Resolution, side: str, action: Any) -> Resolution:
    """A legal answer of a side, and on to the next choice."""
    found = refused(play.state, action, side)
    assert found is None, found
    turn.current_handler(play.state).perform(play, side, action)
    return settle(play)


def settle(play: Resolution) -> Resolution:
    """Go on while there is work to do and nobody is asked."""
    while play.state.stack and not turn.deciders(play.state):
        turn.current_handler(play.state).proceed(play)
    return play


def asked(play: Resolution) -> tuple[str, ...]:
    """The kinds of answers that are listed now, for whoever is asked in the middle of something."""
    if not play.state.stack:
        return ()
    (side,) = turn.deciders(play.state)
    return tuple(option.kind for option in turn.current_handler(play.state).options(play.state, side))


def listed(state: State, side: str, kind: str = "") -> list[Any]:
    """All actions that are listed, of one kind or of all."""
    found = turn.current_handler(state).options(state, side)
    return [action for option in found if kind in ("", option.kind) for action in option.actions]


def at(state: State, number: int) -> tuple[float, float]:
    """Where a unit is, in centimetres from the middle of the table."""
    unit = state.units[number]
    return round(unit.x / 100 - X, 3), round(unit.y / 100 - Y, 3)


def moves(play: Resolution) -> list[happened.Moved]:
    return [event for event in play.events if isinstance(event, happened.Moved)]


def noted(state: State, number: int, **notes: Any) -> State:
    """The battle with notes or markers of a unit changed."""
    units = state.units
    return replace(state, units=(*units[:number], replace(units[number], **notes), *units[number + 1 :]))


def passed(play: Resolution) -> Resolution:
    """Nobody charges whoever is on his way."""
    while "pass" in asked(play):
        on(play, turn.deciders(play.state)[0], act.Pass())
    return play
