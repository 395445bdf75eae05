"""Before the first turn: cards, random terrain and deployment (sections 2 and 3)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, overload

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.engine.rng import MOST_SIDES
from battles.engine.words import with_verb
from battles.kits.hex.grid import Cell, grid, mask_of
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.actions import Deploy, DeployLeader, NameNation, TakeCard
from battles.rules.easy_napoleonics.command import refuse_leader_in_hex, refuse_named_unit
from battles.rules.easy_napoleonics.movement.refusals import FACINGS
from battles.rules.easy_napoleonics.resolution import RefusalContext, figure, refusal, side_name
from battles.rules.easy_napoleonics.rules import ARTILLERY, Rules
from battles.rules.easy_napoleonics.state import Board, Hand, Occupancy, Setup, State, Unit
from battles.rules.easy_napoleonics.tables import KIND_WORDS, SCATTERED, TERRAIN_DIE, Formation, NationTag, Row, Terrain
from battles.rules.easy_napoleonics.terrain import Field
from battles.rules.easy_napoleonics.victory import victory_points

CHOICE: Final = "choice"
"""Key of the choice card (EN-COST-07)."""

MIX: Final[Mapping[str, Row]] = {f"{row.grade}_{row.kind}": row for row in tables.CARD_MIX}
"""Unit cards by key (EN-COST-06)."""

DECK: Final[tuple[str, ...]] = (*(key for key, row in MIX.items() for _ in range(row.count)), CHOICE)
"""The eleven cards of a deck, in the order in which dice count them."""


def draw(dice: Dice, setup: Setup) -> tuple[Hand, Hand]:
    """Draw the hands of both sides, with a die over the cards left; a side that draws no cards has an empty hand."""
    drawing = [side for side, force in zip(("a", "b"), setup.forces, strict=True) if force.draws]
    if setup.rules.options.card_deck == "shared" and len(drawing) > 1:
        hands = _shared(dice)
    else:
        hands = {side: _own(dice) for side in drawing}
    a, b = (_with_nation(hands.get(side, Hand()), setup, side) for side in ("a", "b"))
    return a, b


def _own(dice: Dice) -> Hand:
    """Draw three cards from a full deck of the side's own (EN-COST-08)."""
    deck, cards = list(DECK), []
    for _ in range(tables.CARDS_DRAWN):
        (face,) = dice.roll(1, len(deck), "EN-COST-08")
        cards.append(deck.pop(face - 1))
    return _hand(cards, deck)


def _shared(dice: Dice) -> dict[SideId, Hand]:
    """Draw in turns from one deck; the winner of a roll draws first (EN-COST-10)."""
    faces = (0, 0)
    while faces[0] == faces[1]:
        first, second = dice.roll(2, tables.DIE, "EN-COST-10")
        faces = (first, second)
    order = ("a", "b") if faces[0] > faces[1] else ("b", "a")
    deck = list(DECK)
    cards: dict[SideId, list[str]] = {"a": [], "b": []}
    for _ in range(tables.CARDS_DRAWN):
        for side in order:
            (face,) = dice.roll(1, len(deck), "EN-COST-10")
            cards[side].append(deck.pop(face - 1))
    return {side: _hand(drawn, deck) for side, drawn in cards.items()}


def _hand(cards: Sequence[str], deck: Sequence[str]) -> Hand:
    units = tuple(card for card in cards if card != CHOICE)
    return Hand(cards=units, chooses=len(cards) - len(units), deck=tuple(deck))


def _with_nation(hand: Hand, setup: Setup, side: SideId) -> Hand:
    """The hand, with the nation of the army if the army has only one (EN-RULING-83)."""
    tags = _tags(setup, side)
    return replace(hand, nation=tags[0]) if hand.cards and len(tags) == 1 else hand


def _tags(setup: Setup, side: SideId) -> tuple[NationTag, ...]:
    units = setup.forces[side == "b"].units
    return tuple(sorted({unit.nation for unit in units}))


def choices(state: State, side: SideId) -> tuple[str, ...]:
    """Unit cards that a side may choose for its choice card (EN-COST-09, EN-RULING-65, AB-07)."""
    hand = state.hands[side == "b"]
    if not hand.chooses:
        return ()
    if state.setup.rules.options.choice_card_pool == "any_in_mix":
        return tuple(MIX)
    return tuple(card for card in MIX if card in hand.deck)


def nations(state: State, side: SideId) -> tuple[NationTag, ...]:
    """Nations that a side may choose for its card units; none if it need not choose (EN-RULING-83)."""
    hand = state.hands[side == "b"]
    if hand.nation is not None or not (hand.cards or hand.chosen):
        return ()
    return tuple(sorted({unit.nation for unit in state.units if unit.side == side}))


def left_over(*drawn: Sequence[str]) -> tuple[str, ...]:
    """Cards left in a deck without the ``drawn`` cards."""
    deck = list(DECK)
    for cards in drawn:
        for card in cards:
            deck.remove(card)
    return tuple(deck)


def joining(state: State) -> tuple[Unit, ...]:
    """Units that the cards of both sides add, at Good and not armored (EN-SETUP-04, EN-RULING-83)."""
    model = state.setup.rules.options.vp_model
    units = []
    for side, hand in zip(("a", "b"), state.hands, strict=True):
        for place, card in enumerate((*hand.cards, *hand.chosen), 1):
            row = MIX[card]
            words = f"{tables.GRADE_WORDS[row.grade]} {tables.KIND_WORDS[row.kind]}"
            units.append(
                Unit(
                    side=side,
                    name=f"{words[:1].upper()}{words[1:]} (card {place})",
                    kind=row.kind,
                    grade=row.grade,
                    worth=victory_points(row.kind, row.grade, model),
                    nation=hand.nation or "none",
                    formation=tables.MOVES[row.kind][0].formation,
                )
            )
    return tuple(units)


FACING_COUNT = 6


class Deployments(Sequence[Deploy]):
    """Every deployment of one unit: each cell, formation and facing, built on use.

    ``free`` is the mask of the hexes of the ``zone`` where the unit may be deployed.
    """

    __slots__ = ("_cells", "_zone", "formations", "free", "unit")

    def __init__(self, unit: int, zone: tuple[Cell, ...], free: int, formations: tuple[Formation, ...]) -> None:
        self.unit = unit
        self.free = free
        self.formations = formations
        self._zone = zone
        self._cells: tuple[Cell, ...] | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Hexes where the unit may be deployed, in the order of the zone."""
        if self._cells is None:
            self._cells = tuple([cell for cell in self._zone if self.free >> cell & 1])
        return self._cells

    def __len__(self) -> int:
        return len(self.cells) * len(self.formations) * FACING_COUNT

    @overload
    def __getitem__(self, place: int) -> Deploy: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Deploy, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return tuple(self[number] for number in range(*place.indices(len(self))))
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(place)
        rest, facing = divmod(place, FACING_COUNT)
        cell, formation = divmod(rest, len(self.formations))
        return Deploy(self.unit, self.cells[cell], facing, self.formations[formation])

    def __iter__(self) -> Iterator[Deploy]:
        for cell in self.cells:
            for formation in self.formations:
                for facing in range(FACING_COUNT):
                    yield Deploy(self.unit, cell, facing, formation)

    def __contains__(self, action: object) -> bool:
        return (
            type(action) is Deploy
            and action.unit == self.unit
            and type(action.cell) is int
            and action.cell >= 0
            and self.free >> action.cell & 1 == 1
            and action.formation in self.formations
            and 0 <= action.facing < FACING_COUNT
        )


def free_cells(field: Field, occupancy: Occupancy, side: str, guns: bool) -> int:
    """Mask of the hexes of a side's zone with room for one more unit (EN-UNIT-04); two batteries may share one."""
    occupied = occupancy.held["a"] | occupancy.held["b"] | field.barred
    free = field.zone_masks[side] & ~occupied
    if guns and field.options.grand_battery:  # EN-OPT-08
        free |= mask_of(
            tuple({cell for cell in field.zones[side] if occupied >> cell & 1 and _half_full(occupancy, side, cell)})
        )
    return free


def _half_full(occupancy: Occupancy, side: str, cell: Cell) -> bool:
    there = occupancy.at.get(cell)
    if there is None or cell in occupancy.second:
        return False
    unit = occupancy.units[there]
    return unit.kind in ARTILLERY and unit.side == side


def deployment_options(field: Field, occupancy: Occupancy, side: str) -> list[Option]:
    """Options to deploy, one for each unit of a side that is not deployed and has room."""
    free: dict[bool, int] = {}
    options = []
    for number, unit in enumerate(occupancy.units):
        if unit.side == side and unit.cell < 0 and unit.level != "broken" and unit.arrival is None:
            guns = unit.kind in ARTILLERY
            if guns not in free:
                free[guns] = free_cells(field, occupancy, side, guns)
            if free[guns]:
                listed = Deployments(number, field.zones[side], free[guns], field.formations(unit))
                options.append(Option("deploy", f"unit {number}", listed))
    return options


def refuse_card(context: RefusalContext, action: TakeCard) -> Refusal | None:
    """Why a card may not be chosen (EN-COST-09, EN-RULING-65)."""
    hand = context.state.hands[context.side == "b"]
    if not hand.chooses:
        return refusal("done_already", "EN-COST-09", "You have no choice card left to use")
    if action.card not in MIX:
        return refusal("no_such", "EN-COST-06", "There is no such unit card")
    if action.card not in choices(context.state, context.side):
        words = action.card.replace("_", " ")
        return refusal("gone", "EN-RULING-65", f"You cannot choose the {words} card: none is left in the deck")
    return None


def refuse_nation(context: RefusalContext, action: NameNation) -> Refusal | None:
    """Why a nation may not be chosen (EN-RULING-83)."""
    if context.state.hands[context.side == "b"].chooses:
        return refusal("owed_first", "EN-COST-09", "You cannot choose a nation yet: use your choice card first")
    allowed = nations(context.state, context.side)
    if not allowed:
        return refusal("done_already", "EN-RULING-83", "The nation of your card units is already chosen")
    if action.nation not in allowed:
        return refusal("no_such", "EN-RULING-83", f"Your army has no unit of {action.nation}")
    return None


def refuse_deployment(context: RefusalContext, action: Deploy) -> Refusal | None:
    """Why a unit may not be deployed in this way (EN-SETUP-09)."""
    unit = context.unit(action.unit)
    if unit is None:
        return refusal("no_such", "EN-UNIT-01", f"There is no unit {figure(action.unit)}")
    if unit.side != context.side:
        owner = side_name(context.state, unit.side)
        return refusal("not_yours", "EN-SETUP-09", f"You cannot deploy {unit.name}: it belongs to {owner}")
    if unit.level == "broken":
        return refusal("gone", "EN-UNIT-06", f"{unit.name} cannot be deployed: it is broken and out of play")
    if refused := context.still_to_come(unit, "be deployed"):
        return refused
    if unit.cell >= 0:
        return refusal("done_already", "EN-SETUP-09", f"{with_verb(unit.name, 'is')} already on the board")
    return _ground(context, unit, action.cell) or _shape(context, unit, action)


def _ground(context: RefusalContext, unit: Unit, cell: Cell) -> Refusal | None:
    goal = f"{unit.name} cannot be deployed in {context.hex(cell)}"
    if refused := _in_zone(context, cell, goal):
        return refused
    if context.field.barred >> cell & 1:
        return refusal("impassable", "EN-SETUP-09", f"{goal}: it is impassable")
    there = context.units_in(cell)
    if not there:
        return None
    guns = unit.kind in ARTILLERY and all(context.state.units[number].kind in ARTILLERY for number in there)
    own = all(context.state.units[number].side == context.side for number in there)
    if not (context.field.options.grand_battery and guns and own):
        return refusal("occupied", "EN-UNIT-04", f"{goal}: {with_verb(context.name(there[0]), 'stands')} there")
    if len(there) > 1:
        return refusal("occupied", "EN-OPT-08", f"{goal}: two batteries stand there")
    return None


def _in_zone(context: RefusalContext, cell: Cell, goal: str) -> Refusal | None:
    if not context.on_board(cell):
        return refusal("off_board", "EN-SETUP-09", f"{goal}: there is no such hex on the board")
    if cell not in context.field.zones[context.side]:
        return refusal("out_of_zone", "EN-SETUP-08", f"{goal}: it lies outside the deployment zone")
    return None


def _shape(context: RefusalContext, unit: Unit, action: Deploy) -> Refusal | None:
    if action.formation not in context.field.formations(unit):
        words = action.formation.replace("_", " ")
        what = f"{unit.name} ({KIND_WORDS[unit.kind]})"
        return refusal("not_for_kind", "EN-SETUP-09", f"{what} cannot be deployed in {words}: it has no such formation")
    if not 0 <= action.facing < FACINGS:
        why = f"facings are 0 to {FACINGS - 1}, not {figure(action.facing)}"
        return refusal("no_such", "EN-FACE-03", f"{unit.name} cannot have this facing: {why}")
    return None


def refuse_leader_deployment(context: RefusalContext, action: DeployLeader) -> Refusal | None:
    """Why a leader may not be deployed in a hex (EN-SETUP-09)."""
    if refused := context.own_leader(action.leader, "be deployed"):
        return refused
    leader = context.state.leaders[action.leader]
    if leader.cell >= 0:
        return refusal("done_already", "EN-SETUP-09", f"{leader.name} is already on the board")
    goal = f"{leader.name} cannot be deployed in {context.hex(action.cell)}"
    return (
        _in_zone(context, action.cell, goal)
        or refuse_leader_in_hex(context, action.cell, goal)
        or refuse_named_unit(context, leader, action.cell, action.unit)
    )


def scatter(
    dice: Dice, board: Board, rules: Rules, forbidden: Collection[Cell] = ()
) -> tuple[tuple[Cell, Terrain], ...]:
    """Roll random terrain for ``board``: the terrain to add, sorted by cell. Terrain on the board stays.

    Source: EN-OPT-14, EN-RULING-113.

    First roll a D6 for the number of features of each type. Then, for each feature, roll a die with one side for each
    open hex; its face is the index of the hex, in the order of cells, counted from 1. Each further hex of a feature
    (``terrain_feature_hexes``) is chosen in the same way from the open hexes next to it; without one the feature ends.
    A single open hex needs no die.
    """
    hexes = grid(board.columns, board.rows)
    numbers = [dice.roll(1, TERRAIN_DIE, "EN-SETUP-06")[0] for _ in SCATTERED]
    occupied = {cell for cell, _ in board.terrain} | set(forbidden)
    left = [cell for cell in range(hexes.size) if cell not in occupied]
    placed: dict[Cell, Terrain] = {}
    for terrain, number in zip(SCATTERED, numbers, strict=True):
        for _ in range(number):
            feature: list[Cell] = []
            while len(feature) < rules.options.terrain_feature_hexes:
                beside = {near for cell in feature for near in hexes.around[cell]}
                fit = [cell for cell in left if cell in beside] if feature else left
                if not fit:
                    break
                cell = _one_of(dice, fit)
                left.remove(cell)
                feature.append(cell)
                placed[cell] = terrain
    return tuple(sorted(placed.items()))


def _one_of(dice: Dice, cells: Sequence[Cell]) -> Cell:
    """Roll one of ``cells``, each equally likely.

    If there are more cells than a die can have sides, one die chooses a block of that many and another the index in
    it; an index past the last cell is rolled again.
    """
    count = len(cells)
    if count == 1:
        return cells[0]
    if count <= MOST_SIDES:
        return cells[dice.roll(1, count, "EN-RULING-70")[0] - 1]
    place = count
    while place >= count:
        (block,) = dice.roll(1, -(-count // MOST_SIDES), "EN-RULING-70")
        place = (block - 1) * MOST_SIDES + dice.roll(1, MOST_SIDES, "EN-RULING-70")[0] - 1
    return cells[place]
