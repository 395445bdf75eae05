"""One act of the rules: entries are made one after another, each on the state after those before it."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from campaign.war.rules.books import Transfer
from campaign.war.rules.calendar import is_night, light_left
from campaign.war.rules.campaign_map import Network, Place, network
from campaign.war.rules.dice import CampaignDice, CampaignRoll, DicePlace
from campaign.war.rules.events import AnyEvent, Entry, ForceChange, OrderDropped
from campaign.war.rules.evolve import evolve
from campaign.war.rules.forces import Strength, hold_after, present_leg, strength
from campaign.war.rules.state import CampaignState, Force
from campaign.war.rules.tables import RoadKind


class Act:
    """Builds the entries of one act.

    ``begins`` is the minute of the present step, ``ends`` its end, ``now`` the date of what is written.
    """

    def __init__(self, state: CampaignState, dice: CampaignDice) -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.dice = dice
        self.begins = self.ends = self.now = state.time
        self.net: Network = network(state.setup.map)
        self.settings = state.setup.settings
        self.alliances = {side.key: side.alliance for side in state.setup.sides}
        self._sides = {key: number for number, key in enumerate(self.alliances)}
        self._rolls: list[CampaignRoll] = []
        self._strengths: dict[str, tuple[object, object, Strength]] = {}

    # What is written

    def add(
        self,
        event: AnyEvent,
        *,
        transfers: Iterable[Transfer] = (),
        changes: Iterable[ForceChange] = (),
        audience: tuple[str, ...] | None = None,
    ) -> None:
        """Write an entry with the dice rolled since the last one, and go on from the state after it."""
        entry = Entry(
            turn=self.state.turn,
            time=self.now,
            event=event,
            transfers=tuple(transfers),
            changes=tuple(changes),
            rolls=tuple(self._rolls),
            audience=audience,
        )
        self._rolls.clear()
        self.state = evolve(self.state, entry)
        self.entries.append(entry)

    def roll(self, count: int, rule: str, *who: str) -> tuple[int, ...]:
        """Natural faces for ``rule``; ``who`` in the order of the ties rule. They go into the next entry."""
        name = "+".join(who)
        place = DicePlace(self.state.turn, self.state.again, self.begins, rule, name)
        faces = self.dice.roll(place, count)
        self._rolls.append(CampaignRoll(rule, name, self.begins, faces))
        return faces

    def drop(self, force: Force, reason: str, rule: str) -> None:
        """An order cannot be done: the rest is dropped, the force holds until the next turn (CM-ORDER-06)."""
        change = dropped(force, reason, self.begins)
        self.add(OrderDropped(force.id, reason, rule), changes=[change], audience=self.allies(force.side))

    # What is asked

    def allies(self, side: str) -> tuple[str, ...]:
        """The sides of a side's alliance, who read what concerns it."""
        alliance = self.alliances[side]
        return tuple(key for key, own in self.alliances.items() if own == alliance)

    def order(self, force: Force) -> tuple[int, int]:
        """A sort key by the ties rule (chapter 2)."""
        return self._sides[force.side], force.number

    def forces(self) -> list[Force]:
        """All forces on the map, by the ties rule."""
        return sorted(self.state.forces.values(), key=self.order)

    def hostile(self, first: Force, second: Force) -> bool:
        return self.alliances[first.side] != self.alliances[second.side]

    def ranked(self, forces: Iterable[str]) -> list[Force]:
        """Some forces by the ties rule."""
        return sorted((self.state.forces[key] for key in forces), key=self.order)

    def strength(self, force: Force) -> Strength:
        """The strength of a force; computed again only after the books or its formations have changed."""
        known = self._strengths.get(force.id)
        if known is not None and known[0] is self.state.books and known[1] is force.formations:
            return known[2]
        value = strength(self.state, force.formations)
        self._strengths[force.id] = (self.state.books, force.formations, value)
        return value

    def night(self) -> bool:
        """True if the present step is by night (CM-TIME-03)."""
        return is_night(self.settings.tables.daylight, self.state.setup.date, self.begins)

    def light_left(self, minute: int) -> int:
        return light_left(self.settings.tables.daylight, self.state.setup.date, minute)

    def road_kind(self, force: Force) -> RoadKind:
        """The kind of road under a force's head: that it stands on or came by (CM-MARCH-03)."""
        road = force.place.road or (force.column[0].road if force.column else force.came_by)
        return self.net.roads[road].kind if road else "road"

    def within(self, place: Place, metres: int, forces: Sequence[Force]) -> list[Force]:
        """Those of ``forces`` that stand within ``metres`` along roads of ``place``."""
        return [force for force in forces if self.net.between(place, force.place) <= metres]


def dropped(force: Force, reason: str, time: int) -> ForceChange:
    """A force that holds until the next turn; its posture stays (CM-ORDER-06)."""
    leg = structs.replace(hold_after(present_leg(force)), hours=0)
    return ForceChange(force=force.id, legs=(leg,), leg_since=time, way=(), idle=reason, crossing_minutes=0)
