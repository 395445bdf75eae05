"""Exact odds of an action before it is taken. Later choices of players are stated as conditions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.dice import FixedDice
from battles.engine.forecast import Chance, Forecast, Sum
from battles.engine.odds import distribution
from battles.engine.words import with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import positions, turn
from battles.rules.mini_nap.combat import contact, melee
from battles.rules.mini_nap.combat.combatants import DICE_RULE
from battles.rules.mini_nap.combat.losses import is_removed, points_after
from battles.rules.mini_nap.command import initiative
from battles.rules.mini_nap.command.commanders import command_state
from battles.rules.mini_nap.decisions import Combat, Contact, MoveInProgress, Shot
from battles.rules.mini_nap.fire.firing_phase import current_shot
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.odds import forecast_blocks as blocks
from battles.rules.mini_nap.odds.combat_forecast import combat_forecast, combat_of_unit
from battles.rules.mini_nap.odds.forecast_blocks import (
    Conditions,
    ContactResult,
    FirstRoll,
    Viewpoint,
    after_counter_charge,
    chances_of,
    passes,
    perform,
    quality_test_forecast,
    titled,
    to_contact,
    up_to_dice,
)
from battles.rules.mini_nap.reactions import charge_answers, fire
from battles.rules.mini_nap.reactions.opportunity_charge import is_counter_charge
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import NONE, State, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES, FORMATIONS
from battles.rules.mini_nap.terrain import features
from battles.rules.mini_nap.words import names as say

CAUTION, EXTENSION, DICE = "MN-CMD-20", "MN-EXTEND-02", "MN-EXTEND-03"
SQUARE, FLIGHT, FEINT, OPPORTUNITY = "MN-REACT-42", "MN-REACT-21", "MN-REACT-50", "MN-REACT-64"


def charge(viewpoint: Viewpoint, state: State, action: act.Manoeuvre) -> Iterator[Forecast]:
    """Forecast of a declared charge, extended or not."""
    number, move = action.unit, action.move
    assert isinstance(move, act.Charge | act.ExtendedCharge)  # noqa: S101
    cautious = command_state(state, number) == "cautious"
    if isinstance(move, act.ExtendedCharge):
        yield from _extended(viewpoint, state, action, move.target, cautious=cautious)
        return
    if cautious:
        yield _caution(viewpoint, state, number)
    conditions = ("it may charge",) if cautious else ()
    yield from after_contact(
        viewpoint, number, move.target, to_contact(perform(state, viewpoint.side, action), number), conditions
    )


def _caution(viewpoint: Viewpoint, state: State, number: int) -> Forecast:
    return quality_test_forecast(viewpoint, state, number, CAUTION, "may charge", "stays for the rest of the phase")


def break_charge(viewpoint: Viewpoint, state: State, action: act.BreakCharge) -> Iterator[Forecast]:
    """Forecast of a charge in break-through, after its hit marker (MN-BREAK-08)."""
    number = action.unit
    conditions: Conditions = ()
    if command_state(state, number) == "cautious":
        yield _caution(viewpoint, state, number)
        conditions = ("it may charge",)
    yield from after_contact(
        viewpoint, number, action.target, to_contact(perform(state, viewpoint.side, action), number), conditions
    )


# Extension


def _extended(
    viewpoint: Viewpoint, state: State, action: act.Manoeuvre, target: int, *, cautious: bool
) -> Iterator[Forecast]:
    """Forecast of the test, the extension dice and the charge that follows.

    Source: MN-EXTEND-02, MN-EXTEND-03, MN-EXTEND-04, MN-EXTEND-05.
    """
    number = action.unit
    name, goal = say.unit(state, number), say.unit(state, target)
    if cautious:
        yield replace(_caution(viewpoint, state, number), brief=())
    test = quality_test_forecast(viewpoint, state, number, EXTENSION, "may extend", "disordered in place")
    yield replace(test, brief=())
    reached = _extension_results(state, viewpoint.side, action)
    enough = sum((share for _, share, there in reached if there is not None), Fraction(0))
    good, dice = viewpoint.good(state, number), _dice(state, number)
    rows = [(f"{with_verb(goal, 'is')} within reach", enough, good), ("disordered, out of reach", 1 - enough, not good)]
    least = min((rolled for rolled, _, there in reached if there is not None), default=0)
    result = f"{least} cm or more" if least else "no total is enough"
    yield Forecast(
        titled(with_verb(name, "extends its charge"), ("it may",)),
        chances_of(rows),
        (Sum(f"the extension: {dice}D{DIE_SIDES} cm", (), result),),
        DICE,
    )
    tables, rating = state.setup.rules.tables, state.units[number].rating
    charge_chance = enough * passes(tables, rating, EXTENSION) * (passes(tables, rating, CAUTION) if cautious else 1)
    rows = [("charges", charge_chance, good), ("does not charge", 1 - charge_chance, not good)]
    title = titled(f"{with_verb(name, 'charges')} {goal}, all tests and dice together")
    brief = (Chance("it charges", charge_chance, good),)
    yield Forecast(title, chances_of(rows), rule=EXTENSION, brief=brief)
    there = next((each for _, _, each in reached if each is not None), None)
    if there is not None:
        yield from after_contact(viewpoint, number, target, there, ("it charges",))


def _dice(state: State, number: int) -> int:
    return state.setup.rules.tables.extension_dice[state.units[number].type]  # type: ignore[index]


def _extension_results(
    state: State, side: SideId, action: act.Manoeuvre
) -> list[tuple[int, Fraction, ContactResult | None]]:
    """Every total of the extension dice with its chance and the charge it allows, None if it is not enough."""
    number = action.unit
    count = _dice(state, number)
    shares = distribution(lambda dice: dice.total(count, DIE_SIDES, DICE))
    rows: list[tuple[int, Fraction, ContactResult | None]] = []
    for total in sorted(shares):
        play = perform(state, side, action, FixedDice(DIE_SIDES, DICE, total))
        there = to_contact(play, number)
        rows.append((total, shares[total], there if there.state.units[number].charged else None))
    return rows


# Charges at a moving enemy


def opportunity_charge(viewpoint: Viewpoint, state: State, action: act.OpportunityCharge) -> Iterator[Forecast]:
    """Forecast of an opportunity charge or a counter-charge (MN-REACT-64, MN-REACT-70)."""
    number, move = action.unit, state.stack[-1]
    assert isinstance(move, MoveInProgress)  # noqa: S101
    options, name = state.setup.rules.options, say.unit(state, number)
    counter = is_counter_charge(move, number)
    rules = [] if counter else [OPPORTUNITY]
    if command_state(state, number) == "cautious" and (not counter or options.cautious_counter_charge_tests):
        rules.insert(0 if options.cautious_test_order == "first" else len(rules), CAUTION)
    guns = unit_class(state.units[move.unit]) == "artillery"
    is_summed = len(rules) > 1 or guns
    for rule in rules:
        test = quality_test_forecast(viewpoint, state, number, rule, "passes the test", "fails, and does nothing more")
        yield replace(test, brief=()) if is_summed else test
    good, share = viewpoint.good(state, number), Fraction(1)
    for rule in rules:
        share *= passes(state.setup.rules.tables, state.units[number].rating, rule)
    play = perform(state, viewpoint.side, action)
    after = to_contact(play, number).state
    target = say.unit(state, move.unit)
    if is_summed:
        came = f"charges, and {with_verb(target, 'is')} destroyed" if guns else "charges"
        rows = [(came, share, good), ("does not charge", 1 - share, not good)]
        brief = (Chance("it charges", share, good),)
        yield Forecast(
            titled(f"{with_verb(name, 'charges')} {target}, all tests"),
            chances_of(rows),
            rule="MN-REACT-64",
            brief=brief,
        )
    yield from combat_of_unit(viewpoint, after, number, ("it charges",) if rules else ())


# Contact


def after_contact(
    viewpoint: Viewpoint, number: int, target: int, contact_result: ContactResult, conditions: Conditions = ()
) -> Iterator[Forecast]:
    """Forecasts after a charger contacts its target: answers that need dice, and the combat."""
    state, frame = contact_result.state, contact_result.contact
    if frame is None:
        yield from combat_of_unit(viewpoint, state, number, conditions)
        return
    kinds = (
        {option.kind for option in charge_answers.answer_options(state, frame)} if frame.stage == "answer" else set()
    )
    name = say.unit(state, target)
    stands = (*conditions, f"{with_verb(name, 'stands')}") if len(kinds) > 1 or contact_result.counter else conditions
    standing = tuple(combat_of_unit(viewpoint, state, number, stands))
    counter_charged = tuple(
        _counter_charge_combat(viewpoint, number, contact_result.counter, (*conditions, f"{name} counter-charges"))
    )
    if contact_result.counter and _of_combat(standing) == _of_combat(counter_charged):
        standing, counter_charged = (
            tuple(
                combat_of_unit(
                    viewpoint, state, number, (*conditions, f"{with_verb(name, 'stands')} or counter-charges")
                )
            ),
            (),
        )
    yield from (*standing, *counter_charged)
    if "limber_and_flee" in kinds:
        yield _flight(viewpoint, state, target, (*conditions, "it tries"))
    if "emergency_square" in kinds:
        anchor = charge_answers.square_anchors(state, frame)[0]
        yield from square(viewpoint, state, frame, anchor, (*conditions, "it tries"))


def _counter_charge_combat(
    viewpoint: Viewpoint, number: int, counter: tuple[State, act.OpportunityCharge] | None, conditions: Conditions
) -> Iterator[Forecast]:
    """Forecast of the combat with a target that counter-charged, if it can."""
    if counter is not None:
        yield from combat_of_unit(viewpoint, after_counter_charge(*counter), number, conditions)


def _of_combat(forecasts: tuple[Forecast, ...]) -> list[tuple[object, ...]]:
    """Chances and sums of forecasts, without titles."""
    return [(each.chances, each.sums) for each in forecasts]


def _flight(viewpoint: Viewpoint, state: State, target: int, conditions: Conditions = ()) -> Forecast:
    return quality_test_forecast(viewpoint, state, target, FLIGHT, "flees", "destroyed", conditions=conditions)


def flight(viewpoint: Viewpoint, state: State, action: act.LimberAndFlee) -> Iterator[Forecast]:
    """Forecast of horse artillery that tries to get away (MN-REACT-21, MN-REACT-22, MN-REACT-23)."""
    yield _flight(viewpoint, state, contact.current_contact(state).target)


# Squares


def emergency_square(viewpoint: Viewpoint, state: State, action: act.EmergencySquare) -> Iterator[Forecast]:
    """Forecast of an emergency square of the charged infantry."""
    yield from square(viewpoint, state, contact.current_contact(state), action.anchor)


def square(
    viewpoint: Viewpoint, state: State, frame: Contact, anchor: str, conditions: Conditions = ()
) -> Iterator[Forecast]:
    """Forecast of an attempt to form square, the feint after it, and the combat in either case (MN-REACT-40)."""
    target, charger = frame.target, frame.charger
    yield _square_test(viewpoint, state, target, conditions, touched=True)
    formed, failed = (_square_state(state, frame, anchor, face) for face in (DIE_SIDES, 1))
    if formed is not None:
        if charge_answers.can_feint(formed, replace(frame, formed=(target,))):
            yield replace(feint_test(viewpoint, formed, charger, ("the square forms",)), brief=())
        yield from combat_of_unit(viewpoint, formed, charger, ("the square forms",))
    if failed is not None:
        yield from combat_of_unit(viewpoint, failed, charger, ("no square forms",))


def _square_test(
    viewpoint: Viewpoint, state: State, number: int, conditions: Conditions = (), *, touched: bool = False
) -> Forecast:
    """Test of one unit; if in contact, failure costs hit markers (MN-REACT-42, MN-REACT-43, MN-REACT-44)."""
    unit = state.units[number]
    failed = f"stays in {FORMATIONS[unit.formation].word}"
    if touched:
        hits = state.setup.rules.tables.square_failed_hits
        left = points_after(unit.points, hits)
        removed = is_removed(left, unit.rating, unit.formation)
        failed = "destroyed by its hit markers" if removed else f"{failed} with {say.points(left)} left"
    bonus, rule = charge_answers.square_bonus(state, number)
    return quality_test_forecast(
        viewpoint, state, number, rule, "forms square", failed, conditions=conditions, bonus=bonus
    )


def _square_state(state: State, frame: Contact, anchor: str, face: int) -> State | None:
    """State after an attempt in which the die shows ``face``; None if that cannot pass or fail."""
    play = Resolution(state, FixedDice(face))
    formed = contact.try_square(play, frame, frame.target, anchor)
    return play.state if formed == (face == DIE_SIDES) else None


def nearby(viewpoint: Viewpoint, state: State, action: act.NearbySquares) -> Iterator[Forecast]:
    """Forecast of each test of the infantry nearby."""
    for each in action.tries:
        cavalry = any(
            unit_class(state.units[enemy]) == "cavalry" for enemy in positions.enemies_in_contact(state, each.unit)
        )
        yield _square_test(viewpoint, state, each.unit, touched=cavalry)


def feint_test(viewpoint: Viewpoint, state: State, number: int, conditions: Conditions = ()) -> Forecast:
    return quality_test_forecast(viewpoint, state, number, FEINT, "rides back", "fights", conditions=conditions)


def feint(viewpoint: Viewpoint, state: State, action: act.Feint) -> Iterator[Forecast]:
    """Forecast of a feint; cavalry that fails must fight the square.

    Source: MN-REACT-50, MN-REACT-51, MN-REACT-52, MN-REACT-53.
    """
    number = contact.current_contact(state).charger
    yield feint_test(viewpoint, state, number)
    yield from combat_of_unit(viewpoint, state, number, ("it fails",))


def stay(viewpoint: Viewpoint, state: State, action: Any) -> Iterator[Forecast]:
    """Forecast of the combat if the unit stands."""
    yield from combat_of_unit(viewpoint, state, contact.current_contact(state).charger)


def forecast(seen: View, side: SideId, action: Any) -> tuple[Forecast, ...]:
    """Forecasts of a legal action of ``side`` from what ``seen`` shows; empty if it needs no dice."""
    state = state_from_view(seen)
    if turn.refuse(state, side, action) is not None:
        return ()
    viewpoint = Viewpoint(side)
    own = _ACTS.get(type(action))
    forecasts = tuple(own(viewpoint, state, action)) if own else ()
    return forecasts or tuple(_automatic_dice(viewpoint, up_to_dice(state, side, action)))


def _automatic_dice(viewpoint: Viewpoint, stopped: FirstRoll) -> Iterator[Forecast]:
    """Forecast of the first dice rolled automatically after an action."""
    state, rule = stopped.state, stopped.rule
    frame = state.stack[-1] if state.stack else None
    if stopped.unit != NONE:
        passed, failed = "passes", "fails"
        yield blocks.quality_test_forecast(viewpoint, state, stopped.unit, rule, passed, failed, bonus=stopped.bonus)
    elif rule in (initiative.FIRST_RULE, initiative.NEXT_RULE):
        yield blocks.initiative(viewpoint, state, rule)
    elif rule == DICE_RULE and isinstance(frame, Combat):
        yield from combat_forecast(viewpoint, state, frame)
    elif rule and isinstance(frame, Shot):
        yield from blocks.shot_forecast(viewpoint, state, frame.unit, frame.target, frame.aim, frame.face)


def _manoeuvre(viewpoint: Viewpoint, state: State, action: act.Manoeuvre) -> Iterator[Forecast]:
    if isinstance(action.move, act.Charge | act.ExtendedCharge):
        yield from charge(viewpoint, state, action)


def _fire(viewpoint: Viewpoint, state: State, action: act.Fire) -> Iterator[Forecast]:
    """The test of a unit out of command, then the shot, if it is not suppressed."""
    conditions = []
    if command_state(state, action.unit) == "out":
        yield blocks.quality_test_forecast(
            viewpoint, state, action.unit, "MN-FIRE-06", "may fire", "does not fire in this phase"
        )
        conditions.append("it may fire")
    shot = Shot(unit=action.unit, target=action.target, aim=action.aim, face=action.face)
    if fire.options(state, shot):
        conditions.append("it is not suppressed")
    yield from blocks.shot_forecast(
        viewpoint, state, action.unit, action.target, action.aim, action.face, tuple(conditions)
    )


def _fire_structure(viewpoint: Viewpoint, state: State, action: act.FireStructure) -> Iterator[Forecast]:
    conditions: Conditions = ()
    if command_state(state, action.unit) == "out":
        yield blocks.quality_test_forecast(
            viewpoint, state, action.unit, "MN-FIRE-06", "may fire", "does not fire in this phase"
        )
        conditions = ("it may fire",)
    structure = features.feature_named(state, action.structure)
    if structure is not None:
        yield blocks.structure_forecast(viewpoint, state, action.unit, structure, conditions)


def _return_fire(viewpoint: Viewpoint, state: State, action: act.ReturnFire) -> Iterator[Forecast]:
    yield from blocks.shot_forecast(viewpoint, state, action.unit, current_shot(state).unit, action.aim, action.face)


def _join(viewpoint: Viewpoint, state: State, action: act.Join) -> Iterator[Forecast]:
    after = to_contact(perform(state, viewpoint.side, action), action.unit).state
    yield from combat_of_unit(viewpoint, after, action.unit, ("no other unit joins in",))


def _break_square(viewpoint: Viewpoint, state: State, action: act.BreakSquare) -> Iterator[Forecast]:
    yield blocks.quality_test_forecast(
        viewpoint, state, action.unit, "MN-HTH-05", "forms column and joins in", "stays in square"
    )
    after = to_contact(perform(state, viewpoint.side, action), action.unit).state
    yield from combat_of_unit(viewpoint, after, action.unit, ("it breaks out", "no other unit joins in"))


def _choose_group(viewpoint: Viewpoint, state: State, action: act.ChooseGroup) -> Iterator[Forecast]:
    after = perform(state, viewpoint.side, action).state
    yield from combat_forecast(viewpoint, after, melee.current_combat(after))


def _allot(viewpoint: Viewpoint, state: State, action: act.Allot) -> Iterator[Forecast]:
    """The combat with this side's allotment and the known allotments of the other side."""
    after = perform(state, viewpoint.side, action).state
    yield from combat_forecast(viewpoint, after, melee.current_combat(after))


_ACTS: Final[dict[type, Callable[[Viewpoint, State, Any], Iterator[Forecast]]]] = {
    act.Manoeuvre: _manoeuvre,
    act.OpportunityCharge: opportunity_charge,
    act.Stay: stay,
    act.LimberAndFlee: flight,
    act.EmergencySquare: emergency_square,
    act.NearbySquares: nearby,
    act.Feint: feint,
    act.Fire: _fire,
    act.FireStructure: _fire_structure,
    act.ReturnFire: _return_fire,
    act.Join: _join,
    act.BreakSquare: _break_square,
    act.ChooseGroup: _choose_group,
    act.Allot: _allot,
    act.BreakCharge: break_charge,
}
"""Forecast function of each action that needs dice."""
