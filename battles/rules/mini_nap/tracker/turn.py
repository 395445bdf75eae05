"""Entries for the sequence of play: ratings, initiatives, Brigades, phases, Turns, the end (MN-SEQ)."""

from typing import Final

from battles.engine.core import SIDES, Outcome, Refusal
from battles.engine.tracker import EntryKind, Fact, FactChoice, Facts, never_refused, number_in, side_fact, tap_facts
from battles.engine.words import capitalized, refused
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.command import commanders, initiative
from battles.rules.mini_nap.state import EDGES, NONE, State, Step, other
from battles.rules.mini_nap.tracker import events as tracker_events
from battles.rules.mini_nap.tracker.events import TrackerPlay
from battles.rules.mini_nap.words import names as say

NEXT: Final[dict[Step, Step]] = {"manoeuvre": "fire", "fire": "hand_to_hand", "hand_to_hand": "break_active"}
"""The phase after each (MN-SEQ-03)."""

IN_INITIATIVE: Final[frozenset[Step]] = frozenset({"manoeuvre", "fire", "hand_to_hand", "break_active"})


def brigade_in(state: State, stated: Facts) -> int:
    """The Brigade that a fact names, or `NONE`."""
    return number_in(stated, "brigade", "brigade", len(state.brigades))


# Ratings


def is_rated(state: State) -> bool:
    """True if every Corps and Division commander has a rating."""
    return all(stand.rating is not None for stand in state.stands if stand.level != "brigade")


def _refuse_ratings(state: State, stated: Facts) -> Refusal | None:
    if is_rated(state):
        return Refusal("done_already", "MN-CMD-61", "Every commander has a rating.")
    return None


def _rate(play: TrackerPlay, stated: Facts) -> None:
    play.next_roll = "rating"
    commanders.rate_commanders(play)


# Initiatives


def _refuse_first(state: State, stated: Facts) -> Refusal | None:
    if not is_rated(state):
        return Refusal("owed_first", "MN-CMD-61", "Roll the commanders' ratings before the first initiative.")
    if state.step != "arrival":
        return Refusal("wrong_phase", "MN-SEQ-01", "The first initiative of this Turn has already been rolled.")
    return None


def _first(play: TrackerPlay, stated: Facts) -> None:
    play.next_roll = "initiative"
    initiative.roll_first_initiative(play)


def _refuse_choose(state: State, stated: Facts) -> Refusal | None:
    if state.step != "choose":
        return Refusal(
            "wrong_phase", "MN-SEQ-02", "You can choose a Brigade only after its side has won the initiative."
        )
    number = brigade_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-SEQ-02", "There is no such Brigade in the tracker.")
    return initiative.refuse_brigade(state, state.active, number)


def _choose(play: TrackerPlay, stated: Facts) -> None:
    play.tell(happened.BrigadeChosen(brigade=brigade_in(play.state, stated)))
    play.tell(happened.StepBegan(step="manoeuvre"))


def _refuse_divide(state: State, stated: Facts) -> Refusal | None:
    """Why a Division cannot manoeuvre (MN-DIVMAN-01); the distance of the enemy is a fact (MN-DIVMAN-02)."""
    number = number_in(stated, "division", "division", len(state.divisions))
    if state.step != "choose":
        return Refusal(
            "wrong_phase", "MN-DIVMAN-01", "You can choose a Division only after its side has won the initiative."
        )
    name = state.divisions[number].name
    mine = [place for place, each in enumerate(state.brigades) if each.division == number]
    if done := [state.brigades[place].name for place in mine if state.brigades[place].chosen]:
        why = f"{name} cannot make a Division manoeuvre: {done[0]} has already had the initiative this Turn."
        return Refusal("done_already", "MN-DIVMAN-01", why)
    if not any(initiative.can_be_chosen(state, place) for place in mine):
        return refused("gone", "MN-SEQ-10", name, "has", "no unit on the table.")
    return None


def _division_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    tables = state.setup.rules.tables
    mine = tuple(
        FactChoice(f"division {number}", each.name)
        for number, each in enumerate(state.divisions)
        if each.side == state.active
    )
    near = f"over {tables.division_barred} cm, up to {tables.division_far_over} cm"
    far = (FactChoice("near", near), FactChoice("far", f"over {tables.division_far_over} cm"))
    which = stated.get("division", mine[0].value if len(mine) == 1 else "")
    return (
        Fact(key="division", label="Division", choices=mine, value=which, rule="MN-DIVMAN-01"),
        Fact(key="enemy", label="Nearest enemy", choices=far, value=stated.get("enemy", ""), rule="MN-DIVMAN-02"),
    )


def _divide(play: TrackerPlay, stated: Facts) -> None:
    nearest = None if stated["enemy"] == "far" else play.tables.division_far_over * CM
    limits = initiative.division_limits(play.tables, nearest)
    assert limits is not None  # noqa: S101
    number = number_in(stated, "division", "division", len(play.state.divisions))
    play.tell(happened.DivisionChosen(division=number, allowance=limits[0], standoff=limits[1]))
    play.tell(happened.StepBegan(step="manoeuvre"))


# Phases and the end


def next_step(state: State) -> Step | None:
    """The next phase of this initiative; None if it ends. A Division that manoeuvres does not fire."""
    step = NEXT.get(state.step)
    if step == "fire" and state.division != NONE:
        step = NEXT[step]
    if step == "break_active" and not any(unit.white for unit in state.units):
        return None
    return step


def _refuse_step(state: State, stated: Facts) -> Refusal | None:
    if next_step(state) is None:
        return Refusal("wrong_phase", "MN-SEQ-03", "This initiative has no further phase.")
    return None


def _step(play: TrackerPlay, stated: Facts) -> None:
    step = next_step(play.state)
    assert step is not None  # noqa: S101
    play.tell(happened.StepBegan(step=step))


def may_end(state: State) -> bool:
    """True if the initiative can end: it is in play, or its side has nothing to choose (MN-RULING-73)."""
    return state.step in IN_INITIATIVE or (state.step == "choose" and not initiative.has_choice(state, state.active))


def _refuse_end(state: State, stated: Facts) -> Refusal | None:
    if not may_end(state):
        return Refusal("wrong_phase", "MN-SEQ-06", "There is no initiative to end.")
    return None


def _end(play: TrackerPlay, stated: Facts) -> None:
    """Remove unused break-throughs and roll for the next initiative.

    Source: MN-SEQ-06, MN-SEQ-07, MN-SEQ-08, MN-SEQ-09.
    """
    for number, unit in enumerate(play.state.units):
        if unit.white:
            play.mark(number, "MN-MARKER-03", white=False)
    play.next_roll = "initiative"
    initiative.end_initiative(play)


def rolls_at_end(state: State) -> bool:
    """True if dice are rolled when the initiative ends; not if only one side has a Brigade left (MN-SEQ-08)."""
    able = sum(initiative.has_choice(state, side) for side in ("a", "b"))
    return able == 2 or (able == 1 and state.setup.rules.options.exhausted_side_still_dices)


def _refuse_arrive(state: State, stated: Facts) -> Refusal | None:
    number = brigade_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-RULING-60", "There is no such Brigade in the tracker.")
    brigade = state.brigades[number]
    if not any(unit.brigade == number and unit.where == "waiting" for unit in state.units):
        return Refusal("done_already", "MN-RULING-60", f"{brigade.name} is already on the table.")
    return None


def _arrive(play: TrackerPlay, stated: Facts) -> None:
    play.tell(tracker_events.Arrived(brigade=brigade_in(play.state, stated)))


def _conceding(state: State, stated: Facts) -> tuple[Fact, ...]:
    return side_fact([say.side_name(state, side) for side in SIDES], stated, "MN-RULING-60")


def _concede(play: TrackerPlay, stated: Facts) -> None:
    winner = other(stated["side"])
    play.tell(happened.Ended(outcome=Outcome(winner, "the other side gave up", "MN-RULING-60")))


def next_roll_words(state: State, words: str, rolls: int) -> str:
    """The next roll in words. Sides roll for the initiative in turn, side a first; commanders one after another."""
    if words == "rating":
        number, _ = list(commanders.unrated_commanders(state))[rolls]
        return f"Rating of {say.stand(state, number)}"
    if words != "initiative":
        return words
    return capitalized(
        say.side_verb(state, EDGES[rolls % len(EDGES)], "rolls for the initiative", "roll for the initiative")
    )


KINDS: Final[dict[str, EntryKind]] = {
    "ratings": EntryKind(title="Ratings of commanders", facts=tap_facts(), refuse=_refuse_ratings, perform=_rate),
    "initiative": EntryKind(title="First initiative", facts=tap_facts(), refuse=_refuse_first, perform=_first),
    "choose": EntryKind(title="Choose a Brigade", facts=tap_facts("brigade"), refuse=_refuse_choose, perform=_choose),
    "divide": EntryKind(
        title="Division manoeuvre", facts=_division_facts, refuse=_refuse_divide, perform=_divide, question=True
    ),
    "step": EntryKind(title="Next phase", facts=tap_facts(), refuse=_refuse_step, perform=_step),
    "end": EntryKind(title="End of the initiative", facts=tap_facts(), refuse=_refuse_end, perform=_end),
    "arrive": EntryKind(title="Arrival", facts=tap_facts("brigade"), refuse=_refuse_arrive, perform=_arrive),
    "concede": EntryKind(title="Concede", facts=_conceding, refuse=never_refused, perform=_concede, question=True),
}
"""Entries about the sequence of play, by key."""
