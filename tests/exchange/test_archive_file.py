"""The archive as a file: what is written is read, and what is none of ours is refused in a sentence."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from armies.exchange import Unreadable, limits
from armies.exchange.archive_file import Archive, Entry, History, Holding, Kept, Mapping, Past, packed, unpacked
from armies.rules.facts import Army, Unit

ARMY = Army(name="French", nation="FR", children=(Unit(name="24e", type="line_infantry", quality="guard"),))
PAST = Past(1, "base", "As it was made.", {"": [None, {"name": "French"}]}, None, "alice", "2026-01-02T03:04:05+00:00")
ENTRY = Entry("French", "abc", "private", 3, "armies/0001.json", "history/0001.json", "pasted")
WHOLE = Archive(
    "2026-01-02T03:04:05+00:00",
    "alice",
    (Kept(ENTRY, ARMY, History(("u1",), (PAST,))),),
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
    members = parts(packed(WHOLE))
    members[name] = json.dumps(change(json.loads(members[name]))).encode()
    return zipped(members)


def bad(data: bytes) -> str:
    with pytest.raises(Unreadable) as error:
        unpacked(data)
    return str(error.value)


def test_an_archive_comes_back_as_it_was() -> None:
    assert unpacked(packed(WHOLE)) == WHOLE
    assert packed(unpacked(packed(WHOLE))) == packed(WHOLE)
    empty = Archive("", "alice", ())
    assert unpacked(packed(empty)) == empty


def test_it_may_be_packed_anew_with_what_a_system_adds() -> None:
    assert unpacked(zipped(parts(packed(WHOLE)) | {"__MACOSX/._manifest.json": b"x", ".DS_Store": b""})) == WHOLE


@pytest.mark.parametrize("name", ["../evil.json", "/etc/passwd", "a/../../b", "C:evil", "a\\b", "..", "x\ny"])
def test_paths_that_lead_out_are_refused(name: str) -> None:
    assert "which leads out of it" in bad(zipped(parts(packed(WHOLE)) | {name: b"x"}))


def test_bombs_and_crowds_are_refused_before_they_are_unpacked() -> None:
    members = parts(packed(WHOLE))
    assert "grows more than 250 times" in bad(zipped(members | {"armies/0001.json": b" " * 30_000_000}))
    assert "at most 150,000,000" in bad(zipped(members | {f"{n}.json": b" " * 40_000_000 for n in range(4)}))
    assert "at most 2,020 are read" in bad(zipped(members | {f"x/{n}": b"" for n in range(2_100)}))
    assert "at most 5,000,000 are read" in bad(b"PK\x03\x04" + b"0" * 5_000_000)


def test_what_is_no_archive_is_called_so() -> None:
    assert bad(b"Army: x\n") == "This is not a ZIP file. Send the archive that Muster made, as it is."
    assert "cut off" in bad(packed(WHOLE)[:-40])
    assert "cut off" in bad(packed(WHOLE)[:400])
    assert "no manifest.json on top" in bad(zipped({"x.txt": b"x"}))
    assert "no manifest.json on top" in bad(zipped({f"muster/{n}": d for n, d in parts(packed(WHOLE)).items()}))


def test_damage_inside_is_found() -> None:
    data = bytearray(packed(WHOLE))
    at = data.find(b"armies/0001.json") + len("armies/0001.json") + 20
    data[at] ^= 0xFF
    assert "armies/0001.json in it cannot be unpacked" in bad(bytes(data))


def test_two_files_of_one_name_are_refused() -> None:
    out = io.BytesIO(packed(WHOLE))
    with zipfile.ZipFile(out, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("manifest.json", b"{}")
    assert "two files of one name" in bad(out.getvalue())


def with_(**values: Any) -> Callable[[Any], Any]:
    return lambda found: {**found, **values}


def in_past(**values: Any) -> Callable[[Any], Any]:
    return lambda found: {**found, "changes": [{**found["changes"][0], **values}]}


def in_entry(**values: Any) -> Callable[[Any], Any]:
    return lambda found: {**found, "armies": [{**found["armies"][0], **values}]}


@pytest.mark.parametrize(
    ("member", "change", "sentence"),
    [
        ("manifest.json", with_(format="zip"), "is of the format “zip”"),
        ("manifest.json", with_(schema_version=2), "this program reads 1. A newer program made it."),
        ("manifest.json", with_(schema_version=0), "is of version 0"),
        ("manifest.json", with_(more=1), "does not hold what it should"),
        ("manifest.json", lambda _: [], "does not hold what it should"),
        ("manifest.json", in_entry(version=0), "has the version 0"),
        ("manifest.json", in_entry(visibility="all"), "does not hold what it should"),
        ("manifest.json", in_entry(file="armies/0002.json"), "holds no file armies/0002.json"),
        ("manifest.json", in_entry(history="armies/0001.json"), "names one file twice"),
        ("manifest.json", in_entry(origin="x" * 301), "may have 300 characters"),
        ("manifest.json", lambda m: {**m, "armies": m["armies"] * 1_001}, "may hold 1,000 armies; this holds 1,001"),
        ("armies/0001.json", with_(format="x"), "“French”, armies/0001.json: "),
        ("armies/0001.json", with_(checksum="0"), "The checksum does not fit"),
        ("history/0001.json", with_(changes=[]), "has 0 entries"),
        ("history/0001.json", with_(ids=[1]), "history/0001.json in the archive: "),
        ("history/0001.json", in_past(number=9), "is not in order"),
        ("history/0001.json", in_past(number=0), "is not in order"),
        ("history/0001.json", in_past(words="x" * 401), "a text that is too long"),
        ("history/0001.json", in_past(undoes=1), "takes back an entry that is not there"),
        ("history/0001.json", in_past(difference={"": [None]}), "that is not a difference"),
        ("history/0001.json", in_past(difference={"x" * 65: [None, None]}), "that is not a difference"),
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
    assert bad(zipped(parts(packed(WHOLE)) | {member: data})).endswith(".")


def test_a_long_history_is_refused() -> None:
    past = tuple(structs.replace(PAST, number=n) for n in range(1, limits.MAX_HISTORY + 2))
    kept = Kept(structs.replace(ENTRY, version=9_999), ARMY, History(("u1",), past))
    assert "has 5,001 entries; it may have 1 to 5,000" in bad(packed(structs.replace(WHOLE, armies=(kept,))))
