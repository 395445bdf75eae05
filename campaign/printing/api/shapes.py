"""Requests and answers of the API about sheets, as Structs."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

PaperKey = Literal["a4", "letter"]
Word = Annotated[str, Meta(max_length=80)]
Reader = Annotated[
    Word, Meta(description="For whom: a key of `readers`, for a packet also `all`. Empty: who may know most.")
]
Chosen = Annotated[dict[Word, Word], Meta(max_length=30)]
Kinds = Annotated[
    dict[Word, Chosen], Meta(max_length=60, description="Kinds of sheets by key, each with its choices by key.")
]


class SheetChoice(Struct, frozen=True):
    """A choice of a kind: one of `values` (key and words), or a whole number from `least` to `most`."""

    key: str
    label: str
    values: dict[str, str]
    least: int
    most: int
    usual: str
    help: str


class SheetKind(Struct, frozen=True):
    """A kind of sheet. `lack` says why it cannot be printed here; it is empty if it can.

    `usual` kinds are in a packet that names no kinds. Only its own side and the umpire get a `secret` sheet.
    """

    key: str
    title: str
    text: str
    usual: bool
    secret: bool
    lack: str
    choices: list[SheetChoice]


class SheetKinds(Struct, frozen=True):
    """The kinds of sheet for a subject, and the `readers` for whom you may print."""

    subject: str
    title: str
    system: str
    readers: dict[str, str]
    kinds: list[SheetKind]


class SheetQuery(Struct, frozen=True):
    """The sheet to print."""

    reader: Reader = ""
    paper: PaperKey = "a4"
    duplex: Annotated[bool, Meta(description="Start each sheet on a new piece of paper.")] = False
    choice: Annotated[
        tuple[Annotated[str, Meta(max_length=160)], ...],
        Meta(max_length=30, description="A choice of the kind, as `key=value`; may be repeated."),
    ] = ()


class PacketQuery(Struct, frozen=True):
    """The packet to print: the usual kinds, or those of a set-up."""

    reader: Reader = ""
    paper: PaperKey | None = None
    duplex: Annotated[bool, Meta(description="Start each sheet on a new piece of paper.")] = False
    setup: Annotated[int, Meta(ge=0, le=999_999_999, description="The id of a set-up; 0 for none.")] = 0


class PacketToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A packet to make in the background. Without `kinds` it has those of the set-up, else the usual ones.

    `changed` leaves out sheets that have not changed since your last print with the `setup`.
    """

    reader: Reader = ""
    paper: PaperKey | None = None
    duplex: bool = False
    kinds: Kinds | None = None
    setup: Annotated[int, Meta(ge=0, le=999_999_999)] = 0
    changed: bool = False


class PacketJob(Struct, frozen=True):
    """A packet in the background: `done` of `pages` are made. `file` is its address when it is done, until `ends`."""

    key: str
    title: str
    subject: str
    state: Literal["due", "claimed", "done", "failed"]
    done: int
    pages: int
    size: int
    fault: str
    troubles: list[str]
    file: str | None
    created: datetime
    ends: datetime


class PacketJobs(Struct, frozen=True):
    """Your packets, the newest first."""

    jobs: list[PacketJob]


class PrintSetupNow(Struct, frozen=True, kw_only=True):
    """A set-up. `subject` is what it prints, empty for anything; the members of `club` may use it.

    `gone` are sentences about its choices that no longer exist.
    """

    id: int
    name: str
    subject: str
    club: str
    mine: bool
    version: int
    kinds: dict[str, dict[str, str]]
    paper: str
    duplex: bool
    gone: list[str]
    updated: datetime


class PrintSetups(Struct, frozen=True):
    """The set-ups that you may use: your own and those of your clubs."""

    setups: list[PrintSetupNow]


class PrintSetupToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A set-up to create. `subject` is as in the addresses of sheets, empty for anything; `club` is a slug."""

    name: Word
    kinds: Kinds
    paper: PaperKey = "a4"
    duplex: bool = False
    subject: Annotated[str, Meta(max_length=200)] = ""
    club: Word = ""


class PrintSetupToChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new name or new choices. `version` is the version that you read; leave it out to change any version."""

    name: Word | None = None
    kinds: Kinds | None = None
    paper: PaperKey | None = None
    duplex: bool | None = None
    version: Annotated[int, Meta(ge=1, le=999_999_999)] | None = None
