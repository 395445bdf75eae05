"""Subjects of prints: armies, rule systems, scenarios, battles, tracked games, each limited to its reader."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from django.urls import reverse

from armies.models import Army, Visibility
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.systems import list_groups, roll_of, rules_of, titles
from battles.engine.core import PUBLIC, SetupError
from battles.engine.scenarios import orders_of
from battles.engine.sheets.cheat_pages import Wanted
from battles.engine.sheets.muster_roll import roll_of_list
from battles.models import Battle, Scenario, TableGame
from battles.rules import SYSTEMS
from battles.services import cheat_sheets
from battles.services.access import Access, access_of
from battles.services.army_losses import last_losses
from battles.services.create import sources
from battles.services.play.lock import Gone
from battles.services.play.position import current_position, system_of
from battles.services.tracker import games
from battles.services.tracker.games import tracker_editor
from battles.services.view.battle_query import shown_battle
from campaign.printing.services.subject_access import MISSING, ONLY, Asker, Source, Unfinished, seen_subject, subject
from campaign.printing.services.war_subjects import campaign_source, fight_source
from campaign.printing.sheets.kinds import UMPIRE, Sided, Subject


def army_source(rest: str, asker: Asker) -> Source:
    """An army, under the named system or the first. Raises `Gone`."""
    slug, _, system = rest.partition(":")
    system = system or next(iter(titles()))
    rows = Army.objects.all() if asker.operator else Army.objects.readable_by(asker.user, asker.links)
    row = rows.select_related("house_rules").filter(slug=slug).first()
    if row is None or system not in titles():
        raise Gone(MISSING)
    page = row.get_absolute_url()

    def make(reader: str) -> Subject:
        army = facts_of(row)
        wanted = cache(partial(_army_wants, army, system))
        side = Sided("a", row.name, roll_of(army, system), army, last_losses(row, system, asker), wanted)
        return subject(asker, f"army:{slug}:{system}", row.name, system, _army_rules(army, system), page, (side,))

    return Source(
        key=f"army:{slug}:{system}",
        title=row.name,
        system=system,
        readers={ONLY: ""},
        make=make,
        home=f"army:{slug}",
        page=page,
        systems={f"army:{slug}:{key}": title for key, title in titles().items()},
        shared=row.visibility == Visibility.PUBLIC,
    )


def _army_rules(army: facts.Army, system: str) -> Any:
    """The rules with the army's options and its club's numbers; the printed rules if an option is invalid."""
    try:
        return rules_of(army, system)
    except ValueError:
        return registry.settings(system).rules()


def _army_wants(army: facts.Army, system: str) -> Wanted | None:
    """The contents that the army's cheat sheet needs; None for all, if an option or a card is still open."""
    try:
        return cheat_sheets.army_wants(army, system)
    except ValueError:  # a SetupError is one too
        return None


def list_source(rest: str, asker: Asker) -> Source:
    """A sample army of a rulebook. Raises `Gone`."""
    system, _, name = rest.partition(":")
    groups = list_groups()
    sample = groups[system].sample_lists().get(name) if system in groups else None
    if sample is None:
        raise Gone(MISSING)
    key, page, title = f"list:{rest}", reverse("rules:army", args=[system, name]), sample.title

    def make(reader: str) -> Subject:
        side = Sided(
            "a", title, roll_of_list(sample), listed=sample, wanted=lambda: groups[system].sample_wants()[name]
        )
        return subject(asker, key, title, system, registry.settings(system).rules(), page, (side,))

    return Source(
        key=key,
        title=title,
        system=system,
        readers={ONLY: ""},
        make=make,
        home=key,
        page=page,
        systems={},
        shared=True,
    )


def rules_source(rest: str, asker: Asker) -> Source:
    """A rule system with its printed numbers. Raises `Gone`."""
    if rest not in SYSTEMS:
        raise Gone(MISSING)
    page, title = reverse("rules:book", args=[rest]), SYSTEMS[rest].title

    def make(reader: str) -> Subject:
        return subject(asker, f"rules:{rest}", title, rest, registry.settings(rest).rules(), page)

    return Source(
        key=f"rules:{rest}",
        title=title,
        system=rest,
        readers={ONLY: ""},
        make=make,
        home=f"rules:{rest}",
        page=page,
        systems={f"rules:{key}": system.title for key, system in SYSTEMS.items()},
        shared=True,
    )


AS_TRACKED: Final = "now"
"""Ending of the key of a tracked game that prints its present state."""


def scenario_source(rest: str, asker: Asker) -> Source:
    """A scenario that comes with a system. Raises `Gone`."""
    system_key, _, name = rest.partition(":")
    if system_key not in registry.playable() or name not in (shipped := system_of(system_key).scenarios.shipped()):
        raise Gone(MISSING)
    system = system_of(system_key)
    page = f"{reverse('battles:setup')}?from=scenario:{rest}"
    return _set_up(
        f"scenario:{rest}", shipped[name], system, lambda: system.scenarios.load(name), page, asker, shared=True
    )


def drawn_source(rest: str, asker: Asker) -> Source:
    """A scenario that somebody drew. Raises `Gone`."""
    rows = Scenario.objects.all() if asker.operator else Scenario.objects.readable_by(asker.user)
    row = rows.filter(slug=rest).first()
    if row is None:
        raise Gone(MISSING)
    system = system_of(row.system)

    def setup() -> Any:
        try:
            return sources.source_setup(sources.drawn(row))[0]
        except SetupError as fault:
            raise Unfinished(f"This scenario cannot be printed until it can be played: {fault}") from None

    shared = row.visibility == Visibility.PUBLIC
    return _set_up(f"drawn:{rest}", row.title, system, setup, row.get_absolute_url(), asker, shared=shared)


def table_source(rest: str, asker: Asker) -> Source:
    """A tracked game, as set up or in its present state. Users who may edit it know both sides. Raises `Gone`."""
    slug, _, when = rest.partition(":")
    rows = TableGame.objects.all() if asker.operator else TableGame.objects.readable_by(asker.user, asker.games)
    row = rows.filter(slug=slug).first()
    if row is None or when not in ("", AS_TRACKED):
        raise Gone(MISSING)
    keeps = asker.operator or tracker_editor(row, asker.user, asker.games) is not None
    if when and not keeps:
        raise Gone(MISSING)
    fresh, turn = f"table:{slug}", f", Turn {row.turn}" if row.turn else ""
    source = _set_up(
        fresh,
        f"{row.title}{turn}" if when else row.title,
        system_of(row.system),
        lambda: games.setup_of(row),
        row.get_absolute_url(),
        asker,
        shared=row.visibility == Visibility.PUBLIC,
        knows=keeps,
        tracked_state=partial(games.tracker_state, row) if when else None,
    )
    states = {fresh: "As set up", f"{fresh}:{AS_TRACKED}": f"Now{turn}"} if keeps else {}
    return replace(source, key=f"table:{rest}", states=states)


def _set_up(
    key: str,
    title: str,
    system: Any,
    setup: Callable[[], Any],
    page: str,
    asker: Asker,
    *,
    shared: bool,
    knows: bool = True,
    tracked_state: Callable[[], Any] | None = None,
) -> Source:
    """A scenario or tracked game. Both sides are open to the asker if ``knows`` is True, else neither.

    ``tracked_state`` gives the present state of a tracked game, which says what its sides have left.
    """
    names = {side: f"Side {side.upper()}" for side in system.sides}

    def make(reader: str) -> Subject:
        state = system.start(setup())
        seen = system.secrets.view(state, reader or PUBLIC)
        left = tracked_state() if tracked_state else None
        return seen_subject(asker, key, title, system, state, seen, reader, page, left)

    if knows:
        with suppress(Unfinished):  # the error appears when a subject is made
            state = system.start(setup())
            names = {side: system.text.side_name(state, side) for side in system.sides}
    readers = {**names, UMPIRE: "The umpire"} if knows else {ONLY: ""}
    return Source(
        key=key,
        title=title,
        system=system.key,
        readers=readers,
        make=make,
        home=key,
        page=page,
        systems={},
        shared=shared,
    )


def battle_source(rest: str, asker: Asker) -> Source:
    """A battle. A player knows their own side, the umpire all; everybody all when it is over. Raises `Gone`."""
    rows = Battle.objects.all() if asker.operator else Battle.objects.readable_by(asker.user, asker.seats)
    row = rows.select_related("owner").filter(slug=rest).first()
    if row is None:
        raise Gone(MISSING)
    system, page = system_of(row.system), row.get_absolute_url()
    access = None if asker.operator else access_of(row, asker.user, asker.seats)
    state = current_position(row).state
    names = {side: system.text.side_name(state, side) for side in system.sides}
    every = {**names, UMPIRE: "The umpire"}

    def make(reader: str) -> Subject:
        if reader == ONLY and access is not None:
            shown = shown_battle(access, tail=1)
            rules = state.setup.rules
            picture, orders = (shown.ground, shown.scene), orders_of(system, state)
            return subject(asker, f"battle:{rest}", row.title, row.system, rules, page, (), *picture, orders)
        return seen_subject(
            asker, f"battle:{rest}", row.title, system, state, system.secrets.view(state, reader), reader, page
        )

    return Source(
        key=f"battle:{rest}",
        title=row.title,
        system=row.system,
        readers=every if access is None else _readers(access, every),
        make=make,
        home=f"battle:{rest}",
        page=page,
        systems={},
        shared=row.visibility == Visibility.PUBLIC,
    )


def _readers(access: Access, every: dict[str, str]) -> dict[str, str]:
    """The readers for whom a user may print: their own sides, all if they see all, else the spectator."""
    if access.viewer == UMPIRE:
        return every
    return {side: every[side] for side in every if side in access.own} or {ONLY: ""}


_KINDS: Final[dict[str, Callable[[str, Asker], Source]]] = {
    "army": army_source,
    "scenario": scenario_source,
    "drawn": drawn_source,
    "battle": battle_source,
    "table": table_source,
    "list": list_source,
    "rules": rules_source,
    "campaign": campaign_source,
    "fight": fight_source,
}


def source_of(key: str, asker: Asker) -> Source:
    """The subject with this key.

    Raises:
        Gone: there is none, or the asker may not see it.
    """
    kind, _, rest = key.partition(":")
    source = _KINDS.get(kind)
    if source is None or not rest or "\0" in rest:
        raise Gone(MISSING)
    return source(rest, asker)
