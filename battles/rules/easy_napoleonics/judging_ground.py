"""A position laid open for judgement, as one side sees it."""

from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.hex import Cell, Grid
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.field import Field, field_like, field_of
from battles.rules.easy_napoleonics.judging_foes import Foes
from battles.rules.easy_napoleonics.judging_odds import Ledger, Traits, led, ledger_of, traits_of
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.setup import Objective
from battles.rules.easy_napoleonics.state import State, other
from battles.rules.easy_napoleonics.supposing import _setup
from battles.rules.easy_napoleonics.tables import Formation, Terrain


class Ground:
    """A position as one side sees it, while one decision is made.

    ``ahead`` says that what may come in the next turn counts too.
    """

    __slots__ = (
        "_foes",
        "_ledger",
        "_traits",
        "ahead",
        "enemy",
        "field",
        "grid",
        "known",
        "lay",
        "own",
        "side",
        "survives",
    )

    def __init__(self, known: Any, side: SideId, ahead: bool = True) -> None:
        field = field_for(known)
        self.known = known
        self.ahead = ahead
        self.side = side
        self.enemy: SideId = other(side)
        self.field: Final = field
        self.grid: Final[Grid] = field.grid
        self.lay: Final[Lay] = field.lay(known)
        self.own: Final[int] = self.lay.held[side]
        self.survives: dict[int, int] = {}
        self._foes: Foes | None = None
        self._ledger: Ledger | None = None
        self._traits: dict[int, Traits] = {}

    @property
    def foes(self) -> Foes:
        """The enemy, found out about when he is first asked for."""
        if self._foes is None:
            self._foes = _foes_of(self.field, self.lay, self.side)
        return self._foes

    @property
    def ledger(self) -> Ledger:
        """Exact chances by the rules of the battle."""
        if self._ledger is None:
            self._ledger = ledger_of(self.field.book)
        return self._ledger

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """The ground that wins the battle."""
        found: tuple[Objective, ...] = (
            self.known.setup.objectives if type(self.known) is State else self.known.objectives
        )
        return found

    def traits(self, number: int, cell: Cell | None = None, formation: Formation | None = None) -> Traits:
        """The traits of a unit, where it stands or elsewhere and in another formation."""
        lay, terrain = self.lay, self.field.terrain
        unit = lay.units[number]
        if cell is not None or formation is not None:
            there = unit.cell if cell is None else cell
            return traits_of(unit, terrain.get(there, "open"), led(lay, number), formation)
        known = self._traits.get(number)
        if known is None:
            known = self._traits[number] = traits_of(unit, terrain.get(unit.cell, "open"), led(lay, number))
        return known

    def terrain(self, cell: Cell) -> Terrain:
        return self.field.terrain.get(cell, "open")

    def name(self, number: int) -> str:
        """What a unit is called."""
        return self.lay.units[number].name


_FOES: Final[dict[tuple[int, SideId], tuple[Field, Foes]]] = {}
_GROUND: Final[dict[tuple[int, int], tuple[Any, Any, Any, Field]]] = {}


def _foes_of(field: Field, lay: Lay, side: SideId) -> Foes:
    key = (id(field), side)
    known = _FOES.get(key)
    before = known[1] if known is not None and known[0] is field else None
    if before is not None and before.stand_in(lay):
        return before
    if known is not None:
        known[1].forget()
    if len(_FOES) >= weights.FIELDS_KEPT:
        _FOES.clear()
    found = Foes(field, lay, side, before)
    _FOES[key] = (field, found)
    return found


def field_for(known: Any) -> Field:
    """The field of a state, or of the battle that a view shows."""
    if type(known) is State:
        return field_of(known)
    key = (id(known.rules), id(known.board))
    zones = (known.sides[0].zone, known.sides[1].zone)
    found = _GROUND.get(key)
    if found is not None and found[0] is known.rules and found[1] is known.board and found[2] == zones:
        return found[3]
    if len(_GROUND) >= weights.FIELDS_KEPT:
        _GROUND.clear()
    field = field_like(known.rules, known.board, zones) or Field(_setup(known), known.board)
    _GROUND[key] = (known.rules, known.board, zones, field)
    return field
