"""The scenario editor that systems share: a draft as forms with rows of text, and the changes of a draft."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.drafting import Brush, Column, Draft, Fault, Sheet, Stroke, fault_of
from battles.engine.options import echoed
from battles.engine.picture import Ground, Scene
from battles.engine.scenario_file import MOST_NAME
from battles.engine.scenarios import briefing_of

Part = dict[str, Any]
"""A scenario file, or a part of one, as decoded JSON."""

YES: Final = "yes"
DIGITS: Final = re.compile(r"[0-9]{1,6}")


def written_value(value: Any) -> str:
    """A value of the file as text: ``yes`` or nothing for a tick, words with spaces between them for a list."""
    if isinstance(value, bool):
        return YES if value else ""
    return " ".join(value) if isinstance(value, list) else str(value)


class Cell(Struct, frozen=True):
    """A column, with functions to read and write its text; `read` raises `ValueError`. ``key`` may be a path.

    ``required`` refuses an empty cell here; otherwise it is left out, and the file's reader reports what is missing.
    """

    column: Column
    read: Callable[[str], Any]
    written: Callable[[Any], str] = written_value
    required: bool = False

    @property
    def key(self) -> str:
        return self.column.key


def cell(column: Column, read: Callable[[str], Any], written: Callable[[Any], str] = written_value) -> Cell:
    """A column whose text is checked here."""
    return Cell(column, read, written, column.needed)


def unchecked(*columns: Column) -> tuple[Cell, ...]:
    """Columns whose text is left for the file's reader to refuse."""
    return tuple(Cell(column, _READERS.get(column.kind, str)) for column in columns)


def _number(typed: str) -> int | str:
    return int(typed) if DIGITS.fullmatch(typed) else typed


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "tick": lambda typed: True,
    "areas": lambda typed: typed.replace(",", " ").replace(";", " ").split(),
    "number": _number,
}


def text(key: str, label: str, *, most: int = MOST_NAME, **facts: Any) -> Cell:
    """A column of text up to ``most`` characters."""

    def read(typed: str) -> str:
        if len(typed) > most:
            raise ValueError(f"This has {len(typed):,} characters; at most {most:,} are allowed.")
        return typed

    return cell(Column(key, label, "text" if most == MOST_NAME else "long", **facts), read)


def tick(key: str, label: str, **facts: Any) -> Cell:
    """A tick box: yes or empty."""
    return cell(Column(key, label, "tick", **facts), lambda typed: True)


def choice(key: str, label: str, words: Mapping[str, str], **facts: Any) -> Cell:
    """A choice among keys, each with its words."""

    def read(typed: str) -> str:
        if typed not in words:
            raise ValueError(f"{echoed(typed)} is not a choice; choose {', '.join(words)}.")
        return typed

    return cell(Column(key, label, "choice", words=words, **facts), read)


def number(key: str, label: str, least: int, most: int, **facts: Any) -> Cell:
    """A column of whole numbers."""

    def read(typed: str) -> int:
        value = int(typed) if DIGITS.fullmatch(typed) else -1
        if not least <= value <= most:
            raise ValueError(f"Enter a whole number from {least} to {most:,}, not {echoed(typed)}.")
        return value

    return cell(Column(key, label, "number", **facts), read)


def flat(part: Part, cells: Sequence[Cell]) -> dict[str, str]:
    """The values of a part of a file as text, by column."""
    texts = {}
    for one in cells:
        value: Any = part
        for name in one.key.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        texts[one.key] = "" if value is None else one.written(value)
    return texts


def nested(row: Mapping[str, str], cells: Sequence[Cell], path: str) -> Part:
    """A row as a part of a file; empty cells are left out.

    Raises:
        SetupError: an unknown column, an empty cell that is required, or a cell that cannot be read, with its path.
    """
    if strange := sorted(set(row) - {one.key for one in cells}):
        raise SetupError(f"There is no column {echoed(strange[0])}.", path)
    part: Part = {}
    for one in cells:
        typed = row.get(one.key, "").strip()
        if not typed and not one.required:
            continue
        if not typed:
            raise SetupError("This field is required.", f"{path}.{one.key}")
        try:
            value = one.read(typed)
        except ValueError as error:
            raise SetupError(str(error), f"{path}.{one.key}") from None
        *heads, last = one.key.split(".")
        at = part
        for head in heads:
            at = at.setdefault(head, {})
        at[last] = value
    return part


class Form(NamedTuple):
    """A form of a draft: its columns, its parts of the file, and what writes other parts in their place.

    A form that does not ``grow`` has exactly one part. ``group`` is the heading over it.
    """

    title: str
    group: str
    cells: Sequence[Cell]
    parts: Sequence[Part]
    write: Callable[[list[Part]], None]
    grows: bool = True


def sheets(forms: Mapping[str, Form]) -> tuple[Sheet, ...]:
    """The forms with their rows as text."""
    return tuple(
        Sheet(
            key,
            form.title,
            form.group,
            tuple(one.column for one in form.cells),
            tuple(flat(part, form.cells) for part in form.parts),
            form.grows,
        )
        for key, form in forms.items()
    )


def fill(forms: Mapping[str, Form], key: str, rows: Sequence[Mapping[str, str]]) -> None:
    """Write these rows in one of the forms.

    Raises:
        SetupError: there is no such form or column, a wrong number of rows, or a cell that cannot be read.
    """
    form = forms.get(key)
    if form is None:
        raise SetupError(f"There is no form {echoed(key)}; the forms are {', '.join(forms)}.")
    if not form.grows and len(rows) != 1:
        raise SetupError(f"This form has one row, not {len(rows)}.", key)
    paths = [f"{key}[{index}]" for index in range(len(rows))] if form.grows else [key]
    form.write([nested(row, form.cells, path) for row, path in zip(rows, paths, strict=True)])


SIDE_NAMES: Final[Mapping[SideId, str]] = {"a": "Southern army", "b": "Northern army"}
"""Names of the sides of a new draft."""


class ScenarioEditor:
    """The scenario editor of a system, given what is its own: reading, drawing, and what brushes and forms change.

    ``read`` gives what a file holds: an object with ``setup`` and ``text``. It raises `SetupError` for a file that
    cannot be read. ``settings`` are the system's options.
    """

    settings: Any
    size_options: tuple[str, ...]

    def read(self, content: bytes) -> Any:
        """The set-up and text of a file, without the checks for play."""
        raise NotImplementedError

    def write(self, setup: Any, text: str) -> bytes:
        """The file of a set-up."""
        raise NotImplementedError

    def forms(self, file: Part) -> Mapping[str, Form]:
        """The forms of a file, by key."""
        raise NotImplementedError

    def faults(self, drawn: Any) -> Iterable[SetupError]:
        """What keeps a draft from being played."""
        raise NotImplementedError

    def misplacements(self, drawn: Any) -> Iterable[SetupError]:
        """Faults of places that are set."""
        raise NotImplementedError

    def warnings(self, setup: Any) -> tuple[str, ...]:
        """Warnings about a set-up without faults."""
        raise NotImplementedError

    def special_rules(self, setup: Any) -> Sequence[str]:
        """The scenario's own rules, in sentences."""
        raise NotImplementedError

    def palette(self, setup: Any) -> tuple[Brush, ...]:
        """The brushes for a set-up."""
        raise NotImplementedError

    def picture(self, setup: Any) -> tuple[Ground, Scene]:
        """The umpire's board at the start of the battle."""
        raise NotImplementedError

    def painted(self, setup: Any, strokes: Sequence[Stroke]) -> Any:
        """The set-up after each stroke in turn."""
        raise NotImplementedError

    def fitted(self, force: Any, setup: Any, drawn: Any) -> Any:
        """A force of ``setup`` for the board of the draft's set-up ``drawn``."""
        return force

    def checked(self, setup: Any, text: str) -> bytes:
        """The file of a draft; it is read once more, so that no unreadable file is stored."""
        content = self.write(setup, text)
        self.read(content)
        return content

    def file_of(self, drawn: Any) -> Part:
        """The file of a draft as decoded JSON."""
        file: Part = decode(self.write(drawn.setup, drawn.text))
        return file

    def reread(self, file: Part) -> bytes:
        """A file in its usual form; raises `SetupError` if it cannot be read."""
        drawn = self.read(encode(file))
        return self.write(drawn.setup, drawn.text)

    def draft(self, content: bytes) -> Draft:
        """The draft as the page shows it."""
        drawn = self.read(content)
        setup, problems = drawn.setup, tuple(self.faults(drawn))
        ground, scene = self.picture(setup)
        return Draft(
            title=setup.title,
            text=drawn.text,
            briefing=briefing_of(setup, self.special_rules(setup)),
            ground=ground,
            scene=scene,
            palette=self.palette(setup),
            sheets=sheets(self.forms(self.file_of(drawn))),
            options=self.settings.options_of(setup),
            house=self.settings.differences(setup),
            faults=tuple(map(fault_of, problems)),
            notes=() if problems else self.warnings(setup),
        )

    def paint(self, content: bytes, strokes: Sequence[Stroke]) -> bytes:
        """The draft after each stroke in turn."""
        drawn = self.read(content)
        return self.checked(self.painted(drawn.setup, strokes), drawn.text)

    def misplaced(self, content: bytes) -> tuple[Fault, ...]:
        """Faults of places that are set."""
        return tuple(map(fault_of, self.misplacements(self.read(content))))

    def fill(self, content: bytes, sheet: str, rows: Sequence[Mapping[str, str]]) -> bytes:
        """The draft with these rows in one of its forms."""
        file = self.file_of(self.read(content))
        fill(self.forms(file), sheet, rows)
        return self.reread(file)

    def set_house_rules(self, content: bytes, patch: Mapping[str, Any]) -> bytes:
        """The draft with other house rules."""
        return self.reread({**self.file_of(self.read(content)), "house": dict(patch)})

    def take_force(self, content: bytes, side: SideId, setup: Any) -> bytes:
        """The draft with the force of ``side`` from ``setup``, in the old deployment zone and with the old task."""
        drawn = self.read(content)
        a, b = (
            replace(self.fitted(new, setup, drawn.setup), zone=old.zone, task=old.task) if side == owner else old
            for owner, old, new in zip(SIDES, drawn.setup.forces, setup.forces, strict=True)
        )
        return self.checked(replace(drawn.setup, forces=(a, b)), drawn.text)
