"""Before the first Turn: ratings, edges, and both forces put down Division by Division (ST-01, MN-RULING-60, 74)."""

from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.engine.lists import Made
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import landmarks, losing, placing, ratings, turning
from battles.rules.mini_nap.board import on_table
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.placing import RULE
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.scattering import scatter, standing
from battles.rules.mini_nap.state import NONE, State, other


def begin(play: Play) -> None:
    """All before a side has a choice: random terrain, ratings, the throw for the edge where anybody is to deploy."""
    if play.options.random_terrain:
        state = play.state
        found = scatter(play.dice, play.tables, state.setup.table, standing(state))
        play.tell(happened.TerrainLaid(features=found, rolls=play.thrown()))
    for number in on_table(play.state):
        landmarks.take_post(play, number)
    ratings.rate(play)
    state = play.state
    if not any(placing.due_units(state, side) or placing.due_stands(state, side) for side in ("a", "b")):
        turning.begin_turn(play)
        return
    each = play.tables.first_initiative_dice
    winner, throws = turning.thrown(play.dice, (each, each), RULE)
    play.tell(happened.DeploymentThrown(winner=winner, throws=throws, rolls=play.thrown()))


# The edge (MN-RULING-60).


def _chooser(state: State) -> tuple[SideId, ...]:
    """The winner of the throw, unless the set-up has zones for both."""
    return (state.active,) if any(force.zone is None for force in state.setup.forces) else ()


def _keep_edges(play: Play) -> None:
    _deploy_from(play, "lower" if play.state.active == "a" else "upper")


def _deploy_from(play: Play, edge: str) -> None:
    """``edge`` is the winner's; the loser deploys first."""
    winner = play.state.active
    loser = other(winner)
    edges = (winner, loser) if edge == "lower" else (loser, winner)
    play.tell(happened.DeploymentBegan(edges=edges, first=loser))


def _edges(state: State, side: SideId) -> tuple[Option, ...]:
    return (Option("choose_edge", "", (act.ChooseEdge("lower"), act.ChooseEdge("upper"))),)


def _any_edge(state: State, side: SideId, action: Any) -> Refusal | None:
    return None


def _take_edge(play: Play, side: SideId, action: Any) -> None:
    _deploy_from(play, action.edge)


EDGES = Handler((act.ChooseEdge,), _chooser, _keep_edges, _edges, _any_edge, _take_edge)
"""The step ``edges``."""


# Division by Division.


def open_units(state: State, side: SideId) -> tuple[int, ...]:
    """The units that a side may put down now: of the Division it has begun, else of any."""
    divisions = _open_divisions(state, side)
    return tuple(
        number
        for number in placing.due_units(state, side)
        if state.brigades[state.units[number].brigade].division in divisions
    )


def open_stands(state: State, side: SideId) -> tuple[int, ...]:
    """The stands that a side may put down now."""
    divisions = _open_divisions(state, side)
    return tuple(number for number in placing.due_stands(state, side) if _division_of(state, number) in divisions)


def _division_of(state: State, stand: int) -> int:
    """The Division that a stand is deployed with: a Corps stand goes with the first of its Divisions."""
    return state.brigades[placing.leading(state, state.stands[stand])].division


def _left(state: State, side: SideId) -> frozenset[int]:
    """Divisions with something left to deploy."""
    units = {state.brigades[state.units[number].brigade].division for number in placing.due_units(state, side)}
    return frozenset(units | {_division_of(state, number) for number in placing.due_stands(state, side)})


_open: list[tuple[State, SideId, frozenset[int]]] = []
"""The last answer of `_open_divisions`: it is asked again and again of a state."""


def _open_divisions(state: State, side: SideId) -> frozenset[int]:
    """Divisions with something left to deploy; only those begun where there are any."""
    for kept, whose, found in _open:
        if kept is state and whose == side:
            return found
    found = _begun_or_any(state, side)
    _open[:] = [(state, side, found)]
    return found


def _begun_or_any(state: State, side: SideId) -> frozenset[int]:
    left = _left(state, side)
    begun = {state.brigades[unit.brigade].division for unit in state.units if unit.where != "waiting"}
    begun |= {_division_of(state, number) for number, stand in enumerate(state.stands) if stand.where != "waiting"}
    return left & begun or left


def _deployer(state: State) -> tuple[SideId, ...]:
    """The side whose turn it is, while it can put something down or must withhold it."""
    side = state.active
    if open_units(state, side):
        return (side,)
    placed = any(next(placing.stand_places(state, number), None) for number in open_stands(state, side))
    return (side,) if placed else ()


def _proceed(play: Play) -> None:
    """The active side has put down all it has, or only stands are left that no ground is free for."""
    state = play.state
    for number in open_stands(state, state.active):
        play.tell(happened.StandRemoved(stand=number, rule="MN-RULING-74"))
    _hand_over(play)


def _hand_over(play: Play) -> None:
    """The other side's turn, or this one's again where the other has nothing left; then the first Turn."""
    state = play.state
    for side in (other(state.active), state.active):
        if placing.due_units(state, side) or placing.due_stands(state, side):
            play.tell(happened.SideDeploys(side=side))
            return
    turning.begin_turn(play)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered(state, side))


def _offered(state: State, side: SideId) -> Iterator[Option]:
    """What a side may put down now, unit by unit and stand by stand as it is asked for."""
    yield from (unit_option(state, number) for number in open_units(state, side))
    yield from filter(None, (stand_option(state, number) for number in open_stands(state, side)))


def unit_option(state: State, number: int) -> Option:
    """What may be done with a unit that waits for its place."""
    actor = f"unit {number}"
    if next(placing.unit_places(state, number), None) is None:
        return Option("withhold", actor, (act.Withhold(number),))
    zone = placing.zone_of(state, state.units[number].brigade)
    domains = {**_ends(zone), "facing": {"low": 0, "high": 3_599, "unit": "0.1deg"}}
    actions = Made(placing.unit_places, state, number)
    return Option("deploy", actor, actions, complete=False, domains=domains, outline=_rim(zone))


def stand_option(state: State, number: int) -> Option | None:
    """Where a command stand may be put; None where no ground is free for it."""
    if next(placing.stand_places(state, number), None) is None:
        return None
    zone = placing.zone_of(state, placing.leading(state, state.stands[number]))
    actions = Made(placing.stand_places, state, number)
    return Option("deploy_stand", f"stand {number}", actions, complete=False, domains=_ends(zone), outline=_rim(zone))


def _ends(zone: placing.Zone) -> dict[str, Any]:
    left, bottom, right, top = zone
    return {
        "x": {"low": left, "high": right, "unit": "0.1mm"},
        "y": {"low": bottom, "high": top, "unit": "0.1mm"},
    }


def _rim(zone: placing.Zone) -> tuple[tuple[int, int], ...]:
    left, bottom, right, top = zone
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.DeployStand):
        return refuse_whose_stand(state, side, action.stand, open_stands(state, side)) or placing.refuse_stand(
            state, action
        )
    found = refuse_whose(state, side, action.unit, open_units(state, side))
    if found is not None:
        return found
    if isinstance(action, act.Deploy):
        return placing.refuse_unit(state, action)
    if next(placing.unit_places(state, action.unit), None) is not None:
        name = state.units[action.unit].name
        return Refusal("not_needed", "MN-RULING-74", f"{name} has a place; only a unit without one stays out.")
    return None


def refuse_whose(state: State, side: SideId, number: int, due: tuple[int, ...]) -> Refusal | None:
    """Why a unit is not one that ``side`` may put down now."""
    if number >= len(state.units):
        return Refusal("no_such", RULE, f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return Refusal("not_yours", RULE, f"{unit.name} belongs to the enemy.")
    if unit.where == "table":
        return Refusal("done_already", RULE, f"{unit.name} is on the table already.")
    if number in due:
        return None
    return _not_due(state, unit.name, unit.brigade, waiting=unit.where == "waiting")


def refuse_whose_stand(state: State, side: SideId, number: int, due: tuple[int, ...]) -> Refusal | None:
    """Why a stand is not one that ``side`` may put down now."""
    if number >= len(state.stands):
        return Refusal("no_such", RULE, f"There is no command stand {number}.")
    stand = state.stands[number]
    if stand.side != side:
        return Refusal("not_yours", RULE, f"{stand.name} belongs to the enemy.")
    if stand.where == "table":
        return Refusal("done_already", RULE, f"{stand.name} is on the table already.")
    if number in due:
        return None
    return _not_due(state, stand.name, placing.leading(state, stand), waiting=stand.where == "waiting")


def _not_due(state: State, name: str, brigade: int, *, waiting: bool) -> Refusal:
    """Gone for good, still on the march, or of a Division whose turn comes later."""
    if not waiting:
        return Refusal("gone", RULE, f"{name} is out of the battle.")
    turn = placing.arrival(state, brigade)
    if turn > state.turn:
        return Refusal("wrong_phase", RULE, f"{name} arrives in Turn {turn}.")
    begun = next(iter(_open_divisions(state, state.active)), NONE)
    of = state.divisions[begun].name if begun != NONE else "The Division that was begun"
    return Refusal("bad_order", RULE, f"{of} is put down first; {name} belongs to another Division.")


def place(play: Play, action: Any) -> None:
    """Put a unit or a stand down, or leave a unit out."""
    if isinstance(action, act.Deploy):
        number, facing, formation = action.unit, action.facing, action.formation
        play.tell(happened.Placed(unit=number, x=action.x, y=action.y, facing=facing, formation=formation))
        landmarks.take_post(play, number)
    elif isinstance(action, act.DeployStand):
        play.tell(happened.StandPlaced(stand=action.stand, x=action.x, y=action.y, how="deployed"))
    else:
        losing.take_off(play, (action.unit,), "lost", "MN-RULING-74")


def _perform(play: Play, side: SideId, action: Any) -> None:
    """A side goes on until the Division that it has begun stands."""
    place(play, action)
    state = play.state
    stand = isinstance(action, act.DeployStand)
    of = _division_of(state, action.stand) if stand else state.brigades[state.units[action.unit].brigade].division
    if of not in _left(state, side):
        _hand_over(play)


DEPLOYMENT = Handler(
    (act.Deploy, act.DeployStand, act.Withhold), _deployer, _proceed, _options, _refuse, _perform, _offered
)
"""The step ``deployment``."""
