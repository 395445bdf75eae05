"""Database models of battles."""

from battles.models.battle import Battle, Retention, Status
from battles.models.entry import ComputerTurn, Entry, Note, Offer, Snapshot, Told, Worker
from battles.models.scenario import Fielded, Scenario, Taken
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
