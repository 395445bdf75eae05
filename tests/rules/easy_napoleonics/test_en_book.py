"""A battle's rules made ready once: equal rules share a book, other rules never do."""

from msgspec.structs import replace

from battles.rules.easy_napoleonics import book as books
from battles.rules.easy_napoleonics.book import Book, book_of, remember
from battles.rules.easy_napoleonics.facts import Firer, Target
from battles.rules.easy_napoleonics.fire import fire_modifiers
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.tables import FIRE_MODIFIERS, Printed, Tables
from tests.rules.easy_napoleonics.en_facts import infantry


def test_equal_rules_share_a_book() -> None:
    first, second = Rules(Options(max_turns=7)), Rules(Options(max_turns=7))
    assert book_of(first) is book_of(second) is book_of(first)


def test_other_options_and_other_tables_have_books_of_their_own() -> None:
    plain, turns = Rules(), Rules(Options(max_turns=7))
    house = Rules(tables=Tables(leader_killed_on=2))
    assert len({id(book_of(rules)) for rules in (plain, turns, house)}) == 3
    assert book_of(house).tables.leader_killed_on == 2


def test_books_are_not_kept_without_end() -> None:
    for turns in range(books.MOST_BOOKS + 5):
        book_of(Rules(Options(max_turns=1000 + turns)))
    assert len(books._books) <= books.MOST_BOOKS


def test_a_full_memo_starts_anew() -> None:
    memo: dict[int, int] = {}
    for number in range(books.MOST_KEPT + 1):
        remember(memo, number, number)
    assert memo == {books.MOST_KEPT: books.MOST_KEPT}


def test_an_answer_is_worked_out_once_and_is_that_of_its_own_book() -> None:
    house = {**FIRE_MODIFIERS, "column": Printed("target in column", 3, "EN-ART-14")}
    plain, other = Book(Rules()), Book(Rules(tables=replace(Tables(), fire_modifiers=house)))
    firer, target = Firer(**infantry()), Target(**infantry(formation="column"))
    assert fire_modifiers(plain, firer, target) is fire_modifiers(plain, firer, target)
    assert (fire_modifiers(plain, firer, target).total, fire_modifiers(other, firer, target).total) == (1, 3)
