"""The archive as a file: it reads back what it wrote, and refuses other files with a sentence."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from armies.exchange import Unreadable, limits
from armies.exchange.files.archive_file import (
    Archive,
    ArchivedArmy,
    Entry,
    History,
    HistoryEntry,
    Holding,
    Mapping,
    pack,
    unpack,
)
from battles.engine.armies.facts import Army, Unit

ARMY = Army(name="French", nation="FR", children=(Unit(name="24e", type="line_infantry", quality="guard"),))
PAST = HistoryEntry(
    1, "base", "As created.", {"": [None, {"name": "French"}]}, None, "alice", "2026-01-02T03:04:05+00:00"
)
ENTRY = Entry("French", "abc", "private", 3, "armies/0001.json", "history/0001.json", "pasted")
WHOLE = Archive(
    "2026-01-02T03:04:05+00:00",
    "alice",
    (ArchivedArmy(ENTRY, ARMY, History(("u1",), (PAST,))),),
    (Holding("FR", "line_infantry", 24, 144, "painted"),),
    (Mapping("0" * 64, {"0": "unit"}),),
    {"paper": "letter"},
)


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return out.getvalue()


def changed(name: str, change: Callable[[Any], Any]) -> bytes:
    """The archive with the JSON of one member changed."""
    members = parts(pack(WHOLE))
    members[name] = json.dumps(change(json.loads(members[name]))).encode()
    return zipped(members)


def bad(data: bytes) -> str:
    with pytest.raises(Unreadable) as error:
        unpack(data)
    return str(error.value)


def test_an_archive_comes_back_as_it_was() -> None:
    assert unpack(pack(WHOLE)) == WHOLE
    assert pack(unpack(pack(WHOLE))) == pack(WHOLE)
    empty = Archive("", "alice", ())
    assert unpack(pack(empty)) == empty


def test_it_may_be_packed_anew_with_what_a_system_adds() -> None:
    assert unpack(zipped(parts(pack(WHOLE)) | {"__MACOSX/._manifest.json": b"x", ".DS_Store": b""})) == WHOLE


@pytest.mark.parametrize("name", ["../evil.json", "/etc/passwd", "a/../../b", "C:evil", "a\\b", "..", "x\ny"])
def test_paths_that_lead_out_are_refused(name: str) -> None:
    assert "which leads out of it" in bad(zipped(parts(pack(WHOLE)) | {name: b"x"}))


def test_bombs_and_crowds_are_refused_before_they_are_unpacked() -> None:
    members = parts(pack(WHOLE))
    assert "grows more than 250 times" in bad(zipped(members | {"armies/0001.json": b" " * 30_000_000}))
    assert "at most 150,000,000" in bad(zipped(members | {f"{n}.json": b" " * 40_000_000 for n in range(4)}))
    assert "at most 2,020 are allowed" in bad(zipped(members | {f"x/{n}": b"" for n in range(2_100)}))
    assert "at most 5,000,000 are allowed" in bad(b"PK\x03\x04" + b"0" * 5_000_000)


def test_what_is_no_archive_is_called_so() -> None:
    assert bad(b"Army: x\n") == "This is not a ZIP file. Choose an archive that Muster made, unchanged."
    assert "cut off" in bad(pack(WHOLE)[:-40])
    assert "cut off" in bad(pack(WHOLE)[:400])
    assert "no manifest.json at its top level" in bad(zipped({"x.txt": b"x"}))
    assert "no manifest.json at its top level" in bad(zipped({f"muster/{n}": d for n, d in parts(pack(WHOLE)).items()}))


def test_damage_inside_is_found() -> None:
    data = bytearray(pack(WHOLE))
    at = data.find(b"armies/0001.json") + len("armies/0001.json") + 20
    data[at] ^= 0xFF
    assert "armies/0001.json in it cannot be unpacked" in bad(bytes(data))


def test_two_files_of_one_name_are_refused() -> None:
    out = io.BytesIO(pack(WHOLE))
    with zipfile.ZipFile(out, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("manifest.json", b"{}")
    assert "two files with the same name" in bad(out.getvalue())


def with_(**values: Any) -> Callable[[Any], Any]:
    return lambda found: {**found, **values}


def in_past(**values: Any) -> Callable[[Any], Any]:
    return lambda found: {**found, "changes": [{**found["changes"][0], **values}]}


def in_entry(**values: Any) -> Callable[[Any], Any]:
    return lambda found: {**found, "armies": [{**found["armies"][0], **values}]}


@pytest.mark.parametrize(
    ("member", "change", "sentence"),
    [
        ("manifest.json", with_(format="zip"), "has the format “zip”"),
        ("manifest.json", with_(schema_version=2), "this program reads version 1. A newer program made it."),
        ("manifest.json", with_(schema_version=0), "has version 0"),
        ("manifest.json", with_(more=1), "does not fit its format"),
        ("manifest.json", lambda _: [], "does not fit its format"),
        ("manifest.json", in_entry(version=0), "has the version 0"),
        ("manifest.json", in_entry(visibility="all"), "does not fit its format"),
        ("manifest.json", in_entry(file="armies/0002.json"), "has no file armies/0002.json"),
        ("manifest.json", in_entry(history="armies/0001.json"), "names the same file twice"),
        ("manifest.json", in_entry(origin="x" * 301), "may have at most 300 characters"),
        (
            "manifest.json",
            lambda m: {**m, "armies": m["armies"] * 1_001},
            "may have at most 1,000 armies; this one has 1,001",
        ),
        ("armies/0001.json", with_(format="x"), "“French”, armies/0001.json: "),
        ("armies/0001.json", with_(checksum="0"), "The checksum is wrong"),
        ("history/0001.json", with_(changes=[]), "has 0 entries"),
        ("history/0001.json", with_(ids=[1]), "history/0001.json in the archive: "),
        ("history/0001.json", in_past(number=9), "is not in order"),
        ("history/0001.json", in_past(number=0), "is not in order"),
        ("history/0001.json", in_past(words="x" * 401), "a text that is too long"),
        ("history/0001.json", in_past(undoes=1), "undoes an entry that it does not have"),
        ("history/0001.json", in_past(difference={"": [None]}), "with an invalid difference"),
        ("history/0001.json", in_past(difference={"x" * 65: [None, None]}), "with an invalid difference"),
        ("figures.json", lambda _: [{"nation": "FR"}], "figures.json in the archive: "),
        ("figures.json", lambda found: found * 1_001, "1,001 kinds of figures"),
        ("columns.json", lambda _: {"x": 1}, "columns.json in the archive: "),
        ("choices.json", lambda _: {"x": "y" * 121}, "A choice in the archive is too long."),
    ],
)
def test_wrong_contents_are_refused_with_their_place(member: str, change: Any, sentence: str) -> None:
    assert sentence in bad(changed(member, change))


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"null"])
@pytest.mark.parametrize("member", ["manifest.json", "armies/0001.json", "history/0001.json", "figures.json"])
def test_wrong_json_is_refused(member: str, data: bytes) -> None:
    assert bad(zipped(parts(pack(WHOLE)) | {member: data})).endswith(".")


def test_a_long_history_is_refused() -> None:
    past = tuple(structs.replace(PAST, number=n) for n in range(1, limits.MAX_HISTORY + 2))
    kept = ArchivedArmy(structs.replace(ENTRY, version=9_999), ARMY, History(("u1",), past))
    assert "has 5,001 entries; 1 to 5,000 are allowed" in bad(pack(structs.replace(WHOLE, armies=(kept,))))
