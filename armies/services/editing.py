"""Changes to an army that a form or the API asks for."""

from collections.abc import Mapping
from typing import Any

from armies.building.army_edits import Head, SetHead
from armies.building.edits import Change as ChangeFacts
from armies.models import Army, Change, Visibility
from armies.rules import easy_napoleonics, mini_nap
from armies.rules.lists import OF_HISTORY
from armies.rules.opting import TITLES
from armies.services.amending import amend
from armies.services.locking import Refused, writing

SYSTEMS: Mapping[str, Any] = {"mini_nap": mini_nap, "easy_napoleonics": easy_napoleonics, **OF_HISTORY}


def change_head(army: Army, values: Mapping[str, Any], *, by: Any = None, expect: int | None = None) -> Change | None:
    """Change the army's own facts.

    Raises:
        Refused: a value that cannot be kept.
        Stale: the army has moved on.
    """
    return amend(army, Head(dict(values)), by=by, expect=expect)


def change_options(
    army: Army, system: str, values: Mapping[str, bool | int | str], *, by: Any = None, expect: int | None = None
) -> Change | None:
    """Set the options of one rule system; what equals the default is not kept, what is not named stays.

    Raises:
        Refused: an unknown option or value; the field is the option's name.
        Stale: the army has moved on.
    """
    specs = SYSTEMS[system]
    for name, value in values.items():
        try:
            specs.options({name: value})
        except ValueError as error:
            raise Refused(name, str(error)) from error
    with writing(army, expect) as row:
        chosen = {**row.options.get(system, {}), **values}
        kept = {name: value for name, value in chosen.items() if specs.OPTION_SPECS[name].default != value}
        options = {
            **{key: value for key, value in row.options.items() if key != system},
            **({system: kept} if kept else {}),
        }
        return amend(row, SetHead({"options": options}, f"Set the options of {TITLES[system]}."), by=by)


def change_element(
    army: Army, element: str, values: Mapping[str, Any], *, by: Any = None, expect: int | None = None
) -> Change | None:
    """Change a unit's or formation's facts.

    Raises:
        Refused: no such element in this army, or a value that cannot be kept.
        Stale: the army has moved on.
    """
    return amend(army, ChangeFacts(element, dict(values)), by=by, expect=expect)


def set_visibility(army: Army, visibility: str) -> None:
    """Say who may see the army. It is no change of what the army holds, so its history does not hold it."""
    if visibility not in Visibility.values:
        raise Refused("visibility", f"Who may see it is one of {', '.join(Visibility.values)}.")
    with writing(army) as row:
        row.visibility = visibility
        row.save(update_fields=["visibility", "updated"])
    army.visibility = visibility


def delete_army(army: Army) -> None:
    """Delete the army with all that is in it, after whoever writes to it now.

    Raises:
        Gone: somebody else has deleted it.
    """
    with writing(army) as row:
        row.delete()
