"""The turn as an ordered list of steps: what follows when nobody has anything left to choose (sections 4.2, 10.2)."""

from battles.engine.core import Outcome, SideId
from battles.rules.easy_napoleonics import cards, terrain
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.advancing import may_try_square
from battles.rules.easy_napoleonics.contacts import Meeting, in_contact, locked, meetings, still_meets
from battles.rules.easy_napoleonics.initiative import initiative
from battles.rules.easy_napoleonics.missions import has_mission
from battles.rules.easy_napoleonics.moves import faces
from battles.rules.easy_napoleonics.play import Play, by_objective, by_points
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, Phase, other
from battles.rules.easy_napoleonics.tables import DIE


def proceed(play: Play) -> None:
    """Go on where no side has a choice in the present state."""
    phase = play.state.phase
    if play.state.pending:
        _no_refuge(play, play.state.pending[-1])
    elif phase == "cards":
        _prepare(play)
    elif phase == "deployment":
        _deploy_next(play)
    elif phase == "melee":
        _melees(play)
    else:
        raise AssertionError(f"nothing follows by itself in {phase}")


def _no_refuge(play: Play, owed: Pending) -> None:
    """EN-LEADER-09: nowhere to flee to."""
    score = play.leader_dies(play.state.leaders[owed.leader])
    play.tell(happened.LeaderTaken(leader=owed.leader, rule="EN-LEADER-09", score=score))
    play.settle()


# Before the first turn (EN-SETUP-04).


def draw_cards(play: Play) -> None:
    """EN-COST-08: where a side still has cards to draw."""
    if any(force.draws for force in play.state.setup.forces):
        hands = cards.draw(play.dice, play.state.setup)
        play.tell(happened.CardsDrawn(hands=hands, rolls=play.thrown()))


def _prepare(play: Play) -> None:
    joining = cards.joining(play.state)
    if joining:
        play.tell(happened.CardsJoined(units=joining))
    if play.field.options.random_terrain:
        placed = {unit.cell for unit in play.state.units} | {man.cell for man in play.state.leaders}
        found = terrain.scatter(play.dice, play.state.board, play.field.rules, placed - {NOWHERE})
        play.tell(happened.TerrainPlaced(terrain=found, rolls=play.thrown()))
    order = play.field.options.deployment_order
    if order == "preset":
        begin_turn(play)
        return
    first = {"a_first": "a", "b_first": "b"}.get(order) or _low_roll(play)
    play.tell(happened.DeploymentBegan(first=first, rolls=play.thrown()))
    play.tell(happened.SideDeploys(side=first))


def _low_roll(play: Play) -> SideId:
    """EN-SETUP-07: the low roll deploys first, ties are thrown again (EN-RULING-16)."""
    while True:
        a, b = play.dice.roll(2, DIE, "EN-SETUP-07")
        if a != b:
            return "a" if a < b else "b"


def _deploy_next(play: Play) -> None:
    """The other side's turn to deploy, or the first turn of the battle."""
    state = play.state
    if state.acting == state.first_to_deploy:
        play.tell(happened.SideDeploys(side=other(state.acting)))
    else:
        begin_turn(play)


# Turn and phases (EN-SEQ-01).


def begin_turn(play: Play) -> None:
    """EN-INIT-01: the dice for the initiative."""
    state = play.state
    contacts = in_contact(play.field, play.lay)
    moves = play.field.tables.leader_move
    play.tell(happened.TurnBegan(turn=state.turn + 1, contacts=contacts, leader_moves=moves))
    won = initiative(play.dice, play.field.book, state.holder or None, state.streak)
    streak = state.streak + 1 if won.winner == state.holder else 1
    play.tell(
        happened.InitiativeWon(
            holder=won.winner, streak=streak, modifiers=won.modifiers, throws=won.throws, rolls=play.thrown()
        )
    )


def begin_rally(play: Play) -> None:
    """EN-RALLY-06: the holder's side first."""
    play.tell(happened.PhaseBegan(phase="rally", side=play.state.holder))


def finish(play: Play) -> None:
    """The acting side has nothing more to do in this phase."""
    state = play.state
    if state.phase == "rally":
        if state.acting == state.holder:
            play.tell(happened.PhaseBegan(phase="rally", side=other(state.holder)))
        else:
            _begin_movement(play, state.mover)
    elif state.phase == "movement":
        if state.acting == state.mover:
            _begin_movement(play, other(state.mover))
        else:
            begin_fire(play, "artillery")
    elif state.acting == state.fires_first:
        play.tell(happened.PhaseBegan(phase=state.phase, side=other(state.acting)))
    elif state.phase == "artillery":
        begin_fire(play, "musketry")
    else:
        _begin_melee(play)


def _begin_movement(play: Play, side: SideId) -> None:
    """Who is pinned (EN-ZOC-05), and who may form square against cavalry that stands before it (EN-SQUARE-10)."""
    pinned: tuple[int, ...] = ()
    if play.field.options.lock_timing == "own_move":
        pinned = locked(play.field, play.lay, side)
    elif side == play.state.mover:
        pinned = tuple(sorted(locked(play.field, play.lay, "a") + locked(play.field, play.lay, "b")))
    play.tell(happened.PhaseBegan(phase="movement", side=side, locked=pinned))
    if play.field.options.standing_attack_hasty_square:
        play.owe(*_chances(play, side))


def _chances(play: Play, side: SideId) -> list[Pending]:
    units = play.state.units
    found = {}
    for cavalry, infantry in sorted(play.state.standing, key=lambda pair: pair[1]):
        foe, unit = units[cavalry], units[infantry]
        if foe.side == side and may_try_square(unit, foe) and foe.cell >= 0 and faces(play.field, foe, unit.cell):
            found[infantry] = Pending(kind="hasty_square", side=unit.side, unit=infantry, other=cavalry)
    return list(found.values())


def begin_fire(play: Play, phase: Phase) -> None:
    """A fire phase, unless neither side has a mission (section 10.3); who fires first (EN-INIT-08, EN-RULING-14)."""
    guns = phase == "artillery"
    if not any(has_mission(play.field, play.lay, side, guns) for side in ("a", "b")):
        if guns:
            begin_fire(play, "musketry")
        else:
            _begin_melee(play)
        return
    holder = play.state.holder
    play.tell(happened.PhaseBegan(phase=phase, side=holder))
    if play.field.options.initiative_chooses_fire_order:
        play.owe(Pending(kind="fire_order", side=holder))
    else:
        play.tell(happened.FireOrderChosen(side=holder))


# Melee and the end of the turn.


def _begin_melee(play: Play) -> None:
    """EN-MELEE-06, 07: contacts without a charge are asked about, the holder's first (EN-RULING-85)."""
    found = meetings(play.field, play.lay, play.state)
    if not found:
        _end_turn(play)
        return
    state = play.state
    play.tell(happened.PhaseBegan(phase="melee", side=state.holder))
    asked = [meeting for meeting in found if meeting.asked]
    asked.sort(key=lambda meeting: state.units[meeting.attacker].side != state.holder)
    play.owe(*(_passive(play, meeting) for meeting in asked))


def _passive(play: Play, meeting: Meeting) -> Pending:
    side = play.state.units[meeting.attacker].side
    return Pending(kind="accept", side=side, unit=meeting.attacker, other=meeting.defender)


def _melees(play: Play) -> None:
    """List the melees once everybody has answered; end the turn when none is left."""
    state = play.state
    if not state.listed:
        found = meetings(play.field, play.lay, state)
        pairs = [pair[:2] for pair in found if not pair.asked or pair[:2] in state.accepted]
        play.tell(happened.MeleesListed(pairs=tuple(pairs)))
        return
    lapse(play)
    _end_turn(play)


def lapse(play: Play) -> None:
    """EN-MELEE-09: strike the melees that cannot be fought any more."""
    for attacker, defender in play.state.pairs:
        if not still_meets(play.field, play.state, attacker, defender):
            play.tell(happened.MeleeLapsed(attacker=attacker, defender=defender))


def _end_turn(play: Play) -> None:
    """EN-SEQ-06."""
    state = play.state
    solid: tuple[int, ...] = ()
    if play.field.options.hasty_square_duration == "end_of_turn":
        solid = tuple(number for number, unit in enumerate(state.units) if unit.formation == "hasty_square")
    play.tell(happened.TurnEnded(solid=solid, held=_held(play)))
    outcome = _won_at_end(play)
    if outcome is not None:
        play.tell(happened.Ended(outcome=outcome))
    else:
        begin_turn(play)


def _held(play: Play) -> tuple[tuple[int, SideId], ...]:
    """Which side's unit stood last on each hex of an objective (EN-SETUP-12)."""
    held = dict(play.state.held)
    for cell in play.field.goals:
        there = play.lay.at.get(cell)
        if there is not None:
            held[cell] = play.state.units[there].side
    return tuple(sorted(held.items()))


def _won_at_end(play: Play) -> Outcome | None:
    """Points where they are counted now, objectives, and the limit of turns or of time (EN-VP-04)."""
    state, options = play.state, play.field.options
    outcome = by_points(state) if options.victory_timing == "end_of_turn" else None
    outcome = outcome or by_objective(state)
    if outcome is None and (state.turn >= options.max_turns or state.time_called):
        return Outcome(None, "mutual_defeat", "EN-VP-04")
    return outcome
