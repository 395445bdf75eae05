"""Lines about a position: what is listed, refused, forecast and shown, and what follows."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, get_args, get_type_hints
from zlib import crc32

from msgspec import Struct
from msgspec.structs import fields, replace

from battles.engine.codec import encode
from battles.engine.dice import SeededDice
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM

SHOWN = 3
"""Values of a list that are kept as they are; of all of it a sum is kept."""


def short(value: Any) -> str:
    """A value as the record writes it, without the signs that every value has."""
    return encode(value).decode().replace('"', "").replace("kind:", "")


def listed(values: Iterable[Any]) -> str:
    """How many, the first ones and the last, and a sum of all."""
    found = [short(value) for value in values]
    if len(found) <= SHOWN + 1:
        return " ".join(found)
    return f"{' '.join(found[:SHOWN])} ... {found[-1]} ({len(found)}, {crc32(' '.join(found).encode()):08x})"


def lists(state: State) -> Iterator[str]:
    """Everything that may be done."""
    for side in turn.deciders(state):
        yield f"{side}: {SYSTEM.ui.question(SYSTEM.secrets.view(state, side), side)}"
        for option in turn.options(state, side):
            more = "" if option.complete else f" {short(option.domains)}{len(option.outline)}"
            seldom = ", seldom" if option.seldom else ""
            yield f"{option.kind} {option.actor}{more}{seldom}: {listed(option.actions)}"


def samples(state: State, *places: int) -> Iterator[tuple[str, Any]]:
    """The first and the last action of each option, or those at ``places``, with who may take it."""
    for side in turn.deciders(state):
        for option in turn.options(state, side):
            actions = list(option.actions)
            for number in dict.fromkeys(place % len(actions) for place in places or (0, -1)):
                yield side, actions[number]


WORDS: dict[str, tuple[str | int, ...]] = {
    "anchor": ("", "left", "front"),
    "side": ("", "right", "rear", "front"),
    "to": ("column", "solid_square", "skirmish_line"),
    "formation": ("column", "skirmish_line", "battery"),
    "face": ("front", "rear"),
    "bridge": ("", "bridge", "river"),
    "road": ("lane", "river"),
    "defend": ("landmark",),
    "structure": ("landmark", "barn", "wood"),
    "bearing": (0, 2700),
    "pivot": (0, 901),
}
"""What else stands in the fields of actions that are words, or nothing."""


def changed(action: Any, state: State) -> Iterator[tuple[str, Any]]:
    """An action with one of its values one more, one less, or another one."""
    for each in fields(action):
        value = getattr(action, each.name)
        others: list[Any] = []
        if isinstance(value, Struct):
            for name, other in changed(value, state):
                yield f"{each.name}.{name}", replace(action, **{each.name: other})
        elif isinstance(value, bool):
            others = [not value]
        elif isinstance(value, str) or value is None:
            others = [word for word in WORDS.get(each.name, ()) if word != value]
        elif isinstance(value, tuple) and value and isinstance(value[-1], int):
            others = [(*value[:-1], value[-1] + 1), (*value[:-1], value[-1] + 300), (*value[:-1], value[-1] - 300)]
        elif isinstance(value, int):
            past = {"stand": len(state.stands), "brigade": len(state.brigades), "division": len(state.divisions)}
            whose = "unit", "target", "enemy", "battery", "square"
            far = past.get(each.name, len(state.units) if each.name in whose else value + 700)
            others = [value + 1, value - 1, far] if value else [value + 1, far]
        for other in others:
            yield f"{each.name} {other}", replace(action, **{each.name: other})


def refusals(state: State) -> Iterator[str]:
    """Why what is nearly listed may not be done, each kind of action once; ``may`` where it may be."""
    seen = set()
    for side, action in samples(state):
        kind = type(getattr(action, "move", None) or action)
        if kind in seen or not fields(action):
            continue
        seen.add(kind)
        row, before = [], ""
        for name, other in changed(action, state):
            found = turn.refuse(state, side, other)
            told = f"{found.rule} {found.sentence}" if found else "may"
            row.append(f"{name}: {told}" if told != before else name)
            before = told
        yield f"{short(action)}: " + " | ".join(row)


def differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """What of a state is another value, by its path."""
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            if one != other:
                yield from differences(one, other, f"{path}{number}.")
    elif isinstance(before, Struct) and type(before) is type(after):
        for each in fields(before):
            one, other = getattr(before, each.name), getattr(after, each.name)
            if one != other:
                yield from differences(one, other, f"{path}{each.name}.")
    else:
        yield f"{path[:-1]}={short(after)}"


def follows(state: State) -> Iterator[str]:
    """What comes of the last action of each option with the same dice every time."""
    return _followed(state, -1)


def follows_else(state: State) -> Iterator[str]:
    """What comes of the first action of each option with other dice."""
    return _followed(state, 0)


def _followed(state: State, place: int) -> Iterator[str]:
    """The kinds of events, and what is other than before."""
    for side, action in samples(state, place):
        play = turn.decide(state, side, action, SeededDice(bytes(range(32)), place % 2))
        told = ",".join(str(event.__struct_config__.tag) for event in play.events)
        yield f"{short(action)}: {told}: {' '.join(differences(state, play.state))}"


def foretold(state: State) -> Iterator[str]:
    """The odds of each action that dice hang on."""
    for side, action in samples(state, 0):
        found = SYSTEM.odds.forecast(SYSTEM.secrets.view(state, side), side, action)
        if found:
            yield short(action)
        for each in found:
            chances = ", ".join(f"{row.what} {float(row.share):.4f}{_mark(row.good)}" for row in each.chances)
            sums = "; ".join(
                f"{row.what}: {' '.join(f'{one.value:+} {one.rule}' for one in row.modifiers)} = {row.result}"
                for row in each.sums
            )
            yield f"  {each.title} ({each.rule}{'' if each.whole else ', in part'}): {chances} / {sums}"


def aims(state: State) -> Iterator[str]:
    """What each action points at."""
    for side, action in samples(state):
        aim = SYSTEM.ui.target(SYSTEM.secrets.view(state, side), action)
        yield f"{short(action)}: {aim.actor} {aim.others} {aim.areas} {aim.targets} {aim.turn} {aim.how}"


def _mark(good: bool | None) -> str:
    return "" if good is None else "+" if good else "-"


def reaches(state: State) -> Iterator[str]:
    """What is shown about each block: the words, and the outline as steps."""
    for side in turn.deciders(state)[:1]:
        seen = SYSTEM.secrets.view(state, side)
        keys = [f"unit {n}" for n in range(len(state.units))] + [f"stand {n}" for n in range(len(state.stands))]
        for key in keys:
            for each in SYSTEM.ui.reach(seen, key):
                line = tuple(each.outline)
                steps = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(line))
                outline = f"{line[:2]} {len(line)} {steps:.0f} {crc32(short(line).encode()):08x}"
                yield f"{key} {each.kind} {each.name}, {each.words}: {outline}"


# The same with marks, with other options, and what is said of it

MARKS: tuple[dict[str, Any], ...] = (
    {"blue": "disorder"},
    {"blue": "reaction"},
    {"yellow": True},
    {"white": True},
    {"idle": True},
    {"mute": True},
    {"fired": True},
    {"manoeuvred": True},
    {"reacted": True},
    {"charged": True},
    {"stood": True},
    {"tried_square": True},
    {"broke_through": True},
    {"turned": 900},
    {"turned": 901},
    {"turned": 450},
    {"turned": 451},
    {"points": 1},
    {"command": "out"},
    {"command": "cautious"},
    {"crew_in": 0},
    {"where": "destroyed"},
    {"where": "waiting"},
)


def marked(state: State) -> Iterator[str]:
    """The rule that bars each kind of action of a unit that has a mark, or no longer has the one that it needs."""
    seen = set()
    for side, action in samples(state, 0):
        number, kind = getattr(action, "unit", None), type(getattr(action, "move", None) or action)
        if number is None or kind in seen:
            continue
        seen.add(kind)
        row = []
        for mark in MARKS:
            unit = state.units[number]
            changes = {name: not getattr(unit, name) if value is True else value for name, value in mark.items()}
            found = turn.refuse(unit_with(state, number, **changes), side, action)
            if found is not None:
                row.append(f"{short(changes)} {found.rule}{len(found.sentence)}")
        yield f"{short(action)}: {' '.join(row)}"


def other_options(state: State) -> Iterator[str]:
    """Which option changes what is listed or refused, with a sum of it."""
    usual = [*lists(state), *refusals(state)]
    setup = state.setup
    for name, hint in get_type_hints(type(setup.rules.options)).items():
        now = getattr(setup.rules.options, name)
        for value in (not now,) if isinstance(now, bool) else get_args(hint) if isinstance(now, str) else ():
            options = replace(setup.rules.options, **{name: value})
            other = replace(state, setup=replace(setup, rules=replace(setup.rules, options=options)))
            if value != now and turn.deciders(other):
                lines = [*lists(other), *refusals(other)]
                if lines != usual:
                    changes = [line for line in lines if line not in usual]
                    yield f"{name}={value}: {len(changes)} of {len(lines)}, {crc32(' '.join(lines).encode()):08x}"


def said(state: State) -> Iterator[str]:
    """The stages, the score, what options and actions are called, what standing orders settle, and deeds."""
    for side in turn.deciders(state):
        seen = SYSTEM.secrets.view(state, side)
        yield " ".join(f"{stage.name} {stage.when} {stage.task}".strip() for stage in SYSTEM.ui.stages(seen))
        yield f"{SYSTEM.text.side_name(state, side)}: {SYSTEM.text.score(state)} {SYSTEM.outcome(state)}"
        options = SYSTEM.options(state, side)
        yield " | ".join(SYSTEM.text.offer(state, option) for option in options)
        for name, spec in SYSTEM.ui.standing_orders.items():
            for value in spec.allowed:
                found = SYSTEM.ui.ordered(seen, side, options, {name: value})
                if found is not None:
                    yield f"{name} {value}: {short(found)}"
    for side, action in samples(state, 0):
        play = turn.decide(state, side, action, SeededDice(bytes(range(32)), 0))
        found = [deed for event in play.events for deed in SYSTEM.ui.highlights(event)]
        if found:
            yield f"{SYSTEM.text.choice(state, action)}: {listed(found)}"
