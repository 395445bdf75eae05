"""Questions to a side, names of actions and of lists of them, and the stages of a turn."""

from collections.abc import Callable
from typing import Any, Final

from battles.engine.core import Option, Shortcut, SideId, Stage
from battles.engine.words import capitalized, with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat import break_through, melee
from battles.rules.mini_nap.combat.combatants import waiting_groups
from battles.rules.mini_nap.combat.joiners import stage_of
from battles.rules.mini_nap.decisions import Combat, Contact, Frame, Joining, MoveInProgress, Shot, StandEvasion
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.movement import progress
from battles.rules.mini_nap.reactions import charge_answers, fire
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.state import NONE, State, Step
from battles.rules.mini_nap.terrain import roads
from battles.rules.mini_nap.words import names as say
from battles.rules.mini_nap.words.sentences import CHOICES, group
from battles.rules.mini_nap.words.turn import VERBS

_KINDS: Final = {
    "choose_edge": "choose an edge of the table",
    "deploy": "deploy",
    "deploy_stand": "deploy",
    "choose_brigade": "give a Brigade the initiative",
    "division_manoeuvre": "move a Division as one",
    "move_stand": "ride",
    "attach": "join a unit",
    "detach": "leave the unit",
    "turn": "turn",
    "change_formation": "change formation",
    "defend": "defend a feature",
    "advance": "advance",
    "side_step": "side-step",
    "step_back": "step back",
    "oblique": "move obliquely",
    "inch": "inch",
    "prolong": "prolong",
    "redeploy": "redeploy",
    "road_move": "move along a road",
    "cross_bridge": "cross a bridge",
    "charge": "charge",
    "extended_charge": "extend its charge",
    "opportunity_charge": "charge the moving enemy",
    "go_on": "continue its move",
    "name_defender": "defend the bridge",
    "fall_back": "fall back",
    "flee": "flee",
    "flee_to_square": "run to a square",
    "emergency_square": "try to form square",
    "nearby_squares": "try to form square",
    "feint_back": "ride back",
    "evade_stand": "evade",
    "retreat": "retreat from the table",
    "fire": "fire",
    "fire_structure": "fire at a structure",
    "suppress": "suppress batteries",
    "join": "join in",
    "break_square": "break out of square",
    "choose_group": "choose the next combat",
    "allot": "allot strength points",
    "rally_back": "rally back",
    "stop_and_rally": "stop and rally",
    "rally_forward": "rally forward",
    "break_charge": "charge on",
}
"""Verb for the actions of each kind."""


def action_words(state: State, action: Any) -> str:
    """``action`` as a choice: ``33rd Foot: advance 6.5 cm, then turn to face north-east (45°)``."""
    text = CHOICES[type(action)](state, action)
    return capitalized(text)


def offer(state: State, option: Option) -> str:
    """``33rd Foot: can advance``; a single action in its own words."""
    if option.complete and len(option.actions) == 1:
        return action_words(state, option.actions[0])
    verb = _KINDS.get(option.kind, "act")
    kind, _, number = option.actor.partition(" ")
    if not number:
        return capitalized(verb)
    name = say.unit(state, int(number)) if kind == "unit" else say.stand(state, int(number))
    return f"{name[:1].upper()}{name[1:]}: can {verb}"


_ANSWERS: Final = {
    "stay": "stand",
    "fall_back": "fall back",
    "limber_and_flee": "try to limber up and flee",
    "flee_to_square": "run to a square",
    "emergency_square": "try to form square",
}
_LEFT: Final[dict[Step, tuple[str, str]]] = {
    "command": ("The commanders of {of} have nothing to do", " to its manoeuvres"),
    "manoeuvre": ("{of} has no unit left to move", " to its fire"),
    "fire": ("{of} has no shot left", ""),
    "break_active": ("Your break-throughs are over", ""),
    "end": ("The initiative of {of} ends", ""),
}
"""Words for a step in which only retreats are left, and the next step."""

_JOINERS: Final = {"infantry": "formed infantry", "cavalry": "formed cavalry", "square": "solid squares"}


def question(seen: View, side: SideId) -> str:
    """The question to ``side``; ``""`` if it has nothing to decide, or only the next step of its own turn."""
    state = state_from_view(seen)
    if side not in turn.deciders(state):
        return ""
    ask = _QUESTIONS.get(current_kind(state))
    if turn.only_action_without_retreats(state, side) is not None:
        ask = _or_retreat
    if ask is None:
        return ""
    text = ask(state, state.stack[-1] if state.stack else None, side)
    return capitalized(text)


def _either(words: list[str]) -> str:
    """``stand or fall back``."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _or_retreat(state: State, frame: Frame | None, side: SideId) -> str:
    """The question in a step where only retreats are left, with the next step (MN-RETREAT-01)."""
    if isinstance(frame, Combat):
        opening = f"{group(state, waiting_groups(state, frame)[0])} is the next combat"
        return f"{_capital(opening)}. Retreat a unit first, or go on (MN-RETREAT-01)?"
    if isinstance(frame, Joining):
        return "Units in contact fight next (MN-HTH-01). Retreat a unit first, or go on (MN-RETREAT-01)?"
    opening, following = _LEFT[state.step]
    if state.division != NONE and state.step == "manoeuvre":
        following = ""
    return f"{opening.format(of=say.acting(state))}. Retreat a unit, or go on{following} (MN-RETREAT-01)?"


def _edges(state: State, frame: Frame | None, side: SideId) -> str:
    return "You won the roll (MN-RULING-60). Which edge of the table do you take, the lower or the upper?"


def _end(state: State, frame: Frame | None, side: SideId) -> str:
    crews = [number for number, unit in enumerate(state.units) if unit.side == side and unit.crew_in != NONE]
    return f"The enemy has left the crew of {say.units(state, crews)} (MN-REACT-33). Man the guns again?"


def _course(state: State, frame: Any, side: SideId) -> str:
    """W1."""
    course: MoveInProgress = frame
    verb, rule = VERBS[course.travel]
    if course.target == NONE:
        return f"{say.unit_does(state, course.unit, verb)} ({rule}). Charge during this move, or let it continue?"
    opening = f"{say.unit_does(state, course.unit, verb)} your {say.unit(state, course.target)} ({rule})"
    return f"{opening}. Counter-charge, charge with another unit, or let it come (MN-REACT-60, MN-REACT-70)?"


def _onward(state: State, frame: Any, side: SideId) -> str:
    """After W1."""
    course = progress.move_awaiting_answer(state)
    charger = say.unit(state, course.failed[-1])
    name = say.unit(state, course.unit)
    return f"{charger} failed to charge your moving {name} (MN-RULING-69). How far does {name} continue?"


def _naming(state: State, frame: Any, side: SideId) -> str:
    course = roads.charge_awaiting_defender(state)
    bridge = say.feature(state, course.plan.bridge)
    charge = with_verb(say.unit(state, course.unit), f"charges over {bridge} (MNT-BRIDGE-03)")
    return f"{charge}. Which of your units defends it?"


def _contact(state: State, frame: Any, side: SideId) -> str:
    """W2 to W4."""
    contact: Contact = frame
    charger, target = say.unit(state, contact.charger), say.unit(state, contact.target)
    match contact.stage:
        case "answer":
            ways = [_ANSWERS[option.kind] for option in charge_answers.answer_options(state, contact)]
            return f"{with_verb(charger, 'charges')} your {target} (MN-REACT-03). {_capital(_either(ways))}?"
        case "nearby":
            near = say.units(state, charge_answers.nearby_infantry(state, contact))
            charge = with_verb(charger, f"charges your {target} (MN-REACT-41)")
            return f"{charge}. Nearby, {near} may also try to form square. Try?"
        case "flight":
            return f"Your {with_verb(target, 'has')} limbered up before {charger} (MN-REACT-23). How far back?"
        case "feint":
            square = with_verb(target, f"has formed square before your {charger} (MN-REACT-50)")
            return f"{square}. Fight, or try to ride back?"
        case "feint_back":
            back = with_verb(charger, f"rides back from {target} (MN-REACT-51)")
            return f"Your {back}. How far, and facing where?"


def _stand(state: State, frame: Any, side: SideId) -> str:
    """W10."""
    evasion: StandEvasion = frame
    who = say.stand(state, evasion.stand)
    return f"{with_verb(say.unit(state, evasion.mover), 'reaches')} your {who} (MN-CMD-42). Where does {who} evade to?"


def _shot(state: State, frame: Any, side: SideId) -> str:
    """W5 and W6."""
    shot: Shot = frame
    firer, target = say.unit(state, shot.unit), say.unit(state, shot.target)
    if shot.stage == "suppress":
        return f"{with_verb(firer, 'is')} about to fire at your {target} (MN-FIRE-60). Suppress it, or let it fire?"
    who = {option.actor for option in fire.options(state, shot)}
    back = "Fire back?" if len(who) < 2 else "Who fires back first?"
    return f"{with_verb(firer, 'has')} fired at your {target} (MN-FIRE-50). {back}"


def _joining(state: State, frame: Any, side: SideId) -> str:
    """W7."""
    stage = stage_of(state)[1]
    who = _JOINERS[stage.who]
    opening = f"Units near a fight may join it ({'MN-HTH-05' if stage.who == 'square' else stage.rule})"
    if stage.who == "square":
        return f"{opening}. Try to break one of your {who} out of square to join in?"
    if stage.must:
        return f"{opening}. All your {who} that can join in must. Which unit joins in, and against which enemy?"
    return f"{opening}. Which of your {who} joins in, and against which enemy?"


def _combat(state: State, frame: Any, side: SideId) -> str:
    """W8, and the order of combats."""
    combat: Combat = frame
    if combat.group is None:
        return f"{len(waiting_groups(state, combat))} combats wait to be fought (MN-RULING-32). Which one is next?"
    kind = f"melee round {combat.round}" if combat.round else "impact"
    units = say.units(state, melee.units_to_allot(state, combat, side))
    opening = f"{_capital(group(state, combat.group))}: {kind} (MN-HTH-11)"
    return f"{opening}. How do you allot the strength points of your {units}?"


def _break_through(state: State, frame: Frame | None, side: SideId) -> str:
    """W9."""
    units = break_through.waiting_units(state)
    opening = f"Your {say.units(state, units)} may break through (MN-BREAK-04)"
    return f"{opening}. Rally back, stop and rally, rally forward, or charge on?"


def _capital(text: str) -> str:
    return capitalized(text)


_QUESTIONS: Final[dict[str, Callable[[State, Frame | None, SideId], str]]] = {
    "edges": _edges,
    "end": _end,
    "course": _course,
    "onward": _onward,
    "naming": _naming,
    "contact": _contact,
    "stand_course": _stand,
    "shot": _shot,
    "joining": _joining,
    "combat": _combat,
    "break_active": _break_through,
    "break_passive": _break_through,
}
"""Questions by kind of decision, except the plain steps of the active side."""

_BEFORE: Final[tuple[tuple[str, tuple[Step, ...]], ...]] = (
    ("Edges", ("edges",)),
    ("Deployment", ("deployment",)),
    ("The first Turn", ("choose",)),
)
_ARRIVALS: Final[tuple[str, tuple[Step, ...]]] = ("Arrivals", ("arrival",))
COMMAND: Final = "Command"
_TURN: Final[tuple[tuple[str, tuple[Step, ...]], ...]] = (
    ("Brigade", ("choose",)),
    (COMMAND, ("command",)),
    ("Manoeuvre", ("manoeuvre",)),
    ("Fire", ("fire",)),
    ("Hand-to-hand", ("hand_to_hand",)),
    ("Break-through", ("break_active", "break_passive")),
    ("End", ("end",)),
)
"""MN-SEQ-03."""

_TASKS: Final[dict[Step, str]] = {
    "deployment": "Deploy your army, one Division after the other (MN-RULING-60): choose a unit, then a place.",
    "arrival": "Your troops arrive (MN-RULING-97): choose a unit, then a place in the zone.",
    "choose": "Choose the Brigade to move now, in the list or by one of its units on the board. Or move a Division as "
    "one (MN-SEQ-02).",
    "command": "{of} acts now. Move its commanders first, then its units: a unit near the commander of its Division or "
    "Corps is in command (MN-CMD-11).",
    "manoeuvre": "{of} moves now, each unit once (MN-SEQ-04): choose a unit, then a place or an enemy to charge.",
    "fire": "{of} fires now, each unit once (MN-FIRE-01): choose a unit, then its target.",
}
"""Task of the active side in each step; ``{of}`` is the Brigade or Division with the initiative."""

_GUNS: Final = (
    "{of} may move now, each battery once (MN-SEQ-04). Those that do not redeploy fire next, if they have a target "
    "(MN-ART-04)."
)
"""Task of batteries that move."""

_AS_ONE: Final = (
    "{of} moves as one: a long move, without charges or fire (MN-DIVMAN-04, MN-DIVMAN-08). Choose a unit, then a place."
)
"""Task in a Division manoeuvre."""


def shortcut(seen: View, action: Any) -> Shortcut | None:
    """A Brigade or Division that acts usually moves at once, without moving its command stands first (MN-SEQ-02)."""
    state = state_from_view(seen)
    if isinstance(action, act.ChooseBrigade):
        words = f"Move {_under(say.brigade(state, action.brigade), state, 'brigade', action.brigade)}"
    elif isinstance(action, act.DivisionManoeuvre):
        words = f"Move {_under(state.divisions[action.division].name, state, 'division', action.division)} as one"
    else:
        return None
    return Shortcut(words, "Move commanders first", COMMAND, act.Done())


def _under(name: str, state: State, level: str, number: int) -> str:
    """``1st Brigade (Husson)``: a name and the commander whose stand the board shows, if the name lacks it."""
    leader = say.commander(state, level, number)
    return name if not leader or leader in name else f"{name} ({leader})"


def stages(seen: View) -> tuple[Stage, ...]:
    """Stages of the turn. A Division manoeuvre has no fire stage (MN-DIVMAN-08)."""
    rows = _BEFORE if seen.step in ("edges", "deployment") else _turn(seen)
    place = next((number for number, (_, steps) in enumerate(rows) if seen.step in steps), len(rows))
    return tuple(
        Stage(name, "now", _task(seen)) if number == place else Stage(name, "done" if number < place else "next")
        for number, (name, _) in enumerate(rows)
    )


def _task(seen: View) -> str:
    """The task in the current step."""
    task = _TASKS.get(seen.step, "")
    if seen.step == "manoeuvre" and seen.division != NONE:
        task = _AS_ONE
    elif seen.step == "manoeuvre" and seen.brigades[seen.brigade].kind == "artillery":
        task = _GUNS
    return capitalized(task.format(of=say.acting(state_from_view(seen))))


def _turn(seen: View) -> tuple[tuple[str, tuple[Step, ...]], ...]:
    if seen.step == "arrival":
        return (_ARRIVALS, *_TURN)
    return tuple(row for row in _TURN if row[0] != "Fire" or seen.division == NONE)
