"""Tidy a decoded army and check it against the limits; problems name the path of the value."""

from typing import TypeVar

from msgspec import structs

from armies.exchange.clean_text import HIDDEN_SENTENCE, has_hidden, many_lines, one_line
from armies.exchange.draft_army import Problem, Unreadable
from armies.exchange.limits import army_faults, count_faults, element_faults
from armies.exchange.text.notation import iso
from battles.engine.armies.facts import Army, Corps, Division, Draw, Element, Override, Source, Throw, Unit
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import valid_options

E = TypeVar("E", bound=Element)
Settings = dict[str, dict[str, bool | int | str]]
MAX_PROBLEMS = 5
WHERE = "In the file"
"""The place of a problem without a line; its text is the path."""


def checked(army: Army) -> tuple[Army, tuple[Problem, ...]]:
    """``army`` with tidy texts and no ids, and problems that do not block.

    An unknown option, or an option with a value that is not allowed, is left out with a problem: it cannot be
    corrected in a file with a checksum, and pages cannot show an army that has it.

    Raises:
        Unreadable: values are beyond the limits or unknown; up to five of them are named with their paths.
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
        more = f" And {len(faults) - MAX_PROBLEMS} more." if len(faults) > MAX_PROBLEMS else ""
        raise Unreadable(" ".join(faults[:MAX_PROBLEMS]) + more)
    return tidy, tuple(problems)


def _note_hidden(path: str, text: str, problems: list[Problem]) -> None:
    if has_hidden(text):
        problems.append(Problem(0, path, HIDDEN_SENTENCE, False, WHERE))


def _tidy_army(army: Army, problems: list[Problem]) -> Army:
    texts = {name: getattr(army, name) for name in ("name", "nation", "commander", "battle", "date", "place")}
    for text in (*texts.values(), army.scope, *army.notes):
        _note_hidden("army", text, problems)
    options, refused = valid_options(_tidy_settings(army.options))
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
        confidence={one_line(word): one_line(level) for word, level in army.confidence.items()},
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
        faults.append(f"army.nation: “{army.nation}” is not a known nation.")
    try:
        if iso(army.date) != army.date:
            faults.append(f"army.date: “{army.date}” is not in the form YYYY-MM-DD.")
    except ValueError as error:
        faults.append(f"army.date: {error}")
    if len({source.id for source in army.sources}) < len(army.sources):
        faults.append("army.sources: two sources have the same id.")
    return faults


def _tidy(element: E, path: str, faults: list[str], problems: list[Problem]) -> E:
    for text in (element.name, element.commander, element.note):
        _note_hidden(path, text, problems)
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
        changes["throws"] = tuple(_tidy_rating(rating) for rating in element.throws)
    if isinstance(element, Corps):
        codes.append(element.command_nation)
    tidy = structs.replace(element, **changes)
    faults += [f"{path}: {fault}" for fault in element_faults(tidy)]
    faults += [f"{path}: “{c}” is not a known nation." for c in codes if c and c not in nations()]
    return tidy


def _tidy_rating(rating: Throw) -> Throw:
    return structs.replace(rating, rule=one_line(rating.rule), by=one_line(rating.by), at=one_line(rating.at))
