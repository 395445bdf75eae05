"""A list of people imported into a club: how it is read, the fate of each line, and what is written when."""

from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from armies.services.locks import Refused
from campaign.club.services import invitations, member_list, membership
from campaign.models import Club, ClubGuest, Invitation
from tests.club.builders import club_of_roles

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club whose player has a mail address, with a guest."""
    club, people = club_of_roles()
    people["player"].email = "Player@example.org"
    people["player"].save()
    membership.add_guest(club, "Marie", by=people["organiser"])
    return club


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(club.memberships.get(role="organiser").user)
    return client


def fates(club: Club, text: str, answers: dict[int, str] | None = None) -> list[str]:
    return [line.fate for line in member_list.plan(club, text, answers).lines]


LINES = [
    ("Anna,anna@example.org,umpire", "invite"),
    (",anna@example.org,", "invite"),
    ("Anna;anna@example.org;Players", "invite"),
    ("Anna|anna@example.org|organizer", "invite"),
    ("Anna", "guest"),
    ("Anna,,guest", "guest"),
    ("MARIE", "skip"),
    ("Anna,,umpire", "question"),
    ("Anna,anna at example,player", "question"),
    ("Anna,anna@example.org,admiral", "question"),
    ("Anna,player@EXAMPLE.org,player", "skip"),
    (f"{'x' * 61},,", "skip"),
    ("\u202eAnna,,", "guest"),
    ("Ζωή\t\t", "guest"),
]


@pytest.mark.parametrize(("line", "fate"), LINES)
def test_the_fate_of_a_line(club: Club, line: str, fate: str) -> None:
    assert fates(club, line) == [fate]


def test_headings_in_any_order_are_understood(club: Club) -> None:
    text = "sep=;\nE-Mail;Role;Full name;Phone\nanna@example.org;umpire;Anna;1\n\n;;Bert;2\n"
    plan = member_list.plan(club, text)
    assert [(line.number, line.name, line.mail, line.role, line.fate) for line in plan.lines] == [
        (3, "Anna", "anna@example.org", "umpire", "invite"),
        (5, "Bert", "", "player", "guest"),
    ]


def test_the_same_person_twice_is_taken_once(club: Club) -> None:
    lines = member_list.plan(club, "Anna,a@example.org\nAnna B,A@example.org\nBert\nbert\n").lines
    assert [line.fate for line in lines] == ["invite", "skip", "guest", "skip"]
    assert lines[1].words == "The same as line 1."


@pytest.mark.parametrize(
    ("line", "answer", "fate"),
    [
        ("Anna,,umpire", "guest", "guest"),
        ("Anna,,umpire", "skip", "skip"),
        ("Anna,,umpire", "invite", "question"),
        ("Anna,wrong,player", "guest", "guest"),
        (",wrong,player", "guest", "question"),
        ("Anna,a@example.org,admiral", "umpire", "invite"),
        ("Anna,a@example.org,admiral", "skip", "skip"),
        ("Anna,a@example.org,admiral", "king", "question"),
    ],
)
def test_an_answer_decides_a_line(club: Club, line: str, answer: str, fate: str) -> None:
    assert fates(club, line, {1: answer}) == [fate]


def test_limits_of_the_club_and_of_the_list(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_GUESTS", 2)
    monkeypatch.setattr(invitations, "MOST_OPEN", 1)
    assert fates(club, "A\nB\nC,c@example.org\nD,d@example.org") == ["guest", "skip", "invite", "skip"]
    for text, words in (
        ("", "Paste a list"),
        ("name,mail\n", "nobody under them"),
        ("A\n" * 201, "201 lines"),
        ("x" * 100_001, "100,001 characters"),
    ):
        with pytest.raises(Refused, match=words):
            member_list.plan(club, text)


def workbook(*rows: tuple[str, ...]) -> bytes:
    book, out = openpyxl.Workbook(), BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("Zoë,zoe@example.org".encode("utf-8-sig"), "Zoë"),
        ("Zoë,zoe@example.org".encode("cp1252"), "Zoë"),
        ("Zoë\tzoe@example.org".encode("utf-16"), "Zoë"),
        (workbook(("Name", "Mail"), ("Zoë", "zoe@example.org")), "Zoë"),
    ],
)
def test_a_file_in_any_usual_encoding_is_read(club: Club, data: bytes, name: str) -> None:
    line = member_list.plan(club, member_list.text_of(data)[0]).lines[0]
    assert (line.name, line.mail, line.fate) == (name, "zoe@example.org", "invite")


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"PK\x03\x04rest", b"\x00\x01\x02"])
def test_what_is_no_list_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        member_list.text_of(data)


TEXT = "Anna,anna@example.org,umpire\nBert\nCleo,,umpire\nMarie\n"


def test_nothing_is_written_until_it_is_confirmed(club: Club, organiser: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    address = reverse("clubs:import_members", args=[club.slug])
    assert "Import a list" in organiser.get(reverse("clubs:people", args=[club.slug])).content.decode()
    page = organiser.post(address, {"file": SimpleUploadedFile("list.csv", TEXT.encode())})
    assert (page.status_code, "1 to answer" in page.content.decode()) == (200, True)
    assert (Invitation.objects.count(), club.guests.count()) == (0, 1)
    digest = member_list.plan(club, TEXT).digest
    assert organiser.post(address, {"act": "confirm", "text": TEXT, "digest": digest}).status_code == 422
    answers = {"text": TEXT, "line-3": "guest"}
    page = organiser.post(address, {"act": "preview", **answers})
    digest = page.content.decode().partition('name="digest" value="')[2].partition('"')[0]
    ClubGuest.objects.create(club=club, name="Bert")
    changed = organiser.post(address, {"act": "confirm", "digest": digest, **answers})
    assert (changed.status_code, "has changed since" in changed.content.decode()) == (409, True)
    assert Invitation.objects.count() == 0
    digest = changed.content.decode().partition('name="digest" value="')[2].partition('"')[0]
    done = organiser.post(address, {"act": "confirm", "digest": digest, **answers})
    assert done.status_code == 201
    assert sorted(club.guests.values_list("name", flat=True)) == ["Bert", "Cleo", "Marie"]
    assert [(one.role, one.label, one.most_uses) for one in Invitation.objects.all()] == [("umpire", "Anna", 1)]
    sent = mail.outbox[0]
    assert (sent.to, "as an umpire" in sent.body) == (["anna@example.org"], True)
    path = sent.body.partition("http://testserver")[2].split()[0]
    assert Client().get(path).status_code == 200
    assert (
        "1 person invited, 1 guest added" in organiser.get(reverse("clubs:record", args=[club.slug])).content.decode()
    )


def test_where_no_mail_is_sent_the_links_are_shown(club: Club, organiser: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    digest = member_list.plan(club, TEXT, {3: "skip"}).digest
    values = {"act": "confirm", "text": TEXT, "digest": digest, "line-3": "skip"}
    done = organiser.post(reverse("clubs:import_members", args=[club.slug]), values).content.decode()
    link = done.partition('id="link-1" value="http://testserver')[2].partition('"')[0]
    assert Client().get(link).status_code == 200


def test_a_mail_server_that_refuses_leaves_the_link(club: Club, organiser: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    digest = member_list.plan(club, "Anna,anna@example.org").digest
    values = {"act": "confirm", "text": "Anna,anna@example.org", "digest": digest}
    done = organiser.post(reverse("clubs:import_members", args=[club.slug]), values)
    assert (done.status_code, "did not take it" in done.content.decode()) == (201, True)
