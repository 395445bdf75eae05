"""ETag, If-None-Match and If-Match: nothing is overwritten unseen, nothing is read twice."""

import pytest

from armies.models import Army, HouseRules
from tests.api.conftest import Api, problem

PARTS = (
    *("", "/tree", "/elements", "/checks", "/reckonings", "/throws", "/cards", "/roster", "/chart", "/chart?form=pdf"),
    *("/export/csv", "/export/oob", "/export/xlsx"),
)


@pytest.mark.parametrize("part", PARTS)
def test_whatever_shows_an_army_carries_its_version(alices: Api, mine: Army, part: str) -> None:
    answer = alices.get(f"armies/{mine.slug}{part}")
    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert answer["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("part", ["", "/tree", "/elements", "/export/json"])
@pytest.mark.parametrize("held", ['"1"', 'W/"1"', '"0", "1"', "*"])
def test_who_holds_the_latest_is_not_sent_it_again(alices: Api, mine: Army, part: str, held: str) -> None:
    answer = alices.get(f"armies/{mine.slug}{part}", If_None_Match=held)
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", '"1"')
    assert "Content-Type" not in answer
    assert alices.get(f"armies/{mine.slug}{part}", If_None_Match='"7"').status_code == 200


def test_under_house_rules_nobody_holds_the_latest(alices: Api, mine: Army) -> None:
    Army.objects.update(house_rules=HouseRules.objects.create(name="Club"))
    for part in ("", "/tree", "/export/json"):
        assert alices.get(f"armies/{mine.slug}{part}", If_None_Match='"1"').status_code == 200


@pytest.mark.parametrize("tag", ['W/"1"', '"1-gzip"', 'W/"1-zstd"', "1"])
def test_a_version_is_known_again_when_a_proxy_has_compressed_its_answer(alices: Api, mine: Army, tag: str) -> None:
    assert alices.get(f"armies/{mine.slug}", If_None_Match=tag).status_code == 304
    assert alices.patch(f"armies/{mine.slug}", {"name": "New"}, match=tag).status_code == 200


def test_head_is_get_without_a_body(alices: Api, mine: Army) -> None:
    answer = alices.ask("HEAD", f"armies/{mine.slug}")
    assert (answer.status_code, answer.content, answer["ETag"]) == (200, b"", '"1"')


def test_a_write_without_a_version_is_asked_for_one(alices: Api, mine: Army) -> None:
    problem(alices.patch(f"armies/{mine.slug}", {"name": "New"}), 428, "no-version")
    problem(alices.delete(f"armies/{mine.slug}"), 428, "no-version")
    assert Army.objects.get().name == mine.name


@pytest.mark.parametrize("match", ['"0"', '"2"', '"x"', '"99999999999"', 'W/"2"', '"0", "2"', '"", "x"', '"0,1,0"'])
def test_a_write_on_another_version_is_refused(alices: Api, mine: Army, match: str) -> None:
    problem(alices.patch(f"armies/{mine.slug}", {"name": "New"}, match=match), 412, "stale")
    assert Army.objects.get().name == mine.name


@pytest.mark.parametrize("match", ['"0", "1"', 'W/"1" ,"2"', '"x","1-gzip"', '"0,0", W/"1"', '"1", ,'])
def test_one_of_several_versions_is_enough(alices: Api, mine: Army, match: str) -> None:
    assert alices.patch(f"armies/{mine.slug}", {"name": "New"}, match=match).json()["version"] == 2


def test_of_several_versions_that_have_passed_the_latest_is_the_one_that_changes_are_told_since(
    alices: Api, mine: Army
) -> None:
    for name in ("One", "Two", "Three"):
        alices.patch(f"armies/{mine.slug}", {"name": name}, match="*")
    said = problem(alices.patch(f"armies/{mine.slug}", {"name": "Mine"}, match='"1", "3"'), 412, "stale")
    assert (said["version"], len(said["changes"])) == (4, 1)


@pytest.mark.parametrize(
    "match",
    ["seven", '"1', '1"', "*, *", ",", '"1" "2"', "w/1", "{}", "99999999999", "1-", '"1 "', '"1", *', '"1",' * 800],
)
def test_an_if_match_that_is_none_is_malformed(alices: Api, mine: Army, match: str) -> None:
    said = problem(alices.patch(f"armies/{mine.slug}", {"name": "New"}, match=match), 400, "malformed")
    assert said["detail"].startswith("If-Match cannot be read: ")
    assert Army.objects.get().name == mine.name


def test_a_stale_write_is_told_what_was_done_meanwhile(alices: Api, mine: Army) -> None:
    alices.patch(f"armies/{mine.slug}", {"commander": "Reille"}, match=1)
    alices.patch(f"armies/{mine.slug}", {"name": "Left wing"}, match=2)
    answer = alices.patch(f"armies/{mine.slug}", {"name": "Mine"}, match=1)
    said = problem(answer, 412, "stale")
    assert (said["version"], answer["ETag"]) == (3, '"3"')
    assert said["changes"] == [
        "alice: Changed commander of the army.",
        "alice: Changed name of the army.",
    ]
    said = problem(alices.patch(f"armies/{mine.slug}", {"name": "Mine"}, match=2), 412, "stale")
    assert said["changes"] == ["alice: Changed name of the army."]


def test_a_star_takes_the_army_as_it_is(alices: Api, mine: Army) -> None:
    for name in ("One", "Two"):
        assert alices.patch(f"armies/{mine.slug}", {"name": name}, match="*").status_code == 200
    assert Army.objects.get().version == 3
