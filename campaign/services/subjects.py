"""What somebody may print from: found by its key, for whom it may be printed, built up from what he may see.

Keys: ``army:<slug>`` or ``army:<slug>:<system>``, ``scenario:<system>:<key>`` (one that comes with a system),
``drawn:<slug>``, ``battle:<slug>``, ``table:<slug>``, ``rules:<system>``.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from django.urls import reverse

from armies.models import Army, Visibility
from armies.rules import facts
from armies.rules.opting import TITLES
from armies.rules.rolls import roll_of
from armies.services.reading import facts_of
from battles.engine import registry
from battles.engine.core import PUBLIC, SetupError, SideId
from battles.engine.limiting import Wanted
from battles.models import Battle, Scenario, TableGame
from battles.rules import SYSTEMS
from battles.services import sheets, sources, table_kept
from battles.services.army_losses import last_losses
from battles.services.locking import Gone
from battles.services.position import now, system_of
from battles.services.reading import look as look_at
from battles.services.standing import Standing, standing_of
from battles.services.table_games import keeper_of
from campaign.services.asking import Asker
from campaign.services.marker_secrets import secret_of
from campaign.sheets.kinds import UMPIRE, Sided, Subject

ONLY: Final = ""
"""The reader of what has one alone: an army, a system, or what a spectator may see of a battle."""
MISSING: Final = "There is nothing of that name to print from, or you may not see it."


@dataclass(frozen=True, kw_only=True)
class Source:
    """Something to print from, as far as the one who asks may see it.

    ``readers`` are those for whom he may print, by key and title, in order; ``make`` gives the subject as one of them
    may know it. ``home`` is the key that print set-ups are kept under, ``page`` the address of its page, ``systems``
    are the keys of the same under other rules, each with the system's title. ``shared`` where everybody may find it.
    """

    key: str
    title: str
    system: str
    readers: dict[str, str]
    make: Callable[[str], Subject]
    home: str
    page: str
    systems: dict[str, str]
    shared: bool = False
    _made: dict[str, Subject] = field(default_factory=dict, repr=False)

    def subject(self, reader: str) -> Subject:
        """The subject for a reader, made once.

        Raises:
            Gone: he may not print for that one.
        """
        if reader not in self.readers:
            raise Gone("You cannot print for that side: there is none, or it is not yours.")
        if reader not in self._made:
            self._made[reader] = self.make(reader)
        return self._made[reader]

    @property
    def first(self) -> str:
        """For whom it is printed where nobody is named: who may know all, else the first."""
        return UMPIRE if UMPIRE in self.readers else next(iter(self.readers))


def source_of(key: str, asker: Asker) -> Source:
    """What there is to print from under a key.

    Raises:
        Gone: there is nothing, or the one who asks may not see it; one answer for both.
    """
    kind, _, rest = key.partition(":")
    found = _KINDS.get(kind)
    if found is None or not rest or "\0" in rest:
        raise Gone(MISSING)
    return found(rest, asker)


def _army(rest: str, asker: Asker) -> Source:
    slug, _, system = rest.partition(":")
    system = system or next(iter(TITLES))
    rows = Army.objects.all() if asker.operator else Army.objects.readable_by(asker.user, asker.links)
    row = rows.select_related("house_rules").filter(slug=slug).first()
    if row is None or system not in TITLES:
        raise Gone(MISSING)
    page = row.get_absolute_url()

    def make(reader: str) -> Subject:
        army = facts_of(row)
        rules, wanted = _army_rules(army, system)
        side = Sided("a", row.name, roll_of(army, system), army, last_losses(row, system, asker), wanted)
        return _subject(asker, f"army:{slug}:{system}", row.name, system, rules, page, (side,))

    return Source(
        key=f"army:{slug}:{system}",
        title=row.name,
        system=system,
        readers={ONLY: ""},
        make=make,
        home=f"army:{slug}",
        page=page,
        systems={f"army:{slug}:{key}": title for key, title in TITLES.items()},
        shared=row.visibility == Visibility.PUBLIC,
    )


def _army_rules(army: facts.Army, system: str) -> tuple[Any, Wanted | None]:
    """The rules by the army's own options, and what its cheat sheet must have.

    Where an option or a card is still open the rules are as printed, and nothing is left out of the sheet.
    """
    try:
        return registry.rules_of(system, army.options.get(system, {})), sheets.army_wants(army, system)
    except ValueError:  # a SetupError is one too
        return registry.printed(system), None


def _scenario(rest: str, asker: Asker) -> Source:
    system_key, _, name = rest.partition(":")
    if system_key not in registry.playable() or name not in (found := system_of(system_key).scenarios()):
        raise Gone(MISSING)
    system = system_of(system_key)
    page = f"{reverse('battles:setup')}?from=scenario:{rest}"
    return _set_up(f"scenario:{rest}", found[name], system, lambda: system.scenario(name), page, asker, shared=True)


def _drawn(rest: str, asker: Asker) -> Source:
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


class Unfinished(ValueError):
    """A drawn scenario that has faults; a sentence."""


def _table(rest: str, asker: Asker) -> Source:
    rows = TableGame.objects.all() if asker.operator else TableGame.objects.readable_by(asker.user, asker.games)
    row = rows.filter(slug=rest).first()
    if row is None:
        raise Gone(MISSING)
    keeps = asker.operator or keeper_of(row, asker.user, asker.games) is not None
    return _set_up(
        f"table:{rest}",
        row.title,
        system_of(row.system),
        lambda: table_kept.setup_of(row),
        row.get_absolute_url(),
        asker,
        shared=row.visibility == Visibility.PUBLIC,
        knows=keeps,
    )


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
) -> Source:
    """What is to be fought from a set-up: both sides are known to whoever ``knows`` it whole, neither to others."""
    names = {side: f"Side {side.upper()}" for side in system.sides}

    def make(reader: str) -> Subject:
        state = system.start(setup())
        seen = system.view(state, reader or PUBLIC)
        return _seen(asker, key, title, system, state, seen, reader, page)

    if knows:
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


def _battle(rest: str, asker: Asker) -> Source:
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
            return _subject(asker, f"battle:{rest}", row.title, row.system, rules, page, (), shown.ground, shown.scene)
        return _seen(asker, f"battle:{rest}", row.title, system, state, system.view(state, reader), reader, page)

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


def _rules(rest: str, asker: Asker) -> Source:
    if rest not in SYSTEMS:
        raise Gone(MISSING)
    page, title = reverse("rules:book", args=[rest]), SYSTEMS[rest].title

    def make(reader: str) -> Subject:
        return _subject(asker, f"rules:{rest}", title, rest, registry.printed(rest), page)

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


def _seen(asker: Asker, key: str, title: str, system: Any, state: Any, seen: Any, reader: str, page: str) -> Subject:
    """What a reader may know, from his own view: a side itself, the umpire both, a spectator none."""
    known: tuple[SideId, ...] = system.sides if reader == UMPIRE else (reader,) if reader else ()
    sides = tuple(
        Sided(
            side,
            system.side_name(state, side),
            registry.roll(system.key, seen, side),
            wanted=registry.wanted(system.key, state.setup, side),
        )
        for side in known
    )
    ground, scene = system.ground(seen), system.scene(seen)
    return _subject(asker, key, title, system.key, state.setup.rules, page, sides, ground, scene)


def _subject(
    asker: Asker,
    key: str,
    title: str,
    system: str,
    rules: Any,
    page: str,
    sides: tuple[Sided, ...] = (),
    ground: Any = None,
    scene: Any = None,
) -> Subject:
    """A subject with its addresses as they are printed and scanned; none where the host is not known."""
    book = reverse("rules:book", args=[system])
    address, book = (f"{asker.origin}{path}" if asker.origin else "" for path in (page, book))
    return Subject(key, title, system, rules, sides, ground, scene, address, book, secret_of(key, asker))


_KINDS: Final[dict[str, Callable[[str, Asker], Source]]] = {
    "army": _army,
    "scenario": _scenario,
    "drawn": _drawn,
    "battle": _battle,
    "table": _table,
    "rules": _rules,
}
