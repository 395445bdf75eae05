"""What is printed from besides a battle: an army, a sample army of a rulebook, a system alone."""

from functools import partial
from typing import Any

from django.urls import reverse

from armies.models import Army, Visibility
from armies.rules import facts
from armies.rules.lists import LISTS
from armies.rules.opting import TITLES
from armies.rules.rolls import roll_of, roll_of_list, rules_of
from armies.services.reading import facts_of
from battles.engine import registry
from battles.engine.limiting import Wanted
from battles.rules import SYSTEMS
from battles.services import sheets
from battles.services.army_losses import last_losses
from battles.services.locking import Gone
from campaign.services.asking import Asker
from campaign.services.printable import MISSING, ONLY, Source, subject
from campaign.sheets.kinds import Sided, Subject


def army_source(rest: str, asker: Asker) -> Source:
    """An army of the army manager, under the system named or the first. Raises `Gone`."""
    slug, _, system = rest.partition(":")
    system = system or next(iter(TITLES))
    rows = Army.objects.all() if asker.operator else Army.objects.readable_by(asker.user, asker.links)
    row = rows.select_related("house_rules").filter(slug=slug).first()
    if row is None or system not in TITLES:
        raise Gone(MISSING)
    page = row.get_absolute_url()

    def make(reader: str) -> Subject:
        army = facts_of(row)
        wanted = partial(_army_wants, army, system)
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
        systems={f"army:{slug}:{key}": title for key, title in TITLES.items()},
        shared=row.visibility == Visibility.PUBLIC,
    )


def _army_rules(army: facts.Army, system: str) -> Any:
    """The rules by the army's own options and its club's numbers; as printed where an option is not understood."""
    try:
        return rules_of(army, system)
    except ValueError:
        return registry.printed(system)


def _army_wants(army: facts.Army, system: str) -> Wanted | None:
    """What its cheat sheet must have; None, and so all, where an option or a card is still open."""
    try:
        return sheets.army_wants(army, system)
    except ValueError:  # a SetupError is one too
        return None


def list_source(rest: str, asker: Asker) -> Source:
    """A sample army of a rulebook. Raises `Gone`."""
    system, _, name = rest.partition(":")
    found = LISTS[system].sample_lists().get(name) if system in LISTS else None
    if found is None:
        raise Gone(MISSING)
    key, page, title = f"list:{rest}", reverse("rules:army", args=[system, name]), found.title

    def make(reader: str) -> Subject:
        side = Sided("a", title, roll_of_list(found), wanted=lambda: LISTS[system].sample_wants()[name])
        return subject(asker, key, title, system, registry.printed(system), page, (side,))

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
    """A system alone, by its printed numbers. Raises `Gone`."""
    if rest not in SYSTEMS:
        raise Gone(MISSING)
    page, title = reverse("rules:book", args=[rest]), SYSTEMS[rest].title

    def make(reader: str) -> Subject:
        return subject(asker, f"rules:{rest}", title, rest, registry.printed(rest), page)

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
