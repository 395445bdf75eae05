"""Volleys, melees and breakthroughs on the board: facts from positions, the procedure, and what becomes of it."""

from msgspec.structs import replace

from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import positions
from battles.rules.easy_napoleonics.actions import Advance
from battles.rules.easy_napoleonics.activating import run_over
from battles.rules.easy_napoleonics.advancing import answer_dice, may_advance
from battles.rules.easy_napoleonics.fire import volley
from battles.rules.easy_napoleonics.melee import fight as fight_melee
from battles.rules.easy_napoleonics.missions import dice_left
from battles.rules.easy_napoleonics.morale import raised
from battles.rules.easy_napoleonics.play import Play
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, other


def fire(play: Play, target: int, dice: tuple[tuple[int, int], ...], answer: bool = False) -> None:
    """One mission and all it does (EN-ART-18, 19); ``answer`` is fire against a breakthrough (EN-OPT-03)."""
    field, lay = play.field, play.lay
    left = () if answer else tuple(dice_left(field, lay, number, count) for number, count in dice)
    at_risk = lay.attached(target)
    result = volley(play.dice, field.book, positions.volley(field, lay, target, dice))
    shots = result.shots
    if not answer:
        shots = tuple(replace(shot, left=count) for shot, count in zip(shots, left, strict=True))
    play.tell(
        happened.Fired(
            target=target,
            shots=shots,
            hits=result.hits,
            failures=result.failures,
            level=result.level,
            needed=result.needed,
            check_modifiers=result.check_modifiers,
            answer=answer,
            rolls=play.thrown(),
        )
    )
    _leaders(play, at_risk, result.leader_faces, result.leaders_killed)
    play.remove_broken(target)
    play.settle()


def _leaders(play: Play, men: tuple[int, ...], faces: tuple[int, ...], killed: tuple[int, ...]) -> None:
    """EN-LEADER-06: what the die of each leader with the unit did."""
    for place, face in enumerate(faces):
        number = men[place]
        fell = place in killed
        score = play.leader_dies(play.state.leaders[number]) if fell else play.state.score
        play.tell(happened.LeaderTested(leader=number, face=face, killed=fell, rule="EN-LEADER-06", score=score))


def fight(play: Play, attacker: int, defender: int) -> None:
    """One melee and all it does (EN-MELEE-36 to 42), up to a breakthrough."""
    field, lay = play.field, play.lay
    facts = positions.melee(field, lay, attacker, defender)
    with_attacker, with_defender = lay.attached(attacker), lay.attached(defender)
    ground = {attacker: lay.units[attacker].cell, defender: lay.units[defender].cell}
    result = fight_melee(play.dice, field.book, facts)
    winner = {"attacker": attacker, "defender": defender, None: NOWHERE}[result.winner]
    play.tell(
        happened.Fought(
            attacker=attacker,
            defender=defender,
            aspect=facts.aspect,
            attack=result.attack,
            defence=result.defence,
            winner=winner,
            rolls=play.thrown(),
        )
    )
    _leaders(play, with_attacker, result.attack_leader_faces, result.attack_leaders_killed)
    _leaders(play, with_defender, result.defence_leader_faces, result.defence_leaders_killed)
    play.remove_broken(attacker, defender)
    if field.options.melee_morale_bonus:
        _raise(play, attacker, defender)
        _raise(play, defender, attacker)
    play.settle()
    if winner != NOWHERE and not play.is_over:
        _offer_breakthrough(play, winner, attacker + defender - winner, ground)


def _raise(play: Play, unit: int, enemy: int) -> None:
    """EN-OPT-07: a unit whose enemy broke."""
    level = play.state.units[unit].level
    if level not in ("broken", "good") and play.state.units[enemy].level == "broken":
        play.tell(happened.Raised(unit=unit, level=raised(level)))


def _offer_breakthrough(play: Play, winner: int, loser: int, ground: dict[int, int]) -> None:
    """EN-OPT-01: where the option is on and the loser is gone."""
    unit = play.state.units[winner]
    if not play.field.options.breakthrough or play.state.units[loser].level != "broken":
        return
    if may_advance(play.field, play.lay, unit, ground[loser]):
        play.owe(Pending(kind="breakthrough", side=unit.side, unit=winner, cell=ground[loser]))


def attack_on(play: Play, owed: Pending, action: Advance) -> None:
    """A winner moves in, and perhaps turns or attacks again (EN-OPT-02, EN-OPT-04)."""
    number = owed.unit
    unit = play.state.units[number]
    lone = play.lay.lone[other(unit.side)] >> owed.cell & 1
    crushed = list(play.lay.men[owed.cell]) if lone else []
    play.tell(
        happened.Advanced(
            unit=number,
            cell=owed.cell,
            facing=unit.facing if action.facing is None else action.facing,
            target=action.target,
            along=play.lay.attached(number),
        )
    )
    fled = run_over(play, crushed)
    if play.is_over:
        return
    attacked = []
    if action.target != NOWHERE:
        enemy = play.state.units[action.target]
        attacked = [Pending(kind="answer", side=enemy.side, unit=action.target, other=number)]
    play.owe(*fled, *attacked)


def answer(play: Play, unit: int, winner: int, fires: bool) -> None:
    """The fire of a unit that a breakthrough attacks, if it fires, and then the melee (EN-OPT-03)."""
    if fires:
        dice = answer_dice(play.field, play.state.units[unit], play.state.units[winner])
        fire(play, winner, ((unit, dice),), answer=True)
    if not play.is_over and play.state.units[winner].level != "broken":
        fight(play, winner, unit)
