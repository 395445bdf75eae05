"""Canonical JSON, hashes of states, and old versions of records."""

import re
import subprocess
import sys
from typing import Any

import pytest
from msgspec import Struct

from battles.engine import codec
from battles.engine.codec import Unreadable, decode, encode, state_hash, upcast
from tests.engine.toy import RACE, Pick, Setup, State


class Leaf(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    cells: dict[int, str] = {}


def test_equal_values_give_the_same_bytes_whatever_the_order_of_their_keys() -> None:
    one, other = {"b": 1, "a": {2, 1}}, {"a": {1, 2}, "b": 1}
    assert encode(one) == encode(other) == b'{"a":[1,2],"b":1}'


def test_keys_that_are_numbers_have_a_fixed_order_too() -> None:
    one, other = Leaf("oak", {3: "x", 1: "y"}), Leaf("oak", {1: "y", 3: "x"})
    assert encode(one) == encode(other)
    assert decode(encode(one), Leaf) == one


def test_what_is_encoded_is_decoded_as_the_same_value() -> None:
    state = State(Setup(goal=9), "b", 3, {"b": 2, "a": 1}, {"a": 3})
    assert decode(encode(state), State) == state


@pytest.mark.parametrize(
    ("content", "path", "words"),
    [
        (b'{"kind":"pick","pace":"two"}', "$.pace", "Expected int, got str"),
        (b'{"kind":"pick","pace":2,"speed":1}', "", "unknown field speed"),
        (b'{"kind":"fly"}', "$.kind", "fly"),
        (b'{"kind":"pick","pace":1,"pace":2}', "", "“pace” appears twice"),
        (b'{"kind":"pick"', "", "is cut off before its end"),
        (b'{"kind":"\xff"}', "", "not text in UTF-8"),
        (b"9" * 5000, "", "out of range"),
        (b"", "", "is cut off before its end"),
    ],
)
def test_junk_is_unreadable_with_its_place_and_a_sentence(content: bytes, path: str, words: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(words)) as wrong:
        decode(content, RACE.action_type)
    assert wrong.value.path == path
    assert wrong.value.sentence.endswith(".")
    assert "`" not in str(wrong.value)


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"a":' * 100_000])
def test_what_is_nested_too_deep_is_unreadable(content: bytes) -> None:
    with pytest.raises(Unreadable, match="nested too deep"):
        decode(content, Any)


def test_a_key_is_found_twice_at_any_depth() -> None:
    with pytest.raises(Unreadable, match="“b” appears twice"):
        decode(b'{"a":[{"b":1,"b":1}]}', Any)


def test_an_unreadable_sentence_names_the_line_and_the_path() -> None:
    assert str(Unreadable("It is bad.", "$.a").on(3)) == "Line 3, at $.a: It is bad."
    assert str(Unreadable("It is bad.", "$.a")) == "At $.a: It is bad."
    assert str(Unreadable("It is bad.")) == "It is bad."


def test_the_hash_of_a_state_is_of_its_value() -> None:
    one, other = State(Setup(), steps={"a": 1, "b": 2}), State(Setup(), steps={"b": 2, "a": 1})
    assert state_hash(one) == state_hash(other)
    assert state_hash(one) != state_hash(State(Setup(), steps={"a": 2, "b": 1}))


def test_the_hash_of_a_known_state_never_changes() -> None:
    assert state_hash(State(Setup())) == "cfbbaf8680f2e7ea8cb897d257a9518a"


@pytest.fixture
def leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of record in its third version; the first had a ``title``, the second no ``cells``."""

    def name(record: dict[str, Any]) -> dict[str, Any]:
        return {"v": record["v"], "name": record["title"]}

    monkeypatch.setitem(codec.VERSIONS, "leaf", 3)
    monkeypatch.setitem(codec.UPCASTERS, ("leaf", 1), name)
    monkeypatch.setitem(codec.UPCASTERS, ("leaf", 2), lambda record: {**record, "cells": {}})


@pytest.mark.usefixtures("leaves")
class TestUpcast:
    """Old records, brought up to date step by step."""

    def test_an_old_record_goes_through_every_version(self) -> None:
        old = {"v": 1, "title": "oak"}
        assert upcast("leaf", old) == {"v": 3, "name": "oak", "cells": {}}
        assert old == {"v": 1, "title": "oak"}

    def test_a_record_of_today_stays_as_it_is(self) -> None:
        assert upcast("leaf", {"v": 3, "name": "oak"}) == {"v": 3, "name": "oak"}

    def test_a_version_given_is_not_written_into_the_record(self) -> None:
        assert upcast("leaf", {"name": "oak"}, 2) == {"name": "oak", "cells": {}}

    def test_a_newer_record_is_refused_with_both_versions(self) -> None:
        with pytest.raises(Unreadable, match="version 4 of leaf, made by a newer Muster; this one reads up to 3"):
            upcast("leaf", {"v": 4})

    def test_a_version_without_an_upcaster_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delitem(codec.UPCASTERS, ("leaf", 1))
        with pytest.raises(Unreadable, match="Version 1 of leaf can no longer be read"):
            upcast("leaf", {"v": 1})

    def test_an_old_record_that_is_none_is_refused(self) -> None:
        with pytest.raises(Unreadable, match="not a valid version 1 of leaf: KeyError: 'title'"):
            upcast("leaf", {"v": 1})

    @pytest.mark.parametrize("version", [None, "1", 0, -1, 1.0, True])
    def test_a_version_is_a_whole_number_from_one(self, version: Any) -> None:
        with pytest.raises(Unreadable, match="The version of a leaf is a whole number from 1"):
            upcast("leaf", {"v": version})


def test_an_action_reads_as_its_kind_and_its_parts() -> None:
    assert encode(Pick(pace=2)) == b'{"kind":"pick","pace":2}'


THREADS = """
import sys, threading
from battles.engine.codec import decode
from campaign.war.rules.events import Entry

sys.setswitchinterval(1e-6)
begin, wrong = threading.Barrier(8), []


def read() -> None:
    begin.wait()
    try:
        decode(b'{"event":{"kind":"x"}}', Entry)
    except ValueError:
        wrong.append(1)


threads = [threading.Thread(target=read) for _ in range(8)]
[each.start() for each in threads], [each.join() for each in threads]
sys.exit(len(wrong) != 8)
"""


def test_threads_that_decode_a_type_for_the_first_time_at_once_do_not_crash() -> None:
    assert subprocess.run([sys.executable, "-c", THREADS], check=False).returncode == 0
