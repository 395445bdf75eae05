"""Sheets over the API: every operation by everybody, one sheet, packets at once and in the background, set-ups."""

import io
import json
import zipfile
from typing import Any

import pytest

from armies.models import Army
from armies.services.storage import create
from battles.models import Seat
from battles.services.create.battle_start import Sitting
from campaign.api.description import document
from campaign.models import PrintJob
from campaign.printing.api.sheets import MOST_HEADER, troubles_header
from campaign.printing.services import jobs
from tests.api.battle_requests import Guest, fought
from tests.api.conftest import Api, problem
from tests.armies.builders import army

MINI = "scenario:mini_nap:quatre_bras"
OPEN = {"sheet_list", "sheet_retrieve", "sheet_text", "packet_retrieve"}
"""For whoever may see what is printed."""
SIGNED_IN = {"packet_list", "packet_make", "print_setup_list", "print_setup_make"}
OWNERS = {
    "packet_follow", "packet_file", "packet_take_back", "print_setup_retrieve", "print_setup_change",
    "print_setup_delete",
}  # fmt: skip
WHO = ("stranger", "signed_in", "read_only", "owner")


def operations() -> list[tuple[str, str, str]]:
    return [
        (said["operationId"], method.upper(), address)
        for address, methods in document()["paths"].items()
        for method, said in methods.items()
        if said["tags"] == ["Sheets"]
    ]


def test_every_operation_is_in_the_matrix() -> None:
    assert sorted(OPEN | SIGNED_IN | OWNERS) == sorted(name for name, _, _ in operations())


@pytest.fixture
def scene(alice: Any, charlie: Any, key_of: Any) -> dict[str, Any]:
    """Alice's private army, a finished packet of it and a set-up; who asks for them."""
    row = create(army(), alice, visibility="private")
    hers = Api(key_of(alice))
    job = hers.post(f"sheets/army:{row.slug}/packets", {}).json()
    claimed = jobs.claim("here:1:x")
    assert claimed is not None
    jobs.make(claimed)
    setup = hers.post(
        "print-setups", {"name": "Game day", "kinds": {"roster": {}}, "subject": f"army:{row.slug}"}
    ).json()
    return {
        "army": row,
        "job": job["key"],
        "setup": setup["id"],
        "stranger": Api(),
        "signed_in": Api(key_of(charlie)),
        "read_only": Api(key_of(alice, may_write=False)),
        "owner": hers,
    }


@pytest.mark.parametrize("who", WHO)
def test_each_may_do_what_is_his(scene: dict[str, Any], who: str) -> None:
    row: Army = scene["army"]
    for name, method, address in sorted(operations(), key=lambda one: one[1] == "DELETE"):
        said = document()["paths"][address][method.lower()]
        body = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples")
        sent = next(iter(body.values()))["value"] if body else None
        if name == "packet_make":
            sent = {}
        at = address.format(subject=f"army:{row.slug}", kind="roster", job=scene["job"], setup=scene["setup"])
        status = scene[who].ask(method, at, sent).status_code
        if who == "stranger" and name not in OPEN:
            want = {401}
        elif who == "read_only" and method != "GET":
            want = {403}
        elif who in ("read_only", "owner"):
            want = {200, 201, 202, 204}
        else:
            want = {200, 201, 422} if name in SIGNED_IN - {"packet_make"} else {404}
        assert status in want, (who, name, status)


def test_a_player_a_guest_and_a_stranger_each_get_theirs(alice: Any, bob: Any, alices: Api) -> None:
    battle = fought(alice, bob, Sitting(place="b", guest=True))
    key = f"battle:{battle.slug}"
    guest = Guest(Seat.objects.get(battle=battle, place="b").token)
    assert list(alices.get(f"sheets/{key}").json()["readers"]) == ["a"]
    assert list(guest.get(f"sheets/{key}").json()["readers"]) == ["b"]
    seen = Api().get(f"sheets/{key}").json()
    assert list(seen["readers"]) == [""]
    assert all(kind["lack"] for kind in seen["kinds"] if kind["secret"])
    problem(guest.get(f"sheets/{key}/map?reader=a"), 404, "not-found")
    problem(alices.get(f"sheets/{key}/packets?reader=umpire"), 404, "not-found")
    problem(alices.post(f"sheets/{key}/packets", {"reader": "b"}), 404, "not-found")
    problem(Api().get("sheets/battle:nonesuch"), 404, "not-found")


def test_a_sheet_and_a_packet_are_files(stranger: Api) -> None:
    sheet = stranger.get(f"sheets/{MINI}/map?reader=umpire&paper=letter&choice=units=yes")
    assert (sheet.status_code, sheet["Content-Type"]) == (200, "application/pdf")
    packet = stranger.get(f"sheets/{MINI}/packets?reader=all")
    if packet.status_code == 200:
        with zipfile.ZipFile(io.BytesIO(packet.content)) as archive:
            assert len(archive.namelist()) == 3
        assert stranger.get(f"sheets/{MINI}/packets?reader=all").content == packet.content


@pytest.mark.parametrize(
    ("address", "field"),
    [
        (f"sheets/{MINI}/map?choice=units=maybe", "map.units"),
        (f"sheets/{MINI}/map?choice=units", "choice"),
        (f"sheets/{MINI}/nonesuch", "nonesuch"),
        ("sheets/rules:mini_nap/chart", "chart"),
        (f"sheets/{MINI}/packets?setup=999", "setup"),
    ],
)
def test_what_cannot_be_has_its_field_and_sentence(stranger: Api, address: str, field: str) -> None:
    body = problem(stranger.get(address), 422, "refused")
    assert [one["field"] for one in body["errors"]] == [field]


def test_a_packet_in_the_background_is_followed_and_fetched(alices: Api, bobs: Api) -> None:
    asked = alices.post(f"sheets/{MINI}/packets", {"reader": "umpire", "kinds": {"map": {}}, "duplex": True})
    assert asked.status_code == 202
    job = asked.json()
    assert asked["Location"] == f"/api/v1/packets/{job['key']}"
    assert (job["state"], job["file"]) == ("due", None)
    problem(alices.get(f"packets/{job['key']}/file"), 404, "not-found")
    claimed = jobs.claim("here:1:x")
    assert claimed is not None
    jobs.make(claimed)
    job = alices.get(asked["Location"]).json()
    assert (job["state"], job["done"], job["troubles"]) == ("done", job["pages"], [])
    file = alices.get(job["file"])
    assert (file["Content-Type"], len(file.content)) == ("application/pdf", job["size"])
    assert [one["key"] for one in alices.get("packets").json()["jobs"]] == [job["key"]]
    problem(bobs.get(asked["Location"]), 404, "not-found")
    assert alices.delete(asked["Location"]).status_code == 204
    assert not PrintJob.objects.exists()
    for _ in range(jobs.MOST_WAITING):
        alices.post(f"sheets/{MINI}/packets", {})
    problem(alices.post(f"sheets/{MINI}/packets", {}), 429, "too-many")


def test_set_ups_are_made_changed_and_printed_by(alices: Api, bobs: Api) -> None:
    made = alices.post("print-setups", {"name": "Maps", "kinds": {"map": {"units": "yes"}}, "paper": "letter"})
    assert made.status_code == 201
    setup = made.json()
    assert (setup["kinds"]["map"]["units"], setup["paper"], setup["mine"], setup["version"]) == (
        "yes",
        "letter",
        True,
        1,
    )
    at = f"print-setups/{setup['id']}"
    body = problem(alices.post("print-setups", {"name": "", "kinds": {}}), 422, "refused")
    assert body["errors"][0]["field"] == "name"
    problem(alices.post("print-setups", {"name": "X", "kinds": {"map": {"units": "maybe"}}}), 422, "refused")
    problem(alices.post("print-setups", {"name": "X", "kinds": {}, "club": "none"}), 422, "refused")
    assert alices.patch(at, {"name": "Plans", "version": 1}).json()["version"] == 2
    assert problem(alices.patch(at, {"name": "Other", "version": 1}), 409, "conflict")["version"] == 2
    problem(bobs.patch(at, {"name": "His"}), 404, "not-found")
    packet = alices.get(f"sheets/{MINI}/packets?reader=umpire&setup={setup['id']}")
    assert packet.status_code == 200
    assert alices.delete(at).status_code == 204
    problem(alices.get(at), 404, "not-found")


def test_what_does_not_fit_is_told_in_a_header(stranger: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaign.printing.api import sheets

    honest = sheets.sheet_file
    monkeypatch.setattr(
        sheets,
        "sheet_file",
        lambda *given, **how: honest(*given, **how)._replace(troubles=("Évian does not fit.", "x" * 3_000)),
    )
    answer = stranger.get(f"sheets/{MINI}/map")
    assert json.loads(answer["Sheet-Troubles"]) == [
        "Évian does not fit.",
        "Sentences left out of this header: 1.",
    ]


@pytest.mark.parametrize("each", [5, 60, 100, 900, 3_000])
@pytest.mark.parametrize("letter", ["x", "é"])
@pytest.mark.parametrize("count", [1, 3, 41])
def test_the_header_has_whole_sentences_alone(each: int, letter: str, count: int) -> None:
    sentences = tuple(f"{letter * each} {number} does not fit." for number in range(count))
    words = troubles_header(sentences)
    assert len(words) <= MOST_HEADER
    assert words.isascii()
    found = json.loads(words)
    kept = [sentence for sentence in found if sentence in sentences]
    assert tuple(kept) == sentences[: len(kept)]
    left = count - len(kept)
    assert found[len(kept) :] == ([f"Sentences left out of this header: {left}."] if left else [])
