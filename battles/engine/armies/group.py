"""The ``army`` group of a rules system: what it does with armies. It is ``ARMY`` of the system's package ``army``."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from battles.engine.armies import roster_words
from battles.engine.armies.army_list import ArmyList, blank_list, list_sheet
from battles.engine.armies.facts import Army, CommanderRating, DivisionKind, Draw, Element, HouseRules, Throw, Unit
from battles.engine.armies.ledger import BlankRoster, LedgerSheet
from battles.engine.armies.mapped import ComparedArmy, MappedArmy, RowColumn
from battles.engine.armies.reckoning import Fault, HouseSpec, OverrideSpec, Reckoning
from battles.engine.armies.roster_words import Losses, RosterStyle
from battles.engine.armies.tree import Place
from battles.engine.core import SetupError
from battles.engine.options import OptionSpec, OptionValue
from battles.engine.sheets.cheat_pages import Table, Wanted
from battles.engine.sheets.muster_roll import Roll

RatedLevel = Literal["corps", "division"]
"""The levels whose commanders have a rating."""

Fielded = tuple[Any, tuple[str, ...]]
"""The set-up of a battle, and sentences that the players should read before they agree to it."""


class Rated(Struct, frozen=True):
    """A commander's rating as rolled: the modifier, the total with it, and the rule of the table's row."""

    rating: CommanderRating
    modifier: int
    total: int
    rule: str


class RatingBand(Struct, frozen=True):
    """One rating of a commander table, for display.

    ``least`` and ``most`` are totals after the modifier; None is open at that end. ``text`` is the printed form:
    ``10+``, ``6–9``, ``3 or less``, ``all``. ``chance`` is the number of all rolls that give it, ``house`` the house
    rule that changed the radius, empty if it is the printed one.
    """

    rating: CommanderRating
    word: str
    text: str
    least: int | None
    most: int | None
    radius: int
    rule: str
    chance: int
    house: str = ""


class Ratings(Protocol):
    """Ratings of commanders: a group of a system whose corps and divisions have ratings."""

    def dice(self) -> tuple[int, int]:
        """Number of dice that a commander rolls, and their sides."""

    def by_dice(self, options: Any) -> bool:
        """True if an army with these options rolls its ratings; False if they are set."""

    def command_nation(self, place: Place, army: Army) -> str: ...

    def modifier(self, level: RatedLevel, nation_code: str) -> int: ...

    def rating_table(self, level: RatedLevel, nation_code: str, options: Any) -> tuple[RatingBand, ...]: ...

    def rate(self, level: RatedLevel, nation_code: str, faces: tuple[int, ...], options: Any) -> Rated: ...

    def standing_rating(self, throws: Sequence[Throw], options: Any) -> CommanderRating | None: ...

    def explain_rating(
        self, throws: Sequence[Throw], level: RatedLevel, nation_code: str, options: Any
    ) -> Reckoning | None: ...

    def explain_throw(self, throw: Throw, level: RatedLevel, nation_code: str, options: Any) -> Reckoning: ...

    def stand_can_be_lost(self, element: Element) -> bool: ...

    def explain_stand_loss(self, units: int, options: Any) -> Reckoning: ...


class Attachment(Struct, frozen=True, kw_only=True):
    """A formation that a brigade or a battery could join, by its id.

    ``new_brigade`` means that a battery would form a new division artillery brigade there. ``breaks`` are the faults
    that this would cause, the others those that it would remove.
    """

    parent: str
    name: str
    above: tuple[str, ...]
    new_brigade: bool
    breaks: tuple[Fault, ...]
    mends: tuple[Fault, ...]


class KindChoice(Struct, frozen=True, kw_only=True):
    """A kind that a division could be declared as, empty to derive it from its brigades; faults as in `Attachment`."""

    kind: DivisionKind
    chosen: bool
    breaks: tuple[Fault, ...]
    mends: tuple[Fault, ...]


NEW_BRIGADE: Final = "new"
"""The id of a brigade that an attachment would create."""


class Reserves(Protocol):
    """Attachment of reserves before play: a group of a system that has such a rule."""

    def attachments(self, army: Army, element: str, options: Any) -> tuple[Attachment, ...]: ...

    def attached(self, army: Army, element: str, parent: str) -> Army: ...

    def kinds(self, army: Army, division: str, options: Any) -> tuple[KindChoice, ...]: ...


class CardChance(Struct, frozen=True):
    """A card of the deck: its copies, the chance that a hand holds at least one, and the average number in a hand."""

    card: str
    words: str
    copies: int
    in_hand: Fraction
    average: Fraction


class Cards(Protocol):
    """Random cards that add units to an army: a group of a system that has such cards.

    ``card_units`` are the units that the last draw adds.
    """

    def dice_sides(self) -> tuple[int, ...]: ...

    def drawn(self, faces: tuple[int, ...]) -> tuple[str, ...]: ...

    def card_words(self, card: str) -> str: ...

    def choices_left(self, draw: Draw, options: Any) -> tuple[str, ...]: ...

    def awaits_choice(self, draw: Draw) -> bool: ...

    def refuse_choice(self, draw: Draw, choice: str, options: Any) -> str: ...

    def card_units(self, army: Army, options: Any) -> tuple[Any, ...]: ...

    def cards_cost(self, army: Army, options: Any) -> Reckoning: ...

    def cards_victory_points(self, army: Army, options: Any) -> Reckoning: ...


class Written(Protocol):
    """Armies written as text, line by line: a group of a system of another century. ``EXAMPLE`` shows the format.

    Both functions raise ValueError with a sentence for a text that cannot be read.
    """

    EXAMPLE: str

    def read_list(self, text: str) -> ArmyList: ...

    def wanted(self, text: str) -> Wanted: ...


class Proposal(Struct, frozen=True, kw_only=True):
    """How a proposed force is measured: by ``measure``, from ``least`` to ``most`` of it, named ``words``.

    ``meets`` means that a force gets as close to its target as it can, above or below; otherwise it never exceeds it.
    ``worth`` gives the value of a nation's unit under some options, ``spent`` what is spent before the first unit.
    """

    measure: str
    words: str
    least: int
    most: int
    meets: bool
    worth: Callable[[str, Any], Callable[[Unit], int]]
    spent: Callable[[str, Any], int]


class Organisation(Struct, frozen=True, kw_only=True):
    """Limits of a proposed force: battalions of a brigade, regiments, batteries, units of a side."""

    least_foot: int
    most_foot: int
    most_horse: int
    most_division_artillery: int
    most_units: int


class ArmyGroup(Protocol):
    """The army group of a rules system. Every member has a default: that of a system without armies.

    ``records`` means that recorded armies are shown under it, ``builds`` that they are built unit by unit in its
    numbers: it then converts them. ``lists`` means that it has army lists of its own. ``army_numbers`` and
    ``unit_numbers`` are the fields of its numbers in the API. ``points_word`` is the short word for a unit's points.
    ``option_example`` and ``override_example`` are a name and a value, for explanations. ``points_page`` gives
    everything that the page of an army's points and cards shows. ``corps_option`` is the option that says how many
    corps an army may have, empty without such a limit. ``field_roster`` makes the roster of a side of a battle called
    so, in the columns of the roster of an army; None for plain columns.
    """

    key: str
    title: str
    records: bool = False
    builds: bool = False
    lists: bool = False
    option_specs: Mapping[str, OptionSpec] = {}
    house_specs: Mapping[str, HouseSpec] = {}
    override_specs: Mapping[str, OverrideSpec] = {}
    option_example: tuple[str, OptionValue] | None = None
    override_example: tuple[str, OptionValue] | None = None
    army_numbers: tuple[str, ...] = ()
    unit_numbers: tuple[str, ...] = ()
    points_word: str = "points"
    row_columns: tuple[RowColumn, ...] = ()
    stand_rules: tuple[str, ...] = ()
    command_title: str = "Command stands"
    ratings: Ratings | None = None
    reserves: Reserves | None = None
    cards: Cards | None = None
    corps_option: str = ""
    points_page: Callable[[Army, Any], Any] | None = None
    written: Written | None = None
    proposal: Proposal | None = None
    organisation: Organisation | None = None
    sample_army: Callable[[str], Army] | None = None
    field_roster: Callable[[Roll, str, RosterStyle], LedgerSheet] | None = None

    def options(self, values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Any:
        """An army's options with ``values`` set, under the house rules of a club.

        Raises:
            ValueError: a name that is not an army option, or a value that it does not allow; a sentence.
        """
        return None

    def mapped(self, army: Army, options: Any) -> MappedArmy:
        """An army of units in the numbers of the system."""
        raise LookupError(f"{self.title} does not build armies unit by unit.")

    def compared(self, army: Army, options: Any, refused: str) -> ComparedArmy:
        """An army in this system's numbers, for comparison; ``refused`` says why its own options are not used."""
        raise LookupError(f"{self.title} cannot be compared with other systems.")

    def army_list(self, army: Army, options: Any) -> ArmyList:
        """A recorded army as a list in the system's own columns."""
        raise LookupError(f"{self.title} has no lists of armies.")

    def roll(self, army: Army, options: Any) -> Roll | None:
        """The muster roll of a recorded army; None if its army list is used instead."""
        return None

    def battle_rules(self, rules: Any, options: Any) -> Any:
        """The rules of a battle with the house rules of an army's club, as far as they concern battles."""
        return rules

    def force(self, army: Army, rules: Any) -> Any:
        """Everything that an army brings to a battle, even if it could not be fielded.

        Raises:
            SetupError: something in the army is still undecided; the sentence names the army.
        """
        raise SetupError(f"You cannot set up battles of {self.title} from armies.")

    def setup(self, army_a: Army, army_b: Army, values: Mapping[str, Any], cards: bool) -> Fielded:
        """The set-up of a battle of two armies; with ``cards``, armies without a draw draw their cards.

        Raises:
            SetupError: the system does not take armies, or one cannot be fielded; the text says which and why.
            ValueError: an unknown option or a wrong value.
        """
        raise SetupError(f"You cannot set up battles of {self.key} from armies.")

    def wanted(self, army: Army, rules: Any) -> Wanted:
        """What a recorded army needs on its cheat sheet, against any enemy.

        Raises:
            SetupError: an open choice card, or a system of another century; the sentence names the army.
        """
        raise SetupError(
            f"{army.name} has no sheet under {self.title}: recorded armies are of another century.", "system"
        )

    def roster(self, army: Army, options: Any, losses: Losses, style: RosterStyle) -> LedgerSheet:
        """The roster of a recorded army, as data in the system's own columns; its army list if it has one."""
        closing_parts = (roster_words.house_part(army, self.key, self.house_specs), roster_words.sources(army))
        listed = self.army_list(army, options)
        return list_sheet(listed, self.title, roster_words.occasion(army), style, closing_parts)

    def blank_roster(self) -> BlankRoster:
        """A blank roster; with the columns of the system's army lists if it has some."""
        return blank_list(list(self.sample_lists().values()))

    def catalogue(self) -> Table:
        """Every unit that an army may have, with its cost."""
        raise LookupError(f"{self.title} has no army lists.")

    def sample_lists(self) -> Mapping[str, ArmyList]:
        """The rulebook's sample armies, by their keys."""
        return {}

    def sample_wants(self) -> Mapping[str, Wanted]:
        """What each sample army needs on its cheat sheet."""
        return {}
