"""The odds of charges and of the answers to them: caution, extension, squares, feints, and the combat that follows."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.odds import distribution
from battles.engine.pointing import Forecast, Sum
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import answers, board, contacts, feinting, squares
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.forecasting_fight import fight_of
from battles.rules.mini_nap.forecasting_known import Asker, Conditions, Met, Same, countered, done, to_contact
from battles.rules.mini_nap.forecasting_parts import chances_of, passes, titled, trial
from battles.rules.mini_nap.frames import Contact, Course
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.losses import is_removed, points_after
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import DIE_SIDES, FORMATIONS

CAUTION, EXTENSION, DICE = "MN-CMD-20", "MN-EXTEND-02", "MN-EXTEND-03"
SQUARE, FLIGHT, FEINT, OPPORTUNITY = "MN-REACT-42", "MN-REACT-21", "MN-REACT-50", "MN-REACT-64"


def charge(asker: Asker, state: State, action: act.Manoeuvre) -> Iterator[Forecast]:
    """A charge that is declared, extended or not (section 5.6)."""
    number, move = action.unit, action.move
    assert isinstance(move, act.Charge | act.ExtendedCharge)  # noqa: S101
    cautious = command_of(state, number) == "cautious"
    if cautious:
        yield _caution(asker, state, number)
    if isinstance(move, act.ExtendedCharge):
        yield from _extended(asker, state, action, move.target, cautious=cautious)
        return
    conditions = ("it dares",) if cautious else ()
    yield from met(asker, number, move.target, to_contact(done(state, asker.side, action), number), conditions)


def _caution(asker: Asker, state: State, number: int) -> Forecast:
    return trial(asker, state, number, CAUTION, "dares it", "stays for the rest of the phase")


def break_charge(asker: Asker, state: State, action: act.BreakCharge) -> Iterator[Forecast]:
    """A charge out of break-through, after its hit marker (MN-BREAK-08)."""
    number = action.unit
    conditions: Conditions = ()
    if command_of(state, number) == "cautious":
        yield _caution(asker, state, number)
        conditions = ("it dares",)
    yield from met(asker, number, action.target, to_contact(done(state, asker.side, action), number), conditions)


# Extension


def _extended(asker: Asker, state: State, action: act.Manoeuvre, target: int, *, cautious: bool) -> Iterator[Forecast]:
    """The test, the dice and the charge from where they lead (MN-EXTEND-02 to 05)."""
    number = action.unit
    name, goal = say.unit(state, number), say.unit(state, target)
    yield trial(asker, state, number, EXTENSION, "may press on", "disordered where it stands")
    reached = _reaching(state, asker.side, action)
    enough = sum((share for _, share, there in reached if there is not None), Fraction(0))
    good, dice = asker.good(state, number), _dice(state, number)
    rows = [(f"{goal} is within reach", enough, good), ("disordered, out of reach", 1 - enough, not good)]
    least = min((thrown for thrown, _, there in reached if there is not None), default=0)
    result = f"{least} cm or more" if least else "never enough"
    yield Forecast(
        titled(f"{name} presses on", ("it may",)),
        chances_of(rows),
        (Sum(f"the extension: {dice}D{DIE_SIDES} cm", (), result),),
        DICE,
    )
    tables, rating = state.setup.rules.tables, state.units[number].rating
    made = enough * passes(tables, rating, EXTENSION) * (passes(tables, rating, CAUTION) if cautious else 1)
    rows = [("charges", made, good), ("does not charge", 1 - made, not good)]
    yield Forecast(titled(f"{name} charges {goal}, all tests and dice together"), chances_of(rows), rule=EXTENSION)
    there = next((each for _, _, each in reached if each is not None), None)
    if there is not None:
        yield from met(asker, number, target, there, ("it charges",))


def _dice(state: State, number: int) -> int:
    return state.setup.rules.tables.extension_dice[state.units[number].type]  # type: ignore[index]


def _reaching(state: State, side: SideId, action: act.Manoeuvre) -> list[tuple[int, Fraction, Met | None]]:
    """Every throw of the extension with its chance, and the charge that it makes possible, None for none."""
    number = action.unit
    count = _dice(state, number)
    shares = distribution(lambda dice: dice.total(count, DIE_SIDES, DICE))
    found: list[tuple[int, Fraction, Met | None]] = []
    for thrown in sorted(shares):
        play = done(state, side, action, Same(DIE_SIDES, DICE, thrown))
        there = to_contact(play, number)
        found.append((thrown, shares[thrown], there if there.state.units[number].charged else None))
    return found


# Charges at whoever is on his way


def opportunity(asker: Asker, state: State, action: act.OpportunityCharge) -> Iterator[Forecast]:
    """A charge at a mover, or a counter-charge (MN-REACT-60 to 73)."""
    number, course = action.unit, state.stack[-1]
    assert isinstance(course, Course)  # noqa: S101
    options, name = state.setup.rules.options, say.unit(state, number)
    counter = course.target == number and course.travel in ("charge", "break_charge")
    rules = [] if counter else [OPPORTUNITY]
    if command_of(state, number) == "cautious" and (not counter or options.cautious_counter_charge_tests):
        rules.insert(0 if options.cautious_test_order == "first" else len(rules), CAUTION)
    for rule in rules:
        yield trial(asker, state, number, rule, "goes on", "fails, and does no more")
    good, share = asker.good(state, number), Fraction(1)
    for rule in rules:
        share *= passes(state.setup.rules.tables, state.units[number].rating, rule)
    play = done(state, asker.side, action)
    after = to_contact(play, number).state
    guns = unit_class(state.units[course.unit]) == "artillery"
    target = say.unit(state, course.unit)
    if len(rules) > 1 or guns:
        came = f"charges, and {target} is destroyed" if guns else "charges"
        rows = [(came, share, good), ("does not charge", 1 - share, not good)]
        yield Forecast(titled(f"{name} charges {target}, all together"), chances_of(rows), rule="MN-REACT-64")
    yield from fight_of(asker, after, number, ("it charges",) if rules else ())


# Contact


def met(asker: Asker, number: int, target: int, way: Met, conditions: Conditions = ()) -> Iterator[Forecast]:
    """What may follow once a charger touches its target: each answer that dice hang on, and the combat."""
    state, frame = way.state, way.contact
    if frame is None:
        yield from fight_of(asker, state, number, conditions)
        return
    kinds = {option.kind for option in answers.options(state, frame)} if frame.stage == "answer" else set()
    name = say.unit(state, target)
    stands = (*conditions, f"{name} stands") if len(kinds) > 1 or way.counter else conditions
    stood = tuple(fight_of(asker, state, number, stands))
    met_by = tuple(_countered(asker, number, way.counter, (*conditions, f"{name} counter-charges")))
    if way.counter and _of_combat(stood) == _of_combat(met_by):
        stood, met_by = tuple(fight_of(asker, state, number, (*conditions, f"{name} stands or counter-charges"))), ()
    yield from (*stood, *met_by)
    if "limber_and_flee" in kinds:
        yield _flight(asker, state, target, (*conditions, "it tries"))
    if "emergency_square" in kinds:
        anchor = answers.stands_of(state, frame)[0]
        yield from square(asker, state, frame, anchor, (*conditions, "it tries"))


def _countered(
    asker: Asker, number: int, counter: tuple[State, act.OpportunityCharge] | None, conditions: Conditions
) -> Iterator[Forecast]:
    """The combat with a target that has counter-charged, if it may."""
    if counter is not None:
        yield from fight_of(asker, countered(*counter), number, conditions)


def _of_combat(forecasts: tuple[Forecast, ...]) -> list[tuple[object, ...]]:
    """What forecasts say of a combat, whatever has led to it."""
    return [(each.chances, each.sums) for each in forecasts]


def _flight(asker: Asker, state: State, target: int, conditions: Conditions = ()) -> Forecast:
    return trial(asker, state, target, FLIGHT, "flees", "destroyed", conditions=conditions)


def flight(asker: Asker, state: State, action: act.LimberAndFlee) -> Iterator[Forecast]:
    """Horse artillery that tries to get away (MN-REACT-21 to 23)."""
    yield _flight(asker, state, contacts.contact_of(state).target)


# Squares


def emergency_square(asker: Asker, state: State, action: act.EmergencySquare) -> Iterator[Forecast]:
    """The try of the infantry that is charged."""
    yield from square(asker, state, contacts.contact_of(state), action.anchor)


def square(asker: Asker, state: State, frame: Contact, anchor: str, conditions: Conditions = ()) -> Iterator[Forecast]:
    """A try for an emergency square, the feint that may answer it, and the combat in either case (MN-REACT-40)."""
    target, charger = frame.target, frame.charger
    yield _try(asker, state, target, conditions, touched=True)
    formed, failed = (_tried(state, frame, anchor, face) for face in (DIE_SIDES, 1))
    if formed is not None:
        if feinting.may(formed, replace(frame, formed=(target,))):
            yield feint_test(asker, formed, charger, ("the square forms",))
        yield from fight_of(asker, formed, charger, ("the square forms",))
    if failed is not None:
        yield from fight_of(asker, failed, charger, ("no square forms",))


def _try(asker: Asker, state: State, number: int, conditions: Conditions = (), *, touched: bool = False) -> Forecast:
    """One unit's test; infantry in contact that fails takes hit markers (MN-REACT-42 to 44)."""
    unit = state.units[number]
    failed = f"stays in {FORMATIONS[unit.formation].word}"
    if touched:
        hits = state.setup.rules.tables.square_failed_hits
        left = points_after(unit.points, hits)
        gone = is_removed(left, unit.rating, unit.formation)
        failed = "destroyed by its hit markers" if gone else f"{failed} with {say.points(left)} left"
    bonus, rule = squares.bonus(state, number)
    return trial(asker, state, number, rule, "forms square", failed, conditions=conditions, bonus=bonus)


def _tried(state: State, frame: Contact, anchor: str, face: int) -> State | None:
    """The battle after a try in which the die shows ``face``; None where a pass or a failure cannot be."""
    play = Play(state, Same(face))
    formed = contacts.try_square(play, frame, frame.target, anchor)
    return play.state if formed == (face == DIE_SIDES) else None


def nearby(asker: Asker, state: State, action: act.NearbySquares) -> Iterator[Forecast]:
    """The infantry nearby that tries, each by itself."""
    for each in action.tries:
        cavalry = any(unit_class(state.units[enemy]) == "cavalry" for enemy in board.touched(state, each.unit))
        yield _try(asker, state, each.unit, touched=cavalry)


def feint_test(asker: Asker, state: State, number: int, conditions: Conditions = ()) -> Forecast:
    return trial(asker, state, number, FEINT, "rides back", "fights", conditions=conditions)


def feint(asker: Asker, state: State, action: act.Feint) -> Iterator[Forecast]:
    """Cavalry that tries to ride back, or has to fight the square (MN-REACT-50 to 53)."""
    number = contacts.contact_of(state).charger
    yield feint_test(asker, state, number)
    yield from fight_of(asker, state, number, ("it fails",))


def stay(asker: Asker, state: State, action: Any) -> Iterator[Forecast]:
    """The combat of those who touch, once one of them has said that it stands."""
    yield from fight_of(asker, state, contacts.contact_of(state).charger)
