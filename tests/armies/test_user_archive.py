"""All data of a user in one file and back: the same armies and histories, nothing twice, all or nothing."""

import io
import json
import zipfile
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armies.building.edits import Add, Change, Delete, Head, Move
from armies.exchange import limits, to_json
from armies.exchange.files.archive_file import Archive, KeptAnswer, pack
from armies.models import Army, ColumnMapping, Element, Holding, HouseRules, ImportDraft, ReadingChoice
from armies.models import Change as Entry
from armies.services import user_archive
from armies.services.apply_edit import amend
from armies.services.commander_ratings import rate
from armies.services.exports import export
from armies.services.history import changed_since, detail, next_steps, replayed, undo
from armies.services.storage import create, facts_of, tree_of
from armies.services.user_archive import archive_of, contents, import_archive, stage_archive
from battles.engine.armies import facts
from battles.engine.armies.tree import walk
from tests.armies.builders import army, big

pytestmark = pytest.mark.django_db


def at(row: Army, name: str) -> str:
    return next(place.element.id for place in walk(facts_of(row)) if place.element.name == name)


@pytest.fixture
def lived(mine: Army, alice: Any, bob: Any) -> Army:
    """An army with changes of each kind: by its owner, by another, dice, something that is gone, something undone."""
    amend(mine, Change(element=at(mine, "I/2e Léger"), values={"men": 600}), by=alice)
    amend(mine, Delete(element=at(mine, "II/72e Ligne")), by=bob)
    amend(mine, Move(element=at(mine, "I/72e Ligne"), parent=at(mine, "1st Brigade")), by=alice)
    amend(mine, Add(level="division", parent=at(mine, "II Corps"), values={"name": "9th Division"}), by=alice)
    rate(mine, at(mine, "II Corps"), source="manual", faces=(4, 5), by=alice)
    amend(mine, Head(values={"battle": "Quatre Bras"}), by=alice)
    undo(mine, by=alice)
    return Army.objects.get(pk=mine.pk)


def restored(data: bytes, user: Any, **wanted: Any) -> list[Army]:
    draft = stage_archive(data, "muster.zip", user)
    chosen = [found.index for found in contents(draft, user).armies]
    return import_archive(
        draft, user, **{"chosen": chosen, "figures": True, "columns": True, "choices": True, **wanted}
    )


def test_an_army_comes_back_byte_for_byte_with_its_history(lived: Army, alice: Any, charlie: Any) -> None:
    (back,) = restored(archive_of(alice), charlie)
    assert export(back, "json") == export(lived, "json")
    assert (back.version, back.visibility) == (lived.version, lived.visibility)
    was, now = list(lived.changes.order_by("number")), list(back.changes.order_by("number"))
    told = [(c.number, c.kind, c.words, c.undoes, c.by, c.at) for c in was]
    assert [(c.number, c.kind, c.words, c.undoes, c.by, c.at) for c in now] == told
    for one, other in zip(was[1:], now[1:], strict=True):
        assert [row.sentence for row in detail(back, other)] == [row.sentence for row in detail(lived, one)]


def test_ids_are_new_and_the_history_replays_with_them(lived: Army, alice: Any) -> None:
    (back,) = restored(archive_of(alice), alice, figures=False)
    assert not {str(pk) for pk in back.elements.values_list("pk", flat=True)} & set(tree_of(lived).records)
    assert replayed(back).all_at() == tree_of(back).all_at()
    assert len(changed_since(back, 1)[0]) == back.changes.count() - 1
    known = {element for entry in lived.changes.all() for element in entry.difference} - {""}
    assert not known & {element for entry in back.changes.all() for element in entry.difference}


def test_the_owner_can_go_on_undoing_and_others_cannot(lived: Army, alice: Any, charlie: Any) -> None:
    data = archive_of(alice)
    (his,) = restored(data, charlie)
    assert next_steps(his, charlie) == (None, None)
    (hers,) = restored(data, alice)
    assert "9th Division" in undo(hers, by=alice).words
    assert "9th Division" not in {e.name for e in hers.elements.all()}


def test_a_second_round_is_the_same_file(lived: Army, alice: Any, charlie: Any) -> None:
    first = archive_of(alice)
    restored(first, charlie)
    assert parts(archive_of(charlie)).keys() == parts(first).keys()
    assert parts(archive_of(charlie))["armies/0001.json"] == parts(first)["armies/0001.json"]


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return out.getvalue()


def with_past(data: bytes, change: Any) -> bytes:
    members = parts(data)
    history = json.loads(members["history/0001.json"])
    change(history)
    return zipped(members | {"history/0001.json": json.dumps(history).encode()})


def base_of(history: Any) -> Any:
    return next(values for element, (_, values) in history["changes"][0]["difference"].items() if element)


def removed(history: Any) -> Any:
    return next(pair for past in history["changes"][1:] for pair in past["difference"].values() if pair[1] is None)


def was_before(history: Any, fact: str, value: Any) -> None:
    """Let the fact that one change alters have been ``value`` until then, in the first entry and in that change."""
    base, *later = history["changes"]
    element, pair = next(
        (element, pair)
        for past in later
        for element, pair in past["difference"].items()
        if pair[0] and pair[1] and fact in pair[1]
    )
    base["difference"][element][1][fact] = pair[0][fact] = value


NONSENSE = [
    lambda h: was_before(h, "men", -5),
    lambda h: was_before(h, "battle", "x" * 5_000),
    lambda h: h["ids"].pop(),
    lambda h: h["ids"].append("x"),
    lambda h: h["ids"].__setitem__(0, h["ids"][1]),
    lambda h: h["changes"].pop(),
    lambda h: h["changes"].pop(2),
    lambda h: h["changes"][0].update(kind="change"),
    lambda h: h["changes"][1].update(difference={"x": [{"men": 1}, {"men": 2}]}),
    lambda h: h["changes"][1].update(difference={"x": [None, {}]}),
    lambda h: h["changes"][0]["difference"].pop(""),
    lambda h: base_of(h).update(parent="nowhere"),
    lambda h: base_of(h).update(level="army"),
    lambda h: base_of(h).update(position="first"),
    lambda h: base_of(h).update(evil=1),
    lambda h: base_of(h).pop("name"),
    lambda h: base_of(h).update(name=None),
    lambda h: removed(h)[0].update(parent="nowhere"),
    lambda h: removed(h).__setitem__(0, None),
    lambda h: removed(h).__setitem__(0, {}),
]


def test_a_history_that_does_not_lead_to_the_army_is_left_out_and_told_of(
    lived: Army, alice: Any, charlie: Any
) -> None:
    data = archive_of(alice)
    passed = []
    for number, nonsense in enumerate(NONSENSE):
        draft = stage_archive(with_past(data, nonsense), "x.zip", charlie)
        (found,) = contents(draft, charlie).armies
        if found.fault != "Its history does not lead to the present army, so the history is left out.":
            passed.append(f"{number}: {found.fault}")
    assert not passed
    (back,) = import_archive(draft, charlie, chosen=[0], figures=False, columns=False, choices=False)
    assert export(back, "json") == export(lived, "json")
    assert not back.changes.exists()


def test_histories_too_long_to_be_replayed_are_left_out_one_by_one(
    lived: Army, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = stage_archive(archive_of(alice), "x.zip", alice)
    (back,) = import_archive(draft, alice, chosen=[0], figures=False, columns=False, choices=False)
    work = back.changes.count() * back.elements.count()
    monkeypatch.setattr(user_archive, "MOST_WORK", work)
    faults = [found.fault for found in contents(stage_archive(archive_of(alice), "x.zip", alice), alice).armies]
    assert faults == ["", user_archive.TOO_MUCH]


def test_what_is_there_is_skipped_by_itself_and_another_of_its_name_is_added(mine: Army, alice: Any) -> None:
    data = archive_of(alice)
    amend(mine, Head(values={"battle": "Ligny"}), by=alice)
    create(army(name="Other"), alice)
    again = archive_of(alice)
    first = contents(stage_archive(data, "a.zip", alice), alice).armies
    assert [(f.name, f.there, f.same_name) for f in first] == [("French left wing", False, True)]
    assert [f.there for f in contents(stage_archive(again, "b.zip", alice), alice).armies] == [True, True]


def test_figures_columns_and_choices_come_back_where_there_are_none(alice: Any, charlie: Any) -> None:
    Holding.objects.create(owner=alice, nation="FR", type="line_infantry", stands=24, figures=144, note="painted")
    Holding.objects.create(owner=alice, nation="PR", type="light_cavalry", stands=6)
    ColumnMapping.objects.create(owner=alice, head="a" * 64, columns={"0": "unit"})
    alice.profile.paper = "letter"
    alice.profile.save()
    Holding.objects.create(owner=charlie, nation="PR", type="light_cavalry", stands=2)
    draft = stage_archive(archive_of(alice), "x.zip", charlie)
    held = contents(draft, charlie)
    assert ([h.nation for h in held.new_holdings], held.other_holdings) == (["FR"], 1)
    assert held.new_choices == {"paper": "letter"}
    import_archive(draft, charlie, chosen=[], figures=True, columns=True, choices=True)
    stands = Holding.objects.filter(owner=charlie).values_list("nation", "stands", "figures", "note")
    assert sorted(stands) == [("FR", 24, 144, "painted"), ("PR", 2, 0, "")]
    assert ColumnMapping.objects.get(owner=charlie).columns == {"0": "unit"}
    charlie.profile.refresh_from_db()
    assert charlie.profile.paper == "letter"


def test_unsound_figures_and_columns_are_passed_over_and_unknown_choices_refused(alice: Any, charlie: Any) -> None:
    members = parts(archive_of(alice))
    rows = [
        {"nation": "XX", "type": "line_infantry", "stands": 1, "figures": 0},
        {"nation": "FR", "type": "line_infantry", "stands": -1, "figures": 0},
        {"nation": "FR", "type": "elephants", "stands": 1, "figures": 0},
        {"nation": "FR", "type": "line_infantry", "stands": 1, "figures": 0},
        {"nation": "FR", "type": "line_infantry", "stands": 2, "figures": 0},
    ]
    members["figures.json"] = json.dumps(rows).encode()
    members["columns.json"] = json.dumps([{"head": "b" * 64, "columns": {"0": "evil"}}]).encode()
    members["choices.json"] = json.dumps({"paper": "a0", "password": "x"}).encode()
    draft = stage_archive(zipped(members), "x.zip", charlie)
    with pytest.raises(user_archive.Refused, match="A setting in the archive is unknown"):
        import_archive(draft, charlie, chosen=[], figures=True, columns=True, choices=True)
    assert not Holding.objects.exists()
    import_archive(draft, charlie, chosen=[], figures=True, columns=True, choices=False)
    assert Holding.objects.get().stands == 2
    assert not ColumnMapping.objects.exists()


def test_all_or_nothing(lived: Army, alice: Any, charlie: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    create(army(name="Second"), alice)
    draft = stage_archive(archive_of(alice), "x.zip", charlie)

    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("lost")

    with monkeypatch.context() as patch:
        patch.setattr(Entry.objects, "bulk_create", fail)
        with pytest.raises(ConnectionError):
            import_archive(draft, charlie, chosen=[1, 0], figures=True, columns=True, choices=True)
    assert not Army.objects.filter(owner=charlie).exists()
    made = import_archive(draft, charlie, chosen=[0, 1], figures=True, columns=True, choices=True)
    assert import_archive(draft, charlie, chosen=[0, 1], figures=True, columns=True, choices=True) == made
    assert Army.objects.filter(owner=charlie).count() == 2


def test_house_rules_do_not_come_along_and_are_told_of(mine: Army, alice: Any, charlie: Any) -> None:
    mine.house_rules = HouseRules.objects.create(name="Our club")
    mine.save()
    amend(mine, Head(values={"battle": "Ligny"}), by=alice)
    draft = stage_archive(archive_of(alice), "x.zip", charlie)
    (found,) = contents(draft, charlie).armies
    assert (found.house, found.fault) == ("Our club", "")
    (back,) = import_archive(draft, charlie, chosen=[0], figures=False, columns=False, choices=False)
    assert back.house_rules is None
    assert replayed(back).all_at() == tree_of(back).all_at()


def test_an_archive_that_could_not_be_read_back_is_not_made(
    mine: Army, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_archive, "MAX_BYTES", 1_000)
    with pytest.raises(user_archive.Refused, match="Choose fewer armies"):
        archive_of(alice)


def test_a_hundred_large_armies_fit(alice: Any) -> None:
    row = create(big(1_000), alice)
    size = len(archive_of(alice, [row.slug]))
    assert size * 100 < limits.MAX_BYTES


# The pages.


def test_who_is_not_signed_in_has_no_archive(client: Client) -> None:
    assert client.get("/armies/archive")["Location"].startswith("/accounts/login/")
    assert client.get("/armies/archive/archive-x")["Location"].startswith("/accounts/login/")


def download(client: Client, *slugs: str) -> bytes:
    answer = client.post("/armies/archive", {"act": "download", "army": list(slugs)})
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].startswith('attachment; filename="muster-')
    return bytes(answer.content)


def send(client: Client, data: bytes) -> Any:
    return client.post("/armies/archive", {"act": "look", "file": SimpleUploadedFile("muster.zip", data)})


def test_out_and_in_through_the_pages(as_alice: Client, lived: Army, charlie: Any) -> None:
    assert "French left wing" in as_alice.get("/armies/archive").content.decode()
    data = download(as_alice, lived.slug)
    other = Client()
    other.force_login(charlie)
    look = send(other, data)["Location"]
    text = other.get(look).content.decode()
    assert "French left wing" in text
    assert "entries of history" in text
    assert "created by alice" in text
    assert other.post(look, {"army": "0"})["Location"] == "/armies/?whose=mine"
    assert Army.objects.get(owner=charlie).units == lived.units
    assert other.get(look)["Location"] == "/armies/?whose=mine"
    assert other.post(look, {"army": "0"}).status_code == 302
    assert Army.objects.filter(owner=charlie).count() == 1


def test_only_ones_own_armies_go_out(as_alice: Client, mine: Army, bob: Any) -> None:
    his = create(army(name="Bob's"), bob)
    names = parts(download(as_alice, mine.slug, his.slug))
    assert b"Bob" not in names["manifest.json"]
    assert json.loads(parts(download(as_alice))["manifest.json"])["armies"] == []


def test_nothing_ticked_is_refused(as_alice: Client, mine: Army) -> None:
    look = send(as_alice, download(as_alice, mine.slug))["Location"]
    assert "you have it" in as_alice.get(look).content.decode()
    answer = as_alice.post(look, {})
    assert answer.status_code == 422
    assert "at least one thing" in answer.content.decode()


@pytest.mark.parametrize(
    "data", [b"", b"x", b"PK\x05\x06" + b"\0" * 18, b"PK\x03\x04 and then nothing", b"0" * 5_500_000]
)
def test_a_bad_archive_is_refused_in_a_sentence_and_not_kept(as_alice: Client, data: bytes) -> None:
    answer = send(as_alice, data)
    assert answer.status_code == 422
    assert 'class="err"' in answer.content.decode()
    assert not ImportDraft.objects.exists()


def test_another_users_archive_is_not_there_and_is_no_import(as_alice: Client, mine: Army, charlie: Any) -> None:
    look = send(as_alice, download(as_alice, mine.slug))["Location"]
    other = Client()
    other.force_login(charlie)
    assert other.get(look).status_code == 404
    assert other.post(look, {"army": "0"}).status_code == 404
    key = look.rpartition("/")[2]
    assert as_alice.get(f"/armies/import/{key}/").status_code == 404
    assert as_alice.get(f"/armies/import/{key}/columns").status_code == 404
    assert as_alice.get("/armies/archive/no-such").status_code == 404


def test_an_ordinary_draft_is_no_archive(as_alice: Client) -> None:
    draft = as_alice.post("/armies/import/", {"text": "II Corps\n  24e Ligne 500 veteran\n"})["Location"]
    assert as_alice.get(f"/armies/archive/{draft.split('/')[-2]}").status_code == 404
    assert not Element.objects.exists()


def test_options_not_understood_here_are_left_out_and_said_and_the_history_stays(lived: Army, alice: Any) -> None:
    Army.objects.filter(pk=lived.pk).update(options={"mini_nap": {"org_strict": True}})
    members = parts(archive_of(alice))
    told = json.loads(members["armies/0001.json"])
    told["army"]["options"] = {"mini_nap": {"nonsense": 1}}
    whole = msgspec.json.decode(json.dumps(told["army"]), type=facts.Army)
    history = json.loads(members["history/0001.json"])
    history["changes"][0]["difference"][""][1]["options"] = whole.options
    data = zipped(
        members | {"armies/0001.json": to_json(whole).encode(), "history/0001.json": json.dumps(history).encode()}
    )
    draft = stage_archive(data, "muster.zip", alice)
    (found,) = contents(draft, alice).armies
    assert found.left_out[0].startswith("Mini-Nap has no army option nonsense;")
    assert found.fault == ""
    (back,) = import_archive(draft, alice, chosen=[0], figures=False, columns=False, choices=False)
    assert (back.options, back.changes.count()) == ({}, lived.changes.count())
    assert "nonsense" not in str(list(back.changes.values_list("difference", flat=True)))


def test_kept_answers_go_with_the_archive_and_replace_none(alice: Any, bob: Any) -> None:
    rows = [("habit", "pair", "men/officers"), ("answer", "train battalion", "out"), ("text", "Old line", "New line")]
    for kind, key, value in rows:
        ReadingChoice.objects.create(owner=alice, kind=kind, key=key, value=value, words=key)
    ReadingChoice.objects.create(owner=bob, kind="answer", key="train battalion", value="note", words="own")
    draft = stage_archive(archive_of(alice), "a.zip", bob)
    assert [one.key for one in contents(draft, bob).new_answers] == ["pair", "Old line"]
    import_archive(draft, bob, chosen=[], figures=False, columns=False, choices=False, answers=True)
    now = {(row.kind, row.key): row.value for row in ReadingChoice.objects.filter(owner=bob)}
    assert now == {
        ("habit", "pair"): "men/officers",
        ("answer", "train battalion"): "note",
        ("text", "Old line"): "New line",
    }


def test_an_answer_that_nothing_understands_is_left_out(alice: Any) -> None:
    odd = (
        KeptAnswer("habit", "pair", "upside down", "x"),
        KeptAnswer("answer", "baggage", "dragons", "x"),
        KeptAnswer("text", "", "x", "x"),
    )
    draft = stage_archive(pack(Archive("", "alice", (), answers=odd)), "a.zip", alice)
    assert contents(draft, alice).new_answers == ()
