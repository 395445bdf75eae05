"""Write an army as a wide CSV table."""

import csv
import io
import json
from typing import Final

from armies.exchange.clean_text import quote_if
from armies.exchange.files.oob_json import without_ids
from armies.exchange.table.columns import COLUMNS, FURTHER
from armies.exchange.table.rows import guarded, list_cell
from armies.exchange.text.notation import draw_text, override_text, rating_text
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Element, Formation, Unit
from battles.engine.armies.nations import nations

HEAD: Final = (*COLUMNS, *FURTHER)
FLAGS: Final = ("lancer", "irregular", "kgl", "armoured")
Cells = dict[str, str]


def to_csv(army: Army) -> str:
    """``army`` as a CSV table with every fact except ids; no cell begins a formula."""
    army = without_ids(army)
    out = io.StringIO()
    writer = csv.DictWriter(out, HEAD, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in wide_rows(army):
        writer.writerow({column: guarded(cell) for column, cell in row.items()})
    return out.getvalue()


def wide_rows(army: Army) -> list[Cells]:
    """The rows of the wide table, each a dictionary of cells by column; missing cells are empty."""
    nation = nations().get(army.nation)
    base = {"side": nation.adjective if nation else "", "army": army.name}
    return [base | row for row in [*_army_rows(army), *_element_rows(army.children, {}, "")]]


def _army_rows(army: Army) -> list[Cells]:
    rows: list[Cells] = [{"level": "army", "commander": army.commander, "nation": army.nation}]
    for key in ("battle", "date", "place", "scope"):
        if value := getattr(army, key):
            rows.append({"level": key, "value": value})
    rows += [{"level": "confidence", "key": k, "value": v} for k, v in sorted(army.confidence.items())]
    for system, options in sorted(army.options.items()):
        name = quote_if(system, ".=#:|")
        rows += [{"level": "option", "key": name}] if not options else []
        for option, setting in sorted(options.items()):
            key = f"{name}.{quote_if(option, '.=#:|')}"
            rows.append({"level": "option", "key": key, "value": json.dumps(setting, ensure_ascii=False)})
    rows += [{"level": "draw", "value": draw_text(draw)} for draw in army.draws]
    if army.house:
        rows.append({"level": "house rules", "value": army.house.name})
    for source in army.sources:
        rows.append(
            {
                "level": "source",
                "key": source.id,
                "value": source.title,
                "where": source.where,
                "notes": source.used_for,
            }
        )
    return rows + [{"level": "note", "notes": note} for note in army.notes]


def _element_rows(elements: tuple[Element, ...], over: Cells, place: str) -> list[Cells]:
    rows: list[Cells] = []
    for index, element in enumerate(elements, start=1):
        here = f"{place}{index}"
        if isinstance(element, Unit):
            rows.append(over | _unit(element) | {"place": here})
        else:
            level = type(element).__name__.lower()
            names = over | {level: element.name}
            rows.append(names | _formation(element, level) | {"place": here})
            rows += _element_rows(element.children, names, f"{here}.")
    return rows


def _formation(formation: Formation, level: str) -> Cells:
    row = {
        "level": level,
        "commander": formation.commander,
        "nation": formation.nation,
        "notes": formation.note,
    }
    if isinstance(formation, Brigade | Division):
        row["kind"] = formation.kind
    if isinstance(formation, Brigade):
        row["reserve"] = "yes" if formation.reserve else ""
    else:
        row["throws"] = list_cell([rating_text(throw) for throw in formation.throws])
        row["rating"] = formation.throws[-1].rating if formation.throws else ""
    if isinstance(formation, Corps):
        row["command_nation"] = formation.command_nation
    return row


def _unit(unit: Unit) -> Cells:
    size, arm = unit.type.split("_")
    return {
        "level": "unit",
        "unit": unit.name,
        "arm": arm,
        "class": size,
        "quality": unit.quality,
        "men": "" if unit.men is None else str(unit.men),
        "guns": "" if unit.guns is None else str(unit.guns),
        "gun_weight": unit.gun_weight or "",
        "commander": unit.commander,
        "nation": unit.nation,
        "source": list_cell(unit.sources),
        "notes": unit.note,
        "flags": list_cell([flag for flag in FLAGS if getattr(unit, flag)]),
        "sub_units": "" if unit.sub_units is None else str(unit.sub_units),
        "sub_unit": unit.sub_unit,
        "basis": unit.basis,
        "overrides": list_cell([override_text(override) for override in unit.overrides]),
    }
