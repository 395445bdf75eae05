"""The battle page view of one viewer: everything that a page or a client may know."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Literal

from battles.drawing.last_moves import NOTHING_RECENT, Recent, last_shift, moves, traces
from battles.engine.core import Option, Refusal, Shortcut, SideId, Stage, Viewer
from battles.engine.forecast import Forecast
from battles.engine.picture import Block, Reach
from battles.engine.record import events_for
from battles.engine.scenarios import Briefing, briefing_of
from battles.models import Battle
from battles.services.play.lock import Gone
from battles.services.play.position import Position, entries_at, position_at, setup_of
from battles.services.view.side_identity import Identity, identities

MOST_ROLLED: Final = 12
"""Sentences with dice that are shown above the choices."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """General facts of a battle. ``secret`` belongs to its dice, in hexadecimal digits; ``""`` until it is over."""

    slug: str
    title: str
    system: str
    system_title: str
    rules_version: int
    visibility: str
    delay: int
    owner: str
    created: datetime
    begun: datetime | None
    scheme: str
    commitment: str
    salts: tuple[str, ...]
    secret: str


@dataclass(frozen=True, kw_only=True)
class Side:
    """A side of the battle and its player.

    ``name`` is the name of the side, ``who`` the name of its player, ``""`` for nobody. ``awaited``: it must decide
    now. ``thinking``: its computer player is deciding; ``fault`` says why it failed.
    """

    side: SideId
    name: str
    who: str
    kind: Literal["user", "guest", "computer", "open"]
    anyone: bool
    awaited: bool
    thinking: bool
    fault: str
    mine: bool


def only_computers(sides: Sequence[Side]) -> bool:
    """True if the viewer plays a side and computer players play all others."""
    others = [side for side in sides if not side.mine]
    return bool(others) and all(side.kind == "computer" for side in others) and any(side.mine for side in sides)


@dataclass(frozen=True)
class Line:
    """A line of the feed: sentences, each with True if it is a heading. ``is_notice``: it belongs to no entry.

    ``n`` is its number in the reader's feed, ``key`` names it permanently and for every reader.
    """

    n: int
    key: str
    lines: tuple[tuple[str, bool], ...]
    by_name: str
    turn: int
    phase: str
    undone: bool
    is_notice: bool
    created: datetime
    notes: int = 0


@dataclass(frozen=True)
class Offered:
    """An offer of one side to the other: a draw or an undo. ``key`` names it in a form.

    ``yours``: the viewer made it and may withdraw it. ``may_answer``: it was made to the viewer.
    """

    key: str
    side: SideId
    words: str
    yours: bool
    may_answer: bool


@dataclass(frozen=True)
class Undo:
    """The undo that the viewer has: at once, if the opponent agrees, or none. ``why`` says until when, or why not."""

    how: Literal["free", "ask", "no"]
    why: str = ""


@dataclass(frozen=True)
class Times:
    """Times of a battle: the umpire's time ``limit`` in minutes (None for none), its begin, its last line."""

    limit: int | None
    begun: datetime | None
    since: datetime | None


@dataclass(frozen=True, kw_only=True)
class ShownBattle:
    """A battle as ``viewer`` sees it, now or, with ``is_past``, at an earlier line.

    ``n`` is the last line of the viewer's feed, to be sent as ``expect``; ``last`` is the newest line, which differs
    from ``n`` only in the past. ``may_act`` are the sides that must decide and that the user may act for, ``acts_as``
    is one of them, the viewer's own first. ``rolled`` are log sentences of entries with dice since the viewer's last
    choice, those of that choice first, then the newest, at most `MOST_ROLLED`; ``latest`` are the sentences of the
    newest line that has some; it ``is_noted`` if it is no action, such as an answer to an offer. ``outcome`` is the
    sentence of the end. ``seen`` is the rules' view, from which the board is drawn.
    """

    facts: Facts
    viewer: Viewer
    status: str
    status_words: str
    is_past: bool
    n: int
    last: int
    sides: tuple[Side, ...]
    umpire: str
    own: tuple[str, ...]
    may_act: tuple[SideId, ...]
    acts_as: SideId | None
    is_owner: bool
    turn: int
    length: int
    phase: str
    score: str
    outcome: str
    winner: SideId | None
    rolled: tuple[str, ...]
    latest: str
    is_noted: bool
    offers: tuple[Offered, ...]
    undo: Undo
    times: Times
    seen: Any
    _battle: Battle = field(repr=False, compare=False)
    _position: Position = field(repr=False, compare=False)
    _read_feed: Callable[[], tuple[Line, ...]] = field(repr=False, compare=False)
    _since: int = field(default=-1, repr=False, compare=False)
    _told: tuple[int, ...] = field(default=(), repr=False, compare=False)

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def plays_computers(self) -> bool:
        """True if computer players play all sides but the viewer's."""
        return only_computers(self.sides)

    @property
    def own_sides(self) -> tuple[Side, ...]:
        """The sides that the viewer plays."""
        return tuple(side for side in self.sides if side.mine)

    @cached_property
    def feed(self) -> tuple[Line, ...]:
        """The newest lines of the viewer's feed, with their notes; at most two queries."""
        return self._read_feed()

    @cached_property
    def identities(self) -> tuple[Identity, ...]:
        """Who each side is: its name, its colour on the board, the edge that it comes from."""
        return identities(self._position.system, self._position.state, self.scene)

    @property
    def own_identities(self) -> tuple[Identity, ...]:
        """Who the viewer is; empty for a spectator."""
        own = {side.side for side in self.own_sides}
        return tuple(each for each in self.identities if each.side in own)

    @property
    def result(self) -> str:
        """``won`` or ``lost`` for the player of one side; ``""`` without a winner, and for everybody else."""
        if not self.is_over or self.winner is None or len(self.own_sides) != 1:
            return ""
        return "won" if self.own_sides[0].side == self.winner else "lost"

    @property
    def verdict(self) -> str:
        """``You won 20 to 17 and held Gemioncourt``; ``""`` where ``result`` is ``""``."""
        if not self.result:
            return ""
        reached = self._position.system.text.result(self._position.state, self.own_sides[0].side)
        return f"You {self.result} {reached}".strip()

    @property
    def is_paused(self) -> bool:
        return self.status == "paused"

    @property
    def awaited(self) -> tuple[Side, ...]:
        """The sides that must decide now."""
        return tuple(side for side in self.sides if side.awaited)

    @cached_property
    def ground(self) -> Any:
        """The board as it is drawn."""
        return self._position.ground(self.viewer)

    @cached_property
    def area_keys(self) -> frozenset[str]:
        """The keys of the areas of the board."""
        return frozenset(area.key for area in self.ground.areas)

    @cached_property
    def scene(self) -> Any:
        """The units, leaders and markers on the board."""
        return self._position.scene(self.viewer)

    @cached_property
    def coming(self) -> tuple[str, ...]:
        """Who has still to arrive, a line for each side, turn and place; no query."""
        names = dict(self.scene.sides)
        groups: dict[tuple[str, str], list[str]] = {}
        for block in self.scene.off:
            if block.note and block.level != "broken":
                groups.setdefault((block.note, names[block.side]), []).append(block.name)
        return tuple(f"{note[:1].upper()}{note[1:]}: {', '.join(who)} ({side})" for (note, side), who in groups.items())

    @cached_property
    def recent(self) -> Recent:
        """Recent moves and traces on the board: since the viewer's last action. At most three queries.

        If the viewer has just acted, or has not acted lately, those since the line before.
        """
        if self._since < 0 or self._since >= self._position.seq:
            return NOTHING_RECENT
        system = self._position.system
        try:
            before = position_at(self._battle, self._since)
        except Gone:  # deleted since it was read: the page shows the rest
            return NOTHING_RECENT
        earlier = before.scene(self.viewer)
        seqs = [seq for seq in self._told if seq > self._since]
        entries = entries_at(self._battle, seqs)
        events = (event for entry in entries for event in events_for(system, self._position.state, entry, self.viewer))
        highlights = (highlight for event in events for highlight in system.ui.highlights(event))
        shift = last_shift(earlier, self.scene, self.viewer)
        return Recent(moves(earlier, self.scene), traces(highlights, earlier, self.scene), shift)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The steps of the turn."""
        stages: tuple[Stage, ...] = self._position.system.ui.stages(self.seen)
        return stages

    @cached_property
    def options(self) -> Sequence[Option]:
        """The options of ``acts_as`` now; empty if the viewer has nothing to decide."""
        return () if self.acts_as is None else self.options_of(self.acts_as)

    def options_of(self, side: SideId) -> Sequence[Option]:
        """The options of ``side`` now; empty if the viewer may not act for it."""
        if side not in self.may_act:
            return ()
        return self._position.options(side)

    @cached_property
    def question(self) -> str:
        """The question that the viewer must answer now, or ``""``."""
        return "" if self.acts_as is None else str(self._position.system.ui.question(self.seen, self.acts_as))

    @cached_property
    def briefing(self) -> Briefing:
        """The situation, the task of each side and the scenario's own rules; no query."""
        setup = setup_of(self._battle)
        return briefing_of(setup, self._position.system.scenarios.special_rules(setup))

    @property
    def prompt(self) -> str:
        """The viewer's question, or else the task of the current step."""
        tasks = "" if self.acts_as is None else "".join(stage.task for stage in self.stages)
        return self.question or tasks

    @property
    def hint(self) -> str:
        """What a beginner does in the present step; ``""`` if the viewer has nothing to decide."""
        return "" if self.acts_as is None else str(self._position.system.text.hint(self._position.state))

    def reaches_of(self, key: str) -> tuple[Reach, ...]:
        """The ranges of a block: sight, fire, command, movement."""
        reaches: tuple[Reach, ...] = self._position.system.ui.reach(self.seen, key)
        return reaches

    def offer(self, option: Option) -> str:
        """An option in words."""
        return str(self._position.system.text.offer(self._position.state, option))

    def choice(self, action: Any) -> str:
        """An action as a choice, in words."""
        return str(self._position.system.text.choice(self._position.state, action))

    def shortcut(self, action: Any) -> Shortcut | None:
        """The words for an action with the end of the step after it; None if that is not usual."""
        shortcut: Shortcut | None = self._position.system.ui.shortcut(self.seen, action)
        return shortcut

    def notation(self, action: Any) -> str:
        """An action in notation."""
        return str(self._position.system.text.notation(self._position.state, action))

    def read_notation(self, text: str) -> Any:
        """The action of a notation. Raises `ValueError` with a sentence."""
        return self._position.system.text.read_notation(self._position.state, text)

    def target(self, action: Any) -> Any:
        """The actor, areas and units that an action points at."""
        return self._position.system.ui.target(self.seen, action)

    def preview_blocks(self, actions: Sequence[Any]) -> Sequence[tuple[Block, ...]]:
        """For each legal action of ``acts_as``, the blocks that it moves or turns, at their places after it."""
        if self.acts_as is None:
            return ((),) * len(actions)
        system = self._position.system
        blocks: Sequence[tuple[Block, ...]] = system.ui.preview_blocks(self.seen, self.acts_as, actions)
        return blocks

    def actions_for_click(self, actor: str, at: str) -> Sequence[Any]:
        """Candidate actions of ``acts_as`` for a click from ``actor`` on a place or block, the likeliest first."""
        if self.acts_as is None:
            return ()
        actions: Sequence[Any] = self._position.system.ui.actions_for_click(self.seen, self.acts_as, actor, at)
        return actions

    def refuse(self, action: Any) -> Refusal | None:
        """Why ``acts_as`` may not do ``action``; None if it may, or if the viewer acts for nobody."""
        if self.acts_as is None:
            return None
        refusal: Refusal | None = self._position.system.refuse(self._position.state, self.acts_as, action)
        return refusal

    def forecasts(self, action: Any) -> tuple[Forecast, ...]:
        """The exact odds of a legal action of ``acts_as``, from what that side knows; empty if no dice follow."""
        if self.acts_as is None:
            return ()
        seen = self._position.view(self.acts_as)
        forecasts: tuple[Forecast, ...] = self._position.system.odds.forecast(seen, self.acts_as, action)
        return forecasts

    def board(self) -> str:
        """The board as text."""
        return str(self._position.system.text.board(self.seen))
