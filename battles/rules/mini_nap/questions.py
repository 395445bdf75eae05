"""What a side is asked in each window, in a sentence: who does what to whom, and what may be answered (section 5.4)."""

from collections.abc import Callable
from typing import Any, Final

from battles.engine.core import SideId
from battles.rules.mini_nap import allotting, answering, answers, breaking, flow, naming, onward
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.engaged import waiting_groups
from battles.rules.mini_nap.frames import Combat, Contact, Course, Frame, Joining, Shot, StandCourse
from battles.rules.mini_nap.handling import now
from battles.rules.mini_nap.joining import stage_of
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.view import View, known
from battles.rules.mini_nap.words_choices import group
from battles.rules.mini_nap.words_move import VERBS

_ANSWERS: Final = {
    "stay": "stand",
    "fall_back": "fall back",
    "limber_and_flee": "try to limber up and flee",
    "flee_to_square": "run to a square",
    "emergency_square": "try to form square",
}
_JOINERS: Final = {"infantry": "formed infantry", "cavalry": "formed cavalry", "square": "solid squares"}


def question(seen: View, side: SideId) -> str:
    """What ``side`` is asked in ``seen``; ``""`` where it owes nothing, or only the next step of its own turn."""
    state = known(seen)
    asked = _QUESTIONS.get(now(state))
    if asked is None or side not in flow.deciders(state):
        return ""
    text = asked(state, state.stack[-1] if state.stack else None, side)
    return f"{text[:1].upper()}{text[1:]}"


def _either(words: list[str]) -> str:
    """``stand or fall back``."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _edges(state: State, frame: Frame | None, side: SideId) -> str:
    return "Your side has won the throw (MN-RULING-60). Take the lower or the upper edge of the table?"


def _end(state: State, frame: Frame | None, side: SideId) -> str:
    crews = [number for number, unit in enumerate(state.units) if unit.side == side and unit.crew_in != NONE]
    return f"The enemy has left the crew of {say.units(state, crews)} (MN-REACT-33). Man the guns again?"


def _course(state: State, frame: Any, side: SideId) -> str:
    """W1."""
    course: Course = frame
    verb, rule = VERBS[course.travel]
    name = say.unit(state, course.unit)
    if course.target == NONE:
        return f"{name} {verb} ({rule}). Charge it on its way, or let it go on?"
    told = f"{name} {verb} your {say.unit(state, course.target)} ({rule})"
    return f"{told}. Counter-charge, charge from elsewhere, or let it come (MN-REACT-60, MN-REACT-70)?"


def _onward(state: State, frame: Any, side: SideId) -> str:
    """After W1."""
    course = onward.course_of(state)
    tried = say.unit(state, course.failed[-1])
    name = say.unit(state, course.unit)
    return f"{tried} has tried in vain to charge your {name} on its way (MN-RULING-69). How far does it go on?"


def _naming(state: State, frame: Any, side: SideId) -> str:
    course = naming.course_of(state)
    bridge = say.feature(state, course.plan.bridge)
    return f"{say.unit(state, course.unit)} charges over {bridge} (MNT-BRIDGE-03). Which of your units defends it?"


def _contact(state: State, frame: Any, side: SideId) -> str:
    """W2 to W4."""
    found: Contact = frame
    charger, target = say.unit(state, found.charger), say.unit(state, found.target)
    match found.stage:
        case "answer":
            ways = [_ANSWERS[option.kind] for option in answers.options(state, found)]
            return f"{charger} charges your {target} (MN-REACT-03). {_capital(_either(ways))}?"
        case "nearby":
            near = say.units(state, answers.nearby(state, found))
            return f"{charger} charges your {target} (MN-REACT-41). Nearby, does {near} try to form square?"
        case "flight":
            return f"Your {target} has limbered up before {charger} (MN-REACT-23). How far does it flee?"
        case "feint":
            return f"{target} has formed square before your {charger} (MN-REACT-50). Fight, or try to ride back?"
        case "feint_back":
            return f"Your {charger} rides back from {target} (MN-REACT-51). How far, and how does it face then?"


def _stand(state: State, frame: Any, side: SideId) -> str:
    """W10."""
    found: StandCourse = frame
    who = say.stand(state, found.stand)
    return f"{say.unit(state, found.mover)} comes upon your {who} (MN-CMD-42). Where does he evade to?"


def _shot(state: State, frame: Any, side: SideId) -> str:
    """W5 and W6."""
    found: Shot = frame
    firer, target = say.unit(state, found.unit), say.unit(state, found.target)
    if found.stage == "suppress":
        return f"{firer} is about to fire at your {target} (MN-FIRE-60). Suppress it, or let it fire?"
    who = {option.actor for option in answering.options(state, found)}
    back = "Fire back?" if len(who) < 2 else "Who fires back first?"
    return f"{firer} has fired at your {target} (MN-FIRE-50). {back}"


def _joining(state: State, frame: Any, side: SideId) -> str:
    """W7."""
    found: Joining = frame
    stage = stage_of(state)[1]
    who = _JOINERS[stage.who]
    told = f"Joining in, stage {found.stage} ({'MN-HTH-05' if stage.who == 'square' else stage.rule})"
    if stage.who == "square":
        return f"{told}. Does one of your {who} try to break out and join in?"
    if stage.must:
        return f"{told}. Your {who} that can join in must: which does, and whom does it fight?"
    return f"{told}. Does your {who} join in, and whom does it fight?"


def _combat(state: State, frame: Any, side: SideId) -> str:
    """W8, and the order of combats."""
    found: Combat = frame
    if found.group is None:
        return f"{len(waiting_groups(state, found))} combats wait to be fought (MN-RULING-32). Which is next?"
    kind = f"melee round {found.round}" if found.round else "impact"
    units = say.units(state, allotting.needs(state, found, side))
    told = f"{_capital(group(state, found.group))}: {kind} (MN-HTH-11)"
    return f"{told}. Whom do the strength points of your {units} go to?"


def _break_through(state: State, frame: Frame | None, side: SideId) -> str:
    """W9."""
    units = breaking.waiting(state)
    told = f"Your {say.units(state, units)} may break through (MN-BREAK-04)"
    return f"{told}. Rally back, stop and rally, rally forward, or charge on?"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


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
"""By what goes on, where that is more than a step that the active side does in its own time."""
