"""Points and the end of a campaign (CM-WIN)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.events import Ended, PointsWon
from campaign.war.rules.state import CampaignState, Objective, Verdict
from campaign.war.rules.tables import (
    BROKEN_CORPS_POINTS,
    BROKEN_CORPS_SHARE,
    GUNS_PER_POINT,
    HOUR,
)


class Score(NamedTuple):
    """Points of one alliance, by kind (CM-WIN-01)."""

    objectives: int
    men: int
    guns: int
    corps: int

    @property
    def total(self) -> int:
        return self.objectives + self.men + self.guns + self.corps


def may_have(state: CampaignState, objective: Objective, alliance: str) -> bool:
    """True if an alliance may have an objective's points."""
    return not objective.sides or any(state.setup.alliance(side) == alliance for side in objective.sides)


def holders(state: CampaignState, objectives: list[Objective]) -> dict[str, int]:
    """Points for objectives as they are held now, by alliance."""
    points: dict[str, int] = {}
    for objective in objectives:
        owner = state.owners.get(objective.point)
        if owner is not None and may_have(state, objective, owner):
            points[owner] = points.get(owner, 0) + objective.points
    return points


def daily_points(act: Act) -> None:
    """Points for objectives that count each day, at 00:00."""
    _win(act, holders(act.state, [row for row in act.state.setup.objectives if row.daily]))


def timed_points(act: Act) -> None:
    """Points for objectives whose time lies in the present step."""
    rows = [row for row in act.state.setup.objectives if row.when is not None and act.begins < row.when <= act.ends]
    _win(act, holders(act.state, rows))


def _win(act: Act, points: Mapping[str, int]) -> None:
    for alliance, number in points.items():
        act.add(PointsWon({alliance: number}), audience=act.state.setup.allies(alliance))


def scores(state: CampaignState, at_end: bool = True) -> dict[str, Score]:
    """The points of each alliance; those for broken corps and for places at the end only if ``at_end``."""
    setup = state.setup
    alliances = setup.alliances
    ends = [row for row in setup.objectives if row.when is None and not row.daily]
    at_places = holders(state, ends) if at_end else {}
    men = dict.fromkeys(alliances, 0)
    guns = dict.fromkeys(alliances, 0)
    for key, account in state.books.items():
        own = setup.alliance(setup.units[key].side)
        for alliance in alliances:
            if alliance != own:
                taken = sum(n for side, n in account.captured.items() if setup.alliance(side) == alliance)
                men[alliance] += taken + (account.dead if len(alliances) == 2 else 0)
                guns[alliance] += sum(
                    n for side, n in account.captured_guns.items() if setup.alliance(side) == alliance
                )
        if len(alliances) > 2:
            for alliance, number in _killers(state, key, own).items():
                men[alliance] += number
    corps = _broken_corps(state) if at_end else {}
    return {
        alliance: Score(
            state.points.get(alliance, 0) + at_places.get(alliance, 0),
            men[alliance] // setup.settings.men_per_point,
            guns[alliance] // GUNS_PER_POINT,
            corps.get(alliance, 0) * BROKEN_CORPS_POINTS,
        )
        for alliance in alliances
    }


def _killers(state: CampaignState, unit: str, own: str) -> dict[str, int]:
    """With three alliances the dead of a unit count for each enemy by its share of the captured, else for the first."""
    others = [alliance for alliance in state.setup.alliances if alliance != own]
    account = state.books[unit]
    captors = [sum(n for s, n in account.captured.items() if state.setup.alliance(s) == other) for other in others]
    from campaign.war.rules.books import shares

    weights = captors if sum(captors) else [1, *[0] * (len(others) - 1)]
    return dict(zip(others, shares(account.dead, weights), strict=True))


def _broken_corps(state: CampaignState) -> dict[str, int]:
    """Corps of the enemies with under half of their start present, by alliance (CM-WIN-01)."""
    setup = state.setup
    corps: dict[str, list[str]] = {}
    for formation in setup.formations.values():
        if formation.level == "corps":
            corps[formation.id] = []
    for unit in setup.units:
        for path in corps:
            if unit.startswith(f"{path}/"):
                corps[path].append(unit)
    broken = dict.fromkeys(setup.alliances, 0)
    for units in corps.values():
        start = sum(setup.units[unit].men for unit in units)
        present = sum(state.books[unit].present for unit in units)
        first, second = BROKEN_CORPS_SHARE
        if start and present * second < start * first:
            own = setup.alliance(setup.units[units[0]].side)
            for alliance in setup.alliances:
                if alliance != own:
                    broken[alliance] += 1
    return broken


def verdict(state: CampaignState, reason: str, rule: str, winner: str | None = None) -> Verdict:
    """Who has won, and how: by the difference of points, or ``winner`` outright."""
    totals = {alliance: score.total for alliance, score in scores(state).items()}
    ranked = sorted(totals.values(), reverse=True)
    difference = ranked[0] - ranked[1]
    degree: Literal["draw", "minor", "major"] = "draw"
    if winner is not None:
        return Verdict(winner, "major", totals, reason, rule)
    if difference >= state.setup.major:
        degree = "major"
    elif difference >= state.setup.minor:
        degree = "minor"
    best = max(totals, key=lambda alliance: totals[alliance])
    return Verdict("" if degree == "draw" else best, degree, totals, reason, rule)


def decisive(state: CampaignState, now: int) -> str | None:
    """The alliance that has held a decisive point for its hours without a break (CM-WIN-02)."""
    for objective in state.setup.objectives:
        owner = state.owners.get(objective.point)
        if objective.hold_hours and owner is not None and may_have(state, objective, owner):
            since = state.held.get(objective.point, state.setup.start)
            if now - since >= objective.hold_hours * HOUR:
                return owner
    return None


def left_in_the_war(state: CampaignState) -> tuple[str, ...]:
    """Alliances that have a side that has not given up and has forces, or forces to come."""
    sides = {force.side for force in state.forces.values()} | {row.force.side for row in state.waiting}
    alive = sides - set(state.given_up)
    return tuple(
        alliance for alliance in state.setup.alliances if any(s in alive for s in state.setup.allies(alliance))
    )


def end_if_over(act: Act) -> bool:
    """End the campaign if it is over at ``act.now``; True if it is (CM-WIN-02)."""
    state = act.state
    winner = decisive(state, act.now)
    left = left_in_the_war(state)
    if winner is not None:
        found = verdict(state, "A decisive point was held.", "CM-WIN-02", winner)
    elif len(left) == 1:
        found = verdict(state, "One alliance is left.", "CM-WIN-02", left[0])
    elif act.now >= state.setup.end:
        found = verdict(state, "The campaign has reached its end.", "CM-WIN-02")
    else:
        return False
    act.add(Ended(found))
    return True
