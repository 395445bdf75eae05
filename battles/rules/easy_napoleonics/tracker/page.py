"""The page of a tracked game: armies with levels, leaders and points, and the next steps."""

from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.tracker import BookGroup, BookRow, Books, Note, SideBooks, Tap, stages, tap
from battles.engine.words import capitalized
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.names import FORMATION_WORDS, LEVEL_WORDS
from battles.rules.easy_napoleonics.resolution import holds
from battles.rules.easy_napoleonics.state import Leader, Phase, State, Unit
from battles.rules.easy_napoleonics.tables import GRADE_WORDS, KIND_WORDS, LEVELS
from battles.rules.easy_napoleonics.tracker.events import PHASES, formations
from battles.rules.easy_napoleonics.ui.scene import NATIONS, SIGNS


def next_phase(state: State) -> Phase:
    """The phase after the current one; after melee, the initiative of the next turn."""
    phases = list(PHASES)
    return phases[(phases.index(state.phase) + 1) % len(phases)]


def books(state: State) -> Books:
    """The page of a tracked game."""
    heading, words = _now(state)
    return Books(
        turn=state.turn,
        heading=heading,
        words=words,
        stages=stages(PHASES, state.phase, otherwise=len(PHASES)),
        sides=tuple(
            SideBooks(side, say.side_label(state, side), _standing(state, place)) for place, side in enumerate("ab")
        ),
        groups=tuple(_army(state, side) for side in "ab"),
        taps=tuple(_taps(state)),
        asks=tuple(_asks(state)),
        ends=((Note("concede"), "Concede"),) if state.outcome is None else (),
    )


def _now(state: State) -> tuple[str, str]:
    if state.outcome is not None:
        winner = state.outcome.winner
        heading = capitalized(f"{say.side(state, winner)} won") if winner else "Neither side has won"
        return heading, f"{state.outcome.reason.replace('_', ' ')} ({state.outcome.rule})"
    if state.phase == "initiative":
        return "A new turn", "Both sides roll for the initiative."
    return PHASES[state.phase], capitalized(
        say.side_verb(state, state.holder, "has the initiative", "have the initiative")
    )


def _standing(state: State, place: int) -> str:
    """A side's points, and the objective hexes that it holds."""
    setup, side = state.setup, "ab"[place]
    words = [f"{state.score[place]} of {setup.rules.options.victory_points_to_win} points"] if setup.points_win else []
    words += [
        f"{goal.name} {holds(state, goal, side)} of {goal.hold}"
        for goal in setup.objectives
        if goal.side in (None, side)
    ]
    return ", ".join(words)


def _taps(state: State) -> Iterator[Tap]:
    if state.outcome is not None:
        return
    if state.phase == "initiative":
        yield replace(tap("Roll for the initiative", "initiative", "EN-INIT-01"), throws=True, weight="main")
    else:
        words = "End the turn" if state.phase == "melee" else f"Go to {PHASES[next_phase(state)].lower()}"
        yield replace(tap(words, "step", "EN-SEQ-01"), weight="main")


def _asks(state: State) -> Iterator[tuple[Note, str]]:
    if state.phase in ("artillery", "musketry"):
        yield Note("fire"), "Fire"
    if state.phase == "melee":
        yield Note("melee"), "Melee"
    if state.phase == "rally":
        yield Note("rally"), "Rally"
    if state.setup.objectives and state.phase != "initiative" and state.outcome is None:
        yield Note("hold"), "Who holds the objectives"


def _army(state: State, side: str) -> BookGroup:
    rows = [_leader(state, number) for number, leader in enumerate(state.leaders) if leader.side == side]
    rows += [_unit(state, number, unit) for number, unit in enumerate(state.units) if unit.side == side]
    name = state.setup.forces[side == "b"].name
    return BookGroup(key=f"army {side}", side=side, name=name, words="", state="now", rows=tuple(rows))


def _leader(state: State, number: int) -> BookRow:
    leader, key = state.leaders[number], f"leader {number}"
    lost = replace(tap("Mark as lost", "leader", "EN-LEADER-06", leader=key, what="lost"), weight="grave")
    back = tap("Return to the table", "leader", "EN-LEADER-06", leader=key, what="back")
    return BookRow(
        key=key,
        side=leader.side,
        name=leader.name,
        words=_leader_words(state, leader),
        sign="leader_army",
        taps=(lost if leader.alive else back,) if state.outcome is None else (),
        gone=not leader.alive,
    )


def _leader_words(state: State, leader: Leader) -> str:
    if not leader.alive:
        return "Leader, lost"
    late = leader.arrival is not None and leader.arrival.turn > state.turn
    return f"Leader, arrives in turn {leader.arrival.turn}" if leader.arrival and late else "Leader"


def _unit(state: State, number: int, unit: Unit) -> BookRow:
    key, in_play, goes_on = f"unit {number}", unit.level != "broken", state.outcome is None
    marks = ([] if unit.level == "good" else [LEVEL_WORDS[unit.level]]) + (["fired"] if unit.mute else [])
    if unit.arrival is not None and unit.arrival.turn > state.turn:
        marks.append(f"arrives in turn {unit.arrival.turn}")
    formation = FORMATION_WORDS[unit.formation].capitalize()
    asks = tuple(_unit_asks(state, unit, key)) if in_play and goes_on else ()
    return BookRow(
        key=key,
        side=unit.side,
        name=unit.name,
        words=f"{formation}, {GRADE_WORDS[unit.grade]} {KIND_WORDS[unit.kind]}, worth {unit.worth}",
        sign=SIGNS[unit.kind],
        nation=NATIONS[unit.nation],
        boxes=len(LEVELS) - 1,
        lost=LEVELS.index(unit.level),
        marks=tuple(marks),
        hit=tap("Lose a level", "strike", "EN-MORALE-03", unit=key) if in_play and goes_on else None,
        taps=tuple(_unit_taps(unit, key)) if goes_on else (),
        asks=asks,
        likely=asks[0] if asks else None,
        gone=not in_play,
    )


def _unit_taps(unit: Unit, key: str) -> Iterator[Tap]:
    if unit.level != "good":
        yield tap("Gain a level", "right", "EN-MORALE-03", unit=key)
    if unit.level == "broken":
        return
    for formation in formations(unit):
        if formation != unit.formation:
            words = FORMATION_WORDS[formation].capitalize()
            yield tap(words, "form", "EN-UNIT-03", unit=key, formation=formation)


def _unit_asks(state: State, unit: Unit, key: str) -> Iterator[tuple[Note, str]]:
    guns = unit.kind.endswith("artillery")
    if state.phase == ("artillery" if guns else "musketry") and not unit.kind.endswith("cavalry") and not unit.mute:
        yield Note("fire", {"firer": key}), "Fire"
    if state.phase == "melee":
        yield Note("melee", {"attacker": key}), "Attack"
    if state.phase == "rally" and unit.level != "good" and not unit.rallied:
        yield Note("rally", {"unit": key}), "Rally"
