"""The act after a battle: losses into the books, retreats, leaders, and the next turn (CM-TIME-05, CM-AFTER)."""

from collections.abc import Mapping

from msgspec import UNSET, structs

from campaign.war.rules.act import Act, dropped
from campaign.war.rules.battle.result import (
    captor,
    check,
    cut_off_transfers,
    damaged,
    fatigue_of,
    parts_of,
    retreat_metres,
    shaken_until,
    states_of,
    transfers_of,
    units_there,
)
from campaign.war.rules.calendar import day_of
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.command.dispatches import follow_commanders
from campaign.war.rules.contact.retreat import WayBack, way_back
from campaign.war.rules.dice import CampaignDice
from campaign.war.rules.events import (
    Entry,
    ForceChange,
    GarrisonFell,
    GradesChanged,
    LeaderLost,
    Retreated,
    Settled,
    StruckOff,
    Touched,
)
from campaign.war.rules.resolution import NotNow, close_turn
from campaign.war.rules.state import (
    CampaignState,
    Commander,
    Contact,
    Engaged,
    Engagement,
    Force,
    LeaderFate,
    Result,
)
from campaign.war.rules.tables import (
    CUT_OFF_BEYOND,
    DAY,
    FALL_LOSS,
    FALL_MOST,
    GRADES,
    PER_MILLE,
    RISE_LOSS,
    RISE_NEEDED,
    Grade,
    Outcome,
)
from campaign.war.rules.works import take_points


def settle(state: CampaignState, result: Result, dice: CampaignDice) -> tuple[Entry, ...]:
    """The entries that a confirmed result gives, and if it was the last, the next turn.

    Raises:
        NotNow: no such engagement is open, or an earlier one must be settled first (CM-TIME-05).
        NoResult: the result cannot be.
    """
    engagement = state.engagements.get(result.engagement)
    if engagement is None or engagement.status != "open" or state.phase != "engagements":
        raise NotNow(f"Engagement {result.engagement} is not open (CM-TIME-05).")
    open_ones = [row for row in state.engagements.values() if row.status == "open"]
    first = min(open_ones, key=lambda row: (row.begins, row.id))
    if first.id != engagement.id:
        raise NotNow(f"Engagement {first.id} began earlier; settle it first (CM-TIME-05).")
    check(state, engagement, result)
    act = Act(state, dice)
    _After(act, engagement, result).write()
    if not any(row.status == "open" for row in act.state.engagements.values()):
        if act.now >= act.state.setup.end:  # no step follows in which the winner takes the place (CM-MAP-05)
            take_points(act, {})
        close_turn(act)
    return tuple(act.entries)


class _After:
    """What follows one battle."""

    def __init__(self, act: Act, engagement: Engagement, result: Result) -> None:
        self.act = act
        self.engagement = engagement
        self.result = result
        self.states = states_of(act.state, engagement, result)
        self.parts = [part for part in parts_of(engagement) if self._took_part(part)]

    def _took_part(self, part: Engaged) -> bool:
        """Forces that had not arrived have no share (CM-AFTER-02)."""
        here = bool(part.formations) or any(row.minutes <= self.result.minutes for row in part.arrivals)
        return here and part.force in self.act.state.forces

    @property
    def both(self) -> tuple[str, ...]:
        """The sides of both alliances."""
        setup = self.act.state.setup
        return (*setup.allies(self.engagement.attacker), *setup.allies(self.engagement.defender))

    def outcome(self, part: Engaged) -> Outcome:
        return self.states[self.act.alliances[part.side]]

    def write(self) -> None:
        act, result = self.act, self.result
        before = act.state
        transfers = transfers_of(act.state, self.engagement, result)
        stray: dict[str, int] = {}
        for row in transfers:
            if row.battle:
                stray[row.unit] = stray.get(row.unit, 0) + row.number
        far = {part.force: act.net.between(self.engagement.place, self.force(part).place) for part in self.parts}
        changes = [self._changes(part) for part in self.parts]
        day = day_of(self.engagement.begins)
        event = Settled(result, self.states, day, damaged(transfers), stray)
        act.add(event, transfers=transfers, changes=changes, audience=self.both)
        for fate in result.leaders:
            self._leader(fate)
        self._retreats(far)
        self._touch()
        if act.settings.use_experience:
            self._experience(before)
        self._storm()
        self._strike_off()

    def _changes(self, part: Engaged) -> ForceChange:
        """Fatigue and posture of a force that took part; it stands at the defender's place unless it must go back."""
        act, force, outcome = self.act, self.act.state.forces[part.force], self.outcome(part)
        place = self.engagement.place
        undecided = not self.result.winner
        stays = undecided and not part.arrivals
        change = ForceChange(
            force=force.id,
            place=force.place if stays else place,
            column=(),
            up=0,
            way=(),
            joins=0,
            fatigue=fatigue_of(outcome, force.fatigue) if act.settings.use_fatigue else force.fatigue,
            shaken=max(force.shaken, shaken_until(outcome, act.now)),
            day=structs.replace(force.day, rested=False),
            faces=force.faces if stays else self._faces(part),
            came_by=part.road or UNSET,
            since=force.since if force.place == place else act.now,
        )
        if outcome == "holds":
            return change
        gone = dropped(force, "It has lost the field.", act.now)
        return structs.replace(change, legs=gone.legs, leg_since=gone.leg_since, idle=gone.idle, works=0, digging=-1)

    def _faces(self, part: Engaged) -> str:
        """A point next to the place, on from where the force came."""
        place = self.engagement.place
        if place.road:
            road = self.act.net.roads[place.road]
            return road.end if part.point == road.start else road.start
        others = [step.to for step in self.act.net.out[place.point] if step.to != part.point]
        return min(others, default=part.point)

    # Retreats

    def _retreats(self, far: Mapping[str, int]) -> None:
        """The loser's forces go back, the hindmost first; ``far`` are their metres from the place (CM-AFTER-04)."""
        losers = [part for part in self.parts if self.outcome(part) != "holds"]
        for part in sorted(losers, key=lambda part: (-far[part.force], self.act.order(self.force(part)))):
            self._retreat(part)

    def force(self, part: Engaged) -> Force:
        return self.act.state.forces[part.force]

    def _retreat(self, part: Engaged) -> None:
        act, force, outcome = self.act, self.force(part), self.outcome(part)
        if act.strength(force).men + act.strength(force).guns == 0:
            return
        weak = act.strength(force).fighting == 0
        back = None if weak else way_back(act, force, retreat_metres(outcome))
        if back is not None:
            event = Retreated(force.id, self.engagement.id)
            act.add(event, changes=[self._stands(force, back)], audience=act.allies(force.side))
            return
        if outcome == "left" and not weak:
            enemies = self._enemies(force)
            if enemies:
                self._in_touch(force, enemies[0])
            act.add(Retreated(force.id, self.engagement.id, cut_off=True), audience=self.both)
            return
        self._cut_off(force, weak)

    def _stands(self, force: Force, back: WayBack) -> ForceChange:
        return ForceChange(
            force=force.id,
            place=back.place,
            faces=back.faces,
            came_by=back.came_by,
            since=self.act.now,
        )

    def _enemies(self, force: Force) -> list[Force]:
        return [self.force(part) for part in self.parts if self.act.hostile(force, self.force(part))]

    def _cut_off(self, force: Force, weak: bool) -> None:
        """Half of the men and all guns are captured, or all (CM-AFTER-04)."""
        act = self.act
        beyond = None if weak else self._beyond(force)
        by = captor(act.state, self.engagement, act.alliances[force.side])
        rows = cut_off_transfers(act.state, force.formations, by, nowhere=beyond is None)
        taken = sum(row.number for row in rows if row.what == "men")
        surrendered = beyond is None or taken == act.strength(force).men
        changes = [] if surrendered or beyond is None else [self._stands(force, beyond)]
        event = Retreated(force.id, self.engagement.id, cut_off=True, surrendered=surrendered)
        act.add(event, transfers=rows, changes=changes, audience=self.both)

    def _beyond(self, force: Force) -> WayBack | None:
        """5 km beyond the weakest hostile force there: along the road by which it came."""
        act = self.act
        enemies = sorted(self._enemies(force), key=lambda enemy: (act.strength(enemy).men, act.order(enemy)))
        for enemy in enemies:
            for road in (enemy.came_by, *(step.road for step in act.net.out.get(enemy.place.point, ()))):
                found = self._along(enemy.place, road)
                if found is not None:
                    return found
        return None

    def _along(self, start: Place, name: str) -> WayBack | None:
        road = self.act.net.roads.get(name)
        if road is None or (start.road and start.road != name):
            return None
        begin = start.metres if start.road else (0 if start.point == road.start else road.metres)
        for far, sign in ((road.metres, 1), (0, -1)):
            if abs(far - begin) >= CUT_OFF_BEYOND:
                end = begin + sign * CUT_OFF_BEYOND
                point = road.end if end == road.metres else road.start if end == 0 else ""
                back = road.start if sign > 0 else road.end
                return WayBack(Place(point=point) if point else Place(road=name, metres=end), back, name)
        return None

    # In touch, leaders, experience, the end

    def _touch(self) -> None:
        """Without a winner both hold the field and are in touch (CM-AFTER-02)."""
        if self.result.winner:
            return
        attackers = [p for p in self.parts if self.act.alliances[p.side] == self.engagement.attacker]
        defenders = [p for p in self.parts if self.act.alliances[p.side] == self.engagement.defender]
        if attackers and defenders:
            self._in_touch(self.force(attackers[0]), self.force(defenders[0]))

    def _in_touch(self, came: Force, other: Force) -> None:
        first, second = (force.id for force in self.act.ranked((came.id, other.id)))
        contact = Contact(first, second, came.id, self.engagement.place, self.act.now)
        self.act.add(Touched(contact), audience=(*self.act.allies(came.side), *self.act.allies(other.side)))

    def _leader(self, fate: LeaderFate) -> None:
        """A leader's fate; who is gone has a successor: the next in rank, else a nameless one (CM-AFTER-07)."""
        act = self.act
        old = act.state.commanders[fate.commander]
        if fate.fate == "hurt" and fate.days is not None:
            until = act.now + fate.days * DAY
            hurt = LeaderLost(structs.replace(old, until=until, fate="hurt"))
            act.add(hurt, audience=act.allies(old.side))
            return
        event = LeaderLost(structs.replace(old, fate=fate.fate), self._successor(old))
        act.add(event, audience=act.allies(old.side))

    def _successor(self, old: Commander) -> Commander:
        state = self.act.state
        led = [force for force in state.forces.values() if force.commander == old.id]
        force = led[0] if led else state.forces.get(old.force)
        taken = {commander.name for commander in state.commanders.values() if commander.side == old.side}
        for brigade in force.formations if force else ():
            path = brigade
            while "/" in path:
                formation = state.setup.formations.get(path)
                if formation is not None and formation.commander and formation.commander not in taken:
                    key = f"{old.side}:{formation.commander}"
                    return Commander(key, formation.commander, old.side, old.force, formation.rating)
                path = path.rpartition("/")[0]
        number = sum(1 for key in state.commanders if key.startswith(f"{old.side}:#")) + 1
        return Commander(f"{old.side}:#{number}", f"Successor of {old.name}", old.side, old.force, "average")

    def _experience(self, before: CampaignState) -> None:
        """A winner's unit may rise, one that fled or lost much may fall, once each way (CM-EXP-01)."""
        act, state = self.act, self.act.state
        lost = {row.unit: row for row in self.result.losses}
        quality: dict[str, Grade] = {}
        for unit, side in units_there(before, self.engagement, self.result.minutes).items():
            row, men = lost.get(unit), before.books[unit].present
            share = row.men * PER_MILLE // men if row and men else 0
            own = state.setup.units[unit].quality
            grade = state.quality.get(unit, own)
            if grade == "guard":
                continue
            level, start = GRADES.index(grade), GRADES.index(own)
            won = self.result.winner == act.alliances[side]
            fled = row is not None and row.fled
            if won and share >= RISE_LOSS and not fled and grade != "elite" and level <= start:
                if sum(act.roll(2, "CM-EXP-01", unit)) >= RISE_NEEDED:
                    quality[unit] = GRADES[level + 1]
            elif (fled or share >= FALL_LOSS) and 0 < level >= start:
                falls = sum(act.roll(2, "CM-EXP-01", unit)) <= FALL_MOST
                quality.update({unit: GRADES[level - 1]} if falls else {})
        if quality:
            act.add(GradesChanged(quality), audience=())

    def _storm(self) -> None:
        """A garrison that loses a storm surrenders (CM-WORK-03)."""
        point = self.engagement.place.point
        if self.engagement.storm and self.result.winner == self.engagement.attacker and point:
            self.act.add(GarrisonFell(point, self.engagement.attacker))

    def _strike_off(self) -> None:
        act = self.act
        for part in self.parts:
            force = act.state.forces.get(part.force)
            if force is not None and act.strength(force).men + act.strength(force).guns == 0:
                act.add(StruckOff(force.id), audience=act.allies(force.side))
        follow_commanders(act)
