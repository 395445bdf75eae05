"""What one viewer is shown of a battle: all that a page or a client may know, and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from battles.drawing.moves import NOTHING_RECENT, Recent, moves, traces
from battles.engine.core import Option, Refusal, SideId, Viewer
from battles.engine.picture import Block, Reach
from battles.engine.progress import Stage
from battles.engine.seen import told
from battles.models import Battle
from battles.services.locking import Gone
from battles.services.position import Position, entries_at, then


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What a battle is. ``secret`` is that of its dice, in hexadecimal digits; ``""`` until it is over."""

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
    """A side of the battle and who plays it.

    ``name`` is the side's own, ``who`` is who sits there, ``""`` for nobody. ``thinking`` says that a computer player
    owes a decision, ``fault`` why it could not make it.
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


@dataclass(frozen=True)
class Line:
    """A line of the feed: sentences, each with whether it is a heading. ``is_notice`` is what is no entry.

    ``n`` is its number in the feed that is read, ``key`` what names it for everybody and for ever.
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
    """What a side asks of the other: a draw, or to take something back. ``key`` names it in a form.

    ``yours`` says that the viewer asks and may withdraw, ``may_answer`` that he is asked.
    """

    key: str
    side: SideId
    words: str
    yours: bool
    may_answer: bool


@dataclass(frozen=True)
class Undo:
    """Whether the viewer may take something back: at once, by asking the other side, or not, and then why."""

    how: Literal["free", "ask", "no"]
    why: str = ""


@dataclass(frozen=True)
class Times:
    """``limit`` is after how many minutes an umpire calls time, None for never; ``since`` is when he was told last."""

    limit: int | None
    begun: datetime | None
    since: datetime | None


@dataclass(frozen=True, kw_only=True)
class Look:
    """A battle as ``viewer`` sees it; the past where ``is_past``.

    ``n`` is the last line of his feed, what he acts on (``expect``); ``last`` is the newest line, other than ``n`` only
    in the past. ``may_act`` are the sides that he may act for and that owe a decision, ``acts_as`` the first of them
    that he looks as. ``outcome`` is the sentence of the end. ``seen`` is the rules' view, which all else is drawn from.
    ``umpires`` is what an umpire may do besides.
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
    phase: str
    score: str
    outcome: str
    winner: SideId | None
    feed: tuple[Line, ...]
    offers: tuple[Offered, ...]
    undo: Undo
    times: Times
    seen: Any
    _battle: Battle = field(repr=False, compare=False)
    _position: Position = field(repr=False, compare=False)
    _since: int = field(default=-1, repr=False, compare=False)
    _told: tuple[int, ...] = field(default=(), repr=False, compare=False)

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def is_paused(self) -> bool:
        return self.status == "paused"

    @property
    def awaited(self) -> tuple[Side, ...]:
        """The sides that owe a decision."""
        return tuple(side for side in self.sides if side.awaited)

    @cached_property
    def ground(self) -> Any:
        """The board as it is drawn."""
        return self._position.system.ground(self.seen)

    @cached_property
    def scene(self) -> Any:
        """What stands on the board."""
        return self._position.system.scene(self.seen)

    @cached_property
    def recent(self) -> Recent:
        """What happened on the board since the viewer's own last action. At most three queries.

        Where he did the last thing himself, or nothing lately, it is what happened since the line before.
        """
        if self._since < 0 or self._since >= self._position.seq:
            return NOTHING_RECENT
        system = self._position.system
        try:
            before = then(self._battle, self._since)
        except Gone:  # deleted since it was read: the page still shows what was read
            return NOTHING_RECENT
        earlier = system.scene(system.view(before.state, self.viewer))
        seqs = [seq for seq in self._told if seq > self._since]
        entries = entries_at(self._battle, seqs)
        events = (event for entry in entries for event in told(system, self._position.state, entry, self.viewer))
        deeds = (deed for event in events for deed in system.deeds(event))
        return Recent(moves(earlier, self.scene), traces(deeds, earlier, self.scene))

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The steps of the turn."""
        found: tuple[Stage, ...] = self._position.system.stages(self.seen)
        return found

    @cached_property
    def options(self) -> Sequence[Option]:
        """What ``acts_as`` may do now; nothing for whoever owes no decision."""
        return () if self.acts_as is None else self.options_of(self.acts_as)

    def options_of(self, side: SideId) -> Sequence[Option]:
        """What ``side`` may do now, where the viewer may act for it."""
        if side not in self.may_act:
            return ()
        found: Sequence[Option] = self._position.system.options(self._position.state, side)
        return found

    @cached_property
    def question(self) -> str:
        """What the viewer has to answer now, in a sentence, or ``""``."""
        return "" if self.acts_as is None else str(self._position.system.question(self.seen, self.acts_as))

    @property
    def asked(self) -> str:
        """What the viewer is to decide now, in a sentence: the question put to him, or else the task of the step."""
        tasks = "" if self.acts_as is None else "".join(stage.task for stage in self.stages)
        return self.question or tasks

    def about(self, key: str) -> tuple[Reach, ...]:
        """How far the block of a key sees, fires, commands and goes."""
        found: tuple[Reach, ...] = self._position.system.about(self.seen, key)
        return found

    def offer(self, option: Option) -> str:
        """What an option is called."""
        return str(self._position.system.offer(self._position.state, option))

    def choice(self, action: Any) -> str:
        """An action as a choice, in words."""
        return str(self._position.system.choice(self._position.state, action))

    def notation(self, action: Any) -> str:
        """An action in its short form."""
        return str(self._position.system.notation(self._position.state, action))

    def read_notation(self, text: str) -> Any:
        """The action of a short form; raises `ValueError` with a sentence."""
        return self._position.system.read_notation(self._position.state, text)

    def aim(self, action: Any) -> Any:
        """What an action points at."""
        return self._position.system.aim(self.seen, action)

    def ghosts(self, actions: Sequence[Any]) -> Sequence[tuple[Block, ...]]:
        """For each of ``actions`` the blocks that it moves or turns, as they would stand after it."""
        found: Sequence[tuple[Block, ...]] = self._position.system.ghosts(self.seen, actions)
        return found

    def meant(self, actor: str, at: str) -> Sequence[Any]:
        """What may be meant by pointing from ``actor`` at a place or block, likeliest first; for ``acts_as``."""
        if self.acts_as is None:
            return ()
        found: Sequence[Any] = self._position.system.meant(self.seen, self.acts_as, actor, at)
        return found

    def refuse(self, action: Any) -> Refusal | None:
        """Why ``acts_as`` may not do ``action``; None where it may, or where the viewer acts for nobody."""
        if self.acts_as is None:
            return None
        found: Refusal | None = self._position.system.refuse(self._position.state, self.acts_as, action)
        return found

    def board(self) -> str:
        """The board in text."""
        return str(self._position.system.board(self.seen))
