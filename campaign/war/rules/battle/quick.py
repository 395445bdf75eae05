"""Quick settling: strength, the odds, and the result of one throw (CM-QUICK-01, CM-QUICK-02, CM-QUICK-03)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple, Protocol

from msgspec import structs

from battles.engine.armies.facts import CAVALRY, COMMANDER_RATINGS, INFANTRY
from campaign.war.rules import tables
from campaign.war.rules.books import shares
from campaign.war.rules.forces import garrison_men, is_weak
from campaign.war.rules.state import CampaignState, Engaged, Engagement, LeaderFate, Report, Result, UnitLoss
from campaign.war.rules.tables import Ending, Outcome, QuickRow

HOURS_RULE: Final = "CM-QUICK-02"
LEADER_RULE: Final = "CM-AFTER-07"
MIDDLE: Final = COMMANDER_RATINGS.index("average")
"""The rating of a commander who has none."""


class Roll(Protocol):
    """Natural faces of some D6 for a rule; ``who`` are whom it concerns."""

    def __call__(self, count: int, rule: str, /, *who: str) -> tuple[int, ...]: ...


class Part(NamedTuple):
    """A unit in a battle of a known length. ``share`` is the part of the battle that it is there, per mille."""

    unit: str
    engaged: Engaged
    foot: int
    horse: int
    guns: int
    quality: int
    fatigue: int
    share: int

    @property
    def men(self) -> int:
        """Foot and horse (CM-FORCE-04)."""
        return self.foot + self.horse


class Odds(NamedTuple):
    """The chance of each result, and of each side to win."""

    endings: Mapping[Ending, Fraction]
    attacker: Fraction
    defender: Fraction


class Known(NamedTuple):
    """What an alliance knows of its enemy in an engagement: the newest report of each force (CM-RULING-49)."""

    alliance: str
    reports: Mapping[str, Report]


def hours_of(face: int, light: int) -> int:
    """Minutes that a battle lasts: 2 + 1D6 hours, to dark at most (CM-QUICK-02)."""
    return min((tables.QUICK_HOURS + face) * tables.HOUR, light)


def parts_of(state: CampaignState, engaged: Iterable[Engaged], minutes: int) -> list[Part]:
    """The units of a side that fight; arrivals by their share of the battle (CM-QUICK-01)."""
    parts: list[Part] = []
    for force in engaged:
        parts += _parts(state, force, force.formations, tables.PER_MILLE)
        for arrival in force.arrivals:
            share = max(0, minutes - arrival.minutes) * tables.PER_MILLE // minutes if minutes else 0
            if share:
                parts += _parts(state, force, arrival.formations, share)
    return parts


def defenders_of(state: CampaignState, engagement: Engagement, minutes: int) -> list[Part]:
    """The units of the defender, with the garrison of a stormed fortress, which has no unit (CM-MAP-04)."""
    parts = parts_of(state, engagement.defenders, minutes)
    if men := garrison_men(state, engagement):
        quality = tables.QUICK_QUALITY["untrained"]
        parts.append(Part("", Engaged("", "", ()), men, 0, 0, quality, fatigue=0, share=tables.PER_MILLE))
    return parts


def reported_parts(engaged: Iterable[Engaged], known: Known) -> list[Part]:
    """A side as the enemy's reports tell it: its men as fresh trained troops, with guns if guns were seen."""
    parts = []
    for force in engaged:
        report = known.reports.get(force.force)
        if report is None:
            continue
        is_horse = "horse" in report.arms and "foot" not in report.arms
        parts.append(
            Part(
                "",
                structs.replace(force, stood=0, works=0),
                foot=0 if is_horse else report.men,
                horse=report.men if is_horse else 0,
                guns=report.men * tables.REPORTED_GUNS // tables.PER_MILLE if "guns" in report.arms else 0,
                quality=tables.QUICK_QUALITY["trained"],
                fatigue=0,
                share=tables.PER_MILLE,
            )
        )
    return parts


def _parts(state: CampaignState, engaged: Engaged, formations: Iterable[str], share: int) -> Iterator[Part]:
    force = state.forces.get(engaged.force)
    fatigue = force.fatigue if force and state.setup.settings.use_fatigue else 0
    for formation in formations:
        for key in state.setup.formations[formation].units:
            if is_weak(state, key):
                continue
            unit, account = state.setup.units[key], state.books[key]
            yield Part(
                key,
                engaged,
                foot=account.present if unit.arm in INFANTRY else 0,
                horse=account.present if unit.arm in CAVALRY else 0,
                guns=account.guns,
                quality=tables.QUICK_QUALITY[state.quality.get(key, unit.quality)],
                fatigue=fatigue,
                share=share,
            )


def strength(parts: Iterable[Part], terrain: str) -> Fraction:
    """The strength of a side, exact (CM-QUICK-01)."""
    horse = tables.HORSE_STRENGTH_CLOSE if terrain in tables.CLOSE_TERRAIN else tables.HORSE_STRENGTH
    total = 0
    for part in parts:
        base = part.foot * tables.FOOT_STRENGTH + part.horse * horse + part.guns * tables.GUN_STRENGTH
        fresh = tables.PER_MILLE - tables.QUICK_FATIGUE * max(0, part.fatigue - tables.TIRED)
        total += base * part.quality * fresh * part.share
    return Fraction(total, tables.PER_MILLE**3)


def defender_factor(engagement: Engagement, parts: Sequence[Part]) -> int:
    """What multiplies the defender's strength, per mille: the best that holds for half of his men or more.

    Ground, crossing and fortress hold for who was there from the beginning (CM-QUICK-01).
    """
    if engagement.meeting:
        return tables.PER_MILLE
    total = sum(part.men * part.share for part in parts)
    factors = tables.DEFENDER
    there = [part for part in parts if part.share == tables.PER_MILLE]
    ground = engagement.ground
    river = {"major": factors.river, "medium": factors.river, "minor": factors.minor_river, "stream": factors.stream}
    held = [
        (factors.stood, [part for part in there if part.engaged.stood >= tables.FATE_GROUND]),
        (factors.works, [part for part in there if part.engaged.works or ground.works]),
        (river.get(ground.crossing, tables.PER_MILLE), there if ground.crossing else []),
        (factors.fortress, there if ground.fortress else []),
    ]
    best = [factor for factor, of in held if total and 2 * sum(part.men * part.share for part in of) >= total]
    return max(best, default=tables.PER_MILLE)


def strengths(
    state: CampaignState, engagement: Engagement, minutes: int, known: Known | None = None
) -> tuple[Fraction, Fraction]:
    """The strength of the attacker and of the defender in a battle of ``minutes`` (CM-QUICK-01).

    With ``known`` the enemy of its alliance counts as it is reported.
    """
    terrain = engagement.ground.terrain
    attackers = parts_of(state, engagement.attackers, minutes)
    defenders = defenders_of(state, engagement, minutes)
    if known is not None and known.alliance != engagement.attacker:
        attackers = reported_parts(engagement.attackers, known)
    if known is not None and known.alliance != engagement.defender:
        defenders = reported_parts(engagement.defenders, known)
    factor = defender_factor(engagement, defenders)
    return strength(attackers, terrain), strength(defenders, terrain) * Fraction(factor, tables.PER_MILLE)


def shift_of(attacker: Fraction, defender: Fraction) -> int:
    """The shift by the ratio of strengths, attacker : defender (CM-QUICK-02)."""
    return next(shift for first, second, shift in tables.RATIO_SHIFTS if attacker * second >= defender * first)


def command_shift(state: CampaignState, engagement: Engagement, known: Known | None = None) -> int:
    """The difference of the commanders' ratings, at most 2 (CM-QUICK-02); with ``known`` the enemy's is average."""
    ranks = []
    for alliance in (engagement.attacker, engagement.defender):
        if known is not None and alliance != known.alliance:
            ranks.append(MIDDLE)
            continue
        commander = state.commanders.get(engagement.commanders.get(alliance, ""))
        rated = commander is not None and commander.rating
        ranks.append(COMMANDER_RATINGS.index(commander.rating) if commander and rated else MIDDLE)
    return max(-tables.MOST_COMMAND, min(tables.MOST_COMMAND, ranks[1] - ranks[0]))


def row_of(total: int) -> QuickRow:
    """The result for a total (CM-QUICK-02)."""
    return next(row for row in tables.QUICK_RESULTS if total <= row.most)


def shift(state: CampaignState, engagement: Engagement, minutes: int, known: Known | None = None) -> int:
    """The whole shift to 2D6 in a battle of ``minutes``."""
    return shift_of(*strengths(state, engagement, minutes, known)) + command_shift(state, engagement, known)


def odds(state: CampaignState, engagement: Engagement, known: Known | None = None) -> Odds:
    """The exact chances of quick settling, by every length of the battle and every 2D6 (CM-QUICK-02).

    With ``known`` they are what an alliance can work out from its reports (CM-RULING-49): no secret is in them.
    """
    chances: dict[Ending, Fraction] = {row.ending: Fraction(0) for row in tables.QUICK_RESULTS}
    faces = range(1, tables.DIE + 1)
    each = Fraction(1, tables.DIE**3)
    for face in faces:
        added = shift(state, engagement, hours_of(face, engagement.light), known)
        for first, second in product(faces, faces):
            chances[row_of(first + second + added).ending] += each
    won = {row.ending: row.defender != "holds" for row in tables.QUICK_RESULTS}
    lost = {row.ending: row.attacker != "holds" for row in tables.QUICK_RESULTS}
    return Odds(
        chances,
        sum((chances[ending] for ending in won if won[ending]), Fraction(0)),
        sum((chances[ending] for ending in lost if lost[ending]), Fraction(0)),
    )


def settle(state: CampaignState, engagement: Engagement, roll: Roll) -> Result:
    """The result of quick settling (CM-QUICK-02, CM-QUICK-03, CM-AFTER-07)."""
    forces = engaged_forces(state, engagement)
    (face,) = roll(1, HOURS_RULE, "hours", *forces)
    minutes = hours_of(face, engagement.light)
    first, second = roll(2, HOURS_RULE, *forces)
    row = row_of(first + second + shift(state, engagement, minutes))
    attackers = parts_of(state, engagement.attackers, minutes)
    defenders = defenders_of(state, engagement, minutes)
    sizes = [_engaged_men(parts) for parts in (attackers, defenders)]
    states: dict[str, Outcome] = {engagement.attacker: row.attacker, engagement.defender: row.defender}
    winner = ""
    if row.attacker != row.defender:
        winner = engagement.attacker if row.attacker == "holds" else engagement.defender
    losses = (
        *_losses(attackers, sizes[0], sizes[1], row.attacker_loss, row.attacker),
        *_losses(defenders, sizes[1], sizes[0], row.defender_loss, row.defender),
    )
    return Result(
        engagement=engagement.id,
        winner=winner,
        field=winner,
        minutes=minutes,
        losses=losses,
        leaders=tuple(leader_fates(state, engagement, states, roll)),
        states=states,
        settled="quick",
    )


def engaged_forces(state: CampaignState, engagement: Engagement) -> tuple[str, ...]:
    """The forces of an engagement, by the ties rule (chapter 2)."""
    sides = [side.key for side in state.setup.sides]
    forces = [
        state.forces[part.force]
        for part in (*engagement.attackers, *engagement.defenders)
        if part.force in state.forces
    ]
    return tuple(force.id for force in sorted(forces, key=lambda force: (sides.index(force.side), force.number)))


def _engaged_men(parts: Iterable[Part]) -> int:
    """The engaged men of a side, arrivals by their share (CM-QUICK-03)."""
    return sum(part.men * part.share for part in parts) // tables.PER_MILLE


def _losses(parts: Sequence[Part], own: int, other: int, per_mille: int, outcome: Outcome) -> Iterator[UnitLoss]:
    """Losses by unit: shared out by men; the loser's guns by guns (CM-QUICK-03)."""
    above, below = tables.MOST_OF_OTHER
    counted = min(own, other * above // below)
    men = shares(counted * per_mille // tables.PER_MILLE, [part.men * part.share for part in parts])
    part_lost, whole = tables.GUNS_LOST[outcome]
    engaged_guns = sum(part.guns * part.share for part in parts) // tables.PER_MILLE
    guns = shares(engaged_guns * part_lost // whole, [part.guns * part.share for part in parts])
    for part, lost, lost_guns in zip(parts, men, guns, strict=True):
        if part.unit:
            yield UnitLoss(unit=part.unit, men=min(lost, part.men), guns=min(lost_guns, part.guns))


def leader_fates(
    state: CampaignState, engagement: Engagement, states: Mapping[str, Outcome], roll: Roll
) -> Iterator[LeaderFate]:
    """The fates of the commanders engaged, one roll for each (CM-AFTER-07)."""
    sides = {part.force: part.side for part in (*engagement.attackers, *engagement.defenders)}
    for commander in state.commanders.values():
        if commander.force not in sides or commander.fate:
            continue
        routed = states.get(state.setup.alliance(sides[commander.force])) == "routed"
        fate = leader_fate(commander.id, routed, roll)
        if fate is not None:
            yield fate


def leader_fate(commander: str, routed: bool, roll: Roll) -> LeaderFate | None:
    """The fate of one commander; None if unhurt (CM-AFTER-07)."""
    total = sum(roll(2, LEADER_RULE, commander))
    if routed and total == tables.LEADER_CAPTURED:
        return LeaderFate(commander, "captured")
    if total not in tables.LEADER_HIT[routed]:
        return None
    (face,) = roll(1, LEADER_RULE, commander, "wound")
    if face <= tables.LEADER_HURT_DAYS:
        (days,) = roll(1, LEADER_RULE, commander, "days")
        return LeaderFate(commander, "hurt", days)
    return LeaderFate(commander, "hurt" if face <= tables.LEADER_HURT_CAMPAIGN else "dead")
