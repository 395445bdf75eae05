"""Reports, hidden things, and the records of who did what: who may, what others see then, and what is told to whom."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armies.models import ShareLink, Visibility
from armies.services import army_creation
from armies.services.army_changes import set_visibility
from armies.services.locks import Gone, Refused
from battles.engine import registry
from battles.models import Seat
from battles.services.access import access_of
from battles.services.create.request import armies_of
from battles.services.create.sources import UnknownSource, find_source, of_armies
from battles.services.drawn_scenarios import copy, original_of
from battles.services.play.invitations import take_seat
from battles.services.play.lock import Gone as Missing
from battles.services.play.lock import NotYours
from battles.services.play.lock import Refused as RefusedBattle
from battles.services.view.battle_query import shown_battle
from campaign.accounts import deletion
from campaign.accounts.profile import make_token
from campaign.club.services import clubs, membership, moderation, ownership
from campaign.club.services.permissions import NotAllowed
from campaign.models import Membership, Report, ReportState
from tests.battles.services.steps import begun, hidden
from tests.club.builders import DOORS, LISTS, TITLE, browser, club_of_roles, made, person, seen

pytestmark = pytest.mark.django_db
KINDS = moderation.MODERATED
REASON = "It advertises a shop."


@pytest.fixture
def people() -> dict[str, Any]:
    """A club with a member in each role, the owner of its things, a stranger and an administrator."""
    club, found = club_of_roles()
    found |= {name: person(name) for name in ("owner", "stranger", "administrator")}
    found["administrator"].is_superuser = True
    found["administrator"].save()
    Membership.objects.create(club=club, user=found["owner"])
    return found | {"club": club}


def shown(kind: str, people: dict[str, Any], *, in_club: bool = True, visibility: str = Visibility.PUBLIC) -> Any:
    """A thing of the owner that others see."""
    row = made(kind, people["owner"])
    if in_club:
        row = ownership.put(row, people["club"], by=people["owner"])
    type(row).objects.filter(pk=row.pk).update(visibility=visibility)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_hidden_opens_like_what_is_private_and_then_as_before(people: dict[str, Any], kind: str) -> None:
    row = shown(kind, people)
    readers = ("nobody", "stranger", "player", "organiser", "administrator")
    for reader in readers:
        assert browser(people, reader).get(seen(kind, row.slug)[0]).status_code == 200, reader
    moderation.hide(row, by=people["organiser"], reason=REASON)
    wrong = []
    for reader in readers:
        client = browser(people, reader)
        wrong += [f"{reader}: {at}" for at in seen(kind, row.slug) if client.get(at).status_code not in (401, 404)]
        wrong += [f"{reader}: {at}" for at in LISTS[kind] if TITLE in client.get(at).content.decode()]
    library = reverse("clubs:library", args=[people["club"].slug]) + f"?kind={kind}"
    wrong += ["library"] * (f"<b>{TITLE}</b>" in browser(people, "player").get(library).content.decode())
    assert not wrong, "\n".join(wrong)
    page = "/share" if kind != "drawn" else ""
    own = browser(people, "owner").get(f"{seen(kind, row.slug)[0]}{page}")
    assert REASON in own.content.decode()
    row.refresh_from_db()
    moderation.restore(row, by=people["organiser"])
    row.refresh_from_db()
    assert (row.hidden, row.visibility) == ("", Visibility.PUBLIC)
    assert browser(people, "nobody").get(seen(kind, row.slug)[0]).status_code == 200


@pytest.mark.parametrize(("kind", "words"), [("army", TITLE), ("drawn", TITLE), ("battle", "")])
@pytest.mark.parametrize("was", [Visibility.CLUB, Visibility.PRIVATE])
def test_an_organiser_reads_what_the_owner_wrote_to_judge_it(
    people: dict[str, Any], kind: str, words: str, was: str
) -> None:
    row = shown(kind, people, visibility=was)
    report = reverse("report", args=[kind, row.slug])
    heading = "What its owner wrote, as it is now"
    assert heading not in browser(people, "organiser").get(report).content.decode()
    row = moderation.hide(row, by=people["organiser"], reason=REASON)
    shows = {who: heading in browser(people, who).get(report).content.decode() for who in ("organiser", "owner")}
    assert shows == {"organiser": bool(words) and was == Visibility.CLUB, "owner": False}
    assert words in moderation.text_to_judge(row, people["administrator"])
    for who in ("player", "stranger", "owner"):
        assert moderation.text_to_judge(row, people[who]) == ""
    assert moderation.text_to_judge(moderation.restore(row, by=people["organiser"]), people["organiser"]) == ""


@pytest.mark.parametrize("kind", KINDS)
def test_an_administrator_opens_what_is_hidden_to_judge_it(people: dict[str, Any], kind: str) -> None:
    """Read-only, on the record, and no longer once it is shown again as private."""
    row = shown(kind, people)
    moderation.hide(row, by=people["organiser"], reason=REASON)
    address = seen(kind, row.slug)[0]
    judge = browser(people, "administrator")
    assert judge.get(address).status_code == 404
    for who, status in (("organiser", 403), ("player", 404), ("administrator", 302)):
        answer = browser(people, who).post(reverse("decide", args=[kind, row.slug]), {"act": "open"})
        assert answer.status_code == status, who
    page = judge.get(address).content.decode()
    assert "You see it as an administrator, to judge it" in page
    assert TITLE in page
    for who in ("nobody", "stranger", "player", "organiser"):
        assert browser(people, who).get(address).status_code == 404, who
    lists = [at for at in LISTS[kind] if TITLE in judge.get(at).content.decode()]
    assert lists == []
    change = f"{address}/{'share/' if kind == 'army' else ''}visibility"
    assert judge.post(change, {"visibility": "public", "delay": "0"}).status_code in (403, 404)
    row.refresh_from_db()
    assert (row.visibility, row.hidden) == (Visibility.PRIVATE, REASON)
    sentences = [entry.sentence for entry in clubs.entries_about(people["owner"])]
    thing = ownership.KINDS[kind].one
    assert f"administrator opened the hidden {thing} {row} to judge it." in sentences
    judge.post(reverse("decide", args=[kind, row.slug]), {"act": "open"})
    assert len(clubs.entries_about(people["owner"])) == len(sentences)
    people["administrator"].is_superuser = False
    people["administrator"].save()
    assert judge.get(address).status_code == 404


@pytest.mark.parametrize("kind", ["army", "drawn"])
def test_who_judges_a_thing_cannot_copy_it_or_make_anything_of_it(people: dict[str, Any], kind: str) -> None:
    row = shown(kind, people)
    earlier = (
        army_creation.copied(row, people["administrator"]) if kind == "army" else copy(row, people["administrator"])
    )
    moderation.hide(row, by=people["organiser"], reason=REASON)
    moderation.open_hidden(row, by=people["administrator"])
    judge = browser(people, "administrator")
    address = seen(kind, row.slug)[0]
    page = judge.get(address).content.decode()
    assert (TITLE in page, f"{address}/copy" in page) == (True, False)
    refused = judge.post(f"{address}/copy", follow=True)
    assert "only its owner can copy it" in refused.content.decode()
    headers = {"Authorization": f"Bearer {make_token(people['administrator'], name='t', may_write=True, days=0)[1]}"}
    sent: dict[str, Any] = {"content_type": "application/json", "headers": headers}
    if kind == "army":
        answer = Client().post("/api/v1/armies", {"copy_of": row.slug}, **sent)
        row.refresh_from_db()
        assert army_creation.original_of(earlier, people["administrator"]) is None
        with pytest.raises(RefusedBattle, match="may not see it"):
            armies_of(of_armies(registry.load("mini_nap")), {"a": row.slug, "b": row.slug}, people["administrator"])
        assert army_creation.copied(row, people["owner"]).owner == people["owner"]
    else:
        answer = Client().post(f"/api/v1/scenarios/{row.slug}/copies", **sent)
        row.refresh_from_db()
        assert original_of(earlier, people["administrator"]) is None
        with pytest.raises(UnknownSource):
            find_source(f"drawn:{row.system}:{row.slug}", people["administrator"])
        assert copy(row, people["owner"]).owner == people["owner"]
    assert (answer.status_code, "only its owner can copy it" in answer.content.decode()) == (422, True)
    assert type(row).objects.filter(owner=people["administrator"]).count() == 1


def test_who_judges_a_battle_sees_what_spectators_see_and_cannot_play(people: dict[str, Any]) -> None:
    row = begun(people["owner"], people["player"], setup=hidden(), visibility=Visibility.PUBLIC, delay=30)
    watched = access_of(row, people["stranger"])
    moderation.hide(row, by=people["administrator"], reason=REASON)
    row.refresh_from_db()
    with pytest.raises(Missing):
        access_of(row, people["administrator"])
    moderation.open_hidden(row, by=people["administrator"])
    judging = access_of(row, people["administrator"])
    assert (judging.viewer, judging.sides, judging.own, judging.may_umpire) == (watched.viewer, (), (), False)
    assert shown_battle(judging, tail=5).n == shown_battle(watched, tail=5).n
    Seat.objects.filter(battle=row, place="b").update(user=None, anyone=True, guest=False)
    with pytest.raises(NotYours, match="You cannot play in it"):
        take_seat(access_of(row, people["administrator"]), "b")
    address = f"/b/{row.slug}"
    for hidden_part in (f"{address}.battle", f"{address}/orders/a"):
        assert browser(people, "administrator").get(hidden_part).status_code in (403, 404, 409)
    key = make_token(people["administrator"], name="t", may_write=True, days=0)[1]
    headers = {"Authorization": f"Bearer {key}"}
    assert Client().get(f"/api/v1/battles/{row.slug}", headers=headers).json()["viewer"] == "public"


@pytest.mark.parametrize("kind", KINDS)
def test_its_owner_cannot_share_what_is_hidden(people: dict[str, Any], kind: str) -> None:
    row = shown(kind, people, in_club=False)
    moderation.hide(row, by=people["administrator"], reason=REASON)
    client = browser(people, "owner")
    address = f"{seen(kind, row.slug)[0]}/{'share/' if kind == 'army' else ''}visibility"
    for visibility in (Visibility.PUBLIC, Visibility.UNLISTED):
        page = client.post(address, {"visibility": visibility, "delay": "0"})
        assert (page.status_code, REASON in page.content.decode()) == (422, True)
    row.refresh_from_db()
    assert row.visibility == Visibility.PRIVATE
    with pytest.raises(Refused, match="It is hidden"):
        ownership.put(row, people["club"], by=people["owner"])


def test_a_link_of_its_owner_does_not_open_what_is_hidden(people: dict[str, Any]) -> None:
    row = shown("army", people, in_club=False)
    link = ShareLink.objects.create(army=row, kind=ShareLink.Kind.VIEW)
    set_visibility(row, Visibility.PRIVATE)
    key = make_token(people["stranger"], name="t", may_write=False, days=0)[1]
    headers = {"Authorization": f"Bearer {key}"}
    address = f"/api/v1/armies/{row.slug}?link={link.token}"
    assert Client().get(address, headers=headers).status_code == 200
    moderation.hide(row, by=people["administrator"], reason=REASON)
    assert Client().get(address, headers=headers).status_code == 404


WHO = {"administrator": True, "organiser": True, "umpire": False, "player": False, "owner": False, "stranger": False}
"""Who may hide what belongs to the club."""


@pytest.mark.parametrize("who", WHO)
def test_who_may_hide_what_belongs_to_the_club(people: dict[str, Any], who: str) -> None:
    row = shown("army", people)
    key = make_token(people[who], name="t", may_write=True, days=0)[1]
    sent: dict[str, Any] = {"content_type": "application/json", "headers": {"Authorization": f"Bearer {key}"}}
    answer = Client().put(f"/api/v1/hidden/army:{row.slug}", {"reason": REASON}, **sent)
    assert answer.status_code == (200 if WHO[who] else 403)
    page = browser(people, who).post(reverse("decide", args=["army", row.slug]), {"act": "hide", "reason": "Again."})
    assert page.status_code == (302 if WHO[who] else 403)
    row.refresh_from_db()
    assert row.hidden == ("Again." if WHO[who] else "")
    if not WHO[who]:
        moderation.hide(row, by=people["administrator"], reason=REASON)
        shown_again = Client().delete(f"/api/v1/hidden/army:{row.slug}", **sent)
        assert shown_again.status_code == (403 if who == "owner" else 404)


def test_organisers_decide_about_nothing_outside_their_club_and_not_about_their_own(people: dict[str, Any]) -> None:
    outside = shown("army", people, in_club=False)
    own = ownership.put(made("army", people["organiser"]), people["club"], by=people["organiser"])
    for row in (outside, own):
        with pytest.raises(NotAllowed):
            moderation.hide(row, by=people["organiser"], reason=REASON)


def test_what_an_administrator_hid_only_administrators_show_again(people: dict[str, Any]) -> None:
    row = moderation.hide(shown("army", people), by=people["administrator"], reason=REASON)
    moderation.hide(row, by=people["organiser"], reason="And it is rude.")
    with pytest.raises(NotAllowed, match="An administrator hid it"):
        moderation.restore(row, by=people["organiser"])
    assert moderation.restore(row, by=people["administrator"]).visibility == Visibility.PUBLIC
    with pytest.raises(Refused, match="not hidden"):
        moderation.restore(row, by=people["administrator"])


def test_what_left_its_club_while_hidden_is_private_then(people: dict[str, Any]) -> None:
    row = shown("army", people, visibility=Visibility.CLUB)
    row = moderation.hide(row, by=people["organiser"], reason=REASON)
    clubs.delete(people["club"])
    row.refresh_from_db()
    assert moderation.restore(row, by=people["administrator"]).visibility == Visibility.PRIVATE


def test_a_report_is_made_once_answered_and_read_by_who_made_it(people: dict[str, Any]) -> None:
    row = shown("battle", people)
    client = browser(people, "stranger")
    address = reverse("report", args=["battle", row.slug])
    assert "Report it" in client.get(f"/b/{row.slug}/share").content.decode()
    assert Client().get(address).status_code == 302
    assert client.post(address, {"reason": "other", "words": ""}).status_code == 422
    assert client.post(address, {"reason": "review"}).status_code == 422
    assert client.post(address, {"reason": "spam", "words": "x" * 301}).status_code == 422
    assert client.post(address, {"reason": "spam", "words": "A shop."}).status_code == 302
    again = client.post(address, {"reason": "spam"})
    assert (again.status_code, "You have reported this already" in again.content.decode()) == (422, True)
    reports = reverse("clubs:reports", args=[people["club"].slug])
    organiser = browser(people, "organiser")
    assert (
        "1 report about what belongs"
        in organiser.get(reverse("clubs:club", args=[people["club"].slug])).content.decode()
    )
    assert "A shop." in organiser.get(reports).content.decode()
    report = Report.objects.get()
    answer = reverse("report_answer", args=[report.pk])
    assert client.post(answer, {"act": "hide", "answer": REASON}).status_code == 404
    organiser.post(answer, {"act": "hide", "answer": ""})
    report.refresh_from_db()
    assert report.state == ReportState.OPEN
    organiser.post(answer, {"act": "hide", "answer": REASON})
    report.refresh_from_db()
    row.refresh_from_db()
    assert (report.state, row.hidden) == (ReportState.HIDDEN, REASON)
    mine = client.get(reverse("account_record")).content.decode()
    assert REASON in mine
    assert "organiser hid the battle" not in mine
    theirs = browser(people, "owner").get(reverse("account_record")).content.decode()
    assert f"organiser hid the battle {TITLE}: {REASON}" in theirs
    assert "stranger" not in theirs


def test_its_owner_asks_to_have_it_shown_again(people: dict[str, Any]) -> None:
    row = shown("army", people)
    with pytest.raises(Refused, match="cannot report"):
        moderation.report(row, by=people["owner"], reason="spam")
    row = moderation.hide(row, by=people["organiser"], reason=REASON)
    report = moderation.report(row, by=people["owner"], reason="review", words="The shop is gone.")
    assert [each.acts for each in moderation.reports_for(people["organiser"], people["club"])] == [("restore", "leave")]
    done = moderation.answer(report.pk, by=people["organiser"], act="restore", answer="Thank you.")
    row.refresh_from_db()
    assert (done.state, row.hidden) == (ReportState.RESTORED, "")
    with pytest.raises(Refused, match="in the meantime"):
        moderation.answer(report.pk, by=people["organiser"], act="leave", answer="")


def test_one_answer_is_for_all_who_reported_a_thing_and_for_what_is_gone(people: dict[str, Any]) -> None:
    row = shown("army", people)
    for who in ("stranger", "player"):
        moderation.report(row, by=people[who], reason="copied")
    first = Report.objects.first()
    assert first is not None
    moderation.answer(first.pk, by=people["administrator"], act="leave", answer="It is the owner’s.")
    assert set(Report.objects.values_list("state", flat=True)) == {ReportState.LEFT}
    report = moderation.report(row, by=people["stranger"], reason="copied")
    row.delete()
    assert moderation.answer(report.pk, by=people["organiser"], act="leave", answer="").state == ReportState.GONE


def test_somebody_reports_only_what_they_see_and_not_without_end(people: dict[str, Any]) -> None:
    hidden = shown("army", people, visibility=Visibility.CLUB)
    with pytest.raises(Gone):
        moderation.seen(f"army:{hidden.slug}", people["stranger"])
    for key in ("army:none", "table:none", "army", "army:\0"):
        with pytest.raises(Gone):
            moderation.seen(key, people["administrator"])
    for number in range(moderation.MOST_IN_HOUR):
        Report.objects.create(thing=f"army:{number}", title="x", by=people["stranger"], reason="spam")
    row = shown("army", people)
    client = browser(people, "stranger")
    address = reverse("report", args=["army", row.slug])
    assert client.post(address, {"reason": "spam"}).status_code == 429
    Report.objects.update(at=timezone.now() - timedelta(hours=2))
    assert client.post(address, {"reason": "spam"}).status_code == 302


def test_a_list_of_reports_asks_the_same_for_many(people: dict[str, Any], django_assert_num_queries: Any) -> None:
    for kind in KINDS:
        moderation.report(shown(kind, people), by=people["stranger"], reason="spam")
    client = browser(people, "administrator")
    client.get(reverse("reports"))
    with django_assert_num_queries(8):
        assert client.get(reverse("reports")).content.count(b'class="h3"') == 3
    for _ in range(12):
        moderation.report(shown("army", people), by=people["stranger"], reason="spam")
    with django_assert_num_queries(8):
        assert client.get(reverse("reports")).content.count(b'class="h3"') == 15


def test_a_program_reports_and_answers(people: dict[str, Any]) -> None:
    row = shown("drawn", people)
    keys = {who: make_token(people[who], name="t", may_write=True, days=0)[1] for who in people if who != "club"}

    def ask(who: str, method: str, at: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {keys[who]}"}
        return Client().generic(method, f"/api/v1{at}", body, content_type="application/json", headers=headers)

    made_report = ask("stranger", "POST", "/reports", f'{{"thing": "drawn:{row.slug}", "reason": "spam"}}')
    assert made_report.status_code == 201
    assert ask("stranger", "GET", "/reports").json()["reports"][0]["by"] == ""
    assert ask("player", "GET", "/reports?whose=all").status_code == 403
    assert ask("player", "GET", f"/reports?whose=club&club={people['club'].slug}").status_code == 403
    assert ask("administrator", "GET", "/reports?whose=all").json()["reports"][0]["by"] == "stranger"
    at = f"/reports/{made_report.json()['id']}"
    assert ask("stranger", "POST", at, '{"act": "hide", "answer": "x"}').status_code == 403
    assert ask("organiser", "POST", at, '{"act": "hide", "answer": "A shop."}').json()["state"] == "hidden"
    told = ask("owner", "GET", "/account/record").json()["record"]
    assert told[0]["sentence"] == f"organiser hid the scenario {TITLE}: A shop."
    assert told[0]["club"] == people["club"].name


def test_the_records_are_read_by_those_they_concern(people: dict[str, Any]) -> None:
    club = people["club"]
    membership.change_role(club, people["player"].pk, "umpire", by=people["organiser"])
    outside = shown("army", people, in_club=False)
    moderation.hide(outside, by=people["administrator"], reason=REASON)
    assert [each.sentence for each in clubs.entries_about(people["player"])] == [
        "organiser changed the role of player from a player to an umpire."
    ]
    everything = clubs.record_entries(Membership.objects.get(club=club, user=people["organiser"]))
    assert REASON not in " ".join(each.sentence for each in everything)
    assert REASON in browser(people, "administrator").get(reverse("installation_record")).content.decode()
    for who in ("organiser", "stranger"):
        for name in ("installation_record", "reports"):
            assert browser(people, who).get(reverse(name)).status_code == 404


def test_a_deleted_account_leaves_its_reports_without_its_name(people: dict[str, Any]) -> None:
    moderation.report(shown("army", people), by=people["stranger"], reason="spam")
    deletion.delete_account(people["stranger"])
    assert Report.objects.get().by is None
    assert "a deleted account" in browser(people, "administrator").get(reverse("reports")).content.decode()


def test_every_kind_that_can_be_hidden_has_its_doors_tested() -> None:
    assert set(KINDS) < set(DOORS)
