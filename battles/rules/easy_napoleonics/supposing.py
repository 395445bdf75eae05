"""A state that fits what a viewer knows: what he does not know is filled in by chance."""

from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.rules.easy_napoleonics.cards import CHOICE, MIX, left_over
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.setup import Captain, Force, Setup
from battles.rules.easy_napoleonics.state import Hand, State, Unit
from battles.rules.easy_napoleonics.tables import CARDS_DRAWN, Level
from battles.rules.easy_napoleonics.view import Side, View

_LEVELS: tuple[Level, ...] = ("good", "good", "fair", "bad")
"""What an unknown level is taken for: as a rule most units are fresh."""

_KEPT = 16
_SETUPS: dict[int, tuple[Rules, Setup]] = {}


def suppose(seen: View, chances: Chances) -> State:
    """A state whose view is ``seen``: the true one where nothing is hidden."""
    units = seen.units
    if seen.unknown:
        hidden = frozenset(seen.unknown)
        units = tuple(_guessed(unit, chances) if number in hidden else unit for number, unit in enumerate(units))
    return State(
        setup=_setup(seen),
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


def _setup(seen: View) -> Setup:
    """The set-up as far as it still matters: forces stand among the units by now. The same one for the same battle."""
    known = _SETUPS.get(id(seen.rules))
    if known is not None and known[0] is seen.rules and _fits(seen, known[1]):
        return known[1]
    made = _made(seen)
    if len(_SETUPS) >= _KEPT:
        _SETUPS.clear()
    _SETUPS[id(seen.rules)] = (seen.rules, made)
    return made


def _fits(seen: View, setup: Setup) -> bool:
    """Whether a set-up made for one view serves another: what stands on the board is in the state."""
    board, (a, b) = seen.board, seen.sides
    return (
        (setup.board is board or (setup.board.columns, setup.board.rows) == (board.columns, board.rows))
        and (setup.title, setup.points_win) == (seen.title, seen.points_win)
        and (setup.objectives is seen.objectives or setup.objectives == seen.objectives)
        and [(force.name, force.zone) for force in setup.forces] == [(a.name, a.zone), (b.name, b.zone)]
    )


def _made(seen: View) -> Setup:
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
    """Both hands. What another side's choice card became is one of those that it could be (EN-COST-09)."""
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
    """The cards that a side drew, its choice cards with them: it drew as many as everybody (EN-COST-08)."""
    return (*side.cards, *[CHOICE] * (CARDS_DRAWN - len(side.cards))) if side.cards else ()


def _hand(seen: View, side: Side, deck: tuple[str, ...], had: int, chances: Chances) -> Hand:
    fit = tuple(MIX) if seen.rules.options.choice_card_pool == "any_in_mix" else tuple(c for c in MIX if c in deck)
    chosen = side.chosen or tuple(chances.choice(fit) for _ in range(had - side.owes))
    return Hand(cards=side.cards, chooses=side.owes, chosen=chosen, nation=side.nation, deck=deck)
