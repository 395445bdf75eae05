"""What a page shows of the books: Brigades with their units, boxes and markers, commanders, and what comes next."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.progress import Stage
from battles.engine.tabling import BookGroup, Books, Note, SideBooks, Tap
from battles.rules.mini_nap import turning, victory
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.state import NONE, Stand, State, Step
from battles.rules.mini_nap.tabling_rows import stand_row, tap, unit_row
from battles.rules.mini_nap.tabling_turn import IN_INITIATIVE, is_rated, may_end, next_step, throws_at_end
from battles.rules.mini_nap.words_turn import why_ended

PHASES: Final[dict[Step, str]] = {
    "choose": "Choice",
    "manoeuvre": "Manoeuvre",
    "fire": "Firing",
    "hand_to_hand": "Hand to hand",
    "break_active": "Break-through",
}
"""The phases of an initiative as the page has them (MN-SEQ-03)."""


def books(state: State) -> Books:
    """The books of a game."""
    heading, words = _now(state)
    return Books(
        turn=state.turn,
        active=state.active,
        heading=heading,
        words=words,
        stages=tuple(_stages(state)),
        sides=tuple(_side(state, side) for side in ("a", "b")),
        groups=tuple(_groups(state)),
        taps=tuple(_taps(state)),
        due=tuple(_due(state)),
        asks=tuple(_asks(state)),
        ends=((Note("concede"), "A side gives up"),) if state.outcome is None else (),
    )


def _now(state: State) -> tuple[str, str]:
    if state.outcome is not None:
        winner = state.outcome.winner
        told = f"{say.side_name(state, winner)} has won" if winner else "Nobody has won"
        return told, say.sentence_of(why_ended(state, state.outcome), rules=(state.outcome.rule,))
    if not is_rated(state):
        return "Before the first Turn", "The commanders are rated."
    if state.step == "arrival":
        return "A new Turn", "Both sides throw for the first initiative."
    if state.step == "choose":
        return f"{say.side_name(state, state.active)} has the initiative", "Which Brigade has it?"
    who = say.division(state, state.division) if state.division != NONE else say.brigade(state, state.brigade)
    return PHASES[state.step], f"{who}, {say.side(state, state.active)}"


def _stages(state: State) -> Iterator[Stage]:
    steps = list(PHASES)
    at = steps.index(state.step) if state.step in steps else 0
    for place, step in enumerate(steps):
        yield Stage(PHASES[step], "now" if step == state.step else "done" if place < at else "next")


def _side(state: State, side: str) -> SideBooks:
    lost, start = victory.losses(state, side)
    bears = start * state.setup.rules.options.army_break_share // victory.WHOLE
    words = f"{lost} of {start} lost"
    words += ", broken" if victory.is_broken(state, side) else f", breaks at {bears + 1}" if bears < start else ""
    return SideBooks(side, say.side_name(state, side), words)


def _taps(state: State) -> Iterator[Tap]:
    """What comes next, the likeliest first."""
    if state.outcome is not None:
        return
    if not is_rated(state):
        thrown = state.setup.rules.options.commander_ratings == "roll"
        yield replace(tap("Rate the commanders", "ratings", "MN-CMD-61"), throws=thrown, weight="main")
    elif state.step == "arrival":
        yield replace(tap("Throw for the initiative", "initiative", "MN-SEQ-01"), throws=True, weight="main")
        yield from _arrivals(state)
    elif (found := next_step(state)) is not None:
        yield replace(tap(f"On to {PHASES[found].lower()}", "step", "MN-SEQ-03"), weight="main")
    if may_end(state):
        throws = throws_at_end(state)
        words = "End it and throw for the next" if throws else "End this initiative"
        yield replace(tap(words, "end", "MN-SEQ-06"), throws=throws, weight="" if next_step(state) else "main")


def _arrivals(state: State) -> Iterator[Tap]:
    """Brigades that are still to come, those due first (MN-RULING-60)."""
    waiting = sorted({unit.brigade for unit in state.units if unit.where == "waiting"})
    for number in waiting:
        words = f"{state.brigades[number].name} comes on"
        yield tap(words, "arrive", brigade=f"brigade {number}", rule="MN-RULING-60")


def _due(state: State) -> Iterator[str]:
    """Units that have broken through, in the phase that is theirs (MN-BREAK-03)."""
    if state.step == "break_active":
        yield from (f"unit {number}" for number, unit in enumerate(state.units) if unit.white and unit.where == "table")


def _asks(state: State) -> Iterator[tuple[Note, str]]:
    if state.step in IN_INITIATIVE:
        if state.step in ("manoeuvre", "fire"):
            yield Note("fire"), "Fire"
        yield Note("fight"), "Hand to hand"
        yield Note("test"), "Quality test"
    if state.step in ("manoeuvre", "fire") and state.division == NONE:
        yield Note("suppress"), "Suppress a battery"
        yield Note("batter"), "Fire at a structure"
    if state.step == "choose":
        yield Note("divide"), "Division manoeuvre"


# Brigades and commanders


def _groups(state: State) -> Iterator[BookGroup]:
    for side in ("a", "b"):
        for number, brigade in enumerate(state.brigades):
            if brigade.side == side:
                yield _brigade(state, number)
        yield _commanders(state, side)


def _brigade(state: State, number: int) -> BookGroup:
    brigade = state.brigades[number]
    own = state.division == brigade.division if state.division != NONE else state.brigade == number
    here = own and state.step in IN_INITIATIVE
    rows = [stand_row(state, place) for place, each in enumerate(state.stands) if _leads(each, number)]
    rows += [unit_row(state, place, each) for place, each in enumerate(state.units) if each.brigade == number]
    taps: tuple[Tap, ...] = ()
    if state.step == "choose" and brigade.side == state.active and turning.may_choose(state, number):
        key = f"brigade {number}"
        taps = (replace(tap("Give it the initiative", "choose", "MN-SEQ-02", brigade=key), weight="main"),)
    waiting = any(each.brigade == number and each.where == "waiting" for each in state.units)
    if waiting and state.outcome is None:
        taps = (*taps, tap("Comes on", "arrive", brigade=f"brigade {number}", rule="MN-RULING-60"))
    return BookGroup(
        key=f"brigade {number}",
        side=brigade.side,
        name=brigade.name,
        words=_brigade_words(state, number),
        state="now" if here else "done" if brigade.chosen else "next",
        rows=tuple(rows),
        taps=taps,
    )


def _brigade_words(state: State, number: int) -> str:
    brigade = state.brigades[number]
    division = state.divisions[brigade.division].name
    return f"{division}, {brigade.lost} of {brigade.start} lost" if brigade.lost else division


def _leads(stand: Stand, brigade: int) -> bool:
    return stand.level == "brigade" and stand.of == brigade


def _commanders(state: State, side: str) -> BookGroup:
    rows = [
        stand_row(state, number)
        for number, stand in enumerate(state.stands)
        if stand.side == side and stand.level != "brigade"
    ]
    return BookGroup(key=f"command {side}", side=side, name="Commanders", words="", state="next", rows=tuple(rows))
