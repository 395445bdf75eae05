"""Laws of every moment of every battle: each raises where it fails."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import Setup, State, Unit
from battles.rules.easy_napoleonics.tables import LEVELS, PRINTED
from tests.rules.easy_napoleonics.builders.battles import grid_of, listed, steps

SIDES = ("a", "b")


@dataclass
class Moment:
    """One event with the state before it and after it, and what every leader has moved this turn."""

    before: State
    event: Any
    after: State
    walked: dict[int, int] = field(default_factory=dict)


def moments(setup: Setup, seed: int) -> Iterator[Moment | State]:
    """Every event of a battle, and after each step the state in which a side decides or all is over."""
    walked: dict[int, int] = {}
    for state, _, _, step in steps(setup, seed):
        for event in step.events:
            before, state = state, SYSTEM.evolve(state, event)
            _walk(walked, before, event)
            yield Moment(before, event, state, walked)
        yield step.state


def _walk(walked: dict[int, int], before: State, event: Any) -> None:
    """The hexes that leaders cover: on foot at least the distance, with a unit those of its Move."""
    if isinstance(event, happened.TurnBegan):
        walked.clear()
    elif isinstance(event, happened.LeaderPlaced) and event.how == "moved":
        distance = grid_of(before).distance(before.leaders[event.leader].cell, event.cell)
        walked[event.leader] = walked.get(event.leader, 0) + distance
    elif isinstance(event, happened.Activated):
        for man in event.along:
            walked[man] = walked.get(man, 0) + len(event.path)


# Laws of a state in which a side decides.


def on_the_board(unit: Unit) -> bool:
    return unit.cell >= 0


def units_are_somewhere(state: State) -> None:
    """EN-UNIT-06, EN-RULING-120: on the board, still to be deployed or to arrive, or broken and off it."""
    early = state.phase in ("cards", "deployment")
    for unit in state.units:
        if unit.arrival is not None:
            assert not on_the_board(unit), unit
            assert (unit.level == "broken", unit.used, unit.activated, unit.rallied) == (False, 0, False, False), unit
        else:
            assert on_the_board(unit) != (unit.level == "broken") or (early and unit.level != "broken"), unit


def hexes_hold_one_unit(state: State) -> None:
    """EN-UNIT-04, EN-OPT-08."""
    size = state.board.columns * state.board.rows
    held: dict[int, list[Unit]] = {}
    for unit in filter(on_the_board, state.units):
        assert unit.cell < size, unit
        held.setdefault(unit.cell, []).append(unit)
    for there in held.values():
        sharing = state.setup.rules.options.grand_battery and len(there) == 2
        alike = len({unit.side for unit in there}) == 1 and all(unit.kind in ARTILLERY for unit in there)
        assert len(there) == 1 or (sharing and alike), there


def leaders_stand_with_friends(state: State) -> None:
    """EN-LEADER-04, EN-LEADER-12; a leader run over stays in the hex until the flight (EN-RULING-86)."""
    fleeing = {owed.leader for owed in state.pending if owed.kind == "relocate"}
    for number, man in enumerate(state.leaders):
        assert man.alive or man.cell < 0, man
        sides = {other.side for other in (*state.units, *state.leaders) if other.cell == man.cell >= 0}
        assert sides <= {man.side} or number in fleeing, man


def ponds_are_empty(state: State) -> None:
    """EN-RULING-51."""
    if state.setup.rules.options.pond_impassable:
        ponds = {cell for cell, kind in state.board.terrain if kind == "pond"}
        assert not [one for one in (*state.units, *state.leaders) if one.cell in ponds]


def worth_is_conserved(state: State) -> None:
    """EN-VP-01: the score is the worth of the enemy's broken units and killed leaders."""
    for side, score in zip(SIDES, state.score, strict=True):
        broken = sum(unit.worth for unit in state.units if unit.side != side and unit.level == "broken")
        fallen = sum(not man.alive for man in state.leaders if man.side != side)
        assert score == broken + PRINTED.leader_victory_points * fallen, (side, state.score)


def counters_keep_to_the_table(state: State) -> None:
    """EN-ACTION-01, EN-LEADER-04; a volley may be one action too many where the option says so (EN-RULING-19)."""
    late = state.setup.rules.options.musketry_after_change_and_move
    for unit in state.units:
        fired = late and unit.reformed and bool(unit.moved) and unit.dice_left >= 0 and unit.kind == "infantry"
        assert 0 <= unit.used <= PRINTED.actions[unit.kind] + fired, unit
        assert unit.level in LEVELS, unit
        assert unit.advances <= PRINTED.breakthroughs, unit
    for man in state.leaders:
        assert 0 <= man.left <= PRINTED.leader_move * man.alive, man


def forces_are_those_of_the_setup(state: State) -> None:
    """Units are only added by cards, and what they are never changes."""
    for side, force in zip(SIDES, state.setup.forces, strict=True):
        recruits = Counter((one.name, one.kind, one.grade, one.worth, one.nation, one.armored) for one in force.units)
        units = [unit for unit in state.units if unit.side == side]
        there = Counter((one.name, one.kind, one.grade, one.worth, one.nation, one.armored) for one in units)
        cards = len(units) - len(force.units)
        assert recruits <= there, (recruits, there)
        assert cards == (3 if force.draws and state.phase != "cards" else 0), cards
        assert [man.name for man in state.leaders if man.side == side] == [man.name for man in force.leaders]


def broken_units_are_not_listed(state: State) -> None:
    """EN-UNIT-06."""
    broken = {number for number, unit in enumerate(state.units) if unit.level == "broken"}
    for side in SIDES:
        for kind, actions in listed(state, side).items():
            for action in actions:
                assert not broken & _named(kind, action), action


def _named(kind: str, action: Any) -> set[int]:
    """The units that an action names."""
    if kind == "fire":
        return {action.target, *(number for number, _ in action.dice)}
    if kind == "fight":
        return {action.attacker, action.defender}
    if kind == "advance":
        return {action.target}
    return {getattr(action, "unit", -1)}


STATE_LAWS: tuple[Callable[[State], None], ...] = (
    units_are_somewhere,
    hexes_hold_one_unit,
    leaders_stand_with_friends,
    ponds_are_empty,
    worth_is_conserved,
    counters_keep_to_the_table,
    forces_are_those_of_the_setup,
    broken_units_are_not_listed,
)


# Laws of an event.


def levels_change_by_their_events(moment: Moment) -> None:
    """EN-MORALE-09, EN-MELEE-37, EN-RALLY-01, EN-OPT-07: nothing else changes a level, and each by its own steps."""
    event = moment.event
    for number, (old, new) in enumerate(zip(moment.before.units, moment.after.units, strict=False)):
        fall = LEVELS.index(new.level) - LEVELS.index(old.level)
        last = LEVELS.index("broken") - LEVELS.index(old.level)
        if isinstance(event, happened.Fired) and event.target == number:
            assert fall == min(event.failures, last), event
        elif isinstance(event, happened.Fought) and number in (event.attacker, event.defender):
            score = event.attack if number == event.attacker else event.defence
            assert fall == min(score.drop + score.failures, last), event
        elif isinstance(event, happened.Rallied) and event.unit == number:
            assert fall == (-1 if event.passed and old.level != "good" else 0), event
        elif isinstance(event, happened.Raised) and event.unit == number:
            assert fall == -1, event
            assert moment.before.setup.rules.options.melee_morale_bonus
        else:
            assert fall == 0, event


def winners_keep_their_level(moment: Moment) -> None:
    """EN-MELEE-39."""
    event = moment.event
    if isinstance(event, happened.Fought) and event.winner >= 0:
        score = event.attack if event.winner == event.attacker else event.defence
        assert (score.drop, score.failures) == (0, 0), event


def broken_units_do_nothing(moment: Moment) -> None:
    """EN-UNIT-06."""
    event = moment.event
    if isinstance(event, happened.Removed):
        assert moment.before.units[event.unit].level == "broken", event
        return
    numbers = {getattr(event, name, -1) for name in ("unit", "target", "attacker", "defender")}
    numbers |= {shot.unit for shot in getattr(event, "shots", ())}
    if isinstance(event, happened.MeleeLapsed):
        numbers = set()
    for number in numbers - {-1}:
        assert moment.before.units[number].level != "broken", event


def leaders_move_no_further(moment: Moment) -> None:
    """EN-LEADER-04."""
    assert all(hexes <= PRINTED.leader_move for hexes in moment.walked.values()), (moment.event, moment.walked)


def turns_follow_one_another(moment: Moment) -> None:
    """EN-SETUP-11; and no unit has acted at the start of a turn."""
    before, after = moment.before, moment.after
    if isinstance(moment.event, happened.TurnBegan):
        assert after.turn == before.turn + 1 <= before.setup.rules.options.max_turns
        for unit in after.units:
            assert (unit.used, unit.activated, unit.moved, unit.charged, unit.dice_left) == (0, False, "", (), -1)
    else:
        assert after.turn == before.turn


def points_are_never_lost(moment: Moment) -> None:
    """EN-VP-06."""
    assert all(new >= old for old, new in zip(moment.before.score, moment.after.score, strict=True)), moment.event
    for old, new in zip(moment.before.units, moment.after.units, strict=False):
        assert old.level != "broken" or new.level == "broken", moment.event


def chances_stay_within_a_tenth(moment: Moment) -> None:
    """EN-MORALE-07, EN-ART-13: the face needed is 2 to 10."""
    event = moment.event
    faces = [getattr(event, "needed", 0), *(shot.needed for shot in getattr(event, "shots", ()))]
    if isinstance(event, happened.Fought):
        faces += [score.needed for score in (event.attack, event.defence) if score.checks]
    assert all(face == 0 or 2 <= face <= 10 for face in faces), event
    if isinstance(event, (happened.Rallied, happened.SquareTried)):
        (roll,) = event.rolls
        (face,) = roll.faces
        assert event.passed == (face >= event.needed > 1), event


def shots_keep_to_their_dice(moment: Moment) -> None:
    """EN-ACTION-03, EN-MUSK-03, EN-MUSK-06: one fire a turn, each die at another unit."""
    event = moment.event
    if isinstance(event, happened.Fired) and not event.answer:
        for shot in event.shots:
            unit = moment.before.units[shot.unit]
            assert event.target not in unit.at, event
            assert unit.dice_left != 0, event
            assert shot.dice >= 1, event
            assert shot.left >= 0, event
            assert unit.dice_left < 0 or shot.dice + shot.left == unit.dice_left, event


EVENT_LAWS: tuple[Callable[[Moment], None], ...] = (
    levels_change_by_their_events,
    winners_keep_their_level,
    broken_units_do_nothing,
    leaders_move_no_further,
    turns_follow_one_another,
    points_are_never_lost,
    chances_stay_within_a_tenth,
    shots_keep_to_their_dice,
)
