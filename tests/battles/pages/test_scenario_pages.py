"""The pages of drawn scenarios: who gets what, what is refused how, and that nothing is lost of what was typed."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battles.models import Scenario
from battles.services import drawn_scenarios
from battles.services.create import sources

pytestmark = pytest.mark.django_db

KEY = "easy_napoleonics"
PAGES = ("", ".json", ".svg", ".pdf")
OWN = ("/edit", "/options", "/edit/head", "/edit/forces.a.units")
DEEDS = ("/paint", "/try", "/scatter", "/army", "/options", "/edit/head", "/visibility", "/delete")


@pytest.fixture
def scenario(alice: Any) -> Scenario:
    return drawn_scenarios.copy_shipped(alice, KEY, "village")


@pytest.fixture
def base(scenario: Scenario) -> str:
    return f"/s/{scenario.slug}"


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def owner(alice: Any) -> Client:
    return signed_in(alice)


def test_everything_about_a_private_scenario_is_hidden_from_others(base: str, owner: Client, charlie: Any) -> None:
    for page in (*PAGES, *OWN):
        assert owner.get(base + page).status_code == 200, page
    for stranger in (Client(), signed_in(charlie)):
        answers = [stranger.get(base + page) for page in (*PAGES, *OWN[1:])] + [
            stranger.post(base + deed) for deed in DEEDS
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert all(b"village" not in answer.content for answer in answers)
        assert b"village under" not in stranger.get("/scenarios/").content


def test_strangers_read_a_shared_one_and_change_nothing(
    base: str, scenario: Scenario, alice: Any, charlie: Any
) -> None:
    drawn_scenarios.share(scenario, alice, "unlisted")
    for stranger in (Client(), signed_in(charlie)):
        for page in PAGES:
            answer = stranger.get(base + page)
            assert answer.status_code == 200, page
            assert answer["X-Robots-Tag"] == "noindex"
            assert ("style-src 'unsafe-inline'" in answer["Content-Security-Policy"]) == (page == ".svg")
        assert b"Edit</a>" not in stranger.get(base).content
        answers = [stranger.post(base + deed, {"version": 1}) for deed in DEEDS]
        assert {answer.status_code for answer in answers} <= {403, 404}
        assert b"village under" not in stranger.get("/scenarios/").content
    scenario.refresh_from_db()
    assert scenario.version == 1
    drawn_scenarios.share(scenario, alice, "public")
    assert b"village under" in Client().get("/scenarios/").content
    assert "X-Robots-Tag" not in Client().get(base)


def test_a_guest_is_asked_to_sign_in(base: str, scenario: Scenario, alice: Any) -> None:
    drawn_scenarios.share(scenario, alice, "public")
    for address in ("/scenarios/new", "/scenarios/bring", f"{base}/edit"):
        assert Client().get(address)["Location"].startswith("/accounts/login/"), address
    assert Client().post(f"{base}/copy")["Location"].startswith("/accounts/login/")


def test_a_scenario_is_drawn_from_nothing_without_a_script(owner: Client) -> None:
    sent = {"system": KEY, "title": "Mill", "option.board_columns": "8", "option.board_rows": "6"}
    edit = owner.post("/scenarios/new", sent)["Location"]
    base = edit.removesuffix("/edit")
    assert b"has no unit" in owner.get(edit).content
    owner.post(f"{base}/paint", {"version": 1, "brush": "ground.woods", "areas": "0101, 0203-0304", "strokes": ""})
    for version, side in ((2, "a"), (3, "b")):
        row = {"r0.name": "Guard", "r0.kind": "infantry", "r0.grade": "guard", "r0.count": "2", "r1.name": ""}
        answer = owner.post(f"{base}/edit/forces.{side}.units", {"version": version, **row})
        assert answer.status_code == 302
    page = owner.get(base).content.decode()
    assert "Set up a battle" in page
    assert "Guard 2" in page
    assert owner.get(f"/battles/new/setup?from=drawn:{KEY}:{base.removeprefix('/s/')}").status_code == 200
    assert json.loads(owner.get(f"{base}.json").content)["board"]["terrain"] == {"woods": ["0101", "0203-0304"]}


def test_what_was_sent_to_an_old_version_is_kept_and_can_be_sent_again(base: str, owner: Client) -> None:
    strokes = json.dumps([{"brush": "ground.hill", "areas": ["0101"], "text": ""}])
    assert owner.post(f"{base}/scatter", {"version": 1}).status_code == 302
    answer = owner.post(f"{base}/paint", {"version": 1, "brush": "ground.hill", "strokes": strokes, "areas": "0202"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "changed in the meantime" in page
    assert 'name="version" value="2"' in page
    assert "ground.hill&quot;, &quot;areas&quot;: [&quot;0101" in page
    assert 'value="0202"' in page
    answer = owner.post(f"{base}/edit/head", {"version": 1, "r0.title": "Another", "r0.text": "Two\r\nlines"})
    assert answer.status_code == 409
    assert 'value="Another"' in answer.content.decode()
    assert owner.post(f"{base}/edit/head", {"version": 2, "r0.title": "Another"}).status_code == 302
    assert owner.post(
        f"{base}/options", {"version": 2, **options(owner, base), "option.max_turns": "3"}
    ).status_code in (
        409,
        422,
    )


def options(client: Client, base: str) -> dict[str, Any]:
    """The form of the options as it stands."""
    form = client.get(f"{base}/options").context["form"]
    found = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in found.items() if value is not False}


@pytest.mark.parametrize(
    ("deed", "sent", "sentence"),
    [
        ("/paint", {"brush": "ground.hill", "areas": "0199"}, "There is no hex 0199"),
        ("/paint", {"brush": "ground.hill", "areas": ""}, "Choose at least one hex"),
        ("/paint", {"brush": "ground.sea", "areas": "0101"}, "There is no brush"),
        ("/paint", {"brush": "ground.hill", "strokes": "[{"}, "cannot be read"),
        ("/paint", {"brush": "ground.hill", "strokes": "[" * 5000}, "cannot be read"),
        ("/paint", {"brush": "ground.hill", "strokes": '[{"brush": 1, "areas": []}]'}, "cannot be read"),
        ("/paint", {"brush": "ground.hill", "strokes": " " * 400_001}, "too many strokes"),
        ("/edit/forces.a.units", {"r0.kind": "infantry", "r0.name": "Typed"}, "This is missing"),
        ("/edit/forces.a.units", {"r0.kind": "tanks", "r0.grade": "elite"}, "is unknown here"),
        ("/edit/head", {"r0.title": ""}, "may not be empty"),
        ("/edit/objectives", {"r3.name": "Hill", "r3.hexes": "0101", "r3.hold": "x"}, "a whole number"),
        ("/visibility", {"visibility": "all"}, "The visibility is one of"),
    ],
)
def test_what_cannot_be_is_refused_and_shown_again(
    base: str, owner: Client, scenario: Scenario, deed: str, sent: dict[str, str], sentence: str
) -> None:
    answer = owner.post(base + deed, {"version": 1, **sent})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    if "r0.name" in sent:
        assert 'value="Typed"' in page
    scenario.refresh_from_db()
    assert scenario.version == 1


def test_a_form_without_its_version_changes_nothing(base: str, owner: Client) -> None:
    for version in ("", "-1", "x", "9" * 30):
        assert owner.post(f"{base}/scatter", {"version": version}).status_code == 409


def test_what_is_folded_away_is_said(base: str, owner: Client) -> None:
    row = owner.get(f"{base}/edit/forces.a.units").context["rows"][0]
    assert row.said == "0410, north, column"
    assert not row.is_open
    sent = {"version": 1, "r0.kind": "infantry", "r0.grade": "elite", "r0.at.hex": "9999", "r0.armored": "yes"}
    row = owner.post(f"{base}/edit/forces.a.units", sent).context["rows"][0]
    assert row.said == "Armored, 9999"
    assert row.is_open


def test_rows_are_taken_away(base: str, owner: Client, scenario: Scenario) -> None:
    rows = owner.get(f"{base}/edit/names").context["rows"]
    sent = {cell.name: cell.value for row in rows for cell in row.cells}
    assert owner.post(f"{base}/edit/names", {"version": 1, **sent, "away": ["0", "2"], "more": "1"})[
        "Location"
    ].endswith("/edit/names")
    scenario.refresh_from_db()
    assert len(json.loads(scenario.content)["board"]["names"]) == 5


def test_options_are_saved(base: str, owner: Client, scenario: Scenario) -> None:
    sent = {**options(owner, base), "option.max_turns": "12", "option.time_limit_minutes": "none"}
    answer = owner.post(f"{base}/options", {"version": 1, **sent})
    assert answer.status_code == 302, answer.context["said"] or answer.context["form"].errors
    scenario.refresh_from_db()
    assert json.loads(scenario.content)["options"]["max_turns"] == 12


def test_strokes_are_tried_and_nothing_is_written(base: str, owner: Client, scenario: Scenario) -> None:
    stroke = {"brush": "unit.a.0", "areas": ["0306"], "text": "", "turn": 1200}
    taken = {**stroke, "areas": ["0306"], "brush": "unit.a.1"}
    data = {"version": 1, "strokes": json.dumps([stroke]), "last": "1"}
    answer = owner.post(f"{base}/try", data)
    assert (answer.status_code, answer.json()["said"]) == (200, "")
    (block,) = re.findall(r'<g[^>]*data-key="unit 0"[^>]*>.*?</g>', answer.json()["scene"])
    assert 'data-area="0306"' in block
    assert "rotate(120)" in block
    answer = owner.post(f"{base}/try", {**data, "strokes": json.dumps([stroke, taken])})
    assert answer.status_code == 422
    assert "a hex holds one unit" in answer.json()["said"]
    assert owner.post(f"{base}/try", {"version": 1, "strokes": json.dumps([stroke, taken])}).status_code == 200
    for wrong in ("[", "[1]", '[{"brush": "nothing", "areas": ["0306"]}]', json.dumps([{**stroke, "turn": 7}])):
        refused = owner.post(f"{base}/try", {**data, "strokes": wrong})
        assert refused.status_code == 422, wrong
        assert refused.json()["said"].endswith("."), wrong
    assert owner.post(f"{base}/try", {**data, "version": 7}).status_code == 409
    scenario.refresh_from_db()
    assert scenario.version == 1


def test_house_rules_are_saved_shown_and_put_back(base: str, owner: Client, scenario: Scenario) -> None:
    name, printed = "table.leader_move", drawn_scenarios.drawable_system(KEY).tables.leader_move
    sent = options(owner, base)
    page = owner.post(f"{base}/options", {"version": 1, **sent, name: "soon"})
    assert (page.status_code, "A whole number from" in page.content.decode()) == (422, True)
    assert owner.post(f"{base}/options", {"version": 1, **sent, name: str(printed + 2)}).status_code == 302
    scenario.refresh_from_db()
    assert json.loads(scenario.content)["house"] == {"leader_move": printed + 2}
    assert f"Leader move: {printed + 2}, printed {printed}" in owner.get(base).content.decode()
    typed = re.compile(rf'name="{name}"[^>]* value="{printed + 2}"')
    setup = {"from": sources.drawn(scenario).key}
    assert typed.search(owner.get(f"{base}/options").content.decode())
    assert typed.search(owner.get("/battles/new/setup", setup).content.decode())
    assert owner.post(f"{base}/options", {"version": 2, **sent}).status_code == 302
    scenario.refresh_from_db()
    assert json.loads(scenario.content)["house"] == {"leader_move": printed + 2}
    assert owner.post(f"{base}/options", {"version": 3, **sent, name: ""}).status_code == 302
    scenario.refresh_from_db()
    assert "house" not in json.loads(scenario.content)


def test_a_file_is_brought_in_or_refused_with_the_place_of_its_fault(base: str, owner: Client, alice: Any) -> None:
    content = owner.get(f"{base}.json").content
    answer = owner.post("/scenarios/bring", {"system": KEY, "file": SimpleUploadedFile("village.json", content)})
    assert answer.status_code == 302
    assert Scenario.objects.count() == 2
    for wrong, sentence in (
        (content.replace(b'"seasoned"', b'"seasonal"', 1), "forces.a.units[0].grade: "),
        (b"", "The file is not readable JSON"),
        (b"{}", "format: This is missing"),
        (b" " * 1_000_001, "1,000,000 bytes"),
    ):
        answer = owner.post("/scenarios/bring", {"system": KEY, "file": SimpleUploadedFile("x.json", wrong)})
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    assert owner.post("/scenarios/bring", {"system": "chess"}).status_code == 422
    assert Scenario.objects.count() == 2


def test_the_map_is_printed_to_scale(base: str, owner: Client) -> None:
    one, many = owner.get(f"{base}.pdf"), owner.get(f"{base}.pdf?scale=50&units=on&paper=a3")
    assert one["Content-Type"] == many["Content-Type"] == "application/pdf"
    assert many.content.count(b"/Type /Page\n") > one.content.count(b"/Type /Page\n") == 1
    assert owner.get(f"{base}.pdf?scale=999").status_code == 422
    assert owner.get(f"{base}.pdf?paper=a0").status_code == 422


def test_a_copy_opens_in_the_editor_and_a_scenario_is_deleted(base: str, owner: Client, charlie: Any) -> None:
    slug = base.removeprefix("/s/")
    drawn_scenarios.share(Scenario.objects.get(slug=slug), Scenario.objects.get(slug=slug).owner, "public")
    other = signed_in(charlie)
    copy = other.post(f"{base}/copy")["Location"]
    assert other.get(copy).status_code == 200
    assert owner.post(f"{base}/delete")["Location"] == "/scenarios/"
    assert other.get(copy).status_code == 200
    assert other.get(base).status_code == 404


def test_a_file_that_cannot_be_read_any_more_is_said_so(base: str, owner: Client, scenario: Scenario) -> None:
    Scenario.objects.update(content="{}")
    assert "This is missing" in owner.get(base).content.decode()
    assert owner.get(f"{base}.svg").status_code == 422
    assert owner.get(f"{base}/edit").status_code == 422
    assert owner.get(f"{base}/options").status_code == 404
    assert owner.get(f"{base}.json").content == b"{}"


def test_lists_take_few_queries(owner: Client, alice: Any, django_assert_max_num_queries: Any) -> None:
    for key in ("village", "meeting", "quatre_bras") * 2:
        drawn_scenarios.copy_shipped(alice, KEY, key)
    with django_assert_max_num_queries(6):
        assert owner.get("/scenarios/?whose=mine").content.count(b"battlerow") == 6
    slug = Scenario.objects.first().slug  # type: ignore[union-attr]
    with django_assert_max_num_queries(6):
        owner.get(f"/s/{slug}/edit")
