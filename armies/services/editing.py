"""Changes to an army that stands: each is one act, one transaction, and moves the version on."""

from collections.abc import Mapping
from typing import Any

from armies.models import Army, Element
from armies.rules import easy_napoleonics, mini_nap
from armies.services.locking import Refused, writing
from armies.services.reading import facts_of
from armies.services.writing import recount

HEAD_FIELDS = ("name", "nation", "commander", "battle", "date", "place", "scope", "visibility")
FORMATION_FIELDS = ("name", "commander", "nation", "note", "kind", "reserve", "command_nation")
UNIT_FIELDS = (
    *("name", "commander", "nation", "note", "type", "quality", "men", "guns", "gun_weight"),
    *("lancer", "irregular", "kgl", "armoured", "basis"),
)


def change_head(army: Army, values: Mapping[str, Any], *, expect: int | None = None) -> Army:
    """Change the army's own facts. ``values`` may hold any of ``HEAD_FIELDS``, already checked by the form.

    Raises:
        Stale: the army has moved on.
    """
    with writing(army, expect) as row:
        for field in HEAD_FIELDS:
            if field in values:
                setattr(row, field, values[field])
        recount(row, facts_of(row))
    return row


def change_options(
    army: Army, system: str, values: Mapping[str, bool | int | str], *, expect: int | None = None
) -> Army:
    """Set the options of one rule system; what equals the default is not kept.

    Raises:
        Refused: an unknown option or value; the field is the option's name.
        Stale: the army has moved on.
    """
    specs = {"mini_nap": mini_nap, "easy_napoleonics": easy_napoleonics}[system]
    for name, value in values.items():
        try:
            specs.options({name: value})
        except ValueError as error:
            raise Refused(name, str(error)) from error
    kept = {name: value for name, value in values.items() if specs.OPTION_SPECS[name].default != value}
    with writing(army, expect) as row:
        row.options = {**row.options, system: kept}
        if not kept:
            del row.options[system]
        recount(row, facts_of(row))
    return row


def change_element(army: Army, element: str, values: Mapping[str, Any], *, expect: int | None = None) -> Army:
    """Change a unit's or formation's facts, already checked by the form.

    Raises:
        Refused: no such element in this army.
        Stale: the army has moved on.
    """
    with writing(army, expect) as row:
        target = Element.objects.filter(army=row, pk=element).first()
        if target is None:
            raise Refused("element", "There is no such unit or formation in this army.")
        fields = UNIT_FIELDS if target.level == Element.Level.UNIT else FORMATION_FIELDS
        for field in fields:
            if field in values:
                setattr(target, field, values[field])
        target.save()
        recount(row, facts_of(row))
    return row


def delete_army(army: Army) -> None:
    """Delete the army with all that is in it, after whoever writes to it now.

    Raises:
        Gone: somebody else has deleted it.
    """
    with writing(army) as row:
        row.delete()
