"""Battles as files: whole ones come back as they were, and whatever is wrong with one is said with its line."""

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.engine import codec, registry
from battles.engine.battle_file import MOST_BYTES, MOST_ENTRIES, MOST_LINE, read, write
from battles.engine.codec import Unreadable
from battles.engine.core import Outcome
from battles.engine.record import Battle
from battles.engine.replay import verify
from tests.engine.race_battles import SECRET, half, raced
from tests.engine.toy import Pick, Race, load

DATA = Path(__file__).parent / "data"
OLD = (DATA / "race.v1.battle").read_bytes()
SAMPLE = write(read(OLD, load))
WHOLE = write(raced())


def edited(line: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The sample with the record of a line, from 1, changed."""
    lines = SAMPLE.splitlines()
    record = json.loads(lines[line - 1])
    change(record)
    lines[line - 1] = json.dumps(record, ensure_ascii=False).encode()
    return b"\n".join(lines) + b"\n"


def unreadable(content: bytes, **given: Any) -> str:
    with pytest.raises(Unreadable) as wrong:
        read(content, **{"load": load, **given})
    return str(wrong.value)


@pytest.mark.parametrize("record", [raced(), half()], ids=["ended", "going on"])
def test_a_battle_comes_back_from_its_file_as_it_was(record: Any) -> None:
    battle = read(write(record), load)
    assert battle == record.battle()
    assert write(battle) == write(record)


def test_a_battle_is_written_into_a_file_too() -> None:
    file = io.BytesIO()
    assert write(half(), file) == file.getvalue()


def test_a_file_has_a_header_and_then_a_line_for_each_entry() -> None:
    header, *entries = (json.loads(line) for line in SAMPLE.splitlines())
    assert (header["format"], header["v"], header["system"]) == ("muster.battle", 3, "race")
    assert header["players"] == {"a": "Alice", "b": "Bob"}
    assert [entry["n"] for entry in entries] == list(range(len(entries)))


def test_the_file_of_a_battle_that_goes_on_tells_no_secret() -> None:
    assert b'"secret":null' in write(half())
    assert SECRET.hex().encode() not in write(half())
    assert SECRET.hex().encode() in WHOLE


@pytest.mark.parametrize(
    ("name", "version", "entries"),
    [
        ("race.v1", 1, 15),
        ("easy_napoleonics.v1", 1, 66),
        ("race.v2", 2, 8),
        ("easy_napoleonics.v2", 2, 61),
        ("race.v3", 3, 8),
    ],
)
def test_the_stored_battles_of_every_version_load_for_ever(name: str, version: int, entries: int) -> None:
    content = (DATA / f"{name}.battle").read_bytes()
    battle = read(content, load if name.startswith("race") else registry.load)
    assert json.loads(content.splitlines()[0])["v"] == version
    assert len(battle.entries) == entries
    assert verify(battle) == []


def test_a_battle_that_was_taken_back_and_resigned_comes_back_from_its_file() -> None:
    record = half()
    record.undo_to("a", 2)
    record.play("b", Pick(pace=0))
    record.end("b", Outcome("a", "resigned", ""))
    battle = read(write(record), load)
    assert battle == record.battle()
    assert [(entry.back, entry.ended) for entry in battle.entries[4:]] == [
        (2, None),
        (None, None),
        (None, Outcome("a", "resigned", "")),
    ]
    assert battle.header.secret == SECRET.hex()
    assert verify(battle) == []


def test_an_entry_of_version_one_takes_nothing_back() -> None:
    content = OLD.replace(b'{"n":2,', b'{"n":2,"back":1,')
    assert unreadable(content) == (
        "Line 4: It is not a valid version 1 of muster.battle/entry: ValueError: it had no back."
    )


def test_the_rules_of_an_entry_of_version_two_are_not_corrected() -> None:
    content = (DATA / "race.v2.battle").read_bytes()
    content = content.replace(b'{"n":2,', b'{"n":2,"rules":{"before":1,"after":2},')
    assert unreadable(content) == (
        "Line 4: It is not a valid version 2 of muster.battle/entry: ValueError: it had no rules."
    )


def test_a_file_of_an_old_version_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(codec.UPCASTERS, ("muster.battle", 1), lambda old: {**old, "title": old["title"].upper()})
    monkeypatch.setitem(codec.UPCASTERS, ("muster.battle/entry", 1), lambda old: {**old, "hash": "0" * 32})
    battle = read(OLD, load)
    assert (battle.header.v, battle.header.title) == (3, "THE FOOT RACE")
    assert {entry.hash for entry in battle.entries} == {"0" * 32}


@pytest.mark.parametrize(
    "content",
    [
        SAMPLE.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + SAMPLE,
        SAMPLE + b"\n\n",
        SAMPLE.removesuffix(b"\n"),
        edited(1, lambda header: None),
    ],
    ids=["line ends of Windows", "byte order mark", "empty lines at the end", "no last line end", "spaces"],
)
def test_what_editors_do_to_a_file_does_no_harm(content: bytes) -> None:
    assert read(content, load) == read(SAMPLE, load)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda h: h.update(v=4), "Line 1, at $.v: It is version 4 of muster.battle, made by a newer Muster"),
        (lambda h: h.update(v="1"), "Line 1, at $.v: The version of a muster.battle is a whole number"),
        (lambda h: h.update(v=True), "Line 1, at $.v: The version of a muster.battle is a whole number"),
        (lambda h: h.update(v=0), "Line 1, at $.v: The version of a muster.battle is a whole number"),
        (lambda h: h.pop("v"), "Line 1, at $.v: The version of a muster.battle is a whole number"),
        (lambda h: h.update(format="muster.army"), "Line 1, at $.format: This is not a battle file"),
        (lambda h: h.pop("format"), "Line 1, at $.format: This is not a battle file"),
        (lambda h: h.update(system="chess"), "Line 1, at $.system: There is no rule system “chess”"),
        (lambda h: h.pop("system"), "Line 1, at $.system: There is no rule system “”"),
        (lambda h: h["setup"].update(fog="on"), "Line 1, at $.setup: Object contains unknown field fog."),
        (lambda h: h["setup"].update(jostling="maybe"), "Line 1, at $.setup.jostling: Invalid enum value 'maybe'."),
        (lambda h: h["setup"].update(goal=0), "Line 1, at $.setup: goal: A race goes to 1 step or more"),
        (lambda h: h.update(secret="xyz"), "Line 1, at $.secret: Expected str matching regex"),
        (lambda h: h.update(salts=["0g"]), "Line 1, at $.salts[0]: Expected str matching regex"),
        (lambda h: h["players"].update(c="Carol"), "Line 1, at $.players: A battle of race has no side “c”."),
        (lambda h: h.update(weather="rain"), "Line 1: Object contains unknown field weather."),
    ],
)
def test_a_wrong_header_is_said_with_its_place(change: Callable[[dict[str, Any]], object], words: str) -> None:
    assert unreadable(edited(1, change)).startswith(words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda e: e.update(n=-1), "Line 4, at $.n: Expected int >= 0."),
        (lambda e: e.pop("n"), "Line 4: Object missing required field n."),
        (lambda e: e.pop("hash"), "Line 4, at $.hash: The entry has no hash."),
        (lambda e: e.update(hash="beef"), "Line 4, at $.hash: Expected str matching regex"),
        (lambda e: e["action"].update(kind="fly"), "Line 4, at $.action.kind: Invalid value 'fly'."),
        (lambda e: e["action"].update(pace="fast"), "Line 4, at $.action.pace: Expected int, got str."),
        (lambda e: e["action"].update(speed=3), "Line 4, at $.action: Object contains unknown field speed."),
        (lambda e: e["events"][0].update(kind="flown"), "Line 4, at $.events[0].kind: Invalid value 'flown'."),
        (
            lambda e: e["rolls"][0].update(faces=[7]),
            "Line 4, at $.rolls[0]: A D6 shows 1 to 6; the roll for RACE-RUN-01 has a 7.",
        ),
        (lambda e: e["rolls"][0].update(source="luck"), "Line 4, at $.rolls[0].source: Invalid enum value 'luck'."),
        (lambda e: e.update(back=-1), "Line 4, at $.back: Expected int >= 0."),
        (lambda e: e.update(back=2), "Line 4, at $.back: Entry 2 must return to an earlier entry, not to 2."),
        (lambda e: e.update(ended="a"), "Line 4, at $.ended: Expected object | null, got str."),
        (lambda e: e.update(note="!"), "Line 4: Object contains unknown field note."),
    ],
)
def test_a_wrong_entry_is_said_with_its_place(change: Callable[[dict[str, Any]], object], words: str) -> None:
    assert unreadable(edited(4, change)).startswith(words)


LINES = SAMPLE.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty."),
        (b" \n\n", "The file is empty."),
        (SAMPLE[:-20], "Line 16: The file is cut off here. It is cut off before its end."),
        (SAMPLE[:100], "Line 1: It is cut off before its end."),
        (b"".join([*LINES[:3], b"\n", *LINES[3:]]), "Line 4: The line is empty."),
        (b"".join([*LINES[:3], b"what?\n", *LINES[3:]]), "Line 4: JSON is malformed: invalid character (byte 0)."),
        (SAMPLE.replace(b'"n":2,', b'"n":2,"n":2,'), "Line 4: The key “n” appears twice."),
        (SAMPLE.replace(b'"v":3,', b'"v":3,"v":3,'), "Line 1: The key “v” appears twice."),
        (SAMPLE.replace(b'"goal":6', b'"goal":6,"goal":6'), "Line 1: The key “goal” appears twice."),
        (SAMPLE.replace(b"Alice", b"Al\xffce"), "Line 1: It is not text in UTF-8."),
        (LINES[0] + b"\xc3(\n", "Line 2: It is not text in UTF-8."),
        (SAMPLE.decode().encode("utf-16"), "Line 1: It is not text in UTF-8."),
        (gzip.compress(SAMPLE), "The file is compressed (gzip); unpack it first."),
        (b"PK\x03\x04 and so on", "The file is compressed (zip); unpack it first."),
        (b"[]", "Line 1: Expected object, got array."),
        (b"\x00" * 100, "Line 1: JSON is malformed"),
        (LINES[0] + b"[" * 100_000, "Line 2: The file is cut off here. Expected object, got array."),
        (LINES[0] + b'{"x":' * 100_000 + b"\n", "Line 2: "),
        (LINES[0] + b"9" * 5000 + b"\n", "Line 2: Number out of range."),
        (b'{"format":"muster.battle","v":' + b"9" * 5000 + b"}", "Line 1, at $.v: Integer value out of range."),
    ],
)
def test_a_damaged_file_is_said_with_its_place(content: bytes, words: str) -> None:
    assert unreadable(content).startswith(words)


def test_a_file_has_limits() -> None:
    assert unreadable(b" " * (MOST_BYTES + 1)) == "A battle file has at most 20,000,000 bytes; this one has 20,000,001."
    assert unreadable(LINES[0] + b"{}\n" * (MOST_ENTRIES + 1)).endswith("100,000 entries; this one has 100,001.")
    long = b'{"n":"' + b"x" * MOST_LINE + b'"}\n'
    assert unreadable(LINES[0] + long) == "Line 2: A line has at most 1,000,000 bytes; this one has 1,000,008."


def test_rules_that_break_on_a_setup_make_it_unreadable() -> None:
    class Breaking(Race):
        def start(self, setup: Any) -> Any:
            raise KeyError("goal")

    words = unreadable(SAMPLE, load=lambda key: Breaking())
    assert words == "Line 1, at $.setup: The rules raised an error on this set-up: KeyError: 'goal'."


def test_the_systems_of_the_engine_are_asked_without_another_list() -> None:
    with pytest.raises(Unreadable, match=r"Line 1, at \$.system: There is no rule system"):
        read(SAMPLE)


def checked(content: bytes) -> None:
    """Whatever the content, it is read and checked, or it is unreadable."""
    try:
        battle = read(content, load)
    except Unreadable:
        return
    assert isinstance(battle, Battle)
    verify(battle)


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None, database=None, derandomize=True)
def test_no_bytes_break_the_reader(content: bytes) -> None:
    checked(content)
    checked(LINES[0] + content)


@given(st.data())
@settings(max_examples=300, deadline=None, database=None, derandomize=True)
def test_no_damage_breaks_the_reader(data: st.DataObject) -> None:
    content = bytearray(SAMPLE)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        length = data.draw(st.integers(0, 6))
        content[start : start + length] = data.draw(st.sampled_from(b'0 1 9 - " { } [ ] , : null true 1e9 \n'.split()))
    checked(bytes(content))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, part in parts for place in places(part, (*path, name)))]


@given(st.data())
@settings(max_examples=150, deadline=None, database=None, derandomize=True)
def test_no_value_in_the_place_of_another_breaks_the_reader(data: st.DataObject) -> None:
    lines = SAMPLE.splitlines()
    number = data.draw(st.integers(0, 6))
    record = json.loads(lines[number])
    *way, last = data.draw(st.sampled_from([place for place in places(record) if place]))
    inner = record
    for name in way:
        inner = inner[name]
    inner[last] = data.draw(VALUES | st.integers(-2, 9) | st.sampled_from(["a", "b", "seed", "manual", "pick"]))
    lines[number] = json.dumps(record).encode()
    checked(b"\n".join(lines))
