"""Orders to a group: several units move by the same way, each by an action of its own, submitted together."""

from collections.abc import Sequence
from dataclasses import replace as with_changes
from math import dist
from typing import Any, Final
from uuid import UUID, uuid5

from msgspec import Struct

from battles.engine.core import SideId
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice
from battles.engine.picture import Block, Ground, Shift, spot_key
from battles.engine.rng import Chances
from battles.engine.words import with_verb
from battles.models import Battle, Entry
from battles.services.access import Access
from battles.services.play.action_menu import json_of
from battles.services.play.lock import Refused
from battles.services.play.position import current_position, system_of
from battles.services.play.reconstruction import locked_for_writing
from battles.services.play.submission import submit
from battles.services.view.battle_view import ShownBattle

MOST_MEMBERS: Final = 40
"""The most actions of an order."""
MOST_TRIED: Final = 60
"""The most candidate actions looked at for one member."""
BY: Final = 0.25
"""Part of a step: an action that ends this close to the wanted place leads there."""
BESIDE: Final = 1.35
"""Steps between two units of a line, at most; on an open table between the ends of their fronts."""
GAP: Final = 1.0
"""Steps between the ends of two fronts of a line on an open table, at most."""
FULL: Final = 3600
"""Tenths of a degree of a full turn."""
PARALLEL: Final = 300
"""Tenths of a degree by which the fronts of a line may differ."""

DICE: Final = "dice are rolled for its move. Move it by itself."
ANSWERED: Final = "the enemy may answer its move, or it has to decide something on its way. Move it by itself."
OFF_BOARD: Final = "its way leads off the board."
ELSEWHERE: Final = "it cannot get there with this facing."
PART: Final = "it can go only part of the way."


class UnitGroup(Struct, frozen=True):
    """Units that may move together: a key for addresses, a name for a button, the keys of their blocks."""

    key: str
    name: str
    units: tuple[str, ...]


class MemberMove(Struct, frozen=True):
    """What one member does: its action as JSON and in words, and the blocks that it moves."""

    unit: str
    words: str
    text: str
    blocks: tuple[Block, ...]


class MemberStay(Struct, frozen=True):
    """A member that cannot follow, and the sentence that names it and says why."""

    unit: str
    sentence: str


class GroupOrder(Struct, frozen=True):
    """The actions of a group in the order in which they are played, and the members that stay."""

    moves: tuple[MemberMove, ...]
    stays: tuple[MemberStay, ...]


def groups_of(view: ShownBattle, unit: str, able: Sequence[str]) -> tuple[UnitGroup, ...]:
    """The groups of a unit, smallest first: its brigade, the line it stands in, all that can act; each of two or more.

    Args:
        able: the keys of the units that can act now.
    """
    blocks = {block.key: block for block in view.scene.blocks if block.key in able and block.shape != "leader"}
    own = blocks.get(unit)
    if own is None:
        return ()
    body = tuple(key for key, block in blocks.items() if own.body and block.body == own.body)
    line = _line(own, tuple(blocks.values()), view.ground)
    groups = [
        UnitGroup("body", f"{own.body} ({len(body)} units)", body),
        UnitGroup("line", f"The line ({len(line)} units)", line),
        UnitGroup("all", "Both units" if len(blocks) == 2 else f"All {len(blocks)} units", tuple(blocks)),
    ]
    distinct = {frozenset(each.units): each for each in reversed(groups) if len(each.units) > 1}
    return tuple(sorted(distinct.values(), key=lambda each: len(each.units)))


def _line(own: Block, blocks: Sequence[Block], ground: Ground) -> tuple[str, ...]:
    """The units that stand beside each other with the same front, from ``own`` to both sides."""
    line = {own.key}
    new = [own]
    while new:
        one = new.pop()
        for other in blocks:
            if other.key not in line and _are_beside(one, other, ground):
                line.add(other.key)
                new.append(other)
    return tuple(block.key for block in blocks if block.key in line)


def _are_beside(one: Block, other: Block, ground: Ground) -> bool:
    turned = abs((one.turn - other.turn + FULL // 2) % FULL - FULL // 2)
    fronts = (one.size[0] + other.size[0]) / 2 / ground.step
    return turned <= PARALLEL and dist(one.at, other.at) <= (fronts + GAP if fronts else BESIDE) * ground.step


def shift_of(view: ShownBattle, action: Any) -> Shift | None:
    """How an action moves and turns its actor; None if it moves nothing."""
    blocks = view.preview_blocks([action])[0]
    before = {block.key: block for block in view.scene.blocks}
    if not blocks or blocks[0].key not in before:
        return None
    return Shift.between(before[blocks[0].key], blocks[0])


def order(view: ShownBattle, units: Sequence[str], shift: Shift) -> GroupOrder:
    """The actions by which ``units`` move by ``shift``, foremost first, each after those before it.

    It is worked out on a state that the viewer cannot tell from the true one, so it shows nothing hidden.
    """
    if view.acts_as is None:
        return GroupOrder((), ())
    return _Planner(view, view.acts_as, shift).order(units)


class _Planner:
    """Plays an order ahead, member by member, without dice."""

    def __init__(self, view: ShownBattle, side: SideId, shift: Shift) -> None:
        self.system = system_of(view.facts.system)
        self.side = side
        self.shift = shift
        self.ground = view.ground
        self.blocks = {block.key: block for block in view.scene.blocks}
        self.state = self.system.secrets.resample(view.seen, Chances(b"order"))

    def order(self, units: Sequence[str]) -> GroupOrder:
        present = [self.blocks[key] for key in units if key in self.blocks][:MOST_MEMBERS]
        ahead = sorted(present, key=lambda block: -(block.at[0] * self.shift.x + block.at[1] * self.shift.y))
        moves, stays = [], []
        for block in ahead:
            outcome = self.follow(block, is_last=block is ahead[-1])
            if isinstance(outcome, MemberMove):
                moves.append(outcome)
            else:
                stays.append(MemberStay(block.key, outcome))
        return GroupOrder(tuple(moves), tuple(stays))

    def follow(self, block: Block, *, is_last: bool) -> MemberMove | str:
        """The action of one member, which is then played; or why it stays."""
        place = self.place(block)
        if not place:
            return stays_as(block, OFF_BOARD)
        seen = self.system.secrets.view(self.state, self.side)
        tried = self.system.ui.actions_for_click(seen, self.side, block.key, place)[:MOST_TRIED]
        allowed = [action for action in tried if self.system.refuse(self.state, self.side, action) is None]
        previews = self.system.ui.preview_blocks(seen, self.side, allowed)
        legal = [pair for pair in zip(allowed, previews, strict=True) if pair[1] and pair[1][0].key == block.key]
        fitting = [pair for pair in legal if self.fits(block, pair[1][0])]
        if not fitting:
            leads = [action for action in tried if place in self.system.ui.target(seen, action).areas]
            return self.reason(block, (*leads, *tried), legal)
        action, blocks = min(fitting, key=lambda pair: self.shift.shape_of(block) != pair[1][0].shape)
        words = self.system.text.choice(self.state, action)
        barred = self.play(action, is_last=is_last)
        return stays_as(block, barred) if barred else MemberMove(block.key, words, json_of(action), blocks)

    def place(self, block: Block) -> str:
        """The key of the place that a member is to reach; ``""`` off the board."""
        x, y = self.shift.place_of(block)
        if self.ground.open:
            inside = 0 <= x <= self.ground.width and 0 <= y <= self.ground.height
            return spot_key((x, y)) if inside else ""
        near = min(self.ground.areas, key=lambda area: dist(area.middle, (x, y)))
        return near.key if dist(near.middle, (x, y)) < self.ground.step / 2 else ""

    def fits(self, block: Block, after: Block) -> bool:
        """True if a preview stands where the member is to be, with the front that it is to have."""
        turned: int = (after.turn - self.shift.turn_of(block)) % FULL
        return self.is_there(block, after) and turned == 0

    def is_there(self, block: Block, after: Block) -> bool:
        away = dist(after.at, self.shift.place_of(block))
        return bool(away <= BY * self.ground.step)

    def play(self, action: Any, *, is_last: bool) -> str:
        """Play an action ahead; the reason if that needs dice, or an answer before the last of the group has moved."""
        try:
            step = self.system.decide(self.state, self.side, action, RecordedDice(()))
        except (DiceNeeded, DiceDiffer):
            return DICE
        after = self.system.secrets.view(step.state, self.side)
        goes_on = self.side in self.system.deciding(step.state) and not self.system.ui.question(after, self.side)
        if not goes_on and not is_last:
            return ANSWERED
        self.state = step.state
        return ""

    def reason(self, block: Block, tried: Sequence[Any], legal: Sequence[Any]) -> str:
        """Why a member cannot follow: the first refusal of what was tried, in the rules' words.

        A refusal of the place comes before one of the way, such as to move while unlimbered.
        """
        if any(self.is_there(block, blocks[0]) for _, blocks in legal):
            return stays_as(block, ELSEWHERE)
        answers = (self.system.refuse(self.state, self.side, action) for action in tried)
        refusals = [refusal for refusal in answers if refusal is not None]
        refusal = min(refusals, key=lambda each: each.code == "not_for_kind", default=None)
        return stays_as(block, PART) if refusal is None else str(refusal.cited)


def stays_as(block: Block, why: str) -> str:
    """The sentence for a member that stays."""
    return f"{with_verb(block.name, 'stays')}: {why}"


def submit_onward(access: Access, side: SideId, action: Any, *, expect: int | None, token: UUID) -> Entry:
    """Play an action and then the end of the next step, which most players skip; both are undone together.

    The last entry written. The step stays open if the rules know no shortcut, or standing orders have played on.

    Raises:
        NotYours, Over, Paused, Stale, Refused, Gone: as ``submit``.
    """
    with locked_for_writing(access.battle):
        ui, view = system_of(access.battle.system).ui, system_of(access.battle.system).secrets.view
        shortcut = ui.shortcut(view(current_position(access.battle).state, side), action)
        first = submit(access, side, action, expect=expect, token=token)
        battle: Battle = first.battle
        if shortcut is None or battle.head != first.seq or not first.free:
            return first
        stages = ui.stages(view(current_position(battle).state, side))
        if not any(stage.when == "now" and stage.name == shortcut.stage for stage in stages):
            return first
        last = submit(
            with_changes(access, battle=battle), side, shortcut.end, expect=None, token=uuid5(token, "onward")
        )
        Entry.objects.filter(pk__in=(first.pk, last.pk)).update(together=first.seq)
        return last


def submit_order(
    access: Access, side: SideId, actions: Sequence[Any], *, expect: int | None, token: UUID
) -> tuple[Battle, str]:
    """Play the actions of a group, each an entry of its own; the battle after them, and a sentence if it stopped early.

    All or nothing: if an action is refused, none of them is played. An action that rolled dice or revealed something
    stays; the rest is then not played if the enemy must answer first. The same order sent twice is played once.

    Raises:
        NotYours, Over, Paused, Stale, Refused, Gone: as ``submit``.
    """
    if not actions:
        raise Refused("Choose at least one unit of the group.", "action")
    if len(actions) > MOST_MEMBERS:
        raise Refused(f"An order moves at most {MOST_MEMBERS} units; this one has {len(actions)}.", "action")
    tokens = [uuid5(token, str(number)) for number in range(len(actions))]
    with locked_for_writing(access.battle) as row:
        rows: list[Entry] = []
        played = Entry.objects.filter(battle=row, token__in=tokens).count()
        for action, own in list(zip(actions, tokens, strict=True))[: played or None]:
            if rows and not played and not (rows[-1].free and side in rows[-1].battle.awaited):
                break
            now = with_changes(access, battle=rows[-1].battle) if rows else access
            rows.append(submit(now, side, action, expect=None if rows else expect, token=own))
        if len(rows) > 1 and not played:
            Entry.objects.filter(pk__in=[row.pk for row in rows]).update(together=rows[0].seq)
    battle: Battle = rows[-1].battle
    left = len(actions) - len(rows)
    return battle, f"{left} of the units have not moved: something happened on the way." if left else ""
