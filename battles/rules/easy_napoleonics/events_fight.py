"""What happens in fire and melee: events from the order of fire to the answer to a breakthrough."""

from typing import Literal

from msgspec import Struct

from battles.engine.core import Event, Modifier, SideId
from battles.engine.dice import Roll
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.state import NOWHERE, Pair
from battles.rules.easy_napoleonics.tables import Aspect, Level


class FireOrderChosen(Event, frozen=True, kw_only=True):
    """Which side fires first in this phase."""

    side: SideId


class Shot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The dice of one unit in a mission: what each needs and why, how many hit, and dice that it still has."""

    unit: int
    dice: int
    left: int = 0
    needed: int
    hits: int
    modifiers: tuple[Modifier, ...] = ()


class Fired(Event, frozen=True, kw_only=True):
    """A mission and what it did (EN-ART-18). ``level`` is the target's afterwards."""

    target: int
    shots: tuple[Shot, ...]
    hits: int
    failures: int
    level: Level
    needed: int = 0
    check_modifiers: tuple[Modifier, ...] = ()
    answer: bool = False
    """Fire against a breakthrough (EN-OPT-03): it costs no action."""
    rolls: tuple[Roll, ...] = ()


class FireHidden(Event, frozen=True, kw_only=True):
    """The shadow of ``Fired`` under ``hidden_morale``: who fired how many dice, and the hits.

    The firing side has its ``shots`` too, the other side its target's ``level``.
    """

    target: int
    dice: tuple[tuple[int, int], ...]
    hits: int
    answer: bool = False
    shots: tuple[Shot, ...] = ()
    level: Level | None = None
    rolls: tuple[Roll, ...] = ()


class Removed(Event, frozen=True, kw_only=True):
    """A broken unit leaves the board, and the score after it (EN-UNIT-06, EN-VP-01)."""

    unit: int
    score: tuple[int, int]


class Accepted(Event, frozen=True, kw_only=True):
    """Whether a unit attacks in a contact without a charge."""

    attacker: int
    defender: int
    fight: bool


class MeleesListed(Event, frozen=True, kw_only=True):
    """The melees of this turn: attacker and defender of each (EN-MELEE-07)."""

    pairs: tuple[Pair, ...]


class MeleeLapsed(Event, frozen=True, kw_only=True):
    """A listed melee that cannot be fought any more (EN-MELEE-09)."""

    attacker: int
    defender: int


class Score(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One side of a melee: stands that count, modifiers, total; level afterwards and the checks behind it."""

    stands: int
    modifiers: tuple[Modifier, ...]
    total: int
    level: Level
    drop: int = 0
    checks: int = 0
    failures: int = 0
    needed: int = 0


class Fought(Event, frozen=True, kw_only=True):
    """A melee (EN-MELEE-36). ``winner`` is the unit that won, -1 in a tie."""

    attacker: int
    defender: int
    aspect: Aspect
    attack: Score
    defence: Score
    winner: int = NOWHERE
    rolls: tuple[Roll, ...] = ()


class MeleeHidden(Event, frozen=True, kw_only=True):
    """The shadow of ``Fought`` under ``hidden_morale``: a side has the ``levels`` of its own unit afterwards."""

    attacker: int
    defender: int
    aspect: Aspect
    winner: int = NOWHERE
    levels: tuple[tuple[int, Level], ...] = ()


class Raised(Event, frozen=True, kw_only=True):
    """A winner's level after ``melee_morale_bonus`` (EN-OPT-07)."""

    unit: int
    level: Level


class Advanced(Event, frozen=True, kw_only=True):
    """A breakthrough (EN-OPT-02 to 05). ``target`` is the enemy attacked next, -1 for none."""

    unit: int
    cell: Cell
    facing: int
    target: int = NOWHERE
    along: tuple[int, ...] = ()


class Stayed(Event, frozen=True, kw_only=True):
    """A winner that does not advance."""

    unit: int


class Answered(Event, frozen=True, kw_only=True):
    """What the enemy does whom a breakthrough attacks."""

    unit: int
    how: Literal["hold", "fire", "square"]
