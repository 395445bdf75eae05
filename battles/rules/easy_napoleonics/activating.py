"""A unit's activation as it is done: the change, the Move, whom it charges, and what the enemy must answer."""

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import CAVALRY
from battles.rules.easy_napoleonics.contacts import came_to, charges
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.moves import path_to, turns_freely
from battles.rules.easy_napoleonics.play import Play
from battles.rules.easy_napoleonics.state import NOWHERE, Moved, Pair, Pending, other
from battles.rules.easy_napoleonics.tables import DIE


def activate(play: Play, side: SideId, action: Activate) -> None:
    """EN-ACTION-08: formation and facing, then the Move or Sidestep, then unlimbering."""
    event, threatened, crushed = _done(play, action)
    play.tell(event)
    if not (crushed or threatened):
        return
    fled = run_over(play, crushed)
    squares = [
        Pending(kind="hasty_square", side=play.state.units[foe].side, unit=foe, other=action.unit) for foe in threatened
    ]
    if not play.is_over:
        play.owe(*fled, *squares)


def _done(play: Play, action: Activate) -> tuple[happened.Activated, list[int], list[int]]:
    """The activation as it is done; the charged units that may form square; the lone leaders that are run over."""
    field, lay = play.field, play.lay
    number = action.unit
    unit = lay.units[number]
    cell, facing = unit.cell, unit.facing if action.facing is None else action.facing
    path: tuple[int, ...] = ()
    moved: Moved = ""
    if action.cell != NOWHERE:
        moved = "sidestep" if action.cell in field.grid.side_cells[facing][cell] else "move"
        path = path_to(field, lay, unit, facing, action)
        cell = path[-1]
    formation = "unlimbered" if action.unlimber else action.formation or unit.formation
    reformed = action.formation is not None or action.facing is not None or action.unlimber
    charged: tuple[int, ...] = ()
    standing: tuple[Pair, ...] = ()
    if moved and lay.near[other(unit.side)] >> cell & 1:
        after = replace(unit, cell=cell, facing=facing, formation=formation, reformed=reformed)
        charged, standing = charges(field, lay, after), came_to(field, lay, number, after)
    event = happened.Activated(
        unit=number,
        cell=cell,
        facing=facing,
        formation=formation,
        used=_spent(play, action) + unit.used,
        reformed=reformed,
        moved=moved,
        path=path,
        unlimbered=action.unlimber,
        charged=charged,
        standing=standing,
        along=action.along,
    )
    threatened = [foe for foe in sorted(charged) if _may_square(play, unit.kind in CAVALRY, foe)]
    return event, threatened, _run_over(lay, unit.side, path)


def _spent(play: Play, action: Activate) -> int:
    """Actions that a programme costs (EN-ACTION-02); a change of formation may bring its facing (EN-FORM-03, 04)."""
    unit = play.state.units[action.unit]
    spent = (action.formation is not None) + (action.facing is not None)
    if spent == 2 and turns_freely(play.field, unit):
        spent = 1
    return spent + (action.cell != NOWHERE) + action.unlimber


def _may_square(play: Play, by_cavalry: bool, number: int) -> bool:
    """Whether a charged unit may try hasty square (EN-SQUARE-04, 06, EN-RULING-42), before the charger is there."""
    unit = play.lay.units[number]
    if not by_cavalry or unit.kind != "infantry" or unit.formation not in ("line", "column") or unit.tried_square:
        return False
    beside = play.lay.near[other(unit.side)] >> unit.cell & 1
    return play.field.options.hasty_square_when_locked or not beside


def _run_over(lay: Lay, side: SideId, path: tuple[int, ...]) -> list[int]:
    """The lone enemy leaders in the hexes that a unit enters."""
    lone = lay.lone[other(side)]
    return [man for cell in path if lone >> cell & 1 for man in lay.men[cell]] if lone else []


def run_over(play: Play, leaders: list[int]) -> list[Pending]:
    """Lone leaders whose hex an enemy enters: a die for each, and those who must flee (EN-LEADER-09, EN-RULING-10)."""
    fled = []
    for number in sorted(leaders):
        man = play.state.leaders[number]
        if play.field.options.lone_leader_contact == "remove":
            play.tell(happened.LeaderTaken(leader=number, rule="EN-RULING-10", score=play.leader_dies(man)))
            continue
        (face,) = play.dice.roll(1, DIE, "EN-LEADER-09")
        killed = face <= play.field.tables.leader_killed_on
        score = play.leader_dies(man) if killed else play.state.score
        play.tell(
            happened.LeaderTested(
                leader=number, face=face, killed=killed, rule="EN-LEADER-09", score=score, rolls=play.thrown()
            )
        )
        if not killed:
            fled.append(Pending(kind="relocate", side=man.side, leader=number))
    if leaders:
        play.settle()
    return fled
