"""A decoded army made tidy and held against the limits, with the path of what is wrong."""

from typing import TypeVar

from msgspec import structs

from armies.exchange.cleaning import HIDDEN_SENTENCE, has_hidden, many_lines, one_line
from armies.exchange.dates import iso
from armies.exchange.limits import army_faults, count_faults, element_faults
from armies.exchange.outcome import Problem, Unreadable
from armies.rules.facts import Army, Corps, Division, Element, Source, Throw, Unit
from armies.rules.nations import nations

E = TypeVar("E", bound=Element)
MOST_TOLD = 5


def checked(army: Army) -> tuple[Army, tuple[Problem, ...]]:
    """``army`` with tidy texts and no ids, and problems that do not block.

    Raises:
        Unreadable: something is beyond the limits or unknown; up to five such things with their paths.
    """
    faults = list(count_faults(army))
    if faults:
        raise Unreadable(" ".join(faults))
    problems: list[Problem] = []
    tidy = structs.replace(
        _tidy_army(army, problems),
        children=tuple(_tidy(e, f"army.children[{i}]", faults, problems) for i, e in enumerate(army.children)),
    )
    faults = [*(f"army: {fault}" for fault in army_faults(tidy)), *_army_values(tidy), *faults]
    if faults:
        more = f" And {len(faults) - MOST_TOLD} more." if len(faults) > MOST_TOLD else ""
        raise Unreadable(" ".join(faults[:MOST_TOLD]) + more)
    return tidy, tuple(problems)


def _seen(path: str, text: str, problems: list[Problem]) -> None:
    if has_hidden(text):
        problems.append(Problem(0, path, HIDDEN_SENTENCE, False))


def _tidy_army(army: Army, problems: list[Problem]) -> Army:
    texts = {name: getattr(army, name) for name in ("name", "nation", "commander", "battle", "date", "place")}
    for text in (*texts.values(), army.scope, *army.notes):
        _seen("army", text, problems)
    return structs.replace(
        army,
        **{name: one_line(text) for name, text in texts.items()},
        scope=many_lines(army.scope),
        notes=tuple(note for text in army.notes if (note := many_lines(text))),
        sources=tuple(
            Source(**{name: one_line(getattr(source, name)) for name in source.__struct_fields__})
            for source in army.sources
        ),
        confidence={one_line(word): one_line(said) for word, said in army.confidence.items()},
        options={
            one_line(system): {
                one_line(name): one_line(value) if isinstance(value, str) else value for name, value in values.items()
            }
            for system, values in army.options.items()
        },
    )


def _army_values(army: Army) -> list[str]:
    faults = []
    if army.nation and army.nation not in nations():
        faults.append(f"army.nation: “{army.nation}” is not a nation that is known here.")
    try:
        if iso(army.date) != army.date:
            faults.append(f"army.date: “{army.date}” is not written YYYY-MM-DD.")
    except ValueError as error:
        faults.append(f"army.date: {error}")
    if len({source.id for source in army.sources}) < len(army.sources):
        faults.append("army.sources: two sources have the same id.")
    return faults


def _tidy(element: E, path: str, faults: list[str], problems: list[Problem]) -> E:
    for text in (element.name, element.commander, element.note):
        _seen(path, text, problems)
    changes: dict[str, object] = {
        "name": one_line(element.name),
        "commander": one_line(element.commander),
        "note": many_lines(element.note),
        "id": "",
    }
    codes = [element.nation]
    if isinstance(element, Unit):
        changes["sources"] = tuple(one_line(source) for source in element.sources)
    else:
        below = (_tidy(child, f"{path}.children[{i}]", faults, problems) for i, child in enumerate(element.children))
        changes["children"] = tuple(below)
    if isinstance(element, Corps | Division):
        changes["throws"] = tuple(_tidy_throw(throw) for throw in element.throws)
    if isinstance(element, Corps):
        codes.append(element.command_nation)
    tidy = structs.replace(element, **changes)
    faults += [f"{path}: {fault}" for fault in element_faults(tidy)]
    faults += [f"{path}: “{c}” is not a nation that is known here." for c in codes if c and c not in nations()]
    return tidy


def _tidy_throw(throw: Throw) -> Throw:
    return structs.replace(throw, rule=one_line(throw.rule), by=one_line(throw.by), at=one_line(throw.at))
