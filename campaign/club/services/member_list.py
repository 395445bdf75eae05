"""Import a list of people into a club: read the table, say what becomes of each line, then do it in one step."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from msgspec import Struct
from msgspec.structs import replace

from armies.exchange.clean_text import one_line, plain
from armies.exchange.draft_army import Unreadable
from armies.exchange.files.file_bytes import decode_text
from armies.exchange.table.columns import DELIMITERS, cells
from armies.exchange.table.rows import unguarded
from armies.exchange.table.workbook import is_workbook, sheets_of
from armies.services.locks import Refused
from campaign.club.services import clubs, invitations, membership
from campaign.club.services.clubs import writing
from campaign.club.services.permissions import require
from campaign.models import Club, ClubGuest, Invitation, Role

MOST_LINES: Final = 200
MOST_TEXT: Final = 100_000
MOST_MAIL: Final = 254
DAYS: Final = 30
"""Days for which an invitation of a list is valid."""
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "full name", "nom", "naam", "nombre", "nome"),
    "mail": ("mail", "e mail", "email", "email address", "e mail address", "address", "courriel", "correo"),
    "role": ("role", "as", "rolle", "rol", "ruolo"),
}
"""What a heading may say, by column. Without headings the columns are name, mail and role."""
COLUMNS: Final = tuple(HEADINGS)
QUESTION: Final = "question"
"""The fate of a line that needs an answer."""
FATES: Final[Mapping[str, str]] = {
    "invite": "Invited by mail",
    "guest": "Guest without an account",
    "skip": "Left out",
    QUESTION: "Needs an answer",
}
"""What becomes of a line."""


class Line(Struct, frozen=True):
    """A line and its fate, a key of `FATES`; ``words`` say why, and ``choices`` are the fates that an answer may give.

    ``asks_role`` is True if the answer is a role as which to invite.
    """

    number: int
    name: str
    mail: str
    role: str
    fate: str
    words: str = ""
    choices: tuple[str, ...] = ()
    asks_role: bool = False

    @property
    def fate_words(self) -> str:
        """The fate as the preview says it."""
        return FATES[self.fate]

    @property
    def answers(self) -> list[tuple[str, str]]:
        """The choices with their words."""
        words = {**FATES, "skip": "Leave out"}
        if self.asks_role:
            words |= {role.value: f"Invite as {role.with_article}" for role in Role}
        return [(choice, words[choice]) for choice in self.choices]


class Plan(Struct, frozen=True):
    """What an import does now; ``digest`` changes when one of the fates does."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        facts = "\n".join("\x1f".join((str(x.number), x.fate, x.name, x.mail, x.role)) for x in self.lines)
        return hashlib.sha256(facts.encode()).hexdigest()[:32]

    def counted(self, fate: str) -> int:
        """How many lines have this fate."""
        return sum(line.fate == fate for line in self.lines)


class Invited(Struct, frozen=True):
    """Somebody invited by an import, with the token of the invitation."""

    line: Line
    invitation: Invitation
    token: str


class PlanChanged(Exception):
    """The club changed since the preview, so that a line has another fate; ``plan`` is the present one."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("The club has changed since this preview. Look at it again, then confirm.")
        self.plan = plan


def text_of(data: bytes) -> tuple[str, tuple[str, ...]]:
    """A file of any usual encoding, or the first sheet of a workbook, as text with tabs or as it is; and notes.

    Raises:
        Refused: it cannot be read, or it is too large.
    """
    try:
        if is_workbook(data):
            sheets, notes = sheets_of(data)
            rows = sheets[0].records if sheets else []
            text = "\n".join("\t".join(one_line(cell) for cell in row.cells) for row in rows)
            return _short_enough(text), tuple(notes)
        text, found = decode_text(data)
    except Unreadable as fault:
        raise Refused("file", str(fault)) from None
    return _short_enough(text), found


def _short_enough(text: str) -> str:
    if len(text) > MOST_TEXT:
        raise Refused("file", f"The list has {len(text):,} characters; at most {MOST_TEXT:,} are allowed.")
    return text


def plan(club: Club, text: str, answers: Mapping[int, str] | None = None, notes: Sequence[str] = ()) -> Plan:
    """What becomes of each line. Reads the club; writes nothing.

    Args:
        answers: by line number a fate of its ``choices``, or a role.

    Raises:
        Refused: there is no line, or there are too many.
    """
    rows = _rows(text)
    known = _Known(club)
    return Plan(tuple(known.line(number, *row, (answers or {}).get(number, "")) for number, row in rows), tuple(notes))


def _rows(text: str) -> list[tuple[int, tuple[str, str, str]]]:
    """The lines that are not empty as name, mail and role, with their numbers."""
    lines = [
        (number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip(" \t,;|")
    ]
    if lines and lines[0][1].casefold().startswith("sep="):
        del lines[0]
    if not lines:
        raise Refused("text", "Paste a list or choose a file: a line for each person, with name, mail and role.")
    _short_enough(text)
    delimiter = max(DELIMITERS, key=lambda sign: sum(line.count(sign) for _, line in lines))
    split = [(number, [unguarded(one_line(cell)) for cell in cells(line, delimiter)]) for number, line in lines]
    columns = [_column(cell) for cell in split[0][1]]
    if "name" in columns or "mail" in columns:
        del split[0]
    else:
        columns = list(COLUMNS)
    if not split:
        raise Refused("text", "The list has headings, but nobody under them.")
    if len(split) > MOST_LINES:
        raise Refused("text", f"The list has {len(split):,} lines; at most {MOST_LINES} are allowed at once.")
    places = {column: columns.index(column) for column in COLUMNS if column in columns}

    def cell(found: list[str], column: str) -> str:
        place = places.get(column, len(found))
        return found[place] if place < len(found) else ""

    return [(number, (cell(found, "name"), cell(found, "mail"), cell(found, "role"))) for number, found in split]


def _column(heading: str) -> str:
    words = " ".join(plain(heading).replace("-", " ").replace("_", " ").split()).strip(" .:*")
    return next((column for column, names in HEADINGS.items() if words in names), "")


class _Known:
    """What the club and the lines above a line have already."""

    def __init__(self, club: Club) -> None:
        self.members = {mail.casefold() for mail in club.memberships.values_list("user__email", flat=True) if mail}
        self.guests = {name.casefold() for name in club.guests.values_list("name", flat=True)}
        self.above: dict[str, int] = {}
        self.guests_left = membership.MOST_GUESTS - len(self.guests)
        self.invitations_left = invitations.MOST_OPEN - invitations.open_invitations(club).count()

    def line(self, number: int, name: str, mail: str, role: str, answer: str) -> Line:
        """The fate of one line."""
        key = mail.casefold() or name.casefold()
        above = self.above.setdefault(key, number)
        found = Line(number, name, mail, _role(role), "skip")
        if not key:
            return replace(found, words="There is neither a name nor a mail address.")
        if above != number:
            return replace(found, words=f"The same as line {above}.")
        if len(name) > membership.MOST_GUEST_NAME or not name.isprintable():
            return replace(found, words=f"A name may have at most {membership.MOST_GUEST_NAME} visible characters.")
        return self._with_mail(found, role, answer) if mail else self._without_mail(found, role, answer)

    def _with_mail(self, line: Line, role: str, answer: str) -> Line:
        if line.mail.casefold() in self.members:
            return replace(line, words="A member of the club has this address.")
        if not _is_address(line.mail):
            choices = ("guest", "skip") if line.name else ("skip",)
            asked = _answered(line, answer, choices, f"“{line.mail[:60]}” is not a mail address.")
            return self._as_guest(asked) if asked.fate == "guest" else asked
        if not line.role and answer not in Role.values:
            words = f"There is no role “{role[:40]}”."
            if answer == "skip":
                return replace(line, words=words)
            return replace(line, fate=QUESTION, words=words, choices=(*Role.values, "skip"), asks_role=True)
        line = replace(line, role=line.role or answer)
        if self.invitations_left <= 0:
            return replace(line, words=f"The club has {invitations.MOST_OPEN} open invitations, which is the limit.")
        self.invitations_left -= 1
        return replace(line, fate="invite", words=f"As {Role(line.role).with_article}.")

    def _without_mail(self, line: Line, role: str, answer: str) -> Line:
        if role and line.role != Role.GUEST:
            words = "Without a mail address only guests can be added; send others a link."
            line = _answered(line, answer, ("guest", "skip"), words)
            return self._as_guest(line) if line.fate == "guest" else line
        return self._as_guest(line)

    def _as_guest(self, line: Line) -> Line:
        if line.name.casefold() in self.guests:
            return replace(line, fate="skip", words="The club has a guest with this name.")
        if self.guests_left <= 0:
            return replace(
                line, fate="skip", words=f"The club has {membership.MOST_GUESTS} guests, which is the limit."
            )
        self.guests_left -= 1
        self.guests.add(line.name.casefold())
        return replace(line, fate="guest", words="A name that can be seated.")


def _answered(line: Line, answer: str, choices: tuple[str, ...], words: str) -> Line:
    """The line with the fate of the answer; a question until there is one of ``choices``."""
    fate = answer if answer in choices else QUESTION
    return replace(line, fate=fate, words=words, choices=choices if fate == QUESTION else ())


def _role(text: str) -> str:
    """The role that a cell names; a player if it is empty, "" if it names none."""
    words = plain(text).strip().rstrip("s").replace("organizer", Role.ORGANISER)
    if not words:
        return Role.PLAYER
    return words if words in Role.values else ""


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= MOST_MAIL


def carry_out(club: Club, text: str, answers: Mapping[int, str], *, by: Any, digest: str) -> tuple[Plan, list[Invited]]:
    """Add the guests and make the invitations, all or none; returns the plan and whom to send their links.

    Raises:
        PlanChanged: a line has another fate than in the preview with this ``digest``; nothing is written.
        Refused: ``by`` may not, a line still needs an answer, or a limit is reached meanwhile; nothing is written.
        Gone: the club no longer exists.
    """
    with transaction.atomic(), writing(club) as row:
        require(row, by, "invite")
        done = plan(row, text, answers)
        if done.digest != digest:
            raise PlanChanged(done)
        if waiting := done.counted(QUESTION):
            raise Refused("text", f"{waiting} line{'s need' if waiting > 1 else ' needs'} an answer first.")
        guests = [ClubGuest(club=row, name=line.name) for line in done.lines if line.fate == "guest"]
        ClubGuest.objects.bulk_create(guests)
        invited = [Invited(line, *_invite(row, line, by)) for line in done.lines if line.fate == "invite"]
        if guests or invited:
            people = f"{len(invited)} {'person' if len(invited) == 1 else 'people'} invited"
            count = f"{people}, {len(guests)} guest{'' if len(guests) == 1 else 's'} added"
            clubs.write_record(row, "imported", by=by, count=count)
    return done, invited


def _invite(club: Club, line: Line, by: Any) -> tuple[Invitation, str]:
    label = (line.name or line.mail)[: invitations.MOST_LABEL]
    return invitations.invite(club, by=by, role=line.role, days=DAYS, uses=1, label=label)
