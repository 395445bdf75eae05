"""Hidden information: views, events as each side sees them, states that fit a view (EN-MORALE-13, EN-COST-09)."""

from operator import attrgetter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import UMPIRE, Option, Outcome, SideId, Viewer
from battles.engine.dice import Roll
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.setup import CHOICE, MIX, left_over
from battles.rules.easy_napoleonics.state import (
    NO_HANDS,
    Board,
    Captain,
    Force,
    Hand,
    Leader,
    Objective,
    Pair,
    Pending,
    Phase,
    Setup,
    State,
    Unit,
)
from battles.rules.easy_napoleonics.tables import CARDS_DRAWN, Level, NationTag
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.turn import legality

TO_HIT: Final = frozenset({"EN-ART-13", "EN-MUSK-05"})
"""Rules that ask for the dice of the firing units; other dice of a volley belong to the target."""


class Side(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Public facts of a side: its name, deployment zone, cards, and the choices that it still has to make."""

    name: str
    zone: tuple[int, ...]
    score: int = 0
    cards: tuple[str, ...] = ()
    owes: int = 0
    chosen: tuple[str, ...] = ()
    """What its choice cards became; only the side itself and the umpire see it (EN-COST-09)."""
    nation: NationTag | None = None


class View(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle as one viewer sees it.

    ``unknown`` lists the units whose level is hidden; their ``level`` reads good. ``hand`` is the viewer's own.
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
"""Public fields of a state; the view has the same names, in this order."""

_OPEN_OF: Final = attrgetter(*OPEN)


def view(state: State, viewer: Viewer) -> View:
    """The battle as ``viewer`` sees it, without enemy levels under ``hidden_morale`` and cards that others choose."""
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
    """Units whose level ``viewer`` may not know. Broken units are public; after the battle all levels are."""
    if viewer == UMPIRE or state.outcome is not None:
        return ()
    return tuple([n for n, unit in enumerate(state.units) if unit.side != viewer and unit.level != "broken"])


def _seen(unit: Unit) -> Unit:
    """A unit without its level, and without its try to rally, since only shaken units try."""
    return replace(unit, level="good", rallied=False)


_SIDES: Final[dict[Viewer, tuple[Setup, tuple[int, int], tuple[Hand, Hand], tuple[Side, Side]]]] = {}
"""The last sides made for each viewer, with the facts that they depend on."""


def _sides(setup: Setup, score: tuple[int, int], hands: tuple[Hand, Hand], viewer: Viewer) -> tuple[Side, Side]:
    cached = _SIDES.get(viewer)
    if cached is not None and cached[0] is setup and cached[1] == score and cached[2] is hands:
        return cached[3]
    a, b = setup.forces
    sides = (
        _side(a, score[0], hands[0], viewer in ("a", UMPIRE)),
        _side(b, score[1], hands[1], viewer in ("b", UMPIRE)),
    )
    if viewer in ("a", "b"):
        _SIDES[viewer] = (setup, score, hands, sides)
    return sides


def _side(force: Force, score: int, hand: Hand, own: bool) -> Side:
    chosen = hand.chosen if own else ()
    return Side(force.name, force.zone, score, hand.cards, hand.chooses, chosen, hand.nation)


def shadow(state: State, event: Any, viewer: Viewer) -> Any | None:
    """``event`` as ``viewer`` sees it; levels are left out under ``hidden_morale`` (EN-MORALE-13, EN-RULING-116)."""
    if viewer == UMPIRE:
        return event
    if event.audience is not None and viewer not in event.audience:
        return happened.CardHidden(side=event.side)
    if not state.setup.rules.options.hidden_morale:
        return event
    make_shadow = _SHADOWS.get(type(event))
    return make_shadow(event, viewer, tuple(unit.side for unit in state.units)) if make_shadow else event


def _own(viewer: Viewer, sides: tuple[SideId, ...], *units: int) -> bool:
    return all(sides[unit] == viewer for unit in units)


def _of_owner(event: happened.Rallied | happened.Raised, viewer: Viewer, sides: tuple[SideId, ...]) -> Any | None:
    """The event for its own side, None for the others: a raise would show that the unit was not good."""
    return event if _own(viewer, sides, event.unit) else None


def _square(event: happened.SquareTried, viewer: Viewer, sides: tuple[SideId, ...]) -> Any:
    if _own(viewer, sides, event.unit):
        return event
    return happened.SquareHidden(unit=event.unit, passed=event.passed, mute=event.mute)


def _fired(event: happened.Fired, viewer: Viewer, sides: tuple[SideId, ...]) -> Any:
    """The firing side sees what its dice needed; the other side sees the checks of its target."""
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


_SHADOWS: dict[type, Any] = {
    happened.Rallied: _of_owner,
    happened.SquareTried: _square,
    happened.Fired: _fired,
    happened.Fought: _fought,
    happened.Raised: _of_owner,
}

_LEVELS: tuple[Level, ...] = ("good", "good", "fair", "bad")
"""Levels to choose from for a hidden level; good is twice as likely, since most units are fresh."""

_KEPT_SETUPS = 16
_SETUPS: dict[int, tuple[Rules, Setup]] = {}


def resample(seen: View, chances: Chances) -> State:
    """Random state that fits the view ``seen``; the true state if nothing is hidden."""
    units = seen.units
    if seen.unknown:
        hidden = frozenset(seen.unknown)
        units = tuple(_guessed(unit, chances) if number in hidden else unit for number, unit in enumerate(units))
    return State(
        setup=setup_from_view(seen),
        board=seen.board,
        units=units,
        leaders=seen.leaders,
        phase=seen.phase,
        turn=seen.turn,
        acting=seen.acting,
        holder=seen.holder,
        streak=seen.streak,
        mover=seen.mover,
        fires_first=seen.fires_first,
        first_to_deploy=seen.first_to_deploy,
        pending=seen.pending,
        hands=_hands(seen, chances),
        nominated=seen.nominated,
        contacts=seen.contacts,
        standing=seen.standing,
        first=seen.first,
        accepted=seen.accepted,
        declined=seen.declined,
        pairs=seen.pairs,
        listed=seen.listed,
        fought=seen.fought,
        score=(seen.sides[0].score, seen.sides[1].score),
        held=seen.held,
        time_called=seen.time_called,
        outcome=seen.outcome,
    )


def _guessed(unit: Unit, chances: Chances) -> Unit:
    return replace(unit, level=chances.choice(_LEVELS))


def setup_from_view(seen: View) -> Setup:
    """Set-up of a view's battle, without the forces, which are among the units. The same object for the same battle."""
    cached = _SETUPS.get(id(seen.rules))
    if cached is not None and cached[0] is seen.rules and _fits(seen, cached[1]):
        return cached[1]
    setup = _new_setup(seen)
    if len(_SETUPS) >= _KEPT_SETUPS:
        _SETUPS.clear()
    _SETUPS[id(seen.rules)] = (seen.rules, setup)
    return setup


def _fits(seen: View, setup: Setup) -> bool:
    """True if a set-up made for one view fits another view."""
    board, (a, b) = seen.board, seen.sides
    return (
        (setup.board is board or (setup.board.columns, setup.board.rows) == (board.columns, board.rows))
        and (setup.title, setup.points_win) == (seen.title, seen.points_win)
        and (setup.objectives is seen.objectives or setup.objectives == seen.objectives)
        and [(force.name, force.zone) for force in setup.forces] == [(a.name, a.zone), (b.name, b.zone)]
    )


def _new_setup(seen: View) -> Setup:
    a, b = (Force(name=side.name, units=(), leaders=(Captain("?"),), zone=side.zone) for side in seen.sides)
    return Setup(
        title=seen.title,
        board=seen.board,
        forces=(a, b),
        rules=seen.rules,
        objectives=seen.objectives,
        points_win=seen.points_win,
    )


def _hands(seen: View, chances: Chances) -> tuple[Hand, Hand]:
    """Both hands. The other side's choice is a random one of those that are possible (EN-COST-09)."""
    if not any(side.cards for side in seen.sides):
        return Hand(), Hand()
    drawn = [_drawn(side) for side in seen.sides]
    shared = seen.rules.options.card_deck == "shared" and all(drawn)
    a, b = (
        _hand(seen, side, left_over(*drawn) if shared else left_over(cards), cards.count(CHOICE), chances)
        if side.cards
        else Hand()
        for side, cards in zip(seen.sides, drawn, strict=True)
    )
    return (seen.hand if seen.viewer == "a" else a, seen.hand if seen.viewer == "b" else b)


def _drawn(side: Side) -> tuple[str, ...]:
    """All cards that a side drew, with its choice cards: each side drew the same number (EN-COST-08)."""
    return (*side.cards, *[CHOICE] * (CARDS_DRAWN - len(side.cards))) if side.cards else ()


def _hand(seen: View, side: Side, deck: tuple[str, ...], had: int, chances: Chances) -> Hand:
    fit = tuple(MIX) if seen.rules.options.choice_card_pool == "any_in_mix" else tuple(c for c in MIX if c in deck)
    chosen = side.chosen or tuple(chances.choice(fit) for _ in range(had - side.owes))
    return Hand(cards=side.cards, chooses=side.owes, chosen=chosen, nation=side.nation, deck=deck)


_KEPT_STATES: Final = 16
_STATES: Final[dict[int, tuple[View, State]]] = {}


def state_from_view(seen: View) -> State:
    """State that fits the view ``seen``, the same object each time. Units with a hidden level are Good in it."""
    cached = _STATES.get(id(seen))
    if cached is not None and cached[0] is seen:
        return cached[1]
    state = resample(replace(seen, unknown=()) if seen.unknown else seen, Chances(b"known"))
    if len(_STATES) >= _KEPT_STATES:
        del _STATES[next(iter(_STATES))]
    _STATES[id(seen)] = (seen, state)
    return state


def legal_options_of(state: State, side: SideId) -> tuple[Option, ...]:
    """Legal options of ``side``, or of the umpire."""
    return legality.umpire_options(state) if side == UMPIRE else legality.options(field_of(state), state, side)
