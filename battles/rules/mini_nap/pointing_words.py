"""How an action is done, in a few words that tell it from others that point at the same."""

from collections.abc import Iterator
from typing import Any, Final

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import FORMATIONS


def manoeuvre(action: act.Manoeuvre) -> str:
    """A plan: its steps in their order."""
    parts = [*(["leave"] if action.leave else []), *_steps(action.before)]
    if action.move is not None:
        parts.append(_MOVES[type(action.move)](action.move))
    after = list(_steps(action.after))
    parts += [f"then {after[0]}", *after[1:]] if after else []
    return ", ".join([*parts, *([f"defend {action.defend}"] if action.defend else [])])


def _steps(pre: act.Pre) -> Iterator[str]:
    turn = "about-face" if pre.about_face else "" if pre.pivot is None else f"turn to {say.degrees(pre.pivot)}"
    change = "" if pre.change is None else change_words(pre.change)
    yield from filter(None, (change, turn) if pre.change_first else (turn, change))


def change_words(change: Change) -> str:
    """A formation change: what is formed, on which stand, on which side of it."""
    word = FORMATIONS[change.to].word
    if change.bearing is not None:
        return f"form {word} facing {say.degrees(change.bearing)}"
    side = f", the other to the {change.side}" if change.side else ""
    return f"form {word} on the {change.anchor} stand{side}" if change.anchor else f"form {word}"


def _oblique(move: act.Oblique) -> str:
    ahead, aside = f"{cm(move.ahead)} ahead", f"{cm(move.aside)} {move.side}"
    return f"obliquely {aside}, {ahead}" if move.aside_first else f"obliquely {ahead}, {aside}"


def _along(move: act.RoadMove) -> str:
    return f"{cm(move.travel)} along {move.road}{' backwards' if move.back else ''}"


_MOVES: Final[dict[type[Any], Any]] = {
    act.Advance: lambda move: f"advance {cm(move.travel)}",
    act.SideStep: lambda move: f"side-step {cm(move.travel)} {move.side}",
    act.StepBack: lambda move: f"step back {cm(move.travel)}",
    act.Oblique: _oblique,
    act.Inch: lambda move: f"inch {cm(move.travel)} to {say.degrees(move.bearing)}",
    act.Prolong: lambda move: f"prolong {cm(move.travel)}{' back' if move.back else ''}",
    act.Redeploy: lambda move: f"redeploy {cm(move.travel)} to {say.degrees(move.bearing)}",
    act.RoadMove: _along,
    act.CrossBridge: lambda move: f"cross {move.bridge}",
    act.Charge: lambda move: f"charge over {move.bridge}" if move.bridge else "charge",
    act.ExtendedCharge: lambda move: "charge with an extension",
}


def shares(state: State, action: act.Allot) -> str:
    """Strength points by unit and enemy."""
    known = len(state.units)
    told = [each for each in action.shares if max(each.unit, each.enemy) < known]
    units = dict.fromkeys(each.unit for each in told)
    return "; ".join(
        f"{say.unit(state, unit)} "
        + say.listed(f"{each.points} on {say.unit(state, each.enemy)}" for each in told if each.unit == unit)
        for unit in units
    )


def tries(state: State, action: act.NearbySquares) -> str:
    """The infantry that tries for squares, in its order."""
    told = [each for each in action.tries if each.unit < len(state.units)]
    return say.listed(f"{say.unit(state, each.unit)} on the {each.anchor} stand" for each in told) or "no squares"
