"""The Firing phase (ST-09 to ST-11): shots, suppression before them and fire in return."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming, answering, firing, ground, losing, structures
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import on_table, touched
from battles.rules.mini_nap.breakthrough import break_through
from battles.rules.mini_nap.command import command_of, is_chosen
from battles.rules.mini_nap.frames import Shot
from battles.rules.mini_nap.handling import Handler, remembered
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State


def refuse_unit(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a unit may not fire of its own accord; None where it may, at somebody (MN-FIRE-01, 02)."""
    if number >= len(state.units):
        return Refusal("no_such", "MN-FIRE-01", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return Refusal("not_yours", "MN-FIRE-01", f"{unit.name} belongs to the enemy.")
    if not is_chosen(state, number):
        return Refusal("not_yours", "MN-FIRE-01", f"{unit.name} does not belong to the chosen Brigade.")
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-08", "Nobody fires in a Division manoeuvre.")
    if unit.fired:
        return Refusal("done_already", "MN-FIRE-01", f"{unit.name} has fired this Turn.")
    return aiming.refuse_firer(state, number)


@remembered
def _step_options(state: State, side: SideId) -> tuple[Option, ...]:
    return (*_offers(state, side), Option("done", "", (act.Done(),)))


def able(state: State, side: SideId) -> Iterator[int]:
    """The units of a side that may fire of their own accord now, if there is somebody to fire at."""
    if state.division == NONE:
        for number in on_table(state, side):
            if is_chosen(state, number) and refuse_unit(state, side, number) is None:
                yield number


def _offers(state: State, side: SideId) -> Iterator[Option]:
    return (option for number in able(state, side) for option in _shots(state, number))


@remembered
def _first(state: State, side: SideId) -> tuple[Option, ...]:
    """A shot, if anybody has one."""
    return tuple(islice(_offers(state, side), 1))


def _step_real(state: State, side: SideId) -> tuple[Option, ...]:
    return (*_first(state, side), Option("done", "", (act.Done(),)))


def options_of(state: State, number: int) -> tuple[Option, ...]:
    """A unit's shots, each at its best aiming point; none where it may not fire."""
    if refuse_unit(state, state.units[number].side, number) is not None:
        return ()
    return _shots(state, number)


def _shots(state: State, number: int) -> tuple[Option, ...]:
    """The shots of a unit that may fire."""
    shots = []
    for target in aiming.in_range(state, number):
        best = aiming.best(state, number, target, dice=not structures.is_blasted(state, number, target))
        if best is not None and _refuse_aim(best[2], state, number, target) is None:
            shots.append(act.Fire(number, target, best[0], best[1]))  # type: ignore[arg-type]
    found = [Option("fire", f"unit {number}", tuple(shots), complete=False)] if shots else []
    if unit_class(state.units[number]) == "artillery":
        blasts = tuple(
            act.FireStructure(number, each.feature.key, spot)
            for each in ground.lying(state)
            if each.effect.built and (spot := structures.best_spot(state, number, each)) is not None
        )
        if blasts:
            found.append(Option("fire_structure", f"unit {number}", blasts, complete=False))
    return tuple(found)


def _step_deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,) if _first(state, state.active) else ()


def _step_proceed(play: Play) -> None:
    play.tell(happened.StepBegan(step="hand_to_hand"))


def _step_refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    found = refuse_unit(state, side, action.unit)
    if found is not None:
        return found
    if isinstance(action, act.FireStructure):
        blast = structures.aim(state, action.unit, action.structure, action.aim)
        return blast if isinstance(blast, Refusal) else None
    if action.target >= len(state.units):
        return Refusal("no_such", "MN-FIRE-10", f"There is no unit {action.target}.")
    return _refuse_aim(
        aiming.aim(state, action.unit, action.target, action.aim, action.face), state, action.unit, action.target
    )


def _refuse_aim(made: aiming.Aimed | Refusal, state: State, number: int, target: int) -> Refusal | None:
    """A shot without dice may not be declared (MN-FIRE-42), but at whom a structure holds (MNT-RULING-21)."""
    if isinstance(made, Refusal):
        return made
    if made.count.dice or (firing.undivided(made.count) and structures.is_blasted(state, number, target)):
        return None
    return Refusal("no_dice_left", "MN-HALVE-03", f"{state.units[number].name} would have no dice for that shot.")


def _step_perform(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.Done):
        _step_proceed(play)
        return
    number = action.unit
    if command_of(play.state, number) == "out" and not play.test(number, "MN-FIRE-06"):
        play.mark(number, "MN-RULING-81", mute=True)
    elif isinstance(action, act.FireStructure):
        found = ground.named(play.state, action.structure)
        assert found is not None  # noqa: S101
        structures.damage(play, number, found)
    else:
        stage = Shot(unit=number, target=action.target, aim=action.aim, face=action.face)
        play.open(stage)


# The frame of a shot


def shot_of(state: State) -> Shot:
    """The shot that goes on now."""
    frame = state.stack[-1]
    assert isinstance(frame, Shot)  # noqa: S101
    return frame


def _deciders(state: State) -> tuple[SideId, ...]:
    frame = shot_of(state)
    return (answering.side_of(state, frame),) if answering.options(state, frame) else ()


def _proceed(play: Play) -> None:
    """Nobody answers, or nobody can any more."""
    frame = shot_of(play.state)
    if frame.stage == "suppress":
        _resolve(play, frame)
    else:
        play.close()


def _resolve(play: Play, frame: Shot) -> None:
    """Dice, hits and losses (section 5.7, 4); whoever the target alone was in contact with breaks through."""
    target, foes = play.unit(frame.target), touched(play.state, frame.target)
    last = (target.x, target.y, target.facing, target.formation)
    fire(play, frame.unit, frame.target, frame.aim, frame.face)
    losing.settle(play)
    if play.unit(frame.target).where != "table":
        for foe in foes:
            break_through(play, foe, "MN-CHARGE-13")
    play.go_on(replace(frame, stage="return", last=last))


def fire(
    play: Play,
    number: int,
    target: int,
    spot: tuple[int, int],
    face: str,
    *,
    answers: bool = False,
    supports: bool = False,
) -> None:
    """One shot's dice and hits, then the die for a structure about the target; losses are settled by the caller
    (MN-FIRE-43, 44, MNT-STRUCT-02).
    """
    inside = structures.holding(play.state, target) if structures.is_blasted(play.state, number, target) else None
    made = aiming.aim(play.state, number, target, spot, face)
    assert isinstance(made, aiming.Aimed)  # noqa: S101
    total, hits = firing.throw(play.dice, play.tables, made.count.dice)
    play.tell(
        happened.Fired(
            unit=number,
            target=target,
            aim=spot,
            range=made.range,
            band=made.band,
            count=made.count,
            total=total,
            hits=hits,
            points=max(0, play.unit(target).points - hits),
            answers=answers,
            supports=supports,
            rolls=play.thrown(),
        )
    )
    if inside is not None:
        structures.damage(play, number, inside)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return (*answering.options(state, shot_of(state)), Option("pass", "", (act.Pass(),)))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Pass):
        return None
    return answering.refuse(state, shot_of(state), action)


def _perform(play: Play, side: SideId, action: Any) -> None:
    frame = shot_of(play.state)
    if isinstance(action, act.Pass):
        _proceed(play)
    elif isinstance(action, act.Suppress):
        play.tell(happened.Suppressed(unit=action.unit, batteries=action.batteries))
        for battery in action.batteries:
            play.mark(battery, "MN-RULING-81", mute=True)
        play.close()
    else:
        fire(
            play,
            action.unit,
            frame.unit,
            action.aim,
            action.face,
            answers=True,
            supports=action.unit != frame.target,
        )
        losing.settle(play)
        answered = (*frame.answered, action.unit)
        if play.unit(frame.unit).where == "table":
            play.go_on(replace(frame, answered=answered))
        else:
            play.close()


STEP = Handler(
    (act.Fire, act.FireStructure, act.Done),
    _step_deciders,
    _step_proceed,
    _step_options,
    _step_refuse,
    _step_perform,
    _step_real,
)
"""The step ``fire``."""

HANDLER = Handler((act.Suppress, act.ReturnFire, act.Pass), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``shot``."""
