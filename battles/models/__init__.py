"""What is stored of battles."""

from battles.models.battle import Battle, Status
from battles.models.entry import Entry, Note, Snapshot, Told
from battles.models.fielded import Fielded
from battles.models.owed import ComputerTurn, Offer
from battles.models.scenario import Scenario
from battles.models.seat import Invitation, Seat
from battles.models.table_game import TableEntry, TableGame
from battles.models.taken import Taken
from battles.models.worker import Worker

__all__ = [
    "Battle",
    "ComputerTurn",
    "Entry",
    "Fielded",
    "Invitation",
    "Note",
    "Offer",
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
