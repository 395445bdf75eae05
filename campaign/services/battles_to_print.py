"""What is printed from that is fought: a scenario, a battle, a game on a table; each side as its reader may know it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from django.urls import reverse

from armies.models import Visibility
from battles.engine import registry
from battles.engine.core import PUBLIC, SetupError
from battles.models import Battle, Scenario, TableGame
from battles.services import sources, table_kept
from battles.services.locking import Gone
from battles.services.position import now, system_of
from battles.services.reading import look as look_at
from battles.services.standing import Standing, standing_of
from battles.services.table_games import keeper_of
from campaign.services.asking import Asker
from campaign.services.printable import MISSING, ONLY, Source, Unfinished, seen_subject, subject
from campaign.sheets.kinds import UMPIRE, Subject

AS_KEPT: Final = "now"
"""After the key of a game on a table: as its books stand."""


def scenario_source(rest: str, asker: Asker) -> Source:
    """A scenario that comes with a system. Raises `Gone`."""
    system_key, _, name = rest.partition(":")
    if system_key not in registry.playable() or name not in (found := system_of(system_key).scenarios()):
        raise Gone(MISSING)
    system = system_of(system_key)
    page = f"{reverse('battles:setup')}?from=scenario:{rest}"
    return _set_up(f"scenario:{rest}", found[name], system, lambda: system.scenario(name), page, asker, shared=True)


def drawn_source(rest: str, asker: Asker) -> Source:
    """A scenario that somebody drew. Raises `Gone`."""
    rows = Scenario.objects.all() if asker.operator else Scenario.objects.readable_by(asker.user)
    row = rows.filter(slug=rest).first()
    if row is None:
        raise Gone(MISSING)
    system = system_of(row.system)

    def setup() -> Any:
        try:
            return sources.setup_of(sources.drawn(row))[0]
        except SetupError as fault:
            raise Unfinished(f"This scenario cannot be printed before it can be played: {fault}") from None

    shared = row.visibility == Visibility.PUBLIC
    return _set_up(f"drawn:{rest}", row.title, system, setup, row.get_absolute_url(), asker, shared=shared)


def table_source(rest: str, asker: Asker) -> Source:
    """A game on a real table, as set up or as its books stand: whoever keeps them knows both sides. Raises `Gone`."""
    slug, _, when = rest.partition(":")
    rows = TableGame.objects.all() if asker.operator else TableGame.objects.readable_by(asker.user, asker.games)
    row = rows.filter(slug=slug).first()
    if row is None or when not in ("", AS_KEPT):
        raise Gone(MISSING)
    keeps = asker.operator or keeper_of(row, asker.user, asker.games) is not None
    if when and not keeps:
        raise Gone(MISSING)
    fresh, turn = f"table:{slug}", f", Turn {row.turn}" if row.turn else ""
    source = _set_up(
        fresh,
        f"{row.title}{turn}" if when else row.title,
        system_of(row.system),
        lambda: table_kept.setup_of(row),
        row.get_absolute_url(),
        asker,
        shared=row.visibility == Visibility.PUBLIC,
        knows=keeps,
        books=partial(table_kept.books_of, row) if when else None,
    )
    states = {fresh: "As set up", f"{fresh}:{AS_KEPT}": f"As the books stand{turn}"} if keeps else {}
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
    books: Callable[[], Any] | None = None,
) -> Source:
    """What is to be fought from a set-up: both sides are known to whoever ``knows`` it whole, neither to others.

    ``books`` are those of a game that is under way, for what its sides have left.
    """
    names = {side: f"Side {side.upper()}" for side in system.sides}

    def make(reader: str) -> Subject:
        state = system.start(setup())
        seen = system.view(state, reader or PUBLIC)
        left = books() if books else None
        return seen_subject(asker, key, title, system, state, seen, reader, page, left)

    if knows:
        with suppress(Unfinished):  # said when a subject is made
            state = system.start(setup())
            names = {side: system.side_name(state, side) for side in system.sides}
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
    """A battle: each player knows his own side, the umpire all, and everybody once it is over. Raises `Gone`."""
    rows = Battle.objects.all() if asker.operator else Battle.objects.readable_by(asker.user, asker.seats)
    row = rows.select_related("owner").filter(slug=rest).first()
    if row is None:
        raise Gone(MISSING)
    system, page = system_of(row.system), row.get_absolute_url()
    standing = None if asker.operator else standing_of(row, asker.user, asker.seats)
    state = now(row).state
    names = {side: system.side_name(state, side) for side in system.sides}
    every = {**names, UMPIRE: "The umpire"}

    def make(reader: str) -> Subject:
        if reader == ONLY and standing is not None:
            shown = look_at(standing, tail=1)
            rules = state.setup.rules
            return subject(asker, f"battle:{rest}", row.title, row.system, rules, page, (), shown.ground, shown.scene)
        return seen_subject(asker, f"battle:{rest}", row.title, system, state, system.view(state, reader), reader, page)

    return Source(
        key=f"battle:{rest}",
        title=row.title,
        system=row.system,
        readers=every if standing is None else _readers(standing, every),
        make=make,
        home=f"battle:{rest}",
        page=page,
        systems={},
        shared=row.visibility == Visibility.PUBLIC,
    )


def _readers(standing: Standing, every: dict[str, str]) -> dict[str, str]:
    """For whom he may print: his own sides; everybody where he sees all; else what a spectator sees."""
    if standing.viewer == UMPIRE:
        return every
    return {side: every[side] for side in every if side in standing.own} or {ONLY: ""}
