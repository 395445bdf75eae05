"""The state before the first roll, deployment before the first Turn, and later arrival of Brigades."""

from collections.abc import Iterator
from typing import Any, Literal

from battles.engine.actions import LazyActions
from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import refused, with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.command import commanders, initiative
from battles.rules.mini_nap.positions import on_table
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.setup import places
from battles.rules.mini_nap.setup.features import occupied_footprints, random_features
from battles.rules.mini_nap.setup.places import RULE
from battles.rules.mini_nap.state import (
    NONE,
    Brigade,
    BrigadeForce,
    Corps,
    CorpsForce,
    Division,
    DivisionForce,
    ForceUnit,
    Place,
    Setup,
    Stand,
    State,
    Unit,
    other,
    selectable_formations,
)
from battles.rules.mini_nap.tables import Level
from battles.rules.mini_nap.terrain import landmarks


def initial_state(setup: Setup) -> State:
    """Both forces, with units and stands in their places or waiting to deploy (MN-ORG)."""
    chain = _ChainOfCommand()
    for side, force in zip("ab", setup.forces, strict=True):
        for corps in force.corps:
            chain.add_corps(side, corps)
    return State(
        setup=setup,
        corps=tuple(chain.corps),
        divisions=tuple(chain.divisions),
        brigades=tuple(chain.brigades),
        units=tuple(chain.units),
        stands=tuple(chain.stands),
    )


class _ChainOfCommand:
    """The chain of command, numbered: side a first, formations in the order of their force."""

    def __init__(self) -> None:
        self.corps: list[Corps] = []
        self.divisions: list[Division] = []
        self.brigades: list[Brigade] = []
        self.units: list[Unit] = []
        self.stands: list[Stand] = []

    def add_corps(self, side: SideId, force: CorpsForce) -> None:
        number = len(self.corps)
        self.corps.append(Corps(side=side, name=force.name, nation=force.nation))
        self.stands.append(_stand(side, "corps", number, force))
        for division in force.divisions:
            self._add_division(side, number, division)

    def _add_division(self, side: SideId, corps: int, force: DivisionForce) -> None:
        number = len(self.divisions)
        units = sum(len(brigade.units) for brigade in force.brigades)
        self.divisions.append(Division(side=side, corps=corps, name=force.name, start=units))
        self.stands.append(_stand(side, "division", number, force))
        for brigade in force.brigades:
            self._add_brigade(side, number, brigade)

    def _add_brigade(self, side: SideId, division: int, force: BrigadeForce) -> None:
        number = len(self.brigades)
        self.brigades.append(
            Brigade(side=side, division=division, name=force.name, kind=force.kind, start=len(force.units))
        )
        if force.kind != "artillery":  # MN-ORG-16: division artillery has none
            self.stands.append(_stand(side, "brigade", number, force))
        self.units.extend(_units(side, number, force.units))


def _units(side: SideId, brigade: int, recruits: tuple[ForceUnit, ...]) -> Iterator[Unit]:
    for recruit in recruits:
        place = recruit.place or Place(0, 0, formation=selectable_formations(recruit)[0])
        yield Unit(
            side=side,
            brigade=brigade,
            name=recruit.name,
            type=recruit.type,
            rating=recruit.rating,
            start=recruit.points,
            points=recruit.points,
            nation=recruit.nation,
            kgl=recruit.kgl,
            lancer=recruit.lancer,
            irregular=recruit.irregular,
            weight=recruit.weight,
            where="table" if recruit.place else "waiting",
            formation=place.formation,
            x=place.x,
            y=place.y,
            facing=place.facing,
        )


def _stand(
    side: SideId, level: Level | Literal["brigade"], of: int, force: CorpsForce | DivisionForce | BrigadeForce
) -> Stand:
    place = force.place
    return Stand(
        side=side,
        level=level,
        of=of,
        name=force.commander or force.name,
        rating=None if isinstance(force, BrigadeForce) else force.rating,
        where="table" if place else "waiting",
        x=place.x if place else 0,
        y=place.y if place else 0,
    )


def begin_battle(play: Resolution) -> None:
    """Random terrain, ratings, and the roll for the edge if any troops are to deploy."""
    if play.options.random_terrain:
        state = play.state
        features = random_features(play.dice, play.tables, state.setup.table, occupied_footprints(state))
        play.tell(happened.TerrainLaid(features=features, rolls=play.new_rolls()))
    for number in on_table(play.state):
        landmarks.defend_from_start(play, number)
    commanders.rate_commanders(play)
    state = play.state
    if not any(places.due_units(state, side) or places.due_stands(state, side) for side in ("a", "b")):
        initiative.begin_turn(play)
        return
    each = play.tables.first_initiative_dice
    winner, totals = initiative.roll_until_decided(play.dice, (each, each), RULE)
    play.tell(happened.DeploymentThrown(winner=winner, throws=totals, rolls=play.new_rolls()))


# The edge (MN-RULING-60).


def _chooser(state: State) -> tuple[SideId, ...]:
    """The winner of the roll, unless the set-up has zones for both sides (MN-RULING-100)."""
    return (state.active,) if any(force.zone is None for force in state.setup.forces) else ()


def _keep_edges(play: Resolution) -> None:
    _deploy_from(play, "lower" if play.state.active == "a" else "upper")


def _deploy_from(play: Resolution, edge: str) -> None:
    """The winner takes ``edge``; the loser deploys first."""
    winner = play.state.active
    loser = other(winner)
    edges = (winner, loser) if edge == "lower" else (loser, winner)
    play.tell(happened.DeploymentBegan(edges=edges, first=loser))


def _edges(state: State, side: SideId) -> tuple[Option, ...]:
    return (Option("choose_edge", "", (act.ChooseEdge("lower"), act.ChooseEdge("upper"))),)


def _any_edge(state: State, side: SideId, action: Any) -> Refusal | None:
    return None


def _take_edge(play: Resolution, side: SideId, action: Any) -> None:
    _deploy_from(play, action.edge)


EDGES = Handler((act.ChooseEdge,), _chooser, _keep_edges, _edges, _any_edge, _take_edge)
"""The step ``edges``."""


# Division by Division.


def deployable_units(state: State, side: SideId) -> tuple[int, ...]:
    """The units that a side may deploy now: of the Division it has begun, else of any."""
    divisions = _deployable_divisions(state, side)
    return tuple(
        number
        for number in places.due_units(state, side)
        if state.brigades[state.units[number].brigade].division in divisions
    )


def deployable_stands(state: State, side: SideId) -> tuple[int, ...]:
    """The stands that a side may deploy now."""
    divisions = _deployable_divisions(state, side)
    return tuple(number for number in places.due_stands(state, side) if _division_of(state, number) in divisions)


def _division_of(state: State, stand: int) -> int:
    """The Division that a stand is deployed with: a Corps stand goes with the first of its Divisions."""
    return state.brigades[places.first_brigade(state, state.stands[stand])].division


def _divisions_left(state: State, side: SideId) -> frozenset[int]:
    """Divisions with something left to deploy."""
    units = {state.brigades[state.units[number].brigade].division for number in places.due_units(state, side)}
    return frozenset(units | {_division_of(state, number) for number in places.due_stands(state, side)})


_latest_divisions: list[tuple[State, SideId, frozenset[int]]] = []
"""The last answer of `_deployable_divisions`: a state asks for it many times."""


def _deployable_divisions(state: State, side: SideId) -> frozenset[int]:
    """Divisions with something left to deploy; only those begun, if there are any."""
    for cached_state, cached_side, divisions in _latest_divisions:
        if cached_state is state and cached_side == side:
            return divisions
    divisions = _find_deployable_divisions(state, side)
    _latest_divisions[:] = [(state, side, divisions)]
    return divisions


def _find_deployable_divisions(state: State, side: SideId) -> frozenset[int]:
    left = _divisions_left(state, side)
    started = {state.brigades[unit.brigade].division for unit in state.units if unit.where != "waiting"}
    started |= {_division_of(state, number) for number, stand in enumerate(state.stands) if stand.where != "waiting"}
    return left & started or left


def _deployer(state: State) -> tuple[SideId, ...]:
    """The side whose turn it is, while it can deploy something or must withhold it."""
    side = state.active
    if deployable_units(state, side):
        return (side,)
    placed = any(next(places.stand_places(state, number), None) for number in deployable_stands(state, side))
    return (side,) if placed else ()


def _proceed(play: Resolution) -> None:
    """The active side has deployed everything, or only stands without free ground are left."""
    state = play.state
    for number in deployable_stands(state, state.active):
        play.tell(happened.StandRemoved(stand=number, rule="MN-RULING-74"))
    _hand_over(play)


def _hand_over(play: Resolution) -> None:
    """The other side's turn, or the same side's if the other has nothing left; then the first Turn."""
    state = play.state
    for side in (other(state.active), state.active):
        if places.due_units(state, side) or places.due_stands(state, side):
            play.tell(happened.SideDeploys(side=side))
            return
    initiative.begin_turn(play)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered(state, side))


def _offered(state: State, side: SideId) -> Iterator[Option]:
    """Everything a side may deploy now, unit by unit and stand by stand."""
    yield from (unit_option(state, number) for number in deployable_units(state, side))
    yield from filter(None, (stand_option(state, number) for number in deployable_stands(state, side)))


def unit_option(state: State, number: int) -> Option:
    """The legal actions for a unit that waits to deploy."""
    actor = f"unit {number}"
    if next(places.unit_places(state, number), None) is None:
        return Option("withhold", actor, (act.Withhold(number),))
    zone = places.brigade_zone(state, state.units[number].brigade)
    domains = {**_ends(zone), "facing": {"low": 0, "high": 3_599, "unit": "0.1deg"}}
    actions = LazyActions(places.unit_places, state, number)
    return Option("deploy", actor, actions, complete=False, domains=domains, outline=_rim(zone))


def stand_option(state: State, number: int) -> Option | None:
    """The places for a command stand; None if no ground is free for it."""
    if next(places.stand_places(state, number), None) is None:
        return None
    zone = places.brigade_zone(state, places.first_brigade(state, state.stands[number]))
    actions = LazyActions(places.stand_places, state, number)
    return Option("deploy_stand", f"stand {number}", actions, complete=False, domains=_ends(zone), outline=_rim(zone))


def _ends(zone: places.Zone) -> dict[str, Any]:
    left, bottom, right, top = zone
    return {
        "x": {"low": left, "high": right, "unit": "0.1mm"},
        "y": {"low": bottom, "high": top, "unit": "0.1mm"},
    }


def _rim(zone: places.Zone) -> tuple[tuple[int, int], ...]:
    left, bottom, right, top = zone
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.DeployStand):
        return refuse_undeployable_stand(
            state, side, action.stand, deployable_stands(state, side)
        ) or places.refuse_stand_place(state, action)
    refusal = refuse_undeployable_unit(state, side, action.unit, deployable_units(state, side))
    if refusal is not None:
        return refusal
    if isinstance(action, act.Deploy):
        return places.refuse_unit_place(state, action)
    if next(places.unit_places(state, action.unit), None) is not None:
        name = state.units[action.unit].name
        return refused("not_needed", "MN-RULING-74", name, "has", "a legal place; only a unit without one is withheld.")
    return None


def refuse_undeployable_unit(state: State, side: SideId, number: int, due: tuple[int, ...]) -> Refusal | None:
    """Why ``side`` may not deploy this unit now; None if it may."""
    if number >= len(state.units):
        return Refusal("no_such", RULE, f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return refused("not_yours", RULE, unit.name, "belongs", "to the enemy.")
    if unit.where == "table":
        return refused("done_already", RULE, unit.name, "is", "already on the table.")
    if number in due:
        return None
    return _not_due(state, unit.name, unit.brigade, waiting=unit.where == "waiting")


def refuse_undeployable_stand(state: State, side: SideId, number: int, due: tuple[int, ...]) -> Refusal | None:
    """Why ``side`` may not deploy this stand now; None if it may."""
    if number >= len(state.stands):
        return Refusal("no_such", RULE, f"There is no command stand {number}.")
    stand = state.stands[number]
    if stand.side != side:
        return Refusal("not_yours", RULE, f"{stand.name} belongs to the enemy.")
    if stand.where == "table":
        return Refusal("done_already", RULE, f"{stand.name} is already on the table.")
    if number in due:
        return None
    return _not_due(state, stand.name, places.first_brigade(state, stand), waiting=stand.where == "waiting")


def _not_due(state: State, name: str, brigade: int, *, waiting: bool) -> Refusal:
    """The refusal: out of the battle, not arrived yet, or of a Division that deploys later."""
    if not waiting:
        return refused("gone", RULE, name, "is", "out of the battle.")
    turn = places.arrival_turn(state, brigade)
    if turn > state.turn:
        return refused("wrong_phase", RULE, name, "arrives", f"in Turn {turn}.")
    started = next(iter(_deployable_divisions(state, state.active)), NONE)
    of = state.divisions[started].name if started != NONE else "the Division that you have begun"
    return Refusal("bad_order", RULE, f"Deploy {of} first; {with_verb(name, 'belongs')} to another Division.")


def deploy(play: Resolution, action: Any) -> None:
    """Deploy a unit or a stand, or withhold a unit."""
    if isinstance(action, act.Deploy):
        number, facing, formation = action.unit, action.facing, action.formation
        play.tell(happened.Placed(unit=number, x=action.x, y=action.y, facing=facing, formation=formation))
        landmarks.defend_from_start(play, number)
    elif isinstance(action, act.DeployStand):
        play.tell(happened.StandPlaced(stand=action.stand, x=action.x, y=action.y, how="deployed"))
    else:
        losses.remove_units(play, (action.unit,), "lost", "MN-RULING-74")


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    """A side continues until the Division it has begun is deployed."""
    deploy(play, action)
    state = play.state
    stand = isinstance(action, act.DeployStand)
    of = _division_of(state, action.stand) if stand else state.brigades[state.units[action.unit].brigade].division
    if of not in _divisions_left(state, side):
        _hand_over(play)


DEPLOYMENT = Handler(
    (act.Deploy, act.DeployStand, act.Withhold), _deployer, _proceed, _options, _refuse, _perform, _offered
)
"""The step ``deployment``."""


def _next_side(state: State) -> SideId:
    """The side whose reinforcements arrive next, the first to deploy before the other; ``""`` for none."""
    first = state.first_to_deploy or "a"
    order = {"": (first, other(first)), first: (other(first),)}.get(state.active, ())
    return next((side for side in order if _can_place(state, side)), "")


def _can_place(state: State, side: SideId) -> bool:
    """True if troops of a side have arrived and there is a place for them."""
    return any(next(places.unit_places(state, number), None) for number in places.due_units(state, side)) or any(
        next(places.stand_places(state, number), None) for number in places.due_stands(state, side)
    )


def _arrival_deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,) if state.active and _can_place(state, state.active) else ()


def _proceed_with_arrivals(play: Resolution) -> None:
    side = _next_side(play.state)
    if side:
        play.tell(happened.SideDeploys(side=side))
    else:
        initiative.roll_first_initiative(play)


def _arrival_options(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered_arrivals(state, side))


def _offered_arrivals(state: State, side: SideId) -> Iterator[Option]:
    """Everything a side may bring on now, unit by unit and stand by stand."""
    units = (unit_option(state, number) for number in places.due_units(state, side))
    yield from (option for option in units if option.kind != "withhold")
    yield from filter(None, (stand_option(state, number) for number in places.due_stands(state, side)))
    yield Option("done", "", (act.Done(),))


def _refuse_arrival(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if isinstance(action, act.DeployStand):
        due = places.due_stands(state, side)
        refusal = refuse_undeployable_stand(state, side, action.stand, due)
        return refusal or places.refuse_stand_place(state, action)
    refusal = refuse_undeployable_unit(state, side, action.unit, places.due_units(state, side))
    return refusal or places.refuse_unit_place(state, action)


def _perform_arrival(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.Done):
        _proceed_with_arrivals(play)
    else:
        deploy(play, action)


ARRIVAL = Handler(
    (act.Deploy, act.DeployStand, act.Done),
    _arrival_deciders,
    _proceed_with_arrivals,
    _arrival_options,
    _refuse_arrival,
    _perform_arrival,
    _offered_arrivals,
)
"""The step ``arrival``."""
