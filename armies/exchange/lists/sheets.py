"""Read found lists in the sheets of a workbook, also with merged cells and headings over two rows."""

from collections.abc import Mapping

from msgspec import structs

from armies.exchange.draft_army import Reading, Unreadable
from armies.exchange.lists.list_reader import ListReader, finished
from armies.exchange.table.workbook import sheets_of, where_of
from battles.engine.armies.facts import Army


def read_sheets(data: bytes, decisions: Mapping[int, str | None], name: str, chosen: Mapping[str, str]) -> Reading:
    """The armies of all sheets that hold a list.

    Raises:
        Unreadable: it is no workbook, or no sheet has a unit.
    """
    sheets, notes = sheets_of(data)
    readings: list[Reading] = []
    errors: list[Unreadable] = []
    for sheet in sheets:
        reader = ListReader(name if len(sheets) == 1 else sheet.title, chosen)
        rows = reader.records([(record.number, record.cells) for record in sheet.records], decisions)
        try:
            readings.append(finished(reader, reader.read(rows), "workbook"))
        except Unreadable as error:
            errors.append(error)
            notes.append(f"The sheet “{sheet.title}” was left out. {error}")
    if not readings:
        raise errors[0] if errors else Unreadable("The workbook has no table: every sheet is empty.")
    problems = [problem for reading in readings for problem in reading.problems]
    armies: tuple[Army, ...] = tuple(army for reading in readings for army in reading.armies)
    return Reading(
        "workbook",
        armies,
        tuple(
            structs.replace(problem, where="".join(where_of(problem.line, sheets)))
            for problem in sorted(problems, key=lambda problem: problem.line)
        ),
        (*notes, *(note for reading in readings for note in reading.notes)),
        places=tuple(lines for reading in readings for lines in reading.places),
        ledger=tuple(line for reading in readings for line in reading.ledger),
        habits=tuple({habit.key: habit for reading in readings for habit in reading.habits}.values()),
    )
