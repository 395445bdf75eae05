"""What a viewer may know of a battle, built up from nothing (EN-MORALE-13, EN-COST-09)."""

from operator import attrgetter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import UMPIRE, Outcome, SideId, Viewer
from battles.engine.dice import Roll
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.setup import Board, Force, Objective, Setup
from battles.rules.easy_napoleonics.state import NO_HANDS, Hand, Leader, Pair, Pending, Phase, State, Unit
from battles.rules.easy_napoleonics.tables import NationTag

TO_HIT: Final = frozenset({"EN-ART-13", "EN-MUSK-05"})
"""Why the dice of a volley are thrown that hit, and not those of its target."""


class Side(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side as everybody knows it: its name, where it deploys, its cards, and how many choices it still owes."""

    name: str
    zone: tuple[int, ...]
    score: int = 0
    cards: tuple[str, ...] = ()
    owes: int = 0
    chosen: tuple[str, ...] = ()
    """What its choice cards became, for itself and the umpire alone (EN-COST-09)."""
    nation: NationTag | None = None


class View(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle as one viewer knows it. ``units`` whose level is not known stand at ``unknown`` and read good.

    ``hand`` is the viewer's own.
    """

    viewer: Viewer
    title: str
    rules: Rules
    board: Board
    objectives: tuple[Objective, ...]
    points_win: bool
    sides: tuple[Side, Side]
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    phase: Phase
    turn: int
    acting: SideId
    holder: SideId
    streak: int
    mover: SideId
    fires_first: SideId
    first_to_deploy: SideId
    pending: tuple[Pending, ...] = ()
    nominated: tuple[int, ...] = ()
    contacts: tuple[Pair, ...] = ()
    standing: tuple[Pair, ...] = ()
    first: tuple[Pair, ...] = ()
    accepted: tuple[Pair, ...] = ()
    declined: tuple[Pair, ...] = ()
    pairs: tuple[Pair, ...] = ()
    listed: bool = False
    fought: tuple[Pair, ...] = ()
    held: tuple[tuple[int, SideId], ...] = ()
    time_called: bool = False
    outcome: Outcome | None = None
    unknown: tuple[int, ...] = ()
    hand: Hand = Hand()


OPEN: Final = (
    *("phase", "turn", "acting", "holder", "streak", "mover", "fires_first", "first_to_deploy", "pending", "nominated"),
    *("contacts", "standing", "first", "accepted", "declined", "pairs", "listed", "fought", "held", "time_called"),
    "outcome",
)
"""What everybody at the table sees of a state, by the names that view and state share, in the order of the view."""

_OPEN_OF: Final = attrgetter(*OPEN)


def view(state: State, viewer: Viewer) -> View:
    """What ``viewer`` knows: all of it, but enemy levels under ``hidden_morale`` and cards that others choose."""
    setup, units = state.setup, state.units
    hidden = _hidden(state, viewer) if setup.rules.options.hidden_morale else ()
    if hidden:
        units = tuple(_seen(unit) if number in hidden else unit for number, unit in enumerate(units))
    hands = state.hands
    rest: Any = (*_OPEN_OF(state), hidden, hands[viewer == "b"] if viewer in ("a", "b") else NO_HANDS[0])
    return View(
        viewer,
        setup.title,
        setup.rules,
        state.board,
        setup.objectives,
        setup.points_win,
        _sides(setup, state.score, hands, viewer),
        units,
        state.leaders,
        *rest,
    )


def _hidden(state: State, viewer: Viewer) -> tuple[int, ...]:
    """The units whose level ``viewer`` may not know: everybody may know who is broken, and all once it is over."""
    if viewer == UMPIRE or state.outcome is not None:
        return ()
    return tuple([n for n, unit in enumerate(state.units) if unit.side != viewer and unit.level != "broken"])


def _seen(unit: Unit) -> Unit:
    """A unit without its level: whether it has rallied is part of it, for only shaken units try."""
    return replace(unit, level="good", rallied=False)


_SIDES: Final[dict[Viewer, tuple[Setup, tuple[int, int], tuple[Hand, Hand], tuple[Side, Side]]]] = {}
"""The sides as each viewer saw them last, and what they go by."""


def _sides(setup: Setup, score: tuple[int, int], hands: tuple[Hand, Hand], viewer: Viewer) -> tuple[Side, Side]:
    kept = _SIDES.get(viewer)
    if kept is not None and kept[0] is setup and kept[1] == score and kept[2] is hands:
        return kept[3]
    a, b = setup.forces
    found = (
        _side(a, score[0], hands[0], viewer in ("a", UMPIRE)),
        _side(b, score[1], hands[1], viewer in ("b", UMPIRE)),
    )
    if viewer in ("a", "b"):
        _SIDES[viewer] = (setup, score, hands, found)
    return found


def _side(force: Force, score: int, hand: Hand, own: bool) -> Side:
    chosen = hand.chosen if own else ()
    return Side(force.name, force.zone, score, hand.cards, hand.chooses, chosen, hand.nation)


def shadow(event: Any, viewer: Viewer, sides: tuple[SideId, ...], hidden: bool) -> Any | None:
    """``event`` as ``viewer`` gets it.

    ``sides`` gives the side of each unit; ``hidden`` says that levels are secret (EN-MORALE-13).
    """
    if viewer == UMPIRE:
        return event
    if event.audience is not None and viewer not in event.audience:
        return happened.CardHidden(side=event.side)
    if not hidden:
        return event
    veil = _VEILS.get(type(event))
    return veil(event, viewer, sides) if veil else event


def _own(viewer: Viewer, sides: tuple[SideId, ...], *units: int) -> bool:
    return all(sides[unit] == viewer for unit in units)


def _of_owner(event: happened.Rallied | happened.Raised, viewer: Viewer, sides: tuple[SideId, ...]) -> Any | None:
    """Nothing for the others: that a unit can be raised says that it is not good."""
    return event if _own(viewer, sides, event.unit) else None


def _square(event: happened.SquareTried, viewer: Viewer, sides: tuple[SideId, ...]) -> Any:
    if _own(viewer, sides, event.unit):
        return event
    return happened.SquareHidden(unit=event.unit, passed=event.passed, mute=event.mute)


def _fired(event: happened.Fired, viewer: Viewer, sides: tuple[SideId, ...]) -> Any:
    """Each side knows its own half: the firer what its dice needed, the target how its checks went."""
    rolls: tuple[Roll, ...] = ()
    if _own(viewer, sides, event.target):
        rolls = tuple(roll for roll in event.rolls if roll.why not in TO_HIT)
        dice = tuple((shot.unit, shot.dice) for shot in event.shots)
        return happened.FireHidden(
            target=event.target, dice=dice, hits=event.hits, answer=event.answer, level=event.level, rolls=rolls
        )
    dice = tuple((shot.unit, shot.dice) for shot in event.shots)
    shots = event.shots if _own(viewer, sides, *(shot.unit for shot in event.shots)) else ()
    if shots:
        rolls = tuple(roll for roll in event.rolls if roll.why in TO_HIT)
    return happened.FireHidden(
        target=event.target, dice=dice, hits=event.hits, answer=event.answer, shots=shots, rolls=rolls
    )


def _fought(event: happened.Fought, viewer: Viewer, sides: tuple[SideId, ...]) -> Any:
    levels = {event.attacker: event.attack.level, event.defender: event.defence.level}
    own = tuple((unit, level) for unit, level in levels.items() if sides[unit] == viewer)
    return happened.MeleeHidden(
        attacker=event.attacker, defender=event.defender, aspect=event.aspect, winner=event.winner, levels=own
    )


_VEILS: dict[type, Any] = {
    happened.Rallied: _of_owner,
    happened.SquareTried: _square,
    happened.Fired: _fired,
    happened.Fought: _fought,
    happened.Raised: _of_owner,
}
