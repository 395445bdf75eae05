"""A cheat sheet limited to what a command can need.

The ruling: a line on what a unit does by itself (its move, its grade's number) stays if the command has such a unit. A
line on what one unit does to another stays if the two can meet: the command has the one and the enemy the other,
either way round, since a player must know what the enemy can do to him as well as what he can do. Of the enemy only
what both sides may know counts; where nothing is known of him, he may have anything. A line on terrain stays if such
terrain lies on the table, or if nothing is known of the table.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.cheat_sheet import ALWAYS, Need, Page, Table, noted

Profile = frozenset[str]
"""What a unit is and may become, in words like ``arm:guns``, ``form:square``, ``nation:french``."""


class Wanted(Struct, frozen=True):
    """What a command has, what its enemy has, and what lies on the table; None where that is not known."""

    own: frozenset[Profile]
    foe: frozenset[Profile] | None = None
    ground: frozenset[str] | None = None


def limited(pages: Sequence[Page], wanted: Wanted) -> tuple[Page, ...]:
    """``pages`` without rows and columns that cannot apply, then without tables and pages that are empty."""
    found: list[Page] = []
    for page in pages:
        tables = tuple(filter(None, (_table(table, wanted) for table in page.tables)))
        if page.joined and found:
            found[-1] = replace(found[-1], tables=(*tables, *found[-1].tables))
        elif tables:
            found.append(replace(page, tables=tables))
    return tuple(found)


def applies(need: Need, wanted: Wanted) -> bool:
    """Whether a line that is for ``need`` can bear on the command."""
    if need.own and not _some(wanted.own, need.own):
        return False
    if need.ground and wanted.ground is not None and not need.ground & wanted.ground:
        return False
    if not need.acts and not need.upon:
        return True
    ours = _some(wanted.own, need.acts) and _some(wanted.foe, need.upon)
    theirs = _some(wanted.foe, need.acts) and _some(wanted.own, need.upon)
    return ours or theirs


def meets(profile: Profile, asked: frozenset[str]) -> bool:
    """Whether a unit has, of every kind that ``asked`` names, one of its words."""
    have = {_kind(word) for word in asked & profile}
    return all(_kind(word) in have for word in asked)


def _some(profiles: Iterable[Profile] | None, asked: frozenset[str]) -> bool:
    return profiles is None or any(meets(profile, asked) for profile in profiles)


def _kind(word: str) -> str:
    return word.partition(":")[0]


def _table(table: Table, wanted: Wanted) -> Table | None:
    kept = [place for place, need in enumerate(_whole(table.needs, len(table.rows))) if applies(need, wanted)]
    columns = [
        place for place, need in enumerate(_whole(table.column_needs, len(table.columns))) if applies(need, wanted)
    ]
    if not kept or not columns:
        return None
    less = replace(
        table,
        columns=tuple(table.columns[place] for place in columns),
        rows=tuple(tuple(table.rows[place][column] for column in columns) for place in kept),
        needs=tuple(table.needs[place] for place in kept) if table.needs else (),
        groups=tuple(table.groups[place] for place in kept) if table.groups else (),
        column_needs=tuple(table.column_needs[place] for place in columns) if table.column_needs else (),
        notes=tuple(said for said in table.notes if applies(said.need, wanted)),
    )
    return noted(less)


def _whole(needs: Sequence[Need], count: int) -> Sequence[Need]:
    return needs or (ALWAYS,) * count
