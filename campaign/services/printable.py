"""Something to print from, as far as the one who asks may see it: its readers, and the subject as each may know it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from django.urls import reverse

from battles.engine import registry
from battles.engine.core import SideId
from battles.services.locking import Gone
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
    are the keys of the same under other rules, each with the system's title, and ``states`` those of the same at other
    times. ``shared`` where everybody may find it.
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
    states: dict[str, str] = field(default_factory=dict)
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


class Unfinished(ValueError):
    """A drawn scenario that has faults; a sentence."""


def seen_subject(
    asker: Asker, key: str, title: str, system: Any, state: Any, seen: Any, reader: str, page: str, left: Any = None
) -> Subject:
    """What a reader may know, from his own view: a side itself, the umpire both, a spectator none.

    ``left`` tells what the sides have left, where that is kept apart from places; None for what is seen.
    """
    known: tuple[SideId, ...] = system.sides if reader == UMPIRE else (reader,) if reader else ()
    sides = tuple(
        Sided(
            side,
            system.side_name(state, side),
            registry.roll(system.key, seen if left is None else left, side),
            wanted=partial(registry.wanted, system.key, state.setup, side),
        )
        for side in known
    )
    ground, scene = system.ground(seen), system.scene(seen)
    return subject(asker, key, title, system.key, state.setup.rules, page, sides, ground, scene)


def subject(
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
