"""Armies in and out as files: indented text, wide CSV, ``oob/1`` and our own JSON, text for a forum."""

from armies.exchange.csv_out import to_csv
from armies.exchange.forum_out import to_forum
from armies.exchange.muster_json import to_json
from armies.exchange.outcome import Problem, Reading, Unreadable
from armies.exchange.reading import read
from armies.exchange.text_out import to_text

__all__ = ["Problem", "Reading", "Unreadable", "read", "to_csv", "to_forum", "to_json", "to_text"]
