"""Names of units that are each one unit's alone."""

from battles.engine.armies.short_names import Names

MOST = 20


class Counted(str):
    """A name that counts how often a part of it is taken, which is once for every number that is tried."""

    tried = 0

    def __getitem__(self, part: object) -> str:
        Counted.tried += 1
        return super().__getitem__(part)  # type: ignore[index]


def test_the_second_of_a_name_has_a_2_after_it() -> None:
    names = Names(lambda name: name[:MOST], MOST)
    given = [
        "Guards",
        "guards",
        "Guards (2)",
        "Guards",
        "",
        " \t",
        "The Emperor's own Guard",
        "The Emperor's own Guard",
    ]
    assert [names.own(name) for name in given] == [
        "Guards",
        "guards (2)",
        "Guards (2) (2)",
        "Guards (3)",
        "Unit",
        "Unit (2)",
        "The Emperor's own Gu",
        "The Emperor's (2)",
    ]


def test_many_of_one_name_are_numbered_in_one_go() -> None:
    Counted.tried = 0
    names = Names(Counted, MOST)
    found = [names.own("Guards") for _ in range(1_000)]
    assert found[-1] == "Guards (1000)"
    assert Counted.tried == 999
