"""From bytes to text: UTF-8, UTF-16, UTF-32, Windows-1252, and refusals of files that are not text."""

import pytest

from armies.exchange import Unreadable, read, to_csv, to_json, to_text
from armies.exchange.files.file_bytes import BINARY_SIGNATURES, decode_text
from armies.exchange.limits import MAX_BYTES
from tests.exchange.builders import one_army, outline

TEXT = "Army: Österreich\nBrigade Jérôme\n  2e Léger 500\n"
TREE = ["brigade Brigade Jérôme (Jérôme)", ".unit 2e Léger"]
LATIN = "The file is not UTF-8; it was read as Windows-1252 (Latin-1). Check the accents."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_unicode_with_and_without_its_mark(encoding: str, ends: str) -> None:
    reading = read(TEXT.replace("\n", ends).encode(encoding))
    assert (one_army(reading).name, outline(one_army(reading))) == ("Österreich", TREE)
    assert LATIN not in reading.notes


@pytest.mark.parametrize(("mark", "encoding"), [(b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")])
def test_utf_16_either_way_round(mark: bytes, encoding: str) -> None:
    assert outline(one_army(read(mark + TEXT.encode(encoding)))) == TREE


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_windows_1252_is_recognised_and_said(encoding: str) -> None:
    reading = read(TEXT.encode(encoding))
    assert (one_army(reading).name, outline(one_army(reading))) == ("Österreich", TREE)
    assert LATIN in reading.notes


def test_the_signs_that_only_windows_1252_has() -> None:
    assert decode_text("24e “Ligne” – 500 €".encode("cp1252")) == ("24e “Ligne” – 500 €", (LATIN,))


def test_bytes_that_windows_1252_does_not_have_are_read_as_latin_1() -> None:
    text, notes = decode_text(
        b"24e L\xe9ger \x81 and much more that is quite plain text, so that one sign is a slip. " + b"x" * 99
    )
    assert text.startswith("24e Léger \x81")
    assert notes == (LATIN,)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_tables_in_any_encoding(encoding: str) -> None:
    reading = read("Bde;Einheit;Stärke\nJérôme;2e Léger;500\n".encode(encoding))
    assert (reading.kind, outline(one_army(reading))) == ("csv", ["brigade Jérôme", ".unit 2e Léger"])


def test_our_own_files_may_have_been_saved_in_another_encoding() -> None:
    army = one_army(read(TEXT.encode()))
    for write in (to_text, to_csv, to_json):
        assert read(write(army).encode("utf-16")).armies == (army,)
        assert read(write(army).encode("utf-8-sig")).armies == (army,)


@pytest.mark.parametrize(
    "data", [b"", b" \r\n\t ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xef\xbb\xbf \n", "\u200b\n".encode()]
)
def test_an_empty_file(data: bytes) -> None:
    with pytest.raises(Unreadable, match="The file is empty"):
        read(data)


@pytest.mark.parametrize(("signature", "what"), BINARY_SIGNATURES)
def test_files_that_are_not_text_are_called_by_their_name(signature: bytes, what: str) -> None:
    with pytest.raises(Unreadable) as error:
        read(signature + b" and more of it")
    assert str(error.value) == f"This is {what}, not text. Save it as text, CSV or JSON in UTF-8 and try again."


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"24e Ligne\0 550", "This is not text: it holds zero bytes."),
        (TEXT.encode("utf-16-le"), "This is not text: it holds zero bytes."),
        (b"\x01\x02\x03 24e Ligne 550", "This is not text: it is full of control characters."),
        (bytes(range(1, 256)), "This is not text: it is full of control characters."),
        (b"<!DOCTYPE html><html></html>", "This is a web page or another XML document, not an army."),
        (b"  <?xml version='1.0'?>", "This is a web page or another XML document, not an army."),
        (b"<svg></svg>", "This is a web page or another XML document, not an army."),
        (b"\xff\xfe\x00\xd8\x00", "The file says that it is UTF-16-LE but is damaged at byte 2."),
        (b"\xef\xbb\xbfabc\xff", "The file says that it is UTF-8 but is damaged at byte 6."),
    ],
)
def test_what_is_not_text_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as error:
        read(data)
    assert str(error.value) == f"{sentence} Save it as text, CSV or JSON in UTF-8 and try again."


def test_the_largest_file_and_one_byte_more() -> None:
    text = b"24e Ligne 550\n# "
    assert read(text + b"x" * 1000).armies
    assert decode_text(b"x" * MAX_BYTES)[1] == ()
    with pytest.raises(Unreadable, match="The file has 5,000,001 bytes; at most 5,000,000 are allowed"):
        decode_text(b"x" * (MAX_BYTES + 1))


def test_fifty_megabytes_are_refused_unread() -> None:
    with pytest.raises(Unreadable, match="50,000,000 bytes"):
        read(b"\xff" * 50_000_000)


def test_letters_made_of_two_signs_are_one_letter() -> None:
    assert outline(one_army(read("2e Le\u0301ger 500".encode()))) == ["unit 2e Léger"]
