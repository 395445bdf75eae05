"""The form of a result that is written in: who won, what each formation lost, and where its men go (CM-ENG-07)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armies.pages.access import private
from battles.engine.words import does
from campaign.war.pages.lookup import after_battle, player_access
from campaign.war.rules.battle.result import faults, retreat_metres, states_of, transfers_of, units_there
from campaign.war.rules.books import shares
from campaign.war.rules.campaign_map import network
from campaign.war.rules.state import CampaignState, Engagement, LeaderFate, Result, UnitLoss
from campaign.war.services import engagements, ledger
from campaign.war.services.access import CampaignAccess, CannotAct
from campaign.war.words import formation_words, km

MEN: Final = "men_"
GUNS: Final = "guns_"
FLED: Final = "fled_"
LEADER: Final = "leader_"
ENEMY: Final = "enemy"
MOST: Final = 200_000
STATES: Final = {"": "as its losses decide", "left": "left the field", "beaten": "beaten", "routed": "routed"}
FATES: Final = {"": "unhurt", "hurt": "hurt for the campaign", "dead": "dead", "captured": "captured"}
ACCOUNTS: Final = ("dead", "hospital", "stragglers", "captured")
PURSUIT: Final = "CM-AFTER-05"
OUTCOMES: Final[Mapping[str, tuple[str, str]]] = {
    "holds": ("holds the field", "hold the field"),
    "left": ("leaves the field", "leave the field"),
    "beaten": ("is beaten", "are beaten"),
    "routed": ("is routed", "are routed"),
}
"""What becomes of an alliance after a battle, for one name and for a plural."""
HEAVY: Final = "beaten, or routed with 300 of every 1,000 men lost"


class Line(NamedTuple):
    """A formation of the form: its name, what it has now, and its units."""

    key: str
    name: str
    men: int
    guns: int
    units: tuple[str, ...]


class Reckoned(NamedTuple):
    """A line of the arithmetic: of so many men lost, how many go where."""

    name: str
    lost: int
    guns: int
    parts: tuple[tuple[str, int], ...]


class ResultForm(forms.Form):
    """The one form of a result. Own formations have a line each; an enemy that you know only in part has one."""

    one_of = True
    """No field is marked as optional: each has a usual value."""

    winner = forms.ChoiceField(label="Who won", required=False)
    state = forms.ChoiceField(label="State of the loser", choices=list(STATES.items()), required=False)
    field = forms.ChoiceField(label="Who holds the ground", required=False)
    minutes = forms.IntegerField(label="Minutes that it lasted", min_value=0)

    def __init__(self, data: Any, *, state: CampaignState, fight: Engagement, known: tuple[str, ...]) -> None:
        super().__init__(data, auto_id="result_%s", label_suffix="")
        self.war, self.fight, self.known = state, fight, known
        self.entered: Result | None = None
        self.both = (fight.attacker, fight.defender)
        names = {row.key: row.name for row in state.setup.sides}
        sides = [(key, names[key]) for key in self.both]
        self._choices("winner", [("", "Nobody: undecided"), *sides])
        self._choices("field", [("", "The winner"), *sides])
        self.fields["minutes"].initial = min(fight.light, 240)
        self.fields["minutes"].widget.attrs["max"] = fight.light
        self.fields["minutes"].help_text = f"At most {fight.light}: then it is dark."
        self.lines = {alliance: list(self._lines(alliance)) for alliance in self.both}
        for alliance in self.both:
            for line in self.lines[alliance] if alliance in known else [Line(ENEMY, "", MOST, MOST, ())]:
                if line.men:
                    self._number(f"{MEN}{line.key}", "Men lost", line.men)
                if line.guns:
                    self._number(f"{GUNS}{line.key}", "Guns lost", line.guns)
                self.fields[f"{FLED}{line.key}"] = forms.BooleanField(label="Fled", required=False)
        self.leaders = [row for row in state.commanders.values() if row.force in self._forces(known)]
        for leader in self.leaders:
            self.fields[f"{LEADER}{leader.id}"] = forms.ChoiceField(
                label=leader.name, choices=list(FATES.items()), required=False
            )

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for mypy
        field.choices = choices

    def _number(self, name: str, label: str, most: int) -> None:
        wrong = {"max_value": f"At most {most:,}."}
        self.fields[name] = forms.IntegerField(
            label=label, min_value=0, max_value=most, required=False, error_messages=wrong
        )

    def _forces(self, alliances: tuple[str, ...]) -> set[str]:
        parts = (*self.fight.attackers, *self.fight.defenders)
        return {part.force for part in parts if self.war.setup.alliance(part.side) in alliances}

    def _lines(self, alliance: str) -> Iterator[Line]:
        """The formations of an alliance that can have been there by dark."""
        setup, books = self.war.setup, self.war.books
        there = units_there(self.war, self.fight, self.fight.light)
        for key, formation in setup.formations.items():
            units = tuple(unit for unit in formation.units if unit in there)
            if units and setup.alliance(setup.units[units[0]].side) == alliance:
                men, guns = sum(books[unit].present for unit in units), sum(books[unit].guns for unit in units)
                yield Line(key, formation_words(setup, key), men, guns, units)

    def rows(self) -> list[dict[str, Any]]:
        """The lines of own formations with their fields, and that of an enemy known only in part.

        A line without men or guns has None for a field. ``side`` is said where formations of both sides are known.
        """
        names = {row.key: row.name for row in self.war.setup.sides}
        rows: list[dict[str, Any]] = []
        for alliance in self.both:
            own = alliance in self.known
            for line in self.lines[alliance] if own else [Line(ENEMY, f"{names[alliance]}, all together", 0, 0, ())]:
                keys = [f"{prefix}{line.key}" for prefix in (MEN, GUNS, FLED)]
                fields = [self[key] if key in self.fields else None for key in keys]
                side = names[alliance] if len(self.known) > 1 else ""
                rows.append({"side": side, "line": line, "is_own": own, "fields": fields})
        return rows

    def leader_rows(self) -> list[Any]:
        """The fields of the commanders who were there."""
        return [self[f"{LEADER}{leader.id}"] for leader in self.leaders]

    def correct(self, entered: Result, *, is_own: bool) -> None:
        """Begin with a result that was entered: own lines, and of the enemy what all may read.

        If it ``is_own``, also the enemy's guns and who fled, unless the enemy wrote these and they were kept.
        """
        self.entered = entered
        lost = {row.unit: row for row in entered.losses}
        values: dict[str, Any] = {
            "winner": entered.winner,
            "state": next((row for row in entered.states.values() if row in STATES), ""),
            "field": entered.field if entered.field != entered.winner else "",
            "minutes": entered.minutes,
        }
        for alliance in self.both:
            known = alliance in self.known
            for line in self.lines[alliance] if known else [self._enemy_line(alliance, entered.minutes)]:
                rows = [lost[unit] for unit in line.units if unit in lost]
                men, guns, fled = sum(row.men for row in rows), sum(row.guns for row in rows), any(r.fled for r in rows)
                values[f"{MEN}{line.key}"] = men or None
                if known or (is_own and rows == list(self._shared(line.units, men, guns, fled=fled))):
                    values |= {f"{GUNS}{line.key}": guns or None, f"{FLED}{line.key}": fled}
        for fate in entered.leaders:
            name = f"{LEADER}{fate.commander}"
            values[name] = fate.fate
            if name in self.fields:
                self._choices(name, list({**FATES, fate.fate: _fate_words(fate)}.items()))
        self.initial = values

    def result(self) -> Result:
        """The result that the valid form says; men and guns of a formation are shared out by what its units have."""
        data = self.cleaned_data
        winner = data["winner"]
        loser = next((key for key in self.both if winner and key != winner), "")
        states = {loser: data["state"]} if loser and data["state"] else {}
        losses: list[UnitLoss] = []
        for alliance in self.both:
            if alliance in self.known:
                for line in self.lines[alliance]:
                    losses += self._losses(line.units, line.key)
            else:
                line = self._enemy_line(alliance, data["minutes"])
                losses += self._unchanged(line) or self._losses(line.units, ENEMY)
        return Result(
            engagement=self.fight.id,
            winner=winner,
            field=data["field"] or winner,
            minutes=data["minutes"],
            losses=tuple(losses),
            leaders=tuple(self._fates()),
            states=states,
        )

    def _enemy_line(self, alliance: str, minutes: int) -> Line:
        """The one line of an enemy known only in part, with its units that had come up."""
        there = units_there(self.war, self.fight, minutes)
        units = tuple(unit for unit, side in there.items() if self.war.setup.alliance(side) == alliance)
        return Line(ENEMY, "", MOST, MOST, units)

    def _unchanged(self, line: Line) -> list[UnitLoss]:
        """What was entered of an enemy known only in part, if its line is as it began: the details stay."""
        names = (f"{MEN}{line.key}", f"{GUNS}{line.key}", f"{FLED}{line.key}")
        if self.entered is None or any(name in self.changed_data for name in names):
            return []
        own = {unit for alliance in self.known for each in self.lines[alliance] for unit in each.units}
        rows = [row for row in self.entered.losses if row.unit not in own]
        return rows if {row.unit for row in rows} <= set(line.units) else []

    def _losses(self, units: tuple[str, ...], key: str) -> Iterator[UnitLoss]:
        data = self.cleaned_data
        men, guns = data.get(f"{MEN}{key}") or 0, data.get(f"{GUNS}{key}") or 0
        return self._shared(units, men, guns, fled=bool(data.get(f"{FLED}{key}")))

    def _shared(self, units: tuple[str, ...], men: int, guns: int, *, fled: bool) -> Iterator[UnitLoss]:
        """Losses of units by what each has, and no more than that: a refusal would say how many an enemy has."""
        here = [self.war.books[unit].present for unit in units]
        pieces = [self.war.books[unit].guns for unit in units]
        by_men, by_guns = shares(min(men, sum(here)), here), shares(min(guns, sum(pieces)), pieces)
        for unit, lost, lost_guns in zip(units, by_men, by_guns, strict=True):
            if lost or lost_guns:
                yield UnitLoss(unit, lost, lost_guns, fled)

    def _fates(self) -> Iterator[LeaderFate]:
        """The fates of the form; what was entered of other commanders stays, and for how long one is hurt."""
        before = {row.commander: row for row in self.entered.leaders} if self.entered else {}
        for leader in self.leaders:
            fate, old = self.cleaned_data.get(f"{LEADER}{leader.id}"), before.pop(leader.id, None)
            if fate:
                yield old if old and old.fate == fate else LeaderFate(leader.id, fate)
        yield from before.values()


def reckoned(form: ResultForm, result: Result) -> list[Reckoned]:
    """Where the lost of each own formation go (CM-AFTER-01, CM-AFTER-03).

    Those whom a pursuit takes count only if both sides are known: their number says how much horse the enemy has.
    """
    transfers = transfers_of(form.war, form.fight, result)
    if set(form.known) != set(form.both):
        transfers = tuple(row for row in transfers if row.rule != PURSUIT)
    rows = []
    for alliance in form.known:
        for line in form.lines[alliance]:
            own = [row for row in transfers if row.unit in line.units]
            gone: Counter[str] = Counter()
            for row in own:
                gone[row.target if row.what == "men" else "guns"] += row.number
            if own:
                lost = sum(gone[account] for account in ACCOUNTS)
                rows.append(Reckoned(line.name, lost, gone["guns"], tuple((name, gone[name]) for name in ACCOUNTS)))
    return rows


def consequences(form: ResultForm, result: Result) -> list[tuple[str, str]]:
    """What becomes of each side and of known commanders, each with its rule: states, retreats, fates."""
    names = {row.key: row.name for row in form.war.setup.sides}
    rows: list[tuple[str, str]] = []
    for alliance, outcome in states_of(form.war, form.fight, result).items():
        if outcome in ("beaten", "routed") and alliance not in form.known and not result.states.get(alliance):
            rows.append((f"{does(names[alliance], 'is', 'are')} {HEAVY}.", "CM-AFTER-02"))
            continue
        back = retreat_metres(outcome, form.war.setup.settings.tables)
        one, many = OUTCOMES[outcome]
        if back:
            one, many = f"{one} and goes back {km(back)}", f"{many} and go back {km(back)}"
        rows.append((f"{does(names[alliance], one, many)}.", "CM-AFTER-04"))
    fates = {row.commander: row for row in result.leaders}
    known = [(leader.name, fates[leader.id]) for leader in form.leaders if leader.id in fates]
    return rows + [(f"{name} is {_fate_words(fate)}.", "CM-AFTER-07") for name, fate in known]


def _fate_words(fate: LeaderFate) -> str:
    return f"hurt for {fate.days} day{'s' if fate.days != 1 else ''}" if fate.days else FATES[fate.fate]


def meaning(form: ResultForm, result: Result) -> dict[str, Any]:
    """What a result means, for `_meaning.html`."""
    return {"rows": reckoned(form, result), "consequences": consequences(form, result)}


@never_cache
@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """``/campaigns/<slug>/battle/<number>/result``: the form; ``check`` shows the arithmetic, ``enter`` enters it."""
    access = player_access(request, slug)
    state = ledger.state_of(access.campaign)
    fight = next((row for row in engagements.fights(access.campaign) if row.engagement.id == number), None)
    form = form_of(access, state, fight, request.POST or None) if fight else None
    if fight is None or form is None:
        raise Http404("There is no such engagement whose result you may write in.")
    context: dict[str, Any] = {"campaign": access.campaign, "engagement": fight.engagement, "form": form}
    context["place"] = network(state.setup.map).points[fight.engagement.ground.point].name
    if request.method == "POST" and form.is_valid():
        entered = form.result()
        context["fault"] = " ".join(faults(state, fight.engagement, entered, form.known))
        if not context["fault"]:
            if "enter" in request.POST:
                return _enter(request, access, entered)
            context |= {**meaning(form, entered), "checked": True}
    status = 422 if form.errors or context.get("fault") else 200
    return private(render(request, "war/result.html", context, status=status), access.campaign)


def form_of(
    access: CampaignAccess, state: CampaignState, fight: engagements.Fight, data: Any = None
) -> ResultForm | None:
    """The form of an open engagement, with the result that was entered; None for a visitor who may not write it in."""
    known = engagements.known_alliances(access, fight.engagement)
    if fight.engagement.status != "open" or not known or not engagements.parties(access, fight.engagement):
        return None
    form = ResultForm(data, state=state, fight=fight.engagement, known=known)
    entered = engagements.result_in(fight.row)
    if entered is not None:
        form.correct(entered, is_own=access.is_umpire or bool(set(known) & set(fight.row.confirmed)))
    return form


def _enter(request: HttpRequest, access: CampaignAccess, entered: Result) -> HttpResponse:
    try:
        row = engagements.propose(access, entered.engagement, entered)
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return redirect("war:result", access.campaign.slug, entered.engagement)
    row.refresh_from_db(fields=["settled"])
    if not row.settled:
        messages.success(request, "Your result is entered. The other side must confirm it.")
        return redirect("war:engagement", access.campaign.slug, entered.engagement)
    return after_battle(access.campaign, entered.engagement)
