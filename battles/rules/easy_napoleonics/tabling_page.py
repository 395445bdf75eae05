"""What a page shows of the books: both armies with their levels, leaders, points, and what comes next."""

from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.progress import Stage
from battles.engine.tabling import BookGroup, BookRow, Books, Note, SideBooks, Tap
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.drawing import NATIONS, SIGNS
from battles.rules.easy_napoleonics.play import holds
from battles.rules.easy_napoleonics.state import Phase, State, Unit
from battles.rules.easy_napoleonics.tables import GRADE_WORDS, KIND_WORDS, LEVELS
from battles.rules.easy_napoleonics.tabling_facts import formations
from battles.rules.easy_napoleonics.tabling_play import PHASES
from battles.rules.easy_napoleonics.words_names import FORMATION_WORDS, LEVEL_WORDS


def next_phase(state: State) -> Phase:
    """The phase after the one that goes on; the initiative of the next turn after the melees."""
    phases = list(PHASES)
    return phases[(phases.index(state.phase) + 1) % len(phases)]


def books(state: State) -> Books:
    """The books of a game."""
    heading, words = _now(state)
    steps = list(PHASES)
    at = steps.index(state.phase) if state.phase in steps else len(steps)
    return Books(
        turn=state.turn,
        heading=heading,
        words=words,
        stages=tuple(
            Stage(PHASES[step], "now" if place == at else "done" if place < at else "next")
            for place, step in enumerate(steps)
        ),
        sides=tuple(SideBooks(side, say.side(state, side), _standing(state, place)) for place, side in enumerate("ab")),
        groups=tuple(_army(state, side) for side in "ab"),
        taps=tuple(_taps(state)),
        asks=tuple(_asks(state)),
        ends=((Note("concede"), "A side gives up"),) if state.outcome is None else (),
    )


def _now(state: State) -> tuple[str, str]:
    if state.outcome is not None:
        winner = state.outcome.winner
        told = f"{say.side(state, winner)} has won" if winner else "Nobody has won"
        return told, f"{state.outcome.reason.replace('_', ' ')} ({state.outcome.rule})"
    if state.phase == "initiative":
        return "A new turn", "Both sides throw for the initiative."
    return PHASES[state.phase], f"{say.side(state, state.holder)} has the initiative"


def _standing(state: State, place: int) -> str:
    """The points of a side, and the ground that it holds of what could win."""
    setup, side = state.setup, "ab"[place]
    words = [f"{state.score[place]} of {setup.rules.options.victory_points_to_win} points"] if setup.points_win else []
    words += [
        f"{goal.name} {holds(state, goal, side)} of {goal.hold}"
        for goal in setup.objectives
        if goal.side in (None, side)
    ]
    return ", ".join(words)


def _tap(words: str, key: str, rule: str, **facts: str) -> Tap:
    return Tap(note=Note(key, facts), words=words, rule=rule)


def _taps(state: State) -> Iterator[Tap]:
    if state.outcome is not None:
        return
    if state.phase == "initiative":
        yield replace(_tap("Throw for the initiative", "initiative", "EN-INIT-01"), throws=True, weight="main")
    else:
        words = "End the turn" if state.phase == "melee" else f"On to {PHASES[next_phase(state)].lower()}"
        yield replace(_tap(words, "step", "EN-SEQ-01"), weight="main")


def _asks(state: State) -> Iterator[tuple[Note, str]]:
    if state.phase in ("artillery", "musketry"):
        yield Note("fire"), "Fire"
    if state.phase == "melee":
        yield Note("melee"), "Melee"
    if state.phase == "rally":
        yield Note("rally"), "Rally"
    if state.setup.objectives and state.phase != "initiative" and state.outcome is None:
        yield Note("hold"), "Who holds the ground"


def _army(state: State, side: str) -> BookGroup:
    rows = [_leader(state, number) for number, man in enumerate(state.leaders) if man.side == side]
    rows += [_unit(state, number, unit) for number, unit in enumerate(state.units) if unit.side == side]
    name = state.setup.forces[side == "b"].name
    return BookGroup(key=f"army {side}", side=side, name=name, words="", state="now", rows=tuple(rows))


def _leader(state: State, number: int) -> BookRow:
    man, key = state.leaders[number], f"leader {number}"
    lost = replace(_tap("Lost", "leader", "EN-LEADER-06", leader=key, what="lost"), weight="grave")
    back = _tap("Back on the table", "leader", "EN-LEADER-06", leader=key, what="back")
    return BookRow(
        key=key,
        side=man.side,
        name=man.name,
        words="Leader" if man.alive else "Leader, lost",
        sign="leader_army",
        taps=(lost if man.alive else back,) if state.outcome is None else (),
        gone=not man.alive,
    )


def _unit(state: State, number: int, unit: Unit) -> BookRow:
    key, here, goes_on = f"unit {number}", unit.level != "broken", state.outcome is None
    marks = ([] if unit.level == "good" else [LEVEL_WORDS[unit.level]]) + (["fired"] if unit.mute else [])
    formation = FORMATION_WORDS[unit.formation].capitalize()
    asks = tuple(_unit_asks(state, unit, key)) if here and goes_on else ()
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
        hit=_tap("Down", "strike", "EN-MORALE-03", unit=key) if here and goes_on else None,
        taps=tuple(_unit_taps(unit, key)) if goes_on else (),
        asks=asks,
        likely=asks[0] if asks else None,
        gone=not here,
    )


def _unit_taps(unit: Unit, key: str) -> Iterator[Tap]:
    if unit.level != "good":
        yield _tap("A level up", "right", "EN-MORALE-03", unit=key)
    if unit.level == "broken":
        return
    for each in formations(unit):
        if each != unit.formation:
            yield _tap(FORMATION_WORDS[each].capitalize(), "form", "EN-UNIT-03", unit=key, formation=each)


def _unit_asks(state: State, unit: Unit, key: str) -> Iterator[tuple[Note, str]]:
    guns = unit.kind.endswith("artillery")
    if state.phase == ("artillery" if guns else "musketry") and not unit.kind.endswith("cavalry") and not unit.mute:
        yield Note("fire", {"firer": key}), "Fire"
    if state.phase == "melee":
        yield Note("melee", {"attacker": key}), "Attack"
    if state.phase == "rally" and unit.level != "good" and not unit.rallied:
        yield Note("rally", {"unit": key}), "Rally"
