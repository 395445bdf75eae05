"""A decoded army made tidy and held against the limits, with the path of what is wrong."""

from typing import TypeVar

from msgspec import structs

from armies.exchange.cleaning import HIDDEN_SENTENCE, has_hidden, many_lines, one_line
from armies.exchange.dates import iso
from armies.exchange.limits import army_faults, count_faults, element_faults
from armies.exchange.outcome import Problem, Unreadable
from armies.rules.facts import Army, Corps, Division, Draw, Element, Override, Source, Throw, Unit
from armies.rules.nations import nations
from armies.rules.opting import understood

E = TypeVar("E", bound=Element)
Settings = dict[str, dict[str, bool | int | str]]
MOST_TOLD = 5
WHERE = "In the file"
"""Where a problem is that has no line; its text is the path."""


def checked(army: Army) -> tuple[Army, tuple[Problem, ...]]:
    """``army`` with tidy texts and no ids, and problems that do not block.

    An option that the rules here do not know, or with a value that they do not allow, is left out, with a problem
    that says so: nobody can mend it in a file with a checksum, and no page can be made of an army that has it.

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
        problems.append(Problem(0, path, HIDDEN_SENTENCE, False, WHERE))


def _tidy_army(army: Army, problems: list[Problem]) -> Army:
    texts = {name: getattr(army, name) for name in ("name", "nation", "commander", "battle", "date", "place")}
    for text in (*texts.values(), army.scope, *army.notes):
        _seen("army", text, problems)
    options, refused = understood(_tidy_settings(army.options))
    problems += [Problem(0, "army.options", f"{sentence} It was left out.", False, WHERE) for sentence in refused]
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
        options=options,
        house=army.house
        and structs.replace(army.house, name=one_line(army.house.name), overlays=_tidy_settings(army.house.overlays)),
        draws=tuple(_tidy_draw(draw) for draw in army.draws),
    )


def _tidy_settings(settings: Settings) -> Settings:
    """Options or house rules by system, every text on one line."""
    return {
        one_line(system): {one_line(name): _tidy_value(value) for name, value in values.items()}
        for system, values in settings.items()
    }


def _tidy_value(value: bool | int | str) -> bool | int | str:
    return one_line(value) if isinstance(value, str) else value


def _tidy_override(override: Override) -> Override:
    return Override(
        system=one_line(override.system),
        what=one_line(override.what),
        value=_tidy_value(override.value),
        reason=one_line(override.reason),
    )


def _tidy_draw(draw: Draw) -> Draw:
    return structs.replace(
        draw,
        cards=tuple(one_line(card) for card in draw.cards),
        choice=one_line(draw.choice),
        by=one_line(draw.by),
        at=one_line(draw.at),
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
        changes["overrides"] = tuple(_tidy_override(override) for override in element.overrides)
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
