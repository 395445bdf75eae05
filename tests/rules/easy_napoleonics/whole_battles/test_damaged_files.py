"""Damaged battle files: each is read and checked to a sentence, and none breaks anything."""

import json
from contextlib import nullcontext, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as some

from battles.engine.battle_file import read
from battles.engine.codec import Unreadable
from battles.engine.record import Battle
from battles.engine.replay import Problem, battle_log, states, verify
from battles.management.arguments import Fault

FOLDER = Path(__file__).parents[3] / "playthroughs" / "easy_napoleonics"
KEPT = (FOLDER / "objective.battle").read_bytes()
LINES = [json.loads(line) for line in KEPT.splitlines()]
HEAD = b"\n".join(KEPT.splitlines()[:12]) + b"\n"
"""The first entries of a battle: long enough for fire."""

ODD = (
    None,
    True,
    -1,
    0,
    1,
    7,
    10**6,
    2**63,
    -(2**64),
    1.5,
    "",
    "a",
    "c",
    "\u0000",
    "line",
    "done",
    [],
    [[]],
    {},
    [1, 2],
)


def spoilt(count: int) -> Any:
    return settings(
        max_examples=count, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )


def readable(content: bytes) -> Battle | None:
    try:
        return read(content)
    except Unreadable:
        return None


def looked_into(content: bytes) -> list[Problem] | None:
    """What is wrong with a battle; None where it cannot be read. Neither its states nor its log break."""
    battle = readable(content)
    if battle is None:
        return None
    problems = verify(battle)
    assert all(problem.sentence for problem in problems)
    for told in (states(battle), battle_log(battle), battle_log(battle, viewer="a")):
        whole = problems == []
        with nullcontext() if whole else suppress(Unreadable):
            list(told)
    return problems


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a value of JSON."""
    found = [path]
    if isinstance(value, dict):
        return found + [place for name, part in value.items() for place in places(part, (*path, name))]
    if isinstance(value, list):
        return found + [place for number, part in enumerate(value) for place in places(part, (*path, number))]
    return found


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """``value`` with another part at a place; with ``new`` an empty tuple, without it."""
    if not path:
        return new
    copy = value.copy()
    name, rest = path[0], path[1:]
    if not rest and new == ():
        del copy[name]
    else:
        copy[name] = changed(copy[name], rest, new)
    return copy


def written(lines: list[Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_the_battle_that_is_spoilt_is_whole() -> None:
    assert looked_into(KEPT) == []


@spoilt(50)
@given(some.binary(max_size=400))
@example(b"")
@example(b"\n\n")
@example(b'{"format": "muster.battle"}')
def test_any_bytes_are_no_battle(content: bytes) -> None:
    assert looked_into(content) is None


@spoilt(100)
@given(some.data())
def test_bytes_changed_anywhere_break_nothing(data: Any) -> None:
    at = data.draw(some.integers(0, len(HEAD) - 1))
    length = data.draw(some.sampled_from((0, 1, 1, 2, 30)))
    new = data.draw(some.binary(max_size=3))
    content = HEAD[:at] + new + HEAD[at + length :]
    looked_into(content)


def _by_name(value: Any, found: dict[Any, list[Any]]) -> None:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        known = found.setdefault(name, [])
        if part not in known:
            known.append(part)
        _by_name(part, found)


ALIKE: dict[Any, list[Any]] = {}
"""What stands under each name anywhere in the battle."""
_by_name(LINES, ALIKE)


@spoilt(100)
@given(some.data())
def test_parts_changed_anywhere_are_found_out_or_unreadable(data: Any) -> None:
    number = data.draw(some.sampled_from((0, *range(len(LINES)))))
    path = data.draw(some.sampled_from(places(LINES[number])))
    new = data.draw(some.sampled_from([*ODD, ()]) | some.sampled_from(ALIKE.get(path[-1], ODD) if path else ODD))
    lines = [changed(line, path, new) if place == number and path else line for place, line in enumerate(LINES)]
    content = written(lines)
    problems = looked_into(content)
    same = number == 0 or readable(content) == read(KEPT)
    assert same or problems is None or problems, (number, path, new)


@spoilt(30)
@given(some.integers(1, len(LINES) - 1), some.integers(1, len(LINES) - 1), some.sampled_from(("drop", "swap", "twice")))
def test_entries_that_are_moved_are_found_out(one: int, two: int, how: str) -> None:
    lines = list(LINES)
    if how == "drop":
        del lines[one]
    elif how == "swap":
        assume(one != two)
        lines[one], lines[two] = lines[two], lines[one]
    else:
        lines.insert(two, lines[one])
    problems = looked_into(written(lines))
    assert problems is None or problems


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.battle")))
def test_a_battle_cut_off_after_any_entry_says_that_it_has_no_end(name: str) -> None:
    whole = (FOLDER / name).read_bytes().splitlines(keepends=True)
    problems = looked_into(b"".join(whole[: len(whole) // 2]))
    assert [problem.sentence for problem in problems or ()] == [
        "The secret is published, but the battle has not ended."
    ]


def test_what_cannot_be_told_is_said_in_a_sentence(tmp_path: Path) -> None:
    place, entry = next(
        (place, line)
        for place, line in enumerate(LINES)
        if any(event["kind"] == "activated" for event in line.get("events", ()))
    )
    lines = list(LINES)
    lines[place] = changed(entry, ("events", 0, "unit"), 99)
    with pytest.raises(Unreadable, match=f"Entry {entry['n']} cannot be put into words: IndexError"):
        list(battle_log(read(written(lines))))
    file = tmp_path / "spoilt.battle"
    file.write_bytes(written(lines))
    with pytest.raises(Fault, match=f"spoilt.battle: Entry {entry['n']} cannot be put into words"):
        call_command("replay_battle", str(file), stdout=StringIO())
