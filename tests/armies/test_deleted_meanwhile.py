"""Changes of an army or a draft that somebody has deleted meanwhile: a clear answer, and nothing half done."""

from typing import Any

import pytest
from django.test import Client

from armies.models import Army, ImportDraft
from armies.services import army_changes, commander_ratings, import_drafts
from armies.services.locks import Gone

pytestmark = pytest.mark.django_db
HEAD = {"name": "French left wing", "nation": "FR", "visibility": "unlisted"}


def test_a_deleted_army_takes_no_change(mine: Army, alice: Any) -> None:
    gone = Army.objects.get()
    unit, corps = (str(gone.elements.filter(level=level)[0].pk) for level in ("unit", "corps"))
    army_changes.delete_army(mine)
    for change in (
        lambda: army_changes.change_head(gone, {"name": "Late"}),
        lambda: army_changes.change_options(gone, "mini_nap", {}),
        lambda: army_changes.change_element(gone, unit, {"name": "Late"}),
        lambda: army_changes.delete_army(gone),
        lambda: commander_ratings.rate(gone, corps, source="seed", by=alice),
        lambda: commander_ratings.rate_all(gone, by=alice),
    ):
        with pytest.raises(Gone, match="was deleted in the meantime"):
            change()
    assert not Army.objects.exists()


def test_pages_answer_404_for_an_army_deleted_while_they_work(
    as_alice: Client, mine: Army, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(request: Any, slug: str) -> Army:
        Army.objects.all().delete()
        return mine

    for right in ("own_army", "editable"):
        monkeypatch.setattr(f"armies.pages.edit_pages.{right}", late)
    for address, form in (("edit", HEAD), ("delete", {})):
        assert as_alice.post(f"/a/{mine.slug}/{address}", form).status_code == 404


def test_a_deleted_draft_makes_nothing(alice: Any) -> None:
    draft = import_drafts.stage(b"I Corps\n  1/24e Ligne 550 veteran\n", "", alice)
    ImportDraft.objects.all().delete()
    import_drafts.decide(draft, {2: "1/25e Ligne 550 veteran"})
    import_drafts.undecide(draft)
    with pytest.raises(Gone):
        import_drafts.confirm(draft, alice)
    assert not Army.objects.exists()
    assert not ImportDraft.objects.exists()
