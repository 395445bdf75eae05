"""Database models of battles."""

from battles.models.army_source import Fielded, Taken
from battles.models.battle import Battle, Retention, Status
from battles.models.entry import Entry, Note, Snapshot, Told
from battles.models.queue import ComputerTurn, Offer, Worker
from battles.models.scenario import Scenario
from battles.models.seat import Invitation, Seat
from battles.models.table_game import TableEntry, TableGame

__all__ = [
    "Battle",
    "ComputerTurn",
    "Entry",
    "Fielded",
    "Invitation",
    "Note",
    "Offer",
    "Retention",
    "Scenario",
    "Seat",
    "Snapshot",
    "Status",
    "TableEntry",
    "TableGame",
    "Taken",
    "Told",
    "Worker",
]
