"""What a button says of an action's odds: the results it names, ranges over conditions, steps in order."""

from fractions import Fraction

import pytest

from battles.engine.forecast import Chance, Forecast, brief_words


def step(*named: tuple[str, Fraction]) -> Forecast:
    return Forecast("A step", (), brief=tuple(Chance(what, share, True) for what, share in named))


FIRE = ("at least one hit", Fraction(82, 100))


@pytest.mark.parametrize(
    ("forecasts", "words"),
    [
        ((), ""),
        ((Forecast("Not named", ()),), ""),
        ((step(FIRE), Forecast("Not named", ())), "82 % at least one hit"),
        (
            (step(("you win the melee", Fraction(2, 3)), ("you lose it", Fraction(1, 8))),),
            "67 % you win the melee, 12 % you lose it",
        ),
        (
            (step(("it may charge", Fraction(1, 2))), step(("you win the combat", Fraction(3, 4)))),
            "50 % it may charge; then 75 % you win the combat",
        ),
        ((step(("you win the melee", Fraction(1, 4))), step(("you win the melee", Fraction(3, 5)))),
         "25 to 60 % you win the melee"),
        ((step(FIRE), step(FIRE)), "82 % at least one hit"),
        ((step(("you win", Fraction(1, 500)), ("you lose", Fraction(1, 4))),
          step(("you win", Fraction(499, 500)), ("you lose", Fraction(0)))),
         "under 1 to over 99 % you win, 0 to 25 % you lose"),
        ((step(("at least one hit", Fraction(1, 1000))),), "under 1 % at least one hit"),
    ],
)  # fmt: skip
def test_a_button_names_the_chances_of_its_steps(forecasts: tuple[Forecast, ...], words: str) -> None:
    assert brief_words(forecasts) == words.replace(" %", "\N{NO-BREAK SPACE}%"), "no line breaks before the sign"
