"""The organisation chart and the comparison of systems: pages, files, command line."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from armies.models import Army, HouseRules
from armies.services.printed_sheets import CHOICES
from armies.services.storage import create
from tests.armies.builders import army, big, unit

pytestmark = pytest.mark.django_db

EVIL = "<script>alert(1)</script>"


def chart_addresses(row: Army) -> list[str]:
    base = f"/a/{row.slug}/chart"
    return [base, f"{base}.svg", f"{base}.pdf"]


def test_who_may_read_the_army_may_read_its_chart(client: Client, mine: Army) -> None:
    for address in chart_addresses(mine):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer["X-Robots-Tag"] == "noindex", address
        assert "private" in answer["Cache-Control"], address


def test_a_private_army_has_no_chart_for_others(client: Client, mine: Army, charlie: Any) -> None:
    Army.objects.update(visibility="private")
    client.force_login(charlie)
    for address in chart_addresses(mine):
        assert client.get(address).status_code == 404, address


def test_the_page_shows_the_drawing_and_says_it_as_a_list(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/chart?system=mini_nap").content.decode()
    assert "<svg" in text
    listed = text[text.index("The chart as a list") :]
    for words in ("II Corps", "General Reille", "I/2e Léger", "4 SP, QR 3+"):
        assert words in listed


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("system=recorded", "430 men, veteran", "QR 3+"),
        ("system=easy_napoleonics", "8 points", "QR 3+"),
        ("system=mini_nap&units=no", "2nd Brigade", "I/2e Léger"),
        ("paper=a3&orientation=portrait", 'viewBox="0 0 297 420"', "QR 3+"),
    ],
)
def test_choices_change_the_chart(client: Client, mine: Army, query: str, shown: str, hidden: str) -> None:
    text = client.get(f"/a/{mine.slug}/chart.svg?{query}").content.decode()
    assert shown in text
    assert hidden not in text


def test_the_form_keeps_what_was_chosen_and_the_files_follow_it(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/chart?system=mini_nap&paper=a2&units=no").content.decode()
    for value in ("mini_nap", "a2", "no"):
        assert f'<option value="{value}" selected>' in text
    assert f"/a/{mine.slug}/chart.pdf?system=mini_nap&units=no&paper=a2&orientation=auto" in text.replace("&amp;", "&")


@pytest.mark.parametrize("query", ["system=chess", "paper=a9", "orientation=flat", "units=%00", "system=" + "x" * 900])
def test_a_choice_that_is_not_known_is_refused_with_a_sentence(client: Client, mine: Army, query: str) -> None:
    page = client.get(f"/a/{mine.slug}/chart?{query}")
    assert page.status_code == 422
    assert "for a chart: choose one of" in page.content.decode()
    for suffix in ("svg", "pdf"):
        answer = client.get(f"/a/{mine.slug}/chart.{suffix}?{query}")
        assert answer.status_code == 400
        assert "for a chart: choose one of" in answer.content.decode()


def test_a_chart_of_several_pages_shows_each(as_alice: Client, alice: Any) -> None:
    row = create(big(300), alice)
    text = as_alice.get(f"/a/{row.slug}/chart").content.decode()
    assert "Overview" in text
    assert 'aria-current="page"' in text
    second = as_alice.get(f"/a/{row.slug}/chart.svg?page=2")
    assert "chart-2.svg" in second["Content-Disposition"]
    assert "page 2 of" in second.content.decode()
    for odd in ("99999", "0", "-1", "x", "²"):
        assert as_alice.get(f"/a/{row.slug}/chart?page={odd}").status_code == 200


def test_queries_of_a_chart_do_not_grow_with_the_army(
    as_alice: Client, alice: Any, django_assert_max_num_queries: Any
) -> None:
    for size in (5, 150):
        row = create(big(size), alice)
        with django_assert_max_num_queries(8):
            assert as_alice.get(f"/a/{row.slug}/chart").status_code == 200


def test_script_in_names_on_a_chart_stays_text(as_alice: Client, alice: Any) -> None:
    row = create(army(unit(EVIL, commander=EVIL), name=EVIL, battle=EVIL), alice)
    for address in (f"/a/{row.slug}/chart", f"/a/{row.slug}/chart.svg"):
        answer = as_alice.get(address)
        assert EVIL not in answer.content.decode(), address
    ElementTree.fromstring(answer.content)


def test_the_page_needs_no_inline_style_or_script(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/chart").content.decode()
    assert " style=" not in text
    assert "<style" not in text
    assert "<script>" not in text


def test_an_empty_army_has_a_chart(client: Client, mine: Army) -> None:
    mine.elements.all().delete()
    for address in chart_addresses(mine):
        assert client.get(address).status_code == 200, address


def test_the_command_writes_a_pdf_and_an_svg(mine: Army, tmp_path: Path, capsys: Any) -> None:
    call_command("chart", mine.slug, output=tmp_path / "chart.pdf", paper="a3", system="mini_nap")
    call_command("chart", mine.slug, output=tmp_path / "chart.svg", units="no")
    assert (tmp_path / "chart.pdf").read_bytes().startswith(b"%PDF")
    assert "I/2e Léger" not in (tmp_path / "chart.svg").read_text()
    assert "chart.svg" in capsys.readouterr().out


def test_the_command_numbers_the_pages_of_an_svg(alice: Any, tmp_path: Path) -> None:
    row = create(big(300), alice)
    call_command("chart", row.slug, output=tmp_path / "big.svg")
    assert len(list(tmp_path.glob("big-*.svg"))) > 1


@pytest.mark.parametrize("name", ["chart.png", "chart"])
def test_the_command_refuses_another_form(mine: Army, tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError, match=r"must end in \.pdf or \.svg"):
        call_command("chart", mine.slug, output=tmp_path / name)


def test_the_command_takes_every_choice_of_the_page(mine: Army, tmp_path: Path) -> None:
    for name, words in CHOICES.items():
        for value in words:
            call_command("chart", mine.slug, output=tmp_path / "chart.pdf", **{name: value})


def test_a_chart_of_a_system_says_whose_house_rules_its_numbers_have(client: Client, mine: Army) -> None:
    mine.house_rules = HouseRules.objects.create(name="Sound the Charge", overlays={"mini_nap": {"men_per_point": 50}})
    mine.save()
    said = "House rules of Sound the Charge: 1 value differs from the book"
    assert said in client.get(f"/a/{mine.slug}/chart.svg?system=mini_nap").content.decode()
    assert "House rules" not in client.get(f"/a/{mine.slug}/chart.svg").content.decode()


def comparison_addresses(row: Army) -> list[str]:
    base = f"/a/{row.slug}/compare"
    return [base, f"{base}.pdf", f"{base}.pdf?paper=letter&orientation=portrait"]


def test_who_may_read_the_army_may_compare(client: Client, mine: Army) -> None:
    for address in comparison_addresses(mine):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer["X-Robots-Tag"] == "noindex", address


def test_a_private_army_is_not_compared_for_others(client: Client, mine: Army, charlie: Any) -> None:
    Army.objects.update(visibility="private")
    client.force_login(charlie)
    for address in comparison_addresses(mine):
        assert client.get(address).status_code == 404, address


def test_a_unit_stands_under_every_system_with_its_arithmetic(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/compare").content.decode()
    row = next(row for row in text.split("<tr ") if row.startswith('class="lv-unit') and "I/2e Léger" in row)
    for words in ("430", "veteran", "3+", "430 men / 100", "MN-SP-01", "EN-COST-01", "EN-RULING-94"):
        assert words in row


def test_the_page_says_shares_faults_and_disagreements(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/compare").content.decode()
    for words in ("Share of each arm", "Infantry", "strength points", "% of the cost in Easy Napoleonics"):
        assert words in text


def test_ids_on_the_page_are_different_and_links_into_it_arrive(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}/compare").content.decode()
    ids = [part.split('"')[0] for part in text.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    for link in (part.split('"')[0] for part in text.split('href="#')[1:]):
        assert link in ids


@pytest.mark.parametrize("query", ["paper=a3", "orientation=flat", "paper=%00"])
def test_a_paper_that_is_not_known_is_refused_with_a_sentence(client: Client, mine: Army, query: str) -> None:
    answer = client.get(f"/a/{mine.slug}/compare.pdf?{query}")
    assert answer.status_code == 400
    assert "for a comparison. Choose one of" in answer.content.decode()


def test_queries_of_a_comparison_do_not_grow_with_the_army(
    as_alice: Client, alice: Any, django_assert_max_num_queries: Any
) -> None:
    for size in (5, 150):
        row = create(big(size), alice)
        with django_assert_max_num_queries(8):
            assert as_alice.get(f"/a/{row.slug}/compare").status_code == 200


def test_a_large_army_shares_its_arithmetic_and_stays_small(as_alice: Client, alice: Any) -> None:
    row = create(big(1000), alice)
    text = as_alice.get(f"/a/{row.slug}/compare").content.decode()
    assert len(text) < 3_000_000
    assert "Arithmetic</h2>" in text
    for link in {part.split('"')[0] for part in text.split('class="why-link" href="#')[1:]}:
        assert f'id="{link}"' in text
    assert text.count("430 men / 100") == 1


def test_script_in_names_on_a_comparison_stays_text(as_alice: Client, alice: Any) -> None:
    evil = army(unit(EVIL, commander=EVIL), unit("Other", men=2000), name=EVIL, battle=EVIL)
    row = create(evil, alice)
    text = as_alice.get(f"/a/{row.slug}/compare").content.decode()
    assert EVIL not in text
    assert " style=" not in text


def test_an_empty_army_is_compared(client: Client, mine: Army) -> None:
    mine.elements.all().delete()
    for address in comparison_addresses(mine):
        assert client.get(address).status_code == 200, address
