"""The course of a game at the table: ratings, initiatives, the chosen Brigade, phases, Turns, the end (MN-SEQ)."""

from typing import Final

from battles.engine.core import Outcome, Refusal
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import initiative, ratings, turning
from battles.rules.mini_nap import tabling_events as noted
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.state import EDGES, NONE, State, Step, other
from battles.rules.mini_nap.tables import CM
from battles.rules.mini_nap.tabling_facts import Kind, named, no_facts, nothing, place_of
from battles.rules.mini_nap.tabling_play import Keeping

NEXT: Final[dict[Step, Step]] = {"manoeuvre": "fire", "fire": "hand_to_hand", "hand_to_hand": "break_active"}
"""The phase after each (MN-SEQ-03)."""

IN_INITIATIVE: Final[frozenset[Step]] = frozenset({"manoeuvre", "fire", "hand_to_hand", "break_active"})


def brigade_in(state: State, stated: Facts) -> int:
    """The Brigade that a fact names; `NONE` for none."""
    return place_of(stated.get("brigade", ""), "brigade", len(state.brigades))


# Ratings


def is_rated(state: State) -> bool:
    """Whether every Corps and Division commander has his rating."""
    return all(stand.rating is not None for stand in state.stands if stand.level != "brigade")


def _refuse_ratings(state: State, stated: Facts) -> Refusal | None:
    if is_rated(state):
        return Refusal("done_already", "MN-CMD-61", "Every commander has his rating.")
    return None


def _rate(play: Keeping, stated: Facts) -> None:
    play.throwing = "rating"
    ratings.rate(play)


# Initiatives


def _refuse_first(state: State, stated: Facts) -> Refusal | None:
    if not is_rated(state):
        return Refusal("owed_first", "MN-CMD-61", "The commanders' ratings are thrown for before the first initiative.")
    if state.step != "arrival":
        return Refusal("wrong_phase", "MN-SEQ-01", "The first initiative of this Turn has been thrown for.")
    return None


def _first(play: Keeping, stated: Facts) -> None:
    play.throwing = "initiative"
    turning.first_initiative(play)


def _refuse_choose(state: State, stated: Facts) -> Refusal | None:
    if state.step != "choose":
        return Refusal("wrong_phase", "MN-SEQ-02", "A Brigade is chosen once its side has gained the initiative.")
    number = brigade_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-SEQ-02", "There is no such Brigade in the books.")
    return initiative.refuse_brigade(state, state.active, number)


def _choose(play: Keeping, stated: Facts) -> None:
    play.tell(happened.BrigadeChosen(brigade=brigade_in(play.state, stated)))
    play.tell(happened.StepBegan(step="manoeuvre"))


def _refuse_divide(state: State, stated: Facts) -> Refusal | None:
    """MN-DIVMAN-01; how far the enemy is, is stated (MN-DIVMAN-02)."""
    number = place_of(stated.get("division", ""), "division", len(state.divisions))
    if state.step != "choose":
        return Refusal("wrong_phase", "MN-DIVMAN-01", "A Division is chosen once its side has gained the initiative.")
    name = state.divisions[number].name
    mine = [place for place, each in enumerate(state.brigades) if each.division == number]
    if done := [state.brigades[place].name for place in mine if state.brigades[place].chosen]:
        why = f"{name} can make no Division manoeuvre: {done[0]} has had the initiative this Turn."
        return Refusal("done_already", "MN-DIVMAN-01", why)
    if not any(turning.may_choose(state, place) for place in mine):
        return Refusal("gone", "MN-SEQ-10", f"{name} has no unit on the table.")
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
        Fact(key="division", label="Which Division", choices=mine, value=which, rule="MN-DIVMAN-01"),
        Fact(key="enemy", label="Nearest enemy", choices=far, value=stated.get("enemy", ""), rule="MN-DIVMAN-02"),
    )


def _divide(play: Keeping, stated: Facts) -> None:
    nearest = None if stated["enemy"] == "far" else play.tables.division_far_over * CM
    found = initiative.gate(play.tables, nearest)
    assert found is not None  # noqa: S101
    number = place_of(stated["division"], "division", len(play.state.divisions))
    play.tell(happened.DivisionChosen(division=number, allowance=found[0], standoff=found[1]))
    play.tell(happened.StepBegan(step="manoeuvre"))


# Phases and the end


def next_step(state: State) -> Step | None:
    """The phase that comes next in this initiative; None where it ends. A Division that manoeuvres does not fire."""
    found = NEXT.get(state.step)
    if found == "fire" and state.division != NONE:
        found = NEXT[found]
    if found == "break_active" and not any(unit.white for unit in state.units):
        return None
    return found


def _refuse_step(state: State, stated: Facts) -> Refusal | None:
    if next_step(state) is None:
        return Refusal("wrong_phase", "MN-SEQ-03", "There is no further phase in this initiative.")
    return None


def _step(play: Keeping, stated: Facts) -> None:
    found = next_step(play.state)
    assert found is not None  # noqa: S101
    play.tell(happened.StepBegan(step=found))


def may_end(state: State) -> bool:
    """Whether an initiative goes on that can end; one that leaves nothing to choose ends as well (MN-RULING-73)."""
    return state.step in IN_INITIATIVE or (state.step == "choose" and not turning.has_choice(state, state.active))


def _refuse_end(state: State, stated: Facts) -> Refusal | None:
    if not may_end(state):
        return Refusal("wrong_phase", "MN-SEQ-06", "No initiative goes on that could end.")
    return None


def _end(play: Keeping, stated: Facts) -> None:
    """What was not spent is lost, and the next initiative is thrown for (MN-SEQ-06 to 09)."""
    for number, unit in enumerate(play.state.units):
        if unit.white:
            play.mark(number, "MN-MARKER-03", white=False)
    play.throwing = "initiative"
    turning.end_initiative(play)


def throws_at_end(state: State) -> bool:
    """Whether dice are thrown as the initiative ends: not where only one side has a Brigade left (MN-SEQ-08)."""
    able = sum(turning.has_choice(state, side) for side in ("a", "b"))
    return able == 2 or (able == 1 and state.setup.rules.options.exhausted_side_still_dices)


def _refuse_arrive(state: State, stated: Facts) -> Refusal | None:
    number = brigade_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-RULING-60", "There is no such Brigade in the books.")
    brigade = state.brigades[number]
    if not any(unit.brigade == number and unit.where == "waiting" for unit in state.units):
        return Refusal("done_already", "MN-RULING-60", f"{brigade.name} is on the table.")
    return None


def _arrive(play: Keeping, stated: Facts) -> None:
    play.tell(noted.Arrived(brigade=brigade_in(play.state, stated)))


def _side_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    sides = tuple(FactChoice(side, say.side_name(state, side)) for side in ("a", "b"))
    value = stated.get("side", "")
    return (Fact(key="side", label="Who gives up", choices=sides, value=value, rule="MN-RULING-60"),)


def _concede(play: Keeping, stated: Facts) -> None:
    winner = other(stated["side"])
    play.tell(happened.Ended(outcome=Outcome(winner, "the other side gave up", "MN-RULING-60")))


def throwing(state: State, words: str, rolls: int) -> str:
    """Who throws next; the sides throw for the initiative in turn, side a first, commanders one after the other."""
    if words == "rating":
        number, _ = list(ratings.unrated(state))[rolls]
        return f"The rating of {say.stand(state, number)}"
    if words != "initiative":
        return words
    return f"{say.side_name(state, EDGES[rolls % len(EDGES)])} throws for the initiative"


KINDS: Final[dict[str, Kind]] = {
    "ratings": Kind(title="Ratings of commanders", facts=no_facts, refuse=_refuse_ratings, perform=_rate),
    "initiative": Kind(title="First initiative", facts=no_facts, refuse=_refuse_first, perform=_first),
    "choose": Kind(title="Choose a Brigade", facts=named("brigade"), refuse=_refuse_choose, perform=_choose),
    "divide": Kind(
        title="Division manoeuvre", facts=_division_facts, refuse=_refuse_divide, perform=_divide, question=True
    ),
    "step": Kind(title="Next phase", facts=no_facts, refuse=_refuse_step, perform=_step),
    "end": Kind(title="End of the initiative", facts=no_facts, refuse=_refuse_end, perform=_end),
    "arrive": Kind(title="Arrival", facts=named("brigade"), refuse=_refuse_arrive, perform=_arrive),
    "concede": Kind(title="Give up", facts=_side_facts, refuse=nothing, perform=_concede, question=True),
}
"""The notes of the course of a game."""
