"""Expected text beside the tests, to be read line by line against the rulebook when it changes."""

import sys
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

FOLDER = Path(__file__).parents[1] / "kept"
SOURCES = {
    "books": "tracker.test_page",
    "questions": "tracker.test_questions",
    "notes": "tracker.test_sentences",
    "pictures": "ui.test_scene",
    "boards": "notation.test_board",
    "events": "words.test_sentences",
    "choices": "notation.test_actions",
    "drawings": "drafting.test_forms",
    "scatters": "setup.test_random_terrain",
}
"""The module that has the lines of each file."""


def kept(name: str) -> list[str]:
    """The lines that are kept of a name."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def told(value: Any) -> str:
    """A value in one line: of a struct what is not as usual, by name."""
    if isinstance(value, Struct):
        return f"{type(value).__name__}({', '.join(_facts(value))})"
    if isinstance(value, tuple | list | set | frozenset):
        return f"[{' '.join(told(each) for each in (sorted(value) if isinstance(value, set | frozenset) else value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} {told(each)}' for key, each in value.items())}}}"
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, str):
        return f"“{value}”" if not value or " " in value or "," in value else value
    return str(value)


def _facts(value: Struct) -> Iterator[str]:
    for each in fields(value):
        found = getattr(value, each.name)
        if each.required or found != each.default:
            yield f"{each.encode_name}={told(found)}"


def differing(first: Iterable[str], then: Iterable[str]) -> list[str]:
    """The lines of ``then`` that ``first`` has not."""
    known = set(first)
    return [line for line in then if line not in known]


def changes(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """What is otherwise in one value than in another of its kind, part by part."""
    if before == after:
        return
    if isinstance(before, Struct) and type(before) is type(after):
        for name in before.__struct_fields__:
            yield from changes(getattr(before, name), getattr(after, name), f"{path}.{name}" if path else name)
    elif isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from changes(one, other, f"{path} {number}")
    else:
        yield f"{path}: {told(before)} to {told(after)}"


def main(names: list[str]) -> None:
    """Write files anew."""
    for name in names or SOURCES:
        lines: Callable[[], list[str]] = import_module(f"tests.rules.mini_nap.{SOURCES[name]}").lines
        (FOLDER / f"{name}.txt").write_text("\n".join(lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
