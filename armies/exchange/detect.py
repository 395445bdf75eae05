"""What kind of file a text is."""

from armies.exchange.csv_columns import is_table
from armies.exchange.json_text import Head, decode
from armies.exchange.outcome import Kind, Unreadable
from armies.exchange.text_header import FORMAT

OOB: str = "oob/1"
MUSTER: str = "muster-army"


def ending(filename: str) -> str:
    """The ending of a file's name in small letters, without its dot."""
    return filename.rpartition(".")[2].lower() if "." in filename else ""


def detect(text: str, filename: str) -> Kind:
    """The kind of ``text`` by how it begins, then by the ending of its name.

    Raises:
        Unreadable: it is JSON, but none of ours.
    """
    if text.lstrip().startswith("{") or ending(filename) == "json":
        return _json_kind(decode(text, Head).format)
    own_text = text.startswith(f"Format: {FORMAT}")
    if ending(filename) in ("csv", "tsv") or (not own_text and is_table(text)):
        return "csv"
    return "text"


def _json_kind(name: str) -> Kind:
    if name == OOB:
        return "oob"
    if name == MUSTER:
        return "muster"
    if name.startswith("oob/"):
        raise Unreadable(f"The file is in the format {name}; this program reads {OOB}.")
    raise Unreadable(f"This is JSON, but its format is “{name[:40]}”; read are {MUSTER} and {OOB}.")
