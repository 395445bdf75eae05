"""Update an army from a list: differences first, then one change, or none on an old version."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec import structs

from armies.building.edits import Head, Replace
from armies.exchange import to_text
from armies.models import Army, CoEditor, ImportDraft
from armies.services.apply_edit import amend
from armies.services.commander_ratings import rate
from armies.services.exports import export, workbook
from armies.services.storage import facts_of
from battles.engine.armies import facts
from battles.engine.armies.tree import walk

pytestmark = pytest.mark.django_db


def send(client: Client, army: Army, text: str | bytes, name: str = "") -> str:
    """Where the list for ``army`` leads to."""
    body: dict[str, Any] = {"text": text} if not name else {"file": SimpleUploadedFile(name, _bytes(text))}
    answer = client.post(f"/a/{army.slug}/import", body)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def ids(army: Army) -> dict[str, str]:
    return {place.element.name: place.element.id for place in walk(facts_of(army))}


def bring(client: Client, look: str, **changes: str) -> Any:
    context = client.get(look).context
    data = {"act": "bring", "version": str(context["army"].version), "army": str(context["chosen"]), **changes}
    return client.post(look, data)


def test_the_differences_are_shown_and_nothing_is_written_before_the_word(as_alice: Client, mine: Army) -> None:
    before = ids(mine)
    text = export(mine, "text").replace("430 men", "431 men", 1).replace("II/72e Ligne", "II/73e Ligne")
    look = send(as_alice, mine, text)
    shown = as_alice.get(look).content.decode()
    assert "men 430 → 431" in shown
    assert "name II/72e Ligne → II/73e Ligne" in shown
    assert facts_of(mine) == facts_of(Army.objects.get(pk=mine.pk))
    assert bring(as_alice, look)["Location"] == f"/a/{mine.slug}"
    after = ids(Army.objects.get(pk=mine.pk))
    assert after.pop("II/73e Ligne") == before.pop("II/72e Ligne")
    assert after == before
    assert Army.objects.count() == 1
    entry = mine.changes.get(kind=Replace.kind)
    assert (entry.words, entry.by) == ("Updated from a pasted list.", "alice")


@pytest.mark.parametrize("form", ["csv", "text", "json", "xlsx"])
def test_its_own_file_changes_nothing(as_alice: Client, mine: Army, form: str) -> None:
    data = workbook(mine) if form == "xlsx" else export(mine, form)
    look = send(as_alice, mine, data, f"list.{'txt' if form == 'text' else form}")
    answer = as_alice.get(look)
    assert answer.context["rows"] == []
    assert "the file and the army are the same" in answer.content.decode()


def test_a_foreign_table_keeps_what_it_does_not_tell_of_the_army(as_alice: Client, mine: Army) -> None:
    rate(mine, ids(mine)["II Corps"], source="fixed", rating="good")
    table = (
        "corps,division,brigade,unit,type,quality,men,guns\n"
        "II Corps,5th Division,1st Brigade,I/2e Léger,light infantry,veteran,600,\n"
        ",,,I/61e Ligne,line infantry,veteran,430,\n"
    )
    look = send(as_alice, mine, table, "new.csv")
    bring(as_alice, look)
    now = facts_of(Army.objects.get(pk=mine.pk))
    assert (now.name, now.nation, now.commander) == ("French left wing", "FR", "Marshal Ney")
    (corps,) = now.children
    assert isinstance(corps, facts.Corps)
    assert corps.throws[-1].rating == "good"


def test_who_wrote_meanwhile_is_not_overwritten(as_alice: Client, mine: Army, alice: Any) -> None:
    look = send(as_alice, mine, export(mine, "text").replace("430 men", "431 men", 1))
    version = str(as_alice.get(look).context["army"].version)
    amend(mine, Head(values={"battle": "Ligny"}), by=alice)
    answer = as_alice.post(look, {"act": "bring", "version": version, "army": "0"})
    assert answer.status_code == 409
    assert "changed in the meantime" in answer.content.decode()
    assert "men 430 → 431" in answer.content.decode()
    assert not mine.changes.filter(kind=Replace.kind).exists()
    assert "battle Ligny → not set" in answer.content.decode()
    assert bring(as_alice, look).status_code == 302
    assert mine.changes.filter(kind=Replace.kind).count() == 1


@pytest.mark.parametrize("version", ["", "x", "99999999999999"])
def test_without_the_version_that_was_looked_at_nothing_is_written(as_alice: Client, mine: Army, version: str) -> None:
    look = send(as_alice, mine, export(mine, "text").replace("430 men", "431 men", 1))
    assert bring(as_alice, look, version=version).status_code == 409


def test_bringing_twice_is_one_change(as_alice: Client, mine: Army) -> None:
    look = send(as_alice, mine, export(mine, "text").replace("430 men", "431 men", 1))
    data = {"act": "bring", "version": str(mine.version), "army": "0"}
    for _ in range(2):
        assert as_alice.post(look, data).status_code == 302
    assert mine.changes.filter(kind=Replace.kind).count() == 1


def test_lines_wait_for_a_decision_before_anything_is_compared(as_alice: Client, mine: Army) -> None:
    look = send(as_alice, mine, "II Corps\n  1st Brigade\n    I/2e Léger 600 veteran\n    @@@@ ????\n")
    assert "1 line needs you" in as_alice.get(look).content.decode()
    assert bring(as_alice, look).status_code == 422
    as_alice.post(look, {"act": "decide", "line-4": "x", "drop-4": "1"})
    assert "What would change" in as_alice.get(look).content.decode()
    assert "1 line needs you" in as_alice.post(look, {"act": "again"}, follow=True).content.decode()


def test_of_several_armies_the_one_that_shares_most_is_compared_and_another_may_be_chosen(
    as_alice: Client, mine: Army
) -> None:
    own = facts_of(mine)
    other = structs.replace(own, name="Prussians", children=(facts.Corps(name="IV"),))
    look = send(as_alice, mine, to_text(other) + to_text(own).partition("\n")[2])
    assert as_alice.get(look).context["chosen"] == 1
    assert as_alice.get(look).context["rows"] == []
    assert as_alice.get(f"{look}?army=0").context["rows"]
    assert as_alice.get(f"{look}?army=9").context["chosen"] == 1


def test_the_columns_of_a_table_are_asked_for_and_lead_back(as_alice: Client, mine: Army) -> None:
    look = send(as_alice, mine, "Nom,Zahl,Rang\nI/2e Léger,600,veteran\n", "x.csv")
    key = look.rpartition("/")[2]
    page = f"/armies/import/{key}/columns"
    assert as_alice.get(look)["Location"] == page
    (table,) = as_alice.get(page).context["tables"]
    said = {"head": table["head"].digest, "c-0": "unit", "c-1": "men", "c-2": "quality"}
    assert as_alice.post(page, said)["Location"] == look
    assert as_alice.get(look).context["ready"]


def test_co_editors_may_and_others_may_not(client: Client, mine: Army, bob: Any, charlie: Any) -> None:
    text = export(mine, "text").replace("430 men", "431 men", 1)
    assert client.get(f"/a/{mine.slug}/import").status_code == 302
    client.force_login(charlie)
    assert client.get(f"/a/{mine.slug}/import").status_code == 404
    CoEditor.objects.create(army=mine, user=bob)
    client.force_login(bob)
    look = send(client, mine, text)
    CoEditor.objects.all().delete()
    assert client.post(look, {"act": "bring", "version": "1", "army": "0"}).status_code == 404
    CoEditor.objects.create(army=mine, user=bob)
    assert bring(client, look).status_code == 302
    assert mine.changes.get(kind=Replace.kind).by == "bob"


def test_a_draft_belongs_to_its_army_and_its_sender(as_alice: Client, mine: Army, alice: Any, bob: Any) -> None:
    look = send(as_alice, mine, export(mine, "text"))
    key = look.rpartition("/")[2]
    other = Army.objects.create(owner=alice, name="Other")
    assert as_alice.get(f"/a/{other.slug}/import/{key}").status_code == 404
    assert as_alice.get(f"/armies/import/{key}/")["Location"] == look
    CoEditor.objects.create(army=mine, user=bob)
    stranger = Client()
    stranger.force_login(bob)
    assert stranger.get(look).status_code == 404


def test_a_bad_file_is_refused_and_a_deleted_army_takes_its_drafts_along(as_alice: Client, mine: Army) -> None:
    answer = as_alice.post(f"/a/{mine.slug}/import", {"text": "{"})
    assert answer.status_code == 422
    assert 'class="err"' in answer.content.decode()
    look = send(as_alice, mine, export(mine, "text"))
    mine.delete()
    assert as_alice.get(look).status_code == 404
    assert not ImportDraft.objects.exists()


def test_a_unit_moves_to_a_brigade_whose_row_comes_later_in_the_table(as_alice: Client, mine: Army) -> None:
    rows = export(mine, "csv").split("\n")
    at = next(index for index, row in enumerate(rows) if ",II/2e Léger," in row)
    rows[at] = rows[at].replace(",1st Brigade,", ",2nd Brigade,")
    page = as_alice.get(send(as_alice, mine, "\n".join(rows), "army.csv"))
    assert [row.sentence for row in page.context["rows"]] == ["II/2e Léger was moved from 1st Brigade to 2nd Brigade."]


def test_a_file_of_another_army_is_asked_about(as_alice: Client, mine: Army) -> None:
    other = "Army: Allies\nNation: British\nI Corps\n  1/1st Foot 600 line infantry veteran\n"
    told = as_alice.get(send(as_alice, mine, other)).content.decode()
    assert "Of the 5 unit names of this army, the file has none. Is it the right file?" in told
    assert "Is it the right file?" not in as_alice.get(send(as_alice, mine, export(mine, "text"))).content.decode()
