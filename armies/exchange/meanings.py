"""What a column of a table may mean, in words for whoever is asked: every column that is read, by groups."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from armies.exchange.csv_columns import columns
from armies.exchange.outcome import TableHead, Unreadable

GROUPS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "The unit": {
            "unit": "Unit: its name",
            "arm": "Arm: infantry, cavalry, artillery",
            "class": "Type: line, light, heavy cavalry …",
            "quality": "Quality or grade",
            "men": "Men",
            "guns": "Guns",
            "gun_weight": "Weight of guns, or pounds",
            "battalion": "Number of the battalion",
            "battalions": "How many battalions",
            "squadrons": "How many squadrons",
            "companies": "How many companies",
            "flags": "Traits: lancer, irregular …",
        },
        "Where it stands": {
            "side": "Side",
            "army": "Army",
            "corps": "Corps",
            "division": "Division",
            "brigade": "Brigade",
            "id": "Id of the row",
            "parent": "Id of what it stands under",
            "level": "Level: corps … unit",
        },
        "Who commands": {
            "commander": "Commander of what the row is",
            "corps_commander": "Commander of the corps",
            "division_commander": "Commander of the division",
            "brigade_commander": "Commander of the brigade",
            "rating": "Rating of the commander",
        },
        "Besides": {
            "nation": "Nation",
            "command_nation": "Nation in command",
            "kind": "Kind of brigade or division",
            "reserve": "Was a corps reserve",
            "source": "Source",
            "basis": "Where the figure comes from",
            "notes": "Notes",
        },
        "As Muster writes them": {
            "place": "Place, 1.2.1",
            "sub_units": "Number of sub-units",
            "sub_unit": "Which sub-units",
            "throws": "Ratings thrown",
            "overrides": "Overrides",
            "key": "Name of a fact of the army",
            "value": "Value of a fact of the army",
            "where": "Where a source is",
        },
    }
)
MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {column: words for group in GROUPS.values() for column, words in group.items()}
)


def refusal(head: TableHead, said: Sequence[str]) -> str:
    """Why the columns of ``head`` cannot mean what is said, in a sentence; empty where they can."""
    if len(said) != len(head.headings):
        return f"The table has {len(head.headings)} columns; {len(said)} were told."
    if unknown := [meaning for meaning in said if meaning and meaning not in MEANINGS]:
        return f"“{unknown[0][:40]}” is nothing that a column can mean."
    told = [meaning for meaning in said if meaning]
    if twice := [meaning for meaning in told if told.count(meaning) > 1]:
        places = [f"“{name or place}”" for place, name in enumerate(head.headings, 1) if said[place - 1] == twice[0]]
        return f"Two columns are said to be “{MEANINGS[twice[0]]}”: {' and '.join(places[:2])}. Leave one out."
    try:
        columns(head.headings, said)
    except Unreadable:
        missing = "units" if not {"unit", "battalion"} & set(told) else "strengths, men or guns"
        return f"No column is said to hold the {missing}; without it the table cannot be read."
    return ""
